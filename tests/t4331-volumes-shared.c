/*
 * A data set that several have open goes on on other volumes: who had it open
 * before reads what is there, and writes there, without opening it again; so it
 * does when the writer is killed.
 *
 * By hand: a volume of 3 cylinders has 30 tracks for data sets, a track 12
 * records of 4,000 bytes, so 900 need three volumes.
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
#include "services/locate.h"
#include "services/system.h"
#include "tests/support/child.h"
#include "tests/support/define.h"
#include "tests/support/root.h"

enum { RECORDS = 900, LEN = 4000, OPENERS = 3 };

static char root[ROOT_LEN];
static struct ds_diag diag;

static void
ok(enum ds_status st)
{
	if (st != DS_OK)
		fail_msg("%d %s %s", (int)st, diag.name, diag.text);
}

static int
setup(void **state)
{
	struct ds_system *sys = NULL;

	(void)state;
	if (!root_new(root, "t4331"))
		return -1;
	ok(ds_system_open(root, &sys, NULL, &diag));
	ds_system_close(&sys);
	if (!root_configure(root, "pool=VOLB VOLC VOLD\ncylinders=3\n"))
		return -1;
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

static void
define(struct ds_system *sys, enum ds_org org)
{
	struct ds_define_cluster def;
	struct ds_defined out;

	def_on_three_volumes(&def, "A.B", org, LEN);
	def.cluster.share_region = def.cluster.share_system = 3;
	ok(ds_define_cluster(sys, &def, &out, &diag));
}

static void
make_record(char rec[LEN], int n)
{
	memset(rec, 'a' + n % 26, LEN);
	snprintf(rec, 16, "%08d", n);
	rec[8] = 'x';
}

static enum ds_status
put(struct ds_file *file, int n)
{
	char rec[LEN];

	make_record(rec, n);
	return ds_put(file, rec, LEN, &diag);
}

static struct ds_file *
open_set(struct ds_system *sys, unsigned intent)
{
	struct ds_open_parms parms = {.disp = DD_SHR};
	struct ds_file *file = NULL;

	ok(ds_open_with(sys, "A.B", intent, &parms, &file, &diag));
	return file;
}

/* Reads on from record number from; how many there are now. */
static int
read_on(struct ds_file *file, int from)
{
	struct ds_rec rec;
	char want[LEN];

	while (ds_get(file, &rec, &diag) == DS_OK) {
		make_record(want, from);
		assert_int_equal(rec.len, LEN);
		assert_memory_equal(rec.data, want, LEN);
		from++;
	}
	return from;
}

static void
check_volumes(struct ds_system *sys)
{
	struct ds_entry *ent = NULL;

	ok(ds_locate(sys, NULL, "A.B.DATA", &ent, &diag));
	assert_int_equal(ent->nvolumes, 3);
	assert_string_equal(ent->volumes[2].volser, "VOLD");
	assert_true(ent->volumes[2].nextents > 0);
	ds_entry_free(&ent);
}

static void
delete_set(struct ds_system *sys)
{
	struct ds_delete_opts opts = {.erase = -1};

	ok(ds_delete(sys, "A.B", &opts, NULL, NULL, &diag));
}

/* Two writers in turn, a reader that follows them. */
static void
grow_with(enum ds_org org)
{
	const unsigned intents[OPENERS] = {
	    DS_OUTPUT | DS_DIR, DS_OUTPUT | DS_DIR, DS_INPUT | DS_SEQ};
	struct ds_system *sys[OPENERS] = {NULL};
	struct ds_file *file[OPENERS] = {NULL}, *first;
	int seen = 0;

	for (int i = 0; i < OPENERS; i++)
		ok(ds_system_open(root, &sys[i], NULL, &diag));
	define(sys[0], org);
	first = open_set(sys[0], DS_OUTPUT | DS_SEQ);
	ok(put(first, 0));
	ok(ds_close(&first, &diag));
	for (int i = 0; i < OPENERS; i++)
		file[i] = open_set(sys[i], intents[i]);
	for (int n = 1; n < RECORDS; n++) {
		ok(put(file[n / 7 % 2], n));
		if (n % 50 == 0)
			seen = read_on(file[2], seen);
	}
	/* Whom an end was told reads on from the front again. */
	ok(ds_close(&file[2], &diag));
	file[2] = open_set(sys[2], DS_INPUT | DS_SEQ);
	assert_int_equal(read_on(file[2], 0), RECORDS);
	check_volumes(sys[2]);
	for (int i = 0; i < OPENERS; i++)
		ok(ds_close(&file[i], &diag));
	delete_set(sys[0]);
	for (int i = 0; i < OPENERS; i++)
		ds_system_close(&sys[i]);
}

static void
who_shares_a_set_follows_it_to_other_volumes(void **state)
{
	(void)state;
	grow_with(DS_ORG_KSDS);
	grow_with(DS_ORG_ESDS);
}

/* The reader has it open before; the writer dies behind its last record. */
static void
a_killed_writers_volumes_are_read_by_who_was_there(void **state)
{
	struct ds_system *sys = NULL;
	struct ds_file *file;
	int status = 0;
	pid_t pid;

	(void)state;
	ok(ds_system_open(root, &sys, NULL, &diag));
	define(sys, DS_ORG_KSDS);
	file = open_set(sys, DS_OUTPUT | DS_SEQ);
	ok(put(file, 0));
	ok(ds_close(&file, &diag));
	file = open_set(sys, DS_INPUT | DS_SEQ);
	if ((pid = child_fork()) == 0) {
		struct ds_open_parms parms = {.disp = DD_SHR};
		struct ds_system *own = NULL;
		struct ds_file *out = NULL;

		if (ds_system_open(root, &own, NULL, NULL) != DS_OK ||
		    ds_open_with(own, "A.B", DS_OUTPUT | DS_DIR, &parms, &out,
			NULL) != DS_OK)
			_exit(1);
		for (int n = 1; n < RECORDS; n++)
			if (put(out, n) != DS_OK)
				_exit(2);
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(read_on(file, 0), RECORDS);
	ok(ds_close(&file, &diag));
	file = open_set(sys, DS_INPUT | DS_SEQ);
	assert_int_equal(read_on(file, 0), RECORDS);
	ok(ds_close(&file, &diag));
	check_volumes(sys);
	delete_set(sys);
	ds_system_close(&sys);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		who_shares_a_set_follows_it_to_other_volumes, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_killed_writers_volumes_are_read_by_who_was_there, setup,
		teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
