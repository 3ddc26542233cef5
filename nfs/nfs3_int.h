/* NFS version 3 (RFC 1813): what its procedures share. */
#ifndef CATAMOUNT_NFS_NFS3_INT_H
#define CATAMOUNT_NFS_NFS3_INT_H

#include "nfs/nfsd.h"

enum {
	NFS3_NAME_MAX = 255,
	NFS3_VERF_LEN = 8,
	NFS3_ATTR_LEN = 84, /* of fattr3 */
};

/*
 * A handle among the arguments, and the caller made the one who asks. The
 * status, of arguments that cannot be read too: rpc_answer sees that.
 */
enum ops_status nfs3_enter(struct rpc_call *call, struct ops_fh *fhp);
/* The same; *writablep: it is exported rw. */
enum ops_status nfs3_enter_export(
    struct rpc_call *call, struct ops_fh *fhp, bool *writablep);
/* The same of one that is to be changed: OPS_ROFS, when it is exported ro. */
enum ops_status nfs3_enter_change(struct rpc_call *call, struct ops_fh *fhp);
/* nfsstat3 first in the results; true: it is OK. */
bool nfs3_status(
    struct rpc_call *call, struct xdr_out *res, enum ops_status st);

void nfs3_put_attr(struct xdr_out *res, const struct ops_attr *a); /* fattr3 */
/* post_op_attr, of fh; none of NULL, and where there are none to be had. */
void nfs3_put_post(
    struct rpc_call *call, struct xdr_out *res, const struct ops_fh *fh);
/* post_op_attr of what is known; NULL: none. */
void nfs3_put_known(struct xdr_out *res, const struct ops_attr *a);
void nfs3_put_fh(struct xdr_out *res, const struct ops_fh *fh);

/* A directory and a name in it (diropargs3). */
struct nfs3_where {
	struct ops_fh dir;
	enum ops_status entered; /* its handle is good, and exported rw */
	const char *name;
	size_t len;
};
/* The outcome so far. */
enum ops_status nfs3_get_where(struct rpc_call *call, struct nfs3_where *w);
/* wcc_data: what it was before is not told, what it is now is. */
void nfs3_put_wcc(
    struct rpc_call *call, struct xdr_out *res, const struct nfs3_where *w);
/* Once: what was done already is answered as it was. */
enum rpc_result nfs3_once(
    struct rpc_call *call, struct xdr_out *res, rpc_proc_fn *fn);
void nfs3_get_set(struct xdr_in *in, struct ops_set *set); /* sattr3 */

static inline struct ops *
nfs3_ops(const struct rpc_call *call)
{
	return ((struct nfsd_worker *)call->worker)->ops;
}

/* nfs3_file.c, nfs3_dir.c, nfs3_fs.c, nfs3_change.c, nfs3_write.c */
rpc_proc_fn nfs3_getattr, nfs3_lookup, nfs3_access, nfs3_readlink, nfs3_read;
rpc_proc_fn nfs3_readdir, nfs3_readdirplus;
rpc_proc_fn nfs3_mkdir, nfs3_remove, nfs3_rmdir, nfs3_rename;
rpc_proc_fn nfs3_setattr, nfs3_write, nfs3_create, nfs3_commit;
rpc_proc_fn nfs3_refuse, nfs3_refuse_link;
rpc_proc_fn nfs3_fsstat, nfs3_fsinfo, nfs3_pathconf;

#endif
