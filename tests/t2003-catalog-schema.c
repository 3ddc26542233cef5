/* The way up from an older schema, and how listings find their entries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "catalog/cat_int.h"
#include "tests/support/child.h"
#include "tests/support/root.h"

#define MASTER "CATALOG.MASTER"

static char dir[ROOT_LEN], path[128];
static struct ds_diag diag;

static int
setup(void **state)
{
	(void)state;
	if (!root_new(dir, "t2003"))
		return -1;
	snprintf(path, sizeof(path), "%s/%s.db", dir, MASTER);
	return cat_file_make(dir, MASTER, MASTER, NULL) == DS_OK ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(dir);
}

static struct catalog *
open_catalog(void)
{
	struct catalog *cat = NULL;

	assert_int_equal(
	    cat_open(dir, MASTER, false, 30000, &cat, &diag), DS_OK);
	return cat;
}

static int
number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *st = NULL;
	int n = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return n;
}

/* Steps that a later program might have: 6 adds a column, 7 fills it. */
static const struct cat_step later[] = {
    {5, "CREATE TABLE never (x)"}, /* the file has version 5 already */
    {6, "ALTER TABLE entry ADD COLUMN retain INTEGER NOT NULL DEFAULT 0"},
    {7, "UPDATE entry SET retain = 7 WHERE name = 'A.B'"},
};
static const struct cat_step broken[] = {
    {5, ""},
    {6, "ALTER TABLE entry ADD COLUMN retain INTEGER NOT NULL DEFAULT 0"},
    {7, "UPDATE no_such_table SET x = 1"},
};

static void
put(struct catalog *cat, const char *name)
{
	struct ds_entry *ent = ds_entry_new();

	ent->type = DS_NONVSAM;
	strcpy(ent->name, name);
	assert_int_equal(cat_put(cat, NULL, ent, &diag), DS_OK);
	ds_entry_free(&ent);
}

static void
an_older_file_is_brought_up(void **state)
{
	struct catalog *cat = open_catalog();
	sqlite3 *db;

	(void)state;
	put(cat, "A.B");
	put(cat, "A.C");
	db = cat->files[0]->db;
	assert_int_equal(number(db, "PRAGMA user_version"), 5);
	assert_int_equal(cat_migrate(db, later, 3, path, &diag), DS_OK);
	assert_int_equal(number(db, "PRAGMA user_version"), 7);
	assert_int_equal(number(db, "SELECT SUM(retain) FROM entry"), 7);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM entry"), 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM never"), -1);
	/* a second time nothing is done */
	assert_int_equal(cat_migrate(db, later, 3, path, &diag), DS_OK);
	cat_close(&cat);
	/* and this program, which knows 5, refuses it */
	assert_int_equal(
	    cat_open(dir, MASTER, false, 1000, &cat, &diag), DS_VERSION);
}

/* What versions 4 and 5 have made. */
#define NOT_YET_4                                                        \
	"DELETE FROM meta WHERE item = 'recovery'; "                     \
	"DROP TABLE permit; DROP TABLE profile; DROP TABLE membership; " \
	"DROP TABLE login; DELETE FROM meta WHERE item = 'security'; "

/* A file of version 2, as a program of then left it, is opened and works. */
static void
a_file_of_version_2_is_brought_up(void **state)
{
	struct catalog *cat = open_catalog();
	struct ds_entry *ent = NULL;
	sqlite3 *db = cat->files[0]->db;
	int64_t id = 0;

	(void)state;
	put(cat, "A.B");
	assert_int_equal(sqlite3_exec(db,
			     NOT_YET_4 "DROP TABLE move; "
				       "PRAGMA user_version = 2",
			     NULL, NULL, NULL),
	    SQLITE_OK);
	cat_close(&cat);
	cat = open_catalog();
	assert_int_equal(number(cat->files[0]->db, "PRAGMA user_version"), 5);
	assert_int_equal(cat_get(cat, NULL, "A.B", &ent, &diag), DS_OK);
	ds_entry_free(&ent);
	assert_int_equal(
	    cat_move_begin(cat, "A.B", MASTER, MASTER, "1.2.3", &id, &diag),
	    DS_OK);
	cat_close(&cat);
}

static bool
count_one(void *ctx, const struct ds_profile *p)
{
	*(int *)ctx += p->npermits == 1 && strcmp(p->name, "A.**") == 0;
	return true;
}

