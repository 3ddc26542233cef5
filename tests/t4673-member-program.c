/*
 * Members of a partitioned data set by libcatamount: written, read, replaced at
 * the close or not at all, and the directory's blocks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "include/catamount.h"
#include "services/define.h"
#include "services/system_int.h"
#include "tests/support/root.h"

static char root[ROOT_LEN];
static struct ctm_system *sys;
static struct ctm_error err;
static struct ctm_file *file;
static struct ctm_string *string;
static const struct ctm_request next = {.options = CTM_REC | CTM_SEQ | CTM_LOC};

static int
setup(void **state)
{
	struct ds_define_ps def = {.name = "A.LIB",
	    .recfm = DS_RECFM_VB,
	    .lrecl = 84,
	    .partitioned = true,
	    .library = true};
	struct ds_system *ds = NULL;

	(void)state;
	if (!root_new(root, "t4673") ||
	    ds_system_open(root, &ds, NULL, NULL) != DS_OK ||
	    ds_define_ps(ds, &def, NULL) != DS_OK)
		return -1;
	ds_system_close(&ds);
	return ctm_system_open(root, &sys, &err) == CTM_OK ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	ctm_system_close(&sys);
	return root_remove(root);
}

static void
open_set(const char *name, unsigned intent)
{
	assert_int_equal(
	    ctm_open(sys, name, intent | CTM_SEQUENTIAL, NULL, &file, &err),
	    CTM_OK);
	assert_int_equal(ctm_string_new(file, &string, &err), CTM_OK);
}

static void
put(const char *text)
{
	assert_int_equal(
	    ctm_put(string, &next, text, strlen(text), NULL, &err), CTM_OK);
}

static void
expect(const char *const *want, size_t n)
{
	struct ctm_record rec;

	open_set("A.LIB(M)", CTM_INPUT);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(ctm_get(string, &next, &rec, &err), CTM_OK);
		assert_int_equal(rec.length, strlen(want[i]));
		assert_memory_equal(rec.data, want[i], rec.length);
	}
	assert_int_equal(ctm_get(string, &next, &rec, &err), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_END_OF_DATA);
	assert_int_equal(ctm_close(&file, &err), CTM_OK);
}

static void
a_member_is_written_and_read_in_sequence(void **state)
{
	static const char *const first[] = {"one", "", "three"};
	static const char *const second[] = {"another"};
	char longer[100];

	(void)state;
	open_set("A.LIB(M)", CTM_OUTPUT);
	for (size_t i = 0; i < 3; i++)
		put(first[i]);
	assert_int_equal(ctm_close(&file, &err), CTM_OK);
	expect(first, 3);
	open_set("A.LIB(M)", CTM_OUTPUT);
	put(second[0]);
	assert_int_equal(ctm_close(&file, &err), CTM_OK);
	expect(second, 1);
	/* A record that is too long: what was there stays. */
	memset(longer, 'x', sizeof(longer));
	open_set("A.LIB(M)", CTM_OUTPUT);
	put("lost");
	assert_int_equal(
	    ctm_put(string, &next, longer, sizeof(longer), NULL, &err),
	    CTM_REQUEST);
	assert_int_not_equal(ctm_close(&file, &err), CTM_OK);
	expect(second, 1);
}

static void
without_a_member_the_directory_is_read(void **state)
{
	struct ctm_record rec;

	(void)state;
	open_set("A.LIB", CTM_INPUT);
	assert_int_equal(ctm_get(string, &next, &rec, &err), CTM_OK);
	/* M is X'D4'; 2 + 12 bytes and the mark's 12 are used. */
	assert_int_equal(rec.length, 256);
	assert_memory_equal(rec.data, "\0\32\324@@@@@@@", 10);
	assert_int_equal(ctm_get(string, &next, &rec, &err), CTM_REQUEST);
	assert_int_equal(ctm_close(&file, &err), CTM_OK);
	assert_int_not_equal(
	    ctm_open(sys, "A.LIB", CTM_OUTPUT, NULL, &file, &err), CTM_OK);
	assert_int_not_equal(
	    ctm_open(sys, "A.LIB(NONE)", CTM_INPUT, NULL, &file, &err), CTM_OK);
	assert_int_not_equal(
	    ctm_open(sys, "A.LIB(TOOLONGNAME)", CTM_INPUT, NULL, &file, &err),
	    CTM_OK);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_member_is_written_and_read_in_sequence),
	    cmocka_unit_test(without_a_member_the_directory_is_read),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
