/*
 * Between allocate.c (DDs, and what is no data set) and allocate_ds.c.
 */
#ifndef CATAMOUNT_JCL_ALLOCATE_INT_H
#define CATAMOUNT_JCL_ALLOCATE_INT_H

#include "jcl/job_int.h"

/* A DD that is being allocated: part i of its concatenation. */
struct part {
	struct step_run *sr;
	const struct jcl_dd *dd;
	const char *ddname;
	int i;
};

/* Say why it cannot be. Always false: the step does not run. */
bool part_refuse(const struct part *p, enum ds_status st,
    const struct ds_diag *diag, const char *dsn);
/* Allocate a DD as --dd takes it. */
enum ds_status part_spec(const struct part *p, struct ds_diag *diag,
    const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* IEF237I. */
void part_say_device(const struct part *p, const char *device);
/* A path for it: a comma is written twice. The caller frees. */
char *part_path(const char *path);
/* The next place of the step's data sets; NULL: no memory. */
struct alloc *part_alloc(const struct part *p, const struct dd_name *name);
bool part_data_set(const struct part *p);

#endif
