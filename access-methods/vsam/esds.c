/*
 * Entry-sequenced sets: records in RBA order, added at the end. The same
 * reading serves a key-sequenced set in RBA order (AM_ADDRESSED) and the
 * records of an index component (AM_INDEX).
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

struct esds_pos {
	struct sphere_buf *buf; /* pinned, or NULL: ci is the ring's */
	const uint8_t *ci;      /* checked image; NULL: none */
	uint64_t ci_rba;
	uint32_t nrec;
	struct vsam_ci_cur cur;
	struct sphere_ring *ring;
	uint64_t changes;
	uint64_t rrn; /* of the next record, from 1; 0 not known */
	uint32_t off; /* of the record that key position is at */
	bool set, backward;
	bool delivered; /* off is of the record that get gave, else to come */
	bool held;      /* ... and it may be updated */
	uint32_t moves;
	uint8_t seg;               /* ci holds a segment */
	struct vsam_span span;     /* the spanned record delivered last */
	uint8_t key[VSAM_KEY_MAX]; /* of a keyed set */
};

/* Which component is read, and its control intervals. */
static enum sphere_part
part_of(const struct vsam_file *vf)
{
	return vf->file->intent & AM_INDEX ? SPHERE_INDEX : SPHERE_DATA;
}

static uint32_t
len_of(const struct vsam_file *vf)
{
	return part_of(vf) == SPHERE_INDEX ? vf->index->ci_len : vf->ci_len;
}

static uint64_t
end_of(const struct vsam_file *vf)
{
	return sphere_state(vf->sp)->part[part_of(vf)].hurba;
}

static enum ds_status
ci_read(struct vsam_file *vf, struct esds_pos *ep, uint64_t rba,
    struct sphere_ring *ring, struct ds_diag *diag)
{
	enum sphere_part part = part_of(vf);
	struct vsam_ci_head head;
	uint32_t records;
	enum ds_status st;

	buf_release(vf->sp, &ep->buf);
	ep->ci = NULL;
	ep->ci_rba = rba;
	if (ring != NULL) {
		st = ring_get(ring, rba, &ep->ci, &records, diag);
	} else {
		st = buf_get(vf->sp, part, rba, BUF_READ, &ep->buf, diag);
		if (st == DS_OK)
			ep->ci = ep->buf->data;
	}
	if (st != DS_OK)
		return st;
	if ((st = vsam_ci_look(vf, part, rba, ep->ci, &head, diag)) != DS_OK) {
		ep->ci = NULL;
		return st;
	}
	ep->nrec = head.nrec;
	ep->seg = head.seg;
	return DS_OK;
}

/* The CI behind (before) that holds records: by the side area, so that free
 * control intervals are not read. DS_EOD. */
static enum ds_status
ci_neighbour(struct vsam_file *vf, uint64_t rba, bool first, bool backward,
    uint64_t *rbap, struct ds_diag *diag)
{
	uint32_t step = len_of(vf), records = 0, bytes;
	uint64_t end = end_of(vf);
	enum ds_status st;

	for (;; first = false) {
		if (!first && backward && rba == 0)
			return ds_fail(diag, DS_EOD, vf->data->name, NULL);
		if (!first)
			rba = backward ? rba - step : rba + step;
		if (rba >= end)
			return ds_fail(diag, DS_EOD, vf->data->name, NULL);
		st = side_get(vf->sp, part_of(vf), rba, &records, &bytes, diag);
		if (st != DS_OK)
			return st;
		if (records > 0)
			break;
	}
	*rbap = rba;
	return DS_OK;
}

static enum ds_status
esds_pos_new(struct am_pos *pos)
{
	pos->priv = calloc(1, sizeof(struct esds_pos));
	return pos->priv != NULL ? DS_OK : DS_NOMEM;
}

static void
esds_pos_free(struct am_pos *pos)
{
	struct esds_pos *ep = pos->priv;

	if (ep == NULL)
		return;
	buf_release(vsam_file_of(pos)->sp, &ep->buf);
	ring_close(&ep->ring);
	vsam_span_free(&ep->span);
	free(ep);
	pos->priv = NULL;
}

/* --- the ways to point: into np, whose CI is read ---------------------------
 */

static enum ds_status
by_end(struct vsam_file *vf, bool last, struct esds_pos *np, uint32_t *idxp,
    struct ds_diag *diag)
{
	uint64_t end = end_of(vf), rba = 0;
	enum ds_status st;

