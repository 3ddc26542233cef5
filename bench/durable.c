/*
 * Updates in place and their durability, at the access methods' interface, on a
 * key-sequenced data set of 256-byte records with 8-byte keys.
 *
 *	durable DIR [MB [SECONDS [COMMITTERS]]]
 *
 * Prints a line a figure: name, times a second, and what it is to the raw rate,
 * at which the machine writes 4 KiB with O_DIRECT and O_DSYNC over a file that
 * is there. Both take turns of a tenth of a second, since disks change their
 * mind. COMMITTERS are as many threads, each
 * with the data set open for itself, shared; 0: none.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include "access-methods/am.h"
#include "base/bytes.h"
#include "bench/clock.h"
#include "bench/ksds.h"

enum {
	LRECL = BENCH_LRECL,
	CISIZE = 18432,
	THREADS_MAX = 64,
	RAW_PAGES = 1024
};

static const char *dir;
static char name[SPHERE_NAME_LEN];
static uint64_t records;
static double seconds = 2;
#define SLICE 0.1 /* seconds */

static double
now(void)
{
	return clock_seconds(CLOCK_MONOTONIC);
}

static void
must(enum ds_status st, const char *what, const struct ds_diag *diag)
{
	if (st == DS_OK)
		return;
	fprintf(stderr, "durable: %s: %s %s %s\n", what, ds_status_text(st),
	    diag->name, diag->text);
	exit(1);
}

static enum ds_status
extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	(void)ctx;
	(void)diag;
	*casp = min_cas < 64 && part == SPHERE_DATA ? 64 : min_cas;
	return DS_OK;
}

/* --- one open data set -------------------------------------------------------
 */

struct opened {
	struct volume *vol;
	struct am_file *file;
	struct am_pos *pos;
	uint64_t random;
	struct ds_diag diag;
};

static void
open_set(struct opened *o, unsigned intent, bool shared)
{
	struct am_parms parms = {.intent = intent};

	memset(o, 0, sizeof(*o));
	parms.sphere.extend = extend;
	parms.sphere.shared = shared;
	/* all of it in memory */
	parms.sphere.bufsp = records * LRECL * 5 / 4 + (32U << 20);
	must(vol_open(dir, false, &o->vol, &o->diag), "volume", &o->diag);
	must(am_open(o->vol, name, &parms, &o->file, &o->diag), "open",
	    &o->diag);
	must(am_pos_new(o->file, &o->pos), "position", &o->diag);
}

static void
close_set(struct opened *o)
{
	am_pos_free(&o->pos);
	must(am_close(&o->file, &o->diag), "close", &o->diag);
	vol_close(&o->vol);
}

static void
load(void)
{
	const struct ksds_shape shape = {{CISIZE, 512}, {45, 49}, 0};
	struct volume *vol = NULL;
	struct opened o;
	uint8_t rec[LRECL] = {0};
	struct ds_diag d;

	must(vol_open(dir, false, &vol, &d), "volume", &d);
	must(ksds_make(vol, &shape, name, &d), "make", &d);
	vol_close(&vol);
	open_set(&o, AM_OUTPUT | AM_SEQ, false);
	for (uint64_t i = 0; i < records; i++) {
		be64_put(rec, i);
		must(am_put(o.pos, rec, LRECL, 0, true, NULL, &o.diag), "load",
		    &o.diag);
	}
	close_set(&o);
}

static void
update(struct opened *o)
{
	uint8_t rec[LRECL], key[8];
	struct am_rec got;

	o->random = o->random * 6364136223846793005U + 1442695040888963407U;
	be64_put(key, (o->random >> 20) % records);
	must(am_point(o->pos, AM_KEY, AM_EQ, false, key, 8, 0, &o->diag),
	    "point", &o->diag);
	must(am_get(o->pos, &got, &o->diag), "get", &o->diag);
	memcpy(rec, got.data, LRECL);
	be64_put(rec + 8, o->random);
	memset(rec + 16, (int)(o->random >> 56), 100);
	must(am_update(o->pos, rec, LRECL, &o->diag), "update", &o->diag);
}

static void
warm(struct opened *o)
{
	struct am_rec got;
	uint8_t key[8];

	for (uint64_t i = 0; i < records; i += 8) {
		be64_put(key, i);
		must(
		    am_point(o->pos, AM_KEY, AM_EQ, false, key, 8, 0, &o->diag),
		    "point", &o->diag);
		must(am_get(o->pos, &got, &o->diag), "get", &o->diag);
	}
}

/* --- figures -----------------------------------------------------------------
 */

/* A rate that takes turns with the raw one, a tenth of a second each. */
struct turns {
	uint64_t raw, ours;
	double raw_time, our_time;
};

