/*
 * SORT: OUTFIL and its reports. Expected lines are made by hand from what
 * SC23-6878 says of OUTFIL.
 */
#include "tests/support/sort.h"

static const char five[] = "A1\nB2\nC3\nD4\nE5\n";

/* A step with lines, A.OUT as SORTOUT unless without, OUT1 to OUT3 being files
 * of FB 80 as text. */
static void
begin(struct job_step *s, struct fixture *f, const char *lines,
    const char *cards, bool sortout)
{
	sort_begin(s, f, sort_fb80, sortout ? sort_fb80 : NULL,
	    there(f, "A.IN") ? NULL : lines, cards);
	step_file(s, "OUT1", "text");
	step_file(s, "OUT2", "text");
	step_file(s, "OUT3", "text");
}

static void
gives(struct job_step *s, const char *dd, const char *expected)
{
	if (strcmp(step_print(s, dd), expected) != 0)
		fail_msg("%s has\n%sand not\n%s", dd, s->text, expected);
}

static void
runs(struct job_step *s)
{
	step_run(s, "SORT", NULL);
	if (strcmp(s->ended, "0000") != 0)
		fail_msg("%s %s", s->ended, step_print(s, "SYSOUT"));
}

static void
records_go_where_they_belong(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, five,
	    " OPTION COPY\n"
	    " OUTFIL FNAMES=OUT1,INCLUDE=(2,1,CH,LE,C'2')\n"
	    " OUTFIL FNAMES=(OUT2),OMIT=(1,1,CH,NE,C'C')\n"
	    " OUTFIL FNAMES=OUT3,SAVE\n",
	    true);
	runs(&s);
	gives(&s, "OUT1", "A1\nB2\n");
	gives(&s, "OUT2", "C3\n");
	gives(&s, "OUT3", "D4\nE5\n");
	assert_string_equal(step_records(&s, "A.OUT"), five);
	says(step_print(&s, "SYSOUT"),
	    " ICE227I 0 OUT1    : DELETED = 3, REPORT = 0, DATA = 2\n"
	    " ICE228I 0 OUT1    : TOTAL IN = 5, TOTAL OUT = 2\n");
}

static void
one_outfil_writes_several(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, five,
	    " SORT FIELDS=(1,1,CH,D)\n"
	    " OUTFIL FNAMES=(OUT1,OUT2),STARTREC=2,ENDREC=3\n",
	    false);
	runs(&s);
	gives(&s, "OUT1", "D4\nC3\n");
	gives(&s, "OUT2", "D4\nC3\n");

	begin(&s, *state, five,
	    " OPTION COPY\n OUTFIL FNAMES=(OUT1,OUT2),SPLIT\n", false);
	runs(&s);
	gives(&s, "OUT1", "A1\nC3\nE5\n");
	gives(&s, "OUT2", "B2\nD4\n");

	begin(&s, *state, five,
	    " OPTION COPY\n OUTFIL FNAMES=(OUT1,OUT2),SPLITBY=2\n", false);
	runs(&s);
	gives(&s, "OUT1", "A1\nB2\nE5\n");
	gives(&s, "OUT2", "C3\nD4\n");

	begin(&s, *state, five,
	    " OPTION COPY\n OUTFIL FNAMES=(OUT1,OUT2),SPLIT1R=1\n", false);
	runs(&s);
	gives(&s, "OUT1", "A1\n");
	gives(&s, "OUT2", "B2\nC3\nD4\nE5\n");
}

static void
files_are_sortof_names(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, five,
	    " OPTION COPY\n OUTFIL FILES=(1,OUT),OUTREC=(1,1,80:X)\n", true);
	step_file(&s, "SORTOF1", "text");
	runs(&s);
	gives(&s, "SORTOF1", "A\nB\nC\nD\nE\n");
	assert_string_equal(step_records(&s, "A.OUT"), "A\nB\nC\nD\nE\n");
}

static void
records_become_lines_and_other_formats(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, "A1\nB2\n",
	    " OPTION COPY\n"
	    " OUTFIL FNAMES=OUT1,BUILD=(1,1,/,X,2,1)\n"
	    " OUTFIL FNAMES=OUT2,FTOV,VLTRIM=C' '\n"
	    " OUTFIL FNAMES=OUT3,BUILD=(1,2,2/,C'--')\n",
	    false);
	runs(&s);
	gives(&s, "OUT1", "A\n 1\nB\n 2\n");
	gives(&s, "OUT2", "A1\nB2\n");
	gives(&s, "OUT3", "A1\n\n--\nB2\n\n--\n");

	/* V to F */
	step_make(*state, "A.V,new,recfm=VB,lrecl=84", "ABC\nD\n");
	step_begin(&s, *state);
	step_dd(&s, "SORTIN=A.V,shr");
	step_cards(&s, "SYSIN",
	    " OPTION COPY\n"
	    " OUTFIL FNAMES=OUT1,VTOF,BUILD=(5,3,C'!'),VLFILL=C'.'\n");
	step_file(&s, "SYSOUT", "text");
	step_file(&s, "OUT1", "text");
	runs(&s);
	gives(&s, "OUT1", "ABC!\nD..!\n");
}

