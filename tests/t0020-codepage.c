/*
 * Code pages. Expected code points are those of IBM's code page charts
 * (CP 037, 273, 277, 278, 280, 284, 285, 297, 500, 871, 1047, 1140 to 1149)
 * and of RFC 3629 for UTF-8.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/codepage.h"

static const uint16_t known[] = {37, 256, 273, 277, 278, 280, 284, 285, 297,
    500, 870, 871, 1025, 1026, 1047, 1112, 1122, 1140, 1141, 1142, 1143, 1144,
    1145, 1146, 1147, 1148, 1149, 1153};

static const struct codepage *
page(uint32_t ccsid)
{
	const struct codepage *cp = NULL;

	assert_int_equal(codepage_get(ccsid, &cp, NULL), DS_OK);
	assert_int_equal(codepage_ccsid(cp), ccsid);
	return cp;
}

static void
round_trip(const struct codepage *cp)
{
	uint8_t all[256], back[256], one;
	char text[256 * CODEPAGE_UTF8_MAX];
	size_t i, n, len;

	for (i = 0; i < 256; i++)
		all[i] = (uint8_t)i;
	n = codepage_to_utf8(cp, all, 256, text);
	assert_null(memchr(text, '\n', n));
	assert_int_equal(
	    codepage_from_utf8(cp, text, n, back, 256, &len, NULL), DS_OK);
	assert_int_equal(len, 256);
	assert_memory_equal(all, back, 256);
	for (i = 0; i < 256; i++) {
		assert_true(codepage_from_unicode(
		    cp, codepage_to_unicode(cp, (uint8_t)i), &one));
		assert_int_equal(one, i);
	}
}

static void
every_page_round_trips_every_byte(void **state)
{
	const struct codepage *cp;
	uint32_t ccsid;
	size_t i;
	int n = 0;

	(void)state;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		round_trip(page(known[i]));
	/* And whatever else iconv has. */
	for (ccsid = 1; ccsid < 20000; ccsid++) {
		if (codepage_get(ccsid, &cp, NULL) != DS_OK)
			continue;
		round_trip(cp);
		n++;
	}
	assert_true(n >= (int)(sizeof(known) / sizeof(known[0])));
}

static void
newlines_have_two_fixed_places(void **state)
{
	size_t i;
	uint8_t b;

	(void)state;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const struct codepage *cp = page(known[i]);

		assert_int_equal(codepage_to_unicode(cp, 0x15), 0x85);
		assert_int_equal(codepage_to_unicode(cp, 0x25), 0x240A);
		assert_false(codepage_from_unicode(cp, '\n', &b));
		assert_int_equal(codepage_to_unicode(cp, 0x0D), '\r');
		assert_int_equal(codepage_to_unicode(cp, 0x40), ' ');
		assert_int_equal(codepage_blank(cp), 0x40);
	}
}

static void
page_037_and_1047_differ_in_six_characters(void **state)
{
	/* IBM's charts: these six characters and no other. */
	static const struct {
		uint8_t in037, in1047;
		uint32_t code;
	} differ[] = {{0xBA, 0xAD, '['}, {0xBB, 0xBD, ']'}, {0xB0, 0x5F, '^'},
	    {0x5F, 0xB0, 0xAC}, {0xAD, 0xBA, 0xDD}, {0xBD, 0xBB, 0xA8}};
	const struct codepage *a = page(37), *b = page(1047);
	size_t i, n = 0;

	(void)state;
	for (i = 0; i < 6; i++) {
		assert_int_equal(
		    codepage_to_unicode(a, differ[i].in037), differ[i].code);
		assert_int_equal(
		    codepage_to_unicode(b, differ[i].in1047), differ[i].code);
	}
	for (i = 0; i < 256; i++)
		n += codepage_to_unicode(a, (uint8_t)i) !=
		     codepage_to_unicode(b, (uint8_t)i);
	assert_int_equal(n, 6);
}

