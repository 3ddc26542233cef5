/*
 * The access methods: logical records in and out of open data sets, one
 * interface for every organization. Knows volumes and identities, never a
 * data set's name in the catalog.
 */
#ifndef CATAMOUNT_AM_AM_H
#define CATAMOUNT_AM_AM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access-methods/sphere/sphere.h"
#include "base/entry.h"
#include "base/fault.h"
#include "base/status.h"

struct am_file; /* an open data set */
struct am_pos;  /* a position in it: one string */

enum am_intent {
	AM_INPUT = 1 << 0,
	AM_OUTPUT = 1 << 1, /* put, update, erase; implies input except during
			       the load of an empty set */
	AM_RESET = 1 << 2,  /* REUSE: start empty; with AM_OUTPUT */
	AM_SEQ = 1 << 3,    /* mostly sequential: ring, sequential splits */
	AM_DIR = 1 << 4,    /* mostly by key */
	AM_APPEND = 1 << 5, /* PS: DISP=MOD */
	AM_ADDRESSED = 1 << 6, /* a KSDS or component in RBA order: PRINT of
				  x.DATA, FROMADDRESS */
	AM_INDEX = 1 << 7, /* the index records in RBA order: PRINT of x.INDEX;
			      input alone */
	AM_CNV = 1 << 8,   /* whole control intervals too (rpl.h) */
	AM_BULK = 1 << 9,  /* with AM_OUTPUT, into a KSDS or VRRDS that is empty
			      or reset: records come in any order, and are
			      sorted and loaded when it is closed */
	AM_DURABLE = 1 << 24, /* a completed put, update or erase outlives a
				 power cut, not only the process */
};

struct am_rec {
	const uint8_t
	    *data;    /* borrowed until the next request on the position */
	uint32_t len; /* bytes */
	uint64_t rba; /* of the record: VSAM; PS: offset of the stream */
	uint64_t rrn; /* slot or sequence number, from 1 */
	bool more;    /* by a path: a record with the same alternate key follows
			 (register 15 = 0, reason 8) */
};

enum am_how {
	AM_FIRST,
	AM_LAST,
	AM_KEY, /* arg = key bytes, arglen <= key length (less is generic) */
	AM_RBA, /* num = RBA */
	AM_RRN, /* num = record or slot number, from 1 */
	/*
	 * num = offset in the stream of all records, without control fields,
	 * in key, entry or slot order, each followed by arglen more bytes (0,
	 * 1 for a newline, 4 for a length): the record that has that byte.
	 * O(log n). DS_NOTFOUND: the stream is not so long.
	 */
	AM_OFFSET,
};

enum am_match { AM_EQ, AM_GE };

/* An alternate index of the base that is opened; it is on the same volume. */
struct am_aix {
	const char *data_name; /* file of its data component */
	struct sphere_parms sphere;
	bool upgrade; /* changed with the base, when that is open for output */
};

/* System-managed buffering: what the buffers are for (smb.c has a table). */
enum am_bias {
	AM_BIAS_SYSTEM, /* ACCBIAS: chosen by the intent */
	AM_BIAS_USER,   /* no SMB: BUFND, BUFNI, BUFSP alone */
	AM_BIAS_SO,     /* sequential optimized */
	AM_BIAS_SW,     /* sequential weighted */
	AM_BIAS_DO,     /* direct optimized */
	AM_BIAS_DW,     /* direct weighted */
	AM_BIAS_CO,     /* create optimized: a load, SPEED; never asked for */
	AM_BIAS_CR,     /* create recovery: a load, RECOVERY; likewise */
};
const char *am_bias_name(enum am_bias bias); /* "SO" */

/* AM_BULK: what the sort has, and what becomes of a key that comes twice. */
struct am_bulk {
	/* Where the work file is made, when memory is short; it has no name.
	 * Borrowed for the call. */
	const char *dir;
	uint64_t memory; /* bytes; 0: 64 MiB */
	/*
	 * The record with a key (a number: four bytes) that was put first is
	 * stored; for each later one this is told at the close, in key order,
	 * and it is left out. NULL: the close is DS_DUPLICATE and the set stays
	 * empty. All is borrowed for the call.
	 */
	void (*duplicate)(void *ctx, const uint8_t *key, uint32_t keylen,
	    const struct am_rec *rec);
	void *ctx;
};

struct am_parms {
	struct sphere_parms sphere; /* BUFND and BUFSP there win over a bias */
	unsigned intent;            /* enum am_intent */
	const struct am_aix *aix;   /* borrowed for the call */
	size_t naix;
	/* The one of aix through which records are asked for: keys are
	 * alternate keys then. NULL: none. */
	const struct am_aix *path;
	unsigned strno; /* strings that rpl.h may use at once; 0: any number */
	enum am_bias accbias;
	struct am_bulk bulk;
};

