/*
 * Key-sequenced sets at their boundaries. Sizes are calculated by hand from
 * the control interval's layout: a CI of 512 bytes has 508 for records and
 * RDFs, 3 for a record of its own length, 6 for a run of equal lengths.
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
#include "tests/support/vsam_test.h"

static struct vset vs;
static uint8_t rec[32768];

/* A record of len bytes whose key is the number, filled with it too. */
static const uint8_t *
mk(uint64_t key, uint32_t len)
{
	memset(rec, (int)(key * 7 + len), sizeof(rec));
	be64_put(rec, key);
	return rec;
}

static enum ds_status
put(uint64_t key, uint32_t len, bool sequential)
{
	return am_put(vs.pos, mk(key, len), len, 0, sequential, NULL, &vs.diag);
}

/* RBA of a record that is there. */
static uint64_t
rba_of(uint64_t key)
{
	struct am_rec got;
	uint8_t k[8];

	be64_put(k, key);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, k, 8, 0, &vs.diag), DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(be64_get(got.data), key);
	return got.rba;
}

static void
load(uint64_t from, uint64_t to, uint64_t step, uint32_t len)
{
	assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_SEQ), DS_OK);
	for (; from <= to; from += step)
		assert_int_equal(put(from, len, true), DS_OK);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
}

static void
writer(void)
{
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
}

static const struct comp_state *
part(enum sphere_part p)
{
	return &am_state(vs.file)->part[p];
}

/* Records ascend, there are n of them, and the set has no fault. */
static void
ends_with(uint64_t n)
{
	struct am_rec got;
	uint64_t last = 0, seen = 0;

	if (vs.file != NULL)
		assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	while (am_get(vs.pos, &got, &vs.diag) == DS_OK) {
		assert_true(seen == 0 || be64_get(got.data) > last);
		last = be64_get(got.data);
		assert_memory_equal(got.data, mk(last, got.len), got.len);
		seen++;
	}
	assert_int_equal(vs.diag.status, DS_EOD);
	assert_int_equal(seen, n);
	assert_int_equal(part(SPHERE_DATA)->records, n);
	vset_free(&vs);
}

/* --- what LISTCAT shows on z/OS --------------------------------------------
 */

struct listing {
	uint32_t ci_len, cis_per_ca;
	uint64_t cas, n;
	uint32_t len, index_ci, index_cis;
	uint8_t fspc_ci, fspc_ca;
	uint64_t freespc, hurba, harba, ix_freespc, ix_hurba;
};

/*
 * FREESPC, HI-U-RBA and HI-A-RBA from listings of z/OS: the sample of
 * IDCAMS (37 records of 227 bytes in CIs of 512) and five clusters of a
 * credit-card application (ACCTDATA, CUSTDATA, TRANSACT, an alternate index
 * in CYL(5), USRSEC).
 */
static const struct listing listings[] = {
    {512, 49, 1, 37, 227, 512, 49, 0, 0, 15360, 25088, 25088, 24576, 512},
    {18432, 45, 1, 50, 300, 512, 49, 0, 0, 811008, 829440, 829440, 24576, 512},
    {18432, 45, 1, 50, 500, 512, 49, 0, 0, 792576, 829440, 829440, 24576, 512},
    {18432, 45, 1, 311, 350, 512, 49, 0, 0, 718848, 829440, 829440, 24576, 512},
    {18432, 45, 5, 50, 150, 512, 49, 0, 0, 4128768, 829440, 4147200, 24576,
	512},
    {8192, 90, 3, 10, 80, 8192, 6, 10, 15, 2203648, 737280, 2211840, 40960,
	8192},
};

