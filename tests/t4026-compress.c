/*
 * A PDS compressed: what replaced and deleted members had is free again, and
 * nothing else is changed, whatever becomes of the process. Amounts are worked
 * out by hand: a track has two control intervals of 28,672 bytes
 * (services/README.md), and 40,000 bytes of a member take two of them.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/dataset.h"
#include "services/library.h"
#include "services/locate.h"
#include "services/stop.h"
#include "tests/support/census.h"
#include "tests/support/made_root.h"
#include "tests/support/step.h"

enum { CI = 28672, RECORDS = 500 }; /* of 80 bytes: 40,000 */

static char root[ROOT_LEN];
static int ignored; /* entries beside the library */

static int
setup(void **state)
{
	(void)state;
	ignored = 0;
	setenv("CATAMOUNT_CLOCK", "2026-03-01T12:00:00", 1);
	return root_made(root, "t4026");
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

static void
make(struct ds_system *sys, bool library, uint32_t tracks, uint32_t more)
{
	struct ds_define_ps def = {.name = "A.LIB",
	    .recfm = DS_RECFM_FB,
	    .lrecl = 80,
	    .unit = DS_UNIT_TRK,
	    .pri = tracks,
	    .sec = more,
	    .partitioned = true,
	    .library = library,
	    .dirblocks = library ? 0 : 2};

	assert_int_equal(ds_define_ps(sys, &def, NULL), DS_OK);
}

/* A member of RECORDS records, each of one byte. */
static enum ds_status
put(struct ds_system *sys, const char *member, int byte)
{
	struct ds_file *file = NULL;
	char rec[80], name[32];
	enum ds_status st, closed;

	memset(rec, byte, sizeof(rec));
	snprintf(name, sizeof(name), "A.LIB(%s)", member);
	st = ds_open_name(sys, name, DS_OUTPUT, &file, NULL);
	for (int i = 0; i < RECORDS && st == DS_OK; i++)
		st = ds_put(file, rec, sizeof(rec), NULL);
	if (st != DS_OK) {
		ds_abandon(&file);
		return st;
	}
	closed = ds_close(&file, NULL);
	return closed;
}

static void
expect(struct ds_system *sys, const char *member, int byte)
{
	struct ds_file *file = NULL;
	struct ds_rec rec;
	char name[32];
	int n = 0;

	snprintf(name, sizeof(name), "A.LIB(%s)", member);
	assert_int_equal(ds_open_name(sys, name, DS_INPUT, &file, NULL), DS_OK);
	for (; ds_get(file, &rec, NULL) == DS_OK; n++) {
		assert_int_equal(rec.len, 80);
		assert_int_equal(rec.data[0], byte);
		assert_int_equal(rec.data[79], byte);
	}
	assert_int_equal(n, RECORDS);
	assert_int_equal(ds_close(&file, NULL), DS_OK);
}

/* As often as there is room. */
static int
replace_until_full(struct ds_system *sys)
{
	enum ds_status st;
	int n = 0;

	while ((st = put(sys, "MEM", 'A' + n)) == DS_OK)
		n++;
	assert_int_equal(st, DS_NOSPACE);
	expect(sys, "MEM", 'A' + n - 1);
	return n;
}

static void
the_space_of_old_contents_is_used_again(void **state)
{
	struct ds_system *sys = root_open(root);
	struct ds_compressed c = {0};
	int first;

	(void)state;
	make(sys, false, 10, 0);
	first = replace_until_full(sys);
	assert_true(first >= 6);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(
		    ds_pds_compress(sys, "A.LIB", &c, NULL), DS_OK);
		assert_false(c.library);
		/* of 20 control intervals the member has two or three, with
		 * what the directory has */
		assert_in_range(c.free_after, 17 * CI, 18 * CI);
		assert_true(c.free_before <= 3 * CI);
		assert_int_equal(replace_until_full(sys), first - 1);
	}
	ds_system_close(&sys);
	assert_int_equal(census_check(root, 0), 1);
}

/* --- what stays ----------------------------------------------------------- */

