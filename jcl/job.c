/* A job from its first card to its result. */
#include <stdlib.h>
#include <string.h>

#include "jcl/facts.h"
#include "jcl/job_int.h"
#include "services/define.h"
#include "services/gdg.h"
#include "services/security.h"

enum {
	EXIT_ABEND = 240,
	EXIT_JCL_ERROR = 241,
	EXIT_CANCELLED = 242,
	EXIT_NOT_RUN = 243,
	CODE_MOST = 239,
	STAMP_LEN = 32,
};

/* --- results -------------------------------------------------------------- */

int
job_exit_status(const struct job_result *res)
{
	switch (res->end) {
	case JOB_ENDED:
	case JOB_SCANNED:
		return res->code < CODE_MOST ? (int)res->code : CODE_MOST;
	case JOB_ABENDED:
		return EXIT_ABEND;
	case JOB_JCL_ERROR:
		return EXIT_JCL_ERROR;
	case JOB_CANCELLED:
		return EXIT_CANCELLED;
	case JOB_RUNS:
	case JOB_NOT_RUN:
	case JOB_HELD:
		break;
	}
	return EXIT_NOT_RUN;
}

void
job_end_text(const struct job_result *res, char out[JOB_END_TEXT])
{
	const char *word = "NOT RUN";

	switch (res->end) {
	case JOB_ENDED:
		snprintf(out, JOB_END_TEXT, "RC=%04u", res->code % 10000);
		return;
	case JOB_ABENDED:
		snprintf(out, JOB_END_TEXT, "ABEND=%s", res->abend);
		return;
	case JOB_JCL_ERROR:
		word = "JCL ERROR";
		break;
	case JOB_CANCELLED:
		word = "CANCELED";
		break;
	case JOB_RUNS:
		word = "RUNNING";
		break;
	case JOB_SCANNED:
		word = "SCANNED";
		break;
	case JOB_HELD:
		word = "HELD";
		break;
	case JOB_NOT_RUN:
		break;
	}
	snprintf(out, JOB_END_TEXT, "%s", word);
}

void
job_result_free(struct job_result **resp)
{
	if (resp == NULL || *resp == NULL)
		return;
	for (int i = 0; (*resp)->steps != NULL && i < (*resp)->jcl->nsteps;
	     i++) {
		free((*resp)->steps[i].data);
		free((*resp)->steps[i].prints);
	}
	free((*resp)->steps);
	free((*resp)->groups);
	free(*resp);
	*resp = NULL;
}

static struct job_result *
result_new(const struct job_env *env, const struct jcl_job *jcl)
{
	struct job_result *res = calloc(1, sizeof(*res));

	if (res == NULL)
		return NULL;
	res->jcl = jcl;
	res->steps = calloc((size_t)jcl->nsteps + 1, sizeof(*res->steps));
	if (res->steps == NULL) {
		free(res);
		return NULL;
	}
	snprintf(res->owner, sizeof(res->owner), "%s",
	    jcl->user != NULL ? jcl->user : env->user);
	ds_now(&res->start);
	res->stop = res->start;
	return res;
}

/* --- the lists ------------------------------------------------------------ */

/* MSGLEVEL: 0 the JOB statement alone, 2 the input's, 1 all of it. */
static bool
is_listed(const struct jcl_job *jcl, const struct jcl_listing *l)
{
	switch (jcl->msglevel_statements) {
	case 0:
		return l->stmt <= 1;
	case 2:
		return strncmp(l->text, "//", 2) == 0;
	default:
		return true;
	}
}

static void
list_jcl(struct job *job)
{
	const struct jcl_job *jcl = job->jcl;
	const struct jcl_message *m;
	char line[512], at[32] = "";
	int i;

	for (i = 0; i < jcl->nlisting; i++) {
		if (!is_listed(jcl, &jcl->listing[i]))
			continue;
		jcl_listing_format(line, sizeof(line), &jcl->listing[i]);
		joblog_line(job->log, LOG_JCL, "%s", line);
	}
	if (jcl->nmessages > 0)
		joblog_line(job->log, LOG_SYSTEM, " STMT NO. MESSAGE");
	for (i = 0; i < jcl->nmessages; i++) {
		m = &jcl->messages[i];
		if (m->stmt > 0)
			snprintf(at, sizeof(at), "%9d", m->stmt);
		else
			snprintf(at, sizeof(at), "%9s", "");
		joblog_line(job->log, LOG_SYSTEM, "%s %s%s%s", at,
		    m->number != NULL ? m->number : "CATAMOUNT",
		    m->text[0] == ' ' ? "" : " ", m->text);
	}
}

