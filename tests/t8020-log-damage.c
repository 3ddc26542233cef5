/*
 * The redo log damaged in every way: each byte changed, cut off anywhere, of
 * another data set, of an older commit, of another boot. What is found is the
 * committed state and the first so many requests of the log, never a mix and
 * never a crash. The expected records are those of the model after as many
 * requests.
 *
 * Compiled with LOG_MUTANTS, LOG_MUTANT in the environment names a fault to
 * build in, and this test must fail (t8022 runs it so); and the process is
 * killed at each instant of a request.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sys/wait.h>

#include "access-methods/am_int.h"
#include "access-methods/log/log.h"
#include "base/bytes.h"
#include "tests/support/vsam_test.h"
#include "tests/support/child.h"
#include "tests/support/log_mutant.h"

enum { LEN = 40, KEYS = 64, REQUESTS = 24, LOG_LEN = 64 * 1024 };

static struct vset vs;
/* Which version of each key's record is there after so many requests; 0: none
 */
static uint8_t model[REQUESTS + 1][KEYS];
static uint8_t *good; /* the whole log */
static size_t good_len, tail;
static size_t ends[REQUESTS + 1]; /* of each record; [0] of the header */

static const uint8_t *
mk(uint32_t key, uint32_t version)
{
	static uint8_t rec[LEN];

	memset(rec, (int)(key * 7 + version * 31), sizeof(rec));
	be64_put(rec, key);
	return rec;
}

static void
open_it(unsigned intent)
{
	struct am_parms parms = {.intent = intent};

	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &vs;
	parms.sphere.log_len = LOG_LEN;
	assert_ok(
	    am_open(vs.vol, vs.name, &parms, &vs.file, &vs.diag), &vs.diag);
	assert_ok(am_pos_new(vs.file, &vs.pos), &vs.diag);
}

static enum ds_status
hold(uint32_t key)
{
	uint8_t arg[8];
	struct am_rec got;
	enum ds_status st;

	be64_put(arg, key);
	st = am_point(vs.pos, AM_KEY, AM_EQ, false, arg, 8, 0, &vs.diag);
	return st == DS_OK ? am_get(vs.pos, &got, &vs.diag) : st;
}

/* Request n, of the kinds in turn; puts are most, so that there are splits. */
static void
request(uint32_t n)
{
	uint8_t *now = model[n];
	uint32_t key = n * 37 % KEYS;

	memcpy(now, model[n - 1], KEYS);
	if (now[key] == 0) {
		now[key] = (uint8_t)n;
		assert_ok(
		    am_put(vs.pos, mk(key, n), LEN, 0, false, NULL, &vs.diag),
		    &vs.diag);
		return;
	}
	assert_ok(hold(key), &vs.diag);
	if (n % 3 == 0) {
		now[key] = 0;
		assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
		return;
	}
	now[key] = (uint8_t)n;
	assert_ok(am_update(vs.pos, mk(key, n), LEN, &vs.diag), &vs.diag);
}

static void
log_path(char *path, size_t len, const char *name)
{
	snprintf(path, len, "%s/%s.log", vs.dir, name);
}

static void
log_write(const uint8_t *mem, size_t len)
{
	char path[300];
	FILE *f;

	log_path(path, sizeof(path), vs.name);
	assert_non_null(f = fopen(path, "wb"));
	assert_int_equal(fwrite(mem, 1, len, f), len);
	fclose(f);
}

static void
log_read(void)
{
	char path[300];
	FILE *f;

	log_path(path, sizeof(path), vs.name);
	assert_non_null(f = fopen(path, "rb"));
	free(good);
	good = malloc(LOG_LEN);
	good_len = fread(good, 1, LOG_LEN, f);
	fclose(f);
	assert_int_equal(good_len, LOG_LEN);
	tail = (size_t)be64_get(good + LOG_H_TAIL);
	assert_true(tail < LOG_LEN);
}

