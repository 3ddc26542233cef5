/*
 * A sequential data set of a test: made, opened and closed the way am.c does,
 * in a directory of its own. Functions are static here, since what stands in
 * the C files of tests/support is linked with the tests of every layer.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_QSAM_FILE_H
#define CATAMOUNT_TESTS_SUPPORT_QSAM_FILE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "access-methods/am_int.h"

struct qsam_test {
	char dir[64];
	struct volume *vol;
	char name[SPHERE_NAME_LEN];
	struct am_file file;
	struct am_pos pos;
	uint64_t cas_left; /* what extend grants; UINT64_MAX: all */
};

static enum ds_status
qt_extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	struct qsam_test *qt = ctx;

	(void)part;
	if (qt->cas_left < min_cas)
		return ds_fail(diag, DS_NOSPACE, NULL, NULL);
	if (qt->cas_left != UINT64_MAX)
		qt->cas_left -= min_cas;
	*casp = min_cas;
	return DS_OK;
}

static void
qt_new(struct qsam_test *qt, enum ds_recfm recfm, uint32_t lrecl,
    uint32_t ci_len, uint32_t cis_per_ca)
{
	struct comp_attr attr = {0};

	memset(qt, 0, sizeof(*qt));
	snprintf(qt->dir, sizeof(qt->dir), "/tmp/qsam-XXXXXX");
	assert_non_null(mkdtemp(qt->dir));
	assert_int_equal(vol_open(qt->dir, false, &qt->vol, NULL), DS_OK);
	assert_int_equal(sphere_id_new(attr.id, NULL), DS_OK);
	assert_int_equal(sphere_id_new(attr.sphere, NULL), DS_OK);
	sphere_id_name(attr.id, qt->name);
	attr.part = SPHERE_DATA;
	attr.org = DS_ORG_PS;
	snprintf(attr.name, sizeof(attr.name), "A.PS");
	snprintf(attr.cluster, sizeof(attr.cluster), "A.PS");
	attr.ci_len = ci_len;
	attr.cis_per_ca = cis_per_ca;
	attr.recfm = recfm;
	attr.lrecl = lrecl;
	attr.ccsid = 1047;
	attr.first_cas = 1;
	assert_int_equal(sphere_create(qt->vol, &attr, NULL, NULL), DS_OK);
	qt->cas_left = UINT64_MAX;
}

static void
qt_free(struct qsam_test *qt)
{
	assert_int_equal(
	    sphere_remove(qt->vol, qt->name, NULL, false, NULL), DS_OK);
	vol_close(&qt->vol);
	/* The directory is empty but for what a volume keeps of its own. */
	char cmd[100];
	snprintf(cmd, sizeof(cmd), "rm -r %s", qt->dir);
	assert_int_equal(system(cmd), 0);
}

static void
qt_abandon(struct qsam_test *qt)
{
	if (qt->pos.file != NULL)
		qsam_ops.pos_free(&qt->pos);
	qsam_ops.free(&qt->file);
	sphere_close(&qt->file.sphere);
	memset(&qt->file, 0, sizeof(qt->file));
	memset(&qt->pos, 0, sizeof(qt->pos));
}

/* Open with a position; anything but DS_OK leaves it closed. */
static enum ds_status
qt_open(struct qsam_test *qt, unsigned intent, struct ds_diag *diag)
{
	struct sphere_parms parms = {.extend = qt_extend, .extend_ctx = qt};
	enum ds_status st;

	memset(&qt->file, 0, sizeof(qt->file));
	qt->file.ops = &qsam_ops;
	qt->file.intent = intent;
	st = sphere_open(qt->vol, qt->name,
	    intent & AM_OUTPUT ? SPHERE_UPDATE : SPHERE_READ, &parms,
	    &qt->file.sphere, diag);
	if (st == DS_OK)
		st = qsam_ops.open(&qt->file, diag);
	if (st == DS_OK) {
		qt->pos.file = &qt->file;
		st = qsam_ops.pos_new(&qt->pos);
		if (st != DS_OK)
			qt->pos.file = NULL;
	}
	if (st != DS_OK)
		qt_abandon(qt);
	return st;
}

/* Finish and commit. */
static enum ds_status
qt_close(struct qsam_test *qt)
{
	enum ds_status st = DS_OK;

	if (qt->file.intent & AM_OUTPUT) {
		st = qsam_ops.finish(&qt->file, NULL);
		if (st == DS_OK) {
			sphere_state(qt->file.sphere)->loaded = true;
			st = sphere_commit(qt->file.sphere, true, NULL);
		}
	}
	qt_abandon(qt);
	return st;
}

static void
qt_count_fault(void *ctx, enum sphere_part part, uint64_t rba, const char *what)
{
	(void)part;
	(void)rba;
	(void)what;
	++*(int *)ctx;
}

/* Faults are counted. */
static enum ds_status
qt_verify(struct qsam_test *qt, int *faultsp)
{
	*faultsp = 0;
	return am_verify(qt->vol, qt->name, qt_count_fault, faultsp, NULL);
}

#endif
