/*
 * Linear sets: control intervals that are data from the first byte to the
 * last. Each is given and taken as one record. Reading goes to the end of what
 * is allocated, as access method services does; what lies behind the high-used
 * RBA, or was never written, is zeros.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

struct lds_pos {
	struct sphere_buf *buf; /* pinned: the CI that get gave */
	struct sphere_ring *ring;
	uint8_t *zeros; /* a CI of them */
	uint64_t next;  /* RBA looked at next; UINT64_MAX: none */
	uint64_t got;   /* RBA that get gave */
	bool backward, held;
};

static struct comp_state *
state_of(const struct vsam_file *vf)
{
	return &sphere_state(vf->sp)->part[SPHERE_DATA];
}

static enum ds_status
lds_pos_new(struct am_pos *pos)
{
	struct lds_pos *lp = calloc(1, sizeof(*lp));

	if (lp == NULL)
		return DS_NOMEM;
	if ((lp->zeros = calloc(1, vsam_file_of(pos)->ci_len)) == NULL) {
		free(lp);
		return DS_NOMEM;
	}
	pos->priv = lp;
	return DS_OK;
}

static void
lds_pos_free(struct am_pos *pos)
{
	struct lds_pos *lp = pos->priv;

	if (lp == NULL)
		return;
	buf_release(vsam_file_of(pos)->sp, &lp->buf);
	ring_close(&lp->ring);
	free(lp->zeros);
	free(lp);
	pos->priv = NULL;
}

/* The RBA asked for; UINT64_MAX: none can be meant. */
static enum ds_status
wanted(struct vsam_file *vf, enum am_how how, uint64_t num, uint64_t extra,
    uint64_t *rbap, struct ds_diag *diag)
{
	uint64_t end = state_of(vf)->harba, none = UINT64_MAX;

	switch (how) {
	case AM_FIRST:
		*rbap = 0;
		break;
	case AM_LAST:
		*rbap = end > 0 ? end - vf->ci_len : none;
		break;
	case AM_OFFSET: /* all are of one length */
		*rbap = num / (vf->ci_len + extra) < end / vf->ci_len
			    ? num / (vf->ci_len + extra) * vf->ci_len
			    : none;
		break;
	case AM_RRN: /* control intervals, counted from 1 */
		*rbap = num > 0 && num <= end / vf->ci_len
			    ? (num - 1) * vf->ci_len
			    : none;
		break;
	case AM_RBA:
		*rbap = num;
		if (num >= end || num % vf->ci_len != 0)
			return ds_fail_rba(diag, DS_BADRBA, vf->data->name, num,
			    "no control interval begins there");
		break;
	default:
		return ds_fail(diag, DS_KEYTOESDS, vf->data->name, NULL);
	}
	return DS_OK;
}

static enum ds_status
lds_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct lds_pos *lp = pos->priv;
	uint64_t rba = 0;
	enum ds_status st;

	(void)arg;
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	if (how == AM_RBA && match == AM_GE && num % vf->ci_len != 0)
		num = (num / vf->ci_len + 1) * vf->ci_len;
	if ((st = wanted(vf, how, num, arglen, &rba, diag)) != DS_OK)
		return st;
	if (rba >= state_of(vf)->harba)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	lp->next = rba;
	lp->backward = backward;
	lp->held = false;
	return DS_OK;
}

/* The image at rba, borrowed. */
static enum ds_status
image(struct vsam_file *vf, struct lds_pos *lp, uint64_t rba,
    const uint8_t **datap, struct ds_diag *diag)
{
	bool writer = vf->file->intent & AM_OUTPUT;
	uint32_t records;
	enum ds_status st;

	buf_release(vf->sp, &lp->buf);
	if (rba >= state_of(vf)->hurba) {
		*datap = lp->zeros;
		return DS_OK;
	}
	if (!writer && !lp->backward && vf->file->intent & AM_SEQ) {
		if (lp->ring == NULL &&
		    (st = ring_open(vf->sp, &lp->ring, diag)) != DS_OK)
			return st;
		return ring_get(lp->ring, rba, datap, &records, diag);
	}
	st = buf_get(vf->sp, SPHERE_DATA, rba, BUF_READ, &lp->buf, diag);
	if (st == DS_OK)
		*datap = lp->buf->data;
	return st;
}

