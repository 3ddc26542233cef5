/*
 * VERIFY: is the end of a data set where its state says, and was it closed?
 * By the command, and by OPEN itself when the last writer died.
 *
 * What a sphere publishes is whole at any time, and its log has the completed
 * requests since: so a kill has lost nothing, and doing again what the log has
 * and clearing the mark is all there is to do. Only a log that is gone, damaged
 * or of before a power cut may have lost some: that is 116, and stays so until
 * VERIFY or an open for output; a damaged log is kept aside then.
 */
#include <stdio.h>
#include <stdlib.h>

#include "access-methods/am.h"
#include "access-methods/log/log.h"
#include "services/dataset_int.h"
#include "services/enq.h"
#include "services/security_int.h"
#include "services/system_int.h"

/* A sphere of a group, held alone. */
struct member {
	struct enq *enq;
	struct open_lock *lock;
	char comp[SPHERE_NAME_LEN];
	struct volume *vol;
	bool upgrade; /* an alternate index that says what its base does */
};

/* A cluster and its alternate indexes, whose log is the cluster's. */
struct group {
	struct member *m; /* m[0] is the cluster or what else is named */
	size_t n;
	bool durable; /* each request outlives a power cut */
	enum open_as as;
};

static void
group_free(struct group *g)
{
	for (size_t i = 0; i < g->n; i++) {
		open_lock_free(&g->m[i].lock);
		enq_free(&g->m[i].enq);
	}
	free(g->m);
}

/* The data component of name, whose data set is dsn. */
static enum ds_status
member_hold(struct ds_system *sys, struct group *g, const char *dsn,
    const struct ds_entry *data, struct ds_diag *diag)
{
	struct member *m = &g->m[g->n++];
	enum ds_status st;

	st = enq_take(
	    ds_system_owner(sys), "SYSDSN", dsn, ENQ_SHR, 0, &m->enq, diag);
	if (st != DS_OK)
		return st == DS_BUSY ? DS_OPEN_INUSE : st;
	if ((st = ds_component(sys, data, m->comp, &m->vol, diag)) != DS_OK)
		return st;
	return open_lock_take(sys, data, m->comp, g->as, &m->lock, diag);
}

static enum ds_status
aix_hold(struct ds_system *sys, struct group *g, const char *catalog,
    const char *name, struct ds_diag *diag)
{
	struct catalog *cat = ds_system_catalog(sys);
	struct ds_entry *aix = NULL, *data = NULL;
	enum ds_status st;

	st = cat_get(cat, catalog, name, &aix, diag);
	if (st == DS_OK)
		st = ds_data_get(sys, aix, &data, diag);
	if (st == DS_OK)
		st = member_hold(sys, g, aix->name, data, diag);
	if (st == DS_OK)
		g->m[g->n - 1].upgrade = (aix->flags & DS_A_UPGRADE) != 0;
	ds_entry_free(&aix);
	ds_entry_free(&data);
	return st;
}

/* g is to be freed in any case. */
static enum ds_status
group_hold(struct ds_system *sys, const struct ds_target *tg, struct group *g,
    struct ds_diag *diag)
{
	struct ds_entry *owner = NULL;
	enum ds_status st;

	g->n = 0;
	/* What is named may be a component. */
	st = cat_get(
	    ds_system_catalog(sys), tg->data->catalog, tg->dsn, &owner, diag);
	if (st == DS_OK &&
	    (g->m = calloc(owner->nassocs + 1, sizeof(*g->m))) == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st == DS_OK) {
		g->durable = ds_logs_durably(owner);
		st = member_hold(sys, g, tg->dsn, tg->data, diag);
	}
	for (size_t i = 0; st == DS_OK && i < owner->nassocs; i++)
		if (owner->type == DS_CLUSTER &&
		    owner->assocs[i].type == DS_AIX)
			st = aix_hold(sys, g, owner->catalog,
			    owner->assocs[i].name, diag);
	ds_entry_free(&owner);
	return st;
}

/* --- what was not closed ---------------------------------------------------
 */

