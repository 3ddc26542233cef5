/*
 * The alternate indexes that go with an open base cluster. Each is held by name
 * (so that it is not deleted meanwhile) and by component, as the base is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dataset_int.h"
#include "services/enq.h"
#include "services/system_int.h"

struct aix_open {
	struct enq *enq;
	struct open_lock *lock;
	char comp[SPHERE_NAME_LEN];
	struct ds_extender extender;
};

struct aix_opens {
	struct aix_open *v;
	struct am_aix *aix; /* for am_open, as many */
	size_t n;
	const struct am_aix *path;
	bool output, load;
};

void
aix_opens_free(struct aix_opens **aop)
{
	struct aix_opens *ao;

	if (aop == NULL || (ao = *aop) == NULL)
		return;
	for (size_t i = 0; i < ao->n; i++) {
		open_lock_free(&ao->v[i].lock);
		enq_free(&ao->v[i].enq);
	}
	free(ao->v);
	free(ao->aix);
	free(ao);
	*aop = NULL;
}

/* Lock one, ready to be opened. ao has room for it. */
static enum ds_status
add(struct ds_system *sys, struct aix_opens *ao, const struct ds_entry *aix,
    const struct ds_entry *data, bool change, struct ds_diag *diag)
{
	const enum open_as as = !change    ? OPEN_READ
				: ao->load ? OPEN_ALONE
					   : OPEN_WRITE;
	struct aix_open *o = &ao->v[ao->n];
	struct am_aix *a = &ao->aix[ao->n];
	const char *index = ds_entry_assoc(aix, DS_INDEX);
	struct volume *vol;
	enum ds_status st;

	ao->n++;
	if (change && (data->flags & DS_A_INHIBIT) != 0)
		return ds_fail(
		    diag, DS_OPEN_INUSE, aix->name, "updates are inhibited");
	st = enq_take(ds_system_owner(sys), "SYSDSN", aix->name, ENQ_SHR, 0,
	    &o->enq, diag);
	if (st != DS_OK)
		return st == DS_BUSY ? DS_OPEN_INUSE : st;
	if ((st = ds_component(sys, data, o->comp, &vol, diag)) != DS_OK ||
	    (st = open_lock_take(sys, data, o->comp, as, &o->lock, diag)) !=
		DS_OK)
		return st;
	o->extender.sys = sys;
	snprintf(o->extender.catalog, sizeof(o->extender.catalog), "%s",
	    data->catalog);
	snprintf(o->extender.name[SPHERE_DATA], sizeof(o->extender.name[0]),
	    "%s", data->name);
	snprintf(o->extender.name[SPHERE_INDEX], sizeof(o->extender.name[0]),
	    "%s", index != NULL ? index : "");
	a->data_name = o->comp;
	/* For who only reads: another changes it with the base. */
	a->upgrade =
	    change || (!ao->output && (aix->flags & DS_A_UPGRADE) != 0);
	a->sphere.extend = ds_extend;
	a->sphere.extend_ctx = &o->extender;
	return DS_OK;
}

/* One of the base's alternate indexes, when it is to be upgraded. */
static enum ds_status
add_upgrade(struct ds_system *sys, struct aix_opens *ao,
    const struct ds_target *tg, const char *name, struct ds_diag *diag)
{
	struct catalog *cat = ds_system_catalog(sys);
	struct ds_entry *aix = NULL, *data = NULL;
	bool is_path = tg->via != NULL && strcmp(tg->via->name, name) == 0;
	enum ds_status st;

	st = cat_get(cat, tg->ent->catalog, name, &aix, diag);
	if (st == DS_OK && (aix->flags & DS_A_UPGRADE) != 0) {
		st = ds_data_get(sys, aix, &data, diag);
		if (st == DS_OK && ds_settle_pending(sys))
			st = ds_header_ready(sys, data, diag);
		if (st == DS_OK)
			st = add(sys, ao, aix, data, true, diag);
		if (st == DS_OK && is_path)
			ao->path = &ao->aix[ao->n - 1];
	}
	ds_entry_free(&aix);
	ds_entry_free(&data);
	return st;
}

enum ds_status
aix_set_behind(struct ds_system *sys, const struct ds_entry *aix, bool is,
    struct ds_diag *diag)
{
	struct ds_entry *now = NULL;
	enum ds_status st;