	if (last && end > 0)
		rba = end - len_of(vf);
	st = ci_neighbour(vf, rba, true, last, &rba, diag);
	if (st == DS_EOD)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	if (st == DS_OK)
		st = ci_read(vf, np, rba, NULL, diag);
	if (st == DS_OK)
		*idxp = last ? np->nrec - 1 : 0;
	return st;
}

static enum ds_status
by_rba(struct vsam_file *vf, uint64_t rba, enum am_match match,
    struct esds_pos *np, uint32_t *idxp, struct ds_diag *diag)
{
	uint64_t ci_rba = rba / len_of(vf) * len_of(vf), found = 0;
	struct vsam_ci_spot rec = {0};
	enum ds_status st;

	st = rba < end_of(vf)
		 ? ci_neighbour(vf, ci_rba, true, false, &found, diag)
		 : DS_EOD;
	if (st == DS_OK && (found == ci_rba || match == AM_GE)) {
		if ((st = ci_read(vf, np, found, NULL, diag)) != DS_OK)
			return st;
		if (found == ci_rba)
			st = vsam_ci_spot_off(
			    np->ci, len_of(vf), (uint32_t)(rba - ci_rba), &rec);
		if (match == AM_GE && rec.idx == np->nrec) {
			st = ci_neighbour(
			    vf, ci_rba, false, false, &found, diag);
			if (st == DS_OK)
				st = ci_read(vf, np, found, NULL, diag);
			rec.idx = 0;
		} else if (match == AM_GE) {
			st = DS_OK;
		}
	} else if (st == DS_OK) {
		st = DS_NOTFOUND;
	}
	*idxp = rec.idx;
	if (st == DS_EOD || st == DS_NOTFOUND)
		return ds_fail_rba(diag,
		    match == AM_GE ? DS_NOTFOUND : DS_BADRBA, vf->data->name,
		    rba, "no record begins there");
	return st;
}

/* To the first control interval of a spanned record. */
static enum ds_status
span_start(struct vsam_file *vf, uint64_t *rbap, struct sphere_sums *before,
    struct ds_diag *diag)
{
	uint32_t records = 0, bytes = 0;
	enum ds_status st;

	for (;;) {
		st = side_get(
		    vf->sp, part_of(vf), *rbap, &records, &bytes, diag);
		if (st != DS_OK || records > 0)
			return st;
		if (*rbap == 0)
			return vsam_fault(vf, part_of(vf), *rbap, DS_CORRUPT,
			    "the counts do not fit the records", diag);
		*rbap -= len_of(vf);
		if ((st = side_before(
			 vf->sp, part_of(vf), *rbap, before, diag)) != DS_OK)
			return st;
	}
}

/* The record in which a place of the stream is. */
static enum ds_status
by_place(struct vsam_file *vf, const struct sphere_measure *m, uint64_t place,
    struct esds_pos *np, uint32_t *idxp, struct sphere_sums *beforep,
    struct ds_diag *diag)
{
	struct sphere_sums before = {0};
	struct vsam_ci_spot rec = {0};
	uint64_t rba = 0;
	enum ds_status st;

	st = side_find(vf->sp, part_of(vf), m, place, &rba, &before, diag);
	if (st == DS_EOD)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	if (st == DS_OK && vf->spanned)
		st = span_start(vf, &rba, &before, diag);
	if (st == DS_OK)
		st = ci_read(vf, np, rba, NULL, diag);
	if (st != DS_OK)
		return st;
	*beforep = before;
	if (np->seg == 0)
		vsam_ci_place(vf, np->ci, m, place, &before, &rec, beforep);
	*idxp = rec.idx;
	if (*idxp >= np->nrec)
		return vsam_fault(vf, part_of(vf), rba, DS_CORRUPT,
		    "the counts do not fit the records", diag);
	return DS_OK;
}

/* Index records are of one length, and are counted by number alone. */
static void
measure(const struct vsam_file *vf, uint64_t extra, struct sphere_measure *m)
{
	*m = vsam_by_bytes(vf, extra);
	if (part_of(vf) == SPHERE_INDEX)
		*m = (struct sphere_measure){
		    vf->dim.ci_len - VSAM_IX_CONTROL + extra, 0};
}

static enum ds_status
by_offset(struct vsam_file *vf, uint64_t offset, uint64_t extra,
    struct esds_pos *np, uint32_t *idxp, struct ds_diag *diag)
{
	struct sphere_sums before;
	struct sphere_measure m;
	enum ds_status st;

