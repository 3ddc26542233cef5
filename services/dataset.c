/*
 * Open data sets and DDs: what callers see, and the kinds that need no file:
 * DUMMY, in-stream cards, concatenations.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "services/dataset_int.h"
#include "services/gdg.h"

enum ds_status
file_new(const struct file_ops *ops, unsigned intent, struct ds_file **filep,
    struct ds_diag *diag)
{
	struct ds_file *file = calloc(1, sizeof(*file));

	if (file == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	file->ops = ops;
	file->intent = intent;
	file->next_rrn = 1;
	*filep = file;
	return DS_OK;
}

/* --- DUMMY -----------------------------------------------------------------
 */

static enum ds_status
dummy_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	(void)recp;
	return ds_fail(diag, DS_EOD, file->attrs.name, NULL);
}

static enum ds_status
dummy_put(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	(void)file;
	(void)data;
	(void)len;
	(void)rrn;
	(void)diag;
	return DS_OK;
}

static enum ds_status
dummy_close(struct ds_file *file, struct ds_diag *diag)
{
	(void)file;
	(void)diag;
	return DS_OK;
}

static void
dummy_abandon(struct ds_file *file)
{
	(void)file;
}

static const struct file_ops dummy_ops = {
    .get = dummy_get,
    .put = dummy_put,
    .close = dummy_close,
    .abandon = dummy_abandon,
};

static enum ds_status
open_dummy(struct ds_system *sys, const struct dd_part *part, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag)
{
	enum ds_status st = file_new(&dummy_ops, intent, filep, diag);
	struct ds_attrs *a;

	if (st != DS_OK)
		return st;
	a = &(*filep)->attrs;
	snprintf(a->name, sizeof(a->name), "DUMMY");
	a->org = DS_ORG_PS;
	a->dummy = true;
	a->recfm = part->host.recfm;
	a->ctlchar = part->host.ctlchar;
	a->lrecl = part->host.lrecl;
	a->fixed = recfm_is_fixed(a->recfm);
	a->ccsid = part->host.ccsid != 0 ? part->host.ccsid
					 : ds_system_config(sys)->ccsid;
	return DS_OK;
}

/* --- in-stream cards -------------------------------------------------------
 */

struct cards {
	const struct dd_part *part; /* the table's */
	size_t next;
};

static enum ds_status
cards_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	struct cards *c = file->priv;

	if (c->next == c->part->ncards)
		return ds_fail(diag, DS_EOD, file->attrs.name, NULL);
	recp->data = c->part->cards + c->next * CARD_LEN;
	recp->len = CARD_LEN;
	recp->rba = 0;
	recp->rrn = ++c->next;
	return DS_OK;
}

static enum ds_status
cards_rewind(struct ds_file *file, struct ds_diag *diag)
{
	(void)diag;
	((struct cards *)file->priv)->next = 0;
	return DS_OK;
}

static void
cards_abandon(struct ds_file *file)
{
	free(file->priv);
	file->priv = NULL;
}

static enum ds_status
cards_close(struct ds_file *file, struct ds_diag *diag)
{
	(void)diag;
	cards_abandon(file);
	return DS_OK;
}

static const struct file_ops cards_ops = {
    .get = cards_get,
    .rewind = cards_rewind,
    .close = cards_close,
    .abandon = cards_abandon,
};

