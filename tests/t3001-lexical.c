/*
 * Records to commands: margins, continuation, comments, the terminator,
 * constants, separators, parentheses. Expected values are worked out by hand
 * from the rules of SC23-6846 "How to code access method services commands"
 * and of the MVS 3.8 reader (IDCRI01); those that are our own say so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/deck.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))
#define BYPASSED                                            \
	"IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. " \
	"CONDITION CODE IS 12\n"

#define MISSING(k) \
	"IDC3225I REQUIRED (SUB)PARAMETER OF '" k "' IS MISSING\n" BYPASSED

struct row {
	const char *deck, *expect;
};

static void
check(const char *text, size_t len, const char *expect, bool quiet,
    const struct ams_settings *set)
{
	struct deck d = {.quiet = quiet};

	deck_run_len(&d, text, len, set, NULL);
	if (strcmp(d.out, expect) != 0)
		fail_msg("%s\ngave\n%s\nnot\n%s", text, d.out, expect);
	free(d.out);
}

static void
check_rows(const struct row *rows, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		check(rows[i].deck, strlen(rows[i].deck), rows[i].expect, true,
		    NULL);
}

static void
only_text_inside_the_margins_is_read(void **state)
{
	char card[81];
	static const struct row rows[] = {
	    {"XDELETE A\n", "do DELETE ENTRYNAME(A)\nend 0\n"},
	    {"DELETE A\n",
		"IDC3219I VERB NAME 'ELETE' UNKNOWN\n" BYPASSED "end 12\n"},
	    {"\n \n  \n", "end 0\n"},
	    {"", "end 0\n"},
	    {" LISTC", "do LISTCAT\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
	/* Column 72 is read, 73 is not; a mark there is none. */
	memset(card, ' ', 80);
	card[80] = '\0';
	memcpy(card + 1, "DELETE", 6);
	memcpy(card + 71, "A-234567", 8);
	check(card, 80, "do DELETE ENTRYNAME(A)\nend 0\n", true, NULL);
	memcpy(card + 71, "-1234567", 8);
	check(card, 80,
	    "IDC4236I INPUT STREAM END-OF-FILE FOUND BEFORE END OF COMMAND\n"
	    "stop 16\n",
	    true, NULL);
}

static void
every_record_is_echoed_in_full_before_its_messages(void **state)
{
	char text[512], expect[1024];
	static const char rest[] = "  B) FOO -\n"
				   "  ALL -\n"
				   "\n"
				   " ; X\n"
				   " LISTC ,, -\n"
				   " ALL,, NAME\n";
	static const char after[] =
	    ">   B) FOO -\n"
	    "IDC3211I KEYWORD 'FOO' IS IMPROPER\n"
	    ">   ALL -\n"
	    "> \n" BYPASSED ">  ; X\n"
	    ">  LISTC ,, -\n"
	    "IDC0206I IMPROPERLY PLACED COMMA HAS BEEN FOUND AND IGNORED\n"
	    "IDC0206I IMPROPERLY PLACED COMMA HAS BEEN FOUND AND IGNORED\n"
	    ">  ALL,, NAME\n"
	    "IDC0206I IMPROPERLY PLACED COMMA HAS BEEN FOUND AND IGNORED\n"
	    "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'NAMES'\n" BYPASSED
	    "end 12\n";

	(void)state;
	snprintf(
	    text, sizeof(text), "%-72s00010000\n%s", "1 LISTC ENT(A -", rest);
	snprintf(expect, sizeof(expect), "> %-72s00010000\n%s",
	    "1 LISTC ENT(A -", after);
	check(text, strlen(text), expect, false, NULL);
}

