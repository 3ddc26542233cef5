/*
 * Who may do what with data sets: profiles and their access lists, groups,
 * logins. Each change counts the number of meta's item 'security' up, by which
 * whoever keeps what he read learns that it is old.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/cat_int.h"

enum ds_status
cat_security_seq(struct catalog *cat, uint64_t *seqp, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	enum ds_status status;
	sqlite3_stmt *st;
	bool row = false;

	if ((status = cat_stmt(file, SQL_SECURITY_SEQ, &st, diag)) != DS_OK)
		return status;
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row)
		*seqp = (uint64_t)sqlite3_column_int64(st, 0);
	else if (status == DS_OK)
		status = ds_fail(diag, DS_CAT_UNAVAIL, cat_master(cat),
		    "the catalog has no number of its profiles");
	sqlite3_reset(st);
	return status;
}

/* A statement of text parameters (NULL ends them), in a change of its own. */
static enum ds_status
run_text(struct cat_file *file, enum cat_sql id, const char *const *text,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	for (int i = 0; text[i] != NULL; i++)
		sqlite3_bind_text(st, i + 1, text[i], -1, SQLITE_STATIC);
	return cat_run(file, st, diag);
}

/* The end of a change. */
static enum ds_status
changed(struct catalog *cat, struct cat_change *ch, enum ds_status st,
    struct ds_diag *diag)
{
	static const char *const none[] = {NULL};

	if (st == DS_OK)
		st = run_text(cat->files[0], SQL_SECURITY_NEXT, none, diag);
	return cat_change_end(cat, ch, st, diag);
}

/* --- profiles ------------------------------------------------------------- */

static enum ds_status
there(
    struct cat_file *file, const char *name, bool *therep, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, SQL_PROFILE_THERE, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	status = cat_step_row(file, st, therep, diag);
	sqlite3_reset(st);
	return status;
}

static enum ds_status
must_be_there(struct cat_file *file, const char *name, struct ds_diag *diag)
{
	enum ds_status st;
	bool is = false;

	st = there(file, name, &is, diag);
	if (st == DS_OK && !is)
		st = ds_fail(diag, DS_CAT_NOTFOUND, name,
		    "there is no profile of this name");
	return st;
}

static enum ds_status
write_profile(struct cat_file *file, enum cat_sql id,
    const struct ds_profile *p, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(
	    st, 1, p->name, (int)strcspn(p->name, "."), SQLITE_STATIC);
	sqlite3_bind_text(st, 2, p->owner, -1, SQLITE_STATIC);
	sqlite3_bind_int(st, 3, (int)p->uacc);
	sqlite3_bind_int(st, 4, (int)p->audit);
	sqlite3_bind_int(st, 5, p->warning);
	sqlite3_bind_int64(st, 6, p->created);
	sqlite3_bind_text(st, 7, p->name, -1, SQLITE_STATIC);
	return cat_run(file, st, diag);
}

enum ds_status
cat_profile_add(
    struct catalog *cat, const struct ds_profile *p, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status st;
	bool is = false;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = there(file, p->name, &is, diag);
	if (st == DS_OK && is)
		st = ds_fail(diag, DS_CAT_DUPLICATE, p->name,
		    "there is a profile of this name");
	if (st == DS_OK)
		st = write_profile(file, SQL_PROFILE_PUT, p, diag);
	return changed(cat, &ch, st, diag);
}

enum ds_status
cat_profile_set(
    struct catalog *cat, const struct ds_profile *p, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status st;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	if ((st = must_be_there(file, p->name, diag)) == DS_OK)
		st = write_profile(file, SQL_PROFILE_SET, p, diag);
	return changed(cat, &ch, st, diag);
}

enum ds_status
cat_profile_remove(struct catalog *cat, const char *name, struct ds_diag *diag)
{
	const char *const text[] = {name, NULL};
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status st;
	bool is = false;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = there(file, name, &is, diag);
	if (st != DS_OK || !is) /* every DELETE of a data set comes by */
		return cat_change_end(cat, &ch, st, diag);
	st = run_text(file, SQL_PROFILE_DEL, text, diag);
	return changed(cat, &ch, st, diag);
}

