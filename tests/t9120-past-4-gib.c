/*
 * Components of more than 4 GiB by name: a data class with extended
 * addressability gives them, without it they end. 32768 bytes a control
 * interval, one record of 32000 in each: slot 131073 is the first behind 4
 * GiB. The disk gives room for 4.5 GB that is nearly all not written.
 */
#include "services/dataset.h"
#include "tests/support/services.h"
#include <sys/statvfs.h>

enum { FIRST = 131073, FAR = 131100, LEN = 32000 };

static void
define_set(struct fixture *f, const char *name, const char *dataclas)
{
	struct ds_define_cluster def;
	struct ds_defined made;

	def_init(&def, name);
	def.org = DS_ORG_RRDS;
	def.org_given = true;
	def.cluster.unit = DS_UNIT_CYL;
	def.cluster.pri = 10;
	def.cluster.sec = 400;
	def.cluster.avglrecl = def.cluster.maxlrecl = LEN;
	def.data.cisize = 32768;
	strcpy(def.dataclas, dataclas);
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &made, &f->diag), DS_OK);
}

/* Its status and, when it was stored, whether it is there again. */
static enum ds_status
put_far(struct fixture *f, const char *name, uint64_t slot)
{
	static uint8_t rec[LEN];
	struct ds_file *file = NULL;
	struct ds_rec got;
	enum ds_status st;

	memset(rec, (int)(slot & 0xFF), sizeof(rec));
	assert_int_equal(
	    ds_open_name(f->sys, name, DS_OUTPUT | DS_DIR, &file, &f->diag),
	    DS_OK);
	st = ds_put_rrn(file, rec, LEN, slot, &f->diag);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	if (st != DS_OK)
		return st;
	assert_int_equal(
	    ds_open_name(f->sys, name, DS_INPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	assert_int_equal(ds_point_rrn(file, slot, &f->diag), DS_OK);
	assert_int_equal(ds_get(file, &got, &f->diag), DS_OK);
	assert_int_equal(got.rrn, slot);
	assert_int_equal(got.len, LEN);
	assert_memory_equal(got.data, rec, LEN);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	return DS_OK;
}

static void
a_data_class_gives_more_than_4_gib(void **state)
{
	struct fixture *f = *state;
	struct ds_config *cfg = &f->sys->config;
	struct statvfs fs;

	if (statvfs(f->dir, &fs) != 0 ||
	    (uint64_t)fs.f_bavail * fs.f_frsize < (uint64_t)12 << 30)
		skip();
	cfg->dataclases[0] = (struct ds_dataclas){
	    .name = "LARGE", .extended = true, .addressable = true};
	cfg->dataclases[1] = (struct ds_dataclas){.name = "SMALL"};
	cfg->ndataclases = 2;
	define_set(f, "A.LARGE", "LARGE");
	define_set(f, "A.SMALL", "SMALL");
	assert_int_equal(put_far(f, "A.LARGE", 1), DS_OK);
	assert_int_equal(put_far(f, "A.LARGE", FIRST), DS_OK);
	assert_int_equal(put_far(f, "A.LARGE", FAR), DS_OK);
	assert_int_equal(put_far(f, "A.SMALL", 1), DS_OK);
	assert_int_equal(put_far(f, "A.SMALL", FIRST), DS_NOSPACE);
	assert_non_null(strstr(f->diag.text, "addressability"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_data_class_gives_more_than_4_gib, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
