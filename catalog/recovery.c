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
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "catalog/recovery.h"

enum {
	FRAME_AT = 12,        /* its records in the buffer */
	FRAME_SOME = 1 << 18, /* one of a copy of all rows */
	FRAME_MOST = 1 << 26, /* more is written as a copy of all rows */
	DEAD_SOME = 1 << 20,  /* so much may be dead anyway */
	MARK_LEN = 128,
};

struct change {
	int64_t row;
	uint8_t table;
	bool fresh; /* it replaces none */
};

struct cat_recovery {
	int fd;                   /* -1: not open */
	char id[RECOVERY_ID + 1]; /* of the area that fd is */
	struct change *changes;
	size_t n, cap;
	bool anew;      /* what was changed is not known */
	uint8_t *frame; /* being made */
	size_t len, room;
	bool nomem;
	bool unflushed;
	bool reboot; /* the area was written last before this boot */
	sqlite3_stmt *rows[RECOVERY_TABLES];
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
	struct change *grown;
	size_t cap;

	if (t < 0 || strcmp(db, "main") != 0)
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
	    (struct change){row, (uint8_t)t, op == SQLITE_INSERT};
}

void
cat_recovery_forget(struct cat_file *file)
{
	if (file->rec == NULL)
		return;
	file->rec->n = 0;
	file->rec->anew = false;
}

void
cat_recovery_anew(struct cat_file *file)
{
	if (file->rec != NULL)
		file->rec->anew = true;
}

/* --- records ---------------------------------------------------------------
 */

static uint8_t *
more(struct cat_recovery *rec, size_t len)
{
	uint8_t *grown;
	size_t room = rec->room > 0 ? rec->room : 4096;

	while (room - rec->len < len)
		room *= 2;
	if (room != rec->room) {
		if ((grown = realloc(rec->frame, room)) == NULL) {
			rec->nomem = true;
			return NULL;
		}
		rec->frame = grown;
		rec->room = room;
	}
	rec->len += len;
	return rec->frame + rec->len - len;
}

static void
add_integer(struct cat_recovery *rec, int64_t v)
{
	size_t n = 0;
	uint8_t *p;

	/* the fewest bytes that give it back, its sign included; 0 has none */
	while (n < 8 && (n == 0 ? v != 0
				: v < -(INT64_C(1) << (8 * n - 1)) ||
				      v >= INT64_C(1) << (8 * n - 1)))
		n++;
	if ((p = more(rec, 1 + n)) == NULL)
		return;
	*p = (uint8_t)(1 + n);
	for (size_t i = 0; i < n; i++)
		p[1 + i] = (uint8_t)((uint64_t)v >> (8 * (n - 1 - i)));
}

static void
add_bytes(struct cat_recovery *rec, bool text, const void *v, size_t len)
{
	const size_t head = text && len < 192 ? 1 : 5;
	uint8_t *p = more(rec, head + len);

	if (p == NULL)
		return;
	if (head == 1) {
		*p = (uint8_t)(64 + len);
	} else {
		*p = text ? 16 : 17;
		be32_put(p + 1, (uint32_t)len);
	}
	if (len > 0)
		memcpy(p + head, v, len);
}

static void
add_column(struct cat_recovery *rec, sqlite3_stmt *st, int i)
{
	const void *v;

	switch (sqlite3_column_type(st, i)) {
	case SQLITE_NULL:
		if ((v = more(rec, 1)) != NULL)
			rec->frame[rec->len - 1] = 0;
		break;
	case SQLITE_INTEGER:
		add_integer(rec, sqlite3_column_int64(st, i));
		break;
	case SQLITE_BLOB:
		v = sqlite3_column_blob(st, i);
		add_bytes(rec, false, v, (size_t)sqlite3_column_bytes(st, i));
		break;
	default:
		v = sqlite3_column_text(st, i);
		add_bytes(rec, true, v, (size_t)sqlite3_column_bytes(st, i));
	}
}

static void
add_head(struct cat_recovery *rec, uint8_t table, char what, int64_t row)
{
	uint8_t *p = more(rec, 10);

	if (p == NULL)
		return;
	p[0] = table;
	p[1] = (uint8_t)what;
	be64_put(p + 2, (uint64_t)row);
}

