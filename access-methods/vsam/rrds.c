/*
 * Relative record sets of fixed length: numbered slots, each empty or full.
 * A control interval whose side entry counts no record has empty slots only
 * and need never have been written.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

struct rrds_pos {
	struct sphere_buf *buf; /* pinned: the CI of the record held */
	uint64_t next;          /* slot looked at next, from 1; 0: none */
	uint64_t last;          /* slot put or got last, from 1; 0 none */
	uint64_t got;           /* slot held */
	uint64_t changes;       /* of vsam_file when buf was pinned */
	bool set, backward, held;
};

static uint64_t
slot_end(const struct vsam_file *vf) /* number behind the last slot */
{
	return sphere_state(vf->sp)->part[SPHERE_DATA].hurba / vf->ci_len *
		   vf->slots +
	       1;
}

static uint64_t
slot_ci(const struct vsam_file *vf, uint64_t rrn)
{
	return (rrn - 1) / vf->slots * vf->ci_len;
}

static uint32_t
slot_no(const struct vsam_file *vf, uint64_t rrn)
{
	return (uint32_t)((rrn - 1) % vf->slots);
}

/* The CI of a slot, checked; *fullp slots of it hold a record. */
static enum ds_status
ci_get(struct vsam_file *vf, uint64_t rba, enum buf_how how,
    struct sphere_buf **bufp, uint32_t *fullp, struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	const char *why = NULL;
	enum ds_status st;

	if ((st = buf_get(vf->sp, SPHERE_DATA, rba, how, &buf, diag)) != DS_OK)
		return st;
	st = vsam_slot_check(buf->data, vf->ci_len, vf->slot_len, fullp, &why);
	if (st != DS_OK) {
		buf_release(vf->sp, &buf);
		return vsam_fault(vf, SPHERE_DATA, rba, st, why, diag);
	}
	*bufp = buf;
	return DS_OK;
}

static enum ds_status
rrds_pos_new(struct am_pos *pos)
{
	pos->priv = calloc(1, sizeof(struct rrds_pos));
	return pos->priv != NULL ? DS_OK : DS_NOMEM;
}

static void
rrds_pos_free(struct am_pos *pos)
{
	struct rrds_pos *rp = pos->priv;

	if (rp == NULL)
		return;
	buf_release(vsam_file_of(pos)->sp, &rp->buf);
	free(rp);
	pos->priv = NULL;
}

/* The first full slot from *rrnp on in one CI; false: none. */
static bool
full_here(const struct vsam_file *vf, const struct sphere_buf *buf,
    uint64_t *rrnp, bool backward)
{
	uint64_t rrn = *rrnp;

	for (; rrn > 0 && slot_ci(vf, rrn) == buf->rba;
	     rrn = backward ? rrn - 1 : rrn + 1)
		if (vsam_slot_full(buf->data, vf->ci_len, slot_no(vf, rrn))) {
			*rrnp = rrn;
			return true;
		}
	return false;
}

/* The first full slot from *rrnp on in the direction; its CI is pinned.
 * DS_EOD. When a CI is damaged, *rrnp goes behind it. */
static enum ds_status
full_from(struct vsam_file *vf, uint64_t *rrnp, bool backward,
    struct sphere_buf **bufp, struct ds_diag *diag)
{
	uint64_t rrn = *rrnp, end = slot_end(vf), rba = 0;
	struct sphere_buf *buf = NULL;
	uint32_t n = 0, bytes;
	enum ds_status st = DS_OK;

	while (rrn > 0 && rrn < end) {
		rba = slot_ci(vf, rrn);
		st = side_get(vf->sp, SPHERE_DATA, rba, &n, &bytes, diag);
		if (st == DS_OK && n > 0)
			st = ci_get(vf, rba, BUF_READ, &buf, &n, diag);
		if (buf != NULL && full_here(vf, buf, &rrn, backward)) {
			*rrnp = rrn;
			*bufp = buf;
			return DS_OK;
		}
		buf_release(vf->sp, &buf);
		rrn = backward ? rba / vf->ci_len * vf->slots
			       : (rba / vf->ci_len + 1) * vf->slots + 1;
		if (st != DS_OK) {
			*rrnp = rrn;
			return st;
		}
	}
	return ds_fail(diag, DS_EOD, vf->data->name, NULL);
}

