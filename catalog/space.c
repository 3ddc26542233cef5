/*
 * Volumes and the ledger of their tracks: what each component has (space) and
 * what is free (gap). Together they cover a volume from its second cylinder to
 * its end without overlap; the first is the label's, the VTOC's and the VVDS's
 * (mem). Both are kept in the master catalog.
 */
#include <stdio.h>
#include <string.h>

#include "catalog/cat_int.h"

enum { TRACKS_CYL = 15, RESERVED_TRACKS = 15, MAX_CYLINDERS = 262668 };

/* --- volumes -------------------------------------------------------------- */

static enum ds_status
run_gap(struct cat_file *file, enum cat_sql id, const char *volser,
    uint32_t low, uint32_t tracks, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st, 2, low);
	if (id == SQL_GAP_PUT)
		sqlite3_bind_int64(st, 3, tracks);
	return cat_run(file, st, diag);
}

static enum ds_status
volume_put(
    struct cat_file *file, const struct cat_volume *vol, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_VOLUME_PUT, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, vol->volser, -1, SQLITE_STATIC);
	sqlite3_bind_text(st, 2, vol->uri, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st, 3, vol->devtype);
	sqlite3_bind_int64(st, 4, vol->cylinders);
	sqlite3_bind_int(st, 5, vol->online);
	status = cat_run(file, st, diag);
	if (status == DS_CAT_DUPLICATE)
		ds_fail(diag, status, vol->volser, "the volume exists");
	if (status != DS_OK)
		return status;
	return run_gap(file, SQL_GAP_PUT, vol->volser, RESERVED_TRACKS,
	    vol->cylinders * TRACKS_CYL - RESERVED_TRACKS, diag);
}

enum ds_status
cat_volume_add(
    struct catalog *cat, const struct cat_volume *vol, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status st;

	if (!volser_valid(vol->volser, strlen(vol->volser)) ||
	    vol->cylinders < 2 || vol->cylinders > MAX_CYLINDERS)
		return ds_fail(diag, DS_INVALID, vol->volser,
		    "a volume has 2 to %d cylinders", MAX_CYLINDERS);
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = volume_put(file, vol, diag);
	return cat_change_end(cat, &ch, st, diag);
}

enum ds_status
cat_volume_get(struct catalog *cat, const char *volser, struct cat_volume *volp,
    struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	if ((status = cat_stmt(file, SQL_VOLUME_GET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row) {
		cat_text(st, 0, volp->volser, sizeof(volp->volser));
		cat_text(st, 1, volp->uri, sizeof(volp->uri));
		volp->devtype = (uint32_t)sqlite3_column_int64(st, 2);
		volp->cylinders = (uint32_t)sqlite3_column_int64(st, 3);
		volp->online = sqlite3_column_int(st, 4) != 0;
		volp->used_tracks = (uint32_t)sqlite3_column_int64(st, 5);
	}
	sqlite3_reset(st);
	if (status == DS_OK && !row)
		return ds_fail(diag, DS_CAT_NOVOLUME, volser,
		    "there is no volume of this name");
	return status;
}

enum ds_status
cat_volume_list(struct catalog *cat,
    bool (*fn)(void *ctx, const struct cat_volume *vol), void *ctx,
    struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_volume vol;
	enum ds_status status;
	sqlite3_stmt *st = NULL;
	char volser[VOLSER_MAX + 1];
	bool row = false;
	int rc;

	/* not a cached statement: fn may list volumes itself */
	rc = sqlite3_prepare_v2(file->db,
	    "SELECT volser FROM volume ORDER BY volser", -1, &st, NULL);
	if (rc != SQLITE_OK)
		return cat_file_fail(file, rc, "listing", diag);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		cat_text(st, 0, volser, sizeof(volser));
		status = cat_volume_get(cat, volser, &vol, diag);
		if (status != DS_OK || !fn(ctx, &vol))
			break;
	}
	sqlite3_finalize(st);
	return status;
}

/* --- taking --------------------------------------------------------------- */

struct piece {
	uint32_t gap_low, gap_tracks; /* the gap it is cut from */
	uint32_t low, tracks;
};

/* What of a gap can be had, in whole units; 0 when none. */
static uint32_t
usable(uint32_t low, uint32_t tracks, uint32_t unit, uint32_t *startp)
{
	uint32_t start = low;

	if (unit % TRACKS_CYL == 0)
		start = (low + TRACKS_CYL - 1) / TRACKS_CYL * TRACKS_CYL;
	if (start - low >= tracks)
		return 0;
	*startp = start;
	return (tracks - (start - low)) / unit * unit;
}

/*
 * The first gap in the order of id that gives want tracks, or (GAP_LARGEST)
 * the one that gives the most; at_least bounds what is looked at.
 * DS_CAT_NOSPACE when there is none.
 */
static enum ds_status
find_in(struct cat_file *file, enum cat_sql id, const char *volser,
    uint32_t want, uint32_t at_least, uint32_t unit, struct piece *p,
    struct ds_diag *diag)
{
	bool most = id == SQL_GAP_LARGEST;
	enum ds_status status;
	sqlite3_stmt *st;
	uint32_t low, tracks, start = 0, n, best = 0;
	bool row = false;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	if (id != SQL_GAP_FIRST)
		sqlite3_bind_int64(st, 2, at_least);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		low = (uint32_t)sqlite3_column_int64(st, 0);
		tracks = (uint32_t)sqlite3_column_int64(st, 1);
		if (most && tracks <= best)
			break; /* descending: none gives more */
		n = usable(low, tracks, unit, &start);
		if (n < (most ? 1 : want) || n <= best)
			continue;
		best = n < want ? n : want;
		*p = (struct piece){low, tracks, start, best};
		if (!most || best == want)
			break;
	}
	sqlite3_reset(st);
	if (status == DS_OK && best == 0)
		return ds_fail(diag, DS_CAT_NOSPACE, volser,
		    "no room for %u tracks", want);
	return status;
}

