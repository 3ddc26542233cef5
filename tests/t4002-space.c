/* The arithmetic of 3390 space. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "services/space.h"

/* Published for the 3390: physical records of a length on a track. */
static void
records_fit_a_track_as_published(void **state)
{
	static const uint32_t table[][2] = {{512, 49}, {1024, 33}, {1536, 26},
	    {2048, 21}, {2560, 17}, {3072, 15}, {3584, 13}, {4096, 12},
	    {4608, 10}, {5120, 9}, {5632, 9}, {6144, 8}, {6656, 7}, {7168, 7},
	    {7680, 6}, {8192, 6}, {10240, 5}, {12288, 4}, {14336, 3},
	    {16384, 3}, {18432, 3}, {20480, 2}, {22528, 2}, {24576, 2},
	    {26624, 2}, {28672, 1}, {30720, 1}, {32768, 1}, {27998, 2},
	    {27999, 1}, {56664, 1}, {56665, 0}, {0, 0}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		assert_int_equal(
		    space_records_per_track(table[i][0]), table[i][1]);
}

/* SC23-6855 "Control Interval Size Limitations": 2050 becomes 2560. */
static void
control_intervals_round_up_to_valid_sizes(void **state)
{
	static const uint32_t table[][3] = {{0, 512, 4096}, {1, 512, 4096},
	    {512, 512, 4096}, {513, 1024, 4096}, {2050, 2560, 4096},
	    {4096, 4096, 4096}, {4097, 4608, 8192}, {8192, 8192, 8192},
	    {8193, 10240, 12288}, {10241, 12288, 12288}, {32767, 32768, 32768},
	    {32768, 32768, 32768}, {32769, 0, 0}, {UINT32_MAX, 0, 0}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		assert_int_equal(
		    space_ci_round(table[i][0], false), table[i][1]);
		assert_int_equal(
		    space_ci_round(table[i][0], true), table[i][2]);
	}
}

/* 4096, 8192, 18432: seen on z/OS; others by hand from the table above:
 * 14336 as 2 of 7168 (7 a track, 50176) beats 3 of 14336 (43008). */
static void
the_physical_record_uses_a_track_best(void **state)
{
	static const uint32_t table[][2] = {{512, 512}, {4096, 4096},
	    {8192, 8192}, {14336, 7168}, {18432, 18432}, {20480, 10240},
	    {28672, 7168}, {32768, 16384}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		assert_int_equal(space_physrec(table[i][0]), table[i][1]);
}

static struct space_ask
ksds(enum ds_unit unit, uint32_t pri, uint32_t sec, uint32_t keylen,
    uint32_t lrecl)
{
	struct space_ask ask = {.org = DS_ORG_KSDS,
	    .avglrecl = lrecl,
	    .maxlrecl = lrecl,
	    .keylen = keylen,
	    .bufspace = -1,
	    .unit = unit,
	    .pri = pri,
	    .sec = sec};

	return ask;
}

static struct space_plan
plan(const struct space_ask *ask)
{
	struct space_plan p;
	struct ds_diag diag;

	memset(&p, 0, sizeof(p));
	assert_int_equal(space_plan(ask, &p, &diag), DS_OK);
	return p;
}

/* Every cluster and alternate index of a LISTCAT ALL that z/OS 2.x printed of
 * the CardDemo application (86 pages, 2022). */
static void
components_come_out_as_zos_lists_them(void **state)
{
	static const struct {
		const char *name;
		uint32_t keylen, maxlrecl, coded_ci, pri, sec;
		/* listed: */
		uint32_t cisize, cis_per_ca, bufspace, harba, physrec, physrecs;
		uint32_t x_cisize, x_cis, x_harba;
	} t[] = {
	    {"ACCTDATA.VSAM.KSDS", 11, 300, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"CARDDATA.VSAM.KSDS", 16, 150, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"CARDDATA.VSAM.AIX", 11, 150, 0, 5, 1, 18432, 45, 37376, 4147200,
		18432, 3, 512, 49, 25088},
	    {"CARDXREF.VSAM.KSDS", 16, 50, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"CARDXREF.VSAM.AIX", 11, 50, 0, 5, 1, 18432, 45, 37376, 4147200,
		18432, 3, 512, 49, 25088},
	    {"CUSTDATA.VSAM.KSDS", 9, 500, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"DISCGRP.VSAM.KSDS", 16, 50, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"TCATBALF.VSAM.KSDS", 17, 50, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"TRANCATG.VSAM.KSDS", 6, 60, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"TRANSACT.VSAM.KSDS", 16, 350, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"TRANSACT.VSAM.AIX", 26, 350, 0, 5, 1, 18432, 45, 37888, 4147200,
		18432, 3, 1024, 33, 33792},
	    {"TRANTYPE.VSAM.KSDS", 2, 60, 0, 1, 5, 18432, 45, 37376, 829440,
		18432, 3, 512, 49, 25088},
	    {"USRSEC.VSAM.KSDS", 8, 80, 8192, 3, 1, 8192, 90, 24576, 2211840,
		8192, 6, 8192, 6, 49152},
	};
	struct space_ask ask;
	struct space_plan p;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		print_message("# %s\n", t[i].name);
		ask = ksds(DS_UNIT_CYL, t[i].pri, t[i].sec, t[i].keylen,
		    t[i].maxlrecl);
		ask.cisize = ask.index_cisize = t[i].coded_ci;
		p = plan(&ask);
		assert_int_equal(p.data.cisize, t[i].cisize);
		assert_int_equal(p.data.cis_per_ca, t[i].cis_per_ca);
		assert_int_equal(p.bufspace, t[i].bufspace);
		assert_int_equal(p.data.physrec, t[i].physrec);
		assert_int_equal(p.data.physrecs_per_trk, t[i].physrecs);
		assert_int_equal(p.data.tracks_per_ca, 15);
		assert_int_equal(p.data.type, DS_SPACE_CYL);
		assert_int_equal(p.data.pri, t[i].pri);
		assert_int_equal(p.data.sec, t[i].sec);
		assert_int_equal(space_cas(&p.data, p.data.pri_tracks) *
				     p.data.cis_per_ca * p.data.cisize,
		    t[i].harba);
		assert_int_equal(p.index.cisize, t[i].x_cisize);
		assert_int_equal(p.index.cis_per_ca, t[i].x_cis);
		assert_int_equal(p.index.physrec, t[i].x_cisize);
		assert_int_equal(p.index.physrecs_per_trk, t[i].x_cis);
		assert_int_equal(p.index.tracks_per_ca, 1);
		assert_int_equal(p.index.type, DS_SPACE_TRACK);
		assert_int_equal(p.index.pri, 1);
		assert_int_equal(p.index.sec, 1);
		assert_int_equal(space_cas(&p.index, p.index.pri_tracks) *
				     p.index.cis_per_ca * p.index.cisize,
		    t[i].x_harba);
	}
}

/* The worked example of a z/OS 1.x LISTCAT: 37 records of 227 bytes, CISZ 512,
 * TRK(1 1): one track of 49 control intervals. */
static void
one_track_is_a_control_area(void **state)
{
	struct space_ask ask = ksds(DS_UNIT_TRK, 1, 1, 8, 227);
	struct space_plan p;

	(void)state;
	ask.cisize = ask.index_cisize = 512;
	p = plan(&ask);
	assert_int_equal(p.data.cis_per_ca, 49);
	assert_int_equal(p.data.tracks_per_ca, 1);
	assert_int_equal(p.bufspace, 1536);
	assert_int_equal(p.data.type, DS_SPACE_TRACK);
	assert_int_equal(p.index.cisize, 512);
	assert_int_equal(p.index.cis_per_ca, 49);
}

/* SC23-6855 "Optimizing Control Area Size", "Control Area Size Calculation" */
static void
control_areas_are_sized_as_the_manual_says(void **state)
{
	static const struct {
		enum ds_unit unit;
		uint32_t pri, sec, ca, pri_tracks, sec_tracks;
	} t[] = {
	    {DS_UNIT_CYL, 5, 10, 15, 75, 150},
	    {DS_UNIT_KB, 100, 50, 1, 2, 1}, /* 55296 bytes a track */
	    {DS_UNIT_TRK, 100, 3, 3, 102, 3}, {DS_UNIT_TRK, 3, 100, 3, 3, 102},
	    {DS_UNIT_TRK, 1, 1, 1, 1, 1}, {DS_UNIT_TRK, 16, 4, 5, 20, 5},
	    /* up to the next of 1 3 5 7 9 15 */
	    {DS_UNIT_TRK, 2, 2, 3, 3, 3}, {DS_UNIT_TRK, 6, 8, 7, 7, 14},
	    {DS_UNIT_TRK, 10, 10, 15, 15, 15},
	    {DS_UNIT_TRK, 100, 0, 15, 105, 0}, {DS_UNIT_TRK, 4, 0, 5, 5, 0},
	    {DS_UNIT_MB, 1, 1, 15, 30, 30}, /* 19 tracks: 2 cylinders */
	};
	struct space_ask ask;
	struct space_plan p;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		ask = ksds(t[i].unit, t[i].pri, t[i].sec, 8, 100);
		p = plan(&ask);
		assert_int_equal(p.data.tracks_per_ca, t[i].ca);
		assert_int_equal(p.data.pri_tracks, t[i].pri_tracks);
		assert_int_equal(p.data.sec_tracks, t[i].sec_tracks);
	}
}

