/*
 * A sphere's life: made, loaded, read, changed, committed, reset, extended,
 * removed. Images are generated from RBA and version, so that every read can
 * be checked without a copy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/sphere_volume.h"

static const struct sphere_parms growing = {.extend = test_extend};

static void
load(struct sphere *sp, uint64_t cis, unsigned version)
{
	struct sphere_loader *ld = NULL;
	uint32_t len = sphere_attr(sp, SPHERE_DATA)->ci_len;
	struct ds_diag d;
	uint64_t rba;
	uint8_t *p;

	assert_ok(loader_open(sp, SPHERE_DATA, &ld, &d), &d);
	for (uint64_t i = 0; i < cis; i++) {
		assert_ok(loader_next(ld, &p, &rba, &d), &d);
		test_fill(p, len, rba, version);
		assert_ok(loader_put(ld, 3, 100, &d), &d);
	}
	assert_ok(loader_finish(&ld, &d), &d);
}

/* All control intervals by ring and by pool. */
static void
check_all(struct sphere *sp, uint64_t from, uint64_t cis, unsigned version)
{
	uint32_t len = sphere_attr(sp, SPHERE_DATA)->ci_len;
	struct sphere_ring *ring = NULL;
	struct sphere_buf *buf = NULL;
	const uint8_t *p;
	uint32_t records;
	struct ds_diag d;

	assert_ok(ring_open(sp, &ring, &d), &d);
	for (uint64_t i = from; i < from + cis; i++) {
		assert_ok(ring_get(ring, i * len, &p, &records, &d), &d);
		assert_true(test_filled(p, len, i * len, version));
		assert_int_equal(records, 3);
	}
	ring_close(&ring);
	for (uint64_t i = from; i < from + cis; i += 7) {
		assert_ok(
		    buf_get(sp, SPHERE_DATA, i * len, BUF_READ, &buf, &d), &d);
		assert_true(test_filled(buf->data, len, i * len, version));
		assert_int_equal(buf->records, 3);
		assert_int_equal(buf->bytes, 100);
		buf_release(sp, &buf);
	}
}

static void
loaded_intervals_are_read_back(void **state)
{
	static const struct {
		uint32_t ci_len, cis_per_ca;
		uint64_t cis;
	} shapes[] = {
	    {512, 1, 5},
	    {512, 49, 5000},
	    {4096, 45, 900},
	    {18432, 3, 200},
	    {18432, 45, 100},
	    {32768, 30, 64},
	    {16384, 64, 64},
	    {2560, 17, 1234},
	};
	struct comp_attr data;
	struct sphere *sp;
	char name[SPHERE_NAME_LEN];
	struct ds_diag d;

	(void)state;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		test_attrs(
		    &data, NULL, shapes[i].ci_len, shapes[i].cis_per_ca, 1);
		sphere_id_name(data.id, name);
		assert_ok(sphere_create(vol, &data, NULL, &d), &d);
		assert_ok(
		    sphere_open(vol, name, SPHERE_UPDATE, &growing, &sp, &d),
		    &d);
		load(sp, shapes[i].cis, 1);
		assert_int_equal(sphere_state(sp)->part[SPHERE_DATA].hurba,
		    shapes[i].cis * shapes[i].ci_len);
		check_all(sp, 0, shapes[i].cis, 1);
		assert_ok(sphere_commit(sp, true, &d), &d);
		check_all(sp, 0, shapes[i].cis, 1);
		sphere_close(&sp);
		assert_ok(
		    sphere_open(vol, name, SPHERE_READ, NULL, &sp, &d), &d);
		assert_true(sphere_state(sp)->loaded);
		assert_false(sphere_state(sp)->open_output);
		check_all(sp, 0, shapes[i].cis, 1);
		sphere_close(&sp);
		assert_ok(sphere_remove(vol, name, NULL, false, &d), &d);
		assert_ok(sphere_remove(vol, name, NULL, true, &d), &d);
	}
}

