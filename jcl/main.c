/* jclrun: runs jobs, and shows what they printed. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/codepage.h"
#include "jcl/facts.h"
#include "jcl/print.h"
#include "jcl/procs.h"
#include "jcl/spooled.h"
#include "services/security.h"
#include "services/stop.h"
#include "services/sysout.h"

enum { INPUT_MAX = 256 * 1024 * 1024, EXIT_JCL = 241, EXIT_NOT_RUN = 243 };

/* JCL that waits to be run: files, then what jobs submit. */
struct input {
	char *text, *name;
	size_t len;
	struct input *next;
};

struct run {
	struct run_options opts;
	struct job_env env;
	struct procs *procs;
	struct jcl_options jcl;
	struct jcl_symbol_value symbols[DS_SYMBOLS];
	struct input *first, **last;
	int worst;  /* exit status so far */
	bool coded; /* all jobs ended with a code */
};

static volatile sig_atomic_t caught;

static void
note(int sig)
{
	caught = sig;
}

static bool
interrupted(void)
{
	return caught != 0;
}

static void
take_over(int sig)
{
	struct sigaction sa = {0}, old;

	sigemptyset(&sa.sa_mask);
	sa.sa_handler = note;
	sa.sa_flags = (int)SA_RESETHAND; /* a second one ends at once */
	if (sigaction(sig, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		sigaction(sig, &sa, NULL);
}

static void
set_up(void)
{
	struct rlimit lim;
	int fd;

	/* A data set must not become descriptor 0, 1 or 2. */
	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
	if (getrlimit(RLIMIT_NOFILE, &lim) == 0) {
		lim.rlim_cur = lim.rlim_max;
		setrlimit(RLIMIT_NOFILE, &lim);
	}
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	take_over(SIGINT);
	take_over(SIGTERM);
	ds_stop_set(interrupted);
}

static void
say(const char *text)
{
	fprintf(stderr, "jclrun: %s\n", text);
}

/* --- input ---------------------------------------------------------------- */

/* Takes *textp over. */
static bool
add_input(struct run *r, const char *name, char **textp, size_t len)
{
	struct input *in = calloc(1, sizeof(*in));

	if (in == NULL || (in->name = strdup(name)) == NULL) {
		free(in);
		say("no memory");
		return false;
	}
	in->text = *textp;
	in->len = len;
	*textp = NULL;
	*r->last = in;
	r->last = &in->next;
	return true;
}

static bool
read_input(struct run *r, const char *path)
{
	FILE *fp = strcmp(path, "-") == 0 ? stdin : fopen(path, "re"), *to;
	char *text = NULL, buf[65536];
	size_t len = 0, n;
	bool good;

	if (fp == NULL || (to = open_memstream(&text, &len)) == NULL) {
		fprintf(stderr, "jclrun: %s: %s\n", path, strerror(errno));
		if (fp != NULL && fp != stdin)
			fclose(fp);
		return false;
	}
	while ((n = fread(buf, 1, sizeof(buf), fp)) > 0 && len < INPUT_MAX) {
		fwrite(buf, 1, n, to);
		fflush(to);
	}
	good = !ferror(fp);
	if (!good || len >= INPUT_MAX)
		fprintf(stderr, "jclrun: %s: %s\n", path,
		    good ? "it is too long" : strerror(errno));
	if (fclose(to) != 0 || len >= INPUT_MAX)
		good = false;
	if (fp != stdin)
		fclose(fp);
	good = good && add_input(r, path, &text, len);
	free(text);
	return good;
}

/* A SYSOUT data set of the internal reader becomes input. */
static bool
submit(struct run *r, const struct job_result *res, const char *file)
{
	char *path = spool_path(r->env.sys, res->id, file), *text = NULL, ctl;
	struct sysout *so = NULL;
	struct ds_diag diag = {0};
	const char *line;
	size_t len = 0, n;
	enum ds_status st;
	bool good = false;
	FILE *to = NULL;

	st = path != NULL ? sysout_open(path, &so, &diag) : DS_NOMEM;
	free(path);
	if (st == DS_NOFILE)
		return true;
	if (st == DS_OK && (to = open_memstream(&text, &len)) == NULL)
		st = DS_NOMEM;
	while (st == DS_OK &&
	       (st = sysout_line(so, &ctl, &line, &n, &diag)) == DS_OK) {
		fwrite(line, 1, n, to);
		fputc('\n', to);
	}
	sysout_close(&so);
	if (to != NULL && fclose(to) == 0 && st == DS_EOD)
		good = add_input(r, "INTRDR", &text, len);
	else
		say_status("INTRDR", st, &diag);
	free(text);
	return good;
}

static void
submit_all(struct run *r, const struct job_result *res)
{
	for (int i = 0; i < res->jcl->nsteps; i++)
		for (size_t k = 0; k < res->steps[i].nprints; k++)
			if (res->steps[i].prints[k].submitted)
				submit(r, res, res->steps[i].prints[k].file);
}

/* --- jobs ----------------------------------------------------------------- */

static void
complain(const char *file, const struct jcl_message *m)
{
	if (m->severity != JCL_ERROR)
		return;
	if (m->member != NULL)
		fprintf(stderr, "jclrun: %s: %s(%d)", file, m->member, m->card);
	else if (m->card == 0)
		fprintf(stderr, "jclrun: %s", file);
	else
		fprintf(stderr, "jclrun: %s:%d", file, m->card);
	fprintf(stderr, ": %s%s%s\n", m->number != NULL ? m->number : "",
	    m->number != NULL && m->text[0] != ' ' ? " " : "", m->text);
}

static void
worst(struct run *r, int status, bool coded)
{
	if (status > r->worst)
		r->worst = status;
	r->coded &= coded;
}

static void
show(struct run *r, const struct job_result *res)
{
	char *facts = job_facts(res);
	struct ds_diag diag = {0};
	enum ds_status st = DS_OK;

	if (facts == NULL)
		st = ds_fail(&diag, DS_NOMEM, NULL, NULL);
	else if (r->opts.json)
		puts(facts);
	else
		st = job_print(r->env.sys, res->id, facts, NULL, &diag);
	free(facts);
	if (st != DS_OK)
		say_status(res->id, st, &diag);
}

/* With security=on a job is done for its USER, who is the one that runs it, or
 * anybody when that is the root's owner. */
static bool
for_its_user(struct run *r, const struct jcl_job *job)
{
	const char *user = job->user != NULL ? job->user : r->opts.user;
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!ds_system_config(r->env.sys)->security)
		return true;
	st = ds_system_act_as(r->env.sys, user, &diag);
	if (st != DS_OK)
		say_status(job->name, st, &diag);
	return st == DS_OK;
}

static void
run_job(struct run *r, const struct jcl_job *job, const char *file)
{
	struct ds_diag diag = {0};
	struct job_result *res;

	for (int i = 0; i < job->nmessages; i++)
		complain(file, &job->messages[i]);
	if (!for_its_user(r, job)) {
		worst(r, EXIT_NOT_RUN, false);
		return;
	}
	if ((res = job_run(&r->env, job, &diag)) == NULL) {
		say_status(job->name, diag.status, &diag);
		worst(r, EXIT_NOT_RUN, false);
		return;
	}
	if (res->why[0] != '\0')
		fprintf(stderr, "jclrun: %s %s%s: %s\n", res->id, job->name,
		    res->end == JOB_NOT_RUN ? " not run" : "", res->why);
	if (!r->opts.quiet)
		show(r, res);
	worst(r, job_exit_status(res),
	    res->end == JOB_ENDED || res->end == JOB_SCANNED);
	submit_all(r, res);
	job_result_free(&res);
}

static void
run_input(struct run *r, const struct input *in)
{
	const struct jcl_ops ops = {.ctx = r->procs, .member = procs_member};
	struct jcl *jcl = jcl_read(in->text, in->len, &ops, &r->jcl);

	if (jcl == NULL) {
		say("no memory");
		worst(r, EXIT_NOT_RUN, false);
		return;
	}
	for (int i = 0; i < jcl->nmessages; i++)
		complain(in->name, &jcl->messages[i]);
	if (jcl->njobs == 0 && !jcl->failed)
		fprintf(stderr, "jclrun: %s: there is no JOB statement\n",
		    in->name);
	if (jcl->njobs == 0 || jcl->nmessages > 0)
		worst(r, EXIT_JCL, false);
	for (int i = 0; i < jcl->njobs && !interrupted(); i++)
		run_job(r, &jcl->jobs[i], in->name);
	jcl_free(&jcl);
}

static void
set_environment(struct run *r)
{
	const struct ds_config *cfg = ds_system_config(r->env.sys);
	struct run_options *o = &r->opts;

	r->env.user = o->user != NULL          ? o->user
		      : cfg->userid[0] != '\0' ? cfg->userid
					       : "CATAMNT";
	r->env.wait_ms = o->wait_ms;
	r->env.binds = o->binds;
	r->env.nbinds = o->nbinds;
	r->env.proclibs = o->proclibs;
	r->env.nproclibs = o->nproclibs;
	r->env.programs = o->programs;
	r->env.restart_recorded = o->restart_recorded;
	r->env.scan = o->scan;
	r->env.interrupted = interrupted;
	r->env.say = say;
	r->jcl.fold = o->fold;
	r->jcl.user = r->env.user;
	for (unsigned i = 0; i < cfg->nsymbols; i++) {
		r->symbols[i].name = cfg->symbols[i].name;
		r->symbols[i].value = cfg->symbols[i].value;
	}
	r->jcl.symbols = r->symbols;
	r->jcl.nsymbols = (int)cfg->nsymbols;
}

static int
run_all(struct run *r)
{
	struct input *in;

	if (!run_options_configure(&r->opts, ds_system_config(r->env.sys)))
		return EXIT_USAGE;
	set_environment(r);
	r->last = &r->first;
	r->coded = true;
	/* All are there before the first job runs. */
	for (int i = 0; i < r->opts.nargs; i++)
		if (!read_input(r, r->opts.args[i]))
			return EXIT_USAGE;
	if ((r->procs = procs_new(&r->env)) == NULL) {
		say("no memory");
		return EXIT_USAGE;
	}
	job_sweep(r->env.sys);
	while ((in = r->first) != NULL && !interrupted()) {
		run_input(r, in);
		r->first = in->next;
		if (r->first == NULL)
			r->last = &r->first;
		free(in->text);
		free(in->name);
		free(in);
	}
	return r->coded && r->worst <= r->opts.max_rc ? 0 : r->worst;
}

static int
do_command(struct run *r)
{
	switch (r->opts.command) {
	case RUN_JOBS:
		return run_all(r);
	case RUN_LIST:
		return spooled_list(r->env.sys, &r->opts) ? 0 : EXIT_USAGE;
	case RUN_SHOW:
		return spooled_show(r->env.sys, &r->opts) ? 0 : EXIT_USAGE;
	case RUN_PURGE:
		return spooled_purge(r->env.sys, &r->opts) ? 0 : EXIT_USAGE;
	}
	return EXIT_USAGE;
}

int
main(int argc, char **argv)
{
	struct run r = {0};
	struct ds_diag diag = {0};
	struct input *in;
	enum options_end end;
	enum ds_status st;
	bool made = false;
	int status = 0;

	set_up();
	ds_unlogged_set(ds_unlogged_print);
	end = run_options_parse(&r.opts, argc, argv);
	if (end == OPTIONS_WRONG)
		status = EXIT_USAGE;
	if (end == OPTIONS_GOOD) {
		st = ds_system_open(r.opts.root, &r.env.sys, &made, &diag);
		if (st != DS_OK)
			say_status("system root", st, &diag);
		if (made)
			fprintf(stderr, "jclrun: made the system root %s\n",
			    ds_system_root(r.env.sys));
		if (st == DS_OK)
			ds_system_on_denied(r.env.sys, ds_denial_print, stderr);
		status = st == DS_OK ? do_command(&r) : EXIT_USAGE;
	}
	while ((in = r.first) != NULL) {
		r.first = in->next;
		free(in->text);
		free(in->name);
		free(in);
	}
	procs_free(&r.procs);
	ds_system_close(&r.env.sys);
	run_options_free(&r.opts);
	return status;
}