static void
statistics_are_those_of_zos(void **state)
{
	const struct listing *l;
	const struct ds_stats *d, *ix;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(listings) / sizeof(listings[0]); i++) {
		l = &listings[i];
		vset_attrs(&vs, DS_ORG_KSDS, l->ci_len, l->cis_per_ca, l->len);
		vs.data.first_cas = l->cas;
		vs.data.fspc_ci = l->fspc_ci;
		vs.data.fspc_ca = l->fspc_ca;
		vs.index.ci_len = l->index_ci;
		vs.index.cis_per_ca = l->index_cis;
		vs.index.first_cas = 1;
		vset_create(&vs);
		load(1, l->n, 1, l->len);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
		d = am_stats(vs.file, SPHERE_DATA);
		ix = am_stats(vs.file, SPHERE_INDEX);
		assert_int_equal(d->rec_total, l->n);
		assert_int_equal(d->freespc, l->freespc);
		assert_int_equal(d->hurba, l->hurba);
		assert_int_equal(d->harba, l->harba);
		assert_int_equal(d->rec_inserted, 0);
		assert_int_equal(d->splits_ci + d->splits_ca, 0);
		assert_int_equal(ix->rec_total, 1);
		assert_int_equal(ix->freespc, l->ix_freespc);
		assert_int_equal(ix->hurba, l->ix_hurba);
		assert_int_equal(ix->levels, 1);
		assert_int_equal(ix->seqset_rba, 0);
		assert_int_equal(ix->hilevel_rba, 0);
		vset_free(&vs);
	}
}

static void
a_load_leaves_freespace(void **state)
{
	(void)state;
	/* IBM's example: CIs of 1024, 20% free: 4 records of 200. 495 CIs a
	 * CA, 10% free: 446 are loaded, 1784 records */
	vset_attrs(&vs, DS_ORG_KSDS, 1024, 495, 200);
	vs.data.fspc_ci = 20;
	vs.data.fspc_ca = 10;
	vs.index.ci_len = 8192;
	vset_create(&vs);
	load(1, 1784, 1, 200);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->hurba, 495 * 1024);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 446);
	assert_int_equal(rba_of(4), 600);
	assert_int_equal(rba_of(5), 1024);
	vset_close(&vs);
	/* the next one at the end goes to a new CA when it is sequential */
	writer();
	assert_int_equal(put(1785, 200, true), DS_OK);
	assert_int_equal(rba_of(1785), 495 * 1024);
	/* direct ones fill the free space: a fifth record, no sixth */
	vset_close(&vs);
	ends_with(1785);
}

static void
direct_inserts_use_free_space_and_free_cis(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 1024, 10, 200);
	vs.data.fspc_ci = 20;
	vs.data.fspc_ca = 50;
	vset_create(&vs);
	load(10, 200, 10, 200); /* 5 CIs of 4 */
	writer();
	assert_int_equal(put(11, 200, false), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 5);
	assert_int_equal(rba_of(11), 200);
	assert_int_equal(put(12, 200, false), DS_OK); /* 6 * 200 > 1014 */
	assert_int_equal(part(SPHERE_DATA)->spare[0], 6);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 1);
	/* at the end, direct: free CIs are used before a new CA */
	assert_int_equal(put(201, 200, false), DS_OK);
	assert_int_equal(put(202, 200, false), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 7);
	assert_int_equal(part(SPHERE_DATA)->hurba, 10 * 1024);
	/* what comes in at the end is neither inserted nor a split */
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->rec_inserted, 2);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 1);
	ends_with(24);
}

/* --- CI splits --------------------------------------------------------------
 */

static void
a_full_ci_splits_at_one_byte_more(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 505);
	vset_create(&vs);
	load(10, 30, 20, 227); /* 454 + 10 */
	writer();
	/* 48 bytes are free: 45 and an RDF */
	assert_int_equal(put(20, 45, false), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 1);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 0);
	assert_int_equal(put(40, 1 + 8, false), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 2);
	ends_with(4);
}

static void
one_byte_too_long_splits(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 505);
	vset_create(&vs);
	load(10, 30, 20, 227);
	writer();
	assert_int_equal(put(20, 46, false), DS_OK);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 1);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 2);
	ends_with(3);
}

