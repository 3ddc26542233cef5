/*
 * The recovery area kept: the rows that a transaction changed are noted as
 * SQLite changes them, and go into the area in front of the commit. A commit
 * never fails by the area: one that cannot be written is given up, and made
 * anew when the catalog is opened next.
 *
 * The area is not flushed by a commit. What a power cut takes of it is found
 * out by the mark and by the boot in its header, and then it is made anew of
 * the catalog; so both would have to be lost in the same moment.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "catalog/recovery.h"

enum {
	DEAD_SOME = 1 << 20, /* so much may be dead anyway */
	MARK_LEN = 128,
	ROOM_LEFT = 1 << 20, /* bytes that a copy leaves of the disk */
};

/* --- changes noted ---------------------------------------------------------
 */

static int
table_number(const char *table)
{
	for (int i = 0; i < RECOVERY_TABLES; i++)
		if (strcmp(recovery_tables[i], table) == 0)
			return i;
	return -1;
}

/* Called by SQLite for each row, those that go by a foreign key too. */
static void
note(void *ctx, int op, const char *db, const char *table, sqlite3_int64 row)
{
	struct cat_recovery *rec = ctx;
	const int t = table_number(table);
	struct recovery_change *grown;
	size_t cap;

	if (t < 0 || strcmp(db, "main") != 0 || (t == 0 && rec->apart))
		return;
	if (rec->n == rec->cap) {
		cap = rec->cap > 0 ? 2 * rec->cap : 64;
		grown = realloc(rec->changes, cap * sizeof(*grown));
		if (grown == NULL) {
			rec->anew = true;
			return;
		}
		rec->changes = grown;
		rec->cap = cap;
	}
	rec->changes[rec->n++] =
	    (struct recovery_change){row, (uint8_t)t, op == SQLITE_INSERT};
}

void
cat_recovery_forget(struct cat_file *file)
{
	if (file->rec == NULL)
		return;
	file->rec->n = 0;
	file->rec->anew = file->rec->begun = false;
}

void
cat_recovery_anew(struct cat_file *file)
{
	if (file->rec != NULL)
		file->rec->anew = true;
}

/* --- the mark --------------------------------------------------------------
 */

static bool
mark_get(struct cat_file *file, struct recovery_mark *mp)
{
	char text[MARK_LEN] = "";
	sqlite3_stmt *st;
	bool row = false;

	if (cat_stmt(file, SQL_META_GET, &st, NULL) != DS_OK)
		return false;
	sqlite3_bind_text(st, 1, "recovery", -1, SQLITE_STATIC);
	if (cat_step_row(file, st, &row, NULL) == DS_OK && row)
		cat_text(st, 0, text, sizeof(text));
	sqlite3_reset(st);
	return recovery_mark_parse(text, mp);
}

/* NULL: there is no area that is good. */
static enum ds_status
mark_put(
    struct cat_file *file, const struct recovery_mark *m, struct ds_diag *diag)
{
	char text[MARK_LEN] = "";
	enum ds_status status;
	sqlite3_stmt *st;