static void
a_second_load_goes_on_inside_a_run(void **state)
{
	struct comp_attr data;
	struct sphere *sp;
	char name[SPHERE_NAME_LEN];
	struct ds_diag d;

	(void)state;
	test_attrs(&data, NULL, 2560, 5, 1);
	sphere_id_name(data.id, name);
	assert_ok(sphere_create(vol, &data, NULL, &d), &d);
	for (unsigned i = 0; i < 6; i++) {
		assert_ok(
		    sphere_open(vol, name, SPHERE_UPDATE, &growing, &sp, &d),
		    &d);
		load(sp, 150, 1);
		load(sp, 5, 1);
		check_all(sp, 0, 155 * (i + 1), 1);
		assert_ok(sphere_commit(sp, true, &d), &d);
		check_all(sp, 0, 155 * (i + 1), 1);
		sphere_close(&sp);
	}
	assert_ok(sphere_open(vol, name, SPHERE_READ, NULL, &sp, &d), &d);
	check_all(sp, 0, 155 * 6, 1);
	sphere_close(&sp);
	assert_ok(sphere_remove(vol, name, NULL, false, &d), &d);
}

static void
put_ci(struct sphere *sp, enum sphere_part part, uint64_t rba, enum buf_how how,
    unsigned version)
{
	struct sphere_buf *buf = NULL;
	struct ds_diag d;

	assert_ok(buf_get(sp, part, rba, how, &buf, &d), &d);
	test_fill(buf->data, sphere_attr(sp, part)->ci_len, rba, version);
	buf_dirty(sp, buf, 3, 100);
	buf_release(sp, &buf);
}

static void
changes_are_published_by_a_commit_alone(void **state)
{
	struct comp_attr data, index;
	struct sphere *sp;
	struct sphere_buf *buf = NULL;
	char name[SPHERE_NAME_LEN], index_name[SPHERE_NAME_LEN];
	struct ds_diag d;
	uint64_t r, b;

	(void)state;
	test_attrs(&data, &index, 2560, 5, 3);
	sphere_id_name(data.id, name);
	sphere_id_name(index.id, index_name);
	assert_ok(sphere_create(vol, &data, &index, &d), &d);
	assert_ok(sphere_open(vol, name, SPHERE_UPDATE, &growing, &sp, &d), &d);
	for (uint64_t i = 0; i < 10; i++)
		put_ci(sp, SPHERE_DATA, i * 2560, BUF_NEW, 1);
	put_ci(sp, SPHERE_INDEX, 512, BUF_NEW, 1);
	sphere_state(sp)->part[SPHERE_DATA].hurba = 15 * 2560;
	sphere_state(sp)->part[SPHERE_INDEX].hurba = 1024;
	sphere_state(sp)->part[SPHERE_INDEX].spare[2] = 77;
	assert_ok(side_ca_sum(sp, SPHERE_DATA, 1, &r, &b, &d), &d);
	assert_int_equal(r, 15);
	assert_int_equal(b, 500);
	assert_ok(sphere_commit(sp, false, &d), &d);
	assert_ok(side_ca_sum(sp, SPHERE_DATA, 2, &r, &b, &d), &d);
	assert_int_equal(r, 0);
	put_ci(sp, SPHERE_DATA, 3 * 2560, BUF_WRITE, 2);
	sphere_close(&sp);

	assert_ok(sphere_open(vol, name, SPHERE_UPDATE, &growing, &sp, &d), &d);
	assert_true(sphere_state(sp)->open_output);
	assert_int_equal(sphere_state(sp)->part[SPHERE_INDEX].spare[2], 77);
	check_all(sp, 0, 10, 1);
	/* Never written: zeros. */
	assert_ok(buf_get(sp, SPHERE_DATA, 12 * 2560, BUF_READ, &buf, &d), &d);
	for (size_t i = 0; i < 2560; i++)
		assert_int_equal(buf->data[i], 0);
	buf_release(sp, &buf);
	assert_ok(buf_get(sp, SPHERE_INDEX, 512, BUF_READ, &buf, &d), &d);
	assert_true(test_filled(buf->data, 512, 512, 1));
	buf_release(sp, &buf);
	assert_ok(sphere_reset(sp, &d), &d);
	assert_int_equal(sphere_state(sp)->part[SPHERE_DATA].hurba, 0);
	load(sp, 40, 5);
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	assert_ok(sphere_open(vol, name, SPHERE_READ, NULL, &sp, &d), &d);
	assert_int_equal(sphere_state(sp)->reset_epoch, 1);
	check_all(sp, 0, 40, 5);
	sphere_close(&sp);
	assert_ok(sphere_remove(vol, name, index_name, true, &d), &d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(loaded_intervals_are_read_back),
	    cmocka_unit_test(a_second_load_goes_on_inside_a_run),
	    cmocka_unit_test(changes_are_published_by_a_commit_alone),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
