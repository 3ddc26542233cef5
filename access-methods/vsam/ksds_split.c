/*
 * Control interval and control area splits.
 *
 * Everything that can fail (space, reading, memory) is done before the first
 * byte of a buffer changes, so a split is seen whole or not at all; the commit
 * that makes it durable takes data and index together.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

/* A division of one control interval, worked out in vf->left and right. */
struct division {
	uint8_t sep[VSAM_KEY_MAX]; /* of the left one */
	uint32_t sep_len;
	uint32_t nleft, nright; /* records */
	bool new_in_right;
	uint32_t new_len; /* bytes; 0: no record comes in */
	uint32_t new_off; /* bytes, in its CI */
};

static uint32_t
count(const uint8_t *ci, uint32_t ci_len)
{
	struct vsam_ci_cur cur;
	uint32_t n = 0;

	vsam_ci_begin(&cur, ci, ci_len);
	while (vsam_ci_next(&cur))
		n++;
	return n;
}

static enum ds_status
divide(struct vsam_file *vf, const struct sphere_buf *ci,
    const struct vsam_ci_cut *cut, uint32_t idx, const uint8_t *rec,
    uint32_t len, struct division *dv, struct ds_diag *diag)
{
	struct vsam_ci_spot spot;
	uint8_t *img = NULL;
	uint32_t at = 0;

	memset(dv, 0, sizeof(*dv));
	memcpy(vf->left, ci->data, vf->ci_len);
	vsam_ci_split(vf->left, vf->right, vf->ci_len, cut->keep);
	dv->new_in_right = cut->side == VSAM_NEW_RIGHT;
	if (cut->side == VSAM_NEW_LEFT) {
		img = vf->left;
		at = idx;
	} else if (dv->new_in_right) {
		img = vf->right;
		at = idx - cut->keep;
	}
	if (img != NULL) {
		if (!vsam_ci_splice(img, vf->ci_len, at, 0, rec, len, 0))
			return vsam_fault(vf, SPHERE_DATA, ci->rba, DS_CORRUPT,
			    "the control interval changed", diag);
		vsam_ci_spot_at(img, vf->ci_len, at, &spot);
		dv->new_off = spot.off;
		dv->new_len = len;
	}
	dv->nleft = count(vf->left, vf->ci_len);
	dv->nright = count(vf->right, vf->ci_len);
	return DS_OK;
}

/* What separates the two, by their records. */
static enum ds_status
separate(struct vsam_file *vf, uint64_t rba, bool sequential,
    struct division *dv, struct ds_diag *diag)
{
	const uint8_t *high, *low;
	struct vsam_ci_spot spot;

	vsam_ci_spot_at(vf->left, vf->ci_len, dv->nleft - 1, &spot);
	high = vf->left + spot.off + vf->rkp;
	vsam_ci_spot_at(vf->right, vf->ci_len, 0, &spot);
	low = vf->right + spot.off + vf->rkp;
	if (memcmp(high, low, vf->keylen) >= 0)
		return vsam_fault(vf, SPHERE_DATA, rba, DS_CORRUPT,
		    "keys are not in sequence", diag);
	dv->sep_len = vsam_sep_len(high, low, vf->keylen);
	memcpy(dv->sep, high, dv->sep_len);
	/* A run of ascending keys goes on in the left CI: it gets the whole
	 * gap, as far as a separator of this length can tell. */
	if (sequential)
		dv->sep[dv->sep_len - 1] = (uint8_t)(low[dv->sep_len - 1] - 1);
	return DS_OK;
}

/* The record that comes in, if any, does so below leaf. */
static enum ds_status
new_lands(struct ksds_change *ch, const struct ksds_path *path,
    const struct vsam_ix_node *leaf, const struct division *dv,
    struct ds_diag *diag)
{
	struct sphere_sums more = {dv->new_len > 0, dv->new_len};

	return ksds_change_land(ch, path, leaf, &more, diag);
}

