/*
 * SQLite: a table WITHOUT ROWID, its key a blob, pages of 16 KiB. A load is
 * one transaction without a journal, then fdatasync; changes go by the
 * write-ahead log, synchronous FULL or OFF, a checkpoint each 4000 pages.
 * Reads go by its own page cache, those of two threads and of one pass by a
 * mapping.
 */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/engines/engine.h"

enum { VALUE = BENCH_LRECL - BENCH_KEYLEN };

struct handle {
	const struct bench *b;
	char path[4096];
	sqlite3 *db;
	sqlite3_stmt *put;
	bool inside;
};

/* A connection of its own. */
struct thread {
	struct handle *h;
	sqlite3 *db;
	sqlite3_stmt *get, *scan, *update, *insert;
	unsigned gets;
	bool inside, reads;
};

static void
must(sqlite3 *db, int rc, const char *what)
{
	if (rc != SQLITE_OK && rc != SQLITE_DONE && rc != SQLITE_ROW)
		bench_die(what, sqlite3_errmsg(db));
}

static void
sql(sqlite3 *db, const char *text)
{
	must(db, sqlite3_exec(db, text, NULL, NULL, NULL), text);
}

static sqlite3_stmt *
prepare(sqlite3 *db, const char *text)
{
	sqlite3_stmt *stmt;

	must(db, sqlite3_prepare_v2(db, text, -1, &stmt, NULL), text);
	return stmt;
}

static bool
loads(const struct bench *b)
{
	return b->mode <= BENCH_PUT_RANDOM;
}

static sqlite3 *
connect_to(const struct handle *h)
{
	const struct bench *b = h->b;
	bool mapped = b->mode == BENCH_SCAN_ONCE || b->threads > 1;
	char text[128];
	sqlite3 *db;

	must(NULL,
	    sqlite3_open_v2(h->path, &db,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
		    SQLITE_OPEN_NOMUTEX,
		NULL),
	    h->path);
	sqlite3_busy_timeout(db, 60000);
	sql(db, "PRAGMA page_size = 16384");
	snprintf(text, sizeof(text), "PRAGMA cache_size = -%llu",
	    (unsigned long long)(mapped ? 16 << 10 : b->cache >> 10));
	sql(db, text);
	if (mapped) {
		snprintf(text, sizeof(text), "PRAGMA mmap_size = %llu",
		    (unsigned long long)(b->records * BENCH_LRECL * 4));
		sql(db, text);
	}
	if (loads(b)) {
		sql(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
			"PRAGMA locking_mode = EXCLUSIVE");
	} else if (b->mode == BENCH_UPDATE || b->mode == BENCH_UNSYNCED) {
		sql(db, "PRAGMA journal_mode = WAL;"
			"PRAGMA wal_autocheckpoint = 4000");
		sql(db, b->mode == BENCH_UPDATE ? "PRAGMA synchronous = FULL"
						: "PRAGMA synchronous = OFF");
	}
	return db;
}

static void *
sqlite_open(const struct bench *b)
{
	struct handle *h = bench_zeros(sizeof(*h), "open");

	h->b = b;
	snprintf(h->path, sizeof(h->path), "%s/data.sqlite", b->dir);
	if (!loads(b))
		return h;
	h->db = connect_to(h);
	sql(h->db, "CREATE TABLE t(k BLOB PRIMARY KEY, v BLOB) WITHOUT ROWID");
	h->put = prepare(h->db, "INSERT INTO t VALUES(?, ?)");
	sql(h->db, "BEGIN");
	return h;
}

static void
step(sqlite3 *db, sqlite3_stmt *stmt, int key, int value, const uint8_t *rec)
{
	int rc;

	sqlite3_bind_blob(stmt, key, rec, BENCH_KEYLEN, SQLITE_STATIC);
	sqlite3_bind_blob(
	    stmt, value, rec + BENCH_KEYLEN, VALUE, SQLITE_STATIC);
	rc = sqlite3_step(stmt);
	must(db, rc, "step");
	must(db, sqlite3_reset(stmt), "reset");
}

static void
sqlite_put(void *arg, const uint8_t *rec)
{
	struct handle *h = arg;

	step(h->db, h->put, 1, 2, rec);
}

