/*
 * A base and its upgrade set under a process that is killed at a random
 * instant: the log of the base has each request of the group as one record.
 * After the death base and alternate indexes are verified, each by itself and
 * against each other, and the base has exactly the requests that were
 * reported, or the one in flight besides. In some rounds an alternate index is
 * recovered alone first.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/aix_test.h"
#include "tests/support/log_kill.h"
#include "tests/support/long.h"

static struct aset as;
static struct lt lt;
static uint64_t run_seed, redone;

static const struct lt_shape shape = {
    "group", DS_ORG_KSDS, 512, 3, 512, 12, 200, 400, 65536};

static void
child(int fd)
{
	if (vol_open(as.base.dir, false, &as.base.vol, &as.base.diag) !=
		DS_OK ||
	    aset_open(&as, AM_INPUT | AM_OUTPUT | AM_DIR, -1) != DS_OK)
		_exit(3);
	lt.vs = as.base;
	lt_requests(&lt, fd);
}

/* Its part of the base's log is taken out by an alternate index itself. */
static void
recover_alone(int a)
{
	struct sphere *sp = NULL;

	assert_ok(sphere_open(as.base.vol, as.aix[a].name, SPHERE_UPDATE, NULL,
		      &sp, &as.base.diag),
	    &as.base.diag);
	sphere_close(&sp);
}

static void
compare(uint64_t round, uint64_t last)
{
	const char *why;
	bool in_flight;

	lt.vs = as.base;
	assert_ok(lt_open(&lt, AM_INPUT), &lt.vs.diag);
	redone += am_recovered(lt.vs.file)->requests;
	if ((why = lt_follow(&lt, last, &in_flight)) != NULL)
		fail_msg("%s after %d requests, seed %d, round %d", why,
		    (int)last, (int)run_seed, (int)round);
	assert_ok(vset_close(&lt.vs), &lt.vs.diag);
}

static void
round_of(uint64_t round)
{
	uint64_t last = lt.m.requests;
	const struct lt_kill when = {run_seed, round, 5, 150, 2000000};

	lt_kill_some_time(child, &when, &last);
	assert_ok(vol_open(as.base.dir, false, &as.base.vol, &as.base.diag),
	    &as.base.diag);
	if (round % 3 == 1)
		recover_alone((int)(round / 3 % 2));
	vset_verify(&as.base);
	assert_ok(aset_check(&as), &as.base.diag);
	compare(round, last);
	vol_close(&as.base.vol);
}

/* A base of one record, its alternate indexes as BLDINDEX would make them. */
static void
set_up(void)
{
	static uint8_t rec[LT_MAX];
	uint32_t len;

	memset(&lt, 0, sizeof(lt));
	lt.sh = &shape;
	lt.seed = run_seed;
	vset_attrs(
	    &as.base, DS_ORG_KSDS, shape.ci_len, shape.cis_per_ca, shape.max);
	vset_create(&as.base);
	as.n = 0;
	aset_add(&as, 1, 8, DS_A_NONUNIQKEY | DS_A_UPGRADE, 512, 480);
	aset_add(&as, 3, 9, DS_A_NONUNIQKEY | DS_A_UPGRADE, 512, 480);
	len = lt_rec(&lt, 0, 1, rec);
	lt.m.version[0] = 1;
	assert_ok(vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
	assert_ok(am_put(as.base.pos, rec, len, 0, true, NULL, &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	for (int a = 0; a < 2; a++) {
		/* flag, pointer length, count, key length, key, pointer */
		uint8_t alt[16] = {1, 8, 0, 1, a == 0 ? 1 : 3};
		uint32_t keylen = alt[4];
		const uint8_t *one = alt;

		memcpy(alt + 5, rec + (a == 0 ? 8 : 9), keylen);
		memset(alt + 5 + keylen, 0, 8);
		len = 5 + keylen + 8;
		aset_load(&as, a, &one, &len, 1);
	}
	vol_close(&as.base.vol);
}

static void
base_and_alternate_indexes_agree_after_a_kill(void **state)
{
	uint64_t rounds = long_or(1000, 40);

	(void)state;
	set_up();
	for (uint64_t i = 0; i < rounds; i++)
		round_of(i);
	print_message("# seed %llu: %llu rounds, %llu requests, %llu done "
		      "again\n",
	    (unsigned long long)run_seed, (unsigned long long)rounds,
	    (unsigned long long)lt.m.requests, (unsigned long long)redone);
	assert_true(redone > 0);
	aset_free(&as);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(base_and_alternate_indexes_agree_after_a_kill),
	};

	run_seed = run_seed_choose();
	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
