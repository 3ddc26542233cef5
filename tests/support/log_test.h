/*
 * What the tests of the redo log share: a set to which the requests of a seed
 * are made, one after the other, and the model that says what it has after so
 * many of them. Include after cmocka.h and vsam_test.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_LOG_TEST_H
#define CATAMOUNT_TESTS_SUPPORT_LOG_TEST_H

#include "access-methods/am_int.h"
#include "base/bytes.h"
#include "tests/support/vsam_test.h"

enum { LT_KEYS = 1200, LT_MAX = 3000 };

struct lt_shape {
	const char *what;
	enum ds_org org;
	uint32_t ci_len, cis_per_ca, index_ci;
	uint32_t min, max; /* bytes of a record; spanned above CI - 7 */
	uint32_t keys;     /* in use, up to LT_KEYS */
	size_t log_len;
};

struct lt_model {
	uint32_t version[LT_KEYS]; /* 0: not there */
	uint32_t n;                /* ESDS: entries */
	uint64_t requests;
};

struct lt {
	struct vset vs;
	const struct lt_shape *sh;
	uint64_t seed;
	struct lt_model m;
};

/* The record of a key in a version; an ESDS keeps its length. */
static UNUSED_OK uint32_t
lt_rec(const struct lt *lt, uint32_t key, uint32_t version, uint8_t *rec)
{
	uint64_t x = test_mix(key, version);
	uint32_t span = lt->sh->max - lt->sh->min + 1, len;

	len = (uint32_t)test_mix(
		  key, lt->sh->org == DS_ORG_ESDS ? 0 : version * 7) %
	      span;
	/* Mostly short ones, so that there are some in each CI. */
	if (version % 4 != 0 && lt->sh->org == DS_ORG_KSDS)
		len = len * len / span;
	len += lt->sh->min;
	for (uint32_t i = 0; i < len; i++) {
		rec[i] = (uint8_t)(x >> (i % 8 * 8));
		if (i % 8 == 7)
			x = test_mix(x, i);
	}
	be64_put(rec, key);
	return len;
}

static UNUSED_OK void
lt_attrs(struct lt *lt)
{
	const struct lt_shape *sh = lt->sh;

	vset_attrs(&lt->vs, sh->org, sh->ci_len, sh->cis_per_ca, sh->max);
	lt->vs.data.avglrecl = sh->min;
	if (sh->max > sh->ci_len - 7)
		lt->vs.data.flags |= DS_A_SPANNED;
	lt->vs.index.ci_len = sh->index_ci;
}

static UNUSED_OK enum ds_status
lt_open(struct lt *lt, unsigned intent)
{
	struct am_parms parms = {.intent = intent};
	struct vset *vs = &lt->vs;
	enum ds_status st;

	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = vs;
	parms.sphere.log_len = lt->sh->log_len;
	st = am_open(vs->vol, vs->name, &parms, &vs->file, &vs->diag);
	if (st == DS_OK)
		assert_int_equal(am_pos_new(vs->file, &vs->pos), DS_OK);
	return st;
}

static UNUSED_OK enum ds_status
lt_hold(struct lt *lt, uint32_t key)
{
	struct vset *vs = &lt->vs;
	struct am_rec got;
	uint8_t arg[8];
	enum ds_status st;

	be64_put(arg, key);
	if (lt->sh->org == DS_ORG_KSDS)
		st = am_point(
		    vs->pos, AM_KEY, AM_EQ, false, arg, 8, 0, &vs->diag);
	else
		st = am_point(
		    vs->pos, AM_RRN, AM_EQ, false, NULL, 0, key + 1, &vs->diag);
	return st == DS_OK ? am_get(vs->pos, &got, &vs->diag) : st;
}

enum lt_kind { LT_PUT, LT_UPDATE, LT_ERASE, LT_COMMIT };

/* What request number m->requests is; the model as it is after it. */
static UNUSED_OK enum lt_kind
lt_next(const struct lt *lt, struct lt_model *m, uint32_t *keyp)
{
	uint64_t x = test_mix(lt->seed, m->requests++);
	uint32_t key = (uint32_t)(x % lt->sh->keys);
	uint32_t dice = (uint32_t)((x >> 40) % 100);
	bool esds = lt->sh->org == DS_ORG_ESDS;
	enum lt_kind kind;

	if (dice < 2)
		return LT_COMMIT;
	if (esds && (m->n == 0 || (dice < 60 && m->n < lt->sh->keys)))
		key = m->n++;
	else if (esds)
		key %= m->n;
	kind = m->version[key] == 0 ? LT_PUT : LT_UPDATE;
	/* Sets grow and shrink. */
	if (!esds && kind == LT_UPDATE &&
	    dice < (m->requests / 2000 % 2 ? 70 : 25))
		kind = LT_ERASE;
	m->version[key] = kind == LT_ERASE ? 0 : (uint32_t)m->requests;
	*keyp = key;
	return kind;
}