	if (((aix->flags & DS_A_BEHIND) != 0) == is)
		return DS_OK;
	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = cat_get(sys->cat, aix->catalog, aix->name, &now, diag);
	if (st == DS_OK) {
		now->flags &= ~(uint32_t)DS_A_BEHIND;
		if (is)
			now->flags |= DS_A_BEHIND;
		st = cat_update(sys->cat, now, diag);
	}
	if (st == DS_OK)
		st = cat_commit(sys->cat, diag);
	if (st != DS_OK)
		cat_rollback(sys->cat);
	ds_entry_free(&now);
	return st;
}

/*
 * What is written without an alternate index, by a path with NOUPDATE or as it
 * has NOUPGRADE, makes it differ from its base, which is then no fault of it.
 */
static enum ds_status
leave_behind(struct ds_system *sys, const struct ds_target *tg, bool upgrade,
    struct ds_diag *diag)
{
	struct ds_entry *aix = NULL;
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < tg->ent->nassocs; i++) {
		if (tg->ent->assocs[i].type != DS_AIX)
			continue;
		st = cat_get(ds_system_catalog(sys), tg->ent->catalog,
		    tg->ent->assocs[i].name, &aix, diag);
		if (st == DS_OK &&
		    !(upgrade && (aix->flags & DS_A_UPGRADE) != 0))
			st = aix_set_behind(sys, aix, true, diag);
		ds_entry_free(&aix);
	}
	return st;
}

static enum ds_status
add_all(struct ds_system *sys, struct aix_opens *ao, const struct ds_target *tg,
    bool upgrade, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < tg->ent->nassocs; i++)
		if (upgrade && tg->ent->assocs[i].type == DS_AIX)
			st = add_upgrade(
			    sys, ao, tg, tg->ent->assocs[i].name, diag);
	if (st == DS_OK && tg->via != NULL && ao->path == NULL) {
		st = add(sys, ao, tg->via, tg->via_data, false, diag);
		if (st == DS_OK)
			ao->path = &ao->aix[ao->n - 1];
	}
	return st;
}

enum ds_status
aix_opens_make(struct ds_system *sys, const struct ds_target *tg,
    unsigned intent, bool load, struct aix_opens **aop, struct ds_diag *diag)
{
	bool upgrade = (intent & DS_OUTPUT) != 0 && !tg->noupdate &&
		       tg->ent->type == DS_CLUSTER;
	struct aix_opens *ao;
	size_t most = tg->ent->nassocs + 1;
	enum ds_status st;

	if ((intent & DS_OUTPUT) != 0 && tg->ent->type == DS_CLUSTER &&
	    (st = leave_behind(sys, tg, upgrade, diag)) != DS_OK)
		return st;
	if (!upgrade && tg->via == NULL)
		return DS_OK;
	if ((ao = calloc(1, sizeof(*ao))) == NULL ||
	    (ao->v = calloc(most, sizeof(*ao->v))) == NULL ||
	    (ao->aix = calloc(most, sizeof(*ao->aix))) == NULL) {
		aix_opens_free(&ao);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	ao->output = (intent & DS_OUTPUT) != 0;
	ao->load = load;
	if ((st = add_all(sys, ao, tg, upgrade, diag)) != DS_OK) {
		aix_opens_free(&ao);
		return st;
	}
	*aop = ao;
	return DS_OK;
}

void
aix_opens_parms(const struct aix_opens *ao, struct am_parms *parms)
{
	bool shared = parms->sphere.shared;

	if (ao == NULL)
		return;
	for (size_t i = 0; i < ao->n; i++)
		shared = shared || (ao->aix[i].upgrade &&
				       open_lock_shared(ao->v[i].lock));
	parms->sphere.shared = shared;
	for (size_t i = 0; i < ao->n; i++) {
		ao->aix[i].sphere.shared = shared;
		ao->aix[i].sphere.wait_ms = parms->sphere.wait_ms;
		ao->aix[i].sphere.job = parms->sphere.job;
	}
	parms->aix = ao->aix;
	parms->naix = ao->n;
	parms->path = ao->path;
}

void
aix_opens_opened(struct aix_opens *ao, struct am_file *am)
{
	for (size_t i = 0; ao != NULL && i < ao->n; i++)
		ao->v[i].extender.state = am_aix_state(am, ao->v[i].comp);
}
