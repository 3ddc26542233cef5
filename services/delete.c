/*
 * DELETE: what goes, in the order in which it is told, and how.
 *
 *	1  the intents of all components with files
 *	2  the entries (with 1 in one transaction when they are in the master)
 *	3  the files, then their space and the intents in one transaction
 *
 * A death before 2 is none; after 2 the next one to open the root does 3.
 * Entries without files may go in groups, which 2 alone is for.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/define_int.h"
#include "services/gdg_int.h"
#include "services/group_int.h"
#include "services/security_int.h"
#include "services/system_int.h"

enum { DELETE_TRIES = 8 };

/* A file that goes: what of an entry's component is on one volume. */
struct victim_file {
	const struct ds_entry *ent;
	uint8_t id[SPHERE_ID_LEN];
	char volser[VOLSER_MAX + 1];
	int64_t intent;
	bool gone;
};

struct victims {
	struct ds_entry **ents;
	size_t n;
	struct victim_file *files;
	size_t nfiles;
	/* What the transaction that removes the entries does too, or NULL. */
	enum ds_status (*also)(void *ctx, struct ds_diag *diag);
	void *also_ctx;
};

static void
victims_free(struct victims *v)
{
	size_t i;

	for (i = 0; i < v->n; i++)
		ds_entry_free(&v->ents[i]);
	free(v->ents);
	free(v->files);
}

/* Takes *entp over on success. */
static enum ds_status
victim_add(struct victims *v, struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry **ents;

	ents = realloc(v->ents, (v->n + 1) * sizeof(struct ds_entry *));
	if (ents == NULL)
		return ds_fail(diag, DS_NOMEM, (*entp)->name, NULL);
	v->ents = ents;
	ents[v->n++] = *entp;
	*entp = NULL;
	return DS_OK;
}

/* --- what goes ------------------------------------------------------------ */

static enum ds_status collect(struct ds_system *sys, struct victims *v,
    struct ds_entry **entp, struct ds_diag *diag);

/* The associates of type that hang on ent. */
static enum ds_status
collect_type(struct ds_system *sys, struct victims *v,
    const struct ds_entry *ent, enum ds_type type, struct ds_diag *diag)
{
	struct ds_entry *part = NULL;
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; i < ent->nassocs && st == DS_OK; i++) {
		if (ent->assocs[i].type != type)
			continue;
		st = cat_get(
		    sys->cat, ent->catalog, ent->assocs[i].name, &part, diag);
		if (st == DS_OK)
			st = collect(sys, v, &part, diag);
		ds_entry_free(&part);
	}
	return st;
}

/* New generations of a group that wait to be rolled in, or those that should
 * have been scratched when they left it and were in use. */
static enum ds_status
collect_of(struct ds_system *sys, struct victims *v,
    const struct ds_entry *base, bool left, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	struct ds_entry *ent = NULL;
	enum ds_status st;
	size_t i, n = 0;

	st = left ? gdg_left(sys, base, &names, &n, diag)
		  : gdg_waiting(sys, base, &names, &n, diag);
	for (i = 0; i < n && st == DS_OK; i++) {
		st = cat_get(sys->cat, base->catalog, names[i], &ent, diag);
		if (st == DS_OK)
			st = collect(sys, v, &ent, diag);
		ds_entry_free(&ent);
	}
	free(names);
	return st;
}

/* Paths, alternate indexes with what is theirs, then the components, and the
 * owner last: the order of IDC0550I (alternate indexes: mem). */
static enum ds_status
collect(struct ds_system *sys, struct victims *v, struct ds_entry **entp,
    struct ds_diag *diag)
{
	static const enum ds_type sphere[] = {
	    DS_PATH, DS_AIX, DS_DATA, DS_INDEX};
	struct ds_entry *ent = *entp;
	enum ds_status st = DS_OK;
	size_t i;

