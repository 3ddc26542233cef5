/*
 * A child that makes the requests of log_test.h and is killed by SIGKILL at a
 * random instant: it reports each through a pipe when it is complete and
 * before it makes the next. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_LOG_KILL_H
#define CATAMOUNT_TESTS_SUPPORT_LOG_KILL_H

#include <sys/wait.h>
#include <time.h>

#include "tests/support/child.h"
#include "tests/support/log_test.h"

/* When it is killed, by seed and round. */
struct lt_kill {
	uint64_t seed, round;
	unsigned at_once; /* one of so many without waiting for a report */
	unsigned reports; /* the others behind fewer than so many */
	unsigned ns;      /* every other one up to so many ns later */
};

/* The child's requests, until it dies. */
static UNUSED_OK _Noreturn void
lt_requests(struct lt *lt, int fd)
{
	uint64_t n;

	for (;;) {
		if (lt_request(lt) != DS_OK)
			_exit(4);
		n = lt->m.requests;
		if (write(fd, &n, sizeof(n)) != (ssize_t)sizeof(n))
			_exit(5);
	}
}

static UNUSED_OK void
lt_kill_pid(pid_t pid, int fd, const struct lt_kill *when, uint64_t *lastp)
{
	uint64_t x = test_mix(when->seed, when->round), n;
	uint64_t reports =
	    x % when->at_once == 0 ? 0 : (x >> 8) % when->reports;
	struct timespec ts = {0, (long)((x >> 20) % when->ns)};

	while (reports-- > 0 && read(fd, &n, sizeof(n)) == sizeof(n))
		*lastp = n;
	if (x % 2 == 0)
		nanosleep(&ts, NULL);
	kill(pid, SIGKILL);
	while (read(fd, &n, sizeof(n)) == sizeof(n))
		*lastp = n;
}

/* Start one and kill it; *lastp, where it reported any, is the last. */
static UNUSED_OK void
lt_kill_some_time(
    void (*child)(int fd), const struct lt_kill *when, uint64_t *lastp)
{
	int fds[2], status;
	pid_t pid;

	assert_int_equal(pipe(fds), 0);
	fflush(NULL);
	if ((pid = child_fork()) == 0) {
		close(fds[0]);
		child(fds[1]);
	}
	assert_true(pid > 0);
	close(fds[1]);
	lt_kill_pid(pid, fds[0], when, lastp);
	close(fds[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		fail_msg("the child ended by itself, %d, seed %d, round %d",
		    status, (int)when->seed, (int)when->round);
}

/* The model goes on to what was reported last, and by the one in flight where
 * the set, opened for input, has that. Why it is like neither; NULL: it is. */
static UNUSED_OK const char *
lt_follow(struct lt *lt, uint64_t last, bool *in_flightp)
{
	struct lt_model m;
	const char *why;
	uint32_t key;

	while (lt->m.requests < last)
		lt_next(lt, &lt->m, &key);
	m = lt->m;
	lt_next(lt, &m, &key);
	*in_flightp = false;
	why = lt_differs(lt, &lt->m);
	if (why != NULL && lt_differs(lt, &m) == NULL) {
		lt->m = m;
		*in_flightp = true;
		why = NULL;
	}
	return why;
}

#endif