static void
fill(struct ds_system *sys)
{
	struct ds_library *lib = NULL;

	make(sys, false, 4, 3);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(put(sys, "ONE", 'a' + i), DS_OK);
		assert_int_equal(put(sys, "TWO", 'A' + i), DS_OK);
	}
	assert_int_equal(put(sys, "GONE", 'G'), DS_OK);
	assert_int_equal(
	    ds_library_open(sys, "A.LIB", DD_OLD, true, &lib, NULL), DS_OK);
	assert_int_equal(ds_member_alias(lib, "ALIAS", "TWO", NULL), DS_OK);
	assert_int_equal(
	    ds_member_user(lib, "ONE", "userdata", 8, NULL), DS_OK);
	assert_int_equal(ds_member_delete(lib, "GONE", NULL), DS_OK);
	assert_int_equal(ds_library_close(&lib, NULL), DS_OK);
}

static void
check(struct ds_system *sys)
{
	struct ds_library *lib = NULL;
	uint32_t used = 0, total = 0;
	struct ds_member m;

	expect(sys, "ONE", 'd');
	expect(sys, "TWO", 'D');
	expect(sys, "ALIAS", 'D');
	assert_int_equal(
	    ds_library_open(sys, "A.LIB", DD_SHR, false, &lib, NULL), DS_OK);
	assert_int_equal(ds_member_find(lib, "ALIAS", &m, NULL), DS_OK);
	assert_true(m.alias);
	assert_string_equal(m.main, "TWO");
	assert_int_equal(ds_member_find(lib, "ONE", &m, NULL), DS_OK);
	assert_int_equal(m.user_len, 8);
	assert_memory_equal(m.user, "userdata", 8);
	assert_int_equal(m.records, RECORDS);
	assert_int_equal(ds_member_find(lib, "GONE", &m, NULL), DS_NOTFOUND);
	assert_int_equal(ds_library_blocks(lib, &used, &total, NULL), DS_OK);
	assert_int_equal(used, 1);
	assert_int_equal(total, 2);
	ds_library_abandon(&lib);
}

static uint32_t
tracks(struct ds_system *sys)
{
	struct cat_volume vol;

	assert_int_equal(cat_volume_get(sys->cat, "VOL001", &vol, NULL), DS_OK);
	return vol.used_tracks;
}

static void
members_aliases_and_extents_stay(void **state)
{
	struct ds_entry *before = NULL, *after = NULL;
	struct ds_system *sys = root_open(root);
	struct ds_compressed c = {0};
	const struct ds_volume_cell *x, *y;
	uint32_t had;

	(void)state;
	fill(sys);
	had = tracks(sys);
	assert_int_equal(ds_locate(sys, NULL, "A.LIB", &before, NULL), DS_OK);
	x = &before->volumes[0];
	assert_true(x->nextents > 1);
	assert_int_equal(ds_pds_compress(sys, "A.LIB", &c, NULL), DS_OK);
	assert_true(c.free_after > c.free_before);
	check(sys);
	assert_int_equal(tracks(sys), had);
	assert_int_equal(ds_locate(sys, NULL, "A.LIB", &after, NULL), DS_OK);
	y = &after->volumes[0];
	assert_int_equal(y->nextents, x->nextents);
	for (size_t i = 0; i < x->nextents; i++)
		assert_int_equal(
		    x->extents[i].high_cchh, y->extents[i].high_cchh);
	assert_int_equal(after->stats.harba, before->stats.harba);
	/* and it grows on from there */
	while (tracks(sys) == had)
		assert_int_equal(put(sys, "MORE", 'M'), DS_OK);
	check(sys);
	ds_entry_free(&before);
	ds_entry_free(&after);
	ds_system_close(&sys);
	assert_int_equal(census_check(root, 0), 1);
}

