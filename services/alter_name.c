/*
 * NEWNAME. Only the entry gets another name: what it is associated with stays,
 * and a file's name is its component's identity. The new name must be one of
 * the catalog that has the entry.
 *
 * A name GnnnnVnn below a base makes a generation of a non-VSAM data set,
 * DEFERRED until ROLLIN; any other name makes a non-VSAM data set of a
 * generation. Its entry is then made anew, with its component and its aliases.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/alter_int.h"
#include "services/define_int.h"
#include "services/gdg_int.h"

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

/* Its generations have their names from it (mem): those too that are new and
 * not in it yet. */
static enum ds_status
check_group(const struct alter_set *set, const struct ds_entry *base,
    struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t n = 0;

	st = gdg_waiting(set->sys, base, &names, &n, diag);
	free(names);
	if (st == DS_OK && (n > 0 || ds_entry_assoc(base, DS_GDS) != NULL))
		st = ds_fail(
		    diag, DS_CAT_NOTEMPTY, base->name, "it has generations");
	return st;
}

enum ds_status
alter_rename_check(const struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent;
	enum ds_status st;

	if (ent->type == DS_GDG && (st = check_group(set, ent, diag)) != DS_OK)
		return st;
	if (ent->type == DS_GDG && strlen(set->al->newname) > GDG_BASE_MAX)
		return alter_refuse(diag, ent, "IDC3523I", "");
	st = check_new_name(set, ent->catalog, set->al->newname, diag);
	return st == DS_OK ? define_name_once(set->sys, ent->catalog, ent,
				 set->al->newname, diag)
			   : st;
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
make_anew(struct alter_set *set, struct ds_diag *diag)
{
	struct catalog *cat = set->sys->cat;
	struct ds_entry *old = set->other.ent, ent = *old;
	enum ds_status st;

	snprintf(ent.name, sizeof(ent.name), "%s", set->al->newname);
	ent.type = DS_NONVSAM;
	ent.gds_status = '\0';
	if ((st = gdg_defer(set->sys, old->catalog, &ent, diag)) != DS_OK ||
	    (st = cat_remove(cat, old, diag)) != DS_OK ||
	    (st = cat_put(cat, old->catalog, &ent, diag)) != DS_OK)
		return st;
	return move_aliases(set, old, &ent, diag);
}

/* --- a profile of its very name goes along --------------------------------
 *
 * The master's rows are committed last. So of an entry of another catalog the
 * profile is copied before, and the old one removed behind: a death between
 * leaves one too many, never a data set without.
 */

static bool
is_apart(const struct alter_set *set, const struct ds_entry *ent)
{
	return strcmp(ent->catalog, cat_master(set->sys->cat)) != 0;
}

static enum ds_status
two_profiles(enum ds_status st, const char *newname, struct ds_diag *diag)
{
	return st != DS_CAT_DUPLICATE ? st
				      : ds_fail(diag, DS_CAT_PROFILE, newname,
					    "there is a profile of this name");
}

enum ds_status
alter_copy_profile(
    const struct alter_set *set, bool *donep, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent;

	*donep = false;
	if (!alter_says(set->al, ALTER_W_NEWNAME) || !is_apart(set, ent))
		return DS_OK;
	return two_profiles(cat_profile_copy(set->sys->cat, ent->name,
				set->al->newname, donep, diag),
	    set->al->newname, diag);
}

static enum ds_status
rename_profile(const struct alter_set *set, const struct ds_entry *ent,
    const char *newname, struct ds_diag *diag)
{
	struct catalog *cat = set->sys->cat;

	if (is_apart(set, ent))
		return cat_profile_remove(cat, ent->name, diag);
	return two_profiles(
	    cat_profile_rename(cat, ent->name, newname, diag), newname, diag);
}

enum ds_status
alter_rename(struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent;
	const char *newname = set->al->newname;
	enum ds_status st;

	if ((st = check_new_name(set, ent->catalog, newname, diag)) != DS_OK)
		return st;
	if ((st = rename_profile(set, ent, newname, diag)) != DS_OK)
		return st;
	if (ent->type == DS_GDS ||
	    (ent->type == DS_NONVSAM &&
		dsname_generation(newname, NULL, NULL, NULL)))
		return make_anew(set, diag);
	return cat_rename(set->sys->cat, ent, newname, diag);
}
