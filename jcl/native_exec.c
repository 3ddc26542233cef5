/* Running a program of the host: its environment, its standard streams, its
 * end, and what a signal stands for. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jcl/native_int.h"

enum {
	LOOK_MS = 200, /* how often it is asked whether the run is to end */
	GRACE_LOOKS = 25,
	ABEND_RECORD = 0x002,
	ABEND_CANCELLED = 0x222,
	ABEND_TIME = 0x322,
};

extern char **environ;

void
native_abend(
    struct program_end *endp, unsigned code, const char *fmt, const char *why)
{
	memset(endp, 0, sizeof(*endp));
	endp->kind = PROGRAM_SYSTEM;
	endp->code = code;
	endp->reason = 4;
	snprintf(endp->why, sizeof(endp->why), fmt, why);
}

/* What the kernel ends a program for is what a machine would (mem: SIGABRT is
 * what Language Environment ends with). */
void
native_signal(int sig, struct program_end *endp)
{
	static const struct {
		int sig;
		unsigned code;
	} codes[] = {{SIGILL, 0x0C1}, {SIGSEGV, 0x0C4}, {SIGBUS, 0x0C6},
	    {SIGFPE, 0x0CB}, {SIGXCPU, ABEND_TIME}};
	unsigned code = ABEND_CANCELLED;

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i].sig == sig)
			code = codes[i].code;
	native_abend(endp, code, "ended by signal %s", sigabbrev_np(sig));
	if (sig == SIGABRT) {
		endp->kind = PROGRAM_USER;
		endp->code = 4038;
	}
}

/* --- in the child --------------------------------------------------------- */

static bool
set_variables(const struct native *nt, const struct native_exec *ex)
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
	for (char *const *v = ex->env; good && v != NULL && *v != NULL; v++)
		good = putenv(*v) == 0;
	return good;
}

static bool
redirect(const struct native *nt, const struct native_stream *s, int to)
{
	char path[4096];
	int fd, len;

	if (s->path[0] == '/')
		len = snprintf(path, sizeof(path), "%s", s->path);
	else
		len = snprintf(path, sizeof(path), "%s/%s", nt->dir, s->path);
	if (len < 0 || (size_t)len >= sizeof(path))
		return false;
	fd = open(path, s->flags | O_NOCTTY, s->mode);
	return fd >= 0 && dup2(fd, to) == to && (fd == to || close(fd) == 0);
}

/* Never returns. */
static void
become(const struct native *nt, const struct native_exec *ex, const char *enq,
    double limit, pid_t parent)
{
	int fd = enq_owner_fd(ds_system_owner(nt->sr->job->env->sys));
	struct rlimit lim;
	bool good;

	/* A job that is killed does not go on in its program. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (limit > 0) {
		/* What the kernel counts for this is not what getrusage(2)
		 * says: a second more, so that the limit was passed. */
		lim.rlim_cur = (rlim_t)limit + 1;
		lim.rlim_max = lim.rlim_cur + 2;
		setrlimit(RLIMIT_CPU, &lim);
	}
	if (fd >= 0)
		fcntl(fd, F_SETFD, 0);
	good = set_variables(nt, ex) && setenv(ENQ_ENV, enq, 1) == 0 &&
	       (ex->cwd == NULL || chdir(ex->cwd) == 0);
	for (int i = 0; good && i < 3; i++)
		good = redirect(nt, &ex->streams[i], i);
	if (good)
		execve(ex->path, ex->argv, environ);
	_exit(127);
}

/* --- in the parent -------------------------------------------------------- */

/* Its end; who asks the run to end asks it too, and then makes it. True: it was
 * asked. */
static bool
wait_for(const struct native *nt, pid_t pid, int *statusp)
{
	const struct job_env *env = nt->sr->job->env;
	struct pollfd pfd = {.events = POLLIN};
	int looks = 0;

	pfd.fd = (int)syscall(SYS_pidfd_open, pid, 0);
	while (waitpid(pid, statusp, WNOHANG) == 0) {
		poll(&pfd, pfd.fd >= 0, LOOK_MS);
		if (env->interrupted == NULL || !env->interrupted())
			continue;
		kill(pid, looks == 0 ? SIGTERM : 0);
		if (++looks > GRACE_LOOKS)
			kill(pid, SIGKILL);
	}
	if (pfd.fd >= 0)
		close(pfd.fd);
	return looks > 0;
}

bool
native_exec(struct native *nt, const struct native_exec *ex, int *statusp,
    struct program_end *endp)
{
	struct ds_system *sys = nt->sr->job->env->sys;
	const double limit = step_limit(nt->sr), before = cpu_seconds();
	const pid_t self = getpid();
	char *enq = NULL;
	bool asked;
	pid_t pid;

	*statusp = 0;
	if (enq_owner_pass(ds_system_owner(sys), &enq, &nt->diag) != DS_OK) {
		native_abend(endp, NATIVE_ABEND_MODULE, "%s", nt->diag.text);
		return false;
	}
	if (ds_system_config(sys)->security)
		snprintf(nt->user, sizeof(nt->user), "%s", ds_system_user(sys));
	fflush(NULL);
	if ((pid = fork()) == 0)
		become(nt, ex, enq, limit, self);
	free(enq);
	if (pid < 0) {
		native_abend(endp, NATIVE_ABEND_MODULE, "%s", strerror(errno));
		return false;
	}
	asked = wait_for(nt, pid, statusp);
	/* A shell tells of the signal that ended its command by a code. */
	if (limit > 0 && cpu_seconds() - before > limit) {
		native_abend(endp, ABEND_TIME, "%s", "its time is used up");
		return false;
	}
	if (asked && WIFSIGNALED(*statusp)) {
		native_signal(SIGTERM, endp);
		return false;
	}
	return true;
}

void
native_finish(struct native *nt, struct program_end *endp)
{
	enum ds_status st;

	if (native_print(nt, NATIVE_STDOUT, "STDOUT") != DS_OK ||
	    native_print(nt, NATIVE_STDERR, "STDERR") != DS_OK)
		joblog_note(nt->sr->job->log, LOG_JOB | LOG_SYSTEM, "%s: %s",
		    nt->diag.name, nt->diag.text);
	if (endp->kind == PROGRAM_CODE &&
	    (st = native_dds_store(nt)) != DS_OK &&
	    !(st == DS_NOSPACE && program_abend_of(endp, st, &nt->diag)))
		native_abend(endp, ABEND_RECORD, "%s", nt->diag.text);
}