/* Ten records in the file, then REQUESTS in a log, the process gone. */
static void
set_up(void)
{
	struct log_rec rec;
	struct log_scan scan;
	struct log_key key = {.any_state = true};
	uint32_t n = 0;

	vset_attrs(&vs, DS_ORG_KSDS, 512, 3, LEN);
	vset_create(&vs);
	memset(model, 0, sizeof(model));
	open_it(AM_OUTPUT);
	for (uint32_t k = 0; k < 50; k += 5) {
		model[0][k] = 1;
		assert_ok(
		    am_put(vs.pos, mk(k, 1), LEN, 0, true, NULL, &vs.diag),
		    &vs.diag);
	}
	assert_ok(vset_close(&vs), &vs.diag);
	open_it(AM_INPUT | AM_OUTPUT);
	for (uint32_t i = 1; i <= REQUESTS; i++)
		request(i);
	vset_abandon(&vs);
	log_read();
	memcpy(key.data, vs.data.id, LOG_ID_LEN);
	assert_true(log_scan_begin(&key, good, good_len, &scan));
	ends[0] = LOG_HEADER_LEN;
	while (log_scan_next(&scan, &rec))
		ends[++n] = scan.at;
	assert_int_equal(n, REQUESTS);
	assert_int_equal(ends[n], tail);
	/* there were splits: some records are whole control intervals */
	assert_true(tail - LOG_HEADER_LEN > REQUESTS * 200);
}

static void
tear_down(void)
{
	vset_free(&vs);
	free(good);
	good = NULL;
}

static void
fault(const char *what, size_t at)
{
	log_mutant_noticed();
	fail_msg("%s at %zu", what, at);
}

/* A reader finds the first n requests, and n says so. */
static void
finds(uint32_t n, size_t at)
{
	uint8_t seen[KEYS] = {0};
	struct am_rec got;

	open_it(AM_INPUT);
	if (am_recovered(vs.file)->requests != n)
		fault("other requests than expected", at);
	while (am_get(vs.pos, &got, &vs.diag) == DS_OK) {
		uint32_t key = (uint32_t)be64_get(got.data);

		if (key >= KEYS || got.len != LEN ||
		    memcmp(got.data, mk(key, model[n][key]), LEN) != 0)
			fault("a record that nobody put", at);
		seen[key] = model[n][key];
	}
	if (memcmp(seen, model[n], KEYS) != 0)
		fault("records are missing", at);
	assert_true(am_recovered(vs.file)->overlay == (n > 0));
	vset_close(&vs);
}

/* How many records end at or before. */
static uint32_t
before(size_t at)
{
	uint32_t n = 0;

	while (n < REQUESTS && ends[n + 1] <= at)
		n++;
	return n;
}

static void
a_changed_byte_ends_the_log_before_it(void **state)
{
	uint8_t *mem;

	(void)state;
	set_up();
	mem = malloc(LOG_LEN);
	for (size_t at = 0; at < tail + 64; at++) {
		uint32_t n = REQUESTS;

		if (at >= LOG_H_LEN && at < LOG_H_TAIL)
			at = LOG_H_TAIL;
		if (at >= LOG_H_TAIL + 8 && at < LOG_HEADER_LEN)
			at = LOG_HEADER_LEN;
		memcpy(mem, good, LOG_LEN);
		mem[at] ^= (uint8_t)(1 + at * 5 % 255);
		if (at < LOG_H_LEN)
			n = 0;
		else if (at >= LOG_HEADER_LEN)
			n = before(at);
		else
			n = before((size_t)be64_get(mem + LOG_H_TAIL));
		/* the tail does not count if it is behind the end */
		log_write(mem, LOG_LEN);
		finds(n, at);
		if (at % 64 == 0)
			vset_verify(&vs);
	}
	free(mem);
	tear_down();
}

static void
a_log_that_is_cut_off_counts_up_to_there(void **state)
{
	(void)state;
	set_up();
	for (size_t len = 0; len < tail + 100; len += 41) {
		log_write(good, len);
		finds(len < LOG_HEADER_LEN ? 0 : before(len), len);
	}
	tear_down();
}

static void
reseal(void)
{
	be32_put(good + LOG_H_CRC, log_header_crc(good));
}

