/*
 * Several openers of one set in turn: each sees what any other completed, at
 * its next request. Random requests of two writers and of readers by key and
 * in both directions are compared with an array after each; the log is short,
 * so that commits come often, from either writer. The expected values are the
 * array's.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sys/wait.h>

#include "tests/support/child.h"
#include "tests/support/long.h"
#include "tests/support/random.h"
#include "tests/support/share_test.h"

enum { KEYS = 3000, WRITERS = 2, READERS = 3 };

static struct vset vs;
static struct opener wr[WRITERS], rd[READERS];
static uint32_t model[KEYS]; /* versions; 0: no record */

/* A KSDS with a few records, closed. */
static void
make_set(uint64_t step)
{
	memset(model, 0, sizeof(model));
	memset(wr, 0, sizeof(wr));
	memset(rd, 0, sizeof(rd));
	share_make(&vs, KEYS, step, 1);
	for (uint64_t k = 0; k < KEYS; k += step)
		model[k] = 1;
}

static void
end_set(void)
{
	static const char *const beside[] = {"shr", "log", "batch", "dur"};
	char name[64];

	vset_verify(&vs);
	/* Who goes last leaves nothing. */
	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		snprintf(name, sizeof(name), "%s.%s", vs.name, beside[i]);
		assert_false(vol_exists(vs.vol, name));
	}
	vset_free(&vs);
}

static void
a_put_is_seen_at_the_next_request(void **state)
{
	(void)state;
	make_set(10);
	opener_open(&rd[0], &vs, AM_INPUT | AM_DIR);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[0], 5), 0);
	assert_ok(opener_put(&wr[0], 5, 7), &wr[0].diag);
	assert_int_equal(opener_version(&rd[0], 5), 7);
	assert_int_equal(opener_version(&wr[0], 5), 7);
	assert_ok(opener_update(&wr[0], 5, 8), &wr[0].diag);
	assert_int_equal(opener_version(&rd[0], 5), 8);
	assert_int_equal(opener_version(&wr[0], 5), 8);
	assert_ok(am_erase(wr[0].pos, &wr[0].diag), &wr[0].diag);
	assert_int_equal(opener_version(&rd[0], 5), 0);
	/* ... before and after a commit, and to who comes later */
	assert_ok(opener_put(&wr[0], 15, 3), &wr[0].diag);
	opener_open(&rd[1], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[1], 15), 3);
	assert_ok(opener_commit(&wr[0]), &wr[0].diag);
	assert_int_equal(opener_version(&rd[0], 15), 3);
	opener_close(&wr[0]);
	assert_int_equal(opener_version(&rd[1], 15), 3);
	opener_close(&rd[0]);
	opener_close(&rd[1]);
	end_set();
}

static void
who_may_not_write_follows_too(void **state)
{
	(void)state;
	make_set(10);
	rd[0].readonly = rd[1].readonly = true;
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	opener_open(&rd[0], &vs, AM_INPUT | AM_DIR);
	assert_ok(opener_put(&wr[0], 5, 7), &wr[0].diag);
	assert_int_equal(opener_version(&rd[0], 5), 7);
	assert_ok(opener_commit(&wr[0]), &wr[0].diag);
	assert_int_equal(opener_version(&wr[0], 5), 7);
	assert_ok(opener_update(&wr[0], 5, 8), &wr[0].diag);
	assert_int_equal(opener_version(&rd[0], 5), 8);
	/* the writer goes, and another comes */
	opener_close(&wr[0]);
	assert_int_equal(opener_version(&rd[0], 5), 8);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	assert_int_equal(opener_version(&wr[0], 5), 8);
	assert_ok(opener_update(&wr[0], 5, 9), &wr[0].diag);
	assert_int_equal(opener_version(&rd[0], 5), 9);
	opener_close(&rd[0]);
	opener_close(&wr[0]);
	/* Before any writer there is nothing to follow: told when one comes. */
	opener_open(&rd[1], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[1], 5), 9);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	assert_int_equal(am_point(rd[1].pos, AM_FIRST, AM_GE, false, NULL, 0, 0,
			     &rd[1].diag),
	    DS_OPEN_INUSE);
	opener_close(&rd[1]);
	opener_close(&wr[0]);
	end_set();
}

/* It puts a record and dies; what it left tells nothing of later. */
static void
what_the_dead_left_is_not_believed_later(void **state)
{
	struct opener op = {0};
	int status;
	pid_t pid;

	(void)state;
	make_set(10);
	if ((pid = child_fork()) == 0) {
		if (opener_try(&op, &vs, AM_OUTPUT | AM_DIR) == DS_OK &&
		    opener_put(&op, 5, 7) == DS_OK)
			raise(SIGKILL);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	/* another has it for himself in between */
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_DIR), &vs.diag);
	assert_int_equal(am_recovered(vs.file)->requests, 1);
	wr[1].pos = vs.pos;
	assert_ok(opener_put(&wr[1], 6, 8), &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	wr[1].pos = NULL;
	rd[0].readonly = true;
	opener_open(&rd[0], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[0], 6), 8);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	assert_int_equal(opener_version(&wr[0], 5), 7);
	assert_int_equal(opener_version(&wr[0], 6), 8);
	assert_ok(opener_update(&wr[0], 6, 9), &wr[0].diag);
	opener_open(&rd[1], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[1], 6), 9);
	opener_close(&rd[0]);
	opener_close(&rd[1]);
	opener_close(&wr[0]);
	end_set();
}

