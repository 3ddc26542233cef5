/*
 * Relative record sets of varying length, and linear sets. What is expected of
 * random requests is an array's; bytes and RBAs are calculated by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/vsam/vsam_int.h"
#include "base/bytes.h"
#include "tests/support/vsam_test.h"

static struct vset vs;
static uint8_t rec[32768];

static const uint8_t *
make(uint64_t seed, uint32_t len)
{
	uint32_t i;

	for (i = 0; i < len; i++)
		rec[i] = (uint8_t)(seed * 31 + i * 7 + i / 256);
	return rec;
}

static void
expect(uint64_t rrn, uint64_t seed, uint32_t len)
{
	struct am_rec got;

	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(got.rrn, rrn);
	assert_int_equal(got.len, len);
	assert_memory_equal(got.data, make(seed, len), len);
}

static enum ds_status
put(uint64_t rrn, uint32_t len)
{
	return am_put(vs.pos, make(rrn, len), len, rrn, false, NULL, &vs.diag);
}

static enum ds_status
point(enum am_how how, enum am_match match, bool backward, uint64_t num)
{
	return am_point(vs.pos, how, match, backward, NULL, 0, num, &vs.diag);
}

static void
at_end(void)
{
	struct am_rec got;

	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
}

/* --- VRRDS -----------------------------------------------------------------
 */

/* Numbers 1, 2, 7 (lengths 100, 5, 300), loaded. */
static void
vrrds(void)
{
	vset_attrs(&vs, DS_ORG_VRRDS, 512, 4, 501); /* 512 - 7 - 4 */
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	assert_ok(am_put(vs.pos, make(1, 100), 100, 0, true, NULL, &vs.diag),
	    &vs.diag);
	assert_ok(
	    am_put(vs.pos, make(2, 5), 5, 0, true, NULL, &vs.diag), &vs.diag);
	assert_int_equal(put(7, 300), DS_OK);
	assert_int_equal(put(7, 300), DS_DUPLICATE);
	assert_int_equal(put(3, 300), DS_SEQUENCE);
	assert_int_equal(point(AM_FIRST, AM_GE, false, 0), DS_LOADING);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 1), DS_LOADING);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
}

static void
a_number_is_in_front_of_the_record(void **state)
{
	struct am_rec got;

	(void)state;
	vrrds();
	assert_ok(vset_open(&vs, AM_INPUT | AM_ADDRESSED), &vs.diag);
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(got.len, 104);
	assert_memory_equal(got.data, "\0\0\0\1", 4);
	assert_memory_equal(got.data + 4, make(1, 100), 100);
	vset_abandon(&vs);
	assert_int_equal(
	    vset_open(&vs, AM_INPUT | AM_OUTPUT | AM_ADDRESSED), DS_INVALID);
	/* one sequence-set record, the whole index */
	assert_ok(vset_open(&vs, AM_INPUT | AM_INDEX), &vs.diag);
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(got.len, 505);
	at_end();
	vset_free(&vs);
}

static void
numbers_without_a_record_are_skipped(void **state)
{
	uint8_t key[4];

	(void)state;
	vrrds();
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	expect(1, 1, 100);
	expect(2, 2, 5);
	expect(7, 7, 300);
	at_end();
	assert_int_equal(point(AM_LAST, AM_EQ, true, 0), DS_OK);
	expect(7, 7, 300);
	expect(2, 2, 5);
	expect(1, 1, 100);
	at_end();
	assert_int_equal(point(AM_RRN, AM_EQ, false, 3), DS_NOTFOUND);
	assert_int_equal(point(AM_RRN, AM_GE, false, 3), DS_OK);
	expect(7, 7, 300);
	assert_int_equal(point(AM_RRN, AM_GE, false, 8), DS_NOTFOUND);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 0), DS_NOTFOUND);
	assert_int_equal(
	    point(AM_RRN, AM_GE, false, ((uint64_t)1 << 32) + 1), DS_NOTFOUND);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 0), DS_RRNADDR);
	assert_int_equal(ds_status_reason(DS_RRNADDR), 196);
	be32_put(key, 2);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, key, 4, 0, &vs.diag), DS_OK);
	expect(2, 2, 5);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, key, 3, 0, &vs.diag),
	    DS_BADKEYLEN);
	assert_int_equal(put(9, 9), DS_NOACCESS);
	vset_free(&vs);
}

