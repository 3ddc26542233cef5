/* The DD table: allocations of a step, in the order they were given. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/codepage.h"
#include "services/dd_int.h"
#include "services/locate.h"
#include "services/system_int.h"

enum ds_status
dd_table_new(struct ds_system *sys, struct dd_table **ddsp)
{
	struct dd_table *dds = calloc(1, sizeof(*dds));

	if (dds == NULL)
		return DS_NOMEM;
	dds->sys = sys;
	*ddsp = dds;
	return DS_OK;
}

/* Take the DD out of its list. */
static void
free_first(struct dd **ddp)
{
	struct dd *dd = *ddp;
	struct dd_part *part;

	*ddp = dd->next;
	while ((part = dd->parts) != NULL) {
		dd->parts = part->next;
		dd_part_free(&part);
	}
	free(dd);
}

void
dd_table_free(struct dd_table **ddsp)
{
	if (ddsp == NULL || *ddsp == NULL)
		return;
	while ((*ddsp)->dds != NULL)
		free_first(&(*ddsp)->dds);
	free(*ddsp);
	*ddsp = NULL;
}

struct dd *
dd_find(const struct dd_table *dds, const char *ddname)
{
	struct dd *dd;

	for (dd = dds->dds; dd != NULL; dd = dd->next)
		if (strcasecmp(dd->name, ddname) == 0)
			return dd;
	return NULL;
}

enum ds_status
dd_free(struct dd_table *dds, const char *ddname, char what[DSNAME_MAX + 1],
    struct ds_diag *diag)
{
	struct dd *dd = dd_find(dds, ddname), **ddp = &dds->dds;
	enum ds_status st = DS_OK, part_st;
	struct ds_diag part_diag = {0};

	if (dd == NULL)
		return DS_OK;
	for (struct dd_part *p = dd->parts; p != NULL; p = p->next) {
		part_st = dd_end_part(dds->sys, p, &part_diag);
		if (part_st == DS_OK || st != DS_OK)
			continue;
		st = part_st;
		if (diag != NULL)
			*diag = part_diag;
		if (what != NULL)
			snprintf(what, DSNAME_MAX + 1, "%s", p->dsn);
	}
	while (*ddp != dd)
		ddp = &(*ddp)->next;
	free_first(ddp);
	return st;
}

enum ds_status
dd_dsname(const struct dd_table *dds, const char *ddname,
    char out[DSNAME_MAX + 1], struct ds_diag *diag)
{
	const struct dd *dd = dd_find(dds, ddname);

	if (dd == NULL)
		return ds_fail(
		    diag, DS_OPEN_NODD, ddname, "there is no DD of this name");
	if (dd->parts->kind != DD_DATASET || dd->parts->next != NULL)
		return ds_fail(
		    diag, DS_OPEN_NOTVSAM, ddname, "the DD is no data set");
	snprintf(out, DSNAME_MAX + 1, "%s", dd->parts->dsn);
	return DS_OK;
}

void
dd_set_end(struct dd_table *dds, const char *ddname, enum dd_end end)
{
	struct dd *dd = dd_find(dds, ddname);

	for (struct dd_part *p = dd != NULL ? dd->parts : NULL; p != NULL;
	     p = p->next)
		p->end = end;
}

void
dd_set_dynamic(struct dd_table *dds, const char *ddname)
{
	struct dd *dd = dd_find(dds, ddname);

	if (dd != NULL)
		dd->dynamic = true;
}

bool
dd_is_dynamic(const struct dd_table *dds, const char *ddname)
{
	const struct dd *dd = dd_find(dds, ddname);

	return dd != NULL && dd->dynamic;
}

const char *
dd_first_dynamic(const struct dd_table *dds)
{
	const struct dd *dd = dds->dds;

	while (dd != NULL && !dd->dynamic)
		dd = dd->next;
	return dd != NULL ? dd->name : NULL;
}

void
dd_set_dcb(struct dd_table *dds, const char *ddname, const struct dd_dcb *dcb)
{
	struct dd *dd = dd_find(dds, ddname);
	struct dd_part *part = dd != NULL ? dd->parts : NULL;

	while (part != NULL && part->next != NULL)
		part = part->next;
	if (part != NULL && part->kind == DD_DATASET)
		part->amp.dcb = *dcb;
}

void
dd_table_dcb(struct dd_table *dds, const struct dd_dcb *dcb)
{
	memset(&dds->dcb, 0, sizeof(dds->dcb));
	if (dcb != NULL)
		dds->dcb = *dcb;
}

void
dd_merge_dcb(const struct dd_table *dds, struct host_spec *spec)
{
	const struct dd_dcb *dcb = &dds->dcb;

	if (dcb->weak &&
	    (spec->recfm != DS_RECFM_NONE || spec->lrecl != 0 || spec->text))
		return;
	if (dcb->recfm != DS_RECFM_NONE) {
		spec->recfm = dcb->recfm;
		spec->ctlchar = dcb->ctlchar;
	}
	if (dcb->lrecl != 0)
		spec->lrecl = dcb->lrecl;
	if (dcb->blksize != 0)
		spec->blksize = dcb->blksize;
}

