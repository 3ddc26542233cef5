/*
 * Entry-sequenced and relative record sets, and the rules of OPEN. RBAs and
 * slots are calculated by hand: a CI of 512 holds five records of 90 bytes
 * (450 + 10), or four slots of 100 (4 * 103 + 4).
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
static uint8_t rec[512];

static const uint8_t *
mk(uint32_t n, uint32_t len)
{
	memset(rec, (int)(n * 5 + len), sizeof(rec));
	be32_put(rec, n);
	return rec;
}

static enum ds_status
put(uint32_t n, uint32_t len, uint64_t *rbap)
{
	return am_put(vs.pos, mk(n, len), len, 0, true, rbap, &vs.diag);
}

static enum ds_status
put_at(uint32_t n, uint64_t rrn)
{
	return am_put(vs.pos, mk(n, 100), 100, rrn, false, NULL, &vs.diag);
}

static enum ds_status
point(enum am_how how, enum am_match match, bool backward, uint64_t num)
{
	return am_point(vs.pos, how, match, backward, NULL, 0, num, &vs.diag);
}

/* The next record is number n, at rba, with its sequence number. */
static void
next_is(uint32_t n, uint64_t rba, uint64_t rrn)
{
	struct am_rec got;

	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(be32_get(got.data), n);
	assert_memory_equal(got.data, mk(n, got.len), got.len);
	assert_int_equal(got.rba, rba);
	assert_int_equal(got.rrn, rrn);
}

static void
at_end(void)
{
	struct am_rec got;

	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
}

static const struct comp_state *
data(void)
{
	return &am_state(vs.file)->part[SPHERE_DATA];
}

static void
esds(void)
{
	uint32_t n;
	uint64_t rba;

	vset_attrs(&vs, DS_ORG_ESDS, 512, 4, 505);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_SEQ), DS_OK);
	for (n = 1; n <= 12; n++) {
		assert_int_equal(put(n, 90, &rba), DS_OK);
		assert_int_equal(rba, (n - 1) / 5 * 512 + (n - 1) % 5 * 90);
	}
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
}

static void
esds_reads_both_ways(void **state)
{
	uint32_t n;

	(void)state;
	esds();
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_SEQ), DS_OK);
	/* high-used is behind the CIs in use, not the CA */
	assert_int_equal(data()->hurba, 3 * 512);
	assert_int_equal(data()->records, 12);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->freespc, 512);
	for (n = 1; n <= 12; n++)
		next_is(n, (n - 1) / 5 * 512 + (n - 1) % 5 * 90, n);
	at_end();
	at_end();
	assert_int_equal(point(AM_LAST, AM_EQ, true, 0), DS_OK);
	for (n = 12; n >= 1; n--)
		next_is(n, (n - 1) / 5 * 512 + (n - 1) % 5 * 90, n);
	at_end();
	vset_free(&vs);
}

static void
esds_points_by_rba_and_number(void **state)
{
	(void)state;
	esds();
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 512 + 180), DS_OK);
	next_is(8, 512 + 180, 0);
	next_is(9, 512 + 270, 0);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 512 + 181), DS_BADRBA);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 450), DS_BADRBA);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 1 << 20), DS_BADRBA);
	next_is(10, 512 + 360, 0); /* the position stayed */
	assert_int_equal(point(AM_RBA, AM_GE, false, 512 + 181), DS_OK);
	next_is(9, 512 + 270, 0);
	assert_int_equal(point(AM_RBA, AM_GE, true, 451), DS_OK);
	next_is(6, 512, 0);
	next_is(5, 360, 0);
	assert_int_equal(point(AM_RBA, AM_GE, false, 1024 + 91), DS_NOTFOUND);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 11), DS_OK);
	next_is(11, 1024, 11);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 13), DS_NOTFOUND);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, "x", 1, 0, &vs.diag),
	    DS_KEYTOESDS);
	vset_free(&vs);
}

static void
esds_grows_at_its_end_alone(void **state)
{
	struct am_rec got;
	uint64_t rba;
	uint32_t n;

	(void)state;
	esds();
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
	assert_int_equal(point(AM_LAST, AM_EQ, false, 0), DS_OK);
	next_is(12, 1024 + 90, 12);
	/* the last CI has room: 180 + 300 + 13 = 493 */
	assert_int_equal(put(13, 300, &rba), DS_OK);
	assert_int_equal(rba, 1024 + 180);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(got.rba, rba);
	/* 19 bytes are free, one fewer than 17 and an RDF */
	assert_int_equal(put(14, 17, &rba), DS_OK);
	assert_int_equal(rba, 1536);
	assert_int_equal(data()->hurba, 2048);
	assert_int_equal(put(15, 505, &rba), DS_OK);
	assert_int_equal(rba, 2048); /* a second CA */
	assert_int_equal(put(16, 506, &rba), DS_BADLENGTH);
	assert_int_equal(put(16, 0, &rba), DS_BADLENGTH);
	vs.space = 0;
	for (n = 16; n <= 18; n++)
		assert_int_equal(put(n, 505, &rba), DS_OK);
	assert_int_equal(put(19, 505, &rba), DS_NOSPACE);
	assert_int_equal(data()->hurba, 4096);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	for (n = 0; am_get(vs.pos, &got, &vs.diag) == DS_OK; n++)
		assert_int_equal(be32_get(got.data), n + 1);
	assert_int_equal(n, 18);
	vset_free(&vs);
}

