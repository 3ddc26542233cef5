/*
 * Requests. A VSAM data set has strings of access-methods/rpl.h; anything else
 * has one position, and is read or written in sequence.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/lib_int.h"

/* One set of numbers, so that options need no table. */
static_assert((int)CTM_KEY == RPL_KEY && (int)CTM_ADR == RPL_ADR &&
		  (int)CTM_CNV == RPL_CNV && (int)CTM_REC == RPL_REC,
    "access");
static_assert((int)CTM_SEQ == RPL_SEQ && (int)CTM_DIR == RPL_DIR &&
		  (int)CTM_SKP == RPL_SKP && (int)CTM_BWD == RPL_BWD &&
		  (int)CTM_LRD == RPL_LRD,
    "order");
static_assert((int)CTM_UPD == RPL_UPD && (int)CTM_NSP == RPL_NSP &&
		  (int)CTM_KGE == RPL_KGE && (int)CTM_GEN == RPL_GEN &&
		  (int)CTM_LOC == RPL_LOC,
    "the rest");
static_assert(
    (int)CTM_BIAS_SYSTEM == AM_BIAS_SYSTEM && (int)CTM_BIAS_DW == AM_BIAS_DW,
    "biases");
enum { OPTIONS = (RPL_LOC << 1) - 1 };

int
ctm_string_new(
    struct ctm_file *file, struct ctm_string **stringp, struct ctm_error *error)
{
	struct ctm_string *string = calloc(1, sizeof(*string));
	struct ds_diag diag = {0};
	enum ds_status st = DS_OK;

	if (string == NULL)
		return lib_outcome(DS_NOMEM, &diag, error);
	if (file->am != NULL)
		st = rpl_new(file->am, &string->rpl, &diag);
	else if (file->strings != NULL)
		st = ds_fail(&diag, DS_STRINGS, ds_attrs(file->ds)->name,
		    "it has one position");
	if (st != DS_OK) {
		free(string);
		return lib_outcome(st, &diag, error);
	}
	string->file = file;
	string->next = file->strings;
	file->strings = string;
	*stringp = string;
	return CTM_OK;
}

void
ctm_string_free(struct ctm_string **stringp)
{
	struct ctm_string *string, **at;

	if (stringp == NULL || (string = *stringp) == NULL)
		return;
	for (at = &string->file->strings; *at != string; at = &(*at)->next)
		;
	*at = string->next;
	rpl_free(&string->rpl);
	free(string);
	*stringp = NULL;
}

void
lib_strings_free(struct ctm_file *file)
{
	struct ctm_string *string;

	while ((string = file->strings) != NULL)
		ctm_string_free(&string);
}

static const char *
name_of(const struct ctm_string *string)
{
	return ds_attrs(string->file->ds)->name;
}

/* Whoever fails fills diag whole; until then its status alone is looked at. */
static enum ds_status
request_take(const struct ctm_string *string, const struct ctm_request *request,
    struct rpl_req *req, struct ds_diag *diag)
{
	diag->status = DS_OK;
	if (request->options & ~(unsigned)OPTIONS)
		return ds_fail(diag, DS_BADOPTION, name_of(string),
		    "no option of this number");
	req->opt = request->options;
	req->arg = request->key;
	req->arglen = request->key_length;
	req->num = request->number;
	req->area = request->area;
	req->arealen = request->area_length;
	return DS_OK;
}

/* --- what is no VSAM data set ----------------------------------------------
 */

static enum ds_status
flat_check(const struct ctm_string *string, const struct rpl_req *req,
    bool direct, struct ds_diag *diag)
{
	unsigned may = RPL_REC | RPL_SEQ | RPL_LOC | (direct ? RPL_DIR : 0);

	if ((req->opt & ~may) == 0 && req->opt & RPL_REC &&
	    req->opt & (RPL_SEQ | RPL_DIR))
		return DS_OK;
	return ds_fail(diag, DS_BADOPTION, name_of(string),
	    "it is read and written in sequence");
}

static enum ds_status
flat_get(struct ctm_string *string, const struct rpl_req *req,
    struct am_rec *recp, struct ds_diag *diag)
{
	struct ds_file *ds = string->file->ds;
	struct ds_rec rec;
	enum ds_status st;

	if ((st = flat_check(string, req, true, diag)) != DS_OK)
		return st;
	if (req->opt & RPL_DIR &&
	    (st = ds_point_rrn(ds, req->num, diag)) != DS_OK)
		return st;
	if ((st = ds_get(ds, &rec, diag)) != DS_OK)
		return st;
	memset(recp, 0, sizeof(*recp));
	recp->data = rec.data;
	recp->len = rec.len;
	recp->rba = rec.rba;
	recp->rrn = rec.rrn;
	if (req->opt & RPL_LOC)
		return DS_OK;
	/* The position is behind it; it is found again by its number. */
	if (req->area == NULL || req->arealen < rec.len)
		return ds_fail(diag, DS_AREASMALL, ds_attrs(ds)->name, NULL);
	memcpy(req->area, rec.data, rec.len);
	recp->data = req->area;
	return DS_OK;
}

/* --- requests --------------------------------------------------------------
 */

int
ctm_point(struct ctm_string *string, const struct ctm_request *request,
    struct ctm_error *error)
{
	struct ds_diag diag;
	struct rpl_req req;
	enum ds_status st;

	st = request_take(string, request, &req, &diag);
	if (st == DS_OK && string->rpl != NULL) {
		st = rpl_point(string->rpl, &req, &diag);
	} else if (st == DS_OK) {
		st = flat_check(string, &req, true, &diag);
		if (st == DS_OK)
			st = ds_point_rrn(string->file->ds, req.num, &diag);
	}
	return lib_request_outcome(st, &diag, false, error);
}

