/*
 * A name below which another's data sets are is nobody's to take: not as the
 * name of a component, nor as an alias that leads it to another catalog. What
 * stays as on z/OS (SC23-6846, "Required RACF Authorization Tables"): a
 * component below its cluster's name is the cluster's.
 */
#include "services/alter.h"
#include "services/catalogs.h"
#include "tests/support/services.h"
#include "tests/support/security.h"

/* PAY.** is nobody's, ANNA has her own names and the master catalog. */
static int
setup_users(void **state)
{
	struct fixture *f;

	if (setup(state) != 0)
		return -1;
	f = *state;
	guard(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	profile(f, "CATALOG.**", DS_ACCESS_UPDATE);
	return 0;
}

#define U(name) cmocka_unit_test_setup_teardown(name, setup_users, teardown)

static enum ds_status
define_with(
    struct fixture *f, const char *cluster, const char *data, const char *index)
{
	struct ds_define_cluster def;

	def_ksds(&def, cluster);
	strcpy(def.data.name, data);
	strcpy(def.index.name, index);
	return define(f, &def);
}

static void
a_component_takes_no_name_of_others(void **state)
{
	struct fixture *f = *state;

	as(f, "ANNA");
	assert_int_equal(
	    define_with(f, "ANNA.K", "PAY.ZZZ.DATA", ""), DS_CAT_SECURITY);
	assert_string_equal(f->diag.name, "PAY.ZZZ.DATA");
	assert_int_equal(
	    define_with(f, "ANNA.K", "", "PAY.ZZZ.INDEX"), DS_CAT_SECURITY);
	assert_string_equal(f->diag.name, "PAY.ZZZ.INDEX");
	as_owner(f);
	assert_false(there(f, "ANNA.K"));
	assert_int_equal(files(f), 0);
	permit(f, "PAY.**", "ANNA", DS_ACCESS_UPDATE);
	as(f, "ANNA");
	assert_int_equal(
	    define_with(f, "ANNA.K", "PAY.ZZZ.DATA", ""), DS_CAT_SECURITY);
	as_owner(f);
	permit(f, "PAY.**", "ANNA", DS_ACCESS_ALTER);
	as(f, "ANNA");
	assert_int_equal(
	    define_with(f, "ANNA.K", "PAY.ZZZ.DATA", "PAY.ZZZ.IX"), DS_OK);
}

/* Of a cluster that has a profile of its very name and no other: her rights end
 * with the names below it. */
static void
names_below_the_clusters_are_its_own(void **state)
{
	struct fixture *f = *state;

	profile(f, "PAY.ONE.CLUSTER", DS_ACCESS_NONE);
	permit(f, "PAY.ONE.CLUSTER", "ANNA", DS_ACCESS_ALTER);
	profile(f, "PAY.TWO", DS_ACCESS_NONE);
	permit(f, "PAY.TWO", "ANNA", DS_ACCESS_ALTER);
	as(f, "ANNA");
	assert_int_equal(
	    define_with(f, "PAY.ONE.CLUSTER", "PAY.ONE.DATA", "PAY.ONE.X.Y"),
	    DS_OK);
	/* longer, but not below it */
	assert_int_equal(
	    define_with(f, "PAY.TWO", "PAY.TWODATA", ""), DS_CAT_SECURITY);
	assert_string_equal(f->diag.name, "PAY.TWODATA");
	assert_int_equal(define_with(f, "PAY.TWO", "PAY.TWO.D", ""), DS_OK);
}

static enum ds_status
rename_to(struct fixture *f, const char *name, const char *newname)
{
	struct ds_alter al = {.said = UINT64_C(1) << ALTER_W_NEWNAME};

	strcpy(al.newname, newname);
	return ds_alter(f->sys, name, &al, NULL, &f->diag);
}

static void
nor_by_newname(void **state)
{
	struct fixture *f = *state;

	as(f, "ANNA");
	assert_int_equal(define_with(f, "ANNA.K", "", ""), DS_OK);
	assert_int_equal(
	    rename_to(f, "ANNA.K.DATA", "PAY.ZZZ"), DS_CAT_SECURITY);
	assert_int_equal(rename_to(f, "ANNA.K.DATA", "ANNA.K.D2"), DS_OK);
	assert_int_equal(rename_to(f, "ANNA.K.INDEX", "ANNA.OTHER"), DS_OK);
}

static enum ds_status
alias_to(struct fixture *f, const char *name, const char *target)
{
	struct ds_define_alias def = {0};

	strcpy(def.name, name);
	strcpy(def.target, target);
	return ds_define_alias(f->sys, &def, &f->diag);
}

static void
define_ucat(struct fixture *f, const char *name)
{
	struct ds_define_ucat def = {0};
	struct ds_defined made;

	level_absent(&def.level);
	strcpy(def.level.name, name);
	def.level.unit = DS_UNIT_CYL;
	def.level.pri = 1;
	assert_int_equal(ds_define_ucat(f->sys, &def, &made, &f->diag), DS_OK);
}

static void
an_alias_of_a_catalog_takes_its_name(void **state)
{
	struct fixture *f = *state;

	define_ucat(f, "CATALOG.ONE");
	as(f, "ANNA");
	assert_int_equal(alias_to(f, "PAY", "CATALOG.ONE"), DS_CAT_SECURITY);
	assert_string_equal(f->diag.name, "PAY");
	assert_int_equal(
	    alias_to(f, "PAY.BOOKS", "CATALOG.ONE"), DS_CAT_SECURITY);
	assert_int_equal(alias_to(f, "ANNA", "CATALOG.ONE"), DS_OK);
	as_owner(f);
	permit(f, "PAY.**", "ANNA", DS_ACCESS_ALTER);
	as(f, "ANNA");
	assert_int_equal(alias_to(f, "PAY", "CATALOG.ONE"), DS_OK);
	/* and the master's level is asked for as before */
	as(f, "BERT");
	as_owner(f);
	permit(f, "CATALOG.**", "BERT", DS_ACCESS_READ);
	as(f, "BERT");
	assert_int_equal(alias_to(f, "BERT", "CATALOG.ONE"), DS_CAT_SECURITY);
	assert_string_equal(f->diag.name, "CATALOG.MASTER");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    U(a_component_takes_no_name_of_others),
	    U(names_below_the_clusters_are_its_own),
	    U(nor_by_newname),
	    U(an_alias_of_a_catalog_takes_its_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
