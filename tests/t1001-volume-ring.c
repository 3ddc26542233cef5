/*
 * The ring to the kernel, failing. The two calls of the ring's library that
 * enter the kernel are replaced by ones that fail when told to: a request the
 * kernel did not take is done another way, and one it took is waited for,
 * since its buffer belongs to the kernel until then.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dlfcn.h>
#include <errno.h>
#include <liburing.h>

#include "access-methods/volume/volume.h"
#include "tests/support/sphere_test.h"

enum { LEN = 256 * 1024, REQS = 8 };

static const char name[] = "00112233445566778899aabbccddeeff";
static char *dir;
static int fail_submits, fail_waits; /* so many calls */

static void *
real(const char *symbol)
{
	void *fn = dlsym(RTLD_NEXT, symbol);

	assert_non_null(fn);
	return fn;
}

int
io_uring_submit(struct io_uring *ring)
{
	int (*submit)(struct io_uring *);

	*(void **)&submit = real("io_uring_submit");
	if (fail_submits > 0) {
		fail_submits--;
		return -EAGAIN;
	}
	return submit(ring);
}

int
__io_uring_get_cqe(struct io_uring *ring, struct io_uring_cqe **cqep,
    unsigned submit, unsigned wait_nr, sigset_t *mask)
{
	int (*get)(struct io_uring *, struct io_uring_cqe **, unsigned,
	    unsigned, sigset_t *);

	*(void **)&get = real("__io_uring_get_cqe");
	if (fail_waits > 0) {
		fail_waits--;
		return -ENOMEM;
	}
	return get(ring, cqep, submit, wait_nr, mask);
}

static int
setup(void **state)
{
	(void)state;
	dir = test_dir_new();
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	test_dir_free(dir);
	return 0;
}

/* Write a file's bytes in several requests, then read them likewise; while
 * both go on, so many calls fail. */
static void
round_trip(int submits, int waits)
{
	struct vol_file *file = NULL;
	struct volume *vol = NULL;
	struct vol_req req[REQS];
	struct iovec iov[REQS];
	uint8_t *mem = aligned_alloc(4096, (size_t)REQS * LEN);
	struct ds_diag d;

	assert_non_null(mem);
	assert_ok(vol_open(dir, false, &vol, &d), &d);
	assert_ok(
	    vol_file_open(vol, name, VOL_CREATE | VOL_DIRECT, &file, &d), &d);
	test_fill(mem, REQS * LEN, 1, 2);
	for (int pass = 0; pass < 2; pass++) {
		fail_submits = submits;
		fail_waits = waits;
		for (size_t i = 0; i < REQS; i++) {
			iov[i] = (struct iovec){mem + i * LEN, LEN};
			req[i] = (struct vol_req){.write = pass == 0,
			    .offset = i * LEN,
			    .iov = &iov[i],
			    .niov = 1};
			assert_ok(vol_submit(file, &req[i], &d), &d);
		}
		for (size_t i = 0; i < REQS; i++) {
			assert_ok(vol_wait(file, &req[i], &d), &d);
			assert_int_equal(req[i].done, LEN);
		}
		if (pass == 0)
			memset(mem, 0, (size_t)REQS * LEN);
	}
	assert_true(test_filled(mem, REQS * LEN, 1, 2));
	fail_submits = fail_waits = 0;
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
	free(mem);
}

static void
what_is_not_taken_is_done_at_once(void **state)
{
	(void)state;
	round_trip(0, 0);
	round_trip(1, 0);
	round_trip(3, 0);
	round_trip(1000, 0);
}

static void
what_is_taken_is_waited_for(void **state)
{
	(void)state;
	round_trip(0, 1);
	round_trip(0, 7);
	round_trip(2, 5);
}

/* The address sanitizer and valgrind see a buffer that is written to late. */
static void
a_closed_file_has_nothing_in_flight(void **state)
{
	struct vol_file *file = NULL;
	struct volume *vol = NULL;
	uint8_t *mem = aligned_alloc(4096, LEN);
	struct iovec iov = {mem, LEN};
	struct vol_req req = {.write = true, .iov = &iov, .niov = 1};
	struct ds_diag d;

	(void)state;
	assert_non_null(mem);
	memset(mem, 0x5A, LEN);
	assert_ok(vol_open(dir, false, &vol, &d), &d);
	assert_ok(
	    vol_file_open(vol, name, VOL_CREATE | VOL_DIRECT, &file, &d), &d);
	assert_ok(vol_submit(file, &req, &d), &d);
	fail_waits = 4;
	vol_file_close(&file);
	assert_false(req.pending);
	assert_int_equal(req.done, LEN);
	fail_waits = 0;
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
	free(mem);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_not_taken_is_done_at_once),
	    cmocka_unit_test(what_is_taken_is_waited_for),
	    cmocka_unit_test(a_closed_file_has_nothing_in_flight),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