static void
record_give(const struct am_rec *rec, struct ctm_record *record)
{
	record->data = rec->data;
	record->length = rec->len;
	record->rba = rec->rba;
	record->number = rec->rrn;
	record->duplicate_key = rec->more;
}

int
ctm_get(struct ctm_string *string, const struct ctm_request *request,
    struct ctm_record *record, struct ctm_error *error)
{
	struct ds_diag diag;
	struct am_rec rec = {0};
	struct rpl_req req;
	enum ds_status st;

	if ((st = request_take(string, request, &req, &diag)) == DS_OK)
		st = string->rpl != NULL
			 ? rpl_get(string->rpl, &req, &rec, &diag)
			 : flat_get(string, &req, &rec, &diag);
	if (st == DS_OK)
		record_give(&rec, record);
	else if (st == DS_AREASMALL || st == DS_LOCSPAN)
		record->length = rec.len;
	return lib_request_outcome(st, &diag, false, error);
}

static enum ds_status
get_many(struct ctm_string *string, unsigned access, size_t key_length,
    struct ctm_want *wants, size_t count, struct ds_diag *diag)
{
	struct am_want *want;
	enum ds_status st;

	if (string->rpl == NULL)
		return ds_fail(diag, DS_BADOPTION, name_of(string), NULL);
	if (count > AM_MANY_MAX)
		return ds_fail(diag, DS_INVALID, name_of(string),
		    "more than %d records at once", AM_MANY_MAX);
	if ((want = calloc(count + 1, sizeof(*want))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (size_t i = 0; i < count; i++) {
		want[i].key = wants[i].key;
		want[i].num = wants[i].number;
		want[i].st = DS_INVALID;
	}
	st = rpl_get_many(string->rpl, access, want, count, key_length, diag);
	for (size_t i = 0; i < count; i++) {
		wants[i].outcome = lib_outcome(want[i].st, NULL, NULL);
		wants[i].reason = ds_status_reason(want[i].st);
		if (want[i].st == DS_OK)
			record_give(&want[i].rec, &wants[i].record);
	}
	free(want);
	return st;
}

int
ctm_get_many(struct ctm_string *string, unsigned access, size_t key_length,
    struct ctm_want *wants, size_t count, struct ctm_error *error)
{
	struct ds_diag diag = {0};

	return lib_request_outcome(
	    get_many(string, access, key_length, wants, count, &diag), &diag,
	    false, error);
}

/* --- the data set as a stream ----------------------------------------------
 */

static enum ds_status
no_stream(const struct ctm_file *file, struct ds_diag *diag)
{
	return ds_fail(diag, DS_UNSUPPORTED, ds_attrs(file->ds)->name,
	    "offsets are those of VSAM data sets");
}

int
ctm_size(struct ctm_file *file, uint64_t extra, uint64_t *bytesp,
    uint64_t *recordsp, struct ctm_error *error)
{
	struct ds_diag diag = {0};
	uint64_t bytes = 0, records = 0;
	enum ds_status st;

	st = file->am != NULL
		 ? am_size(file->am, extra, &bytes, &records, &diag)
		 : no_stream(file, &diag);
	if (st == DS_OK) {
		*bytesp = bytes;
		*recordsp = records;
	}
	return lib_outcome(st, &diag, error);
}

int
ctm_point_offset(struct ctm_string *string, uint64_t offset, uint64_t extra,
    struct ctm_error *error)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	st = string->rpl != NULL
		 ? rpl_point_offset(string->rpl, offset, extra, &diag)
		 : no_stream(string->file, &diag);
	return lib_request_outcome(st, &diag, false, error);
}

int
ctm_offset(struct ctm_string *string, uint64_t extra, uint64_t *offsetp,
    struct ctm_error *error)
{
	struct ds_diag diag = {0};
	uint64_t offset = 0;
	enum ds_status st;

	st = string->rpl != NULL
		 ? rpl_offset(string->rpl, extra, &offset, &diag)
		 : no_stream(string->file, &diag);
	if (st == DS_OK)
		*offsetp = offset;
	return lib_request_outcome(st, &diag, false, error);
}

int
ctm_put(struct ctm_string *string, const struct ctm_request *request,
    const void *data, size_t length, struct ctm_record *record,
    struct ctm_error *error)
{
	struct ds_diag diag;
	struct am_rec rec = {0};
	struct rpl_req req;
	enum ds_status st;

	st = request_take(string, request, &req, &diag);
	if (st == DS_OK && string->rpl != NULL) {
		st = rpl_put(string->rpl, &req, data, length, &rec, &diag);
	} else if (st == DS_OK) {
		st = flat_check(string, &req, false, &diag);
		if (st == DS_OK)
			st = ds_put(string->file->ds, data, length, &diag);
	}
	if (st == DS_OK && record != NULL) {
		record_give(&rec, record);
		record->length = length;
	}
	return lib_request_outcome(st, &diag, true, error);
}

int
ctm_erase(struct ctm_string *string, const struct ctm_request *request,
    struct ctm_error *error)
{
	struct ds_diag diag;
	struct rpl_req req;
	enum ds_status st;

	if ((st = request_take(string, request, &req, &diag)) == DS_OK)
		st = string->rpl != NULL
			 ? rpl_erase(string->rpl, &req, &diag)
			 : ds_fail(&diag, DS_NOERASE, name_of(string), NULL);
	return lib_request_outcome(st, &diag, true, error);
}

int
ctm_endrequest(struct ctm_string *string, struct ctm_error *error)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	st = string->rpl != NULL
		 ? rpl_endreq(string->rpl, &diag)
		 : ds_fail(&diag, DS_BADENDREQ, name_of(string), NULL);
	return lib_outcome(st, &diag, error);
}
