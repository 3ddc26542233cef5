/*
 * Real processes, killed by SIGKILL at a random instant of random requests. A
 * child reports each request through a pipe when it is complete and before it
 * makes the next; after its death the set is verified, and has exactly the
 * requests that were reported, or the one in flight besides. The next child
 * goes on from there, so recoveries are killed as well.
 *
 * CATAMOUNT_SEED chooses another run; with CATAMOUNT_LONG there are 1,000
 * rounds of each shape.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/vsam_test.h"
#include "tests/support/log_kill.h"
#include "tests/support/long.h"

static struct lt lt;
static uint64_t run_seed;
static uint32_t levels;
static uint64_t redone, in_flight;

static void
child(int fd)
{
	/* Some have each request durable as well. */
	unsigned durable = lt.m.requests % 2 ? AM_DURABLE : 0;

	signal(SIGPIPE, SIG_DFL);
	if (vol_open(lt.vs.dir, false, &lt.vs.vol, &lt.vs.diag) != DS_OK ||
	    lt_open(&lt, AM_INPUT | AM_OUTPUT | durable) != DS_OK)
		_exit(3);
	lt_requests(&lt, fd);
}

static void
round_of(uint64_t round)
{
	const struct lt_kill when = {run_seed, round, 3, 120, 3000000};
	uint64_t last = lt.m.requests;
	bool one_more;
	const char *why;

	lt_kill_some_time(child, &when, &last);
	assert_ok(
	    vol_open(lt.vs.dir, false, &lt.vs.vol, &lt.vs.diag), &lt.vs.diag);
	vset_verify(&lt.vs);
	assert_ok(lt_open(&lt, AM_INPUT), &lt.vs.diag);
	if (am_recovered(lt.vs.file)->damaged)
		fail_msg("a kill damaged the log, seed %d", (int)run_seed);
	redone += am_recovered(lt.vs.file)->requests;
	if ((why = lt_follow(&lt, last, &one_more)) != NULL)
		fail_msg("%s: %s after %d requests, seed %d, round %d",
		    lt.sh->what, why, (int)last, (int)run_seed, (int)round);
	in_flight += one_more;
	if (am_state(lt.vs.file)->part[SPHERE_INDEX].levels > levels)
		levels = am_state(lt.vs.file)->part[SPHERE_INDEX].levels;
	assert_ok(vset_close(&lt.vs), &lt.vs.diag);
	vol_close(&lt.vs.vol);
}

static void
run(void **state)
{
	const struct lt_shape *sh = *state;
	uint64_t rounds = long_or(1000, 40);

	levels = 0;
	redone = in_flight = 0;
	lt_make(&lt, sh, run_seed);
	vol_close(&lt.vs.vol);
	for (uint64_t i = 0; i < rounds; i++)
		round_of(i);
	print_message("# %s: seed %llu, %llu rounds, %llu requests, %llu done "
		      "again, %llu in flight, %u index levels\n",
	    sh->what, (unsigned long long)run_seed, (unsigned long long)rounds,
	    (unsigned long long)lt.m.requests, (unsigned long long)redone,
	    (unsigned long long)in_flight, levels);
	assert_true(redone > 0);
	if (sh->cis_per_ca == 1)
		assert_true(levels >= 3);
	vset_free(&lt.vs);
}

/* org, CI, CIs a CA, index CI, record lengths, keys, log */
static const struct lt_shape shapes[] = {
    {"KSDS", DS_ORG_KSDS, 512, 3, 512, 40, 200, 600, 65536},
    {"KSDS, one CI a CA", DS_ORG_KSDS, 512, 1, 512, 100, 240, 1200, 65536},
    {"KSDS, 4 KiB", DS_ORG_KSDS, 4096, 8, 512, 12, 900, 1000, 0},
    {"KSDS, one track", DS_ORG_KSDS, 18432, 3, 4096, 12, 2000, 300, 131072},
    {"KSDS, spanned", DS_ORG_KSDS, 512, 8, 512, 12, 2500, 120, 65536},
    {"KSDS, small log", DS_ORG_KSDS, 1024, 4, 512, 12, 600, 300, 8192},
    {"ESDS", DS_ORG_ESDS, 512, 3, 512, 12, 300, 1200, 65536},
    {"RRDS", DS_ORG_RRDS, 1024, 3, 512, 90, 90, 500, 16384},
};

int
main(void)
{
	struct CMUnitTest tests[sizeof(shapes) / sizeof(shapes[0])];
	size_t i, n = sizeof(shapes) / sizeof(shapes[0]);

	run_seed = run_seed_choose();
	test_dirs_in_memory();
	for (i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){shapes[i].what, run, NULL, NULL,
		    (void *)(uintptr_t)&shapes[i]};
	return _cmocka_run_group_tests("kill", tests, n, NULL, NULL) != 0;
}
