/*
 * Sharing, and one of the openers is a process that stops or dies at a chosen
 * instant of a request, a commit or a reading. The others: who reads goes on
 * and sees each completed request, who writes gets its message in time, and
 * goes on when the stopped one is dead.
 *
 * The instants are there when this is compiled with SHARE_MUTANTS and
 * LOG_MUTANTS, by t8041, which also leaves out one part after the other of what
 * makes it right. Expected values: versions as the test put them.
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

#include "access-methods/sphere/sphere_int.h"
#include "tests/support/child.h"
#include "tests/support/share_test.h"

#ifdef SHARE_MUTANTS

enum { KEYS = 400, STEP = 2, UPDATED = 40 };

static struct vset vs;
static struct opener rd, wr;

static void
make_set(void)
{
	uint8_t rec[SHARE_REC];

	memset(&rd, 0, sizeof(rd));
	memset(&wr, 0, sizeof(wr));
	vset_attrs(&vs, DS_ORG_KSDS, 1024, 4, SHARE_REC);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	for (uint64_t k = 0; k < KEYS; k += STEP) {
		share_record_make(rec, k, 1);
		assert_ok(
		    am_put(vs.pos, rec, SHARE_REC, 0, true, NULL, &vs.diag),
		    &vs.diag);
	}
	assert_ok(vset_close(&vs), &vs.diag);
}

/* A process that has it open, does fn and then waits to be killed. */
static pid_t
other(unsigned intent, void (*fn)(struct opener *))
{
	struct opener op = {0};
	pid_t pid = child_fork();

	if (pid != 0)
		return pid;
	if (opener_try(&op, &vs, intent) != DS_OK)
		_exit(3);
	fn(&op);
	raise(SIGSTOP);
	_exit(0);
}

static int
wait_stopped(pid_t pid)
{
	int status = 0;

	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	return status;
}

static void
end_child(pid_t pid)
{
	int status;

	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
}

static void
update(struct opener *op, uint64_t key, uint32_t version)
{
	struct am_rec rec;
	uint8_t k[8];

	be64_put(k, key);
	if (am_point(op->pos, AM_KEY, AM_EQ, false, k, 8, 0, &op->diag) !=
		DS_OK ||
	    am_get(op->pos, &rec, &op->diag) != DS_OK ||
	    opener_update(op, key, version) != DS_OK)
		_exit(4);
}

/* --- a writer that stops or dies --------------------------------------------
 */

static int stop_at, stop_signal;

/* Updates all over the set are completed; then it stops at the instant, in a
 * request (for key 1, not there before) or in a commit. */
static void
write_and_stop(struct opener *op)
{
	for (uint64_t k = 0; k < KEYS; k += KEYS / UPDATED)
		update(op, k, 2);
	share_signal = stop_signal;
	share_stop_at = stop_at;
	if (stop_at <= SHARE_RECORDED)
		opener_put(op, 1, 9);
	else
		opener_commit(op);
	_exit(5);
}

static uint32_t
expected(uint64_t key)
{
	return key % (KEYS / UPDATED) == 0 ? 2 : 1;
}

/* All of them, forward, from a given opener; not for update. */
static void
check_all(struct opener *op)
{
	bool for_update = op->pos->for_update;
	struct am_rec rec;

	op->pos->for_update = false;
	assert_ok(
	    am_point(op->pos, AM_FIRST, AM_GE, false, NULL, 0, 0, &op->diag),
	    &op->diag);
	for (uint64_t k = 0; k < KEYS; k += STEP) {
		assert_ok(am_get(op->pos, &rec, &op->diag), &op->diag);
		/* what was not acknowledged may be there */
		if (be64_get(rec.data) == 1)
			assert_ok(am_get(op->pos, &rec, &op->diag), &op->diag);
		assert_int_equal(be64_get(rec.data), k);
		assert_int_equal(share_record_check(&rec, k), expected(k));
	}
	assert_int_equal(am_get(op->pos, &rec, &op->diag), DS_EOD);
	op->pos->for_update = for_update;
}

