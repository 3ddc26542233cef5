/*
 * What the records of a library are, when nobody has said it before its first
 * member: who stores that says it. The library is without members, so it is
 * made again with the new label, in the transaction that changes its entry.
 */
#include <string.h>

#include "services/define_int.h"
#include "services/label_int.h"
#include "services/library_int.h"
#include "services/security_int.h"

struct describe {
	struct ds_system *sys;
	const struct ds_target *tg;
	struct enq *enqs[TARGET_NAMES];
	struct open_lock *lock;
	struct volume *vol;
	char comp[SPHERE_NAME_LEN];
};

static enum ds_status
hold(struct describe *d, struct ds_diag *diag)
{
	enum ds_status st;

	st = ds_target_hold(d->sys, d->tg, ENQ_EXC, d->enqs, diag);
	if (st == DS_BUSY)
		st = DS_OPEN_INUSE;
	if (st == DS_OK)
		st = ds_component(d->sys, d->tg->ent, d->comp, &d->vol, diag);
	if (st != DS_OK)
		return st;
	library_verify(d->sys, d->tg, true);
	return open_lock_take(
	    d->sys, d->tg->ent, d->comp, OPEN_ALONE, &d->lock, diag);
}

static enum ds_status
is_empty(struct describe *d, bool *emptyp, struct ds_diag *diag)
{
	const struct bpam_parms parms = {.output = false};
	struct bpam_entry ent;
	struct bpam *lib = NULL;
	enum ds_status st;

	*emptyp = true;
	if (bpam_is_new(d->vol, d->comp))
		return DS_OK;
	if ((st = bpam_open(d->vol, d->comp, &parms, &lib, diag)) != DS_OK)
		return st;
	st = bpam_next(lib, "", &ent, diag);
	*emptyp = st == DS_EOD;
	bpam_abandon(&lib);
	return st == DS_EOD ? DS_OK : st;
}

/* Its components as they are, with another label. */
static enum ds_status
exchange(struct describe *d, struct label *l, struct ds_diag *diag)
{
	uint8_t id[SPHERE_ID_LEN];
	char name[SPHERE_NAME_LEN];
	struct comp_attr data, index;
	struct rewrite *rw = NULL;
	enum ds_status st;

	ds_library_index_id(d->tg->ent->comp_id, id);
	sphere_id_name(id, name);
	if ((st = label_prepare(d->tg->ent, l, diag)) != DS_OK ||
	    (st = sphere_read_attr(d->vol, d->comp, &data, diag)) != DS_OK ||
	    (st = sphere_read_attr(d->vol, name, &index, diag)) != DS_OK)
		return st;
	data.recfm = index.recfm = l->as.attr.recfm;
	data.ctlchar = index.ctlchar = l->as.attr.ctlchar;
	data.lrecl = index.lrecl = l->as.attr.lrecl;
	data.blksize = index.blksize = l->as.attr.blksize;
	data.words = l->as.attr.words;
	l->as.attr = data;
	l->as.index = &index;
	st = rewrite_begin_as(d->sys, d->tg->ent, &l->as, &rw, name, diag);
	if (st == DS_OK)
		st = rewrite_commit(&rw, diag);
	rewrite_abandon(&rw);
	return st;
}

enum ds_status
label_library(struct ds_system *sys, const struct ds_target *tg,
    const struct ds_open_parms *how, bool *donep, struct ds_diag *diag)
{
	struct describe d = {.sys = sys, .tg = tg};
	struct label l = {0};
	enum ds_status st;
	bool empty = false;

	*donep = false;
	if (tg->ent->org != DS_ORG_PO || !label_unsaid(tg->ent) ||
	    !label_merge(tg->ent, how, &l) ||
	    (l.recfm == DS_RECFM_U && l.lrecl == 0 && l.blksize == 0))
		return DS_OK;
	if ((st = hold(&d, diag)) == DS_OK)
		st = is_empty(&d, &empty, diag);
	if (st == DS_OK && empty)
		st = exchange(&d, &l, diag);
	open_lock_free(&d.lock);
	ds_target_let_go(d.enqs);
	if (st != DS_OK || !empty)
		return st;
	define_po_made(sys, tg->dsn);
	*donep = true;
	return DS_OK;
}

enum ds_status
ds_library_describe(struct ds_system *sys, const char *name,
    const struct ds_attrs *like, struct ds_diag *diag)
{
	const struct ds_open_parms how = {.like = like};
	struct ds_target tg = {0};
	enum ds_status st;
	bool done;

	if ((st = ds_target_find(sys, name, &tg, diag)) == DS_OK &&
	    (st = security_open(sys, tg.ent, DS_ACCESS_UPDATE, diag)) == DS_OK)
		st = label_library(sys, &tg, &how, &done, diag);
	ds_target_free(&tg);
	return st;
}
