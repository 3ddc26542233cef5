/*
 * Reading in runs: what a position gives between points in either direction,
 * and how many records it counts as retrieved, against a number that is moved
 * beside it. Record i (from 0) has the key 2 i and the number i + 1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/am.h"
#include "base/bytes.h"
#include "tests/support/vsam_test.h"

enum { RECORDS = 3000, ROUNDS = 3000 };

/* Long stretches of one length, and some records between that differ. */
static uint32_t
length(uint64_t i)
{
	return i / 100 % 2 || i % 10 ? 40 : 60;
}

static void
load(struct vset *vs, uint32_t ci_len)
{
	uint8_t rec[60];

	vset_attrs(vs, DS_ORG_KSDS, ci_len, 7, 60);
	vset_create(vs);
	assert_int_equal(vset_open(vs, AM_OUTPUT | AM_SEQ), DS_OK);
	for (uint64_t i = 0; i < RECORDS; i++) {
		memset(rec, (int)i, sizeof(rec));
		be64_put(rec, 2 * i);
		assert_ok(
		    am_put(vs->pos, rec, length(i), 0, true, NULL, &vs->diag),
		    &vs->diag);
	}
	assert_ok(vset_close(vs), &vs->diag);
}

/* The next record of pos is at, or none is. */
static void
expect(struct vset *vs, struct am_pos *pos, int64_t at, bool numbered,
    uint64_t *gotp)
{
	struct am_rec rec;
	enum ds_status st = am_get(pos, &rec, &vs->diag);

	if (at < 0 || at >= RECORDS) {
		assert_int_equal(st, DS_EOD);
		return;
	}
	assert_ok(st, &vs->diag);
	++*gotp;
	assert_int_equal(be64_get(rec.data), 2 * at);
	assert_int_equal(rec.len, length((uint64_t)at));
	assert_int_equal(rec.data[rec.len - 1], (uint8_t)at);
	assert_int_equal(rec.rrn, numbered ? (uint64_t)at + 1 : 0);
	assert_false(rec.more);
}

static void
run(struct vset *vs, unsigned intent)
{
	uint64_t before, got = 0;
	struct am_pos *pos[2] = {NULL, NULL};
	int64_t at[2] = {0, 0}, step[2] = {1, 1};
	bool numbered[2] = {true, true};
	uint8_t key[8];

	assert_int_equal(vset_open(vs, AM_INPUT | intent), DS_OK);
	pos[0] = vs->pos;
	assert_int_equal(am_pos_new(vs->file, &pos[1]), DS_OK);
	before = am_stats(vs->file, SPHERE_DATA)->rec_retrieved;
	for (int r = 0; r < ROUNDS; r++) {
		int p = (int)(random() % 2);
		int64_t i = random() % RECORDS;
		bool back = random() % 3 == 0;
		long n = random() % 90;

		if (random() % 3 == 0) {
			be64_put(key, 2 * (uint64_t)i);
			numbered[p] = random() % 2;
			assert_ok(am_point(pos[p],
				      numbered[p] ? AM_RRN : AM_KEY, AM_EQ,
				      back, key, 8, (uint64_t)i + 1, &vs->diag),
			    &vs->diag);
			at[p] = i;
			step[p] = back ? -1 : 1;
		} else if (random() % 5 == 0) {
			/* in vain: the place stays */
			be64_put(key, 2 * (uint64_t)i + 1);
			assert_int_equal(am_point(pos[p], AM_KEY, AM_EQ, back,
					     key, 8, 0, &vs->diag),
			    DS_NOTFOUND);
		}
		for (; n > 0; n--) {
			expect(vs, pos[p], at[p], numbered[p], &got);
			if (at[p] >= 0 && at[p] < RECORDS)
				at[p] += step[p];
		}
	}
	am_pos_free(&pos[1]);
	am_pos_free(&vs->pos);
	assert_int_equal(
	    am_stats(vs->file, SPHERE_DATA)->rec_retrieved - before, got);
	assert_ok(vset_close(vs), &vs->diag);
}

static void
a_position_gives_what_follows(void **state)
{
	struct vset vs;

	(void)state;
	srandom(3);
	for (uint32_t ci = 512; ci <= 4096; ci *= 8) {
		load(&vs, ci);
		run(&vs, AM_SEQ);
		run(&vs, AM_DIR);
		run(&vs, 0);
		vset_free(&vs);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_position_gives_what_follows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
