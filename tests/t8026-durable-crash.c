/*
 * The power is cut, or the process killed, at every single operation on the
 * volume while requests are made durable: each by itself, or at random points,
 * between checkpoints and across a close. After a cut all that was told to be
 * durable is there, after a kill all that was completed, and at most the one
 * in flight besides, never a mix. The expected records are the model's.
 *
 * Each persistent transition is counted: how often the death came in the
 * operation before it, in it, and in the one after it. None may be zero.
 *
 * Compiled with LOG_MUTANTS, LOG_MUTANT in the environment names a fault to
 * build in, and this test must fail (t8027 runs it so).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/vsam_test.h"
#include "tests/support/log_crash.h"
#include "tests/support/log_mutant.h"

enum { REQUESTS = 40, OPS = 4000 };

enum transition {
	OTHER,
	LEASE_NEW,   /* a durable file is made */
	LEASE_FILL,  /* ... written with zeros */
	LEASE_POOL,  /* ... or taken from the pool */
	LEASE_SYNC,  /* its name lasts */
	DRAIN_FIRST, /* header and records, the first of a file */
	DRAIN_AGAIN, /* ... the first of a life after a restart */
	DRAIN_NEXT,  /* from the last, partial page on */
	CHECKPOINT,  /* the batch, which decides */
	PUBLISH,     /* the state, which ends the log's life */
	CLEAR,       /* the header, before the pool has the file */
	RETURN,      /* ... gets its name */
	TRANSITIONS
};
static const char *const transition_name[] = {"other", "lease, new file",
    "lease, zeros", "lease from the pool", "lease, name", "drain, first",
    "drain after a restart", "drain of a partial page", "checkpoint batch",
    "state published", "header cleared", "return to the pool"};

static struct lt lt;
static struct lt_model models[REQUESTS + 2];
static struct vol_fault plan;
static uint64_t recovered;

/* --- which operation is which ----------------------------------------------
 */

static struct {
	enum transition ops[OPS]; /* from 1 */
	size_t n;
	size_t opened; /* a durable file, by the operation before */
	bool leasing, drained;
} trace;
static unsigned before[TRANSITIONS], during[TRANSITIONS], after[TRANSITIONS];

static bool
ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len >= n && strcmp(name + len - n, end) == 0;
}

static enum transition
of_durable(enum vol_fault_op op, uint64_t offset)
{
	if (op == VOL_OP_CREATE || op == VOL_OP_RENAME) {
		trace.leasing = true;
		trace.drained = false;
		return op == VOL_OP_CREATE ? LEASE_NEW : LEASE_POOL;
	}
	if (op != VOL_OP_WRITE)
		return OTHER;
	if (trace.leasing)
		return LEASE_FILL;
	/* Who clears it has opened it just for that. */
	if (trace.opened == trace.n)
		return CLEAR;
	if (offset > 0)
		return DRAIN_NEXT;
	return trace.drained ? DRAIN_AGAIN : DRAIN_FIRST;
}

static enum transition
classify(enum vol_fault_op op, const char *name, uint64_t offset)
{
	enum transition t = OTHER;

	if (ends_with(name, ".dur")) {
		t = of_durable(op, offset);
		trace.drained |= t == DRAIN_FIRST;
	} else if (op == VOL_OP_RENAME) {
		t = RETURN;
	} else if (op == VOL_OP_SYNC && trace.leasing) {
		trace.leasing = false;
		t = LEASE_SYNC;
	} else if (op == VOL_OP_WRITE && ends_with(name, ".batch")) {
		t = CHECKPOINT;
	} else if (op == VOL_OP_WRITE && strcmp(name, lt.vs.name) == 0 &&
		   (offset == 4096 || offset == 8192)) {
		t = PUBLISH;
	}
	return t;
}

static void
see(void *ctx, enum vol_fault_op op, const char *name, uint64_t offset)
{
	(void)ctx;
	assert_true(++trace.n < OPS);
	trace.ops[trace.n] = classify(op, name, offset);
	if (op == VOL_OP_OPEN && ends_with(name, ".dur"))
		trace.opened = trace.n + 1;
}

static void
count(uint64_t at)
{
	during[trace.ops[at]]++;
	before[trace.ops[at + 1]]++;
	after[trace.ops[at - 1]]++;
}

static void
report(void)
{
	for (int t = LEASE_NEW; t < TRANSITIONS; t++)
		print_message("# %-24s before %5u, in %5u, after %5u\n",
		    transition_name[t], before[t], during[t], after[t]);
	for (int t = LEASE_NEW; t < TRANSITIONS; t++)
		assert_true(before[t] > 0 && during[t] > 0 && after[t] > 0);
}

/* --- the work ----------------------------------------------------------------
 */

