/*
 * Strings of an open data set, which options of a request go together and with
 * which set, and the requests that move no record: POINT and ENDREQ.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/rpl_int.h"

enum ds_status
rpl_fail(const struct am_rpl *rpl, enum ds_status st, struct ds_diag *diag)
{
	return ds_fail(diag, st, rpl->attr->name, NULL);
}

enum ds_status
rpl_new(struct am_file *file, struct am_rpl **rplp, struct ds_diag *diag)
{
	struct am_rpl *rpl = calloc(1, sizeof(*rpl));
	enum ds_status st;

	if (rpl == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	rpl->file = file;
	aix_view(file, &rpl->view);
	rpl->attr = am_attr(file);
	rpl->org = rpl->attr->org;
	if (rpl->view.path) {
		rpl->keylen = rpl->view.keylen;
		rpl->rkp = rpl->view.rkp;
	} else if (rpl->org == DS_ORG_KSDS) {
		rpl->keylen = rpl->attr->keylen;
		rpl->rkp = rpl->attr->rkp;
	}
	if ((st = am_pos_new(file, &rpl->pos)) != DS_OK) {
		free(rpl);
		return ds_fail(diag, st, NULL, NULL);
	}
	rpl->next = file->rpls;
	file->rpls = rpl;
	*rplp = rpl;
	return DS_OK;
}

static void
ci_release(struct am_rpl *rpl)
{
	buf_release(rpl->file->sphere, &rpl->ci);
}

void
rpl_free(struct am_rpl **rplp)
{
	struct am_rpl *rpl, **at;

	if (rplp == NULL || (rpl = *rplp) == NULL)
		return;
	for (at = &rpl->file->rpls; *at != rpl; at = &(*at)->next)
		;
	*at = rpl->next;
	rpl_leave(rpl);
	ci_release(rpl);
	am_pos_free(&rpl->pos);
	am_pos_free(&rpl->rba_pos);
	free(rpl->kept);
	free(rpl);
	*rplp = NULL;
}

enum ds_status
rpl_string(struct am_rpl *rpl, struct ds_diag *diag)
{
	struct am_file *file = rpl->file;

	if (rpl->string)
		return DS_OK;
	if (file->strno > 0 && file->strings >= file->strno)
		return rpl_fail(rpl, DS_STRINGS, diag);
	file->strings++;
	rpl->string = true;
	return DS_OK;
}

void
rpl_leave(struct am_rpl *rpl)
{
	if (rpl->string)
		rpl->file->strings--;
	rpl->string = false;
	if (rpl->pos != NULL)
		am_release(rpl->pos);
	if (rpl->rba_pos != NULL)
		am_release(rpl->rba_pos);
	rpl->same_opt = 0;
	rpl->key_later = false;
	rpl->place = RPL_NOWHERE;
	rpl->held = rpl->again = rpl->have_key = rpl->put_key = false;
}

enum rpl_order
rpl_order_of(const struct am_rpl *rpl, unsigned opt)
{
	if (rpl->org == DS_ORG_LDS)
		return RPL_BY_SET;
	if (opt & RPL_CNV)
		return RPL_BY_CI;
	if ((opt & RPL_ADR) && rpl->org == DS_ORG_KSDS &&
	    !(rpl->file->intent & (AM_ADDRESSED | AM_INDEX)))
		return RPL_BY_RBA;
	return RPL_BY_SET;
}

/* --- which options go together ---------------------------------------------
 */

static bool
one_of(unsigned opt, unsigned bits)
{
	unsigned is = opt & bits;

	return is != 0 && (is & (is - 1)) == 0;
}

static bool
options_fit(unsigned opt)
{
	if (!one_of(opt, RPL_KEY | RPL_ADR | RPL_CNV | RPL_REC) ||
	    !one_of(opt, RPL_SEQ | RPL_DIR | RPL_SKP))
		return false;
	if ((opt & RPL_SKP) && (!(opt & (RPL_KEY | RPL_REC)) || opt & RPL_BWD))
		return false;
	if ((opt & RPL_BWD) && (opt & (RPL_CNV | RPL_KGE | RPL_GEN)))
		return false;
	if ((opt & RPL_LRD) && !(opt & RPL_BWD))
		return false;
	return (opt & (RPL_UPD | RPL_NSP)) != (RPL_UPD | RPL_NSP);
}