static void
records_come_change_and_go_by_number(void **state)
{
	(void)state;
	vrrds();
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(put(5, 501), DS_OK);
	assert_int_equal(put(5, 1), DS_DUPLICATE);
	assert_int_equal(put(6, 502), DS_BADLENGTH);
	assert_int_equal(put(6, 0), DS_BADLENGTH);
	/* the next one after 5, then 7, which is there */
	assert_ok(
	    am_put(vs.pos, make(6, 6), 6, 0, false, NULL, &vs.diag), &vs.diag);
	assert_int_equal(
	    am_put(vs.pos, make(6, 6), 6, 0, false, NULL, &vs.diag),
	    DS_DUPLICATE);
	assert_int_equal(put((uint64_t)1 << 32, 6), DS_BADRRN);
	assert_int_equal(ds_status_reason(DS_BADRRN), 192);
	assert_int_equal(put(UINT32_MAX, 6), DS_OK);
	assert_int_equal(
	    am_put(vs.pos, make(6, 6), 6, 0, false, NULL, &vs.diag), DS_BADRRN);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOUPDATE);
	assert_int_equal(am_update(vs.pos, rec, 9, &vs.diag), DS_NOUPDATE);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 2), DS_OK);
	expect(2, 2, 5);
	/* a put between does not change what is held */
	assert_int_equal(put(8, 80), DS_OK);
	assert_ok(am_update(vs.pos, make(22, 444), 444, &vs.diag), &vs.diag);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 1), DS_OK);
	expect(1, 1, 100);
	assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
	expect(2, 22, 444);
	expect(5, 5, 501);
	expect(6, 6, 6);
	expect(7, 7, 300);
	expect(8, 8, 80);
	expect(UINT32_MAX, UINT32_MAX, 6);
	at_end();
	assert_int_equal(put(1, 10), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

enum { SLOTS = 3000 };

static struct slot {
	uint32_t len; /* 0: empty */
	uint64_t seed;
} now[SLOTS + 1];

static uint64_t
next_full(uint64_t rrn, bool backward)
{
	while (rrn > 0 && rrn <= SLOTS && now[rrn].len == 0)
		rrn += backward ? UINT64_MAX : 1;
	return rrn <= SLOTS ? rrn : 0;
}

static void
browse(uint64_t rrn)
{
	bool back = rand() % 2, eq = rand() % 2;
	uint64_t at = eq && now[rrn].len == 0 ? 0 : next_full(rrn, false);
	enum ds_status st = point(AM_RRN, eq ? AM_EQ : AM_GE, back, rrn);
	int n = rand() % 100 ? rand() % 10 : SLOTS;

	assert_int_equal(st, at == 0 ? DS_NOTFOUND : DS_OK);
	for (; at > 0 && n > 0; n--) {
		expect(at, now[at].seed, now[at].len);
		at = next_full(back ? at - 1 : at + 1, back);
		if (at == 0)
			at_end();
	}
}

static void
step(uint32_t max)
{
	uint64_t rrn = 1 + (uint64_t)rand() % SLOTS;
	uint32_t len = 1 + (uint32_t)rand() % max, kind = (uint32_t)rand() % 10;
	uint64_t seed = (uint64_t)rand();

	if (kind < 4) {
		assert_int_equal(am_put(vs.pos, make(seed, len), len, rrn,
				     rand() % 2, NULL, &vs.diag),
		    now[rrn].len > 0 ? DS_DUPLICATE : DS_OK);
		if (now[rrn].len == 0)
			now[rrn] = (struct slot){len, seed};
		return;
	}
	if (kind == 9 || now[rrn].len == 0) {
		browse(rrn);
		return;
	}
	assert_ok(point(AM_RRN, AM_EQ, rand() % 2, rrn), &vs.diag);
	expect(rrn, now[rrn].seed, now[rrn].len);
	if (kind < 6) {
		assert_ok(am_update(vs.pos, make(seed, len), len, &vs.diag),
		    &vs.diag);
		now[rrn] = (struct slot){len, seed};
	} else {
		assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
		now[rrn].len = 0;
		assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOUPDATE);
	}
}

