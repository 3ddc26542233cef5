/*
 * ENQ: owners, lists, waits, who has what, and the programs that an owner
 * starts. What is to be expected is what services/enq.h says.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/enq.h"
#include "services/system_int.h"
#include "tests/support/child.h"
#include "tests/support/root.h"

static char root[ROOT_LEN];
static struct enq_owner *a, *b, *c;
static struct ds_diag diag;

static int
setup(void **state)
{
	(void)state;
	if (!root_new(root, "t4008") ||
	    enq_owner_new(root, "JOBA", &a, NULL) != DS_OK ||
	    enq_owner_new(root, "JOBB", &b, NULL) != DS_OK ||
	    enq_owner_new(root, "JOBC", &c, NULL) != DS_OK)
		return -1;
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	enq_owner_free(&a);
	enq_owner_free(&b);
	enq_owner_free(&c);
	return root_remove(root);
}

static enum ds_status
take(struct enq_owner *o, const char *name, enum enq_mode mode, int ms,
    struct enq **enqp)
{
	memset(&diag, 0, sizeof(diag));
	return enq_take(o, "SYSDSN", name, mode, ms, enqp, &diag);
}

static long
now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* --- owners ----------------------------------------------------------------
 */

static void
owners_of_one_process_conflict(void **state)
{
	struct enq *x = NULL, *y = NULL;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_OK);
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_BUSY);
	assert_string_equal(diag.holder, "this program itself");
	assert_true(enq_held(a, "SYSDSN", "X"));
	assert_false(enq_held(b, "SYSDSN", "X"));
	enq_free(&x);
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_OK);
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &x), DS_OK);
	enq_free(&x);
	enq_free(&y);
}

static void
exclusive_is_shared_again_when_it_is_not_needed(void **state)
{
	struct enq *shr = NULL, *exc = NULL, *y = NULL;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &shr), DS_OK);
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &exc), DS_OK);
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_BUSY);
	enq_free(&exc);
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_OK);
	/* and b keeps it from becoming exclusive again */
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &exc), DS_BUSY);
	assert_true(enq_held(a, "SYSDSN", "X"));
	enq_free(&y);
	enq_free(&shr);
	assert_int_equal(take(b, "X", ENQ_EXC, 0, &y), DS_OK);
	enq_free(&y);
}

static void
an_owner_that_goes_frees_all_it_holds(void **state)
{
	struct enq *x = NULL, *y = NULL, *z = NULL;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_OK);
	assert_int_equal(take(a, "Y", ENQ_SHR, 0, &y), DS_OK);
	enq_owner_free(&a);
	assert_int_equal(take(b, "X", ENQ_EXC, 0, &z), DS_OK);
	/* what is left of it is freed without harm to others */
	enq_free(&x);
	enq_free(&y);
	assert_int_equal(take(c, "X", ENQ_SHR, 0, &x), DS_BUSY);
	enq_free(&z);
}

static void
a_test_takes_nothing(void **state)
{
	struct enq *x = NULL;

	(void)state;
	assert_int_equal(enq_test(a, "SYSDSN", "X", ENQ_EXC, &diag), DS_OK);
	assert_false(enq_held(a, "SYSDSN", "X"));
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &x), DS_OK);
	assert_int_equal(enq_test(a, "SYSDSN", "X", ENQ_SHR, &diag), DS_OK);
	assert_int_equal(enq_test(a, "SYSDSN", "X", ENQ_EXC, &diag), DS_BUSY);
	assert_int_equal(enq_test(b, "SYSDSN", "X", ENQ_EXC, &diag), DS_OK);
	enq_free(&x);
}

/* --- lists -----------------------------------------------------------------
 */

