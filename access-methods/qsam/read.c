/*
 * Reading the stream: records at an offset, whole in a page or gathered from
 * several, and their places by number.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/qsam/qsam_int.h"
#include "base/bytes.h"

struct qsam_reader {
	struct sphere *sp;
	struct qsam_shape shape;
	struct sphere_ring *ring;
	const uint8_t *page; /* of the ring; NULL: none */
	uint64_t page_rba;
	uint32_t page_records;
	uint8_t *rec; /* a record that crosses pages: max bytes */
	/* The starts of records in one page, from number first on: what
	 * reading backward needs. */
	uint64_t *starts;
	uint64_t first;
	size_t nstarts;
};

/* Where counting of a page's records begins. */
struct place {
	uint64_t off;    /* first record that starts in the page or behind it */
	uint64_t before; /* records before that one */
};

enum ds_status
qsam_reader_new(struct sphere *sp, const struct qsam_shape *shape,
    struct qsam_reader **rdp, struct ds_diag *diag)
{
	struct qsam_reader *rd = calloc(1, sizeof(*rd));
	enum ds_status st;

	if (rd == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	rd->sp = sp;
	rd->shape = *shape;
	rd->rec = malloc(shape->max);
	/* A page has at most this many prefixes, begun ones included. */
	rd->starts =
	    malloc((shape->ci_len / QSAM_PREFIX_LEN + 1) * sizeof(*rd->starts));
	if (rd->rec == NULL || rd->starts == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	else
		st = ring_open(sp, &rd->ring, diag);
	if (st != DS_OK)
		qsam_reader_free(&rd);
	else
		*rdp = rd;
	return st;
}

void
qsam_reader_free(struct qsam_reader **rdp)
{
	if (rdp == NULL || *rdp == NULL)
		return;
	ring_close(&(*rdp)->ring);
	free((*rdp)->starts);
	free((*rdp)->rec);
	free(*rdp);
	*rdp = NULL;
}

enum ds_status
qsam_page(struct qsam_reader *rd, uint64_t rba, const uint8_t **datap,
    uint32_t *recordsp, struct ds_diag *diag)
{
	enum ds_status st;

	if (rd->page == NULL || rd->page_rba != rba) {
		rd->page = NULL;
		st =
		    ring_get(rd->ring, rba, &rd->page, &rd->page_records, diag);
		if (st != DS_OK) {
			rd->page = NULL;
			return st;
		}
		rd->page_rba = rba;
	}
	*datap = rd->page;
	if (recordsp != NULL)
		*recordsp = rd->page_records;
	return DS_OK;
}

/* len bytes at off, which end inside the stream: in place when one page has
 * them, else gathered in copy. */
static enum ds_status
get_bytes(struct qsam_reader *rd, uint64_t off, uint32_t len, uint8_t *copy,
    const uint8_t **datap, struct ds_diag *diag)
{
	const uint32_t ci_len = rd->shape.ci_len;
	uint32_t at = (uint32_t)(off % ci_len), done = 0, n;
	const uint8_t *page;
	enum ds_status st;

	if (len == 0) {
		*datap = copy;
		return DS_OK;
	}
	if ((st = qsam_page(rd, off - at, &page, NULL, diag)) != DS_OK)
		return st;
	if (len <= ci_len - at) {
		*datap = page + at;
		return DS_OK;
	}
	for (off -= at;; off += ci_len, at = 0) {
		if ((st = qsam_page(rd, off, &page, NULL, diag)) != DS_OK)
			return st;
		n = ci_len - at < len - done ? ci_len - at : len - done;
		memcpy(copy + done, page + at, n);
		if ((done += n) == len)
			break;
	}
	*datap = copy;
	return DS_OK;
}

static enum ds_status
damaged(const struct qsam_reader *rd, uint64_t off, struct ds_diag *diag)
{
	return ds_fail_rba(
	    diag, DS_CORRUPT, rd->shape.name, off, "no record can begin here");
}

/* The length that the record at off says, checked. */
static enum ds_status
get_length(
    struct qsam_reader *rd, uint64_t off, uint32_t *lenp, struct ds_diag *diag)
{
	const struct qsam_shape *s = &rd->shape;
	uint8_t copy[QSAM_PREFIX_LEN];
	const uint8_t *p;
	enum ds_status st;
	uint32_t len;

	if (off > s->end || s->end - off < s->prefix)
		return damaged(rd, off, diag);
	if (s->kind == QSAM_FIXED) {
		len = s->max;
	} else {
		st = get_bytes(rd, off, QSAM_PREFIX_LEN, copy, &p, diag);
		if (st != DS_OK)
			return st;
		len = be32_get(p);
		if (s->kind == QSAM_VARIABLE) {
			len = be16_get(p);
			if (len < QSAM_PREFIX_LEN || be16_get(p + 2) != 0)
				return damaged(rd, off, diag);
			len -= QSAM_PREFIX_LEN;
		}
	}
	if (len > s->max || len > s->end - off - s->prefix)
		return damaged(rd, off, diag);
	*lenp = len;
	return DS_OK;
}

enum ds_status
qsam_read(struct qsam_reader *rd, uint64_t off, const uint8_t **datap,
    uint32_t *lenp, uint64_t *nextp, struct ds_diag *diag)
{
	const uint8_t *data;
	enum ds_status st;
	uint32_t len = 0;

	if ((st = get_length(rd, off, &len, diag)) != DS_OK)
		return st;
	off += rd->shape.prefix;
	if ((st = get_bytes(rd, off, len, rd->rec, &data, diag)) != DS_OK)
		return st;
	*datap = data;
	*lenp = len;
	*nextp = off + len;
	return DS_OK;
}

/* --- places by number and by offset ----------------------------------------
 */

/* What is looked for: record number at, the byte at offset at, or the byte at
 * place at of the stream in which each record has extra more bytes and no
 * prefix. */
struct goal {
	enum { TO_RRN, TO_OFF, TO_PLACE } kind;
	uint64_t at, extra;
};

/* Is it before next, where the records of a page or control area end that goes
 * to offset end? */
static bool
is_before(const struct qsam_shape *s, const struct goal *g,
    const struct place *next, uint64_t end)
{
	switch (g->kind) {
	case TO_RRN:
		return next->before >= g->at;
	case TO_OFF:
		return end > g->at;
	default:
		return qsam_place(s, next->off, next->before + 1, g->extra) >
		       g->at;
	}
}

/* Go over the side area, whole control areas first, to the page that has it:
 * *placep is of the first record that starts there. */
static enum ds_status
find_page(struct qsam_reader *rd, const struct goal *g, struct place *placep,
    struct ds_diag *diag)
{
	const uint64_t ca_cis = sphere_attr(rd->sp, SPHERE_DATA)->cis_per_ca;
	const struct qsam_shape *s = &rd->shape;
	const uint64_t npages = (s->end + s->ci_len - 1) / s->ci_len;
	struct place pl = {0, 0}, next;
	uint64_t page = 0, nrec, nbytes;
	uint32_t records, bytes;
	enum ds_status st;

	for (; ca_cis > 0 && page + ca_cis <= npages; page += ca_cis) {
		st = side_ca_sum(
		    rd->sp, SPHERE_DATA, page / ca_cis, &nrec, &nbytes, diag);
		if (st != DS_OK)
			return st;
		next = (struct place){pl.off + nbytes, pl.before + nrec};
		if (is_before(s, g, &next, (page + ca_cis) * s->ci_len))
			break;
		pl = next;
	}
	for (; page < npages; page++) {
		st = side_get(rd->sp, SPHERE_DATA, page * s->ci_len, &records,
		    &bytes, diag);
		if (st != DS_OK)
			return st;
		next = (struct place){pl.off + bytes, pl.before + records};
		if (is_before(s, g, &next, (page + 1) * s->ci_len))
			break;
		pl = next;
	}
	if (page == npages)
		return damaged(rd, s->end, diag);
	*placep = pl;
	return DS_OK;
}

/* Note the starts of the page's records up to number upto. */
static enum ds_status
walk_to(struct qsam_reader *rd, const struct place *from, uint64_t upto,
    struct ds_diag *diag)
{
	const size_t room = rd->shape.ci_len / QSAM_PREFIX_LEN + 1;
	uint64_t off = from->off, n = from->before + 1;
	enum ds_status st;
	uint32_t len = 0;

	rd->nstarts = 0;
	rd->first = n;
	for (;; n++) {
		if (rd->nstarts == room)
			return damaged(rd, off, diag);
		rd->starts[rd->nstarts++] = off;
		if (n == upto)
			return DS_OK;
		if ((st = get_length(rd, off, &len, diag)) != DS_OK) {
			rd->nstarts = 0;
			return st;
		}
		off += rd->shape.prefix + len;
	}
}

enum ds_status
qsam_find_rrn(
    struct qsam_reader *rd, uint64_t rrn, uint64_t *offp, struct ds_diag *diag)
{
	struct place pl;
	enum ds_status st;

	if (rd->shape.kind == QSAM_FIXED) {
		*offp = (rrn - 1) * rd->shape.max;
		return DS_OK;
	}
	if (rrn < rd->first || rrn - rd->first >= rd->nstarts) {
		st = find_page(rd, &(struct goal){TO_RRN, rrn, 0}, &pl, diag);
		if (st == DS_OK)
			st = walk_to(rd, &pl, rrn, diag);
		if (st != DS_OK)
			return st;
	}
	*offp = rd->starts[rrn - rd->first];
	return DS_OK;
}

enum ds_status
qsam_find_off(
    struct qsam_reader *rd, uint64_t off, uint64_t *rrnp, struct ds_diag *diag)
{
	const struct qsam_shape *s = &rd->shape;
	struct place pl = {0, 0};
	enum ds_status st;
	uint32_t len = 0;

	if (off >= s->end)
		return ds_fail_rba(diag, DS_BADRBA, s->name, off, NULL);
	if (s->kind == QSAM_FIXED) {
		if (off % s->max != 0)
			return ds_fail_rba(diag, DS_BADRBA, s->name, off, NULL);
		*rrnp = off / s->max + 1;
		return DS_OK;
	}
	st = find_page(rd, &(struct goal){TO_OFF, off, 0}, &pl, diag);
	if (st != DS_OK)
		return st;
	while (pl.off < off) {
		if ((st = get_length(rd, pl.off, &len, diag)) != DS_OK)
			return st;
		pl.off += s->prefix + len;
		pl.before++;
	}
	if (pl.off != off)
		return ds_fail_rba(diag, DS_BADRBA, s->name, off, NULL);
	*rrnp = pl.before + 1;
	return DS_OK;
}

/* --- places in the stream without prefixes ---------------------------------
 */

uint64_t
qsam_place(
    const struct qsam_shape *s, uint64_t off, uint64_t rrn, uint64_t extra)
{
	return off - (rrn - 1) * s->prefix + (rrn - 1) * extra;
}

enum ds_status
qsam_find_place(struct qsam_reader *rd, uint64_t place, uint64_t extra,
    uint64_t *offp, uint64_t *rrnp, struct ds_diag *diag)
{
	const struct qsam_shape *s = &rd->shape;
	const struct goal g = {TO_PLACE, place, extra};
	struct place pl = {0, 0}, next;
	enum ds_status st;
	uint32_t len = 0;

	if (place >= qsam_place(s, s->end, s->records + 1, extra))
		return ds_fail(diag, DS_NOTFOUND, s->name, NULL);
	if (s->kind == QSAM_FIXED) {
		*rrnp = place / (s->max + extra) + 1;
		*offp = (*rrnp - 1) * s->max;
		return DS_OK;
	}
	if ((st = find_page(rd, &g, &pl, diag)) != DS_OK)
		return st;
	for (;; pl = next) {
		if (pl.before >= s->records)
			return damaged(rd, pl.off, diag);
		if ((st = get_length(rd, pl.off, &len, diag)) != DS_OK)
			return st;
		next = (struct place){pl.off + s->prefix + len, pl.before + 1};
		if (is_before(s, &g, &next, next.off))
			break;
	}
	*offp = pl.off;
	*rrnp = pl.before + 1;
	return DS_OK;
}
