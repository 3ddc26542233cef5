/*
 * Control interval bytes against images made by hand from the layout of
 * SYM6-1 IDACIDF and IDARDF (doc/formats/control-interval.md), then random
 * changes against an array of records.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/vsam/ci.h"

enum { CI = 512 };

static const char *why;

/* Zero mostly: with one in often another byte below n. */
static uint8_t
few(long often, long n)
{
	long r = random();

	return (uint8_t)(r % often == 0 ? r / often % n : 0L);
}

static void
check_ok(const uint8_t *ci, uint32_t nrec)
{
	struct vsam_ci_head head;

	assert_int_equal(vsam_ci_check(ci, CI, 0, &head, &why), DS_OK);
	assert_int_equal(head.nrec, nrec);
}

static void
empty_ci_is_all_free_space(void **state)
{
	uint8_t ci[CI], eof[CI] = {0};
	struct vsam_ci_head head;
	struct vsam_ci_cur cur;

	(void)state;
	vsam_ci_format(ci, CI);
	/* free space from 0, 512 - 4 = 508 = X'1FC' bytes */
	assert_memory_equal(ci + 508, "\x00\x00\x01\xFC", 4);
	check_ok(ci, 0);
	assert_int_equal(vsam_ci_check(eof, CI, 0, &head, &why), DS_OK);
	assert_true(head.eof);
	vsam_ci_begin(&cur, eof, CI);
	assert_false(vsam_ci_next(&cur));
	vsam_ci_end(&cur, eof, CI);
	assert_false(vsam_ci_prev(&cur));
}

static void
single_record_has_one_rdf(void **state)
{
	uint8_t ci[CI];

	(void)state;
	vsam_ci_format(ci, CI);
	assert_true(
	    vsam_ci_splice(ci, CI, 0, 0, (const uint8_t *)"ABCDE", 5, 0));
	assert_memory_equal(ci, "ABCDE\0", 6);
	/* RDF X'00' 0005, CIDF 0005, 512 - 5 - 7 = 500 = X'1F4' */
	assert_memory_equal(ci + 505, "\x00\x00\x05\x00\x05\x01\xF4", 7);
}

static void
equal_lengths_share_a_pair_of_rdfs(void **state)
{
	uint8_t ci[CI];
	int i;

	(void)state;
	vsam_ci_format(ci, CI);
	for (i = 0; i < 3; i++)
		assert_true(vsam_ci_splice(
		    ci, CI, 0, 0, (const uint8_t *)"ABCDE", 5, 0));
	/* left X'08' count 3, right X'40' length 5; free 512-15-10 = X'1E7' */
	assert_memory_equal(
	    ci + 502, "\x08\x00\x03\x40\x00\x05\x00\x0F\x01\xE7", 10);
	/* a longer one in the middle divides the run: 1, 1, 2 records */
	assert_true(
	    vsam_ci_splice(ci, CI, 1, 0, (const uint8_t *)"1234567", 7, 0));
	/* from the right: 00 0005 | 00 0007 | 40 0005, 08 0002; 22 bytes used,
	 * 12 + 4 of control, 474 = X'1DA' free */
	assert_memory_equal(ci + 496,
	    "\x08\x00\x02\x40\x00\x05\x00\x00\x07\x00\x00\x05"
	    "\x00\x16\x01\xDA",
	    16);
	assert_memory_equal(ci, "ABCDE1234567ABCDEABCDE", 22);
	check_ok(ci, 4);
	/* erased again, the run joins */
	assert_true(vsam_ci_splice(ci, CI, 1, 1, NULL, 0, 0));
	assert_memory_equal(
	    ci + 502, "\x08\x00\x03\x40\x00\x05\x00\x0F\x01\xE7", 10);
}

