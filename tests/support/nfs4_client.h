/*
 * A client of NFS version 4.1 and 4.2, by hand (RFC 8881): a COMPOUND is put
 * together operation by operation. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_NFS4_CLIENT_H
#define CATAMOUNT_TESTS_SUPPORT_NFS4_CLIENT_H

#include "tests/support/rpc_client.h"

enum { /* operations (RFC 8881, 16.2.3) */
	V4_ACCESS = 3,
	V4_CLOSE = 4,
	V4_GETATTR = 9,
	V4_GETFH = 10,
	V4_LOOKUP = 15,
	V4_LOOKUPP = 16,
	V4_NVERIFY = 17,
	V4_OPEN = 18,
	V4_OPEN_DOWNGRADE = 21,
	V4_PUTFH = 22,
	V4_PUTROOTFH = 24,
	V4_READ = 25,
	V4_READDIR = 26,
	V4_READLINK = 27,
	V4_REMOVE = 28,
	V4_RESTOREFH = 31,
	V4_SAVEFH = 32,
	V4_SETATTR = 34,
	V4_VERIFY = 37,
	V4_EXCHANGE_ID = 42,
	V4_CREATE_SESSION = 43,
	V4_DESTROY_SESSION = 44,
	V4_FREE_STATEID = 45,
	V4_SECINFO_NO_NAME = 52,
	V4_SEQUENCE = 53,
	V4_TEST_STATEID = 55,
	V4_DESTROY_CLIENTID = 57,
	V4_RECLAIM_COMPLETE = 58,
};

struct nfs4 {
	int fd, uid;
	uint32_t xid, minor, nops;
	uint64_t client;
	uint8_t session[16];
	uint32_t seq; /* of slot 0 */
	struct xdr_out out;
	uint8_t *count; /* of operations, in out */
	struct xdr_in in;
	uint8_t call[9000], reply[RPC_WIRE];
};

static inline void
v4_begin(struct nfs4 *n)
{
	rpc_begin(
	    &n->out, n->call, sizeof(n->call), ++n->xid, 100003, 4, 1, n->uid);
	xdr_put_string(&n->out, "tag");
	xdr_put_u32(&n->out, n->minor);
	n->count = xdr_reserve(&n->out, 4);
	n->nops = 0;
}

static inline void
v4_op(struct nfs4 *n, uint32_t op)
{
	xdr_put_u32(&n->out, op);
	n->nops++;
}

/* SEQUENCE of slot, whose request has this number. */
static inline void
v4_sequence(struct nfs4 *n, uint32_t slot, uint32_t seq, bool keep)
{
	v4_op(n, V4_SEQUENCE);
	xdr_put_fixed(&n->out, n->session, 16);
	xdr_put_u32(&n->out, seq);
	xdr_put_u32(&n->out, slot);
	xdr_put_u32(&n->out, 0);
	xdr_put_bool(&n->out, keep);
}

/* The next request of slot 0. */
static inline void
v4_next(struct nfs4 *n)
{
	v4_begin(n);
	v4_sequence(n, 0, ++n->seq, false);
}

/* The COMPOUND's status; how many operations were answered. */
static inline uint32_t
v4_send(struct nfs4 *n, uint32_t *donep)
{
	uint32_t st;
	size_t len;

	be32_put(n->count, n->nops);
	n->in = rpc_roundtrip(n->fd, &n->out, n->reply, sizeof(n->reply));
	st = xdr_get_u32(&n->in);
	xdr_get_opaque(&n->in, 1024, &len);
	assert_int_equal(len, 3);
	*donep = xdr_get_u32(&n->in);
	return st;
}

/* The answer to an operation: its status. */
static inline uint32_t
v4_answer(struct nfs4 *n, uint32_t op)
{
	assert_int_equal(xdr_get_u32(&n->in), op);
	return xdr_get_u32(&n->in);
}