static enum ds_status
wanted(struct vsam_file *vf, enum am_how how, const void *arg, size_t arglen,
    uint64_t num, uint64_t *rrnp, struct ds_diag *diag)
{
	const uint8_t *p = arg;

	switch (how) {
	case AM_FIRST:
		*rrnp = 1;
		return DS_OK;
	case AM_LAST:
		*rrnp = slot_end(vf) - 1;
		return DS_OK;
	case AM_KEY: /* the key of a slot is its number, four bytes */
		if (arglen != 4)
			return ds_fail(
			    diag, DS_BADKEYLEN, vf->data->name, NULL);
		*rrnp = be32_get(p);
		return DS_OK;
	case AM_RRN:
		*rrnp = num;
		return DS_OK;
	default:
		return ds_fail(diag, DS_RRNADDR, vf->data->name, NULL);
	}
}

/* The slot whose record has a byte of the stream. */
static enum ds_status
by_offset(struct vsam_file *vf, uint64_t offset, uint64_t extra, uint64_t *rrnp,
    struct ds_diag *diag)
{
	struct sphere_measure m = vsam_by_number();
	uint64_t rba = 0, nth = offset / (vf->slot_len + extra);
	struct sphere_sums before;
	struct sphere_buf *buf = NULL;
	uint32_t slot = 0, full;
	enum ds_status st;

	st = side_find(vf->sp, SPHERE_DATA, &m, nth, &rba, &before, diag);
	if (st == DS_EOD)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	if (st == DS_OK)
		st = ci_get(vf, rba, BUF_READ, &buf, &full, diag);
	if (st != DS_OK)
		return st;
	for (nth -= before.records; slot < vf->slots; slot++)
		if (vsam_slot_full(buf->data, vf->ci_len, slot) && nth-- == 0)
			break;
	buf_release(vf->sp, &buf);
	if (slot == vf->slots)
		return vsam_fault(vf, SPHERE_DATA, rba, DS_CORRUPT,
		    "the counts do not fit the records", diag);
	*rrnp = rba / vf->ci_len * vf->slots + slot + 1;
	return DS_OK;
}

static enum ds_status
rrds_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct rrds_pos *rp = pos->priv;
	uint64_t rrn = rp->held ? rp->got : rp->next;
	struct sphere_sums before = {0};
	uint32_t i, full;
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if (!rp->set || rrn == 0) {
		*offsetp = 0;
		return DS_OK;
	}
	if (rrn >= slot_end(vf))
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	st = side_before(vf->sp, SPHERE_DATA, slot_ci(vf, rrn), &before, diag);
	if (st == DS_OK)
		st = ci_get(vf, slot_ci(vf, rrn), BUF_READ, &buf, &full, diag);
	if (st != DS_OK)
		return st;
	for (i = 0; i < slot_no(vf, rrn); i++)
		before.records += vsam_slot_full(buf->data, vf->ci_len, i);
	buf_release(vf->sp, &buf);
	*offsetp = before.records * (vf->slot_len + extra);
	return DS_OK;
}

static enum ds_status
rrds_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct rrds_pos *rp = pos->priv;
	struct sphere_buf *buf = NULL;
	uint64_t rrn = 0, want;
	enum ds_status st;

	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	st = how == AM_OFFSET ? by_offset(vf, num, arglen, &rrn, diag)
			      : wanted(vf, how, arg, arglen, num, &rrn, diag);
	if (st != DS_OK)
		return st;
	want = rrn;
	st = full_from(vf, &rrn, how == AM_LAST, &buf, diag);
	if (st == DS_EOD || (st == DS_OK && match == AM_EQ && rrn != want &&
				how != AM_FIRST && how != AM_LAST)) {
		buf_release(vf->sp, &buf);
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	}
	if (st != DS_OK)
		return st;
	buf_release(vf->sp, &rp->buf);
	rp->buf = buf;
	rp->changes = vf->changes;
	rp->next = rrn;
	rp->last = rrn - 1;
	rp->set = true;
	rp->backward = backward;
	rp->held = false;
	return DS_OK;
}

