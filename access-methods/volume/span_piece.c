/*
 * Where the pieces of a component's file are: a table beside the file's
 * beginning, and a page in front of each piece that says whose it is. Both are
 * in doc/formats/pieces.md.
 *
 * A piece is whole and lasting before the table has it, and entries are only
 * added, none across a sector's border: so the table is right after a death at
 * any instant, and a piece that it does not have counts for nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/volume/span_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum { ENTRY_LEN = 64, ID_LEN = 16, FORMAT_VERSION = 1 };
enum { TABLE_NAME_LEN = VOL_NAME_MAX };
static const char table_magic[] = "CTMTVOLS", piece_magic[] = "CTMTPIEC";

static void
table_name(const char *name, char out[TABLE_NAME_LEN])
{
	snprintf(out, TABLE_NAME_LEN, "%.32s.vols", name);
}

static bool
is_zero(const uint8_t *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (p[i] != 0)
			return false;
	return true;
}

/* The CRC at 12 of len bytes, taken with that field zero. */
static uint32_t
crc_of(const uint8_t *p, size_t len)
{
	uint8_t copy[SPAN_PAGE];

	memcpy(copy, p, len);
	memset(copy + 12, 0, 4);
	return crc32c(copy, len);
}

/* The identity that a component's name is. */
static void
id_of(const char *name, uint8_t id[ID_LEN])
{
	for (int i = 0; i < ID_LEN; i++) {
		char hex[3] = {name[2 * i], name[2 * i + 1], '\0'};

		id[i] = (uint8_t)strtoul(hex, NULL, 16);
	}
}

static void
head_encode(uint8_t *p, size_t len, const char *magic, const char *name)
{
	memset(p, 0, len);
	memcpy(p, magic, 8);
	be32_put(p + 8, FORMAT_VERSION);
	id_of(name, p + 16);
}

static bool
head_fits(const uint8_t *p, size_t len, const char *magic, const char *name)
{
	uint8_t id[ID_LEN];

	id_of(name, id);
	return memcmp(p, magic, 8) == 0 && be32_get(p + 8) == FORMAT_VERSION &&
	       be32_get(p + 12) == crc_of(p, len) &&
	       memcmp(p + 16, id, ID_LEN) == 0;
}

/* --- the table -------------------------------------------------------------
 */

static void
entry_encode(uint8_t *p, const struct vol_piece *piece)
{
	memset(p, 0, ENTRY_LEN);
	be32_put(p, piece->number);
	be64_put(p + 16, piece->start);
	memcpy(p + 24, piece->volser, strlen(piece->volser));
	be32_put(p + 12, crc_of(p, ENTRY_LEN));
}

static bool
entry_decode(const uint8_t *p, struct vol_piece *piece)
{
	if (be32_get(p + 12) != crc_of(p, ENTRY_LEN))
		return false;
	piece->number = be32_get(p);
	piece->start = be64_get(p + 16);
	memcpy(piece->volser, p + 24, VOL_SERIAL_LEN);
	return piece->volser[VOL_SERIAL_LEN - 1] == '\0' &&
	       piece->start % VOL_ALIGN == 0 && piece->start > 0 &&
	       piece->start <= INT64_MAX;
}

static enum ds_status
table_decode(const uint8_t page[SPAN_PAGE], const char *name,
    struct span_table *table, struct ds_diag *diag)
{
	unsigned n = 0;

	table->n = 0;
	if (is_zero(page, ENTRY_LEN))
		return DS_OK; /* a death left it without its first entry */
	if (!head_fits(page, ENTRY_LEN, table_magic, name))
		return ds_fail(diag, DS_CORRUPT, name,
		    "the table of its volumes is damaged");
	while (n < VOL_PIECES_MAX) {
		const uint8_t *p = page + (size_t)(n + 1) * ENTRY_LEN;
		struct vol_piece *piece = &table->piece[n];

		if (is_zero(p, ENTRY_LEN))
			break;
		if (!entry_decode(p, piece) || piece->number != n + 1 ||
		    (n > 0 && piece->start <= piece[-1].start))
			return ds_fail(diag, DS_CORRUPT, name,
			    "the table of its volumes is damaged");
		n++;
	}
	table->n = n;
	return DS_OK;
}

static enum ds_status
table_load(struct span_volume *sv, const char *name, uint8_t page[SPAN_PAGE],
    struct ds_diag *diag)
{
	char beside[TABLE_NAME_LEN];
	struct vol_file *file = NULL;
	enum ds_status st;

	memset(page, 0, SPAN_PAGE);
	table_name(name, beside);
	if (!vol_exists(sv->inner, beside))
		return DS_OK;
	st = vol_file_open(sv->inner, beside, VOL_READ, &file, diag);
	if (st == DS_OK)
		st = vol_read(file, 0, page, SPAN_PAGE, diag);
	vol_file_close(&file);
	return st == DS_NOFILE ? DS_OK : st;
}

enum ds_status
span_table_read(struct span_volume *sv, const char *name,
    struct span_table *table, struct ds_diag *diag)
{
	uint8_t page[SPAN_PAGE];
	enum ds_status st;

