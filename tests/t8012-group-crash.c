/*
 * A base and two alternate indexes are published together: the power is cut at
 * every operation of some commits, and again at every operation of the recovery
 * that follows. Whoever opens what afterwards, in whatever order, finds all
 * three of the same commit.
 *
 * Each transaction writes its number into control intervals of two or all
 * three spheres, and into the base's state.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "access-methods/sphere/sphere_int.h"
#include "tests/support/sphere_test.h"

enum { SPHERES = 3, COMMITS = 4, CIS = 6 };

struct world {
	char *dir;
	struct comp_attr attr[SPHERES][SPHERE_PARTS];
	char name[SPHERES][SPHERE_NAME_LEN];
	unsigned done;  /* commits that were acknowledged */
	unsigned tried; /* and the one that was cut, or the same */
};

static const struct sphere_parms growing = {.extend = test_extend};

static void
world_make(struct world *w)
{
	struct volume *vol = NULL;
	struct ds_diag d;

	test_dir_clear(w->dir);
	assert_ok(vol_open(w->dir, false, &vol, &d), &d);
	for (int i = 0; i < SPHERES; i++) {
		test_attrs(&w->attr[i][0], &w->attr[i][1], 1536, 5, 2);
		if (i > 0) {
			memcpy(w->attr[i][0].base, w->attr[0][0].id,
			    SPHERE_ID_LEN);
			w->attr[i][0].axrkp = (uint32_t)(16 * i);
		}
		sphere_id_name(w->attr[i][0].id, w->name[i]);
		assert_ok(
		    sphere_create(vol, &w->attr[i][0], &w->attr[i][1], &d), &d);
	}
	vol_close(&vol);
	w->done = w->tried = 0;
}

/* Sphere i has version v in one CI of each part. The second alternate index is
 * left out of every other commit. */
static bool
takes_part(int i, unsigned v)
{
	return i < 2 || v % 2 == 1;
}

static unsigned
version_of(int i, unsigned v)
{
	return takes_part(i, v) || v == 0 ? v : v - 1;
}

static bool
change(struct world *w, struct sphere *sp, int i, unsigned v)
{
	struct ds_diag d;

	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		uint32_t len = w->attr[i][p].ci_len;
		struct sphere_buf *buf = NULL;
		uint64_t *hurba = &sphere_state(sp)->part[p].hurba;

		for (uint64_t ci = 0; ci < CIS; ci++) {
			bool old = ci * len < *hurba;

			if (buf_get(sp, (enum sphere_part)p, ci * len,
				old ? BUF_WRITE : BUF_NEW, &buf, &d) != DS_OK)
				return false;
			test_fill(buf->data, len, ci * len, v);
			buf_dirty(sp, buf, v, v);
			buf_release(sp, &buf);
			if (!old)
				*hurba = (ci + 1) * len;
		}
	}
	return true;
}

/* Open all for update, commit some, close; false when the volume failed. */
static bool
work(struct world *w, struct volume *vol, unsigned commits)
{
	struct sphere *sp[SPHERES] = {NULL, NULL, NULL};
	struct ds_diag d;
	bool ok = true;

	for (int i = 0; i < SPHERES && ok; i++)
		ok = sphere_open(vol, w->name[i], SPHERE_UPDATE, &growing,
			 &sp[i], &d) == DS_OK;
	for (int i = 1; i < SPHERES && ok; i++)
		assert_ok(sphere_join(sp[0], sp[i], &d), &d);
	for (unsigned c = 0; c < commits && ok; c++) {
		unsigned v = w->done + 1;

		for (int i = 0; i < SPHERES && ok; i++)
			if (takes_part(i, v))
				ok = change(w, sp[i], i, v);
		w->tried = v;
		ok = ok && sphere_commit(sp[0], c + 1 == commits, &d) == DS_OK;
		if (ok)
			w->done = v;
	}
	for (int i = SPHERES - 1; i >= 0; i--)
		sphere_close(&sp[i]);
	return ok;
}

/* The version that sphere i is found in, -1 a mix. */
static int
found(struct world *w, struct volume *vol, int i, unsigned mode)
{
	struct sphere *sp = NULL;
	struct ds_diag d;
	uint32_t v = UINT32_MAX, n = 0, bytes = 0;

	assert_ok(sphere_open(vol, w->name[i], mode, &growing, &sp, &d), &d);
	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		uint32_t len = w->attr[i][p].ci_len;

		for (uint64_t at = 0; at < sphere_state(sp)->part[p].hurba;
		     at += len) {
			struct sphere_buf *buf = NULL;

			assert_ok(side_get(sp, (enum sphere_part)p, at, &n,
				      &bytes, &d),
			    &d);
			if (v == UINT32_MAX)
				v = n;
			assert_ok(buf_get(sp, (enum sphere_part)p, at, BUF_READ,
				      &buf, &d),
			    &d);
			if (n != v || !test_filled(buf->data, len, at, v))
				v = UINT32_MAX - 1;
			buf_release(sp, &buf);
		}
	}
	sphere_close(&sp);
	return v == UINT32_MAX ? 0 : (int)v;
}

/* All of one commit: the last acknowledged, or the one that was cut. */
static void
all_equal(struct world *w, struct volume *vol, const int order[SPHERES],
    unsigned mode, uint64_t k)
{
	int base = found(w, vol, 0, SPHERE_READ);

	if (base != (int)w->done && base != (int)w->tried)
		fail_msg("base at %d of %u (cut %d)", base, w->done, (int)k);
	for (int n = 0; n < SPHERES; n++) {
		int i = order[n], v = found(w, vol, i, mode);

		if (v != (int)version_of(i, (unsigned)base))
			fail_msg("sphere %d at %d, base at %d (cut %d)", i, v,
			    base, (int)k);
	}
	w->done = (unsigned)base;
}

