/*
 * A base and its upgrade set, opened several times: two writers take turns,
 * readers go by the base's key and by two paths. At each moment base and
 * alternate indexes are of one time for whoever reads, and each record comes
 * once by each path. The expected values are the array's.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "tests/support/aix_test.h"
#include "tests/support/long.h"
#include "tests/support/random.h"

enum { KEYS = 600, WRITERS = 2, READERS = 3, REC = 64, GROUPS = 40 };

/* Key 8, then a unique alternate key of 8, then one of 4 that others share. */
struct item {
	uint32_t version; /* 0: no record */
};

static struct aset as;
static struct item model[KEYS];
static struct part {
	struct volume *vol;
	struct am_file *file;
	struct am_pos *pos;
} wr[WRITERS], rd[READERS];
static struct ds_diag diag;
static uint64_t before[READERS]; /* order of the record read last */

/* A record's alternate keys follow from key and version. */
static uint64_t
alt_of(uint64_t key, uint32_t version)
{
	return (uint64_t)version * 100000 + (KEYS - key);
}

static uint32_t
group_of(uint64_t key, uint32_t version)
{
	return (uint32_t)((key * 7 + version) % GROUPS);
}

static void
record_make(uint8_t *rec, uint64_t key, uint32_t version)
{
	memset(rec, (int)(version & 0xFF), REC);
	be64_put(rec, key);
	be64_put(rec + 8, alt_of(key, version));
	be32_put(rec + 16, group_of(key, version));
	be32_put(rec + 20, version);
}

static void
part_open(struct part *p, unsigned intent, int path)
{
	struct am_aix aix[AIX_TEST_MAX];
	struct am_parms parms = {.intent = intent};

	memset(aix, 0, sizeof(aix));
	for (int i = 0; i < as.n; i++) {
		aix[i].data_name = as.aix[i].name;
		aix[i].upgrade = true;
		aix[i].sphere.extend = aset_extend;
		aix[i].sphere.extend_ctx = &as.aix[i].space;
	}
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &as.base;
	parms.sphere.shared = true;
	parms.sphere.log_len = 32768;
	parms.aix = aix;
	parms.naix = (size_t)as.n;
	parms.path = path >= 0 ? &aix[path] : NULL;
	assert_ok(vol_open(as.base.dir, false, &p->vol, &diag), &diag);
	assert_ok(
	    am_open(p->vol, as.base.name, &parms, &p->file, &diag), &diag);
	assert_ok(am_pos_new(p->file, &p->pos), &diag);
}

static void
part_close(struct part *p)
{
	am_pos_free(&p->pos);
	assert_ok(am_close(&p->file, &diag), &diag);
	vol_close(&p->vol);
}

