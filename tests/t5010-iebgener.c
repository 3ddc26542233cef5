/*
 * IEBGENER. The lines of SYSPRINT without statements are those of a z/OS (a
 * job's output of 2020); conversions are done by hand.
 */
#include "tests/support/program.h"

static const char fb80[] = "A.IN,new,recfm=FB,lrecl=80";

/* A.IN with lines, as SYSUT1; SYSIN is these cards, "" none. */
static void
begin(
    struct job_step *s, struct fixture *f, const char *lines, const char *cards)
{
	if (lines != NULL)
		step_make(f, fb80, lines);
	step_begin(s, f);
	if (lines != NULL)
		step_dd(s, "SYSUT1=A.IN,shr");
	if (cards[0] != '\0')
		step_cards(s, "SYSIN", cards);
	else
		step_dd(s, "SYSIN=dummy");
}

static void
a_copy_prints_what_zos_prints(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, "ONE\nTWO\nTHREE\n", "");
	step_dd(&s, "SYSUT2=A.OUT,new,recfm=FB,lrecl=80");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_string_equal(step_print(&s, "SYSPRINT"),
	    "1DATA SET UTILITY - GENERATE"
	    "                                                            "
	    "           PAGE 0001\n"
	    "-\n"
	    " PROCESSING ENDED AT EOD\n");
	assert_string_equal(step_records(&s, "A.OUT"), "ONE\nTWO\nTHREE\n");
}

static void
attributes_come_from_the_input(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, "ONE\n", "");
	step_file(&s, "SYSUT2", "binary");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_string_equal(step_print(&s, "SYSPRINT"),
	    "1DATA SET UTILITY - GENERATE"
	    "                                                            "
	    "           PAGE 0001\n"
	    "-IEB352I WARNING: ONE OR MORE OF THE OUTPUT DCB PARMS COPIED "
	    "FROM INPUT\n"
	    "\n"
	    " PROCESSING ENDED AT EOD\n");
	assert_int_equal(strlen(step_print(&s, "SYSUT2")), 80);
}

static void
an_empty_input_makes_an_empty_output(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.OUT,new,recfm=FB,lrecl=80", "OLD\n");
	begin(&s, *state, "", "");
	step_dd(&s, "SYSUT2=A.OUT,old");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "");
}

static void
a_missing_dd_is_12(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, NULL, "");
	step_dd(&s, "SYSUT2=A.OUT,new,recfm=FB,lrecl=80");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0012");
	says(s.log.text, "IEC130I SYSUT1 DD STATEMENT MISSING\n");
	says(step_print(&s, "SYSPRINT"),
	    "-IEB316I DDNAME SYSUT1 CANNOT BE OPENED\n");
	begin(&s, *state, "X\n", "");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0012");
	says(step_print(&s, "SYSPRINT"), "DDNAME SYSUT2 CANNOT BE OPENED\n");
	step_begin(&s, *state);
	assert_string_equal(step_run(&s, "ICEGENER", NULL), "0012");
	says(step_print(&s, "SYSPRINT"), "DDNAME SYSIN CANNOT BE OPENED\n");
}

static void
a_member_that_is_not_there_is_s013(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.LIB,new,recfm=FB,lrecl=80,dsorg=po", NULL);
	begin(&s, *state, NULL, "");
	step_dd(&s, "SYSUT1=A.LIB(GONE),shr");
	step_dd(&s, "SYSUT2=A.OUT,new,recfm=FB,lrecl=80");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "S013");
	assert_int_equal(s.end.reason, 0x18);
}

/* A record is never shortened: the old content stays. */
static void
other_formats_conflict(void **state)
{
	static const char *const specs[] = {"A.O1,new,recfm=FB,lrecl=60",
	    "A.O2,new,recfm=FB,lrecl=100", "A.O3,new,recfm=VB,lrecl=84"};
	struct job_step s = {0};
	char dd[64], name[8];

	step_make(*state, fb80, "ONE\n");
	for (size_t i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "A.O%zu", i + 1);
		step_make(*state, specs[i], "OLD\n");
		step_begin(&s, *state);
		step_dd(&s, "SYSUT1=A.IN");
		step_dd(&s, "SYSIN=dummy");
		snprintf(dd, sizeof(dd), "SYSUT2=%s,old", name);
		step_dd(&s, dd);
		assert_string_equal(step_run(&s, "IEBGENER", NULL), "0012");
		says(step_print(&s, "SYSPRINT"),
		    "IEB311I CONFLICTING DCB PARAMETERS\n");
		assert_string_equal(step_records(&s, name), "OLD\n");
	}
}

