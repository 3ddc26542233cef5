/* NFS version 3: READDIR and READDIRPLUS. */
#include "nfs/nfs3_int.h"

enum {
	ENTRY_LEN = 4 + 8 + 4 + 8, /* of entry3, beside its name */
	TAIL_LEN = 8,              /* no more entries, eof */
	/* What a reply may have: entries with attributes cost time. */
	LIST_MAX = 256 << 10,
};

struct list {
	struct xdr_out *res;
	size_t end;  /* of xdr_used(res), before the tail */
	size_t left; /* bytes of dircount */
	bool plus;
	bool some;
};

/* A client that wants ".." looks it up: not out of its export. */
static bool
has_more(const struct list *l, const struct ops_dirent *e)
{
	return l->plus && e->has_attr &&
	       !(e->len == 2 && memcmp(e->name, "..", 2) == 0);
}

static size_t
entry_len(const struct list *l, const struct ops_dirent *e)
{
	size_t n = ENTRY_LEN + e->len + xdr_pad(e->len);

	if (!l->plus)
		return n;
	n += 4 + 4; /* whether attributes, whether a handle follows */
	if (has_more(l, e))
		n += NFS3_ATTR_LEN + 4 + e->fh.len + xdr_pad(e->fh.len);
	return n;
}

static bool
put_entry(void *ctx, const struct ops_dirent *e)
{
	struct list *l = ctx;
	/* dircount: "the size of the directory information" (RFC 1813) */
	size_t names = ENTRY_LEN + e->len + xdr_pad(e->len);

	if (xdr_used(l->res) + entry_len(l, e) > l->end ||
	    (l->plus && l->some && names > l->left))
		return false;
	l->left -= names < l->left ? names : l->left;
	l->some = true;
	xdr_put_bool(l->res, true);
	xdr_put_u64(l->res, e->fileid);
	xdr_put_opaque(l->res, e->name, e->len);
	xdr_put_u64(l->res, e->cookie);
	if (!l->plus)
		return true;
	nfs3_put_known(l->res, has_more(l, e) ? &e->attr : NULL);
	xdr_put_bool(l->res, has_more(l, e));
	if (has_more(l, e))
		nfs3_put_fh(l->res, &e->fh);
	return true;
}

/* The entries behind cookie, in most bytes of results at most. */
static enum rpc_result
list(struct rpc_call *call, struct xdr_out *res, struct list *l,
    const struct ops_fh *dir, uint64_t cookie, size_t most,
    enum ops_status entered)
{
	static const uint8_t verifier[NFS3_VERF_LEN];
	size_t mark = xdr_used(res);
	enum ops_status st = entered;
	bool eof = false;

	if (call->args.bad)
		return RPC_GARBAGE;
	most = most < LIST_MAX ? most : LIST_MAX;
	nfs3_status(call, res, OPS_OK);
	if (st == OPS_OK)
		nfs3_put_post(call, res, dir);
	xdr_put_fixed(res, verifier, sizeof(verifier));
	l->res = res;
	l->end = mark + most - (most < TAIL_LEN ? most : TAIL_LEN);
	if (st == OPS_OK)
		st = ops_readdir(nfs3_ops(call), dir, cookie, true, l->plus,
		    put_entry, l, &eof);
	if (st == OPS_OK && !eof && !l->some)
		st = OPS_TOOSMALL;
	if (st == OPS_OK) {
		xdr_put_bool(res, false);
		xdr_put_bool(res, eof);
		return RPC_DONE;
	}
	xdr_rewind(res, mark);
	nfs3_status(call, res, st);
	nfs3_put_post(call, res, entered == OPS_OK ? dir : NULL);
	return RPC_DONE;
}

enum rpc_result
nfs3_readdir(struct rpc_call *call, struct xdr_out *res)
{
	struct list l = {.plus = false};
	struct ops_fh dir;
	enum ops_status st = nfs3_enter(call, &dir);
	uint64_t cookie = xdr_get_u64(&call->args);
	uint32_t count;

	/* The verifier is always the same: a cookie is good for ever. */
	xdr_get_fixed(&call->args, NFS3_VERF_LEN);
	count = xdr_get_u32(&call->args);
	return list(call, res, &l, &dir, cookie, count, st);
}

enum rpc_result
nfs3_readdirplus(struct rpc_call *call, struct xdr_out *res)
{
	struct list l = {.plus = true};
	struct ops_fh dir;
	enum ops_status st = nfs3_enter(call, &dir);
	uint64_t cookie = xdr_get_u64(&call->args);
	uint32_t count;

	xdr_get_fixed(&call->args, NFS3_VERF_LEN);
	l.left = xdr_get_u32(&call->args);
	count = xdr_get_u32(&call->args);
	return list(call, res, &l, &dir, cookie, count, st);
}
