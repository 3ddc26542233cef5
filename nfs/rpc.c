/* ONC RPC: calls decoded, given to their procedure, replies encoded. */
#include <stdatomic.h>

#include "base/ticks.h"
#include "nfs/rpc.h"

/* The values of RFC 5531, 9. */
enum { CALL = 0, REPLY = 1 };
enum { MSG_ACCEPTED = 0, MSG_DENIED = 1 };
enum {
	SUCCESS = 0,
	PROG_UNAVAIL = 1,
	PROG_MISMATCH = 2,
	PROC_UNAVAIL = 3,
	GARBAGE_ARGS = 4,
	SYSTEM_ERR = 5
};
enum { RPC_MISMATCH = 0, AUTH_ERROR = 1 };
enum {
	AUTH_OK = 0,
	AUTH_BADCRED = 1,
	AUTH_REJECTEDCRED = 2,
	AUTH_BADVERF = 3,
	AUTH_TOOWEAK = 5
};

enum rpc_result
rpc_null(struct rpc_call *call, struct xdr_out *res)
{
	(void)call;
	(void)res;
	return RPC_DONE;
}

/* xid, REPLY, MSG_ACCEPTED, a verifier of AUTH_NONE, how it went. */
static void
accepted(struct xdr_out *out, uint32_t xid, uint32_t how)
{
	xdr_put_u32(out, xid);
	xdr_put_u32(out, REPLY);
	xdr_put_u32(out, MSG_ACCEPTED);
	xdr_put_u32(out, RPC_AUTH_NONE);
	xdr_put_u32(out, 0);
	xdr_put_u32(out, how);
}

static void
denied(struct xdr_out *out, uint32_t xid, uint32_t auth)
{
	xdr_put_u32(out, xid);
	xdr_put_u32(out, REPLY);
	xdr_put_u32(out, MSG_DENIED);
	xdr_put_u32(out, AUTH_ERROR);
	xdr_put_u32(out, auth);
}

static void
wrong_rpc_version(struct xdr_out *out, uint32_t xid)
{
	xdr_put_u32(out, xid);
	xdr_put_u32(out, REPLY);
	xdr_put_u32(out, MSG_DENIED);
	xdr_put_u32(out, RPC_MISMATCH);
	xdr_put_u32(out, 2);
	xdr_put_u32(out, 2);
}

/* struct authsys_parms; false: it is none. */
static bool
read_auth_sys(const uint8_t *body, size_t len, struct rpc_cred *cred)
{
	struct xdr_in in = xdr_in(body, len);
	size_t name;

	xdr_get_u32(&in); /* the stamp */
	xdr_get_opaque(&in, RPC_NAME_MAX, &name);
	cred->uid = xdr_get_u32(&in);
	cred->gid = xdr_get_u32(&in);
	cred->ngids = xdr_get_max(&in, RPC_GIDS);
	for (unsigned i = 0; i < cred->ngids; i++)
		cred->gids[i] = xdr_get_u32(&in);
	return xdr_done(&in);
}

/* Credential and verifier. AUTH_OK, or what is wrong with them. */
static uint32_t
read_auth(struct xdr_in *in, struct rpc_cred *cred)
{
	const uint8_t *body;
	size_t len, verifier;
	uint32_t flavor;

	*cred = (struct rpc_cred){.flavor = RPC_AUTH_NONE};
	flavor = xdr_get_u32(in);
	body = xdr_get_opaque(in, RPC_AUTH_MAX, &len);
	if (in->bad)
		return AUTH_BADCRED;
	xdr_get_u32(in); /* nobody verifies AUTH_SYS */
	xdr_get_opaque(in, RPC_AUTH_MAX, &verifier);
	if (in->bad)
		return AUTH_BADVERF;
	if (flavor == RPC_AUTH_NONE)
		return AUTH_OK;
	if (flavor != RPC_AUTH_SYS)
		return AUTH_REJECTEDCRED;
	cred->flavor = RPC_AUTH_SYS;
	return read_auth_sys(body, len, cred) ? AUTH_OK : AUTH_BADCRED;
}

