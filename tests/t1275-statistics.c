/*
 * Statistics of a data set whose writer is killed: the counts of the last few
 * requests may be lost, never those of all since the data set was opened.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/support/vsam_test.h"

enum { LEN = 100, ADDED = 2000, STATS_EVERY = 256 };

static void
put(struct vset *vs, unsigned key)
{
	uint8_t rec[LEN] = {0};
	char digits[16];

	snprintf(digits, sizeof(digits), "%08u", key);
	memcpy(rec, digits, 8);
	if (am_put(vs->pos, rec, LEN, 0, false, NULL, &vs->diag) != DS_OK)
		_exit(1);
}

static void
read_stats(struct vset *vs, struct ds_stats stats[SPHERE_PARTS])
{
	struct sphere_state state;

	assert_int_equal(
	    sphere_read_state(vs->vol, vs->name, &state, stats, NULL), DS_OK);
}

static void
a_killed_writer_leaves_its_counts(void **state)
{
	struct ds_stats before[SPHERE_PARTS], after[SPHERE_PARTS];
	struct vset vs;
	int status;
	pid_t pid;

	(void)state;
	vset_attrs(&vs, DS_ORG_KSDS, 4096, 4, LEN);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_OUTPUT | AM_DIR), DS_OK);
	put(&vs, 99999999); /* what comes then is put in front of it */
	assert_int_equal(vset_close(&vs), DS_OK);
	read_stats(&vs, before);
	if ((pid = fork()) == 0) {
		if (vset_open(&vs, AM_INPUT | AM_OUTPUT | AM_DIR) != DS_OK)
			_exit(2);
		/* 7919 is prime: all keys once, in no order */
		for (unsigned i = 1; i <= ADDED; i++)
			put(&vs, i * 7919 % 1000003);
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	read_stats(&vs, after);
	/* all requests are there, and the counts of all but a few */
	assert_int_equal(after[SPHERE_DATA].rec_total, 1 + ADDED);
	assert_true(after[SPHERE_DATA].rec_inserted >
		    before[SPHERE_DATA].rec_inserted + ADDED - STATS_EVERY);
	assert_true(after[SPHERE_DATA].splits_ci > 0);
	assert_true(after[SPHERE_DATA].splits_ca > 0);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_killed_writer_leaves_its_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
