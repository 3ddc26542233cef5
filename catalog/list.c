/*
 * Entries by pattern, in the order of a listing.
 *
 * Without a literal prefix the order index is walked; with one the names are
 * taken from the name index and sorted, as a component may be named apart from
 * its cluster. Either way SQLite keeps to its page cache and spills the sort
 * to a file, so memory does not grow with the catalog.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

const char cat_list_all[] =
    "SELECT id, name FROM entry ORDER BY sort_name, sort_sub, sort_pos, name";
const char cat_list_prefix[] =
    "SELECT id, name FROM entry WHERE name >= ? AND name < ? "
    "ORDER BY sort_name, sort_sub, sort_pos, name";

struct listing {
	struct catalog *cat;
	enum cat_sel sel;
	const char *pattern;
	char low[DSNAME_MAX + 1]; /* the literal prefix, "" none */
	bool (*fn)(void *ctx, const struct ds_entry *ent);
	void *ctx;
	bool stopped;
};

bool
cat_selects(enum cat_sel sel, const char *pattern, const char *name)
{
	switch (sel) {
	case CAT_GENERIC:
		return dsname_match(pattern, name);
	case CAT_LEVEL:
		return dsname_level_match(pattern, name);
	case CAT_MASK:
		return dsname_mask_match(pattern, name);
	case CAT_ALL:
		break;
	}
	return true;
}

/* The least text behind all that begin with prefix: no name has a byte above
 * 'Z', so the last byte can be counted up. */
static void
range_end(const char *prefix, char out[DSNAME_MAX + 2])
{
	size_t len = strlen(prefix);

	memcpy(out, prefix, len + 1);
	out[len - 1]++;
}

static enum ds_status
prepare(struct listing *l, struct cat_file *file, sqlite3_stmt **stp,
    struct ds_diag *diag)
{
	char high[DSNAME_MAX + 2];
	int rc;

	rc = sqlite3_prepare_v2(file->db,
	    l->low[0] == '\0' ? cat_list_all : cat_list_prefix, -1, stp, NULL);
	if (rc != SQLITE_OK)
		return cat_file_fail(file, rc, "listing", diag);
	if (l->low[0] != '\0') {
		range_end(l->low, high);
		sqlite3_bind_text(*stp, 1, l->low, -1, SQLITE_STATIC);
		sqlite3_bind_text(*stp, 2, high, -1, SQLITE_TRANSIENT);
	}
	return DS_OK;
}

/* A statement of its own, not a cached one: fn may look entries up, or list. */
static enum ds_status
list_file(struct listing *l, struct cat_file *file, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	sqlite3_stmt *st = NULL;
	enum ds_status status;
	char name[DSNAME_MAX + 1];
	bool row = false;

	if ((status = prepare(l, file, &st, diag)) != DS_OK)
		goto out;
	while (!l->stopped &&
	       (status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		cat_text(st, 1, name, sizeof(name));
		if (!cat_selects(l->sel, l->pattern, name))
			continue;
		status = cat_load(
		    l->cat, file, sqlite3_column_int64(st, 0), &ent, diag);
		if (status != DS_OK)
			goto out;
		if (ent != NULL && !(ent->flags & DS_A_TEMPORARY) &&
		    !l->fn(l->ctx, ent))
			l->stopped = true;
		ds_entry_free(&ent);
	}
out:
	sqlite3_finalize(st);
	return status;
}

static enum ds_status
list_reachable(struct listing *l, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	struct cat_file *file;
	enum ds_status st;
	size_t i, n = 0;
	bool yes;

	if ((st = cat_ucats(l->cat, &names, &n, diag)) != DS_OK)
		return st;
	st = list_file(l, l->cat->files[0], diag);
	for (i = 0; i < n && st == DS_OK && !l->stopped; i++) {
		st = cat_reaches(l->cat, names[i], l->low, &yes, diag);
		/* none has an entry of its own name */
		if (st != DS_OK || !yes ||
		    (l->sel == CAT_GENERIC &&
			strcmp(l->pattern, names[i]) == 0))
			continue;
		if ((st = cat_file_asked(l->cat, names[i], &file, diag)) ==
		    DS_OK)
			st = list_file(l, file, diag);
	}
	free(names);
	return st;
}

enum ds_status
cat_list(struct catalog *cat, const char *in, enum cat_sel sel,
    const char *pattern, bool (*fn)(void *ctx, const struct ds_entry *ent),
    void *ctx, struct ds_diag *diag)
{
	struct listing l = {cat, sel, pattern, "", fn, ctx, false};
	struct cat_file *file;
	enum ds_status st;
	size_t len;

	if (sel != CAT_ALL) {
		len = dsname_literal_prefix(pattern);
		if (len > DSNAME_MAX)
			return ds_fail(diag, DS_INVALID, NULL, "pattern");
		memcpy(l.low, pattern, len);
		l.low[len] = '\0';
	}
	if (in == NULL || in[0] == '\0')
		return list_reachable(&l, diag);
	if ((st = cat_file_asked(cat, in, &file, diag)) != DS_OK)
		return st;
	return list_file(&l, file, diag);
}