static void
national_pages_have_their_letters(void **state)
{
	static const struct {
		uint16_t ccsid;
		uint8_t byte;
		uint32_t code;
	} t[] = {
	    {273, 0x4A, 0xC4}, /* German A umlaut */
	    {273, 0x7C, 0xA7}, /* section sign */
	    {273, 0xB5, '@'},
	    {273, 0xA1, 0xDF}, /* sharp s */
	    {277, 0x5B, 0xC5}, /* Danish A ring */
	    {277, 0x7B, 0xC6}, /* AE */
	    {277, 0x7C, 0xD8}, /* O slash */
	    {278, 0x5B, 0xC5},
	    {278, 0x7B, 0xC4},
	    {280, 0xB5, '@'},
	    {280, 0x4A, 0xB0}, /* degree */
	    {284, 0x7B, 0xD1}, /* N tilde */
	    {284, 0x69, '#'},
	    {285, 0x5B, 0xA3}, /* pound */
	    {285, 0x4A, '$'},
	    {297, 0x44, '@'},
	    {297, 0x7C, 0xE0}, /* a grave */
	    {500, 0x4A, '['},
	    {500, 0x5A, ']'},
	    {871, 0x7C, 0xD0}, /* Eth */
	    {1140, 0x9F, 0x20AC},
	    {37, 0x9F, 0xA4},
	    {1141, 0x9F, 0x20AC},
	    {1142, 0x5A, 0x20AC},
	    {1143, 0x5A, 0x20AC},
	    {1144, 0x9F, 0x20AC},
	    {1145, 0x9F, 0x20AC},
	    {1146, 0x9F, 0x20AC},
	    {1147, 0x9F, 0x20AC},
	    {1148, 0x9F, 0x20AC},
	    {1149, 0x9F, 0x20AC},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		assert_int_equal(
		    codepage_to_unicode(page(t[i].ccsid), t[i].byte),
		    t[i].code);
}

static void
what_is_no_page_is_refused(void **state)
{
	/* 930, 939, 1390 mix double bytes in, 437 and 850 are ASCII, UTF-8 is
	 * no page of single bytes. */
	static const uint32_t bad[] = {
	    0, 1, 437, 850, 930, 933, 935, 937, 939, 1208, 1390, 1399, 65536};
	const struct codepage *cp = NULL;
	struct ds_diag diag;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(
		    codepage_get(bad[i], &cp, &diag), DS_UNSUPPORTED);
		assert_null(cp);
		assert_string_not_equal(diag.text, "");
	}
}

static void
a_missing_character_is_told_with_its_place(void **state)
{
	const struct codepage *cp = page(1047);
	struct codepage_err err;
	uint8_t out[16];
	size_t len = 99;
	char text[100];

	(void)state;
	/* e acute is two bytes of UTF-8, so byte 3 is column 3 of "aé€". */
	assert_int_equal(codepage_from_utf8(cp, "a\xC3\xA9\xE2\x82\xAC", 6, out,
			     16, &len, &err),
	    DS_BADTEXT);
	assert_int_equal(err.pos, 3);
	assert_int_equal(err.column, 3);
	assert_int_equal(err.code, 0x20AC);
	assert_int_equal(len, 99);
	codepage_err_text(&err, text, sizeof(text));
	assert_string_equal(
	    text, "character U+20AC in column 3 is not in code page 1047");
	assert_int_equal(
	    codepage_from_utf8(cp, "abc", 3, out, 2, &len, &err), DS_BADLENGTH);
	assert_int_equal(err.column, 3);
	assert_int_equal(
	    codepage_from_utf8(cp, "abc", 3, out, 3, &len, &err), DS_OK);
	assert_memory_equal(out, "\x81\x82\x83", 3);
	assert_int_equal(
	    codepage_from_utf8(cp, "", 0, out, 0, &len, NULL), DS_OK);
	assert_int_equal(len, 0);
}

static void
malformed_utf8_is_refused(void **state)
{
	/* RFC 3629 section 3 and 10: overlong, surrogate, beyond U+10FFFF,
	 * truncated, stray continuation. */
	static const char *const bad[] = {"\xC0\x80", "\xC1\xBF",
	    "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
	    "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\xE2\x82", "\x80",
	    "\xFF", "\xC3\x28", "\xE2\x28\xA1"};
	const struct codepage *cp = page(37);
	struct codepage_err err;
	uint8_t out[16];
	size_t i, len;
	char text[100];

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(codepage_from_utf8(cp, bad[i], strlen(bad[i]),
				     out, 16, &len, &err),
		    DS_BADTEXT);
		assert_true(err.malformed);
	}
	codepage_err_text(&err, text, sizeof(text));
	assert_string_equal(text, "byte X'E2' in column 1 is not UTF-8");
	/* Four good bytes, but no page has U+1F600. */
	assert_int_equal(
	    codepage_from_utf8(cp, "\xF0\x9F\x98\x80", 4, out, 16, &len, &err),
	    DS_BADTEXT);
	assert_false(err.malformed);
	assert_int_equal(err.code, 0x1F600);
}

