/*
 * An alternate index against its base, apart from the code that keeps it:
 *
 *	AX-I1  each record has the header of its kind and whole pointers
 *	AX-I2  the pointers of a record ascend
 *	AX-I3  each pointer leads to a base record with that alternate key
 *	AX-I4  as many pointers as base records that have the key, but for
 *	       those that a record has no room for: BLDINDEX leaves them out
 *
 * A base record has one alternate key, so with I2 and I3 no two pointers lead
 * to the same record, and with I4 all records are pointed to.
 */
#include <stdio.h>
#include <string.h>

#include "access-methods/vsam/aix_int.h"

struct aix_check {
	struct am_file *aix, *base;
	struct am_pos *pos, *at; /* in aix; in base */
	struct aix_shape sh;
	am_found_fn *report;
	am_stop_fn *stop;
	void *ctx;
	uint64_t faults, pointers, records, lacks;
};

static void
tell(struct aix_check *ck, enum ds_fault f, uint64_t rba, const char *what)
{
	const struct am_found found = {.fault = f,
	    .part = SPHERE_DATA,
	    .rba = rba,
	    .what = what != NULL ? what : ds_fault_text(f)};

	if (ck->report != NULL)
		ck->report(ck->ctx, &found);
}

/* what: the fault's text with more, or NULL. */
static void
fault(struct aix_check *ck, enum ds_fault f, uint64_t rba, const char *what)
{
	ck->faults++;
	tell(ck, f, rba, what);
}

/* AX-I3 of one pointer. Only a failure that ends the check is returned. */
static enum ds_status
pointer_check(struct aix_check *ck, const uint8_t *ptr, const uint8_t *key,
    uint64_t rba, struct ds_diag *diag)
{
	const uint8_t *found;
	struct am_rec rec;
	enum ds_status st;

	if (ck->sh.by_key)
		st = am_point(
		    ck->at, AM_KEY, AM_EQ, false, ptr, ck->sh.ptr_len, 0, diag);
	else
		st = am_point(ck->at, AM_RBA, AM_EQ, false, NULL, 0,
		    aix_pointer_rba(&ck->sh, ptr), diag);
	if (st == DS_OK)
		st = am_get(ck->at, &rec, diag);
	if (st == DS_NOMEM)
		return st;
	if (st != DS_OK) {
		fault(ck, DS_F_AIX_NOBASE, rba, NULL);
		return DS_OK;
	}
	found = aix_key_of(&ck->sh, rec.data, rec.len);
	if (found == NULL || memcmp(found, key, ck->sh.keylen) != 0)
		fault(ck, DS_F_AIX_KEY, rba, NULL);
	return DS_OK;
}

static enum ds_status
record_check(
    struct aix_check *ck, const struct am_rec *rec, struct ds_diag *diag)
{
	const uint8_t *ptr;
	struct aix_rec in;
	char text[120];
	const char *why;
	uint32_t i;
	enum ds_status st = DS_OK;

	if (aix_rec_decode(rec->data, rec->len, &ck->sh, &in, &why) != DS_OK) {
		snprintf(text, sizeof(text), "AX-I1: %s", why);
		fault(ck, DS_F_AIX_RECORD, rec->rba, text);
		return DS_OK;
	}
	for (i = 0; st == DS_OK && i < in.n; i++) {
		if (ck->stop != NULL && ck->stop(ck->ctx))
			return ds_fail(diag, DS_STOPPED, NULL, NULL);
		ptr = in.ptrs + (size_t)i * ck->sh.ptr_len;
		if (i > 0 &&
		    memcmp(ptr - ck->sh.ptr_len, ptr, ck->sh.ptr_len) >= 0)
			fault(ck, DS_F_AIX_ORDER, rec->rba, NULL);
		st = pointer_check(ck, ptr, in.key, rec->rba, diag);
		ck->pointers++;
	}
	return st;
}

/* Has the alternate index record of key no room for one more pointer, and not
 * this one? */
static enum ds_status
lacks_pointer(struct aix_check *ck, const uint8_t *key,
    const uint8_t ptr[AIX_POINTER_MAX], bool *yesp, struct ds_diag *diag)
{
	const struct aix_shape *sh = &ck->sh;
	struct am_rec rec;
	struct aix_rec in;
	const char *why;
	bool found = false;
	enum ds_status st;

	*yesp = false;
	st = am_point(ck->pos, AM_KEY, AM_EQ, false, key, sh->keylen, 0, diag);
	if (st == DS_OK)
		st = am_get(ck->pos, &rec, diag);
	if (st == DS_NOMEM)
		return st;
	if (st != DS_OK ||
	    aix_rec_decode(rec.data, rec.len, sh, &in, &why) != DS_OK)
		return DS_OK;
	aix_rec_find(&in, sh, ptr, &found);
	*yesp = !found && (sh->unique || in.n == AIX_POINTERS_MAX ||
			      rec.len + sh->ptr_len > sh->max_len);
	return DS_OK;
}

