/* Between EXAMINE and VERIFY of data sets and those of catalogs. */
#ifndef CATAMOUNT_UTILITIES_EXAMINE_INT_H
#define CATAMOUNT_UTILITIES_EXAMINE_INT_H

#include "utilities/idcams_int.h"

/* A message whose insert is a number. */
void examine_number(struct sysprint *sp, enum msg_id id, uint64_t n);

bool ams_names_catalog(struct ams_run *run, const char *name);
/* The whole commands, their last message too. */
int ams_examine_catalog(
    struct ams_run *run, const struct ams_plist *top, const char *name);
int ams_verify_catalog(struct ams_run *run, const char *name, bool recover);

#endif
