/* Volumes: local directories, and the wrapper that makes them fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>

#include "access-methods/volume/volume.h"
#include "tests/support/sphere_test.h"

static const char name[] = "00112233445566778899aabbccddeeff";
static char *dir;

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

static struct volume *
open_volume(bool readonly)
{
	struct volume *vol = NULL;
	struct ds_diag d;
	char uri[300];

	snprintf(uri, sizeof(uri), "file:%s", dir);
	assert_ok(vol_open(uri, readonly, &vol, &d), &d);
	return vol;
}

static void
a_missing_directory_is_told(void **state)
{
	struct volume *vol = NULL;
	struct ds_diag d;

	(void)state;
	assert_int_equal(
	    vol_open("/nonexistent/x", false, &vol, &d), DS_NOFILE);
	assert_null(vol);
	assert_int_equal(vol_open("/dev/null", false, &vol, &d), DS_IO);
	assert_int_equal(vol_open("file:", false, &vol, &d), DS_INVALID);
	vol_close(&vol);
}

static void
files_are_made_once_and_removed(void **state)
{
	struct volume *vol = open_volume(false);
	struct vol_file *file = NULL, *none = NULL;
	struct ds_diag d;
	struct stat sb;
	char path[300];

	(void)state;
	assert_false(vol_exists(vol, name));
	assert_int_equal(
	    vol_file_open(vol, name, VOL_WRITE, &none, &d), DS_NOFILE);
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_true(vol_exists(vol, name));
	assert_int_equal(
	    vol_file_open(vol, name, VOL_CREATE, &none, &d), DS_EXIST);
	assert_null(none);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 0777, 0600);
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	assert_int_equal(vol_remove(vol, name, &d), DS_NOFILE);
	vol_close(&vol);
}

static void
a_shared_directory_gives_files_to_its_group(void **state)
{
	struct vol_file *file = NULL;
	struct volume *vol;
	struct ds_diag d;
	struct stat sb;
	char path[300];
	mode_t mask = umask(077);

	(void)state;
	assert_int_equal(chmod(dir, 02770), 0);
	vol = open_volume(false);
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 0777, 0660);
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
	umask(mask);
	assert_int_equal(chmod(dir, 0700), 0);
}

static void
bad_names_are_refused(void **state)
{
	static const char *const bad[] = {"", ".", "..", "../x", "a/b", ".x",
	    "a b", "x\n", "0123456789012345678901234567890123456789012345678"};
	struct volume *vol = open_volume(false);
	struct vol_file *file = NULL;
	struct ds_diag d;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(
		    vol_file_open(vol, bad[i], VOL_CREATE, &file, &d),
		    DS_INVALID);
		assert_int_equal(vol_remove(vol, bad[i], &d), DS_INVALID);
		assert_false(vol_exists(vol, bad[i]));
	}
	vol_close(&vol);
}

static void
a_link_or_device_is_no_component(void **state)
{
	struct volume *vol = open_volume(false);
	struct vol_file *file = NULL;
	struct ds_diag d;
	char path[300];

	(void)state;
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(symlink("/etc/passwd", path), 0);
	assert_int_not_equal(
	    vol_file_open(vol, name, VOL_READ, &file, &d), DS_OK);
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(
	    vol_file_open(vol, name, VOL_READ, &file, &d), DS_CORRUPT);
	unlink(path);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_not_equal(
	    vol_file_open(vol, name, VOL_READ, &file, &d), DS_OK);
	rmdir(path);
	assert_null(file);
	vol_close(&vol);
}

static void
a_readonly_volume_changes_nothing(void **state)
{
	struct volume *vol = open_volume(true);
	struct vol_file *file = NULL;
	struct ds_diag d;
	char path[300];

	(void)state;
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	close(open(path, O_CREAT | O_WRONLY, 0600));
	assert_int_equal(
	    vol_file_open(vol, name, VOL_WRITE, &file, &d), DS_OPEN_SECURITY);
	assert_int_equal(vol_remove(vol, name, &d), DS_OPEN_SECURITY);
	assert_ok(vol_file_open(vol, name, VOL_READ, &file, &d), &d);
	assert_int_equal(vol_write(file, 0, "x", 1, &d), DS_OPEN_SECURITY);
	assert_int_equal(vol_reserve(file, 0, 1, &d), DS_OPEN_SECURITY);
	assert_int_equal(vol_truncate(file, 0, &d), DS_OPEN_SECURITY);
	vol_file_close(&file);
	unlink(path);
	vol_close(&vol);
}

static bool
count_names(void *ctx, const char *found)
{
	assert_int_equal(strlen(found), 32);
	return ++*(int *)ctx < 3;
}

static void
components_alone_are_listed(void **state)
{
	struct volume *vol = open_volume(false);
	struct ds_diag d;
	char path[300];
	int n = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%032d", dir, i);
		close(open(path, O_CREAT | O_WRONLY, 0600));
		snprintf(path, sizeof(path), "%s/%032d.batch", dir, i);
		close(open(path, O_CREAT | O_WRONLY, 0600));
	}
	assert_ok(vol_list(vol, count_names, &n, &d), &d);
	assert_int_equal(n, 2);
	n = 2; /* the first name stops it */
	assert_ok(vol_list(vol, count_names, &n, &d), &d);
	assert_int_equal(n, 3);
	vol_close(&vol);
	test_dir_clear(dir);
}