/*
 * First fit by address among the first gaps of the volume; then the smallest
 * gap that is sure to do, whatever cylinder it begins in; then one that may
 * happen to, which is a search through all gaps of nearly the size wanted and
 * is made on a volume without a larger one alone.
 */
static enum ds_status
find_gap(struct cat_file *file, const char *volser, uint32_t want,
    uint32_t unit, struct piece *p, struct ds_diag *diag)
{
	uint32_t slack = unit % TRACKS_CYL == 0 ? TRACKS_CYL - 1 : 0;
	enum ds_status st;

	st = find_in(file, SQL_GAP_FIRST, volser, want, 0, unit, p, diag);
	if (st == DS_CAT_NOSPACE)
		st = find_in(file, SQL_GAP_FIT, volser, want, want + slack,
		    unit, p, diag);
	if (st == DS_CAT_NOSPACE && slack > 0)
		st = find_in(
		    file, SQL_GAP_FIT, volser, want, want, unit, p, diag);
	return st;
}

/* Cut the piece out of its gap and enter it for the component. */
static enum ds_status
cut(struct cat_file *file, const char *volser, const uint8_t comp_id[16],
    const struct piece *p, struct ds_diag *diag)
{
	uint32_t before = p->low - p->gap_low;
	uint32_t after = p->gap_tracks - before - p->tracks;
	enum ds_status status;
	sqlite3_stmt *st;

	status = run_gap(file, SQL_GAP_DEL, volser, p->gap_low, 0, diag);
	if (status == DS_OK && before > 0)
		status = run_gap(
		    file, SQL_GAP_PUT, volser, p->gap_low, before, diag);
	if (status == DS_OK && after > 0)
		status = run_gap(
		    file, SQL_GAP_PUT, volser, p->low + p->tracks, after, diag);
	if (status == DS_OK)
		status = cat_stmt(file, SQL_SPACE_PUT, &st, diag);
	if (status != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st, 2, p->low);
	sqlite3_bind_int64(st, 3, p->tracks);
	sqlite3_bind_blob(st, 4, comp_id, 16, SQLITE_STATIC);
	return cat_run(file, st, diag);
}

/* X'CCCCcccH': 16 bits of the cylinder, its upper 12 bits, the head. */
static uint32_t
cchh(uint32_t track)
{
	uint32_t cyl = track / TRACKS_CYL, head = track % TRACKS_CYL;

	return (cyl & 0xFFFF) << 16 | (cyl >> 16) << 4 | head;
}

