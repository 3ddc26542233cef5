/*
 * DSNTYPE of a sequential data set, and the tracks of a volume that a basic one
 * may have: 65,535 (SC23-6855, "Large Format Data Sets"; a basic one at its
 * limit gets the abend B37-04, SA38-0673, IEC030I). No byte is written: only
 * space in the ledger is taken.
 */
#include "tests/support/services.h"

enum { LIMIT = 65535 };

static enum ds_status
make(struct fixture *f, const char *name, enum ds_ps_kind kind, uint32_t pri,
    const char *more)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_FB,
	    .lrecl = 80,
	    .unit = DS_UNIT_TRK,
	    .pri = pri,
	    .sec = 1,
	    .kind = kind,
	    .nmore = more[0] != '\0'};

	snprintf(def.name, sizeof(def.name), "%s", name);
	snprintf(def.more[0], sizeof(def.more[0]), "%s", more);
	return ds_define_ps(f->sys, &def, &f->diag);
}

static enum ds_status
extend(struct fixture *f, const char *name)
{
	struct ds_extender ext = {.sys = f->sys, .catalog = "CATALOG.MASTER"};
	uint64_t cas = 0;

	snprintf(ext.name[0], sizeof(ext.name[0]), "%s", name);
	return ds_extend(&ext, SPHERE_DATA, 1, &cas, &f->diag);
}

static void
basic_ends_at_65535_tracks(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(make(f, "A.A", DS_PS_UNSAID, LIMIT, ""), DS_OK);
	assert_int_equal(
	    make(f, "A.B", DS_PS_UNSAID, LIMIT + 1, ""), DS_CAT_NOSPACE);
	assert_int_equal(
	    make(f, "A.B", DS_PS_BASIC, LIMIT + 1, ""), DS_CAT_NOSPACE);
	assert_non_null(strstr(f->diag.text, "DSNTYPE=LARGE"));
	assert_int_equal(make(f, "A.B", DS_PS_BASIC, LIMIT - 1, ""), DS_OK);
	assert_int_equal(extend(f, "A.B"), DS_OK);
	assert_int_equal(extend(f, "A.B"), DS_NOSPACE);
	assert_int_equal(strncmp(f->diag.text, "B37-04: ", 8), 0);
	assert_non_null(strstr(f->diag.text, "DSNTYPE=LARGE"));
}

static void
what_did_not_fit_is_not_taken(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;
	uint64_t used = used_tracks(f);

	assert_int_equal(make(f, "B.B", DS_PS_BASIC, LIMIT, ""), DS_OK);
	assert_int_equal(extend(f, "B.B"), DS_NOSPACE);
	assert_int_equal(used_tracks(f) - used, LIMIT);
	ent = locate(f, "B.B");
	assert_int_equal(ent->volumes[0].nextents, 1);
	ds_entry_free(&ent);
}

static void
large_and_extended_format_go_on(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;

	assert_int_equal(make(f, "C.L", DS_PS_LARGE, LIMIT, ""), DS_OK);
	assert_int_equal(extend(f, "C.L"), DS_OK);
	assert_int_equal(make(f, "C.M", DS_PS_LARGE, 2 * LIMIT, ""), DS_OK);
	assert_int_equal(make(f, "C.E", DS_PS_EXTENDED, LIMIT, ""), DS_OK);
	assert_int_equal(extend(f, "C.E"), DS_OK);
	ent = locate(f, "C.L");
	assert_string_equal(ds_ps_kind_word(ent), "large");
	ds_entry_free(&ent);
	ent = locate(f, "C.E");
	assert_string_equal(ds_ps_kind_word(ent), "extreq");
	ds_entry_free(&ent);
}

/* Large format has 16 extents of a volume, as basic has. */
static void
large_has_16_extents(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(make(f, "D.L", DS_PS_LARGE, 1, ""), DS_OK);
	for (int i = 1; i < 16; i++)
		assert_int_equal(extend(f, "D.L"), DS_OK);
	assert_int_equal(extend(f, "D.L"), DS_NOSPACE);
}

static void
words_of_dsntype(void **state)
{
	(void)state;
	assert_int_equal(ds_ps_kind("LARGE"), DS_PS_LARGE);
	assert_int_equal(ds_ps_kind("basic"), DS_PS_BASIC);
	assert_int_equal(ds_ps_kind("EXTREQ"), DS_PS_EXTENDED);
	assert_int_equal(ds_ps_kind("EXTPREF2"), DS_PS_EXTENDED);
	assert_int_equal(ds_ps_kind("LIBRARY"), DS_PS_UNSAID);
	assert_int_equal(ds_ps_kind(""), DS_PS_UNSAID);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		basic_ends_at_65535_tracks, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		what_did_not_fit_is_not_taken, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		large_and_extended_format_go_on, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		large_has_16_extents, setup, teardown),
	    cmocka_unit_test(words_of_dsntype),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
