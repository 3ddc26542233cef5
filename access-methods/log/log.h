/*
 * The redo log of a sphere: what its completed requests did to control
 * intervals and to the state since the last commit, so that the death of the
 * process loses none of them (doc/formats/log.md).
 *
 * The file's bytes are mapped, so a record is safe from the process's end as
 * soon as it is stored. One request is one record: it counts as a whole when
 * the tail is behind it and its CRC fits, else not at all. A log goes on from
 * one published state, by sequence number, and is obsolete after the next.
 *
 * This folder knows operations on images of control intervals; sphere/redo.c
 * makes them and applies them.
 */
#ifndef CATAMOUNT_AM_LOG_LOG_H
#define CATAMOUNT_AM_LOG_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access-methods/volume/volume.h"

enum {
	LOG_ID_LEN = 16,
	LOG_NAME_LEN = 2 * LOG_ID_LEN + 5, /* 32 digits and ".log" */
	LOG_HEADER_LEN = 4096,             /* the first record begins here */
	LOG_REC_HEADER_LEN = 32,
	LOG_OP_HEADER_LEN = 24,
	LOG_LEN_MIN = 2 * LOG_HEADER_LEN,
	LOG_LEN_MAX = 1024 * 1024 * 1024,
	LOG_PARTIES = 256,
	LOG_MEMBER_LEN = 2 * LOG_ID_LEN + 16, /* a key: LOG_MEMBER's data */
	LOG_SUMS_LEN = 16,                    /* of LOG_SUMS */
};

/* The state that a log goes on from. */
struct log_key {
	uint8_t sphere[LOG_ID_LEN];
	uint8_t data[LOG_ID_LEN]; /* the data component: names the file */
	uint64_t seq;
	uint64_t epoch; /* of REUSE */
	/* A log is looked for by data alone: what is wanted of it belongs to
	 * a member of the group. */
	bool any_state;
};

/* On disk: these may grow and never change. */
enum log_kind {
	LOG_STATE = 1,    /* data: a part's state as in a slot */
	LOG_ZERO = 2,     /* b bytes from offset a on become zeros */
	LOG_BYTES = 3,    /* data goes to offset a */
	LOG_MOVE = 4,     /* b bytes from offset c go to offset a */
	LOG_COPY = 5,     /* the image becomes that of control interval from */
	LOG_COUNTS = 6,   /* a records and b bytes are in the image */
	LOG_MEMBER = 7,   /* data says which sphere the party is */
	LOG_SUMS = 8,     /* data: records and bytes below the index record */
	LOG_SUMS_ADD = 9, /* a records, b bytes more below it, with signs */
	LOG_KIND_END
};

/*
 * One operation on the control interval at rba of a part. Operations are done
 * in the order of the log, each on what the one before left.
 */
struct log_op {
	enum log_kind kind;
	unsigned party; /* 0 the log's sphere, else one of its group */
	unsigned part;
	uint64_t rba;
	uint32_t a, b, c; /* by kind; else 0 */
	uint64_t from;    /* LOG_COPY: RBA */
	uint32_t len;     /* bytes of data; LOG_STATE, LOG_BYTES */
	const uint8_t *data;
};

void log_name(const uint8_t data_id[LOG_ID_LEN], char out[LOG_NAME_LEN]);

/* --- log.c: writing ------------------------------------------------------- */

struct log;

/*
 * A log without records, of at most len bytes, that goes on from key; takes
 * over a file that is there. lasting: its name survives a power cut. DS_FULL,
 * DS_UNSUPPORTED (see vol_map). The volume outlives it.
 */
enum ds_status log_open(struct volume *vol, const struct log_key *key,
    size_t len, bool lasting, struct log **logp, struct ds_diag *diag);
/* A key as the data of LOG_MEMBER. */
void log_key_encode(const struct log_key *key, uint8_t data[LOG_MEMBER_LEN]);
/* The file stays. NULL is fine. */
void log_close(struct log **logp);
/* A new state was published: no record, go on from that one. */
void log_restart(struct log *log, uint64_t seq, uint64_t epoch);

/* Forget operations that were not published. */
void log_begin(struct log *log);
/* One more operation of the request. One that does not fit is left out, and
 * log_overflowed tells. */
void log_add(struct log *log, const struct log_op *op);
bool log_overflowed(const struct log *log);
uint32_t log_pending(const struct log *log); /* operations since log_begin */
/* The operations since log_begin become a record: the request is complete.
 * Not after an overflow. */
void log_publish(struct log *log);
size_t log_room(const struct log *log); /* bytes not used */