static enum ds_status
misplaced(struct vsam_file *vf, uint64_t rba, struct ds_diag *diag)
{
	return vsam_fault(vf, SPHERE_DATA, rba, DS_CORRUPT,
	    "records do not belong to their index entry", diag);
}

/* --- the images, told so that the log gets what is new alone ----------------
 */

enum { PIECE = 32 }; /* bytes that are compared; CIs are multiples of it */

static void
bytes_move(struct vsam_file *vf, struct sphere_buf *buf, uint32_t dst,
    uint32_t src, uint32_t len)
{
	memmove(buf->data + dst, buf->data + src, len);
	buf_told_move(vf->sp, buf, dst, src, len);
}

/* Bytes up to the end of what records there were become free space. */
static void
bytes_clear(
    struct vsam_file *vf, struct sphere_buf *buf, uint32_t from, uint32_t used)
{
	if (from >= used)
		return;
	memset(buf->data + from, 0, used - from);
	buf_told_zeros(vf->sp, buf, from, used - from);
}

/* What still differs from the image that it is to be. */
static void
bytes_equal(struct vsam_file *vf, struct sphere_buf *buf, const uint8_t *image)
{
	uint32_t off = 0, start;

	while (off < vf->ci_len) {
		start = off;
		while (off < vf->ci_len &&
		       memcmp(buf->data + off, image + off, PIECE) != 0)
			off += PIECE;
		if (off > start) {
			memcpy(buf->data + start, image + start, off - start);
			buf_told_bytes(vf->sp, buf, start, off - start);
		}
		off += PIECE;
	}
}

/* The records from cut on, of used bytes in low, and the new one. */
static void
right_apply(struct vsam_file *vf, const struct division *dv,
    const struct sphere_buf *low, struct sphere_buf *high, uint32_t cut)
{
	uint32_t used = vsam_ci_used(low->data, vf->ci_len);
	uint32_t first = dv->new_in_right ? dv->new_off : used - cut;
	uint32_t more = dv->new_in_right ? dv->new_len : 0;

	memcpy(high->data, low->data, vf->ci_len);
	buf_told_copy(vf->sp, high, low);
	bytes_move(vf, high, 0, cut, first);
	bytes_move(vf, high, first + more, cut + first, used - cut - first);
	bytes_clear(vf, high, used - cut + more, used);
	bytes_equal(vf, high, vf->right);
}

/* The records before cut, and the new one. */
static void
left_apply(struct vsam_file *vf, const struct division *dv,
    struct sphere_buf *low, uint32_t cut)
{
	uint32_t used = vsam_ci_used(low->data, vf->ci_len);
	uint32_t more = dv->new_in_right ? 0 : dv->new_len;

	if (more > 0)
		bytes_move(vf, low, dv->new_off + more, dv->new_off,
		    cut - dv->new_off);
	bytes_clear(vf, low, cut + more, used);
	bytes_equal(vf, low, vf->left);
}

/* Both images go where they belong, with their counts. */
static void
images_apply(struct vsam_file *vf, const struct division *dv,
    struct sphere_buf *low, struct sphere_buf *high)
{
	uint32_t cut = vsam_ci_used(vf->left, vf->ci_len) -
		       (dv->new_in_right ? 0 : dv->new_len);

	right_apply(vf, dv, low, high, cut);
	left_apply(vf, dv, low, cut);
	vsam_ci_changed(vf, low, dv->nleft);
	vsam_ci_changed(vf, high, dv->nright);
}

