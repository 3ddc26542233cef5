/*
 * Which records REPRO and PRINT take.
 *
 * The data set that ends before COUNT, TOKEY, TOADDRESS or TONUMBER is
 * satisfied gives condition code 4; a TOKEY is satisfied by the key itself or
 * by a higher one. Keys compare over the bytes given: a short key, or one
 * that ends in an asterisk, is generic.
 */
#include <string.h>

#include "base/codepage.h"
#include "utilities/select_int.h"

/* Parameter, what it selects by, and for which side. */
static const struct {
	const char *keyword;
	enum select_from from;
	enum select_to to;
} params[] = {
    {"SKIP", SELECT_FROM_SKIP, SELECT_TO_END},
    {"FROMKEY", SELECT_FROM_KEY, SELECT_TO_END},
    {"FROMADDRESS", SELECT_FROM_RBA, SELECT_TO_END},
    {"FROMNUMBER", SELECT_FROM_RRN, SELECT_TO_END},
    {"COUNT", SELECT_FROM_START, SELECT_TO_COUNT},
    {"TOKEY", SELECT_FROM_START, SELECT_TO_KEY},
    {"TOADDRESS", SELECT_FROM_START, SELECT_TO_RBA},
    {"TONUMBER", SELECT_FROM_START, SELECT_TO_RRN},
};

bool
select_coded(const struct ams_plist *top)
{
	size_t i;

	for (i = 0; i < sizeof(params) / sizeof(params[0]); i++)
		if (ams_coded(top, params[i].keyword))
			return true;
	return false;
}

unsigned
select_intent(const struct ams_plist *top)
{
	return ams_given(top, "FROMADDRESS") || ams_given(top, "TOADDRESS")
		   ? DS_ADDRESSED
		   : 0;
}

static bool
is_numbered(const struct ds_attrs *attrs)
{
	return !attrs->component &&
	       (attrs->org == DS_ORG_RRDS || attrs->org == DS_ORG_VRRDS);
}

static bool
is_keyed(const struct ds_attrs *attrs)
{
	return !attrs->component && attrs->vsam && attrs->keylen > 0 &&
	       attrs->org == DS_ORG_KSDS;
}

/* An address names a record of a base; by a path there is none (SC23-6846). */
static bool
is_addressed(const struct ds_attrs *attrs)
{
	return attrs->vsam && !is_numbered(attrs) && !attrs->path;
}

/* Does the organization know this way to name a record? Keys do not ascend in
 * the order of addresses, so one says nothing there. */
static bool
fits(size_t i, const struct ds_attrs *attrs, bool addressed)
{
	switch (params[i].from) {
	case SELECT_FROM_KEY:
		return is_keyed(attrs) && !addressed;
	case SELECT_FROM_RBA:
		return is_addressed(attrs);
	case SELECT_FROM_RRN:
		return is_numbered(attrs);
	default:
		break;
	}
	switch (params[i].to) {
	case SELECT_TO_KEY:
		return is_keyed(attrs) && !addressed;
	case SELECT_TO_RBA:
		return is_addressed(attrs);
	case SELECT_TO_RRN:
		return is_numbered(attrs);
	default:
		return true;
	}
}

/* A key constant as bytes of the data set: X'..' as it is, characters in its
 * code page, without the asterisk of a generic key. */
static bool
key_bytes(struct ams_run *run, const struct ams_value *v, uint16_t ccsid,
    uint8_t key[SELECT_KEY_MAX], size_t *lenp)
{
	const struct codepage *cp;
	struct codepage_err err;
	struct ds_diag diag = {0};
	size_t len = v->len;
	char text[200];

	if (!v->hex && !v->quoted && len > 0 && v->text[len - 1] == '*')
		len--;
	if (len > SELECT_KEY_MAX)
		len = SELECT_KEY_MAX; /* the reader allows no more */
	if (v->hex) {
		memcpy(key, v->text, len);
	} else if (codepage_get(ccsid, &cp, &diag) != DS_OK) {
		ams_note(run, false, "%s", diag.text);
		return false;
	} else if (codepage_from_latin1(cp, v->text, len, key, &err) != DS_OK) {
		codepage_err_text(&err, text, sizeof(text));
		ams_note(run, false, "%s", text);
		return false;
	}
	*lenp = len;
	return true;
}

static bool
bind_one(struct selection *sel, struct ams_run *run, size_t i,
    const struct ams_plist *top, const struct ds_attrs *attrs)
{
	const struct ams_value *v =
	    &ams_find(top, params[i].keyword)->values[0];

	if (!fits(i, attrs, select_intent(top) != 0)) {
		sysprint_msgv(run->sp, MSG_IDC3583I, params[i].keyword, NULL);
		return false;
	}
	if (params[i].from != SELECT_FROM_START) {
		sel->from = params[i].from;
		sel->from_num = v->num > 0 ? (uint64_t)v->num : 0;
		if (sel->from == SELECT_FROM_KEY)
			return key_bytes(run, v, attrs->ccsid, sel->from_key,
			    &sel->from_len);
		return true;
	}
	sel->to = params[i].to;
	sel->to_num = v->num > 0 ? (uint64_t)v->num : 0;
	if (sel->to == SELECT_TO_KEY)
		return key_bytes(
		    run, v, attrs->ccsid, sel->to_key, &sel->to_len);
	return true;
}

