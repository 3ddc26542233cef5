/*
 * How names go on, for completion: a name index is skipped through, one
 * look-up a candidate, however many names are below each.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

/* Components are named when they are asked for alone: a cluster stands for
 * them. Temporary data sets (DS_A_TEMPORARY) never are. */
#define NOT_TEMPORARY "AND (flags & 16777216) = 0 "
static_assert(DS_A_TEMPORARY == 16777216, "as the statements have it");
static const char next_name[] =
    "SELECT name FROM entry WHERE name >= ?1 AND name < ?2 "
    "AND (?3 OR type NOT IN ('D', 'I')) " NOT_TEMPORARY "ORDER BY name LIMIT 1";

static const char last_name[] =
    "SELECT name FROM entry WHERE name >= ?1 AND name < ?2 "
    "AND (?3 OR type NOT IN ('D', 'I')) " NOT_TEMPORARY
    "ORDER BY name DESC LIMIT 1";

enum { KEY_MAX = DSNAME_MAX + 2 }; /* a name, a byte, a NUL */

struct names {
	const char *prefix;
	size_t len; /* of it */
	bool components;
	int max; /* of a catalog, and one more */
	bool found;
	bool stopped;
	bool (*fn)(void *ctx, const char *name);
	void *ctx;
};

/* A whole name is followed by what is longer, a stem by what is behind all
 * that begins with it: '/' follows '.', and no name has a blank. */
static void
give(struct names *n, const char *name, char key[KEY_MAX])
{
	const char *dot = strchr(name + n->len, '.');
	int len = dot != NULL ? (int)(dot - name) + 1 : (int)strlen(name);

	snprintf(key, KEY_MAX, "%.*s", len, name);
	n->found = true;
	if (!n->fn(n->ctx, key)) {
		n->stopped = true;
		return;
	}
	if (dot != NULL)
		key[len - 1] = '/';
	else
		strcat(key, " ");
}

/* One look-up; key is then where the next one begins. *rowp false: there is
 * none. */
static enum ds_status
next_of_file(struct names *n, struct cat_file *file, sqlite3_stmt *st,
    char key[KEY_MAX], bool *rowp, struct ds_diag *diag)
{
	char high[KEY_MAX], name[DSNAME_MAX + 1];
	enum ds_status status;

	snprintf(high, sizeof(high), "%s\x7F", n->prefix);
	sqlite3_reset(st);
	sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
	sqlite3_bind_text(st, 2, high, -1, SQLITE_STATIC);
	sqlite3_bind_int(st, 3, n->components);
	status = cat_step_row(file, st, rowp, diag);
	if (status != DS_OK || !*rowp)
		return status;
	cat_text(st, 0, name, sizeof(name));
	if (strlen(name) < n->len) /* no name of ours */
		*rowp = false;
	else
		give(n, name, key);
	return DS_OK;
}

/* Up to max from the first on; where there are more, the last one too. */
static enum ds_status
names_of_file(struct names *n, struct cat_file *file, struct ds_diag *diag)
{
	sqlite3_stmt *st = NULL, *last = NULL;
	enum ds_status status = DS_OK;
	char key[KEY_MAX];
	bool row = true;
	int i, rc;

	rc = sqlite3_prepare_v2(file->db, next_name, -1, &st, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(file->db, last_name, -1, &last, NULL);
	if (rc != SQLITE_OK) {
		status = cat_file_fail(file, rc, "listing", diag);
		goto out;
	}
	snprintf(key, sizeof(key), "%s", n->prefix);
	for (i = 0; i < n->max && row && !n->stopped && status == DS_OK; i++)
		status = next_of_file(n, file, st, key, &row, diag);
	if (status == DS_OK && row && !n->stopped)
		status = next_of_file(n, file, last, key, &row, diag);
out:
	sqlite3_finalize(st);
	sqlite3_finalize(last);
	return status;
}

static enum ds_status
all_files(struct names *n, struct catalog *cat, struct ds_diag *diag)
{
	char(*ucats)[DSNAME_MAX + 1] = NULL;
	struct cat_file *file;
	enum ds_status st;
	size_t i, count = 0;
	bool yes;

	if ((st = cat_ucats(cat, &ucats, &count, diag)) != DS_OK)
		return st;
	st = names_of_file(n, cat->files[0], diag);
	for (i = 0; i < count && st == DS_OK && !n->stopped; i++) {
		st = cat_reaches(cat, ucats[i], n->prefix, &yes, diag);
		if (st != DS_OK || !yes)
			continue;
		/* One that is not there has no names to offer. */
		if (cat_file_asked(cat, ucats[i], &file, NULL) == DS_OK)
			st = names_of_file(n, file, diag);
	}
	free(ucats);
	return st;
}

enum ds_status
cat_names(struct catalog *cat, const char *prefix, int max,
    bool (*fn)(void *ctx, const char *name), void *ctx, struct ds_diag *diag)
{
	struct names n = {.prefix = prefix, .max = max, .fn = fn, .ctx = ctx};
	enum ds_status st;

	n.len = strlen(prefix);
	if (n.len > DSNAME_MAX)
		return DS_OK;
	st = all_files(&n, cat, diag);
	if (st == DS_OK && !n.found) {
		n.components = true;
		st = all_files(&n, cat, diag);
	}
	return st;
}
