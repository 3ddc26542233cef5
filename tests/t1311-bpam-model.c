/*
 * Random operations on a library and on a model of it: members written,
 * dropped half-way, deleted, renamed, given aliases and user data, by an opener
 * that closes, dies between two of them, or meets another opener. The expected
 * members and records are the model's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/library_model.h"

enum { ROUNDS = 30, OPS = 40 };

static void
reopen(struct lset *ls, const struct lm *lm)
{
	switch (rnd(3)) {
	case 0:
		assert_int_equal(lset_close(ls), DS_OK);
		lset_verify(ls);
		break;
	case 1: /* as if it had been killed */
		bpam_abandon(&ls->lib);
		break;
	default:
		assert_true(lm_like(ls->lib, lm));
		return;
	}
	assert_int_equal(lset_open(ls, false), DS_OK);
	assert_true(lm_like(ls->lib, lm));
	assert_int_equal(lset_close(ls), DS_OK);
	if (rnd(3) == 0)
		lset_compress(ls);
	assert_int_equal(lset_open(ls, true), DS_OK);
}

static void
run(bool library, uint32_t ci_len)
{
	struct lm lm = {.library = library};
	struct lset ls;

	lset_new(&ls, library, 3, DS_RECFM_VB, LM_MAX + 4, ci_len);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	for (int r = 0; r < ROUNDS; r++) {
		for (int i = 0; i < OPS; i++) {
			struct lm_op op = lm_next();

			assert_int_equal(lm_apply(&ls, &op), lm_do(&lm, &op));
		}
		reopen(&ls, &lm);
	}
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

static void
a_pds_is_like_its_model(void **state)
{
	(void)state;
	seed = 1;
	run(false, 512);
	seed = 2;
	run(false, 4096);
}

static void
a_pdse_is_like_its_model(void **state)
{
	(void)state;
	seed = 7;
	run(true, 512);
	seed = 11;
	run(true, 2048);
}

/* Two openers in turn: each sees what the other has done. */
static void
two_openers_see_each_others_changes(void **state)
{
	struct lm lm = {.library = true};
	struct lset ls, other;

	(void)state;
	seed = 5;
	lset_new(&ls, true, 0, DS_RECFM_VB, LM_MAX + 4, 512);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	other = ls;
	assert_int_equal(lset_open(&other, true), DS_OK);
	for (int i = 0; i < 400; i++) {
		struct lm_op op = lm_next();

		assert_int_equal(
		    lm_apply(rnd(2) ? &ls : &other, &op), lm_do(&lm, &op));
		if (i % 20 == 0)
			assert_true(lm_like(rnd(2) ? ls.lib : other.lib, &lm));
	}
	assert_int_equal(lset_close(&other), DS_OK);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

/*
 * A data set that is full at any place of a change: in a chunk, an entry of the
 * directory, an end. What was there stays, and what was begun is gone.
 */
static void
a_change_that_fails_half_way_leaves_nothing(void **state)
{
	enum ds_status st;
	struct lset ls;
	struct lm lm;

	(void)state;
	for (unsigned space = 0; space < 60; space++) {
		seed = space;
		memset(&lm, 0, sizeof(lm));
		lm.library = true;
		lset_new(&ls, true, 0, DS_RECFM_VB, LM_MAX + 4, 512);
		assert_int_equal(lset_open(&ls, true), DS_OK);
		ls.vs.space = space / 4;
		do {
			struct lm_op op = lm_next();
			struct lm was = lm;
			enum ds_status want = lm_do(&lm, &op);

			st = lm_apply(&ls, &op);
			if (st != want) {
				assert_int_equal(st, DS_NOSPACE);
				lm = was;
			}
		} while (st != DS_NOSPACE && lm.contents < 200);
		assert_true(lm_like(ls.lib, &lm));
		assert_int_equal(lset_close(&ls), DS_OK);
		lset_verify(&ls);
		lset_free(&ls);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_pds_is_like_its_model),
	    cmocka_unit_test(a_pdse_is_like_its_model),
	    cmocka_unit_test(two_openers_see_each_others_changes),
	    cmocka_unit_test(a_change_that_fails_half_way_leaves_nothing),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
