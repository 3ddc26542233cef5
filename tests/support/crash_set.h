/*
 * What the crash proof works on: a set of any organization, with alternate
 * indexes or without, the steps of a seed that are made to it, and the model
 * that says what it has after each of them. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_CRASH_SET_H
#define CATAMOUNT_TESTS_SUPPORT_CRASH_SET_H

#include "access-methods/am_int.h"
#include "base/bytes.h"
#include "tests/support/aix_test.h"

enum { CS_KEYS = 200, CS_STEPS = 90, CS_REC = 4096, CS_LOG = 12288 };
/* Where a record has its alternate keys, behind the key: one of few values,
 * and one of its own. */
enum { CS_ALT_FEW = 2, CS_ALT_OWN = 4, CS_FEW = 5, CS_FAMILY = 6 };

struct cs_shape {
	const char *what;
	enum ds_org org;
	uint32_t ci_len, cis_per_ca, index_ci, keylen;
	uint32_t min, max; /* bytes of a record; spanned above CI - 7 */
	uint32_t keys;     /* in use */
	uint32_t every;    /* one of so many is loaded */
	int naix;          /* 0, or both alternate indexes */
	bool reuse;
};

enum cs_kind {
	CS_PUT,
	CS_UPDATE,
	CS_ERASE,
	CS_HARDEN,     /* am_commit: the log drained */
	CS_CHECKPOINT, /* the log emptied */
	CS_REOPEN,     /* closed and opened again; requests durable or not */
	CS_RESET,      /* closed and opened for a load */
	CS_LOAD,       /* ... which is made and closed */
	CS_CLOSE
};

struct cs_step {
	enum cs_kind kind;
	uint32_t key;
	uint16_t version;
	bool sequential;
};

struct cs_model {
	uint16_t version[CS_KEYS]; /* 0: not there */
	uint32_t n;                /* in use, of a set that only grows */
	bool loaded;
};

struct cs {
	struct aset as;
	const struct cs_shape *sh;
	uint64_t seed;
	bool durable;
	struct cs_step step[CS_STEPS];
	struct cs_model model[CS_STEPS + 1]; /* before each, and at the end */
};

/* Grows at its end alone: nothing is erased, no record gets longer. */
static UNUSED_OK bool
cs_grows(const struct cs_shape *sh)
{
	return sh->org == DS_ORG_ESDS || sh->org == DS_ORG_LDS;
}

/* --- the plan ----------------------------------------------------------------
 */

/* In the middle of the plan a range of keys is erased, so that control areas
 * become empty, and others are put there again. */
static UNUSED_OK bool
cs_erasing(const struct cs *cs, unsigned i)
{
	return !cs_grows(cs->sh) && i > CS_STEPS / 2 && i < CS_STEPS * 3 / 4 &&
	       i % 3 != 0;
}

static UNUSED_OK uint32_t
cs_pick(const struct cs *cs, unsigned i, const struct cs_model *m, uint64_t x)
{
	uint32_t keys = cs->sh->keys, key = (uint32_t)(x % (keys - 1)) + 1;

	if (cs_grows(cs->sh))
		return m->n < keys && (m->n == 0 || (x >> 32) % 3 != 0)
			   ? m->n
			   : key % m->n;
	if (cs_erasing(cs, i))
		for (uint32_t k = keys / 4; k < keys; k++)
			if (m->version[k] != 0)
				return k;
	/* Mostly new ones, so that it grows. */
	for (uint32_t k = 0; k < keys && (x >> 32) % 3 != 0; k++)
		if (m->version[(key + k) % keys] == 0)
			return (key + k) % keys;
	return key;
}

static UNUSED_OK struct cs_step
cs_request(const struct cs *cs, unsigned i, const struct cs_model *m)
{
	uint64_t x = test_mix(cs->seed, i);
	struct cs_step s = {.key = cs_pick(cs, i, m, x),
	    .version = (uint16_t)(i + 2),
	    .sequential = i % 5 == 0};

	if (m->version[s.key] == 0)
		s.kind = CS_PUT;
	else if (cs_erasing(cs, i) || (!cs_grows(cs->sh) && (x >> 40) % 3 == 0))
		s.kind = CS_ERASE;
	else
		s.kind = CS_UPDATE;
	return s;
}

