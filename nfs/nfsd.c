/* The server's state: exports that may be replaced, threads that ask. */
#include <stdlib.h>
#include <string.h>

#include "nfs/nfs4_state.h"
#include "nfs/nfsd.h"
#include "nfs/peer.h"

static const struct rpc_version versions[] = {
    {100003, 3, "NFS3", nfs3_procs, NFS3_PROCS},
    {100005, 3, "MOUNT3", mount3_procs, MOUNT3_PROCS},
    {100003, 4, "NFS4", nfs4_procs, NFS4_PROCS},
};
const struct rpc_table nfsd_table = {versions, 3};
const struct rpc_table nfsd_table_3 = {versions, 2};

_Static_assert((int)NFS3_PROCS <= (int)RPC_PROCS_MAX, "they are counted");

enum ds_status
nfsd_init(struct nfsd *nfsd, struct ds_diag *diag)
{
	*nfsd = (struct nfsd){.lock = PTHREAD_RWLOCK_INITIALIZER};
	if ((nfsd->drc = drc_new()) == NULL ||
	    (nfsd->v4 = n4_state_new()) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	return DS_OK;
}

void
nfsd_export(struct nfsd *nfsd, struct exports *exports)
{
	struct exports *old;

	pthread_rwlock_wrlock(&nfsd->lock);
	old = nfsd->exports;
	nfsd->exports = exports;
	pthread_rwlock_unlock(&nfsd->lock);
	exports_free(&old);
}

void
nfsd_end(struct nfsd *nfsd)
{
	exports_free(&nfsd->exports);
	ops_server_free(&nfsd->ops);
	drc_free(&nfsd->drc);
	n4_state_free(&nfsd->v4);
	pthread_rwlock_destroy(&nfsd->lock);
}

enum ds_status
nfsd_begin(void *ctx, void **workerp, struct ds_diag *diag)
{
	struct nfsd_worker *w = calloc(1, sizeof(*w));
	struct nfsd *nfsd = ctx;
	enum ds_status st;

	if (w == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	w->nfsd = nfsd;
	if ((st = ops_new(nfsd->ops, &w->ops, diag)) != DS_OK) {
		free(w);
		return st;
	}
	*workerp = w;
	return DS_OK;
}

int
nfsd_idle(void *worker)
{
	struct nfsd_worker *w = worker;

	return ops_idle(w->ops);
}

void
nfsd_finish(void *worker)
{
	struct nfsd_worker *w = worker;

	ops_free(&w->ops);
	free(w);
}

enum ops_status
nfsd_enter(
    const struct rpc_call *call, const struct ops_fh *fh, bool *writablep)
{
	struct nfsd_worker *w = call->worker;
	struct ops_caller caller = {.uid = 0};
	const struct export_line *e;
	uint8_t addr[PEER_ADDR_LEN];
	enum ops_status st = OPS_OK;
	uint16_t id;
	bool known;

	if (!ops_fh_export(fh, &id))
		return OPS_BADHANDLE;
	pthread_rwlock_rdlock(&w->nfsd->lock);
	e = exports_by_id(w->nfsd->exports, id, call->peer, &known);
	if (e == NULL)
		st = known ? OPS_ACCES : OPS_STALE;
	else {
		export_squash(e, &call->cred, &caller);
		*writablep = e->writable;
	}
	pthread_rwlock_unlock(&w->nfsd->lock);
	peer_address(call->peer, addr);
	caller.client = ops_client(addr, sizeof(addr));
	return st == OPS_OK ? ops_act_for(w->ops, &caller) : st;
}

/* What the export of dir begins with. */
static void
level_of(const struct rpc_call *call, const struct ops_fh *dir,
    char level[DSNAME_MAX + 1])
{
	struct nfsd_worker *w = call->worker;
	const struct export_line *e = NULL;
	uint16_t id;
	bool known;

	level[0] = '\0';
	if (!ops_fh_export(dir, &id))
		return;
	pthread_rwlock_rdlock(&w->nfsd->lock);
	e = exports_by_id(w->nfsd->exports, id, call->peer, &known);
	if (e != NULL)
		memcpy(level, e->level, DSNAME_MAX + 1);
	pthread_rwlock_unlock(&w->nfsd->lock);
}

enum ops_status
nfsd_up(const struct rpc_call *call, const struct ops_fh *dir,
    struct ops_fh *fhp, struct ops_attr *attrp)
{
	struct nfsd_worker *w = call->worker;
	char level[DSNAME_MAX + 1];
	enum ops_status st;
	struct ops_fh up;

	st = ops_lookup(w->ops, dir, "..", 2, &up, attrp);
	if (st != OPS_OK)
		return st;
	level_of(call, dir, level);
	/* Up from a level is the level itself, from all else the root: there it
	 * is the export's level that the client has mounted. */
	if (level[0] != '\0' &&
	    (up.len != dir->len || memcmp(up.data, dir->data, up.len) != 0))
		return ops_lookup(
		    w->ops, &up, level, strlen(level), fhp, attrp);
	*fhp = up;
	return OPS_OK;
}
