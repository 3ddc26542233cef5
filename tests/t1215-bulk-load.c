/*
 * Loads whose records come in any order, against the C library's qsort of the
 * same records: the first of equal keys is stored, each later one is told. All
 * of it is there from the close on, or nothing.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <dirent.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/bytes.h"
#include "tests/support/child.h"
#include "tests/support/vsam_test.h"

struct shape {
	enum ds_org org;
	uint32_t ci_len, cis_per_ca, index_ci, keylen, rkp, min, max, flags;
	uint32_t alphabet; /* of the bytes of a key's last four */
	uint64_t memory;
	size_t n;
};

struct rec {
	uint8_t *data;
	uint32_t len;
	uint64_t rrn; /* VRRDS */
	size_t number;
};

static struct vset vs;
static const struct shape *sh;
static struct rec *recs;
static const struct rec **told; /* duplicates that are to be told, in order */
static size_t ntold, next_told;

static int
key_order(const struct rec *a, const struct rec *b)
{
	if (sh->org == DS_ORG_VRRDS)
		return (a->rrn > b->rrn) - (a->rrn < b->rrn);
	return memcmp(a->data + sh->rkp, b->data + sh->rkp, sh->keylen);
}

static int
order(const void *pa, const void *pb)
{
	const struct rec *a = pa, *b = pb;
	int c = key_order(a, b);

	return c != 0 ? c : (a->number > b->number) - (a->number < b->number);
}

/* Keys differ in their last bytes alone: their heads are equal. */
static void
rec_make(struct rec *r, size_t number)
{
	uint32_t i, from = sh->keylen > 4 ? sh->keylen - 4 : 0;

	r->len = sh->min + (uint32_t)random() % (sh->max - sh->min + 1);
	r->number = number;
	r->rrn =
	    sh->org == DS_ORG_VRRDS ? (uint64_t)random() % (2 * sh->n) + 1 : 0;
	assert_non_null(r->data = malloc(r->len));
	memset(r->data, (int)(random() % 256), r->len);
	for (i = 0; i < sh->keylen && i < from; i++)
		r->data[sh->rkp + i] = 'K';
	for (; i < sh->keylen; i++)
		r->data[sh->rkp + i] =
		    (uint8_t)((unsigned)random() % sh->alphabet);
}

static void
on_duplicate(
    void *ctx, const uint8_t *key, uint32_t keylen, const struct am_rec *rec)
{
	const struct rec *want;

	assert_ptr_equal(ctx, &vs);
	assert_true(next_told < ntold);
	want = told[next_told++];
	assert_int_equal(rec->len, want->len);
	assert_memory_equal(rec->data, want->data, want->len);
	if (sh->org == DS_ORG_VRRDS) {
		assert_int_equal(keylen, 4);
		assert_int_equal(be32_get(key), want->rrn);
		assert_int_equal(rec->rrn, want->rrn);
		return;
	}
	assert_int_equal(keylen, sh->keylen);
	assert_memory_equal(key, want->data + sh->rkp, keylen);
}

static enum ds_status
open_bulk(unsigned intent, bool tell)
{
	struct am_parms parms = {.intent = AM_OUTPUT | AM_BULK | intent};
	enum ds_status st;

	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &vs;
	parms.bulk = (struct am_bulk){
	    vs.dir, sh->memory, tell ? on_duplicate : NULL, &vs};
	st = am_open(vs.vol, vs.name, &parms, &vs.file, &vs.diag);
	if (st == DS_OK)
		assert_int_equal(am_pos_new(vs.file, &vs.pos), DS_OK);
	return st;
}

