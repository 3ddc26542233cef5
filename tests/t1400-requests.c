/*
 * Requests with the options of an RPL: positions and what gives them up,
 * several strings, locate and move mode, records for update, control
 * intervals. Expected codes: SC23-6855 and SYM6-1 IDARMRCD; bytes of control
 * intervals by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/rpl.h"
#include "base/bytes.h"
#include "tests/support/aix_test.h"

enum { RECLEN = 20, CI = 512, NRECS = 60 };
enum { AUPD = RPL_ADR | RPL_SEQ | RPL_UPD };
enum { SEQ = RPL_KEY | RPL_SEQ, DIRECT = RPL_KEY | RPL_DIR };

static struct vset vs;
static struct am_rpl *rpl;
static struct am_rec got;
static uint8_t area[8192];
static char text[9];

/* Keys of eight digits; the rest of a record tells its key. */
static const uint8_t *
record(unsigned key, size_t len)
{
	static uint8_t rec[4096];

	snprintf(text, sizeof(text), "%08u", key);
	memset(rec, (int)('a' + key % 26), sizeof(rec));
	memcpy(rec, text, 8);
	return len <= sizeof(rec) ? rec : NULL;
}

static struct rpl_req
req(unsigned opt)
{
	struct rpl_req r = {.opt = opt, .area = area, .arealen = sizeof(area)};

	return r;
}

static struct rpl_req
by_key(unsigned opt, unsigned key)
{
	struct rpl_req r = req(opt);

	snprintf(text, sizeof(text), "%08u", key);
	r.arg = text;
	r.arglen = 8;
	return r;
}

static struct rpl_req
by_num(unsigned opt, uint64_t num)
{
	struct rpl_req r = req(opt);

	r.num = num;
	return r;
}

static enum ds_status
get(struct am_rpl *r, struct rpl_req q)
{
	return rpl_get(r, &q, &got, &vs.diag);
}

static enum ds_status
point(struct am_rpl *r, struct rpl_req q)
{
	return rpl_point(r, &q, &vs.diag);
}

static enum ds_status
put(struct am_rpl *r, struct rpl_req q, unsigned key, size_t len)
{
	uint8_t rec[4096];

	memcpy(rec, record(key, len), len);
	return rpl_put(r, &q, rec, len, &got, &vs.diag);
}

static enum ds_status
erase(struct am_rpl *r, struct rpl_req q)
{
	return rpl_erase(r, &q, &vs.diag);
}

static void
is_key(unsigned key)
{
	uint8_t want[8];

	memcpy(want, record(key, 8), 8);
	assert_memory_equal(got.data, want, 8);
}

static void
open_it(unsigned intent, unsigned strno)
{
	struct am_parms parms = {.intent = intent, .strno = strno};

	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &vs;
	assert_ok(
	    am_open(vs.vol, vs.name, &parms, &vs.file, &vs.diag), &vs.diag);
	assert_ok(rpl_new(vs.file, &rpl, &vs.diag), &vs.diag);
}

static void
close_it(void)
{
	rpl_free(&rpl);
	assert_ok(am_close(&vs.file, &vs.diag), &vs.diag);
}

/* Records of even keys 2 .. 2 * NRECS. */
static void
set_up(enum ds_org org, uint32_t flags)
{
	vset_attrs(&vs, org, CI, 8, flags & DS_A_SPANNED ? 2000 : RECLEN);
	vs.data.flags |= flags;
	vset_create(&vs);
	open_it(AM_OUTPUT, 0);
	for (unsigned i = 1; i <= NRECS; i++)
		assert_ok(
		    put(rpl,
			req(RPL_SEQ | (org == DS_ORG_ESDS ? RPL_ADR : RPL_KEY)),
			2 * i, RECLEN),
		    &vs.diag);
	close_it();
}

static void
tear_down(void)
{
	if (rpl != NULL)
		close_it();
	vset_verify(&vs);
	vset_free(&vs);
}