static void
describe(const struct piece *p, struct ds_extent *x)
{
	memset(x, 0, sizeof(*x));
	x->low_cchh = cchh(p->low);
	x->high_cchh = cchh(p->low + p->tracks - 1);
	x->tracks = p->tracks;
}

/* One piece by first fit; failing that the largest there are. */
static enum ds_status
take(struct cat_file *file, const char *volser, const uint8_t comp_id[16],
    uint32_t tracks, uint32_t unit, int max_pieces, struct ds_extent *extents,
    int *np, struct ds_diag *diag)
{
	struct piece p;
	enum ds_status st;
	uint32_t left = tracks;
	int n;

	for (n = 0; left > 0; n++) {
		if (n == max_pieces)
			return ds_fail(diag, DS_CAT_NOSPACE, volser,
			    "no room for %u tracks in %d extents", tracks,
			    max_pieces);
		st = find_gap(file, volser, left, unit, &p, diag);
		if (st == DS_CAT_NOSPACE && max_pieces > 1)
			st = find_in(file, SQL_GAP_LARGEST, volser, left, unit,
			    unit, &p, diag);
		if (st != DS_OK)
			return st;
		if ((st = cut(file, volser, comp_id, &p, diag)) != DS_OK)
			return st;
		describe(&p, &extents[n]);
		left -= p.tracks;
	}
	*np = n;
	return DS_OK;
}

