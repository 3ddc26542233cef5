/*
 * REPRO: records from one data set to another, by logical records.
 *
 * Each record that cannot be stored is an error; the copy goes on until the
 * errors reach ERRORLIMIT. A fault that no other record can escape (the host,
 * damaged bytes) ends it at once. Either way what was stored before stays
 * stored, and IDC0005I counts it: in a sequential data set that is full too,
 * which ends the step of a job, as on z/OS. Only an output that failed itself,
 * or was interrupted, is not closed: what is no cluster is then as it was.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utilities/io_int.h"
#include "utilities/select_int.h"

enum { ERRORLIMIT_DEFAULT = 4 };

enum repro_end { REPRO_DONE, REPRO_FAILED, REPRO_POSITION };

struct repro {
	struct ams_run *run;
	struct ds_file *in, *out;
	const struct ds_attrs *from, *to;
	const char *from_name, *to_name; /* in messages */
	struct selection sel;
	bool replace;
	int64_t errors, error_limit;
	uint64_t written;
	int warning; /* condition code of the opens */
	bool lost;   /* the output failed, or an interrupt ended the copy */
	bool full;   /* the output, which is sequential, took no more */
};

static bool
is_relative(const struct ds_attrs *a)
{
	return !a->component &&
	       (a->org == DS_ORG_RRDS || a->org == DS_ORG_VRRDS);
}

/* From one relative record data set to another a record keeps its number. */
static uint64_t
number_of(const struct repro *r, const struct ds_rec *rec)
{
	return is_relative(r->from) && is_relative(r->to) ? rec->rrn : 0;
}

/* The bytes that a message shows: the key, or the record's first. */
static const uint8_t *
shown(
    const struct repro *r, enum ds_status st, const uint8_t *data, size_t *lenp)
{
	const struct ds_attrs *to = r->to;
	bool base = to->path && st == DS_DUPAIX; /* it is the base's record */
	uint32_t rkp = base ? to->base_rkp : to->rkp;
	uint16_t keylen = base ? to->base_keylen : to->keylen;

	if (to->org != DS_ORG_KSDS || to->component || st == DS_BADLENGTH ||
	    keylen == 0 || *lenp < (size_t)rkp + keylen)
		return data;
	*lenp = keylen;
	return data + rkp;
}

/* IDC3302I and its second line; a relative record has a number, no key. */
static void
say_error(struct repro *r, enum ds_status st, const struct ds_diag *diag,
    const struct ds_rec *rec)
{
	size_t n = rec->len;
	const uint8_t *p = shown(r, st, rec->data, &n);
	char number[24];

	/* The host has no more is what VSAM calls cannot be extended. */
	if (st == DS_FULL && r->to->vsam)
		st = DS_NOSPACE;
	if (st != DS_DUPLICATE || !is_relative(r->to)) {
		ams_action_error(r->run, st, diag, r->to_name, p, n);
		return;
	}
	snprintf(number, sizeof(number), "%" PRIu64, rec->rrn);
	sysprint_msgv(r->run->sp, MSG_IDC3302I, r->to_name, NULL);
	sysprint_msgv(r->run->sp, MSG_IDC3308I_NUMBER, number, NULL);
}

/* Faults that belong to one record. No space is one of a cluster, where the
 * next may fit; a sequential data set ends there. */
static bool
is_record_error(const struct repro *r, enum ds_status st)
{
	return st == DS_DUPLICATE || st == DS_DUPAIX || st == DS_TOOMANY ||
	       st == DS_SEQUENCE || st == DS_BADLENGTH || st == DS_BADRRN ||
	       st == DS_BADTEXT || (st == DS_NOSPACE && r->to->vsam);
}

/* False: the copy ends. */
static bool
error(struct repro *r, enum ds_status st, const struct ds_diag *diag,
    const struct ds_rec *rec)
{
	say_error(r, st, diag, rec);
	if (!is_record_error(r, st)) {
		r->lost = true;
		r->full = st == DS_NOSPACE && ds_keeps_short(r->out);
		return false;
	}
	if (++r->errors < r->error_limit)
		return true;
	sysprint_msgv(r->run->sp, MSG_IDC31467I, NULL);
	return false;
}

static enum repro_end
copy(struct repro *r)
{
	struct ds_diag diag = {0};
	struct ds_rec rec;
	enum ds_status st;

	progress_begin(r->run->progress, "REPRO", "records",
	    select_total(&r->sel), select_whole(&r->sel) ? r->in : NULL);
	while (
	    (st = select_next(&r->sel, r->in, r->from, &rec, &diag)) == DS_OK) {
		if (ams_interrupted(r->run)) {
			ams_say_interrupted(r->run);
			r->lost = true; /* nobody asked for a part */
			return REPRO_FAILED;
		}
		st = ds_put_rrn(
		    r->out, rec.data, rec.len, number_of(r, &rec), &diag);
		if (st == DS_DUPLICATE && r->replace)
			st = ds_replace(r->out, rec.data, rec.len, &diag);
		progress_bytes(r->run->progress, rec.len);
		if (st == DS_OK)
			r->written++;
		else if (!error(r, st, &diag, &rec))
			return REPRO_FAILED;
	}
	if (st == DS_EOD)
		return REPRO_DONE;
	if (ams_interrupted(r->run)) { /* waiting for a record was, too */
		ams_say_interrupted(r->run);
		r->lost = true;
	} else {
		ams_action_error(r->run, st, &diag, r->from_name, NULL, 0);
	}
	return REPRO_FAILED;
}

