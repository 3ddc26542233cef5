/*
 * Alternate index records, decoded, and what the files that deal with them
 * share. On disk, big-endian (doc/formats/alternate-index.md):
 *
 *	offset  len  field
 *	  +0     1   X'01': pointers are prime keys; 0: RBAs
 *	  +1     1   pointer length: of the prime key, or 4 or 8
 *	  +2     2   number of pointers, 1 to 32767
 *	  +4     1   length of the alternate key
 *	  +5     k   alternate key: the key of the record
 *	  +5+k       pointers, ascending
 *
 * Source: SYM6-1 IDAAIR (MVS 3.8), SC23-6855.
 */
#ifndef CATAMOUNT_AM_VSAM_AIX_H
#define CATAMOUNT_AM_VSAM_AIX_H

#include <stdbool.h>
#include <stdint.h>

#include "access-methods/sphere/sphere.h"

enum {
	AIX_HEADER_LEN = 5, /* and so the relative key position */
	AIX_POINTERS_MAX = 32767,
	AIX_POINTER_MAX = 255, /* bytes of one */
};

/* What all records of one alternate index have in common. */
struct aix_shape {
	uint32_t keylen;  /* of the alternate key */
	uint32_t axrkp;   /* its offset in a base record */
	uint32_t ptr_len; /* bytes of a pointer */
	bool by_key;      /* pointers are prime keys, else RBAs */
	bool unique;
	uint32_t base_rkp; /* by_key: offset of the prime key */
	uint32_t max_len;  /* of a record of the alternate index */
};

struct aix_rec {
	const uint8_t *key;
	const uint8_t *ptrs;
	uint32_t n;
};

/* DS_CORRUPT, DS_UNSUPPORTED: these two do not go together. */
enum ds_status aix_shape_set(struct aix_shape *sh, const struct comp_attr *aix,
    const struct comp_attr *base, struct ds_diag *diag);
/* DS_CORRUPT, and why, when the bytes are no record of this shape. */
enum ds_status aix_rec_decode(const uint8_t *data, uint32_t len,
    const struct aix_shape *sh, struct aix_rec *recp, const char **whyp);
/* Where ptr is, or would be; *foundp tells. */
uint32_t aix_rec_find(const struct aix_rec *rec, const struct aix_shape *sh,
    const uint8_t *ptr, bool *foundp);
/* A record of n pointers still to be filled in, in out; its length. */
uint32_t aix_rec_begin(
    const struct aix_shape *sh, const uint8_t *key, uint32_t n, uint8_t *out);
/* Put ptr in at (drop it from) place i of the record in data; its length. */
uint32_t aix_rec_add(uint8_t *data, uint32_t len, const struct aix_shape *sh,
    uint32_t i, const uint8_t *ptr);
uint32_t aix_rec_drop(
    uint8_t *data, uint32_t len, const struct aix_shape *sh, uint32_t i);

/* The alternate key in a base record; NULL: the record ends before it does. */
const uint8_t *aix_key_of(
    const struct aix_shape *sh, const uint8_t *rec, size_t len);
/* The pointer to a base record, in out. False: its RBA has no place there. */
bool aix_pointer_to(const struct aix_shape *sh, const uint8_t *rec,
    uint64_t rba, uint8_t out[AIX_POINTER_MAX]);
uint64_t aix_pointer_rba(const struct aix_shape *sh, const uint8_t *ptr);

#endif
