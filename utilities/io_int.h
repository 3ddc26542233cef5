/*
 * The two sides of REPRO and the one of PRINT: opened by ddname or by name.
 */
#ifndef CATAMOUNT_UTILITIES_IO_INT_H
#define CATAMOUNT_UTILITIES_IO_INT_H

#include "utilities/idcams_int.h"

/*
 * Open what the parameter file (a ddname) or dataset (a name) of top says,
 * NULL with messages printed when that cannot be. like: see ds_open_dd.
 */
struct ds_file *io_open(struct ams_run *run, const struct ams_plist *top,
    const char *file, const char *dataset, unsigned intent,
    const struct ds_attrs *like);
/* The same; weak is what a path of the ddname is when nothing else says it. */
struct ds_file *io_open_as(struct ams_run *run, const struct ams_plist *top,
    const char *file, const char *dataset, unsigned intent,
    const struct ds_attrs *like, enum ds_recfm weak);
/* What that would say of itself; *attrsp stays when it cannot be told. */
void io_attrs(struct ams_run *run, const struct ams_plist *top,
    const char *file, const char *dataset, struct ds_attrs *attrsp);
/*
 * How messages and listings call it: by its data set name; a host path has
 * lower case, which the batch print chain has not, so there by the ddname of
 * the parameter file. Borrowed from f or the command.
 */
const char *io_name(
    const struct ds_file *f, const struct ams_plist *top, const char *file);
/* Not closed: dropped, but what a sequential data set has when want of space
 * ends the program. NULL is fine. */
void io_drop(struct ams_run *run, struct ds_file **filep);
/* Close; false with messages printed. No file is fine. */
bool io_close(struct ams_run *run, struct ds_file **filep, const char *name);

#endif
