/*
 * One entry: stored, read, rewritten, removed, renamed. The columns are those
 * of CAT_FIELDS, so a field is named once for all statements.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

static const uint8_t no_comp[16];

/* --- columns and fields --------------------------------------------------- */

#define BIND_T(field) sqlite3_bind_text(st, ++i, ent->field, -1, SQLITE_STATIC)
#define BIND_I(field) sqlite3_bind_int64(st, ++i, (sqlite3_int64)ent->field)
#define BIND_C(field)                                                    \
	do {                                                             \
		const char c_ = (char)ent->field;                        \
		sqlite3_bind_text(                                       \
		    st, ++i, &c_, c_ == '\0' ? 0 : 1, SQLITE_TRANSIENT); \
	} while (0)

/* Returns the number of the last parameter bound. */
static int
bind_fields(sqlite3_stmt *st, const struct ds_entry *ent)
{
	int i = 0;

#define X(kind, field) BIND_##kind(field);
	CAT_FIELDS(X)
#undef X
	i++;
	if (memcmp(ent->comp_id, no_comp, sizeof(no_comp)) != 0)
		sqlite3_bind_blob(
		    st, i, ent->comp_id, sizeof(ent->comp_id), SQLITE_STATIC);
	return i;
}

#define READ_T(field) cat_text(st, i++, ent->field, sizeof(ent->field))
#define READ_I(field) \
	(ent->field = (__typeof__(ent->field))sqlite3_column_int64(st, i++))
#define READ_C(field)                                       \
	do {                                                \
		char c_[2];                                 \
		cat_text(st, i++, c_, sizeof(c_));          \
		ent->field = (__typeof__(ent->field))c_[0]; \
	} while (0)

static void
read_fields(sqlite3_stmt *st, struct ds_entry *ent)
{
	int i = 0;

#define X(kind, field) READ_##kind(field);
	CAT_FIELDS(X)
#undef X
	if (sqlite3_column_bytes(st, i) == (int)sizeof(ent->comp_id))
		memcpy(ent->comp_id, sqlite3_column_blob(st, i),
		    sizeof(ent->comp_id));
}

/* What others index tables with must be one of the values there are. */
static bool
fields_sane(const struct ds_entry *ent)
{
	char type = (char)ent->type;

	return type != '\0' && strchr("ABCDGHILPRTUWX", type) != NULL &&
	       ent->org <= DS_ORG_PO && ent->recfm <= DS_RECFM_VBS &&
	       ent->space_type <= DS_SPACE_BLOCK && ent->name[0] != '\0';
}

/* --- volumes and extents -------------------------------------------------- */

static enum ds_status
put_extents(struct cat_file *file, int64_t id, int pos,
    const struct ds_volume_cell *cell, struct ds_diag *diag)
{
	const struct ds_extent *x;
	enum ds_status status;
	sqlite3_stmt *st;
	size_t i;

	for (i = 0; i < cell->nextents; i++) {
		x = &cell->extents[i];
		status = cat_stmt(file, SQL_EXTENT_PUT, &st, diag);
		if (status != DS_OK)
			return status;
		sqlite3_bind_int64(st, 1, id);
		sqlite3_bind_int(st, 2, pos);
		sqlite3_bind_int64(st, 3, (sqlite3_int64)i);
		sqlite3_bind_int64(st, 4, x->low_cchh);
		sqlite3_bind_int64(st, 5, x->high_cchh);
		sqlite3_bind_int64(st, 6, (sqlite3_int64)x->low_rba);
		sqlite3_bind_int64(st, 7, (sqlite3_int64)x->high_rba);
		sqlite3_bind_int64(st, 8, x->tracks);
		if ((status = cat_run(file, st, diag)) != DS_OK)
			return status;
	}
	return DS_OK;
}

static enum ds_status
put_cells(struct cat_file *file, int64_t id, const struct ds_entry *ent,
    struct ds_diag *diag)
{
	const struct ds_volume_cell *cell;
	enum ds_status status;
	sqlite3_stmt *st;
	int pos;

