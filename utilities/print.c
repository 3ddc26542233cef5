/* PRINT: the records of a data set on SYSPRINT or in a data set. */
#include <stdio.h>

#include "utilities/io_int.h"
#include "utilities/outfile_int.h"
#include "utilities/print_int.h"
#include "utilities/report.h"
#include "utilities/select_int.h"

/* How the listing ended. */
enum print_end { PRINT_DONE, PRINT_FAILED, PRINT_POSITION };

static enum print_format
format_of(const struct ams_plist *top)
{
	if (ams_given(top, "CHARACTER"))
		return PRINT_CHARACTER;
	if (ams_given(top, "HEX"))
		return PRINT_HEX;
	return PRINT_DUMP;
}

static enum print_end
list_records(struct ams_run *run, struct ds_file *in, const char *name,
    const struct print_form *form, bool dummy, struct selection *sel)
{
	const struct ds_attrs *attrs = ds_attrs(in);
	struct ds_diag diag = {0};
	struct ds_rec rec;
	enum ds_status st;

	if (form->sp != run->sp ||
	    (run->progress != NULL && !run->progress->seen))
		progress_begin(run->progress, "PRINT", "records",
		    select_total(sel), select_whole(sel) ? in : NULL);
	while ((st = select_next(sel, in, attrs, &rec, &diag)) == DS_OK) {
		if (!dummy)
			print_record(form, &rec);
		progress_bytes(run->progress, rec.len);
		if (sysprint_failed(form->sp) || ams_interrupted(run))
			break;
	}
	progress_end(run->progress);
	if (st == DS_OK && sysprint_failed(form->sp))
		return PRINT_FAILED;
	if (st == DS_EOD)
		return PRINT_DONE;
	if (ams_interrupted(run)) {
		ams_say_interrupted(run);
		return PRINT_FAILED;
	}
	ams_action_error(run, st, &diag, name, NULL, 0);
	return PRINT_FAILED;
}

/* The listing proper, with its own pages. */
static enum print_end
print_listing(struct ams_run *run, struct ds_file *in, struct sysprint *sp,
    const struct ams_plist *top, bool dummy, struct selection *sel)
{
	const struct ds_attrs *attrs = ds_attrs(in);
	const char *name = io_name(in, top, "INFILE");
	static const char *const forms[] = {[PRINT_DUMP] = "DUMP",
	    [PRINT_HEX] = "HEX",
	    [PRINT_CHARACTER] = "CHARACTER"};
	char subtitle[22 + sizeof(attrs->name)];
	struct ds_diag diag = {0};
	struct print_form form;
	enum ds_status st;

	st = print_form_set(&form, sp, format_of(top), attrs, &diag);
	if (st != DS_OK) {
		ams_note(run, false, "%s",
		    diag.text[0] != '\0' ? diag.text : ds_status_text(st));
		return PRINT_FAILED;
	}
	if (!select_start(sel, run, in, attrs, name))
		return PRINT_POSITION;
	/* In the order of addresses a record is named by its own. */
	if (select_intent(top) != 0)
		form.attrs.component = true;
	snprintf(subtitle, sizeof(subtitle), "LISTING OF DATA SET -%s", name);
	sysprint_list(sp, subtitle);
	report_print(
	    sp, &(struct report_print){name, forms[form.format], &form.attrs});
	return list_records(run, in, name, &form, dummy, sel);
}

static enum print_end
print_open(struct ams_run *run, const struct ams_plist *top,
    struct selection *sel, int *ccp)
{
	enum print_end end = PRINT_FAILED;
	struct outfile *out = NULL;
	struct sysprint *sp;
	struct ds_file *in;

	in = io_open(run, top, "INFILE", "INDATASET",
	    DS_INPUT | DS_SEQ | select_intent(top), NULL);
	if (in == NULL)
		return PRINT_FAILED;
	*ccp = ams_open_warning(
	    run, &ds_attrs(in)->improper, io_name(in, top, "INFILE"));
	if (select_bind(sel, run, top, ds_attrs(in)) &&
	    (sp = outfile_open(run, top, &out)) != NULL) {
		end =
		    print_listing(run, in, sp, top, outfile_is_dummy(out), sel);
		if (!outfile_close(run, &out))
			end = PRINT_FAILED;
	}
	if (!io_close(run, &in, io_name(in, top, "INFILE")))
		end = PRINT_FAILED;
	return end;
}

int
ams_print(struct ams_run *run, const struct ams_command *cmd)
{
	struct selection sel = {0};
	enum print_end end;
	int cc = CC_OK;

	end = print_open(run, cmd->top, &sel, &cc);
	ams_records(run, sel.taken);
	if (end == PRINT_POSITION) {
		sysprint_msgv(run->sp, MSG_IDC3006I, NULL);
		cc = CC_FAILED;
	} else {
		cc = ams_end(run, end == PRINT_FAILED  ? CC_FAILED
				  : select_short(&sel) ? CC_WARNING
						       : cc);
	}
	sysprint_unlist(run->sp);
	return cc;
}
