/*
 * Every request on every kind of data set with every way to say what is meant,
 * forward and backward, in locate and move mode, with one string or with two
 * more that are in the middle of something. A cell is a success that a model
 * checks, or ends with the code that the table of rules gives for it: the first
 * rule that fits. What a request may do wrong by its argument or its time is in
 * t1411. Slots and linear sets have no spanned records.
 *
 * Rules: SC23-6855 and SYM6-1 IDARMRCD. Which of two faults is told first is
 * from memory: what the options say, what the data set cannot do, what the
 * request cannot do.
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

enum verb {
	POINT,
	GET_SEQ,
	GET_DIR,
	GET_SKP,
	GET_NSP,
	GET_UPD,
	GET_SEQ_UPD,
	GET_SKP_UPD,
	PUT_SEQ,
	PUT_DIR,
	PUT_SKP,
	PUT_NSP,
	UPD_SEQ,
	UPD_DIR,
	UPD_SKP,
	ERASE_SEQ,
	ERASE_DIR,
	ERASE_SKP,
	ENDREQ,
	VERBS
};
static const char *const verb_names[VERBS] = {"POINT", "GET SEQ", "GET DIR",
    "GET SKP", "GET DIR NSP", "GET DIR UPD", "GET SEQ UPD", "GET SKP UPD",
    "PUT SEQ", "PUT DIR", "PUT SKP", "PUT DIR NSP", "PUT SEQ UPD",
    "PUT DIR UPD", "PUT SKP UPD", "ERASE SEQ", "ERASE DIR", "ERASE SKP",
    "ENDREQ"};
static const unsigned verb_opts[VERBS] = {
    [POINT] = RPL_DIR,
    [GET_SEQ] = RPL_SEQ,
    [GET_DIR] = RPL_DIR,
    [GET_SKP] = RPL_SKP,
    [GET_NSP] = RPL_DIR | RPL_NSP,
    [GET_UPD] = RPL_DIR | RPL_UPD,
    [GET_SEQ_UPD] = RPL_SEQ | RPL_UPD,
    [GET_SKP_UPD] = RPL_SKP | RPL_UPD,
    [PUT_SEQ] = RPL_SEQ,
    [PUT_DIR] = RPL_DIR,
    [PUT_SKP] = RPL_SKP,
    [PUT_NSP] = RPL_DIR | RPL_NSP,
    [UPD_SEQ] = RPL_SEQ | RPL_UPD,
    [UPD_DIR] = RPL_DIR | RPL_UPD,
    [UPD_SKP] = RPL_SKP | RPL_UPD,
    [ERASE_SEQ] = RPL_SEQ | RPL_UPD,
    [ERASE_DIR] = RPL_DIR | RPL_UPD,
    [ERASE_SKP] = RPL_SKP | RPL_UPD,
    [ENDREQ] = RPL_DIR,
};

enum access {
	KEY,
	GENERIC,
	GREATER,
	GENERIC_GREATER,
	RBA,
	NUMBER,
	CNV,
	LAST_KEY,
	LAST_RBA,
	LAST_NUMBER,
	ACCESSES
};
static const char *const access_names[ACCESSES] = {"key", "generic",
    "greater or equal", "generic, greater or equal", "RBA", "number", "CI",
    "last by key", "last by RBA", "last by number"};
static const unsigned access_opts[ACCESSES] = {
    RPL_KEY,
    RPL_KEY | RPL_GEN,
    RPL_KEY | RPL_KGE,
    RPL_KEY | RPL_GEN | RPL_KGE,
    RPL_ADR,
    RPL_REC,
    RPL_CNV,
    RPL_KEY | RPL_LRD,
    RPL_ADR | RPL_LRD,
    RPL_REC | RPL_LRD,
};

struct cell {
	enum m_row row;
	enum verb verb;
	enum access access;
	bool back, locate, three;
};

/* --- the rules -------------------------------------------------------------
 */

