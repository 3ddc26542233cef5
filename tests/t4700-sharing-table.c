/*
 * Who may open what beside whom: every pair of {input, output, update, load,
 * path for input, path for update, VERIFY, EXAMINE, BLDINDEX, DELETE, LISTCAT}
 * in two processes, by DISP and SHAREOPTIONS.
 *
 * What is to come out is worked out from z/OS's rules alone (DFSMS Using Data
 * Sets, "Sharing VSAM Data Sets", cross-region sharing): DISP=OLD of one keeps
 * the other from allocating it; DISP=SHR of both lets SHAREOPTIONS decide at
 * the open: (1) many that read or one that writes, (2) one that writes and any
 * number that read, (3) and (4) any number of both. A set that is loaded or
 * reset is shared by nobody. Stricter than z/OS: EXAMINE lets nobody write
 * beside it, and is not begun beside a writer, since its faults would be none.
 *
 * In each state the first process works and is looked at from the second: as
 * it works, stopped at a random instant, and killed at a random instant.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/enq.h"
#include "services/locate.h"
#include "tests/support/child.h"
#include "tests/support/long.h"
#include "tests/support/sharing.h"
#include "tests/support/root.h"

enum op {
	INPUT,
	OUTPUT,
	UPDATE,
	LOAD,
	PATH_IN,
	PATH_UPD,
	EXAMINE,
	BLDINDEX,
	VERIFY,
	DELETE,
	LISTCAT,
	OPS,
};
#define HELD                                                            \
	VERIFY /* those before it last: they can be the first process's \
		*/

static const char *const op_names[OPS] = {"input", "output", "update", "load",
    "path input", "path update", "EXAMINE", "BLDINDEX", "VERIFY", "DELETE",
    "LISTCAT"};

/* How an operation uses the base, its alternate index. */
enum use { NONE, READS, STABLE, WRITES, ALONE };
static const enum use base_use[OPS] = {
    [INPUT] = READS,
    [OUTPUT] = WRITES,
    [UPDATE] = WRITES,
    [LOAD] = ALONE,
    [PATH_IN] = READS,
    [PATH_UPD] = WRITES,
    [EXAMINE] = STABLE,
    [BLDINDEX] = READS,
    [VERIFY] = WRITES,
    [DELETE] = ALONE,
    [LISTCAT] = NONE,
};
static const enum use aix_use[OPS] = {
    [OUTPUT] = WRITES,
    [UPDATE] = WRITES,
    [PATH_IN] = READS,
    [PATH_UPD] = WRITES,
    [BLDINDEX] = ALONE,
    [VERIFY] = WRITES,
    [DELETE] = ALONE,
};

/* May two be open at once, by the SHAREOPTIONS of what they open? */
static bool
may_share(enum use x, enum use y, int share)
{
	if (x == NONE || y == NONE)
		return true;
	if (x == ALONE || y == ALONE)
		return false;
	if (x != WRITES && y != WRITES)
		return true; /* both read */
	if (x == STABLE || y == STABLE)
		return false;
	if (x == WRITES && y == WRITES)
		return share >= 3;
	return share >= 2;
}

enum outcome { DONE, AT_ALLOCATION, AT_OPEN };
static const char *const outcome_names[] = {
    "done", "refused at allocation", "refused at open"};

static enum outcome
expected(enum op first, bool old1, enum op second, bool old2, int share)
{
	/* LISTCAT allocates nothing. */
	if (second == LISTCAT)
		return DONE;
	if (old1 || old2)
		return AT_ALLOCATION;
	/* DELETE wants the name alone, and says so of itself. */
	if (second == DELETE)
		return AT_OPEN;
	if (!may_share(base_use[first], base_use[second], share) ||
	    !may_share(aix_use[first], aix_use[second], share))
		return AT_OPEN;
	return DONE;
}

/* --- the data sets ---------------------------------------------------------
 *
 * T.Kn with alternate index T.An and path T.Pn, SHAREOPTIONS(n), and T.Rn with
 * REUSE, for what loads.
 */

static char root[ROOT_LEN];
static struct ds_system *sys;
static struct ds_diag diag;
static unsigned seed;

enum { RECORDS = 500, WAIT_MS = 40, WAIT_LONG_MS = 60000, SLACK_MS = 10000 };

static char *
name_of(char kind, int share)
{
	static char name[4][16];
	static int turn;

	turn = (turn + 1) % 4;
	snprintf(name[turn], sizeof(name[0]), "T.%c%d", kind, share);
	return name[turn];
}

