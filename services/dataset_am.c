/*
 * Open data sets of ours: clusters, their components and sequential data sets,
 * by way of the access methods.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/am.h"
#include "services/dataset_int.h"
#include "services/enq_int.h"
#include "services/library_int.h"
#include "services/gdg.h"
#include "services/label_int.h"
#include "services/rewrite.h"
#include "services/security_int.h"
#include "services/system_int.h"

enum { OPEN_TRIES = 8, KEYLEN_MAX = 255 };

struct am_priv {
	struct enq *enqs[TARGET_NAMES];
	struct open_lock *lock; /* the sphere */
	struct am_file *am;
	struct am_pos *pos;
	struct am_pos *upd;      /* of replace; made when needed */
	struct rewrite *rewrite; /* of a sequential data set */
	/* where the output of one lies that is written in place; NULL: none */
	struct volume *vol;
	char comp[SPHERE_NAME_LEN];
	struct label label;     /* which it is rewritten with, if another */
	enum ds_status refused; /* a record that it did not take; DS_OK none */
	struct ds_extender extender;
	struct aix_opens *aix;
	const struct ds_open_parms *how; /* of the open; NULL: nothing said */
	struct staged *staged; /* what it is, when no name leads to it */
	uint64_t out_rrn;      /* of the last put into a relative record set */
	bool in_order;         /* the keys that were put have ascended */
	uint8_t out_key[KEYLEN_MAX]; /* of the last put */
};

/*
 * What was written in place of nothing, or behind what is there, is dropped:
 * the data set is closed with what it had. What keeps it from that, the next
 * open meets.
 */
static void
close_as_it_was(struct am_priv *p)
{
	const struct am_parms parms = {
	    .intent = AM_OUTPUT | AM_SEQ | AM_APPEND};

	if (am_open(p->vol, p->comp, &parms, &p->am, NULL) == DS_OK)
		am_close(&p->am, NULL);
}

static void
free_priv(struct ds_file *file)
{
	struct am_priv *p = file->priv;
	const bool open = p->am != NULL;

	am_pos_free(&p->upd);
	am_pos_free(&p->pos);
	am_abandon(&p->am);
	if (open && p->vol != NULL && p->rewrite == NULL)
		close_as_it_was(p);
	aix_opens_free(&p->aix);
	rewrite_abandon(&p->rewrite);
	open_lock_free(&p->lock);
	ds_target_let_go(p->enqs);
	free(p);
	file->priv = NULL;
}

void
dataset_name_fault(const char *name, struct ds_diag *diag)
{
	static const char hex[] = "0123456789abcdef";
	size_t n;

	if (diag == NULL)
		return;
	n = strspn(diag->name, hex);
	if (n == SPHERE_NAME_LEN - 1 &&
	    (diag->name[n] == '\0' || diag->name[n] == '.'))
		snprintf(diag->name, sizeof(diag->name), "%s", name);
}

void
dataset_open_fault(const char *name, enum ds_status st, struct ds_diag *diag)
{
	if (diag == NULL)
		return;
	diag->status = st;
	if (ds_status_class(st) != 'S' && !diag->has_rba)
		snprintf(diag->name, sizeof(diag->name), "%s", name);
	dataset_name_fault(name, diag);
}

/* --- requests --------------------------------------------------------------
 */

static enum ds_status
am_file_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	struct am_priv *p = file->priv;
	struct am_rec rec;
	enum ds_status st;

	if ((st = am_get(p->pos, &rec, diag)) != DS_OK)
		return st;
	recp->data = rec.data;
	recp->len = rec.len;
	recp->rba = rec.rba;
	recp->rrn = rec.rrn;
	return DS_OK;
}

static bool
is_relative(const struct ds_file *file)
{
	return file->attrs.org == DS_ORG_RRDS ||
	       file->attrs.org == DS_ORG_VRRDS;
}

/*
 * Is the record one of an ascending row? Those are inserted as sequential
 * processing does: behind one another, with free space left. The first that is
 * not shows that the input is in no order, and the rest is put where it
 * belongs, directly.
 */
