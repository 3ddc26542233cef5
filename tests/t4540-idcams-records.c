/*
 * IDCAMS over services that stand in memory: REPRO and PRINT. Decks in, whole
 * SYSPRINTs out.
 *
 * The expected lines are worked out by hand from the rules in
 * utilities/choices.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/memory_services.h"

/* --- REPRO --------------------------------------------------------------- */

static void
repro_copies_and_counts(void **state)
{
	(void)state;
	letters("IN", DS_ORG_PS);
	set_new("OUT", DS_ORG_ESDS, 0);
	expect("  REPRO INFILE(IN) OUTFILE(OUT)", 0, RECORDS("4") CC("0"));
	assert_int_equal(set_find("OUT")->n, 4);
	assert_memory_equal(
	    set_find("OUT")->recs[2].data, "\xC1\xC2\xF9\xC3\xF3", 5);
}

static void
repro_goes_on_after_errors_of_records(void **state)
{
	struct ds_file *in = set_new("IN", DS_ORG_PS, 0);

	(void)state;
	set_new("OUT", DS_ORG_KSDS, 2);
	set_add(in, "BB", 0);
	set_add(in, "BBX", 0);
	set_add(in, "AA", 0);
	set_add(in, "CC0123456789012345678X", 0);
	set_add(in, "DD", 0);
	expect("  REPRO INFILE(IN) OUTFILE(OUT)", 8,
	    "0IDC3302I  ACTION ERROR ON OUT\n"
	    " IDC3308I ** DUPLICATE RECORD X'C2C2'\n"
	    "0IDC3302I  ACTION ERROR ON OUT\n"
	    " IDC3314I **RECORD X'C1C1' OUT OF SEQUENCE\n"
	    "0IDC3302I  ACTION ERROR ON OUT\n"
	    " IDC3309I ** RECORD X'C3C3F0F1F2' NOT WRITTEN.  LENGTH "
	    "INVALID\n" RECORDS("2") CC("8"));
}

static void
repro_ends_at_the_fourth_error(void **state)
{
	struct ds_file *in = set_new("IN", DS_ORG_PS, 0);
	char *got;
	int i;

	(void)state;
	set_new("OUT", DS_ORG_KSDS, 2);
	for (i = 0; i < 10; i++)
		set_add(in, "AA", 0);
	got = run("  REPRO INFILE(IN) OUTFILE(OUT)", 12);
	assert_non_null(strstr(got,
	    " IDC3308I ** DUPLICATE RECORD X'C1C1'\n"
	    "0IDC31467I MAXIMUM ERROR LIMIT REACHED.\n" RECORDS("1") FAILED));
	assert_int_equal(in->pos, 5);
	free(got);
	set_find("OUT")->n = 0;
	free(run("  REPRO INFILE(IN) OUTFILE(OUT) ERRORLIMIT(20)", 8));
	set_find("OUT")->n = 0;
	free(run("  REPRO INFILE(IN) OUTFILE(OUT) ELIMIT(1)", 12));
	assert_int_equal(in->pos, 2);
}

static void
repro_replaces_and_resets(void **state)
{
	struct ds_file *in = letters("IN", DS_ORG_PS), *out;

	(void)state;
	out = set_new("OUT", DS_ORG_KSDS, 2);
	set_add(out, "AA99", 0);
	set_add(out, "ZZ", 0);
	in->n = 2;
	expect(
	    "  REPRO INFILE(IN) OUTFILE(OUT) REPLACE", 0, RECORDS("2") CC("0"));
	assert_int_equal(out->n, 3);
	assert_memory_equal(out->recs[0].data, "\xC1\xC1\xF0\xF1", 4);
	expect(
	    "  REPRO INFILE(IN) OUTFILE(OUT) REUSE", 0, RECORDS("2") CC("0"));
	assert_int_equal(out->n, 2);
	set_new("A.NOREUSE", DS_ORG_KSDS, 2);
	expect("  REPRO INFILE(IN) ODS(A.NOREUSE) REUSE", 12,
	    "0IDC3300I  ERROR OPENING A.NOREUSE\n"
	    " IDC3351I ** VSAM OPEN RETURN CODE IS 232\n" RECORDS("0") FAILED);
}

