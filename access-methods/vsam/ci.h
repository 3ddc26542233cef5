/*
 * One control interval's bytes: records from the left, free space, then RDFs
 * and the CIDF at the right end. Pure functions over an image of ci_len bytes;
 * no file, no buffer. Table: doc/formats/control-interval.md.
 *
 * CIDF, big-endian, the last four bytes:
 *
 *	offset  len  field
 *	  +0     2   free_off: bytes from the CI's start to its free space
 *	  +2     2   free_len: bytes of free space; X'8000' is split busy
 *
 * RDF, three bytes, the rightmost describes the leftmost record:
 *
 *	offset  len  field
 *	  +0     1   flags: enum vsam_rdf_flag
 *	  +1     2   length of the record, or count of the run
 *
 * A segment of a spanned record is alone in its CI and has a pair of RDFs: the
 * right one with its length, the left one with the record's update number,
 * which all segments share. Segments that are not the last fill their CI.
 *
 * Source: SYM6-1 IDACIDF, IDARDF; SC23-6855.
 */
#ifndef CATAMOUNT_AM_VSAM_CI_H
#define CATAMOUNT_AM_VSAM_CI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

enum {
	VSAM_CIDF_LEN = 4,
	VSAM_RDF_LEN = 3,
	VSAM_CI_MIN = 512,
	VSAM_CI_MAX = 32768,
	/* A record takes a byte and a run at least one RDF. */
	VSAM_RECS_MAX = VSAM_CI_MAX,
	VSAM_RUNS_MAX = VSAM_CI_MAX / (VSAM_RDF_LEN + 1),
	VSAM_REC_CONTROL = VSAM_CIDF_LEN + VSAM_RDF_LEN, /* of one record */
	VSAM_SEG_CONTROL = VSAM_CIDF_LEN + 2 * VSAM_RDF_LEN,
};

enum vsam_rdf_flag {
	VSAM_RDF_PAIRED = 0x40,   /* the RDF to the left belongs to this one */
	VSAM_RDF_NOTLAST = 0x10,  /* segment: first, or middle */
	VSAM_RDF_NOTFIRST = 0x20, /* segment: last, or middle */
	VSAM_RDF_SEGMENT = 0x30,
	VSAM_RDF_COUNT = 0x08, /* the value is a count of records */
	VSAM_RDF_EMPTY = 0x04, /* RRDS: the slot is empty */
};

/* What vsam_ci_check found out about an image. */
struct vsam_ci_head {
	uint32_t nrec;  /* records (slots for an RRDS) */
	uint32_t used;  /* bytes of records */
	uint32_t nfree; /* bytes of free space */
	uint32_t rdfs;  /* offset of the leftmost RDF */
	bool eof;       /* the software end of file: no records */
	/* A segment, which counts as one record here. */
	uint8_t seg;     /* its bits of VSAM_RDF_SEGMENT; 0: none */
	uint16_t update; /* number */
	uint32_t even; /* bytes of each record, when all have as many; else 0 */
};

/*
 * Check all control fields of ci (VSAM_CI_MIN..VSAM_CI_MAX bytes): CIDF and
 * RDFs fill it exactly, the lengths add up to the CIDF's offset (CI-I1), each
 * record and first segment has at least min_len bytes. After DS_OK every
 * function that reads is safe on the image; those that change it are for CIs
 * without a segment.
 * DS_CORRUPT: *whyp says what is wrong.
 */
enum ds_status vsam_ci_check(const uint8_t *ci, uint32_t ci_len,
    uint32_t min_len, struct vsam_ci_head *headp, const char **whyp);

/* Make ci an empty control interval: all free space, no record. */
void vsam_ci_format(uint8_t *ci, uint32_t ci_len);

/*
 * The segment of a spanned record: seg its bits of VSAM_RDF_SEGMENT, len bytes,
 * ci_len - VSAM_SEG_CONTROL of them but for the last.
 */
void vsam_ci_segment(uint8_t *ci, uint32_t ci_len, const uint8_t *data,
    uint32_t len, uint8_t seg, uint16_t update);

