/* NFS version 4.1: client ids and sessions (RFC 8881, 18.35 to 18.51). */
#include <stdlib.h>
#include <string.h>

#include "nfs/nfs4_int.h"

enum {
	/* EXCHANGE_ID */
	UPD_CONFIRMED = 0x40000000,
	USE_NON_PNFS = 0x00010000,
	EID_CONFIRMED = (int32_t)0x80000000,
	FLAGS_KNOWN = 0x40070107,
	SP4_NONE = 0,
	SP4_SSV = 2,
	/* CREATE_SESSION */
	LEAST_REPLY = 512, /* room for SEQUENCE and more */
	/* SEQUENCE */
	HEADER = 24,       /* of a reply, in front of the COMPOUND's results */
	SEQUENCE_LEN = 36, /* of its results */
};

struct exchange {
	const uint8_t *verf, *owner;
	size_t len;
	uint32_t flags, uid;
};

static void
skip_implementation(struct xdr_in *in)
{
	size_t len;

	if (xdr_get_max(in, 1) == 0)
		return;
	xdr_get_opaque(in, N4_OWNER, &len);
	xdr_get_opaque(in, N4_OWNER, &len);
	xdr_get_bytes(in, 12); /* its date */
}

/* Under the lock; the table of RFC 8881, 18.35.4. */
static uint32_t
exchange(struct nfs4 *c, const struct exchange *x, struct n4_client **cp)
{
	struct n4_client *old, *half;
	bool same;

	old = n4_client_owner(c->state, x->owner, x->len, true);
	same = old != NULL && memcmp(old->verf, x->verf, 8) == 0;
	if ((x->flags & UPD_CONFIRMED) != 0) {
		if (old == NULL)
			return n4_status(OPS_NOENT);
		if (!same)
			return N4_NOT_SAME;
		if (old->uid != x->uid)
			return n4_status(OPS_PERM);
	} else if (old != NULL && old->uid != x->uid) {
		if (old->opens != NULL)
			return N4_CLID_INUSE;
		same = false;
	}
	if (old != NULL && same) {
		*cp = old;
		return 0;
	}
	half = n4_client_owner(c->state, x->owner, x->len, false);
	if (half != NULL)
		n4_client_drop(c->state, half);
	if ((half = n4_client_add(c->state, x->owner, x->len)) == NULL)
		return n4_status(OPS_DELAY);
	memcpy(half->verf, x->verf, 8);
	half->uid = x->uid;
	*cp = half;
	return 0;
}

static void
put_exchanged(struct nfs4 *c, const struct n4_client *cl)
{
	static const char name[] = "catamount";

	xdr_put_u64(c->res, cl->id);
	xdr_put_u32(c->res, cl->create_seq);
	xdr_put_u32(c->res,
	    USE_NON_PNFS | (cl->confirmed ? (uint32_t)EID_CONFIRMED : 0));
	xdr_put_u32(c->res, SP4_NONE);
	xdr_put_u64(c->res, 0); /* server_owner: minor id, major id */
	xdr_put_opaque(c->res, &c->state->boot, sizeof(c->state->boot));
	xdr_put_string(c->res, name); /* scope */
	xdr_put_u32(c->res, 0);       /* no implementation id */
}

uint32_t
n4_op_exchange_id(struct nfs4 *c)
{
	struct exchange x = {.uid = c->call->cred.uid};
	struct n4_client *cl = NULL;
	uint32_t protect, st;

	x.verf = xdr_get_bytes(c->in, 8);
	x.owner = xdr_get_opaque(c->in, N4_OWNER, &x.len);
	x.flags = xdr_get_u32(c->in);
	protect = xdr_get_max(c->in, SP4_SSV);
	if (c->in->bad)
		return N4_BADXDR;
	if ((x.flags & ~(uint32_t)FLAGS_KNOWN) != 0 || protect != SP4_NONE)
		return n4_status(OPS_INVAL);
	skip_implementation(c->in);
	if (c->in->bad)
		return N4_BADXDR;
	pthread_mutex_lock(&c->state->lock);
	if ((st = exchange(c, &x, &cl)) == 0)
		put_exchanged(c, cl);
	pthread_mutex_unlock(&c->state->lock);
	return st;
}

