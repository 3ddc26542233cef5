/* Outcomes, bytes, CRC, arena, messages: base/ in small. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/crc32c.h"
#include "base/date.h"
#include "base/entry.h"
#include "base/msg.h"
#include "base/status.h"

/* By a calendar: 2024 and 2000 have 366 days, 2026 and 1900 have 365. */
static void
days_are_added_to_dates(void **state)
{
	(void)state;
	assert_true(ds_leap_year(2024) && ds_leap_year(2000));
	assert_false(ds_leap_year(2026) || ds_leap_year(1900));
	assert_int_equal(ds_date_add(2026335, 30), 2026365);
	assert_int_equal(ds_date_add(2026335, 31), 2027001);
	assert_int_equal(ds_date_add(2024059, 307), 2024366);
	assert_int_equal(ds_date_add(2023365, 367), 2025001);
	assert_int_equal(ds_date_add(2025001, -1), 2024366);
	assert_int_equal(ds_date_add(2024366, -366), 2023365);
	assert_int_equal(ds_date_add(9999365, 0), 9999365);
	assert_int_equal(ds_date_add(9999365, 1), DS_DATE_NEVER);
	assert_int_equal(ds_date_add(1001, -1), 0);
}

static void
crc32c_check_value(void **state)
{
	(void)state;
	/* The check value of CRC-32/ISCSI (RFC 3720 B.4 uses the same CRC). */
	assert_int_equal(crc32c("123456789", 9), 0xE3069283U);
	assert_int_equal(crc32c("", 0), 0);
}

/* By hand: what ends in a key, or has one inside a value, is another line. */
static void
extra_lines_are_read_by_their_keys(void **state)
{
	static const char extra[] = "XBWO=A\nEATTR=BWO=B\nBWO=CD\nDIR=12";
	char out[3];
	size_t len = 0;

	(void)state;
	assert_string_equal(ds_extra_find(extra, "BWO", &len), "CD\nDIR=12");
	assert_int_equal(len, 2);
	assert_null(ds_extra_find(extra, "BW", &len));
	assert_null(ds_extra_find("", "BWO", &len));
	assert_true(ds_extra_says(extra, "BWO", "CD"));
	assert_false(ds_extra_says(extra, "BWO", "C"));
	assert_false(ds_extra_says(extra, "BWO", "CDE"));
	assert_true(ds_extra_get(extra, "BWO", out, sizeof(out)));
	assert_string_equal(out, "CD");
	assert_false(ds_extra_get(extra, "BWO", out, 2));
	assert_int_equal(ds_extra_number(extra, "DIR"), 12);
	assert_int_equal(ds_extra_number(extra, "NONE"), 0);
}

static void
bytes_are_big_endian(void **state)
{
	uint8_t b[8];

	(void)state;
	be16_put(b, 0x0102);
	assert_memory_equal(b, "\x01\x02", 2);
	be32_put(b, 0x01020304);
	assert_memory_equal(b, "\x01\x02\x03\x04", 4);
	be64_put(b, 0x0102030405060708);
	assert_memory_equal(b, "\x01\x02\x03\x04\x05\x06\x07\x08", 8);
	assert_int_equal(be64_get(b), 0x0102030405060708);
}

static void
errno_maps_to_outcomes(void **state)
{
	struct ds_diag d;

	(void)state;
	assert_int_equal(ds_fail_errno(&d, ENOSPC, "A.B", "write"), DS_FULL);
	/* A limit is what it is to a full disk: no more can be written. */
	assert_int_equal(ds_fail_errno(&d, EFBIG, "A.B", "write"), DS_FULL);
	assert_int_equal(ds_fail_errno(&d, ENOSPC, "A.B", "write"), DS_FULL);
	assert_string_equal(d.name, "A.B");
	assert_string_equal(d.text, "write");
	assert_int_equal(d.sys_errno, ENOSPC);
	assert_int_equal(ds_fail_errno(&d, EIO, NULL, NULL), DS_IO);
	assert_int_equal(
	    ds_fail_rba(&d, DS_CORRUPT, "C", 512, "x%d", 1), DS_CORRUPT);
	assert_true(d.has_rba);
	assert_int_equal(d.rba, 512);
	assert_int_equal(ds_status_reason(DS_DUPLICATE), 8);
	assert_int_equal(ds_status_class(DS_CAT_NOTFOUND), 'C');
}

static void
a_sentence_says_a_thing_once(void **state)
{
	char out[DS_SENTENCE_MAX];
	struct ds_diag d;

	(void)state;
	ds_fail_errno(&d, EACCES, "/a/b", "cannot open");
	assert_string_equal(ds_status_sentence("", DS_IO, &d, out),
	    "input/output error: /a/b: cannot open: Permission denied");
	assert_string_equal(ds_status_sentence("IN=path:/A/b", DS_IO, &d, out),
	    "input/output error: cannot open: Permission denied");
	ds_fail_errno(&d, EACCES, NULL, "cannot open: permission denied");
	assert_string_equal(ds_status_sentence("", DS_IO, &d, out),
	    "input/output error: cannot open: permission denied");
	ds_fail(&d, DS_BUSY, "A.B", "In use");
	strcpy(d.holder, "job X");
	assert_string_equal(ds_status_sentence("A.B", DS_BUSY, &d, out),
	    "in use; held by job X");
	/* What is longest has room. */
	memset(d.name, 'N', sizeof(d.name) - 1);
	memset(d.text, 'T', sizeof(d.text) - 1);
	memset(d.holder, 'H', sizeof(d.holder) - 1);
	d.sys_errno = EACCES;
	assert_string_equal(
	    strrchr(ds_status_sentence("", DS_OPEN_CISIZE, &d, out), 'y') + 1,
	    " "
	    "HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH"
	    "HHHH"
	    "HHHHHHHHH");
}

static void
messages_take_inserts(void **state)
{
	struct msg m = {MSG_IDC0001I, {"4"}};
	char out[80];

	(void)state;
	msg_format(out, sizeof(out), &m);
	assert_string_equal(
	    out, "IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 4");
	msg_format(out, 10, &m);
	assert_string_equal(out, "IDC0001I ");
}

static void
arena_gives_zeroed_memory(void **state)
{
	struct arena *a = arena_new();
	char *p, *q;
	int i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		p = arena_alloc(a, 100);
		assert_non_null(p);
		assert_int_equal(p[99], 0);
		memset(p, 0xFF, 100);
	}
	q = arena_alloc(a, 100000);
	assert_int_equal(q[99999], 0);
	assert_null(arena_alloc(a, SIZE_MAX - 4));
	assert_string_equal(arena_strndup(a, "ABCDEF", 3), "ABC");
	arena_free(&a);
	assert_null(a);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(crc32c_check_value),
	    cmocka_unit_test(days_are_added_to_dates),
	    cmocka_unit_test(bytes_are_big_endian),
	    cmocka_unit_test(extra_lines_are_read_by_their_keys),
	    cmocka_unit_test(errno_maps_to_outcomes),
	    cmocka_unit_test(a_sentence_says_a_thing_once),
	    cmocka_unit_test(messages_take_inserts),
	    cmocka_unit_test(arena_gives_zeroed_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