static void
a_list_is_taken_as_a_whole_or_not_at_all(void **state)
{
	const struct enq_name names[] = {
	    {"SYSDSN", "Z", ENQ_EXC},
	    {"SYSDSN", "A", ENQ_SHR},
	    {"SYSDSN", "M", ENQ_EXC},
	};
	struct enq *enqs[3] = {NULL, NULL, NULL}, *m = NULL, *x = NULL;

	(void)state;
	assert_int_equal(take(b, "M", ENQ_SHR, 0, &m), DS_OK);
	assert_int_equal(enq_take_list(a, names, 3, 0, enqs, &diag), DS_BUSY);
	assert_string_equal(diag.name, "M");
	assert_null(enqs[0]);
	assert_int_equal(take(b, "A", ENQ_EXC, 0, &x), DS_OK);
	enq_free(&x);
	assert_int_equal(take(b, "Z", ENQ_EXC, 0, &x), DS_OK);
	enq_free(&x);
	enq_free(&m);
	assert_int_equal(enq_take_list(a, names, 3, 0, enqs, &diag), DS_OK);
	/* each handle is that of its own name */
	enq_free(&enqs[0]);
	assert_int_equal(take(b, "Z", ENQ_EXC, 0, &x), DS_OK);
	enq_free(&x);
	assert_int_equal(take(b, "M", ENQ_SHR, 0, &x), DS_BUSY);
	assert_int_equal(take(b, "A", ENQ_SHR, 0, &x), DS_OK);
	enq_free(&x);
	enq_free(&enqs[1]);
	enq_free(&enqs[2]);
}

static void
a_list_may_name_one_resource_twice(void **state)
{
	const struct enq_name names[] = {
	    {"SYSDSN", "A", ENQ_SHR},
	    {"SYSDSN", "A", ENQ_EXC},
	};
	struct enq *enqs[2] = {NULL, NULL}, *x = NULL;

	(void)state;
	assert_int_equal(enq_take_list(a, names, 2, 0, enqs, &diag), DS_OK);
	assert_int_equal(take(b, "A", ENQ_SHR, 0, &x), DS_BUSY);
	enq_free(&enqs[1]);
	assert_int_equal(take(b, "A", ENQ_SHR, 0, &x), DS_OK);
	enq_free(&x);
	enq_free(&enqs[0]);
	assert_int_equal(take(b, "A", ENQ_EXC, 0, &x), DS_OK);
	enq_free(&x);
}

/* Two that want the same names in opposite orders, many times. */
static int
take_both(struct enq_owner *o, const char *first, const char *second, int n)
{
	const struct enq_name names[] = {
	    {"SYSDSN", first, ENQ_EXC},
	    {"SYSDSN", second, ENQ_EXC},
	};
	struct enq *enqs[2];

	while (n-- > 0) {
		if (enq_take_list(o, names, 2, 60000, enqs, NULL) != DS_OK)
			return 1;
		enq_free(&enqs[0]);
		enq_free(&enqs[1]);
	}
	return 0;
}

static void
lists_do_not_wait_for_each_other(void **state)
{
	struct enq_owner *mine = NULL;
	int status, i;
	pid_t pid[3];

	(void)state;
	for (i = 0; i < 3; i++)
		if ((pid[i] = child_fork()) == 0) {
			if (enq_owner_new(root, "", &mine, NULL) != DS_OK)
				_exit(1);
			_exit(take_both(mine, i != 0 ? "B" : "A",
			    i == 1   ? "A"
			    : i == 0 ? "B"
				     : "C",
			    100));
		}
	for (i = 0; i < 3; i++) {
		assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
		assert_int_equal(status, 0);
	}
}

/* --- waits -----------------------------------------------------------------
 */

struct told {
	int times;
	char name[DS_DIAG_NAME], holder[80];
};

static void
note(void *ctx, const struct ds_diag *d)
{
	struct told *t = ctx;

	t->times++;
	snprintf(t->name, sizeof(t->name), "%s", d->name);
	snprintf(t->holder, sizeof(t->holder), "%s", d->holder);
}

static void
who_waits_is_told_once_for_whom_and_not_longer(void **state)
{
	struct enq *x = NULL, *y = NULL;
	struct told told = {.times = 0};
	long begin = now_ms();

	(void)state;
	enq_owner_tell(b, note, &told);
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &x), DS_OK);
	assert_int_equal(take(b, "X", ENQ_EXC, 120, &y), DS_BUSY);
	assert_true(now_ms() - begin >= 120);
	assert_int_equal(told.times, 1);
	assert_string_equal(told.name, "X");
	assert_string_equal(told.holder, "this program itself");
	assert_non_null(strstr(diag.text, "still after"));
	assert_string_equal(diag.holder, "this program itself");
	/* nothing is left of the wait */
	assert_int_equal(take(c, "X", ENQ_SHR, 0, &y), DS_OK);
	enq_free(&y);
	/* no wait, nothing to tell */
	assert_int_equal(take(b, "X", ENQ_EXC, 0, &y), DS_BUSY);
	assert_int_equal(told.times, 1);
	enq_free(&x);
}