static int
setup(void **state)
{
	(void)state;
	if (!root_new(root, "t4700") ||
	    ds_system_open(root, &sys, NULL, &diag) != DS_OK)
		return -1;
	for (int s = 1; s <= 4; s++) {
		share_define(sys, name_of('K', s), "", s, false);
		share_define(sys, name_of('A', s), name_of('K', s), s, true);
		share_path(sys, name_of('P', s), name_of('A', s));
		share_load(sys, name_of('K', s), RECORDS);
		share_build(sys, name_of('K', s), name_of('A', s));
		share_define(sys, name_of('R', s), "", s, true);
		share_load(sys, name_of('R', s), RECORDS);
	}
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	ds_system_close(&sys);
	return root_remove(root);
}

/* --- one operation ---------------------------------------------------------
 */

struct step {
	enum op op;
	bool old, reusable;
	int share;
	unsigned writer;
};

struct opened {
	struct dd_table *dds;
	struct ds_file *file;
	struct ds_examine *examine;
};

static void
close_all(struct opened *o, bool abandon)
{
	if (abandon)
		ds_abandon(&o->file);
	else if (o->file != NULL)
		share_ok(ds_close(&o->file, &diag), &diag);
	ds_examine_close(&o->examine);
	dd_table_free(&o->dds);
}

static bool
is_file(enum op op)
{
	return op <= PATH_UPD;
}

static bool
writes(enum op op)
{
	return op == OUTPUT || op == UPDATE || op == LOAD || op == PATH_UPD;
}

static const char *
base_of(const struct step *s)
{
	return name_of(s->reusable ? 'R' : 'K', s->share);
}

static enum ds_status
allocate(struct ds_system *mine, const struct step *s, struct opened *o)
{
	const char *name = base_of(s);
	char spec[64];

	if (s->op == LISTCAT)
		return DS_OK;
	if (s->op == PATH_IN || s->op == PATH_UPD)
		name = name_of('P', s->share);
	assert_int_equal(dd_table_new(mine, &o->dds), DS_OK);
	snprintf(spec, sizeof(spec), "D=%s,%s", name, s->old ? "old" : "shr");
	return dd_alloc(o->dds, spec, &diag);
}

static bool
no_more(void *ctx, const struct ds_entry *ent)
{
	(void)ctx;
	(void)ent;
	return true;
}

static bool
slowly(void *ctx)
{
	usleep(*(unsigned *)ctx);
	return false;
}

static enum ds_status
command(struct ds_system *mine, const struct step *s, struct opened *o,
    unsigned pause_us)
{
	const struct ds_delete_opts test = {
	    .purge = true, .erase = -1, .test = true};
	const struct ds_build how = {
	    .memory = 1 << 20, .stop = slowly, .ctx = &pause_us};

	switch (s->op) {
	case EXAMINE:
		return ds_examine_open(mine, base_of(s), &o->examine, &diag);
	case BLDINDEX:
		return ds_build_aix(
		    mine, base_of(s), name_of('A', s->share), &how, &diag);
	case VERIFY:
		return ds_verify(mine, base_of(s), false, &diag);
	case DELETE:
		return ds_delete(mine, base_of(s), &test, NULL, NULL, &diag);
	default:
		return ds_list(mine, NULL, DS_SEL_GENERIC, "T.*", true, no_more,
		    NULL, &diag);
	}
}

static enum ds_status
open_file(const struct step *s, struct opened *o)
{
	unsigned intent = writes(s->op) ? DS_OUTPUT : DS_INPUT;

	if (s->op == LOAD)
		intent |= DS_RESET | DS_SEQ;
	return ds_open_dd(o->dds, "D", intent, NULL, &o->file, &diag);
}

/* Request number n of an open file, whatever it does: many of them. */
static enum ds_status
request(const struct step *s, struct ds_file *file, unsigned n)
{
	uint8_t rec[REC_LEN];
	struct ds_rec got;
	enum ds_status st;

	if (s->op == INPUT || s->op == PATH_IN) {
		st = ds_get(file, &got, &diag);
		if (st != DS_EOD)
			return st;
		return ds_point_key(file, "0000", 4, &diag);
	}
	if (s->op == UPDATE) {
		rec_make(rec, 0, n % RECORDS, n + 2);
		return ds_replace(file, rec, sizeof(rec), &diag);
	}
	rec_make(rec, s->writer, n, 1);
	return ds_put(file, rec, sizeof(rec), &diag);
}

