/*
 * IMPORT by processes that are killed at every step: of a new data set all or
 * nothing is there; of one that is replaced the old content or the new, never
 * a mixture and never neither. Names, files, space and intents agree.
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

#include "services/locate.h"
#include "services/portable.h"
#include "services/system_int.h"
#include "tests/support/define.h"
#include "tests/support/root.h"
#include "tests/support/step.h"

enum { RECORDS = 2000, RECLEN = 300, OLD = 'o', NEW = 'n' };

static char root[ROOT_LEN];
static char out_spec[ROOT_LEN + 40], in_spec[ROOT_LEN + 40];

static int
setup(void **state)
{
	(void)state;
	if (!root_new(root, "t4200"))
		return -1;
	snprintf(out_spec, sizeof(out_spec), "OUT=path:%s/copy,recfm=vb", root);
	snprintf(in_spec, sizeof(in_spec), "IN=path:%s/copy,recfm=vb", root);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

static struct ds_system *
root_open(void)
{
	char dir[ROOT_LEN + 8];
	struct ds_system *sys = NULL;

	snprintf(dir, sizeof(dir), "%s/root", root);
	assert_int_equal(ds_system_open(dir, &sys, NULL, NULL), DS_OK);
	return sys;
}

/* --- the data set ------------------------------------------------------------
 */

/* Its records, with this byte behind their keys: 2000 of 300 bytes are more
 * than the one track that it begins with, so it grows while it is loaded. */
static void
load(struct ds_system *sys, int byte)
{
	struct ds_define_cluster def;
	struct ds_defined made;
	struct ds_file *f = NULL;
	struct ds_diag diag;
	char rec[RECLEN];

	def_ksds(&def, "A.B");
	def.cluster.unit = DS_UNIT_TRK;
	assert_int_equal(ds_define_cluster(sys, &def, &made, &diag), DS_OK);
	assert_int_equal(
	    ds_open_name(sys, "A.B", DS_OUTPUT | DS_SEQ, &f, &diag), DS_OK);
	for (int i = 0; i < RECORDS; i++) {
		memset(rec, byte, sizeof(rec));
		snprintf(rec, 12, "%011d", i);
		assert_int_equal(ds_put(f, rec, sizeof(rec), &diag), DS_OK);
	}
	assert_int_equal(ds_close(&f, &diag), DS_OK);
}

static void export(struct ds_system *sys, bool temporary)
{
	const struct ds_export_how how = {.temporary = temporary, .erase = -1};
	struct dd_table *dds = NULL;
	struct ds_export *ex = NULL;
	struct ds_file *out = NULL;
	struct ds_copied done;
	struct ds_diag diag;
	struct tm when;

	assert_int_equal(dd_table_new(sys, &dds), DS_OK);
	assert_int_equal(dd_alloc(dds, out_spec, &diag), DS_OK);
	assert_int_equal(ds_export_begin(sys, "A.B", &how, &ex, &diag), DS_OK);
	assert_int_equal(ds_open_dd(dds, "OUT", DS_OUTPUT | DS_SEQ,
			     &ds_portable_attrs, &out, &diag),
	    DS_OK);
	assert_int_equal(
	    ds_export_write(ex, out, NULL, NULL, &when, &done, &diag), DS_OK);
	assert_int_equal(done.records, RECORDS);
	assert_int_equal(ds_close(&out, &diag), DS_OK);
	assert_int_equal(ds_export_finish(ex, NULL, NULL, &diag), DS_OK);
	ds_export_free(&ex);
	dd_table_free(&dds);
}

static enum ds_status
import(struct ds_system *sys, int what)
{
	const struct ds_import_how how = {
	    .target = "A.B", .catalog = "", .erase = -1};
	struct dd_table *dds = NULL;
	struct ds_import *im = NULL;
	struct ds_file *in = NULL;
	struct ds_portable info;
	struct ds_copied done;
	struct ds_defined made;
	struct ds_diag diag;
	bool replaces = false;
	enum ds_status st;

	(void)what;
	st = dd_table_new(sys, &dds);
	if (st == DS_OK)
		st = dd_alloc(dds, in_spec, &diag);
	if (st == DS_OK)
		st = ds_open_dd(dds, "IN", DS_INPUT | DS_SEQ, NULL, &in, &diag);
	if (st == DS_OK)
		st = ds_import_begin(sys, in, &im, &info, &diag);
	if (st == DS_OK)
		st = ds_import_place(im, &how, &replaces, &diag);
	if (st == DS_OK)
		st = ds_import_load(im, NULL, NULL, &done, &diag);
	if (st == DS_OK)
		st = ds_import_commit(im, NULL, NULL, &made, &diag);
	ds_import_free(&im);
	ds_abandon(&in);
	dd_table_free(&dds);
	return st;
}

/* --- what must hold ----------------------------------------------------------
 */

struct census {
	struct ds_system *sys;
	int files, components, intents;
	uint32_t tracks;
};

static bool
see_entry(void *ctx, const struct ds_entry *ent)
{
	static const uint8_t none[16];
	struct census *c = ctx;

	if (memcmp(ent->comp_id, none, 16) == 0)
		return true;
	c->components++;
	for (size_t i = 0; i < ent->nvolumes; i++)
		for (size_t j = 0; j < ent->volumes[i].nextents; j++)
			c->tracks += ent->volumes[i].extents[j].tracks;
	return true;
}

