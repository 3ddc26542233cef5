/*
 * Catalog files: made under a name of their own and then linked into place,
 * opened with a check of what they are, found open.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/cat_int.h"

static const char *const sql_text[SQL_COUNT] = {
#define X(name, text) text,
    CAT_SQL(X)
#undef X
};

/* The end of a path that is too long for a diagnosis names the file. */
static const char *
cat_path_tail(const char *path)
{
	size_t len = strlen(path), most = sizeof(((struct ds_diag *)0)->name);

	return len < most ? path : path + len - most + 1;
}

enum ds_status
cat_fail(sqlite3 *db, int rc, const char *path, const char *doing,
    struct ds_diag *diag)
{
	enum ds_status st;
	int err = db != NULL ? sqlite3_system_errno(db) : 0;
	const char *why = sqlite3_errstr(rc);

	switch (rc & 0xFF) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		st = DS_TIMEOUT;
		why = "another process keeps the catalog busy";
		break;
	case SQLITE_FULL:
		st = DS_CAT_FULL;
		break;
	case SQLITE_NOMEM:
		st = DS_NOMEM;
		break;
	case SQLITE_NOTADB:
		st = DS_CAT_UNAVAIL;
		why = "the file is not a catalog";
		break;
	case SQLITE_CORRUPT:
		st = DS_CAT_UNAVAIL;
		why = "the catalog is damaged";
		break;
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
	case SQLITE_AUTH:
		st = DS_CAT_UNAVAIL;
		if (err != 0)
			why = strerror(err);
		break;
	case SQLITE_READONLY:
		st = DS_CAT_SECURITY;
		why = "the catalog may not be written";
		break;
	case SQLITE_IOERR:
		st = err == ENOSPC || err == EDQUOT || err == EFBIG
			 ? DS_CAT_FULL
			 : DS_IO;
		if (err != 0)
			why = strerror(err);
		break;
	default:
		st = DS_IO;
		if (rc == SQLITE_ERROR && db != NULL)
			why = sqlite3_errmsg(db);
	}
	ds_fail(diag, st, cat_path_tail(path), "%s: %s", doing, why);
	if (diag != NULL)
		diag->sys_errno = err;
	return st;
}

/* --- statements ----------------------------------------------------------- */

enum ds_status
cat_stmt(struct cat_file *file, enum cat_sql id, sqlite3_stmt **stp,
    struct ds_diag *diag)
{
	int rc;

	if (file->stmts[id] == NULL) {
		rc = sqlite3_prepare_v3(file->db, sql_text[id], -1,
		    SQLITE_PREPARE_PERSISTENT, &file->stmts[id], NULL);
		if (rc != SQLITE_OK)
			return cat_file_fail(file, rc, "preparing", diag);
	}
	sqlite3_reset(file->stmts[id]);
	sqlite3_clear_bindings(file->stmts[id]);
	*stp = file->stmts[id];
	return DS_OK;
}

enum ds_status
cat_step_row(
    struct cat_file *file, sqlite3_stmt *st, bool *rowp, struct ds_diag *diag)
{
	int rc = sqlite3_step(st);

	if (rc != SQLITE_ROW && rc != SQLITE_DONE) {
		sqlite3_reset(st);
		if (rc == SQLITE_CONSTRAINT_UNIQUE ||
		    rc == SQLITE_CONSTRAINT_PRIMARYKEY)
			return ds_fail(diag, DS_CAT_DUPLICATE, NULL, "%s",
			    sqlite3_errmsg(file->db));
		if ((rc & 0xFF) == SQLITE_CONSTRAINT)
			return ds_fail(diag, DS_CAT_RELATED, NULL, "%s",
			    sqlite3_errmsg(file->db));
		return cat_file_fail(file, rc, "access", diag);
	}
	*rowp = rc == SQLITE_ROW;
	return DS_OK;
}

enum ds_status
cat_run(struct cat_file *file, sqlite3_stmt *st, struct ds_diag *diag)
{
	enum ds_status status;
	bool row = true;

	do
		status = cat_step_row(file, st, &row, diag);
	while (status == DS_OK && row);
	sqlite3_reset(st);
	return status;
}

