/*
 * Inside services: the questions that its functions ask, and who asks them.
 *
 *	security.c	the decision
 *	security_who.c	the one who asks: user ID, groups
 *	security_log.c	audit.log, ICH408I
 *	security_spool.c	what jobs printed
 *	profiles.c	profiles changed and listed
 */
#ifndef CATAMOUNT_SERVICES_SECURITY_INT_H
#define CATAMOUNT_SERVICES_SECURITY_INT_H

#include "services/security.h"
#include "services/system_int.h"

/* Who asks, as far as is known. */
struct subject {
	bool known;
	uid_t uid;
	char userid[USERID_MAX + 1];
	char person[21];
	char (*groups)[USERID_MAX + 1];
	size_t ngroups;
	bool special; /* SPECIAL and OPERATIONS */
};

/* A profile, and how much of its name has to be a data set's: most are not a
 * name's, and most of these show by that. */
struct kept_profile {
	struct ds_profile *p;
	size_t literal;
};

/* Profiles of one first qualifier, the most specific first. */
struct profile_set {
	char hlq[MEMBER_MAX + 1];
	struct kept_profile *profiles;
	size_t n;
	struct profile_set *next;
};

struct security {
	struct subject who;
	bool acting; /* for uid, with these groups, or for a user ID */
	char as[USERID_MAX + 1];
	uid_t uid;
	gid_t *gids;
	int ngids;
	ds_denied_fn *denied;
	void *denied_ctx;
	uint64_t suppressed;
	/* What a function has asked, that calls others (security_asked). */
	char asked[DSNAME_MAX + 1];
	enum ds_access asked_level;
	/* What was read when the catalog's number was seq: */
	bool fresh;
	uint64_t seq;
	struct profile_set *sets;
	unsigned nsets;
};

/* --- asking ----------------------------------------------------------------
 */

/* Of the name of a data set that has no entry (yet). */
enum ds_status security_name(struct ds_system *sys, const char *name,
    enum ds_access level, struct ds_diag *diag);
/*
 * Of an entry: a component is protected as its cluster, a path as what it is
 * over, an alias as its own name says, or as the catalog that it leads to.
 */
enum ds_status security_entry(struct ds_system *sys, const struct ds_entry *ent,
    enum ds_access level, struct ds_diag *diag);
/* The same of what an open is for: DS_OPEN_SECURITY. */
enum ds_status security_open(struct ds_system *sys, const struct ds_entry *ent,
    enum ds_access level, struct ds_diag *diag);
/* Nobody is told. False, too: it cannot be found out. */
bool security_may_see(struct ds_system *sys, const struct ds_entry *ent);
bool security_may_see_name(struct ds_system *sys, const char *name);
/* Entries that are kept back are counted. */
void security_suppress(struct ds_system *sys);
/*
 * It has been asked of ent, and granted, by a function that goes on to others:
 * until it says so of NULL, which it does in any case, they are not asked, told
 * and logged of as much or less again. What was refused goes no further.
 */
void security_asked(
    struct ds_system *sys, const struct ds_entry *ent, enum ds_access level);
/* A catalog: "" is the master. */
enum ds_status security_catalog(struct ds_system *sys, const char *name,
    enum ds_access level, struct ds_diag *diag);
/* Is the data set of an entry protected by a profile of its very name? */
bool security_discrete(struct ds_system *sys, const struct ds_entry *ent);

void security_free(struct security **secp); /* NULL is fine */

/* --- inside -----------------------------------------------------------------
 */

/* The one of sys, made when first asked for; what is old is read again. */
enum ds_status security_get(
    struct ds_system *sys, struct security **secp, struct ds_diag *diag);
enum ds_status subject_resolve(struct ds_system *sys,
    const struct security *sec, struct subject *who, struct ds_diag *diag);
/* Somebody else by his user ID. */
enum ds_status subject_of_userid(struct ds_system *sys, const char *userid,
    struct subject *who, struct ds_diag *diag);
void subject_free(struct subject *who);
/* The profile that protects name; NULL: none does. Borrowed until the next
 * question. */
enum ds_status security_profile(struct ds_system *sys, const char *name,
    const struct ds_profile **pp, struct ds_diag *diag);
enum ds_status security_decide(struct ds_system *sys, const struct subject *who,
    const char *name, bool temporary, enum ds_access level,
    struct ds_decision *outp, struct ds_diag *diag);
/* Tell of a denial: who it is is filled in. */
void security_tell(struct security *sec, struct ds_denial *denial);
/* For the log: what was decided, or (what) changed. */
void security_log(struct ds_system *sys, const char *name,
    enum ds_access wanted, const struct ds_decision *d);
/* The same of a job's output, by nobody's profile. */
void security_log_job(struct ds_system *sys, const char *name,
    enum ds_access wanted, enum ds_access allowed);
void security_log_change(
    struct ds_system *sys, const char *name, const char *what, bool done);

#endif
