/*
 * Buffers: the bias of an open data set, what ACCBIAS, SMBVSP, SMBVSPI, BUFND,
 * BUFNI and BUFSP make of it, what is counted, and resource pools (LSR).
 *
 * The biases are those of the table in access-methods/smb.c; sizes are worked
 * out by hand beside each.
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

enum { MIB = 1024 * 1024, CI = 4096, RECORDS = 20000, LRECL = 200 };

static void
record(uint8_t rec[LRECL], uint64_t key, char text)
{
	memset(rec, text, LRECL);
	be64_put(rec, key);
}

static void
load(struct vset *vs, uint32_t ci_len, uint64_t n, uint32_t flags)
{
	uint8_t rec[LRECL];

	vset_attrs(vs, DS_ORG_KSDS, ci_len, 15, LRECL);
	vs->data.flags |= flags;
	vset_create(vs);
	assert_int_equal(vset_open(vs, AM_OUTPUT | AM_SEQ), DS_OK);
	for (uint64_t i = 0; i < n; i++) {
		record(rec, 2 * i, 'a');
		assert_ok(am_put(vs->pos, rec, LRECL, 0, true, NULL, &vs->diag),
		    &vs->diag);
	}
	assert_ok(vset_close(vs), &vs->diag);
}

static enum ds_status
open_by(struct vset *vs, struct am_parms *parms)
{
	enum ds_status st;

	parms->sphere.extend = vset_extend;
	parms->sphere.extend_ctx = vs;
	st = am_open(vs->vol, vs->name, parms, &vs->file, &vs->diag);
	if (st == DS_OK)
		assert_int_equal(am_pos_new(vs->file, &vs->pos), DS_OK);
	return st;
}

/* What a set opened so has; it is closed again. */
static struct am_buffers
look(struct vset *vs, struct am_parms parms, enum sphere_part part)
{
	struct am_buffers buf;

	assert_ok(open_by(vs, &parms), &vs->diag);
	assert_ok(am_buffers(vs->file, part, &buf, &vs->diag), &vs->diag);
	assert_ok(vset_close(vs), &vs->diag);
	return buf;
}

static void
get(struct vset *vs, uint64_t key, char text)
{
	struct am_rec rec;
	uint8_t arg[8];

	be64_put(arg, key);
	assert_ok(am_point(vs->pos, AM_KEY, AM_EQ, false, arg, 8, 0, &vs->diag),
	    &vs->diag);
	assert_ok(am_get(vs->pos, &rec, &vs->diag), &vs->diag);
	assert_int_equal(be64_get(rec.data), key);
	assert_int_equal(rec.data[LRECL - 1], text);
}

static void
the_bias_follows_from_the_intent(void **state)
{
	static const struct {
		unsigned intent;
		enum am_bias asked, is;
	} cases[] = {
	    {AM_INPUT, AM_BIAS_SYSTEM, AM_BIAS_SO},
	    {AM_INPUT | AM_SEQ, AM_BIAS_SYSTEM, AM_BIAS_SO},
	    {AM_INPUT | AM_DIR, AM_BIAS_SYSTEM, AM_BIAS_DO},
	    {AM_INPUT | AM_SEQ | AM_DIR, AM_BIAS_SYSTEM, AM_BIAS_SW},
	    {AM_INPUT | AM_OUTPUT, AM_BIAS_SYSTEM, AM_BIAS_DW},
	    {AM_INPUT | AM_OUTPUT | AM_SEQ, AM_BIAS_SYSTEM, AM_BIAS_SW},
	    {AM_INPUT | AM_OUTPUT | AM_DIR, AM_BIAS_SYSTEM, AM_BIAS_DO},
	    {AM_INPUT | AM_DIR, AM_BIAS_USER, AM_BIAS_USER},
	    {AM_INPUT | AM_DIR, AM_BIAS_SO, AM_BIAS_SO},
	    {AM_INPUT | AM_SEQ, AM_BIAS_DO, AM_BIAS_DO},
	    {AM_INPUT | AM_SEQ, AM_BIAS_DW, AM_BIAS_DW},
	    {AM_INPUT | AM_DIR, AM_BIAS_SW, AM_BIAS_SW},
	};
	struct vset vs;

	(void)state;
	load(&vs, CI, 1000, 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct am_parms parms = {
		    .intent = cases[i].intent, .accbias = cases[i].asked};

		assert_int_equal(
		    look(&vs, parms, SPHERE_DATA).bias, cases[i].is);
	}
	assert_string_equal(am_bias_name(AM_BIAS_DO), "DO");
	assert_string_equal(am_bias_name(AM_BIAS_CR), "CR");
	vset_free(&vs);
}