static bool
cut(struct world *w, uint64_t k)
{
	struct vol_fault plan = {
	    .at = k, .kind = VOL_FAULT_CUT, .seed = (unsigned)k * 31 + 7};
	struct volume *inner = NULL, *vol = NULL;
	struct ds_diag d;

	assert_ok(vol_open(w->dir, false, &inner, &d), &d);
	assert_ok(vol_fault_wrap(&inner, &plan, &vol, &d), &d);
	work(w, vol, COMMITS);
	vol_close(&vol);
	return plan.struck;
}

static const int orders[][SPHERES] = {
    {0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}};

static void
a_base_and_its_indexes_are_of_one_commit_after_a_cut(void **state)
{
	struct world w = {.dir = test_dir_new()};
	struct volume *vol = NULL;
	struct ds_diag d;
	uint64_t k;

	(void)state;
	for (k = 1;; k++) {
		world_make(&w);
		if (!cut(&w, k))
			break;
		assert_ok(vol_open(w.dir, false, &vol, &d), &d);
		all_equal(&w, vol, orders[0], SPHERE_READ, k);
		w.tried = w.done;
		/* in the order of who opens for update first */
		all_equal(&w, vol, orders[k % 4], SPHERE_UPDATE, k);
		assert_true(work(&w, vol, 2));
		all_equal(&w, vol, orders[0], SPHERE_READ, k);
		vol_close(&vol);
	}
	assert_true(k > 50);
	test_dir_free(w.dir);
}

static void
a_cut_in_the_recovery_leaves_them_equal(void **state)
{
	struct world w = {.dir = test_dir_new()};
	struct volume *inner = NULL, *vol = NULL;
	struct sphere *sp = NULL;
	struct ds_diag d;

	(void)state;
	for (uint64_t k = 20; k < 120; k++) {
		for (uint64_t j = 1; j < 100; j++) {
			struct vol_fault plan = {.at = j,
			    .kind = VOL_FAULT_CUT,
			    .seed = (unsigned)(k * 1000 + j)};
			int first = orders[j % 4][0];

			world_make(&w);
			if (!cut(&w, k))
				goto out;
			assert_ok(vol_open(w.dir, false, &inner, &d), &d);
			assert_ok(vol_fault_wrap(&inner, &plan, &vol, &d), &d);
			if (sphere_open(vol, w.name[first], SPHERE_UPDATE,
				&growing, &sp, &d) == DS_OK)
				sphere_close(&sp);
			vol_close(&vol);
			assert_ok(vol_open(w.dir, false, &vol, &d), &d);
			all_equal(&w, vol, orders[j % 4], SPHERE_READ, k);
			w.tried = w.done;
			all_equal(&w, vol, orders[j % 3], SPHERE_UPDATE, k);
			vol_close(&vol);
			if (!plan.struck)
				break;
		}
	}
out:
	test_dir_free(w.dir);
}

/* An index that was deleted since is no hindrance, nor one of another base. */
static void
an_index_that_is_gone_is_passed_over(void **state)
{
	struct world w = {.dir = test_dir_new()};
	struct volume *vol = NULL;
	struct sphere *base = NULL, *other = NULL;
	char index[SPHERE_NAME_LEN];
	struct ds_diag d;
	uint64_t k;

	(void)state;
	for (k = 1;; k++) {
		world_make(&w);
		if (!cut(&w, k))
			break;
		assert_ok(vol_open(w.dir, false, &vol, &d), &d);
		sphere_id_name(w.attr[1][1].id, index);
		assert_ok(sphere_remove(vol, w.name[1], index, false, &d), &d);
		assert_true(found(&w, vol, 0, SPHERE_UPDATE) >= (int)w.done);
		assert_int_equal(found(&w, vol, 2, SPHERE_READ),
		    version_of(2, (unsigned)found(&w, vol, 0, SPHERE_READ)));
		vol_close(&vol);
	}
	world_make(&w);
	memset(w.attr[1][0].base, 9, SPHERE_ID_LEN);
	assert_ok(sphere_id_new(w.attr[1][0].id, &d), &d);
	memcpy(w.attr[1][1].peer, w.attr[1][0].id, SPHERE_ID_LEN);
	assert_ok(sphere_id_new(w.attr[1][1].id, &d), &d);
	memcpy(w.attr[1][0].peer, w.attr[1][1].id, SPHERE_ID_LEN);
	sphere_id_name(w.attr[1][0].id, w.name[1]);
	assert_ok(vol_open(w.dir, false, &vol, &d), &d);
	assert_ok(sphere_create(vol, &w.attr[1][0], &w.attr[1][1], &d), &d);
	assert_ok(
	    sphere_open(vol, w.name[0], SPHERE_UPDATE, &growing, &base, &d),
	    &d);
	assert_ok(
	    sphere_open(vol, w.name[1], SPHERE_UPDATE, &growing, &other, &d),
	    &d);
	assert_int_equal(sphere_join(base, other, &d), DS_CORRUPT);
	sphere_close(&other);
	assert_ok(
	    sphere_open(vol, w.name[2], SPHERE_UPDATE, &growing, &other, &d),
	    &d);
	assert_ok(sphere_join(base, other, &d), &d);
	assert_int_equal(sphere_commit(other, true, &d), DS_INVALID);
	sphere_close(&other);
	sphere_close(&base);
	vol_close(&vol);
	test_dir_free(w.dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(
		a_base_and_its_indexes_are_of_one_commit_after_a_cut),
	    cmocka_unit_test(a_cut_in_the_recovery_leaves_them_equal),
	    cmocka_unit_test(an_index_that_is_gone_is_passed_over),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
