/*
 * Which records REPRO and PRINT take: FROMKEY, FROMADDRESS, FROMNUMBER, SKIP
 * on one side, TOKEY, TOADDRESS, TONUMBER, COUNT on the other.
 */
#ifndef CATAMOUNT_UTILITIES_SELECT_INT_H
#define CATAMOUNT_UTILITIES_SELECT_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "utilities/idcams_int.h"

enum { SELECT_KEY_MAX = 255 };

enum select_from {
	SELECT_FROM_START,
	SELECT_FROM_SKIP,
	SELECT_FROM_KEY,
	SELECT_FROM_RBA,
	SELECT_FROM_RRN
};

enum select_to {
	SELECT_TO_END,
	SELECT_TO_COUNT,
	SELECT_TO_KEY,
	SELECT_TO_RBA,
	SELECT_TO_RRN
};

struct selection {
	enum select_from from;
	enum select_to to;
	uint64_t from_num, to_num; /* SKIP, COUNT, address, number */
	uint8_t from_key[SELECT_KEY_MAX], to_key[SELECT_KEY_MAX];
	size_t from_len, to_len; /* bytes of key */

	/* While it runs. */
	uint64_t taken;    /* records given */
	uint64_t last_rrn; /* RRDS: the last slot of COUNT */
	bool reached;      /* the TO side is satisfied */
	bool short_skip;   /* the data ended within SKIP */
};

/* Is any of them coded? */
bool select_coded(const struct ams_plist *top);
/* ds_open's intent for these parameters: DS_ADDRESSED or 0. */
unsigned select_intent(const struct ams_plist *top);
/*
 * Read the parameters for an open input, whose code page the key constants
 * take. False: messages are printed, the function ends (IDC3583I).
 */
bool select_bind(struct selection *sel, struct ams_run *run,
    const struct ams_plist *top, const struct ds_attrs *attrs);
/* Position the input, called name. False: messages are printed but IDC3006I.
 */
bool select_start(struct selection *sel, struct ams_run *run,
    struct ds_file *file, const struct ds_attrs *attrs, const char *name);
/* The next record. DS_EOD: no more, select_short says whether too early. */
enum ds_status select_next(struct selection *sel, struct ds_file *file,
    const struct ds_attrs *attrs, struct ds_rec *rec, struct ds_diag *diag);
/* For progress: is all taken; how many records at the most, 0 not known. */
bool select_whole(const struct selection *sel);
uint64_t select_total(const struct selection *sel);
/* The data ended before the TO side was satisfied: condition code 4. */
bool select_short(const struct selection *sel);

#endif
