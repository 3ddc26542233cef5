/*
 * Data sets for the tests of the NFS server, and what their views are to be: a
 * record is known by its number alone. Include after tests/support/services.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_NFS_SETS_H
#define CATAMOUNT_TESTS_SUPPORT_NFS_SETS_H

#include "nfs/ops.h"
#include "services/dataset.h"

enum { SET_KEY = 8, SET_FIXED = 80, SET_LEN_MAX = 200 };

/*
 * Record i in code page 1047: eight digits (X'F0'...), letters A to I (X'C1'
 * ...), a byte X'51' (U+00E9, two bytes of UTF-8) and i % 5 blanks at the end.
 */
static inline uint32_t
set_record(uint32_t i, bool fixed, uint8_t *rec)
{
	const uint32_t len = fixed ? SET_FIXED : 20 + i * 7 % 170, b = i % 5;
	uint32_t n = i, j;

	for (j = SET_KEY; j-- > 0; n /= 10)
		rec[j] = (uint8_t)(0xF0 + n % 10);
	for (j = SET_KEY; j < len; j++)
		rec[j] = (uint8_t)(0xC1 + (i + j) % 9);
	rec[SET_KEY] = 0x51;
	memset(rec + len - b, 0x40, b);
	return len;
}

/* Bytes of the stream of records 0 to n-1, which the caller frees. */
static inline uint8_t *
set_stream(enum ops_view view, uint32_t n, bool fixed, size_t *lenp)
{
	uint8_t *out = malloc((size_t)n * (SET_LEN_MAX * 2 + 4) + 1), *p = out;
	uint8_t rec[SET_LEN_MAX];
	uint32_t i, j, len;

	assert_non_null(out);
	for (i = 0; i < n; i++) {
		len = set_record(i, fixed, rec);
		if (view == OPS_RDW) {
			*p++ = (uint8_t)((len + 4) >> 8);
			*p++ = (uint8_t)(len + 4);
			*p++ = 0;
			*p++ = 0;
		}
		if (view != OPS_TEXT) {
			memcpy(p, rec, len);
			p += len;
			continue;
		}
		while (fixed && len > 0 && rec[len - 1] == 0x40)
			len--;
		for (j = 0; j < len; j++) {
			if (rec[j] == 0x51) {
				*p++ = 0xC3;
				*p++ = 0xA9;
			} else {
				*p++ = rec[j] == 0x40   ? ' '
				       : rec[j] >= 0xF0 ? rec[j] - 0xF0 + '0'
							: rec[j] - 0xC1 + 'A';
			}
		}
		*p++ = '\n';
	}
	*lenp = (size_t)(p - out);
	return out;
}

/* Records from to n-1 into a data set that is there, or a member. */
static inline void
set_fill(
    struct fixture *f, const char *name, uint32_t from, uint32_t n, bool fixed)
{
	uint8_t rec[SET_LEN_MAX];
	struct ds_file *file = NULL;
	uint32_t i, len;