/* The same of version 3: profiles can be put into it. */
static void
a_file_of_version_3_is_brought_up(void **state)
{
	const struct ds_profile p = {.name = "A.**", .owner = "A"};
	const enum ds_access read = DS_ACCESS_READ;
	struct catalog *cat = open_catalog();
	sqlite3 *db = cat->files[0]->db;
	uint64_t before = 0, after = 0;
	int n = 0;

	(void)state;
	put(cat, "A.B");
	assert_int_equal(sqlite3_exec(db, NOT_YET_4 "PRAGMA user_version = 3",
			     NULL, NULL, NULL),
	    SQLITE_OK);
	cat_close(&cat);
	cat = open_catalog();
	assert_int_equal(number(cat->files[0]->db, "PRAGMA user_version"), 5);
	assert_int_equal(cat_security_seq(cat, &before, &diag), DS_OK);
	assert_int_equal(cat_profile_add(cat, &p, &diag), DS_OK);
	assert_int_equal(cat_permit(cat, "A.**", "B", &read, &diag), DS_OK);
	assert_int_equal(cat_security_seq(cat, &after, &diag), DS_OK);
	assert_int_equal(after, before + 2);
	assert_int_equal(
	    cat_profile_list(cat, "A", count_one, &n, &diag), DS_OK);
	assert_int_equal(
	    cat_profile_list(cat, NULL, count_one, &n, &diag), DS_OK);
	assert_int_equal(n, 2);
	cat_close(&cat);
}

static void
a_failed_upgrade_changes_nothing(void **state)
{
	struct catalog *cat = open_catalog();
	sqlite3 *db = cat->files[0]->db;

	(void)state;
	put(cat, "A.B");
	assert_int_equal(cat_migrate(db, broken, 3, path, &diag), DS_IO);
	assert_int_equal(number(db, "PRAGMA user_version"), 5);
	assert_int_equal(number(db, "SELECT COUNT(retain) FROM entry"), -1);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM entry"), 1);
	put(cat, "A.C");
	cat_close(&cat);
}

/* All open the file first: one that comes after the upgrade is refused. */
static int
upgrade_child(const int ready[2], const int go[2])
{
	struct catalog *cat = NULL;
	enum ds_status st;
	char c = 0;

	st = cat_open(dir, MASTER, true, 20000, &cat, &diag);
	close(go[1]);
	if (write(ready[1], &c, 1) != 1 || read(go[0], &c, 1) != 0)
		return 99;
	if (st == DS_OK)
		st = cat_migrate(cat->files[0]->db, later, 3, path, &diag);
	return (int)st;
}

static void
processes_upgrade_once(void **state)
{
	int i, status, ready[2], go[2];
	pid_t pids[4];
	char c;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(pipe(go), 0);
	for (i = 0; i < 4; i++)
		if ((pids[i] = child_fork()) == 0)
			_exit(upgrade_child(ready, go));
	for (i = 0; i < 4; i++)
		assert_int_equal(read(ready[0], &c, 1), 1);
	close(go[1]);
	for (i = 0; i < 4; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	close(go[0]);
	close(ready[0]);
	close(ready[1]);
}

/* --- listings ------------------------------------------------------------- */

static void
plan_of(sqlite3 *db, const char *sql, char *out, size_t size)
{
	sqlite3_stmt *st = NULL;
	char text[4096];
	size_t at;

	out[0] = '\0';
	snprintf(text, sizeof(text), "EXPLAIN QUERY PLAN %s", sql);
	assert_int_equal(
	    sqlite3_prepare_v2(db, text, -1, &st, NULL), SQLITE_OK);
	while (sqlite3_step(st) == SQLITE_ROW) {
		at = strlen(out);
		snprintf(out + at, size - at, "%s; ",
		    (const char *)sqlite3_column_text(st, 3));
	}
	sqlite3_finalize(st);
}

static void
listings_go_by_index(void **state)
{
	struct catalog *cat = open_catalog();
	sqlite3 *db = cat->files[0]->db;
	char plan[1024];

	(void)state;
	plan_of(db, cat_list_all, plan, sizeof(plan));
	assert_non_null(strstr(plan, "USING COVERING INDEX entry_order"));
	assert_null(strstr(plan, "TEMP B-TREE"));
	plan_of(db, cat_list_prefix, plan, sizeof(plan));
	assert_non_null(strstr(plan, "INDEX entry_name (name>? AND name<?)"));
	plan_of(
	    db, "SELECT 1 FROM entry WHERE comp_id = ?", plan, sizeof(plan));
	assert_non_null(strstr(plan, "INDEX entry_comp"));
	cat_close(&cat);
}

/* Is a table read from end to end? A row of constants is none. */
static bool
scans(const char *plan)
{
	for (; (plan = strstr(plan, "SCAN ")) != NULL; plan++)
		if (strncmp(plan, "SCAN CONSTANT ROW", 17) != 0)
			return true;
	return false;
}

/* Whatever DEFINE, DELETE and a look-up ask for: a search, never a scan of a
 * table. The connectors are few and have an index of their own. */
static void
every_statement_goes_by_index(void **state)
{
	static const struct {
		const char *name, *sql;
	} all[] = {
#define X(name, sql) {#name, sql},
	    CAT_SQL(X)
#undef X
	};
	struct catalog *cat = open_catalog();
	sqlite3 *db = cat->files[0]->db;
	char plan[2048];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (strcmp(all[i].name, "UCAT_LIST") == 0 ||
		    strcmp(all[i].name, "UCAT_STEM") == 0)
			continue;
		plan_of(db, all[i].sql, plan, sizeof(plan));
		if (scans(plan))
			fail_msg("%s: %s", all[i].name, plan);
	}
	cat_close(&cat);
}