static void
check_ledger(struct ds_system *sys)
{
	struct catalog *cat = ds_system_catalog(sys);
	struct census c = {.sys = sys};
	struct cat_volume vol;
	struct volume *v;

	assert_int_equal(
	    cat_list(cat, NULL, CAT_ALL, NULL, see_entry, &c, NULL), DS_OK);
	assert_int_equal(ds_system_volume(sys, "VOL001", &v, NULL), DS_OK);
	assert_int_equal(vol_list(v, count_file, &c.files, NULL), DS_OK);
	assert_int_equal(
	    cat_intent_list(cat, count_intent, &c.intents, NULL), DS_OK);
	assert_int_equal(cat_volume_get(cat, "VOL001", &vol, NULL), DS_OK);
	assert_int_equal(c.intents, 0);
	assert_int_equal(c.files, c.components);
	assert_int_equal(vol.used_tracks, c.tracks);
}

/* The byte that all records have; 0: there is no data set. */
static int
content(struct ds_system *sys)
{
	struct ds_file *f = NULL;
	struct ds_rec rec;
	enum ds_status st;
	int byte = 0, n = 0;

	st = ds_open_name(sys, "A.B", DS_INPUT | DS_SEQ, &f, NULL);
	if (st == DS_CAT_NOTFOUND)
		return 0;
	assert_int_equal(st, DS_OK);
	assert_int_equal(ds_attrs(f)->improper.code, 0);
	while ((st = ds_get(f, &rec, NULL)) == DS_OK) {
		assert_int_equal(rec.len, RECLEN);
		if (n++ == 0)
			byte = rec.data[20];
		assert_int_equal(rec.data[20], byte);
	}
	assert_int_equal(st, DS_EOD);
	assert_int_equal(n, RECORDS);
	assert_int_equal(ds_close(&f, NULL), DS_OK);
	return byte;
}

static void
forget(struct ds_system *sys)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};

	ds_delete(sys, "A.B", &opts, NULL, NULL, NULL);
	check_ledger(sys);
}

/* A copy of NEW; if old, a data set of OLD that EXPORT has marked. */
static void
prepare(struct ds_system *sys, bool old)
{
	char keep[2 * ROOT_LEN], copy[2 * ROOT_LEN];

	load(sys, NEW);
	export(sys, false);
	if (!old)
		return;
	snprintf(copy, sizeof(copy), "%s/copy", root);
	snprintf(keep, sizeof(keep), "%s/keep", root);
	assert_int_equal(rename(copy, keep), 0);
	load(sys, OLD);
	export(sys, true);
	assert_int_equal(rename(keep, copy), 0);
}

/* Killed at step 1, 2, ... until it gets through: how many there were. */
static int
every_step(bool old)
{
	char dir[ROOT_LEN + 8];
	struct ds_system *sys;
	int n, status, got, seen = 0;
	pid_t pid;

	snprintf(dir, sizeof(dir), "%s/root", root);
	for (n = 1;; n++) {
		sys = root_open();
		prepare(sys, old);
		ds_system_close(&sys);
		pid = step_child(dir, import, 0, n, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		sys = root_open();
		got = content(sys);
		check_ledger(sys);
		assert_true(got == NEW || got == (old ? OLD : 0));
		assert_true(seen == 0 || got == NEW); /* it stays once done */
		seen |= got == NEW;
		forget(sys);
		ds_system_close(&sys);
		if (WIFEXITED(status)) {
			assert_int_equal(WEXITSTATUS(status), 0);
			assert_int_equal(got, NEW);
			return n - 1;
		}
	}
}

static void
an_import_killed_at_any_step_is_whole_or_none(void **state)
{
	(void)state;
	/* space, files, loaded, entered, and what it grew by */
	assert_true(every_step(false) >= 4);
}

static void
a_replaced_data_set_is_the_old_or_the_new(void **state)
{
	(void)state;
	/* and: chosen, entries removed, two files removed */
	assert_true(every_step(true) >= 8);
}

/* A user catalog for A: entries and intents are in two files. */
static void
route_to_user_catalog(void)
{
	struct ds_entry *ucat = ds_entry_new(), *alias = ds_entry_new();
	struct ds_system *sys = root_open();
	struct catalog *cat = ds_system_catalog(sys);

	assert_true(ucat != NULL && alias != NULL);
	ucat->type = DS_UCAT;
	strcpy(ucat->name, "UCAT.ONE");
	assert_int_equal(cat_ucat_create(cat, ucat, NULL), DS_OK);
	alias->type = DS_ALIAS;
	strcpy(alias->name, "A");
	strcpy(alias->related, "UCAT.ONE");
	assert_int_equal(cat_put(cat, NULL, alias, NULL), DS_OK);
	ds_entry_free(&ucat);
	ds_entry_free(&alias);
	ds_system_close(&sys);
}

static void
it_is_so_in_a_user_catalog(void **state)
{
	(void)state;
	route_to_user_catalog();
	assert_true(every_step(false) >= 4);
	assert_true(every_step(true) >= 9); /* the intents are one more */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		an_import_killed_at_any_step_is_whole_or_none, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_replaced_data_set_is_the_old_or_the_new, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		it_is_so_in_a_user_catalog, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