/* Both make durable what was done: the log drained, or emptied. */
static UNUSED_OK enum ds_status
lt_commit(struct lt *lt, bool checkpoint)
{
	struct vset *vs = &lt->vs;

	return checkpoint ? sphere_commit(vs->file->sphere, false, &vs->diag)
			  : am_commit(vs->file, &vs->diag);
}

/* Make the next request; the model has it when it is complete. */
static UNUSED_OK enum ds_status
lt_request(struct lt *lt)
{
	static uint8_t rec[LT_MAX];
	struct lt_model next = lt->m;
	struct vset *vs = &lt->vs;
	uint32_t key = 0, len;
	enum lt_kind kind = lt_next(lt, &next, &key);
	bool sequential = next.requests % 5 == 0;
	enum ds_status st = DS_OK;

	len = lt_rec(lt, key, next.version[key], rec);
	if (kind == LT_COMMIT)
		st = lt_commit(lt, next.requests % 2 == 0);
	else if (kind == LT_PUT)
		st = am_put(vs->pos, rec, len,
		    lt->sh->org == DS_ORG_RRDS ? key + 1 : 0, sequential, NULL,
		    &vs->diag);
	else if ((st = lt_hold(lt, key)) == DS_OK)
		st = kind == LT_UPDATE ? am_update(vs->pos, rec, len, &vs->diag)
				       : am_erase(vs->pos, &vs->diag);
	if (st == DS_OK)
		lt->m = next;
	return st;
}

/* Is the set, opened for input, what the model says? NULL: yes. */
static UNUSED_OK const char *
lt_differs(struct lt *lt, const struct lt_model *m)
{
	static uint8_t rec[LT_MAX];
	struct vset *vs = &lt->vs;
	uint32_t there = 0, seen = 0, key, len, i;
	struct am_rec got;
	enum ds_status st;

	for (i = 0; i < LT_KEYS; i++)
		there += m->version[i] != 0;
	if (am_state(vs->file)->part[SPHERE_DATA].records != there)
		return "another number of records";
	st = am_point(vs->pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs->diag);
	while (st == DS_OK) {
		if ((st = am_get(vs->pos, &got, &vs->diag)) != DS_OK)
			break;
		key = (uint32_t)be64_get(got.data);
		if (key >= LT_KEYS || m->version[key] == 0)
			return "a record that is not there";
		if (lt->sh->org == DS_ORG_ESDS && key != seen)
			return "another order of entries";
		len = lt_rec(lt, key, m->version[key], rec);
		if (got.len != len || memcmp(got.data, rec, len) != 0)
			return "another version of a record";
		seen++;
	}
	if (st != DS_EOD && !(st == DS_NOTFOUND && there == 0))
		return "a record cannot be read";
	return seen == there ? NULL : "records are missing";
}

/* Make the set, with some records loaded, and the first requests to come. */
static UNUSED_OK void
lt_make(struct lt *lt, const struct lt_shape *sh, uint64_t seed)
{
	static uint8_t rec[LT_MAX];
	uint32_t len;

	memset(lt, 0, sizeof(*lt));
	lt->sh = sh;
	lt->seed = seed;
	lt_attrs(lt);
	vset_create(&lt->vs);
	assert_ok(lt_open(lt, AM_OUTPUT), &lt->vs.diag);
	for (uint32_t i = 0; i < sh->keys; i += 4) {
		uint32_t key = sh->org == DS_ORG_ESDS ? lt->m.n++ : i;

		lt->m.version[key] = 1;
		len = lt_rec(lt, key, 1, rec);
		assert_ok(am_put(lt->vs.pos, rec, len,
			      sh->org == DS_ORG_RRDS ? key + 1 : 0, true, NULL,
			      &lt->vs.diag),
		    &lt->vs.diag);
	}
	assert_ok(vset_close(&lt->vs), &lt->vs.diag);
}

#endif