#define B(x) (1u << (x))
enum {
	R_KSDS = B(M_KSDS) | B(M_KSDS_SPAN),
	R_ESDS = B(M_ESDS) | B(M_ESDS_SPAN),
	R_SLOTS = B(M_RRDS) | B(M_VRRDS),
	R_LDS = B(M_LDS),
	R_PATH = B(M_PATH_UNIQUE) | B(M_PATH_NONUNIQUE) | B(M_PATH_SPAN) |
		 B(M_PATH_ESDS),
	R_SPAN = B(M_KSDS_SPAN) | B(M_ESDS_SPAN) | B(M_PATH_SPAN),
	R_ALL = B(M_ROWS) - 1,
	V_SKIP = B(GET_SKP) | B(GET_SKP_UPD) | B(PUT_SKP) | B(UPD_SKP) |
		 B(ERASE_SKP),
	V_GET = B(GET_SEQ) | B(GET_DIR) | B(GET_SKP) | B(GET_NSP) | B(GET_UPD) |
		B(GET_SEQ_UPD) | B(GET_SKP_UPD),
	V_INSERT = B(PUT_SEQ) | B(PUT_DIR) | B(PUT_SKP) | B(PUT_NSP),
	V_UPDATE = B(UPD_SEQ) | B(UPD_DIR) | B(UPD_SKP),
	V_ERASE = B(ERASE_SEQ) | B(ERASE_DIR) | B(ERASE_SKP),
	V_ALL = B(VERBS) - 1,
	V_FIND = B(POINT) | V_GET,
	A_GENERIC = B(GENERIC) | B(GENERIC_GREATER),
	A_GREATER = B(GREATER) | B(GENERIC_GREATER),
	A_KEYS = B(KEY) | A_GENERIC | A_GREATER | B(LAST_KEY),
	A_RBA = B(RBA) | B(LAST_RBA),
	A_NUMBER = B(NUMBER) | B(LAST_NUMBER),
	A_LAST = B(LAST_KEY) | B(LAST_RBA) | B(LAST_NUMBER),
	A_ALL = B(ACCESSES) - 1,
};
/* SPANNED: the record that is asked for is. */
enum { ANY, FORWARD, BACK, LOCATE, SPANNED, LOCATE_SPANNED };

static const struct {
	enum ds_status st;
	unsigned rows, verbs, accesses;
	int when;
} rules[] = {
    /* LRD is backward. SKP is for keys, and forward; CNV is forward; backward
     * the key is full and equal. */
    {DS_BADOPTION, R_ALL, V_ALL, A_LAST, FORWARD},
    {DS_BADOPTION, R_ALL, V_SKIP, A_RBA | B(CNV), ANY},
    {DS_BADOPTION, R_ALL, V_SKIP, A_ALL, BACK},
    {DS_BADOPTION, R_ALL, V_ALL, B(CNV) | A_GENERIC | A_GREATER, BACK},
    /* A path has keys. Entries have none, slots no address. */
    {DS_NOTBYPATH, R_PATH, V_ALL, A_RBA | A_NUMBER | B(CNV), ANY},
    {DS_KEYTOESDS, R_ESDS | R_LDS, V_ALL, A_KEYS, ANY},
    {DS_RRNADDR, R_SLOTS, V_ALL, A_RBA, ANY},
    {DS_BADOPTION, R_SLOTS, V_ALL, A_GENERIC, ANY},
    /* A linear set is opened for control intervals. */
    {DS_NOACCESS, R_LDS, V_ALL, A_RBA, ANY},
    {DS_BADLOCATE, R_ALL, V_INSERT | V_UPDATE, A_ALL, LOCATE},
    {DS_PUTBACKWARD, R_ALL, V_INSERT, A_ALL, BACK},
    {DS_NOINSERT, R_KSDS | R_SLOTS, V_INSERT, A_RBA | B(CNV), ANY},
    {DS_BADOPTION, R_KSDS | R_ESDS | R_LDS, V_INSERT, A_NUMBER, ANY},
    {DS_NOERASE, R_ALL, V_ERASE, B(CNV), ANY},
    {DS_NOERASE, R_ESDS | R_LDS | B(M_PATH_ESDS), V_ERASE, A_ALL, ANY},
    {DS_SPANADDR, B(M_KSDS_SPAN), V_GET, A_RBA, SPANNED},
    {DS_NOUPDATE, B(M_KSDS_SPAN), V_UPDATE | V_ERASE, A_RBA, SPANNED},
    {DS_LOCSPAN, R_SPAN, V_GET, A_KEYS | A_RBA | A_NUMBER, LOCATE_SPANNED},
    /* What is left is done. */
    {DS_OK, R_KSDS | R_PATH, V_FIND | V_INSERT | V_UPDATE | V_ERASE, A_KEYS,
	ANY},
    {DS_OK, R_KSDS, V_FIND | V_UPDATE | V_ERASE, A_RBA | A_NUMBER, ANY},
    {DS_OK, R_KSDS | R_SLOTS, V_FIND | V_UPDATE, B(CNV), ANY},
    {DS_OK, R_ESDS, V_FIND | V_INSERT | V_UPDATE, A_RBA | B(CNV), ANY},
    {DS_OK, R_ESDS | R_LDS, V_FIND | V_UPDATE, A_NUMBER, ANY},
    {DS_OK, R_SLOTS, V_FIND | V_INSERT | V_UPDATE | V_ERASE,
	B(KEY) | B(GREATER) | B(LAST_KEY) | A_NUMBER, ANY},
    {DS_OK, R_LDS, V_FIND | V_INSERT | V_UPDATE, B(CNV), ANY},
};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

