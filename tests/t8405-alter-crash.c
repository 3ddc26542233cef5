/*
 * ALTER by processes that are killed, at every step: the entry is the old one
 * or the new one, and whoever opens the root, or the data set, next finds the
 * headers of its components saying the same.
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

#include "services/alter.h"
#include "services/dataset.h"
#include "services/enq.h"
#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/define.h"
#include "tests/support/made_root.h"
#include "tests/support/step.h"

static char root[ROOT_LEN];

static int
setup(void **state)
{
	(void)state;
	return root_made(root, "t8405");
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* --- what the processes do --------------------------------------------------
 */

enum act { RENAME, RENAME_DATA, SIZES };

static enum ds_status
act(struct ds_system *sys, int what)
{
	struct ds_alter al = {
	    .keylen = 8, .rkp = 4, .avglrecl = 50, .maxlrecl = 100};
	struct ds_diag diag;

	if (what == SIZES) {
		al.said = (uint64_t)1 << ALTER_W_KEYS |
			  (uint64_t)1 << ALTER_W_RECORDSIZE;
		return ds_alter(sys, "A.B", &al, NULL, &diag);
	}
	al.said = (uint64_t)1 << ALTER_W_NEWNAME;
	strcpy(al.newname, what == RENAME ? "A.NEW" : "A.NEW.D");
	return ds_alter(
	    sys, what == RENAME ? "A.B" : "A.B.DATA", &al, NULL, &diag);
}

static void
prepare(void)
{
	struct ds_define_cluster def;
	struct ds_system *sys = NULL;
	struct ds_defined out;

	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	def_small(&def, "A.B");
	assert_int_equal(ds_define_cluster(sys, &def, &out, NULL), DS_OK);
	ds_system_close(&sys);
}

/* --- what must hold ---------------------------------------------------------
 */

/* The entry of one of two names; *newp: the second. */
static struct ds_entry *
either(struct ds_system *sys, const char *old, const char *new, bool *newp)
{
	struct ds_entry *ent = NULL, *other = NULL;

	*newp = ds_locate(sys, NULL, new, &ent, NULL) == DS_OK;
	if (*newp)
		assert_int_equal(
		    ds_locate(sys, NULL, old, &other, NULL), DS_CAT_NOTFOUND);
	else
		assert_int_equal(ds_locate(sys, NULL, old, &ent, NULL), DS_OK);
	return ent;
}

