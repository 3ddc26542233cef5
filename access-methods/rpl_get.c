/* GET: find or go on, then move the record or lend it. */
#include <stdlib.h>
#include <string.h>

#include "access-methods/rpl_int.h"

/* Bytes that the longest record in one control interval has. */
static uint32_t
unspanned_max(const struct am_rpl *rpl)
{
	enum { CONTROL = 7 }; /* CIDF and one RDF */

	return rpl->attr->ci_len - CONTROL;
}

static bool
is_spanned(const struct am_rpl *rpl, const struct am_rec *rec)
{
	return rpl->order != RPL_BY_CI && (rpl->attr->flags & DS_A_SPANNED) &&
	       rec->len > unspanned_max(rpl);
}

/* Its image; where others change the set, of one time. */
static enum ds_status
ci_get(struct am_rpl *rpl, struct ds_diag *diag)
{
	enum ds_status st = DS_AGAIN;

	for (int n = 0; st == DS_AGAIN && n < AM_TRIES; n++)
		if ((st = am_catch_up(rpl->file, diag)) == DS_OK)
			st = vsam_cnv_get(
			    rpl->view.base, rpl->next_ci, &rpl->ci, diag);
	return st == DS_AGAIN ? rpl_fail(rpl, DS_TIMEOUT, diag) : st;
}

/* The next control interval. */
static enum ds_status
ci_next(struct am_rpl *rpl, struct am_rec *rec, struct ds_diag *diag)
{
	enum ds_status st;

	buf_release(rpl->file->sphere, &rpl->ci);
	if (rpl->next_ci >= am_state(rpl->file)->part[SPHERE_DATA].hurba)
		return rpl_fail(rpl, DS_EOD, diag);
	st = ci_get(rpl, diag);
	rec->rba = rpl->next_ci;
	/* Also over a damaged one the next get goes on. */
	rpl->next_ci += rpl->attr->ci_len;
	if (st != DS_OK)
		return st;
	rec->data = rpl->ci->data;
	rec->len = rpl->attr->ci_len;
	return DS_OK;
}

/* Go on behind the record that a put stored: find it, and pass it. */
static enum ds_status
pass_stored(struct am_rpl *rpl, struct am_pos *pos, struct ds_diag *diag)
{
	struct am_rec rec;
	enum ds_status st;

	if (rpl->keylen > 0 && rpl->have_key)
		st = am_point(
		    pos, AM_KEY, AM_EQ, false, rpl->key, rpl->keylen, 0, diag);
	else if (rpl_relative(rpl))
		st = am_point(
		    pos, AM_RRN, AM_EQ, false, NULL, 0, rpl->last_rrn, diag);
	else
		st = am_point(
		    pos, AM_RBA, AM_EQ, false, NULL, 0, rpl->last.rba, diag);
	if (st != DS_OK) /* another string erased it */
		return rpl_fail(rpl, DS_NOPOSITION, diag);
	st = am_get(pos, &rec, diag);
	if (st == DS_OK)
		rpl->place = RPL_AT;
	return st;
}

/* May a sequential request go on from where the string is? */
static enum ds_status
goes_on(struct am_rpl *rpl, unsigned opt, struct ds_diag *diag)
{
	bool back = (opt & RPL_BWD) != 0;
	enum rpl_order order = rpl_order_of(rpl, opt);

	if (rpl->place == RPL_NEW && !back) {
		rpl->order = order;
		rpl->backward = false;
		rpl->next_ci = 0;
		rpl->place = RPL_AT;
		return DS_OK;
	}
	if (rpl->place < RPL_AT || rpl->order != order || rpl->backward != back)
		return rpl_fail(rpl, DS_NOPOSITION, diag);
	return DS_OK;
}

/* The record of a sequential get. */
static enum ds_status
next_rec(struct am_rpl *rpl, struct am_rec *rec, struct ds_diag *diag)
{
	struct am_pos *pos = NULL;
	enum ds_status st;

	if (rpl->again) {
		*rec = rpl->last;
		return DS_OK;
	}
	if (rpl->order == RPL_BY_CI)
		return ci_next(rpl, rec, diag);
	if ((st = rpl_pos(rpl, rpl->order, &pos, diag)) != DS_OK)
		return st;
	if (rpl->place == RPL_BEHIND &&
	    (st = pass_stored(rpl, pos, diag)) != DS_OK)
		return st;
	pos->for_update = rpl->pos->for_update;
	return am_get(pos, rec, diag);
}

/* A direct or skip-sequential get, and where it leaves the string. */
static enum ds_status
found_rec(struct am_rpl *rpl, const struct rpl_req *req, struct am_rec *rec,
    struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = rpl_ascends(rpl, req, diag)) != DS_OK)
		return st;
	if (req->opt & RPL_DIR)
		rpl->place = RPL_NOWHERE;
	rpl->held = rpl->again = false;
	if ((st = rpl_find(rpl, req, diag)) != DS_OK)
		return st;
	rpl->place = RPL_AT;
	rpl->order = rpl_order_of(rpl, req->opt);
	rpl->backward = (req->opt & RPL_BWD) != 0;
	return next_rec(rpl, rec, diag);
}