static void
another_boot_has_what_is_whole(void **state)
{
	(void)state;
	set_up();
	good[LOG_H_BOOT] ^= 1;
	reseal();
	log_write(good, LOG_LEN);
	finds(REQUESTS, 0);
	/* a page of the header from before the last requests */
	be64_put(good + LOG_H_TAIL, LOG_HEADER_LEN);
	log_write(good, LOG_LEN);
	finds(REQUESTS, 1);
	memset(good + ends[7] + 8, 0, 16);
	log_write(good, LOG_LEN);
	finds(7, 2);
	/* in this boot the tail is believed */
	good[LOG_H_BOOT] ^= 1;
	reseal();
	log_write(good, LOG_LEN);
	finds(0, 3);
	tear_down();
}

static void
a_log_of_another_state_is_obsolete(void **state)
{
	uint8_t *kept;

	(void)state;
	set_up();
	kept = malloc(LOG_LEN);
	memcpy(kept, good, LOG_LEN);
	/* a writer takes it over, and it is gone */
	open_it(AM_INPUT | AM_OUTPUT);
	assert_int_equal(am_recovered(vs.file)->requests, REQUESTS);
	assert_false(am_recovered(vs.file)->overlay);
	assert_false(am_recovered(vs.file)->damaged);
	assert_ok(hold(5), &vs.diag);
	assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
	model[REQUESTS][5] = 0;
	assert_ok(vset_close(&vs), &vs.diag);
	memcpy(model[0], model[REQUESTS], KEYS);
	vset_verify(&vs);
	finds(0, 0);
	/* the old one again */
	log_write(kept, LOG_LEN);
	finds(0, 1);
	vset_verify(&vs);
	open_it(AM_INPUT | AM_OUTPUT);
	if (am_recovered(vs.file)->requests != 0)
		fault("an obsolete log was taken", 2);
	assert_ok(vset_close(&vs), &vs.diag);
	finds(0, 3);
	free(kept);
	tear_down();
}

static void
update_some(uint8_t version)
{
	for (uint32_t k = 0; k < KEYS; k++)
		if (model[0][k] != 0 && k % 3 == 0) {
			assert_ok(hold(k), &vs.diag);
			assert_ok(
			    am_update(vs.pos, mk(k, version), LEN, &vs.diag),
			    &vs.diag);
			model[0][k] = version;
		}
}

/* Updates fit any state of the set: the sequence number alone tells. */
static void
updates_before_a_commit_are_not_done_again(void **state)
{
	(void)state;
	set_up();
	open_it(AM_INPUT | AM_OUTPUT);
	assert_ok(vset_close(&vs), &vs.diag);
	memcpy(model[0], model[REQUESTS], KEYS);
	open_it(AM_INPUT | AM_OUTPUT);
	update_some(100);
	vset_abandon(&vs);
	log_read();
	open_it(AM_INPUT | AM_OUTPUT);
	update_some(101);
	assert_ok(vset_close(&vs), &vs.diag);
	log_write(good, LOG_LEN);
	finds(0, 0);
	tear_down();
}

static void
a_log_of_another_set_is_not_looked_at(void **state)
{
	uint8_t *kept = malloc(LOG_LEN);

	(void)state;
	set_up();
	memcpy(kept, good, LOG_LEN);
	tear_down();
	set_up(); /* the same requests, another identity */
	log_write(kept, LOG_LEN);
	finds(0, 0);
	free(kept);
	tear_down();
}

static void
records_of_an_earlier_life_do_not_count(void **state)
{
	(void)state;
	set_up();
	open_it(AM_INPUT | AM_OUTPUT);
	memcpy(model[0], model[REQUESTS], KEYS);
	for (uint32_t i = 1; i <= 4; i++)
		request(i);
	assert_ok(sphere_commit(vs.file->sphere, false, &vs.diag), &vs.diag);
	memcpy(model[0], model[4], KEYS);
	request(1);
	vset_abandon(&vs);
	log_read();
	finds(1, 0);
	/* without a tail to go by, behind the one of now are three of then */
	good[LOG_H_BOOT] ^= 1;
	reseal();
	log_write(good, LOG_LEN);
	finds(1, 1);
	tear_down();
}

