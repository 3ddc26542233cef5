/*
 * Spanned records: segments, each alone in a control interval, all of a record
 * in one control area. Putting them together, and writing them.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

void
vsam_span_free(struct vsam_span *span)
{
	free(span->data);
	memset(span, 0, sizeof(*span));
}

uint32_t
vsam_segments(const struct vsam_file *vf, uint32_t len)
{
	uint32_t room = vf->ci_len - VSAM_SEG_CONTROL;

	if (len <= vf->ci_len - VSAM_REC_CONTROL)
		return 1;
	return len / room + (len % room != 0);
}

uint32_t
vsam_segment_at(const struct vsam_file *vf, uint32_t len, uint32_t i,
    uint32_t n, uint8_t *segp)
{
	uint32_t room = vf->ci_len - VSAM_SEG_CONTROL;

	*segp = (uint8_t)((i > 0 ? VSAM_RDF_NOTFIRST : 0) |
			  (i + 1 < n ? VSAM_RDF_NOTLAST : 0));
	return i + 1 < n ? room : len - i * room;
}

static bool
span_grow(struct vsam_span *span, uint32_t more)
{
	uint32_t cap = span->cap == 0 ? VSAM_CI_MAX : span->cap;
	void *p;

	while (cap - span->len < more)
		cap *= 2;
	if (cap == span->cap)
		return true;
	if ((p = realloc(span->data, cap)) == NULL)
		return false;
	span->data = p;
	span->cap = cap;
	return true;
}

/* Why a segment is not the next one of the record. */
static const char *
segment_wrong(const struct vsam_file *vf, const struct vsam_span *span,
    const struct vsam_ci_head *head)
{
	if (head->seg == 0)
		return "no segment where one of a spanned record belongs";
	if (((head->seg & VSAM_RDF_NOTFIRST) != 0) != (span->segs > 0))
		return "segments of a spanned record are not in sequence";
	if (span->segs > 0 && head->update != span->update)
		return "segments of a spanned record differ in update number";
	if (head->used > vf->data->maxlrecl - span->len)
		return "spanned record longer than the maximum record size";
	return NULL;
}

enum ds_status
vsam_span_add(struct vsam_file *vf, struct vsam_span *span, uint64_t rba,
    const uint8_t *ci, const struct vsam_ci_head *head, bool *lastp,
    struct ds_diag *diag)
{
	const char *why = segment_wrong(vf, span, head);

	if (why != NULL)
		return vsam_fault(vf, SPHERE_DATA, rba, DS_SEGMENTS, why, diag);
	if (!span_grow(span, head->used))
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	memcpy(span->data + span->len, ci, head->used);
	span->len += head->used;
	span->update = head->update;
	span->segs++;
	*lastp = !(head->seg & VSAM_RDF_NOTLAST);
	return DS_OK;
}

enum ds_status
vsam_span_read(struct vsam_file *vf, struct vsam_span *span,
    struct sphere_ring *ring, uint64_t rba, bool *lastp, struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	struct vsam_ci_head head;
	const uint8_t *ci = NULL;
	uint32_t records;
	enum ds_status st;

	if (ring != NULL) {
		if ((st = ring_get(ring, rba, &ci, &records, diag)) != DS_OK)
			return st;
		st = vsam_ci_look(vf, SPHERE_DATA, rba, ci, &head, diag);
	} else {
		st = vsam_ci_get(vf, rba, BUF_READ, &buf, &head, diag);
		if (st == DS_OK)
			ci = buf->data;
	}
	if (st == DS_OK)
		st = vsam_span_add(vf, span, rba, ci, &head, lastp, diag);
	buf_release(vf->sp, &buf);
	return st;
}

void
vsam_span_store(struct vsam_file *vf, struct sphere_buf **bufs, uint32_t n,
    const uint8_t *rec, uint32_t len, uint16_t update)
{
	uint32_t i, seg_len;
	uint8_t seg;

	if (n == 1) {
		vsam_ci_format(bufs[0]->data, vf->ci_len);
		vsam_ci_splice(bufs[0]->data, vf->ci_len, 0, 0, rec, len, 0);
		vsam_ci_changed(vf, bufs[0], rec != NULL);
		return;
	}
	for (i = 0; i < n; i++) {
		seg_len = vsam_segment_at(vf, len, i, n, &seg);
		vsam_ci_segment(
		    bufs[i]->data, vf->ci_len, rec, seg_len, seg, update);
		vsam_ci_changed(vf, bufs[i], i == 0);
		rec += seg_len;
	}
}
