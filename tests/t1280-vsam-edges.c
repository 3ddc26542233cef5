/*
 * The edges of VSAM sets: every control interval size, FREESPACE of all, the
 * longest records and keys, the 4 GiB that RBAs of four bytes reach. Values by
 * hand, from CISZ - 7 for one record and CISZ - 10 for two or more.
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

static struct vset vs;
static uint8_t rec[32768];

static const uint8_t *
make(unsigned key, uint32_t len)
{
	char text[16];
	uint32_t i;

	for (i = 0; i < len; i++)
		rec[i] = (uint8_t)(key * 3 + i * 7 + i / 256);
	snprintf(text, sizeof(text), "%08u", key);
	memcpy(rec, text, len < 8 ? len : 8);
	return rec;
}

static enum ds_status
put_seq(unsigned key, uint32_t len, bool sequential)
{
	return am_put(
	    vs.pos, make(key, len), len, 0, sequential, NULL, &vs.diag);
}

static enum ds_status
put(unsigned key, uint32_t len)
{
	return put_seq(key, len, false);
}

static void
expect(unsigned key, uint32_t len)
{
	struct am_rec got;

	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(got.len, len);
	assert_memory_equal(got.data, make(key, len), len);
}

static void
at_end(void)
{
	struct am_rec got;

	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
}

static uint64_t
hurba(void)
{
	return am_state(vs.file)->part[SPHERE_DATA].hurba;
}

static void
close_and_verify(void)
{
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
}

/* Records that fill a CI, half of one, and that leave little. */
static uint32_t
length(uint32_t ci, unsigned i)
{
	const uint32_t len[] = {ci - 7, (ci - 10) / 2, 8, ci / 3};

	return len[i % 4];
}

static void
one_size(enum ds_org org, uint32_t ci)
{
	unsigned i, step = org == DS_ORG_KSDS ? 2 : 1;

	vset_attrs(&vs, org, ci, 3, ci - 7);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (i = 0; i < 24; i += step)
		assert_ok(put(i, length(ci, i)), &vs.diag);
	assert_int_equal(put(99, ci - 6), DS_BADLENGTH);
	close_and_verify();
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (i = 1; step == 2 && i < 24; i += 2)
		assert_ok(put(i, length(ci, i)), &vs.diag);
	close_and_verify();
	assert_ok(vset_open(&vs, AM_INPUT | AM_SEQ), &vs.diag);
	for (i = 0; i < 24; i++)
		expect(i, length(ci, i));
	at_end();
	vset_free(&vs);
}

static void
every_control_interval_size_works(void **state)
{
	uint32_t ci;

	(void)state;
	for (ci = 512; ci <= 32768; ci += ci < 8192 ? 512 : 2048) {
		one_size(DS_ORG_KSDS, ci);
		one_size(DS_ORG_ESDS, ci);
	}
}

static void
sizes_of_no_control_interval_are_damage(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_ESDS, 4096, 4, 4090); /* at most 4089 */
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_CORRUPT);
	vset_free(&vs);
	vset_attrs(&vs, DS_ORG_VRRDS, 4096, 4, 4086); /* at most 4085 */
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_CORRUPT);
	vset_free(&vs);
	vset_attrs(&vs, DS_ORG_ESDS, 512, 4, 4 * 502 + 1);
	vs.data.flags |= DS_A_SPANNED;
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_CORRUPT);
	vset_free(&vs);
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 1000); /* key to byte 503 */
	vs.data.flags |= DS_A_SPANNED;
	vs.data.rkp = 495;
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_CORRUPT);
	vset_free(&vs);
}

/* FREESPACE(100 100): one record a CI, one CI a CA. */
static void
freespace_of_all_leaves_one_record(void **state)
{
	unsigned i;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 50);
	vs.data.fspc_ci = 100;
	vs.data.fspc_ca = 100;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (i = 0; i < 10; i++)
		assert_ok(put(i * 100, 50), &vs.diag);
	close_and_verify();
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(hurba(), 10 * 4 * 512);
	/* sequential inserts at the end keep to it as well */
	assert_ok(put_seq(1000, 50, true), &vs.diag);
	assert_ok(put_seq(1100, 50, true), &vs.diag);
	assert_int_equal(hurba(), 12 * 4 * 512);
	/* direct ones use what is left: 9 of 50 bytes are 450 + 10 */
	for (i = 1; i < 9; i++)
		assert_ok(put(i, 50), &vs.diag);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 0);
	assert_ok(put(9, 50), &vs.diag); /* 10 are 510 */
	assert_ok(put(10, 50), &vs.diag);
	assert_int_equal(am_stats(vs.file, SPHERE_DATA)->splits_ci, 1);
	assert_int_equal(hurba(), 12 * 4 * 512);
	close_and_verify();
	vset_free(&vs);
}

