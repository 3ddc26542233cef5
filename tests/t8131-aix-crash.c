/*
 * The power is cut at every operation of a session that changes a base with two
 * alternate indexes; also, the process dies without closing. Afterwards base
 * and alternate indexes are each whole and say the same, looked at by a reader,
 * then by a writer, and take further requests. What was committed is there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/aix_pair.h"

enum { COMMITS = 3, REQUESTS = 25 };

static struct aset as;
static unsigned committed; /* records that were committed: keys 1 ... */

static void
set_up(void)
{
	pair_make(&as, 1);
	committed = 1;
}

/* False: the volume failed. */
static bool
requests(unsigned *keyp)
{
	struct am_pos *pos = as.base.pos;
	struct ds_diag *d = &as.base.diag;
	struct am_rec got;

	for (unsigned i = 0; i < REQUESTS; i++) {
		unsigned key = ++*keyp;

		if (am_put(pos, pair_rec(key, key * 7), PAIR_REC, 0, false,
			NULL, d) != DS_OK)
			return false;
		/* the alternate key of one before changes and changes back */
		for (unsigned n = 0; n < 2; n++)
			if (am_point(pos, AM_KEY, AM_EQ, false,
				pair_rec(key / 2 + 1, 0), 4, 0, d) != DS_OK ||
			    am_get(pos, &got, d) != DS_OK ||
			    am_update(pos,
				pair_rec(
				    key / 2 + 1, n == 0 ? 5 : key / 2 * 7 + 7),
				PAIR_REC, d) != DS_OK)
				return false;
	}
	return true;
}

/* The log drained, or a commit that empties it. */
static enum ds_status
commit(unsigned c)
{
	struct am_file *file = as.base.file;

	return c % 2 == 0 ? am_commit(file, &as.base.diag)
			  : sphere_commit(file->sphere, false, &as.base.diag);
}

static void
session(bool die)
{
	unsigned key = committed;
	bool ok;

	if (aset_open(&as, AM_OUTPUT | AM_INPUT | AM_DIR, -1) != DS_OK)
		return;
	ok = requests(&key);
	for (unsigned c = 0; ok && c < COMMITS; c++) {
		if (commit(c) != DS_OK)
			break;
		committed = key;
		ok = requests(&key);
	}
	if (ok && !die) {
		am_pos_free(&as.base.pos);
		if (am_close(&as.base.file, &as.base.diag) == DS_OK)
			committed = key;
	}
	vset_abandon(&as.base);
}

static void
all_equal(uint64_t k)
{
	struct am_rec got;

	if (aset_check(&as) != DS_OK)
		fail_msg("cut %d: %s", (int)k, as.base.diag.text);
	vset_verify(&as.base);
	assert_ok(aset_open(&as, AM_INPUT, -1), &as.base.diag);
	for (unsigned key = 1; key <= committed; key++) {
		assert_ok(
		    am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
		assert_memory_equal(got.data, pair_rec(key, 0), 4);
	}
	assert_ok(vset_close(&as.base), &as.base.diag);
}

static void
after(uint64_t k)
{
	struct am_rec got;
	unsigned key = committed;

	all_equal(k); /* as a reader sees it */
	/* One more record behind all that are there, then closed. */
	assert_ok(aset_open(&as, AM_OUTPUT | AM_INPUT, -1), &as.base.diag);
	while (am_get(as.base.pos, &got, &as.base.diag) == DS_OK)
		key = (unsigned)strtoul(
		    (char[5]){(char)got.data[0], (char)got.data[1],
			(char)got.data[2], (char)got.data[3]},
		    NULL, 10);
	assert_true(key >= committed);
	key++;
	assert_ok(am_put(as.base.pos, pair_rec(key, key * 7), PAIR_REC, 0,
		      false, NULL, &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	all_equal(k);
}

static bool
cut(uint64_t k, bool die)
{
	struct vol_fault plan = {
	    .at = k, .kind = VOL_FAULT_CUT, .seed = (unsigned)k * 17 + 3};
	struct volume *plain = pair_wrap(&as, &plan);

	session(die);
	pair_unwrap(&as, plain, plan.struck);
	return plan.struck;
}

static void
base_and_indexes_are_equal_after_every_cut(void **state)
{
	uint64_t k;
	bool struck = true;

	(void)state;
	for (k = 1; struck; k++) {
		set_up();
		struck = cut(k, false);
		after(k);
		aset_free(&as);
	}
	print_message("# %u operations were cut\n", (unsigned)k - 2);
	assert_true(k > 60);
}

static void
requests_before_a_death_are_in_all_of_them(void **state)
{
	(void)state;
	set_up();
	session(true);
	/* logged, or the last commit: never a part of them */
	after(0);
	aset_free(&as);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(base_and_indexes_are_equal_after_every_cut),
	    cmocka_unit_test(requests_before_a_death_are_in_all_of_them),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
