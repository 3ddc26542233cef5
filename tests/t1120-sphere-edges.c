/*
 * Spheres at their edges: pool, ring, loader, commit, extend and create when
 * they are asked for too much, in the wrong order, or fail half-way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>

#include "access-methods/sphere/sphere.h"
#include "tests/support/sphere_volume.h"

enum { CI = 1024, PER_CA = 8, DUE = 107 * 1200 + 100 };

static struct comp_attr attr[SPHERE_PARTS];
static char name[SPHERE_PARTS][SPHERE_NAME_LEN];
static const struct sphere_parms growing = {.extend = test_extend};

static void
make(bool with_index, uint64_t cas)
{
	test_attrs(&attr[0], with_index ? &attr[1] : NULL, CI, PER_CA, cas);
	test_sphere_new(vol, attr, with_index, name);
}

static void
unmake(void)
{
	struct ds_diag d;

	assert_ok(sphere_remove(vol, name[0], name[1], false, &d), &d);
}

static struct sphere *
opened(unsigned mode, const struct sphere_parms *parms)
{
	return test_sphere_open(vol, name[0], mode, parms);
}

static void
put_ci(struct sphere *sp, uint64_t ci, unsigned version)
{
	struct sphere_buf *buf = NULL;
	struct ds_diag d;

	assert_ok(buf_get(sp, SPHERE_DATA, ci * CI, BUF_NEW, &buf, &d), &d);
	test_fill(buf->data, CI, ci * CI, version);
	buf_dirty(sp, buf, version, 2 * version);
	buf_release(sp, &buf);
	if (sphere_state(sp)->part[0].hurba < (ci + 1) * CI)
		sphere_state(sp)->part[0].hurba = (ci + 1) * CI;
}

static void
check_ci(struct sphere *sp, uint64_t ci, unsigned version)
{
	struct sphere_buf *buf = NULL;
	struct ds_diag d;

	assert_ok(buf_get(sp, SPHERE_DATA, ci * CI, BUF_READ, &buf, &d), &d);
	assert_true(test_filled(buf->data, CI, ci * CI, version));
	assert_int_equal(buf->records, version);
	buf_release(sp, &buf);
}

static void
dirty_frames_are_never_stolen(void **state)
{
	const struct sphere_parms small = {.bufnd = 8, .extend = test_extend};
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make(false, 40);
	sp = opened(SPHERE_UPDATE, &small);
	for (unsigned i = 0; i < 320; i++)
		put_ci(sp, i, i + 1);
	for (unsigned i = 0; i < 320; i++)
		check_ci(sp, i, i + 1);
	assert_ok(sphere_commit(sp, false, &d), &d);
	sphere_close(&sp);
	sp = opened(SPHERE_READ, &small);
	for (unsigned k = 0; k < 3; k++)
		for (unsigned i = 0; i < 320; i++)
			check_ci(sp, i * 7 % 320, i * 7 % 320 + 1);
	sphere_close(&sp);
	unmake();
}

static void
a_commit_is_due_at_128_mib(void **state)
{
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make(false, 16500);
	sp = opened(SPHERE_UPDATE, NULL);
	/* A run has 1200 intervals of 1 KiB and 6 side pages of 4 KiB: 107 of
	 * them are 130968 KiB. A side page and 100 intervals make 131072. */
	for (unsigned i = 0; i < DUE - 1; i++)
		put_ci(sp, i, 1);
	assert_false(sphere_dirty_full(sp));
	put_ci(sp, DUE - 1, 1);
	assert_true(sphere_dirty_full(sp));
	assert_ok(sphere_commit(sp, true, &d), &d);
	assert_false(sphere_dirty_full(sp));
	for (unsigned i = 0; i < DUE; i += 97)
		check_ci(sp, i, 1);
	sphere_close(&sp);
	unmake();
}

static int decoded_freed;

static void
decoded_free(void *p)
{
	decoded_freed++;
	free(p);
}