static void
repro_takes_the_records_asked_for(void **state)
{
	struct ds_file *out;

	(void)state;
	letters("IN", DS_ORG_KSDS);
	out = set_new("OUT", DS_ORG_ESDS, 0);
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY(AB) TOKEY(A*)", 0,
	    RECORDS("2") CC("0"));
	assert_memory_equal(out->recs[0].data, "\xC1\xC2\xF0\xF2", 4);
	/* The highest key is below TOKEY: the end comes first. */
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FKEY(X'C2C1') TOKEY(ZZ)", 4,
	    RECORDS("1") CC("4"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) SKIP(1) COUNT(2)", 0,
	    RECORDS("2") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) SKIP(3) COUNT(2)", 4,
	    RECORDS("1") CC("4"));
	expect(
	    "  REPRO INFILE(IN) OUTFILE(OUT) SKIP(5)", 4, RECORDS("0") CC("4"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) COUNT(4)", 0,
	    RECORDS("4") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FADDR(100) TADDR(201)", 0,
	    RECORDS("2") CC("0"));
}

/* Four records of four and more bytes at RBA 0, 100, 200 and 300. */
static void
repro_ends_at_an_address(void **state)
{
	(void)state;
	letters("IN", DS_ORG_ESDS);
	set_new("OUT", DS_ORG_ESDS, 0);
	/* The record that begins at the address is the last one. */
	expect("  REPRO INFILE(IN) OUTFILE(OUT) TOADDRESS(200)", 0,
	    RECORDS("3") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) TOADDRESS(199)", 0,
	    RECORDS("2") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) TOADDRESS(0)", 0,
	    RECORDS("1") CC("0"));
	/* Any byte of the last record will do, the next one is behind it. */
	expect("  REPRO INFILE(IN) OUTFILE(OUT) TOADDRESS(303)", 0,
	    RECORDS("4") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) TOADDRESS(304)", 4,
	    RECORDS("4") CC("4"));
	letters("SEQ", DS_ORG_PS);
	expect("  REPRO INFILE(SEQ) OUTFILE(OUT) TOADDRESS(0)", 12,
	    "0IDC3583I 'TOADDRESS' INCOMPATIBLE WITH INFILE DATA SET "
	    "TYPE\n" RECORDS("0") FAILED);
}

/* X'5C', the asterisk, is below all letters. */
static void
an_asterisk_in_quotes_is_part_of_the_key(void **state)
{
	(void)state;
	letters("IN", DS_ORG_KSDS);
	set_new("OUT", DS_ORG_ESDS, 0);
	expect("  REPRO INFILE(IN) OUTFILE(OUT) TOKEY('A*')", 0,
	    RECORDS("0") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY('A*') TOKEY(A*)", 0,
	    RECORDS("3") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY('B*') COUNT(1)", 0,
	    RECORDS("1") CC("0"));
}

static void
a_number_that_is_too_high_is_one_records_error(void **state)
{
	struct ds_file *in = set_new("IN", DS_ORG_RRDS, 0), *out;

	(void)state;
	out = set_new("OUT", DS_ORG_RRDS, 0);
	set_add(in, "A", 2);
	set_add(in, "B", RRN_MAX + 1);
	set_add(in, "C", 7);
	expect("  REPRO INFILE(IN) OUTFILE(OUT)", 8,
	    "0IDC3302I  ACTION ERROR ON OUT\n"
	    " IDC3351I ** VSAM I/O RETURN CODE IS 192\n" RECORDS("2") CC("8"));
	assert_int_equal(out->n, 2);
	assert_int_equal(out->recs[1].rrn, 7);
}

static void
repro_cannot_position(void **state)
{
	(void)state;
	letters("IN", DS_ORG_KSDS);
	letters("SEQ", DS_ORG_PS);
	set_new("OUT", DS_ORG_ESDS, 0);
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY(ABC)", 12,
	    "0IDC3302I  ACTION ERROR ON IN\n"
	    " IDC3310I ** KEY SUPPLIED IS LONGER THAN KEY LENGTH OF DATA "
	    "SET\n" RECORDS("0") "0IDC3006I FUNCTION TERMINATED DUE TO "
				 "BEGINNING POSITIONING "
				 "ERROR\n");
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY(ZZ)", 12,
	    "0IDC3302I  ACTION ERROR ON IN\n"
	    " IDC3351I ** VSAM I/O RETURN CODE IS 16\n" RECORDS(
		"0") "0IDC3006I FUNCTION TERMINATED DUE TO BEGINNING "
		     "POSITIONING "
		     "ERROR\n");
	expect("  REPRO INFILE(SEQ) OUTFILE(OUT) FROMKEY(A)", 12,
	    "0IDC3583I 'FROMKEY' INCOMPATIBLE WITH INFILE DATA SET "
	    "TYPE\n" RECORDS("0") FAILED);
	expect("  REPRO INFILE(IN) OUTFILE(OUT) TONUMBER(4)", 12,
	    "0IDC3583I 'TONUMBER' INCOMPATIBLE WITH INFILE DATA SET "
	    "TYPE\n" RECORDS("0") FAILED);
}