static UNUSED_OK enum cs_kind
cs_kind_of(const struct cs *cs, unsigned i)
{
	if (i + 1 == CS_STEPS)
		return CS_CLOSE;
	if (cs->sh->reuse && i == CS_STEPS * 2 / 5)
		return CS_RESET;
	if (cs->sh->reuse && i == CS_STEPS * 2 / 5 + 1)
		return CS_LOAD;
	if (i % 23 == 21)
		return CS_REOPEN;
	if (i % 7 == 6)
		return CS_CHECKPOINT;
	return i % 9 == 4 ? CS_HARDEN : CS_PUT;
}

static UNUSED_OK void
cs_loaded(const struct cs *cs, struct cs_model *m, uint16_t version)
{
	for (uint32_t k = 0; k < cs->sh->keys; k += cs->sh->every)
		m->version[cs_grows(cs->sh) ? m->n++ : k] = version;
	m->loaded = true;
}

static UNUSED_OK void
cs_plan(struct cs *cs)
{
	for (unsigned i = 0; i < CS_STEPS; i++) {
		struct cs_model *m = &cs->model[i + 1];
		struct cs_step *s = &cs->step[i];

		*m = cs->model[i];
		s->kind = cs_kind_of(cs, i);
		if (s->kind == CS_PUT)
			*s = cs_request(cs, i, m);
		if (s->kind == CS_RESET)
			*m = (struct cs_model){.n = 0};
		s->version = (uint16_t)(i + 2);
		if (s->kind == CS_LOAD)
			cs_loaded(cs, m, s->version);
		if (s->kind <= CS_ERASE) {
			m->version[s->key] =
			    s->kind == CS_ERASE ? 0 : s->version;
			if (s->key >= m->n)
				m->n = s->key + 1;
		}
	}
}

/* --- records ---------------------------------------------------------------
 */

/*
 * Keys come in families of CS_FAMILY, alike up to their last byte and unlike
 * all others from the fourth byte on: so most entries of the index need the
 * whole key, neither end of it can be left out, and few records make many
 * levels.
 */
static UNUSED_OK void
cs_key(const struct cs *cs, uint32_t key, uint8_t *out)
{
	uint32_t family = key / CS_FAMILY, len = cs->sh->keylen;

	for (uint32_t i = 4; i < len; i++)
		out[i] = (uint8_t)test_mix(family, i);
	be32_put(out, family);
	out[len - 1] = (uint8_t)(key % CS_FAMILY);
}

/* The number that a record, or a control interval, was made of. */
static UNUSED_OK uint32_t
cs_number(const struct cs *cs, const uint8_t *rec)
{
	if (cs->sh->keylen == 0)
		return (uint32_t)be64_get(rec);
	return be32_get(rec) * CS_FAMILY + rec[cs->sh->keylen - 1];
}

static UNUSED_OK uint32_t
cs_few(uint32_t key, uint16_t version)
{
	return (uint32_t)test_mix(key, version) % CS_FEW;
}

static UNUSED_OK uint32_t
cs_rec(const struct cs *cs, uint32_t key, uint16_t version, uint8_t *rec)
{
	const struct cs_shape *sh = cs->sh;
	uint32_t span = sh->max - sh->min + 1, at = sh->keylen;
	uint32_t len =
	    (uint32_t)test_mix(key, cs_grows(sh) ? 0 : version) % span;
	uint64_t x = test_mix(version, key);

	/* Mostly short ones, so that there are some in each CI. */
	if (sh->max > sh->ci_len)
		len = len * len / span;
	len += sh->min;
	for (uint32_t i = 0; i < len; i++)
		rec[i] = (uint8_t)((x >> (i % 8 * 8)) + i / 8);
	if (at == 0) {
		be64_put(rec, key);
		return len;
	}
	cs_key(cs, key, rec);
	be16_put(rec + at, (uint16_t)cs_few(key, version));
	be32_put(rec + at + CS_ALT_FEW, 2 * key + version % 2);
	return len;
}

/* --- the set -----------------------------------------------------------------
 */

