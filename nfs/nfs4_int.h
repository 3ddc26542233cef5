/* NFS version 4 (RFC 8881, RFC 7862): what its operations share. */
#ifndef CATAMOUNT_NFS_NFS4_INT_H
#define CATAMOUNT_NFS_NFS4_INT_H

#include "nfs/nfs4_state.h"
#include "nfs/nfsd.h"

enum { /* nfsstat4 that no operation of ops.h says */
	N4_SAME = 10009,
	N4_BADTYPE = 10007,
	N4_LOCKED = 10012,
	N4_SHARE_DENIED = 10015,
	N4_CLID_INUSE = 10017,
	N4_RESOURCE = 10018,
	N4_NOFILEHANDLE = 10020,
	N4_MINOR_VERS_MISMATCH = 10021,
	N4_STALE_CLIENTID = 10022,
	N4_OLD_STATEID = 10024,
	N4_BAD_STATEID = 10025,
	N4_NOT_SAME = 10027,
	N4_SYMLINK = 10029,
	N4_RESTOREFH = 10030,
	N4_ATTRNOTSUPP = 10032,
	N4_NO_GRACE = 10033,
	N4_BADXDR = 10036,
	N4_OPENMODE = 10038,
	N4_BADOWNER = 10039,
	N4_OP_ILLEGAL = 10044,
	N4_BADSESSION = 10052,
	N4_BADSLOT = 10053,
	N4_COMPLETE_ALREADY = 10054,
	N4_SEQ_MISORDERED = 10063,
	N4_SEQUENCE_POS = 10064,
	N4_REP_TOO_BIG = 10066,
	N4_REP_TOO_BIG_TO_CACHE = 10067,
	N4_RETRY_UNCACHED_REP = 10068,
	N4_TOO_MANY_OPS = 10070,
	N4_OP_NOT_IN_SESSION = 10071,
	N4_CLIENTID_BUSY = 10074,
	N4_NOT_ONLY_OP = 10081,
	N4_WRONG_TYPE = 10083,
};

enum {
	N4_OPS_MAX = 64, /* of a COMPOUND */
	N4_NAME_MAX = 255,
	N4_NEXT = 12,      /* bytes of a reply left for one that fails */
	N4_ATTR_WORDS = 3, /* of a bitmap that we know */
	N4_SHARE_READ = 1,
	N4_SHARE_WRITE = 2,
};

struct n4_stateid {
	uint32_t seq;
	uint8_t other[N4_OTHER];
};

/* A COMPOUND on its way. */
struct nfs4 {
	struct rpc_call *call;
	struct xdr_in *in;
	struct xdr_out *res;
	struct ops *ops;
	struct n4_state *state;
	uint32_t minor, index, nops;
	size_t began; /* of xdr_used(res), in front of its results */
	bool has_fh, has_saved, has_stateid;
	struct ops_fh fh, saved;
	struct n4_stateid stateid; /* the current one */
	/* Of SEQUENCE; client, session and slot are its own until the end. */
	struct n4_client *client;
	struct n4_session *session;
	struct n4_slot *slot;
	bool keep;
	bool again; /* the reply is in the slot */
};

/* Arguments from c->in, results to c->res; the nfsstat4. */
typedef uint32_t nfs4_fn(struct nfs4 *c);

static inline uint32_t
n4_status(enum ops_status st)
{
	return ops_status_v4(st);
}

/* The current handle, asked for by its export; *writablep may be NULL. */
uint32_t n4_enter(struct nfs4 *c, bool *writablep);
uint32_t n4_name(struct nfs4 *c, const char **namep, size_t *lenp);

/* nfs4_pseudo.c: directories that lead to exports. */
bool n4_pseudo(const struct ops_fh *fh);
enum ops_status n4_root(struct nfs4 *c, struct ops_fh *fhp);
enum ops_status n4_pseudo_lookup(struct nfs4 *c, const struct ops_fh *dir,
    const char *name, size_t len, struct ops_fh *fhp);
void n4_pseudo_attr(const struct ops_fh *fh, struct ops_attr *attrp);
/* What is below the root of an export but listed nowhere: views, levels. */
enum ops_status n4_unlisted(struct nfs4 *c, const struct ops_fh *dir,
    const char *name, size_t len, struct ops_fh *fhp);
enum ops_status n4_pseudo_list(struct nfs4 *c, const struct ops_fh *dir,
    uint64_t cookie, ops_dirent_fn *fn, void *ctx, bool *eofp);

/* nfs4_attr.c */
void n4_get_bitmap(struct xdr_in *in, uint32_t bits[N4_ATTR_WORDS]);
enum ops_status n4_getattr(struct nfs4 *c, struct ops_attr *attrp);
/* fattr4 of those of bits that there are. */
void n4_put_attrs(struct nfs4 *c, const uint32_t bits[N4_ATTR_WORDS],
    const struct ops_fh *fh, const struct ops_attr *a);
/* Only what READDIR knows without attributes. */
bool n4_cheap_attrs(const uint32_t bits[N4_ATTR_WORDS]);

nfs4_fn n4_op_getattr, n4_op_verify, n4_op_nverify;
/* nfs4_name.c */
nfs4_fn n4_op_putrootfh, n4_op_putfh, n4_op_getfh, n4_op_savefh;
nfs4_fn n4_op_restorefh, n4_op_lookup, n4_op_lookupp, n4_op_access;
nfs4_fn n4_op_readlink, n4_op_readdir, n4_op_secinfo, n4_op_secinfo_no_name;
/* nfs4_open.c */
nfs4_fn n4_op_open, n4_op_close, n4_op_open_downgrade, n4_op_read;
nfs4_fn n4_op_test_stateid, n4_op_free_stateid;
/* nfs4_session.c */
nfs4_fn n4_op_exchange_id, n4_op_create_session, n4_op_destroy_session;
nfs4_fn n4_op_destroy_clientid, n4_op_sequence, n4_op_reclaim_complete;
nfs4_fn n4_op_bind_conn;

#endif
