/*
 * The workload: records, keys, random orders, the flat file, clocks.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bench/clock.h"
#include "bench/engines/engine.h"
#include "bench/engines/workload.h"

void
bench_die(const char *what, const char *why)
{
	fprintf(stderr, "bench: %s: %s\n", what, why);
	exit(1);
}

void *
bench_zeros(size_t size, const char *what)
{
	void *mem = calloc(1, size);

	if (mem == NULL)
		bench_die(what, "no memory");
	return mem;
}

void
bench_key(uint8_t key[BENCH_KEYLEN], uint64_t number)
{
	int i;

	for (i = BENCH_KEYLEN - 1; i >= 0; i--) {
		key[i] = (uint8_t)('0' + number % 10);
		number /= 10;
	}
}

uint64_t
bench_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1dULL;
}

void
bench_record(uint8_t rec[BENCH_LRECL], uint64_t number, uint64_t generation)
{
	uint64_t state = (number + 1) * 0x9e3779b97f4a7c15ULL ^ generation;
	uint64_t word;
	size_t i;

	state |= 1;
	bench_key(rec, number);
	for (i = BENCH_KEYLEN; i < BENCH_LRECL; i += sizeof(word)) {
		word = bench_random(&state);
		memcpy(rec + i, &word, sizeof(word));
	}
}

/*
 * A Feistel network over the next even number of bits permutes more than n
 * numbers; going on until one below n comes out permutes just these.
 */
uint64_t
bench_permute(uint64_t i, uint64_t n, uint64_t seed)
{
	unsigned half = 1, round;
	uint64_t mask, left, right, mixed;

	while (1ULL << (2 * half) < n)
		half++;
	mask = (1ULL << half) - 1;
	do {
		left = i >> half;
		right = i & mask;
		for (round = 0; round < 4; round++) {
			mixed = (right + seed + round) * 0x9e3779b97f4a7c15ULL;
			mixed ^= mixed >> 29;
			mixed *= 0xbf58476d1ce4e5b9ULL;
			mixed = left ^ (mixed >> 32 & mask);
			left = right;
			right = mixed;
		}
		i = left << half | right;
	} while (i >= n);
	return i;
}

struct bench_source {
	int fd;
	size_t at, have;
	uint8_t *chunk;
};

struct bench_source *
bench_source_open(const char *path)
{
	struct bench_source *src = calloc(1, sizeof(*src));
	struct stat st;
	void *chunk;

	if (src == NULL || posix_memalign(&chunk, 4096, BENCH_CHUNK) != 0)
		bench_die(path, "no memory");
	src->chunk = chunk;
	if ((src->fd = open(path, O_RDONLY | O_CLOEXEC)) < 0 ||
	    fstat(src->fd, &st) != 0)
		bench_die(path, strerror(errno));
	if ((uint64_t)st.st_size > bench_memory() / 4)
		(void)fcntl(src->fd, F_SETFL, O_DIRECT);
	return src;
}

const uint8_t *
bench_source_next(struct bench_source *src)
{
	const uint8_t *rec;
	ssize_t n;

	if (src->at == src->have) {
		if ((n = read(src->fd, src->chunk, BENCH_CHUNK)) < 0)
			bench_die("the flat file", strerror(errno));
		src->at = 0;
		src->have = (size_t)n / BENCH_LRECL * BENCH_LRECL;
		if (src->have == 0)
			return NULL;
	}
	rec = src->chunk + src->at;
	src->at += BENCH_LRECL;
	return rec;
}

void
bench_source_close(struct bench_source *src)
{
	close(src->fd);
	free(src->chunk);
	free(src);
}

double
bench_now(void)
{
	return clock_seconds(CLOCK_MONOTONIC);
}

double
bench_cpu(void)
{
	return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

long
bench_peak_rss(void)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	return ru.ru_maxrss;
}

uint64_t
bench_memory(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) *
	       (uint64_t)sysconf(_SC_PAGESIZE);
}