bool
dd_shared(const struct dd_table *dds, const char *ddname)
{
	const struct dd *dd = dd_find(dds, ddname);

	return dd != NULL && dd->parts->kind == DD_DATASET &&
	       (!dd->parts->disp_given || dd->parts->disp == DD_SHR);
}

bool
dd_exists(const struct dd_table *dds, const char *ddname)
{
	return dd_find(dds, ddname) != NULL;
}

const char *
dd_name(const struct dd_table *dds, size_t i)
{
	const struct dd *dd = dds->dds;

	while (dd != NULL && i-- > 0)
		dd = dd->next;
	return dd != NULL ? dd->name : NULL;
}

/* A ddname: 1 to 8 characters, as a member's; folded. */
static enum ds_status
take_name(const char *name, size_t len, char out[MEMBER_MAX + 1],
    struct ds_diag *diag)
{
	size_t i;

	if (len >= 1 && len <= MEMBER_MAX) {
		for (i = 0; i < len; i++)
			out[i] = (char)toupper((unsigned char)name[i]);
		out[len] = '\0';
		if (member_valid(out, len))
			return DS_OK;
	}
	return ds_fail(diag, DS_INVALID, NULL, "%.*s is not a DD name",
	    len > 40 ? 40 : (int)len, name);
}

enum ds_status
dd_add_part(struct dd_table *dds, const char *ddname, struct dd_part **partp,
    struct ds_diag *diag)
{
	char name[MEMBER_MAX + 1];
	struct dd *dd, **ddp;
	struct dd_part **pp;
	enum ds_status st;

	st = take_name(ddname, strlen(ddname), name, diag);
	if (st != DS_OK)
		return st;
	if ((dd = dd_find(dds, name)) == NULL) {
		if ((dd = calloc(1, sizeof(*dd))) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		snprintf(dd->name, sizeof(dd->name), "%s", name);
		for (ddp = &dds->dds; *ddp != NULL; ddp = &(*ddp)->next)
			continue;
		*ddp = dd;
	}
	for (pp = &dd->parts; *pp != NULL; pp = &(*pp)->next)
		continue;
	*pp = *partp;
	*partp = NULL;
	return DS_OK;
}

void
dd_part_name(const struct dd_part *part, char out[DD_NAME_MAX + 1])
{
	const bool member = part->member[0] != '\0';

	snprintf(out, DD_NAME_MAX + 1, "%s%s%s%s", part->dsn, member ? "(" : "",
	    part->member, member ? ")" : "");
}

/* NEW: the data set is made now, as z/OS does at allocation. */
static enum ds_status
make_new(struct ds_system *sys, struct dd_part *p, struct ds_diag *diag)
{
	struct ds_define_ps def = {0};

	snprintf(def.name, sizeof(def.name), "%s", p->dsn);
	snprintf(def.volser, sizeof(def.volser), "%s", p->volser);
	memcpy(def.more, p->more, sizeof(def.more));
	def.nmore = p->nmore;
	def.recfm = p->host.recfm;
	def.ctlchar = p->host.ctlchar;
	def.lrecl = p->host.lrecl;
	def.blksize = p->host.blksize;
	def.ccsid = p->host.ccsid;
	def.unit = p->unit;
	def.pri = p->pri;
	def.sec = p->sec;
	def.expires = p->expires;
	def.partitioned = p->partitioned;
	def.library = p->library;
	def.dirblocks = p->dirblocks;
	def.kind = p->kind_of_ps;
	memcpy(def.storclas, p->storclas, sizeof(def.storclas));
	memcpy(def.mgmtclas, p->mgmtclas, sizeof(def.mgmtclas));
	memcpy(def.dataclas, p->dataclas, sizeof(def.dataclas));
	return ds_define_ps(sys, &def, diag);
}

/*
 * Allocate a data set. Without a disposition it is SHR; an open for output
 * raises that to OLD.
 */
static enum ds_status
allocate(struct ds_system *sys, struct dd_part *p, struct ds_diag *diag)
{
	const bool alone = p->disp_given && p->disp != DD_SHR;
	struct ds_target tg = {0};
	enum ds_status st = DS_OK;

	if ((st = dd_take_relative(sys, p, diag)) != DS_OK)
		return st;
	if (p->disp_given && p->disp == DD_NEW)
		p->made = (st = make_new(sys, p, diag)) == DS_OK;
	if (st == DS_OK)
		st = ds_target_find(sys, p->dsn, &tg, diag);
	/* a catalog: STEPCAT and JOBCAT, whose time is over, MERGECAT's */
	if ((st == DS_OPEN_NOTVSAM || st == DS_CAT_NOTFOUND) &&
	    ds_catalog_exists(sys, p->dsn))
		return enq_take(ds_system_owner(sys), "SYSDSN", p->dsn,
		    alone ? ENQ_EXC : ENQ_SHR, 0, &p->enqs[0], diag);
	if (st == DS_OK)
		st = ds_target_hold(
		    sys, &tg, alone ? ENQ_EXC : ENQ_SHR, p->enqs, diag);
	ds_target_free(&tg);
	return st;
}

/* Take NAME=SPEC apart. */
static enum ds_status
read_spec(const char *name_eq_spec, char name[MEMBER_MAX + 1],
    struct dd_part **partp, struct ds_diag *diag)
{
	const char *eq = strchr(name_eq_spec, '=');
	enum ds_status st;

