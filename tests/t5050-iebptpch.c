/*
 * IEBPTPCH. Groups of eight characters, twelve a line, are those of SC23-6864;
 * hexadecimal is done by hand.
 */
#include "tests/support/program.h"

static const char *
print(struct job_step *s, struct fixture *f, const char *cards)
{
	step_begin(s, f);
	step_dd(s, "SYSUT1=A.IN");
	step_file(s, "SYSUT2", "text");
	step_cards(s, "SYSIN", cards);
	return step_run(s, "IEBPTPCH", NULL);
}

static void
records_are_printed_in_groups(void **state)
{
	struct job_step s = {0};
	char line[200];

	step_make(*state, "A.IN,new,recfm=VB,lrecl=204", "ABCDEFGHIJ\n\n");
	snprintf(line, sizeof(line), "%.100s\n",
	    "1234567890123456789012345678901234567890123456789012345678901234"
	    "567890123456789012345678901234567890");
	step_make(*state, "A.LONG,new,recfm=VB,lrecl=204", line);
	assert_string_equal(print(&s, *state, " PRINT\n"), "0000");
	assert_string_equal(step_print(&s, "SYSUT2"),
	    "1ABCDEFGH  IJ\n"
	    "\n"
	    " END OF DATA FOR SDS OR MEMBER\n");
	says(step_print(&s, "SYSPRINT"), "1PRINT/PUNCH DATA SET UTILITY");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.LONG");
	step_file(&s, "SYSUT2", "text");
	step_cards(&s, "SYSIN", " PRINT CNTRL=2\n");
	assert_string_equal(step_run(&s, "IEBPTPCH", NULL), "0000");
	assert_string_equal(step_print(&s, "SYSUT2"),
	    "112345678  90123456  78901234  56789012  34567890  12345678  "
	    "90123456  78901234  56789012  34567890  12345678  90123456\n"
	    "07890\n"
	    "0END OF DATA FOR SDS OR MEMBER\n");
}

static void
titles_and_pages(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=FB,lrecl=8", "1\n2\n3\n4\n5\n6\n");
	assert_string_equal(print(&s, *state,
				" PRINT MAXLINE=5,INITPG=7,STOPAFT=5\n"
				" TITLE ITEM=('A TITLE',3)\n"
				" TITLE ITEM=('AND',1),ITEM=('ANOTHER',6)\n"),
	    "0000");
	assert_string_equal(step_print(&s, "SYSUT2"),
	    "1  A TITLE"
	    "                                                            "
	    "                                       PAGE 0007\n"
	    " AND  ANOTHER\n"
	    "01\n 2\n 3\n"
	    "1  A TITLE"
	    "                                                            "
	    "                                       PAGE 0008\n"
	    " AND  ANOTHER\n"
	    "04\n 5\n END OF DATA FOR SDS OR MEMBER\n");
}

