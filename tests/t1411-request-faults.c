/*
 * What a request may do wrong by its argument, its record or its time, on every
 * kind of data set: each pair ends with the code of the table, or the table
 * says that there is no such fault there. Beside t1410, whose cells differ by
 * their options. Codes: SC23-6855 and SYM6-1 IDARMRCD.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "tests/support/matrix_set.h"
#include "tests/support/request_codes.h"

static struct m_set m;
static struct am_file *file;
static struct am_rpl *rpl;
static struct ds_diag diag;
static struct am_rec got;
static uint8_t area[8192], image[8192];
static char text[24];
static bool raised[REQUEST_STATUSES];

enum { TARGET = 7 }; /* not spanned */

/* The way to ask that the set has of its own. */
static unsigned
own(void)
{
	if (m.row == M_LDS)
		return RPL_CNV;
	return m_entry(&m) && !m_rows[m.row].path ? RPL_ADR : RPL_KEY;
}

static struct rpl_req
asking(unsigned opt, uint32_t more)
{
	struct rpl_req q = {.opt = opt, .area = area, .arealen = sizeof(area)};
	const struct m_rec *r = &m.rec[TARGET];
	bool path = m_rows[m.row].path;

	snprintf(text, sizeof(text), "%0*u", path ? 4 : 8,
	    (path ? r->alt : r->id) + more);
	q.arg = text;
	q.arglen = strlen(text);
	q.num = own() == RPL_KEY ? r->id + more : r->rba + more;
	return q;
}

static enum ds_status
get(unsigned opt, uint32_t more)
{
	struct rpl_req q = asking(own() | opt, more);

	return rpl_get(rpl, &q, &got, &diag);
}

static enum ds_status
put(unsigned opt, const struct m_rec *r, size_t len)
{
	struct rpl_req q = {.opt = own() | opt, .num = r->id};

	return rpl_put(rpl, &q, m_bytes(&m, r), len, &got, &diag);
}

/* --- faults ----------------------------------------------------------------
 */

static enum ds_status
absent(void)
{
	return get(RPL_DIR, 1);
}

static enum ds_status
end(void)
{
	enum ds_status st = DS_OK;

	for (int i = 0; st == DS_OK && i < 1000; i++)
		st = get(RPL_SEQ, 0);
	return st;
}

static enum ds_status
small(void)
{
	struct rpl_req q = asking(own() | RPL_DIR, 0);

	q.arealen = m.rec[TARGET].len - 1;
	return rpl_get(rpl, &q, &got, &diag);
}

static enum ds_status
lost(void)
{
	assert_ok(get(RPL_DIR, 0), &diag);
	return get(RPL_SEQ, 0);
}

static enum ds_status
not_got(void)
{
	return put(RPL_DIR | RPL_UPD, &m.rec[TARGET], m.rec[TARGET].len);
}

static enum ds_status
too_long(void)
{
	struct m_rec r = m.rec[TARGET];
	uint32_t most = am_attr(file)->maxlrecl;

	r.id++;
	return put(RPL_DIR, &r, (m.row == M_LDS ? 4096 : most) - 1 + 2);
}

static enum ds_status
twice(void)
{
	return put(RPL_DIR, &m.rec[TARGET], m.rec[TARGET].len);
}

/* A key of its own, an alternate key that is there. */
static enum ds_status
twice_by_path(void)
{
	struct m_rec r = m.rec[TARGET];

	r.id = 1000001;
	return put(RPL_DIR, &r, r.len);
}

static enum ds_status
backwards(void)
{
	struct rpl_req q = {.opt = RPL_REC | RPL_SKP, .num = 8, .area = area};

	q.arealen = sizeof(area);
	if (own() == RPL_KEY) {
		assert_ok(get(RPL_SKP | RPL_KGE, 2), &diag);
		return get(RPL_SKP, 0);
	}
	assert_ok(rpl_get(rpl, &q, &got, &diag), &diag);
	q.num = 7;
	return rpl_get(rpl, &q, &got, &diag);
}

static enum ds_status
nothing(void)
{
	struct rpl_req q = asking(own() | RPL_DIR, 0);

	q.arglen = 0;
	q.num = 0;
	return rpl_get(rpl, &q, &got, &diag);
}

static enum ds_status
other_key(void)
{
	struct m_rec r;

	assert_ok(get(RPL_DIR | RPL_UPD, 0), &diag);
	r = m.rec[TARGET];
	r.id++;
	r.alt++;
	return put(RPL_DIR | RPL_UPD, &r, r.len);
}

