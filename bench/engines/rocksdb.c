/*
 * RocksDB: no compression, 16 KiB blocks with a hash index and bloom filters,
 * an LRU cache that holds all. A load writes four sorted tables and ingests
 * them; records in random order go in without a log and are compacted;
 * changes are write batches, the log synced or not.
 */
#include <rocksdb/c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engines/engine.h"

enum { VALUE = BENCH_LRECL - BENCH_KEYLEN, TABLES = 4, BLOCK = 16384 };
enum { SMALL_CACHE = 16 << 20, HASHED_BLOCKS = 1 /* binary and hash */ };
enum { BULK_BATCH = 1000 };

struct handle {
	const struct bench *b;
	rocksdb_options_t *options;
	rocksdb_cache_t *cache;
	rocksdb_t *db;
	rocksdb_readoptions_t *read;
	rocksdb_writeoptions_t *write;
	/* A load's: */
	rocksdb_envoptions_t *env;
	rocksdb_sstfilewriter_t *table;
	uint64_t puts;
	rocksdb_writebatch_t *batch;
};

struct thread {
	struct handle *h;
	rocksdb_writebatch_t *batch;
};

static void
must(char *err, const char *what)
{
	if (err != NULL)
		bench_die(what, err);
}

static void
set_up(struct handle *h)
{
	rocksdb_block_based_table_options_t *t =
	    rocksdb_block_based_options_create();
	rocksdb_options_t *o = rocksdb_options_create();

	h->cache = rocksdb_cache_create_lru(
	    h->b->mode == BENCH_SCAN_ONCE ? SMALL_CACHE : h->b->cache);
	rocksdb_block_based_options_set_block_cache(t, h->cache);
	rocksdb_block_based_options_set_block_size(t, BLOCK);
	rocksdb_block_based_options_set_filter_policy(
	    t, rocksdb_filterpolicy_create_bloom_full(10));
	rocksdb_block_based_options_set_data_block_index_type(t, HASHED_BLOCKS);
	rocksdb_block_based_options_set_data_block_hash_ratio(t, 0.75);
	rocksdb_options_set_block_based_table_factory(o, t);
	rocksdb_block_based_options_destroy(t);
	rocksdb_options_set_compression(o, rocksdb_no_compression);
	rocksdb_options_increase_parallelism(o, 2);
	rocksdb_options_set_write_buffer_size(o, 64 << 20);
	rocksdb_options_set_create_if_missing(o, 1);
	if (h->b->mode == BENCH_LOAD_RANDOM)
		rocksdb_options_prepare_for_bulk_load(o);
	h->options = o;
}

static void
next_table(struct handle *h)
{
	char path[4096], *err = NULL;

	if (h->table != NULL) {
		rocksdb_sstfilewriter_finish(h->table, &err);
		must(err, "SstFileWriter");
		rocksdb_sstfilewriter_destroy(h->table);
	}
	snprintf(path, sizeof(path), "%s/load%llu.sst", h->b->dir,
	    (unsigned long long)(h->puts * TABLES / h->b->records));
	h->table = rocksdb_sstfilewriter_create(h->env, h->options);
	rocksdb_sstfilewriter_open(h->table, path, &err);
	must(err, path);
}

static void *
rocks_open(const struct bench *b)
{
	struct handle *h = bench_zeros(sizeof(*h), "open");
	char *err = NULL;

	h->b = b;
	set_up(h);
	h->db = rocksdb_open(h->options, b->dir, &err);
	must(err, b->dir);
	h->read = rocksdb_readoptions_create();
	h->write = rocksdb_writeoptions_create();
	rocksdb_writeoptions_set_sync(h->write, b->mode == BENCH_UPDATE);
	h->env = rocksdb_envoptions_create();
	if (b->mode == BENCH_LOAD_RANDOM) {
		rocksdb_writeoptions_disable_WAL(h->write, 1);
		h->batch = rocksdb_writebatch_create();
	}
	return h;
}

static void
flush_batch(struct handle *h)
{
	char *err = NULL;

	rocksdb_write(h->db, h->write, h->batch, &err);
	must(err, "write");
	rocksdb_writebatch_clear(h->batch);
}

static void
rocks_put(void *arg, const uint8_t *rec)
{
	struct handle *h = arg;
	char *err = NULL;

	if (h->b->mode == BENCH_LOAD) {
		if (h->puts % ((h->b->records + TABLES - 1) / TABLES) == 0)
			next_table(h);
		rocksdb_sstfilewriter_put(h->table, (const char *)rec,
		    BENCH_KEYLEN, (const char *)rec + BENCH_KEYLEN, VALUE,
		    &err);
		must(err, "SstFileWriter");
		h->puts++;
		return;
	}
	rocksdb_writebatch_put(h->batch, (const char *)rec, BENCH_KEYLEN,
	    (const char *)rec + BENCH_KEYLEN, VALUE);
	if (++h->puts % BULK_BATCH == 0)
		flush_batch(h);
}

static void
ingest(struct handle *h)
{
	rocksdb_ingestexternalfileoptions_t *o =
	    rocksdb_ingestexternalfileoptions_create();
	char path[TABLES][4096], *err = NULL;
	const char *list[TABLES];
	int i;

	rocksdb_sstfilewriter_finish(h->table, &err);
	must(err, "SstFileWriter");
	rocksdb_sstfilewriter_destroy(h->table);
	for (i = 0; i < TABLES; i++) {
		snprintf(
		    path[i], sizeof(path[i]), "%s/load%d.sst", h->b->dir, i);
		list[i] = path[i];
	}
	rocksdb_ingestexternalfileoptions_set_move_files(o, 1);
	rocksdb_ingest_external_file(h->db, list, TABLES, o, &err);
	must(err, "ingest");
	rocksdb_ingestexternalfileoptions_destroy(o);
}