static void
a_full_ci_takes_not_one_byte_more(void **state)
{
	uint8_t ci[CI], rec[CI] = {1}, before[CI];

	(void)state;
	vsam_ci_format(ci, CI);
	/* 512 - 7 = 505 is the longest record */
	assert_false(vsam_ci_splice(ci, CI, 0, 0, rec, 506, 0));
	assert_true(vsam_ci_splice(ci, CI, 0, 0, rec, 505, 0));
	assert_memory_equal(ci + 505, "\x00\x01\xF9\x01\xF9\x00\x00", 7);
	check_ok(ci, 1);
	/* 100 + 7 leave 405 free, and not one more */
	vsam_ci_format(ci, CI);
	assert_false(vsam_ci_splice(ci, CI, 0, 0, rec, 100, 406));
	assert_true(vsam_ci_splice(ci, CI, 0, 0, rec, 100, 405));
	/* two of 227: 454 + 10; the third does not fit (IBM's sample KSDS) */
	vsam_ci_format(ci, CI);
	assert_true(vsam_ci_splice(ci, CI, 0, 0, rec, 227, 0));
	assert_true(vsam_ci_splice(ci, CI, 1, 0, rec, 227, 0));
	memcpy(before, ci, CI);
	assert_false(vsam_ci_splice(ci, CI, 1, 0, rec, 227, 0));
	/* 512 - 464 = 48 free: a record of 45 takes 48, one of 46 does not */
	assert_false(vsam_ci_splice(ci, CI, 2, 0, rec, 46, 0));
	assert_memory_equal(ci, before, CI);
	assert_true(vsam_ci_splice(ci, CI, 2, 0, rec, 45, 0));
	assert_memory_equal(ci + 508, "\x01\xF3\x00\x00", 4);
	check_ok(ci, 3);
}

static void
freespace_counts_from_the_ci_size(void **state)
{
	struct vsam_ci_build b;
	uint8_t ci[1024] = {0};
	int n = 0;

	(void)state;
	/* IBM's example: 20% of 1024 is 204; (1024-10-204)/200 = 4 records */
	vsam_ci_build_begin(&b, ci, 1024, 204);
	while (vsam_ci_build_add(&b, 200) != NULL)
		n++;
	assert_int_equal(n, 4);
	/* the first record goes in whatever the limit */
	memset(ci, 0, 1024);
	vsam_ci_build_begin(&b, ci, 1024, 1000);
	assert_non_null(vsam_ci_build_add(&b, 1017));
	assert_null(vsam_ci_build_add(&b, 1));
}

static void
building_and_inserting_give_the_same_bytes(void **state)
{
	static const uint32_t lens[] = {5, 5, 5, 7, 5, 5, 9, 9, 9, 9, 1};
	uint8_t built[CI] = {0}, spliced[CI], rec[16];
	struct vsam_ci_build b;
	uint32_t i;

	(void)state;
	vsam_ci_format(spliced, CI);
	vsam_ci_build_begin(&b, built, CI, 0);
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		memset(rec, (int)('a' + i), sizeof(rec));
		memcpy(vsam_ci_build_add(&b, lens[i]), rec, lens[i]);
		assert_true(vsam_ci_splice(spliced, CI, i, 0, rec, lens[i], 0));
	}
	vsam_ci_build_end(&b);
	assert_memory_equal(built, spliced, CI);
	check_ok(built, i);
}

static void
slots_have_one_rdf_each(void **state)
{
	uint8_t ci[CI], rec[100];
	uint32_t full;

	(void)state;
	/* (512 - 4) / (100 + 3) = 4 slots; 512 - 4 - 412 = 96 = X'60' free */
	assert_int_equal(vsam_slots(CI, 100), 4);
	vsam_slot_format(ci, CI, 100);
	assert_memory_equal(ci + 496,
	    "\x04\x00\x64\x04\x00\x64\x04\x00\x64\x04\x00\x64"
	    "\x01\x90\x00\x60",
	    16);
	memset(rec, 'x', 100);
	vsam_slot_set(ci, CI, 100, 1, rec);
	assert_memory_equal(
	    ci + 496, "\x04\x00\x64\x04\x00\x64\x00\x00\x64\x04\x00\x64", 12);
	assert_int_equal(ci[99], 0);
	assert_int_equal(ci[100], 'x');
	assert_true(vsam_slot_full(ci, CI, 1));
	assert_int_equal(vsam_slot_check(ci, CI, 100, &full, &why), DS_OK);
	assert_int_equal(full, 1);
	vsam_slot_set(ci, CI, 100, 1, NULL);
	assert_int_equal(ci[100], 0);
	assert_false(vsam_slot_full(ci, CI, 1));
}

