/*
 * When the reader says that a command begins: in front of its first record,
 * as the empty lines of a z/OS SYSPRINT show (a DELETE, a SET and the end of
 * the input have one each; a comment in front of a command has none).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "parser/ams.h"

struct deck {
	const char *const *cards;
	char events[100];
};

static void
event(struct deck *d, char c)
{
	size_t n = strlen(d->events);

	assert_true(n + 1 < sizeof(d->events));
	d->events[n] = c;
	d->events[n + 1] = '\0';
}

static int
read_card(void *ctx, const char **recp, size_t *lenp)
{
	struct deck *d = ctx;

	if (*d->cards == NULL)
		return 0;
	*recp = *d->cards++;
	*lenp = strlen(*recp);
	return 1;
}

static void
echo_card(void *ctx, const char *rec, size_t len)
{
	(void)rec;
	(void)len;
	event(ctx, 'e');
}

static void
message(void *ctx, const struct msg *m)
{
	(void)m;
	event(ctx, 'm');
}

static void
begin(void *ctx)
{
	event(ctx, 'b');
}

static void
expect(const char *const *cards, const char *events)
{
	struct deck d = {.cards = cards};
	const struct ams_ops ops = {.ctx = &d,
	    .read = read_card,
	    .echo = echo_card,
	    .message = message,
	    .begin = begin};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	const struct ams_command *cmd;
	struct arena *a = arena_new();

	assert_non_null(r);
	while (ams_next(r, a, &cmd) == AMS_COMMAND) {
		event(&d, 'C');
		ams_done(r, 0);
	}
	assert_string_equal(d.events, events);
	arena_free(&a);
	ams_reader_free(&r);
}

static void
each_command_and_the_end_begin_once(void **state)
{
	const char *const cards[] = {
	    "  DELETE A.B NONVSAM", "  SET MAXCC=0", NULL};

	(void)state;
	expect(cards, "beCbeb");
}

static void
comments_and_blanks_begin_nothing(void **state)
{
	const char *const cards[] = {
	    " /* A */", "", " /* B -", " */", "  DELETE -", "   A.B", "", NULL};
	const char *const comment[] = {" /* HELLO */", NULL};
	const char *const none[] = {NULL};

	(void)state;
	expect(cards, "beeeeeeCbe");
	expect(comment, "be");
	expect(none, "b");
}

static void
clause_of_an_if_begins_with_it(void **state)
{
	const char *const cards[] = {"  IF LASTCC = 0 THEN -", "   DELETE A.B",
	    "  ELSE DELETE A.C", NULL};

	(void)state;
	expect(cards, "beeCbemb");
}

static void
command_with_an_error_begins_too(void **state)
{
	const char *const cards[] = {"  DELETE", "  LISTCAT", NULL};

	(void)state;
	expect(cards, "bemmbeCb");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_command_and_the_end_begin_once),
	    cmocka_unit_test(comments_and_blanks_begin_nothing),
	    cmocka_unit_test(clause_of_an_if_begins_with_it),
	    cmocka_unit_test(command_with_an_error_begins_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
