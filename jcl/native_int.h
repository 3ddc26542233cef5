/*
 * Inside jcl: a program of the host as a step. native.c finds and runs it,
 * native_dd.c gives it the step's DDs as files of its own.
 */
#ifndef CATAMOUNT_JCL_NATIVE_INT_H
#define CATAMOUNT_JCL_NATIVE_INT_H

#include <sys/types.h>

#include "jcl/job_int.h"
#include "services/security.h"

/* A DD as a file of the program's directory. */
struct native_dd {
	char name[9];
	char *path;
	struct timespec changed; /* when we wrote it */
	off_t size;
	ino_t ino;
	struct native_dd *next;
};

struct native {
	struct step_run *sr;
	char *dir; /* private; removed at the end */
	struct native_dd *dds;
	struct ds_diag diag;
	char user[USERID_MAX + 1]; /* for whom it runs; "" nobody is asked */
};

/* Each DD becomes a file of text: the lines are its records. */
enum ds_status native_dds_make(struct native *nt);
/* What the program has changed is written back, each DD whole. */
enum ds_status native_dds_store(struct native *nt);
void native_dds_free(struct native *nt);
/* The lines of a file go to a DD; ddname is SYSOUT when the step has none. */
enum ds_status native_print(
    struct native *nt, const char *file, const char *ddname);
/* The records of an open file, as bytes or as lines, to fp. */
enum ds_status native_copy(
    struct ds_file *file, bool text, FILE *fp, struct ds_diag *diag);

/* allocate.c: a SYSOUT data set that JCL does not have. */
bool allocate_sysout(struct step_run *sr, const char *ddname);

#endif
