/*
 * A program is killed at each entry to and each return from the kernel, one
 * after the other, from its open for output to its close; and so is the one
 * that does again what another left. Nobody ever finds the log missing or
 * damaged (116 of OPEN), and each completed request is there.
 *
 * Expected values: the keys that the child said to be complete, in memory that
 * it shares with the test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "access-methods/am_int.h"
#include "base/bytes.h"
#include "tests/support/child.h"
#include "tests/support/long.h"
#include "tests/support/vsam_test.h"

enum { REC = 100, KEYS_FIRST = 50 };

static struct vset vs;
static uint64_t *done; /* the key of the last request that is complete */
static bool shared;

static enum ds_status
open_set(unsigned intent)
{
	struct am_parms parms = {.intent = intent};
	enum ds_status st;

	if (vol_open(vs.dir, false, &vs.vol, &vs.diag) != DS_OK)
		return vs.diag.status;
	parms.sphere.shared = shared;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &vs;
	st = am_open(vs.vol, vs.name, &parms, &vs.file, &vs.diag);
	return st == DS_OK ? am_pos_new(vs.file, &vs.pos) : st;
}

static enum ds_status
put_next(void)
{
	uint8_t rec[REC] = {0};
	enum ds_status st;

	be64_put(rec, *done + 1);
	st = am_put(vs.pos, rec, REC, 0, false, NULL, &vs.diag);
	if (st == DS_OK)
		++*done;
	return st;
}

static void
make_set(void)
{
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, REC);
	vset_create(&vs);
	vol_close(&vs.vol);
	*done = 0;
	assert_ok(open_set(AM_OUTPUT | AM_SEQ), &vs.diag);
	while (*done < KEYS_FIRST)
		assert_ok(put_next(), &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	vol_close(&vs.vol);
}

/* --- what is killed ---------------------------------------------------------
 */

/* Requests, a commit between them, and the close. */
static int
session(void)
{
	if (open_set(AM_INPUT | AM_OUTPUT | AM_DIR) != DS_OK ||
	    put_next() != DS_OK || put_next() != DS_OK ||
	    sphere_commit(vs.file->sphere, false, &vs.diag) != DS_OK ||
	    put_next() != DS_OK)
		return 3;
	return vset_close(&vs) == DS_OK ? 0 : 4;
}

/* The same, and left without a close right behind a commit. */
static int
abandoned(void)
{
	if (open_set(AM_INPUT | AM_OUTPUT | AM_DIR) != DS_OK ||
	    put_next() != DS_OK ||
	    sphere_commit(vs.file->sphere, false, &vs.diag) != DS_OK)
		return 3;
	vset_abandon(&vs);
	return 0;
}

/* Requests that nobody closes. */
static int
dies(void)
{
	if (open_set(AM_INPUT | AM_OUTPUT | AM_DIR) != DS_OK ||
	    put_next() != DS_OK || put_next() != DS_OK)
		return 3;
	raise(SIGKILL);
	return 4;
}

/* An open for output does again what the log has; VERIFY closes then. */
static int
verify(void)
{
	struct sphere *sp = NULL;
	enum ds_status st;

	if (vol_open(vs.dir, false, &vs.vol, &vs.diag) != DS_OK ||
	    sphere_open(vs.vol, vs.name, SPHERE_UPDATE, NULL, &sp, &vs.diag) !=
		DS_OK)
		return 3;
	st = sphere_commit(sp, true, &vs.diag);
	sphere_close(&sp);
	vol_close(&vs.vol);
	return st == DS_OK ? 0 : 4;
}

static pid_t
start(int (*fn)(void), bool traced)
{
	pid_t pid = child_fork();

	if (pid != 0)
		return pid;
	if (traced &&
	    (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0 || raise(SIGSTOP) != 0))
		_exit(99);
	_exit(fn());
}

/* Killed at stop n; false: it ended before, and well. */
static bool
kill_at(int (*fn)(void), unsigned n)
{
	pid_t pid = start(fn, true);
	int status;

	for (unsigned i = 0;; i++) {
		assert_int_equal(waitpid(pid, &status, 0), pid);
		if (WIFEXITED(status)) {
			assert_int_equal(WEXITSTATUS(status), 0);
			return false;
		}
		if (!WIFSTOPPED(status) || i >= n) {
			kill(pid, SIGKILL);
			while (waitpid(pid, &status, 0) == pid)
				if (!WIFSTOPPED(status))
					break;
			assert_true(WIFSIGNALED(status));
			return true;
		}
		ptrace(PTRACE_SYSCALL, pid, NULL, NULL);
	}
}

/* --- what is found ----------------------------------------------------------
 */

static void
look(const char *what, unsigned n)
{
	const struct sphere_recovery *r;
	struct sphere *sp = NULL;

	assert_ok(vol_open(vs.dir, false, &vs.vol, &vs.diag), &vs.diag);
	assert_ok(
	    sphere_open(vs.vol, vs.name, SPHERE_READ, NULL, &sp, &vs.diag),
	    &vs.diag);
	r = sphere_recovered(sp);
	if (r->missing || r->damaged)
		fail_msg("%s, killed at stop %u: the log is %s", what, n,
		    r->missing ? "missing" : "damaged");
	sphere_close(&sp);
	vol_close(&vs.vol);
}

/* All that was completed, and at most the one that was not told of. */
static void
check_records(const char *what, unsigned n)
{
	struct am_rec rec;
	uint64_t last = 0;
	bool was = shared;

	shared = false;
	assert_int_equal(verify(), 0);
	assert_ok(open_set(AM_INPUT | AM_SEQ), &vs.diag);
	while (am_get(vs.pos, &rec, &vs.diag) == DS_OK)
		assert_int_equal(be64_get(rec.data), ++last);
	assert_int_equal(vs.diag.status, DS_EOD);
	if (last != *done && last != *done + 1)
		fail_msg("%s, killed at stop %u: %u records of %u", what, n,
		    (unsigned)last, (unsigned)*done);
	*done = last;
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vol_close(&vs.vol);
	shared = was;
}

static void
run(const char *what, int (*before)(void), int (*fn)(void))
{
	const unsigned step = long_or(1, shared ? 11 : 7);
	unsigned n = 0;
	int status;

	make_set();
	for (bool more = true; more; n += step) {
		if (before != NULL)
			waitpid(start(before, false), &status, 0);
		more = kill_at(fn, n);
		look(what, n);
		check_records(what, n);
	}
	print_message("# %s: %u stops\n", what, n);
	assert_true(n > 20);
	test_dir_free(vs.dir);
}

static void
each_of(bool is_shared)
{
	shared = is_shared;
	run("a session", NULL, session);
	run("one without close", NULL, abandoned);
	run("what does it again", dies, verify);
	run("a session after a death", dies, session);
}

static void
test_alone(void **state)
{
	(void)state;
	each_of(false);
}

static void
test_shared(void **state)
{
	(void)state;
	each_of(true);
}

static bool
may_trace(void)
{
	pid_t pid = child_fork();
	int status = 0;

	if (pid == 0)
		_exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
	return waitpid(pid, &status, 0) == pid && status == 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_alone),
	    cmocka_unit_test(test_shared),
	};

	done = mmap(NULL, sizeof(*done), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (done == MAP_FAILED || !may_trace()) {
		printf("1..0 # SKIP no ptrace here\n");
		return 0;
	}
	return cmocka_run_group_tests_name(
	    "killed anywhere, no log is missed", tests, NULL, NULL);
}