/* --- the first process -----------------------------------------------------
 */

struct first {
	struct step step;
	pid_t pid;
};

static void
say_ready(int fd, enum ds_status st)
{
	unsigned char c = (unsigned char)st;

	if (write(fd, &c, 1) != 1)
		_exit(3);
}

static bool
say_and_slow(void *ctx)
{
	int *fd = ctx;

	if (*fd >= 0)
		say_ready(*fd, DS_OK);
	*fd = -1;
	usleep(1000);
	return false;
}

/* Opens, says so, works until it is killed. */
static void
first_process(const struct step *s, int fd)
{
	struct ds_build how = {
	    .memory = 1 << 20, .stop = say_and_slow, .ctx = &fd};
	struct ds_system *mine = NULL;
	struct opened o = {0};
	enum ds_status st;

	enq_set_job("FIRST");
	st = ds_system_open(root, &mine, NULL, &diag);
	if (st == DS_OK)
		st = allocate(mine, s, &o);
	if (st == DS_OK && s->op == BLDINDEX)
		for (;;)
			ds_build_aix(mine, base_of(s), name_of('A', s->share),
			    &how, &diag);
	if (st == DS_OK && is_file(s->op))
		st = open_file(s, &o);
	else if (st == DS_OK)
		st = command(mine, s, &o, 0);
	say_ready(fd, st);
	for (unsigned n = 0; st == DS_OK; n++) {
		if (o.file != NULL) {
			st = request(s, o.file, n % WRITER_RECS);
			usleep(writes(s->op) ? 300 : 20);
		} else {
			st = ds_examine_test(o.examine, DS_TEST_DATA,
			    share_fault, NULL, NULL, NULL, &diag);
			if (st != DS_OK)
				_exit(1); /* and holds nothing then */
		}
	}
	for (;;)
		pause();
}

static pid_t running;    /* of a first process; 0 none */
static unsigned writers; /* each inserts keys of its own */

static struct first
begin(enum op op, bool old, int share, bool reusable)
{
	struct first f = {.step = {.op = op,
			      .old = old,
			      .share = share,
			      .reusable = reusable,
			      .writer = ++writers}};
	unsigned char st = 255;
	int fd[2];

	assert_int_equal(pipe(fd), 0);
	if ((f.pid = child_fork()) == 0) {
		close(fd[0]);
		first_process(&f.step, fd[1]);
	}
	running = f.pid;
	close(fd[1]);
	assert_int_equal(read(fd[0], &st, 1), 1);
	close(fd[0]);
	if (st != DS_OK)
		fail_msg("the first process, %s (%d): %s", op_names[op], share,
		    ds_status_name(st));
	return f;
}

static void
kill_first(const struct first *f)
{
	int status;

	kill(f->pid, SIGKILL);
	assert_int_equal(waitpid(f->pid, &status, 0), f->pid);
	running = 0;
}

/* A test that failed left its first process. */
static int
end_test(void **state)
{
	(void)state;
	if (running != 0)
		kill_first(&(struct first){.pid = running});
	return 0;
}

/* A load or BLDINDEX that was killed leaves an empty set. */
static void
repair(const struct first *f)
{
	if (f->step.op == LOAD)
		share_load(sys, base_of(&f->step), RECORDS);
	if (f->step.op == BLDINDEX)
		share_build(
		    sys, base_of(&f->step), name_of('A', f->step.share));
}

static void
random_instant(void)
{
	usleep((unsigned)rand_r(&seed) % 4000);
}

/* --- the second process ----------------------------------------------------
 */

static const char *
title(const struct first *f, const struct step *s, const char *how)
{
	static char text[200];

	snprintf(text, sizeof(text),
	    "%s DISP=%s beside %s DISP=%s, SHAREOPTIONS(%d)%s, first one %s",
	    op_names[s->op], s->old ? "OLD" : "SHR", op_names[f->step.op],
	    f->step.old ? "OLD" : "SHR", s->share, s->reusable ? " REUSE" : "",
	    how);
	return text;
}

/* Refused: by the right code, and told by whom. */
static void
check_refused(const struct first *f, const struct step *s, const char *how,
    enum outcome want, enum outcome got, enum ds_status st)
{
	enum ds_status code = want == AT_ALLOCATION ? DS_BUSY : DS_OPEN_INUSE;
	char who[32];

