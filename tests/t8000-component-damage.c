/*
 * Damaged components: every byte of header, state, checkpoint and side pages
 * changed in turn, random bytes of control intervals, every truncation by a
 * sector, swapped and stale files. What is delivered must be right; what is
 * not must be told as damage with component and RBA, and other control
 * intervals stay readable.
 *
 * Compiled with SPHERE_MUTANTS, SPHERE_SKIP_FLUSH in the environment names a
 * check to leave out, and this test must fail (t8011 runs it so).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "access-methods/sphere/sphere_int.h"
#include "tests/support/sphere_test.h"

enum { CIS = 12, INDEX_CIS = 3, CI_LEN = 1536 };

struct file_copy {
	char path[300];
	uint8_t *bytes;
	size_t len;
};

static char *dir;
static struct volume *vol; /* read only */
static struct comp_attr attr[SPHERE_PARTS];
static char name[SPHERE_PARTS][SPHERE_NAME_LEN];
static struct file_copy file[SPHERE_PARTS];

static void
keep(struct file_copy *f, const char *file_name)
{
	struct stat sb;
	int fd;

	snprintf(f->path, sizeof(f->path), "%s/%s", dir, file_name);
	fd = open(f->path, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &sb), 0);
	f->len = (size_t)sb.st_size;
	free(f->bytes);
	f->bytes = malloc(f->len);
	assert_int_equal(read(fd, f->bytes, f->len), (ssize_t)f->len);
	close(fd);
}

static void
put_bytes(const char *path, const uint8_t *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, len), (ssize_t)len);
	close(fd);
}

static void
restore(const struct file_copy *f)
{
	put_bytes(f->path, f->bytes, f->len);
}

static void
poke(const struct file_copy *f, size_t at, uint8_t byte)
{
	int fd = open(f->path, O_WRONLY);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
	close(fd);
}

/* One commit: the control intervals [0, n) of a part at a version. */
static void
write_version(unsigned version)
{
	static const uint64_t cis[SPHERE_PARTS] = {CIS, INDEX_CIS};
	struct sphere *sp = NULL;
	struct sphere_buf *buf = NULL;
	struct volume *rw = NULL;
	struct ds_diag d;

	assert_ok(vol_open(dir, false, &rw, &d), &d);
	assert_ok(sphere_open(rw, name[0], SPHERE_UPDATE, NULL, &sp, &d), &d);
	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		uint32_t len = attr[p].ci_len;

		for (uint64_t i = 0; i < cis[p]; i++) {
			assert_ok(buf_get(sp, (enum sphere_part)p, i * len,
				      BUF_NEW, &buf, &d),
			    &d);
			test_fill(buf->data, len, i * len, version);
			buf_dirty(sp, buf, 4, 100);
			buf_release(sp, &buf);
		}
		sphere_state(sp)->part[p].hurba = cis[p] * len;
	}
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	vol_close(&rw);
}

static int
setup(void **state)
{
	struct volume *rw = NULL;
	struct ds_diag d;

	(void)state;
	test_dirs_in_memory();
	dir = test_dir_new();
	test_attrs(&attr[0], &attr[1], CI_LEN, 5, 3);
	assert_ok(vol_open(dir, false, &rw, &d), &d);
	assert_ok(sphere_create(rw, &attr[0], &attr[1], &d), &d);
	vol_close(&rw);
	for (unsigned p = 0; p < SPHERE_PARTS; p++)
		sphere_id_name(attr[p].id, name[p]);
	write_version(1);
	for (unsigned p = 0; p < SPHERE_PARTS; p++)
		keep(&file[p], name[p]);
	assert_ok(vol_open(dir, true, &vol, &d), &d);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	vol_close(&vol);
	for (unsigned p = 0; p < SPHERE_PARTS; p++)
		free(file[p].bytes);
	test_dir_free(dir);
	return 0;
}

/* Damage names where it is. */
static void
check_told(enum ds_status st, const struct ds_diag *d)
{
	if (st != DS_CORRUPT)
		fail_msg("%s: %s", ds_status_name(st), d->text);
	assert_true(d->has_rba);
	assert_true(d->name[0] != '\0' && d->text[0] != '\0');
}

/* Read it all, every way. Returns how many control intervals were refused;
 * all of them when the sphere cannot be opened. */
