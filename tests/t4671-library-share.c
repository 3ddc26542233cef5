/*
 * Libraries shared: who may open what beside whom, readers beside writers, and
 * processes that write members side by side and are killed. The rules are
 * z/OS's: DISP=OLD keeps others out; of a PDS one is open for output at a time
 * (S213-30 there), of a PDSE any number, of different members. What a reader
 * sees and what a kill leaves is worked out from the contents, which say their
 * member and version in each record.
 */
#include <signal.h>

#include "base/bytes.h"
#include "services/library.h"
#include "tests/support/services.h"
#include "tests/support/children.h"

enum { LRECL = 80, MEMBERS = 4, WRITERS = 2, ROUNDS = 6 };

static void
make_set(struct fixture *f, const char *name, bool library)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_FB,
	    .lrecl = LRECL,
	    .partitioned = true,
	    .library = library,
	    .dirblocks = library ? 0 : 5};

	strcpy(def.name, name);
	assert_int_equal(ds_define_ps(f->sys, &def, &f->diag), DS_OK);
}

static enum ds_status
open_as(struct ds_system *sys, const char *name, bool output, enum dd_disp disp,
    struct ds_file **filep, struct ds_diag *diag)
{
	const struct ds_open_parms how = {.disp = disp};

	return ds_open_with(
	    sys, name, output ? DS_OUTPUT : DS_INPUT, &how, filep, diag);
}

/* Records of member m in a version: as many as that says. */
static void
fill(uint8_t *rec, uint32_t member, uint32_t version, uint32_t n)
{
	memset(rec, (int)n, LRECL);
	be32_put(rec, member);
	be32_put(rec + 4, version);
	be32_put(rec + 8, n);
}

static uint32_t
length_of(uint32_t version)
{
	return 1 + version % 7 * 300;
}

static enum ds_status
write_member(struct ds_system *sys, const char *set, uint32_t member,
    uint32_t version, struct ds_diag *diag)
{
	struct ds_file *file = NULL;
	uint8_t rec[LRECL];
	char name[64];
	enum ds_status st;

	snprintf(name, sizeof(name), "%s(M%u)", set, member);
	st = open_as(sys, name, true, DD_SHR, &file, diag);
	for (uint32_t n = 0; st == DS_OK && n < length_of(version); n++) {
		fill(rec, member, version, n);
		st = ds_put(file, rec, LRECL, diag);
	}
	if (st != DS_OK) {
		ds_abandon(&file);
		return st;
	}
	return ds_close(&file, diag);
}

/* All records of one version, which is told; NULL: it is so. */
static const char *
read_member(struct ds_file *file, uint32_t member, uint32_t *versionp)
{
	struct ds_rec rec;
	static struct ds_diag diag;
	uint8_t want[LRECL];
	uint32_t n = 0, version = 0;
	enum ds_status st;

	while ((st = ds_get(file, &rec, &diag)) == DS_OK) {
		if (n == 0)
			version = be32_get(rec.data + 4);
		fill(want, member, version, n++);
		if (rec.len != LRECL || memcmp(rec.data, want, LRECL) != 0)
			return "a record of another version";
	}
	if (st != DS_EOD)
		return diag.text;
	*versionp = version;
	return n == length_of(version) ? NULL : "the member is cut";
}

static void
expect_version(
    struct ds_system *sys, const char *name, uint32_t member, uint32_t want)
{
	struct ds_file *file = NULL;
	struct ds_diag diag;
	uint32_t version = 0;

	assert_int_equal(
	    open_as(sys, name, false, DD_SHR, &file, &diag), DS_OK);
	assert_null(read_member(file, member, &version));
	assert_int_equal(version, want);
	ds_close(&file, NULL);
}

