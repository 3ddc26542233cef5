/*
 * A base cluster opened with alternate indexes: its upgrade set, and perhaps
 * the one of a path.
 *
 *	aix.c	     opening and closing; requests by the cluster's own name
 *	aix_change.c pointers in and out, all or nothing
 *	aix_path.c   positions in alternate key order
 *	aix_verify.c an alternate index against its base
 *	aix_rec.c    the codec
 */
#ifndef CATAMOUNT_AM_VSAM_AIX_INT_H
#define CATAMOUNT_AM_VSAM_AIX_INT_H

#include "access-methods/vsam/aix.h"
#include "access-methods/vsam/vsam_int.h"

/* One alternate index, open. */
struct aix_member {
	struct aix_shape sh;
	struct am_file *file;
	struct am_pos *pos; /* of changes */
	uint8_t *buf;       /* sh.max_len bytes: the record being changed */
	bool upgrade;
	bool entered;           /* the request in hand put a pointer in */
	struct ds_stats before; /* ... what was counted until then */
};

/* am_file.priv of a base with alternate indexes. */
struct aix_set {
	struct am_file *base;
	struct am_pos *probe; /* in base; writers */
	struct aix_member *member;
	size_t n;
	struct aix_member *path; /* NULL: by the cluster's own order */
	uint64_t changes;        /* requests that changed something */
	enum ds_status broken;   /* a request failed half-way */
};

/* am_pos.priv */
struct aix_pos {
	struct am_pos *base;
	uint8_t *old; /* the base record last delivered; writers */
	uint32_t old_len;
	uint64_t old_rba;
	bool held; /* ... and it may be updated or erased */
	/* a path: */
	struct am_pos *aix;
	uint8_t *rec; /* the alternate index record in hand */
	struct aix_rec in;
	bool have;     /* there is one */
	uint32_t next; /* its pointer to be followed, backward less 1 */
	bool backward;
	bool set;                      /* a place was taken */
	uint64_t changes;              /* of the set, when rec was read */
	uint8_t last[AIX_POINTER_MAX]; /* pointer last followed */
	bool followed;                 /* ... in rec */
	/* Base records of the next pointers, got at once; AIX_MANY of them.
	 * Where nothing changes. */
	struct am_want *want;
	uint32_t nwant, wanted; /* there are, given */
};

enum { AIX_MANY = 32 };

/* --- aix_change.c ----------------------------------------------------------
 */

/*
 * The upgrade of one request: new keys are entered before the base changes,
 * old ones taken out after it. rec NULL: there is no such record. dupp: a key
 * was there before.
 */
enum ds_status aix_enter(struct aix_set *set, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len, uint64_t rba, bool *dupp,
    struct ds_diag *diag);
/* A request failed half-way: nothing of it may be kept. Returns st. */
enum ds_status aix_broken(struct aix_set *set, enum ds_status st);
/* Take out again what aix_enter entered: the base did not change. */
void aix_undo(struct aix_set *set, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len, uint64_t rba);
enum ds_status aix_leave(struct aix_set *set, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len, uint64_t rba, struct ds_diag *diag);

/* --- aix_path.c ------------------------------------------------------------
 */

enum ds_status aix_path_point(struct am_pos *pos, enum am_how how,
    enum am_match match, bool backward, const void *arg, size_t arglen,
    struct ds_diag *diag);
/* The record given last is to come once more. */
void aix_path_again(struct am_pos *pos);
enum ds_status aix_path_get(
    struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag);

#endif
