/*
 * DEFINE and DELETE on a volume whose n-th operation fails, for every n: what
 * failed left nothing, what was told as done is done at the latest by whoever
 * opens the root next.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/define.h"
#include "tests/support/made_root.h"

static char root[ROOT_LEN];

static int
setup(void **state)
{
	(void)state;
	return root_new(root, "t8402") ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* The root with its volume behind the fault. */
static struct ds_system *
open_faulty(struct vol_fault *plan)
{
	struct ds_system *sys = root_open(root);
	struct volume *inner, *outer = NULL;

	assert_int_equal(ds_system_volume(sys, "VOL001", &inner, NULL), DS_OK);
	assert_int_equal(vol_fault_wrap(&inner, plan, &outer, NULL), DS_OK);
	sys->volumes[0].vol = outer;
	return sys;
}

static enum ds_status
define(struct ds_system *sys, struct ds_diag *diag)
{
	struct ds_define_cluster def;
	struct ds_defined out;

	def_small(&def, "A.B");
	def.cluster.erase = 1;
	return ds_define_cluster(sys, &def, &out, diag);
}

/* Opened anew, the root holds a whole cluster or no trace of one. */
static void
check(bool there)
{
	struct ds_system *sys = root_open(root);
	struct ds_entry *ent = NULL;
	struct cat_volume vol;
	struct volume *v;
	int files = 0, intents = 0;

	assert_int_equal(ds_locate(sys, NULL, "A.B", &ent, NULL),
	    there ? DS_OK : DS_CAT_NOTFOUND);
	ds_entry_free(&ent);
	assert_int_equal(ds_system_volume(sys, "VOL001", &v, NULL), DS_OK);
	assert_int_equal(vol_list(v, count_file, &files, NULL), DS_OK);
	assert_int_equal(files, there ? 2 : 0);
	assert_int_equal(
	    cat_volume_get(ds_system_catalog(sys), "VOL001", &vol, NULL),
	    DS_OK);
	assert_int_equal(vol.used_tracks, there ? 2 : 0);
	cat_intent_list(ds_system_catalog(sys), count_intent, &intents, NULL);
	assert_int_equal(intents, 0);
	ds_system_close(&sys);
}

static void
every_operation(int error, enum ds_status want)
{
	struct ds_delete_opts opts = {.erase = -1};
	struct vol_fault plan;
	struct ds_system *sys;
	struct ds_diag diag;
	enum ds_status st;
	uint64_t n;

	for (n = 1;; n++) {
		plan = (struct vol_fault){
		    .at = n, .kind = VOL_FAULT_ERRNO, .error = error};
		memset(&diag, 0, sizeof(diag));
		sys = open_faulty(&plan);
		st = define(sys, &diag);
		ds_system_close(&sys);
		if (plan.struck) {
			assert_int_equal(st, want);
			assert_true(diag.name[0] != '\0');
		} else {
			assert_int_equal(st, DS_OK);
		}
		check(st == DS_OK);
		if (!plan.struck)
			break;
	}
	assert_true(n > 4);
	for (n = 1;; n++) {
		plan = (struct vol_fault){
		    .at = n, .kind = VOL_FAULT_ERRNO, .error = error};
		sys = open_faulty(&plan);
		/* once the names are gone it is deleted, come what may */
		assert_int_equal(
		    ds_delete(sys, "A.B", &opts, NULL, NULL, NULL), DS_OK);
		ds_system_close(&sys);
		check(false);
		if (!plan.struck)
			break;
		sys = root_open(root);
		assert_int_equal(define(sys, NULL), DS_OK);
		ds_system_close(&sys);
	}
	assert_true(n > 2);
}

static void
a_full_volume_fails_the_define_alone(void **state)
{
	(void)state;
	every_operation(ENOSPC, DS_FULL);
}

static void
an_io_error_fails_the_define_alone(void **state)
{
	(void)state;
	every_operation(EIO, DS_IO);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_full_volume_fails_the_define_alone),
	    T(an_io_error_fails_the_define_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
