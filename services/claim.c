/*
 * The ledger made to agree with a catalog whose entries it does not know: one
 * that was carried here from another root, or was rebuilt. What a component
 * has on a volume stays where its entry says, unless those tracks are
 * another's by now: then it gets others, and its entry says so. Addresses are
 * for listings and the ledger alone; the bytes are in the files.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "services/system_int.h"

enum { CLAIM_BATCH = 256, CLAIM_PIECES = 123 };

struct claim {
	struct ds_system *sys;
	const char *catalog;
	void (*missing)(void *ctx, const char *volser);
	void *ctx;
	char (*names)[DSNAME_MAX + 1]; /* with space of their own */
	size_t n, cap;
	char (*absent)[VOLSER_MAX + 1]; /* told already */
	size_t nabsent;
	bool nomem;
};

static bool
note(void *ctx, const struct ds_entry *ent)
{
	struct claim *c = ctx;
	size_t cap = c->cap > 0 ? 2 * c->cap : 64;
	void *p;

	if (sphere_id_is_none(ent->comp_id))
		return true;
	if (c->n == c->cap) {
		if ((p = realloc(c->names, cap * sizeof(*c->names))) == NULL) {
			c->nomem = true;
			return false;
		}
		c->names = p;
		c->cap = cap;
	}
	memcpy(c->names[c->n++], ent->name, sizeof(*c->names));
	return true;
}

/* A volume of the ledger, or one whose folder has come along. */
static bool
have_volume(struct claim *c, const char *volser)
{
	char path[PATH_MAX + 64];
	struct cat_volume vol;
	void *p;
	size_t i;

	if (cat_volume_online(c->sys->cat, volser, NULL) == DS_OK ||
	    cat_volume_get(c->sys->cat, volser, &vol, NULL) == DS_OK)
		return true;
	snprintf(path, sizeof(path), "%s/volumes/%s", c->sys->root, volser);
	if (volser_valid(volser, strlen(volser)) && access(path, F_OK) == 0 &&
	    ds_system_add_volume(c->sys, volser, NULL) == DS_OK)
		return true;
	for (i = 0; i < c->nabsent; i++)
		if (strcmp(c->absent[i], volser) == 0)
			return false;
	p = realloc(c->absent, (c->nabsent + 1) * sizeof(*c->absent));
	if (p == NULL) {
		c->nomem = true;
		return false;
	}
	c->absent = p;
	snprintf(c->absent[c->nabsent++], sizeof(*c->absent), "%s", volser);
	if (c->missing != NULL)
		c->missing(c->ctx, volser);
	return false;
}

/* Other tracks, with the RBAs of those that it had. */
static enum ds_status
claim_elsewhere(struct claim *c, struct ds_entry *ent,
    struct ds_volume_cell *cell, struct ds_diag *diag)
{
	uint64_t rba = cell->extents[0].low_rba, len;
	uint32_t tracks = 0, unit = ent->tracks_per_ca;
	struct ds_extent x[CLAIM_PIECES];
	uint64_t bytes;
	enum ds_status st;
	size_t k;
	int i, n = 0;

	for (k = 0; k < cell->nextents; k++)
		tracks += cell->extents[k].tracks;
	if (unit == 0 || tracks % unit != 0)
		unit = 1;
	bytes = cell->extents[cell->nextents - 1].high_rba + 1 - rba;
	st = cat_space_take(c->sys->cat, cell->volser, ent->comp_id, tracks,
	    unit, CLAIM_PIECES, x, &n, diag);
	if (st != DS_OK)
		return st;
	free(cell->extents);
	cell->extents = NULL;
	cell->nextents = 0;
	for (i = 0; i < n; i++) {
		len = tracks > 0
			  ? bytes / (tracks / unit) * (x[i].tracks / unit)
			  : 0;
		x[i].low_rba = rba;
		x[i].high_rba = rba + len - 1;
		rba += len;
		if (!ds_entry_add_extent(cell, &x[i]))
			return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	}
	return DS_OK;
}

/* Inside of a transaction. */
static enum ds_status
claim_entry(struct claim *c, const char *name, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	struct ds_volume_cell *cell;
	bool moved = false;
	enum ds_status st;
	size_t i;

	st = cat_peek(c->sys->cat, c->catalog, name, &ent, diag);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK;
	for (i = 0; st == DS_OK && i < ent->nvolumes; i++) {
		cell = &ent->volumes[i];
		if (!ds_cell_used(cell) || cell->nextents == 0 ||
		    !have_volume(c, cell->volser))
			continue;
		st = cat_space_claim(c->sys->cat, cell->volser, ent->comp_id,
		    cell->extents, cell->nextents, diag);
		if (st != DS_CAT_NOSPACE)
			continue;
		/* what was claimed of it until then is given back */
		st = cat_space_give(
		    c->sys->cat, cell->volser, ent->comp_id, diag);
		if (st == DS_OK)
			st = claim_elsewhere(c, ent, cell, diag);
		moved = true;
	}
	if (st == DS_OK && moved)
		st = cat_update(c->sys->cat, ent, diag);
	ds_entry_free(&ent);
	return st;
}

enum ds_status
ds_claim_entry(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_diag *diag)
{
	struct claim c = {.sys = sys, .catalog = catalog};
	enum ds_status st = claim_entry(&c, name, diag);

	free(c.absent);
	return st;
}

static enum ds_status
claim_batch(struct claim *c, size_t from, size_t to, struct ds_diag *diag)
{
	enum ds_status st;
	size_t i;

	if ((st = cat_begin(c->sys->cat, diag)) != DS_OK)
		return st;
	for (i = from; i < to && st == DS_OK && !c->nomem; i++)
		st = claim_entry(c, c->names[i], diag);
	if (st == DS_OK)
		return cat_commit(c->sys->cat, diag);
	cat_rollback(c->sys->cat);
	return st;
}

enum ds_status
ds_claim_catalog(struct ds_system *sys, const char *catalog,
    void (*missing)(void *ctx, const char *volser), void *ctx,
    struct ds_diag *diag)
{
	struct claim c = {
	    .sys = sys, .catalog = catalog, .missing = missing, .ctx = ctx};
	enum ds_status st;
	size_t i, to;

	st = cat_list(sys->cat, catalog, CAT_ALL, NULL, note, &c, diag);
	for (i = 0; i < c.n && st == DS_OK && !c.nomem; i = to) {
		to = i + CLAIM_BATCH < c.n ? i + CLAIM_BATCH : c.n;
		st = claim_batch(&c, i, to, diag);
	}
	if (st == DS_OK && c.nomem)
		st = ds_fail(diag, DS_NOMEM, catalog, NULL);
	free(c.absent);
	free(c.names);
	return st;
}
