/*
 * Which catalog holds a name: aliases of user catalogs, several qualifiers
 * deep, the longest match first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

/* One text in, one text out. */
static enum ds_status
lookup(struct cat_file *file, enum cat_sql id, const char *key, char *out,
    size_t size, bool *foundp, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, foundp, diag);
	if (status == DS_OK && *foundp)
		cat_text(st, 0, out, size);
	sqlite3_reset(st);
	return status;
}

/*
 * Aliases of A.B.C.D are sought as A.B.C, A.B, A: an alias routes names below
 * it. Without one the first qualifier may itself be a catalog's name.
 */
enum ds_status
cat_route(
    struct catalog *cat, const char *name, char *out, struct ds_diag *diag)
{
	struct cat_file *master = cat->files[0];
	char key[DSNAME_MAX + 1], file[DSNAME_MAX + 1];
	enum ds_status st;
	bool found = false;
	char *dot;

	if (strlen(name) > DSNAME_MAX)
		return ds_fail(diag, DS_INVALID, NULL, "name too long");
	strcpy(key, name);
	while ((dot = strrchr(key, '.')) != NULL) {
		*dot = '\0';
		st = lookup(master, SQL_ROUTE_ALIAS, key, out, DSNAME_MAX + 1,
		    &found, diag);
		if (st != DS_OK || found)
			return st;
	}
	if (strlen(key) < strlen(name)) {
		st = lookup(master, SQL_UCAT_GET, key, file, sizeof(file),
		    &found, diag);
		if (st != DS_OK)
			return st;
	}
	snprintf(out, DSNAME_MAX + 1, "%s", found ? key : master->name);
	return DS_OK;
}

enum ds_status
cat_choose(struct catalog *cat, const char *in, const char *name,
    struct cat_file **filep, struct ds_diag *diag)
{
	char routed[DSNAME_MAX + 1];
	enum ds_status st;

	if (in != NULL && in[0] != '\0')
		return cat_file_asked(cat, in, filep, diag);
	if ((st = cat_route(cat, name, routed, diag)) != DS_OK)
		return st;
	return cat_file_asked(cat, routed, filep, diag);
}

enum ds_status
cat_ucats(struct catalog *cat, char (**namesp)[DSNAME_MAX + 1], size_t *np,
    struct ds_diag *diag)
{
	struct cat_file *master = cat->files[0];
	char(*names)[DSNAME_MAX + 1] = NULL, (*more)[DSNAME_MAX + 1];
	enum ds_status status;
	sqlite3_stmt *st;
	size_t n = 0;
	bool row = false;

	if ((status = cat_stmt(master, SQL_UCAT_LIST, &st, diag)) != DS_OK)
		return status;
	while (
	    (status = cat_step_row(master, st, &row, diag)) == DS_OK && row) {
		more = realloc(names, (n + 1) * sizeof(*names));
		if (more == NULL) {
			status = ds_fail(diag, DS_NOMEM, master->name, NULL);
			break;
		}
		names = more;
		cat_text(st, 0, names[n++], sizeof(*names));
	}
	sqlite3_reset(st);
	if (status != DS_OK) {
		free(names);
		return status;
	}
	*namesp = names;
	*np = n;
	return DS_OK;
}

/* Do alias and prefix agree as far as both go? The alias ends a qualifier. */
static bool
agree(const char *alias, const char *prefix)
{
	size_t a = strlen(alias), p = strlen(prefix);

	if (p <= a)
		return strncmp(alias, prefix, p) == 0;
	return strncmp(alias, prefix, a) == 0 && prefix[a] == '.';
}

enum ds_status
cat_reaches(struct catalog *cat, const char *name, const char *prefix,
    bool *yesp, struct ds_diag *diag)
{
	struct cat_file *master = cat->files[0];
	char alias[DSNAME_MAX + 1];
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false, yes = agree(name, prefix);

	if ((status = cat_stmt(master, SQL_UCAT_ALIASES, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	while (!yes &&
	       (status = cat_step_row(master, st, &row, diag)) == DS_OK &&
	       row) {
		cat_text(st, 0, alias, sizeof(alias));
		yes = agree(alias, prefix);
	}
	sqlite3_reset(st);
	if (status == DS_OK)
		*yesp = yes;
	return status;
}

enum ds_status
cat_connector(struct catalog *cat, const char *name, char stem[DSNAME_MAX + 1],
    char extra[CAT_EXTRA], bool *foundp, struct ds_diag *diag)
{
	struct cat_file *master = cat->files[0];
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(master, SQL_UCAT_GET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	status = cat_step_row(master, st, foundp, diag);
	if (status == DS_OK && *foundp) {
		cat_text(st, 0, stem, DSNAME_MAX + 1);
		cat_text(st, 1, extra, CAT_EXTRA);
	}
	sqlite3_reset(st);
	return status;
}