	assert_int_equal(
	    ds_open_name(f->sys, name, DS_OUTPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	for (i = from; i < n; i++) {
		len = set_record(i, fixed, rec);
		assert_int_equal(ds_put(file, rec, len, &f->diag), DS_OK);
	}
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
}

/* The records of a data set are those with these numbers. */
static inline void
assert_records(
    struct fixture *f, const char *name, uint32_t from, uint32_t n, bool fixed)
{
	uint8_t rec[SET_LEN_MAX];
	struct ds_file *file = NULL;
	struct ds_rec r;
	uint32_t len;

	assert_int_equal(
	    ds_open_name(f->sys, name, DS_INPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	for (uint32_t i = from; i < n; i++) {
		len = set_record(i, fixed, rec);
		assert_int_equal(ds_get(file, &r, &f->diag), DS_OK);
		assert_int_equal(r.len, len);
		assert_memory_equal(r.data, rec, len);
	}
	assert_int_equal(ds_get(file, &r, &f->diag), DS_EOD);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
}

static inline void
set_cluster(struct fixture *f, const char *name, enum ds_org org, bool fixed)
{
	struct ds_define_cluster def;

	def_small(&def, name);
	def.org = org;
	def.org_given = true;
	if (org == DS_ORG_KSDS) {
		def.cluster.keylen = SET_KEY;
		def.cluster.rkp = 0;
	}
	if (org != DS_ORG_LDS) {
		def.cluster.avglrecl = fixed ? SET_FIXED : 100;
		def.cluster.maxlrecl = fixed ? SET_FIXED : SET_LEN_MAX;
	}
	def.cluster.pri = 20;
	def.cluster.sec = 20;
	def.cluster.share_region = 0;
	assert_int_equal(define(f, &def), DS_OK);
}

static inline void
set_nonvsam(struct fixture *f, const char *name, enum ds_recfm recfm, int po)
{
	struct ds_define_ps def;

	memset(&def, 0, sizeof(def));
	snprintf(def.name, sizeof(def.name), "%.44s", name);
	def.recfm = recfm;
	def.lrecl = recfm == DS_RECFM_FB ? SET_FIXED : SET_LEN_MAX + 4;
	def.unit = DS_UNIT_TRK;
	def.pri = def.sec = 20;
	def.partitioned = po != 0;
	def.library = po == 2;
	def.dirblocks = po == 1 ? 20 : 0;
	assert_int_equal(ds_define_ps(f->sys, &def, &f->diag), DS_OK);
}

/* --- operations ------------------------------------------------------------
 */

struct serving {
	struct fixture *f;
	struct ops_server *server;
	struct ops *ops;
	char log[512]; /* the last line */
};

static inline void
serving_log(void *ctx, const char *text)
{
	struct serving *s = ctx;

	snprintf(s->log, sizeof(s->log), "%s", text);
}

static inline void
serve_with(struct fixture *f, struct ops_config config, struct serving *s)
{
	memset(s, 0, sizeof(*s));
	s->f = f;
	config.root = f->dir;
	config.log = serving_log;
	config.log_ctx = s;
	assert_int_equal(ops_server_new(&config, &s->server, &f->diag), DS_OK);
	assert_int_equal(ops_new(s->server, &s->ops, &f->diag), DS_OK);
}

static inline void
serve(struct fixture *f, struct serving *s)
{
	serve_with(f, (struct ops_config){.idle_ms = 600000}, s);
}

static inline void
serve_end(struct serving *s)
{
	ops_free(&s->ops);
	ops_server_free(&s->server);
}

/* The handle of a path from the root. */
static inline enum ops_status
walk(struct serving *s, const char *path, struct ops_fh *fhp)
{
	struct ops_fh fh;
	enum ops_status st;
	size_t n;

	st = ops_mount(s->ops, "/", OPS_BINARY, 7, &fh);
	for (; *path != '\0' && st == OPS_OK; path += n + (path[n] == '/')) {
		n = strcspn(path, "/");
		st = ops_lookup(s->ops, &fh, path, n, &fh, NULL);
	}
	if (st == OPS_OK)
		*fhp = fh;
	return st;
}

static inline enum ops_status
stat_path(struct serving *s, const char *path, struct ops_attr *ap)
{
	struct ops_fh fh;
	enum ops_status st = walk(s, path, &fh);

	return st == OPS_OK ? ops_getattr(s->ops, &fh, ap) : st;
}

/* All of it from offset on, by pieces of step bytes; the caller frees. */
static inline uint8_t *
read_all(struct serving *s, const struct ops_fh *fh, uint64_t offset,
    size_t step, size_t *lenp)
{
	uint8_t *out = NULL;
	size_t n = 0, got;
	bool eof = false;

	while (!eof) {
		out = realloc(out, n + step);
		assert_non_null(out);
		assert_int_equal(
		    ops_read(s->ops, fh, offset + n, out + n, step, &got, &eof),
		    OPS_OK);
		assert_true(got == step || eof);
		n += got;
	}
	*lenp = n;
	return out;
}

#endif
