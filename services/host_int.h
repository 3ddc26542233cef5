/*
 * Host files as data sets: the path: DDs. Records in and out of files, pipes
 * and devices, as text lines or as binary F, V and U records.
 *
 * Text is UTF-8 or ISO 8859-1, one line a record; records are in an EBCDIC
 * page. Binary files hold the bytes that z/OS would send: F records back to
 * back, V with record descriptors, V with block descriptors too (bdw), U as it
 * comes. services/records.md has the rules in full.
 */
#ifndef CATAMOUNT_SERVICES_HOST_INT_H
#define CATAMOUNT_SERVICES_HOST_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/dataset.h"

enum {
	HOST_LRECL_MAX = 32760,
	HOST_FILE_LRECL_MAX = UINT16_MAX, /* binary, without blocks */
	HOST_RDW_LEN = 4, /* of a record descriptor, and of a block's */
	HOST_NAME_LEN = DS_DIAG_NAME,
};

/* What a SPEC says of a path; zero is "not said". */
struct host_spec {
	char *path; /* "-" is standard input or output; borrowed */
	enum ds_recfm recfm;
	char ctlchar;
	uint32_t lrecl;   /* as the DCB: V counts the descriptor */
	uint32_t blksize; /* of blocks written with bdw; of U */
	bool text;
	bool bdw;
	bool noblankstrip;
	bool mod;
	uint16_t ccsid;      /* of the records */
	uint16_t host_ccsid; /* CCSID_UTF8 (as 0), CCSID_LATIN1 */
};

struct host_in;
struct host_out;

bool recfm_is_fixed(enum ds_recfm recfm);    /* F FB FBS */
bool recfm_is_variable(enum ds_recfm recfm); /* V VB VS VBS */
/* The longest record of a format, without its descriptor. */
uint32_t recfm_max_len(enum ds_recfm recfm, uint32_t lrecl, uint32_t blksize);
/* A path as a name for messages: its end when it is long. */
void host_name(const char *path, char out[HOST_NAME_LEN]);

/*
 * Open for input. spec is copied, its path is borrowed until the open ends.
 * like, the target (may be NULL), gives the code page of text records when
 * spec has none; else ccsid, the root's.
 *
 * Text is read through once here, so a line that cannot become a record stops
 * the work before anything is stored; what cannot be read twice is spooled.
 * DS_INVALID: a directory, or binary without attributes; DS_BADTEXT with the
 * line; DS_BADBLOCK: an F file that ends inside a record; DS_NOFILE, DS_IO.
 */
enum ds_status host_in_open(const struct host_spec *spec,
    const struct ds_attrs *like, uint16_t ccsid, struct host_in **inp,
    struct ds_diag *diag);
/* The next record, borrowed until the next call. DS_EOD, DS_BADTEXT, DS_IO;
 * DS_BADBLOCK with the offset of the descriptor. */
enum ds_status host_in_get(struct host_in *in, const uint8_t **datap,
    uint32_t *lenp, struct ds_diag *diag);
/* Back to the first record. DS_BADOPTION: a pipe. */
enum ds_status host_in_rewind(struct host_in *in, struct ds_diag *diag);
/* Bytes read, of those that the file has now. False: it has no end yet. */
bool host_in_far(const struct host_in *in, uint64_t *atp, uint64_t *ofp);
void host_in_close(struct host_in **inp);
/* As used, with defaults filled in. */
const struct host_spec *host_in_spec(const struct host_in *in);

/*
 * Open for output. like is the source, whose attributes a path takes that has
 * none of its own. A regular file is written beside its place and put there by
 * host_out_close; others are written as they are.
 */
enum ds_status host_out_open(const struct host_spec *spec,
    const struct ds_attrs *like, uint16_t ccsid, struct host_out **outp,
    struct ds_diag *diag);
/* DS_BADLENGTH: longer than the records of the file; the file goes on.
 * DS_BADTEXT: the host's code page lacks a character. */
enum ds_status host_out_put(struct host_out *out, const uint8_t *data,
    size_t len, struct ds_diag *diag);
/* Complete, durable and in its place, or the old file stays: also when a put
 * failed for any reason but DS_BADLENGTH. Always frees. */
enum ds_status host_out_close(struct host_out **outp, struct ds_diag *diag);
void host_out_abandon(struct host_out **outp); /* the old file stays */
const struct host_spec *host_out_spec(const struct host_out *out);

#endif
