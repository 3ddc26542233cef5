/*
 * What the machine allows: the flat file written, read and overwritten by the
 * plainest means, under the names of the rows that it bounds.
 *
 *	flat GROUP DIR INPUT MB REP
 *
 *	load		io_uring, O_DIRECT, 1 MiB x 8, from memory; fdatasync
 *	scan-cold	io_uring, O_DIRECT, 1 MiB x 16
 *	scan		read(2) of 256 KiB, each key looked at, best of three
 *	scan-first	the same, once
 *	commit		pwrite(2) of 4 KiB, O_DIRECT and O_DSYNC, in a file of
 *			64 MiB that was written before
 */
#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/engines/engine.h"
#include "bench/engines/workload.h"

enum { READ_LEN = 256 * 1024, PAGE = 4096, LOG_LEN = 64 << 20 };
enum { WRITE_DEPTH = 8, READ_DEPTH = 16, COMMITS = 400 };

static unsigned mb, rep;

static void
tell(const char *row, uint64_t n, double wall, double cpu)
{
	printf("{\"row\":\"%s\",\"engine\":\"flat\",\"mb\":%u,\"rep\":%u,"
	       "\"n\":%llu,\"seconds\":%.6f,\"rate\":%.1f,\"cpu_us\":%.3f,"
	       "\"rss_kb\":%ld}\n",
	    row, mb, rep, (unsigned long long)n, wall, (double)n / wall,
	    cpu * 1e6 / (double)n, bench_peak_rss());
}

static int
must_open(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0666);

	/* Where the file system has no O_DIRECT, the page cache it is. */
	if (fd < 0 && errno == EINVAL && (flags & O_DIRECT) != 0)
		fd = open(path, (flags & ~O_DIRECT) | O_CLOEXEC, 0666);
	if (fd < 0)
		bench_die(path, strerror(errno));
	return fd;
}

static uint8_t *
aligned(size_t len)
{
	void *p;

	if (posix_memalign(&p, 2 << 20, len) != 0)
		bench_die("flat", "no memory");
	memset(p, 'x', len);
	return p;
}

/* The keys of a buffer of records, as whoever scans looks at them. */
static uint64_t
look(const uint8_t *p, size_t len)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i + BENCH_LRECL <= len; i += BENCH_LRECL)
		sum += bench_number(p + i);
	return sum;
}

/* A piece of 1 MiB from or to a place of memory. */
static void
send_piece(
    struct io_uring *ring, int fd, bool writes, uint8_t *at, unsigned piece)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(ring);
	uint64_t off = (uint64_t)piece * BENCH_CHUNK;

	if (sqe == NULL)
		bench_die("flat", "no room in the ring");
	if (writes)
		io_uring_prep_write(sqe, fd, at, BENCH_CHUNK, off);
	else
		io_uring_prep_read(sqe, fd, at, BENCH_CHUNK, off);
	io_uring_sqe_set_data(sqe, at);
}

/* All of a file, depth pieces on their way at a time, each from or to a place
 * that is free again when it is done. */
static uint64_t
stream(int fd, bool writes, unsigned depth)
{
	uint8_t *mem = aligned((size_t)depth * BENCH_CHUNK), *at;
	unsigned sent, done;
	struct io_uring_cqe *cqe;
	struct io_uring ring;
	uint64_t sum = 0;

	if (io_uring_queue_init(depth, &ring, 0) != 0)
		bench_die("flat", "no io_uring");
	for (sent = 0; sent < mb && sent < depth; sent++)
		send_piece(
		    &ring, fd, writes, mem + (size_t)sent * BENCH_CHUNK, sent);
	for (done = 0; done < mb; done++) {
		io_uring_submit(&ring);
		if (io_uring_wait_cqe(&ring, &cqe) != 0 ||
		    cqe->res != BENCH_CHUNK)
			bench_die("flat", "input or output failed");
		at = io_uring_cqe_get_data(cqe);
		io_uring_cqe_seen(&ring, cqe);
		if (!writes)
			sum += look(at, BENCH_CHUNK);
		if (sent < mb)
			send_piece(&ring, fd, writes, at, sent++);
	}
	io_uring_queue_exit(&ring);
	free(mem);
	return sum;
}

