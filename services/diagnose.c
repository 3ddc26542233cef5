/* DIAGNOSE: catalogs and volumes compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/alter.h"
#include "services/locate.h"
#include "services/recatalog_int.h"
#include "services/security_int.h"

struct diagnosis {
	struct ds_system *sys;
	const struct ds_diagnose *how;
	uint64_t checked;
	bool stopped;
};

static bool
report_as(struct diagnosis *d, struct ds_stray_found *f, const char *name,
    const char *cluster, const char *volser, const char *file)
{
	snprintf(f->name, sizeof(f->name), "%s", name);
	snprintf(f->cluster, sizeof(f->cluster), "%s", cluster);
	snprintf(f->volser, sizeof(f->volser), "%s", volser);
	snprintf(f->file, sizeof(f->file), "%s", file);
	d->stopped = !d->how->found(d->how->ctx, f);
	return !d->stopped;
}

static bool
report(struct diagnosis *d, enum ds_stray what, const char *name,
    const char *cluster, const char *volser, const char *file)
{
	struct ds_stray_found f = {.what = what};

	return report_as(d, &f, name, cluster, volser, file);
}

static bool
is_wanted(struct diagnosis *d, const char *name, const char *owner,
    const char *catalog)
{
	return d->how->wanted == NULL ||
	       d->how->wanted(d->how->ctx, name, owner, catalog);
}

/* What a component is part of, or "". */
static const char *
owner_of(const struct ds_entry *ent)
{
	static const enum ds_type owners[] = {DS_CLUSTER, DS_AIX, DS_PAGESPACE};
	const char *owner;
	size_t i;

	if (ent->type != DS_DATA && ent->type != DS_INDEX)
		return "";
	for (i = 0; i < sizeof(owners) / sizeof(owners[0]); i++)
		if ((owner = ds_entry_assoc(ent, owners[i])) != NULL)
			return owner;
	return "";
}

static bool
diagnose_entry(void *ctx, const struct ds_entry *ent)
{
	struct diagnosis *d = ctx;
	char file[SPHERE_NAME_LEN], home[VOLSER_MAX + 1];
	struct comp_attr attr;
	struct volume *vol;
	enum ds_status st;

	if (!ds_has_file(ent) ||
	    !is_wanted(d, ent->name, owner_of(ent), ent->catalog))
		return true;
	d->checked++;
	sphere_id_name(ent->comp_id, file);
	ds_home(ent, home);
	/* of a volume that is offline nothing is known, so nothing is said */
	if (ds_volume_ready(d->sys, home, NULL) != DS_OK)
		return true;
	st = ds_system_volume(d->sys, home, &vol, NULL);
	if (st == DS_OK)
		st = sphere_read_attr(vol, file, &attr, NULL);
	if (st == DS_OK && strcmp(attr.name, ent->name) != 0)
		return report(
		    d, DS_STRAY_NAME, ent->name, attr.name, home, file);
	if (st == DS_OK)
		return !d->how->right || report(d, DS_STRAY_NONE, ent->name,
					     owner_of(ent), home, file);
	return report(d,
	    st == DS_NOFILE || st == DS_CAT_NOVOLUME ? DS_STRAY_ENTRY
						     : DS_STRAY_DAMAGED,
	    ent->name, "", home, file);
}

static bool
diagnose_comp(void *ctx, const struct recat_comp *c)
{
	struct ds_stray_found f = {.what = DS_STRAY_COMPONENT};
	struct diagnosis *d = ctx;
	bool known = false;

	d->checked++;
	/* one that an entry names was looked at by its entry */
	if (!c->readable)
		return d->how->catalog[0] != '\0' ||
		       !is_wanted(d, "", "", "") ||
		       report(d, DS_STRAY_DAMAGED, "", "", c->volser, c->file);
	if (d->how->catalog[0] != '\0' &&
	    strcmp(c->attr.words.catalog, d->how->catalog) != 0)
		return true;
	if (!is_wanted(d, c->attr.name, c->attr.cluster, c->attr.words.catalog))
		return true;
	if (recat_known(d->sys, &c->attr, &known, NULL) != DS_OK || known)
		return true;
	ds_component_apart(d->sys, c->attr.id, f.apart, NULL);
	return report_as(
	    d, &f, c->attr.name, c->attr.cluster, c->volser, c->file);
}

static enum ds_status
diagnose_all(struct diagnosis *d, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t i, n = 0;

	if (d->how->catalog[0] != '\0')
		return cat_list(d->sys->cat, d->how->catalog, CAT_ALL, NULL,
		    diagnose_entry, d, diag);
	st = cat_list(d->sys->cat, cat_master(d->sys->cat), CAT_ALL, NULL,
	    diagnose_entry, d, diag);
	if (st == DS_OK)
		st = cat_ucat_names(d->sys->cat, &names, &n, diag);
	for (i = 0; i < n && st == DS_OK && !d->stopped; i++)
		st = cat_list(d->sys->cat, names[i], CAT_ALL, NULL,
		    diagnose_entry, d, diag);
	free(names);
	return st;
}

/* As ALTER LOCK and UNLOCK. */
static enum ds_status
set_lock(struct ds_system *sys, const char *name, bool on, struct ds_diag *diag)
{
	const uint64_t word = (uint64_t)1 << ALTER_W_LOCK;
	struct ds_alter al = {.said = word, .no = on ? 0 : word};
	unsigned warn = 0;

	snprintf(al.extra, sizeof(al.extra), "LOCK=%s\nUNLOCK=%s\n",
	    on ? "YES" : "", on ? "" : "YES");
	return ds_alter(sys, name, &al, &warn, diag);
}

/* Lock the catalog for all others. */
static enum ds_status
lock_others_out(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	const char *master = cat_master(sys->cat);
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if (name[0] == '\0' || strcmp(name, master) == 0)
		return ds_fail(
		    diag, DS_CAT_TYPE, name, "only a user catalog is locked");
	if ((st = cat_get(sys->cat, master, name, &ent, diag)) != DS_OK)
		return st;
	if (ds_extra_says(ent->extra, "LOCK", "YES"))
		st = ds_fail(diag, DS_CAT_UNAVAIL, name, DS_UCAT_LOCKED);
	ds_entry_free(&ent);
	if (st == DS_OK)
		st = set_lock(sys, name, true, diag);
	if (st == DS_OK)
		cat_pass_locks(sys->cat, true);
	return st;
}

static enum ds_status
let_others_in(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	cat_pass_locks(sys->cat, false);
	return set_lock(sys, name, false, diag);
}

enum ds_status
ds_diagnose(struct ds_system *sys, const struct ds_diagnose *how,
    uint64_t *checkedp, struct ds_diag *diag)
{
	struct diagnosis d = {.sys = sys, .how = how};
	enum ds_status st, unlocked = DS_OK;

	st = security_catalog(sys, how->catalog, DS_ACCESS_READ, diag);
	if (st == DS_OK && how->lock)
		st = lock_others_out(sys, how->catalog, diag);
	if (st != DS_OK)
		return st;
	st = diagnose_all(&d, diag);
	if (st == DS_OK && !d.stopped)
		st = recat_scan(sys, diagnose_comp, &d, diag);
	if (how->lock)
		unlocked =
		    let_others_in(sys, how->catalog, st == DS_OK ? diag : NULL);
	if (st == DS_OK)
		st = unlocked;
	if (st == DS_OK)
		*checkedp = d.checked;
	return st;
}