static void
direct_splits_in_the_middle(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 90);
	vset_create(&vs);
	load(10, 50, 10, 90); /* 5 * 90 + 10 = 460 */
	writer();
	assert_int_equal(put(15, 90, false), DS_OK);
	/* six records: three stay, three go to CI 1 */
	assert_int_equal(rba_of(10), 0);
	assert_int_equal(rba_of(15), 90);
	assert_int_equal(rba_of(20), 180);
	assert_int_equal(rba_of(30), 512);
	assert_int_equal(rba_of(50), 692);
	ends_with(6);
}

static void
sequential_splits_at_the_insert_point(void **state)
{
	uint64_t k;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 8, 90);
	vset_create(&vs);
	load(10, 50, 10, 90);
	writer();
	assert_int_equal(put(15, 90, true), DS_OK);
	assert_int_equal(rba_of(15), 90);
	assert_int_equal(rba_of(20), 512);
	/* the run that follows fills the left CI, then one of its own */
	for (k = 16; k < 20; k++)
		assert_int_equal(put(k, 90, true), DS_OK);
	assert_int_equal(rba_of(18), 360);
	assert_int_equal(rba_of(19), 1024);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 3);
	ends_with(10);
}

static void
sequential_splits_leave_freespace(void **state)
{
	(void)state;
	/* 20% of 512 is 102: 4 * 90 + 10 = 370 fits in 410, five are 460 */
	vset_attrs(&vs, DS_ORG_KSDS, 512, 8, 90);
	vs.data.fspc_ci = 20;
	vset_create(&vs);
	load(10, 80, 10, 90);
	writer();
	assert_int_equal(put(35, 90, false), DS_OK); /* uses it */
	/* 10 20 30 35 37 would leave too little: 37 goes with 40 */
	assert_int_equal(put(37, 90, true), DS_OK);
	assert_int_equal(rba_of(35), 270);
	assert_int_equal(rba_of(37), 2 * 512);
	assert_int_equal(rba_of(40), 2 * 512 + 90);
	ends_with(10);
}

static void
one_long_record_takes_three_cis(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 8, 505);
	vset_create(&vs);
	load(10, 30, 20, 240);
	writer();
	assert_int_equal(put(20, 505, false), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 3);
	assert_true(rba_of(10) / 512 != rba_of(20) / 512);
	assert_true(rba_of(30) / 512 != rba_of(20) / 512);
	ends_with(3);
}

static void
one_record_a_ci(void **state)
{
	uint64_t k;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 6, 505);
	vset_create(&vs);
	load(1000, 9000, 1000, 505);
	writer();
	for (k = 1; k < 10; k++)
		assert_int_equal(put(k * 1000 + 500, 505, k % 2), DS_OK);
	for (k = 0; k < 10; k++)
		assert_int_equal(put(k, 505, false), DS_OK);
	ends_with(28);
}

/* --- CA splits ---------------------------------------------------------------
 */

static void
a_full_ca_splits_in_halves(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 227);
	vset_create(&vs);
	load(10, 80, 10, 227); /* 4 CIs of 2: one CA, all of it */
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->hurba, 2048);
	assert_int_equal(put(35, 227, false), DS_OK);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ca, 1);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 1);
	assert_int_equal(part(SPHERE_DATA)->hurba, 4096);
	assert_int_equal(part(SPHERE_INDEX)->levels, 2);
	/* the high CIs moved to the new CA */
	assert_int_equal(rba_of(10), 0);
	assert_int_equal(rba_of(50), 2048);
	assert_int_equal(rba_of(80), 2048 + 512 + 227);
	/* 30 35 40 were divided in CI 1 and what was CI 2 */
	assert_int_equal(rba_of(30), 512);
	assert_int_equal(rba_of(40) / 512, 2);
	assert_int_equal(part(SPHERE_INDEX)->records, 3);
	assert_int_equal(part(SPHERE_INDEX)->root_rba, 1024);
	ends_with(9);
}

