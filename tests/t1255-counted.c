/*
 * The counted index: random requests against an array, and between them every
 * offset of every record, forth and back, in streams with and without bytes
 * more for each record. The expected offsets are the sums over the array.
 */
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
#include "tests/support/vsam_test.h"
#include "access-methods/am_int.h"
#include "access-methods/sphere/sphere_int.h"

enum { MAX_RECS = 4000, MAX_LEN = 1600, KEYS = 12000 };

struct shape {
	const char *what;
	enum ds_org org;
	uint32_t ci_len, cis_per_ca, index_ci, maxlrecl;
	uint32_t min, max; /* bytes of a record that is put */
	uint32_t flags;
	uint32_t ops, target;
	bool plain; /* of a version without sums */
};

static struct vset vs;
static const struct shape *sh;
static uint32_t lens[KEYS]; /* KSDS, slots: by key; else by number. 0: none */
static uint32_t nrecs;      /* ESDS: put so far */
static uint8_t rec[MAX_LEN];
static uint64_t seed;

static uint32_t
rnd(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)((seed >> 11) % below);
}

/* The record of a key: its number first, then bytes of it. */
static uint32_t
record(uint32_t key, uint32_t len)
{
	memset(rec, (int)(key + len), sizeof(rec));
	be64_put(rec, key);
	return len;
}

static bool
keyed(void)
{
	return sh->org == DS_ORG_KSDS || sh->org == DS_ORG_VRRDS ||
	       sh->org == DS_ORG_RRDS;
}

static void
opened(unsigned intent)
{
	assert_ok(vset_open(&vs, intent), &vs.diag);
}

/* Is the record that is found at an offset that of key, from its begin on? */
static void
is_at(uint64_t offset, uint32_t extra, uint32_t key, uint64_t begin)
{
	struct am_rec got;
	uint64_t at = UINT64_MAX;

	assert_ok(am_point(vs.pos, AM_OFFSET, AM_EQ, false, NULL, extra, offset,
		      &vs.diag),
	    &vs.diag);
	assert_ok(am_offset(vs.pos, extra, &at, &vs.diag), &vs.diag);
	assert_int_equal(at, begin);
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	record(key, lens[key]);
	if (sh->org != DS_ORG_LDS)
		assert_int_equal(got.len, lens[key]);
	assert_memory_equal(
	    got.data, rec, got.len < MAX_LEN ? got.len : MAX_LEN);
	assert_ok(am_offset(vs.pos, extra, &at, &vs.diag), &vs.diag);
	assert_int_equal(at, begin);
}

/* A step above 1 leaves records out. */
static void
all_offsets(uint32_t extra, uint32_t step)
{
	uint64_t at = 0, bytes = 0, records = 0, n = 0;
	uint32_t key, whole;

	for (key = 0; key < KEYS; key++) {
		if (lens[key] == 0)
			continue;
		whole = lens[key] + extra;
		if (n++ % step == 0) {
			is_at(at, extra, key, at);
			is_at(at + whole - 1, extra, key, at);
			is_at(at + rnd(whole), extra, key, at);
		}
		at += whole;
	}
	assert_ok(
	    am_size(vs.file, extra, &bytes, &records, &vs.diag), &vs.diag);
	assert_int_equal(bytes, at);
	assert_int_equal(records, n);
	assert_int_equal(am_point(vs.pos, AM_OFFSET, AM_EQ, false, NULL, extra,
			     at, &vs.diag),
	    DS_NOTFOUND);
}

/* Record number n is the n-th of the array. */
static void
all_numbers(uint32_t step)
{
	struct am_rec got;
	uint64_t n = 0;
	uint32_t key;

	if (sh->org == DS_ORG_RRDS || sh->org == DS_ORG_VRRDS)
		return;
	for (key = 0; key < KEYS; key++) {
		if (lens[key] == 0 || ++n % step != 0)
			continue;
		assert_ok(am_point(vs.pos, AM_RRN, AM_EQ, false, NULL, 0, n,
			      &vs.diag),
		    &vs.diag);
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_int_equal(be64_get(got.data), key);
		assert_int_equal(got.rrn, n);
	}
}

