/* NFS version 3: the table of its procedures, and what they share. */
#include "nfs/nfs3_int.h"

enum ops_status
nfs3_enter_export(struct rpc_call *call, struct ops_fh *fhp, bool *writablep)
{
	const uint8_t *p;
	size_t len;

	p = xdr_get_opaque(&call->args, OPS_FH_MAX, &len);
	if (p == NULL)
		return OPS_BADHANDLE;
	fhp->len = (uint8_t)len;
	memcpy(fhp->data, p, len);
	return nfsd_enter(call, fhp, writablep);
}

enum ops_status
nfs3_enter(struct rpc_call *call, struct ops_fh *fhp)
{
	bool writable;

	return nfs3_enter_export(call, fhp, &writable);
}

enum ops_status
nfs3_enter_change(struct rpc_call *call, struct ops_fh *fhp)
{
	bool writable = false;
	enum ops_status st = nfs3_enter_export(call, fhp, &writable);

	return st == OPS_OK && !writable ? OPS_ROFS : st;
}

bool
nfs3_status(struct rpc_call *call, struct xdr_out *res, enum ops_status st)
{
	call->status = ops_status_v3(st);
	xdr_put_u32(res, call->status);
	return st == OPS_OK;
}

static void
put_time(struct xdr_out *res, const struct ops_time *t)
{
	/* nfstime3 ends in 2106. */
	bool fits = t->sec >= 0 && t->sec <= UINT32_MAX;

	xdr_put_u32(res, fits ? (uint32_t)t->sec : 0);
	xdr_put_u32(res, fits ? t->nsec : 0);
}

void
nfs3_put_attr(struct xdr_out *res, const struct ops_attr *a)
{
	xdr_put_u32(res, (uint32_t)a->type);
	xdr_put_u32(res, a->mode);
	xdr_put_u32(res, a->nlink);
	xdr_put_u32(res, a->uid);
	xdr_put_u32(res, a->gid);
	xdr_put_u64(res, a->size);
	xdr_put_u64(res, a->used);
	xdr_put_u64(res, 0); /* rdev */
	xdr_put_u64(res, a->fsid);
	xdr_put_u64(res, a->fileid);
	put_time(res, &a->atime);
	put_time(res, &a->mtime);
	put_time(res, &a->ctime);
}

void
nfs3_put_known(struct xdr_out *res, const struct ops_attr *a)
{
	xdr_put_bool(res, a != NULL);
	if (a != NULL)
		nfs3_put_attr(res, a);
}

void
nfs3_put_post(
    struct rpc_call *call, struct xdr_out *res, const struct ops_fh *fh)
{
	struct ops_attr attr;
	bool have =
	    fh != NULL && ops_getattr(nfs3_ops(call), fh, &attr) == OPS_OK;

	nfs3_put_known(res, have ? &attr : NULL);
}

void
nfs3_put_fh(struct xdr_out *res, const struct ops_fh *fh)
{
	xdr_put_opaque(res, fh->data, fh->len);
}

/* By their numbers. */
const struct rpc_proc nfs3_procs[NFS3_PROCS] = {
    {"NULL", rpc_null},
    {"GETATTR", nfs3_getattr},
    {"SETATTR", nfs3_setattr},
    {"LOOKUP", nfs3_lookup},
    {"ACCESS", nfs3_access},
    {"READLINK", nfs3_readlink},
    {"READ", nfs3_read},
    {"WRITE", nfs3_write},
    {"CREATE", nfs3_create},
    {"MKDIR", nfs3_mkdir},
    {"SYMLINK", nfs3_refuse},
    {"MKNOD", nfs3_refuse},
    {"REMOVE", nfs3_remove},
    {"RMDIR", nfs3_rmdir},
    {"RENAME", nfs3_rename},
    {"LINK", nfs3_refuse_link},
    {"READDIR", nfs3_readdir},
    {"READDIRPLUS", nfs3_readdirplus},
    {"FSSTAT", nfs3_fsstat},
    {"FSINFO", nfs3_fsinfo},
    {"PATHCONF", nfs3_pathconf},
    {"COMMIT", nfs3_commit},
};
