/*
 * Data sets and DDs opened for records: VSAM, sequential, host files, dummy,
 * in-stream data, concatenations - one interface for REPRO, PRINT, the
 * utilities and NFS.
 */
#ifndef CATAMOUNT_SERVICES_DATASET_H
#define CATAMOUNT_SERVICES_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/fault.h"
#include "base/status.h"
#include "services/system.h"

/* --- DDs ---------------------------------------------------------------------
 */

struct dd_table; /* the allocations of a step or of an idcams run */

enum dd_disp { DD_SHR, DD_OLD, DD_NEW, DD_MOD };

/*
 * Does a NAME=SPEC read well? Allocates nothing: who has several asks for all
 * of them before the first data set is made. DS_INVALID, DS_UNSUPPORTED.
 */
enum ds_status dd_check(const char *name_eq_spec, struct ds_diag *diag);
/* The run does not begin: delete the data sets that NEW has made. */
void dd_table_undo(struct dd_table *dds);

/* What becomes of the data sets of a DD when it is freed or the run has ended.
 */
enum dd_end { DD_END_KEEP, DD_END_DELETE, DD_END_UNCATALOG };
void dd_set_end(struct dd_table *dds, const char *ddname, enum dd_end end);
/* The run has ended, all is closed: the generations that NEW has made become
 * active; what dd_set_end said is done. failed is told of each that cannot,
 * and false returned. */
bool dd_table_end(
    struct dd_table *dds, void (*failed)(const char *what, enum ds_status st,
			      const struct ds_diag *diag));

/* It was allocated by a command, and goes when the program ends that did it. */
void dd_set_dynamic(struct dd_table *dds, const char *ddname);
bool dd_is_dynamic(const struct dd_table *dds, const char *ddname);
/* The first of those; NULL: there is none. */
const char *dd_first_dynamic(const struct dd_table *dds);
/*
 * The DD goes, which nothing has open, as FREE has it: what dd_set_end said is
 * done first. A failure is of a data set, its name is in what (NULL: not
 * wanted); the DD is gone all the same. DS_OK: there is none.
 */
enum ds_status dd_free(struct dd_table *dds, const char *ddname,
    char what[DSNAME_MAX + 1], struct ds_diag *diag);

enum ds_status dd_table_new(struct ds_system *sys, struct dd_table **ddsp);
void dd_table_free(struct dd_table **ddsp);
/*
 * --dd NAME=SPEC. SPEC: DSN[(MEMBER)|(+1)][,new|old|shr|mod,recfm=,lrecl=,...],
 * or path:/file[,recfm=FB,lrecl=80,text|binary,bdw,ccsid=,noblankstrip,mod], or
 * dummy, or - (standard input or output). A NAME that is there concatenates.
 * DS_INVALID: diag->text says what is wrong with the SPEC. Data sets are
 * allocated (ENQ) now: DS_BUSY with the holder, DS_CAT_NOTFOUND.
 */
enum ds_status dd_alloc(
    struct dd_table *dds, const char *name_eq_spec, struct ds_diag *diag);
/* In-stream records (cards), kept by the table: for JCL and tests. */
enum ds_status dd_alloc_instream(struct dd_table *dds, const char *ddname,
    const char *const *cards, size_t ncards, struct ds_diag *diag);
bool dd_exists(const struct dd_table *dds, const char *ddname);
/* It has its data set with others: SHR, said or not. */
bool dd_shared(const struct dd_table *dds, const char *ddname);
/* The name of the i-th DD from 0; NULL: there are no more. */
const char *dd_name(const struct dd_table *dds, size_t i);
/*
 * What a program's own DCB says of a DD that it opens: a path has these then,
 * each that is not zero, over those of its SPEC; weak: only when the SPEC has
 * none and is no text. For opens from now on; NULL: none.
 */
struct dd_dcb {
	enum ds_recfm recfm;
	uint32_t lrecl, blksize;
	bool weak;
	char ctlchar; /* of recfm */
};
void dd_table_dcb(struct dd_table *dds, const struct dd_dcb *dcb);
/* What the DD itself says of the records of its last part, which is a data set:
 * a sequential one that is written from its beginning is made so. */
void dd_set_dcb(
    struct dd_table *dds, const char *ddname, const struct dd_dcb *dcb);
/* The data set that a DD names. DS_OPEN_NODD; DS_OPEN_NOTVSAM: none, or more
 * than one. */
enum ds_status dd_dsname(const struct dd_table *dds, const char *ddname,
    char out[DSNAME_MAX + 1], struct ds_diag *diag);