static void
variable_records_keep_their_lengths(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.V,new,recfm=VB,lrecl=84", "A\nBBBB\n\nCC\n");
	begin(&s, *state, NULL, "");
	step_dd(&s, "SYSUT1=A.V");
	step_dd(&s, "SYSUT2=A.W,new,recfm=VB,lrecl=255");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_string_equal(step_records(&s, "A.W"), "A\nBBBB\n\nCC\n");
}

/* One track of 56,664 bytes and no more: a full data set is an abend. */
static void
no_space_is_an_abend(void **state)
{
	struct job_step s = {0};
	char *lines = calloc(1, 10 * 3000 + 1);

	for (int i = 0; i < 3000; i++)
		strcat(lines + (size_t)i * 10, "123456789\n");
	begin(&s, *state, lines, "");
	free(lines);
	step_dd(&s, "SYSUT2=A.OUT,new,recfm=FB,lrecl=80,space=trk(1)");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "SD37");
	assert_int_equal(s.end.reason, 4);
}

/* A directory block has 256 bytes: two, twenty entries of 12, eight of its end
 * mark. The next member is one too many. */
static void
a_full_directory_is_sb14(void **state)
{
	struct job_step s = {0};
	char dd[64];

	step_make(*state, "A.LIB,new,recfm=FB,lrecl=80,space=trk(5,1,1)", NULL);
	step_make(*state, fb80, "ONE\n");
	for (int i = 0; i <= 20; i++) {
		step_begin(&s, *state);
		step_dd(&s, "SYSUT1=A.IN");
		step_dd(&s, "SYSIN=dummy");
		snprintf(dd, sizeof(dd), "SYSUT2=A.LIB(M%d),shr", i);
		step_dd(&s, dd);
		assert_string_equal(
		    step_run(&s, "IEBGENER", NULL), i < 20 ? "0000" : "SB14");
	}
	assert_int_equal(s.end.reason, 0x0C);
	says(s.log.text, "IEC217I B14-0C");
	assert_string_equal(step_records(&s, "A.LIB(M20)"), "DS_NOMEMBER");
}

static void
fields_are_moved_and_filled(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, "ABCDEFGH\nIJKLMNOP\n",
	    "  GENERATE MAXFLDS=3,MAXLITS=20\n"
	    "  RECORD FIELD=(4,5,,1),FIELD=(4,1,,11),        SWAPPED\n"
	    "               FIELD=(2,'--',,6)\n");
	step_dd(&s, "SYSUT2=A.OUT,new,recfm=FB,lrecl=20");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_string_equal(
	    step_records(&s, "A.OUT"), "EFGH --   ABCD\nMNOP --   IJKL\n");
	says(step_print(&s, "SYSPRINT"), "-  GENERATE MAXFLDS=3,MAXLITS=20\n");
}

/* F1F2C3 is +123; packed 123C. */
static void
numbers_are_packed_and_unpacked(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, "12C4567\n",
	    " GENERATE MAXFLDS=4\n"
	    " RECORD FIELD=(3,1,ZP,1),FIELD=(4,4,ZP,3)\n");
	step_dd(&s, "SYSUT2=A.PACKED,new,recfm=FB,lrecl=5");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.PACKED");
	step_cards(&s, "SYSIN",
	    " GENERATE MAXFLDS=4\n"
	    " RECORD FIELD=(2,1,PZ,1),FIELD=(3,3,PZ,5)\n");
	step_dd(&s, "SYSUT2=A.ZONED,new,recfm=FB,lrecl=10");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_string_equal(step_records(&s, "A.ZONED"), "12C 04567\n");
}

static void
packed_bytes_are_by_the_book(void **state)
{
	struct fixture *f = *state;
	struct job_step s = {0};
	struct ds_file *file = NULL;
	struct ds_rec rec;
	static const uint8_t want[] = {0x12, 0x3C, 0x04, 0x56, 0x7F};

	begin(&s, f, "12C4567\n",
	    " GENERATE MAXFLDS=4\n"
	    " RECORD FIELD=(3,1,ZP,1),FIELD=(4,4,ZP,3)\n");
	step_dd(&s, "SYSUT2=A.PACKED,new,recfm=FB,lrecl=5");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_int_equal(
	    ds_open_name(f->sys, "A.PACKED", DS_INPUT | DS_SEQ, &file, NULL),
	    DS_OK);
	assert_int_equal(ds_get(file, &rec, NULL), DS_OK);
	assert_int_equal(rec.len, sizeof(want));
	assert_memory_equal(rec.data, want, sizeof(want));
	ds_abandon(&file);
}