static void
esds_updates_keep_the_length(void **state)
{
	struct am_rec got;

	(void)state;
	esds();
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
	assert_int_equal(
	    am_update(vs.pos, mk(77, 90), 90, &vs.diag), DS_NOUPDATE);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 7), DS_OK);
	assert_int_equal(
	    am_update(vs.pos, mk(77, 90), 90, &vs.diag), DS_NOUPDATE);
	next_is(7, 602, 7);
	assert_int_equal(
	    am_update(vs.pos, mk(77, 89), 89, &vs.diag), DS_LENCHANGED);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOERASE);
	assert_int_equal(am_update(vs.pos, mk(77, 90), 90, &vs.diag), DS_OK);
	next_is(8, 692, 8);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 602), DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_memory_equal(got.data, mk(77, 90), 90);
	vset_free(&vs);
}

/* --- RRDS --------------------------------------------------------------------
 */

static void
rrds(void)
{
	vset_attrs(&vs, DS_ORG_RRDS, 512, 4, 100);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_SEQ), DS_OK);
	assert_int_equal(put_at(1, 0), DS_OK);
	assert_int_equal(put_at(2, 0), DS_OK);
	assert_int_equal(put_at(7, 7), DS_OK);
	assert_int_equal(put_at(7, 7), DS_DUPLICATE);
	assert_int_equal(put_at(6, 6), DS_SEQUENCE);
	assert_int_equal(put_at(8, 0), DS_OK);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
}

static void
rrds_skips_empty_slots(void **state)
{
	uint8_t key[4];

	(void)state;
	rrds();
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_int_equal(data()->hurba, 2048); /* a whole CA */
	next_is(1, 0, 1);
	next_is(2, 100, 2);
	next_is(7, 512 + 200, 7);
	next_is(8, 512 + 300, 8);
	at_end();
	assert_int_equal(point(AM_LAST, AM_EQ, true, 0), DS_OK);
	next_is(8, 512 + 300, 8);
	next_is(7, 512 + 200, 7);
	next_is(2, 100, 2);
	next_is(1, 0, 1);
	at_end();
	assert_int_equal(point(AM_RRN, AM_EQ, false, 3), DS_NOTFOUND);
	assert_int_equal(point(AM_RRN, AM_GE, false, 3), DS_OK);
	next_is(7, 512 + 200, 7);
	assert_int_equal(point(AM_RRN, AM_GE, false, 9), DS_NOTFOUND);
	assert_int_equal(point(AM_RBA, AM_EQ, false, 0), DS_RRNADDR);
	be32_put(key, 8);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, key, 4, 0, &vs.diag), DS_OK);
	next_is(8, 512 + 300, 8);
	vset_free(&vs);
}

static void
rrds_slots_are_filled_and_emptied(void **state)
{
	struct am_rec got;

	(void)state;
	rrds();
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
	assert_int_equal(put_at(5, 7), DS_DUPLICATE);
	assert_int_equal(put_at(5, 5), DS_OK);
	assert_int_equal(put_at(6, 0), DS_OK); /* the next one */
	assert_int_equal(put_at(0, (uint64_t)1 << 32), DS_BADRRN);
	assert_int_equal(
	    am_put(vs.pos, rec, 99, 9, false, NULL, &vs.diag), DS_BADLENGTH);
	/* far behind: the CAs between hold empty slots */
	assert_int_equal(put_at(1000, 1000), DS_OK);
	assert_int_equal(data()->hurba, 63 * 2048);
	assert_int_equal(data()->records, 7);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 7), DS_OK);
	next_is(7, 712, 7);
	assert_int_equal(
	    am_update(vs.pos, mk(70, 100), 99, &vs.diag), DS_BADLENGTH);
	assert_int_equal(am_update(vs.pos, mk(70, 100), 100, &vs.diag), DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOUPDATE);
	assert_int_equal(point(AM_RRN, AM_EQ, false, 8), DS_NOTFOUND);
	next_is(1000, 249 * 512 + 300, 1000);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
	assert_int_equal(put_at(999, 999), DS_OK);
	vs.space = 0;
	assert_int_equal(put_at(3000, 3000), DS_NOSPACE);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	next_is(1, 0, 1);
	next_is(2, 100, 2);
	next_is(5, 512, 5);
	next_is(6, 612, 6);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	assert_memory_equal(got.data, mk(70, 100), 100);
	next_is(999, 249 * 512 + 200, 999);
	at_end();
	vset_free(&vs);
}