static void
decoded_forms_go_with_their_frames(void **state)
{
	const struct sphere_parms small = {.bufnd = 8, .extend = test_extend};
	struct sphere_buf *buf = NULL, *again = NULL;
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make(false, 40);
	sp = opened(SPHERE_UPDATE, &small);
	for (unsigned i = 0; i < 100; i++)
		put_ci(sp, i, 1);
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	sp = opened(SPHERE_READ, &small);
	decoded_freed = 0;
	assert_ok(buf_get(sp, SPHERE_DATA, 0, BUF_READ, &buf, &d), &d);
	buf->decoded = malloc(10);
	buf->decoded_free = decoded_free;
	for (unsigned i = 1; i < 100; i++)
		check_ci(sp, i, 1);
	assert_int_equal(decoded_freed, 0); /* pinned */
	assert_ok(buf_get(sp, SPHERE_DATA, 0, BUF_READ, &again, &d), &d);
	assert_ptr_equal(buf, again);
	assert_non_null(again->decoded);
	buf_release(sp, &again);
	buf_release(sp, &buf);
	assert_null(buf);
	buf_release(sp, &buf);
	for (unsigned i = 1; i < 100; i++)
		check_ci(sp, i, 1);
	assert_int_equal(decoded_freed, 1);
	assert_ok(buf_get(sp, SPHERE_DATA, 0, BUF_READ, &buf, &d), &d);
	assert_null(buf->decoded);
	buf->decoded = malloc(10);
	buf->decoded_free = decoded_free;
	buf_release(sp, &buf);
	sphere_close(&sp);
	assert_int_equal(decoded_freed, 2);
	unmake();
}

static void
a_new_interval_not_made_dirty_is_forgotten(void **state)
{
	struct sphere_buf *buf = NULL;
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make(false, 4);
	sp = opened(SPHERE_UPDATE, NULL);
	put_ci(sp, 0, 3);
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	sp = opened(SPHERE_UPDATE, NULL);
	assert_ok(buf_get(sp, SPHERE_DATA, 0, BUF_NEW, &buf, &d), &d);
	assert_int_equal(buf->data[5], 0);
	buf->data[5] = 1;
	buf_release(sp, &buf);
	check_ci(sp, 0, 3);
	sphere_close(&sp);
	unmake();
}

static void
requests_that_do_not_fit_are_refused(void **state)
{
	struct sphere_loader *ld = NULL;
	struct sphere_ring *ring = NULL;
	struct sphere_buf *buf = NULL;
	struct sphere *sp;
	const uint8_t *p;
	uint8_t *image;
	uint64_t a, b, rba;
	uint32_t r;
	struct ds_diag d;

	(void)state;
	make(false, 2);
	sp = opened(SPHERE_UPDATE, NULL);
	rba = 2 * PER_CA * CI;
	assert_int_equal(
	    buf_get(sp, SPHERE_DATA, rba, BUF_READ, &buf, &d), DS_BADRBA);
	assert_int_equal(d.rba, rba);
	assert_int_equal(
	    buf_get(sp, SPHERE_DATA, UINT64_MAX, BUF_READ, &buf, &d),
	    DS_BADRBA);
	assert_int_equal(
	    buf_get(sp, SPHERE_DATA, 100, BUF_READ, &buf, &d), DS_BADRBA);
	assert_int_equal(
	    buf_get(sp, SPHERE_INDEX, 0, BUF_READ, &buf, &d), DS_INVALID);
	assert_int_equal(side_get(sp, SPHERE_DATA, rba, &r, &r, &d), DS_BADRBA);
	assert_int_equal(
	    side_ca_sum(sp, SPHERE_DATA, 2, &a, &b, &d), DS_BADRBA);
	assert_int_equal(
	    side_ca_sum(sp, SPHERE_DATA, UINT64_MAX, &a, &b, &d), DS_BADRBA);
	assert_ok(ring_open(sp, &ring, &d), &d);
	assert_int_equal(ring_get(ring, rba, &p, NULL, &d), DS_BADRBA);
	assert_int_equal(ring_get(ring, 1, &p, NULL, &d), DS_BADRBA);
	ring_close(&ring);
	ring_close(&ring);
	/* No secondary space: the primary's 16 and no more. */
	assert_ok(loader_open(sp, SPHERE_DATA, &ld, &d), &d);
	assert_int_equal(loader_put(ld, 1, 1, &d), DS_INVALID);
	assert_int_equal(sphere_commit(sp, false, &d), DS_INVALID);
	assert_int_equal(sphere_reset(sp, &d), DS_INVALID);
	for (unsigned i = 0; i < 2 * PER_CA; i++) {
		assert_ok(loader_next(ld, &image, &rba, &d), &d);
		assert_int_equal(rba, i * CI);
		assert_ok(loader_put(ld, 1, 1, &d), &d);
	}
	assert_int_equal(loader_next(ld, &image, &rba, &d), DS_NOSPACE);
	assert_ok(loader_finish(&ld, &d), &d);
	assert_null(ld);
	assert_ok(sphere_commit(sp, false, &d), &d);
	/* A load begins at a control area. */
	sphere_state(sp)->part[0].hurba -= CI;
	assert_int_equal(loader_open(sp, SPHERE_DATA, &ld, &d), DS_INVALID);
	loader_abort(&ld);
	sphere_close(&sp);
	unmake();
}