static void
say_title(struct job *job)
{
	static const char *const days[] = {"SUNDAY", "MONDAY", "TUESDAY",
	    "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"};
	static const char *const months[] = {"JAN", "FEB", "MAR", "APR", "MAY",
	    "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
	const struct tm *t = &job->res->start;
	struct tm day = *t;

	/* The day of the week of a clock that was set. */
	timegm(&day);
	joblog_bare(job->log, "%20sJ E S 2  J O B  L O G", "");
	joblog_bare(job->log, "%s", "");
	joblog_line(job->log, LOG_JOB, "---- %s, %02d %s %04d ----",
	    days[day.tm_wday % 7], t->tm_mday, months[t->tm_mon % 12],
	    t->tm_year + 1900);
}

static void
say_started(struct job *job)
{
	const char class[2] = {
	    job->jcl->class != 0 ? job->jcl->class : 'A', '\0'};
	char name[9], at[STAMP_LEN] = "";

	snprintf(name, sizeof(name), "%-8.8s", job->jcl->name);
	joblog_msg(
	    job->log, LOG_JOB, MSG_HASP373, name, "1", class, "CTM1", NULL);
	if (strftime(at, sizeof(at), "%H.%M.%S", &job->res->start) == 0)
		at[0] = '\0';
	joblog_msg(job->log, LOG_JOB, MSG_IEF403I, job->jcl->name, at, NULL);
	joblog_line(job->log, LOG_JOB,
	    "-STEPNAME PROCSTEP    RC   EXCP   CONN       TCB       SRB  "
	    "CLOCK");
}

static void
say_stopped(struct job *job)
{
	struct job_log *log = job->log;
	char name[9], at[STAMP_LEN] = "";
	const double cpu = job->cpu;

	snprintf(name, sizeof(name), "%-8.8s", job->jcl->name);
	if (strftime(at, sizeof(at), "%Y%j.%H%M", &job->res->start) > 0)
		joblog_msg(log, LOG_SYSTEM, MSG_IEF375I, name, at, NULL);
	if (strftime(at, sizeof(at), "%Y%j.%H%M", &job->res->stop) > 0)
		joblog_msg(log, LOG_SYSTEM, MSG_IEF033I, name, at, NULL);
	joblog_line(log, LOG_SYSTEM,
	    "        CPU: %5d HR  %02d MIN  %05.2f SEC    SRB:     0 HR  00 "
	    "MIN  00.00 SEC",
	    (int)(cpu / 3600), (int)(cpu / 60) % 60,
	    cpu - 60 * (double)(int)(cpu / 60));
	if (strftime(at, sizeof(at), "%H.%M.%S", &job->res->stop) == 0)
		at[0] = '\0';
	joblog_msg(log, LOG_JOB,
	    job->res->end == JOB_JCL_ERROR ? MSG_IEF453I : MSG_IEF404I,
	    job->jcl->name, at, NULL);
	joblog_line(log, LOG_JOB,
	    "-%-8s ENDED.  NAME-%-20.20s TOTAL TCB CPU TIME=%6.2f TOTAL "
	    "ELAPSED TIME=%6.1f",
	    job->jcl->name,
	    job->jcl->programmer != NULL ? job->jcl->programmer : "", cpu / 60,
	    (wall_seconds() - job->began) / 60);
}

/* --- the run -------------------------------------------------------------- */

/* The wait for names begins: who has them? */
static void
tell_waiting(void *ctx, const struct ds_diag *diag)
{
	struct job *job = ctx;
	char text[400];

	joblog_msg(job->log, LOG_JOB, MSG_IEF861I, job->jcl->name, NULL);
	joblog_msg(
	    job->log, LOG_JOB, MSG_IEF863I, diag->name, diag->holder, NULL);
	snprintf(text, sizeof(text), "%s waits for %s, held by %s",
	    job->jcl->name, diag->name, diag->holder);
	if (job->env->say != NULL)
		job->env->say(text);
}

/* Does step i say what the job's code is? JOBRC: the highest code of all, that
 * of the last step that ran, or a step's. */
static bool
says_code(const struct job *job, int i)
{
	const struct job_result *res = job->res;

	switch (job->jcl->jobrc) {
	case JCL_JOBRC_LAST:
		for (int k = i + 1; k < job->jcl->nsteps; k++)
			if (res->steps[k].fate == STEP_RAN)
				return false;
		return true;
	case JCL_JOBRC_STEP:
		/* One that did not run has none to tell. */
		return i == job->jcl->jobrc_step ||
		       res->steps[job->jcl->jobrc_step].fate != STEP_RAN;
	case JCL_JOBRC_MAX:
		break;
	}
	return true;
}

/* The job's code is the highest of its steps; what else happened goes before
 * it. */
static void
conclude(struct job *job)
{
	struct job_result *res = job->res;
	const struct step_result *s;
	int i;

	for (i = 0; i < job->jcl->nsteps; i++) {
		s = &res->steps[i];
		if (s->fate != STEP_RAN)
			continue;
		if (s->end.kind == PROGRAM_CODE && s->end.code > res->code &&
		    says_code(job, i))
			res->code = s->end.code;
		if (s->end.kind != PROGRAM_CODE && res->abend[0] == '\0')
			program_end_text(&s->end, res->abend);
	}
	if (res->end != JOB_RUNS)
		return;
	res->end = res->abend[0] == '\0' ? JOB_ENDED : JOB_ABENDED;
}

static bool
was_cancelled(const struct job *job, int n)
{
	const struct program_end *end = &job->res->steps[n].end;

	return job->res->steps[n].fate == STEP_RAN &&
	       end->kind == PROGRAM_SYSTEM &&
	       (end->code == 0x222 || end->code == 0x322);
}

/* What is known of the job now. */
static enum ds_status
store(struct job *job, struct ds_diag *diag)
{
	char *text = job_facts(job->res);
	enum ds_status st;

	if (text == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	st = spool_job_store(job->spool, text, strlen(text), diag);
	free(text);
	return st;
}

/* What a profile refuses the job is in its log, and told as before too. */
static void
log_line(void *ctx, const char *text)
{
	joblog_line(ctx, LOG_JOB | LOG_SYSTEM, "%s", text);
}

static void
log_denied(void *ctx, const struct ds_denial *d)
{
	ds_denial_lines(d, log_line, ctx);
	ds_denial_print(stderr, d);
}

/* A generation that should have gone. */
static void
log_kept(void *ctx, const char *name, const char *holder)
{
	joblog_note(ctx, LOG_JOB | LOG_SYSTEM,
	    "%s ROLLED OFF, NOT SCRATCHED: IT IS HELD BY %s", name, holder);
}

static void
run_steps(struct job *job)
{
	const struct jcl_job *jcl = job->jcl;
	int n = jcl->restart.coded ? jcl->restart.step : 0;

	for (; n < jcl->nsteps; n++) {
		if (!job->failed && job->env->interrupted != NULL &&
		    job->env->interrupted()) {
			job->res->end = JOB_CANCELLED;
			job->failed = true;
		}
		/* GDGBIAS=STEP: numbers are what they are now. */
		if (jcl->gdgbias_step)
			ds_gdg_forget(job->env->sys);
		step_run(job, n);
		if (was_cancelled(job, n)) {
			job->res->end = JOB_CANCELLED;
			job->failed = true;
		}
		/* Should this process die, so much is known. */
		joblog_flush(job->log);
		if (n + 1 < jcl->nsteps)
			store(job, NULL);
	}
	conclude(job);
	unallocate_job(job, job->res->end != JOB_ENDED);
}

/* True: it is not to run, and why is in the result. */
static bool
must_not_run(struct job *job)
{
	struct job_result *res = job->res;
	const unsigned both = LOG_JOB | LOG_SYSTEM;

	if (job->jcl->failed) {
		res->end = JOB_JCL_ERROR;
		joblog_msg(job->log, both, MSG_IEFC452I, job->jcl->name, NULL);
		return true;
	}
	if (job->env->scan) {
		res->end = JOB_SCANNED;
		return true;
	}
	switch (job->jcl->typrun) {
	case JCL_TYPRUN_HOLD:
	case JCL_TYPRUN_JCLHOLD:
		res->end = JOB_HELD;
		return true;
	case JCL_TYPRUN_SCAN:
	case JCL_TYPRUN_COPY:
		res->end = JOB_SCANNED;
		return true;
	case JCL_TYPRUN_NONE:
		break;
	}
	return false;
}

static bool
hold_names(struct job *job)
{
	struct enq_owner *owner = ds_system_owner(job->env->sys);
	struct job_result *res = job->res;
	struct ds_diag diag = {0};
	enum ds_status st;

	enq_owner_tell(owner, tell_waiting, job);
	if ((st = restart_find(job, &diag)) == DS_OK)
		st = names_take(job, &diag);
	enq_owner_tell(owner, NULL, NULL);
	if (st == DS_OK)
		return true;
	res->end = job->env->interrupted != NULL && job->env->interrupted()
		       ? JOB_CANCELLED
		       : JOB_NOT_RUN;
	snprintf(res->why, sizeof(res->why), "%s: %s%s%.80s", diag.name,
	    ds_status_text(st), diag.holder[0] != '\0' ? ", held by " : "",
	    diag.holder);
	joblog_note(job->log, LOG_JOB | LOG_SYSTEM, "%s NOT RUN: %s",
	    job->jcl->name, res->why);
	return false;
}

static void
run(struct job *job)
{
	char name[9], how[JOB_END_TEXT];

	say_title(job);
	list_jcl(job);
	if (!must_not_run(job) && hold_names(job)) {
		ds_now(&job->res->start);
		job->began = wall_seconds();
		say_started(job);
		if (job->jcl->msglevel_messages == 0)
			joblog_hold(job->log);
		run_steps(job);
		ds_now(&job->res->stop);
		say_stopped(job);
	}
	snprintf(name, sizeof(name), "%-8.8s", job->jcl->name);
	job_end_text(job->res, how);
	joblog_msg(job->log, LOG_JOB, MSG_HASP395, name, how, NULL);
}

/* Whose its output is: with security=on the one for whom it is done, whatever
 * else names it. */
static void
set_owner(const struct job *job)
{
	struct ds_system *sys = job->env->sys;

	if (ds_system_config(sys)->security)
		snprintf(job->res->owner, sizeof(job->res->owner), "%s",
		    ds_system_user(sys));
}

static enum ds_status
begin(struct job *job, struct ds_diag *diag)
{
	const struct jcl_job *jcl = job->jcl;
	enum ds_status st;

	job->res = result_new(job->env, jcl);
	job->results = calloc((size_t)jcl->nsteps + 1, sizeof(*job->results));
	if (job->res == NULL || job->results == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	set_owner(job);
	enq_set_job(jcl->name);
	ds_gdg_forget(job->env->sys);
	st = spool_job_new(job->env->sys, &job->spool, diag);
	if (st != DS_OK)
		return st;
	memcpy(job->res->id, spool_job_id(job->spool), sizeof(job->res->id));
	if ((st = joblog_open(job->spool, &job->log, diag)) != DS_OK)
		return st;
	ds_system_on_denied(job->env->sys, log_denied, job->log);
	ds_system_on_kept(job->env->sys, log_kept, job->log);
	st = ds_temps_new(job->env->sys, jcl->name, &job->temps, diag);
	return st == DS_OK ? store(job, diag) : st;
}

/* It has run, and that stays so; but its lists are not whole. */
static void
complain(const struct job *job, enum ds_status st, const struct ds_diag *diag)
{
	char text[400];

	if (st == DS_OK || job->env->say == NULL)
		return;
	snprintf(text, sizeof(text), "%s %s: the spool: %s: %s", job->res->id,
	    job->jcl->name, ds_status_text(st), diag->text);
	job->env->say(text);
}

struct job_result *
job_run(struct job_env *env, const struct jcl_job *jcl, struct ds_diag *diag)
{
	struct job job = {.env = env, .jcl = jcl};
	enum ds_status st;

	if ((st = begin(&job, diag)) == DS_OK)
		run(&job);
	ds_temps_free(&job.temps);
	names_free(&job);
	unnamed_free(&job);
	if (st == DS_OK) {
		complain(&job, joblog_close(&job.log, diag), diag);
		complain(&job, store(&job, diag), diag);
	} else {
		joblog_close(&job.log, NULL);
		job_result_free(&job.res);
	}
	spool_job_free(&job.spool);
	free(job.results);
	free(job.recorded);
	return job.res;
}
