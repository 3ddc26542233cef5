/*
 * Secondary extents: from the ledger into the catalog entry, in one
 * transaction, before the sphere uses them. A death in between leaves an entry
 * with more extents than the component's high-allocated RBA says; the next
 * extension grants those first.
 */
#include <stdio.h>
#include <string.h>

#include "services/space.h"
#include "services/system_int.h"

enum { EXTENTS_MAX = 255, EXTENTS_BASIC = 16, PIECES = 5 };

static uint32_t
track_of(uint32_t cchh)
{
	uint32_t cyl = cchh >> 16 | (cchh & 0xFFF0) << 12;

	return cyl * SPACE_TRACKS_CYL + (cchh & 0xF);
}

static uint64_t
total_tracks(const struct ds_entry *ent)
{
	uint64_t tracks = 0;
	size_t i, j;

	for (i = 0; i < ent->nvolumes; i++)
		for (j = 0; j < ent->volumes[i].nextents; j++)
			tracks += ent->volumes[i].extents[j].tracks;
	return tracks;
}

/* A basic format sequential data set: 16 extents, none of them joined. */
static bool
is_basic(const struct ds_entry *ent)
{
	return ent->org == DS_ORG_PS && (ent->flags & DS_A_EXTENDED) == 0;
}

/* Extents that touch become one, as under SMS (extent consolidation). */
static bool
add_extent(struct ds_entry *ent, struct ds_extent *x)
{
	struct ds_volume_cell *cell = &ent->volumes[0];
	uint64_t ca_len = (uint64_t)ent->cis_per_ca * ent->cisize;
	struct ds_extent *last = NULL;

	if (cell->nextents > 0)
		last = &cell->extents[cell->nextents - 1];
	x->low_rba = last != NULL ? last->high_rba + 1 : 0;
	x->high_rba = x->low_rba + x->tracks / ent->tracks_per_ca * ca_len - 1;
	if (last != NULL && !is_basic(ent) &&
	    track_of(last->high_cchh) + 1 == track_of(x->low_cchh)) {
		last->high_cchh = x->high_cchh;
		last->high_rba = x->high_rba;
		last->tracks += x->tracks;
		return true;
	}
	return ds_entry_add_extent(cell, x);
}

/* Tracks of the secondary amount that give at least so many control areas. */
static uint32_t
tracks_wanted(const struct ds_entry *ent, uint64_t cas)
{
	uint64_t sec = ent->space_sec, need = cas * ent->tracks_per_ca;

	if (ent->space_type == DS_SPACE_CYL)
		sec *= SPACE_TRACKS_CYL;
	sec = (sec + ent->tracks_per_ca - 1) / ent->tracks_per_ca *
	      ent->tracks_per_ca;
	if (sec == 0)
		return 0;
	need = (need + sec - 1) / sec * sec;
	return need > UINT32_MAX / 2 ? 0 : (uint32_t)need;
}

static enum ds_status
grow(struct ds_system *sys, struct ds_entry *ent, uint64_t cas,
    uint64_t *grantedp, struct ds_diag *diag)
{
	size_t most = is_basic(ent) ? EXTENTS_BASIC : EXTENTS_MAX;
	struct ds_extent x[PIECES];
	uint32_t tracks = tracks_wanted(ent, cas);
	enum ds_status st;
	int i, n = 0;

	if (tracks == 0)
		return ds_fail(diag, DS_NOSPACE, ent->name,
		    "no secondary space was asked for");
	st = cat_space_take(sys->cat, ent->volumes[0].volser, ent->comp_id,
	    tracks, ent->tracks_per_ca, PIECES, x, &n, diag);
	if (st == DS_CAT_NOSPACE)
		return ds_fail(diag, DS_NOSPACE, ent->name, "volume %s is full",
		    ent->volumes[0].volser);
	if (st != DS_OK)
		return st;
	for (i = 0; i < n; i++)
		if (!add_extent(ent, &x[i]))
			return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	if (ent->volumes[0].nextents > most)
		return ds_fail(diag, DS_NOSPACE, ent->name,
		    "it has %zu extents already", most);
	*grantedp = tracks / ent->tracks_per_ca;
	return cat_update(sys->cat, ent, diag);
}

static enum ds_status
extend_entry(struct ds_extender *ext, enum sphere_part part, uint64_t min_cas,
    uint64_t *grantedp, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	uint64_t have, used, ca_len, spare = 0, granted = 0;
	enum ds_status st;

	st = cat_get(ext->sys->cat, ext->catalog, ext->name[part], &ent, diag);
	if (st != DS_OK)
		return st;
	ca_len = (uint64_t)ent->cis_per_ca * ent->cisize;
	if (ent->nvolumes == 0 || ent->tracks_per_ca == 0 || ca_len == 0) {
		st = ds_fail(diag, DS_NOSPACE, ent->name,
		    "the entry has no space of its own");
		goto out;
	}
	have = total_tracks(ent) / ent->tracks_per_ca;
	used =
	    ext->state != NULL ? ext->state->part[part].harba / ca_len : have;
	if (used < have)
		spare = have - used;
	if (spare < min_cas)
		st = grow(ext->sys, ent, min_cas - spare, &granted, diag);
	if (st == DS_OK)
		*grantedp = spare + granted;
out:
	ds_entry_free(&ent);
	return st;
}

enum ds_status
ds_extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	struct ds_extender *ext = ctx;
	struct catalog *cat = ext->sys->cat;
	uint64_t granted = 0;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	st = extend_entry(ext, part, min_cas, &granted, diag);
	if (st != DS_OK) {
		cat_rollback(cat);
		return st;
	}
	if ((st = cat_commit(cat, diag)) == DS_OK)
		*casp = granted;
	return st;
}
