/*
 * Data sets that are moved to another volume by a process that dies at each
 * step: they are on one of the two, with all that they have, and nothing else
 * is.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/check.h"
#include "services/dataset.h"
#include "services/relocate.h"
#include "services/volumes.h"
#include "tests/support/made_root.h"
#include "tests/support/define.h"
#include "tests/support/step.h"

enum { RECORDS = 200 };

static char root[ROOT_LEN];

static int
setup(void **state)
{
	(void)state;
	return root_made(root, "t4028");
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* Records of 80 bytes: a number, another one, padding. */
static void
load(struct ds_system *sys, const char *name)
{
	struct ds_file *file = NULL;
	char rec[96];

	assert_int_equal(
	    ds_open_name(sys, name, DS_OUTPUT, &file, NULL), DS_OK);
	for (int i = 0; i < RECORDS; i++) {
		snprintf(rec, sizeof(rec), "%08d%08d%64s", i, 9999 - i, "");
		assert_int_equal(ds_put(file, rec, 80, NULL), DS_OK);
	}
	assert_int_equal(ds_close(&file, NULL), DS_OK);
}

static void
check(struct ds_system *sys, const char *name)
{
	struct ds_file *file = NULL;
	struct ds_rec rec;
	char want[32];
	int n = 0;

	assert_int_equal(ds_open_name(sys, name, DS_INPUT, &file, NULL), DS_OK);
	for (; ds_get(file, &rec, NULL) == DS_OK; n++) {
		snprintf(want, sizeof(want), "%08d%08d", n, 9999 - n);
		assert_memory_equal(rec.data, want, 16);
	}
	assert_int_equal(n, RECORDS);
	assert_int_equal(ds_close(&file, NULL), DS_OK);
}

/* A.K with an alternate index; A.LIB(M). */
static void
fill(void)
{
	struct ds_define_ps lib = {.name = "A.LIB",
	    .recfm = DS_RECFM_FB,
	    .lrecl = 80,
	    .unit = DS_UNIT_TRK,
	    .pri = 4,
	    .partitioned = true,
	    .library = true};
	struct ds_system *sys = root_open(root);
	struct ds_define_cluster def;
	struct ds_defined made;

	assert_int_equal(
	    ds_volume_add(sys, "VOL002", NULL, false, 100, NULL), DS_OK);
	def_ksds(&def, "A.K");
	def.cluster.keylen = 8;
	def.cluster.avglrecl = def.cluster.maxlrecl = 80;
	assert_int_equal(ds_define_cluster(sys, &def, &made, NULL), DS_OK);
	def_small(&def, "A.X");
	strcpy(def.relate, "A.K");
	def.cluster.keylen = 8;
	def.cluster.rkp = 8;
	def.cluster.avglrecl = def.cluster.maxlrecl = 40;
	def.unique = 1;
	def.upgrade = 1;
	assert_int_equal(ds_define_cluster(sys, &def, &made, NULL), DS_OK);
	load(sys, "A.K");
	assert_int_equal(ds_define_ps(sys, &lib, NULL), DS_OK);
	load(sys, "A.LIB(M)");
	ds_system_close(&sys);
}

/* --- what is found -------------------------------------------------------- */

static void
fault(void *ctx, const struct ds_check_found *f)
{
	(void)ctx;
	fail_msg("%s %s %s: %s", f->volser, f->name, f->file, f->text);
}

static bool
intent(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	(void)ctx;
	(void)id;
	(void)comp_id;
	(void)holder;
	fail_msg("an intent %c on %s is left", kind, volser);
	return false;
}

/* Everything agrees; where the data set is. */
static void
whole(const char *name, char volser[VOLSER_MAX + 1])
{
	const struct ds_check how = {.found = fault};
	struct ds_system *sys = root_open(root);
	struct ds_entry *ent = NULL;
	struct ds_checked sum;

	assert_int_equal(cat_intent_list(sys->cat, intent, NULL, NULL), DS_OK);
	assert_int_equal(ds_volume_check(sys, &how, &sum, NULL), DS_OK);
	check(sys, "A.K");
	check(sys, "A.LIB(M)");
	assert_int_equal(cat_get(sys->cat, NULL, name, &ent, NULL), DS_OK);
	strcpy(volser, ent->volumes[0].volser);
	ds_entry_free(&ent);
	ds_system_close(&sys);
}