/* Many vectored transfers at a time, in both ways of opening. */
static void
transfers(unsigned mode)
{
	enum { REQS = 50, LEN = 8192 };
	struct volume *vol = open_volume(false);
	struct vol_file *file = NULL;
	struct vol_req req[REQS];
	struct iovec iov[REQS][2];
	uint8_t *mem = aligned_alloc(4096, REQS * LEN);
	struct ds_diag d;

	assert_non_null(mem);
	assert_ok(vol_file_open(vol, name, VOL_CREATE | mode, &file, &d), &d);
	test_fill(mem, REQS * LEN, 5, 5);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < REQS; i++) {
			uint8_t *at = mem + i * LEN;

			iov[i][0] = (struct iovec){at, 4096};
			iov[i][1] = (struct iovec){at + 4096, 4096};
			req[i] = (struct vol_req){.write = pass == 0,
			    .durable = i % 7 == 0,
			    .offset = (REQS - 1 - i) * LEN,
			    .iov = iov[i],
			    .niov = 2};
			assert_ok(vol_submit(file, &req[i], &d), &d);
		}
		for (size_t i = REQS; i-- > 0;) {
			assert_ok(vol_wait(file, &req[i], &d), &d);
			assert_int_equal(req[i].done, LEN);
		}
		if (pass == 0) {
			assert_ok(vol_flush(file, &d), &d);
			assert_int_equal(vol_size(file), REQS * LEN);
			memset(mem, 0, REQS * LEN);
		}
	}
	assert_true(test_filled(mem, REQS * LEN, 5, 5));
	/* Over the end: zeros, and how much there really was. */
	memset(mem, 0xFF, 4 * LEN);
	iov[0][0] = (struct iovec){mem, 3 * LEN};
	req[0] = (struct vol_req){
	    .offset = (REQS - 1) * LEN, .iov = iov[0], .niov = 1};
	assert_ok(vol_submit(file, &req[0], &d), &d);
	assert_ok(vol_wait(file, &req[0], &d), &d);
	assert_int_equal(req[0].done, LEN);
	for (size_t i = LEN; i < 3 * LEN; i++)
		assert_int_equal(mem[i], 0);
	assert_int_equal(mem[3 * LEN], 0xFF);
	/* A file may be closed before its requests were waited for. */
	for (size_t i = 0; i < REQS; i++) {
		req[i].write = false;
		assert_ok(vol_submit(file, &req[i], &d), &d);
	}
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
	free(mem);
}

static void
transfers_arrive(void **state)
{
	(void)state;
	transfers(0);
	transfers(VOL_DIRECT);
}

/* A file just written through the page cache is there; one that was dropped
 * from it is not. Where the kernel cannot say, nothing is. */