	switch (ent->type) {
	case DS_CLUSTER:
	case DS_AIX:
	case DS_PAGESPACE:
		for (i = 0; i < 4 && st == DS_OK; i++)
			if (ent->type != sphere[i])
				st = collect_type(sys, v, ent, sphere[i], diag);
		break;
	case DS_GDG:
		st = collect_type(sys, v, ent, DS_GDS, diag);
		if (st == DS_OK)
			st = collect_of(sys, v, ent, false, diag);
		if (st == DS_OK)
			st = collect_of(sys, v, ent, true, diag);
		if (st == DS_OK)
			st = collect_type(sys, v, ent, DS_ALIAS, diag);
		break;
	case DS_NONVSAM:
	case DS_GDS:
		st = collect_type(sys, v, ent, DS_ALIAS, diag);
		break;
	default:
		break;
	}
	if (st == DS_OK)
		st = victim_add(v, entp, diag);
	return st;
}

/* --- may it go? ----------------------------------------------------------- */

static enum ds_status
check(const struct ds_entry *ent, const struct ds_delete_opts *opts,
    struct ds_diag *diag)
{
	enum ds_type want = opts->type;

	/* a generation is a non-VSAM data set to DELETE */
	if (want == DS_NONVSAM && ent->type == DS_GDS)
		want = DS_GDS;
	if (want != 0 && want != ent->type)
		return ds_fail(diag, DS_CAT_TYPE, ent->name,
		    "the entry is of type %c", (char)ent->type);
	/* components go with their owner, catalogs by ds_ucat_delete alone */
	if (ent->type == DS_DATA || ent->type == DS_INDEX ||
	    ent->type == DS_UCAT)
		return ds_fail(diag, DS_CAT_TYPE, ent->name,
		    "an entry of type %c is not deleted so", (char)ent->type);
	if (opts->erase == 1 && ent->type != DS_CLUSTER &&
	    ent->type != DS_AIX && ent->type != DS_PAGESPACE)
		return ds_fail(diag, DS_INVALID, ent->name, "IDC2553I");
	if (!opts->purge && ds_unexpired(ent->expires))
		return ds_fail(diag, DS_CAT_UNEXPIRED, ent->name, "expires %u",
		    ent->expires);
	return DS_OK;
}

/* A group goes with its generations by FORCE alone, those too that are new and
 * not in it yet: when there are no others, one of them is named. */
static enum ds_status
check_empty(const struct victims *v, const struct ds_delete_opts *opts,
    struct ds_diag *diag)
{
	const struct ds_entry *base = v->ents[v->n - 1], *ent;
	const char *name = NULL;
	size_t i;

	for (i = 0; base->type == DS_GDG && !opts->force && i < v->n; i++) {
		ent = v->ents[i];
		if (ent->type == DS_GDS && ent->gds_status == 'A')
			name = base->name;
		else if (ent->type == DS_GDS && name == NULL)
			name = ent->name;
	}
	if (name == NULL)
		return DS_OK;
	return ds_fail(
	    diag, DS_CAT_NOTEMPTY, name, "%s has generations", base->name);
}

/* An alternate index, a path or a generation keeps its own date when its base
 * goes. */
static enum ds_status
check_dates(const struct victims *v, const struct ds_delete_opts *opts,
    struct ds_diag *diag)
{
	const struct ds_entry *ent;
	size_t i;

	for (i = 0; i < v->n && !opts->purge; i++) {
		ent = v->ents[i];
		if ((ent->type == DS_AIX || ent->type == DS_PATH ||
			ent->type == DS_GDS) &&
		    ds_unexpired(ent->expires))
			return ds_fail(diag, DS_CAT_UNEXPIRED, ent->name,
			    "expires %u", ent->expires);
	}
	return DS_OK;
}

/* --- doing it ------------------------------------------------------------- */

static bool
to_erase(const struct ds_entry *ent, const struct ds_delete_opts *opts)
{
	if (opts->erase >= 0)
		return opts->erase == 1;
	return (ent->flags & DS_A_ERASE) != 0;
}

static void
add_file(struct victims *v, const struct ds_entry *ent, const char *volser)
{
	struct victim_file *f = &v->files[v->nfiles++];

	f->ent = ent;
	memcpy(f->id, ent->comp_id, sizeof(f->id));
	snprintf(f->volser, sizeof(f->volser), "%s", volser);
}

