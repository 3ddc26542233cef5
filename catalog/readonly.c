/*
 * A catalog that this process may not write: a read-only file system, or
 * somebody else's root. SQLite wants files beside one in WAL mode even to
 * read it. With a log there (its writers live, or one died) they exist, and it
 * reads by them. Without, the file is whole: it is read into memory, where
 * nobody changes it, and looked at again if somebody began to meanwhile.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "catalog/cat_int.h"

enum {
	TRIES = 8,
	/* File format versions in the header: 2 is WAL, which needs the files
	 * that a database in memory cannot have; 1 is not. */
	WRITE_VERSION = 18,
	READ_VERSION = 19,
};

bool
cat_writable(const char *path, const char *dir)
{
	return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 &&
	       faccessat(AT_FDCWD, dir, W_OK, AT_EACCESS) == 0;
}

static bool
has_log(const struct cat_file *file)
{
	char path[PATH_MAX + 8];
	struct stat sb;

	snprintf(path, sizeof(path), "%s-wal", file->path);
	return stat(path, &sb) == 0 && sb.st_size > 0;
}

/* file:PATH?immutable=1, with what a URI would read otherwise escaped. */
static bool
make_uri(const char *path, char *uri, size_t size)
{
	static const char hex[] = "0123456789ABCDEF";
	static const char tail[] = "?immutable=1";
	size_t n = (size_t)snprintf(uri, size, "file:");
	const unsigned char *p;

	for (p = (const unsigned char *)path; *p != '\0'; p++) {
		if (n + 3 + sizeof(tail) > size)
			return false;
		if (strchr("%?#", *p) != NULL) {
			uri[n++] = '%';
			uri[n++] = hex[*p >> 4];
			uri[n++] = hex[*p & 15];
		} else {
			uri[n++] = (char)*p;
		}
	}
	memcpy(uri + n, tail, sizeof(tail));
	return true;
}

/* All of the file in memory of SQLite, which opens and closes it: by hand the
 * locks of another connection of this process would go. */
static enum ds_status
read_all(const struct cat_file *file, unsigned char **bufp, int64_t *lenp,
    struct ds_diag *diag)
{
	char uri[3 * PATH_MAX];
	enum ds_status st = DS_OK;
	sqlite3 *db = NULL;
	sqlite3_int64 len = 0;
	int rc;

	if (!make_uri(file->path, uri, sizeof(uri)))
		return ds_fail(diag, DS_INVALID, NULL, "path too long");
	rc = sqlite3_open_v2(uri, &db,
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc == SQLITE_OK) /* is it a database at all? */
		rc = sqlite3_exec(
		    db, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		st = cat_fail(db, rc, file->path, "opening", diag);
	else if ((*bufp = sqlite3_serialize(db, "main", &len, 0)) == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	else
		*lenp = len;
	sqlite3_close(db);
	return st;
}

static bool
same_file(const struct stat *a, const struct stat *b)
{
	return a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
	       a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
	       a->st_size == b->st_size;
}

/* Read without anybody writing: the same before and after, and no log. */
static enum ds_status
read_quiet(const struct cat_file *file, unsigned char **bufp, int64_t *lenp,
    struct ds_diag *diag)
{
	struct timespec nap = {0, 10000000};
	struct stat before, after;
	enum ds_status st;
	int i;

	for (i = 0; i < TRIES; i++) {
		if (stat(file->path, &before) != 0)
			return ds_fail_errno(
			    diag, errno, NULL, "reading the catalog");
		if ((st = read_all(file, bufp, lenp, diag)) == DS_OK) {
			if (!has_log(file) && stat(file->path, &after) == 0 &&
			    same_file(&before, &after))
				return DS_OK;
			sqlite3_free(*bufp);
		} else if (!has_log(file)) {
			return st;
		}
		nanosleep(&nap, NULL);
	}
	return ds_fail(
	    diag, DS_TIMEOUT, NULL, "another process keeps the catalog busy");
}

static enum ds_status
open_copy(struct cat_file *file, struct ds_diag *diag)
{
	unsigned char *buf = NULL;
	enum ds_status st;
	int64_t len = 0;
	int rc;

	if ((st = read_quiet(file, &buf, &len, diag)) != DS_OK)
		return st;
	if (buf[WRITE_VERSION] == 2)
		buf[WRITE_VERSION] = 1;
	if (buf[READ_VERSION] == 2)
		buf[READ_VERSION] = 1;
	rc = sqlite3_open_v2(":memory:", &file->db,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc != SQLITE_OK) {
		sqlite3_free(buf);
		return cat_fail(file->db, rc, file->path, "opening", diag);
	}
	/* buf is SQLite's from here on, whatever the outcome. It may grow,
	 * since an older version's tables are brought up in it. */
	rc = sqlite3_deserialize(file->db, "main", buf, len, len,
	    SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
	return rc == SQLITE_OK
		   ? DS_OK
		   : cat_fail(file->db, rc, file->path, "opening", diag);
}

int
cat_open_quiet(struct cat_file *file)
{
	char uri[3 * PATH_MAX], log[PATH_MAX + 8];

	/* With a log, empty or not, somebody may have it open: this process
	 * itself, whose locks would go with one that takes none. */
	snprintf(log, sizeof(log), "%s-wal", file->path);
	if (access(log, F_OK) == 0)
		return sqlite3_open_v2(file->path, &file->db,
		    SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
	if (!make_uri(file->path, uri, sizeof(uri)))
		return SQLITE_CANTOPEN;
	return sqlite3_open_v2(uri, &file->db,
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
}

enum ds_status
cat_open_readonly(struct cat_file *file, struct ds_diag *diag)
{
	int rc;

	file->copy = !has_log(file);
	if (file->copy)
		return open_copy(file, diag);
	rc = sqlite3_open_v2(file->path, &file->db,
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
	return rc == SQLITE_OK
		   ? DS_OK
		   : cat_fail(file->db, rc, file->path, "opening", diag);
}
