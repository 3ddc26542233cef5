/*
 * What takes long or cannot be had is said: text of the host counts its lines
 * while it is read through at its open, and a data set on volume MIGRAT, as
 * z/OS's catalog has what its migration manager has moved away, is called
 * migrated.
 */
#include <errno.h>

#include "tests/support/services.h"
#include "services/dataset.h"
#include "services/stop.h"

struct seen {
	uint64_t lines, bytes;
};

static void
count(void *ctx, uint64_t bytes)
{
	struct seen *s = ctx;

	s->lines++;
	s->bytes += bytes;
}

static enum ds_status
open_text(struct fixture *f, int lines)
{
	struct dd_table *dds = NULL;
	struct ds_file *file = NULL;
	char path[ROOT_LEN + 16], spec[2 * ROOT_LEN];
	enum ds_status st;
	FILE *fp;

	snprintf(path, sizeof(path), "%s/text", f->dir);
	assert_non_null(fp = fopen(path, "w"));
	for (int i = 0; i < lines; i++)
		fprintf(fp, "%09d\n", i);
	assert_int_equal(fclose(fp), 0);
	assert_int_equal(dd_table_new(f->sys, &dds), DS_OK);
	snprintf(spec, sizeof(spec), "IN=path:%s,text", path);
	assert_int_equal(dd_alloc(dds, spec, &f->diag), DS_OK);
	st = ds_open_dd(dds, "IN", DS_INPUT | DS_SEQ, NULL, &file, &f->diag);
	ds_abandon(&file);
	dd_table_free(&dds);
	return st;
}

static void
lines_are_counted_at_the_open(void **state)
{
	struct seen s = {0};

	ds_reading_set(count, &s);
	assert_int_equal(open_text(*state, 5000), DS_OK);
	assert_int_equal(s.lines, 5000);
	assert_int_equal(s.bytes, 5000 * 9);
	ds_reading_set(NULL, NULL);
	assert_int_equal(open_text(*state, 5000), DS_OK);
	assert_int_equal(s.lines, 5000);
}

static bool
always(void)
{
	return true;
}

static void
reading_through_is_stopped(void **state)
{
	struct fixture *f = *state;

	ds_stop_set(always);
	assert_int_not_equal(open_text(f, 5000), DS_OK);
	assert_int_equal(f->diag.sys_errno, EINTR);
	ds_stop_set(NULL);
}

static void
migrated_is_said(void **state)
{
	struct fixture *f = *state;
	struct ds_define_nonvsam nv = {
	    .nvolumes = 1, .ndevtypes = 1, .devtypes = {0x3010200F}};
	static const struct {
		const char *name, *volser;
		bool migrated;
	} t[] = {{"A.M", "MIGRAT", true}, {"A.A", "ARCIVE", true},
	    {"A.T", "TAPE01", false}};
	struct ds_file *file = NULL;
	struct ds_entry *ent;

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		strcpy(nv.name, t[i].name);
		strcpy(nv.volumes[0], t[i].volser);
		assert_int_equal(
		    ds_define_nonvsam(f->sys, &nv, &f->diag), DS_OK);
		ent = locate(f, t[i].name);
		assert_int_equal(ds_is_migrated(ent), t[i].migrated);
		ds_entry_free(&ent);
		assert_int_equal(ds_open_name(f->sys, t[i].name,
				     DS_INPUT | DS_SEQ, &file, &f->diag),
		    DS_OPEN_NOTVSAM);
		assert_int_equal(
		    strstr(f->diag.text, "migrated") != NULL, t[i].migrated);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		lines_are_counted_at_the_open, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		reading_through_is_stopped, setup, teardown),
	    cmocka_unit_test_setup_teardown(migrated_is_said, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