/* Get both buffers, make the index change, write the images. */
static enum ds_status
division_apply(struct ksds_change *ch, const struct division *dv,
    uint64_t low_rba, uint64_t high_rba, const struct vsam_ci_cut *cut,
    uint32_t nrec, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct sphere_buf *low = NULL, *high = NULL;
	enum ds_status st;

	st = buf_get(vf->sp, SPHERE_DATA, low_rba, BUF_WRITE, &low, diag);
	if (st == DS_OK)
		st = buf_get(
		    vf->sp, SPHERE_DATA, high_rba, BUF_NEW, &high, diag);
	if (st == DS_OK) {
		ch->state.part[SPHERE_DATA].spare[VSAM_SPARE_USED_CIS]++;
		images_apply(vf, dv, low, high);
		ksds_change_apply(ch);
		/* Records that come in at the end split nothing. */
		if (cut->keep < nrec)
			sphere_stats(vf->sp, SPHERE_DATA)->splits_ci++;
		*rbap = (dv->new_in_right ? high_rba : low_rba) + dv->new_off;
	}
	buf_release(vf->sp, &low);
	buf_release(vf->sp, &high);
	return st;
}

/* The high part goes to a free CI of the same CA. *fitsp false: the index
 * record has no room for another entry, nothing changed. */
static enum ds_status
split_in_ca(struct ksds_change *ch, const struct ksds_path *path,
    const struct division *dv, const struct vsam_ci_cut *cut, uint32_t nrec,
    bool *fitsp, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct vsam_ix_node *leaf = NULL;
	uint32_t entry = path->at[0].entry, ci;
	uint64_t low_rba;
	enum ds_status st;

	st = ksds_change_copy(ch, path->at[0].buf->rba, 1, &leaf, diag);
	if (st != DS_OK)
		return st;
	low_rba = ksds_ci_rba(vf, leaf, entry);
	ci = leaf->free_ci[--leaf->nfree];
	if (vsam_ix_insert(
		leaf, entry, dv->sep, dv->sep_len, leaf->ptr[entry]) != DS_OK)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	leaf->ptr[entry + 1] = ci;
	if (!vsam_ix_ordered(leaf, entry))
		return misplaced(vf, low_rba, diag);
	if (!(*fitsp = vsam_ix_fits(leaf)))
		return DS_OK;
	if ((st = new_lands(ch, path, leaf, dv, diag)) != DS_OK)
		return st;
	return division_apply(ch, dv, low_rba,
	    leaf->base_rba + (uint64_t)ci * vf->ci_len, cut, nrec, rbap, diag);
}

enum ds_status
ksds_new_ca(struct ksds_change *ch, struct vsam_ix_node *leaf,
    struct vsam_ix_node **nodep, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct comp_state *data = &ch->state.part[SPHERE_DATA];
	enum ds_status st;

	if ((st = ksds_change_new(ch, 1, nodep, rbap, diag)) != DS_OK)
		return st;
	if ((*nodep)->base_rba == 0) { /* not with a free CA */
		st = vsam_reach(vf, data->hurba + vf->ca_len, diag);
		if (st != DS_OK)
			return st;
		(*nodep)->base_rba = data->hurba;
		data->hurba += vf->ca_len;
	}
	(*nodep)->next_rba = leaf->next_rba;
	if (leaf->next_rba == 0)
		ch->state.part[SPHERE_INDEX].last_rba = *rbap;
	leaf->next_rba = *rbap;
	return DS_OK;
}

/* The high part of a CA's last CI goes to a new CA: nothing else moves.
 * *fitsp as above. */
