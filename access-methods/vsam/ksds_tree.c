/* The way through the index: descent, neighbours in the sequence set. */
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

void
ksds_path_release(struct vsam_file *vf, struct ksds_path *path)
{
	uint32_t i;

	for (i = 0; i < VSAM_IX_LEVELS; i++)
		buf_release(vf->sp, &path->at[i].buf);
	path->levels = 0;
}

/* What a node says must fit the data set's size, which only grows. */
static bool
base_ok(struct vsam_file *vf, const struct vsam_ix_node *node)
{
	uint64_t hurba = sphere_state(vf->sp)->part[SPHERE_DATA].hurba;

	return node->level != 1 ||
	       (node->base_rba % vf->ca_len == 0 && node->base_rba < hurba &&
		   hurba - node->base_rba >= vf->ca_len);
}

static enum ds_status
node_decode(struct vsam_file *vf, struct sphere_buf *buf, struct ds_diag *diag)
{
	struct vsam_ix_node *node = NULL;
	const char *why = NULL;
	enum ds_status st;

	st = vsam_ix_decode(buf->data, &vf->dim, 0, &node, &why);
	if (st == DS_NOMEM)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st != DS_OK)
		return vsam_fault(vf, SPHERE_INDEX, buf->rba, st, why, diag);
	if (!base_ok(vf, node)) {
		vsam_ix_free(&node);
		return vsam_fault(vf, SPHERE_INDEX, buf->rba, DS_CORRUPTIX,
		    "index record: base RBA of no control area in use", diag);
	}
	buf->decoded = node;
	buf->decoded_free = vsam_ix_free_void;
	return DS_OK;
}

/* What does not fit its checksum is a damaged index here. */
static enum ds_status
index_status(enum ds_status st, struct ds_diag *diag)
{
	if (st != DS_CORRUPT)
		return st;
	if (diag != NULL)
		diag->status = DS_CORRUPTIX;
	return DS_CORRUPTIX;
}

enum ds_status
ksds_node_get(struct vsam_file *vf, uint64_t rba, uint32_t level,
    struct sphere_buf **bufp, struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if (rba >= sphere_state(vf->sp)->part[SPHERE_INDEX].hurba)
		return vsam_fault(vf, SPHERE_INDEX, rba, DS_CORRUPTIX,
		    "pointer behind the index's high-used RBA", diag);
	st = buf_get(vf->sp, SPHERE_INDEX, rba, BUF_READ, &buf, diag);
	if (st == DS_IO && diag != NULL && level == 1)
		diag->io_reason = 12;
	if (st != DS_OK)
		return index_status(st, diag);
	if (buf->decoded == NULL && (st = node_decode(vf, buf, diag)) != DS_OK)
		goto out;
	if (level != 0 && ksds_node(buf)->level != level) {
		st = vsam_fault(vf, SPHERE_INDEX, rba, DS_CORRUPTIX,
		    "index record of another level", diag);
		goto out;
	}
	*bufp = buf;
	buf = NULL;
out:
	buf_release(vf->sp, &buf);
	return st;
}

enum ds_status
ksds_root_check(struct vsam_file *vf, struct ds_diag *diag)
{
	const struct comp_state *ix = &sphere_state(vf->sp)->part[SPHERE_INDEX];

	if (ix->levels == 0)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	if (ix->levels > VSAM_IX_LEVELS)
		return vsam_fault(vf, SPHERE_INDEX, ix->root_rba, DS_CORRUPTIX,
		    "too many index levels", diag);
	return DS_OK;
}

/* The record at rba of a level, pinned, and its entry that key belongs to. */
static enum ds_status
level_find(struct vsam_file *vf, uint64_t rba, uint32_t level,
    const uint8_t *key, struct sphere_buf **bufp, uint32_t *entryp,
    struct ds_diag *diag)
{
	const struct vsam_ix_node *node;
	enum ds_status st;

	if ((st = ksds_node_get(vf, rba, level, bufp, diag)) != DS_OK)
		return st;
	node = ksds_node(*bufp);
	*entryp = vsam_ix_find(node, key);
	if (*entryp < node->n)
		return DS_OK;
	buf_release(vf->sp, bufp);
	return vsam_fault(vf, SPHERE_INDEX, rba, DS_CORRUPTIX,
	    "index record ends below the key it stands for", diag);
}

enum ds_status
ksds_descend(struct vsam_file *vf, const uint8_t *key, struct ksds_path *path,
    struct ds_diag *diag)
{
	const struct comp_state *ix = &sphere_state(vf->sp)->part[SPHERE_INDEX];
	uint64_t rba = ix->root_rba;
	uint32_t level, entry;
	enum ds_status st;