	if (s->op == DELETE && want == AT_OPEN)
		code = DS_CAT_INUSE;
	snprintf(who, sizeof(who), "process %ld)", (long)f->pid);
	if (got != want || st != code)
		fail_msg("%s: %s, %s (%s), not %s", title(f, s, how),
		    outcome_names[got], ds_status_name(st), diag.holder,
		    outcome_names[want]);
	if (strstr(diag.holder, "job FIRST (") == NULL ||
	    strstr(diag.holder, who) == NULL)
		fail_msg("%s: held by '%s', not %s", title(f, s, how),
		    diag.holder, who);
}

/* Beside a writer who was stopped in the middle of a request, what is to change
 * something too may end with the message that says so. */
static bool
is_told(const struct first *f, const struct step *s, enum ds_status st)
{
	char who[32];

	snprintf(who, sizeof(who), "process %ld", (long)f->pid);
	return writes(f->step.op) && (writes(s->op) || s->op == VERIFY) &&
	       (st == DS_TIMEOUT || st == DS_LOCKED) &&
	       strstr(diag.holder, who) != NULL;
}

/* A few requests of the second while the first works, or is stopped. */
static void
work(const struct first *f, const struct step *s, struct ds_file *file,
    const char *how, bool stopped)
{
	enum ds_status st = DS_OK;

	for (unsigned n = 0; n < 3 && st == DS_OK; n++)
		st = request(s, file, n);
	if (st != DS_OK && !(s->op == LOAD && st == DS_DUPLICATE) &&
	    !(stopped && is_told(f, s, st)))
		fail_msg("%s: %s: %s (%s)", title(f, s, how),
		    ds_status_name(st), diag.text, diag.holder);
}

static uint64_t
now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

/* Refused in time: the limit, and what a machine at work may take besides. */
static void
check_limit(const struct first *f, const struct step *s, const char *how,
    uint64_t began, bool stopped)
{
	uint64_t limit = (stopped ? WAIT_MS : WAIT_LONG_MS) + SLACK_MS;

	if (now_ms() - began > limit)
		fail_msg("%s: refused after %llu ms", title(f, s, how),
		    (unsigned long long)(now_ms() - began));
}

static void
second(const struct first *f, struct step s, const char *how, enum outcome want,
    bool stopped)
{
	struct opened o = {0};
	enum outcome got = AT_ALLOCATION;
	uint64_t began = now_ms();
	enum ds_status st;

	s.writer = ++writers;
	memset(&diag, 0, sizeof(diag));
	st = allocate(sys, &s, &o);
	if (st == DS_OK) {
		got = AT_OPEN;
		st =
		    is_file(s.op) ? open_file(&s, &o) : command(sys, &s, &o, 0);
	}
	/* 116 would say that the dead lost something: never. */
	if (st == DS_OK)
		got = DONE;
	if (got != DONE)
		check_limit(f, &s, how, began, stopped);
	if (want != DONE)
		check_refused(f, &s, how, want, got, st);
	else if (got != DONE && !(stopped && is_told(f, &s, st)))
		fail_msg("%s: %s: %s %s (%s)", title(f, &s, how),
		    ds_status_name(st), diag.name, diag.text, diag.holder);
	if (o.file != NULL)
		work(f, &s, o.file, how, stopped);
	close_all(&o, stopped);
}

/* Those that make sense for a set with an alternate index, with REUSE. */
static bool
fits(enum op op, bool reusable)
{
	if (reusable)
		return op != PATH_IN && op != PATH_UPD && op != BLDINDEX;
	return op != LOAD;
}

/* All of the second beside one of the first. */
static int
beside(const struct first *f, const char *how, bool stopped)
{
	/* Who is refused by name is so beside a stopped one, too. */
	const int olds = stopped ? (int)long_or(1, 0) : 1;
	int n = 0;

	for (enum op op = 0; op < OPS; op++) {
		for (int old = 0; old <= olds && fits(op, f->step.reusable);
		     old++) {
			second(f,
			    (struct step){.op = op,
				.old = old,
				.share = f->step.share,
				.reusable = f->step.reusable},
			    how,
			    expected(f->step.op, f->step.old, op, old,
				f->step.share),
			    stopped);
			n++;
		}
	}
	return n;
}

static void
each_first(int share, int (*fn)(enum op op, bool old, int share, bool reusable))
{
	int n = 0;

	for (int reusable = 0; reusable < 2; reusable++)
		for (enum op op = 0; op < HELD; op++)
			for (int old = 0; old < 2 && fits(op, reusable); old++)
				n += fn(op, old, share, reusable);
	print_message("# %d cells\n", n);
}

