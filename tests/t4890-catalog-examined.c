/*
 * EXAMINE and VERIFY of a catalog: what is wrong with its entries and with its
 * file is found, each thing that is broken here by hand, and nothing else.
 */
#include <sqlite3.h>

#include "services/catalogs.h"
#include "services/gdg.h"
#include "tests/support/services.h"

#define UCAT "UC.A"

struct found {
	char text[4096];
	int n;
	int most; /* stop behind so many; 0: never */
};

static void
note(void *ctx, const char *what)
{
	struct found *l = ctx;
	size_t at = strlen(l->text);

	l->n++;
	snprintf(l->text + at, sizeof(l->text) - at, "%s\n", what);
}

static bool
stop(void *ctx)
{
	const struct found *l = ctx;

	return l->most > 0;
}

static enum ds_status
examine(struct fixture *f, enum ds_test test, struct found *l,
    struct ds_examined *sum)
{
	return ds_examine_catalog(
	    f->sys, UCAT, test, note, stop, l, sum, &f->diag);
}

/* A user catalog with a cluster, an alternate index, a path and a group. */
static void
fill(struct fixture *f)
{
	struct ds_define_ucat ucat = {.level = {.unit = DS_UNIT_TRK, .pri = 1}};
	struct ds_define_alias alias = {.name = "A", .target = UCAT};
	struct ds_define_gdg gdg = {.name = "A.G", .limit = 3};
	struct ds_define_nonvsam gen = {.name = "A.G.G0001V00"};
	struct ds_define_path path = {.name = "A.P", .entry = "A.K"};
	struct ds_define_cluster def;
	struct ds_defined out;

	strcpy(ucat.level.name, UCAT);
	strcpy(ucat.level.volumes[0], "*");
	ucat.level.nvolumes = 1;
	assert_int_equal(ds_define_ucat(f->sys, &ucat, &out, &f->diag), DS_OK);
	assert_int_equal(ds_define_alias(f->sys, &alias, &f->diag), DS_OK);
	def_small(&def, "A.K");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(ds_define_path(f->sys, &path, &f->diag), DS_OK);
	assert_int_equal(ds_define_gdg(f->sys, &gdg, &f->diag), DS_OK);
	strcpy(gen.volumes[0], "VOL001");
	gen.nvolumes = 1;
	assert_int_equal(ds_define_nonvsam(f->sys, &gen, &f->diag), DS_OK);
}

static void
file_of(const struct fixture *f, char path[ROOT_LEN + 64])
{
	snprintf(path, ROOT_LEN + 64, "%s/catalogs/%s.db", f->dir, UCAT);
}

/* Behind the catalog's back, which is closed meanwhile. */
static void
change(struct fixture *f, const char *sql)
{
	char path[ROOT_LEN + 64];
	sqlite3 *db = NULL;

	ds_system_close(&f->sys);
	file_of(f, path);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	assert_int_equal(
	    ds_system_open(f->dir, &f->sys, NULL, &f->diag), DS_OK);
}

static void
a_good_catalog_has_no_fault(void **state)
{
	struct fixture *f = *state;
	struct ds_examined sum = {0};
	struct found l = {.n = 0};

	fill(f);
	assert_int_equal(examine(f, DS_TEST_INDEX, &l, &sum), DS_OK);
	assert_int_equal(examine(f, DS_TEST_DATA, &l, &sum), DS_OK);
	assert_int_equal(l.n, 0);
	/* cluster, data, index, path, base, generation */
	assert_int_equal(sum.records, 6);
	assert_true(sum.cis > 0 && sum.bytes % sum.cis == 0);
	assert_int_equal(
	    ds_verify_catalog(f->sys, UCAT, false, &f->diag), DS_OK);
	assert_int_equal(
	    ds_verify_catalog(f->sys, UCAT, true, &f->diag), DS_OK);
	assert_int_equal(ds_examine_catalog(f->sys, "CATALOG.MASTER",
			     DS_TEST_DATA, note, stop, &l, &sum, &f->diag),
	    DS_OK);
	assert_int_equal(l.n, 0);
}

