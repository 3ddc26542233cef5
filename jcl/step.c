/* One step: is it to run, its DDs, its program, what is said of it. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/ticks.h"
#include "jcl/native_int.h"
#include "services/define.h"

enum {
	ABEND_OPEN = 0x013,
	ABEND_CANCELLED = 0x222,
	ABEND_TIME = 0x322,
	ABEND_NOT_FOUND = 0x806,
	STAMP_LEN = 32,
};

/* What a program is asked by its records: there is one step at work. */
static const struct step_run *at_work;
static double may_use; /* seconds, by cpu_seconds(); 0: no limit */

double
cpu_seconds(void)
{
	struct rusage self, kids;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &kids);
	return (double)(self.ru_utime.tv_sec + self.ru_stime.tv_sec +
			kids.ru_utime.tv_sec + kids.ru_stime.tv_sec) +
	       (double)(self.ru_utime.tv_usec + self.ru_stime.tv_usec +
			kids.ru_utime.tv_usec + kids.ru_stime.tv_usec) /
		   1e6;
}

double
wall_seconds(void)
{
	return (double)ticks_ns() / 1e9;
}

static bool
out_of_time(void)
{
	return may_use > 0 && cpu_seconds() > may_use;
}

static bool
interrupted(void)
{
	const struct job_env *env = at_work->job->env;

	return (env->interrupted != NULL && env->interrupted()) ||
	       out_of_time();
}

/* The step's TIME, and what the job's leaves. */
double
step_limit(const struct step_run *sr)
{
	const struct jcl_time *s = &sr->step->time, *j = &sr->job->jcl->time;
	double limit = 0, left;

	if (s->kind == JCL_TIME_LIMIT)
		limit = s->seconds;
	if (j->kind == JCL_TIME_LIMIT) {
		left = j->seconds - sr->job->cpu;
		if (left <= 0)
			left = 0.001;
		if (limit == 0 || left < limit)
			limit = left;
	}
	return limit;
}

/* --- what is said --------------------------------------------------------- */

/* "2026060.1200" */
static void
stamp(const struct tm *tm, char out[STAMP_LEN])
{
	if (strftime(out, STAMP_LEN, "%Y%j.%H%M", tm) == 0)
		out[0] = '\0';
}

static const char *
step_name(const struct step_run *sr)
{
	return sr->step->caller != NULL ? sr->step->caller : sr->step->name;
}

static const char *
proc_step(const struct step_run *sr)
{
	return sr->step->caller != NULL ? sr->step->name : "";
}

/* The row of the job log: minutes of processor time, as z/OS has them. */
static void
say_row(const struct step_run *sr, const char *code)
{
	joblog_line(sr->job->log, LOG_JOB,
	    "-%-8s %-8s %5s %6d %6d %9.2f %9.2f %6.1f", step_name(sr),
	    proc_step(sr), code, 0, 0, sr->res->cpu / 60, 0.0,
	    sr->res->fate == STEP_RAN ? (wall_seconds() - sr->began) / 60
				      : 0.0);
}

static void
say_times(const struct step_run *sr)
{
	struct job_log *log = sr->job->log;
	const double cpu = sr->res->cpu;
	char name[9], at[STAMP_LEN];

	snprintf(name, sizeof(name), "%-8.8s", sr->step->name);
	stamp(&sr->res->start, at);
	joblog_msg(log, LOG_SYSTEM, MSG_IEF373I, name, at, NULL);
	stamp(&sr->res->stop, at);
	joblog_msg(log, LOG_SYSTEM, MSG_IEF032I, name, at, NULL);
	joblog_line(log, LOG_SYSTEM,
	    "        CPU: %5d HR  %02d MIN  %05.2f SEC    SRB:     0 HR  00 "
	    "MIN  00.00 SEC",
	    (int)(cpu / 3600), (int)(cpu / 60) % 60,
	    cpu - 60 * (double)(int)(cpu / 60));
}

static void
say_ended(const struct step_run *sr)
{
	const struct program_end *end = &sr->res->end;
	const unsigned both = LOG_JOB | LOG_SYSTEM;
	struct job_log *log = sr->job->log;
	char code[PROGRAM_END_TEXT], system[8], user[8], reason[40], row[12];
	const struct tm *tm = &sr->res->stop;

	program_end_text(end, code);
	if (end->kind == PROGRAM_CODE) {
		joblog_msg(log, LOG_SYSTEM, MSG_IEF142I, sr->label, code, NULL);
		snprintf(row, sizeof(row), "%02u", end->code);
		say_row(sr, row);
		return;
	}
	joblog_want(log); /* why it failed is wanted whatever MSGLEVEL says */
	snprintf(system, sizeof(system), "S%03X",
	    end->kind == PROGRAM_SYSTEM ? end->code & 0xFFF : 0);
	snprintf(user, sizeof(user), "%04u",
	    end->kind == PROGRAM_USER ? end->code & 0xFFF : 0);
	snprintf(reason, sizeof(reason), "%08X TIME=%02d.%02d.%02d",
	    end->reason, tm->tm_hour, tm->tm_min, tm->tm_sec);
	if (end->why[0] != '\0')
		joblog_note(log, both, "%s: %s", sr->label, end->why);
	joblog_msg(
	    log, LOG_JOB, MSG_IEF450I, sr->label, system, user, reason, NULL);
	snprintf(reason, sizeof(reason), "%08X", end->reason);
	joblog_msg(log, LOG_SYSTEM, MSG_IEF472I, sr->label, system + 1, user,
	    reason, NULL);
	say_row(sr, code);
}