static bool
goes_on(struct ds_file *file, const uint8_t *data, size_t len)
{
	const struct ds_attrs *a = &file->attrs;
	struct am_priv *p = file->priv;

	if ((file->intent & DS_DIR) != 0)
		return false;
	if (a->org != DS_ORG_KSDS || !p->in_order || !a->loaded ||
	    len < (size_t)a->rkp + a->keylen || a->keylen > KEYLEN_MAX)
		return a->org != DS_ORG_KSDS || p->in_order;
	p->in_order = memcmp(data + a->rkp, p->out_key, a->keylen) >= 0;
	memcpy(p->out_key, data + a->rkp, a->keylen);
	return p->in_order;
}

/* A relative record set without numbers is filled from slot 1 on, as REPRO
 * does. */
static enum ds_status
am_file_put(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	struct am_priv *p = file->priv;

	if (is_relative(file)) {
		p->out_rrn = rrn != 0 ? rrn : p->out_rrn + 1;
		rrn = p->out_rrn;
	}
	return am_put(
	    p->pos, data, len, rrn, goes_on(file, data, len), NULL, diag);
}

static enum ds_status
am_file_replace(
    struct ds_file *file, const void *data, size_t len, struct ds_diag *diag)
{
	const struct ds_attrs *a = &file->attrs;
	struct am_priv *p = file->priv;
	struct am_rec rec;
	enum ds_status st;

	if (p->upd == NULL && (st = am_pos_new(p->am, &p->upd)) != DS_OK)
		return ds_fail(diag, st, a->name, NULL);
	if (a->path)
		return ds_fail(diag, DS_BADOPTION, a->name,
		    "records are not replaced by a path");
	if (is_relative(file)) {
		st = am_point(
		    p->upd, AM_RRN, AM_EQ, false, NULL, 0, p->out_rrn, diag);
	} else if (a->org == DS_ORG_KSDS) {
		if (len < (size_t)a->rkp + a->keylen)
			return ds_fail(diag, DS_BADLENGTH, a->name,
			    "the record ends before its key does");
		st = am_point(p->upd, AM_KEY, AM_EQ, false,
		    (const uint8_t *)data + a->rkp, a->keylen, 0, diag);
	} else {
		return ds_fail(diag, DS_BADOPTION, a->name,
		    "records without a key or number are not replaced");
	}
	if (st == DS_OK)
		st = am_get(p->upd, &rec, diag);
	if (st == DS_OK)
		st = am_update(p->upd, data, len, diag);
	return st;
}

static enum ds_status
am_file_point_key(
    struct ds_file *file, const void *key, size_t keylen, struct ds_diag *diag)
{
	struct am_priv *p = file->priv;

	if (file->attrs.org != DS_ORG_KSDS)
		return ds_fail(diag, DS_KEYTOESDS, file->attrs.name, NULL);
	return am_point(p->pos, AM_KEY, AM_GE, false, key, keylen, 0, diag);
}

static enum ds_status
am_file_point_rba(struct ds_file *file, uint64_t rba, struct ds_diag *diag)
{
	struct am_priv *p = file->priv;

	return am_point(p->pos, AM_RBA, AM_EQ, false, NULL, 0, rba, diag);
}

static enum ds_status
am_file_point_rrn(struct ds_file *file, uint64_t rrn, struct ds_diag *diag)
{
	struct am_priv *p = file->priv;

	return am_point(p->pos, AM_RRN, AM_GE, false, NULL, 0, rrn, diag);
}

static void
am_file_abandon(struct ds_file *file)
{
	free_priv(file);
}

static enum ds_status
am_file_close(struct ds_file *file, struct ds_diag *diag)
{
	struct am_priv *p = file->priv;
	enum ds_status st;

	am_pos_free(&p->upd);
	am_pos_free(&p->pos);
	st = am_close(&p->am, diag);
	if (st == DS_OK && p->rewrite != NULL)
		st = rewrite_commit(&p->rewrite, diag);
	free_priv(file);
	return st;
}

static enum ds_status
ps_file_put(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	struct am_priv *p = file->priv;
	enum ds_status st = am_file_put(file, data, len, rrn, diag);

	/* One that is full holds whole records, and its writer knows. */
	if (st == DS_BADLENGTH || st == DS_BADTEXT)
		p->refused = st;
	return st;
}

