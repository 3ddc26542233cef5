/* What a data set name stands for, and what the catalog says of it. */
#include <stdio.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/label_int.h"
#include "services/system_int.h"

/* A path over an alternate index leads on to the base. */
static enum ds_status
go_via(struct ds_system *sys, struct ds_target *tg, struct ds_entry **entp,
    struct ds_diag *diag)
{
	struct ds_entry *base = NULL;
	enum ds_status st;

	st = ds_assoc_get(sys, *entp, DS_CLUSTER, &base, diag);
	if (st == DS_OK && base != NULL)
		st = ds_assoc_get(sys, *entp, DS_DATA, &tg->via_data, diag);
	if (st == DS_OK && (base == NULL || tg->via_data == NULL))
		st = ds_fail(diag, DS_CAT_RELATED, (*entp)->name,
		    "the alternate index has no base or no data component");
	if (st != DS_OK) {
		ds_entry_free(&base);
		return st;
	}
	tg->via = *entp;
	*entp = base;
	return DS_OK;
}

/* On from the path *entp to what it is over. */
static enum ds_status
go_path(struct ds_system *sys, struct ds_target *tg, struct ds_entry **entp,
    struct ds_diag *diag)
{
	const struct ds_entry *path = *entp;
	struct ds_entry *next = NULL;
	enum ds_status st;

	if (path->nassocs == 0)
		return ds_fail(diag, DS_CAT_RELATED, path->name,
		    "the path leads to no entry");
	tg->noupdate = (path->flags & DS_A_UPDATE) == 0;
	snprintf(tg->path, sizeof(tg->path), "%s", path->name);
	/* The first that a path is tied to is what it is over. */
	st = cat_get(ds_system_catalog(sys), path->catalog,
	    path->assocs[0].name, &next, diag);
	if (st != DS_OK)
		return st;
	ds_entry_free(entp);
	*entp = next;
	return next->type == DS_AIX ? go_via(sys, tg, entp, diag) : DS_OK;
}

/* Data and index of the cluster (or alternate index) owner. */
static enum ds_status
get_components(struct ds_system *sys, const struct ds_entry *owner,
    struct ds_target *tg, struct ds_diag *diag)
{
	enum ds_status st;

	snprintf(tg->dsn, sizeof(tg->dsn), "%s", owner->name);
	st = ds_data_get(sys, owner, &tg->data, diag);
	if (st == DS_OK)
		st = ds_assoc_get(sys, owner, DS_INDEX, &tg->index, diag);
	return st;
}

/* ent is a component: find its owner, and the components from there. */
static enum ds_status
get_owner(struct ds_system *sys, struct ds_target *tg, struct ds_diag *diag)
{
	struct ds_entry *owner = NULL;
	enum ds_status st;

	st = ds_assoc_get(sys, tg->ent, DS_CLUSTER, &owner, diag);
	if (st == DS_OK && owner == NULL)
		st = ds_assoc_get(sys, tg->ent, DS_AIX, &owner, diag);
	if (st == DS_OK && owner == NULL)
		st = ds_assoc_get(sys, tg->ent, DS_PAGESPACE, &owner, diag);
	if (st == DS_OK && owner == NULL)
		st = ds_fail(diag, DS_CAT_RELATED, tg->ent->name,
		    "the component belongs to no cluster");
	if (st == DS_OK)
		st = get_components(sys, owner, tg, diag);
	ds_entry_free(&owner);
	return st;
}

/* DSN(MEMBER), each of them a name. */
static bool
split_member(
    const char *name, char dsn[DSNAME_MAX + 1], char member[MEMBER_MAX + 1])
{
	const char *open = strchr(name, '(');
	size_t n, m;

	if (open == NULL)
		return false;
	n = (size_t)(open - name);
	m = strcspn(open + 1, ")");
	if (n > DSNAME_MAX || m > MEMBER_MAX ||
	    strcmp(open + 1 + m, ")") != 0 || !member_valid(open + 1, m))
		return false;
	memcpy(dsn, name, n);
	dsn[n] = '\0';
	memcpy(member, open + 1, m);
	member[m] = '\0';
	return true;
}

enum ds_status
ds_target_find(struct ds_system *sys, const char *name, struct ds_target *tgp,
    struct ds_diag *diag)
{
	struct ds_target tg = {0};
	char dsn[DSNAME_MAX + 1];
	enum ds_status st;

