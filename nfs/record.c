/* Record marking: the stream of a connection, cut into records. */
#include <string.h>

#include "base/bytes.h"
#include "nfs/record.h"

#define LAST 0x80000000U

void
record_init(struct record_stream *s, uint8_t *buf, size_t cap)
{
	*s = (struct record_stream){.buf = buf, .cap = cap};
}

bool
record_empty(const struct record_stream *s)
{
	return s->raw == s->fill && s->fragments == 0;
}

size_t
record_held(const struct record_stream *s)
{
	return s->joined + (s->fill - s->raw);
}

/* All that is in it to the front, so that the most room is behind it. */
static void
compact(struct record_stream *s)
{
	size_t raw = s->fill - s->raw;

	if (s->start > 0 && s->joined > 0)
		memmove(s->buf, s->buf + s->start, s->joined);
	s->start = 0;
	if (s->raw > s->joined && raw > 0)
		memmove(s->buf + s->joined, s->buf + s->raw, raw);
	s->raw = s->joined;
	s->fill = s->joined + raw;
}

uint8_t *
record_space(struct record_stream *s, size_t *roomp)
{
	/*
	 * A buffer that is half full is worth the move when little is in it;
	 * one that is full has to be moved: then at least the marks of what was
	 * joined, or records that were lent, are in front.
	 */
	if (s->fill == s->cap ||
	    (s->fill > s->cap / 2 && record_held(s) < s->cap / 16))
		compact(s);
	*roomp = s->cap - s->fill;
	return s->buf + s->fill;
}

void
record_filled(struct record_stream *s, size_t n)
{
	s->fill += n;
}

/* The record is whole: lend it and go on behind it. */
static enum record_found
lend(struct record_stream *s, const uint8_t **recp, size_t *lenp)
{
	*recp = s->buf + s->start;
	*lenp = s->joined;
	s->joined = 0;
	s->fragments = 0;
	s->start = s->raw;
	return RECORD_ONE;
}

enum record_found
record_next(struct record_stream *s, const uint8_t **recp, size_t *lenp)
{
	uint32_t mark, len;

	if (record_empty(s))
		record_init(s, s->buf, s->cap);
	for (;;) {
		if (s->fill - s->raw < RECORD_MARK)
			return RECORD_MORE;
		mark = be32_get(s->buf + s->raw);
		len = mark & ~LAST;
		if (len > RECORD_MAX - s->joined ||
		    s->fragments == RECORD_FRAGMENTS)
			return RECORD_BAD;
		if (s->fill - s->raw - RECORD_MARK < len)
			return RECORD_MORE;
		s->raw += RECORD_MARK;
		if (s->fragments++ == 0)
			s->start = s->raw;
		else
			memmove(s->buf + s->start + s->joined, s->buf + s->raw,
			    len);
		s->joined += len;
		s->raw += len;
		if (mark & LAST)
			return lend(s, recp, lenp);
	}
}

bool
record_move(struct record_stream *to, struct record_stream *from)
{
	size_t raw = from->fill - from->raw;

	if (record_held(from) > to->cap)
		return false;
	if (from->joined > 0)
		memcpy(to->buf, from->buf + from->start, from->joined);
	if (raw > 0)
		memcpy(to->buf + from->joined, from->buf + from->raw, raw);
	to->start = 0;
	to->joined = to->raw = from->joined;
	to->fill = from->joined + raw;
	to->fragments = from->fragments;
	record_init(from, from->buf, from->cap);
	return true;
}
