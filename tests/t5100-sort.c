/*
 * SORT: statements, orders, what is printed. The lines of the listing are those
 * of DFSORT where it is known (base/messages_ice.def); records are ordered by
 * hand.
 */
#include "tests/support/sort.h"

static void
a_sort_prints_what_dfsort_prints(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, sort_fb80, sort_fb80, "BETA\nALPHA\nGAMMA\n",
	    "  SORT FIELDS=(1,5,CH,A)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "ALPHA\nBETA\nGAMMA\n");
	assert_string_equal(step_print(&s, "SYSOUT"),
	    " ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED\n"
	    " ICE000I 0 - CONTROL STATEMENTS FOR CATAMOUNT SORT - 12:00 ON SUN "
	    "MAR 01, 2026 -\n"
	    "   SORT FIELDS=(1,5,CH,A)\n"
	    " ICE201I C RECORD TYPE IS F - DATA STARTS IN POSITION 1\n"
	    " ICE090I 0 OUTPUT LRECL = 80, BLKSIZE = 27920, TYPE = FB\n"
	    " ICE080I 0 IN MAIN STORAGE SORT\n"
	    " ICE055I 0 INSERT 0, DELETE 0\n"
	    " ICE054I 0 RECORDS - IN: 3, OUT: 3\n"
	    " ICE134I 0 NUMBER OF BYTES SORTED: 240\n"
	    " ICE052I 0 END OF DFSORT\n");
}

static void
fields_ascend_and_descend(void **state)
{
	struct fixture *f = *state;

	sort_gives(f, "A2\nB1\nA1\nB2\n", " SORT FIELDS=(1,1,CH,A,2,1,CH,D)\n",
	    NULL, "A2\nA1\nB2\nB1\n");
	sort_gives(f, "", " SORT FIELDS=(1,1,D,2,1,A),FORMAT=CH\n", NULL,
	    "B1\nB2\nA1\nA2\n");
	sort_gives(f, "", " SORT FORMAT=BI,FIELDS=(2,1,A,1,1,A)\n", NULL,
	    "A1\nB1\nA2\nB2\n");
}

static void
numbers_are_ordered_as_numbers(void **state)
{
	struct fixture *f = *state;

	/* zoned with D as the sign of what is negative: }JKL.. are -0-1-2-3 */
	sort_gives(f, "010\n01}\n001\n00J\n000\n", " SORT FIELDS=(1,3,ZD,A)\n",
	    NULL, "01}\n00J\n000\n001\n010\n");
	/* floating signs */
	sort_gives(f, "", " OPTION COPY\n", NULL, "010\n01}\n001\n00J\n000\n");
}

static void
floating_signs_are_read(void **state)
{
	sort_gives(*state, "  10\n  -7\n+003\n -70\n   0\n",
	    " SORT FIELDS=(1,4,FS,A)\n", NULL,
	    " -70\n  -7\n   0\n+003\n  10\n");
}

static void
ascii_order_is_by_ac(void **state)
{
	struct fixture *f = *state;

	/* EBCDIC: letters, then digits; ASCII: digits first */
	sort_gives(
	    f, "A\n1\na\n", " SORT FIELDS=(1,1,CH,A)\n", NULL, "a\nA\n1\n");
	sort_gives(f, "", " SORT FIELDS=(1,1,AC,A)\n", NULL, "1\nA\na\n");
}

static void
equal_records_keep_their_order(void **state)
{
	sort_gives(*state, "A 3\nB 1\nA 1\nB 3\nA 2\n",
	    " SORT FIELDS=(1,1,CH,A),EQUALS\n", NULL,
	    "A 3\nA 1\nA 2\nB 1\nB 3\n");
}

static void
records_are_copied(void **state)
{
	struct fixture *f = *state;

	sort_gives(f, "B\nA\nC\n", " SORT FIELDS=COPY\n", NULL, "B\nA\nC\n");
	sort_gives(f, "", " MERGE FIELDS=(COPY)\n", NULL, "B\nA\nC\n");
	sort_gives(f, "", " OPTION COPY,SKIPREC=1\n", NULL, "A\nC\n");
	sort_gives(f, "", " OPTION COPY,STOPAFT=2\n", NULL, "B\nA\n");
	sort_gives(f, "", " OPTION COPY,SKIPREC=1,STOPAFT=1\n", NULL, "A\n");
	sort_gives(f, "", " SORT FIELDS=COPY,STOPAFT=0\n", NULL, "");
}

