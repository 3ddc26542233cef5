/*
 * Inside services: groups as DEFINE, DELETE and allocation see them.
 */
#ifndef CATAMOUNT_SERVICES_GDG_INT_H
#define CATAMOUNT_SERVICES_GDG_INT_H

#include "services/gdg.h"
#include "services/system_int.h"

/* The numbers of a base that this user of the root has asked for. */
struct gdg_view;
void gdg_views_free(struct gdg_view **viewsp); /* NULL is fine */
/*
 * A new generation, (+n), may be made with base's numbers as they were fixed:
 * base is held alone by enqp from now on. DS_BUSY: another makes one;
 * DS_CAT_INUSE: there are others since the numbers were fixed.
 */
enum ds_status gdg_hold(struct ds_system *sys, const char *base,
    struct enq **enqp, struct ds_diag *diag);

/* name, a new generation, is made by this run. */
enum ds_status gdg_note_made(
    struct ds_system *sys, const char *name, struct ds_diag *diag);

/* The generations tied to base, oldest first; the caller frees. */
enum ds_status gdg_names(const struct ds_entry *base,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag);
/* Those of base that wait to be rolled in: they are not tied to it yet. */
enum ds_status gdg_waiting(struct ds_system *sys, const struct ds_entry *base,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag);
/* The same of those that were in use when they were to be scratched. */
enum ds_status gdg_left(struct ds_system *sys, const struct ds_entry *base,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag);
/* Places of the first and the last of them (base/dsname.h); 0: there is none.
 */
void gdg_ends(char (*names)[DSNAME_MAX + 1], size_t n, int64_t *oldestp,
    int64_t *newestp);

/* The base of a generation's name in this catalog; *basep NULL: it has none. */
enum ds_status gdg_base_of(struct ds_system *sys, const char *catalog,
    const char *name, struct ds_entry **basep, struct ds_diag *diag);

/* A data set of a new name: DEFERRED if it is a generation. In a transaction.
 */
enum ds_status gdg_defer(struct ds_system *sys, const char *catalog,
    struct ds_entry *ent, struct ds_diag *diag);
/* Enter ent, new, as an active generation of base. */
enum ds_status gdg_enter(struct ds_system *sys, const struct ds_entry *base,
    struct ds_entry *ent, struct ds_diag *diag);

/* Does it expire later than today, or never? */
bool ds_unexpired(uint32_t expires);

#endif