/* The last control interval of each component can be read. */
static enum ds_status
check_end(struct sphere *sp, struct ds_diag *diag)
{
	const struct comp_attr *attr;
	struct sphere_buf *buf = NULL;
	enum ds_status st = DS_OK;
	uint64_t hurba;
	int part;

	for (part = SPHERE_DATA; st == DS_OK && part < SPHERE_PARTS; part++) {
		attr = sphere_attr(sp, (enum sphere_part)part);
		hurba = sphere_state(sp)->part[part].hurba;
		if (attr == NULL || hurba < attr->ci_len)
			continue;
		st = buf_get(sp, (enum sphere_part)part, hurba - attr->ci_len,
		    BUF_READ, &buf, diag);
		buf_release(sp, &buf);
	}
	return st;
}

bool
ds_logs_durably(const struct ds_entry *ent)
{
	return ds_extra_durable(ent->extra);
}

/* A set whose first load was not closed was never loaded: a commit would make
 * an empty one of it. */
static bool
is_improper(const struct sphere_state *state)
{
	return state->open_output && state->loaded;
}

static void
judge(struct sphere *sp, const struct member *m, struct ds_improper *how)
{
	const struct sphere_recovery *r = sphere_recovered(sp);

	if (!is_improper(sphere_state(sp)))
		return;
	how->code = r->damaged || r->missing || r->durable_only ? 116 : 118;
	how->redone = r->requests;
	how->lost = r->lost;
	how->durable_only = r->durable_only && !r->damaged && !r->missing;
	if (how->code != 116)
		return;
	log_kept_name(sphere_attr(sp, SPHERE_DATA)->id, how->kept);
	if (!vol_exists(m->vol, how->kept))
		how->kept[0] = '\0';
}

/* The log of m[0] is all members'; it is done again when that is opened. Its
 * mark goes last, so that a death in between leaves the work to be done. */
static enum ds_status
group_verify(struct group *g, struct ds_improper *how, struct ds_diag *diag)
{
	const struct sphere_parms parms = {.durable = g->durable};
	struct sphere *sp = NULL, *member;
	enum ds_status st;

	st = sphere_open(
	    g->m[0].vol, g->m[0].comp, SPHERE_UPDATE, &parms, &sp, diag);
	if (st != DS_OK)
		return st;
	judge(sp, &g->m[0], how);
	st = check_end(sp, diag);
	for (size_t i = 1; st == DS_OK && i < g->n; i++) {
		member = NULL;
		st = sphere_open(g->m[i].vol, g->m[i].comp, SPHERE_UPDATE, NULL,
		    &member, diag);
		if (st == DS_OK)
			st = check_end(member, diag);
		if (st == DS_OK && is_improper(sphere_state(member)))
			st = sphere_commit(member, true, diag);
		sphere_close(&member);
	}
	if (st == DS_OK && is_improper(sphere_state(sp)))
		st = sphere_commit(sp, true, diag);
	sphere_close(&sp);
	return st;
}

/* What a check has found is counted; which they are EXAMINE tells. */
static void
refer_to_examine(struct ds_diag *diag)
{
	char text[sizeof(diag->text)];

	if (diag == NULL || diag->has_rba)
		return;
	snprintf(text, sizeof(text), "%.60s: %.100s, which EXAMINE names",
	    diag->name, diag->text);
	snprintf(diag->text, sizeof(diag->text), "%s", text);
}

/* Every invariant of all; a stale alternate index only of its own. */
static enum ds_status
group_check(const struct group *g, struct ds_diag *diag)
{
	struct sphere_state state;
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < g->n; i++) {
		const struct member *m = &g->m[i];

		st = am_verify(m->vol, m->comp, NULL, NULL, diag);
		if (st == DS_OK && i > 0 && m->upgrade)
			st = sphere_read_state(
			    m->vol, m->comp, &state, NULL, diag);
		if (st == DS_OK && i > 0 && m->upgrade && state.loaded)
			st = am_verify_aix(m->vol, m->comp, NULL, NULL, diag);
	}
	if (st == DS_CORRUPT)
		refer_to_examine(diag);
	return st;
}

/* --- the command -------------------------------------------------------------
 */

/*
 * Others have it open who share it: there is nobody's improper close, but
 * theirs to come. What is left is z/OS's VERIFY: an open for output, which sees
 * to it that the ends can be read, and a close.
 */
static enum ds_status
verify_beside(
    struct ds_system *sys, const struct ds_target *tg, struct ds_diag *diag)
{
	struct ds_file *file = NULL;
	enum ds_status st;