static enum ds_status
other_length(void)
{
	struct m_rec r;

	assert_ok(get(RPL_DIR | RPL_UPD, 0), &diag);
	/* by a path several may have the key */
	for (size_t i = 0; i < m.n; i++)
		if (memcmp(area, m_bytes(&m, &m.rec[i]), 12) == 0 ||
		    (m_relative(&m) && got.rrn == m.rec[i].id))
			r = m.rec[i];
	return put(RPL_DIR | RPL_UPD, &r, got.len - 1);
}

static enum ds_status
bad_ci(void)
{
	struct rpl_req q = {.opt = RPL_CNV | RPL_DIR | RPL_UPD,
	    .area = image,
	    .arealen = sizeof(image)};
	uint32_t len = am_attr(file)->ci_len;
	enum ds_status st;

	st = rpl_get(rpl, &q, &got, &diag);
	if (st != DS_OK)
		return st;
	be16_put(image + len - 4, 0x7FFF);
	return rpl_put(rpl, &q, image, len, NULL, &diag);
}

static enum ds_status
whole_ci(void)
{
	struct rpl_req q = {.opt = RPL_CNV | RPL_SEQ | RPL_LOC};

	return rpl_get(rpl, &q, &got, &diag);
}

static enum ds_status
second_string(void)
{
	struct rpl_req q = asking(own() | RPL_SEQ, 0);
	struct am_rpl *two = NULL;
	enum ds_status st;

	assert_ok(rpl_new(file, &two, &diag), &diag);
	assert_ok(rpl_get(two, &q, &got, &diag), &diag);
	st = get(RPL_DIR, 0);
	rpl_free(&two);
	return st;
}

static enum ds_status
no_space(void)
{
	struct m_rec r = m.rec[TARGET];
	enum ds_status st = DS_OK;

	m.as.base.space = m.as.aix[0].space = 0;
	r.id = 100001;
	r.alt = 5001;
	for (int i = 0; st == DS_OK && i < 2000; i++, r.id++, r.alt++)
		st = put(RPL_DIR, &r, r.len);
	return st;
}

static enum ds_status
ended(void)
{
	return rpl_endreq(rpl, &diag);
}

/* --- the table -------------------------------------------------------------
 */

enum { NONE = -1 }; /* no such fault */
enum { IN = AM_INPUT, IO = AM_INPUT | AM_OUTPUT, CI = IO | AM_CNV };

/* In the order of m_rows: KSDS, spanned, ESDS, spanned, RRDS, VRRDS, LDS, paths
 * unique, nonunique, spanned, over an ESDS. */
#define ALL(st)                                            \
	{                                                  \
		st, st, st, st, st, st, st, st, st, st, st \
	}
static const struct {
	const char *name;
	enum ds_status (*fn)(void);
	unsigned intent, strno;
	int want[M_ROWS];
} faults[] = {
    {"a record that is not there", absent, IN, 0,
	{DS_NOTFOUND, DS_NOTFOUND, DS_BADRBA, DS_BADRBA, DS_NOTFOUND,
	    DS_NOTFOUND, DS_BADRBA, DS_NOTFOUND, DS_NOTFOUND, DS_NOTFOUND,
	    DS_NOTFOUND}},
    {"behind the last", end, IN, 0, ALL(DS_EOD)},
    {"a small area", small, IN, 0, ALL(DS_AREASMALL)},
    {"sequential without position", lost, IN, 0, ALL(DS_NOPOSITION)},
    {"update of what was not got", not_got, IO, 0, ALL(DS_NOUPDATE)},
    {"output of an input set", not_got, IN, 0, ALL(DS_NOACCESS)},
    {"a record that is too long", too_long, IO, 0, ALL(DS_BADLENGTH)},
    {"a key that is there", twice, IO, 0,
	{DS_DUPLICATE, DS_DUPLICATE, NONE, NONE, DS_DUPLICATE, DS_DUPLICATE,
	    NONE, DS_DUPLICATE, DS_DUPLICATE, DS_DUPLICATE, NONE}},
    {"an alternate key that is there", twice_by_path, IO, 0,
	{NONE, NONE, NONE, NONE, NONE, NONE, NONE, DS_DUPAIX, DS_OK, DS_OK,
	    DS_OK}},
    {"a key below the last", backwards, IN, 0, ALL(DS_SEQUENCE)},
    {"no key, number 0", nothing, IN, 0,
	{DS_BADKEYLEN, DS_BADKEYLEN, NONE, NONE, DS_BADRRN, DS_BADRRN, NONE,
	    DS_BADKEYLEN, DS_BADKEYLEN, DS_BADKEYLEN, DS_BADKEYLEN}},
    {"another key", other_key, IO, 0,
	{DS_KEYCHANGED, DS_KEYCHANGED, NONE, NONE, NONE, NONE, NONE,
	    DS_KEYCHANGED, DS_KEYCHANGED, DS_KEYCHANGED, DS_KEYCHANGED}},
    {"another length", other_length, IO, 0,
	{DS_OK, DS_OK, DS_LENCHANGED, DS_LENCHANGED, DS_BADLENGTH, DS_OK,
	    DS_BADLENGTH, DS_OK, DS_OK, DS_OK, DS_LENCHANGED}},
    {"a control interval that is none", bad_ci, CI, 0,
	{DS_BADCI, DS_BADCI, DS_BADCI, DS_BADCI, DS_BADCI, DS_BADCI, DS_OK,
	    DS_NOTBYPATH, DS_NOTBYPATH, DS_NOTBYPATH, DS_NOTBYPATH}},
    {"a control interval, not opened for it", whole_ci, IN, 0,
	{DS_NOACCESS, DS_NOACCESS, DS_NOACCESS, DS_NOACCESS, DS_NOACCESS,
	    DS_NOACCESS, DS_OK, DS_NOTBYPATH, DS_NOTBYPATH, DS_NOTBYPATH,
	    DS_NOTBYPATH}},
    {"more strings than STRNO", second_string, IN, 1, ALL(DS_STRINGS)},
    {"no space", no_space, IO, 0, ALL(DS_NOSPACE)},
    {"nothing to end", ended, IN, 0, ALL(DS_BADENDREQ)},
};
enum { FAULTS = sizeof(faults) / sizeof(faults[0]) };

