/*
 * Record marking (RFC 5531, 11): a TCP stream cut into records, each of one
 * fragment or of several.
 *
 *	offset  len  field
 *	  +0     4   bit 0: this is the record's last fragment; bits 1 to 31:
 *		     bytes in the fragment
 *	  +4     n   the bytes
 *
 * A record whose only fragment has arrived is lent where it stands; fragments
 * are joined in place, each byte being moved once.
 */
#ifndef CATAMOUNT_NFS_RECORD_H
#define CATAMOUNT_NFS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	RECORD_MARK = 4,
	/* of a call: 1 MiB of data and what is around it */
	RECORD_MAX = (1 << 20) + (64 << 10),
	RECORD_FRAGMENTS = 1024, /* of one record, at most */
	/* of a stream's buffer, so that any record fits: the marks of its
	 * fragments stand beside it */
	RECORD_BUFFER = RECORD_MAX + RECORD_MARK * (RECORD_FRAGMENTS + 1),
};

/*
 *	buf   start      start+joined     raw             fill          cap
 *	 | ... | joined bytes  | (marks)   | not looked at  | room to read |
 */
struct record_stream {
	uint8_t *buf;
	size_t cap;
	size_t start, joined, raw, fill;
	unsigned fragments; /* of the record that is being joined */
};

/* An empty stream over buf. */
void record_init(struct record_stream *s, uint8_t *buf, size_t cap);
/* Nothing is in it, not even a part. */
bool record_empty(const struct record_stream *s);
/* Bytes that it has, marks of joined fragments not counted. */
size_t record_held(const struct record_stream *s);
/*
 * Where to put what is read, at least a byte; *roomp: bytes that fit there.
 * May move what is in it. Then record_filled(). Only when record_next said
 * RECORD_MORE, and over a buffer of RECORD_BUFFER bytes.
 */
uint8_t *record_space(struct record_stream *s, size_t *roomp);
void record_filled(struct record_stream *s, size_t n);

enum record_found { RECORD_ONE, RECORD_MORE, RECORD_BAD };
/*
 * The next record, lent until the next call. RECORD_MORE: it has not arrived
 * whole. RECORD_BAD: it is longer than RECORD_MAX or has too many fragments;
 * the stream is of no use from there on.
 */
enum record_found record_next(
    struct record_stream *s, const uint8_t **recp, size_t *lenp);
/* Move all that is in from to the empty stream to; false: it does not fit. */
bool record_move(struct record_stream *to, struct record_stream *from);

#endif
