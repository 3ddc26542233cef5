/*
 * IEBCOPY. Texts are those of logs of MVS 3.8 and z/OS where base/messages_util
 * says so; what is copied is said by the statements' manual, SC23-6864.
 */
#include "tests/support/program.h"

static const char pds[] = "new,recfm=FB,lrecl=80,space=trk(5,1,5)";

static void
make_library(struct fixture *f, const char *dsn, const char *attrs)
{
	char spec[128];

	snprintf(spec, sizeof(spec), "%s,%s", dsn, attrs);
	step_make(f, spec, NULL);
}

/* A member with these lines. */
static void
make_member(struct fixture *f, const char *name, const char *lines)
{
	char spec[128];

	snprintf(spec, sizeof(spec), "%s,shr", name);
	step_make(f, spec, lines);
}

static void
with_library(struct fixture *f, const char *dsn,
    enum ds_status (*act)(struct ds_library *, struct ds_diag *))
{
	struct ds_library *lib = NULL;

	assert_int_equal(
	    ds_library_open(f->sys, dsn, DD_OLD, true, &lib, &f->diag), DS_OK);
	assert_int_equal(act(lib, &f->diag), DS_OK);
	assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
}

static enum ds_status
give_alias_and_user(struct ds_library *lib, struct ds_diag *diag)
{
	assert_int_equal(
	    ds_member_user(lib, "ONE", "\1\2\3\4", 4, diag), DS_OK);
	return ds_member_alias(lib, "UNO", "ONE", diag);
}

/* A.IN has ONE (alias UNO), TWO, THREE. */
static void
make_input(struct fixture *f, const char *attrs)
{
	make_library(f, "A.IN", attrs);
	make_member(f, "A.IN(ONE)", "1 FIRST\n1 SECOND\n");
	make_member(f, "A.IN(TWO)", "2\n");
	make_member(f, "A.IN(THREE)", "");
	with_library(f, "A.IN", give_alias_and_user);
}

static const char *
copy(struct job_step *s, struct fixture *f, const char *cards)
{
	step_begin(s, f);
	step_dd(s, "IN=A.IN,shr");
	step_dd(s, "OUT=A.OUT,old");
	step_cards(s, "SYSIN", cards);
	return step_run(s, "IEBCOPY", NULL);
}

static void
a_library_is_copied(void **state)
{
	struct job_step s = {0};
	struct ds_library *lib = NULL;
	struct ds_member m;

	make_input(*state, pds);
	make_library(*state, "A.OUT", pds);
	assert_string_equal(
	    copy(&s, *state, "  COPY OUTDD=OUT,INDD=IN\n"), "0000");
	step_print(&s, "SYSPRINT");
	says(s.text, "1                       IEBCOPY MESSAGES AND CONTROL "
		     "STATEMENTS");
	says(s.text, " IEB1013I COPYING FROM PDS   INDD=IN VOL=VOL001 "
		     "DSN=A.IN\n");
	says(s.text, " IEB1014I           TO PDS  OUTDD=OUT VOL=VOL001 "
		     "DSN=A.OUT\n");
	says(s.text, " IEB167I FOLLOWING MEMBER(S) COPIED FROM INPUT DATA SET "
		     "REFERENCED BY IN\n"
		     " IEB154I ONE      HAS BEEN SUCCESSFULLY COPIED\n"
		     " IEB154I THREE    HAS BEEN SUCCESSFULLY COPIED\n"
		     " IEB154I TWO      HAS BEEN SUCCESSFULLY COPIED\n"
		     " IEB154I UNO      HAS BEEN SUCCESSFULLY COPIED\n"
		     " IEB1098I 4 OF 4 MEMBERS COPIED FROM INPUT DATA SET "
		     "REFERENCED BY IN\n");
	says(s.text, " UNUSED TRACKS IN OUTPUT DATA SET REFERENCED BY OUT\n"
		     " IEB149I THERE ARE 4 UNUSED DIRECTORY BLOCKS IN OUTPUT "
		     "DIRECTORY\n"
		     " IEB147I END OF JOB - 0 WAS HIGHEST SEVERITY CODE\n");
	assert_string_equal(step_members(&s, "A.OUT"), "ONE THREE TWO UNO*");
	assert_string_equal(
	    step_records(&s, "A.OUT(UNO)"), "1 FIRST\n1 SECOND\n");
	assert_string_equal(step_records(&s, "A.OUT(THREE)"), "");
	assert_int_equal(
	    ds_library_open(s.f->sys, "A.OUT", DD_SHR, false, &lib, &s.f->diag),
	    DS_OK);
	assert_int_equal(ds_member_find(lib, "ONE", &m, NULL), DS_OK);
	assert_int_equal(m.user_len, 4);
	assert_memory_equal(m.user, "\1\2\3\4", 4);
	ds_library_abandon(&lib);
}

