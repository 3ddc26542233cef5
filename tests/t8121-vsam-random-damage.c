/*
 * Random bytes over the control intervals of sets of every organization, with
 * checksums that fit: each request ends, with a record or a status, and
 * nothing is read or written outside. And a set that nothing was done to has
 * no fault after all requests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/sphere_test.h"
#include "tests/support/vsam_damage.h"

enum { ROUNDS = 15, PATCHES = 4 };

static uint64_t seed;

static uint8_t
any(void)
{
	seed = seed * 6364136223846793005U + 1442695040888963407U;
	return (uint8_t)(seed >> 40);
}

static void
requests_end(void **state)
{
	uint8_t in[1 + 6 * PATCHES];
	struct volume *vol = NULL;
	char *dir = test_dir_new();
	unsigned round;
	size_t i, n;

	(void)state;
	seed = 20240601;
	assert_int_equal(vol_open(dir, false, &vol, NULL), DS_OK);
	for (round = 0; round < ROUNDS * DAMAGE_KINDS; round++) {
		n = 1 + 6 * (size_t)(1 + round % PATCHES);
		for (i = 0; i < n; i++)
			in[i] = any();
		in[0] = (uint8_t)(round % DAMAGE_KINDS);
		/* mostly the control fields and index records */
		for (i = 1; i < n; i += 6)
			if (round % 3 != 0)
				in[i + 2] |= in[i] & 1 ? 0 : 0x80;
		damage_run(vol, in, n);
	}
	vol_close(&vol);
	test_dir_free(dir);
}

static void
without_damage_there_is_no_fault(void **state)
{
	struct damage d = {.space = 64};
	char *dir = test_dir_new();
	size_t i;

	(void)state;
	assert_int_equal(vol_open(dir, false, &d.vol, NULL), DS_OK);
	for (i = 0; i < DAMAGE_KINDS; i++) {
		d.kind = &damage_kinds[i];
		d.space = 64;
		damage_make(&d);
		damage_load(&d);
		assert_int_equal(
		    am_verify(d.vol, d.name, NULL, NULL, NULL), DS_OK);
		damage_read(&d, AM_INPUT);
		damage_change(&d);
		assert_int_equal(
		    am_verify(d.vol, d.name, NULL, NULL, NULL), DS_OK);
	}
	vol_close(&d.vol);
	test_dir_free(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(without_damage_there_is_no_fault),
	    cmocka_unit_test(requests_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