/* Send; behind it stand the results of SEQUENCE. */
static inline uint32_t
v4_do(struct nfs4 *n)
{
	uint32_t done, st = v4_send(n, &done);

	assert_true(done >= 1);
	assert_int_equal(v4_answer(n, V4_SEQUENCE), 0);
	assert_memory_equal(xdr_get_bytes(&n->in, 16), n->session, 16);
	xdr_get_bytes(&n->in, 20);
	return st;
}

static inline uint32_t
v4_exchange(struct nfs4 *n, const char *owner, uint64_t verf, uint32_t *seqp)
{
	uint32_t done, st;

	v4_begin(n);
	v4_op(n, V4_EXCHANGE_ID);
	xdr_put_u64(&n->out, verf);
	xdr_put_string(&n->out, owner);
	xdr_put_u32(&n->out, 0);
	xdr_put_u32(&n->out, 0); /* SP4_NONE */
	xdr_put_u32(&n->out, 0);
	st = v4_send(n, &done);
	assert_int_equal(v4_answer(n, V4_EXCHANGE_ID), st);
	if (st != 0)
		return st;
	n->client = xdr_get_u64(&n->in);
	*seqp = xdr_get_u32(&n->in);
	return 0;
}

static inline uint32_t
v4_create_session(struct nfs4 *n, uint32_t seq)
{
	uint32_t done, st;

	v4_begin(n);
	v4_op(n, V4_CREATE_SESSION);
	xdr_put_u64(&n->out, n->client);
	xdr_put_u32(&n->out, seq);
	xdr_put_u32(&n->out, 0);
	for (int i = 0; i < 2; i++) {
		static const uint32_t channel[7] = {
		    0, 1 << 20, (1 << 20) + 4096, 4096, 16, 4, 0};

		for (int j = 0; j < 7; j++)
			xdr_put_u32(&n->out, channel[j]);
	}
	xdr_put_u32(&n->out, 0);
	xdr_put_u32(&n->out, 1);
	xdr_put_u32(&n->out, 0); /* AUTH_NONE */
	st = v4_send(n, &done);
	assert_int_equal(v4_answer(n, V4_CREATE_SESSION), st);
	if (st != 0)
		return st;
	memcpy(n->session, xdr_get_bytes(&n->in, 16), 16);
	assert_int_equal(xdr_get_u32(&n->in), seq);
	n->seq = 0;
	return 0;
}

static inline struct nfs4 *
v4_open(uint16_t port, uint32_t minor, const char *owner)
{
	struct nfs4 *n = calloc(1, sizeof(*n));
	uint32_t seq = 0;

	assert_non_null(n);
	n->fd = rpc_connect(port);
	n->uid = (int)getuid();
	n->minor = minor;
	assert_int_equal(v4_exchange(n, owner, 1, &seq), 0);
	assert_int_equal(seq, 1);
	assert_int_equal(v4_create_session(n, seq), 0);
	return n;
}

static inline void
v4_shut(struct nfs4 *n)
{
	close(n->fd);
	free(n);
}

static inline void
v4_name(struct nfs4 *n, uint32_t op, const char *name)
{
	v4_op(n, op);
	xdr_put_string(&n->out, name);
}

/* OPEN of name in the current directory. */
static inline void
v4_put_open(
    struct nfs4 *n, const char *name, uint32_t access, uint32_t deny, bool make)
{
	v4_op(n, V4_OPEN);
	xdr_put_u32(&n->out, 0);
	xdr_put_u32(&n->out, access);
	xdr_put_u32(&n->out, deny);
	xdr_put_u64(&n->out, n->client);
	xdr_put_string(&n->out, "owner");
	xdr_put_u32(&n->out, make ? 1 : 0);
	if (make) {
		xdr_put_u32(&n->out, 0); /* UNCHECKED */
		xdr_put_u32(&n->out, 0);
		xdr_put_u32(&n->out, 0);
	}
	xdr_put_u32(&n->out, 0);
	xdr_put_string(&n->out, name);
}

#endif
