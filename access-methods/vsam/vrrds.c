/*
 * Relative record sets of varying length: a key-sequenced set inside, whose
 * records have their number in front, four bytes, as the key. Nothing above
 * sees those.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

struct vrrds_pos {
	struct am_pos inner; /* of the key-sequenced set */
	uint64_t last;       /* number put or got last; 0 none */
	uint32_t got;        /* number got last */
	uint8_t *rec;        /* a record with its number, for writers */
};

static enum ds_status
vrrds_pos_new(struct am_pos *pos)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct vrrds_pos *vp = calloc(1, sizeof(*vp));
	enum ds_status st = DS_NOMEM;

	if (vp == NULL)
		return DS_NOMEM;
	vp->inner.file = pos->file;
	if ((vp->rec = malloc(vf->max_len)) != NULL)
		st = ksds_ops.pos_new(&vp->inner);
	if (st != DS_OK) {
		free(vp->rec);
		free(vp);
		return st;
	}
	pos->priv = vp;
	return DS_OK;
}

static void
vrrds_pos_free(struct am_pos *pos)
{
	struct vrrds_pos *vp = pos->priv;

	if (vp == NULL)
		return;
	ksds_ops.pos_free(&vp->inner);
	free(vp->rec);
	free(vp);
	pos->priv = NULL;
}

/* The number asked for. */
static enum ds_status
wanted(const struct vsam_file *vf, enum am_how how, const void *arg,
    size_t arglen, uint64_t num, uint64_t *rrnp, struct ds_diag *diag)
{
	if (how == AM_RBA)
		return ds_fail(diag, DS_RRNADDR, vf->data->name, NULL);
	if (how == AM_KEY && arglen != VSAM_RRN_LEN)
		return ds_fail(diag, DS_BADKEYLEN, vf->data->name, NULL);
	*rrnp = how == AM_KEY ? be32_get(arg) : num;
	return DS_OK;
}

static enum ds_status
vrrds_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	struct vsam_file *vf = vsam_file_of(pos);
	struct vrrds_pos *vp = pos->priv;
	uint8_t key[VSAM_RRN_LEN];
	uint64_t rrn = 0;
	enum ds_status st;

	if (how == AM_FIRST || how == AM_LAST || how == AM_OFFSET)
		return ksds_ops.point(
		    &vp->inner, how, match, backward, NULL, arglen, num, diag);
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	st = wanted(vf, how, arg, arglen, num, &rrn, diag);
	if (st != DS_OK)
		return st;
	if (rrn > UINT32_MAX)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	be32_put(key, (uint32_t)rrn);
	st = ksds_ops.point(
	    &vp->inner, AM_KEY, match, backward, key, sizeof(key), 0, diag);
	if (st == DS_OK)
		vp->last = rrn > 0 ? rrn - 1 : 0;
	return st;
}

static enum ds_status
vrrds_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct vrrds_pos *vp = pos->priv;
	enum ds_status st;

	if ((st = ksds_ops.get(&vp->inner, recp, diag)) != DS_OK)
		return st;
	vp->got = be32_get(recp->data);
	vp->last = recp->rrn = vp->got;
	recp->data += VSAM_RRN_LEN;
	recp->len -= VSAM_RRN_LEN;
	return DS_OK;
}

/* The record with its number, in vp->rec. */
static enum ds_status
compose(struct vsam_file *vf, struct vrrds_pos *vp, const void *data,
    size_t len, uint64_t rrn, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = vsam_may_write(vf, diag)) != DS_OK)
		return st;
	if (len == 0 || len > vf->data->maxlrecl)
		return ds_fail(diag, DS_BADLENGTH, vf->data->name,
		    "record of %zu bytes, 1 to %u allowed", len,
		    vf->data->maxlrecl);
	if (rrn == 0 || rrn > UINT32_MAX)
		return ds_fail(diag, DS_BADRRN, vf->data->name, NULL);
	be32_put(vp->rec, (uint32_t)rrn);
	memcpy(vp->rec + VSAM_RRN_LEN, data, len);
	return DS_OK;
}

static enum ds_status
vrrds_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct vrrds_pos *vp = pos->priv;
	enum ds_status st;

	if (rrn == 0)
		rrn = vp->last + 1;
	st = compose(vsam_file_of(pos), vp, data, len, rrn, diag);
	if (st == DS_OK)
		st = ksds_ops.put(&vp->inner, vp->rec, len + VSAM_RRN_LEN, 0,
		    sequential, rbap, diag);
	if (st == DS_OK)
		vp->last = rrn;
	return st;
}

static enum ds_status
vrrds_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	struct vrrds_pos *vp = pos->priv;
	enum ds_status st;

	/* without a record got there is no number: the inner set says so */
	st = compose(
	    vsam_file_of(pos), vp, data, len, vp->got > 0 ? vp->got : 1, diag);
	if (st != DS_OK)
		return st;
	st = ksds_ops.update(&vp->inner, vp->rec, len + VSAM_RRN_LEN, diag);
	pos->stored = vp->inner.stored;
	return st;
}

static enum ds_status
vrrds_erase(struct am_pos *pos, struct ds_diag *diag)
{
	struct vrrds_pos *vp = pos->priv;

	return ksds_ops.erase(&vp->inner, diag);
}

static enum ds_status
vrrds_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	struct vrrds_pos *vp = pos->priv;

	return ksds_ops.offset(&vp->inner, extra, offsetp, diag);
}

static void
vrrds_again(struct am_pos *pos)
{
	struct vrrds_pos *vp = pos->priv;

	ksds_ops.again(&vp->inner);
}

const struct am_ops vrrds_ops = {
    .open = vsam_open,
    .finish = vsam_finish,
    .free = vsam_free,
    .pos_new = vrrds_pos_new,
    .pos_free = vrrds_pos_free,
    .point = vrrds_point,
    .get = vrrds_get,
    .put = vrrds_put,
    .update = vrrds_update,
    .erase = vrrds_erase,
    .offset = vrrds_offset,
    .moved = vsam_moved,
    .again = vrrds_again,
};
