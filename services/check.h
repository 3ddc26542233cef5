/*
 * The volumes compared with the catalogs: the ledger of space beside entries,
 * entries beside the files on volumes, and what died half-way and is still
 * there.
 */
#ifndef CATAMOUNT_SERVICES_CHECK_H
#define CATAMOUNT_SERVICES_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/system.h"

enum ds_check_kind {
	DS_CHECK_FILE,    /* on a volume, in no catalog */
	DS_CHECK_DAMAGED, /* its header cannot be read, or it was cut */
	DS_CHECK_ENTRY,   /* in a catalog, without a file on its volume */
	DS_CHECK_EXTENTS, /* the ledger has other tracks than the entry */
	DS_CHECK_NOBODY,  /* the ledger has tracks of what is nowhere */
	DS_CHECK_LEDGER,  /* free and taken tracks are not the volume's */
	DS_CHECK_TWICE,   /* entries of several catalogs name one file */
	DS_CHECK_VOLUME,  /* its directory is not there */
	DS_CHECK_WORK,    /* work of a program that ended, not to be settled */
	DS_CHECK_AREA,    /* a catalog whose recovery area is not kept */
};

enum { DS_CHECK_COMMAND = 200 };

struct ds_check_found {
	enum ds_check_kind kind;
	char volser[VOLSER_MAX + 1];
	char
	    name[DSNAME_MAX + 1]; /* of the entry, or that the header has; "" */
	char file[33];            /* of the component, hexadecimal; "" */
	char text[160];           /* what is wrong, in one sentence */
	/* The command of IDCAMS that makes the entry again; "": none does. */
	char command[DS_CHECK_COMMAND];
	bool mended; /* it was, and is no more */
};

struct ds_check {
	const char (*volsers)[VOLSER_MAX + 1]; /* n of them; 0: all */
	size_t n;
	/* The ledger is made to agree with the entries. No file and no entry
	 * goes; an entry gets other tracks when its own are another's. */
	bool repair;
	void (*found)(void *ctx, const struct ds_check_found *f);
	void *ctx;
};

struct ds_checked {
	uint64_t volumes, entries, files, extents; /* looked at */
	uint64_t found, mended;
};

/*
 * What others do meanwhile is no fault and is not disturbed: each fault is
 * looked at again while nobody changes a catalog, and what a living program
 * has in hand is left to it. Of a volume that is offline, or whose directory
 * is not there, the ledger alone is looked at. DS_CAT_NOVOLUME.
 */
enum ds_status ds_volume_check(struct ds_system *sys,
    const struct ds_check *how, struct ds_checked *sump, struct ds_diag *diag);

#endif
