/*
 * The decision who may do what: one function, security_decide, that all
 * questions come to. Profiles are read a first qualifier at a time and kept
 * until the catalog's number says that one has changed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/enq.h"
#include "services/security_int.h"

enum { KEPT_SETS = 64, JOB_QUALIFIERS = 4 };

/* --- profiles in memory --------------------------------------------------- */

static void
set_free(struct profile_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		ds_profile_free(&set->profiles[i].p);
	free(set->profiles);
	free(set);
}

static void
forget(struct security *sec)
{
	struct profile_set *set;

	while ((set = sec->sets) != NULL) {
		sec->sets = set->next;
		set_free(set);
	}
	sec->nsets = 0;
	sec->fresh = false;
	subject_free(&sec->who);
}

void
security_free(struct security **secp)
{
	if (*secp == NULL)
		return;
	forget(*secp);
	free((*secp)->gids);
	free(*secp);
	*secp = NULL;
}

/* The subject is found again as well: groups and user IDs are counted by the
 * same number. */
static enum ds_status
security_fresh(
    struct ds_system *sys, struct security **secp, struct ds_diag *diag)
{
	struct security *sec = sys->security;
	enum ds_status st;
	uint64_t seq = 0;

	if (sec == NULL) {
		if ((sec = calloc(1, sizeof(*sec))) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		sys->security = sec;
	}
	if ((st = cat_security_seq(sys->cat, &seq, diag)) != DS_OK)
		return st;
	if (sec->fresh && sec->seq != seq)
		forget(sec);
	sec->fresh = true;
	sec->seq = seq;
	*secp = sec;
	return DS_OK;
}

enum ds_status
security_get(
    struct ds_system *sys, struct security **secp, struct ds_diag *diag)
{
	enum ds_status st = security_fresh(sys, secp, diag);

	if (st == DS_OK && !(*secp)->who.known)
		st = subject_resolve(sys, *secp, &(*secp)->who, diag);
	return st;
}

struct reading {
	struct profile_set *set;
	size_t room;
	bool nomem;
};

static bool
keep(void *ctx, const struct ds_profile *p)
{
	struct reading *r = ctx;
	struct profile_set *set = r->set;
	struct kept_profile *grown;
	struct ds_profile *copy;

	r->nomem = true; /* until it is kept */
	if (set->n == r->room) {
		r->room = r->room > 0 ? 2 * r->room : 16;
		grown = realloc(set->profiles, r->room * sizeof(*grown));
		if (grown == NULL)
			return false;
		set->profiles = grown;
	}
	if ((copy = malloc(sizeof(*copy))) == NULL)
		return false;
	*copy = *p;
	copy->permits = NULL;
	if (p->npermits > 0) {
		copy->permits = calloc(p->npermits, sizeof(*p->permits));
		if (copy->permits == NULL) {
			free(copy);
			return false;
		}
		memcpy(copy->permits, p->permits,
		    p->npermits * sizeof(*p->permits));
	}
	set->profiles[set->n].p = copy;
	set->profiles[set->n++].literal = dsname_literal_prefix(copy->name);
	r->nomem = false;
	return true;
}

static int
by_specificity(const void *a, const void *b)
{
	const struct kept_profile *x = a, *y = b;

	return profile_compare(x->p->name, y->p->name);
}

static enum ds_status
read_set(struct ds_system *sys, const char *hlq, struct profile_set **setp,
    struct ds_diag *diag)
{
	struct reading r = {calloc(1, sizeof(*r.set)), 0, false};
	enum ds_status st;

	if (r.set == NULL)
		return ds_fail(diag, DS_NOMEM, hlq, NULL);
	snprintf(r.set->hlq, sizeof(r.set->hlq), "%s", hlq);
	st = cat_profile_list(sys->cat, hlq, keep, &r, diag);
	if (st == DS_OK && r.nomem)
		st = ds_fail(diag, DS_NOMEM, hlq, NULL);
	if (st != DS_OK) {
		set_free(r.set);
		return st;
	}
	if (r.set->n > 1)
		qsort(r.set->profiles, r.set->n, sizeof(*r.set->profiles),
		    by_specificity);
	*setp = r.set;
	return DS_OK;
}

/* The profiles below the first qualifier of name; the one asked last comes
 * first. */
static enum ds_status
find_set(struct ds_system *sys, const char *name, struct profile_set **setp,
    struct ds_diag *diag)
{
	struct security *sec = sys->security;
	struct profile_set *set, **at;
	char hlq[MEMBER_MAX + 1];
	enum ds_status st;