/* Images of before and after a writer are never mixed. */
static void
who_may_not_write_notices_a_writer_come_and_gone(void **state)
{
	uint8_t k[8];

	(void)state;
	make_set(10);
	rd[0].readonly = true;
	opener_open(&rd[0], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[0], 10), 1);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	for (uint64_t i = 0; i < 40; i++)
		assert_ok(opener_put(&wr[0], 10 * i + 5, 2), &wr[0].diag);
	opener_close(&wr[0]);
	be64_put(k, 105);
	assert_int_equal(
	    am_point(rd[0].pos, AM_KEY, AM_EQ, false, k, 8, 0, &rd[0].diag),
	    DS_OPEN_INUSE);
	opener_close(&rd[0]);
	rd[0].readonly = true;
	opener_open(&rd[0], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[0], 105), 2);
	opener_close(&rd[0]);
	end_set();
}

/* What each counts is added up. */
static void
statistics_are_those_of_all(void **state)
{
	struct ds_stats before[SPHERE_PARTS], now[SPHERE_PARTS];
	struct sphere_state st;

	(void)state;
	make_set(10);
	assert_ok(sphere_read_state(vs.vol, vs.name, &st, before, &vs.diag),
	    &vs.diag);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	opener_open(&wr[1], &vs, AM_OUTPUT | AM_DIR);
	for (uint64_t k = 0; k < 40; k++)
		assert_ok(
		    opener_put(&wr[k % 2], 10 * k + 5, 1), &wr[k % 2].diag);
	for (uint64_t k = 0; k < 15; k++) {
		assert_int_equal(opener_version(&wr[0], 10 * k), 1);
		assert_ok(opener_update(&wr[0], 10 * k, 2), &wr[0].diag);
	}
	opener_close(&wr[1]);
	assert_int_equal(opener_version(&wr[0], 0), 2);
	assert_ok(am_erase(wr[0].pos, &wr[0].diag), &wr[0].diag);
	opener_close(&wr[0]);
	assert_ok(
	    sphere_read_state(vs.vol, vs.name, &st, now, &vs.diag), &vs.diag);
	assert_int_equal(
	    now[SPHERE_DATA].rec_inserted - before[SPHERE_DATA].rec_inserted,
	    40);
	assert_int_equal(
	    now[SPHERE_DATA].rec_updated - before[SPHERE_DATA].rec_updated, 15);
	assert_int_equal(
	    now[SPHERE_DATA].rec_deleted - before[SPHERE_DATA].rec_deleted, 1);
	assert_int_equal(
	    now[SPHERE_DATA].rec_total, before[SPHERE_DATA].rec_total + 39);
	end_set();
}

/* A load and a reset need the set for themselves. */
static void
loads_and_resets_are_alone(void **state)
{
	(void)state;
	memset(wr, 0, sizeof(wr));
	memset(rd, 0, sizeof(rd));
	vset_attrs(&vs, DS_ORG_KSDS, 1024, 4, SHARE_REC);
	vs.data.flags |= DS_A_REUSE;
	vset_create(&vs);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_SEQ);
	assert_ok(opener_put(&wr[0], 1, 1), &wr[0].diag);
	assert_int_equal(
	    opener_try(&wr[1], &vs, AM_OUTPUT | AM_DIR), DS_OPEN_INUSE);
	opener_abandon(&wr[1]);
	assert_ok(opener_put(&wr[0], 2, 1), &wr[0].diag);
	opener_close(&wr[0]);
	opener_open(&wr[0], &vs, AM_OUTPUT | AM_DIR);
	assert_int_equal(opener_version(&wr[0], 2), 1);
	assert_int_equal(opener_try(&wr[1], &vs, AM_OUTPUT | AM_SEQ | AM_RESET),
	    DS_OPEN_INUSE);
	opener_abandon(&wr[1]);
	assert_int_equal(opener_version(&wr[0], 1), 1);
	opener_close(&wr[0]);
	opener_open(&wr[1], &vs, AM_OUTPUT | AM_SEQ | AM_RESET);
	assert_ok(opener_put(&wr[1], 3, 1), &wr[1].diag);
	opener_close(&wr[1]);
	opener_open(&rd[0], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd[0], 1), 0);
	assert_int_equal(opener_version(&rd[0], 3), 1);
	opener_close(&rd[0]);
	end_set();
}

/* --- everything at random --------------------------------------------------
 */

static uint64_t
neighbour(uint64_t key, bool backward)
{
	while (key < KEYS && model[key] == 0)
		key = backward ? key - 1 : key + 1;
	return key;
}

