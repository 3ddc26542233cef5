/*
 * Catalogs of the root that are not connected: their files are in its folder,
 * and what they name is theirs until they are connected again. They are looked
 * into without anything being written, not even beside them.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/cat_int.h"

struct looking {
	struct catalog *cat;
	const uint8_t *id;
	char *name; /* out */
	struct ds_diag *diag;
};

/* Text of one row of sql, the blob being its parameter; "" when there is none.
 * What is no catalog, or is damaged, has none. */
static int
ask(sqlite3 *db, const char *sql, const uint8_t *blob, char *out, size_t size)
{
	sqlite3_stmt *st = NULL;
	int rc;

	out[0] = '\0';
	if ((rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL)) != SQLITE_OK)
		return rc;
	if (blob != NULL)
		sqlite3_bind_blob(st, 1, blob, 16, SQLITE_STATIC);
	rc = sqlite3_step(st);
	if (rc == SQLITE_ROW)
		cat_text(st, 0, out, size);
	sqlite3_finalize(st);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static bool
is_no_catalog(int rc)
{
	rc &= 0xFF;
	return rc == SQLITE_NOTADB || rc == SQLITE_CORRUPT ||
	       rc == SQLITE_ERROR;
}

/* Is the file, which holds the catalog name, one that a connect would take and
 * that none has taken? */
static enum ds_status
is_apart(
    const struct looking *l, const char *stem, const char *name, bool *yesp)
{
	char has[DSNAME_MAX + 1], extra[CAT_EXTRA];
	enum ds_status st;
	bool found = false;

	*yesp = false;
	if (!dsname_valid(name, strlen(name)) || !cat_stem_fits(stem, name) ||
	    strcmp(name, cat_master(l->cat)) == 0)
		return DS_OK;
	st = cat_connector(l->cat, name, has, extra, &found, l->diag);
	*yesp = st == DS_OK && !found;
	return st;
}

static enum ds_status
look(const struct looking *l, const char *stem, struct cat_file *file)
{
	char name[DSNAME_MAX + 1], entry[DSNAME_MAX + 1] = "";
	enum ds_status st;
	bool apart = false;
	int rc;

	rc = ask(file->db, "SELECT value FROM meta WHERE item = 'name'", NULL,
	    name, sizeof(name));
	if (rc == SQLITE_OK) {
		st = is_apart(l, stem, name, &apart);
		if (st != DS_OK || !apart)
			return st;
		rc = ask(file->db, "SELECT name FROM entry WHERE comp_id = ?",
		    l->id, entry, sizeof(entry));
	}
	if (rc != SQLITE_OK && !is_no_catalog(rc))
		return cat_fail(
		    file->db, rc, file->path, "looking into", l->diag);
	if (rc == SQLITE_OK && entry[0] != '\0')
		memcpy(l->name, name, sizeof(name));
	return DS_OK;
}

/* One that cannot be read is an error, since it may name the component; one
 * that is no catalog, or damaged, cannot be connected either. */
static enum ds_status
look_into(const struct looking *l, const char *stem)
{
	struct cat_file file = {.cat = l->cat};
	enum ds_status st = DS_OK;
	int rc;

	if (!cat_file_path(file.path, l->cat->dir, stem, ".db"))
		return DS_OK;
	rc = cat_open_quiet(&file);
	if (rc == SQLITE_OK)
		st = look(l, stem, &file);
	else if (!is_no_catalog(rc))
		st = cat_fail(file.db, rc, file.path, "opening", l->diag);
	sqlite3_close(file.db);
	return st;
}

/* The files of connected catalogs are told by their names, not opened. */
static enum ds_status
is_connected(const struct looking *l, const char *stem, bool *yesp)
{
	enum ds_status status;
	sqlite3_stmt *st;

	*yesp = true;
	if (strcmp(stem, cat_master(l->cat)) == 0)
		return DS_OK;
	status = cat_stmt(l->cat->files[0], SQL_UCAT_STEM, &st, l->diag);
	if (status != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, stem, -1, SQLITE_STATIC);
	status = cat_step_row(l->cat->files[0], st, yesp, l->diag);
	sqlite3_reset(st);
	return status;
}

static enum ds_status
look_at(const struct looking *l, const char *file)
{
	const size_t len = strlen(file);
	char stem[DSNAME_MAX + 1];
	enum ds_status st;
	bool connected = true;

	if (file[0] == '.' || len < 4 || len - 3 > DSNAME_MAX ||
	    strcmp(file + len - 3, ".db") != 0)
		return DS_OK;
	snprintf(stem, sizeof(stem), "%.*s", (int)(len - 3), file);
	st = is_connected(l, stem, &connected);
	return st != DS_OK || connected ? st : look_into(l, stem);
}

static enum ds_status
look_all(const struct looking *l)
{
	enum ds_status st = DS_OK;
	struct dirent *de;
	DIR *d;

	if ((d = opendir(l->cat->dir)) == NULL)
		return ds_fail_errno(l->diag, errno, l->cat->dir, "opendir");
	while (st == DS_OK && l->name[0] == '\0' && (de = readdir(d)) != NULL)
		st = look_at(l, de->d_name);
	closedir(d);
	return st;
}

enum ds_status
cat_component_apart(struct catalog *cat, const uint8_t comp_id[16],
    char name[DSNAME_MAX + 1], struct ds_diag *diag)
{
	const struct looking l = {cat, comp_id, name, diag};
	const bool own = !cat->in_tx;
	enum ds_status st;

	name[0] = '\0';
	/* nobody connects or disconnects one meanwhile */
	if (own) {
		st = cat_begin(cat, diag);
		if (st != DS_OK && st != DS_CAT_SECURITY)
			return st;
	}
	st = look_all(&l);
	if (own)
		cat_rollback(cat);
	return st;
}