/* A thread that waits; the tests look at it from outside. */
struct waiter {
	pthread_t thread;
	struct enq_owner *owner;
	enum enq_mode mode;
	enum ds_status st;
	struct enq *enq;
};

static void *
wait_for_x(void *ctx)
{
	struct waiter *w = ctx;

	w->st =
	    enq_take(w->owner, "SYSDSN", "X", w->mode, 60000, &w->enq, NULL);
	return NULL;
}

static bool
is_waiting(void *ctx, const struct enq_holder *h)
{
	if (h->waiting)
		*(bool *)ctx = true;
	return true;
}

static void
start(struct waiter *w, struct enq_owner *owner, enum enq_mode mode)
{
	bool there = false;

	*w = (struct waiter){.owner = owner, .mode = mode};
	assert_int_equal(pthread_create(&w->thread, NULL, wait_for_x, w), 0);
	while (!there) {
		usleep(1000);
		assert_int_equal(
		    enq_who(root, "SYSDSN", "X", is_waiting, &there, &diag),
		    DS_OK);
	}
	usleep(20000); /* the gate comes after the line in the table */
}

static void
readers_that_come_later_do_not_pass_a_writer_that_waits(void **state)
{
	struct enq *x = NULL, *y = NULL, *more = NULL;
	struct waiter w;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &x), DS_OK);
	start(&w, b, ENQ_EXC);
	assert_int_equal(take(c, "X", ENQ_SHR, 0, &y), DS_BUSY);
	/* but who has it gets it again */
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &more), DS_OK);
	enq_free(&more);
	enq_free(&x);
	assert_int_equal(pthread_join(w.thread, NULL), 0);
	assert_int_equal(w.st, DS_OK);
	enq_free(&w.enq);
	assert_int_equal(take(c, "X", ENQ_SHR, 0, &y), DS_OK);
	enq_free(&y);
}

static void
a_reader_that_waits_is_not_passed_by_a_writer(void **state)
{
	struct enq *x = NULL, *y = NULL;
	struct waiter w;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_OK);
	start(&w, b, ENQ_SHR);
	enq_free(&x);
	/* a is quicker than b, who looks every now and then */
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_BUSY);
	assert_int_equal(take(c, "X", ENQ_SHR, 0, &y), DS_OK);
	assert_int_equal(pthread_join(w.thread, NULL), 0);
	assert_int_equal(w.st, DS_OK);
	enq_free(&y);
	enq_free(&w.enq);
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_OK);
	enq_free(&x);
}

/* A process that takes X, stops at a byte of its own, and is killed. */
static pid_t
child_with(enum enq_mode mode, int ms)
{
	struct enq_owner *mine = NULL;
	struct enq *enq = NULL;
	int from[2];
	char ch = 'x';
	pid_t pid;

	assert_int_equal(pipe(from), 0);
	if ((pid = child_fork()) == 0) {
		if (enq_owner_new(root, "STOPPED", &mine, NULL) != DS_OK)
			_exit(1);
		if (ms > 0 && write(from[1], &ch, 1) != 1)
			_exit(1);
		if (enq_take(mine, "SYSDSN", "X", mode, ms, &enq, NULL) !=
			DS_OK ||
		    (ms == 0 && write(from[1], &ch, 1) != 1))
			_exit(1);
		for (;;)
			pause();
	}
	close(from[1]);
	assert_int_equal(read(from[0], &ch, 1), 1);
	close(from[0]);
	return pid;
}