	memset(path, 0, sizeof(*path));
	if ((st = ksds_root_check(vf, diag)) != DS_OK)
		return st;
	path->levels = ix->levels;
	for (level = ix->levels; level > 0; level--) {
		st = level_find(vf, rba, level, key, &path->at[level - 1].buf,
		    &entry, diag);
		if (st != DS_OK)
			break;
		path->at[level - 1].entry = entry;
		rba = (uint64_t)ksds_node(path->at[level - 1].buf)->ptr[entry] *
		      vf->dim.ci_len;
	}
	if (level > 0)
		ksds_path_release(vf, path);
	return level > 0 ? st : DS_OK;
}

enum ds_status
ksds_leaf_find(struct vsam_file *vf, const uint8_t *key,
    struct sphere_buf **leafp, uint32_t *entryp, struct ds_diag *diag)
{
	const struct comp_state *ix = &sphere_state(vf->sp)->part[SPHERE_INDEX];
	uint64_t rba = ix->root_rba;
	struct sphere_buf *buf = NULL;
	uint32_t level, entry;
	enum ds_status st;

	if ((st = ksds_root_check(vf, diag)) != DS_OK)
		return st;
	for (level = ix->levels; level > 1; level--) {
		st = level_find(vf, rba, level, key, &buf, &entry, diag);
		if (st != DS_OK)
			return st;
		rba = (uint64_t)ksds_node(buf)->ptr[entry] * vf->dim.ci_len;
		buf_release(vf->sp, &buf);
	}
	return level_find(vf, rba, 1, key, leafp, entryp, diag);
}

/* Heads of the keys behind the image, when it is wanted again: what is changed
 * between two reads would only lose them. */
static void
note_heads(const struct vsam_file *vf, struct sphere_buf *buf)
{
	struct buf_note *note = &buf->note;
	uint32_t every = 0;

	if (note->uses++ == 0)
		return;
	if (note->len != 0)
		every = vsam_ci_heads(buf->data, note->nrec, note->len, vf->rkp,
		    vf->keylen, (uint64_t *)(void *)(buf->data + vf->ci_len),
		    buf->extra / (uint32_t)sizeof(uint64_t));
	note->every = every != 0 ? (uint8_t)every : 255;
}

enum ds_status
ksds_ci_pin(struct vsam_file *vf, uint64_t rba, struct sphere_buf **bufp,
    struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	struct vsam_ci_head head;
	enum ds_status st;

	st = buf_get(vf->sp, SPHERE_DATA, rba, BUF_READ, &buf, diag);
	if (st != DS_OK)
		return st;
	if (buf->note.looked && buf->note.every == 0)
		note_heads(vf, buf);
	if (!buf->note.looked) {
		st = vsam_ci_look(vf, SPHERE_DATA, rba, buf->data, &head, diag);
		if (st != DS_OK) {
			buf_release(vf->sp, &buf);
			return st;
		}
		buf->note = (struct buf_note){.looked = true,
		    .seg = head.seg,
		    .nrec = (uint16_t)head.nrec,
		    .len = (uint16_t)head.even};
	}
	*bufp = buf;
	return DS_OK;
}

enum { LINE_LEN = 64, FETCH_LEN = 512 };

uint32_t
ksds_lower(const struct vsam_file *vf, const uint8_t *ci,
    const struct buf_note *note, const uint8_t *key, bool *foundp)
{
	const uint64_t *heads = ksds_heads(vf, ci, note);
	struct vsam_ci_spot spot;
	const uint8_t *rec;
	uint32_t idx;

	if (note->len == 0) {
		*foundp = vsam_ci_find(
		    ci, vf->ci_len, key, vf->rkp, vf->keylen, &spot);
		return spot.idx;
	}
	if (heads != NULL)
		idx = vsam_ci_find_heads(heads, note->every, ci, note->nrec,
		    note->len, key, vf->rkp, vf->keylen);
	else
		idx = vsam_ci_find_even(
		    ci, note->nrec, note->len, key, vf->rkp, vf->keylen);
	rec = ci + (size_t)idx * note->len;
	/* All of it will be wanted: not a line after the other. */
	for (uint32_t i = 0; i < note->len && i < FETCH_LEN; i += LINE_LEN)
		__builtin_prefetch(rec + i);
	*foundp =
	    idx < note->nrec && memcmp(rec + vf->rkp, key, vf->keylen) == 0;
	return idx;
}

/* Entries of b must all be behind those of a: so no chain has a loop. */
static bool
nodes_ascend(const struct vsam_ix_node *a, const struct vsam_ix_node *b)
{
	return a->len[a->n - 1] != 0 &&
	       vsam_sep_cmp(vsam_ix_key(a, a->n - 1), a->len[a->n - 1],
		   vsam_ix_key(b, 0), b->len[0]) < 0;
}

