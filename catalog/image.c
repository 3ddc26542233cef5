/*
 * A catalog as bytes: taken of one moment without keeping anybody out, and put
 * back as a file that is checked before it has its name.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/cat_int.h"

enum ds_status
cat_image(struct catalog *cat, const char *name, uint8_t **bufp, size_t *lenp,
    struct ds_diag *diag)
{
	struct cat_file *file;
	sqlite3_int64 len = 0;
	enum ds_status st;
	uint8_t *buf;

	if ((st = cat_file_of(cat, name, &file, diag)) != DS_OK)
		return st;
	buf = sqlite3_serialize(file->db, "main", &len, 0);
	if (buf == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	*bufp = buf;
	*lenp = (size_t)len;
	return DS_OK;
}

void
cat_image_free(uint8_t *buf)
{
	sqlite3_free(buf);
}

static enum ds_status
write_all(const char *dir, const char *path, const uint8_t *buf, size_t len,
    struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct stat sb;
	size_t at = 0;
	ssize_t n;
	int fd;

	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return ds_fail_errno(diag, errno, path, "make");
	while (at < len && st == DS_OK) {
		n = write(fd, buf + at, len - at);
		if (n < 0 && errno != EINTR)
			st = ds_fail_errno(diag, errno, path, "write");
		at += n > 0 ? (size_t)n : 0;
	}
	if (st == DS_OK &&
	    (stat(dir, &sb) != 0 ||
		(geteuid() == 0 && fchown(fd, sb.st_uid, sb.st_gid) != 0) ||
		fchmod(fd, (sb.st_mode & S_IWGRP) ? 0660 : 0600) != 0 ||
		fsync(fd) != 0))
		st = ds_fail_errno(diag, errno, path, "write");
	close(fd);
	return st;
}

static bool
answers(struct cat_file *file, const char *sql, const char *wanted)
{
	sqlite3_stmt *st = NULL;
	const unsigned char *text = NULL;
	bool good;

	if (sqlite3_prepare_v2(file->db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		text = sqlite3_column_text(st, 0); /* NULL: no memory */
	good = text != NULL && strcmp((const char *)text, wanted) == 0;
	sqlite3_finalize(st);
	return good;
}

/* Whole, as SQLite sees it, and without anything that would do something by
 * itself? What it is for a catalog cat_file_open looks at. */
static enum ds_status
check_pages(struct cat_file *file, struct ds_diag *diag)
{
	if (answers(file,
		"SELECT count(*) || '' FROM sqlite_schema "
		"WHERE type IN ('trigger', 'view')",
		"0") &&
	    answers(file, "PRAGMA quick_check(1)", "ok"))
		return DS_OK;
	return ds_fail(diag, DS_CORRUPT, file->name,
	    "the image of the catalog is damaged");
}

static void
remove_tmp(const struct catalog *cat, const char *tmp)
{
	static const char *const tails[] = {".db", ".db-wal", ".db-shm"};
	char path[PATH_MAX];
	size_t i;

	for (i = 0; i < 3; i++)
		if (cat_file_path(path, cat->dir, tmp, tails[i]))
			unlink(path);
}

enum { TMP_LEN = 64 };

/* A file of the image that nobody knows, checked: remove_tmp, whatever the
 * outcome is. */
static enum ds_status
stage(struct catalog *cat, const char *name, const uint8_t *buf, size_t len,
    char tmp[TMP_LEN], char made[PATH_MAX], struct ds_diag *diag)
{
	struct cat_file *file = NULL;
	enum ds_status st;

	snprintf(tmp, TMP_LEN, ".restore-%ld", (long)getpid());
	if (!cat_file_path(made, cat->dir, tmp, ".db"))
		return ds_fail(diag, DS_INVALID, name, "path too long");
	remove_tmp(cat, tmp);
	if ((st = write_all(cat->dir, made, buf, len, diag)) == DS_OK)
		st = cat_file_open(cat, tmp, name, &file, diag);
	if (st == DS_CAT_UNAVAIL)
		st = ds_fail(diag, DS_CORRUPT, name,
		    "it is not the image of this catalog");
	if (st == DS_OK)
		st = check_pages(file, diag);
	/* what opening it may have changed goes into the file itself */
	cat_file_close(&file);
	return st;
}

