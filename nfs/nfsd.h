/*
 * The server as its procedures see it: the exports, which a reload replaces,
 * and what each thread has.
 */
#ifndef CATAMOUNT_NFS_NFSD_H
#define CATAMOUNT_NFS_NFSD_H

#include <pthread.h>

#include "nfs/drc.h"
#include "nfs/exports.h"
#include "nfs/ops.h"
#include "nfs/rpc.h"

struct nfsd {
	pthread_rwlock_t lock; /* of exports */
	struct exports *exports;
	struct ops_server *ops;
	struct drc *drc;
	struct n4_state *v4;
};

/* rpc_call.worker */
struct nfsd_worker {
	struct nfsd *nfsd;
	struct ops *ops;
};

/* MOUNT v3, NFS v3 and v4; without v4. */
extern const struct rpc_table nfsd_table, nfsd_table_3;
extern const struct rpc_proc mount3_procs[], nfs3_procs[], nfs4_procs[];
enum { MOUNT3_PROCS = 6, NFS3_PROCS = 22, NFS4_PROCS = 2 };

/* Its lock, and what is not of the exports or the data sets. */
enum ds_status nfsd_init(struct nfsd *nfsd, struct ds_diag *diag);
/* exports become nfsd's, in place of those before. */
void nfsd_export(struct nfsd *nfsd, struct exports *exports);
void nfsd_end(struct nfsd *nfsd);

/* For server_config: ctx is a struct nfsd. */
enum ds_status nfsd_begin(void *ctx, void **workerp, struct ds_diag *diag);
int nfsd_idle(void *worker);
void nfsd_finish(void *worker);

/*
 * The caller of a request for fh, by its export; operations are his from here;
 * *writablep: it is exported rw.
 * OPS_STALE: it is exported no more; OPS_ACCES: not to him; OPS_BADHANDLE.
 */
enum ops_status nfsd_enter(
    const struct rpc_call *call, const struct ops_fh *fh, bool *writablep);
/* The handle of path for the caller, by his export. OPS_ACCES: not to him. */
enum ops_status nfsd_mount(
    const struct rpc_call *call, const char *path, struct ops_fh *fhp);
/* ".." of dir, which does not lead out of its export; attrp may be NULL. */
enum ops_status nfsd_up(const struct rpc_call *call, const struct ops_fh *dir,
    struct ops_fh *fhp, struct ops_attr *attrp);

#endif