static void
sqlite_close(void *arg)
{
	struct handle *h = arg;
	int fd;

	if (h->db != NULL) {
		sql(h->db, "COMMIT");
		sqlite3_finalize(h->put);
		sqlite3_close(h->db);
		fd = open(h->path, O_RDWR | O_CLOEXEC);
		if (fd < 0 || fdatasync(fd) != 0)
			bench_die(h->path, "not synced");
		close(fd);
	}
	free(h);
}

static void *
sqlite_thread_open(void *arg)
{
	struct thread *t = bench_zeros(sizeof(*t), "thread");

	t->h = arg;
	t->db = connect_to(t->h);
	t->get = prepare(t->db, "SELECT v FROM t WHERE k = ?");
	t->scan = prepare(t->db, "SELECT k, v FROM t ORDER BY k");
	t->update = prepare(t->db, "UPDATE t SET v = ?2 WHERE k = ?1");
	t->insert = prepare(t->db, "INSERT INTO t VALUES(?1, ?2)");
	return t;
}

static void
sqlite_commit(void *arg)
{
	struct thread *t = arg;

	if (t->inside || t->reads)
		sql(t->db, "COMMIT");
	t->inside = t->reads = false;
}

static void
sqlite_thread_close(void *arg)
{
	struct thread *t = arg;

	sqlite_commit(t);
	sqlite3_finalize(t->get);
	sqlite3_finalize(t->scan);
	sqlite3_finalize(t->update);
	sqlite3_finalize(t->insert);
	if (sqlite3_close(t->db) != SQLITE_OK)
		bench_die("close", sqlite3_errmsg(t->db));
	free(t);
}

/* A read transaction spans many gets, as with the other engines. */
static bool
sqlite_get(void *arg, const uint8_t *key, uint8_t *rec)
{
	struct thread *t = arg;
	const void *v;
	bool found;

	if (!t->inside && t->gets++ % 1024 == 0) {
		sqlite_commit(t);
		sql(t->db, "BEGIN");
		t->reads = true;
	}
	sqlite3_bind_blob(t->get, 1, key, BENCH_KEYLEN, SQLITE_STATIC);
	found = sqlite3_step(t->get) == SQLITE_ROW;
	if (found) {
		v = sqlite3_column_blob(t->get, 0);
		memcpy(rec, key, BENCH_KEYLEN);
		memcpy(rec + BENCH_KEYLEN, v, VALUE);
	}
	must(t->db, sqlite3_reset(t->get), "get");
	return found;
}

static void
sqlite_scan(void *arg, bool copy, struct bench_sum *sum)
{
	struct thread *t = arg;
	uint8_t rec[BENCH_LRECL];
	const void *k, *v;
	int rc;

	while ((rc = sqlite3_step(t->scan)) == SQLITE_ROW) {
		k = sqlite3_column_blob(t->scan, 0);
		v = sqlite3_column_blob(t->scan, 1);
		if (copy) {
			memcpy(rec, k, BENCH_KEYLEN);
			memcpy(rec + BENCH_KEYLEN, v, VALUE);
			__asm__ volatile("" : : "r"(rec) : "memory");
			k = rec;
		}
		sum->keys += bench_number(k);
		sum->records++;
	}
	must(t->db, rc, "scan");
	must(t->db, sqlite3_reset(t->scan), "scan");
}

static void
change(struct thread *t, sqlite3_stmt *stmt, const uint8_t *rec)
{
	if (!t->inside) {
		sqlite_commit(t);
		sql(t->db, "BEGIN IMMEDIATE");
		t->inside = true;
	}
	step(t->db, stmt, 1, 2, rec);
}

static void
sqlite_update(void *arg, const uint8_t *rec)
{
	struct thread *t = arg;

	change(t, t->update, rec);
}

static void
sqlite_insert(void *arg, const uint8_t *rec)
{
	struct thread *t = arg;

	change(t, t->insert, rec);
}

static bool
sqlite_transient(const char *file)
{
	return strstr(file, "-wal") != NULL || strstr(file, "-shm") != NULL;
}

const struct engine bench_engine = {
    .name = "sqlite",
    .processes = true,
    .beside = true,
    .open = sqlite_open,
    .close = sqlite_close,
    .thread_open = sqlite_thread_open,
    .thread_close = sqlite_thread_close,
    .put = sqlite_put,
    .scan = sqlite_scan,
    .get = sqlite_get,
    .update = sqlite_update,
    .insert = sqlite_insert,
    .commit = sqlite_commit,
    .transient = sqlite_transient,
};
