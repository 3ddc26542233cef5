/*
 * The process is killed, or the power cut, at every single operation on the
 * volume while requests are made, commits among them, and again in the
 * recovery. After a kill each completed request is there, and at most the one
 * in flight besides. After a power cut it is the state after some request, not
 * before the last commit; never a mix. The expected records are the model's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/vsam_test.h"
#include "tests/support/log_test.h"
#include "tests/support/boot.h"

enum { REQUESTS = 45 };

static struct lt lt;
static struct lt_model models[REQUESTS + 2];
static uint64_t recovered, in_commit, kept;
static struct vol_fault plan;

/* Work until an operation fails; the number of requests known committed. */
static uint64_t
work(void)
{
	static struct lt_model before;
	uint64_t durable = 0;

	models[0] = lt.m;
	/* the model says what comes before it is made */
	for (int i = 1; i <= REQUESTS + 1; i++) {
		models[i] = models[i - 1];
		lt_next(&lt, &models[i], &(uint32_t){0});
	}
	if (lt_open(&lt, AM_INPUT | AM_OUTPUT) != DS_OK)
		return 0;
	for (int i = 0; i < REQUESTS; i++) {
		if (i % 15 == 14) {
			if (lt_commit(&lt, i % 30 == 14) != DS_OK ||
			    plan.struck) {
				in_commit++;
				break;
			}
			durable = lt.m.requests;
		}
		/* The dead do not go on where a failure would not be told. */
		before = lt.m;
		if (lt_request(&lt) != DS_OK)
			break;
		if (plan.struck) {
			lt.m = before;
			break;
		}
	}
	vset_abandon(&lt.vs);
	return durable;
}

/* The model that the set is like, from..to requests; -1: none of them. */
static int64_t
found(uint64_t from, uint64_t to)
{
	if (lt_open(&lt, AM_INPUT) != DS_OK)
		return -1;
	recovered += am_recovered(lt.vs.file)->requests;
	for (uint64_t n = to + 1; n-- > from;)
		if (lt_differs(&lt, &models[n]) == NULL) {
			vset_close(&lt.vs);
			return (int64_t)n;
		}
	vset_abandon(&lt.vs);
	return -1;
}

static void
wrap(uint64_t at, int kind, unsigned seed)
{
	struct volume *inner = lt.vs.vol;

	memset(&plan, 0, sizeof(plan));
	plan.at = at;
	plan.seed = seed;
	plan.kind = kind == VOL_FAULT_CUT ? VOL_FAULT_CUT : VOL_FAULT_KILL;
	lt.vs.vol = NULL;
	assert_ok(vol_fault_wrap(&inner, &plan, &lt.vs.vol, &lt.vs.diag),
	    &lt.vs.diag);
}

static void
unwrap(void)
{
	vol_close(&lt.vs.vol);
	if (plan.struck && plan.kind == VOL_FAULT_CUT)
		boot_again(lt.vs.dir);
	assert_ok(
	    vol_open(lt.vs.dir, false, &lt.vs.vol, &lt.vs.diag), &lt.vs.diag);
}

static bool
strike(uint64_t at, int kind, uint64_t *fromp, uint64_t *top)
{
	uint64_t done;

	wrap(at, kind, (unsigned)at * 7 + 3);
	*fromp = kept = work();
	done = lt.m.requests;
	unwrap();
	*top = done <= REQUESTS ? done + 1 : done;
	if (kind == VOL_FAULT_KILL)
		*fromp = done;
	return plan.struck;
}

/* A writer goes on from there. */
static void
go_on(int64_t n)
{
	lt.m = models[n];
	assert_ok(lt_open(&lt, AM_INPUT | AM_OUTPUT), &lt.vs.diag);
	assert_null(lt_differs(&lt, &lt.m));
	for (int i = 0; i < 5; i++)
		assert_ok(lt_request(&lt), &lt.vs.diag);
	assert_ok(vset_close(&lt.vs), &lt.vs.diag);
	vset_verify(&lt.vs);
	assert_ok(lt_open(&lt, AM_INPUT), &lt.vs.diag);
	assert_null(lt_differs(&lt, &lt.m));
	vset_close(&lt.vs);
}

