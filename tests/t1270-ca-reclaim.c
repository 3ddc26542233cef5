/*
 * Control area reclaim: what became empty is used again; the control area at
 * RBA 0 and that of the highest keys stay, as on z/OS. Numbers by hand: a CI
 * of 512 takes 5 records of 100 bytes (512 - 4 - 6 = 502), a CA of 4 CIs 20.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/vsam/vsam_int.h"
#include "tests/support/vsam_test.h"

enum { CA = 4 * 512 };

static struct vset vs;
static uint8_t rec[100];

static const uint8_t *
make(unsigned key)
{
	char text[16];

	memset(rec, (int)(key % 251), sizeof(rec));
	snprintf(text, sizeof(text), "%08u", key);
	memcpy(rec, text, 8);
	return rec;
}

static enum ds_status
put(unsigned key)
{
	return am_put(vs.pos, make(key), 100, 0, false, NULL, &vs.diag);
}

/* Records 0 to n - 1, times ten, loaded; then open for update. */
static void
loaded(enum ds_org org, unsigned n)
{
	unsigned i;

	vset_attrs(&vs, org, 512, 4, 100);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	for (i = 0; i < n; i++)
		assert_ok(am_put(vs.pos, make(i * 10), 100, i * 10 + 1, true,
			      NULL, &vs.diag),
		    &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
}

/* Records from a up to b. */
static void
erase(unsigned a, unsigned b)
{
	struct am_rec got;

	assert_ok(am_point(vs.pos, AM_KEY, AM_EQ, false, make(a * 10), 8, 0,
		      &vs.diag),
	    &vs.diag);
	for (; a < b; a++) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_memory_equal(got.data, make(a * 10), 100);
		assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
	}
}

static const struct comp_state *
part(enum sphere_part p)
{
	return &am_state(vs.file)->part[p];
}

static void
reopen(void)
{
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
}

/* The keys that are there, in both directions. */
static void
expect(const unsigned *key, unsigned n)
{
	struct am_rec got;
	unsigned i;

	assert_ok(
	    am_point(vs.pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs.diag),
	    &vs.diag);
	for (i = 0; i < n; i++) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_memory_equal(got.data, make(key[i]), 100);
	}
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	assert_ok(am_point(vs.pos, AM_LAST, AM_GE, true, NULL, 0, 0, &vs.diag),
	    &vs.diag);
	while (i-- > 0) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_memory_equal(got.data, make(key[i]), 100);
	}
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
}

static void
an_empty_control_area_is_used_again(void **state)
{
	unsigned key[60], i;

	(void)state;
	loaded(DS_ORG_KSDS, 80); /* four CAs */
	assert_int_equal(part(SPHERE_DATA)->hurba, 4 * CA);
	assert_int_equal(part(SPHERE_INDEX)->records, 5);
	erase(20, 39);
	assert_int_equal(part(SPHERE_INDEX)->records, 5);
	erase(39, 40); /* the last one of CA 1 */
	assert_int_equal(part(SPHERE_INDEX)->records, 4);
	for (i = 0; i < 60; i++)
		key[i] = (i < 20 ? i : i + 20) * 10;
	expect(key, 60);
	reopen();
	expect(key, 60);
	/* 12 CIs are in use, four of those allocated are free */
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->freespc, 4 * 512);
	/* a CA split takes the free one and its index record */
	vs.space = 0;
	assert_ok(put(5), &vs.diag);
	assert_int_equal(part(SPHERE_DATA)->hurba, 4 * CA);
	assert_int_equal(part(SPHERE_INDEX)->records, 5);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ca, 1);
	assert_int_equal(put(605), DS_NOSPACE);
	reopen();
	vset_free(&vs);
}

static void
the_range_goes_to_the_one_behind(void **state)
{
	unsigned key[] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120,
	    130, 140, 150, 160, 170, 180, 190, 205, 395, 600};

	(void)state;
	loaded(DS_ORG_KSDS, 61); /* 60 records, and one in the fourth CA */
	erase(20, 60);           /* CAs 1 and 2 */
	assert_int_equal(part(SPHERE_INDEX)->records, 3);
	assert_ok(put(395), &vs.diag);
	assert_ok(put(205), &vs.diag);
	expect(key, 23);
	reopen();
	expect(key, 23);
	assert_int_equal(part(SPHERE_INDEX)->records, 3);
	vset_free(&vs);
}

static void
the_first_and_the_last_one_stay(void **state)
{
	struct am_rec got;

	(void)state;
	loaded(DS_ORG_KSDS, 60);
	erase(0, 20);
	assert_int_equal(part(SPHERE_INDEX)->records, 4);
	erase(40, 60);
	assert_int_equal(part(SPHERE_INDEX)->records, 4);
	erase(20, 40);
	assert_int_equal(part(SPHERE_INDEX)->records, 3);
	assert_int_equal(part(SPHERE_DATA)->records, 0);
	reopen();
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	assert_ok(put(7), &vs.diag);
	assert_ok(put(777), &vs.diag);
	expect((const unsigned[]){7, 777}, 2);
	reopen();
	vset_free(&vs);
}