static void
random_requests(uint32_t ci_len, uint32_t cis_per_ca, uint32_t max, int ops)
{
	int i, n;

	srand(ci_len);
	memset(now, 0, sizeof(now));
	vset_attrs(&vs, DS_ORG_VRRDS, ci_len, cis_per_ca, max);
	vs.data.fspc_ci = 10;
	vs.data.fspc_ca = 20;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (i = 1; i < SLOTS; i += 7) {
		now[i] = (struct slot){1 + (uint32_t)i % max, (uint64_t)i};
		assert_int_equal(put((uint64_t)i, now[i].len), DS_OK);
	}
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (i = 0; i < ops; i++) {
		step(max);
		n = rand() % 3000;
		if (n > 2)
			continue;
		/* closed or abandoned, all completed requests are there */
		if (n == 0)
			vset_abandon(&vs);
		else
			assert_ok(vset_close(&vs), &vs.diag);
		vset_verify(&vs);
		assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	}
	browse(1);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
vrrds_matches_an_array(void **state)
{
	(void)state;
	random_requests(512, 6, 300, 50000);
	random_requests(4096, 12, 900, 30000);
	random_requests(18432, 45, 500, 20000);
}

/* --- linear ----------------------------------------------------------------
 */

static void
linear(unsigned cis)
{
	unsigned i;

	vset_attrs(&vs, DS_ORG_LDS, 4096, 4, 0);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	for (i = 1; i <= cis; i++)
		assert_int_equal(put(i, 4096), DS_OK);
	assert_int_equal(put(9, 4095), DS_BADLENGTH);
	assert_int_equal(put(9, 4097), DS_BADLENGTH);
	assert_int_equal(point(AM_FIRST, AM_GE, false, 0), DS_LOADING);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
}

static void
expect_zeros(uint64_t rrn)
{
	struct am_rec got;
	uint32_t i;

	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(got.rrn, rrn);
	assert_int_equal(got.rba, (rrn - 1) * 4096);
	assert_int_equal(got.len, 4096);
	for (i = 0; i < 4096; i++)
		assert_int_equal(got.data[i], 0);
}

static void
reading_goes_to_the_end_of_the_allocation(void **state)
{
	static const unsigned intents[] = {AM_INPUT, AM_INPUT | AM_SEQ,
	    AM_INPUT | AM_ADDRESSED, AM_INPUT | AM_OUTPUT};
	size_t i;

	(void)state;
	linear(6); /* in two CAs of 4 */
	for (i = 0; i < 4; i++) {
		assert_ok(vset_open(&vs, intents[i]), &vs.diag);
		assert_int_equal(
		    am_state(vs.file)->part[SPHERE_DATA].hurba, 6 * 4096);
		for (unsigned n = 1; n <= 6; n++)
			expect(n, n, 4096);
		expect_zeros(7);
		expect_zeros(8);
		at_end();
		at_end();
		assert_int_equal(point(AM_LAST, AM_EQ, true, 0), DS_OK);
		expect_zeros(8);
		expect_zeros(7);
		expect(6, 6, 4096);
		assert_int_equal(point(AM_RBA, AM_EQ, true, 4096), DS_OK);
		expect(2, 2, 4096);
		expect(1, 1, 4096);
		at_end();
		vset_abandon(&vs);
	}
	vset_free(&vs);
}

static void
what_was_never_loaded_is_zeros(void **state)
{
	static const unsigned intents[] = {
	    AM_INPUT, AM_INPUT | AM_SEQ, AM_INPUT | AM_ADDRESSED};

	(void)state;
	vset_attrs(&vs, DS_ORG_LDS, 4096, 4, 0);
	vset_create(&vs);
	for (size_t i = 0; i < 3; i++) {
		assert_ok(vset_open(&vs, intents[i]), &vs.diag);
		uint64_t cis =
		    am_state(vs.file)->part[SPHERE_DATA].harba / 4096;
		assert_true(cis > 0);
		for (uint64_t n = 1; n <= cis; n++)
			expect_zeros(n);
		at_end();
		vset_abandon(&vs);
	}
	vset_free(&vs);
}

static void
linear_requests_that_cannot_be(void **state)
{
	struct am_rec got;

	(void)state;
	linear(6);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 100), DS_BADRBA);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 8 * 4096), DS_BADRBA);
	assert_int_equal(point(AM_RBA, AM_GE, false, 100), DS_OK);
	expect(2, 2, 4096);
	assert_int_equal(point(AM_RBA, AM_GE, false, 8 * 4096 - 1), DS_BADRBA);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 9), DS_NOTFOUND);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 0), DS_NOTFOUND);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, "A", 1, 0, &vs.diag),
	    DS_KEYTOESDS);
	assert_int_equal(point(AM_FIRST, AM_EQ, false, 0), DS_OK);
	assert_int_equal(am_update(vs.pos, rec, 4096, &vs.diag), DS_NOUPDATE);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOERASE);
	assert_int_equal(am_update(vs.pos, rec, 100, &vs.diag), DS_BADLENGTH);
	vset_abandon(&vs);
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(am_update(vs.pos, rec, 4096, &vs.diag), DS_NOACCESS);
	vset_free(&vs);
}

static void
linear_sets_are_changed_and_added_to(void **state)
{
	(void)state;
	linear(2);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(put(3, 4096), DS_OK);
	expect(1, 1, 4096);
	assert_ok(am_update(vs.pos, make(77, 4096), 4096, &vs.diag), &vs.diag);
	/* one behind the high-used RBA: 5, of those allocated none is left */
	assert_int_equal(put(4, 4096), DS_OK);
	assert_int_equal(put(5, 4096), DS_OK);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 8), DS_OK);
	expect_zeros(8);
	assert_ok(am_update(vs.pos, make(88, 4096), 4096, &vs.diag), &vs.diag);
	assert_int_equal(am_state(vs.file)->part[SPHERE_DATA].records, 6);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	expect(1, 77, 4096);
	for (unsigned n = 2; n <= 5; n++)
		expect(n, n, 4096);
	expect_zeros(6);
	expect_zeros(7);
	expect(8, 88, 4096);
	at_end();
	vset_abandon(&vs);
	vs.space = 0;
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(put(9, 4096), DS_NOSPACE);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_number_is_in_front_of_the_record),
	    cmocka_unit_test(numbers_without_a_record_are_skipped),
	    cmocka_unit_test(records_come_change_and_go_by_number),
	    cmocka_unit_test(vrrds_matches_an_array),
	    cmocka_unit_test(reading_goes_to_the_end_of_the_allocation),
	    cmocka_unit_test(what_was_never_loaded_is_zeros),
	    cmocka_unit_test(linear_requests_that_cannot_be),
	    cmocka_unit_test(linear_sets_are_changed_and_added_to),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
