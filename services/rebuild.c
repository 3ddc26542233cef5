/*
 * The rebuilding of lost catalogs.
 *
 * A catalog that is lost is made again of its recovery area, as it was. What
 * the volumes have and no catalog names is entered in the catalog that its
 * headers say. Without an area a user catalog is empty before that, and so is
 * the master: then the catalogs whose files or areas are there are connected,
 * names that would be out of reach get aliases (rebuild_alias.c), and volumes
 * are those whose folders are there. What is not known again is told.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/gdg_int.h"
#include "services/locate.h"
#include "services/rebuild_int.h"
#include "services/security_int.h"

/* Folders of root/volumes, files of root/catalogs. */
static void
each_name(struct rebuild *rb, const char *folder,
    void (*fn)(struct rebuild *rb, const char *name))
{
	char path[PATH_MAX + 32];
	struct dirent *de;
	DIR *d;

	snprintf(path, sizeof(path), "%s/%s", rb->sys->root, folder);
	if ((d = opendir(path)) == NULL)
		return;
	while ((de = readdir(d)) != NULL)
		fn(rb, de->d_name);
	closedir(d);
}

/* What a catalog's area should have had is gone. */
static void
tell_area(struct rebuild *rb, const char *name)
{
	const bool master = strcmp(name, cat_master(rb->sys->cat)) == 0;
	struct ds_diag diag = {0};

	ds_fail(&diag, DS_NOFILE, name, "%s",
	    master ? "profiles, groups, user IDs, aliases, volumes' sizes and "
		     "states are lost as far as no line says otherwise"
		   : "what has no bytes on volumes is lost as far as no line "
		     "says otherwise");
	rb->told(rb->ctx, "all of catalog", name, DS_NOFILE, &diag);
}

static void
add_volume(struct rebuild *rb, const char *name)
{
	struct ds_diag diag = {0};
	struct cat_volume vol;
	enum ds_status st;

	if (!volser_valid(name, strlen(name)) ||
	    cat_volume_get(rb->sys->cat, name, &vol, NULL) == DS_OK)
		return;
	st = ds_system_add_volume(rb->sys, name, &diag);
	rb->told(rb->ctx, "volume", name, st, &diag);
}

static enum ds_status
connect_catalog(struct rebuild *rb, const char *name, struct ds_diag *diag)
{
	return ds_ucat_connect(
	    rb->sys, name, rb->sys->config.pool[0], NULL, NULL, diag);
}

static void
add_catalog(struct rebuild *rb, const char *file)
{
	char name[DSNAME_MAX + 1];
	struct ds_diag diag = {0};
	size_t len = strlen(file);
	enum ds_status st;

	if (len < 4 || len - 3 > DSNAME_MAX ||
	    strcmp(file + len - 3, ".db") != 0)
		return;
	snprintf(name, sizeof(name), "%.*s", (int)(len - 3), file);
	if (!dsname_valid(name, strlen(name)) ||
	    ds_catalog_exists(rb->sys, name))
		return;
	st = connect_catalog(rb, name, &diag);
	rb->told(rb->ctx, "catalog", name, st, &diag);
}

/* The master does not know it: its area makes the file, which is connected. */
static void
add_area(struct rebuild *rb, const char *file)
{
	char name[DSNAME_MAX + 1], dir[PATH_MAX + 32], areas[PATH_MAX + 32];
	struct cat_recovered of = {false};
	const size_t len = strlen(file);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (len < 5 || len - 4 > DSNAME_MAX ||
	    strcmp(file + len - 4, ".cra") != 0)
		return;
	snprintf(name, sizeof(name), "%.*s", (int)(len - 4), file);
	if (!dsname_valid(name, strlen(name)) ||
	    ds_catalog_exists(rb->sys, name))
		return;
	snprintf(dir, sizeof(dir), "%s/catalogs", rb->sys->root);
	snprintf(areas, sizeof(areas), "%s/" SYSTEM_RECOVERY, rb->sys->root);
	st = cat_recover(dir, areas, name, name, &of, &diag);
	if (st == DS_OK)
		st = connect_catalog(rb, name, &diag);
	rb->told(rb->ctx, "catalog", name, st, &diag);
	if (st == DS_OK && !of.whole)
		tell_area(rb, name);
}

