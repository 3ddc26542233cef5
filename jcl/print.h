/* What a job has printed, on standard output. */
#ifndef CATAMOUNT_JCL_PRINT_H
#define CATAMOUNT_JCL_PRINT_H

#include "jcl/spool.h"

/*
 * The lists of the job id and its SYSOUT data sets, in the order in which they
 * were allocated. facts is what the spool has of it. only: one of them alone,
 * JESMSGLG, DD, STEP.DD; NULL: all. DS_NOFILE: there is none of that name.
 */
enum ds_status job_print(struct ds_system *sys, const char *id,
    const char *facts, const char *only, struct ds_diag *diag);

#endif
