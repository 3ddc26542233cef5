/*
 * Files over several volumes: bytes go where they belong, whatever the
 * request; who has a file open sees pieces that others add; a piece that is
 * missing, foreign or damaged is told, with its volume, and never read.
 * Offsets of fields are those of doc/formats/pieces.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "access-methods/volume/volume.h"
#include "tests/support/sphere_test.h"

enum { PAGE = 4096, PEERS = 3 };

static const char name[] = "00112233445566778899aabbccddeeff";
static char *dirs[PEERS + 1];
static struct volume *vol, *peers[PEERS];
static struct ds_diag d;

/* Peers are "P1" and so on; one that is not open is not there. */
static enum ds_status
peer_get(
    void *ctx, const char *volser, struct volume **volp, struct ds_diag *diag)
{
	int n = volser[1] - '1';

	(void)ctx;
	if (n < 0 || n >= PEERS || peers[n] == NULL)
		return ds_fail(diag, DS_CAT_NOVOLUME, volser, "not there");
	*volp = peers[n];
	return DS_OK;
}

static struct volume *
open_span(void)
{
	const struct vol_peers table = {.get = peer_get};
	struct volume *one = NULL, *span = NULL;

	assert_ok(vol_open(dirs[PEERS], false, &one, &d), &d);
	assert_ok(vol_span_wrap(&one, &table, &span, &d), &d);
	assert_null(one);
	return span;
}

static int
setup(void **state)
{
	(void)state;
	for (int i = 0; i <= PEERS; i++)
		dirs[i] = test_dir_new();
	for (int i = 0; i < PEERS; i++)
		assert_ok(vol_open(dirs[i], false, &peers[i], &d), &d);
	vol = open_span();
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	vol_close(&vol);
	for (int i = 0; i < PEERS; i++)
		vol_close(&peers[i]);
	for (int i = 0; i <= PEERS; i++)
		test_dir_free(dirs[i]);
	return 0;
}

static enum ds_status
add(unsigned number, uint64_t start, const char *volser, uint64_t len)
{
	struct vol_piece piece = {.number = number, .start = start};

	snprintf(piece.volser, sizeof(piece.volser), "%s", volser);
	return vol_span_add(vol, name, &piece, len, &d);
}

/* Pages 0 and 1 here, 2 on P1, 3 and 4 on P2: ends at 5 pages. */
static struct vol_file *
make_file(void)
{
	struct vol_file *file = NULL;

	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_ok(vol_reserve(file, 0, (uint64_t)2 * PAGE, &d), &d);
	assert_ok(add(1, (uint64_t)2 * PAGE, "P1", PAGE), &d);
	assert_ok(add(2, (uint64_t)3 * PAGE, "P2", (uint64_t)2 * PAGE), &d);
	return file;
}

static uint8_t
byte_at(uint64_t offset)
{
	return (uint8_t)(offset * 31 + offset / PAGE * 7 + 1);
}

static void
fill(uint8_t *p, uint64_t offset, size_t len)
{
	for (size_t i = 0; i < len; i++)
		p[i] = byte_at(offset + i);
}

static void
check(const uint8_t *p, uint64_t offset, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (p[i] != byte_at(offset + i))
			fail_msg("byte %zu", (size_t)offset + i);
}

static void
patch(int peer, const char *file, off_t at, uint8_t value)
{
	char path[300];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dirs[peer], file);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, &value, 1, at), 1);
	close(fd);
}

static uint8_t
peek(int peer, const char *file, off_t at)
{
	uint8_t value = 0;
	char path[300];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dirs[peer], file);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, &value, 1, at), 1);
	close(fd);
	return value;
}

static void
bytes_go_where_they_belong(void **state)
{
	struct vol_file *file = make_file();
	static uint8_t all[5 * PAGE], back[6 * PAGE];

	(void)state;
	fill(all, 0, sizeof(all));
	assert_ok(vol_write(file, 0, all, sizeof(all), &d), &d);
	assert_ok(vol_flush(file, &d), &d);
	/* By hand: behind the page of each piece. */
	assert_int_equal(peek(PEERS, name, PAGE), byte_at(PAGE));
	assert_int_equal(peek(0, name, PAGE), byte_at((uint64_t)2 * PAGE));
	assert_int_equal(
	    peek(1, name, 3 * PAGE - 1), byte_at((uint64_t)5 * PAGE - 1));
	assert_int_equal(vol_size(file), 5 * PAGE);
	/* Every length around every border. */
	for (uint64_t at = 0; at < sizeof(all); at += 1021)
		for (size_t len = 1; at + len <= sizeof(all); len += 1499) {
			assert_ok(vol_read(file, at, back, len, &d), &d);
			check(back, at, len);
		}
	vol_file_close(&file);
	/* The same to another open file, whose pieces are not open yet. */
	assert_ok(vol_file_open(vol, name, VOL_READ, &file, &d), &d);
	memset(back, 0xEE, sizeof(back));
	assert_ok(vol_read(file, 0, back, sizeof(back), &d), &d);
	check(back, 0, sizeof(all));
	for (size_t i = sizeof(all); i < sizeof(back); i++)
		assert_int_equal(back[i], 0);
	vol_file_close(&file);
}

