/*
 * Inside qsam: the stream of a sequential data set, read and written.
 *
 * The stream lies in the pages (control intervals) of the data component from
 * RBA 0 on, without gaps, so an offset in the stream is an RBA. A record has a
 * prefix that says its length (none for F). The side entry of a page counts
 * the records that start in it and their bytes, prefixes included, wherever
 * they end: the sum over the pages before a page is the offset at which the
 * first record at or behind that page starts. doc/formats/sequential.md.
 */
#ifndef CATAMOUNT_AM_QSAM_QSAM_INT_H
#define CATAMOUNT_AM_QSAM_QSAM_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access-methods/am_int.h"

enum qsam_kind { QSAM_FIXED, QSAM_VARIABLE, QSAM_UNDEFINED };

enum {
	QSAM_PREFIX_LEN = 4, /* RDW of V; big-endian length of U */
	QSAM_LRECL_MAX = 32760,
};

/* What the attributes and the state say. */
struct qsam_shape {
	enum qsam_kind kind;
	uint32_t prefix;  /* bytes in front of a record */
	uint32_t max;     /* longest record without it */
	uint32_t ci_len;  /* bytes of a page */
	uint64_t records; /* in the data set */
	uint64_t end;     /* length of the stream */
	const char *name; /* of the data set, for messages */
};

/* DS_CORRUPT: attributes or totals that do not fit together. */
enum ds_status qsam_shape_get(
    struct sphere *sp, struct qsam_shape *shapep, struct ds_diag *diag);

/* --- reading: read.c ------------------------------------------------------ */

struct qsam_reader;

enum ds_status qsam_reader_new(struct sphere *sp,
    const struct qsam_shape *shape, struct qsam_reader **rdp,
    struct ds_diag *diag);
void qsam_reader_free(struct qsam_reader **rdp); /* NULL is fine */
/*
 * The record that starts at offset off, *nextp behind it. data is borrowed
 * until the next call. DS_CORRUPT: no record can be there.
 */
enum ds_status qsam_read(struct qsam_reader *rd, uint64_t off,
    const uint8_t **datap, uint32_t *lenp, uint64_t *nextp,
    struct ds_diag *diag);
/* Where record rrn (1 to records) starts. */
enum ds_status qsam_find_rrn(
    struct qsam_reader *rd, uint64_t rrn, uint64_t *offp, struct ds_diag *diag);
/* The number of the record that starts at off; DS_BADRBA: none does. */
enum ds_status qsam_find_off(
    struct qsam_reader *rd, uint64_t off, uint64_t *rrnp, struct ds_diag *diag);
/*
 * The record that has the byte at place in the stream of all records, each
 * without its prefix and with extra more bytes: where it starts in ours, its
 * number. DS_NOTFOUND: the stream is not so long.
 */
enum ds_status qsam_find_place(struct qsam_reader *rd, uint64_t place,
    uint64_t extra, uint64_t *offp, uint64_t *rrnp, struct ds_diag *diag);
/* Where the record that starts at off, the rrn-th, begins in that stream. */
uint64_t qsam_place(
    const struct qsam_shape *s, uint64_t off, uint64_t rrn, uint64_t extra);
/* The page at rba, borrowed until the next read. */
enum ds_status qsam_page(struct qsam_reader *rd, uint64_t rba,
    const uint8_t **datap, uint32_t *recordsp, struct ds_diag *diag);

/* --- writing: write.c ----------------------------------------------------- */

struct qsam_writer;

/* Write from the end of the stream on. */
enum ds_status qsam_writer_new(struct sphere *sp,
    const struct qsam_shape *shape, struct qsam_writer **wrp,
    struct ds_diag *diag);
/* Drops what qsam_writer_finish has not finished. NULL is fine. */
void qsam_writer_free(struct qsam_writer **wrp);
/* DS_BADLENGTH, DS_NOSPACE: the writer goes on. offp may be NULL. */
enum ds_status qsam_write(struct qsam_writer *wr, const uint8_t *data,
    size_t len, uint64_t *offp, struct ds_diag *diag);
/* The last page, and the totals in the state. */
enum ds_status qsam_writer_finish(struct qsam_writer *wr, struct ds_diag *diag);

#endif
