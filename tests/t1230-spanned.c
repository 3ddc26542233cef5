/*
 * Spanned records: segments as facts of VSAM have them, made, read and changed
 * in key-sequenced and entry-sequenced sets; what is damaged is told. Lengths
 * and bytes are calculated by hand: a CI of 512 bytes takes a record of 505,
 * or 502 bytes of a segment.
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

enum { CI = 512, MAXLEN = 4016 }; /* 8 CIs a CA: 8 * 502 */

static struct vset vs;
static uint8_t rec[MAXLEN + 1];

static void
set_up(enum ds_org org, uint32_t cis_per_ca)
{
	vset_attrs(&vs, org, CI, cis_per_ca, cis_per_ca * 502);
	vs.data.flags |= DS_A_SPANNED;
	vset_create(&vs);
}

/* Bytes told by position and a seed; an 8-byte decimal key in front. */
static const uint8_t *
make(unsigned key, uint32_t len, unsigned seed)
{
	char text[16];
	uint32_t i;

	for (i = 0; i < len; i++)
		rec[i] = (uint8_t)(i * 7 + i / 256 + seed + key);
	snprintf(text, sizeof(text), "%08u", key);
	memcpy(rec, text, 8);
	return rec;
}

static enum ds_status
put(unsigned key, uint32_t len)
{
	return am_put(vs.pos, make(key, len, 0), len, 0, false, NULL, &vs.diag);
}

static void
expect(unsigned key, uint32_t len, unsigned seed)
{
	struct am_rec got;

	assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
	assert_int_equal(got.len, len);
	assert_memory_equal(got.data, make(key, len, seed), len);
}

static void
point(unsigned key)
{
	char text[16];

	snprintf(text, sizeof(text), "%08u", key);
	assert_ok(am_point(vs.pos, AM_KEY, AM_EQ, false, text, 8, 0, &vs.diag),
	    &vs.diag);
}

/* The CI at rba of the open set. */
static void
look(uint64_t rba, uint8_t *ci, uint32_t *recordsp, uint32_t *bytesp)
{
	struct sphere *sp = vs.file->sphere;
	struct sphere_buf *buf = NULL;

	assert_ok(
	    buf_get(sp, SPHERE_DATA, rba, BUF_READ, &buf, &vs.diag), &vs.diag);
	memcpy(ci, buf->data, CI);
	buf_release(sp, &buf);
	assert_ok(side_get(sp, SPHERE_DATA, rba, recordsp, bytesp, &vs.diag),
	    &vs.diag);
}

static void
expect_ci(uint64_t rba, const char *ctl, uint32_t records, uint32_t bytes)
{
	uint8_t ci[CI];
	uint32_t r = 0, b = 0;

	look(rba, ci, &r, &b);
	assert_memory_equal(ci + CI - 10, ctl, 10);
	assert_int_equal(r, records);
	assert_int_equal(b, bytes);
}

#define FIRST0 "\x18\x00\x00\x50\x01\xF6\x01\xF6\x00\x00"
#define MIDDLE0 "\x38\x00\x00\x70\x01\xF6\x01\xF6\x00\x00"

/* --- KSDS ------------------------------------------------------------------
 */

