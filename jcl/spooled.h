/* jclrun list, show and purge: jobs of the spool, for people and programs. */
#ifndef CATAMOUNT_JCL_SPOOLED_H
#define CATAMOUNT_JCL_SPOOLED_H

#include "jcl/options.h"

/* Each prints what is wrong on standard error; false: something was. */
bool spooled_list(struct ds_system *sys, const struct run_options *o);
bool spooled_show(struct ds_system *sys, const struct run_options *o);
bool spooled_purge(struct ds_system *sys, const struct run_options *o);
/* A status on standard error. */
void say_status(
    const char *what, enum ds_status st, const struct ds_diag *diag);

#endif