	snprintf(hlq, sizeof(hlq), "%.*s", (int)strcspn(name, "."), name);
	for (at = &sec->sets; (set = *at) != NULL; at = &set->next)
		if (strcmp(set->hlq, hlq) == 0)
			break;
	if (set != NULL) {
		*at = set->next;
	} else {
		if (sec->nsets == KEPT_SETS)
			while ((set = sec->sets) != NULL) {
				sec->sets = set->next;
				sec->nsets--;
				set_free(set);
			}
		if ((st = read_set(sys, hlq, &set, diag)) != DS_OK)
			return st;
		sec->nsets++;
	}
	set->next = sec->sets;
	sec->sets = set;
	*setp = set;
	return DS_OK;
}

enum ds_status
security_profile(struct ds_system *sys, const char *name,
    const struct ds_profile **pp, struct ds_diag *diag)
{
	struct profile_set *set = NULL;
	enum ds_status st;

	if ((st = find_set(sys, name, &set, diag)) != DS_OK)
		return st;
	*pp = NULL;
	for (size_t i = 0; i < set->n && *pp == NULL; i++) {
		const struct kept_profile *k = &set->profiles[i];

		if (strncmp(k->p->name, name, k->literal) == 0 &&
		    profile_match(k->p->name, name))
			*pp = k->p;
	}
	return DS_OK;
}

/* --- the decision --------------------------------------------------------- */

static bool
is_own(const struct subject *who, const char *name)
{
	const size_t n = strcspn(name, ".");

	return who->userid[0] != '\0' && strlen(who->userid) == n &&
	       memcmp(who->userid, name, n) == 0;
}

/* A temporary data set is in the hands of the job whose ENQ its name begins
 * with (temporary.h). */
static bool
is_jobs_own(struct ds_system *sys, const char *name)
{
	char prefix[DSNAME_MAX + 1];
	const char *end = name;

	for (int i = 0; i < JOB_QUALIFIERS && end != NULL; i++)
		end = strchr(end + (i > 0), '.');
	if (end == NULL)
		return false;
	snprintf(prefix, sizeof(prefix), "%.*s", (int)(end - name), name);
	return enq_held(ds_system_owner(sys), DS_INTENT_QNAME, prefix);
}

static void
give(struct ds_decision *d, enum ds_access allowed, enum ds_why why)
{
	d->allowed = allowed;
	d->why = why;
}

enum ds_status
security_decide(struct ds_system *sys, const struct subject *who,
    const char *name, bool temporary, enum ds_access level,
    struct ds_decision *outp, struct ds_diag *diag)
{
	const struct ds_asker asker = {
	    who->userid, who->groups, who->ngroups, who->special};
	const struct ds_profile *p = NULL;
	struct ds_decision d = {0};
	enum ds_status st;

	if ((st = security_profile(sys, name, &p, diag)) != DS_OK)
		return st;
	if (p != NULL) {
		snprintf(d.profile, sizeof(d.profile), "%s", p->name);
		d.audited = p->audit != DS_ACCESS_NONE && level >= p->audit;
	}
	if (temporary && is_jobs_own(sys, name))
		give(&d, DS_ACCESS_ALTER, DS_WHY_TEMPORARY);
	else if (is_own(who, name))
		give(&d, DS_ACCESS_ALTER, DS_WHY_OWN);
	else if (p != NULL)
		give(&d, profile_allows(p, &asker), DS_WHY_PROFILE);
	else if (who->special)
		give(&d, DS_ACCESS_ALTER, DS_WHY_OPERATIONS);
	else
		give(&d,
		    sys->config.protectall ? DS_ACCESS_NONE : DS_ACCESS_ALTER,
		    DS_WHY_NONE);
	d.granted = d.allowed >= level;
	if (!d.granted && p != NULL && p->warning) {
		d.granted = d.warning = true;
		d.why = DS_WHY_WARNING;
	}
	*outp = d;
	return DS_OK;
}

/* --- questions ------------------------------------------------------------ */

void
security_tell(struct security *sec, struct ds_denial *denial)
{
	const struct subject *who = &sec->who;

	if (sec->denied == NULL)
		return;
	snprintf(denial->userid, sizeof(denial->userid), "%s", who->userid);
	if (who->ngroups > 0)
		snprintf(
		    denial->group, sizeof(denial->group), "%s", who->groups[0]);
	snprintf(denial->person, sizeof(denial->person), "%s", who->person);
	sec->denied(sec->denied_ctx, denial);
}

static void
tell(struct security *sec, const char *name, const char *volser,
    enum ds_access level, const struct ds_decision *d)
{
	struct ds_denial denial = {
	    .wanted = level, .allowed = d->allowed, .warning = d->warning};