/* RBAs, by the set's own order. */
static void
learn(void)
{
	struct am_pos *pos = NULL;

	assert_int_equal(am_pos_new(file, &pos), DS_OK);
	for (size_t i = 0; i < m.n; i++) {
		assert_ok(am_get(pos, &got, &diag), &diag);
		m.rec[i].rba = got.rba;
	}
	am_pos_free(&pos);
}

static void
one_pair(unsigned f, enum m_row row)
{
	enum ds_status want = (enum ds_status)faults[f].want[row], st;

	if (faults[f].want[row] == NONE)
		return;
	m_create(&m, row);
	assert_ok(m_open(&m, faults[f].intent, faults[f].strno, &file),
	    &m.as.base.diag);
	learn();
	assert_ok(rpl_new(file, &rpl, &diag), &diag);
	st = faults[f].fn();
	raised[st] = true;
	if (st != want)
		fail_msg("%s, %s: %s, not %s", m_rows[row].name, faults[f].name,
		    ds_status_name(st), ds_status_name(want));
	rpl_free(&rpl);
	assert_ok(am_close(&file, &diag), &diag);
	m_verify(&m);
	aset_free(&m.as);
}

static void
every_fault_has_its_code(void **state)
{
	(void)state;
	for (unsigned f = 0; f < FAULTS; f++)
		for (unsigned row = 0; row < M_ROWS; row++)
			one_pair(f, row);
}

/* Before the first close of an empty set: each request but the puts of a load.
 * A path has no such time: its alternate index is built of records. */
static void
a_load_knows_puts_alone(void **state)
{
	struct rpl_req q;

	(void)state;
	for (unsigned row = 0; row < M_PATH_UNIQUE; row++) {
		m_define(&m, row);
		assert_ok(m_open(&m, CI, 0, &file), &m.as.base.diag);
		assert_ok(rpl_new(file, &rpl, &diag), &diag);
		q = asking(own() | RPL_SEQ, 0);
		assert_int_equal(rpl_get(rpl, &q, &got, &diag), DS_LOADING);
		q.opt = own() | RPL_DIR;
		assert_int_equal(rpl_point(rpl, &q, &diag), DS_LOADING);
		q.opt |= RPL_UPD;
		assert_int_equal(rpl_erase(rpl, &q, &diag), DS_LOADING);
		assert_int_equal(
		    put(RPL_DIR | RPL_UPD, &m.rec[0], 40), DS_LOADING);
		/* Slots are filled by number as well. */
		assert_int_equal(put(RPL_DIR, &m.rec[0], m.rec[0].len),
		    row == M_RRDS ? DS_OK : DS_LOADING);
		assert_ok(put(row == M_RRDS ? RPL_SKP : RPL_SEQ, &m.rec[1],
			      m.rec[1].len),
		    &diag);
		raised[DS_LOADING] = true;
		rpl_free(&rpl);
		assert_ok(am_close(&file, &diag), &diag);
		m_verify(&m);
		aset_free(&m.as);
	}
}

static void
every_code_is_raised_or_said_why_not(void **state)
{
	(void)state;
	request_codes_check(raised, BY_FAULT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_fault_has_its_code),
	    cmocka_unit_test(a_load_knows_puts_alone),
	    cmocka_unit_test(every_code_is_raised_or_said_why_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
