/*
 * The lists of a job: the job log (JESMSGLG), the JCL with its messages
 * (JESJCL), and what allocation and the ends of steps say (JESYSMSG). Text,
 * UTF-8.
 */
#ifndef CATAMOUNT_JCL_JOBLOG_H
#define CATAMOUNT_JCL_JOBLOG_H

#include "base/msg.h"
#include "jcl/spool.h"

struct job_log;

/* Which list; a line may go to several. */
enum { LOG_JOB = 1, LOG_JCL = 2, LOG_SYSTEM = 4, LOG_LISTS = 3 };

enum ds_status joblog_open(
    struct spool_job *sj, struct job_log **logp, struct ds_diag *diag);
/* DS_OK: all of it is written. */
enum ds_status joblog_close(struct job_log **logp, struct ds_diag *diag);
/* The file of list i from 0; NULL: there are no more. */
const char *joblog_name(int i);

/* A message: joblog_msg(log, LOG_SYSTEM, MSG_IEF272I, "JOB STEP", NULL). */
void joblog_msg(struct job_log *log, unsigned to, enum msg_id id, ...);
/* A further line of the message above: its text without a number. */
void joblog_more(struct job_log *log, unsigned to, enum msg_id id, ...);
/* A line; in the job log with the time and the job's number in front. */
void joblog_line(struct job_log *log, unsigned to, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A line of the job log with nothing in front. */
void joblog_bare(struct job_log *log, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* What z/OS has no message for: "CATAMOUNT ...". */
void joblog_note(struct job_log *log, unsigned to, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Allocation and termination messages are not wanted (MSGLEVEL=(,0)) unless the
 * job fails: they are held, and dropped at joblog_close, until joblog_want. */
void joblog_hold(struct job_log *log);
void joblog_want(struct job_log *log);
/* What was said is in the files. */
void joblog_flush(struct job_log *log);

#endif