static void
a_direct_get_keeps_a_position_when_asked_to(void **state)
{
	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT | AM_OUTPUT, 0);
	/* A string that was never used begins at the first record. */
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(2);
	assert_ok(get(rpl, by_key(DIRECT, 10)), &vs.diag);
	is_key(10);
	assert_int_equal(get(rpl, req(SEQ)), DS_NOPOSITION);
	assert_int_equal(ds_status_reason(DS_NOPOSITION), 88);
	assert_ok(get(rpl, by_key(DIRECT | RPL_NSP, 10)), &vs.diag);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(12);
	assert_ok(get(rpl, by_key(DIRECT | RPL_UPD, 20)), &vs.diag);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(22);
	/* What fails to find leaves none. */
	assert_int_equal(point(rpl, by_key(DIRECT, 21)), DS_NOTFOUND);
	assert_int_equal(get(rpl, req(SEQ)), DS_NOPOSITION);
	assert_ok(point(rpl, by_key(DIRECT | RPL_KGE, 21)), &vs.diag);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(22);
	tear_down();
}

static void
directions_and_orders_do_not_mix(void **state)
{
	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT, 0);
	assert_int_equal(get(rpl, req(SEQ | RPL_BWD)), DS_NOPOSITION);
	assert_ok(point(rpl, req(DIRECT | RPL_BWD | RPL_LRD)), &vs.diag);
	assert_ok(get(rpl, req(SEQ | RPL_BWD)), &vs.diag);
	is_key(2 * NRECS);
	assert_int_equal(get(rpl, req(SEQ)), DS_NOPOSITION);
	assert_ok(get(rpl, by_key(DIRECT | RPL_BWD | RPL_NSP, 6)), &vs.diag);
	assert_ok(get(rpl, req(SEQ | RPL_BWD)), &vs.diag);
	is_key(4);
	assert_ok(get(rpl, req(SEQ | RPL_BWD)), &vs.diag);
	assert_int_equal(get(rpl, req(SEQ | RPL_BWD)), DS_EOD);
	assert_ok(point(rpl, by_key(DIRECT, 4)), &vs.diag);
	assert_int_equal(get(rpl, req(RPL_ADR | RPL_SEQ)), DS_NOPOSITION);
	assert_ok(point(rpl, by_num(RPL_ADR | RPL_DIR, 3 * RECLEN)), &vs.diag);
	assert_ok(get(rpl, req(RPL_ADR | RPL_SEQ)), &vs.diag);
	is_key(8);
	assert_int_equal(got.rba, 3 * RECLEN);
	assert_int_equal(get(rpl, req(SEQ)), DS_NOPOSITION);
	/* By its number, and on by key: one order. */
	assert_ok(get(rpl, by_num(RPL_REC | RPL_DIR | RPL_NSP, 30)), &vs.diag);
	is_key(60);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(62);
	tear_down();
}

static void
as_many_strings_as_strno_have_positions(void **state)
{
	struct am_rpl *two = NULL, *three = NULL;

	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT, 2);
	assert_ok(rpl_new(vs.file, &two, &vs.diag), &vs.diag);
	assert_ok(rpl_new(vs.file, &three, &vs.diag), &vs.diag);
	assert_int_equal(rpl_endreq(rpl, &vs.diag), DS_BADENDREQ);
	assert_int_equal(ds_status_reason(DS_BADENDREQ), 208);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	assert_ok(point(two, by_key(DIRECT, 50)), &vs.diag);
	assert_int_equal(get(three, req(SEQ)), DS_STRINGS);
	assert_int_equal(ds_status_reason(DS_STRINGS), 64);
	assert_int_equal(get(three, by_key(DIRECT, 8)), DS_STRINGS);
	assert_ok(rpl_endreq(rpl, &vs.diag), &vs.diag);
	assert_int_equal(rpl_endreq(rpl, &vs.diag), DS_BADENDREQ);
	assert_ok(get(three, by_key(DIRECT, 8)), &vs.diag);
	is_key(8);
	/* That one kept none. */
	assert_ok(point(rpl, by_key(DIRECT, 100)), &vs.diag);
	assert_ok(get(two, req(SEQ)), &vs.diag);
	is_key(50);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(100);
	assert_int_equal(get(three, req(SEQ)), DS_STRINGS);
	rpl_free(&two);
	assert_int_equal(get(three, req(SEQ)), DS_NOPOSITION);
	rpl_free(&three);
	tear_down();
}