static UNUSED_OK enum ds_status
cs_open(struct cs *cs, unsigned intent)
{
	struct am_aix aix[AIX_TEST_MAX];
	struct am_parms parms = {.intent = intent};
	struct vset *vs = &cs->as.base;
	enum ds_status st;

	memset(aix, 0, sizeof(aix));
	for (int i = 0; i < cs->as.n; i++) {
		aix[i].data_name = cs->as.aix[i].name;
		aix[i].upgrade = true;
		aix[i].sphere.extend = aset_extend;
		aix[i].sphere.extend_ctx = &cs->as.aix[i].space;
	}
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = vs;
	parms.sphere.log_len = CS_LOG;
	parms.aix = aix;
	parms.naix = (size_t)cs->as.n;
	st = am_open(vs->vol, vs->name, &parms, &vs->file, &vs->diag);
	if (st == DS_OK)
		assert_int_equal(am_pos_new(vs->file, &vs->pos), DS_OK);
	return st;
}

static UNUSED_OK enum ds_status
cs_open_update(struct cs *cs)
{
	return cs_open(
	    cs, AM_INPUT | AM_OUTPUT | (cs->durable ? AM_DURABLE : 0));
}

static UNUSED_OK bool
cs_numbered(const struct cs_shape *sh)
{
	return sh->org == DS_ORG_RRDS || sh->org == DS_ORG_VRRDS;
}

static UNUSED_OK enum ds_status
cs_put(struct cs *cs, uint32_t key, uint16_t version, bool sequential)
{
	static uint8_t rec[CS_REC];
	struct vset *vs = &cs->as.base;
	uint32_t len = cs_rec(cs, key, version, rec);

	return am_put(vs->pos, rec, len, cs_numbered(cs->sh) ? key + 1 : 0,
	    sequential, NULL, &vs->diag);
}

/* The records that a load leaves, into the empty set that is open. */
static UNUSED_OK enum ds_status
cs_load(struct cs *cs, const struct cs_model *m)
{
	enum ds_status st = DS_OK;

	for (uint32_t k = 0; k < cs->sh->keys && st == DS_OK; k++)
		if (m->version[k] != 0)
			st = cs_put(cs, k, m->version[k], true);
	return st == DS_OK ? vset_close(&cs->as.base) : st;
}

/* The pointers of one alternate key, in the order of prime keys. */
static UNUSED_OK uint32_t
cs_aix_rec(const struct cs *cs, bool few, uint32_t value, uint8_t *rec)
{
	uint32_t keylen = few ? 2 : 4, len = AIX_HEADER_LEN + keylen, n = 0;

	for (uint32_t k = 0; k < cs->sh->keys; k++) {
		uint16_t v = cs->model[0].version[k];

		if (v == 0 || (few ? cs_few(k, v) : 2 * k + v % 2) != value)
			continue;
		cs_key(cs, k, rec + len);
		len += cs->sh->keylen;
		n++;
	}
	rec[0] = 1; /* pointers are prime keys */
	rec[1] = (uint8_t)cs->sh->keylen;
	be16_put(rec + 2, (uint16_t)n);
	rec[4] = (uint8_t)keylen;
	if (few)
		be16_put(rec + AIX_HEADER_LEN, (uint16_t)value);
	else
		be32_put(rec + AIX_HEADER_LEN, value);
	return n == 0 ? 0 : len;
}

static UNUSED_OK void
cs_load_aix(struct cs *cs, int i)
{
	static uint8_t mem[2 * CS_KEYS][CS_REC];
	const uint8_t *recs[2 * CS_KEYS];
	uint32_t lens[2 * CS_KEYS], len;
	size_t n = 0;

	for (uint32_t v = 0; v < 2 * CS_KEYS; v++) {
		if ((len = cs_aix_rec(cs, i == 0, v, mem[n])) == 0)
			continue;
		recs[n] = mem[n];
		lens[n++] = len;
	}
	aset_load(&cs->as, i, recs, lens, n);
}