static void
set_make(const struct shape *shape)
{
	sh = shape;
	vset_attrs(&vs, sh->org, sh->ci_len, sh->cis_per_ca, sh->max);
	if (sh->org == DS_ORG_KSDS)
		vs.data.keylen = vs.index.keylen = (uint8_t)sh->keylen;
	vs.data.rkp = vs.index.rkp = sh->rkp;
	vs.index.ci_len = sh->index_ci;
	vs.data.flags |= sh->flags;
	vset_create(&vs);
	assert_non_null(recs = calloc(sh->n + 1, sizeof(*recs)));
	assert_non_null(told = calloc(sh->n + 1, sizeof(*told)));
	for (size_t i = 0; i < sh->n; i++)
		rec_make(&recs[i], i);
	ntold = next_told = 0;
}

static void
set_free(void)
{
	for (size_t i = 0; i < sh->n; i++)
		free(recs[i].data);
	free(recs);
	free(told);
	vset_free(&vs);
}

static void
put_all(void)
{
	uint64_t rba = 1;

	for (size_t i = 0; i < sh->n; i++)
		assert_ok(am_put(vs.pos, recs[i].data, recs[i].len, recs[i].rrn,
			      false, &rba, &vs.diag),
		    &vs.diag);
	assert_true(sh->n == 0 || rba == 0);
}

/* Sorted; the first of equal keys are left in recs. How many. */
static size_t
expect(const struct rec **first)
{
	size_t n = 0;

	qsort(recs, sh->n, sizeof(*recs), order);
	for (size_t i = 0; i < sh->n; i++)
		if (i == 0 || key_order(&recs[i - 1], &recs[i]) != 0)
			first[n++] = &recs[i];
		else
			told[ntold++] = &recs[i];
	return n;
}

static void
check_all(const struct rec **want, size_t n)
{
	struct am_rec rec;

	assert_ok(vset_open(&vs, AM_INPUT | AM_SEQ), &vs.diag);
	for (size_t i = 0; i < n; i++) {
		assert_ok(am_get(vs.pos, &rec, &vs.diag), &vs.diag);
		assert_int_equal(rec.len, want[i]->len);
		assert_memory_equal(rec.data, want[i]->data, rec.len);
		if (sh->org == DS_ORG_VRRDS)
			assert_int_equal(rec.rrn, want[i]->rrn);
	}
	assert_int_equal(am_get(vs.pos, &rec, &vs.diag), DS_EOD);
	assert_int_equal(am_state(vs.file)->part[SPHERE_DATA].records, n);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
}

static void
one(const struct shape *shape)
{
	const struct rec **first = calloc(shape->n + 1, sizeof(*first));
	size_t n;

	assert_non_null(first);
	set_make(shape);
	assert_ok(open_bulk(0, true), &vs.diag);
	assert_true(am_loading(vs.file));
	put_all();
	n = expect(first);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_int_equal(next_told, ntold);
	check_all(first, n);
	free(first);
	set_free();
}

/* Memory 4096 bytes is the least there is: runs and merges of them. A set's
 * first CI takes few of the records; from one to many CAs. */
static void
records_in_any_order_are_loaded_in_key_order(void **state)
{
	static const size_t sizes[] = {
	    0, 1, 2, 6, 7, 8, 55, 56, 57, 300, 1500, 6000};
	static const uint64_t memory[] = {0, 1, 100000};
	struct shape s = {.org = DS_ORG_KSDS,
	    .ci_len = 512,
	    .cis_per_ca = 7,
	    .index_ci = 512,
	    .keylen = 8,
	    .min = 20,
	    .max = 64,
	    .alphabet = 8};

	(void)state;
	for (size_t m = 0; m < 3; m++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			srandom((unsigned)i);
			s.n = sizes[i];
			s.memory = memory[m];
			one(&s);
		}
}

static void
keys_of_all_lengths_and_places(void **state)
{
	static const uint32_t lens[] = {1, 4, 7, 8, 9, 16, 17, 64, 255};
	struct shape s = {.org = DS_ORG_KSDS,
	    .ci_len = 2048,
	    .cis_per_ca = 9,
	    .index_ci = 4096,
	    .max = 600,
	    .memory = 30000,
	    .n = 700};

	(void)state;
	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		srandom((unsigned)i);
		s.keylen = lens[i];
		s.rkp = (uint32_t)i * 7;
		s.min = s.rkp + s.keylen;
		s.alphabet = i % 2 ? 256 : 5;
		one(&s);
	}
}

