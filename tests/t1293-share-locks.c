/*
 * A get for update of a shared set has the record alone until it is changed or
 * given up: others are told whom they wait for, and nobody's change is lost.
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

#include "access-methods/rpl.h"
#include "access-methods/sphere/sphere_int.h"
#include "tests/support/child.h"
#include "tests/support/long.h"
#include "tests/support/share_test.h"

enum { KEYS = 80, WAIT_MS = 60 };

static struct vset vs;
static struct opener a, b;

static int
setup(void **state)
{
	(void)state;
	memset(&a, 0, sizeof(a));
	memset(&b, 0, sizeof(b));
	a.wait_ms = b.wait_ms = WAIT_MS;
	share_make(&vs, KEYS, 1, 0);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	vset_verify(&vs);
	vset_free(&vs);
	return 0;
}

static enum ds_status
get(struct opener *op, uint64_t key, uint32_t *versionp)
{
	struct am_rec rec;
	enum ds_status st = opener_get(op, key, &rec);

	if (st != DS_OK)
		return st;
	assert_int_equal(be64_get(rec.data), key);
	if (versionp != NULL)
		*versionp = share_record_check(&rec, key);
	return DS_OK;
}

static void
both_open(void)
{
	opener_open(&a, &vs, AM_OUTPUT | AM_DIR);
	opener_open(&b, &vs, AM_OUTPUT | AM_DIR);
}

static void
both_close(void)
{
	opener_close(&a);
	opener_close(&b);
}

/* The other has it, and the message says who. */
static void
assert_locked(struct opener *op, uint64_t key)
{
	char who[40];

	assert_int_equal(get(op, key, NULL), DS_LOCKED);
	snprintf(who, sizeof(who), "process %ld", (long)getpid());
	assert_non_null(strstr(op->diag.holder, who));
	assert_non_null(strstr(op->diag.text, "this program"));
	/* R15 8, feedback 20: exclusive control conflict, SC23-6855 */
	assert_int_equal(ds_status_reason(DS_LOCKED), 20);
}

static void
an_update_ends_the_lock(void **state)
{
	uint32_t version = 9;

	(void)state;
	both_open();
	assert_ok(get(&a, 7, NULL), &a.diag);
	assert_locked(&b, 7);
	assert_ok(get(&b, 8, NULL), &b.diag);
	assert_ok(opener_update(&a, 7, 1), &a.diag);
	assert_ok(get(&b, 7, &version), &b.diag);
	assert_int_equal(version, 1);
	assert_locked(&a, 7);
	assert_ok(am_erase(b.pos, &b.diag), &b.diag);
	assert_int_equal(get(&a, 7, NULL), DS_NOTFOUND);
	both_close();
}

static void
the_next_get_a_release_and_the_positions_end_end_it(void **state)
{
	struct am_pos *more = NULL;
	struct am_rec rec;

	(void)state;
	both_open();
	assert_ok(get(&a, 7, NULL), &a.diag);
	assert_ok(am_get(a.pos, &rec, &a.diag), &a.diag);
	assert_locked(&b, 8);
	assert_ok(get(&b, 7, NULL), &b.diag);
	am_release(a.pos);
	assert_ok(get(&b, 8, NULL), &b.diag);
	/* what was given up cannot be changed */
	assert_int_equal(opener_update(&a, 8, 1), DS_NOUPDATE);
	assert_ok(am_pos_new(a.file, &more), &a.diag);
	assert_ok(am_point(more, AM_FIRST, AM_GE, false, NULL, 0, 0, &a.diag),
	    &a.diag);
	assert_ok(am_get(more, &rec, &a.diag), &a.diag);
	assert_locked(&b, 0);
	am_pos_free(&more);
	assert_ok(get(&b, 0, NULL), &b.diag);
	both_close();
}