/* Connectors whose files are gone get what their areas have. */
static enum ds_status
remake_catalogs(struct rebuild *rb, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	struct cat_recovered of = {false};
	struct ds_diag why;
	enum ds_status st, one;
	size_t i, n = 0;

	st = cat_ucat_names(rb->sys->cat, &names, &n, diag);
	for (i = 0; i < n && st == DS_OK; i++) {
		if (cat_there(rb->sys->cat, names[i]))
			continue;
		memset(&why, 0, sizeof(why));
		one = cat_ucat_remake(rb->sys->cat, names[i], &of, &why);
		if (one == DS_OK && !cat_there(rb->sys->cat, names[i]))
			one = ds_fail(&why, DS_CAT_UNAVAIL, names[i],
			    "the file is damaged: move it away first");
		rb->told(rb->ctx, "catalog", names[i], one, &why);
		if (one == DS_OK && !of.whole)
			tell_area(rb, names[i]);
		if (one != DS_OK)
			st = ds_fail(diag, one, names[i], "%s", why.text);
	}
	free(names);
	return st;
}

/* A component names a catalog that is not there: it is made, empty. */
static void
make_catalog(struct rebuild *rb, const char *name)
{
	struct ds_define_ucat def;
	struct ds_defined made;
	struct ds_diag diag = {0};
	enum ds_status st;

	if (name[0] == '\0' || cat_there(rb->sys->cat, name))
		return;
	memset(&def, 0, sizeof(def));
	snprintf(def.level.name, sizeof(def.level.name), "%s", name);
	def.level.unit = DS_UNIT_TRK;
	def.level.pri = 1;
	def.level.nvolumes = 1;
	strcpy(def.level.volumes[0], rb->sys->config.pool[0]);
	st = ds_define_ucat(rb->sys, &def, &made, &diag);
	rb->made_catalog = rb->made_catalog || st == DS_OK;
	rb->told(rb->ctx, "catalog", name, st, &diag);
}

static bool
keep_stray(void *ctx, const struct recat_comp *c)
{
	struct rebuild *rb = ctx;
	size_t cap = rb->cap > 0 ? 2 * rb->cap : 64;
	bool known = true;
	void *p;

	if (!c->readable) {
		rb->told(rb->ctx, "component", c->file, DS_CORRUPT, NULL);
		return true;
	}
	/* a temporary data set is of a job that lost it with its catalog */
	if (c->attr.part != SPHERE_DATA ||
	    (c->attr.flags & DS_A_TEMPORARY) != 0 ||
	    cat_component_known(rb->sys->cat, c->attr.id, &known, NULL) !=
		DS_OK ||
	    known)
		return true;
	if (rb->n == rb->cap) {
		if ((p = realloc(rb->v, cap * sizeof(*rb->v))) == NULL) {
			rb->nomem = true;
			return false;
		}
		rb->v = p;
		rb->cap = cap;
	}
	rb->v[rb->n++] = *c;
	return true;
}

/* By name, so that they are listed as they are used to be; bases go before
 * their alternate indexes by another pass. */
static int
by_name(const void *a, const void *b)
{
	const struct recat_comp *x = a, *y = b;

	return strcmp(x->attr.cluster, y->attr.cluster);
}

/* Is it found by its name, and what it was? */
static void
check_entered(struct rebuild *rb, const char *name, const char *in)
{
	char base[DSNAME_MAX + 1];
	struct ds_entry *group = NULL;
	struct ds_diag diag = {0};

	if (dsname_generation(name, base, NULL, NULL)) {
		if (gdg_base_of(rb->sys, in, name, &group, NULL) == DS_OK &&
		    group == NULL) {
			ds_fail(&diag, DS_CAT_NOTFOUND, name,
			    "its base %s is lost, it is a data set of its own",
			    base);
			rb->told(rb->ctx, "generation", name, DS_CAT_NOTFOUND,
			    &diag);
		}
		ds_entry_free(&group);
	}
	if (in[0] != '\0')
		rebuild_reach(rb, name, in);
}

