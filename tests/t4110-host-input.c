/*
 * Host files as input: what each content gives under each format. Expected
 * records are worked out by hand from SC23-6855 (RDW, BDW) and the IBM-1047
 * chart (A-C X'C1'-X'C3', a-c X'81'-X'83', blank X'40', e acute X'51').
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/codepage.h"
#include "services/host_int.h"

static char dir[64];
static char path[128];

static int
setup(void **state)
{
	(void)state;
	snprintf(dir, sizeof(dir), "/tmp/t4110-XXXXXX");
	if (mkdtemp(dir) == NULL)
		return -1;
	snprintf(path, sizeof(path), "%s/in", dir);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(dir);
}

static void
make_file(const void *data, size_t len)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

struct rec {
	const char *data;
	size_t len;
};

#define R(s)                     \
	{                        \
		s, sizeof(s) - 1 \
	}
#define BYTES(s) s, sizeof(s) - 1

struct in_case {
	const char *what;
	struct host_spec spec;
	const char *file;
	size_t file_len;
	struct rec want[4];
	size_t nwant;
	enum ds_status open, end; /* end: after the records */
	const char *text;         /* of the failure; NULL: not looked at */
};

static void
run_case(const struct in_case *c)
{
	struct host_spec spec = c->spec;
	struct host_in *in = NULL;
	struct ds_diag diag = {0};
	const uint8_t *data;
	enum ds_status st;
	uint32_t len;
	size_t i;

	print_message("# %s\n", c->what);
	make_file(c->file, c->file_len);
	spec.path = path;
	st = host_in_open(&spec, NULL, CCSID_1047, &in, &diag);
	assert_int_equal(st, c->open);
	for (i = 0; st == DS_OK && i < c->nwant; i++) {
		assert_int_equal(host_in_get(in, &data, &len, &diag), DS_OK);
		assert_int_equal(len, c->want[i].len);
		assert_memory_equal(data, c->want[i].data, len);
	}
	if (st == DS_OK) {
		/* The same answer however often it is asked. */
		assert_int_equal(host_in_get(in, &data, &len, &diag), c->end);
		assert_int_equal(host_in_get(in, &data, &len, &diag), c->end);
	}
	if (c->text != NULL)
		assert_string_equal(diag.text, c->text);
	host_in_close(&in);
}

static void
run_cases(const struct in_case *c, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		run_case(&c[i]);
}

#define TEXT .text = true
#define F3 .recfm = DS_RECFM_FB, .lrecl = 3
#define V7 .recfm = DS_RECFM_VB, .lrecl = 7

