/* dsprofile list, check, groups and logins: as lines for people, as objects for
 * programs. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "admin/admin.h"
#include "admin/profile_int.h"

struct showing {
	const struct dsprofile *d;
	const char *name;
	bool ok;
	int n;
};

/* --- list -------------------------------------------------------------------
 */

static bool
profile_object(const struct ds_profile *p, bool hidden)
{
	json_t *list = hidden ? json_null() : json_array();

	for (size_t i = 0; i < p->npermits; i++)
		json_array_append_new(
		    list, json_pack("{s:s, s:s}", "id", p->permits[i].id,
			      "access", ds_access_name(p->permits[i].access)));
	return dsvol_print_object(
	    json_pack("{s:s, s:s, s:b, s:s, s:s, s:s, s:b, s:i, s:o}", "type",
		"profile", "name", p->name, "generic", profile_generic(p->name),
		"owner", p->owner, "uacc", ds_access_name(p->uacc), "audit",
		ds_access_name(p->audit), "warning", p->warning, "created",
		(int)p->created, "access", list));
}

static bool
list_one(void *ctx, const struct ds_profile *p, bool hidden)
{
	struct showing *s = ctx;

	s->n++;
	if (s->d->json)
		return s->ok = profile_object(p, hidden);
	if (s->n == 1)
		printf("%-44s %-8s %-8s %-8s %s\n", "PROFILE", "OWNER", "UACC",
		    "AUDIT", "WARNING");
	printf("%-44s %-8s %-8s %-8s %s\n", p->name, p->owner,
	    ds_access_name(p->uacc), ds_access_name(p->audit),
	    p->warning ? "YES" : "NO");
	for (size_t i = 0; i < p->npermits; i++)
		printf("  %-8s %s\n", p->permits[i].id,
		    ds_access_name(p->permits[i].access));
	if (hidden)
		puts("  (its access list is for those who may change it)");
	return true;
}

int
dsprofile_list(struct dsprofile *d)
{
	struct showing s = {d, NULL, true, 0};
	struct ds_diag diag = {0};
	enum ds_status st;

	if (d->nargs > 0)
		profile_upper(d->args[0]);
	st = ds_profile_list(
	    d->sys, d->nargs > 0 ? d->args[0] : NULL, list_one, &s, &diag);
	if (st != DS_OK)
		return dsprofile_fail("list", st, &diag);
	return s.ok ? DSPROFILE_OK : DSPROFILE_FAILED;
}

/* --- check ------------------------------------------------------------------
 */

static const char *
reason(const struct ds_decision *d)
{
	switch (d->why) {
	case DS_WHY_OWN:
		return "the first qualifier is the user's ID";
	case DS_WHY_PROFILE:
		return "the profile says so";
	case DS_WHY_WARNING:
		return "the profile refuses it, with WARNING";
	case DS_WHY_NONE:
		return d->granted ? "no profile protects it (protectall=off)"
				  : "no profile protects it (protectall=on)";
	case DS_WHY_TEMPORARY:
		return "it is the job's own";
	case DS_WHY_OPERATIONS:
		return "the root's owner, and no profile protects it";
	}
	return "";
}

int
dsprofile_check(struct dsprofile *d)
{
	struct ds_decision dec = {0};
	struct ds_diag diag = {0};
	const char *user = NULL;
	enum ds_access level;
	enum ds_status st;

	profile_upper(d->args[0]);
	if (!profile_level(d->args[1], &level))
		return DSPROFILE_USAGE;
	if (d->nargs > 2) {
		profile_upper(d->args[2]);
		user = d->args[2];
	}
	st = ds_access_check(d->sys, user, d->args[0], level, &dec, &diag);
	if (st != DS_OK)
		return dsprofile_fail("check", st, &diag);
	if (user == NULL)
		user = ds_system_user(d->sys);
	if (d->json && !dsvol_print_object(json_pack(
			   "{s:s, s:s, s:s, s:s, s:b, s:s, s:s?, s:s}", "type",
			   "check", "name", d->args[0], "user", user, "wanted",
			   ds_access_name(level), "granted", dec.granted,
			   "allowed", ds_access_name(dec.allowed), "profile",
			   dec.profile[0] != '\0' ? dec.profile : NULL,
			   "reason", reason(&dec))))
		return DSPROFILE_FAILED;
	if (!d->json)
		printf("%s %s of %s: %s; has %s by %s: %s\n",
		    user[0] != '\0' ? user : "(no user ID)",
		    ds_access_name(level), d->args[0],
		    dec.granted ? "granted" : "not granted",
		    ds_access_name(dec.allowed),
		    dec.profile[0] != '\0' ? dec.profile : "no profile",
		    reason(&dec));
	dsprofile_note_off(d);
	return dec.granted ? DSPROFILE_OK : DSPROFILE_DENIED;
}

/* --- groups and logins
 * -------------------------------------------------------- */

static bool
pair(struct showing *s, const char *key, const char *value, const char *userid)
{
	s->n++;
	if (s->d->json)
		return s->ok = dsvol_print_object(json_pack("{s:s, s:s, s:s}",
			   "type", key, key, value, "user", userid));
	printf("%-8s %s\n", userid, value);
	return true;
}

static bool
group_one(void *ctx, const char *userid, const char *group)
{
	return pair(ctx, "group", group, userid);
}

static bool
login_one(void *ctx, const char *login, const char *userid)
{
	return pair(ctx, "login", login, userid);
}

int
dsprofile_groups(struct dsprofile *d)
{
	struct showing s = {d, NULL, true, 0};
	struct ds_diag diag = {0};
	enum ds_status st = ds_group_list(d->sys, group_one, &s, &diag);

	if (st != DS_OK)
		return dsprofile_fail("groups", st, &diag);
	return s.ok ? DSPROFILE_OK : DSPROFILE_FAILED;
}

int
dsprofile_logins(struct dsprofile *d)
{
	struct showing s = {d, NULL, true, 0};
	struct ds_diag diag = {0};
	enum ds_status st = ds_login_list(d->sys, login_one, &s, &diag);

	if (st != DS_OK)
		return dsprofile_fail("logins", st, &diag);
	return s.ok ? DSPROFILE_OK : DSPROFILE_FAILED;
}
