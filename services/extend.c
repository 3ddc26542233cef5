/*
 * More space for a component: from the ledger into the catalog entry, in one
 * transaction, before the sphere uses it. A death in between leaves an entry
 * with more extents than the component's high-allocated RBA says; the next
 * extension grants those first.
 *
 * When its volume is full a component goes on on the next candidate: the same
 * transaction, then the piece of its file there, which the next extension makes
 * if a death came between. So a file never has a piece that no entry names.
 */
#include <stdio.h>
#include <string.h>

#include "services/define_int.h"
#include "services/rewrite.h"
#include "services/space.h"
#include "services/staged.h"
#include "services/system_int.h"

/* Source: SC23-6855 "Using VSAM extents"; at each time up to 5 are taken, and
 * none is where these might be too many. */
enum {
	EXTENTS_MAX = 255,
	EXTENTS_VOLUME = 123,
	EXTENTS_BASIC = 16,
	PIECES = 5
};

enum { STORCLAS_LEN = sizeof(((struct ds_entry *)0)->storclas) };

#define RBA_LIMIT ((uint64_t)1 << 32)

/* A volume that a component may go on on. */
struct choice {
	size_t cell; /* of the entry, a candidate */
	bool any;    /* that names none: any of the pool's */
	char volser[VOLSER_MAX + 1];
};

/* The entry of a part: the catalog's, or of what has no name yet. */
static enum ds_status
entry_get(const struct ds_extender *ext, enum sphere_part part,
    struct ds_entry **entp, struct ds_diag *diag)
{
	if (ext->staged != NULL)
		return staged_get(ext->staged, part, entp, diag);
	return cat_get(
	    ext->sys->cat, ext->catalog, ext->name[part], entp, diag);
}

static enum ds_status
entry_put(struct ds_extender *ext, enum sphere_part part,
    const struct ds_entry *ent, struct ds_diag *diag)
{
	if (ext->staged != NULL)
		return staged_put(ext->staged, part, ent, diag);
	return cat_update(ext->sys->cat, ent, diag);
}

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

static bool
is_vsam(const struct ds_entry *ent)
{
	return ent->org != DS_ORG_PS && ent->org != DS_ORG_PO;
}

/* A basic format sequential data set or a PDS: 16 extents, none of them
 * joined. */
static bool
is_basic(const struct ds_entry *ent)
{
	return !is_vsam(ent) &&
	       (ent->flags & (DS_A_EXTENDED | DS_A_LIBRARY)) == 0;
}

static uint64_t
ca_len_of(const struct ds_entry *ent)
{
	return (uint64_t)ent->cis_per_ca * ent->cisize;
}

/* The volumes in use come first, in the order of their RBAs. */
static size_t
used_cells(const struct ds_entry *ent)
{
	size_t n = 0;

	while (n < ent->nvolumes && ds_cell_used(&ent->volumes[n]))
		n++;
	return n;
}

static uint64_t
end_rba(const struct ds_entry *ent)
{
	for (size_t i = used_cells(ent); i-- > 0;) {
		const struct ds_volume_cell *cell = &ent->volumes[i];

		if (cell->nextents > 0)
			return cell->extents[cell->nextents - 1].high_rba + 1;
	}
	return 0;
}

/* Extents that touch become one, as under SMS (extent consolidation). */
static bool
add_extent(
    struct ds_entry *ent, struct ds_volume_cell *cell, struct ds_extent *x)
{
	uint64_t ca_len = ca_len_of(ent);
	struct ds_extent *last = NULL;

