/* PUT and ERASE: new records, and the one that a GET for update gave. */
#include <string.h>

#include "access-methods/rpl_int.h"

/* --- new records -----------------------------------------------------------
 */

/* What an insert may not be. */
static enum ds_status
insert_check(
    const struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	unsigned opt = req->opt;
	bool keyed = rpl->org == DS_ORG_KSDS || rpl_relative(rpl);

	if (opt & RPL_BWD)
		return rpl_fail(rpl, DS_PUTBACKWARD, diag);
	if (keyed && (opt & (RPL_ADR | RPL_CNV)))
		return rpl_fail(rpl, DS_NOINSERT, diag);
	/* A record of these has its place by key or at the end. */
	if (!rpl_relative(rpl) && (opt & RPL_REC) && rpl->org != DS_ORG_PS)
		return rpl_fail(rpl, DS_BADOPTION, diag);
	if (rpl->org != DS_ORG_LDS && (opt & RPL_CNV)) {
		if (rpl->file->loading)
			return rpl_fail(rpl, DS_LOADING, diag);
		if (rpl->view.upgrades)
			return ds_fail(diag, DS_BADOPTION, rpl->attr->name,
			    "alternate indexes would not change with it");
	}
	return DS_OK;
}

/* The number of a new relative record. */
static enum ds_status
slot_for(struct am_rpl *rpl, const struct rpl_req *req, uint64_t *rrnp,
    struct ds_diag *diag)
{
	uint64_t rrn = req->num;

	if (req->opt & RPL_SEQ) {
		if (rpl->place == RPL_NOWHERE)
			return rpl_fail(rpl, DS_NOPOSITION, diag);
		rrn = rpl->last_rrn + 1;
	}
	if (rrn == 0 || rrn > UINT32_MAX)
		return rpl_fail(rpl, DS_BADRRN, diag);
	if ((req->opt & RPL_SKP) && rpl->place >= RPL_AT &&
	    rrn < rpl->last_rrn && !(rpl->file->intent & AM_BULK))
		return rpl_fail(rpl, DS_SEQUENCE, diag);
	*rrnp = rrn;
	return DS_OK;
}

/* Keys that are put one after the other ascend; by skip-sequential requests
 * they are behind that of any request before. Not so in a bulk load. */
static enum ds_status
key_check(struct am_rpl *rpl, unsigned opt, const void *data, size_t len,
    struct ds_diag *diag)
{
	const uint8_t *key = (const uint8_t *)data + rpl->rkp;
	bool before = rpl->have_key && (rpl->put_key || opt & RPL_SKP);

	if (opt & RPL_DIR || rpl->view.path || rpl->keylen == 0 || !before ||
	    rpl->place < RPL_AT || rpl->file->intent & AM_BULK ||
	    len < (size_t)rpl->rkp + rpl->keylen)
		return DS_OK;
	if (memcmp(key, rpl->key, rpl->keylen) < 0)
		return rpl_fail(rpl, DS_SEQUENCE, diag);
	return DS_OK;
}

/* Where an insert leaves the string. */
static void
stored(struct am_rpl *rpl, const struct rpl_req *req, const void *data,
    size_t len, uint64_t rba, uint64_t rrn)
{
	rpl->held = rpl->again = false;
	if (!(req->opt & (RPL_SEQ | RPL_SKP | RPL_NSP))) {
		rpl_leave(rpl);
		return;
	}
	rpl->last_rrn = rrn;
	rpl->last.rba = rba;
	/* A path goes on where it was. */
	if (rpl->view.path && rpl->place != RPL_NOWHERE)
		return;
	rpl_key_set(rpl, data, len);
	rpl->put_key = true;
	rpl->order = rpl_order_of(rpl, req->opt);
	rpl->backward = false;
	rpl->place = RPL_BEHIND;
	if (rpl->order == RPL_BY_CI) {
		rpl->place = RPL_AT;
		rpl->next_ci = rba + rpl->attr->ci_len;
	}
}

static enum ds_status
ci_add(struct am_rpl *rpl, const void *data, size_t len, uint64_t *rbap,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (len != rpl->attr->ci_len)
		return rpl_fail(rpl, DS_BADLENGTH, diag);
	if ((st = am_request_begin(rpl->file, diag)) != DS_OK)
		return st;
	st = vsam_cnv_add(rpl->view.base, data, rbap, diag);
	return am_request_end(rpl->file, st, diag);
}

static enum ds_status
insert(struct am_rpl *rpl, const struct rpl_req *req, const void *data,
    size_t len, struct am_rec *recp, struct ds_diag *diag)
{
	bool sequential = !(req->opt & RPL_DIR) && !rpl->view.path;
	uint64_t rba = 0, rrn = 0;
	enum ds_status st;

	if ((st = insert_check(rpl, req, diag)) != DS_OK ||
	    (st = key_check(rpl, req->opt, data, len, diag)) != DS_OK)
		return st;
	if (rpl_relative(rpl) && (st = slot_for(rpl, req, &rrn, diag)) != DS_OK)
		return st;
	if (rpl_order_of(rpl, req->opt) == RPL_BY_CI)
		st = ci_add(rpl, data, len, &rba, diag);
	else
		st = am_put(rpl->pos, data, len, rrn, sequential, &rba, diag);
	if (st != DS_OK)
		return st;
	if (recp != NULL) {
		recp->rba = rba;
		recp->rrn = rrn;
		recp->more = am_feedback(rpl->pos) != 0;
	}
	stored(rpl, req, data, len, rba, rrn);
	return DS_OK;
}

