/* Profiles, groups and logins changed and listed: who may, and the log of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/define.h"
#include "services/security_int.h"

/* --- who may ---------------------------------------------------------------
 */

enum right { RIGHT_SEE, RIGHT_CHANGE, RIGHT_OWNER };

/* The profile is not the one of the search: it may be hidden by another. */
static bool
has_right(
    const struct subject *who, const struct ds_profile *p, enum right right)
{
	const struct ds_asker asker = {
	    who->userid, who->groups, who->ngroups, false};
	const size_t hlq = strcspn(p->name, ".");
	enum ds_access allowed;

	if (who->special)
		return true;
	if (who->userid[0] != '\0' &&
	    (strcmp(who->userid, p->owner) == 0 ||
		(strlen(who->userid) == hlq &&
		    memcmp(who->userid, p->name, hlq) == 0)))
		return true;
	if (right == RIGHT_OWNER)
		return false;
	allowed = profile_allows(p, &asker);
	return right == RIGHT_SEE
		   ? allowed >= DS_ACCESS_READ
		   : allowed == DS_ACCESS_ALTER && !profile_generic(p->name);
}

static enum ds_status
refuse(struct ds_system *sys, const char *name, const char *what,
    struct ds_diag *diag)
{
	const char *userid = sys->security->who.userid;

	security_log_change(sys, name, what, false);
	return ds_fail(diag, DS_CAT_SECURITY, name, "user %s may not change it",
	    userid[0] != '\0' ? userid : "without an ID");
}

/* --- finding one -----------------------------------------------------------
 */

static enum ds_status
check_name(const char *name, struct ds_diag *diag)
{
	if (profile_valid(name, strlen(name)))
		return DS_OK;
	return ds_fail(
	    diag, DS_INVALID, NULL, "'%.50s' is no name of a profile", name);
}

static enum ds_status
check_id(const char *id, bool star, struct ds_diag *diag)
{
	if ((star && strcmp(id, "*") == 0) || userid_valid(id, strlen(id)))
		return DS_OK;
	return ds_fail(diag, DS_INVALID, NULL,
	    "'%.20s' is neither a user ID nor a group", id);
}

struct finding {
	const char *name;
	const struct subject *who;
	enum right right;
	bool found, may;
	struct ds_profile p; /* without its access list */
};

static bool
find_one(void *ctx, const struct ds_profile *p)
{
	struct finding *f = ctx;

	if (strcmp(p->name, f->name) != 0)
		return true;
	f->found = true;
	f->may = has_right(f->who, p, f->right);
	f->p = *p;
	f->p.permits = NULL;
	f->p.npermits = 0;
	return false;
}

/* Inside the transaction of the change: the profile, if it may be changed. */
static enum ds_status
find(struct ds_system *sys, const char *name, enum right right,
    const char *what, struct ds_profile *outp, struct ds_diag *diag)
{
	struct finding f = {
	    .name = name, .who = &sys->security->who, .right = right};
	char hlq[DSNAME_MAX + 1];
	enum ds_status st;

	snprintf(hlq, sizeof(hlq), "%.*s", (int)strcspn(name, "."), name);
	st = cat_profile_list(sys->cat, hlq, find_one, &f, diag);
	if (st != DS_OK)
		return st;
	if (!f.found)
		return ds_fail(diag, DS_CAT_NOTFOUND, name,
		    "there is no profile of this name");
	if (!f.may)
		return refuse(sys, name, what, diag);
	*outp = f.p;
	return DS_OK;
}

/* The end of a change's transaction. */
static enum ds_status
end(struct ds_system *sys, const char *name, const char *what,
    enum ds_status st, struct ds_diag *diag)
{
	if (st == DS_OK)
		st = cat_commit(sys->cat, diag);
	else
		cat_rollback(sys->cat);
	if (st == DS_OK)
		security_log_change(sys, name, what, true);
	return st;
}

/* --- changes ---------------------------------------------------------------
 */

static void
take_words(struct ds_profile *p, const struct ds_profile_words *words)
{
	if (words->owner != NULL)
		snprintf(p->owner, sizeof(p->owner), "%s", words->owner);
	if (words->uacc >= 0)
		p->uacc = (enum ds_access)words->uacc;
	if (words->audit >= 0)
		p->audit = (enum ds_access)words->audit;
	if (words->warning >= 0)
		p->warning = words->warning > 0;
}

