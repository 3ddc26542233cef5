/*
 * Random requests to a base with two alternate indexes, one nonunique and one
 * unique, by the cluster and by both paths, against an array of records. After
 * each session base and alternate indexes are verified, and each path read in
 * both directions. The expected values, order and codes are the array's.
 *
 * A record is key (4), alternate key 1 (2), alternate key 2 (3), and text; it
 * may end before either alternate key does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/aix_test.h"

enum { MAXREC = 48, MAXRECS = 4000, KEYLEN = 4, MOST = 12 };

struct rec {
	uint32_t len;
	uint64_t rba;
	uint8_t data[MAXREC];
};

static const struct {
	uint32_t off, len;
} alt[2] = {{4, 2}, {6, 3}};

static struct rec now[MAXRECS];
static uint32_t nnow;
static struct aset as;
static bool keyed;
static uint64_t many, doubles, longer, followed;

static bool
has(const struct rec *r, int a)
{
	return r->len >= alt[a].off + alt[a].len;
}

static int
alt_cmp(const struct rec *r, int a, const uint8_t *key, size_t len)
{
	return memcmp(r->data + alt[a].off, key, len);
}

/* Where a key is, or would be; for an ESDS by RBA order all are new. */
static uint32_t
lower(const uint8_t *key)
{
	uint32_t i;

	for (i = 0; keyed && i < nnow; i++)
		if (memcmp(now[i].data, key, KEYLEN) >= 0)
			return i;
	return nnow;
}

static void
make(struct rec *r)
{
	r->len = KEYLEN + (uint32_t)rand() % (MAXREC - KEYLEN + 1);
	for (uint32_t i = 0; i < MAXREC; i++)
		r->data[i] = (uint8_t)rand();
	for (uint32_t i = 0; i < KEYLEN; i++)
		r->data[i] = (uint8_t)(rand() % 9);
	r->data[4] = (uint8_t)(rand() % 7);
	r->data[5] = (uint8_t)(rand() % 13);
	for (uint32_t i = 6; i < 9; i++)
		r->data[i] = (uint8_t)(rand() % 14);
}

/* What the upgrade set says to r in place of old (NULL: none). */
static enum ds_status
upgrade(const struct rec *r, const struct rec *old, bool *dupp)
{
	uint32_t same;

	*dupp = false;
	for (int a = 0; a < 2; a++) {
		if (!has(r, a) ||
		    (old != NULL && has(old, a) &&
			alt_cmp(old, a, r->data + alt[a].off, alt[a].len) == 0))
			continue;
		same = 0;
		for (uint32_t i = 0; i < nnow; i++)
			if (has(&now[i], a) &&
			    alt_cmp(&now[i], a, r->data + alt[a].off,
				alt[a].len) == 0)
				same++;
		if (a == 1 && same > 0)
			return DS_DUPAIX;
		if (a == 0 && same == MOST)
			return DS_TOOMANY;
		if (same > 0)
			*dupp = true;
	}
	return DS_OK;
}

static void
count(enum ds_status st)
{
	many += st == DS_TOOMANY;
	doubles += st == DS_DUPAIX;
}

/* --- requests ------------------------------------------------------------- */

static void
put(void)
{
	enum ds_status want, st;
	struct rec r;
	uint32_t at;
	bool dup;

	make(&r);
	at = lower(r.data);
	if (keyed && at < nnow && memcmp(now[at].data, r.data, KEYLEN) == 0)
		want = DS_DUPLICATE, dup = false;
	else
		want = upgrade(&r, NULL, &dup);
	if (nnow == MAXRECS)
		return;
	st = am_put(
	    as.base.pos, r.data, r.len, 0, rand() % 2, &r.rba, &as.base.diag);
	assert_int_equal(st, want);
	assert_int_equal(am_feedback(as.base.pos), st == DS_OK && dup ? 8 : 0);
	count(st);
	if (st != DS_OK)
		return;
	memmove(&now[at + 1], &now[at], (nnow - at) * sizeof(r));
	now[at] = r;
	nnow++;
}