static enum ds_status
open_cards(const char *ddname, const struct dd_part *part, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct cards *c;
	struct ds_attrs *a;
	enum ds_status st;

	if ((intent & DS_OUTPUT) != 0)
		return ds_fail(diag, DS_OPEN_NOTVSAM, ddname,
		    "in-stream data is only read");
	if ((c = calloc(1, sizeof(*c))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	c->part = part;
	if ((st = file_new(&cards_ops, intent, filep, diag)) != DS_OK) {
		free(c);
		return st;
	}
	(*filep)->priv = c;
	a = &(*filep)->attrs;
	snprintf(a->name, sizeof(a->name), "%s", ddname);
	a->org = DS_ORG_PS;
	a->recfm = DS_RECFM_FB;
	a->lrecl = CARD_LEN;
	a->fixed = true;
	a->ccsid = part->host.ccsid;
	return DS_OK;
}

/* --- concatenations --------------------------------------------------------
 */

struct concat {
	struct ds_file **files; /* all open from the start */
	size_t nfiles, current;
};

static enum ds_status
concat_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	struct concat *c = file->priv;
	enum ds_status st;

	for (;;) {
		st = ds_get(c->files[c->current], recp, diag);
		if (st == DS_OK) {
			recp->rrn = file->next_rrn;
			return DS_OK;
		}
		if (st != DS_EOD || c->current + 1 == c->nfiles)
			return st;
		c->current++;
	}
}

static enum ds_status
concat_rewind(struct ds_file *file, struct ds_diag *diag)
{
	struct concat *c = file->priv;
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; st == DS_OK && i <= c->current; i++)
		st = ds_point_rrn(c->files[i], 1, diag);
	if (st == DS_OK || st == DS_NOTFOUND) /* an empty one has no first */
		c->current = 0;
	return st == DS_NOTFOUND ? DS_OK : st;
}

static void
concat_abandon(struct ds_file *file)
{
	struct concat *c = file->priv;
	size_t i;

	for (i = 0; i < c->nfiles; i++)
		ds_abandon(&c->files[i]);
	free(c->files);
	free(c);
	file->priv = NULL;
}

static enum ds_status
concat_close(struct ds_file *file, struct ds_diag *diag)
{
	concat_abandon(file); /* input alone: nothing to complete */
	(void)diag;
	return DS_OK;
}

static const struct file_ops concat_ops = {
    .get = concat_get,
    .rewind = concat_rewind,
    .close = concat_close,
    .abandon = concat_abandon,
};

/* --- opening ---------------------------------------------------------------
 */

static enum ds_status
open_part(struct dd_table *dds, const struct dd *dd, const struct dd_part *part,
    unsigned intent, const struct ds_attrs *like, struct ds_file **filep,
    struct ds_diag *diag)
{
	struct ds_open_parms how = part->amp;
	char name[DD_NAME_MAX + 1];
	struct dd_part own;

	switch (part->kind) {
	case DD_DATASET:
		how.disp = part->disp_given ? part->disp : DD_OLD;
		if ((intent & DS_OUTPUT) == 0)
			how.disp = DD_SHR; /* what is held stays held */
		how.program = dds->dcb;
		how.like = like;
		dd_part_name(part, name);
		return ds_open_with(dds->sys, name, intent, &how, filep, diag);
	case DD_PATH:
		own = *part; /* for the call alone */
		dd_merge_dcb(dds, &own.host);
		return file_open_host(
		    dds->sys, &own, intent, like, filep, diag);
	case DD_DUMMY:
		return open_dummy(dds->sys, part, intent, filep, diag);
	case DD_INSTREAM:
		return open_cards(dd->name, part, intent, filep, diag);
	case DD_SYSOUT:
		return file_open_sysout(
		    dds, dd->name, part, intent, like, filep, diag);
	}
	return ds_fail(diag, DS_INVALID, dd->name, NULL);
}

/*
 * A later part of a concatenation: a path without attributes takes those of
 * the first (an open path keeps nothing of its part). Records of another kind
 * or length are refused, as z/OS would when it meets them.
 */
static enum ds_status
open_later(struct dd_table *dds, const struct dd *dd,
    const struct dd_part *part, unsigned intent, const struct ds_attrs *like,
    const struct ds_attrs *first, struct ds_file **filep, struct ds_diag *diag)
{
	struct dd_part own = *part; /* for the call alone */
	struct ds_file *file = NULL;
	enum ds_status st;

	if (own.kind == DD_PATH && own.host.recfm == DS_RECFM_NONE &&
	    own.host.lrecl == 0 && !(own.host.text && !first->fixed)) {
		own.host.recfm = first->recfm;
		own.host.lrecl = first->lrecl;
		part = &own;
	}
	st = open_part(dds, dd, part, intent, like, &file, diag);
	if (st != DS_OK)
		return st;
	if (file->attrs.vsam)
		st = ds_fail(diag, DS_OPEN_NOTVSAM, file->attrs.name,
		    "a cluster is not concatenated");
	else if (!file->attrs.dummy && first->fixed &&
		 (!file->attrs.fixed || file->attrs.lrecl != first->lrecl))
		st = ds_fail(diag, DS_OPEN_NOTVSAM, file->attrs.name,
		    "its records are not like those of the first, of %u bytes",
		    first->lrecl);
	if (st != DS_OK)
		ds_abandon(&file);
	else
		*filep = file;
	return st;
}