	if ((st = table_load(sv, name, page, diag)) != DS_OK)
		return st;
	return table_decode(page, name, table, diag);
}

static enum ds_status
table_store(struct span_volume *sv, const char *name, uint8_t page[SPAN_PAGE],
    struct ds_diag *diag)
{
	struct iovec iov = {page, SPAN_PAGE};
	struct vol_req req = {
	    .write = true, .durable = true, .iov = &iov, .niov = 1};
	char beside[TABLE_NAME_LEN];
	struct vol_file *file = NULL;
	enum ds_status st;
	bool had;

	table_name(name, beside);
	had = vol_exists(sv->inner, beside);
	st = vol_file_open(sv->inner, beside,
	    had ? VOL_WRITE : VOL_CREATE | VOL_LATER, &file, diag);
	if (st == DS_OK && (st = vol_submit(file, &req, diag)) == DS_OK)
		st = vol_wait(file, &req, diag);
	vol_file_close(&file);
	/* The name of one that was there may not be lasting yet. */
	return st == DS_OK ? vol_sync(sv->inner, diag) : st;
}

enum ds_status
span_drop_pieces(struct span_volume *sv, const char *name, struct ds_diag *diag)
{
	char beside[TABLE_NAME_LEN];
	struct span_table table;
	struct volume *peer;
	enum ds_status st;

	table_name(name, beside);
	if (!vol_exists(sv->inner, beside))
		return DS_OK;
	if (span_table_read(sv, name, &table, NULL) != DS_OK)
		table.n = 0; /* what is left of it cannot be found */
	for (unsigned i = 0; i < table.n; i++) {
		st = sv->peers.get(
		    sv->peers.ctx, table.piece[i].volser, &peer, diag);
		if (st == DS_OK)
			st = vol_remove(peer, name, diag);
		if (st != DS_OK && st != DS_NOFILE)
			return st;
	}
	return vol_drop(sv->inner, beside, diag);
}

/* --- a piece ---------------------------------------------------------------
 */

static enum ds_status
not_there(const char *name, const struct vol_piece *piece, const char *what,
    struct ds_diag *diag)
{
	return ds_fail(diag, DS_CORRUPT, name, "its part on volume %s %s",
	    piece->volser, what);
}