static void
records_become_tracks(void **state)
{
	struct space_ask ask = ksds(DS_UNIT_REC, 2000, 5, 8, 5000);
	struct space_plan p;

	(void)state;
	/* 3 of 5000 in 18432, 9 a track: 667 control intervals, 223 tracks;
	 * 5 records: one track (the manual's RECORDS(2000,5) likewise) */
	p = plan(&ask);
	assert_int_equal(p.data.tracks_per_ca, 1);
	assert_int_equal(p.data.pri_tracks, 223);
	assert_int_equal(p.data.sec_tracks, 1);
	assert_int_equal(p.data.type, DS_SPACE_TRACK);
	/* 100-byte records: 184 a control interval, 552 a track; 20000 are 37
	 * tracks and 10000 19: cylinders, 3 and 2 */
	ask = ksds(DS_UNIT_REC, 20000, 10000, 8, 100);
	p = plan(&ask);
	assert_int_equal(p.data.type, DS_SPACE_CYL);
	assert_int_equal(p.data.pri, 3);
	assert_int_equal(p.data.sec, 2);
	/* the average counts, not the maximum */
	ask.maxlrecl = 1000;
	assert_int_equal(plan(&ask).data.pri, 3);
	/* slots have an RDF each: 178 of 100 bytes in 18432 */
	ask = ksds(DS_UNIT_REC, 178 * 3, 1, 0, 100);
	ask.org = DS_ORG_RRDS;
	assert_int_equal(plan(&ask).data.pri_tracks, 1);
	ask.pri++;
	assert_int_equal(plan(&ask).data.pri_tracks, 2);
}

