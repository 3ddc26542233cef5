/*
 * Threads of one server that write and read the same data sets: each content is
 * one that somebody has written whole.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"

enum { WRITERS_OF = 2, READERS = 2, ROUNDS = 6, LINES = 100, LINE = 41 };

static struct serving s;
static struct ops_fh shared, own[WRITERS_OF], member;
static atomic_int writing;

static struct ops *
a_thread(uint64_t client)
{
	const struct ops_caller who = {
	    .uid = geteuid(), .gid = getegid(), .client = client};
	struct ops *ops = NULL;

	assert_int_equal(ops_new(s.server, &ops, NULL), DS_OK);
	assert_int_equal(ops_act_for(ops, &who), OPS_OK);
	return ops;
}

/* "Try later" is no outcome. */
#define AGAIN(st, call)                        \
	while (((st) = (call)) == OPS_DELAY) { \
		ops_idle(ops);                 \
		usleep(2000);                  \
	}

/* All lines of it say who has written it, and in which round. */
static void
content(char *buf, char who, int round)
{
	char line[LINE + 1];

	memset(line, ' ', LINE);
	line[0] = who;
	line[1] = (char)('0' + round);
	line[LINE - 2] = 'x';
	line[LINE - 1] = '\n';
	for (int i = 0; i < LINES; i++)
		memcpy(buf + i * LINE, line, LINE);
}

static void
replace(struct ops *ops, const struct ops_fh *fh, char who, int round)
{
	const struct ops_set empty = {.has_size = true};
	static _Thread_local char buf[LINES * LINE + 1];
	enum ops_stable done;
	enum ops_status st;

	content(buf, who, round);
	AGAIN(st, ops_open(ops, fh));
	assert_int_equal(st, OPS_OK);
	AGAIN(st, ops_setattr(ops, fh, &empty));
	assert_int_equal(st, OPS_OK);
	for (int i = 0; i < LINES; i += 10) {
		AGAIN(st, ops_write(ops, fh, (uint64_t)i * LINE, buf + i * LINE,
			      10 * LINE, OPS_UNSTABLE, &done));
		assert_int_equal(st, OPS_OK);
	}
	AGAIN(st, ops_close(ops, fh, false));
	assert_int_equal(st, OPS_OK);
}

static void *
write_all(void *arg)
{
	const int k = *(const int *)arg;
	struct ops *ops = a_thread((uint64_t)k + 1);

	for (int round = 0; round < ROUNDS; round++) {
		replace(ops, &own[k], (char)('A' + k), round);
		replace(ops, &shared, (char)('A' + k), round);
		replace(ops, &member, (char)('A' + k), round);
	}
	ops_free(&ops);
	writing--;
	return NULL;
}

/* Nothing of it is of another content than its beginning. */
static void
whole(struct ops *ops, const struct ops_fh *fh)
{
	char buf[LINES * LINE + 1];
	enum ops_status st;
	size_t got = 0;
	bool eof;

	AGAIN(st, ops_read(ops, fh, 0, buf, sizeof(buf), &got, &eof));
	assert_int_equal(st, OPS_OK);
	assert_true(got == 0 || got == LINES * LINE);
	for (size_t at = LINE; at < got; at += LINE)
		assert_memory_equal(buf, buf + at, LINE);
}

static void *
read_all_the_time(void *arg)
{
	struct ops *ops = a_thread(99);

	(void)arg;
	while (writing > 0) {
		whole(ops, &shared);
		whole(ops, &own[0]);
		whole(ops, &member);
		ops_idle(ops);
	}
	ops_free(&ops);
	return NULL;
}

static void
test_threads(void **state)
{
	static int numbers[WRITERS_OF];
	pthread_t threads[WRITERS_OF + READERS];
	struct fixture *f = *state;
	char want[LINES * LINE + 1];
	int i;

	set_nonvsam(f, "A.SHARED", DS_RECFM_VB, 0);
	set_nonvsam(f, "A.OWN0", DS_RECFM_VB, 0);
	set_nonvsam(f, "A.OWN1", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.LIB", DS_RECFM_VB, 2);
	set_fill(f, "A.LIB(M)", 0, 0, false);
	serve_writing(f, &s);
	assert_int_equal(walk(&s, "text/A.SHARED", &shared), OPS_OK);
	assert_int_equal(walk(&s, "text/A.OWN0", &own[0]), OPS_OK);
	assert_int_equal(walk(&s, "text/A.OWN1", &own[1]), OPS_OK);
	assert_int_equal(walk(&s, "text/A.LIB/M", &member), OPS_OK);
	settle(&s);
	writing = WRITERS_OF;
	for (i = 0; i < WRITERS_OF; i++) {
		numbers[i] = i;
		assert_int_equal(
		    pthread_create(&threads[i], NULL, write_all, &numbers[i]),
		    0);
	}
	for (; i < WRITERS_OF + READERS; i++)
		assert_int_equal(
		    pthread_create(&threads[i], NULL, read_all_the_time, NULL),
		    0);
	while (i-- > 0)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	for (i = 0; i < WRITERS_OF; i++) {
		content(want, (char)('A' + i), ROUNDS - 1);
		assert_reads(&s, &own[i], want, LINES * LINE);
	}
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_threads),
	};

	return cmocka_run_group_tests_name(
	    "nfs-write-threads", tests, NULL, NULL);
}
