/*
 * Who may do what with a data set. With security=on in catamount.conf each
 * function of services that takes the name of a data set asks here before it
 * does anything; with security=off, as a root is made, nobody is asked.
 *
 * Decided by user ID, groups and the profile that fits the name best
 * (base/profile.h):
 *
 *	1  a temporary data set is its job's
 *	2  the first qualifier is the user's ID: ALTER
 *	3  the access list or UACC of the profile; with WARNING what it refuses
 *	   is granted, and told
 *	4  no profile: nothing with protectall=on, else everything
 *
 * The owner of the root and the superuser have the attributes SPECIAL (change
 * each profile) and OPERATIONS (ALTER where no access list names them).
 *
 * A process that may write the files of the root can go round all this: see
 * README.md.
 */
#ifndef CATAMOUNT_SERVICES_SECURITY_H
#define CATAMOUNT_SERVICES_SECURITY_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/profile.h"
#include "base/status.h"
#include "services/system.h"

/*
 * May the one who asks have level of the data set name? DS_CAT_SECURITY: no,
 * which is told and logged. What opens for records asks by itself, as all of
 * services does: this is for what services does not do.
 */
enum ds_status ds_authorize(struct ds_system *sys, const char *name,
    enum ds_access level, struct ds_diag *diag);
/* May he change the root itself: volumes, and what is no data set's? */
enum ds_status ds_authorize_operations(
    struct ds_system *sys, const char *what, struct ds_diag *diag);

/*
 * May he who asks have what a job printed: read it (READ), remove it (ALTER)?
 * It is its owner's, and the root's owner's and the superuser's. quiet: nobody
 * is told, nothing is logged. DS_CAT_SECURITY.
 */
struct ds_spooled {
	const char *owner; /* his user ID, "" he has none */
	const char *job, *id;
};
enum ds_status ds_authorize_spooled(struct ds_system *sys,
    const struct ds_spooled *what, enum ds_access level, bool quiet,
    struct ds_diag *diag);

/* --- who asks ------------------------------------------------------------- */

/*
 * From now on it is this user who asks, not the one whose process this is: for
 * servers. ngids < 0: the groups that the host says he has. A process that is
 * not the root owner's or the superuser's may ask for itself alone:
 * DS_CAT_SECURITY.
 */
enum ds_status ds_system_act_for(struct ds_system *sys, uid_t uid,
    const gid_t *gids, int ngids, struct ds_diag *diag);
/* The same by a user ID, as the job of another user: his own, or any for the
 * root's owner and the superuser; so does $CATAMOUNT_USER when a root is
 * opened. NULL: as when it was opened, again. */
enum ds_status ds_system_act_as(
    struct ds_system *sys, const char *userid, struct ds_diag *diag);
/* His user ID, ""; he has none: his login is no user ID in lower case, and no
 * profile gives him one. Borrowed until the next call. */
const char *ds_system_user(struct ds_system *sys);

/* --- who is told ---------------------------------------------------------- */

struct ds_denial {
	char userid[USERID_MAX + 1];
	char group[USERID_MAX + 1]; /* his first; "" none */
	char person[21];            /* his name */
	char dsn[DSNAME_MAX + 1];
	char volser[VOLSER_MAX + 1];  /* "" not known */
	char profile[DSNAME_MAX + 1]; /* "" none */
	enum ds_access wanted, allowed;
	bool warning; /* it was granted all the same */
	bool job;     /* dsn is a job's output, JESSPOOL's, no data set */
};
typedef void ds_denied_fn(void *ctx, const struct ds_denial *d);
/* Whom to tell of what is refused; NULL: nobody. */
void ds_system_on_denied(struct ds_system *sys, ds_denied_fn *fn, void *ctx);
/* The lines of ICH408I. */
void ds_denial_lines(const struct ds_denial *d,
    void (*line)(void *ctx, const char *text), void *ctx);
/* Whom to tell: it prints them to ctx, a FILE. */
void ds_denial_print(void *ctx, const struct ds_denial *d);
/* Whom this process tells, once, that audit.log cannot be written and why;
 * NULL, as at the start: nobody. What is done goes on. One that prints it to
 * standard error. */
void ds_unlogged_set(void (*tell)(const char *why));
void ds_unlogged_print(const char *why);
/* How many entries ds_list and ds_locate have kept from the one who asks. */
uint64_t ds_system_suppressed(const struct ds_system *sys);

/* --- profiles: ADDSD, ALTDSD, DELDSD, PERMIT, LISTDSD, CONNECT ------------
 *
 * A profile is changed by SPECIAL, by its owner, by whose user ID is its first
 * qualifier, and, but for its owner, by who has ALTER of a discrete one. It is
 * added by the first and third of them. DS_CAT_SECURITY, DS_CAT_NOTFOUND;
 * DS_INVALID: a name is none.
 */
struct ds_profile_words {
	const char *owner; /* NULL: as it is; a new one: who adds it */
	/* -1: as it is; a new one: NONE, NONE, no */
	int uacc, audit, warning;
};
enum ds_status ds_profile_add(struct ds_system *sys, const char *name,
    const struct ds_profile_words *words,
    struct ds_diag *diag); /* DS_CAT_DUPLICATE */
enum ds_status ds_profile_alter(struct ds_system *sys, const char *name,
    const struct ds_profile_words *words, struct ds_diag *diag);
enum ds_status ds_profile_delete(
    struct ds_system *sys, const char *name, struct ds_diag *diag);
/* id: a user, a group or "*"; access NULL: his line goes. */
enum ds_status ds_profile_permit(struct ds_system *sys, const char *name,
    const char *id, const enum ds_access *access, struct ds_diag *diag);
/*
 * Those that the one who asks may see, in order of their names: what he may
 * change whole, what he may read without its access list (*hidden). pattern
 * NULL: all; else profiles that have this very name, or, when none has, the one
 * that a data set of this name is protected by.
 */
enum ds_status ds_profile_list(struct ds_system *sys, const char *pattern,
    bool (*fn)(void *ctx, const struct ds_profile *p, bool hidden), void *ctx,
    struct ds_diag *diag);

/* SPECIAL alone. */
enum ds_status ds_group_connect(struct ds_system *sys, const char *userid,
    const char *group, bool in, struct ds_diag *diag);
enum ds_status ds_group_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const char *userid, const char *group), void *ctx,
    struct ds_diag *diag);
enum ds_status ds_login_set(struct ds_system *sys, const char *login,
    const char *userid, struct ds_diag *diag); /* userid NULL: it goes */
enum ds_status ds_login_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const char *login, const char *userid), void *ctx,
    struct ds_diag *diag);

enum ds_why {
	DS_WHY_OWN,        /* the first qualifier is his ID */
	DS_WHY_PROFILE,    /* a profile says so */
	DS_WHY_WARNING,    /* a profile with WARNING refuses it */
	DS_WHY_NONE,       /* there is no profile */
	DS_WHY_TEMPORARY,  /* it is his job's */
	DS_WHY_OPERATIONS, /* he has OPERATIONS, and there is no profile */
};
struct ds_decision {
	bool granted;
	enum ds_access allowed;
	enum ds_why why;
	char profile[DSNAME_MAX + 1]; /* "" none */
	bool warning, audited;        /* what the profile says */
};
/* What would be decided with security=on, which nobody is told and no log has.
 * userid NULL: for the one who asks; for another he has to be SPECIAL. */
enum ds_status ds_access_check(struct ds_system *sys, const char *userid,
    const char *name, enum ds_access level, struct ds_decision *outp,
    struct ds_diag *diag);

#endif
