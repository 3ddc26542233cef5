/*
 * Rewriting a sequential data set: the new content goes to a component of its
 * own, which takes the place of the old one when it is closed. A library's
 * index, which no entry names, goes the same way as the data.
 *
 *	1  the new component's intent
 *	2  its file, which the caller fills and closes
 *	3  the entry names it, the tracks of the old one are its own, and the
 *	   old one has an intent: one transaction
 *	4  the old file goes, then its intent
 *
 * A death before 3 leaves a component that no entry names, a death after it
 * the old one: the rule of settle.c removes either. The tracks of the ledger
 * are taken once, since a rewrite on z/OS fits where the old content was; the
 * host's file system holds both files until 4.
 *
 * An entry in a user catalog is another file than the ledger's: there the old
 * one's intent is committed first, and a death between the two commits of 3
 * frees the tracks in the ledger alone. No record is lost by that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/define_int.h"
#include "services/enq.h"
#include "services/rewrite.h"

enum { REWRITE_FILES = DEFINE_VOLUMES + 1 };

struct rewrite {
	struct ds_system *sys;
	char catalog[DSNAME_MAX + 1], name[DSNAME_MAX + 1];
	uint8_t old_id[SPHERE_ID_LEN], new_id[SPHERE_ID_LEN];
	char holder[HOLDER_LEN];
	struct enq *life;
	const struct rewrite_as *as; /* NULL: a sequential data set */
	/* where the new component has files; until it is in place */
	struct rewrite_file {
		char volser[VOLSER_MAX + 1];
		uint8_t new_id[SPHERE_ID_LEN], old_id[SPHERE_ID_LEN];
		int64_t intent;
	} files[REWRITE_FILES];
	int nfiles;
};

bool
rewrite_needed(struct volume *vol, const char *comp)
{
	struct sphere_state state;

	/* Nothing to be kept; what cannot be read is not written over. */
	return sphere_read_state(vol, comp, &state, NULL, NULL) != DS_OK ||
	       state.part[SPHERE_DATA].hurba > 0;
}

static enum ds_status
make_file(struct rewrite *rw, const struct ds_entry *ent, struct volume *vol,
    struct ds_diag *diag)
{
	const bool reserve = rw->sys->config.reserve;
	struct comp_attr attr, index;
	enum ds_status st;

	if (rw->as != NULL) {
		attr = rw->as->attr;
	} else {
		define_ps_attr(ent, &attr);
		ds_header_words(&attr, ent, NULL, ent->catalog);
	}
	memcpy(attr.id, rw->new_id, sizeof(attr.id));
	if ((st = sphere_id_new(attr.sphere, diag)) != DS_OK)
		return st;
	if (!reserve)
		attr.flags |= DS_A_NORESERVE;
	if (rw->as == NULL || rw->as->index == NULL)
		return sphere_create(vol, &attr, NULL, diag);
	index = *rw->as->index;
	ds_library_index_id(attr.id, index.id);
	memcpy(index.sphere, attr.sphere, sizeof(index.sphere));
	memcpy(index.peer, attr.id, sizeof(index.peer));
	memcpy(attr.peer, index.id, sizeof(attr.peer));
	if (!reserve)
		index.flags |= DS_A_NORESERVE;
	return sphere_create(vol, &attr, &index, diag);
}

void
rewrite_name(const struct rewrite *rw, char comp[SPHERE_NAME_LEN])
{
	sphere_id_name(rw->new_id, comp);
}

/* A file more, of the data or of a library's index. */
static enum ds_status
add_file(
    struct rewrite *rw, const char *volser, bool index, struct ds_diag *diag)
{
	struct rewrite_file *f = &rw->files[rw->nfiles];
	enum ds_status st;

	if (rw->nfiles == REWRITE_FILES)
		return ds_fail(
		    diag, DS_NOSPACE, rw->name, "it has too many volumes");
	snprintf(f->volser, sizeof(f->volser), "%s", volser);
	memcpy(f->new_id, rw->new_id, sizeof(f->new_id));
	memcpy(f->old_id, rw->old_id, sizeof(f->old_id));
	if (index) {
		ds_library_index_id(rw->new_id, f->new_id);
		ds_library_index_id(rw->old_id, f->old_id);
	}
	st = cat_intent_put(
	    rw->sys->cat, 'D', volser, f->new_id, rw->holder, &f->intent, diag);
	if (st == DS_OK)
		rw->nfiles++;
	return st;
}

enum ds_status
rewrite_piece(struct rewrite *rw, const char *volser, struct ds_diag *diag)
{
	return add_file(rw, volser, false, diag);
}

enum ds_status
rewrite_begin(struct ds_system *sys, const struct ds_entry *ent,
    struct rewrite **rwp, char comp[SPHERE_NAME_LEN], struct ds_diag *diag)
{
	return rewrite_begin_as(sys, ent, NULL, rwp, comp, diag);
}