	if (m != NULL)
		recovery_mark_text(m, text, sizeof(text));
	if ((status = cat_stmt(file, SQL_RECOVERY_SET, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, text, -1, SQLITE_STATIC);
	return cat_run(file, st, diag);
}

/* --- is it the catalog's? --------------------------------------------------
 */

static void
close_area(struct cat_recovery *rec)
{
	if (rec->fd >= 0)
		close(rec->fd);
	rec->fd = -1;
}

static bool
is_boot(const struct recovery_header *h)
{
	char boot[RECOVERY_BOOT + 1];

	recovery_boot(boot);
	return strcmp(h->boot, boot) == 0;
}

/* Does the area end, or go on, behind the frame that m names? */
static bool
has_frame(int fd, const struct recovery_mark *m)
{
	uint8_t b[8];
	struct stat sb;
	uint64_t n;

	if (fstat(fd, &sb) != 0 || (uint64_t)sb.st_size < m->len)
		return false;
	if (m->len == RECOVERY_HEADER)
		return m->crc == 0;
	if (m->len < RECOVERY_HEADER + RECOVERY_FRAME ||
	    !recovery_read(fd, m->len - 4, b, 4))
		return false;
	n = be32_get(b);
	return n <= m->len - RECOVERY_HEADER - RECOVERY_FRAME &&
	       recovery_read(fd, m->len - RECOVERY_FRAME - n, b, 8) &&
	       be32_get(b) == n && be32_get(b + 4) == m->crc;
}

/* Each frame up to m: after a power cut any may be torn. */
static bool
is_whole(int fd, const struct recovery_mark *m)
{
	struct recovery_mark at = {.len = RECOVERY_HEADER};
	uint8_t *records;
	size_t n;

	while (at.len < m->len) {
		if (!recovery_frame_read(fd, m->len, &at, &records, &n))
			return false;
		free(records);
	}
	return at.len == m->len && at.crc == m->crc;
}

/* Open the area that m is of. */
static bool
open_area(struct cat_file *file, const struct recovery_mark *m)
{
	struct cat_recovery *rec = file->rec;
	struct recovery_header h;
	char path[PATH_MAX];

	if (rec->fd >= 0 && strcmp(rec->id, m->id) == 0)
		return has_frame(rec->fd, m);
	close_area(rec);
	if (!recovery_path(path, file->cat->recovery, file->name, ""))
		return false;
	rec->fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (rec->fd < 0)
		return false;
	if (recovery_header_read(rec->fd, &h, NULL) == DS_OK &&
	    strcmp(h.id, m->id) == 0 && strcmp(h.name, file->name) == 0 &&
	    h.schema == CAT_SCHEMA_VERSION && !h.incomplete &&
	    has_frame(rec->fd, m)) {
		rec->reboot = !is_boot(&h);
		memcpy(rec->id, h.id, sizeof(rec->id));
		return true;
	}
	close_area(rec);
	return false;
}

/* It is whole, so it is of this boot from now on. */
static bool
renew_boot(struct cat_file *file, const struct recovery_mark *m)
{
	struct recovery_header h;

	if (!is_whole(file->rec->fd, m) ||
	    recovery_header_read(file->rec->fd, &h, NULL) != DS_OK)
		return false;
	recovery_boot(h.boot);
	file->rec->reboot = !recovery_header_write(file->rec->fd, &h);
	return !file->rec->reboot;
}

/* --- written ---------------------------------------------------------------
 */

/* About as many bytes are of no more use: the record's own, and those of the
 * one that it is instead of, which of one that goes are not known. */
static uint64_t
dead_by(const struct recovery_change *c, size_t len)
{
	if (c->fresh)
		return 0;
	return len > RECOVERY_GONE ? 2 * len : len + (c->table == 0 ? 150 : 40);
}

static enum ds_status
append(struct cat_file *file, bool *donep, struct ds_diag *diag)
{
	struct cat_recovery *rec = file->rec;
	struct recovery_mark m;
	struct stat sb;
	size_t i, was;

	*donep = false;
	if (!mark_get(file, &m) || !open_area(file, &m) ||
	    (file->rec->reboot && !renew_boot(file, &m)) ||
	    (m.dead > DEAD_SOME && m.dead > m.len / 2) ||
	    (!rec->begun && !recovery_begin(rec)))
		return DS_OK;
	for (i = 0; i < rec->n; i++) {
		was = rec->len;
		if (!recovery_change(file, &rec->changes[i]) ||
		    rec->len > RECOVERY_MOST)
			return DS_OK;
		m.dead += dead_by(&rec->changes[i], rec->len - was);
	}
	/* what nobody committed must not be read behind this frame */
	if (fstat(rec->fd, &sb) != 0 ||
	    ((uint64_t)sb.st_size > m.len &&
		ftruncate(rec->fd, (off_t)m.len) != 0) ||
	    !recovery_end(rec, rec->fd, &m))
		return DS_OK;
	rec->unflushed = true;
	*donep = true;
	return mark_put(file, &m, diag);
}

/* All rows of a table, a frame now and then. */
static bool
copy_table(
    struct cat_file *file, uint8_t table, int fd, struct recovery_mark *m)
{
	struct cat_recovery *rec = file->rec;
	sqlite3_stmt *st = NULL;
	char sql[64];
	int rc;

	snprintf(sql, sizeof(sql), "SELECT rowid, * FROM %s",
	    recovery_tables[table]);
	if (sqlite3_prepare_v2(file->db, sql, -1, &st, NULL) != SQLITE_OK)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		recovery_row(rec, table, sqlite3_column_int64(st, 0), st, 1);
		if (rec->len > RECOVERY_SOME &&
		    (!recovery_end(rec, fd, m) || !recovery_begin(rec)))
			break;
	}
	sqlite3_finalize(st);
	return rc == SQLITE_DONE && !rec->nomem;
}

static bool
new_header(struct cat_file *file, struct recovery_header *h)
{
	uint8_t r[RECOVERY_ID / 2];

	memset(h, 0, sizeof(*h));
	if (getrandom(r, sizeof(r), 0) != (ssize_t)sizeof(r))
		return false;
	for (size_t i = 0; i < sizeof(r); i++)
		snprintf(h->id + 2 * i, 3, "%02x", r[i]);
	snprintf(h->name, sizeof(h->name), "%s", file->name);
	h->version = RECOVERY_VERSION;
	h->schema = CAT_SCHEMA_VERSION;
	recovery_boot(h->boot);
	return true;
}

static bool
write_copy(struct cat_file *file, int fd, struct recovery_mark *m)
{
	struct cat_recovery *rec = file->rec;
	struct recovery_header h;

	if (!new_header(file, &h) || !recovery_header_write(fd, &h) ||
	    !recovery_begin(rec))
		return false;
	memset(m, 0, sizeof(*m));
	m->len = RECOVERY_HEADER;
	memcpy(m->id, h.id, sizeof(m->id));
	for (uint8_t t = 0; t < RECOVERY_TABLES; t++)
		if (!copy_table(file, t, fd, m))
			return false;
	return recovery_end(rec, fd, m) && fdatasync(fd) == 0;
}

/* On a full disk a copy would take from others what they need for a moment, and
 * for nothing. */
static bool
has_room(const struct cat_file *file)
{
	struct statvfs fs;
	struct stat sb;

	return statvfs(file->cat->recovery, &fs) == 0 &&
	       stat(file->path, &sb) == 0 &&
	       (uint64_t)fs.f_bavail * fs.f_frsize >
		   (uint64_t)sb.st_size + ROOM_LEFT;
}

/* Under another name, so that one or the other is there. A death before the
 * commit leaves an area that the mark does not name. */
static enum ds_status
copy_all(struct cat_file *file, bool *donep, struct ds_diag *diag)
{
	struct cat_recovery *rec = file->rec;
	const char *dir = file->cat->recovery;
	char path[PATH_MAX], tmp[PATH_MAX];
	struct recovery_mark m;
	int fd;

	*donep = false;
	if (!recovery_path(path, dir, file->name, "") ||
	    !recovery_path(tmp, dir, file->name, ".new") || !has_room(file))
		return DS_OK;
	unlink(tmp);
	fd = open(tmp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return DS_OK;
	if (!write_copy(file, fd, &m) ||
	    cat_set_owner(dir, tmp, NULL) != DS_OK || rename(tmp, path) != 0) {
		close(fd);
		unlink(tmp);
		return DS_OK;
	}
	cat_sync_dir(dir);
	close_area(rec);
	rec->fd = fd;
	rec->reboot = false;
	memcpy(rec->id, m.id, sizeof(rec->id));
	*donep = true;
	return mark_put(file, &m, diag);
}

/* Whoever makes the catalog again of what there is will know. */
static void
say_incomplete(struct cat_file *file)
{
	struct recovery_header h;
	char path[PATH_MAX];
	int fd;

	if (!recovery_path(path, file->cat->recovery, file->name, ""))
		return;
	fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return;
	if (recovery_header_read(fd, &h, NULL) == DS_OK && !h.incomplete) {
		h.incomplete = true;
		recovery_header_write(fd, &h);
	}
	close(fd);
}

/* A process that has a file open which was removed, and made again by somebody
 * else, must not write into the new one's area. */
static bool
is_there(const struct cat_file *file)
{
	struct stat sb;

	return stat(file->path, &sb) == 0 && sb.st_dev == file->dev &&
	       sb.st_ino == file->ino;
}

enum ds_status
cat_recovery_log(struct cat_file *file, struct ds_diag *diag)
{
	struct cat_recovery *rec = file->rec;
	enum ds_status st = DS_OK;
	bool done = false;

	if (rec == NULL || (rec->n == 0 && !rec->anew && !rec->begun))
		return DS_OK;
	if (!is_there(file)) {
		cat_recovery_forget(file);
		return DS_OK;
	}
	if (!rec->anew)
		st = append(file, &done, diag);
	if (st == DS_OK && !done)
		st = copy_all(file, &done, diag);
	if (st == DS_OK && !done) {
		say_incomplete(file);
		st = mark_put(file, NULL, diag);
	}
	cat_recovery_forget(file);
	return st;
}

/* --- a catalog is opened, closed, removed ----------------------------------
 */

/* Nobody is waited for: whoever changes the catalog just now makes the area
 * himself. */
static void
make_good(struct cat_file *file)
{
	struct recovery_mark m;
	bool done = false;

	sqlite3_busy_handler(file->db, NULL, NULL);
	if (sqlite3_exec(file->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) ==
	    SQLITE_OK) {
		if (!mark_get(file, &m) || !open_area(file, &m) ||
		    (file->rec->reboot && !renew_boot(file, &m)))
			if (copy_all(file, &done, NULL) != DS_OK)
				done = false;
		sqlite3_exec(
		    file->db, done ? "COMMIT" : "ROLLBACK", NULL, NULL, NULL);
		if (!sqlite3_get_autocommit(file->db))
			sqlite3_exec(file->db, "ROLLBACK", NULL, NULL, NULL);
	}
	sqlite3_busy_handler(file->db, cat_wait, file);
}

void
cat_recovery_attach(struct cat_file *file)
{
	struct recovery_mark m;

	if (file->cat->recovery[0] == '\0' || file->rec != NULL ||
	    !cat_writable(file->path, file->cat->dir) || !is_there(file) ||
	    (file->rec = calloc(1, sizeof(*file->rec))) == NULL)
		return;
	file->rec->fd = -1;
	sqlite3_update_hook(file->db, note, file->rec);
	if (!mark_get(file, &m) || !open_area(file, &m) || file->rec->reboot)
		make_good(file);
}

void
cat_recovery_detach(struct cat_file *file)
{
	struct cat_recovery *rec = file->rec;

	if (rec == NULL)
		return;
	for (int i = 0; i < RECOVERY_TABLES; i++)
		sqlite3_finalize(rec->rows[i]);
	if (rec->fd >= 0 && rec->unflushed)
		fdatasync(rec->fd);
	close_area(rec);
	free(rec->changes);
	free(rec->frame);
	free(rec);
	file->rec = NULL;
}

void
cat_set_recovery(struct catalog *cat, const char *dir)
{
	if (strlen(dir) >= PATH_MAX - 64)
		return;
	snprintf(cat->recovery, sizeof(cat->recovery), "%s", dir);
	for (int i = 0; i < cat->nfiles; i++)
		cat_recovery_attach(cat->files[i]);
}

bool
cat_recovery_kept(struct catalog *cat, const char *name)
{
	struct recovery_mark m;
	struct cat_file *file;

	if (cat_file_of(cat, name, &file, NULL) != DS_OK || file->rec == NULL)
		return true;
	return mark_get(file, &m) && open_area(file, &m);
}

void
cat_recovery_remove(const struct catalog *cat, const char *name)
{
	char path[PATH_MAX];

	if (cat->recovery[0] != '\0' &&
	    recovery_path(path, cat->recovery, name, ""))
		unlink(path);
}