static unsigned
read_all(uint64_t *bad_rbap)
{
	static const uint64_t cis[SPHERE_PARTS] = {CIS, INDEX_CIS};
	struct sphere *sp = NULL;
	struct sphere_ring *ring = NULL;
	struct ds_diag d;
	enum ds_status st, st_ring;
	unsigned bad = 0;

	st = sphere_open(vol, name[0], SPHERE_READ, NULL, &sp, &d);
	if (st != DS_OK) {
		check_told(st, &d);
		return CIS + INDEX_CIS;
	}
	assert_ok(ring_open(sp, &ring, &d), &d);
	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		uint32_t len = attr[p].ci_len, records, bytes;

		assert_int_equal(sphere_state(sp)->part[p].hurba, cis[p] * len);
		for (uint64_t i = 0; i < cis[p]; i++) {
			struct sphere_buf *buf = NULL;
			const uint8_t *image = NULL;

			st = buf_get(sp, (enum sphere_part)p, i * len, BUF_READ,
			    &buf, &d);
			if (st == DS_OK) {
				assert_true(
				    test_filled(buf->data, len, i * len, 1));
				assert_int_equal(buf->records, 4);
				buf_release(sp, &buf);
			} else {
				check_told(st, &d);
				*bad_rbap = i * len;
				bad++;
			}
			if (p == SPHERE_DATA) {
				st_ring = ring_get(
				    ring, i * len, &image, &records, &d);
				assert_int_equal(st_ring, st);
				if (st == DS_OK)
					assert_true(test_filled(
					    image, len, i * len, 1));
			}
			if (side_get(sp, (enum sphere_part)p, i * len, &records,
				&bytes, &d) == DS_OK) {
				assert_int_equal(records, 4);
				assert_int_equal(bytes, 100);
			}
		}
	}
	ring_close(&ring);
	sphere_close(&sp);
	return bad;
}

static void
each_changed_byte_of_a_page(unsigned p, size_t from, size_t len, unsigned *badp)
{
	uint64_t rba = 0;

	*badp = 0;
	for (size_t at = from; at < from + len; at++) {
		uint8_t was = file[p].bytes[at];

		/* One bit, all bits, in turn. */
		poke(&file[p], at,
		    (uint8_t)(was ^ (at % 2 ? 1U << at / 2 % 8 : 0xFFU)));
		*badp += read_all(&rba) > 0;
		poke(&file[p], at, was);
	}
}

static void
a_changed_identity_page_is_refused(void **state)
{
	unsigned bad = 0;

	(void)state;
	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		each_changed_byte_of_a_page(p, 0, COMP_PAGE, &bad);
		assert_int_equal(bad, COMP_PAGE);
	}
}

/* Kept twice: no single byte of it matters. */
static void
a_changed_byte_of_the_state_is_survived(void **state)
{
	unsigned bad = 0;

	(void)state;
	each_changed_byte_of_a_page(0, COMP_PAGE, 3 * COMP_PAGE, &bad);
	assert_int_equal(bad, 0);
	each_changed_byte_of_a_page(1, COMP_PAGE, COMP_PAGE, &bad);
	assert_int_equal(bad, 0);
}

static void
a_changed_side_page_is_refused(void **state)
{
	unsigned bad = 0;

	(void)state;
	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		each_changed_byte_of_a_page(
		    p, COMP_HEADER_LEN, COMP_PAGE, &bad);
		assert_int_equal(bad, COMP_PAGE);
	}
}

static void
a_changed_interval_alone_is_refused(void **state)
{
	struct comp_layout lo;
	uint32_t x = 12345;

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		unsigned p = i % 2;
		uint64_t ci, rba = 0;
		size_t at;

		assert_true(layout_of(&lo, &attr[p]));
		x = x * 1664525U + 1013904223U;
		ci = (x >> 8) % (p == 0 ? CIS : INDEX_CIS);
		at = (size_t)layout_offset(&lo, ci * lo.ci_len) +
		     (x >> 16) % lo.ci_len;
		poke(&file[p], at,
		    file[p].bytes[at] ^ (uint8_t)(1 + (x >> 24) % 255));
		assert_int_equal(read_all(&rba), 1);
		assert_int_equal(rba, ci * lo.ci_len);
		poke(&file[p], at, file[p].bytes[at]);
	}
}