static void
only_a_record_got_for_update_is_changed(void **state)
{
	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT | AM_OUTPUT, 0);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	assert_int_equal(put(rpl, req(SEQ | RPL_UPD), 2, RECLEN), DS_NOUPDATE);
	assert_int_equal(erase(rpl, req(SEQ | RPL_UPD)), DS_NOUPDATE);
	assert_ok(get(rpl, req(SEQ | RPL_UPD)), &vs.diag);
	is_key(4);
	assert_int_equal(
	    put(rpl, req(SEQ | RPL_UPD), 5, RECLEN), DS_KEYCHANGED);
	assert_int_equal(
	    put(rpl, req(SEQ | RPL_UPD), 4, RECLEN + 1), DS_BADLENGTH);
	assert_ok(put(rpl, req(SEQ | RPL_UPD), 4, RECLEN - 4), &vs.diag);
	assert_int_equal(put(rpl, req(SEQ | RPL_UPD), 4, RECLEN), DS_NOUPDATE);
	assert_ok(get(rpl, req(SEQ | RPL_UPD)), &vs.diag);
	is_key(6);
	assert_ok(erase(rpl, req(SEQ | RPL_UPD)), &vs.diag);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(8);
	/* Direct: the position goes with the change. */
	assert_ok(get(rpl, by_key(DIRECT | RPL_UPD, 10)), &vs.diag);
	assert_ok(put(rpl, req(DIRECT | RPL_UPD), 10, RECLEN), &vs.diag);
	assert_int_equal(get(rpl, req(SEQ)), DS_NOPOSITION);
	assert_ok(get(rpl, by_key(DIRECT | RPL_UPD, 10)), &vs.diag);
	assert_ok(rpl_endreq(rpl, &vs.diag), &vs.diag);
	assert_int_equal(erase(rpl, req(DIRECT | RPL_UPD)), DS_NOUPDATE);
	close_it();
	open_it(AM_INPUT, 0);
	assert_int_equal(get(rpl, req(SEQ | RPL_UPD)), DS_NOACCESS);
	assert_int_equal(put(rpl, req(SEQ), 5, RECLEN), DS_NOACCESS);
	tear_down();
}

