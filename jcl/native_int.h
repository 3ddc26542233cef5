/*
 * Inside jcl: a program of the host as a step. native.c finds it, native_exec.c
 * runs it, native_dir.c has the directory in which it works, native_dd.c gives
 * it the step's DDs as files there; unix.c is BPXBATCH.
 */
#ifndef CATAMOUNT_JCL_NATIVE_INT_H
#define CATAMOUNT_JCL_NATIVE_INT_H

#include <sys/stat.h>
#include <sys/types.h>

#include "jcl/job_int.h"
#include "services/security.h"

enum { NATIVE_ABEND_OPEN = 0x013, NATIVE_ABEND_MODULE = 0x106 };

#define NATIVE_STDOUT ".stdout"
#define NATIVE_STDERR ".stderr"
#define NATIVE_PROGRAM ".program"

/* A DD as a file that the program is told of. */
struct native_dd {
	char name[9];
	char *path;
	bool host;               /* PATH=: the file itself */
	struct timespec changed; /* when we wrote it */
	off_t size;
	ino_t ino;
	struct native_dd *next;
};

struct native {
	struct step_run *sr;
	char *dir;   /* private; removed at the end */
	bool called; /* by a program, which has its listing and input open */
	struct native_dd *dds;
	struct ds_diag diag;
	char user[USERID_MAX + 1]; /* for whom it runs; "" nobody is asked */
};

/* --- native_dir.c --------------------------------------------------------- */

/* False: errno says why there is none. */
bool native_dir_make(struct native *nt);
void native_dir_remove(struct native *nt); /* and all in it */
/* The path of a file there; the caller frees. NULL: no memory. */
char *native_dir_path(const struct native *nt, const char *name);

/* --- native_dd.c ---------------------------------------------------------- */

/* Each DD becomes a file of text: the lines are its records. */
enum ds_status native_dds_make(struct native *nt);
/* What the program has changed is written back, each DD whole. */
enum ds_status native_dds_store(struct native *nt);
void native_dds_free(struct native *nt);
/* The file of a DD; NULL: it has none. */
const struct native_dd *native_dd_find(
    const struct native *nt, const char *name);
/* The lines of a file go to a DD, which the step gets when it has none. */
enum ds_status native_print(
    struct native *nt, const char *file, const char *ddname);
/* The records of an open file, as bytes or as lines, to fp. */
enum ds_status native_copy(
    struct ds_file *file, bool text, FILE *fp, struct ds_diag *diag);

/* --- native_exec.c -------------------------------------------------------- */

/* Where a standard stream leads: an absolute path, or a file of the directory.
 */
struct native_stream {
	const char *path;
	int flags; /* of open(2) */
	mode_t mode;
};

struct native_exec {
	const char *path;
	char *const *argv;
	char *const *env; /* "NAME=value", beside ours; NULL: none */
	const char *cwd;  /* NULL: as it is */
	struct native_stream streams[3];
};

/* Run it to its end, which waitpid tells. False: it could not be started, or
 * was ended since its time is used up or its job cancelled: *endp says it. */
bool native_exec(struct native *nt, const struct native_exec *ex, int *statusp,
    struct program_end *endp);
/* The abend that a signal stands for. */
void native_signal(int sig, struct program_end *endp);
void native_abend(struct program_end *endp, unsigned code, const char *fmt,
    const char *why) __attribute__((format(printf, 3, 0)));
/* What it printed, and its DDs when it ended with a code. */
void native_finish(struct native *nt, struct program_end *endp);

/* --- unix.c --------------------------------------------------------------- */

/* BPXBATCH, BPXBATSL. */
bool unix_program(const char *pgm);
void unix_run(struct step_run *sr, const char *parm, struct program_end *endp);

/* allocate.c: a SYSOUT data set that JCL does not have. */
bool allocate_sysout(struct step_run *sr, const char *ddname);
bool allocate_reader(struct step_run *sr, const char *ddname); /* INTRDR */

#endif
