/*
 * Groups whose changes are killed at every step: who came in and who left is
 * seen whole or not at all, and names, files, space and intents agree at the
 * next use.
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

#include "services/dataset.h"
#include "services/gdg.h"
#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/census.h"
#include "tests/support/made_root.h"
#include "tests/support/step.h"

static char root[ROOT_LEN];
static int ignored;    /* entries that are not counted */
static bool libraries; /* generations are partitioned data sets */

static int
setup(void **state)
{
	(void)state;
	ignored = 0;
	libraries = false;
	return root_made(root, "t4013");
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* --- what the processes do ------------------------------------------------ */

/* One that ends: A.G(+1) by a DD. */
static enum ds_status
add_one(struct ds_system *sys)
{
	const char *spec = libraries
			       ? "O=A.G(+1),new,recfm=F,lrecl=80,"
				 "space=trk(1,1,1),dsorg=po"
			       : "O=A.G(+1),new,recfm=F,lrecl=80,space=trk(1)";
	struct dd_table *dds = NULL;
	struct ds_diag diag;
	enum ds_status st;

	st = dd_table_new(sys, &dds);
	if (st == DS_OK)
		st = dd_alloc(dds, spec, &diag);
	if (st == DS_OK)
		dd_table_end(dds, NULL);
	dd_table_free(&dds);
	return st;
}

enum act { ADD, RECLAIM, ENTER, LIMIT, ROLLIN, FORCE, RECOVERY };

static enum ds_status
act(struct ds_system *sys, int what)
{
	const struct ds_alter_gdg one = {.limit = 1,
	    .scratch = -1,
	    .empty = -1,
	    .fifo = -1,
	    .purge = -1,
	    .extended = -1};
	const struct ds_define_nonvsam entered = {.name = "A.G.G0004V00"};
	const struct ds_delete_opts force = {.erase = -1, .force = true};
	struct ds_diag diag;

	switch ((enum act)what) {
	case ADD:
	case RECLAIM:
		return add_one(sys);
	case ENTER:
		return ds_define_nonvsam(sys, &entered, &diag);
	case LIMIT:
		return ds_alter_gdg(sys, NULL, "A.G", &one, NULL, NULL, &diag);
	case ROLLIN:
		return ds_gdg_rollin(
		    sys, NULL, "A.G.G0004V00", NULL, NULL, &diag);
	case FORCE:
		return ds_delete(sys, "A.G", &force, NULL, NULL, &diag);
	case RECOVERY:
		return ds_gdg_delete_base(sys, NULL, "A.G", false, &diag);
	}
	return DS_INVALID;
}

/* --- what they find and leave --------------------------------------------- */

static void
make_deferred(struct ds_system *sys)
{
	struct ds_define_ps def = {
	    .recfm = DS_RECFM_F, .lrecl = 80, .unit = DS_UNIT_TRK, .pri = 1};

	strcpy(def.name, "A.G.G0004V00");
	assert_int_equal(ds_define_ps(sys, &def, NULL), DS_OK);
}

/* A group of LIMIT(3) with three, each with a file. */
static void
prepare(int what, uint32_t flags)
{
	const struct ds_define_gdg def = {
	    .name = "A.G", .limit = 3, .flags = flags};
	struct ds_system *sys = root_open(root);
	int i;

	assert_int_equal(ds_define_gdg(sys, &def, NULL), DS_OK);
	ds_system_close(&sys);
	for (i = 0; i < 3; i++) {
		sys = root_open(root);
		assert_int_equal(add_one(sys), DS_OK);
		ds_system_close(&sys);
	}
	sys = root_open(root);
	if (what == ROLLIN || what == RECLAIM)
		make_deferred(sys);
	ds_system_close(&sys);
}

static bool
note(void *ctx, const struct ds_entry *ent)
{
	char *text = ctx;
	size_t at = strlen(text);

	if (ent->type == DS_GDG)
		snprintf(
		    text + at, 256 - at, "%u%s ", ent->gdg_limit, ent->extra);
	else if (ent->type == DS_GDS)
		snprintf(text + at, 256 - at, "%c%c%c%s ", ent->name[7],
		    ent->name[8], ent->gds_status,
		    ds_entry_assoc(ent, DS_GDG) != NULL ? "+" : "");
	return true;
}

/* The limit, and the generations: two digits, their status, a plus when they
 * are of the group. */
static void
state_of(char text[256])
{
	struct ds_system *sys = root_open(root);
	char *p;

	text[0] = '\0';
	assert_int_equal(
	    ds_list(sys, NULL, DS_SEL_ALL, "", false, note, text, NULL), DS_OK);
	ds_system_close(&sys);
	/* when it was changed is told by another test */
	if ((p = strstr(text, "ALTERED=")) != NULL)
		memmove(p, strchr(p, '\n') + 1, strlen(strchr(p, '\n')));
}

static bool
delete_one(struct ds_system *sys, const char *name)
{
	const struct ds_delete_opts opts = {
	    .erase = -1, .purge = true, .force = true};

	return ds_delete(sys, name, &opts, NULL, NULL, NULL) == DS_OK;
}

static void
clean(void)
{
	struct ds_system *sys = root_open(root);
	char name[DSNAME_MAX + 1];
	int i;

	delete_one(sys, "A.G");
	for (i = 1; i < 9; i++) {
		snprintf(name, sizeof(name), "A.G.G000%dV00", i);
		delete_one(sys, name);
	}
	ds_system_close(&sys);
	assert_int_equal(census_check(root, 0), ignored);
}

/*
 * Strike at step 1, 2, ... until it gets through; how many there were. before
 * and after are all that may be found; between too, unless it is NULL.
 */
static int
every_step(enum act what, uint32_t flags, const char *before,
    const char *between, const char *after)
{
	char text[256];
	int n, status;
	pid_t pid;

	for (n = 1;; n++) {
		prepare((int)what, flags);
		pid = step_child(root, act, (int)what, n, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		census_check(root, 0);
		state_of(text);
		if (strcmp(text, before) != 0 && strcmp(text, after) != 0 &&
		    (between == NULL || strcmp(text, between) != 0))
			fail_msg("step %d: %s", n, text);
		clean();
		if (!WIFEXITED(status))
			continue;
		assert_int_equal(WEXITSTATUS(status), 0);
		assert_string_equal(text, after);
		return n - 1;
	}
}

static const char full[] = "3 01A+ 02A+ 03A+ ";

/* The three steps of a new data set, then those of the group: chosen, changed,
 * and each file that went. */
static void
a_new_generation_is_there_deferred_or_rolled_in(void **state)
{
	(void)state;
	assert_int_equal(every_step(ADD, DS_A_SCRATCH, full,
			     "3 01A+ 02A+ 03A+ 04D ", "3 02A+ 03A+ 04A+ "),
	    6);
	assert_int_equal(every_step(ADD, 0, full, "3 01A+ 02A+ 03A+ 04D ",
			     "3 02A+ 03A+ 04A+ 01R "),
	    5);
	assert_int_equal(every_step(ADD, DS_A_SCRATCH | DS_A_EMPTY, full,
			     "3 01A+ 02A+ 03A+ 04D ", "3 04A+ "),
	    8);
}

static void
a_smaller_limit_is_met_or_is_none(void **state)
{
	(void)state;
	assert_int_equal(
	    every_step(LIMIT, DS_A_SCRATCH, full, NULL, "1 03A+ "), 4);
	assert_int_equal(
	    every_step(LIMIT, 0, full, NULL, "1 03A+ 01R 02R "), 2);
}

static void
rollin_is_done_or_not(void **state)
{
	(void)state;
	assert_int_equal(
	    every_step(ROLLIN, DS_A_SCRATCH, "3 01A+ 02A+ 03A+ 04D ", NULL,
		"3 02A+ 03A+ 04A+ "),
	    3);
}

static void
a_deletion_takes_all_or_none(void **state)
{
	(void)state;
	every_step(FORCE, 0, full, NULL, "");
	every_step(RECOVERY, 0, full, NULL, "01R 02R 03R ");
}

static void
route_to_user_catalog(void)
{
	root_route_a(root);
	ignored = 2;
}

/* The intents are a step of their own. */
static void
so_it_is_in_a_user_catalog(void **state)
{
	(void)state;
	route_to_user_catalog();
	assert_int_equal(every_step(ADD, DS_A_SCRATCH, full,
			     "3 01A+ 02A+ 03A+ 04D ", "3 02A+ 03A+ 04A+ "),
	    7);
	assert_int_equal(
	    every_step(LIMIT, DS_A_SCRATCH, full, NULL, "1 03A+ "), 5);
}

/* Which have a file more, of no entry, that must not go before its data. */
static void
so_it_is_with_libraries(void **state)
{
	(void)state;
	libraries = true;
	every_step(ADD, DS_A_SCRATCH, full, "3 01A+ 02A+ 03A+ 04D ",
	    "3 02A+ 03A+ 04A+ ");
	every_step(FORCE, 0, full, NULL, "");
	route_to_user_catalog();
	every_step(ADD, DS_A_SCRATCH, full, "3 01A+ 02A+ 03A+ 04D ",
	    "3 02A+ 03A+ 04A+ ");
	every_step(FORCE, 0, full, NULL, "");
}

/* What a dead run left is taken by the next one that makes (+1). */
static void
a_deferred_generation_is_reclaimed(void **state)
{
	(void)state;
	every_step(
	    RECLAIM, 0, "3 01A+ 02A+ 03A+ 04D ", full, "3 02A+ 03A+ 04A+ 01R ");
}

static void
an_entry_alone_comes_in_whole(void **state)
{
	(void)state;
	assert_int_equal(
	    every_step(ENTER, DS_A_SCRATCH, full, NULL, "3 02A+ 03A+ 04A+ "),
	    3);
}

/* --- others in between ---------------------------------------------------- */

static const char *strike_at;

/* Once, at that step, the second is deleted by another. */
static void
snatch(const char *step)
{
	struct ds_system *other;

	if (strike_at == NULL || strcmp(step, strike_at) != 0)
		return;
	strike_at = NULL;
	other = root_open(root);
	assert_true(delete_one(other, "A.G.G0002V00"));
	ds_system_close(&other);
}

/* The oldest was to leave, and need not now: its file stays, though in a user
 * catalog the intent to remove it had been committed. */
static void
who_leaves_is_chosen_again_when_it_has_changed(void **state)
{
	static const char *const steps[] = {"gdg: chosen", "gdg: intents"};
	struct ds_system *sys;
	char text[256];
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		if (i == 1)
			route_to_user_catalog();
		prepare(ENTER, DS_A_SCRATCH);
		strike_at = steps[i];
		sys = root_open(root);
		ds_step_hook = snatch;
		assert_int_equal(act(sys, ENTER), DS_OK);
		ds_step_hook = NULL;
		ds_system_close(&sys);
		assert_null(strike_at);
		census_check(root, 0);
		state_of(text);
		assert_string_equal(text, "3 01A+ 03A+ 04A+ ");
		clean();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	    T(a_new_generation_is_there_deferred_or_rolled_in),
	    T(a_smaller_limit_is_met_or_is_none),
	    T(rollin_is_done_or_not),
	    T(a_deletion_takes_all_or_none),
	    T(so_it_is_in_a_user_catalog),
	    T(so_it_is_with_libraries),
	    T(a_deferred_generation_is_reclaimed),
	    T(an_entry_alone_comes_in_whole),
	    T(who_leaves_is_chosen_again_when_it_has_changed),
#undef T
	};

	setenv("CATAMOUNT_CLOCK", "2026-03-01T12:00:00", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