static void
the_longest_records_are_stored(void **state)
{
	unsigned i;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 32768, 2, 32761);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (i = 0; i < 10; i += 2)
		assert_ok(put(i, 32761), &vs.diag);
	close_and_verify();
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (i = 1; i < 10; i += 2)
		assert_ok(put(i, 32761), &vs.diag);
	for (i = 0; i < 10; i++)
		expect(i, 32761);
	at_end();
	close_and_verify();
	vset_free(&vs);
}

/* Keys of 255 bytes that differ in their last ones, at an offset. */
static void
the_longest_keys_are_told_apart(void **state)
{
	struct am_rec got;
	uint8_t r[300];
	unsigned i, n = 2000, k;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 2048, 6, 300);
	vs.data.keylen = vs.index.keylen = 255;
	vs.data.rkp = 45;
	vs.index.ci_len = 1024; /* two keys need 24 + 2 * 262 + 7 = 555 */
	vset_create(&vs);
	memset(r, 'K', sizeof(r));
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	r[298] = r[299] = 0;
	assert_ok(am_put(vs.pos, r, 300, 0, false, NULL, &vs.diag), &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (i = 1; i < n; i++) {
		k = i * 7 % n; /* every number once: 7 and n have no divisor */
		r[298] = (uint8_t)(k >> 8);
		r[299] = (uint8_t)k;
		assert_ok(
		    am_put(vs.pos, r, 300, 0, i % 2, NULL, &vs.diag), &vs.diag);
	}
	for (i = 0; i < n; i++) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_int_equal(got.data[298] << 8 | got.data[299], i);
	}
	at_end();
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, r, 256, 0, &vs.diag),
	    DS_BADKEYLEN);
	close_and_verify();
	vset_free(&vs);
}

/* --- four bytes of RBA ------------------------------------------------------
 */

/* Open with a limit that a test can reach: two CAs of four CIs. */
static void
open_limited(unsigned intent)
{
	assert_ok(vset_open(&vs, intent), &vs.diag);
	((struct vsam_file *)vs.file->priv)->rba_limit = 2 * 4 * 4096;
}

static void
refused(enum ds_status st)
{
	assert_int_equal(st, DS_NOSPACE);
	assert_non_null(strstr(vs.diag.text, "extended addressability"));
}

/* Records that fill a CI each, until the limit is met; how many. */
static unsigned
fill(uint32_t len)
{
	enum ds_status st;
	unsigned n = 0;

	while ((st = am_put(vs.pos, make(n, len), len, 0, true, NULL,
		    &vs.diag)) == DS_OK)
		n++;
	refused(st);
	return n;
}

static void
a_load_ends_at_the_limit(void **state)
{
	static const struct {
		enum ds_org org;
		uint32_t len;
		uint32_t flags;
	} set[] = {
	    {DS_ORG_KSDS, 4089, 0},
	    {DS_ORG_ESDS, 4089, 0},
	    {DS_ORG_RRDS, 4089, 0},
	    {DS_ORG_VRRDS, 4085, 0},
	    {DS_ORG_LDS, 4096, 0},
	    {DS_ORG_KSDS, 8172, DS_A_SPANNED}, /* two segments */
	    {DS_ORG_ESDS, 8172, DS_A_SPANNED},
	};
	unsigned i, k, n, segs;

	(void)state;
	for (i = 0; i < sizeof(set) / sizeof(set[0]); i++) {
		segs = set[i].flags != 0 ? 2 : 1;
		vset_attrs(&vs, set[i].org, 4096, 4, set[i].len);
		vs.data.flags |= set[i].flags;
		vset_create(&vs);
		open_limited(AM_OUTPUT | AM_SEQ);
		n = fill(set[i].len);
		assert_int_equal(n, 8 / segs);
		close_and_verify();
		open_limited(AM_INPUT | AM_OUTPUT);
		assert_int_equal(hurba(), 8 * 4096);
		/* the CAs are full, another there cannot be */
		refused(am_put(vs.pos, make(n, set[i].len), set[i].len,
		    set[i].org == DS_ORG_LDS ? 0 : n + 1, false, NULL,
		    &vs.diag));
		if (set[i].org == DS_ORG_KSDS) { /* a CA split neither */
			memcpy(rec, "0000000x", 8);
			refused(am_put(
			    vs.pos, rec, set[i].len, 0, false, NULL, &vs.diag));
		}
		for (k = 0; k < n; k++)
			expect(k, set[i].len);
		close_and_verify();
		vset_free(&vs);
	}
}

