/*
 * A client of MOUNT and NFS version 3, by hand (RFC 1813). Functions are
 * inline: no test uses all of them. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_NFS3_CLIENT_H
#define CATAMOUNT_TESTS_SUPPORT_NFS3_CLIENT_H

#include "tests/support/rpc_client.h"

enum {
	MOUNT_PROG = 100005,
	NFS_PROG = 100003,
	MNT_PROC = 1,
	GETATTR = 1,
	SETATTR = 2,
	LOOKUP = 3,
	ACCESS = 4,
	READLINK = 5,
	READ = 6,
	WRITE = 7,
	CREATE = 8,
	MKDIR = 9,
	REMOVE = 12,
	RMDIR = 13,
	RENAME = 14,
	READDIR = 16,
	READDIRPLUS = 17,
	FSSTAT = 18,
	FSINFO = 19,
	PATHCONF = 20,
	COMMIT = 21,
};

struct nfs3 {
	int fd;
	int uid; /* of AUTH_SYS; -1: AUTH_NONE */
	uint32_t xid;
	uint8_t call[9000];
	uint8_t reply[RPC_WIRE];
};

struct nfs3_fh {
	size_t len;
	uint8_t data[64];
};

struct nfs3_attr {
	uint32_t type, mode, nlink, uid, gid;
	uint64_t size, used, fsid, fileid;
};

static inline struct nfs3 *
nfs3_open(uint16_t port)
{
	struct nfs3 *n = calloc(1, sizeof(*n));

	assert_non_null(n);
	n->fd = rpc_connect(port);
	n->uid = (int)getuid();
	return n;
}

static inline void
nfs3_close(struct nfs3 *n)
{
	close(n->fd);
	free(n);
}

static inline struct xdr_out
nfs3_begin(struct nfs3 *n, uint32_t prog, uint32_t proc)
{
	struct xdr_out call;

	rpc_begin(
	    &call, n->call, sizeof(n->call), ++n->xid, prog, 3, proc, n->uid);
	return call;
}

/* ... of NFS, the handle being the first argument. */
static inline struct xdr_out
nfs3_on(struct nfs3 *n, uint32_t proc, const struct nfs3_fh *fh)
{
	struct xdr_out call = nfs3_begin(n, NFS_PROG, proc);

	xdr_put_opaque(&call, fh->data, fh->len);
	return call;
}

/* The results; the status, which is the first of them, in *statusp. */
static inline struct xdr_in
nfs3_do(struct nfs3 *n, struct xdr_out *call, uint32_t *statusp)
{
	struct xdr_in in =
	    rpc_roundtrip(n->fd, call, n->reply, sizeof(n->reply));

	*statusp = xdr_get_u32(&in);
	return in;
}

static inline void
nfs3_get_fh(struct xdr_in *in, struct nfs3_fh *fh)
{
	const uint8_t *p = xdr_get_opaque(in, 64, &fh->len);

	assert_non_null(p);
	memcpy(fh->data, p, fh->len);
}

static inline void
nfs3_get_attr(struct xdr_in *in, struct nfs3_attr *a)
{
	a->type = xdr_get_u32(in);
	a->mode = xdr_get_u32(in);
	a->nlink = xdr_get_u32(in);
	a->uid = xdr_get_u32(in);
	a->gid = xdr_get_u32(in);
	a->size = xdr_get_u64(in);
	a->used = xdr_get_u64(in);
	xdr_get_u64(in);
	a->fsid = xdr_get_u64(in);
	a->fileid = xdr_get_u64(in);
	for (int i = 0; i < 6; i++)
		xdr_get_u32(in);
	assert_false(in->bad);
}

/* post_op_attr; true: they are there. */
static inline bool
nfs3_get_post(struct xdr_in *in, struct nfs3_attr *a)
{
	bool there = xdr_get_bool(in);

	if (there)
		nfs3_get_attr(in, a);
	return there;
}

/* mountstat3 */
static inline uint32_t
nfs3_mount(struct nfs3 *n, const char *path, struct nfs3_fh *fh)
{
	struct xdr_out call = nfs3_begin(n, MOUNT_PROG, MNT_PROC);
	struct xdr_in in;
	uint32_t st;

	xdr_put_string(&call, path);
	in = nfs3_do(n, &call, &st);
	if (st == 0) {
		nfs3_get_fh(&in, fh);
		/* AUTH_SYS and no other */
		assert_int_equal(xdr_get_u32(&in), 1);
		assert_int_equal(xdr_get_u32(&in), 1);
	}
	assert_true(xdr_done(&in));
	return st;
}

static inline uint32_t
nfs3_getattr(struct nfs3 *n, const struct nfs3_fh *fh, struct nfs3_attr *a)
{
	struct xdr_out call = nfs3_on(n, GETATTR, fh);
	uint32_t st;
	struct xdr_in in = nfs3_do(n, &call, &st);

	if (st == 0)
		nfs3_get_attr(&in, a);
	assert_true(xdr_done(&in));
	return st;
}

static inline uint32_t
nfs3_lookup(struct nfs3 *n, const struct nfs3_fh *dir, const char *name,
    struct nfs3_fh *fh)
{
	struct xdr_out call = nfs3_on(n, LOOKUP, dir);
	struct nfs3_fh got = {0};
	struct nfs3_attr a;
	struct xdr_in in;
	uint32_t st;