bool
select_bind(struct selection *sel, struct ams_run *run,
    const struct ams_plist *top, const struct ds_attrs *attrs)
{
	const struct ams_param *p;
	size_t i;

	memset(sel, 0, sizeof(*sel));
	for (i = 0; i < sizeof(params) / sizeof(params[0]); i++) {
		p = ams_find(top, params[i].keyword);
		if (p == NULL || p->nvalues == 0)
			continue;
		if (!bind_one(sel, run, i, top, attrs))
			return false;
	}
	return true;
}

/* Pass over records one by one, the end among them. */
static enum ds_status
pass(struct selection *sel, const struct ams_run *run, struct ds_file *file,
    const struct ds_attrs *attrs, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct ds_rec rec;
	uint64_t n;

	/* Slots count, whether they hold a record or not; the record behind
	 * them is found by select_next. */
	if (is_numbered(attrs))
		return DS_OK;
	for (n = 0; n < sel->from_num && st == DS_OK && !ams_interrupted(run);
	     n++)
		st = ds_get(file, &rec, diag);
	if (st == DS_EOD)
		sel->short_skip = true;
	return st == DS_EOD ? DS_OK : st;
}

bool
select_start(struct selection *sel, struct ams_run *run, struct ds_file *file,
    const struct ds_attrs *attrs, const char *name)
{
	struct ds_diag diag = {0};
	enum ds_status st = DS_OK;
	uint64_t first = 1;

	switch (sel->from) {
	case SELECT_FROM_START:
		break;
	case SELECT_FROM_SKIP:
		st = pass(sel, run, file, attrs, &diag);
		first = sel->from_num + 1;
		break;
	case SELECT_FROM_KEY:
		st = sel->from_len > attrs->keylen
			 ? DS_BADKEYLEN
			 : ds_point_key(
			       file, sel->from_key, sel->from_len, &diag);
		break;
	case SELECT_FROM_RBA:
		st = ds_point_rba(file, sel->from_num, &diag);
		break;
	case SELECT_FROM_RRN:
		st = ds_point_rrn(file, sel->from_num, &diag);
		first = sel->from_num;
		break;
	}
	/* Where COUNT ends in slots, whatever the slots hold. */
	sel->last_rrn = sel->to_num > UINT64_MAX - first
			    ? UINT64_MAX
			    : first + sel->to_num - 1;
	if (st == DS_OK)
		return true;
	if (st == DS_BADKEYLEN && sel->from_len == 0) {
		/* FROMKEY(*): what VSAM says of a key without bytes (mem) */
		sysprint_msgv(run->sp, MSG_IDC3302I, name, NULL);
		sysprint_msgv(run->sp, MSG_IDC3351I, "I/O", "112", NULL);
	} else {
		ams_action_error(run, st, &diag, name, NULL, 0);
	}
	return false;
}

/* Is the record in front of a slot where the input begins? */
static bool
too_low(const struct selection *sel, const struct ds_attrs *attrs,
    const struct ds_rec *rec)
{
	if (sel->from == SELECT_FROM_RRN)
		return rec->rrn < sel->from_num;
	return sel->from == SELECT_FROM_SKIP && is_numbered(attrs) &&
	       rec->rrn <= sel->from_num;
}

/* Compare the record's key with TOKEY over the bytes given. */
static int
key_compare(const struct selection *sel, const struct ds_attrs *attrs,
    const struct ds_rec *rec)
{
	size_t n = sel->to_len < attrs->keylen ? sel->to_len : attrs->keylen;

	if (rec->len < attrs->rkp || rec->len - attrs->rkp < n)
		return -1; /* no such record in a key-sequenced data set */
	return memcmp(rec->data + attrs->rkp, sel->to_key, n);
}

/* Is the record behind the last one? Notes when the TO side is reached. */
static bool
beyond(struct selection *sel, const struct ds_attrs *attrs,
    const struct ds_rec *rec)
{
	int c;

	switch (sel->to) {
	case SELECT_TO_END:
		return false;
	case SELECT_TO_COUNT:
		if (!is_numbered(attrs)) {
			sel->reached = sel->taken + 1 >= sel->to_num;
			return false;
		}
		sel->reached = rec->rrn >= sel->last_rrn;
		return rec->rrn > sel->last_rrn;
	case SELECT_TO_KEY:
		c = key_compare(sel, attrs, rec);
		sel->reached = c >= 0;
		return c > 0;
	case SELECT_TO_RBA:
		sel->reached = rec->rba + rec->len > sel->to_num;
		return rec->rba > sel->to_num;
	case SELECT_TO_RRN:
		sel->reached = rec->rrn >= sel->to_num;
		return rec->rrn > sel->to_num;
	}
	return false;
}

enum ds_status
select_next(struct selection *sel, struct ds_file *file,
    const struct ds_attrs *attrs, struct ds_rec *rec, struct ds_diag *diag)
{
	enum ds_status st;

	if (sel->short_skip)
		return DS_EOD;
	if (sel->to == SELECT_TO_COUNT &&
	    (sel->taken >= sel->to_num ||
		(sel->reached && is_numbered(attrs)))) {
		sel->reached = true;
		return DS_EOD;
	}
	do {
		if ((st = ds_get(file, rec, diag)) != DS_OK)
			return st;
	} while (too_low(sel, attrs, rec));
	if (beyond(sel, attrs, rec))
		return DS_EOD;
	sel->taken++;
	return DS_OK;
}

bool
select_whole(const struct selection *sel)
{
	return sel->from == SELECT_FROM_START && sel->to == SELECT_TO_END;
}

uint64_t
select_total(const struct selection *sel)
{
	return sel->to == SELECT_TO_COUNT ? sel->to_num : 0;
}

bool
select_short(const struct selection *sel)
{
	return sel->short_skip || (sel->to != SELECT_TO_END && !sel->reached);
}