/* As ENQ's messages have it: services/enq.h. */
static void
a_job_is_named(void **state)
{
	char who[80];

	(void)state;
	a.job = "PAYROLL1";
	both_open();
	a.job = NULL;
	assert_ok(get(&a, 4, NULL), &a.diag);
	assert_int_equal(get(&b, 4, NULL), DS_LOCKED);
	snprintf(who, sizeof(who), "job PAYROLL1 (%s, process %ld)",
	    program_invocation_short_name, (long)getpid());
	assert_string_equal(b.diag.holder, who);
	assert_ok(get(&b, 5, NULL), &b.diag);
	assert_int_equal(get(&a, 5, NULL), DS_LOCKED);
	snprintf(who, sizeof(who), "%s (process %ld)",
	    program_invocation_short_name, (long)getpid());
	assert_string_equal(a.diag.holder, who);
	both_close();
}

static void
a_position_waits_where_it_was(void **state)
{
	struct am_rec rec;

	(void)state;
	both_open();
	assert_ok(get(&b, 4, NULL), &b.diag);
	assert_ok(get(&a, 3, NULL), &a.diag);
	assert_int_equal(am_get(a.pos, &rec, &a.diag), DS_LOCKED);
	assert_int_equal(am_get(a.pos, &rec, &a.diag), DS_LOCKED);
	assert_ok(opener_update(&b, 4, 5), &b.diag);
	assert_ok(am_get(a.pos, &rec, &a.diag), &a.diag);
	assert_int_equal(be64_get(rec.data), 4);
	assert_int_equal(share_record_check(&rec, 4), 5);
	both_close();
}