static void
readers_go_on_writers_are_told(int at)
{
	struct opener late = {0};
	char who[40];
	pid_t pid;

	make_set();
	opener_open(&rd, &vs, AM_INPUT | AM_DIR);
	/* one has read something before: it is in its pool */
	assert_int_equal(opener_version(&rd, 0), 1);
	wr.wait_ms = 100;
	opener_open(&wr, &vs, AM_OUTPUT | AM_DIR);
	stop_at = at;
	stop_signal = SIGSTOP;
	pid = other(AM_OUTPUT | AM_DIR, write_and_stop);
	assert_true(WIFSTOPPED(wait_stopped(pid)));
	/* who was there, and who comes now */
	check_all(&rd);
	opener_open(&late, &vs, AM_INPUT | AM_SEQ);
	check_all(&late);
	check_all(&wr);
	assert_int_equal(opener_put(&wr, 3, 3), DS_TIMEOUT);
	snprintf(who, sizeof(who), "process %ld", (long)pid);
	assert_non_null(strstr(wr.diag.holder, who));
	/* dead: its requests stay, the next goes on */
	end_child(pid);
	check_all(&rd);
	assert_ok(opener_put(&wr, 3, 3), &wr.diag);
	assert_int_equal(opener_version(&rd, 3), 3);
	assert_int_equal(opener_version(&late, 3), 3);
	assert_int_equal(opener_version(&wr, 3), 3);
	assert_ok(am_erase(wr.pos, &wr.diag), &wr.diag);
	check_all(&rd);
	check_all(&late);
	check_all(&wr);
	opener_close(&late);
	opener_close(&wr);
	check_all(&rd);
	opener_close(&rd);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
beside_a_stopped_writer_all_is_as_it_should_be(void **state)
{
	(void)state;
	for (int at = SHARE_IN_REQUEST; at <= SHARE_RESTARTED; at++)
		readers_go_on_writers_are_told(at);
}

/* It dies there, and nobody else has it open: the next open finds all. */
static void
after_a_writers_death_the_next_open_finds_all(void **state)
{
	(void)state;
	for (int at = SHARE_IN_REQUEST; at <= SHARE_RESTARTED; at++) {
		pid_t pid;
		int status;

		make_set();
		stop_at = at;
		stop_signal = SIGKILL;
		pid = other(AM_OUTPUT | AM_DIR, write_and_stop);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFSIGNALED(status));
		opener_open(&rd, &vs, AM_INPUT | AM_DIR);
		check_all(&rd);
		opener_open(&wr, &vs, AM_OUTPUT | AM_DIR);
		check_all(&wr);
		assert_ok(opener_put(&wr, 3, 3), &wr.diag);
		assert_int_equal(opener_version(&rd, 3), 3);
		opener_close(&rd);
		opener_close(&wr);
		vset_verify(&vs);
		vset_free(&vs);
	}
}

/* Another is there: it finishes what was begun. */
static void
a_writers_death_is_mended_by_the_next_writer(void **state)
{
	(void)state;
	for (int at = SHARE_IN_REQUEST; at <= SHARE_RESTARTED; at++) {
		pid_t pid;
		int status;

		make_set();
		opener_open(&rd, &vs, AM_INPUT | AM_DIR);
		opener_open(&wr, &vs, AM_OUTPUT | AM_DIR);
		stop_at = at;
		stop_signal = SIGKILL;
		pid = other(AM_OUTPUT | AM_DIR, write_and_stop);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFSIGNALED(status));
		check_all(&rd);
		check_all(&wr);
		for (uint64_t k = 5; k < KEYS; k += STEP)
			assert_ok(opener_put(&wr, k, 1), &wr.diag);
		for (uint64_t k = 5; k < KEYS; k += STEP) {
			assert_int_equal(opener_version(&wr, k), 1);
			assert_ok(am_erase(wr.pos, &wr.diag), &wr.diag);
		}
		check_all(&rd);
		assert_ok(opener_commit(&wr), &wr.diag);
		check_all(&rd);
		opener_close(&wr);
		opener_close(&rd);
		vset_verify(&vs);
		vset_free(&vs);
	}
}

/* --- a reader that stops -----------------------------------------------------
 */

static void
read_and_stop(struct opener *op)
{
	raise(SIGSTOP); /* the others do something first */
	share_signal = SIGSTOP;
	share_stop_at = stop_at;
	if (opener_version(op, 200) < 2)
		_exit(6);
	/* all of it, at a time when all is quiet */
	for (uint64_t k = 0; k < KEYS; k += STEP)
		if (opener_version(op, k) == 0)
			_exit(7);
	_exit(0);
}

static void
churn(uint32_t version)
{
	for (uint64_t k = 0; k < KEYS; k += STEP) {
		assert_int_not_equal(opener_version(&wr, k), 0);
		assert_ok(opener_update(&wr, k, version), &wr.diag);
	}
}

static void
a_reader_stopped_in_a_request_sees_one_time(void **state)
{
	(void)state;
	for (int at = SHARE_TAIL_SEEN; at <= SHARE_READ; at++) {
		int status;
		pid_t pid;

		make_set();
		opener_open(&wr, &vs, AM_OUTPUT | AM_DIR);
		stop_at = at;
		pid = other(AM_INPUT | AM_DIR, read_and_stop);
		assert_true(WIFSTOPPED(wait_stopped(pid)));
		/* records to be read; long ones and short ones after them */
		churn(2);
		for (uint64_t k = 1; k < 60; k += STEP)
			assert_ok(opener_put(&wr, k, 1), &wr.diag);
		kill(pid, SIGCONT);
		assert_true(WIFSTOPPED(wait_stopped(pid)));
		assert_ok(opener_commit(&wr), &wr.diag);
		for (uint64_t k = 1; k < 60; k += STEP) {
			assert_int_equal(opener_version(&wr, k), 1);
			assert_ok(am_erase(wr.pos, &wr.diag), &wr.diag);
		}
		churn(3);
		assert_ok(opener_commit(&wr), &wr.diag);
		churn(4);
		kill(pid, SIGCONT);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
		opener_close(&wr);
		vset_verify(&vs);
		vset_free(&vs);
	}
}

