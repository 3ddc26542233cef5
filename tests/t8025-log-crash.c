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
#include "tests/support/log_crash.h"

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

	lt_foresee(&lt, models, REQUESTS);
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

static bool
strike(uint64_t at, int kind, uint64_t *fromp, uint64_t *top)
{
	uint64_t done;

	lt_wrap(&lt, &plan, at, kind, (unsigned)at * 7 + 3);
	*fromp = kept = work();
	done = lt.m.requests;
	lt_unwrap(&lt, &plan);
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
		if ((n = lt_found(&lt, models, from, to, &recovered)) < 0)
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
			assert_true((n = lt_found(&lt, models, from, to,
					 &recovered)) >= 0);
			lt_wrap(&lt, &plan, j, kind, (unsigned)(at * 100 + j));
			if (lt_open(&lt, AM_INPUT | AM_OUTPUT) == DS_OK)
				vset_abandon(&lt.vs);
			struck = plan.struck;
			lt_unwrap(&lt, &plan);
			/* A cut before the end of the recovery leaves what is
			 * on disk: what was durable at the first death. */
			lowest = kind == VOL_FAULT_CUT ? kept : (uint64_t)n;
			again = lt_found(
			    &lt, models, lowest, (uint64_t)n, &recovered);
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

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
