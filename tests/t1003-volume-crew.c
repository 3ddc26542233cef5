/*
 * A volume where the kernel has no io_uring: threads do the transfers. The
 * call that sets a ring up is replaced by one that is refused, as a container's
 * rules do it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <liburing.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "access-methods/volume/volume.h"
#include "tests/support/sphere_test.h"

enum { LEN = 64 * 1024, REQS = 100 };

static const char name[] = "00112233445566778899aabbccddeeff";
static char *dir;
static struct volume *vol;
static struct vol_file *file;
static uint8_t *mem;
static struct vol_req req[REQS];
static struct iovec iov[REQS];
static struct ds_diag d;
static int refused;

int
io_uring_queue_init(unsigned entries, struct io_uring *ring, unsigned flags)
{
	(void)entries;
	(void)ring;
	(void)flags;
	refused++;
	return -EPERM;
}

static int
setup(void **state)
{
	(void)state;
	/* Not in memory, which takes no direct transfers. */
	dir = test_dir_new();
	mem = aligned_alloc(4096, (size_t)REQS * LEN);
	assert_non_null(mem);
	assert_ok(vol_open(dir, false, &vol, &d), &d);
	assert_ok(
	    vol_file_open(vol, name, VOL_CREATE | VOL_DIRECT, &file, &d), &d);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
	free(mem);
	test_dir_free(dir);
	return 0;
}

static void
submit(size_t i, bool write, uint64_t offset)
{
	iov[i] = (struct iovec){mem + i * LEN, LEN};
	req[i] = (struct vol_req){
	    .write = write, .offset = offset, .iov = &iov[i], .niov = 1};
	assert_ok(vol_submit(file, &req[i], &d), &d);
}

/* More than are taken at a time; waited for from the last to the first. */
static void
any_number_is_written_and_read(void **state)
{
	(void)state;
	test_fill(mem, REQS * LEN, 1, 2);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < REQS; i++)
			submit(i, pass == 0, i * LEN);
		for (size_t i = REQS; i-- > 0;) {
			assert_ok(vol_wait(file, &req[i], &d), &d);
			assert_int_equal(req[i].done, LEN);
		}
		if (pass == 0)
			memset(mem, 0, (size_t)REQS * LEN);
	}
	assert_true(test_filled(mem, REQS * LEN, 1, 2));
	assert_int_equal(refused, 1); /* asked for once a volume */
}

static void
a_read_past_the_end_gives_zeros(void **state)
{
	(void)state;
	memset(mem, 0x5A, 2 * (size_t)LEN);
	submit(0, true, 0);
	assert_ok(vol_wait(file, &req[0], &d), &d);
	submit(1, false, LEN);
	assert_ok(vol_wait(file, &req[1], &d), &d);
	assert_int_equal(req[1].done, 0);
	for (size_t i = 0; i < LEN; i++)
		assert_int_equal(mem[LEN + i], 0);
}

static void
a_closed_file_has_nothing_in_flight(void **state)
{
	(void)state;
	memset(mem, 0x5A, (size_t)REQS * LEN);
	for (size_t i = 0; i < REQS; i++)
		submit(i, true, i * LEN);
	vol_file_close(&file);
	for (size_t i = 0; i < REQS; i++) {
		assert_false(req[i].pending);
		assert_int_equal(req[i].done, LEN);
	}
	assert_ok(
	    vol_file_open(vol, name, VOL_WRITE | VOL_DIRECT, &file, &d), &d);
}

/* The limit of a file is met by the thread, not by who submits. */
static void
an_error_comes_to_who_waits(void **state)
{
	struct rlimit was, small = {LEN, LEN};

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	small.rlim_max = was.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	submit(0, true, 4 * LEN);
	assert_int_not_equal(vol_wait(file, &req[0], &d), DS_OK);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
}

/* The child has no threads: it does its transfers itself. */
static void
a_child_of_fork_reads(void **state)
{
	int status = -1;
	pid_t pid;

	(void)state;
	test_fill(mem, LEN, 3, 4);
	submit(0, true, 0);
	assert_ok(vol_wait(file, &req[0], &d), &d);
	memset(mem, 0, LEN);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		alarm(20);
		submit(0, false, 0);
		if (vol_wait(file, &req[0], &d) != DS_OK ||
		    !test_filled(mem, LEN, 3, 4))
			_exit(1);
		vol_file_close(&file);
		vol_close(&vol);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		any_number_is_written_and_read, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_read_past_the_end_gives_zeros, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_closed_file_has_nothing_in_flight, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		an_error_comes_to_who_waits, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_child_of_fork_reads, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
