/*
 * Associations, and the order in which listings give a sphere.
 *
 * Each entry carries the key (sort_name, sort_sub, sort_pos): the name of the
 * sphere's owner, the alternate index ("" for the base itself), and 0 for the
 * owner, 1 its data, 2 its index. A generation sorts below its base by its
 * number. Everything else stands by its own name.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

/* The order of associates in LISTCAT. */
enum { RANK_DATA = 1, RANK_INDEX, RANK_AIX, RANK_REST };

static int
rank_of(enum ds_type type)
{
	switch (type) {
	case DS_DATA:
		return RANK_DATA;
	case DS_INDEX:
		return RANK_INDEX;
	case DS_AIX:
		return RANK_AIX;
	default:
		return RANK_REST;
	}
}

/* --- loading -------------------------------------------------------------- */

/* The members of an owner: its components, which come first, or all others. */
static enum ds_status
add_members(struct cat_file *file, int64_t owner, bool components,
    struct ds_entry *ent, struct ds_diag *diag)
{
	char type[2], name[DSNAME_MAX + 1];
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	if ((status = cat_stmt(file, SQL_ASSOC_MEMBERS, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, owner);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		if ((sqlite3_column_int(st, 3) <= RANK_INDEX) != components) {
			if (components)
				break;
			continue;
		}
		cat_text(st, 0, type, sizeof(type));
		cat_text(st, 1, name, sizeof(name));
		if (!ds_entry_add_assoc(ent, (enum ds_type)type[0], name)) {
			status = ds_fail(diag, DS_NOMEM, ent->name, NULL);
			break;
		}
	}
	sqlite3_reset(st);
	return status;
}

/* The owners of id; *lastp is the last one, 0 none, and *typep its type. */
static enum ds_status
add_owners(struct cat_file *file, int64_t id, struct ds_entry *ent, bool add,
    int64_t *lastp, char *typep, struct ds_diag *diag)
{
	char type[2], name[DSNAME_MAX + 1];
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	*lastp = 0;
	if ((status = cat_stmt(file, SQL_ASSOC_OWNERS, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, id);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		cat_text(st, 0, type, sizeof(type));
		cat_text(st, 1, name, sizeof(name));
		*lastp = sqlite3_column_int64(st, 2);
		*typep = type[0];
		if (add &&
		    !ds_entry_add_assoc(ent, (enum ds_type)type[0], name)) {
			status = ds_fail(diag, DS_NOMEM, ent->name, NULL);
			break;
		}
	}
	sqlite3_reset(st);
	return status;
}

/* A path lists what it goes through: its entry, that one's components, and
 * behind an alternate index those of the base. */
static enum ds_status
load_path(struct cat_file *file, struct ds_entry *ent, struct ds_diag *diag)
{
	enum ds_status st;
	int64_t owner, base;
	char type = 0, base_type = 0;

	st = add_owners(file, ent->rowid, ent, true, &owner, &type, diag);
	if (st != DS_OK || owner == 0)
		return st;
	if ((st = add_members(file, owner, true, ent, diag)) != DS_OK)
		return st;
	if (type != DS_AIX)
		return DS_OK;
	st = add_owners(file, owner, ent, false, &base, &base_type, diag);
	if (st != DS_OK || base == 0)
		return st;
	return add_members(file, base, true, ent, diag);
}

enum ds_status
cat_load_assocs(
    struct cat_file *file, struct ds_entry *ent, struct ds_diag *diag)
{
	enum ds_status st;
	int64_t last;
	char type = 0;

	if (ent->type == DS_PATH)
		return load_path(file, ent, diag);
	if (ent->type == DS_CLUSTER || ent->type == DS_AIX ||
	    ent->type == DS_PAGESPACE)
		if ((st = add_members(file, ent->rowid, true, ent, diag)) !=
		    DS_OK)
			return st;
	st = add_owners(file, ent->rowid, ent, true, &last, &type, diag);
	if (st != DS_OK || ent->type == DS_DATA || ent->type == DS_INDEX)
		return st;
	return add_members(file, ent->rowid, false, ent, diag);
}

/* --- tying ---------------------------------------------------------------- */

/* The place of a generation in its base. */
static enum ds_status
generation_pos(struct cat_file *file, const struct ds_entry *owner,
    const struct ds_entry *member, int64_t *posp, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	int64_t oldest = 0, newest = 0;
	bool row = false;
	int number;

	if (!dsname_generation(member->name, NULL, &number, NULL))
		return ds_fail(diag, DS_CAT_RELATED, member->name,
		    "not a generation of %s", owner->name);
	if ((status = cat_stmt(file, SQL_ASSOC_ENDS, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, owner->rowid);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row && sqlite3_column_int64(st, 2) > 0) {
		oldest = sqlite3_column_int64(st, 0);
		newest = sqlite3_column_int64(st, 1);
	}
	sqlite3_reset(st);
	if (status != DS_OK)
		return status;
	*posp = gdg_place(number, oldest, newest);
	return DS_OK;
}

static enum ds_status
set_order(struct cat_file *file, int64_t id, const char *name, const char *sub,
    int64_t pos, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_SORT_SET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_text(st, 2, sub, -1, SQLITE_STATIC);
	sqlite3_bind_int64(st, 3, pos);
	sqlite3_bind_int64(st, 4, id);
	return cat_run(file, st, diag);
}

/* An alternate index goes below its base with what it has already. */
static enum ds_status
move_aix(struct cat_file *file, const struct ds_entry *base,
    const struct ds_entry *aix, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_SORT_MOVE, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, base->name, -1, SQLITE_STATIC);
	sqlite3_bind_text(st, 2, aix->name, -1, SQLITE_STATIC);
	sqlite3_bind_text(st, 3, aix->name, -1, SQLITE_STATIC);
	sqlite3_bind_text(st, 4, "", -1, SQLITE_STATIC);
	return cat_run(file, st, diag);
}

/* A component sorts with its owner, wherever that one is by now. */
static enum ds_status
order_component(struct cat_file *file, const struct ds_entry *owner,
    const struct ds_entry *member, struct ds_diag *diag)
{
	char name[DSNAME_MAX + 1] = "", sub[DSNAME_MAX + 1] = "";
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	if ((status = cat_stmt(file, SQL_SORT_GET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, owner->rowid);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row) {
		cat_text(st, 0, name, sizeof(name));
		cat_text(st, 1, sub, sizeof(sub));
	}
	sqlite3_reset(st);
	if (status != DS_OK)
		return status;
	return set_order(
	    file, member->rowid, name, sub, rank_of(member->type), diag);
}

static enum ds_status
order_member(struct cat_file *file, const struct ds_entry *owner,
    const struct ds_entry *member, int64_t pos, struct ds_diag *diag)
{
	switch (member->type) {
	case DS_DATA:
	case DS_INDEX:
		return order_component(file, owner, member, diag);
	case DS_AIX:
		return move_aix(file, owner, member, diag);
	case DS_GDS:
		/* 100000: below G0001 of an older round, above the base */
		return set_order(
		    file, member->rowid, owner->name, "", pos + 100000, diag);
	default:
		return DS_OK;
	}
}

static enum ds_status
tie(struct cat_file *file, const struct ds_entry *owner,
    const struct ds_entry *member, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	int64_t pos = 0;

	if (member->type == DS_GDS) {
		status = generation_pos(file, owner, member, &pos, diag);
		if (status != DS_OK)
			return status;
	}
	if ((status = cat_stmt(file, SQL_ASSOC_PUT, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, owner->rowid);
	sqlite3_bind_int64(st, 2, member->rowid);
	sqlite3_bind_int(st, 3, rank_of(member->type));
	sqlite3_bind_int64(st, 4, pos);
	status = cat_run(file, st, diag);
	if (status == DS_CAT_DUPLICATE || status == DS_CAT_RELATED)
		ds_fail(diag, status, member->name, "cannot be tied to %s",
		    owner->name);
	if (status != DS_OK)
		return status;
	return order_member(file, owner, member, pos, diag);
}

enum ds_status
cat_associate(struct catalog *cat, const struct ds_entry *owner,
    const struct ds_entry *member, struct ds_diag *diag)
{
	struct cat_change ch;
	struct cat_file *file;
	enum ds_status st;

	if (strcmp(owner->catalog, member->catalog) != 0)
		return ds_fail(diag, DS_CAT_RELATED, member->name,
		    "%s is in another catalog", owner->name);
	if ((st = cat_file_of(cat, owner->catalog, &file, diag)) != DS_OK)
		return st;
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	/* Row numbers are used again: another process may have deleted one of
	 * the two, and something else stands there. */
	if ((st = cat_same_name(file, owner, diag)) == DS_OK &&
	    (st = cat_same_name(file, member, diag)) == DS_OK)
		st = tie(file, owner, member, diag);
	return cat_change_end(cat, &ch, st, diag);
}

static enum ds_status
untie(struct cat_file *file, const struct ds_entry *owner,
    const struct ds_entry *member, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_ASSOC_DEL, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, owner->rowid);
	sqlite3_bind_int64(st, 2, member->rowid);
	if ((status = cat_run(file, st, diag)) != DS_OK)
		return status;
	return set_order(file, member->rowid, member->name, "", 0, diag);
}

enum ds_status
cat_dissociate(struct catalog *cat, const struct ds_entry *owner,
    const struct ds_entry *member, struct ds_diag *diag)
{
	struct cat_change ch;
	struct cat_file *file;
	enum ds_status st;

	if ((st = cat_file_of(cat, owner->catalog, &file, diag)) != DS_OK)
		return st;
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	if ((st = cat_same_name(file, owner, diag)) == DS_OK &&
	    (st = cat_same_name(file, member, diag)) == DS_OK)
		st = untie(file, owner, member, diag);
	return cat_change_end(cat, &ch, st, diag);
}