static enum ds_status
piece_check(struct vol_file *file, const char *name,
    const struct vol_piece *piece, struct ds_diag *diag)
{
	uint8_t *page = aligned_alloc(VOL_ALIGN, SPAN_PAGE);
	enum ds_status st;

	/* The file may be open for direct transfers. */
	if (page == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	st = vol_read(file, 0, page, SPAN_PAGE, diag);
	if (st == DS_OK && (!head_fits(page, SPAN_PAGE, piece_magic, name) ||
			       be32_get(page + 32) != piece->number ||
			       be64_get(page + 40) != piece->start))
		st = not_there(name, piece, "is not of this data set", diag);
	free(page);
	return st;
}

enum ds_status
span_piece_open(struct span_volume *sv, const char *name,
    const struct vol_piece *piece, unsigned mode, struct vol_file **filep,
    struct ds_diag *diag)
{
	struct vol_file *file = NULL;
	struct volume *peer = NULL;
	enum ds_status st;

	st = sv->peers.get(sv->peers.ctx, piece->volser, &peer, diag);
	if (st != DS_OK)
		return st == DS_NOMEM
			   ? st
			   : not_there(name, piece,
				 "cannot be reached: the volume is not there",
				 diag);
	st = vol_file_open(peer, name, mode, &file, diag);
	if (st == DS_NOFILE)
		return not_there(name, piece, "is missing", diag);
	if (st == DS_OK)
		st = piece_check(file, name, piece, diag);
	if (st == DS_OK)
		*filep = file;
	else
		vol_file_close(&file);
	return st;
}

/* A file of that name that a death left is a piece, whole or not; what is
 * anything else is not ours to write over. */
static enum ds_status
check_left(struct vol_file *file, const char *name, struct ds_diag *diag)
{
	uint8_t page[SPAN_PAGE];
	enum ds_status st = vol_read(file, 0, page, SPAN_PAGE, diag);

	if (st == DS_OK && !is_zero(page, 8) &&
	    memcmp(page, piece_magic, 8) != 0)
		st = ds_fail(diag, DS_EXIST, name,
		    "another file has the name of its part");
	return st;
}

static enum ds_status
piece_fill(struct vol_file *file, const char *name,
    const struct vol_piece *piece, uint64_t len, struct ds_diag *diag)
{
	uint8_t page[SPAN_PAGE];
	enum ds_status st;

	head_encode(page, SPAN_PAGE, piece_magic, name);
	be32_put(page + 32, piece->number);
	be64_put(page + 40, piece->start);
	be32_put(page + 12, crc_of(page, SPAN_PAGE));
	if ((st = vol_reserve(file, 0, SPAN_PAGE + len, diag)) == DS_OK &&
	    (st = vol_write(file, 0, page, SPAN_PAGE, diag)) == DS_OK)
		st = vol_flush(file, diag);
	return st;
}

static bool
is_possible(const char *name, const struct vol_piece *piece, uint64_t len)
{
	return vol_name_component(name) && piece->number > 0 &&
	       piece->number <= VOL_PIECES_MAX && piece->start > 0 &&
	       piece->start % VOL_ALIGN == 0 && piece->start <= INT64_MAX &&
	       len <= INT64_MAX - SPAN_PAGE;
}

/* A volume has one piece of a file. */
static bool
has_volume(const struct span_table *table, const char *volser)
{
	for (unsigned i = 0; i < table->n; i++)
		if (strcmp(table->piece[i].volser, volser) == 0)
			return true;
	return false;
}

enum ds_status
vol_span_pieces(struct volume *vol, const char *name,
    struct vol_piece pieces[VOL_PIECES_MAX], unsigned *np, struct ds_diag *diag)
{
	struct span_table table;
	enum ds_status st;

	table.n = 0;
	if (vol_span_inner(vol) != vol) {
		st = span_table_read(span_of(vol), name, &table, diag);
		if (st != DS_OK)
			return st;
	}
	memcpy(pieces, table.piece, table.n * sizeof(*pieces));
	*np = table.n;
	return DS_OK;
}

enum ds_status
vol_span_make(struct volume *vol, const char *name,
    const struct vol_piece *piece, uint64_t len, struct ds_diag *diag)
{
	struct span_volume *sv = span_of(vol);
	struct vol_file *file = NULL;
	struct volume *peer = NULL;
	struct span_table table;
	enum ds_status st;
	bool had;

	if (vol_span_inner(vol) == vol)
		return ds_fail(diag, DS_UNSUPPORTED, name,
		    "files of this volume are on it alone");
	st = sv->peers.get(sv->peers.ctx, piece->volser, &peer, diag);
	if (st == DS_OK)
		st = span_table_read(sv, name, &table, diag);
	if (st == DS_OK &&
	    (peer == sv->inner || !is_possible(name, piece, len) ||
		has_volume(&table, piece->volser)))
		st = ds_fail(diag, DS_INVALID, name, "impossible piece");
	if (st != DS_OK)
		return st;
	had = vol_exists(peer, name);
	st = vol_file_open(
	    peer, name, had ? VOL_WRITE : VOL_CREATE | VOL_LATER, &file, diag);
	if (st == DS_OK && had &&
	    (st = check_left(file, name, diag)) != DS_OK) {
		vol_file_close(&file);
		return st;
	}
	if (st == DS_OK)
		st = piece_fill(file, name, piece, len, diag);
	vol_file_close(&file);
	if (st == DS_OK)
		st = vol_sync(peer, diag);
	if (st != DS_OK)
		vol_remove(peer, name, NULL);
	return st;
}

/* Is the piece, which is to be entered, the table's next one? *theyp: it is
 * there already. */
static enum ds_status
check_next(const struct span_table *table, const char *name,
    const struct vol_piece *piece, bool *theyp, struct ds_diag *diag)
{
	const struct vol_piece *last = &table->piece[table->n];

	*theyp = piece->number <= table->n;
	if (*theyp) {
		const struct vol_piece *is = &table->piece[piece->number - 1];

		if (is->start == piece->start &&
		    strcmp(is->volser, piece->volser) == 0)
			return DS_OK;
		return ds_fail(diag, DS_CORRUPT, name,
		    "the table of its volumes does not fit the catalog");
	}
	if (piece->number != table->n + 1 ||
	    (table->n > 0 && last[-1].start >= piece->start))
		return ds_fail(diag, DS_INVALID, name, "impossible piece");
	return DS_OK;
}

enum ds_status
vol_span_add(struct volume *vol, const char *name,
    const struct vol_piece *piece, uint64_t len, struct ds_diag *diag)
{
	struct span_volume *sv = span_of(vol);
	struct vol_file *file = NULL;
	uint8_t page[SPAN_PAGE];
	struct span_table table;
	enum ds_status st;
	bool there;

	if (vol_span_inner(vol) == vol)
		return ds_fail(diag, DS_UNSUPPORTED, name,
		    "files of this volume are on it alone");
	if (!is_possible(name, piece, len))
		return ds_fail(diag, DS_INVALID, name, "impossible piece");
	if ((st = table_load(sv, name, page, diag)) != DS_OK ||
	    (st = table_decode(page, name, &table, diag)) != DS_OK ||
	    (st = check_next(&table, name, piece, &there, diag)) != DS_OK ||
	    there)
		return st;
	/* A death may have left one without all of its space. */
	if (span_piece_open(sv, name, piece, VOL_READ, &file, NULL) != DS_OK ||
	    vol_size(file) < SPAN_PAGE + len)
		st = vol_span_make(vol, name, piece, len, diag);
	vol_file_close(&file);
	if (st != DS_OK)
		return st;
	if (table.n == 0) {
		head_encode(page, ENTRY_LEN, table_magic, name);
		be32_put(page + 12, crc_of(page, ENTRY_LEN));
	}
	entry_encode(page + (size_t)piece->number * ENTRY_LEN, piece);
	return table_store(sv, name, page, diag);
}
