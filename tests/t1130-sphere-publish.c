/*
 * What a commit leaves on disk: the two state slots, the batch beside the data
 * component, the statistics. Places are those of doc/formats/component.md: slot
 * pages at 4096 and 8192; in a batch the CRC of the head at 12, the sphere's
 * identity at 16, the data component's at 32.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "tests/support/sphere_volume.h"

enum { CI = 1024, PER_CA = 8, PAGE = 4096, SLOTS = 4096 };

/* A file's bytes. */
struct bytes {
	uint8_t *mem;
	size_t len;
};

static struct comp_attr attr[SPHERE_PARTS];
static char name[SPHERE_PARTS][SPHERE_NAME_LEN];

static void
make(void)
{
	test_dir_clear(dir);
	test_attrs(&attr[0], &attr[1], CI, PER_CA, 4);
	test_sphere_new(vol, attr, true, name);
}

static struct sphere *
opened(unsigned mode)
{
	return test_sphere_open(vol, name[0], mode, NULL);
}

static void
put(struct sphere *sp, unsigned version)
{
	struct sphere_buf *buf = NULL;
	struct ds_diag d;

	assert_ok(buf_get(sp, SPHERE_DATA, 0, BUF_NEW, &buf, &d), &d);
	test_fill(buf->data, CI, 0, version);
	buf_dirty(sp, buf, version, version);
	buf_release(sp, &buf);
	sphere_state(sp)->part[0].hurba = CI;
}

/* Change the control interval and publish it; more is to come. */
static void
publish(struct sphere *sp, unsigned version)
{
	struct ds_diag d;

	put(sp, version);
	assert_ok(sphere_commit(sp, false, &d), &d);
}

/* Which version an open for output finds. */
static unsigned
version_now(void)
{
	struct sphere *sp = opened(SPHERE_UPDATE);
	struct sphere_buf *buf = NULL;
	struct ds_diag d;
	unsigned v;

	assert_ok(buf_get(sp, SPHERE_DATA, 0, BUF_READ, &buf, &d), &d);
	v = buf->records;
	assert_true(test_filled(buf->data, CI, 0, v));
	buf_release(sp, &buf);
	sphere_close(&sp);
	return v;
}

static void
path_of(const char *file, char out[300])
{
	snprintf(out, 300, "%s/%s", dir, file);
}

static struct bytes
file_read(const char *file)
{
	struct bytes b = {0};
	struct stat sb;
	char path[300];
	int fd;

	path_of(file, path);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &sb), 0);
	b.len = (size_t)sb.st_size;
	b.mem = malloc(b.len);
	assert_non_null(b.mem);
	assert_int_equal(read(fd, b.mem, b.len), b.len);
	close(fd);
	return b;
}

static void
file_write(const char *file, const struct bytes *b)
{
	char path[300];
	int fd;

	path_of(file, path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, b->mem, b->len), b->len);
	close(fd);
}

static const char *
batch_of(const char *data_name)
{
	static char file[SPHERE_NAME_LEN + 8];

	snprintf(file, sizeof(file), "%s.batch", data_name);
	return file;
}

/* --- slots ------------------------------------------------------------------
 */

/* Which slot page differs; exactly one does. */
static int
slot_written(const struct bytes *was, const struct bytes *is)
{
	bool changed[2];

	for (size_t i = 0; i < 2; i++)
		changed[i] = memcmp(was->mem + SLOTS + i * PAGE,
				 is->mem + SLOTS + i * PAGE, PAGE) != 0;
	assert_true(changed[0] != changed[1]);
	return changed[1];
}

static void
each_state_goes_into_the_older_slot(void **state)
{
	struct bytes was, is;
	struct sphere *sp;
	struct ds_diag d;
	int last = -1, now;

	(void)state;
	make();
	was = file_read(name[0]);
	sp = opened(SPHERE_UPDATE);
	for (unsigned v = 0; v < 6; v++) {
		if (v == 0) /* the first change is told before */
			put(sp, 1);
		else if (v < 5)
			publish(sp, v);
		else
			assert_ok(sphere_commit(sp, true, &d), &d);
		is = file_read(name[0]);
		now = slot_written(&was, &is);
		assert_int_not_equal(now, last);
		last = now;
		free(was.mem);
		was = is;
	}
	free(was.mem);
	sphere_close(&sp);
}

/* The slot page written last is lost: the state before it stands, whichever of
 * the two it is. */
static void
a_lost_slot_leaves_the_other(void **state)
{
	struct sphere_state st;
	struct bytes was, is;
	struct sphere *sp;
	struct ds_diag d;
	uint64_t seq;
	int slot;

	(void)state;
	for (unsigned n = 0; n < 2; n++) {
		make();
		sp = opened(SPHERE_UPDATE);
		for (unsigned v = 0; v <= n; v++)
			publish(sp, v + 1);
		was = file_read(name[0]);
		assert_ok(sphere_commit(sp, true, &d), &d);
		sphere_close(&sp);
		assert_ok(sphere_read_state(vol, name[0], &st, NULL, &d), &d);
		seq = st.seq;
		assert_false(st.open_output);
		is = file_read(name[0]);
		slot = slot_written(&was, &is);
		memset(is.mem + SLOTS + slot * PAGE, 0, PAGE);
		file_write(name[0], &is);
		assert_ok(sphere_read_state(vol, name[0], &st, NULL, &d), &d);
		assert_int_equal(st.seq, seq - 1);
		assert_true(st.open_output);
		assert_int_equal(version_now(), n + 1);
		free(was.mem);
		free(is.mem);
	}
}

