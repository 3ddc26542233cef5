/*
 * DCOLLECT inside: its records, as bytes.
 *
 * Source: SC23-6846 "DCOLLECT Output Record Structure" (IDCDOUT, version 2).
 * Integers are big-endian, space is in kilobytes, dates are yyyydddF.
 */
#ifndef CATAMOUNT_UTILITIES_DCOLLECT_INT_H
#define CATAMOUNT_UTILITIES_DCOLLECT_INT_H

#include "base/codepage.h"
#include "services/dataset.h"
#include "services/volumes.h"

enum {
	DCOLLECT_HEADER = 24,
	DCOLLECT_D_LEN = 468,
	DCOLLECT_A_LEN = 204,
	DCOLLECT_V_LEN = 160
};

/* Free space of a volume, in tracks. */
struct dcollect_free {
	uint32_t tracks, largest, extents;
	uint32_t cylinders, rest; /* whole cylinders, the tracks beside them */
};

/* Each fills out, which is of its length, and returns that. now: the time of
 * the collection. ent has its state; n: which of its volumes. */
size_t dcollect_d(const struct codepage *cp, const struct tm *now,
    const struct ds_entry *ent, size_t n, uint8_t *out);
size_t dcollect_a(const struct codepage *cp, const struct tm *now,
    const struct ds_entry *ent, uint8_t *out);
size_t dcollect_v(const struct codepage *cp, const struct tm *now,
    const struct ds_volume *vol, const struct dcollect_free *space,
    uint8_t *out);

#endif