	for (pos = 0; pos < (int)ent->nvolumes; pos++) {
		cell = &ent->volumes[pos];
		status = cat_stmt(file, SQL_CELL_PUT, &st, diag);
		if (status != DS_OK)
			return status;
		sqlite3_bind_int64(st, 1, id);
		sqlite3_bind_int(st, 2, pos);
		sqlite3_bind_text(st, 3, cell->volser, -1, SQLITE_STATIC);
		sqlite3_bind_int64(st, 4, cell->devtype);
		sqlite3_bind_int(st, 5, cell->volflag);
		sqlite3_bind_int64(st, 6, cell->fseqn);
		if ((status = cat_run(file, st, diag)) != DS_OK)
			return status;
		status = put_extents(file, id, pos, cell, diag);
		if (status != DS_OK)
			return status;
	}
	return DS_OK;
}

/* A row of CELL_GET: an extent, or a cell that has none. */
static bool
add_cell_row(struct ds_entry *ent, sqlite3_stmt *st, int *posp)
{
	struct ds_volume_cell *cell;
	struct ds_extent x;

	if (sqlite3_column_int(st, 0) != *posp) {
		*posp = sqlite3_column_int(st, 0);
		if ((cell = ds_entry_add_volume(ent)) == NULL)
			return false;
		cat_text(st, 1, cell->volser, sizeof(cell->volser));
		cell->devtype = (uint32_t)sqlite3_column_int64(st, 2);
		cell->volflag = sqlite3_column_int(st, 3);
		cell->fseqn = (uint32_t)sqlite3_column_int64(st, 4);
	}
	if (sqlite3_column_type(st, 9) == SQLITE_NULL)
		return true;
	memset(&x, 0, sizeof(x));
	x.low_cchh = (uint32_t)sqlite3_column_int64(st, 5);
	x.high_cchh = (uint32_t)sqlite3_column_int64(st, 6);
	x.low_rba = (uint64_t)sqlite3_column_int64(st, 7);
	x.high_rba = (uint64_t)sqlite3_column_int64(st, 8);
	x.tracks = (uint32_t)sqlite3_column_int64(st, 9);
	return ds_entry_add_extent(&ent->volumes[ent->nvolumes - 1], &x);
}

static enum ds_status
load_cells(struct cat_file *file, struct ds_entry *ent, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;
	int pos = -1;

	if ((status = cat_stmt(file, SQL_CELL_GET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, ent->rowid);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row)
		if (!add_cell_row(ent, st, &pos)) {
			status = ds_fail(diag, DS_NOMEM, ent->name, NULL);
			break;
		}
	sqlite3_reset(st);
	return status;
}

/* --- reading -------------------------------------------------------------- */

static enum ds_status
load_row(struct cat_file *file, int64_t id, struct ds_entry *ent, bool *rowp,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_ENTRY_GET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, id);
	status = cat_step_row(file, st, rowp, diag);
	if (status == DS_OK && *rowp)
		read_fields(st, ent);
	sqlite3_reset(st);
	return status;
}

static enum ds_status
load_entry(struct cat_file *file, int64_t id, bool assocs,
    struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent;
	enum ds_status st;
	bool row = false;

	*entp = NULL;
	if ((ent = ds_entry_new()) == NULL)
		return ds_fail(diag, DS_NOMEM, file->name, NULL);
	ent->rowid = id;
	snprintf(ent->catalog, sizeof(ent->catalog), "%s", file->name);
	if ((st = load_row(file, id, ent, &row, diag)) != DS_OK || !row)
		goto out;
	if (!fields_sane(ent)) {
		st = ds_fail(diag, DS_CAT_UNAVAIL, ent->name,
		    "the catalog is damaged: impossible values in entry %lld",
		    (long long)id);
		goto out;
	}
	if ((st = load_cells(file, ent, diag)) != DS_OK)
		goto out;
	if (assocs && (st = cat_load_assocs(file, ent, diag)) != DS_OK)
		goto out;
	*entp = ent;
	ent = NULL;
out:
	ds_entry_free(&ent);
	return st;
}