/* Offsets go on being right while records are got, forward and backward. */
static void
in_sequence(void)
{
	struct am_rec got;
	uint64_t at = 0, begin = 0;
	uint32_t i;

	assert_ok(
	    am_point(vs.pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs.diag),
	    &vs.diag);
	for (i = 0; i < 40 && am_get(vs.pos, &got, &vs.diag) == DS_OK; i++) {
		assert_ok(am_offset(vs.pos, 1, &at, &vs.diag), &vs.diag);
		assert_int_equal(at, begin);
		begin += got.len + 1;
	}
	assert_ok(am_point(vs.pos, AM_OFFSET, AM_EQ, true, NULL, 1, begin - 1,
		      &vs.diag),
	    &vs.diag);
	for (; i > 0; i--) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_ok(am_offset(vs.pos, 1, &at, &vs.diag), &vs.diag);
		begin -= got.len + 1;
		assert_int_equal(at, begin);
	}
	assert_int_equal(begin, 0);
}

static void
check(uint32_t step)
{
	static const uint32_t extras[] = {0, 1, 4};

	all_offsets(extras[rnd(3)], step);
	all_numbers(step);
	in_sequence();
}

/* --- requests ----------------------------------------------------------------
 */

static uint32_t
some_len(void)
{
	return sh->min + rnd(sh->max - sh->min + 1);
}

static void
put(uint32_t key, uint32_t len)
{
	enum ds_status st = am_put(vs.pos, rec, record(key, len),
	    sh->org == DS_ORG_RRDS || sh->org == DS_ORG_VRRDS ? key + 1 : 0,
	    rnd(2) == 0, NULL, &vs.diag);

	if (keyed() && lens[key] != 0) {
		assert_int_equal(st, DS_DUPLICATE);
		return;
	}
	assert_ok(st, &vs.diag);
	lens[key] = len;
}

static bool
get(uint32_t key)
{
	struct am_rec got;
	uint8_t k[8];
	bool slots = sh->org != DS_ORG_KSDS;

	be64_put(k, key);
	if (slots)
		be32_put(k, key + 1);
	if (am_point(vs.pos, AM_KEY, AM_EQ, false, k, slots ? 4 : 8, 0,
		&vs.diag) != DS_OK) {
		assert_int_equal(lens[key], 0);
		return false;
	}
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	return true;
}

static void
one_request(uint32_t have)
{
	uint32_t key = rnd(KEYS), what = rnd(10), i;

	if (!keyed()) {
		if (nrecs < MAX_RECS)
			put(nrecs++, some_len());
		return;
	}
	/* A whole range goes, now and then: control areas are reclaimed. */
	if (what == 0 && rnd(40) == 0)
		for (i = key; i < key + 600 && i < KEYS; i++)
			if (get(i)) {
				assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
				lens[i] = 0;
			}
	if (what < 6 + 3 * (have < sh->target)) {
		put(key, some_len());
	} else if (get(key) && what < 8) {
		lens[key] = some_len();
		assert_ok(
		    am_update(vs.pos, rec, record(key, lens[key]), &vs.diag),
		    &vs.diag);
	} else if (lens[key] != 0) {
		assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
		lens[key] = 0;
	}
}

static uint32_t
count(void)
{
	uint32_t key, n = 0;

	for (key = 0; key < KEYS; key++)
		n += lens[key] != 0;
	return n;
}

static void
load(void)
{
	uint32_t key;

	memset(lens, 0, sizeof(lens));
	nrecs = 0;
	opened(AM_OUTPUT);
	if (sh->plain)
		am_state(vs.file)->counted = false;
	for (key = 0; key < sh->target; key++)
		if (!keyed())
			put(nrecs++, some_len());
		else if (rnd(3) == 0)
			put(key * (KEYS / sh->target), some_len());
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
}

/* Commit, close, die or go on; then all must be right. */
static void
interval(uint32_t step)
{
	uint32_t how = rnd(4);
	uint64_t at;

	if (how == 0)
		assert_ok(am_commit(vs.file, &vs.diag), &vs.diag);
	check(step);
	if (how < 2)
		return;
	if (how == 2) {
		assert_ok(vset_close(&vs), &vs.diag);
		vset_verify(&vs);
		opened(AM_INPUT);
		check(step);
		assert_ok(vset_close(&vs), &vs.diag);
	} else {
		vset_abandon(&vs);
		opened(AM_INPUT); /* what the log says, for itself */
		check(step);
		assert_ok(vset_close(&vs), &vs.diag);
	}
	opened(AM_INPUT | AM_OUTPUT | AM_DIR);
	assert_ok(am_offset(vs.pos, 0, &at, &vs.diag), &vs.diag);
	assert_int_equal(at, 0);
	check(step * 5);
}