enum ds_status
ksds_leaf_next(
    struct vsam_file *vf, struct sphere_buf **leafp, struct ds_diag *diag)
{
	uint64_t rba = (*leafp)->rba, next = ksds_node(*leafp)->next_rba;
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if (next == 0)
		return ds_fail(diag, DS_EOD, vf->data->name, NULL);
	if ((st = ksds_node_get(vf, next, 1, &buf, diag)) != DS_OK)
		return st;
	if (!nodes_ascend(ksds_node(*leafp), ksds_node(buf))) {
		buf_release(vf->sp, &buf);
		return vsam_fault(vf, SPHERE_INDEX, rba, DS_CORRUPTIX,
		    "horizontal pointer does not lead on", diag);
	}
	buf_release(vf->sp, leafp);
	*leafp = buf;
	return DS_OK;
}

/* The record of level 2 that has the entry of leaf (NULL: of the first), and
 * which it is. */
static enum ds_status
above_leaf(struct vsam_file *vf, const struct sphere_buf *leaf,
    struct sphere_buf **upp, uint32_t *entryp, struct ds_diag *diag)
{
	const struct comp_state *ix = &sphere_state(vf->sp)->part[SPHERE_INDEX];
	const struct vsam_ix_node *node = leaf != NULL ? ksds_node(leaf) : NULL;
	uint64_t rba = ix->root_rba;
	uint8_t key[VSAM_KEY_MAX];
	struct sphere_buf *buf = NULL;
	uint32_t level, entry = 0;
	enum ds_status st;

	memset(key, 0xFF, sizeof(key));
	if (node != NULL)
		memcpy(key, vsam_ix_key(node, 0), node->len[0]);
	for (level = ix->levels; level >= 2; level--) {
		buf_release(vf->sp, &buf);
		if (leaf != NULL)
			st =
			    level_find(vf, rba, level, key, &buf, &entry, diag);
		else
			st = ksds_node_get(vf, rba, level, &buf, diag);
		if (st != DS_OK)
			return st;
		rba = (uint64_t)ksds_node(buf)->ptr[entry] * vf->dim.ci_len;
	}
	if (buf == NULL)
		return ds_fail(diag, DS_EOD, vf->data->name, NULL);
	*upp = buf;
	*entryp = entry;
	return DS_OK;
}

/* The entry of level 2 that follows, perhaps in the next record. */
static enum ds_status
above_step(struct vsam_file *vf, struct sphere_buf **upp, uint32_t *entryp,
    struct ds_diag *diag)
{
	uint64_t next = ksds_node(*upp)->next_rba;
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if (++*entryp < ksds_node(*upp)->n)
		return DS_OK;
	if (next == 0)
		return ds_fail(diag, DS_EOD, vf->data->name, NULL);
	if ((st = ksds_node_get(vf, next, 2, &buf, diag)) != DS_OK)
		return st;
	if (!nodes_ascend(ksds_node(*upp), ksds_node(buf))) {
		buf_release(vf->sp, &buf);
		return vsam_fault(vf, SPHERE_INDEX, next, DS_CORRUPTIX,
		    "horizontal pointer does not lead on", diag);
	}
	buf_release(vf->sp, upp);
	*upp = buf;
	*entryp = 0;
	return DS_OK;
}

enum ds_status
ksds_leaf_beyond(
    struct vsam_file *vf, struct sphere_buf **leafp, struct ds_diag *diag)
{
	struct sphere_buf *up = NULL, *buf = NULL;
	uint32_t entry = 0;
	uint64_t rba;
	enum ds_status st;

	st = above_leaf(vf, *leafp, &up, &entry, diag);
	if (st == DS_OK && *leafp != NULL) /* to the damaged one's */
		st = above_step(vf, &up, &entry, diag);
	while (
	    st == DS_OK && (st = above_step(vf, &up, &entry, diag)) == DS_OK) {
		rba = (uint64_t)ksds_node(up)->ptr[entry] * vf->dim.ci_len;
		st = ksds_node_get(vf, rba, 1, &buf, diag);
		if (st != DS_CORRUPTIX)
			break;
		st = DS_OK;
	}
	if (st == DS_OK && *leafp != NULL &&
	    !nodes_ascend(ksds_node(*leafp), ksds_node(buf)))
		st = vsam_fault(vf, SPHERE_INDEX, buf->rba, DS_CORRUPTIX,
		    "record is not behind the one it stands behind", diag);
	if (st == DS_OK) {
		buf_release(vf->sp, leafp);
		*leafp = buf;
		buf = NULL;
	}
	buf_release(vf->sp, &buf);
	buf_release(vf->sp, &up);
	return st;
}