/* One for each volume, where an index begins that is away from its data, and a
 * library's index. */
static enum ds_status
list_files(struct victims *v, struct ds_diag *diag)
{
	char home[VOLSER_MAX + 1];
	size_t i, k, n = 0;

	for (i = 0; i < v->n; i++)
		if (ds_has_file(v->ents[i]))
			n += v->ents[i]->nvolumes + 2;
	if (n == 0)
		return DS_OK;
	if ((v->files = calloc(n, sizeof(*v->files))) == NULL)
		return ds_fail(diag, DS_NOMEM, v->ents[0]->name, NULL);
	for (i = 0; i < v->n; i++) {
		const struct ds_entry *ent = v->ents[i];

		if (!ds_has_file(ent))
			continue;
		for (k = 0; k < ent->nvolumes; k++)
			if (ds_cell_used(&ent->volumes[k]))
				add_file(v, ent, ent->volumes[k].volser);
		if (ds_begins_elsewhere(ent)) {
			ds_home(ent, home);
			add_file(v, ent, home);
		}
		if (ent->org == DS_ORG_PO) {
			ds_home(ent, home);
			add_file(v, ent, home);
			ds_library_index_id(
			    ent->comp_id, v->files[v->nfiles - 1].id);
		}
	}
	return DS_OK;
}

static enum ds_status
put_intents(struct ds_system *sys, struct victims *v,
    const struct ds_delete_opts *opts, const char *holder, struct ds_diag *diag)
{
	enum ds_status st;
	size_t i;

	if (opts->noscratch)
		return DS_OK;
	st = list_files(v, diag);
	for (i = 0; i < v->nfiles && st == DS_OK; i++) {
		/* an entry must not go whose files cannot */
		st = ds_volume_ready(sys, v->files[i].volser, diag);
		if (st == DS_OK)
			st = cat_intent_put(sys->cat,
			    to_erase(v->files[i].ent, opts) ? 'E' : 'X',
			    v->files[i].volser, v->files[i].id, holder,
			    &v->files[i].intent, diag);
	}
	return st;
}

static bool
same_entry(const struct ds_entry *a, const struct ds_entry *b)
{
	size_t i;

	if (a->rowid != b->rowid || a->type != b->type ||
	    a->nassocs != b->nassocs || a->nvolumes != b->nvolumes ||
	    memcmp(a->comp_id, b->comp_id, sizeof(a->comp_id)) != 0)
		return false;
	for (i = 0; i < a->nvolumes; i++)
		if (a->volumes[i].volflag != b->volumes[i].volflag ||
		    strcmp(a->volumes[i].volser, b->volumes[i].volser) != 0)
			return false;
	for (i = 0; i < a->nassocs; i++)
		if (a->assocs[i].type != b->assocs[i].type ||
		    strcmp(a->assocs[i].name, b->assocs[i].name) != 0)
			return false;
	return true;
}

/* Has a group got a new generation since? */
static enum ds_status
check_waiting(
    struct ds_system *sys, const struct victims *v, struct ds_diag *diag)
{
	const struct ds_entry *base = v->ents[v->n - 1];
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t i, n = 0, chosen = 0;

	if (base->type != DS_GDG)
		return DS_OK;
	for (i = 0; i < v->n; i++)
		if (v->ents[i]->type == DS_GDS && v->ents[i]->gds_status == 'D')
			chosen++;
	st = gdg_waiting(sys, base, &names, &n, diag);
	free(names);
	if (st == DS_OK && n != chosen)
		st = ds_fail(
		    diag, DS_BUSY, base->name, "it is changed all the time");
	return st;
}

/*
 * Inside the transaction that removes them: are all still what was chosen? In
 * the moment between another may have defined an alternate index or a path
 * over one, or have deleted it and defined another of its name, even with its
 * row number. DS_BUSY: choose again.
 */
