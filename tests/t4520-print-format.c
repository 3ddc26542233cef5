/*
 * The lines of PRINT. Offsets, groups and the place of an RBA are those of
 * SYSPRINTs of z/OS jobs ("000000  C1F0F0F1 40D9C1D2 C5E2C8D2 E4D4C1D9
 * 40F9F9F8 ...", "RBA OF RECORD -               80"); the lines are worked out
 * by hand from the columns in utilities/print_format.c.
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
#include "utilities/print_int.h"

/* "ABCD000000000001ABCDEFGHIJKLMNOP" and "QRSTa" with X'00' and X'FF'. */
static const uint8_t sample[] = {0xC1, 0xC2, 0xC3, 0xC4, 0xF0, 0xF0, 0xF0, 0xF0,
    0xF0, 0xF0, 0xF0, 0xF0, 0xF0, 0xF0, 0xF0, 0xF1, 0xC1, 0xC2, 0xC3, 0xC4,
    0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7,
    0xD8, 0xD9, 0xE2, 0xE3, 0x81, 0x00, 0xFF};

static void
expect(enum print_format format, const struct ds_attrs *attrs,
    const struct ds_rec *rec, bool lower, const char *want)
{
	struct capture cap = {0};
	struct sysprint_opts o = {true, false, lower, capture_write, &cap};
	struct sysprint *sp = sysprint_new(&o);
	struct print_form form;

	assert_non_null(sp);
	assert_int_equal(print_form_set(&form, sp, format, attrs, NULL), DS_OK);
	/* Nothing empty stands at the top without pages: begin with a line. */
	sysprint_line(sp, ' ', "TOP", 3);
	print_record(&form, rec);
	assert_string_equal(cap.text, want);
	sysprint_free(&sp);
	capture_free(&cap);
}

static void
dump_has_the_columns_of_real_listings(void **state)
{
	struct ds_attrs a = {.org = DS_ORG_KSDS,
	    .vsam = true,
	    .keylen = 12,
	    .rkp = 4,
	    .ccsid = 1047};
	struct ds_rec r = {sample, sizeof(sample), 0, 1};

	(void)state;
	expect(PRINT_DUMP, &a, &r, false,
	    " TOP\n"
	    "0\n"
	    " KEY OF RECORD - F0F0F0F0F0F0F0F0F0F0F0F1\n"
	    " 000000  C1C2C3C4 F0F0F0F0 F0F0F0F0 F0F0F0F1   C1C2C3C4 C5C6C7C8 "
	    "C9D1D2D3 D4D5D6D7   *ABCD000000000001ABCDEFGHIJKLMNOP*\n"
	    " 000020  D8D9E2E3 8100FF                                         "
	    "                    *QRST...                         *\n");
}

static void
hex_has_sixty_bytes_a_line(void **state)
{
	struct ds_attrs a = {.org = DS_ORG_ESDS, .vsam = true, .ccsid = 1047};
	uint8_t data[61];
	struct ds_rec r = {data, sizeof(data), 4294967296, 1};
	char want[400];
	int i;

	(void)state;
	memset(data, 0xAB, sizeof(data));
	data[60] = 0x0F;
	strcpy(want, " TOP\n0\n RBA OF RECORD -       4294967296\n ");
	for (i = 0; i < 60; i++)
		strcat(want, "AB");
	strcat(want, "\n 0F\n");
	expect(PRINT_HEX, &a, &r, false, want);
}

static void
character_has_120_bytes_a_line_and_drops_trailing_blanks(void **state)
{
	struct ds_attrs a = {.org = DS_ORG_PS, .ccsid = 1047};
	uint8_t data[125];
	struct ds_rec r = {data, sizeof(data), 0, 7};
	char want[300];
	int i;

	(void)state;
	memset(data, 0xC1, 120);
	memcpy(data + 120, "\xC2\x82\x00\x40\x40", 5); /* B b X'00' */
	strcpy(want, " TOP\n0\n RECORD SEQUENCE NUMBER - 7\n ");
	for (i = 0; i < 120; i++)
		strcat(want, "A");
	strcat(want, "\n B..\n");
	expect(PRINT_CHARACTER, &a, &r, false, want);
	want[strlen(want) - 3] = 'b';
	expect(PRINT_CHARACTER, &a, &r, true, want);
}

