/*
 * User catalogs, as the catalog keeps them (catalog/ucat.c), with what belongs
 * to them besides: volumes, expiration, the data sets in them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/define_int.h"
#include "services/gdg_int.h"
#include "services/locate.h"
#include "services/security_int.h"
#include "services/symbols.h"

/* Connectors are in the master. Another catalog of CATALOG has none. */
static enum ds_status
connector_catalog(struct ds_system *sys, const char *catalog, const char *name,
    bool define, struct ds_diag *diag)
{
	if (catalog == NULL || catalog[0] == '\0' ||
	    strcmp(catalog, cat_master(sys->cat)) == 0)
		return DS_OK;
	if (!ds_catalog_exists(sys, catalog))
		return ds_fail(
		    diag, DS_CAT_UNAVAIL, catalog, "no such catalog");
	return define ? ds_fail(diag, DS_INVALID, name,
			    "connectors of catalogs are in %s",
			    cat_master(sys->cat))
		      : ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

/* --- DEFINE USERCATALOG --------------------------------------------------- */

/* What was not coded is the model's, another user catalog. */
static enum ds_status
take_model(
    struct ds_system *sys, struct ds_define_ucat *def, struct ds_diag *diag)
{
	struct ds_define_level *l = &def->level;
	struct ds_entry *model = NULL;
	enum ds_status st;

	if (l->model[0] == '\0')
		return DS_OK;
	st = cat_peek(sys->cat, cat_master(sys->cat), l->model, &model, diag);
	if (st == DS_OK && model->type != DS_UCAT)
		st = ds_fail(diag, DS_INVALID, l->model, "IDC3501I");
	if (st != DS_OK)
		goto out;
	if (l->unit == DS_UNIT_NONE) {
		l->unit = model->space_type == DS_SPACE_CYL ? DS_UNIT_CYL
							    : DS_UNIT_TRK;
		l->pri = model->space_pri;
		l->sec = model->space_sec;
	}
	if (l->nvolumes == 0 && model->nvolumes > 0)
		strcpy(l->volumes[l->nvolumes++], model->volumes[0].volser);
	if (l->owner[0] == '\0')
		memcpy(l->owner, model->owner, sizeof(l->owner));
	if (def->expires == 0)
		def->expires = model->expires;
out:
	ds_entry_free(&model);
	return st;
}

/* The first volume that there is: of the pool under storage management. */
static enum ds_status
choose_volume(struct ds_system *sys, struct ds_define_ucat *def,
    struct ds_entry *ent, struct ds_diag *diag)
{
	struct define_plan plan;
	struct ds_volume_cell *cell;
	enum ds_status st;

	memset(&plan, 0, sizeof(plan));
	st = define_volumes(sys,
	    def->storclas[0] != '\0' ? def->storclas : sys->config.storclas,
	    def->level.volumes, def->level.nvolumes, &plan, diag);
	if (st != DS_OK)
		return st;
	if ((cell = ds_entry_add_volume(ent)) == NULL)
		return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	strcpy(cell->volser, plan.volumes[0]);
	cell->devtype = DS_DEVTYPE_3390;
	cell->volflag = DS_VOLFLAG_PRIME;
	return DS_OK;
}

static void
set_classes(const struct ds_system *sys, const struct ds_define_ucat *def,
    struct ds_entry *ent)
{
	const struct ds_config *cfg = &sys->config;

	if (!cfg->sms)
		return;
	memcpy(ent->storclas,
	    def->storclas[0] != '\0' ? def->storclas : cfg->storclas,
	    sizeof(ent->storclas));
	memcpy(ent->mgmtclas,
	    def->mgmtclas[0] != '\0' ? def->mgmtclas : cfg->mgmtclas,
	    sizeof(ent->mgmtclas));
	memcpy(ent->dataclas,
	    def->dataclas[0] != '\0' ? def->dataclas : cfg->dataclas,
	    sizeof(ent->dataclas));
}

static enum ds_status
fill_connector(struct ds_system *sys, struct ds_define_ucat *def,
    struct ds_entry *ent, struct ds_diag *diag)
{
	const struct ds_define_level *l = &def->level;
	enum ds_status st;

	if ((st = take_model(sys, def, diag)) != DS_OK)
		return st;
	if (l->unit == DS_UNIT_NONE && !def->reconnect)
		return ds_fail(diag, DS_INVALID, l->name, "IDC3505I");
	ent->type = DS_UCAT;
	memcpy(ent->name, l->name, sizeof(ent->name));
	memcpy(ent->owner, l->owner, sizeof(ent->owner));
	memcpy(ent->extra, def->extra, sizeof(ent->extra));
	ent->created = ds_today();
	ent->expires = def->expires;
	ent->space_type =
	    l->unit == DS_UNIT_CYL ? DS_SPACE_CYL : DS_SPACE_TRACK;
	ent->space_pri = l->pri;
	ent->space_sec = l->sec;
	set_classes(sys, def, ent);
	if (!def->reconnect)
		st = ds_classes_check(&sys->config, ent->storclas,
		    ent->mgmtclas, ent->name, diag);
	if (st != DS_OK)
		return st;
	return choose_volume(sys, def, ent, diag);
}

/* A catalog has data and index: both are told (mem). */
static void
report(const struct ds_entry *ent, struct ds_defined *out)
{
	memset(out, 0, sizeof(*out));
	memcpy(out->data, ent->name, sizeof(out->data));
	memcpy(out->index, ent->name, sizeof(out->index));
	memcpy(
	    out->data_volser, ent->volumes[0].volser, sizeof(out->data_volser));
	memcpy(out->index_volser, ent->volumes[0].volser,
	    sizeof(out->index_volser));
	memcpy(out->storclas, ent->storclas, sizeof(out->storclas));
	memcpy(out->mgmtclas, ent->mgmtclas, sizeof(out->mgmtclas));
	memcpy(out->dataclas, ent->dataclas, sizeof(out->dataclas));
}

/* Source: SC23-6846, "Required RACF Authorization Tables". */
static enum ds_status
may_enter(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	enum ds_status st = security_catalog(sys, name, DS_ACCESS_ALTER, diag);

	return st == DS_OK ? security_catalog(sys, NULL, DS_ACCESS_UPDATE, diag)
			   : st;
}

enum ds_status
ds_define_ucat(struct ds_system *sys, const struct ds_define_ucat *def,
    struct ds_defined *outp, struct ds_diag *diag)
{
	struct ds_define_ucat *own = malloc(sizeof(*own));
	struct ds_entry *ent = ds_entry_new();
	enum ds_status st;

	if (own == NULL || ent == NULL) {
		st = ds_fail(diag, DS_NOMEM, def->level.name, NULL);
		goto out;
	}
	*own = *def;
	st = connector_catalog(sys, def->catalog, def->level.name, true, diag);
	if (st == DS_OK)
		st = may_enter(sys, def->level.name, diag);
	if (st != DS_OK)
		goto out;
	if ((st = fill_connector(sys, own, ent, diag)) != DS_OK)
		goto out;
	st = def->reconnect ? cat_ucat_connect(sys->cat, ent, diag)
			    : cat_ucat_create(sys->cat, ent, diag);
	if (st == DS_OK)
		report(ent, outp);
out:
	ds_entry_free(&ent);
	free(own);
	return st;
}

/* --- DEFINE ALIAS --------------------------------------------------------- */

/* May the target have one, and would the alias be found where it is? */
static enum ds_status
check_alias(struct ds_system *sys, const struct ds_define_alias *def,
    const struct ds_entry *target, struct ds_diag *diag)
{
	char routed[DSNAME_MAX + 1];
	enum ds_status st;

	switch (target->type) {
	case DS_UCAT:
		return DS_OK;
	case DS_NONVSAM:
	case DS_GDG:
	case DS_GDS:
		break;
	default:
		return ds_fail(diag, DS_CAT_RELATED, target->name,
		    "an alias is of a non-VSAM data set, a group or a user "
		    "catalog");
	}
	if (def->catalog[0] != '\0')
		return DS_OK;
	if ((st = cat_route(sys->cat, def->name, routed, diag)) != DS_OK)
		return st;
	if (strcmp(routed, target->catalog) != 0)
		return ds_fail(diag, DS_CAT_RELATED, target->name,
		    "it is in %s, but the alias would be sought in %s",
		    target->catalog, routed);
	return DS_OK;
}

static enum ds_status
enter_alias(struct ds_system *sys, const struct ds_entry *target,
    struct ds_entry *alias, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = cat_put(sys->cat, target->catalog, alias, diag);
	if (st == DS_OK)
		st = cat_associate(sys->cat, target, alias, diag);
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	return st;
}

/* What it stands for need not be there. */
static enum ds_status
define_symbolic(struct ds_system *sys, const struct ds_define_alias *def,
    struct ds_diag *diag)
{
	char catalog[DSNAME_MAX + 1];
	struct ds_entry *alias = NULL;
	enum ds_status st;

	if (!ds_symbols_name(&sys->config, def->symbolic))
		return ds_fail(diag, DS_INVALID, def->name,
		    "%s does not become a data set name", def->symbolic);
	st = define_catalog(sys, def->catalog, def->name, catalog, diag);
	if (st != DS_OK)
		return st;
	if ((alias = ds_entry_new()) == NULL)
		return ds_fail(diag, DS_NOMEM, def->name, NULL);
	alias->type = DS_ALIAS;
	memcpy(alias->name, def->name, sizeof(alias->name));
	snprintf(alias->extra, sizeof(alias->extra), "%s=%s", DS_SYMBOLIC,
	    def->symbolic);
	alias->created = ds_today();
	st = cat_put(sys->cat, catalog, alias, diag);
	ds_entry_free(&alias);
	return st;
}

/* Of a catalog: it leads the names below it away from where they are, and is
 * the master's. Of a data set: what is put there by the alias would be the
 * target's. */
static enum ds_status
may_alias(struct ds_system *sys, const struct ds_define_alias *def,
    const struct ds_entry *target, struct ds_diag *diag)
{
	enum ds_status st;

	if (target->type == DS_UCAT &&
	    (st = security_catalog(sys, NULL, DS_ACCESS_UPDATE, diag)) != DS_OK)
		return st;
	st = security_name(sys, def->name, DS_ACCESS_ALTER, diag);
	return st == DS_OK && target->type != DS_UCAT
		   ? security_entry(sys, target, DS_ACCESS_ALTER, diag)
		   : st;
}

enum ds_status
ds_define_alias(struct ds_system *sys, const struct ds_define_alias *def,
    struct ds_diag *diag)
{
	const char *in = def->catalog[0] != '\0' ? def->catalog : NULL;
	struct ds_entry *target = NULL, *alias = NULL;
	enum ds_status st;

	if (!dsname_valid(def->name, strlen(def->name)))
		return ds_fail(
		    diag, DS_INVALID, def->name, "not a data set name");
	if (def->symbolic[0] != '\0')
		return define_symbolic(sys, def, diag);
	st = cat_peek(sys->cat, in, def->target, &target, diag);
	if (st == DS_OK)
		st = may_alias(sys, def, target, diag);
	if (st == DS_OK)
		st = check_alias(sys, def, target, diag);
	if (st == DS_OK)
		st = define_new_name(sys, target->catalog, def->name, diag);
	if (st == DS_OK && (alias = ds_entry_new()) == NULL)
		st = ds_fail(diag, DS_NOMEM, def->name, NULL);
	if (st == DS_OK) {
		alias->type = DS_ALIAS;
		memcpy(alias->name, def->name, sizeof(alias->name));
		memcpy(alias->related, def->target, sizeof(alias->related));
		alias->created = ds_today();
		st = enter_alias(sys, target, alias, diag);
	}
	ds_entry_free(&alias);
	ds_entry_free(&target);
	return st;
}

/* --- DISCONNECT and CONNECT ----------------------------------------------- */

enum ds_status
ds_ucat_disconnect(
    struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	enum ds_status st;

	st = security_catalog(sys, name, DS_ACCESS_ALTER, diag);
	return st == DS_OK ? cat_ucat_disconnect(sys->cat, name, diag) : st;
}

enum ds_status
ds_ucat_connect(struct ds_system *sys, const char *name, const char *volser,
    void (*missing)(void *ctx, const char *volser), void *ctx,
    struct ds_diag *diag)
{
	struct ds_volume_cell *cell;
	struct ds_entry *ent;
	enum ds_status st;

	if ((st = may_enter(sys, name, diag)) != DS_OK)
		return st;
	if ((ent = ds_entry_new()) == NULL ||
	    (cell = ds_entry_add_volume(ent)) == NULL) {
		ds_entry_free(&ent);
		return ds_fail(diag, DS_NOMEM, name, NULL);
	}
	ent->type = DS_UCAT;
	snprintf(ent->name, sizeof(ent->name), "%s", name);
	ent->created = ds_today();
	snprintf(cell->volser, sizeof(cell->volser), "%s", volser);
	cell->devtype = DS_DEVTYPE_3390;
	st = cat_ucat_connect(sys->cat, ent, diag);
	if (st == DS_OK)
		st = ds_claim_catalog(sys, name, missing, ctx, diag);
	ds_entry_free(&ent);
	return st;
}

/* --- DELETE USERCATALOG --------------------------------------------------- */

/* The names that are to go with a catalog: owners, each with what is its. */
struct owners {
	char (*names)[DSNAME_MAX + 1];
	size_t n, cap;
	bool nomem;
};

static bool
add_owner(void *ctx, const struct ds_entry *ent)
{
	struct owners *o = ctx;
	size_t cap = o->cap > 0 ? 2 * o->cap : 64;
	void *p;

	if (ent->type == DS_DATA || ent->type == DS_INDEX)
		return true;
	if (o->n == o->cap) {
		if ((p = realloc(o->names, cap * sizeof(*o->names))) == NULL) {
			o->nomem = true;
			return false;
		}
		o->names = p;
		o->cap = cap;
	}
	memcpy(o->names[o->n++], ent->name, sizeof(*o->names));
	return true;
}

/* All data sets of the catalog; one that went with another is no error. */
static enum ds_status
empty_catalog(struct ds_system *sys, const char *name,
    const struct ds_delete_ucat *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	struct ds_delete_opts each = {.catalog = name,
	    .purge = opts->purge,
	    .force = true,
	    .erase = -1,
	    .test = opts->test,
	    .group = opts->group};
	struct owners o = {0};
	enum ds_status st, lasts = DS_OK;
	size_t i;

	st = cat_list(sys->cat, name, CAT_ALL, NULL, add_owner, &o, diag);
	if (st == DS_OK && o.nomem)
		st = ds_fail(diag, DS_NOMEM, name, NULL);
	for (i = 0; i < o.n && st == DS_OK; i++) {
		st = delete_and(
		    sys, o.names[i], &each, deleted, ctx, NULL, NULL, diag);
		if (st == DS_CAT_NOTFOUND)
			st = DS_OK;
	}
	free(o.names);
	if (opts->group > 0)
		lasts = ds_system_flush(sys, NULL, st == DS_OK ? diag : NULL);
	return st == DS_OK ? lasts : st;
}

enum ds_status
ds_ucat_delete(struct ds_system *sys, const char *name,
    const struct ds_delete_ucat *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = connector_catalog(sys, opts->catalog, name, false, diag);
	if (st == DS_OK)
		st = cat_peek(sys->cat, cat_master(sys->cat), name, &ent, diag);
	if (st == DS_OK && ent->type != DS_UCAT)
		st = ds_fail(diag, DS_CAT_TYPE, name, "it is not a catalog");
	/* it is enough for what FORCE deletes in it, too */
	if (st == DS_OK)
		st = security_catalog(sys, name, DS_ACCESS_ALTER, diag);
	if (st == DS_OK && !opts->purge && ds_unexpired(ent->expires))
		st = ds_fail(
		    diag, DS_CAT_UNEXPIRED, name, "expires %u", ent->expires);
	ds_entry_free(&ent);
	if (st == DS_OK && opts->force && !opts->recovery)
		st = empty_catalog(sys, name, opts, deleted, ctx, diag);
	if (st == DS_OK && !opts->test)
		st = cat_ucat_delete(
		    sys->cat, name, opts->recovery, opts->keep, diag);
	if (st == DS_OK && deleted != NULL)
		deleted(ctx, DS_UCAT, name);
	return st;
}
