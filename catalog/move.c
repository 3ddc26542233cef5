/*
 * Entries from one catalog to another, and whole catalogs copied. Rows are
 * taken as they are, whatever columns this version has; what is new is the
 * number of an entry.
 *
 * Two files do not commit as one. A row of the master (table move) says from
 * the first step to the last what is on its way, so that a death between is
 * finished (the copy is whole: it goes from the source) or undone (there is no
 * copy).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

/* Entries tied together: their numbers here and there. */
struct group {
	int64_t *from, *to;
	size_t n, cap;
};

static void
group_free(struct group *g)
{
	free(g->from);
	free(g->to);
}

static bool
group_add(struct group *g, int64_t id)
{
	size_t i, cap = g->cap > 0 ? 2 * g->cap : 16;
	int64_t *p;

	for (i = 0; i < g->n; i++)
		if (g->from[i] == id)
			return true;
	if (g->n == g->cap) {
		if ((p = realloc(g->from, cap * sizeof(*p))) == NULL)
			return false;
		g->from = p;
		if ((p = realloc(g->to, cap * sizeof(*p))) == NULL)
			return false;
		g->to = p;
		g->cap = cap;
	}
	g->to[g->n] = 0;
	g->from[g->n++] = id;
	return true;
}

static int64_t
group_to(const struct group *g, int64_t from)
{
	size_t i;

	for (i = 0; i < g->n; i++)
		if (g->from[i] == from)
			return g->to[i];
	return 0;
}

/* --- what is tied together ------------------------------------------------ */