static void
foreign_slots_are_refused(void **state)
{
	/* Of the four slots of 100 bytes: the last 16 bytes of the CI. */
	static const char *const bad[] = {
	    "\x04\x00\x64\x04\x00\x64\x04\x00\x64\x04\x00\x63\x01\x90\x00\x60",
	    "\x04\x01\x64\x04\x00\x64\x04\x00\x64\x04\x00\x64\x01\x90\x00\x60",
	    "\x05\x00\x64\x04\x00\x64\x04\x00\x64\x04\x00\x64\x01\x90\x00\x60",
	    "\x04\x00\x64\x04\x00\x64\x04\x00\x64\x40\x00\x64\x01\x90\x00\x60",
	    "\x04\x00\x64\x04\x00\x64\x04\x00\x64\x04\x00\x64\x01\x8F\x00\x61",
	    "\x04\x00\x64\x04\x00\x64\x04\x00\x64\x04\x00\x64\x01\x90\x00\x63",
	    "\x04\x00\x64\x04\x00\x64\x04\x00\x64\x04\x00\x64\x00\x00\x00\x00",
	};
	uint8_t ci[CI];
	uint32_t full;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		vsam_slot_format(ci, CI, 100);
		assert_int_equal(
		    vsam_slot_check(ci, CI, 100, &full, &why), DS_OK);
		memcpy(ci + CI - 16, bad[i], 16);
		assert_int_equal(
		    vsam_slot_check(ci, CI, 100, &full, &why), DS_CORRUPT);
	}
}

/* The image is that of a CI which never had the record. */
static void
nothing_of_an_erased_record_stays(void **state)
{
	uint8_t ci[CI], never[CI], rec[60];

	(void)state;
	for (uint32_t idx = 0; idx < 3; idx++) {
		vsam_ci_format(ci, CI);
		vsam_ci_format(never, CI);
		for (uint32_t i = 0; i < 3; i++) {
			memset(rec, (int)('A' + i), sizeof(rec));
			assert_true(vsam_ci_splice(
			    ci, CI, i, 0, rec, 50 + 5 * (i % 2), 0));
			if (i != idx)
				assert_true(vsam_ci_splice(never, CI,
				    i > idx ? i - 1 : i, 0, rec,
				    50 + 5 * (i % 2), 0));
		}
		assert_true(vsam_ci_splice(ci, CI, idx, 1, NULL, 0, 0));
		assert_memory_equal(ci, never, CI);
	}
}

/* --- a model: an array of records ---------------------------------------- */

struct model {
	uint32_t n;
	uint32_t len[CI];
	uint8_t rec[CI][64];
};

static uint32_t
model_size(const struct model *m)
{
	uint32_t i, size = 4, run = 0;

	for (i = 0; i < m->n; i++) {
		run = i > 0 && m->len[i] == m->len[i - 1] ? run + 1 : 1;
		size += m->len[i] + (run <= 2 ? 3 : 0);
	}
	return size;
}

static void
model_splice(struct model *m, uint32_t idx, uint32_t ndel, const uint8_t *rec,
    uint32_t len)
{
	uint32_t nins = rec != NULL;

	memmove(m->rec + idx + nins, m->rec + idx + ndel,
	    (m->n - idx - ndel) * sizeof(m->rec[0]));
	memmove(m->len + idx + nins, m->len + idx + ndel,
	    (m->n - idx - ndel) * sizeof(m->len[0]));
	if (nins) {
		memcpy(m->rec[idx], rec, len);
		m->len[idx] = len;
	}
	m->n += nins - ndel;
}