static void
describe(const char *verb, const struct ds_profile *p, char *out, size_t size)
{
	snprintf(out, size, "%s OWNER(%s) UACC(%s) AUDIT(%s) %s", verb,
	    p->owner, ds_access_name(p->uacc), ds_access_name(p->audit),
	    p->warning ? "WARNING" : "NOWARNING");
}

enum ds_status
ds_profile_add(struct ds_system *sys, const char *name,
    const struct ds_profile_words *words, struct ds_diag *diag)
{
	struct ds_profile p = {.created = ds_today()};
	struct security *sec = NULL;
	enum ds_status st;
	char what[128];
	bool may;

	if ((st = check_name(name, diag)) != DS_OK ||
	    (words->owner != NULL &&
		(st = check_id(words->owner, false, diag)) != DS_OK) ||
	    (st = security_get(sys, &sec, diag)) != DS_OK)
		return st;
	strcpy(p.name, name);
	/* to be its owner, as who adds it will be, gives no right to add it */
	may = has_right(&sec->who, &p, RIGHT_OWNER);
	strcpy(p.owner, sec->who.userid);
	take_words(&p, words);
	describe("ADDSD", &p, what, sizeof(what));
	if (!may)
		return refuse(sys, name, what, diag);
	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = cat_profile_add(sys->cat, &p, diag);
	return end(sys, name, what, st, diag);
}

