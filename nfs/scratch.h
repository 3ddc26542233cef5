/*
 * Inside the data set half: files of temporary names, as editors and rsync make
 * them beside the one that they are to become: ".NAME.Ab12Cd", "NAME~", "4913",
 * "sedAb12Cd". They are bytes, in a file of the root, in no catalog and in no
 * listing; to rename one to the name of a data set or member publishes it.
 */
#ifndef CATAMOUNT_NFS_SCRATCH_H
#define CATAMOUNT_NFS_SCRATCH_H

#include "nfs/ops_int.h"
#include "nfs/stream.h"

/* Is it such a name, and no data set's or member's in dir? */
bool scratch_named(const struct found *dir, const char *name, size_t len);

/* One that a server before this one left; takes stream, or closes it. */
void scratch_load(struct ops_server *server, struct stream **stream);
void scratch_free_all(struct ops_server *server);
/* What was not changed for a day goes. */
void scratch_purge(struct ops_server *server);

/* OPS_NOENT. */
enum ops_status scratch_find(struct ops *ops, const struct found *dir,
    const char *name, size_t len, struct found *fp);
enum ops_status scratch_create(struct ops *ops, const struct found *dir,
    const char *name, size_t len, struct found *fp);

/* Of a node that is one; each may be OPS_STALE. */
enum ops_status scratch_attr(
    struct ops *ops, const struct node *node, struct ops_attr *a);
enum ops_status scratch_read(struct ops *ops, const struct node *node,
    uint64_t offset, void *buf, size_t len, size_t *gotp, bool *eofp);
enum ops_status scratch_write(struct ops *ops, const struct node *node,
    uint64_t offset, const void *buf, size_t len, bool stable);
enum ops_status scratch_truncate(
    struct ops *ops, const struct node *node, uint64_t size);
enum ops_status scratch_commit(struct ops *ops, const struct node *node);
enum ops_status scratch_remove(struct ops *ops, const struct node *node);
/* In place of one that has the name already. */
enum ops_status scratch_rename(struct ops *ops, const struct node *node,
    const struct found *dir, const char *name, size_t len);
/* It becomes all of the content of f, and is no more. */
enum ops_status scratch_publish(
    struct ops *ops, const struct node *node, const struct found *f);

#endif
