/* The message table: is every row of base/messages.def what it should be? */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/msg.h"

static const char *const names[MSG_COUNT] = {
#define MSG(name, number, severity, spacing, source, text) #name,
#include "base/messages.def"
#undef MSG
};

/* The order of the table: severity digit, then the rest of the number. */
static long
sort_key(const char *number)
{
	return (number[3] - '0') * 100000L + strtol(number + 4, NULL, 10);
}

static void
numbers_are_well_formed(void **state)
{
	const char *n;
	size_t i, len;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++) {
		n = msg_number((enum msg_id)i);
		len = strlen(n);
		assert_true(len == 8 || len == 9);
		assert_memory_equal(n, "IDC", 3);
		assert_int_equal(n[len - 1], 'I');
		assert_int_equal(strspn(n + 3, "0123456789"), len - 4);
		assert_memory_equal(names[i], n, len);
		assert_true(names[i][len] == '\0' || names[i][len] == '_');
	}
}

static void
numbers_ascend(void **state)
{
	int i;

	(void)state;
	for (i = 1; i < MSG_COUNT; i++) {
		if (sort_key(msg_number((enum msg_id)i)) <
		    sort_key(msg_number((enum msg_id)(i - 1))))
			fail_msg("%s is out of order", names[i]);
	}
}

static void
severity_is_the_first_digit(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++)
		assert_int_equal(msg_severity((enum msg_id)i),
		    4 * (msg_number((enum msg_id)i)[3] - '0'));
}

static void
second_level_lines_are_single_spaced(void **state)
{
	const char *t;
	int i, sp;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++) {
		t = msg_template((enum msg_id)i);
		sp = msg_spacing((enum msg_id)i);
		assert_true(sp == ' ' || sp == '0');
		if (strncmp(t, " **", 3) == 0)
			assert_int_equal(sp, ' ');
	}
}

static void
inserts_are_contiguous(void **state)
{
	const char *p;
	int i, n, used;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++) {
		used = 0;
		for (p = msg_template((enum msg_id)i); *p != '\0'; p++) {
			if (*p != '%')
				continue;
			n = p[1] - '0';
			if (n < 1 || n > MSG_INSERTS)
				fail_msg("%s: %s", names[i], p);
			used |= 1 << (n - 1);
		}
		if ((used & (used + 1)) != 0)
			fail_msg("%s leaves out an insert", names[i]);
	}
}

static void
texts_are_printable_and_start_with_a_blank(void **state)
{
	const char *p;
	int i;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++) {
		p = msg_template((enum msg_id)i);
		assert_int_equal(p[0], ' ');
		for (; *p != '\0'; p++)
			assert_true(isprint((unsigned char)*p) &&
				    !islower((unsigned char)*p));
	}
}

/* With inserts as long as they come (a name of 44 characters, in a member's
 * case 54) a message is one or two lines of SYSPRINT. */
static void
a_message_has_two_lines_at_most(void **state)
{
	enum { LINE = 120, INDENT = 9 };
	static const char longest[] =
	    "A234567.A234567.A234567.A234567.A234567.A234(MEMBER00)";
	struct msg m;
	char out[1024];
	int i, n;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++) {
		m.id = (enum msg_id)i;
		for (n = 0; n < MSG_INSERTS; n++)
			m.insert[n] = longest;
		if (msg_format(out, sizeof(out), &m) > 2 * LINE - INDENT)
			fail_msg("%s is too long", names[i]);
	}
}

static void
sources_are_known(void **state)
{
	const char *s;
	int i;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++) {
		s = msg_source((enum msg_id)i);
		assert_true(strcmp(s, "src38") == 0 || strcmp(s, "zout") == 0 ||
			    strcmp(s, "doc") == 0 || strcmp(s, "mem") == 0);
	}
}

static void
real_lines_come_out_as_printed(void **state)
{
	/* Lines of z/OS SYSPRINTs, columns 2 on. */
	static const struct {
		struct msg msg;
		const char *line;
	} t[] = {
	    {{MSG_IDC3009I, {"8", "IGG0CLEG", "42"}},
		"IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
		"IGG0CLEG-42"},
	    {{MSG_IDC0551I, {"A.B"}}, "IDC0551I ** ENTRY A.B NOT DELETED"},
	    {{MSG_IDC0550I, {"D", "A.B.DATA"}},
		"IDC0550I ENTRY (D) A.B.DATA DELETED"},
	    {{MSG_IDC0508I, {"VOL001", "0"}},
		"IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0"},
	    {{MSG_IDC3300I, {"A.B"}}, "IDC3300I  ERROR OPENING A.B"},
	    {{MSG_IDC3351I, {"OPEN", "160"}},
		"IDC3351I ** VSAM OPEN RETURN CODE IS 160"},
	    {{MSG_IDC3003I, {NULL}},
		"IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12"},
	};
	char out[200];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		msg_format(out, sizeof(out), &t[i].msg);
		assert_string_equal(out, t[i].line);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(numbers_are_well_formed),
	    cmocka_unit_test(numbers_ascend),
	    cmocka_unit_test(severity_is_the_first_digit),
	    cmocka_unit_test(second_level_lines_are_single_spaced),
	    cmocka_unit_test(inserts_are_contiguous),
	    cmocka_unit_test(texts_are_printable_and_start_with_a_blank),
	    cmocka_unit_test(a_message_has_two_lines_at_most),
	    cmocka_unit_test(sources_are_known),
	    cmocka_unit_test(real_lines_come_out_as_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
