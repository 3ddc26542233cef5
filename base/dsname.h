/*
 * Data set names and generic names.
 *
 * A name is 1 to 44 characters: qualifiers of 1 to 8, joined by periods, each
 * of A-Z 0-9 @ # $ and hyphen, the first character alphabetic or national.
 * Source: SC23-6846 "Data set names"; facts of the IDCAMS reader.
 */
#ifndef CATAMOUNT_BASE_DSNAME_H
#define CATAMOUNT_BASE_DSNAME_H

#include <stdbool.h>
#include <stddef.h>

enum { DSNAME_MAX = 44, MEMBER_MAX = 8, VOLSER_MAX = 6, GDG_BASE_MAX = 35 };

bool dsname_valid(const char *name, size_t len);
bool member_valid(const char *name, size_t len); /* 1-8, as a qualifier */
bool volser_valid(const char *name, size_t len); /* 1-6 A-Z 0-9 @ # $ - */

/* Number of qualifiers; 0 for an empty name. */
int dsname_qualifiers(const char *name);

/*
 * A pattern of LISTCAT, DELETE, ALTER ENTRIES (NOMASK): names with '*' as
 * whole qualifiers, each standing for exactly one qualifier.
 * dsname_generic: does it hold a '*'?  dsname_generic_valid: legal form?
 */
bool dsname_generic(const char *pattern);
bool dsname_generic_valid(const char *pattern, size_t len);
bool dsname_match(const char *pattern, const char *name);

/*
 * A LEVEL: name is below pattern, which may hold '*' qualifiers but not as
 * the last: LEVEL(A) takes A.B and A.B.C, not A itself.
 */
bool dsname_level_match(const char *pattern, const char *name);

/*
 * A mask: '%' one character, '*' inside a qualifier any characters of it, a
 * lone '*' one qualifier, '**' any number of qualifiers, none included; not
 * allowed in the first place.
 */
bool dsname_mask_valid(const char *mask, size_t len);
bool dsname_mask_match(const char *mask, const char *name);

/*
 * The part of a pattern (any of the three kinds) that is literal: the prefix
 * by which an index can be searched. Returns its length.
 */
size_t dsname_literal_prefix(const char *pattern);

/*
 * The generated component name: a last qualifier CLUSTER becomes suffix, else
 * ".suffix" is appended; false when that is longer than 44 (the caller then
 * makes a unique name). out has DSNAME_MAX + 1 bytes.
 */
bool dsname_component(char *out, const char *cluster, const char *suffix);

#endif