static void
lines_become_records(void **state)
{
	static const struct in_case cases[] = {
	    {"empty file", {TEXT}, BYTES(""), {{0}}, 0, DS_OK, DS_EOD, NULL},
	    {"lines of V", {TEXT}, BYTES("A\nBC\n"), {R("\xC1"), R("\xC2\xC3")},
		2, DS_OK, DS_EOD, NULL},
	    {"no newline at the end", {TEXT}, BYTES("A\nBC"),
		{R("\xC1"), R("\xC2\xC3")}, 2, DS_OK, DS_EOD, NULL},
	    {"F pads with blanks", {TEXT, F3}, BYTES("A\nABC\n"),
		{R("\xC1\x40\x40"), R("\xC1\xC2\xC3")}, 2, DS_OK, DS_EOD, NULL},
	    {"LRECL alone means F", {TEXT, .lrecl = 3}, BYTES("A\n"),
		{R("\xC1\x40\x40")}, 1, DS_OK, DS_EOD, NULL},
	    {"an empty line is a blank F record", {TEXT, F3}, BYTES("\nA\n"),
		{R("\x40\x40\x40"), R("\xC1\x40\x40")}, 2, DS_OK, DS_EOD, NULL},
	    {"an empty line is an empty V record", {TEXT, V7}, BYTES("\n\n"),
		{R(""), R("")}, 2, DS_OK, DS_EOD, NULL},
	    {"CRLF and BOM are dropped", {TEXT},
		BYTES("\xEF\xBB\xBF"
		      "A\r\nB\r\n"),
		{R("\xC1"), R("\xC2")}, 2, DS_OK, DS_EOD, NULL},
	    {"a BOM alone is no record", {TEXT}, BYTES("\xEF\xBB\xBF"), {{0}},
		0, DS_OK, DS_EOD, NULL},
	    {"a CR inside a line stays", {TEXT}, BYTES("A\rB\n"),
		{R("\xC1\x0D\xC2")}, 1, DS_OK, DS_EOD, NULL},
	    {"tabs and NULs stay", {TEXT}, BYTES("\t\0A\n"),
		{R("\x05\x00\xC1")}, 1, DS_OK, DS_EOD, NULL},
	    {"columns count characters", {TEXT, F3},
		BYTES("\xC3\xA9\xC3\xA9\xC3\xA9\n"), {R("\x51\x51\x51")}, 1,
		DS_OK, DS_EOD, NULL},
	    {"NEL and the LF symbol come back", {TEXT},
		BYTES("\xC2\x85\xE2\x90\x8A\n"), {R("\x15\x25")}, 1, DS_OK,
		DS_EOD, NULL},
	    {"ISO 8859-1", {TEXT, F3, .host_ccsid = CCSID_LATIN1},
		BYTES("\xE9\n"), {R("\x51\x40\x40")}, 1, DS_OK, DS_EOD, NULL},
	    {"another code page", {TEXT, .ccsid = 37}, BYTES("[]\n"),
		{R("\xBA\xBB")}, 1, DS_OK, DS_EOD, NULL},
	};

	(void)state;
	run_cases(cases, sizeof(cases) / sizeof(cases[0]));
}

static void
lines_that_cannot_are_refused_at_open(void **state)
{
	static const struct in_case cases[] = {
	    {"too long for F", {TEXT, F3}, BYTES("A\nABCD\n"), {{0}}, 0,
		DS_BADTEXT, DS_OK, "line 2: longer than 3 characters"},
	    {"too long for V", {TEXT, V7}, BYTES("ABCD\n"), {{0}}, 0,
		DS_BADTEXT, DS_OK, "line 1: longer than 3 characters"},
	    {"too long, ISO 8859-1", {TEXT, F3, .host_ccsid = CCSID_LATIN1},
		BYTES("\n\nABCD"), {{0}}, 0, DS_BADTEXT, DS_OK,
		"line 3: longer than 3 characters"},
	    {"a character that 1047 lacks", {TEXT},
		BYTES("A\nB\n\xC3\xA9\xE2\x82\xAC\n"), {{0}}, 0, DS_BADTEXT,
		DS_OK,
		"line 3: character U+20AC in column 2 is not in code page "
		"1047"},
	    {"not UTF-8", {TEXT}, BYTES("A\xE9\n"), {{0}}, 0, DS_BADTEXT, DS_OK,
		"line 1: byte X'E9' in column 2 is not UTF-8"},
	    {"UTF-8 cut by the end", {TEXT}, BYTES("A\xE2\x82"), {{0}}, 0,
		DS_BADTEXT, DS_OK,
		"line 1: byte X'E2' in column 2 is not UTF-8"},
	    {"no such code page", {TEXT, .ccsid = 930}, BYTES("A\n"), {{0}}, 0,
		DS_UNSUPPORTED, DS_OK, NULL},
	    {"F without LRECL", {TEXT, .recfm = DS_RECFM_F}, BYTES("A\n"),
		{{0}}, 0, DS_INVALID, DS_OK, "fixed records need lrecl="},
	};

	(void)state;
	run_cases(cases, sizeof(cases) / sizeof(cases[0]));
}

