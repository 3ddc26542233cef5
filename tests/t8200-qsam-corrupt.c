/*
 * Damaged sequential data sets: a wrong byte is told, never returned, and what
 * lies behind it can still be read.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/support/qsam_file.h"

enum { RECORDS = 120, RECLEN = 50, CI_LEN = 512 };

static void
fill_record(uint8_t *rec, uint32_t i)
{
	memset(rec, (int)(i + 1), RECLEN);
	rec[0] = (uint8_t)(i >> 8);
}

static void
load(struct qsam_test *qt)
{
	uint8_t rec[RECLEN];
	uint32_t i;

	qt_new(qt, DS_RECFM_VB, 104, CI_LEN, 4);
	assert_int_equal(qt_open(qt, AM_OUTPUT, NULL), DS_OK);
	for (i = 0; i < RECORDS; i++) {
		fill_record(rec, i);
		assert_int_equal(
		    qsam_ops.put(&qt->pos, rec, RECLEN, 0, true, NULL, NULL),
		    DS_OK);
	}
	assert_int_equal(qt_close(qt), DS_OK);
}

/* Each record is right or refused; returns how many were right. */
static uint32_t
read_all(struct qsam_test *qt)
{
	uint8_t want[RECLEN];
	struct am_rec rec;
	enum ds_status st;
	uint32_t i, good = 0;

	for (i = 0; i < RECORDS; i++) {
		st = qsam_ops.point(
		    &qt->pos, AM_RRN, AM_EQ, false, NULL, 0, i + 1, NULL);
		if (st == DS_OK)
			st = qsam_ops.get(&qt->pos, &rec, NULL);
		if (st == DS_OK) {
			fill_record(want, i);
			assert_int_equal(rec.len, RECLEN);
			assert_memory_equal(rec.data, want, RECLEN);
			good++;
		} else {
			assert_int_equal(st, DS_CORRUPT);
		}
	}
	return good;
}

static void
no_flipped_byte_is_returned(void **state)
{
	struct qsam_test qt;
	char path[128];
	uint8_t byte, flipped;
	uint32_t good;
	int fd, faults, told = 0;
	off_t size, at;

	(void)state;
	load(&qt);
	snprintf(path, sizeof(path), "%s/%s", qt.dir, qt.name);
	assert_true((fd = open(path, O_RDWR)) >= 0);
	size = lseek(fd, 0, SEEK_END);
	for (at = 0; at < size; at += 97) {
		assert_int_equal(pread(fd, &byte, 1, at), 1);
		flipped = (uint8_t)(byte ^ 0x10);
		assert_int_equal(pwrite(fd, &flipped, 1, at), 1);
		if (qt_open(&qt, AM_INPUT, NULL) == DS_OK) {
			good = read_all(&qt);
			assert_int_equal(qt_close(&qt), DS_OK);
			if (good < RECORDS) {
				assert_int_equal(
				    qt_verify(&qt, &faults), DS_CORRUPT);
				told++;
			}
		}
		assert_int_equal(pwrite(fd, &byte, 1, at), 1);
	}
	close(fd);
	/* 6480 bytes of records, every 97th of them, less those of the last
	 * page's end. */
	assert_true(told >= 60);
	assert_int_equal(qt_verify(&qt, &faults), DS_OK);
	qt_free(&qt);
}

static void
a_damaged_page_hides_only_its_records(void **state)
{
	struct qsam_test qt;
	char path[128];
	uint8_t image[CI_LEN];
	int fd, faults;
	off_t size, at;
	uint32_t good = 0;

	(void)state;
	load(&qt);
	/* Find page 3 by its content: records 28 and 29 begin in it. */
	snprintf(path, sizeof(path), "%s/%s", qt.dir, qt.name);
	assert_true((fd = open(path, O_RDWR)) >= 0);
	size = lseek(fd, 0, SEEK_END);
	for (at = 0; at + CI_LEN <= size; at += CI_LEN) {
		assert_int_equal(pread(fd, image, CI_LEN, at), CI_LEN);
		if (memchr(image, 31, CI_LEN) != NULL && image[100] >= 29 &&
		    image[100] <= 33)
			break;
	}
	assert_true(at + CI_LEN <= size);
	image[100] ^= 1;
	assert_int_equal(pwrite(fd, image, CI_LEN, at), CI_LEN);
	close(fd);
	assert_int_equal(qt_open(&qt, AM_INPUT, NULL), DS_OK);
	good = read_all(&qt);
	assert_int_equal(qt_close(&qt), DS_OK);
	/* A page of 512 holds bytes of at most 11 records of 54. */
	assert_true(good >= RECORDS - 11);
	assert_true(good < RECORDS);
	assert_int_equal(qt_verify(&qt, &faults), DS_CORRUPT);
	assert_true(faults >= 1 && faults <= 2);
	qt_free(&qt);
}

