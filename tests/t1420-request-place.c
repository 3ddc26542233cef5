/*
 * Where a record is: what a put for update tells is where a get finds the
 * record afterwards, in every kind of set; and the number of a record behind
 * damage is the right one or 0, "not known". Expected: the model's numbers, and
 * the RBA of another request.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/support/matrix_set.h"

static struct m_set m;
static struct am_file *file;
static struct am_rpl *rpl, *other;
static struct ds_diag diag;
static struct am_rec got;
static uint8_t area[8192];
static char text[24];

enum { IO = AM_INPUT | AM_OUTPUT, SHORT = 20, MANY = 100 };

static unsigned
own(void)
{
	if (m.row == M_LDS)
		return RPL_CNV;
	return m_entry(&m) && !m_rows[m.row].path ? RPL_ADR : RPL_KEY;
}

static struct rpl_req
asking(unsigned opt, const struct m_rec *r)
{
	struct rpl_req q = {.opt = opt, .area = area, .arealen = sizeof(area)};
	bool path = m_rows[m.row].path;

	snprintf(
	    text, sizeof(text), "%0*u", path ? 4 : 8, path ? r->alt : r->id);
	q.arg = text;
	q.arglen = strlen(text);
	q.num = own() == RPL_KEY ? r->id : r->rba;
	return q;
}

static void
open_it(unsigned intent)
{
	assert_ok(m_open(&m, intent, 0, &file), &m.as.base.diag);
	assert_ok(rpl_new(file, &rpl, &diag), &diag);
	assert_ok(rpl_new(file, &other, &diag), &diag);
}

static void
close_it(void)
{
	rpl_free(&rpl);
	rpl_free(&other);
	assert_ok(am_close(&file, &diag), &diag);
	m_verify(&m);
}

/* RBAs as the set itself says them. */
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

/* The record that the key of m.rec[i] finds gets len bytes (0: as many as it
 * has); a put that tells nothing has 77. */
static void
updates(size_t i, uint32_t len)
{
	struct rpl_req q = asking(own() | RPL_DIR | RPL_UPD, &m.rec[i]);
	struct am_rec put = {.rba = 77, .rrn = 77, .more = true};

	assert_ok(rpl_get(rpl, &q, &got, &diag), &diag);
	assert_ok(rpl_put(rpl, &q, area, len > 0 ? len : got.len, &put, &diag),
	    &diag);
	q.opt &= ~(unsigned)RPL_UPD;
	assert_ok(rpl_get(other, &q, &got, &diag), &diag);
	if (put.rba != got.rba || put.rrn != got.rrn || put.more)
		fail_msg("%s, record %zu: put tells %ju, get %ju",
		    m_rows[m.row].name, i, (uintmax_t)put.rba,
		    (uintmax_t)got.rba);
	if (m_relative(&m))
		assert_int_equal(put.rrn, m.rec[i].id);
}

/* New records between the others fill the control intervals. */
static void
crowd(void)
{
	struct m_rec r;
	struct rpl_req q;

	for (size_t i = 0; i < M_RECS; i++) {
		r = m.rec[i];
		r.id++;
		q = asking(own() | RPL_DIR, &r);
		assert_ok(rpl_put(rpl, &q, m_bytes(&m, &r), SHORT, NULL, &diag),
		    &diag);
	}
}

static void
a_put_for_update_tells_where_the_record_is(void **state)
{
	(void)state;
	for (unsigned row = 0; row < M_ROWS; row++) {
		bool grows = m_rows[row].org == DS_ORG_KSDS || row == M_VRRDS;

		m_create(&m, row);
		open_it(IO);
		learn();
		for (size_t i = 0; i < M_RECS; i++)
			updates(i, 0);
		for (size_t i = 0; grows && i < M_RECS; i++)
			updates(i, SHORT);
		if (grows && !m_rows[row].unique)
			crowd();
		for (size_t i = 0; grows && i < M_RECS; i++)
			updates(i, m.rec[i].len);
		close_it();
		aset_free(&m.as);
	}
}

