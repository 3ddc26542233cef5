/*
 * How names go on: cat_names, which completion asks. Expected values are the
 * names that were put, cut by hand behind the next qualifier.
 */
#include "tests/support/catalog.h"

struct got {
	char text[8192];
	int n, stop_after;
};

static bool
take(void *ctx, const char *name)
{
	struct got *got = ctx;
	size_t at = strlen(got->text);

	snprintf(got->text + at, sizeof(got->text) - at, "%s ", name);
	return ++got->n != got->stop_after;
}

static const char *
names(struct fixture *f, const char *prefix, int max)
{
	static struct got got;

	memset(&got, 0, sizeof(got));
	assert_int_equal(
	    cat_names(f->cat, prefix, max, take, &got, &f->diag), DS_OK);
	return got.text;
}

static void
put_plain(struct fixture *f, const char *name)
{
	struct ds_entry *ent = put(f, DS_NONVSAM, name);

	ds_entry_free(&ent);
}

static void
a_name_goes_on_to_its_next_qualifier(void **state)
{
	struct fixture *f = *state;

	put_plain(f, "PAY.MASTER");
	put_plain(f, "PAY.MASTER.OLD");
	put_plain(f, "PAY.MASTER.OLD.SAVE");
	put_plain(f, "PAY.MASTER-X");
	put_plain(f, "PAY.MAST@");
	put_plain(f, "PAYROLL");
	put_plain(f, "QUERY.A");
	assert_string_equal(names(f, "", 99), "PAY. PAYROLL QUERY. ");
	assert_string_equal(names(f, "PAY", 99), "PAY. PAYROLL ");
	assert_string_equal(names(f, "PAY.", 99),
	    "PAY.MAST@ PAY.MASTER PAY.MASTER-X PAY.MASTER. ");
	assert_string_equal(
	    names(f, "PAY.MASTER.", 99), "PAY.MASTER.OLD PAY.MASTER.OLD. ");
	assert_string_equal(
	    names(f, "PAY.MASTER.OLD.SAVE", 99), "PAY.MASTER.OLD.SAVE ");
	assert_string_equal(names(f, "PAY.X", 99), "");
	assert_string_equal(names(f, "Z", 99), "");
}

static void
a_cluster_stands_for_its_components(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *own = put_sphere(f, DS_CLUSTER, "A.KSDS");

	ds_entry_free(&own);
	assert_string_equal(names(f, "A.", 99), "A.KSDS ");
	assert_string_equal(
	    names(f, "A.KSDS.", 99), "A.KSDS.DATA A.KSDS.INDEX ");
}

static void
the_last_one_shows_behind_the_most(void **state)
{
	struct got got = {.stop_after = 2};
	struct fixture *f = *state;

	put_plain(f, "A.A");
	put_plain(f, "A.B");
	put_plain(f, "A.C");
	put_plain(f, "A.Z.X");
	assert_string_equal(names(f, "A.", 2), "A.A A.B A.Z. ");
	assert_string_equal(names(f, "A.", 4), "A.A A.B A.C A.Z. ");
	assert_int_equal(
	    cat_names(f->cat, "A.", 99, take, &got, &f->diag), DS_OK);
	assert_string_equal(got.text, "A.A A.B ");
}

static void
user_catalogs_are_looked_into(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent = ds_entry_new();

	ent->type = DS_UCAT;
	strcpy(ent->name, "UCAT.ONE");
	assert_int_equal(cat_ucat_create(f->cat, ent, &f->diag), DS_OK);
	ds_entry_free(&ent);
	ent = ds_entry_new();
	ent->type = DS_ALIAS;
	strcpy(ent->name, "SALES");
	strcpy(ent->related, "UCAT.ONE");
	assert_int_equal(cat_put(f->cat, MASTER, ent, &f->diag), DS_OK);
	ds_entry_free(&ent);
	put_plain(f, "SALES.EAST");
	put_plain(f, "SHOP.A");
	assert_string_equal(names(f, "SALES.", 99), "SALES.EAST ");
	assert_string_equal(names(f, "S", 99), "SALES SHOP. SALES. ");
}

static void
a_prefix_longer_than_a_name_has_none(void **state)
{
	struct fixture *f = *state;

	put_plain(f, "A2345678.B2345678.C2345678.D2345678.E2345678"); /* 44 */
	assert_string_equal(
	    names(f, "A2345678.B2345678.C2345678.D2345678.E2345678", 9),
	    "A2345678.B2345678.C2345678.D2345678.E2345678 ");
	assert_string_equal(
	    names(f, "A2345678.B2345678.C2345678.D2345678.E23456789", 9), "");
	assert_string_equal(names(f, "\xFF", 9), "");
	assert_string_equal(names(f, "%", 9), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_name_goes_on_to_its_next_qualifier),
	    T(a_cluster_stands_for_its_components),
	    T(the_last_one_shows_behind_the_most),
	    T(user_catalogs_are_looked_into),
	    T(a_prefix_longer_than_a_name_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