static void
memory_is_told_by_the_bytes(void **state)
{
	enum { LEN = 64 * 4096 };
	struct volume *vol = open_volume(false);
	struct vol_file *file = NULL;
	uint8_t *mem = calloc(1, LEN);
	struct ds_diag d;
	uint64_t n;
	char path[300];
	int fd;

	(void)state;
	assert_non_null(mem);
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_int_equal(vol_cached(file, 0, LEN), 0);
	assert_ok(vol_write(file, 0, mem, LEN, &d), &d);
	assert_ok(vol_flush(file, &d), &d);
	n = vol_cached(file, 0, LEN);
	assert_true(n == LEN || n == 0);
	if (n == LEN)
		assert_int_equal(vol_cached(file, 4096, 8192), 8192);
	assert_int_equal(vol_cached(file, 0, 0), 0);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_RDONLY);
	assert_int_equal(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), 0);
	close(fd);
	assert_true(vol_cached(file, 0, LEN) <= n);
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
	free(mem);
}

static void
space_is_reserved_or_refused(void **state)
{
	struct volume *vol = open_volume(false);
	struct vol_file *file = NULL;
	struct ds_diag d;
	struct stat sb;
	char path[300];
	enum ds_status st;

	(void)state;
	assert_true(vol_free(vol) > 0);
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_ok(vol_reserve(file, 4096, 65536, &d), &d);
	assert_int_equal(vol_size(file), 69632);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(stat(path, &sb), 0);
	assert_true((uint64_t)sb.st_blocks * 512 >= 65536);
	st = vol_reserve(file, 0, (uint64_t)1 << 60, &d);
	assert_true(st == DS_FULL);
	assert_int_equal(vol_reserve(file, UINT64_MAX, 2, &d), DS_INVALID);
	assert_int_equal(
	    vol_write(file, UINT64_MAX - 1, "xyz", 3, &d), DS_INVALID);
	assert_ok(vol_truncate(file, 10, &d), &d);
	assert_int_equal(vol_size(file), 10);
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
}

/* --- the wrapper --------------------------------------------------------- */

static struct volume *
open_faulty(struct vol_fault *plan)
{
	struct volume *inner = open_volume(false), *vol = NULL;
	struct ds_diag d;

	assert_ok(vol_fault_wrap(&inner, plan, &vol, &d), &d);
	assert_null(inner);
	return vol;
}

static void
the_chosen_operation_fails_alone(void **state)
{
	struct vol_fault plan = {
	    .at = 3, .kind = VOL_FAULT_ERRNO, .error = ENOSPC};
	struct volume *vol = open_faulty(&plan);
	struct vol_file *file = NULL;
	struct ds_diag d;
	char got[4] = "";

	(void)state;
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_ok(vol_write(file, 0, "abc", 3, &d), &d);
	assert_int_equal(vol_write(file, 0, "xyz", 3, &d), DS_FULL);
	assert_true(plan.struck);
	assert_ok(vol_read(file, 0, got, 3, &d), &d);
	assert_memory_equal(got, "abc", 3);
	assert_int_equal(plan.count, 4);
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
}

static void
a_torn_write_leaves_a_part(void **state)
{
	struct vol_fault plan = {.at = 2, .kind = VOL_FAULT_TEAR};
	struct volume *vol = open_faulty(&plan);
	struct vol_file *file = NULL;
	uint8_t block[2048];
	struct ds_diag d;

	(void)state;
	memset(block, 'n', sizeof(block));
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_int_equal(vol_write(file, 0, block, sizeof(block), &d), DS_IO);
	assert_ok(vol_read(file, 0, block, sizeof(block), &d), &d);
	assert_int_equal(block[1023], 'n');
	assert_int_equal(block[1024], 0);
	vol_file_close(&file);
	assert_ok(vol_remove(vol, name, &d), &d);
	vol_close(&vol);
}

