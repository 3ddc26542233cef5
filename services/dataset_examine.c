/*
 * EXAMINE: a data set held as for reading, and its tests.
 */
#include <stdio.h>
#include <stdlib.h>

#include "access-methods/am.h"
#include "services/dataset_int.h"
#include "services/enq.h"
#include "services/security_int.h"
#include "services/system_int.h"

struct ds_examine {
	struct ds_target tg;
	struct enq *enqs[TARGET_NAMES];
	struct open_lock *lock;
	struct volume *vol;
	char comp[SPHERE_NAME_LEN];
	/* Of an alternate index: its base, held likewise. */
	struct ds_target base;
	struct enq *base_enqs[TARGET_NAMES];
	struct open_lock *base_lock;
	char base_comp[SPHERE_NAME_LEN];
	struct sphere *anchor, *base_anchor;
	bool aix, upgraded;
	struct ds_improper improper;
	void (*on_base)(void *ctx);
	void *on_base_ctx;
	uint64_t used[2]; /* bytes, by enum ds_test; 0 unknown */
};

/* Name and components of tg, held for reading. */
static enum ds_status
hold(struct ds_system *sys, const struct ds_target *tg,
    struct enq *enqs[TARGET_NAMES], struct open_lock **lockp,
    char comp[SPHERE_NAME_LEN], struct volume **volp, struct ds_diag *diag)
{
	const struct ds_entry *data = tg->data != NULL ? tg->data : tg->ent;
	enum ds_status st;

	st = ds_target_hold(sys, tg, ENQ_SHR, enqs, diag);
	if (st != DS_OK)
		return st == DS_BUSY ? DS_OPEN_INUSE : st;
	if ((st = ds_component(sys, data, comp, volp, diag)) != DS_OK)
		return st;
	return open_lock_take(sys, data, comp, OPEN_STABLE, lockp, diag);
}

/* An alternate index without its base is a key-sequenced set like others. */
static enum ds_status
hold_base(struct ds_system *sys, struct ds_examine *ex, struct ds_diag *diag)
{
	struct ds_entry *owner = NULL;
	struct volume *vol;
	enum ds_status st;

	st = cat_get(ds_system_catalog(sys), ex->tg.data->catalog, ex->tg.dsn,
	    &owner, diag);
	if (st != DS_OK)
		return st;
	ex->aix =
	    owner->type == DS_AIX && ds_entry_assoc(owner, DS_CLUSTER) != NULL;
	if (ex->aix)
		st = ds_target_find(
		    sys, ds_entry_assoc(owner, DS_CLUSTER), &ex->base, diag);
	ex->upgraded = (owner->flags & DS_A_UPGRADE) != 0 &&
		       (owner->flags & DS_A_BEHIND) == 0;
	ds_entry_free(&owner);
	if (st == DS_OK && ex->aix)
		st = hold(sys, &ex->base, ex->base_enqs, &ex->base_lock,
		    ex->base_comp, &vol, diag);
	return st;
}

static enum ds_status
check_loaded(struct ds_examine *ex, struct ds_diag *diag)
{
	struct sphere_state state;
	enum ds_status st;

	if (ex->tg.data == NULL)
		return DS_OK;
	ds_improper_look(
	    ex->vol, ex->comp, ds_logs_durably(ex->tg.ent), &ex->improper);
	st = sphere_read_state(ex->vol, ex->comp, &state, NULL, diag);
	if (st == DS_OK && !state.loaded)
		st = ds_fail(diag, DS_OPEN_EMPTY, ex->tg.dsn, NULL);
	if (st == DS_OK) {
		ex->used[DS_TEST_INDEX] = state.part[SPHERE_INDEX].hurba;
		ex->used[DS_TEST_DATA] = state.part[SPHERE_DATA].hurba;
	}
	return st;
}

/*
 * The first who opens what others share does again what a dead writer left, and
 * that must not be in the middle of a test: so it is opened, for as long.
 */
static struct sphere *
anchor(struct ds_system *sys, const struct open_lock *lock, struct volume *vol,
    const char *comp)
{
	const struct sphere_parms parms = {
	    .shared = true, .wait_ms = sys->wait_ms};
	struct sphere *sp = NULL;

	if (lock == NULL || !open_lock_shared(lock) ||
	    sphere_open(vol, comp, SPHERE_READ, &parms, &sp, NULL) != DS_OK)
		return NULL; /* what is damaged is for the test to tell */
	return sp;
}

enum ds_status
ds_examine_open(struct ds_system *sys, const char *name,
    struct ds_examine **exp, struct ds_diag *diag)
{
	struct ds_examine *ex = calloc(1, sizeof(*ex));
	enum ds_status st;

