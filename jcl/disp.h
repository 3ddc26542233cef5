/*
 * What becomes of a data set when its step ends, and when its job does: the
 * rules of DISP, apart from whoever carries them out.
 * Source: SA23-1385 (MVS JCL Reference), "DISP parameter".
 */
#ifndef CATAMOUNT_JCL_DISP_H
#define CATAMOUNT_JCL_DISP_H

#include <stdbool.h>

#include "parser/jcl.h"

struct disp {
	/* NEW: made for this DD; OLD, SHR or MOD: it was there. MOD of what was
	 * not there is NEW. */
	enum jcl_status status;
	enum jcl_disp normal, abnormal; /* as coded; JCL_DISP_NONE */
	bool of_job;    /* this job made it, in this step or an earlier one */
	bool temporary; /* &&NAME, or no name */
};

enum disp_event {
	DISP_ENDED,         /* the step has a condition code */
	DISP_ABENDED,       /* it has not */
	DISP_NOT_ALLOCATED, /* another DD could not be: it does not run */
};

/* DELETE, KEEP, PASS, CATLG or UNCATLG, when the step has ended. */
enum jcl_disp disp_of_step(const struct disp *d, enum disp_event event);
/* The same when the job has ended, of what was passed and not received: d is of
 * the DD that passed it last. */
enum jcl_disp disp_of_job(const struct disp *d, bool abended);

#endif