/* With each seed: write a, flush, write b, write c durably, write d, cut. */
static void
a_cut_keeps_what_was_flushed(void **state)
{
	bool b_kept = false, b_lost = false, b_torn = false;

	(void)state;
	for (unsigned seed = 0; seed < 60; seed++) {
		struct vol_fault plan = {
		    .at = 6, .kind = VOL_FAULT_CUT, .seed = seed};
		struct volume *vol = open_faulty(&plan);
		struct vol_file *file = NULL;
		uint8_t block[2048], got[8192];
		struct iovec iov = {block, sizeof(block)};
		struct vol_req req = {.write = true,
		    .durable = true,
		    .offset = 4096,
		    .iov = &iov,
		    .niov = 1};
		struct ds_diag d;
		bool old, new;

		assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
		memset(block, 'a', sizeof(block));
		assert_ok(vol_write(file, 0, block, 2048, &d), &d);
		assert_ok(vol_flush(file, &d), &d);
		memset(block, 'b', sizeof(block));
		assert_ok(vol_write(file, 0, block, 2048, &d), &d);
		memset(block, 'c', sizeof(block));
		assert_ok(vol_submit(file, &req, &d), &d);
		assert_ok(vol_wait(file, &req, &d), &d);
		memset(block, 'd', sizeof(block));
		assert_int_equal(vol_write(file, 0, block, 512, &d), DS_IO);
		assert_int_equal(vol_flush(file, &d), DS_IO);
		assert_int_equal(vol_read(file, 0, got, 1, &d), DS_IO);
		vol_file_close(&file);
		vol_close(&vol);

		vol = open_volume(false);
		assert_ok(vol_file_open(vol, name, VOL_READ, &file, &d), &d);
		assert_ok(vol_read(file, 0, got, 8192, &d), &d);
		old = new = false;
		for (size_t i = 512; i < 2048; i++) {
			assert_true(got[i] == 'a' || got[i] == 'b');
			old |= got[i] == 'a';
			new |= got[i] == 'b';
		}
		b_kept |= new && !old;
		b_lost |= old && !new;
		b_torn |= old && new;
		for (size_t i = 4096; i < 6144; i++)
			assert_int_equal(got[i], 'c');
		vol_file_close(&file);
		assert_ok(vol_remove(vol, name, &d), &d);
		vol_close(&vol);
	}
	assert_true(b_kept && b_lost && b_torn);
}

static void
a_flush_does_not_cover_what_was_not_waited_for(void **state)
{
	struct vol_fault plan = {.at = 3, .kind = VOL_FAULT_CUT};
	struct volume *vol = open_faulty(&plan);
	struct vol_file *file = NULL;
	struct iovec iov = {(void *)(uintptr_t) "xyz", 3};
	struct vol_req req = {.write = true, .iov = &iov, .niov = 1};
	struct ds_diag d;

	(void)state;
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_ok(vol_submit(file, &req, &d), &d);
	assert_ok(vol_flush(file, &d), &d);
	assert_int_equal(vol_size(file), 0);
	assert_int_equal(vol_wait(file, &req, &d), DS_IO);
	vol_file_close(&file);
	vol_close(&vol);
	test_dir_clear(dir);
}

/* A name made later and one dropped, then the power goes; with and without a
 * vol_sync in between. Bits: 1 the new one is there, 2 the old one is. */
static unsigned
names_after_a_cut(unsigned seed, bool synced)
{
	static const char made[] = "0000000000000000000000000000000a";
	static const char old[] = "0000000000000000000000000000000b";
	struct vol_fault plan = {.kind = VOL_FAULT_CUT, .seed = seed};
	struct volume *vol = open_faulty(&plan);
	struct vol_file *file = NULL;
	unsigned there = 0;
	struct ds_diag d;

	assert_ok(vol_file_open(vol, old, VOL_CREATE, &file, &d), &d);
	vol_file_close(&file);
	assert_ok(
	    vol_file_open(vol, made, VOL_CREATE | VOL_LATER, &file, &d), &d);
	assert_ok(vol_drop(vol, old, &d), &d);
	assert_true(vol_exists(vol, made));
	assert_false(vol_exists(vol, old));
	if (synced)
		assert_ok(vol_sync(vol, &d), &d);
	plan.at = plan.count + 1;
	assert_int_equal(vol_flush(file, &d), DS_IO);
	vol_file_close(&file);
	vol_close(&vol);
	vol = open_volume(false);
	there |= vol_exists(vol, made) ? 1 : 0;
	there |= vol_exists(vol, old) ? 2 : 0;
	vol_close(&vol);
	test_dir_clear(dir);
	return there;
}