/* SC23-6855 adjustments: a record of 2560 in 2560 makes 3072; BUFFERSPACE 4K
 * with an index of 512 makes data 2K 1536. */
static void
control_intervals_are_adjusted(void **state)
{
	struct space_ask ask = ksds(DS_UNIT_CYL, 1, 1, 8, 2560);
	struct space_plan p;

	(void)state;
	ask.cisize = 2560;
	assert_int_equal(plan(&ask).data.cisize, 3072);
	ask = ksds(DS_UNIT_TRK, 1, 1, 8, 100);
	ask.cisize = 2048;
	ask.index_cisize = 512;
	ask.bufspace = 4096;
	p = plan(&ask);
	assert_int_equal(p.data.cisize, 1536);
	assert_int_equal(p.index.cisize, 512);
	assert_int_equal(p.bufspace, 4096);
	/* more than needed is kept, less than a record needs is raised to two
	 * of 2048 and one of 512 */
	ask.bufspace = 100000;
	assert_int_equal(plan(&ask).bufspace, 100000);
	ask.maxlrecl = ask.avglrecl = 1800;
	ask.bufspace = 4096;
	p = plan(&ask);
	assert_int_equal(p.data.cisize, 2048);
	assert_int_equal(p.bufspace, 4608);
	/* no control interval of a cylinder goes with so little: as if it was
	 * not said, 2 * 18432 + 512 */
	ask = ksds(DS_UNIT_CYL, 1, 1, 4, 40);
	for (ask.bufspace = 0; ask.bufspace <= 4096; ask.bufspace += 2048) {
		p = plan(&ask);
		assert_int_equal(p.data.cisize, 18432);
		assert_int_equal(p.bufspace, 37376);
	}
}

static void
the_default_fits_the_record(void **state)
{
	struct space_ask ask;

	(void)state;
	/* 18432 while a record and 7 bytes of control fit */
	ask = ksds(DS_UNIT_CYL, 1, 1, 8, 18425);
	assert_int_equal(plan(&ask).data.cisize, 18432);
	ask = ksds(DS_UNIT_CYL, 1, 1, 8, 18426);
	assert_int_equal(plan(&ask).data.cisize, 20480);
	ask = ksds(DS_UNIT_CYL, 1, 1, 8, 32761);
	assert_int_equal(plan(&ask).data.cisize, 32768);
	/* 45 tracks of 16384: 22 of 32768 in a cylinder */
	assert_int_equal(plan(&ask).data.cis_per_ca, 22);
	assert_int_equal(plan(&ask).data.physrec, 16384);
	ask.org = DS_ORG_LDS;
	ask.keylen = ask.maxlrecl = ask.avglrecl = 0;
	assert_int_equal(plan(&ask).data.cisize, 4096);
	assert_int_equal(plan(&ask).index.cisize, 0);
	assert_int_equal(plan(&ask).bufspace, 8192);
	ask.cisize = 4097;
	assert_int_equal(plan(&ask).data.cisize, 8192);
}

