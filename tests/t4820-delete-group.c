/*
 * DELETE in groups: what it waits for, what it holds, what ends a group. That
 * a group is one wait for the disk is its purpose (services/README.md); the
 * waits are counted by standing in front of the C library's functions.
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

#include "services/catalogs.h"
#include "services/enq.h"
#include "services/group_int.h"
#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/define.h"
#include "tests/support/root.h"

enum { MANY = 100, GROUP = 128 };

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

	if (!root_new(root, "t4820") ||
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
enter(struct ds_system *sys, const char *name, uint32_t expires)
{
	struct ds_define_nonvsam def = {
	    .nvolumes = 1, .group = GROUP, .expires = expires};

	snprintf(def.name, sizeof(def.name), "%s", name);
	strcpy(def.volumes[0], "VOL009");
	assert_int_equal(ds_define_nonvsam(sys, &def, NULL), DS_OK);
}

/* N.N000 and so on, all of them there for good. */
static void
enter_many(struct ds_system *sys, int n)
{
	char name[16];
	int i;

	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "N.N%03d", i);
		enter(sys, name, 0);
	}
	assert_int_equal(ds_system_flush(sys, NULL, NULL), DS_OK);
}

static enum ds_status
scratch(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	const struct ds_delete_opts opts = {.erase = -1, .group = GROUP};

	return ds_delete(sys, name, &opts, NULL, NULL, diag);
}

/* Is it there for everybody, not for this process alone? */
static bool
is_there(const char *name)
{
	struct ds_system *sys = NULL;
	struct ds_entry *ent = NULL;
	enum ds_status st;

	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	st = ds_locate(sys, NULL, name, &ent, NULL);
	ds_entry_free(&ent);
	ds_system_close(&sys);
	assert_true(st == DS_OK || st == DS_CAT_NOTFOUND);
	return st == DS_OK;
}

/* One flush; and one more where the log is written back to the file. */
static void
many_deletes_wait_for_the_disk_together(void **state)
{
	struct ds_system *sys = *state;
	char name[16];
	int i;

	enter_many(sys, MANY);
	syncs = 0;
	for (i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "N.N%03d", i);
		assert_int_equal(scratch(sys, name, NULL), DS_OK);
	}
	assert_int_equal(ds_system_flush(sys, NULL, NULL), DS_OK);
	assert_in_range(syncs, 1, 4);
	assert_false(is_there("N.N000"));
	assert_false(is_there("N.N099"));
}

static enum ds_status
may_have(const char *name)
{
	struct enq_owner *other = NULL;
	enum ds_status st;

	assert_int_equal(enq_owner_new(root, NULL, &other, NULL), DS_OK);
	st = enq_test(other, "SYSDSN", name, ENQ_SHR, NULL);
	enq_owner_free(&other);
	return st;
}

/* Of an entry that others still see nobody gets the name. */
static void
a_name_is_held_until_its_group_has_gone(void **state)
{
	struct ds_system *sys = *state;

	enter_many(sys, 1);
	assert_int_equal(scratch(sys, "N.N000", NULL), DS_OK);
	assert_true(sys->group_open);
	assert_int_equal(may_have("N.N000"), DS_BUSY);
	assert_int_equal(ds_system_flush(sys, NULL, NULL), DS_OK);
	assert_int_equal(may_have("N.N000"), DS_OK);
}

static void
one_that_stays_leaves_its_group_alone(void **state)
{
	struct ds_system *sys = *state;
	struct enq_owner *other = NULL;
	struct enq *enq = NULL;

	enter_many(sys, 3);
	enter(sys, "N.KEPT", 2999001);
	assert_int_equal(ds_system_flush(sys, NULL, NULL), DS_OK);
	assert_int_equal(enq_owner_new(root, NULL, &other, NULL), DS_OK);
	assert_int_equal(
	    enq_take(other, "SYSDSN", "N.N001", ENQ_SHR, 0, &enq, NULL), DS_OK);
	assert_int_equal(scratch(sys, "N.N000", NULL), DS_OK);
	assert_int_equal(scratch(sys, "N.N001", NULL), DS_CAT_INUSE);
	assert_int_equal(scratch(sys, "N.KEPT", NULL), DS_CAT_UNEXPIRED);
	assert_int_equal(scratch(sys, "N.NONE", NULL), DS_CAT_NOTFOUND);
	assert_int_equal(scratch(sys, "N.N002", NULL), DS_OK);
	assert_int_equal(ds_system_flush(sys, NULL, NULL), DS_OK);
	enq_free(&enq);
	enq_owner_free(&other);
	assert_false(is_there("N.N000"));
	assert_true(is_there("N.N001"));
	assert_true(is_there("N.KEPT"));
	assert_false(is_there("N.N002"));
}

/* What has a file goes by itself, behind the group. */
static void
a_cluster_ends_the_group(void **state)
{
	struct ds_system *sys = *state;
	struct ds_define_cluster def;
	struct ds_defined out;

	def_init(&def, "N.CLUSTER");
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.pri = 1;
	assert_int_equal(ds_define_cluster(sys, &def, &out, NULL), DS_OK);
	enter_many(sys, 2);
	assert_int_equal(scratch(sys, "N.N000", NULL), DS_OK);
	assert_true(sys->group_open);
	assert_int_equal(scratch(sys, "N.CLUSTER", NULL), DS_OK);
	assert_false(sys->group_open);
	assert_false(is_there("N.N000"));
	assert_false(is_there("N.CLUSTER"));
	assert_false(is_there("N.CLUSTER.DATA"));
	assert_int_equal(scratch(sys, "N.N001", NULL), DS_OK);
	assert_int_equal(ds_system_flush(sys, NULL, NULL), DS_OK);
	assert_false(is_there("N.N001"));
}

/* Defined, deleted, defined again in one transaction. */
static void
a_name_comes_again_in_its_group(void **state)
{
	struct ds_system *sys = *state;

	enter(sys, "N.A", 0);
	assert_int_equal(scratch(sys, "N.A", NULL), DS_OK);
	assert_int_equal(scratch(sys, "N.A", NULL), DS_CAT_NOTFOUND);
	enter(sys, "N.A", 0);
	assert_int_equal(ds_system_flush(sys, NULL, NULL), DS_OK);
	assert_true(is_there("N.A"));
	assert_int_equal(may_have("N.A"), DS_OK);
}

/* Entries of a group that failed are there still, for anybody. */
static void
a_group_that_is_dropped_deletes_nothing(void **state)
{
	struct ds_system *sys = *state;

	enter_many(sys, 2);
	assert_int_equal(scratch(sys, "N.N000", NULL), DS_OK);
	group_undo(sys);
	assert_true(is_there("N.N000"));
	assert_int_equal(may_have("N.N000"), DS_OK);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	    T(many_deletes_wait_for_the_disk_together),
	    T(a_name_is_held_until_its_group_has_gone),
	    T(one_that_stays_leaves_its_group_alone),
	    T(a_cluster_ends_the_group),
	    T(a_name_comes_again_in_its_group),
	    T(a_group_that_is_dropped_deletes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
