/*
 * Who asks: the user ID and the groups of a process, or of the user for whom it
 * works. A login is the user ID of its upper case when it is that in lower case
 * and nothing has to be left out, so that no two logins have one ID; any other
 * has the ID that the catalog's logins say, or none. So it is with groups, to
 * which those of the catalog come.
 */
#include <ctype.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/security_int.h"

#define USER_ENV "CATAMOUNT_USER"
enum { HOST_BUF = 65536, GROUPS_MAX = 1024 };

void
subject_free(struct subject *who)
{
	free(who->groups);
	memset(who, 0, sizeof(*who));
}

/* False: it is none, or that of others too. */
static bool
id_of(const char *host, char out[USERID_MAX + 1])
{
	size_t n = strlen(host);

	if (n > USERID_MAX)
		return false;
	for (size_t i = 0; i <= n; i++) {
		if (host[i] >= 'A' && host[i] <= 'Z')
			return false;
		out[i] = (char)toupper((unsigned char)host[i]);
	}
	return userid_valid(out, n);
}

static bool
add_group(struct subject *who, const char *group)
{
	char(*grown)[USERID_MAX + 1];

	for (size_t i = 0; i < who->ngroups; i++)
		if (strcmp(who->groups[i], group) == 0)
			return true;
	grown = realloc(who->groups, (who->ngroups + 1) * sizeof(*grown));
	if (grown == NULL)
		return false;
	who->groups = grown;
	strcpy(who->groups[who->ngroups++], group);
	return true;
}

/* --- the host's ------------------------------------------------------------
 */