static void
a_record_is_updated_by_one_string_at_a_time(void **state)
{
	struct am_rpl *two = NULL;

	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT | AM_OUTPUT | AM_CNV, 0);
	assert_ok(rpl_new(vs.file, &two, &vs.diag), &vs.diag);
	assert_ok(get(rpl, by_key(DIRECT | RPL_UPD, 10)), &vs.diag);
	assert_int_equal(get(two, by_key(DIRECT | RPL_UPD, 10)), DS_LOCKED);
	assert_int_equal(ds_status_reason(DS_LOCKED), 20);
	assert_string_not_equal(vs.diag.holder, "");
	/* Its control interval neither; what is not for update is given. */
	assert_int_equal(
	    get(two, by_num(RPL_CNV | RPL_DIR | RPL_UPD, 0)), DS_LOCKED);
	assert_ok(get(two, by_key(DIRECT, 10)), &vs.diag);
	assert_ok(get(two, by_key(DIRECT | RPL_UPD, 8)), &vs.diag);
	assert_int_equal(get(two, req(SEQ | RPL_UPD)), DS_LOCKED);
	assert_ok(put(rpl, req(DIRECT | RPL_UPD), 10, RECLEN - 5), &vs.diag);
	/* It comes as the other has left it. */
	assert_ok(get(two, req(SEQ | RPL_UPD)), &vs.diag);
	is_key(10);
	assert_int_equal(got.len, RECLEN - 5);
	assert_ok(erase(two, req(SEQ | RPL_UPD)), &vs.diag);
	assert_int_equal(get(rpl, by_key(DIRECT | RPL_UPD, 10)), DS_NOTFOUND);
	/* ... or the one behind it, when it is gone. */
	assert_ok(get(rpl, by_key(DIRECT | RPL_UPD, 14)), &vs.diag);
	assert_ok(point(two, by_key(DIRECT, 14)), &vs.diag);
	assert_int_equal(get(two, req(SEQ | RPL_UPD)), DS_LOCKED);
	assert_ok(erase(rpl, req(DIRECT | RPL_UPD)), &vs.diag);
	assert_ok(get(two, req(SEQ | RPL_UPD)), &vs.diag);
	is_key(16);
	assert_int_equal(get(rpl, req(AUPD)), DS_NOPOSITION);
	assert_ok(point(rpl, by_num(RPL_ADR | RPL_DIR, got.rba)), &vs.diag);
	assert_int_equal(get(rpl, req(AUPD)), DS_LOCKED);
	assert_ok(rpl_endreq(two, &vs.diag), &vs.diag);
	assert_ok(get(rpl, req(AUPD)), &vs.diag);
	is_key(16);
	rpl_free(&two);
	tear_down();
}

static void
by_address_a_record_keeps_its_length(void **state)
{
	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT | AM_OUTPUT, 0);
	assert_ok(get(rpl, req(AUPD)), &vs.diag);
	assert_int_equal(put(rpl, req(AUPD), 2, RECLEN - 1), DS_LENCHANGED);
	assert_int_equal(put(rpl, req(AUPD), 3, RECLEN), DS_KEYCHANGED);
	assert_ok(put(rpl, req(AUPD), 2, RECLEN), &vs.diag);
	assert_ok(get(rpl, req(AUPD)), &vs.diag);
	is_key(4);
	assert_ok(erase(rpl, req(AUPD)), &vs.diag);
	assert_ok(get(rpl, req(AUPD)), &vs.diag);
	is_key(6);
	assert_int_equal(
	    put(rpl, req(RPL_ADR | RPL_SEQ), 7, RECLEN), DS_NOINSERT);
	assert_int_equal(ds_status_reason(DS_NOINSERT), 76);
	assert_int_equal(get(rpl, by_num(RPL_ADR | RPL_DIR, 7)), DS_BADRBA);
	tear_down();
}

static void
skip_sequential_keys_ascend(void **state)
{
	enum { SKP = RPL_KEY | RPL_SKP };

	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT | AM_OUTPUT, 0);
	assert_ok(get(rpl, by_key(SKP, 40)), &vs.diag);
	assert_int_equal(get(rpl, by_key(SKP, 38)), DS_SEQUENCE);
	assert_int_equal(ds_status_reason(DS_SEQUENCE), 12);
	assert_ok(get(rpl, by_key(SKP | RPL_UPD, 44)), &vs.diag);
	assert_ok(put(rpl, req(SKP | RPL_UPD), 44, RECLEN), &vs.diag);
	assert_int_equal(get(rpl, by_key(SKP, 45)), DS_NOTFOUND);
	/* ... and the position is the one before. */
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(46);
	assert_ok(put(rpl, req(SKP), 47, RECLEN), &vs.diag);
	assert_int_equal(put(rpl, req(SKP), 45, RECLEN), DS_SEQUENCE);
	assert_int_equal(put(rpl, req(SKP), 47, RECLEN), DS_DUPLICATE);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(48);
	assert_int_equal(get(rpl, by_key(SKP | RPL_BWD, 60)), DS_BADOPTION);
	assert_int_equal(get(rpl, by_num(RPL_ADR | RPL_SKP, 0)), DS_BADOPTION);
	tear_down();
}