static void
a_stopped_holder_is_named_and_the_wait_ends(void **state)
{
	pid_t pid = child_with(ENQ_EXC, 0);
	struct enq *x = NULL;
	char want[64];
	int status;

	(void)state;
	kill(pid, SIGSTOP);
	assert_int_equal(take(a, "X", ENQ_SHR, 50, &x), DS_BUSY);
	snprintf(want, sizeof(want), "job STOPPED (t4008-enq-owne");
	assert_int_equal(strncmp(diag.holder, want, strlen(want)), 0);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_OK);
	enq_free(&x);
}

static void
a_dead_waiter_keeps_nobody_out(void **state)
{
	struct enq *x = NULL, *y = NULL;
	bool there = false;
	int status;
	pid_t pid;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &x), DS_OK);
	pid = child_with(ENQ_EXC, 60000);
	while (!there)
		enq_who(root, "SYSDSN", "X", is_waiting, &there, &diag);
	usleep(20000);
	kill(pid, SIGSTOP);
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_BUSY);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_OK);
	enq_free(&x);
	enq_free(&y);
}

/* --- who -------------------------------------------------------------------
 */

struct listing {
	struct enq_holder h[8];
	int n;
};

static bool
collect(void *ctx, const struct enq_holder *h)
{
	struct listing *l = ctx;

	if (l->n < 8)
		l->h[l->n++] = *h;
	return true;
}

static void
who_lists_all_holders_of_a_name(void **state)
{
	struct enq *x = NULL, *y = NULL, *z = NULL;
	struct listing l = {.n = 0};

	(void)state;
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &x), DS_OK);
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_OK);
	assert_int_equal(take(b, "Y", ENQ_EXC, 0, &z), DS_OK);
	assert_int_equal(
	    enq_who(root, "SYSDSN", "X", collect, &l, &diag), DS_OK);
	assert_int_equal(l.n, 2);
	assert_int_equal(l.h[0].pid, getpid());
	assert_int_equal(l.h[1].pid, getpid());
	assert_false(l.h[0].exclusive || l.h[0].waiting || l.h[0].ended);
	assert_true((strcmp(l.h[0].job, "JOBA") == 0 &&
			strcmp(l.h[1].job, "JOBB") == 0) ||
		    (strcmp(l.h[0].job, "JOBB") == 0 &&
			strcmp(l.h[1].job, "JOBA") == 0));
	l.n = 0;
	enq_who(root, NULL, NULL, collect, &l, &diag);
	assert_int_equal(l.n, 3);
	l.n = 0;
	enq_who(root, "SYSDSN", "Y", collect, &l, &diag);
	assert_int_equal(l.n, 1);
	assert_true(l.h[0].exclusive);
	assert_string_equal(l.h[0].qname, "SYSDSN");
	assert_string_equal(l.h[0].rname, "Y");
	enq_free(&x);
	enq_free(&y);
	enq_free(&z);
	l.n = 0;
	enq_who(root, NULL, NULL, collect, &l, &diag);
	assert_int_equal(l.n, 0);
	assert_int_equal(
	    enq_who("/nonexistent", NULL, NULL, collect, &l, &diag), DS_OK);
}

/* --- programs that an owner starts -----------------------------------------
 */

/* What main does when it was started as such a program: exit codes are the
 * number of the step that was not as it should be. */
static int
program(const char *how)
{
	struct enq_owner *job = NULL, *other = NULL;
	struct enq *x = NULL, *n = NULL;

	if (enq_owner_adopt(how, getenv(ENQ_ENV), &job, NULL) != DS_OK ||
	    enq_owner_new(how, "", &other, NULL) != DS_OK)
		return 1;
	/* Nobody else gets the job's name, this program does. */
	if (enq_take(other, "SYSDSN", "X", ENQ_SHR, 0, &x, NULL) != DS_BUSY)
		return 2;
	if (enq_take(job, "SYSDSN", "X", ENQ_EXC, 0, &x, NULL) != DS_OK)
		return 3;
	enq_free(&x);
	if (enq_take(other, "SYSDSN", "X", ENQ_SHR, 0, &x, NULL) != DS_BUSY)
		return 4;
	/* What the job has shared becomes exclusive, and shared again. */
	if (enq_take(job, "SYSDSN", "S", ENQ_EXC, 0, &x, NULL) != DS_OK ||
	    enq_take(other, "SYSDSN", "S", ENQ_SHR, 0, &n, NULL) != DS_BUSY)
		return 5;
	enq_free(&x);
	if (enq_take(other, "SYSDSN", "S", ENQ_SHR, 0, &n, NULL) != DS_OK)
		return 6;
	enq_free(&n);
	/* Names of its own go with it. */
	if (enq_take(job, "SYSDSN", "N", ENQ_EXC, 0, &n, NULL) != DS_OK)
		return 7;
	enq_owner_free(&job);
	enq_free(&n);
	if (enq_take(other, "SYSDSN", "N", ENQ_EXC, 0, &n, NULL) != DS_OK)
		return 8;
	if (enq_take(other, "SYSDSN", "X", ENQ_SHR, 0, &x, NULL) != DS_BUSY)
		return 9;
	enq_free(&n);
	enq_owner_free(&other);
	return 0;
}

