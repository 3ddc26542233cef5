/*
 * Between RECATALOG, DIAGNOSE and the rebuilding of catalogs: the components on
 * volumes, and the entries made of one.
 */
#ifndef CATAMOUNT_SERVICES_RECATALOG_INT_H
#define CATAMOUNT_SERVICES_RECATALOG_INT_H

#include "services/catalogs.h"
#include "services/enq.h"
#include "services/space.h"
#include "services/system_int.h"

/* A component file. */
struct recat_comp {
	char volser[VOLSER_MAX + 1]; /* where it begins */
	char file[SPHERE_NAME_LEN];
	bool readable; /* else attr says nothing */
	struct comp_attr attr;
};

/* Each component that begins on a volume of the ledger; false stops. */
enum ds_status recat_scan(struct ds_system *sys,
    bool (*fn)(void *ctx, const struct recat_comp *c), void *ctx,
    struct ds_diag *diag);

/* Goes the file on from another volume, where it begins? */
bool recat_is_piece(struct volume *vol, const char *name);

/* Does an entry of any catalog name it? */
enum ds_status recat_known(struct ds_system *sys, const struct comp_attr *a,
    bool *knownp, struct ds_diag *diag);

/* DS_CAT_DUPLICATE: an entry names it; DS_CAT_NOVVR: one of a catalog that is
 * not connected, which diag->text says. Within a transaction it stays so. */
enum ds_status recat_free_to(struct ds_system *sys, const struct comp_attr *a,
    const char *name, struct ds_diag *diag);

/* Enter what data is the data component of. catalog "": by routing. */
enum ds_status recat_enter(struct ds_system *sys, const struct recat_comp *data,
    const char *catalog, struct ds_diag *diag);

#endif
