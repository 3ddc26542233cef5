/*
 * Input of absurd size or depth ends in a message or is simply read. Nothing
 * here is timed; a reader that took more than linear time would not end
 * within the test's patience.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/deck.h"

#define BYPASSED                                            \
	"IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. " \
	"CONDITION CODE IS 12\n"
#define NO_STORAGE "IDC3004I FUNCTION TERMINATED. INSUFFICIENT MAIN STORAGE\n"
/* Two where each byte costs much (make valgrind sets it): still more than the
 * mebibyte that a text may have. */
#define TEN_MB \
	((size_t)(getenv("CATAMOUNT_SMALL") != NULL ? 2 : 10) * 1000 * 1000)

static const struct ams_settings no_margins = {0};

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

static void
check(char *text, const struct ams_settings *set, const char *expect)
{
	struct deck d = {.quiet = true};

	deck_run_len(&d, text, strlen(text), set, NULL);
	assert_string_equal(d.out, expect);
	free(d.out);
	free(text);
}

static void
deep_parentheses_are_refused(void **state)
{
	(void)state;
	check(repeat(" LISTC ENT", "(", 60, "\n"), NULL,
	    "IDC3205I DELIMITER '(' IS NOT PROPERLY PRECEDED BY A CONSTANT OR "
	    "KEYWORD\n" BYPASSED "end 12\n");
	check(repeat("LISTC ENT(A", "(", 500000, "\n"), &no_margins,
	    "IDC3212I INVALID LEFT PARENTHESIS AFTER 'A'\n" BYPASSED
	    "end 12\n");
	check(repeat("DEF CL", "(NAME(A) CL", 90000, "\n"), &no_margins,
	    "IDC3211I KEYWORD 'CL' IS IMPROPER\n" BYPASSED "end 12\n");
	check(repeat("LISTC ALL", ")", 3, "\n"), &no_margins,
	    "IDC0233I TOO MANY RIGHT PARENTHESES FOUND.  EXCESS IGNORED\n"
	    "IDC0233I TOO MANY RIGHT PARENTHESES FOUND.  EXCESS IGNORED\n"
	    "IDC0233I TOO MANY RIGHT PARENTHESES FOUND.  EXCESS IGNORED\n"
	    "do LISTCAT ALL\nend 0\n");
}

static void
nested_ifs_end_at_the_eleventh(void **state)
{
	(void)state;
	check(repeat("", " IF LASTCC=0 THEN DO\n", 100000, " LISTC\n"), NULL,
	    "IDC4237I TOO MANY LEVELS OF 'IF' COMMAND NESTING\n"
	    "IDC3207I REMAINDER OF COMMAND INPUT STREAM IGNORED\nstop 16\n");
	check(repeat("", "IF LASTCC=0 THEN ", 50000, "LISTC\n"), &no_margins,
	    "IDC4237I TOO MANY LEVELS OF 'IF' COMMAND NESTING\n"
	    "IDC3207I REMAINDER OF COMMAND INPUT STREAM IGNORED\nstop 16\n");
}

static void
comments_and_constants_may_stay_open(void **state)
{
	(void)state;
	check(repeat(" LISTC /* X -\n", " /* MORE -\n", 100000, " END\n"), NULL,
	    "do LISTCAT\nend 0\n");
	check(repeat(" LISTC 'X -\n", " MORE -\n", 1000, " END\n"), NULL,
	    "IDC0222I WARNING: COMMAND-END DELIMITER APPEARS WITHIN "
	    "APOSTROPHES\n"
	    "IDC3211I KEYWORD ''X' IS IMPROPER\n" BYPASSED "end 12\n");
}

static void
long_lines_are_cut_by_the_margins(void **state)
{
	char *text = repeat(" LISTC ALL", " ", TEN_MB, "PURGE\n LISTC\n");

	(void)state;
	check(text, NULL, "do LISTCAT ALL\ndo LISTCAT\nend 0\n");
}

static void
long_texts_are_refused(void **state)
{
	(void)state;
	check(repeat("LISTC ENT(", "A ", TEN_MB / 2, ")\nLISTC\n"), &no_margins,
	    NO_STORAGE "do LISTCAT\nend 12\n");
	/* Blanks and comments do not count. */
	check(repeat("LISTC", " ", TEN_MB, "ALL\n"), &no_margins,
	    "do LISTCAT ALL\nend 0\n");
	check(repeat("LISTC ", "/* X */", 1000000, "ALL\n"), &no_margins,
	    "do LISTCAT ALL\nend 0\n");
	check(repeat("LISTC ENT('", "A", 500000, "')\n"), &no_margins,
	    "IDC3203I ITEM 'AAAAAAAAAAAAAAAAAAAA' DOES NOT ADHERE TO "
	    "RESTRICTIONS\n" BYPASSED "end 12\n");
}

static void
many_records_make_one_command(void **state)
{
	(void)state;
	check(repeat(" LISTC -\n", " -\n", 300000, " ALL\n"), NULL,
	    "do LISTCAT ALL\nend 0\n");
	check(repeat(" LISTC +\n", " /* X */ +\n", 300000, " ALL\n"), NULL,
	    "do LISTCAT ALL\nend 0\n");
	check(
	    repeat("", "\n", 300000, " LISTC\n"), NULL, "do LISTCAT\nend 0\n");
}