static enum ds_status
open_concat(struct dd_table *dds, const struct dd *dd, unsigned intent,
    const struct ds_attrs *like, struct ds_file **filep, struct ds_diag *diag)
{
	const struct dd_part *part;
	struct ds_file *file = NULL;
	struct concat *c;
	enum ds_status st;
	size_t n = 0;

	if ((intent & DS_OUTPUT) != 0)
		return ds_fail(diag, DS_OPEN_NOTVSAM, dd->name,
		    "a concatenation is only read");
	for (part = dd->parts; part != NULL; part = part->next)
		n++;
	if ((st = file_new(&concat_ops, intent, &file, diag)) != DS_OK)
		return st;
	file->priv = c = calloc(1, sizeof(*c));
	if (c == NULL || (c->files = calloc(n, sizeof(*c->files))) == NULL) {
		free(c);
		free(file);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	for (part = dd->parts; st == DS_OK && part != NULL; part = part->next) {
		if (c->nfiles == 0)
			st = open_part(
			    dds, dd, part, intent, like, &c->files[0], diag);
		else
			st = open_later(dds, dd, part, intent, like,
			    &c->files[0]->attrs, &c->files[c->nfiles], diag);
		if (st == DS_OK)
			c->nfiles++;
	}
	if (st == DS_OK && c->files[0]->attrs.vsam)
		st = ds_fail(diag, DS_OPEN_NOTVSAM, dd->name,
		    "a cluster is not concatenated");
	if (st != DS_OK) {
		ds_abandon(&file);
		return st;
	}
	file->attrs = c->files[0]->attrs;
	*filep = file;
	return DS_OK;
}

enum ds_status
ds_open_dd(struct dd_table *dds, const char *ddname, unsigned intent,
    const struct ds_attrs *like, struct ds_file **filep, struct ds_diag *diag)
{
	const struct dd *dd = dd_find(dds, ddname);
	struct ds_file *file = NULL;
	enum ds_status st;

	if (dd == NULL)
		return ds_fail(
		    diag, DS_OPEN_NODD, ddname, "there is no DD of this name");
	if (dd->parts->next != NULL)
		st = open_concat(dds, dd, intent, like, &file, diag);
	else
		st = open_part(dds, dd, dd->parts, intent, like, &file, diag);
	if (st != DS_OK)
		return st;
	if ((intent & DS_OUTPUT) != 0 && like != NULL)
		ds_set_source(file, like);
	*filep = file;
	return DS_OK;
}

enum ds_status
ds_open_name(struct ds_system *sys, const char *name, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct ds_diag group_diag = {0};
	enum ds_status st, group;

	st = file_open_am(sys, name,
	    (intent & DS_OUTPUT) != 0 ? DD_OLD : DD_SHR, intent, filep, diag);
	if (st != DS_OPEN_NOTVSAM || strchr(name, '(') != NULL)
		return st; /* a group has no members */
	group = dd_is_group(sys, name, &group_diag);
	if (group == DS_OK && (intent & DS_OUTPUT) == 0)
		return dd_open_group(sys, name, intent, filep, diag);
	if (group != DS_CAT_NOTFOUND)
		return st;
	/* None of its data sets can be allocated. */
	if (diag != NULL)
		*diag = group_diag;
	return group;
}

enum ds_status
ds_name_attrs(struct ds_system *sys, const char *name, struct ds_attrs *attrsp,
    struct ds_diag *diag)
{
	struct ds_target tg = {0};
	char absolute[64]; /* of a relative generation */
	enum ds_status st;

	st = ds_gdg_name(sys, name, absolute, sizeof(absolute), diag);
	if (st != DS_OK)
		return st;
	if ((st = ds_target_find(sys, absolute, &tg, diag)) != DS_OK)
		return st;
	ds_target_attrs(&tg, absolute, attrsp);
	ds_target_free(&tg);
	return DS_OK;
}

enum ds_status
ds_dd_attrs(struct dd_table *dds, const char *ddname, struct ds_attrs *attrsp,
    struct ds_diag *diag)
{
	const struct dd *dd = dd_find(dds, ddname);
	const struct dd_part *part;
	char name[DD_NAME_MAX + 1];
	struct ds_attrs a = {0};

	if (dd == NULL)
		return ds_fail(
		    diag, DS_OPEN_NODD, ddname, "there is no DD of this name");
	part = dd->parts;
	if (part->kind == DD_DATASET) {
		dd_part_name(part, name);
		return ds_name_attrs(dds->sys, name, attrsp, diag);
	}
	if (part->kind == DD_PATH)
		host_name(part->host.path, a.name);
	else
		snprintf(a.name, sizeof(a.name), "%s", dd->name);
	a.org = DS_ORG_PS;
	a.dummy = part->kind == DD_DUMMY;
	a.recfm = part->host.recfm;
	a.ctlchar = part->host.ctlchar;
	a.lrecl = part->host.lrecl;
	a.fixed = recfm_is_fixed(a.recfm);
	a.text = part->host.text;
	a.ccsid = part->host.ccsid != 0 ? part->host.ccsid
					: ds_system_config(dds->sys)->ccsid;
	*attrsp = a;
	return DS_OK;
}

/* --- requests --------------------------------------------------------------
 */

void
ds_set_source(struct ds_file *file, const struct ds_attrs *source)
{
	file->blank_fill = source->text && file->attrs.fixed &&
			   !file->attrs.vsam && file->attrs.lrecl > 0;
}

const struct ds_attrs *
ds_attrs(const struct ds_file *file)
{
	return &file->attrs;
}

enum ds_status
ds_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	struct ds_rec rec = {0};
	enum ds_status st;

	if (file->ops->get == NULL)
		return ds_fail(diag, DS_NOACCESS, file->attrs.name,
		    "it is open for output");
	if ((st = file->ops->get(file, &rec, diag)) != DS_OK) {
		if (st != DS_EOD)
			dataset_name_fault(file->attrs.name, diag);
		return st;
	}
	file->next_rrn++;
	file->got += rec.len;
	*recp = rec;
	return DS_OK;
}