static void
same(const struct model *m, uint32_t from, const uint8_t *ci, uint32_t n)
{
	struct vsam_ci_cur cur;
	struct vsam_ci_spot spot;
	uint32_t i;

	check_ok(ci, n);
	vsam_ci_begin(&cur, ci, CI);
	for (i = 0; i < n; i++) {
		assert_true(vsam_ci_next(&cur));
		assert_int_equal(cur.len, m->len[from + i]);
		assert_memory_equal(ci + cur.off, m->rec[from + i], cur.len);
	}
	assert_false(vsam_ci_next(&cur));
	vsam_ci_end(&cur, ci, CI);
	while (i-- > 0) {
		assert_true(vsam_ci_prev(&cur));
		assert_int_equal(cur.len, m->len[from + i]);
		assert_memory_equal(ci + cur.off, m->rec[from + i], cur.len);
	}
	assert_false(vsam_ci_prev(&cur));
	for (i = 0; i <= n; i++) {
		vsam_ci_seek(&cur, ci, CI, i, false);
		assert_int_equal(vsam_ci_next(&cur), i < n);
		if (i < n)
			assert_memory_equal(
			    ci + cur.off, m->rec[from + i], cur.len);
		vsam_ci_seek(&cur, ci, CI, i, true);
		assert_int_equal(vsam_ci_prev(&cur), n > 0);
		if (i < n) {
			assert_memory_equal(
			    ci + cur.off, m->rec[from + i], cur.len);
			assert_int_equal(vsam_ci_prev(&cur), i > 0);
		}
		vsam_ci_spot_at(ci, CI, i, &spot);
		assert_int_equal(spot.len, i < n ? m->len[from + i] : 0);
		assert_int_equal(
		    vsam_ci_spot_off(ci, CI, spot.off, &spot) == DS_OK, i < n);
		assert_int_equal(spot.idx, i);
		if (i < n && spot.len > 1) {
			assert_int_equal(
			    vsam_ci_spot_off(ci, CI, spot.off + 1, &spot),
			    DS_NOTFOUND);
			assert_int_equal(spot.idx, i + 1);
		}
	}
}

static void
random_changes_match_an_array(void **state)
{
	static struct model m;
	uint8_t ci[CI], rec[64], left[CI], right[CI];
	uint32_t step, idx, ndel, len, i;
	bool fits, done;

	(void)state;
	srand(1201);
	vsam_ci_format(ci, CI);
	for (step = 0; step < 20000; step++) {
		idx = (uint32_t)rand() % (m.n + 1);
		ndel = idx < m.n && rand() % 2;
		len = 1 + (uint32_t)rand() % (rand() % 3 ? 3 : 60);
		for (i = 0; i < len; i++)
			rec[i] = (uint8_t)rand();
		if (rand() % 3 == 0 && ndel) {
			assert_true(vsam_ci_splice(ci, CI, idx, 1, NULL, 0, 0));
			model_splice(&m, idx, 1, NULL, 0);
			same(&m, 0, ci, m.n);
			continue;
		}
		done = vsam_ci_splice(ci, CI, idx, ndel, rec, len, 0);
		{
			static struct model t;

			t = m;
			model_splice(&t, idx, ndel, rec, len);
			fits = model_size(&t) <= CI;
			assert_int_equal(done, fits);
			if (done)
				m = t;
		}
		same(&m, 0, ci, m.n);
		idx = (uint32_t)rand() % (m.n + 1);
		memcpy(left, ci, CI);
		vsam_ci_split(left, right, CI, idx);
		same(&m, 0, left, idx);
		same(&m, idx, right, m.n - idx);
	}
}