static void
statements_go_on_and_have_remarks(void **state)
{
	struct fixture *f = *state;

	sort_gives(f, "A2\nB1\nA1\nB2\n",
	    "* A COMMENT\n"
	    "LABEL  SORT FIELDS=(1,1,CH,A,      A REMARK\n"
	    "* A COMMENT INSIDE\n"
	    "              2,1,CH,A)\n"
	    "\n"
	    " INCLUDE COND=(1,1,CH,EQ,C'A')    AND A REMARK\n"
	    " END\n"
	    " THIS IS NOT READ\n",
	    NULL, "A1\nA2\n");
	/* column 72 (the X), then column 16 */
	sort_gives(f, "",
	    " SORT FIELDS=(1,1,CH,A,2,1,CH,                           "
	    "              X\n"
	    "               D)\n",
	    NULL, "A2\nA1\nB2\nB1\n");
	sort_gives(f, "",
	    "         SORT                                        "
	    "FIELDS=(1,1,CH,A,2X\n"
	    "               ,1,CH,D)\n",
	    NULL, "A2\nA1\nB2\nB1\n");
}

static void
parm_has_options(void **state)
{
	struct fixture *f = *state;

	sort_gives(f, "B\nA\nC\n", " SORT FIELDS=(1,1,CH,A)\n",
	    "SKIPREC=1,EQUALS", "A\nC\n");
}

static void
a_wrong_statement_is_marked(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, sort_fb80, sort_fb80, "B\nA\n",
	    "  SORT FIELDS=(1,5,CH,X)\n  OMIT COND=NONE\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	assert_string_equal(step_print(&s, "SYSOUT"),
	    " ICE000I 0 - CONTROL STATEMENTS FOR CATAMOUNT SORT - 12:00 ON SUN "
	    "MAR 01, 2026 -\n"
	    "   SORT FIELDS=(1,5,CH,X)\n"
	    "                       $\n"
	    " ICE016A 0 INVALID FIELDS OPERAND VALUE\n"
	    "   OMIT COND=NONE\n"
	    " ICE052I 0 END OF DFSORT\n");
	assert_string_equal(step_records(&s, "A.OUT"), "");
}

