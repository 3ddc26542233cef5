/* Records out of a stream of bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/codepage.h"
#include "nfs/cut.h"

enum {
	RDW_LEN = 4,
	UTF8_LONGEST = 4, /* bytes of a character, also of one that no page has
			   */
};

struct cutter {
	struct cut_parms parms;
	const struct codepage *cp;
	cut_fn *fn;
	void *ctx;
	uint64_t records; /* that were cut */
	/* What has come of a record that is not whole, as it came. */
	uint8_t *buf;
	size_t have, room;
	uint8_t *rec; /* max bytes: of text, and what is filled */
};

enum ds_status
cut_new(const struct cut_parms *parms, cut_fn *fn, void *ctx,
    struct cutter **cutp, struct ds_diag *diag)
{
	struct cutter *c = calloc(1, sizeof(*c));
	enum ds_status st = DS_OK;

	if (c == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	c->parms = *parms;
	c->fn = fn;
	c->ctx = ctx;
	c->room = parms->view == OPS_TEXT ? (size_t)parms->max * UTF8_LONGEST
					  : (size_t)parms->max + RDW_LEN;
	c->room += c->room == 0;
	c->buf = malloc(c->room);
	c->rec = malloc((size_t)parms->max + 1);
	if (c->buf == NULL || c->rec == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	else if (parms->view == OPS_TEXT)
		st = codepage_get(parms->ccsid, &c->cp, diag);
	if (st != DS_OK)
		cut_free(&c);
	else
		*cutp = c;
	return st;
}

void
cut_free(struct cutter **cutp)
{
	if (cutp == NULL || *cutp == NULL)
		return;
	free((*cutp)->rec);
	free((*cutp)->buf);
	free(*cutp);
	*cutp = NULL;
}

static enum ds_status
too_long(const struct cutter *c, struct ds_diag *diag)
{
	return ds_fail(diag, DS_BADLENGTH, NULL,
	    "record %llu is longer than %u bytes",
	    (unsigned long long)c->records + 1, c->parms.max);
}

static enum ds_status
give(struct cutter *c, const uint8_t *rec, size_t len, struct ds_diag *diag)
{
	enum ds_status st;

	if (len < c->parms.min)
		return ds_fail(diag, DS_BADLENGTH, NULL,
		    "record %llu is shorter than %u bytes",
		    (unsigned long long)c->records + 1, c->parms.min);
	st = c->fn(c->ctx, rec, len, diag);
	c->records += st == DS_OK;
	return st;
}

/* --- text ------------------------------------------------------------------
 */

static enum ds_status
give_line(
    struct cutter *c, const uint8_t *line, size_t len, struct ds_diag *diag)
{
	struct codepage_err err;
	enum ds_status st;
	char why[120];
	size_t n = 0;

	st = codepage_from_utf8(
	    c->cp, (const char *)line, len, c->rec, c->parms.max, &n, &err);
	if (st == DS_BADLENGTH)
		return too_long(c, diag);
	if (st != DS_OK) {
		codepage_err_text(&err, why, sizeof(why));
		return ds_fail(diag, st, NULL, "line %llu: %s",
		    (unsigned long long)c->records + 1, why);
	}
	if (c->parms.fixed) {
		memset(c->rec + n, codepage_blank(c->cp), c->parms.max - n);
		n = c->parms.max;
	}
	return give(c, c->rec, n, diag);
}

static enum ds_status
keep(struct cutter *c, const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	if (len > c->room - c->have)
		return too_long(c, diag);
	memcpy(c->buf + c->have, buf, len);
	c->have += len;
	return DS_OK;
}

static enum ds_status
feed_text(
    struct cutter *c, const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	const uint8_t *nl;
	enum ds_status st = DS_OK;
	size_t n;

	for (; st == DS_OK && len > 0; buf += n + 1, len -= n + 1) {
		nl = memchr(buf, '\n', len);
		n = nl != NULL ? (size_t)(nl - buf) : len;
		if (nl == NULL)
			return keep(c, buf, n, diag);
		if (c->have == 0) {
			st = give_line(c, buf, n, diag);
			continue;
		}
		if ((st = keep(c, buf, n, diag)) == DS_OK)
			st = give_line(c, c->buf, c->have, diag);
		c->have = 0;
	}
	return st;
}

/* --- records of a length that is known -------------------------------------
 */

/* Bytes that the record has with its descriptor word, as far as that is there.
 */
static enum ds_status
length_of(const struct cutter *c, const uint8_t *p, size_t len, size_t *needp,
    struct ds_diag *diag)
{
	size_t n;

	if (c->parms.view == OPS_BINARY) {
		*needp = c->parms.max;
		return DS_OK;
	}
	*needp = RDW_LEN;
	if (len < RDW_LEN)
		return DS_OK;
	n = be16_get(p);
	if (n < RDW_LEN || be16_get(p + 2) != 0)
		return ds_fail(diag, DS_INVALID, NULL,
		    "record %llu: X'%08X' is no descriptor word",
		    (unsigned long long)c->records + 1, be32_get(p));
	if (n - RDW_LEN > c->parms.max)
		return too_long(c, diag);
	if (c->parms.fixed && n - RDW_LEN != c->parms.max)
		return ds_fail(diag, DS_BADLENGTH, NULL,
		    "record %llu is not %u bytes long",
		    (unsigned long long)c->records + 1, c->parms.max);
	*needp = n;
	return DS_OK;
}

static enum ds_status
give_whole(struct cutter *c, const uint8_t *p, size_t len, struct ds_diag *diag)
{
	const size_t head = c->parms.view == OPS_RDW ? RDW_LEN : 0;

	return give(c, p + head, len - head, diag);
}

/* More of the record that has begun; *takenp of the bytes are its. */
static enum ds_status
go_on(struct cutter *c, const uint8_t *buf, size_t len, size_t *takenp,
    struct ds_diag *diag)
{
	enum ds_status st;
	size_t need, n;

	if ((st = length_of(c, c->buf, c->have, &need, diag)) != DS_OK)
		return st;
	n = need - c->have < len ? need - c->have : len;
	memcpy(c->buf + c->have, buf, n);
	c->have += n;
	*takenp = n;
	/* Its descriptor word may have become whole by this. */
	st = length_of(c, c->buf, c->have, &need, diag);
	if (st != DS_OK || c->have < need)
		return st;
	c->have = 0;
	return give_whole(c, c->buf, need, diag);
}

static enum ds_status
feed_lengths(
    struct cutter *c, const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	size_t n = 0;

	for (; st == DS_OK && len > 0; buf += n, len -= n) {
		if (c->have == 0) {
			if ((st = length_of(c, buf, len, &n, diag)) != DS_OK)
				return st;
			if (n <= len) {
				st = give_whole(c, buf, n, diag);
				continue;
			}
		}
		st = go_on(c, buf, len, &n, diag);
	}
	return st;
}

enum ds_status
cut_feed(struct cutter *c, const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	return c->parms.view == OPS_TEXT ? feed_text(c, buf, len, diag)
					 : feed_lengths(c, buf, len, diag);
}

/* --- the end ---------------------------------------------------------------
 */

bool
cut_within(const struct cutter *c)
{
	return c->have > 0 && (c->parms.view != OPS_BINARY || c->parms.fixed);
}

enum ds_status
cut_end(struct cutter *c, struct ds_diag *diag)
{
	size_t n = c->have;

	if (n == 0)
		return DS_OK;
	c->have = 0;
	if (c->parms.view == OPS_TEXT)
		return give_line(c, c->buf, n, diag);
	if (c->parms.view == OPS_RDW || (c->parms.fixed && c->parms.whole))
		return ds_fail(diag, DS_INVALID, NULL,
		    "it ends within record %llu",
		    (unsigned long long)c->records + 1);
	if (c->parms.fixed) {
		memset(c->buf + n, 0, c->parms.max - n);
		n = c->parms.max;
	}
	return give(c, c->buf, n, diag);
}
