/*
 * SORT: INREC, OUTREC and what builds records. Expected records are made by
 * hand from what SC23-6878 says of each item; masks from its table of patterns.
 */
#include "tests/support/sort.h"

/* What BUILD= makes of this record, filled with blanks. */
static void
builds(struct fixture *f, const char *line, const char *items,
    const char *expected)
{
	char cards[300], out[200];
	struct job_step s = {0};

	step_begin(&s, f);
	snprintf(out, sizeof(out), "%s\n", line);
	step_cards(&s, "SORTIN", out);
	step_dd(&s, there(f, "A.OUT") ? "SORTOUT=A.OUT,old"
				      : "SORTOUT=A.OUT,new,recfm=FB,lrecl=80");
	snprintf(cards, sizeof(cards),
	    " OPTION COPY\n OUTREC BUILD=(\n  %s,\n  80:X)\n", items);
	step_cards(&s, "SYSIN", cards);
	step_file(&s, "SYSOUT", "text");
	step_run(&s, "SORT", NULL);
	if (strcmp(s.ended, "0000") != 0)
		fail_msg("%s: %s", items, step_print(&s, "SYSOUT"));
	snprintf(out, sizeof(out), "%s\n", expected);
	if (strcmp(step_records(&s, "A.OUT"), out) != 0)
		fail_msg("%s: '%s' is not '%s'", items, s.text, expected);
}

static void
items_stand_where_they_are_said(void **state)
{
	struct fixture *f = *state;

	builds(f, "ABCDEF", "3,2,1,2", "CDAB");
	builds(f, "ABCDEF", "1,2,X,3,2,2X,5,2", "AB CD  EF");
	builds(f, "ABCDEF", "5:1,2,10:3,2", "    AB   CD");
	builds(f, "ABCDEF", "C'<',1,1,2C'=-',X'C1',2X'C2',C'>'", "<A=-=-ABB>");
	builds(f, "ABCDEF", "C'IT''S',1,1", "IT'SA");
	builds(f, "ABCDEF", "1,3,HEX", "C1C2C3");
	builds(f, "ABcdEF", "1,6,TRAN=LTOU,1,6,TRAN=UTOL", "ABCDEFabcdef");
	builds(f, "ABCDEF", "1,1,C'-',DATE1,X,DATE1(-),X,DATE3",
	    "A-20260301 2026-03-01 2026060");
	builds(f, "Y", "1,1,CHANGE=(3,C'Y',C'YES',C'N',C'NO'),NOMATCH=(C'?')",
	    "YES");
	builds(f, "N",
	    "1,1,CHANGE=(3,C'Y',C'YES',C'N',C'NO'),NOMATCH=(C'?'),C'.'",
	    "NO .");
	builds(f, "X",
	    "1,1,CHANGE=(3,C'Y',C'YES',C'N',C'NO'),NOMATCH=(C'?'),C'.'",
	    "?  .");
}

