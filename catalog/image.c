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

/* Nobody knows the file before it is linked. */
enum ds_status
cat_file_restore(struct catalog *cat, const char *stem, const char *name,
    const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	char path[PATH_MAX], made[PATH_MAX], tmp[64];
	struct cat_file *file = NULL;
	enum ds_status st;

	snprintf(tmp, sizeof(tmp), ".restore-%ld", (long)getpid());
	if (!cat_file_path(path, cat->dir, stem, ".db") ||
	    !cat_file_path(made, cat->dir, tmp, ".db"))
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
	if (st == DS_OK && link(made, path) != 0)
		st = ds_fail_errno(diag, errno, path, "link");
	if (st == DS_OK)
		cat_sync_dir(cat->dir);
	remove_tmp(cat, tmp);
	return st;
}
