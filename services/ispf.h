/*
 * ISPF's statistics of a member, as they lie in the user data of its directory
 * entry. Numbers are packed decimal, or binary and big-endian:
 *
 *	offset  len
 *	  +0     1   version
 *	  +1     1   modification level
 *	  +2     1   X'80' SCLM, X'20' extended: counts at +28 too
 *	  +3     1   seconds of the change, packed without a sign
 *	  +4     4   day of creation, packed 0cyydddF; c: century, 0 is 19
 *	  +8     4   day of the change, likewise
 *	 +12     2   hours and minutes of the change, packed without signs
 *	 +14     2   lines now; +16 lines at the start; +18 lines changed
 *	 +20     8   user, EBCDIC, blank-filled (7 and a blank)
 *	 +28     2   blanks; or of extended ones
 *	 +28    12   lines now, at the start, changed, 4 bytes each
 *
 * Source: SC19-3628 "Member statistics"; the extended form: mem.
 */
#ifndef CATAMOUNT_SERVICES_ISPF_H
#define CATAMOUNT_SERVICES_ISPF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DS_ISPF_LEN = 30, DS_ISPF_LONG = 40 };

struct ds_ispf {
	uint8_t version, mod;              /* 0 to 99 */
	uint32_t created, changed;         /* yyyyddd, 1900001 to 2899366 */
	uint8_t hour, minute, second;      /* of the change */
	uint32_t lines, initial, modified; /* records */
	char user[8];
};

/* False: the user data is none of ISPF's. */
bool ds_ispf_get(const uint8_t *user, size_t len, struct ds_ispf *statsp);
/* The user data; 30 bytes, or 40 when a count needs it. 0: not representable.
 */
size_t ds_ispf_put(const struct ds_ispf *stats, uint8_t user[DS_ISPF_LONG]);

#endif
