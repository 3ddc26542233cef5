/*
 * Record requests with the options of a request parameter list (RPL): what
 * OPTCD says, each combination done as VSAM does it or refused with its code.
 * On top of am.h: a string (struct am_rpl) has a position of its own, and
 * several share one open data set.
 *
 * Source: SC23-6855 (positioning, control interval access), SYM6-1 IDARMRCD;
 * which of two faults is told first rests on memory.
 */
#ifndef CATAMOUNT_AM_RPL_H
#define CATAMOUNT_AM_RPL_H

#include "access-methods/am.h"

enum rpl_opt {
	/* what the argument is; one of them */
	RPL_KEY = 1 << 0, /* a key; of a relative record set its number */
	RPL_ADR = 1 << 1, /* the RBA of a record */
	RPL_CNV = 1 << 2, /* the RBA of a control interval; AM_CNV */
	RPL_REC = 1 << 3, /* number of a record in the set's order, from 1;
			     ours */
	/* one of them */
	RPL_SEQ = 1 << 4,
	RPL_DIR = 1 << 5,
	RPL_SKP = 1 << 6, /* by ascending keys */
	/* else forward, by the argument, not for update (NUP), equal, a full
	 * key, into the caller's area (MVE) */
	RPL_BWD = 1 << 7,
	RPL_LRD = 1 << 8, /* the last record; with RPL_BWD */
	RPL_UPD = 1 << 9,
	RPL_NSP = 1 << 10, /* a direct request keeps its position */
	RPL_KGE = 1 << 11,
	RPL_GEN = 1 << 12, /* the leading arglen bytes of a key */
	RPL_LOC = 1 << 13, /* lent until the next request of the string */
};

struct rpl_req {
	unsigned opt;    /* enum rpl_opt */
	const void *arg; /* RPL_KEY: arglen bytes */
	size_t arglen;
	uint64_t num;   /* RPL_ADR, RPL_CNV, RPL_REC; RPL_KEY of a relative
			   record set */
	void *area;     /* where a get moves the record */
	size_t arealen; /* bytes */
};

struct am_rpl; /* one string */

/* The string needs nothing of STRNO before its first request, nor after one
 * that keeps no position. */
enum ds_status rpl_new(
    struct am_file *file, struct am_rpl **rplp, struct ds_diag *diag);
/* Before the file is closed. NULL is fine. */
void rpl_free(struct am_rpl **rplp);

/*
 * Each request: DS_BADOPTION options that do not go together, DS_NOACCESS not
 * opened for it, DS_KEYTOESDS, DS_RRNADDR, DS_NOTBYPATH what the set does not
 * have, DS_LOADING, DS_STRINGS more than STRNO strings have a position.
 */

/*
 * Take a position: the next sequential get delivers that record. DS_NOTFOUND,
 * DS_BADRBA, DS_BADKEYLEN, DS_BADRRN; DS_SEQUENCE a key below the last one, by
 * RPL_SKP. When it fails there is no position, but by RPL_SKP the old one.
 */
enum ds_status rpl_point(
    struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag);
/*
 * A record. DS_NOPOSITION: sequential without a position, or in the other
 * direction or order. DS_AREASMALL: recp->len says what is needed; DS_LOCSPAN:
 * a spanned record cannot be lent; DS_LOCKED: with RPL_UPD, another string has
 * it for update. After these a sequential get gives the same record again. A
 * string that was never used is before the first record.
 */
enum ds_status rpl_get(struct am_rpl *rpl, const struct rpl_req *req,
    struct am_rec *recp, struct ds_diag *diag);
/*
 * Direct gets of n records at once, each by its own argument (am_get_many):
 * opt is RPL_KEY, RPL_ADR or RPL_REC alone. The position stays.
 */
enum ds_status rpl_get_many(struct am_rpl *rpl, unsigned opt,
    struct am_want *want, size_t n, size_t keylen, struct ds_diag *diag);
/*
 * RPL_UPD: in the place of the record that the last get with RPL_UPD gave
 * (DS_NOUPDATE), else a new one. recp->rba, rrn: where it is; recp->more: its
 * alternate key was there before. recp may be NULL.
 * DS_BADLOCATE, DS_PUTBACKWARD, DS_NOINSERT, and what am_put says.
 */
enum ds_status rpl_put(struct am_rpl *rpl, const struct rpl_req *req,
    const void *data, size_t len, struct am_rec *recp, struct ds_diag *diag);
/* The record that the last get with RPL_UPD gave. DS_NOERASE, DS_NOUPDATE. */
enum ds_status rpl_erase(
    struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag);
/*
 * A position at the record that has byte offset of the stream of all records,
 * each followed by extra more bytes (AM_OFFSET); and where the record that a
 * get gave last begins. Not by a path.
 */
enum ds_status rpl_point_offset(
    struct am_rpl *rpl, uint64_t offset, uint64_t extra, struct ds_diag *diag);
enum ds_status rpl_offset(struct am_rpl *rpl, uint64_t extra, uint64_t *offsetp,
    struct ds_diag *diag);
/* Forget the position and the record for update. DS_BADENDREQ: neither is. */
enum ds_status rpl_endreq(struct am_rpl *rpl, struct ds_diag *diag);

#endif
