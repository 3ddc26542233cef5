/*
 * The master catalog put back from a portable copy of it (EXPORT TEMPORARY),
 * when its file is lost or empty: nothing else can be done with the root then,
 * and so the copy is a file of the host.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "services/dataset.h"
#include "services/portable.h"
#include "services/system_int.h"

/* The DD of a portable data set; a comma of its path is said twice. The caller
 * frees. */
static char *
copy_spec(const char *path)
{
	static const char head[] = "COPY=path:",
			  tail[] = ",recfm=VBS,lrecl=32760";
	const size_t len = sizeof(head) - 1;
	char *spec = malloc(len + 2 * strlen(path) + sizeof(tail)), *at;

	if (spec == NULL)
		return NULL;
	memcpy(spec, head, len);
	for (at = spec + len; *path != '\0'; path++) {
		if (*path == ',')
			*at++ = ',';
		*at++ = *path;
	}
	memcpy(at, tail, sizeof(tail));
	return spec;
}

static enum ds_status
take(struct ds_system *sys, struct ds_file *in, struct ds_portable *infop,
    struct ds_diag *diag)
{
	const char *master = cat_master(sys->cat);
	struct ds_import *im = NULL;
	struct ds_copied done;
	enum ds_status st;

	st = ds_import_begin(sys, in, &im, infop, diag);
	if (st == DS_OK &&
	    (infop->type != DS_UCAT || strcmp(infop->name, master) != 0))
		st = ds_fail(diag, DS_INVALID, infop->name,
		    "the copy is not of the master catalog %s", master);
	if (st == DS_OK)
		st = ds_import_catalog(im, false, NULL, NULL, &done, diag);
	ds_import_free(&im);
	return st;
}

enum ds_status
ds_restore_master(const char *root, const char *path, struct ds_portable *infop,
    struct ds_diag *diag)
{
	struct ds_system *sys = NULL;
	struct dd_table *dds = NULL;
	struct ds_file *in = NULL;
	char *spec = copy_spec(path);
	enum ds_status st;
	struct ds_lost lost = {.recover = false};

	if (spec == NULL)
		return ds_fail(diag, DS_NOMEM, path, NULL);
	/* before a master is made for nothing */
	if (access(path, R_OK) != 0)
		st = ds_fail_errno(diag, errno, path, NULL);
	else if ((st = ds_system_open_lost(root, &sys, &lost, diag)) == DS_OK &&
		 (st = dd_table_new(sys, &dds)) == DS_OK &&
		 (st = dd_alloc(dds, spec, diag)) == DS_OK &&
		 (st = ds_open_dd(dds, "COPY", DS_INPUT | DS_SEQ,
		      &ds_portable_attrs, &in, diag)) == DS_OK)
		st = take(sys, in, infop, diag);
	ds_abandon(&in);
	dd_table_free(&dds);
	ds_system_close(&sys);
	ds_system_lost_end(root, &lost, st == DS_OK);
	free(spec);
	return st;
}
