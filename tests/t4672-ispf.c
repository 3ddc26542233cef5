/*
 * ISPF's statistics in the user data of a member. The bytes are worked out by
 * hand from the table of ispf.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "services/ispf.h"

/* 01.02, created 2026 day 60 (c is 1 for 20), changed day 335 at 23:05:09,
 * 12, 10 and 3 lines, by USER1. */
static const uint8_t bytes[DS_ISPF_LEN] = {1, 2, 0, 0x09, 0x01, 0x26, 0x06,
    0x0F, 0x01, 0x26, 0x33, 0x5F, 0x23, 0x05, 0, 12, 0, 10, 0, 3, 0xE4, 0xE2,
    0xC5, 0xD9, 0xF1, 0x40, 0x40, 0x40, 0x40, 0x40};

static const struct ds_ispf stats = {.version = 1,
    .mod = 2,
    .created = 2026060,
    .changed = 2026335,
    .hour = 23,
    .minute = 5,
    .second = 9,
    .lines = 12,
    .initial = 10,
    .modified = 3,
    .user = "USER1"};

static void
assert_same(const struct ds_ispf *a, const struct ds_ispf *b)
{
	assert_int_equal(a->version, b->version);
	assert_int_equal(a->mod, b->mod);
	assert_int_equal(a->created, b->created);
	assert_int_equal(a->changed, b->changed);
	assert_int_equal(a->hour, b->hour);
	assert_int_equal(a->minute, b->minute);
	assert_int_equal(a->second, b->second);
	assert_int_equal(a->lines, b->lines);
	assert_int_equal(a->initial, b->initial);
	assert_int_equal(a->modified, b->modified);
	assert_string_equal(a->user, b->user);
}

static void
statistics_are_thirty_bytes(void **state)
{
	uint8_t out[DS_ISPF_LONG];
	struct ds_ispf got;

	(void)state;
	assert_true(ds_ispf_get(bytes, sizeof(bytes), &got));
	assert_same(&got, &stats);
	assert_int_equal(ds_ispf_put(&stats, out), DS_ISPF_LEN);
	assert_memory_equal(out, bytes, sizeof(bytes));
}

static void
longer_members_have_forty(void **state)
{
	static const uint8_t tail[] = {
	    0, 1, 0x86, 0xA0, 0, 0, 0, 10, 0, 0, 0, 3};
	struct ds_ispf big = stats, got;
	uint8_t out[DS_ISPF_LONG];

	(void)state;
	big.lines = 100000; /* X'186A0' */
	assert_int_equal(ds_ispf_put(&big, out), DS_ISPF_LONG);
	assert_int_equal(out[2], 0x20);
	assert_memory_equal(out + 14, "\377\377\0\12\0\3", 6);
	assert_memory_equal(out + 28, tail, sizeof(tail));
	assert_true(ds_ispf_get(out, sizeof(out), &got));
	assert_same(&got, &big);
	/* Cut short the counts of 2 bytes are what there is. */
	assert_true(ds_ispf_get(out, DS_ISPF_LEN, &got));
	assert_int_equal(got.lines, 65535);
}

static void
what_is_no_statistics_is_told(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
	} bad[] = {{0, 100}, {3, 0x60}, {3, 0x0A}, {4, 10}, {5, 0xA0},
	    {7, 0x0C}, {6, 0x00}, {11, 0xFF}, {12, 0x24}, {13, 0x99}, {20, 1}};
	uint8_t copy[DS_ISPF_LEN], out[DS_ISPF_LONG];
	struct ds_ispf got, no = stats;

	(void)state;
	assert_false(ds_ispf_get(bytes, DS_ISPF_LEN - 1, &got));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		memcpy(copy, bytes, sizeof(copy));
		copy[bad[i].at] = bad[i].value;
		assert_false(ds_ispf_get(copy, sizeof(copy), &got));
	}
	no.created = 1899365;
	assert_int_equal(ds_ispf_put(&no, out), 0);
	no.created = 2026367;
	assert_int_equal(ds_ispf_put(&no, out), 0);
	no = stats;
	no.hour = 24;
	assert_int_equal(ds_ispf_put(&no, out), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(statistics_are_thirty_bytes),
	    cmocka_unit_test(longer_members_have_forty),
	    cmocka_unit_test(what_is_no_statistics_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
