/*
 * Inside the data set half: records of a cluster. What is behind its end is
 * added, of a KSDS by key; what is within is changed in place, keys and lengths
 * staying.
 */
#ifndef CATAMOUNT_NFS_CLUSTER_H
#define CATAMOUNT_NFS_CLUSTER_H

#include "nfs/publish.h"

/*
 * All of the content is added. redo: some of it may have been, by one who died
 * or failed in the midst of it; that is not added again. An empty cluster gets
 * all or nothing. So does a KSDS: DS_DUPLICATE, also of a key that comes twice.
 * DS_NOSPACE of others: *partlyp, some were added; redo goes on.
 */
enum ds_status cluster_add(struct ds_system *sys, const struct target *t,
    const struct content *c, bool redo, bool *partlyp, struct ds_diag *diag);

/*
 * len bytes at offset, all of which are there. DS_INVALID, and nothing is
 * changed: keys or lengths of records would be. Each record is changed whole;
 * it lasts.
 */
enum ds_status cluster_change(struct ds_system *sys, const struct target *t,
    uint64_t offset, const uint8_t *buf, size_t len, struct ds_diag *diag);

#endif