/* So many control areas that the index has three levels and more. */
static void
whole_index_records_go_and_come(void **state)
{
	enum { N = 20000 }; /* 1000 CAs */
	uint64_t hurba = 0, ix = 0;
	unsigned i, round, first[] = {0, 3000, 100};
	struct am_rec got;

	(void)state;
	loaded(DS_ORG_KSDS, N);
	assert_true(part(SPHERE_INDEX)->levels >= 3);
	for (round = 0; round < 3; round++) {
		erase(first[round] + 5, N - 7);
		assert_true(
		    part(SPHERE_INDEX)->records < (round == 1 ? 700 : 50));
		reopen();
		for (i = N - 8; i >= first[round] + 5; i--)
			assert_ok(put(i * 10), &vs.diag);
		/* splits leave control areas half full, but what the first
		 * round needed is enough for the others */
		if (round == 0) {
			hurba = part(SPHERE_DATA)->hurba;
			ix = part(SPHERE_INDEX)->hurba;
		}
		assert_true(part(SPHERE_DATA)->hurba <= hurba + 20 * CA);
		assert_true(part(SPHERE_INDEX)->hurba <= ix + 20 * 512);
		reopen();
		for (i = 0; i < N; i++) {
			assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
			assert_memory_equal(got.data, make(i * 10), 100);
		}
	}
	vset_free(&vs);
}

static void
relative_records_are_reclaimed_too(void **state)
{
	struct am_rec got;
	unsigned i;

	(void)state;
	loaded(DS_ORG_VRRDS, 80); /* 104 bytes: 4 a CI, 16 a CA: 5 CAs */
	assert_int_equal(part(SPHERE_INDEX)->records, 6);
	assert_ok(
	    am_point(vs.pos, AM_RRN, AM_EQ, false, NULL, 0, 161, &vs.diag),
	    &vs.diag);
	for (i = 0; i < 32; i++) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_int_equal(got.rrn, 161 + 10 * i);
		assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
	}
	assert_int_equal(part(SPHERE_INDEX)->records, 4);
	reopen();
	vset_free(&vs);
}

/* A program that dies: its requests are done again from the log. */
static void
a_reclaim_is_done_again_from_the_log(void **state)
{
	struct am_rec got;
	unsigned i;

	(void)state;
	loaded(DS_ORG_KSDS, 80);
	erase(20, 60);
	assert_ok(put(5), &vs.diag);
	vset_abandon(&vs);
	vset_verify(&vs);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(part(SPHERE_INDEX)->records, 4);
	for (i = 0; i < 41; i++)
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	reopen();
	vset_free(&vs);
}

static void
note(void *ctx, enum sphere_part p, uint64_t rba, const char *what)
{
	(void)p;
	(void)rba;
	if (strncmp(what, "KS-I5", 5) == 0)
		++*(unsigned *)ctx;
}

/* A chain that leads to a record in use is told, and not followed. */
static void
a_damaged_chain_is_told(void **state)
{
	struct sphere_buf *buf = NULL;
	unsigned n = 0;

	(void)state;
	loaded(DS_ORG_KSDS, 80);
	erase(20, 40);
	assert_int_equal(part(SPHERE_INDEX)->spare[VSAM_SPARE_FREE_CA], 512);
	assert_ok(buf_get(vs.file->sphere, SPHERE_INDEX, 512, BUF_WRITE, &buf,
		      &vs.diag),
	    &vs.diag);
	buf->data[6] = 0; /* IXHBRBA: CA 1 becomes CA 0, in use */
	buf_dirty(vs.file->sphere, buf, 0, 0);
	buf_release(vs.file->sphere, &buf);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_int_equal(
	    am_verify(vs.vol, vs.name, note, &n, &vs.diag), DS_CORRUPT);
	assert_int_equal(n, 1);
	/* next free record: a sequence-set record in use */
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	am_state(vs.file)->part[SPHERE_INDEX].spare[VSAM_SPARE_FREE_CA] = 1024;
	assert_int_equal(put(5), DS_CORRUPTIX);
	assert_int_equal(vs.diag.rba, 1024);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_empty_control_area_is_used_again),
	    cmocka_unit_test(the_range_goes_to_the_one_behind),
	    cmocka_unit_test(the_first_and_the_last_one_stay),
	    cmocka_unit_test(whole_index_records_go_and_come),
	    cmocka_unit_test(relative_records_are_reclaimed_too),
	    cmocka_unit_test(a_reclaim_is_done_again_from_the_log),
	    cmocka_unit_test(a_damaged_chain_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