static void
keys_are_found_across_runs(void **state)
{
	static const char *const recs[] = {"b1", "d2", "f333", "h4", "j5"};
	uint8_t ci[CI];
	struct vsam_ci_spot spot;
	uint32_t i;

	(void)state;
	vsam_ci_format(ci, CI);
	for (i = 0; i < 5; i++)
		assert_true(vsam_ci_splice(ci, CI, i, 0,
		    (const uint8_t *)recs[i], (uint32_t)strlen(recs[i]), 0));
	for (i = 0; i < 5; i++) {
		uint8_t key = (uint8_t)recs[i][0], below = (uint8_t)(key - 1);

		assert_true(vsam_ci_find(ci, CI, &key, 0, 1, &spot));
		assert_int_equal(spot.idx, i);
		assert_false(vsam_ci_find(ci, CI, &below, 0, 1, &spot));
		assert_int_equal(spot.idx, i);
	}
	assert_false(vsam_ci_find(ci, CI, (const uint8_t *)"z", 0, 1, &spot));
	assert_int_equal(spot.idx, 5);
	assert_int_equal(spot.off, 12);
	assert_int_equal(spot.len, 0);
}

static void
cut_of(const uint32_t *lens, uint32_t n, uint32_t idx, uint32_t len,
    bool sequential, uint32_t reserve, struct vsam_ci_cut *cut)
{
	uint8_t ci[CI], rec[CI] = {0};
	uint32_t i;

	vsam_ci_format(ci, CI);
	for (i = 0; i < n; i++)
		assert_true(vsam_ci_splice(ci, CI, i, 0, rec, lens[i], 0));
	vsam_ci_choose_cut(ci, CI, idx, len, sequential, reserve, cut);
}

static void
cuts_follow_the_kind_of_insert(void **state)
{
	static const uint32_t five[] = {100, 100, 100, 100, 100};
	static const uint32_t two[] = {200, 200}, four[] = {90, 90, 90, 90};
	static const uint32_t long_last[] = {20, 446};
	struct vsam_ci_cut cut;

	(void)state;
	/* direct: six records of 100 are cut in the middle, new one left */
	cut_of(five, 5, 1, 100, false, 0, &cut);
	assert_int_equal(cut.side, VSAM_NEW_LEFT);
	assert_int_equal(cut.keep, 2);
	cut_of(five, 5, 5, 100, false, 0, &cut);
	assert_int_equal(cut.side, VSAM_NEW_RIGHT);
	assert_int_equal(cut.keep, 3);
	/* sequential: at the insert point, the new record ends the left CI */
	cut_of(five, 5, 1, 100, true, 0, &cut);
	assert_int_equal(cut.side, VSAM_NEW_LEFT);
	assert_int_equal(cut.keep, 1);
	/* ... unless the left CI is full, then it begins the right one */
	cut_of(five, 5, 5, 100, true, 0, &cut);
	assert_int_equal(cut.side, VSAM_NEW_RIGHT);
	assert_int_equal(cut.keep, 5);
	/* ... or the reserve would go: 4*90+100+13=473, 51 to stay free */
	cut_of(four, 4, 4, 100, true, 51, &cut);
	assert_int_equal(cut.side, VSAM_NEW_RIGHT);
	assert_int_equal(cut.keep, 4);
	/* ... or in the middle: 90, 90 and the new one take 293 bytes */
	cut_of(four, 4, 2, 100, true, 219, &cut);
	assert_int_equal(cut.side, VSAM_NEW_LEFT);
	assert_int_equal(cut.keep, 2);
	cut_of(four, 4, 2, 100, true, 220, &cut);
	assert_int_equal(cut.side, VSAM_NEW_RIGHT);
	assert_int_equal(cut.keep, 2);
	/* ... but a first record is alone whatever the reserve */
	cut_of(four, 4, 0, 100, true, 500, &cut);
	assert_int_equal(cut.side, VSAM_NEW_LEFT);
	assert_int_equal(cut.keep, 0);
	/* 20, new, 446: with 56 the last two take 56 + 446 + 10 = 512, both in
	 * the right CI; with 57 the new one goes left */
	cut_of(long_last, 2, 1, 56, true, 500, &cut);
	assert_int_equal(cut.side, VSAM_NEW_RIGHT);
	cut_of(long_last, 2, 1, 57, true, 500, &cut);
	assert_int_equal(cut.side, VSAM_NEW_LEFT);
	/* 200, 500, 200 need three control intervals */
	cut_of(two, 2, 1, 500, false, 0, &cut);
	assert_int_equal(cut.side, VSAM_NEW_NEITHER);
	assert_int_equal(cut.keep, 1);
}