static void
run(const struct shape *shape)
{
	uint64_t rounds = long_or(20, 1);
	uint32_t i;

	sh = shape;
	for (uint64_t round = 0; round < rounds; round++) {
		seed = 20261130 + round;
		print_message(
		    "# %s: seed %llu\n", sh->what, (unsigned long long)seed);
		seed = seed * 0x9E3779B97F4A7C15U + 1;
		vset_attrs(
		    &vs, sh->org, sh->ci_len, sh->cis_per_ca, sh->maxlrecl);
		vs.data.flags = vs.index.flags = sh->flags;
		vs.index.ci_len = sh->index_ci;
		vset_create(&vs);
		load();
		opened(AM_INPUT | AM_OUTPUT | AM_DIR);
		for (i = 1; i <= sh->ops; i++) {
			one_request(i % 100 == 0 ? count() : 0);
			if (i % (sh->ops / 8) == 0)
				interval(7);
		}
		assert_ok(vset_close(&vs), &vs.diag);
		vset_verify(&vs);
		opened(AM_INPUT);
		assert_int_equal(am_state(vs.file)->counted, !sh->plain);
		check(1);
		assert_ok(vset_close(&vs), &vs.diag);
		vset_free(&vs);
	}
}

static const struct shape shapes[] = {
    {"KSDS", DS_ORG_KSDS, 512, 4, 512, 300, 8, 300, 0, 4000, 1500, false},
    {"KSDS, larger", DS_ORG_KSDS, 1024, 20, 1024, 300, 8, 300, 0, 4000, 3000,
	false},
    {"KSDS, spanned", DS_ORG_KSDS, 512, 12, 512, MAX_LEN, 8, MAX_LEN,
	DS_A_SPANNED, 2400, 800, false},
    {"KSDS without sums", DS_ORG_KSDS, 512, 6, 512, 300, 8, 300, 0, 800, 600,
	true},
    {"ESDS", DS_ORG_ESDS, 512, 7, 0, 300, 8, 300, 0, 2400, 800, false},
    {"ESDS, spanned", DS_ORG_ESDS, 512, 12, 0, MAX_LEN, 8, MAX_LEN,
	DS_A_SPANNED, 2400, 800, false},
    {"ESDS without sums", DS_ORG_ESDS, 512, 7, 0, 300, 8, 300, 0, 800, 400,
	true},
    {"RRDS", DS_ORG_RRDS, 512, 5, 0, 60, 60, 60, 0, 4000, 2000, false},
    {"VRRDS", DS_ORG_VRRDS, 512, 6, 512, 300, 8, 300, 0, 3000, 1000, false},
};

static void
keyed_sets(void **state)
{
	(void)state;
	run(&shapes[0]);
	run(&shapes[1]);
}

static void
spanned_records(void **state)
{
	(void)state;
	run(&shapes[2]);
	run(&shapes[5]);
}

static void
entry_order(void **state)
{
	(void)state;
	run(&shapes[4]);
}

static void
slot_order(void **state)
{
	(void)state;
	run(&shapes[7]);
	run(&shapes[8]);
}

static void
sets_of_a_version_without_sums(void **state)
{
	(void)state;
	run(&shapes[3]);
	run(&shapes[6]);
}

/* Two of 4096 bytes each; what was allocated reads as zeros: 3 in all. */
static void
linear_sets(void **state)
{
	static uint8_t ci[4096];
	struct am_rec got;
	uint64_t at = 0;

	(void)state;
	vset_attrs(&vs, DS_ORG_LDS, 4096, 3, 0);
	vset_create(&vs);
	opened(AM_OUTPUT);
	for (uint8_t i = 1; i <= 2; i++) {
		memset(ci, i, sizeof(ci));
		assert_ok(am_put(vs.pos, ci, 4096, 0, true, NULL, &vs.diag),
		    &vs.diag);
	}
	assert_ok(vset_close(&vs), &vs.diag);
	opened(AM_INPUT);
	assert_ok(
	    am_point(vs.pos, AM_OFFSET, AM_EQ, false, NULL, 4, 4100, &vs.diag),
	    &vs.diag);
	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(got.data[0], 2);
	assert_ok(am_offset(vs.pos, 4, &at, &vs.diag), &vs.diag);
	assert_int_equal(at, 4100);
	assert_int_equal(am_point(vs.pos, AM_OFFSET, AM_EQ, false, NULL, 0,
			     3 * 4096, &vs.diag),
	    DS_NOTFOUND);
	vset_free(&vs);
}