	if (ex == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	st = ds_target_find(sys, name, &ex->tg, diag);
	if (st == DS_OK)
		st = security_open(sys, ex->tg.ent, DS_ACCESS_CONTROL, diag);
	if (st == DS_OK)
		st = hold(sys, &ex->tg, ex->enqs, &ex->lock, ex->comp, &ex->vol,
		    diag);
	if (st == DS_OK && ex->tg.data != NULL)
		st = hold_base(sys, ex, diag);
	if (st == DS_OK)
		st = check_loaded(ex, diag);
	if (st == DS_OK) {
		ex->base_anchor =
		    anchor(sys, ex->base_lock, ex->vol, ex->base_comp);
		ex->anchor = anchor(sys, ex->lock, ex->vol, ex->comp);
	}
	if (st != DS_OK) {
		ds_examine_close(&ex);
		dataset_open_fault(name, st, diag);
		return st;
	}
	*exp = ex;
	return DS_OK;
}

struct ds_improper
ds_examine_improper(const struct ds_examine *ex)
{
	return ex->improper;
}

uint32_t
ds_examine_cisize(const struct ds_examine *ex, enum ds_test test)
{
	const struct ds_entry *ent =
	    test == DS_TEST_INDEX ? ex->tg.index : ex->tg.data;

	return ent != NULL ? ent->cisize : 0;
}

uint64_t
ds_examine_cis(const struct ds_examine *ex, enum ds_test test)
{
	uint32_t size = ds_examine_cisize(ex, test);

	return size > 0 ? ex->used[test] / size : 0;
}

void
ds_examine_on_base(struct ds_examine *ex, void (*begin)(void *ctx), void *ctx)
{
	ex->on_base = begin;
	ex->on_base_ctx = ctx;
}

bool
ds_examine_has_index(const struct ds_examine *ex)
{
	return ex->tg.index != NULL;
}

void
ds_examine_close(struct ds_examine **exp)
{
	struct ds_examine *ex;

	if (exp == NULL || (ex = *exp) == NULL)
		return;
	sphere_close(&ex->anchor);
	sphere_close(&ex->base_anchor);
	open_lock_free(&ex->base_lock);
	ds_target_let_go(ex->base_enqs);
	ds_target_free(&ex->base);
	open_lock_free(&ex->lock);
	ds_target_let_go(ex->enqs);
	ds_target_free(&ex->tg);
	free(ex);
	*exp = NULL;
}

/* --- the tests -------------------------------------------------------------
 */

struct telling {
	const struct ds_examine *ex;
	ds_found_fn *report;
	ds_stop_fn *stop;
	void *ctx;
	bool stale; /* an alternate index that is not kept up */
};

static void
tell(void *ctx, const struct am_found *found)
{
	const struct telling *t = ctx;
	const struct ds_target *tg = &t->ex->tg;
	const struct ds_entry *data = tg->data != NULL ? tg->data : tg->ent;
	struct ds_found f = {.fault = found->fault,
	    .component = data->name,
	    .rba = found->rba,
	    .what = found->what,
	    .ci = found->ci,
	    .ci_len = found->ci_len,
	    .stale = t->stale || found->fault == DS_F_AIX_LACKS ||
		     found->fault == DS_F_STATISTICS};

	f.index = found->part == SPHERE_INDEX && tg->index != NULL;
	if (f.index)
		f.component = tg->index->name;
	t->report(t->ctx, &f);
}

static bool
asked(void *ctx)
{
	const struct telling *t = ctx;

	return t->stop != NULL && t->stop(t->ctx);
}

enum ds_status
ds_examine_test(struct ds_examine *ex, enum ds_test test, ds_found_fn *report,
    ds_stop_fn *stop, void *ctx, struct ds_examined *sump, struct ds_diag *diag)
{
	struct telling t = {
	    .ex = ex, .report = report, .stop = stop, .ctx = ctx};
	struct am_examined sum = {0};
	unsigned tests = test == DS_TEST_INDEX ? AM_TEST_INDEX : AM_TEST_DATA;
	enum ds_status st;

	/* The index of a library is no component that anybody knows. */
	if (ex->tg.ent->org == DS_ORG_PO)
		tests = AM_TEST_INDEX | AM_TEST_DATA;
	st = am_examine(ex->vol, ex->comp, tests, tell, asked, &t, &sum, diag);
	/* What its own pointers lead to, once they can be followed. */
	if (st == DS_OK && test == DS_TEST_DATA && ex->aix) {
		t.stale = !ex->upgraded;
		if (ex->on_base != NULL)
			ex->on_base(ex->on_base_ctx);
		st = am_examine_aix(ex->vol, ex->comp, tell, asked, &t, diag);
		if (st == DS_CORRUPT && t.stale)
			st = DS_OK;
	}
	if (sump != NULL)
		*sump = (struct ds_examined){.cis = sum.cis,
		    .empty_cis = sum.empty_cis,
		    .records = sum.records,
		    .bytes = sum.bytes,
		    .free_bytes = sum.free_bytes,
		    .maxlen = sum.maxlen};
	return st;
}