/* From an entry of a record down to the last record of a level below it. */
static enum ds_status
last_below(struct vsam_file *vf, const struct vsam_ix_node *node,
    uint32_t entry, uint32_t target, struct sphere_buf **bufp,
    struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL, *up = NULL;
	uint32_t level = node->level;
	uint64_t rba = (uint64_t)node->ptr[entry] * vf->dim.ci_len;
	enum ds_status st = DS_OK;

	while (--level >= target) {
		st = ksds_node_get(vf, rba, level, &buf, diag);
		if (st != DS_OK)
			break;
		node = ksds_node(buf);
		rba = (uint64_t)node->ptr[node->n - 1] * vf->dim.ci_len;
		buf_release(vf->sp, &up);
		up = buf;
		buf = NULL;
	}
	if (st == DS_OK) {
		*bufp = up;
		up = NULL;
	}
	buf_release(vf->sp, &up);
	return st;
}

enum ds_status
ksds_path_prev(struct vsam_file *vf, const struct ksds_path *path,
    uint32_t level, struct sphere_buf **bufp, struct ds_diag *diag)
{
	uint32_t up;

	for (up = level + 1; up <= path->levels; up++)
		if (path->at[up - 1].entry > 0)
			return last_below(vf, ksds_node(path->at[up - 1].buf),
			    path->at[up - 1].entry - 1, level, bufp, diag);
	return ds_fail(diag, DS_EOD, vf->data->name, NULL);
}

enum ds_status
ksds_free_get(struct vsam_file *vf, uint64_t rba, struct vsam_ix_free *fp,
    struct ds_diag *diag)
{
	const struct sphere_state *state = sphere_state(vf->sp);
	uint64_t end = state->part[SPHERE_DATA].hurba;
	struct sphere_buf *buf = NULL;
	struct vsam_ix_free f = {0};
	const char *why = "pointer behind the index's high-used RBA";
	enum ds_status st = DS_CORRUPTIX;

	if (rba < state->part[SPHERE_INDEX].hurba &&
	    rba % vf->dim.ci_len == 0) {
		st = buf_get(vf->sp, SPHERE_INDEX, rba, BUF_READ, &buf, diag);
		if (st != DS_OK)
			return index_status(st, diag);
		st = vsam_ix_free_get(buf->data, vf->dim.ci_len, &f, &why);
		buf_release(vf->sp, &buf);
	}
	if (st == DS_OK && (f.base_rba % vf->ca_len != 0 || f.base_rba >= end ||
			       end - f.base_rba < vf->ca_len)) {
		st = DS_CORRUPTIX;
		why = "free record: base RBA of no control area in use";
	}
	if (st != DS_OK)
		return vsam_fault(vf, SPHERE_INDEX, rba, st, why, diag);
	*fp = f;
	return DS_OK;
}

enum ds_status
ksds_leaf_prev(
    struct vsam_file *vf, struct sphere_buf **leafp, struct ds_diag *diag)
{
	const struct vsam_ix_node *node = ksds_node(*leafp);
	uint8_t key[VSAM_KEY_MAX];
	struct ksds_path path;
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	memset(key, 0xFF, sizeof(key));
	memcpy(key, vsam_ix_key(node, 0), node->len[0]);
	if ((st = ksds_descend(vf, key, &path, diag)) != DS_OK)
		return st;
	if (path.at[0].buf != *leafp || path.at[0].entry != 0) {
		st = vsam_fault(vf, SPHERE_INDEX, (*leafp)->rba, DS_CORRUPTIX,
		    "the index does not lead to this record", diag);
		goto out;
	}
	if ((st = ksds_path_prev(vf, &path, 1, &buf, diag)) != DS_OK)
		goto out;
	if (!nodes_ascend(ksds_node(buf), node)) {
		st = vsam_fault(vf, SPHERE_INDEX, buf->rba, DS_CORRUPTIX,
		    "record is not before the one it stands before", diag);
		buf_release(vf->sp, &buf);
		goto out;
	}
	buf_release(vf->sp, leafp);
	*leafp = buf;
out:
	ksds_path_release(vf, &path);
	return st;
}

enum ds_status
ksds_group_check(struct vsam_file *vf, const struct sphere_buf *leaf,
    uint32_t entry, uint8_t seg, struct ds_diag *diag)
{
	const struct vsam_ix_node *node = ksds_node(leaf);
	bool group;

	if (!vf->spanned)
		return DS_OK;
	group = entry + 1 < node->n && vsam_ix_joined(node, entry);
	if (seg == (group ? VSAM_RDF_NOTLAST : 0))
		return DS_OK;
	return vsam_fault(vf, SPHERE_DATA, ksds_ci_rba(vf, node, entry),
	    DS_SEGMENTS,
	    group ? "no first segment where a spanned record begins"
		  : "segment of no spanned record",
	    diag);
}