/* Bytes of records, by the CIDF of a checked image. */
static inline uint32_t
vsam_ci_used(const uint8_t *ci, uint32_t ci_len)
{
	return be16_get(ci + ci_len - VSAM_CIDF_LEN);
}

/*
 * A cursor over the records of a checked image. One direction a cursor: it
 * holds what is left of the current run on the side it moves to.
 */
struct vsam_ci_cur {
	const uint8_t *ci;
	uint32_t off;  /* of the current record */
	uint32_t len;  /* of the current record */
	uint32_t left; /* records of this run still to come */
	uint32_t rdf;  /* forward: end, backward: start of the RDFs to come */
	uint32_t stop; /* where the RDFs end in this direction */
};

/* Before the first record, or behind the last; then next, or prev. */
void vsam_ci_begin(struct vsam_ci_cur *cur, const uint8_t *ci, uint32_t ci_len);
void vsam_ci_end(struct vsam_ci_cur *cur, const uint8_t *ci, uint32_t ci_len);
/* So that the next next, or prev, delivers record idx (from 0). */
void vsam_ci_seek(struct vsam_ci_cur *cur, const uint8_t *ci, uint32_t ci_len,
    uint32_t idx, bool backward);
/* The same where nrec records have len bytes each: no byte of ci is read. */
void vsam_ci_seek_even(struct vsam_ci_cur *cur, const uint8_t *ci,
    uint32_t nrec, uint32_t len, uint32_t idx, bool backward);
bool vsam_ci_next_run(struct vsam_ci_cur *cur);
bool vsam_ci_prev_run(struct vsam_ci_cur *cur);

/* The next record; false behind the last. */
static inline bool
vsam_ci_next(struct vsam_ci_cur *cur)
{
	if (cur->left == 0)
		return vsam_ci_next_run(cur);
	cur->left--;
	cur->off += cur->len;
	return true;
}

/* The record before; false before the first. */
static inline bool
vsam_ci_prev(struct vsam_ci_cur *cur)
{
	if (cur->left == 0)
		return vsam_ci_prev_run(cur);
	cur->left--;
	cur->off -= cur->len;
	return true;
}

struct vsam_ci_spot {
	uint32_t idx; /* record number in the CI, from 0 */
	uint32_t off; /* bytes */
	uint32_t len; /* 0: behind the last record */
};

/*
 * The first record of a checked image (min_len was rkp + keylen) whose key is
 * not below key; true when it is equal. Keys ascend, or the spot is arbitrary
 * but inside.
 */
bool vsam_ci_find(const uint8_t *ci, uint32_t ci_len, const uint8_t *key,
    uint32_t rkp, uint32_t keylen, struct vsam_ci_spot *spotp);
/* How many of nrec records of len bytes each have a key below key. Few misses
 * follow one another: the keys of a step are loaded side by side. */
uint32_t vsam_ci_find_even(const uint8_t *ci, uint32_t nrec, uint32_t len,
    const uint8_t *key, uint32_t rkp, uint32_t keylen);
/*
 * Heads of the keys of nrec even records, in key order: of each every-th record
 * (the last of a group), as many as cap, side by side, where a look-up finds
 * them by one miss. every, or 0 when they tell too little.
 */
uint32_t vsam_ci_heads(const uint8_t *ci, uint32_t nrec, uint32_t len,
    uint32_t rkp, uint32_t keylen, uint64_t *heads, uint32_t cap);
/* vsam_ci_find_even by them. */
uint32_t vsam_ci_find_heads(const uint64_t *heads, uint32_t every,
    const uint8_t *ci, uint32_t nrec, uint32_t len, const uint8_t *key,
    uint32_t rkp, uint32_t keylen);
/* Record idx, or the spot behind the last. */
void vsam_ci_spot_at(const uint8_t *ci, uint32_t ci_len, uint32_t idx,
    struct vsam_ci_spot *spotp);
/* The record at offset off: DS_NOTFOUND when none starts there; then the spot
 * is the first that starts behind. */