static void
foreign_control_fields_are_refused(void **state)
{
	static const struct {
		const char *ctl; /* the last bytes of the CI */
		uint32_t len;
		enum ds_status st;
	} bad[] = {
	    /* free space into the CIDF: 1 + 508 */
	    {"\x00\x01\x01\xFC", 4, DS_CORRUPT},
	    {"\x00\x00\x01\xFD", 4, DS_CORRUPT}, /* 0 + 509 */
	    {"\xFF\xFF\x00\x01", 4, DS_CORRUPT},
	    {"\x00\x00\x81\xFC", 4, DS_CORRUPT}, /* busy */
	    {"\x00\x05\x01\xF5", 4, DS_CORRUPT}, /* two bytes for RDFs */
	    {"\x00\x05\x01\xF7", 4, DS_CORRUPT}, /* records without RDF */
	    {"\x00\x00\x06\x00\x05\x01\xF4", 7, DS_CORRUPT}, /* 6 of 5 */
	    {"\x00\x00\x04\x00\x05\x01\xF4", 7, DS_CORRUPT}, /* 4 of 5 */
	    {"\x00\x00\x00\x00\x00\x01\xF9", 7, DS_CORRUPT}, /* length 0 */
	    {"\x40\x00\x05\x00\x05\x01\xF4", 7, DS_CORRUPT}, /* half a pair */
	    {"\x80\x00\x05\x00\x05\x01\xF4", 7, DS_CORRUPT},
	    {"\x04\x00\x05\x00\x05\x01\xF4", 7, DS_CORRUPT}, /* slot */
	    {"\x08\x00\x05\x00\x05\x01\xF4", 7, DS_CORRUPT},
	    {"\x08\x00\x01\x40\x00\x05\x00\x05\x01\xF1", 10, DS_CORRUPT},
	    {"\x08\xFF\xFF\x40\xFF\xFF\x00\x05\x01\xF1", 10, DS_CORRUPT},
	    {"\x00\x00\x02\x40\x00\x05\x00\x0A\x01\xEC", 10, DS_CORRUPT},
	    /* 65535 * 65535 + 43691 * 3 is 2 modulo 2^32 */
	    {"\x08\xAA\xAB\x40\x00\x03\x08\xFF\xFF\x40\xFF\xFF"
	     "\x00\x02\x01\xEE",
		16, DS_CORRUPT},
	    /* segments: free space behind a first one, pairs that do not fit,
	     * one RDF, three, lengths */
	    {"\x18\x00\x01\x50\x01\xF5\x01\xF5\x00\x01", 10, DS_CORRUPT},
	    {"\x38\x00\x01\x50\x01\xF6\x01\xF6\x00\x00", 10, DS_CORRUPT},
	    {"\x08\x00\x01\x60\x00\x05\x00\x05\x01\xF1", 10, DS_CORRUPT},
	    {"\x28\x00\x01\x20\x00\x05\x00\x05\x01\xF1", 10, DS_CORRUPT},
	    {"\x60\x00\x05\x00\x05\x01\xF4", 7, DS_CORRUPT},
	    {"\x00\x00\x01\x28\x00\x01\x60\x00\x05\x00\x06\x01\xED", 13,
		DS_CORRUPT},
	    {"\x28\x00\x01\x60\x00\x04\x00\x05\x01\xF1", 10, DS_CORRUPT},
	    {"\x28\x00\x01\x60\x00\x00\x00\x00\x01\xF6", 10, DS_CORRUPT},
	};
	struct vsam_ci_head head;
	uint8_t ci[CI];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		memset(ci, 0, CI);
		memcpy(ci + CI - bad[i].len, bad[i].ctl, bad[i].len);
		why = NULL;
		assert_int_equal(
		    vsam_ci_check(ci, CI, 0, &head, &why), bad[i].st);
		assert_non_null(why);
	}
}

