/*
 * Many records at once, against what single requests give: each key, number or
 * address of a batch has its own outcome, in the order asked. Record i has the
 * key 2 i, so odd keys are not there; its text is its number.
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

enum { MANY = AM_MANY_MAX, LONG = 1500 };

/* Bytes of record i: all the same, or of many lengths. */
static uint32_t
length(uint64_t i, uint32_t maxlen, bool even)
{
	return even ? 64 : 20 + (uint32_t)(i * 2654435761U % (maxlen - 19));
}

static uint32_t
record(uint8_t *rec, uint64_t i, uint32_t maxlen, bool even)
{
	uint32_t len = length(i, maxlen, even);

	memset(rec, (int)('A' + i % 26), len);
	be64_put(rec, 2 * i);
	be64_put(rec + 8, i);
	return len;
}

static void
load(struct vset *vs, uint64_t n, uint32_t maxlen, bool even)
{
	uint8_t rec[LONG];

	assert_int_equal(vset_open(vs, AM_OUTPUT | AM_SEQ), DS_OK);
	for (uint64_t i = 0; i < n; i++)
		assert_ok(am_put(vs->pos, rec, record(rec, i, maxlen, even), 0,
			      true, NULL, &vs->diag),
		    &vs->diag);
	assert_ok(vset_close(vs), &vs->diag);
}

static void
check(const struct am_want *w, uint64_t i, uint32_t maxlen, bool even)
{
	uint8_t rec[LONG];
	uint32_t len = record(rec, i, maxlen, even);

	assert_int_equal(w->st, DS_OK);
	assert_int_equal(w->rec.len, len);
	assert_memory_equal(w->rec.data, rec, len);
}

/* Batches of all sizes, with keys that are there, that are not, and twice. */
static void
ask(struct vset *vs, uint64_t n, uint32_t maxlen, bool even, int rounds)
{
	static uint8_t keys[MANY][8];
	static struct am_want want[MANY];
	static uint64_t key[MANY];

	for (int r = 0; r < rounds; r++) {
		size_t many = r < 4 ? (size_t[]){0, 1, MANY, 33}[r]
				    : (size_t)random() % (MANY + 1);

		for (size_t k = 0; k < many; k++) {
			key[k] = (uint64_t)random() % (2 * n + 3);
			if (k > 0 && random() % 10 == 0)
				key[k] = key[k - 1];
			be64_put(keys[k], key[k]);
			want[k].key = keys[k];
		}
		assert_ok(
		    am_get_many(vs->pos, AM_KEY, want, many, 8, &vs->diag),
		    &vs->diag);
		for (size_t k = 0; k < many; k++)
			if (key[k] % 2 == 0 && key[k] / 2 < n)
				check(&want[k], key[k] / 2, maxlen, even);
			else
				assert_int_equal(want[k].st, DS_NOTFOUND);
	}
}

static void
reopen(struct vset *vs, unsigned intent, uint32_t bufnd)
{
	struct am_parms parms = {0};

	parms.intent = intent;
	parms.sphere.bufnd = bufnd;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = vs;
	assert_ok(am_open(vs->vol, vs->name, &parms, &vs->file, &vs->diag),
	    &vs->diag);
	assert_int_equal(am_pos_new(vs->file, &vs->pos), DS_OK);
}

static void
all_of_a_batch_are_found(void **state)
{
	static const struct {
		uint32_t ci_len, cis_per_ca, maxlen, flags;
		bool even;
		uint64_t n;
	} sets[] = {
	    {512, 7, 64, 0, true, 5000},
	    {18432, 4, 64, 0, true, 40000},
	    {4096, 9, 300, 0, false, 8000},
	    {1024, 5, LONG, DS_A_SPANNED, false, 600},
	    {512, 7, 64, 0, true, 1},
	};

	(void)state;
	for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]); s++) {
		uint32_t frames[] = {0, 1, 40};
		struct vset vs;

		srandom((unsigned)s);
		vset_attrs(&vs, DS_ORG_KSDS, sets[s].ci_len, sets[s].cis_per_ca,
		    sets[s].maxlen);
		vs.data.flags |= sets[s].flags;
		vset_create(&vs);
		load(&vs, sets[s].n, sets[s].maxlen, sets[s].even);
		/* few buffers: a batch does not fit */
		for (size_t f = 0; f < 3; f++) {
			reopen(&vs, AM_INPUT | AM_DIR, frames[f]);
			ask(&vs, sets[s].n, sets[s].maxlen, sets[s].even, 40);
			assert_ok(vset_close(&vs), &vs.diag);
		}
		vset_free(&vs);
	}
}

