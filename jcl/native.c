/*
 * A step's program that is not of the table: a script or an executable of a
 * directory that is bound to a name of STEPLIB or JOBLIB, a member of a data
 * set there, or of the directory of programs. Never of $PATH.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jcl/native_int.h"
#include "services/security.h"

enum {
	LOOK_MS = 200, /* how often it is asked whether the run is to end */
	GRACE_LOOKS = 25,
	ABEND_RECORD = 0x002,
	ABEND_OPEN = 0x013,
	ABEND_MODULE = 0x106,
};

#define STDOUT_FILE ".stdout"
#define STDERR_FILE ".stderr"
#define PROGRAM_FILE ".program"

extern char **environ;

static void
abend(struct program_end *end, unsigned code, const char *fmt, const char *why)
{
	memset(end, 0, sizeof(*end));
	end->kind = PROGRAM_SYSTEM;
	end->code = code;
	end->reason = 4;
	snprintf(end->why, sizeof(end->why), fmt, why);
}

/* --- finding -------------------------------------------------------------- */

/* The file of a directory; the caller frees. */
static char *
in_directory(const char *dir, const char *pgm)
{
	struct stat sb;
	char *path = NULL;

	if (dir == NULL || asprintf(&path, "%s/%s", dir, pgm) < 0)
		return NULL;
	if (stat(path, &sb) == 0 && S_ISREG(sb.st_mode))
		return path;
	free(path);
	return NULL;
}

/* Records to a file that can be run: a script by its lines, an executable by
 * its bytes. False: it is neither. */
static bool
extract(struct native *nt, struct ds_file *file, const char *path)
{
	static const char elf[] = {0x7F, 'E', 'L', 'F'};
	const bool text = ds_attrs(file)->recfm != DS_RECFM_U;
	char head[4] = "";
	enum ds_status st;
	FILE *fp;

	if ((fp = fopen(path, "w+e")) == NULL)
		return false;
	st = native_copy(file, text, fp, &nt->diag);
	rewind(fp);
	if (st == DS_OK && fread(head, 1, 4, fp) != 4)
		st = DS_EOD;
	fclose(fp);
	return st == DS_OK && chmod(path, 0700) == 0 &&
	       (memcmp(head, "#!", 2) == 0 || memcmp(head, elf, 4) == 0);
}

static char *
in_data_set(struct native *nt, const char *dsn, const char *pgm)
{
	char name[DSNAME_MAX + MEMBER_MAX + 3], *path = NULL;
	struct ds_file *file = NULL;

	snprintf(name, sizeof(name), "%.44s(%.8s)", dsn, pgm);
	if (ds_open_name(nt->sr->job->env->sys, name, DS_INPUT | DS_SEQ, &file,
		&nt->diag) != DS_OK)
		return NULL;
	if (asprintf(&path, "%s/" PROGRAM_FILE, nt->dir) < 0)
		path = NULL;
	if (path != NULL && !extract(nt, file, path)) {
		unlink(path);
		free(path);
		path = NULL;
	}
	ds_abandon(&file);
	return path;
}

static char *
find(struct native *nt, const char *pgm)
{
	struct job *job = nt->sr->job;
	const struct jcl_dd *dd = jcl_dd_find(nt->sr->step, "STEPLIB");
	const struct job_binding *b;
	struct dd_name name;
	char *path = NULL;

	if (nt->sr->step->pgm_ref != NULL)
		dd = nt->sr->step->pgm_ref; /* where else it might be */
	for (dd = dd != NULL ? dd : job->jcl->joblib;
	     path == NULL && dd != NULL; dd = dd->next) {
		if (!dd_is_data_set(dd) ||
		    dd_resolve(job, dd, &name, &nt->diag) != DS_OK)
			continue;
		b = binding_find(job->env, name.dsn);
		path = b != NULL ? in_directory(b->dir, pgm)
				 : in_data_set(nt, name.dsn, pgm);
	}
	return path != NULL ? path : in_directory(job->env->programs, pgm);
}

/* --- running -------------------------------------------------------------- */

