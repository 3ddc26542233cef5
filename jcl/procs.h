/* Procedures and INCLUDE groups, where jobs find them. */
#ifndef CATAMOUNT_JCL_PROCS_H
#define CATAMOUNT_JCL_PROCS_H

#include "jcl/run.h"

struct procs;

struct procs *procs_new(const struct job_env *env); /* NULL: no memory */
void procs_free(struct procs **pp);
/*
 * The member of struct jcl_ops; ctx is the struct procs. The libraries of
 * JCLLIB first (a directory that is bound to the name, or the data set), then
 * the directories of procedures (NAME, NAME.jcl, NAME.prc, in upper or lower
 * case), then SYS1.PROCLIB.
 */
int procs_member(void *ctx, enum jcl_member_kind kind, const char *name,
    const char *const *order, int norder, struct jcl_member *mp);

#endif