enum ds_status
ds_profile_alter(struct ds_system *sys, const char *name,
    const struct ds_profile_words *words, struct ds_diag *diag)
{
	struct security *sec = NULL;
	struct ds_profile p;
	char what[128] = "ALTDSD";
	enum ds_status st;

	if ((st = check_name(name, diag)) != DS_OK ||
	    (words->owner != NULL &&
		(st = check_id(words->owner, false, diag)) != DS_OK) ||
	    (st = security_get(sys, &sec, diag)) != DS_OK ||
	    (st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = find(sys, name, words->owner != NULL ? RIGHT_OWNER : RIGHT_CHANGE,
	    what, &p, diag);
	if (st == DS_OK) {
		take_words(&p, words);
		describe("ALTDSD", &p, what, sizeof(what));
		st = cat_profile_set(sys->cat, &p, diag);
	}
	return end(sys, name, what, st, diag);
}

enum ds_status
ds_profile_delete(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	struct security *sec = NULL;
	struct ds_profile p;
	enum ds_status st;

	if ((st = check_name(name, diag)) != DS_OK ||
	    (st = security_get(sys, &sec, diag)) != DS_OK ||
	    (st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = find(sys, name, RIGHT_CHANGE, "DELDSD", &p, diag);
	if (st == DS_OK)
		st = cat_profile_remove(sys->cat, name, diag);
	return end(sys, name, "DELDSD", st, diag);
}

enum ds_status
ds_profile_permit(struct ds_system *sys, const char *name, const char *id,
    const enum ds_access *access, struct ds_diag *diag)
{
	struct security *sec = NULL;
	struct ds_profile p;
	enum ds_status st;
	char what[64];

	if ((st = check_name(name, diag)) != DS_OK ||
	    (st = check_id(id, true, diag)) != DS_OK ||
	    (st = security_get(sys, &sec, diag)) != DS_OK ||
	    (st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	if (access != NULL)
		snprintf(what, sizeof(what), "PERMIT ID(%s) ACCESS(%s)", id,
		    ds_access_name(*access));
	else
		snprintf(what, sizeof(what), "PERMIT ID(%s) DELETE", id);
	st = find(sys, name, RIGHT_CHANGE, what, &p, diag);
	if (st == DS_OK)
		st = cat_permit(sys->cat, name, id, access, diag);
	return end(sys, name, what, st, diag);
}

/* --- lists -----------------------------------------------------------------
 */

struct listing {
	const struct subject *who;
	const char *name; /* NULL: all */
	bool (*fn)(void *ctx, const struct ds_profile *p, bool hidden);
	void *ctx;
	size_t seen;
};

static bool
list_one(void *ctx, const struct ds_profile *p)
{
	struct listing *l = ctx;
	struct ds_profile bare = *p;

	if (l->name != NULL && strcmp(l->name, p->name) != 0)
		return true;
	if (has_right(l->who, p, RIGHT_CHANGE)) {
		l->seen++;
		return l->fn(l->ctx, p, false);
	}
	if (!has_right(l->who, p, RIGHT_SEE))
		return true;
	l->seen++;
	bare.permits = NULL;
	bare.npermits = 0;
	return l->fn(l->ctx, &bare, true);
}

enum ds_status
ds_profile_list(struct ds_system *sys, const char *pattern,
    bool (*fn)(void *ctx, const struct ds_profile *p, bool hidden), void *ctx,
    struct ds_diag *diag)
{
	struct listing l = {.name = pattern, .fn = fn, .ctx = ctx};
	const struct ds_profile *p = NULL;
	char hlq[DSNAME_MAX + 1];
	struct security *sec = NULL;
	enum ds_status st;

	if ((pattern != NULL && (st = check_name(pattern, diag)) != DS_OK) ||
	    (st = security_get(sys, &sec, diag)) != DS_OK)
		return st;
	l.who = &sec->who;
	if (pattern == NULL)
		return cat_profile_list(sys->cat, NULL, list_one, &l, diag);
	snprintf(hlq, sizeof(hlq), "%.*s", (int)strcspn(pattern, "."), pattern);
	st = cat_profile_list(sys->cat, hlq, list_one, &l, diag);
	if (st == DS_OK && l.seen == 0 && !profile_generic(pattern)) {
		st = security_profile(sys, pattern, &p, diag);
		if (st == DS_OK && p != NULL) {
			l.name = p->name;
			list_one(&l, p);
		}
	}
	if (st == DS_OK && l.seen == 0)
		st = ds_fail(diag, DS_CAT_NOTFOUND, pattern,
		    "no profile that you may see");
	return st;
}

/* --- groups and logins ------------------------------------------------------
 */

static enum ds_status
special(struct ds_system *sys, const char *name, const char *what,
    struct ds_diag *diag)
{
	struct security *sec = NULL;
	enum ds_status st;

	if ((st = security_get(sys, &sec, diag)) != DS_OK || sec->who.special)
		return st;
	return refuse(sys, name, what, diag);
}

enum ds_status
ds_group_connect(struct ds_system *sys, const char *userid, const char *group,
    bool in, struct ds_diag *diag)
{
	enum ds_status st;
	char what[64];

	if ((st = check_id(userid, false, diag)) != DS_OK ||
	    (st = check_id(group, false, diag)) != DS_OK)
		return st;
	snprintf(what, sizeof(what), "%s GROUP(%s)", in ? "CONNECT" : "REMOVE",
	    group);
	if ((st = special(sys, userid, what, diag)) != DS_OK)
		return st;
	st = cat_member_set(sys->cat, userid, group, in, diag);
	if (st == DS_OK)
		security_log_change(sys, userid, what, true);
	return st;
}

enum ds_status
ds_group_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const char *userid, const char *group), void *ctx,
    struct ds_diag *diag)
{
	enum ds_status st = special(sys, "groups", "LISTGRP", diag);

	return st == DS_OK ? cat_member_list(sys->cat, NULL, fn, ctx, diag)
			   : st;
}

enum ds_status
ds_login_set(struct ds_system *sys, const char *login, const char *userid,
    struct ds_diag *diag)
{
	enum ds_status st;
	char what[64];

	if (login[0] == '\0' || strlen(login) > CAT_LOGIN_MAX)
		return ds_fail(
		    diag, DS_INVALID, NULL, "'%.20s' is no login", login);
	if (userid != NULL && (st = check_id(userid, false, diag)) != DS_OK)
		return st;
	snprintf(
	    what, sizeof(what), "LOGIN USER(%s)", userid != NULL ? userid : "");
	if ((st = special(sys, login, what, diag)) != DS_OK)
		return st;
	st = cat_login_set(sys->cat, login, userid, diag);
	if (st == DS_OK)
		security_log_change(sys, login, what, true);
	return st;
}

enum ds_status
ds_login_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const char *login, const char *userid), void *ctx,
    struct ds_diag *diag)
{
	enum ds_status st = special(sys, "logins", "LISTUSER", diag);

	return st == DS_OK ? cat_login_list(sys->cat, NULL, fn, ctx, diag) : st;
}
