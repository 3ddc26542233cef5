/*
 * Entries by name and pattern, with the true state of their components.
 */
#ifndef CATAMOUNT_SERVICES_LOCATE_H
#define CATAMOUNT_SERVICES_LOCATE_H

#include <stdbool.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/system.h"

/* catalog: the CATALOG parameter, or NULL. The caller frees *entp. */
enum ds_status ds_locate(struct ds_system *sys, const char *catalog,
    const char *name, struct ds_entry **entp, struct ds_diag *diag);
/* The same by the catalog alone: components are not looked at, and there are no
 * statistics. */
enum ds_status ds_locate_entry(struct ds_system *sys, const char *catalog,
    const char *name, struct ds_entry **entp, struct ds_diag *diag);
/*
 * The same on the way to something that asks for itself, or has asked: nobody
 * is asked for READ, as by a LOCATE and an OBTAIN on z/OS. What the entry says
 * is for the program alone, not to be shown.
 */
enum ds_status ds_find(struct ds_system *sys, const char *catalog,
    const char *name, struct ds_entry **entp, struct ds_diag *diag);

/*
 * What stays of a data set's identity as long as it is there: when it is
 * renamed, rewritten, compressed, moved. A cluster has that of its data.
 */
enum { DS_IDENTITY_LEN = 8 };
/* False: it has no component. */
bool ds_identity(struct ds_system *sys, const struct ds_entry *ent,
    uint8_t id[DS_IDENTITY_LEN]);
/* The entry that has it: of a component, the whole. As ds_locate. */
enum ds_status ds_locate_identity(struct ds_system *sys,
    const uint8_t id[DS_IDENTITY_LEN], struct ds_entry **entp,
    struct ds_diag *diag);

enum ds_select { DS_SEL_ALL, DS_SEL_GENERIC, DS_SEL_LEVEL, DS_SEL_MASK };

/*
 * Each matching entry in LISTCAT's order (catalog/catalog.h), with statistics
 * and extents of DATA and INDEX filled from the components. with_stats false
 * leaves the components alone. fn returning false stops.
 */
enum ds_status ds_list(struct ds_system *sys, const char *catalog,
    enum ds_select sel, const char *pattern, bool with_stats,
    bool (*fn)(void *ctx, const struct ds_entry *ent), void *ctx,
    struct ds_diag *diag);

/*
 * Names alone, in the order of their characters, behind after ("": from the
 * first), in memory that does not grow with them (catalog/catalog.h); those
 * that the one who asks may see. Components too, by their types.
 */
enum ds_status ds_list_names(struct ds_system *sys, enum ds_select sel,
    const char *pattern, const char *after,
    bool (*fn)(
	void *ctx, const char *name, enum ds_type type, const char *catalog),
    void *ctx, struct ds_diag *diag);

/* How a name may go on (catalog/catalog.h): for completion. */
enum ds_status ds_names(struct ds_system *sys, const char *prefix, int max,
    bool (*fn)(void *ctx, const char *name), void *ctx, struct ds_diag *diag);

/* Does a catalog of this name exist? "" names the master. */
bool ds_catalog_exists(struct ds_system *sys, const char *name);

#endif
