/* Inside services: a sequential data set gets new content, all or nothing. */
#ifndef CATAMOUNT_SERVICES_REWRITE_H
#define CATAMOUNT_SERVICES_REWRITE_H

#include <stdbool.h>

#include "access-methods/sphere/sphere.h"
#include "base/entry.h"
#include "services/system.h"

struct rewrite; /* new content of a data set whose SYSDSN the caller holds */

/* Does comp hold anything that must stand until the new content is closed? */
bool rewrite_needed(struct volume *vol, const char *comp);
/* comp becomes the file of an empty component to be loaded in its stead. */
enum ds_status rewrite_begin(struct ds_system *sys, const struct ds_entry *ent,
    struct rewrite **rwp, char comp[SPHERE_NAME_LEN], struct ds_diag *diag);
/* The same for the component of any other entry: made as attr says but for its
 * identities, and enter changes the entry, and others, in the transaction that
 * puts it in place. ent has all of its file on one volume. */
struct rewrite_as {
	struct comp_attr attr;
	const struct comp_attr *index; /* of a library; NULL: it has none */
	enum ds_status (*enter)(
	    void *ctx, struct ds_entry *ent, struct ds_diag *diag);
	void *ctx;
};
enum ds_status rewrite_begin_as(struct ds_system *sys,
    const struct ds_entry *ent, const struct rewrite_as *as,
    struct rewrite **rwp, char comp[SPHERE_NAME_LEN], struct ds_diag *diag);
/* The file of the new component. */
void rewrite_name(const struct rewrite *rw, char comp[SPHERE_NAME_LEN]);
/* It will have a piece on this volume too. */
enum ds_status rewrite_piece(
    struct rewrite *rw, const char *volser, struct ds_diag *diag);
/* The new component is closed: it takes the old one's place, or the status
 * says why not and the old one stays. Always frees. */
enum ds_status rewrite_commit(struct rewrite **rwp, struct ds_diag *diag);
/* The old one stays, the new one is removed. NULL is fine. */
void rewrite_abandon(struct rewrite **rwp);

#endif
