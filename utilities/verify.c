/* VERIFY: the catalog's and the components' ends agree again. */
#include <stdio.h>

#include "utilities/idcams_int.h"

int
ams_verify(struct ams_run *run, const struct ams_command *cmd)
{
	const char *dsn = ams_text(cmd->top, "DATASET", 0);
	const char *dd = ams_text(cmd->top, "FILE", 0);
	struct ds_diag diag = {0};
	struct ds_file *f = NULL;
	char name[64];
	enum ds_status st;

	if (dsn == NULL && dd == NULL)
		return ams_end(run, CC_FAILED);
	if (dsn == NULL) {
		/* The DD says which data set; it is its own to be locked. */
		st = ds_open_dd(
		    run->dds, dd, DS_INPUT | DS_SEQ, NULL, &f, &diag);
		if (st != DS_OK && st != DS_OPEN_EMPTY) {
			ams_open_error(run, st, &diag, dd);
			return ams_end(run, CC_FAILED);
		}
		snprintf(name, sizeof(name), "%s",
		    f != NULL ? ds_attrs(f)->name : diag.name);
		ds_abandon(&f);
		dsn = name;
	}
	st = ds_verify(run->sys, dsn, ams_given(cmd->top, "RECOVER"), &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	ams_open_error(run, st, &diag, dsn);
	return ams_end(run, CC_FAILED);
}
