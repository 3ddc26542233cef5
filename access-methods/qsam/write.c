/*
 * Writing the stream. Pages of a control area that already has some go
 * through the pool; from the next control area on the loader takes them. Until
 * the commit nobody sees any of it.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/qsam/qsam_int.h"
#include "base/bytes.h"

struct qsam_writer {
	struct sphere *sp;
	struct qsam_shape shape; /* records and end grow */
	uint64_t ca_len;
	struct sphere_loader *ld; /* open: it gives the pages */
	struct sphere_buf *buf;   /* the page, when the pool gives it */
	uint8_t *page;            /* the page being filled; NULL: none */
	uint32_t at;              /* its next free byte */
	uint32_t page_records, page_bytes; /* its side entry */
	enum ds_status failed; /* a page was lost: nothing more can be done */
};

/*
 * The last page of what is there, with the records that start in it counted as
 * its side entry has them.
 */
static enum ds_status
reopen_page(struct qsam_writer *wr, struct ds_diag *diag)
{
	const uint32_t at = (uint32_t)(wr->shape.end % wr->shape.ci_len);
	enum ds_status st;

	if (at == 0)
		return DS_OK;
	st = side_get(wr->sp, SPHERE_DATA, wr->shape.end - at,
	    &wr->page_records, &wr->page_bytes, diag);
	if (st != DS_OK)
		return st;
	st = buf_get(
	    wr->sp, SPHERE_DATA, wr->shape.end - at, BUF_WRITE, &wr->buf, diag);
	if (st != DS_OK)
		return st;
	wr->page = wr->buf->data;
	wr->at = at;
	return DS_OK;
}

enum ds_status
qsam_writer_new(struct sphere *sp, const struct qsam_shape *shape,
    struct qsam_writer **wrp, struct ds_diag *diag)
{
	struct qsam_writer *wr = calloc(1, sizeof(*wr));
	enum ds_status st;

	if (wr == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	wr->sp = sp;
	wr->shape = *shape;
	wr->ca_len =
	    (uint64_t)shape->ci_len * sphere_attr(sp, SPHERE_DATA)->cis_per_ca;
	if (wr->ca_len == 0)
		st = ds_fail(diag, DS_CORRUPT, shape->name,
		    "no pages in a control area");
	else
		st = reopen_page(wr, diag);
	if (st != DS_OK)
		qsam_writer_free(&wr);
	else
		*wrp = wr;
	return st;
}

void
qsam_writer_free(struct qsam_writer **wrp)
{
	if (wrp == NULL || *wrp == NULL)
		return;
	loader_abort(&(*wrp)->ld);
	buf_release((*wrp)->sp, &(*wrp)->buf);
	free(*wrp);
	*wrp = NULL;
}

/* A new page at the end of the stream. */
static enum ds_status
open_page(struct qsam_writer *wr, struct ds_diag *diag)
{
	const uint64_t rba = wr->shape.end;
	enum ds_status st;
	uint64_t got = 0;

	if (wr->ld == NULL && rba % wr->ca_len == 0) {
		sphere_state(wr->sp)->part[SPHERE_DATA].hurba = rba;
		st = loader_open(wr->sp, SPHERE_DATA, &wr->ld, diag);
		if (st != DS_OK)
			return st;
	}
	if (wr->ld != NULL) {
		st = loader_next(wr->ld, &wr->page, &got, diag);
		if (st == DS_OK && got != rba)
			st = ds_fail_rba(diag, DS_CORRUPT, wr->shape.name, got,
			    "the page after the last is elsewhere");
	} else {
		st = buf_get(wr->sp, SPHERE_DATA, rba, BUF_NEW, &wr->buf, diag);
		if (st == DS_OK)
			wr->page = wr->buf->data;
	}
	if (st != DS_OK)
		wr->page = NULL;
	wr->at = 0;
	wr->page_records = wr->page_bytes = 0;
	return st;
}

static enum ds_status
close_page(struct qsam_writer *wr, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	if (wr->buf != NULL) {
		buf_dirty(wr->sp, wr->buf, wr->page_records, wr->page_bytes);
		buf_release(wr->sp, &wr->buf);
	} else {
		st = loader_put(wr->ld, wr->page_records, wr->page_bytes, diag);
	}
	wr->page = NULL;
	return st;
}

/* len bytes more of the stream; room was made sure of. */
static enum ds_status
add_bytes(struct qsam_writer *wr, const uint8_t *data, size_t len,
    struct ds_diag *diag)
{
	const uint32_t ci_len = wr->shape.ci_len;
	enum ds_status st;
	size_t n;