static void
rrds_load_ends_where_space_does(void **state)
{
	uint32_t n;

	(void)state;
	vset_attrs(&vs, DS_ORG_RRDS, 512, 4, 100);
	vset_create(&vs);
	vs.space = 0;
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	for (n = 1; n <= 14; n++)
		assert_int_equal(put_at(n, 0), DS_OK);
	assert_int_equal(put_at(17, 17), DS_NOSPACE);
	/* the CI before is complete now, 15 and 16 are behind us */
	assert_int_equal(put_at(15, 15), DS_SEQUENCE);
	assert_int_equal(put_at(17, 0), DS_NOSPACE);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	for (n = 1; n <= 14; n++)
		next_is(n, (n - 1) / 4 * 512 + (n - 1) % 4 * 100, n);
	at_end();
	vset_free(&vs);
}

static void
rrds_matches_an_array(void **state)
{
	static uint8_t full[500], fill[500];
	uint32_t step, slot, n = 0;
	struct am_rec got;
	enum ds_status st;

	(void)state;
	srand(1220);
	memset(full, 0, sizeof(full));
	rrds();
	full[1] = full[2] = full[7] = full[8] = 1;
	fill[1] = 1, fill[2] = 2, fill[7] = 7, fill[8] = 8;
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
	for (step = 0; step < 20000; step++) {
		slot = 1 + (uint32_t)rand() % 499;
		if (rand() % 2) {
			st = put_at(step % 200, slot);
			assert_int_equal(st, full[slot] ? DS_DUPLICATE : DS_OK);
			if (st == DS_OK) {
				full[slot] = 1;
				fill[slot] = (uint8_t)(step % 200);
			}
			continue;
		}
		st = point(AM_RRN, AM_EQ, false, slot);
		assert_int_equal(st, full[slot] ? DS_OK : DS_NOTFOUND);
		if (st != DS_OK)
			continue;
		assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
		assert_memory_equal(got.data, mk(fill[slot], 100), 100);
		if (rand() % 2) {
			assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
			full[slot] = 0;
		}
	}
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	for (slot = 1; slot < 500; slot++) {
		if (!full[slot])
			continue;
		assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
		assert_int_equal(got.rrn, slot);
		n++;
	}
	at_end();
	assert_int_equal(data()->records, n);
	vset_free(&vs);
}

/* --- OPEN
 * ---------------------------------------------------------------------- */

static void
never_loaded_is_empty_to_open(void **state)
{
	static const enum ds_org orgs[] = {
	    DS_ORG_KSDS, DS_ORG_ESDS, DS_ORG_RRDS};
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		vset_attrs(&vs, orgs[i], 512, 4, 100);
		vset_create(&vs);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OPEN_EMPTY);
		/* a load that is dropped loads nothing */
		assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
		assert_int_equal(put(1, 100, NULL), DS_OK);
		vset_abandon(&vs);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OPEN_EMPTY);
		/* open and close for output does, without a record */
		assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
		assert_int_equal(vset_close(&vs), DS_OK);
		vset_verify(&vs);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
		at_end();
		vset_free(&vs);
	}
}

static void
reset_needs_reuse(void **state)
{
	uint32_t reuse;

	(void)state;
	for (reuse = 0; reuse < 2; reuse++) {
		vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 100);
		if (reuse)
			vs.data.flags = vs.index.flags = DS_A_REUSE;
		vset_create(&vs);
		/* an empty set may be reset */
		assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_RESET), DS_OK);
		assert_int_equal(put(5, 100, NULL), DS_OK);
		assert_int_equal(vset_close(&vs), DS_OK);
		assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_RESET),
		    reuse ? DS_OK : DS_OPEN_NORESET);
		if (reuse) {
			assert_int_equal(put(3, 100, NULL), DS_OK);
			assert_int_equal(vset_close(&vs), DS_OK);
		}
		vset_verify(&vs);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
		next_is(reuse ? 3 : 5, 0, 1);
		at_end();
		vset_close(&vs);
		assert_int_equal(
		    vset_open(&vs, AM_INPUT | AM_RESET), DS_INVALID);
		vset_free(&vs);
	}
}

static void
an_open_without_intent_is_refused(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_ESDS, 512, 4, 100);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, 0), DS_INVALID);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(esds_reads_both_ways),
	    cmocka_unit_test(esds_points_by_rba_and_number),
	    cmocka_unit_test(esds_grows_at_its_end_alone),
	    cmocka_unit_test(esds_updates_keep_the_length),
	    cmocka_unit_test(rrds_skips_empty_slots),
	    cmocka_unit_test(rrds_slots_are_filled_and_emptied),
	    cmocka_unit_test(rrds_load_ends_where_space_does),
	    cmocka_unit_test(rrds_matches_an_array),
	    cmocka_unit_test(never_loaded_is_empty_to_open),
	    cmocka_unit_test(reset_needs_reuse),
	    cmocka_unit_test(an_open_without_intent_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
