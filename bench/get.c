/*
 * Keyed reads and scans at the access methods' interface, of a set that
 * `am load` made.
 *
 *	get one DIR N MB	N uniform reads by key, buffers of MB
 *	get two DIR N MB	the same by two threads, each its own open
 *	get many DIR N MB K	K keys at once
 *	get scan DIR FILE N	N scans, each behind a read(2) loop over FILE
 *
 * Everything is looked at once before the clock starts, but with "cold" behind
 * the other words.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "access-methods/am.h"
#include "base/bytes.h"

enum { KEYLEN = 8, LRECL = 256, CHUNK = 256 * 1024, MANY = 64 };

static char name[SPHERE_NAME_LEN];
static const char *dir;
static uint8_t *keys;
static uint64_t nkeys;
static bool cold;

struct job {
	uint64_t n, seed, sum, bufsp;
	size_t many;
	bool warm;
	double seconds, cpu;
};

static double
clock_of(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static double
now(void)
{
	return clock_of(CLOCK_MONOTONIC);
}

static void
die(const char *what, const struct ds_diag *diag)
{
	fprintf(stderr, "get: %s: %s %s\n", what, ds_status_text(diag->status),
	    diag->text);
	exit(1);
}

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

struct set {
	struct volume *vol;
	struct am_file *am;
	struct am_pos *pos;
	struct ds_diag diag;
};

static void
set_open(struct set *s, unsigned intent, uint64_t bufsp)
{
	struct am_parms parms = {.intent = AM_INPUT | intent};

	memset(s, 0, sizeof(*s));
	parms.sphere.bufsp = bufsp;
	if (vol_open(dir, true, &s->vol, &s->diag) != DS_OK ||
	    am_open(s->vol, name, &parms, &s->am, &s->diag) != DS_OK ||
	    am_pos_new(s->am, &s->pos) != DS_OK)
		die("open", &s->diag);
}

static void
set_close(struct set *s)
{
	am_pos_free(&s->pos);
	am_close(&s->am, &s->diag);
	vol_close(&s->vol);
}

/* All keys, by a scan. */
static void
learn(void)
{
	struct am_rec rec;
	struct set s;

	set_open(&s, AM_SEQ, 0);
	nkeys = am_state(s.am)->part[SPHERE_DATA].records;
	keys = malloc(nkeys * KEYLEN);
	for (uint64_t i = 0; i < nkeys; i++) {
		if (am_get(s.pos, &rec, &s.diag) != DS_OK)
			die("scan", &s.diag);
		memcpy(keys + i * KEYLEN, rec.data, KEYLEN);
	}
	set_close(&s);
}

static void
one(struct set *s, const uint8_t *key, uint64_t *sum)
{
	struct am_rec rec;

	if (am_point(s->pos, AM_KEY, AM_EQ, false, key, KEYLEN, 0, &s->diag) !=
		DS_OK ||
	    am_get(s->pos, &rec, &s->diag) != DS_OK ||
	    memcmp(rec.data, key, KEYLEN) != 0)
		die("get", &s->diag);
	*sum += rec.data[LRECL / 2];
}

static void
several(struct set *s, struct am_want *want, size_t n, uint64_t *sum)
{
	if (am_get_many(s->pos, AM_KEY, want, n, KEYLEN, &s->diag) != DS_OK)
		die("get many", &s->diag);
	for (size_t i = 0; i < n; i++) {
		if (want[i].st != DS_OK ||
		    memcmp(want[i].rec.data, want[i].key, KEYLEN) != 0)
			die("not found", &s->diag);
		*sum += want[i].rec.data[LRECL / 2];
	}
}