static void
a_load_is_create_by_speed_or_recovery(void **state)
{
	struct am_parms parms = {.intent = AM_OUTPUT | AM_SEQ};
	struct vset vs;

	(void)state;
	for (int speed = 0; speed < 2; speed++) {
		vset_attrs(&vs, DS_ORG_KSDS, CI, 15, LRECL);
		vs.data.flags = speed ? DS_A_SPEED : 0;
		vset_create(&vs);
		assert_int_equal(look(&vs, parms, SPHERE_DATA).bias,
		    speed ? AM_BIAS_CO : AM_BIAS_CR);
		vset_free(&vs);
	}
}

static void
buffers_are_as_many_as_was_said(void **state)
{
	struct am_parms p = {.intent = AM_INPUT | AM_DIR};
	struct vset vs;

	(void)state;
	load(&vs, CI, 1000, 0);
	/* DO of a small set: 24 MiB of data, 8 MiB of index (512) */
	assert_int_equal(look(&vs, p, SPHERE_DATA).pool.limit, 24 * MIB / CI);
	assert_int_equal(look(&vs, p, SPHERE_INDEX).pool.limit, 8 * MIB / 512);
	/* SMBVSP is the data's; a fifth of it is the least for the index */
	p.sphere.smbvsp = 50 * MIB;
	assert_int_equal(look(&vs, p, SPHERE_DATA).pool.limit, 50 * MIB / CI);
	assert_int_equal(look(&vs, p, SPHERE_INDEX).pool.limit, 10 * MIB / 512);
	p.sphere.smbvspi = MIB;
	assert_int_equal(look(&vs, p, SPHERE_INDEX).pool.limit, MIB / 512);
	/* BUFSP wins: three quarters and one; BUFND and BUFNI win over all */
	p.sphere.bufsp = 4 * MIB;
	assert_int_equal(look(&vs, p, SPHERE_DATA).pool.limit, 3 * MIB / CI);
	assert_int_equal(look(&vs, p, SPHERE_INDEX).pool.limit, MIB / 512);
	p.sphere.bufnd = 20;
	p.sphere.bufni = 9;
	assert_int_equal(look(&vs, p, SPHERE_DATA).pool.limit, 20);
	assert_int_equal(look(&vs, p, SPHERE_INDEX).pool.limit, 9);
	/* sequential: 1 MiB and a half */
	p = (struct am_parms){.intent = AM_INPUT | AM_SEQ};
	assert_int_equal(look(&vs, p, SPHERE_DATA).pool.limit, MIB / CI);
	assert_int_equal(look(&vs, p, SPHERE_INDEX).pool.limit, MIB / 2 / 512);
	/* weighted: 32 MiB, a quarter of it the index's */
	p.accbias = AM_BIAS_DW;
	assert_int_equal(look(&vs, p, SPHERE_DATA).pool.limit, 24 * MIB / CI);
	vset_free(&vs);
}

