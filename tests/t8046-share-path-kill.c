/*
 * A base and an alternate index of its upgrade set, shared by real processes:
 * two writers that are killed at random instants and come again, readers by the
 * path and by the base's key. By the path alternate keys ascend in each pass,
 * which they do only if base and index are of one time. In the end each is
 * whole, and the two are equal.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <time.h>

#include "base/bytes.h"
#include "tests/support/aix_test.h"
#include "tests/support/children.h"
#include "tests/support/long.h"
#include "tests/support/random.h"

enum { KEYS = 500, WRITERS = 2, READERS = 2, REC = 64 };

/* What all processes see. */
struct told {
	uint32_t quit, done, passes;
	char why[400];
};

static struct aset as;
static struct told *told;
static struct ds_diag diag;

static void
give_up(const char *what, enum ds_status st)
{
	snprintf(told->why, sizeof(told->why), "%s: %s %.99s %s", what,
	    ds_status_name(st), diag.name, diag.text);
	_exit(CHILD_FAILED);
}

/* Key 8, then a unique alternate key of 8 that changes with the version. */
static void
record_make(uint8_t *rec, uint64_t key, uint32_t version)
{
	memset(rec, (int)(version & 0xFF), REC);
	be64_put(rec, key);
	be64_put(rec + 8, (uint64_t)version * 100000 + (KEYS - key));
	be32_put(rec + 16, version);
}

static uint64_t
alt_of(const struct am_rec *rec)
{
	uint8_t want[REC];

	record_make(want, be64_get(rec->data), be32_get(rec->data + 16));
	if (rec->len != REC || memcmp(rec->data, want, REC) != 0)
		give_up("a record of two", DS_OK);
	return be64_get(rec->data + 8);
}

static struct am_pos *
open_pos(unsigned intent, bool by_path, struct am_file **filep)
{
	struct am_aix aix = {.data_name = as.aix[0].name, .upgrade = true};
	struct am_parms parms = {.intent = intent, .aix = &aix, .naix = 1};
	struct volume *vol = NULL;
	struct am_pos *pos = NULL;
	enum ds_status st;

	aix.sphere.extend = aset_extend;
	aix.sphere.extend_ctx = &as.aix[0].space;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &as.base;
	parms.sphere.shared = true;
	parms.sphere.log_len = 128 * 1024;
	parms.path = by_path ? &aix : NULL;
	st = vol_open(as.base.dir, false, &vol, &diag);
	if (st == DS_OK)
		st = am_open(vol, as.base.name, &parms, filep, &diag);
	if (st == DS_OK)
		st = am_pos_new(*filep, &pos);
	if (st != DS_OK)
		give_up("open", st);
	return pos;
}

static void
close_pos(struct am_pos *pos, struct am_file *file)
{
	enum ds_status st;

	am_pos_free(&pos);
	if ((st = am_close(&file, &diag)) != DS_OK)
		give_up("close", st);
	_exit(0);
}

static void
write_one(struct am_pos *pos, uint64_t key)
{
	uint8_t rec[REC], k[8];
	struct am_rec got;
	enum ds_status st;

	be64_put(k, key);
	record_make(rec, key, (uint32_t)rnd(100000) + 1);
	st = am_point(pos, AM_KEY, AM_EQ, false, k, 8, 0, &diag);
	if (st == DS_NOTFOUND) {
		st = am_put(pos, rec, REC, 0, false, NULL, &diag);
	} else if (st == DS_OK && (st = am_get(pos, &got, &diag)) == DS_OK) {
		alt_of(&got);
		st = rnd(3) == 0 ? am_erase(pos, &diag)
				 : am_update(pos, rec, REC, &diag);
	}
	if (st != DS_OK)
		give_up("write", st);
	__atomic_add_fetch(&told->done, 1, __ATOMIC_SEQ_CST);
}

