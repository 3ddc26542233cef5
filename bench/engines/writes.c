/*
 * Rows of changes: durable commits, updates that are not synced, inserts, and
 * keyed reads beside a writer.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/engines/driver.h"

enum { COMMITTERS = 32, GROUP = 100 };

/* n updates at random, a commit behind each `each` of them. */
static void
updates(
    const struct run *run, void *t, uint64_t n, uint64_t each, uint64_t *state)
{
	uint8_t rec[BENCH_LRECL];
	uint64_t i;

	for (i = 1; i <= n; i++) {
		bench_record(rec, any_key(run, state), *state);
		bench_engine.update(t, rec);
		if (i % each == 0)
			bench_engine.commit(t);
	}
}

struct committer {
	const struct run *run;
	void *h;
	uint64_t n, seed;
	pthread_barrier_t *start;
};

static void *
committer(void *arg)
{
	struct committer *c = arg;
	void *t = thread_open(c->h);

	updates(c->run, t, 1, 1, &c->seed);
	pthread_barrier_wait(c->start);
	updates(c->run, t, c->n, 1, &c->seed);
	pthread_barrier_wait(c->start);
	thread_close(t);
	return NULL;
}

static void
committers(struct run *run, uint64_t n)
{
	struct committer c[COMMITTERS];
	pthread_t th[COMMITTERS];
	pthread_barrier_t barrier;
	struct watch w;
	void *h;
	int i;

	run->bench.threads = COMMITTERS;
	run->bench.shared = true;
	h = engine_open(run, BENCH_UPDATE);
	pthread_barrier_init(&barrier, NULL, COMMITTERS + 1);
	for (i = 0; i < COMMITTERS; i++) {
		c[i] = (struct committer){
		    run, h, n, run->seed + 100 + (uint64_t)i, &barrier};
		if (pthread_create(&th[i], NULL, committer, &c[i]) != 0)
			bench_die("commit32", "no thread");
	}
	pthread_barrier_wait(&barrier);
	w = watch_start();
	pthread_barrier_wait(&barrier);
	watch_stop(run, w, "commit32", n * COMMITTERS);
	for (i = 0; i < COMMITTERS; i++)
		pthread_join(th[i], NULL);
	pthread_barrier_destroy(&barrier);
	bench_engine.close(h);
}

void
row_commit(struct run *run)
{
	uint64_t n = some(run, 1000, 20, 400), state = run->seed;
	uint64_t groups = some(run, 4000, 5, 100);
	void *h = engine_open(run, BENCH_UPDATE), *t = thread_open(h);
	struct watch w;

	warm_up(run, t);
	updates(run, t, 5, 1, &state);
	w = watch_start();
	updates(run, t, n, 1, &state);
	watch_stop(run, w, "commit1", n);
	w = watch_start();
	updates(run, t, groups * GROUP, GROUP, &state);
	watch_stop(run, w, "commit100", groups * GROUP);
	thread_close(t);
	bench_engine.close(h);
	if (bench_engine.many_writers)
		committers(run, n / 4);
}

void
row_unsynced(struct run *run)
{
	uint64_t n = some(run, 20, 2000, 200000) / GROUP * GROUP;
	uint64_t state = run->seed + 2;
	void *h = engine_open(run, BENCH_UNSYNCED), *t = thread_open(h);
	struct watch w;

	warm_up(run, t);
	w = watch_start();
	updates(run, t, n, GROUP, &state);
	watch_stop(run, w, "unsynced", n);
	thread_close(t);
	bench_engine.close(h);
}

/* Odd keys from the first to the last of a random order. */
static void
inserts(const struct run *run, void *t, uint64_t from, uint64_t to)
{
	uint8_t rec[BENCH_LRECL];
	uint64_t i;

	for (i = from; i < to; i++) {
		bench_record(
		    rec, 2 * bench_permute(i, run->bench.records, 4711) + 1, i);
		bench_engine.insert(t, rec);
		if ((i + 1) % GROUP == 0)
			bench_engine.commit(t);
	}
}

void
row_insert(struct run *run)
{
	uint64_t full = some(run, 8, 1000, 500000) / GROUP * GROUP;
	uint64_t more = some(run, 20, 500, 200000) / GROUP * GROUP;
	void *h = engine_open(run, BENCH_UNSYNCED), *t = thread_open(h);
	struct watch w;

	warm_up(run, t);
	w = watch_start();
	inserts(run, t, 0, full);
	watch_stop(run, w, "insert-full", full);
	w = watch_start();
	inserts(run, t, full, full + more);
	watch_stop(run, w, "insert-free", more);
	thread_close(t);
	bench_engine.close(h);
}

/* --- reads beside a writer ---------------------------------------------- */

struct beside {
	struct run *run;
	void *h;
	atomic_int ready, stop;
	atomic_ullong writes;
	pid_t pid; /* of the writer, when it is a process */
};

static void *
writer(void *arg)
{
	struct beside *b = arg;
	void *h = b->h != NULL ? b->h : engine_open(b->run, BENCH_UNSYNCED);
	void *t = thread_open(h);
	uint64_t state = b->run->seed + 3;

	warm_up(b->run, t);
	atomic_store(&b->ready, 1);
	while (!atomic_load(&b->stop)) {
		updates(b->run, t, GROUP, GROUP, &state);
		atomic_fetch_add(&b->writes, GROUP);
	}
	thread_close(t);
	if (b->h == NULL)
		bench_engine.close(h);
	return NULL;
}

static void
read_beside(struct beside *b, void *t)
{
	const struct run *run = b->run;
	double seconds = run->mb >= 64 ? 3 : 0.3, start, took;
	uint64_t state = run->seed + 4, reads = 0, writes;
	uint8_t rec[BENCH_LRECL];
	double cpu;
	int i;

	warm_up(run, t);
	while (!atomic_load(&b->ready)) {
		if (b->pid != 0 && waitpid(b->pid, NULL, WNOHANG) != 0)
			bench_die("beside", "the writer failed");
		nanosleep(&(struct timespec){0, 1000000}, NULL);
	}
	cpu = bench_cpu();
	start = bench_now();
	writes = atomic_load(&b->writes);
	do {
		for (i = 0; i < 256; i++)
			must_get(t, any_key(run, &state), rec);
		reads += 256;
		took = bench_now() - start;
	} while (took < seconds);
	writes = atomic_load(&b->writes) - writes;
	tell(run, "beside-reads", reads, took, bench_cpu() - cpu);
	tell(run, "beside-writes", writes > 0 ? writes : 1, took, 0);
}

void
row_beside(struct run *run)
{
	struct beside *b = mmap(NULL, sizeof(*b), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_t th;
	pid_t pid;
	int status = 0;
	void *h, *t;

	if (b == MAP_FAILED)
		bench_die("beside", "no memory");
	b->run = run;
	run->bench.threads = 2;
	run->bench.shared = true;
	if (bench_engine.processes) {
		if ((pid = fork()) == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			writer(b);
			_exit(0);
		}
		b->pid = pid;
		h = engine_open(run, BENCH_GET);
	} else {
		h = b->h = engine_open(run, BENCH_UNSYNCED);
		if (pthread_create(&th, NULL, writer, b) != 0)
			bench_die("beside", "no thread");
	}
	t = thread_open(h);
	read_beside(b, t);
	atomic_store(&b->stop, 1);
	thread_close(t);
	if (b->pid == 0)
		pthread_join(th, NULL);
	else if (waitpid(b->pid, &status, 0) != b->pid || status != 0)
		bench_die("beside", "the writer failed");
	bench_engine.close(h);
	munmap(b, sizeof(*b));
}