/* --- steps that do not run ------------------------------------------------ */

static void
flush_step(struct step_run *sr, enum jcl_verdict why, int stmt)
{
	const unsigned both = LOG_JOB | LOG_SYSTEM;
	struct job_log *log = sr->job->log;
	char number[16];

	switch (why) {
	case JCL_STEP_JOB_COND:
		joblog_msg(log, both, MSG_IEF201I, sr->job->jcl->name, NULL);
		sr->job->failed = true;
		break;
	case JCL_STEP_COND:
		joblog_msg(
		    log, both, MSG_IEF202I, sr->label, "CONDITION CODES", NULL);
		break;
	case JCL_STEP_ONLY:
		joblog_msg(
		    log, both, MSG_IEF202I, sr->label, "COND=ONLY", NULL);
		break;
	case JCL_STEP_IF:
		snprintf(number, sizeof(number), "%d", stmt);
		joblog_msg(log, both, MSG_IEF206I, sr->label, number, NULL);
		break;
	case JCL_STEP_RUNS:
	case JCL_STEP_ABEND:
		break;
	}
	sr->res->fate = STEP_FLUSHED;
	sr->res->stop = sr->res->start;
	joblog_msg(log, LOG_SYSTEM, MSG_IEF272I, sr->label, NULL);
	say_times(sr);
	say_row(sr, "FLUSH");
}

/* --- the program ---------------------------------------------------------- */

static void
set_abend(struct program_end *end, unsigned code, unsigned reason)
{
	memset(end, 0, sizeof(*end));
	end->kind = PROGRAM_SYSTEM;
	end->code = code;
	end->reason = reason;
}

static void
log_program(void *ctx, const char *line)
{
	const struct step_run *sr = ctx;

	joblog_line(sr->job->log, LOG_JOB | LOG_SYSTEM, "%s", line);
}

/*
 * The DD that leads to a data set, and what it calls it, with the member; the
 * last one, since the source of a copy comes first. None: it was allocated by
 * a command, or its name alone is known.
 */
static const char *
dd_of(const struct step_run *sr, const char *dsn, char name[DS_DIAG_NAME])
{
	const size_t len = strlen(dsn);
	const char *dd, *found = "";
	struct ds_attrs a;

	snprintf(name, DS_DIAG_NAME, "%s", dsn);
	for (size_t i = 0; (dd = dd_name(sr->dds, i)) != NULL; i++) {
		memset(&a, 0, sizeof(a));
		if (ds_dd_attrs(sr->dds, dd, &a, NULL) != DS_OK ||
		    strncmp(a.name, dsn, len) != 0 ||
		    (a.name[len] != '\0' && a.name[len] != '('))
			continue;
		found = dd;
		memcpy(name, a.name, DS_DIAG_NAME);
	}
	return found;
}

/* A data set is full, which ends its program. */
static void
log_full(void *ctx, const struct ds_full *full)
{
	const struct step_run *sr = ctx;
	const enum msg_id id = full->code[0] == 'B'   ? MSG_IEC030I
			       : full->code[0] == 'D' ? MSG_IEC031I
						      : MSG_IEC032I;
	char name[DS_DIAG_NAME];
	const char *dd = dd_of(sr, full->dsn, name);

	joblog_want(sr->job->log);
	joblog_msg(sr->job->log, LOG_JOB | LOG_SYSTEM, id, sr->job->jcl->name,
	    sr->step->name, dd, full->volser, name, NULL);
}

/* PGM=*.step.dd is the member that the DD names. */
static const char *
program_name(const struct step_run *sr)
{
	const struct jcl_dd *ref = sr->step->pgm_ref;

	if (ref != NULL && ref->dsn.member != NULL)
		return ref->dsn.member;
	return sr->step->pgm != NULL ? sr->step->pgm : "";
}

/* --- what a program may ask ----------------------------------------------- */

static bool
call_host(void *ctx, const char *library, const char *pgm, const char *parm,
    struct program_end *endp)
{
	char *text = parm != NULL ? parm_utf8(parm) : NULL;
	bool found;

	if (unix_program(pgm)) {
		unix_run(ctx, text, endp);
		found = true;
	} else {
		found = native_call(ctx, library, pgm, text, endp);
	}
	free(text);
	return found;
}