static void
binary_is_cut_by_its_format(void **state)
{
	static const struct in_case cases[] = {
	    {"F back to back", {F3}, BYTES("abcdef"), {R("abc"), R("def")}, 2,
		DS_OK, DS_EOD, NULL},
	    {"F empty", {F3}, BYTES(""), {{0}}, 0, DS_OK, DS_EOD, NULL},
	    {"F of one byte", {.recfm = DS_RECFM_F, .lrecl = 1}, BYTES("ab"),
		{R("a"), R("b")}, 2, DS_OK, DS_EOD, NULL},
	    {"F ragged", {F3}, BYTES("abcde"), {{0}}, 0, DS_BADBLOCK, DS_OK,
		"the file ends with 2 bytes of a record of 3 at offset 3"},
	    {"V with descriptors", {V7},
		BYTES("\0\5\0\0a"
		      "\0\4\0\0"
		      "\0\7\0\0bcd"),
		{R("a"), R(""), R("bcd")}, 3, DS_OK, DS_EOD, NULL},
	    {"V without LRECL", {.recfm = DS_RECFM_V}, BYTES("\0\5\0\0a"),
		{R("a")}, 1, DS_OK, DS_EOD, NULL},
	    {"VB with blocks", {V7, .bdw = true},
		BYTES("\0\016\0\0\0\5\0\0a\0\5\0\0b\0\012\0\0\0\6\0\0cd"),
		{R("a"), R("b"), R("cd")}, 3, DS_OK, DS_EOD, NULL},
	    {"a large block", {V7, .bdw = true}, BYTES("\x80\0\0\x09\0\5\0\0a"),
		{R("a")}, 1, DS_OK, DS_EOD, NULL},
	    {"VBS segments are joined", {.recfm = DS_RECFM_VBS, .lrecl = 10},
		BYTES("\0\6\1\0ab\0\5\3\0c\0\5\2\0d\0\5\0\0e"),
		{R("abcd"), R("e")}, 2, DS_OK, DS_EOD, NULL},
	    {"U in pieces of LRECL", {.recfm = DS_RECFM_U, .lrecl = 3},
		BYTES("abcde"), {R("abc"), R("de")}, 2, DS_OK, DS_EOD, NULL},
	    {"U in pieces of BLKSIZE", {.recfm = DS_RECFM_U, .blksize = 4},
		BYTES("abcde"), {R("abcd"), R("e")}, 2, DS_OK, DS_EOD, NULL},
	};

	(void)state;
	run_cases(cases, sizeof(cases) / sizeof(cases[0]));
}

