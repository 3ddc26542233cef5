/*
 * Sixteen processes define, delete, list and look up at once, some are killed:
 * the others get through, and names, files, space and intents agree at the
 * end.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/census.h"
#include "tests/support/children.h"
#include "tests/support/define.h"
#include "tests/support/made_root.h"

enum { CHILDREN = 16, KILLED = 4, ROUNDS = 6, WHY = 512 };

static char root[ROOT_LEN];

static int
setup(void **state)
{
	(void)state;
	return root_made(root, "t4771");
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* --- what a process does -------------------------------------------------- */

static enum ds_status
define(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	struct ds_define_cluster def;
	struct ds_defined out;

	def_small(&def, name);
	return ds_define_cluster(sys, &def, &out, diag);
}

static enum ds_status
scratch(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	struct ds_delete_opts opts = {.erase = -1};

	return ds_delete(sys, name, &opts, NULL, NULL, diag);
}

static enum ds_status
enter(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	struct ds_define_nonvsam def = {.nvolumes = 1, .group = 2};
	enum ds_status st;

	strcpy(def.name, name);
	strcpy(def.volumes[0], "VOL009");
	st = ds_define_nonvsam(sys, &def, diag);
	return st == DS_OK ? ds_system_flush(sys, NULL, diag) : st;
}

static enum ds_status
look(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = ds_locate(sys, NULL, name, &ent, diag);

	ds_entry_free(&ent);
	return st;
}

static bool
see(void *ctx, const struct ds_entry *ent)
{
	int *n = ctx;

	(*n) += ent->name[0] != '\0';
	return true;
}

/* Of a name that all want, somebody has it, or nobody has it any more. */
static bool
is_fair(enum ds_status st)
{
	return st == DS_OK || st == DS_CAT_DUPLICATE || st == DS_CAT_NOTFOUND ||
	       st == DS_CAT_INUSE;
}

static void
must(char *why, bool ok, int me, const char *doing, enum ds_status st,
    const struct ds_diag *diag)
{
	if (ok)
		return;
	snprintf(why, WHY, "process %d: %s: %s: %s", me, doing,
	    ds_status_text(st), diag->text);
	_exit(CHILD_FAILED);
}

static void
work(struct ds_system *sys, int me, int round, char *why)
{
	char own[DSNAME_MAX + 1], entry[DSNAME_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;
	int n = 0;

	snprintf(own, sizeof(own), "W.P%d.R%d", me, round);
	snprintf(entry, sizeof(entry), "N.P%d.R%d", me, round);
	st = define(sys, own, &diag);
	must(why, st == DS_OK, me, "define", st, &diag);
	st = enter(sys, entry, &diag);
	must(why, st == DS_OK, me, "define nonvsam", st, &diag);
	st = look(sys, own, &diag);
	must(why, st == DS_OK, me, "locate", st, &diag);
	st = define(sys, "W.ALL", &diag);
	must(why, is_fair(st), me, "define of all", st, &diag);
	st = ds_list(sys, NULL, DS_SEL_LEVEL, "W", false, see, &n, &diag);
	must(why, st == DS_OK && n >= 3, me, "list", st, &diag);
	st = scratch(sys, "W.ALL", &diag);
	must(why, is_fair(st), me, "delete of all", st, &diag);
	if (round % 2 == 0) {
		st = scratch(sys, own, &diag);
		must(why, st == DS_OK, me, "delete", st, &diag);
	}
}

static pid_t
start(int me, char *why)
{
	struct ds_system *sys = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;
	pid_t pid = child_fork();
	int round;

	if (pid != 0)
		return pid;
	st = ds_system_open(root, &sys, NULL, &diag);
	must(why, st == DS_OK, me, "open", st, &diag);
	/* those to be killed never end by themselves */
	for (round = 0; round < ROUNDS || me < KILLED; round++)
		work(sys, me, round, why);
	ds_system_close(&sys);
	_exit(0);
}

static void
many_at_once_get_through_and_leave_all_in_order(void **state)
{
	const struct timespec a_while = {.tv_nsec = 150 * 1000 * 1000};
	char *why = child_memory(WHY);
	pid_t pids[CHILDREN];
	struct ds_system *sys = NULL;
	struct ds_diag diag;
	char name[DSNAME_MAX + 1];
	int i, round;

	(void)state;
	for (i = 0; i < CHILDREN; i++)
		pids[i] = start(i, why);
	for (i = 0; i < KILLED; i++) {
		nanosleep(&a_while, NULL);
		kill(pids[i], SIGKILL);
	}
	for (i = 0; i < CHILDREN; i++)
		child_ended(pids[i], i < KILLED, why);
	munmap(why, WHY);
	census_check(root, 0);
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	for (i = KILLED; i < CHILDREN; i++)
		for (round = 0; round < ROUNDS; round++) {
			snprintf(name, sizeof(name), "W.P%d.R%d", i, round);
			assert_int_equal(look(sys, name, &diag),
			    round % 2 == 0 ? DS_CAT_NOTFOUND : DS_OK);
			name[0] = 'N';
			assert_int_equal(look(sys, name, &diag), DS_OK);
		}
	ds_system_close(&sys);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		many_at_once_get_through_and_leave_all_in_order, setup,
		teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
