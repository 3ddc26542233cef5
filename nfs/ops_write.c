/*
 * Operations that write records. They are read alone by now: each of these is
 * refused as on a file system that is mounted so.
 */
#include "nfs/ops_int.h"

enum ops_status
ops_setattr(struct ops *ops, const struct ops_fh *fh,
    const struct ops_setattr *set, struct ops_attr *attrp)
{
	(void)ops;
	(void)fh;
	(void)set;
	(void)attrp;
	return OPS_ROFS;
}

enum ops_status
ops_create(struct ops *ops, const struct ops_fh *dir, const char *name,
    size_t len, enum ops_create how, uint64_t verifier,
    const struct ops_setattr *set, struct ops_fh *fhp, struct ops_attr *attrp)
{
	(void)ops;
	(void)dir;
	(void)name;
	(void)len;
	(void)how;
	(void)verifier;
	(void)set;
	(void)fhp;
	(void)attrp;
	return OPS_ROFS;
}

enum ops_status
ops_write(struct ops *ops, const struct ops_fh *fh, uint64_t offset,
    const void *buf, size_t len, bool stable)
{
	(void)ops;
	(void)fh;
	(void)offset;
	(void)buf;
	(void)len;
	(void)stable;
	return OPS_ROFS;
}

enum ops_status
ops_commit(struct ops *ops, const struct ops_fh *fh)
{
	(void)ops;
	(void)fh;
	return OPS_ROFS;
}