enum ds_status
cat_load(struct catalog *cat, struct cat_file *file, int64_t id,
    struct ds_entry **entp, struct ds_diag *diag)
{
	(void)cat;
	return load_entry(file, id, true, entp, diag);
}

static enum ds_status
find_id(struct cat_file *file, const char *name, int64_t *idp, bool *foundp,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_ENTRY_ID, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, foundp, diag);
	if (status == DS_OK && *foundp)
		*idp = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return status;
}

static enum ds_status
get_from(struct cat_file *file, const char *name, bool assocs,
    struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;
	int64_t id = 0;
	bool found = false;

	if ((st = find_id(file, name, &id, &found, diag)) != DS_OK)
		return st;
	if (found && (st = load_entry(file, id, assocs, &ent, diag)) != DS_OK)
		return st;
	/* Removed by another process between the two is not found either. */
	if (ent == NULL)
		return ds_fail(
		    diag, DS_CAT_NOTFOUND, name, "not in %s", file->name);
	*entp = ent;
	return DS_OK;
}

enum ds_status
cat_any_entry(struct cat_file *file, char name[DSNAME_MAX + 1], bool *anyp,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_ENTRY_ANY, &st, diag)) != DS_OK)
		return status;
	status = cat_step_row(file, st, anyp, diag);
	if (status == DS_OK && *anyp)
		cat_text(st, 0, name, DSNAME_MAX + 1);
	sqlite3_reset(st);
	return status;
}

/* A component may have been given a name that is routed to another catalog
 * than its cluster's. A catalog that cannot be opened has none. */
static enum ds_status
component_elsewhere(struct catalog *cat, const struct cat_file *routed,
    const char *name, bool assocs, struct ds_entry **entp, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	struct ds_entry *ent = NULL;
	struct cat_file *file;
	enum ds_status st;
	size_t i, n = 0;

	if ((st = cat_ucats(cat, &names, &n, diag)) != DS_OK)
		return st;
	for (i = 0; i <= n && ent == NULL; i++) {
		if (cat_file_of(cat, i == 0 ? NULL : names[i - 1], &file,
			NULL) != DS_OK ||
		    file == routed ||
		    get_from(file, name, assocs, &ent, NULL) != DS_OK)
			continue;
		if (ent->type != DS_DATA && ent->type != DS_INDEX)
			ds_entry_free(&ent);
	}
	free(names);
	if (ent == NULL)
		return DS_CAT_NOTFOUND;
	*entp = ent;
	return DS_OK;
}

/* Connectors and their aliases are the master's, whatever routes their names:
 * the alias A.B is in the master although A is one as well. */
static enum ds_status
get(struct catalog *cat, const char *in, const char *name, bool assocs,
    struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	struct cat_file *file;
	enum ds_status st;

	if ((st = cat_choose(cat, in, name, &file, diag)) != DS_OK)
		return st;
	st = get_from(file, name, assocs, entp, diag);
	if (st != DS_CAT_NOTFOUND || (in != NULL && in[0] != '\0'))
		return st;
	if (file != cat->files[0] &&
	    get_from(cat->files[0], name, assocs, &ent, NULL) == DS_OK &&
	    (ent->type == DS_UCAT || ent->type == DS_ALIAS)) {
		*entp = ent;
		return DS_OK;
	}
	ds_entry_free(&ent);
	return component_elsewhere(cat, file, name, assocs, entp, diag);
}

enum ds_status
cat_get(struct catalog *cat, const char *in, const char *name,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return get(cat, in, name, true, entp, diag);
}

enum ds_status
cat_peek(struct catalog *cat, const char *in, const char *name,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return get(cat, in, name, false, entp, diag);
}

/* The row of a catalog that names a component, or one whose identity is between
 * the two; *idp 0: none does. */
