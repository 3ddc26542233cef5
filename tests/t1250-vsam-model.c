/*
 * Random requests against a sorted array of records: after each the answer is
 * the array's, byte for byte; at intervals the set is committed, closed,
 * abandoned, opened again and verified. The expected values are the array's.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/long.h"
#include "tests/support/vsam_test.h"

enum { MAXREC = 8000, MAXRECS = 6000 };

struct rec {
	uint32_t len;
	uint8_t data[MAXREC];
};

struct model {
	uint32_t n;
	struct rec *rec[MAXRECS];
};

struct shape {
	const char *what;
	uint32_t ci_len, cis_per_ca, index_ci, keylen, rkp, min, max;
	uint8_t fspc_ci, fspc_ca;
	uint32_t alphabet; /* bytes that keys are made of */
	uint32_t ops, target;
	uint32_t limit; /* records longer than this span; 0: none may */
};

static struct vset vs;
static struct model now;
static const struct shape *sh;
static uint64_t inserted, appended, retrieved;

static int
key_cmp(const struct rec *r, const uint8_t *key)
{
	return memcmp(r->data + sh->rkp, key, sh->keylen);
}

/* The first record whose key is not below key. */
static uint32_t
lower(const struct model *m, const uint8_t *key)
{
	uint32_t lo = 0, hi = m->n, mid;

	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (key_cmp(m->rec[mid], key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void
model_free(struct model *m)
{
	while (m->n > 0)
		free(m->rec[--m->n]);
}

/* A record to keep, of no more memory than it needs. */
static struct rec *
rec_keep(const struct rec *r)
{
	struct rec *kept_rec = malloc(offsetof(struct rec, data) + r->len);

	memcpy(kept_rec, r, offsetof(struct rec, data) + r->len);
	return kept_rec;
}

static void
make_key(uint8_t *key)
{
	uint32_t i;

	for (i = 0; i < sh->keylen; i++)
		key[i] = (uint8_t)(0xFF - (uint32_t)rand() % sh->alphabet);
}

static void
make_rec(struct rec *r, const uint8_t *key)
{
	uint32_t i;

	r->len = sh->min + (uint32_t)rand() % (sh->max - sh->min + 1);
	if (sh->limit > 0 && rand() % 2)
		r->len = sh->min + (uint32_t)rand() % (sh->limit - sh->min);
	for (i = 0; i < r->len; i++)
		r->data[i] = (uint8_t)rand();
	memcpy(r->data + sh->rkp, key, sh->keylen);
}

static void
same(const struct am_rec *got, const struct rec *want)
{
	assert_int_equal(got->len, want->len);
	assert_memory_equal(got->data, want->data, want->len);
}

/* --- requests ------------------------------------------------------------- */

static void
insert(void)
{
	static struct rec r;
	uint8_t key[256];
	uint32_t at;
	uint64_t rba = UINT64_MAX;
	struct am_rec got;
	enum ds_status st;

	make_key(key);
	if (now.n > 0 && rand() % 8 == 0) /* at the end, or near-by */
		memcpy(key, now.rec[now.n - 1]->data + sh->rkp, sh->keylen);
	if (rand() % 8 == 0)
		key[sh->keylen - 1]++;
	make_rec(&r, key);
	at = lower(&now, key);
	st = am_put(vs.pos, r.data, r.len, 0, rand() % 2, &rba, &vs.diag);
	if (at < now.n && key_cmp(now.rec[at], key) == 0) {
		assert_int_equal(st, DS_DUPLICATE);
		return;
	}
	assert_int_equal(st, DS_OK);
	if (at < now.n)
		inserted++;
	else
		appended++;
	memmove(
	    now.rec + at + 1, now.rec + at, (now.n - at) * sizeof(now.rec[0]));
	now.rec[at] = rec_keep(&r);
	now.n++;
	st = am_point(vs.pos, AM_RBA, AM_EQ, false, NULL, 0, rba, &vs.diag);
	if (sh->limit > 0 && r.len > sh->limit) {
		assert_int_equal(st, DS_SPANADDR);
		st = am_point(
		    vs.pos, AM_KEY, AM_EQ, false, key, sh->keylen, 0, &vs.diag);
	}
	assert_int_equal(st, DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	retrieved++;
	same(&got, &r);
	assert_int_equal(got.rba, rba);
}

/* Point at a record that exists, and get it. */
static uint32_t
hold(bool backward)
{
	uint32_t at = (uint32_t)rand() % now.n;
	struct am_rec got;

	if (rand() % 4)
		assert_int_equal(
		    am_point(vs.pos, AM_KEY, AM_EQ, backward,
			now.rec[at]->data + sh->rkp, sh->keylen, 0, &vs.diag),
		    DS_OK);
	else
		assert_int_equal(am_point(vs.pos, AM_RRN, AM_EQ, backward, NULL,
				     0, at + 1, &vs.diag),
		    DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	retrieved++;
	same(&got, now.rec[at]);
	return at;
}

static void
update(void)
{
	static struct rec r;
	uint32_t at;
	uint8_t key[256];

	if (now.n == 0)
		return;
	at = hold(rand() % 2);
	memcpy(key, now.rec[at]->data + sh->rkp, sh->keylen);
	make_rec(&r, key);
	if (rand() % 3 == 0)
		r.len = now.rec[at]->len;
	if (rand() % 10 == 0) {
		r.data[sh->rkp] ^= 1;
		assert_int_equal(
		    am_update(vs.pos, r.data, r.len, &vs.diag), DS_KEYCHANGED);
		r.data[sh->rkp] ^= 1;
	}
	assert_int_equal(am_update(vs.pos, r.data, r.len, &vs.diag), DS_OK);
	assert_int_equal(
	    am_update(vs.pos, r.data, r.len, &vs.diag), DS_NOUPDATE);
	free(now.rec[at]);
	now.rec[at] = rec_keep(&r);
}

static void
erase(void)
{
	struct am_rec got;
	uint32_t at;
	bool back = rand() % 2;
	enum ds_status st;

	if (now.n == 0)
		return;
	at = hold(back);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
	assert_int_equal(am_erase(vs.pos, &vs.diag), DS_NOUPDATE);
	free(now.rec[at]);
	now.n--;
	memmove(
	    now.rec + at, now.rec + at + 1, (now.n - at) * sizeof(now.rec[0]));
	/* the position goes on from where the record was */
	st = am_get(vs.pos, &got, &vs.diag);
	if (back ? at == 0 : at == now.n) {
		assert_int_equal(st, DS_EOD);
		return;
	}
	assert_int_equal(st, DS_OK);
	retrieved++;
	same(&got, now.rec[back ? at - 1 : at]);
}

/* Erase many in a row: whole control areas become empty. */
static void
wipe(void)
{
	uint32_t at, n;
	struct am_rec got;

	if (now.n < 100)
		return;
	at = (uint32_t)rand() % now.n;
	n = (uint32_t)rand() % (now.n - at);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, now.rec[at]->data + sh->rkp,
		sh->keylen, 0, &vs.diag),
	    DS_OK);
	for (uint32_t i = at; i < at + n; i++) {
		assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
		same(&got, now.rec[i]);
		assert_int_equal(am_erase(vs.pos, &vs.diag), DS_OK);
		free(now.rec[i]);
	}
	retrieved += n;
	now.n -= n;
	memmove(
	    now.rec + at, now.rec + at + n, (now.n - at) * sizeof(now.rec[0]));
}

/* Point at a key, generic perhaps, and read some records from there. */
static void
browse(void)
{
	uint8_t key[256], low[256] = {0};
	uint32_t len = 1 + (uint32_t)rand() % sh->keylen, n, limit;
	bool back = rand() % 2, eq = rand() % 2, there;
	struct am_rec got;
	enum ds_status st;
	int64_t at;

	make_key(key);
	if (rand() % 2)
		len = sh->keylen;
	memcpy(low, key, len);
	at = lower(&now, low);
	st = am_point(
	    vs.pos, AM_KEY, eq ? AM_EQ : AM_GE, back, key, len, 0, &vs.diag);
	there = at < now.n &&
		(!eq || memcmp(now.rec[at]->data + sh->rkp, key, len) == 0);
	assert_int_equal(st, there ? DS_OK : DS_NOTFOUND);
	if (!there)
		return;
	limit = rand() % 50 ? (uint32_t)rand() % 20 : MAXRECS;
	for (n = 0; n < limit; n++, at += back ? -1 : 1) {
		st = am_get(vs.pos, &got, &vs.diag);
		if (at < 0 || at >= now.n) {
			assert_int_equal(st, DS_EOD);
			break;
		}
		assert_int_equal(st, DS_OK);
		retrieved++;
		same(&got, now.rec[at]);
	}
}

static void
whole(unsigned intent)
{
	struct am_rec got;
	uint32_t i;

	assert_int_equal(vset_open(&vs, intent), DS_OK);
	for (i = 0; i < now.n; i++) {
		assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
		same(&got, now.rec[i]);
		assert_int_equal(got.rrn, i + 1);
	}
	retrieved += now.n;
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	if (now.n > 0)
		assert_int_equal(am_point(vs.pos, AM_LAST, AM_EQ, true, NULL, 0,
				     0, &vs.diag),
		    DS_OK);
	while (now.n > 0 && i-- > 0) {
		assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
		retrieved++;
		same(&got, now.rec[i]);
		assert_int_equal(got.rrn, i + 1);
	}
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_EOD);
	assert_int_equal(vset_close(&vs), DS_OK);
}

/* Closed or abandoned, all completed requests are there. */
static void
reopen(bool drop)
{
	if (drop)
		vset_abandon(&vs);
	else
		assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
	whole(AM_INPUT | AM_SEQ);
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
	assert_int_equal(am_state(vs.file)->part[SPHERE_DATA].records, now.n);
}

static void
step(void)
{
	uint32_t kind = (uint32_t)rand() % 100;
	bool grow = now.n < sh->target;

	if (kind < (grow ? 45u : 20u) && now.n < MAXRECS - 1)
		insert();
	else if (kind < 60)
		update();
	else if (kind < (grow ? 65u : 85u))
		erase();
	else
		browse();
	kind = (uint32_t)rand() % 4000;
	if (kind >= 3997)
		wipe();
	if (kind < 4) {
		reopen(kind == 0);
	} else if (kind < 8) {
		assert_int_equal(am_commit(vs.file, &vs.diag), DS_OK);
	}
}

static int
by_key(const void *a, const void *b)
{
	const struct rec *const *x = a, *const *y = b;

	return memcmp((*x)->data + sh->rkp, (*y)->data + sh->rkp, sh->keylen);
}

/* A load of about a third of the records, in key order. */
static void
load(void)
{
	static struct rec r;
	uint32_t i, j = 0, n = sh->target / 3;
	uint8_t key[256];

	for (i = 0; i < n; i++) {
		make_key(key);
		make_rec(&r, key);
		now.rec[i] = rec_keep(&r);
	}
	qsort(now.rec, n, sizeof(now.rec[0]), by_key);
	for (i = 0; i < n; i++) {
		if (j > 0 && by_key(&now.rec[j - 1], &now.rec[i]) == 0)
			free(now.rec[i]);
		else
			now.rec[j++] = now.rec[i];
	}
	now.n = j;
	assert_int_equal(vset_open(&vs, AM_OUTPUT | AM_SEQ), DS_OK);
	for (i = 0; i < now.n; i++)
		assert_int_equal(am_put(vs.pos, now.rec[i]->data,
				     now.rec[i]->len, 0, true, NULL, &vs.diag),
		    DS_OK);
	assert_int_equal(vset_close(&vs), DS_OK);
}

static void
run(void **state)
{
	const struct ds_stats *st;
	uint32_t i, ops;

	sh = *state;
	ops = sh->ops * long_or(11, 1); /* 2 million over all shapes */
	inserted = appended = retrieved = 0;
	srand(sh->ops + sh->ci_len + sh->keylen);
	vset_attrs(&vs, DS_ORG_KSDS, sh->ci_len, sh->cis_per_ca, sh->max);
	vs.data.avglrecl = sh->min;
	vs.data.keylen = vs.index.keylen = (uint16_t)sh->keylen;
	vs.data.rkp = vs.index.rkp = sh->rkp;
	vs.index.ci_len = sh->index_ci;
	vs.data.fspc_ci = sh->fspc_ci;
	vs.data.fspc_ca = sh->fspc_ca;
	vs.data.flags |= sh->limit > 0 ? DS_A_SPANNED : 0;
	vset_create(&vs);
	load();
	vset_verify(&vs);
	whole(AM_INPUT);
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT), DS_OK);
	for (i = 0; i < ops; i++)
		step();
	reopen(false);
	/* statistics outlive an abandoned open: they count what was asked */
	st = am_stats(vs.file, SPHERE_DATA);
	assert_true(st->rec_inserted >= inserted);
	/* where the last control intervals are empty, a record behind all
	 * others may go into one before them, and count as inserted */
	assert_true(st->rec_inserted <= inserted + appended);
	assert_int_equal(st->rec_retrieved, retrieved);
	vset_free(&vs);
	model_free(&now);
}

