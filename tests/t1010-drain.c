/*
 * Group commit: several who share the map of a log, threads and processes, make
 * their records durable by as few writes as there can be; what one who died or
 * is stuck leaves to the others; and a pool of files taken by many at once.
 *
 * A log's words are in its map, so a child that was forked with it is another
 * process that shares it. The number of writes is not a matter of time: all
 * records are there before the first of them may be written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>

#include "access-methods/log/log.h"
#include "base/bytes.h"
#include "tests/support/child.h"
#include "tests/support/sphere_test.h"

enum { THREADS = 12, LOG_LEN = 64 * 1024, LONG_MS = 60000 };

static char *dir;
static struct volume *vol;
static struct log *lg;
static struct log_key key;
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
static unsigned published, writes;

static int
setup(void **state)
{
	struct ds_diag d;

	(void)state;
	dir = test_dir_new();
	memset(&key, 0, sizeof(key));
	memset(key.data, 0xAB, LOG_ID_LEN);
	key.seq = 7;
	published = writes = 0;
	assert_ok(vol_open(dir, false, &vol, &d), &d);
	assert_ok(log_open(vol, &key, LOG_LEN, false, &lg, &d), &d);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	log_close(&lg);
	vol_close(&vol);
	test_dir_free(dir);
	return 0;
}

/* A record whose operation has n as its RBA; how far the log is then. */
static struct log_mark
publish(uint64_t n)
{
	struct log_op op = {.kind = LOG_ZERO, .rba = n, .a = 1, .b = 2};
	struct log_mark mark;

	pthread_mutex_lock(&writers);
	log_begin(lg);
	log_add(lg, &op);
	log_publish(lg);
	drain_mark(log_bytes(lg), &mark);
	published++;
	pthread_mutex_unlock(&writers);
	return mark;
}

/* How many records a power cut would leave: those of the durable file. */
static unsigned
durable_records(void)
{
	char name[LOG_NAME_LEN];
	struct vol_file *file = NULL;
	struct log_scan scan;
	struct log_rec rec;
	struct ds_diag d;
	uint8_t *mem;
	unsigned n = 0;
	size_t len;

	spare_name(key.data, name);
	if (vol_file_open(vol, name, VOL_READ, &file, &d) != DS_OK)
		return 0;
	len = (size_t)vol_size(file);
	assert_non_null(mem = malloc(len));
	assert_ok(vol_read(file, 0, mem, len, &d), &d);
	vol_file_close(&file);
	if (log_scan_begin(&key, mem, len, &scan))
		while (log_scan_next(&scan, &rec))
			n++;
	assert_false(scan.same_boot);
	log_scan_end(&scan);
	return n;
}

static struct drain *
drain_of(struct volume *v)
{
	struct drain *dr = NULL;
	struct ds_diag d;

	assert_ok(drain_new(v, key.data, log_bytes(lg), LOG_LEN, &dr, &d), &d);
	return dr;
}

/* --- threads -----------------------------------------------------------------
 */

static void
see(void *ctx, enum vol_fault_op op, const char *name, uint64_t offset)
{
	(void)ctx;
	(void)name;
	(void)offset;
	if (op == VOL_OP_WRITE)
		__atomic_add_fetch(&writes, 1, __ATOMIC_SEQ_CST);
}

/* A committer with a volume of its own: one record, durable. */
static void *
commit_one(void *arg)
{
	struct vol_fault plan = {.see = see};
	struct volume *inner = NULL, *own = NULL;
	struct drain *dr;
	struct log_mark mark;
	struct ds_diag d;

	assert_ok(vol_open(dir, false, &inner, &d), &d);
	assert_ok(vol_fault_wrap(&inner, &plan, &own, &d), &d);
	dr = drain_of(own);
	mark = publish((uint64_t)(uintptr_t)arg);
	assert_ok(drain_to(dr, &mark, LONG_MS, &d), &d);
	drain_free(&dr);
	vol_close(&own);
	return NULL;
}