	measure(vf, extra, &m);
	st = by_place(vf, &m, offset, np, idxp, &before, diag);
	if (st == DS_OK)
		np->rrn = before.records + 1;
	return st;
}

static enum ds_status
by_rrn(struct vsam_file *vf, uint64_t rrn, struct esds_pos *np, uint32_t *idxp,
    struct ds_diag *diag)
{
	struct sphere_measure m = vsam_by_number();
	struct sphere_sums before;

	if (rrn == 0)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	return by_place(vf, &m, rrn - 1, np, idxp, &before, diag);
}

static enum ds_status
locate(struct vsam_file *vf, enum am_how how, enum am_match match, uint64_t num,
    uint64_t extra, struct esds_pos *np, uint32_t *idxp, struct ds_diag *diag)
{
	enum ds_status st = DS_BADOPTION;

	if (how == AM_KEY) {
		st = ds_fail(diag, DS_KEYTOESDS, vf->data->name, NULL);
	} else if (how == AM_FIRST || how == AM_LAST) {
		st = by_end(vf, how == AM_LAST, np, idxp, diag);
		np->rrn = how == AM_FIRST
			      ? 1
			      : sphere_state(vf->sp)->part[part_of(vf)].records;
	} else if (how == AM_RBA) {
		st = by_rba(vf, num, match, np, idxp, diag);
	} else if (how == AM_RRN) {
		st = by_rrn(vf, num, np, idxp, diag);
		np->rrn = num;
	} else if (how == AM_OFFSET) {
		st = by_offset(vf, num, extra, np, idxp, diag);
	}
	return st;
}

/* In RBA order too the records of a keyed set may move in their CI, or go: the
 * key tells which one the position is at. */
static void
key_keep(struct esds_pos *ep, const struct vsam_file *vf)
{
	if (vsam_keyed(vf) && !(vf->file->intent & AM_INDEX))
		memcpy(ep->key, ep->ci + ep->off + vf->rkp, vf->keylen);
}

static bool
key_again(
    struct esds_pos *ep, const struct vsam_file *vf, struct vsam_ci_spot *rec)
{
	if (vsam_keyed(vf) && !(vf->file->intent & AM_INDEX))
		return vsam_ci_find(
		    ep->ci, vf->ci_len, ep->key, vf->rkp, vf->keylen, rec);
	vsam_ci_spot_off(ep->ci, len_of(vf), ep->off, rec);
	return true;
}

static enum ds_status
esds_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct esds_pos *ep = pos->priv, np = {0};
	struct vsam_ci_spot rec;
	uint32_t idx = 0;
	enum ds_status st;

	(void)arg;
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	st = locate(vf, how, match, num, arglen, &np, &idx, diag);
	if (st != DS_OK) {
		buf_release(vf->sp, &np.buf);
		return st;
	}
	buf_release(vf->sp, &ep->buf);
	np.ring = ep->ring;
	np.span = ep->span;
	np.changes = vf->changes;
	np.set = true;
	np.backward = backward;
	vsam_ci_spot_at(np.ci, len_of(vf), idx, &rec);
	np.off = rec.off;
	vsam_ci_seek(&np.cur, np.ci, len_of(vf), idx, backward);
	key_keep(&np, vf);
	*ep = np;
	return DS_OK;
}

/* Records were added since: the cursor's view of the RDFs is stale. */
static enum ds_status
pos_again(struct esds_pos *ep, struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_ci_spot rec;
	bool found;
	enum ds_status st;

	if ((st = ci_read(vf, ep, ep->ci_rba, NULL, diag)) != DS_OK)
		return st;
	found = key_again(ep, vf, &rec);
	ep->changes = vf->changes;
	if (!ep->backward) {
		vsam_ci_seek(&ep->cur, ep->ci, len_of(vf),
		    rec.idx + (found && ep->delivered), false);
	} else if (ep->nrec == 0 || rec.idx == ep->nrec) {
		vsam_ci_end(&ep->cur, ep->ci, len_of(vf));
	} else {
		vsam_ci_seek(&ep->cur, ep->ci, len_of(vf), rec.idx, true);
		if (!found || ep->delivered)
			vsam_ci_prev(&ep->cur);
	}
	return DS_OK;
}