void
cat_text(sqlite3_stmt *st, int column, char *out, size_t size)
{
	const char *s = (const char *)sqlite3_column_text(st, column);
	size_t len = s != NULL ? strnlen(s, size - 1) : 0;

	if (len > 0)
		memcpy(out, s, len);
	out[len] = '\0';
}

/* --- making a file -------------------------------------------------------- */

/* 0660 and the group in a shared root, 0600 in a private one; run as root,
 * the file gets the directory's owner. */
enum ds_status
cat_set_owner(const char *dir, const char *path, struct ds_diag *diag)
{
	struct stat sb;

	if (stat(dir, &sb) != 0)
		return ds_fail_errno(diag, errno, dir, "stat");
	if (geteuid() == 0 && chown(path, sb.st_uid, sb.st_gid) != 0)
		return ds_fail_errno(diag, errno, path, "chown");
	if (chmod(path, (sb.st_mode & S_IWGRP) ? 0660 : 0600) != 0)
		return ds_fail_errno(diag, errno, path, "chmod");
	return DS_OK;
}

static enum ds_status
build(const char *path, const char *name,
    enum ds_status (*fill)(sqlite3 *db, void *ctx, struct ds_diag *diag),
    void *ctx, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	sqlite3 *db = NULL;
	char *sql = NULL;
	int rc;

	rc = sqlite3_open_v2(path, &db,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
	    NULL);
	if (rc != SQLITE_OK) {
		st = cat_fail(db, rc, path, "making", diag);
		goto out;
	}
	/* Nobody knows the file before it is linked: no journal. */
	sql = sqlite3_mprintf("PRAGMA journal_mode = MEMORY;"
			      "PRAGMA application_id = %d;"
			      "PRAGMA synchronous = FULL",
	    CAT_APPLICATION_ID);
	rc = sql == NULL ? SQLITE_NOMEM
			 : sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_free(sql);
	if (rc != SQLITE_OK) {
		st = cat_fail(db, rc, path, "making", diag);
		goto out;
	}
	if (fill != NULL && (st = fill(db, ctx, diag)) != DS_OK)
		goto out;
	if ((st = cat_migrate(db, cat_steps, cat_nsteps, path, diag)) != DS_OK)
		goto out;
	sql = sqlite3_mprintf("INSERT INTO meta VALUES ('name', '%q');"
			      "PRAGMA journal_mode = WAL",
	    name);
	rc = sql == NULL ? SQLITE_NOMEM
			 : sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_free(sql);
	if (rc != SQLITE_OK)
		st = cat_fail(db, rc, path, "making", diag);
out:
	sqlite3_close(db);
	return st;
}

void
cat_sync_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
}

bool
cat_file_path(
    char out[PATH_MAX], const char *dir, const char *stem, const char *suffix)
{
	int n = snprintf(out, PATH_MAX, "%s/%s%s", dir, stem, suffix);

	return n > 0 && n < PATH_MAX - 8;
}

/*
 * Built under a name of our own, then linked: any number of processes may make
 * the same catalog at once, one link wins and the others find it there.
 */
enum ds_status
cat_file_build(const char *dir, const char *stem, const char *name,
    enum ds_status (*fill)(sqlite3 *db, void *ctx, struct ds_diag *diag),
    void *ctx, struct ds_diag *diag)
{
	enum ds_status st;
	char path[PATH_MAX], tmp[PATH_MAX], suffix[64];

	snprintf(suffix, sizeof(suffix), ".new-%ld", (long)getpid());
	if (!cat_file_path(path, dir, stem, ".db") ||
	    !cat_file_path(tmp, dir, stem, suffix))
		return ds_fail(diag, DS_INVALID, name, "path too long");
	if (access(path, F_OK) == 0)
		return DS_OK;
	unlink(tmp);
	if ((st = build(tmp, name, fill, ctx, diag)) != DS_OK)
		goto out;
	if ((st = cat_set_owner(dir, tmp, diag)) != DS_OK)
		goto out;
	if (link(tmp, path) != 0 && errno != EEXIST)
		st = ds_fail_errno(diag, errno, path, "link");
	else
		cat_sync_dir(dir);
out:
	unlink(tmp);
	return st;
}

