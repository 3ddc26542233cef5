/* NFS version 3: SETATTR, WRITE, CREATE, COMMIT. */
#include "nfs/nfs3_int.h"

enum { TIME_LEN = 8, DONT_CHANGE = 0, SET_TO_CLIENT = 2 };

void
nfs3_get_set(struct xdr_in *in, struct ops_set *set)
{
	memset(set, 0, sizeof(*set));
	if (xdr_get_bool(in))
		xdr_get_u32(in); /* mode */
	if ((set->has_uid = xdr_get_bool(in)))
		set->uid = xdr_get_u32(in);
	if ((set->has_gid = xdr_get_bool(in)))
		set->gid = xdr_get_u32(in);
	if ((set->has_size = xdr_get_bool(in)))
		set->size = xdr_get_u64(in);
	for (int i = 0; i < 2; i++) /* times */
		if (xdr_get_max(in, SET_TO_CLIENT) == SET_TO_CLIENT)
			xdr_get_bytes(in, TIME_LEN);
}

/* The wcc_data of a file. */
static void
put_file_wcc(struct rpc_call *call, struct xdr_out *res,
    enum ops_status entered, const struct ops_fh *fh)
{
	const bool is = entered == OPS_OK || entered == OPS_ROFS;

	xdr_put_bool(res, false);
	nfs3_put_post(call, res, is ? fh : NULL);
}

/* --- SETATTR ---------------------------------------------------------------
 */

/* sattrguard3: has it been changed since? */
static enum ops_status
check_guard(struct rpc_call *call, const struct ops_fh *fh,
    const uint8_t when[TIME_LEN])
{
	struct ops_attr a;
	enum ops_status st;

	if ((st = ops_getattr(nfs3_ops(call), fh, &a)) != OPS_OK)
		return st;
	return (uint32_t)a.ctime.sec == be32_get(when) &&
		       a.ctime.nsec == be32_get(when + 4)
		   ? OPS_OK
		   : OPS_NOTSYNC;
}

static enum rpc_result
do_setattr(struct rpc_call *call, struct xdr_out *res)
{
	const uint8_t *when = NULL;
	struct ops_set set;
	struct ops_fh fh;
	enum ops_status entered = nfs3_enter_change(call, &fh), st = entered;

	nfs3_get_set(&call->args, &set);
	if (xdr_get_bool(&call->args))
		when = xdr_get_bytes(&call->args, TIME_LEN);
	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK && when != NULL)
		st = check_guard(call, &fh, when);
	if (st == OPS_OK)
		st = ops_setattr(nfs3_ops(call), &fh, &set);
	nfs3_status(call, res, st);
	put_file_wcc(call, res, entered, &fh);
	return RPC_DONE;
}

enum rpc_result
nfs3_setattr(struct rpc_call *call, struct xdr_out *res)
{
	return nfs3_once(call, res, do_setattr);
}

/* --- WRITE, COMMIT ---------------------------------------------------------
 */

static void
put_verifier(struct rpc_call *call, struct xdr_out *res)
{
	xdr_put_u64(res, ops_verifier(nfs3_ops(call)));
}

enum rpc_result
nfs3_write(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_fh fh;
	enum ops_status entered = nfs3_enter_change(call, &fh), st = entered;
	uint64_t offset = xdr_get_u64(&call->args);
	uint32_t count = xdr_get_u32(&call->args);
	enum ops_stable how, done = OPS_UNSTABLE;
	const uint8_t *data;
	size_t len;

	how = (enum ops_stable)xdr_get_max(&call->args, OPS_FILE_SYNC);
	data = xdr_get_opaque(&call->args, RPC_DATA_MAX, &len);
	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK && count > len)
		st = OPS_INVAL;
	if (st == OPS_OK)
		st = ops_write(
		    nfs3_ops(call), &fh, offset, data, count, how, &done);
	nfs3_status(call, res, st);
	put_file_wcc(call, res, entered, &fh);
	if (st == OPS_OK) {
		xdr_put_u32(res, count);
		xdr_put_u32(res, (uint32_t)done);
		put_verifier(call, res);
	}
	return RPC_DONE;
}

enum rpc_result
nfs3_commit(struct rpc_call *call, struct xdr_out *res)
{
	struct ops_fh fh;
	enum ops_status entered = nfs3_enter_change(call, &fh), st = entered;

	xdr_get_u64(&call->args);
	xdr_get_u32(&call->args);
	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK)
		st = ops_commit(nfs3_ops(call), &fh);
	nfs3_status(call, res, st);
	put_file_wcc(call, res, entered, &fh);
	if (st == OPS_OK)
		put_verifier(call, res);
	return RPC_DONE;
}

/* --- CREATE ----------------------------------------------------------------
 */

static enum rpc_result
do_create(struct rpc_call *call, struct xdr_out *res)
{
	struct nfs3_where w;
	enum ops_status st = nfs3_get_where(call, &w);
	const uint8_t *verf = NULL;
	enum ops_create_how how;
	struct ops_set set = {0};
	struct ops_attr attr;
	struct ops_fh fh;

	how = (enum ops_create_how)xdr_get_max(&call->args, OPS_EXCLUSIVE);
	if (how == OPS_EXCLUSIVE)
		verf = xdr_get_bytes(&call->args, OPS_CREATE_VERF);
	else
		nfs3_get_set(&call->args, &set);
	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK)
		st = ops_create(nfs3_ops(call), &w.dir, w.name, w.len, how,
		    verf, &set, &fh, &attr);
	if (nfs3_status(call, res, st)) {
		xdr_put_bool(res, true);
		nfs3_put_fh(res, &fh);
		nfs3_put_known(res, &attr);
	}
	nfs3_put_wcc(call, res, &w);
	return RPC_DONE;
}

enum rpc_result
nfs3_create(struct rpc_call *call, struct xdr_out *res)
{
	return nfs3_once(call, res, do_create);
}