/* --- the record held -------------------------------------------------------
 */

/* By address: the key order's position is brought to the record. */
static enum ds_status
held_by_rba(struct am_rpl *rpl, struct ds_diag *diag)
{
	struct am_rec rec;
	enum ds_status st;

	st = am_point(
	    rpl->pos, AM_RBA, AM_EQ, false, NULL, 0, rpl->last.rba, diag);
	if (st == DS_OK)
		st = am_get(rpl->pos, &rec, diag);
	/* Another string moved or erased it. */
	if (st == DS_BADRBA || st == DS_NOTFOUND ||
	    (st == DS_OK && rpl->keylen > 0 &&
		(!rpl->have_key ||
		    memcmp(rec.data + rpl->rkp, rpl->key, rpl->keylen) != 0)))
		return rpl_fail(rpl, DS_NOUPDATE, diag);
	return st;
}

static enum ds_status
held_check(struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	if (!rpl->held || rpl->order != rpl_order_of(rpl, req->opt))
		return rpl_fail(rpl, DS_NOUPDATE, diag);
	return DS_OK;
}

/* Where an update or erase leaves the string. */
static void
changed(struct am_rpl *rpl, unsigned opt)
{
	rpl->held = rpl->again = false;
	if (opt & RPL_DIR)
		rpl_leave(rpl);
}

static enum ds_status
update_ci(
    struct am_rpl *rpl, const void *data, size_t len, struct ds_diag *diag)
{
	enum ds_status st;

	if (len != rpl->attr->ci_len)
		return rpl_fail(rpl, DS_BADLENGTH, diag);
	if (rpl->view.upgrades)
		return ds_fail(diag, DS_BADOPTION, rpl->attr->name,
		    "alternate indexes would not change with it");
	buf_release(rpl->file->sphere, &rpl->ci);
	if ((st = am_request_begin(rpl->file, diag)) != DS_OK)
		return st;
	st = vsam_cnv_update(rpl->view.base, rpl->last.rba, data, diag);
	return am_request_end(rpl->file, st, diag);
}

static enum ds_status
update(struct am_rpl *rpl, const struct rpl_req *req, const void *data,
    size_t len, struct am_rec *recp, struct ds_diag *diag)
{
	bool by_ci = rpl->order == RPL_BY_CI;
	bool moves = rpl->org == DS_ORG_KSDS || rpl->org == DS_ORG_VRRDS;
	enum ds_status st;

	if ((st = held_check(rpl, req, diag)) != DS_OK)
		return st;
	if (rpl->order == RPL_BY_CI) {
		st = update_ci(rpl, data, len, diag);
	} else if (rpl->order == RPL_BY_RBA) {
		if (len != rpl->last.len)
			return rpl_fail(rpl, DS_LENCHANGED, diag);
		if ((st = held_by_rba(rpl, diag)) == DS_OK)
			st = am_update(rpl->pos, data, len, diag);
	} else {
		st = am_update(rpl->pos, data, len, diag);
	}
	if (st != DS_OK)
		return st;
	if (recp != NULL) {
		recp->rba = by_ci || !moves ? rpl->last.rba : rpl->pos->stored;
		recp->rrn = rpl->last.rrn;
		recp->more = !by_ci && am_feedback(rpl->pos) != 0;
	}
	changed(rpl, req->opt);
	return DS_OK;
}

enum ds_status
rpl_put(struct am_rpl *rpl, const struct rpl_req *req, const void *data,
    size_t len, struct am_rec *recp, struct ds_diag *diag)
{
	bool had = rpl->string;
	enum ds_status st;

	rpl->same_opt = 0;
	rpl_key_now(rpl);
	if ((st = rpl_check(rpl, req, RPL_PUT, diag)) != DS_OK)
		return st;
	if (req->opt & RPL_LOC)
		return rpl_fail(rpl, DS_BADLOCATE, diag);
	if ((st = rpl_string(rpl, diag)) != DS_OK)
		return st;
	st = req->opt & RPL_UPD ? update(rpl, req, data, len, recp, diag)
				: insert(rpl, req, data, len, recp, diag);
	/* A failure leaves the string as it was. */
	if (st != DS_OK && !had) {
		rpl->file->strings--;
		rpl->string = false;
	}
	return st;
}

enum ds_status
rpl_erase(struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	enum ds_status st;

	rpl->same_opt = 0;
	if ((st = rpl_check(rpl, req, RPL_ERASE, diag)) != DS_OK)
		return st;
	if ((req->opt & RPL_CNV) || rpl->org == DS_ORG_ESDS)
		return rpl_fail(rpl, DS_NOERASE, diag);
	if ((st = held_check(rpl, req, diag)) != DS_OK)
		return st;
	if (rpl->order == RPL_BY_RBA)
		st = held_by_rba(rpl, diag);
	if (st == DS_OK)
		st = am_erase(rpl->pos, diag);
	if (st == DS_OK)
		changed(rpl, req->opt);
	return st;
}