static enum ds_status
lds_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct lds_pos *lp = pos->priv;
	const uint8_t *data = NULL;
	uint64_t rba = lp->next;
	enum ds_status st;

	lp->held = false;
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	if (rba >= state_of(vf)->harba)
		return ds_fail(diag, DS_EOD, vf->data->name, NULL);
	/* Also over a damaged one the next get goes on. */
	if (!lp->backward)
		lp->next = rba + vf->ci_len;
	else
		lp->next = rba > 0 ? rba - vf->ci_len : UINT64_MAX;
	st = image(vf, lp, rba, &data, diag);
	if (st == DS_AGAIN)
		lp->next = rba;
	if (st != DS_OK)
		return st;
	lp->got = rba;
	lp->held = true;
	recp->data = data;
	recp->len = vf->ci_len;
	recp->rba = rba;
	recp->rrn = rba / vf->ci_len + 1;
	sphere_stats(vf->sp, SPHERE_DATA)->rec_retrieved++;
	return DS_OK;
}

/* Write the CI at rba; those before that were never written are zeros. */
static enum ds_status
ci_write(
    struct vsam_file *vf, uint64_t rba, const void *data, struct ds_diag *diag)
{
	struct comp_state *d = state_of(vf);
	struct sphere_buf *buf = NULL;
	uint32_t records = 0, bytes = 0;
	enum ds_status st = DS_OK;

	if ((st = vsam_reach(vf, rba + vf->ci_len, diag)) != DS_OK)
		return st;
	if (rba < d->hurba)
		st = side_get(vf->sp, SPHERE_DATA, rba, &records, &bytes, diag);
	if (st == DS_OK)
		st = buf_get(vf->sp, SPHERE_DATA, rba, BUF_NEW, &buf, diag);
	if (st != DS_OK)
		return st;
	memcpy(buf->data, data, vf->ci_len);
	buf_dirty(vf->sp, buf, 1, vf->ci_len);
	buf_release(vf->sp, &buf);
	if (rba >= d->hurba)
		d->hurba = rba + vf->ci_len;
	d->records += 1 - records;
	d->bytes += vf->ci_len - bytes;
	return DS_OK;
}

static enum ds_status
lds_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	uint64_t rba = state_of(vf)->hurba;
	enum ds_status st;

	(void)rrn;
	(void)sequential;
	if ((st = vsam_may_write(vf, diag)) != DS_OK ||
	    (st = vsam_length_check(vf, len, diag)) != DS_OK)
		return st;
	if (vf->load != NULL)
		st = vsam_load_ci(vf, data, &rba, diag);
	else if ((st = vsam_make_room(vf, diag)) == DS_OK)
		st = ci_write(vf, rba, data, diag);
	if (st == DS_OK && rbap != NULL)
		*rbap = rba;
	return st;
}

static enum ds_status
lds_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct lds_pos *lp = pos->priv;
	enum ds_status st;

	if ((st = vsam_may_change(vf, lp->held, diag)) != DS_OK ||
	    (st = vsam_length_check(vf, len, diag)) != DS_OK)
		return st;
	buf_release(vf->sp, &lp->buf);
	if ((st = ci_write(vf, lp->got, data, diag)) != DS_OK)
		return st;
	sphere_stats(vf->sp, SPHERE_DATA)->rec_updated++;
	lp->held = false;
	return DS_OK;
}

static enum ds_status
lds_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	const struct lds_pos *lp = pos->priv;
	const struct vsam_file *vf = vsam_file_of(pos);
	uint64_t rba = lp->held ? lp->got : lp->next;

	if (rba == UINT64_MAX)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	*offsetp = rba / vf->ci_len * (vf->ci_len + extra);
	return DS_OK;
}

static void
lds_again(struct am_pos *pos)
{
	struct lds_pos *lp = pos->priv;

	lp->next = lp->got;
	lp->held = false;
}

const struct am_ops lds_ops = {
    .open = vsam_open,
    .finish = vsam_finish,
    .free = vsam_free,
    .pos_new = lds_pos_new,
    .pos_free = lds_pos_free,
    .point = lds_point,
    .get = lds_get,
    .put = lds_put,
    .update = lds_update,
    .erase = vsam_no_erase,
    .offset = lds_offset,
    .moved = vsam_moved,
    .again = lds_again,
};