/* Nobody knows the file before it is linked. */
enum ds_status
cat_file_restore(struct catalog *cat, const char *stem, const char *name,
    const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	char path[PATH_MAX], made[PATH_MAX], tmp[TMP_LEN] = "";
	enum ds_status st;

	if (!cat_file_path(path, cat->dir, stem, ".db"))
		return ds_fail(diag, DS_INVALID, name, "path too long");
	st = stage(cat, name, buf, len, tmp, made, diag);
	if (st == DS_OK && link(made, path) != 0)
		st = ds_fail_errno(diag, errno, path, "link");
	if (st == DS_OK)
		cat_sync_dir(cat->dir);
	remove_tmp(cat, tmp);
	return st;
}

/* --- the master -------------------------------------------------------------
 */

/*
 * All tables but meta, what others refer to before them; their columns are of
 * one order, since both files went the same steps of the schema. Of intents
 * those stay that only look at entries: what is under way with other files has
 * ended by now, one way or another.
 */
static const char copy_rows[] =
    "DELETE FROM main.intent; DELETE FROM main.move;"
    "DELETE FROM main.login; DELETE FROM main.membership;"
    "DELETE FROM main.permit; DELETE FROM main.profile;"
    "DELETE FROM main.gap; DELETE FROM main.space; DELETE FROM main.volume;"
    "INSERT INTO main.entry SELECT * FROM image.entry;"
    "INSERT INTO main.cell SELECT * FROM image.cell;"
    "INSERT INTO main.extent SELECT * FROM image.extent;"
    "INSERT INTO main.assoc SELECT * FROM image.assoc;"
    "INSERT INTO main.volume SELECT * FROM image.volume;"
    "INSERT INTO main.space SELECT * FROM image.space;"
    "INSERT INTO main.gap SELECT * FROM image.gap;"
    "INSERT INTO main.profile SELECT * FROM image.profile;"
    "INSERT INTO main.permit SELECT * FROM image.permit;"
    "INSERT INTO main.membership SELECT * FROM image.membership;"
    "INSERT INTO main.login SELECT * FROM image.login;"
    "INSERT INTO main.intent SELECT * FROM image.intent "
    "WHERE kind IN ('T', 'H');"
    "UPDATE main.meta SET value = 1 + max(CAST(value AS INTEGER),"
    " (SELECT CAST(value AS INTEGER) FROM image.meta"
    "  WHERE item = 'security')) WHERE item = 'security'";

/* ATTACH of a file, outside of transactions, or DETACH (path NULL). */
static enum ds_status
attach(struct cat_file *file, const char *path, struct ds_diag *diag)
{
	sqlite3_stmt *st = NULL;
	int rc;

	rc = sqlite3_prepare_v2(file->db,
	    path != NULL ? "ATTACH ?1 AS image" : "DETACH image", -1, &st,
	    NULL);
	if (rc == SQLITE_OK && path != NULL)
		rc = sqlite3_bind_text(st, 1, path, -1, SQLITE_STATIC);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(st);
	sqlite3_finalize(st);
	return rc == SQLITE_DONE
		   ? DS_OK
		   : cat_fail(file->db, rc, file->path, "the image", diag);
}

static enum ds_status
take_rows(struct catalog *cat, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	enum ds_status st;
	int rc;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if (!answers(file, "SELECT count(*) || '' FROM main.entry", "0"))
		st = ds_fail(diag, DS_CAT_DUPLICATE, file->name,
		    "the master catalog has entries");
	if (st == DS_OK) {
		cat_recovery_anew(file);
		rc = sqlite3_exec(file->db, copy_rows, NULL, NULL, NULL);
		if (rc != SQLITE_OK)
			st = cat_fail(
			    file->db, rc, file->path, "restoring", diag);
	}
	if (st == DS_OK)
		return cat_commit(cat, diag);
	cat_rollback(cat);
	return st;
}

enum ds_status
cat_master_restore(
    struct catalog *cat, const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	char made[PATH_MAX], tmp[TMP_LEN] = "";
	enum ds_status st;

	st = stage(cat, file->name, buf, len, tmp, made, diag);
	if (st == DS_OK && (st = attach(file, made, diag)) == DS_OK) {
		st = take_rows(cat, diag);
		attach(file, NULL, NULL);
	}
	remove_tmp(cat, tmp);
	return st;
}
