/* The volumes of a root, and how much of each is used. */
#ifndef CATAMOUNT_SERVICES_VOLUMES_H
#define CATAMOUNT_SERVICES_VOLUMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/system.h"

/* Tracks at the beginning of a volume that are no data set's: the label's, the
 * VTOC's and the VVDS's. */
enum { DS_VOLUME_RESERVED = 15 };

struct ds_volume {
	char volser[VOLSER_MAX + 1];
	uint32_t cylinders, used_tracks; /* without the reserved ones */
	bool online;
	bool missing; /* its directory is not there; online or not */
	bool pool;    /* storage management chooses from it */
	uint32_t largest_tracks, free_pieces;
	uint32_t components; /* that have space there */
	char dir[256];       /* of its files; relative to the root */
};
/* In order of their serials. fn returning false stops. */
enum ds_status ds_volume_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const struct ds_volume *vol), void *ctx,
    struct ds_diag *diag);

/*
 * Make a volume. dir NULL: a folder of the root; else an absolute path, made
 * when it is not there, that holds nothing unless adopt is set.
 * cylinders 0: as catamount.conf says. DS_CAT_DUPLICATE.
 */
enum ds_status ds_volume_add(struct ds_system *sys, const char *volser,
    const char *dir, bool adopt, uint32_t cylinders, struct ds_diag *diag);
/* Remove one that nothing is on. DS_CAT_INUSE, also for one of the pool. Its
 * folder goes when it is empty. */
enum ds_status ds_volume_remove(
    struct ds_system *sys, const char *volser, struct ds_diag *diag);
/* Offline: nothing is put there and nothing opened there from now on. A program
 * that has opened data sets of the volume goes on with them to its end. */
enum ds_status ds_volume_vary(struct ds_system *sys, const char *volser,
    bool online, struct ds_diag *diag);
/* DS_CAT_NOSPACE: what would go is not all free. */
enum ds_status ds_volume_resize(struct ds_system *sys, const char *volser,
    uint32_t cylinders, struct ds_diag *diag);

enum ds_vtoc_kind { DS_VTOC_SYSTEM, DS_VTOC_DATASET, DS_VTOC_FREE };

/* A piece of a volume. */
struct ds_vtoc_row {
	enum ds_vtoc_kind kind;
	uint32_t low, tracks;      /* first track, from 0 */
	uint8_t id[16];            /* of the component, of a data set */
	char name[DSNAME_MAX + 1]; /* of its entry; "" no entry has it */
};
/* All of a volume, ascending. fn returning false stops. */
enum ds_status ds_volume_vtoc(struct ds_system *sys, const char *volser,
    bool (*fn)(void *ctx, const struct ds_vtoc_row *row), void *ctx,
    struct ds_diag *diag);

/* Put a volume into the pool of catamount.conf, last, or take it out; the
 * file's other lines stay as they are. DS_CAT_DUPLICATE, DS_CAT_NOVOLUME;
 * DS_INVALID: it would be empty, or too large. */
enum ds_status ds_pool_change(
    struct ds_system *sys, const char *volser, bool add, struct ds_diag *diag);

#endif