static bool
new_reader(void *ctx, char ddname[9])
{
	struct step_run *sr = ctx;
	int n = 0;

	do
		snprintf(ddname, 9, "SYS%05d", ++n);
	while (dd_exists(sr->dds, ddname) && n < 99999);
	return allocate_reader(sr, ddname);
}

static void
run_program(struct step_run *sr, struct program_end *end)
{
	const char *pgm = program_name(sr);
	const struct program *p = program_find(pgm);
	const struct program_host host = {
	    .ctx = sr, .call = call_host, .reader = new_reader};
	struct program_run run = {.sys = sr->job->env->sys,
	    .dds = sr->dds,
	    .name = pgm,
	    .interrupted = interrupted,
	    .log = log_program,
	    .log_ctx = sr,
	    .host = &host};
	struct ds_diag diag = {0};
	struct parm parm = {0};
	enum ds_status st;

	if ((st = parm_get(sr, &parm, &diag)) != DS_OK) {
		joblog_note(sr->job->log, LOG_JOB | LOG_SYSTEM,
		    "%s PARM: %s: %s", sr->label, ds_status_text(st),
		    diag.text);
		set_abend(end, ABEND_OPEN, 4);
		return;
	}
	run.parm = parm.latin1;
	ds_system_on_full(run.sys, log_full, sr);
	if (p != NULL) {
		p->run(&run, end);
	} else if (unix_program(pgm)) {
		unix_run(sr, parm.utf8, end);
	} else if (!native_run(sr, pgm, parm.utf8, end)) {
		joblog_msg(
		    sr->job->log, LOG_JOB | LOG_SYSTEM, MSG_CSV003I, pgm, NULL);
		set_abend(end, ABEND_NOT_FOUND, 4);
	}
	ds_system_on_full(run.sys, NULL, NULL);
	parm_free(&parm);
}

static void
set_result(struct step_run *sr)
{
	struct jcl_result *r = &sr->job->results[sr->n];
	const struct program_end *end = &sr->res->end;

	r->state = end->kind == PROGRAM_CODE ? JCL_ENDED : JCL_ABENDED;
	if (end->kind == PROGRAM_CODE)
		r->code = (int)end->code;
	else
		r->abend = (int)end->code;
	r->user = end->kind == PROGRAM_USER;
}

/* --- all of it ------------------------------------------------------------ */

static void
run_step(struct step_run *sr)
{
	struct job *job = sr->job;
	const double before = cpu_seconds(), limit = step_limit(sr);

	at_work = sr;
	may_use = limit > 0 ? before + limit : 0;
	run_program(sr, &sr->res->end);
	sr->res->cpu = cpu_seconds() - before;
	job->cpu += sr->res->cpu;
	/* It has ended because it was asked to: why? */
	if (sr->res->end.kind == PROGRAM_SYSTEM &&
	    sr->res->end.code == ABEND_CANCELLED && out_of_time())
		set_abend(&sr->res->end, ABEND_TIME, 0);
	at_work = NULL;
	sr->res->fate = STEP_RAN;
	ds_now(&sr->res->stop);
	set_result(sr);
	say_ended(sr);
	unallocate_step(
	    sr, sr->res->end.kind == PROGRAM_CODE ? DISP_ENDED : DISP_ABENDED);
	say_times(sr);
}

static void
fail_step(struct step_run *sr)
{
	struct job *job = sr->job;

	joblog_want(job->log);
	sr->res->fate = STEP_NOT_ALLOCATED;
	sr->res->stop = sr->res->start;
	unallocate_step(sr, DISP_NOT_ALLOCATED);
	joblog_msg(job->log, LOG_SYSTEM, MSG_IEF272I, sr->label, NULL);
	say_times(sr);
	say_row(sr, "FLUSH");
	job->failed = true;
	job->res->end = JOB_JCL_ERROR;
}

static void
set_label(struct step_run *sr)
{
	const struct jcl_step *s = sr->step;

	snprintf(sr->label, sizeof(sr->label), "%s %s%s%s", sr->job->jcl->name,
	    s->name, s->caller != NULL ? " " : "",
	    s->caller != NULL ? s->caller : "");
}

void
step_run(struct job *job, int n)
{
	struct step_run sr = {.job = job,
	    .n = n,
	    .step = &job->jcl->steps[n],
	    .res = &job->res->steps[n]};
	enum jcl_verdict why = JCL_STEP_ABEND;
	int stmt = 0;

	set_label(&sr);
	ds_now(&sr.res->start);
	sr.began = wall_seconds();
	if (!job->failed)
		why = jcl_step_verdict(job->jcl, n, job->results, &stmt);
	if (why != JCL_STEP_RUNS)
		flush_step(&sr, why, stmt);
	else if (dd_table_new(job->env->sys, &sr.dds) != DS_OK ||
		 !allocate_step(&sr))
		fail_step(&sr);
	else
		run_step(&sr);
	names_release(job, n);
}