/* Of a name that none has: the one of another name is renamed, or is there by
 * both. *donep: there was one. */
static enum ds_status
give_name(struct catalog *cat, const char *name, const char *newname, bool keep,
    bool *donep, struct ds_diag *diag)
{
	char hlq[DSNAME_MAX + 1];
	const char *const text[] = {newname, hlq, name, NULL};
	const char *const list[] = {newname, name, NULL};
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status st;
	bool is = false;

	*donep = false;
	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = there(file, name, &is, diag);
	if (st != DS_OK || !is)
		return cat_change_end(cat, &ch, st, diag);
	memcpy(hlq, newname, strlen(newname) + 1);
	hlq[strcspn(hlq, ".")] = '\0';
	if ((st = there(file, newname, &is, diag)) == DS_OK && is)
		st = ds_fail(diag, DS_CAT_DUPLICATE, newname,
		    "there is a profile of this name");
	if (st == DS_OK)
		st = run_text(file,
		    keep ? SQL_PROFILE_COPY : SQL_PROFILE_RENAME, text, diag);
	if (st == DS_OK && keep)
		st = run_text(file, SQL_PERMIT_COPY, list, diag);
	st = changed(cat, &ch, st, diag);
	*donep = st == DS_OK;
	return st;
}

enum ds_status
cat_profile_rename(struct catalog *cat, const char *name, const char *newname,
    struct ds_diag *diag)
{
	bool done;

	return give_name(cat, name, newname, false, &done, diag);
}

enum ds_status
cat_profile_copy(struct catalog *cat, const char *name, const char *newname,
    bool *donep, struct ds_diag *diag)
{
	return give_name(cat, name, newname, true, donep, diag);
}

/* A damaged number is no access. */
static enum ds_access
access_column(sqlite3_stmt *st, int column)
{
	const int n = sqlite3_column_int(st, column);

	return n > 0 && n < DS_ACCESSES ? (enum ds_access)n : DS_ACCESS_NONE;
}

static struct ds_profile *
read_profile(sqlite3_stmt *st)
{
	struct ds_profile *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	cat_text(st, 0, p->name, sizeof(p->name));
	cat_text(st, 1, p->owner, sizeof(p->owner));
	p->uacc = access_column(st, 2);
	p->audit = access_column(st, 3);
	p->warning = sqlite3_column_int(st, 4) != 0;
	p->created = (uint32_t)sqlite3_column_int64(st, 5);
	return p;
}

static bool
read_permit(sqlite3_stmt *st, struct ds_profile *p)
{
	struct ds_permit *t;

	if (sqlite3_column_type(st, 6) == SQLITE_NULL)
		return true;
	t = realloc(p->permits, (p->npermits + 1) * sizeof(*t));
	if (t == NULL)
		return false;
	p->permits = t;
	t += p->npermits++;
	cat_text(st, 6, t->id, sizeof(t->id));
	t->access = access_column(st, 7);
	return true;
}

/* The rows of a profile are one behind the other, one for each line of its
 * access list. */
enum ds_status
cat_profile_list(struct catalog *cat, const char *hlq,
    bool (*fn)(void *ctx, const struct ds_profile *p), void *ctx,
    struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct ds_profile *p = NULL;
	char name[DSNAME_MAX + 1];
	enum ds_status status;
	bool row = true, go = true;
	sqlite3_stmt *st;

	status = cat_stmt(
	    file, hlq != NULL ? SQL_PROFILE_OF : SQL_PROFILE_ALL, &st, diag);
	if (status != DS_OK)
		return status;
	if (hlq != NULL)
		sqlite3_bind_text(st, 1, hlq, -1, SQLITE_STATIC);
	while (go) {
		status = cat_step_row(file, st, &row, diag);
		if (status != DS_OK || !row)
			break;
		cat_text(st, 0, name, sizeof(name));
		if (p != NULL && strcmp(p->name, name) != 0) {
			go = fn(ctx, p);
			ds_profile_free(&p);
		}
		if (go && ((p == NULL && (p = read_profile(st)) == NULL) ||
			      !read_permit(st, p))) {
			status = ds_fail(diag, DS_NOMEM, name, NULL);
			break;
		}
	}
	sqlite3_reset(st);
	if (status == DS_OK && go && p != NULL)
		fn(ctx, p);
	ds_profile_free(&p);
	return status;
}

