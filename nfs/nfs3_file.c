/* NFS version 3: GETATTR, LOOKUP, ACCESS, READLINK, READ. */
#include "nfs/nfs3_int.h"

enum rpc_result
nfs3_getattr(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_attr attr;
	struct ops_fh fh;
	enum ops_status st = nfs3_enter(call, &fh);

	if (st == OPS_OK)
		st = ops_getattr(nfs3_ops(call), &fh, &attr);
	if (nfs3_status(call, res, st))
		nfs3_put_attr(res, &attr);
	return RPC_DONE;
}

enum rpc_result
nfs3_lookup(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_fh dir, fh;
	struct ops_attr attr;
	enum ops_status entered = nfs3_enter(call, &dir), st = entered;
	const uint8_t *name;
	size_t len;

	name = xdr_get_opaque(&call->args, UINT32_MAX, &len);
	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK && len > NFS3_NAME_MAX)
		st = OPS_NAMETOOLONG;
	if (st == OPS_OK && len == 2 && memcmp(name, "..", 2) == 0)
		st = nfsd_up(call, &dir, &fh, &attr);
	else if (st == OPS_OK)
		st = ops_lookup(
		    nfs3_ops(call), &dir, (const char *)name, len, &fh, &attr);
	if (nfs3_status(call, res, st)) {
		nfs3_put_fh(res, &fh);
		nfs3_put_known(res, &attr);
	}
	nfs3_put_post(call, res, entered == OPS_OK ? &dir : NULL);
	return RPC_DONE;
}

enum { CHANGES = OPS_ACCESS_MODIFY | OPS_ACCESS_EXTEND | OPS_ACCESS_DELETE };

enum rpc_result
nfs3_access(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_fh fh;
	bool writable = false;
	enum ops_status entered = nfs3_enter_export(call, &fh, &writable);
	enum ops_status st = entered;
	uint32_t wanted = xdr_get_u32(&call->args), granted;

	if (st == OPS_OK)
		st = ops_access(nfs3_ops(call), &fh, wanted, &granted);
	nfs3_status(call, res, st);
	nfs3_put_post(call, res, entered == OPS_OK ? &fh : NULL);
	/* Where it is exported ro nobody may change it. */
	if (st == OPS_OK)
		xdr_put_u32(
		    res, granted & wanted &
			     (writable ? UINT32_MAX : (uint32_t)~CHANGES));
	return RPC_DONE;
}

enum rpc_result
nfs3_readlink(struct rpc_call *call, struct xdr_out *res)
{
	char target[OPS_LINK_MAX];
	struct ops_fh fh;
	enum ops_status entered = nfs3_enter(call, &fh), st = entered;
	size_t len;

	if (st == OPS_OK)
		st = ops_readlink(nfs3_ops(call), &fh, target, &len);
	nfs3_status(call, res, st);
	nfs3_put_post(call, res, entered == OPS_OK ? &fh : NULL);
	if (st == OPS_OK)
		xdr_put_opaque(res, target, len);
	return RPC_DONE;
}

/*
 * The data are read to where they stand in the reply, behind what is said of
 * them:
 *
 *	offset  len  field
 *	  +0     4   nfsstat3
 *	  +4     4   there are no attributes: a client that wants them asks, and
 *		     who reads on does not pay for them each time
 *	  +8     4   bytes
 *	 +12     4   eof
 *	 +16     4   bytes, once more: of the opaque
 *	 +20     n   the bytes, and their padding
 */
enum { READ_HEAD = 20 };

enum rpc_result
nfs3_read(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_fh fh;
	enum ops_status st = nfs3_enter(call, &fh);
	uint64_t offset = xdr_get_u64(&call->args);
	size_t count = xdr_get_u32(&call->args), got = 0, mark = xdr_used(res);
	uint8_t *head;
	bool eof = false;

	if (call->args.bad)
		return RPC_GARBAGE;
	if (count > RPC_DATA_MAX)
		count = RPC_DATA_MAX;
	head = xdr_reserve(res, READ_HEAD + count + xdr_pad(count));
	if (head == NULL)
		return RPC_SYSTEM;
	if (st == OPS_OK)
		st = ops_read(nfs3_ops(call), &fh, offset, head + READ_HEAD,
		    count, &got, &eof);
	if (st != OPS_OK) {
		xdr_rewind(res, mark);
		nfs3_status(call, res, st);
		nfs3_put_known(res, NULL);
		return RPC_DONE;
	}
	be32_put(head, 0);
	be32_put(head + 4, 0);
	be32_put(head + 8, (uint32_t)got);
	be32_put(head + 12, eof ? 1 : 0);
	be32_put(head + 16, (uint32_t)got);
	memset(head + READ_HEAD + got, 0, xdr_pad(got));
	res->at = head + READ_HEAD + got + xdr_pad(got);
	return RPC_DONE;
}
