/* NFS version 3: FSSTAT, FSINFO, PATHCONF. */
#include "nfs/nfs3_int.h"

enum {
	FSF3_SYMLINK = 2,
	FSF3_HOMOGENEOUS = 8,
	DIR_PREFERRED = 64 << 10,
	LINK_MAX_V3 = 1,
};

/* The status and attributes of the handle in the arguments; true: go on. */
static bool
begin(struct rpc_call *call, struct xdr_out *res, struct ops_fh *fhp)
{
	struct ops_attr attr;
	enum ops_status st = nfs3_enter(call, fhp);

	if (st == OPS_OK)
		st = ops_getattr(nfs3_ops(call), fhp, &attr);
	nfs3_status(call, res, st);
	nfs3_put_known(res, st == OPS_OK ? &attr : NULL);
	return st == OPS_OK;
}

enum rpc_result
nfs3_fsstat(struct rpc_call *call, struct xdr_out *res)
{
	size_t mark = xdr_used(res);
	struct ops_fsstat fs;
	struct ops_fh fh;
	enum ops_status st;

	if (!begin(call, res, &fh))
		return RPC_DONE;
	if ((st = ops_fsstat(nfs3_ops(call), &fh, &fs)) != OPS_OK) {
		xdr_rewind(res, mark);
		nfs3_status(call, res, st);
		nfs3_put_known(res, NULL);
		return RPC_DONE;
	}
	xdr_put_u64(res, fs.total);
	xdr_put_u64(res, fs.free);
	xdr_put_u64(res, fs.avail);
	xdr_put_u64(res, fs.files);
	xdr_put_u64(res, fs.ffree);
	xdr_put_u64(res, fs.ffree);
	xdr_put_u32(res, 0); /* seconds that it stays so: not known */
	return RPC_DONE;
}

enum rpc_result
nfs3_fsinfo(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_fh fh;

	if (!begin(call, res, &fh))
		return RPC_DONE;
	for (int i = 0; i < 2; i++) { /* of READ, of WRITE */
		xdr_put_u32(res, RPC_DATA_MAX);
		xdr_put_u32(res, RPC_DATA_MAX);
		xdr_put_u32(res, 4096);
	}
	xdr_put_u32(res, DIR_PREFERRED);
	xdr_put_u64(res, INT64_MAX);
	xdr_put_u32(res, 0); /* times are exact to ... */
	xdr_put_u32(res, 1);
	xdr_put_u32(res, FSF3_SYMLINK | FSF3_HOMOGENEOUS);
	return RPC_DONE;
}

enum rpc_result
nfs3_pathconf(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_fh fh;

	if (!begin(call, res, &fh))
		return RPC_DONE;
	xdr_put_u32(res, LINK_MAX_V3);
	xdr_put_u32(res, NFS3_NAME_MAX);
	xdr_put_bool(res, true);  /* a longer one is an error */
	xdr_put_bool(res, true);  /* who owns it does not give it away */
	xdr_put_bool(res, true);  /* any case is found ... */
	xdr_put_bool(res, false); /* ... and shown in upper case */
	return RPC_DONE;
}