static void
names_last_from_the_next_sync_on(void **state)
{
	unsigned seen = 0;

	(void)state;
	for (unsigned seed = 0; seed < 64; seed++) {
		assert_int_equal(names_after_a_cut(seed, true), 1);
		seen |= 1U << names_after_a_cut(seed, false);
	}
	assert_int_equal(seen, 0xF); /* every outcome there may be */
}

/* Bits: 1 the new name is there, 2 the old one is. */
static unsigned
renamed_after_a_cut(unsigned seed, bool synced)
{
	struct vol_fault plan = {.kind = VOL_FAULT_CUT, .seed = seed};
	struct volume *vol = open_faulty(&plan);
	struct vol_file *file = NULL;
	uint8_t byte = 'x';
	unsigned there = 0;
	struct ds_diag d;

	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_ok(vol_write(file, 0, &byte, 1, &d), &d);
	assert_ok(vol_flush(file, &d), &d);
	vol_file_close(&file);
	assert_ok(vol_rename(vol, name, "spare.0", &d), &d);
	assert_ok(vol_file_open(vol, "spare.0", VOL_READ, &file, &d), &d);
	assert_ok(vol_read(file, 0, &byte, 1, &d), &d);
	assert_int_equal(byte, 'x');
	if (synced)
		assert_ok(vol_sync(vol, &d), &d);
	plan.at = plan.count + 1;
	assert_int_equal(vol_flush(file, &d), DS_IO);
	vol_file_close(&file);
	vol_close(&vol);
	vol = open_volume(false);
	there |= vol_exists(vol, "spare.0") ? 1 : 0;
	there |= vol_exists(vol, name) ? 2 : 0;
	vol_close(&vol);
	test_dir_clear(dir);
	return there;
}

static void
a_rename_lasts_from_the_next_sync_on(void **state)
{
	unsigned seen = 0;

	(void)state;
	for (unsigned seed = 0; seed < 32; seed++) {
		assert_int_equal(renamed_after_a_cut(seed, true), 1);
		seen |= 1U << renamed_after_a_cut(seed, false);
	}
	assert_int_equal(seen, 1U << 1 | 1U << 2);
}

static void
a_rename_takes_no_name_of_another(void **state)
{
	struct volume *vol = open_volume(false);
	struct vol_file *file = NULL;
	struct ds_diag d;

	(void)state;
	assert_int_equal(vol_rename(vol, name, "spare.0", &d), DS_NOFILE);
	assert_int_equal(vol_rename(vol, name, "../x", &d), DS_INVALID);
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	vol_file_close(&file);
	assert_ok(vol_rename(vol, name, "spare.0", &d), &d);
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	vol_file_close(&file);
	assert_int_equal(vol_rename(vol, name, "spare.0", &d), DS_EXIST);
	vol_close(&vol);
	vol = open_volume(true);
	assert_int_equal(
	    vol_rename(vol, name, "spare.1", &d), DS_OPEN_SECURITY);
	vol_close(&vol);
	test_dir_clear(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_missing_directory_is_told),
	    cmocka_unit_test(files_are_made_once_and_removed),
	    cmocka_unit_test(a_shared_directory_gives_files_to_its_group),
	    cmocka_unit_test(bad_names_are_refused),
	    cmocka_unit_test(a_link_or_device_is_no_component),
	    cmocka_unit_test(a_readonly_volume_changes_nothing),
	    cmocka_unit_test(components_alone_are_listed),
	    cmocka_unit_test(transfers_arrive),
	    cmocka_unit_test(memory_is_told_by_the_bytes),
	    cmocka_unit_test(space_is_reserved_or_refused),
	    cmocka_unit_test(the_chosen_operation_fails_alone),
	    cmocka_unit_test(a_torn_write_leaves_a_part),
	    cmocka_unit_test(a_cut_keeps_what_was_flushed),
	    cmocka_unit_test(names_last_from_the_next_sync_on),
	    cmocka_unit_test(a_rename_lasts_from_the_next_sync_on),
	    cmocka_unit_test(a_rename_takes_no_name_of_another),
	    cmocka_unit_test(a_flush_does_not_cover_what_was_not_waited_for),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