/* --- images that are kept over a commit -------------------------------------
 */

/* Stopped in its open: who comes is refused in time, and told by whom. When it
 * is dead the next open is let in. */
static void
who_is_stopped_in_an_open_is_named(void **state)
{
	struct opener op = {.job = "PAYROLL1"};
	char who[32];
	pid_t pid;

	(void)state;
	make_set();
	if ((pid = child_fork()) == 0) {
		share_signal = SIGSTOP;
		share_stop_at = SHARE_IN_GATE;
		opener_try(&op, &vs, AM_OUTPUT | AM_DIR);
		_exit(5);
	}
	assert_true(WIFSTOPPED(wait_stopped(pid)));
	rd.wait_ms = 60;
	assert_int_equal(
	    opener_try(&rd, &vs, AM_INPUT | AM_DIR), DS_OPEN_INUSE);
	snprintf(who, sizeof(who), "process %ld)", (long)pid);
	assert_non_null(strstr(rd.diag.holder, "job PAYROLL1 ("));
	assert_non_null(strstr(rd.diag.holder, who));
	vol_close(&rd.vol);
	end_child(pid);
	opener_open(&rd, &vs, AM_INPUT | AM_DIR);
	assert_int_equal(opener_version(&rd, 200), 1);
	opener_close(&rd);
	vset_free(&vs);
}

static void
images_of_a_late_reader_are_dropped(void **state)
{
	(void)state;
	make_set();
	opener_open(&rd, &vs, AM_INPUT | AM_DIR);
	opener_open(&wr, &vs, AM_OUTPUT | AM_DIR);
	assert_int_equal(opener_version(&rd, 200), 1);
	assert_int_equal(opener_version(&wr, 200), 1);
	assert_ok(opener_update(&wr, 200, 2), &wr.diag);
	assert_ok(opener_commit(&wr), &wr.diag);
	assert_int_equal(opener_version(&rd, 200), 2);
	opener_close(&rd);
	opener_close(&wr);
	vset_free(&vs);
}

/* A request whose record is longer than the log is committed instead. */
static void
requests_longer_than_the_log_are_seen(void **state)
{
	uint8_t rec[3000], k[8];
	struct am_rec got;

	(void)state;
	memset(&rd, 0, sizeof(rd));
	memset(&wr, 0, sizeof(wr));
	vset_attrs(&vs, DS_ORG_KSDS, 8192, 4, 3000);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	for (uint64_t key = 0; key < 40; key += 4) {
		memset(rec, (int)key, sizeof(rec));
		be64_put(rec, key);
		assert_ok(
		    am_put(vs.pos, rec, sizeof(rec), 0, true, NULL, &vs.diag),
		    &vs.diag);
	}
	assert_ok(vset_close(&vs), &vs.diag);
	wr.log_len = 8192;
	opener_open(&wr, &vs, AM_OUTPUT | AM_DIR);
	opener_open(&rd, &vs, AM_INPUT | AM_DIR);
	for (uint64_t key = 0; key < 40; key++) {
		memset(rec, (int)key, sizeof(rec));
		be64_put(rec, key);
		be64_put(k, key);
		if (key % 4 != 0)
			assert_ok(am_put(wr.pos, rec, sizeof(rec), 0, false,
				      NULL, &wr.diag),
			    &wr.diag);
		assert_ok(
		    am_point(rd.pos, AM_KEY, AM_EQ, false, k, 8, 0, &rd.diag),
		    &rd.diag);
		assert_ok(am_get(rd.pos, &got, &rd.diag), &rd.diag);
		assert_memory_equal(got.data, rec, sizeof(rec));
	}
	opener_close(&rd);
	opener_close(&wr);
	vset_verify(&vs);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(beside_a_stopped_writer_all_is_as_it_should_be),
	    cmocka_unit_test(after_a_writers_death_the_next_open_finds_all),
	    cmocka_unit_test(a_writers_death_is_mended_by_the_next_writer),
	    cmocka_unit_test(a_reader_stopped_in_a_request_sees_one_time),
	    cmocka_unit_test(who_is_stopped_in_an_open_is_named),
	    cmocka_unit_test(images_of_a_late_reader_are_dropped),
	    cmocka_unit_test(requests_longer_than_the_log_are_seen),
	};
	const char *mutant = getenv("SHARE_MUTANT"),
		   *log = getenv("LOG_MUTANT");

	share_mutant = mutant != NULL ? atoi(mutant) : 0;
	log_mutant = log != NULL ? atoi(log) : 0;
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
	printf("1..0 # SKIP the instants are compiled in by t8041\n");
	return 0;
}

#endif
