/*
 * What the files of rows share: the run, and how a figure is told.
 */
#ifndef CATAMOUNT_BENCH_ENGINES_DRIVER_H
#define CATAMOUNT_BENCH_ENGINES_DRIVER_H

#include "bench/engines/engine.h"

enum { NO_SUCH_ROW = 3 }; /* exit status */

struct run {
	struct bench bench;
	const char *input; /* the flat file, in key order; .random: shuffled */
	unsigned mb, rep;
	uint64_t seed;
};

/* A figure begins ... */
struct watch {
	double wall, cpu;
};
struct watch watch_start(void);
/* ... and is printed as one line of JSON. n operations. */
void watch_stop(
    const struct run *run, struct watch w, const char *row, uint64_t n);
void tell(const struct run *run, const char *row, uint64_t n, double seconds,
    double cpu);

/* More than a quarter of the machine's, so that no cache holds it. */
bool larger_than_memory(const struct run *run);
void *engine_open(struct run *run, enum bench_mode mode);
void *thread_open(void *h);
void thread_close(void *t);

/* part of the records, at the least low, at the most high. */
uint64_t some(
    const struct run *run, uint64_t part, uint64_t low, uint64_t high);
/* The key of a record that is there, at random. */
uint64_t any_key(const struct run *run, uint64_t *state);
/* Bring all of it to where gets find it: each place once, then at random. */
void warm_up(const struct run *run, void *t);
void must_get(void *t, uint64_t number, uint8_t rec[BENCH_LRECL]);

void row_get(struct run *run);      /* get, get2, get16, offset */
void row_commit(struct run *run);   /* commit1, commit100, commit32 */
void row_unsynced(struct run *run); /* unsynced */
void row_insert(struct run *run);   /* insert-full, insert-free */
void row_beside(struct run *run);   /* beside-reads, beside-writes */

#endif
