/*
 * Records sorted with bounded memory. Expected: the order of the C library's
 * qsort over all, by the key and then by arrival, which a record carries where
 * the test says so.
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
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/sort.h"

struct shape {
	size_t n, memory;
	uint32_t key_off, key_len, min, max; /* bytes; records behind the key */
	unsigned alphabet;                   /* of the key's bytes */
	uint32_t alike; /* leading bytes of the key that all have */
};

struct rec {
	uint8_t *data;
	uint32_t len;
	size_t number;
};

static const struct shape *shape;

static int
order(const void *pa, const void *pb)
{
	const struct rec *a = pa, *b = pb;
	int c = memcmp(
	    a->data + shape->key_off, b->data + shape->key_off, shape->key_len);

	return c != 0 ? c : (a->number > b->number) - (a->number < b->number);
}

static int
files_in(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	int n = 0;

	assert_non_null(d);
	while ((de = readdir(d)) != NULL)
		n += de->d_name[0] != '.';
	closedir(d);
	return n;
}

static void
rec_make(struct rec *r, size_t number)
{
	uint32_t least = shape->key_off + shape->key_len;

	if (least < shape->min)
		least = shape->min;
	r->len = least;
	if (shape->max > least)
		r->len += (uint32_t)random() % (shape->max - least + 1);
	r->number = number;
	assert_non_null(r->data = malloc(r->len));
	for (uint32_t i = 0; i < r->len; i++)
		r->data[i] = (uint8_t)random();
	memset(r->data + shape->key_off, 'K', shape->key_len);
	for (uint32_t i = shape->alike; i < shape->key_len; i++)
		r->data[shape->key_off + i] =
		    (uint8_t)((unsigned)random() % shape->alphabet * 37);
}

static struct sorter *
sorter_of(const char *dir)
{
	struct sort_parms parms = {
	    dir, shape->key_off, shape->key_len, shape->memory};
	struct sorter *s = NULL;

	assert_int_equal(sorter_new(&parms, &s, NULL), DS_OK);
	return s;
}

/* How many runs were written. */
static size_t
check(const struct shape *sh)
{
	char dir[] = "/tmp/catamount-sort-XXXXXX";
	struct rec *all = calloc(sh->n + 1, sizeof(*all));
	struct sorter *s;
	const uint8_t *rec;
	uint32_t len;
	size_t runs;

	shape = sh;
	assert_non_null(mkdtemp(dir));
	s = sorter_of(dir);
	for (size_t i = 0; i < sh->n; i++) {
		rec_make(&all[i], i);
		assert_int_equal(
		    sorter_add(s, all[i].data, all[i].len, NULL), DS_OK);
	}
	qsort(all, sh->n, sizeof(*all), order);
	assert_int_equal(sorter_end(s, NULL), DS_OK);
	for (size_t i = 0; i < sh->n; i++) {
		assert_int_equal(sorter_next(s, &rec, &len, NULL), DS_OK);
		assert_int_equal(len, all[i].len);
		assert_memory_equal(rec, all[i].data, len);
		free(all[i].data);
	}
	assert_int_equal(sorter_next(s, &rec, &len, NULL), DS_EOD);
	runs = sorter_runs(s);
	assert_int_equal(files_in(dir), 0);
	sorter_free(&s);
	rmdir(dir);
	free(all);
	return runs;
}

/* Every way of ordering a row: by insertion up to 16, merged below 1024, by
 * radix; keys shorter and longer than the eight bytes of a head. */
static void
all_in_memory_has_no_run(void **state)
{
	static const size_t sizes[] = {
	    0, 1, 2, 15, 16, 17, 31, 32, 33, 500, 1023, 1024, 1025, 5000};
	static const uint32_t keys[] = {1, 4, 7, 8, 9, 15, 16, 17, 64, 255};
	struct shape sh = {.memory = 1 << 26, .key_off = 3, .max = 300};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
			sh.n = sizes[i];
			sh.key_len = keys[k];
			sh.alphabet = i % 2 == 0 ? 256 : 2;
			sh.alike = 0;
			assert_int_equal(check(&sh), 0);
			sh.alike = keys[k] - 1;
			assert_int_equal(check(&sh), 0);
		}
}

/*
 * By hand: memory is 4096 bytes at least, a record of 9 takes 9, its length 4,
 * and 32 for its item and its place in the order: 45, so 91 are kept.
 */
static void
little_memory_takes_runs_and_merges_them(void **state)
{
	struct shape sh = {
	    .key_len = 9, .alphabet = 256, .min = 9, .max = 9, .n = 91};

	(void)state;
	assert_int_equal(check(&sh), 0);
	sh.n = 92;
	assert_int_equal(check(&sh), 2);
	/* 65 runs: the first 64 become one, then two are merged as read */
	sh.n = 91 * 65;
	assert_int_equal(check(&sh), 66);
	/* two levels: 64 * 64 runs, 64 of them, 1 of these, and 1 */
	sh.n = 91 * 4096 + 1;
	sh.alphabet = 3;
	assert_int_equal(check(&sh), 4096 + 64 + 1 + 1);
}

static void
equal_keys_stay_in_their_order_over_runs(void **state)
{
	struct shape sh = {.n = 30000,
	    .memory = 20000,
	    .key_off = 2,
	    .key_len = 1,
	    .max = 90,
	    .alphabet = 2};

	(void)state;
	assert_true(check(&sh) > 50);
	sh.key_len = 20;
	sh.alike = 19;
	assert_true(check(&sh) > 50);
}

/* Longer than the memory, and than the pieces that runs are read in. */
static void
records_longer_than_the_memory_are_sorted(void **state)
{
	struct shape sh = {.n = 300,
	    .memory = 8192,
	    .key_off = 5,
	    .key_len = 12,
	    .max = 100000,
	    .alphabet = 2};

	(void)state;
	assert_true(check(&sh) > 32);
}

static enum ds_status
fill(struct sorter *s, size_t n, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < n; i++)
		st = sorter_add(s, (const uint8_t *)"ABCDEFGHI", 9, diag);
	return st;
}

static void
no_place_for_runs_is_told(void **state)
{
	static const struct shape sh = {.key_len = 9};
	struct sorter *s;
	struct ds_diag diag;

	(void)state;
	shape = &sh;
	s = sorter_of("/nonexistent");
	assert_int_equal(fill(s, 92, &diag), DS_NOFILE);
	sorter_free(&s);
	sorter_free(&s);
}

/* As on a full disk: the file may not grow. */
static void
a_full_disk_is_told_and_leaves_nothing(void **state)
{
	static const struct shape sh = {.key_len = 9};
	char dir[] = "/tmp/catamount-sort-XXXXXX";
	struct rlimit was, small;
	struct sorter *s;
	struct ds_diag diag;

	(void)state;
	shape = &sh;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	small = was;
	small.rlim_cur = 10000;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	s = sorter_of(dir);
	assert_int_equal(fill(s, 5000, &diag), DS_FULL);
	sorter_free(&s);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	assert_int_equal(files_in(dir), 0);
	rmdir(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_in_memory_has_no_run),
	    cmocka_unit_test(little_memory_takes_runs_and_merges_them),
	    cmocka_unit_test(equal_keys_stay_in_their_order_over_runs),
	    cmocka_unit_test(records_longer_than_the_memory_are_sorted),
	    cmocka_unit_test(no_place_for_runs_is_told),
	    cmocka_unit_test(a_full_disk_is_told_and_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