static void
a_pds_becomes_a_pdse_and_back(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.OUT", "new,recfm=FB,lrecl=80,dsntype=library");
	assert_string_equal(copy(&s, *state, " C O=OUT,I=IN\n"), "0000");
	says(step_print(&s, "SYSPRINT"), "TO PDSE OUTDD=OUT");
	assert_string_equal(step_members(&s, "A.OUT"), "ONE THREE TWO UNO*");
	make_library(*state, "A.BACK", pds);
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.OUT");
	step_dd(&s, "SYSUT2=A.BACK,old");
	step_dd(&s, "SYSIN=dummy"); /* all of SYSUT1 to SYSUT2 */
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	assert_string_equal(step_members(&s, "A.BACK"), "ONE THREE TWO UNO*");
	assert_string_equal(step_records(&s, "A.BACK(TWO)"), "2\n");
}

static void
what_is_there_is_replaced_only_when_asked(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.OUT", pds);
	make_member(*state, "A.OUT(TWO)", "OLD\n");
	assert_string_equal(
	    copy(&s, *state, " COPY OUTDD=OUT,INDD=IN\n"), "0000");
	says(step_print(&s, "SYSPRINT"),
	    "CATAMOUNT ** TWO IS IN THE OUTPUT DATA SET AND WAS NOT "
	    "REPLACED\n");
	says(s.text, "IEB1098I 3 OF 4 MEMBERS COPIED");
	assert_string_equal(step_records(&s, "A.OUT(TWO)"), "OLD\n");
	assert_string_equal(
	    copy(&s, *state, " COPY OUTDD=OUT,INDD=((IN,R))\n"), "0000");
	assert_string_equal(step_records(&s, "A.OUT(TWO)"), "2\n");
	assert_string_equal(step_members(&s, "A.OUT"), "ONE THREE TWO UNO*");
	make_member(*state, "A.OUT(ONE)", "OLD\n");
	assert_string_equal(copy(&s, *state,
				" COPY OUTDD=OUT,INDD=IN\n"
				" SELECT MEMBER=((ONE,,R),TWO)\n"),
	    "0000");
	assert_string_equal(
	    step_records(&s, "A.OUT(ONE)"), "1 FIRST\n1 SECOND\n");
}

static void
members_are_selected_renamed_and_excluded(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.OUT", pds);
	assert_string_equal(copy(&s, *state,
				" COPY OUTDD=OUT,INDD=IN\n"
				" S M=((ONE,EINS),TWO)\n"),
	    "0000");
	assert_string_equal(step_members(&s, "A.OUT"), "EINS TWO");
	says(step_print(&s, "SYSPRINT"),
	    " IEB154I EINS     HAS BEEN SUCCESSFULLY COPIED\n"
	    " CATAMOUNT ** FROM MEMBER ONE\n");
	assert_string_equal(copy(&s, *state,
				" COPY OUTDD=OUT,INDD=IN\n"
				" SELECT MEMBER=(THREE,GONE)\n"),
	    "0004");
	says(step_print(&s, "SYSPRINT"),
	    " IEB177I GONE     WAS SELECTED BUT NOT FOUND IN ANY INPUT DATA "
	    "SET\n");
	says(s.text, "IEB147I END OF JOB - 4 WAS HIGHEST SEVERITY CODE");
	assert_string_equal(step_members(&s, "A.OUT"), "EINS THREE TWO");
	assert_string_equal(copy(&s, *state,
				" COPY OUTDD=OUT,INDD=IN\n"
				" EXCLUDE MEMBER=(TWO,THREE)\n"),
	    "0000");
	assert_string_equal(
	    step_members(&s, "A.OUT"), "EINS ONE THREE TWO UNO*");
	assert_string_equal(copy(&s, *state,
				" COPYGRP OUTDD=OUT,INDD=((IN,R))\n"
				" SELECT MEMBER=O*\n"),
	    "0000");
	says(step_print(&s, "SYSPRINT"), "IEB1098I 2 OF 2 MEMBERS");
}

/* An alias without its member becomes a member. */
static void
an_alias_alone_is_a_member(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.OUT", pds);
	assert_string_equal(copy(&s, *state,
				" COPY OUTDD=OUT,INDD=IN\n"
				" SELECT MEMBER=UNO\n"),
	    "0000");
	assert_string_equal(step_members(&s, "A.OUT"), "UNO");
	assert_string_equal(
	    step_records(&s, "A.OUT(UNO)"), "1 FIRST\n1 SECOND\n");
}