static void
a_sequential_put_goes_on_from_the_record(void **state)
{
	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT | AM_OUTPUT, 0);
	assert_ok(put(rpl, req(SEQ), 31, RECLEN), &vs.diag);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(32);
	assert_ok(put(rpl, req(SEQ), 61, RECLEN), &vs.diag);
	assert_ok(put(rpl, req(SEQ), 63, RECLEN), &vs.diag);
	assert_int_equal(put(rpl, req(SEQ), 59, RECLEN), DS_SEQUENCE);
	assert_ok(put(rpl, req(DIRECT | RPL_NSP), 41, RECLEN), &vs.diag);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	is_key(42);
	assert_ok(put(rpl, req(DIRECT), 43, RECLEN), &vs.diag);
	assert_int_equal(get(rpl, req(SEQ)), DS_NOPOSITION);
	assert_int_equal(
	    put(rpl, req(SEQ | RPL_BWD), 45, RECLEN), DS_PUTBACKWARD);
	assert_int_equal(ds_status_reason(DS_PUTBACKWARD), 204);
	assert_int_equal(
	    put(rpl, req(SEQ | RPL_LOC), 45, RECLEN), DS_BADLOCATE);
	assert_int_equal(ds_status_reason(DS_BADLOCATE), 84);
	tear_down();
}

static void
a_record_that_was_not_taken_comes_again(void **state)
{
	struct rpl_req small;

	(void)state;
	set_up(DS_ORG_ESDS, DS_A_SPANNED);
	open_it(AM_INPUT | AM_OUTPUT, 0);
	assert_ok(put(rpl, req(RPL_ADR | RPL_SEQ), 500, 1500), &vs.diag);
	assert_ok(put(rpl, req(RPL_ADR | RPL_SEQ), 502, RECLEN), &vs.diag);
	assert_ok(point(rpl, by_num(RPL_REC | RPL_DIR, NRECS)), &vs.diag);
	small = req(RPL_ADR | RPL_SEQ);
	small.arealen = RECLEN - 1;
	assert_int_equal(get(rpl, small), DS_AREASMALL);
	assert_int_equal(ds_status_reason(DS_AREASMALL), 44);
	assert_int_equal(got.len, RECLEN);
	assert_int_equal(get(rpl, small), DS_AREASMALL);
	small.arealen = RECLEN;
	assert_ok(get(rpl, small), &vs.diag);
	is_key(2 * NRECS);
	assert_int_equal(
	    get(rpl, req(RPL_ADR | RPL_SEQ | RPL_LOC)), DS_LOCSPAN);
	assert_int_equal(ds_status_reason(DS_LOCSPAN), 132);
	assert_int_equal(got.len, 1500);
	assert_ok(get(rpl, req(RPL_ADR | RPL_SEQ | RPL_UPD)), &vs.diag);
	is_key(500);
	assert_int_equal(got.len, 1500);
	assert_ok(
	    put(rpl, req(RPL_ADR | RPL_SEQ | RPL_UPD), 500, 1500), &vs.diag);
	assert_ok(get(rpl, req(RPL_ADR | RPL_SEQ | RPL_LOC)), &vs.diag);
	is_key(502);
	assert_int_equal(get(rpl, req(RPL_ADR | RPL_SEQ)), DS_EOD);
	tear_down();
}

/* 512 - 4 - 2 * 3 = 502 bytes: 25 records of 20 bytes in a CI. */
enum { PER_CI = 25 };

