/* Records sorted with bounded memory. Expected: the order of qsort over all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "base/sort.h"

static size_t width;

static int
order(const void *a, const void *b)
{
	return memcmp(a, b, width);
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

/* n records of len bytes with so much memory; how many runs were written. */
static size_t
check(size_t n, size_t len, size_t memory, unsigned alphabet)
{
	char dir[] = "/tmp/catamount-sort-XXXXXX";
	uint8_t *all = malloc(n * len + 1);
	struct sorter *s = NULL;
	const uint8_t *rec;
	size_t runs;

	assert_non_null(mkdtemp(dir));
	width = len;
	assert_int_equal(sorter_new(dir, len, memory, &s, NULL), DS_OK);
	for (size_t i = 0; i < n * len; i++)
		all[i] = (uint8_t)((unsigned)rand() % alphabet * 37);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(sorter_add(s, all + i * len, NULL), DS_OK);
	qsort(all, n, len, order);
	assert_int_equal(sorter_end(s, NULL), DS_OK);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(sorter_next(s, &rec, NULL), DS_OK);
		assert_memory_equal(rec, all + i * len, len);
	}
	assert_int_equal(sorter_next(s, &rec, NULL), DS_EOD);
	runs = sorter_runs(s);
	assert_int_equal(files_in(dir), 0);
	sorter_free(&s);
	rmdir(dir);
	free(all);
	return runs;
}

static void
all_in_memory_has_no_run(void **state)
{
	(void)state;
	assert_int_equal(check(0, 5, 1 << 20, 256), 0);
	assert_int_equal(check(1, 5, 1 << 20, 256), 0);
	assert_int_equal(check(5000, 3, 1 << 20, 256), 0);
	assert_int_equal(check(5000, 30, 1 << 20, 2), 0);
}

static void
little_memory_takes_runs_and_merges_them(void **state)
{
	(void)state;
	/* 64 records are kept however little memory there is */
	assert_int_equal(check(64, 9, 0, 256), 0);
	assert_int_equal(check(65, 9, 0, 256), 2);
	/* 33 of 64: the first 32 become one, then two are merged as read */
	assert_int_equal(check(64 * 33, 9, 0, 256), 34);
	/* two levels: 32 * 32 runs, 32 of them, and 1 */
	assert_int_equal(check(64 * 1024 + 1, 9, 0, 3), 1024 + 32 + 1 + 1);
	assert_true(check(20000, 300, 100000, 256) > 50);
}

static void
no_place_for_runs_is_told(void **state)
{
	struct sorter *s = NULL;
	struct ds_diag diag;
	enum ds_status st = DS_OK;

	(void)state;
	assert_int_equal(sorter_new("/nonexistent", 4, 0, &s, &diag), DS_OK);
	for (int i = 0; st == DS_OK && i < 65; i++)
		st = sorter_add(s, (const uint8_t *)"ABCD", &diag);
	assert_int_equal(st, DS_NOFILE);
	sorter_free(&s);
	sorter_free(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_in_memory_has_no_run),
	    cmocka_unit_test(little_memory_takes_runs_and_merges_them),
	    cmocka_unit_test(no_place_for_runs_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