static void
a_reader_changes_nothing(void **state)
{
	struct sphere_loader *ld = NULL;
	struct sphere_buf *buf = NULL;
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make(true, 2);
	sp = opened(SPHERE_READ, &growing);
	assert_int_equal(
	    buf_get(sp, SPHERE_DATA, 0, BUF_WRITE, &buf, &d), DS_NOACCESS);
	assert_int_equal(
	    buf_get(sp, SPHERE_INDEX, 0, BUF_NEW, &buf, &d), DS_NOACCESS);
	assert_int_equal(loader_open(sp, SPHERE_DATA, &ld, &d), DS_NOACCESS);
	assert_int_equal(sphere_reset(sp, &d), DS_NOACCESS);
	assert_int_equal(sphere_extend(sp, SPHERE_DATA, 1, &d), DS_NOACCESS);
	assert_int_equal(sphere_commit(sp, true, &d), DS_NOACCESS);
	sphere_close(&sp);
	sphere_close(&sp);
	unmake();
}

static void
an_impossible_state_is_not_published(void **state)
{
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make(false, 4);
	sp = opened(SPHERE_UPDATE, NULL);
	put_ci(sp, 3, 1);
	sphere_state(sp)->part[0].hurba = 3 * CI;
	assert_int_equal(sphere_commit(sp, false, &d), DS_INVALID);
	assert_int_equal(d.rba, 3 * CI);
	sphere_state(sp)->part[0].hurba = 4 * CI + 1;
	assert_int_equal(sphere_commit(sp, false, &d), DS_INVALID);
	sphere_state(sp)->part[0].hurba = 5 * PER_CA * CI;
	assert_int_equal(sphere_commit(sp, false, &d), DS_INVALID);
	sphere_state(sp)->part[0].hurba = 4 * CI;
	assert_ok(sphere_commit(sp, false, &d), &d);
	sphere_state(sp)->part[0].hurba = 3 * CI;
	assert_int_equal(sphere_commit(sp, false, &d), DS_INVALID);
	sphere_close(&sp);
	sp = opened(SPHERE_READ, NULL);
	assert_int_equal(sphere_state(sp)->part[0].hurba, 4 * CI);
	assert_true(sphere_state(sp)->open_output);
	check_ci(sp, 3, 1);
	sphere_close(&sp);
	unmake();
}

