/*
 * What was closed stands until the next close: a writer that dies leaves the
 * old content of a sequential data set and no litter, and a set that was never
 * loaded stays so. Writers are processes that end without closing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/dataset.h"
#include "services/system_int.h"
#include "tests/support/child.h"
#include "tests/support/define.h"
#include "tests/support/root.h"

enum { LRECL = 80, OLD = 20, MANY = 20000 };

static char root[ROOT_LEN];
static struct ds_system *sys;
static struct ds_diag diag;

static void
ok(enum ds_status st)
{
	if (st != DS_OK)
		fail_msg(
		    "%s: %s: %s", ds_status_name(st), diag.name, diag.text);
}

static void
put_records(struct ds_system *s, const char *name, int n, uint8_t fill)
{
	struct ds_file *f = NULL;
	uint8_t rec[LRECL];
	int i;

	memset(rec, fill, sizeof(rec));
	ok(ds_open_name(s, name, DS_OUTPUT | DS_SEQ, &f, &diag));
	for (i = 0; i < n; i++)
		ok(ds_put(f, rec, sizeof(rec), &diag));
	ok(ds_close(&f, &diag));
}

/* Records there, all of them filled with fill. */
static int
count_records(const char *name, uint8_t fill)
{
	struct ds_file *f = NULL;
	struct ds_rec rec;
	enum ds_status st;
	int n = 0;

	ok(ds_open_name(sys, name, DS_INPUT | DS_SEQ, &f, &diag));
	while ((st = ds_get(f, &rec, &diag)) == DS_OK) {
		assert_int_equal(rec.len, LRECL);
		assert_int_equal(rec.data[0], fill);
		n++;
	}
	assert_int_equal(st, DS_EOD);
	ok(ds_close(&f, &diag));
	return n;
}

static int
count_files(void)
{
	char path[100];
	struct dirent *de;
	int n = 0;
	DIR *d;

	snprintf(path, sizeof(path), "%s/volumes/VOL001", root);
	assert_non_null(d = opendir(path));
	while ((de = readdir(d)) != NULL)
		n += de->d_name[0] != '.';
	closedir(d);
	return n;
}

static uint32_t
used_tracks(void)
{
	struct cat_volume vol;

	ok(cat_volume_get(ds_system_catalog(sys), "VOL001", &vol, &diag));
	return vol.used_tracks;
}

static int
setup(void **state)
{
	struct ds_define_ps ps = {.name = "T.PS",
	    .recfm = DS_RECFM_FB,
	    .lrecl = LRECL,
	    .unit = DS_UNIT_TRK,
	    .pri = 1,
	    .sec = 10};

	(void)state;
	if (!root_new(root, "t8420"))
		return -1;
	ok(ds_system_open(root, &sys, NULL, &diag));
	ok(ds_define_ps(sys, &ps, &diag));
	put_records(sys, "T.PS", OLD, 0xC1);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	ds_system_close(&sys);
	return root_remove(root);
}

static void
strike_none(const char *step)
{
	(void)step;
}

static const char *strike_at;

static void
strike(const char *step)
{
	if (strcmp(step, strike_at) == 0)
		_exit(9);
}

/* A process that writes n records and dies: at a step, else before it closes.
 * What it began is settled by the next one to open the root. */
static void
die_writing(const char *name, int n, const char *step)
{
	struct ds_system *mine = NULL;
	struct ds_file *f = NULL;
	uint8_t rec[LRECL];
	pid_t pid;
	int status, i;

	ds_system_close(&sys);
	if ((pid = child_fork()) == 0) {
		strike_at = step;
		ds_step_hook = step != NULL ? strike : strike_none;
		memset(rec, 0xC2, sizeof(rec));
		if (ds_system_open(root, &mine, NULL, NULL) != DS_OK ||
		    ds_open_name(mine, name, DS_OUTPUT | DS_SEQ, &f, NULL) !=
			DS_OK)
			_exit(1);
		for (i = 0; i < n; i++) {
			snprintf((char *)rec, sizeof(rec), "%08d", i);
			memset(rec + 8, 0xC2, sizeof(rec) - 8);
			if (step != NULL)
				rec[0] = 0xC2;
			if (ds_put(f, rec, sizeof(rec), NULL) != DS_OK)
				_exit(2);
		}
		if (step == NULL)
			_exit(9);
		ds_close(&f, NULL);
		_exit(3); /* the step was not met */
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), 9);
	ok(ds_system_open(root, &sys, NULL, &diag));
}

