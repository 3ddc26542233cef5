/*
 * The rows of the request matrix: a small data set of each kind with a model
 * beside it, an array of records in the order of the set. Include after
 * cmocka.h.
 *
 * Keys have eight digits at offset 0, alternate keys four at 8: even numbers,
 * so that the odd ones are free. A relative record set has its even slots full.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_MATRIX_SET_H
#define CATAMOUNT_TESTS_SUPPORT_MATRIX_SET_H

#include "access-methods/rpl.h"
#include "tests/support/aix_test.h"

enum { M_RECS = 24, M_MOST = 4000, M_LEN = 40, M_SPAN_LEN = 1200, M_CI = 512 };

enum m_row {
	M_KSDS,
	M_KSDS_SPAN,
	M_ESDS,
	M_ESDS_SPAN,
	M_RRDS,
	M_VRRDS,
	M_LDS,
	M_PATH_UNIQUE,
	M_PATH_NONUNIQUE,
	M_PATH_SPAN,
	M_PATH_ESDS,
	M_ROWS
};

static const struct {
	const char *name;
	enum ds_org org;
	bool span, path, unique;
} m_rows[M_ROWS] = {
    [M_KSDS] = {"KSDS", DS_ORG_KSDS, false, false, false},
    [M_KSDS_SPAN] = {"KSDS spanned", DS_ORG_KSDS, true, false, false},
    [M_ESDS] = {"ESDS", DS_ORG_ESDS, false, false, false},
    [M_ESDS_SPAN] = {"ESDS spanned", DS_ORG_ESDS, true, false, false},
    [M_RRDS] = {"RRDS", DS_ORG_RRDS, false, false, false},
    [M_VRRDS] = {"VRRDS", DS_ORG_VRRDS, false, false, false},
    [M_LDS] = {"LDS", DS_ORG_LDS, false, false, false},
    [M_PATH_UNIQUE] = {"path, unique", DS_ORG_KSDS, false, true, true},
    [M_PATH_NONUNIQUE] = {"path, nonunique", DS_ORG_KSDS, false, true, false},
    [M_PATH_SPAN] = {"path, spanned base", DS_ORG_KSDS, true, true, false},
    [M_PATH_ESDS] = {"path, ESDS", DS_ORG_ESDS, false, true, false},
};

struct m_rec {
	uint32_t id;  /* key, slot; ESDS, LDS: a number of its own */
	uint32_t alt; /* alternate key */
	uint32_t len;
	uint8_t fill; /* of the bytes behind the keys */
	uint64_t rba; /* learned from the set itself */
};

struct m_set {
	enum m_row row;
	struct aset as;
	struct m_rec rec[M_MOST];
	size_t n;
	uint32_t last_id; /* of the ESDS and LDS */
};

static UNUSED_OK bool
m_relative(const struct m_set *m)
{
	return m_rows[m->row].org == DS_ORG_RRDS ||
	       m_rows[m->row].org == DS_ORG_VRRDS;
}

static UNUSED_OK bool
m_entry(const struct m_set *m)
{
	return m_rows[m->row].org == DS_ORG_ESDS ||
	       m_rows[m->row].org == DS_ORG_LDS;
}

/* The bytes of a record, static. */
static UNUSED_OK const uint8_t *
m_bytes(const struct m_set *m, const struct m_rec *r)
{
	static uint8_t buf[4096];
	char text[24];

	(void)m;
	memset(buf, r->fill, sizeof(buf));
	snprintf(
	    text, sizeof(text), "%08u%04u", r->id % 100000000, r->alt % 10000);
	memcpy(buf, text, 12);
	return buf;
}

static UNUSED_OK uint32_t
m_len(const struct m_set *m, size_t i)
{
	if (m->row == M_LDS)
		return 4096;
	if (m_rows[m->row].span && i % 2 == 0)
		return M_SPAN_LEN;
	if (m->row == M_VRRDS)
		return (uint32_t)(M_LEN - i % 7);
	return M_LEN;
}

static UNUSED_OK struct m_rec
m_new(struct m_set *m, size_t i, uint32_t id, uint32_t alt)
{
	struct m_rec r = {.id = id, .alt = alt};

	r.len = m_len(m, i);
	r.fill = (uint8_t)('a' + i % 26);
	return r;
}

/* Three records have the same nonunique key. */
static UNUSED_OK uint32_t
m_alt(const struct m_set *m, size_t i)
{
	return (
	    uint32_t)(m_rows[m->row].unique ? 2 * (i + 1) : 2 * (i / 3 + 1));
}

static UNUSED_OK enum ds_status
m_open(struct m_set *m, unsigned intent, unsigned strno, struct am_file **filep)
{
	struct am_aix aix = {0};
	struct am_parms parms = {.intent = intent, .strno = strno};
	struct vset *vs = &m->as.base;

	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = vs;
	if (m_rows[m->row].path) {
		aix.data_name = m->as.aix[0].name;
		aix.upgrade = true;
		aix.sphere.extend = aset_extend;
		aix.sphere.extend_ctx = &m->as.aix[0].space;
		parms.aix = parms.path = &aix;
		parms.naix = 1;
	}
	return am_open(vs->vol, vs->name, &parms, filep, &vs->diag);
}