static enum ds_status
id_of(
    struct cat_file *file, const char *name, int64_t *idp, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	if ((status = cat_stmt(file, SQL_ENTRY_ID, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row)
		*idp = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	if (status == DS_OK && !row)
		return ds_fail(
		    diag, DS_CAT_NOTFOUND, name, "not in %s", file->name);
	return status;
}

static enum ds_status
add_tied(
    struct cat_file *file, struct group *g, int64_t id, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	if ((status = cat_stmt(file, SQL_TIED, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, id);
	sqlite3_bind_int64(st, 2, id);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row)
		if (!group_add(g, sqlite3_column_int64(st, 0))) {
			status = ds_fail(diag, DS_NOMEM, file->name, NULL);
			break;
		}
	sqlite3_reset(st);
	return status;
}

static enum ds_status
collect(struct cat_file *file, const char *name, struct group *g,
    struct ds_diag *diag)
{
	enum ds_status st;
	int64_t id = 0;
	size_t i;

	if ((st = id_of(file, name, &id, diag)) != DS_OK)
		return st;
	if (!group_add(g, id))
		return ds_fail(diag, DS_NOMEM, name, NULL);
	for (i = 0; i < g->n && st == DS_OK; i++)
		st = add_tied(file, g, g->from[i], diag);
	return st;
}

enum ds_status
cat_tied(struct catalog *cat, const char *in, const char *name,
    bool (*fn)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	struct group g = {0};
	struct cat_file *file;
	enum ds_status st;
	size_t i;

	if ((st = cat_file_asked(cat, in, &file, diag)) != DS_OK)
		return st;
	st = collect(file, name, &g, diag);
	for (i = 0; i < g.n && st == DS_OK; i++) {
		st = cat_load(cat, file, g.from[i], &ent, diag);
		if (st == DS_OK && ent != NULL &&
		    !fn(ctx, ent->type, ent->name))
			i = g.n;
		ds_entry_free(&ent);
	}
	group_free(&g);
	return st;
}

/* --- rows ----------------------------------------------------------------- */

/* The tables of an entry, in the order in which they are filled: what one
 * names is in those in front of it. Which columns are numbers of entries: the
 * first, or the first two. The key of an entry is made by the target. */
enum row_kind { ROW_ENTRY, ROW_PART, ROW_ASSOC };
static const struct table {
	const char *name, *id;
	enum row_kind kind;
} tables[] = {
    {"entry", "id", ROW_ENTRY},
    {"cell", "entry_id", ROW_PART},
    {"extent", "entry_id", ROW_PART},
    {"assoc", "owner_id", ROW_ASSOC},
};
enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

static enum ds_status
prepare(struct cat_file *file, const char *sql, const char *doing,
    sqlite3_stmt **stp, struct ds_diag *diag)
{
	int rc = sqlite3_prepare_v2(file->db, sql, -1, stp, NULL);

	return rc == SQLITE_OK
		   ? DS_OK
		   : cat_fail(file->db, rc, file->path, doing, diag);
}

/* A row of n columns into t. */
static enum ds_status
prepare_put(struct cat_file *to, const struct table *t, int n,
    sqlite3_stmt **stp, struct ds_diag *diag)
{
	char sql[512];
	int at, i;

	at = snprintf(sql, sizeof(sql), "INSERT INTO %s VALUES (?", t->name);
	for (i = 1; i < n && at < (int)sizeof(sql) - 4; i++)
		at += snprintf(sql + at, sizeof(sql) - (size_t)at, ",?");
	snprintf(sql + at, sizeof(sql) - (size_t)at, ")");
	return prepare(to, sql, "copying", stp, diag);
}

/* The numbers of row, as they are in the target. */
static void
bind_numbers(sqlite3_stmt *put, sqlite3_stmt *row, enum row_kind kind,
    const struct group *g)
{
	if (kind == ROW_ENTRY) {
		sqlite3_bind_null(put, 1);
		return;
	}
	sqlite3_bind_int64(put, 1, group_to(g, sqlite3_column_int64(row, 0)));
	if (kind == ROW_ASSOC)
		sqlite3_bind_int64(
		    put, 2, group_to(g, sqlite3_column_int64(row, 1)));
}

/* The rows that from gives, into t. Numbers get those of g; g NULL: they stay.
 */
static enum ds_status
put_rows(struct cat_file *in, sqlite3_stmt *from, struct cat_file *to,
    const struct table *t, const struct group *g, uint64_t *np,
    struct ds_diag *diag)
{
	const int n = sqlite3_column_count(from);
	enum ds_status status;
	sqlite3_stmt *put = NULL;
	bool row = false;

	status = prepare_put(to, t, n, &put, diag);
	while (status == DS_OK &&
	       (status = cat_step_row(in, from, &row, diag)) == DS_OK && row) {
		for (int i = 0; i < n; i++)
			sqlite3_bind_value(
			    put, i + 1, sqlite3_column_value(from, i));
		if (g != NULL)
			bind_numbers(put, from, t->kind, g);
		status = cat_run(to, put, diag);
		if (status == DS_CAT_DUPLICATE && t->kind == ROW_ENTRY)
			ds_fail(diag, status,
			    (const char *)sqlite3_column_text(from, 1),
			    "already in %s", to->name);
		++*np;
	}
	sqlite3_finalize(put);
	return status;
}

/* What table t says of one entry of the group. */
static enum ds_status
copy_part(struct cat_file *from, struct cat_file *to, const struct table *t,
    const struct group *g, size_t which, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st = NULL;
	char sql[64];
	uint64_t n = 0;

	snprintf(
	    sql, sizeof(sql), "SELECT * FROM %s WHERE %s = ?", t->name, t->id);
	if ((status = prepare(from, sql, "copying", &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, g->from[which]);
	status = put_rows(from, st, to, t, g, &n, diag);
	sqlite3_finalize(st);
	return status;
}

/* Ties last, since those of one entry name another. */
static enum ds_status
copy_group(struct cat_file *from, struct cat_file *to, struct group *g,
    struct ds_diag *diag)
{
	const struct table *ties = &tables[TABLES - 1], *t;
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; i < g->n && st == DS_OK; i++)
		for (t = tables; t < ties && st == DS_OK; t++) {
			st = copy_part(from, to, t, g, i, diag);
			if (t->kind == ROW_ENTRY)
				g->to[i] = sqlite3_last_insert_rowid(to->db);
		}
	for (i = 0; i < g->n && st == DS_OK; i++)
		st = copy_part(from, to, ties, g, i, diag);
	return st;
}

/* --- the steps ------------------------------------------------------------ */

enum ds_status
cat_move_begin(struct catalog *cat, const char *name, const char *source,
    const char *target, const char *holder, int64_t *idp, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0], *in;
	const char *texts[4] = {name, source, target, holder};
	struct cat_change ch;
	enum ds_status status;
	sqlite3_stmt *st;
	int64_t id = 0;
	int i;

	if ((status = cat_file_asked(cat, source, &in, diag)) != DS_OK ||
	    (status = cat_file_asked(cat, target, &in, diag)) != DS_OK ||
	    (status = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return status;
	status = cat_stmt(file, SQL_MOVE_PUT, &st, diag);
	if (status == DS_OK) {
		for (i = 0; i < 4; i++)
			sqlite3_bind_text(
			    st, i + 1, texts[i], -1, SQLITE_STATIC);
		status = cat_run(file, st, diag);
		id = sqlite3_last_insert_rowid(file->db);
	}
	status = cat_change_end(cat, &ch, status, diag);
	if (status == DS_OK)
		*idp = id;
	return status;
}

static enum ds_status
move_clear(struct catalog *cat, int64_t id, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_MOVE_DEL, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_int64(st, 1, id);
	return cat_run(file, st, diag);
}

enum ds_status
cat_move_drop(struct catalog *cat, int64_t id, struct ds_diag *diag)
{
	struct cat_change ch;
	enum ds_status st;

	if ((st = cat_change_begin(cat, cat->files[0], &ch, diag)) != DS_OK)
		return st;
	st = move_clear(cat, id, diag);
	return cat_change_end(cat, &ch, st, diag);
}

/* Both files, behind the master, which everybody who writes locks first. */
static enum ds_status
begin_both(struct catalog *cat, const char *source, const char *target,
    struct cat_file **fromp, struct cat_file **top, struct ds_diag *diag)
{
	struct cat_change ch;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if ((st = cat_file_of(cat, source, fromp, diag)) == DS_OK &&
	    (st = cat_file_of(cat, target, top, diag)) == DS_OK &&
	    (st = cat_change_begin(cat, *fromp, &ch, diag)) == DS_OK)
		st = cat_change_begin(cat, *top, &ch, diag);
	if (st == DS_OK && *fromp == *top)
		st = ds_fail(diag, DS_INVALID, source,
		    "source and target are the same catalog");
	if (st != DS_OK)
		cat_rollback(cat);
	return st;
}

static enum ds_status
end_both(struct catalog *cat, enum ds_status st, struct ds_diag *diag)
{
	if (st == DS_OK)
		return cat_commit(cat, diag);
	cat_rollback(cat);
	return st;
}

enum ds_status
cat_move_copy(struct catalog *cat, const char *name, const char *source,
    const char *target, struct ds_diag *diag)
{
	struct cat_file *from, *to;
	struct group g = {0};
	enum ds_status st;

	if ((st = begin_both(cat, source, target, &from, &to, diag)) != DS_OK)
		return st;
	if ((st = collect(from, name, &g, diag)) == DS_OK)
		st = copy_group(from, to, &g, diag);
	group_free(&g);
	return end_both(cat, st, diag);
}

enum { IDENTITY = 4, EVERYTHING = 10 }; /* columns of a fingerprint */

/* Text that tells two groups apart: of each entry what it is, or all that may
 * change as well. */
static enum ds_status
fingerprint(struct cat_file *file, const struct group *g, int columns,
    char **textp, struct ds_diag *diag)
{
	static const char sql[] =
	    "SELECT name, type, hex(comp_id), created, flags, extra, related,"
	    " expires,"
	    " (SELECT group_concat(volser || pos || volflag || ':' ||"
	    "   (SELECT count(*) || '/' || total(high_rba) FROM extent x"
	    "     WHERE x.entry_id = c.entry_id AND x.pos = c.pos))"
	    "   FROM cell c WHERE c.entry_id = e.id),"
	    " (SELECT count(*) FROM assoc a WHERE a.owner_id = e.id)"
	    " FROM entry e WHERE id = ?";
	enum ds_status status;
	sqlite3_stmt *st = NULL;
	sqlite3_str *text;
	bool row = false;
	size_t i;
	int k;

	status = prepare(file, sql, "comparing", &st, diag);
	if (status != DS_OK)
		return status;
	text = sqlite3_str_new(NULL);
	for (i = 0; i < g->n && status == DS_OK; i++) {
		sqlite3_bind_int64(st, 1, g->from[i]);
		status = cat_step_row(file, st, &row, diag);
		for (k = 0; status == DS_OK && row && k < columns; k++)
			sqlite3_str_appendf(
			    text, "%s|", sqlite3_column_text(st, k));
		sqlite3_str_appendf(text, "\n");
		sqlite3_reset(st);
	}
	sqlite3_finalize(st);
	*textp = sqlite3_str_finish(text);
	if (status == DS_OK && *textp == NULL)
		status = ds_fail(diag, DS_NOMEM, file->name, NULL);
	return status;
}

/* The same entries in the order of g, as far as to has their names; *allp:
 * each of them. */
static enum ds_status
counterparts(struct cat_file *from, struct cat_file *to, const struct group *g,
    struct group *other, bool *allp, struct ds_diag *diag)
{
	enum ds_status status = DS_OK;
	sqlite3_stmt *st = NULL;
	char name[DSNAME_MAX + 1] = "";
	bool row = false;
	int64_t id = 0;
	size_t i;

	*allp = true;
	status = prepare(from, "SELECT name FROM entry WHERE id = ?",
	    "comparing", &st, diag);
	if (status != DS_OK)
		return status;
	for (i = 0; i < g->n && status == DS_OK; i++) {
		sqlite3_bind_int64(st, 1, g->from[i]);
		status = cat_step_row(from, st, &row, diag);
		if (status == DS_OK && row)
			cat_text(st, 0, name, sizeof(name));
		sqlite3_reset(st);
		if (status == DS_OK)
			status = id_of(to, name, &id, diag);
		if (status == DS_CAT_NOTFOUND) {
			*allp = false;
			status = DS_OK;
		} else if (status == DS_OK && !group_add(other, id)) {
			status = ds_fail(diag, DS_NOMEM, name, NULL);
		}
	}
	sqlite3_finalize(st);
	return status;
}

static enum ds_status
remove_group(struct cat_file *file, const struct group *g, struct ds_diag *diag)
{
	enum ds_status status = DS_OK;
	sqlite3_stmt *st;
	size_t i;

	for (i = 0; i < g->n && status == DS_OK; i++) {
		status = cat_stmt(file, SQL_ENTRY_DEL, &st, diag);
		if (status != DS_OK)
			break;
		sqlite3_bind_int64(st, 1, g->from[i]);
		status = cat_run(file, st, diag);
	}
	return status;
}

/* Is the group of name in from and in to the same, in so many columns? g and
 * there are the two groups. */
static enum ds_status
compare(struct cat_file *from, struct cat_file *to, const char *name,
    int columns, struct group *g, struct group *there, bool *samep,
    struct ds_diag *diag)
{
	struct group other = {0};
	char *a = NULL, *b = NULL;
	enum ds_status st;
	bool all = false;

	*samep = false;
	st = collect(to, name, there, diag);
	if (st == DS_OK)
		st = collect(from, name, g, diag);
	if (st == DS_OK)
		st = counterparts(from, to, g, &other, &all, diag);
	if (st == DS_OK)
		st = fingerprint(from, g, columns, &a, diag);
	if (st == DS_OK)
		st = fingerprint(to, &other, columns, &b, diag);
	if (st == DS_OK)
		*samep = all && there->n == other.n && strcmp(a, b) == 0;
	sqlite3_free(a);
	sqlite3_free(b);
	group_free(&other);
	return st == DS_CAT_NOTFOUND ? DS_OK : st;
}

enum ds_status
cat_move_finish(struct catalog *cat, int64_t id, const char *name,
    const char *source, const char *target, struct ds_diag *diag)
{
	struct cat_file *from, *to;
	struct group g = {0}, there = {0};
	enum ds_status st;
	bool same = false;

	if ((st = begin_both(cat, source, target, &from, &to, diag)) != DS_OK)
		return st;
	st = compare(from, to, name, EVERYTHING, &g, &there, &same, diag);
	if (st == DS_OK)
		st = remove_group(same ? from : to, same ? &g : &there, diag);
	if (st == DS_OK)
		st = move_clear(cat, id, diag);
	group_free(&g);
	group_free(&there);
	st = end_both(cat, st, diag);
	if (st == DS_OK && !same)
		return ds_fail(diag, DS_BUSY, name, "it was changed meanwhile");
	return st;
}

/*
 * Finished when the copy is whole and as the source is; else what is a copy
 * goes, and what only has the name stays, as another may have defined it since.
 */
enum ds_status
cat_move_settle(struct catalog *cat, int64_t id, const char *name,
    const char *source, const char *target, struct ds_diag *diag)
{
	struct cat_file *from, *to;
	struct group g = {0}, there = {0}, g2 = {0}, there2 = {0};
	enum ds_status st;
	bool same = false, alike = false;

	if ((st = begin_both(cat, source, target, &from, &to, diag)) != DS_OK)
		return st;
	st = compare(from, to, name, EVERYTHING, &g, &there, &same, diag);
	if (st == DS_OK && !same)
		st = compare(
		    from, to, name, IDENTITY, &g2, &there2, &alike, diag);
	if (st == DS_OK && same)
		st = remove_group(from, &g, diag);
	if (st == DS_OK && alike)
		st = remove_group(to, &there2, diag);
	if (st == DS_OK)
		st = move_clear(cat, id, diag);
	group_free(&g);
	group_free(&there);
	group_free(&g2);
	group_free(&there2);
	return end_both(cat, st, diag);
}

/* One at a time by ascending id, so fn may settle the one it is given. */
enum ds_status
cat_move_list(struct catalog *cat,
    bool (*fn)(void *ctx, int64_t id, const char *name, const char *source,
	const char *target, const char *holder),
    void *ctx, struct ds_diag *diag)
{
	char text[4][DSNAME_MAX + 20];
	struct cat_file *file = cat->files[0];
	enum ds_status status;
	sqlite3_stmt *st;
	int64_t id = 0;
	bool row = false;
	int i;

	for (;;) {
		status = cat_stmt(file, SQL_MOVE_LIST, &st, diag);
		if (status != DS_OK)
			return status;
		sqlite3_bind_int64(st, 1, id);
		status = cat_step_row(file, st, &row, diag);
		if (status == DS_OK && row)
			id = sqlite3_column_int64(st, 0);
		for (i = 0; status == DS_OK && row && i < 4; i++)
			cat_text(st, i + 1, text[i], sizeof(text[i]));
		sqlite3_reset(st);
		if (status != DS_OK || !row ||
		    !fn(ctx, id, text[0], text[1], text[2], text[3]))
			return status;
	}
}

/* --- a whole catalog ------------------------------------------------------ */

static enum ds_status
is_empty(struct cat_file *file, struct ds_diag *diag)
{
	char name[DSNAME_MAX + 1];
	enum ds_status st;
	bool any = false;

	st = cat_any_entry(file, name, &any, diag);
	if (st == DS_OK && any)
		return ds_fail(diag, DS_CAT_NOTEMPTY, file->name,
		    "the target catalog has entries");
	return st;
}

#define NO_CONNECTOR                                                       \
	"(SELECT id FROM entry WHERE type <> 'U' AND NOT (type = 'X' AND " \
	"related IN (SELECT name FROM entry WHERE type = 'U')))"

/* The rows of a table as they are: numbers may stay, the target is empty. */
static enum ds_status
copy_table(struct cat_file *from, struct cat_file *to, const struct table *t,
    uint64_t *np, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st = NULL;
	char sql[256];

	snprintf(sql, sizeof(sql), "SELECT * FROM %s WHERE %s IN " NO_CONNECTOR,
	    t->name, t->id);
	if ((status = prepare(from, sql, "copying", &st, diag)) != DS_OK)
		return status;
	status = put_rows(from, st, to, t, NULL, np, diag);
	sqlite3_finalize(st);
	return status;
}

enum ds_status
cat_copy(struct catalog *cat, const char *source, const char *target,
    uint64_t *np, struct ds_diag *diag)
{
	uint64_t n[TABLES] = {0};
	struct cat_file *from, *to;
	enum ds_status st;
	size_t i;

	if ((st = cat_file_asked(cat, source, &from, diag)) != DS_OK ||
	    (st = cat_file_asked(cat, target, &to, diag)) != DS_OK)
		return st;
	if ((st = begin_both(cat, source, target, &from, &to, diag)) != DS_OK)
		return st;
	st = is_empty(to, diag);
	for (i = 0; i < TABLES && st == DS_OK; i++)
		st = copy_table(from, to, &tables[i], &n[i], diag);
	st = end_both(cat, st, diag);
	if (st == DS_OK)
		*np = n[0];
	return st;
}