/* The record is not taken: it is there for the next sequential get. */
static enum ds_status
keep(struct am_rpl *rpl, const struct am_rec *rec, enum ds_status why,
    struct ds_diag *diag)
{
	uint8_t *copy;

	if (!rpl->again) {
		if ((copy = malloc(rec->len > 0 ? rec->len : 1)) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		memcpy(copy, rec->data, rec->len);
		free(rpl->kept);
		rpl->kept = copy;
		rpl->last = *rec;
		rpl->last.data = copy;
		rpl->again = true;
	}
	return rpl_fail(rpl, why, diag);
}

static enum ds_status
deliver(struct am_rpl *rpl, const struct rpl_req *req, struct am_rec *rec,
    struct am_rec *recp, struct ds_diag *diag)
{
	recp->len = rec->len;
	if ((req->opt & RPL_LOC) && is_spanned(rpl, rec))
		return keep(rpl, rec, DS_LOCSPAN, diag);
	if (!(req->opt & RPL_LOC)) {
		if (req->area == NULL || req->arealen < rec->len)
			return keep(rpl, rec, DS_AREASMALL, diag);
		memcpy(req->area, rec->data, rec->len);
	}
	rpl->last = *rec;
	rpl->again = false;
	if (!(req->opt & RPL_LOC))
		rec->data = req->area;
	*recp = *rec;
	return DS_OK;
}

/* The record of a get whose options were looked at. */
static enum ds_status
get_rec(struct am_rpl *rpl, const struct rpl_req *req, struct am_rec *rec,
    struct ds_diag *diag)
{
	enum ds_status st;

	rpl->pos->for_update = (req->opt & RPL_UPD) != 0;
	if (!(req->opt & RPL_SEQ))
		return found_rec(rpl, req, rec, diag);
	if ((st = goes_on(rpl, req->opt, diag)) == DS_OK)
		st = next_rec(rpl, rec, diag);
	if (st == DS_OK && rpl->order == RPL_BY_SET && !rpl->again)
		rpl->same_opt = req->opt;
	return st;
}

enum ds_status
rpl_get(struct am_rpl *rpl, const struct rpl_req *req, struct am_rec *recp,
    struct ds_diag *diag)
{
	struct am_rec rec = {0};
	bool keeps = !(req->opt & RPL_DIR) || req->opt & (RPL_NSP | RPL_UPD);
	enum ds_status st;

	if (req->opt == rpl->same_opt && !rpl->again) {
		st = am_get(rpl->pos, &rec, diag);
	} else {
		rpl->same_opt = 0;
		rpl_key_now(rpl);
		if ((st = rpl_check(rpl, req, RPL_GET, diag)) != DS_OK ||
		    (st = rpl_string(rpl, diag)) != DS_OK)
			return st;
		st = get_rec(rpl, req, &rec, diag);
	}
	if (st == DS_OK) {
		rpl->put_key = false;
		/* A scan need not look at its records. */
		rpl->key_later = rpl->same_opt != 0 &&
				 !(rpl->file->intent & AM_OUTPUT) &&
				 !rpl->file->shared;
		if (rpl->order != RPL_BY_CI && !rpl->key_later)
			rpl_key_set(rpl, rec.data, rec.len);
		rpl->last_rrn = rec.rrn;
		st = deliver(rpl, req, &rec, recp, diag);
	} else if (rpl->key_later) {
		/* What was lent is gone, and its key with it. */
		rpl->key_later = rpl->have_key = false;
	}
	rpl->held = st == DS_OK && (req->opt & RPL_UPD) != 0;
	if (rpl->place < RPL_AT || (st == DS_OK && !keeps) ||
	    ((st == DS_AREASMALL || st == DS_LOCSPAN) && !keeps))
		rpl_leave(rpl);
	return st;
}

enum ds_status
rpl_get_many(struct am_rpl *rpl, unsigned opt, struct am_want *want, size_t n,
    size_t keylen, struct ds_diag *diag)
{
	struct rpl_req req = {.opt = opt | RPL_DIR};
	enum am_how how = AM_KEY;
	enum ds_status st;

	if (opt & ~(unsigned)(RPL_KEY | RPL_ADR | RPL_REC))
		return rpl_fail(rpl, DS_BADOPTION, diag);
	if ((st = rpl_check(rpl, &req, RPL_GET, diag)) != DS_OK)
		return st;
	if (opt & RPL_ADR)
		how = AM_RBA;
	else if ((opt & RPL_REC) || rpl_relative(rpl))
		how = AM_RRN;
	for (size_t i = 0; how == AM_KEY && i < n; i++)
		if (want[i].key == NULL)
			return rpl_fail(rpl, DS_BADKEYLEN, diag);
	return am_get_many(rpl->pos, how, want, n, keylen, diag);
}
