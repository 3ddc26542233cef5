/*
 * Checking a data set that nobody has open: which checker an organization has,
 * and the plain form of what they report.
 */
#include <string.h>

#include "access-methods/am_int.h"

enum ds_status
am_examine(struct volume *vol, const char *data_name, unsigned tests,
    am_found_fn *report, am_stop_fn *stop, void *ctx, struct am_examined *sump,
    struct ds_diag *diag)
{
	struct sphere_parms parms = {0};
	struct am_examined sum = {0};
	struct sphere *sp = NULL;
	const struct comp_attr *attr;
	enum ds_status st;

	st = sphere_open(vol, data_name, SPHERE_READ, &parms, &sp, diag);
	if (st != DS_OK)
		return st;
	attr = sphere_attr(sp, SPHERE_DATA);
	switch (attr->org) {
	case DS_ORG_KSDS:
	case DS_ORG_ESDS:
	case DS_ORG_RRDS:
	case DS_ORG_VRRDS:
	case DS_ORG_LDS:
		st = vsam_examine(sp, tests, report, stop, ctx, &sum, diag);
		break;
	case DS_ORG_PO:
		st = vsam_examine(sp, tests, report, stop, ctx, &sum, diag);
		if (st == DS_OK && (tests & AM_TEST_DATA) != 0)
			st = bpam_examine(
			    vol, data_name, report, stop, ctx, diag);
		break;
	case DS_ORG_PS:
		if ((tests & AM_TEST_DATA) != 0)
			st = qsam_examine(sp, report, stop, ctx, &sum, diag);
		break;
	default:
		st = ds_fail(diag, DS_UNSUPPORTED, attr->name,
		    "data sets of this organization are not supported");
		break;
	}
	sphere_close(&sp);
	if (sump != NULL && (st == DS_OK || st == DS_CORRUPT))
		*sump = sum;
	return st;
}

struct plain {
	am_report_fn *report;
	void *ctx;
};

static void
tell_plain(void *ctx, const struct am_found *found)
{
	const struct plain *p = ctx;

	if (p->report != NULL)
		p->report(p->ctx, found->part, found->rba, found->what);
}

enum ds_status
am_verify(struct volume *vol, const char *data_name, am_report_fn *report,
    void *ctx, struct ds_diag *diag)
{
	struct plain p = {report, ctx};

	return am_examine(vol, data_name, AM_TEST_INDEX | AM_TEST_DATA,
	    tell_plain, NULL, &p, NULL, diag);
}

enum ds_status
am_verify_aix(struct volume *vol, const char *data_name, am_report_fn *report,
    void *ctx, struct ds_diag *diag)
{
	struct plain p = {report, ctx};

	return am_examine_aix(vol, data_name, tell_plain, NULL, &p, diag);
}