static void
check_header(struct ds_system *sys, const struct ds_entry *ent,
    const struct ds_entry *own)
{
	char comp[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	struct comp_attr attr;

	assert_int_equal(ds_component(sys, ent, comp, &vol, NULL), DS_OK);
	assert_int_equal(sphere_read_attr(vol, comp, &attr, NULL), DS_OK);
	assert_string_equal(attr.name, ent->name);
	assert_string_equal(attr.cluster, own->name);
	assert_int_equal(attr.keylen, ent->keylen);
	assert_int_equal(attr.rkp, ent->rkp);
	assert_int_equal(attr.maxlrecl, ent->maxlrecl);
}

static void
put_one(struct ds_system *sys, const char *name, size_t len)
{
	struct ds_file *file = NULL;
	uint8_t rec[4089] = {1};

	assert_int_equal(
	    ds_open_name(sys, name, DS_OUTPUT | DS_SEQ, &file, NULL), DS_OK);
	assert_int_equal(ds_put(file, rec, len, NULL), DS_OK);
	assert_int_equal(ds_close(&file, NULL), DS_OK);
}

/* Names, sizes, headers; then it is used, and deleted. True: it was done. */
static bool
check(struct ds_system *sys, bool settled)
{
	struct ds_delete_opts opts = {.erase = -1};
	struct ds_entry *own, *data, *index = NULL;
	bool renamed = false, data_renamed = false, altered;
	int n = 0;

	own = either(sys, "A.B", "A.NEW", &renamed);
	data = either(sys, "A.B.DATA", "A.NEW.D", &data_renamed);
	assert_int_equal(
	    ds_locate(sys, NULL, "A.B.INDEX", &index, NULL), DS_OK);
	assert_string_equal(ds_entry_assoc(data, DS_CLUSTER), own->name);
	assert_string_equal(ds_entry_assoc(own, DS_DATA), data->name);
	altered = data->keylen == 8;
	assert_int_equal(data->maxlrecl, altered ? 100 : 4089);
	assert_int_equal(index->keylen, data->keylen);
	if (!settled)
		put_one(sys, own->name, altered ? 100 : 4089);
	check_header(sys, data, own);
	check_header(sys, index, own);
	assert_int_equal(
	    cat_intent_list(ds_system_catalog(sys), count_intent, &n, NULL),
	    DS_OK);
	assert_int_equal(n, 0);
	if (settled)
		put_one(sys, own->name, altered ? 100 : 4089);
	assert_int_equal(
	    ds_delete(sys, own->name, &opts, NULL, NULL, NULL), DS_OK);
	ds_entry_free(&own);
	ds_entry_free(&data);
	ds_entry_free(&index);
	return renamed || data_renamed || altered;
}

/* Strike at step 1, 2, ... until it gets through; how many there were. who
 * finds it: one who opens the root then, or one who had it open before. */
static int
every_step(enum act what, bool before)
{
	struct ds_system *sys = NULL;
	int n, status;
	bool done;
	pid_t pid;

	for (n = 1;; n++) {
		prepare();
		pid = step_child(root, act, (int)what, n, SIGKILL);
		if (before)
			assert_int_equal(
			    ds_system_open(root, &sys, NULL, NULL), DS_OK);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		if (!before)
			assert_int_equal(
			    ds_system_open(root, &sys, NULL, NULL), DS_OK);
		done = check(sys, !before);
		ds_system_close(&sys);
		if (WIFEXITED(status)) {
			assert_int_equal(WEXITSTATUS(status), 0);
			assert_true(done);
			return n - 1;
		}
	}
}

/* The entries, each of the two headers. */
static void
an_alter_killed_at_any_step_is_whole_or_none(void **state)
{
	(void)state;
	assert_int_equal(every_step(RENAME, false), 3);
	assert_int_equal(every_step(RENAME_DATA, false), 3);
	assert_int_equal(every_step(SIZES, false), 3);
}

static void
who_opens_the_data_set_finishes_it_too(void **state)
{
	(void)state;
	assert_int_equal(every_step(RENAME, true), 3);
	assert_int_equal(every_step(SIZES, true), 3);
}

/* A header that does not follow, here since the one who holds the intent lives
 * on without having done it: who opens the set is told, until it can. */
static void
a_set_whose_header_stays_behind_is_not_opened(void **state)
{
	struct ds_system *sys = NULL;
	struct enq_owner *other = NULL;
	struct ds_entry *ent = NULL;
	struct volume *vol = NULL;
	char comp[SPHERE_NAME_LEN];
	struct ds_file *file = NULL;
	struct comp_attr attr;
	struct enq *life = NULL;
	int64_t id = 0;

	(void)state;
	prepare();
	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	assert_int_equal(ds_locate(sys, NULL, "A.B.DATA", &ent, NULL), DS_OK);
	assert_int_equal(ds_component(sys, ent, comp, &vol, NULL), DS_OK);
	assert_int_equal(sphere_read_attr(vol, comp, &attr, NULL), DS_OK);
	attr.keylen = 8;
	assert_int_equal(sphere_write_attr(vol, comp, &attr, NULL), DS_OK);
	assert_int_equal(enq_owner_new(root, NULL, &other, NULL), DS_OK);
	assert_int_equal(
	    enq_take(other, "SYSINTNT", "1.2.3", ENQ_EXC, 0, &life, NULL),
	    DS_OK);
	assert_int_equal(
	    cat_intent_put(ds_system_catalog(sys), 'H', ent->volumes[0].volser,
		ent->comp_id, "1.2.3", &id, NULL),
	    DS_OK);
	assert_int_equal(
	    ds_open_name(sys, "A.B", DS_OUTPUT, &file, NULL), DS_OPEN_IO);
	enq_free(&life);
	enq_owner_free(&other);
	put_one(sys, "A.B", 4089);
	assert_int_equal(sphere_read_attr(vol, comp, &attr, NULL), DS_OK);
	assert_int_equal(attr.keylen, 64);
	ds_entry_free(&ent);
	ds_system_close(&sys);
}

/* --- to a linear set
 * -----------------------------------------------------------
 */

enum { ESDS_RECORDS = 500 };

static enum ds_status
to_linear(struct ds_system *sys, int what)
{
	struct ds_alter al = {.said = (uint64_t)1 << ALTER_W_TYPE};

	(void)what;
	return ds_alter(sys, "A.E", &al, NULL, NULL);
}

static void
prepare_esds(void)
{
	struct ds_define_cluster def;
	struct ds_system *sys = NULL;
	struct ds_file *file = NULL;
	struct ds_defined out;
	uint8_t rec[80] = {1};

	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	def_small(&def, "A.E");
	def.org = DS_ORG_ESDS;
	def.org_given = true;
	def.cluster.cisize = 4096;
	def.cluster.avglrecl = def.cluster.maxlrecl = 80;
	assert_int_equal(ds_define_cluster(sys, &def, &out, NULL), DS_OK);
	assert_int_equal(
	    ds_open_name(sys, "A.E", DS_OUTPUT | DS_SEQ, &file, NULL), DS_OK);
	for (int i = 0; i < ESDS_RECORDS; i++)
		assert_int_equal(ds_put(file, rec, sizeof(rec), NULL), DS_OK);
	assert_int_equal(ds_close(&file, NULL), DS_OK);
	ds_system_close(&sys);
}

/* 500 records of 80 bytes: 51 in a control interval of 4096 (one RDF for the
 * equal ones), ten control intervals. True: it is linear. */
static bool
check_esds(void)
{
	struct ds_delete_opts opts = {.erase = -1};
	struct ds_entry *own = NULL, *data = NULL;
	struct ds_system *sys = NULL;
	struct volume *vol = NULL;
	int nfiles = 0, nintents = 0;
	bool linear;

	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	assert_int_equal(ds_locate(sys, NULL, "A.E", &own, NULL), DS_OK);
	assert_int_equal(ds_locate(sys, NULL, "A.E.DATA", &data, NULL), DS_OK);
	linear = own->org == DS_ORG_LDS;
	assert_int_equal(data->org, linear ? DS_ORG_LDS : DS_ORG_ESDS);
	check_header(sys, data, own);
	assert_int_equal(data->stats.rec_total, linear ? 10 : ESDS_RECORDS);
	assert_int_equal(data->stats.hurba, 10 * 4096);
	assert_int_equal(ds_verify(sys, "A.E", true, NULL), DS_OK);
	assert_int_equal(ds_system_volume(sys, "VOL001", &vol, NULL), DS_OK);
	assert_int_equal(vol_list(vol, count_file, &nfiles, NULL), DS_OK);
	assert_int_equal(nfiles, 1);
	assert_int_equal(cat_intent_list(ds_system_catalog(sys), count_intent,
			     &nintents, NULL),
	    DS_OK);
	assert_int_equal(nintents, 0);
	assert_int_equal(ds_delete(sys, "A.E", &opts, NULL, NULL, NULL), DS_OK);
	ds_entry_free(&own);
	ds_entry_free(&data);
	ds_system_close(&sys);
	return linear;
}

static void
a_set_that_becomes_linear_is_the_one_or_the_other(void **state)
{
	int n, status, made = 0;
	pid_t pid;

	(void)state;
	for (n = 1;; n++) {
		prepare_esds();
		pid = step_child(root, to_linear, 0, n, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		made += check_esds();
		if (WIFEXITED(status))
			break;
	}
	assert_int_equal(WEXITSTATUS(status), 0);
	/* some before the exchange, some behind it */
	assert_true(n - made >= 3);
	assert_true(made >= 2);
}

/* --- many at once ------------------------------------------------------------
 */

enum { TURNS = 40, WORKERS = 3 };

/* It is found under one name or the other, or is another's for the moment. */
static bool
may_fail(enum ds_status st)
{
	return st == DS_OK || st == DS_CAT_NOTFOUND || st == DS_CAT_INUSE ||
	       st == DS_OPEN_INUSE || st == DS_CAT_DUPLICATE;
}

static enum ds_status
rename_once(struct ds_system *sys, int i)
{
	struct ds_alter al = {.said = (uint64_t)1 << ALTER_W_NEWNAME};

	strcpy(al.newname, i % 2 == 0 ? "A.NEW" : "A.B");
	return ds_alter(sys, i % 2 == 0 ? "A.B" : "A.NEW", &al, NULL, NULL);
}

static enum ds_status
append_once(struct ds_system *sys, int i)
{
	struct ds_file *file = NULL;
	uint8_t rec[100] = {0};
	enum ds_status st;

	st = ds_open_name(
	    sys, i % 2 == 0 ? "A.B" : "A.NEW", DS_OUTPUT | DS_SEQ, &file, NULL);
	if (st != DS_OK)
		return st;
	snprintf((char *)rec, sizeof(rec), "%08d.%ld", i, (long)getpid());
	st = ds_put(file, rec, sizeof(rec), NULL);
	return st == DS_OK ? ds_close(&file, NULL) : st;
}

static enum ds_status
free_space_once(struct ds_system *sys, int i)
{
	struct ds_alter al = {
	    .said = (uint64_t)1 << ALTER_W_FREESPACE, .fspc_ci = i % 20};

	return ds_alter(sys, "A.B.DATA", &al, NULL, NULL);
}

static pid_t worker(enum ds_status (*once)(struct ds_system *, int))
{
	struct ds_system *sys = NULL;
	pid_t pid = child_fork();

	if (pid != 0)
		return pid;
	if (ds_system_open(root, &sys, NULL, NULL) != DS_OK)
		_exit(1);
	for (int i = 0; i < TURNS; i++)
		if (!may_fail(once(sys, i)))
			_exit(2);
	ds_system_close(&sys);
	_exit(0);
}

static void
renames_and_opens_at_once_leave_one_data_set(void **state)
{
	enum ds_status (*const what[WORKERS])(struct ds_system *, int) = {
	    rename_once, append_once, free_space_once};
	struct ds_entry *own, *data = NULL;
	struct ds_system *sys = NULL;
	pid_t pids[WORKERS];
	bool renamed;
	int status;

	(void)state;
	prepare();
	for (int i = 0; i < WORKERS; i++)
		pids[i] = worker(what[i]);
	for (int i = 0; i < WORKERS; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
	}
	assert_int_equal(ds_system_open(root, &sys, NULL, NULL), DS_OK);
	own = either(sys, "A.B", "A.NEW", &renamed);
	assert_int_equal(ds_locate(sys, NULL, "A.B.DATA", &data, NULL), DS_OK);
	check_header(sys, data, own);
	assert_int_equal(ds_verify(sys, own->name, true, NULL), DS_OK);
	ds_entry_free(&own);
	ds_entry_free(&data);
	ds_system_close(&sys);
}

static void
a_kill_between_two_catalogs_is_whole_or_none(void **state)
{
	(void)state;
	root_route_a(root);
	/* the intents are a step of their own */
	assert_int_equal(every_step(RENAME, false), 4);
	assert_int_equal(every_step(SIZES, true), 4);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(an_alter_killed_at_any_step_is_whole_or_none),
	    T(who_opens_the_data_set_finishes_it_too),
	    T(a_set_whose_header_stays_behind_is_not_opened),
	    T(a_set_that_becomes_linear_is_the_one_or_the_other),
	    T(renames_and_opens_at_once_leave_one_data_set),
	    T(a_kill_between_two_catalogs_is_whole_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