static void
who_may_open_beside_whom(void **state)
{
	struct fixture *f = *state;
	struct ds_system *two = NULL;
	struct ds_library *lib = NULL;
	struct ds_file *a = NULL, *b = NULL;
	const char *set;
	char m1[32], m2[32];

	assert_int_equal(ds_system_open(f->dir, &two, NULL, &f->diag), DS_OK);
	for (int library = 0; library < 2; library++) {
		set = library ? "A.LIB" : "A.PDS";
		snprintf(m1, sizeof(m1), "%s(M1)", set);
		snprintf(m2, sizeof(m2), "%s(M2)", set);
		make_set(f, set, library);
		assert_int_equal(
		    write_member(f->sys, set, 1, 3, &f->diag), DS_OK);

		/* One writes M1: others read it, and in a PDSE write M2. */
		assert_int_equal(
		    open_as(f->sys, m1, true, DD_SHR, &a, &f->diag), DS_OK);
		expect_version(two, m1, 1, 3);
		assert_int_equal(open_as(two, m1, true, DD_SHR, &b, &f->diag),
		    DS_OPEN_INUSE);
		assert_string_not_equal(f->diag.holder, "");
		assert_int_equal(write_member(two, set, 2, 1, &f->diag),
		    library ? DS_OK : DS_OPEN_INUSE);
		/* So it is within one job. */
		assert_int_equal(
		    open_as(f->sys, m1, true, DD_SHR, &b, &f->diag),
		    DS_OPEN_INUSE);
		assert_int_equal(
		    ds_library_open(two, set, DD_SHR, true, &lib, &f->diag),
		    library ? DS_OK : DS_OPEN_INUSE);
		if (library) {
			assert_int_equal(ds_member_delete(lib, "M1", &f->diag),
			    DS_OPEN_INUSE);
			assert_int_equal(
			    ds_member_rename(lib, "M1", "X", &f->diag),
			    DS_OPEN_INUSE);
			assert_int_equal(
			    ds_library_close(&lib, &f->diag), DS_OK);
		}
		/* OLD wants it alone; DELETE as well. */
		assert_int_equal(open_as(two, m2, true, DD_OLD, &b, &f->diag),
		    DS_OPEN_INUSE);
		assert_int_equal(
		    ds_library_open(two, set, DD_OLD, true, &lib, &f->diag),
		    DS_OPEN_INUSE);
		ds_abandon(&a);
		expect_version(two, m1, 1, 3);

		assert_int_equal(
		    open_as(two, m2, true, DD_OLD, &b, &f->diag), DS_OK);
		assert_int_equal(
		    open_as(f->sys, m1, false, DD_SHR, &a, &f->diag),
		    DS_OPEN_INUSE);
		ds_abandon(&b);
	}
	ds_system_close(&two);
}

static void
a_reader_keeps_the_content_that_another_replaces(void **state)
{
	struct fixture *f = *state;
	struct ds_system *two = NULL;
	struct ds_library *lib = NULL;
	struct ds_file *file = NULL;
	uint32_t version = 0;

	assert_int_equal(ds_system_open(f->dir, &two, NULL, &f->diag), DS_OK);
	for (int library = 0; library < 2; library++) {
		const char *set = library ? "A.LIB" : "A.PDS";
		char m1[32];

		snprintf(m1, sizeof(m1), "%s(M1)", set);
		make_set(f, set, library);
		assert_int_equal(
		    write_member(f->sys, set, 1, 6, &f->diag), DS_OK);
		assert_int_equal(
		    open_as(two, m1, false, DD_SHR, &file, &f->diag), DS_OK);
		assert_int_equal(
		    write_member(f->sys, set, 1, 8, &f->diag), DS_OK);
		assert_int_equal(
		    ds_library_open(f->sys, set, DD_SHR, true, &lib, &f->diag),
		    DS_OK);
		assert_int_equal(ds_member_delete(lib, "M1", &f->diag), DS_OK);
		assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
		/* 1801 records are more than one control interval. */
		assert_null(read_member(file, 1, &version));
		assert_int_equal(version, 6);
		ds_close(&file, NULL);
		assert_int_equal(
		    open_as(two, m1, false, DD_SHR, &file, &f->diag),
		    DS_NOMEMBER);
	}
	ds_system_close(&two);
}

static void
fault(void *ctx, const struct ds_found *found)
{
	(void)ctx;
	fail_msg("%s: %s", found->component, found->what);
}

static void
examine(struct fixture *f, const char *set)
{
	struct ds_examine *ex = NULL;
	enum ds_status st;

	assert_int_equal(ds_examine_open(f->sys, set, &ex, &f->diag), DS_OK);
	st = ds_examine_test(
	    ex, DS_TEST_DATA, fault, NULL, NULL, NULL, &f->diag);
	if (st != DS_OK)
		fail_msg("%s", f->diag.text);
	ds_examine_close(&ex);
}