static enum ds_status
split_behind(struct ksds_change *ch, const struct ksds_path *path,
    const struct division *dv, const struct vsam_ci_cut *cut, uint32_t nrec,
    bool *fitsp, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct vsam_ix_node *leaf = NULL, *next = NULL;
	uint32_t last = path->at[0].entry;
	struct sphere_sums moved;
	uint64_t rba = 0;
	enum ds_status st;

	st = ksds_change_copy(ch, path->at[0].buf->rba, 1, &leaf, diag);
	if (st != DS_OK ||
	    (st = ksds_new_ca(ch, leaf, &next, &rba, diag)) != DS_OK)
		return st;
	if (vsam_ix_insert(
		next, 0, vsam_ix_key(leaf, last), leaf->len[last], 0) != DS_OK)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	vsam_ix_set_key(leaf, last, 1, dv->sep, dv->sep_len);
	if (!vsam_ix_ordered(leaf, last) ||
	    vsam_sep_cmp(vsam_ix_key(leaf, last), leaf->len[last],
		vsam_ix_key(next, 0), next->len[0]) >= 0)
		return misplaced(vf, ksds_ci_rba(vf, leaf, last), diag);
	vsam_ix_refill_free(next);
	if (!(*fitsp = vsam_ix_fits(leaf)))
		return DS_OK;
	moved.records = dv->nright - dv->new_in_right;
	moved.bytes = vsam_ci_used(vf->right, vf->ci_len) -
		      (dv->new_in_right ? dv->new_len : 0);
	ksds_change_shift(ch, leaf, next, &moved);
	st = ksds_change_divided(ch, path, 1, leaf, rba, diag);
	if (st == DS_OK)
		st = new_lands(
		    ch, path, dv->new_in_right ? next : leaf, dv, diag);
	if (st != DS_OK)
		return st;
	return division_apply(ch, dv, ksds_ci_rba(vf, leaf, last),
	    next->base_rba, cut, nrec, rbap, diag);
}

/* Pin the CIs of the old CA at from that next's entries still name, and as
 * many new ones in next's. */
enum ds_status
ksds_pin_moved(struct vsam_file *vf, uint64_t from,
    const struct vsam_ix_node *next, struct sphere_buf **bufs,
    struct ds_diag *diag)
{
	uint32_t i, n = next->n;
	enum ds_status st;

	for (i = 0; i < n; i++) {
		st = buf_get(vf->sp, SPHERE_DATA,
		    from + (uint64_t)next->ptr[i] * vf->ci_len, BUF_WRITE,
		    &bufs[i], diag);
		if (st == DS_OK)
			st = buf_get(vf->sp, SPHERE_DATA,
			    next->base_rba + (uint64_t)i * vf->ci_len, BUF_NEW,
			    &bufs[n + i], diag);
		if (st != DS_OK)
			return st;
	}
	return DS_OK;
}

/* What is in CIs that are pinned. */
static struct sphere_sums
bufs_sums(struct sphere_buf *const *bufs, uint32_t n)
{
	struct sphere_sums sums = {0};
	uint32_t i;

	for (i = 0; i < n; i++) {
		sums.records += bufs[i]->records;
		sums.bytes += bufs[i]->bytes;
	}
	return sums;
}

void
ksds_move_cis(struct vsam_file *vf, struct sphere_buf **bufs, uint32_t n)
{
	struct sphere_buf *from, *to;
	uint32_t i;

	for (i = 0; i < n; i++) {
		from = bufs[i];
		to = bufs[n + i];
		memcpy(to->data, from->data, vf->ci_len);
		buf_told_copy(vf->sp, to, from);
		buf_dirty(vf->sp, to, from->records, from->bytes);
		vsam_ci_format(from->data, vf->ci_len);
		buf_dirty(vf->sp, from, 0, 0);
	}
}

/* A new CA takes the high half of this one's CIs, in key order. */
static enum ds_status
halve_leaf(struct ksds_change *ch, const struct ksds_path *path, uint32_t at,
    struct vsam_ix_node **leafp, struct vsam_ix_node **nextp, uint64_t *rbap,
    struct ds_diag *diag)
{
	enum ds_status st;

	st = ksds_change_copy(ch, path->at[0].buf->rba, 1, leafp, diag);
	if (st == DS_OK)
		st = ksds_new_ca(ch, *leafp, nextp, rbap, diag);
	if (st != DS_OK)
		return st;
	st = vsam_ix_divide(*leafp, *nextp, at);
	if (st != DS_OK)
		return ds_fail(diag, st, ch->vf->index->name,
		    "index control intervals are too small");
	return DS_OK;
}