static enum ds_status
rrds_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct rrds_pos *rp = pos->priv;
	struct sphere_buf *buf = NULL;
	uint64_t rrn = rp->set ? rp->next : 1;
	enum ds_status st;

	rp->held = false;
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	/* Others changed the set: the image may be of another time. */
	if (rp->changes != vf->changes)
		buf_release(vf->sp, &rp->buf);
	rp->changes = vf->changes;
	if (rp->buf == NULL || !full_here(vf, rp->buf, &rrn, rp->backward)) {
		st = full_from(vf, &rrn, rp->backward, &buf, diag);
		if (st == DS_CORRUPT) {
			/* the next get goes on behind the damaged one */
			rp->set = true;
			rp->next = rrn;
		}
		if (st != DS_OK)
			return st;
		buf_release(vf->sp, &rp->buf);
		rp->buf = buf;
	}
	buf = rp->buf;
	rp->set = rp->held = true;
	rp->last = rp->got = rrn;
	rp->next = rp->backward ? rrn - 1 : rrn + 1;
	recp->data = buf->data + slot_no(vf, rrn) * vf->slot_len;
	recp->len = vf->slot_len;
	recp->rba = buf->rba + slot_no(vf, rrn) * vf->slot_len;
	recp->rrn = rrn;
	sphere_stats(vf->sp, SPHERE_DATA)->rec_retrieved++;
	return DS_OK;
}

/* Control areas up to the one of rba are in use from now on. */
static enum ds_status
grow(struct vsam_file *vf, uint64_t rba, struct ds_diag *diag)
{
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	uint64_t end = (rba / vf->ca_len + 1) * vf->ca_len;
	enum ds_status st;

	if (end <= d->hurba)
		return DS_OK;
	if ((st = vsam_reach(vf, end, diag)) != DS_OK)
		return st;
	d->hurba = end;
	return DS_OK;
}

/* What changed is a slot and its RDF. */
static void
slot_tell(struct vsam_file *vf, struct sphere_buf *buf, uint32_t slot)
{
	buf_told_bytes(vf->sp, buf, slot * vf->slot_len, vf->slot_len);
	buf_told_bytes(vf->sp, buf,
	    vf->ci_len - VSAM_CIDF_LEN - (slot + 1) * VSAM_RDF_LEN,
	    VSAM_RDF_LEN);
}

/* Fill or empty a slot of a CI that may never have been written. */
static enum ds_status
slot_change(struct vsam_file *vf, uint64_t rrn, const uint8_t *rec,
    bool occupied_wanted, uint64_t *rbap, struct ds_diag *diag)
{
	uint64_t rba = slot_ci(vf, rrn);
	uint32_t slot = slot_no(vf, rrn), n = 0, bytes;
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	struct sphere_buf *buf = NULL;
	bool full;
	enum ds_status st;

	st = side_get(vf->sp, SPHERE_DATA, rba, &n, &bytes, diag);
	if (st == DS_OK && n > 0)
		st = ci_get(vf, rba, BUF_WRITE, &buf, &n, diag);
	else if (st == DS_OK)
		st = buf_get(vf->sp, SPHERE_DATA, rba, BUF_NEW, &buf, diag);
	if (st != DS_OK)
		return st;
	if (n == 0)
		vsam_slot_format(buf->data, vf->ci_len, vf->slot_len);
	full = vsam_slot_full(buf->data, vf->ci_len, slot);
	if (full != occupied_wanted) {
		st = ds_fail(diag, full ? DS_DUPLICATE : DS_NOTFOUND,
		    vf->data->name, NULL);
	} else {
		vsam_slot_set(buf->data, vf->ci_len, vf->slot_len, slot, rec);
		if (n > 0)
			slot_tell(vf, buf, slot);
		n = n - full + (rec != NULL);
		buf_dirty(vf->sp, buf, n, n * vf->slot_len);
		d->records = d->records - full + (rec != NULL);
		d->bytes = d->records * vf->slot_len;
		*rbap = rba + (uint64_t)slot * vf->slot_len;
	}
	buf_release(vf->sp, &buf);
	return st;
}