static unsigned rule_hits[RULES];
static bool raised[REQUEST_STATUSES];

/* --- a data set and its strings --------------------------------------------
 */

static struct m_set m;
static struct am_file *file;
static struct ds_diag diag;
static uint8_t area[8192];
static struct am_rec got;
static size_t cells, successes;

enum { TARGET = 6, OTHER = 9 }; /* records asked for */

static void
fail_cell(const struct cell *c, const char *what)
{
	fail_msg("%s, %s by %s, %s, %s, %s: %s", m_rows[c->row].name,
	    verb_names[c->verb], access_names[c->access],
	    c->back ? "backward" : "forward", c->locate ? "locate" : "move",
	    c->three ? "three strings" : "one string", what);
}

static bool
same(const struct m_rec *r)
{
	return got.len == r->len &&
	       memcmp(got.data, m_bytes(&m, r), r->len) == 0 &&
	       (!m_relative(&m) || got.rrn == r->id);
}

/* The whole set is what the model says; RBAs are learned. */
static void
scan(const struct cell *c)
{
	struct am_pos *pos = NULL;

	assert_int_equal(am_pos_new(file, &pos), DS_OK);
	for (size_t i = 0; i < m.n; i++) {
		if (am_get(pos, &got, &diag) != DS_OK || !same(&m.rec[i]))
			fail_cell(c, "the set is not what it should be");
		m.rec[i].rba = got.rba;
		if (m_rows[c->row].path &&
		    got.more !=
			(i + 1 < m.n && m.rec[i + 1].alt == m.rec[i].alt))
			fail_cell(c, "duplicate key not told");
	}
	if (m.row != M_LDS) /* which is read to the end of its space */
		assert_int_equal(am_get(pos, &got, &diag), DS_EOD);
	am_pos_free(&pos);
}

static uint32_t
ci_len(void)
{
	return am_attr(file)->ci_len;
}

/* What asks for record t. */
static struct rpl_req
asking(const struct cell *c, unsigned opt, size_t t)
{
	static char text[24];
	struct rpl_req q = {.area = area, .arealen = sizeof(area)};
	const struct m_rec *r = &m.rec[t];
	bool path = m_rows[c->row].path;
	uint32_t key = path ? r->alt : r->id;

	q.opt = opt;
	if (c->access == GREATER)
		key--;
	snprintf(text, sizeof(text), "%0*u", path ? 4 : 8, key);
	q.arg = text;
	q.arglen = strlen(text) - ((B(c->access) & A_GENERIC) != 0);
	/* Below the digits: no key begins like it, the first is greater. */
	if (c->access == GENERIC_GREATER)
		text[q.arglen - 1] = '/';
	q.num = key;
	if (B(c->access) & A_RBA)
		q.num = r->rba;
	if (B(c->access) & A_NUMBER && !m_relative(&m))
		q.num = t + 1;
	if (c->access == CNV)
		q.num = r->rba / ci_len() * ci_len();
	return q;
}

static unsigned
options(const struct cell *c)
{
	return access_opts[c->access] | verb_opts[c->verb] |
	       (c->back ? RPL_BWD : 0) | (c->locate ? RPL_LOC : 0);
}

