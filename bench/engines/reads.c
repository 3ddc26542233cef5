/*
 * Rows of keyed reads: one thread, two threads, 16 keys at once, by offset.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engines/driver.h"

enum { AT_ONCE = 16 };

static void
gets(const struct run *run, void *t, uint64_t n, uint64_t seed)
{
	uint8_t rec[BENCH_LRECL];
	uint64_t i;

	for (i = 0; i < n; i++)
		must_get(t, any_key(run, &seed), rec);
}

struct reader {
	const struct run *run;
	void *h;
	uint64_t n, seed;
	pthread_barrier_t *start;
};

static void *
reader(void *arg)
{
	struct reader *r = arg;
	void *t = thread_open(r->h);

	warm_up(r->run, t);
	pthread_barrier_wait(r->start);
	gets(r->run, t, r->n, r->seed);
	/* The clock stops before anything is closed. */
	pthread_barrier_wait(r->start);
	thread_close(t);
	return NULL;
}

static void
get_two(struct run *run, void *h, uint64_t n)
{
	pthread_barrier_t barrier;
	struct reader r[2];
	pthread_t th[2];
	struct watch w;
	int i;

	pthread_barrier_init(&barrier, NULL, 3);
	for (i = 0; i < 2; i++) {
		r[i] = (struct reader){
		    run, h, n, run->seed + 17 + (uint64_t)i, &barrier};
		if (pthread_create(&th[i], NULL, reader, &r[i]) != 0)
			bench_die("get2", "no thread");
	}
	pthread_barrier_wait(&barrier);
	w = watch_start();
	pthread_barrier_wait(&barrier);
	watch_stop(run, w, "get2", 2 * n);
	for (i = 0; i < 2; i++)
		pthread_join(th[i], NULL);
	pthread_barrier_destroy(&barrier);
}

static void
get_many(struct run *run, void *t, uint64_t n)
{
	uint8_t keys[AT_ONCE][BENCH_KEYLEN];
	uint8_t recs[AT_ONCE * BENCH_LRECL];
	uint64_t i, state = run->seed + 5;
	struct watch w = watch_start();
	size_t k;

	for (i = 0; i < n; i += AT_ONCE) {
		for (k = 0; k < AT_ONCE; k++)
			bench_key(keys[k], any_key(run, &state));
		if (!bench_engine.get_many(
			t, (const uint8_t(*)[BENCH_KEYLEN])keys, AT_ONCE, recs))
			bench_die("get16", "a record is missing");
		for (k = 0; k < AT_ONCE; k++)
			if (memcmp(recs + k * BENCH_LRECL, keys[k],
				BENCH_KEYLEN) != 0)
				bench_die("get16", "not the record asked for");
	}
	watch_stop(run, w, "get16", i);
}

/* The flat file would have it at 256 times its number. */
static void
by_offset(struct run *run, void *t, uint64_t n)
{
	uint64_t i, at, state = run->seed + 6;
	uint8_t rec[BENCH_LRECL], key[BENCH_KEYLEN];
	struct watch w = watch_start();

	for (i = 0; i < n; i++) {
		at = bench_random(&state) % (run->bench.records * BENCH_LRECL);
		bench_key(key, at / BENCH_LRECL * 2);
		if (!bench_engine.offset(t, at, rec) ||
		    memcmp(rec, key, sizeof(key)) != 0)
			bench_die("offset", "not the record that is there");
	}
	watch_stop(run, w, "offset", n);
}

void
row_get(struct run *run)
{
	uint64_t n =
	    some(run, 4, 10000, larger_than_memory(run) ? 200000 : 1000000);
	struct watch w;
	void *h, *t;

	run->bench.threads = 2;
	h = engine_open(run, BENCH_GET);
	t = thread_open(h);
	warm_up(run, t);
	w = watch_start();
	gets(run, t, n, run->seed + 1);
	watch_stop(run, w, "get", n);
	if (bench_engine.get_many != NULL)
		get_many(run, t, n);
	if (bench_engine.offset != NULL)
		by_offset(run, t, n);
	thread_close(t);
	get_two(run, h, n);
	bench_engine.close(h);
}
