/* The MOUNT protocol, version 3 (RFC 1813, appendix I): from a path to the
 * handle of its root. Nothing is kept of who has mounted what. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "nfs/log.h"
#include "nfs/nfsd.h"

enum { MNTPATHLEN = 1024, MNT3ERR_NAMETOOLONG = 63, FLAVOR_AUTH_SYS = 1 };

enum ops_status
nfsd_mount(const struct rpc_call *call, const char *path, struct ops_fh *fhp)
{
	struct nfsd_worker *w = call->worker;
	struct ops_caller caller = {.uid = 0};
	enum ops_view view = OPS_BINARY;
	const struct export_line *e;
	enum ops_status st;
	uint16_t id = 0;

	pthread_rwlock_rdlock(&w->nfsd->lock);
	e = exports_for(w->nfsd->exports, path, strlen(path), call->peer);
	if (e != NULL) {
		export_squash(e, &call->cred, &caller);
		view = e->view;
		id = e->id;
	}
	pthread_rwlock_unlock(&w->nfsd->lock);
	if (e == NULL)
		return OPS_ACCES;
	if ((st = ops_act_for(w->ops, &caller)) != OPS_OK)
		return st;
	return ops_mount(w->ops, path, view, id, fhp);
}

/* mountstat3 has fewer values than nfsstat3, with the same numbers. */
static uint32_t
mountstat(enum ops_status st)
{
	switch (st) {
	case OPS_OK:
	case OPS_PERM:
	case OPS_NOENT:
	case OPS_IO:
	case OPS_ACCES:
	case OPS_NOTDIR:
	case OPS_INVAL:
	case OPS_NAMETOOLONG:
	case OPS_NOTSUPP:
		return ops_status_v3(st);
	case OPS_BADNAME:
		return ops_status_v3(OPS_NOENT);
	default:
		return ops_status_v3(OPS_FAULT);
	}
}

static enum rpc_result
mnt(struct rpc_call *call, struct xdr_out *res)
{
	char path[MNTPATHLEN + 1], peer[NFSD_PEER_MAX];
	const uint8_t *name;
	struct ops_fh fh;
	size_t len;

	name = xdr_get_opaque(&call->args, UINT32_MAX, &len);
	if (call->args.bad)
		return RPC_GARBAGE;
	if (len > MNTPATHLEN)
		call->status = MNT3ERR_NAMETOOLONG;
	else if (memchr(name, '\0', len) != NULL)
		call->status = mountstat(OPS_NOENT);
	else {
		memcpy(path, name, len);
		path[len] = '\0';
		call->status = mountstat(nfsd_mount(call, path, &fh));
		nfsd_log("mount", "client=%s uid=%u path=\"%s\" status=%u",
		    nfsd_peer(call->peer, peer), call->cred.uid, path,
		    call->status);
	}
	xdr_put_u32(res, call->status);
	if (call->status != 0)
		return RPC_DONE;
	xdr_put_opaque(res, fh.data, fh.len);
	xdr_put_u32(res, 1);
	xdr_put_u32(res, FLAVOR_AUTH_SYS);
	return RPC_DONE;
}

/* Who has mounted what is not kept: an empty list. */
static enum rpc_result
dump(struct rpc_call *call, struct xdr_out *res)
{
	(void)call;
	xdr_put_bool(res, false);
	return RPC_DONE;
}

static enum rpc_result
umnt(struct rpc_call *call, struct xdr_out *res)
{
	size_t len;

	(void)res;
	xdr_get_opaque(&call->args, MNTPATHLEN, &len);
	return RPC_DONE;
}

static void
put_client(struct xdr_out *res, const struct export_client *c)
{
	char text[INET6_ADDRSTRLEN + 8];
	bool v4 = c->bits >= 96 &&
		  memcmp(c->addr, "\0\0\0\0\0\0\0\0\0\0\xff\xff", 12) == 0;
	unsigned bits = v4 ? c->bits - 96 : c->bits;
	size_t len;

	if (c->bits == 0) {
		xdr_put_string(res, "*");
		return;
	}
	inet_ntop(v4 ? AF_INET : AF_INET6, v4 ? c->addr + 12 : c->addr, text,
	    INET6_ADDRSTRLEN);
	len = strlen(text);
	if (bits != (v4 ? 32 : 128))
		snprintf(text + len, sizeof(text) - len, "/%u", bits);
	xdr_put_string(res, text);
}

static enum rpc_result
list_exports(struct rpc_call *call, struct xdr_out *res)
{
	struct nfsd_worker *w = call->worker;
	const struct exports *ex;

	pthread_rwlock_rdlock(&w->nfsd->lock);
	ex = w->nfsd->exports;
	for (size_t i = 0; i < ex->n; i++) {
		xdr_put_bool(res, true);
		xdr_put_string(res, ex->all[i].path);
		for (size_t j = 0; j < ex->all[i].nclients; j++) {
			xdr_put_bool(res, true);
			put_client(res, &ex->all[i].clients[j]);
		}
		xdr_put_bool(res, false);
	}
	pthread_rwlock_unlock(&w->nfsd->lock);
	xdr_put_bool(res, false);
	return RPC_DONE;
}

const struct rpc_proc mount3_procs[MOUNT3_PROCS] = {
    {"NULL", rpc_null},
    {"MNT", mnt},
    {"DUMP", dump},
    {"UMNT", umnt},
    {"UMNTALL", rpc_null},
    {"EXPORT", list_exports},
};
