/*
 * The header of a portable copy, line by line: what it may say is written down
 * in doc/formats/portable.md; a line that cannot be is damage, whatever the
 * check sum of the copy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "services/portable_int.h"

static const char whole[] = "CATAMOUNT-PORTABLE 1\n"
			    "EXPORTED 2022-09-01T15:36:44\n"
			    "ORGANIZATION INDEXED\n"
			    "CLUSTER.NAME A.K\n"
			    "DATA.NAME A.K.DATA\n"
			    "INDEX.NAME A.K.INDEX\n";

static enum ds_status
read_with(const char *line, struct port_head *h)
{
	char text[512];
	int n = snprintf(text, sizeof(text), "%s%s\n", whole, line);

	assert_in_range(n, 1, sizeof(text) - 1);
	port_head_init(h);
	return port_head_read(text, (size_t)n, h, NULL);
}

static void
what_it_may_say_is_taken(void **state)
{
	struct port_head h;

	(void)state;
	assert_int_equal(read_with("DATA.SPACE CYL 999999999 0", &h), DS_OK);
	assert_int_equal(h.def.data.pri, 999999999);
	assert_int_equal(h.def.data.unit, DS_UNIT_CYL);
	port_head_free(&h);
	assert_int_equal(read_with("PATH A.P 1 2030001 ME", &h), DS_OK);
	assert_int_equal(h.npaths, 1);
	assert_true(h.paths[0].update);
	assert_int_equal(h.paths[0].expires, 2030001);
	assert_string_equal(h.paths[0].owner, "ME");
	port_head_free(&h);
}

static void
a_line_that_cannot_be_is_damage(void **state)
{
	static const char *const lines[] = {
	    "DATA.SPACE CYL -1 0",
	    "DATA.SPACE CYL 1 -1",
	    "DATA.SPACE CYL 1000000000 0",
	    "DATA.SPACE CYL 1 0 0",
	    "DATA.SPACE KB 1 0",
	    "DATA.KEYLEN 256",
	    "DATA.KEYLEN -1",
	    "DATA.VOLUME SEVENCH",
	    "DATA.NAME a.k",
	    "PATH A.P 2 0",
	    "PATH A.P 1 -1",
	    "PATH A.P 1 0 NINECHARS",
	    "PATH .P 1 0",
	    "EXPIRES 10000000",
	    "NO-SUCH-WORD 1",
	    "WORD",
	};
	struct port_head h;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (read_with(lines[i], &h) != DS_CORRUPT)
			fail_msg("%s is taken", lines[i]);
		port_head_free(&h);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_it_may_say_is_taken),
	    cmocka_unit_test(a_line_that_cannot_be_is_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