/*
 * Several who write one log in turn: who comes next goes to where the records
 * end, as somebody outside keeps it for all.
 */
struct log_place {
	size_t tail; /* records end here */
	uint64_t seq, lsn;
	uint32_t nonce;
};
/* Open a log that another made, of at most len bytes; its bytes stay. Not to
 * be written before log_go. */
enum ds_status log_attach(struct volume *vol, const struct log_key *key,
    size_t len, struct log **logp, struct ds_diag *diag);
void log_go(struct log *log, const struct log_place *place);
void log_where(const struct log *log, struct log_place *placep);
/* The tail in the header, when that is of the log that place is in. */
size_t log_tail_kept(const struct log *log, const struct log_place *place);
size_t log_size(const struct log *log); /* bytes for records, in all */

/* The map, which begins with the header. */
uint8_t *log_bytes(const struct log *log);

/* --- drain.c: records that outlive the machine --------------------------- */

/* How far a log has got: of which of its lives, and the end of its records. */
struct log_mark {
	uint32_t life; /* counts restarts */
	uint64_t end;  /* offset */
};

/* What a map has for all who share it, made once: nothing is drained. */
void drain_init(uint8_t *mem);
/*
 * Nobody drains until drain_release, so that the log can be restarted. False:
 * somebody did all of wait_ms long.
 */
bool drain_hold(uint8_t *mem, unsigned wait_ms);
void drain_release(uint8_t *mem);
/* Held: the log is restarted; what was in it is durable by other means. */
void drain_next_life(uint8_t *mem);
void drain_mark(const uint8_t *mem, struct log_mark *markp);

struct drain;

/* To drain the log of data_id, whose map is mem and has up to max bytes. Both
 * outlive it, the volume as well. */
enum ds_status drain_new(struct volume *vol, const uint8_t data_id[LOG_ID_LEN],
    uint8_t *mem, size_t max, struct drain **drp, struct ds_diag *diag);
void drain_free(struct drain **drp); /* NULL is fine */
/* There is a durable file with room for what a request may add, or DS_FULL. */
enum ds_status drain_ready(
    struct drain *dr, unsigned wait_ms, struct ds_diag *diag);
/* All up to mark is durable when it returns; one write serves all who wait.
 * DS_TIMEOUT: another was at it for wait_ms. */
enum ds_status drain_to(struct drain *dr, const struct log_mark *mark,
    unsigned wait_ms, struct ds_diag *diag);

/* --- spare.c: durable files, made ready ------------------------------------
 */

/* The name of a sphere's durable file. */
void spare_name(const uint8_t data_id[LOG_ID_LEN], char out[LOG_NAME_LEN]);
/*
 * The durable file of data_id: the one that it has, else one of the volume's
 * pool, else a new one; of at least len bytes, all written, or DS_FULL. Its
 * name lasts.
 */
enum ds_status spare_lease(struct volume *vol,
    const uint8_t data_id[LOG_ID_LEN], size_t len, struct vol_file **filep,
    struct ds_diag *diag);
/* Write zeros behind its end up to len, durably. */
enum ds_status spare_grow(
    struct vol_file *file, size_t len, struct ds_diag *diag);
/* Nobody drains to it any more and its records are obsolete: to the pool, or
 * away. None is fine; one that stays is obsolete as well. */
void spare_return(struct volume *vol, const uint8_t data_id[LOG_ID_LEN]);
/* Its records do not count from now on, even after a power cut. */
enum ds_status spare_forget(struct volume *vol,
    const uint8_t data_id[LOG_ID_LEN], struct ds_diag *diag);

/* --- read.c: reading ------------------------------------------------------ */

/* A log's bytes in memory, and a place in it. */
struct log_scan {
	uint8_t *mem;
	size_t len;  /* bytes of mem */
	size_t tail; /* records end here at the latest */
	size_t at;   /* of the next record */
	bool same_boot;
	bool durable; /* of the durable file */
	uint64_t seq, lsn;
	uint32_t nonce;
	bool damaged; /* a record before the tail does not fit its CRC */
};

struct log_rec {
	const uint8_t *ops; /* borrowed from the scan */
	size_t len;         /* bytes */
	uint32_t nops;
	uint64_t lsn;
};

/*
 * Read the log of the data component key->data, if there is one that goes on
 * from key; *foundp tells. The caller ends the scan in any case. After the
 * death of a process that is the mapped log, after a power cut the durable
 * file, if it is of the same state or a later one (read.c says why).
 */