static void
control_intervals_have_their_rdfs(void **state)
{
	uint8_t ci[CI];

	(void)state;
	set_up(DS_ORG_ESDS, 0);
	open_it(AM_INPUT | AM_OUTPUT | AM_CNV, 0);
	assert_ok(get(rpl, req(RPL_CNV | RPL_SEQ | RPL_UPD)), &vs.diag);
	assert_int_equal(got.len, CI);
	is_key(2);
	/* free space at 500, 512 - 500 - 4 - 6 bytes; count, then length */
	assert_memory_equal(
	    got.data + CI - 10, "\x08\x00\x19\x40\x00\x14\x01\xf4\x00\x02", 10);
	/* The same record, twice as often as it was. */
	memcpy(ci, got.data, CI);
	memcpy(ci + 5 * RECLEN, ci, RECLEN);
	assert_ok(
	    rpl_put(rpl, &(struct rpl_req){.opt = RPL_CNV | RPL_SEQ | RPL_UPD},
		ci, CI, NULL, &vs.diag),
	    &vs.diag);
	assert_ok(get(rpl, by_num(RPL_ADR | RPL_DIR, 5 * RECLEN)), &vs.diag);
	is_key(2);
	/* One more control interval at the end: three are there. */
	assert_ok(rpl_put(rpl, &(struct rpl_req){.opt = RPL_CNV | RPL_SEQ}, ci,
		      CI, &got, &vs.diag),
	    &vs.diag);
	assert_int_equal(got.rba, 3 * CI);
	assert_int_equal(
	    am_state(vs.file)->part[SPHERE_DATA].records, NRECS + PER_CI);
	/* One whose CIDF says more than there is. */
	be16_put(ci + CI - 4, 505);
	assert_int_equal(
	    rpl_put(rpl, &(struct rpl_req){.opt = RPL_CNV | RPL_SEQ}, ci, CI,
		NULL, &vs.diag),
	    DS_BADCI);
	assert_int_equal(ds_status_reason(DS_BADCI), 156);
	assert_int_equal(
	    rpl_put(rpl, &(struct rpl_req){.opt = RPL_CNV | RPL_SEQ}, ci,
		CI - 1, NULL, &vs.diag),
	    DS_BADLENGTH);
	assert_int_equal(erase(rpl, req(RPL_CNV | RPL_SEQ)), DS_NOERASE);
	assert_int_equal(get(rpl, by_num(RPL_CNV | RPL_DIR, 20)), DS_BADRBA);
	close_it();
	open_it(AM_INPUT, 0);
	assert_int_equal(get(rpl, req(RPL_CNV | RPL_SEQ)), DS_NOACCESS);
	assert_int_equal(ds_status_reason(DS_NOACCESS), 68);
	tear_down();
}

static void
of_a_keyed_set_they_keep_their_keys(void **state)
{
	enum { CUPD = RPL_CNV | RPL_DIR | RPL_UPD };
	struct rpl_req r = {.opt = CUPD};
	uint8_t ci[CI];

	(void)state;
	set_up(DS_ORG_KSDS, 0);
	open_it(AM_INPUT | AM_OUTPUT | AM_CNV, 0);
	assert_ok(get(rpl, by_num(CUPD | RPL_LOC, CI)), &vs.diag);
	memcpy(ci, got.data, CI);
	ci[3 * RECLEN + 7] ^= 1;
	assert_int_equal(
	    rpl_put(rpl, &r, ci, CI, NULL, &vs.diag), DS_KEYCHANGED);
	ci[3 * RECLEN + 7] ^= 1;
	ci[3 * RECLEN + 8] = '!';
	assert_ok(rpl_put(rpl, &r, ci, CI, NULL, &vs.diag), &vs.diag);
	assert_ok(get(rpl, by_key(DIRECT, 2 * (PER_CI + 4))), &vs.diag);
	assert_int_equal(got.data[8], '!');
	assert_ok(get(rpl, by_num(CUPD, CI)), &vs.diag);
	/* 24 records: a run of one less, and 20 bytes more free. */
	be16_put(ci + CI - 9, PER_CI - 1);
	be16_put(ci + CI - 4, 480);
	be16_put(ci + CI - 2, 22);
	assert_int_equal(rpl_put(rpl, &r, ci, CI, NULL, &vs.diag), DS_BADCI);
	r.opt = RPL_CNV | RPL_DIR;
	assert_int_equal(rpl_put(rpl, &r, ci, CI, NULL, &vs.diag), DS_NOINSERT);
	tear_down();
}