/* Several vectors, in flight at once, in any order of waiting, and one that
 * nobody waits for. */
static void
requests_run_side_by_side(void **state)
{
	enum { N = 10 };
	struct vol_file *file = make_file();
	static uint8_t all[5 * PAGE], back[N][PAGE];
	struct iovec iov[N][2];
	struct vol_req req[N];

	(void)state;
	fill(all, 0, sizeof(all));
	assert_ok(vol_write(file, 0, all, sizeof(all), &d), &d);
	vol_file_close(&file);
	assert_ok(
	    vol_file_open(vol, name, VOL_READ | VOL_DIRECT, &file, &d), &d);
	vol_file_close(&file);
	assert_ok(vol_file_open(vol, name, VOL_READ, &file, &d), &d);
	for (int i = 0; i < N; i++) {
		iov[i][0] = (struct iovec){back[i], 1000};
		iov[i][1] = (struct iovec){back[i] + 1000, PAGE - 1000};
		req[i] = (struct vol_req){
		    .offset = (uint64_t)i * PAGE / 2, .iov = iov[i], .niov = 2};
		if (req[i].offset + PAGE > sizeof(all))
			req[i].offset = 0;
		assert_ok(vol_submit(file, &req[i], &d), &d);
	}
	for (int i = N - 1; i >= 1; i--) {
		assert_ok(vol_wait(file, &req[i], &d), &d);
		assert_int_equal(req[i].done, PAGE);
		check(back[i], req[i].offset, PAGE);
	}
	vol_file_close(&file);
}

static void
direct_transfers_keep_their_alignment(void **state)
{
	struct vol_file *file = make_file();
	uint8_t *p = aligned_alloc(PAGE, (size_t)5 * PAGE);
	struct iovec iov = {p, (size_t)5 * PAGE};
	struct vol_req req = {
	    .write = true, .durable = true, .iov = &iov, .niov = 1};

	(void)state;
	vol_file_close(&file);
	assert_non_null(p);
	assert_ok(
	    vol_file_open(vol, name, VOL_WRITE | VOL_DIRECT, &file, &d), &d);
	fill(p, 0, iov.iov_len);
	assert_ok(vol_submit(file, &req, &d), &d);
	assert_ok(vol_wait(file, &req, &d), &d);
	assert_int_equal(req.done, iov.iov_len);
	for (int i = 0; i < 5; i++) {
		memset(p, 0, PAGE);
		iov.iov_len = PAGE;
		req = (struct vol_req){
		    .offset = (uint64_t)i * PAGE, .iov = &iov, .niov = 1};
		assert_ok(vol_submit(file, &req, &d), &d);
		assert_ok(vol_wait(file, &req, &d), &d);
		check(p, req.offset, PAGE);
	}
	free(p);
	vol_file_close(&file);
}

/* Each open file finds what was added behind its back, when it asks for it,
 * and a flush has it too. */
static void
a_piece_that_comes_later_is_found(void **state)
{
	struct vol_file *file = NULL, *other = NULL;
	uint8_t page[PAGE], back[2 * PAGE];

	(void)state;
	assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
	assert_ok(vol_reserve(file, 0, PAGE, &d), &d);
	fill(page, 0, PAGE);
	assert_ok(vol_write(file, 0, page, PAGE, &d), &d);
	assert_ok(vol_file_open(vol, name, VOL_READ, &other, &d), &d);
	assert_ok(vol_read(other, 0, back, sizeof(back), &d), &d);
	check(back, 0, PAGE);
	assert_int_equal(vol_size(other), PAGE);

	assert_ok(add(1, PAGE, "P3", 0), &d);
	assert_ok(vol_reserve(file, 0, (uint64_t)2 * PAGE, &d), &d);
	fill(page, PAGE, PAGE);
	assert_ok(vol_write(file, PAGE, page, PAGE, &d), &d);
	assert_int_equal(vol_size(other), 2 * PAGE);
	assert_ok(vol_read(other, 0, back, sizeof(back), &d), &d);
	check(back, 0, sizeof(back));
	/* The second page is not in the first file. */
	assert_int_equal(vol_size(file), 2 * PAGE);
	vol_file_close(&file);
	assert_ok(
	    vol_file_open(vol_span_inner(vol), name, VOL_READ, &file, &d), &d);
	assert_int_equal(vol_size(file), PAGE);
	vol_file_close(&file);
	vol_file_close(&other);
}