	snprintf(denial.dsn, sizeof(denial.dsn), "%s", name);
	snprintf(denial.volser, sizeof(denial.volser), "%s", volser);
	snprintf(denial.profile, sizeof(denial.profile), "%s", d->profile);
	security_tell(sec, &denial);
}

/* What is asked of a data set, and how. */
struct question {
	const char *name, *volser;
	enum ds_access level;
	bool temporary;
	bool quiet; /* nobody is told, nothing is logged */
	enum ds_status no;
};

static enum ds_status
ask(struct ds_system *sys, const struct question *q, struct ds_diag *diag)
{
	struct security *sec = NULL;
	struct ds_decision d = {0};
	enum ds_status st;

	if (!sys->config.security)
		return DS_OK;
	if ((st = security_get(sys, &sec, diag)) != DS_OK)
		return st;
	if (q->level <= sec->asked_level && strcmp(q->name, sec->asked) == 0)
		return DS_OK;
	if ((st = security_decide(sys, &sec->who, q->name, q->temporary,
		 q->level, &d, diag)) != DS_OK)
		return st;
	if (!q->quiet && (!d.granted || d.warning || d.audited))
		security_log(sys, q->name, q->level, &d);
	if (!q->quiet && (!d.granted || d.warning))
		tell(sec, q->name, q->volser, q->level, &d);
	if (d.granted)
		return DS_OK;
	return ds_fail(diag, q->no, q->name,
	    "user %s has %s by %s and needs %s",
	    sec->who.userid[0] != '\0' ? sec->who.userid : "without an ID",
	    ds_access_name(d.allowed),
	    d.profile[0] != '\0' ? d.profile : "no profile",
	    ds_access_name(q->level));
}

/* The name that protects an entry: of a component its cluster's, of a path
 * that of what it is over, the base; of an alias that leads to a catalog the
 * catalog's. */
static const char *
protecting_name(const struct ds_entry *ent)
{
	static const enum ds_type owners[] = {DS_CLUSTER, DS_AIX, DS_PAGESPACE};
	const char *name = NULL;

	if (ent->type == DS_ALIAS)
		name = ds_entry_assoc(ent, DS_UCAT);
	if (ent->type == DS_DATA || ent->type == DS_INDEX ||
	    ent->type == DS_PATH)
		for (size_t i = 0; i < 3 && name == NULL; i++)
			name = ds_entry_assoc(ent, owners[i]);
	return name != NULL ? name : ent->name;
}

static struct question
about(const struct ds_entry *ent, enum ds_access level)
{
	const struct question q = {
	    .name = protecting_name(ent),
	    .volser = ent->nvolumes > 0 ? ent->volumes[0].volser : "",
	    .level = level,
	    .temporary = (ent->flags & DS_A_TEMPORARY) != 0,
	    .no = DS_CAT_SECURITY,
	};

	return q;
}

enum ds_status
security_name(struct ds_system *sys, const char *name, enum ds_access level,
    struct ds_diag *diag)
{
	const struct question q = {
	    .name = name, .volser = "", .level = level, .no = DS_CAT_SECURITY};

	return ask(sys, &q, diag);
}

enum ds_status
security_entry(struct ds_system *sys, const struct ds_entry *ent,
    enum ds_access level, struct ds_diag *diag)
{
	const struct question q = about(ent, level);

	return ask(sys, &q, diag);
}

enum ds_status
security_open(struct ds_system *sys, const struct ds_entry *ent,
    enum ds_access level, struct ds_diag *diag)
{
	struct question q = about(ent, level);