/* --- open data sets
 * -------------------------------------------------------------- */

struct ds_file;

enum ds_intent {
	DS_INPUT = 1 << 0,
	DS_OUTPUT = 1 << 1,
	DS_RESET = 1 << 2, /* REUSE */
	DS_SEQ = 1 << 3,
	DS_DIR = 1 << 4,
	DS_ADDRESSED = 1 << 5, /* KSDS in RBA order */
	DS_REPLACE = 1 << 6,   /* duplicate keys will be replaced */
	DS_BUILD = 1 << 7,     /* an alternate index itself, by BLDINDEX */
	DS_CNV = 1 << 12,      /* whole control intervals too */
	DS_BULK = 1 << 14,     /* into an empty cluster in any order: AM_BULK */
	DS_DURABLE = 1 << 13,  /* a completed request outlives a power cut */
};

/*
 * A data set whose last writer did not close it, as OPEN found it; the next
 * finds it closed, when this one may write.
 */
struct ds_improper {
	/* 0: it was closed. 118: what its log had was done again, nothing is
	 * lost. 116: the log is gone or damaged, or the machine stopped, and
	 * requests since the last commit may be lost; it stays so until VERIFY
	 * or an open for output. */
	int code;
	uint64_t redone;   /* requests that were done again */
	uint64_t lost;     /* ... that are known to be lost; others may be */
	bool durable_only; /* those that were durable are there */
	char kept[40];     /* the file that has the damaged log, or "" */
};

/* What REPRO and PRINT ask of an open file. */
struct ds_attrs {
	char name[DS_DIAG_NAME]; /* data set name, or the path, or the ddname */
	enum ds_org org;         /* PS for host files, dummy and in-stream */
	bool vsam;
	bool component; /* x.DATA or x.INDEX was opened: read as ESDS */
	bool dummy;
	uint16_t keylen;
	uint32_t rkp;
	uint32_t lrecl; /* maximum record length; 0 unknown */
	enum ds_recfm recfm;
	uint16_t ccsid; /* of its records */
	bool fixed;     /* records of one length, as far as can be known */
	bool text;      /* host text: short F records fill with blanks */
	bool path;      /* by a path: org is KSDS, keys are alternate keys */
	bool loaded;    /* opened VSAM: has data (after a reset: has not) */
	/* Where the key of the base is when path is set; 0 none: it has no
	 * keys, or path is not set. */
	uint16_t base_keylen;
	uint32_t base_rkp;
	struct ds_improper improper; /* opened VSAM: what OPEN found */
	int warning;     /* opened VSAM: 100, an alternate index that is to be
			    upgraded is empty and stays so; else 0 */
	uint32_t cisize; /* of a cluster's data; 0: none */
	char bias[8]; /* of buffering, when its DD has MSG=SMBBIAS; else "" */
	char ctlchar; /* of recfm: 'A', 'M' or 0 */
	bool unsaid;  /* nobody has said yet what its records are */
};

/* By ddname, or by name (INDATASET: SHR, OUTDATASET: OLD), held to ds_close.
 * Source attributes (may be NULL) are taken by a new host path without any.
 * DS_OPEN_NODD, DS_OPEN_EMPTY, DS_OPEN_INUSE (holder), DS_OPEN_NORESET,
 * DS_CAT_NOTFOUND, DS_OPEN_NOTVSAM ... */
enum ds_status ds_open_dd(struct dd_table *dds, const char *ddname,
    unsigned intent, const struct ds_attrs *like, struct ds_file **filep,
    struct ds_diag *diag);
enum ds_status ds_open_name(struct ds_system *sys, const char *name,
    unsigned intent, struct ds_file **filep, struct ds_diag *diag);
struct sphere_lsr;
/* The same for a data set alone, with what an ACB and a DD say of it. */
struct am_rec;
struct ds_open_parms {
	enum dd_disp disp; /* not NEW */
	unsigned strno;    /* strings that may be used at once; 0: any number */
	uint32_t bufnd, bufni; /* buffers; 0: chosen here */
	uint64_t bufsp;        /* bytes of buffers; 0: chosen here */
	bool durable; /* a completed request is safe from a power cut too */
	int accbias;  /* enum am_bias of access-methods/am.h; 0: SYSTEM */
	uint64_t smbvsp, smbvspi; /* bytes, for direct optimized; 0: not said */
	struct sphere_lsr *lsr;   /* buffers of this pool, till the close */
	bool tell_bias;           /* MSG=SMBBIAS: ds_attrs.bias is set */
	/* For output to a sequential data set: what its DD says of records; and
	 * where neither that nor the data set says it, the program and what it
	 * copies (NULL: nothing). */
	struct dd_dcb dcb, program;
	const struct ds_attrs *like;
	/* DS_BULK, as am_bulk of access-methods/am.h; NULL: a key that comes
	 * twice fails the close */
	uint64_t bulk_memory;
	void (*duplicate)(void *ctx, const uint8_t *key, uint32_t keylen,
	    const struct am_rec *rec);
	void *duplicate_ctx;
};
enum ds_status ds_open_with(struct ds_system *sys, const char *name,
    unsigned intent, const struct ds_open_parms *parms, struct ds_file **filep,
    struct ds_diag *diag);