static enum ds_status
find_in(struct cat_file *file, const uint8_t low[16], const uint8_t high[16],
    int64_t *idp, struct ds_diag *diag)
{
	enum ds_status status;
	bool kept = memcmp(low, high, 16) != 0, row = false;
	sqlite3_stmt *st;

	*idp = 0;
	status =
	    cat_stmt(file, kept ? SQL_ENTRY_KEPT : SQL_ENTRY_COMP, &st, diag);
	if (status != DS_OK)
		return status;
	sqlite3_bind_blob(st, 1, low, 16, SQLITE_STATIC);
	if (kept)
		sqlite3_bind_blob(st, 2, high, 16, SQLITE_STATIC);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row)
		*idp = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return status;
}

/* The catalog and the row that name a component, or one whose identity begins
 * with len bytes of comp_id; *idp 0: none does. */
static enum ds_status
find_component(struct catalog *cat, const uint8_t *comp_id, size_t len,
    struct cat_file **filep, int64_t *idp, struct ds_diag *diag)
{
	uint8_t low[16] = {0}, high[16];
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status status;
	size_t i, n = 0;

	*idp = 0;
	memset(high, 0xff, sizeof(high));
	memcpy(low, comp_id, len);
	memcpy(high, comp_id, len);
	if ((status = cat_ucats(cat, &names, &n, diag)) != DS_OK)
		return status;
	for (i = 0; i <= n && status == DS_OK && *idp == 0; i++) {
		status =
		    cat_file_of(cat, i == 0 ? NULL : names[i - 1], filep, diag);
		if (status == DS_OK)
			status = find_in(*filep, low, high, idp, diag);
	}
	free(names);
	return status;
}

enum ds_status
cat_component_known(struct catalog *cat, const uint8_t comp_id[16],
    bool *knownp, struct ds_diag *diag)
{
	struct cat_file *file;
	enum ds_status st;
	int64_t id;

	if ((st = find_component(cat, comp_id, 16, &file, &id, diag)) == DS_OK)
		*knownp = id != 0;
	return st;
}

static enum ds_status
get_component(struct catalog *cat, const uint8_t *comp_id, size_t len,
    struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	struct cat_file *file;
	enum ds_status st;
	int64_t id;

	st = find_component(cat, comp_id, len, &file, &id, diag);
	if (st == DS_OK && id != 0)
		st = cat_load(cat, file, id, &ent, diag);
	if (st != DS_OK)
		return st;
	if (ent == NULL)
		return ds_fail(
		    diag, DS_CAT_NOTFOUND, NULL, "no entry has the component");
	*entp = ent;
	return DS_OK;
}

enum ds_status
cat_get_component(struct catalog *cat, const uint8_t comp_id[16],
    struct ds_entry **entp, struct ds_diag *diag)
{
	return get_component(cat, comp_id, 16, entp, diag);
}

enum ds_status
cat_get_component_in(struct catalog *cat, const char *in,
    const uint8_t comp_id[16], struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	struct cat_file *file;
	enum ds_status st;
	int64_t id = 0;

	if ((st = cat_file_of(cat, in, &file, diag)) == DS_OK)
		st = find_in(file, comp_id, comp_id, &id, diag);
	if (st == DS_OK && id != 0)
		st = cat_load(cat, file, id, &ent, diag);
	if (st != DS_OK)
		return st;
	if (ent == NULL)
		return ds_fail(
		    diag, DS_CAT_NOTFOUND, NULL, "no entry has the component");
	*entp = ent;
	return DS_OK;
}

enum ds_status
cat_get_kept(struct catalog *cat, const uint8_t kept[CAT_KEPT_LEN],
    struct ds_entry **entp, struct ds_diag *diag)
{
	return get_component(cat, kept, CAT_KEPT_LEN, entp, diag);
}

/* --- writing -------------------------------------------------------------- */

