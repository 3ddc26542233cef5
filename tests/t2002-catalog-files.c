/* Catalog files that are none, damaged, forbidden, older or newer. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "catalog/cat_int.h"
#include "tests/support/child.h"
#include "tests/support/root.h"

#define MASTER "CATALOG.MASTER"

static char dir[ROOT_LEN], path[128];
static struct ds_diag diag;

static enum ds_status
open_catalog(struct catalog **catp)
{
	memset(&diag, 0, sizeof(diag));
	return cat_open(dir, MASTER, false, 1000, catp, &diag);
}

static int
setup(void **state)
{
	struct catalog *cat = NULL;

	(void)state;
	if (!root_new(dir, "t2002"))
		return -1;
	snprintf(path, sizeof(path), "%s/%s.db", dir, MASTER);
	if (cat_open(dir, MASTER, true, 1000, &cat, NULL) != DS_OK)
		return -1;
	cat_close(&cat);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(dir);
}

static void
write_file(const char *text, size_t len)
{
	FILE *fp = fopen(path, "w");

	assert_non_null(fp);
	assert_int_equal(fwrite(text, 1, len, fp), len);
	fclose(fp);
}

/* A change to the file by four bytes at an offset. */
static void
patch(long at, uint32_t v)
{
	FILE *fp = fopen(path, "r+");
	int i;

	assert_non_null(fp);
	assert_int_equal(fseek(fp, at, SEEK_SET), 0);
	for (i = 24; i >= 0; i -= 8)
		fputc((int)(v >> i & 0xFF), fp);
	fclose(fp);
}

static void
put_many(struct catalog *cat, int n)
{
	struct ds_entry *ent = ds_entry_new();
	int i;

	ent->type = DS_NONVSAM;
	assert_int_equal(cat_begin(cat, &diag), DS_OK);
	for (i = 0; i < n; i++) {
		snprintf(ent->name, sizeof(ent->name), "A.N%d", i);
		assert_int_equal(cat_put(cat, NULL, ent, &diag), DS_OK);
	}
	assert_int_equal(cat_commit(cat, &diag), DS_OK);
	ds_entry_free(&ent);
}

static bool
count(void *ctx, const struct ds_entry *ent)
{
	(void)ent;
	++*(int *)ctx;
	return true;
}

/* Not one byte of it is a catalog; the file is named. */
static void
a_file_that_is_none_is_refused(void **state)
{
	static const char text[] =
	    "This is not a catalog, although it is longer than the hundred "
	    "bytes that a header of SQLite would take at its beginning.";
	struct catalog *cat = NULL;

	(void)state;
	write_file(text, sizeof(text));
	assert_int_equal(open_catalog(&cat), DS_CAT_UNAVAIL);
	assert_string_equal(diag.name, path);
	assert_non_null(strstr(diag.text, "not a catalog"));
	write_file("x", 1);
	assert_int_equal(open_catalog(&cat), DS_CAT_UNAVAIL);
	write_file("", 0);
	assert_int_equal(open_catalog(&cat), DS_CAT_UNAVAIL);
	assert_non_null(strstr(diag.text, "not a catalog"));
	assert_null(cat);
	/* create does not write over it */
	assert_int_equal(
	    cat_open(dir, MASTER, true, 1000, &cat, &diag), DS_CAT_UNAVAIL);
}

/* SQLite's header keeps the application's number at offset 68. */
static void
another_programs_database_is_refused(void **state)
{
	struct catalog *cat = NULL;

	(void)state;
	patch(68, 0x12345678);
	assert_int_equal(open_catalog(&cat), DS_CAT_UNAVAIL);
	assert_non_null(strstr(diag.text, "not a catalog"));
}

/* And its user's version at 60. */
static void
a_newer_version_is_refused(void **state)
{
	struct catalog *cat = NULL;

	(void)state;
	patch(60, 0x01000000);
	assert_int_equal(open_catalog(&cat), DS_VERSION);
	assert_string_equal(diag.name, path);
	assert_non_null(strstr(diag.text, "version 16777216"));
}