/* Text of the host is read through at its open, which may take long: who is
 * told of each line there and its bytes. One a process; NULL: nobody. */
typedef void ds_reading_fn(void *ctx, uint64_t bytes);
void ds_reading_set(ds_reading_fn *fn, void *ctx);
/* Complete and durable, or the status says why not; always frees. */
enum ds_status ds_close(struct ds_file **filep, struct ds_diag *diag);
/* Drop what was not completed: the output stays as it was where it can. */
void ds_abandon(struct ds_file **filep);
/* The program ends abnormally for want of space: what a sequential data set has
 * taken until then is kept, as z/OS closes it; all else is as ds_abandon. The
 * status is that of the close. NULL is fine. */
enum ds_status ds_close_short(struct ds_file **filep, struct ds_diag *diag);
bool ds_keeps_short(const struct ds_file *file);
const struct ds_attrs *ds_attrs(const struct ds_file *file);
/*
 * What a data set or DD would say when opened, by the catalog and the SPEC
 * alone. A copy asks it of its target and hands it as like to the open of its
 * source: text from a host file then comes in the target's code page.
 */
enum ds_status ds_dd_attrs(struct dd_table *dds, const char *ddname,
    struct ds_attrs *attrsp, struct ds_diag *diag);
enum ds_status ds_name_attrs(struct ds_system *sys, const char *name,
    struct ds_attrs *attrsp, struct ds_diag *diag);
/* Records put into file come from source: short F records of text fill with
 * blanks. ds_open_dd does it by like. */
void ds_set_source(struct ds_file *file, const struct ds_attrs *source);

struct ds_rec {
	const uint8_t *data; /* borrowed until the next request */
	uint32_t len;
	uint64_t rba; /* VSAM */
	uint64_t rrn; /* slot, or sequence number from 1 */
};

enum ds_status ds_get(
    struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag);
/* The same, and *np - 1 more of its length that follow it and lie behind it in
 * memory. */
enum ds_status ds_get_run(struct ds_file *file, struct ds_rec *recp,
    uint32_t *np, struct ds_diag *diag);
/* DS_DUPLICATE, DS_SEQUENCE, DS_BADLENGTH, DS_NOSPACE ...; the file goes on. */
enum ds_status ds_put(
    struct ds_file *file, const void *data, size_t len, struct ds_diag *diag);
/* The same for slot rrn of a relative record data set; others ignore it. */
enum ds_status ds_put_rrn(struct ds_file *file, const void *data, size_t len,
    uint64_t rrn, struct ds_diag *diag);
/* Replace the record that has the key of data (after DS_DUPLICATE). */
enum ds_status ds_replace(
    struct ds_file *file, const void *data, size_t len, struct ds_diag *diag);
/* Replace, with one of the same key, or erase the record that the last ds_get
 * gave. VSAM. */
enum ds_status ds_update(
    struct ds_file *file, const void *data, size_t len, struct ds_diag *diag);
enum ds_status ds_erase(struct ds_file *file, struct ds_diag *diag);
/* Position for ds_get: at the first record whose key is >= key (leading keylen
 * bytes), at an RBA, at a record or slot number. DS_NOTFOUND, DS_BADKEYLEN. */
enum ds_status ds_point_key(
    struct ds_file *file, const void *key, size_t keylen, struct ds_diag *diag);
enum ds_status ds_point_rba(
    struct ds_file *file, uint64_t rba, struct ds_diag *diag);
enum ds_status ds_point_rrn(
    struct ds_file *file, uint64_t rrn, struct ds_diag *diag);

/*
 * EXAMINE: the data set of a name (a component's, a path's: the cluster) held
 * as for reading. DS_OPEN_EMPTY: never loaded; DS_OPEN_INUSE.
 */
struct ds_examine;
enum ds_test { DS_TEST_INDEX, DS_TEST_DATA };
enum ds_status ds_examine_open(struct ds_system *sys, const char *name,
    struct ds_examine **exp, struct ds_diag *diag);
