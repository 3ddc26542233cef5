/*
 * Control intervals from a program that has them wrong: random bytes of a good
 * image are changed, then it is put. It is refused, or the set is whole with
 * it: no invariant is broken, whatever came in, and all can be read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/matrix_set.h"

static struct m_set m;
static struct am_file *file;
static struct ds_diag diag;
static uint8_t image[4096];
static uint64_t seed = 20261130;

static uint32_t
random_below(uint32_t n)
{
	seed = seed * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)(seed >> 33) % n;
}

/* One to four bytes, half of the time those of RDFs and CIDF. */
static void
spoil(uint32_t len)
{
	for (uint32_t n = 1 + random_below(4); n > 0; n--) {
		uint32_t at = random_below(2) == 0 ? random_below(len)
						   : len - 1 - random_below(24);

		if (random_below(3) == 0)
			image[at] ^= (uint8_t)(1U << random_below(8));
		else
			image[at] = (uint8_t)random_below(256);
	}
}

static void
read_all(void)
{
	struct am_pos *pos = NULL;
	struct am_rec rec;
	enum ds_status st;
	uint64_t n = 0;

	assert_int_equal(am_pos_new(file, &pos), DS_OK);
	while ((st = am_get(pos, &rec, &diag)) == DS_OK && n < 10000)
		n++;
	assert_int_equal(st, DS_EOD);
	assert_int_equal(n, am_state(file)->part[SPHERE_DATA].records);
	am_pos_free(&pos);
}

/* Put one; true: it was taken. */
static bool
put_one(bool insert)
{
	struct rpl_req q = {.opt = RPL_CNV | RPL_DIR | RPL_UPD,
	    .area = image,
	    .arealen = sizeof(image)};
	uint32_t len = am_attr(file)->ci_len;
	struct am_rpl *rpl = NULL;
	struct am_rec rec;
	uint32_t cis;
	enum ds_status st;

	cis = (uint32_t)(am_state(file)->part[SPHERE_DATA].hurba / len);
	q.num = (uint64_t)random_below(cis) * len;
	assert_ok(rpl_new(file, &rpl, &diag), &diag);
	assert_ok(rpl_get(rpl, &q, &rec, &diag), &diag);
	spoil(len);
	if (insert)
		q.opt = RPL_CNV | RPL_SEQ;
	st = rpl_put(rpl, &q, image, len, NULL, &diag);
	rpl_free(&rpl);
	if (st != DS_OK && st != DS_BADCI && st != DS_KEYCHANGED &&
	    st != DS_NOINSERT)
		fail_msg("%s: %s", m_rows[m.row].name, ds_status_name(st));
	return st == DS_OK;
}

static void
no_image_breaks_a_set(void **state)
{
	unsigned taken;

	(void)state;
	for (unsigned row = M_KSDS; row <= M_VRRDS; row++) {
		m_create(&m, row);
		taken = 0;
		for (int i = 0; i < 400; i++) {
			if (i % 10 == 0)
				assert_ok(
				    m_open(&m, AM_INPUT | AM_OUTPUT | AM_CNV, 0,
					&file),
				    &m.as.base.diag);
			taken += put_one(i % 8 == 7);
			if (i % 10 != 9)
				continue;
			read_all();
			assert_ok(am_close(&file, &diag), &diag);
			m_verify(&m);
		}
		print_message(
		    "# %s: %u of 400 taken\n", m_rows[row].name, taken);
		assert_true(taken > 0 && taken < 400);
		aset_free(&m.as);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(no_image_breaks_a_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