static void
what_cannot_be_asked_is_refused(void **state)
{
	struct am_parms p = {
	    .intent = AM_INPUT | AM_DIR, .accbias = AM_BIAS_CO};
	struct vset vs;

	(void)state;
	load(&vs, CI, 100, 0);
	assert_int_equal(open_by(&vs, &p), DS_INVALID);
	p.accbias = AM_BIAS_DO;
	p.sphere.smbvsp = (uint64_t)2048001 * 1024;
	assert_int_equal(open_by(&vs, &p), DS_INVALID);
	p.sphere.smbvsp = (uint64_t)2048000 * 1024;
	assert_ok(open_by(&vs, &p), &vs.diag);
	vset_free(&vs);
}

static void
hits_and_reads_are_counted(void **state)
{
	struct am_parms p = {.intent = AM_INPUT | AM_DIR};
	struct am_buffers a, b;
	struct vset vs;

	(void)state;
	load(&vs, CI, RECORDS, 0);
	assert_ok(open_by(&vs, &p), &vs.diag);
	get(&vs, 200, 'a');
	assert_ok(am_buffers(vs.file, SPHERE_DATA, &a, &vs.diag), &vs.diag);
	assert_int_equal(a.pool.reads, 1);
	get(&vs, 200, 'a');
	/* 20 records in a control interval: 2000 away is another one */
	get(&vs, 4200, 'a');
	assert_ok(am_buffers(vs.file, SPHERE_DATA, &b, &vs.diag), &vs.diag);
	assert_int_equal(b.pool.reads, 2);
	assert_int_equal(b.pool.hits, a.pool.hits + 1);
	assert_int_equal(b.excps, a.excps + 1);
	assert_int_equal(b.pool.used, 2);
	assert_false(b.pool.lsr);
	vset_free(&vs);
}

/* --- resource pools --------------------------------------------------------
 */

static struct sphere_lsr *
lsr_new(uint32_t frames)
{
	const struct sphere_subpool subs[] = {
	    {512, 200, 1u << SPHERE_INDEX},
	    {CI, frames, 1u << SPHERE_DATA},
	    {8192, frames, 1u << SPHERE_DATA | 1u << SPHERE_INDEX},
	};
	struct sphere_lsr *lsr = NULL;

	assert_int_equal(sphere_lsr_new(subs, 3, &lsr, NULL), DS_OK);
	return lsr;
}

static void
data_sets_share_a_resource_pool(void **state)
{
	struct am_parms p = {.intent = AM_INPUT | AM_DIR};
	struct vset vs[3];
	struct am_buffers buf[3];
	struct sphere_lsr *lsr = lsr_new(50);
	uint32_t held, free;

	(void)state;
	srandom(4);
	p.sphere.lsr = lsr;
	for (int i = 0; i < 3; i++) {
		load(&vs[i], i == 2 ? 8192 : CI, RECORDS, 0);
		assert_ok(open_by(&vs[i], &p), &vs[i].diag);
	}
	for (int n = 0; n < 6000; n++)
		get(&vs[random() % 3], (uint64_t)random() % RECORDS * 2, 'a');
	for (int i = 0; i < 3; i++) {
		assert_ok(am_buffers(vs[i].file, SPHERE_DATA, &buf[i], NULL),
		    &vs[i].diag);
		assert_true(buf[i].pool.lsr);
		assert_int_equal(buf[i].bias, AM_BIAS_USER);
		assert_int_equal(buf[i].pool.limit, 50);
		assert_int_equal(buf[i].pool.held, 50);
	}
	/* the first two have the 50 between them, the third 50 of 8192 */
	assert_int_equal(buf[0].pool.used + buf[1].pool.used, 50);
	assert_in_range(buf[0].pool.used, 1, 49);
	assert_int_equal(buf[2].pool.used, 50);
	/* the second closes: its buffers are free for the first */
	assert_int_equal(sphere_lsr_free(&lsr, NULL), DS_INVALID);
	assert_non_null(lsr);
	assert_ok(vset_close(&vs[1]), &vs[1].diag);
	sphere_lsr_stats(lsr, 1, &held, &free);
	assert_int_equal(held, 50);
	assert_int_equal(free, buf[1].pool.used);
	for (int n = 0; n < 6000; n++)
		get(&vs[0], (uint64_t)random() % RECORDS * 2, 'a');
	assert_ok(
	    am_buffers(vs[0].file, SPHERE_DATA, &buf[0], NULL), &vs[0].diag);
	assert_int_equal(buf[0].pool.used, 50);
	for (int i = 0; i < 3; i++)
		vset_free(&vs[i]);
	assert_int_equal(sphere_lsr_free(&lsr, NULL), DS_OK);
	assert_null(lsr);
}

