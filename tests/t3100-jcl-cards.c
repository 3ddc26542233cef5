/*
 * JCL cards to statements: columns, continuation, comments, in-stream data,
 * several jobs. Expected values are worked out by hand from SA23-1385 "Format
 * of statements" and "Continuing statements"; that JCL over 80 columns or in
 * lower case is an error with its line is our own rule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))
#define J "//J JOB\n"
#define S "//S EXEC PGM=A\n"
#define JS "J JOB\nS EXEC PGM=A\n"

struct row {
	const char *deck, *tree, *said;
};

static void
check(const struct row *r, bool fold)
{
	struct jcl *j = jcl_text_read(r->deck, NULL, fold);
	char *tree, *said;

	assert_non_null(j);
	tree = jcl_tree(j);
	said = jcl_said(j, JCL_WARNING);
	if (strcmp(tree, r->tree) != 0)
		fail_msg("%s\ngave\n%s\nnot\n%s", r->deck, tree, r->tree);
	if (strcmp(said, r->said) != 0)
		fail_msg("%s\nsaid\n%s\nnot\n%s", r->deck, said, r->said);
	free(tree);
	free(said);
	jcl_free(&j);
	assert_null(j);
}

static void
check_rows(const struct row *rows, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		check(&rows[i], false);
}

static void
an_operand_field_ends_at_a_blank(void **state)
{
	static const struct row rows[] = {
	    {J "//S EXEC PGM=A A COMMENT, WITH COMMA\n", JS, ""},
	    {J "//S  EXEC   PGM=A\n", JS, ""},
	    {J "//S EXEC PGM=A,PARM='A B' C\n",
		"J JOB\nS EXEC PGM=A,PARM='A B'\n", ""},
	    {J "//S EXEC PGM=A,PARM='IT''S A' C\n",
		"J JOB\nS EXEC PGM=A,PARM='IT''S A'\n", ""},
	    /* Parentheses do not keep a blank. */
	    {J "//S EXEC PGM=A,COND=(4, LT)\n", "J JOB\nS EXEC\n",
		"2 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @2\n"
		"2 IEFC622I UNBALANCED PARENTHESIS ON THE EXEC STATEMENT "
		"@2:23\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
a_comma_at_the_end_asks_for_the_next_card(void **state)
{
	static const struct row rows[] = {
	    {J "//S EXEC PGM=A,\n// PARM=B\n", "J JOB\nS EXEC PGM=A,PARM=B\n",
		""},
	    {J "//S EXEC PGM=A,   COMMENT\n//             PARM=B\n",
		"J JOB\nS EXEC PGM=A,PARM=B\n", ""},
	    /* Columns 4 and 16 are the first and last to go on in. */
	    {J "//S EXEC PGM=A,\n//              PARM=B\n",
		"J JOB\nS EXEC PGM=A\n",
		"2 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @2\n"
		"3 IEFC605I UNIDENTIFIED OPERATION FIELD @3\n"},
	    {J "//S EXEC PGM=A,\n//* BETWEEN\n//  PARM=B\n",
		"J JOB\nS EXEC PGM=A,PARM=B\n", ""},
	    {J "//S EXEC PGM=A,\n//D DD DUMMY\n",
		"J JOB\nS EXEC PGM=A\nD DD DUMMY\n",
		"2 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @2\n"},
	    {J "//S EXEC PGM=A,\n", "J JOB\nS EXEC PGM=A\n",
		"2 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @2\n"},
	    {J "//S EXEC PGM=A,\n//\n", "J JOB\nS EXEC PGM=A\n",
		"2 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @2\n"},
	    /* In parentheses, too. */
	    {J S "//D DD DISP=(NEW,\n//  CATLG),DSN=A\n",
		JS "D DD DISP=(NEW,CATLG),DSN=A\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

/* Columns 1-71 count; a string goes on in column 16 of the next card. */
static void
a_string_breaks_at_column_71_and_goes_on_in_16(void **state)
{
	char deck[400], first[73];
	struct row r = {.deck = deck, .said = ""};
	char tree[200];

	(void)state;
	/* "//S EXEC PGM=A,PARM='" is 21 columns; 50 are left, to 71. */
	memset(first, 'X', 50);
	first[50] = '\0';
	snprintf(deck, sizeof(deck),
	    J "//S EXEC PGM=A,PARM='%s\n//             YZ'\n", first);
	snprintf(
	    tree, sizeof(tree), "J JOB\nS EXEC PGM=A,PARM='%sYZ'\n", first);
	r.tree = tree;
	check(&r, false);
	/* Blanks up to column 71 belong to it: 49 X, one blank. */
	first[49] = '\0';
	snprintf(deck, sizeof(deck),
	    J "//S EXEC PGM=A,PARM='%s\n//             YZ'\n", first);
	snprintf(
	    tree, sizeof(tree), "J JOB\nS EXEC PGM=A,PARM='%s YZ'\n", first);
	check(&r, false);
	/* What is in column 72 and behind it does not. */
	first[49] = 'X';
	snprintf(deck, sizeof(deck),
	    J "//S EXEC PGM=A,PARM='%sC00000010\n//             YZ'\n", first);
	snprintf(
	    tree, sizeof(tree), "J JOB\nS EXEC PGM=A,PARM='%sYZ'\n", first);
	check(&r, false);
	/* Column 15 is too early, and there must be a next card. */
	snprintf(deck, sizeof(deck),
	    J "//S EXEC PGM=A,PARM='%s\n//            YZ'\n//*\n", first);
	r.tree = "J JOB\nS EXEC\n";
	r.said = "2 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @2\n"
		 "3 IEFC605I UNIDENTIFIED OPERATION FIELD @3\n";
	check(&r, false);
}

static void
a_mark_in_column_72_continues_a_comment(void **state)
{
	static const struct row rows[] = {
	    {J "//S EXEC PGM=A    COMMENT                               "
	       "               X\n//   GOES ON HERE\n//D DD DUMMY\n",
		JS "D DD DUMMY\n", ""},
	    /* The trap: a statement without a name is taken for a comment. */
	    {J S "//D DD DSN=A       COMMENT                           "
		 "                  X\n//  DD DSN=B\n",
		JS "D DD DSN=A\n",
		"3 CATAMOUNT WARNING taken for a comment, because column 72 "
		"of the card in front of it is not blank @4\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
in_stream_data_ends_where_its_dd_says(void **state)
{
	static const struct row rows[] = {
	    {J S "//D DD *\nA\n B\n/*\n//E DD DUMMY\n",
		JS "D DD *\n|A\n| B\nE DD DUMMY\n", ""},
	    {J S "//D DD *\nA\n//E DD DUMMY\n", JS "D DD *\n|A\nE DD DUMMY\n",
		""},
	    {J S "//D DD DATA\n//X\n/*\n//E DD DUMMY\n",
		JS "D DD DATA\n|//X\nE DD DUMMY\n", ""},
	    {J S "//D DD DATA,DLM=@@\n//X\n/*\n@@\n//E DD DUMMY\n",
		JS "D DD DATA,DLM=@@\n|//X\n|/*\nE DD DUMMY\n", ""},
	    {J S "//D DD DATA,DLM='><'\n/*\n><\n//E DD DUMMY\n",
		JS "D DD DATA,DLM='><'\n|/*\nE DD DUMMY\n", ""},
	    {J S "//D DD DATA,DLM='&&$'\n/*\n&$\n//E DD DUMMY\n",
		JS "D DD DATA,DLM='&&$'\n|/*\nE DD DUMMY\n", ""},
	    /* DD * with DLM still ends at // (JES2). */
	    {J S "//D DD *,DLM=@@\n/*\n//E DD DUMMY\n",
		JS "D DD *,DLM=@@\n|/*\nE DD DUMMY\n", ""},
	    /* What begins with slash and asterisk ends it. */
	    {J S "//D DD *\nA\n/* REXX */\n//E DD DUMMY\n",
		JS "D DD *\n|A\nE DD DUMMY\n", ""},
	    {J S "//D DD *\n//E DD DUMMY\n", JS "D DD *\nE DD DUMMY\n", ""},
	    {J S "//D DD *\nA", JS "D DD *\n|A\n", ""},
	    {J S "//D DD DSN=X,DLM=AA\n", JS "D DD DSN=X,DLM=AA\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
data_without_a_dd_gets_one(void **state)
{
	static const struct row rows[] = {
	    {J S "HELLO\n/*\n//E DD DUMMY\n",
		JS "SYSIN DD *\n|HELLO\nE DD DUMMY\n",
		"3 CATAMOUNT WARNING cards that are no statements: //SYSIN "
		"DD * is put in front @3\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
each_job_statement_begins_a_job(void **state)
{
	static const struct row rows[] = {
	    {"//A JOB\n//S EXEC PGM=X\n//B JOB\n//S EXEC PGM=Y\n//\n",
		"A JOB\nS EXEC PGM=X\nB JOB\nS EXEC PGM=Y\n", ""},
	    {"//A JOB\n//S EXEC PGM=X\n//\n//B JOB\n//S EXEC PGM=Y\n",
		"A JOB\nS EXEC PGM=X\nB JOB\nS EXEC PGM=Y\n", ""},
	    {"//A JOB\n//S EXEC PGM=X\n//D DD *\n1\n//B JOB\n//S EXEC PGM=Y\n",
		"A JOB\nS EXEC PGM=X\nD DD *\n|1\nB JOB\nS EXEC PGM=Y\n", ""},
	    {"//A JOB\n//S EXEC PGM=X\n//\n//T EXEC PGM=Y\n",
		"A JOB\nS EXEC PGM=X\n",
		"0 CATAMOUNT WARNING cards behind the null statement are "
		"ignored @4\n"},
	    {"//S EXEC PGM=X\n//A JOB\n//S EXEC PGM=X\n",
		"A JOB\nS EXEC PGM=X\n",
		"0 CATAMOUNT no JOB statement stands in front of it @1\n"},
	    {"//* NOTHING\n", "", "0 CATAMOUNT there is no JOB statement @0\n"},
	    {"", "", "0 CATAMOUNT there is no JOB statement @0\n"},
	    {"//A JOB\n", "A JOB\n", "1 IEFC607I JOB HAS NO STEPS @1\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
lower_case_is_an_error_or_folded(void **state)
{
	static const struct row plain[] = {
	    {J "//s exec pgm=a\n", "J JOB\ns EXEC\n",
		"2 CATAMOUNT lower case outside apostrophes (--fold folds "
		"it) @2\n"
		"2 IEFC662I INVALID LABEL @2\n"
		"2 IEFC630I UNIDENTIFIED KEYWORD pgm ON THE EXEC STATEMENT "
		"@2:10\n"
		"2 IEF646I REQUIRED POSITIONAL PARAMETER MISSING ON THE EXEC "
		"STATEMENT @2\n"},
	    {J "//S EXEC PGM=A,PARM='low'  and a comment\n",
		"J JOB\nS EXEC PGM=A,PARM='low'\n", ""},
	    {J S "//* a comment\n//D DD *\nlow\n", JS "D DD *\n|low\n", ""},
	};
	static const struct row folded = {
	    "//j job\n//s exec pgm=a,parm='low'\n//d dd *\nlow\n",
	    "J JOB\nS EXEC PGM=A,PARM='low'\nD DD *\n|low\n", ""};

	(void)state;
	check(&folded, true);
	check(&plain[1], false);
	check(&plain[2], false);
}

static void
a_lower_case_statement_says_so_once(void **state)
{
	struct jcl *j = jcl_text_read(J "//s exec pgm=a\n", NULL, false);
	char *said = jcl_said(j, JCL_ERROR);

	(void)state;
	assert_true(j->failed);
	assert_non_null(strstr(said, "lower case outside apostrophes"));
	free(said);
	jcl_free(&j);
}

static void
more_than_80_columns_are_an_error(void **state)
{
	char deck[400];
	struct row r = {.deck = deck};

	(void)state;
	/* 81 columns in a comment field, in data, in a comment statement. */
	snprintf(deck, sizeof(deck), J "%-80s!\n", "//S EXEC PGM=A");
	r.tree = JS;
	r.said = "2 CATAMOUNT more than 80 columns @2:81\n";
	check(&r, false);
	snprintf(deck, sizeof(deck), J S "//D DD *\n%-80s!\n", "X");
	r.tree = NULL;
	{
		struct jcl *j = jcl_text_read(deck, NULL, false);
		char *said = jcl_said(j, JCL_WARNING);

		assert_string_equal(
		    said, "3 CATAMOUNT more than 80 columns @4:81\n");
		free(said);
		jcl_free(&j);
	}
	snprintf(deck, sizeof(deck), J S "%-80s!\n", "//*");
	r.tree = JS;
	r.said = "";
	check(&r, false);
	/* 80 are none; characters count, not bytes. */
	snprintf(deck, sizeof(deck), J "%-79s!\n", "//S EXEC PGM=A");
	check(&r, false);
	snprintf(deck, sizeof(deck),
	    J "//S EXEC PGM=A %-60s\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\n",
	    "");
	check(&r, false);
}

static void
host_files_have_their_own_ways(void **state)
{
	static const struct row rows[] = {
	    {"//J JOB\r\n//S EXEC PGM=A\r\n", JS, ""},
	    {"\xEF\xBB\xBF//J JOB\n//S EXEC PGM=A", JS, ""},
	    {"//J\tJOB\n//S\tEXEC\tPGM=A\n//D DD *\n\tA\n",
		JS "D DD *\n|        A\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
jes2_statements_are_accepted(void **state)
{
	static const struct row rows[] = {
	    {"/*PRIORITY 5\n//J JOB\n/*JOBPARM S=*\n/*ROUTE PRINT X\n" S
	     "//D DD *\nA\n/*MESSAGE HI\n//E DD DUMMY\n",
		JS "D DD *\n|A\nE DD DUMMY\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_operand_field_ends_at_a_blank),
	    cmocka_unit_test(a_comma_at_the_end_asks_for_the_next_card),
	    cmocka_unit_test(a_string_breaks_at_column_71_and_goes_on_in_16),
	    cmocka_unit_test(a_mark_in_column_72_continues_a_comment),
	    cmocka_unit_test(in_stream_data_ends_where_its_dd_says),
	    cmocka_unit_test(data_without_a_dd_gets_one),
	    cmocka_unit_test(each_job_statement_begins_a_job),
	    cmocka_unit_test(lower_case_is_an_error_or_folded),
	    cmocka_unit_test(a_lower_case_statement_says_so_once),
	    cmocka_unit_test(more_than_80_columns_are_an_error),
	    cmocka_unit_test(host_files_have_their_own_ways),
	    cmocka_unit_test(jes2_statements_are_accepted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