static void
wrong_statements_are_16(void **state)
{
	static const char *const cases[][2] = {
	    {"  SORTX FIELDS=(1,5,CH,A)\n", "ICE005A"},
	    {"  sort fields=(1,5,ch,a)\n", "ICE005A"},
	    {"  OMIT COND=NONE\n", "ICE010A"},
	    {"* NOTHING\n", "ICE010A"},
	    {"  SORT\n", "ICE006A"},
	    {"  SORT EQUALS\n", "ICE012A"},
	    {"  SORT FIELDS=(1,5,CH)\n", "ICE007A"},
	    {"  SORT FIELDS=(1,5,A)\n", "ICE018A"},
	    {"  SORT FIELDS=(1,5,XX,A)\n", "ICE018A"},
	    {"  SORT FIELDS=(0,5,CH,A)\n", "ICE016A"},
	    {"  SORT FIELDS=(1,0,CH,A)\n", "ICE016A"},
	    {"  SORT FIELDS=(1,40000,CH,A)\n", "ICE007A"},
	    {"  SORT FIELDS=(1,9,FI,A)\n", "ICE016A"},
	    {"  SORT FIELDS=(1,17,PD,A)\n", "ICE016A"},
	    {"  SORT FIELDS=(1,5,CH,A\n", "ICE007A"},
	    {"  SORT FIELDS=(1,5,CH,A))\n", "ICE007A"},
	    {"  SORT FIELDS=(1,5,CH,E)\n", "EXITS ARE NOT CALLED"},
	    {"  SORT FIELDS=(77,5,CH,A)\n", "ICE027A"},
	    {"  SORT FIELDS=(1,5,CH,A)\n  SORT FIELDS=COPY\n", "SECOND SORT"},
	    {"  SORT FIELDS=(1,5,CH,A),WRONG\n", "ICE006A"},
	    {"  OPTION COPY,MAINSIZE=12Q\n", "ICE007A"},
	    {"  OPTION COPY,E15=COB\n", "E15 IS NOT BUILT"},
	    {"  OPTION COPY\n  MODS E15=(X,1,Y)\n", "MODS: EXITS"},
	    {"  OPTION COPY\n  JOINKEYS FILE=F1\n", "JOINKEYS IS NOT BUILT"},
	    {"  OPTION COPY,\n", "ICE007A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,1,CH,EQ,C'A\n", "ICE007A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,1,CH,EQ)\n", "ICE114A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,1,CH,XX,C'A')\n", "ICE114A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,1,CH,EQ,+1)\n", "ICE114A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,2,ZD,EQ,C'A')\n", "ICE114A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,2,ZD,EQ,3,2,CH)\n", "ICE114A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,2,EQ,C'A')\n", "ICE018A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,1,CH,EQ,X'C')\n", "ICE007A"},
	    {"  OPTION COPY\n  INCLUDE COND=(1,1,SS,GT,C'AB')\n", "ICE114A"},
	    {"  OPTION COPY\n  INCLUDE COND=(80,2,CH,EQ,C'AB')\n", "ICE113A"},
	    {"  OPTION COPY\n  INCLUDE COND=((1,1,CH,EQ,C'A')\n", "ICE007A"},
	    {"  SORT FIELDS=(1,1,CH,A)\n  SUM FIELDS=(1,3,BI)\n", "ICE109A"},
	    {"  SORT FIELDS=(1,1,CH,A)\n  SUM FIELDS=(1,3,CH)\n", "ICE109A"},
	    {"  SORT FIELDS=(1,1,CH,A)\n  SUM FIELDS=(1,3)\n", "ICE018A"},
	    {"  SORT FIELDS=(1,1,CH,A)\n  SUM FIELDS=(79,4,BI)\n", "ICE109A"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		sort_fails(*state, "A\n", cases[i][0], cases[i][1]);
}

static void
a_missing_dd_is_16(void **state)
{
	struct job_step s = {0};

	step_begin(&s, *state);
	step_cards(&s, "SYSIN", " OPTION COPY\n");
	step_file(&s, "SYSOUT", "text");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"), " ICE056A 0 SORTIN NOT DEFINED\n");

	sort_begin(&s, *state, sort_fb80, NULL, "A\n", " OPTION COPY\n");
	assert_string_equal(step_run(&s, "ICEMAN", NULL), "0016");
	says(step_print(&s, "SYSOUT"), " ICE056A 0 SORTOUT NOT DEFINED\n");
}

static void
conditions_are_met(void **state)
{
	static const char *const cases[][2] = {
	    {"(1,1,CH,EQ,C'A')", "A1 005\nA2 010\n"},
	    {"(1,1,CH,NE,C'A')", "B1 00J\nC  100\n"},
	    {"(1,1,CH,GE,C'B',AND,1,1,CH,LE,C'B')", "B1 00J\n"},
	    {"(1,1,CH,EQ,C'C',OR,1,1,CH,EQ,C'A',AND,2,1,CH,EQ,C'2')",
		"A2 010\nC  100\n"},
	    {"((1,1,CH,EQ,C'C',|,1,1,CH,EQ,C'A'),&,2,1,CH,EQ,C'2')",
		"A2 010\n"},
	    {"(4,3,ZD,LT,+0)", "B1 00J\n"},
	    {"(4,3,ZD,GT,5)", "A2 010\nC  100\n"},
	    {"(4,3,ZD,GE,5)", "A1 005\nA2 010\nC  100\n"},
	    {"(1,2,CH,EQ,C'C')", "C  100\n"},
	    {"(1,1,CH,EQ,C'AX')", "A1 005\nA2 010\n"},
	    {"(1,1,BI,EQ,X'C1')", "A1 005\nA2 010\n"},
	    {"(1,2,CH,EQ,X'C340')", "C  100\n"},
	    {"(1,2,CH,EQ,X'C3')", ""},
	    {"(1,2,SS,EQ,C'A1,B1')", "A1 005\nB1 00J\n"},
	    {"(1,2,SS,NE,C'A1,B1')", "A2 010\nC  100\n"},
	    {"(1,6,SS,EQ,C'10')", "A2 010\nC  100\n"},
	    {"(4,1,CH,EQ,5,1,CH)", "A1 005\nB1 00J\n"},
	    {"(4,2,ZD,LT,5,2,ZD)", "A1 005\nA2 010\n"},
	    {"(1,1,EQ,C'A'),FORMAT=CH", "A1 005\nA2 010\n"},
	    {"(2,1,FS,EQ,NUM)", "A1 005\nA2 010\nB1 00J\n"},
	    {"(2,1,FS,NE,NUM)", "C  100\n"},
	    {"ALL", "A1 005\nA2 010\nB1 00J\nC  100\n"},
	    {"NONE", ""},
	};
	char cards[200];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(cards, sizeof(cards),
		    " OPTION COPY\n INCLUDE COND=%s\n", cases[i][0]);
		sort_gives(*state, "A1 005\nA2 010\nB1 00J\nC  100\n", cards,
		    NULL, cases[i][1]);
	}
	sort_gives(*state, "", " OPTION COPY\n OMIT COND=(1,1,CH,EQ,C'A')\n",
	    NULL, "B1 00J\nC  100\n");
}

static void
rejected_records_count_as_deleted(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, sort_fb80, sort_fb80, "A\nB\nC\n",
	    " SORT FIELDS=(1,1,CH,D)\n OMIT COND=(1,1,CH,EQ,C'B')\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	says(step_print(&s, "SYSOUT"), " ICE055I 0 INSERT 0, DELETE 1\n"
				       " ICE054I 0 RECORDS - IN: 3, OUT: 2\n"
				       " ICE134I 0 NUMBER OF BYTES SORTED: "
				       "160\n");
}

