/*
 * The truth table of DISP, written out from SA23-1385 "DISP parameter":
 * subparameters, defaults, and what happens to data sets that are passed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "jcl/disp.h"

/* Short names, that a row is a line. */
enum {
	NEW = JCL_STATUS_NEW,
	OLD = JCL_STATUS_OLD,
	SHR = JCL_STATUS_SHR,
	MOD = JCL_STATUS_MOD,
	NONE = JCL_DISP_NONE,
	DEL = JCL_DISP_DELETE,
	KEEP = JCL_DISP_KEEP,
	PASS = JCL_DISP_PASS,
	CATLG = JCL_DISP_CATLG,
	UNC = JCL_DISP_UNCATLG,
};

struct row {
	int status, normal, abnormal, of_job;
	int ended, abended, unallocated; /* expected at the step's end */
};

static const struct row permanent[] = {
    /* NEW: DELETE is the default, and the third follows the second */
    {NEW, NONE, NONE, 1, DEL, DEL, DEL},
    {NEW, KEEP, NONE, 1, KEEP, KEEP, DEL},
    {NEW, CATLG, NONE, 1, CATLG, CATLG, DEL},
    {NEW, DEL, NONE, 1, DEL, DEL, DEL},
    {NEW, CATLG, DEL, 1, CATLG, DEL, DEL},
    {NEW, DEL, CATLG, 1, DEL, CATLG, DEL},
    {NEW, NONE, CATLG, 1, DEL, CATLG, DEL},
    {NEW, KEEP, DEL, 1, KEEP, DEL, DEL},
    /* but behind PASS it is DELETE for a new data set */
    {NEW, PASS, NONE, 1, PASS, DEL, DEL},
    {NEW, PASS, KEEP, 1, PASS, KEEP, DEL},
    {NEW, PASS, CATLG, 1, PASS, CATLG, DEL},
    /* existing ones: KEEP */
    {OLD, NONE, NONE, 0, KEEP, KEEP, KEEP},
    {SHR, NONE, NONE, 0, KEEP, KEEP, KEEP},
    {MOD, NONE, NONE, 0, KEEP, KEEP, KEEP},
    {OLD, DEL, NONE, 0, DEL, DEL, KEEP},
    {OLD, DEL, KEEP, 0, DEL, KEEP, KEEP},
    {OLD, KEEP, DEL, 0, KEEP, DEL, KEEP},
    {OLD, UNC, NONE, 0, UNC, UNC, KEEP},
    {OLD, CATLG, UNC, 0, CATLG, UNC, KEEP},
    {SHR, DEL, NONE, 0, DEL, DEL, KEEP},
    {MOD, CATLG, DEL, 0, CATLG, DEL, KEEP},
    {OLD, PASS, NONE, 0, PASS, KEEP, KEEP},
    {SHR, PASS, DEL, 0, PASS, DEL, KEEP},
    /* received from an earlier step of the job, which made it */
    {OLD, NONE, NONE, 1, DEL, DEL, PASS},
    {SHR, NONE, NONE, 1, DEL, DEL, PASS},
    {OLD, KEEP, NONE, 1, KEEP, KEEP, PASS},
    {OLD, PASS, NONE, 1, PASS, DEL, PASS},
    {OLD, CATLG, DEL, 1, CATLG, DEL, PASS},
};

/* A temporary data set is passed or goes, whatever is coded. */
static const struct row temporary[] = {
    {NEW, NONE, NONE, 1, DEL, DEL, DEL},
    {NEW, PASS, NONE, 1, PASS, DEL, DEL},
    {NEW, KEEP, KEEP, 1, PASS, DEL, DEL},
    {NEW, CATLG, CATLG, 1, PASS, DEL, DEL},
    {NEW, DEL, NONE, 1, DEL, DEL, DEL},
    {OLD, NONE, NONE, 1, DEL, DEL, PASS},
    {OLD, PASS, NONE, 1, PASS, DEL, PASS},
    {OLD, KEEP, NONE, 1, PASS, DEL, PASS},
    {OLD, DEL, NONE, 1, DEL, DEL, PASS},
    {MOD, PASS, NONE, 1, PASS, DEL, PASS},
};

static void
check(const struct row *r, bool temp, size_t i)
{
	const struct disp d = {.status = (enum jcl_status)r->status,
	    .normal = (enum jcl_disp)r->normal,
	    .abnormal = (enum jcl_disp)r->abnormal,
	    .of_job = r->of_job != 0,
	    .temporary = temp};

	if ((int)disp_of_step(&d, DISP_ENDED) != r->ended ||
	    (int)disp_of_step(&d, DISP_ABENDED) != r->abended ||
	    (int)disp_of_step(&d, DISP_NOT_ALLOCATED) != r->unallocated)
		fail_msg("row %zu: %d %d %d", i,
		    (int)disp_of_step(&d, DISP_ENDED),
		    (int)disp_of_step(&d, DISP_ABENDED),
		    (int)disp_of_step(&d, DISP_NOT_ALLOCATED));
}

static void
dispositions_at_the_end_of_a_step(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(permanent) / sizeof(permanent[0]); i++)
		check(&permanent[i], false, i);
}

static void
dispositions_of_temporary_data_sets(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(temporary) / sizeof(temporary[0]); i++)
		check(&temporary[i], true, i);
}

/* Nobody received what was passed. */
static void
dispositions_at_the_end_of_the_job(void **state)
{
	static const struct {
		int abnormal, of_job, temporary;
		int ended, abended;
	} rows[] = {
	    {NONE, 1, 0, DEL, DEL},
	    {NONE, 0, 0, KEEP, KEEP},
	    {CATLG, 1, 0, DEL, CATLG},
	    {KEEP, 1, 0, DEL, KEEP},
	    {DEL, 0, 0, KEEP, DEL},
	    {UNC, 0, 0, KEEP, UNC},
	    {PASS, 1, 0, DEL, DEL},
	    {CATLG, 1, 1, DEL, DEL},
	    {NONE, 1, 1, DEL, DEL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct disp d = {.status = JCL_STATUS_OLD,
		    .normal = JCL_DISP_PASS,
		    .abnormal = (enum jcl_disp)rows[i].abnormal,
		    .of_job = rows[i].of_job != 0,
		    .temporary = rows[i].temporary != 0};

		if ((int)disp_of_job(&d, false) != rows[i].ended ||
		    (int)disp_of_job(&d, true) != rows[i].abended)
			fail_msg("row %zu", i);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(dispositions_at_the_end_of_a_step),
	    cmocka_unit_test(dispositions_of_temporary_data_sets),
	    cmocka_unit_test(dispositions_at_the_end_of_the_job),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