static void
a_truncated_file_is_refused(void **state)
{
	struct catalog *cat = NULL;
	struct stat sb;
	int n = 0;

	(void)state;
	assert_int_equal(open_catalog(&cat), DS_OK);
	put_many(cat, 500);
	cat_close(&cat);
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(truncate(path, sb.st_size / 2), 0);
	assert_int_equal(open_catalog(&cat), DS_CAT_UNAVAIL);
	assert_string_equal(diag.name, path);
	assert_non_null(strstr(diag.text, "damaged"));
	assert_int_equal(truncate(path, 50), 0);
	assert_int_equal(open_catalog(&cat), DS_CAT_UNAVAIL);
	assert_int_equal(n, 0);
}

/* Every page in turn overwritten: an error or a right answer, no crash. */
static void
a_damaged_page_is_told(void **state)
{
	struct catalog *cat = NULL;
	struct stat sb;
	char *good, *bad;
	enum ds_status st;
	off_t page;
	FILE *fp;
	int n, told = 0;

	(void)state;
	assert_int_equal(open_catalog(&cat), DS_OK);
	put_many(cat, 500);
	cat_close(&cat);
	assert_int_equal(stat(path, &sb), 0);
	good = malloc((size_t)sb.st_size);
	bad = malloc((size_t)sb.st_size);
	fp = fopen(path, "r");
	assert_int_equal(
	    fread(good, 1, (size_t)sb.st_size, fp), (size_t)sb.st_size);
	fclose(fp);
	for (page = 1; page < sb.st_size / 4096; page++) {
		memcpy(bad, good, (size_t)sb.st_size);
		memset(bad + page * 4096, 0x5A, 4096);
		write_file(bad, (size_t)sb.st_size);
		n = 0;
		st = open_catalog(&cat);
		if (st == DS_OK)
			st = cat_list(
			    cat, NULL, CAT_ALL, NULL, count, &n, &diag);
		if (st != DS_OK) {
			assert_int_equal(st, DS_CAT_UNAVAIL);
			assert_string_equal(diag.name, path);
			told++;
		} else {
			assert_int_equal(n, 500);
		}
		cat_close(&cat);
	}
	print_message(
	    "# %d of %ld pages told\n", told, (long)(sb.st_size / 4096) - 1);
	/* the indexes that a listing does not use are nearly half of it */
	assert_true(told * 5 > sb.st_size / 4096 * 2);
	free(good);
	free(bad);
}

/* Impossible values in a row, by another program's hand. */
static void
impossible_values_are_told(void **state)
{
	struct catalog *cat = NULL;
	struct ds_entry *ent = NULL;
	char cmd[256];

	(void)state;
	assert_int_equal(open_catalog(&cat), DS_OK);
	put_many(cat, 2);
	cat_close(&cat);
	snprintf(cmd, sizeof(cmd),
	    "command -v sqlite3 >/dev/null || exit 9; sqlite3 '%s' \"UPDATE "
	    "entry SET type = '%%' WHERE name = 'A.N1'\"",
	    path);
	if (system(cmd) != 0) {
		print_message("# SKIP no sqlite3 program\n");
		return;
	}
	assert_int_equal(open_catalog(&cat), DS_OK);
	assert_int_equal(
	    cat_get(cat, NULL, "A.N1", &ent, &diag), DS_CAT_UNAVAIL);
	assert_string_equal(diag.name, "A.N1");
	assert_int_equal(cat_get(cat, NULL, "A.N0", &ent, &diag), DS_OK);
	ds_entry_free(&ent);
	cat_close(&cat);
}

