/*
 * Alternate indexes at their edges: empty ones, no space, stale ones, spanned
 * records, a path that changes what it reads. Expected codes: SYM6-1 IDARMRCD
 * and SC23-6855; the bytes of records by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/aix_test.h"

enum { RECLEN = 16 };

static struct aset as;

/* Key of four digits at 0, alternate key of two at 4. */
static const char *
rec(unsigned key, unsigned alt)
{
	static char r[RECLEN + 1];

	snprintf(r, sizeof(r), "%04u%02u..........", key % 10000, alt % 100);
	return r;
}

static enum ds_status
put(unsigned key, unsigned alt)
{
	return am_put(
	    as.base.pos, rec(key, alt), RECLEN, 0, false, NULL, &as.base.diag);
}

/* A base with the keys 1, 2 ... n, of alternate key 7, and one alternate index
 * made of them by hand. */
static void
set_up(enum ds_org org, unsigned n, uint32_t flags, uint32_t maxlrecl)
{
	uint8_t *r = malloc(maxlrecl);
	const uint8_t *one = r;
	uint32_t len = AIX_HEADER_LEN + 2 + 4 * n;

	vset_attrs(&as.base, org, 1024, 5, RECLEN);
	as.base.data.keylen = as.base.index.keylen = org == DS_ORG_KSDS ? 4 : 0;
	vset_create(&as.base);
	as.n = 0;
	aset_add(&as, 2, 4, flags, 512, maxlrecl);
	assert_ok(vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
	for (unsigned i = 1; i <= n; i++)
		assert_ok(put(i, 7), &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	if (n == 0) {
		free(r);
		return;
	}
	memcpy(r, org == DS_ORG_KSDS ? "\1\4" : "\0\4", 2);
	r[2] = (uint8_t)(n >> 8);
	r[3] = (uint8_t)n;
	r[4] = 2;
	memcpy(r + 5, "07", 2);
	for (unsigned i = 0; i < n; i++) {
		char key[5];

		snprintf(key, sizeof(key), "%04u", i + 1);
		memcpy(r + 7 + 4 * i, key, 4);
		if (org == DS_ORG_ESDS) {
			/* 63 records of 16 bytes in a CI of 1024 */
			uint32_t rba = i / 63 * 1024 + i % 63 * 16;

			r[7 + 4 * i] = 0;
			r[8 + 4 * i] = (uint8_t)(rba >> 16);
			r[9 + 4 * i] = (uint8_t)(rba >> 8);
			r[10 + 4 * i] = (uint8_t)rba;
		}
	}
	aset_load(&as, 0, &one, &len, 1);
	free(r);
}

static void
verify_all(void)
{
	vset_verify(&as.base);
	assert_ok(am_verify(as.base.vol, as.aix[0].name, vset_report, NULL,
		      &as.base.diag),
	    &as.base.diag);
	assert_ok(am_verify_aix(as.base.vol, as.aix[0].name, vset_report, NULL,
		      &as.base.diag),
	    &as.base.diag);
}

static void
an_empty_one_is_warned_of_and_is_no_path(void **state)
{
	struct am_rec got;

	(void)state;
	set_up(DS_ORG_KSDS, 0, DS_A_NONUNIQKEY | DS_A_UPGRADE, 100);
	/* The first load, and later puts, leave it alone: BLDINDEX comes. */
	assert_ok(aset_open(&as, AM_OUTPUT, -1), &as.base.diag);
	assert_int_equal(am_warning(as.base.file), 100);
	assert_ok(put(1, 7), &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	assert_ok(aset_open(&as, AM_OUTPUT, -1), &as.base.diag);
	assert_int_equal(am_warning(as.base.file), 100);
	assert_ok(put(2, 7), &as.base.diag);
	assert_int_equal(am_feedback(as.base.pos), 0);
	assert_ok(vset_close(&as.base), &as.base.diag);
	assert_int_equal(aset_open(&as, AM_INPUT, 0), DS_OPEN_EMPTYPATH);
	assert_int_equal(ds_status_reason(DS_OPEN_EMPTYPATH), 196);
	assert_int_equal(
	    aset_open(&as, AM_INPUT | AM_OUTPUT, 0), DS_OPEN_EMPTYPATH);
	assert_ok(aset_open(&as, AM_INPUT, -1), &as.base.diag);
	assert_ok(am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	aset_free(&as);
}

static void
codes_are_those_of_the_manual(void **state)
{
	struct am_rec got;

	(void)state;
	set_up(DS_ORG_KSDS, 3, DS_A_NONUNIQKEY | DS_A_UPGRADE, 7 + 4 * 4);
	assert_ok(aset_open(&as, AM_INPUT | AM_OUTPUT, 0), &as.base.diag);
	assert_int_equal(am_warning(as.base.file), 0);
	/* register 15 = 0, reason 8 */
	assert_ok(put(4, 7), &as.base.diag);
	assert_int_equal(am_feedback(as.base.pos), 8);
	assert_int_equal(put(5, 7), DS_TOOMANY);
	assert_int_equal(ds_status_reason(DS_TOOMANY), 148);
	assert_int_equal(am_feedback(as.base.pos), 0);
	assert_int_equal(put(4, 8), DS_DUPLICATE);
	assert_int_equal(
	    am_put(as.base.pos, "00", 2, 0, false, NULL, &as.base.diag),
	    DS_BADLENGTH);
	assert_int_equal(am_point(as.base.pos, AM_RRN, AM_EQ, false, NULL, 0, 1,
			     &as.base.diag),
	    DS_NOTBYPATH);
	assert_int_equal(ds_status_reason(DS_NOTBYPATH), 200);
	assert_int_equal(am_point(as.base.pos, AM_KEY, AM_EQ, false, "070", 3,
			     0, &as.base.diag),
	    DS_BADKEYLEN);
	assert_int_equal(
	    am_update(as.base.pos, rec(1, 7), RECLEN, &as.base.diag),
	    DS_NOUPDATE);
	assert_ok(am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	assert_memory_equal(got.data, rec(1, 7), RECLEN);
	assert_true(got.more);
	assert_int_equal(
	    am_update(as.base.pos, rec(1, 8), RECLEN, &as.base.diag),
	    DS_KEYCHANGED);
	assert_int_equal(
	    am_update(as.base.pos, rec(2, 7), RECLEN, &as.base.diag),
	    DS_KEYCHANGED);
	/* a refused update holds the record */
	assert_ok(am_update(as.base.pos, rec(1, 7), RECLEN, &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	verify_all();
	aset_free(&as);
}

/* What is full refuses the request and leaves all as it was. */
static void
no_space_in_one_leaves_all_as_it_was(void **state)
{
	unsigned i, stored = 0, refused = 0;
	enum ds_status st;

	(void)state;
	set_up(DS_ORG_KSDS, 1, DS_A_NONUNIQKEY | DS_A_UPGRADE, 400);
	as.aix[0].space = 0;
	assert_ok(aset_open(&as, AM_OUTPUT, -1), &as.base.diag);
	for (i = 2; i < 800; i++) {
		st = put(i, i);
		if (st == DS_OK) {
			stored++;
			continue;
		}
		assert_int_equal(st, DS_NOSPACE);
		refused++;
		/* the same key is still free in the base */
		if (refused == 3)
			break;
	}
	assert_true(stored > 50 && refused == 3);
	assert_int_equal(
	    am_state(as.base.file)->part[SPHERE_DATA].records, stored + 1);
	assert_ok(vset_close(&as.base), &as.base.diag);
	verify_all();
	/* nor does a full base leave a pointer */
	as.aix[0].space = 1000;
	as.base.space = 0;
	assert_ok(aset_open(&as, AM_OUTPUT, -1), &as.base.diag);
	for (st = DS_OK, i = 2000; st == DS_OK; i++)
		st = put(i, i);
	assert_int_equal(st, DS_NOSPACE);
	assert_ok(vset_close(&as.base), &as.base.diag);
	verify_all();
	aset_free(&as);
}

static void
without_upgrade_it_goes_stale(void **state)
{
	struct am_rec got;

	(void)state;
	set_up(DS_ORG_KSDS, 3, DS_A_NONUNIQKEY, 100);
	assert_ok(aset_open(&as, AM_INPUT | AM_OUTPUT, -1), &as.base.diag);
	assert_ok(am_point(as.base.pos, AM_KEY, AM_EQ, false, "0002", 4, 0,
		      &as.base.diag),
	    &as.base.diag);
	assert_ok(am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	assert_ok(am_erase(as.base.pos, &as.base.diag), &as.base.diag);
	assert_ok(put(4, 7), &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	/* 1, a pointer without a record, 3; not 4 */
	assert_ok(aset_open(&as, AM_INPUT, 0), &as.base.diag);
	assert_ok(am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	assert_memory_equal(got.data, rec(1, 7), RECLEN);
	assert_int_equal(am_get(as.base.pos, &got, &as.base.diag), DS_NOBASE);
	assert_int_equal(ds_status_reason(DS_NOBASE), 144);
	assert_ok(am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	assert_memory_equal(got.data, rec(3, 7), RECLEN);
	assert_int_equal(am_get(as.base.pos, &got, &as.base.diag), DS_EOD);
	assert_ok(vset_close(&as.base), &as.base.diag);
	assert_int_equal(am_verify_aix(as.base.vol, as.aix[0].name, vset_report,
			     &(unsigned){0}, &as.base.diag),
	    DS_CORRUPT);
	aset_free(&as);
}

/* Erase every other record of those with the same key while reading them. */
static void
walk(bool backward, bool pause)
{
	struct am_rec got;
	unsigned n = 0, want = backward ? 200 : 1;

	set_up(DS_ORG_KSDS, 200, DS_A_NONUNIQKEY | DS_A_UPGRADE | DS_A_SPANNED,
	    1000);
	/* records of 807 bytes need a larger CI: they span here */
	assert_ok(aset_open(&as, AM_INPUT | AM_OUTPUT, 0), &as.base.diag);
	assert_ok(am_point(as.base.pos, AM_KEY, AM_GE, backward, "07", 2, 0,
		      &as.base.diag),
	    &as.base.diag);
	while (am_get(as.base.pos, &got, &as.base.diag) == DS_OK) {
		assert_memory_equal(got.data, rec(want, 7), RECLEN);
		want = backward ? want - 1 : want + 1;
		if (n++ % 2 == 0)
			assert_ok(am_erase(as.base.pos, &as.base.diag),
			    &as.base.diag);
		else if (pause)
			assert_ok(am_update(as.base.pos, got.data, got.len,
				      &as.base.diag),
			    &as.base.diag);
	}
	assert_int_equal(n, 200);
	assert_ok(vset_close(&as.base), &as.base.diag);
	verify_all();
	aset_free(&as);
}

static void
a_path_goes_on_behind_what_it_erases(void **state)
{
	(void)state;
	walk(false, false);
	walk(true, false);
	walk(false, true);
}

/* Who only reads gets base records of many pointers at once: the same ones, in
 * both directions, from wherever he begins again. */
static void
a_reader_gets_each_record_once(void **state)
{
	static const enum ds_org orgs[] = {DS_ORG_KSDS, DS_ORG_ESDS};
	struct am_rec got;

	(void)state;
	for (int o = 0; o < 2; o++) {
		set_up(orgs[o], 200, DS_A_NONUNIQKEY | DS_A_SPANNED, 1000);
		assert_ok(aset_open(&as, AM_INPUT, 0), &as.base.diag);
		for (unsigned stop = 1; stop <= 201; stop += 40)
			for (int back = 0; back < 2; back++) {
				unsigned want = back ? 200 : 1, n = 0;

				assert_ok(am_point(as.base.pos, AM_KEY, AM_GE,
					      back, "07", 2, 0, &as.base.diag),
				    &as.base.diag);
				for (; n < stop && n < 200; n++) {
					assert_ok(am_get(as.base.pos, &got,
						      &as.base.diag),
					    &as.base.diag);
					assert_memory_equal(
					    got.data, rec(want, 7), RECLEN);
					assert_int_equal(got.more, n + 1 < 200);
					want += back ? -1u : 1u;
				}
				if (stop > 200)
					assert_int_equal(
					    am_get(as.base.pos, &got,
						&as.base.diag),
					    DS_EOD);
			}
		assert_ok(vset_close(&as.base), &as.base.diag);
		aset_free(&as);
	}
}

/* 200 pointers of 4 bytes are 807 bytes, in control intervals of 512. */
static void
a_long_record_spans(void **state)
{
	struct am_rec got;
	unsigned n = 0;

	(void)state;
	set_up(DS_ORG_ESDS, 200, DS_A_NONUNIQKEY | DS_A_UPGRADE | DS_A_SPANNED,
	    1200);
	assert_ok(aset_open(&as, AM_OUTPUT | AM_INPUT, 0), &as.base.diag);
	for (unsigned i = 201; i <= 298; i++)
		assert_ok(put(i, 7), &as.base.diag);
	assert_int_equal(put(299, 7), DS_TOOMANY);
	while (am_get(as.base.pos, &got, &as.base.diag) == DS_OK) {
		assert_memory_equal(got.data, rec(++n, 7), RECLEN);
		assert_int_equal(got.more, n < 298);
	}
	assert_int_equal(n, 298);
	assert_int_equal(am_erase(as.base.pos, &as.base.diag), DS_NOERASE);
	assert_ok(vset_close(&as.base), &as.base.diag);
	verify_all();
	aset_free(&as);
}

static void
what_is_no_base_of_it_is_refused(void **state)
{
	struct aset other;

	(void)state;
	set_up(DS_ORG_KSDS, 2, DS_A_NONUNIQKEY | DS_A_UPGRADE, 100);
	other = as;
	/* the same files, but a header that names another base */
	assert_ok(sphere_id_new(as.base.data.id, &as.base.diag), &as.base.diag);
	memcpy(as.base.index.peer, as.base.data.id, SPHERE_ID_LEN);
	assert_ok(
	    sphere_id_new(as.base.index.id, &as.base.diag), &as.base.diag);
	memcpy(as.base.data.peer, as.base.index.id, SPHERE_ID_LEN);
	sphere_id_name(as.base.data.id, as.base.name);
	assert_ok(sphere_create(as.base.vol, &as.base.data, &as.base.index,
		      &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_open(&as.base, AM_OUTPUT), &as.base.diag);
	assert_ok(put(1, 7), &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	assert_int_equal(aset_open(&as, AM_INPUT, 0), DS_CORRUPT);
	assert_int_equal(aset_open(&as, AM_OUTPUT, -1), DS_CORRUPT);
	aset_free(&other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_empty_one_is_warned_of_and_is_no_path),
	    cmocka_unit_test(codes_are_those_of_the_manual),
	    cmocka_unit_test(no_space_in_one_leaves_all_as_it_was),
	    cmocka_unit_test(without_upgrade_it_goes_stale),
	    cmocka_unit_test(a_path_goes_on_behind_what_it_erases),
	    cmocka_unit_test(a_reader_gets_each_record_once),
	    cmocka_unit_test(a_long_record_spans),
	    cmocka_unit_test(what_is_no_base_of_it_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
