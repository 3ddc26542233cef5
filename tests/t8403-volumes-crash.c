/*
 * Processes that are killed at every step while a data set goes on on another
 * volume, while one of several volumes is written anew, and while it is
 * deleted: records that were completed are there, the next writer goes on, and
 * names, files and space of all volumes agree.
 *
 * By hand: a volume of 3 cylinders has 30 tracks for data sets; 4 records of
 * 4,000 bytes are in a control interval of 18,432 and 3 of those on a track, so
 * 900 records need 75 tracks and three volumes.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/dataset.h"
#include "services/system_int.h"
#include "tests/support/define.h"
#include "tests/support/root.h"
#include "tests/support/step.h"

enum { RECORDS = 900, LEN = 4000, VOLUMES = 4 };

static const char *const volsers[VOLUMES] = {"VOL001", "VOLB", "VOLC", "VOLD"};
static char root[ROOT_LEN];
static struct ds_diag diag;
static volatile int *acked; /* shared with the children */

static void
ok(enum ds_status st)
{
	if (st != DS_OK)
		fail_msg("%d %s %s", (int)st, diag.name, diag.text);
}

static struct ds_system *
open_root(void)
{
	struct ds_system *sys = NULL;

	ok(ds_system_open(root, &sys, NULL, &diag));
	return sys;
}

static int
setup(void **state)
{
	struct ds_system *sys = NULL;

	(void)state;
	if (!root_new(root, "t8403"))
		return -1;
	sys = open_root();
	ds_system_close(&sys);
	/* Not the volume that a new root has: it is of any size. */
	if (!root_configure(root, "pool=VOLB VOLC VOLD\ncylinders=3\n"))
		return -1;
	acked = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return acked == MAP_FAILED ? -1 : 0;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* --- what the processes do ------------------------------------------------ */

/* away: the index on a volume of its own, without SMS. */
static enum ds_status
define_set(struct ds_system *sys, enum ds_org org, bool erase, bool away)
{
	struct ds_define_cluster def;
	struct ds_defined out;

	def_on_three_volumes(&def, "A.B", org, LEN);
	def.cluster.erase = erase;
	if (away) {
		sys->config.sms = false;
		strcpy(def.cluster.volumes[0], "VOLB");
		strcpy(def.cluster.volumes[1], "VOLC");
		strcpy(def.cluster.volumes[2], "VOLD");
		strcpy(def.index.volumes[0], "VOLC");
		strcpy(def.index.volumes[1], "VOLD");
		def.index.nvolumes = 2;
	}
	return ds_define_cluster(sys, &def, &out, &diag);
}

static void
define(struct ds_system *sys, enum ds_org org, bool erase)
{
	ok(define_set(sys, org, erase, false));
}

static void
define_ps(struct ds_system *sys)
{
	struct ds_define_ps def;

	memset(&def, 0, sizeof(def));
	strcpy(def.name, "A.B");
	def.recfm = DS_RECFM_FB;
	def.lrecl = LEN;
	def.unit = DS_UNIT_TRK;
	def.pri = 10;
	def.sec = 10;
	def.nmore = 2;
	strcpy(def.more[0], "*");
	strcpy(def.more[1], "*");
	ok(ds_define_ps(sys, &def, &diag));
}

static void
make_record(char rec[LEN], int n, char mark)
{
	memset(rec, mark, LEN);
	snprintf(rec, 16, "%08d", n);
	rec[8] = mark;
}

/* Records from number from on; each is acknowledged. */
static enum ds_status
put_some(struct ds_system *sys, int from, int to, char mark)
{
	struct ds_file *file = NULL;
	char rec[LEN];
	enum ds_status st;

	st = ds_open_name(sys, "A.B", DS_OUTPUT | DS_SEQ, &file, &diag);
	for (int i = from; i < to && st == DS_OK; i++) {
		make_record(rec, i, mark);
		if ((st = ds_put(file, rec, LEN, &diag)) == DS_OK)
			*acked = i + 1;
	}
	if (st != DS_OK) {
		ds_abandon(&file);
		return st;
	}
	return ds_close(&file, &diag);
}

static enum ds_status delete (struct ds_system *sys) {
	struct ds_delete_opts opts = {.erase = -1};

	return ds_delete(sys, "A.B", &opts, NULL, NULL, &diag);
}

enum act { GROW, REWRITE, DELETE, DEFINE_AWAY };

static enum ds_status
do_it(struct ds_system *sys, int what)
{
	switch (what) {
	case GROW:
		return put_some(sys, 1, RECORDS, 'g');
	case REWRITE:
		return put_some(sys, 0, RECORDS, 'n');
	case DELETE:
		return delete (sys);
	default:
		return define_set(sys, DS_ORG_KSDS, false, true);
	}
}

/* Struck at its n-th step; false: it had fewer. */
static bool
struck(enum act what, int n)
{
	pid_t pid = step_child(root, do_it, (int)what, n, SIGKILL);
	int status = 0;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status))
		assert_int_equal(WEXITSTATUS(status), 0);
	return !WIFEXITED(status);
}