static void
swapped_intervals_are_refused(void **state)
{
	struct comp_layout lo;
	uint64_t rba = 0;
	size_t a, b;

	(void)state;
	assert_true(layout_init(&lo, CI_LEN, 5, false));
	a = (size_t)layout_offset(&lo, 0);
	b = (size_t)layout_offset(&lo, 7 * CI_LEN);
	for (size_t i = 0; i < CI_LEN; i++) {
		poke(&file[0], a + i, file[0].bytes[b + i]);
		poke(&file[0], b + i, file[0].bytes[a + i]);
	}
	assert_int_equal(read_all(&rba), 2);
	restore(&file[0]);
}

static void
each_truncation_is_refused_or_harmless(void **state)
{
	uint64_t rba = 0;

	(void)state;
	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		for (size_t len = 0; len < file[p].len; len += 512) {
			assert_int_equal(truncate(file[p].path, (off_t)len), 0);
			read_all(&rba);
			restore(&file[p]);
		}
		assert_int_equal(truncate(file[p].path, 20480), 0);
		assert_true(read_all(&rba) > 0);
		restore(&file[p]);
	}
	assert_int_equal(read_all(&rba), 0);
}

static void
foreign_files_are_refused(void **state)
{
	struct sphere_state st;
	struct comp_attr got;
	uint64_t rba = 0;
	uint8_t noise[9000];
	struct ds_diag d;

	(void)state;
	/* Data and index under each other's name. */
	put_bytes(file[0].path, file[1].bytes, file[1].len);
	put_bytes(file[1].path, file[0].bytes, file[0].len);
	assert_int_equal(read_all(&rba), CIS + INDEX_CIS);
	restore(&file[0]);
	assert_int_equal(read_all(&rba), CIS + INDEX_CIS);
	/* No index, an empty one, noise. */
	unlink(file[1].path);
	assert_int_equal(read_all(&rba), CIS + INDEX_CIS);
	put_bytes(file[1].path, NULL, 0);
	assert_int_equal(read_all(&rba), CIS + INDEX_CIS);
	restore(&file[1]);
	test_fill(noise, sizeof(noise), 1, 1);
	put_bytes(file[0].path, noise, sizeof(noise));
	assert_int_equal(read_all(&rba), CIS + INDEX_CIS);
	assert_int_equal(sphere_read_attr(vol, name[0], &got, &d), DS_CORRUPT);
	assert_int_equal(
	    sphere_read_state(vol, name[0], &st, NULL, &d), DS_CORRUPT);
	restore(&file[0]);
	/* The caller's mistake, no damage. */
	assert_int_equal(
	    sphere_read_state(vol, name[1], &st, NULL, &d), DS_INVALID);
	assert_int_equal(read_all(&rba), 0);
}

/* Last, since it changes the sphere. */
static void
a_component_restored_alone_is_noticed(void **state)
{
	struct file_copy newer[SPHERE_PARTS];
	uint64_t rba = 0;

	(void)state;
	memset(newer, 0, sizeof(newer));
	write_version(2);
	write_version(1);
	for (unsigned p = 0; p < SPHERE_PARTS; p++)
		keep(&newer[p], name[p]);
	assert_int_equal(read_all(&rba), 0);
	for (unsigned p = 0; p < SPHERE_PARTS; p++) {
		restore(&file[p]);
		assert_int_equal(read_all(&rba), CIS + INDEX_CIS);
		restore(&newer[p]);
	}
	/* Both of the same time are fine. */
	restore(&file[0]);
	restore(&file[1]);
	assert_int_equal(read_all(&rba), 0);
	free(newer[0].bytes);
	free(newer[1].bytes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_changed_identity_page_is_refused),
	    cmocka_unit_test(a_changed_byte_of_the_state_is_survived),
	    cmocka_unit_test(a_changed_side_page_is_refused),
	    cmocka_unit_test(a_changed_interval_alone_is_refused),
	    cmocka_unit_test(swapped_intervals_are_refused),
	    cmocka_unit_test(each_truncation_is_refused_or_harmless),
	    cmocka_unit_test(foreign_files_are_refused),
	    cmocka_unit_test(a_component_restored_alone_is_noticed),
	};

#ifdef SPHERE_MUTANTS
	if (getenv("SPHERE_SKIP_FLUSH") != NULL)
		sphere_skip_flush = atoi(getenv("SPHERE_SKIP_FLUSH"));
#endif
	return cmocka_run_group_tests(tests, setup, teardown);
}
