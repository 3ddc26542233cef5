/* ALLOCATE, DCOLLECT, EXPORT and IMPORT for memory_services.h: what was asked
 * for is kept. */
#ifndef CATAMOUNT_TESTS_SUPPORT_MEMORY_PORTABLE_H
#define CATAMOUNT_TESTS_SUPPORT_MEMORY_PORTABLE_H

#include <string.h>

#include "services/portable.h"
#include "services/space.h"
#include "services/volumes.h"

const struct ds_attrs ds_portable_attrs = {.org = DS_ORG_PS};

struct ds_export {
	int none;
};
struct ds_import {
	int none;
};

static char asked_spec[400];
static struct dd_dcb asked_dcb;
static struct ds_export_how asked_export;
static struct ds_import_object asked_object;
static char asked_import[200];

bool
dd_exists(const struct dd_table *dds, const char *ddname)
{
	(void)dds;
	return strcmp(ddname, "TAKEN") == 0;
}

void
dd_set_dynamic(struct dd_table *dds, const char *ddname)
{
	(void)dds;
	(void)ddname;
}

enum ds_status
dd_free(struct dd_table *dds, const char *ddname, char what[DSNAME_MAX + 1],
    struct ds_diag *diag)
{
	(void)dds;
	(void)ddname;
	(void)what;
	(void)diag;
	return DS_OK;
}

enum ds_status
dd_alloc(struct dd_table *dds, const char *spec, struct ds_diag *diag)
{
	(void)dds;
	(void)diag;
	snprintf(asked_spec, sizeof(asked_spec), "%s", spec);
	return DS_OK;
}

void
dd_set_end(struct dd_table *dds, const char *ddname, enum dd_end end)
{
	size_t n = strlen(asked_spec);

	(void)dds;
	(void)ddname;
	snprintf(asked_spec + n, sizeof(asked_spec) - n, " end %d", (int)end);
}

uint32_t
space_records_per_track(uint32_t len)
{
	return 50000 / (len + 1);
}

enum ds_status
ds_volume_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const struct ds_volume *vol), void *ctx,
    struct ds_diag *diag)
{
	static const struct ds_volume one = {.volser = "Q1", .cylinders = 10};

	(void)sys;
	(void)diag;
	fn(ctx, &one);
	return DS_OK;
}

enum ds_status
ds_open_with(struct ds_system *sys, const char *name, unsigned intent,
    const struct ds_open_parms *parms, struct ds_file **filep,
    struct ds_diag *diag)
{
	snprintf(asked_spec, sizeof(asked_spec), "disp %d", (int)parms->disp);
	return ds_open_name(sys, name, intent, filep, diag);
}

void
dd_table_dcb(struct dd_table *dds, const struct dd_dcb *dcb)
{
	(void)dds;
	if (dcb != NULL &&
	    (dcb->recfm != 0 || dcb->lrecl != 0 || dcb->blksize != 0))
		asked_dcb = *dcb;
}

enum ds_status
ds_export_begin(struct ds_system *sys, const char *name,
    const struct ds_export_how *how, struct ds_export **exp,
    struct ds_diag *diag)
{
	static struct ds_export one;

	(void)sys;
	(void)name;
	(void)diag;
	asked_export = *how;
	*exp = &one;
	return DS_OK;
}

const struct ds_improper *
ds_export_improper(const struct ds_export *ex)
{
	(void)ex;
	return NULL;
}

struct ds_file *
ds_export_source(const struct ds_export *ex)
{
	(void)ex;
	return NULL;
}

bool
ds_how_far(struct ds_file *file, uint64_t *atp, uint64_t *ofp)
{
	(void)file;
	(void)atp;
	(void)ofp;
	return false;
}

uint64_t
ds_bytes_got(const struct ds_file *file)
{
	(void)file;
	return 0;
}

uint32_t
ds_examine_cisize(const struct ds_examine *ex, enum ds_test test)
{
	(void)ex;
	(void)test;
	return 0;
}

void
ds_examine_on_base(struct ds_examine *ex, void (*begin)(void *ctx), void *ctx)
{
	(void)ex;
	(void)begin;
	(void)ctx;
}

uint64_t
ds_examine_cis(const struct ds_examine *ex, enum ds_test test)
{
	(void)ex;
	(void)test;
	return 0;
}

enum ds_status
ds_export_write(struct ds_export *ex, struct ds_file *out, ds_stop_fn *stop,
    void *ctx, struct tm *whenp, struct ds_copied *donep, struct ds_diag *diag)
{
	(void)ex;
	(void)out;
	(void)stop;
	(void)ctx;
	(void)diag;
	memset(whenp, 0, sizeof(*whenp));
	memset(donep, 0, sizeof(*donep));
	return DS_OK;
}

enum ds_status
ds_export_finish(struct ds_export *ex,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	(void)ex;
	(void)deleted;
	(void)ctx;
	(void)diag;
	return DS_OK;
}

void
ds_export_free(struct ds_export **exp)
{
	*exp = NULL;
}

enum ds_status
ds_import_begin(struct ds_system *sys, struct ds_file *in,
    struct ds_import **imp, struct ds_portable *infop, struct ds_diag *diag)
{
	static struct ds_import one;

	(void)sys;
	(void)in;
	(void)diag;
	memset(infop, 0, sizeof(*infop));
	*imp = &one;
	return DS_OK;
}

enum ds_status
ds_import_object(struct ds_import *im, const struct ds_import_object *obj,
    struct ds_diag *diag)
{
	(void)im;
	(void)diag;
	asked_object = *obj;
	return DS_OK;
}

enum ds_status
ds_import_place(struct ds_import *im, const struct ds_import_how *how,
    bool *replacesp, struct ds_diag *diag)
{
	(void)im;
	(void)diag;
	snprintf(asked_import, sizeof(asked_import), "%s %s %d %d %d",
	    how->target, how->catalog, how->into_empty, how->purge, how->erase);
	*replacesp = false;
	return DS_OK;
}

enum ds_status
ds_import_load(struct ds_import *im, ds_stop_fn *stop, void *ctx,
    struct ds_copied *donep, struct ds_diag *diag)
{
	(void)im;
	(void)stop;
	(void)ctx;
	(void)diag;
	memset(donep, 0, sizeof(*donep));
	return DS_OK;
}

enum ds_status
ds_import_commit(struct ds_import *im,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_defined *madep, struct ds_diag *diag)
{
	(void)im;
	(void)deleted;
	(void)ctx;
	(void)diag;
	memset(madep, 0, sizeof(*madep));
	return DS_OK;
}

void
ds_import_free(struct ds_import **imp)
{
	*imp = NULL;
}

#endif