static enum ds_status
put_checks(struct vsam_file *vf, size_t len, uint64_t rrn, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = vsam_may_write(vf, diag)) != DS_OK)
		return st;
	if (len != vf->slot_len)
		return ds_fail(diag, DS_BADLENGTH, vf->data->name,
		    "record of %zu bytes, slots have %u", len, vf->slot_len);
	/* A relative record number has four bytes. */
	if (rrn == 0 || rrn > UINT32_MAX)
		return ds_fail(diag, DS_BADRRN, vf->data->name, NULL);
	return DS_OK;
}

static enum ds_status
rrds_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct rrds_pos *rp = pos->priv;
	uint64_t rba = 0;
	enum ds_status st;

	(void)sequential;
	if (rrn == 0)
		rrn = 1 +
		      (vf->load != NULL ? vsam_load_count(vf->load) : rp->last);
	if ((st = put_checks(vf, len, rrn, diag)) != DS_OK)
		return st;
	if (vf->load != NULL) {
		st = vsam_load_slot(vf, data, rrn, &rba, diag);
	} else if ((st = vsam_make_room(vf, diag)) == DS_OK &&
		   (st = grow(vf, slot_ci(vf, rrn), diag)) == DS_OK) {
		st = slot_change(vf, rrn, data, false, &rba, diag);
	}
	if (st != DS_OK)
		return st;
	/* LISTCAT counts records put into slots, loaded ones too. */
	sphere_stats(vf->sp, SPHERE_DATA)->rec_inserted++;
	rp->last = rrn;
	if (rbap != NULL)
		*rbap = rba;
	return DS_OK;
}

static enum ds_status
rrds_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct rrds_pos *rp = pos->priv;
	uint64_t rba;
	enum ds_status st;

	if ((st = vsam_may_change(vf, rp->held, diag)) != DS_OK ||
	    (st = put_checks(vf, len, rp->got, diag)) != DS_OK)
		return st;
	st = slot_change(vf, rp->got, data, true, &rba, diag);
	if (st == DS_OK) {
		sphere_stats(vf->sp, SPHERE_DATA)->rec_updated++;
		rp->held = false;
	}
	return st;
}

static enum ds_status
rrds_erase(struct am_pos *pos, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct rrds_pos *rp = pos->priv;
	uint64_t rba;
	enum ds_status st;

	if ((st = vsam_may_change(vf, rp->held, diag)) != DS_OK)
		return st;
	st = slot_change(vf, rp->got, NULL, true, &rba, diag);
	if (st == DS_OK) {
		sphere_stats(vf->sp, SPHERE_DATA)->rec_deleted++;
		rp->held = false;
	}
	return st;
}

static void
rrds_again(struct am_pos *pos)
{
	struct rrds_pos *rp = pos->priv;

	rp->next = rp->got;
	rp->held = false;
}

const struct am_ops rrds_ops = {
    .open = vsam_open,
    .finish = vsam_finish,
    .free = vsam_free,
    .pos_new = rrds_pos_new,
    .pos_free = rrds_pos_free,
    .point = rrds_point,
    .get = rrds_get,
    .put = rrds_put,
    .update = rrds_update,
    .erase = rrds_erase,
    .offset = rrds_offset,
    .moved = vsam_moved,
    .again = rrds_again,
};
