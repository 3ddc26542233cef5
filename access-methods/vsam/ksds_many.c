/*
 * Many records of a key-sequenced set at once, without spanned ones: the keys
 * go down the index side by side, a level at a time, so that what one of them
 * misses in a cache is fetched while others are searched; what is missing in
 * memory is read together. Groups of BUF_BRING_MAX keys.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

struct item {
	const uint8_t *key;
	struct sphere_buf *buf; /* of the level; the data CI in the end */
	enum ds_status st;
	uint32_t idx; /* of even records */
};

struct ksds_many {
	size_t n, cap; /* pinned, room for */
	struct sphere_buf **pinned;
};

static void
many_release(struct vsam_file *vf, struct ksds_many *many)
{
	while (many->n > 0)
		buf_release(vf->sp, &many->pinned[--many->n]);
}

void
ksds_many_free(struct vsam_file *vf, struct ksds_many **manyp)
{
	struct ksds_many *many = *manyp;

	if (many == NULL)
		return;
	many_release(vf, many);
	free(many->pinned);
	free(many);
	*manyp = NULL;
}

static enum ds_status
many_ready(struct vsam_file *vf, struct ksds_many **manyp, size_t n)
{
	struct ksds_many *many = *manyp;
	struct sphere_buf **pinned;

	if (many == NULL && (*manyp = calloc(1, sizeof(*many))) == NULL)
		return DS_NOMEM;
	many = *manyp;
	many_release(vf, many);
	if (n <= many->cap)
		return DS_OK;
	pinned = realloc(many->pinned, n * sizeof(*pinned));
	if (pinned == NULL)
		return DS_NOMEM;
	many->pinned = pinned;
	many->cap = n;
	return DS_OK;
}

/* One level for all items that are well so far: rba[i] leads to the record of
 * the level, and then to what is below it. */
static void
level_all(struct vsam_file *vf, struct item *it, uint64_t *rba, size_t n,
    uint32_t level, struct ds_diag *diag)
{
	uint32_t entry;
	size_t i;

	buf_bring(vf->sp, SPHERE_INDEX, rba, n);
	for (i = 0; i < n; i++) {
		if (it[i].st == DS_OK)
			it[i].st =
			    ksds_node_get(vf, rba[i], level, &it[i].buf, diag);
		if (it[i].buf != NULL)
			__builtin_prefetch(ksds_node(it[i].buf));
	}
	for (i = 0; i < n; i++)
		if (it[i].buf != NULL)
			vsam_ix_prefetch(ksds_node(it[i].buf));
	for (i = 0; i < n; i++) {
		const struct vsam_ix_node *node;

		if (it[i].buf == NULL)
			continue;
		node = ksds_node(it[i].buf);
		entry = vsam_ix_find(node, it[i].key);
		if (entry == node->n)
			it[i].st =
			    vsam_fault(vf, SPHERE_INDEX, rba[i], DS_CORRUPTIX,
				"index record ends below the key it stands for",
				diag);
		else if (level > 1)
			rba[i] = (uint64_t)node->ptr[entry] * vf->dim.ci_len;
		else
			rba[i] = ksds_ci_rba(vf, node, entry);
		buf_release(vf->sp, &it[i].buf);
	}
}

enum { LINE_LEN = 64, RECORD_LINES = 8 };

/* What the search for the place will look at. */
static void
item_fetch(struct vsam_file *vf, const struct item *it)
{
	const uint64_t *heads = ksds_heads(vf, it->buf->data, &it->buf->note);

	for (uint32_t i = 0; heads != NULL && i < it->buf->extra; i += LINE_LEN)
		__builtin_prefetch((const uint8_t *)heads + i);
}

/* The place among even records; its record is wanted next. */
static void
item_place(struct vsam_file *vf, struct item *it)
{
	const uint64_t *heads = ksds_heads(vf, it->buf->data, &it->buf->note);
	const struct buf_note *note = &it->buf->note;
	const uint8_t *ci = it->buf->data, *rec;

	if (note->len == 0)
		return;
	if (heads != NULL)
		it->idx = vsam_ci_find_heads(heads, note->every, ci, note->nrec,
		    note->len, it->key, vf->rkp, vf->keylen);
	else
		it->idx = vsam_ci_find_even(
		    ci, note->nrec, note->len, it->key, vf->rkp, vf->keylen);
	rec = ci + (size_t)it->idx * note->len;
	for (uint32_t i = 0; i < note->len && i < RECORD_LINES * LINE_LEN;
	     i += LINE_LEN)
		__builtin_prefetch(rec + i);
}

