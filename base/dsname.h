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
#include <stdint.h>

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
 * A generation's name, base.GnnnnVnn of 0001 to 9999 and 00 to 99. base
 * (DSNAME_MAX + 1 bytes), numberp and versionp may be NULL.
 */
bool dsname_generation(
    const char *name, char *base, int *numberp, int *versionp);
/* What is in the parentheses of BASE(+1), BASE(0), BASE(-2). */
bool dsname_relative(const char *text, int *relp);
/*
 * The place of generation number (1 to 9999) in a group whose oldest and
 * newest have these places; both 0: it has none. Numbers go on behind 9999
 * with 1, so places count rounds of 9999: while numbers above 9000 are there,
 * those below 1000 are of the next round (mem: a bit of the entry on z/OS).
 */
int64_t gdg_place(int number, int64_t oldest, int64_t newest);
/* How many numbers a round has. */
enum { GDG_ROUND = 9999 };
/* The number that stands at a place. */
int gdg_number(int64_t place);

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