	q.no = DS_OPEN_SECURITY;
	return ask(sys, &q, diag);
}

void
security_asked(
    struct ds_system *sys, const struct ds_entry *ent, enum ds_access level)
{
	struct security *sec = sys->security;

	if (sec == NULL)
		return; /* nobody is asked */
	snprintf(sec->asked, sizeof(sec->asked), "%s",
	    ent != NULL ? protecting_name(ent) : "");
	sec->asked_level = level;
}

static bool
may_read(struct ds_system *sys, const struct ds_entry *ent)
{
	struct question q = about(ent, DS_ACCESS_READ);

	q.quiet = true;
	return ask(sys, &q, NULL) == DS_OK;
}

bool
security_may_see_name(struct ds_system *sys, const char *name)
{
	struct ds_entry *ent = NULL;
	bool yes;

	if (!sys->config.security)
		return true;
	yes = cat_get(sys->cat, NULL, name, &ent, NULL) == DS_OK &&
	      may_read(sys, ent);
	ds_entry_free(&ent);
	return yes;
}

/* A listing may give entries without what they are tied to. */
bool
security_may_see(struct ds_system *sys, const struct ds_entry *ent)
{
	struct ds_entry *whole = NULL;
	bool yes;

	if (!sys->config.security || ent->nassocs > 0 ||
	    strchr((const char[]){DS_DATA, DS_INDEX, DS_PATH, DS_ALIAS, 0},
		(char)ent->type) == NULL)
		return may_read(sys, ent);
	yes =
	    cat_get(sys->cat, ent->catalog, ent->name, &whole, NULL) == DS_OK &&
	    may_read(sys, whole);
	ds_entry_free(&whole);
	return yes;
}

enum ds_status
security_catalog(struct ds_system *sys, const char *name, enum ds_access level,
    struct ds_diag *diag)
{
	return security_name(sys,
	    name == NULL || name[0] == '\0' ? cat_master(sys->cat) : name,
	    level, diag);
}

enum ds_status
ds_authorize(struct ds_system *sys, const char *name, enum ds_access level,
    struct ds_diag *diag)
{
	return security_name(sys, name, level, diag);
}

enum ds_status
ds_authorize_operations(
    struct ds_system *sys, const char *what, struct ds_diag *diag)
{
	struct security *sec = NULL;
	enum ds_status st;

	if (!sys->config.security)
		return DS_OK;
	if ((st = security_get(sys, &sec, diag)) != DS_OK || sec->who.special)
		return st;
	security_log_change(sys, what, "OPERATIONS", false);
	return ds_fail(diag, DS_CAT_SECURITY, what,
	    "it takes the owner of the root, or the superuser");
}

void
security_suppress(struct ds_system *sys)
{
	if (sys->security != NULL)
		sys->security->suppressed++;
}

uint64_t
ds_system_suppressed(const struct ds_system *sys)
{
	return sys->security != NULL ? sys->security->suppressed : 0;
}

bool
security_discrete(struct ds_system *sys, const struct ds_entry *ent)
{
	const struct ds_profile *p = NULL;
	struct security *sec = NULL;

	return security_fresh(sys, &sec, NULL) == DS_OK &&
	       security_profile(sys, protecting_name(ent), &p, NULL) == DS_OK &&
	       p != NULL && !profile_generic(p->name);
}

enum ds_status
ds_access_check(struct ds_system *sys, const char *userid, const char *name,
    enum ds_access level, struct ds_decision *outp, struct ds_diag *diag)
{
	struct subject other = {0};
	struct security *sec = NULL;
	enum ds_status st;

	if (!dsname_valid(name, strlen(name)))
		return ds_fail(diag, DS_INVALID, NULL,
		    "'%.50s' is no data set name", name);
	if ((st = security_get(sys, &sec, diag)) != DS_OK)
		return st;
	if (userid != NULL && strcmp(userid, sec->who.userid) != 0) {
		if (!sec->who.special)
			return ds_fail(diag, DS_CAT_SECURITY, userid,
			    "what another user may takes the root's owner");
		st = subject_of_userid(sys, userid, &other, diag);
		if (st != DS_OK)
			return st;
	}
	st = security_decide(sys, other.known ? &other : &sec->who, name, false,
	    level, outp, diag);
	subject_free(&other);
	return st;
}