uint64_t
ds_bytes_got(const struct ds_file *file)
{
	return file->got;
}

bool
ds_how_far(struct ds_file *file, uint64_t *atp, uint64_t *ofp)
{
	return file->ops->how_far != NULL && file->ops->how_far(file, atp, ofp);
}

/* A short record of text in an F data set ends in blanks. */
static enum ds_status
fill_blanks(struct ds_file *file, const void **datap, size_t *lenp,
    struct ds_diag *diag)
{
	const size_t lrecl = file->attrs.lrecl;
	const struct codepage *cp;
	uint8_t blank = 0x40;

	if (!file->blank_fill || *lenp >= lrecl)
		return DS_OK;
	if (file->fill == NULL && (file->fill = malloc(lrecl)) == NULL)
		return ds_fail(diag, DS_NOMEM, file->attrs.name, NULL);
	if (codepage_get(file->attrs.ccsid, &cp, NULL) == DS_OK)
		blank = codepage_blank(cp);
	if (*lenp > 0)
		memcpy(file->fill, *datap, *lenp);
	memset(file->fill + *lenp, blank, lrecl - *lenp);
	*datap = file->fill;
	*lenp = lrecl;
	return DS_OK;
}

enum ds_status
ds_put_rrn(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (file->ops->put == NULL || (file->intent & DS_OUTPUT) == 0)
		return ds_fail(diag, DS_NOACCESS, file->attrs.name,
		    "it is not open for output");
	if (len == 0)
		data = ""; /* a record of no bytes may have no address */
	if ((st = fill_blanks(file, &data, &len, diag)) != DS_OK)
		return st;
	st = file->ops->put(file, data, len, rrn, diag);
	if (st != DS_OK)
		dataset_name_fault(file->attrs.name, diag);
	return st;
}