enum ds_status
cat_file_make(
    const char *dir, const char *stem, const char *name, struct ds_diag *diag)
{
	return cat_file_build(dir, stem, name, NULL, NULL, diag);
}

/* --- opening a file ------------------------------------------------------- */

static enum ds_status
pragma_int(
    struct cat_file *file, const char *sql, int *valuep, struct ds_diag *diag)
{
	sqlite3_stmt *st = NULL;
	int rc;

	rc = sqlite3_prepare_v2(file->db, sql, -1, &st, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(st);
	if (rc == SQLITE_ROW)
		*valuep = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	if (rc != SQLITE_ROW)
		return cat_fail(file->db, rc, file->path, "opening", diag);
	return DS_OK;
}

/* The name inside must be the file's: no file is taken for another. */
static enum ds_status
check_name(struct cat_file *file, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;
	char name[DSNAME_MAX + 1] = "";
	bool row = false;

	if ((status = cat_stmt(file, SQL_META_GET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, "name", -1, SQLITE_STATIC);
	status = cat_step_row(file, st, &row, diag);
	if (status == DS_OK && row)
		cat_text(st, 0, name, sizeof(name));
	sqlite3_reset(st);
	if (status == DS_OK && strcmp(name, file->name) != 0)
		return ds_fail(diag, DS_CAT_UNAVAIL, cat_path_tail(file->path),
		    "the file holds the catalog '%s', not %s", name,
		    file->name);
	return status;
}

static enum ds_status
check_file(struct cat_file *file, struct ds_diag *diag)
{
	enum ds_status st;
	int id = 0;

	st = pragma_int(file, "PRAGMA application_id", &id, diag);
	if (st != DS_OK)
		return st;
	if (id != CAT_APPLICATION_ID)
		return ds_fail(diag, DS_CAT_UNAVAIL, cat_path_tail(file->path),
		    "the file is not a catalog");
	st = cat_migrate(file->db, cat_steps, cat_nsteps, file->path, diag);
	if (st != DS_OK)
		return st;
	return check_name(file, diag);
}

void
cat_file_close(struct cat_file **filep)
{
	int i;

	if (*filep == NULL)
		return;
	cat_recovery_detach(*filep);
	for (i = 0; i < SQL_COUNT; i++)
		sqlite3_finalize((*filep)->stmts[i]);
	sqlite3_close((*filep)->db);
	free(*filep);
	*filep = NULL;
}

enum ds_status
cat_file_open(struct catalog *cat, const char *stem, const char *name,
    struct cat_file **filep, struct ds_diag *diag)
{
	static const char settings[] = "PRAGMA foreign_keys = ON;"
				       "PRAGMA synchronous = FULL";
	struct cat_file *file;
	enum ds_status st;
	struct stat sb;
	int rc, err;

	if ((file = calloc(1, sizeof(*file))) == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	file->cat = cat;
	snprintf(file->name, sizeof(file->name), "%s", name);
	if (!cat_file_path(file->path, cat->dir, stem, ".db")) {
		st = ds_fail(diag, DS_INVALID, name, "path too long");
		goto out;
	}
	/*
	 * SQLite would say only that it cannot. Asked without opening: closing
	 * any descriptor of the file would drop the POSIX locks that another
	 * connection of this process has on it, and with them its log.
	 */
	if (faccessat(AT_FDCWD, file->path, R_OK, AT_EACCESS) != 0 ||
	    stat(file->path, &sb) != 0) {
		err = errno;
		st = ds_fail(diag, DS_CAT_UNAVAIL, cat_path_tail(file->path),
		    "the catalog cannot be opened: %s", strerror(err));
		if (diag != NULL)
			diag->sys_errno = err;
		goto out;
	}
	if (!cat_writable(file->path, cat->dir)) {
		st = cat_open_readonly(file, diag);
	} else {
		rc = sqlite3_open_v2(file->path, &file->db,
		    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
		st = rc == SQLITE_OK
			 ? DS_OK
			 : cat_fail(file->db, rc, file->path, "opening", diag);
	}
	if (st != DS_OK)
		goto out;
	sqlite3_extended_result_codes(file->db, 1);
	sqlite3_busy_handler(file->db, cat_wait, file);
	rc = sqlite3_exec(file->db, settings, NULL, NULL, NULL);
	if (rc != SQLITE_OK) {
		st = cat_file_fail(file, rc, "opening", diag);
		goto out;
	}
	if ((st = check_file(file, diag)) != DS_OK)
		goto out;
	/* changes fail as those of the file would */
	if (file->copy)
		sqlite3_exec(
		    file->db, "PRAGMA query_only = ON", NULL, NULL, NULL);
	file->dev = sb.st_dev;
	file->ino = sb.st_ino;
	*filep = file;
	file = NULL;
out:
	/* removed by another process while it was being opened */
	if (st == DS_IO && stat(file->path, &sb) != 0)
		st = ds_fail(diag, DS_CAT_UNAVAIL, cat_path_tail(file->path),
		    "the catalog cannot be opened: %s", strerror(ENOENT));
	cat_file_close(&file);
	return st;
}

/* --- the set of open files ------------------------------------------------ */

/* Keep it until the end, since a listing may be in the middle of it. */
static void
retire(struct catalog *cat, int i)
{
	struct cat_file *file = cat->files[i];

	file->retired = cat->retired;
	cat->retired = file;
	cat->files[i] = cat->files[--cat->nfiles];
	cat->files[cat->nfiles] = NULL;
}

/*
 * Another process may have removed the catalog, and even have made another of
 * its name, since it was opened. Looked at without opening: see cat_file_open.
 */
static bool
is_same_file(const struct cat_file *file, const char *stem)
{
	const char *base = strrchr(file->path, '/') + 1;
	size_t len = strlen(stem);
	struct stat sb;

	return strncmp(base, stem, len) == 0 &&
	       strcmp(base + len, ".db") == 0 && stat(file->path, &sb) == 0 &&
	       sb.st_dev == file->dev && sb.st_ino == file->ino;
}

void
cat_pass_locks(struct catalog *cat, bool on)
{
	cat->pass_locks = on;
}

/* From its connector; asked: one that is locked is refused. */
static enum ds_status
stem_of(struct catalog *cat, const char *name, bool asked,
    char stem[DSNAME_MAX + 1], struct ds_diag *diag)
{
	char extra[CAT_EXTRA];
	enum ds_status st;
	bool found = false;

	st = cat_connector(cat, name, stem, extra, &found, diag);
	if (st == DS_OK && !found)
		return ds_fail(diag, DS_CAT_UNAVAIL, name,
		    "there is no catalog of this name");
	if (st == DS_OK && asked && ds_extra_says(extra, "LOCK", "YES"))
		return ds_fail(diag, DS_CAT_UNAVAIL, name, DS_UCAT_LOCKED);
	if (st == DS_OK && asked && ds_extra_says(extra, "SUSPEND", "YES"))
		return ds_fail(diag, DS_CAT_UNAVAIL, name, DS_UCAT_SUSPENDED);
	/* A damaged or foreign connector must not lead out of the folder. */
	if (st == DS_OK && strchr(stem, '/') != NULL)
		return ds_fail(diag, DS_CAT_UNAVAIL, name,
		    "its connector does not name a file");
	return st;
}

static int
find_open(const struct catalog *cat, const char *name)
{
	int i;

	for (i = 0; i < cat->nfiles; i++)
		if (strcmp(cat->files[i]->name, name) == 0)
			return i;
	return -1;
}

static enum ds_status
file_of(struct catalog *cat, const char *name, bool asked,
    struct cat_file **filep, struct ds_diag *diag)
{
	char stem[DSNAME_MAX + 1] = "";
	enum ds_status st;
	bool in_tx;
	int i;

	i = name == NULL || name[0] == '\0' ? 0 : find_open(cat, name);
	/* While a transaction holds the master nobody changes connectors. */
	in_tx = i > 0 && cat->files[i]->in_tx;
	if (i == 0 || (in_tx && !asked)) {
		*filep = cat->files[i];
		return DS_OK;
	}
	if ((st = stem_of(cat, name, asked, stem, diag)) != DS_OK)
		return st;
	if (in_tx || (i > 0 && is_same_file(cat->files[i], stem))) {
		*filep = cat->files[i];
		return DS_OK;
	}
	if (i > 0)
		retire(cat, i);
	if (cat->nfiles == CAT_FILES)
		return ds_fail(diag, DS_CAT_UNAVAIL, name,
		    "more than %d catalogs are open", CAT_FILES);
	st = cat_file_open(cat, stem, name, &cat->files[cat->nfiles], diag);
	if (st != DS_OK)
		return st;
	cat_recovery_attach(cat->files[cat->nfiles]);
	*filep = cat->files[cat->nfiles++];
	return DS_OK;
}

enum ds_status
cat_file_of(struct catalog *cat, const char *name, struct cat_file **filep,
    struct ds_diag *diag)
{
	return file_of(cat, name, false, filep, diag);
}

enum ds_status
cat_file_asked(struct catalog *cat, const char *name, struct cat_file **filep,
    struct ds_diag *diag)
{
	return file_of(cat, name, !cat->pass_locks, filep, diag);
}

enum ds_status
cat_file_still(struct catalog *cat, struct cat_file *file, struct ds_diag *diag)
{
	char stem[DSNAME_MAX + 1] = "";
	enum ds_status st;

	if (file == cat->files[0] || file->in_tx)
		return DS_OK;
	st = stem_of(cat, file->name, false, stem, diag);
	if (st == DS_OK && !is_same_file(file, stem))
		st = ds_fail(diag, DS_CAT_UNAVAIL, file->name,
		    "the catalog was replaced by another");
	return st;
}

void
cat_file_forget(struct catalog *cat, const char *name)
{
	int i = find_open(cat, name);

	if (i <= 0)
		return;
	cat_file_close(&cat->files[i]);
	cat->files[i] = cat->files[--cat->nfiles];
	cat->files[cat->nfiles] = NULL;
}

static bool
holds_catalog(const char *dir, const char *name)
{
	char path[PATH_MAX];

	return cat_file_path(path, dir, name, ".db") && access(path, F_OK) == 0;
}

enum ds_status
cat_open(const char *dir, const char *master, bool create, int busy_ms,
    struct catalog **catp, struct ds_diag *diag)
{
	struct catalog *cat = NULL;
	enum ds_status st;

	if (strlen(dir) >= PATH_MAX - 64 ||
	    !dsname_valid(master, strlen(master)))
		return ds_fail(diag, DS_INVALID, master, "catalog name");
	if (create && !holds_catalog(dir, master)) {
		if ((st = cat_file_make(dir, master, master, diag)) != DS_OK)
			return st;
	}
	if ((cat = calloc(1, sizeof(*cat))) == NULL)
		return ds_fail(diag, DS_NOMEM, master, NULL);
	snprintf(cat->dir, sizeof(cat->dir), "%s", dir);
	cat->busy_ms = busy_ms;
	if ((st = cat_file_open(cat, master, master, &cat->files[0], diag)) !=
	    DS_OK)
		goto out;
	cat->nfiles = 1;
	*catp = cat;
	cat = NULL;
out:
	cat_close(&cat);
	return st;
}

void
cat_close(struct catalog **catp)
{
	struct cat_file *file;
	int i;

	if (catp == NULL || *catp == NULL)
		return;
	cat_rollback(*catp);
	while ((file = (*catp)->retired) != NULL) {
		(*catp)->retired = file->retired;
		cat_file_close(&file);
	}
	for (i = 0; i < (*catp)->nfiles; i++)
		cat_file_close(&(*catp)->files[i]);
	free(*catp);
	*catp = NULL;
}

const char *
cat_master(const struct catalog *cat)
{
	return cat->files[0]->name;
}