/* What is not whole does not take the place of what was there, as with a
 * member. */
static enum ds_status
ps_file_close(struct ds_file *file, struct ds_diag *diag)
{
	struct am_priv *p = file->priv;
	enum ds_status st;

	if (p->refused == DS_OK)
		return am_file_close(file, diag);
	st = ds_fail(diag, p->refused, file->attrs.name,
	    "records were not taken: the data set stays as it was");
	free_priv(file);
	return st;
}

/* By a path there may be more or fewer records than the base has. */
static bool
am_file_how_far(struct ds_file *file, uint64_t *atp, uint64_t *ofp)
{
	const struct am_priv *p = file->priv;
	uint64_t bytes;

	if (file->attrs.path || am_size(p->am, 0, &bytes, ofp, NULL) != DS_OK)
		return false;
	*atp = file->next_rrn - 1;
	return true;
}

static const struct file_ops am_file_ops = {
    .get = am_file_get,
    .put = am_file_put,
    .replace = am_file_replace,
    .point_key = am_file_point_key,
    .point_rba = am_file_point_rba,
    .point_rrn = am_file_point_rrn,
    .close = am_file_close,
    .abandon = am_file_abandon,
    .how_far = am_file_how_far,
};

/* A sequential data set passes records over by number too. */
static const struct file_ops ps_file_ops = {
    .get = am_file_get,
    .put = ps_file_put,
    .keeps_short = true,
    .point_rba = am_file_point_rba,
    .point_rrn = am_file_point_rrn,
    .close = ps_file_close,
    .abandon = am_file_abandon,
    .how_far = am_file_how_far,
};

/* --- opening ---------------------------------------------------------------
 */

static unsigned
am_intent_of(const struct ds_target *tg, unsigned intent, enum dd_disp disp)
{
	unsigned am = 0;

	if ((intent & DS_INPUT) != 0)
		am |= AM_INPUT;
	if ((intent & DS_OUTPUT) != 0)
		am |= AM_OUTPUT;
	if ((intent & DS_SEQ) != 0)
		am |= AM_SEQ;
	if ((intent & (DS_DIR | DS_REPLACE)) != 0)
		am |= AM_DIR;
	if ((intent & DS_ADDRESSED) != 0 || tg->ent->type == DS_DATA)
		am |= AM_ADDRESSED;
	if (tg->ent->type == DS_INDEX)
		am |= AM_INDEX;
	if ((intent & DS_CNV) != 0)
		am |= AM_CNV;
	if ((intent & DS_DURABLE) != 0)
		am |= AM_DURABLE;
	if ((intent & DS_BULK) != 0)
		am |= AM_BULK;
	/* A sequential data set is rewritten or appended to; REUSE is a word
	 * of clusters. */
	if (tg->data == NULL) {
		if ((intent & DS_OUTPUT) != 0 && disp == DD_MOD)
			am |= AM_APPEND;
	} else if ((intent & DS_RESET) != 0) {
		am |= AM_RESET;
	}
	return am;
}

static enum ds_status
open_records(struct am_priv *p, struct ds_system *sys, struct volume *vol,
    const char *comp, const struct ds_target *tg, unsigned am_intent,
    struct ds_diag *diag)
{
	const struct ds_entry *data = tg->data != NULL ? tg->data : tg->ent;
	struct am_parms parms = {.intent = am_intent};
	struct ds_extender *ex = &p->extender;
	char job[16];
	enum ds_status st;