enum ds_status vsam_ci_spot_off(const uint8_t *ci, uint32_t ci_len,
    uint32_t off, struct vsam_ci_spot *spotp);

/*
 * Replace ndel (0 or 1) records at idx by rec, or by nothing when rec is NULL.
 * False, and nothing changed: fewer than reserve bytes would stay free.
 */
bool vsam_ci_splice(uint8_t *ci, uint32_t ci_len, uint32_t idx, uint32_t ndel,
    const uint8_t *rec, uint32_t len, uint32_t reserve);

/* Records from idx on go to right, which is formatted by this. */
void vsam_ci_split(
    uint8_t *left, uint8_t *right, uint32_t ci_len, uint32_t idx);

/* Where a full control interval is cut. */
struct vsam_ci_cut {
	uint32_t keep; /* records of the old CI that stay */
	enum { VSAM_NEW_NEITHER, VSAM_NEW_LEFT, VSAM_NEW_RIGHT } side;
};

/*
 * Choose the cut for a record of len bytes to be inserted before record idx,
 * where it does not fit. sequential: at the insert point, the left part
 * keeping reserve bytes free; else where the halves are nearest in bytes.
 * VSAM_NEW_NEITHER: no two CIs can hold it all; cut at idx, then try again.
 */
void vsam_ci_choose_cut(const uint8_t *ci, uint32_t ci_len, uint32_t idx,
    uint32_t len, bool sequential, uint32_t reserve, struct vsam_ci_cut *cutp);

/* --- building a control interval from the left, for loads --------------- */

struct vsam_ci_build {
	uint8_t *ci; /* zeroed image */
	uint32_t ci_len;
	uint32_t limit; /* bytes that may be filled, FREESPACE taken off */
	uint32_t used;  /* bytes of records */
	uint32_t ctl;   /* bytes of control fields, the current run's too */
	uint32_t run_len, run_count;
	uint32_t rdf; /* offset of the leftmost RDF written */
	uint32_t nrec;
};

/* reserve: bytes to leave free; the first record goes in all the same. */
void vsam_ci_build_begin(
    struct vsam_ci_build *b, uint8_t *ci, uint32_t ci_len, uint32_t reserve);
void vsam_ci_build_run(struct vsam_ci_build *b); /* the run has ended */
/* Write what is left of the control fields. */
void vsam_ci_build_end(struct vsam_ci_build *b);

/* Room for a record of len bytes: where it goes; NULL when it does not fit. */
static inline uint8_t *
vsam_ci_build_add(struct vsam_ci_build *b, uint32_t len)
{
	uint32_t more = VSAM_RDF_LEN;
	uint8_t *at;

	if (len == b->run_len && b->run_count != 1)
		more = 0;
	if (b->used + len + b->ctl + more > (b->nrec ? b->limit : b->ci_len))
		return NULL;
	if (len != b->run_len) {
		vsam_ci_build_run(b);
		b->run_len = len;
		b->run_count = 0;
	}
	b->run_count++;
	b->nrec++;
	b->ctl += more;
	at = b->ci + b->used;
	b->used += len;
	return at;
}

/* --- fixed RRDS: one RDF a slot ----------------------------------------- */

uint32_t vsam_slots(uint32_t ci_len, uint32_t slot_len); /* in one CI */
/* An image with all slots empty. */
void vsam_slot_format(uint8_t *ci, uint32_t ci_len, uint32_t slot_len);
/* As vsam_ci_check, for slots; *fullp: how many hold a record. */
enum ds_status vsam_slot_check(const uint8_t *ci, uint32_t ci_len,
    uint32_t slot_len, uint32_t *fullp, const char **whyp);
bool vsam_slot_full(const uint8_t *ci, uint32_t ci_len, uint32_t slot);
/* Fill (rec) or empty (NULL) a slot. */
void vsam_slot_set(uint8_t *ci, uint32_t ci_len, uint32_t slot_len,
    uint32_t slot, const uint8_t *rec);

#endif
