/*
 * Ours, at the access methods' interface: a key-sequenced data set with
 * control intervals of 16 KiB, without names, catalog or commands. Each thread
 * opens it for itself, as each process would.
 *
 * A put, update or erase is complete, and safe from the death of the process,
 * when it returns; am_commit and am_close make it safe from a power cut.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engines/engine.h"
#include "bench/ksds.h"

enum { CISIZE = 16384, INDEX_CISIZE = 1024, CIS_PER_CA = 45 };
enum { INDEX_PER_CA = 33, FEW = 2 };
/* Bytes of records from which on RBAs need extended addressability; below the
 * 4 GiB of the data component, which grows with inserts. */
#define LARGE (1ULL << 31)

struct thread {
	const struct bench *b;
	struct volume *vol;
	struct am_file *am;
	struct am_pos *pos;
	struct ds_diag diag;
};

struct handle {
	const struct bench *b;
	struct thread *loader;
};

static void
must(enum ds_status st, const char *what, const struct ds_diag *diag)
{
	if (st == DS_OK)
		return;
	fprintf(stderr, "bench: %s %s\n", diag->name, diag->text);
	bench_die(what, ds_status_text(st));
}

/* The benchmark's volume is as large as it likes. */
static enum ds_status
extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	(void)ctx;
	(void)part;
	(void)diag;
	*casp = min_cas;
	return DS_OK;
}

static enum ds_status
make(struct volume *vol, const struct bench *b, struct ds_diag *diag)
{
	struct ksds_shape shape = {
	    {CISIZE, INDEX_CISIZE}, {CIS_PER_CA, INDEX_PER_CA}, 0};
	char path[4096], name[SPHERE_NAME_LEN];
	enum ds_status st;
	FILE *fp;

	if (b->records * BENCH_LRECL > LARGE)
		shape.flags = DS_A_EXTADDR;
	if ((st = ksds_make(vol, &shape, name, diag)) != DS_OK)
		return st;
	snprintf(path, sizeof(path), "%s/NAME", b->dir);
	if ((fp = fopen(path, "w")) == NULL || fprintf(fp, "%s", name) < 0 ||
	    fclose(fp) != 0)
		return ds_fail(diag, DS_IO, path, NULL);
	return DS_OK;
}

static void
name_of(const struct bench *b, char name[SPHERE_NAME_LEN])
{
	char path[4096];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/NAME", b->dir);
	if ((fp = fopen(path, "r")) == NULL ||
	    fgets(name, SPHERE_NAME_LEN, fp) == NULL)
		bench_die(path, "cannot be read");
	fclose(fp);
}

static unsigned
intent_of(enum bench_mode mode)
{
	switch (mode) {
	case BENCH_LOAD:
		return AM_OUTPUT | AM_SEQ;
	case BENCH_LOAD_RANDOM:
		return AM_OUTPUT | AM_BULK;
	case BENCH_SCAN_ONCE:
	case BENCH_SCAN:
		return AM_INPUT | AM_SEQ;
	case BENCH_GET:
		return AM_INPUT | AM_DIR;
	case BENCH_PUT_RANDOM:
	case BENCH_UPDATE:
	case BENCH_UNSYNCED:
		break;
	}
	return AM_OUTPUT | AM_DIR;
}

/* A pool each: all of the set, or its part when they are many or large. */
static uint64_t
pool_size(const struct bench *b)
{
	uint64_t n = (uint64_t)b->threads, most = bench_memory() / 2 / n;

	if (n > FEW)
		return b->cache / n;
	return b->cache < most ? b->cache : most;
}

static struct thread *
am_thread(const struct bench *b, enum bench_mode mode)
{
	struct am_parms parms = {.intent = intent_of(mode)};
	struct thread *t = bench_zeros(sizeof(*t), "open");
	char name[SPHERE_NAME_LEN];

	t->b = b;
	must(vol_open(b->dir, false, &t->vol, &t->diag), "volume", &t->diag);
	if (mode == BENCH_LOAD || mode == BENCH_LOAD_RANDOM)
		must(make(t->vol, b, &t->diag), "make", &t->diag);
	name_of(b, name);
	parms.sphere.extend = extend;
	parms.sphere.shared = b->shared;
	if ((parms.intent & AM_DIR) != 0)
		parms.sphere.bufsp = pool_size(b);
	parms.bulk.dir = b->dir;
	must(am_open(t->vol, name, &parms, &t->am, &t->diag), "open", &t->diag);
	must(am_pos_new(t->am, &t->pos), "position", &t->diag);
	return t;
}

static void
am_thread_close(void *arg)
{
	struct thread *t = arg;

	am_pos_free(&t->pos);
	must(am_close(&t->am, &t->diag), "close", &t->diag);
	vol_close(&t->vol);
	free(t);
}

static void
put(struct thread *t, const uint8_t *rec, bool sequential)
{
	must(am_put(t->pos, rec, BENCH_LRECL, 0, sequential, NULL, &t->diag),
	    "put", &t->diag);
}

/* Single inserts go into a data set that has a record. */
static struct thread *
load_one(const struct bench *b, const uint8_t *rec)
{
	struct thread *t = am_thread(b, BENCH_LOAD);

	put(t, rec, true);
	am_thread_close(t);
	return am_thread(b, BENCH_PUT_RANDOM);
}

static void *
ours_open(const struct bench *b)
{
	struct handle *h = bench_zeros(sizeof(*h), "open");

	h->b = b;
	if (b->mode == BENCH_LOAD || b->mode == BENCH_LOAD_RANDOM)
		h->loader = am_thread(b, b->mode);
	return h;
}