/*
 * CIMODE copies control intervals, so both sides must be alike. What it copies
 * here are the records all the same: the outcome for whoever reads them.
 */
static bool
alike(const struct repro *r)
{
	const struct ds_attrs *a = r->from, *b = r->to;

	return a->vsam && b->vsam && !a->component && !a->path && !b->path &&
	       a->org == b->org && a->cisize == b->cisize &&
	       a->lrecl == b->lrecl && a->keylen == b->keylen &&
	       a->rkp == b->rkp;
}

static enum repro_end
run_open(struct repro *r, const struct ams_plist *top)
{
	unsigned intent = DS_OUTPUT | DS_SEQ;
	struct ds_attrs target = {0};

	r->replace = ams_given(top, "REPLACE");
	r->error_limit = ams_num(top, "ERRORLIMIT", 0, ERRORLIMIT_DEFAULT);
	/* Text of a host file comes in the code page of where it goes. */
	io_attrs(r->run, top, "OUTFILE", "OUTDATASET", &target);
	progress_opening(r->run->progress);
	r->in = io_open(r->run, top, "INFILE", "INDATASET",
	    DS_INPUT | DS_SEQ | select_intent(top), &target);
	progress_opened(r->run->progress);
	if (r->in == NULL)
		return REPRO_FAILED;
	r->from = ds_attrs(r->in);
	r->from_name = io_name(r->in, top, "INFILE");
	r->warning |=
	    ams_open_warning(r->run, &r->from->improper, r->from_name);
	if (!select_bind(&r->sel, r->run, top, r->from))
		return REPRO_FAILED;
	if (ams_given(top, "REUSE"))
		intent |= DS_RESET;
	if (r->replace)
		intent |= DS_REPLACE;
	r->out = io_open(r->run, top, "OUTFILE", "OUTDATASET", intent, r->from);
	if (r->out == NULL)
		return REPRO_FAILED;
	r->to = ds_attrs(r->out);
	r->to_name = io_name(r->out, top, "OUTFILE");
	r->warning |= ams_output_warning(r->run, r->to, r->to_name);
	if (r->replace && r->to->path) {
		sysprint_msgv(r->run->sp, MSG_IDC3302I, r->to_name, NULL);
		sysprint_msgv(r->run->sp, MSG_IDC3326I, NULL);
		return REPRO_FAILED;
	}
	if (ams_coded(top, "CIMODE") && !alike(r)) {
		sysprint_msgv(r->run->sp, MSG_IDC3582I, NULL);
		return REPRO_FAILED;
	}
	/* Numbers from 1 on would meet those that are there. */
	if (is_relative(r->to) && !is_relative(r->from) && r->to->loaded) {
		sysprint_msgv(r->run->sp, MSG_IDC3582I, NULL);
		return REPRO_FAILED;
	}
	if (!select_start(&r->sel, r->run, r->in, r->from, r->from_name))
		return REPRO_POSITION;
	return copy(r);
}

/* Make what was written last. */
static bool
finish(struct repro *r, enum repro_end end)
{
	const bool vsam = r->out == NULL || r->to->vsam;
	bool whole = true;

	progress_end(r->run->progress); /* it has looked at the input */
	/* A cluster was committed in parts; what is none is all or nothing. */
	if (!vsam && ((r->lost && !r->full) || end == REPRO_POSITION)) {
		ds_abandon(&r->out);
		r->written = 0;
	}
	if (!io_close(r->run, &r->out, r->to_name)) {
		whole = false;
		if (!vsam)
			r->written = 0;
	}
	return io_close(r->run, &r->in, r->from_name) && whole;
}

int
ams_repro(struct ams_run *run, const struct ams_command *cmd)
{
	struct repro r = {.run = run};
	enum repro_end end;
	int cc;

	if (ams_coded(cmd->top, "ENTRIES") || ams_coded(cmd->top, "LEVEL")) {
		ams_note(run, false, "ENTRIES and LEVEL go with MERGECAT");
		return ams_end(run, CC_FAILED);
	}
	if (ams_is_catalog_copy(run, cmd))
		return ams_copycat(run, cmd);
	end = run_open(&r, cmd->top);
	if (!finish(&r, end) && end == REPRO_DONE)
		end = REPRO_FAILED;
	ams_records(run, r.written);
	if (end == REPRO_POSITION) {
		sysprint_msgv(run->sp, MSG_IDC3006I, NULL);
		return CC_FAILED;
	}
	cc = end == REPRO_FAILED    ? CC_FAILED
	     : r.errors > 0         ? CC_ERROR
	     : select_short(&r.sel) ? CC_WARNING
				    : r.warning;
	return ams_end(run, cc);
}