/* Position on record i by the cluster or by the path. */
static bool
find(int path, uint32_t i)
{
	struct am_rec got;
	enum ds_status st;

	if (path < 0 && keyed)
		st = am_point(as.base.pos, AM_KEY, AM_EQ, false, now[i].data,
		    KEYLEN, 0, &as.base.diag);
	else if (path < 0)
		st = am_point(as.base.pos, AM_RBA, AM_EQ, false, NULL, 0,
		    now[i].rba, &as.base.diag);
	else if (!has(&now[i], path))
		return false;
	else
		st = am_point(as.base.pos, AM_KEY, AM_EQ, false,
		    now[i].data + alt[path].off, alt[path].len, 0,
		    &as.base.diag);
	assert_ok(st, &as.base.diag);
	do {
		assert_ok(
		    am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
	} while (memcmp(got.data, now[i].data, got.len) != 0 ||
		 (!keyed && got.rba != now[i].rba));
	assert_int_equal(got.len, now[i].len);
	return true;
}

static void
update(int path)
{
	uint32_t i = nnow > 0 ? (uint32_t)rand() % nnow : 0;
	enum ds_status want, st;
	struct rec r;
	bool dup;

	if (nnow == 0 || !find(path, i))
		return;
	make(&r);
	if (keyed)
		memcpy(r.data, now[i].data, KEYLEN);
	else
		r.len = now[i].len;
	if (rand() % 2 == 0) /* same alternate keys, as most are */
		memcpy(r.data + 4, now[i].data + 4, 5);
	if (path >= 0 && rand() % 4 != 0)
		memcpy(r.data + alt[path].off, now[i].data + alt[path].off,
		    alt[path].len);
	r.rba = now[i].rba;
	if (path >= 0 && (!has(&r, path) || !has(&now[i], path) ||
			     alt_cmp(&r, path, now[i].data + alt[path].off,
				 alt[path].len) != 0))
		want = DS_KEYCHANGED;
	else
		want = upgrade(&r, &now[i], &dup);
	st = am_update(as.base.pos, r.data, r.len, &as.base.diag);
	assert_int_equal(st, want);
	count(st);
	if (st == DS_OK)
		now[i] = r;
}

static void
erase(int path)
{
	uint32_t i = nnow > 0 ? (uint32_t)rand() % nnow : 0;
	enum ds_status st;

	if (nnow == 0 || !find(path, i))
		return;
	st = am_erase(as.base.pos, &as.base.diag);
	assert_int_equal(st, keyed ? DS_OK : DS_NOERASE);
	if (st != DS_OK)
		return;
	memmove(&now[i], &now[i + 1], (nnow - i - 1) * sizeof(now[0]));
	nnow--;
	/* a second time there is nothing held */
	assert_int_equal(am_erase(as.base.pos, &as.base.diag), DS_NOUPDATE);
}

/* --- reading by a path ---------------------------------------------------- */

/* The array is in prime key or RBA order, so a stable sort by alternate key
 * gives the path's order. */
static uint32_t
by_alt(int path, const struct rec **out)
{
	uint32_t n = 0, j;

	for (uint32_t i = 0; i < nnow; i++) {
		if (!has(&now[i], path))
			continue;
		for (j = n++; j > 0 && alt_cmp(out[j - 1], path,
					   now[i].data + alt[path].off,
					   alt[path].len) > 0;
		     j--)
			out[j] = out[j - 1];
		out[j] = &now[i];
	}
	return n;
}

static void
walk(int path, bool backward, const struct rec **in, uint32_t n, uint32_t at,
    uint32_t most)
{
	const struct rec *want, *next;
	struct am_rec got;
	bool more;

	for (uint32_t i = 0; i < most; i++) {
		if (backward ? at == 0 : at == n) {
			assert_int_equal(
			    am_get(as.base.pos, &got, &as.base.diag), DS_EOD);
			return;
		}
		want = in[backward ? --at : at++];
		next = NULL;
		if (backward ? at > 0 : at < n)
			next = in[backward ? at - 1 : at];
		more = next != NULL &&
		       alt_cmp(next, path, want->data + alt[path].off,
			   alt[path].len) == 0;
		assert_ok(
		    am_get(as.base.pos, &got, &as.base.diag), &as.base.diag);
		assert_int_equal(got.len, want->len);
		assert_memory_equal(got.data, want->data, want->len);
		assert_int_equal(got.more, more);
		followed += more;
	}
}

/* Point by a key, whole or generic, that is there or not, and read some. */
static void
browse(int path)
{
	static const struct rec *in[MAXRECS];
	uint32_t n = by_alt(path, in), at = 0;
	size_t len = 1 + (size_t)rand() % alt[path].len;
	bool backward = rand() % 2 == 0, eq = rand() % 2 == 0;
	enum ds_status st;
	struct rec r;

	make(&r);
	while (at < n && alt_cmp(in[at], path, r.data + alt[path].off, len) < 0)
		at++;
	st = am_point(as.base.pos, AM_KEY, eq ? AM_EQ : AM_GE, backward,
	    r.data + alt[path].off, len, 0, &as.base.diag);
	if (at == n ||
	    (eq && alt_cmp(in[at], path, r.data + alt[path].off, len) != 0)) {
		assert_int_equal(st, DS_NOTFOUND);
		return;
	}
	assert_ok(st, &as.base.diag);
	/* backward begins with the last duplicate of the record found */
	if (backward) {
		struct rec first = *in[at];

		while (
		    at < n && alt_cmp(in[at], path, first.data + alt[path].off,
				  alt[path].len) == 0)
			at++;
	}
	walk(path, backward, in, n, at, (uint32_t)rand() % 30);
}

static void
read_all(int path)
{
	static const struct rec *in[MAXRECS];
	uint32_t n = by_alt(path, in);
	struct am_rec got;

	assert_ok(aset_open(&as, AM_INPUT | AM_SEQ, path), &as.base.diag);
	walk(path, false, in, n, 0, n + 1);
	if (n > 0) {
		assert_ok(am_point(as.base.pos, AM_LAST, AM_GE, true, NULL, 0,
			      0, &as.base.diag),
		    &as.base.diag);
		walk(path, true, in, n, n, n + 1);
	}
	assert_int_equal(am_point(as.base.pos, AM_RBA, AM_EQ, false, NULL, 0, 0,
			     &as.base.diag),
	    DS_NOTBYPATH);
	assert_int_equal(
	    am_put(as.base.pos, "x", 1, 0, false, NULL, &as.base.diag),
	    DS_NOACCESS);
	(void)got;
	assert_int_equal(vset_close(&as.base), DS_OK);
}

/* --- sessions ------------------------------------------------------------- */

static void
check_closed(void)
{
	vset_verify(&as.base);
	for (int a = 0; a < as.n; a++) {
		assert_ok(am_verify(as.base.vol, as.aix[a].name, vset_report,
			      NULL, &as.base.diag),
		    &as.base.diag);
		assert_ok(am_verify_aix(as.base.vol, as.aix[a].name,
			      vset_report, NULL, &as.base.diag),
		    &as.base.diag);
		read_all(a);
	}
}

static void
session(unsigned ops)
{
	int path = rand() % 3 - 1;

	assert_ok(
	    aset_open(&as, AM_OUTPUT | AM_INPUT | AM_DIR, path), &as.base.diag);
	assert_int_equal(am_warning(as.base.file), 0);
	for (unsigned i = 0; i < ops; i++) {
		int what = rand() % 100;

		if (what < (nnow < 900 ? 45 : 25))
			put();
		else if (what < 65)
			update(path);
		else if (what < 80)
			erase(path);
		else if (what < 99 && path >= 0)
			browse(path);
		else if (what == 99) {
			assert_ok(am_commit(as.base.file, &as.base.diag),
			    &as.base.diag);
		}
	}
	/* Abandoned, completed requests are there, as if it was killed. */
	if (rand() % 4 == 0) {
		vset_abandon(&as.base);
		return;
	}
	assert_ok(vset_close(&as.base), &as.base.diag);
}

/* A base of one record, and its alternate indexes as BLDINDEX would make them,
 * from the same record by hand. */
static void
set_up(enum ds_org org)
{
	uint8_t first[9] = {0, 0, 0, 0, 1, 2, 3, 4, 5}, rec[2][32];
	const uint8_t *one;
	uint32_t len;

	keyed = org == DS_ORG_KSDS;
	vset_attrs(&as.base, org, 1024, 5, MAXREC);
	as.base.data.keylen = as.base.index.keylen = keyed ? KEYLEN : 0;
	vset_create(&as.base);
	as.n = 0;
	aset_add(&as, 2, 4, DS_A_NONUNIQKEY | DS_A_UPGRADE, 512,
	    AIX_HEADER_LEN + 2 + MOST * 4);
	aset_add(&as, 3, 6, DS_A_UPGRADE, 512, AIX_HEADER_LEN + 3 + 4);
	assert_ok(vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
	assert_ok(am_put(as.base.pos, first, 9, 0, true, NULL, &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	for (int a = 0; a < 2; a++) {
		/* flag, pointer length, count, key length, key, pointer: the
		 * prime key and the RBA are both four bytes of zeros */
		const uint8_t head[5] = {keyed, 4, 0, 1, (uint8_t)(2 + a)};

		memset(rec[a], 0, sizeof(rec[a]));
		memcpy(rec[a], head, 5);
		memcpy(rec[a] + 5, first + alt[a].off, alt[a].len);
		len = 5 + alt[a].len + 4;
		one = rec[a];
		aset_load(&as, a, &one, &len, 1);
	}
	memset(now, 0, sizeof(now));
	now[0].len = 9;
	memcpy(now[0].data, first, 9);
	nnow = 1;
}

static void
run(enum ds_org org, unsigned sessions)
{
	many = doubles = longer = followed = 0;
	srand(4711);
	set_up(org);
	for (unsigned s = 0; s < sessions; s++) {
		session(500);
		check_closed();
	}
	print_message("# %u records at the end, %u refused for too many "
		      "pointers, %u duplicates, %u followed by one more\n",
	    nnow, (unsigned)many, (unsigned)doubles, (unsigned)followed);
	assert_true(many > 20 && doubles > 20 && followed > 500);
	aset_free(&as);
}

static void
a_ksds_and_its_alternate_indexes_stay_equal(void **state)
{
	(void)state;
	run(DS_ORG_KSDS, 100);
}

static void
an_esds_and_its_alternate_indexes_stay_equal(void **state)
{
	(void)state;
	run(DS_ORG_ESDS, 20);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_ksds_and_its_alternate_indexes_stay_equal),
	    cmocka_unit_test(an_esds_and_its_alternate_indexes_stay_equal),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
