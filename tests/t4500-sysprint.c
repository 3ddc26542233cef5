/*
 * SYSPRINT: headings, pages, spacing, print chains.
 *
 * The whole listings are what z/OS 2.x wrote for the same commands (job output
 * published with IBM's Ansible collections), other lines are worked out from
 * the rules in utilities/README.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/capture.h"
#include "utilities/sysprint.h"

#define HEADING                                                              \
	"IDCAMS  SYSTEM SERVICES                                           " \
	"TIME: 14:13:49        04/19/23     PAGE      "

static struct sysprint *
start(struct capture *cap, bool asa, bool pages, bool lower)
{
	struct sysprint_opts o = {asa, pages, lower, capture_write, cap};
	struct sysprint *sp;

	memset(cap, 0, sizeof(*cap));
	setenv("CATAMOUNT_CLOCK", "2023-04-19T14:13:49", 1);
	sp = sysprint_new(&o);
	assert_non_null(sp);
	return sp;
}

static void
finish(struct sysprint **spp, struct capture *cap, const char *want)
{
	assert_false(sysprint_failed(*spp));
	assert_string_equal(cap->text != NULL ? cap->text : "", want);
	sysprint_free(spp);
	assert_null(*spp);
	capture_free(cap);
}

static void
echo(struct sysprint *sp, const char *s)
{
	sysprint_echo(sp, s, strlen(s));
}

/* DELETE of an entry and SET MAXCC=0, the messages as IDCAMS gives them. */
static void
run_delete(struct sysprint *sp)
{
	sysprint_command(sp);
	echo(sp, "         DELETE A.B NONVSAM                              "
		 "                       ");
	sysprint_msgv(sp, MSG_IDC0550I, "A", "A.B", NULL);
	sysprint_msgv(sp, MSG_IDC0001I, "0", NULL);
	sysprint_command(sp);
	echo(sp, "         SET MAXCC=0");
	sysprint_command(sp);
	sysprint_msgv(sp, MSG_IDC0002I, "0", NULL);
}

static void
whole_run_has_the_lines_of_zos(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, true, true, false);

	(void)state;
	run_delete(sp);
	finish(&sp, &cap,
	    "1" HEADING "1\n"
	    "0\n"
	    "          DELETE A.B NONVSAM\n"
	    "0IDC0550I ENTRY (A) A.B DELETED\n"
	    "0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0\n"
	    "0\n"
	    "          SET MAXCC=0\n"
	    " \n"
	    "0IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE "
	    "WAS 0\n");
}

static void
plain_form_spaces_by_empty_lines(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, false, true, false);

	(void)state;
	run_delete(sp);
	finish(&sp, &cap,
	    HEADING
	    "1\n"
	    "\n"
	    "\n"
	    "         DELETE A.B NONVSAM\n"
	    "\n"
	    "IDC0550I ENTRY (A) A.B DELETED\n"
	    "\n"
	    "IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0\n"
	    "\n"
	    "\n"
	    "         SET MAXCC=0\n"
	    "\n"
	    "\n"
	    "IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS "
	    "0\n");
}

static void
terminal_form_has_no_heading_and_begins_with_text(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, false, false, true);

	(void)state;
	sysprint_command(sp);
	echo(sp, " print ids(a.b)");
	sysprint_list(sp, "LISTING OF DATA SET -A.B");
	sysprint_line(sp, '0', "RECORD SEQUENCE NUMBER - 1", 26);
	sysprint_line(sp, ' ', "Abc", 3);
	sysprint_eject(sp);
	sysprint_line(sp, '0', "X", 1);
	sysprint_unlist(sp);
	sysprint_command(sp);
	finish(&sp, &cap,
	    " print ids(a.b)\n"
	    "\n\nLISTING OF DATA SET -A.B\n"
	    "\nRECORD SEQUENCE NUMBER - 1\n"
	    "Abc\n"
	    "\nX\n"
	    "\n");
}

static void
page_holds_53_lines_with_its_heading(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, true, true, false);
	char *want = NULL;
	size_t n;
	FILE *f = open_memstream(&want, &n);
	int i;

	(void)state;
	/* Heading 1, first line 2, then 50 lines: 53. */
	for (i = 0; i < 52; i++)
		sysprint_line(sp, ' ', "X", 1);
	fputs("1" HEADING "1\n0X\n", f);
	for (i = 0; i < 50; i++)
		fputs(" X\n", f);
	fputs("1" HEADING "2\n0X\n", f);
	fclose(f);
	finish(&sp, &cap, want);
	free(want);
}

static void
line_that_does_not_fit_with_its_spacing_turns_the_page(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, true, true, false);
	const char *end;
	int i;

	(void)state;
	for (i = 0; i < 50; i++)
		sysprint_line(sp, ' ', "X", 1);
	/* 52 lines are used: a double spaced line needs 54. */
	sysprint_line(sp, '0', "Y", 1);
	end = strstr(cap.text, " X\n1" HEADING "2\n0Y\n");
	assert_non_null(end);
	sysprint_free(&sp);
	capture_free(&cap);
}

static void
subtitle_repeats_and_the_next_command_turns_the_page(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, true, true, false);
	int i;

	(void)state;
	sysprint_command(sp);
	echo(sp, "  LISTCAT");
	sysprint_list(sp, "SUB");
	for (i = 0; i < 48; i++) /* 4 for the head, 2 + 47 = 53 */
		sysprint_line(sp, ' ', "E", 1);
	assert_null(strstr(cap.text, HEADING "3"));
	sysprint_eject(sp);
	sysprint_line(sp, '0', "COUNTS", 6);
	sysprint_unlist(sp);
	sysprint_msgv(sp, MSG_IDC0001I, "0", NULL);
	assert_null(strstr(cap.text, HEADING "4"));
	sysprint_command(sp);
	sysprint_msgv(sp, MSG_IDC0002I, "0", NULL);
	assert_non_null(strstr(cap.text, "1" HEADING "1\n0\n   LISTCAT\n"
					 "1" HEADING "2\n-SUB\n0E\n E\n"));
	assert_non_null(strstr(cap.text,
	    " E\n1" HEADING "3\n-SUB\n0COUNTS\n"
	    "0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0\n"
	    "1" HEADING "4\n0\n"
	    "0IDC0002I IDCAMS PROCESSING COMPLETE."));
	sysprint_free(&sp);
	capture_free(&cap);
}