static UNUSED_OK void
cs_attrs(struct cs *cs)
{
	const struct cs_shape *sh = cs->sh;
	struct vset *vs = &cs->as.base;

	vset_attrs(vs, sh->org, sh->ci_len, sh->cis_per_ca, sh->max);
	vs->data.avglrecl = sh->min;
	if (sh->keylen > 0)
		vs->data.keylen = vs->index.keylen = (uint16_t)sh->keylen;
	if (sh->max > sh->ci_len)
		vs->data.flags |= DS_A_SPANNED;
	if (sh->reuse)
		vs->data.flags |= DS_A_REUSE;
	vs->index.ci_len = sh->index_ci;
	vs->index.cis_per_ca = 2; /* index extents, too */
}

/* Make the set with its alternate indexes, loaded, and the plan. */
static UNUSED_OK void
cs_make(struct cs *cs, const struct cs_shape *sh, uint64_t seed)
{
	memset(cs, 0, sizeof(*cs));
	cs->sh = sh;
	cs->seed = seed;
	cs_attrs(cs);
	vset_create(&cs->as.base);
	cs_loaded(cs, &cs->model[0], 1);
	cs_plan(cs);
	if (sh->naix > 0) {
		aset_add(&cs->as, 2, sh->keylen,
		    DS_A_NONUNIQKEY | DS_A_UPGRADE | DS_A_SPANNED, 512, 1800);
		aset_add(&cs->as, 4, sh->keylen + CS_ALT_FEW, DS_A_UPGRADE, 512,
		    400);
	}
	assert_ok(cs_open(cs, AM_OUTPUT | AM_SEQ), &cs->as.base.diag);
	assert_ok(cs_load(cs, &cs->model[0]), &cs->as.base.diag);
	for (int i = 0; i < cs->as.n; i++)
		cs_load_aix(cs, i);
}

static UNUSED_OK void
cs_free(struct cs *cs)
{
	aset_free(&cs->as);
}

/* --- steps -----------------------------------------------------------------
 */

static UNUSED_OK enum ds_status
cs_hold(struct cs *cs, uint32_t key)
{
	struct vset *vs = &cs->as.base;
	uint8_t arg[256];
	struct am_rec got;
	enum ds_status st;

	if (cs->sh->org == DS_ORG_KSDS) {
		cs_key(cs, key, arg);
		st = am_point(vs->pos, AM_KEY, AM_EQ, false, arg,
		    cs->sh->keylen, 0, &vs->diag);
	} else if (cs->sh->org == DS_ORG_LDS) {
		st = am_point(vs->pos, AM_RBA, AM_EQ, false, NULL, 0,
		    (uint64_t)key * cs->sh->ci_len, &vs->diag);
	} else {
		st = am_point(
		    vs->pos, AM_RRN, AM_EQ, false, NULL, 0, key + 1, &vs->diag);
	}
	return st == DS_OK ? am_get(vs->pos, &got, &vs->diag) : st;
}

static UNUSED_OK enum ds_status
cs_change(struct cs *cs, const struct cs_step *s)
{
	static uint8_t rec[CS_REC];
	struct vset *vs = &cs->as.base;
	enum ds_status st;

	if (s->kind == CS_PUT)
		return cs_put(cs, s->key, s->version, s->sequential);
	if ((st = cs_hold(cs, s->key)) != DS_OK)
		return st;
	if (s->kind == CS_ERASE)
		return am_erase(vs->pos, &vs->diag);
	return am_update(
	    vs->pos, rec, cs_rec(cs, s->key, s->version, rec), &vs->diag);
}

static UNUSED_OK enum ds_status
cs_do(struct cs *cs, unsigned i)
{
	const struct cs_step *s = &cs->step[i];
	struct vset *vs = &cs->as.base;
	enum ds_status st;

	switch (s->kind) {
	case CS_HARDEN:
		return am_commit(vs->file, &vs->diag);
	case CS_CHECKPOINT:
		return sphere_commit(vs->file->sphere, false, &vs->diag);
	case CS_REOPEN:
		st = vset_close(vs);
		cs->durable = !cs->durable;
		return st == DS_OK ? cs_open_update(cs) : st;
	case CS_RESET:
		st = vset_close(vs);
		return st == DS_OK ? cs_open(cs, AM_OUTPUT | AM_RESET) : st;
	case CS_LOAD:
		st = cs_load(cs, &cs->model[i + 1]);
		return st == DS_OK ? cs_open_update(cs) : st;
	case CS_CLOSE:
		return vset_close(vs);
	default:
		return cs_change(cs, s);
	}
}