/* What the kind of set, or the way it is opened, does not have. */
static enum ds_status
access_check(const struct am_rpl *rpl, unsigned opt)
{
	unsigned intent = rpl->file->intent;

	if (rpl->view.path && !(opt & RPL_KEY))
		return DS_NOTBYPATH;
	if (rpl->view.path)
		return DS_OK;
	if ((opt & RPL_KEY) && (intent & (AM_ADDRESSED | AM_INDEX)))
		return DS_NOACCESS;
	if ((opt & RPL_KEY) &&
	    (rpl->org == DS_ORG_ESDS || rpl->org == DS_ORG_LDS))
		return DS_KEYTOESDS;
	if (rpl_relative(rpl) && (opt & RPL_ADR) && !(intent & AM_ADDRESSED))
		return DS_RRNADDR;
	if (rpl_relative(rpl) && (opt & RPL_GEN))
		return DS_BADOPTION;
	/* A linear set has nothing but control intervals. */
	if (rpl->org == DS_ORG_LDS && (opt & RPL_ADR))
		return DS_NOACCESS;
	if (rpl->org == DS_ORG_PS)
		return (opt & RPL_REC) && !(opt & (RPL_BWD | RPL_UPD))
			   ? DS_OK
			   : DS_BADOPTION;
	if ((opt & RPL_CNV) && rpl->org != DS_ORG_LDS &&
	    (!(intent & AM_CNV) || intent & AM_INDEX))
		return DS_NOACCESS;
	return DS_OK;
}

/* While an empty set is filled there is nothing but new records, one behind
 * the other; only slots may be filled by their number, and a bulk load takes
 * any order. */
static bool
loads(const struct am_rpl *rpl, enum rpl_verb verb, unsigned opt)
{
	if (verb != RPL_PUT || opt & RPL_UPD)
		return false;
	return !(opt & RPL_DIR) || rpl->org == DS_ORG_RRDS ||
	       rpl->file->intent & AM_BULK;
}

enum ds_status
rpl_check(struct am_rpl *rpl, const struct rpl_req *req, enum rpl_verb verb,
    struct ds_diag *diag)
{
	unsigned opt = req->opt;
	bool writes = verb == RPL_PUT || verb == RPL_ERASE || opt & RPL_UPD;
	enum ds_status st;

	if (!options_fit(opt))
		return rpl_fail(rpl, DS_BADOPTION, diag);
	if ((st = access_check(rpl, opt)) != DS_OK)
		return rpl_fail(rpl, st, diag);
	if (writes && !(rpl->file->intent & AM_OUTPUT))
		return rpl_fail(rpl, DS_NOACCESS, diag);
	if (rpl->file->loading && !loads(rpl, verb, opt))
		return rpl_fail(rpl, DS_LOADING, diag);
	return DS_OK;
}

/* --- positions -------------------------------------------------------------
 */

enum ds_status
rpl_pos(struct am_rpl *rpl, enum rpl_order order, struct am_pos **posp,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (order == RPL_BY_SET) {
		*posp = rpl->pos;
		return DS_OK;
	}
	/* As the base is now, but for the table of its operations. */
	rpl->rba_file = *rpl->view.base;
	rpl->rba_file.ops = &esds_ops;
	if (rpl->rba_pos == NULL &&
	    (st = am_pos_new(&rpl->rba_file, &rpl->rba_pos)) != DS_OK)
		return ds_fail(diag, st, NULL, NULL);
	*posp = rpl->rba_pos;
	return DS_OK;
}

void
rpl_key_set(struct am_rpl *rpl, const void *rec, size_t len)
{
	rpl->key_later = false;
	rpl->have_key = rpl->keylen > 0 && rpl->keylen <= RPL_KEY_MAX &&
			len >= (size_t)rpl->rkp + rpl->keylen;
	if (rpl->have_key)
		memcpy(rpl->key, (const uint8_t *)rec + rpl->rkp, rpl->keylen);
}

static enum ds_status
argument_check(
    const struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	bool gen = (req->opt & RPL_GEN) != 0;

	if (req->opt & RPL_LRD)
		return DS_OK;
	if (rpl_relative(rpl) && (req->opt & (RPL_KEY | RPL_REC)) &&
	    (req->num == 0 || req->num > UINT32_MAX))
		return rpl_fail(rpl, DS_BADRRN, diag);
	if ((req->opt & RPL_KEY) && rpl->keylen > 0 &&
	    (req->arg == NULL || req->arglen == 0 ||
		req->arglen > rpl->keylen ||
		(!gen && req->arglen != rpl->keylen)))
		return rpl_fail(rpl, DS_BADKEYLEN, diag);
	return DS_OK;
}

enum ds_status
rpl_ascends(struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	enum ds_status st;

	if (!(req->opt & RPL_SKP) || rpl->place < RPL_AT)
		return DS_OK;
	if ((st = argument_check(rpl, req, diag)) != DS_OK)
		return st;
	if (rpl->keylen > 0 && (req->opt & RPL_KEY)) {
		if (rpl->have_key &&
		    memcmp(req->arg, rpl->key, req->arglen) < 0)
			return rpl_fail(rpl, DS_SEQUENCE, diag);
	} else if (req->num < rpl->last_rrn) {
		return rpl_fail(rpl, DS_SEQUENCE, diag);
	}
	return DS_OK;
}

