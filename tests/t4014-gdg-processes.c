/*
 * Several processes that change one group at once: each generation comes in,
 * the limit holds, nothing is lost or left behind.
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
#include "services/gdg.h"
#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/census.h"
#include "tests/support/child.h"
#include "tests/support/root.h"

enum { PROCESSES = 4, EACH = 12, LIMIT = 5 };

static char root[ROOT_LEN];

static struct ds_system *
open_root(void)
{
	struct ds_system *sys = NULL;

	return ds_system_open(root, &sys, NULL, NULL) == DS_OK ? sys : NULL;
}

static int
setup(void **state)
{
	const struct ds_define_gdg def = {
	    .name = "A.G", .limit = LIMIT, .flags = DS_A_SCRATCH};
	struct ds_system *sys;
	enum ds_status st;

	(void)state;
	if (!root_new(root, "t4014") || (sys = open_root()) == NULL)
		return -1;
	st = ds_define_gdg(sys, &def, NULL);
	ds_system_close(&sys);
	return st == DS_OK ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* --- what each does ------------------------------------------------------- */

/* Every PROCESSES-th number, by an absolute name. */
static bool
enter_many(int who)
{
	struct ds_define_nonvsam def = {.catalog = ""};
	struct ds_system *sys = open_root();
	bool good = sys != NULL;
	enum ds_status st;
	int i;

	for (i = 0; good && i < EACH; i++) {
		snprintf(def.name, sizeof(def.name), "A.G.G%04dV00",
		    1 + who + i * PROCESSES);
		st = ds_define_nonvsam(sys, &def, NULL);
		/* one that comes so late that newer ones fill the group */
		good = st == DS_OK || st == DS_CAT_RELATED;
	}
	ds_system_close(&sys);
	return good;
}

/* (+1) by a DD, as often as it is let. */
static bool
make_many(int who)
{
	struct dd_table *dds;
	struct ds_system *sys;
	struct ds_diag diag;
	enum ds_status st;
	bool good = true;
	int made = 0;

	(void)who;
	while (good && made < EACH) {
		dds = NULL;
		if ((sys = open_root()) == NULL)
			return false;
		good = dd_table_new(sys, &dds) == DS_OK;
		st = dd_alloc(
		    dds, "O=A.G(+1),new,recfm=F,lrecl=80,space=trk(1)", &diag);
		/* another makes one: told so, and tries again */
		good = good && (st == DS_OK || st == DS_BUSY);
		good = good && dd_table_end(dds, NULL);
		made += st == DS_OK;
		dd_table_free(&dds);
		ds_system_close(&sys);
	}
	return good;
}

static void
together(bool (*what)(int who))
{
	pid_t pids[PROCESSES];
	int i, status;

	for (i = 0; i < PROCESSES; i++)
		if ((pids[i] = child_fork()) == 0)
			_exit(what(i) ? 0 : 1);
	for (i = 0; i < PROCESSES; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
	}
}

/* The group has the LIMIT last numbers up to newest, and nothing else is there.
 */
static void
check(int newest)
{
	struct ds_system *sys = open_root();
	struct ds_entry *base = NULL;
	char name[DSNAME_MAX + 1];
	int i;

	assert_non_null(sys);
	assert_int_equal(ds_locate(sys, NULL, "A.G", &base, NULL), DS_OK);
	assert_int_equal(base->nassocs, LIMIT);
	for (i = 0; i < LIMIT; i++) {
		snprintf(
		    name, sizeof(name), "A.G.G%04dV00", newest - LIMIT + 1 + i);
		assert_string_equal(base->assocs[i].name, name);
	}
	ds_entry_free(&base);
	ds_system_close(&sys);
	assert_int_equal(census_check(root, 0), 1 + LIMIT);
}

static void
generations_that_come_at_once_keep_the_limit(void **state)
{
	(void)state;
	together(enter_many);
	check(PROCESSES * EACH);
}

static void
each_run_gets_a_number_of_its_own(void **state)
{
	(void)state;
	together(make_many);
	check(PROCESSES * EACH);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		generations_that_come_at_once_keep_the_limit, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		each_run_gets_a_number_of_its_own, setup, teardown),
	};

	setenv("CATAMOUNT_CLOCK", "2026-03-01T12:00:00", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