/* --- what is found ---------------------------------------------------------
 */

/* Is the open set what the model says? NULL: yes. */
static UNUSED_OK const char *
cs_differs(struct cs *cs, const struct cs_model *m)
{
	static uint8_t rec[CS_REC];
	static const uint8_t zeros[CS_REC];
	struct vset *vs = &cs->as.base;
	uint32_t there = 0, seen = 0, key, len;
	struct am_rec got;
	enum ds_status st;

	for (uint32_t i = 0; i < CS_KEYS; i++)
		there += m->version[i] != 0;
	if (am_state(vs->file)->part[SPHERE_DATA].records != there &&
	    cs->sh->org != DS_ORG_LDS)
		return "another number of records";
	st = am_point(vs->pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs->diag);
	while (st == DS_OK) {
		if ((st = am_get(vs->pos, &got, &vs->diag)) != DS_OK)
			break;
		/* A linear set goes on to the end of its space. */
		if (cs->sh->org == DS_ORG_LDS && seen == there &&
		    memcmp(got.data, zeros, got.len) == 0)
			continue;
		key = cs_number(cs, got.data);
		if (key >= CS_KEYS || m->version[key] == 0)
			return "a record that is not there";
		if (cs_grows(cs->sh) && key != seen)
			return "another order of entries";
		len = cs_rec(cs, key, m->version[key], rec);
		if (got.len != len || memcmp(got.data, rec, len) != 0)
			return "another version of a record";
		seen++;
	}
	if (st != DS_EOD && !(st == DS_NOTFOUND && there == 0))
		return "a record cannot be read";
	return seen == there ? NULL : "records are missing";
}

/* Does the open set give a record that the model does not have, or end without
 * one that it has and without an error? */
static UNUSED_OK bool
cs_wrong(struct cs *cs, const struct cs_model *m)
{
	const char *why = cs_differs(cs, m);
	struct vset *vs = &cs->as.base;
	uint64_t at = 0, offset;
	struct am_rec got;

	if (why != NULL || cs->sh->org == DS_ORG_LDS)
		return why != NULL &&
		       strcmp(why, "a record cannot be read") != 0;
	/* Where each begins, told by the sums. */
	if (am_point(vs->pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &vs->diag) !=
	    DS_OK)
		return true;
	while (am_get(vs->pos, &got, &vs->diag) == DS_OK) {
		if (am_offset(vs->pos, 0, &offset, &vs->diag) == DS_OK &&
		    offset != at)
			return true;
		at += got.len;
	}
	return false;
}

/* The number of the model, from..to, that a reader finds; -1: none. */
static UNUSED_OK int
cs_found(struct cs *cs, unsigned from, unsigned to)
{
	struct vset *vs = &cs->as.base;
	enum ds_status st = cs_open(cs, AM_INPUT);
	int n;

	if (st == DS_OPEN_EMPTY) {
		for (n = (int)to; n >= (int)from; n--)
			if (!cs->model[n].loaded)
				return n;
		return -1;
	}
	if (st != DS_OK) {
		print_message(
		    "# open: %s %s\n", ds_status_name(st), vs->diag.text);
		return -1;
	}
	/* A linear set opens for input unwritten, too. */
	for (n = (int)to; n >= (int)from; n--)
		if (cs->model[n].loaded == am_state(vs->file)->loaded &&
		    cs_differs(cs, &cs->model[n]) == NULL)
			break;
	if (n < (int)from)
		print_message("# %s\n", cs_differs(cs, &cs->model[to]));
	vset_close(vs);
	return n >= (int)from ? n : -1;
}

/* Every invariant of base and alternate indexes. */
static UNUSED_OK bool
cs_sound(struct cs *cs)
{
	struct vset *vs = &cs->as.base;

	if (am_verify(vs->vol, vs->name, vset_report, NULL, &vs->diag) != DS_OK)
		return false;
	return aset_check(&cs->as) == DS_OK;
}

#endif
