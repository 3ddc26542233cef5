/*
 * What DEFINE and DELETE cost: waits for the disk, counted by standing in
 * front of the C library's fsync and fdatasync. The numbers follow from the
 * order of writes in services/define.c and services/delete.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/system_int.h"
#include "tests/support/define.h"
#include "tests/support/root.h"

static int syncs;

/* SQLite is to find them, too. */
#define SEEN __attribute__((visibility("default")))
SEEN int fsync(int fd);
SEEN int fdatasync(int fd);

int
fsync(int fd)
{
	syncs++;
	return (int)syscall(SYS_fsync, fd);
}

int
fdatasync(int fd)
{
	syncs++;
	return (int)syscall(SYS_fdatasync, fd);
}

static char root[ROOT_LEN];

static int
setup(void **state)
{
	struct ds_system *sys = NULL;

	if (!root_new(root, "t4006") ||
	    ds_system_open(root, &sys, NULL, NULL) != DS_OK)
		return -1;
	*state = sys;
	return 0;
}

static int
teardown(void **state)
{
	struct ds_system *sys = *state;

	ds_system_close(&sys);
	return root_remove(root);
}

static void
define(struct ds_system *sys, const char *name)
{
	struct ds_define_cluster def;
	struct ds_defined out;

	def_init(&def, name);
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.pri = 1;
	assert_int_equal(ds_define_cluster(sys, &def, &out, NULL), DS_OK);
}

/* Intents and space, two files, their names, the entries. The first one also
 * begins the catalog's write-ahead log. */
static void
a_define_waits_for_the_disk_five_times(void **state)
{
	struct ds_system *sys = *state;
	char name[16];
	int i;

	define(sys, "A.FIRST");
	for (i = 0; i < 10; i++) {
		snprintf(name, sizeof(name), "A.N%d", i);
		syncs = 0;
		define(sys, name);
		assert_int_equal(syncs, 5);
	}
}

/* The entries, the names of the files; the space comes back with the next. */
static void
a_delete_waits_for_the_disk_twice(void **state)
{
	struct ds_delete_opts opts = {.erase = -1};
	struct ds_system *sys = *state;
	struct cat_volume vol;
	char name[16];
	int i;

	for (i = 0; i < 10; i++) {
		snprintf(name, sizeof(name), "A.N%d", i);
		define(sys, name);
	}
	for (i = 0; i < 10; i++) {
		snprintf(name, sizeof(name), "A.N%d", i);
		syncs = 0;
		assert_int_equal(
		    ds_delete(sys, name, &opts, NULL, NULL, NULL), DS_OK);
		assert_int_equal(syncs, 2);
	}
	assert_int_equal(cat_volume_get(sys->cat, "VOL001", &vol, NULL), DS_OK);
	assert_int_equal(vol.used_tracks, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_define_waits_for_the_disk_five_times, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_delete_waits_for_the_disk_twice, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