static void
slots_are_put_one_behind_the_other(void **state)
{
	(void)state;
	set_up(DS_ORG_RRDS, 0);
	open_it(AM_INPUT | AM_OUTPUT, 0);
	assert_ok(put(rpl, by_num(DIRECT, 70), 1, RECLEN), &vs.diag);
	assert_int_equal(put(rpl, req(SEQ), 1, RECLEN), DS_NOPOSITION);
	assert_ok(put(rpl, by_num(DIRECT | RPL_NSP, 72), 1, RECLEN), &vs.diag);
	assert_ok(put(rpl, req(SEQ), 1, RECLEN), &vs.diag);
	assert_int_equal(got.rrn, 73);
	assert_ok(get(rpl, by_num(DIRECT | RPL_NSP, 70)), &vs.diag);
	assert_ok(put(rpl, req(SEQ), 1, RECLEN), &vs.diag);
	assert_int_equal(got.rrn, 71);
	assert_int_equal(put(rpl, req(SEQ), 1, RECLEN), DS_DUPLICATE);
	assert_ok(get(rpl, req(SEQ)), &vs.diag);
	assert_int_equal(got.rrn, 72);
	assert_int_equal(get(rpl, by_num(DIRECT, 0)), DS_BADRRN);
	assert_int_equal(get(rpl, by_num(RPL_ADR | RPL_DIR, 0)), DS_RRNADDR);
	assert_int_equal(get(rpl, by_num(DIRECT | RPL_GEN, 1)), DS_BADOPTION);
	tear_down();
}

static void
a_load_takes_records_in_order_alone(void **state)
{
	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, CI, 8, RECLEN);
	vset_create(&vs);
	open_it(AM_INPUT | AM_OUTPUT | AM_CNV, 0);
	assert_int_equal(put(rpl, req(DIRECT), 1, RECLEN), DS_LOADING);
	assert_int_equal(ds_status_reason(DS_LOADING), 116);
	assert_ok(put(rpl, req(RPL_KEY | RPL_SKP), 4, RECLEN), &vs.diag);
	assert_int_equal(put(rpl, req(SEQ), 2, RECLEN), DS_SEQUENCE);
	assert_ok(put(rpl, req(SEQ), 6, RECLEN), &vs.diag);
	assert_int_equal(get(rpl, by_key(DIRECT, 4)), DS_LOADING);
	assert_int_equal(point(rpl, by_key(DIRECT, 4)), DS_LOADING);
	assert_int_equal(erase(rpl, req(DIRECT | RPL_UPD)), DS_LOADING);
	tear_down();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_direct_get_keeps_a_position_when_asked_to),
	    cmocka_unit_test(directions_and_orders_do_not_mix),
	    cmocka_unit_test(as_many_strings_as_strno_have_positions),
	    cmocka_unit_test(only_a_record_got_for_update_is_changed),
	    cmocka_unit_test(a_record_is_updated_by_one_string_at_a_time),
	    cmocka_unit_test(by_address_a_record_keeps_its_length),
	    cmocka_unit_test(skip_sequential_keys_ascend),
	    cmocka_unit_test(a_sequential_put_goes_on_from_the_record),
	    cmocka_unit_test(a_record_that_was_not_taken_comes_again),
	    cmocka_unit_test(control_intervals_have_their_rdfs),
	    cmocka_unit_test(of_a_keyed_set_they_keep_their_keys),
	    cmocka_unit_test(slots_are_put_one_behind_the_other),
	    cmocka_unit_test(a_load_takes_records_in_order_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