/* A base of one record whose alternate indexes have its keys. */
static void
make_set(void)
{
	uint8_t rec[REC], ax[REC];
	const uint8_t *recs[1] = {ax};
	uint32_t lens[1];

	memset(model, 0, sizeof(model));
	memset(&as, 0, sizeof(as));
	vset_attrs(&as.base, DS_ORG_KSDS, 1024, 4, REC);
	vset_create(&as.base);
	record_make(rec, 0, 1);
	model[0].version = 1;
	assert_ok(vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
	assert_ok(am_put(as.base.pos, rec, REC, 0, true, NULL, &diag), &diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	for (int i = 0; i < 2; i++) {
		uint32_t keylen = i == 0 ? 8 : 4, off = i == 0 ? 8 : 16;

		aset_add(&as, keylen, off,
		    DS_A_UPGRADE | (i == 0 ? 0 : DS_A_NONUNIQKEY), 1024, 1000);
		/* flags, length and number of pointers, key length; the codec
		 * of SC23-6855 as aix.h has it */
		ax[0] = 1;
		ax[1] = 8;
		ax[2] = 0;
		ax[3] = 1;
		ax[4] = (uint8_t)keylen;
		memcpy(ax + 5, rec + off, keylen);
		memcpy(ax + 5 + keylen, rec, 8);
		lens[0] = 5 + keylen + 8;
		aset_load(&as, i, recs, lens, 1);
	}
}

static void
write_one(struct part *p)
{
	uint64_t key = rnd(KEYS);
	struct item *it = &model[key];
	uint8_t rec[REC], k[8];
	struct am_rec got;
	enum ds_status st;

	be64_put(k, key);
	st = am_point(p->pos, AM_KEY, AM_EQ, false, k, 8, 0, &diag);
	if (it->version == 0) {
		assert_int_equal(st, DS_NOTFOUND);
		it->version = (uint32_t)rnd(10000) + 1;
		record_make(rec, key, it->version);
		assert_ok(
		    am_put(p->pos, rec, REC, 0, false, NULL, &diag), &diag);
		return;
	}
	assert_ok(st, &diag);
	assert_ok(am_get(p->pos, &got, &diag), &diag);
	record_make(rec, key, it->version);
	assert_memory_equal(got.data, rec, REC);
	if (rnd(3) == 0) {
		assert_ok(am_erase(p->pos, &diag), &diag);
		it->version = 0;
		return;
	}
	it->version = (uint32_t)rnd(10000) + 1;
	record_make(rec, key, it->version);
	assert_ok(am_update(p->pos, rec, REC, &diag), &diag);
}

/* A record by any way is what the array says it is. */
static uint64_t
check_record(const struct am_rec *got)
{
	uint8_t rec[REC];
	uint64_t key = be64_get(got->data);

	assert_int_equal(got->len, REC);
	assert_true(key < KEYS && model[key].version != 0);
	record_make(rec, key, model[key].version);
	assert_memory_equal(got->data, rec, REC);
	return key;
}

/* The next record by way i; its order key is not below the one before. */
static void
read_on(unsigned i)
{
	struct am_rec got;
	enum ds_status st = am_get(rd[i].pos, &got, &diag);
	uint64_t key, order;

	if (st == DS_EOD) {
		before[i] = 0;
		st = am_point(
		    rd[i].pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &diag);
		assert_true(st == DS_OK || st == DS_NOTFOUND);
		return;
	}
	assert_ok(st, &diag);
	key = check_record(&got);
	order = i == 0   ? key
		: i == 1 ? alt_of(key, model[key].version)
			 : group_of(key, model[key].version);
	assert_true(order >= before[i]);
	before[i] = order;
}

/* Nothing changes meanwhile: all records, each once, by each way. */
static void
read_all(unsigned i)
{
	bool seen[KEYS] = {false};
	struct am_rec got;
	unsigned n = 0, have = 0;
	enum ds_status st;

	for (unsigned k = 0; k < KEYS; k++)
		have += model[k].version != 0;
	st = am_point(rd[i].pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &diag);
	while (st == DS_OK && (st = am_get(rd[i].pos, &got, &diag)) == DS_OK) {
		uint64_t key = check_record(&got);

		assert_false(seen[key]);
		seen[key] = true;
		n++;
	}
	assert_true(st == DS_EOD || st == DS_NOTFOUND);
	assert_int_equal(n, have);
	before[i] = 0;
}

static void
report(void *ctx, enum sphere_part part, uint64_t rba, const char *what)
{
	(void)ctx;
	fprintf(
	    stderr, "# %d %llu %s\n", (int)part, (unsigned long long)rba, what);
}

static void
base_and_paths_are_of_one_time(void **state)
{
	unsigned n = long_or(40000, 4000);

	(void)state;
	seed = 5;
	make_set();
	for (unsigned i = 0; i < WRITERS; i++)
		part_open(&wr[i], AM_OUTPUT | AM_DIR, -1);
	for (unsigned i = 0; i < READERS; i++)
		part_open(&rd[i], AM_INPUT | AM_DIR, (int)i - 1);
	for (unsigned k = 0; k < n; k++) {
		write_one(&wr[rnd(WRITERS)]);
		for (unsigned i = 0; i < READERS; i++)
			if (rnd(3) == 0)
				read_on(i);
		if (rnd(300) == 0)
			read_all((unsigned)rnd(READERS));
		if (rnd(300) == 0)
			assert_ok(
			    am_commit(wr[rnd(WRITERS)].file, &diag), &diag);
		if (rnd(400) == 0) {
			unsigned i = (unsigned)rnd(WRITERS);

			part_close(&wr[i]);
			part_open(&wr[i], AM_OUTPUT | AM_DIR, -1);
		}
		if (rnd(400) == 0) {
			unsigned i = (unsigned)rnd(READERS);

			part_close(&rd[i]);
			part_open(&rd[i], AM_INPUT | AM_DIR, (int)i - 1);
			read_all(i);
			while (am_get(rd[i].pos, &(struct am_rec){0}, &diag) !=
			       DS_EOD)
				;
		}
	}
	for (unsigned i = 0; i < READERS; i++)
		part_close(&rd[i]);
	for (unsigned i = 0; i < WRITERS; i++)
		part_close(&wr[i]);
	vset_verify(&as.base);
	for (int i = 0; i < as.n; i++) {
		assert_ok(
		    am_verify(as.base.vol, as.aix[i].name, report, NULL, &diag),
		    &diag);
		assert_ok(am_verify_aix(
			      as.base.vol, as.aix[i].name, report, NULL, &diag),
		    &diag);
	}
	aset_free(&as);
}

/* Readers stay while one writer after the other comes: each finds the log that
 * the one before left, and changes an alternate index before the base. */
static void
writers_come_and_go_beside_readers(void **state)
{
	unsigned n = long_or(400, 30);

	(void)state;
	seed = 7;
	make_set();
	for (unsigned i = 0; i < READERS; i++) {
		part_open(&rd[i], AM_INPUT | AM_DIR, (int)i - 1);
		before[i] = 0;
	}
	for (unsigned k = 0; k < n; k++) {
		part_open(&wr[0], AM_OUTPUT | AM_DIR, -1);
		for (unsigned m = 0; m < 20; m++) {
			write_one(&wr[0]);
			read_on((unsigned)rnd(READERS));
		}
		read_all((unsigned)rnd(READERS));
		if (rnd(2) == 0) {
			part_close(&wr[0]);
		} else {
			am_pos_free(&wr[0].pos);
			am_abandon(&wr[0].file);
			vol_close(&wr[0].vol);
		}
		for (unsigned i = 0; i < READERS; i++)
			read_all(i);
	}
	for (unsigned i = 0; i < READERS; i++)
		part_close(&rd[i]);
	part_open(&wr[0], AM_OUTPUT | AM_DIR, -1);
	part_close(&wr[0]);
	for (int i = 0; i < as.n; i++)
		assert_ok(am_verify_aix(
			      as.base.vol, as.aix[i].name, report, NULL, &diag),
		    &diag);
	aset_free(&as);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(base_and_paths_are_of_one_time),
	    cmocka_unit_test(writers_come_and_go_beside_readers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
