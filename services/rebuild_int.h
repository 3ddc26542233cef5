/* Between the files of the rebuilding of lost catalogs. */
#ifndef CATAMOUNT_SERVICES_REBUILD_INT_H
#define CATAMOUNT_SERVICES_REBUILD_INT_H

#include "services/recatalog_int.h"

struct rebuild {
	struct ds_system *sys;
	void (*told)(void *ctx, const char *what, const char *name,
	    enum ds_status st, const struct ds_diag *diag);
	void *ctx;
	struct recat_comp *v; /* data components in no catalog */
	size_t n, cap;
	bool nomem;
	bool known;        /* the master is what it was */
	bool made_catalog; /* one that it did not know */
};

/* Aliases for a master that has lost them, by the names that catalogs and
 * components have; each is told. */
enum ds_status rebuild_aliases(struct rebuild *rb, struct ds_diag *diag);
/* Is name, of catalog in, found by routing? If not it is told. */
bool rebuild_reach(struct rebuild *rb, const char *name, const char *in);

#endif