static void
open_for_output_is_known_until_the_closing_commit(void **state)
{
	struct ds_stats stats[SPHERE_PARTS];
	struct sphere_state st;
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make(false, 4);
	sp = opened(SPHERE_UPDATE, NULL);
	assert_ok(sphere_read_state(vol, name[0], &st, stats, &d), &d);
	assert_false(st.open_output || st.loaded);
	put_ci(sp, 0, 7);
	assert_ok(sphere_read_state(vol, name[0], &st, stats, &d), &d);
	assert_true(st.open_output);
	assert_false(st.loaded);
	sphere_state(sp)->part[0].records = 7;
	assert_ok(sphere_commit(sp, false, &d), &d);
	assert_ok(sphere_read_state(vol, name[0], &st, stats, &d), &d);
	assert_true(st.open_output && st.loaded);
	assert_int_equal(stats[0].rec_total, 7);
	assert_int_equal(stats[0].hurba, CI);
	assert_int_equal(stats[0].harba, 4 * PER_CA * CI);
	assert_int_equal(stats[0].extents, 1);
	assert_ok(sphere_commit(sp, true, &d), &d);
	assert_ok(sphere_read_state(vol, name[0], &st, stats, &d), &d);
	assert_false(st.open_output);
	sphere_close(&sp);
	/* Left open, then closed by one who changes nothing. */
	sp = opened(SPHERE_UPDATE, NULL);
	put_ci(sp, 0, 8);
	sphere_close(&sp);
	sp = opened(SPHERE_UPDATE, NULL);
	assert_true(sphere_state(sp)->open_output);
	check_ci(sp, 0, 7);
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	assert_ok(sphere_read_state(vol, name[0], &st, NULL, &d), &d);
	assert_false(st.open_output);
	unmake();
}

static void
statistics_outlive_the_close(void **state)
{
	struct ds_stats stats[SPHERE_PARTS];
	struct sphere_state st;
	struct sphere *sp;
	struct ds_diag d;
	uint64_t excps;

	(void)state;
	make(true, 4);
	sp = opened(SPHERE_UPDATE, NULL);
	put_ci(sp, 0, 1);
	sphere_stats(sp, SPHERE_DATA)->rec_inserted = 5;
	sphere_stats(sp, SPHERE_INDEX)->splits_ci = 2;
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	assert_ok(sphere_read_state(vol, name[0], &st, stats, &d), &d);
	assert_int_equal(stats[0].rec_inserted, 5);
	assert_int_equal(stats[1].splits_ci, 2);
	assert_true(stats[0].tod != 0);
	excps = stats[0].excps;
	assert_true(excps > 0);
	/* Two readers at a time: what both count is kept. */
	sp = opened(SPHERE_READ, NULL);
	struct sphere *other = opened(SPHERE_READ, NULL);
	check_ci(sp, 0, 1);
	check_ci(other, 0, 1);
	sphere_stats(sp, SPHERE_DATA)->rec_retrieved += 10;
	sphere_stats(other, SPHERE_DATA)->rec_retrieved += 20;
	sphere_close(&sp);
	sphere_close(&other);
	assert_ok(sphere_read_state(vol, name[0], &st, stats, &d), &d);
	assert_int_equal(stats[0].rec_retrieved, 30);
	assert_int_equal(stats[0].excps, excps + 2);
	assert_int_equal(stats[0].rec_inserted, 5);
	unmake();
}

