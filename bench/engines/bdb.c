/*
 * Berkeley DB 5.3, btree of 16 KiB pages. A load goes by sorted bulk puts into
 * an environment without log or transactions; scans get a megabyte at once;
 * changes run in transactions (a 16 MiB log buffer), whose commit is written
 * and synced, or only written.
 */
#include <db.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engines/engine.h"

enum { PAGE = 16384, BULK = 1024 * 1024, LOG_BUFFER = 16 << 20 };
enum { VALUE = BENCH_LRECL - BENCH_KEYLEN, SMALL_CACHE = 16 << 20 };

struct handle {
	const struct bench *b;
	DB_ENV *env;
	DB *db;
	void *bulk, *at; /* of a load */
	DBT multi;
};

struct thread {
	struct handle *h;
	DB_TXN *txn;
	unsigned since; /* changes in it */
};

static void
must(int rc, const char *what)
{
	if (rc != 0)
		bench_die(what, db_strerror(rc));
}

static bool
changes(const struct bench *b)
{
	return b->mode == BENCH_UPDATE || b->mode == BENCH_UNSYNCED;
}

static bool
loads(const struct bench *b)
{
	return b->mode <= BENCH_PUT_RANDOM;
}

static void
env_open(struct handle *h)
{
	const struct bench *b = h->b;
	uint64_t cache = b->mode == BENCH_SCAN_ONCE ? SMALL_CACHE : b->cache;
	uint32_t flags = DB_CREATE | DB_PRIVATE | DB_INIT_MPOOL | DB_THREAD;
	DB_ENV *env;

	must(db_env_create(&env, 0), "db_env_create");
	h->env = env;
	must(env->set_cachesize(env, (uint32_t)(cache >> 30),
		 (uint32_t)(cache & ((1 << 30) - 1)), 1),
	    "cache");
	if (changes(b)) {
		flags |= DB_INIT_TXN | DB_INIT_LOG | DB_INIT_LOCK;
		must(env->set_lg_bsize(env, LOG_BUFFER), "log buffer");
		must(env->set_lg_max(env, 4 * LOG_BUFFER), "log file");
		must(env->set_lk_max_locks(env, 100000), "locks");
		must(env->set_lk_max_objects(env, 100000), "lock objects");
		must(env->set_lk_detect(env, DB_LOCK_MINWRITE), "detect");
		must(env->log_set_config(env, DB_LOG_AUTO_REMOVE, 1), "logs");
		must(env->set_flags(env,
			 b->mode == BENCH_UPDATE ? 0 : DB_TXN_WRITE_NOSYNC,
			 b->mode != BENCH_UPDATE),
		    "sync");
	}
	must(env->open(env, b->dir, flags, 0666), "DB_ENV->open");
}

static void *
bdb_open(const struct bench *b)
{
	struct handle *h = bench_zeros(sizeof(*h), "open");
	uint32_t flags = DB_THREAD;

	h->b = b;
	env_open(h);
	must(db_create(&h->db, h->env, 0), "db_create");
	if (loads(b)) {
		must(h->db->set_pagesize(h->db, PAGE), "page size");
		flags |= DB_CREATE;
		if ((h->bulk = malloc(BULK)) == NULL)
			bench_die("open", "no memory");
		h->multi.data = h->bulk;
		h->multi.ulen = BULK;
		h->multi.flags = DB_DBT_USERMEM | DB_DBT_BULK;
		DB_MULTIPLE_WRITE_INIT(h->at, &h->multi);
	} else if (changes(b)) {
		flags |= DB_AUTO_COMMIT;
	} else {
		flags |= DB_RDONLY;
	}
	must(h->db->open(h->db, NULL, "data.db", NULL, DB_BTREE, flags, 0666),
	    "DB->open");
	return h;
}

static void
flush(struct handle *h)
{
	must(h->db->put(h->db, NULL, &h->multi, NULL,
		 DB_MULTIPLE_KEY | DB_OVERWRITE_DUP),
	    "bulk put");
	DB_MULTIPLE_WRITE_INIT(h->at, &h->multi);
}

static void
bdb_put(void *arg, const uint8_t *rec)
{
	struct handle *h = arg;

	DB_MULTIPLE_KEY_WRITE_NEXT(
	    h->at, &h->multi, rec, BENCH_KEYLEN, rec + BENCH_KEYLEN, VALUE);
	if (h->at != NULL)
		return;
	flush(h);
	DB_MULTIPLE_KEY_WRITE_NEXT(
	    h->at, &h->multi, rec, BENCH_KEYLEN, rec + BENCH_KEYLEN, VALUE);
}

