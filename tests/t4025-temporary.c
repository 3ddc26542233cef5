/*
 * Temporary data sets of a job: names (SC23-6841, "Temporary data sets", mem),
 * records, no listing, and their end with the job, however it ends.
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
#include "services/locate.h"
#include "services/temporary.h"
#include "tests/support/census.h"
#include "tests/support/made_root.h"
#include "tests/support/step.h"

/* The first of March is day 060. */
#define PREFIX "SYS26060.T120000.RA000.PAYJOB"

static char root[ROOT_LEN];

static int
setup(void **state)
{
	(void)state;
	setenv("CATAMOUNT_CLOCK", "2026-03-01T12:00:00", 1);
	return root_made(root, "t4025");
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

static void
ask(struct ds_define_ps *def, struct ds_temps *temps, const char *name)
{
	memset(def, 0, sizeof(*def));
	def->recfm = DS_RECFM_FB;
	def->lrecl = 80;
	def->unit = DS_UNIT_TRK;
	def->pri = 2;
	assert_int_equal(ds_temps_name(temps, name, def->name, NULL), DS_OK);
}

static enum ds_status
make(struct ds_temps *temps, const char *name, char dsn[DSNAME_MAX + 1])
{
	struct ds_define_ps def;
	enum ds_status st;

	ask(&def, temps, name);
	st = ds_temps_define(temps, &def, NULL);
	if (dsn != NULL)
		strcpy(dsn, def.name);
	return st;
}

static struct ds_temps *
job(struct ds_system *sys, const char *name)
{
	struct ds_temps *temps = NULL;

	assert_int_equal(ds_temps_new(sys, name, &temps, NULL), DS_OK);
	return temps;
}

static void
names_are_the_systems(void **state)
{
	struct ds_system *sys = root_open(root);
	struct ds_temps *temps = job(sys, "PAYJOB"), *same;
	char a[DSNAME_MAX + 1], b[DSNAME_MAX + 1];
	struct ds_temps *none = NULL;

	(void)state;
	assert_int_equal(ds_temps_name(temps, "WORK", a, NULL), DS_OK);
	assert_string_equal(a, PREFIX ".WORK.H01");
	assert_int_equal(ds_temps_name(temps, "WORK", b, NULL), DS_OK);
	assert_string_equal(a, b);
	assert_int_equal(ds_temps_name(temps, "", a, NULL), DS_OK);
	assert_string_equal(a, PREFIX ".R0100001");
	assert_int_equal(ds_temps_name(temps, "", a, NULL), DS_OK);
	assert_string_equal(a, PREFIX ".R0100002");
	assert_true(dsname_valid(a, strlen(a)));
	/* the longest: 8 characters each are 44 in all */
	same = job(sys, "ABCDEFGH");
	assert_int_equal(ds_temps_name(same, "WORKWORK", a, NULL), DS_OK);
	assert_int_equal(strlen(a), DSNAME_MAX);
	assert_true(dsname_valid(a, strlen(a)));
	ds_temps_free(&same);

	assert_int_equal(
	    ds_temps_name(temps, "TOOLONGNAME", a, NULL), DS_INVALID);
	assert_int_equal(ds_temps_new(sys, "", &none, NULL), DS_INVALID);
	assert_int_equal(ds_temps_new(sys, "9JOB", &none, NULL), DS_INVALID);
	assert_null(none);
	ds_temps_free(&temps);
	ds_system_close(&sys);
}

static void
jobs_of_one_name_in_one_second_have_their_own(void **state)
{
	struct ds_system *sys = root_open(root), *other = root_open(root);
	struct ds_temps *one = job(sys, "PAYJOB"), *two = job(other, "PAYJOB");
	char a[DSNAME_MAX + 1], b[DSNAME_MAX + 1];

	(void)state;
	assert_int_equal(make(one, "WORK", a), DS_OK);
	assert_int_equal(make(one, "WORK", NULL), DS_CAT_DUPLICATE);
	assert_int_equal(make(two, "WORK", b), DS_OK);
	assert_string_equal(a, PREFIX ".WORK.H01");
	assert_string_equal(b, "SYS26060.T120000.RA001.PAYJOB.WORK.H01");
	ds_temps_free(&one);
	/* the other's is there still, whoever opens the root */
	census_check(root, 1);
	ds_temps_free(&two);
	assert_int_equal(census_check(root, 0), 0);
	ds_system_close(&other);
	ds_system_close(&sys);
}

static void
another_jobs_names_are_refused(void **state)
{
	struct ds_system *sys = root_open(root);
	struct ds_temps *temps = job(sys, "PAYJOB");
	struct ds_define_ps def;

	(void)state;
	ask(&def, temps, "WORK");
	strcpy(def.name, "A.B");
	assert_int_equal(ds_temps_define(temps, &def, NULL), DS_INVALID);
	strcpy(def.name, PREFIX "X.WORK");
	assert_int_equal(ds_temps_define(temps, &def, NULL), DS_INVALID);
	ask(&def, temps, "");
	strcpy(def.name, "A.B");
	assert_int_equal(ds_define_ps(sys, &def, NULL), DS_OK);
	/* what is no temporary data set is not deleted as one */
	assert_int_equal(ds_temps_delete(temps, "A.B", NULL), DS_CAT_TYPE);
	assert_int_equal(ds_temps_delete(temps, "A.C", NULL), DS_CAT_NOTFOUND);
	ds_temps_free(&temps);
	ds_system_close(&sys);
	assert_int_equal(census_check(root, 0), 1);
}

static void
an_alias_over_their_names_is_told(void **state)
{
	struct ds_entry *ucat = ds_entry_new(), *alias = ds_entry_new();
	struct ds_system *sys = root_open(root);
	struct ds_temps *temps = NULL;
	struct ds_diag diag = {0};

	(void)state;
	ucat->type = DS_UCAT;
	strcpy(ucat->name, "UCAT.ONE");
	alias->type = DS_ALIAS;
	strcpy(alias->name, "SYS26060");
	strcpy(alias->related, "UCAT.ONE");
	assert_int_equal(cat_ucat_create(sys->cat, ucat, NULL), DS_OK);
	assert_int_equal(cat_put(sys->cat, NULL, alias, NULL), DS_OK);
	assert_int_equal(
	    ds_temps_new(sys, "PAYJOB", &temps, &diag), DS_INVALID);
	assert_non_null(strstr(diag.text, "UCAT.ONE"));
	ds_entry_free(&ucat);
	ds_entry_free(&alias);
	ds_system_close(&sys);
}

/* --- used ----------------------------------------------------------------- */

static void
put_one(struct ds_system *sys, const char *name)
{
	struct ds_file *file = NULL;
	char rec[80];

	memset(rec, 0x40, sizeof(rec));
	assert_int_equal(
	    ds_open_name(sys, name, DS_OUTPUT, &file, NULL), DS_OK);
	assert_int_equal(ds_put(file, rec, sizeof(rec), NULL), DS_OK);
	assert_int_equal(ds_close(&file, NULL), DS_OK);
}

static int
count(struct ds_system *sys, const char *name)
{
	struct ds_file *file = NULL;
	struct ds_rec rec;
	int n = 0;

	assert_int_equal(ds_open_name(sys, name, DS_INPUT, &file, NULL), DS_OK);
	while (ds_get(file, &rec, NULL) == DS_OK)
		n++;
	assert_int_equal(ds_close(&file, NULL), DS_OK);
	return n;
}

static bool
list_one(void *ctx, const struct ds_entry *ent)
{
	(void)ent;
	++*(int *)ctx;
	return true;
}

static bool
name_one(void *ctx, const char *name)
{
	(void)name;
	++*(int *)ctx;
	return true;
}

static void
they_have_records_and_are_in_no_listing(void **state)
{
	struct ds_system *sys = root_open(root);
	struct ds_temps *temps = job(sys, "PAYJOB");
	char dsn[DSNAME_MAX + 1];
	int n = 0;

	(void)state;
	assert_int_equal(make(temps, "WORK", dsn), DS_OK);
	put_one(sys, dsn);
	assert_int_equal(count(sys, dsn), 1);
	assert_int_equal(
	    cat_list(sys->cat, NULL, CAT_ALL, NULL, list_one, &n, NULL), DS_OK);
	assert_int_equal(
	    cat_list(sys->cat, NULL, CAT_LEVEL, "SYS26060", list_one, &n, NULL),
	    DS_OK);
	assert_int_equal(
	    cat_list(sys->cat, NULL, CAT_GENERIC, dsn, list_one, &n, NULL),
	    DS_OK);
	assert_int_equal(
	    cat_names(sys->cat, "SYS", 10, name_one, &n, NULL), DS_OK);
	assert_int_equal(n, 0);
	/* deleted in a later step, it may be made again */
	assert_int_equal(ds_temps_delete(temps, dsn, NULL), DS_OK);
	census_check(root, 0);
	assert_int_equal(make(temps, "WORK", dsn), DS_OK);
	ds_temps_free(&temps);
	assert_int_equal(census_check(root, 0), 0);
	ds_system_close(&sys);
}

static void
libraries_too(void **state)
{
	struct ds_system *sys = root_open(root);
	struct ds_temps *temps = job(sys, "PAYJOB");
	char member[DSNAME_MAX + 11];
	struct ds_define_ps def;

	(void)state;
	for (int library = 0; library < 2; library++) {
		ask(&def, temps, library ? "NEW" : "OLD");
		def.partitioned = true;
		def.library = library;
		def.dirblocks = library ? 0 : 1;
		assert_int_equal(ds_temps_define(temps, &def, NULL), DS_OK);
		snprintf(member, sizeof(member), "%s(MEM)", def.name);
		put_one(sys, member);
		assert_int_equal(count(sys, member), 1);
	}
	ds_temps_free(&temps);
	assert_int_equal(census_check(root, 0), 0);
	ds_system_close(&sys);
}

static void
what_is_open_goes_later(void **state)
{
	struct ds_system *sys = root_open(root);
	struct ds_temps *temps = job(sys, "PAYJOB");
	struct ds_file *file = NULL;
	char dsn[DSNAME_MAX + 1];

	(void)state;
	assert_int_equal(make(temps, "WORK", dsn), DS_OK);
	put_one(sys, dsn);
	assert_int_equal(ds_open_name(sys, dsn, DS_INPUT, &file, NULL), DS_OK);
	assert_int_equal(ds_temps_delete(temps, dsn, NULL), DS_CAT_INUSE);
	ds_temps_free(&temps);
	census_check(root, 1);
	/* a job of the same second does not meet it */
	temps = job(sys, "PAYJOB");
	assert_int_equal(make(temps, "WORK", NULL), DS_OK);
	ds_temps_free(&temps);
	assert_int_equal(ds_close(&file, NULL), DS_OK);
	assert_int_equal(census_check(root, 0), 0);
	ds_system_close(&sys);
}

/* --- killed --------------------------------------------------------------- */

enum { MAKE, END, LIBRARY };

static enum ds_status
act(struct ds_system *sys, int what)
{
	struct ds_temps *temps = NULL;
	struct ds_define_ps def;
	enum ds_status st;

	st = ds_temps_new(sys, "PAYJOB", &temps, NULL);
	if (st != DS_OK)
		return st;
	ask(&def, temps, "WORK");
	def.partitioned = def.library = what == LIBRARY;
	st = ds_temps_define(temps, &def, NULL);
	if (what != MAKE)
		ds_temps_free(&temps);
	return st; /* MAKE: it ends as it is, its job's end never comes */
}

static void
a_killed_job_leaves_nothing(void **state)
{
	int n, status, what;
	pid_t pid;

	(void)state;
	for (what = MAKE; what <= LIBRARY; what++)
		for (n = 1;; n++) {
			pid = step_child(root, act, what, n, SIGKILL);
			assert_int_equal(waitpid(pid, &status, 0), pid);
			assert_int_equal(census_check(root, 0), 0);
			if (!WIFEXITED(status))
				continue;
			assert_int_equal(WEXITSTATUS(status), 0);
			/* three of DEFINE, and those of DELETE */
			assert_true(n > (what == MAKE ? 3 : 6));
			break;
		}
}

int
main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
	    T(names_are_the_systems),
	    T(jobs_of_one_name_in_one_second_have_their_own),
	    T(another_jobs_names_are_refused),
	    T(an_alias_over_their_names_is_told),
	    T(they_have_records_and_are_in_no_listing),
	    T(libraries_too),
	    T(what_is_open_goes_later),
	    T(a_killed_job_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