static void
what_is_no_pds_or_empty_is_left_alone(void **state)
{
	struct ds_define_ps ps = {.name = "A.PS",
	    .recfm = DS_RECFM_FB,
	    .lrecl = 80,
	    .unit = DS_UNIT_TRK,
	    .pri = 1};
	const struct ds_delete_opts plain = {.erase = -1};
	struct ds_system *sys = root_open(root);
	struct ds_compressed c = {0};

	(void)state;
	assert_int_equal(
	    ds_pds_compress(sys, "A.LIB", &c, NULL), DS_CAT_NOTFOUND);
	assert_int_equal(ds_define_ps(sys, &ps, NULL), DS_OK);
	assert_int_equal(
	    ds_pds_compress(sys, "A.PS", &c, NULL), DS_OPEN_NOTVSAM);
	make(sys, false, 1, 0);
	assert_int_equal(ds_pds_compress(sys, "A.LIB", &c, NULL), DS_OK);
	assert_int_equal(
	    ds_delete(sys, "A.LIB", &plain, NULL, NULL, NULL), DS_OK);
	make(sys, true, 3, 0);
	assert_int_equal(put(sys, "M", 'x'), DS_OK);
	assert_int_equal(ds_pds_compress(sys, "A.LIB", &c, NULL), DS_OK);
	assert_true(c.library);
	expect(sys, "M", 'x');
	ds_system_close(&sys);
	assert_int_equal(census_check(root, 0), 2);
}

static void
who_has_it_is_told(void **state)
{
	struct ds_system *sys = root_open(root), *other = root_open(root);
	struct ds_compressed c = {0};
	struct ds_file *file = NULL;
	struct ds_diag diag = {0};

	(void)state;
	fill(sys);
	assert_int_equal(
	    ds_open_name(other, "A.LIB(ONE)", DS_INPUT, &file, NULL), DS_OK);
	assert_int_equal(
	    ds_pds_compress(sys, "A.LIB", &c, &diag), DS_OPEN_INUSE);
	assert_string_not_equal(diag.holder, "");
	/* this program itself may have it open */
	assert_int_equal(
	    ds_pds_compress(other, "A.LIB", &c, &diag), DS_OPEN_INUSE);
	assert_int_equal(ds_close(&file, NULL), DS_OK);
	check(other);
	assert_int_equal(ds_pds_compress(sys, "A.LIB", &c, NULL), DS_OK);
	check(other);
	ds_system_close(&other);
	ds_system_close(&sys);
}

static bool
at_once(void)
{
	return true;
}

static void
who_is_asked_to_end_leaves_it_as_it_was(void **state)
{
	struct ds_system *sys = root_open(root);
	struct ds_compressed c = {0};

	(void)state;
	fill(sys);
	ds_stop_set(at_once);
	assert_int_equal(ds_pds_compress(sys, "A.LIB", &c, NULL), DS_STOPPED);
	ds_stop_set(NULL);
	check(sys);
	ds_system_close(&sys);
	assert_int_equal(census_check(root, 0), 1);
}

/* --- killed --------------------------------------------------------------- */

static enum ds_status
act(struct ds_system *sys, int what)
{
	struct ds_compressed c;

	(void)what;
	return ds_pds_compress(sys, "A.LIB", &c, NULL);
}

/* How many steps there are. */
static int
every_step(void)
{
	struct ds_system *sys;
	int n, status;
	pid_t pid;

	for (n = 1;; n++) {
		pid = step_child(root, act, 0, n, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(census_check(root, 0), 1 + ignored);
		sys = root_open(root);
		check(sys);
		ds_system_close(&sys);
		if (!WIFEXITED(status))
			continue;
		assert_int_equal(WEXITSTATUS(status), 0);
		return n - 1;
	}
}

/* Intent, files, written, swapped, and the two files that go. */
static void
killed_at_any_step_it_has_its_members(void **state)
{
	struct ds_system *sys = root_open(root);

	(void)state;
	fill(sys);
	ds_system_close(&sys);
	assert_int_equal(every_step(), 6);
}

static void
in_a_user_catalog_too(void **state)
{
	struct ds_system *sys;

	(void)state;
	root_route_a(root);
	ignored = 2;
	sys = root_open(root);
	fill(sys);
	ds_system_close(&sys);
	assert_int_equal(every_step(), 6);
}

int
main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
	    T(the_space_of_old_contents_is_used_again),
	    T(members_aliases_and_extents_stay),
	    T(what_is_no_pds_or_empty_is_left_alone),
	    T(who_has_it_is_told),
	    T(who_is_asked_to_end_leaves_it_as_it_was),
	    T(killed_at_any_step_it_has_its_members),
	    T(in_a_user_catalog_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