static enum ds_status
put_row(struct cat_file *file, const struct ds_entry *ent, int64_t *idp,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	int i;

	if ((status = cat_stmt(file, SQL_ENTRY_PUT, &st, diag)) != DS_OK)
		return status;
	i = bind_fields(st, ent);
	sqlite3_bind_text(st, i + 1, ent->name, -1, SQLITE_STATIC);
	cat_recovery_apart(file, true);
	status = cat_run(file, st, diag);
	cat_recovery_apart(file, false);
	if (status == DS_CAT_DUPLICATE)
		ds_fail(diag, status, ent->name, "already in %s", file->name);
	if (status != DS_OK)
		return status;
	*idp = sqlite3_last_insert_rowid(file->db);
	cat_recovery_put(file, *idp, ent,
	    memcmp(ent->comp_id, no_comp, sizeof(no_comp)) != 0);
	return put_cells(file, *idp, ent, diag);
}

enum ds_status
cat_put(struct catalog *cat, const char *in, struct ds_entry *ent,
    struct ds_diag *diag)
{
	struct cat_change ch;
	struct cat_file *file;
	enum ds_status st;
	int64_t id = 0;

	if (!fields_sane(ent) || !dsname_valid(ent->name, strlen(ent->name)))
		return ds_fail(diag, DS_INVALID, ent->name, "not an entry");
	if ((st = cat_choose(cat, in, ent->name, &file, diag)) != DS_OK)
		return st;
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = put_row(file, ent, &id, diag);
	if ((st = cat_change_end(cat, &ch, st, diag)) != DS_OK)
		return st;
	ent->rowid = id;
	snprintf(ent->catalog, sizeof(ent->catalog), "%s", file->name);
	return DS_OK;
}