static void
one_write_serves_all_who_wait(void **state)
{
	pthread_t threads[THREADS];
	struct drain *dr = drain_of(vol);
	struct ds_diag d;
	unsigned n = 0;

	(void)state;
	/* the file is there, so that each write is a drain */
	assert_ok(drain_ready(dr, LONG_MS, &d), &d);
	assert_true(drain_hold(log_bytes(lg), LONG_MS));
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(
		    pthread_create(&threads[i], NULL, commit_one, (void *)i),
		    0);
	while (n < THREADS) {
		pthread_mutex_lock(&writers);
		n = published;
		pthread_mutex_unlock(&writers);
		usleep(1000);
	}
	assert_int_equal(durable_records(), 0);
	drain_release(log_bytes(lg));
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(writes, 1);
	assert_int_equal(durable_records(), THREADS);
	drain_free(&dr);
}

static void *
commit_many(void *arg)
{
	struct volume *own = NULL;
	struct drain *dr;
	struct ds_diag d;

	assert_ok(vol_open(dir, false, &own, &d), &d);
	dr = drain_of(own);
	for (unsigned i = 0; i < 40; i++) {
		struct log_mark mark =
		    publish((uint64_t)(uintptr_t)arg * 1000 + i);

		assert_ok(drain_to(dr, &mark, LONG_MS, &d), &d);
	}
	drain_free(&dr);
	vol_close(&own);
	return NULL;
}