static void
sums_are_added_up(void **state)
{
	struct fixture *f = *state;

	sort_gives(f, "B 001\nA 002\nB 01}\nA 003\nC 007\n",
	    " SORT FIELDS=(1,1,CH,A)\n SUM FIELDS=(3,3,ZD)\n", NULL,
	    "A 005\nB 00R\nC 007\n");
	sort_gives(f, "", " SORT FIELDS=(1,1,CH,A)\n SUM FIELDS=NONE\n", NULL,
	    "A 002\nB 001\nC 007\n");
	sort_gives(f, "",
	    " SORT FIELDS=(1,1,CH,A)\n SUM FORMAT=ZD,FIELDS=(3,3)\n"
	    " OPTION NZDPRINT\n",
	    NULL, "A 00E\nB 00R\nC 007\n");
}

static void
a_sum_without_room_keeps_both(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, sort_fb80, sort_fb80, "A 60\nA 30\nA 20\n",
	    " SORT FIELDS=(1,1,CH,A)\n SUM FIELDS=(3,2,ZD)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	says(step_print(&s, "SYSOUT"),
	    " ICE152I 0 OVERFLOW DURING SUMMATION - RC=0\n");
	assert_string_equal(step_records(&s, "A.OUT"), "A 90\nA 20\n");

	sort_begin(&s, *state, sort_fb80, sort_fb80, NULL,
	    " SORT FIELDS=(1,1,CH,A)\n SUM FIELDS=(3,2,ZD)\n"
	    " OPTION OVFLO=RC16\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	assert_string_equal(step_records(&s, "A.OUT"), "A 90\nA 20\n");
}

