/*
 * XDR (RFC 4506): cursors over flat buffers that never leave them. An error
 * sticks: what is got behind it is 0, NULL or nothing, what is put is dropped,
 * and the caller looks once, at the end. Nothing is copied on the way in: bytes
 * are lent out of the buffer.
 */
#ifndef CATAMOUNT_NFS_XDR_H
#define CATAMOUNT_NFS_XDR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"

/* Bytes with which n bytes end on a multiple of four. */
static inline size_t
xdr_pad(size_t n)
{
	return (4 - (n & 3)) & 3;
}

/* --- decode ----------------------------------------------------------------
 */

struct xdr_in {
	const uint8_t *at, *end;
	bool bad; /* too short, too long, or not what it should be */
};

static inline struct xdr_in
xdr_in(const uint8_t *buf, size_t len)
{
	return (struct xdr_in){.at = buf, .end = buf + len, .bad = false};
}

static inline size_t
xdr_left(const struct xdr_in *in)
{
	return (size_t)(in->end - in->at);
}

/* n bytes as they are, without padding; NULL: they are not there. */
static inline const uint8_t *
xdr_get_bytes(struct xdr_in *in, size_t n)
{
	const uint8_t *p = in->at;

	if (in->bad || n > xdr_left(in)) {
		in->bad = true;
		return NULL;
	}
	in->at += n;
	return p;
}

static inline uint32_t
xdr_get_u32(struct xdr_in *in)
{
	const uint8_t *p = xdr_get_bytes(in, 4);

	return p == NULL ? 0 : be32_get(p);
}

static inline uint64_t
xdr_get_u64(struct xdr_in *in)
{
	const uint8_t *p = xdr_get_bytes(in, 8);

	return p == NULL ? 0 : be64_get(p);
}

/* 0 or 1; all else is bad. */
bool xdr_get_bool(struct xdr_in *in);
/* 0 to max, as an enumeration or a count; all else is bad. */
uint32_t xdr_get_max(struct xdr_in *in, uint32_t max);
/* opaque[len], with its padding. */
const uint8_t *xdr_get_fixed(struct xdr_in *in, size_t len);
/* opaque<max> or string<max>: its length is before it. NULL, *lenp 0: bad. */
const uint8_t *xdr_get_opaque(struct xdr_in *in, size_t max, size_t *lenp);
/* Nothing is behind it and nothing was bad. */
bool xdr_done(const struct xdr_in *in);

/* --- encode ----------------------------------------------------------------
 */

struct xdr_out {
	uint8_t *base, *at, *end;
	bool full; /* something did not fit */
};

static inline struct xdr_out
xdr_out(uint8_t *buf, size_t len)
{
	return (struct xdr_out){
	    .base = buf, .at = buf, .end = buf + len, .full = false};
}

static inline size_t
xdr_used(const struct xdr_out *out)
{
	return (size_t)(out->at - out->base);
}

static inline size_t
xdr_room(const struct xdr_out *out)
{
	return out->full ? 0 : (size_t)(out->end - out->at);
}

/* n bytes to be filled in by the caller; NULL: they do not fit. */
static inline uint8_t *
xdr_reserve(struct xdr_out *out, size_t n)
{
	uint8_t *p = out->at;

	if (n > xdr_room(out)) {
		out->full = true;
		return NULL;
	}
	out->at += n;
	return p;
}

static inline void
xdr_put_u32(struct xdr_out *out, uint32_t v)
{
	uint8_t *p = xdr_reserve(out, 4);

	if (p != NULL)
		be32_put(p, v);
}

static inline void
xdr_put_u64(struct xdr_out *out, uint64_t v)
{
	uint8_t *p = xdr_reserve(out, 8);

	if (p != NULL)
		be64_put(p, v);
}

static inline void
xdr_put_bool(struct xdr_out *out, bool v)
{
	xdr_put_u32(out, v ? 1 : 0);
}

/* opaque[len] and its padding, which is zero. */
void xdr_put_fixed(struct xdr_out *out, const void *data, size_t len);
/* opaque<>: length, bytes, padding. */
void xdr_put_opaque(struct xdr_out *out, const void *data, size_t len);
void xdr_put_string(struct xdr_out *out, const char *s);
/* Back to where it was: all from mark (of xdr_used) on is taken back. */
void xdr_rewind(struct xdr_out *out, size_t mark);

#endif