static enum ds_status
split_ca(struct ksds_change *ch, const struct ksds_path *path, uint32_t at,
    struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct vsam_ix_node *leaf = NULL, *next = NULL;
	struct sphere_buf **bufs = NULL;
	struct sphere_sums moved;
	uint32_t n = 0, i;
	uint64_t rba = 0;
	enum ds_status st;

	if ((st = halve_leaf(ch, path, at, &leaf, &next, &rba, diag)) != DS_OK)
		return st;
	n = next->n;
	if ((bufs = calloc(2 * (size_t)n, sizeof(*bufs))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	st = ksds_pin_moved(vf, leaf->base_rba, next, bufs, diag);
	if (st != DS_OK)
		goto out;
	for (i = 0; i < n; i++)
		next->ptr[i] = i;
	vsam_ix_refill_free(leaf);
	vsam_ix_refill_free(next);
	moved = bufs_sums(bufs, n);
	ksds_change_shift(ch, leaf, next, &moved);
	st = ksds_change_divided(ch, path, 1, leaf, rba, diag);
	if (st != DS_OK)
		goto out;
	ksds_move_cis(vf, bufs, n);
	ksds_change_apply(ch);
	sphere_stats(vf->sp, SPHERE_DATA)->splits_ca++;
out:
	for (i = 0; i < 2 * n; i++)
		buf_release(vf->sp, &bufs[i]);
	free(bufs);
	return st;
}

enum ds_status
ksds_split_ca(struct vsam_file *vf, const struct ksds_path *path, uint32_t at,
    struct ds_diag *diag)
{
	struct ksds_change ch;
	enum ds_status st;

	ksds_change_begin(&ch, vf);
	st = split_ca(&ch, path, at, diag);
	ksds_change_drop(&ch);
	return st;
}

enum ds_status
ksds_split(struct vsam_file *vf, struct ksds_path *path,
    const struct vsam_ci_cut *cut, uint32_t idx, const uint8_t *rec,
    uint32_t len, bool sequential, bool *donep, uint64_t *rbap,
    struct ds_diag *diag)
{
	const struct vsam_ix_node *leaf = ksds_node(path->at[0].buf);
	uint32_t entry = path->at[0].entry, limit = vf->cis_per_ca;
	struct vsam_ci_head head;
	struct sphere_buf *buf = NULL;
	struct ksds_change ch;
	struct division dv;
	bool fits = false, at_end;
	enum ds_status st;

	st = vsam_ci_get(
	    vf, ksds_ci_rba(vf, leaf, entry), BUF_READ, &buf, &head, diag);
	if (st != DS_OK)
		return st;
	st = divide(vf, buf, cut, idx, rec, len, &dv, diag);
	if (st == DS_OK)
		st = separate(vf, buf->rba, sequential, &dv, diag);
	buf_release(vf->sp, &buf);
	if (st != DS_OK)
		return st;
	at_end = entry + 1 == leaf->n && cut->keep == head.nrec;
	/* FREESPACE of a CA counts for records that come in at the end. */
	if (at_end && leaf->next_rba == 0 && sequential)
		limit = vf->load_cis;
	ksds_change_begin(&ch, vf);
	if (leaf->nfree > 0 && leaf->n < limit)
		st = split_in_ca(
		    &ch, path, &dv, cut, head.nrec, &fits, rbap, diag);
	if (st == DS_OK && !fits && entry + 1 == leaf->n &&
	    (leaf->n == 1 || (at_end && leaf->next_rba == 0))) {
		ksds_change_drop(&ch);
		ksds_change_begin(&ch, vf);
		st = split_behind(
		    &ch, path, &dv, cut, head.nrec, &fits, rbap, diag);
	}
	*donep = fits && cut->side != VSAM_NEW_NEITHER;
	if (st == DS_OK && !fits) {
		ksds_change_drop(&ch);
		ksds_change_begin(&ch, vf);
		st = split_ca(&ch, path, leaf->n / 2, diag);
	}
	ksds_change_drop(&ch);
	return st;
}