static void
reports_have_headers_and_trailers(void **state)
{
	struct job_step s = {0};

	/* as decks print totals */
	begin(&s, *state, "A 001\nB 020\nC 30}\n",
	    " SORT FIELDS=(1,1,CH,A)\n"
	    " OUTFIL FNAMES=OUT1,REMOVECC,\n"
	    "  HEADER2=(1:'LIST OF ',DATE=(4MD-),/,'NAME',8:'VALUE',/,\n"
	    "           4'-',8:5'='),\n"
	    "  BUILD=(1,1,8:3,3,ZD,M10,LENGTH=5),\n"
	    "  TRAILER1=('COUNT',COUNT,/,'TOTAL',X,\n"
	    "            TOTAL=(3,3,ZD,M10,LENGTH=7),/,\n"
	    "            'LEAST',MIN=(3,3,ZD,EDIT=(SIIT)),X,\n"
	    "            MAX=(3,3,ZD,M10,LENGTH=3),X,\n"
	    "            AVG=(3,3,ZD,M10,LENGTH=3))\n",
	    false);
	runs(&s);
	gives(&s, "OUT1",
	    "LIST OF 2026-03-01\n"
	    "NAME   VALUE\n"
	    "----   =====\n"
	    "A          1\n"
	    "B         20\n"
	    "C        300\n"
	    "COUNT       3\n"
	    "TOTAL     279\n"
	    "LEAST-300  20  93\n");
}

static void
pages_begin_with_control_characters(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, five,
	    " OPTION COPY\n"
	    " OUTFIL FNAMES=OUT1,LINES=4,HEADER1=('TITLE'),\n"
	    "  HEADER2=('PAGE',PAGE),TRAILER2=('ON IT',COUNT=(M10,LENGTH=2)),\n"
	    "  TRAILER1=('ALL',COUNT=(M10,LENGTH=2)),BUILD=(1,2)\n"
	    " OUTFIL FNAMES=OUT2,LINES=3,BUILD=(1,2)\n"
	    " OUTFIL FNAMES=OUT3,NODETAIL,BUILD=(1,2),\n"
	    "  TRAILER1=('N=',COUNT=(TO=ZD,LENGTH=4))\n",
	    false);
	runs(&s);
	gives(&s, "OUT1",
	    "1TITLE\n"
	    "1PAGE     2\n A1\n B2\n ON IT 2\n"
	    "1PAGE     3\n C3\n D4\n ON IT 2\n"
	    "1PAGE     4\n E5\n ON IT 1\n"
	    "1ALL 5\n");
	gives(&s, "OUT2", "1A1\n B2\n C3\n1D4\n E5\n");
	gives(&s, "OUT3", "1N=0005\n");
	says(step_print(&s, "SYSOUT"),
	    " ICE227I 0 OUT1    : DELETED = 0, REPORT = 8, DATA = 5\n"
	    " ICE228I 0 OUT1    : TOTAL IN = 5, TOTAL OUT = 13\n");
}

static void
wrong_operands_are_16(void **state)
{
	static const char *const cases[][2] = {
	    {"FNAMES=OUT1,WRONG=1", "ICE006A"},
	    {"FNAMES=OUT9", "ICE056A 0 OUT9 NOT DEFINED"},
	    {"FNAMES=(OUT1,OUT2", "ICE007A"},
	    {"FNAMES=OUT1,SAVE,INCLUDE=(1,1,CH,EQ,C'A')", "COMES TWICE"},
	    {"FNAMES=OUT1\n OUTFIL FNAMES=OUT1", "WRITTEN BY ANOTHER"},
	    {"FNAMES=OUT1,VTOF", "VTOF NEEDS BUILD="},
	    {"FNAMES=OUT1,VTOF,FTOV", "EXCLUDE"},
	    {"FNAMES=OUT1,SECTIONS=(1,1)", "SECTIONS OF OUTFIL IS NOT BUILT"},
	    {"FNAMES=OUT1,STARTREC=0", "ICE007A"},
	    {"FNAMES=OUT1,BUILD=(1,2),OVERLAY=(1:X)", "ICE111A"},
	    {"FNAMES=OUT1,HEADER1=(1)", "ICE111A"},
	    {"FNAMES=OUT1,HEADER1=(COUNT)", "ICE111A"},
	    {"FNAMES=OUT1,HEADER1=('A'),HEADER1=('B')", "ICE111A"},
	    {"FNAMES=OUT1,TRAILER1=(TOTAL=(1,2,CH))", "ICE111A"},
	    {"FNAMES=OUT1,TRAILER1=('A'),SPLIT", "SPLIT HAS NO REPORT"},
	    {"FNAMES=OUT1,INCLUDE=(80,2,CH,EQ,C'AB')", "ICE113A"},
	};
	char cards[200];
	struct job_step s = {0};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(cards, sizeof(cards), " OPTION COPY\n OUTFIL %s\n",
		    cases[i][0]);
		begin(&s, *state, five, cards, true);
		assert_string_equal(step_run(&s, "SORT", NULL), "0016");
		says(step_print(&s, "SYSOUT"), cases[i][1]);
		assert_string_equal(step_records(&s, "A.OUT"), "");
	}
}

static void
lengths_are_those_of_the_data_set(void **state)
{
	struct job_step s = {0};

	begin(&s, *state, five,
	    " OPTION COPY\n OUTFIL FNAMES=SORTOUT,BUILD=(1,2)\n", true);
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"),
	    " ICE222A 0 2 BYTE FIXED RECORD LENGTH IS NOT EQUAL TO 80 BYTE "
	    "LRECL FOR SORTOUT\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(records_go_where_they_belong),
	    T(one_outfil_writes_several),
	    T(files_are_sortof_names),
	    T(records_become_lines_and_other_formats),
	    T(reports_have_headers_and_trailers),
	    T(pages_begin_with_control_characters),
	    T(wrong_operands_are_16),
	    T(lengths_are_those_of_the_data_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