/* Where each reader is: the key that comes next, or KEYS or more. */
static uint64_t next_key[READERS];
static bool goes_back[READERS];

static void
read_on(unsigned i)
{
	struct opener *op = &rd[i];
	uint64_t want = neighbour(next_key[i], goes_back[i]);
	struct am_rec rec;
	enum ds_status st = am_get(op->pos, &rec, &op->diag);

	if (want >= KEYS) {
		assert_int_equal(st, DS_EOD);
		goes_back[i] = rnd(2) != 0;
		next_key[i] = goes_back[i] ? KEYS - 1 : 0;
		st = am_point(op->pos, goes_back[i] ? AM_LAST : AM_FIRST, AM_GE,
		    goes_back[i], NULL, 0, 0, &op->diag);
		assert_true(st == DS_OK || st == DS_NOTFOUND);
		return;
	}
	assert_ok(st, &op->diag);
	assert_int_equal(be64_get(rec.data), want);
	assert_int_equal(share_record_check(&rec, want), model[want]);
	next_key[i] = goes_back[i] ? want - 1 : want + 1;
}

static void
write_one(struct opener *op)
{
	uint64_t key = rnd(KEYS);
	uint32_t version = (uint32_t)rnd(1000000) + 1;
	unsigned what = (unsigned)rnd(10);

	assert_int_equal(opener_version(op, key), model[key]);
	if (model[key] == 0) {
		assert_ok(opener_put(op, key, version), &op->diag);
		model[key] = version;
	} else if (what < 4) {
		assert_ok(am_erase(op->pos, &op->diag), &op->diag);
		model[key] = 0;
	} else {
		assert_ok(opener_update(op, key, version), &op->diag);
		model[key] = version;
	}
	if (rnd(200) == 0)
		assert_ok(opener_commit(op), &op->diag);
}

static void
come_and_go(void)
{
	unsigned i = (unsigned)rnd(READERS + WRITERS);

	if (i < WRITERS) {
		if (rnd(2) == 0)
			opener_close(&wr[i]);
		else
			opener_abandon(&wr[i]);
		opener_open(&wr[i], &vs, AM_OUTPUT | AM_DIR);
		return;
	}
	i -= WRITERS;
	opener_close(&rd[i]);
	opener_open(&rd[i], &vs, AM_INPUT | (i == 0 ? AM_SEQ : AM_DIR));
	next_key[i] = 0;
	goes_back[i] = false;
}

static void
random_requests_with(size_t log_len, uint64_t with, bool durable)
{
	unsigned n = long_or(60000, durable ? 1500 : 6000);

	seed = with;
	make_set(3);
	for (unsigned i = 0; i < WRITERS; i++) {
		wr[i].log_len = log_len;
		wr[i].durable = durable;
		opener_open(&wr[i], &vs, AM_OUTPUT | AM_DIR);
	}
	for (unsigned i = 0; i < READERS; i++) {
		next_key[i] = 0;
		goes_back[i] = false;
		opener_open(&rd[i], &vs, AM_INPUT | (i == 0 ? AM_SEQ : AM_DIR));
	}
	for (unsigned op = 0; op < n; op++) {
		write_one(&wr[rnd(WRITERS)]);
		for (unsigned i = 0; i < READERS; i++)
			if (rnd(3) == 0)
				read_on(i);
		if (rnd(500) == 0)
			come_and_go();
		if (rnd(50) == 0) {
			uint64_t key = rnd(KEYS);

			assert_int_equal(
			    opener_version(&rd[2], key), model[key]);
			next_key[2] = model[key] == 0 ? next_key[2] : key + 1;
			goes_back[2] = model[key] == 0 ? goes_back[2] : false;
		}
	}
	for (unsigned i = 0; i < READERS; i++)
		opener_close(&rd[i]);
	for (unsigned i = 0; i < WRITERS; i++)
		opener_close(&wr[i]);
	end_set();
}

static void
two_writers_and_readers_agree_with_short_logs(void **state)
{
	(void)state;
	random_requests_with(8192, 1, false);
}

static void
two_writers_and_readers_agree_with_longer_logs(void **state)
{
	(void)state;
	random_requests_with(64 * 1024, 2, false);
}

static void
writers_of_durable_requests_agree(void **state)
{
	(void)state;
	random_requests_with(64 * 1024, 3, true);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_put_is_seen_at_the_next_request),
	    cmocka_unit_test(who_may_not_write_follows_too),
	    cmocka_unit_test(what_the_dead_left_is_not_believed_later),
	    cmocka_unit_test(who_may_not_write_notices_a_writer_come_and_gone),
	    cmocka_unit_test(statistics_are_those_of_all),
	    cmocka_unit_test(loads_and_resets_are_alone),
	    cmocka_unit_test(two_writers_and_readers_agree_with_short_logs),
	    cmocka_unit_test(two_writers_and_readers_agree_with_longer_logs),
	    cmocka_unit_test(writers_of_durable_requests_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