static void
a_closed_set_has_no_log(void **state)
{
	char path[300];

	(void)state;
	set_up();
	log_path(path, sizeof(path), vs.name);
	assert_int_equal(access(path, F_OK), 0);
	open_it(AM_INPUT | AM_OUTPUT);
	assert_ok(vset_close(&vs), &vs.diag);
	assert_int_not_equal(access(path, F_OK), 0);
	/* a request that changes nothing makes none to stay */
	open_it(AM_INPUT | AM_OUTPUT);
	assert_int_equal(am_put(vs.pos, mk(1, 1), 3, 0, false, NULL, &vs.diag),
	    DS_BADLENGTH);
	vset_abandon(&vs);
	assert_int_not_equal(access(path, F_OK), 0);
	tear_down();
}

/* The state that LISTCAT reads alone counts the log's requests. */
static void
the_state_alone_has_them_too(void **state)
{
	struct sphere_state st;
	uint64_t n = 0;

	(void)state;
	set_up();
	for (uint32_t k = 0; k < KEYS; k++)
		n += model[REQUESTS][k] != 0;
	assert_ok(
	    sphere_read_state(vs.vol, vs.name, &st, NULL, &vs.diag), &vs.diag);
	assert_int_equal(st.part[SPHERE_DATA].records, n);
	tear_down();
}

#ifdef LOG_MUTANTS
/* Killed at each instant of a request, the ones before it are whole; or of
 * beginning the log anew behind a commit. It is not taken for damaged or
 * missing. */
static void
killed_at_each_instant(void **state)
{
	(void)state;
	for (int at = 1; at <= 6; at++) {
		int status;
		pid_t pid;
		uint32_t n;

		set_up();
		vol_close(&vs.vol);
		fflush(NULL);
		if ((pid = child_fork()) == 0) {
			assert_int_equal(
			    vol_open(vs.dir, false, &vs.vol, &vs.diag), DS_OK);
			open_it(AM_INPUT | AM_OUTPUT);
			memcpy(model[0], model[REQUESTS], KEYS);
			request(1);
			request(2);
			log_die_at = at;
			if (at <= 4)
				request(3);
			else
				sphere_commit(vs.file->sphere, false, &vs.diag);
			_exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(
		    vol_open(vs.dir, false, &vs.vol, &vs.diag), DS_OK);
		memcpy(model[0], model[REQUESTS], KEYS);
		for (n = 1; n <= 3; n++) {
			uint32_t key = n * 37 % KEYS;

			memcpy(model[n], model[n - 1], KEYS);
			model[n][key] =
			    model[n][key] != 0 && n % 3 == 0 ? 0 : (uint8_t)n;
		}
		open_it(AM_INPUT);
		if (am_recovered(vs.file)->damaged)
			fault("a log that a kill left is damaged", (size_t)at);
		if (am_recovered(vs.file)->missing)
			fault("a log that a kill left is missing", (size_t)at);
		vset_close(&vs);
		/* Behind a commit there is nothing to do again. */
		if (at > 4)
			memcpy(model[0], model[2], KEYS);
		finds(at > 4 ? 0 : at == 4 ? 3 : 2, (size_t)at);
		open_it(AM_INPUT);
		vset_close(&vs);
		tear_down();
	}
}
#endif

int
main(void)
{
	const struct CMUnitTest tests[] = {
#ifdef LOG_MUTANTS
	    cmocka_unit_test(killed_at_each_instant),
#endif
	    cmocka_unit_test(a_changed_byte_ends_the_log_before_it),
	    cmocka_unit_test(a_log_that_is_cut_off_counts_up_to_there),
	    cmocka_unit_test(another_boot_has_what_is_whole),
	    cmocka_unit_test(a_log_of_another_state_is_obsolete),
	    cmocka_unit_test(updates_before_a_commit_are_not_done_again),
	    cmocka_unit_test(a_log_of_another_set_is_not_looked_at),
	    cmocka_unit_test(records_of_an_earlier_life_do_not_count),
	    cmocka_unit_test(a_closed_set_has_no_log),
	    cmocka_unit_test(the_state_alone_has_them_too),
	};

	test_dirs_in_memory();
	log_mutant_set();
	return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