	while (len > 0) {
		if (wr->page == NULL && (st = open_page(wr, diag)) != DS_OK)
			return st;
		n = len < ci_len - wr->at ? len : ci_len - wr->at;
		if (data != NULL) {
			memcpy(wr->page + wr->at, data, n);
			data += n;
		} else {
			memset(wr->page + wr->at, 0, n);
		}
		wr->at += (uint32_t)n;
		wr->shape.end += n;
		len -= n;
		if (wr->at == ci_len && (st = close_page(wr, diag)) != DS_OK)
			return st;
	}
	return DS_OK;
}

/*
 * Space for len bytes more, before any of them is written: a record is there
 * whole or not at all.
 */
static enum ds_status
make_room(struct qsam_writer *wr, uint64_t len, struct ds_diag *diag)
{
	const uint64_t harba = sphere_state(wr->sp)->part[SPHERE_DATA].harba;
	uint64_t need;

	if (wr->shape.end + len <= harba)
		return DS_OK;
	need = (wr->shape.end + len - harba + wr->ca_len - 1) / wr->ca_len;
	return sphere_extend(wr->sp, SPHERE_DATA, need, diag);
}

/*
 * A record's prefix, data and, for F, filling. The record is counted in the
 * page of its first byte before that page can be closed.
 */
static enum ds_status
add_record(struct qsam_writer *wr, const uint8_t *data, size_t len,
    uint64_t total, struct ds_diag *diag)
{
	uint8_t prefix[QSAM_PREFIX_LEN] = {0};
	enum ds_status st;

	if (wr->page == NULL && (st = open_page(wr, diag)) != DS_OK)
		return st;
	wr->page_records++;
	wr->page_bytes += (uint32_t)total;
	if (wr->shape.kind == QSAM_VARIABLE)
		be16_put(prefix, (uint16_t)total);
	else
		be32_put(prefix, (uint32_t)len);
	if ((st = add_bytes(wr, prefix, wr->shape.prefix, diag)) != DS_OK)
		return st;
	if ((st = add_bytes(wr, data, len, diag)) != DS_OK)
		return st;
	return add_bytes(wr, NULL, total - wr->shape.prefix - len, diag);
}

enum ds_status
qsam_write(struct qsam_writer *wr, const uint8_t *data, size_t len,
    uint64_t *offp, struct ds_diag *diag)
{
	const uint64_t off = wr->shape.end;
	const uint64_t total = wr->shape.kind == QSAM_FIXED
				   ? wr->shape.max
				   : wr->shape.prefix + (uint64_t)len;
	enum ds_status st;

	if (wr->failed != DS_OK)
		return ds_fail(diag, wr->failed, wr->shape.name,
		    "an earlier write failed");
	if (len > wr->shape.max)
		return ds_fail(diag, DS_BADLENGTH, wr->shape.name,
		    "a record of %zu bytes, the data set takes %u", len,
		    wr->shape.max);
	if ((st = make_room(wr, total, diag)) != DS_OK)
		return st;
	if ((st = add_record(wr, data, len, total, diag)) != DS_OK)
		return wr->failed = st;
	wr->shape.records++;
	if (offp != NULL)
		*offp = off;
	return DS_OK;
}

enum ds_status
qsam_writer_finish(struct qsam_writer *wr, struct ds_diag *diag)
{
	struct comp_state *cs = &sphere_state(wr->sp)->part[SPHERE_DATA];
	const uint32_t ci_len = wr->shape.ci_len;
	enum ds_status st;

	if (wr->failed != DS_OK)
		return ds_fail(diag, wr->failed, wr->shape.name,
		    "an earlier write failed");
	if (wr->page != NULL && (st = close_page(wr, diag)) != DS_OK)
		return wr->failed = st;
	if (wr->ld != NULL && (st = loader_finish(&wr->ld, diag)) != DS_OK)
		return wr->failed = st;
	cs->records = wr->shape.records;
	cs->bytes = wr->shape.end - wr->shape.records * wr->shape.prefix;
	cs->hurba = (wr->shape.end + ci_len - 1) / ci_len * ci_len;
	return DS_OK;
}