static enum ds_status
open_again(bool durable)
{
	enum ds_status st;

	if (lt.vs.file != NULL && (st = vset_close(&lt.vs)) != DS_OK)
		return st;
	return lt_open(&lt, AM_INPUT | AM_OUTPUT | (durable ? AM_DURABLE : 0));
}

/* What comes between requests i and i + 1; *keptp: what is durable now. */
static enum ds_status
between(int i, bool durable, uint64_t *keptp)
{
	uint64_t dice = test_mix(lt.seed * 31 + 7, (uint64_t)i) % 100;
	enum ds_status st = DS_OK;

	if (i % 20 == 19)
		st = open_again(durable);
	else if (dice < 12)
		st = lt_commit(&lt, true);
	else if (dice < (durable ? 12 : 55))
		st = lt_commit(&lt, false);
	else if (!durable)
		return DS_OK;
	/* The dead tell nothing. */
	if (st == DS_OK && !plan.struck)
		*keptp = lt.m.requests;
	return st;
}

/* Work until an operation fails; the number of requests known durable. */
static uint64_t
work(bool durable)
{
	static struct lt_model was;
	uint64_t kept = 0;

	lt_foresee(&lt, models, REQUESTS);
	if (open_again(durable) != DS_OK)
		return 0;
	for (int i = 0; i < REQUESTS && !plan.struck; i++) {
		was = lt.m;
		if (lt_request(&lt) != DS_OK)
			break;
		if (plan.struck) {
			lt.m = was;
			break;
		}
		if (between(i, durable, &kept) != DS_OK)
			break;
	}
	if (lt.vs.file != NULL && !plan.struck && plan.at == 0)
		assert_ok(vset_close(&lt.vs), &lt.vs.diag);
	vset_abandon(&lt.vs);
	return kept;
}

static void
fault(const char *what, uint64_t at, uint64_t from, uint64_t to)
{
	log_mutant_noticed();
	fail_msg("%s: operation %d, %d to %d requests", what, (int)at,
	    (int)from, (int)to);
}

static bool
on_volume(const char *name)
{
	return vol_exists(lt.vs.vol, name);
}

/* A writer goes on from there; when it has closed nothing is left over. */
static void
go_on(int64_t n)
{
	char name[LOG_NAME_LEN];

	lt.m = models[n];
	assert_ok(lt_open(&lt, AM_INPUT | AM_OUTPUT | AM_DURABLE), &lt.vs.diag);
	if (lt_differs(&lt, &lt.m) != NULL)
		fault("a writer finds something else", 0, 0, (uint64_t)n);
	for (int i = 0; i < 5; i++)
		assert_ok(lt_request(&lt), &lt.vs.diag);
	spare_name(lt.vs.data.id, name);
	assert_true(on_volume(name));
	assert_ok(vset_close(&lt.vs), &lt.vs.diag);
	vset_verify(&lt.vs);
	assert_false(on_volume(name));
	log_name(lt.vs.data.id, name);
	assert_false(on_volume(name));
	assert_true(on_volume("spare.0"));
	assert_false(on_volume("spare.4"));
	assert_ok(lt_open(&lt, AM_INPUT), &lt.vs.diag);
	if (lt_differs(&lt, &lt.m) != NULL)
		fault("a reader finds something else", 0, 0, (uint64_t)n);
	vset_close(&lt.vs);
}

/* --- the tests ---------------------------------------------------------------
 */

struct range {
	uint64_t from, to;
};

static bool
strike(uint64_t at, int kind, bool durable, struct range *range)
{
	uint64_t done;

	lt_wrap(&lt, &plan, at, kind, (unsigned)at * 11 + 5);
	range->from = work(durable);
	done = lt.m.requests;
	lt_unwrap(&lt, &plan);
	range->to = done <= REQUESTS ? done + 1 : done;
	if (kind == VOL_FAULT_KILL)
		range->from = done;
	return plan.struck;
}

static void
look(const struct lt_shape *sh, bool durable)
{
	lt_make(&lt, sh, 7);
	memset(&trace, 0, sizeof(trace));
	lt_wrap(&lt, &plan, 0, VOL_FAULT_CUT, 0);
	plan.see = see;
	work(durable);
	lt_unwrap(&lt, &plan);
	assert_int_equal(lt.m.requests, REQUESTS);
	vset_free(&lt.vs);
}

static void
everywhere(const struct lt_shape *sh, int kind, bool durable)
{
	struct range range;
	uint64_t at;
	int64_t n;

	look(sh, durable);
	recovered = 0;
	for (at = 1;; at++) {
		lt_make(&lt, sh, 7);
		if (!strike(at, kind, durable, &range)) {
			vset_free(&lt.vs);
			break;
		}
		count(at);
		if ((n = lt_found(
			 &lt, models, range.from, range.to, &recovered)) < 0)
			fault(sh->what, at, range.from, range.to);
		vset_verify(&lt.vs);
		go_on(n);
		vset_free(&lt.vs);
	}
	print_message("# %s%s: %d operations, %d requests done again\n",
	    sh->what, durable ? ", each durable" : "", (int)at - 1,
	    (int)recovered);
	assert_true(at > 100 && recovered > 100);
}

