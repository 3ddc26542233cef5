/*
 * The duplicate request cache: a client of version 3 that has lost its
 * connection sends again what was not answered. What may be done once alone, a
 * REMOVE, is answered then as it was, not done again. A request is known by the
 * address, the xid, the procedure and a sum over its arguments.
 */
#ifndef CATAMOUNT_NFS_DRC_H
#define CATAMOUNT_NFS_DRC_H

#include "nfs/rpc.h"

struct drc;

enum {
	DRC_SLOTS = 1024,     /* requests that are remembered */
	DRC_RESULT_MAX = 512, /* bytes of results */
	DRC_AGE_MS = 300000,  /* an older one is another request */
};

struct drc *drc_new(void); /* NULL: no memory */
void drc_free(struct drc **drcp);

enum drc_found {
	DRC_NEW,  /* do it, then drc_end(*slotp) */
	DRC_DONE, /* its results are in res */
	DRC_RUNS, /* another thread does it at this moment */
};
/* Of a call whose arguments nobody has read yet. */
enum drc_found drc_begin(struct drc *drc, const struct rpc_call *call,
    struct xdr_out *res, unsigned *slotp);
/* NULL: it is to be done again when it comes again. */
void drc_end(
    struct drc *drc, unsigned slot, const uint8_t *results, size_t len);

#endif
