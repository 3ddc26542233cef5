/* Between EXPORT and IMPORT. */
#ifndef CATAMOUNT_UTILITIES_PORTABLE_INT_H
#define CATAMOUNT_UTILITIES_PORTABLE_INT_H

#include "services/portable.h"
#include "utilities/idcams_int.h"

enum { PORTABLE_WHEN_LEN = 12 };

/* A failure at the data set, by what it was: of the catalog, an open, a
 * record. */
void portable_say_failed(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *name);
/* A failure at the portable data set, called name. */
void portable_say_copy_failed(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *name);
/* A message with two inserts: date and time as z/OS writes them. */
void portable_say_when(
    struct ams_run *run, enum msg_id id, const struct tm *when);
/* 1 yes was coded, 0 no, -1 neither. */
int portable_erase(const struct ams_plist *top);

#endif