static void
each_organization_names_its_records(void **state)
{
	struct ds_attrs a = {.org = DS_ORG_RRDS, .vsam = true, .ccsid = 1047};
	struct ds_rec r = {sample, 4, 80, 18446744073709551615U};

	(void)state;
	expect(PRINT_CHARACTER, &a, &r, false,
	    " TOP\n0\n RELATIVE RECORD NUMBER - 18446744073709551615\n"
	    " ABCD\n");
	a.org = DS_ORG_KSDS;
	a.keylen = 2;
	a.rkp = 1;
	expect(PRINT_CHARACTER, &a, &r, false,
	    " TOP\n0\n KEY OF RECORD - BC\n ABCD\n");
	/* A component is read in the order of its addresses. */
	a.component = true;
	expect(PRINT_CHARACTER, &a, &r, false,
	    " TOP\n0\n RBA OF RECORD -               80\n ABCD\n");
}

static void
empty_record_has_its_name_alone(void **state)
{
	struct ds_attrs a = {.org = DS_ORG_PS, .ccsid = 1047};
	struct ds_rec r = {sample, 0, 0, 1};

	(void)state;
	expect(PRINT_DUMP, &a, &r, false,
	    " TOP\n0\n RECORD SEQUENCE NUMBER - 1\n");
	expect(
	    PRINT_HEX, &a, &r, false, " TOP\n0\n RECORD SEQUENCE NUMBER - 1\n");
	expect(PRINT_CHARACTER, &a, &r, false,
	    " TOP\n0\n RECORD SEQUENCE NUMBER - 1\n");
}

static void
long_key_goes_on_below_itself(void **state)
{
	struct ds_attrs a = {
	    .org = DS_ORG_KSDS, .vsam = true, .keylen = 105, .ccsid = 1047};
	uint8_t data[105];
	struct ds_rec r = {data, sizeof(data), 0, 1};
	char want[700];
	int i;

	(void)state;
	memset(data, 0xC1, sizeof(data));
	strcpy(want, " TOP\n0\n KEY OF RECORD - ");
	for (i = 0; i < 104; i++)
		strcat(want, "A");
	strcat(want, "\n                 A\n ");
	for (i = 0; i < 105; i++)
		strcat(want, "A");
	strcat(want, "\n");
	expect(PRINT_CHARACTER, &a, &r, false, want);
	strcpy(want, " TOP\n0\n KEY OF RECORD - ");
	for (i = 0; i < 105; i++) {
		if (i == 52 || i == 104)
			strcat(want, "\n                 ");
		strcat(want, "C1");
	}
	strcat(want, "\n ");
	for (i = 0; i < 105; i++) {
		if (i == 60)
			strcat(want, "\n ");
		strcat(want, "C1");
	}
	strcat(want, "\n");
	expect(PRINT_HEX, &a, &r, false, want);
}

static void
offsets_of_a_long_record_have_six_digits(void **state)
{
	struct ds_attrs a = {.org = DS_ORG_PS, .ccsid = 1047};
	struct capture cap = {0};
	struct sysprint_opts o = {true, false, false, capture_write, &cap};
	struct sysprint *sp = sysprint_new(&o);
	struct print_form form;
	struct ds_rec r = {NULL, 65536 + 33, 0, 1};
	uint8_t *data = calloc(1, r.len);
	const char *p;

	(void)state;
	r.data = data;
	assert_int_equal(
	    print_form_set(&form, sp, PRINT_DUMP, &a, NULL), DS_OK);
	print_record(&form, &r);
	p = strstr(cap.text, "\n 00FFE0  0000");
	assert_non_null(p);
	p = strstr(p, "\n 010000  0000");
	assert_non_null(p);
	assert_non_null(strstr(p, "\n 010020  00   "));
	sysprint_free(&sp);
	capture_free(&cap);
	free(data);
}

static void
unknown_code_page_is_refused(void **state)
{
	struct ds_attrs a = {.org = DS_ORG_PS, .ccsid = 1};
	struct print_form form;

	(void)state;
	assert_int_equal(
	    print_form_set(&form, NULL, PRINT_HEX, &a, NULL), DS_UNSUPPORTED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(dump_has_the_columns_of_real_listings),
	    cmocka_unit_test(hex_has_sixty_bytes_a_line),
	    cmocka_unit_test(
		character_has_120_bytes_a_line_and_drops_trailing_blanks),
	    cmocka_unit_test(each_organization_names_its_records),
	    cmocka_unit_test(empty_record_has_its_name_alone),
	    cmocka_unit_test(long_key_goes_on_below_itself),
	    cmocka_unit_test(offsets_of_a_long_record_have_six_digits),
	    cmocka_unit_test(unknown_code_page_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
