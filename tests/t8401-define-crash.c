/*
 * DEFINE and DELETE by processes that are killed: at every step, and at any
 * time. Whoever opens the root next finds all or nothing: names, files, space
 * and intents agree.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/census.h"
#include "tests/support/define.h"
#include "tests/support/long.h"
#include "tests/support/made_root.h"
#include "tests/support/step.h"

static char root[ROOT_LEN];
static int ignored; /* entries that are not counted */

static int
setup(void **state)
{
	(void)state;
	return root_made(root, "t8401");
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* --- what the processes do ------------------------------------------------ */

static enum ds_status
define(struct ds_system *sys, const char *name, bool erase)
{
	struct ds_define_cluster def;
	struct ds_defined out;
	struct ds_diag diag;

	def_small(&def, name);
	def.cluster.erase = erase;
	return ds_define_cluster(sys, &def, &out, &diag);
}

static enum ds_status
define_ps(struct ds_system *sys, const char *name, bool library)
{
	struct ds_define_ps def;
	struct ds_diag diag;

	memset(&def, 0, sizeof(def));
	strcpy(def.name, name);
	def.recfm = DS_RECFM_FB;
	def.lrecl = 80;
	def.unit = DS_UNIT_TRK;
	def.pri = 1;
	def.partitioned = def.library = library;
	return ds_define_ps(sys, &def, &diag);
}

static enum ds_status delete (struct ds_system *sys, const char *name) {
	struct ds_delete_opts opts = {.erase = -1}; struct ds_diag diag;

	return ds_delete(sys, name, &opts, NULL, NULL, &diag);
}

enum act { DEFINE, DEFINE_PS, DEFINE_PO, DELETE, DELETE_ERASE, DELETE_PO };

static enum ds_status
act(struct ds_system *sys, int what)
{
	switch (what) {
	case DEFINE:
		return define(sys, "A.B", false);
	case DEFINE_PS:
	case DEFINE_PO:
		return define_ps(sys, "A.B", what == DEFINE_PO);
	default:
		return delete (sys, "A.B");
	}
}

/* A process that does it and is struck at the n-th step. */
static pid_t
start(enum act what, int n, int sig)
{
	return step_child(root, act, (int)what, n, sig);
}

/* --- what must hold ------------------------------------------------------- */

/* Returns how many entries there are. */
static int
check_root(int intents)
{
	return census_check(root, intents) - ignored;
}

static void
prepare(enum act what)
{
	struct ds_system *sys = NULL;

	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	if (what == DELETE || what == DELETE_ERASE)
		assert_int_equal(
		    define(sys, "A.B", what == DELETE_ERASE), DS_OK);
	if (what == DELETE_PO)
		assert_int_equal(define_ps(sys, "A.B", true), DS_OK);
	ds_system_close(&sys);
}

static void
clean(void)
{
	struct ds_system *sys = NULL;

	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	delete (sys, "A.B");
	ds_system_close(&sys);
}

/* Strike at step 1, 2, ... until it gets through; how many there were. */
static int
every_step(enum act what, int whole)
{
	int n, status, entries;
	pid_t pid;

	for (n = 1;; n++) {
		prepare(what);
		pid = start(what, n, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		entries = check_root(0);
		assert_true(entries == 0 || entries == whole);
		clean();
		assert_int_equal(check_root(0), 0);
		if (WIFEXITED(status)) {
			assert_int_equal(WEXITSTATUS(status), 0);
			return n - 1;
		}
	}
}

static void
a_define_killed_at_any_step_is_whole_or_none(void **state)
{
	(void)state;
	assert_int_equal(every_step(DEFINE, 3), 3);
	assert_int_equal(every_step(DEFINE_PS, 1), 3);
	assert_int_equal(every_step(DEFINE_PO, 1), 3);
}

static void
a_delete_killed_at_any_step_is_whole_or_none(void **state)
{
	(void)state;
	assert_int_equal(every_step(DELETE, 3), 4);
	assert_int_equal(every_step(DELETE_ERASE, 3), 4);
	assert_int_equal(every_step(DELETE_PO, 1), 4);
}

static void
route_to_user_catalog(void)
{
	root_route_a(root);
	ignored = 2; /* the two are entries as well */
}

static void
a_kill_between_two_catalogs_is_whole_or_none(void **state)
{
	(void)state;
	route_to_user_catalog();
	assert_int_equal(every_step(DEFINE, 3), 3);
	assert_int_equal(every_step(DEFINE_PS, 1), 3);
	/* the intents are a step of their own */
	assert_int_equal(every_step(DELETE, 3), 5);
	assert_int_equal(every_step(DELETE_ERASE, 3), 5);
	ignored = 0;
}

/* The step at which the cluster's entry is taken away by somebody else. */
static struct ds_system *ours;

static void
snatch(const char *step)
{
	struct ds_entry *ent = NULL;

	if (strcmp(step, "delete: intents") != 0)
		return;
	assert_int_equal(
	    cat_get(ds_system_catalog(ours), NULL, "A.B", &ent, NULL), DS_OK);
	assert_int_equal(cat_remove(ds_system_catalog(ours), ent, NULL), DS_OK);
	ds_entry_free(&ent);
}

/* Between intents and entries it fails: the intents do not stay. */
static void
a_delete_that_fails_half_way_leaves_no_intent(void **state)
{
	struct census c = {0};
	struct volume *v;

	(void)state;
	route_to_user_catalog();
	assert_int_equal(ds_system_open(root, &ours, NULL, NULL), DS_OK);
	assert_int_equal(define(ours, "A.B", false), DS_OK);
	ds_step_hook = snatch;
	assert_int_not_equal(delete (ours, "A.B"), DS_OK);
	ds_step_hook = NULL;
	assert_int_equal(cat_intent_list(ds_system_catalog(ours), count_intent,
			     &c.intents, NULL),
	    DS_OK);
	assert_int_equal(c.intents, 0);
	/* The components are named still, and there. */
	assert_int_equal(ds_system_volume(ours, "VOL001", &v, NULL), DS_OK);
	assert_int_equal(vol_list(v, count_file, &c.files, NULL), DS_OK);
	assert_int_equal(c.files, 2);
	ds_system_close(&ours);
	assert_int_equal(check_root(0), 2);
	ignored = 0;
}

/* --- two at once: what another does in the moment between -------------------
 */

static const char *moment; /* the step at which it does */
static void (*meanwhile)(struct ds_system *sys);

static void
interrupt(const char *step)
{
	struct ds_system *sys = NULL;

	if (strcmp(step, moment) != 0)
		return;
	ds_step_hook = NULL;
	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	meanwhile(sys);
	ds_system_close(&sys);
}

static enum ds_status
define_aix(struct ds_system *sys)
{
	struct ds_define_cluster def;
	struct ds_defined out;
	struct ds_diag diag;

	def_small(&def, "A.X");
	strcpy(def.relate, "A.B");
	def.unique = def.upgrade = -1;
	def.cluster.keylen = 4;
	def.cluster.rkp = 0;
	return ds_define_cluster(sys, &def, &out, &diag);
}

static void
add_aix(struct ds_system *sys)
{
	assert_int_equal(define_aix(sys), DS_OK);
}

/* Another of the name, in the same rows of the catalog. */
static void
replace(struct ds_system *sys)
{
	assert_int_equal(delete (sys, "A.B"), DS_OK);
	assert_int_equal(define(sys, "A.B", false), DS_OK);
}

static void
at(const char *step, void (*fn)(struct ds_system *sys))
{
	assert_int_equal(ds_system_open(root, &ours, NULL, NULL), DS_OK);
	assert_int_equal(define(ours, "A.B", false), DS_OK);
	moment = step;
	meanwhile = fn;
	ds_step_hook = interrupt;
}

static void
a_delete_takes_what_was_defined_meanwhile(void **state)
{
	(void)state;
	at("delete: chosen", add_aix);
	assert_int_equal(delete (ours, "A.B"), DS_OK);
	assert_null(ds_step_hook); /* it was done */
	ds_system_close(&ours);
	assert_int_equal(check_root(0), 0);
	at("delete: chosen", replace);
	assert_int_equal(delete (ours, "A.B"), DS_OK);
	ds_system_close(&ours);
	assert_int_equal(check_root(0), 0);
}

static void
an_alternate_index_is_not_tied_to_another_base(void **state)
{
	(void)state;
	at("define: files made", replace);
	assert_int_equal(define_aix(ours), DS_CAT_INUSE);
	ds_system_close(&ours);
	assert_int_equal(check_root(0), 3);
}

/* Its process lives: nothing is undone. */
static void
a_change_in_hand_is_left_alone(void **state)
{
	int status;
	pid_t pid;

	(void)state;
	pid = start(DEFINE, 2, SIGSTOP); /* files made, not entered */
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	assert_int_equal(check_root(2), 0);
	assert_int_equal(check_root(2), 0);
	kill(pid, SIGCONT);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(check_root(0), 3);
}

/* Two at once: one of them wins. */
static void
one_of_two_defines_wins(void **state)
{
	int status[2];
	pid_t a, b;

	(void)state;
	a = start(DEFINE, 1, SIGSTOP);
	assert_int_equal(waitpid(a, &status[0], WUNTRACED), a);
	b = start(DEFINE, 0, SIGKILL);
	assert_int_equal(waitpid(b, &status[1], 0), b);
	assert_int_equal(WEXITSTATUS(status[1]), 2);
	kill(a, SIGCONT);
	assert_int_equal(waitpid(a, &status[0], 0), a);
	assert_int_equal(status[0], 0);
	assert_int_equal(check_root(0), 3);
}

/* Many at once: each one's are there, with space of their own. */
static void
processes_define_at_once(void **state)
{
	struct ds_system *sys = NULL;
	pid_t pids[5];
	char name[16];
	int i, n, status;

	(void)state;
	for (i = 0; i < 5; i++)
		if ((pids[i] = child_fork()) == 0) {
			if (ds_system_open(root, &sys, NULL, NULL) != DS_OK)
				_exit(1);
			for (n = 0; n < 8; n++) {
				snprintf(name, sizeof(name), "A.P%d.N%d", i, n);
				if (define(sys, name, false) != DS_OK)
					_exit(2);
				if (n % 4 == 3 && delete (sys, name) != DS_OK)
					_exit(3);
			}
			_exit(0);
		}
	for (i = 0; i < 5; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(check_root(0), 5 * 6 * 3);
}

/* Killed anywhere, a system call or the middle of a write included. */
static void
a_kill_at_any_time_leaves_a_whole_root(void **state)
{
	struct ds_system *sys = NULL;
	int i, status, entries, kills = (int)long_or(1000, 30);
	char name[16];
	pid_t pid;

	(void)state;
	for (i = 0; i < kills; i++) {
		if (i == kills / 2)
			route_to_user_catalog();
		if ((pid = child_fork()) == 0) {
			if (ds_system_open(root, &sys, NULL, NULL) != DS_OK)
				_exit(1);
			for (int n = 0;; n = (n + 1) % 5) {
				snprintf(name, sizeof(name), "A.N%d", n);
				if (define(sys, name, n & 1) != DS_OK)
					delete (sys, name);
			}
		}
		usleep((useconds_t)(1000 + i * 3719 % 60000));
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		entries = check_root(0);
		assert_int_equal(entries % 3, 0);
	}
	ignored = 0;
}

/* No file may grow beyond so many bytes: a disk that is full, for catalog,
 * log and components. */
static void
a_full_disk_leaves_a_whole_root(void **state)
{
	struct ds_system *sys = NULL;
	struct rlimit limit;
	int status, entries;
	char name[16];
	rlim_t bytes;
	pid_t pid;

	(void)state;
	for (bytes = 0; bytes <= 400000; bytes += long_or(1000, 20000)) {
		if ((pid = child_fork()) == 0) {
			signal(SIGXFSZ, SIG_IGN);
			limit.rlim_cur = limit.rlim_max = bytes;
			setrlimit(RLIMIT_FSIZE, &limit);
			if (ds_system_open(root, &sys, NULL, NULL) != DS_OK)
				_exit(0);
			for (int n = 0; n < 12; n++) {
				snprintf(name, sizeof(name), "A.N%d", n % 4);
				if (define(sys, name, false) != DS_OK)
					delete (sys, name);
			}
			_exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(status, 0);
		entries = check_root(0);
		assert_int_equal(entries % 3, 0);
	}
}

/* The first use by many at once, each struck somewhere: the root gets made. */
static void
a_root_half_made_is_finished(void **state)
{
	struct ds_system *sys = NULL;
	char dir[96];
	int n, status;
	bool made;
	pid_t pid;

	(void)state;
	for (n = 1; n <= 2; n++) {
		snprintf(dir, sizeof(dir), "%s/new%d", root, n);
		if ((pid = child_fork()) == 0) {
			step_await(n, SIGKILL);
			_exit((int)ds_system_open(dir, &sys, NULL, NULL));
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFSIGNALED(status));
		made = false;
		assert_int_equal(ds_system_open(dir, &sys, &made, NULL), DS_OK);
		assert_true(made);
		assert_int_equal(define(sys, "A.B", false), DS_OK);
		ds_system_close(&sys);
	}
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_define_killed_at_any_step_is_whole_or_none),
	    T(a_delete_killed_at_any_step_is_whole_or_none),
	    T(a_kill_between_two_catalogs_is_whole_or_none),
	    T(a_delete_that_fails_half_way_leaves_no_intent),
	    T(a_delete_takes_what_was_defined_meanwhile),
	    T(an_alternate_index_is_not_tied_to_another_base),
	    T(a_change_in_hand_is_left_alone),
	    T(one_of_two_defines_wins),
	    T(processes_define_at_once),
	    T(a_kill_at_any_time_leaves_a_whole_root),
	    T(a_full_disk_leaves_a_whole_root),
	    T(a_root_half_made_is_finished),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