/* --- CREATE_SESSION ---------------------------------------------------------
 */

struct channel {
	uint32_t max_call, max_reply, max_cached, max_ops, max_slots;
};

static uint32_t
least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static void
get_channel(struct xdr_in *in, struct channel *ch)
{
	xdr_get_u32(in); /* padding of headers: none */
	ch->max_call = xdr_get_u32(in);
	ch->max_reply = xdr_get_u32(in);
	ch->max_cached = xdr_get_u32(in);
	ch->max_ops = xdr_get_u32(in);
	ch->max_slots = xdr_get_u32(in);
	if (xdr_get_max(in, 1) == 1) /* of RDMA */
		xdr_get_u32(in);
}

static void
put_channel(struct xdr_out *res, const struct channel *ch)
{
	xdr_put_u32(res, 0);
	xdr_put_u32(res, ch->max_call);
	xdr_put_u32(res, ch->max_reply);
	xdr_put_u32(res, ch->max_cached);
	xdr_put_u32(res, ch->max_ops);
	xdr_put_u32(res, ch->max_slots);
	xdr_put_u32(res, 0);
}

static void
skip_callback_security(struct xdr_in *in)
{
	uint32_t n = xdr_get_u32(in);
	size_t len;

	for (uint32_t i = 0; i < n && !in->bad; i++) {
		uint32_t flavor = xdr_get_u32(in);

		if (flavor == RPC_AUTH_SYS) {
			xdr_get_u32(in);
			xdr_get_opaque(in, RPC_NAME_MAX, &len);
			xdr_get_bytes(in, 8);
			xdr_get_bytes(
			    in, 4 * (size_t)xdr_get_max(in, RPC_GIDS));
		} else if (flavor != RPC_AUTH_NONE)
			in->bad = true; /* GSS, which is not spoken */
	}
}

/* Under the lock: the client is who he said, whoever he was before. */
static uint32_t
confirm(struct nfs4 *c, struct n4_client *cl)
{
	struct n4_client *old;

	if (cl->confirmed)
		return 0;
	if (cl->uid != c->call->cred.uid)
		return N4_CLID_INUSE;
	old = n4_client_owner(c->state, cl->owner, cl->owner_len, true);
	if (old != NULL && old->busy != 0)
		return n4_status(OPS_DELAY);
	if (old != NULL)
		n4_client_drop(c->state, old);
	return 0;
}

static uint32_t
create_session(struct nfs4 *c, uint64_t id, uint32_t seq, struct channel ch[2])
{
	struct n4_client *cl = n4_client_of(c->state, id);
	size_t mark = xdr_used(c->res);
	struct n4_session *ses;
	uint32_t st;

	if (cl == NULL)
		return N4_STALE_CLIENTID;
	if (seq + 1 == cl->create_seq && cl->created_len > 0) {
		xdr_put_fixed(c->res, cl->created, cl->created_len);
		return 0;
	}
	if (seq != cl->create_seq)
		return N4_SEQ_MISORDERED;
	if (ch[0].max_reply < LEAST_REPLY || ch[0].max_call < LEAST_REPLY ||
	    ch[0].max_ops == 0 || ch[0].max_slots == 0)
		return n4_status(OPS_TOOSMALL);
	if ((st = confirm(c, cl)) != 0)
		return st;
	if ((ses = n4_session_add(c->state, cl)) == NULL)
		return n4_status(OPS_DELAY);
	ses->max_reply = ch[0].max_reply;
	ses->max_cached = ch[0].max_cached;
	ses->max_ops = ch[0].max_ops;
	ses->nslots = ch[0].max_slots;
	cl->confirmed = true;
	cl->create_seq++;
	xdr_put_fixed(c->res, ses->id, N4_SESSION_ID);
	xdr_put_u32(c->res, seq);
	xdr_put_u32(
	    c->res, 0); /* not kept over a restart, nothing called back */
	put_channel(c->res, &ch[0]);
	put_channel(c->res, &ch[1]);
	cl->created_len = xdr_used(c->res) - mark;
	memcpy(cl->created, c->res->base + mark, cl->created_len);
	return 0;
}