	st = file_open_am(sys, tg->dsn, DD_SHR, DS_OUTPUT, &file, diag);
	return st == DS_OK ? ds_close(&file, diag) : st;
}

enum ds_status
ds_verify(
    struct ds_system *sys, const char *name, bool recover, struct ds_diag *diag)
{
	struct ds_improper how;

	return ds_verify_told(sys, name, recover, &how, diag);
}

enum ds_status
ds_verify_told(struct ds_system *sys, const char *name, bool recover,
    struct ds_improper *howp, struct ds_diag *diag)
{
	struct ds_improper how = {0};
	struct ds_target tg = {0};
	struct enq *enqs[TARGET_NAMES] = {NULL, NULL};
	struct group g = {.as = OPEN_ALONE};
	enum ds_status st;

	*howp = how;
	if ((st = ds_target_find(sys, name, &tg, diag)) != DS_OK)
		return st;
	if (tg.data == NULL)
		st = ds_fail(
		    diag, DS_OPEN_NOTVSAM, name, "it is not a VSAM data set");
	if (st == DS_OK)
		st = security_open(sys, tg.ent, DS_ACCESS_CONTROL, diag);
	if (st == DS_OK)
		st = ds_target_hold(sys, &tg, ENQ_SHR, enqs, diag);
	if (st == DS_BUSY)
		st = DS_OPEN_INUSE;
	if (st == DS_OK)
		st = group_hold(sys, &tg, &g, diag);
	if (st == DS_OPEN_INUSE && !recover && tg.ent->type == DS_CLUSTER &&
	    open_share(tg.data) > 1) {
		group_free(&g);
		g = (struct group){0};
		st = verify_beside(sys, &tg, diag);
	} else if (st == DS_OK) {
		st = group_verify(&g, &how, diag);
	}
	if (st == DS_OK && recover)
		st = group_check(&g, diag);
	if (st == DS_OK && how.code == 116)
		st = ds_fail(diag, DS_OPEN_NOTCLOSED, name,
		    "its log is gone or damaged: requests since the last "
		    "commit may be lost");
	group_free(&g);
	*howp = how;
	ds_target_let_go(enqs);
	ds_target_free(&tg);
	if (st != DS_OK)
		dataset_open_fault(name, st, diag);
	return st;
}

/* --- by OPEN -----------------------------------------------------------------
 */

void
ds_improper_look(struct volume *vol, const char *comp, bool durable,
    struct ds_improper *howp)
{
	const struct sphere_parms parms = {.durable = durable};
	const struct member m = {.vol = vol};
	struct sphere *sp = NULL;

	*howp = (struct ds_improper){0};
	if (sphere_open(vol, comp, SPHERE_READ, &parms, &sp, NULL) == DS_OK)
		judge(sp, &m, howp);
	sphere_close(&sp);
}

/* Where requests may be lost whoever only reads decides nothing: he has what
 * is there, and the log stays for VERIFY or for an open for output. */
static bool
leave_it(const struct group *g, bool output, struct ds_improper *howp)
{
	if (output)
		return false;
	ds_improper_look(g->m[0].vol, g->m[0].comp, g->durable, howp);
	return howp->code == 116;
}

void
ds_verify_implied(struct ds_system *sys, const struct ds_target *tg,
    bool output, struct ds_improper *howp)
{
	const bool durable = ds_logs_durably(tg->ent);
	char comp[SPHERE_NAME_LEN];
	struct sphere_state state;
	struct volume *vol = NULL;
	struct group g = {.as = OPEN_BRIEFLY};
	enum ds_status st;

	*howp = (struct ds_improper){0};
	if (tg->data == NULL ||
	    ds_component(sys, tg->data, comp, &vol, NULL) != DS_OK ||
	    sphere_read_state(vol, comp, &state, NULL, NULL) != DS_OK ||
	    !is_improper(&state))
		return;
	/* Who has it open now is the writer that did not close it yet. */
	st = group_hold(sys, tg, &g, NULL);
	if (st == DS_OK && !leave_it(&g, output, howp))
		st = group_verify(&g, howp, NULL);
	else if (st != DS_OK && st != DS_OPEN_INUSE)
		ds_improper_look(vol, comp, durable, howp);
	if (st != DS_OK && g.n > 0 && g.m[0].lock != NULL && howp->code == 0)
		ds_improper_look(vol, comp, durable, howp);
	group_free(&g);
}
