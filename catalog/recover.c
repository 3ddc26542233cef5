/*
 * A catalog made again of its recovery area: its tables in the version that
 * the area was written in, its rows, and then the way up as any older catalog
 * goes. Nobody knows the file before it is whole.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/bytes.h"
#include "catalog/recovery.h"

/* Cells that go leave extents. */
enum { PASSES = 4 };

struct recover {
	int fd;
	const char *name;
	struct recovery_header head;
	struct cat_recovered *out;
	sqlite3 *db;
	sqlite3_stmt *put[RECOVERY_TABLES], *del[RECOVERY_TABLES];
	int columns[RECOVERY_TABLES];
};

/* --- records ---------------------------------------------------------------
 */

/* INSERT of a row by its number; the columns are those of the version. */
static int
prepare_put(struct recover *r, int table)
{
	char sql[2048], names[1024] = "", marks[256] = "";
	sqlite3_stmt *st = NULL;
	size_t at = 0;
	int rc, n = 0;

	snprintf(
	    sql, sizeof(sql), "PRAGMA table_info(%s)", recovery_tables[table]);
	rc = sqlite3_prepare_v2(r->db, sql, -1, &st, NULL);
	while (rc == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW &&
	       at < sizeof(names) - 64 && 2 * n < (int)sizeof(marks) - 4) {
		at += (size_t)snprintf(names + at, sizeof(names) - at,
		    ", %.60s", (const char *)sqlite3_column_text(st, 1));
		strcpy(marks + 2 * n++, ",?");
	}
	sqlite3_finalize(st);
	if (rc != SQLITE_OK || n == 0)
		return SQLITE_ERROR;
	r->columns[table] = n;
	snprintf(sql, sizeof(sql),
	    "INSERT OR REPLACE INTO %s (rowid%s) VALUES (?%s)",
	    recovery_tables[table], names, marks);
	return sqlite3_prepare_v2(r->db, sql, -1, &r->put[table], NULL);
}

static int
prepare_del(struct recover *r, int table)
{
	char sql[64];

	snprintf(sql, sizeof(sql), "DELETE FROM %s WHERE rowid = ?",
	    recovery_tables[table]);
	return sqlite3_prepare_v2(r->db, sql, -1, &r->del[table], NULL);
}

static int64_t
integer(const uint8_t *p, size_t n)
{
	uint64_t v = n > 0 && (p[0] & 0x80) ? UINT64_MAX : 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | p[i];
	return (int64_t)v;
}

/* A column; where it ends, or NULL: it goes beyond end. */
static const uint8_t *
bind_column(sqlite3_stmt *st, int i, const uint8_t *p, const uint8_t *end)
{
	uint8_t kind;
	size_t n;

	if (p == end)
		return NULL;
	kind = *p++;
	if (kind == 0) {
		sqlite3_bind_null(st, i);
		return p;
	}
	if (kind >= 1 && kind <= 9) {
		n = kind - 1U;
		if ((size_t)(end - p) < n)
			return NULL;
		sqlite3_bind_int64(st, i, integer(p, n));
		return p + n;
	}
	if (kind < 64) {
		if ((kind != 16 && kind != 17) || end - p < 4)
			return NULL;
		n = be32_get(p);
		p += 4;
	} else {
		n = kind - 64U;
	}
	if ((size_t)(end - p) < n || n > INT32_MAX)
		return NULL;
	if (kind == 17)
		sqlite3_bind_blob(st, i, p, (int)n, SQLITE_STATIC);
	else
		sqlite3_bind_text(
		    st, i, (const char *)p, (int)n, SQLITE_STATIC);
	return p + n;
}

/* One record; where it ends, or NULL. */
static const uint8_t *
apply(struct recover *r, const uint8_t *p, const uint8_t *end)
{
	sqlite3_stmt *st;
	int64_t row;
	uint8_t t;
	char what;
	int rc, n = 0;

	if (end - p < 10 || p[0] >= RECOVERY_TABLES)
		return NULL;
	t = p[0];
	what = (char)p[1];
	row = (int64_t)be64_get(p + 2);
	p += 10;
	if ((r->put[t] == NULL && prepare_put(r, t) != SQLITE_OK) ||
	    (r->del[t] == NULL && prepare_del(r, t) != SQLITE_OK) ||
	    (what != 'P' && what != 'D'))
		return NULL;
	st = what == 'P' ? r->put[t] : r->del[t];
	sqlite3_bind_int64(st, 1, row);
	if (what == 'P' && (p == end || (n = *p++) != r->columns[t]))
		return NULL;
	for (int i = 0; i < n && p != NULL; i++)
		p = bind_column(st, i + 2, p, end);
	if (p == NULL)
		return NULL;
	rc = sqlite3_step(st);
	sqlite3_reset(st);
	return rc == SQLITE_DONE ? p : NULL;
}

static bool
apply_all(struct recover *r, const uint8_t *p, size_t len)
{
	const uint8_t *end = p + len;

	while (p != NULL && p < end)
		p = apply(r, p, end);
	return p != NULL;
}

/* Frame by frame up to the first that is not whole. */
static void
replay(struct recover *r, struct recovery_mark *m)
{
	struct stat sb = {0};
	uint8_t *records;
	size_t n;

	memset(m, 0, sizeof(*m));
	memcpy(m->id, r->head.id, sizeof(m->id));
	m->len = RECOVERY_HEADER;
	r->out->whole = !r->head.incomplete && fstat(r->fd, &sb) == 0;
	while (m->len < (uint64_t)sb.st_size) {
		if (!recovery_frame_read(
			r->fd, (uint64_t)sb.st_size, m, &records, &n)) {
			r->out->whole = false;
			break;
		}
		if (!apply_all(r, records, n))
			r->out->whole = false;
		free(records);
	}
}

