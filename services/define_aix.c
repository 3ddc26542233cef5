/*
 * Alternate indexes and paths: what they relate to. An alternate index is made
 * as a cluster is (define_attr.c, define.c); a path is an entry alone.
 */
#include <stdio.h>
#include <string.h>

#include "services/define_int.h"
#include "services/security_int.h"

enum { POINTER_RBA = 4, POINTER_RBA_LONG = 8 };

uint32_t
define_pointer_len(const struct ds_entry *data)
{
	if (data->org == DS_ORG_KSDS)
		return data->keylen;
	return data->flags & DS_A_EXTADDR ? POINTER_RBA_LONG : POINTER_RBA;
}

/* May it have alternate indexes? */
static enum ds_status
check_base(const struct ds_entry *base, const struct ds_entry *data,
    struct ds_diag *diag)
{
	if (base->org != DS_ORG_KSDS && base->org != DS_ORG_ESDS)
		return ds_fail(diag, DS_CAT_RELATED, base->name,
		    "the base is neither key-sequenced nor entry-sequenced");
	if ((data->flags & DS_A_REUSE) != 0)
		return ds_fail(
		    diag, DS_CAT_RELATED, base->name, "the base has REUSE");
	if (data->nvolumes == 0)
		return ds_fail(
		    diag, DS_CAT_RELATED, base->name, "the base has no volume");
	return DS_OK;
}

enum ds_status
define_base(struct ds_system *sys, const char *catalog, const char *relate,
    struct ds_entry **basep, struct ds_entry **datap, struct ds_diag *diag)
{
	struct ds_entry *base = NULL, *data = NULL;
	enum ds_status st;

	if ((st = cat_get(sys->cat, catalog, relate, &base, diag)) != DS_OK)
		return st;
	if (base->type != DS_CLUSTER)
		st = ds_fail(diag, DS_CAT_RELATED, relate,
		    "an alternate index relates to a cluster");
	if (st == DS_OK)
		st = ds_data_get(sys, base, &data, diag);
	if (st == DS_OK)
		st = check_base(base, data, diag);
	if (st == DS_OK)
		st = security_entry(sys, base, DS_ACCESS_ALTER, diag);
	if (st != DS_OK) {
		ds_entry_free(&base);
		ds_entry_free(&data);
		return st;
	}
	*basep = base;
	*datap = data;
	return DS_OK;
}

/* --- paths ----------------------------------------------------------------
 */

static enum ds_status
enter_path(struct ds_system *sys, const char *catalog,
    const struct ds_entry *over, struct ds_entry *path, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = cat_put(sys->cat, catalog, path, diag);
	if (st == DS_OK)
		st = cat_associate(sys->cat, over, path, diag);
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	return st;
}

/* What was not coded is the model's: a path's, or IDC3501I. */
static enum ds_status
path_attributes(struct ds_system *sys, const struct ds_define_path *def,
    struct ds_entry *path, struct ds_diag *diag)
{
	const char *catalog =
	    def->model_catalog[0] != '\0' ? def->model_catalog : NULL;
	struct ds_entry *model = NULL;
	bool update = def->update != 0;
	enum ds_status st = DS_OK;

	snprintf(path->owner, sizeof(path->owner), "%s", def->owner);
	path->expires = def->expires;
	if (def->model[0] != '\0')
		st = cat_get(sys->cat, catalog, def->model, &model, diag);
	if (st == DS_OK && model != NULL && model->type != DS_PATH)
		st = ds_fail(diag, DS_INVALID, def->model, "IDC3501I");
	if (st == DS_OK && model != NULL) {
		if (path->owner[0] == '\0')
			snprintf(path->owner, sizeof(path->owner), "%s",
			    model->owner);
		if (path->expires == 0)
			path->expires = model->expires;
		if (def->update < 0)
			update = (model->flags & DS_A_UPDATE) != 0;
	}
	path->flags = update ? DS_A_UPDATE : 0;
	ds_entry_free(&model);
	return st;
}

enum ds_status
ds_define_path(struct ds_system *sys, const struct ds_define_path *def,
    struct ds_diag *diag)
{
	struct ds_entry *over = NULL, *path = NULL;
	char catalog[DSNAME_MAX + 1];
	enum ds_status st;

	st = define_catalog(sys, def->catalog, def->name, catalog, diag);
	if (st == DS_OK)
		st = cat_get(sys->cat, catalog, def->entry, &over, diag);
	if (st == DS_OK && over->type != DS_CLUSTER && over->type != DS_AIX)
		st = ds_fail(diag, DS_CAT_RELATED, def->entry,
		    "a path is over a cluster or an alternate index");
	if (st == DS_OK)
		st = security_entry(sys, over, DS_ACCESS_ALTER, diag);
	if (st == DS_OK && (path = ds_entry_new()) == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st == DS_OK) {
		path->type = DS_PATH;
		snprintf(path->name, sizeof(path->name), "%s", def->name);
		path->created = ds_today();
		st = path_attributes(sys, def, path, diag);
	}
	if (st == DS_OK)
		st = enter_path(sys, catalog, over, path, diag);
	ds_entry_free(&over);
	ds_entry_free(&path);
	return st;
}