static void
groups_become_members_with_aliases(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.LIB,new,recfm=FB,lrecl=80,space=trk(5,1,5)", NULL);
	begin(&s, *state, "A1\nA2 END\nB1\nB2\n",
	    "  GENERATE MAXNAME=3,MAXGPS=1\n"
	    "  MEMBER NAME=(FIRST,ALIAS1)\n"
	    "G RECORD IDENT=(3,'END',4)\n"
	    "  MEMBER NAME=SECOND\n");
	step_dd(&s, "SYSUT2=A.LIB,old");
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
	assert_string_equal(step_records(&s, "A.LIB(FIRST)"), "A1\nA2 END\n");
	assert_string_equal(step_records(&s, "A.LIB(ALIAS1)"), "A1\nA2 END\n");
	assert_string_equal(step_records(&s, "A.LIB(SECOND)"), "B1\nB2\n");
}

static void
wrong_statements_are_12_and_change_nothing(void **state)
{
	static const char *const wrong[] = {
	    " RECORD FIELD=(1,1,,1)\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(0,1,,1)\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(4,1,XX,1)\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(4,1,,1),FIELD=(4,1,,5)\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(4,1,,78)\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(4,'AB',,1)\n",
	    " GENERATE MAXFLDS=1,MAXLITS=9\n RECORD FIELD=(4,'AB',,1)\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(4,1,,1\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(4,1,,1),\n",
	    " GENERATE MAXFLDS=1\n RECORD FIELD=(4,'1,,1)\n",
	    " GENERATE FOO=1\n",
	    " GENERATE MAXNAME=1\n MEMBER NAME=1ABC\n",
	    " GENERATE MAXGPS=1\n RECORD IDENT=(9,'ABCDEFGHI',1)\n",
	    " COPY\n",
	};
	struct job_step s = {0};

	step_make(*state, fb80, "NEW\n");
	step_make(*state, "A.OUT,new,recfm=FB,lrecl=80", "OLD\n");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		step_begin(&s, *state);
		step_dd(&s, "SYSUT1=A.IN");
		step_cards(&s, "SYSIN", wrong[i]);
		step_dd(&s, "SYSUT2=A.OUT,old");
		step_run(&s, "IEBGENER", NULL);
		if (strcmp(s.ended, "0012") != 0)
			fail_msg("%s: %s", wrong[i], s.ended);
		says(step_print(&s, "SYSPRINT"), "CATAMOUNT ");
		assert_string_equal(step_records(&s, "A.OUT"), "OLD\n");
	}
}

static bool
stop(void)
{
	return true;
}

static void
a_cancelled_step_is_s222(void **state)
{
	struct job_step s = {0};
	struct program_run run;

	step_make(*state, "A.OUT,new,recfm=FB,lrecl=80", "OLD\n");
	begin(&s, *state, "NEW\n", "");
	step_dd(&s, "SYSUT2=A.OUT,old");
	run = (struct program_run){.sys = s.f->sys,
	    .dds = s.dds,
	    .name = "IEBGENER",
	    .interrupted = stop};
	program_find("IEBGENER")->run(&run, &s.end);
	program_end_text(&s.end, s.ended);
	assert_string_equal(s.ended, "S222");
	dd_table_free(&s.dds);
	assert_string_equal(step_records(&s, "A.OUT"), "OLD\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_copy_prints_what_zos_prints),
	    T(attributes_come_from_the_input),
	    T(an_empty_input_makes_an_empty_output),
	    T(a_missing_dd_is_12),
	    T(a_member_that_is_not_there_is_s013),
	    T(other_formats_conflict),
	    T(variable_records_keep_their_lengths),
	    T(no_space_is_an_abend),
	    T(a_full_directory_is_sb14),
	    T(fields_are_moved_and_filled),
	    T(numbers_are_packed_and_unpacked),
	    T(packed_bytes_are_by_the_book),
	    T(groups_become_members_with_aliases),
	    T(wrong_statements_are_12_and_change_nothing),
	    T(a_cancelled_step_is_s222),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
