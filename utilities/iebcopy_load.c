/*
 * IEBCOPY: a library from the records of an unload, ours or of a z/OS; the
 * format is that of doc/formats/unload.md. Any bytes may come: each length is
 * looked at before it is used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/codepage.h"
#include "utilities/iebcopy_int.h"

enum { EXTENTS = 16, TRACKS_CYL = 15 };

struct extent {
	uint32_t first; /* track of the volume */
	uint32_t tracks;
};

/* An entry of the directory. */
struct loaded {
	struct ds_member m;
	uint32_t ttr;
	bool seen;  /* its records came */
	bool tried; /* ... and might have become it */
};

struct load {
	struct copy *c;
	struct ds_file *in;
	struct dd_text text; /* of code page 1047, for names */
	enum ds_recfm recfm;
	uint32_t lrecl;
	uint32_t tracks_cyl;
	struct extent extents[EXTENTS];
	size_t nextents;
	struct loaded *items; /* by ttr */
	size_t nitems, room;
	/* the member at work */
	bool inside;         /* its end has not come */
	struct loaded *at;   /* NULL: it is not taken */
	struct ds_file *out; /* NULL: it is not taken */
	char to[MEMBER_MAX + 1];
};

static bool
damaged(struct load *ld, const char *what)
{
	utility_note(&ld->c->u, COPY_FAILED, "%s IS NO WHOLE UNLOAD: %s",
	    ld->c->input->dd, what);
	return false;
}

bool
unload_recfm_of(uint8_t byte, enum ds_recfm *recfmp)
{
	for (int r = DS_RECFM_F; r <= DS_RECFM_VBS; r++)
		if (ds_recfm_bits((enum ds_recfm)r, 0) == (byte & 0xD8)) {
			*recfmp = (enum ds_recfm)r;
			return true;
		}
	return false;
}

/* The next record; false: the end, or a failure that was said. */
static bool
get(struct load *ld, struct ds_rec *recp)
{
	struct utility *u = &ld->c->u;
	enum ds_status st;

	if (utility_stopped(u))
		return false;
	st = ds_get(ld->in, recp, &u->diag);
	if (st != DS_OK && st != DS_EOD)
		copy_failed(ld->c, ld->c->input->dd, st);
	return st == DS_OK;
}

/* --- COPYR1, COPYR2 --------------------------------------------------------
 */

static bool
is_copyr1(const struct ds_rec *rec)
{
	return rec->len >= UNLOAD_COPYR1 - 4 &&
	       memcmp(rec->data + 1, "\xCA\x6D\x0F", 3) == 0;
}

static bool
read_headers(struct load *ld)
{
	struct ds_rec rec;
	const uint8_t *p;

	if (!get(ld, &rec) || !is_copyr1(&rec))
		return damaged(ld, "COPYR1 IS NOT THERE");
	if (rec.data[0] != 0)
		return damaged(ld, "IT IS OF PROGRAM OBJECTS");
	if (!unload_recfm_of(rec.data[10], &ld->recfm))
		return damaged(ld, "ITS RECFM IS NOT KNOWN");
	ld->lrecl = be16_get(rec.data + 8);
	ld->tracks_cyl = be16_get(rec.data + 26);
	if (ld->tracks_cyl == 0)
		ld->tracks_cyl = TRACKS_CYL;
	if (!get(ld, &rec) || rec.len < 2 * UNLOAD_EXTENT)
		return damaged(ld, "COPYR2 IS NOT THERE");
	ld->nextents = rec.data[0];
	if (ld->nextents == 0 || ld->nextents > EXTENTS ||
	    (ld->nextents + 1) * UNLOAD_EXTENT > rec.len)
		return damaged(ld, "COPYR2 HAS NO EXTENTS");
	for (size_t i = 0; i < ld->nextents; i++) {
		p = rec.data + (i + 1) * UNLOAD_EXTENT;
		ld->extents[i].first =
		    be16_get(p + 6) * ld->tracks_cyl + be16_get(p + 8);
		ld->extents[i].tracks = be16_get(p + 14);
	}
	return true;
}

