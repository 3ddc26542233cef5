/*
 * Data sets in memory, in place of services/dataset.h: what memory_services.h
 * has of records. Included by it alone.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_MEMORY_RECORDS_H
#define CATAMOUNT_TESTS_SUPPORT_MEMORY_RECORDS_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "services/dataset.h"
#include "services/system.h"

enum { RECS = 64, RECLEN = 80, RRN_MAX = 1000 };

struct ds_file {
	struct ds_attrs attrs;
	struct {
		uint8_t data[RECLEN];
		uint32_t len;
		uint64_t rrn;
	} recs[RECS];
	int n, pos;
	bool loading;
	bool output;
};

static struct ds_file sets[8];
static int nsets;
static unsigned asked_intents; /* of all opens */
static bool asked_recover;     /* of VERIFY */
static const char *set_path;   /* the path that a DD is, or NULL */
static struct ds_attrs path_attrs;
static struct ds_config config = {.master = "CATALOG.MASTER", .sms = true};

__attribute__((unused)) static struct ds_file *
set_new(const char *name, enum ds_org org, uint16_t keylen)
{
	struct ds_file *f = &sets[nsets++];

	memset(f, 0, sizeof(*f));
	snprintf(f->attrs.name, sizeof(f->attrs.name), "%s", name);
	f->attrs.org = org;
	f->attrs.vsam = org != DS_ORG_PS;
	f->attrs.keylen = keylen;
	f->attrs.lrecl = 20;
	f->attrs.ccsid = 1047;
	return f;
}

__attribute__((unused)) static void
set_add(struct ds_file *f, const char *text, uint64_t rrn)
{
	const struct codepage *cp;

	assert_int_equal(codepage_get(1047, &cp, NULL), DS_OK);
	f->recs[f->n].len = (uint32_t)strlen(text);
	assert_int_equal(codepage_from_latin1(
			     cp, text, strlen(text), f->recs[f->n].data, NULL),
	    DS_OK);
	f->recs[f->n].rrn = rrn != 0 ? rrn : (uint64_t)f->n + 1;
	f->n++;
}

static struct ds_file *
set_find(const char *name)
{
	int i;

	for (i = 0; i < nsets; i++)
		if (strcmp(sets[i].attrs.name, name) == 0)
			return &sets[i];
	return NULL;
}

enum ds_status
ds_open_name(struct ds_system *sys, const char *name, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct ds_file *f = set_find(name);

	(void)sys;
	if (f == NULL)
		return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
	if (strcmp(name, "IN.USE") == 0) {
		ds_fail(diag, DS_OPEN_INUSE, name, NULL);
		snprintf(diag->holder, sizeof(diag->holder), "job X");
		return DS_OPEN_INUSE;
	}
	asked_intents |= intent;
	if ((intent & DS_INPUT) && f->n == 0 && f->attrs.vsam)
		return ds_fail(diag, DS_OPEN_EMPTY, name, NULL);
	if (intent & DS_RESET) {
		if (strstr(name, "NOREUSE") != NULL)
			return ds_fail(diag, DS_OPEN_NORESET, name, NULL);
		f->n = 0;
	}
	f->pos = 0;
	f->output = (intent & DS_OUTPUT) != 0;
	f->loading = f->n == 0;
	*filep = f;
	return DS_OK;
}

enum ds_status
ds_open_dd(struct dd_table *dds, const char *ddname, unsigned intent,
    const struct ds_attrs *like, struct ds_file **filep, struct ds_diag *diag)
{
	(void)dds;
	(void)like;
	if (set_find(ddname) == NULL)
		return ds_fail(diag, DS_OPEN_NODD, ddname, NULL);
	if (set_path != NULL) {
		*filep = set_find(ddname);
		(*filep)->pos = 0;
		path_attrs = (*filep)->attrs;
		snprintf(
		    path_attrs.name, sizeof(path_attrs.name), "%s", set_path);
		return DS_OK;
	}
	return ds_open_name(NULL, ddname, intent, filep, diag);
}