	if (eq == NULL)
		return ds_fail(
		    diag, DS_INVALID, NULL, "a DD is given as NAME=SPEC");
	st = take_name(name_eq_spec, (size_t)(eq - name_eq_spec), name, diag);
	return st == DS_OK ? dd_parse(eq + 1, partp, diag) : st;
}

enum ds_status
dd_check(const char *name_eq_spec, struct ds_diag *diag)
{
	struct dd_part *part = NULL;
	char name[MEMBER_MAX + 1];
	enum ds_status st;

	st = read_spec(name_eq_spec, name, &part, diag);
	dd_part_free(&part);
	return st;
}

/* A data set that NEW made goes again. */
static void
unmake(struct ds_system *sys, struct dd_part *p)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};

	if (!p->made)
		return;
	ds_target_let_go(p->enqs);
	ds_delete(sys, p->dsn, &opts, NULL, NULL, NULL);
	p->made = false;
}

void
dd_table_undo(struct dd_table *dds)
{
	struct dd_part *part;
	struct dd *dd;

	if (dds == NULL)
		return;
	for (dd = dds->dds; dd != NULL; dd = dd->next)
		for (part = dd->parts; part != NULL; part = part->next)
			unmake(dds->sys, part);
}

enum ds_status
dd_alloc(struct dd_table *dds, const char *name_eq_spec, struct ds_diag *diag)
{
	struct dd_part *part = NULL, *next;
	char name[MEMBER_MAX + 1];
	enum ds_status st;

	if ((st = read_spec(name_eq_spec, name, &part, diag)) != DS_OK)
		return st;
	if (part->kind == DD_DATASET)
		st = dd_expand_group(dds->sys, part, diag);
	if (st == DS_CAT_NOTFOUND && ds_catalog_exists(dds->sys, part->dsn))
		st = DS_OK; /* the master has no entry of its own */
	for (; part != NULL; part = next) {
		next = part->next;
		part->next = NULL;
		if (st == DS_OK && part->kind == DD_DATASET)
			st = allocate(dds->sys, part, diag);
		if (st == DS_OK)
			st = dd_add_part(dds, name, &part, diag);
		if (part != NULL)
			unmake(dds->sys, part);
		dd_part_free(&part);
	}
	return st;
}

/* A card is 80 columns; what is shorter ends in blanks. */
static enum ds_status
take_card(const struct codepage *cp, const char *card, size_t number,
    uint8_t *out, struct ds_diag *diag)
{
	struct codepage_err err;
	enum ds_status st;
	size_t len = 0;
	char why[100];

	st = codepage_from_utf8(
	    cp, card, strlen(card), out, CARD_LEN, &len, &err);
	if (st == DS_BADLENGTH)
		return ds_fail(diag, DS_BADTEXT, NULL,
		    "card %zu is longer than 80 columns", number);
	if (st != DS_OK) {
		codepage_err_text(&err, why, sizeof(why));
		return ds_fail(
		    diag, DS_BADTEXT, NULL, "card %zu: %s", number, why);
	}
	memset(out + len, codepage_blank(cp), CARD_LEN - len);
	return DS_OK;
}

enum ds_status
dd_alloc_instream(struct dd_table *dds, const char *ddname,
    const char *const *cards, size_t ncards, struct ds_diag *diag)
{
	struct dd_part *part = NULL;
	const struct codepage *cp;
	enum ds_status st;
	size_t i;

	st = codepage_get(ds_system_config(dds->sys)->ccsid, &cp, diag);
	if (st != DS_OK)
		return st;
	if ((part = calloc(1, sizeof(*part))) == NULL ||
	    (part->cards = calloc(ncards + 1, CARD_LEN)) == NULL) {
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
		goto out;
	}
	part->kind = DD_INSTREAM;
	part->ncards = ncards;
	part->host.ccsid = codepage_ccsid(cp);
	for (i = 0; st == DS_OK && i < ncards; i++)
		st = take_card(
		    cp, cards[i], i + 1, part->cards + i * CARD_LEN, diag);
	if (st == DS_OK)
		st = dd_add_part(dds, ddname, &part, diag);
out:
	dd_part_free(&part);
	return st;
}