static pid_t
start_program(const char *text, int fd, const char *how)
{
	pid_t pid = child_fork();

	if (pid == 0) {
		setenv(ENQ_ENV, text, 1);
		fcntl(fd, F_SETFD, 0);
		execl("/proc/self/exe", "t4008-enq-owners", how, root, NULL);
		_exit(127);
	}
	return pid;
}

static void
a_program_gets_what_its_job_holds_and_frees_none_of_it(void **state)
{
	struct enq *x = NULL, *s = NULL, *y = NULL;
	char *text = NULL;
	int status;
	pid_t pid;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_OK);
	assert_int_equal(take(a, "S", ENQ_SHR, 0, &s), DS_OK);
	assert_int_equal(enq_owner_pass(a, &text, &diag), DS_OK);
	pid = start_program(text, enq_owner_fd(a), "adopt");
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	/* the parent holds on, and frees */
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &y), DS_BUSY);
	enq_free(&x);
	assert_int_equal(take(b, "X", ENQ_EXC, 0, &y), DS_OK);
	enq_free(&y);
	enq_free(&s);
	free(text);
}

/* The same with a root: what idcams does as a step of a job. */
static int
step_program(const char *dir)
{
	struct ds_system *sys = NULL, *second = NULL;
	struct enq *x = NULL;

	if (ds_system_open(dir, &sys, NULL, NULL) != DS_OK ||
	    ds_system_open(dir, &second, NULL, NULL) != DS_OK)
		return 1;
	if (enq_take(ds_system_owner(sys), "SYSDSN", "X", ENQ_EXC, 0, &x,
		NULL) != DS_OK)
		return 2;
	enq_free(&x);
	/* One of them is the job, not both. */
	if (enq_take(ds_system_owner(second), "SYSDSN", "X", ENQ_SHR, 0, &x,
		NULL) != DS_BUSY)
		return 3;
	ds_system_close(&second);
	ds_system_close(&sys);
	/* Without the variable it is a program like others. */
	unsetenv(ENQ_ENV);
	if (ds_system_open(dir, &sys, NULL, NULL) != DS_OK ||
	    enq_take(ds_system_owner(sys), "SYSDSN", "X", ENQ_SHR, 0, &x,
		NULL) != DS_BUSY)
		return 4;
	ds_system_close(&sys);
	return 0;
}

static void
a_program_of_a_job_opens_its_root_as_the_job(void **state)
{
	struct ds_system *sys = NULL;
	struct enq *x = NULL;
	char *text = NULL, kept[sizeof(root)];
	int status;
	pid_t pid;

	(void)state;
	memcpy(kept, root, sizeof(kept));
	snprintf(root, sizeof(root), "%.50s/root", kept);
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	assert_int_equal(
	    take(ds_system_owner(sys), "X", ENQ_EXC, 0, &x), DS_OK);
	assert_int_equal(
	    enq_owner_pass(ds_system_owner(sys), &text, &diag), DS_OK);
	pid = start_program(text, enq_owner_fd(ds_system_owner(sys)), "step");
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	enq_free(&x);
	ds_system_close(&sys);
	free(text);
	memcpy(root, kept, sizeof(kept));
}