static void
ours_close(void *arg)
{
	struct handle *h = arg;

	if (h->loader != NULL)
		am_thread_close(h->loader);
	free(h);
}

static void *
ours_thread_open(void *arg)
{
	struct handle *h = arg;

	return am_thread(h->b, h->b->mode);
}

static void
ours_put(void *arg, const uint8_t *rec)
{
	struct handle *h = arg;

	if (h->loader == NULL)
		h->loader = load_one(h->b, rec);
	else
		put(h->loader, rec, h->b->mode == BENCH_LOAD);
}

static void
ours_scan(void *arg, bool copy, struct bench_sum *sum)
{
	struct thread *t = arg;
	uint8_t copied[BENCH_LRECL];
	struct am_rec rec;
	enum ds_status st;

	must(am_point(t->pos, AM_FIRST, AM_EQ, false, NULL, 0, 0, &t->diag),
	    "point", &t->diag);
	while ((st = am_get(t->pos, &rec, &t->diag)) == DS_OK) {
		if (copy) {
			memcpy(copied, rec.data, BENCH_LRECL);
			__asm__ volatile("" : : "r"(copied) : "memory");
			rec.data = copied;
		}
		sum->keys += bench_number(rec.data);
		sum->records++;
	}
	if (st != DS_EOD)
		must(st, "scan", &t->diag);
}

static bool
find(struct thread *t, const uint8_t *key, struct am_rec *recp)
{
	enum ds_status st = am_point(
	    t->pos, AM_KEY, AM_EQ, false, key, BENCH_KEYLEN, 0, &t->diag);

	if (st == DS_NOTFOUND)
		return false;
	must(st, "point", &t->diag);
	must(am_get(t->pos, recp, &t->diag), "get", &t->diag);
	return true;
}

static bool
ours_get(void *arg, const uint8_t *key, uint8_t *rec)
{
	struct am_rec got;

	if (!find(arg, key, &got) || got.len != BENCH_LRECL)
		return false;
	memcpy(rec, got.data, BENCH_LRECL);
	return true;
}

static bool
ours_get_many(
    void *arg, const uint8_t (*keys)[BENCH_KEYLEN], size_t n, uint8_t *recs)
{
	struct am_want want[AM_MANY_MAX];
	struct thread *t = arg;
	size_t i;

	if (n > AM_MANY_MAX)
		return false;
	for (i = 0; i < n; i++)
		want[i].key = keys[i];
	must(am_get_many(t->pos, AM_KEY, want, n, BENCH_KEYLEN, &t->diag),
	    "get many", &t->diag);
	for (i = 0; i < n; i++) {
		if (want[i].st != DS_OK || want[i].rec.len != BENCH_LRECL)
			return false;
		memcpy(recs + i * BENCH_LRECL, want[i].rec.data, BENCH_LRECL);
	}
	return true;
}

static bool
ours_offset(void *arg, uint64_t offset, uint8_t *rec)
{
	struct thread *t = arg;
	struct am_rec got;

	must(am_point(
		 t->pos, AM_OFFSET, AM_EQ, false, NULL, 0, offset, &t->diag),
	    "point to offset", &t->diag);
	must(am_get(t->pos, &got, &t->diag), "get", &t->diag);
	if (got.len != BENCH_LRECL)
		return false;
	memcpy(rec, got.data, BENCH_LRECL);
	return true;
}

static void
ours_update(void *arg, const uint8_t *rec)
{
	struct thread *t = arg;
	struct am_rec got;

	if (!find(t, rec, &got))
		bench_die("update", "no such record");
	must(am_update(t->pos, rec, BENCH_LRECL, &t->diag), "update", &t->diag);
}

static void
ours_insert(void *arg, const uint8_t *rec)
{
	put(arg, rec, false);
}

static void
ours_commit(void *arg)
{
	struct thread *t = arg;

	/* Else a request that has returned is as safe as it is to be. */
	if (t->b->mode == BENCH_UPDATE)
		must(am_commit(t->am, &t->diag), "commit", &t->diag);
}

/* Log, double-write area and the like carry the component's name and more. */
static bool
ours_transient(const char *file)
{
	return strlen(file) > SPHERE_NAME_LEN - 1;
}

/* Allocated behind the high-used RBAs. */
static uint64_t
ours_unused(const struct bench *b)
{
	struct ds_stats stats[SPHERE_PARTS];
	struct ds_diag diag = {0};
	struct sphere_state state;
	char name[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	uint64_t bytes = 0;
	int part;

	name_of(b, name);
	must(vol_open(b->dir, false, &vol, &diag), "volume", &diag);
	must(
	    sphere_read_state(vol, name, &state, stats, &diag), "state", &diag);
	for (part = 0; part < SPHERE_PARTS; part++)
		bytes += state.part[part].harba - state.part[part].hurba;
	vol_close(&vol);
	return bytes;
}

const struct engine bench_engine = {
    .name = "catamount",
    .processes = true,
    .beside = true,
    .many_writers = true,
    .open = ours_open,
    .close = ours_close,
    .thread_open = ours_thread_open,
    .thread_close = am_thread_close,
    .put = ours_put,
    .scan = ours_scan,
    .get = ours_get,
    .get_many = ours_get_many,
    .offset = ours_offset,
    .update = ours_update,
    .insert = ours_insert,
    .commit = ours_commit,
    .transient = ours_transient,
    .unused = ours_unused,
};