void ds_examine_close(struct ds_examine **exp); /* NULL is fine */
/* Found not closed; EXAMINE leaves it so. */
struct ds_improper ds_examine_improper(const struct ds_examine *ex);
/* Sets without one have nothing for DS_TEST_INDEX. */
bool ds_examine_has_index(const struct ds_examine *ex);
/* Control intervals that a test will look at; 0: that is not known. */
uint64_t ds_examine_cis(const struct ds_examine *ex, enum ds_test test);
uint32_t ds_examine_cisize(const struct ds_examine *ex, enum ds_test test);
/* Whom to tell that DS_TEST_DATA of an alternate index goes on to the base,
 * and that stop is asked for each record read there. */
void ds_examine_on_base(
    struct ds_examine *ex, void (*begin)(void *ctx), void *ctx);

/* A fault; all is borrowed for the call. */
struct ds_found {
	enum ds_fault fault;
	const char *component; /* its name */
	bool index;            /* it is the index */
	uint64_t rba;          /* in it */
	const char *what;      /* one sentence */
	const uint8_t *ci; /* the control interval that rba is in, as on disk;
			      NULL: it is about no single one */
	uint32_t ci_len;
	bool stale; /* counts that are no data; of an alternate index with
		       NOUPGRADE against its base, or of one without room for
		       all pointers: which is nothing wrong */
};
typedef void ds_found_fn(void *ctx, const struct ds_found *found);
typedef bool ds_stop_fn(void *ctx); /* true: the test is to end */

/* What DS_TEST_DATA has seen. */
struct ds_examined {
	uint64_t cis, empty_cis, records;
	uint64_t bytes, free_bytes; /* of the control intervals */
	uint32_t maxlen;            /* of the longest record */
};

/*
 * One test; of an alternate index DS_TEST_DATA is against its base too.
 * DS_OK: no fault; DS_CORRUPT: report told of some, or, if it did not, diag
 * says what keeps the data set from being opened; DS_STOPPED. stop and sump may
 * be NULL.
 */
enum ds_status ds_examine_test(struct ds_examine *ex, enum ds_test test,
    ds_found_fn *report, ds_stop_fn *stop, void *ctx, struct ds_examined *sump,
    struct ds_diag *diag);

/*
 * How far reading by ds_get has come: *atp of *ofp, in records or in bytes of
 * the host's file. O(1). False: it cannot be told (a terminal, a pipe, a path).
 */
bool ds_how_far(struct ds_file *file, uint64_t *atp, uint64_t *ofp);
/* Of the records that ds_get gave. */
uint64_t ds_bytes_got(const struct ds_file *file);

/*
 * The stream of all records in the data set's order, each with extra more bytes
 * (0, 1, 4): its bytes, its records, and *versionp, which is another when
 * others have changed it since the open. And a position at the record that has
 * the byte at offset, which begins at *beginp. O(log n). DS_NOTFOUND: it is not
 * so long; DS_UNSUPPORTED: of members, paths and files of the host, which have
 * no such counts.
 */
enum ds_status ds_stream_size(struct ds_file *file, uint64_t extra,
    uint64_t *bytesp, uint64_t *recordsp, uint64_t *versionp,
    struct ds_diag *diag);
enum ds_status ds_point_offset(struct ds_file *file, uint64_t offset,
    uint64_t extra, uint64_t *beginp, struct ds_diag *diag);

struct am_file;
/* An open VSAM data set, for requests of access-methods/rpl.h; borrowed until
 * it is closed. NULL: it is none. */
struct am_file *ds_file_am(struct ds_file *file);
/* What is completed is durable. DS_LOADING: the output of an empty data set, a
 * sequential one or a file of the host is there at the close alone. */
enum ds_status ds_commit(struct ds_file *file, struct ds_diag *diag);

/*
 * VERIFY: do again what the logs of a cluster and its alternate indexes have,
 * see that their ends are there, and close them. recover: VERIFY RECOVER, every
 * invariant is checked too (DS_CORRUPT). DS_OPEN_NOTCLOSED: it is done, but
 * requests may be lost. DS_OPEN_INUSE.
 */
enum ds_status ds_verify(struct ds_system *sys, const char *name, bool recover,
    struct ds_diag *diag);
/* The same; *howp is how it was found, in any case. */
enum ds_status ds_verify_told(struct ds_system *sys, const char *name,
    bool recover, struct ds_improper *howp, struct ds_diag *diag);

#endif