static void
adding_again_changes_nothing(void **state)
{
	struct vol_file *file = make_file();
	uint8_t page[PAGE];

	(void)state;
	fill(page, (uint64_t)2 * PAGE, PAGE);
	assert_ok(vol_write(file, (uint64_t)2 * PAGE, page, PAGE, &d), &d);
	assert_ok(add(1, (uint64_t)2 * PAGE, "P1", PAGE), &d);
	assert_ok(add(2, (uint64_t)3 * PAGE, "P2", PAGE), &d);
	memset(page, 0, PAGE);
	assert_ok(vol_read(file, (uint64_t)2 * PAGE, page, PAGE, &d), &d);
	check(page, (uint64_t)2 * PAGE, PAGE);
	/* Not another one of its number, none out of order. */
	assert_int_equal(add(2, (uint64_t)3 * PAGE, "P3", PAGE), DS_CORRUPT);
	assert_int_equal(add(1, PAGE, "P1", PAGE), DS_CORRUPT);
	assert_int_equal(add(3, (uint64_t)9 * PAGE, "P2", PAGE), DS_INVALID);
	assert_int_equal(add(4, (uint64_t)9 * PAGE, "P3", PAGE), DS_INVALID);
	assert_int_equal(add(3, (uint64_t)3 * PAGE, "P3", PAGE), DS_INVALID);
	assert_int_equal(add(3, (uint64_t)9 * PAGE + 1, "P3", 1), DS_INVALID);
	assert_int_equal(add(0, (uint64_t)9 * PAGE, "P3", PAGE), DS_INVALID);
	assert_int_equal(
	    add(3, (uint64_t)9 * PAGE, "P9", PAGE), DS_CAT_NOVOLUME);
	assert_false(vol_exists(peers[2], name));
	vol_file_close(&file);
}

/* What has the name and is no piece is left alone. */
static void
another_file_is_not_written_over(void **state)
{
	struct vol_file *file = NULL;

	(void)state;
	assert_ok(vol_file_open(peers[0], name, VOL_CREATE, &file, &d), &d);
	assert_ok(vol_write(file, 0, "CTMTCOMP", 8, &d), &d);
	vol_file_close(&file);
	assert_int_equal(add(1, PAGE, "P1", PAGE), DS_EXIST);
	assert_int_equal(peek(0, name, 4), 'C');
}

static void
expect_refused(struct vol_file **filep, const char *volser)
{
	uint8_t page[PAGE];

	vol_file_close(filep);
	assert_ok(vol_file_open(vol, name, VOL_WRITE, filep, &d), &d);
	memset(&d, 0, sizeof(d));
	assert_int_equal(
	    vol_read(*filep, (uint64_t)2 * PAGE, page, PAGE, &d), DS_CORRUPT);
	assert_string_equal(d.name, name);
	if (volser != NULL && strstr(d.text, volser) == NULL)
		fail_msg("%s", d.text);
	assert_int_equal(vol_flush(*filep, &d), DS_CORRUPT);
	assert_true(vol_size(*filep) <= 2 * PAGE);
	assert_int_equal(
	    vol_write(*filep, (uint64_t)2 * PAGE, page, PAGE, &d), DS_CORRUPT);
	/* Across the border, too. */
	assert_int_equal(
	    vol_read(*filep, (uint64_t)2 * PAGE - 8, page, 16, &d), DS_CORRUPT);
}

static void
a_missing_piece_is_told_with_its_volume(void **state)
{
	struct vol_file *file = make_file();
	uint8_t page[PAGE];

	(void)state;
	assert_ok(vol_remove(peers[0], name, &d), &d);
	expect_refused(&file, "P1");
	/* What is here can be read, and what is on the other one. */
	assert_ok(vol_read(file, 0, page, PAGE, &d), &d);
	assert_ok(vol_read(file, (uint64_t)4 * PAGE, page, PAGE, &d), &d);
	vol_file_close(&file);

	vol_close(&peers[1]);
	assert_ok(vol_file_open(vol, name, VOL_READ, &file, &d), &d);
	assert_int_equal(
	    vol_read(file, (uint64_t)4 * PAGE, page, PAGE, &d), DS_CORRUPT);
	assert_non_null(strstr(d.text, "P2"));
	vol_file_close(&file);
}

static void
a_foreign_piece_is_told(void **state)
{
	struct vol_file *file = make_file();
	char from[300], to[300];

	(void)state;
	/* The second piece in the place of the first. */
	snprintf(from, sizeof(from), "%s/%s", dirs[1], name);
	snprintf(to, sizeof(to), "%s/%s", dirs[0], name);
	assert_int_equal(rename(from, to), 0);
	expect_refused(&file, "P1");
	vol_file_close(&file);
}

