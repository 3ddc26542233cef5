/* IEBCOPY: a library as records of a sequential data set; the format is that of
 * doc/formats/unload.md. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/codepage.h"
#include "utilities/iebcopy_int.h"

enum {
	TRACKS_CYL = 15, /* of a 3390, which is named in COPYR1 */
	TRACK_BYTES = 56664,
	BLOCK_OVERHEAD = 600, /* more than a block takes beside its bytes */
	FIRST_TRACK = 1,      /* the directory stands in front */
	MOST_TRACKS = 0xFFFF,
	MOST_BLOCKS = 100, /* of a track */
};

struct item {
	struct ds_member m;
	uint8_t name[MEMBER_MAX]; /* in EBCDIC, filled with blanks */
	bool as_alias;
	uint32_t track;
};

struct unload {
	struct copy *c;
	struct ds_file *out;
	const struct ds_entry *ent;
	struct dd_text text; /* of code page 1047, for names */
	struct item *items;
	size_t nitems, room;
	uint32_t limit; /* bytes of a block */
	uint32_t blocks_track;
	uint32_t tracks; /* used so far */
	/* of the member at work */
	uint32_t track, nblocks;
	uint32_t used; /* of block */
	uint8_t block[UNLOAD_COUNT + UNLOAD_BLOCK];
};

static bool
is_fixed(const struct ds_entry *ent)
{
	return (ds_recfm_bits(ent->recfm, 0) & 0xC0) == 0x80;
}

static bool
is_variable(const struct ds_entry *ent)
{
	return (ds_recfm_bits(ent->recfm, 0) & 0xC0) == 0x40;
}

/* --- the members -----------------------------------------------------------
 */

static int
by_name(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return memcmp(x->name, y->name, sizeof(x->name));
}

static bool
add_item(struct unload *un, const struct ds_member *m, const char *to)
{
	struct item *it;

	if (un->nitems == un->room) {
		un->room = un->room * 2 + 64;
		it = realloc(un->items, un->room * sizeof(*it));
		if (it == NULL) {
			copy_failed(un->c, m->name, DS_NOMEM);
			return false;
		}
		un->items = it;
	}
	it = &un->items[un->nitems++];
	memset(it, 0, sizeof(*it));
	it->m = *m;
	memset(it->name, un->text.blank, sizeof(it->name));
	for (size_t i = 0; to[i] != '\0'; i++)
		it->name[i] = un->text.to[(uint8_t)to[i]];
	return m->alias || copy_note_content(un->c, m->id, to);
}

static bool
collect(struct unload *un)
{
	struct copy *c = un->c;
	struct ds_member m = {0};
	char to[MEMBER_MAX + 1];
	enum ds_status st = DS_OK;
	bool replace;

	c->ncontents = 0;
	while (copy_well(c) &&
	       (st = ds_member_next(c->in, m.name, &m, &c->u.diag)) == DS_OK)
		if (copy_takes(c, &m, to, &replace) && !add_item(un, &m, to))
			return false;
	if (copy_well(c) && st != DS_EOD)
		copy_failed(c, c->input->dd, st);
	copy_sort_contents(c);
	if (un->nitems > 1)
		qsort(un->items, un->nitems, sizeof(*un->items), by_name);
	c->members = un->nitems;
	return copy_well(c);
}

/* Blocks that the records of a member will fill, at most. */
static uint64_t
blocks_of(const struct unload *un, const struct ds_member *m)
{
	uint64_t each;

	if (is_variable(un->ent)) {
		/* two that follow each other hold more than one can */
		each = un->limit - 4;
		return (m->bytes + 4 * m->records + each - 1) / each * 2 + 1;
	}
	each = is_fixed(un->ent) ? un->limit / un->ent->lrecl : 1;
	return (m->records + each - 1) / each;
}

/* Where each member will stand; an alias is where its member is. */
static bool
place(struct unload *un)
{
	struct copy_content *content;
	uint64_t track = FIRST_TRACK;
	struct item *it;

	for (it = un->items; it < un->items + un->nitems; it++) {
		content = copy_find_content(un->c, it->m.id);
		it->as_alias = it->m.alias && content != NULL;
		if (it->as_alias)
			continue;
		it->track = (uint32_t)track;
		if (content != NULL)
			content->track = it->track;
		track += blocks_of(un, &it->m) / un->blocks_track + 1;
		if (track > MOST_TRACKS) {
			utility_note(&un->c->u, COPY_FAILED,
			    "THE MEMBERS ARE MORE THAN AN UNLOAD CAN HOLD");
			return false;
		}
	}
	un->tracks = (uint32_t)track;
	for (it = un->items; it < un->items + un->nitems; it++)
		if (it->as_alias)
			it->track = copy_find_content(un->c, it->m.id)->track;
	return true;
}

/* --- records ---------------------------------------------------------------
 */