static void
faults_of_entries_are_found(void **state)
{
	static const struct {
		const char *sql, *what;
	} broken[] = {
	    {"DELETE FROM assoc WHERE member_id = (SELECT id FROM entry WHERE "
	     "name = 'A.K.INDEX')",
		"entry (C) A.K has no index component, or several\n"
		"entry (I) A.K.INDEX is a component of no data set, or of "
		"several\n"},
	    {"DELETE FROM entry WHERE name = 'A.K.INDEX'", ""},
	    {"DELETE FROM assoc WHERE member_id = (SELECT id FROM entry WHERE "
	     "name = 'A.P')",
		"entry (C) A.K has no index component, or several\n"
		"entry (R) A.P leads to nothing\n"},
	    {"UPDATE entry SET gdg_limit = 0 WHERE name = 'A.G'",
		"entry (B) A.G has no limit\n"
		"entry (C) A.K has no index component, or several\n"
		"entry (R) A.P leads to nothing\n"},
	};
	struct fixture *f = *state;
	struct ds_examined sum;
	size_t i;

	fill(f);
	for (i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		struct found l = {.n = 0};

		change(f, broken[i].sql);
		if (broken[i].what[0] == '\0')
			continue;
		assert_int_equal(
		    examine(f, DS_TEST_DATA, &l, &sum), DS_CORRUPT);
		assert_string_equal(l.text, broken[i].what);
	}
}

static void
a_row_of_nothing_is_found(void **state)
{
	struct fixture *f = *state;
	struct ds_examined sum;
	struct found l = {.n = 0};

	fill(f);
	change(f, "INSERT INTO cell VALUES (9999, 1, 'X', 1, 1, 1)");
	assert_int_equal(examine(f, DS_TEST_INDEX, &l, &sum), DS_CORRUPT);
	assert_int_equal(l.n, 1);
	assert_non_null(strstr(l.text, "of cell belongs to no row of entry"));
	assert_int_equal(
	    ds_verify_catalog(f->sys, UCAT, true, &f->diag), DS_CORRUPT);
	assert_non_null(strstr(f->diag.text, "belongs to no row"));
	/* opening does not look */
	assert_int_equal(
	    ds_verify_catalog(f->sys, UCAT, false, &f->diag), DS_OK);
}

/* Pages behind those that an open reads, each with a head that is none. */
static void
a_damaged_file_is_found(void **state)
{
	struct fixture *f = *state;
	struct found l = {.n = 0};
	char path[ROOT_LEN + 64];
	struct ds_examined sum = {.cis = 0};
	FILE *fp;
	long page;

	fill(f);
	assert_int_equal(examine(f, DS_TEST_DATA, &l, &sum), DS_OK);
	ds_system_close(&f->sys);
	file_of(f, path);
	assert_non_null(fp = fopen(path, "r+"));
	for (page = 4; page < 12; page++) {
		fseek(fp, page * (long)(sum.bytes / sum.cis), SEEK_SET);
		assert_int_equal(fputs("\xEE\xEE\xEE\xEE", fp) >= 0, true);
	}
	fclose(fp);
	assert_int_equal(
	    ds_system_open(f->dir, &f->sys, NULL, &f->diag), DS_OK);
	assert_int_equal(examine(f, DS_TEST_INDEX, &l, &sum), DS_CORRUPT);
	assert_true(l.n > 0);
	/* what cannot be read is an outcome, no crash */
	assert_int_not_equal(examine(f, DS_TEST_DATA, &l, &sum), DS_OK);
}

static void
it_ends_when_asked_and_where_there_is_none(void **state)
{
	struct fixture *f = *state;
	struct ds_examined sum;
	struct found l = {.most = 1};

	fill(f);
	assert_int_equal(examine(f, DS_TEST_DATA, &l, &sum), DS_STOPPED);
	l.most = 0;
	assert_int_equal(ds_examine_catalog(f->sys, "NO.CAT", DS_TEST_INDEX,
			     note, stop, &l, &sum, &f->diag),
	    DS_CAT_UNAVAIL);
	assert_int_equal(ds_verify_catalog(f->sys, "NO.CAT", false, &f->diag),
	    DS_CAT_UNAVAIL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_good_catalog_has_no_fault),
	    T(faults_of_entries_are_found),
	    T(a_row_of_nothing_is_found),
	    T(a_damaged_file_is_found),
	    T(it_ends_when_asked_and_where_there_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