static enum ds_status
ci_find(struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	uint64_t end = am_state(rpl->file)->part[SPHERE_DATA].hurba;

	if (req->num >= end || req->num % rpl->attr->ci_len != 0)
		return ds_fail_rba(diag, DS_BADRBA, rpl->attr->name, req->num,
		    "no control interval begins there");
	rpl->next_ci = req->num;
	return DS_OK;
}

enum ds_status
rpl_find(struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	enum rpl_order order = rpl_order_of(rpl, req->opt);
	enum am_match match = req->opt & RPL_KGE ? AM_GE : AM_EQ;
	bool back = (req->opt & RPL_BWD) != 0;
	struct am_pos *pos = NULL;
	enum ds_status st;

	ci_release(rpl);
	if ((st = argument_check(rpl, req, diag)) != DS_OK)
		return st;
	if (order == RPL_BY_CI)
		return ci_find(rpl, req, diag);
	if ((st = rpl_pos(rpl, order, &pos, diag)) != DS_OK)
		return st;
	if (req->opt & RPL_LRD)
		return am_point(pos, AM_LAST, AM_EQ, true, NULL, 0, 0, diag);
	if (req->opt & (RPL_ADR | RPL_CNV))
		return am_point(
		    pos, AM_RBA, AM_EQ, back, NULL, 0, req->num, diag);
	if ((req->opt & RPL_REC) || rpl_relative(rpl))
		return am_point(
		    pos, AM_RRN, match, back, NULL, 0, req->num, diag);
	return am_point(
	    pos, AM_KEY, match, back, req->arg, req->arglen, 0, diag);
}

enum ds_status
rpl_point(struct am_rpl *rpl, const struct rpl_req *req, struct ds_diag *diag)
{
	enum ds_status st;

	rpl_key_now(rpl);
	if ((st = rpl_check(rpl, req, RPL_POINT, diag)) != DS_OK ||
	    (st = rpl_string(rpl, diag)) != DS_OK ||
	    (st = rpl_ascends(rpl, req, diag)) != DS_OK)
		return st;
	st = rpl_find(rpl, req, diag);
	if (st != DS_OK) {
		if (!(req->opt & RPL_SKP) || rpl->place < RPL_AT)
			rpl_leave(rpl);
		return st;
	}
	rpl->place = RPL_AT;
	rpl->same_opt = 0;
	rpl->order = rpl_order_of(rpl, req->opt);
	rpl->backward = (req->opt & RPL_BWD) != 0;
	rpl->held = rpl->again = rpl->have_key = rpl->put_key = false;
	/* A put goes into the slot that is asked for. */
	rpl->last_rrn = req->num > 0 ? req->num - 1 : 0;
	return DS_OK;
}

enum ds_status
rpl_point_offset(
    struct am_rpl *rpl, uint64_t offset, uint64_t extra, struct ds_diag *diag)
{
	enum ds_status st;

	if (rpl->view.path)
		return rpl_fail(rpl, DS_NOTBYPATH, diag);
	if (rpl->file->loading)
		return rpl_fail(rpl, DS_LOADING, diag);
	if ((st = rpl_string(rpl, diag)) != DS_OK)
		return st;
	ci_release(rpl);
	st = am_point(rpl->pos, AM_OFFSET, AM_EQ, false, NULL, (size_t)extra,
	    offset, diag);
	if (st != DS_OK) {
		rpl_leave(rpl);
		return st;
	}
	rpl->place = RPL_AT;
	rpl->order = RPL_BY_SET;
	rpl->backward = false;
	rpl->same_opt = 0;
	rpl->held = rpl->again = rpl->have_key = rpl->put_key = false;
	rpl->key_later = false;
	rpl->last_rrn = 0;
	return DS_OK;
}

enum ds_status
rpl_offset(
    struct am_rpl *rpl, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	if (rpl->view.path)
		return rpl_fail(rpl, DS_NOTBYPATH, diag);
	if (rpl->place < RPL_AT || rpl->order != RPL_BY_SET)
		return rpl_fail(rpl, DS_NOPOSITION, diag);
	return am_offset(rpl->pos, extra, offsetp, diag);
}

enum ds_status
rpl_endreq(struct am_rpl *rpl, struct ds_diag *diag)
{
	if (!rpl->string)
		return rpl_fail(rpl, DS_BADENDREQ, diag);
	ci_release(rpl);
	rpl_leave(rpl);
	return DS_OK;
}