static void
ascending_records_open_new_cas(void **state)
{
	uint64_t k;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 227);
	vset_create(&vs);
	load(1, 8, 1, 227);
	writer();
	for (k = 9; k <= 40; k++)
		assert_int_equal(put(k, 227, k % 2), DS_OK);
	/* 20 CIs of 2 records, 5 CAs of 4, all full */
	assert_int_equal(part(SPHERE_DATA)->hurba, 5 * 2048);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 20);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ca, 0);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 0);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->rec_inserted, 0);
	assert_int_equal(rba_of(40), 5 * 2048 - 512 + 227);
	ends_with(40);
}

static void
three_levels_by_load_and_by_inserts(void **state)
{
	uint64_t k;

	(void)state;
	/* 8-byte keys in index CIs of 512: 60 entries a record at the most.
	 * One CI a CA and a record a CI: 5000 sequence-set records */
	vset_attrs(&vs, DS_ORG_KSDS, 512, 1, 505);
	vset_create(&vs);
	load(2, 10000, 2, 505);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_true(part(SPHERE_INDEX)->levels >= 3);
	for (k = 2; k <= 10000; k += 2)
		assert_int_equal(rba_of(k), (k / 2 - 1) * 512);
	vset_close(&vs);
	writer();
	for (k = 1; k < 3000; k += 2)
		assert_int_equal(put(k, 505, false), DS_OK);
	for (k = 10001; k < 14000; k++)
		assert_int_equal(put(k, 505, true), DS_OK);
	ends_with(5000 + 1500 + 3999);
}

/* Keys whose separators are as long as they can be: an index record of 512
 * bytes takes two of 220, so most CIs of a CA cannot be used. */
static void
separators_that_do_not_fit_leave_cis_unused(void **state)
{
	uint8_t key[220];
	uint32_t i, pass;
	struct am_rec got;

	(void)state;
	for (pass = 0; pass < 2; pass++) {
		vset_attrs(&vs, DS_ORG_KSDS, 512, 20, 300);
		vs.data.keylen = vs.index.keylen = 220;
		vset_create(&vs);
		assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
		if (pass == 1) { /* by inserts, after one record */
			memset(rec, 0, 300);
			assert_int_equal(
			    am_put(vs.pos, rec, 300, 0, true, NULL, &vs.diag),
			    DS_OK);
			vset_close(&vs);
			writer();
		}
		for (i = 2; i < 82; i++) {
			/* pairs that differ in the last byte alone */
			memset(key, (int)(i / 2), sizeof(key));
			key[219] = (uint8_t)(100 + i % 2);
			memset(rec, 'x', 300);
			memcpy(rec, key, 220);
			assert_int_equal(
			    am_put(vs.pos, rec, 300, 0, true, NULL, &vs.diag),
			    DS_OK);
		}
		vset_close(&vs);
		vset_verify(&vs);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
		/* a record a CI: 80 of them would be four whole CAs */
		assert_true(part(SPHERE_DATA)->hurba > 10 * 20 * 512);
		for (i = 0; am_get(vs.pos, &got, &vs.diag) == DS_OK; i++)
			continue;
		assert_int_equal(i, 80 + pass);
		vset_free(&vs);
	}
}

static void
the_index_ci_must_hold_two_keys(void **state)
{
	(void)state;
	/* 24 + 2 * (233 + 7) + 7 = 511; a key of 234 needs 513 */
	vset_attrs(&vs, DS_ORG_KSDS, 512, 20, 300);
	vs.data.keylen = vs.index.keylen = 234;
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_UNSUPPORTED);
	vset_free(&vs);
	vset_attrs(&vs, DS_ORG_KSDS, 512, 20, 300);
	vs.data.keylen = vs.index.keylen = 233;
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	vset_free(&vs);
}

/* --- requests that fail ------------------------------------------------------
 */