enum ds_status
ds_close(struct ds_file **filep, struct ds_diag *diag)
{
	struct ds_file *f = *filep;

	*filep = NULL;
	if (strstr(f->attrs.name, "NOCLOSE") != NULL)
		return ds_fail_errno(diag, ENOSPC, f->attrs.name, "flush");
	return DS_OK;
}

void
ds_abandon(struct ds_file **filep)
{
	*filep = NULL;
}

void
ds_reading_set(ds_reading_fn *fn, void *ctx)
{
	(void)fn;
	(void)ctx;
}

enum ds_status
ds_close_short(struct ds_file **filep, struct ds_diag *diag)
{
	(void)diag;
	ds_abandon(filep);
	return DS_OK;
}

bool
ds_keeps_short(const struct ds_file *file)
{
	(void)file;
	return false;
}

const struct ds_attrs *
ds_attrs(const struct ds_file *file)
{
	if (set_path != NULL)
		return &path_attrs;
	return &file->attrs;
}

enum ds_status
ds_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	int i = file->pos;

	if (i >= file->n)
		return DS_EOD;
	if (file->recs[i].data[0] == 0xFF)
		return ds_fail_rba(diag, DS_CORRUPT, "A.KSDS.DATA", 512,
		    "checksum does not fit");
	recp->data = file->recs[i].data;
	recp->len = file->recs[i].len;
	recp->rba = (uint64_t)i * 100;
	recp->rrn = file->recs[i].rrn;
	file->pos++;
	return DS_OK;
}

enum ds_status
ds_put(struct ds_file *file, const void *data, size_t len, struct ds_diag *diag)
{
	int i, c, n = file->n;

	(void)diag;
	if (len > file->attrs.lrecl || len > RECLEN || n == RECS)
		return DS_BADLENGTH;
	for (i = 0; i < n && file->attrs.keylen > 0; i++) {
		c = memcmp(file->recs[i].data, data, file->attrs.keylen);
		if (c == 0)
			return DS_DUPLICATE;
		if (c > 0 && file->loading)
			return DS_SEQUENCE;
	}
	memcpy(file->recs[n].data, data, len);
	file->recs[n].len = (uint32_t)len;
	file->recs[n].rrn = (uint64_t)n + 1;
	file->n++;
	return DS_OK;
}

enum ds_status
ds_put_rrn(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (rrn > RRN_MAX)
		return ds_fail(diag, DS_BADRRN, NULL, NULL);
	st = ds_put(file, data, len, diag);
	if (st == DS_OK && rrn != 0)
		file->recs[file->n - 1].rrn = rrn;
	return st;
}

void
ds_set_source(struct ds_file *file, const struct ds_attrs *source)
{
	(void)file;
	(void)source;
}

enum ds_status
ds_name_attrs(struct ds_system *sys, const char *name, struct ds_attrs *attrsp,
    struct ds_diag *diag)
{
	(void)sys;
	if (set_find(name) == NULL)
		return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
	*attrsp = set_find(name)->attrs;
	return DS_OK;
}

enum ds_status
ds_dd_attrs(struct dd_table *dds, const char *ddname, struct ds_attrs *attrsp,
    struct ds_diag *diag)
{
	(void)dds;
	return ds_name_attrs(NULL, ddname, attrsp, diag);
}

enum ds_status
ds_replace(
    struct ds_file *file, const void *data, size_t len, struct ds_diag *diag)
{
	int i;

	(void)diag;
	for (i = 0; i < file->n; i++)
		if (memcmp(file->recs[i].data, data, file->attrs.keylen) == 0) {
			memcpy(file->recs[i].data, data, len);
			file->recs[i].len = (uint32_t)len;
			return DS_OK;
		}
	return DS_NOTFOUND;
}