static const char *moved_name, *moved_to;

static enum ds_status
act(struct ds_system *sys, int what)
{
	bool moved = false;
	enum ds_status st;

	(void)what;
	st = ds_relocate(sys, moved_name,
	    strcmp(moved_to, "VOL001") == 0 ? "VOL002" : "VOL001", moved_to,
	    &moved, NULL);
	return st == DS_OK && !moved ? DS_INVALID : st;
}

/* From VOL001 and back in turn, struck at each step; how many there are. */
static int
every_step(const char *name, const char *part)
{
	char at[VOLSER_MAX + 1] = "VOL001", now[VOLSER_MAX + 1];
	int n, status;
	pid_t pid;

	moved_name = name;
	for (n = 1;; n++) {
		moved_to = strcmp(at, "VOL001") == 0 ? "VOL002" : "VOL001";
		pid = step_child(root, act, 0, n, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		whole(part, now);
		assert_true(strcmp(now, at) == 0 || strcmp(now, moved_to) == 0);
		if (WIFEXITED(status)) {
			assert_int_equal(WEXITSTATUS(status), 0);
			assert_string_equal(now, moved_to);
			return n - 1;
		}
		strcpy(at, now);
	}
}

/* Space, a step a file copied, entered, and one a file removed. */
static void
a_cluster_with_an_alternate_index(void **state)
{
	(void)state;
	fill();
	assert_int_equal(every_step("A.K", "A.K.DATA"), 1 + 4 + 1 + 4);
}

static void
a_library(void **state)
{
	(void)state;
	fill();
	assert_int_equal(every_step("A.LIB", "A.LIB"), 1 + 2 + 1 + 2);
}

/* Whose entries are in another file than the intents. */
static void
in_a_user_catalog(void **state)
{
	(void)state;
	root_route_a(root);
	fill();
	assert_int_equal(every_step("A.K", "A.K.DATA"), 1 + 4 + 1 + 4);
	assert_int_equal(every_step("A.LIB", "A.LIB"), 1 + 2 + 1 + 2);
}

/* Between the choice and the change another alternate index comes. */
static char other_root[ROOT_LEN];
static int countdown;

static void
define_aix(const char *step)
{
	struct ds_define_cluster def;
	struct ds_system *sys;
	struct ds_defined made;

	if (strcmp(step, "move: space taken") != 0 || countdown-- != 1)
		return;
	ds_step_hook = NULL;
	sys = root_open(other_root);
	def_small(&def, "A.Y");
	strcpy(def.relate, "A.K");
	def.cluster.keylen = 4;
	def.cluster.rkp = 12;
	def.cluster.avglrecl = def.cluster.maxlrecl = 40;
	def.unique = def.upgrade = -1;
	assert_int_equal(ds_define_cluster(sys, &def, &made, NULL), DS_OK);
	ds_system_close(&sys);
}

static void
an_alternate_index_that_comes_meanwhile_is_not_left_behind(void **state)
{
	char now[VOLSER_MAX + 1];
	struct ds_system *sys;
	bool moved = false;

	(void)state;
	fill();
	strcpy(other_root, root);
	sys = root_open(root);
	countdown = 1;
	ds_step_hook = define_aix;
	assert_int_equal(
	    ds_relocate(sys, "A.K", "VOL001", "VOL002", &moved, NULL),
	    DS_CAT_INUSE);
	ds_step_hook = NULL;
	ds_system_close(&sys);
	whole("A.K.DATA", now);
	assert_string_equal(now, "VOL001");
	whole("A.Y.DATA", now);
	assert_string_equal(now, "VOL001");
}

int
main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
	    T(a_cluster_with_an_alternate_index),
	    T(a_library),
	    T(in_a_user_catalog),
	    T(an_alternate_index_that_comes_meanwhile_is_not_left_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