static enum ds_status
check_same(struct ds_system *sys, const struct victims *v, struct ds_diag *diag)
{
	struct ds_entry *now = NULL;
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; i < v->n && st == DS_OK; i++) {
		st = cat_get(sys->cat, v->ents[i]->catalog, v->ents[i]->name,
		    &now, diag);
		if (st == DS_CAT_NOTFOUND ||
		    (st == DS_OK && !same_entry(now, v->ents[i])))
			st = ds_fail(diag, DS_BUSY, v->ents[i]->name,
			    "it is changed all the time");
		ds_entry_free(&now);
	}
	return st == DS_OK ? check_waiting(sys, v, diag) : st;
}

static enum ds_status
remove_each(struct ds_system *sys, const struct victims *v,
    const struct ds_delete_opts *opts, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; i < v->n && st == DS_OK; i++) {
		st = cat_remove(sys->cat, v->ents[i], diag);
		/* a profile of this very name goes with it, unless something
		 * takes its place or its bytes stay */
		if (st == DS_OK && v->also == NULL && !opts->noscratch)
			st = cat_profile_remove(
			    sys->cat, v->ents[i]->name, diag);
	}
	return st;
}

static enum ds_status
remove_entries(struct ds_system *sys, struct victims *v,
    const struct ds_delete_opts *opts, const char *holder, struct ds_diag *diag)
{
	bool apart = strcmp(v->ents[0]->catalog, cat_master(sys->cat)) != 0;
	bool committed = false;
	enum ds_status st;
	size_t i;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	if ((st = check_same(sys, v, diag)) == DS_OK)
		st = put_intents(sys, v, opts, holder, diag);
	if (st == DS_OK && apart) {
		/* two files do not commit as one: the intents first */
		if ((st = cat_commit(sys->cat, diag)) == DS_OK) {
			committed = true;
			ds_step("delete: intents");
			st = cat_begin(sys->cat, diag);
			if (st == DS_OK)
				st = check_same(sys, v, diag);
		}
	}
	if (st == DS_OK)
		st = remove_each(sys, v, opts, diag);
	if (st == DS_OK && v->also != NULL)
		st = v->also(v->also_ctx, diag);
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	/* their numbers may be those of others by now */
	for (i = 0; !committed && i < v->nfiles; i++)
		v->files[i].intent = 0;
	return st;
}

/* One flush of each volume for all that was dropped: a file is gone for good
 * before its space is another's. */
static bool
sync_volumes(struct ds_system *sys, const struct victims *v)
{
	struct volume *done[SYSTEM_VOLUMES], *vol;
	int n = 0, k;
	size_t i;

	for (i = 0; i < v->nfiles; i++) {
		if (!v->files[i].gone ||
		    ds_system_one_volume(sys, v->files[i].volser, &vol, NULL) !=
			DS_OK)
			continue;
		for (k = 0; k < n && done[k] != vol; k++)
			continue;
		if (k < n)
			continue;
		if (vol_sync(vol, NULL) != DS_OK)
			return false;
		done[n++] = vol;
	}
	return true;
}

/* An entry of another catalog names the file, which stays with its space. */
static bool
is_of_another(struct ds_system *sys, const struct victim_file *f)
{
	char apart[DSNAME_MAX + 1] = "";
	bool stays = true;

	if (ds_component_stays(sys, f->id, &stays, NULL) != DS_OK)
		return true; /* who settles the intent finds out */
	if (!stays && ds_component_apart(sys, f->id, apart, NULL) != DS_OK)
		return true;
	if (stays || apart[0] != '\0')
		cat_intent_clear(sys->cat, f->intent, NULL);
	return stays || apart[0] != '\0';
}

/* The names are gone, so this cannot fail any more: what is left undone stays
 * with its intent and is done at the next use. */
static void
remove_files(
    struct ds_system *sys, struct victims *v, const struct ds_delete_opts *opts)
{
	char name[SPHERE_NAME_LEN];
	struct victim_file *f;
	struct volume *vol;
	size_t i;

