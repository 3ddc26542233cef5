/* GET: find or go on, then move the record or lend it. */
#include <stdio.h>
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

	for (int n = 0; am_again(rpl->file, &n, &st, diag);)
		st = vsam_cnv_get(rpl->view.base, rpl->next_ci, &rpl->ci, diag);
	return st;
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

/* pos, of the string's order, at the record that was given or stored last; or,
 * forward by keys and numbers, at the one behind when that is gone. */
static enum ds_status
last_find(struct am_rpl *rpl, struct am_pos *pos, struct ds_diag *diag)
{
	enum am_match match = rpl->backward ? AM_EQ : AM_GE;
	struct am_rec rec = rpl->last;
	enum ds_status st;

	if (rpl->order == RPL_BY_RBA) {
		st = am_point(rpl->pos, AM_KEY, AM_EQ, false, rpl->key,
		    rpl->keylen, 0, diag);
		if (st == DS_OK)
			st = am_get(rpl->pos, &rec, diag);
		if (st != DS_OK)
			return st;
	} else if (rpl->keylen > 0 && rpl->have_key) {
		return am_point(pos, AM_KEY, match, rpl->backward, rpl->key,
		    rpl->keylen, 0, diag);
	} else if (rpl_relative(rpl)) {
		return am_point(pos, AM_RRN, match, rpl->backward, NULL, 0,
		    rpl->last_rrn, diag);
	}
	return am_point(
	    pos, AM_RBA, AM_EQ, rpl->backward, NULL, 0, rec.rba, diag);
}

/* Is rec the record that was given or stored last? */
static bool
is_last(const struct am_rpl *rpl, const struct am_rec *rec)
{
	const struct comp_attr *a = rpl->attr;

	if (rpl->view.path && rpl->org == DS_ORG_KSDS)
		return memcmp(rec->data + a->rkp, rpl->last.data + a->rkp,
			   a->keylen) == 0;
	if (rpl->keylen > 0 && rpl->have_key && !rpl->view.path)
		return memcmp(rec->data + rpl->rkp, rpl->key, rpl->keylen) == 0;
	if (rpl_relative(rpl))
		return rec->rrn == rpl->last_rrn;
	return rec->rba == rpl->last.rba;
}

/* The record last given or stored, as it is now; pass: the one behind it. A
 * path has several of one key. */
static enum ds_status
again(struct am_rpl *rpl, struct am_pos *pos, bool pass, struct am_rec *rec,
    struct ds_diag *diag)
{
	enum ds_status st;

	st = last_find(rpl, pos, diag);
	if (st == DS_NOTFOUND && !rpl->backward && rpl->order == RPL_BY_SET)
		return rpl_fail(rpl, DS_EOD, diag);
	if (st == DS_NOTFOUND || st == DS_BADRBA)
		return rpl_fail(rpl, DS_NOPOSITION, diag);
	if (st != DS_OK || (st = am_get(pos, rec, diag)) != DS_OK)
		return st;
	rpl->place = RPL_AT;
	while (st == DS_OK && rpl->view.path && !is_last(rpl, rec) &&
	       rec->len >= (size_t)rpl->rkp + rpl->keylen &&
	       memcmp(rec->data + rpl->rkp, rpl->key, rpl->keylen) == 0)
		st = am_get(pos, rec, diag);
	if (st == DS_OK && pass && is_last(rpl, rec))
		st = am_get(pos, rec, diag);
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
	bool changing = rpl->file->intent & AM_OUTPUT || rpl->file->shared;
	struct am_pos *pos = NULL;
	enum ds_status st;

	if (rpl->again && !changing) {
		*rec = rpl->last;
		return DS_OK;
	}
	if (rpl->order == RPL_BY_CI) {
		if (rpl->again)
			rpl->next_ci = rpl->last.rba;
		return ci_next(rpl, rec, diag);
	}
	if ((st = rpl_pos(rpl, rpl->order, &pos, diag)) != DS_OK)
		return st;
	pos->for_update = rpl->pos->for_update;
	if (rpl->again || rpl->place == RPL_BEHIND)
		return again(rpl, pos, !rpl->again, rec, diag);
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

	if (rec->data != rpl->kept) {
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

/* Its prime key, where the base has keys and the record shows them. */
static const uint8_t *
prime_key(const struct am_rpl *rpl, const struct am_rec *rec)
{
	if (rpl->org != DS_ORG_KSDS || rpl->order == RPL_BY_CI ||
	    rec->len < (size_t)rpl->attr->rkp + rpl->attr->keylen)
		return NULL;
	return rec->data + rpl->attr->rkp;
}

/* Does other hold rec, for update? A control interval is all its records. */
static bool
holds(const struct am_rpl *other, const struct am_rpl *rpl,
    const struct am_rec *rec)
{
	const uint8_t *key = prime_key(rpl, rec);
	uint32_t ci_len = rpl->attr->ci_len;

	if (other == rpl || !other->held)
		return false;
	if (other->order == RPL_BY_CI || rpl->order == RPL_BY_CI)
		return other->last.rba / ci_len == rec->rba / ci_len;
	if (key != NULL)
		return memcmp(key, other->held_key, rpl->attr->keylen) == 0;
	if (rpl_relative(rpl))
		return other->last.rrn == rec->rrn;
	return other->last.rba == rec->rba;
}

/* A record is updated by one string at a time. */
static enum ds_status
hold(struct am_rpl *rpl, const struct am_rec *rec, struct ds_diag *diag)
{
	const uint8_t *key = prime_key(rpl, rec);
	enum ds_status st;

	for (const struct am_rpl *o = rpl->file->rpls; o != NULL; o = o->next)
		if (holds(o, rpl, rec)) {
			st = keep(rpl, rec, DS_LOCKED, diag);
			if (diag != NULL)
				snprintf(diag->holder, sizeof(diag->holder),
				    "another string of this file");
			return st;
		}
	if (key != NULL)
		memcpy(rpl->held_key, key, rpl->attr->keylen);
	return DS_OK;
}

static enum ds_status
deliver(struct am_rpl *rpl, const struct rpl_req *req, struct am_rec *rec,
    struct am_rec *recp, struct ds_diag *diag)
{
	enum ds_status st;

	recp->len = rec->len;
	if ((req->opt & RPL_LOC) && is_spanned(rpl, rec))
		return keep(rpl, rec, DS_LOCSPAN, diag);
	if (!(req->opt & RPL_LOC)) {
		if (req->area == NULL || req->arealen < rec->len)
			return keep(rpl, rec, DS_AREASMALL, diag);
		memcpy(req->area, rec->data, rec->len);
	}
	if ((req->opt & RPL_UPD) && (st = hold(rpl, rec, diag)) != DS_OK)
		return st;
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
	    (rpl->again && !keeps))
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
