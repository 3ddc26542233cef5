/*
 * JCL of absurd size or depth ends in a message or is simply read, all of it in
 * linear time: nothing is timed here, but a reader that took more would not end
 * within the test's patience.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"

/* Less where each instruction costs much (make valgrind sets it). */
#define MANY ((size_t)(getenv("CATAMOUNT_SMALL") != NULL ? 2000 : 100000))

/* count copies of what, between before and after. */
static char *
repeat(const char *before, const char *what, size_t count, const char *after)
{
	size_t n = strlen(what), b = strlen(before), i;
	char *s = malloc(b + n * count + strlen(after) + 1);

	assert_non_null(s);
	memcpy(s, before, b);
	for (i = 0; i < count; i++)
		memcpy(s + b + i * n, what, n);
	strcpy(s + b + n * count, after);
	return s;
}

static struct jcl *
read_many(const char *before, const char *what, const char *after)
{
	char *deck = repeat(before, what, MANY, after);
	struct jcl *j = jcl_text_read(deck, NULL, false);

	assert_non_null(j);
	free(deck);
	return j;
}

#define JS "//J JOB\n//S EXEC PGM=A\n"

static void
a_hundred_thousand_cards_are_read(void **state)
{
	struct jcl *j;

	(void)state;
	j = read_many(JS "//D DD *\n", " DATA\n", "/*\n//E DD DUMMY\n");
	assert_false(j->failed);
	assert_int_equal(j->jobs[0].steps[0].dds[0]->nlines, MANY);
	jcl_free(&j);

	j = read_many(JS, "//* COMMENT\n", "//E DD DUMMY\n");
	assert_false(j->failed);
	assert_int_equal(j->jobs[0].nlisting, MANY + 3);
	jcl_free(&j);

	j = read_many("//J JOB\n", "// SET A=B\n", "//S EXEC PGM=&A\n");
	assert_false(j->failed);
	assert_string_equal(j->jobs[0].steps[0].pgm, "B");
	jcl_free(&j);

	j = read_many("", "//J JOB\n//S EXEC PGM=A\n", "");
	assert_false(j->failed);
	assert_int_equal(j->njobs, MANY);
	jcl_free(&j);

	/* A comment that goes on and on. */
	j = read_many(JS
	    "//D DD DUMMY                                            "
	    "               X\n",
	    "//  ON                                                  "
	    "               X\n",
	    "//E DD DUMMY\n");
	assert_false(j->failed);
	assert_int_equal(j->jobs[0].steps[0].ndds, 2);
	jcl_free(&j);
}

/* Is there such an error in the first job? */
static void
assert_said(const struct jcl *j, const char *text)
{
	const struct jcl_job *b = &j->jobs[0];
	int i;

	assert_true(j->failed);
	for (i = 0; i < b->nmessages; i++) {
		if (b->messages[i].severity == JCL_ERROR &&
		    strcmp(b->messages[i].text, text) == 0)
			return;
	}
	fail_msg("'%s' is not said", text);
}

static void
what_there_is_too_much_of_has_a_message(void **state)
{
	struct jcl *j;

	(void)state;
	j = read_many(JS "//D DD DSN=A", ",\n//  DSN=A", "\n");
	assert_said(j, "more than 8194 characters of operands");
	assert_int_equal(j->jobs[0].nmessages, 1);
	jcl_free(&j);

	j = read_many("//J JOB\n", "//S EXEC PGM=A\n", "");
	assert_said(j, "EXCESSIVE NUMBER OF EXECUTE STATEMENTS");
	assert_int_equal(j->jobs[0].nsteps, JCL_STEPS_MAX);
	jcl_free(&j);

	j = read_many("//J JOB\n", "//S EXCE PGM=A\n", "");
	assert_true(j->failed);
	assert_true(j->jobs[0].nmessages <= 5001);
	jcl_free(&j);
}

static void
dds_of_a_step_are_bounded(void **state)
{
	static const struct {
		size_t n;
		bool ok;
	} rows[] = {{3273, true}, {3274, false}};
	struct jcl *j;
	char *deck;
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		deck = repeat(JS, "//D DD DDNAME=E\n", rows[i].n, "");
		j = jcl_text_read(deck, NULL, false);
		assert_int_equal(j->failed, !rows[i].ok);
		if (!rows[i].ok)
			assert_said(j, "more than 3273 DDs in a step");
		free(deck);
		jcl_free(&j);
	}
}

static void
steps_are_bounded_at_255(void **state)
{
	struct jcl *j;
	char *deck;
	size_t n;

	(void)state;
	for (n = 255; n <= 256; n++) {
		deck = repeat("//J JOB\n", "//S EXEC PGM=A\n", n, "");
		j = jcl_text_read(deck, NULL, false);
		assert_int_equal(j->failed, n > 255);
		assert_int_equal(j->jobs[0].nsteps, 255);
		free(deck);
		jcl_free(&j);
	}
}