static bool
put(struct unload *un, const uint8_t *rec, size_t len)
{
	struct utility *u = &un->c->u;
	enum ds_status st;

	if (utility_stopped(u))
		return false;
	if ((st = ds_put(un->out, rec, len, &u->diag)) == DS_OK)
		return true;
	copy_failed(un->c, un->c->op->out, st);
	return false;
}

/* COPYR1: what the library is. COPYR2: where its tracks are. */
static bool
put_headers(struct unload *un)
{
	uint8_t r1[UNLOAD_COPYR1] = {0x00, 0xCA, 0x6D, 0x0F}, *ext;
	uint8_t r2[UNLOAD_COPYR2] = {1}; /* extents */
	const struct ds_attrs *to = ds_attrs(un->out);

	be16_put(r1 + 4, 0x0200); /* DSORG=PO */
	be16_put(r1 + 6, (uint16_t)un->ent->blksize);
	be16_put(r1 + 8, (uint16_t)un->ent->lrecl);
	r1[10] = ds_recfm_bits(un->ent->recfm, un->ent->ctlchar);
	be16_put(r1 + 14, (uint16_t)to->lrecl);
	be32_put(r1 + 16, DS_DEVTYPE_3390);
	be32_put(r1 + 20, TRACK_BYTES);
	be16_put(r1 + 24, (MOST_TRACKS + TRACKS_CYL - 1) / TRACKS_CYL);
	be16_put(r1 + 26, TRACKS_CYL);
	be16_put(r1 + 28, 58786); /* of a track, with its overhead */
	ext = r2 + UNLOAD_EXTENT;
	be16_put(ext + 10, (uint16_t)((un->tracks - 1) / TRACKS_CYL));
	be16_put(ext + 12, (uint16_t)((un->tracks - 1) % TRACKS_CYL));
	be16_put(ext + 14, (uint16_t)un->tracks);
	return put(un, r1, sizeof(r1)) && put(un, r2, sizeof(r2));
}

/* An entry of the directory: name, TTR, length of user data, user data. */
static size_t
put_entry(const struct item *it, uint8_t *to)
{
	memcpy(to, it->name, MEMBER_MAX);
	be16_put(to + 8, (uint16_t)it->track);
	to[10] = 1;
	to[11] = (uint8_t)((it->as_alias ? 0x80 : 0) | it->m.user_len / 2);
	memcpy(to + 12, it->m.user, it->m.user_len);
	return 12 + (size_t)it->m.user_len;
}

/* Blocks of 256 bytes behind their counts and keys, the last name of each. */
static bool
put_directory(struct unload *un)
{
	enum { AT = UNLOAD_COUNT + UNLOAD_KEY };
	uint8_t rec[AT + UNLOAD_DIR], end[UNLOAD_COUNT] = {0};
	size_t i = 0, used;
	bool last = false;

	while (!last) {
		memset(rec, 0, sizeof(rec));
		rec[9] = UNLOAD_KEY;
		be16_put(rec + 10, UNLOAD_DIR);
		for (used = 2;
		     i < un->nitems &&
		     used + 12 + un->items[i].m.user_len <= UNLOAD_DIR;
		     i++) {
			memcpy(
			    rec + UNLOAD_COUNT, un->items[i].name, UNLOAD_KEY);
			used += put_entry(&un->items[i], rec + AT + used);
		}
		if (i == un->nitems && used + UNLOAD_KEY <= UNLOAD_DIR) {
			memset(rec + UNLOAD_COUNT, 0xFF, UNLOAD_KEY);
			memset(rec + AT + used, 0xFF, UNLOAD_KEY);
			used += UNLOAD_KEY;
			last = true;
		}
		be16_put(rec + AT, (uint16_t)used);
		if (!put(un, rec, sizeof(rec)))
			return false;
	}
	return put(un, end, sizeof(end));
}

/* The block that was filled; an empty one ends the member. */
static bool
put_block(struct unload *un)
{
	const uint32_t track = un->track + un->nblocks / un->blocks_track;
	uint8_t *b = un->block;

	memset(b, 0, UNLOAD_COUNT);
	be16_put(b + 4, (uint16_t)(track / TRACKS_CYL));
	be16_put(b + 6, (uint16_t)(track % TRACKS_CYL));
	b[8] = (uint8_t)(un->nblocks % un->blocks_track + 1);
	un->nblocks++;
	if (is_variable(un->ent) && un->used > 0) {
		be16_put(b + UNLOAD_COUNT, (uint16_t)un->used);
		be16_put(b + UNLOAD_COUNT + 2, 0);
	}
	be16_put(b + 10, (uint16_t)un->used);
	if (!put(un, b, UNLOAD_COUNT + un->used))
		return false;
	un->used = 0;
	return true;
}

