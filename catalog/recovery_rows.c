/* Rows as records of a recovery area, and the frame that they go into. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "catalog/recovery.h"

enum { FRAME_AT = 12 }; /* its records in the buffer */

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

void
recovery_row(struct cat_recovery *rec, uint8_t table, int64_t row,
    sqlite3_stmt *st, int first)
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

bool
recovery_change(struct cat_file *file, const struct recovery_change *c)
{
	struct cat_recovery *rec = file->rec;
	sqlite3_stmt **st = &rec->rows[c->table];
	char sql[64];
	int rc;

	if (*st == NULL)
		snprintf(sql, sizeof(sql), "SELECT * FROM %s WHERE rowid = ?",
		    recovery_tables[c->table]);
	if (*st == NULL &&
	    sqlite3_prepare_v3(file->db, sql, -1, SQLITE_PREPARE_PERSISTENT, st,
		NULL) != SQLITE_OK)
		return false;
	sqlite3_bind_int64(*st, 1, c->row);
	rc = sqlite3_step(*st);
	if (rc == SQLITE_ROW)
		recovery_row(rec, c->table, c->row, *st, 0);
	else if (rc == SQLITE_DONE)
		add_head(rec, c->table, 'D', c->row);
	sqlite3_reset(*st);
	return !rec->nomem && (rc == SQLITE_ROW || rc == SQLITE_DONE);
}

/* --- frames ----------------------------------------------------------------
 */

bool
recovery_begin(struct cat_recovery *rec)
{
	rec->len = 0;
	rec->nomem = false;
	return more(rec, FRAME_AT) != NULL;
}

bool
recovery_end(struct cat_recovery *rec, int fd, struct recovery_mark *m)
{
	const size_t n = rec->len - FRAME_AT;
	uint8_t *p;

	if (rec->nomem || n > RECOVERY_MOST || (p = more(rec, 4)) == NULL)
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

/* --- entries that are put --------------------------------------------------
 */

#define ADD_T(field) add_bytes(rec, true, ent->field, strlen(ent->field))
#define ADD_I(field) add_integer(rec, (int64_t)ent->field)
#define ADD_C(field)                                \
	do {                                        \
		const char c_ = (char)ent->field;   \
		add_bytes(rec, true, &c_, c_ != 0); \
	} while (0)
#define ONE(kind, field) +1

void
cat_recovery_apart(struct cat_file *file, bool on)
{
	if (file->rec != NULL)
		file->rec->apart = on;
}

/* The columns that SQL_ENTRY_PUT gives them, without reading them again: most
 * of the cost of a record. What changes them later is noted, and comes behind.
 */
void
cat_recovery_put(
    struct cat_file *file, int64_t id, const struct ds_entry *ent, bool comp)
{
	struct cat_recovery *rec = file->rec;
	uint8_t *p;

	if (rec == NULL)
		return;
	if (!rec->begun && !recovery_begin(rec)) {
		rec->anew = true;
		return;
	}
	rec->begun = true;
	add_head(rec, 0, 'P', id);
	if ((p = more(rec, 1)) == NULL)
		return;
	*p = 5 CAT_FIELDS(ONE);
	add_integer(rec, id);
#define X(kind, field) ADD_##kind(field);
	CAT_FIELDS(X)
#undef X
	if (comp)
		add_bytes(rec, false, ent->comp_id, sizeof(ent->comp_id));
	else if ((p = more(rec, 1)) != NULL)
		*p = 0;
	add_bytes(rec, true, ent->name, strlen(ent->name));
	add_bytes(rec, true, "", 0);
	add_integer(rec, 0);
}