static void
a_load_writes_segments(void **state)
{
	(void)state;
	set_up(DS_ORG_KSDS, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	assert_int_equal(put(1, 505), DS_OK);    /* CI 0: not spanned */
	assert_int_equal(put(2, 1100), DS_OK);   /* CIs 1 to 3: 502 502 96 */
	assert_int_equal(put(3, 100), DS_OK);    /* CI 4 */
	assert_int_equal(put(4, 506), DS_OK);    /* CIs 5 and 6: 502 4 */
	assert_int_equal(put(5, 506), DS_OK);    /* no two CIs: CA 1 */
	assert_int_equal(put(6, MAXLEN), DS_OK); /* all of CA 2 */
	assert_int_equal(put(7, MAXLEN + 1), DS_BADLENGTH);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	assert_int_equal(
	    am_state(vs.file)->part[SPHERE_DATA].hurba, 3 * 8 * CI);
	assert_int_equal(am_state(vs.file)->part[SPHERE_DATA].records, 6);
	assert_int_equal(am_state(vs.file)->part[SPHERE_DATA].bytes,
	    505 + 1100 + 100 + 506 + 506 + MAXLEN);
	expect_ci(1 * CI, FIRST0, 1, 502);
	expect_ci(2 * CI, MIDDLE0, 0, 502);
	/* 96 = X'60' bytes, 406 = X'196' free */
	expect_ci(3 * CI, "\x28\x00\x00\x60\x00\x60\x00\x60\x01\x96", 0, 96);
	expect_ci(6 * CI, "\x28\x00\x00\x60\x00\x04\x00\x04\x01\xF2", 0, 4);
	expect_ci(8 * CI, FIRST0, 1, 502);
	expect(1, 505, 0);
	expect(2, 1100, 0);
	expect(3, 100, 0);
	expect(4, 506, 0);
	expect(5, 506, 0);
	expect(6, MAXLEN, 0);
	vset_free(&vs);
}

static void
an_update_counts_and_changes_the_length(void **state)
{
	static const uint32_t len[] = {1100, 506, 505, 2000, 20, MAXLEN, 1100};
	size_t i;

	(void)state;
	set_up(DS_ORG_KSDS, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(1, 1100), DS_OK);
	assert_int_equal(put(2, 50), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (i = 0; i < 7; i++) {
		point(1);
		expect(1, i > 0 ? len[i - 1] : 1100, (unsigned)i);
		assert_ok(am_update(vs.pos, make(1, len[i], (unsigned)i + 1),
			      len[i], &vs.diag),
		    &vs.diag);
		if (i == 0) { /* all three segments have update number 1 */
			expect_ci(0 * CI,
			    "\x18\x00\x01\x50\x01\xF6\x01\xF6\x00\x00", 1, 502);
			expect_ci(2 * CI,
			    "\x28\x00\x01\x60\x00\x60\x00\x60\x01\x96", 0, 96);
		}
		point(2);
		expect(2, 50, 0);
	}
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
an_erased_record_frees_its_segments(void **state)
{
	struct am_rec got;

	(void)state;
	set_up(DS_ORG_KSDS, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(1, 2000), DS_OK); /* four CIs */
	assert_int_equal(put(5, 2000), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	point(1);
	expect(1, 2000, 0);
	assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
	expect(5, 2000, 0);
	/* the entry keeps its range of keys: three free CIs and the empty one
	 * take the next record there */
	assert_int_equal(put(1, 2000), DS_OK);
	assert_int_equal(am_state(vs.file)->part[SPHERE_DATA].hurba, 8 * CI);
	assert_int_equal(put(1, 2000), DS_DUPLICATE);
	point(1);
	expect(1, 2000, 0);
	expect(5, 2000, 0);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

/* Records of a whole CA before, between and behind others. */
static void
records_of_a_whole_control_area_find_their_place(void **state)
{
	static const unsigned key[] = {50, 40, 60, 45, 42, 48, 61, 1};
	static const unsigned sorted[] = {1, 40, 42, 45, 48, 50, 60, 61};
	size_t i;

	(void)state;
	set_up(DS_ORG_KSDS, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(46, 100), DS_OK);
	assert_int_equal(put(47, 100), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (i = 0; i < 8; i++)
		assert_ok(put(key[i], MAXLEN), &vs.diag);
	for (i = 0; i < 8; i++) {
		if (sorted[i] == 48) {
			expect(46, 100, 0);
			expect(47, 100, 0);
		}
		expect(sorted[i], MAXLEN, 0);
	}
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
no_space_leaves_a_spanned_set_as_it_was(void **state)
{
	(void)state;
	set_up(DS_ORG_KSDS, 8);
	vs.space = 0;
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(1, 2000), DS_OK);
	assert_int_equal(put(3, 1900), DS_OK);
	assert_int_equal(
	    put(4, 600), DS_NOSPACE); /* the load goes no further */
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	assert_int_equal(put(2, 600), DS_NOSPACE);
	assert_int_equal(put(4, 600), DS_NOSPACE);
	point(1);
	expect(1, 2000, 0);
	assert_int_equal(
	    am_update(vs.pos, make(1, 2100, 1), 2100, &vs.diag), DS_NOSPACE);
	assert_ok(
	    am_point(vs.pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs.diag),
	    &vs.diag);
	expect(1, 2000, 0);
	expect(3, 1900, 0);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
addressed_reading_of_spanned_records_is_refused(void **state)
{
	struct am_rec got;

	(void)state;
	set_up(DS_ORG_KSDS, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(1, 100), DS_OK);
	assert_int_equal(put(2, 1000), DS_OK);
	assert_int_equal(put(3, 100), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	assert_int_equal(
	    am_point(vs.pos, AM_RBA, AM_EQ, false, NULL, 0, CI, &vs.diag),
	    DS_SPANADDR);
	assert_int_equal(ds_status_reason(DS_SPANADDR), 136);
	vset_abandon(&vs);
	assert_ok(vset_open(&vs, AM_INPUT | AM_ADDRESSED), &vs.diag);
	expect(1, 100, 0);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_SPANADDR);
	assert_int_equal(vs.diag.rba, CI);
	expect(3, 100, 0);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	vset_free(&vs);
}

/* --- ESDS ------------------------------------------------------------------
 */

static void
esds_both(unsigned n, const uint32_t *len, const uint64_t *rba)
{
	struct am_rec got;
	unsigned i;

	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	for (i = 0; i < n; i++) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_int_equal(got.len, len[i]);
		assert_int_equal(got.rba, rba[i]);
		assert_int_equal(got.rrn, i + 1);
		assert_memory_equal(got.data, make(i, len[i], 0), len[i]);
	}
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	assert_ok(am_point(vs.pos, AM_LAST, AM_EQ, true, NULL, 0, 0, &vs.diag),
	    &vs.diag);
	for (i = n; i-- > 0;)
		expect(i, len[i], 0);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	for (i = 0; i < n; i++) {
		assert_ok(am_point(vs.pos, AM_RBA, AM_EQ, false, NULL, 0,
			      rba[i], &vs.diag),
		    &vs.diag);
		expect(i, len[i], 0);
		assert_ok(am_point(vs.pos, AM_RRN, AM_EQ, false, NULL, 0, i + 1,
			      &vs.diag),
		    &vs.diag);
		expect(i, len[i], 0);
	}
	/* a second segment is no record's beginning */
	assert_int_equal(
	    am_point(vs.pos, AM_RBA, AM_EQ, false, NULL, 0, 2 * CI, &vs.diag),
	    DS_BADRBA);
	vset_abandon(&vs);
}

static void
an_esds_keeps_a_record_in_one_control_area(void **state)
{
	/* CI 0 | 1 2 3 | 4 (two records) | 5 .. 7 too few for four: CA 1 | */
	static const uint32_t len[] = {100, 1100, 100, 200, 2000, 30, 600};
	static const uint64_t rba[] = {
	    0, 1 * CI, 4 * CI, 4 * CI + 100, 8 * CI, 12 * CI, 13 * CI};
	unsigned load, i;

	(void)state;
	for (load = 0; load <= 7; load += 7) { /* added all, loaded all */
		set_up(DS_ORG_ESDS, 8);
		assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
		for (i = 0; i < load; i++)
			assert_ok(put(i, len[i]), &vs.diag);
		if (load == 0) /* one by load, so that others are added */
			assert_ok(put(i++, len[0]), &vs.diag);
		assert_ok(vset_close(&vs), &vs.diag);
		if (load == 0) {
			assert_ok(
			    vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
			for (; i < 7; i++)
				assert_ok(put(i, len[i]), &vs.diag);
			assert_ok(vset_close(&vs), &vs.diag);
		}
		vset_verify(&vs);
		esds_both(7, len, rba);
		vset_free(&vs);
	}
}

static void
an_esds_update_keeps_the_length_of_all_segments(void **state)
{
	(void)state;
	set_up(DS_ORG_ESDS, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(0, 1100), DS_OK);
	assert_int_equal(put(1, 10), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	expect(0, 1100, 0);
	assert_int_equal(am_update(vs.pos, rec, 1099, &vs.diag), DS_LENCHANGED);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOERASE);
	assert_ok(
	    am_update(vs.pos, make(0, 1100, 9), 1100, &vs.diag), &vs.diag);
	expect_ci(CI, "\x38\x00\x01\x70\x01\xF6\x01\xF6\x00\x00", 0, 502);
	expect(1, 10, 0);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	expect(0, 1100, 9);
	vset_free(&vs);
}

/* --- damage ------------------------------------------------------------------
 */

/* Change a byte of the CI at rba, with a checksum that fits. */
static void
poke(uint64_t rba, uint32_t off, uint8_t byte)
{
	struct sphere *sp;
	struct sphere_buf *buf = NULL;

	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	sp = vs.file->sphere;
	assert_ok(
	    buf_get(sp, SPHERE_DATA, rba, BUF_WRITE, &buf, &vs.diag), &vs.diag);
	buf->data[off] = byte;
	buf_dirty(sp, buf, buf->records, buf->bytes);
	buf_release(sp, &buf);
	assert_ok(vset_close(&vs), &vs.diag);
}

struct seen {
	unsigned n;
	uint64_t rba;
	char what[100];
};

static void
note(void *ctx, enum sphere_part part, uint64_t rba, const char *what)
{
	struct seen *seen = ctx;

	(void)part;
	if (seen->n++ == 0) {
		seen->rba = rba;
		snprintf(seen->what, sizeof(seen->what), "%s", what);
	}
}

static void
damage_is_told(enum ds_org org, uint32_t off, uint8_t byte, enum ds_status want,
    const char *what)
{
	struct seen seen = {0};
	struct am_rec got;

	set_up(org, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(1, 100), DS_OK);
	assert_int_equal(put(2, 1100), DS_OK);
	assert_int_equal(put(3, 100), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	poke(2 * CI, off, byte); /* the middle segment */
	assert_int_equal(
	    am_verify(vs.vol, vs.name, note, &seen, NULL), DS_CORRUPT);
	assert_int_equal(seen.rba, 2 * CI);
	if (strstr(seen.what, what) == NULL)
		fail_msg("%s", seen.what);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	expect(1, 100, 0);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), want);
	assert_true(vs.diag.has_rba);
	assert_int_equal(vs.diag.rba, 2 * CI);
	expect(3, 100, 0);
	if (org == DS_ORG_KSDS) { /* it can be neither changed nor erased */
		point(2);
		assert_int_equal(am_get(vs.pos, &got, &vs.diag), want);
		assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOUPDATE);
	}
	vset_free(&vs);
}

static void
segments_that_do_not_fit_are_told(void **state)
{
	static const enum ds_org orgs[] = {DS_ORG_KSDS, DS_ORG_ESDS};
	size_t i;

	(void)state;
	assert_int_equal(ds_status_rc(DS_SEGMENTS), 8);
	assert_int_equal(ds_status_reason(DS_SEGMENTS), 140);
	for (i = 0; i < 2; i++) {
		/* the update number at 504, 505; flags at 502 and 505 */
		damage_is_told(orgs[i], 504, 1, DS_SEGMENTS, "SP-I2");
		damage_is_told(orgs[i], 502, 0x18, DS_CORRUPT, "RDF");
	}
}

/* Another CI's bytes over those of the one at rba. */
static void
overwrite(uint64_t rba, uint64_t from)
{
	uint8_t ci[CI];
	uint32_t records, bytes;
	struct sphere_buf *buf = NULL;

	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	look(from, ci, &records, &bytes);
	assert_ok(buf_get(vs.file->sphere, SPHERE_DATA, rba, BUF_WRITE, &buf,
		      &vs.diag),
	    &vs.diag);
	memcpy(buf->data, ci, CI);
	buf_dirty(vs.file->sphere, buf, records, bytes);
	buf_release(vs.file->sphere, &buf);
	assert_ok(vset_close(&vs), &vs.diag);
}

/* CIs 0 (a record), 1 to 3 (three segments), 4 (a record). */
static void
misplaced_is_told(enum ds_org org, uint64_t rba, uint64_t from, uint64_t at)
{
	struct seen seen = {0};
	struct am_rec got;

	set_up(org, 8);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	assert_int_equal(put(1, 100), DS_OK);
	assert_int_equal(put(2, 1100), DS_OK);
	assert_int_equal(put(3, 100), DS_OK);
	assert_ok(vset_close(&vs), &vs.diag);
	overwrite(rba, from);
	assert_int_equal(
	    am_verify(vs.vol, vs.name, note, &seen, NULL), DS_CORRUPT);
	if (strstr(seen.what, "SP-I1") == NULL)
		fail_msg("%s", seen.what);
	assert_int_equal(seen.rba, at);
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	expect(1, 100, 0);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_SEGMENTS);
	vset_free(&vs);
}

static void
segments_in_other_places_are_told(void **state)
{
	static const enum ds_org orgs[] = {DS_ORG_KSDS, DS_ORG_ESDS};
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		/* first segment twice; middle one instead of the last */
		misplaced_is_told(orgs[i], 2 * CI, 1 * CI, 2 * CI);
		misplaced_is_told(orgs[i], 3 * CI, 2 * CI,
		    orgs[i] == DS_ORG_KSDS ? 3 * CI : 4 * CI);
		/* a record instead of a segment */
		misplaced_is_told(orgs[i], 2 * CI, 4 * CI, 2 * CI);
	}
}

/* --- random ------------------------------------------------------------------
 */

enum { RECORDS = 4000 };

static struct {
	uint32_t len;
	unsigned seed;
	uint64_t rba;
} kept[RECORDS];

static void
esds_step(uint32_t *np, uint32_t ci_len, uint32_t max)
{
	uint32_t n = *np, at = n > 0 ? (uint32_t)rand() % n : 0, i;
	uint32_t len = rand() % 3 ? 8 + (uint32_t)rand() % (ci_len - 20)
				  : 8 + (uint32_t)rand() % (max - 7);
	bool back = rand() % 2, by_rba = rand() % 2;
	struct am_rec got;

	if (rand() % 3 == 0 && n < RECORDS) {
		kept[n].len = len;
		kept[n].seed = (unsigned)rand();
		assert_ok(am_put(vs.pos, make(n, len, kept[n].seed), len, 0,
			      false, &kept[n].rba, &vs.diag),
		    &vs.diag);
		++*np;
		return;
	}
	if (n == 0)
		return;
	assert_ok(am_point(vs.pos, by_rba ? AM_RBA : AM_RRN, AM_EQ, back, NULL,
		      0, by_rba ? kept[at].rba : at + 1, &vs.diag),
	    &vs.diag);
	for (i = 0; i < 8 && at < n; i++, at += back ? UINT32_MAX : 1) {
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_int_equal(got.rba, kept[at].rba);
		assert_int_equal(got.len, kept[at].len);
		assert_memory_equal(
		    got.data, make(at, got.len, kept[at].seed), got.len);
		if (rand() % 8 != 0)
			continue;
		kept[at].seed = (unsigned)rand();
		assert_ok(am_update(vs.pos, make(at, got.len, kept[at].seed),
			      got.len, &vs.diag),
		    &vs.diag);
	}
}

static void
random_esds(uint32_t ci_len, uint32_t cis_per_ca, uint32_t max, int ops)
{
	uint32_t n = 0;
	int i, kind;

	srand(ci_len + cis_per_ca);
	vset_attrs(&vs, DS_ORG_ESDS, ci_len, cis_per_ca, max);
	vs.data.flags |= DS_A_SPANNED;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	kept[n].len = 100;
	kept[n].seed = 1;
	assert_ok(am_put(vs.pos, make(0, 100, 1), 100, 0, false, &kept[n++].rba,
		      &vs.diag),
	    &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (i = 0; i < ops; i++) {
		esds_step(&n, ci_len, max);
		if ((kind = rand() % 4000) > 1)
			continue;
		if (kind == 0)
			vset_abandon(&vs);
		else
			assert_ok(vset_close(&vs), &vs.diag);
		vset_verify(&vs);
		assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
		assert_int_equal(
		    am_state(vs.file)->part[SPHERE_DATA].records, n);
	}
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
a_spanned_esds_matches_an_array(void **state)
{
	(void)state;
	random_esds(512, 8, MAXLEN, 40000);
	random_esds(1024, 4, 4 * 1014 - 40, 40000);
	random_esds(512, 49, MAXLEN, 20000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_load_writes_segments),
	    cmocka_unit_test(an_update_counts_and_changes_the_length),
	    cmocka_unit_test(an_erased_record_frees_its_segments),
	    cmocka_unit_test(records_of_a_whole_control_area_find_their_place),
	    cmocka_unit_test(no_space_leaves_a_spanned_set_as_it_was),
	    cmocka_unit_test(addressed_reading_of_spanned_records_is_refused),
	    cmocka_unit_test(an_esds_keeps_a_record_in_one_control_area),
	    cmocka_unit_test(an_esds_update_keeps_the_length_of_all_segments),
	    cmocka_unit_test(segments_that_do_not_fit_are_told),
	    cmocka_unit_test(segments_in_other_places_are_told),
	    cmocka_unit_test(a_spanned_esds_matches_an_array),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
