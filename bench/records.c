/*
 * Flat files of the workload (engines/workload.h), for programs that take
 * their records and keys from a file:
 *
 *	records make FILE MB		all of a set, in key order
 *	records random FILE MB		the same in a random order
 *	records keys FILE MB N		N keys of them at random, 8 bytes each
 *	records updates FILE MB N	N of them at random with new data
 *	records inserts FILE MB FROM N	N that are not there, in the order
 *					in which the engines insert
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/engines/engine.h"
#include "bench/engines/workload.h"

enum { ORDER = 17, INSERT_ORDER = 4711 };

static uint64_t
number_of(const char *what, uint64_t i, uint64_t n, uint64_t *state)
{
	if (strcmp(what, "make") == 0)
		return 2 * i;
	if (strcmp(what, "random") == 0)
		return 2 * bench_permute(i, n, ORDER);
	if (strcmp(what, "inserts") == 0)
		return 2 * bench_permute(i, n, INSERT_ORDER) + 1;
	return 2 * (bench_random(state) % n);
}

static int
make(const char *what, const char *path, uint64_t n, uint64_t from, uint64_t to)
{
	size_t len = strcmp(what, "keys") == 0 ? BENCH_KEYLEN : BENCH_LRECL;
	uint64_t state = (uint64_t)(bench_now() * 1e6) | 1, generation = 0, i;
	uint8_t rec[BENCH_LRECL];
	FILE *fp = fopen(path, "w");
	bool ok = fp != NULL;

	if (strcmp(what, "updates") == 0)
		generation = state;
	for (i = from; i < to && ok; i++) {
		bench_record(rec, number_of(what, i, n, &state), generation);
		ok = fwrite(rec, len, 1, fp) == 1;
	}
	ok = ok && fflush(fp) == 0 && fsync(fileno(fp)) == 0;
	if (!ok)
		perror(path);
	if (fp != NULL)
		fclose(fp);
	return !ok;
}

int
main(int argc, char **argv)
{
	uint64_t n = 0, from = 0, count = 0;

	if (argc >= 4)
		n = strtoull(argv[3], NULL, 10) * 4096;
	if (argc == 4)
		count = n;
	else if (argc == 5)
		count = strtoull(argv[4], NULL, 10);
	else if (argc == 6) {
		from = strtoull(argv[4], NULL, 10);
		count = strtoull(argv[5], NULL, 10);
	}
	if (n == 0 || n > 50000000) {
		fprintf(stderr, "usage: records make|random|keys|updates|"
				"inserts FILE MB [[FROM] N], MB to 12200\n");
		return 2;
	}
	return make(argv[1], argv[2], n, from, from + count);
}