	for (i = 0; i < v->nfiles; i++) {
		f = &v->files[i];
		if (is_of_another(sys, f))
			continue;
		if (ds_system_one_volume(sys, f->volser, &vol, NULL) != DS_OK)
			continue;
		sphere_id_name(f->id, name);
		f->gone = sphere_drop(vol, name, NULL, to_erase(f->ent, opts),
			      NULL) == DS_OK;
		ds_step("delete: file removed");
	}
	if (!sync_volumes(sys, v))
		return;
	/* Lost in a power cut, this is done again by whoever settles the
	 * intents: the files being gone is no error. */
	if (cat_begin_lazy(sys->cat, NULL) != DS_OK)
		return;
	for (i = 0; i < v->nfiles; i++) {
		f = &v->files[i];
		if (f->gone &&
		    (cat_space_give(sys->cat, f->volser, f->id, NULL) !=
			    DS_OK ||
			cat_intent_clear(sys->cat, f->intent, NULL) != DS_OK))
			break;
	}
	if (i == v->nfiles)
		cat_commit(sys->cat, NULL);
	else
		cat_rollback(sys->cat);
}

/* The names stay after all: intents that were committed before are cleared. */
static void
settle_all(struct ds_system *sys, const struct victims *v)
{
	size_t i;

	for (i = 0; i < v->nfiles; i++)
		if (v->files[i].intent != 0)
			ds_intent_settle(sys, v->files[i].intent,
			    v->files[i].volser, v->files[i].id, false, NULL);
}

static enum ds_status
delete_victims(struct ds_system *sys, struct victims *v,
    const struct ds_delete_opts *opts, struct ds_diag *diag)
{
	struct enq *life = NULL;
	char holder[HOLDER_LEN];
	enum ds_status st;

	if ((st = ds_intent_begin(sys, holder, &life, diag)) != DS_OK)
		return st;
	st = remove_entries(sys, v, opts, holder, diag);
	if (st != DS_OK)
		settle_all(sys, v);
	if (st == DS_OK) {
		ds_step("delete: entries removed");
		remove_files(sys, v, opts);
	}
	enq_free(&life);
	return st;
}

/* --- in a group ----------------------------------------------------------- */

/* There is no file to go behind the entries, and so no intent. */
static bool
may_group(const struct victims *v, const struct ds_delete_opts *opts)
{
	size_t i;

	if (opts->group == 0 || opts->test || v->also != NULL)
		return false;
	for (i = 0; i < v->n; i++)
		if (ds_has_file(v->ents[i]))
			return false;
	return true;
}

/* names are held until the group has gone. */
static enum ds_status
delete_in_group(struct ds_system *sys, const struct victims *v,
    const struct ds_delete_opts *opts, struct enq **names, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = group_begin(sys, diag)) != DS_OK)
		return st;
	st = check_same(sys, v, diag);
	if (st == DS_BUSY)
		return st; /* nothing is changed */
	if (st == DS_OK)
		st = remove_each(sys, v, opts, diag);
	if (st == DS_OK)
		return group_done(sys, opts->group, names, v->n, diag);
	group_undo(sys);
	return st;
}

/* --- names held ----------------------------------------------------------- */

/*
 * Exclusive on each name that goes; its components are held by their owner's,
 * but this job itself may have them open, which opener, an owner apart, finds.
 */
static enum ds_status
hold_all(struct ds_system *sys, const struct victims *v,
    struct enq_owner *opener, struct enq **names, struct enq **opens,
    struct ds_diag *diag)
{
	const struct ds_entry *ent;
	char comp[SPHERE_NAME_LEN];
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; i < v->n && st == DS_OK; i++) {
		ent = v->ents[i];
		if (ent->type != DS_DATA && ent->type != DS_INDEX)
			st = enq_take(ds_system_owner(sys), "SYSDSN", ent->name,
			    ENQ_EXC, 0, &names[i], diag);
		if (st != DS_OK || ent->type == DS_INDEX || !ds_has_file(ent))
			continue;
		sphere_id_name(ent->comp_id, comp);
		st = open_lock_alone(opener, comp, &opens[i], diag);
		if (st == DS_OPEN_INUSE && diag != NULL)
			snprintf(
			    diag->name, sizeof(diag->name), "%s", ent->name);
	}
	return ds_busy_entry(st, diag);
}

