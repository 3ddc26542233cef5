/* The volumes of a root: volumes.h. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/security_int.h"
#include "services/system_int.h"
#include "services/volumes.h"

struct lister {
	struct ds_system *sys;
	const struct ds_config *cfg;
	bool (*fn)(void *ctx, const struct ds_volume *vol);
	void *ctx;
	struct ds_diag *diag;
	enum ds_status st;
};

static bool
give(void *ctx, const struct cat_volume *v)
{
	struct lister *l = ctx;
	struct cat_volume_counts counts = {0};
	struct ds_volume vol = {.cylinders = v->cylinders,
	    .used_tracks = v->used_tracks,
	    .online = v->online,
	    .missing = ds_system_volume_missing(l->sys, v)};

	l->st = cat_volume_counts(l->sys->cat, v->volser, &counts, l->diag);
	if (l->st != DS_OK)
		return false;
	vol.largest_tracks = counts.largest;
	vol.free_pieces = counts.pieces;
	vol.components = counts.components;
	snprintf(vol.volser, sizeof(vol.volser), "%s", v->volser);
	snprintf(vol.dir, sizeof(vol.dir), "%s", v->uri);
	vol.pool = l->cfg->sms &&
		   ds_pool_has(l->cfg->pool[0], l->cfg->npool, v->volser);
	return l->fn(l->ctx, &vol);
}

enum ds_status
ds_volume_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const struct ds_volume *vol), void *ctx,
    struct ds_diag *diag)
{
	struct lister l = {sys, &sys->config, fn, ctx, diag, DS_OK};
	enum ds_status st = DS_OK;

	if (sys->config.sms)
		st = ds_system_pool(sys, diag);
	if (st == DS_OK)
		st = cat_volume_list(sys->cat, give, &l, diag);
	return st == DS_OK ? l.st : st;
}

enum ds_status
ds_volume_ready(struct ds_system *sys, const char *volser, struct ds_diag *diag)
{
	struct cat_volume vol;
	struct volume *open;

	/* The second look costs more, and is seldom taken. */
	if (cat_volume_online(sys->cat, volser, diag) == DS_OK)
		return ds_system_volume(sys, volser, &open, diag) ==
			       DS_CAT_NOVOLUME
			   ? DS_CAT_NOVOLUME
			   : DS_OK;
	if (cat_volume_get(sys->cat, volser, &vol, NULL) != DS_OK || vol.online)
		return DS_OK;
	return ds_fail(diag, DS_CAT_NOVOLUME, volser, "the volume is offline");
}

/* --- changed -------------------------------------------------------------- */

/* What a folder holds that is no file of the system's own. */
static enum ds_status
check_dir(const char *dir, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct dirent *de;
	DIR *d;

	if ((d = opendir(dir)) == NULL)
		return ds_fail_errno(diag, errno, dir, "open");
	while (st == DS_OK && (de = readdir(d)) != NULL)
		if (strcmp(de->d_name, ".") != 0 &&
		    strcmp(de->d_name, "..") != 0)
			st = ds_fail(diag, DS_EXIST, dir,
			    "the directory is not empty: it holds '%.60s'",
			    de->d_name);
	closedir(d);
	return st;
}

enum ds_status
ds_volume_add(struct ds_system *sys, const char *volser, const char *dir,
    bool adopt, uint32_t cylinders, struct ds_diag *diag)
{
	struct cat_volume vol;
	enum ds_status st;

	if (!volser_valid(volser, strlen(volser)))
		return ds_fail(diag, DS_INVALID, volser,
		    "a volume serial has 1 to 6 letters, digits, @, #, $");
	if ((st = ds_authorize_operations(sys, volser, diag)) != DS_OK)
		return st;
	if (cat_volume_get(sys->cat, volser, &vol, NULL) == DS_OK)
		return ds_fail(
		    diag, DS_CAT_DUPLICATE, volser, "the volume exists");
	if (dir != NULL && dir[0] != '/')
		return ds_fail(diag, DS_INVALID, dir, "not an absolute path");
	if (dir != NULL && mkdir(dir, 0700) != 0 && errno != EEXIST)
		return ds_fail_errno(diag, errno, dir, "make");
	if (dir != NULL && !adopt && (st = check_dir(dir, diag)) != DS_OK)
		return st;
	return ds_system_enter_volume(sys, volser, dir,
	    cylinders > 0 ? cylinders : sys->config.cylinders, diag);
}

