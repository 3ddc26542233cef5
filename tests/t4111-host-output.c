/*
 * Host files as output: what records give under each format, and that the old
 * file stays until the new one is whole. Expected bytes are worked out by hand
 * from SC23-6855 (RDW, BDW) and the IBM-1047 chart.
 */
#include <dirent.h>
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
	snprintf(dir, sizeof(dir), "/tmp/t4111-XXXXXX");
	if (mkdtemp(dir) == NULL)
		return -1;
	snprintf(path, sizeof(path), "%s/out", dir);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(dir); /* fails when something was left */
}

static void
make_file(const void *data, size_t len)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void
check_file(const void *data, size_t len)
{
	char *buf = malloc(len + 1);
	FILE *f = fopen(path, "r");

	assert_non_null(buf);
	assert_non_null(f);
	assert_int_equal(fread(buf, 1, len + 1, f), len);
	assert_memory_equal(buf, data, len);
	fclose(f);
	free(buf);
}

static int
count_files(void)
{
	DIR *d = opendir(dir);
	int n = 0;

	assert_non_null(d);
	while (readdir(d) != NULL)
		n++;
	closedir(d);
	return n - 2;
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

struct out_case {
	const char *what;
	struct host_spec spec;
	struct ds_attrs like;
	struct rec put[4];
	size_t nput;
	const char *file;
	size_t file_len;
};

static void
run_case(const struct out_case *c)
{
	struct host_spec spec = c->spec;
	struct host_out *out = NULL;
	struct ds_diag diag = {0};
	size_t i;

	print_message("# %s\n", c->what);
	unlink(path);
	spec.path = path;
	assert_int_equal(
	    host_out_open(&spec, &c->like, CCSID_1047, &out, &diag), DS_OK);
	for (i = 0; i < c->nput; i++)
		assert_int_equal(
		    host_out_put(out, (const uint8_t *)c->put[i].data,
			c->put[i].len, &diag),
		    DS_OK);
	assert_int_equal(host_out_close(&out, &diag), DS_OK);
	check_file(c->file, c->file_len);
	assert_int_equal(count_files(), 1);
}

#define F3 .recfm = DS_RECFM_FB, .lrecl = 3
#define V7 .recfm = DS_RECFM_VB, .lrecl = 7

static void
records_become_lines_or_bytes(void **state)
{
	static const struct out_case cases[] = {
	    {"F text loses trailing blanks", {.text = true, F3}, {.name = ""},
		{R("\xC1\x40\x40"), R("\x40\x40\x40"), R("\x40\xC1\x40")}, 3,
		BYTES("A\n\n A\n")},
	    {"noblankstrip keeps them",
		{.text = true, F3, .noblankstrip = true}, {.name = ""},
		{R("\xC1\x40\x40")}, 1, BYTES("A  \n")},
	    {"V text keeps them", {.text = true, V7}, {.name = ""},
		{R("\xC1\x40"), R("")}, 2, BYTES("A \n\n")},
	    {"no record, no line", {.text = true}, {.name = ""}, {{0}}, 0,
		BYTES("")},
	    {"X'15' and X'25' are no newlines", {.text = true}, {.name = ""},
		{R("\x15\x25\x51")}, 1,
		BYTES("\xC2\x85\xE2\x90\x8A\xC3\xA9\n")},
	    {"ISO 8859-1", {.text = true, .host_ccsid = CCSID_LATIN1},
		{.name = ""}, {R("\x51\x15")}, 1, BYTES("\xE9\x85\n")},
	    {"text takes the code page of the source", {.text = true},
		{.ccsid = 37}, {R("\xBA\xBB")}, 1, BYTES("[]\n")},
	    {"text of an F source is stripped", {.text = true},
		{.recfm = DS_RECFM_FB, .lrecl = 3, .fixed = true},
		{R("\xC1\x40\x40")}, 1, BYTES("A\n")},
	    {"F fills with X'00'", {F3}, {.name = ""}, {R("a"), R("bcd")}, 2,
		BYTES("a\0\0bcd")},
	    {"V has descriptors", {V7}, {.name = ""}, {R("a"), R(""), R("bcd")},
		3, BYTES("\0\5\0\0a\0\4\0\0\0\7\0\0bcd")},
	    {"VB with blocks", {V7, .bdw = true, .blksize = 14}, {.name = ""},
		{R("a"), R("b"), R("c")}, 3,
		BYTES("\0\016\0\0\0\5\0\0a\0\5\0\0b\0\011\0\0\0\5\0\0c")},
	    {"V has a block a record",
		{.recfm = DS_RECFM_V, .lrecl = 7, .bdw = true}, {.name = ""},
		{R("a"), R("b")}, 2,
		BYTES("\0\011\0\0\0\5\0\0a\0\011\0\0\0\5\0\0b")},
	    {"U as it comes", {.recfm = DS_RECFM_U}, {.name = ""},
		{R("a"), R("bc")}, 2, BYTES("abc")},
	    {"a new path takes F of the source", {0},
		{.recfm = DS_RECFM_FB, .lrecl = 2, .fixed = true},
		{R("ab"), R("c")}, 2, BYTES("abc\0")},
	    {"a new path takes V of a cluster", {0},
		{.vsam = true, .org = DS_ORG_KSDS, .lrecl = 3}, {R("abc")}, 1,
		BYTES("\0\7\0\0abc")},
	    {"a new path takes F of a cluster", {0},
		{.vsam = true, .org = DS_ORG_RRDS, .lrecl = 3, .fixed = true},
		{R("abc")}, 1, BYTES("abc")},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		run_case(&cases[i]);
}

static void
an_abandoned_file_was_never_there(void **state)
{
	struct host_spec spec = {.path = path, F3};
	struct host_out *out = NULL;

	(void)state;
	make_file("old", 3);
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"new", 3, NULL), DS_OK);
	assert_int_equal(count_files(), 1); /* not even a temporary name */
	host_out_abandon(&out);
	check_file("old", 3);
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"new", 3, NULL), DS_OK);
	check_file("old", 3);
	assert_int_equal(host_out_close(&out, NULL), DS_OK);
	check_file("new", 3);
	assert_int_equal(count_files(), 1);
	host_out_abandon(&out);
}