	if (cell->nextents > 0)
		last = &cell->extents[cell->nextents - 1];
	x->low_rba = end_rba(ent);
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

/* An amount of the entry in tracks, whole control areas. */
static uint64_t
amount(const struct ds_entry *ent, uint64_t n)
{
	if (ent->space_type == DS_SPACE_CYL)
		n *= SPACE_TRACKS_CYL;
	return (n + ent->tracks_per_ca - 1) / ent->tracks_per_ca *
	       ent->tracks_per_ca;
}

/*
 * Tracks that give at least so many control areas: whole secondary amounts; on
 * a new volume the primary amount first, but of a sequential data set.
 * Source: SC23-6846 "ALC: Allocation Group", SC23-6855 "Primary and Secondary
 * Space Allocation without the Guaranteed Space Attribute".
 */
static uint32_t
tracks_wanted(const struct ds_entry *ent, uint64_t cas, bool new_volume)
{
	uint64_t sec = amount(ent, ent->space_sec);
	uint64_t need = cas * ent->tracks_per_ca, pri = 0;

	if (new_volume && is_vsam(ent))
		pri = amount(ent, ent->space_pri);
	if (need > pri) {
		if (sec == 0)
			return 0;
		need = pri + (need - pri + sec - 1) / sec * sec;
	} else {
		need = pri;
	}
	return need > UINT32_MAX / 2 ? 0 : (uint32_t)need;
}

static enum ds_status
check_extents(const struct ds_entry *ent, const struct ds_volume_cell *cell,
    struct ds_diag *diag)
{
	size_t total = 0, more = PIECES;
	size_t most = EXTENTS_VOLUME;

	for (size_t i = 0; i < ent->nvolumes; i++)
		total += ent->volumes[i].nextents;
	if (!is_vsam(ent)) { /* asked behind the fact, each volume */
		most = is_basic(ent) ? EXTENTS_BASIC : EXTENTS_VOLUME;
		more = total = 0;
	}
	if (cell->nextents + more <= most && total + more <= EXTENTS_MAX)
		return DS_OK;
	if (!is_vsam(ent))
		return ds_fail(diag, DS_NOSPACE, ent->name,
		    "it has %zu extents already on volume %s", most,
		    cell->volser);
	return ds_fail(diag, DS_NOSPACE, ent->name,
	    "it has %zu extents already on volume %s", cell->nextents,
	    cell->volser);
}

/* What is basic has so many tracks of a volume; asked behind the fact. */
static enum ds_status
check_tracks(const struct ds_entry *ent, const struct ds_volume_cell *cell,
    struct ds_diag *diag)
{
	uint64_t tracks = 0;

	for (size_t i = 0; i < cell->nextents; i++)
		tracks += cell->extents[i].tracks;
	if (tracks <= BASIC_TRACKS || !is_basic(ent) ||
	    (ent->flags & DS_A_LARGE) != 0)
		return DS_OK;
	return ds_fail(diag, DS_NOSPACE, ent->name,
	    "more than %d tracks of volume %s need DSNTYPE=LARGE", BASIC_TRACKS,
	    cell->volser);
}

/* Space behind 4 GiB has RBAs that a data set without extended addressability
 * cannot use: it is not taken. */
static enum ds_status
check_rbas(const struct ds_entry *ent, uint32_t tracks, struct ds_diag *diag)
{
	uint64_t cas = (total_tracks(ent) + tracks) / ent->tracks_per_ca;

	if (!is_vsam(ent) || ent->flags & DS_A_EXTADDR ||
	    cas * ca_len_of(ent) <= RBA_LIMIT)
		return DS_OK;
	return ds_fail(diag, DS_NOSPACE, ent->name,
	    "more than 4 GiB need extended addressability");
}

/* Take tracks on the volume of a cell. */
static enum ds_status
take(struct ds_extender *ext, enum sphere_part part, struct ds_entry *ent,
    struct ds_volume_cell *cell, uint32_t tracks, struct ds_diag *diag)
{
	struct ds_system *sys = ext->sys;
	struct ds_extent x[PIECES];
	enum ds_status st;
	int i, n = 0;