/* --- what must hold ------------------------------------------------------- */

struct census {
	struct ds_system *sys;
	int entries, missing;
	int files[VOLUMES]; /* that entries have there */
	uint32_t tracks[VOLUMES];
	int seen;
};

static int
volume_number(const char *volser)
{
	int i = 0;

	while (i < VOLUMES - 1 && strcmp(volsers[i], volser) != 0)
		i++;
	return i;
}

static bool
see_entry(void *ctx, const struct ds_entry *ent)
{
	static const uint8_t none[16];
	struct census *c = ctx;
	char name[SPHERE_NAME_LEN];
	struct volume *vol = NULL;

	c->entries++;
	if (memcmp(ent->comp_id, none, 16) == 0)
		return true;
	sphere_id_name(ent->comp_id, name);
	for (size_t i = 0; i < ent->nvolumes; i++) {
		const struct ds_volume_cell *cell = &ent->volumes[i];
		int v = volume_number(cell->volser);

		if (!ds_cell_used(cell))
			continue;
		for (size_t j = 0; j < cell->nextents; j++)
			c->tracks[v] += cell->extents[j].tracks;
		ok(ds_system_one_volume(c->sys, cell->volser, &vol, &diag));
		if (vol_exists(vol, name))
			c->files[v]++;
		else
			c->missing++; /* its piece was not made yet */
	}
	if (ent->nvolumes > 0 && ds_begins_elsewhere(ent)) {
		char home[VOLSER_MAX + 1];

		ds_home(ent, home);
		c->files[volume_number(home)]++;
	}
	return true;
}

static bool
see_intent(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	(void)ctx;
	(void)id;
	(void)comp_id;
	fail_msg("an intent is left: %c %s %s", kind, volser, holder);
	return false;
}

/* Entries, files and the ledger agree. Returns how many entries there are. */
static int
check_root(int missing)
{
	struct census c = {.sys = open_root()};
	struct catalog *cat = ds_system_catalog(c.sys);
	struct cat_volume cv;
	struct volume *vol;

	ok(cat_list(cat, NULL, CAT_ALL, NULL, see_entry, &c, &diag));
	ok(cat_intent_list(cat, see_intent, NULL, &diag));
	assert_true(c.missing <= missing);
	for (int v = 0; v < VOLUMES; v++) {
		if (cat_volume_get(cat, volsers[v], &cv, NULL) != DS_OK)
			continue;
		assert_int_equal(cv.used_tracks, c.tracks[v]);
		ok(ds_system_one_volume(c.sys, volsers[v], &vol, &diag));
		c.seen = 0;
		ok(vol_list(vol, count_file, &c.seen, &diag));
		assert_int_equal(c.seen, c.files[v]);
	}
	ds_system_close(&c.sys);
	return c.entries;
}

