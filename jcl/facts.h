/* What became of a job, as JSON: doc/formats/json.md has the object. */
#ifndef CATAMOUNT_JCL_FACTS_H
#define CATAMOUNT_JCL_FACTS_H

#include "jcl/run.h"

/* One object in one line, without a line end; the caller frees. NULL: no
 * memory. */
char *job_facts(const struct job_result *res);

#endif
