/*
 * The records of an open data set as a stream of bytes, in one of three views:
 *
 *	binary	the records, one behind the other
 *	text	UTF-8 and a newline behind each; trailing blanks of records of
 *		one length go (as dsn and path:...,text have it)
 *	rdw	before each, big-endian: its length with these four bytes (2),
 *		and zeros (2)
 *
 * A place in it is found by the counts that the data set has of its records
 * and bytes, where the view adds as much to each record; else (text, members
 * of records that differ) by marks, each noted when reading first passed there.
 */
#ifndef CATAMOUNT_NFS_VIEW_H
#define CATAMOUNT_NFS_VIEW_H

#include "nfs/ops.h"
#include "services/dataset.h"

struct view;

/* What is known of the stream when it is not the file that counts. */
struct view_parms {
	enum ops_view view;
	bool counted; /* false: a member, of these */
	uint64_t records, bytes;
};

/* Bytes that a view adds to each record; text changes it besides. */
uint64_t view_extra(enum ops_view view);

/* file is borrowed until view_free. */
enum ds_status view_new(struct ds_file *file, const struct view_parms *parms,
    struct view **viewp, struct ds_diag *diag);
void view_free(struct view **viewp); /* NULL is fine */
/* Others may have changed the records: forget what was found before. */
void view_changed(struct view *v);
/* Is the size known without a pass over all records? */
bool view_size_known(const struct view *v);
/* *versionp: another when others have changed it since the open. */
enum ds_status view_size(
    struct view *v, uint64_t *sizep, uint64_t *versionp, struct ds_diag *diag);
/*
 * len bytes at offset, fewer at the end alone; *eofp: nothing is behind them.
 * Of a failure half-way *gotp is what was good, and the next call says it.
 */
enum ds_status view_read(struct view *v, uint64_t offset, uint8_t *buf,
    size_t len, size_t *gotp, bool *eofp, struct ds_diag *diag);

/* A record, got by ds_get alone: ds_update is of it. */
struct view_record {
	uint64_t begin; /* of the stream */
	size_t len;     /* bytes of the stream, which view_copy gives */
	struct ds_rec rec;
};
/* The one that has the byte at offset. DS_EOD: none. */
enum ds_status view_record(struct view *v, uint64_t offset,
    struct view_record *vrp, struct ds_diag *diag);
void view_copy(const struct view *v, uint8_t *buf);

#endif