/* The record at its place. */
static void
item_take(struct vsam_file *vf, const struct item *it, struct am_want *want)
{
	const struct buf_note *note = &it->buf->note;
	const uint8_t *ci = it->buf->data;
	struct vsam_ci_spot spot;

	if (note->len == 0) {
		if (!vsam_ci_find(
			ci, vf->ci_len, it->key, vf->rkp, vf->keylen, &spot))
			return;
	} else {
		spot.off = it->idx * note->len;
		spot.len = note->len;
		if (it->idx >= note->nrec ||
		    memcmp(ci + spot.off + vf->rkp, it->key, vf->keylen) != 0)
			return;
	}
	want->rec.data = ci + spot.off;
	want->rec.len = spot.len;
	want->rec.rba = it->buf->rba + spot.off;
	want->st = DS_OK;
}

/* The data control intervals at rba, and the records in them. */
static void
data_all(struct vsam_file *vf, struct item *it, const uint64_t *rba, size_t n,
    struct am_want *want, struct ds_diag *diag)
{
	size_t i;

	buf_bring(vf->sp, SPHERE_DATA, rba, n);
	for (i = 0; i < n; i++) {
		if (it[i].st == DS_OK)
			it[i].st = ksds_ci_pin(vf, rba[i], &it[i].buf, diag);
		if (it[i].buf != NULL)
			item_fetch(vf, &it[i]);
	}
	for (i = 0; i < n; i++)
		if (it[i].buf != NULL)
			item_place(vf, &it[i]);
	for (i = 0; i < n; i++) {
		want[i].st = it[i].st == DS_OK ? DS_NOTFOUND : it[i].st;
		if (it[i].buf != NULL)
			item_take(vf, &it[i], &want[i]);
	}
}

static void
group(struct vsam_file *vf, struct ksds_many *many, struct am_want *want,
    size_t n, struct ds_diag *diag)
{
	const struct comp_state *ix = &sphere_state(vf->sp)->part[SPHERE_INDEX];
	struct item it[BUF_BRING_MAX];
	uint64_t rba[BUF_BRING_MAX];

	memset(it, 0, sizeof(it));
	for (size_t i = 0; i < n; i++) {
		it[i].key = want[i].key;
		rba[i] = ix->root_rba;
	}
	for (uint32_t level = ix->levels; level > 0; level--)
		level_all(vf, it, rba, n, level, diag);
	data_all(vf, it, rba, n, want, diag);
	for (size_t i = 0; i < n; i++) {
		if (want[i].st == DS_OK)
			many->pinned[many->n++] = it[i].buf;
		else
			buf_release(vf->sp, &it[i].buf);
	}
}

enum ds_status
ksds_many_get(struct vsam_file *vf, struct ksds_many **manyp,
    struct am_want *want, size_t n, size_t keylen, struct ds_diag *diag)
{
	enum ds_status st;

	if (vf->spanned)
		return DS_UNSUPPORTED; /* one after the other */
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	if (keylen != vf->keylen)
		return ds_fail(diag, DS_BADKEYLEN, vf->data->name, NULL);
	if (many_ready(vf, manyp, n) != DS_OK)
		return ds_fail(diag, DS_NOMEM, vf->data->name, NULL);
	st = ksds_root_check(vf, diag);
	if (st == DS_NOTFOUND) {
		for (size_t i = 0; i < n; i++)
			want[i].st = DS_NOTFOUND;
		return DS_OK;
	}
	for (size_t at = 0; st == DS_OK && at < n; at += BUF_BRING_MAX)
		group(vf, *manyp, want + at,
		    n - at < BUF_BRING_MAX ? n - at : BUF_BRING_MAX, diag);
	return st;
}