static void
a_file_under_anothers_name_is_refused(void **state)
{
	struct catalog *cat = NULL;
	char other[128];

	(void)state;
	snprintf(other, sizeof(other), "%s/OTHER.CAT.db", dir);
	assert_int_equal(rename(path, other), 0);
	assert_int_equal(cat_open(dir, "OTHER.CAT", false, 1000, &cat, &diag),
	    DS_CAT_UNAVAIL);
	assert_non_null(strstr(diag.text, MASTER));
	assert_int_equal(open_catalog(&cat), DS_CAT_UNAVAIL);
	assert_int_equal(diag.sys_errno, ENOENT);
	assert_string_equal(diag.name, path);
}

static void
a_user_catalog_that_is_gone_is_named(void **state)
{
	struct catalog *cat = NULL;
	struct ds_entry *ent = ds_entry_new(), *got = NULL;
	char other[128];

	(void)state;
	assert_int_equal(open_catalog(&cat), DS_OK);
	ent->type = DS_UCAT;
	strcpy(ent->name, "UCAT.ONE");
	assert_int_equal(cat_ucat_create(cat, ent, &diag), DS_OK);
	assert_int_equal(cat_ucat_create(cat, ent, &diag), DS_CAT_DUPLICATE);
	cat_close(&cat);
	snprintf(other, sizeof(other), "%s/UCAT.ONE.db", dir);
	assert_int_equal(unlink(other), 0);
	assert_int_equal(open_catalog(&cat), DS_OK);
	assert_int_equal(
	    cat_get(cat, "UCAT.ONE", "A.B", &got, &diag), DS_CAT_UNAVAIL);
	assert_string_equal(diag.name, other);
	cat_close(&cat);
	ds_entry_free(&ent);
}

