/*
 * LMDB: key 8 bytes, value 248. A load appends through a cursor; a durable
 * commit is LMDB's default (two syncs); else the environment is written
 * through its mapping and synced never.
 */
#include <lmdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/engines/engine.h"

enum { LOAD_COMMIT = 200000, RENEW = 1024 };
enum { VALUE = BENCH_LRECL - BENCH_KEYLEN };

struct handle {
	const struct bench *b;
	MDB_env *env;
	MDB_dbi dbi;
	MDB_txn *txn; /* the writer's */
	MDB_cursor *cursor;
	unsigned since; /* records since its last commit */
};

/* A thread has a read transaction; the handle's writer is of one thread. */
struct thread {
	struct handle *h;
	MDB_txn *txn;
	unsigned gets;
};

static void
must(int rc, const char *what)
{
	if (rc != MDB_SUCCESS)
		bench_die(what, mdb_strerror(rc));
}

static bool
loads(const struct handle *h)
{
	return h->b->mode <= BENCH_PUT_RANDOM;
}

static unsigned
flags_of(enum bench_mode mode)
{
	if (mode == BENCH_SCAN_ONCE || mode == BENCH_SCAN || mode == BENCH_GET)
		return MDB_RDONLY | (mode == BENCH_GET ? MDB_NORDAHEAD : 0);
	if (mode == BENCH_UPDATE)
		return 0;
	return MDB_WRITEMAP | MDB_NOSYNC | MDB_MAPASYNC;
}

static void
begin(struct handle *h)
{
	must(mdb_txn_begin(h->env, NULL, 0, &h->txn), "mdb_txn_begin");
	if (h->b->mode == BENCH_LOAD)
		must(mdb_cursor_open(h->txn, h->dbi, &h->cursor), "cursor");
}

static void
end(struct handle *h)
{
	if (h->txn == NULL)
		return;
	if (h->cursor != NULL)
		mdb_cursor_close(h->cursor);
	h->cursor = NULL;
	must(mdb_txn_commit(h->txn), "mdb_txn_commit");
	h->txn = NULL;
	h->since = 0;
}

static void *
lmdb_open(const struct bench *b)
{
	struct handle *h = bench_zeros(sizeof(*h), "open");
	MDB_txn *txn;
	bool reads;

	h->b = b;
	reads = (flags_of(b->mode) & MDB_RDONLY) != 0;
	must(mdb_env_create(&h->env), "mdb_env_create");
	must(mdb_env_set_mapsize(h->env,
		 (b->records * BENCH_LRECL * 4 + (256 << 20)) & ~0xfffffULL),
	    "mapsize");
	must(mdb_env_open(h->env, b->dir, flags_of(b->mode), 0666),
	    "mdb_env_open");
	must(mdb_txn_begin(h->env, NULL, reads ? MDB_RDONLY : 0, &txn),
	    "mdb_txn_begin");
	must(mdb_dbi_open(txn, NULL, 0, &h->dbi), "mdb_dbi_open");
	must(mdb_txn_commit(txn), "mdb_txn_commit");
	return h;
}

static void
lmdb_close(void *arg)
{
	struct handle *h = arg;

	end(h);
	if (loads(h))
		must(mdb_env_sync(h->env, 1), "mdb_env_sync");
	mdb_env_close(h->env);
	free(h);
}

static void
put(struct handle *h, const uint8_t *rec, unsigned flags)
{
	MDB_val key = {BENCH_KEYLEN, (void *)rec};
	MDB_val value = {VALUE, (void *)(rec + BENCH_KEYLEN)};

	if (h->txn == NULL)
		begin(h);
	if (h->cursor != NULL)
		must(mdb_cursor_put(h->cursor, &key, &value, MDB_APPEND),
		    "mdb_cursor_put");
	else
		must(mdb_put(h->txn, h->dbi, &key, &value, flags), "mdb_put");
	h->since++;
}

static void
lmdb_put(void *arg, const uint8_t *rec)
{
	struct handle *h = arg;

	put(h, rec, MDB_NOOVERWRITE);
	/* In random order each transaction would copy nearly all pages: one. */
	if (h->since == LOAD_COMMIT && h->b->mode == BENCH_LOAD)
		end(h);
}

static void *
lmdb_thread_open(void *arg)
{
	struct thread *t = bench_zeros(sizeof(*t), "thread");

	t->h = arg;
	return t;
}

static void
lmdb_thread_close(void *arg)
{
	struct thread *t = arg;

	if (t->txn != NULL)
		mdb_txn_abort(t->txn);
	/* The one writer's open transaction. */
	end(t->h);
	free(t);
}

static void
renew(struct thread *t)
{
	if (t->txn == NULL) {
		must(mdb_txn_begin(t->h->env, NULL, MDB_RDONLY, &t->txn),
		    "mdb_txn_begin");
	} else if (++t->gets % RENEW == 0) {
		mdb_txn_reset(t->txn);
		must(mdb_txn_renew(t->txn), "mdb_txn_renew");
	}
}

static bool
lmdb_get(void *arg, const uint8_t *key, uint8_t *rec)
{
	struct thread *t = arg;
	MDB_val k = {BENCH_KEYLEN, (void *)key}, v;
	int rc;

	renew(t);
	rc = mdb_get(t->txn, t->h->dbi, &k, &v);
	if (rc == MDB_NOTFOUND)
		return false;
	must(rc, "mdb_get");
	memcpy(rec, k.mv_data, BENCH_KEYLEN);
	memcpy(rec + BENCH_KEYLEN, v.mv_data, VALUE);
	return true;
}

static void
lmdb_scan(void *arg, bool copy, struct bench_sum *sum)
{
	struct thread *t = arg;
	uint8_t rec[BENCH_LRECL];
	MDB_cursor *cursor;
	MDB_val k, v;
	int rc;

	renew(t);
	must(mdb_cursor_open(t->txn, t->h->dbi, &cursor), "cursor");
	while ((rc = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		if (copy) {
			memcpy(rec, k.mv_data, BENCH_KEYLEN);
			memcpy(rec + BENCH_KEYLEN, v.mv_data, VALUE);
			__asm__ volatile("" : : "r"(rec) : "memory");
			sum->keys += bench_number(rec);
		} else {
			sum->keys += bench_number(k.mv_data);
		}
		sum->records++;
	}
	if (rc != MDB_NOTFOUND)
		must(rc, "mdb_cursor_get");
	mdb_cursor_close(cursor);
}

/* A read transaction that stays would keep the pages that a writer frees. */
static struct handle *
no_longer_reads(struct thread *t)
{
	if (t->txn != NULL)
		mdb_txn_abort(t->txn);
	t->txn = NULL;
	return t->h;
}

static void
lmdb_update(void *arg, const uint8_t *rec)
{
	put(no_longer_reads(arg), rec, 0);
}

static void
lmdb_insert(void *arg, const uint8_t *rec)
{
	put(no_longer_reads(arg), rec, MDB_NOOVERWRITE);
}

static void
lmdb_commit(void *arg)
{
	end(((struct thread *)arg)->h);
}

static bool
lmdb_transient(const char *file)
{
	return strcmp(file, "lock.mdb") == 0;
}

const struct engine bench_engine = {
    .name = "lmdb",
    .processes = true,
    .beside = true,
    .open = lmdb_open,
    .close = lmdb_close,
    .thread_open = lmdb_thread_open,
    .thread_close = lmdb_thread_close,
    .put = lmdb_put,
    .scan = lmdb_scan,
    .get = lmdb_get,
    .update = lmdb_update,
    .insert = lmdb_insert,
    .commit = lmdb_commit,
    .transient = lmdb_transient,
};
