/*
 * NFS version 3: the table of its procedures, and what they share. Those that
 * change something answer NFS3ERR_ROFS.
 */
#include "nfs/nfs3_int.h"

enum ops_status
nfs3_enter(struct rpc_call *call, struct ops_fh *fhp)
{
	const uint8_t *p;
	size_t len;

	p = xdr_get_opaque(&call->args, OPS_FH_MAX, &len);
	if (p == NULL)
		return OPS_BADHANDLE;
	fhp->len = (uint8_t)len;
	memcpy(fhp->data, p, len);
	return nfsd_enter(call, fhp);
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
	bool have = ops_getattr(nfs3_ops(call), fh, &attr) == OPS_OK;

	nfs3_put_known(res, have ? &attr : NULL);
}

void
nfs3_put_fh(struct xdr_out *res, const struct ops_fh *fh)
{
	xdr_put_opaque(res, fh->data, fh->len);
}

/* --- what would change something ------------------------------------------ */

/* The status of one whose handle is good, then `absent` values that are not
 * there: each wcc_data is two of them, a post_op_attr one. */
static enum rpc_result
refuse(struct rpc_call *call, struct xdr_out *res, int absent)
{
	struct ops_fh fh;
	enum ops_status st = nfs3_enter(call, &fh);

	nfs3_status(call, res, st == OPS_OK ? OPS_ROFS : st);
	for (int i = 0; i < absent; i++)
		xdr_put_bool(res, false);
	return RPC_DONE;
}

/* SETATTR, WRITE, CREATE, MKDIR, SYMLINK, MKNOD, REMOVE, RMDIR, COMMIT */
static enum rpc_result
refuse_one(struct rpc_call *call, struct xdr_out *res)
{
	return refuse(call, res, 2);
}

static enum rpc_result
refuse_rename(struct rpc_call *call, struct xdr_out *res)
{
	return refuse(call, res, 4);
}

static enum rpc_result
refuse_link(struct rpc_call *call, struct xdr_out *res)
{
	return refuse(call, res, 3);
}

/* By their numbers. */
const struct rpc_proc nfs3_procs[NFS3_PROCS] = {
    {"NULL", rpc_null},
    {"GETATTR", nfs3_getattr},
    {"SETATTR", refuse_one},
    {"LOOKUP", nfs3_lookup},
    {"ACCESS", nfs3_access},
    {"READLINK", nfs3_readlink},
    {"READ", nfs3_read},
    {"WRITE", refuse_one},
    {"CREATE", refuse_one},
    {"MKDIR", refuse_one},
    {"SYMLINK", refuse_one},
    {"MKNOD", refuse_one},
    {"REMOVE", refuse_one},
    {"RMDIR", refuse_one},
    {"RENAME", refuse_rename},
    {"LINK", refuse_link},
    {"READDIR", nfs3_readdir},
    {"READDIRPLUS", nfs3_readdirplus},
    {"FSSTAT", nfs3_fsstat},
    {"FSINFO", nfs3_fsinfo},
    {"PATHCONF", nfs3_pathconf},
    {"COMMIT", refuse_one},
};