/* By address that of a keyed set which is last on disk. */
static size_t
last(const struct cell *c)
{
	size_t at = m.n - 1;

	for (size_t i = 0; c->access == LAST_RBA && i < m.n; i++)
		if (m.rec[i].rba > m.rec[at].rba)
			at = i;
	return at;
}

/* Which record a request for t finds: a generic key the first of its like,
 * backward by a key that several have the last of them (mem). */
static size_t
found_by(const struct cell *c, size_t t)
{
	uint32_t key = m_rows[c->row].path ? m.rec[t].alt : m.rec[t].id, k;

	if (c->access == GENERIC_GREATER && !m_relative(&m))
		return 0;
	if (B(c->access) & A_LAST)
		return last(c);
	for (size_t i = 0; c->access == GENERIC && i < t; i++) {
		k = m_rows[c->row].path ? m.rec[i].alt : m.rec[i].id;
		if (k / 10 == key / 10)
			return i;
	}
	while (m_rows[c->row].path && c->back && t + 1 < m.n &&
	       m.rec[t + 1].alt == key)
		t++;
	return t;
}

static bool
applies(const struct cell *c, int when)
{
	bool spanned = m.rec[found_by(c, TARGET)].len > M_LEN;

	switch (when) {
	case FORWARD:
		return !c->back;
	case BACK:
		return c->back;
	case LOCATE:
		return c->locate;
	case SPANNED:
		return spanned;
	case LOCATE_SPANNED:
		return c->locate && spanned;
	default:
		return true;
	}
}

/* Each cell has a rule, those that succeed as well. */
static enum ds_status
rule_of(const struct cell *c, enum verb verb)
{
	for (unsigned i = 0; i < RULES; i++) {
		if (!(rules[i].rows & B(c->row)) ||
		    !(rules[i].verbs & B(verb)) ||
		    !(rules[i].accesses & B(c->access)) ||
		    !applies(c, rules[i].when))
			continue;
		rule_hits[i]++;
		return rules[i].st;
	}
	fail_cell(c, "no rule");
	return DS_INVALID;
}

/* ENDREQ ends what a POINT began. */
static enum ds_status
expected(const struct cell *c)
{
	if (c->verb != ENDREQ)
		return rule_of(c, c->verb);
	return rule_of(c, POINT) == DS_OK ? DS_OK : DS_BADENDREQ;
}

/* The record behind i in the order of the access; m.n: none. */
static size_t
neighbour(const struct cell *c, size_t i)
{
	size_t best = m.n;

	if (!(B(c->access) & A_RBA) || m_entry(&m))
		return c->back ? (i > 0 ? i - 1 : m.n) : i + 1;
	for (size_t j = 0; j < m.n; j++)
		if (c->back
			? m.rec[j].rba < m.rec[i].rba &&
			      (best == m.n || m.rec[j].rba > m.rec[best].rba)
			: m.rec[j].rba > m.rec[i].rba &&
			      (best == m.n || m.rec[j].rba < m.rec[best].rba))
			best = j;
	return best;
}

/* Does the control interval that came have the record, at its place? */
static bool
ci_has(const struct m_rec *r)
{
	uint32_t len = ci_len(), off = (uint32_t)(r->rba % len);
	uint32_t part = r->len < len - off ? r->len : len - off - 10;

	if (m.row == M_VRRDS)
		off += 4; /* its number */
	if (m.row == M_LDS)
		part = len;
	return got.len == len && got.rba == r->rba - r->rba % len &&
	       memcmp(got.data + off, m_bytes(&m, r), part) == 0;
}

static bool
came(const struct cell *c, size_t i)
{
	return c->access == CNV ? ci_has(&m.rec[i]) : same(&m.rec[i]);
}

/* The next sequential get gives record i; m.n: there is none. */
static void
goes_on_at(const struct cell *c, struct am_rpl *rpl, size_t i)
{
	struct rpl_req q = {.area = area, .arealen = sizeof(area)};
	enum ds_status st, want = i < m.n ? DS_OK : DS_EOD;

	q.opt = access_opts[c->access] | RPL_SEQ | (c->back ? RPL_BWD : 0);
	q.opt &= ~(unsigned)RPL_LRD; /* which a POINT, or a direct get, has */
	if (want == DS_OK && c->row == M_KSDS_SPAN && B(c->access) & A_RBA &&
	    m.rec[i].len > M_LEN)
		want = DS_SPANADDR;
	if (c->access == CNV || (m.row == M_LDS && i >= m.n))
		return; /* neighbours share one; zeros to the end of space */
	st = rpl_get(rpl, &q, &got, &diag);
	if (st != want || (st == DS_OK && !same(&m.rec[i])))
		fail_cell(c, "the string does not go on where it should");
}