	ex->sys = sys;
	ex->rewrite = p->rewrite;
	ex->staged = p->staged;
	snprintf(ex->catalog, sizeof(ex->catalog), "%s", data->catalog);
	snprintf(ex->name[SPHERE_DATA], sizeof(ex->name[0]), "%s", data->name);
	if (tg->index != NULL)
		snprintf(ex->name[SPHERE_INDEX], sizeof(ex->name[0]), "%s",
		    tg->index->name);
	parms.sphere.extend = ds_extend;
	parms.sphere.extend_ctx = ex;
	parms.sphere.shared = open_lock_shared(p->lock);
	parms.sphere.wait_ms = sys->wait_ms;
	enq_job_name(ds_system_owner(sys), job);
	parms.sphere.job = job;
	/* The word of the cluster, which ALTER changes; the flag of the
	 * component is for who rebuilds a catalog. */
	parms.sphere.durable = ds_logs_durably(tg->ent);
	parms.bulk.dir = ds_system_root(sys);
	if (p->how != NULL) {
		parms.strno = p->how->strno;
		parms.sphere.bufnd = p->how->bufnd;
		parms.sphere.bufni = p->how->bufni;
		parms.sphere.bufsp = p->how->bufsp;
		parms.sphere.durable |= p->how->durable;
		parms.accbias = (enum am_bias)p->how->accbias;
		parms.sphere.smbvsp = p->how->smbvsp;
		parms.sphere.smbvspi = p->how->smbvspi;
		parms.sphere.lsr = p->how->lsr;
		parms.bulk.memory = p->how->bulk_memory;
		parms.bulk.duplicate = p->how->duplicate;
		parms.bulk.ctx = p->how->duplicate_ctx;
	}
	aix_opens_parms(p->aix, &parms);
	st = am_open(vol, comp, &parms, &p->am, diag);
	if (st != DS_OK)
		return st;
	ex->state = am_state(p->am);
	aix_opens_opened(p->aix, p->am);
	st = am_pos_new(p->am, &p->pos);
	return st == DS_OK ? st : ds_fail(diag, st, data->name, NULL);
}

/* What must not be, before anything is locked or opened. */
static enum ds_status
check_intent(const struct ds_target *tg, const char *name, unsigned intent,
    struct ds_diag *diag)
{
	const struct ds_entry *data = tg->data != NULL ? tg->data : tg->ent;

	if ((intent & DS_OUTPUT) == 0)
		return DS_OK;
	if (tg->ent->type == DS_DATA || tg->ent->type == DS_INDEX)
		return ds_fail(
		    diag, DS_OPEN_NOTVSAM, name, "a component is only read");
	if (tg->ent->type == DS_AIX && (intent & DS_BUILD) == 0)
		return ds_fail(diag, DS_OPEN_NOTVSAM, name,
		    "an alternate index is changed by its base alone");
	if ((data->flags & DS_A_INHIBIT) != 0 ||
	    (tg->index != NULL && (tg->index->flags & DS_A_INHIBIT) != 0))
		return ds_fail(
		    diag, DS_OPEN_INUSE, name, "updates are inhibited");
	return DS_OK;
}

/* With another label than it has. */
static enum ds_status
rewrite_labelled(struct ds_file *file, struct ds_system *sys,
    const struct ds_entry *ent, char comp[SPHERE_NAME_LEN],
    struct ds_diag *diag)
{
	struct am_priv *p = file->priv;
	struct ds_attrs *a = &file->attrs;
	enum ds_status st;

	if ((st = label_prepare(ent, &p->label, diag)) != DS_OK)
		return st;
	a->recfm = p->label.recfm;
	a->ctlchar = p->label.ctlchar;
	a->lrecl = p->label.lrecl;
	a->fixed = recfm_is_fixed(a->recfm);
	return rewrite_begin_as(
	    sys, ent, &p->label.as, &p->rewrite, comp, diag);
}

/*
 * A sequential data set, locked. Between the look into the catalog and the
 * lock another may have rewritten it: *movedp, and the caller looks again.
 */
static enum ds_status
prepare_ps(struct ds_file *file, struct ds_system *sys, struct volume *vol,
    const struct ds_entry *ent, enum dd_disp disp, char comp[SPHERE_NAME_LEN],
    bool *movedp, struct ds_diag *diag)
{
	struct am_priv *p = file->priv;
	struct ds_entry *now = NULL;
	enum ds_status st;

	file->ops = &ps_file_ops;
	st = cat_get(
	    ds_system_catalog(sys), ent->catalog, ent->name, &now, diag);
	if (st != DS_OK)
		return st;
	*movedp = memcmp(now->comp_id, ent->comp_id, sizeof(ent->comp_id)) != 0;
	ds_entry_free(&now);
	if (*movedp)
		return ds_fail(diag, DS_OPEN_INUSE, ent->name,
		    "it is rewritten all the time");
	if ((file->intent & DS_OUTPUT) == 0 ||
	    (disp == DD_MOD && !label_unsaid(ent)))
		return DS_OK;
	if (p->how != NULL && label_merge(ent, p->how, &p->label))
		return rewrite_labelled(file, sys, ent, comp, diag);
	if (rewrite_needed(vol, comp))
		st = rewrite_begin(sys, ent, &p->rewrite, comp, diag);
	return st;
}