static void
the_index_is_large_enough(void **state)
{
	struct space_ask ask;
	struct space_plan p;

	(void)state;
	/* hand: 31 + 45 * (9 + 3) = 571 for 26 bytes; 31 + 45 * 9 for 18 */
	assert_int_equal(space_index_ci(45, 26), 1024);
	assert_int_equal(space_index_ci(45, 18), 512);
	/* a coded size that is too small is raised, a larger one kept */
	ask = ksds(DS_UNIT_CYL, 1, 1, 26, 350);
	ask.index_cisize = 512;
	assert_int_equal(plan(&ask).index.cisize, 1024);
	ask.index_cisize = 2050;
	assert_int_equal(plan(&ask).index.cisize, 2560);
	/* 735 control intervals of 512 with keys of 255: cut, not refused */
	ask = ksds(DS_UNIT_CYL, 1, 1, 255, 400);
	ask.cisize = 512;
	p = plan(&ask);
	assert_int_equal(p.index.cisize, 32768);
	assert_true(p.data.cis_per_ca < 735);
	assert_true(31 + p.data.cis_per_ca * 89 <= 32768);
	assert_true(31 + (p.data.cis_per_ca + 1) * 89 > 32768);
	/* three whole keys of 255 do not fit 512 */
	assert_int_equal(space_index_ci(1, 255), 1024);
	/* 1000 cylinders: 1000 sequence set records, 60 entries of 8 bytes in
	 * each of the 17 above, one on top */
	ask = ksds(DS_UNIT_CYL, 1000, 100, 8, 100);
	p = plan(&ask);
	assert_true(p.index.pri_tracks * 49 >= 1000 + 17 + 1);
	assert_int_equal(p.index.type, DS_SPACE_TRACK);
	assert_int_equal(p.index.pri_tracks % p.index.tracks_per_ca, 0);
}

static void
what_cannot_be_is_refused(void **state)
{
	struct space_ask ask = ksds(DS_UNIT_NONE, 1, 1, 8, 100);
	struct space_plan p;
	struct ds_diag diag;

	(void)state;
	assert_int_equal(space_plan(&ask, &p, &diag), DS_INVALID);
	assert_string_equal(diag.text, "IDC3505I");
	ask = ksds(DS_UNIT_CYL, 0, 1, 8, 100);
	assert_int_equal(space_plan(&ask, &p, &diag), DS_INVALID);
	ask = ksds(DS_UNIT_CYL, 1, 1, 8, 32762);
	assert_int_equal(space_plan(&ask, &p, &diag), DS_CAT_CISIZE);
	ask = ksds(DS_UNIT_CYL, 1, 1, 8, UINT32_MAX);
	assert_int_equal(space_plan(&ask, &p, &diag), DS_CAT_CISIZE);
	ask = ksds(DS_UNIT_MB, 16777215, UINT32_MAX, 8, 100);
	assert_int_equal(space_plan(&ask, &p, &diag), DS_CAT_NOSPACE);
	ask = ksds(DS_UNIT_REC, UINT32_MAX, UINT32_MAX, 8, 32761);
	assert_int_equal(space_plan(&ask, &p, &diag), DS_CAT_NOSPACE);
	/* a spanned record is within one control area: a track of 49 CIs */
	ask = ksds(DS_UNIT_TRK, 1, 1, 8, 49 * 502);
	ask.spanned = true;
	ask.cisize = 512;
	assert_int_equal(space_plan(&ask, &p, &diag), DS_OK);
	ask.maxlrecl++;
	assert_int_equal(space_plan(&ask, &p, &diag), DS_INVALID);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(records_fit_a_track_as_published),
	    cmocka_unit_test(control_intervals_round_up_to_valid_sizes),
	    cmocka_unit_test(the_physical_record_uses_a_track_best),
	    cmocka_unit_test(components_come_out_as_zos_lists_them),
	    cmocka_unit_test(one_track_is_a_control_area),
	    cmocka_unit_test(control_areas_are_sized_as_the_manual_says),
	    cmocka_unit_test(records_become_tracks),
	    cmocka_unit_test(control_intervals_are_adjusted),
	    cmocka_unit_test(the_default_fits_the_record),
	    cmocka_unit_test(the_index_is_large_enough),
	    cmocka_unit_test(what_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