static void
segments_are_alone_in_their_ci(void **state)
{
	/* From idcams.md 5.1: first X'50' and X'18', middle X'70' and X'38',
	 * last X'60' and X'28'; the update number in the left RDF. A CI of 512
	 * bytes takes 502 = X'1F6' of a segment. */
	static const struct {
		uint8_t seg;
		uint32_t len;
		char ctl[11];
	} good[] = {
	    {0x10, 502, "\x18\x00\x07\x50\x01\xF6\x01\xF6\x00\x00"},
	    {0x30, 502, "\x38\x00\x07\x70\x01\xF6\x01\xF6\x00\x00"},
	    {0x20, 5, "\x28\x00\x07\x60\x00\x05\x00\x05\x01\xF1"},
	};
	struct vsam_ci_head head;
	struct vsam_ci_cur cur;
	uint8_t ci[CI], rec[CI];
	size_t i;

	(void)state;
	memset(rec, 0xC1, sizeof(rec));
	for (i = 0; i < 3; i++) {
		memset(ci, 0xEE, CI);
		vsam_ci_segment(ci, CI, rec, good[i].len, good[i].seg, 7);
		assert_memory_equal(ci + CI - 10, good[i].ctl, 10);
		assert_int_equal(vsam_ci_check(ci, CI, 1, &head, &why), DS_OK);
		assert_int_equal(head.seg, good[i].seg);
		assert_int_equal(head.update, 7);
		assert_int_equal(head.nrec, 1);
		vsam_ci_begin(&cur, ci, CI);
		assert_true(vsam_ci_next(&cur));
		assert_int_equal(cur.off, 0);
		assert_int_equal(cur.len, good[i].len);
		assert_false(vsam_ci_next(&cur));
		vsam_ci_end(&cur, ci, CI);
		assert_true(vsam_ci_prev(&cur));
		assert_int_equal(cur.len, good[i].len);
		assert_false(vsam_ci_prev(&cur));
	}
	/* the key must be in the first segment, not in others */
	vsam_ci_segment(ci, CI, rec, 502, 0x10, 0);
	assert_int_equal(vsam_ci_check(ci, CI, 503, &head, &why), DS_CORRUPT);
	vsam_ci_segment(ci, CI, rec, 502, 0x30, 0);
	assert_int_equal(vsam_ci_check(ci, CI, 503, &head, &why), DS_OK);
}

/* Records of one length: found and walked as any, without their RDFs. The
 * lower bound is counted one by one. */