static void
mod_appends(void **state)
{
	struct host_spec text = {.path = path, .text = true, .mod = true};
	struct host_spec fixed = {.path = path, F3, .mod = true};
	struct host_out *out = NULL;
	struct ds_diag diag;
	char *big = malloc(1 << 20);

	(void)state;
	make_file("A", 1); /* a last line without its end */
	assert_int_equal(
	    host_out_open(&text, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"\xC2", 1, NULL), DS_OK);
	assert_int_equal(host_out_close(&out, NULL), DS_OK);
	check_file("A\nB\n", 4);
	make_file("abcd", 4);
	assert_int_equal(
	    host_out_open(&fixed, NULL, CCSID_1047, &out, &diag), DS_BADBLOCK);
	assert_int_equal(diag.rba, 3);
	memset(big, 'x', 1 << 20);
	make_file(big, 3 * 300000);
	assert_int_equal(
	    host_out_open(&fixed, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"abc", 3, NULL), DS_OK);
	assert_int_equal(host_out_close(&out, NULL), DS_OK);
	memcpy(big + 3 * 300000, "abc", 3);
	check_file(big, 3 * 300000 + 3);
	free(big);
	/* What is there has attributes that nobody knows. */
	fixed.recfm = DS_RECFM_NONE;
	fixed.lrecl = 0;
	assert_int_equal(
	    host_out_open(&fixed,
		&(struct ds_attrs){
		    .recfm = DS_RECFM_F, .lrecl = 3, .fixed = true},
		CCSID_1047, &out, &diag),
	    DS_INVALID);
}

static void
a_record_too_long_keeps_the_old_file(void **state)
{
	struct host_spec spec = {.path = path, F3};
	struct host_out *out = NULL;
	struct ds_diag diag = {0};

	(void)state;
	make_file("OLD", 3);
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"abcd", 4, NULL), DS_BADLENGTH);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"abc", 3, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"d", 1, NULL), DS_OK);
	assert_int_equal(host_out_close(&out, &diag), DS_BADLENGTH);
	assert_string_equal(
	    diag.text, "records were not taken: the file stays as it was");
	check_file("OLD", 3);
}

static void
blocks_survive_the_buffer(void **state)
{
	/* 2 MB in blocks of 32760: what was written reads back, record for
	 * record, so no block is cut where the buffer was flushed. */
	struct host_spec spec = {.path = path,
	    .recfm = DS_RECFM_VB,
	    .lrecl = 1000,
	    .bdw = true,
	    .blksize = 32760};
	struct host_out *out = NULL;
	struct host_in *in = NULL;
	uint8_t rec[996];
	const uint8_t *data;
	uint32_t len, i, blocks = 0, at = 0;
	uint8_t bdw[4];
	struct stat sb;
	FILE *f;

	(void)state;
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	for (i = 0; i < 4000; i++) {
		memset(rec, (int)(i & 0xFF), sizeof(rec));
		assert_int_equal(host_out_put(out, rec, i % 997, NULL), DS_OK);
	}
	assert_int_equal(host_out_close(&out, NULL), DS_OK);
	assert_int_equal(
	    host_in_open(&spec, NULL, CCSID_1047, &in, NULL), DS_OK);
	for (i = 0; i < 4000; i++) {
		assert_int_equal(host_in_get(in, &data, &len, NULL), DS_OK);
		assert_int_equal(len, i % 997);
		if (len > 0)
			assert_int_equal(data[len - 1], i & 0xFF);
	}
	assert_int_equal(host_in_get(in, &data, &len, NULL), DS_EOD);
	host_in_close(&in);
	/* All but the last block are within a record of the block size. */
	f = fopen(path, "r");
	assert_int_equal(fstat(fileno(f), &sb), 0);
	while (fread(bdw, 1, 4, f) == 4) {
		len = (uint32_t)(bdw[0] << 8 | bdw[1]);
		assert_true(len <= 32760);
		at += len;
		assert_true(len > 32760 - 1000 || at == sb.st_size);
		assert_int_equal(fseek(f, (long)at, SEEK_SET), 0);
		blocks++;
	}
	fclose(f);
	assert_true(blocks > 60);
}