enum ds_status
ds_put(struct ds_file *file, const void *data, size_t len, struct ds_diag *diag)
{
	return ds_put_rrn(file, data, len, 0, diag);
}

enum ds_status
ds_replace(
    struct ds_file *file, const void *data, size_t len, struct ds_diag *diag)
{
	if (file->ops->replace == NULL || (file->intent & DS_OUTPUT) == 0)
		return ds_fail(diag, DS_NOACCESS, file->attrs.name,
		    "records cannot be replaced here");
	return file->ops->replace(file, data, len, diag);
}

enum ds_status
ds_point_key(
    struct ds_file *file, const void *key, size_t keylen, struct ds_diag *diag)
{
	if (file->ops->point_key == NULL)
		return ds_fail(
		    diag, DS_BADOPTION, file->attrs.name, "it has no keys");
	return file->ops->point_key(file, key, keylen, diag);
}

enum ds_status
ds_point_rba(struct ds_file *file, uint64_t rba, struct ds_diag *diag)
{
	if (file->ops->point_rba == NULL)
		return ds_fail(diag, DS_BADOPTION, file->attrs.name,
		    "it has no relative byte addresses");
	return file->ops->point_rba(file, rba, diag);
}

/* Pass records over up to number rrn, which the next get gives. */
static enum ds_status
pass_to(struct ds_file *file, uint64_t rrn, struct ds_diag *diag)
{
	struct ds_rec rec;
	enum ds_status st;

	if (rrn < file->next_rrn) {
		if (file->ops->rewind == NULL)
			return ds_fail(diag, DS_BADOPTION, file->attrs.name,
			    "it is only read forward");
		if ((st = file->ops->rewind(file, diag)) != DS_OK)
			return st;
		file->next_rrn = 1;
	}
	while (file->next_rrn < rrn) {
		st = ds_get(file, &rec, diag);
		if (st == DS_EOD)
			return ds_fail(
			    diag, DS_NOTFOUND, file->attrs.name, NULL);
		if (st != DS_OK)
			return st;
	}
	return DS_OK;
}

enum ds_status
ds_point_rrn(struct ds_file *file, uint64_t rrn, struct ds_diag *diag)
{
	enum ds_status st;

	if (file->ops->get == NULL || rrn == 0)
		return ds_fail(diag, DS_BADRRN, file->attrs.name, NULL);
	if (file->ops->point_rrn == NULL)
		return pass_to(file, rrn, diag);
	if ((st = file->ops->point_rrn(file, rrn, diag)) == DS_OK)
		file->next_rrn = rrn;
	return st;
}

static void
release(struct ds_file **filep)
{
	free((*filep)->fill);
	free(*filep);
	*filep = NULL;
}

enum ds_status
ds_close(struct ds_file **filep, struct ds_diag *diag)
{
	enum ds_status st;

	if (filep == NULL || *filep == NULL)
		return DS_OK;
	st = (*filep)->ops->close(*filep, diag);
	if (st != DS_OK)
		dataset_name_fault((*filep)->attrs.name, diag);
	release(filep);
	return st;
}

bool
ds_keeps_short(const struct ds_file *file)
{
	return file->ops->keeps_short && (file->intent & DS_OUTPUT) != 0;
}

enum ds_status
ds_close_short(struct ds_file **filep, struct ds_diag *diag)
{
	if (*filep != NULL && ds_keeps_short(*filep))
		return ds_close(filep, diag);
	ds_abandon(filep);
	return DS_OK;
}

void
ds_abandon(struct ds_file **filep)
{
	if (filep == NULL || *filep == NULL)
		return;
	(*filep)->ops->abandon(*filep);
	release(filep);
}
