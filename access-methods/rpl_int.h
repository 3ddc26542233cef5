/*
 * Inside the requests with options: a string.
 *
 *	rpl.c	  strings, which options go together, POINT, ENDREQ
 *	rpl_get.c GET
 *	rpl_put.c PUT, ERASE
 */
#ifndef CATAMOUNT_AM_RPL_INT_H
#define CATAMOUNT_AM_RPL_INT_H

#include "access-methods/am_int.h"
#include "access-methods/rpl.h"

enum { RPL_KEY_MAX = 255 };

/* An order of records that a position goes on in. */
enum rpl_order {
	RPL_BY_SET, /* the set's own: keys, entries, numbers; a path's keys */
	RPL_BY_RBA, /* records of a keyed set by their address */
	RPL_BY_CI,  /* control intervals */
};

enum rpl_place {
	RPL_NEW,     /* never used: before the first record */
	RPL_NOWHERE, /* the position was given up */
	RPL_AT,
	RPL_BEHIND, /* the record that a put stored; last tells which */
};

struct am_rpl {
	struct am_file *file;
	struct am_rpl *next; /* of the file's */
	struct aix_view view;
	const struct comp_attr *attr; /* of the base's data */
	enum ds_org org;
	uint32_t keylen, rkp; /* of KEY; 0: none */
	struct am_pos *pos;   /* RPL_BY_SET */
	/* RPL_BY_RBA: the base as if it were entry-sequenced. */
	struct am_file rba_file;
	struct am_pos *rba_pos;
	struct sphere_buf *ci; /* pinned: the CI lent last */

	enum rpl_place place;
	enum rpl_order order;
	bool backward;
	bool string; /* one of STRNO is taken */
	/* Options of the sequential get before, when the next one needs no
	 * more looking at; 0. Whatever else a string does ends that. */
	unsigned same_opt;
	uint64_t next_ci;
	/* The record that a get with UPD gave, by the order above. */
	bool held;
	uint8_t held_key[RPL_KEY_MAX]; /* the prime key of a keyed base's */
	/* What the last request gave or stored. */
	struct am_rec last;
	uint8_t key[RPL_KEY_MAX];
	bool have_key;     /* key is last's */
	bool key_later;    /* ... as soon as it is asked for: nobody changes
			      what last lends */
	bool put_key;      /* ... and it was stored sequentially */
	uint64_t last_rrn; /* of relative records; 0: none */
	/* A record that was not taken: to be given again. */
	uint8_t *kept;
	bool again;
};

/* What a request wants to do. */
enum rpl_verb { RPL_POINT, RPL_GET, RPL_PUT, RPL_ERASE };

static inline bool
rpl_relative(const struct am_rpl *rpl)
{
	return rpl->org == DS_ORG_RRDS || rpl->org == DS_ORG_VRRDS;
}

/* --- rpl.c ------------------------------------------------------------------
 */

enum ds_status rpl_check(struct am_rpl *rpl, const struct rpl_req *req,
    enum rpl_verb verb, struct ds_diag *diag);
enum rpl_order rpl_order_of(const struct am_rpl *rpl, unsigned opt);
enum ds_status rpl_fail(
    const struct am_rpl *rpl, enum ds_status st, struct ds_diag *diag);
/* A string of STRNO for a request that may keep a position. DS_STRINGS. */
enum ds_status rpl_string(struct am_rpl *rpl, struct ds_diag *diag);
/* Give up the position, and the string with it. */
void rpl_leave(struct am_rpl *rpl);
/* The argument finds a record, or control interval; the position of its order
 * is at it. */
enum ds_status rpl_find(
    struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag);
/* RPL_SKP: is the argument behind the last one? DS_SEQUENCE. */
enum ds_status rpl_ascends(
    struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag);
/* The position of an order other than RPL_BY_CI. */
enum ds_status rpl_pos(struct am_rpl *rpl, enum rpl_order order,
    struct am_pos **posp, struct ds_diag *diag);
void rpl_key_set(struct am_rpl *rpl, const void *rec, size_t len);
/* key is there, before anything else is done. */
static inline void
rpl_key_now(struct am_rpl *rpl)
{
	if (rpl->key_later)
		rpl_key_set(rpl, rpl->last.data, rpl->last.len);
}

#endif