static void
places_that_take_no_file_say_why(void **state)
{
	struct host_spec spec = {.path = dir, F3};
	struct host_out *out = NULL;
	struct ds_diag diag;
	char missing[170], sub[80];

	(void)state;
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, &diag), DS_INVALID);
	assert_string_equal(diag.text, "is a directory");
	snprintf(missing, sizeof(missing), "%s/no/such", dir);
	spec.path = missing;
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, &diag), DS_NOFILE);
	assert_string_equal(
	    diag.text, "cannot create: No such file or directory");
	unlink(path);
	spec.path = path;
	spec.recfm = DS_RECFM_NONE;
	spec.lrecl = 0;
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, &diag), DS_INVALID);
	assert_string_equal(
	    diag.text, "a binary file needs recfm= and lrecl= (or text)");
	assert_int_equal(access(path, F_OK), -1);
	if (geteuid() != 0) {
		snprintf(sub, sizeof(sub), "%s/s", dir);
		assert_int_equal(mkdir(sub, 0500), 0);
		snprintf(missing, sizeof(missing), "%s/x", sub);
		spec = (struct host_spec){.path = missing, F3};
		assert_int_equal(
		    host_out_open(&spec, NULL, CCSID_1047, &out, &diag), DS_IO);
		assert_int_equal(rmdir(sub), 0);
		make_file("old", 3);
		assert_int_equal(chmod(path, 0400), 0);
		spec.path = path;
		assert_int_equal(
		    host_out_open(&spec, NULL, CCSID_1047, &out, &diag), DS_IO);
	}
}

static void
a_full_device_fails_and_is_told(void **state)
{
	struct host_spec spec = {.path = NULL, F3};
	struct host_out *out = NULL;
	struct ds_diag diag;
	char full[] = "/dev/full", null[] = "/dev/null";

	(void)state;
	spec.path = full;
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"abc", 3, NULL), DS_OK);
	assert_int_equal(host_out_close(&out, &diag), DS_FULL);
	assert_null(out);
	spec.path = null;
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"abc", 3, NULL), DS_OK);
	assert_int_equal(host_out_close(&out, &diag), DS_OK);
}

static void
links_and_permissions_stay(void **state)
{
	struct host_spec spec = {.path = NULL, F3};
	struct host_out *out = NULL;
	struct stat sb;
	char link[140];

	(void)state;
	unlink(path);
	make_file("old", 3);
	assert_int_equal(chmod(path, 0640), 0);
	snprintf(link, sizeof(link), "%s/link", dir);
	assert_int_equal(symlink("out", link), 0);
	spec.path = link;
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"new", 3, NULL), DS_OK);
	assert_int_equal(host_out_close(&out, NULL), DS_OK);
	assert_int_equal(lstat(link, &sb), 0);
	assert_true(S_ISLNK(sb.st_mode));
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 07777, 0640);
	check_file("new", 3);
	unlink(link);
}

static void
a_missing_host_character_is_told(void **state)
{
	struct host_spec spec = {
	    .path = path, .text = true, .host_ccsid = CCSID_LATIN1};
	struct host_out *out = NULL;
	struct ds_diag diag;

	(void)state;
	spec.ccsid = 1140;
	make_file("old", 3);
	assert_int_equal(
	    host_out_open(&spec, NULL, CCSID_1047, &out, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"\xC1", 1, NULL), DS_OK);
	assert_int_equal(
	    host_out_put(out, (const uint8_t *)"\xC1\x9F", 2, &diag),
	    DS_BADTEXT);
	assert_string_equal(diag.text,
	    "record 2: character U+20AC in column 2 is not in code page 819");
	/* Closed like any other, it still does not replace the old one. */
	assert_int_equal(host_out_close(&out, &diag), DS_BADTEXT);
	check_file("old", 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(records_become_lines_or_bytes),
	    cmocka_unit_test(an_abandoned_file_was_never_there),
	    cmocka_unit_test(mod_appends),
	    cmocka_unit_test(a_record_too_long_keeps_the_old_file),
	    cmocka_unit_test(blocks_survive_the_buffer),
	    cmocka_unit_test(places_that_take_no_file_say_why),
	    cmocka_unit_test(links_and_permissions_stay),
	    cmocka_unit_test(a_full_device_fails_and_is_told),
	    cmocka_unit_test(a_missing_host_character_is_told),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