/* Pointers are missing: which of them have no room where they belong? */
static enum ds_status
lacks_count(struct aix_check *ck, struct ds_diag *diag)
{
	uint8_t ptr[AIX_POINTER_MAX];
	struct am_pos *pos = NULL;
	const uint8_t *key;
	struct am_rec rec;
	bool lacks = false;
	enum ds_status st;

	if ((st = am_pos_new(ck->base, &pos)) != DS_OK)
		return st;
	while ((st = am_get(pos, &rec, diag)) == DS_OK) {
		key = aix_key_of(&ck->sh, rec.data, rec.len);
		if (key == NULL ||
		    !aix_pointer_to(&ck->sh, rec.data, rec.rba, ptr))
			continue;
		if (ck->stop != NULL && ck->stop(ck->ctx))
			st = ds_fail(diag, DS_STOPPED, NULL, NULL);
		else
			st = lacks_pointer(ck, key, ptr, &lacks, diag);
		if (st != DS_OK)
			break;
		ck->lacks += lacks;
	}
	am_pos_free(&pos);
	return st == DS_EOD ? DS_OK : st;
}

/* AX-I4 */
static enum ds_status
number_check(struct aix_check *ck, struct ds_diag *diag)
{
	char text[120];
	enum ds_status st = DS_OK;

	if (ck->pointers < ck->records)
		st = lacks_count(ck, diag);
	if (st != DS_OK)
		return st;
	if (ck->lacks > 0) {
		snprintf(text, sizeof(text),
		    "%s: %llu base records are not pointed to",
		    ds_fault_text(DS_F_AIX_LACKS),
		    (unsigned long long)ck->lacks);
		tell(ck, DS_F_AIX_LACKS, 0, text);
	}
	if (ck->pointers + ck->lacks != ck->records)
		fault(ck, DS_F_AIX_COUNT, 0, NULL);
	return DS_OK;
}

static enum ds_status
both_check(struct aix_check *ck, struct ds_diag *diag)
{
	struct am_pos *pos = NULL;
	struct am_rec rec;
	enum ds_status st;

	while ((st = am_get(ck->pos, &rec, diag)) == DS_OK)
		if ((st = record_check(ck, &rec, diag)) != DS_OK)
			return st;
	if (st != DS_EOD)
		return st;
	if ((st = am_pos_new(ck->base, &pos)) != DS_OK)
		return st;
	while ((st = am_get(pos, &rec, diag)) == DS_OK) {
		if (aix_key_of(&ck->sh, rec.data, rec.len) != NULL)
			ck->records++;
		if (ck->stop != NULL && ck->stop(ck->ctx)) {
			st = ds_fail(diag, DS_STOPPED, NULL, NULL);
			break;
		}
	}
	am_pos_free(&pos);
	if (st != DS_EOD)
		return st;
	return number_check(ck, diag);
}

static enum ds_status
check_open(struct aix_check *ck, struct volume *vol, const char *data_name,
    struct ds_diag *diag)
{
	struct am_parms parms = {.intent = AM_INPUT | AM_SEQ};
	char base_name[SPHERE_NAME_LEN];
	enum ds_status st;

	if ((st = am_open(vol, data_name, &parms, &ck->aix, diag)) != DS_OK)
		return st;
	sphere_id_name(am_attr(ck->aix)->base, base_name);
	if ((st = am_open(vol, base_name, &parms, &ck->base, diag)) != DS_OK ||
	    (st = aix_shape_set(
		 &ck->sh, am_attr(ck->aix), am_attr(ck->base), diag)) != DS_OK)
		return st;
	if ((st = am_pos_new(ck->aix, &ck->pos)) != DS_OK ||
	    (st = am_pos_new(ck->base, &ck->at)) != DS_OK)
		return ds_fail(diag, st, NULL, NULL);
	return DS_OK;
}

enum ds_status
am_examine_aix(struct volume *vol, const char *data_name, am_found_fn *report,
    am_stop_fn *stop, void *ctx, struct ds_diag *diag)
{
	struct aix_check ck = {.report = report, .stop = stop, .ctx = ctx};
	enum ds_status st;

	st = check_open(&ck, vol, data_name, diag);
	if (st == DS_OK)
		st = both_check(&ck, diag);
	if (st == DS_OK && ck.faults > 0)
		st = ds_fail(diag, DS_CORRUPT, am_attr(ck.aix)->name,
		    "%llu faults found", (unsigned long long)ck.faults);
	am_pos_free(&ck.at);
	am_pos_free(&ck.pos);
	am_abandon(&ck.base);
	am_abandon(&ck.aix);
	return st;
}