	if (split_member(name, dsn, tg.member))
		name = dsn;
	st = ds_follow_alias(sys, name, &tg.ent, diag);
	if (st == DS_OK && tg.ent->type == DS_PATH)
		st = go_path(sys, &tg, &tg.ent, diag);
	if (st != DS_OK) {
		ds_target_free(&tg);
		return st;
	}
	switch (tg.ent->type) {
	case DS_CLUSTER:
	case DS_AIX:
		st = get_components(sys, tg.ent, &tg, diag);
		break;
	case DS_DATA:
	case DS_INDEX:
		st = get_owner(sys, &tg, diag);
		break;
	case DS_NONVSAM:
	case DS_GDS:
		snprintf(tg.dsn, sizeof(tg.dsn), "%s", tg.ent->name);
		break;
	default:
		st = ds_fail(
		    diag, DS_OPEN_NOTVSAM, name, "it is not a data set");
		break;
	}
	if (st == DS_OK && tg.member[0] != '\0' && tg.ent->org != DS_ORG_PO)
		st = ds_fail(diag, DS_OPEN_NOTVSAM, name,
		    "it is not partitioned and has no members");
	if (st != DS_OK)
		ds_target_free(&tg);
	else
		*tgp = tg;
	return st;
}

void
ds_target_free(struct ds_target *tg)
{
	ds_entry_free(&tg->ent);
	ds_entry_free(&tg->data);
	ds_entry_free(&tg->index);
	ds_entry_free(&tg->via);
	ds_entry_free(&tg->via_data);
}

enum ds_status
ds_allocation_names(struct ds_system *sys, const char *name,
    char out[ENQ_DSNAMES][DSNAME_MAX + 1], size_t *np, struct ds_diag *diag)
{
	struct ds_target tg = {0};
	enum ds_status st = ds_target_find(sys, name, &tg, diag);

	*np = 1;
	if (st == DS_OK) {
		memcpy(out[0], tg.dsn, sizeof(tg.dsn));
		memcpy(out[1], tg.path, sizeof(tg.path));
		*np += tg.path[0] != '\0';
	} else if (st == DS_CAT_NOTFOUND || st == DS_OPEN_NOTVSAM) {
		snprintf(out[0], sizeof(out[0]), "%s", name);
		st = DS_OK;
	}
	ds_target_free(&tg);
	return st;
}

enum ds_status
ds_target_hold(struct ds_system *sys, const struct ds_target *tg,
    enum enq_mode mode, struct enq *enqs[TARGET_NAMES], struct ds_diag *diag)
{
	const struct enq_name names[TARGET_NAMES] = {
	    {"SYSDSN", tg->dsn, mode},
	    {"SYSDSN", tg->path, mode},
	};

	enum ds_status st;

	st = enq_take_list(ds_system_owner(sys), names,
	    tg->path[0] != '\0' ? 2 : 1, 0, enqs, diag);
	if (st != DS_OK || !ds_settle_pending(sys))
		return st;
	/* Headers that a dead ALTER left behind their entries. */
	if ((st = ds_header_ready(sys, tg->data, diag)) == DS_OK &&
	    (st = ds_header_ready(sys, tg->index, diag)) == DS_OK)
		st = ds_header_ready(sys, tg->via_data, diag);
	if (st != DS_OK)
		ds_target_let_go(enqs);
	return st;
}

void
ds_target_let_go(struct enq *enqs[TARGET_NAMES])
{
	for (int i = 0; i < TARGET_NAMES; i++)
		enq_free(&enqs[i]);
}

void
ds_target_attrs(
    const struct ds_target *tg, const char *name, struct ds_attrs *attrsp)
{
	const struct ds_entry *e = tg->data != NULL ? tg->data : tg->ent;
	struct ds_attrs a = {0};

	snprintf(a.name, sizeof(a.name), "%s", name);
	a.ccsid = e->ccsid;
	a.vsam = tg->data != NULL;
	a.component = tg->ent->type == DS_DATA || tg->ent->type == DS_INDEX;
	if (a.vsam) {
		a.org = a.component ? DS_ORG_ESDS : e->org;
		a.cisize = e->cisize;
		if (e->org == DS_ORG_KSDS || e->org == DS_ORG_VRRDS) {
			a.keylen = e->keylen;
			a.rkp = e->rkp;
		}
		a.lrecl = e->maxlrecl;
		a.fixed = e->avglrecl == e->maxlrecl;
		if (tg->ent->type == DS_INDEX)
			a.lrecl = tg->ent->cisize;
		else if (e->org == DS_ORG_LDS) /* whole control intervals */
			a.lrecl = e->cisize;
		if (tg->via != NULL) {
			/* The keys of a path are alternate keys. */
			a.path = true;
			a.base_keylen = a.keylen;
			a.base_rkp = a.rkp;
			a.org = DS_ORG_KSDS;
			a.keylen = tg->via_data->keylen;
			a.rkp = tg->via_data->axrkp;
		}
	} else {
		a.org = DS_ORG_PS;
		a.recfm = e->recfm;
		a.ctlchar = e->ctlchar;
		a.unsaid = label_unsaid(e);
		a.lrecl = e->lrecl;
		a.fixed = recfm_is_fixed(e->recfm);
	}
	/* Without a member it is the directory. */
	if (e->org == DS_ORG_PO && tg->member[0] == '\0') {
		a.recfm = DS_RECFM_F;
		a.lrecl = 256;
		a.fixed = true;
	}
	*attrsp = a;
}