_Static_assert(N4_SESSION_ID + 8 + 2 * 7 * 4 <= N4_CREATED, "it is kept");

uint32_t
n4_op_create_session(struct nfs4 *c)
{
	uint64_t id = xdr_get_u64(c->in);
	uint32_t seq = xdr_get_u32(c->in), flags = xdr_get_u32(c->in), st;
	struct channel ch[2];

	get_channel(c->in, &ch[0]);
	get_channel(c->in, &ch[1]);
	xdr_get_u32(c->in); /* the program that would be called back */
	skip_callback_security(c->in);
	if (c->in->bad)
		return N4_BADXDR;
	if (flags > 7 || xdr_room(c->res) < N4_CREATED)
		return n4_status(OPS_INVAL);
	ch[0].max_call = least(ch[0].max_call, RPC_REPLY_MAX);
	ch[0].max_reply = least(ch[0].max_reply, RPC_REPLY_MAX);
	ch[0].max_cached = least(ch[0].max_cached, N4_CACHED);
	ch[0].max_ops = least(ch[0].max_ops, N4_OPS_MAX);
	ch[0].max_slots = least(ch[0].max_slots, N4_SLOTS);
	pthread_mutex_lock(&c->state->lock);
	st = create_session(c, id, seq, ch);
	pthread_mutex_unlock(&c->state->lock);
	return st;
}

/* --- SEQUENCE ---------------------------------------------------------------
 */

struct sequence {
	const uint8_t *id;
	uint32_t seq, slot, highest;
	bool keep;
};

/* The slot is taken, or its reply is asked for again. Under the lock. */
static uint32_t
take_slot(struct nfs4 *c, const struct sequence *q)
{
	struct n4_session *ses = n4_session_of(c->state, q->id);
	struct n4_slot *slot;

	if (ses == NULL)
		return N4_BADSESSION;
	if (q->slot >= ses->nslots)
		return N4_BADSLOT;
	slot = &ses->slots[q->slot];
	if (q->seq == slot->seq && slot->busy)
		return n4_status(OPS_DELAY);
	if (q->seq == slot->seq) {
		if (slot->reply == NULL && slot->seq == 0)
			return N4_SEQ_MISORDERED; /* never used */
		if (slot->reply == NULL)
			return N4_RETRY_UNCACHED_REP;
		c->slot = slot;
		c->again = true;
		return 0;
	}
	if (q->seq != slot->seq + 1 || slot->busy)
		return N4_SEQ_MISORDERED;
	if (c->nops > ses->max_ops)
		return N4_TOO_MANY_OPS;
	slot->seq = q->seq;
	slot->busy = true;
	free(slot->reply);
	slot->reply = NULL;
	c->slot = slot;
	c->session = ses;
	c->client = ses->client;
	c->client->busy++;
	c->keep = q->keep;
	return 0;
}

/* What the session allows in a reply; false: not even what is there. */
static bool
limit_reply(struct nfs4 *c)
{
	size_t most = c->session->max_reply - HEADER;
	uint8_t *end = c->res->base + c->began + most;

	if (xdr_used(c->res) - c->began + SEQUENCE_LEN > most)
		return false;
	if (end < c->res->end)
		c->res->end = end;
	return true;
}