static void
a_hyphen_joins_at_the_left_margin(void **state)
{
	static const struct row rows[] = {
	    {" DEL-\n ETE A\n", "do DELETE ENTRYNAME(A)\nend 0\n"},
	    {" DELETE -\n A\n", "do DELETE ENTRYNAME(A)\nend 0\n"},
	    {" DELETE-\n  A\n", "do DELETE ENTRYNAME(A)\nend 0\n"},
	    {" DELETE A.-   \n B\n", "do DELETE ENTRYNAME(A.B)\nend 0\n"},
	    {" LISTC ENT(A-\n  B)\n", "do LISTCAT ENTRIES(A B)\nend 0\n"},
	    /* Nothing inserted: REPROIDS is no verb. */
	    {" REPRO-\n IDS(A) ODS(B)\n",
		"IDC3219I VERB NAME 'REPROIDS(A)' UNKNOWN\n" BYPASSED
		"end 12\n"},
	    {" REPRO-\n  IDS(A)-\n  ODS(B)\n",
		"do REPRO INDATASET(A) OUTDATASET(B)\nend 0\n"},
	    /* A hyphen that is not last is text. */
	    {" LISTC - ALL\n",
		"IDC3211I KEYWORD '-' IS IMPROPER\n" BYPASSED "end 12\n"},
	    {" LISTC - /* X */\n LISTC\n",
		"IDC3211I KEYWORD '-' IS IMPROPER\n" BYPASSED
		"do LISTCAT\nend 12\n"},
	    {" LISTC --\n ALL\n",
		"IDC3211I KEYWORD '-ALL' IS IMPROPER\n" BYPASSED "end 12\n"},
	    /* A blank record ends the command, unless it has a mark. */
	    {" LISTC -\n \n ALL\n",
		"do LISTCAT\n"
		"IDC3219I VERB NAME 'ALL' UNKNOWN\n" BYPASSED "end 12\n"},
	    {" LISTC -\n       -\n ALL\n", "do LISTCAT ALL\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
a_plus_joins_at_the_next_text(void **state)
{
	static const struct row rows[] = {
	    {" LISTC ENT(A.B+\n     .C)\n",
		"do LISTCAT ENTRIES(A.B.C)\nend 0\n"},
	    {" LISTC ENT(A.B+\n  /* X *//* Y */  .C)\n",
		"do LISTCAT ENTRIES(A.B.C)\nend 0\n"},
	    {" LISTC ENT(A.B+\n  /* X */ -\n      -\n   .C)\n",
		"do LISTCAT ENTRIES(A.B.C)\nend 0\n"},
	    /* A record that ends in front of the left margin. */
	    {" LISTC ENT(A+\n\n/* X */ B)\n",
		"IDC0234I WARNING: TOO FEW RIGHT PARENTHESES FOUND AT END OF "
		"COMMAND\ndo LISTCAT ENTRIES(A)\n"
		"IDC3219I VERB NAME '*' UNKNOWN\n" BYPASSED "end 12\n"},
	    /* The text in front of it stays, blanks included. */
	    {" LISTC ENT(A +\n   B)\n", "do LISTCAT ENTRIES(A B)\nend 0\n"},
	    /* A comment that is not complete separates. */
	    {" LISTC ENT(A+\n  /* X -\n Y */ B)\n",
		"do LISTCAT ENTRIES(A B)\nend 0\n"},
	    /* Inside a comment it only goes on. */
	    {" LISTC /* A+\n  /* B */ ALL\n", "do LISTCAT ALL\nend 0\n"},
	    /* In a quoted constant blanks are skipped, comments are data. */
	    {" PRINT IDS(A) FROMKEY('A+\n   /*B')\n",
		"do PRINT INDATASET(A) FROMKEY(A/*B)\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
comments_separate(void **state)
{
	static const struct row rows[] = {
	    {" /* X */ LISTC/* A *//**/ALL\n", "do LISTCAT ALL\nend 0\n"},
	    {" /* A */ -\n /* B */ -\n LISTC\n", "do LISTCAT\nend 0\n"},
	    {" LISTC ENT(A/* X */B)\n", "do LISTCAT ENTRIES(A B)\nend 0\n"},
	    {" LISTC /*/ ALL */ NAME\n", "do LISTCAT NAMES\nend 0\n"},
	    {" LISTC /***/ ALL /* ** **/\n", "do LISTCAT ALL\nend 0\n"},
	    /* A mark that ends a comment's record continues it. */
	    {" LISTC /* NOTE -\n MORE */ ALL\n", "do LISTCAT ALL\nend 0\n"},
	    /* Without one the command ends inside the comment. */
	    {" LISTC /* NOTE\n LISTC ALL\n",
		"do LISTCAT\ndo LISTCAT ALL\nend 0\n"},
	    {" LISTC\n /*\n", "do LISTCAT\nend 0\n"},
	    /* A slash and an asterisk that meet at a join. */
	    {" LISTC /-\n * X */ ALL\n", "do LISTCAT ALL\nend 0\n"},
	    {" LISTC /* ; */ ALL\n", "do LISTCAT ALL\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
a_semicolon_ends_the_command(void **state)
{
	static const struct row rows[] = {
	    {" LISTC; ALL\n", "do LISTCAT\nend 0\n"},
	    {" LISTC ALL; JUNK -\n MORE -\n JUNK\n LISTC\n",
		"do LISTCAT ALL\ndo LISTCAT\nend 0\n"},
	    {" ;\n ;;\n", "end 0\n"},
	    {" LISTC ENT(A;B)\n",
		"IDC0234I WARNING: TOO FEW RIGHT PARENTHESES FOUND AT END OF "
		"COMMAND\ndo LISTCAT ENTRIES(A)\nend 0\n"},
	    {" PRINT IDS(A) TOKEY('A;B')\n",
		"IDC0222I WARNING: COMMAND-END DELIMITER APPEARS WITHIN "
		"APOSTROPHES\ndo PRINT INDATASET(A) TOKEY(A;B)\nend 0\n"},
	    /* The command is complete though its records are not. */
	    {" LISTC; -\n", "do LISTCAT\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
the_end_of_input_inside_a_command_stops(void **state)
{
	static const struct row rows[] = {
	    {" LISTC -\n", "IDC4236I INPUT STREAM END-OF-FILE FOUND BEFORE "
			   "END OF COMMAND\nstop 16\n"},
	    {" LISTC ENT(A.+\n", "IDC4236I INPUT STREAM END-OF-FILE FOUND "
				 "BEFORE END OF COMMAND\nstop 16\n"},
	    {" IF LASTCC=0 THEN -\n",
		"IDC4236I INPUT STREAM END-OF-FILE FOUND BEFORE END OF "
		"COMMAND\nstop 16\n"},
	    /* No command was begun. */
	    {" LISTC\n -\n", "do LISTCAT\nend 0\n"},
	    {" /* X -\n", "end 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
commas_separate_once(void **state)
{
#define COMMA "IDC0206I IMPROPERLY PLACED COMMA HAS BEEN FOUND AND IGNORED\n"
	static const struct row rows[] = {
	    /* One is good behind a parameter or a value ... */
	    {" LISTC ENT(A,B , C) , ALL,CL\n",
		"do LISTCAT ENTRIES(A B C) ALL CLUSTER\nend 0\n"},
	    /* ... none behind a verb or '(', or in front of a keyword's '('. */
	    {" LISTC,ENT(A)\n", COMMA "do LISTCAT ENTRIES(A)\nend 0\n"},
	    {" ,LISTC ENT(A)\n", COMMA "do LISTCAT ENTRIES(A)\nend 0\n"},
	    {" LISTC ENT(,A)\n", COMMA "do LISTCAT ENTRIES(A)\nend 0\n"},
	    {" LISTC ENT,(A),ALL\n",
		COMMA "do LISTCAT ENTRIES(A) ALL\nend 0\n"},
	    {" DELETE,(,A,B,),CL,\n",
		COMMA COMMA "do DELETE ENTRYNAME(A B) CLUSTER\nend 0\n"},
	    {" LISTC ENT(A,,B)\n", COMMA "do LISTCAT ENTRIES(A B)\nend 0\n"},
	    {" LISTC ENT(A , , B),,,ALL\n",
		COMMA COMMA COMMA "do LISTCAT ENTRIES(A B) ALL\nend 0\n"},
	    /* What is behind an error is skipped, not scanned. */
	    {" LISTC ENT(A,,B) FOO ,, 'X;' ALL))\n", COMMA
		"IDC3211I KEYWORD 'FOO' IS IMPROPER\n" BYPASSED "end 12\n"},
	    /* No separator is needed around parentheses. */
	    {" DEF CL(NAME(A)VOL(V)TRK(1,1))DATA(NAME(B))\n",
		"do DEFINE CLUSTER( NAME(A) VOLUMES(V) TRACKS(1 1)) DATA( "
		"NAME(B))\nend 0\n"},
	    {" DEF CL (NAME (A) VOL ( V ))\n",
		"do DEFINE CLUSTER( NAME(A) VOLUMES(V))\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
parentheses_are_balanced_with_a_warning(void **state)
{
#define MANY "IDC0233I TOO MANY RIGHT PARENTHESES FOUND.  EXCESS IGNORED\n"
#define FEW                                                            \
	"IDC0234I WARNING: TOO FEW RIGHT PARENTHESES FOUND AT END OF " \
	"COMMAND\n"
	static const struct row rows[] = {
	    {" LISTC ENT(A))\n", MANY "do LISTCAT ENTRIES(A)\nend 0\n"},
	    {" LISTC )ALL)\n", MANY MANY "do LISTCAT ALL\nend 0\n"},
	    {" LISTC ENT(A\n", FEW "do LISTCAT ENTRIES(A)\nend 0\n"},
	    {" DEF CL(NAME(A)\n", FEW "do DEFINE CLUSTER( NAME(A))\nend 0\n"},
	    {" DEF CL(NAME(A\n", FEW "do DEFINE CLUSTER( NAME(A))\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
constants_have_four_forms(void **state)
{
	static const struct row rows[] = {
	    {" PRINT IDS(A) FROMKEY('IT''S A (B),/*')\n",
		"do PRINT INDATASET(A) FROMKEY(IT'S A (B),/*)\nend 0\n"},
	    {" PRINT IDS('A.B') FROMKEY(A'B)\n",
		"do PRINT INDATASET(A.B) FROMKEY(A'B)\nend 0\n"},
	    {" PRINT IDS(A) FROMKEY(X'01AF') TOKEY(X'1AF')\n",
		"do PRINT INDATASET(A) FROMKEY(X'01AF') TOKEY(X'01AF')\n"
		"end 0\n"},
	    {" PRINT IDS(A) FROMKEY(B'10') TOKEY(B'1000000010')\n",
		"do PRINT INDATASET(A) FROMKEY(X'02') TOKEY(X'0202')\nend 0\n"},
	    {" PRINT IDS(A) SKIP(X'1F') COUNT(B'101')\n",
		"do PRINT INDATASET(A) SKIP(X'1F') COUNT(X'05')\nend 0\n"},
	    {" PRINT IDS(A) FROMKEY(X'0G')\n",
		"IDC3214I HEX OR BINARY CONSTANT SPECIFIED "
		"IMPROPERLY\n" BYPASSED "end 12\n"},
	    {" PRINT IDS(A) FROMKEY(X'')\n",
		"IDC3214I HEX OR BINARY CONSTANT SPECIFIED "
		"IMPROPERLY\n" BYPASSED "end 12\n"},
	    {" PRINT IDS(A) FROMKEY(B'2')\n",
		"IDC3214I HEX OR BINARY CONSTANT SPECIFIED "
		"IMPROPERLY\n" BYPASSED "end 12\n"},
	    {" PRINT IDS(A) SKIP(X'G')\n",
		"IDC3220I IMPROPER NUMERIC DIGIT FOUND IN 'G'\n" BYPASSED
		"end 12\n"},
	    {" PRINT IDS(X'C1')\n", "IDC3214I HEX OR BINARY CONSTANT SPECIFIED "
				    "IMPROPERLY\n" BYPASSED "end 12\n"},
	    /* A constant that its record does not end: 3.8 warns at each
	     * end of the command that it then makes up, until the constant is
	     * too long; here once. */
	    {" DELETE 'A.B\n LISTC\n",
		"IDC0222I WARNING: COMMAND-END DELIMITER APPEARS WITHIN "
		"APOSTROPHES\n"
		"IDC3201I CONSTANT 'A.B' EXCEEDS LENGTH LIMIT\n" BYPASSED
		"do LISTCAT\nend 12\n"},
	    /* ... and goes on with a mark. */
	    {" PRINT IDS(A) FROMKEY('AB -\n CD')\n",
		"do PRINT INDATASET(A) FROMKEY(AB CD)\nend 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
passwords_follow_a_name_directly(void **state)
{
	static const struct row rows[] = {
	    {" DEL A.B/SECRET CL\n",
		"do DELETE ENTRYNAME(A.B/SECRET) CLUSTER\nend 0\n"},
	    {" DEL (A/P1 B/'P 2') CAT(C/P3)\n",
		"do DELETE ENTRYNAME(A/P1 B/P 2) CATALOG(C/P3)\nend 0\n"},
	    {" DEL A/12345678\n", "do DELETE ENTRYNAME(A/12345678)\nend 0\n"},
	    {" DEL A/123456789\n",
		"IDC3217I PASSWORD IMPROPER AFTER 'A'\n" BYPASSED "end 12\n"},
	    {" DEL A/\n",
		"IDC3217I PASSWORD IMPROPER AFTER 'A'\n" BYPASSED "end 12\n"},
	    {" DEL A PURGE/X\n",
		"IDC3211I KEYWORD 'PURGE/X' IS IMPROPER\n" BYPASSED "end 12\n"},
	    {" LISTC LVL(A/X)\n",
		"IDC3217I PASSWORD IMPROPER AFTER 'A'\n" BYPASSED "end 12\n"},
	    {" DEL A /X\n",
		"IDC3205I DELIMITER '/' IS NOT PROPERLY PRECEDED BY "
		"A CONSTANT OR KEYWORD\n" BYPASSED "end 12\n"},
	    {" DEL A/B/C\n", "IDC3205I DELIMITER '/' IS NOT PROPERLY PRECEDED "
			     "BY A CONSTANT OR KEYWORD\n" BYPASSED "end 12\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
a_verb_ends_at_a_separator(void **state)
{
	static const struct row rows[] = {
	    {" LISTC(ALL)\n",
		"IDC3219I VERB NAME 'LISTC(ALL)' UNKNOWN\n" BYPASSED
		"end 12\n"},
	    {" LISTC,ALL\n",
		"IDC0206I IMPROPERLY PLACED COMMA HAS BEEN FOUND AND IGNORED\n"
		"do LISTCAT ALL\nend 0\n"},
	    {" LISTC;ALL\n", "do LISTCAT\nend 0\n"},
	    {" LISTC/*X*/ALL\n", "do LISTCAT ALL\nend 0\n"},
	    {" LISTCA\n",
		"IDC3219I VERB NAME 'LISTCA' UNKNOWN\n" BYPASSED "end 12\n"},
	    {" listc\n",
		"IDC3219I VERB NAME 'listc' UNKNOWN\n" BYPASSED "end 12\n"},
	    /* The insert is the first 20 characters. */
	    {" ABCDEFGHIJKLMNOPQRSTUVWXYZ\n",
		"IDC3219I VERB NAME 'ABCDEFGHIJKLMNOPQRST' UNKNOWN\n" BYPASSED
		"end 12\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
without_margins_all_is_read_and_folded(void **state)
{
	const struct ams_settings set = {.fold = true};
	static const char *const decks[][2] = {
	    {"delete a.b /* It's */ purge\n",
		"do DELETE ENTRYNAME(A.B) PURGE\nend 0\n"},
	    {"print\tids(a) fromkey('aB') tokey(x'c1')\n",
		"do PRINT INDATASET(A) FROMKEY(aB) TOKEY(X'C1')\nend 0\n"},
	    {"listc -\nall\n", "do LISTCAT ALL\nend 0\n"},
	    {"if lastcc=0 then set maxcc=4\n", "end 4\n"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < LEN(decks); i++)
		check(
		    decks[i][0], strlen(decks[i][0]), decks[i][1], true, &set);
}

/* The reader takes one character after the other and reads (and echoes) the
 * next record when there is none left: a message comes behind the record that
 * shows where its item ends. */
static void
a_message_stands_behind_the_record_that_ends_its_item(void **state)
{
	static const struct row rows[] = {
	    {" DEL-\n ETEX A.B\n",
		">  DEL-\n>  ETEX A.B\nIDC3219I VERB NAME 'DELETEX' UNKNOWN"},
	    {" DELETE C.-\n =Y\n", ">  DELETE C.-\n>  =Y\nIDC3203I"},
	    {" DELETE C.-\nY\n", ">  DELETE C.-\n> Y\nIDC3203I"},
	    {" DELETE C. -\n PURGE\n", ">  DELETE C. -\nIDC3203I"},
	    {" DELETE C.-\n ; X -\n Z\n", ">  DELETE C.-\n>  ; X -\nIDC3203I"},
	    {" LISTC ENT(A.B-\n +\n  C.D=E -\n ALL)\n",
		">  LISTC ENT(A.B-\n>  +\n>   C.D=E -\nIDC3203I"},
	    {" LISTC FOO-\n BAR -\n ALL\n",
		">  LISTC FOO-\n>  BAR -\nIDC3211I"},
	    {" LISTC ENT(-\n  -\n ) ALL -\n CL\n",
		">  LISTC ENT(-\n>   -\n>  ) ALL -\nIDC3205I"},
	    {" PRINT IDS(A) FKEY('A;-\n B') -\n FOO\n",
		">  PRINT IDS(A) FKEY('A;-\n>  B') -\nIDC0222I"},
	};
	struct deck d;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		memset(&d, 0, sizeof(d));
		deck_run_len(
		    &d, rows[i].deck, strlen(rows[i].deck), NULL, NULL);
		if (strncmp(d.out, rows[i].expect, strlen(rows[i].expect)) != 0)
			fail_msg("%s\ngave\n%s\nnot\n%s", rows[i].deck, d.out,
			    rows[i].expect);
		free(d.out);
	}
}

/* What the reader closes itself has no ')' to complain of: IDC0234I, then
 * what is missing. */
static void
a_list_cut_off_by_the_end_lacks_its_value(void **state)
{
	static const struct row rows[] = {
	    {" DEF CL(NAME(A) CYL(\n LISTC\n",
		FEW MISSING("CYLINDERS") "do LISTCAT\nend 12\n"},
	    {" DELETE (\n", FEW MISSING("DELETE") "end 12\n"},
	    {" DEF CL(\n", FEW MISSING("CLUSTER") "end 12\n"},
	    {" LISTC ENT(,\n", COMMA FEW MISSING("ENTRIES") "end 12\n"},
	    {" LISTC ENT()\n",
		"IDC3205I DELIMITER ')' IS NOT PROPERLY PRECEDED BY A CONSTANT "
		"OR KEYWORD\n" BYPASSED "end 12\n"},
	};

	(void)state;
	check_rows(rows, sizeof(rows) / sizeof(rows[0]));
}

static void
bytes_that_are_no_text_are_refused(void **state)
{
	static const char nul[] = " LISTC A\0B\n LISTC\n";
	static const char high[] = " DELETE A.\xC4\xFF\n";
	struct deck d = {.quiet = true};

	(void)state;
	deck_run_len(&d, nul, sizeof(nul) - 1, NULL, NULL);
	assert_string_equal(d.out,
	    "IDC3211I KEYWORD 'A\x1A"
	    "B' IS IMPROPER\n" BYPASSED "do LISTCAT\nend 12\n");
	free(d.out);
	check(high, strlen(high),
	    "IDC3203I ITEM 'A.\xC4\xFF' DOES NOT ADHERE TO "
	    "RESTRICTIONS\n" BYPASSED "end 12\n",
	    true, NULL);
}

static unsigned
hints_of(const char *text)
{
	struct deck d = {.quiet = true};

	deck_run(&d, text);
	free(d.out);
	return d.hints;
}

static void
hints_say_what_a_failed_command_held(void **state)
{
	char card[90];

	(void)state;
	assert_int_equal(hints_of("DELETE A\n"), AMS_HINT_COLUMN1);
	assert_int_equal(hints_of(" delete a\n"), AMS_HINT_LOWER);
	assert_int_equal(hints_of(" LISTC FOO /* lower */\n"), 0);
	assert_int_equal(hints_of(" LISTC FOO 'lower'\n"), 0);
	memset(card, ' ', 88);
	strcpy(card + 88, "\n");
	memcpy(card + 1, "FOO", 3);
	memcpy(card + 72, "00010000", 8);
	assert_int_equal(hints_of(card), 0);
	memcpy(card + 72, "PURGE   ", 8);
	assert_int_equal(hints_of(card), AMS_HINT_PAST_RIGHT);
}

static void
values_know_their_place_in_the_deck(void **state)
{
	static const char text[] = "\n"
				   " DEF /* X */ CL(NAME(A.+\n"
				   "      B) -\n"
				   "   KEYS(8 X'10'))\n";
	struct deck d = {.in = text, .end = text + sizeof(text) - 1};
	const struct ams_ops ops = {.ctx = &d, .read = deck_read};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	struct arena *a = arena_new();
	const struct ams_command *cmd;
	const struct ams_param *p;

	(void)state;
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	assert_int_equal(cmd->line, 2);
	p = ams_find(cmd->top, "CLUSTER");
	assert_int_equal(p->line, 2);
	assert_int_equal(p->column, 14);
	p = ams_find(p->sub, "NAME");
	assert_int_equal(p->values[0].line, 2);
	assert_int_equal(p->values[0].column, 22);
	p = ams_find(ams_sub(cmd->top, "CLUSTER"), "KEYS");
	assert_int_equal(p->line, 4);
	assert_int_equal(p->column, 4);
	assert_int_equal(p->values[1].line, 4);
	assert_int_equal(p->values[1].column, 11);
	assert_int_equal(p->values[1].num, 16);
	assert_true(p->values[1].hex);
	arena_free(&a);
	ams_reader_free(&r);
	ams_reader_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_text_inside_the_margins_is_read),
	    cmocka_unit_test(
		every_record_is_echoed_in_full_before_its_messages),
	    cmocka_unit_test(a_hyphen_joins_at_the_left_margin),
	    cmocka_unit_test(a_plus_joins_at_the_next_text),
	    cmocka_unit_test(comments_separate),
	    cmocka_unit_test(a_semicolon_ends_the_command),
	    cmocka_unit_test(the_end_of_input_inside_a_command_stops),
	    cmocka_unit_test(commas_separate_once),
	    cmocka_unit_test(parentheses_are_balanced_with_a_warning),
	    cmocka_unit_test(constants_have_four_forms),
	    cmocka_unit_test(passwords_follow_a_name_directly),
	    cmocka_unit_test(a_verb_ends_at_a_separator),
	    cmocka_unit_test(without_margins_all_is_read_and_folded),
	    cmocka_unit_test(
		a_message_stands_behind_the_record_that_ends_its_item),
	    cmocka_unit_test(a_list_cut_off_by_the_end_lacks_its_value),
	    cmocka_unit_test(bytes_that_are_no_text_are_refused),
	    cmocka_unit_test(hints_say_what_a_failed_command_held),
	    cmocka_unit_test(values_know_their_place_in_the_deck),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