enum ds_status log_scan_open(struct volume *vol, const struct log_key *key,
    bool *foundp, struct log_scan *scan, struct ds_diag *diag);
/* The same over bytes that are there already; takes over mem (free). */
bool log_scan_begin(
    const struct log_key *key, uint8_t *mem, size_t len, struct log_scan *scan);
/* Over a copy of the records behind place; mem stays the caller's. */
void log_scan_part(struct log_scan *scan, uint8_t *mem, size_t len,
    const struct log_place *place);
void log_scan_end(struct log_scan *scan);
void log_key_decode(const uint8_t data[LOG_MEMBER_LEN], struct log_key *key);
/*
 * The mapped log is of this boot and of the state before that of key, or begins
 * just now: who published that state died before the log could go on from it,
 * so nothing that was completed is missing.
 */
bool log_outlived(struct volume *vol, const struct log_key *key);
/*
 * Behind a record that did not fit: the number after that of the last whole
 * record that can be found there, scan->lsn if there is none.
 */
uint64_t log_scan_end_lsn(const struct log_scan *scan);
/* The mapped log of key->data has a header or a record that does not fit. */
bool log_has_damage(struct volume *vol, const struct log_key *key);
/* The mapped log of data_id gets a name aside, instead of one that is there. */
enum ds_status log_keep(struct volume *vol, const uint8_t data_id[LOG_ID_LEN],
    struct ds_diag *diag);
void log_kept_name(const uint8_t data_id[LOG_ID_LEN], char out[LOG_NAME_LEN]);
/* The log of data_id is on disk, as it is now. */
enum ds_status log_flush(struct volume *vol, const uint8_t data_id[LOG_ID_LEN],
    struct ds_diag *diag);
/* The next record of the valid prefix; false: no more. */
bool log_scan_next(struct log_scan *scan, struct log_rec *recp);
/* Take the next operation off rec. False: none, or rec->nops is not 0 and it
 * is none that can be. */
bool log_op_next(struct log_rec *rec, struct log_op *opp);

/* --- format, shared by the two ------------------------------------------- */

enum {
	LOG_VERSION = 1,
	LOG_H_VERSION = 8,
	LOG_H_CRC = 12,
	LOG_H_SPHERE = 16,
	LOG_H_DATA = 32,
	LOG_H_BOOT = 48,
	LOG_H_SEQ = 64,
	LOG_H_EPOCH = 72,
	LOG_H_LSN = 80, /* of the first record */
	LOG_H_NONCE = 88,
	LOG_H_LEN = 128, /* bytes under the CRC */
	LOG_H_TAIL = 512,
	LOG_H_DRAIN = 1024, /* of this boot alone: drain.c */
	LOG_R_CRC = 0,
	LOG_R_LEN = 4,
	LOG_R_LSN = 8,
	LOG_R_SEQ = 16,
	LOG_R_NONCE = 24,
	LOG_R_NOPS = 28,
};
extern const uint8_t log_magic[8];
extern const uint8_t log_begins[8]; /* a header that is being written */

/* This boot of the machine; zeros when that cannot be known. */
void log_boot_id(uint8_t id[LOG_ID_LEN]);
uint32_t log_header_crc(const uint8_t *header);

/*
 * For the crash test alone, compiled with LOG_MUTANTS: a fault to build in,
 * and the instant of a request at which the process kills itself.
 */
enum log_mutant {
	LOG_NO_CRC = 1,     /* records are believed */
	LOG_NO_SEQUENCE,    /* a log of another state is believed */
	LOG_TAIL_FIRST,     /* the tail is moved before the record is there */
	LOG_TAIL_LATE,      /* ... with the request after */
	LOG_DRAIN_UNSYNCED, /* a drain is not on disk when it is over */
	LOG_DRAIN_LATE,     /* ... is told to be over before it is written */
	LOG_DURABLE_STALE,  /* a durable file of another state is believed */
	LOG_DURABLE_UNUSED, /* ... is not looked at after a power cut */
	LOG_DURABLE_KEPT,   /* ... still counts beside a log that is flushed */
	LOG_POOL_HEADER,    /* a file of the pool keeps its header */
	LOG_UNSETTLED,      /* a log found is not flushed before it is used */
	LOG_MUTANT_END
};
#ifdef LOG_MUTANTS
extern int log_mutant, log_die_at;
void log_instant(int n);
#define log_is_mutant(m) (log_mutant == (int)(m))
#else
#define log_instant(n) ((void)0)
#define log_is_mutant(m) ((void)(m), false)
#endif

#endif
