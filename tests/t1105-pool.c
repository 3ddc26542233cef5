/*
 * Frames of one pool and of several that share a store, against an array of
 * what must be there. Each image carries its pool and key.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/sphere/sphere_int.h"

enum { LEN = 512, KEYS = 3000, POOLS = 3 };

static uint64_t
mark(unsigned p, uint64_t key)
{
	return key * 8 + p + 1;
}

static void
check(const struct pool *pool, unsigned p, uint64_t key, bool pinned)
{
	const struct frame *frame = pool_find(pool, key);
	uint64_t is;

	if (pinned)
		assert_non_null(frame);
	if (frame == NULL)
		return;
	assert_int_equal(frame->key, key);
	assert_int_equal(frame->buf.rba, key);
	memcpy(&is, frame->buf.data, sizeof(is));
	assert_int_equal(is, mark(p, key));
	assert_ptr_equal(pool->frames[frame->at], frame);
	assert_int_equal(frame->at < pool->ndirty, frame->dirty);
}

static struct frame *
use(struct pool *pool, unsigned p, uint64_t key)
{
	struct frame *frame = pool_find(pool, key);
	uint64_t is = mark(p, key);

	if (frame != NULL) {
		frame->touched = true;
	} else {
		frame = pool_take(pool, key);
		assert_non_null(frame);
		memset(frame->buf.data, 0xAA, LEN + frame->buf.extra);
		memcpy(frame->buf.data, &is, sizeof(is));
	}
	return frame;
}

/* Random requests to n pools; kept tells which frames may not go. */
static void
run(struct pool *pools, unsigned n, int requests)
{
	static bool dirty[POOLS][KEYS];
	static uint8_t pins[POOLS][KEYS];
	struct frame *frame;

	memset(dirty, 0, sizeof(dirty));
	memset(pins, 0, sizeof(pins));
	while (requests-- > 0) {
		unsigned p = (unsigned)random() % n;
		unsigned what = (unsigned)random() % 100;
		uint64_t i = (uint64_t)random() % KEYS, key = i * LEN;

		frame = use(&pools[p], p, key);
		if (what < 8 && pins[p][i] < 3) {
			frame->pins++;
			pins[p][i]++;
		} else if (what < 20 && pins[p][i] > 0) {
			frame->pins--;
			pins[p][i]--;
		} else if (what < 24) {
			pool_dirty(&pools[p], frame);
			dirty[p][i] = true;
		} else if (what == 24 && pins[p][i] == 0) {
			pool_drop(&pools[p], frame);
			dirty[p][i] = false;
		} else if (what == 25 && random() % 8 == 0) {
			pool_clean(&pools[p]);
			assert_int_equal(pools[p].ndirty, 0);
			memset(dirty[p], 0, sizeof(dirty[p]));
		} else if (what == 26 && random() % 20 == 0) {
			pool_drop_all(&pools[p]);
			for (i = 0; i < KEYS; i++)
				dirty[p][i] &= pins[p][i] > 0;
		}
		for (int t = 0; t < 5; t++) {
			p = (unsigned)random() % n;
			i = (uint64_t)random() % KEYS;
			check(&pools[p], p, i * LEN,
			    dirty[p][i] || pins[p][i] > 0);
		}
	}
	for (unsigned p = 0; p < n; p++)
		for (uint64_t i = 0; i < KEYS; i++)
			check(&pools[p], p, i * LEN,
			    dirty[p][i] || pins[p][i] > 0);
}

static void
changed_and_pinned_frames_stay(void **state)
{
	struct pool pool;

	(void)state;
	srandom(1);
	pool_init(&pool, SPHERE_DATA, LEN, true, 100);
	run(&pool, 1, 60000);
	pool_free(&pool);
}

static void
pools_that_share_frames_keep_their_own(void **state)
{
	struct frame_store store = {.frame_len = LEN, .limit = 300};
	struct pool pools[POOLS];

	(void)state;
	srandom(2);
	for (unsigned p = 0; p < POOLS; p++)
		pool_share(&pools[p], SPHERE_DATA, LEN, &store);
	run(pools, POOLS, 60000);
	for (unsigned p = 0; p < POOLS; p++) {
		pool_free(&pools[p]);
		for (unsigned q = p + 1; q < POOLS; q++)
			for (uint64_t i = 0; i < KEYS; i++)
				check(&pools[q], q, i * LEN, false);
	}
	assert_int_equal(store.nspare, store.nframes);
	store_free(&store);
}

static void
clean_frames_do_not_exceed_the_limit(void **state)
{
	struct frame_store store = {.frame_len = LEN, .limit = 64};
	struct pool pools[2];

	(void)state;
	for (unsigned p = 0; p < 2; p++)
		pool_share(&pools[p], SPHERE_DATA, LEN, &store);
	for (uint64_t i = 0; i < 5000; i++) {
		use(&pools[0], 0, i * LEN);
		use(&pools[1], 1, i % 10 * LEN);
	}
	assert_int_equal(store.nframes, 64);
	assert_int_equal(pools[0].nframes + pools[1].nframes, 64);
	/* what is used all the time survives what is used once */
	assert_int_equal(pools[1].nframes, 10);
	/* all dirty: it grows rather than lose one */
	for (uint64_t i = 0; i < 200; i++)
		pool_dirty(&pools[0], use(&pools[0], 0, i * LEN));
	for (uint64_t i = 0; i < 200; i++)
		check(&pools[0], 0, i * LEN, true);
	for (unsigned p = 0; p < 2; p++)
		pool_free(&pools[p]);
	store_free(&store);
}

static void
large_pools_hand_out_dense_memory(void **state)
{
	struct pool pool;
	uint64_t n = 0;

	(void)state;
	pool_init(&pool, SPHERE_DATA, 18432, true, 2000);
	for (uint64_t i = 0; i < 2500; i++) {
		struct frame *frame = pool_take(&pool, i * 18432);

		assert_non_null(frame);
		memset(frame->buf.data, (int)i, 18432);
		/* a 32nd for notes, whole lines */
		assert_int_equal(frame->buf.extra, 576);
		memset(frame->buf.data + 18432, 0xFF, 576);
	}
	assert_int_equal(pool.nframes, 2000);
	assert_int_equal(pool.own.nframes, 2000);
	for (uint64_t i = 0; i < 2500; i++) {
		const struct frame *frame = pool_find(&pool, i * 18432);

		if (frame == NULL)
			continue;
		n++;
		assert_int_equal((uintptr_t)frame % 64, 0);
		assert_int_equal(frame->buf.data[0], (uint8_t)i);
		assert_int_equal(frame->buf.data[18431], (uint8_t)i);
	}
	assert_int_equal(n, 2000);
	pool_free(&pool);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(changed_and_pinned_frames_stay),
	    cmocka_unit_test(pools_that_share_frames_keep_their_own),
	    cmocka_unit_test(clean_frames_do_not_exceed_the_limit),
	    cmocka_unit_test(large_pools_hand_out_dense_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