static void
several_inputs_are_merged_in_order(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.MORE", pds);
	make_member(*state, "A.MORE(ONE)", "MORE\n");
	make_member(*state, "A.MORE(FOUR)", "4\n");
	make_library(*state, "A.OUT", pds);
	step_begin(&s, *state);
	step_dd(&s, "IN=A.IN");
	step_dd(&s, "MORE=A.MORE");
	step_dd(&s, "OUT=A.OUT,old");
	step_cards(&s, "SYSIN",
	    " COPY OUTDD=OUT\n"
	    "      INDD=IN\n"
	    " SELECT MEMBER=(ONE,FOUR)\n"
	    "      INDD=(MORE)\n"
	    " SELECT MEMBER=FOUR\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0004");
	assert_string_equal(step_members(&s, "A.OUT"), "FOUR ONE");
	assert_string_equal(
	    step_records(&s, "A.OUT(ONE)"), "1 FIRST\n1 SECOND\n");
	step_begin(&s, *state);
	step_dd(&s, "IN=A.IN");
	step_dd(&s, "MORE=A.MORE");
	step_dd(&s, "OUT=A.OUT,old");
	step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=(IN,(MORE,R)),LIST=NO\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	assert_null(strstr(step_print(&s, "SYSPRINT"), "IEB154I"));
	assert_string_equal(step_records(&s, "A.OUT(ONE)"), "MORE\n");
}

static void
several_operations_are_done(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.OUT", pds);
	assert_string_equal(copy(&s, *state,
				"A COPY OUTDD=OUT,INDD=IN\n"
				"  SELECT MEMBER=ONE\n"
				"B COPY OUTDD=OUT,INDD=IN\n"
				"  SELECT MEMBER=TWO\n"),
	    "0000");
	assert_string_equal(step_members(&s, "A.OUT"), "ONE TWO");
}

static void
a_library_is_compressed_in_place(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	for (int i = 0; i < 5; i++)
		make_member(*state, "A.IN(TWO)", "2\n");
	step_begin(&s, *state);
	step_dd(&s, "LIB=A.IN,old");
	step_cards(&s, "SYSIN", " COPY OUTDD=LIB,INDD=LIB\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	says(step_print(&s, "SYSPRINT"),
	    " IEB1018I COMPRESSING PDS  OUTDD=LIB VOL=VOL001 DSN=A.IN\n");
	assert_string_equal(step_members(&s, "A.IN"), "ONE THREE TWO UNO*");
	assert_string_equal(
	    step_records(&s, "A.IN(ONE)"), "1 FIRST\n1 SECOND\n");
	step_begin(&s, *state);
	step_dd(&s, "LIB=A.IN,old");
	step_cards(
	    &s, "SYSIN", " COPY OUTDD=LIB,INDD=LIB\n SELECT MEMBER=ONE\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0008");
}

static void
failures_are_8(void **state)
{
	static const char *const wrong[] = {" COPY INDD=IN\n",
	    " COPY OUTDD=OUT\n", " SELECT MEMBER=A\n", "COPY OUTDD=OUT\n",
	    " COPY OUTDD=OUT,INDD=GONE\n", " COPY OUTDD=GONE,INDD=IN\n",
	    " COPY OUTDD=OUT,INDD=IN,LIST=MAYBE\n",
	    " COPY OUTDD=OUT,INDD=IN,FOO=1\n",
	    " COPY OUTDD=OUT,INDD=((IN,X))\n",
	    " COPY OUTDD=OUT,INDD=IN\n SELECT MEMBER=\n",
	    " COPY OUTDD=OUT,INDD=IN\n SELECT MEMBER=(1BAD)\n",
	    " COPY OUTDD=OUT,INDD=IN\n SELECT MEMBER=((A,B,Q))\n",
	    " COPY OUTDD=OUT,INDD=IN\n SELECT MEMBER=A\n EXCLUDE MEMBER=B\n",
	    " COPY OUTDD=OUT,INDD=IN\n FROB\n",
	    " COPY OUTDD=OUT,INDD=(IN,OUT)\n"};
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.OUT", pds);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		copy(&s, *state, wrong[i]);
		if (strcmp(s.ended, "0008") != 0)
			fail_msg("%s: %s\n%s", wrong[i], s.ended,
			    step_print(&s, "SYSPRINT"));
		says(step_print(&s, "SYSPRINT"), "CATAMOUNT ");
		says(
		    s.text, "IEB147I END OF JOB - 8 WAS HIGHEST SEVERITY CODE");
	}
}

static void
other_formats_are_not_copied(void **state)
{
	struct job_step s = {0};

	make_input(*state, pds);
	make_library(*state, "A.OUT", "new,recfm=FB,lrecl=72,space=trk(5,1,5)");
	assert_string_equal(
	    copy(&s, *state, " COPY OUTDD=OUT,INDD=IN\n"), "0008");
	says(step_print(&s, "SYSPRINT"),
	    "CATAMOUNT RECFM OR LRECL OF IN AND OUT ARE NOT ALIKE\n");
	assert_string_equal(step_members(&s, "A.OUT"), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_library_is_copied),
	    T(a_pds_becomes_a_pdse_and_back),
	    T(what_is_there_is_replaced_only_when_asked),
	    T(members_are_selected_renamed_and_excluded),
	    T(an_alias_alone_is_a_member),
	    T(several_inputs_are_merged_in_order),
	    T(several_operations_are_done),
	    T(a_library_is_compressed_in_place),
	    T(failures_are_8),
	    T(other_formats_are_not_copied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
