/*
 * EXPORT: a portable copy of a cluster or an alternate index. A source that
 * goes, goes when the copy is complete and on disk.
 */
#include <string.h>

#include "services/locate.h"
#include "utilities/io_int.h"
#include "utilities/portable_int.h"

/* CIMODE and RECORDMODE say how z/OS reads; what is in the copy is the same
 * here: records, and the control intervals of a linear data set. */
static struct ds_export_how
read_how(const struct ams_plist *top)
{
	struct ds_export_how how = {
	    .temporary = ams_coded(top, "TEMPORARY"),
	    .inhibit_source = ams_coded(top, "INHIBITSOURCE"),
	    .inhibit_target = ams_coded(top, "INHIBITTARGET"),
	    .purge = ams_coded(top, "PURGE"),
	    .erase = portable_erase(top),
	};

	return how;
}

/* What became of the writing, st, and of closing out; IDC0005I. False: messages
 * were printed, and the target is as it was. */
static bool
finish(struct ams_run *run, enum ds_status st, const struct ds_copied *done,
    const struct ds_diag *diag, const char *name, struct ds_file **outp,
    const char *out_name)
{
	bool good = st == DS_OK;

	if (!good && done->portable)
		portable_say_copy_failed(run, st, diag, out_name);
	else if (!good)
		portable_say_failed(run, st, diag, name);
	if (good)
		good = io_close(run, outp, out_name);
	io_drop(run, outp);
	ams_records(run, good ? done->records : 0);
	return good;
}

/* The copy, closed. False as finish. */
static bool
copy(struct ams_run *run, const struct ams_plist *top, const char *name,
    struct ds_export *ex, struct tm *when)
{
	struct ds_copied done = {0};
	struct ds_diag diag = {0};
	struct ds_file *out;
	const char *out_name;
	enum ds_status st;

	out = io_open(run, top, "OUTFILE", "OUTDATASET", DS_OUTPUT | DS_SEQ,
	    &ds_portable_attrs);
	if (out == NULL)
		return false;
	out_name = io_name(out, top, "OUTFILE");
	progress_begin(
	    run->progress, "EXPORT", "records", 0, ds_export_source(ex));
	st = ds_export_write(ex, out, ams_stop, run, when, &done, &diag);
	progress_end(run->progress);
	return finish(run, st, &done, &diag, name, &out, out_name);
}

/* z/OS wants TEMPORARY for a catalog, too. */
static int
export_catalog(
    struct ams_run *run, const struct ams_plist *top, const char *name)
{
	struct ds_copied done = {0};
	struct ds_diag diag = {0};
	struct ds_file *out;
	const char *out_name;
	struct tm when = {0};
	enum ds_status st;
	bool good;

	if (!ams_coded(top, "TEMPORARY")) {
		ams_note(run, false,
		    "a catalog is exported with TEMPORARY, or disconnected");
		return ams_end(run, CC_FAILED);
	}
	out = io_open(run, top, "OUTFILE", "OUTDATASET", DS_OUTPUT | DS_SEQ,
	    &ds_portable_attrs);
	if (out == NULL)
		return ams_end(run, CC_FAILED);
	out_name = io_name(out, top, "OUTFILE");
	st = ds_export_catalog(
	    run->sys, name, out, ams_stop, run, &when, &done, &diag);
	good = finish(run, st, &done, &diag, name, &out, out_name);
	if (good)
		portable_say_when(run, MSG_IDC0594I, &when);
	return ams_end(run, good ? CC_OK : CC_FAILED);
}

int
ams_export(struct ams_run *run, const struct ams_command *cmd)
{
	const char *name = ams_text(cmd->top, "ENTRYNAME", 0);
	const struct ds_export_how how = read_how(cmd->top);
	struct ds_export *ex = NULL;
	struct ds_diag diag = {0};
	struct tm when;
	enum ds_status st;
	int cc = CC_OK;

	if (ds_catalog_exists(run->sys, name))
		return export_catalog(run, cmd->top, name);
	memset(&when, 0, sizeof(when));
	st = ds_export_begin(run->sys, name, &how, &ex, &diag);
	if (st != DS_OK) {
		portable_say_failed(run, st, &diag, name);
		return ams_end(run, CC_FAILED);
	}
	if (ds_export_improper(ex) != NULL)
		cc = ams_open_warning(run, ds_export_improper(ex), name);
	if (!copy(run, cmd->top, name, ex, &when)) {
		ds_export_free(&ex);
		return ams_end(run, CC_FAILED);
	}
	portable_say_when(run, MSG_IDC0594I, &when);
	st = ds_export_finish(ex, ams_say_deleted, run, &diag);
	if (st != DS_OK) {
		portable_say_failed(run, st, &diag, name);
		cc = CC_FAILED;
	}
	ds_export_free(&ex);
	return ams_end(run, cc);
}