/* Each byte of a piece's page and of the table: told, never another place. */
static void
damage_is_told(void **state)
{
	struct vol_file *file = make_file();
	char table[64];

	(void)state;
	snprintf(table, sizeof(table), "%s.vols", name);
	for (off_t at = 0; at < PAGE; at += at < 64 ? 1 : 509) {
		uint8_t was = peek(0, name, at);

		patch(0, name, at, was ^ 0x10);
		expect_refused(&file, "P1");
		patch(0, name, at, was);
	}
	/* The table's head and two entries. */
	for (off_t at = 0; at < 3 * 64; at++) {
		uint8_t was = peek(PEERS, table, at);

		patch(PEERS, table, at, was ^ 0x10);
		expect_refused(&file, NULL);
		patch(PEERS, table, at, was);
	}
	vol_file_close(&file);
}

static void
all_pieces_go_with_the_file(void **state)
{
	struct vol_file *file = make_file();
	char table[64];

	(void)state;
	vol_file_close(&file);
	assert_int_equal(
	    vol_rename(vol, name, "ff112233445566778899aabbccddeeff", &d),
	    DS_UNSUPPORTED);
	assert_ok(vol_remove(vol, name, &d), &d);
	snprintf(table, sizeof(table), "%s.vols", name);
	assert_false(vol_exists(vol, name));
	assert_false(vol_exists(vol, table));
	for (int i = 0; i < PEERS; i++)
		assert_false(vol_exists(peers[i], name));
}

/* The power is cut at each operation of adding two pieces; done again after
 * it, the file is as if nothing had happened, and its bytes are there. */
static void
a_cut_while_adding_is_made_good(void **state)
{
	uint8_t page[PAGE], back[PAGE];
	struct vol_file *file = NULL;
	bool struck = true;

	(void)state;
	for (uint64_t k = 1; struck; k++) {
		struct vol_fault plan = {
		    .at = k, .kind = VOL_FAULT_CUT, .seed = (unsigned)k * 7};
		const struct vol_peers table = {.get = peer_get};
		struct volume *one = NULL;

		for (int i = 0; i <= PEERS; i++)
			test_dir_clear(dirs[i]);
		assert_ok(vol_file_open(vol, name, VOL_CREATE, &file, &d), &d);
		fill(page, 0, PAGE);
		assert_ok(vol_write(file, 0, page, PAGE, &d), &d);
		vol_file_close(&file);

		vol_close(&vol);
		for (int i = 0; i < 2; i++) {
			one = peers[i];
			peers[i] = NULL;
			assert_ok(
			    vol_fault_wrap(&one, &plan, &peers[i], &d), &d);
		}
		assert_ok(vol_open(dirs[PEERS], false, &one, &d), &d);
		struct volume *home = NULL;
		assert_ok(vol_fault_wrap(&one, &plan, &home, &d), &d);
		assert_ok(vol_span_wrap(&home, &table, &vol, &d), &d);
		if (add(1, PAGE, "P1", PAGE) == DS_OK)
			add(2, (uint64_t)2 * PAGE, "P2", PAGE);
		struck = plan.struck;
		vol_close(&vol);
		for (int i = 0; i < 2; i++) {
			vol_close(&peers[i]);
			assert_ok(vol_open(dirs[i], false, &peers[i], &d), &d);
		}
		vol = open_span();
		assert_ok(add(1, PAGE, "P1", PAGE), &d);
		assert_ok(add(2, (uint64_t)2 * PAGE, "P2", PAGE), &d);
		assert_ok(vol_file_open(vol, name, VOL_WRITE, &file, &d), &d);
		assert_int_equal(vol_size(file), 3 * PAGE);
		for (uint64_t at = PAGE; at < 3 * PAGE; at += PAGE) {
			fill(page, at, PAGE);
			assert_ok(vol_write(file, at, page, PAGE, &d), &d);
			assert_ok(vol_read(file, at, back, PAGE, &d), &d);
			check(back, at, PAGE);
		}
		assert_ok(vol_read(file, 0, back, PAGE, &d), &d);
		check(back, 0, PAGE);
		vol_file_close(&file);
	}
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(bytes_go_where_they_belong),
	    T(requests_run_side_by_side),
	    T(direct_transfers_keep_their_alignment),
	    T(a_piece_that_comes_later_is_found),
	    T(adding_again_changes_nothing),
	    T(another_file_is_not_written_over),
	    T(a_missing_piece_is_told_with_its_volume),
	    T(a_foreign_piece_is_told),
	    T(damage_is_told),
	    T(all_pieces_go_with_the_file),
	    T(a_cut_while_adding_is_made_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
