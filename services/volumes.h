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
	bool pool; /* storage management chooses from it */
};
/* In order of their serials. fn returning false stops. */
enum ds_status ds_volume_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const struct ds_volume *vol), void *ctx,
    struct ds_diag *diag);

#endif