static void
no_space_leaves_the_set_as_it_was(void **state)
{
	struct am_rec got;
	uint64_t rba;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 227);
	vset_create(&vs);
	load(10, 80, 10, 227);
	vs.space = 0;
	writer();
	rba = rba_of(50);
	assert_int_equal(put(35, 227, false), DS_NOSPACE);
	assert_int_equal(put(90, 227, false), DS_NOSPACE);
	assert_int_equal(put(90, 227, true), DS_NOSPACE);
	assert_int_equal(part(SPHERE_DATA)->hurba, 2048);
	assert_int_equal(rba_of(50), rba);
	/* room that an erase makes is used again */
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
	assert_int_equal(put(55, 227, false), DS_OK);
	ends_with(8);
}

static void
a_load_keeps_what_came_before_no_space(void **state)
{
	uint64_t k;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 227);
	vset_create(&vs);
	vs.space = 1;
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	for (k = 1; k <= 16; k++)
		assert_int_equal(put(k, 227, true), DS_OK);
	assert_int_equal(put(17, 227, true), DS_NOSPACE);
	assert_int_equal(put(17, 227, true), DS_NOSPACE);
	ends_with(16);
}

static void
loads_take_ascending_keys_alone(void **state)
{
	struct am_rec got;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 100);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	assert_int_equal(put(10, 100, true), DS_OK);
	assert_int_equal(put(10, 90, true), DS_DUPLICATE);
	assert_int_equal(put(9, 100, true), DS_SEQUENCE);
	assert_int_equal(put(11, 101, true), DS_BADLENGTH);
	assert_int_equal(put(11, 7, true), DS_BADLENGTH);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_LOADING);
	assert_int_equal(
	    am_point(vs.pos, AM_FIRST, AM_EQ, false, NULL, 0, 0, &vs.diag),
	    DS_LOADING);
	assert_int_equal(am_commit(vs.file, &vs.diag), DS_LOADING);
	assert_int_equal(put(11, 8, true), DS_OK);
	ends_with(2);
}

static void
what_was_erased_leaves_its_cis(void **state)
{
	struct am_rec got;
	uint64_t k;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 227);
	vset_create(&vs);
	load(10, 160, 10, 227);
	writer();
	while (am_get(vs.pos, &got, &vs.diag) == DS_OK)
		assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
	assert_int_equal(vs.diag.status, DS_EOD);
	assert_int_equal(part(SPHERE_DATA)->records, 0);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 8);
	assert_int_equal(
	    am_point(vs.pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs.diag),
	    DS_NOTFOUND);
	assert_int_equal(
	    am_point(vs.pos, AM_LAST, AM_GE, true, NULL, 0, 0, &vs.diag),
	    DS_NOTFOUND);
	vset_close(&vs);
	vset_verify(&vs);
	/* loaded, then empty, is no empty data set for OPEN */
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	vset_close(&vs);
	writer();
	for (k = 160; k > 0; k -= 10)
		assert_int_equal(put(k, 227, false), DS_OK);
	assert_int_equal(part(SPHERE_DATA)->spare[0], 8);
	ends_with(16);
}

static void
input_changes_nothing(void **state)
{
	struct am_rec got;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 100);
	vset_create(&vs);
	load(1, 3, 1, 100);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(
	    am_update(vs.pos, mk(1, 100), 100, &vs.diag), DS_NOACCESS);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOACCESS);
	assert_int_equal(put(4, 100, false), DS_NOACCESS);
	vset_close(&vs);
	ends_with(3);
}

