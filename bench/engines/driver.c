/*
 * The rows of the table, over any engine: this program does one group of them
 * and prints a line of JSON for each.
 *
 *	ENGINE GROUP DIR INPUT MB REP
 *
 * GROUP: load load-random put-random scan scan-first scan-cold get commit
 * unsynced insert beside. DIR is the engine's own directory. The exit status
 * is 3 when the engine has no such row.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/engines/driver.h"

struct watch
watch_start(void)
{
	return (struct watch){bench_now(), bench_cpu()};
}

void
tell(const struct run *run, const char *row, uint64_t n, double seconds,
    double cpu)
{
	printf("{\"row\":\"%s\",\"engine\":\"%s\",\"mb\":%u,\"rep\":%u,"
	       "\"n\":%llu,\"seconds\":%.6f,\"rate\":%.1f,\"cpu_us\":%.3f,"
	       "\"rss_kb\":%ld}\n",
	    row, bench_engine.name, run->mb, run->rep, (unsigned long long)n,
	    seconds, (double)n / seconds, cpu * 1e6 / (double)n,
	    bench_peak_rss());
	fflush(stdout);
}

void
watch_stop(const struct run *run, struct watch w, const char *row, uint64_t n)
{
	tell(run, row, n, bench_now() - w.wall, bench_cpu() - w.cpu);
}

void *
engine_open(struct run *run, enum bench_mode mode)
{
	void *h;

	run->bench.mode = mode;
	if ((h = bench_engine.open(&run->bench)) == NULL)
		exit(NO_SUCH_ROW);
	return h;
}

void *
thread_open(void *h)
{
	return bench_engine.thread_open == NULL ? h
						: bench_engine.thread_open(h);
}

void
thread_close(void *t)
{
	if (bench_engine.thread_close != NULL)
		bench_engine.thread_close(t);
}

uint64_t
some(const struct run *run, uint64_t part, uint64_t low, uint64_t high)
{
	uint64_t n = run->bench.records / part;

	return n < low ? low : n > high ? high : n;
}

uint64_t
any_key(const struct run *run, uint64_t *state)
{
	return 2 * (bench_random(state) % run->bench.records);
}

void
must_get(void *t, uint64_t number, uint8_t rec[BENCH_LRECL])
{
	uint8_t key[BENCH_KEYLEN];

	bench_key(key, number);
	if (!bench_engine.get(t, key, rec) ||
	    memcmp(rec, key, sizeof(key)) != 0)
		bench_die("get", "not the record that was asked for");
}

bool
larger_than_memory(const struct run *run)
{
	return run->bench.records * BENCH_LRECL > bench_memory() / 4;
}

void
warm_up(const struct run *run, void *t)
{
	uint64_t i, state = 99, n = some(run, 4, 1000, 300000);
	uint8_t rec[BENCH_LRECL];

	/* What does not fit is not brought there. */
	for (i = 0; i < run->bench.records && !larger_than_memory(run); i += 8)
		must_get(t, 2 * i, rec);
	for (i = 0; i < n; i++)
		must_get(t, any_key(run, &state), rec);
}

/* --- the size of what is there ----------------------------------------- */

static uint64_t
disk_bytes(const char *dir)
{
	struct dirent *ent;
	struct stat st;
	char path[4096];
	uint64_t sum = 0;
	DIR *d = opendir(dir);

	while (d != NULL && (ent = readdir(d)) != NULL) {
		if (ent->d_name[0] == '.' ||
		    (bench_engine.transient != NULL &&
			bench_engine.transient(ent->d_name)))
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, ent->d_name);
		if (lstat(path, &st) == 0)
			sum += S_ISDIR(st.st_mode)
				   ? disk_bytes(path)
				   : (uint64_t)st.st_blocks * 512;
	}
	if (d != NULL)
		closedir(d);
	return sum;
}

static void
tell_size(const struct run *run, const char *row)
{
	uint64_t bytes = disk_bytes(run->bench.dir);

	if (bench_engine.unused != NULL)
		bytes -= bench_engine.unused(&run->bench);
	printf("{\"row\":\"%s\",\"engine\":\"%s\",\"mb\":%u,\"rep\":%u,"
	       "\"rate\":%.2f}\n",
	    row, bench_engine.name, run->mb, run->rep,
	    (double)bytes / (double)run->bench.records);
}

/* --- loads, scans ----------------------------------------------------------
 */

static void
row_load(
    struct run *run, const char *row, const char *size, enum bench_mode mode)
{
	char path[4096];
	struct bench_source *src;
	struct watch w;
	const uint8_t *rec;
	uint64_t n = 0;
	void *h;

