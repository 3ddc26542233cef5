/*
 * Data set profiles: who may do what with the data sets that a name, or a
 * generic name, stands for. The rules are RACF's with enhanced generic naming.
 * Source: z/OS Security Server RACF Command Language Reference, "Generic
 * profile rules - enhanced generic naming active", and Security
 * Administrator's Guide, "Authorizing access to RACF-protected resources";
 * what rests on memory is marked (mem).
 */
#ifndef CATAMOUNT_BASE_PROFILE_H
#define CATAMOUNT_BASE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/dsname.h"

enum { USERID_MAX = 8 };

/* Each has what is before it as well. */
enum ds_access {
	DS_ACCESS_NONE,
	DS_ACCESS_EXECUTE, /* run a program of a library; not read it */
	DS_ACCESS_READ,
	DS_ACCESS_UPDATE,
	DS_ACCESS_CONTROL, /* of VSAM: whole control intervals */
	DS_ACCESS_ALTER,   /* define, delete, rename */
};
enum { DS_ACCESSES = DS_ACCESS_ALTER + 1 };

const char *ds_access_name(enum ds_access access);
/* In upper case; false: it is none. */
bool ds_access_parse(const char *word, enum ds_access *accessp);

/* A line of the access list: a user, a group, or "*", whoever has a user ID. */
struct ds_permit {
	char id[USERID_MAX + 1];
	enum ds_access access;
};

struct ds_profile {
	char name[DSNAME_MAX + 1];
	char owner[USERID_MAX + 1]; /* a user or a group; may change it */
	enum ds_access uacc;        /* of whom the access list does not name */
	enum ds_access audit; /* from it on what is granted is logged; NONE:
				 nothing is */
	bool warning;         /* what it refuses is granted, and told */
	uint32_t created;     /* yyyyddd */
	struct ds_permit *permits;
	size_t npermits;
};

void ds_profile_free(struct ds_profile **pp); /* NULL is fine */

/* A user ID or a group: 1 to 8 of A-Z 0-9 @ # $, the first no digit (mem). */
bool userid_valid(const char *id, size_t len);

/*
 * A profile's name: a data set name in whose qualifiers but the first '%' is a
 * character and '*' at the end of a qualifier any number of them, a lone '*'
 * one qualifier, and '**', once, any number of qualifiers, none included.
 */
bool profile_valid(const char *name, size_t len);
bool profile_generic(const char *name);
bool profile_match(const char *profile, const char *dsn);
/*
 * The order of a search, the first match being the most specific: compared
 * from the left, where two names differ a character comes before '%', that
 * before '*', that before '**'. Source: the same order in IBM MQ, "Profile
 * priorities", which is RACF's.
 */
int profile_compare(const char *a, const char *b);

/* Who asks. */
struct ds_asker {
	const char *userid; /* "": has none */
	char (*groups)[USERID_MAX + 1];
	size_t ngroups;
	bool operations; /* has ALTER where no access list says otherwise */
};
/*
 * What profile p allows: the user's own line of the access list; else the most
 * that a line of a group of his says; else ALTER with OPERATIONS; else the more
 * of "*" and UACC. The owner of a profile has no access by it.
 */
enum ds_access profile_allows(
    const struct ds_profile *p, const struct ds_asker *who);

#endif
