/* What has come of new content, and whether it can be stored. */
#include <stdlib.h>
#include <string.h>

#include "nfs/session.h"

enum { PIECE = 64 << 10 };

/* --- what has come ---------------------------------------------------------
 */

static void
drop_range(struct session *s, unsigned i)
{
	s->ranges[i] = s->ranges[--s->nranges];
}

void
check_came(struct session *s, uint64_t from, uint64_t to)
{
	bool more;

	if (from > s->contiguous) {
		if (s->nranges < RANGES)
			s->ranges[s->nranges++] = (struct range){from, to};
		else
			s->scattered = true;
		return;
	}
	if (to > s->contiguous)
		s->contiguous = to;
	do {
		more = false;
		for (unsigned i = 0; i < s->nranges; i++)
			if (s->ranges[i].from <= s->contiguous) {
				if (s->ranges[i].to > s->contiguous)
					s->contiguous = s->ranges[i].to;
				drop_range(s, i);
				more = true;
				break;
			}
	} while (more);
}

void
check_again(struct session *s)
{
	cut_free(&s->check);
	s->checked = s->stream->head.base;
}

void
check_whole(struct session *s)
{
	s->nranges = 0;
	s->scattered = false;
	s->contiguous = s->stream->head.size;
	check_again(s);
}

bool
check_changes(
    const struct session *s, uint64_t offset, const uint8_t *buf, size_t len)
{
	uint8_t old[1024];
	size_t n;

	if (offset >= s->checked)
		return false;
	len = s->checked - offset < len ? (size_t)(s->checked - offset) : len;
	for (; len > 0; offset += n, buf += n, len -= n) {
		n = len < sizeof(old) ? len : sizeof(old);
		if (stream_read(s->stream, offset, old, n, NULL) != DS_OK ||
		    memcmp(old, buf, n) != 0)
			return true;
	}
	return false;
}

/* --- what it says ----------------------------------------------------------
 */

static enum ds_status
hear(void *ctx, const uint8_t *rec, size_t len, struct ds_diag *diag)
{
	(void)ctx;
	(void)rec;
	(void)len;
	(void)diag;
	return DS_OK;
}

static enum ds_status
begin_check(struct session *s, struct ds_diag *diag)
{
	return s->check != NULL
		   ? DS_OK
		   : cut_new(&s->target.cut, hear, NULL, &s->check, diag);
}

enum ds_status
check_next(struct session *s, uint64_t offset, const uint8_t *buf, size_t len,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (offset != s->checked || offset + len > s->contiguous)
		return DS_OK;
	if ((st = begin_check(s, diag)) == DS_OK)
		st = cut_feed(s->check, buf, len, diag);
	s->checked += len;
	return st;
}

enum ds_status
check_all(struct session *s, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	uint8_t *buf;
	uint64_t left;
	size_t n;

	if (s->checked >= s->contiguous)
		return DS_OK;
	if ((st = begin_check(s, diag)) != DS_OK)
		return st;
	if ((buf = malloc(PIECE)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	while (st == DS_OK && (left = s->contiguous - s->checked) > 0) {
		n = left < PIECE ? (size_t)left : PIECE;
		st = stream_read(s->stream, s->checked, buf, n, diag);
		if (st == DS_OK)
			st = cut_feed(s->check, buf, n, diag);
		s->checked += n;
	}
	free(buf);
	return st;
}