static void
spanned_records_in_any_order(void **state)
{
	struct shape s = {.org = DS_ORG_KSDS,
	    .ci_len = 512,
	    .cis_per_ca = 20,
	    .index_ci = 2048,
	    .keylen = 8,
	    .rkp = 3,
	    .min = 11,
	    .max = 5000,
	    .flags = DS_A_SPANNED,
	    .alphabet = 40,
	    .memory = 60000,
	    .n = 600};

	(void)state;
	srandom(1);
	one(&s);
}

static void
relative_records_of_varying_length_by_their_numbers(void **state)
{
	struct shape s = {.org = DS_ORG_VRRDS,
	    .ci_len = 1024,
	    .cis_per_ca = 5,
	    .index_ci = 512,
	    .min = 1,
	    .max = 200,
	    .alphabet = 256,
	    .memory = 20000,
	    .n = 2000};

	(void)state;
	srandom(2);
	one(&s);
	s.memory = 0;
	one(&s);
}

static const struct shape plain = {.org = DS_ORG_KSDS,
    .ci_len = 512,
    .cis_per_ca = 7,
    .index_ci = 512,
    .keylen = 8,
    .min = 20,
    .max = 64,
    .alphabet = 256,
    .memory = 1,
    .n = 1000};

static void
is_empty(void)
{
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OPEN_EMPTY);
}

static int
work_files(void)
{
	DIR *d = opendir(vs.dir);
	struct dirent *de;
	int n = 0;

	assert_non_null(d);
	while ((de = readdir(d)) != NULL)
		n += strncmp(de->d_name, "sort", 4) == 0;
	closedir(d);
	return n;
}

/* The same key, 'K' four times and zeros, from the last two. */
static void
a_duplicate_that_nobody_asks_for_fails_the_load(void **state)
{
	static const uint8_t key[] = "KKKK\0\0\0";

	(void)state;
	set_make(&plain);
	memcpy(recs[10].data, key, 8);
	memcpy(recs[500].data, key, 8);
	assert_ok(open_bulk(0, false), &vs.diag);
	put_all();
	assert_int_equal(vset_close(&vs), DS_DUPLICATE);
	assert_non_null(strstr(vs.diag.text, "X'4B4B4B4B00000000'"));
	is_empty();
	set_free();
}