static void
everywhere(const struct lt_shape *sh, int kind)
{
	uint64_t at, from = 0, to = 0;
	int64_t n;

	recovered = in_commit = 0;
	for (at = 1;; at++) {
		lt_make(&lt, sh, 5);
		if (!strike(at, kind, &from, &to)) {
			vset_free(&lt.vs);
			break;
		}
		if ((n = found(from, to)) < 0)
			fail_msg("%s: operation %d, %d to %d requests",
			    sh->what, (int)at, (int)from, (int)to);
		vset_verify(&lt.vs);
		go_on(n);
		vset_free(&lt.vs);
	}
	print_message("# %s: %d operations, %d in a commit, %d requests done "
		      "again\n",
	    sh->what, (int)at - 1, (int)in_commit, (int)recovered);
	assert_true(at > 50 && in_commit > 5);
	/* A cut seldom leaves a header and records that fit. */
	assert_true(kind == VOL_FAULT_CUT || recovered > 100);
}

/* The second death is in the recovery from the first. */
static void
in_recovery(const struct lt_shape *sh, int kind)
{
	uint64_t from = 0, to = 0, at, j, lowest;
	int64_t n, again;
	bool struck;

	for (at = 30; at < 400; at += 23) {
		for (j = 1;; j++) {
			lt_make(&lt, sh, 5);
			if (!strike(at, VOL_FAULT_KILL, &from, &to)) {
				vset_free(&lt.vs);
				return;
			}
			assert_true((n = found(from, to)) >= 0);
			wrap(j, kind, (unsigned)(at * 100 + j));
			if (lt_open(&lt, AM_INPUT | AM_OUTPUT) == DS_OK)
				vset_abandon(&lt.vs);
			struck = plan.struck;
			unwrap();
			/* A cut before the end of the recovery leaves what is
			 * on disk: what was durable at the first death. */
			lowest = kind == VOL_FAULT_CUT ? kept : (uint64_t)n;
			again = found(lowest, (uint64_t)n);
			if (again < 0 || again > n)
				fail_msg("%s: operation %d, recovery %d",
				    sh->what, (int)at, (int)j);
			go_on(again);
			vset_free(&lt.vs);
			if (!struck)
				break;
		}
	}
}

/* org, CI, CIs a CA, index CI, record lengths, keys, log */
static const struct lt_shape shapes[] = {
    {"KSDS", DS_ORG_KSDS, 512, 3, 512, 40, 200, 60, 8192 + 512},
    {"KSDS, one CI a CA", DS_ORG_KSDS, 512, 1, 512, 10, 120, 90, 12288},
    {"ESDS", DS_ORG_ESDS, 512, 3, 512, 12, 300, 60, 8192},
    {"RRDS", DS_ORG_RRDS, 512, 3, 512, 90, 90, 60, 8192},
};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

static void
a_kill_loses_no_completed_request(void **state)
{
	(void)state;
	for (int i = 0; i < SHAPES; i++)
		everywhere(&shapes[i], VOL_FAULT_KILL);
}

static void
a_power_cut_leaves_the_state_after_a_request(void **state)
{
	(void)state;
	for (int i = 0; i < SHAPES; i++)
		everywhere(&shapes[i], VOL_FAULT_CUT);
}

static void
a_death_in_the_recovery_loses_none_either(void **state)
{
	(void)state;
	in_recovery(&shapes[0], VOL_FAULT_KILL);
	in_recovery(&shapes[0], VOL_FAULT_CUT);
	in_recovery(&shapes[3], VOL_FAULT_CUT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_kill_loses_no_completed_request),
	    cmocka_unit_test(a_power_cut_leaves_the_state_after_a_request),
	    cmocka_unit_test(a_death_in_the_recovery_loses_none_either),
	};

	/* Thousands of small files: in memory, where that is possible. */
	if (access("/dev/shm", W_OK) == 0)
		setenv("TMPDIR", "/dev/shm", 0);
	return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
