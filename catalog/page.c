/*
 * Names by pattern in the order of their characters, through all catalogs: a
 * page at a time is read of each, by its name index, and what comes first of
 * all is given. Memory is a page a catalog, and no transaction is open while
 * the caller works, however long the listing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

enum { PAGE = 256, KEY_MAX = DSNAME_MAX + 2 };

static const char page_sql[] =
    "SELECT name, type, flags FROM entry WHERE name >= ?1 AND name < ?2 "
    "ORDER BY name LIMIT ?3";

/* A catalog in the listing. */
struct source {
	struct cat_file *file;
	sqlite3_stmt *st;
	char key[KEY_MAX]; /* where the next page begins */
	bool more;         /* there may be one */
	struct {
		char name[DSNAME_MAX + 1];
		char type;
	} row[PAGE];
	int n, at;
};

struct merge {
	struct catalog *cat;
	enum cat_sel sel;
	const char *pattern;
	char high[KEY_MAX];
	struct source **v;
	size_t n;
};

static void
add_row(struct merge *m, struct source *s)
{
	char type[2];

	cat_text(s->st, 0, s->row[s->n].name, sizeof(s->row[0].name));
	cat_text(s->st, 1, type, sizeof(type));
	memcpy(s->key, s->row[s->n].name, sizeof(s->row[0].name));
	s->row[s->n].type = type[0];
	if ((sqlite3_column_int64(s->st, 2) & DS_A_TEMPORARY) == 0 &&
	    cat_selects(m->sel, m->pattern, s->row[s->n].name))
		s->n++;
}

/* Pages until one has a name that matches, or there are no more. */
static enum ds_status
fill(struct merge *m, struct source *s, struct ds_diag *diag)
{
	enum ds_status status = DS_OK;
	bool row = false;
	int seen;

	s->n = s->at = 0;
	while (s->n == 0 && s->more && status == DS_OK) {
		sqlite3_bind_text(s->st, 1, s->key, -1, SQLITE_TRANSIENT);
		sqlite3_bind_text(s->st, 2, m->high, -1, SQLITE_STATIC);
		sqlite3_bind_int(s->st, 3, PAGE);
		for (seen = 0; (status = cat_step_row(
				    s->file, s->st, &row, diag)) == DS_OK &&
			       row;
		     seen++)
			add_row(m, s);
		sqlite3_reset(s->st);
		s->more = seen == PAGE;
		/* a whole name is followed by what is longer, as none has a
		 * blank */
		if (s->more)
			strcat(s->key, " ");
	}
	return status;
}

static enum ds_status
add_source(struct merge *m, struct cat_file *file, const char *key,
    struct ds_diag *diag)
{
	struct source **v, *s;
	int rc;

	v = realloc(m->v, (m->n + 1) * sizeof(struct source *));
	if (v != NULL)
		m->v = v;
	s = v != NULL ? calloc(1, sizeof(*s)) : NULL;
	if (s == NULL)
		return ds_fail(diag, DS_NOMEM, file->name, NULL);
	m->v[m->n++] = s;
	s->file = file;
	s->more = true;
	snprintf(s->key, sizeof(s->key), "%s", key);
	rc = sqlite3_prepare_v2(file->db, page_sql, -1, &s->st, NULL);
	if (rc != SQLITE_OK)
		return cat_file_fail(file, rc, "listing", diag);
	return fill(m, s, diag);
}

/* Each catalog that the pattern can reach: one that cannot be read is found out
 * before the first name is given. */
static enum ds_status
add_sources(
    struct merge *m, const char *low, const char *key, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	struct cat_file *file;
	enum ds_status st;
	size_t n = 0;
	bool yes;

	if ((st = cat_ucats(m->cat, &names, &n, diag)) != DS_OK)
		return st;
	st = add_source(m, m->cat->files[0], key, diag);
	for (size_t i = 0; i < n && st == DS_OK; i++) {
		st = cat_reaches(m->cat, names[i], low, &yes, diag);
		if (st != DS_OK || !yes)
			continue;
		st = cat_file_asked(m->cat, names[i], &file, diag);
		if (st == DS_OK)
			st = add_source(m, file, key, diag);
	}
	free(names);
	return st;
}

/* Who has the first name; of two who have the same, who was first. */
static struct source *
first(struct merge *m)
{
	struct source *best = NULL;

	for (size_t i = 0; i < m->n; i++) {
		struct source *s = m->v[i];

		if (s->at < s->n &&
		    (best == NULL || strcmp(s->row[s->at].name,
					 best->row[best->at].name) < 0))
			best = s;
	}
	return best;
}

static enum ds_status
give_all(struct merge *m,
    bool (*fn)(
	void *ctx, const char *name, enum ds_type type, const char *catalog),
    void *ctx, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct source *s;

	while (st == DS_OK && (s = first(m)) != NULL) {
		if (!fn(ctx, s->row[s->at].name,
			(enum ds_type)s->row[s->at].type, s->file->name))
			break;
		if (++s->at == s->n)
			st = fill(m, s, diag);
	}
	return st;
}

enum ds_status
cat_list_names(struct catalog *cat, enum cat_sel sel, const char *pattern,
    const char *after,
    bool (*fn)(
	void *ctx, const char *name, enum ds_type type, const char *catalog),
    void *ctx, struct ds_diag *diag)
{
	struct merge m = {.cat = cat, .sel = sel, .pattern = pattern};
	char low[DSNAME_MAX + 1] = "", key[KEY_MAX];
	enum ds_status st;
	size_t len = sel != CAT_ALL ? dsname_literal_prefix(pattern) : 0;

	if (len > DSNAME_MAX || strlen(after) > DSNAME_MAX)
		return ds_fail(diag, DS_INVALID, NULL, "pattern");
	snprintf(low, sizeof(low), "%.*s", (int)len, len > 0 ? pattern : "");
	snprintf(m.high, sizeof(m.high), "%s\x7F", low);
	snprintf(key, sizeof(key), "%s%s", after, after[0] != '\0' ? " " : "");
	if (strcmp(key, low) < 0)
		snprintf(key, sizeof(key), "%s", low);
	st = add_sources(&m, low, key, diag);
	if (st == DS_OK)
		st = give_all(&m, fn, ctx, diag);
	for (size_t i = 0; i < m.n; i++) {
		sqlite3_finalize(m.v[i]->st);
		free(m.v[i]);
	}
	free(m.v);
	return st;
}