static void *
run(void *arg)
{
	struct job *job = arg;
	uint64_t state = job->seed;
	struct set s;
	double t, cpu;

	set_open(&s, AM_DIR, job->bufsp);
	for (uint64_t i = 0; job->warm && i < nkeys; i += 16)
		one(&s, keys + i * KEYLEN, &job->sum);
	t = now();
	cpu = clock_of(CLOCK_THREAD_CPUTIME_ID);
	for (uint64_t i = 0; i < job->n && job->many > 0; i += job->many) {
		struct am_want want[MANY];

		for (size_t k = 0; k < job->many; k++)
			want[k].key =
			    keys + next_random(&state) % nkeys * KEYLEN;
		several(&s, want, job->many, &job->sum);
	}
	for (uint64_t i = 0; i < job->n && job->many == 0; i++)
		one(&s, keys + next_random(&state) % nkeys * KEYLEN, &job->sum);
	job->seconds = now() - t;
	job->cpu = clock_of(CLOCK_THREAD_CPUTIME_ID) - cpu;
	set_close(&s);
	return NULL;
}

static void
read_loop(const char *file)
{
	static uint8_t chunk[CHUNK];
	uint64_t sum = 0;
	ssize_t n;
	int fd = open(file, O_RDONLY | O_CLOEXEC);

	while ((n = read(fd, chunk, CHUNK)) > 0)
		for (ssize_t i = 0; i + LRECL <= n; i += LRECL)
			sum += be64_get(chunk + i);
	close(fd);
	if (sum == 1)
		puts("");
}

static void
scan(void)
{
	struct am_rec rec;
	uint64_t sum = 0;
	struct set s;

	set_open(&s, AM_SEQ, 0);
	while (am_get(s.pos, &rec, &s.diag) == DS_OK)
		sum += be64_get(rec.data);
	set_close(&s);
	if (sum == 1)
		puts("");
}

static void
scans(const char *file, int n)
{
	double a, b, c, u, v, w;

	for (int i = 0; i < n; i++) {
		a = now();
		u = clock_of(CLOCK_PROCESS_CPUTIME_ID);
		read_loop(file);
		b = now();
		v = clock_of(CLOCK_PROCESS_CPUTIME_ID);
		scan();
		c = now();
		w = clock_of(CLOCK_PROCESS_CPUTIME_ID);
		printf("loop %.3f s, scan %.3f s, ratio %.2f; of CPU %.3f, "
		       "%.3f, %.2f\n",
		    b - a, c - b, (b - a) / (c - b), v - u, w - v,
		    (v - u) / (w - v));
	}
}

static void
gets(unsigned threads, uint64_t n, uint64_t mb, size_t many)
{
	struct job job[2] = {{.n = n, .seed = 88172645463325252U},
	    {.n = n, .seed = 2463534242U}};
	pthread_t id[2];
	double rate = 0, cpu = 0;

	for (unsigned i = 0; i < threads; i++) {
		job[i].bufsp = mb << 20;
		job[i].many = many;
		job[i].warm = !cold;
		pthread_create(&id[i], NULL, run, &job[i]);
	}
	for (unsigned i = 0; i < threads; i++) {
		pthread_join(id[i], NULL);
		rate += (double)n / job[i].seconds;
		cpu += job[i].cpu;
	}
	printf("%u thread(s): %.0f gets/s, %.3f us of CPU each\n", threads,
	    rate, cpu * 1e6 / (double)(n * threads));
}

int
main(int argc, char **argv)
{
	char path[4096];
	FILE *fp;

	if (argc < 5) {
		fprintf(stderr, "usage: get one|two|many|scan DIR ...\n");
		return 2;
	}
	dir = argv[2];
	cold = strcmp(argv[argc - 1], "cold") == 0;
	snprintf(path, sizeof(path), "%s/NAME", dir);
	if ((fp = fopen(path, "r")) == NULL ||
	    fgets(name, sizeof(name), fp) == NULL)
		return 1;
	fclose(fp);
	if (strcmp(argv[1], "scan") == 0) {
		scans(argv[3], atoi(argv[4]));
		return 0;
	}
	learn();
	gets(strcmp(argv[1], "two") == 0 ? 2 : 1, strtoull(argv[3], NULL, 10),
	    strtoull(argv[4], NULL, 10),
	    strcmp(argv[1], "many") == 0 && argc > 5
		? strtoull(argv[5], NULL, 10) % (MANY + 1)
		: 0);
	return 0;
}