static enum ds_status
pos_move(struct esds_pos *ep, struct vsam_file *vf, struct ds_diag *diag)
{
	struct sphere_ring *ring = NULL;
	bool ringing = !(vf->file->intent & (AM_OUTPUT | AM_INDEX)) &&
		       !ep->backward && ep->moves >= vf->file->ring_moves;
	uint64_t rba = 0;
	enum ds_status st;

	st = ci_neighbour(vf, ep->ci_rba, false, ep->backward, &rba, diag);
	if (st != DS_OK) {
		if (st != DS_EOD)
			ep->rrn = 0;
		return st;
	}
	if (ringing) {
		if (ep->ring == NULL &&
		    (st = ring_open(vf->sp, &ep->ring, diag)) != DS_OK)
			return st;
		ring = ep->ring;
	}
	ep->moves++;
	if ((st = ci_read(vf, ep, rba, ring, diag)) != DS_OK) {
		/* the next get goes on behind the damaged one: how many
		 * records it passes nobody knows */
		ep->rrn = 0;
		vsam_ci_begin(&ep->cur, (const uint8_t *)"\0\0\0\0", 4);
		return st;
	}
	if (ep->backward)
		vsam_ci_end(&ep->cur, ep->ci, len_of(vf));
	else
		vsam_ci_begin(&ep->cur, ep->ci, len_of(vf));
	return DS_OK;
}

static enum ds_status
pos_ready(struct am_pos *pos, struct vsam_file *vf, struct ds_diag *diag)
{
	struct esds_pos *ep = pos->priv;
	enum ds_status st;

	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	if (!ep->set) {
		st = esds_point(pos, AM_FIRST, AM_GE, false, NULL, 0, 0, diag);
		if (st == DS_NOTFOUND)
			return ds_fail(diag, DS_EOD, vf->data->name, NULL);
		return st;
	}
	return pos_again(ep, vf, diag);
}

/* Put together the spanned record that begins in the CI of ep. */
static enum ds_status
assemble(struct esds_pos *ep, struct vsam_file *vf, struct ds_diag *diag)
{
	struct sphere_ring *ring = ep->buf == NULL ? ep->ring : NULL;
	uint64_t rba = ep->ci_rba, end = (rba / vf->ca_len + 1) * vf->ca_len;
	bool last = false;
	enum ds_status st = DS_OK;

	if (vf->data->org == DS_ORG_KSDS)
		return ds_fail_rba(
		    diag, DS_SPANADDR, vf->data->name, rba, NULL);
	if (end > end_of(vf))
		end = end_of(vf);
	vsam_span_begin(&ep->span);
	for (; st == DS_OK && !last && rba < end; rba += vf->ci_len)
		st = vsam_span_read(vf, &ep->span, ring, rba, &last, diag);
	if (st == DS_OK && !last)
		st = vsam_fault(vf, SPHERE_DATA, ep->ci_rba, DS_SEGMENTS,
		    "spanned record without a last segment", diag);
	return st;
}

/* The record that comes next: the position is behind it whatever is found. */
static enum ds_status
get_next(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct esds_pos *ep = pos->priv;
	enum ds_status st;

	ep->held = false;
	if ((!ep->set || ep->changes != vf->changes || vf->load != NULL) &&
	    (st = pos_ready(pos, vf, diag)) != DS_OK)
		return st;
	while (
	    !(ep->backward ? vsam_ci_prev(&ep->cur) : vsam_ci_next(&ep->cur)))
		if ((st = pos_move(ep, vf, diag)) != DS_OK)
			return st;
	recp->data = ep->ci + ep->cur.off;
	recp->len = ep->cur.len;
	recp->rba = ep->ci_rba + ep->cur.off;
	recp->rrn = ep->rrn;
	ep->off = ep->cur.off;
	key_keep(ep, vf);
	ep->delivered = true;
	if (ep->rrn != 0)
		ep->rrn += ep->backward ? UINT64_MAX : 1;
	if (ep->seg != 0) {
		if ((st = assemble(ep, vf, diag)) != DS_OK)
			return st;
		recp->data = ep->span.data;
		recp->len = ep->span.len;
	}
	sphere_stats(vf->sp, part_of(vf))->rec_retrieved++;
	ep->held = true;
	return DS_OK;
}