static void
count_is_of_slots_in_a_relative_record_set(void **state)
{
	struct ds_file *in = set_new("IN", DS_ORG_RRDS, 0);

	(void)state;
	set_new("OUT", DS_ORG_ESDS, 0);
	set_add(in, "A", 2);
	set_add(in, "B", 3);
	set_add(in, "C", 7);
	expect("  REPRO INFILE(IN) OUTFILE(OUT) COUNT(3)", 0,
	    RECORDS("2") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FNUM(3) COUNT(4)", 0,
	    RECORDS("1") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FNUM(4) TNUM(9)", 4,
	    RECORDS("1") CC("4"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) SKIP(2) COUNT(6)", 4,
	    RECORDS("2") CC("4"));
}

static void
opens_that_fail_have_their_codes(void **state)
{
	(void)state;
	letters("IN", DS_ORG_PS);
	set_new("EMPTY", DS_ORG_KSDS, 2);
	set_new("OUT", DS_ORG_ESDS, 0);
	letters("IN.USE", DS_ORG_ESDS);
	expect("  REPRO IDS(EMPTY) OFILE(OUT)", 12,
	    "0IDC3300I  ERROR OPENING EMPTY\n"
	    " IDC3351I ** VSAM OPEN RETURN CODE IS 160\n" RECORDS("0") FAILED);
	expect("  REPRO IFILE(NODD) OFILE(OUT)", 12,
	    "0IDC3300I  ERROR OPENING NODD\n"
	    " IDC3304I ** JCL STATEMENT MISSING\n" RECORDS("0") FAILED);
	expect("  REPRO IDS(NO.SUCH) OFILE(OUT)", 12,
	    "0IKJ56228I DATA SET NO.SUCH NOT IN CATALOG OR CATALOG CAN NOT "
	    "BE ACCESSED\n" RECORDS("0") FAILED);
	expect("  REPRO IFILE(IN) ODS(IN.USE)", 12,
	    "0IDC3300I  ERROR OPENING IN.USE\n"
	    " IDC3351I ** VSAM OPEN RETURN CODE IS 168\n"
	    " CATAMOUNT ** HELD BY JOB X\n" RECORDS("0") FAILED);
}

static void
damage_names_its_place(void **state)
{
	struct ds_file *in = letters("IN", DS_ORG_KSDS);

	(void)state;
	set_new("OUT", DS_ORG_ESDS, 0);
	in->recs[1].data[0] = 0xFF;
	expect("  REPRO INFILE(IN) OUTFILE(OUT)", 12,
	    "0IDC3302I  ACTION ERROR ON IN\n"
	    " IDC3351I ** VSAM I/O RETURN CODE IS 4\n"
	    " CATAMOUNT ** A.KSDS.DATA RBA 512: CHECKSUM DOES NOT "
	    "FIT\n" RECORDS("1") FAILED);
}

static void
close_that_fails_ends_with_12(void **state)
{
	(void)state;
	letters("IN", DS_ORG_PS);
	set_new("NOCLOSE", DS_ORG_ESDS, 0);
	expect("  REPRO INFILE(IN) OUTFILE(NOCLOSE)", 12,
	    "0IDC3301I  ERROR CLOSING NOCLOSE\n"
	    " CATAMOUNT ** FLUSH: NO SPACE LEFT ON DEVICE\n" RECORDS("4")
		FAILED);
}

static void
path_is_called_by_its_ddname(void **state)
{
	char *got;

	(void)state;
	letters("IN", DS_ORG_PS);
	/* A DD of a path: opened by ddname, with the path for a name. */
	set_path = "tmp/x.txt";
	got = run("  PRINT INFILE(IN) CHAR COUNT(1)", 0);
	assert_non_null(strstr(got, "-LISTING OF DATA SET -IN\n"));
	free(got);
	set_path = "/tmp/x.txt";
	got = run("  PRINT INFILE(IN) CHAR COUNT(1)", 0);
	assert_non_null(strstr(got, "-LISTING OF DATA SET -IN\n"));
	free(got);
	got = run("  PARM GRAPHICS(CHAIN(TN))\n"
		  "  PRINT INFILE(IN) CHAR COUNT(1)",
	    0);
	assert_non_null(strstr(got, "-LISTING OF DATA SET -IN\n"));
	free(got);
}

static void
key_constants_take_the_code_page_of_the_data_set(void **state)
{
	struct ds_file *in = set_new("IN", DS_ORG_KSDS, 1);

	(void)state;
	set_new("OUT", DS_ORG_ESDS, 0);
	/* The caret: X'5F' in code page 1047, X'B0' in 037. */
	in->n = 2;
	in->recs[0].data[0] = 0x5F;
	in->recs[1].data[0] = 0xB0;
	in->recs[0].len = in->recs[1].len = 1;
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY('^')", 0,
	    RECORDS("2") CC("0"));
	in->attrs.ccsid = 37;
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY('^')", 0,
	    RECORDS("1") CC("0"));
	expect("  REPRO INFILE(IN) OUTFILE(OUT) FROMKEY(X'5F')", 0,
	    RECORDS("2") CC("0"));
}

