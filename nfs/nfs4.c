/*
 * NFS version 4, minor versions 1 and 2: COMPOUND, a row of operations of which
 * the first that fails is the last. What was asked for with "cachethis" is
 * kept in its session's slot and answered as it was when it comes again.
 */
#include <stdlib.h>
#include <string.h>

#include "nfs/nfs4_int.h"

enum {
	TAG_MAX = 1024,
	MINOR_MIN = 1,
	MINOR_MAX = 2,
	OP_FIRST = 3,
	OP_LAST_1 = 58, /* of version 4.1 */
	OP_LAST_2 = 71, /* of version 4.2 */
	OP_ILLEGAL = 10044,
	OP_SEQUENCE = 53,
	RESULT_ROOM = 128, /* of what changes something */
};

struct operation {
	nfs4_fn *fn; /* NULL: NFS4ERR_NOTSUPP */
	bool alone;  /* may stand without a session */
};

/* With the status that says so: everything is read only here. */
static uint32_t
refuse(struct nfs4 *c)
{
	uint32_t st = n4_enter(c, NULL);

	return st != 0 ? st : n4_status(OPS_ROFS);
}

static const struct operation ops[OP_LAST_2 + 1] = {
    [3] = {n4_op_access, false},
    [4] = {n4_op_close, false},
    [5] = {refuse, false}, /* COMMIT */
    [6] = {refuse, false}, /* CREATE */
    [9] = {n4_op_getattr, false},
    [10] = {n4_op_getfh, false},
    [11] = {refuse, false}, /* LINK */
    [15] = {n4_op_lookup, false},
    [16] = {n4_op_lookupp, false},
    [17] = {n4_op_nverify, false},
    [18] = {n4_op_open, false},
    [21] = {n4_op_open_downgrade, false},
    [22] = {n4_op_putfh, false},
    [23] = {n4_op_putrootfh, false}, /* PUTPUBFH */
    [24] = {n4_op_putrootfh, false},
    [25] = {n4_op_read, false},
    [26] = {n4_op_readdir, false},
    [27] = {n4_op_readlink, false},
    [28] = {refuse, false}, /* REMOVE */
    [29] = {refuse, false}, /* RENAME */
    [31] = {n4_op_restorefh, false},
    [32] = {n4_op_savefh, false},
    [33] = {n4_op_secinfo, false},
    [34] = {refuse, false}, /* SETATTR */
    [37] = {n4_op_verify, false},
    [38] = {refuse, false}, /* WRITE */
    [41] = {n4_op_bind_conn, true},
    [42] = {n4_op_exchange_id, true},
    [43] = {n4_op_create_session, true},
    [44] = {n4_op_destroy_session, true},
    [45] = {n4_op_free_stateid, false},
    [52] = {n4_op_secinfo_no_name, false},
    [53] = {n4_op_sequence, true},
    [55] = {n4_op_test_stateid, false},
    [57] = {n4_op_destroy_clientid, true},
    [58] = {n4_op_reclaim_complete, false},
};

enum { OP_SETATTR = 34, OP_BIND_CONN = 41 };

static bool
is_legal(const struct nfs4 *c, uint32_t op)
{
	return op >= OP_FIRST && op <= (c->minor == 1 ? OP_LAST_1 : OP_LAST_2);
}

/* Where may it stand (RFC 8881, 2.10.2.1)? */
static uint32_t
check_place(const struct nfs4 *c, uint32_t op)
{
	if (op == OP_SEQUENCE || c->session != NULL)
		return op == OP_BIND_CONN && c->nops != 1 ? N4_NOT_ONLY_OP : 0;
	if (!ops[op].alone)
		return N4_OP_NOT_IN_SESSION;
	return c->nops != 1 ? N4_NOT_ONLY_OP : 0;
}