static void
much_work_is_committed_between_requests(void **state)
{
	uint64_t k, seq;

	(void)state;
	/* a CI a record: 60 MB, more than may be dirty at a time */
	vset_attrs(&vs, DS_ORG_KSDS, 18432, 45, 18000);
	vset_create(&vs);
	load(1, 1, 1, 18000);
	writer();
	seq = am_state(vs.file)->seq;
	for (k = 2; k <= 3500; k++)
		assert_int_equal(put(k, 18000, false), DS_OK);
	/* its log is 32 MiB at the most, and each record is logged */
	assert_true(am_state(vs.file)->seq >= seq + 2);
	vset_abandon(&vs);
	vset_verify(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_true(am_recovered(vs.file)->requests > 1);
	rba_of(3500);
	ends_with(3500);
}

/* --- positions ---------------------------------------------------------------
 */

static void
generic_keys_and_bad_arguments(void **state)
{
	struct am_rec got;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 100);
	vset_create(&vs);
	load(0x100, 0x500, 0x40, 100);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_int_equal(am_point(vs.pos, AM_KEY, AM_EQ, false,
			     "\0\0\0\0\0\0\x03", 7, 0, &vs.diag),
	    DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(be64_get(got.data), 0x300);
	assert_int_equal(am_point(vs.pos, AM_KEY, AM_EQ, false,
			     "\0\0\0\0\0\0\x09", 7, 0, &vs.diag),
	    DS_NOTFOUND);
	/* a point that fails leaves the position */
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(be64_get(got.data), 0x340);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_GE, false, "", 0, 0, &vs.diag),
	    DS_BADKEYLEN);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_GE, false, "123456789", 9, 0, &vs.diag),
	    DS_BADKEYLEN);
	assert_int_equal(
	    am_point(vs.pos, AM_RBA, AM_EQ, false, NULL, 0, 1, &vs.diag),
	    DS_BADRBA);
	assert_int_equal(
	    am_point(vs.pos, AM_RBA, AM_EQ, false, NULL, 0, 1 << 20, &vs.diag),
	    DS_BADRBA);
	assert_int_equal(
	    am_point(vs.pos, AM_RRN, AM_EQ, false, NULL, 0, 0, &vs.diag),
	    DS_NOTFOUND);
	assert_int_equal(
	    am_point(vs.pos, AM_RRN, AM_EQ, false, NULL, 0, 18, &vs.diag),
	    DS_NOTFOUND);
	assert_int_equal(
	    am_point(vs.pos, AM_RRN, AM_EQ, true, NULL, 0, 17, &vs.diag),
	    DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(be64_get(got.data), 0x500);
	assert_int_equal(got.rrn, 17);
	vset_free(&vs);
}

static void
positions_survive_what_others_change(void **state)
{
	struct am_pos *other = NULL;
	struct am_rec got;
	uint64_t k;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 100);
	vset_create(&vs);
	load(100, 4000, 100, 100);
	writer();
	assert_int_equal(am_pos_new(vs.file, &other), DS_OK);
	for (k = 100; k <= 4000; k += 100) {
		assert_int_equal(am_get(other, &got, &vs.diag), DS_OK);
		assert_int_equal(be64_get(got.data), k);
		/* splits before, around and behind the other position */
		assert_int_equal(put(k - 50, 100, false), DS_OK);
		assert_int_equal(put(k + 50, 100, true), DS_OK);
		assert_int_equal(am_get(other, &got, &vs.diag), DS_OK);
		assert_int_equal(be64_get(got.data), k + 50);
		rba_of(k + 50);
		assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
		/* what is gone cannot be updated */
		assert_int_equal(
		    am_update(other, mk(k + 50, 100), 100, &vs.diag),
		    DS_NOUPDATE);
	}
	assert_int_equal(am_get(other, &got, &vs.diag), DS_EOD);
	am_pos_free(&other);
	ends_with(80);
}