	if ((st = check_rbas(ent, tracks, diag)) != DS_OK)
		return st;
	if (is_vsam(ent) && (st = check_extents(ent, cell, diag)) != DS_OK)
		return st;
	st = cat_space_take(sys->cat, cell->volser, ent->comp_id, tracks,
	    ent->tracks_per_ca, PIECES, x, &n, diag);
	if (st == DS_CAT_NOSPACE)
		return ds_fail(diag, DS_NOSPACE, ent->name, "volume %s is full",
		    cell->volser);
	/* varied while the data set is open: it goes on on the next */
	if (st == DS_CAT_NOVOLUME)
		return ds_fail(diag, DS_NOSPACE, ent->name,
		    "volume %s is offline", cell->volser);
	if (st != DS_OK)
		return st;
	for (i = 0; i < n; i++)
		if (!add_extent(ent, cell, &x[i]))
			return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	if (!is_vsam(ent) && ((st = check_extents(ent, cell, diag)) != DS_OK ||
				 (st = check_tracks(ent, cell, diag)) != DS_OK))
		return st;
	return entry_put(ext, part, ent, diag);
}

/* --- pieces of the file ----------------------------------------------------
 */

/* What of the component's file is on its n-th volume. */
static void
piece_of(const struct ds_entry *ent, const struct comp_attr *attr, size_t n,
    struct vol_piece *piece, uint64_t *lenp)
{
	const struct ds_volume_cell *cell = &ent->volumes[n];
	uint64_t low = 0, high = 0;

	if (cell->nextents > 0) {
		low = cell->extents[0].low_rba;
		high = cell->extents[cell->nextents - 1].high_rba + 1;
	}
	memset(piece, 0, sizeof(*piece));
	piece->number = (unsigned)n + (ds_begins_elsewhere(ent) ? 1 : 0);
	piece->start = sphere_file_len(attr, low);
	snprintf(piece->volser, sizeof(piece->volser), "%s", cell->volser);
	*lenp = sphere_file_len(attr, high) - piece->start;
}

static enum ds_status
file_of(struct ds_extender *ext, const struct ds_entry *ent,
    char name[SPHERE_NAME_LEN], struct volume **volp, struct comp_attr *attr,
    struct ds_diag *diag)
{
	enum ds_status st = ds_component(ext->sys, ent, name, volp, diag);

