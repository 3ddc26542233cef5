/*
 * Entries that a caller puts or removes one after the other and tells of
 * together: a few transactions, and a wait for the disk at ds_system_flush.
 */
#ifndef CATAMOUNT_SERVICES_GROUP_INT_H
#define CATAMOUNT_SERVICES_GROUP_INT_H

#include "services/enq.h"
#include "services/system_int.h"

/* Put ent; so many at most are one transaction. DS_CAT_DUPLICATE leaves the
 * others of the group as they are; after any other failure they are undone. */
enum ds_status group_put(struct ds_system *sys, const char *catalog,
    struct ds_entry *ent, unsigned most, struct ds_diag *diag);

/*
 * The same in steps, for other changes: begin, change, then done, or undo when
 * the change failed. enqs are held as long as the group; they are NULL then.
 */
enum ds_status group_begin(struct ds_system *sys, struct ds_diag *diag);
enum ds_status group_done(struct ds_system *sys, unsigned most,
    struct enq **enqs, size_t n, struct ds_diag *diag);
void group_undo(struct ds_system *sys);
/* The catalogs are locked while a group is open: end one that has been for long
 * enough. What fails is told by ds_system_flush. */
void group_pass(struct ds_system *sys);

#endif