enum ds_status
ds_point_key(
    struct ds_file *file, const void *key, size_t keylen, struct ds_diag *diag)
{
	int i;

	for (i = 0; i < file->n; i++)
		if (memcmp(file->recs[i].data, key, keylen) >= 0) {
			file->pos = i;
			return DS_OK;
		}
	return ds_fail(diag, DS_NOTFOUND, NULL, NULL);
}

enum ds_status
ds_point_rba(struct ds_file *file, uint64_t rba, struct ds_diag *diag)
{
	if (rba % 100 != 0 || rba / 100 >= (uint64_t)file->n)
		return ds_fail(diag, DS_BADRBA, NULL, NULL);
	file->pos = (int)(rba / 100);
	return DS_OK;
}

enum ds_status
ds_point_rrn(struct ds_file *file, uint64_t rrn, struct ds_diag *diag)
{
	int i;

	/* an empty slot: the next one in use */
	for (i = 0; i < file->n; i++)
		if (file->recs[i].rrn >= rrn) {
			file->pos = i;
			return DS_OK;
		}
	return ds_fail(diag, DS_NOTFOUND, NULL, NULL);
}

enum ds_status
ds_verify(
    struct ds_system *sys, const char *name, bool recover, struct ds_diag *diag)
{
	(void)sys;
	asked_recover = recover;
	return set_find(name) != NULL
		   ? DS_OK
		   : ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_verify_told(struct ds_system *sys, const char *name, bool recover,
    struct ds_improper *howp, struct ds_diag *diag)
{
	*howp = (struct ds_improper){0};
	return ds_verify(sys, name, recover, diag);
}

/* What EXAMINE finds: a fault of each kind that is set. */
struct ds_examine {
	int nothing;
};
static bool examine_finds[DS_F_COUNT];
static struct ds_improper examine_improper;
static bool examine_no_index;

enum ds_status
ds_examine_open(struct ds_system *sys, const char *name,
    struct ds_examine **exp, struct ds_diag *diag)
{
	static struct ds_examine ex;

	(void)sys;
	if (set_find(name) == NULL)
		return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
	*exp = &ex;
	return DS_OK;
}

void
ds_examine_close(struct ds_examine **exp)
{
	*exp = NULL;
}

bool
ds_examine_has_index(const struct ds_examine *ex)
{
	(void)ex;
	return !examine_no_index;
}

struct ds_improper
ds_examine_improper(const struct ds_examine *ex)
{
	(void)ex;
	return examine_improper;
}

/* The index has a control interval of 4 bytes, the data one that is shown
 * too. */
enum ds_status
ds_examine_test(struct ds_examine *ex, enum ds_test test, ds_found_fn *report,
    ds_stop_fn *stop, void *ctx, struct ds_examined *sump, struct ds_diag *diag)
{
	static const uint8_t ci[4] = {0xC1, 0, 0, 0xFF};
	struct ds_found f = {.ci = ci, .ci_len = sizeof(ci)};
	bool any = false;
	int i;

	(void)ex;
	if (stop(ctx))
		return ds_fail(diag, DS_STOPPED, NULL, NULL);
	for (i = 0; i < DS_F_COUNT; i++) {
		f.fault = (enum ds_fault)i;
		f.index = ds_fault_test(f.fault) == 'I';
		if (!examine_finds[i] || f.index != (test == DS_TEST_INDEX))
			continue;
		f.component = f.index ? "A.B.INDEX" : "A.B.DATA";
		f.rba = 8 + (f.fault == DS_F_KEY_ORDER ? 2 : 0);
		f.what = ds_fault_text(f.fault);
		report(ctx, &f);
		any = true;
	}
	*sump = (struct ds_examined){10, 2, 3, 1000, 455, 77};
	return any ? ds_fail(diag, DS_CORRUPT, NULL, NULL) : DS_OK;
}

const struct ds_config *
ds_system_config(const struct ds_system *sys)
{
	(void)sys;
	return &config;
}

#endif
