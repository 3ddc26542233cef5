/*
 * Temporary data sets: temporary.h.
 *
 * An entry of the master catalog that no listing shows, and beside it an intent
 * of kind T, entered and removed in the transaction that enters and removes the
 * entry. The intent names the job by its names' common beginning, which is an
 * ENQ that the job holds; when that is free the next one to open the root
 * deletes what the intent is of.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/define_int.h"
#include "services/enq.h"
#include "services/temporary.h"

enum { JOBS_A_SECOND = 1000, UNNAMED_MAX = 99999 };

struct ds_temps {
	struct ds_system *sys;
	char prefix[HOLDER_LEN]; /* SYSyyddd.Thhmmss.RA000.jobname */
	struct enq *life;
	unsigned unnamed; /* how many there were */
};

/* --- the job -------------------------------------------------------------- */

struct seeking {
	const char *holder;
	bool found;
};

static bool
seek(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct seeking *s = ctx;

	(void)id;
	(void)kind;
	(void)volser;
	(void)comp_id;
	s->found = strcmp(holder, s->holder) == 0;
	return !s->found;
}

/* What a dead job has left may still be there: its number is passed over. */
static enum ds_status
is_free(struct ds_temps *t, bool *freep, struct ds_diag *diag)
{
	struct seeking s = {t->prefix, false};
	struct catalog *cat = t->sys->cat;
	char catalog[DSNAME_MAX + 1];
	enum ds_status st;

	st = cat_route(cat, t->prefix, catalog, diag);
	if (st == DS_OK && strcmp(catalog, cat_master(cat)) != 0)
		return ds_fail(diag, DS_INVALID, t->prefix,
		    "an alias leads the names of temporary data sets to %s",
		    catalog);
	if (st == DS_OK)
		st = cat_intent_list(cat, seek, &s, diag);
	if (st == DS_OK)
		*freep = !s.found;
	return st;
}

/* The first number of this second that no job of the name has. */
static enum ds_status
take_prefix(struct ds_temps *t, const char *jobname, struct ds_diag *diag)
{
	enum ds_status st = DS_BUSY;
	bool is = false;
	struct tm tm;
	int i;

	memset(&tm, 0, sizeof(tm));
	ds_now(&tm);
	for (i = 0; i < JOBS_A_SECOND; i++) {
		snprintf(t->prefix, sizeof(t->prefix),
		    "SYS%02d%03d.T%02d%02d%02d.RA%03d.%s", tm.tm_year % 100,
		    tm.tm_yday + 1, tm.tm_hour, tm.tm_min, tm.tm_sec, i,
		    jobname);
		st = enq_take(ds_system_owner(t->sys), DS_INTENT_QNAME,
		    t->prefix, ENQ_EXC, 0, &t->life, diag);
		if (st == DS_OK)
			st = is_free(t, &is, diag);
		if (st == DS_OK ? is : st != DS_BUSY)
			return st;
		enq_free(&t->life);
	}
	return st == DS_OK ? ds_fail(diag, DS_BUSY, t->prefix, NULL) : st;
}

enum ds_status
ds_temps_new(struct ds_system *sys, const char *jobname,
    struct ds_temps **tempsp, struct ds_diag *diag)
{
	struct ds_temps *t;
	enum ds_status st;

	if (!member_valid(jobname, strlen(jobname)))
		return ds_fail(
		    diag, DS_INVALID, NULL, "'%.40s' is no job name", jobname);
	if ((t = calloc(1, sizeof(*t))) == NULL)
		return ds_fail(diag, DS_NOMEM, jobname, NULL);
	t->sys = sys;
	if ((st = take_prefix(t, jobname, diag)) == DS_OK) {
		*tempsp = t;
		t = NULL;
	}
	ds_temps_free(&t);
	return st;
}

enum ds_status
ds_temps_name(struct ds_temps *t, const char *name, char out[DSNAME_MAX + 1],
    struct ds_diag *diag)
{
	if (name[0] != '\0' && !member_valid(name, strlen(name)))
		return ds_fail(diag, DS_INVALID, NULL,
		    "'%.40s' is no name of a temporary data set", name);
	if (name[0] == '\0' && t->unnamed == UNNAMED_MAX)
		return ds_fail(diag, DS_INVALID, t->prefix,
		    "a job has %d unnamed data sets at most", UNNAMED_MAX);
	/* 31 characters, and 13 at most */
	if (name[0] != '\0')
		snprintf(
		    out, DSNAME_MAX + 1, "%.31s.%.8s.H01", t->prefix, name);
	else
		snprintf(out, DSNAME_MAX + 1, "%.31s.R01%05u", t->prefix,
		    ++t->unnamed);
	return DS_OK;
}