/* How many steps of SQLite's machine a statement takes to its first row. */
static int
steps_of(sqlite3 *db, const char *sql, const char *volser, const void *comp,
    int number_2)
{
	sqlite3_stmt *st = NULL;
	int n;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	sqlite3_bind_text(st, 1, volser, -1, SQLITE_STATIC);
	if (comp != NULL)
		sqlite3_bind_blob(st, 2, comp, 16, SQLITE_STATIC);
	else if (sqlite3_bind_parameter_count(st) > 1)
		sqlite3_bind_int(st, 2, number_2);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	n = sqlite3_stmt_status(st, SQLITE_STMTSTATUS_VM_STEP, 0);
	sqlite3_finalize(st);
	return n;
}

#define SQL_TEXT(want)                                                 \
	static const char *sql_##want(void)                            \
	{                                                              \
		static const char *const texts[] = {CAT_SQL(SQL_ONE)}; \
		return texts[SQL_##want];                              \
	}
#define SQL_ONE(name, sql) sql,
SQL_TEXT(SPACE_OF)
SQL_TEXT(GAP_FIT)
SQL_TEXT(GAP_BEFORE)

/* A volume in 10,000 pieces, each second track in use: what takes and gives
 * space looks at no more of it than of an empty one (100 steps are some ten
 * rows; a scan of it would be 50,000 and more). */
static void
the_ledger_is_searched_not_read(void **state)
{
	static const char *const fill[] = {
	    "INSERT INTO volume VALUES ('V', 'v', 0, 4000, 1)",
	    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
	    "WHERE i < 9999) INSERT INTO gap SELECT 'V', 15 + 2 * i, 1 FROM n",
	    "INSERT INTO gap VALUES ('V', 30000, 30000)",
	    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
	    "WHERE i < 9999) INSERT INTO space SELECT 'V', 16 + 2 * i, 1, "
	    "randomblob(16) FROM n",
	    "INSERT INTO space VALUES ('V', 20016, 1, "
	    "X'000102030405060708090A0B0C0D0E0F')",
	};
	static const uint8_t comp[16] = {
	    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
	struct catalog *cat = open_catalog();
	sqlite3 *db = cat->files[0]->db;
	struct ds_extent x[5];
	size_t i;
	int n = 0;

	(void)state;
	for (i = 0; i < sizeof(fill) / sizeof(fill[0]); i++)
		assert_int_equal(
		    sqlite3_exec(db, fill[i], NULL, NULL, NULL), SQLITE_OK);
	assert_true(steps_of(db, sql_SPACE_OF(), "V", comp, 0) < 100);
	assert_true(steps_of(db, sql_GAP_FIT(), "V", NULL, 2) < 100);
	assert_true(steps_of(db, sql_GAP_BEFORE(), "V", NULL, 20016) < 100);
	/* and the large gap is found behind the many small ones */
	assert_int_equal(
	    cat_space_take(cat, "V", comp, 30, 15, 5, x, &n, &diag), DS_OK);
	assert_int_equal(n, 1);
	assert_int_equal(x[0].tracks, 30);
	cat_close(&cat);
}

enum { SPHERES = 25000, PLAIN = 25000 }; /* 100,000 entries */

static void
put_sphere(struct catalog *cat, int i)
{
	static const char *const suffix[] = {"", ".DATA", ".INDEX"};
	static const enum ds_type type[] = {DS_CLUSTER, DS_DATA, DS_INDEX};
	struct ds_entry *ents[3];
	int k;

	for (k = 0; k < 3; k++) {
		ents[k] = ds_entry_new();
		ents[k]->type = type[k];
		snprintf(ents[k]->name, sizeof(ents[k]->name), "PROD.S%d.K%d%s",
		    i % 100, i, suffix[k]);
		assert_int_equal(cat_put(cat, MASTER, ents[k], &diag), DS_OK);
		if (k > 0)
			assert_int_equal(
			    cat_associate(cat, ents[0], ents[k], &diag), DS_OK);
	}
	for (k = 0; k < 3; k++)
		ds_entry_free(&ents[k]);
}

struct seen {
	char last[DSNAME_MAX + 1];
	int n, wrong;
};

/* Owners ascend; a component follows its cluster. */
static bool
in_order(void *ctx, const struct ds_entry *ent)
{
	struct seen *seen = ctx;

	seen->n++;
	if (ent->type == DS_DATA || ent->type == DS_INDEX) {
		if (ent->nassocs != 1 ||
		    strcmp(ent->assocs[0].name, seen->last) != 0)
			seen->wrong++;
		return true;
	}
	if (strcmp(ent->name, seen->last) <= 0)
		seen->wrong++;
	strcpy(seen->last, ent->name);
	return true;
}

static long
peak_kib(void)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	return ru.ru_maxrss;
}

static void
a_hundred_thousand_entries_are_listed_in_little_memory(void **state)
{
	struct catalog *cat = open_catalog();
	struct seen seen = {"", 0, 0};
	char name[DSNAME_MAX + 1];
	long before;
	int i;

	(void)state;
	assert_int_equal(cat_begin(cat, &diag), DS_OK);
	for (i = 0; i < SPHERES; i++)
		put_sphere(cat, i);
	for (i = 0; i < PLAIN; i++) {
		snprintf(name, sizeof(name), "PROD.X%d.FILE", i);
		put(cat, name);
	}
	assert_int_equal(cat_commit(cat, &diag), DS_OK);
	before = peak_kib();
	assert_int_equal(
	    cat_list(cat, NULL, CAT_ALL, NULL, in_order, &seen, &diag), DS_OK);
	assert_int_equal(seen.n, 3 * SPHERES + PLAIN);
	assert_int_equal(seen.wrong, 0);
	seen = (struct seen){"", 0, 0};
	assert_int_equal(
	    cat_list(cat, NULL, CAT_LEVEL, "PROD", in_order, &seen, &diag),
	    DS_OK);
	assert_int_equal(seen.n, 3 * SPHERES + PLAIN);
	assert_int_equal(seen.wrong, 0);
	seen = (struct seen){"", 0, 0};
	assert_int_equal(
	    cat_list(cat, NULL, CAT_LEVEL, "PROD.S7", in_order, &seen, &diag),
	    DS_OK);
	assert_int_equal(seen.n, 3 * SPHERES / 100);
#if !defined(__SANITIZE_ADDRESS__)
	/* the names alone are more than 2 MiB, with their keys 10 */
	assert_true(peak_kib() - before < 8 * 1024);
#endif
	(void)before;
	cat_close(&cat);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(an_older_file_is_brought_up),
	    T(a_file_of_version_2_is_brought_up),
	    T(a_file_of_version_3_is_brought_up),
	    T(a_failed_upgrade_changes_nothing),
	    T(processes_upgrade_once),
	    T(listings_go_by_index),
	    T(every_statement_goes_by_index),
	    T(the_ledger_is_searched_not_read),
	    T(a_hundred_thousand_entries_are_listed_in_little_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