static void
close_and_death_end_it(void **state)
{
	struct opener child = {.wait_ms = WAIT_MS};
	int status;
	pid_t pid;

	(void)state;
	both_open();
	assert_ok(get(&b, 4, NULL), &b.diag);
	assert_locked(&a, 4);
	opener_close(&b);
	assert_ok(get(&a, 4, NULL), &a.diag);
	if ((pid = child_fork()) == 0) {
		if (opener_try(&child, &vs, AM_OUTPUT | AM_DIR) == DS_OK)
			get(&child, 5, NULL);
		raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	assert_int_equal(get(&a, 5, NULL), DS_LOCKED);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_ok(get(&a, 5, NULL), &a.diag);
	opener_close(&a);
}

static void
who_reads_is_not_kept_out(void **state)
{
	struct opener r = {0};

	(void)state;
	opener_open(&a, &vs, AM_OUTPUT | AM_DIR);
	opener_open(&r, &vs, AM_INPUT | AM_DIR);
	assert_ok(get(&a, 7, NULL), &a.diag);
	assert_ok(get(&r, 7, NULL), &r.diag);
	opener_close(&r);
	opener_close(&a);
}

static void
requests_with_options_lock_for_update_alone(void **state)
{
	uint8_t area[SHARE_REC], k[8];
	struct am_rpl *rpl = NULL;
	struct rpl_req req = {.opt = RPL_KEY | RPL_DIR,
	    .arg = k,
	    .arglen = 8,
	    .area = area,
	    .arealen = sizeof(area)};
	struct am_rec rec;

	(void)state;
	both_open();
	be64_put(k, 7);
	assert_ok(rpl_new(a.file, &rpl, &a.diag), &a.diag);
	assert_ok(rpl_get(rpl, &req, &rec, &a.diag), &a.diag);
	assert_ok(get(&b, 7, NULL), &b.diag);
	am_release(b.pos);
	req.opt |= RPL_UPD;
	assert_ok(rpl_get(rpl, &req, &rec, &a.diag), &a.diag);
	assert_locked(&b, 7);
	assert_ok(rpl_endreq(rpl, &a.diag), &a.diag);
	assert_ok(get(&b, 7, NULL), &b.diag);
	rpl_free(&rpl);
	both_close();
}

/* Nobody else could end that wait: 64, no string, and the others go on. */
static void
more_records_than_one_opening_has_are_refused(void **state)
{
	struct am_pos *pos[SHARE_LOCKS] = {NULL};
	struct am_rec rec;
	uint8_t k[8];

	(void)state;
	both_open();
	for (uint64_t i = 0; i < SHARE_LOCKS; i++) {
		be64_put(k, i);
		assert_ok(am_pos_new(a.file, &pos[i]), &a.diag);
		assert_ok(
		    am_point(pos[i], AM_KEY, AM_EQ, false, k, 8, 0, &a.diag),
		    &a.diag);
		assert_ok(am_get(pos[i], &rec, &a.diag), &a.diag);
	}
	assert_int_equal(get(&a, SHARE_LOCKS, NULL), DS_STRINGS);
	assert_int_equal(ds_status_reason(DS_STRINGS), 64);
	am_pos_free(&pos[0]);
	assert_ok(get(&a, SHARE_LOCKS, NULL), &a.diag);
	for (size_t i = 1; i < SHARE_LOCKS; i++)
		am_pos_free(&pos[i]);
	both_close();
}

/* b is in a request. a's close would wait for an hour. */
static void
a_close_does_not_wait_again(void **state)
{
	char who[40];

	(void)state;
	both_open();
	assert_ok(sphere_enter(b.file->sphere, &b.diag), &b.diag);
	assert_int_equal(opener_put(&a, 1000, 1), DS_TIMEOUT);
	snprintf(who, sizeof(who), "process %ld", (long)getpid());
	assert_non_null(strstr(a.diag.holder, who));
	a.file->sphere->share->wait_ms = 3600 * 1000;
	memset(&a.diag, 0, sizeof(a.diag));
	am_pos_free(&a.pos);
	assert_int_equal(am_close(&a.file, &a.diag), DS_TIMEOUT);
	assert_non_null(strstr(a.diag.holder, who));
	vol_close(&a.vol);
	sphere_leave(b.file->sphere);
	opener_close(&b);
}

static void
one_opening_too_many_is_told_so(void **state)
{
	static struct opener many[SHARE_OPENERS + 1];
	size_t n = SHARE_OPENERS;

	(void)state;
	memset(many, 0, sizeof(many));
	for (size_t i = 0; i < n; i++)
		opener_open(&many[i], &vs, AM_INPUT | AM_DIR);
	assert_int_equal(
	    opener_try(&many[n], &vs, AM_INPUT | AM_DIR), DS_OPEN_INUSE);
	assert_string_equal(
	    many[n].diag.holder, "128 opens, as many as can share it");
	vol_close(&many[n].vol);
	for (size_t i = 0; i < n; i++)
		opener_close(&many[i]);
}

/* Several processes add to the same records. */
static void
no_change_is_lost(void **state)
{
	enum { CHILDREN = 3 };
	unsigned n = long_or(20000, 1500);
	uint64_t sum = 0;
	uint32_t version;
	pid_t pid[CHILDREN];
	int status;

	(void)state;
	for (unsigned c = 0; c < CHILDREN; c++) {
		if ((pid[c] = child_fork()) != 0)
			continue;
		a.wait_ms = 0;
		if (opener_try(&a, &vs, AM_OUTPUT | AM_DIR) != DS_OK)
			_exit(2);
		for (unsigned i = 0; i < n; i++) {
			uint64_t key = (i * 7 + c) % 5;

			if (get(&a, key, &version) != DS_OK ||
			    opener_update(&a, key, version + 1) != DS_OK)
				_exit(3);
		}
		am_pos_free(&a.pos);
		_exit(am_close(&a.file, &a.diag) == DS_OK ? 0 : 4);
	}
	for (unsigned c = 0; c < CHILDREN; c++) {
		assert_int_equal(waitpid(pid[c], &status, 0), pid[c]);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
	}
	opener_open(&a, &vs, AM_INPUT | AM_DIR);
	for (uint64_t k = 0; k < 5; k++) {
		assert_ok(get(&a, k, &version), &a.diag);
		sum += version;
	}
	opener_close(&a);
	assert_int_equal(sum, (uint64_t)CHILDREN * n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		an_update_ends_the_lock, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		the_next_get_a_release_and_the_positions_end_end_it, setup,
		teardown),
	    cmocka_unit_test_setup_teardown(a_job_is_named, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_position_waits_where_it_was, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		close_and_death_end_it, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		who_reads_is_not_kept_out, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		requests_with_options_lock_for_update_alone, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		more_records_than_one_opening_has_are_refused, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_close_does_not_wait_again, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		one_opening_too_many_is_told_so, setup, teardown),
	    cmocka_unit_test_setup_teardown(no_change_is_lost, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
