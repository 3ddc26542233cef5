/* KEYRANGES of DEFINE: read and checked, then ignored. */
#ifndef CATAMOUNT_UTILITIES_KEYRANGES_INT_H
#define CATAMOUNT_UTILITIES_KEYRANGES_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "parser/ams.h"

/* Are the ranges of this level's KEYRANGES (if it has any) in ascending order
 * and no longer than the key? keylen: -1 the default. False: IDC3524I. */
bool keyranges_valid(const struct ams_plist *l, int keylen, uint16_t ccsid);

#endif