static void
the_ring_gives_what_is_current(void **state)
{
	struct sphere_ring *ring = NULL;
	struct sphere *sp;
	const uint8_t *p;
	uint32_t records, x = 1;
	struct ds_diag d;

	(void)state;
	make(false, 400);
	sp = opened(SPHERE_UPDATE, NULL);
	for (unsigned i = 0; i < 3000; i++)
		put_ci(sp, i, 1);
	assert_ok(sphere_commit(sp, false, &d), &d);
	assert_ok(ring_open(sp, &ring, &d), &d);
	/* Any order. */
	for (unsigned i = 0; i < 2000; i++) {
		uint64_t ci;

		x = x * 1664525U + 1013904223U;
		ci = (x >> 8) % 3000;
		assert_ok(ring_get(ring, ci * CI, &p, &records, &d), &d);
		assert_true(test_filled(p, CI, ci * CI, 1));
	}
	for (unsigned i = 3000; i-- > 0;) {
		assert_ok(ring_get(ring, i * CI, &p, NULL, &d), &d);
		assert_true(test_filled(p, CI, i * CI, 1));
	}
	/* A changed image, and what it is after the commit. */
	put_ci(sp, 100, 2);
	assert_ok(ring_get(ring, 99 * CI, &p, &records, &d), &d);
	assert_ok(ring_get(ring, 100 * CI, &p, &records, &d), &d);
	assert_true(test_filled(p, CI, 100 * CI, 2));
	assert_int_equal(records, 2);
	assert_ok(sphere_commit(sp, false, &d), &d);
	assert_ok(ring_get(ring, 100 * CI, &p, &records, &d), &d);
	assert_true(test_filled(p, CI, 100 * CI, 2));
	assert_ok(ring_get(ring, 101 * CI, &p, &records, &d), &d);
	assert_true(test_filled(p, CI, 101 * CI, 1));
	/* Behind the high-used RBA: nothing was ever written there. */
	assert_ok(ring_get(ring, 3100 * CI, &p, &records, &d), &d);
	assert_int_equal(p[0] | p[CI - 1], 0);
	assert_int_equal(records, 0);
	assert_ok(sphere_reset(sp, &d), &d);
	assert_ok(ring_get(ring, 100 * CI, &p, &records, &d), &d);
	assert_int_equal(p[0] | p[CI - 1], 0);
	ring_close(&ring);
	sphere_close(&sp);
	unmake();
}

static enum ds_status
refuse(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	(void)part;
	*casp = min_cas == 0 ? 0 : min_cas - 1;
	return ctx == NULL ? DS_OK
			   : ds_fail(diag, DS_NOSPACE, "VOL001", "full");
}

static void
an_extension_is_granted_or_refused(void **state)
{
	struct sphere_parms parms = {.extend = refuse};
	struct sphere *sp;
	struct ds_diag d;
	int calls = 0;

	(void)state;
	make(true, 1);
	sp = opened(SPHERE_UPDATE, &parms);
	assert_int_equal(sphere_extend(sp, SPHERE_DATA, 2, &d), DS_NOSPACE);
	sphere_close(&sp);
	parms.extend_ctx = &calls;
	sp = opened(SPHERE_UPDATE, &parms);
	assert_int_equal(sphere_extend(sp, SPHERE_DATA, 2, &d), DS_NOSPACE);
	assert_string_equal(d.name, "VOL001");
	assert_int_equal(sphere_state(sp)->part[0].harba, PER_CA * CI);
	sphere_close(&sp);
	parms.extend = test_extend;
	sp = opened(SPHERE_UPDATE, &parms);
	assert_ok(sphere_extend(sp, SPHERE_DATA, 2, &d), &d);
	assert_int_equal(calls, 1);
	assert_int_equal(sphere_state(sp)->part[0].harba, 4 * PER_CA * CI);
	assert_int_equal(sphere_state(sp)->part[0].extents, 2);
	assert_int_equal(
	    sphere_extend(sp, SPHERE_DATA, UINT64_MAX - 1, &d), DS_NOSPACE);
	put_ci(sp, 4 * PER_CA - 1, 9);
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	sp = opened(SPHERE_READ, NULL);
	check_ci(sp, 4 * PER_CA - 1, 9);
	sphere_close(&sp);
	unmake();
}

static unsigned
files_left(void)
{
	DIR *dp = opendir(dir);
	struct dirent *de;
	unsigned n = 0;

	assert_non_null(dp);
	while ((de = readdir(dp)) != NULL)
		n += de->d_name[0] != '.';
	closedir(dp);
	return n;
}