/*
 * Open the data set whose data component's file is data_name. Outcomes are
 * those of section O of base/status.h: DS_OPEN_EMPTY for input from a set
 * that was never loaded (a linear one opens), DS_OPEN_NORESET for AM_RESET
 * without REUSE on a loaded set, DS_OPEN_EMPTYPATH, and DS_CORRUPT, DS_IO.
 */
enum ds_status am_open(struct volume *vol, const char *data_name,
    const struct am_parms *parms, struct am_file **filep, struct ds_diag *diag);
/*
 * Close: an output data set is complete and durable, or the status says why
 * not and the last committed state stands. Always frees.
 */
enum ds_status am_close(struct am_file **filep, struct ds_diag *diag);
/* An error or interrupt ends the program: completed requests stay, as if the
 * process had been killed; a load is dropped. */
void am_abandon(struct am_file **filep);
/* Make all completed requests durable now. Not while loading. A commit of
 * several requests is a point of durability, no transaction: a power cut before
 * it may leave some of them. */
enum ds_status am_commit(struct am_file *file, struct ds_diag *diag);

/* What the buffers of a part are, and what they did: for MSG=SMBBIAS and
 * statistics. */
struct am_buffers {
	enum am_bias bias; /* never SYSTEM; with an LSR pool USER */
	struct sphere_buffers pool;
	uint64_t excps; /* all transfers of the part that were ever counted */
};
enum ds_status am_buffers(const struct am_file *file, enum sphere_part part,
    struct am_buffers *bufp, struct ds_diag *diag);

/* 100 when an alternate index to be upgraded is empty: it stays so; else 0. */
int am_warning(const struct am_file *file);
/* Output into an empty set: it is complete when it is closed. */
bool am_loading(const struct am_file *file);
/* Asked for by a path whose keys are unique. */
bool am_path_unique(const struct am_file *file);

const struct comp_attr *am_attr(const struct am_file *file);
const struct comp_attr *am_index_attr(const struct am_file *file); /* or NULL */
struct ds_stats *am_stats(struct am_file *file, enum sphere_part part);
struct sphere_state *am_state(struct am_file *file);
/* Requests of a writer that died, which the open did again from the log. */
const struct sphere_recovery *am_recovered(const struct am_file *file);

/* 8 when the last put, on DS_OK, gave a key that a nonunique alternate index
 * had before (register 15 = 0, reason 8); else 0. */
int am_feedback(const struct am_pos *pos);

/* The state of an alternate index that was opened with file, by the name of its
 * data component; NULL: it was not needed. */
struct sphere_state *am_aix_state(
    const struct am_file *file, const char *data_name);

enum ds_status am_pos_new(struct am_file *file, struct am_pos **posp);
void am_pos_free(struct am_pos **posp);

/*
 * Position. The next am_get delivers the record found (forward) or, with
 * backward, that record and then those before it.
 * DS_NOTFOUND: no such record (position unchanged); DS_BADKEYLEN.
 */
enum ds_status am_point(struct am_pos *pos, enum am_how how,
    enum am_match match, bool backward, const void *arg, size_t arglen,
    uint64_t num, struct ds_diag *diag);
/* The next record in sequence. A position never pointed starts at the first.
 * DS_EOD at the end. */
enum ds_status am_get(
    struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag);
/*
 * The same, and *np - 1 more records of its length that follow it and lie
 * behind it in memory; where they do not, *np is 1.
 */
enum ds_status am_get_run(struct am_pos *pos, struct am_rec *recp, uint32_t *np,
    struct ds_diag *diag);
/* One of many records asked for at once. */
struct am_want {
	const void *key;   /* AM_KEY: the whole key, borrowed for the call */
	uint64_t num;      /* AM_RBA, AM_RRN */
	enum ds_status st; /* DS_OK: rec is it; DS_NOTFOUND; why not else */
	struct am_rec rec; /* borrowed until the next am_get_many on the
			      position, while the set does not change */
};
/*
 * n records (up to AM_MANY_MAX), each by its own key of keylen bytes (the full
 * key), RBA or number, in any order; what is missing in memory is read
 * together. The position stays where it is. DS_OK when each was found or is
 * not there; else the first other failure, and the rest is as good.
 * DS_BADKEYLEN, DS_LOADING, DS_INVALID (n, how), DS_NOMEM: none was looked for.
 */
enum { AM_MANY_MAX = 256 };
enum ds_status am_get_many(struct am_pos *pos, enum am_how how,
    struct am_want *want, size_t n, size_t keylen, struct ds_diag *diag);