static void
a_sum_of_no_number_is_s0c7(void **state)
{
	struct job_step s = {0};

	/* the period, X'4B', is no digit (doc, "SUM statement notes") */
	sort_begin(&s, *state, sort_fb80, sort_fb80, "A 3.5\nA 001\n",
	    " SORT FIELDS=(1,1,CH,A)\n SUM FIELDS=(3,3,ZD)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "S0C7");
	assert_string_equal(step_records(&s, "A.OUT"), "");
}

static void
variable_records_begin_in_position_5(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, "recfm=VB,lrecl=84", "recfm=VB,lrecl=84",
	    "BB\nCCCC\nA\n", " SORT FIELDS=(5,1,CH,A)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "A\nBB\nCCCC\n");
	says(step_print(&s, "SYSOUT"), " ICE201I C RECORD TYPE IS V - DATA "
				       "STARTS IN POSITION 5\n"
				       " ICE090I 0 OUTPUT LRECL = 84, BLKSIZE "
				       "= 27998, TYPE = VB\n");
	/* by the length in the record descriptor word */
	sort_begin(&s, *state, "", "", NULL, " SORT FIELDS=(1,2,BI,D)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "CCCC\nBB\nA\n");
}

static void
a_short_record_is_an_error_unless_it_may_be(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, "recfm=VB,lrecl=84", "recfm=VB,lrecl=84",
	    "BB\nAAAA\nA\n", " SORT FIELDS=(5,4,CH,A)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"),
	    " ICE218A 0 6 BYTE VARIABLE RECORD IS SHORTER THAN 8 BYTE "
	    "MINIMUM FOR SORT/MERGE FIELDS\n");
	sort_begin(&s, *state, "", "", NULL,
	    " SORT FIELDS=(5,4,CH,A)\n OPTION VLSHRT\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "A\nAAAA\nBB\n");

	sort_begin(&s, *state, "", "", NULL,
	    " OPTION COPY\n INCLUDE COND=(8,1,CH,EQ,C'A')\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"), "FOR INCLUDE/OMIT FIELDS\n");
	assert_string_equal(step_records(&s, "A.OUT"), "A\nAAAA\nBB\n");
	/* VLSHRT: what is short does not meet it, whatever stands beside
	 * (doc, example 4 of INCLUDE) */
	sort_begin(&s, *state, "", "", NULL,
	    " OPTION COPY,VLSHRT\n"
	    " INCLUDE COND=(5,1,CH,EQ,C'B',OR,8,1,CH,EQ,C'A')\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "AAAA\n");
	sort_begin(&s, *state, "", "", NULL,
	    " OPTION COPY,VLSCMP\n"
	    " INCLUDE COND=(5,1,CH,EQ,C'B',OR,8,1,CH,EQ,C'A')\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "BB\nAAAA\n");
}

static void
other_lengths_are_filled_and_cut(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, "recfm=FB,lrecl=4", "recfm=FB,lrecl=2",
	    "BCDE\nABCD\n", " SORT FIELDS=(1,1,CH,A)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "AB\nBC\n");
	says(step_print(&s, "SYSOUT"), " ICE171I 0 SORTOUT LRECL OF 2 IS "
				       "DIFFERENT FROM SORTIN LRECL OF 4 - "
				       "RC=0\n");
	sort_begin(&s, *state, "", "", NULL,
	    " SORT FIELDS=(1,1,CH,A)\n OPTION TRUNC=RC4\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0004");
	sort_begin(&s, *state, "", "", NULL,
	    " SORT FIELDS=(1,1,CH,A)\n OPTION TRUNC=RC16\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
}

static void
formats_are_not_mixed(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, sort_fb80, "recfm=VB,lrecl=84", "B\nA\n",
	    " OPTION COPY\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"),
	    "CATAMOUNT SORTOUT HAS RECFM VB, THE RECORDS ARE F\n");
}

static void
the_input_may_be_the_output(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.IN,new,recfm=FB,lrecl=80", "B\nA\n");
	step_begin(&s, *state);
	step_dd(&s, "SORTIN=A.IN,old");
	step_dd(&s, "SORTOUT=A.IN,old");
	step_cards(&s, "SYSIN", " SORT FIELDS=(1,1,CH,A)\n");
	step_file(&s, "SYSOUT", "text");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.IN"), "A\nB\n");
}

static void
symbols_stand_for_fields_and_constants(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, sort_fb80, sort_fb80, "A1\nB2\nA3\n",
	    " SORT FIELDS=(NUMBER,D)\n INCLUDE COND=(KIND,EQ,WANTED)\n");
	step_cards(&s, "SYMNAMES",
	    "* FIELDS\nKIND,1,1,CH  A REMARK\nNUMBER,2,1,CH\n"
	    "WANTED,C'A'\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "A3\nA1\n");
}

static void
inputs_are_merged(void **state)
{
	struct fixture *f = *state;
	struct job_step s = {0};

	step_make(f, "A.ONE,new,recfm=FB,lrecl=80", "A 1\nC 1\nC 1B\nF 1\n");
	step_make(f, "A.TWO,new,recfm=FB,lrecl=80", "B 2\nC 2\n");
	step_make(f, "A.NONE,new,recfm=FB,lrecl=80", "");
	step_begin(&s, f);
	step_dd(&s, "SORTIN01=A.TWO,shr");
	step_dd(&s, "SORTIN2=A.NONE,shr");
	step_dd(&s, "SORTIN10=A.ONE,shr");
	step_dd(&s, "SORTOUT=A.OUT,new,recfm=FB,lrecl=80");
	step_cards(&s, "SYSIN",
	    " MERGE FIELDS=(1,1,CH,A)\n OMIT COND=(1,1,CH,EQ,C'F')\n");
	step_file(&s, "SYSOUT", "text");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(
	    step_records(&s, "A.OUT"), "A 1\nB 2\nC 2\nC 1\nC 1B\n");
	says(step_print(&s, "SYSOUT"), "MERGE TECHNIQUE SELECTED");

	step_begin(&s, f);
	step_dd(&s, "SORTIN01=A.ONE,shr");
	step_dd(&s, "SORTIN02=A.TWO,shr");
	step_dd(&s, "SORTOUT=A.OUT,old");
	step_cards(&s, "SYSIN", " MERGE FIELDS=(1,1,CH,D)\n");
	step_file(&s, "SYSOUT", "text");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"), " ICE068A 0 OUT OF SEQUENCE SORTIN0");
	assert_string_equal(
	    step_records(&s, "A.OUT"), "A 1\nB 2\nC 2\nC 1\nC 1B\n");
}

static bool
yes(void)
{
	return true;
}

static void
a_cancelled_step_is_s222(void **state)
{
	struct job_step s = {0};
	struct program_run run;
	struct program_end end;

	sort_begin(&s, *state, sort_fb80, sort_fb80, "B\nA\n",
	    " SORT FIELDS=(1,1,CH,A)\n");
	run = (struct program_run){
	    .sys = s.f->sys, .dds = s.dds, .name = "SORT", .interrupted = yes};
	program_find("SORT")->run(&run, &end);
	assert_int_equal(end.kind, PROGRAM_SYSTEM);
	assert_int_equal(end.code, 0x222);
	dd_table_free(&s.dds);
	assert_string_equal(step_records(&s, "A.OUT"), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_sort_prints_what_dfsort_prints),
	    T(fields_ascend_and_descend),
	    T(numbers_are_ordered_as_numbers),
	    T(floating_signs_are_read),
	    T(ascii_order_is_by_ac),
	    T(equal_records_keep_their_order),
	    T(records_are_copied),
	    T(statements_go_on_and_have_remarks),
	    T(parm_has_options),
	    T(a_wrong_statement_is_marked),
	    T(wrong_statements_are_16),
	    T(a_missing_dd_is_16),
	    T(conditions_are_met),
	    T(rejected_records_count_as_deleted),
	    T(sums_are_added_up),
	    T(a_sum_without_room_keeps_both),
	    T(a_sum_of_no_number_is_s0c7),
	    T(variable_records_begin_in_position_5),
	    T(a_short_record_is_an_error_unless_it_may_be),
	    T(other_lengths_are_filled_and_cut),
	    T(formats_are_not_mixed),
	    T(the_input_may_be_the_output),
	    T(symbols_stand_for_fields_and_constants),
	    T(inputs_are_merged),
	    T(a_cancelled_step_is_s222),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