static void
chain_pn_prints_lower_case_as_periods(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, true, true, false);
	const char *s =
	    "Az09 $@#=+-*/(),.'%;:&|><_?^\xAC!\"[]{}\\~`\x01\x7F\xE9";

	(void)state;
	sysprint_line(sp, '0', s, strlen(s));
	sysprint_set_lower(sp, true);
	sysprint_line(sp, ' ', s, strlen(s));
	finish(&sp, &cap,
	    "1" HEADING "1\n"
	    "0A.09 $@#=+-*/(),.'%;:&|><_?^\xAC............\n"
	    " Az09 $@#=+-*/(),.'%;:&|><_?^\xAC!\"[]{}\\~`..\xE9\n");
}

static void
long_message_wraps_at_a_blank_below_its_text(void **state)
{
	char name[] = "AAAAAAAA.BBBBBBBB.CCCCCCCC.DDDDDDDD.EEEEEEEE";
	char word[301];
	struct capture cap;
	struct sysprint *sp = start(&cap, true, false, false);

	(void)state;
	sysprint_msgv(sp, MSG_IDC2900I, NULL);
	sysprint_msgv(sp, MSG_IDC3012I, name, NULL);
	memset(word, 'W', 300);
	word[300] = '\0';
	sysprint_msgv(sp, MSG_IDC3012I, word, NULL);
	assert_non_null(strstr(cap.text,
	    "0IDC2900I MASK PARAMETER NOT ALLOWED FOR MORE THAN ONE ENTRY-NAME "
	    "TO BE SPECIFIED IN ONE DELETE COMMAND\n"
	    "0IDC3012I ENTRY AAAAAAAA.BBBBBBBB.CCCCCCCC.DDDDDDDD.EEEEEEEE NOT "
	    "FOUND\n"
	    "0IDC3012I ENTRY\n"
	    "          WWW"));
	/* 300 = 111 + 111 + 78; then the rest of the text. */
	assert_non_null(strstr(cap.text, "W NOT FOUND\n"));
	sysprint_free(&sp);
	capture_free(&cap);
}

/* IDC3012I ENTRY ... NOT FOUND has 25 characters beside the name. */
static void
message_of_exactly_a_line_does_not_wrap(void **state)
{
	static const char digits[] = "1234567890";
	struct capture cap;
	struct sysprint *sp = start(&cap, true, false, false);
	char name[97], want[400];
	int i;

	(void)state;
	for (i = 0; i < 96; i++)
		name[i] = digits[i % 10];
	name[95] = '\0';
	sysprint_msgv(sp, MSG_IDC3012I, name, NULL);
	name[95] = '6';
	name[96] = '\0';
	sysprint_msgv(sp, MSG_IDC3012I, name, NULL);
	snprintf(want, sizeof(want),
	    "0IDC3012I ENTRY %.95s NOT FOUND\n"
	    "0IDC3012I ENTRY %s NOT\n"
	    "          FOUND\n",
	    name, name);
	finish(&sp, &cap, want);
}

static void
record_wider_than_the_page_is_echoed_in_pieces(void **state)
{
	struct capture cap;
	struct sysprint *sp = start(&cap, true, false, false);
	char rec[130];

	(void)state;
	memset(rec, 'R', sizeof(rec));
	sysprint_echo(sp, rec, sizeof(rec));
	sysprint_echo(sp, rec, 0);
	assert_int_equal(cap.len, 1 + 120 + 1 + 1 + 10 + 1 + 2);
	sysprint_free(&sp);
	capture_free(&cap);
}

static bool
refuse(void *ctx, const char *line, size_t len)
{
	(void)line;
	(void)len;
	++*(int *)ctx;
	return false;
}

static void
failed_write_is_remembered_and_not_repeated(void **state)
{
	int calls = 0;
	struct sysprint_opts o = {true, true, false, refuse, &calls};
	struct sysprint *sp = sysprint_new(&o);

	(void)state;
	sysprint_line(sp, ' ', "X", 1);
	sysprint_line(sp, ' ', "X", 1);
	assert_true(sysprint_failed(sp));
	assert_int_equal(calls, 1);
	sysprint_free(&sp);
	sysprint_free(&sp);
	sysprint_free(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(whole_run_has_the_lines_of_zos),
	    cmocka_unit_test(plain_form_spaces_by_empty_lines),
	    cmocka_unit_test(terminal_form_has_no_heading_and_begins_with_text),
	    cmocka_unit_test(page_holds_53_lines_with_its_heading),
	    cmocka_unit_test(
		line_that_does_not_fit_with_its_spacing_turns_the_page),
	    cmocka_unit_test(
		subtitle_repeats_and_the_next_command_turns_the_page),
	    cmocka_unit_test(chain_pn_prints_lower_case_as_periods),
	    cmocka_unit_test(long_message_wraps_at_a_blank_below_its_text),
	    cmocka_unit_test(message_of_exactly_a_line_does_not_wrap),
	    cmocka_unit_test(record_wider_than_the_page_is_echoed_in_pieces),
	    cmocka_unit_test(failed_write_is_remembered_and_not_repeated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
