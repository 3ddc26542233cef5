/*
 * Alternate index records that are none: each field wrong in turn, first for
 * the codec, then in an alternate index that a path and an upgrade meet. By
 * hand: keys of two bytes, pointers of four, so a record is 01 04 nnnn 02 key
 * pointers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/aix_test.h"

static const struct aix_shape shape = {
    .keylen = 2, .axrkp = 4, .ptr_len = 4, .by_key = true, .max_len = 100};

static const struct {
	const char *what;
	uint8_t bytes[24];
	uint32_t len;
} bad[] = {
    {"shorter than header and key", {1, 4, 0, 1, 2, '0'}, 6},
    {"no pointer", {1, 4, 0, 0, 2, '0', '5'}, 7},
    {"a count of 65535", {1, 4, 0xFF, 0xFF, 2, '0', '5', 0, 0, 0, 1}, 11},
    {"one pointer less", {1, 4, 0, 2, 2, '0', '5', 0, 0, 0, 1}, 11},
    {"a byte too many", {1, 4, 0, 1, 2, '0', '5', 0, 0, 0, 1, 0}, 12},
    {"a byte too few", {1, 4, 0, 1, 2, '0', '5', 0, 0, 0}, 10},
    {"RBAs for prime keys", {0, 4, 0, 1, 2, '0', '5', 0, 0, 0, 1}, 11},
    {"another flag", {3, 4, 0, 1, 2, '0', '5', 0, 0, 0, 1}, 11},
    {"pointers of 8", {1, 8, 0, 1, 2, '0', '5', 0, 0, 0, 1}, 11},
    {"pointers of 0", {1, 0, 0, 1, 2, '0', '5', 0, 0, 0, 1}, 11},
    {"keys of 3", {1, 4, 0, 1, 3, '0', '5', 0, 0, 0, 1}, 11},
};
enum { NBAD = sizeof(bad) / sizeof(bad[0]) };

static void
each_wrong_field_is_told(void **state)
{
	const uint8_t good[] = {
	    1, 4, 0, 2, 2, '0', '5', 0, 0, 0, 1, 0, 0, 0, 9};
	struct aix_shape unique = shape;
	struct aix_rec rec;
	const char *why = NULL;
	bool found;

	(void)state;
	assert_int_equal(
	    aix_rec_decode(good, sizeof(good), &shape, &rec, &why), DS_OK);
	assert_int_equal(rec.n, 2);
	assert_int_equal(
	    aix_rec_find(&rec, &shape, (const uint8_t *)"\0\0\0\5", &found), 1);
	assert_false(found);
	assert_int_equal(
	    aix_rec_find(&rec, &shape, (const uint8_t *)"\0\0\0\x9", &found),
	    1);
	assert_true(found);
	unique.unique = true;
	assert_int_equal(
	    aix_rec_decode(good, sizeof(good), &unique, &rec, &why),
	    DS_CORRUPT);
	for (int i = 0; i < NBAD; i++) {
		/* exactly as long as it says, for the sanitizers */
		uint8_t *copy = malloc(bad[i].len);

		memcpy(copy, bad[i].bytes, bad[i].len);
		why = NULL;
		if (aix_rec_decode(copy, bad[i].len, &shape, &rec, &why) !=
			DS_CORRUPT ||
		    why == NULL)
			fail_msg("%s was believed", bad[i].what);
		free(copy);
	}
}

static void
a_record_is_made_and_taken_apart_by_hand(void **state)
{
	const uint8_t three[] = {
	    1, 4, 0, 3, 2, 'A', 'B', 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 9};
	const uint8_t two[] = {1, 4, 0, 2, 2, 'A', 'B', 0, 0, 0, 5, 0, 0, 0, 9};
	uint8_t buf[100];
	uint32_t len;

	(void)state;
	len = aix_rec_begin(&shape, (const uint8_t *)"AB", 1, buf);
	assert_int_equal(len, 11);
	memcpy(buf + 7, "\0\0\0\5", 4);
	len = aix_rec_add(buf, len, &shape, 1, (const uint8_t *)"\0\0\0\x9");
	len = aix_rec_add(buf, len, &shape, 0, (const uint8_t *)"\0\0\0\1");
	assert_int_equal(len, sizeof(three));
	assert_memory_equal(buf, three, sizeof(three));
	len = aix_rec_drop(buf, len, &shape, 0);
	assert_int_equal(len, sizeof(two));
	assert_memory_equal(buf, two, sizeof(two));
}

/* A base with one record, and an alternate index with a good record, a bad one
 * of a key between, and a good one. */
static void
meet(int i)
{
	static const uint8_t first[] = {
	    1, 4, 0, 1, 2, '0', '1', '0', '0', '0', '1'};
	static const uint8_t last[] = {
	    1, 4, 0, 1, 2, '9', '9', '0', '0', '0', '1'};
	static struct aset as;
	const uint8_t *recs[3] = {first, bad[i].bytes, last};
	uint32_t lens[3] = {sizeof(first), bad[i].len, sizeof(last)};
	struct am_rec got;
	unsigned faults = 0;
	uint64_t records;

	vset_attrs(&as.base, DS_ORG_KSDS, 1024, 5, 20);
	as.base.data.keylen = as.base.index.keylen = 4;
	vset_create(&as.base);
	as.n = 0;
	aset_add(&as, 2, 4, DS_A_NONUNIQKEY | DS_A_UPGRADE, 512, 100);
	assert_ok(vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
	assert_ok(
	    am_put(as.base.pos, "000101xx", 8, 0, true, NULL, &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	aset_load(&as, 0, recs, lens, 3);

	assert_ok(aset_open(&as, AM_INPUT | AM_OUTPUT, 0), &as.base.diag);
	assert_ok(am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	assert_int_equal(am_get(as.base.pos, &got, &as.base.diag), DS_CORRUPT);
	assert_true(as.base.diag.has_rba);
	assert_int_equal(as.base.diag.rba, sizeof(first));
	/* the rest stays readable */
	assert_ok(am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	assert_int_equal(am_get(as.base.pos, &got, &as.base.diag), DS_EOD);
	records = am_state(as.base.file)->part[SPHERE_DATA].records;
	assert_int_equal(
	    am_put(as.base.pos, "000205xx", 8, 0, false, NULL, &as.base.diag),
	    DS_CORRUPT);
	assert_int_equal(
	    am_state(as.base.file)->part[SPHERE_DATA].records, records);
	/* and changes where it is whole go on */
	assert_ok(
	    am_put(as.base.pos, "000301xx", 8, 0, false, NULL, &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	assert_int_equal(am_verify_aix(as.base.vol, as.aix[0].name, vset_report,
			     &faults, &as.base.diag),
	    DS_CORRUPT);
	/* AX-I1, and the pointer of key 99 to a record of key 01 */
	assert_true(faults >= 2);
	aset_free(&as);
}

static void
a_path_and_an_upgrade_tell_and_go_on(void **state)
{
	(void)state;
	/* The first is shorter than a key, which no KSDS takes. */
	for (int i = 1; i < NBAD; i++)
		meet(i);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_wrong_field_is_told),
	    cmocka_unit_test(a_record_is_made_and_taken_apart_by_hand),
	    cmocka_unit_test(a_path_and_an_upgrade_tell_and_go_on),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
