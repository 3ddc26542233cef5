/*
 * The spool: a directory for each job below spool/ of the root, with its lists,
 * its SYSOUT data sets and what became of it (doc/formats/spool.md).
 */
#ifndef CATAMOUNT_JCL_SPOOL_H
#define CATAMOUNT_JCL_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"
#include "services/system.h"

enum { JOB_ID_LEN = 9, SPOOL_JOBS = 99999 };

struct spool_job; /* the directory of a job that runs */

/* The next number, JOB00001 and so on, and its directory. DS_FULL: all numbers
 * are in use. */
enum ds_status spool_job_new(
    struct ds_system *sys, struct spool_job **sjp, struct ds_diag *diag);
void spool_job_free(struct spool_job **sjp);          /* NULL is fine */
const char *spool_job_id(const struct spool_job *sj); /* "JOB00001" */
/* The path of a file in it. The caller frees; NULL: no memory. */
char *spool_job_path(const struct spool_job *sj, const char *name);
/* A new file of text in it; NULL: diag says why. */
FILE *spool_job_create(
    const struct spool_job *sj, const char *name, struct ds_diag *diag);
/* What became of the job, in place of what was said before. */
enum ds_status spool_job_store(const struct spool_job *sj, const char *text,
    size_t len, struct ds_diag *diag);

/* --- of all jobs ---------------------------------------------------------- */

/* Each job's number, ascending; fn answers false to hear no more. */
enum ds_status spool_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const char *id), void *ctx, struct ds_diag *diag);
/* What was stored of a job; the caller frees. DS_NOFILE: there is none. */
enum ds_status spool_read(
    struct ds_system *sys, const char *id, char **textp, struct ds_diag *diag);
/* Does its jclrun still run? */
bool spool_runs(struct ds_system *sys, const char *id);
/* DS_NOFILE; DS_BUSY: it runs. */
enum ds_status spool_purge(
    struct ds_system *sys, const char *id, struct ds_diag *diag);
/* "7", "JOB7" or "job00007" as JOB00007. */
bool spool_id(const char *text, char id[JOB_ID_LEN]);
/* The path of a file of a job; the caller frees. NULL: no memory. */
char *spool_path(struct ds_system *sys, const char *id, const char *name);

#endif