/* One open library, many members: as a copy of all of them would. */
static void
members_of_one_open_library(void **state)
{
	struct fixture *f = *state;
	struct ds_library *lib = NULL;
	struct ds_file *a = NULL, *b = NULL;
	struct ds_member m = {0};
	uint32_t version = 0;
	uint8_t rec[LRECL];
	char name[MEMBER_MAX + 1];
	int n = 0;

	make_set(f, "A.LIB", true);
	assert_int_equal(
	    ds_library_open(f->sys, "A.LIB", DD_SHR, true, &lib, &f->diag),
	    DS_OK);
	ds_library_defer(lib);
	for (uint32_t i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "M%u", i);
		assert_int_equal(
		    ds_member_open(lib, name, DS_OUTPUT, &a, &f->diag), DS_OK);
		assert_int_equal(
		    ds_member_open(lib, name, DS_OUTPUT, &b, &f->diag),
		    DS_OPEN_INUSE);
		fill(rec, i, 0, 0);
		assert_int_equal(ds_put(a, rec, LRECL, &f->diag), DS_OK);
		assert_int_equal(ds_close(&a, &f->diag), DS_OK);
	}
	assert_int_equal(ds_library_commit(lib, &f->diag), DS_OK);
	while (ds_member_next(lib, m.name, &m, &f->diag) == DS_OK) {
		assert_int_equal(
		    ds_member_open(lib, m.name, DS_INPUT, &a, &f->diag), DS_OK);
		assert_null(read_member(
		    a, (uint32_t)strtoul(m.name + 1, NULL, 10), &version));
		assert_int_equal(ds_close(&a, &f->diag), DS_OK);
		assert_int_equal(m.records, 1);
		assert_int_equal(m.bytes, LRECL);
		/* 12:00 of 1 March 2026 in whatever zone */
		assert_true(m.changed > 1772236800 && m.changed < 1772496000);
		n++;
	}
	assert_int_equal(n, 300);
	assert_int_equal(
	    ds_member_open(lib, "NONE", DS_INPUT, &a, &f->diag), DS_NOMEMBER);
	assert_int_equal(
	    ds_member_open(lib, "../X", DS_INPUT, &a, &f->diag), DS_NOMEMBER);
	assert_true(ds_member_match("M*9", "M299"));
	assert_true(ds_member_match("*", "M"));
	assert_true(ds_member_match("%2**", "M2"));
	assert_false(ds_member_match("M%", "M"));
	assert_false(ds_member_match("*9", "M91"));
	assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
	examine(f, "A.LIB");
}

/* --- processes -------------------------------------------------------------
 */

struct progress {
	uint32_t acked[MEMBERS]; /* version that was closed last */
	uint32_t begun[MEMBERS];
	char why[200];
};

static void
writer(const char *dir, const char *set, int first, struct progress *told)
{
	struct ds_system *sys = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;

	if (ds_system_open(dir, &sys, NULL, &diag) != DS_OK)
		_exit(CHILD_FAILED);
	for (int m = first;; m = first + (m - first + 1) % 2) {
		told->begun[m]++;
		st = write_member(sys, set, (uint32_t)m, told->begun[m], &diag);
		if (st != DS_OK) {
			snprintf(told->why, sizeof(told->why), "%s: %s %.100s",
			    ds_status_name(st), diag.holder, diag.text);
			_exit(CHILD_FAILED);
		}
		told->acked[m] = told->begun[m];
	}
}

/* Members are whole while they are written; a version that was closed is not
 * lost. */
static void
look(struct fixture *f, const char *set, const struct progress *told)
{
	struct ds_file *file = NULL;
	uint32_t version = 0, acked;
	const char *wrong;
	char name[32];
	enum ds_status st;

	for (uint32_t m = 0; m < MEMBERS; m++) {
		acked = told->acked[m];
		snprintf(name, sizeof(name), "%s(M%u)", set, m);
		st = open_as(f->sys, name, false, DD_SHR, &file, &f->diag);
		if (st == DS_NOMEMBER && acked == 0)
			continue;
		if (st != DS_OK)
			fail_msg("%s: %s %s", name, ds_status_name(st),
			    f->diag.text);
		wrong = read_member(file, m, &version);
		ds_close(&file, NULL);
		if (wrong != NULL)
			fail_msg("%s: %s", name, wrong);
		assert_true(version >= acked && version <= told->begun[m]);
	}
}

static void
side_by_side(struct fixture *f, const char *set, int writers)
{
	struct progress *told = child_memory(sizeof(*told));
	pid_t pids[WRITERS];

	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < writers; i++) {
			pids[i] = fork();
			if (pids[i] == 0)
				writer(f->dir, set, 2 * i, told);
			assert_true(pids[i] > 0);
		}
		for (int i = 0; i < 10; i++) {
			look(f, set, told);
			usleep(5000);
		}
		for (int i = 0; i < writers; i++) {
			kill(pids[i], SIGKILL);
			child_ended(pids[i], true, told->why);
		}
		look(f, set, told);
	}
	assert_int_equal(
	    write_member(f->sys, set, 0, told->begun[0] + 1, &f->diag), DS_OK);
	examine(f, set);
	assert_int_equal(munmap(told, sizeof(*told)), 0);
}

static void
killed_writers_of_a_pdse_lose_no_member(void **state)
{
	make_set(*state, "A.LIB", true);
	side_by_side(*state, "A.LIB", WRITERS);
}

static void
a_killed_writer_of_a_pds_loses_no_member(void **state)
{
	make_set(*state, "A.PDS", false);
	side_by_side(*state, "A.PDS", 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		who_may_open_beside_whom, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_reader_keeps_the_content_that_another_replaces, setup,
		teardown),
	    cmocka_unit_test_setup_teardown(
		members_of_one_open_library, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		killed_writers_of_a_pdse_lose_no_member, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_killed_writer_of_a_pds_loses_no_member, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