enum ds_status
cat_volume_online(struct catalog *cat, const char *volser, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false, online = false;

	if ((status = cat_stmt(file, SQL_VOLUME_THERE, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row)
		online = sqlite3_column_int(st, 0) != 0;
	sqlite3_reset(st);
	if (status == DS_OK && !online)
		return ds_fail(diag, DS_CAT_NOVOLUME, volser, "%s",
		    row ? "the volume is offline"
			: "there is no volume of this name");
	return status;
}

enum ds_status
cat_space_take(struct catalog *cat, const char *volser,
    const uint8_t comp_id[16], uint32_t tracks, uint32_t unit, int max_pieces,
    struct ds_extent *extents, int *np, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status st;

	if (tracks == 0 || unit == 0 || max_pieces < 1 || tracks % unit != 0)
		return ds_fail(diag, DS_INVALID, volser,
		    "%u tracks in units of %u", tracks, unit);
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	if ((st = cat_volume_online(cat, volser, diag)) == DS_OK)
		st = take(file, volser, comp_id, tracks, unit, max_pieces,
		    extents, np, diag);
	return cat_change_end(cat, &ch, st, diag);
}

/* --- giving back ---------------------------------------------------------- */

static enum ds_status
gap_query(struct cat_file *file, enum cat_sql id, const char *volser,
    uint32_t at, uint32_t *firstp, uint32_t *secondp, bool *rowp,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st, 2, at);
	status = cat_step_row(file, st, rowp, diag);
	if (status == DS_OK && *rowp) {
		*firstp = (uint32_t)sqlite3_column_int64(st, 0);
		*secondp = (uint32_t)sqlite3_column_int64(st, 1);
	}
	sqlite3_reset(st);
	return status;
}

/* Make tracks free and join them with the gaps on both sides. */
static enum ds_status
free_tracks(struct cat_file *file, const char *volser, uint32_t low,
    uint32_t tracks, struct ds_diag *diag)
{
	uint32_t a = 0, b = 0;
	enum ds_status st;
	bool row = false;

	st = gap_query(file, SQL_GAP_BEFORE, volser, low, &a, &b, &row, diag);
	if (st == DS_OK && row && a + b == low) {
		st = run_gap(file, SQL_GAP_DEL, volser, a, 0, diag);
		low = a;
		tracks += b;
	}
	if (st == DS_OK)
		st = gap_query(
		    file, SQL_GAP_AT, volser, low + tracks, &a, &b, &row, diag);
	if (st == DS_OK && row) {
		st = run_gap(file, SQL_GAP_DEL, volser, low + tracks, 0, diag);
		tracks += b;
	}
	if (st == DS_OK)
		st = run_gap(file, SQL_GAP_PUT, volser, low, tracks, diag);
	return st;
}

static enum ds_status
next_space(struct cat_file *file, const char *volser, const uint8_t comp_id[16],
    uint32_t *lowp, uint32_t *tracksp, bool *rowp, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_SPACE_OF, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	sqlite3_bind_blob(st, 2, comp_id, 16, SQLITE_STATIC);
	status = cat_step_row(file, st, rowp, diag);
	if (status == DS_OK && *rowp) {
		*lowp = (uint32_t)sqlite3_column_int64(st, 0);
		*tracksp = (uint32_t)sqlite3_column_int64(st, 1);
	}
	sqlite3_reset(st);
	return status;
}

enum ds_status
cat_space_give(struct catalog *cat, const char *volser,
    const uint8_t comp_id[16], struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	uint32_t low = 0, tracks = 0;
	enum ds_status st;
	bool row = false;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	while ((st = next_space(file, volser, comp_id, &low, &tracks, &row,
		    diag)) == DS_OK &&
	       row) {
		st = run_gap(file, SQL_SPACE_DEL, volser, low, 0, diag);
		if (st == DS_OK)
			st = free_tracks(file, volser, low, tracks, diag);
		if (st != DS_OK)
			break;
	}
	return cat_change_end(cat, &ch, st, diag);
}

enum ds_status
cat_space_move(struct catalog *cat, const char *volser, const uint8_t from[16],
    const uint8_t to[16], struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return status;
	status = cat_stmt(file, SQL_SPACE_MOVE, &st, diag);
	if (status == DS_OK) {
		sqlite3_bind_blob(st, 1, to, 16, SQLITE_STATIC);
		sqlite3_bind_text(st, 2, volser, -1, SQLITE_STATIC);
		sqlite3_bind_blob(st, 3, from, 16, SQLITE_STATIC);
		status = cat_run(file, st, diag);
	}
	return cat_change_end(cat, &ch, status, diag);
}

/* --- claiming ------------------------------------------------------------- */

static uint32_t
track_of(uint32_t x)
{
	uint32_t cyl = x >> 16 | (x >> 4 & 0xFFF) << 16;

	return cyl * TRACKS_CYL + (x & 0xF);
}

/* Exactly this extent, if it is free. */
static enum ds_status
claim_one(struct cat_file *file, const char *volser, const uint8_t comp_id[16],
    const struct ds_extent *x, struct ds_diag *diag)
{
	struct piece p = {.low = track_of(x->low_cchh), .tracks = x->tracks};
	enum ds_status st;
	bool row = false;

	st = gap_query(file, SQL_GAP_BEFORE, volser, p.low + 1, &p.gap_low,
	    &p.gap_tracks, &row, diag);
	if (st != DS_OK)
		return st;
	if (!row || p.tracks == 0 || p.low - p.gap_low >= p.gap_tracks ||
	    p.tracks > p.gap_tracks - (p.low - p.gap_low))
		return ds_fail(diag, DS_CAT_NOSPACE, volser,
		    "%u tracks from track %u are not free", p.tracks, p.low);
	return cut(file, volser, comp_id, &p, diag);
}

enum ds_status
cat_space_claim(struct catalog *cat, const char *volser,
    const uint8_t comp_id[16], const struct ds_extent *extents, size_t n,
    struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	uint32_t low = 0, tracks = 0;
	struct cat_change ch;
	enum ds_status st;
	bool has = false;
	size_t i;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = next_space(file, volser, comp_id, &low, &tracks, &has, diag);
	for (i = 0; i < n && st == DS_OK && !has; i++)
		st = claim_one(file, volser, comp_id, &extents[i], diag);
	return cat_change_end(cat, &ch, st, diag);
}

enum ds_status
cat_space_of(struct catalog *cat, const char *volser, const uint8_t comp_id[16],
    struct ds_extent *extents, size_t max, size_t *np, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct piece p = {0};
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;
	size_t n = 0;

	if ((status = cat_stmt(file, SQL_SPACE_ALL, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	sqlite3_bind_blob(st, 2, comp_id, 16, SQLITE_STATIC);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		p.low = (uint32_t)sqlite3_column_int64(st, 0);
		p.tracks = (uint32_t)sqlite3_column_int64(st, 1);
		if (n < max)
			describe(&p, &extents[n]);
		n++;
	}
	sqlite3_reset(st);
	if (status == DS_OK)
		*np = n;
	return status;
}
