/*
 * NEWNAME. Only the entry gets another name: what it is associated with stays,
 * and a file's name is its component's identity. The new name must be one of
 * the catalog that has the entry.
 *
 * A name GnnnnVnn below a base makes a generation of a non-VSAM data set, any
 * other name makes a non-VSAM data set of a generation. Its entry is then made
 * anew, with its component and its aliases.
 */
#include <stdio.h>
#include <string.h>

#include "services/alter_int.h"

/* The base that name would be a generation of; *basep stays NULL: none. */
static enum ds_status
base_of(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_entry **basep, struct ds_diag *diag)
{
	const char *dot = strrchr(name, '.');
	char base[DSNAME_MAX + 1];
	enum ds_status st;

	if (dot == NULL || strlen(dot) != 9 || dot[1] != 'G' || dot[6] != 'V' ||
	    strspn(dot + 2, "0123456789") != 4 ||
	    strspn(dot + 7, "0123456789") != 2)
		return DS_OK;
	snprintf(base, sizeof(base), "%.*s", (int)(dot - name), name);
	st = cat_get(sys->cat, catalog, base, basep, diag);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK;
	if (st == DS_OK && (*basep)->type != DS_GDG)
		ds_entry_free(basep);
	return st;
}

static enum ds_status
check_new_name(const struct alter_set *set, const char *catalog,
    const char *newname, struct ds_diag *diag)
{
	struct ds_entry *there = NULL;
	char routed[DSNAME_MAX + 1];
	enum ds_status st;

	if (!dsname_valid(newname, strlen(newname)))
		return ds_fail(diag, DS_INVALID, newname, "not a name");
	if ((st = cat_route(set->sys->cat, newname, routed, diag)) != DS_OK)
		return st;
	if (set->al->catalog == NULL && strcmp(routed, catalog) != 0)
		return ds_fail(diag, DS_CAT_RELATED, newname,
		    "the name belongs to %s, the entry is in %s", routed,
		    catalog);
	st = cat_get(set->sys->cat, catalog, newname, &there, diag);
	ds_entry_free(&there);
	if (st == DS_OK)
		return ds_fail(
		    diag, DS_CAT_DUPLICATE, newname, "already in %s", catalog);
	return st == DS_CAT_NOTFOUND ? DS_OK : st;
}

enum ds_status
alter_rename_check(const struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent;

	/* its generations have their names from it (mem) */
	if (ent->type == DS_GDG && ds_entry_assoc(ent, DS_GDS) != NULL)
		return ds_fail(
		    diag, DS_CAT_NOTEMPTY, ent->name, "it has generations");
	if (ent->type == DS_GDG && strlen(set->al->newname) > GDG_BASE_MAX)
		return alter_refuse(diag, ent, "IDC3523I", "");
	return check_new_name(set, ent->catalog, set->al->newname, diag);
}

/* Its aliases relate to the new entry from now on. */
static enum ds_status
move_aliases(struct alter_set *set, const struct ds_entry *old,
    const struct ds_entry *ent, struct ds_diag *diag)
{
	struct catalog *cat = set->sys->cat;
	struct ds_entry *alias = NULL;
	enum ds_status st = DS_OK;

	for (size_t i = 0; i < old->nassocs && st == DS_OK; i++) {
		if (old->assocs[i].type != DS_ALIAS)
			continue;
		st = cat_get(
		    cat, old->catalog, old->assocs[i].name, &alias, diag);
		if (st == DS_OK) {
			snprintf(alias->related, sizeof(alias->related), "%s",
			    ent->name);
			st = cat_update(cat, alias, diag);
		}
		if (st == DS_OK)
			st = cat_associate(cat, ent, alias, diag);
		ds_entry_free(&alias);
	}
	return st;
}

static enum ds_status
make_anew(
    struct alter_set *set, const struct ds_entry *base, struct ds_diag *diag)
{
	struct catalog *cat = set->sys->cat;
	struct ds_entry *old = set->other.ent, ent = *old;
	enum ds_status st;

	snprintf(ent.name, sizeof(ent.name), "%s", set->al->newname);
	ent.type = base != NULL ? DS_GDS : DS_NONVSAM;
	ent.gds_status = base != NULL ? 'A' : '\0';
	if ((st = cat_remove(cat, old, diag)) != DS_OK ||
	    (st = cat_put(cat, old->catalog, &ent, diag)) != DS_OK)
		return st;
	if (base != NULL)
		st = cat_associate(cat, base, &ent, diag);
	return st == DS_OK ? move_aliases(set, old, &ent, diag) : st;
}

enum ds_status
alter_rename(struct alter_set *set, struct ds_diag *diag)
{
	struct ds_entry *ent = set->named->ent, *base = NULL;
	enum ds_status st;

	st = check_new_name(set, ent->catalog, set->al->newname, diag);
	if (st == DS_OK && (ent->type == DS_NONVSAM || ent->type == DS_GDS))
		st = base_of(
		    set->sys, ent->catalog, set->al->newname, &base, diag);
	if (st == DS_OK && (base != NULL || ent->type == DS_GDS))
		st = make_anew(set, base, diag);
	else if (st == DS_OK)
		st = cat_rename(set->sys->cat, ent, set->al->newname, diag);
	ds_entry_free(&base);
	return st;
}