/* Binary garbage is read as text that no name rule allows. */
static void
garbage_is_survived(void **state)
{
	char *text = malloc(1 << 20);
	struct deck d;
	unsigned seed = 1;
	size_t i, round;

	(void)state;
	assert_non_null(text);
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 1 << 20; i++) {
			seed = seed * 1103515245u + 12345u;
			text[i] = (char)(seed >> 16);
		}
		memset(&d, 0, sizeof(d));
		d.quiet = true;
		deck_run_len(
		    &d, text, 1 << 20, round == 1 ? &no_margins : NULL, NULL);
		free(d.out);
	}
	/* NULs alone: one token, read once. */
	memset(text, 0, 1 << 20);
	memset(&d, 0, sizeof(d));
	deck_run_len(&d, text, (1 << 20) - 1, &no_margins, NULL);
	assert_non_null(strstr(d.out, "IDC3219I VERB NAME '\x1A\x1A"));
	free(d.out);
	free(text);
}

static int commands;

static void
count_message(void *ctx, const struct msg *m)
{
	(void)ctx;
	(void)m;
}

static void
a_hundred_thousand_commands_are_read(void **state)
{
	char *text = repeat("", " DELETE A.B.C PURGE -\n   CLUSTER\n", 100000,
	    " IF LASTCC=1 THEN DO\n");
	char *skipped = repeat(text, " LISTC ENT(A)\n", 100000, "");
	struct deck d = {.in = skipped, .end = skipped + strlen(skipped)};
	const struct ams_ops ops = {
	    .ctx = &d, .read = deck_read, .message = count_message};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	const struct ams_command *cmd;
	struct arena *a = arena_new();

	(void)state;
	commands = 0;
	while (ams_next(r, a, &cmd) == AMS_COMMAND) {
		commands++;
		assert_int_equal(cmd->line, commands * 2 - 1);
		ams_done(r, 0);
		arena_free(&a);
		a = arena_new();
	}
	assert_int_equal(commands, 100000);
	assert_int_equal(ams_maxcc(r), 0);
	arena_free(&a);
	ams_reader_free(&r);
	free(skipped);
	free(text);
}

/* Even the last record of a group that exceeds all buffers is echoed, and in
 * order. */
static size_t echoes, echo_bytes;

static void
count_echo(void *ctx, const char *rec, size_t len)
{
	(void)ctx;
	(void)rec;
	echoes++;
	echo_bytes += len;
}

/* Records not echoed yet are kept up to 1 MiB: reader and echo are never
 * farther apart than that and the record just read. */
static size_t read_bytes, farthest;

static int
read_and_measure(void *ctx, const char **recp, size_t *lenp)
{
	if (read_bytes - echo_bytes > farthest)
		farthest = read_bytes - echo_bytes;
	if (deck_read(ctx, recp, lenp) != 1)
		return 0;
	read_bytes += *lenp;
	return 1;
}

static void
a_mebibyte_of_records_waits_for_its_echo(void **state)
{
	char *text = repeat(" LISTC -\n", " /* A COMMENT OF THIS LENGTH */ -\n",
	    100000, " ALL\n");
	struct deck d = {.in = text, .end = text + strlen(text)};
	const struct ams_ops ops = {.ctx = &d,
	    .read = read_and_measure,
	    .echo = count_echo,
	    .message = count_message};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	const struct ams_command *cmd;
	struct arena *a = arena_new();

	(void)state;
	echoes = echo_bytes = read_bytes = farthest = 0;
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	assert_int_equal(read_bytes, 8 + 100000 * 33 + 4);
	assert_true(farthest <= (1 << 20));
	assert_true(farthest > (1 << 20) - 2 * 33); /* and no less */
	arena_free(&a);
	ams_reader_free(&r);
	free(text);
}

/* Behind '+' a comment in front of the text goes; what only begins like one
 * at the right margin is text, whatever stands past it. */
static void
what_the_margin_cuts_is_no_comment(void **state)
{
	static const char *const cut[] = {"/", "/*", "/*/"};
	char text[200];
	struct deck d;
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		memset(&d, 0, sizeof(d));
		d.quiet = true;
		snprintf(text, sizeof(text), " LISTC +\n%*s%s\n", 72, cut[i],
		    i == 0 ? "* */" : "*/ */");
		deck_run_len(&d, text, strlen(text), NULL, NULL);
		/* A slash is no parameter; a comment may stay open. */
		if (i == 0)
			assert_null(strstr(d.out, "do LISTCAT"));
		else
			assert_string_equal(d.out, "do LISTCAT\nend 0\n");
		free(d.out);
	}
}

static void
every_record_is_echoed_once(void **state)
{
	char *text = repeat(" LISTC -\n", " /* A COMMENT OF THIS LENGTH */ -\n",
	    100000, " ALL\n\n LISTC FOO\n");
	struct deck d = {.in = text, .end = text + strlen(text)};
	const struct ams_ops ops = {.ctx = &d,
	    .read = deck_read,
	    .echo = count_echo,
	    .message = count_message};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	const struct ams_command *cmd;
	struct arena *a = arena_new();

	(void)state;
	echoes = echo_bytes = 0;
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	assert_int_equal(echoes, 100002);
	assert_int_equal(ams_next(r, a, &cmd), AMS_END);
	assert_int_equal(echoes, 100004);
	assert_int_equal(echo_bytes, strlen(text) - 100004);
	arena_free(&a);
	ams_reader_free(&r);
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(deep_parentheses_are_refused),
	    cmocka_unit_test(nested_ifs_end_at_the_eleventh),
	    cmocka_unit_test(comments_and_constants_may_stay_open),
	    cmocka_unit_test(long_lines_are_cut_by_the_margins),
	    cmocka_unit_test(long_texts_are_refused),
	    cmocka_unit_test(many_records_make_one_command),
	    cmocka_unit_test(garbage_is_survived),
	    cmocka_unit_test(a_hundred_thousand_commands_are_read),
	    cmocka_unit_test(every_record_is_echoed_once),
	    cmocka_unit_test(a_mebibyte_of_records_waits_for_its_echo),
	    cmocka_unit_test(what_the_margin_cuts_is_no_comment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
