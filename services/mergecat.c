/*
 * REPRO MERGECAT: entries move from one catalog to another, each with all that
 * is tied to it, under a row of the master that says so (catalog/move.c).
 * Nobody has the data sets meanwhile: who extends one knows its catalog.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/dd_int.h"
#include "services/enq.h"
#include "services/security_int.h"
#include "services/system_int.h"

enum { MERGE_TRIES = 4 };

/* What moves, and the names and components that are held for it. */
struct merging {
	struct ds_system *sys;
	const char *source;
	struct enq_owner *opener;
	struct part {
		enum ds_type type;
		char name[DSNAME_MAX + 1];
		struct enq *name_held, *open_held;
	} * v;
	size_t n, cap;
	bool nomem;
};

static bool
add_part(void *ctx, enum ds_type type, const char *name)
{
	struct merging *m = ctx;
	size_t cap = m->cap > 0 ? 2 * m->cap : 8;
	void *p;

	if (m->n == m->cap) {
		if ((p = realloc(m->v, cap * sizeof(*m->v))) == NULL) {
			m->nomem = true;
			return false;
		}
		m->v = p;
		m->cap = cap;
	}
	memset(&m->v[m->n], 0, sizeof(*m->v));
	m->v[m->n].type = type;
	snprintf(m->v[m->n++].name, sizeof(m->v->name), "%s", name);
	return true;
}

static void
let_go(struct merging *m)
{
	size_t i;

	for (i = 0; i < m->n; i++) {
		enq_free(&m->v[i].open_held);
		enq_free(&m->v[i].name_held);
	}
	free(m->v);
	enq_owner_free(&m->opener);
}

/* This job may have a component open itself: opener is another owner. */
static enum ds_status
hold_component(struct merging *m, struct part *p, struct ds_diag *diag)
{
	char comp[SPHERE_NAME_LEN];
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = cat_peek(m->sys->cat, m->source, p->name, &ent, diag);
	if (st == DS_OK && !sphere_id_is_none(ent->comp_id)) {
		sphere_id_name(ent->comp_id, comp);
		st = open_lock_alone(m->opener, comp, &p->open_held, diag);
	}
	ds_entry_free(&ent);
	return st;
}

static enum ds_status
hold(struct merging *m, struct ds_diag *diag)
{
	enum ds_status st;
	size_t i;

	st = enq_owner_new(m->sys->root, NULL, &m->opener, diag);
	for (i = 0; i < m->n && st == DS_OK; i++) {
		struct part *p = &m->v[i];

		if (p->type == DS_UCAT)
			st = ds_fail(diag, DS_CAT_TYPE, p->name,
			    "connectors and their aliases stay in the master");
		else if (p->type != DS_DATA && p->type != DS_INDEX)
			st = enq_take(ds_system_owner(m->sys), "SYSDSN",
			    p->name, ENQ_EXC, 0, &p->name_held, diag);
		if (st == DS_OK && p->type != DS_INDEX)
			st = hold_component(m, p, diag);
	}
	return ds_busy_entry(st, diag);
}

static enum ds_status
move_once(struct ds_system *sys, const char *name, const char *source,
    const char *target, struct ds_diag *diag)
{
	char holder[HOLDER_LEN];
	struct enq *life = NULL;
	enum ds_status st;
	int64_t id = 0;

	if ((st = ds_intent_begin(sys, holder, &life, diag)) != DS_OK)
		return st;
	st = cat_move_begin(sys->cat, name, source, target, holder, &id, diag);
	if (st == DS_OK) {
		ds_step("merge: noted");
		st = cat_move_copy(sys->cat, name, source, target, diag);
		if (st == DS_OK) {
			ds_step("merge: copied");
			st = cat_move_finish(
			    sys->cat, id, name, source, target, diag);
			ds_step("merge: moved");
		} else {
			cat_move_drop(sys->cat, id, NULL);
		}
	}
	enq_free(&life);
	return st;
}

/* The headers say in which catalog the entry is; a death before leaves the old
 * one's name there, which a rebuilding goes by. */
static void
tell_headers(struct merging *m, const char *target)
{
	char home[VOLSER_MAX + 1];
	struct ds_entry *ent = NULL;
	size_t i;

	for (i = 0; i < m->n; i++) {
		if (cat_peek(m->sys->cat, target, m->v[i].name, &ent, NULL) !=
		    DS_OK)
			continue;
		if (ds_has_file(ent)) {
			ds_home(ent, home);
			ds_header_follow(m->sys, home, ent->comp_id, NULL);
		}
		ds_entry_free(&ent);
	}
}

static enum ds_status
may_move(struct ds_system *sys, const char *source, const char *target,
    struct ds_diag *diag)
{
	enum ds_status st;

	st = security_catalog(sys, source, DS_ACCESS_ALTER, diag);
	return st == DS_OK
		   ? security_catalog(sys, target, DS_ACCESS_ALTER, diag)
		   : st;
}

enum ds_status
ds_merge_entry(struct ds_system *sys, const char *name, const char *source,
    const char *target,
    void (*moved)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	struct merging m = {.sys = sys, .source = source};
	enum ds_status st;
	int tries = 0;
	size_t i;

	if ((st = may_move(sys, source, target, diag)) != DS_OK)
		return st;
	st = cat_tied(sys->cat, source, name, add_part, &m, diag);
	if (st == DS_OK && m.nomem)
		st = ds_fail(diag, DS_NOMEM, name, NULL);
	if (st == DS_OK)
		st = hold(&m, diag);
	if (st == DS_OK) {
		do
			st = move_once(sys, name, source, target, diag);
		while (st == DS_BUSY && ++tries < MERGE_TRIES);
	}
	if (st == DS_OK)
		tell_headers(&m, target);
	for (i = 0; st == DS_OK && i < m.n; i++)
		moved(ctx, m.v[i].type, m.v[i].name);
	let_go(&m);
	return st;
}

enum ds_status
ds_copy_catalog(struct ds_system *sys, const char *source, const char *target,
    uint64_t *np, struct ds_diag *diag)
{
	enum ds_status st = may_move(sys, source, target, diag);

	return st == DS_OK ? cat_copy(sys->cat, source, target, np, diag) : st;
}