/* --- PRINT --------------------------------------------------------------- */

static void
print_has_pages_of_its_own(void **state)
{
	char *got;

	(void)state;
	letters("A.IN", DS_ORG_KSDS);
	got = run("  PRINT IDS(A.IN) CHARACTER SKIP(1) COUNT(2)\n"
		  "  PRINT IDS(A.IN) HEX COUNT(1)",
	    0);
	assert_string_equal(got, HEADING
	    "1\n0\n"
	    "   PRINT IDS(A.IN) CHARACTER SKIP(1) COUNT(2)\n" HEADING "2\n"
	    "-LISTING OF DATA SET -A.IN\n"
	    "0\n"
	    " KEY OF RECORD - AB\n"
	    " AB02\n"
	    "0\n"
	    " KEY OF RECORD - AB\n"
	    " AB9C3\n" RECORDS("2") CC("0") HEADING
	    "3\n0\n"
	    "   PRINT IDS(A.IN) HEX COUNT(1)\n" HEADING "4\n"
	    "-LISTING OF DATA SET -A.IN\n"
	    "0\n"
	    " KEY OF RECORD - C1C1\n"
	    " C1C1F0F1\n" RECORDS("1") CC("0") HEADING "5\n0\n" COMPLETE("0"));
	free(got);
}

static void
print_by_address_names_addresses(void **state)
{
	char *got;

	(void)state;
	letters("A.IN", DS_ORG_KSDS);
	got = run("  PRINT IDS(A.IN) CHAR FADDR(100) TADDR(250)", 0);
	assert_non_null(strstr(got,
	    "-LISTING OF DATA SET -A.IN\n"
	    "0\n RBA OF RECORD -              100\n AB02\n"
	    "0\n RBA OF RECORD -              200\n AB9C3\n" RECORDS("2")
		CC("0")));
	free(got);
}

static void
print_tells_an_empty_data_set(void **state)
{
	char *got;

	(void)state;
	set_new("SEQ", DS_ORG_PS, 0);
	set_new("EMPTY", DS_ORG_KSDS, 2);
	got = run("  PRINT INFILE(SEQ) COUNT(1)", 4);
	assert_non_null(
	    strstr(got, "-LISTING OF DATA SET -SEQ\n" RECORDS("0") CC("4")));
	free(got);
	expect("  PRINT INFILE(EMPTY) COUNT(1)", 12,
	    "0IDC3300I  ERROR OPENING EMPTY\n"
	    " IDC3351I ** VSAM OPEN RETURN CODE IS 160\n" RECORDS("0") FAILED);
}

static void
print_to_a_data_set_leaves_messages_on_sysprint(void **state)
{
	struct ds_file *out;

	(void)state;
	letters("IN", DS_ORG_PS)->n = 1;
	out = set_new("OUT", DS_ORG_PS, 0);
	out->attrs.lrecl = 80;
	expect("  PRINT INFILE(IN) OUTFILE(OUT) CHARACTER", 0,
	    RECORDS("1") CC("0"));
	assert_int_equal(out->n, 4);
	/* X'60' is the minus of a triple spaced line. */
	assert_int_equal(out->recs[0].data[0], 0x60);
	assert_memory_equal(out->recs[3].data, "\x40\xC1\xC1\xF0\xF1", 5);
}

#define T(f) cmocka_unit_test_setup_teardown(f, reset, reset)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(repro_copies_and_counts),
	    T(repro_goes_on_after_errors_of_records),
	    T(repro_ends_at_the_fourth_error),
	    T(repro_replaces_and_resets),
	    T(repro_takes_the_records_asked_for),
	    T(repro_ends_at_an_address),
	    T(an_asterisk_in_quotes_is_part_of_the_key),
	    T(a_number_that_is_too_high_is_one_records_error),
	    T(repro_cannot_position),
	    T(count_is_of_slots_in_a_relative_record_set),
	    T(opens_that_fail_have_their_codes),
	    T(damage_names_its_place),
	    T(close_that_fails_ends_with_12),
	    T(path_is_called_by_its_ddname),
	    T(key_constants_take_the_code_page_of_the_data_set),
	    T(print_has_pages_of_its_own),
	    T(print_by_address_names_addresses),
	    T(print_tells_an_empty_data_set),
	    T(print_to_a_data_set_leaves_messages_on_sysprint),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