/* CI, CIs a CA, index CI, key, at, record lengths, FREESPACE, alphabet,
 * requests, records; spanned: CI - 7. The longest take a whole CA of
 * CI - 10 bytes a CI. */
static const struct shape shapes[] = {
    {"fixed", 512, 8, 512, 8, 0, 80, 80, 0, 0, 3, 30000, 1500, 0},
    {"variable", 512, 5, 512, 8, 4, 12, 300, 20, 20, 4, 25000, 1500, 0},
    {"one CI a CA", 512, 1, 512, 6, 0, 6, 120, 0, 0, 5, 10000, 800, 0},
    {"one record a CI", 1024, 6, 512, 12, 3, 550, 600, 10, 0, 2, 8000, 500, 0},
    {"long keys", 2048, 12, 1024, 200, 10, 210, 300, 0, 10, 2, 10000, 900, 0},
    {"narrow index", 4096, 400, 512, 60, 0, 60, 200, 0, 0, 2, 12000, 2500, 0},
    {"short keys", 18432, 45, 512, 2, 7, 9, 400, 30, 30, 255, 15000, 5000, 0},
    {"spanned", 512, 12, 512, 8, 4, 12, 3000, 10, 20, 4, 25000, 900, 505},
    {"spanned, whole control areas", 512, 5, 512, 4, 0, 4, 2510, 0, 0, 9, 15000,
	600, 505},
    {"spanned, one CI a CA", 512, 1, 512, 6, 0, 6, 502, 0, 0, 5, 5000, 300,
	502},
    {"spanned, narrow index", 1024, 300, 1024, 100, 20, 120, 8000, 0, 50, 3,
	12000, 500, 1017},
    {"spanned, many CIs", 4096, 45, 512, 10, 0, 10, 8000, 20, 10, 5, 12000,
	1500, 4089},
};

int
main(void)
{
	struct CMUnitTest tests[sizeof(shapes) / sizeof(shapes[0])];
	size_t i, n = sizeof(shapes) / sizeof(shapes[0]);

	for (i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){shapes[i].what, run, NULL, NULL,
		    (void *)(uintptr_t)&shapes[i]};
	return _cmocka_run_group_tests("vsam model", tests, n, NULL, NULL);
}
