/*
 * The line that shows how a command gets on. Figures are worked out by hand
 * in front of each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "utilities/progress.h"

static int shows, clears;

static void
show(const char *line)
{
	shows += line != NULL;
	clears += line == NULL;
}

static void
expect(
    struct progress p, int64_t ms, uint64_t at, uint64_t of, const char *want)
{
	char line[PROGRESS_LINE];

	progress_text(&p, ms, at, of, line);
	assert_string_equal(line, want);
}

static void
records_bytes_rate_and_time_left(void **state)
{
	struct progress p = {.verb = "REPRO", .unit = "records"};

	(void)state;
	/* Half a second, nothing known but the count. */
	p.done = 1000;
	expect(p, 500, 0, 0, "REPRO: 1000 records, 2000/s");
	/* 80,000 bytes; a quarter in 2 s leaves 6 s. */
	p.bytes = 80000;
	expect(p, 2000, 1000, 4000,
	    "REPRO: 1000 records, 80.0 kB, 500/s, 25%, 6 s left");
	/* A part of a second is one. */
	expect(p, 1000, 3999, 4000,
	    "REPRO: 1000 records, 80.0 kB, 1000/s, 99%, 1 s left");
	/* 100 s a per cent: 9900 s are 2:45:00. */
	expect(p, 100000, 1, 100,
	    "REPRO: 1000 records, 80.0 kB, 10/s, 1%, 2:45:00 left");
	expect(p, 60000, 1, 3,
	    "REPRO: 1000 records, 80.0 kB, 16/s, 33%, 2:00 left");
	p.bytes = 999;
	expect(p, 1000, 0, 0, "REPRO: 1000 records, 999 B, 1000/s");
	p.bytes = 999999; /* 1000.0 kB would be a megabyte */
	expect(p, 1000, 0, 0, "REPRO: 1000 records, 1.0 MB, 1000/s");
	p.bytes = 12345678901;
	expect(p, 1000, 0, 0, "REPRO: 1000 records, 12.3 GB, 1000/s");
}

static void
what_cannot_be_known_is_not_shown(void **state)
{
	struct progress p = {.verb = "EXAMINE", .unit = "control intervals"};

	(void)state;
	p.done = 5;
	/* No time yet, nothing done of it yet, more than there should be. */
	expect(p, 0, 0, 0, "EXAMINE: 5 control intervals, 0/s");
	expect(p, 1000, 0, 9, "EXAMINE: 5 control intervals, 5/s");
	expect(p, 1000, 10, 9, "EXAMINE: 5 control intervals, 5/s");
	/* The largest of everything fits. */
	p.done = p.bytes = UINT64_MAX;
	progress_text(&p, 1, 1, UINT64_MAX, (char[PROGRESS_LINE]){0});
}

static void
a_quick_command_shows_nothing(void **state)
{
	struct progress p = {.show = show};

	(void)state;
	shows = clears = 0;
	progress_step(&p); /* of a command that does not show it */
	progress_begin(&p, "REPRO", "records", 0, NULL);
	progress_step(&p);
	progress_step(&p);
	assert_int_equal(p.done, 2);
	progress_end(&p);
	progress_end(&p);
	progress_step(&p);
	assert_int_equal(shows, 0);
	assert_int_equal(clears, 1);
	progress_begin(NULL, "REPRO", "records", 0, NULL);
	progress_step(NULL);
	progress_bytes(NULL, 1);
	progress_end(NULL);
}

/* Time is moved, not waited for. */
static void
a_long_one_shows_it_once_in_a_while(void **state)
{
	struct progress p = {.show = show};

	(void)state;
	shows = clears = 0;
	progress_begin(&p, "REPRO", "records", 0, NULL);
	p.begun -= 10000;
	progress_step(&p);
	assert_int_equal(shows, 1);
	p.look = 0;
	p.at += 1000000; /* shown just now, whatever the clock says */
	progress_step(&p);
	assert_int_equal(shows, 1);
	p.look = 0;
	p.at = 1;
	progress_step(&p);
	assert_int_equal(shows, 2);
	progress_end(&p);
	assert_int_equal(clears, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(records_bytes_rate_and_time_left),
	    cmocka_unit_test(what_cannot_be_known_is_not_shown),
	    cmocka_unit_test(a_quick_command_shows_nothing),
	    cmocka_unit_test(a_long_one_shows_it_once_in_a_while),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