/* What is not empty stays. */
static void
remove_dir(struct ds_system *sys, const char *uri)
{
	char path[PATH_MAX + 300];

	snprintf(path, sizeof(path), "%s%s%s", uri[0] == '/' ? "" : sys->root,
	    uri[0] == '/' ? "" : "/", uri);
	rmdir(path);
}

enum ds_status
ds_volume_remove(
    struct ds_system *sys, const char *volser, struct ds_diag *diag)
{
	struct cat_volume vol;
	enum ds_status st;

	if ((st = ds_authorize_operations(sys, volser, diag)) != DS_OK ||
	    (st = cat_volume_get(sys->cat, volser, &vol, diag)) != DS_OK)
		return st;
	if (ds_pool_has(sys->config.pool[0], sys->config.npool, volser) ||
	    ds_class_has(&sys->config, volser))
		return ds_fail(diag, DS_CAT_INUSE, volser,
		    "it is in a pool of catamount.conf");
	if ((st = cat_volume_remove(sys->cat, volser, diag)) == DS_OK)
		remove_dir(sys, vol.uri);
	return st;
}

enum ds_status
ds_volume_vary(struct ds_system *sys, const char *volser, bool online,
    struct ds_diag *diag)
{
	enum ds_status st = ds_authorize_operations(sys, volser, diag);

	return st == DS_OK ? cat_volume_vary(sys->cat, volser, online, diag)
			   : st;
}

enum ds_status
ds_volume_resize(struct ds_system *sys, const char *volser, uint32_t cylinders,
    struct ds_diag *diag)
{
	enum ds_status st = ds_authorize_operations(sys, volser, diag);

	return st == DS_OK
		   ? cat_volume_resize(sys->cat, volser, cylinders, diag)
		   : st;
}

/* --- shown ---------------------------------------------------------------- */

struct mapper {
	struct ds_system *sys;
	bool (*fn)(void *ctx, const struct ds_vtoc_row *row);
	void *ctx;
	struct ds_diag *diag;
	enum ds_status st;
};

static bool
give_piece(void *ctx, uint32_t low, uint32_t tracks, const uint8_t comp_id[16])
{
	struct ds_vtoc_row row = {DS_VTOC_FREE, low, tracks, {0}, ""};
	struct mapper *m = ctx;
	struct ds_entry *ent = NULL;

	if (comp_id == NULL)
		return m->fn(m->ctx, &row);
	row.kind = DS_VTOC_DATASET;
	memcpy(row.id, comp_id, sizeof(row.id));
	m->st = cat_get_component(m->sys->cat, comp_id, &ent, m->diag);
	if (m->st == DS_OK)
		snprintf(row.name, sizeof(row.name), "%s", ent->name);
	else if (m->st != DS_CAT_NOTFOUND)
		return false;
	m->st = DS_OK;
	ds_entry_free(&ent);
	return m->fn(m->ctx, &row);
}

enum ds_status
ds_volume_vtoc(struct ds_system *sys, const char *volser,
    bool (*fn)(void *ctx, const struct ds_vtoc_row *row), void *ctx,
    struct ds_diag *diag)
{
	const struct ds_vtoc_row first = {
	    DS_VTOC_SYSTEM, 0, DS_VOLUME_RESERVED, {0}, ""};
	struct mapper m = {sys, fn, ctx, diag, DS_OK};
	struct cat_volume vol;
	enum ds_status st;

	if ((st = cat_volume_get(sys->cat, volser, &vol, diag)) != DS_OK ||
	    !fn(ctx, &first))
		return st;
	st = cat_volume_map(sys->cat, volser, give_piece, &m, diag);
	return st == DS_OK ? m.st : st;
}