static void
finish_random(struct handle *h)
{
	rocksdb_flushoptions_t *o = rocksdb_flushoptions_create();
	char *err = NULL;

	flush_batch(h);
	rocksdb_flush(h->db, o, &err);
	must(err, "flush");
	rocksdb_flushoptions_destroy(o);
	rocksdb_compact_range(h->db, NULL, 0, NULL, 0);
	rocksdb_writebatch_destroy(h->batch);
}

static void
rocks_close(void *arg)
{
	struct handle *h = arg;

	if (h->table != NULL)
		ingest(h);
	if (h->batch != NULL)
		finish_random(h);
	rocksdb_envoptions_destroy(h->env);
	rocksdb_readoptions_destroy(h->read);
	rocksdb_writeoptions_destroy(h->write);
	rocksdb_close(h->db);
	rocksdb_options_destroy(h->options);
	rocksdb_cache_destroy(h->cache);
	free(h);
}

static void *
rocks_thread_open(void *arg)
{
	struct thread *t = bench_zeros(sizeof(*t), "thread");

	t->h = arg;
	t->batch = rocksdb_writebatch_create();
	return t;
}

static void
rocks_commit(void *arg)
{
	struct thread *t = arg;
	char *err = NULL;

	rocksdb_write(t->h->db, t->h->write, t->batch, &err);
	must(err, "write");
	rocksdb_writebatch_clear(t->batch);
}

static void
rocks_thread_close(void *arg)
{
	struct thread *t = arg;

	if (rocksdb_writebatch_count(t->batch) > 0)
		rocks_commit(t);
	rocksdb_writebatch_destroy(t->batch);
	free(t);
}

static bool
rocks_get(void *arg, const uint8_t *key, uint8_t *rec)
{
	struct handle *h = ((struct thread *)arg)->h;
	rocksdb_pinnableslice_t *slice;
	char *err = NULL;
	const char *v;
	size_t len;

	slice = rocksdb_get_pinned(
	    h->db, h->read, (const char *)key, BENCH_KEYLEN, &err);
	must(err, "get");
	if (slice == NULL)
		return false;
	v = rocksdb_pinnableslice_value(slice, &len);
	if (len != VALUE)
		bench_die("get", "a value of another length");
	memcpy(rec, key, BENCH_KEYLEN);
	memcpy(rec + BENCH_KEYLEN, v, VALUE);
	rocksdb_pinnableslice_destroy(slice);
	return true;
}

static bool
rocks_get_many(
    void *arg, const uint8_t (*keys)[BENCH_KEYLEN], size_t n, uint8_t *recs)
{
	struct handle *h = ((struct thread *)arg)->h;
	const char *list[64];
	size_t i, lens[64], vlens[64];
	char *values[64], *errs[64];
	bool ok = n <= 64;

	for (i = 0; i < n && ok; i++) {
		list[i] = (const char *)keys[i];
		lens[i] = BENCH_KEYLEN;
	}
	if (!ok)
		return false;
	rocksdb_multi_get(h->db, h->read, n, list, lens, values, vlens, errs);
	for (i = 0; i < n; i++) {
		must(errs[i], "multi_get");
		if (values[i] == NULL || vlens[i] != VALUE) {
			ok = false;
			continue;
		}
		memcpy(recs + i * BENCH_LRECL, keys[i], BENCH_KEYLEN);
		memcpy(recs + i * BENCH_LRECL + BENCH_KEYLEN, values[i], VALUE);
		free(values[i]);
	}
	return ok;
}

static void
rocks_scan(void *arg, bool copy, struct bench_sum *sum)
{
	struct handle *h = ((struct thread *)arg)->h;
	rocksdb_iterator_t *it = rocksdb_create_iterator(h->db, h->read);
	uint8_t rec[BENCH_LRECL];
	const char *k, *v;
	char *err = NULL;
	size_t klen, vlen;

	for (rocksdb_iter_seek_to_first(it); rocksdb_iter_valid(it);
	     rocksdb_iter_next(it)) {
		k = rocksdb_iter_key(it, &klen);
		v = rocksdb_iter_value(it, &vlen);
		if (copy) {
			memcpy(rec, k, BENCH_KEYLEN);
			memcpy(rec + BENCH_KEYLEN, v, VALUE);
			__asm__ volatile("" : : "r"(rec) : "memory");
		}
		sum->keys += bench_number(k);
		sum->records++;
	}
	rocksdb_iter_get_error(it, &err);
	must(err, "scan");
	rocksdb_iter_destroy(it);
}

static void
rocks_change(void *arg, const uint8_t *rec)
{
	struct thread *t = arg;

	rocksdb_writebatch_put(t->batch, (const char *)rec, BENCH_KEYLEN,
	    (const char *)rec + BENCH_KEYLEN, VALUE);
}

static bool
rocks_transient(const char *file)
{
	return strstr(file, ".log") != NULL || strncmp(file, "LOG", 3) == 0;
}

const struct engine bench_engine = {
    .name = "rocksdb",
    .many_writers = true,
    .beside = true,
    .open = rocks_open,
    .close = rocks_close,
    .thread_open = rocks_thread_open,
    .thread_close = rocks_thread_close,
    .put = rocks_put,
    .scan = rocks_scan,
    .get = rocks_get,
    .get_many = rocks_get_many,
    .update = rocks_change,
    .insert = rocks_change,
    .commit = rocks_commit,
    .transient = rocks_transient,
};