/* The row that st is at, from column first on. */
static void
add_row(struct cat_recovery *rec, uint8_t table, int64_t row, sqlite3_stmt *st,
    int first)
{
	const int n = sqlite3_column_count(st);
	uint8_t *p;

	add_head(rec, table, 'P', row);
	if ((p = more(rec, 1)) == NULL)
		return;
	*p = (uint8_t)(n - first);
	for (int i = first; i < n; i++)
		add_column(rec, st, i);
}

/* As the row is at the end of the transaction. */
static bool
add_change(struct cat_file *file, const struct change *c)
{
	struct cat_recovery *rec = file->rec;
	sqlite3_stmt **st = &rec->rows[c->table];
	char sql[64];
	int rc;

	snprintf(sql, sizeof(sql), "SELECT * FROM %s WHERE rowid = ?",
	    recovery_tables[c->table]);
	if (*st == NULL &&
	    sqlite3_prepare_v3(file->db, sql, -1, SQLITE_PREPARE_PERSISTENT, st,
		NULL) != SQLITE_OK)
		return false;
	sqlite3_bind_int64(*st, 1, c->row);
	rc = sqlite3_step(*st);
	if (rc == SQLITE_ROW)
		add_row(rec, c->table, c->row, *st, 0);
	else if (rc == SQLITE_DONE)
		add_head(rec, c->table, 'D', c->row);
	sqlite3_reset(*st);
	return !rec->nomem && (rc == SQLITE_ROW || rc == SQLITE_DONE);
}

/* --- frames ----------------------------------------------------------------
 */

static bool
begin_frame(struct cat_recovery *rec)
{
	rec->len = 0;
	rec->nomem = false;
	return more(rec, FRAME_AT) != NULL;
}

/* Write it behind m, which moves. */
static bool
end_frame(struct cat_recovery *rec, int fd, struct recovery_mark *m)
{
	const size_t n = rec->len - FRAME_AT;
	uint8_t *p;

	if (rec->nomem || n > FRAME_MOST || (p = more(rec, 4)) == NULL)
		return false;
	be32_put(p, (uint32_t)n);
	p = rec->frame;
	be32_put(p, (uint32_t)n);
	be32_put(p + 8, m->crc);
	be32_put(p + 4, crc32c(p + 8, n + 4));
	if (!recovery_write(fd, m->len, p, rec->len))
		return false;
	m->crc = be32_get(p + 4);
	m->len += rec->len;
	return true;
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
	    (m.dead > DEAD_SOME && m.dead > m.len / 2) || !begin_frame(rec))
		return DS_OK;
	for (i = 0; i < rec->n; i++) {
		was = rec->len;
		if (!add_change(file, &rec->changes[i]) ||
		    rec->len > FRAME_MOST)
			return DS_OK;
		if (!rec->changes[i].fresh)
			m.dead += 2 * (rec->len - was);
	}
	/* what nobody committed must not be read behind this frame */
	if (fstat(rec->fd, &sb) != 0 ||
	    ((uint64_t)sb.st_size > m.len &&
		ftruncate(rec->fd, (off_t)m.len) != 0) ||
	    !end_frame(rec, rec->fd, &m))
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
		add_row(rec, table, sqlite3_column_int64(st, 0), st, 1);
		if (rec->len > FRAME_SOME &&
		    (!end_frame(rec, fd, m) || !begin_frame(rec)))
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
	    !begin_frame(rec))
		return false;
	memset(m, 0, sizeof(*m));
	m->len = RECOVERY_HEADER;
	memcpy(m->id, h.id, sizeof(m->id));
	for (uint8_t t = 0; t < RECOVERY_TABLES; t++)
		if (!copy_table(file, t, fd, m))
			return false;
	return end_frame(rec, fd, m) && fdatasync(fd) == 0;
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
	    !recovery_path(tmp, dir, file->name, ".new"))
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

	if (rec == NULL || (rec->n == 0 && !rec->anew))
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

void
cat_recovery_remove(const struct catalog *cat, const char *name)
{
	char path[PATH_MAX];

	if (cat->recovery[0] != '\0' &&
	    recovery_path(path, cat->recovery, name, ""))
		unlink(path);
}