/* RECORDSIZE(n n) allows shorter records: only where the state says that each
 * has the maximum length are they of one length. */
static void
set_fixed(struct ds_file *file, enum ds_type type)
{
	const struct am_priv *p = file->priv;
	const struct comp_state *cs = &am_state(p->am)->part[SPHERE_DATA];

	if (type == DS_INDEX || cs->records * file->attrs.lrecl != cs->bytes)
		file->attrs.fixed = false;
}

/*
 * A sequential data set has no SHAREOPTIONS: its writer is alone. So is one who
 * leaves the upgrade set alone, since others that have it open would not know.
 */
static enum open_as
open_as_of(const struct ds_target *tg, unsigned intent)
{
	if ((intent & DS_OUTPUT) == 0)
		return OPEN_READ;
	return tg->data == NULL || (intent & DS_RESET) != 0 || tg->noupdate
		   ? OPEN_ALONE
		   : OPEN_WRITE;
}

static bool
has_aix(const struct ds_entry *ent)
{
	for (size_t i = 0; i < ent->nassocs; i++)
		if (ent->assocs[i].type == DS_AIX)
			return true;
	return false;
}

/* What is written into a set without records is a load. */
static bool
is_load(struct volume *vol, const char *comp)
{
	struct sphere_state state;

	return sphere_read_state(vol, comp, &state, NULL, NULL) == DS_OK &&
	       state.part[SPHERE_DATA].hurba == 0;
}

/*
 * Hold the component. Whether it is loaded or shared with others shows only
 * once it is held: another may have loaded or reset it in the moment between.
 */
static enum ds_status
lock_component(struct am_priv *p, struct ds_system *sys,
    const struct ds_target *tg, unsigned intent, struct volume *vol,
    const char *comp, struct ds_diag *diag)
{
	const struct ds_entry *data = tg->data != NULL ? tg->data : tg->ent;
	const enum open_as want = open_as_of(tg, intent);
	const bool may_share = want == OPEN_WRITE && open_share(data) > 1;
	enum ds_status st;
	enum open_as as;
	int tries = 0;

	do {
		as = may_share && is_load(vol, comp) ? OPEN_ALONE : want;
		open_lock_free(&p->lock);
		st = open_lock_take(sys, data, comp, as, &p->lock, diag);
	} while (st == DS_OK && may_share &&
		 (as == OPEN_ALONE) != is_load(vol, comp) &&
		 ++tries < OPEN_TRIES);
	if (st == DS_OK && tries == OPEN_TRIES)
		st = ds_fail(diag, DS_OPEN_INUSE, data->name,
		    "it is loaded and emptied all the time");
	return st;
}