static enum ds_status
delete_locked(struct ds_system *sys, struct victims *v,
    const struct ds_delete_opts *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	struct enq **names = calloc(v->n, sizeof(struct enq *));
	struct enq **opens = calloc(v->n, sizeof(struct enq *));
	struct enq_owner *opener = NULL;
	const bool grouped = may_group(v, opts);
	enum ds_status st = DS_OK;
	size_t i;

	if (names == NULL || opens == NULL) {
		st = ds_fail(diag, DS_NOMEM, v->ents[0]->name, NULL);
		goto out;
	}
	if (!grouped && opts->group > 0)
		st = ds_system_flush(sys, NULL, diag);
	/* of what has no file nothing is open */
	if (st == DS_OK && !grouped)
		st = enq_owner_new(sys->root, NULL, &opener, diag);
	if (st == DS_OK)
		st = hold_all(sys, v, opener, names, opens, diag);
	if (st == DS_OK && grouped)
		st = delete_in_group(sys, v, opts, names, diag);
	else if (st == DS_OK && !opts->test)
		st = delete_victims(sys, v, opts, diag);
	for (i = 0; st == DS_OK && i < v->n && deleted != NULL; i++)
		deleted(ctx, v->ents[i]->type, v->ents[i]->name);
	for (i = 0; i < v->n; i++) {
		enq_free(&opens[i]);
		enq_free(&names[i]);
	}
	enq_owner_free(&opener);
out:
	free(opens);
	free(names);
	return st;
}

/* One attempt; DS_BUSY: what was chosen has changed meanwhile. */
static enum ds_status
delete_once(struct ds_system *sys, const char *name,
    const struct ds_delete_opts *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct victims *v, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = cat_get(sys->cat, opts->catalog, name, &ent, diag);
	if (st == DS_OK)
		st = check(ent, opts, diag);
	if (st == DS_OK)
		st = collect(sys, v, &ent, diag);
	if (st == DS_OK)
		st = check_empty(v, opts, diag);
	if (st == DS_OK)
		st = check_dates(v, opts, diag);
	if (st == DS_OK) {
		ds_step("delete: chosen");
		st = delete_locked(sys, v, opts, deleted, ctx, diag);
	}
	ds_entry_free(&ent);
	victims_free(v);
	return st;
}

enum ds_status
delete_and(struct ds_system *sys, const char *name,
    const struct ds_delete_opts *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    enum ds_status (*also)(void *also_ctx, struct ds_diag *diag),
    void *also_ctx, struct ds_diag *diag)
{
	const bool released = reserve_release(sys->root);
	struct ds_delete_opts own = *opts;
	enum ds_status st = DS_OK;
	int tries = 0;

	/* The disk is nearly full, and the commit needs what was released: a
	 * later one would not have it. */
	if (released && opts->group > 0) {
		st = ds_system_flush(sys, NULL, diag);
		own.group = 0;
	}
	while (st == DS_OK) {
		struct victims v = {.also = also, .also_ctx = also_ctx};

		st = delete_once(sys, name, &own, deleted, ctx, &v, diag);
		if (st != DS_BUSY || ++tries == DELETE_TRIES)
			break;
		st = DS_OK;
	}
	if (st == DS_BUSY)
		st = ds_fail(diag, DS_CAT_INUSE, name, NULL);
	if (own.group > 0)
		group_pass(sys);
	if (released) {
		cat_trim(sys->cat);
		reserve_restore(sys->root, true);
	}
	return st;
}

enum ds_status
ds_delete(struct ds_system *sys, const char *name,
    const struct ds_delete_opts *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = DS_OK;

	if (sys->config.security) {
		st = cat_get(sys->cat, opts->catalog, name, &ent, diag);
		if (st == DS_OK)
			st = security_entry(sys, ent, DS_ACCESS_ALTER, diag);
		ds_entry_free(&ent);
	}
	if (st != DS_OK)
		return st;
	return delete_and(sys, name, opts, deleted, ctx, NULL, NULL, diag);
}