static void
define_ksds(const char *name)
{
	struct ds_define_cluster def;
	struct ds_defined out;

	def_init(&def, name);
	def.cluster.unit = DS_UNIT_CYL;
	def.cluster.pri = def.cluster.sec = 1;
	def.cluster.avglrecl = def.cluster.maxlrecl = LRECL;
	def.cluster.keylen = 8;
	def.cluster.rkp = 0;
	ok(ds_define_cluster(sys, &def, &out, &diag));
}

static void
a_load_that_died_is_none_after_verify(void **state)
{
	struct ds_file *f = NULL;

	(void)state;
	define_ksds("T.KSDS");
	die_writing("T.KSDS", MANY, NULL);
	assert_int_equal(
	    ds_open_name(sys, "T.KSDS", DS_INPUT, &f, &diag), DS_OPEN_EMPTY);
	ok(ds_verify(sys, "T.KSDS", false, &diag));
	ok(ds_verify(sys, "T.KSDS", true, &diag));
	assert_int_equal(
	    ds_open_name(sys, "T.KSDS", DS_INPUT, &f, &diag), DS_OPEN_EMPTY);
	/* A load that is closed makes it readable, though it stores nothing. */
	put_records(sys, "T.KSDS", 0, 0);
	assert_int_equal(count_records("T.KSDS", 0), 0);
}

/* The old content or the new one, whole; one file, no track more. */
static void
check_ps(int n, uint8_t fill, uint32_t tracks)
{
	assert_int_equal(count_records("T.PS", fill), n);
	assert_int_equal(count_files(), 1);
	assert_int_equal(used_tracks(), tracks);
}

static void
a_rewrite_that_dies_leaves_the_old_content(void **state)
{
	/* A track has 57,344 bytes, further space comes in 10 tracks; what a
	 * dead writer took is there for the next. */
	static const struct {
		int records;
		uint32_t tracks;
	} written[] = {{0, 1}, {1, 1}, {1000, 1 + 10}, {MANY, 1 + 30}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
		die_writing("T.PS", written[i].records, NULL);
		check_ps(OLD, 0xC1, written[i].tracks);
	}
	put_records(sys, "T.PS", MANY, 0xC3);
	check_ps(MANY, 0xC3, 1 + 30);
}

static void
a_rewrite_that_dies_at_its_swap_is_whole(void **state)
{
	static const char *const before[] = {
	    "rewrite: intent", "rewrite: file made", "rewrite: written"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		die_writing("T.PS", 100, before[i]);
		check_ps(OLD, 0xC1, 1);
	}
	die_writing("T.PS", 100, "rewrite: swapped");
	check_ps(100, 0xC2, 1);
	die_writing("T.PS", 50, "file removed");
	check_ps(50, 0xC2, 1);
}

static void
an_abandoned_rewrite_was_not_made(void **state)
{
	struct ds_file *f = NULL, *g = NULL;
	uint8_t rec[LRECL] = {0};

	(void)state;
	ok(ds_open_name(sys, "T.PS", DS_OUTPUT, &f, &diag));
	ok(ds_put(f, rec, sizeof(rec), &diag));
	/* One writer at a time, and no reader beside it. */
	assert_int_equal(
	    ds_open_name(sys, "T.PS", DS_INPUT, &g, &diag), DS_OPEN_INUSE);
	ds_abandon(&f);
	check_ps(OLD, 0xC1, 1);
	/* Empty content is content. */
	put_records(sys, "T.PS", 0, 0);
	check_ps(0, 0, 1);
	put_records(sys, "T.PS", 3, 0xC4);
	check_ps(3, 0xC4, 1);
}

static void
a_damaged_set_can_be_rewritten(void **state)
{
	char cmd[150];

	(void)state;
	snprintf(cmd, sizeof(cmd), "truncate -s 100 %s/volumes/VOL001/*", root);
	assert_int_equal(system(cmd), 0);
	put_records(sys, "T.PS", 7, 0xC5);
	check_ps(7, 0xC5, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_rewrite_that_dies_leaves_the_old_content, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_rewrite_that_dies_at_its_swap_is_whole, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		an_abandoned_rewrite_was_not_made, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_damaged_set_can_be_rewritten, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_load_that_died_is_none_after_verify, setup, teardown),
	};

	return cmocka_run_group_tests_name(
	    "what was closed stands", tests, NULL, NULL);
}
