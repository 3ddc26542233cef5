/*
 * Inside services: a cluster that gets its records before it gets its names,
 * so that it is there as a whole or not at all.
 *
 *	1  intents, space and files, as DEFINE makes them
 *	2  its records, by an open of it that no name leads to
 *	3  its entries; those of what it replaces go in the same transaction
 *
 * A death before 3 leaves components that no entry names, which the rule of
 * settle.c removes; what it was to replace is as it was.
 */
#ifndef CATAMOUNT_SERVICES_STAGED_H
#define CATAMOUNT_SERVICES_STAGED_H

#include "access-methods/sphere/sphere.h"
#include "services/dataset.h"
#include "services/define.h"

struct staged;

/* in: the catalog whose entry of this name it will replace; NULL: it is new. */
enum ds_status staged_begin(struct ds_system *sys,
    const struct ds_define_cluster *def, const char *in, struct staged **sgp,
    struct ds_diag *diag);
/* For output; closed by the caller before the commit. */
enum ds_status staged_open(struct staged *sg, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag);

/* An alternate index, closed: does each of its pointers lead to a record of the
 * base, which the caller holds, and is each pointed to? DS_INVALID. */
enum ds_status staged_check_aix(struct staged *sg, struct ds_diag *diag);

/* A path over it. */
struct staged_path {
	char name[DSNAME_MAX + 1];
	char owner[9];
	uint32_t expires;
	bool update;
	bool made; /* by IMPORT into what was there */
};

struct staged_commit {
	const struct ds_delete_opts *replace; /* of the entry that goes */
	void (*deleted)(void *ctx, enum ds_type type, const char *name);
	void *ctx;
	const struct staged_path *paths;
	size_t npaths;
	uint32_t flags; /* of its components, more than DEFINE gives */
};
/* Failed: it is as before, to be abandoned. */
enum ds_status staged_commit(struct staged *sg, const struct staged_commit *how,
    struct ds_defined *outp, struct ds_diag *diag);
/* Frees; what was not committed is gone. NULL is fine. */
void staged_end(struct staged **sgp);

/* --- for extend.c: its entries, which no catalog has ---------------------- */

enum ds_status staged_get(const struct staged *sg, enum sphere_part part,
    struct ds_entry **entp, struct ds_diag *diag);
enum ds_status staged_put(struct staged *sg, enum sphere_part part,
    const struct ds_entry *ent, struct ds_diag *diag);
const char *staged_storclas(const struct staged *sg); /* borrowed */
/* It will have a file on this volume, too. */
enum ds_status staged_piece(struct staged *sg, enum sphere_part part,
    const char *volser, struct ds_diag *diag);

#endif