static void
bad_descriptors_stop_with_their_offset(void **state)
{
	static const struct in_case cases[] = {
	    {"shorter than itself", {V7}, BYTES("\0\5\0\0a\0\3\0\0"), {R("a")},
		1, DS_OK, DS_BADBLOCK,
		"descriptor X'00030000' at offset 5: shorter than itself"},
	    {"longer than LRECL", {V7}, BYTES("\0\010\0\0abcd"), {{0}}, 0,
		DS_OK, DS_BADBLOCK,
		"descriptor X'00080000' at offset 0: the record is longer "
		"than LRECL"},
	    {"segment bits in V", {V7}, BYTES("\0\5\1\0a"), {{0}}, 0, DS_OK,
		DS_BADBLOCK,
		"descriptor X'00050100' at offset 0: not a record "
		"descriptor"},
	    {"text read as V", {.recfm = DS_RECFM_VB}, BYTES("HELLO WORLD"),
		{{0}}, 0, DS_OK, DS_BADBLOCK,
		"descriptor X'48454C4C' at offset 0: not a record "
		"descriptor"},
	    {"cut descriptor", {V7}, BYTES("\0\5\0\0a\0\5\0"), {R("a")}, 1,
		DS_OK, DS_BADBLOCK,
		"the file ends inside a descriptor at offset 5"},
	    {"cut record", {V7}, BYTES("\0\6\0\0a"), {{0}}, 0, DS_OK,
		DS_BADBLOCK,
		"descriptor X'00060000' at offset 0: the file ends inside "
		"the record"},
	    {"block without record", {V7, .bdw = true}, BYTES("\0\4\0\0"),
		{{0}}, 0, DS_OK, DS_BADBLOCK,
		"descriptor X'00040000' at offset 0: the block has no "
		"record"},
	    {"record beyond its block", {V7, .bdw = true},
		BYTES("\0\010\0\0\0\5\0\0a"), {{0}}, 0, DS_OK, DS_BADBLOCK,
		"descriptor X'00050000' at offset 4: the record is longer "
		"than its block"},
	    {"block cut", {V7, .bdw = true}, BYTES("\0\012\0\0\0\5\0\0a"),
		{R("a")}, 1, DS_OK, DS_BADBLOCK,
		"the file ends inside a descriptor at offset 9"},
	    {"large block that is not there", {V7, .bdw = true},
		BYTES("\xFF\xFF\xFF\xFF"), {{0}}, 0, DS_OK, DS_BADBLOCK,
		"the file ends inside a descriptor at offset 4"},
	    {"a last segment first", {.recfm = DS_RECFM_VS, .lrecl = 10},
		BYTES("\0\5\2\0a"), {{0}}, 0, DS_OK, DS_BADBLOCK, NULL},
	    {"segments too long together", {.recfm = DS_RECFM_VS, .lrecl = 6},
		BYTES("\0\6\1\0ab\0\5\2\0c"), {{0}}, 0, DS_OK, DS_BADBLOCK,
		NULL},
	    {"segments without an end", {.recfm = DS_RECFM_VS, .lrecl = 9},
		BYTES("\0\6\1\0ab"), {{0}}, 0, DS_OK, DS_BADBLOCK, NULL},
	    {"binary without attributes", {0}, BYTES("abc"), {{0}}, 0,
		DS_INVALID, DS_OK,
		"a binary file needs recfm= and lrecl= (or text)"},
	    {"LRECL of V without room", {.recfm = DS_RECFM_V, .lrecl = 4},
		BYTES(""), {{0}}, 0, DS_INVALID, DS_OK, NULL},
	    {"LRECL out of range", {.recfm = DS_RECFM_F, .lrecl = 65536},
		BYTES(""), {{0}}, 0, DS_INVALID, DS_OK, NULL},
	};

	(void)state;
	run_cases(cases, sizeof(cases) / sizeof(cases[0]));
}

static void
long_lines_are_read_or_refused(void **state)
{
	/* 10 MB without a newline; and the longest line that V takes, of
	 * two-byte characters, over the buffer's edge many times. */
	const size_t big = 10 << 20, most = 32756;
	struct host_spec spec = {.path = path, .text = true};
	struct host_in *in = NULL;
	struct ds_diag diag;
	const uint8_t *data;
	uint32_t len;
	char *buf = malloc(big);
	size_t i, n = 0;

	(void)state;
	memset(buf, 'A', big);
	make_file(buf, big);
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_BADTEXT);
	assert_string_equal(diag.text, "line 1: longer than 32756 characters");
	while (n + 2 * most + 2 <= big / 8) {
		for (i = 0; i < most; i++, n += 2)
			memcpy(buf + n, "\xC3\xA9", 2);
		memcpy(buf + n, "\r\n", 2);
		n += 2;
	}
	make_file(buf, n);
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_OK);
	for (i = 0; i < n / (2 * most + 2); i++) {
		assert_int_equal(host_in_get(in, &data, &len, &diag), DS_OK);
		assert_int_equal(len, most);
		assert_int_equal(data[0], 0x51);
		assert_int_equal(data[most - 1], 0x51);
	}
	assert_int_equal(host_in_get(in, &data, &len, &diag), DS_EOD);
	host_in_close(&in);
	free(buf);
}

static void
the_longest_binary_records_are_read(void **state)
{
	struct host_spec spec = {
	    .path = path, .recfm = DS_RECFM_F, .lrecl = 32760};
	struct host_in *in = NULL;
	const uint8_t *data;
	uint32_t len;
	uint8_t *buf = calloc(20, 32760);
	size_t i;

	(void)state;
	for (i = 0; i < 20; i++)
		buf[i * 32760] = buf[i * 32760 + 32759] = (uint8_t)i;
	make_file(buf, 20 * 32760);
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, NULL), DS_OK);
	for (i = 0; i < 20; i++) {
		assert_int_equal(host_in_get(in, &data, &len, NULL), DS_OK);
		assert_int_equal(data[0], i);
		assert_int_equal(data[32759], i);
	}
	assert_int_equal(host_in_get(in, &data, &len, NULL), DS_EOD);
	assert_int_equal(host_in_rewind(in, NULL), DS_OK);
	assert_int_equal(host_in_get(in, &data, &len, NULL), DS_OK);
	assert_int_equal(data[0], 0);
	host_in_close(&in);
	free(buf);
}