/* --- the batch --------------------------------------------------------------
 */

static void
a_closing_commit_leaves_no_batch(void **state)
{
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make();
	sp = opened(SPHERE_UPDATE);
	publish(sp, 1);
	assert_true(vol_exists(vol, batch_of(name[0])));
	put(sp, 2);
	assert_ok(sphere_commit(sp, true, &d), &d);
	assert_false(vol_exists(vol, batch_of(name[0])));
	sphere_close(&sp);
	assert_int_equal(version_now(), 2);
	/* Nothing was changed: nothing is left either. */
	sp = opened(SPHERE_UPDATE);
	assert_ok(sphere_commit(sp, true, &d), &d);
	assert_false(vol_exists(vol, batch_of(name[0])));
	sphere_close(&sp);
}

enum { STATES = 4 };

/* Files after each of several commits: version 1 is in state[0], and batch[i]
 * leads from state[i - 1] to state[i]. */
static void
make_states(struct bytes data[STATES], struct bytes index[STATES],
    struct bytes batch[STATES])
{
	struct sphere *sp;

	make();
	sp = opened(SPHERE_UPDATE);
	for (unsigned i = 0; i < STATES; i++) {
		publish(sp, i + 1);
		data[i] = file_read(name[0]);
		index[i] = file_read(name[1]);
		batch[i] = file_read(batch_of(name[0]));
	}
	sphere_close(&sp);
}

static void
free_states(struct bytes b[STATES])
{
	for (unsigned i = 0; i < STATES; i++)
		free(b[i].mem);
}

static void
a_batch_leads_on_from_one_state_alone(void **state)
{
	struct bytes data[STATES], index[STATES], batch[STATES];

	(void)state;
	make_states(data, index, batch);
	for (unsigned s = 0; s < STATES; s++)
		for (unsigned b = 0; b < STATES; b++) {
			file_write(name[0], &data[s]);
			file_write(name[1], &index[s]);
			file_write(batch_of(name[0]), &batch[b]);
			assert_int_equal(
			    version_now(), b == s + 1 ? b + 1 : s + 1);
		}
	free_states(data);
	free_states(index);
	free_states(batch);
}

/* The head of a batch with a byte changed and the right CRC. */
static void
head_change(struct bytes *b, size_t at, uint8_t by)
{
	b->mem[at] ^= by;
	memset(b->mem + 12, 0, 4);
	be32_put(b->mem + 12, crc32c(b->mem, PAGE));
}

static void
a_batch_of_another_is_not_ours(void **state)
{
	static const size_t at[] = {
	    0,  /* the magic number */
	    16, /* first and last byte of the sphere's identity */
	    31,
	    32, /* ... and of the data component's */
	    47,
	};
	struct bytes data[STATES], index[STATES], batch[STATES];

	(void)state;
	make_states(data, index, batch);
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]) + 2; i++) {
		file_write(name[0], &data[0]);
		file_write(name[1], &index[0]);
		if (i > 0 && i <= sizeof(at) / sizeof(at[0]))
			head_change(&batch[1], at[i - 1], 0x40);
		else /* as it was, with a CRC made here: it is taken */
			head_change(&batch[1], 0, 0);
		file_write(batch_of(name[0]), &batch[1]);
		if (i > 0 && i <= sizeof(at) / sizeof(at[0])) {
			assert_int_equal(version_now(), 1);
			head_change(&batch[1], at[i - 1], 0x40);
		} else {
			assert_int_equal(version_now(), 2);
		}
	}
	free_states(data);
	free_states(index);
	free_states(batch);
}

/* --- statistics -------------------------------------------------------------
 */

static void
a_reset_clears_the_statistics(void **state)
{
	static const struct ds_stats none;
	struct ds_stats stats[SPHERE_PARTS];
	struct sphere_state st;
	struct sphere *sp;
	struct ds_diag d;

	(void)state;
	make();
	sp = opened(SPHERE_UPDATE);
	put(sp, 1);
	sphere_stats(sp, SPHERE_DATA)->rec_inserted = 5;
	sphere_stats(sp, SPHERE_DATA)->splits_ca = 3;
	sphere_stats(sp, SPHERE_INDEX)->splits_ci = 2;
	assert_ok(sphere_commit(sp, false, &d), &d);
	assert_ok(sphere_reset(sp, &d), &d);
	for (unsigned i = 0; i < SPHERE_PARTS; i++)
		assert_memory_equal(
		    sphere_stats(sp, (enum sphere_part)i), &none, sizeof(none));
	assert_ok(sphere_commit(sp, true, &d), &d);
	sphere_close(&sp);
	assert_ok(sphere_read_state(vol, name[0], &st, stats, &d), &d);
	assert_int_equal(stats[0].rec_inserted, 0);
	assert_int_equal(stats[0].splits_ca, 0);
	assert_int_equal(stats[1].splits_ci, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_state_goes_into_the_older_slot),
	    cmocka_unit_test(a_lost_slot_leaves_the_other),
	    cmocka_unit_test(a_closing_commit_leaves_no_batch),
	    cmocka_unit_test(a_batch_leads_on_from_one_state_alone),
	    cmocka_unit_test(a_batch_of_another_is_not_ours),
	    cmocka_unit_test(a_reset_clears_the_statistics),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
