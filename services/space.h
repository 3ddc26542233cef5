/*
 * Space on a 3390: blocks on a track, control interval and control area sizes,
 * what DEFINE's amounts become.
 *
 * Source: SC23-6855 "Optimizing Control Interval Size", "Optimizing Control
 * Area Size", "Control Area Size Calculation"; a LISTCAT of z/OS 2.x.
 */
#ifndef CATAMOUNT_SERVICES_SPACE_H
#define CATAMOUNT_SERVICES_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/define.h"

enum { SPACE_TRACKS_CYL = 15, SPACE_CI_MAX = 32768, SPACE_CI_MIN = 512 };

/* Physical records of len data bytes (no key) on a track; 0: none fits. */
uint32_t space_records_per_track(uint32_t len);

/* The next valid control interval size, 512 to 32768; 0: it is larger. */
uint32_t space_ci_round(uint32_t len, bool linear);

/* The physical record size of a data control interval: the divisor that uses a
 * track best, the larger of equals. */
uint32_t space_physrec(uint32_t cisize);

/* Tracks of a control area for a space of pri and sec tracks: 1 3 5 7 9 15. */
uint32_t space_ca_tracks(uint64_t pri, uint64_t sec);

/* The index control interval that holds the sequence set record of a control
 * area; 0: 32768 bytes are not enough. */
uint32_t space_index_ci(uint32_t cis_per_ca, uint32_t keylen);

/* A component's space, worked out. */
struct space_comp {
	uint32_t cisize, physrec, physrecs_per_trk;
	uint32_t cis_per_ca, tracks_per_ca;
	enum ds_space type;
	uint32_t pri, sec;               /* in units of type */
	uint32_t pri_tracks, sec_tracks; /* multiples of tracks_per_ca */
};

/* What is asked for; 0 is absent as in struct ds_define_level. */
struct space_ask {
	enum ds_org org;
	bool spanned;
	uint32_t avglrecl, maxlrecl;
	uint32_t keylen; /* KSDS */
	uint32_t cisize, index_cisize;
	int64_t bufspace; /* -1 */
	enum ds_unit unit, index_unit;
	uint32_t pri, sec, index_pri, index_sec;
};

struct space_plan {
	struct space_comp data, index; /* index.cisize 0: none */
	uint32_t bufspace;
};

/*
 * Work out both components. DS_CAT_CISIZE: the record fits no control
 * interval. DS_CAT_LRECL: no record length. DS_INVALID: a spanned record fits
 * no control area; with "IDC3505I": no space. DS_CAT_NOSPACE: more than a
 * volume can have.
 */
enum ds_status space_plan(const struct space_ask *ask, struct space_plan *planp,
    struct ds_diag *diag);

/* Control areas in tracks. */
static inline uint64_t
space_cas(const struct space_comp *c, uint64_t tracks)
{
	return tracks / c->tracks_per_ca;
}

#endif