/* The TTR of a block, by its address on the volume; false: it is outside. */
static bool
ttr_of(const struct load *ld, const uint8_t *count, uint32_t *ttrp)
{
	const uint32_t at =
	    be16_get(count + 4) * ld->tracks_cyl + be16_get(count + 6);
	uint32_t before = 0;

	for (size_t i = 0; i < ld->nextents; i++) {
		const struct extent *e = &ld->extents[i];

		if (at >= e->first && at - e->first < e->tracks) {
			*ttrp = (before + at - e->first) << 8 | count[8];
			return true;
		}
		before += e->tracks;
	}
	return false;
}

/* --- the directory ---------------------------------------------------------
 */

static bool
add_item(struct load *ld, const uint8_t *p, size_t user_len)
{
	struct loaded *it;
	size_t n = MEMBER_MAX;

	if (ld->nitems == ld->room) {
		ld->room = ld->room * 2 + 64;
		it = realloc(ld->items, ld->room * sizeof(*it));
		if (it == NULL) {
			copy_failed(ld->c, "DIRECTORY", DS_NOMEM);
			return false;
		}
		ld->items = it;
	}
	it = &ld->items[ld->nitems++];
	memset(it, 0, sizeof(*it));
	while (n > 0 && p[n - 1] == ld->text.blank)
		n--;
	for (size_t i = 0; i < n; i++)
		it->m.name[i] = ld->text.from[p[i]];
	if (!member_valid(it->m.name, n))
		return damaged(ld, "A NAME OF ITS DIRECTORY IS NONE");
	it->ttr = (uint32_t)p[8] << 16 | (uint32_t)p[9] << 8 | p[10];
	it->m.alias = (p[11] & 0x80) != 0;
	it->m.id = it->ttr;
	it->m.user_len = (uint8_t)user_len;
	memcpy(it->m.user, p + 12, user_len);
	return true;
}

/* Entries of a directory block of 256 bytes. *lastp: the end mark came. */
static bool
read_block(struct load *ld, const uint8_t *p, bool *lastp)
{
	static const uint8_t mark[MEMBER_MAX] = {
	    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
	const size_t used = be16_get(p);
	size_t at = 2, user;

	if (used < 2 || used > UNLOAD_DIR)
		return damaged(ld, "A DIRECTORY BLOCK HAS NO LENGTH");
	while (at + MEMBER_MAX <= used) {
		if (memcmp(p + at, mark, sizeof(mark)) == 0) {
			*lastp = true;
			return true;
		}
		user = at + 12 <= used ? (size_t)(p[at + 11] & 0x1F) * 2
				       : UNLOAD_DIR;
		if (at + 12 + user > used)
			return damaged(ld, "AN ENTRY PASSES ITS BLOCK");
		if (!add_item(ld, p + at, user))
			return false;
		at += 12 + user;
	}
	return true;
}

static int
by_ttr(const void *a, const void *b)
{
	const struct loaded *x = a, *y = b;

	if (x->ttr != y->ttr)
		return x->ttr < y->ttr ? -1 : 1;
	return (int)x->m.alias - (int)y->m.alias; /* the member in front */
}

/* Blocks, several in a record maybe, up to one without bytes. */
static bool
read_directory(struct load *ld)
{
	struct ds_rec rec;
	bool last = false;

	while (get(ld, &rec)) {
		const uint8_t *p = rec.data, *end = p + rec.len;

		for (; end - p >= UNLOAD_COUNT; p += UNLOAD_COUNT) {
			const size_t key = p[9], len = be16_get(p + 10);

			if (key == 0 && len == 0) {
				if (ld->nitems > 1)
					qsort(ld->items, ld->nitems,
					    sizeof(*ld->items), by_ttr);
				return true;
			}
			if ((size_t)(end - p) < UNLOAD_COUNT + key + len ||
			    len != UNLOAD_DIR)
				return damaged(
				    ld, "A DIRECTORY BLOCK IS CUT OFF");
			if (!last &&
			    !read_block(ld, p + UNLOAD_COUNT + key, &last))
				return false;
			p += key + len;
		}
	}
	return copy_well(ld->c) && damaged(ld, "ITS DIRECTORY DOES NOT END");
}

/* --- members ---------------------------------------------------------------
 */

/* The first entry of a ttr: that of the member, when it has one. */
static struct loaded *
find_item(const struct load *ld, uint32_t ttr)
{
	size_t low = 0, high = ld->nitems, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (ld->items[mid].ttr < ttr)
			low = mid + 1;
		else
			high = mid;
	}
	return low < ld->nitems && ld->items[low].ttr == ttr ? &ld->items[low]
							     : NULL;
}