static enum ds_status
esds_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct esds_pos *ep = pos->priv;
	uint64_t rba = ep->ci_rba, rrn = ep->rrn;
	uint32_t off = ep->off;
	bool set = ep->set, delivered = ep->delivered;
	enum ds_status st = get_next(pos, recp, diag);

	/* What was read on the way is of no time: from where it was. */
	if (st == DS_AGAIN) {
		ep->ci_rba = rba;
		ep->rrn = rrn;
		ep->off = off;
		ep->set = set;
		ep->delivered = delivered;
	}
	return st;
}

/* Into the last control interval; false: it has no room. */
static enum ds_status
add_last(struct vsam_file *vf, const uint8_t *rec, uint32_t len, bool *donep,
    uint64_t *rbap, struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	struct vsam_ci_head head;
	struct vsam_ci_spot spot = {0};
	enum ds_status st;

	st = vsam_ci_get(
	    vf, end_of(vf) - vf->ci_len, BUF_WRITE, &buf, &head, diag);
	if (st != DS_OK)
		return st;
	spot.idx = head.nrec;
	spot.off = head.used;
	*donep = head.seg == 0 &&
		 vsam_ci_edit(vf, buf, &head, &spot, 0, rec, len, 0);
	if (*donep)
		*rbap = buf->rba + head.used;
	buf_release(vf->sp, &buf);
	return DS_OK;
}

/* CIs that stay empty at the end of a control area, because a record of len
 * bytes in new CIs would be in two of them. */
static uint32_t
pad_for(const struct vsam_file *vf, uint32_t len)
{
	uint32_t rest = vf->cis_per_ca -
			(uint32_t)(end_of(vf) / vf->ci_len % vf->cis_per_ca);

	return vf->spanned && vsam_segments(vf, len) > rest ? rest : 0;
}

enum ds_status
esds_next_rba(
    struct vsam_file *vf, uint32_t len, uint64_t *rbap, struct ds_diag *diag)
{
	uint64_t end = end_of(vf);
	struct sphere_buf *buf = NULL;
	struct vsam_ci_head head;
	enum ds_status st;

	*rbap = end + (uint64_t)pad_for(vf, len) * vf->ci_len;
	if (end == 0 || len > vf->ci_len - VSAM_REC_CONTROL)
		return DS_OK;
	st = vsam_ci_get(vf, end - vf->ci_len, BUF_WRITE, &buf, &head, diag);
	if (st != DS_OK)
		return st;
	memcpy(vf->left, buf->data, vf->ci_len);
	if (head.seg == 0 && vsam_ci_splice(vf->left, vf->ci_len, head.nrec, 0,
				 vf->right, len, 0))
		*rbap = buf->rba + head.used;
	buf_release(vf->sp, &buf);
	return DS_OK;
}

/* Into new CIs: one, or one a segment, in one control area; those that are
 * left over in the control area before stay empty. */
static enum ds_status
add_cis(struct vsam_file *vf, const uint8_t *rec, uint32_t len, uint64_t *rbap,
    struct ds_diag *diag)
{
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	uint32_t segs = vf->spanned ? vsam_segments(vf, len) : 1;
	uint32_t pad = pad_for(vf, len), i;
	struct sphere_buf **bufs = NULL;
	enum ds_status st;

	st = vsam_reach(
	    vf, d->hurba + (uint64_t)(pad + segs) * vf->ci_len, diag);
	if (st != DS_OK)
		return st;
	if ((bufs = calloc(pad + segs, sizeof(struct sphere_buf *))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (i = 0; st == DS_OK && i < pad + segs; i++)
		st = buf_get(vf->sp, SPHERE_DATA,
		    d->hurba + (uint64_t)i * vf->ci_len, BUF_NEW, &bufs[i],
		    diag);
	if (st == DS_OK) {
		for (i = 0; i < pad; i++)
			vsam_span_store(vf, bufs + i, 1, NULL, 0, 0);
		vsam_span_store(vf, bufs + pad, segs, rec, len, 0);
		*rbap = bufs[pad]->rba;
		d->hurba += (uint64_t)(pad + segs) * vf->ci_len;
	}
	for (i = 0; i < pad + segs; i++)
		buf_release(vf->sp, &bufs[i]);
	free(bufs);
	return st;
}

static enum ds_status
esds_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	uint64_t rba = 0;
	bool done = false;
	enum ds_status st;

	(void)rrn;
	(void)sequential;
	if ((st = vsam_may_write(vf, diag)) != DS_OK ||
	    (st = vsam_length_check(vf, len, diag)) != DS_OK)
		return st;
	if (vf->load != NULL) {
		st = vsam_load_put(vf, data, (uint32_t)len, &rba, diag);
	} else if ((st = vsam_make_room(vf, diag)) == DS_OK) {
		if (d->hurba > 0)
			st = add_last(
			    vf, data, (uint32_t)len, &done, &rba, diag);
		if (st == DS_OK && !done)
			st = add_cis(vf, data, (uint32_t)len, &rba, diag);
		if (st == DS_OK) {
			d->records++;
			d->bytes += len;
			vf->changes++;
		}
	}
	if (st == DS_OK && rbap != NULL)
		*rbap = rba;
	return st;
}

/* All segments of the record that ep holds, with the next update number. */
static enum ds_status
update_span(struct esds_pos *ep, struct vsam_file *vf, const uint8_t *data,
    struct ds_diag *diag)
{
	uint32_t n = vsam_segments(vf, ep->span.len), i;
	struct sphere_buf **bufs = NULL;
	enum ds_status st;