enum ds_status
cat_permit(struct catalog *cat, const char *profile, const char *id,
    const enum ds_access *access, struct ds_diag *diag)
{
	const char *const text[] = {profile, id, NULL};
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return status;
	if ((status = must_be_there(file, profile, diag)) == DS_OK)
		status = run_text(file, SQL_PERMIT_DEL, text, diag);
	if (status == DS_OK && access != NULL) {
		status = cat_stmt(file, SQL_PERMIT_PUT, &st, diag);
		if (status == DS_OK) {
			sqlite3_bind_int(st, 1, (int)*access);
			sqlite3_bind_text(st, 2, profile, -1, SQLITE_STATIC);
			sqlite3_bind_text(st, 3, id, -1, SQLITE_STATIC);
			status = cat_run(file, st, diag);
		}
	}
	return changed(cat, &ch, status, diag);
}

/* --- groups and logins ---------------------------------------------------- */

/* Out with the old row, in with the new one, if it has. */
static enum ds_status
replace(struct catalog *cat, enum cat_sql del, const char *const *old,
    enum cat_sql put, const char *const *new, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status st;

	if ((st = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return st;
	st = run_text(file, del, old, diag);
	if (st == DS_OK && new != NULL)
		st = run_text(file, put, new, diag);
	return changed(cat, &ch, st, diag);
}

/* Rows of two columns. */
static enum ds_status
list_pairs(struct catalog *cat, enum cat_sql id, const char *key,
    bool (*fn)(void *ctx, const char *a, const char *b), void *ctx,
    struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	char a[CAT_LOGIN_MAX + 1], b[USERID_MAX + 1];
	enum ds_status status;
	bool row = false;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	if (key != NULL)
		sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
	while ((status = cat_step_row(file, st, &row, diag)) == DS_OK && row) {
		cat_text(st, 0, a, sizeof(a));
		cat_text(st, 1, b, sizeof(b));
		if (!fn(ctx, a, b))
			break;
	}
	sqlite3_reset(st);
	return status;
}

enum ds_status
cat_member_set(struct catalog *cat, const char *userid, const char *group,
    bool in, struct ds_diag *diag)
{
	const char *const row[] = {userid, group, NULL};

	return replace(
	    cat, SQL_MEMBER_DEL, row, SQL_MEMBER_PUT, in ? row : NULL, diag);
}

enum ds_status
cat_member_list(struct catalog *cat, const char *userid,
    bool (*fn)(void *ctx, const char *userid, const char *group), void *ctx,
    struct ds_diag *diag)
{
	return list_pairs(cat, userid != NULL ? SQL_MEMBER_OF : SQL_MEMBER_ALL,
	    userid, fn, ctx, diag);
}

enum ds_status
cat_login_set(struct catalog *cat, const char *login, const char *userid,
    struct ds_diag *diag)
{
	const char *const old[] = {login, NULL};
	const char *const new[] = {login, userid, NULL};

	if (strlen(login) > CAT_LOGIN_MAX)
		return ds_fail(diag, DS_INVALID, NULL, "the login is too long");
	return replace(cat, SQL_LOGIN_DEL, old, SQL_LOGIN_PUT,
	    userid != NULL ? new : NULL, diag);
}

enum ds_status
cat_login_list(struct catalog *cat, const char *login,
    bool (*fn)(void *ctx, const char *login, const char *userid), void *ctx,
    struct ds_diag *diag)
{
	return list_pairs(cat, login != NULL ? SQL_LOGIN_GET : SQL_LOGIN_ALL,
	    login, fn, ctx, diag);
}
