/*
 * Control statements of the utilities: columns, continuation, operands. The
 * rules are those of SC23-6864, "Utility control statements".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "utilities/control_int.h"

/* Cards, each with its newline. */
struct deck {
	const char *at;
	struct arena *arena;
	struct control_stmt stmt;
	char why[CONTROL_WHY];
	char text[4096]; /* of show */
};

static int
next_line(void *ctx, const char **textp, size_t *lenp)
{
	struct deck *d = ctx;
	const char *nl = strchr(d->at, '\n');

	if (nl == NULL)
		return 0;
	*textp = d->at;
	*lenp = (size_t)(nl - d->at);
	d->at = nl + 1;
	return 1;
}

static void
show(struct deck *d, const struct control_value *v)
{
	char *to = d->text + strlen(d->text);
	const size_t room = sizeof(d->text) - strlen(d->text);

	if (v->key[0] != '\0')
		snprintf(to, room, "%s=", v->key);
	to += strlen(to);
	if (v->quoted)
		sprintf(to, "%s'%s'", v->mark == 'X' ? "X" : "", v->text);
	else
		sprintf(to, "%s", v->text);
	if (!v->is_list)
		return;
	strcat(to, "(");
	for (const struct control_value *e = v->list; e != NULL; e = e->next) {
		show(d, e);
		strcat(d->text, e->next != NULL ? "," : "");
	}
	strcat(d->text, ")");
}

/* "LABEL|OP|a|b", or "END", "BAD". */
static const char *
read_one(struct deck *d, bool dotted)
{
	const struct control_source src = {next_line, d, dotted};
	const struct control_value *v;

	switch (control_next(&src, d->arena, &d->stmt, d->why)) {
	case CONTROL_END:
		return "END";
	case CONTROL_BAD:
		return "BAD";
	case CONTROL_FAILED:
		return "FAILED";
	case CONTROL_STMT:
		break;
	}
	snprintf(d->text, sizeof(d->text), "%s|%s", d->stmt.label, d->stmt.op);
	for (v = d->stmt.operands; v != NULL; v = v->next) {
		strcat(d->text, "|");
		show(d, v);
	}
	return d->text;
}

static void
reads(const char *cards, bool dotted, const char *want)
{
	struct deck d = {.at = cards, .arena = arena_new()};

	assert_string_equal(read_one(&d, dotted), want);
	arena_free(&d.arena);
}

static void
statements_have_labels_operations_and_operands(void **state)
{
	(void)state;
	reads("", false, "END");
	reads("   \n", false, "END");
	reads("* COMMENT\n COPY\n", false, "|COPY");
	reads("LAB COPY OUTDD=A,INDD=B  AND A COMMENT\n", false,
	    "LAB|COPY|OUTDD=A|INDD=B");
	reads(" COPY OUTDD=A,INDD=((B,R),C),LIST=NO\n", false,
	    "|COPY|OUTDD=A|INDD=((B,R),C)|LIST=NO");
	reads("  INDD=B\n", false, "||INDD=B");
	reads(" SCRATCH DSNAME=A.B,VOL=3390=(V1,V2),PURGE\n", false,
	    "|SCRATCH|DSNAME=A.B|VOL=3390=(V1,V2)|PURGE");
	reads(" RECORD FIELD=(4,,,),FIELD=(2,'A,)''B',,6),X=X'0A'\n", false,
	    "|RECORD|FIELD=(4,,,)|FIELD=(2,'A,)'B',,6)|X=X'0A'");
	reads(" OP ,A,,B\n", false, "|OP||A||B");
}

static void
columns_72_to_80_are_not_operands(void **state)
{
	char card[96];

	(void)state;
	snprintf(card, sizeof(card), " COPY %-65s%s%s\n", "OUTDD=A,INDD=B", " ",
	    "00000010");
	reads(card, false, "|COPY|OUTDD=A|INDD=B");
}

static void
operands_go_on_behind_a_comma(void **state)
{
	(void)state;
	reads(" COPY OUTDD=A,   COMMENT\n   INDD=B  COMMENT\n SELECT\n", false,
	    "|COPY|OUTDD=A|INDD=B");
	reads(" COPY OUTDD=A,\n"
	      "               INDD=(B,\n"
	      "               C)\n",
	    false, "|COPY|OUTDD=A|INDD=(B,C)");
}

/* A text that is cut at column 71 goes on in column 16; 15 blanks in front. */
static void
a_text_goes_on_in_column_16(void **state)
{
	char cards[256];

	(void)state;
	snprintf(cards, sizeof(cards), " TITLE ITEM=(%58sX\n%15s CD',5)\n",
	    "'A                                                       B", "");
	assert_int_equal(strchr(cards, '\n') - cards, 72);
	reads(cards, false,
	    "|TITLE|ITEM=('A                                                 "
	    "      B CD',5)");
}