/* --- two that share a set ---------------------------------------------------
 */

/* Two writers and a reader, each with images of his own, take turns; each sees
 * what the others did. */
static void
shared(const struct shape *shape)
{
	enum { OPENERS = 3 };
	struct am_file *file[OPENERS] = {NULL};
	struct am_pos *pos[OPENERS] = {NULL};
	struct am_parms parms = {0};
	uint32_t i, n = 0;

	sh = shape;
	seed = 20261201;
	print_message(
	    "# %s, shared: seed %llu\n", sh->what, (unsigned long long)seed);
	vset_attrs(&vs, sh->org, sh->ci_len, sh->cis_per_ca, sh->maxlrecl);
	vs.data.flags = vs.index.flags = sh->flags;
	vs.index.ci_len = sh->index_ci;
	vset_create(&vs);
	load();
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &vs;
	parms.sphere.shared = true;
	for (i = 0; i < OPENERS; i++) {
		parms.intent = AM_INPUT | AM_DIR | (i < 2 ? AM_OUTPUT : 0);
		assert_ok(am_open(vs.vol, vs.name, &parms, &file[i], &vs.diag),
		    &vs.diag);
		assert_int_equal(am_pos_new(file[i], &pos[i]), DS_OK);
	}
	for (i = 0; i < sh->ops / 2; i++) {
		n = rnd(2);
		vs.file = file[n];
		vs.pos = pos[n];
		one_request(0);
		am_release(vs.pos); /* or the others would wait for it */
		if (rnd(150) == 0)
			assert_ok(am_commit(vs.file, &vs.diag), &vs.diag);
		if (rnd(60) != 0)
			continue;
		n = rnd(OPENERS);
		vs.file = file[n];
		vs.pos = pos[n];
		check(11);
		am_release(vs.pos);
	}
	for (i = 0; i < OPENERS; i++) {
		vs.file = file[i];
		vs.pos = pos[i];
		check(3);
		am_release(vs.pos);
		assert_ok(vset_close(&vs), &vs.diag);
	}
	vset_verify(&vs);
	vset_free(&vs);
}

static void
who_shares_sees_the_sums_of_others(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
		shared(&shapes[i]);
}

/* --- how many pages a first look takes --------------------------------------
 */

static void
a_first_look_reads_few_side_pages(void **state)
{
	struct am_rec got;
	uint64_t bytes = 0, n = 0;
	unsigned i;

	(void)state;
	for (i = 0; i < 2; i++) {
		vset_attrs(
		    &vs, i == 0 ? DS_ORG_KSDS : DS_ORG_ESDS, 512, 100, 400);
		vs.index.ci_len = 4096;
		vset_create(&vs);
		opened(AM_OUTPUT);
		for (uint32_t key = 0; key < 40000; key++)
			assert_ok(am_put(vs.pos, rec, record(key, 400), 0, true,
				      NULL, &vs.diag),
			    &vs.diag);
		assert_ok(vset_close(&vs), &vs.diag);
		opened(AM_INPUT | AM_DIR);
		assert_ok(am_size(vs.file, 0, &bytes, &n, &vs.diag), &vs.diag);
		assert_int_equal(bytes, 40000 * 400);
		assert_ok(am_point(vs.pos, AM_OFFSET, AM_EQ, false, NULL, 0,
			      31234 * 400 + 7, &vs.diag),
		    &vs.diag);
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_int_equal(be64_get(got.data), 31234);
		/* 40000 CIs have 220 pages: 2 to the 8th, and the CI's. */
		assert_in_range(
		    vs.file->sphere->comp[SPHERE_DATA].side.nframes, 1, 10);
		vset_free(&vs);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keyed_sets),
	    cmocka_unit_test(spanned_records),
	    cmocka_unit_test(entry_order),
	    cmocka_unit_test(slot_order),
	    cmocka_unit_test(sets_of_a_version_without_sums),
	    cmocka_unit_test(linear_sets),
	    cmocka_unit_test(who_shares_sees_the_sums_of_others),
	    cmocka_unit_test(a_first_look_reads_few_side_pages),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