static enum ds_status
open_target(struct ds_file *file, struct ds_system *sys, const char *name,
    const struct ds_target *tg, enum dd_disp disp, bool *movedp,
    struct ds_diag *diag)
{
	const bool output = (file->intent & DS_OUTPUT) != 0;
	const struct ds_entry *data = tg->data != NULL ? tg->data : tg->ent;
	struct am_priv *p = file->priv;
	char comp[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	enum ds_status st;

	if ((st = check_intent(tg, name, file->intent, diag)) != DS_OK)
		return st;
	st = ds_target_hold(sys, tg,
	    output && disp != DD_SHR ? ENQ_EXC : ENQ_SHR, p->enqs, diag);
	if (st != DS_OK)
		return st == DS_BUSY ? DS_OPEN_INUSE : st;
	if ((st = ds_component(sys, data, comp, &vol, diag)) != DS_OK)
		return st;
	ds_verify_implied(sys, tg, output, &file->attrs.improper);
	if ((st = lock_component(p, sys, tg, file->intent, vol, comp, diag)) !=
	    DS_OK)
		return st;
	st = aix_opens_make(sys, tg, file->intent,
	    output && has_aix(tg->ent) && is_load(vol, comp), &p->aix, diag);
	if (st != DS_OK)
		return st;
	if (tg->data == NULL && (st = prepare_ps(file, sys, vol, tg->ent, disp,
				     comp, movedp, diag)) != DS_OK)
		return st;
	st = open_records(
	    p, sys, vol, comp, tg, am_intent_of(tg, file->intent, disp), diag);
	if (st != DS_OK)
		return st;
	if (tg->data == NULL && output) {
		p->vol = vol;
		memcpy(p->comp, comp, sizeof(p->comp));
	}
	file->attrs.loaded = am_state(p->am)->part[SPHERE_DATA].hurba > 0;
	file->attrs.warning = am_warning(p->am);
	if (file->attrs.vsam)
		set_fixed(file, tg->ent->type);
	return DS_OK;
}

/* An open of what tg is; sg: it is that, and in no catalog yet. */
static enum ds_status
open_found(struct ds_system *sys, const char *name, const struct ds_target *tg,
    struct staged *sg, const struct ds_open_parms *how, unsigned intent,
    bool *movedp, struct ds_file **filep, struct ds_diag *diag)
{
	struct ds_file *file = NULL;
	struct am_priv *p;
	enum ds_status st;

	if ((st = file_new(&am_file_ops, intent, &file, diag)) != DS_OK)
		return st;
	if ((file->priv = p = calloc(1, sizeof(*p))) == NULL) {
		free(file);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	p->in_order = true;
	p->how = how;
	p->staged = sg;
	ds_target_attrs(tg, name, &file->attrs);
	st = open_target(file, sys, name, tg, how->disp, movedp, diag);
	p->how = NULL;
	if (st == DS_OK) {
		*filep = file;
	} else {
		free_priv(file);
		free(file);
	}
	return st;
}

/* What an open wants of the data set: control intervals of VSAM are CONTROL's.
 */
static enum ds_status
may_open(struct ds_system *sys, const struct ds_target *tg, unsigned intent,
    struct ds_diag *diag)
{
	enum ds_access level =
	    (intent & DS_OUTPUT) != 0 ? DS_ACCESS_UPDATE : DS_ACCESS_READ;

	if (tg->data != NULL && (intent & DS_CNV) != 0)
		level = DS_ACCESS_CONTROL;
	return security_open(sys, tg->ent, level, diag);
}

/* One attempt. */
static enum ds_status
open_once(struct ds_system *sys, const char *name,
    const struct ds_open_parms *how, unsigned intent, bool *movedp,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct ds_target tg = {0};
	enum ds_status st;

	if ((st = ds_target_find(sys, name, &tg, diag)) != DS_OK)
		return st;
	if ((st = may_open(sys, &tg, intent, diag)) != DS_OK) {
		ds_target_free(&tg);
		return st;
	}
	if (tg.ent->org == DS_ORG_PO)
		return file_open_po(sys, &tg, name, how, intent, filep, diag);
	st = open_found(sys, name, &tg, NULL, how, intent, movedp, filep, diag);
	ds_target_free(&tg);
	return st;
}

enum ds_status
file_open_staged(struct ds_system *sys, struct staged *sg,
    const struct ds_target *tg, unsigned intent, struct ds_file **filep,
    struct ds_diag *diag)
{
	const struct ds_open_parms how = {.disp = DD_OLD};
	bool moved = false;

	return open_found(
	    sys, tg->dsn, tg, sg, &how, intent, &moved, filep, diag);
}

enum ds_status
file_open_am(struct ds_system *sys, const char *name, enum dd_disp disp,
    unsigned intent, struct ds_file **filep, struct ds_diag *diag)
{
	const struct ds_open_parms how = {.disp = disp};

	return ds_open_with(sys, name, intent, &how, filep, diag);
}

struct am_file *
ds_file_am(struct ds_file *file)
{
	if (file->ops != &am_file_ops || !file->attrs.vsam)
		return NULL;
	return ((struct am_priv *)file->priv)->am;
}

struct am_pos *
file_am_pos(const struct ds_file *file)
{
	if (file->ops != &am_file_ops || !file->attrs.vsam)
		return NULL;
	return ((struct am_priv *)file->priv)->pos;
}

enum ds_status
ds_get_run(struct ds_file *file, struct ds_rec *recp, uint32_t *np,
    struct ds_diag *diag)
{
	const struct am_priv *p = file->priv;
	struct am_rec rec;
	enum ds_status st;

	if (file->ops != &am_file_ops) {
		*np = 1;
		return ds_get(file, recp, diag);
	}
	if ((st = am_get_run(p->pos, &rec, np, diag)) != DS_OK) {
		if (st != DS_EOD)
			dataset_name_fault(file->attrs.name, diag);
		return st;
	}
	*recp = (struct ds_rec){rec.data, rec.len, rec.rba, rec.rrn};
	file->next_rrn += *np;
	file->got += (uint64_t)rec.len * *np;
	return DS_OK;
}

/* DS_UNSUPPORTED: what it is has no counts of records and bytes. */
static enum ds_status
check_counted(const struct ds_file *file, struct ds_diag *diag)
{
	if ((file->ops == &am_file_ops || file->ops == &ps_file_ops) &&
	    !file->attrs.path)
		return DS_OK;
	return ds_fail(
	    diag, DS_UNSUPPORTED, file->attrs.name, "no counts of bytes");
}

enum ds_status
ds_stream_size(struct ds_file *file, uint64_t extra, uint64_t *bytesp,
    uint64_t *recordsp, uint64_t *versionp, struct ds_diag *diag)
{
	const struct am_priv *p = file->priv;
	enum ds_status st;

	st = check_counted(file, diag);
	if (st == DS_OK)
		st = am_size(p->am, extra, bytesp, recordsp, diag);
	if (st != DS_OK)
		return st;
	*versionp = am_version(p->am);
	/* A linear set is read to the end of what is allocated. */
	if (file->attrs.org == DS_ORG_LDS && file->attrs.lrecl > 0) {
		*bytesp = am_state(p->am)->part[SPHERE_DATA].harba;
		*recordsp = *bytesp / file->attrs.lrecl;
		*bytesp += *recordsp * extra;
	}
	return DS_OK;
}

enum ds_status
ds_point_offset(struct ds_file *file, uint64_t offset, uint64_t extra,
    uint64_t *beginp, struct ds_diag *diag)
{
	const struct am_priv *p = file->priv;
	enum ds_status st;

	st = check_counted(file, diag);
	if (st == DS_OK)
		st = am_point(p->pos, AM_OFFSET, AM_EQ, false, NULL,
		    (size_t)extra, offset, diag);
	return st == DS_OK ? am_offset(p->pos, extra, beginp, diag) : st;
}

enum ds_status
ds_commit(struct ds_file *file, struct ds_diag *diag)
{
	if (file->ops != &am_file_ops && file->ops != &ps_file_ops)
		return (file->intent & DS_OUTPUT) == 0 || file->attrs.dummy
			   ? DS_OK
			   : ds_fail(diag, DS_LOADING, file->attrs.name,
				 "it is written at the close");
	return am_commit(((struct am_priv *)file->priv)->am, diag);
}

/* What was chosen at the open. */
static void
tell_bias(struct ds_file *file)
{
	const struct am_file *am = ds_file_am(file);
	struct am_buffers buf = {.bias = AM_BIAS_USER};

	if (am != NULL && am_buffers(am, SPHERE_DATA, &buf, NULL) == DS_OK)
		snprintf(file->attrs.bias, sizeof(file->attrs.bias), "%s",
		    am_bias_name(buf.bias));
}

enum ds_status
ds_open_with(struct ds_system *sys, const char *name, unsigned intent,
    const struct ds_open_parms *how, struct ds_file **filep,
    struct ds_diag *diag)
{
	char absolute[64]; /* of a relative generation */
	enum ds_status st;
	bool moved;
	int tries = 0;

	st = ds_gdg_name(sys, name, absolute, sizeof(absolute), diag);
	if (st != DS_OK)
		return st;
	name = absolute;
	do {
		moved = false;
		st = open_once(sys, name, how, intent, &moved, filep, diag);
	} while (moved && ++tries < OPEN_TRIES);
	if (st == DS_OK && how->tell_bias)
		tell_bias(*filep);
	if (st != DS_OK)
		dataset_open_fault(name, st, diag);
	return st;
}