static void
committers_at_random_lose_none(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(
		    pthread_create(&threads[i], NULL, commit_many, (void *)i),
		    0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(durable_records(), THREADS * 40);
}

/* --- those who do not come back ----------------------------------------------
 */

static void
a_dead_one_leaves_it_to_the_next(void **state)
{
	struct drain *dr = drain_of(vol);
	struct log_mark mark = publish(1);
	struct ds_diag d;
	int status = 0;
	pid_t pid;

	(void)state;
	assert_true((pid = child_fork()) >= 0);
	if (pid == 0) {
		if (!drain_hold(log_bytes(lg), LONG_MS))
			_exit(1);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_ok(drain_to(dr, &mark, LONG_MS, &d), &d);
	assert_int_equal(durable_records(), 1);
	/* and the latch is as good as new */
	mark = publish(2);
	assert_ok(drain_to(dr, &mark, LONG_MS, &d), &d);
	assert_int_equal(durable_records(), 2);
	drain_free(&dr);
}

static void
a_stuck_one_is_waited_for_so_long(void **state)
{
	struct drain *dr = drain_of(vol);
	struct log_mark mark = publish(1);
	struct ds_diag d;
	int status = 0;
	char byte = 0;
	int ready[2];
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	assert_true((pid = child_fork()) >= 0);
	if (pid == 0) {
		if (!drain_hold(log_bytes(lg), LONG_MS) ||
		    write(ready[1], &byte, 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_int_equal(drain_to(dr, &mark, 120, &d), DS_TIMEOUT);
	assert_false(drain_hold(log_bytes(lg), 120));
	assert_int_equal(durable_records(), 0);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	assert_ok(drain_to(dr, &mark, LONG_MS, &d), &d);
	assert_int_equal(durable_records(), 1);
	close(ready[0]);
	close(ready[1]);
	drain_free(&dr);
}

/* A checkpoint has made it durable by other means. */
static void
a_restart_ends_the_waiting(void **state)
{
	struct drain *dr = drain_of(vol);
	struct log_mark mark = publish(1), next;
	struct ds_diag d;

	(void)state;
	assert_true(drain_hold(log_bytes(lg), LONG_MS));
	log_restart(lg, 8, 0);
	/* not even while the latch is held */
	assert_ok(drain_to(dr, &mark, 0, &d), &d);
	drain_release(log_bytes(lg));
	assert_int_equal(durable_records(), 0);
	next = publish(2);
	assert_int_equal(next.end, mark.end);
	assert_ok(drain_to(dr, &next, LONG_MS, &d), &d);
	key.seq = 8;
	assert_int_equal(durable_records(), 1);
	drain_free(&dr);
}

/* --- the pool
 * ------------------------------------------------------------------
 */

static ino_t
leased(uint8_t id)
{
	uint8_t data[LOG_ID_LEN];
	char name[LOG_NAME_LEN], path[300];
	struct vol_file *file = NULL;
	struct volume *own = NULL;
	struct ds_diag d;
	struct stat sb;

	memset(data, id, sizeof(data));
	spare_name(data, name);
	if (vol_open(dir, false, &own, &d) != DS_OK ||
	    spare_lease(own, data, 8192, &file, &d) != DS_OK)
		return 0;
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	if (stat(path, &sb) != 0 || sb.st_size < 8192)
		return 0;
	vol_file_close(&file);
	vol_close(&own);
	return sb.st_ino;
}

static void
each_gets_a_file_of_its_own(void **state)
{
	uint8_t data[LOG_ID_LEN];
	int pipes[2];
	ino_t got[8];

	(void)state;
	/* four files in the pool, the fifth that comes back is removed */
	for (uint8_t i = 1; i <= 5; i++)
		assert_int_not_equal(leased(i), 0);
	for (uint8_t i = 1; i <= 5; i++) {
		memset(data, i, sizeof(data));
		spare_return(vol, data);
	}
	assert_true(vol_exists(vol, "spare.0") && vol_exists(vol, "spare.3"));
	assert_false(vol_exists(vol, "spare.4"));
	assert_int_equal(pipe(pipes), 0);
	for (uint8_t i = 0; i < 8; i++) {
		pid_t pid = child_fork();

		assert_true(pid >= 0);
		if (pid == 0) {
			ino_t ino = leased((uint8_t)(0x20 + i));

			_exit(write(pipes[1], &ino, sizeof(ino)) !=
			      (ssize_t)sizeof(ino));
		}
	}
	for (int i = 0; i < 8; i++) {
		assert_int_equal(
		    read(pipes[0], &got[i], sizeof(ino_t)), sizeof(ino_t));
		assert_int_not_equal(got[i], 0);
		for (int j = 0; j < i; j++)
			assert_int_not_equal(got[i], got[j]);
	}
	while (wait(NULL) > 0)
		;
	assert_false(vol_exists(vol, "spare.0") || vol_exists(vol, "spare.3"));
	close(pipes[0]);
	close(pipes[1]);
}

/* Nothing of it stays where there is no room for all of it. */
static void
a_full_disk_is_told_before(void **state)
{
	struct vol_fault plan = {.kind = VOL_FAULT_ERRNO, .error = ENOSPC};
	struct volume *inner = NULL, *full = NULL;
	uint8_t data[LOG_ID_LEN];
	char name[LOG_NAME_LEN];
	struct vol_file *file = NULL;
	struct ds_diag d;
	unsigned failed = 0;
	enum ds_status st;

	(void)state;
	memset(data, 0x31, sizeof(data));
	spare_name(data, name);
	do {
		plan.at++;
		assert_ok(vol_open(dir, false, &inner, &d), &d);
		assert_ok(vol_fault_wrap(&inner, &plan, &full, &d), &d);
		st = spare_lease(full, data, 20000, &file, &d);
		/* a file of the pool that is not to be had is no failure */
		assert_true(st == DS_OK || st == DS_FULL);
		failed += st == DS_FULL;
		vol_file_close(&file);
		vol_close(&full);
		assert_int_equal(vol_exists(vol, name), st == DS_OK);
		if (st == DS_OK)
			assert_ok(vol_remove(vol, name, &d), &d);
	} while (plan.struck);
	assert_int_equal(failed, 4); /* create, write, flush, sync */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		one_write_serves_all_who_wait, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		committers_at_random_lose_none, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_dead_one_leaves_it_to_the_next, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_stuck_one_is_waited_for_so_long, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_restart_ends_the_waiting, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		each_gets_a_file_of_its_own, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_full_disk_is_told_before, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