	if (st == DS_OK && ext->rewrite != NULL)
		rewrite_name(ext->rewrite, name);
	return st == DS_OK ? sphere_read_attr(*volp, name, attr, diag) : st;
}

/* The file has a piece on each volume of the entry. */
static enum ds_status
add_pieces(struct ds_extender *ext, enum sphere_part part, struct ds_diag *diag)
{
	char name[SPHERE_NAME_LEN];
	struct ds_entry *ent = NULL;
	struct volume *vol = NULL;
	struct vol_piece piece;
	struct comp_attr attr;
	uint64_t len = 0;
	enum ds_status st;

	st = entry_get(ext, part, &ent, diag);
	if (st == DS_OK)
		st = file_of(ext, ent, name, &vol, &attr, diag);
	for (size_t n = 0; st == DS_OK && n < used_cells(ent); n++) {
		piece_of(ent, &attr, n, &piece, &len);
		if (piece.number > 0)
			st = vol_span_add(vol, name, &piece, len, diag);
	}
	ds_entry_free(&ent);
	return st;
}

/* --- here, or on the next volume --------------------------------------------
 */

/* Control areas that the entry has and the component does not use yet. */
static enum ds_status
spare_of(const struct ds_extender *ext, enum sphere_part part,
    const struct ds_entry *ent, uint64_t *sparep, struct ds_diag *diag)
{
	uint64_t have, used;

	if (used_cells(ent) == 0 || ent->tracks_per_ca == 0 ||
	    ca_len_of(ent) == 0)
		return ds_fail(diag, DS_NOSPACE, ent->name,
		    "the entry has no space of its own");
	have = total_tracks(ent) / ent->tracks_per_ca;
	used = ext->state != NULL
		   ? ext->state->part[part].harba / ca_len_of(ent)
		   : have;
	*sparep = used < have ? have - used : 0;
	return DS_OK;
}

static enum ds_status
grow_here(struct ds_extender *ext, enum sphere_part part, uint64_t min_cas,
    uint64_t *grantedp, bool *piecesp, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	uint64_t spare = 0, granted = 0;
	uint32_t tracks;
	enum ds_status st;
	size_t n;

	st = entry_get(ext, part, &ent, diag);
	if (st == DS_OK)
		st = spare_of(ext, part, ent, &spare, diag);
	if (st == DS_OK && spare < min_cas) {
		n = used_cells(ent);
		tracks = tracks_wanted(ent, min_cas - spare, false);
		granted = tracks / ent->tracks_per_ca;
		st = tracks == 0 ? ds_fail(diag, DS_NOSPACE, ent->name,
				       "no secondary space was asked for")
				 : take(ext, part, ent, &ent->volumes[n - 1],
				       tracks, diag);
	}
	if (st == DS_OK) {
		*grantedp = spare + granted;
		*piecesp = used_cells(ent) > 1 || ds_begins_elsewhere(ent);
	}
	ds_entry_free(&ent);
	return st;
}

/* Has it a file there? cells: of the first so many volumes. */
static bool
is_on(const struct ds_entry *ent, size_t cells, const char *volser)
{
	char home[VOLSER_MAX + 1];

	for (size_t i = 0; i < cells; i++)
		if (strcmp(ent->volumes[i].volser, volser) == 0)
			return true;
	ds_home(ent, home);
	return strcmp(home, volser) == 0;
}

/* The n-th volume to be tried: candidates in their order; '*' is any of the
 * pool. False: there are no more. */
static bool
choose(struct ds_system *sys, const struct ds_entry *ent, const char *storclas,
    unsigned n, struct choice *c)
{
	unsigned npool = 0;
	const char(*any)[VOLSER_MAX + 1] =
	    ds_class_pool(&sys->config, storclas, &npool);
	const size_t used = used_cells(ent);
	bool pool = false;

	for (size_t i = used; i < ent->nvolumes; i++) {
		const char *volser = ent->volumes[i].volser;

		c->cell = i;
		c->any = strcmp(volser, "*") == 0;
		for (unsigned k = 0; k < (c->any ? npool : 1); k++) {
			if (c->any)
				volser = any[k];
			if (is_on(ent, c->any ? ent->nvolumes : used, volser) ||
			    (c->any && pool))
				continue;
			snprintf(c->volser, sizeof(c->volser), "%s", volser);
			if (n-- == 0)
				return true;
		}
		pool |= c->any; /* further ones are the same */
	}
	return false;
}

/* The chosen candidate becomes the last volume in use. */
static struct ds_volume_cell *
use_cell(struct ds_entry *ent, const struct choice *c)
{
	size_t to = used_cells(ent);
	struct ds_volume_cell cell = ent->volumes[c->cell];

	memmove(&ent->volumes[to + 1], &ent->volumes[to],
	    (c->cell - to) * sizeof(cell));
	memcpy(cell.volser, c->volser, sizeof(cell.volser));
	cell.volflag = DS_VOLFLAG_PRIME; /* without key ranges: mem */
	ent->volumes[to] = cell;
	return &ent->volumes[to];
}

/* The storage class of a component: its own, or that of what it is of. */
static enum ds_status
storclas_of(const struct ds_extender *ext, const struct ds_entry *ent,
    char out[STORCLAS_LEN], struct ds_diag *diag)
{
	const char *owner = ds_entry_assoc(ent, DS_CLUSTER);
	struct ds_entry *whole = NULL;
	enum ds_status st = DS_OK;

	if (owner == NULL)
		owner = ds_entry_assoc(ent, DS_AIX);
	if (ext->staged != NULL)
		snprintf(out, STORCLAS_LEN, "%s", staged_storclas(ext->staged));
	else if (ent->type == DS_NONVSAM || ent->type == DS_GDS ||
		 owner == NULL)
		snprintf(out, STORCLAS_LEN, "%s", ent->storclas);
	else if ((st = cat_peek(ext->sys->cat, ext->catalog, owner, &whole,
		      diag)) == DS_OK)
		snprintf(out, STORCLAS_LEN, "%s", whole->storclas);
	ds_entry_free(&whole);
	return st;
}

/* The entry's part of going on on the n-th choice. *morep: there is one. */
static enum ds_status
enter_next(struct ds_extender *ext, enum sphere_part part, uint64_t min_cas,
    unsigned n, struct ds_entry **entp, struct choice *c, bool *morep,
    uint64_t *grantedp, struct ds_diag *diag)
{
	struct ds_system *sys = ext->sys;
	char storclas[STORCLAS_LEN] = "";
	uint64_t spare = 0;
	uint32_t tracks;
	enum ds_status st;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = entry_get(ext, part, entp, diag);
	if (st == DS_OK)
		st = spare_of(ext, part, *entp, &spare, diag);
	if (st == DS_OK)
		st = storclas_of(ext, *entp, storclas, diag);
	if (st == DS_OK && !(*morep = choose(sys, *entp, storclas, n, c)))
		st = DS_NOSPACE;
	if (st == DS_OK) {
		tracks = tracks_wanted(*entp, min_cas - spare, true);
		*grantedp = spare + tracks / (*entp)->tracks_per_ca;
		st = tracks == 0 ? ds_fail(diag, DS_NOSPACE, (*entp)->name,
				       "no secondary space was asked for")
				 : take(ext, part, *entp, use_cell(*entp, c),
				       tracks, diag);
	}
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	return st;
}

/* No file can be there: the volume is a candidate again, without space. */
static void
leave(struct ds_extender *ext, enum sphere_part part, const struct choice *c)
{
	struct ds_system *sys = ext->sys;
	struct ds_entry *ent = NULL;
	struct ds_volume_cell cell;
	enum ds_status st;
	size_t from, to;

	if (cat_begin(sys->cat, NULL) != DS_OK)
		return; /* it stays, and is used at the next extension */
	st = entry_get(ext, part, &ent, NULL);
	if (st == DS_OK) {
		from = used_cells(ent) - 1;
		cell = ent->volumes[from];
		cell.volflag = DS_VOLFLAG_CANDIDATE;
		cell.nextents = 0;
		if (c->any)
			strcpy(cell.volser, "*");
		/* ALTER may have removed candidates meanwhile */
		to = c->cell < ent->nvolumes ? c->cell : ent->nvolumes - 1;
		memmove(&ent->volumes[from], &ent->volumes[from + 1],
		    (to - from) * sizeof(cell));
		ent->volumes[to] = cell;
		st = entry_put(ext, part, ent, NULL);
	}
	if (st == DS_OK)
		st = cat_space_give(sys->cat, c->volser, ent->comp_id, NULL);
	if (st == DS_OK)
		cat_commit(sys->cat, NULL);
	else
		cat_rollback(sys->cat);
	ds_entry_free(&ent);
}

/* The piece for the last volume of ent, which is new. */
static enum ds_status
make_piece(struct ds_extender *ext, enum sphere_part part,
    const struct ds_entry *ent, struct ds_diag *diag)
{
	char name[SPHERE_NAME_LEN];
	struct vol_piece piece;
	struct volume *vol = NULL;
	struct comp_attr attr;
	uint64_t len = 0;
	enum ds_status st;

	if ((st = file_of(ext, ent, name, &vol, &attr, diag)) != DS_OK)
		return st;
	piece_of(ent, &attr, used_cells(ent) - 1, &piece, &len);
	if (ext->rewrite != NULL)
		st = rewrite_piece(ext->rewrite, piece.volser, diag);
	if (ext->staged != NULL)
		st = staged_piece(ext->staged, part, piece.volser, diag);
	return st == DS_OK ? vol_span_make(vol, name, &piece, len, diag) : st;
}

/*
 * The candidates in turn, until one has space in the ledger and on its disk.
 * Without any the diagnosis of the volume that is full stays.
 */
static enum ds_status
grow_next(struct ds_extender *ext, enum sphere_part part, uint64_t min_cas,
    uint64_t *grantedp, struct ds_diag *diag)
{
	enum ds_status st = DS_NOSPACE;
	struct ds_entry *ent = NULL;
	struct choice c;
	bool more = true;

	for (unsigned n = 0; more && st != DS_OK; n++) {
		struct ds_diag why = {0};

		st = enter_next(
		    ext, part, min_cas, n, &ent, &c, &more, grantedp, &why);
		if (st == DS_OK) {
			ds_step("extend: space taken");
			if ((st = make_piece(ext, part, ent, &why)) != DS_OK)
				leave(ext, part, &c);
			ds_step("extend: piece made");
		} else if (st != DS_NOSPACE && st != DS_CAT_NOVOLUME) {
			more = false; /* no matter of a volume */
		}
		ds_entry_free(&ent);
		if (st != DS_OK && why.status != DS_OK && diag != NULL)
			*diag = why;
	}
	if (st == DS_CAT_NOVOLUME || st == DS_FULL)
		st = DS_NOSPACE;
	if (st != DS_OK && diag != NULL)
		diag->status = st;
	return st;
}

/*
 * What ends a program on z/OS when a data set that is not VSAM's cannot be
 * extended, in front of the reason (mem): D37-04 without secondary space,
 * E37-04 on the last of several volumes and for a partitioned data set, which
 * has one, else B37-04.
 */
static const char *
abend_of(const struct ds_entry *ent)
{
	if (ent->space_sec == 0)
		return "D37";
	return ent->org == DS_ORG_PO || used_cells(ent) > 1 ? "E37" : "B37";
}

static void
tell_full(struct ds_system *sys, const struct ds_entry *ent, const char *code)
{
	const size_t used = used_cells(ent);
	struct ds_full full = {.code = code};

	if (sys->full == NULL)
		return;
	memcpy(full.dsn, ent->name, sizeof(full.dsn));
	if (used > 0)
		memcpy(full.volser, ent->volumes[used - 1].volser,
		    sizeof(full.volser));
	sys->full(sys->full_ctx, &full);
}

void
ds_system_on_full(struct ds_system *sys, ds_full_fn *fn, void *ctx)
{
	sys->full = fn;
	sys->full_ctx = ctx;
}

static void
name_abend(struct ds_extender *ext, enum sphere_part part, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	char why[sizeof(diag->text)];

	if (diag == NULL || entry_get(ext, part, &ent, NULL) != DS_OK)
		return;
	if (!is_vsam(ent)) {
		memcpy(why, diag->text, sizeof(why));
		snprintf(diag->text, sizeof(diag->text), "%s-04: %.180s",
		    abend_of(ent), why);
		tell_full(ext->sys, ent, abend_of(ent));
	}
	ds_entry_free(&ent);
}

enum ds_status
ds_extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	struct ds_extender *ext = ctx;
	struct catalog *cat = ext->sys->cat;
	uint64_t granted = 0;
	enum ds_status st;
	bool pieces = false, next = false;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	st = grow_here(ext, part, min_cas, &granted, &pieces, diag);
	if (st == DS_OK) {
		st = cat_commit(cat, diag);
	} else {
		cat_rollback(cat);
		if (st == DS_NOSPACE)
			st = grow_next(ext, part, min_cas, &granted, diag);
		pieces = next = true;
	}
	if (st == DS_OK && pieces)
		st = add_pieces(ext, part, diag);
	if (next)
		ds_step("extend: piece entered");
	/* Nothing that was taken is used: the request alone has failed. */
	if (st == DS_FULL) {
		st = DS_NOSPACE;
		if (diag != NULL)
			diag->status = st;
	}
	if (st == DS_NOSPACE)
		name_abend(ext, part, diag);
	if (st == DS_OK)
		*casp = granted;
	return st;
}