/* --- the first works -------------------------------------------------------
 */

static int
working(enum op op, bool old, int share, bool reusable)
{
	struct first f = begin(op, old, share, reusable);
	int n;

	ds_system_set_wait(sys, WAIT_LONG_MS);
	n = beside(&f, "working", false);

	kill_first(&f);
	repair(&f);
	return n;
}

/* --- the first is stopped --------------------------------------------------
 */

static int
stopped(enum op op, bool old, int share, bool reusable)
{
	struct first f = begin(op, old, share, reusable);
	int n;

	random_instant();
	kill(f.pid, SIGSTOP);
	ds_system_set_wait(sys, WAIT_MS);
	n = beside(&f, "stopped", true);
	kill_first(&f);
	repair(&f);
	return n;
}

/* --- the first is killed ---------------------------------------------------
 */

/* What a load or BLDINDEX that was killed leaves is empty, and is said to be.
 */
static enum ds_status
code_after(const struct first *f, enum op op)
{
	if (f->step.op == LOAD &&
	    (op == INPUT || op == EXAMINE || op == UPDATE))
		return op == UPDATE ? DS_LOADING : DS_OPEN_EMPTY;
	if (f->step.op == BLDINDEX && (op == PATH_IN || op == PATH_UPD))
		return DS_OPEN_EMPTYPATH;
	return DS_OK;
}

static void
after_kill(struct first *f, enum op op, bool old)
{
	struct step s = {.op = op,
	    .old = old,
	    .share = f->step.share,
	    .reusable = f->step.reusable};
	enum ds_status want = code_after(f, op), st;
	struct opened o = {0};

	ds_system_set_wait(sys, WAIT_LONG_MS);
	random_instant();
	kill_first(f);
	if (want == DS_OK) {
		second(f, s, "killed", DONE, false);
	} else {
		share_ok(allocate(sys, &s, &o), &diag);
		st = is_file(op) ? open_file(&s, &o) : command(sys, &s, &o, 0);
		if (st == DS_OK)
			st = request(&s, o.file, 0);
		if (st != want)
			fail_msg("%s: %s", title(f, &s, "killed"),
			    ds_status_name(st));
		close_all(&o, true);
	}
	repair(f);
	if (op == LOAD)
		share_load(sys, base_of(&s), RECORDS);
	share_examine(sys, base_of(&s));
}

static int
killed(enum op op, bool old, int share, bool reusable)
{
	const unsigned one_of = long_or(1, 20);
	struct first f;
	int n = 0;

	for (enum op op2 = 0; op2 < OPS; op2++)
		for (int old2 = 0; old2 < 2 && fits(op2, reusable); old2++) {
			if ((unsigned)rand_r(&seed) % one_of != 0)
				continue;
			f = begin(op, old, share, reusable);
			after_kill(&f, op2, old2);
			n++;
		}
	return n;
}

/* --- the tests -------------------------------------------------------------
 */

#define BY_SHARE(share)                                                       \
	static void shareoptions_##share##_as_on_zos(void **state)            \
	{                                                                     \
		(void)state;                                                  \
		each_first(share, working);                                   \
	}                                                                     \
	static void shareoptions_##share##_beside_a_stopped_one(void **state) \
	{                                                                     \
		(void)state;                                                  \
		each_first(share, stopped);                                   \
	}                                                                     \
	static void shareoptions_##share##_after_a_killed_one(void **state)   \
	{                                                                     \
		(void)state;                                                  \
		each_first(share, killed);                                    \
	}

BY_SHARE(1)
BY_SHARE(2)
BY_SHARE(3)
BY_SHARE(4)

#define T(name) cmocka_unit_test_teardown(name, end_test)
#define TESTS(share)                                        \
	T(shareoptions_##share##_as_on_zos),                \
	    T(shareoptions_##share##_beside_a_stopped_one), \
	    T(shareoptions_##share##_after_a_killed_one)

int
main(void)
{
	const char *given = getenv("CATAMOUNT_SEED");
	const struct CMUnitTest tests[] = {
	    TESTS(1), TESTS(2), TESTS(3), TESTS(4)};

	seed = given != NULL ? (unsigned)strtoul(given, NULL, 10)
			     : (unsigned)getpid();
	printf("# CATAMOUNT_SEED=%u\n", seed);
	/* A hang would be a fault, and no test: it is ended. */
	alarm(long_or(3000, 300));
	return cmocka_run_group_tests(tests, setup, teardown);
}