static void
be_writer(unsigned who)
{
	struct am_file *file = NULL;
	struct am_pos *pos = open_pos(AM_OUTPUT | AM_DIR, false, &file);

	seed = (uint64_t)getpid() * 977;
	while (__atomic_load_n(&told->quit, __ATOMIC_SEQ_CST) == 0)
		write_one(pos, rnd(KEYS / WRITERS) * WRITERS + who);
	close_pos(pos, file);
}

static void
be_reader(bool by_path)
{
	struct am_file *file = NULL;
	struct am_pos *pos = open_pos(AM_INPUT | AM_DIR, by_path, &file);
	uint64_t before = 0, is;
	struct am_rec rec;
	enum ds_status st;

	while (__atomic_load_n(&told->quit, __ATOMIC_SEQ_CST) == 0) {
		st = am_get(pos, &rec, &diag);
		if (st == DS_EOD) {
			before = 0;
			__atomic_add_fetch(&told->passes, 1, __ATOMIC_SEQ_CST);
			st = am_point(
			    pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &diag);
			if (st != DS_OK && st != DS_NOTFOUND)
				give_up("point", st);
			continue;
		}
		if (st != DS_OK)
			give_up(by_path ? "path" : "base", st);
		is = alt_of(&rec);
		is = by_path ? is : be64_get(rec.data) + 1;
		if (is <= before)
			give_up("keys do not ascend", st);
		before = is;
	}
	close_pos(pos, file);
}

static pid_t
start(unsigned who)
{
	pid_t pid = child_fork();

	if (pid != 0)
		return pid;
	if (who < WRITERS)
		be_writer(who);
	be_reader(who == WRITERS);
	return 0;
}

static void
make_set(void)
{
	uint8_t rec[REC], ax[21] = {1, 8, 0, 1, 8};
	const uint8_t *recs[1] = {ax};
	uint32_t lens[1] = {sizeof(ax)};

	vset_attrs(&as.base, DS_ORG_KSDS, 1024, 4, REC);
	vset_create(&as.base);
	record_make(rec, 0, 1);
	assert_ok(vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
	assert_ok(am_put(as.base.pos, rec, REC, 0, true, NULL, &diag), &diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	aset_add(&as, 8, 8, DS_A_UPGRADE, 1024, 200);
	/* header, alternate key, pointer: aix.h */
	memcpy(ax + 5, rec + 8, 8);
	memcpy(ax + 13, rec, 8);
	aset_load(&as, 0, recs, lens, 1);
}

static void
base_and_path_are_equal_after_kills(void **state)
{
	unsigned rounds = long_or(300, 25);
	pid_t pid[WRITERS + READERS];
	struct timespec nap = {0, 2000000};

	(void)state;
	told = child_memory(sizeof(*told));
	seed = 3;
	make_set();
	for (unsigned i = 0; i < WRITERS + READERS; i++)
		pid[i] = start(i);
	for (unsigned r = 0; r < rounds && told->why[0] == '\0'; r++) {
		unsigned i = (unsigned)rnd(WRITERS);
		uint32_t done = told->done;

		for (int n = 0;
		     n < 5000 && told->why[0] == '\0' &&
		     __atomic_load_n(&told->done, __ATOMIC_SEQ_CST) < done + 50;
		     n++)
			nanosleep(&nap, NULL);
		nap.tv_nsec = (long)(1000000 + rnd(3000000));
		kill(pid[i], SIGKILL);
		child_ended(pid[i], true, told->why);
		pid[i] = start(i);
	}
	__atomic_store_n(&told->quit, 1, __ATOMIC_SEQ_CST);
	for (unsigned i = 0; i < WRITERS + READERS; i++)
		child_ended(pid[i], false, told->why);
	printf("# %u requests, %u passes\n", told->done, told->passes);
	/* An open and a close finish what the last ones left. */
	assert_ok(aset_open(&as, AM_OUTPUT | AM_DIR, -1), &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	vset_verify(&as.base);
	assert_ok(aset_check(&as), &as.base.diag);
	aset_free(&as);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(base_and_path_are_equal_after_kills),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