enum ds_status
rewrite_begin_as(struct ds_system *sys, const struct ds_entry *ent,
    const struct rewrite_as *as, struct rewrite **rwp,
    char comp[SPHERE_NAME_LEN], struct ds_diag *diag)
{
	struct rewrite *rw = calloc(1, sizeof(*rw));
	struct volume *vol = NULL;
	enum ds_status st;

	if (rw == NULL)
		return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	rw->sys = sys;
	rw->as = as;
	memcpy(rw->catalog, ent->catalog, sizeof(rw->catalog));
	memcpy(rw->name, ent->name, sizeof(rw->name));
	memcpy(rw->old_id, ent->comp_id, sizeof(rw->old_id));
	st = ds_component(sys, ent, comp, &vol, diag);
	if (st == DS_OK)
		st = sphere_id_new(rw->new_id, diag);
	/* It is the same data set, for who knows it by this part. */
	memcpy(rw->new_id, rw->old_id, CAT_KEPT_LEN);
	if (st == DS_OK)
		st = ds_intent_begin(sys, rw->holder, &rw->life, diag);
	/* The first is where it begins. */
	for (size_t i = 0; st == DS_OK && i < ent->nvolumes; i++)
		if (ds_cell_used(&ent->volumes[i]))
			st = rewrite_piece(rw, ent->volumes[i].volser, diag);
	if (st == DS_OK && as != NULL && as->index != NULL)
		st = add_file(rw, ent->volumes[0].volser, true, diag);
	if (st == DS_OK) {
		ds_step("rewrite: intent");
		st = make_file(rw, ent, vol, diag);
	}
	if (st != DS_OK) {
		rewrite_abandon(&rw);
		return st;
	}
	ds_step("rewrite: file made");
	rewrite_name(rw, comp);
	*rwp = rw;
	return DS_OK;
}

/* The changes of step 3, within a transaction. */
static enum ds_status
swap(struct rewrite *rw, struct ds_entry *ent, struct ds_diag *diag)
{
	struct catalog *cat = rw->sys->cat;
	enum ds_status st;

	if (memcmp(ent->comp_id, rw->old_id, sizeof(rw->old_id)) != 0)
		return ds_fail(diag, DS_CAT_INUSE, rw->name,
		    "it has been rewritten by another");
	memcpy(ent->comp_id, rw->new_id, sizeof(ent->comp_id));
	st = rw->as != NULL ? rw->as->enter(rw->as->ctx, ent, diag) : DS_OK;
	if (st == DS_OK)
		st = cat_update(cat, ent, diag);
	if (st == DS_OK && (ent->flags & DS_A_TEMPORARY) != 0)
		st = ds_temporary_moved(rw->sys, ent, rw->old_id, diag);
	for (int i = 0; i < rw->nfiles && st == DS_OK; i++) {
		st = cat_space_move(cat, rw->files[i].volser,
		    rw->files[i].old_id, rw->files[i].new_id, diag);
		if (st == DS_OK)
			st = cat_intent_clear(cat, rw->files[i].intent, diag);
	}
	return st;
}

static enum ds_status
swap_all(struct rewrite *rw, int64_t old[REWRITE_FILES], struct ds_diag *diag)
{
	struct catalog *cat = rw->sys->cat;
	bool apart = strcmp(rw->catalog, cat_master(cat)) != 0;
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	for (int i = 0; i < rw->nfiles && st == DS_OK; i++)
		st = cat_intent_put(cat, 'X', rw->files[i].volser,
		    rw->files[i].old_id, rw->holder, &old[i], diag);
	if (st == DS_OK && apart && (st = cat_commit(cat, diag)) == DS_OK)
		st = cat_begin(cat, diag);
	if (st == DS_OK)
		st = cat_get(cat, rw->catalog, rw->name, &ent, diag);
	if (st == DS_OK)
		st = swap(rw, ent, diag);
	ds_entry_free(&ent);
	if (st == DS_OK)
		return cat_commit(cat, diag);
	cat_rollback(cat);
	return st;
}

enum ds_status
rewrite_commit(struct rewrite **rwp, struct ds_diag *diag)
{
	struct rewrite *rw = *rwp;
	int64_t old[REWRITE_FILES] = {0};
	enum ds_status st;
	int n = rw->nfiles;

	ds_step("rewrite: written");
	if ((st = swap_all(rw, old, diag)) == DS_OK) {
		rw->nfiles = 0;
		ds_step("rewrite: swapped");
	}
	/* Whichever is not named goes; what cannot be done now is done by the
	 * next one to open the root. */
	for (int i = 0; i < n; i++)
		if (old[i] != 0)
			ds_intent_settle(rw->sys, old[i], rw->files[i].volser,
			    rw->files[i].old_id, false, NULL);
	rewrite_abandon(rwp);
	return st;
}

void
rewrite_abandon(struct rewrite **rwp)
{
	struct rewrite *rw;

	if (rwp == NULL || (rw = *rwp) == NULL)
		return;
	for (int i = 0; i < rw->nfiles; i++)
		ds_intent_settle(rw->sys, rw->files[i].intent,
		    rw->files[i].volser, rw->files[i].new_id, false, NULL);
	enq_free(&rw->life);
	free(rw);
	*rwp = NULL;
}
