/*
 * Durable requests on a base with two alternate indexes. The power is cut at
 * every operation while each request is made durable: those that were told are
 * there, in all three. A process is killed with more requests completed than
 * were drained, and the power cut at every operation of the recovery: whatever
 * that used of the log counts for all three, or for none of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/aix_pair.h"
#include "tests/support/log_mutant.h"

enum { KEYS = 30 };

static struct aset as;
static unsigned durable; /* keys 1 to this one are known to last */

static const uint8_t *
rec(unsigned key)
{
	return pair_rec(key, key * 7);
}

static void
set_up(void)
{
	pair_make(&as, 7);
	durable = 1;
}

static void
fault(const char *what, uint64_t at)
{
	log_mutant_noticed();
	fail_msg("%s: operation %d: %s", what, (int)at, as.base.diag.text);
}

/* Base and alternate indexes are whole and equal, and have what lasts. */
static void
look(const char *what, uint64_t at)
{
	struct ds_diag *d = &as.base.diag;
	struct am_rec got;

	if (aset_check(&as) != DS_OK)
		fault(what, at);
	vset_verify(&as.base);
	assert_ok(aset_open(&as, AM_INPUT, -1), d);
	for (unsigned key = 1; key <= durable; key++)
		if (am_get(as.base.pos, &got, d) != DS_OK ||
		    memcmp(got.data, rec(key), 4) != 0)
			fault("a durable record is missing", at);
	assert_ok(vset_close(&as.base), d);
}

static bool
put(unsigned key)
{
	return am_put(as.base.pos, rec(key), PAIR_REC, 0, false, NULL,
		   &as.base.diag) == DS_OK;
}

static bool
durable_session(uint64_t at)
{
	struct vol_fault plan = {
	    .at = at, .kind = VOL_FAULT_CUT, .seed = (unsigned)at * 7 + 1};
	struct volume *plain = pair_wrap(&as, &plan);

	if (aset_open(&as, AM_OUTPUT | AM_INPUT | AM_DURABLE, -1) == DS_OK)
		for (unsigned key = 2; key <= KEYS && put(key); key++)
			if (!plan.struck)
				durable = key;
	vset_abandon(&as.base);
	pair_unwrap(&as, plain, plan.struck);
	return plan.struck;
}

static void
what_is_durable_is_in_all_of_them(void **state)
{
	bool struck = true;
	uint64_t at;

	(void)state;
	for (at = 1; struck; at++) {
		set_up();
		struck = durable_session(at);
		look("cut", at);
		aset_free(&as);
	}
	print_message("# %d operations were cut\n", (int)at - 2);
	assert_true(at > 40);
}

/* A writer of the base, or of one alternate index alone, recovers. */
static bool
cut_recovery(uint64_t at, bool alone)
{
	struct vol_fault plan = {
	    .at = at, .kind = VOL_FAULT_CUT, .seed = (unsigned)at * 5 + 2};
	struct volume *plain = pair_wrap(&as, &plan);
	struct sphere *sp = NULL;
	struct ds_diag d;

	if (sphere_open(as.base.vol, alone ? as.aix[1].name : as.base.name,
		SPHERE_UPDATE, NULL, &sp, &d) == DS_OK)
		sphere_close(&sp);
	/* the power goes some time, if not during it */
	pair_unwrap(&as, plain, true);
	return plan.struck;
}

static void
a_cut_in_the_recovery_leaves_them_equal(void **state)
{
	bool struck;

	(void)state;
	for (int alone = 0; alone < 2; alone++) {
		struck = true;
		for (uint64_t at = 1; struck; at++) {
			set_up();
			assert_ok(aset_open(&as, AM_OUTPUT | AM_INPUT, -1),
			    &as.base.diag);
			for (unsigned key = 2; key <= KEYS; key++) {
				assert_true(put(key));
				if (key == KEYS / 2)
					assert_ok(am_commit(as.base.file,
						      &as.base.diag),
					    &as.base.diag);
			}
			vset_abandon(&as.base);
			durable = KEYS / 2;
			struck = cut_recovery(at, alone);
			look(alone ? "index alone" : "base", at);
			aset_free(&as);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_durable_is_in_all_of_them),
	    cmocka_unit_test(a_cut_in_the_recovery_leaves_them_equal),
	};

	test_dirs_in_memory();
	log_mutant_set();
	return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