static void
by_uring(const char *row, const char *path, bool writes)
{
	int fd = must_open(
	    path, O_DIRECT | (writes ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY));
	double wall = bench_now(), cpu = bench_cpu();

	if (writes && posix_fallocate(fd, 0, (off_t)mb * BENCH_CHUNK) != 0)
		bench_die(path, "no room");
	(void)stream(fd, writes, writes ? WRITE_DEPTH : READ_DEPTH);
	if (writes && fdatasync(fd) != 0)
		bench_die(path, "not synced");
	tell(row, (uint64_t)mb * BENCH_CHUNK / BENCH_LRECL, bench_now() - wall,
	    bench_cpu() - cpu);
	close(fd);
	if (writes)
		unlink(path);
}

static void
by_read(const char *row, const char *path, int passes)
{
	uint8_t *buf = aligned(READ_LEN);
	double wall, cpu, took, best = 0, best_cpu = 0;
	uint64_t sum = 0;
	int i, fd = must_open(path, O_RDONLY);
	ssize_t n;

	for (i = 0; i < passes; i++) {
		wall = bench_now();
		cpu = bench_cpu();
		while ((n = read(fd, buf, READ_LEN)) > 0)
			sum += look(buf, (size_t)n);
		__asm__ volatile("" : : "r"(sum)); /* it was wanted */
		took = bench_now() - wall;
		if (n < 0 || lseek(fd, 0, SEEK_SET) != 0)
			bench_die(path, strerror(errno));
		if (i == 0 || took < best) {
			best = took;
			best_cpu = bench_cpu() - cpu;
		}
	}
	tell(row, (uint64_t)mb * BENCH_CHUNK / BENCH_LRECL, best, best_cpu);
	close(fd);
	free(buf);
}

static void
commits(const char *path)
{
	uint64_t i, n = mb < 64 ? 20 : COMMITS;
	uint8_t *page = aligned(BENCH_CHUNK);
	double wall, cpu;
	int fd = must_open(path, O_RDWR | O_CREAT | O_DIRECT);

	for (i = 0; i < LOG_LEN; i += BENCH_CHUNK)
		if (pwrite(fd, page, BENCH_CHUNK, (off_t)i) != BENCH_CHUNK)
			bench_die(path, strerror(errno));
	if (fsync(fd) != 0)
		bench_die(path, "not synced");
	close(fd);
	fd = must_open(path, O_RDWR | O_DIRECT | O_DSYNC);
	wall = bench_now();
	cpu = bench_cpu();
	for (i = 0; i < n; i++)
		if (pwrite(fd, page, PAGE, (off_t)(i * PAGE % LOG_LEN)) != PAGE)
			bench_die(path, strerror(errno));
	tell("commit1", n, bench_now() - wall, bench_cpu() - cpu);
	close(fd);
	free(page);
}

int
main(int argc, char **argv)
{
	char path[4096];

	if (argc != 6) {
		fprintf(stderr, "usage: flat GROUP DIR INPUT MB REP\n");
		return 2;
	}
	mb = (unsigned)strtoul(argv[4], NULL, 10);
	rep = (unsigned)strtoul(argv[5], NULL, 10);
	snprintf(path, sizeof(path), "%s/flat", argv[2]);
	if (strcmp(argv[1], "load") == 0)
		by_uring("load", path, true);
	else if (strcmp(argv[1], "scan-cold") == 0)
		by_uring("scan-cold", argv[3], false);
	else if (strcmp(argv[1], "scan") == 0)
		by_read("scan", argv[3], 3);
	else if (strcmp(argv[1], "scan-first") == 0)
		by_read("scan-first", argv[3], 1);
	else if (strcmp(argv[1], "commit") == 0)
		commits(path);
	else
		return 3;
	return 0;
}