static bool
set_variables(struct native *nt)
{
	const struct native_dd *dd;
	char name[16];
	bool good;

	good = setenv("CATAMOUNT_ROOT", ds_system_root(nt->sr->job->env->sys),
		   1) == 0 &&
	       setenv("JOBNAME", nt->sr->job->jcl->name, 1) == 0 &&
	       setenv("JOBID", nt->sr->job->res->id, 1) == 0 &&
	       setenv("STEPNAME", nt->sr->step->name, 1) == 0;
	/* programs of ours that it starts ask for the job's user, too */
	if (good && nt->user[0] != '\0')
		good = setenv("CATAMOUNT_USER", nt->user, 1) == 0;
	for (dd = nt->dds; good && dd != NULL; dd = dd->next) {
		snprintf(name, sizeof(name), "DD_%s", dd->name);
		good = setenv(name, dd->path, 1) == 0;
	}
	return good;
}

static bool
redirect(const struct native *nt, const char *file, int flags, int to)
{
	char path[4096];
	int fd;

	if (file[0] == '/')
		snprintf(path, sizeof(path), "%s", file);
	else
		snprintf(path, sizeof(path), "%s/%s", nt->dir, file);
	fd = open(path, flags, 0600);
	return fd >= 0 && dup2(fd, to) == to && (fd == to || close(fd) == 0);
}

/* In the child; never returns. SYSIN is its standard input, too. */
static void
become(struct native *nt, const char *path, const char *parm, const char *enq,
    double limit)
{
	const int out = O_WRONLY | O_CREAT | O_TRUNC;
	const bool sysin = dd_exists(nt->sr->dds, "SYSIN");
	char *argv[] = {(char *)path, (char *)parm, NULL};
	int fd = enq_owner_fd(ds_system_owner(nt->sr->job->env->sys));
	struct rlimit lim;

	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (limit > 0) {
		lim.rlim_cur = (rlim_t)limit + 1;
		lim.rlim_max = lim.rlim_cur + 2;
		setrlimit(RLIMIT_CPU, &lim);
	}
	if (fd >= 0)
		fcntl(fd, F_SETFD, 0);
	if (set_variables(nt) && setenv(ENQ_ENV, enq, 1) == 0 &&
	    redirect(nt, sysin ? "SYSIN" : "/dev/null", O_RDONLY, 0) &&
	    redirect(nt, STDOUT_FILE, out, 1) &&
	    redirect(nt, STDERR_FILE, out, 2))
		execve(path, argv, environ);
	_exit(127);
}

/* Its end; who asks the run to end asks it too, and then makes it. */
static int
wait_for(const struct native *nt, pid_t pid)
{
	const struct job_env *env = nt->sr->job->env;
	struct pollfd pfd = {.events = POLLIN};
	int status = 0, looks = 0;

	pfd.fd = (int)syscall(SYS_pidfd_open, pid, 0);
	while (waitpid(pid, &status, WNOHANG) == 0) {
		poll(&pfd, pfd.fd >= 0, LOOK_MS);
		if (env->interrupted == NULL || !env->interrupted())
			continue;
		kill(pid, looks == 0 ? SIGTERM : 0);
		if (++looks > GRACE_LOOKS)
			kill(pid, SIGKILL);
	}
	if (pfd.fd >= 0)
		close(pfd.fd);
	return status;
}

/* What the kernel ends a program for is what a machine would (mem: SIGABRT is
 * what Language Environment ends with). */
static void
end_by_signal(int sig, struct program_end *end)
{
	static const struct {
		int sig;
		unsigned code;
	} codes[] = {{SIGILL, 0x0C1}, {SIGSEGV, 0x0C4}, {SIGBUS, 0x0C6},
	    {SIGFPE, 0x0CB}, {SIGXCPU, 0x322}};
	unsigned code = 0x222;

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i].sig == sig)
			code = codes[i].code;
	abend(end, code, "ended by signal %s", sigabbrev_np(sig));
	if (sig == SIGABRT) {
		end->kind = PROGRAM_USER;
		end->code = 4038;
	}
}

static void
run(struct native *nt, const char *path, const char *parm,
    struct program_end *end)
{
	struct enq_owner *owner = ds_system_owner(nt->sr->job->env->sys);
	const double limit = step_limit(nt->sr);
	char *enq = NULL;
	int status;
	pid_t pid;

