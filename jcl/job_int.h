/*
 * Inside jcl: a job at work.
 *
 *	names.c		what the whole job holds
 *	resolve.c	a DD's data set by name
 *	newds.c		what NEW makes
 *	allocate.c	DDs of a step, allocate_ds.c their data sets
 *	unallocate.c	what becomes of them
 *	parm.c		PARM and PARMDD
 *	step.c		one step, job.c all of them
 */
#ifndef CATAMOUNT_JCL_JOB_INT_H
#define CATAMOUNT_JCL_JOB_INT_H

#include "jcl/disp.h"
#include "jcl/joblog.h"
#include "jcl/run.h"
#include "services/dataset.h"
#include "services/enq.h"
#include "services/temporary.h"

/* Each message of a step begins with these names; so long they may be. */
enum { LABEL_LEN = 40 };

/* A data set that a step passed and none has received. */
struct passed {
	char dsn[DSNAME_MAX + 1], ddname[9];
	struct disp disp;
	bool system;     /* its name is the system's */
	bool generation; /* new, and not rolled in yet */
	struct passed *next;
};

/* The data set of a DD without a name. */
struct unnamed {
	const struct jcl_dd *dd;
	char dsn[DSNAME_MAX + 1];
	struct unnamed *next;
};

/* A name that the job holds until the last step that wants it has ended. */
struct job_name {
	char dsn[DSNAME_MAX + 1];
	bool exclusive;
	bool base; /* of relative generations */
	int last;  /* step */
	struct enq *enq;
};

struct job {
	struct job_env *env;
	const struct jcl_job *jcl;
	struct job_result *res;
	struct spool_job *spool;
	struct job_log *log;
	struct ds_temps *temps;
	struct passed *passed;
	struct unnamed *unnamed;
	struct job_name *names;
	size_t nnames;
	struct jcl_result *results; /* for COND and IF */
	unsigned prints;            /* SYSOUT data sets so far */
	unsigned jes2;              /* ... and in-stream ones */
	double cpu;                 /* seconds of all steps */
	double began;               /* as wall_seconds */
	struct job_group *recorded; /* of the run before: restart.c */
	size_t nrecorded;
	bool failed; /* no step runs any more */
};

/* A data set that a DD of the step at work has. */
struct alloc {
	const struct jcl_dd *dd;
	char ddname[9];
	char dsn[DSNAME_MAX + 1];
	struct disp disp;
	bool system;     /* its name is the system's: ds_temps_delete */
	bool received;   /* an earlier step passed it */
	bool generation; /* new, and not rolled in yet */
	/* NEW under a name that is in the catalog (without SMS): that name, dsn
	 * being a temporary one; else "". */
	char coded[DSNAME_MAX + 1];
	size_t data; /* its place in the result */
};

struct step_run {
	struct job *job;
	int n;
	const struct jcl_step *step;
	struct step_result *res;
	char label[LABEL_LEN]; /* "JOB STEP" or "JOB PROCSTEP STEP" */
	double began;          /* as wall_seconds */
	struct dd_table *dds;
	struct alloc *allocs;
	size_t nallocs;
};

/* --- resolve.c ------------------------------------------------------------ */

struct dd_name {
	char dsn[DSNAME_MAX + 1], member[MEMBER_MAX + 1];
	bool temporary;
	char base[DSNAME_MAX + 1]; /* of a relative generation; "" */
	int generation;
};

/* Is it a data set by name, or one that has to have a name? */
bool dd_is_data_set(const struct jcl_dd *dd);
enum jcl_status dd_status(const struct jcl_dd *dd); /* NEW if none is coded */
/* The name, absolute; DS_CAT_NOTFOUND, DS_CAT_TYPE of relative generations. */
enum ds_status dd_resolve(struct job *job, const struct jcl_dd *dd,
    struct dd_name *out, struct ds_diag *diag);
void unnamed_free(struct job *job);

/* --- names.c -------------------------------------------------------------- */

/* Hold all names of the job, or none: DS_BUSY, diag says whose they are. */
enum ds_status names_take(struct job *job, struct ds_diag *diag);
/* Step n has ended: what no later one wants is free. */
void names_release(struct job *job, int n);
void names_free(struct job *job);

/* --- restart.c ------------------------------------------------------------ */

/* Find the groups of the run before, when they are asked for. DS_NOFILE. */
enum ds_status restart_find(struct job *job, struct ds_diag *diag);
/* Numbers are as they were then. */
enum ds_status restart_fix(struct job *job, struct ds_diag *diag);

/* --- newds.c -------------------------------------------------------------- */

/* Make the data set of a DD that is NEW. *vsamp: it is a cluster. */
enum ds_status newds_make(struct step_run *sr, const struct jcl_dd *dd,
    const struct dd_name *name, struct ds_diag *diag);
/* RECFM, LRECL and BLKSIZE as the DD says them, its DCB's model and reference
 * too. DS_INVALID: RECFM is none. */
enum ds_status newds_dcb(struct step_run *sr, const struct jcl_dd *dd,
    struct dd_dcb *dcb, struct ds_diag *diag);

/* --- allocate.c, unallocate.c --------------------------------------------- */

/* All DDs of the step. False: it cannot run, messages say why. */
bool allocate_step(struct step_run *sr);
/* The step has ended, its files are closed: dispositions. */
void unallocate_step(struct step_run *sr, enum disp_event event);
/* The job has ended: what nobody received. */
void unallocate_job(struct job *job, bool abended);
/* The passed data set of this name; NULL. */
struct passed *passed_find(struct job *job, const char *dsn);
/* The directory that is bound to a data set name; NULL: none. */
const struct job_binding *binding_find(
    const struct job_env *env, const char *dsn);

/* --- parm.c --------------------------------------------------------------- */

/* PARM or PARMDD; NULLs: none. */
struct parm {
	char *utf8, *latin1;
};
/* DS_BADLENGTH, and what the open of PARMDD says. */
enum ds_status parm_get(
    struct step_run *sr, struct parm *pp, struct ds_diag *diag);
void parm_free(struct parm *p);
/* UTF-8 of ISO 8859-1; the caller frees. NULL: no memory. */
char *parm_utf8(const char *latin1);

/* --- step.c, native.c ----------------------------------------------------- */

/* Run step n, unless something says that it is not to run. */
void step_run(struct job *job, int n);
/* Find a program that is not of the table and run it. False: there is none. */
bool native_run(struct step_run *sr, const char *pgm, const char *parm,
    struct program_end *endp);
/* The same for a program that the step's program calls; library: a data set
 * that has it, NULL: as for the step. */
bool native_call(struct step_run *sr, const char *library, const char *pgm,
    const char *parm, struct program_end *endp);
/* Seconds of processor time that the step may still use; 0: no limit. */
double step_limit(const struct step_run *sr);
double cpu_seconds(void);  /* of this process and its children */
double wall_seconds(void); /* of a clock that goes on */

#endif
