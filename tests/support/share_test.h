/* What the tests of sharing have in common: several openers of one set, each
 * with a volume of its own as another process would. Include after cmocka.h. */
#ifndef CATAMOUNT_TESTS_SUPPORT_SHARE_TEST_H
#define CATAMOUNT_TESTS_SUPPORT_SHARE_TEST_H

#include "access-methods/am_int.h"
#include "base/bytes.h"
#include "tests/support/vsam_test.h"

struct opener {
	struct vset *vs;
	struct volume *vol;
	struct am_file *file;
	struct am_pos *pos;
	struct ds_diag diag;
	size_t log_len;
	unsigned wait_ms;
	bool readonly; /* it may not write on the volume */
	bool durable;  /* its requests */
	const char *job;
};

static UNUSED_OK enum ds_status
opener_try(struct opener *op, struct vset *vs, unsigned intent)
{
	struct am_parms parms = {0};
	enum ds_status st;

	op->vs = vs;
	parms.intent = intent;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = vs;
	parms.sphere.shared = true;
	parms.sphere.wait_ms = op->wait_ms;
	parms.sphere.log_len = op->log_len;
	parms.sphere.durable = op->durable;
	parms.sphere.job = op->job;
	st = vol_open(vs->dir, op->readonly, &op->vol, &op->diag);
	if (st == DS_OK)
		st = am_open(op->vol, vs->name, &parms, &op->file, &op->diag);
	if (st == DS_OK)
		st = am_pos_new(op->file, &op->pos);
	return st;
}

static UNUSED_OK void
opener_open(struct opener *op, struct vset *vs, unsigned intent)
{
	assert_ok(opener_try(op, vs, intent), &op->diag);
}

static UNUSED_OK void
opener_abandon(struct opener *op)
{
	am_pos_free(&op->pos);
	am_abandon(&op->file);
	vol_close(&op->vol);
}

static UNUSED_OK void
opener_close(struct opener *op)
{
	am_pos_free(&op->pos);
	assert_ok(am_close(&op->file, &op->diag), &op->diag);
	vol_close(&op->vol);
}

/* Into the main files, where am_commit may do with less. */
static UNUSED_OK enum ds_status
opener_commit(struct opener *op)
{
	return sphere_commit(op->file->sphere, false, &op->diag);
}

/* Records of these tests: key 8, version 4, then the key's low byte over and
 * over, so that a record made of two is noticed. */
enum { SHARE_REC = 100 };

static UNUSED_OK void
share_record_make(uint8_t *rec, uint64_t key, uint32_t version)
{
	memset(rec, (int)((key + version) & 0xFF), SHARE_REC);
	be64_put(rec, key);
	be32_put(rec + 8, version);
}

/* Is it of this key, and whole? Its version. For children and threads, which
 * may not assert. */
static UNUSED_OK bool
share_record_whole(const struct am_rec *rec, uint64_t key, uint32_t *versionp)
{
	uint8_t want[SHARE_REC];

	*versionp = 0;
	if (rec->len != SHARE_REC)
		return false;
	*versionp = be32_get(rec->data + 8);
	share_record_make(want, key, *versionp);
	return memcmp(rec->data, want, SHARE_REC) == 0;
}

/* It is; its version. */
static UNUSED_OK uint32_t
share_record_check(const struct am_rec *rec, uint64_t key)
{
	uint8_t want[SHARE_REC];

	assert_int_equal(rec->len, SHARE_REC);
	share_record_make(want, key, be32_get(rec->data + 8));
	assert_memory_equal(rec->data, want, SHARE_REC);
	return be32_get(rec->data + 8);
}

/* A KSDS of share records in a version, of every step-th key below keys. */
static UNUSED_OK void
share_make(struct vset *vs, uint64_t keys, uint64_t step, uint32_t version)
{
	uint8_t rec[SHARE_REC];

	vset_attrs(vs, DS_ORG_KSDS, 1024, 4, SHARE_REC);
	vset_create(vs);
	assert_ok(vset_open(vs, AM_OUTPUT | AM_SEQ), &vs->diag);
	for (uint64_t k = 0; k < keys; k += step) {
		share_record_make(rec, k, version);
		assert_ok(
		    am_put(vs->pos, rec, SHARE_REC, 0, true, NULL, &vs->diag),
		    &vs->diag);
	}
	assert_ok(vset_close(vs), &vs->diag);
}

static UNUSED_OK enum ds_status
opener_point(struct opener *op, uint64_t key)
{
	uint8_t k[8];

	be64_put(k, key);
	return am_point(op->pos, AM_KEY, AM_EQ, false, k, 8, 0, &op->diag);
}

static UNUSED_OK enum ds_status
opener_get(struct opener *op, uint64_t key, struct am_rec *recp)
{
	enum ds_status st = opener_point(op, key);

	return st == DS_OK ? am_get(op->pos, recp, &op->diag) : st;
}

/* The version of the record of a key; 0: there is none. */
static UNUSED_OK uint32_t
opener_version(struct opener *op, uint64_t key)
{
	enum ds_status st = opener_point(op, key);
	struct am_rec rec;

	if (st == DS_NOTFOUND)
		return 0;
	assert_ok(st, &op->diag);
	assert_ok(am_get(op->pos, &rec, &op->diag), &op->diag);
	return share_record_check(&rec, key);
}

static UNUSED_OK enum ds_status
opener_put(struct opener *op, uint64_t key, uint32_t version)
{
	uint8_t rec[SHARE_REC];

	share_record_make(rec, key, version);
	return am_put(op->pos, rec, SHARE_REC, 0, false, NULL, &op->diag);
}

/* Of the record got last. */
static UNUSED_OK enum ds_status
opener_update(struct opener *op, uint64_t key, uint32_t version)
{
	uint8_t rec[SHARE_REC];

	share_record_make(rec, key, version);
	return am_update(op->pos, rec, SHARE_REC, &op->diag);
}

#endif
