/*
 * Reading in key order past sequence-set records that do not fit their
 * checksums: the damage is told once, as of the index, and the records behind
 * it are delivered.
 *
 * 120 records, four a control interval, four control intervals a control area:
 * so each sequence-set record has 16 records, the eighth 8. The
 * sequence set is followed by its horizontal pointers, at offset 8.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "tests/support/vsam_test.h"
#include "access-methods/sphere/sphere_int.h"

enum { CI = 512, LEN = 110, PER_CA = 16, NRECS = 120, MANY = 200 };

static struct vset vs;
static uint64_t seqset[MANY]; /* RBAs */

static void
make(unsigned n)
{
	uint8_t rec[LEN] = {0};

	vset_attrs(&vs, DS_ORG_KSDS, CI, 4, 505);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	for (unsigned k = 1; k <= n; k++) {
		be64_put(rec, k);
		assert_int_equal(
		    am_put(vs.pos, rec, LEN, 0, true, NULL, &vs.diag), DS_OK);
	}
	assert_int_equal(vset_close(&vs), DS_OK);
}

static unsigned
sequence_set(void)
{
	struct sphere *sp = NULL;
	struct sphere_buf *buf = NULL;
	unsigned n = 0;
	uint64_t rba;

	assert_int_equal(
	    sphere_open(vs.vol, vs.name, SPHERE_READ, NULL, &sp, NULL), DS_OK);
	rba = sphere_state(sp)->part[SPHERE_INDEX].seqset_rba;
	do {
		assert_true(n < MANY);
		seqset[n++] = rba;
		assert_int_equal(
		    buf_get(sp, SPHERE_INDEX, rba, BUF_READ, &buf, NULL),
		    DS_OK);
		rba = be32_get(buf->data + 8);
		buf_release(sp, &buf);
	} while (rba != 0);
	sphere_close(&sp);
	return n;
}

static void
damage(unsigned n)
{
	struct comp_layout lo;
	char path[600];
	uint8_t byte;
	off_t at;
	int fd;

	layout_of(&lo, &vs.index);
	at = (off_t)layout_offset(&lo, seqset[n]) + 100;
	snprintf(path, sizeof(path), "%s/%s", vs.dir, vs.index_name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(pread(fd, &byte, 1, at), 1);
	byte ^= 0xFF;
	assert_int_equal(pwrite(fd, &byte, 1, at), 1);
	close(fd);
}

/* All records but those of the CAs [from, to); one error. */
static void
reads_all_but(unsigned intent, unsigned n, unsigned from, unsigned to)
{
	unsigned errors = 0, k = 1;
	struct am_rec got;
	enum ds_status st;

	assert_int_equal(vset_open(&vs, intent), DS_OK);
	while ((st = am_get(vs.pos, &got, &vs.diag)) != DS_EOD) {
		if (k == from * PER_CA + 1)
			k = to * PER_CA + 1;
		if (st == DS_OK) {
			assert_int_equal(be64_get(got.data), k);
			k++;
			continue;
		}
		assert_int_equal(st, DS_CORRUPTIX);
		assert_true(vs.diag.has_rba);
		assert_int_equal(vs.diag.rba, seqset[from]);
		assert_int_equal(++errors, 1);
	}
	assert_int_equal(errors, 1);
	assert_true(k > n);
	vset_abandon(&vs);
}

static void
one(unsigned n, unsigned from, unsigned to)
{
	make(n);
	sequence_set();
	for (unsigned i = from; i < to; i++)
		damage(i);
	reads_all_but(AM_INPUT | AM_SEQ, n, from, to);
	reads_all_but(AM_INPUT | AM_OUTPUT | AM_SEQ, n, from, to);
	vset_free(&vs);
}

static void
the_first_is_passed(void **state)
{
	(void)state;
	one(NRECS, 0, 1);
	one(NRECS, 0, 3);
}

static void
one_in_the_middle_is_passed(void **state)
{
	(void)state;
	one(NRECS, 3, 4);
	one(NRECS, 3, 5);
}

static void
behind_the_last_is_the_end(void **state)
{
	(void)state;
	one(NRECS, 7, 8);
	one(NRECS, 5, 8);
	one(NRECS, 0, 8);
	one(10, 0, 1); /* there is no level above */
}

/* Three levels: the one that follows is of another record of level 2. */
static void
into_the_next_record_of_the_level_above(void **state)
{
	const unsigned n = MANY * PER_CA;

	(void)state;
	make(n);
	assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
	assert_true(am_state(vs.file)->part[SPHERE_INDEX].levels >= 3);
	assert_int_equal(vset_close(&vs), DS_OK);
	assert_int_equal(sequence_set(), MANY);
	for (unsigned i = 0; i < MANY; i++) {
		damage(i);
		reads_all_but(AM_INPUT | AM_SEQ, n, i, i + 1);
		damage(i); /* mends it */
	}
	vset_free(&vs);
}

static void
by_key_it_is_damage_of_the_index(void **state)
{
	struct am_rec got;
	uint8_t key[8];

	(void)state;
	make(NRECS);
	sequence_set();
	damage(3);
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_DIR), DS_OK);
	be64_put(key, 3 * PER_CA + 1);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, key, 8, 0, &vs.diag),
	    DS_CORRUPTIX);
	assert_int_equal(vs.diag.status, DS_CORRUPTIX);
	be64_put(key, 2 * PER_CA + 1);
	assert_int_equal(
	    am_point(vs.pos, AM_KEY, AM_EQ, false, key, 8, 0, &vs.diag), DS_OK);
	assert_int_equal(am_get(vs.pos, &got, &vs.diag), DS_OK);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_first_is_passed),
	    cmocka_unit_test(one_in_the_middle_is_passed),
	    cmocka_unit_test(behind_the_last_is_the_end),
	    cmocka_unit_test(into_the_next_record_of_the_level_above),
	    cmocka_unit_test(by_key_it_is_damage_of_the_index),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