/* In a process that is not root, which permissions do not bind. */
static int
as_nobody(int (*fn)(void))
{
	int status;
	pid_t pid = child_fork();

	if (pid == 0) {
		if (geteuid() == 0 &&
		    (setgid(65534) != 0 || setuid(65534) != 0))
			_exit(99);
		_exit(fn());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int
try_unreadable(void)
{
	struct catalog *cat = NULL;

	if (open_catalog(&cat) != DS_CAT_UNAVAIL)
		return 1;
	if (diag.sys_errno != EACCES || strcmp(diag.name, path) != 0)
		return 2;
	return 0;
}

static int
try_readonly(void)
{
	struct catalog *cat = NULL;
	struct ds_entry *ent = NULL;
	int failed = 0;

	if (open_catalog(&cat) != DS_OK)
		return 1;
	if (cat_get(cat, NULL, "A.N1", &ent, &diag) != DS_OK) {
		failed = 2;
		goto out;
	}
	ds_entry_free(&ent);
	ent = ds_entry_new();
	ent->type = DS_NONVSAM;
	strcpy(ent->name, "A.NEW");
	if (cat_put(cat, NULL, ent, &diag) != DS_CAT_SECURITY)
		failed = 3;
	else if (strcmp(diag.name, path) != 0)
		failed = 4;
out:
	ds_entry_free(&ent);
	cat_close(&cat);
	return failed;
}

static void
permissions_are_told(void **state)
{
	struct catalog *cat = NULL;

	(void)state;
	assert_int_equal(open_catalog(&cat), DS_OK);
	put_many(cat, 2);
	/* a process that may only read needs the log that a writer keeps */
	assert_int_equal(chmod(dir, 0755), 0);
	assert_int_equal(chmod(path, 0000), 0);
	assert_int_equal(as_nobody(try_unreadable), 0);
	assert_int_equal(chmod(path, 0444), 0);
	char side[160];
	snprintf(side, sizeof(side), "%s-wal", path);
	assert_int_equal(chmod(side, 0444), 0);
	snprintf(side, sizeof(side), "%s-shm", path);
	assert_int_equal(chmod(side, 0444), 0);
	assert_int_equal(as_nobody(try_readonly), 0);
	assert_int_equal(chmod(path, 0600), 0);
	cat_close(&cat);
}

/* An older catalog that may not be written is read: brought up in memory. */
static void
an_older_one_is_read_where_it_may_not_be_written(void **state)
{
	struct catalog *cat = NULL;
	sqlite3 *db = NULL;

	(void)state;
	assert_int_equal(open_catalog(&cat), DS_OK);
	put_many(cat, 2);
	cat_close(&cat);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(db,
		"DELETE FROM meta WHERE item = 'recovery'; "
		"PRAGMA user_version = 4; PRAGMA wal_checkpoint(TRUNCATE)",
		NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	assert_int_equal(chmod(dir, 0555), 0);
	assert_int_equal(chmod(path, 0444), 0);
	assert_int_equal(as_nobody(try_readonly), 0);
	assert_int_equal(chmod(dir, 0700), 0);
	assert_int_equal(chmod(path, 0600), 0);
}

/* Two sets of connections in one process, one of them closed: what the other
 * one writes must outlive a third process that comes and goes. */
static void
connections_do_not_hurt_each_other(void **state)
{
	struct catalog *a = NULL, *b = NULL;
	struct ds_entry *ent = NULL;
	int status;
	pid_t pid;

	(void)state;
	assert_int_equal(open_catalog(&a), DS_OK);
	assert_int_equal(open_catalog(&b), DS_OK);
	cat_close(&b);
	if ((pid = child_fork()) == 0) {
		struct catalog *c = NULL;

		if (open_catalog(&c) != DS_OK)
			_exit(1);
		put_many(c, 1);
		cat_close(&c);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	ent = ds_entry_new();
	ent->type = DS_NONVSAM;
	strcpy(ent->name, "A.LATE");
	assert_int_equal(cat_put(a, NULL, ent, &diag), DS_OK);
	ds_entry_free(&ent);
	assert_int_equal(open_catalog(&b), DS_OK);
	assert_int_equal(cat_get(b, NULL, "A.LATE", &ent, &diag), DS_OK);
	ds_entry_free(&ent);
	cat_close(&b);
	cat_close(&a);
}

/* A transaction held elsewhere: a bounded wait, then a status. */
static void
a_busy_catalog_is_a_timeout(void **state)
{
	struct catalog *a = NULL, *b = NULL;
	struct ds_entry *ent = ds_entry_new(), *got = NULL;

	(void)state;
	assert_int_equal(open_catalog(&a), DS_OK);
	assert_int_equal(cat_open(dir, MASTER, false, 50, &b, &diag), DS_OK);
	assert_int_equal(cat_begin(a, &diag), DS_OK);
	ent->type = DS_NONVSAM;
	strcpy(ent->name, "A.B");
	assert_int_equal(cat_put(a, NULL, ent, &diag), DS_OK);
	assert_int_equal(cat_begin(b, &diag), DS_TIMEOUT);
	assert_int_equal(cat_put(b, NULL, ent, &diag), DS_TIMEOUT);
	/* readers are not held up, and see what is committed */
	assert_int_equal(cat_get(b, NULL, "A.B", &got, &diag), DS_CAT_NOTFOUND);
	assert_int_equal(cat_commit(a, &diag), DS_OK);
	assert_int_equal(cat_get(b, NULL, "A.B", &got, &diag), DS_OK);
	ds_entry_free(&got);
	ds_entry_free(&ent);
	cat_close(&a);
	cat_close(&b);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_file_that_is_none_is_refused),
	    T(another_programs_database_is_refused),
	    T(a_newer_version_is_refused),
	    T(a_truncated_file_is_refused),
	    T(a_damaged_page_is_told),
	    T(impossible_values_are_told),
	    T(a_file_under_anothers_name_is_refused),
	    T(a_user_catalog_that_is_gone_is_named),
	    T(permissions_are_told),
	    T(an_older_one_is_read_where_it_may_not_be_written),
	    T(connections_do_not_hurt_each_other),
	    T(a_busy_catalog_is_a_timeout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