/*
 * Where the record that am_get gave last, or that am_point found since, begins
 * in the stream of AM_OFFSET. 0 of a position that was never used. O(log n).
 * DS_UNSUPPORTED by a path.
 */
enum ds_status am_offset(struct am_pos *pos, uint64_t extra, uint64_t *offsetp,
    struct ds_diag *diag);
/* Bytes of that stream, and records. O(1). Not while loading. */
enum ds_status am_size(struct am_file *file, uint64_t extra, uint64_t *bytesp,
    uint64_t *recordsp, struct ds_diag *diag);
/* Counts what others have changed since the open, as far as the last request of
 * this opener has seen it. */
uint64_t am_version(const struct am_file *file);
/*
 * Store a new record: KSDS by its key (load: ascending, DS_SEQUENCE; by
 * AM_BULK in any order, and the RBA is not known: 0), ESDS,
 * PS and LDS (a whole control interval) at the end, RRDS and VRRDS at rrn (0:
 * the next). sequential: split at the insert
 * point and mind FREESPACE. DS_DUPLICATE, DS_DUPAIX (of a key in a unique
 * alternate index), DS_BADLENGTH, DS_NOSPACE, DS_TOOMANY. On failure neither
 * the set nor an alternate index has changed. rbap may be NULL.
 */
enum ds_status am_put(struct am_pos *pos, const void *data, size_t len,
    uint64_t rrn, bool sequential, uint64_t *rbap, struct ds_diag *diag);
/* Replace, erase the record that the last am_get on pos delivered. */
enum ds_status am_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag);
enum ds_status am_erase(struct am_pos *pos, struct ds_diag *diag);
/*
 * Where others write too (sphere_parms.shared), a get of a file open for output
 * gives the record to this opener alone: others' gets for update wait for it,
 * up to their wait_ms, then DS_LOCKED with the holder. So nobody's change is
 * lost. It ends with the update or erase, the next get of the position, here,
 * and with the position, the file or the process. Elsewhere this does nothing.
 */
void am_release(struct am_pos *pos);

/* What can be tested, together or one by one. */
enum am_test {
	AM_TEST_INDEX = 1 << 0, /* index records, their pointers and totals */
	AM_TEST_DATA = 1 << 1,  /* records, control fields, counts, keys */
};

/* A fault, and where. */
struct am_found {
	enum ds_fault fault;
	enum sphere_part part;
	uint64_t rba;
	const char *what;  /* a sentence; borrowed for the call */
	const uint8_t *ci; /* the control interval that rba is in, as it is on
			      disk, likewise; NULL: it is about no single one */
	uint32_t ci_len;
};
typedef void am_found_fn(void *ctx, const struct am_found *found);
/* Asked for each control interval or record: true ends the test. */
typedef bool am_stop_fn(void *ctx);

/* What the test of the data has seen. */
struct am_examined {
	uint64_t cis;       /* control intervals, free ones too */
	uint64_t empty_cis; /* in use, without a record */
	uint64_t records;
	uint64_t bytes, free_bytes; /* of the control intervals */
	uint32_t maxlen;            /* of the longest record */
};

/*
 * Check every invariant that the organization has, EXAMINE's way: calls
 * report (may be NULL) for each fault. tests: enum am_test; a set without an
 * index has nothing for AM_TEST_INDEX. DS_OK: none; DS_CORRUPT: at least one,
 * or the set could not be opened (without a report); DS_STOPPED: stop (may be
 * NULL) said so. *sump is written on the first two
 * and may be NULL. Reads alone, and what was not closed through its log.
 */
enum ds_status am_examine(struct volume *vol, const char *data_name,
    unsigned tests, am_found_fn *report, am_stop_fn *stop, void *ctx,
    struct am_examined *sump, struct ds_diag *diag);
/*
 * Check an alternate index against its base, both closed: each pointer leads
 * to a record with that key, and each record that has a key is pointed to.
 */
enum ds_status am_examine_aix(struct volume *vol, const char *data_name,
    am_found_fn *report, am_stop_fn *stop, void *ctx, struct ds_diag *diag);

/* Both tests of am_examine, and am_examine_aix, told by their words alone. */
typedef void am_report_fn(
    void *ctx, enum sphere_part part, uint64_t rba, const char *what);
enum ds_status am_verify(struct volume *vol, const char *data_name,
    am_report_fn *report, void *ctx, struct ds_diag *diag);
enum ds_status am_verify_aix(struct volume *vol, const char *data_name,
    am_report_fn *report, void *ctx, struct ds_diag *diag);

#endif
