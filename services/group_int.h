/*
 * Entries that a caller puts one after the other and tells of together: a few
 * transactions, and a wait for the disk at ds_system_flush.
 */
#ifndef CATAMOUNT_SERVICES_GROUP_INT_H
#define CATAMOUNT_SERVICES_GROUP_INT_H

#include "services/system_int.h"

/* Put ent; so many at most are one transaction. DS_CAT_DUPLICATE leaves the
 * others of the group as they are; after any other failure they are undone. */
enum ds_status group_put(struct ds_system *sys, const char *catalog,
    struct ds_entry *ent, unsigned most, struct ds_diag *diag);

#endif
