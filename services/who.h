/* Who has a data set allocated and open. */
#ifndef CATAMOUNT_SERVICES_WHO_H
#define CATAMOUNT_SERVICES_WHO_H

#include "services/enq.h"
#include "services/system.h"

enum ds_use {
	DS_USE_NAME,   /* allocated */
	DS_USE_OPEN,   /* open: exclusively for a load or the only writer */
	DS_USE_OUTPUT, /* a writer that shares it, besides DS_USE_OPEN */
};

/* name: the data set's, the path's, or the component's that is open; borrowed
 * for the call. false: no more. */
typedef bool ds_who_fn(
    void *ctx, const char *name, enum ds_use use, const struct enq_holder *h);

/* DS_CAT_NOTFOUND. Nobody having it is DS_OK. */
enum ds_status ds_who(struct ds_system *sys, const char *name, ds_who_fn *fn,
    void *ctx, struct ds_diag *diag);

#endif