static void
even_records_are_found_by_count(void **state)
{
	static uint8_t ci[32768];
	uint64_t heads[100];
	uint8_t rec[512], key[300];
	uint32_t every;
	struct vsam_ci_build b;
	struct vsam_ci_head head;
	struct vsam_ci_cur a, e;

	(void)state;
	srandom(7);
	for (int round = 0; round < 400; round++) {
		uint32_t keylen = 1 + (uint32_t)random() % 24;
		uint32_t rkp = (uint32_t)random() % 9;
		uint32_t len = rkp + keylen + (uint32_t)random() % 40;
		uint32_t want = 1 + (uint32_t)random() % 900, n = 0, below;
		uint32_t ci_len = 512u << random() % 7;

		memset(ci, 0, sizeof(ci));
		memset(key, 0, sizeof(key));
		vsam_ci_build_begin(&b, ci, ci_len, 0);
		while (n < want) {
			uint32_t k = keylen;
			uint8_t *at;

			memset(rec, 0xEE, sizeof(rec));
			/* count up by the last bytes; few values, so that
			 * heads are equal */
			while (k > 0 && ++key[k - 1] == 7)
				key[--k] = 0;
			if (k == 0 || (at = vsam_ci_build_add(&b, len)) == NULL)
				break;
			memcpy(rec + rkp, key, keylen);
			memcpy(at, rec, len);
			n++;
		}
		vsam_ci_build_end(&b);
		if (n == 0)
			continue;
		assert_int_equal(
		    vsam_ci_check(ci, ci_len, rkp + keylen, &head, &why),
		    DS_OK);
		assert_int_equal(head.even, len);
		assert_int_equal(head.nrec, n);
		every = vsam_ci_heads(
		    ci, n, len, rkp, keylen, heads, (uint32_t)random() % 100);
		for (int i = 0; i < 60; i++) {
			for (uint32_t j = 0; j < keylen; j++)
				key[j] = few(3, 8);
			if (i < 40)
				memcpy(key,
				    ci + (uint32_t)random() % n * len + rkp,
				    keylen);
			if (i % 3 == 0)
				key[keylen - 1] =
				    (uint8_t)(key[keylen - 1] + 1);
			for (below = 0; below < n; below++)
				if (memcmp(ci + below * len + rkp, key,
					keylen) >= 0)
					break;
			assert_int_equal(
			    vsam_ci_find_even(ci, n, len, key, rkp, keylen),
			    below);
			if (every != 0)
				assert_int_equal(
				    vsam_ci_find_heads(heads, every, ci, n, len,
					key, rkp, keylen),
				    below);
		}
		for (int back = 0; back < 2; back++) {
			uint32_t idx = (uint32_t)random() % n;

			vsam_ci_seek(&a, ci, ci_len, idx, back);
			vsam_ci_seek_even(&e, ci, n, len, idx, back);
			for (;;) {
				bool more =
				    back ? vsam_ci_prev(&a) : vsam_ci_next(&a);

				assert_int_equal(more,
				    back ? vsam_ci_prev(&e) : vsam_ci_next(&e));
				if (!more)
					break;
				assert_int_equal(a.off, e.off);
				assert_int_equal(a.len, e.len);
			}
		}
	}
	vsam_ci_format(ci, 512);
	assert_true(vsam_ci_splice(ci, 512, 0, 0, rec, 20, 0));
	assert_true(vsam_ci_splice(ci, 512, 1, 0, rec, 21, 0));
	assert_true(vsam_ci_splice(ci, 512, 2, 0, rec, 20, 0));
	assert_int_equal(vsam_ci_check(ci, 512, 1, &head, &why), DS_OK);
	assert_int_equal(head.even, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(empty_ci_is_all_free_space),
	    cmocka_unit_test(segments_are_alone_in_their_ci),
	    cmocka_unit_test(single_record_has_one_rdf),
	    cmocka_unit_test(equal_lengths_share_a_pair_of_rdfs),
	    cmocka_unit_test(a_full_ci_takes_not_one_byte_more),
	    cmocka_unit_test(freespace_counts_from_the_ci_size),
	    cmocka_unit_test(building_and_inserting_give_the_same_bytes),
	    cmocka_unit_test(slots_have_one_rdf_each),
	    cmocka_unit_test(foreign_slots_are_refused),
	    cmocka_unit_test(nothing_of_an_erased_record_stays),
	    cmocka_unit_test(random_changes_match_an_array),
	    cmocka_unit_test(keys_are_found_across_runs),
	    cmocka_unit_test(even_records_are_found_by_count),
	    cmocka_unit_test(cuts_follow_the_kind_of_insert),
	    cmocka_unit_test(foreign_control_fields_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