static void
a_job_that_dies_leaves_its_names_to_its_program(void **state)
{
	struct enq_owner *mine = NULL;
	struct enq *x = NULL;
	struct listing l = {.n = 0};
	int status, said[2];
	char *text = NULL;
	pid_t job, program_pid;

	(void)state;
	assert_int_equal(pipe(said), 0);
	/* The program is the job's child, which dies with this test: not by
	 * child_fork, whose children die with their parent. */
	if ((job = child_fork()) == 0) {
		if (enq_owner_new(root, "DYING", &mine, NULL) != DS_OK ||
		    enq_take(mine, "SYSDSN", "X", ENQ_EXC, 0, &x, NULL) !=
			DS_OK ||
		    enq_owner_pass(mine, &text, NULL) != DS_OK)
			_exit(1);
		if ((program_pid = fork()) == 0) {
			fcntl(enq_owner_fd(mine), F_SETFD, 0);
			execlp("sleep", "sleep", "600", NULL);
			_exit(127);
		}
		if (write(said[1], &program_pid, sizeof(program_pid)) !=
		    sizeof(program_pid))
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(said[0], &program_pid, sizeof(program_pid)),
	    sizeof(program_pid));
	kill(job, SIGKILL);
	assert_int_equal(waitpid(job, &status, 0), job);
	assert_int_equal(take(a, "X", ENQ_SHR, 0, &x), DS_BUSY);
	assert_non_null(strstr(diag.holder, "job DYING"));
	assert_non_null(strstr(diag.holder, "which has ended"));
	enq_who(root, "SYSDSN", "X", collect, &l, &diag);
	assert_int_equal(l.n, 1);
	assert_true(l.h[0].ended);
	kill(program_pid, SIGKILL);
	assert_int_equal(take(a, "X", ENQ_EXC, 60000, &x), DS_OK);
	enq_free(&x);
	close(said[0]);
	close(said[1]);
}

static void
what_is_not_a_handed_owner_is_refused(void **state)
{
	static const char *const bad[] = {"", "x", "-1 J", "99 J", "0 J",
	    "%d J 1:Q:0", "%d J zz", "%d J 1:X:99999", "%d J 1:X:0x",
	    "%d J ffffffffffffffff:X:0", "%d J 1:X"};
	struct enq_owner *o = NULL;
	struct enq *x = NULL;
	char text[64];
	size_t i;

	(void)state;
	assert_int_equal(take(a, "X", ENQ_EXC, 0, &x), DS_OK);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *d = strstr(bad[i], "%d");

		snprintf(text, sizeof(text), "%.0d%s",
		    d != NULL ? enq_owner_fd(a) : 0,
		    d != NULL ? d + 2 : bad[i]);
		assert_int_equal(
		    enq_owner_adopt(root, text, &o, &diag), DS_INVALID);
		assert_null(o);
	}
	/* and none of it has freed what a holds */
	assert_int_equal(take(b, "X", ENQ_SHR, 0, &x), DS_BUSY);
	enq_free(&x);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    T(owners_of_one_process_conflict),
	    T(exclusive_is_shared_again_when_it_is_not_needed),
	    T(an_owner_that_goes_frees_all_it_holds),
	    T(a_test_takes_nothing),
	    T(a_list_is_taken_as_a_whole_or_not_at_all),
	    T(a_list_may_name_one_resource_twice),
	    T(lists_do_not_wait_for_each_other),
	    T(who_waits_is_told_once_for_whom_and_not_longer),
	    T(readers_that_come_later_do_not_pass_a_writer_that_waits),
	    T(a_reader_that_waits_is_not_passed_by_a_writer),
	    T(a_stopped_holder_is_named_and_the_wait_ends),
	    T(a_dead_waiter_keeps_nobody_out),
	    T(who_lists_all_holders_of_a_name),
	    T(a_program_gets_what_its_job_holds_and_frees_none_of_it),
	    T(a_program_of_a_job_opens_its_root_as_the_job),
	    T(a_job_that_dies_leaves_its_names_to_its_program),
	    T(what_is_not_a_handed_owner_is_refused),
	};

	if (argc == 3 && strcmp(argv[1], "adopt") == 0)
		return program(argv[2]);
	if (argc == 3 && strcmp(argv[1], "step") == 0)
		return step_program(argv[2]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
