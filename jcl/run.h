/*
 * Running a job that was read: its names are held, its steps run one by one,
 * what they print goes to the spool.
 */
#ifndef CATAMOUNT_JCL_RUN_H
#define CATAMOUNT_JCL_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "jcl/spool.h"
#include "parser/jcl.h"
#include "services/system.h"
#include "utilities/program.h"

/* A directory of the host as a partitioned data set: --bind. */
struct job_binding {
	char dsn[DSNAME_MAX + 1];
	char *dir;
	unsigned lrecl; /* of its lines; 80 */
};

/* What jobs run in; all is borrowed. */
struct job_env {
	struct ds_system *sys;
	const char *user; /* who runs jobs that have no USER */
	int wait_ms;      /* for names that another job has, at most */
	const struct job_binding *binds;
	size_t nbinds;
	const char *const *proclibs; /* directories of procedures */
	size_t nproclibs;
	const char *programs;      /* directory of programs; NULL: none */
	bool restart_recorded;     /* RESTART takes generations from before */
	bool scan;                 /* each job is TYPRUN=SCAN */
	bool (*interrupted)(void); /* has the run been asked to end? */
	/* Something a person should hear while it happens. */
	void (*say)(const char *text);
};

enum step_fate {
	STEP_NOT_RUN, /* in front of RESTART, or the job had ended */
	STEP_RAN,
	STEP_FLUSHED,       /* by COND, IF or an abend before it */
	STEP_NOT_ALLOCATED, /* a JCL error when it was about to run */
};

/* A data set that a step had allocated. */
struct job_data {
	char dd[9], name[DSNAME_MAX + 12], volume[VOLSER_MAX + 1];
	const char *status, *disposition; /* "NEW", "CATLG"; static */
};

/* A SYSOUT data set. */
struct job_print {
	char dd[9], class;
	int copies; /* 0: not said, one */
	bool hold;
	const char *form, *dest; /* of the job's JCL; NULL: not said */
	char file[48];           /* in the job's directory of the spool */
	bool submitted; /* to the internal reader: it is a job's input */
};

struct step_result {
	enum step_fate fate;
	struct program_end end; /* STEP_RAN */
	struct tm start, stop;
	double cpu; /* seconds */
	struct job_data *data;
	size_t ndata;
	struct job_print *prints;
	size_t nprints;
};

/* A group that a job names by relative numbers, and its (0) when it began. */
struct job_group {
	char base[DSNAME_MAX + 1], newest[DSNAME_MAX + 1]; /* "": none */
};

enum job_end {
	JOB_RUNS,
	JOB_ENDED,     /* with a code */
	JOB_ABENDED,   /* a step did */
	JOB_JCL_ERROR, /* found before the first step, or at a step */
	JOB_CANCELLED, /* asked to end, or out of time */
	JOB_NOT_RUN,   /* a name was not to be had, or the spool failed */
	JOB_SCANNED,   /* TYPRUN=SCAN: it was not to run */
	JOB_HELD,      /* TYPRUN=HOLD or JCLHOLD */
};

struct job_result {
	const struct jcl_job *jcl;
	char id[JOB_ID_LEN];
	char owner[9];
	enum job_end end;
	unsigned code; /* the highest of its steps */
	char abend[8]; /* "S0C7" of the first that abended */
	char why[400]; /* of JOB_NOT_RUN, and of a step not allocated */
	struct tm start, stop;
	struct step_result *steps; /* jcl->nsteps */
	struct job_group *groups;
	size_t ngroups;
};

/*
 * Run it to its end, or find that it cannot run; each outcome is a result. The
 * lists are in the spool then. NULL: no memory, or no spool, diag says why.
 */
struct job_result *job_run(
    struct job_env *env, const struct jcl_job *jcl, struct ds_diag *diag);
/* Before the first job of a run: what killed ones left in work/ goes. */
void job_sweep(struct ds_system *sys);
void job_result_free(struct job_result **resp); /* NULL is fine */

/*
 * The exit status of jclrun for one job: its code, 239 at most; 240 an abend,
 * 241 a JCL error, 242 cancelled or out of time, 243 not run.
 */
int job_exit_status(const struct job_result *res);
/* "0004", "ABEND=S806", "JCL ERROR", as $HASP395 says it. */
enum { JOB_END_TEXT = 24 };
void job_end_text(const struct job_result *res, char out[JOB_END_TEXT]);

#endif