/* How many records there are, each the right one of mark. */
static int
read_all(struct ds_system *sys, const char *marks)
{
	struct ds_file *file = NULL;
	struct ds_rec rec;
	char want[LEN];
	int n = 0;
	char mark = 0;

	ok(ds_open_name(sys, "A.B", DS_INPUT | DS_SEQ, &file, &diag));
	while (ds_get(file, &rec, &diag) == DS_OK) {
		const char *data = (const char *)rec.data;

		assert_int_equal(rec.len, LEN);
		if (n == 0)
			mark = data[8];
		make_record(want, n, n == 0 ? mark : data[8]);
		assert_memory_equal(data, want, LEN);
		assert_non_null(strchr(marks, data[8]));
		n++;
	}
	ok(ds_close(&file, &diag));
	return n;
}

static void
gone(void)
{
	struct ds_system *sys = open_root();

	ok(delete (sys));
	ds_system_close(&sys);
	assert_int_equal(check_root(0), 0);
}

static void
grow_through_every_step(enum ds_org org)
{
	struct ds_system *sys;
	int n, have;

	for (n = 1;; n++) {
		bool killed;

		sys = open_root();
		define(sys, org, false);
		ok(put_some(sys, 0, 1, 'g'));
		ds_system_close(&sys);
		*acked = 1;
		killed = struck(GROW, n);
		check_root(1);
		sys = open_root();
		have = read_all(sys, "g");
		assert_true(have >= *acked);
		if (killed)
			ok(put_some(sys, have, RECORDS, 'g'));
		assert_int_equal(read_all(sys, "g"), RECORDS);
		ds_system_close(&sys);
		check_root(0);
		gone();
		if (!killed)
			break;
	}
	/* Two more volumes of the data: the space, the piece, its entry. */
	assert_int_equal(n - 1, 6);
}

static void
growth_killed_at_any_step_goes_on(void **state)
{
	(void)state;
	grow_through_every_step(DS_ORG_KSDS);
	grow_through_every_step(DS_ORG_ESDS);
}

static void
a_rewrite_killed_at_any_step_is_old_or_new(void **state)
{
	struct ds_system *sys;
	bool killed = true;

	(void)state;
	for (int n = 1; killed; n++) {
		sys = open_root();
		define_ps(sys);
		ok(put_some(sys, 0, 500, 'o')); /* two of three volumes */
		ds_system_close(&sys);
		killed = struck(REWRITE, n);
		check_root(1);
		sys = open_root();
		int have = read_all(sys, "on");
		assert_true(have == 500 || have == RECORDS);
		assert_true(killed || have == RECORDS);
		ok(put_some(sys, 0, RECORDS, 'z'));
		assert_int_equal(read_all(sys, "z"), RECORDS);
		ds_system_close(&sys);
		check_root(0);
		gone();
	}
}

static void
a_delete_killed_at_any_step_is_whole_or_none(void **state)
{
	struct ds_system *sys;
	bool killed = true;
	int n;

	(void)state;
	for (n = 1; killed; n++) {
		sys = open_root();
		define(sys, DS_ORG_KSDS, n % 2 == 0);
		ok(put_some(sys, 0, RECORDS, 'g'));
		ds_system_close(&sys);
		killed = struck(DELETE, n);
		if (check_root(0) > 0)
			gone();
	}
	/* The choice, the entries; three files of the data, one of the index.
	 */
	assert_int_equal(n - 2, 6);
}

static void
an_index_away_from_its_data_is_whole_or_none(void **state)
{
	struct ds_system *sys;
	bool killed = true;
	int n;

	(void)state;
	for (n = 1; killed; n++) {
		/* The volumes are there from the first DEFINE under SMS on. */
		sys = open_root();
		define(sys, DS_ORG_KSDS, false);
		ok(delete (sys));
		ds_system_close(&sys);
		killed = struck(DEFINE_AWAY, n);
		if (check_root(0) == 0)
			continue;
		sys = open_root();
		ok(put_some(sys, 0, RECORDS, 'g'));
		assert_int_equal(read_all(sys, "g"), RECORDS);
		ds_system_close(&sys);
		check_root(0);
		assert_true(struck(DELETE, n % 6 + 1));
		if (check_root(0) > 0)
			gone();
	}
	assert_int_equal(n - 2, 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		growth_killed_at_any_step_goes_on, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_rewrite_killed_at_any_step_is_old_or_new, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_delete_killed_at_any_step_is_whole_or_none, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		an_index_away_from_its_data_is_whole_or_none, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