static void
records_are_chosen_by_number(void **state)
{
	struct job_step s = {0};

	step_make(
	    *state, "A.IN,new,recfm=FB,lrecl=8", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
	assert_string_equal(
	    print(&s, *state, " PUNCH STRTAFT=2,SKIP=2,STOPAFT=2\n"), "0000");
	assert_string_equal(step_print(&s, "SYSUT2"), "4\n6\n");
}

/* C'AB1' is X'C1C2F1'. */
static void
fields_are_converted(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=FB,lrecl=8", "AB1XYZ\nEND\nLAST\n");
	assert_string_equal(print(&s, *state,
				" PRINT MAXFLDS=3,MAXGPS=1,MAXLITS=3\n"
				" RECORD IDENT=(3,'END',1),FIELD=(3,1,XE,11),\n"
				"               FIELD=(3,4,,1)\n"),
	    "0000");
	assert_string_equal(step_print(&s, "SYSUT2"),
	    "1XYZ       C1C2F1\n           C5D5C4\n"
	    " END OF DATA FOR SDS OR MEMBER\n");
	assert_string_equal(
	    print(&s, *state, " PUNCH TOTCONV=XE,STOPAFT=1\n"), "0000");
	assert_string_equal(step_print(&s, "SYSUT2"), "C1C2F1E7E8E94040\n");
}

static void
cards_are_numbered(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=FB,lrecl=80", "FIRST\nSECOND\n");
	assert_string_equal(
	    print(&s, *state, " PUNCH CDSEQ=100,CDINCR=50,STOPAFT=1\n"),
	    "0000");
	/* columns 73 to 80 of the record are a card of their own */
	assert_string_equal(step_print(&s, "SYSUT2"),
	    "FIRST                                                           "
	    "        00000100\n"
	    "                                                                "
	    "        00000150\n");
}

static void
members_are_printed_by_name(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=FB,lrecl=80,space=trk(1,1,2)", NULL);
	step_make(*state, "A.IN(ONE),shr", "1\n");
	step_make(*state, "A.IN(TWO),shr", "2\n");
	assert_string_equal(print(&s, *state,
				" PRINT TYPORG=PO,MAXNAME=2\n"
				" MEMBER NAME=TWO\n"
				" MEMBER NAME=GONE\n"),
	    "0008");
	assert_string_equal(step_print(&s, "SYSUT2"),
	    "1MEMBER NAME  TWO\n 2\n END OF DATA FOR SDS OR MEMBER\n");
	says(step_print(&s, "SYSPRINT"),
	    "IEB408I MEMBER GONE      CANNOT BE FOUND\n");
	assert_string_equal(print(&s, *state, " PUNCH TYPORG=PO\n"), "0000");
	assert_string_equal(step_print(&s, "SYSUT2"),
	    "MEMBER NAME  ONE\n1\nMEMBER NAME  TWO\n2\n");
}

static void
preformed_records_go_as_they_are(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=VBA,lrecl=125", "1HEADING\n LINE\n");
	assert_string_equal(print(&s, *state, " PRINT PREFORM=A\n"), "0000");
	assert_string_equal(step_print(&s, "SYSUT2"), "1HEADING\n LINE\n");
}

static void
wrong_statements_are_12(void **state)
{
	static const char *const wrong[] = {"", " TITLE ITEM=('A',1)\n",
	    " PRINT FOO=1\n", " PRINT TYPORG=XX\n", " PRINT CNTRL=0\n",
	    " PRINT CNTRL=4\n", " PRINT CDSEQ=1\n", " PUNCH MAXLINE=50\n",
	    " PRINT TYPORG=PO\n", " PRINT\n MEMBER NAME=A\n",
	    " PRINT\n TITLE ITEM=('A',120),ITEM=('AB',120)\n",
	    " PRINT\n TITLE\n TITLE\n TITLE\n",
	    " PRINT\n RECORD FIELD=(1,1,,1)\n",
	    " PRINT MAXFLDS=1\n RECORD FIELD=(1,1,,121)\n",
	    " PUNCH MAXFLDS=1\n RECORD FIELD=(1,1,,81)\n",
	    " PRINT MAXFLDS=1\n RECORD FIELD=(1,'A',,1)\n",
	    " PRINT MAXFLDS=1\n RECORD FIELD=(1,1,ZP,1)\n",
	    " PRINT PREFORM=A,MAXFLDS=1\n RECORD FIELD=(1,1,,1)\n",
	    " PRINT\n PRINT\n", " PRINT\n FROB\n"};
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=FB,lrecl=80", "A\n");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		print(&s, *state, wrong[i]);
		if (strcmp(s.ended, "0012") != 0)
			fail_msg("%s: %s", wrong[i], s.ended);
		says(step_print(&s, "SYSPRINT"), "CATAMOUNT ");
	}
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.IN");
	step_cards(&s, "SYSIN", " PRINT\n");
	assert_string_equal(step_run(&s, "IEBPTPCH", NULL), "0012");
	says(step_print(&s, "SYSPRINT"),
	    "IEB417I DDNAME SYSUT2 CANNOT BE OPENED\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(records_are_printed_in_groups),
	    T(titles_and_pages),
	    T(records_are_chosen_by_number),
	    T(fields_are_converted),
	    T(cards_are_numbered),
	    T(members_are_printed_by_name),
	    T(preformed_records_go_as_they_are),
	    T(wrong_statements_are_12),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
