/*
 * A library of which nobody has said what its records are (NEW without DCB):
 * the first member says it, whoever stores it.
 */
#include "services/define.h"
#include "tests/support/program.h"

static void
make_unsaid(struct fixture *f, const char *dsn, uint32_t dirblocks)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_U,
	    .unit = DS_UNIT_TRK,
	    .pri = 3,
	    .sec = 1,
	    .partitioned = true,
	    .library = dirblocks == 0,
	    .dirblocks = dirblocks,
	    .unsaid = true};

	snprintf(def.name, sizeof(def.name), "%s", dsn);
	assert_int_equal(ds_define_ps(f->sys, &def, &f->diag), DS_OK);
}

/* "FB 80 DIRBLOCKS=5": label and extra words of the entry. */
static void
is(struct fixture *f, const char *dsn, const char *want)
{
	struct ds_entry *ent = locate(f, dsn);
	char name[8], text[600];

	snprintf(text, sizeof(text), "%s %u %s",
	    ds_recfm_name(ent->recfm, ent->ctlchar, name), ent->lrecl,
	    ent->extra);
	ds_entry_free(&ent);
	text[strcspn(text, "\n")] = '\0';
	assert_string_equal(text, want);
}

static void
iebgener_says_it(void **state)
{
	struct job_step s = {0};

	make_unsaid(*state, "A.LIB", 5);
	step_begin(&s, *state);
	step_cards(&s, "SYSUT1", "FIRST\nSECOND\n");
	step_dd(&s, "SYSUT2=A.LIB(M),old");
	step_dd(&s, "SYSIN=dummy");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	says(step_print(&s, "SYSPRINT"), "-IEB352I WARNING");
	is(*state, "A.LIB", "FB 80 DIRBLOCKS=5");
	assert_string_equal(step_records(&s, "A.LIB(M)"), "FIRST\nSECOND\n");
	/* from now on it is said */
	step_make(*state, "A.V,new,recfm=VB,lrecl=255", "X\n");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.V");
	step_dd(&s, "SYSUT2=A.LIB(N),old");
	step_dd(&s, "SYSIN=dummy");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0012");
	is(*state, "A.LIB", "FB 80 DIRBLOCKS=5");
	assert_string_equal(step_members(&s, "A.LIB"), "M");
}

static void
iebcopy_says_it(void **state)
{
	struct job_step s = {0};

	step_make(
	    *state, "A.IN,new,recfm=VBA,lrecl=133,space=trk(1,1,1)", NULL);
	step_make(*state, "A.IN(M),shr", " LINE\n");
	make_unsaid(*state, "A.PDS", 3);
	make_unsaid(*state, "A.PDSE", 0);
	for (int i = 0; i < 2; i++) {
		step_begin(&s, *state);
		step_dd(&s, "IN=A.IN");
		step_dd(&s, i == 0 ? "OUT=A.PDS,old" : "OUT=A.PDSE,old");
		step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=IN\n");
		assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	}
	is(*state, "A.PDS", "VBA 133 DIRBLOCKS=3");
	is(*state, "A.PDSE", "VBA 133 ");
	assert_string_equal(step_records(&s, "A.PDSE(M)"), " LINE\n");
}

static void
an_unload_says_it(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=FB,lrecl=100,space=trk(1,1,1)", NULL);
	step_make(*state, "A.IN(M),shr", "RECORD\n");
	step_begin(&s, *state);
	step_dd(&s, "IN=A.IN");
	step_dd(&s, "OUT=A.SEQ,new,recfm=VBS,lrecl=32760");
	step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=IN\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	make_unsaid(*state, "A.LIB", 2);
	step_begin(&s, *state);
	step_dd(&s, "IN=A.SEQ");
	step_dd(&s, "OUT=A.LIB,old");
	step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=IN\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	is(*state, "A.LIB", "FB 100 DIRBLOCKS=2");
	assert_string_equal(step_records(&s, "A.LIB(M)"), "RECORD\n");
}

static void
iebupdte_and_generate_say_it(void **state)
{
	struct job_step s = {0};

	make_unsaid(*state, "A.UPD", 2);
	step_begin(&s, *state);
	step_dd(&s, "SYSUT2=A.UPD,old");
	step_cards(&s, "SYSIN", "./ ADD NAME=ONE\nX\n");
	assert_string_equal(step_run(&s, "IEBUPDTE", "NEW"), "0000");
	is(*state, "A.UPD", "FB 80 DIRBLOCKS=2");
	make_unsaid(*state, "A.GEN", 2);
	step_begin(&s, *state);
	step_cards(&s, "SYSUT1", "X\n");
	step_dd(&s, "SYSUT2=A.GEN,old");
	step_cards(
	    &s, "SYSIN", " GENERATE MAXNAME=1\n MEMBER NAME=ONE\n RECORD\n");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	is(*state, "A.GEN", "FB 80 DIRBLOCKS=2");
	assert_string_equal(step_records(&s, "A.GEN(ONE)"), "X\n");
}

/* Its space in the ledger stays, its old components are gone. */
static void
space_and_files_stay_as_they_are(void **state)
{
	struct fixture *f = *state;
	struct job_step s = {0};
	uint32_t tracks;
	int nfiles;

	make_unsaid(f, "A.LIB", 5);
	tracks = used_tracks(f);
	nfiles = files(f);
	step_begin(&s, f);
	step_cards(&s, "SYSUT1", "X\n");
	step_dd(&s, "SYSUT2=A.LIB(M),old");
	step_dd(&s, "SYSIN=dummy");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_int_equal(used_tracks(f), tracks);
	assert_int_equal(files(f), nfiles);
	assert_int_equal(delete (f, "A.LIB"), DS_OK);
	assert_int_equal(used_tracks(f), 0);
}

/* Members that were stored as U keep the library what it is. */
static void
what_has_members_is_left_alone(void **state)
{
	struct fixture *f = *state;
	struct ds_library *lib = NULL;
	struct ds_file *file = NULL;
	const struct ds_attrs like = {
	    .recfm = DS_RECFM_FB, .lrecl = 80, .fixed = true};

	make_unsaid(f, "A.LIB", 5);
	assert_int_equal(
	    ds_library_open(f->sys, "A.LIB", DD_OLD, true, &lib, &f->diag),
	    DS_OK);
	assert_int_equal(
	    ds_member_open(lib, "M", DS_OUTPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	assert_int_equal(ds_put(file, "ABC", 3, &f->diag), DS_OK);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
	assert_int_equal(
	    ds_library_describe(f->sys, "A.LIB", &like, &f->diag), DS_OK);
	is(f, "A.LIB", "U 0 DCB=NONE");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(iebgener_says_it),
	    T(iebcopy_says_it),
	    T(an_unload_says_it),
	    T(iebupdte_and_generate_say_it),
	    T(space_and_files_stay_as_they_are),
	    T(what_has_members_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