static void
latin1_is_a_host_side(void **state)
{
	const struct codepage *cp = page(273);
	struct codepage_err err;
	uint8_t rec[8];
	char out[8], text[100];

	(void)state;
	/* CP 273: A umlaut X'4A', o umlaut X'6A'. */
	assert_int_equal(
	    codepage_from_latin1(cp, "\xC4\xF6", 2, rec, NULL), DS_OK);
	assert_memory_equal(rec, "\x4A\x6A", 2);
	assert_int_equal(codepage_to_latin1(cp, rec, 2, out, NULL), DS_OK);
	assert_memory_equal(out, "\xC4\xF6", 2);
	assert_int_equal(
	    codepage_to_latin1(cp, (const uint8_t *)"\xC1\x25", 2, out, &err),
	    DS_BADTEXT);
	assert_int_equal(err.pos, 1);
	codepage_err_text(&err, text, sizeof(text));
	assert_string_equal(
	    text, "character U+240A in column 2 is not in code page 819");
	/* The euro is in 1140 and not in ISO 8859-1, the currency sign the
	 * other way round. */
	assert_int_equal(codepage_to_latin1(
			     page(1140), (const uint8_t *)"\x9F", 1, out, &err),
	    DS_BADTEXT);
	assert_int_equal(
	    codepage_from_latin1(page(1140), "\xA4", 1, rec, &err), DS_BADTEXT);
	assert_int_equal(err.ccsid, 1140);
}

static void
latin1_is_a_page_of_records(void **state)
{
	const struct codepage *cp = page(819);

	(void)state;
	round_trip(cp);
	assert_int_equal(codepage_to_unicode(cp, '\n'), 0x240A);
	assert_int_equal(codepage_to_unicode(cp, 'A'), 'A');
	assert_int_equal(codepage_blank(cp), ' ');
}

static void
constants_take_the_page_of_their_data_set(void **state)
{
	struct ds_diag diag;
	uint8_t out[8];
	size_t len;

	(void)state;
	assert_int_equal(
	    codepage_constant(1047, "A[1", 3, out, 8, &len, NULL), DS_OK);
	assert_memory_equal(out, "\xC1\xAD\xF1", 3);
	assert_int_equal(
	    codepage_constant(37, "A[1", 3, out, 8, &len, NULL), DS_OK);
	assert_memory_equal(out, "\xC1\xBA\xF1", 3);
	assert_int_equal(
	    codepage_constant(37, "\xE2\x82\xAC", 3, out, 8, &len, &diag),
	    DS_BADTEXT);
	assert_string_equal(
	    diag.text, "character U+20AC in column 1 is not in code page 37");
	assert_int_equal(
	    codepage_constant(37, "ABC", 3, out, 2, &len, &diag), DS_BADLENGTH);
	assert_int_equal(codepage_constant(930, "A", 1, out, 8, &len, &diag),
	    DS_UNSUPPORTED);
}

static void
names_of_pages_are_read(void **state)
{
	static const struct {
		const char *s;
		uint16_t ccsid;
	} good[] = {{"1047", 1047}, {"037", 37}, {"IBM-1047", 1047},
	    {"ibm1140", 1140}, {"Cp037", 37}, {"utf-8", 1208}, {"UTF8", 1208},
	    {"iso8859-1", 819}, {"65535", 65535}};
	static const char *const bad[] = {"", "0", "IBM", "IBM-", "65536",
	    "1047x", "-1", "123456", "EBCDIC", "99999999999999999999"};
	uint16_t ccsid;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_true(codepage_parse(good[i].s, &ccsid));
		assert_int_equal(ccsid, good[i].ccsid);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(codepage_parse(bad[i], &ccsid));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_page_round_trips_every_byte),
	    cmocka_unit_test(newlines_have_two_fixed_places),
	    cmocka_unit_test(page_037_and_1047_differ_in_six_characters),
	    cmocka_unit_test(national_pages_have_their_letters),
	    cmocka_unit_test(what_is_no_page_is_refused),
	    cmocka_unit_test(a_missing_character_is_told_with_its_place),
	    cmocka_unit_test(malformed_utf8_is_refused),
	    cmocka_unit_test(latin1_is_a_host_side),
	    cmocka_unit_test(latin1_is_a_page_of_records),
	    cmocka_unit_test(constants_take_the_page_of_their_data_set),
	    cmocka_unit_test(names_of_pages_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
