/*
 * A volume in a directory of its own, for all tests of a program or for each
 * of them. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_SPHERE_VOLUME_H
#define CATAMOUNT_TESTS_SUPPORT_SPHERE_VOLUME_H

#include "tests/support/sphere_test.h"

static char *dir;
static struct volume *vol;

static int
setup(void **state)
{
	struct ds_diag d;

	(void)state;
	dir = test_dir_new();
	assert_ok(vol_open(dir, false, &vol, &d), &d);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	vol_close(&vol);
	test_dir_free(dir);
	return 0;
}

#endif