static void
an_abandoned_or_killed_load_leaves_the_set_empty(void **state)
{
	int status;
	pid_t pid;

	(void)state;
	set_make(&plain);
	assert_ok(open_bulk(0, true), &vs.diag);
	put_all();
	vset_abandon(&vs);
	is_empty();
	assert_int_equal(work_files(), 0);
	fflush(NULL);
	if ((pid = child_fork()) == 0) {
		assert_ok(open_bulk(0, true), &vs.diag);
		put_all();
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	is_empty();
	assert_int_equal(work_files(), 0);
	set_free();
}

/* Records of 40 to 84 bytes in 20000 bytes of runs: it is full long before the
 * last; the failure comes again, and nothing of it is stored. */
static void
a_full_disk_fails_the_load_and_the_set_stays_empty(void **state)
{
	struct rlimit was, small;
	enum ds_status st = DS_OK;

	(void)state;
	set_make(&plain);
	signal(SIGXFSZ, SIG_IGN);
	assert_ok(open_bulk(0, true), &vs.diag);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	small = was;
	small.rlim_cur = 20000;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	for (size_t i = 0; st == DS_OK && i < sh->n; i++)
		st = am_put(vs.pos, recs[i].data, recs[i].len, 0, false, NULL,
		    &vs.diag);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	assert_int_equal(st, DS_FULL);
	assert_int_equal(
	    am_put(vs.pos, recs[0].data, recs[0].len, 0, false, NULL, &vs.diag),
	    DS_FULL);
	assert_int_equal(vset_close(&vs), DS_FULL);
	is_empty();
	set_free();
}

/* No space in the data set is found when it is closed. */
static void
a_full_data_set_stays_empty(void **state)
{
	(void)state;
	set_make(&plain);
	vs.space = 3;
	assert_ok(open_bulk(0, true), &vs.diag);
	put_all();
	assert_int_equal(vset_close(&vs), DS_NOSPACE);
	is_empty();
	set_free();
}

/* An open, all records and the close, of which one operation fails. */
static enum ds_status
load_once(void)
{
	enum ds_status st;

	next_told = 0;
	if ((st = open_bulk(0, true)) != DS_OK)
		return st;
	put_all();
	return vset_close(&vs);
}

/* The operations of the volume in turn, until there are no more of them. */
static void
a_failing_volume_leaves_the_set_empty_or_whole(void **state)
{
	struct vol_fault plan = {.kind = VOL_FAULT_ERRNO, .error = EIO};
	const struct rec **first = calloc(plain.n + 1, sizeof(*first));
	struct volume *inner;
	size_t n, whole = 0;
	uint64_t at = 0;
	enum ds_status st = DS_IO;

	(void)state;
	assert_non_null(first);
	set_make(&plain);
	n = expect(first);
	inner = vs.vol;
	assert_ok(vol_fault_wrap(&inner, &plan, &vs.vol, &vs.diag), &vs.diag);
	while (st != DS_OK && whole == 0) {
		plan.count = 0;
		plan.struck = false;
		plan.at = ++at;
		st = load_once();
		plan.at = 0;
		if (st != DS_OK)
			assert_true(plan.struck);
		if (vset_open(&vs, AM_INPUT) == DS_OK)
			whole++;
		vset_abandon(&vs);
	}
	print_message("# %llu operations failed\n", (unsigned long long)at);
	assert_true(at > 5);
	assert_int_equal(whole, 1);
	check_all(first, n);
	free(first);
	set_free();
}

static void
what_a_bulk_load_cannot_be(void **state)
{
	struct shape s = plain;
	struct am_rec rec;

	(void)state;
	s.flags = DS_A_REUSE;
	s.n = 1;
	set_make(&s);
	assert_ok(open_bulk(0, true), &vs.diag);
	assert_int_equal(am_get(vs.pos, &rec, &vs.diag), DS_LOADING);
	assert_int_equal(am_commit(vs.file, &vs.diag), DS_LOADING);
	assert_int_equal(
	    am_put(vs.pos, recs[0].data, 7, 0, false, NULL, &vs.diag),
	    DS_BADLENGTH);
	put_all();
	assert_ok(vset_close(&vs), &vs.diag);
	/* there is a record now; reset there is none */
	assert_int_equal(open_bulk(0, true), DS_INVALID);
	assert_ok(vset_open(&vs, AM_INPUT), &vs.diag);
	assert_ok(am_get(vs.pos, &rec, &vs.diag), &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_ok(open_bulk(AM_RESET, true), &vs.diag);
	put_all();
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	set_free();
	s.org = DS_ORG_ESDS;
	s.keylen = 0;
	set_make(&s);
	assert_int_equal(open_bulk(0, true), DS_UNSUPPORTED);
	set_free();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(records_in_any_order_are_loaded_in_key_order),
	    cmocka_unit_test(keys_of_all_lengths_and_places),
	    cmocka_unit_test(spanned_records_in_any_order),
	    cmocka_unit_test(
		relative_records_of_varying_length_by_their_numbers),
	    cmocka_unit_test(a_duplicate_that_nobody_asks_for_fails_the_load),
	    cmocka_unit_test(an_abandoned_or_killed_load_leaves_the_set_empty),
	    cmocka_unit_test(
		a_full_disk_fails_the_load_and_the_set_stays_empty),
	    cmocka_unit_test(a_full_data_set_stays_empty),
	    cmocka_unit_test(a_failing_volume_leaves_the_set_empty_or_whole),
	    cmocka_unit_test(what_a_bulk_load_cannot_be),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