/* --- the file --------------------------------------------------------------
 */

/* Of an area that ends too early what has lost its owner goes. */
static bool
drop_orphans(sqlite3 *db)
{
	sqlite3_stmt *st = NULL;
	char sql[128];
	bool any = false;
	int rc;

	if (sqlite3_prepare_v2(db, "PRAGMA foreign_key_check", -1, &st, NULL) !=
	    SQLITE_OK)
		return false;
	while (sqlite3_step(st) == SQLITE_ROW) {
		snprintf(sql, sizeof(sql),
		    "DELETE FROM %.60s WHERE rowid = %lld",
		    (const char *)sqlite3_column_text(st, 0),
		    (long long)sqlite3_column_int64(st, 1));
		any = true;
		if ((rc = sqlite3_exec(db, sql, NULL, NULL, NULL)) != SQLITE_OK)
			break;
	}
	sqlite3_finalize(st);
	return any;
}

/*
 * Work that a program had begun is finished or undone at the first open, which
 * removes files. That is right while the rows say what came of it: they do not
 * when the area ends early, and may not when a power cut was behind it. What
 * is left of the work without its rows is a file in no catalog, or tracks of
 * nobody, which are told.
 */
static enum ds_status
drop_work(struct recover *r, struct ds_diag *diag)
{
	char boot[RECOVERY_BOOT + 1];
	int rc;

	recovery_boot(boot);
	if (r->out->whole && strcmp(boot, r->head.boot) == 0)
		return DS_OK;
	rc = sqlite3_exec(r->db,
	    "DELETE FROM intent WHERE kind NOT IN ('T', 'H');"
	    "DELETE FROM move",
	    NULL, NULL, NULL);
	return rc == SQLITE_OK
		   ? DS_OK
		   : cat_fail(r->db, rc, r->name, "recovering", diag);
}

/* The number of the profiles must not be one that somebody has seen. */
static enum ds_status
set_meta(struct recover *r, const struct recovery_mark *m, struct ds_diag *diag)
{
	char text[128];
	char *sql;
	int rc;

	recovery_mark_text(m, text, sizeof(text));
	sql = sqlite3_mprintf("UPDATE meta SET value = '%q' "
			      "WHERE item = 'recovery';"
			      "UPDATE meta SET value = '%lld' "
			      "WHERE item = 'security'",
	    text, (long long)time(NULL));
	rc = sql != NULL ? sqlite3_exec(r->db, sql, NULL, NULL, NULL)
			 : SQLITE_NOMEM;
	sqlite3_free(sql);
	return rc == SQLITE_OK
		   ? DS_OK
		   : cat_fail(r->db, rc, r->name, "recovering", diag);
}

static enum ds_status
fill(sqlite3 *db, void *ctx, struct ds_diag *diag)
{
	struct recover *r = ctx;
	struct recovery_mark m;
	enum ds_status st;
	int n = 0, rc;

	r->db = db;
	while (n < cat_nsteps && cat_steps[n].to <= (int)r->head.schema)
		n++;
	if (n == 0)
		return ds_fail(diag, DS_CORRUPT, r->name,
		    "the recovery area is of no version");
	if ((st = cat_migrate(db, cat_steps, n, r->name, diag)) != DS_OK)
		return st;
	rc = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		return cat_fail(db, rc, r->name, "recovering", diag);
	replay(r, &m);
	for (int i = 0; i < RECOVERY_TABLES; i++) {
		sqlite3_finalize(r->put[i]);
		sqlite3_finalize(r->del[i]);
	}
	for (int i = 0; i < PASSES && drop_orphans(db); i++)
		r->out->whole = false;
	if ((st = drop_work(r, diag)) != DS_OK ||
	    (st = set_meta(r, &m, diag)) != DS_OK)
		return st;
	rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	return rc == SQLITE_OK ? DS_OK
			       : cat_fail(db, rc, r->name, "recovering", diag);
}

/* A log whose file is gone would be laid over the new one. */
static void
remove_log(const char *dir, const char *stem)
{
	static const char *const tails[] = {".db-wal", ".db-shm"};
	char path[PATH_MAX + 16];

	snprintf(path, sizeof(path), "%s/%s.db", dir, stem);
	if (access(path, F_OK) == 0)
		return;
	for (size_t i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s%s", dir, stem, tails[i]);
		unlink(path);
	}
}

enum ds_status
cat_recover(const char *dir, const char *recovery, const char *stem,
    const char *name, struct cat_recovered *outp, struct ds_diag *diag)
{
	struct cat_recovered out = {.whole = true};
	struct recover r = {.name = name, .out = &out};
	char path[PATH_MAX];
	enum ds_status st;

	if (!recovery_path(path, recovery, name, ""))
		return ds_fail(diag, DS_INVALID, name, "path too long");
	r.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (r.fd < 0)
		return errno == ENOENT
			   ? ds_fail(diag, DS_NOFILE, name,
				 "it has no recovery area")
			   : ds_fail_errno(diag, errno, path, "open");
	st = recovery_header_read(r.fd, &r.head, diag);
	if (st == DS_OK && strcmp(r.head.name, name) != 0)
		st = ds_fail(diag, DS_CORRUPT, name,
		    "the recovery area is of %s", r.head.name);
	if (st == DS_OK)
		remove_log(dir, stem);
	if (st == DS_OK)
		st = cat_file_build(dir, stem, name, fill, &r, diag);
	close(r.fd);
	if (st == DS_OK)
		*outp = out;
	return st;
}