static double
raw_slice(struct turns *t)
{
	static uint8_t *page;
	static int fd = -1;
	struct iovec iov = {NULL, 4096};
	char path[4096];
	double from;

	if (fd < 0) {
		snprintf(path, sizeof(path), "%s/raw", dir);
		page = aligned_alloc(4096, 4096);
		fd = open(path, O_RDWR | O_CREAT | O_DIRECT | O_CLOEXEC, 0600);
		if (page == NULL || fd < 0)
			exit(1);
		memset(page, 0x5A, 4096);
		for (int i = 0; i < RAW_PAGES; i++)
			if (pwrite(fd, page, 4096, (off_t)i * 4096) != 4096)
				exit(1);
		if (fsync(fd) != 0)
			exit(1);
	}
	iov.iov_base = page;
	for (from = now(); now() - from < SLICE; t->raw++)
		if (pwritev2(fd, &iov, 1, (off_t)(t->raw % RAW_PAGES) * 4096,
			RWF_DSYNC) != 4096)
			exit(1);
	t->raw_time += now() - from;
	return t->raw_time;
}

/* Updates; a commit behind every each-th, 0: none. */
static void
updates(struct turns *t, unsigned intent, uint64_t each)
{
	struct opened o;
	double from;

	open_set(&o, AM_INPUT | AM_OUTPUT | AM_DIR | intent, false);
	warm(&o);
	while (t->our_time < seconds) {
		raw_slice(t);
		for (from = now(); now() - from < SLICE;) {
			update(&o);
			if (++t->ours % 100 != 0 || each != 100)
				continue;
			must(am_commit(o.file, &o.diag), "commit", &o.diag);
		}
		t->our_time += now() - from;
	}
	close_set(&o);
}

struct committer {
	pthread_t thread;
	unsigned number;
	uint64_t n;
};
static double until; /* of a slice; 0: that was the last */
static pthread_barrier_t barrier;

static void *
committer(void *arg)
{
	struct committer *c = arg;
	struct opened o;

	open_set(&o, AM_INPUT | AM_OUTPUT | AM_DIR | AM_DURABLE, true);
	o.random = c->number * 0x9E3779B97F4A7C15U;
	for (;;) {
		pthread_barrier_wait(&barrier);
		if (until == 0)
			break;
		for (; now() < until; c->n++)
			update(&o);
		pthread_barrier_wait(&barrier);
	}
	close_set(&o);
	return NULL;
}

static void
committers(struct turns *t, unsigned n)
{
	struct committer c[THREADS_MAX];
	double from;

	memset(c, 0, sizeof(c));
	pthread_barrier_init(&barrier, NULL, n + 1);
	for (unsigned i = 0; i < n; i++) {
		c[i].number = i + 1;
		if (pthread_create(&c[i].thread, NULL, committer, &c[i]) != 0)
			exit(1);
	}
	while (t->our_time < seconds) {
		raw_slice(t);
		from = now();
		until = from + SLICE;
		pthread_barrier_wait(&barrier);
		pthread_barrier_wait(&barrier);
		t->our_time += now() - from;
	}
	until = 0;
	pthread_barrier_wait(&barrier);
	for (unsigned i = 0; i < n; i++) {
		pthread_join(c[i].thread, NULL);
		t->ours += c[i].n;
	}
	pthread_barrier_destroy(&barrier);
}

static double
row(const char *what, const struct turns *t, double each)
{
	double rate = (double)t->ours / t->our_time;
	double raw = (double)t->raw / t->raw_time;

	printf("%-14s %10.0f /s  %8.2f x %s%.0f raw writes\n", what, rate,
	    rate / raw / each, each > 1 ? "100 x " : "", raw);
	fflush(stdout);
	return rate / raw;
}

int
main(int argc, char **argv)
{
	unsigned most = argc > 4 ? (unsigned)atoi(argv[4]) : 32;
	struct turns t[3] = {{0, 0, 0, 0}};
	double one = 0, rate;
	char label[32];
	struct rusage ru;

	if (argc < 2 || argc > 5 || most > THREADS_MAX) {
		fprintf(
		    stderr, "usage: durable DIR [MB [SECONDS [COMMITTERS]]]\n");
		return 2;
	}
	dir = argv[1];
	records = (argc > 2 ? strtoull(argv[2], NULL, 10) : 64) * 4096;
	seconds = argc > 3 ? atof(argv[3]) : seconds;
	load();
	updates(&t[0], AM_DURABLE, 1);
	row("commit-1", &t[0], 1);
	updates(&t[1], 0, 100);
	row("commit-100", &t[1], 100);
	updates(&t[2], 0, 0);
	row("unsynced", &t[2], 1);
	for (unsigned n = 1; n <= most; n *= 2) {
		struct turns ct = {0, 0, 0, 0};

		snprintf(label, sizeof(label), "committers-%u", n);
		committers(&ct, n);
		rate = row(label, &ct, 1);
		one = n == 1 ? rate : one;
		if (n > 1)
			printf("%-14s %10.2f times one\n", "", rate / one);
	}
	getrusage(RUSAGE_SELF, &ru);
	printf("%-14s %10ld MB at most\n", "memory", ru.ru_maxrss / 1024);
	return 0;
}