static void
changes_by_a_resource_pool_are_kept(void **state)
{
	struct am_parms p = {.intent = AM_INPUT | AM_OUTPUT | AM_DIR};
	struct sphere_lsr *lsr = lsr_new(5);
	static bool put[2][RECORDS];
	uint8_t rec[LRECL];
	struct vset vs[2];

	(void)state;
	srandom(9);
	memset(put, 0, sizeof(put));
	p.sphere.lsr = lsr;
	for (int i = 0; i < 2; i++) {
		load(&vs[i], CI, 2000, 0);
		assert_ok(open_by(&vs[i], &p), &vs[i].diag);
	}
	/* more than the buffers are changed between two commits */
	for (int n = 0; n < 3000; n++) {
		int i = (int)(random() % 2);
		uint64_t k = (uint64_t)random() % RECORDS;

		if (random() % 500 == 0)
			assert_ok(
			    am_commit(vs[i].file, &vs[i].diag), &vs[i].diag);
		record(rec, 2 * k + 1, 'b');
		assert_int_equal(
		    am_put(vs[i].pos, rec, LRECL, 0, false, NULL, &vs[i].diag),
		    put[i][k] ? DS_DUPLICATE : DS_OK);
		put[i][k] = true;
		get(&vs[1 - i], (uint64_t)random() % 2000 * 2, 'a');
	}
	for (int i = 0; i < 2; i++) {
		for (uint64_t k = 0; k < RECORDS; k++)
			if (put[i][k])
				get(&vs[i], 2 * k + 1, 'b');
		assert_ok(vset_close(&vs[i]), &vs[i].diag);
		vset_verify(&vs[i]);
		vset_free(&vs[i]);
	}
	assert_int_equal(sphere_lsr_free(&lsr, NULL), DS_OK);
}

static void
a_pool_must_fit(void **state)
{
	static const struct sphere_subpool bad[] = {
	    {512, 2, 1}, {513, 3, 1}, {0, 3, 1}, {4096, 3, 0}, {4096, 3, 4}};
	const struct sphere_subpool small = {2048, 10, 3};
	struct sphere_lsr *lsr = NULL;
	struct am_parms p = {.intent = AM_INPUT};
	struct vset vs;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(
		    sphere_lsr_new(&bad[i], 1, &lsr, NULL), DS_INVALID);
	assert_int_equal(sphere_lsr_new(NULL, 0, &lsr, NULL), DS_INVALID);
	assert_int_equal(sphere_lsr_new(&small, 1, &lsr, NULL), DS_OK);
	load(&vs, CI, 10, 0);
	p.sphere.lsr = lsr;
	assert_int_equal(open_by(&vs, &p), DS_OPEN_CISIZE);
	assert_int_equal(sphere_lsr_free(&lsr, NULL), DS_OK);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_bias_follows_from_the_intent),
	    cmocka_unit_test(a_load_is_create_by_speed_or_recovery),
	    cmocka_unit_test(buffers_are_as_many_as_was_said),
	    cmocka_unit_test(what_cannot_be_asked_is_refused),
	    cmocka_unit_test(hits_and_reads_are_counted),
	    cmocka_unit_test(data_sets_share_a_resource_pool),
	    cmocka_unit_test(changes_by_a_resource_pool_are_kept),
	    cmocka_unit_test(a_pool_must_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
