/*
 * Every operation on the volume fails once while records go into a key-
 * sequenced set that splits all the time: the request that meets the failure
 * changes nothing, the others go on, and after an abandon or a close the set
 * is the one committed last.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "tests/support/long.h"
#include "access-methods/am_int.h"
#include "tests/support/vsam_test.h"

enum { LEN = 150, LONGEST = 1260, LOADED = 40, KEYS = 400 };

static struct vset vs;
static struct vol_fault plan;
static uint32_t cis_per_ca; /* each has other splits */
static bool spanned;        /* records of one to three segments */
static uint8_t rec[LONGEST];
static uint8_t there[KEYS]; /* which keys the set has */

static const uint8_t *
mk(uint64_t key)
{
	memset(rec, (int)(key * 3), sizeof(rec));
	be64_put(rec, key);
	return rec;
}

static uint32_t
len_of(uint64_t key)
{
	return spanned ? 60 + (uint32_t)(key * 7 / 10 % 3) * 600 : LEN;
}

/* 40 records in small control areas; then through the failing volume. */
static void
make(void)
{
	struct volume *plain;
	uint64_t k;

	vset_attrs(&vs, DS_ORG_KSDS, 512, cis_per_ca, spanned ? LONGEST : LEN);
	vs.data.flags |= spanned ? DS_A_SPANNED : 0;
	vset_create(&vs);
	memset(there, 0, sizeof(there));
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	for (k = 0; k < LOADED; k++) {
		assert_int_equal(am_put(vs.pos, mk(k * 10), len_of(k * 10), 0,
				     true, NULL, &vs.diag),
		    DS_OK);
		there[k * 10] = 1;
	}
	assert_int_equal(vset_close(&vs), DS_OK);
	plain = vs.vol;
	memset(&plan, 0, sizeof(plan));
	assert_int_equal(
	    vol_fault_wrap(&plain, &plan, &vs.vol, &vs.diag), DS_OK);
}

/* The records are exactly those; reading may meet the failure once. */
static void
has(const uint8_t *keys)
{
	struct am_rec got;
	uint8_t seen[KEYS] = {0};
	enum ds_status st;
	uint32_t tries;
	uint64_t k;

	for (tries = 0; tries < 2; tries++) {
		memset(seen, 0, sizeof(seen));
		st = am_point(
		    vs.pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs.diag);
		while (st == DS_OK) {
			st = am_get(vs.pos, &got, &vs.diag);
			if (st != DS_OK)
				break;
			k = be64_get(got.data);
			assert_int_equal(got.len, len_of(k));
			assert_memory_equal(got.data, mk(k), got.len);
			seen[k] = 1;
		}
		if (st == DS_EOD)
			break;
		assert_int_equal(st, DS_IO);
	}
	assert_memory_equal(seen, keys, KEYS);
}

/* True: the sphere is as it should be after a failed commit, to be closed. */
static bool
work(void)
{
	uint32_t i, k = 7;
	struct am_rec got;
	uint8_t key[8];
	enum ds_status st;

	for (i = 0; i < 120; i++) {
		k = (k * 31 + 11) % KEYS;
		if (i % 40 == 39) {
			/* the log emptied, and drained */
			st = i % 80 == 39 ? sphere_commit(vs.file->sphere,
						false, &vs.diag)
					  : am_commit(vs.file, &vs.diag);
			if (st != DS_OK)
				return true;
		}
		if (!there[k]) {
			st = am_put(
			    vs.pos, mk(k), len_of(k), 0, i % 2, NULL, &vs.diag);
			assert_true(st == DS_OK || st == DS_IO);
			there[k] = st == DS_OK;
			continue;
		}
		be64_put(key, k);
		st =
		    am_point(vs.pos, AM_KEY, AM_EQ, false, key, 8, 0, &vs.diag);
		if (st == DS_OK)
			st = am_get(vs.pos, &got, &vs.diag);
		if (st == DS_OK)
			st = am_erase(vs.pos, &vs.diag);
		assert_true(st == DS_OK || st == DS_IO);
		there[k] = st != DS_OK;
	}
	has(there);
	return false;
}

static bool
open_small(void)
{
	struct am_parms parms = {0};
	enum ds_status st;

	parms.intent = AM_INPUT | AM_OUTPUT;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &vs;
	parms.sphere.bufnd = parms.sphere.bufni = 1; /* read all the time */
	st = am_open(vs.vol, vs.name, &parms, &vs.file, &vs.diag);
	if (st != DS_OK)
		return false;
	assert_int_equal(am_pos_new(vs.file, &vs.pos), DS_OK);
	return true;
}

static void
every_failure_of(int error)
{
	uint64_t at;
	bool broken;

	for (at = 1;; at++) {
		make();
		plan.at = at;
		plan.kind = VOL_FAULT_ERRNO;
		plan.error = error;
		if (!open_small()) {
			vset_free(&vs);
			continue;
		}
		broken = work();
		if (at % 2 && !broken)
			vset_close(&vs);
		else
			vset_abandon(&vs);
		plan.at = 0;
		vset_verify(&vs);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
		/* Whatever failed, each completed request is there. */
		has(there);
		vset_free(&vs);
		if (!plan.struck)
			break;
	}
	assert_true(at > 80);
}

static void
every_failure_is_survived(void **state)
{
	uint32_t most = long_or(9, 3);

	(void)state;
	for (cis_per_ca = 3; cis_per_ca <= most; cis_per_ca++) {
		every_failure_of(EIO);
		if (most > 3)
			every_failure_of(ENOSPC);
	}
}

static void
so_it_is_with_spanned_records(void **state)
{
	(void)state;
	spanned = true;
	cis_per_ca = 4;
	every_failure_of(EIO);
	spanned = false;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_failure_is_survived),
	    cmocka_unit_test(so_it_is_with_spanned_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
