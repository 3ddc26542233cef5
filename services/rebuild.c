/*
 * DIAGNOSE: catalogs and volumes compared; and the rebuilding of what is lost.
 *
 * A lost user catalog is made again under its name and its entries are those
 * of the components that name it. A lost master is made empty; the catalogs
 * whose files are there are connected, and names whose first qualifier is in
 * one of them alone get their alias; volumes are those whose folders are there.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/alter.h"
#include "services/locate.h"
#include "services/recatalog_int.h"
#include "services/security_int.h"

/* --- DIAGNOSE ------------------------------------------------------------- */

struct diagnosis {
	struct ds_system *sys;
	const struct ds_diagnose *how;
	uint64_t checked;
	bool stopped;
};

static bool
report(struct diagnosis *d, enum ds_stray what, const char *name,
    const char *cluster, const char *volser, const char *file)
{
	struct ds_stray_found f = {.what = what};

	snprintf(f.name, sizeof(f.name), "%s", name);
	snprintf(f.cluster, sizeof(f.cluster), "%s", cluster);
	snprintf(f.volser, sizeof(f.volser), "%s", volser);
	snprintf(f.file, sizeof(f.file), "%s", file);
	d->stopped = !d->how->found(d->how->ctx, &f);
	return !d->stopped;
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
	return report(d, DS_STRAY_COMPONENT, c->attr.name, c->attr.cluster,
	    c->volser, c->file);
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

/* --- rebuilding ----------------------------------------------------------- */

struct rebuild {
	struct ds_system *sys;
	void (*told)(void *ctx, const char *what, const char *name,
	    enum ds_status st, const struct ds_diag *diag);
	void *ctx;
	struct recat_comp *v; /* data components in no catalog */
	size_t n, cap;
	bool nomem;
};

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

/* Connectors whose files are gone get empty ones. */
static enum ds_status
remake_catalogs(struct rebuild *rb, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	struct ds_diag why = {0};
	enum ds_status st, one;
	size_t i, n = 0;

	st = cat_ucat_names(rb->sys->cat, &names, &n, diag);
	for (i = 0; i < n && st == DS_OK; i++) {
		if (cat_there(rb->sys->cat, names[i]))
			continue;
		one = cat_ucat_remake(rb->sys->cat, names[i], &why);
		if (one == DS_OK && !cat_there(rb->sys->cat, names[i]))
			one = ds_fail(&why, DS_CAT_UNAVAIL, names[i],
			    "the file is damaged: move it away first");
		rb->told(rb->ctx, "catalog", names[i], one, &why);
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

/* The first qualifier leads to the catalog that has the name. */
static void
add_alias(struct rebuild *rb, const char *name, const char *catalog)
{
	struct ds_define_alias def;
	char routed[DSNAME_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;

	if (strcmp(catalog, cat_master(rb->sys->cat)) == 0 ||
	    cat_route(rb->sys->cat, name, routed, NULL) != DS_OK ||
	    strcmp(routed, catalog) == 0 ||
	    strcmp(routed, cat_master(rb->sys->cat)) != 0 ||
	    strchr(name, '.') == NULL)
		return;
	memset(&def, 0, sizeof(def));
	snprintf(
	    def.name, sizeof(def.name), "%.*s", (int)strcspn(name, "."), name);
	snprintf(def.target, sizeof(def.target), "%s", catalog);
	st = ds_define_alias(rb->sys, &def, &diag);
	rb->told(rb->ctx, "alias", def.name, st, &diag);
}

static bool
alias_entry(void *ctx, const struct ds_entry *ent)
{
	if (ent->type != DS_DATA && ent->type != DS_INDEX)
		add_alias(ctx, ent->name, ent->catalog);
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
		if (st == DS_OK && in[0] != '\0')
			add_alias(rb, a->cluster, in);
		rb->told(rb->ctx, "data set", a->cluster, st, &diag);
	}
}

static enum ds_status
add_aliases(struct rebuild *rb, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t i, n = 0;

	st = cat_ucat_names(rb->sys->cat, &names, &n, diag);
	for (i = 0; i < n && st == DS_OK; i++)
		st = cat_list(rb->sys->cat, names[i], CAT_ALL, NULL,
		    alias_entry, rb, diag);
	free(names);
	return st;
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

static enum ds_status
rebuild(struct rebuild *rb, bool new_master, struct ds_diag *diag)
{
	enum ds_status st;
	size_t i;

	each_name(rb, "volumes", add_volume);
	each_name(rb, "catalogs", add_catalog);
	if ((st = remake_catalogs(rb, diag)) != DS_OK)
		return st;
	if ((st = claim_all(rb, diag)) != DS_OK)
		return st;
	if (new_master && (st = add_aliases(rb, diag)) != DS_OK)
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
	enum ds_status st;
	bool made = false;

	if ((st = ds_system_open_lost(root, &rb.sys, &made, diag)) != DS_OK)
		return st;
	st = ds_authorize_operations(rb.sys, cat_master(rb.sys->cat), diag);
	if (st != DS_OK) {
		ds_system_close(&rb.sys);
		return st;
	}
	cat_pass_locks(rb.sys->cat, true);
	if (made)
		told(ctx, "catalog", cat_master(rb.sys->cat), DS_OK, NULL);
	st = rebuild(&rb, made, diag);
	free(rb.v);
	ds_system_close(&rb.sys);
	return st;
}
