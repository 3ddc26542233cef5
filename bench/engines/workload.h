/*
 * The workload: records, keys, random orders, the flat file, clocks.
 *
 * Record i of n (from 0) has the key "%08u" of 2 * i, so that odd keys are
 * free for inserts, and 248 bytes of noise made of its key and a generation.
 */
#ifndef CATAMOUNT_BENCH_ENGINES_WORKLOAD_H
#define CATAMOUNT_BENCH_ENGINES_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BENCH_LRECL = 256, BENCH_KEYLEN = 8, BENCH_CHUNK = 1024 * 1024 };

/* The key of a number below 10**8, as eight digits. */
void bench_key(uint8_t key[BENCH_KEYLEN], uint64_t number);
/* The first eight bytes of a record as the number that a scan sums. */
static inline uint64_t
bench_number(const void *rec)
{
	uint64_t number;

	memcpy(&number, rec, sizeof(number));
	return number;
}
void bench_record(
    uint8_t rec[BENCH_LRECL], uint64_t number, uint64_t generation);

/* xorshift64*: equal seeds give equal runs, for every engine the same. */
uint64_t bench_random(uint64_t *state);
/* A pseudo-random permutation of 0..n-1: where i goes. */
uint64_t bench_permute(uint64_t i, uint64_t n, uint64_t seed);

/* A flat file of records, read a chunk at a time. Past a quarter of the
 * memory it is read around the page cache. */
struct bench_source;
struct bench_source *bench_source_open(const char *path);
const uint8_t *bench_source_next(struct bench_source *src); /* NULL: end */
void bench_source_close(struct bench_source *src);

double bench_now(void);      /* seconds of a monotonic clock */
double bench_cpu(void);      /* seconds that this process computed */
long bench_peak_rss(void);   /* KB */
uint64_t bench_memory(void); /* bytes of the machine */

#endif