/* Entries of the same content: which of them gets it as a member. */
static struct loaded *
choose(struct load *ld, struct loaded *it)
{
	const struct loaded *end = ld->items + ld->nitems;
	struct loaded *first = it, *main = NULL;
	bool replace;

	for (; it < end && it->ttr == first->ttr; it++) {
		it->seen = true;
		/* the member that an alias is of, for COPYGRP */
		if (it->m.alias && !first->m.alias)
			memcpy(it->m.main, first->m.name, sizeof(it->m.main));
		if (main != NULL ||
		    !copy_takes(ld->c, &it->m, ld->to, &replace))
			continue;
		it->tried = true;
		if (copy_may_write(ld->c, &it->m, ld->to, replace))
			main = it;
	}
	return main;
}

static bool
begin_member(struct load *ld, const uint8_t *count)
{
	struct utility *u = &ld->c->u;
	struct loaded *it;
	uint32_t ttr;
	enum ds_status st;
	bool replace;

	ld->inside = true;
	ld->at = NULL;
	if (!ttr_of(ld, count, &ttr))
		return damaged(ld, "A BLOCK IS OUTSIDE ITS EXTENTS");
	if ((it = find_item(ld, ttr)) == NULL || it->seen)
		return true; /* what no name leads to */
	if ((it = choose(ld, it)) == NULL)
		return copy_well(ld->c);
	ld->at = it;
	copy_takes(ld->c, &it->m, ld->to, &replace); /* its name */
	st = ds_member_open(
	    ld->c->out, ld->to, DS_OUTPUT | DS_SEQ, &ld->out, &u->diag);
	if (st != DS_OK)
		copy_failed(ld->c, ld->to, st);
	return st == DS_OK;
}

static bool
end_member(struct load *ld)
{
	struct utility *u = &ld->c->u;
	struct loaded *it = ld->at;
	enum ds_status st;

	ld->inside = false;
	if (it == NULL)
		return true;
	ld->at = NULL;
	if ((st = ds_close(&ld->out, &u->diag)) != DS_OK) {
		copy_failed(ld->c, ld->to, st);
		return false;
	}
	return copy_stored(ld->c, &it->m, ld->to) &&
	       copy_note_content(ld->c, it->ttr, ld->to);
}

static bool
put(struct load *ld, const uint8_t *p, size_t len)
{
	struct utility *u = &ld->c->u;
	enum ds_status st = ds_put(ld->out, p, len, &u->diag);

	if (st != DS_OK)
		copy_failed(ld->c, ld->to, st);
	return st == DS_OK;
}

/* The records of a block. */
static bool
put_block(struct load *ld, const uint8_t *p, size_t len)
{
	size_t at, n;

	if (ld->recfm == DS_RECFM_U)
		return put(ld, p, len);
	if ((ds_recfm_bits(ld->recfm, 0) & 0x40) != 0) {
		if (len < 4 || be16_get(p) != len)
			return damaged(ld, "A BLOCK'S DESCRIPTOR IS WRONG");
		for (at = 4; at < len; at += n) {
			n = len - at >= 4 ? be16_get(p + at) : 0;
			if (n < 4 || n > len - at || p[at + 2] != 0)
				return damaged(
				    ld, "A RECORD'S DESCRIPTOR IS WRONG");
			if (!put(ld, p + at + 4, n - 4))
				return false;
		}
		return true;
	}
	if (ld->lrecl == 0 || len % ld->lrecl != 0)
		return damaged(ld, "A BLOCK HAS A PART OF A RECORD");
	for (at = 0; at < len; at += ld->lrecl)
		if (!put(ld, p + at, ld->lrecl))
			return false;
	return true;
}

