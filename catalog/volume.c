/*
 * Volumes changed as a whole, and shown: online, capacity, removal, what is
 * where. The ledger's invariant (space.c) stays: space and gaps together cover
 * a volume without overlap.
 */
#include <string.h>

#include "catalog/cat_int.h"

enum { TRACKS_CYL = 15, RESERVED_TRACKS = 15, MAX_CYLINDERS = 262668 };

/* Run a statement whose parameters are a number, unless that is negative, and
 * the serial. */
static enum ds_status
run(struct cat_file *file, enum cat_sql id, int64_t n, const char *volser,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	int i = 1;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	if (n >= 0)
		sqlite3_bind_int64(st, i++, n);
	sqlite3_bind_text(st, i, volser, -1, SQLITE_STATIC);
	return cat_run(file, st, diag);
}

enum ds_status
cat_volume_vary(
    struct catalog *cat, const char *volser, bool online, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_volume vol;
	struct cat_change ch;
	enum ds_status st;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	if ((st = cat_volume_get(cat, volser, &vol, diag)) == DS_OK)
		st = run(file, SQL_VOLUME_VARY, online, volser, diag);
	return cat_change_end(cat, &ch, st, diag);
}

/* --- capacity ------------------------------------------------------------- */

static enum ds_status
gap_put(struct cat_file *file, const char *volser, uint32_t low,
    uint32_t tracks, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_GAP_PUT, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st, 2, low);
	sqlite3_bind_int64(st, 3, tracks);
	return cat_run(file, st, diag);
}