/* A record into its block. */
static bool
add_record(struct unload *un, const struct ds_rec *rec)
{
	const bool variable = is_variable(un->ent);
	const uint32_t need = rec->len + (variable ? 4 : 0);
	uint8_t *to;

	if (un->used > 0 &&
	    (un->used + need > un->limit || un->ent->recfm == DS_RECFM_U) &&
	    !put_block(un))
		return false;
	if (need + (variable ? 4 : 0) > un->limit) {
		utility_note(&un->c->u, COPY_FAILED,
		    "A RECORD OF %u BYTES IS TOO LONG TO BE UNLOADED",
		    rec->len);
		return false;
	}
	if (variable && un->used == 0)
		un->used = 4; /* the block's descriptor */
	to = un->block + UNLOAD_COUNT + un->used;
	if (variable) {
		be16_put(to, (uint16_t)need);
		be16_put(to + 2, 0);
		to += 4;
	}
	memcpy(to, rec->data, rec->len);
	un->used += need;
	return true;
}

static bool
unload_member(struct unload *un, const struct item *it)
{
	struct ds_file *in = NULL;
	struct utility *u = &un->c->u;
	struct ds_rec rec;
	enum ds_status st;
	bool ok = true;

	un->track = it->track;
	un->nblocks = un->used = 0;
	st = ds_member_open(
	    un->c->in, it->m.name, DS_INPUT | DS_SEQ, &in, &u->diag);
	while (ok && st == DS_OK && (st = ds_get(in, &rec, &u->diag)) == DS_OK)
		ok = add_record(un, &rec);
	ds_abandon(&in);
	if (st != DS_OK && st != DS_EOD) {
		copy_failed(un->c, it->m.name, st);
		return false;
	}
	if (ok && un->used > 0)
		ok = put_block(un);
	return ok && put_block(un);
}

/* Each is said when it is there, aliases behind. */
static void
say_unloaded(struct unload *un)
{
	struct copy *c = un->c;
	char name[MEMBER_MAX + 1] = "";

	c->copied = un->nitems;
	for (size_t i = 0; c->op->list && i < un->nitems; i++) {
		for (int k = 0; k < MEMBER_MAX; k++)
			name[k] = un->text.from[un->items[i].name[k]];
		utility_msg(&c->u, MSG_IEB154I, name, c->done, NULL);
	}
}

static bool
measure(struct unload *un)
{
	const struct ds_attrs *to = ds_attrs(un->out);
	const uint32_t room = to->lrecl > 4 ? to->lrecl - 4 : 0;

	if ((to->recfm != DS_RECFM_VS && to->recfm != DS_RECFM_VBS &&
		to->recfm != DS_RECFM_V && to->recfm != DS_RECFM_VB &&
		!to->dummy) ||
	    (!to->dummy && room < UNLOAD_COPYR2)) {
		utility_note(&un->c->u, COPY_FAILED,
		    "AN UNLOAD NEEDS RECFM=VB, VS OR VBS, LRECL=280 OR MORE");
		return false;
	}
	un->limit = un->ent->blksize;
	if (un->limit == 0 || un->limit > UNLOAD_BLOCK)
		un->limit = UNLOAD_BLOCK;
	if (!to->dummy && un->limit > room - UNLOAD_COUNT)
		un->limit = room - UNLOAD_COUNT;
	if (un->ent->recfm == DS_RECFM_NONE ||
	    (is_fixed(un->ent) &&
		(un->ent->lrecl == 0 || un->limit < un->ent->lrecl)) ||
	    un->limit < 16) {
		utility_note(&un->c->u, COPY_FAILED,
		    "LRECL OF %s IS TOO SMALL FOR THE RECORDS OF %s",
		    un->c->op->out, un->c->input->dd);
		return false;
	}
	un->blocks_track = TRACK_BYTES / (un->limit + BLOCK_OVERHEAD);
	if (un->blocks_track == 0)
		un->blocks_track = 1;
	if (un->blocks_track > MOST_BLOCKS)
		un->blocks_track = MOST_BLOCKS;
	return true;
}

static bool
unload(struct unload *un)
{
	if (!measure(un) || !collect(un) || !place(un) || !put_headers(un) ||
	    !put_directory(un))
		return false;
	for (size_t i = 0; i < un->nitems; i++)
		if (!un->items[i].as_alias && !unload_member(un, &un->items[i]))
			return false;
	return true;
}

void
copy_unload(struct copy *c, const char *ddname)
{
	static const struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = DS_RECFM_VBS,
	    .lrecl = 32760,
	    .ccsid = CCSID_1047};
	struct unload *un = calloc(1, sizeof(*un));
	enum ds_status st;

	if (un == NULL) {
		copy_failed(c, ddname, DS_NOMEM);
		return;
	}
	un->c = c;
	un->ent = ds_library_entry(c->in);
	st = dd_text_table(CCSID_1047, &un->text, &c->u.diag);
	if (st != DS_OK)
		copy_failed(c, ddname, st);
	else
		un->out =
		    utility_open(&c->u, ddname, DS_OUTPUT | DS_SEQ, &like);
	if (un->out != NULL && unload(un) &&
	    utility_close(&c->u, &un->out, ddname))
		say_unloaded(un);
	utility_drop(&c->u, &un->out);
	free(un->items);
	free(un);
}
