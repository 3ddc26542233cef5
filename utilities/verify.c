/* VERIFY: the catalog's and the components' ends agree again. */
#include <stdio.h>

#include "utilities/examine_int.h"

int
ams_verify(struct ams_run *run, const struct ams_command *cmd)
{
	const char *dsn = ams_text(cmd->top, "DATASET", 0);
	const char *dd = ams_text(cmd->top, "FILE", 0);
	struct ds_improper how = {0};
	struct ds_diag diag = {0};
	char name[DSNAME_MAX + 1];
	enum ds_status st;

	if (dsn == NULL && dd == NULL)
		return ams_end(run, CC_FAILED);
	if (dsn == NULL) {
		st = dd_dsname(run->dds, dd, name, &diag);
		if (st != DS_OK) {
			ams_open_error(run, st, &diag, dd);
			return ams_end(run, CC_FAILED);
		}
		dsn = name;
	}
	if (ams_names_catalog(run, dsn))
		return ams_verify_catalog(
		    run, dsn, ams_given(cmd->top, "RECOVER"));
	st = ds_verify_told(
	    run->sys, dsn, ams_given(cmd->top, "RECOVER"), &how, &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	if (st == DS_OPEN_NOTCLOSED) {
		ams_open_warning(run, &how, dsn);
		return ams_end(run, CC_WARNING);
	}
	/* Faults that were found by checking, not by opening. */
	if (st == DS_CORRUPT && !diag.has_rba)
		ams_action_error(run, st, &diag, dsn, NULL, 0);
	else
		ams_open_error(run, st, &diag, dsn);
	return ams_end(run, CC_FAILED);
}