static void
a_word_cut_at_column_71_goes_on(void **state)
{
	char cards[256];

	(void)state;
	snprintf(cards, sizeof(cards), " SELECT MEMBER=(%-55sX\n%15sLAST)\n",
	    "A2345678,B2345678,C2345678,D2345678,E2345678,F2345678,"
	    "G",
	    "");
	assert_int_equal(strchr(cards, '\n') - cards, 72);
	reads(cards, false,
	    "|SELECT|MEMBER=(A2345678,B2345678,C2345678,D2345678,E2345678,"
	    "F2345678,GLAST)");
}

static void
dotted_statements_begin_behind_the_dot_and_slash(void **state)
{
	(void)state;
	reads("./ ADD NAME=A,LIST=ALL\n", true, "|ADD|NAME=A|LIST=ALL");
	reads("./LAB ADD NAME=A,\n./         LIST=ALL\n", true,
	    "LAB|ADD|NAME=A|LIST=ALL");
	reads("./   ENDUP\n", true, "|ENDUP");
}

static void
what_is_wrong_is_said(void **state)
{
	static const struct {
		const char *cards, *why;
	} wrong[] = {
	    {" COPY OUTDD=(A\n", "a right parenthesis is missing"},
	    {" COPY OUTDD=A)\n", "a left parenthesis is missing"},
	    {" COPY OUTDD='A\n", "an apostrophe is missing"},
	    {" COPY OUTDD=ABC'A'\n", "an apostrophe stands inside a word"},
	    {" COPY OUTDD='A'B\n", "a comma is missing"},
	    {" COPY OUTDD=(A)B\n", "a comma is missing"},
	    {" COPY OUTDD=A,\n", "the statement is not complete"},
	    {" COPY OUTDD=A,\nINDD=B\n",
		"what goes on with a statement does not begin in column 1"},
	    {"ALABELTHATISTOOLONG COPY\n", "the label in column 1 is too long"},
	    {" ANOPERATIONTOOLONG\n", "the operation is too long"},
	    {" A B=(((((((((1)))))))))\n", "parentheses are nested too deeply"},
	};
	struct deck d;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		memset(&d, 0, sizeof(d));
		d.at = wrong[i].cards;
		d.arena = arena_new();
		assert_string_equal(read_one(&d, false), "BAD");
		assert_string_equal(d.why, wrong[i].why);
		arena_free(&d.arena);
	}
}

/* Cards without an end are read to a limit, and in linear time. */
static void
a_statement_has_a_largest_size(void **state)
{
	const size_t cards = 1000;
	char *deck = calloc(cards, 80), *to = deck;
	struct deck d = {.arena = arena_new()};

	(void)state;
	to += sprintf(to, " SELECT MEMBER=(A,\n");
	for (size_t i = 1; i < cards; i++)
		to += sprintf(to,
		    "  'A','B','C','D','E','F','G','H','I','J','K','L','M',\n");
	d.at = deck;
	assert_string_equal(read_one(&d, false), "BAD");
	assert_string_equal(d.why, "the statement is too long");
	arena_free(&d.arena);
	free(deck);
}

static void
values_are_taken_as_numbers_and_names(void **state)
{
	struct deck d = {.at = " OP N=12,M=ABC,BIG=4294967296,Q='1',E=,F\n",
	    .arena = arena_new()};
	char name[9];
	uint32_t n = 0;

	(void)state;
	read_one(&d, false);
	assert_true(control_number(control_find(&d.stmt, "N"), 12, &n));
	assert_int_equal(n, 12);
	assert_false(control_number(control_find(&d.stmt, "N"), 11, &n));
	assert_false(
	    control_number(control_find(&d.stmt, "BIG"), UINT32_MAX, &n));
	assert_false(control_number(control_find(&d.stmt, "Q"), 9, &n));
	assert_false(control_number(control_find(&d.stmt, "GONE"), 9, &n));
	assert_true(control_name(control_find(&d.stmt, "M"), name, 9));
	assert_string_equal(name, "ABC");
	assert_false(control_name(control_find(&d.stmt, "M"), name, 3));
	assert_true(control_empty(control_find(&d.stmt, "E")));
	assert_non_null(control_find(&d.stmt, "F"));
	arena_free(&d.arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(statements_have_labels_operations_and_operands),
	    cmocka_unit_test(columns_72_to_80_are_not_operands),
	    cmocka_unit_test(operands_go_on_behind_a_comma),
	    cmocka_unit_test(a_text_goes_on_in_column_16),
	    cmocka_unit_test(a_word_cut_at_column_71_goes_on),
	    cmocka_unit_test(dotted_statements_begin_behind_the_dot_and_slash),
	    cmocka_unit_test(what_is_wrong_is_said),
	    cmocka_unit_test(a_statement_has_a_largest_size),
	    cmocka_unit_test(values_are_taken_as_numbers_and_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
