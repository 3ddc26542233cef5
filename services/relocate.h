/* Data sets moved from one volume to another. */
#ifndef CATAMOUNT_SERVICES_RELOCATE_H
#define CATAMOUNT_SERVICES_RELOCATE_H

#include "base/status.h"
#include "services/system.h"

/*
 * Move what is called name, with its alternate indexes, from a volume to
 * another: its files are copied, then the entries name the other volume, then
 * the old ones go; a death leaves it on one of the two. Nobody has it
 * meanwhile. *movedp: it was there; a data set that is elsewhere is no error.
 * DS_CAT_INUSE with the holder; DS_CAT_NOSPACE; DS_CAT_TYPE: it is no data set;
 * DS_UNSUPPORTED: it is on several volumes.
 */
enum ds_status ds_relocate(struct ds_system *sys, const char *name,
    const char *from, const char *to, bool *movedp, struct ds_diag *diag);

/*
 * All that are there, one by one; told is called for each that was moved, and
 * each that could not be, which ends nothing.
 */
enum ds_status ds_relocate_all(struct ds_system *sys, const char *from,
    const char *to,
    void (*told)(void *ctx, const char *name, enum ds_status st,
	const struct ds_diag *diag),
    void *ctx, struct ds_diag *diag);

#endif
