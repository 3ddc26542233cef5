/* Members of partitioned data sets, as DELETE and ALTER name them. */
#ifndef CATAMOUNT_UTILITIES_MEMBER_INT_H
#define CATAMOUNT_UTILITIES_MEMBER_INT_H

#include "utilities/idcams_int.h"

/*
 * DELETE dsn(member); '*' and '%' in member take all that match. dd: FILE, or
 * NULL: a DD that has the data set SHR leaves others in. Returns the condition
 * code; each member has its line.
 */
int member_delete(struct ams_run *run, const char *dsn, const char *member,
    const char *dd, bool test);
/* ALTER dsn(old) NEWNAME(dsn(new)). */
int member_rename(
    struct ams_run *run, const char *dsn, const char *old, const char *new);

#endif