static uint32_t
run_one(struct nfs4 *c, uint32_t op)
{
	uint32_t st;

	if (!is_legal(c, op))
		return N4_OP_ILLEGAL;
	if ((st = check_place(c, op)) != 0)
		return st;
	/* Nothing is done whose result would find no room. */
	if (c->keep &&
	    xdr_used(c->res) - c->began + RESULT_ROOM > c->session->max_cached)
		return N4_REP_TOO_BIG_TO_CACHE;
	if (c->session != NULL && xdr_room(c->res) < RESULT_ROOM)
		return N4_REP_TOO_BIG;
	st = ops[op].fn == NULL ? n4_status(OPS_NOTSUPP) : ops[op].fn(c);
	if (c->in->bad)
		return N4_BADXDR;
	if (st == 0 && (c->res->full || xdr_room(c->res) < N4_NEXT))
		return N4_REP_TOO_BIG;
	if (st == 0 && c->keep && c->session != NULL &&
	    xdr_used(c->res) - c->began > c->session->max_cached)
		return N4_REP_TOO_BIG_TO_CACHE;
	return st;
}

/* The operations, until one fails; how many are answered. Each leaves room for
 * what is said of the next. */
static uint32_t
run(struct nfs4 *c, uint32_t *statusp)
{
	uint32_t st = 0;

	for (c->index = 0; c->index < c->nops && st == 0; c->index++) {
		uint32_t op = xdr_get_u32(c->in);
		size_t at = xdr_used(c->res);
		uint8_t *head = xdr_reserve(c->res, 8);

		if (head == NULL)
			break;
		st = c->in->bad ? N4_BADXDR : run_one(c, op);
		if (c->again)
			return 0;
		if (st != 0)
			xdr_rewind(c->res, at + 8);
		be32_put(head, is_legal(c, op) ? op : OP_ILLEGAL);
		be32_put(head + 4, st);
		if (st != 0 && op == OP_SETATTR)
			xdr_put_u32(c->res, 0); /* none was set */
	}
	*statusp = st;
	return c->index;
}

/* The slot is free, with its reply when that was to be kept. */
static void
finish(struct nfs4 *c, const uint8_t *reply, size_t len)
{
	struct n4_slot *slot = c->slot;

	if (c->client == NULL)
		return;
	pthread_mutex_lock(&c->state->lock);
	c->client->busy--;
	if (slot != NULL) {
		slot->busy = false;
		if (c->keep && (slot->reply = malloc(len)) != NULL) {
			memcpy(slot->reply, reply, len);
			slot->len = len;
		}
	}
	pthread_mutex_unlock(&c->state->lock);
}

/*
 * COMPOUND4res. The count and the status stand in front of what they are of:
 * status, tag, count, operations.
 */
static enum rpc_result
compound(struct rpc_call *call, struct xdr_out *res)
{
	struct nfsd_worker *w = call->worker;
	struct nfs4 c = {.call = call,
	    .in = &call->args,
	    .res = res,
	    .ops = w->ops,
	    .state = w->nfsd->v4,
	    .began = xdr_used(res)};
	size_t len;
	uint8_t *head, *count, *end = res->end;
	const uint8_t *tag;
	uint32_t done;

	tag = xdr_get_opaque(&call->args, TAG_MAX, &len);
	c.minor = xdr_get_u32(&call->args);
	c.nops = xdr_get_u32(&call->args);
	if (call->args.bad)
		return RPC_GARBAGE;
	head = xdr_reserve(res, 4);
	xdr_put_opaque(res, tag, len);
	count = xdr_reserve(res, 4);
	if (head == NULL || count == NULL)
		return RPC_SYSTEM;
	if (c.minor < MINOR_MIN || c.minor > MINOR_MAX) {
		call->status = N4_MINOR_VERS_MISMATCH;
		done = 0;
	} else
		done = run(&c, &call->status);
	res->end = end;
	if (c.again)
		return RPC_DONE;
	be32_put(head, call->status);
	be32_put(count, done);
	finish(&c, res->base + c.began, xdr_used(res) - c.began);
	/* What could not be read was answered, by its operation. */
	call->args.bad = false;
	return RPC_DONE;
}

const struct rpc_proc nfs4_procs[NFS4_PROCS] = {
    {"NULL", rpc_null},
    {"COMPOUND", compound},
};