/* NULL: there is none; *lowp and *highp are the program's versions, or 0. */
static const struct rpc_version *
find(const struct rpc_table *table, const struct rpc_call *call, uint32_t *lowp,
    uint32_t *highp)
{
	const struct rpc_version *v;

	*lowp = *highp = 0;
	for (size_t i = 0; i < table->n; i++) {
		v = &table->versions[i];
		if (v->prog != call->prog)
			continue;
		if (v->vers == call->vers)
			return v;
		if (*lowp == 0 || v->vers < *lowp)
			*lowp = v->vers;
		if (v->vers > *highp)
			*highp = v->vers;
	}
	return NULL;
}

/* Results behind an accepted header, which an error takes back. */
static void
run(const struct rpc_proc *proc, struct rpc_call *call, struct xdr_out *out)
{
	size_t mark = xdr_used(out);
	enum rpc_result result;

	accepted(out, call->xid, SUCCESS);
	result = proc->fn(call, out);
	if (result == RPC_DONE && call->args.bad)
		result = RPC_GARBAGE;
	if (result == RPC_DONE && !out->full)
		return;
	xdr_rewind(out, mark);
	call->status = UINT32_MAX;
	call->dropped = result == RPC_DROP;
	if (call->dropped)
		return;
	if (result == RPC_FORBIDDEN)
		denied(out, call->xid, AUTH_TOOWEAK);
	else
		accepted(out, call->xid,
		    result == RPC_GARBAGE ? GARBAGE_ARGS : SYSTEM_ERR);
}

static void
add(_Atomic uint64_t *counter, uint64_t n)
{
	/* One writer: no locked instruction is needed. */
	atomic_store_explicit(counter,
	    atomic_load_explicit(counter, memory_order_relaxed) + n,
	    memory_order_relaxed);
}

static void
run_counted(const struct rpc_proc *proc, struct rpc_call *call,
    struct xdr_out *out, size_t len, struct rpc_count *count)
{
	int64_t began = ticks_ns();
	size_t used = xdr_used(out);

	run(proc, call, out);
	add(&count->calls, 1);
	add(&count->failed, call->status != 0);
	add(&count->bytes_in, len);
	add(&count->bytes_out, xdr_used(out) - used);
	add(&count->ns, (uint64_t)(ticks_ns() - began));
}

static void
dispatch(const struct rpc_table *table, struct rpc_call *call, size_t len,
    struct xdr_out *out, struct rpc_count *counts)
{
	const struct rpc_version *v;
	uint32_t low, high;

	if ((v = find(table, call, &low, &high)) == NULL) {
		accepted(out, call->xid, low ? PROG_MISMATCH : PROG_UNAVAIL);
		if (low != 0) {
			xdr_put_u32(out, low);
			xdr_put_u32(out, high);
		}
	} else if (call->proc >= v->nprocs || v->procs[call->proc].fn == NULL)
		accepted(out, call->xid, PROC_UNAVAIL);
	else if (counts == NULL)
		run(&v->procs[call->proc], call, out);
	else
		run_counted(&v->procs[call->proc], call, out, len,
		    &counts[(size_t)(v - table->versions) * RPC_PROCS_MAX +
			    call->proc]);
}

bool
rpc_answer(const struct rpc_table *table, struct rpc_call *call,
    const uint8_t *rec, size_t len, struct xdr_out *out,
    struct rpc_count *counts)
{
	struct xdr_in *in = &call->args;
	uint32_t type, version, auth;

	*in = xdr_in(rec, len);
	call->xid = xdr_get_u32(in);
	type = xdr_get_u32(in);
	version = xdr_get_u32(in);
	if (in->bad || type != CALL)
		return false;
	if (version != 2) {
		wrong_rpc_version(out, call->xid);
		return true;
	}
	call->prog = xdr_get_u32(in);
	call->vers = xdr_get_u32(in);
	call->proc = xdr_get_u32(in);
	call->status = 0;
	call->dropped = false;
	if (in->bad)
		return false;
	if ((auth = read_auth(in, &call->cred)) != AUTH_OK)
		denied(out, call->xid, auth);
	else
		dispatch(table, call, len, out, counts);
	return !call->dropped;
}