	if (enq_owner_pass(owner, &enq, &nt->diag) != DS_OK) {
		abend(end, ABEND_MODULE, "%s", nt->diag.text);
		return;
	}
	if (ds_system_config(nt->sr->job->env->sys)->security)
		snprintf(nt->user, sizeof(nt->user), "%s",
		    ds_system_user(nt->sr->job->env->sys));
	fflush(NULL);
	if ((pid = fork()) == 0)
		become(nt, path, parm, enq, limit);
	free(enq);
	if (pid < 0) {
		abend(end, ABEND_MODULE, "%s", strerror(errno));
		return;
	}
	status = wait_for(nt, pid);
	if (WIFSIGNALED(status)) {
		end_by_signal(WTERMSIG(status), end);
		return;
	}
	memset(end, 0, sizeof(*end));
	end->kind = PROGRAM_CODE;
	end->code = (unsigned)WEXITSTATUS(status);
}

/* A file that is no program of its own right gets it in a copy. */
static char *
runnable(struct native *nt, char *path)
{
	char *copy = NULL, buf[65536];
	FILE *from, *to = NULL;
	size_t n;

	if (path == NULL || access(path, X_OK) == 0)
		return path;
	from = fopen(path, "re");
	if (from != NULL && asprintf(&copy, "%s/" PROGRAM_FILE, nt->dir) >= 0)
		to = fopen(copy, "we");
	while (to != NULL && (n = fread(buf, 1, sizeof(buf), from)) > 0)
		fwrite(buf, 1, n, to);
	if (from != NULL)
		fclose(from);
	if (to == NULL || fclose(to) != 0 || chmod(copy, 0700) != 0)
		return path;
	free(path);
	return copy;
}

static bool
make_directory(struct native *nt)
{
	const char *tmp = getenv("TMPDIR");

	if (asprintf(&nt->dir, "%s/catamount-%s-XXXXXX",
		tmp != NULL && tmp[0] == '/' ? tmp : "/tmp",
		nt->sr->job->res->id) < 0) {
		nt->dir = NULL;
		return false;
	}
	return mkdtemp(nt->dir) != NULL;
}

static void
remove_directory(struct native *nt)
{
	static const char *const files[] = {
	    STDOUT_FILE, STDERR_FILE, PROGRAM_FILE};
	char *path = NULL;

	native_dds_free(nt);
	for (size_t i = 0; nt->dir != NULL && i < 3; i++) {
		if (asprintf(&path, "%s/%s", nt->dir, files[i]) < 0)
			continue;
		unlink(path);
		free(path);
	}
	if (nt->dir != NULL)
		rmdir(nt->dir);
	free(nt->dir);
}

/* Its DDs, itself, what it printed, its DDs again. */
static void
run_with_dds(struct native *nt, const char *path, const char *parm,
    struct program_end *end)
{
	enum ds_status st;

	if (native_dds_make(nt) != DS_OK) {
		abend(end, ABEND_OPEN, "%s", nt->diag.text);
		return;
	}
	run(nt, path, parm, end);
	if (native_print(nt, STDOUT_FILE, "STDOUT") != DS_OK ||
	    native_print(nt, STDERR_FILE, "STDERR") != DS_OK)
		joblog_note(nt->sr->job->log, LOG_JOB | LOG_SYSTEM, "%s: %s",
		    nt->diag.name, nt->diag.text);
	if (end->kind == PROGRAM_CODE && (st = native_dds_store(nt)) != DS_OK &&
	    !(st == DS_NOSPACE && program_abend_of(end, st, &nt->diag)))
		abend(end, ABEND_RECORD, "%s", nt->diag.text);
}

bool
native_run(struct step_run *sr, const char *pgm, const char *parm,
    struct program_end *endp)
{
	struct native nt = {.sr = sr};
	char *path = NULL;

	if (!make_directory(&nt)) {
		abend(endp, ABEND_MODULE, "a directory for it: %s",
		    strerror(errno));
		free(nt.dir);
		return true;
	}
	if (pgm[0] != '\0' && strchr(pgm, '/') == NULL)
		path = runnable(&nt, find(&nt, pgm));
	if (path != NULL)
		run_with_dds(&nt, path, parm, endp);
	remove_directory(&nt);
	free(path);
	return path != NULL;
}