/* In sequence the number in the set's order is known, and stays. */
static void
a_sequential_put_for_update_tells_the_number(void **state)
{
	static const enum m_row rows[] = {
	    M_KSDS, M_KSDS_SPAN, M_ESDS, M_ESDS_SPAN};
	struct rpl_req q = {.area = area, .arealen = sizeof(area)};
	struct am_rec put;

	(void)state;
	for (size_t r = 0; r < 4; r++) {
		m_create(&m, rows[r]);
		open_it(IO);
		q.opt = own() | RPL_SEQ | RPL_UPD;
		for (size_t i = 0; i < M_RECS; i++) {
			assert_ok(rpl_get(rpl, &q, &got, &diag), &diag);
			memset(&put, 0, sizeof(put));
			assert_ok(rpl_put(rpl, &q, area, got.len, &put, &diag),
			    &diag);
			assert_int_equal(put.rba, got.rba);
			assert_int_equal(put.rrn, got.rrn);
			if (i == 0)
				assert_int_equal(put.rrn, 1);
		}
		close_it();
		aset_free(&m.as);
	}
}

static void
a_put_of_a_control_interval_tells_where_it_is(void **state)
{
	struct rpl_req q = {.opt = RPL_CNV | RPL_SEQ | RPL_UPD,
	    .area = area,
	    .arealen = sizeof(area)};
	struct am_rec put = {0};

	(void)state;
	for (unsigned row = 0; row < M_PATH_UNIQUE; row++) {
		m_create(&m, row);
		open_it(IO | AM_CNV);
		for (uint64_t i = 0; i < 2; i++) {
			assert_ok(rpl_get(rpl, &q, &got, &diag), &diag);
			put.rba = 77;
			assert_ok(rpl_put(rpl, &q, area, got.len, &put, &diag),
			    &diag);
			assert_int_equal(put.rba, i * am_attr(file)->ci_len);
		}
		close_it();
		aset_free(&m.as);
	}
}

/* --- numbers behind damage -------------------------------------------------
 */

/* A byte of record i, and more bytes behind it, on disk. */
static void
damage(size_t i, off_t more)
{
	const uint8_t *want = m_bytes(&m, &m.rec[i]);
	struct vset *vs = &m.as.base;
	char path[256];
	uint8_t b[32];
	off_t at, size;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", vs->dir, vs->name);
	assert_true((fd = open(path, O_RDWR)) >= 0);
	size = lseek(fd, 0, SEEK_END);
	for (at = 0; at + 32 <= size; at++) {
		assert_int_equal(pread(fd, b, 32, at), 32);
		if (memcmp(b, want, 32) == 0)
			break;
	}
	assert_true(at + 32 + more <= size);
	assert_int_equal(pwrite(fd, "!", 1, at + 20 + more), 1);
	close(fd);
}

static void
a_number_behind_damage_is_right_or_unknown(void **state)
{
	static const struct {
		enum m_row row;
		off_t more;
	} cases[] = {{M_KSDS, 0}, {M_ESDS, 0}, {M_KSDS_SPAN, 0},
	    {M_ESDS_SPAN, 0}, {M_KSDS_SPAN, M_CI}, {M_ESDS_SPAN, M_CI}};
	struct am_pos *pos = NULL;
	enum ds_status st;
	unsigned id, good, bad;

	(void)state;
	for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
		m_define(&m, cases[c].row);
		for (m.n = 0; m.n < MANY; m.n++)
			m.rec[m.n] =
			    m_new(&m, m.n, (uint32_t)(2 * (m.n + 1)), 0);
		m_fill(&m, 0, MANY);
		damage(30, cases[c].more);
		assert_ok(m_open(&m, AM_INPUT, 0, &file), &m.as.base.diag);
		assert_int_equal(am_pos_new(file, &pos), DS_OK);
		good = bad = 0;
		while ((st = am_get(pos, &got, &diag)) != DS_EOD) {
			if (st != DS_OK) {
				assert_true(++bad < 8);
				continue;
			}
			memcpy(text, got.data, 8);
			text[8] = '\0';
			id = (unsigned)atoi(text);
			if (got.rrn != 0 && got.rrn != id / 2)
				fail_msg("%s: record %u told as %ju",
				    m_rows[m.row].name, id / 2,
				    (uintmax_t)got.rrn);
			good++;
		}
		assert_true(bad > 0);
		assert_in_range(good, MANY - 20, MANY - 1);
		am_pos_free(&pos);
		assert_ok(am_close(&file, &diag), &diag);
		aset_free(&m.as);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_put_for_update_tells_where_the_record_is),
	    cmocka_unit_test(a_sequential_put_for_update_tells_the_number),
	    cmocka_unit_test(a_put_of_a_control_interval_tells_where_it_is),
	    cmocka_unit_test(a_number_behind_damage_is_right_or_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
