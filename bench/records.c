/*
 * The workload: records of 256 bytes with an 8-byte key at offset 0.
 *
 *	records make FILE MB	write ascending records to FILE
 *	records read FILE	read FILE with read(2), 256 KiB at a time
 *
 * Keys are big-endian and ascend by irregular steps; the rest of a record is
 * pseudo-random, so nothing below can compress it.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"

enum { LRECL = 256, CHUNK = 256 * 1024 };

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void
fill(uint8_t *rec, uint64_t *key, uint64_t *state)
{
	size_t i;

	*key += 1 + next_random(state) % 1000;
	be64_put(rec, *key);
	for (i = 8; i < LRECL; i += 8)
		be64_put(rec + i, next_random(state));
}

static int
make(const char *path, uint64_t mb)
{
	static uint8_t chunk[CHUNK];
	uint64_t left = mb * (1024 * 1024 / CHUNK), key = 0;
	uint64_t state = 88172645463325252ULL;
	size_t at;
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	for (; fd >= 0 && left > 0; left--) {
		for (at = 0; at < CHUNK; at += LRECL)
			fill(chunk + at, &key, &state);
		if (write(fd, chunk, CHUNK) != CHUNK)
			break;
	}
	if (fd < 0 || left > 0 || fsync(fd) != 0 || close(fd) != 0) {
		perror(path);
		return 1;
	}
	return 0;
}

static int
read_all(const char *path)
{
	static uint8_t chunk[CHUNK];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	uint64_t sum = 0;
	ssize_t n, i;

	if (fd < 0) {
		perror(path);
		return 1;
	}
	/* Look at each record, as whoever scans does. */
	while ((n = read(fd, chunk, CHUNK)) > 0)
		for (i = 0; i + LRECL <= n; i += LRECL)
			sum += be64_get(chunk + i);
	close(fd);
	printf("sum of keys %016llx\n", (unsigned long long)sum);
	return n < 0;
}

int
main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "make") == 0)
		return make(argv[2], strtoull(argv[3], NULL, 10));
	if (argc == 3 && strcmp(argv[1], "read") == 0)
		return read_all(argv[2]);
	fprintf(stderr, "usage: records make FILE MB | read FILE\n");
	return 2;
}