static void
has_no_position(const struct cell *c, struct am_rpl *rpl)
{
	struct rpl_req q = {.area = area, .arealen = sizeof(area)};

	q.opt = (access_opts[c->access] & ~(unsigned)RPL_LRD) | RPL_SEQ;
	if (rpl_get(rpl, &q, &got, &diag) != DS_NOPOSITION)
		fail_cell(c, "the string has kept a position");
}

/* --- cells -----------------------------------------------------------------
 */

/* A record that is not there yet, behind the one asked for. */
static struct m_rec
newcomer(const struct cell *c)
{
	const struct m_rec *t = &m.rec[TARGET];
	uint32_t alt = t->alt + (m_rows[c->row].unique ? 1 : 0);

	if (!m_entry(&m))
		return m_new(&m, TARGET, t->id + 1, alt);
	m.last_id += 2;
	return m_new(&m, TARGET, m.last_id, alt);
}

/* A control interval with one record: its RDF and the CIDF by hand. */
static const uint8_t *
one_in_ci(const struct m_rec *r)
{
	static uint8_t ci[M_CI];

	memset(ci, 0, sizeof(ci));
	memcpy(ci, m_bytes(&m, r), M_LEN);
	be16_put(ci + M_CI - 6, M_LEN);
	be16_put(ci + M_CI - 4, M_LEN);
	be16_put(ci + M_CI - 2, M_CI - M_LEN - 7);
	return ci;
}

/* Where a request for update or a sequential one begins; what fails here
 * fails again in the cell. */
static void
prepare(const struct cell *c, struct am_rpl *rpl)
{
	struct rpl_req q = asking(c,
	    access_opts[c->access] | RPL_DIR | (c->back ? RPL_BWD : 0), TARGET);

	if (c->verb == PUT_SEQ && m_relative(&m))
		rpl_get(rpl,
		    &(struct rpl_req){.opt = RPL_KEY | RPL_DIR | RPL_NSP,
			.num = m.rec[TARGET].id,
			.area = area,
			.arealen = sizeof(area)},
		    &got, &diag);
	if (B(c->verb) & (B(GET_SEQ) | B(GET_SEQ_UPD) | B(UPD_SEQ) |
			     B(ERASE_SEQ) | B(ENDREQ)))
		rpl_point(rpl, &q, &diag);
	q.opt = options(c) & ~(unsigned)RPL_LOC;
	if (B(c->verb) & (V_UPDATE | V_ERASE))
		rpl_get(rpl, &q, &got, &diag);
}

static enum ds_status
insert(const struct cell *c, struct am_rpl *rpl, struct m_rec *r)
{
	struct rpl_req q = asking(c, options(c), TARGET);
	const uint8_t *data;
	size_t len;

	if (c->access == CNV && c->row != M_LDS) {
		r->len = M_LEN;
		data = one_in_ci(r);
		len = M_CI;
	} else {
		data = m_bytes(&m, r);
		len = r->len;
	}
	q.num = r->id;
	return rpl_put(rpl, &q, data, len, &got, &diag);
}

/* The record, or the control interval that is in the area, with other bytes. */
static enum ds_status
update(const struct cell *c, struct am_rpl *rpl, size_t hit)
{
	struct rpl_req q = asking(c, options(c), TARGET);
	struct m_rec r = m.rec[hit];
	uint32_t off = (uint32_t)(r.rba % ci_len());
	enum ds_status st;

	r.fill ^= 1;
	if (c->access != CNV) {
		st = rpl_put(rpl, &q, m_bytes(&m, &r), r.len, NULL, &diag);
	} else {
		off += m.row == M_VRRDS ? 4 : 0;
		if (r.len <= M_LEN || m.row == M_LDS)
			memcpy(area + off, m_bytes(&m, &r), r.len);
		else
			r = m.rec[hit]; /* a segment as it was */
		st = rpl_put(rpl, &q, area, ci_len(), NULL, &diag);
	}
	if (st == DS_OK)
		m.rec[hit] = r;
	return st;
}