/* --- made and deleted ----------------------------------------------------- */

enum ds_status
ds_temporary_note(struct ds_system *sys, const struct ds_entry *ent,
    const char *holder, struct ds_diag *diag)
{
	int64_t id;

	return cat_intent_put(sys->cat, 'T', ent->volumes[0].volser,
	    ent->comp_id, holder, &id, diag);
}

enum ds_status
ds_temps_define(
    struct ds_temps *t, struct ds_define_ps *def, struct ds_diag *diag)
{
	const size_t len = strlen(t->prefix);

	if (strncmp(def->name, t->prefix, len) != 0 || def->name[len] != '.')
		return ds_fail(diag, DS_INVALID, def->name,
		    "it is no temporary data set of this job");
	def->temporary = t->prefix;
	return ds_define_ps(t->sys, def, diag);
}

/* The intents T of one component, or of one job. */
struct chosen {
	struct ds_system *sys;
	const uint8_t *comp_id; /* NULL: any */
	const char *holder;     /* NULL: any */
	enum ds_status st;
	struct ds_diag *diag;
};

static bool
clear_one(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct chosen *c = ctx;

	(void)volser;
	(void)holder;
	if (kind == 'T' && memcmp(comp_id, c->comp_id, SPHERE_ID_LEN) == 0)
		c->st = cat_intent_clear(c->sys->cat, id, c->diag);
	return c->st == DS_OK;
}

/* In the transaction that removes its entry, or in one of its own. */
static enum ds_status
clear_intent(void *ctx, struct ds_diag *diag)
{
	struct chosen *c = ctx;
	enum ds_status st;

	c->diag = diag;
	st = cat_intent_list(c->sys->cat, clear_one, c, diag);
	return st == DS_OK ? c->st : st;
}

/* The intent T of a component. */
struct noted {
	const uint8_t *comp_id;
	int64_t id; /* 0: there is none */
	char holder[HOLDER_LEN];
};

static bool
find_note(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct noted *n = ctx;

	(void)volser;
	if (kind != 'T' || memcmp(comp_id, n->comp_id, SPHERE_ID_LEN) != 0)
		return true;
	n->id = id;
	snprintf(n->holder, sizeof(n->holder), "%s", holder);
	return false;
}

enum ds_status
ds_temporary_moved(struct ds_system *sys, const struct ds_entry *ent,
    const uint8_t was[16], struct ds_diag *diag)
{
	struct noted n = {.comp_id = was};
	enum ds_status st;

	st = cat_intent_list(sys->cat, find_note, &n, diag);
	if (st != DS_OK || n.id == 0)
		return st;
	st = cat_intent_clear(sys->cat, n.id, diag);
	return st == DS_OK ? ds_temporary_note(sys, ent, n.holder, diag) : st;
}

enum ds_status
ds_temporary_settle(
    struct ds_system *sys, const uint8_t comp_id[16], struct ds_diag *diag)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};
	struct chosen c = {sys, comp_id, NULL, DS_OK, diag};
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = cat_get_component(sys->cat, comp_id, &ent, diag);
	if (st == DS_CAT_NOTFOUND) /* somebody has deleted it by its name */
		return clear_intent(&c, diag);
	if (st == DS_OK)
		st = delete_and(
		    sys, ent->name, &opts, NULL, NULL, clear_intent, &c, diag);
	ds_entry_free(&ent);
	return st;
}

enum ds_status
ds_temps_delete(struct ds_temps *t, const char *dsname, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = cat_peek(t->sys->cat, NULL, dsname, &ent, diag);
	if (st == DS_OK && !(ent->flags & DS_A_TEMPORARY))
		st = ds_fail(
		    diag, DS_CAT_TYPE, dsname, "it is no temporary data set");
	if (st == DS_OK)
		st = ds_temporary_settle(t->sys, ent->comp_id, diag);
	ds_entry_free(&ent);
	return st;
}

static bool
end_one(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct chosen *c = ctx;

	(void)id;
	(void)volser;
	if (kind == 'T' && strcmp(holder, c->holder) == 0)
		ds_temporary_settle(c->sys, comp_id, NULL);
	return true;
}

void
ds_temps_free(struct ds_temps **tempsp)
{
	struct chosen c = {0};
	struct ds_temps *t;

	if (tempsp == NULL || (t = *tempsp) == NULL)
		return;
	if (t->life != NULL) {
		c.sys = t->sys;
		c.holder = t->prefix;
		cat_intent_list(t->sys->cat, end_one, &c, NULL);
	}
	enq_free(&t->life);
	free(t);
	*tempsp = NULL;
}
