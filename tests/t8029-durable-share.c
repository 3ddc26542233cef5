/*
 * Two writers share a data set and make their requests durable, in turn or
 * several at once by a commit; the power is cut, or both are killed, at every
 * operation on the volume. What either was told is there, whoever made it.
 * The expected records are the model's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/vsam_test.h"
#include "tests/support/log_crash.h"

enum { REQUESTS = 30, WRITERS = 2 };

static struct lt lt;
static struct lt_model models[REQUESTS + 2];
static struct vol_fault plan;
static struct {
	struct am_file *file;
	struct am_pos *pos;
} writers[WRITERS];
static uint64_t recovered;

static bool
open_writers(bool durable)
{
	struct am_parms parms = {.intent = AM_INPUT | AM_OUTPUT};

	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &lt.vs;
	parms.sphere.log_len = lt.sh->log_len;
	parms.sphere.shared = true;
	parms.sphere.durable = durable;
	for (int i = 0; i < WRITERS; i++) {
		if (am_open(lt.vs.vol, lt.vs.name, &parms, &writers[i].file,
			&lt.vs.diag) != DS_OK)
			return false;
		assert_int_equal(
		    am_pos_new(writers[i].file, &writers[i].pos), DS_OK);
	}
	return true;
}

static void
abandon_writers(void)
{
	for (int i = 0; i < WRITERS; i++) {
		am_pos_free(&writers[i].pos);
		am_abandon(&writers[i].file);
	}
	lt.vs.file = NULL;
	lt.vs.pos = NULL;
}

/* Each request by the one or the other; how many are known to last. */
static uint64_t
work(bool durable)
{
	static struct lt_model was;
	uint64_t kept = 0;

	lt_foresee(&lt, models, REQUESTS);
	if (!open_writers(durable))
		goto out;
	for (int i = 0; i < REQUESTS; i++) {
		uint64_t dice = test_mix(lt.seed, 1000U + (uint64_t)i);
		unsigned who = dice % WRITERS;

		lt.vs.file = writers[who].file;
		lt.vs.pos = writers[who].pos;
		was = lt.m;
		if (lt_request(&lt) != DS_OK)
			break;
		if (plan.struck) {
			lt.m = was;
			break;
		}
		/* a commit is of what both did */
		if (dice / 8 % 100 < 10 && lt_commit(&lt, true) != DS_OK)
			break;
		if (!durable && dice / 8 % 3 != 0)
			continue;
		if (!durable && lt_commit(&lt, false) != DS_OK)
			break;
		if (!plan.struck)
			kept = lt.m.requests;
	}
out:
	abandon_writers();
	return kept;
}

/* Two new ones go on, and close. */
static void
go_on(int64_t n)
{
	char name[LOG_NAME_LEN];

	lt.m = models[n];
	assert_true(open_writers(true));
	for (int i = 0; i < 6; i++) {
		lt.vs.file = writers[i % WRITERS].file;
		lt.vs.pos = writers[i % WRITERS].pos;
		assert_ok(lt_request(&lt), &lt.vs.diag);
	}
	for (int i = 0; i < WRITERS; i++) {
		am_pos_free(&writers[i].pos);
		assert_ok(am_close(&writers[i].file, &lt.vs.diag), &lt.vs.diag);
	}
	lt.vs.file = NULL;
	lt.vs.pos = NULL;
	vset_verify(&lt.vs);
	spare_name(lt.vs.data.id, name);
	assert_false(vol_exists(lt.vs.vol, name));
	assert_ok(lt_open(&lt, AM_INPUT), &lt.vs.diag);
	assert_null(lt_differs(&lt, &lt.m));
	vset_close(&lt.vs);
}

static void
everywhere(const struct lt_shape *sh, int kind, bool durable)
{
	uint64_t at, from, done, to;
	bool struck = true;
	int64_t n;

	recovered = 0;
	for (at = 1; struck; at++) {
		lt_make(&lt, sh, 3);
		lt_wrap(&lt, &plan, at, kind, (unsigned)at * 13 + 1);
		from = work(durable);
		done = lt.m.requests;
		struck = plan.struck;
		lt_unwrap(&lt, &plan);
		to = done < REQUESTS ? done + 1 : done;
		from = kind == VOL_FAULT_KILL ? done : from;
		if ((n = lt_found(&lt, models, from, to, &recovered)) < 0)
			fail_msg("%s: operation %d, %d to %d requests",
			    sh->what, (int)at, (int)from, (int)to);
		vset_verify(&lt.vs);
		go_on(n);
		vset_free(&lt.vs);
	}
	print_message("# %s%s: %d operations, %d requests done again\n",
	    sh->what, durable ? ", each durable" : "", (int)at - 2,
	    (int)recovered);
	assert_true(at > 60 && recovered > 60);
}

/* org, CI, CIs a CA, index CI, record lengths, keys, log */
static const struct lt_shape shapes[] = {
    {"KSDS", DS_ORG_KSDS, 512, 3, 512, 40, 200, 60, 16384},
    {"ESDS", DS_ORG_ESDS, 512, 3, 512, 12, 300, 60, 16384},
};

static void
a_power_cut_loses_nothing_durable(void **state)
{
	(void)state;
	everywhere(&shapes[0], VOL_FAULT_CUT, true);
	everywhere(&shapes[0], VOL_FAULT_CUT, false);
	everywhere(&shapes[1], VOL_FAULT_CUT, true);
}

static void
a_kill_of_both_loses_nothing_completed(void **state)
{
	(void)state;
	everywhere(&shapes[0], VOL_FAULT_KILL, true);
	everywhere(&shapes[1], VOL_FAULT_KILL, false);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_power_cut_loses_nothing_durable),
	    cmocka_unit_test(a_kill_of_both_loses_nothing_completed),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