	if ((st = assemble(ep, vf, diag)) != DS_OK)
		return st;
	if ((bufs = calloc(n, sizeof(struct sphere_buf *))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (i = 0; st == DS_OK && i < n; i++)
		st = buf_get(vf->sp, SPHERE_DATA,
		    ep->ci_rba + (uint64_t)i * vf->ci_len, BUF_WRITE, &bufs[i],
		    diag);
	if (st == DS_OK)
		vsam_span_store(vf, bufs, n, data, ep->span.len,
		    (uint16_t)(ep->span.update + 1));
	for (i = 0; i < n; i++)
		buf_release(vf->sp, &bufs[i]);
	free(bufs);
	return st;
}

static enum ds_status
update_in_ci(struct esds_pos *ep, struct vsam_file *vf, const uint8_t *data,
    uint32_t len, struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	struct vsam_ci_head head;
	enum ds_status st;

	st = vsam_ci_get(vf, ep->ci_rba, BUF_WRITE, &buf, &head, diag);
	if (st != DS_OK)
		return st;
	vsam_ci_overwrite(vf, buf, head.nrec, ep->off, data, len);
	buf_release(vf->sp, &buf);
	return DS_OK;
}

static enum ds_status
esds_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct esds_pos *ep = pos->priv;
	enum ds_status st;

	if ((st = vsam_may_change(vf, ep->held, diag)) != DS_OK)
		return st;
	if (len != (ep->seg != 0 ? ep->span.len : ep->cur.len))
		return ds_fail(diag, DS_LENCHANGED, vf->data->name, NULL);
	st = ep->seg != 0 ? update_span(ep, vf, data, diag)
			  : update_in_ci(ep, vf, data, (uint32_t)len, diag);
	if (st != DS_OK)
		return st;
	sphere_stats(vf->sp, SPHERE_DATA)->rec_updated++;
	ep->held = false;
	return DS_OK;
}

static enum ds_status
esds_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct esds_pos *ep = pos->priv;
	struct sphere_sums before = {0};
	struct sphere_measure m;
	struct vsam_ci_spot rec;
	enum ds_status st = DS_OK;

	measure(vf, extra, &m);
	if (ep->set && ep->ci == NULL) /* a damaged control interval */
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	if (ep->set)
		st =
		    side_before(vf->sp, part_of(vf), ep->ci_rba, &before, diag);
	if (st != DS_OK)
		return st;
	if (ep->set && ep->seg == 0) {
		vsam_ci_spot_off(ep->ci, len_of(vf), ep->off, &rec);
		before.records += rec.idx;
		before.bytes += rec.off;
	}
	*offsetp = sphere_measure(&m, &before);
	return DS_OK;
}

static void
esds_again(struct am_pos *pos)
{
	struct esds_pos *ep = pos->priv;

	ep->delivered = ep->held = false;
	if (ep->rrn != 0)
		ep->rrn += ep->backward ? 1 : UINT64_MAX;
	ep->changes = vsam_file_of(pos)->changes - 1;
}

const struct am_ops esds_ops = {
    .open = vsam_open,
    .finish = vsam_finish,
    .free = vsam_free,
    .pos_new = esds_pos_new,
    .pos_free = esds_pos_free,
    .point = esds_point,
    .get = esds_get,
    .put = esds_put,
    .update = esds_update,
    .erase = vsam_no_erase,
    .offset = esds_offset,
    .moved = vsam_moved,
    .again = esds_again,
};