static void
a_pipe_of_text_is_checked_too(void **state)
{
	struct host_spec spec = {.text = true};
	struct host_in *in = NULL;
	struct ds_diag diag;
	const uint8_t *data;
	char self[32];
	uint32_t len;
	int fd[2];

	(void)state;
	spec.path = self;
	assert_int_equal(pipe(fd), 0);
	snprintf(self, sizeof(self), "/dev/fd/%d", fd[0]);
	assert_int_equal(write(fd[1], "A\n\xFF", 3), 3);
	close(fd[1]);
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_BADTEXT);
	close(fd[0]);
	assert_int_equal(pipe(fd), 0);
	snprintf(self, sizeof(self), "/dev/fd/%d", fd[0]);
	assert_int_equal(write(fd[1], "A\nB\n", 4), 4);
	close(fd[1]);
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_OK);
	assert_int_equal(host_in_get(in, &data, &len, NULL), DS_OK);
	assert_int_equal(data[0], 0xC1);
	assert_int_equal(host_in_get(in, &data, &len, NULL), DS_OK);
	assert_int_equal(data[0], 0xC2);
	assert_int_equal(host_in_get(in, &data, &len, NULL), DS_EOD);
	host_in_close(&in);
	close(fd[0]);
}

static void
text_takes_the_code_page_of_its_target(void **state)
{
	struct ds_attrs target = {.ccsid = 273};
	struct host_spec spec = {.path = path, .text = true};
	struct host_in *in = NULL;
	const uint8_t *data;
	uint32_t len;

	(void)state;
	make_file("\xC3\x84\n", 3); /* A umlaut: X'4A' in 273 */
	assert_int_equal(
	    host_in_open(&spec, &target, CCSID_1047, &in, NULL), DS_OK);
	assert_int_equal(host_in_get(in, &data, &len, NULL), DS_OK);
	assert_int_equal(data[0], 0x4A);
	assert_int_equal(host_in_spec(in)->ccsid, 273);
	host_in_close(&in);
}

static void
what_cannot_be_opened_says_why(void **state)
{
	struct host_spec spec = {.path = dir, .text = true};
	struct host_in *in = NULL;
	struct ds_diag diag;
	char longname[300];

	(void)state;
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_INVALID);
	assert_string_equal(diag.text, "is a directory");
	assert_string_equal(diag.name, dir);
	unlink(path);
	spec.path = path;
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_NOFILE);
	assert_string_equal(
	    diag.text, "cannot open: No such file or directory");
	make_file("", 0);
	if (geteuid() != 0) {
		assert_int_equal(chmod(path, 0), 0);
		assert_int_equal(
		    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_IO);
		assert_string_equal(
		    diag.text, "cannot open: Permission denied");
	}
	memset(longname, 'x', sizeof(longname) - 1);
	longname[sizeof(longname) - 1] = '\0';
	spec.path = longname;
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, &diag), DS_IO);
	assert_int_equal(strlen(diag.name), DS_DIAG_NAME - 1);
	assert_null(in);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lines_become_records),
	    cmocka_unit_test(lines_that_cannot_are_refused_at_open),
	    cmocka_unit_test(binary_is_cut_by_its_format),
	    cmocka_unit_test(bad_descriptors_stop_with_their_offset),
	    cmocka_unit_test(long_lines_are_read_or_refused),
	    cmocka_unit_test(the_longest_binary_records_are_read),
	    cmocka_unit_test(a_pipe_of_text_is_checked_too),
	    cmocka_unit_test(text_takes_the_code_page_of_its_target),
	    cmocka_unit_test(what_cannot_be_opened_says_why),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