/* The free piece at the end, taken out; *lowp is end when there is none. */
static enum ds_status
cut_last(struct cat_file *file, const char *volser, uint32_t end,
    uint32_t *lowp, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	uint32_t low = end;
	bool row = false;

	if ((status = cat_stmt(file, SQL_GAP_BEFORE, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st, 2, end);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row &&
	    sqlite3_column_int64(st, 0) + sqlite3_column_int64(st, 1) == end)
		low = (uint32_t)sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	if (status == DS_OK && low < end) {
		status = cat_stmt(file, SQL_GAP_DEL, &st, diag);
		if (status != DS_OK)
			return status;
		sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
		sqlite3_bind_int64(st, 2, low);
		status = cat_run(file, st, diag);
	}
	if (status == DS_OK)
		*lowp = low;
	return status;
}

static enum ds_status
resize(struct cat_file *file, const struct cat_volume *vol, uint32_t cylinders,
    struct ds_diag *diag)
{
	uint32_t end = vol->cylinders * TRACKS_CYL, low = 0;
	uint32_t to = cylinders * TRACKS_CYL;
	enum ds_status st;

	if ((st = cut_last(file, vol->volser, end, &low, diag)) != DS_OK)
		return st;
	if (to < low)
		return ds_fail(diag, DS_CAT_NOSPACE, vol->volser,
		    "it can have %u cylinders at least: what is below them is "
		    "in use",
		    (low + TRACKS_CYL - 1) / TRACKS_CYL);
	if (to > low)
		st = gap_put(file, vol->volser, low, to - low, diag);
	return st == DS_OK
		   ? run(file, SQL_VOLUME_SIZE, cylinders, vol->volser, diag)
		   : st;
}

enum ds_status
cat_volume_resize(struct catalog *cat, const char *volser, uint32_t cylinders,
    struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_volume vol;
	struct cat_change ch;
	enum ds_status st;

	if (cylinders < 2 || cylinders > MAX_CYLINDERS)
		return ds_fail(diag, DS_INVALID, volser,
		    "a volume has 2 to %d cylinders", MAX_CYLINDERS);
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	if ((st = cat_volume_get(cat, volser, &vol, diag)) == DS_OK)
		st = resize(file, &vol, cylinders, diag);
	return cat_change_end(cat, &ch, st, diag);
}

/* --- removal -------------------------------------------------------------- */

struct seeking {
	const char *volser;
	bool found;
};

static bool
seek_intent(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct seeking *s = ctx;

	(void)id;
	(void)kind;
	(void)comp_id;
	(void)holder;
	s->found = strcmp(volser, s->volser) == 0;
	return !s->found;
}

/* Intents are few: they are read. */
static enum ds_status
check_unused(struct catalog *cat, struct cat_file *file, const char *volser,
    struct ds_diag *diag)
{
	struct seeking s = {volser, false};
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false, used = false;

	if ((status = cat_stmt(file, SQL_VOLUME_IN_USE, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row)
		used = sqlite3_column_int(st, 0) != 0;
	sqlite3_reset(st);
	if (status == DS_OK && !used)
		status = cat_intent_list(cat, seek_intent, &s, diag);
	if (status == DS_OK && (used || s.found))
		return ds_fail(
		    diag, DS_CAT_INUSE, volser, "data sets have space there");
	return status;
}

enum ds_status
cat_volume_remove(struct catalog *cat, const char *volser, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_volume vol;
	struct cat_change ch;
	enum ds_status st;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	if ((st = cat_volume_get(cat, volser, &vol, diag)) == DS_OK &&
	    (st = check_unused(cat, file, volser, diag)) == DS_OK &&
	    (st = run(file, SQL_VOLUME_GAPS_DEL, -1, volser, diag)) == DS_OK)
		st = run(file, SQL_VOLUME_DEL, -1, volser, diag);
	return cat_change_end(cat, &ch, st, diag);
}

/* --- shown ---------------------------------------------------------------- */

enum ds_status
cat_volume_counts(struct catalog *cat, const char *volser,
    struct cat_volume_counts *countsp, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	if ((status = cat_stmt(file, SQL_VOLUME_COUNTS, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row)
		*countsp = (struct cat_volume_counts){
		    (uint32_t)sqlite3_column_int64(st, 0),
		    (uint32_t)sqlite3_column_int64(st, 1),
		    (uint32_t)sqlite3_column_int64(st, 2)};
	sqlite3_reset(st);
	return status;
}

enum ds_status
cat_volume_map(struct catalog *cat, const char *volser,
    bool (*fn)(
	void *ctx, uint32_t low, uint32_t tracks, const uint8_t comp_id[16]),
    void *ctx, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	const uint8_t *id;
	enum ds_status status;
	sqlite3_stmt *st = NULL;
	bool row = false;
	int rc;

	/* not a cached statement: fn may ask for a map itself */
	rc = sqlite3_prepare_v2(file->db,
	    "SELECT low, tracks, comp_id FROM space WHERE volser = ?1 "
	    "UNION ALL SELECT low, tracks, NULL FROM gap WHERE volser = ?1 "
	    "ORDER BY low",
	    -1, &st, NULL);
	if (rc != SQLITE_OK)
		return cat_fail(file->db, rc, file->path, "mapping", diag);
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		id = sqlite3_column_blob(st, 2);
		if (id != NULL && sqlite3_column_bytes(st, 2) != 16) {
			status = ds_fail(diag, DS_CORRUPT, file->path,
			    "an identity in the ledger of %s", volser);
			break;
		}
		if (!fn(ctx, (uint32_t)sqlite3_column_int64(st, 0),
			(uint32_t)sqlite3_column_int64(st, 1), id))
			break;
	}
	sqlite3_finalize(st);
	return status;
}

/* --- is it whole? --------------------------------------------------------- */

struct cover {
	struct cat_file *file; /* NULL: free pieces are looked at */
	const char *volser;
	uint32_t at; /* what is before it is covered */
	enum ds_status st;
	struct ds_diag *diag;
};

static bool
cover_piece(void *ctx, uint32_t low, uint32_t tracks, const uint8_t comp_id[16])
{
	struct cover *c = ctx;
	const bool mend = c->file != NULL;

	if (mend && comp_id == NULL)
		return true;
	if (low < c->at || tracks == 0)
		c->st = ds_fail(
		    c->diag, DS_CORRUPT, c->volser, "two have track %u", low);
	else if (low > c->at && !mend)
		c->st = ds_fail(c->diag, DS_CORRUPT, c->volser,
		    "tracks %u to %u are neither free nor taken", c->at,
		    low - 1);
	else if (low > c->at)
		c->st =
		    gap_put(c->file, c->volser, c->at, low - c->at, c->diag);
	c->at = low + tracks;
	return c->st == DS_OK;
}

static enum ds_status
cover(struct catalog *cat, struct cover *c, uint32_t end)
{
	enum ds_status st;

	st = cat_volume_map(cat, c->volser, cover_piece, c, c->diag);
	if (st == DS_OK)
		st = c->st;
	if (st != DS_OK || c->at == end)
		return st;
	if (c->at > end)
		return ds_fail(c->diag, DS_CORRUPT, c->volser,
		    "it has %u tracks, and %u are taken or free", end, c->at);
	if (c->file == NULL)
		return ds_fail(c->diag, DS_CORRUPT, c->volser,
		    "tracks %u to %u are neither free nor taken", c->at,
		    end - 1);
	return gap_put(c->file, c->volser, c->at, end - c->at, c->diag);
}

enum ds_status
cat_volume_cover(
    struct catalog *cat, const char *volser, bool mend, struct ds_diag *diag)
{
	struct cover c = {NULL, volser, RESERVED_TRACKS, DS_OK, diag};
	struct cat_file *file = cat->files[0];
	struct cat_volume vol;
	struct cat_change ch;
	enum ds_status st;

	if ((st = cat_volume_get(cat, volser, &vol, diag)) != DS_OK)
		return st;
	if (!mend)
		return cover(cat, &c, vol.cylinders * TRACKS_CYL);
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	c.file = file;
	st = run(file, SQL_VOLUME_GAPS_DEL, -1, volser, diag);
	if (st == DS_OK)
		st = cover(cat, &c, vol.cylinders * TRACKS_CYL);
	return cat_change_end(cat, &ch, st, diag);
}
