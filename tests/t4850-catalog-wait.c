/*
 * A catalog that another process keeps busy: who waits for it waits as long as
 * wait= of catamount.conf says, is told for whom, and can be stopped. The
 * limit is looked for in what is told; no time is measured.
 */
#include <sys/wait.h>

#include "services/gdg.h"
#include "services/stop.h"
#include "tests/support/child.h"
#include "tests/support/services.h"

struct keeper {
	pid_t pid;
	int end; /* it ends when this is closed */
};

/* A process that has begun to change the master catalog, and gets no further.
 */
static void
keep(struct fixture *f, struct keeper *k)
{
	int ready[2], end[2];
	char c = 0;

	assert_int_equal(pipe(ready), 0);
	assert_int_equal(pipe(end), 0);
	assert_true((k->pid = child_fork()) >= 0);
	if (k->pid == 0) {
		struct ds_system *own = NULL;

		close(end[1]);
		if (ds_system_open(f->dir, &own, NULL, NULL) != DS_OK ||
		    cat_begin(ds_system_catalog(own), NULL) != DS_OK ||
		    write(ready[1], "r", 1) != 1)
			_exit(1);
		while (read(end[0], &c, 1) > 0)
			;
		cat_rollback(ds_system_catalog(own));
		ds_system_close(&own);
		_exit(0);
	}
	close(ready[1]);
	close(end[0]);
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
	k->end = end[1];
}

static void
let_go(struct keeper *k)
{
	int status = 0;

	close(k->end);
	assert_int_equal(waitpid(k->pid, &status, 0), k->pid);
	assert_int_equal(status, 0);
}

static enum ds_status
put(struct fixture *f, const char *name)
{
	struct ds_entry *ent = ds_entry_new();
	enum ds_status st;

	assert_non_null(ent);
	ent->type = DS_NONVSAM;
	strcpy(ent->name, name);
	st = cat_put(ds_system_catalog(f->sys), NULL, ent, &f->diag);
	ds_entry_free(&ent);
	return st;
}

static void
check_told(struct fixture *f, const struct keeper *k, const char *limit)
{
	char pid[32], text[80];

	snprintf(pid, sizeof(pid), "(process %ld)", (long)k->pid);
	snprintf(text, sizeof(text),
	    "the catalog is still busy after %s seconds", limit);
	assert_int_equal(f->diag.status, DS_TIMEOUT);
	assert_string_equal(f->diag.name, "CATALOG.MASTER");
	assert_string_equal(f->diag.text, text);
	if (access("/proc/locks", R_OK) == 0)
		assert_non_null(strstr(f->diag.holder, pid));
}

static void
the_limit_is_the_systems_and_the_holder_is_told(void **state)
{
	struct fixture *f = *state;
	struct keeper k;

	keep(f, &k);
	ds_system_set_wait(f->sys, 40);
	assert_int_equal(put(f, "A.ONE"), DS_TIMEOUT);
	check_told(f, &k, "0.040");
	let_go(&k);
	assert_int_equal(put(f, "A.ONE"), DS_OK);
}

static void
the_configuration_says_the_limit(void **state)
{
	struct fixture *f = *state;
	struct keeper k;

	ds_system_close(&f->sys);
	assert_true(root_configure(
	    f->dir, "master=CATALOG.MASTER\npool=VOL001\nwait=1\n"));
	assert_int_equal(
	    ds_system_open(f->dir, &f->sys, NULL, &f->diag), DS_OK);
	keep(f, &k);
	assert_int_equal(put(f, "A.ONE"), DS_TIMEOUT);
	check_told(f, &k, "1.000");
	let_go(&k);
}

static void
reading_waits_for_nobody(void **state)
{
	struct fixture *f = *state;
	struct keeper k;

	assert_int_equal(put(f, "A.ONE"), DS_OK);
	keep(f, &k);
	ds_system_set_wait(f->sys, 1);
	assert_true(there(f, "A.ONE"));
	let_go(&k);
}

static bool
stop(void)
{
	return true;
}

/* With a limit of hours a wait that goes on would end the test. */
static void
a_wait_can_be_stopped(void **state)
{
	struct fixture *f = *state;
	struct keeper k;

	keep(f, &k);
	ds_system_set_wait(f->sys, 3600000);
	ds_stop_set(stop);
	assert_int_equal(put(f, "A.ONE"), DS_TIMEOUT);
	ds_stop_set(NULL);
	let_go(&k);
}

/* The turn at a group is another's: the same limit. */
static void
a_group_is_waited_for_as_long(void **state)
{
	struct ds_define_gdg def = {.name = "A.G", .limit = 2};
	const struct ds_alter_gdg smaller = {1, -1, -1, -1, -1, -1};
	struct fixture *f = *state;
	struct enq_owner *other = NULL;
	struct enq *turn = NULL;

	assert_int_equal(ds_define_gdg(f->sys, &def, &f->diag), DS_OK);
	assert_int_equal(
	    enq_owner_new(f->dir, "OTHER", &other, &f->diag), DS_OK);
	assert_int_equal(
	    enq_take(other, "SYSGDG", "A.G", ENQ_EXC, 0, &turn, &f->diag),
	    DS_OK);
	ds_system_set_wait(f->sys, 30);
	assert_int_equal(
	    ds_alter_gdg(f->sys, NULL, "A.G", &smaller, NULL, NULL, &f->diag),
	    DS_CAT_INUSE);
	assert_true(atol(f->diag.text + strlen("still after ")) < 30000);
	enq_free(&turn);
	enq_owner_free(&other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(the_limit_is_the_systems_and_the_holder_is_told),
	    T(the_configuration_says_the_limit),
	    T(reading_waits_for_nobody),
	    T(a_wait_can_be_stopped),
	    T(a_group_is_waited_for_as_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