	xdr_put_string(&call, name);
	in = nfs3_do(n, &call, &st);
	if (st == 0) {
		nfs3_get_fh(&in, &got);
		nfs3_get_post(&in, &a);
		*fh = got;
	}
	nfs3_get_post(&in, &a);
	assert_true(xdr_done(&in));
	return st;
}

static inline void
nfs3_ask_read(
    struct nfs3 *n, const struct nfs3_fh *fh, uint64_t offset, uint32_t count)
{
	struct xdr_out call = nfs3_on(n, READ, fh);

	xdr_put_u64(&call, offset);
	xdr_put_u32(&call, count);
	rpc_end(&call);
	rpc_send_bytes(n->fd, call.base, xdr_used(&call));
}

/* The data are lent until the next call. */
static inline uint32_t
nfs3_got_read(struct nfs3 *n, uint32_t xid, const uint8_t **datap, size_t *lenp,
    bool *eofp)
{
	struct xdr_in in = rpc_results(
	    n->reply, rpc_reply(n->fd, n->reply, sizeof(n->reply)), xid);
	uint32_t st = xdr_get_u32(&in), count;
	struct nfs3_attr a;

	nfs3_get_post(&in, &a);
	if (st == 0) {
		count = xdr_get_u32(&in);
		*eofp = xdr_get_bool(&in);
		*datap = xdr_get_opaque(&in, 1 << 20, lenp);
		assert_int_equal(count, *lenp);
	}
	assert_true(xdr_done(&in));
	return st;
}

static inline uint32_t
nfs3_read(struct nfs3 *n, const struct nfs3_fh *fh, uint64_t offset,
    uint32_t count, const uint8_t **datap, size_t *lenp, bool *eofp)
{
	nfs3_ask_read(n, fh, offset, count);
	return nfs3_got_read(n, n->xid, datap, lenp, eofp);
}

/* sattr3 with a size, or nothing. */
static inline void
nfs3_put_set(struct xdr_out *call, bool has_size, uint64_t size)
{
	for (int i = 0; i < 3; i++) /* mode, uid, gid */
		xdr_put_bool(call, false);
	xdr_put_bool(call, has_size);
	if (has_size)
		xdr_put_u64(call, size);
	xdr_put_u32(call, 0); /* times */
	xdr_put_u32(call, 0);
}

/* wcc_data; true: attributes are there. */
static inline bool
nfs3_get_wcc(struct xdr_in *in, struct nfs3_attr *a)
{
	if (xdr_get_bool(in))
		xdr_get_bytes(in, 24);
	return nfs3_get_post(in, a);
}

static inline uint32_t
nfs3_set_size(struct nfs3 *n, const struct nfs3_fh *fh, uint64_t size)
{
	struct xdr_out call = nfs3_on(n, SETATTR, fh);
	struct nfs3_attr a;
	struct xdr_in in;
	uint32_t st;

	nfs3_put_set(&call, true, size);
	xdr_put_bool(&call, false);
	in = nfs3_do(n, &call, &st);
	nfs3_get_wcc(&in, &a);
	assert_true(xdr_done(&in));
	return st;
}

/* stable_how; at most what the buffer of the call has room for. */
static inline uint32_t
nfs3_write(struct nfs3 *n, const struct nfs3_fh *fh, uint64_t offset,
    const void *data, uint32_t len, uint32_t how, uint64_t *verfp)
{
	struct xdr_out call = nfs3_on(n, WRITE, fh);
	struct nfs3_attr a;
	struct xdr_in in;
	uint32_t st;

	xdr_put_u64(&call, offset);
	xdr_put_u32(&call, len);
	xdr_put_u32(&call, how);
	xdr_put_opaque(&call, data, len);
	assert_false(call.full);
	in = nfs3_do(n, &call, &st);
	nfs3_get_wcc(&in, &a);
	if (st == 0) {
		assert_int_equal(xdr_get_u32(&in), len);
		assert_true(xdr_get_u32(&in) >= how);
		*verfp = xdr_get_u64(&in);
	}
	assert_true(xdr_done(&in));
	return st;
}

static inline uint32_t
nfs3_commit(struct nfs3 *n, const struct nfs3_fh *fh, uint64_t *verfp)
{
	struct xdr_out call = nfs3_on(n, COMMIT, fh);
	struct nfs3_attr a;
	struct xdr_in in;
	uint32_t st;

	xdr_put_u64(&call, 0);
	xdr_put_u32(&call, 0);
	in = nfs3_do(n, &call, &st);
	nfs3_get_wcc(&in, &a);
	if (st == 0)
		*verfp = xdr_get_u64(&in);
	assert_true(xdr_done(&in));
	return st;
}

/* createmode3: 0 UNCHECKED, 1 GUARDED, 2 EXCLUSIVE with verf. */
static inline uint32_t
nfs3_create(struct nfs3 *n, const struct nfs3_fh *dir, const char *name,
    uint32_t mode, uint64_t verf, struct nfs3_fh *fh)
{
	struct xdr_out call = nfs3_on(n, CREATE, dir);
	struct nfs3_attr a;
	struct xdr_in in;
	uint32_t st;

	xdr_put_string(&call, name);
	xdr_put_u32(&call, mode);
	if (mode == 2)
		xdr_put_u64(&call, verf);
	else
		nfs3_put_set(&call, false, 0);
	in = nfs3_do(n, &call, &st);
	if (st == 0) {
		assert_true(xdr_get_bool(&in));
		nfs3_get_fh(&in, fh);
		nfs3_get_post(&in, &a);
	}
	nfs3_get_wcc(&in, &a);
	assert_true(xdr_done(&in));
	return st;
}

#endif