/* An alternate index has to have something in it to be a path: a record that
 * is loaded by hand, for the first record of the base. */
static UNUSED_OK void
m_aix_begin(struct m_set *m)
{
	uint8_t rec[32] = {0};
	const uint8_t *p = rec;
	bool by_key = m_rows[m->row].org == DS_ORG_KSDS;
	uint32_t len = AIX_HEADER_LEN + 4 + (by_key ? 8 : 4);
	const uint8_t *data = m_bytes(m, &m->rec[0]);

	rec[0] = by_key;
	rec[1] = by_key ? 8 : 4;
	rec[3] = 1;
	rec[4] = 4;
	memcpy(rec + AIX_HEADER_LEN, data + 8, 4);
	if (by_key)
		memcpy(rec + AIX_HEADER_LEN + 4, data, 8);
	aset_load(&m->as, 0, &p, &len, 1);
}

static UNUSED_OK void
m_fill(struct m_set *m, size_t from, size_t to)
{
	struct vset *vs = &m->as.base;
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;

	if (m_rows[m->row].path && from > 0) {
		assert_ok(m_open(m, AM_INPUT | AM_OUTPUT, 0, &file), &vs->diag);
	} else {
		assert_ok(vset_open(vs, AM_OUTPUT), &vs->diag);
		am_pos_free(&vs->pos);
		file = vs->file;
		vs->file = NULL;
	}
	assert_int_equal(am_pos_new(file, &pos), DS_OK);
	for (size_t i = from; i < to; i++)
		assert_ok(am_put(pos, m_bytes(m, &m->rec[i]), m->rec[i].len,
			      m_relative(m) ? m->rec[i].id : 0, false, NULL,
			      &vs->diag),
		    &vs->diag);
	am_pos_free(&pos);
	assert_ok(am_close(&file, &vs->diag), &vs->diag);
}

/* The set without a record, and the model of what m_create puts in. */
static UNUSED_OK void
m_define(struct m_set *m, enum m_row row)
{
	struct vset *vs = &m->as.base;
	enum ds_org org = m_rows[row].org;
	bool lds = org == DS_ORG_LDS;

	memset(m, 0, sizeof(*m));
	m->row = row;
	vset_attrs(vs, org, lds ? 4096 : M_CI, 8,
	    lds                ? 4096
	    : m_rows[row].span ? M_SPAN_LEN + 100
			       : M_LEN);
	if (m_rows[row].span)
		vs->data.flags |= DS_A_SPANNED;
	vset_create(vs);
	for (size_t i = 0; i < M_RECS; i++)
		m->rec[i] = m_new(m, i, (uint32_t)(2 * (i + 1)), m_alt(m, i));
	m->n = M_RECS;
	m->last_id = 2 * M_RECS;
}

static UNUSED_OK void
m_create(struct m_set *m, enum m_row row)
{
	m_define(m, row);
	if (!m_rows[row].path) {
		m_fill(m, 0, M_RECS);
		return;
	}
	aset_add(&m->as, 4, 8,
	    DS_A_UPGRADE | (m_rows[row].unique ? 0 : DS_A_NONUNIQKEY), 512,
	    200);
	m_fill(m, 0, 1);
	m_aix_begin(m);
	m_fill(m, 1, M_RECS);
}

/* The closed set, and its alternate index, have no fault. */
static UNUSED_OK void
m_verify(struct m_set *m)
{
	struct vset *vs = &m->as.base;

	vset_verify(vs);
	if (!m_rows[m->row].path)
		return;
	assert_ok(
	    am_verify(vs->vol, m->as.aix[0].name, vset_report, NULL, &vs->diag),
	    &vs->diag);
	assert_ok(am_verify_aix(
		      vs->vol, m->as.aix[0].name, vset_report, NULL, &vs->diag),
	    &vs->diag);
}

/* The order of the set: keys, entries, slots; of a path alternate keys. */
static UNUSED_OK bool
m_before(const struct m_set *m, const struct m_rec *a, const struct m_rec *b)
{
	if (m_rows[m->row].path && a->alt != b->alt)
		return a->alt < b->alt;
	return a->id < b->id;
}

static UNUSED_OK size_t
m_insert(struct m_set *m, const struct m_rec *r)
{
	size_t i = m->n;

	assert_true(m->n < M_MOST);
	for (; i > 0 && m_before(m, r, &m->rec[i - 1]); i--)
		m->rec[i] = m->rec[i - 1];
	m->rec[i] = *r;
	m->n++;
	return i;
}

static UNUSED_OK void
m_remove(struct m_set *m, size_t i)
{
	m->n--;
	memmove(&m->rec[i], &m->rec[i + 1], (m->n - i) * sizeof(struct m_rec));
}

#endif