static void
what_was_changed_before_is_seen(void **state)
{
	struct am_want want[3];
	uint8_t keys[3][8], rec[64];
	struct am_rec got;
	struct vset vs;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 7, 64);
	vset_create(&vs);
	load(&vs, 300, 64, true);
	reopen(&vs, AM_INPUT | AM_OUTPUT, 0);
	for (uint64_t i = 0; i < 3; i++) {
		be64_put(keys[i], 100 + i);
		want[i].key = keys[i];
	}
	/* 100 goes, 101 comes, 102 becomes another */
	assert_ok(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, keys[0], 8, 0, &vs.diag),
	    &vs.diag);
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
	memset(rec, 'x', sizeof(rec));
	memcpy(rec, keys[1], 8);
	assert_ok(am_put(vs.pos, rec, 40, 0, false, NULL, &vs.diag), &vs.diag);
	assert_ok(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, keys[2], 8, 0, &vs.diag),
	    &vs.diag);
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	memcpy(rec, keys[2], 8);
	assert_ok(am_update(vs.pos, rec, 64, &vs.diag), &vs.diag);
	assert_ok(am_get_many(vs.pos, AM_KEY, want, 3, 8, &vs.diag), &vs.diag);
	assert_int_equal(want[0].st, DS_NOTFOUND);
	assert_int_equal(want[1].st, DS_OK);
	assert_int_equal(want[1].rec.len, 40);
	assert_int_equal(want[1].rec.data[39], 'x');
	assert_int_equal(want[2].st, DS_OK);
	assert_int_equal(want[2].rec.data[63], 'x');
	/* the position is where it was: 104 follows 102 */
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(be64_get(got.data), 104);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
numbers_and_addresses_serve_too(void **state)
{
	static struct am_want want[MANY];
	static const enum ds_org orgs[] = {
	    DS_ORG_ESDS, DS_ORG_RRDS, DS_ORG_VRRDS};
	uint64_t rba[500];
	uint8_t rec[LONG];

	(void)state;
	for (size_t o = 0; o < 3; o++) {
		bool address = orgs[o] == DS_ORG_ESDS;
		struct vset vs;

		srandom(5);
		vset_attrs(&vs, orgs[o], 1024, 7, 64);
		vset_create(&vs);
		assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_SEQ), DS_OK);
		for (uint64_t i = 0; i < 500; i++)
			assert_ok(am_put(vs.pos, rec, record(rec, i, 64, true),
				      0, true, &rba[i], &vs.diag),
			    &vs.diag);
		assert_ok(vset_close(&vs), &vs.diag);
		reopen(&vs, AM_INPUT | AM_DIR, 3);
		for (int k = 0; k < MANY; k++) {
			uint64_t i = (uint64_t)random() % 500;

			want[k].rec.rba = i;
			want[k].num = address ? rba[i] : i + 1;
		}
		want[7].num = address ? 1 << 30 : 501;
		for (int k = 0; k < MANY; k++)
			want[k].key = (void *)(uintptr_t)want[k].rec.rba;
		assert_int_equal(am_get_many(vs.pos, address ? AM_RBA : AM_RRN,
				     want, MANY, 0, &vs.diag),
		    address ? DS_BADRBA : DS_OK);
		for (int k = 0; k < MANY; k++)
			if (k == 7)
				assert_int_equal(want[k].st,
				    address ? DS_BADRBA : DS_NOTFOUND);
			else
				check(
				    &want[k], (uintptr_t)want[k].key, 64, true);
		vset_free(&vs);
	}
}

static void
one_damaged_interval_costs_its_records_alone(void **state)
{
	struct am_want want[32];
	uint8_t keys[32][8];
	struct vset vs;
	char path[300];
	int fd, bad = 0;
	off_t at;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 7, 64);
	vset_create(&vs);
	load(&vs, 1000, 64, true);
	snprintf(path, sizeof(path), "%s/%s", vs.dir, vs.name);
	/* 512-byte intervals hold 7 of these records; hit some in the middle */
	fd = open(path, O_RDWR);
	at = lseek(fd, 0, SEEK_END) / 2;
	assert_int_equal(pwrite(fd, "damage", 6, at), 6);
	close(fd);
	reopen(&vs, AM_INPUT | AM_DIR, 0);
	for (uint64_t i = 0; i < 1000; i += 32) {
		uint64_t n = 1000 - i < 32 ? 1000 - i : 32;
		enum ds_status st;
		int here = 0;

		for (uint64_t k = 0; k < n; k++) {
			be64_put(keys[k], 2 * (i + k));
			want[k].key = keys[k];
		}
		st = am_get_many(vs.pos, AM_KEY, want, n, 8, &vs.diag);
		for (uint64_t k = 0; k < n; k++)
			if (want[k].st == DS_CORRUPT)
				here++;
			else
				check(&want[k], i + k, 64, true);
		assert_int_equal(st, here > 0 ? DS_CORRUPT : DS_OK);
		bad += here;
	}
	assert_int_equal(bad, 7);
	vset_free(&vs);
}

static void
what_cannot_be_is_refused(void **state)
{
	static struct am_want want[MANY + 1];
	uint8_t key[8] = {0};
	struct vset vs;

	(void)state;
	want[0].key = key;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 7, 64);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	assert_int_equal(
	    am_get_many(vs.pos, AM_KEY, want, 1, 8, &vs.diag), DS_LOADING);
	/* closed without a record: nothing is found */
	assert_ok(vset_close(&vs), &vs.diag);
	reopen(&vs, AM_INPUT, 0);
	assert_ok(am_get_many(vs.pos, AM_KEY, want, 1, 8, &vs.diag), &vs.diag);
	assert_int_equal(want[0].st, DS_NOTFOUND);
	assert_int_equal(
	    am_get_many(vs.pos, AM_KEY, want, 1, 7, &vs.diag), DS_BADKEYLEN);
	assert_int_equal(
	    am_get_many(vs.pos, AM_KEY, want, MANY + 1, 8, &vs.diag),
	    DS_INVALID);
	assert_int_equal(
	    am_get_many(vs.pos, AM_FIRST, want, 1, 8, &vs.diag), DS_INVALID);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_of_a_batch_are_found),
	    cmocka_unit_test(what_was_changed_before_is_seen),
	    cmocka_unit_test(numbers_and_addresses_serve_too),
	    cmocka_unit_test(one_damaged_interval_costs_its_records_alone),
	    cmocka_unit_test(what_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