/* The second death is in the recovery from the first, which was a cut. */
static void
in_recovery(const struct lt_shape *sh)
{
	struct range range;
	int64_t n, again;
	bool struck;

	for (uint64_t at = 20; at < 400; at += 13) {
		for (uint64_t j = 1;; j++) {
			lt_make(&lt, sh, 7);
			if (!strike(at, VOL_FAULT_CUT, true, &range)) {
				vset_free(&lt.vs);
				return;
			}
			n = lt_found(
			    &lt, models, range.from, range.to, &recovered);
			if (n < 0)
				fault(sh->what, at, range.from, range.to);
			lt_wrap(&lt, &plan, j, VOL_FAULT_CUT,
			    (unsigned)(at * 100 + j));
			if (lt_open(&lt, AM_INPUT | AM_OUTPUT) == DS_OK)
				vset_abandon(&lt.vs);
			struck = plan.struck;
			lt_unwrap(&lt, &plan);
			again = lt_found(
			    &lt, models, range.from, range.to, &recovered);
			if (again < 0)
				fault("recovery", j, range.from, range.to);
			go_on(again);
			vset_free(&lt.vs);
			if (!struck)
				break;
		}
	}
}

/* org, CI, CIs a CA, index CI, record lengths, keys, log */
static const struct lt_shape shapes[] = {
    {"KSDS", DS_ORG_KSDS, 512, 3, 512, 40, 200, 60, 16384},
    {"KSDS, one CI a CA", DS_ORG_KSDS, 512, 1, 512, 10, 120, 90, 12288},
    {"ESDS", DS_ORG_ESDS, 512, 3, 512, 12, 300, 60, 16384},
    {"RRDS", DS_ORG_RRDS, 512, 3, 512, 90, 90, 60, 16384},
};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

static void
a_power_cut_loses_nothing_durable(void **state)
{
	(void)state;
	for (int i = 0; i < SHAPES; i++) {
		everywhere(&shapes[i], VOL_FAULT_CUT, true);
		everywhere(&shapes[i], VOL_FAULT_CUT, false);
	}
	report();
}

static void
a_kill_loses_nothing_completed(void **state)
{
	(void)state;
	for (int i = 0; i < SHAPES; i++)
		everywhere(&shapes[i], VOL_FAULT_KILL, i % 2);
}

static void
a_cut_in_the_recovery_loses_nothing_either(void **state)
{
	(void)state;
	in_recovery(&shapes[0]);
	in_recovery(&shapes[2]);
}

static void
copy_file(const char *from, const char *to)
{
	char cmd[1400];

	snprintf(cmd, sizeof(cmd), "cp '%s/%s' '%s/%s'", lt.vs.dir, from,
	    lt.vs.dir, to);
	assert_int_equal(system(cmd), 0);
}

/*
 * The components are brought back as they were when a log went on from them,
 * and the file that had the log is leased to them again: it says nothing.
 */
static void
a_leased_file_says_nothing_of_its_last_lease(void **state)
{
	char index[SPHERE_NAME_LEN], durable[LOG_NAME_LEN];

	(void)state;
	lt_make(&lt, &shapes[0], 9);
	sphere_id_name(lt.vs.index.id, index);
	spare_name(lt.vs.data.id, durable);
	assert_ok(open_again(true), &lt.vs.diag);
	for (int i = 0; i < 10; i++)
		assert_ok(lt_request(&lt), &lt.vs.diag);
	vset_abandon(&lt.vs);
	copy_file(lt.vs.name, "data");
	copy_file(index, "index");
	assert_ok(open_again(true), &lt.vs.diag);
	assert_true(am_recovered(lt.vs.file)->requests > 0);
	assert_ok(vset_close(&lt.vs), &lt.vs.diag);
	copy_file("data", lt.vs.name);
	copy_file("index", index);
	assert_ok(vol_rename(lt.vs.vol, "spare.0", durable, &lt.vs.diag),
	    &lt.vs.diag);
	assert_ok(lt_open(&lt, AM_INPUT), &lt.vs.diag);
	if (am_recovered(lt.vs.file)->requests != 0)
		fault("a lease", 0, 0, 0);
	vset_close(&lt.vs);
	vset_free(&lt.vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_leased_file_says_nothing_of_its_last_lease),
	    cmocka_unit_test(a_power_cut_loses_nothing_durable),
	    cmocka_unit_test(a_kill_loses_nothing_completed),
	    cmocka_unit_test(a_cut_in_the_recovery_loses_nothing_either),
	};

	test_dirs_in_memory();
	log_mutant_set();
	return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