/* Each of 15 procedures calls the next 40 times: 40 to the 15th statements. */
static void
procedures_that_multiply_end(void **state)
{
	static struct jcl_library library[16];
	static char names[16][4], call[16][20];
	struct jcl *j;
	int i;

	(void)state;
	for (i = 0; i < 15; i++) {
		snprintf(names[i], sizeof(names[i]), "P%d", i);
		snprintf(call[i], sizeof(call[i]), "// EXEC P%d\n", i + 1);
		library[i].name = names[i];
		library[i].text = i < 14 ? repeat("", call[i], 40, "")
					 : repeat("//* NOTHING\n", "", 0, "");
	}
	j = jcl_text_read("//J JOB\n//S EXEC P0\n", library, false);
	assert_said(j, "more than 200000 statements");
	jcl_free(&j);
	for (i = 0; i < 15; i++)
		free((char *)(uintptr_t)library[i].text);
}

static void
an_include_group_that_includes_itself_ends(void **state)
{
	static const struct jcl_library library[] = {
	    {"I", "// INCLUDE MEMBER=I\n// INCLUDE MEMBER=I\n"}, {NULL, NULL}};
	struct jcl *j =
	    jcl_text_read(JS "// INCLUDE MEMBER=I\n", library, false);

	(void)state;
	assert_true(j->failed);
	jcl_free(&j);
}

static void
a_symbol_that_doubles_itself_ends(void **state)
{
	struct jcl *j = read_many(
	    "//J JOB\n// SET A=X\n", "// SET A=&A&A\n", "//S EXEC PGM=A\n");

	/* 128 characters are the last that fit; 256 are too many. */
	(void)state;
	assert_true(j->failed);
	assert_string_equal(j->jobs[0].messages[0].number, "IEF642I");
	assert_int_equal(j->jobs[0].messages[0].stmt, 10);
	jcl_free(&j);
}

static void
if_statements_nest_15_deep(void **state)
{
	struct jcl *j;
	char *deck, *ends;
	size_t n;

	(void)state;
	for (n = 15; n <= 16; n++) {
		ends = repeat("//T EXEC PGM=B\n", "// ENDIF\n", n, "");
		deck = repeat(JS, "// IF (RC = 0) THEN\n", n, ends);
		j = jcl_text_read(deck, NULL, false);
		assert_int_equal(j->failed, n > 15);
		free(deck);
		free(ends);
		jcl_free(&j);
	}
}

static void
parentheses_of_if_are_bounded(void **state)
{
	char *deck = repeat(JS "// IF ", "(((((((\n//  ", 1000,
	    "RC = 0 THEN\n//T EXEC PGM=B\n// ENDIF\n");
	struct jcl *j = jcl_text_read(deck, NULL, false);

	(void)state;
	assert_true(j->failed);
	free(deck);
	jcl_free(&j);
	deck = repeat(
	    JS "// IF RC = 0 ", "& RC = 0\n//  ", 400, " THEN\n// ENDIF\n");
	j = jcl_text_read(deck, NULL, false);
	assert_said(j, "IF: it has too many terms");
	free(deck);
	jcl_free(&j);
}

/* Any byte at any place of a card: nothing is promised but an end. */
static void
every_byte_is_read(void **state)
{
	static const char base[] = JS "//D DD DSN=A,DISP=(NEW,CATLG),"
				      "DCB=(LRECL=80)\n//E DD *\nX\n/*\n";
	char deck[sizeof(base)];
	struct jcl *j;
	size_t i;
	int b;

	(void)state;
	for (i = 0; i + 1 < sizeof(base); i++) {
		for (b = 0; b < 256; b += getenv("CATAMOUNT_SMALL") ? 37 : 1) {
			memcpy(deck, base, sizeof(base));
			deck[i] = (char)b;
			j = jcl_read(deck, sizeof(base) - 1, NULL, NULL);
			assert_non_null(j);
			jcl_free(&j);
		}
	}
	for (i = 0; i < sizeof(base); i++) {
		j = jcl_read(base, i, NULL, NULL);
		assert_non_null(j);
		jcl_free(&j);
	}
	jcl_free(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_hundred_thousand_cards_are_read),
	    cmocka_unit_test(what_there_is_too_much_of_has_a_message),
	    cmocka_unit_test(dds_of_a_step_are_bounded),
	    cmocka_unit_test(steps_are_bounded_at_255),
	    cmocka_unit_test(procedures_that_multiply_end),
	    cmocka_unit_test(an_include_group_that_includes_itself_ends),
	    cmocka_unit_test(a_symbol_that_doubles_itself_ends),
	    cmocka_unit_test(if_statements_nest_15_deep),
	    cmocka_unit_test(parentheses_of_if_are_bounded),
	    cmocka_unit_test(every_byte_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
