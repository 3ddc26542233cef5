/* The message table: is every row of base/messages.def what it should be? */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
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

/* Of access method services? Others are known by their prefix. */
static bool
is_ams(int i)
{
	return strncmp(msg_number((enum msg_id)i), "IDC", 3) == 0;
}

/* "IDC", "$HASP": what is in front of the digits. */
static size_t
prefix_len(const char *number)
{
	return strcspn(number, "0123456789");
}

/* The order of the table: severity digit, then the rest of the number; of
 * others the number alone. */
static long
sort_key(int i)
{
	const char *number = msg_number((enum msg_id)i);

	if (is_ams(i))
		return (number[3] - '0') * 100000L +
		       strtol(number + 4, NULL, 10);
	return strtol(number + prefix_len(number), NULL, 10);
}

/* IEFC612I, $HASP373: its name is the number without a leading $. */
static void
other_is_well_formed(const char *number, const char *name)
{
	size_t len = strlen(number), n = prefix_len(number);
	const char *plain = number + (number[0] == '$');

	assert_true(n >= 3 && n <= 5 && len <= 10);
	n += strspn(number + n, "0123456789");
	assert_true(n == len || (n + 1 == len && isupper(number[n])));
	len = strlen(plain);
	assert_memory_equal(name, plain, len);
	assert_true(name[len] == '\0' || name[len] == '_');
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
		if (!is_ams((int)i)) {
			other_is_well_formed(n, names[i]);
			continue;
		}
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
	const char *n, *last;
	int i;

	(void)state;
	for (i = 1; i < MSG_COUNT; i++) {
		n = msg_number((enum msg_id)i);
		last = msg_number((enum msg_id)(i - 1));
		if (prefix_len(n) == prefix_len(last) &&
		    strncmp(n, last, prefix_len(n)) == 0 &&
		    sort_key(i) < sort_key(i - 1))
			fail_msg("%s is out of order", names[i]);
	}
}

static void
severity_is_the_first_digit(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < MSG_COUNT; i++)
		if (is_ams(i))
			assert_int_equal(msg_severity((enum msg_id)i),
			    4 * (msg_number((enum msg_id)i)[3] - '0'));
		else
			assert_true(msg_severity((enum msg_id)i) % 4 == 0 &&
				    msg_severity((enum msg_id)i) <= 16);
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
		if (is_ams(i) &&
		    msg_format(out, sizeof(out), &m) > 2 * LINE - INDENT)
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