static bool
load_members(struct load *ld)
{
	struct ds_rec rec;

	while (get(ld, &rec)) {
		const uint8_t *p = rec.data, *end = p + rec.len;

		for (; end - p >= UNLOAD_COUNT; p += UNLOAD_COUNT) {
			const size_t key = p[9], len = be16_get(p + 10);

			if ((size_t)(end - p) < UNLOAD_COUNT + key + len)
				return damaged(ld, "A BLOCK IS CUT OFF");
			if (!ld->inside && !begin_member(ld, p))
				return false;
			if (len == 0) {
				if (!end_member(ld))
					return false;
			} else if (ld->at != NULL &&
				   !put_block(
				       ld, p + UNLOAD_COUNT + key, len)) {
				return false;
			}
			p += key + len;
		}
	}
	return copy_well(ld->c) &&
	       (!ld->inside || damaged(ld, "A MEMBER DOES NOT END"));
}

/* The other names of what was stored. */
static bool
load_aliases(struct load *ld)
{
	const struct copy_content *of;
	char to[MEMBER_MAX + 1];
	bool replace;

	copy_sort_contents(ld->c);
	for (size_t i = 0; i < ld->nitems; i++) {
		struct loaded *it = &ld->items[i];

		if (!it->seen && copy_takes(ld->c, &it->m, to, &replace))
			return damaged(ld, "A MEMBER IS NOT THERE");
		if (it->tried ||
		    (of = copy_find_content(ld->c, it->ttr)) == NULL ||
		    !copy_takes(ld->c, &it->m, to, &replace))
			continue;
		if (copy_may_write(ld->c, &it->m, to, replace) &&
		    !copy_alias(ld->c, &it->m, to, of->to))
			return false;
		if (!copy_well(ld->c))
			return false;
	}
	return true;
}

/* Do its records go into the output? */
static bool
fits(struct load *ld)
{
	const struct ds_entry *out = ds_library_entry(ld->c->out);
	const uint8_t kind = ds_recfm_bits(ld->recfm, 0);
	const bool spanned = (kind & 0x48) == 0x48, fixed = (kind & 0x40) == 0;

	if ((kind & 0xC0) == (ds_recfm_bits(out->recfm, 0) & 0xC0) &&
	    !spanned &&
	    (ld->recfm == DS_RECFM_U ||
		(fixed ? ld->lrecl == out->lrecl : ld->lrecl <= out->lrecl)))
		return true;
	utility_note(&ld->c->u, COPY_FAILED,
	    "RECFM OR LRECL OF %s AND %s ARE NOT ALIKE", ld->c->input->dd,
	    ld->c->op->out);
	return false;
}

void
copy_load_like(struct copy *c, struct ds_attrs *likep)
{
	struct ds_file *in = NULL;
	enum ds_recfm recfm;
	struct ds_rec rec;

	if (ds_open_dd(c->u.run->dds, c->input->dd, DS_INPUT | DS_SEQ, NULL,
		&in, NULL) == DS_OK &&
	    ds_get(in, &rec, NULL) == DS_OK && is_copyr1(&rec) &&
	    unload_recfm_of(rec.data[10], &recfm)) {
		likep->recfm = recfm;
		likep->lrecl = be16_get(rec.data + 8);
		likep->fixed = (rec.data[10] & 0x40) == 0;
	}
	ds_abandon(&in);
}

void
copy_load(struct copy *c, struct ds_file *file)
{
	struct load ld = {.c = c, .in = file};
	enum ds_status st;

	c->ncontents = 0;
	st = dd_text_table(CCSID_1047, &ld.text, &c->u.diag);
	if (st != DS_OK)
		copy_failed(c, c->input->dd, st);
	else if (read_headers(&ld) && fits(&ld) && read_directory(&ld)) {
		if (c->op->list)
			utility_msg(
			    &c->u, MSG_IEB167I, c->done, c->input->dd, NULL);
		if (load_members(&ld))
			load_aliases(&ld);
	}
	ds_abandon(&ld.out);
	ds_abandon(&ld.in);
	free(ld.items);
}