uint32_t
n4_op_sequence(struct nfs4 *c)
{
	struct sequence q;
	uint32_t st;

	q.id = xdr_get_fixed(c->in, N4_SESSION_ID);
	q.seq = xdr_get_u32(c->in);
	q.slot = xdr_get_u32(c->in);
	q.highest = xdr_get_u32(c->in);
	q.keep = xdr_get_bool(c->in);
	if (c->in->bad)
		return N4_BADXDR;
	if (c->index != 0)
		return N4_SEQUENCE_POS;
	pthread_mutex_lock(&c->state->lock);
	st = take_slot(c, &q);
	if (st == 0 && c->again) {
		xdr_rewind(c->res, c->began);
		xdr_put_fixed(c->res, c->slot->reply, c->slot->len);
	}
	pthread_mutex_unlock(&c->state->lock);
	if (st != 0 || c->again)
		return st;
	if (!limit_reply(c))
		return N4_REP_TOO_BIG;
	xdr_put_fixed(c->res, c->session->id, N4_SESSION_ID);
	xdr_put_u32(c->res, q.seq);
	xdr_put_u32(c->res, q.slot);
	xdr_put_u32(c->res, c->session->nslots - 1); /* highest */
	xdr_put_u32(c->res, c->session->nslots - 1); /* and wished for */
	xdr_put_u32(c->res, 0);                      /* status flags */
	return 0;
}

/* --- ends -------------------------------------------------------------------
 */

uint32_t
n4_op_destroy_session(struct nfs4 *c)
{
	const uint8_t *id = xdr_get_fixed(c->in, N4_SESSION_ID);
	struct n4_session *ses;
	uint32_t st = 0;

	if (id == NULL)
		return N4_BADXDR;
	pthread_mutex_lock(&c->state->lock);
	if ((ses = n4_session_of(c->state, id)) == NULL)
		st = N4_BADSESSION;
	else if (ses == c->session && c->index + 1 != c->nops)
		st = N4_NOT_ONLY_OP; /* it has to be the last */
	else if (n4_session_busy(ses, c->slot))
		st = n4_status(OPS_DELAY);
	else {
		n4_session_drop(ses);
		if (ses == c->session) {
			c->session = NULL;
			c->slot = NULL;
		}
	}
	pthread_mutex_unlock(&c->state->lock);
	return st;
}

uint32_t
n4_op_destroy_clientid(struct nfs4 *c)
{
	uint64_t id = xdr_get_u64(c->in);
	struct n4_client *cl;
	uint32_t st = 0;

	if (c->in->bad)
		return N4_BADXDR;
	pthread_mutex_lock(&c->state->lock);
	if ((cl = n4_client_of(c->state, id)) == NULL)
		st = N4_STALE_CLIENTID;
	else if (cl->sessions != NULL || cl->opens != NULL || cl->busy != 0)
		st = N4_CLIENTID_BUSY;
	else
		n4_client_drop(c->state, cl);
	pthread_mutex_unlock(&c->state->lock);
	return st;
}

/* Nothing is kept over a restart, so there is nothing to reclaim. */
uint32_t
n4_op_reclaim_complete(struct nfs4 *c)
{
	bool one_fs = xdr_get_bool(c->in);
	uint32_t st = 0;

	if (c->in->bad)
		return N4_BADXDR;
	if (one_fs)
		return c->has_fh ? 0 : N4_NOFILEHANDLE;
	pthread_mutex_lock(&c->state->lock);
	if (c->client->complete)
		st = N4_COMPLETE_ALREADY;
	c->client->complete = true;
	pthread_mutex_unlock(&c->state->lock);
	return st;
}

/* Any connection is good for any session; none is called back. */
uint32_t
n4_op_bind_conn(struct nfs4 *c)
{
	enum { FORE = 1, BACK = 2, FORE_OR_BOTH = 3, BOTH = 7 };
	const uint8_t *id = xdr_get_fixed(c->in, N4_SESSION_ID);
	uint32_t dir = xdr_get_max(c->in, BOTH);
	bool known;

	xdr_get_bool(c->in); /* RDMA */
	if (c->in->bad)
		return N4_BADXDR;
	pthread_mutex_lock(&c->state->lock);
	known = n4_session_of(c->state, id) != NULL;
	pthread_mutex_unlock(&c->state->lock);
	if (!known)
		return N4_BADSESSION;
	if (dir != FORE && dir != FORE_OR_BOTH)
		return n4_status(OPS_INVAL);
	xdr_put_fixed(c->res, id, N4_SESSION_ID);
	xdr_put_u32(c->res, FORE);
	xdr_put_bool(c->res, false);
	return 0;
}
