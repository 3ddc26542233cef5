/* OUTFILE(dd) of PRINT and LISTCAT. */
#include <stdio.h>
#include <stdlib.h>

#include "base/codepage.h"
#include "utilities/io_int.h"
#include "utilities/outfile_int.h"

/* Print lines of 121 characters and the record descriptor word. */
enum { OUTFILE_LRECL = 125, OUTFILE_TEXT = SYSPRINT_WIDTH + 1 };

struct outfile {
	struct ds_file *file;
	struct sysprint *sp;
	uint8_t to[256]; /* of its code page, by ISO 8859-1 */
	char name[64];
	enum ds_status st; /* of the first line that failed */
	struct ds_diag diag;
};

static bool
put_line(void *ctx, const char *line, size_t len)
{
	struct outfile *out = ctx;
	uint8_t rec[OUTFILE_TEXT];
	size_t i;

	if (len > sizeof(rec))
		len = sizeof(rec);
	for (i = 0; i < len; i++)
		rec[i] = out->to[(uint8_t)line[i]];
	out->st = ds_put(out->file, rec, len, &out->diag);
	return out->st == DS_OK;
}

static enum ds_status
set_page(struct outfile *out)
{
	const struct codepage *page;
	enum ds_status st;
	uint32_t c;

	st = codepage_get(ds_attrs(out->file)->ccsid, &page, &out->diag);
	for (c = 0; st == DS_OK && c < sizeof(out->to); c++)
		if (!codepage_from_unicode(page, c, &out->to[c]))
			out->to[c] = codepage_blank(page);
	return st;
}

static bool
open_file(struct ams_run *run, const struct ams_plist *top, struct outfile *out)
{
	static const struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = DS_RECFM_VB,
	    .lrecl = OUTFILE_LRECL,
	    .ccsid = CCSID_1047,
	    .text = true}; /* a fixed length fills with blanks */
	struct sysprint_opts opts = {.asa = true,
	    .lower = sysprint_lower(run->sp),
	    .write = put_line,
	    .ctx = out};
	const char *ddname = ams_text(top, "OUTFILE", 0);

	out->st = ds_open_dd(run->dds, ddname, DS_OUTPUT | DS_SEQ, &like,
	    &out->file, &out->diag);
	if (out->st != DS_OK) {
		ams_system_open_error(run, out->st, &out->diag, ddname);
		return false;
	}
	snprintf(out->name, sizeof(out->name), "%s",
	    io_name(out->file, top, "OUTFILE"));
	out->st = set_page(out);
	if (out->st != DS_OK) {
		ams_open_error(run, out->st, &out->diag, out->name);
		return false;
	}
	out->sp = sysprint_new(&opts);
	if (out->sp == NULL)
		sysprint_msgv(run->sp, MSG_IDC3004I, NULL);
	return out->sp != NULL;
}

struct sysprint *
outfile_open(
    struct ams_run *run, const struct ams_plist *top, struct outfile **outp)
{
	struct outfile *out;

	if (ams_text(top, "OUTFILE", 0) == NULL) {
		*outp = NULL;
		return run->sp;
	}
	out = calloc(1, sizeof(*out));
	if (out == NULL) {
		sysprint_msgv(run->sp, MSG_IDC3004I, NULL);
		return NULL;
	}
	if (!open_file(run, top, out)) {
		ds_abandon(&out->file);
		free(out);
		return NULL;
	}
	*outp = out;
	return out->sp;
}

bool
outfile_is_dummy(const struct outfile *out)
{
	return out != NULL && ds_attrs(out->file)->dummy;
}

bool
outfile_close(struct ams_run *run, struct outfile **outp)
{
	struct outfile *out = *outp;
	bool ok;

	if (out == NULL)
		return true;
	if (out->st != DS_OK) {
		ams_action_error(run, out->st, &out->diag, out->name, NULL, 0);
		io_drop(run, &out->file);
	} else {
		out->st = ds_close(&out->file, &out->diag);
		if (out->st != DS_OK)
			ams_close_error(run, out->st, &out->diag, out->name);
	}
	ok = out->st == DS_OK;
	sysprint_free(&out->sp);
	free(out);
	*outp = NULL;
	return ok;
}