/* Write page rba anew, with a right checksum, after change. */
static void
change_page(struct qsam_test *qt, uint64_t rba, uint32_t at, const void *bytes,
    size_t len)
{
	const struct sphere_parms parms = {0};
	struct sphere_buf *buf = NULL;
	struct sphere *sp = NULL;
	uint32_t records, nbytes;

	assert_int_equal(
	    sphere_open(qt->vol, qt->name, SPHERE_UPDATE, &parms, &sp, NULL),
	    DS_OK);
	assert_int_equal(
	    side_get(sp, SPHERE_DATA, rba, &records, &nbytes, NULL), DS_OK);
	assert_int_equal(
	    buf_get(sp, SPHERE_DATA, rba, BUF_WRITE, &buf, NULL), DS_OK);
	memcpy(buf->data + at, bytes, len);
	buf_dirty(sp, buf, records, nbytes);
	buf_release(sp, &buf);
	assert_int_equal(sphere_commit(sp, true, NULL), DS_OK);
	sphere_close(&sp);
}

static void
impossible_descriptors_are_refused(void **state)
{
	/* Hex of the RDW of record 2, at offset 54: shorter than itself,
	 * beyond LRECL, segment bits, beyond the end of the stream. */
	static const char rdws[][5] = {"\0\0\0\0", "\0\3\0\0", "\0\x69\0\0",
	    "\xFF\xFF\0\0", "\0\x36\1\0", "\0\x36\0\1"};
	struct qsam_test qt;
	struct am_rec rec;
	struct ds_diag diag;
	int faults;
	size_t i;

	(void)state;
	load(&qt);
	for (i = 0; i < sizeof(rdws) / sizeof(rdws[0]); i++) {
		change_page(&qt, 0, 54, rdws[i], 4);
		assert_int_equal(qt_open(&qt, AM_INPUT, NULL), DS_OK);
		assert_int_equal(qsam_ops.get(&qt.pos, &rec, &diag), DS_OK);
		assert_int_equal(
		    qsam_ops.get(&qt.pos, &rec, &diag), DS_CORRUPT);
		assert_true(diag.has_rba);
		assert_int_equal(diag.rba, 54);
		/* The page after it is found all the same. */
		assert_int_equal(qsam_ops.point(&qt.pos, AM_RRN, AM_EQ, false,
				     NULL, 0, 11, NULL),
		    DS_OK);
		assert_int_equal(qsam_ops.get(&qt.pos, &rec, &diag), DS_OK);
		assert_int_equal(rec.rba, 540);
		assert_int_equal(qt_close(&qt), DS_OK);
		assert_int_equal(qt_verify(&qt, &faults), DS_CORRUPT);
		assert_int_equal(faults, 1);
	}
	qt_free(&qt);
}

static void
bytes_behind_the_end_and_wrong_lengths_are_faults(void **state)
{
	struct qsam_test qt;
	struct am_rec rec;
	int faults;

	(void)state;
	load(&qt);
	/* 120 records of 54: the stream ends at 6480, 336 into its page. */
	change_page(&qt, 6144, 400, "x", 1);
	assert_int_equal(qt_verify(&qt, &faults), DS_CORRUPT);
	assert_int_equal(faults, 1);
	change_page(&qt, 6144, 400, "\0", 1);
	assert_int_equal(qt_verify(&qt, &faults), DS_OK);
	/* A shorter record 2: a legal RDW, but nothing legal behind it. */
	change_page(&qt, 0, 54, "\0\x20\0\0", 4);
	assert_int_equal(qt_verify(&qt, &faults), DS_CORRUPT);
	assert_int_equal(qt_open(&qt, AM_INPUT, NULL), DS_OK);
	while (qsam_ops.get(&qt.pos, &rec, NULL) == DS_OK)
		continue;
	assert_int_equal(qt_close(&qt), DS_OK);
	qt_free(&qt);
}

static void
totals_that_do_not_fit_are_refused(void **state)
{
	const struct sphere_parms parms = {0};
	struct sphere *sp = NULL;
	struct qsam_test qt;
	struct ds_diag diag;
	int faults;

	(void)state;
	load(&qt);
	assert_int_equal(
	    sphere_open(qt.vol, qt.name, SPHERE_UPDATE, &parms, &sp, NULL),
	    DS_OK);
	sphere_state(sp)->part[SPHERE_DATA].bytes += 1000;
	assert_int_equal(sphere_commit(sp, true, NULL), DS_OK);
	sphere_close(&sp);
	assert_int_equal(qt_open(&qt, AM_INPUT, &diag), DS_CORRUPT);
	assert_int_equal(
	    qt_open(&qt, AM_OUTPUT | AM_APPEND, &diag), DS_CORRUPT);
	assert_int_equal(qt_verify(&qt, &faults), DS_CORRUPT);
	assert_int_equal(faults, 1);
	/* It can still be written anew. */
	assert_int_equal(qt_open(&qt, AM_OUTPUT, &diag), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	assert_int_equal(qt_verify(&qt, &faults), DS_OK);
	qt_free(&qt);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(no_flipped_byte_is_returned),
	    cmocka_unit_test(a_damaged_page_hides_only_its_records),
	    cmocka_unit_test(impossible_descriptors_are_refused),
	    cmocka_unit_test(bytes_behind_the_end_and_wrong_lengths_are_faults),
	    cmocka_unit_test(totals_that_do_not_fit_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