static void
a_place_not_yet_read_survives_changes(void **state)
{
	struct am_pos *other = NULL;
	struct am_rec got;
	uint8_t k[8];
	uint32_t back;

	(void)state;
	for (back = 0; back < 2; back++) {
		vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 100);
		vset_create(&vs);
		load(100, 1000, 100, 100);
		writer();
		assert_int_equal(am_pos_new(vs.file, &other), DS_OK);
		be64_put(k, 300);
		assert_int_equal(
		    am_point(other, AM_KEY, AM_EQ, back, k, 8, 0, &vs.diag),
		    DS_OK);
		assert_int_equal(put(250, 100, false), DS_OK);
		assert_int_equal(put(350, 100, false), DS_OK);
		assert_int_equal(am_get(other, &got, &vs.diag), DS_OK);
		assert_int_equal(be64_get(got.data), 300);
		/* what was got is updated where it is now */
		assert_int_equal(put(260, 100, false), DS_OK);
		memcpy(rec, mk(300, 100), 100);
		assert_int_equal(am_update(other, rec, 100, &vs.diag), DS_OK);
		assert_int_equal(am_get(other, &got, &vs.diag), DS_OK);
		assert_int_equal(be64_get(got.data), back ? 260 : 350);
		/* and gone while it is held */
		rba_of(back ? 260 : 350);
		assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
		assert_int_equal(am_erase(other, &vs.diag), DS_NOUPDATE);
		assert_int_equal(am_get(other, &got, &vs.diag), DS_OK);
		assert_int_equal(be64_get(got.data), back ? 250 : 400);
		am_pos_free(&other);
		ends_with(12);
	}
}

static void
addressed_reading_is_in_rba_order(void **state)
{
	struct am_rec got;
	uint64_t last = 0, n = 0;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 90);
	vset_create(&vs);
	load(10, 200, 10, 90); /* 4 CIs of 5 */
	writer();
	assert_int_equal(put(15, 90, false), DS_OK); /* a CA split */
	vset_close(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_ADDRESSED), DS_OK);
	while (am_get(vs.pos, &got, &vs.diag) == DS_OK) {
		assert_true(n == 0 || got.rba > last);
		last = got.rba;
		n++;
	}
	assert_int_equal(n, 21);
	assert_int_equal(
	    am_point(vs.pos, AM_RBA, AM_EQ, false, NULL, 0, 2048, &vs.diag),
	    DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(be64_get(got.data), 110);
	vset_close(&vs);
	/* three index records: two of the sequence set, one above */
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_INDEX), DS_OK);
	for (n = 0; am_get(vs.pos, &got, &vs.diag) == DS_OK; n++) {
		assert_int_equal(got.len, 505);
		assert_int_equal(got.rba, n * 512);
		assert_int_equal(got.data[16], n < 2 ? 1 : 2);
	}
	assert_int_equal(n, 3);
	vset_close(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_ADDRESSED), DS_INVALID);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(statistics_are_those_of_zos),
	    cmocka_unit_test(a_load_leaves_freespace),
	    cmocka_unit_test(direct_inserts_use_free_space_and_free_cis),
	    cmocka_unit_test(a_full_ci_splits_at_one_byte_more),
	    cmocka_unit_test(one_byte_too_long_splits),
	    cmocka_unit_test(direct_splits_in_the_middle),
	    cmocka_unit_test(sequential_splits_at_the_insert_point),
	    cmocka_unit_test(sequential_splits_leave_freespace),
	    cmocka_unit_test(one_long_record_takes_three_cis),
	    cmocka_unit_test(one_record_a_ci),
	    cmocka_unit_test(a_full_ca_splits_in_halves),
	    cmocka_unit_test(ascending_records_open_new_cas),
	    cmocka_unit_test(three_levels_by_load_and_by_inserts),
	    cmocka_unit_test(separators_that_do_not_fit_leave_cis_unused),
	    cmocka_unit_test(the_index_ci_must_hold_two_keys),
	    cmocka_unit_test(no_space_leaves_the_set_as_it_was),
	    cmocka_unit_test(a_load_keeps_what_came_before_no_space),
	    cmocka_unit_test(loads_take_ascending_keys_alone),
	    cmocka_unit_test(what_was_erased_leaves_its_cis),
	    cmocka_unit_test(input_changes_nothing),
	    cmocka_unit_test(much_work_is_committed_between_requests),
	    cmocka_unit_test(generic_keys_and_bad_arguments),
	    cmocka_unit_test(positions_survive_what_others_change),
	    cmocka_unit_test(a_place_not_yet_read_survives_changes),
	    cmocka_unit_test(addressed_reading_is_in_rba_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