static void
numbers_are_edited_by_masks(void **state)
{
	static const char *const cases[][3] = {
	    /* zoned: 0123456 and -0123456 (O is 6 with zone D) */
	    {"0123456", "1,7,ZD,M0", " 123456"},
	    {"012345O", "1,7,ZD,M0", " 123456-"},
	    {"012345O", "1,7,ZD", " 123456-"},
	    {"0123456", "1,7,ZD,M1", "0123456"},
	    {"0123456", "1,7,ZD,M2", " 1,234.56"},
	    {"012345O", "1,7,ZD,M2", " 1,234.56-"},
	    {"012345O", "1,7,ZD,M3", " 1,234.56CR"},
	    {"012345O", "1,7,ZD,M4", " -1,234.56"},
	    {"012345O", "1,7,ZD,M5", " (1,234.56)"},
	    {"0000000", "1,7,ZD,M2", "     0.00"},
	    {"0123456", "1,7,ZD,M10", " 123456"},
	    {"0123456", "1,7,ZD,M11", "0123456"},
	    {"0123456", "1,7,ZD,M12", "   123,456"},
	    {"012345O", "1,7,ZD,M12", "  -123,456"},
	    {"0123456", "1,7,ZD,M13", "   123.456"},
	    {"012345O", "1,7,ZD,M25", " -123456"},
	    {"012345O", "1,7,ZD,M26", "-0123456"},
	    {"123456789", "1,9,ZD,M7", "123-45-6789"},
	    {"112233", "1,6,ZD,M8", "11:22:33"},
	    {"112233", "1,6,ZD,M9", "11/22/33"},
	    {"0123456", "1,7,ZD,EDIT=(IIIIT.TT)", " 1234.56"},
	    {"0123456", "1,7,ZD,EDIT=(TTT-TTTT)", "012-3456"},
	    {"012345O", "1,7,ZD,EDIT=(SIIIT.TTT),SIGNS=(+,-)", " -123.456"},
	    {"0123456", "1,7,ZD,EDIT=(SIIIT.TTT),SIGNS=(+,-)", " +123.456"},
	    {"0123456", "1,7,ZD,EDIT=(SIIIT.TTT)", "  123.456"},
	    {"012345O", "1,7,ZD,EDIT=(IIIT.TTTS),SIGNS=(,,+,-)", " 123.456-"},
	    {"0123456", "1,7,ZD,M10,LENGTH=4", "3456"},
	    {"0123456", "1,7,ZD,M11,LENGTH=9", "  0123456"},
	    {" -127", "1,5,FS,M26", "-0127"},
	    {"$1,234.5-", "1,9,SFF,M26,LENGTH=8", "00012345"},
	    {"$1,234.5-", "1,9,SFF,M25,LENGTH=8", "  -12345"},
	    {"$1,234.5-", "1,9,UFF,M25,LENGTH=8", "   12345"},
	    {"ABC", "1,1,BI,M10", "193"},
	    {"ABC", "1,1,FI,M25", " -63"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		builds(*state, cases[i][0], cases[i][1], cases[i][2]);
}

static void
numbers_are_converted(void **state)
{
	static const char *const cases[][3] = {
	    /* in two steps: the second one shows bytes */
	    {"0123N", "TO=PD,LENGTH=3", "01235D"},
	    {"01235", "TO=PD,LENGTH=3", "01235C"},
	    {"0123N", "TO=PD", "01235D"},
	    {"0123N", "TO=FI,LENGTH=2", "FB2D"},
	    {"01235", "TO=BI", "000004D3"},
	    {"0123N", "TO=ZD,LENGTH=6", "F0F0F1F2F3D5"},
	    {"01235", "TO=ZD,LENGTH=3", "F2F3F5"},
	    {"0123N", "TO=FS,LENGTH=6", "4060F1F2F3F5"},
	};
	char cards[300];
	struct job_step s = {0};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		step_begin(&s, *state);
		snprintf(cards, sizeof(cards), "%s\n", cases[i][0]);
		step_cards(&s, "SORTIN", cards);
		step_dd(&s, there(*state, "A.OUT")
				? "SORTOUT=A.OUT,old"
				: "SORTOUT=A.OUT,new,recfm=FB,lrecl=80");
		snprintf(cards, sizeof(cards),
		    " OPTION COPY\n INREC BUILD=(1,5,ZD,%s)\n"
		    " OUTREC FIELDS=(1,%zu,HEX,80:X)\n",
		    cases[i][1], strlen(cases[i][2]) / 2);
		step_cards(&s, "SYSIN", cards);
		step_file(&s, "SYSOUT", "text");
		assert_string_equal(step_run(&s, "SORT", NULL), "0000");
		snprintf(cards, sizeof(cards), "%s\n", cases[i][2]);
		assert_string_equal(step_records(&s, "A.OUT"), cards);
	}
}

static void
records_are_overlaid(void **state)
{
	struct fixture *f = *state;

	sort_gives(f, "ABCDEF\nGHIJKL\n",
	    " OPTION COPY\n OUTREC OVERLAY=(2:C'--',10:1,3)\n", NULL,
	    "A--DEF   ABC\nG--JKL   GHI\n");
	sort_gives(f, "", " OPTION COPY\n INREC OVERLAY=(4:SEQNUM,3,ZD)\n",
	    NULL, "ABC001\nGHI002\n");
	sort_gives(f, "",
	    " OPTION COPY\n"
	    " INREC OVERLAY=(4:SEQNUM,3,ZD,START=10,INCR=-5)\n",
	    NULL, "ABC010\nGHI005\n");
}

static void
sequence_numbers_begin_anew(void **state)
{
	sort_gives(*state, "A\nA\nB\nB\nB\nA\n",
	    " OPTION COPY\n"
	    " INREC OVERLAY=(3:SEQNUM,2,ZD,RESTART=(1,1))\n",
	    NULL, "A 01\nA 02\nB 01\nB 02\nB 03\nA 01\n");
}

static void
ifthen_takes_the_first_that_is_met(void **state)
{
	struct fixture *f = *state;

	sort_gives(f, "A1\nB2\nC3\n",
	    " OPTION COPY\n"
	    " INREC IFTHEN=(WHEN=INIT,OVERLAY=(5:C'.')),\n"
	    "  IFTHEN=(WHEN=(1,1,CH,EQ,C'A'),BUILD=(2,1,C' WAS A',80:X)),\n"
	    "  IFTHEN=(WHEN=(1,1,CH,LE,C'B'),OVERLAY=(6:C'B')),\n"
	    "  IFTHEN=(WHEN=NONE,OVERLAY=(6:C'OTHER'))\n",
	    NULL, "1 WAS A\nB2  .B\nC3  .OTHER\n");
	sort_gives(f, "",
	    " OPTION COPY\n"
	    " INREC IFTHEN=(WHEN=(1,1,CH,EQ,C'A'),OVERLAY=(3:C'1'),\n"
	    "   HIT=NEXT),\n"
	    "  IFTHEN=(WHEN=(1,1,CH,LE,C'B'),OVERLAY=(4:C'2'))\n",
	    NULL, "A112\nB2 2\nC3\n");
}

static void
inrec_is_in_front_of_the_sort(void **state)
{
	struct fixture *f = *state;

	/* fields of SORT are those of what INREC has made */
	sort_gives(f, "3 A\n1 B\n2 C\n",
	    " INREC BUILD=(3,1,1,1)\n SORT FIELDS=(2,1,CH,A)\n"
	    " OUTREC BUILD=(2,1,C'/',1,1,80:X)\n",
	    NULL, "1/B\n2/C\n3/A\n");
}

static void
variable_records_keep_their_descriptor_words(void **state)
{
	static const char vb[] = "recfm=VB,lrecl=84";
	struct job_step s = {0};

	sort_begin(&s, *state, vb, vb, "ABCDEF\nGH\nIJKL\n",
	    " OPTION COPY\n OUTREC BUILD=(1,4,C'<',5)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "<ABCDEF\n<GH\n<IJKL\n");
	/* the rest of a record that ends before is nothing */
	sort_begin(&s, *state, vb, vb, NULL,
	    " OPTION COPY\n OUTREC BUILD=(1,6,C'>',8)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "AB>DEF\nGH>\nIJ>L\n");
	sort_begin(&s, *state, vb, vb, NULL,
	    " OPTION COPY\n OUTREC OVERLAY=(7:C'*')\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "AB*DEF\nGH*\nIJ*L\n");

	sort_begin(
	    &s, *state, vb, vb, NULL, " OPTION COPY\n OUTREC BUILD=(5,2)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"),
	    " ICE251A 0 MISSING RDW OR DATA FOR OUTREC\n");
	sort_begin(
	    &s, *state, vb, vb, NULL, " OPTION COPY\n OUTREC BUILD=(1,8)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"),
	    " ICE218A 0 6 BYTE VARIABLE RECORD IS SHORTER THAN 8 BYTE MINIMUM "
	    "FOR OUTREC FIELDS\n");
	assert_string_equal(step_records(&s, "A.OUT"), "AB*DEF\nGH*\nIJ*L\n");
}

static void
wrong_items_are_16(void **state)
{
	static const char *const cases[][2] = {
	    {"OUTREC BUILD=(5:1,2,3:1,2)", "ICE111A"},
	    {"OUTREC BUILD=(1,2,", "ICE007A"},
	    {"OUTREC BUILD=(0,2)", "ICE111A"},
	    {"OUTREC BUILD=(1,2,CH)", "ICE111A"},
	    {"OUTREC BUILD=(1,2,ZD,M27)", "ICE111A"},
	    {"OUTREC BUILD=(1,2,ZD,EDIT=())", "ICE111A"},
	    {"OUTREC BUILD=(1,2,ZD,TO=CH)", "ICE111A"},
	    {"OUTREC BUILD=(1,2,ZD,TO=PD,LENGTH=17)", "ICE111A"},
	    {"OUTREC BUILD=(1,2,ZD,ADD,+1)", "ARITHMETIC"},
	    {"OUTREC BUILD=(79,4)", "ICE111A"},
	    {"OUTREC BUILD=(40000,4)", "ICE007A"},
	    {"OUTREC BUILD=(5)", "ICE111A"},
	    {"OUTREC BUILD=(5,1,/,6,1)", "ICE111A"},
	    {"OUTREC BUILD=(32767X,2X)", "ICE111A"},
	    {"OUTREC BUILD=(C'')", "ICE111A"},
	    {"OUTREC BUILD=(1,2,CHANGE=(1,C'A',C'BB'))", "ICE111A"},
	    {"OUTREC BUILD=(1,1,CHANGE=(1,C'B',C'B'))", "NO MATCH"},
	    {"OUTREC BUILD=(1,2,TRAN=ALTSEQ)", "LTOU AND UTOL"},
	    {"OUTREC FINDREP=(IN=C'A',OUT=C'B')", "FINDREP IS NOT BUILT"},
	    {"OUTREC PARSE=(%1=(FIXLEN=1))", "PARSE IS NOT BUILT"},
	    {"OUTREC IFTHEN=(WHEN=GROUP,PUSH=(1:2,3))", "WHEN= TAKES"},
	    {"OUTREC IFTHEN=(WHEN=NONE,WRONG=1)", "IFTHEN= TAKES"},
	    {"OUTREC BUILD=(1,1)\n OUTREC BUILD=(1,1)", "SECOND INREC"},
	    {"OUTREC WRONG=(1,1)", "ICE006A"},
	    {"INREC BUILD=(1,4)\n OUTREC BUILD=(5,1)", "ICE111A"},
	    {"INREC BUILD=(SEQNUM,17,ZD)", "ICE007A"},
	    {"INREC BUILD=(SEQNUM,4,CH)", "ICE111A"},
	};
	char cards[200];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(
		    cards, sizeof(cards), " OPTION COPY\n %s\n", cases[i][0]);
		sort_fails(*state, "A\n", cards, cases[i][1]);
	}
}

static void
a_number_that_is_none_is_s0c7(void **state)
{
	struct job_step s = {0};

	sort_begin(&s, *state, sort_fb80, sort_fb80, "1.5\n",
	    " OPTION COPY\n OUTREC BUILD=(1,3,ZD,M10)\n");
	assert_string_equal(step_run(&s, "SORT", NULL), "S0C7");
	assert_string_equal(step_records(&s, "A.OUT"), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(items_stand_where_they_are_said),
	    T(numbers_are_edited_by_masks),
	    T(numbers_are_converted),
	    T(records_are_overlaid),
	    T(sequence_numbers_begin_anew),
	    T(ifthen_takes_the_first_that_is_met),
	    T(inrec_is_in_front_of_the_sort),
	    T(variable_records_keep_their_descriptor_words),
	    T(wrong_items_are_16),
	    T(a_number_that_is_none_is_s0c7),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
