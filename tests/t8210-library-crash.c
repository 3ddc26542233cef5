/*
 * The process is killed, or the power cut, at every single operation on the
 * volume while members are written, deleted, renamed and given aliases, and
 * again while the next opener recovers. Each operation that had returned is
 * there, and the one in flight is there whole or not at all. The expected
 * members are the model's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/boot.h"
#include "tests/support/library_model.h"

enum { BEFORE = 12, OPS = 8 };

static struct lset ls;
static struct lm models[OPS + 2];
static struct vol_fault plan;

static void
wrap(uint64_t at, int kind)
{
	struct volume *inner = ls.vs.vol;

	memset(&plan, 0, sizeof(plan));
	plan.at = at;
	plan.seed = (unsigned)at * 7 + 3;
	plan.kind = kind == VOL_FAULT_CUT ? VOL_FAULT_CUT : VOL_FAULT_KILL;
	ls.vs.vol = NULL;
	assert_int_equal(
	    vol_fault_wrap(&inner, &plan, &ls.vs.vol, &ls.diag), DS_OK);
}

static void
unwrap(void)
{
	vol_close(&ls.vs.vol);
	if (plan.struck && plan.kind == VOL_FAULT_CUT)
		boot_again(ls.vs.dir);
	assert_int_equal(
	    vol_open(ls.vs.dir, false, &ls.vs.vol, &ls.diag), DS_OK);
}

static void
prepare(bool library)
{
	seed = 42;
	memset(models, 0, sizeof(models));
	models[0].library = library;
	lset_new(&ls, library, 3, DS_RECFM_VB, LM_MAX + 4, 512);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	for (int i = 0; i < BEFORE; i++) {
		struct lm_op op = lm_next();

		assert_int_equal(lm_apply(&ls, &op), lm_do(&models[0], &op));
	}
	assert_int_equal(lset_close(&ls), DS_OK);
}

/* Operations until one fails; how many returned before the blow. */
static int
work(void)
{
	int done = 0;

	if (lset_open(&ls, true) != DS_OK)
		return 0;
	for (; done < OPS; done++) {
		struct lm_op op = lm_next();
		enum ds_status want;

		models[done + 1] = models[done];
		want = lm_do(&models[done + 1], &op);
		if (lm_apply(&ls, &op) != want || plan.struck)
			break;
	}
	if (plan.struck || done < OPS)
		bpam_abandon(&ls.lib);
	else
		lset_close(&ls);
	return done;
}

/* The state after n or n + 1 operations; whichever it is, it stays. */
static int
found(int n)
{
	int is = -1;

	if (lset_open(&ls, false) != DS_OK) {
		print_message("# open: %s\n", ls.diag.text);
		return -1;
	}
	for (int i = n + 1; i >= n && is < 0; i--)
		if (i <= OPS && lm_like(ls.lib, &models[i]))
			is = i;
	bpam_abandon(&ls.lib);
	return is;
}

static void
go_on(int n)
{
	struct lm lm = models[n];

	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_true(lm_like(ls.lib, &lm));
	for (int i = 0; i < 3; i++) {
		struct lm_op op = lm_next();

		assert_int_equal(lm_apply(&ls, &op), lm_do(&lm, &op));
	}
	assert_true(lm_like(ls.lib, &lm));
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

static bool
strike(bool library, uint64_t at, int kind)
{
	bool struck;
	int done, is;

	prepare(library);
	wrap(at, kind);
	done = work();
	struck = plan.struck;
	unwrap();
	is = found(done);
	if (is < 0)
		fail_msg("after %d operations, struck at %llu: neither the "
			 "state before nor after the next",
		    done, (unsigned long long)at);
	/* The recovery is struck too, then done. */
	wrap(at % 13 + 1, kind);
	if (lset_open(&ls, true) == DS_OK)
		bpam_abandon(&ls.lib);
	unwrap();
	assert_int_equal(found(is), is);
	go_on(is);
	return struck;
}

static void
strike_all(bool library, int kind)
{
	uint64_t at = 1;

	while (strike(library, at, kind))
		at++;
	print_message("# %llu operations\n", (unsigned long long)at - 1);
	assert_true(at > 50);
}

static void
a_killed_writer_of_a_pdse_loses_nothing(void **state)
{
	(void)state;
	strike_all(true, VOL_FAULT_KILL);
}

static void
a_killed_writer_of_a_pds_loses_nothing(void **state)
{
	(void)state;
	strike_all(false, VOL_FAULT_KILL);
}

static void
a_power_cut_takes_nothing_that_returned_from_a_pdse(void **state)
{
	(void)state;
	strike_all(true, VOL_FAULT_CUT);
}

static void
a_power_cut_takes_nothing_that_returned_from_a_pds(void **state)
{
	(void)state;
	strike_all(false, VOL_FAULT_CUT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_killed_writer_of_a_pdse_loses_nothing),
	    cmocka_unit_test(a_killed_writer_of_a_pds_loses_nothing),
	    cmocka_unit_test(
		a_power_cut_takes_nothing_that_returned_from_a_pdse),
	    cmocka_unit_test(
		a_power_cut_takes_nothing_that_returned_from_a_pds),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
