/*
 * A session: condition code 16 ends the command alone, as each command that a
 * person types stands for itself. In a batch it ends the input (t3010).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/deck.h"

#define BAD_IF "IDC4229I 'IF' COMMAND HAS INVALID RELATIONAL EXPRESSION\n"
#define BAD_ELSE "IDC4227I AN 'ELSE' COMMAND APPEARS IMPROPERLY\n"
#define DONE "do DELETE ENTRYNAME(A)\n"

static void
check(const char *text, const char *expect)
{
	static const struct ams_settings session = {
	    .mode = AMS_MODE_SESSION, .left = 2, .right = 72};
	struct deck d = {.quiet = true};

	deck_run_len(&d, text, strlen(text), &session, NULL);
	if (strcmp(d.out, expect) != 0)
		fail_msg("%s\ngave\n%s\nnot\n%s", text, d.out, expect);
	free(d.out);
}

static void
an_error_of_16_ends_its_command_alone(void **state)
{
	(void)state;
	check(" IF X = 0 THEN DELETE B\n DELETE A\n", BAD_IF DONE "end 16\n");
	check(" ELSE DELETE B\n DELETE A\n", BAD_ELSE DONE "end 16\n");
	check(" SET MAXCC=16\n DELETE A\n", DONE "end 16\n");
}

static void
the_ifs_around_the_error_have_ended(void **state)
{
	(void)state;
	check(" IF MAXCC = 4 THEN DO\n IF X\n DELETE A\n",
	    BAD_IF DONE "end 16\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_error_of_16_ends_its_command_alone),
	    cmocka_unit_test(the_ifs_around_the_error_have_ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