static enum ds_status
request(const struct cell *c, struct am_rpl *rpl, struct m_rec *r)
{
	struct rpl_req q = asking(c, options(c), TARGET);

	if (B(c->verb) & V_GET)
		return rpl_get(rpl, &q, &got, &diag);
	if (B(c->verb) & V_INSERT)
		return insert(c, rpl, r);
	if (B(c->verb) & V_UPDATE)
		return update(c, rpl, found_by(c, TARGET));
	if (B(c->verb) & V_ERASE)
		return rpl_erase(rpl, &q, &diag);
	return c->verb == POINT ? rpl_point(rpl, &q, &diag)
				: rpl_endreq(rpl, &diag);
}

/* A new record is in; the string is behind it. */
static void
check_insert(const struct cell *c, struct am_rpl *rpl, const struct m_rec *r)
{
	size_t at = m_insert(&m, r);

	if (m_relative(&m) && got.rrn != r->id)
		fail_cell(c, "another number");
	if (m_rows[c->row].path && got.more == m_rows[c->row].unique)
		fail_cell(c, "duplicate alternate key");
	if (c->verb == PUT_DIR)
		has_no_position(c, rpl);
	else if (!m_rows[c->row].path)
		goes_on_at(c, rpl, at + 1);
}

static void
check_change(const struct cell *c, struct am_rpl *rpl, size_t hit)
{
	size_t next = neighbour(c, hit);
	struct m_rec behind = {0};

	if (next < m.n)
		behind = m.rec[next];
	if (B(c->verb) & V_ERASE)
		m_remove(&m, hit);
	if (c->verb == UPD_DIR || c->verb == ERASE_DIR) {
		has_no_position(c, rpl);
		return;
	}
	for (next = 0; next < m.n && m.rec[next].id != behind.id; next++)
		;
	goes_on_at(c, rpl, next);
}

/* A success did what the model says. */
static void
check(const struct cell *c, struct am_rpl *rpl, const struct m_rec *r)
{
	size_t hit = found_by(c, TARGET);

	successes++;
	if (B(c->verb) & V_GET && !came(c, hit))
		fail_cell(c, "another record");
	if (B(c->verb) & V_INSERT)
		check_insert(c, rpl, r);
	else if (B(c->verb) & (V_UPDATE | V_ERASE))
		check_change(c, rpl, hit);
	else if (c->verb == POINT)
		goes_on_at(c, rpl, hit);
	else if (c->verb == GET_DIR || c->verb == ENDREQ)
		has_no_position(c, rpl);
	else
		goes_on_at(c, rpl, neighbour(c, hit));
}

static unsigned
own_order(void)
{
	return m.row == M_LDS                       ? RPL_CNV
	       : m_entry(&m) && !m_rows[m.row].path ? RPL_ADR
						    : RPL_KEY;
}

/* Which record has the id that record i had at first. */
static const struct m_rec *
of_first(size_t i)
{
	size_t at = 0;

	while (m.rec[at].id != 2 * (i + 1))
		at++;
	return &m.rec[at];
}

/* Two more strings: one at a record, one that has read some. */
static void
others_begin(struct am_rpl **two, struct am_rpl **three)
{
	struct cell c = {.row = m.row, .access = KEY};
	struct rpl_req q;

	if (own_order() != RPL_KEY)
		c.access = own_order() == RPL_ADR ? RBA : CNV;
	assert_ok(rpl_new(file, two, &diag), &diag);
	assert_ok(rpl_new(file, three, &diag), &diag);
	q = asking(
	    &c, own_order() | RPL_DIR, (size_t)(of_first(OTHER) - m.rec));
	assert_ok(rpl_point(*two, &q, &diag), &diag);
	q.opt = own_order() | RPL_SEQ;
	assert_ok(rpl_get(*three, &q, &got, &diag), &diag);
	assert_ok(rpl_get(*three, &q, &got, &diag), &diag);
}