static enum ds_status
set_row(struct cat_file *file, const struct ds_entry *ent, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	int i;

	if ((status = cat_stmt(file, SQL_ENTRY_SET, &st, diag)) != DS_OK)
		return status;
	i = bind_fields(st, ent);
	sqlite3_bind_int64(st, i + 1, ent->rowid);
	status = cat_run(file, st, diag);
	if (status == DS_OK && sqlite3_changes(file->db) == 0)
		status = ds_fail(diag, DS_CAT_NOTFOUND, ent->name,
		    "no longer in %s", file->name);
	if (status != DS_OK)
		return status;
	if ((status = cat_stmt(file, SQL_CELL_DEL, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, ent->rowid);
	if ((status = cat_run(file, st, diag)) != DS_OK)
		return status;
	return put_cells(file, ent->rowid, ent, diag);
}

/* The rowid stands for the name the entry was read with: renaming is not
 * updating. */
enum ds_status
cat_same_name(
    struct cat_file *file, const struct ds_entry *ent, struct ds_diag *diag)
{
	enum ds_status st;
	int64_t id = 0;
	bool found = false;

	if ((st = find_id(file, ent->name, &id, &found, diag)) != DS_OK)
		return st;
	if (!found || id != ent->rowid)
		return ds_fail(diag, DS_CAT_NOTFOUND, ent->name,
		    "no longer in %s", file->name);
	return DS_OK;
}

enum ds_status
cat_update(
    struct catalog *cat, const struct ds_entry *ent, struct ds_diag *diag)
{
	struct cat_change ch;
	struct cat_file *file;
	enum ds_status st;

	if (!fields_sane(ent))
		return ds_fail(diag, DS_INVALID, ent->name, "not an entry");
	if ((st = cat_file_of(cat, ent->catalog, &file, diag)) != DS_OK)
		return st;
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	if ((st = cat_same_name(file, ent, diag)) == DS_OK)
		st = set_row(file, ent, diag);
	return cat_change_end(cat, &ch, st, diag);
}

enum ds_status
cat_remove(
    struct catalog *cat, const struct ds_entry *ent, struct ds_diag *diag)
{
	struct cat_change ch;
	struct cat_file *file;
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_file_of(cat, ent->catalog, &file, diag)) != DS_OK)
		return status;
	if ((status = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return status;
	if ((status = cat_same_name(file, ent, diag)) != DS_OK)
		goto out;
	/* An alias does not outlive what it stands for, whoever removes it. */
	if ((status = cat_stmt(file, SQL_ENTRY_NOALIAS, &st, diag)) != DS_OK)
		goto out;
	sqlite3_bind_int64(st, 1, ent->rowid);
	if ((status = cat_run(file, st, diag)) != DS_OK)
		goto out;
	if ((status = cat_stmt(file, SQL_ENTRY_DEL, &st, diag)) != DS_OK)
		goto out;
	sqlite3_bind_int64(st, 1, ent->rowid);
	status = cat_run(file, st, diag); /* the rest by ON DELETE CASCADE */
out:
	return cat_change_end(cat, &ch, status, diag);
}

/* --- renaming ------------------------------------------------------------- */

static enum ds_status
run_texts(struct cat_file *file, enum cat_sql id, const char *const *texts,
    int n, int64_t rowid, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	int i;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	for (i = 0; i < n; i++)
		sqlite3_bind_text(st, i + 1, texts[i], -1, SQLITE_STATIC);
	if (rowid != 0)
		sqlite3_bind_int64(st, n + 1, rowid);
	return cat_run(file, st, diag);
}

/*
 * The listing order follows: members sort by their owner's name. An alternate
 * index below its base is the second part of the key; anything that owns a
 * sphere, or stands alone, is the first.
 */
static enum ds_status
rename_order(struct cat_file *file, const struct ds_entry *ent,
    const char *newname, struct ds_diag *diag)
{
	const char *owner[2] = {newname, ent->name};
	const char *sub[4];
	enum ds_status status;
	sqlite3_stmt *st;
	char sort_name[DSNAME_MAX + 1] = "", sort_sub[DSNAME_MAX + 1] = "";
	bool row = false;

	if ((status = cat_stmt(file, SQL_SORT_GET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, ent->rowid);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row) {
		cat_text(st, 0, sort_name, sizeof(sort_name));
		cat_text(st, 1, sort_sub, sizeof(sort_sub));
	}
	sqlite3_reset(st);
	if (status != DS_OK)
		return status;
	if (strcmp(sort_name, ent->name) == 0)
		return run_texts(file, SQL_SORT_OWNER, owner, 2, 0, diag);
	if (strcmp(sort_sub, ent->name) != 0)
		return DS_OK; /* a component or a generation */
	sub[0] = sub[2] = sort_name;
	sub[1] = newname;
	sub[3] = ent->name;
	return run_texts(file, SQL_SORT_MOVE, sub, 4, 0, diag);
}

static enum ds_status
rename_in(struct cat_file *file, const struct ds_entry *ent,
    const char *newname, struct ds_diag *diag)
{
	const char *texts[2] = {newname, ent->name};
	enum ds_status st;

	if ((st = cat_same_name(file, ent, diag)) != DS_OK)
		return st;
	if ((st = rename_order(file, ent, newname, diag)) != DS_OK)
		return st;
	st = run_texts(file, SQL_ENTRY_NAME, texts, 1, ent->rowid, diag);
	if (st == DS_CAT_DUPLICATE)
		ds_fail(diag, st, newname, "already in %s", file->name);
	if (st != DS_OK)
		return st;
	st = run_texts(file, SQL_ALIAS_TARGET, texts, 2, 0, diag);
	if (st != DS_OK)
		return st;
	return run_texts(file, SQL_PATH_TARGET, texts, 1, ent->rowid, diag);
}

enum ds_status
cat_rename(struct catalog *cat, const struct ds_entry *ent, const char *newname,
    struct ds_diag *diag)
{
	struct cat_change ch;
	struct cat_file *file;
	enum ds_status st;

	if (!dsname_valid(newname, strlen(newname)))
		return ds_fail(diag, DS_INVALID, newname, "not a name");
	if ((st = cat_file_of(cat, ent->catalog, &file, diag)) != DS_OK)
		return st;
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = rename_in(file, ent, newname, diag);
	return cat_change_end(cat, &ch, st, diag);
}