static enum ds_status
add_host_group(struct subject *who, gid_t gid, struct ds_diag *diag)
{
	struct group entry, *gr = NULL;
	char id[USERID_MAX + 1], *buf;
	enum ds_status st = DS_OK;

	if ((buf = malloc(HOST_BUF)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	/* One that is too large for the buffer, or has no name, counts for
	 * nothing: that refuses, and never grants. */
	if (getgrgid_r(gid, &entry, buf, HOST_BUF, &gr) == 0 && gr != NULL &&
	    id_of(gr->gr_name, id) && !add_group(who, id))
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	free(buf);
	return st;
}

static enum ds_status
add_host_groups(
    struct subject *who, const gid_t *gids, int n, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	for (int i = 0; i < n && st == DS_OK; i++)
		st = add_host_group(who, gids[i], diag);
	return st;
}

/* The groups of this process. */
static enum ds_status
own_groups(struct subject *who, struct ds_diag *diag)
{
	gid_t gids[GROUPS_MAX];
	enum ds_status st;
	int n;

	st = add_host_group(who, getgid(), diag);
	n = getgroups(GROUPS_MAX, gids);
	return st == DS_OK && n > 0 ? add_host_groups(who, gids, n, diag) : st;
}

/* Those that the host says a login has. */
static enum ds_status
groups_of(struct subject *who, const struct passwd *pw, struct ds_diag *diag)
{
	int n = GROUPS_MAX;
	gid_t gids[GROUPS_MAX];

	if (getgrouplist(pw->pw_name, pw->pw_gid, gids, &n) < 0)
		n = GROUPS_MAX;
	return add_host_groups(who, gids, n, diag);
}

static void
set_person(struct subject *who, const char *gecos)
{
	size_t n = strcspn(gecos, ",");

	if (n >= sizeof(who->person))
		n = sizeof(who->person) - 1;
	for (size_t i = 0; i < n; i++)
		who->person[i] =
		    isprint((unsigned char)gecos[i]) ? gecos[i] : '?';
	who->person[n] = '\0';
}

/* --- the catalog's ---------------------------------------------------------
 */

static bool
take_userid(void *ctx, const char *login, const char *userid)
{
	(void)login;
	strcpy(ctx, userid);
	return false;
}

static enum ds_status
login_userid(struct ds_system *sys, const char *login,
    char userid[USERID_MAX + 1], struct ds_diag *diag)
{
	enum ds_status st;

	userid[0] = '\0';
	st = cat_login_list(sys->cat, login, take_userid, userid, diag);
	if (st == DS_OK && userid[0] == '\0' && !id_of(login, userid))
		userid[0] = '\0';
	return st;
}

struct adding {
	struct subject *who;
	bool nomem;
};

static bool
take_group(void *ctx, const char *userid, const char *group)
{
	struct adding *a = ctx;

	(void)userid;
	a->nomem = !add_group(a->who, group);
	return !a->nomem;
}

static enum ds_status
catalog_groups(struct ds_system *sys, struct subject *who, struct ds_diag *diag)
{
	struct adding a = {who, false};
	enum ds_status st;

	if (who->userid[0] == '\0')
		return DS_OK;
	st = cat_member_list(sys->cat, who->userid, take_group, &a, diag);
	return st == DS_OK && a.nomem ? ds_fail(diag, DS_NOMEM, NULL, NULL)
				      : st;
}

/* --- subjects --------------------------------------------------------------
 */

static bool
is_special(const struct ds_system *sys, uid_t uid)
{
	struct stat sb;

	return uid == 0 || (stat(sys->root, &sb) == 0 && sb.st_uid == uid);
}

/* gids NULL: the process's own with n 0, else those that the host says. */
static enum ds_status
of_uid(struct ds_system *sys, uid_t uid, const gid_t *gids, int n,
    struct subject *who, struct ds_diag *diag)
{
	struct passwd entry, *pw = NULL;
	enum ds_status st = DS_OK;
	char *buf;

	if ((buf = malloc(HOST_BUF)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	who->uid = uid;
	who->special = is_special(sys, uid);
	if (getpwuid_r(uid, &entry, buf, HOST_BUF, &pw) == 0 && pw != NULL) {
		set_person(who, pw->pw_gecos);
		st = login_userid(sys, pw->pw_name, who->userid, diag);
	}
	if (st == DS_OK && gids != NULL)
		st = add_host_groups(who, gids, n, diag);
	else if (st == DS_OK && n == 0)
		st = own_groups(who, diag);
	else if (st == DS_OK && pw != NULL)
		st = groups_of(who, pw, diag);
	free(buf);
	if (st == DS_OK)
		st = catalog_groups(sys, who, diag);
	who->known = st == DS_OK;
	return st;
}

struct seeking {
	const char *userid;
	char login[CAT_LOGIN_MAX + 1];
};

static bool
seek_login(void *ctx, const char *login, const char *userid)
{
	struct seeking *s = ctx;

	if (strcmp(userid, s->userid) != 0)
		return true;
	strcpy(s->login, login);
	return false;
}

/* The login that has this ID by itself; "": it has another one. */
static enum ds_status
own_login(struct ds_system *sys, const char *userid,
    char login[CAT_LOGIN_MAX + 1], struct ds_diag *diag)
{
	char found[USERID_MAX + 1];
	enum ds_status st;
	size_t i;

	for (i = 0; i <= strlen(userid); i++)
		login[i] = (char)tolower((unsigned char)userid[i]);
	st = login_userid(sys, login, found, diag);
	if (st == DS_OK && strcmp(found, userid) != 0)
		login[0] = '\0';
	return st;
}

enum ds_status
subject_of_userid(struct ds_system *sys, const char *userid,
    struct subject *who, struct ds_diag *diag)
{
	struct seeking s = {userid, ""};
	struct passwd entry, *pw = NULL;
	struct subject found = {0};
	enum ds_status st;
	char *buf;

	if (!userid_valid(userid, strlen(userid)))
		return ds_fail(
		    diag, DS_INVALID, NULL, "'%.20s' is no user ID", userid);
	if ((buf = malloc(HOST_BUF)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	st = cat_login_list(sys->cat, NULL, seek_login, &s, diag);
	if (st == DS_OK && s.login[0] == '\0')
		st = own_login(sys, userid, s.login, diag);
	found.uid = (uid_t)-1;
	if (st == DS_OK && s.login[0] != '\0' &&
	    getpwnam_r(s.login, &entry, buf, HOST_BUF, &pw) == 0 &&
	    pw != NULL) {
		found.uid = pw->pw_uid;
		found.special = is_special(sys, pw->pw_uid);
		set_person(&found, pw->pw_gecos);
		st = groups_of(&found, pw, diag);
	}
	free(buf);
	strcpy(found.userid, userid);
	if (st == DS_OK)
		st = catalog_groups(sys, &found, diag);
	if (st != DS_OK) {
		subject_free(&found);
		return st;
	}
	found.known = true;
	*who = found;
	return DS_OK;
}

/* Whoever is not the root's owner or the superuser is himself alone. */
static enum ds_status
become(struct ds_system *sys, const char *name, struct subject *who,
    struct ds_diag *diag)
{
	char userid[2 * USERID_MAX];
	struct subject own = {0};
	enum ds_status st;

	snprintf(userid, sizeof(userid), "%s", name);
	for (size_t i = 0; userid[i] != '\0'; i++)
		userid[i] = (char)toupper((unsigned char)userid[i]);
	st = of_uid(sys, getuid(), NULL, 0, &own, diag);
	if (st == DS_OK && strcmp(userid, own.userid) == 0) {
		*who = own;
		return DS_OK;
	}
	if (st == DS_OK && !own.special)
		st = ds_fail(diag, DS_CAT_SECURITY, userid,
		    "to act for another user takes the root's owner");
	if (st == DS_OK)
		st = subject_of_userid(sys, userid, who, diag);
	subject_free(&own);
	return st;
}

enum ds_status
subject_resolve(struct ds_system *sys, const struct security *sec,
    struct subject *who, struct ds_diag *diag)
{
	const char *env = getenv(USER_ENV);
	enum ds_status st;

	/* the real one, as in a program that has another's rights to files */
	if (sec->acting && sec->as[0] == '\0')
		st = of_uid(sys, sec->uid, sec->gids,
		    sec->gids != NULL ? sec->ngids : -1, who, diag);
	else if (sec->acting)
		st = become(sys, sec->as, who, diag);
	else if (env != NULL && env[0] != '\0')
		st = become(sys, env, who, diag);
	else
		st = of_uid(sys, getuid(), NULL, 0, who, diag);
	if (st != DS_OK)
		subject_free(who);
	return st;
}

const char *
ds_system_user(struct ds_system *sys)
{
	struct security *sec = NULL;

	return security_get(sys, &sec, NULL) == DS_OK ? sec->who.userid : "";
}

/* The one who asks changes: found now, so that a fault is told here. */
static enum ds_status
act(struct ds_system *sys, struct security *sec, bool acting,
    struct ds_diag *diag)
{
	enum ds_status st;

	subject_free(&sec->who);
	sec->acting = acting;
	st = subject_resolve(sys, sec, &sec->who, diag);
	if (st == DS_OK)
		return DS_OK;
	/* nobody, rather than the one before */
	sec->acting = true;
	sec->as[0] = '\0';
	sec->uid = (uid_t)-1;
	free(sec->gids);
	sec->gids = NULL;
	return st;
}

enum ds_status
ds_system_act_as(
    struct ds_system *sys, const char *userid, struct ds_diag *diag)
{
	struct security *sec = NULL;
	enum ds_status st;

	if (userid != NULL && !userid_valid(userid, strlen(userid)))
		return ds_fail(
		    diag, DS_INVALID, NULL, "'%.20s' is no user ID", userid);
	if ((st = security_get(sys, &sec, diag)) != DS_OK)
		return st;
	snprintf(sec->as, sizeof(sec->as), "%s", userid != NULL ? userid : "");
	return act(sys, sec, userid != NULL, diag);
}

/* A server says so for each request. */
static bool
is_acting_for(
    const struct security *sec, uid_t uid, const gid_t *gids, int ngids)
{
	if (!sec->acting || sec->as[0] != '\0' || sec->uid != uid ||
	    !sec->who.known || (ngids < 0) != (sec->gids == NULL))
		return false;
	if (ngids < 0)
		return true;
	return ngids == sec->ngids &&
	       (ngids == 0 ||
		   memcmp(sec->gids, gids, (size_t)ngids * sizeof(*gids)) == 0);
}

enum ds_status
ds_system_act_for(struct ds_system *sys, uid_t uid, const gid_t *gids,
    int ngids, struct ds_diag *diag)
{
	struct security *sec = NULL;
	gid_t *copy = NULL;
	enum ds_status st;

	if (uid != getuid() && !is_special(sys, getuid()))
		return ds_fail(diag, DS_CAT_SECURITY, NULL,
		    "to act for another user takes the root's owner");
	if ((st = security_get(sys, &sec, diag)) != DS_OK)
		return st;
	if (is_acting_for(sec, uid, gids, ngids))
		return DS_OK;
	if (ngids >= 0) {
		copy = calloc((size_t)ngids + 1, sizeof(*copy));
		if (copy == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		if (ngids > 0)
			memcpy(copy, gids, (size_t)ngids * sizeof(*copy));
	}
	free(sec->gids);
	sec->gids = copy;
	sec->ngids = ngids;
	sec->uid = uid;
	sec->as[0] = '\0';
	return act(sys, sec, true, diag);
}

void
ds_system_on_denied(struct ds_system *sys, ds_denied_fn *fn, void *ctx)
{
	if (sys->security == NULL)
		sys->security = calloc(1, sizeof(*sys->security));
	if (sys->security == NULL)
		return; /* the first question fails by it */
	sys->security->denied = fn;
	sys->security->denied_ctx = ctx;
}