	snprintf(path, sizeof(path), "%s%s", run->input,
	    mode == BENCH_LOAD ? "" : ".random");
	src = bench_source_open(path);
	w = watch_start();
	h = engine_open(run, mode);
	for (; (rec = bench_source_next(src)) != NULL; n++)
		bench_engine.put(h, rec);
	bench_engine.close(h);
	watch_stop(run, w, row, n);
	bench_source_close(src);
	tell_size(run, size);
}

/* Off the clock: was each record seen, once? */
static void
must_be_all(const struct run *run, const struct bench_sum *sum)
{
	uint64_t i, keys = 0;
	uint8_t key[BENCH_KEYLEN];

	for (i = 0; i < run->bench.records; i++) {
		bench_key(key, 2 * i);
		keys += bench_number(key);
	}
	if (sum->records != run->bench.records || sum->keys != keys)
		bench_die("scan", "not the records that were loaded");
}

/* Passes over all records; the best is told. */
static void
passes(struct run *run, void *t, const char *row, int n, bool copy)
{
	struct bench_sum sum;
	struct watch w;
	double wall, cpu, best = 0, best_cpu = 0;
	int i;

	for (i = 0; i < n; i++) {
		memset(&sum, 0, sizeof(sum));
		w = watch_start();
		bench_engine.scan(t, copy, &sum);
		wall = bench_now() - w.wall;
		cpu = bench_cpu() - w.cpu;
		must_be_all(run, &sum);
		if (i == 0 || wall < best) {
			best = wall;
			best_cpu = cpu;
		}
	}
	tell(run, row, sum.records, best, best_cpu);
}

static void
row_scan_once(struct run *run, const char *row)
{
	struct bench_sum sum = {0, 0};
	struct watch w = watch_start();
	void *h = engine_open(run, BENCH_SCAN_ONCE), *t = thread_open(h);

	bench_engine.scan(t, false, &sum);
	watch_stop(run, w, row, sum.records);
	must_be_all(run, &sum);
	thread_close(t);
	bench_engine.close(h);
}

static void
row_scan(struct run *run)
{
	void *h = engine_open(run, BENCH_SCAN), *t = thread_open(h);
	struct bench_sum sum = {0, 0};

	bench_engine.scan(t, false, &sum); /* brings it to memory */
	passes(run, t, "scan", 3, false);
	passes(run, t, "scan-copy", 3, true);
	thread_close(t);
	bench_engine.close(h);
}

static int
group(struct run *run, const char *name)
{
	if (strcmp(name, "load") == 0)
		row_load(run, "load", "size", BENCH_LOAD);
	else if (strcmp(name, "load-random") == 0)
		row_load(run, "load-random", "size-random", BENCH_LOAD_RANDOM);
	else if (strcmp(name, "put-random") == 0)
		row_load(run, "put-random", "size-put", BENCH_PUT_RANDOM);
	else if (strcmp(name, "scan") == 0)
		row_scan(run);
	else if (strncmp(name, "scan-", 5) == 0)
		row_scan_once(run, name);
	else if (strcmp(name, "get") == 0)
		row_get(run);
	else if (strcmp(name, "commit") == 0)
		row_commit(run);
	else if (strcmp(name, "unsynced") == 0)
		row_unsynced(run);
	else if (strcmp(name, "insert") == 0)
		row_insert(run);
	else if (strcmp(name, "beside") == 0 && bench_engine.beside)
		row_beside(run);
	else
		return NO_SUCH_ROW;
	return 0;
}

int
main(int argc, char **argv)
{
	struct run run = {0};

	if (argc != 6) {
		fprintf(stderr, "usage: %s GROUP DIR INPUT MB REP\n", argv[0]);
		return 2;
	}
	run.bench.dir = argv[2];
	run.input = argv[3];
	run.mb = (unsigned)strtoul(argv[4], NULL, 10);
	run.rep = (unsigned)strtoul(argv[5], NULL, 10);
	run.bench.records = (uint64_t)run.mb * (1024 * 1024 / BENCH_LRECL);
	run.bench.threads = 1;
	run.bench.cache = (uint64_t)run.mb * 1024 * 1024 * 3 / 2;
	if (run.bench.cache > bench_memory() / 4)
		run.bench.cache = bench_memory() / 4;
	if (run.bench.cache < 16 << 20)
		run.bench.cache = 16 << 20;
	/* New data each time: an engine may leave out a change of nothing. */
	run.seed = (uint64_t)(bench_now() * 1e6) ^ (uint64_t)getpid() << 40;
	return group(&run, argv[1]);
}