static void
bdb_close(void *arg)
{
	struct handle *h = arg;

	if (loads(h->b)) {
		flush(h);
		must(h->db->sync(h->db, 0), "DB->sync");
	}
	must(h->db->close(h->db, 0), "DB->close");
	if (changes(h->b))
		must(h->env->txn_checkpoint(h->env, 0, 0, 0), "checkpoint");
	must(h->env->close(h->env, 0), "DB_ENV->close");
	free(h->bulk);
	free(h);
}

static void *
bdb_thread_open(void *arg)
{
	struct thread *t = bench_zeros(sizeof(*t), "thread");

	t->h = arg;
	return t;
}

static void
bdb_commit(void *arg)
{
	struct thread *t = arg;

	if (t->txn != NULL)
		must(t->txn->commit(t->txn, 0), "commit");
	t->txn = NULL;
	t->since = 0;
}

static void
bdb_thread_close(void *arg)
{
	bdb_commit(arg);
	free(arg);
}

static bool
bdb_get(void *arg, const uint8_t *key, uint8_t *rec)
{
	struct thread *t = arg;
	DBT k = {0}, v = {0};
	int rc;

	k.data = (void *)key;
	k.size = BENCH_KEYLEN;
	v.data = rec + BENCH_KEYLEN;
	v.ulen = VALUE;
	v.flags = DB_DBT_USERMEM;
	do
		rc = t->h->db->get(t->h->db, NULL, &k, &v, 0);
	while (rc == DB_LOCK_DEADLOCK); /* a writer had more to lose */
	if (rc == DB_NOTFOUND)
		return false;
	must(rc, "get");
	memcpy(rec, key, BENCH_KEYLEN);
	return true;
}

static void
see(DBT *bulk, bool copy, struct bench_sum *sum)
{
	uint8_t rec[BENCH_LRECL], *key, *value;
	size_t klen, vlen;
	void *at;

	DB_MULTIPLE_INIT(at, bulk);
	for (;;) {
		DB_MULTIPLE_KEY_NEXT(at, bulk, key, klen, value, vlen);
		if (at == NULL)
			return;
		if (klen != BENCH_KEYLEN || vlen != VALUE)
			bench_die("scan", "a record of another length");
		if (copy) {
			memcpy(rec, key, BENCH_KEYLEN);
			memcpy(rec + BENCH_KEYLEN, value, VALUE);
			__asm__ volatile("" : : "r"(rec) : "memory");
			key = rec;
		}
		sum->keys += bench_number(key);
		sum->records++;
	}
}

static void
bdb_scan(void *arg, bool copy, struct bench_sum *sum)
{
	DB *db = ((struct thread *)arg)->h->db;
	DBT k = {0}, bulk = {0};
	DBC *cursor;
	int rc;

	if ((bulk.data = malloc(BULK)) == NULL)
		bench_die("scan", "no memory");
	bulk.ulen = BULK;
	bulk.flags = DB_DBT_USERMEM;
	must(db->cursor(db, NULL, &cursor, 0), "cursor");
	while ((rc = cursor->get(
		    cursor, &k, &bulk, DB_MULTIPLE_KEY | DB_NEXT)) == 0)
		see(&bulk, copy, sum);
	if (rc != DB_NOTFOUND)
		must(rc, "cursor get");
	must(cursor->close(cursor), "cursor close");
	free(bulk.data);
}

static void
change(struct thread *t, const uint8_t *rec, uint32_t flags)
{
	DB_ENV *env = t->h->env;
	DBT k = {0}, v = {0};
	int rc;

	k.data = (void *)rec;
	k.size = BENCH_KEYLEN;
	v.data = (void *)(rec + BENCH_KEYLEN);
	v.size = VALUE;
	do {
		if (t->txn == NULL)
			must(env->txn_begin(env, NULL, &t->txn, 0), "begin");
		rc = t->h->db->put(t->h->db, t->txn, &k, &v, flags);
		if (rc == DB_LOCK_DEADLOCK && t->since == 0) {
			must(t->txn->abort(t->txn), "abort");
			t->txn = NULL;
		}
	} while (rc == DB_LOCK_DEADLOCK && t->since == 0);
	must(rc, "put");
	t->since++;
}

static void
bdb_update(void *arg, const uint8_t *rec)
{
	change(arg, rec, 0);
}

static void
bdb_insert(void *arg, const uint8_t *rec)
{
	change(arg, rec, DB_NOOVERWRITE);
}

static bool
bdb_transient(const char *file)
{
	return strncmp(file, "log.", 4) == 0 || strncmp(file, "__db.", 5) == 0;
}

const struct engine bench_engine = {
    .name = "bdb",
    .many_writers = true,
    .beside = true,
    .open = bdb_open,
    .close = bdb_close,
    .thread_open = bdb_thread_open,
    .thread_close = bdb_thread_close,
    .put = bdb_put,
    .scan = bdb_scan,
    .get = bdb_get,
    .update = bdb_update,
    .insert = bdb_insert,
    .commit = bdb_commit,
    .transient = bdb_transient,
};