static void
a_failed_create_leaves_nothing(void **state)
{
	struct ds_diag d;
	bool struck = true;

	(void)state;
	assert_int_equal(files_left(), 0);
	for (uint64_t at = 1; struck; at++) {
		struct vol_fault plan = {
		    .at = at, .kind = VOL_FAULT_ERRNO, .error = ENOSPC};
		struct volume *inner = NULL, *faulty = NULL;
		enum ds_status st;

		test_attrs(&attr[0], &attr[1], CI, PER_CA, 2);
		assert_ok(vol_open(dir, false, &inner, &d), &d);
		assert_ok(vol_fault_wrap(&inner, &plan, &faulty, &d), &d);
		st = sphere_create(faulty, &attr[0], &attr[1], &d);
		vol_close(&faulty);
		struck = plan.struck;
		assert_int_equal(st, struck ? DS_FULL : DS_OK);
		if (struck)
			assert_int_equal(files_left(), 0);
	}
	assert_int_equal(files_left(), 2);
	/* The same again: they are there, and stay. */
	assert_int_equal(sphere_create(vol, &attr[0], &attr[1], &d), DS_EXIST);
	assert_int_equal(files_left(), 2);
	sphere_id_name(attr[0].id, name[0]);
	sphere_id_name(attr[1].id, name[1]);
	unmake();
	/* More than any disk has. */
	test_attrs(&attr[0], NULL, CI, PER_CA, (uint64_t)1 << 38);
	assert_int_equal(sphere_create(vol, &attr[0], NULL, &d), DS_FULL);
	assert_int_equal(files_left(), 0);
}

static void
impossible_components_are_not_made(void **state)
{
	struct ds_diag d;

	(void)state;
	test_attrs(&attr[0], &attr[1], CI, PER_CA, 2);
	attr[0].ci_len = 1000;
	assert_int_equal(
	    sphere_create(vol, &attr[0], &attr[1], &d), DS_INVALID);
	attr[0].ci_len = CI;
	attr[1].part = SPHERE_DATA;
	assert_int_equal(
	    sphere_create(vol, &attr[0], &attr[1], &d), DS_INVALID);
	attr[1].part = SPHERE_INDEX;
	attr[1].peer[3] ^= 1;
	assert_int_equal(
	    sphere_create(vol, &attr[0], &attr[1], &d), DS_INVALID);
	attr[1].peer[3] ^= 1;
	assert_int_equal(sphere_create(vol, &attr[0], NULL, &d), DS_INVALID);
	attr[0].fspc_ca = 101;
	assert_int_equal(
	    sphere_create(vol, &attr[0], &attr[1], &d), DS_INVALID);
	assert_int_equal(files_left(), 0);
}

static void
an_erased_set_leaves_zeros(void **state)
{
	char path[300], link_path[300];
	uint8_t got[4096];
	struct sphere *sp;
	struct ds_diag d;
	ssize_t n;
	int fd;

	(void)state;
	make(false, 2);
	sp = opened(SPHERE_UPDATE, NULL);
	for (unsigned i = 0; i < 16; i++)
		put_ci(sp, i, 1);
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	snprintf(path, sizeof(path), "%s/%s", dir, name[0]);
	snprintf(link_path, sizeof(link_path), "%s/kept", dir);
	assert_int_equal(link(path, link_path), 0);
	assert_ok(sphere_remove(vol, name[0], NULL, true, &d), &d);
	fd = open(link_path, O_RDONLY);
	assert_true(fd >= 0);
	while ((n = read(fd, got, sizeof(got))) > 0)
		for (ssize_t i = 0; i < n; i++)
			assert_int_equal(got[i], 0);
	close(fd);
	unlink(link_path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(dirty_frames_are_never_stolen),
	    cmocka_unit_test(a_commit_is_due_at_128_mib),
	    cmocka_unit_test(decoded_forms_go_with_their_frames),
	    cmocka_unit_test(a_new_interval_not_made_dirty_is_forgotten),
	    cmocka_unit_test(requests_that_do_not_fit_are_refused),
	    cmocka_unit_test(a_reader_changes_nothing),
	    cmocka_unit_test(an_impossible_state_is_not_published),
	    cmocka_unit_test(open_for_output_is_known_until_the_closing_commit),
	    cmocka_unit_test(statistics_outlive_the_close),
	    cmocka_unit_test(the_ring_gives_what_is_current),
	    cmocka_unit_test(an_extension_is_granted_or_refused),
	    cmocka_unit_test(a_failed_create_leaves_nothing),
	    cmocka_unit_test(impossible_components_are_not_made),
	    cmocka_unit_test(an_erased_set_leaves_zeros),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
