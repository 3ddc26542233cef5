/*
 * NFS version 3: MKDIR, REMOVE, RMDIR, RENAME, each done once however often it
 * is asked for; and those that are refused.
 */
#include "nfs/drc.h"
#include "nfs/nfs3_int.h"

enum ops_status
nfs3_get_where(struct rpc_call *call, struct nfs3_where *w)
{
	enum ops_status st = nfs3_enter_change(call, &w->dir);

	w->entered = st;
	w->name =
	    (const char *)xdr_get_opaque(&call->args, UINT32_MAX, &w->len);
	return st == OPS_OK && w->len > NFS3_NAME_MAX ? OPS_NAMETOOLONG : st;
}

void
nfs3_put_wcc(
    struct rpc_call *call, struct xdr_out *res, const struct nfs3_where *w)
{
	const bool is = w->entered == OPS_OK || w->entered == OPS_ROFS;

	xdr_put_bool(res, false);
	nfs3_put_post(call, res, is ? &w->dir : NULL);
}

enum rpc_result
nfs3_once(struct rpc_call *call, struct xdr_out *res, rpc_proc_fn *fn)
{
	struct nfsd_worker *w = call->worker;
	size_t mark = xdr_used(res);
	enum rpc_result result;
	unsigned slot;

	switch (drc_begin(w->nfsd->drc, call, res, &slot)) {
	case DRC_DONE:
		return RPC_DONE;
	case DRC_RUNS:
		return RPC_DROP;
	case DRC_NEW:
		break;
	}
	result = fn(call, res);
	/* "Try later" is no outcome. */
	if (result == RPC_DONE && !call->args.bad &&
	    call->status != ops_status_v3(OPS_DELAY))
		drc_end(
		    w->nfsd->drc, slot, res->base + mark, xdr_used(res) - mark);
	else
		drc_end(w->nfsd->drc, slot, NULL, 0);
	return result;
}

static enum rpc_result
do_mkdir(struct rpc_call *call, struct xdr_out *res)
{
	struct nfs3_where w;
	enum ops_status st = nfs3_get_where(call, &w);
	struct ops_attr attr;
	struct ops_fh fh;
	struct ops_set set;

	nfs3_get_set(&call->args, &set); /* of no meaning for a library */
	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK)
		st = ops_mkdir(
		    nfs3_ops(call), &w.dir, w.name, w.len, &fh, &attr);
	if (nfs3_status(call, res, st)) {
		xdr_put_bool(res, true);
		nfs3_put_fh(res, &fh);
		nfs3_put_known(res, &attr);
	}
	nfs3_put_wcc(call, res, &w);
	return RPC_DONE;
}

static enum rpc_result
take_away(struct rpc_call *call, struct xdr_out *res, bool directory)
{
	struct nfs3_where w;
	enum ops_status st = nfs3_get_where(call, &w);

	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK)
		st = ops_remove(
		    nfs3_ops(call), &w.dir, w.name, w.len, directory);
	nfs3_status(call, res, st);
	nfs3_put_wcc(call, res, &w);
	return RPC_DONE;
}

static enum rpc_result
do_remove(struct rpc_call *call, struct xdr_out *res)
{
	return take_away(call, res, false);
}

static enum rpc_result
do_rmdir(struct rpc_call *call, struct xdr_out *res)
{
	return take_away(call, res, true);
}

static enum rpc_result
do_rename(struct rpc_call *call, struct xdr_out *res)
{
	struct nfs3_where from, to;
	enum ops_status st = nfs3_get_where(call, &from), other;
	uint16_t a = 0, b = 0;

	other = nfs3_get_where(call, &to);
	if (call->args.bad)
		return RPC_GARBAGE;
	if (st == OPS_OK)
		st = other;
	/* The caller is who he is by his export: there is one. */
	if (st == OPS_OK && ops_fh_export(&from.dir, &a) &&
	    ops_fh_export(&to.dir, &b) && a != b)
		st = OPS_XDEV;
	if (st == OPS_OK)
		st = ops_rename(nfs3_ops(call), &from.dir, from.name, from.len,
		    &to.dir, to.name, to.len);
	nfs3_status(call, res, st);
	nfs3_put_wcc(call, res, &from);
	nfs3_put_wcc(call, res, &to);
	return RPC_DONE;
}

enum rpc_result
nfs3_mkdir(struct rpc_call *call, struct xdr_out *res)
{
	return nfs3_once(call, res, do_mkdir);
}

enum rpc_result
nfs3_remove(struct rpc_call *call, struct xdr_out *res)
{
	return nfs3_once(call, res, do_remove);
}

enum rpc_result
nfs3_rmdir(struct rpc_call *call, struct xdr_out *res)
{
	return nfs3_once(call, res, do_rmdir);
}

enum rpc_result
nfs3_rename(struct rpc_call *call, struct xdr_out *res)
{
	return nfs3_once(call, res, do_rename);
}

/* --- refused -------------------------------------------------------------- */

/* The status of one whose handle is good, then `absent` values that are not
 * there: each wcc_data is two of them, a post_op_attr one. */
static enum rpc_result
refuse(struct rpc_call *call, struct xdr_out *res, int absent)
{
	struct ops_fh fh;
	enum ops_status st = nfs3_enter_change(call, &fh);

	nfs3_status(call, res, st == OPS_OK ? OPS_NOTSUPP : st);
	for (int i = 0; i < absent; i++)
		xdr_put_bool(res, false);
	return RPC_DONE;
}

enum rpc_result
nfs3_refuse(struct rpc_call *call, struct xdr_out *res)
{
	return refuse(call, res, 2);
}

enum rpc_result
nfs3_refuse_link(struct rpc_call *call, struct xdr_out *res)
{
	return refuse(call, res, 3);
}