static void
four_gib_is_the_limit(void **state)
{
	/* slots of 4000 bytes, one a CI, four CIs a CA of 16 KiB: 262144 CAs
	 * are 4 GiB, 1048576 slots */
	enum { SLOTS = 1048576 };
	uint64_t had;

	(void)state;
	vset_attrs(&vs, DS_ORG_RRDS, 4096, 4, 4000);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_ok(put(1, 4000), &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	vs.space = had = 100;
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	refused(am_put(
	    vs.pos, make(1, 4000), 4000, SLOTS + 1, false, NULL, &vs.diag));
	refused(am_put(
	    vs.pos, make(1, 4000), 4000, UINT32_MAX, false, NULL, &vs.diag));
	assert_int_equal(vs.space, had); /* nothing was asked for */
	/* the last slot is within: space is asked for, and there is none */
	assert_int_equal(
	    am_put(vs.pos, make(1, 4000), 4000, SLOTS, false, NULL, &vs.diag),
	    DS_NOSPACE);
	assert_null(strstr(vs.diag.text, "addressability"));
	close_and_verify();
	vset_free(&vs);
}

static void
extended_addressability_has_no_such_limit(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_RRDS, 4096, 4, 4000);
	vs.data.flags |= DS_A_EXTADDR;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_ok(put(1, 4000), &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	vs.space = 100;
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(am_put(vs.pos, make(1, 4000), 4000, UINT32_MAX, false,
			     NULL, &vs.diag),
	    DS_NOSPACE);
	assert_null(strstr(vs.diag.text, "addressability"));
	close_and_verify();
	vset_free(&vs);
}

/* Four records of 4000 a control interval of 16 KiB, 45 of them an area: 1100
 * are six areas and 5 intervals of the seventh. In short runs the second area
 * is behind 16384 of header, a side page, the first of 737280 and a side page
 * of its own. */
static void
runs_of(bool short_runs)
{
	static const uint64_t second[] = {
	    16384 + 4096 + 737280, 16384 + 4096 + 737280 + 4096};
	char path[600];
	uint8_t got[8];
	FILE *fp;

	vset_attrs(&vs, DS_ORG_KSDS, 16384, 45, 4000);
	vs.data.short_runs = vs.index.short_runs = short_runs;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	for (unsigned i = 1; i <= 1100; i++)
		assert_ok(put_seq(2 * i, 4000, true), &vs.diag);
	close_and_verify();
	snprintf(path, sizeof(path), "%s/%s", vs.dir, vs.name);
	assert_non_null(fp = fopen(path, "r"));
	assert_int_equal(fseek(fp, (long)second[short_runs], SEEK_SET), 0);
	assert_int_equal(fread(got, 1, 8, fp), 8);
	fclose(fp);
	assert_memory_equal(got, make(2 * 181, 8), 8);
	/* It grows, by splits and at its end. */
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (unsigned i = 1; i <= 1100; i += 7)
		assert_ok(put(2 * i + 1, 4000), &vs.diag);
	for (unsigned i = 1101; i <= 2000; i++)
		assert_ok(put(2 * i, 4000), &vs.diag);
	close_and_verify();
	assert_ok(vset_open(&vs, AM_INPUT | AM_SEQ), &vs.diag);
	for (unsigned i = 1; i <= 2000; i++) {
		expect(2 * i, 4000);
		if (i <= 1100 && i % 7 == 1)
			expect(2 * i + 1, 4000);
	}
	at_end();
	close_and_verify();
	assert_ok(
	    sphere_read_attr(vs.vol, vs.name, &vs.data, &vs.diag), &vs.diag);
	assert_int_equal(vs.data.short_runs, short_runs);
	vset_free(&vs);
}

static void
sets_of_both_layouts_are_read_and_grow(void **state)
{
	(void)state;
	runs_of(true);
	runs_of(false);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_control_interval_size_works),
	    cmocka_unit_test(sizes_of_no_control_interval_are_damage),
	    cmocka_unit_test(freespace_of_all_leaves_one_record),
	    cmocka_unit_test(the_longest_records_are_stored),
	    cmocka_unit_test(the_longest_keys_are_told_apart),
	    cmocka_unit_test(a_load_ends_at_the_limit),
	    cmocka_unit_test(four_gib_is_the_limit),
	    cmocka_unit_test(sets_of_both_layouts_are_read_and_grow),
	    cmocka_unit_test(extended_addressability_has_no_such_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