static void
enter_strays(struct rebuild *rb, bool aix)
{
	struct ds_diag diag;
	const char *in;
	enum ds_status st;
	size_t i;

	for (i = 0; i < rb->n; i++) {
		const struct comp_attr *a = &rb->v[i].attr;

		if (comp_has_base(a) != aix)
			continue;
		in = a->words.catalog;
		if (in[0] != '\0' && !cat_there(rb->sys->cat, in))
			in = "";
		memset(&diag, 0, sizeof(diag));
		st = recat_enter(rb->sys, &rb->v[i], in, &diag);
		rb->told(rb->ctx, "data set", a->cluster, st, &diag);
		if (st == DS_OK)
			check_entered(rb, a->cluster, in);
	}
}

/* Entries whose space the ledger does not have: it was lost, or somebody died
 * between the two. */
static enum ds_status
claim_all(struct rebuild *rb, struct ds_diag *diag)
{
	struct catalog *cat = rb->sys->cat;
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t i, n = 0;

	st = ds_claim_catalog(rb->sys, cat_master(cat), NULL, NULL, diag);
	if (st == DS_OK)
		st = cat_ucat_names(cat, &names, &n, diag);
	for (i = 0; i < n && st == DS_OK; i++)
		st = ds_claim_catalog(rb->sys, names[i], NULL, NULL, diag);
	free(names);
	return st;
}

/* The catalogs themselves: those of the master, and with a master that is not
 * what it was those that are there. */
static enum ds_status
rebuild_catalogs(struct rebuild *rb, struct ds_diag *diag)
{
	enum ds_status st;

	each_name(rb, "volumes", add_volume);
	each_name(rb, "catalogs", add_catalog);
	if (!rb->known)
		each_name(rb, SYSTEM_RECOVERY, add_area);
	if ((st = remake_catalogs(rb, diag)) == DS_OK)
		st = claim_all(rb, diag);
	return st;
}

static enum ds_status
rebuild(struct rebuild *rb, struct ds_diag *diag)
{
	enum ds_status st;
	size_t i;

	if ((st = rebuild_catalogs(rb, diag)) != DS_OK)
		return st;
	st = recat_scan(rb->sys, keep_stray, rb, diag);
	if (st == DS_OK && rb->nomem)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st != DS_OK)
		return st;
	if (rb->n > 0)
		qsort(rb->v, rb->n, sizeof(*rb->v), by_name);
	for (i = 0; i < rb->n; i++)
		make_catalog(rb, rb->v[i].attr.words.catalog);
	if ((!rb->known || rb->made_catalog) &&
	    (st = rebuild_aliases(rb, diag)) != DS_OK)
		return st;
	enter_strays(rb, false);
	enter_strays(rb, true);
	return DS_OK;
}

enum ds_status
ds_rebuild(const char *root,
    void (*told)(void *ctx, const char *what, const char *name,
	enum ds_status st, const struct ds_diag *diag),
    void *ctx, struct ds_diag *diag)
{
	struct rebuild rb = {.told = told, .ctx = ctx};
	struct ds_lost lost = {.recover = true};
	enum ds_status st;

	if ((st = ds_system_open_lost(root, &rb.sys, &lost, diag)) != DS_OK)
		return st;
	st = ds_authorize_operations(rb.sys, cat_master(rb.sys->cat), diag);
	if (st != DS_OK) {
		ds_system_close(&rb.sys);
		return st;
	}
	cat_pass_locks(rb.sys->cat, true);
	rb.known = !lost.made || lost.whole;
	if (lost.made)
		told(ctx, "catalog", cat_master(rb.sys->cat), DS_OK, NULL);
	if (!rb.known)
		tell_area(&rb, cat_master(rb.sys->cat));
	st = rebuild(&rb, diag);
	free(rb.v);
	ds_system_close(&rb.sys);
	return st;
}
