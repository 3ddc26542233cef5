/* IDCAMS as a program of a step: SYSIN, SYSPRINT, PARM. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utilities/dd_text_int.h"
#include "utilities/idcams_int.h"
#include "utilities/program_int.h"

enum { SYSPRINT_LRECL = 125 }; /* VBA: control character, 120, descriptor */

struct idcams {
	struct program_run *run;
	struct dd_cards *sysin;
	struct dd_print *print; /* NULL: there is no SYSPRINT */
	struct sysprint *sp;
	struct ams_reader *reader;
	struct ds_diag diag;
	bool print_failed;
	char abend[4]; /* of a command; "" none */
};

static void
log_failure(struct idcams *ic, const char *what, enum ds_status st,
    const struct ds_diag *diag)
{
	program_log(ic->run, "%s: %s%s%s", what, ds_status_text(st),
	    diag->text[0] != '\0' ? ": " : "", diag->text);
}

static int
read_record(void *ctx, const char **recp, size_t *lenp)
{
	struct idcams *ic = ctx;
	struct dd_card card;
	enum ds_status st;

	if (program_interrupted(ic->run))
		return -1;
	st = dd_cards_next(ic->sysin, &card, &ic->diag);
	if (st == DS_EOD)
		return 0;
	if (st != DS_OK) {
		log_failure(ic, "SYSIN", st, &ic->diag);
		return -1;
	}
	*recp = card.text;
	*lenp = card.len;
	return 1;
}

static bool
write_line(void *ctx, const char *line, size_t len)
{
	struct idcams *ic = ctx;
	enum ds_status st;

	if (ic->print == NULL)
		return true;
	st = dd_print_line(ic->print, line, len, &ic->diag);
	if (st != DS_OK && !ic->print_failed)
		log_failure(ic, "SYSPRINT", st, &ic->diag);
	ic->print_failed |= st != DS_OK;
	return st == DS_OK;
}

static void
echo_record(void *ctx, const char *rec, size_t len)
{
	struct idcams *ic = ctx;

	sysprint_echo(ic->sp, rec, len);
}

static void
print_message(void *ctx, const struct msg *m)
{
	struct idcams *ic = ctx;

	sysprint_msg(ic->sp, m);
}

static void
begin_command(void *ctx)
{
	struct idcams *ic = ctx;
	enum ams_chain c = ams_reader_settings(ic->reader)->chain;

	sysprint_set_lower(ic->sp, c == AMS_CHAIN_TN || c == AMS_CHAIN_SN);
	sysprint_command(ic->sp);
}

static bool
prepare(struct idcams *ic)
{
	const struct ams_ops ops = {.ctx = ic,
	    .read = read_record,
	    .echo = echo_record,
	    .message = print_message,
	    .begin = begin_command};
	const struct ams_settings settings = {
	    .left = 2, .right = 72, .chain = AMS_CHAIN_PN};
	const struct sysprint_opts so = {
	    .asa = true, .pages = true, .write = write_line, .ctx = ic};

	ic->sp = sysprint_new(&so);
	ic->reader = ams_reader_new(&ops, &settings);
	return ic->sp != NULL && ic->reader != NULL;
}

/* Open what the step gave, run; the condition code. */
static int
run_idcams(struct idcams *ic)
{
	struct program_run *run = ic->run;
	struct ams_run ams = {.sys = run->sys,
	    .dds = run->dds,
	    .sp = ic->sp,
	    .reader = ic->reader,
	    .abends = true,
	    .interrupted = run->interrupted};
	enum ds_status st;
	int cc;

	st = dd_cards_open(run->dds, "SYSIN", &ic->sysin, &ic->diag);
	if (st != DS_OK) {
		ams_open_error(&ams, st, &ic->diag, "SYSIN");
		sysprint_msgv(ic->sp, MSG_IDC0002I, "16", NULL);
		return CC_END;
	}
	if (run->parm != NULL && run->parm[0] != '\0' &&
	    !ams_reader_parm(ic->reader, run->parm)) {
		sysprint_msgv(ic->sp, MSG_IDC0002I, "16", NULL);
		return CC_END;
	}
	cc = idcams_run(&ams, NULL, NULL);
	memcpy(ic->abend, ams.abend, sizeof(ic->abend));
	return cc;
}

/* What ALLOCATE has allocated is freed, as at the end of a step. */
static void
free_allocated(struct idcams *ic)
{
	struct dd_table *dds = ic->run->dds;
	char dd[MEMBER_MAX + 1], name[DSNAME_MAX + 1] = "";
	const char *first;
	enum ds_status st;

	while ((first = dd_first_dynamic(dds)) != NULL) {
		snprintf(dd, sizeof(dd), "%s", first);
		st = dd_free(dds, dd, name, &ic->diag);
		if (st != DS_OK)
			log_failure(ic, name, st, &ic->diag);
	}
}

void
program_idcams(struct program_run *run, struct program_end *endp)
{
	struct idcams ic = {.run = run};
	enum ds_status st = DS_OK;
	int cc = CC_END;

	if (dd_exists(run->dds, "SYSPRINT"))
		st = dd_print_open(run->dds, "SYSPRINT", DS_RECFM_VB,
		    SYSPRINT_LRECL, &ic.print, &ic.diag);
	if (st != DS_OK)
		log_failure(&ic, "SYSPRINT", st, &ic.diag);
	else if (prepare(&ic))
		cc = run_idcams(&ic);
	else
		program_log(run, "IDCAMS: no memory");
	ams_reader_free(&ic.reader);
	sysprint_free(&ic.sp);
	dd_cards_close(&ic.sysin);
	st = dd_print_close(&ic.print, &ic.diag);
	if (st != DS_OK)
		log_failure(&ic, "SYSPRINT", st, &ic.diag);
	if (!run->called)
		free_allocated(&ic);
	program_code(endp, st != DS_OK || ic.print_failed ? CC_END : cc);
	if (ic.abend[0] != '\0')
		program_abend(endp, (unsigned)strtoul(ic.abend, NULL, 16), 4,
		    "a data set is full");
	if (program_interrupted(run))
		program_abend(
		    endp, ABEND_CANCELLED, 0, "the step was cancelled");
}