static void
others_go_on(const struct cell *c, struct am_rpl **two, struct am_rpl **three)
{
	struct rpl_req q = {.area = area, .arealen = sizeof(area)};

	q.opt = own_order() | RPL_SEQ;
	if (rpl_get(*two, &q, &got, &diag) != DS_OK || !same(of_first(OTHER)) ||
	    rpl_get(*three, &q, &got, &diag) != DS_OK || !same(of_first(2)))
		fail_cell(c, "another string lost its place");
	rpl_free(two);
	rpl_free(three);
}

static void
open_row(void)
{
	assert_ok(m_open(&m, AM_INPUT | AM_OUTPUT | AM_CNV, 0, &file),
	    &m.as.base.diag);
}

/* The set as it was, as far as it can be; entries stay. */
static void
restore(const struct cell *c, const struct m_rec *target, size_t n)
{
	struct am_pos *pos = NULL;
	size_t i;

	assert_ok(am_close(&file, &diag), &diag);
	m_verify(&m);
	open_row();
	scan(c);
	if (m.n == n || m_entry(&m))
		return;
	assert_int_equal(am_pos_new(file, &pos), DS_OK);
	if (m.n < n) {
		assert_ok(
		    am_put(pos, m_bytes(&m, target), target->len,
			m_relative(&m) ? target->id : 0, false, NULL, &diag),
		    &diag);
		m_insert(&m, target);
	} else {
		for (i = 0; m.rec[i].id % 2 == 0; i++)
			;
		for (size_t j = 0; j <= i; j++)
			assert_ok(am_get(pos, &got, &diag), &diag);
		assert_ok(am_erase(pos, &diag), &diag);
		m_remove(&m, i);
	}
	am_pos_free(&pos);
}

static void
one_cell(const struct cell *c)
{
	struct am_rpl *rpl = NULL, *two = NULL, *three = NULL;
	struct m_rec r = newcomer(c), target;
	enum ds_status want, st;
	size_t n = m.n;

	cells++;
	scan(c);
	want = expected(c);
	target = m.rec[found_by(c, TARGET)];
	assert_ok(rpl_new(file, &rpl, &diag), &diag);
	if (c->three)
		others_begin(&two, &three);
	prepare(c, rpl);
	st = request(c, rpl, &r);
	if (st != want) {
		print_error(
		    "%s, not %s\n", ds_status_name(st), ds_status_name(want));
		fail_cell(c, "another outcome");
	}
	raised[st] = true;
	if (st == DS_OK)
		check(c, rpl, &r);
	if (c->three)
		others_go_on(c, &two, &three);
	rpl_free(&rpl);
	if (st == DS_OK && B(c->verb) & (V_INSERT | V_UPDATE | V_ERASE))
		restore(c, &target, n);
}

static void
end_row(void)
{
	assert_ok(am_close(&file, &diag), &diag);
	m_verify(&m);
	aset_free(&m.as);
}

static void
cells_of(struct cell *c)
{
	for (unsigned bits = 0; bits < 8; bits++) {
		c->back = bits & 1;
		c->locate = bits & 2;
		c->three = bits & 4;
		one_cell(c);
	}
}

static void
one_row(enum m_row row)
{
	struct cell c = {.row = row};

	m_create(&m, row);
	open_row();
	for (unsigned v = 0; v < VERBS; v++)
		for (unsigned a = 0; a < ACCESSES; a++) {
			c.verb = v;
			c.access = a;
			/* A linear set that was added to ends with the space
			 * that it got; its last record then has no bytes. */
			if (row == M_LDS && a == LAST_NUMBER) {
				end_row();
				m_create(&m, row);
				open_row();
			}
			cells_of(&c);
		}
	end_row();
}

static void
every_cell_is_a_success_or_its_code(void **state)
{
	(void)state;
	for (unsigned row = 0; row < M_ROWS; row++)
		one_row(row);
	assert_int_equal(cells, M_ROWS * VERBS * ACCESSES * 8);
	print_message("# %zu cells, %zu successes\n", cells, successes);
	for (unsigned i = 0; i < RULES; i++)
		if (rule_hits[i] == 0)
			fail_msg("rule %u fits no cell", i);
}

static void
every_code_is_raised_or_said_why_not(void **state)
{
	(void)state;
	request_codes_check(raised, BY_CELL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_cell_is_a_success_or_its_code),
	    cmocka_unit_test(every_code_is_raised_or_said_why_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
