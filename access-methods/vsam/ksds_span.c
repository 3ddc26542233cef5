/*
 * Groups of control intervals that come, change and go as a whole: spanned
 * records of a key-sequenced set, and records beside them. The records of no
 * other control interval move, but with their control area.
 *
 * As in ksds_split.c, what can fail is done before the first byte changes.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

/* Pinned buffers of a group, in key order. */
struct bufs {
	struct sphere_buf **at;
	uint32_t n;
};

static enum ds_status
bufs_new(struct bufs *b, uint32_t n, struct ds_diag *diag)
{
	b->n = n;
	b->at = calloc(n, sizeof(struct sphere_buf *));
	return b->at != NULL ? DS_OK : ds_fail(diag, DS_NOMEM, NULL, NULL);
}

static void
bufs_free(struct vsam_file *vf, struct bufs *b)
{
	uint32_t i;

	for (i = 0; b->at != NULL && i < b->n; i++)
		buf_release(vf->sp, &b->at[i]);
	free(b->at);
	b->at = NULL;
}

/* The CIs of count entries from i on. */
static enum ds_status
bufs_pin(struct vsam_file *vf, struct sphere_buf **at,
    const struct vsam_ix_node *leaf, uint32_t i, uint32_t count,
    enum buf_how how, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	for (; st == DS_OK && count > 0; count--, i++)
		st = buf_get(vf->sp, SPHERE_DATA, ksds_ci_rba(vf, leaf, i), how,
		    at++, diag);
	return st;
}

/* New entries with one separator before entry i, their CIs from the free
 * ones. */
static enum ds_status
entries_add(struct vsam_ix_node *leaf, uint32_t i, uint32_t count,
    const uint8_t *sep, uint32_t len, struct ds_diag *diag)
{
	for (; count > 0; count--, i++)
		if (vsam_ix_insert(leaf, i, sep, len,
			leaf->free_ci[--leaf->nfree]) != DS_OK)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
	return DS_OK;
}

static enum ds_status
misplaced(struct vsam_file *vf, uint64_t rba, struct ds_diag *diag)
{
	return vsam_fault(vf, SPHERE_DATA, rba, DS_CORRUPT,
	    "records do not belong to their index entry", diag);
}

/* Do the groups before and behind entry i ascend there? */
static bool
ascends(const struct vsam_ix_node *leaf, uint32_t i)
{
	return i == 0 || i == leaf->n ||
	       vsam_sep_cmp(vsam_ix_key(leaf, i - 1), leaf->len[i - 1],
		   vsam_ix_key(leaf, i), leaf->len[i]) < 0;
}

static enum ds_status
room_check(const struct vsam_file *vf, uint32_t segs, struct ds_diag *diag)
{
	if (segs <= vf->cis_per_ca && vsam_ix_group_fits(&vf->dim, segs))
		return DS_OK;
	return ds_fail(diag, DS_NOSPACE, vf->index->name,
	    "index control intervals are too small for a record of %u segments",
	    segs);
}

/* The record comes in below leaf. */
static enum ds_status
unit_lands(struct ksds_change *ch, const struct ksds_path *path,
    const struct vsam_ix_node *leaf, const struct ksds_unit *u,
    struct ds_diag *diag)
{
	struct sphere_sums more = {1, u->len};

	return ksds_change_land(ch, path, leaf, &more, diag);
}

/* What the insert of a group is made of. */
struct insertion {
	uint32_t entry, count; /* the group that is there */
	uint32_t at;           /* where the new entries come */
	uint32_t segs;         /* how many */
	uint8_t low[VSAM_KEY_MAX], high[VSAM_KEY_MAX]; /* separators */
	uint32_t low_len, high_len;
};

static enum ds_status
insertion_set(struct vsam_file *vf, const struct vsam_ix_node *leaf,
    uint32_t entry, const struct ksds_unit *u, struct insertion *in,
    struct ds_diag *diag)
{
	const uint8_t *key = u->rec + vf->rkp;
	const uint8_t *a = u->before ? key : u->near_key;
	const uint8_t *b = u->before ? u->near_key : key;

	in->entry = entry;
	in->count = vsam_ix_group_end(leaf, entry) - entry;
	in->at = u->before ? entry : entry + in->count;
	in->segs = vsam_segments(vf, u->len);
	if (memcmp(a, b, vf->keylen) >= 0)
		return misplaced(vf, ksds_ci_rba(vf, leaf, entry), diag);
	in->low_len = vsam_sep_len(a, b, vf->keylen);
	memcpy(in->low, a, in->low_len);
	/* Nothing can join a spanned record: the gap goes to the left. */
	if (u->before && u->near_spanned)
		in->low[in->low_len - 1] = (uint8_t)(b[in->low_len - 1] - 1);
	in->high_len = leaf->len[entry];
	memcpy(in->high, vsam_ix_key(leaf, entry), in->high_len);
	return DS_OK;
}

/* Pins the new CIs, entries from i on of leaf, then makes the change. */
static enum ds_status
insertion_apply(struct ksds_change *ch, const struct vsam_ix_node *leaf,
    uint32_t i, const struct insertion *in, struct ksds_unit *u,
    struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct bufs b = {0};
	enum ds_status st;

	if ((st = bufs_new(&b, in->segs, diag)) == DS_OK)
		st = bufs_pin(vf, b.at, leaf, i, in->segs, BUF_NEW, diag);
	if (st == DS_OK) {
		u->rba = b.at[0]->rba;
		ch->state.part[SPHERE_DATA].spare[VSAM_SPARE_USED_CIS] +=
		    in->segs;
		vsam_span_store(vf, b.at, in->segs, u->rec, u->len, 0);
		ksds_change_apply(ch);
	}
	bufs_free(vf, &b);
	return st;
}

/* Into the same CA. *fitsp false: there is no room, nothing changed. */
static enum ds_status
insert_in_ca(struct ksds_change *ch, const struct ksds_path *path,
    const struct insertion *in, struct ksds_unit *u, bool *fitsp,
    struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct vsam_ix_node *leaf = NULL;
	enum ds_status st;

	st = ksds_change_copy(ch, path->at[0].buf->rba, 1, &leaf, diag);
	if (st != DS_OK)
		return st;
	if (leaf->nfree < in->segs)
		vsam_ix_refill_free(leaf); /* those whose number was lost */
	if (leaf->nfree < in->segs)
		return DS_OK;
	if (u->before)
		st = entries_add(
		    leaf, in->at, in->segs, in->low, in->low_len, diag);
	else
		st = entries_add(
		    leaf, in->at, in->segs, in->high, in->high_len, diag);
	if (st != DS_OK)
		return st;
	if (!u->before)
		vsam_ix_set_key(
		    leaf, in->entry, in->count, in->low, in->low_len);
	if (!ascends(leaf, u->before ? in->at : in->entry) ||
	    !ascends(leaf, u->before ? in->at + in->segs : in->at) ||
	    !ascends(leaf, in->at + in->segs))
		return misplaced(vf, ksds_ci_rba(vf, leaf, in->entry), diag);
	if (!vsam_ix_fits(leaf))
		return DS_OK;
	*fitsp = true;
	st = unit_lands(ch, path, leaf, u, diag);
	return st == DS_OK ? insertion_apply(ch, leaf, in->at, in, u, diag)
			   : st;
}

/* The new group alone into a new CA behind. */
static enum ds_status
insert_behind(struct ksds_change *ch, const struct ksds_path *path,
    const struct insertion *in, struct ksds_unit *u, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct vsam_ix_node *leaf = NULL, *next = NULL;
	uint64_t rba = 0;
	enum ds_status st;

	st = ksds_change_copy(ch, path->at[0].buf->rba, 1, &leaf, diag);
	if (st == DS_OK)
		st = ksds_new_ca(ch, leaf, &next, &rba, diag);
	if (st != DS_OK)
		return st;
	vsam_ix_refill_free(next);
	vsam_ix_set_key(leaf, in->entry, in->count, in->low, in->low_len);
	st = entries_add(next, 0, in->segs, in->high, in->high_len, diag);
	if (st != DS_OK)
		return st;
	if (!ascends(leaf, in->entry) ||
	    vsam_sep_cmp(in->low, in->low_len, in->high, in->high_len) >= 0)
		return misplaced(vf, ksds_ci_rba(vf, leaf, in->entry), diag);
	if (!vsam_ix_fits(leaf) || !vsam_ix_fits(next))
		return ds_fail(diag, DS_NOSPACE, vf->index->name,
		    "index control intervals are too small");
	st = ksds_change_divided(ch, path, 1, leaf, rba, diag);
	if (st == DS_OK)
		st = unit_lands(ch, path, next, u, diag);
	return st == DS_OK ? insertion_apply(ch, next, 0, in, u, diag) : st;
}

/* The old CA becomes that of the new group alone: what it had is in next. */
static enum ds_status
insertion_trade(struct ksds_change *ch, struct vsam_ix_node *leaf,
    struct vsam_ix_node *next, const struct insertion *in, struct ksds_unit *u,
    struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct bufs moved = {0}, b = {0};
	uint32_t i, n = next->n;
	enum ds_status st;

	if ((st = bufs_new(&moved, 2 * n, diag)) == DS_OK)
		st = ksds_pin_moved(vf, leaf->base_rba, next, moved.at, diag);
	if (st == DS_OK && (st = bufs_new(&b, in->segs, diag)) == DS_OK)
		st = bufs_pin(vf, b.at, leaf, 0, in->segs, BUF_WRITE, diag);
	if (st == DS_OK) {
		for (i = 0; i < n; i++)
			next->ptr[i] = i;
		vsam_ix_refill_free(next);
		ksds_move_cis(vf, moved.at, n);
		u->rba = b.at[0]->rba;
		ch->state.part[SPHERE_DATA].spare[VSAM_SPARE_USED_CIS] +=
		    in->segs;
		vsam_span_store(vf, b.at, in->segs, u->rec, u->len, 0);
		ksds_change_apply(ch);
	}
	bufs_free(vf, &b);
	bufs_free(vf, &moved);
	return st;
}

/* The new group alone into a CA before: all others go to a new one. */
static enum ds_status
insert_alone(struct ksds_change *ch, const struct ksds_path *path,
    const struct insertion *in, struct ksds_unit *u, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct vsam_ix_node *leaf = NULL, *next = NULL;
	struct sphere_sums moved;
	uint64_t rba = 0;
	enum ds_status st;

	st = ksds_change_copy(ch, path->at[0].buf->rba, 1, &leaf, diag);
	if (st == DS_OK)
		st = ksds_new_ca(ch, leaf, &next, &rba, diag);
	if (st != DS_OK)
		return st;
	if (vsam_ix_move(leaf, 0, next) != DS_OK)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	vsam_ix_refill_free(leaf);
	st = entries_add(leaf, 0, in->segs, in->low, in->low_len, diag);
	if (st != DS_OK)
		return st;
	if (vsam_sep_cmp(
		in->low, in->low_len, vsam_ix_key(next, 0), next->len[0]) >= 0)
		return misplaced(vf, leaf->base_rba, diag);
	if (!vsam_ix_fits(leaf) || !vsam_ix_fits(next))
		return ds_fail(diag, DS_NOSPACE, vf->index->name,
		    "index control intervals are too small");
	moved = ksds_change_below(ch, leaf);
	ksds_change_shift(ch, leaf, next, &moved);
	st = ksds_change_divided(ch, path, 1, leaf, rba, diag);
	if (st == DS_OK)
		st = unit_lands(ch, path, leaf, u, diag);
	return st == DS_OK ? insertion_trade(ch, leaf, next, in, u, diag) : st;
}

/* There is no room in the CA: divide it, or go to another. */
static enum ds_status
insert_elsewhere(struct ksds_change *ch, const struct ksds_path *path,
    const struct insertion *in, struct ksds_unit *u, bool *donep,
    struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	const struct vsam_ix_node *leaf = ksds_node(path->at[0].buf);
	uint32_t n = leaf->n;
	bool edge = in->at == 0 || in->at == n;
	bool large = 2 * in->segs > vf->cis_per_ca;
	bool last = in->at == n && leaf->next_rba == 0;

	if (in->count < n && !last && !(edge && large))
		return ksds_split_ca(vf, path, large ? in->at : n / 2, diag);
	*donep = true;
	if (in->at == n)
		return insert_behind(ch, path, in, u, diag);
	return insert_alone(ch, path, in, u, diag);
}

enum ds_status
ksds_unit_insert(struct vsam_file *vf, const struct ksds_path *path,
    struct ksds_unit *u, bool *donep, struct ds_diag *diag)
{
	const struct vsam_ix_node *leaf = ksds_node(path->at[0].buf);
	struct ksds_change ch;
	struct insertion in;
	bool fits = false;
	uint32_t limit = vf->cis_per_ca;
	enum ds_status st;

	*donep = false;
	st = insertion_set(vf, leaf, path->at[0].entry, u, &in, diag);
	if (st != DS_OK || (st = room_check(vf, in.segs, diag)) != DS_OK)
		return st;
	/* FREESPACE of a CA counts for records that come in at the end. */
	if (in.at == leaf->n && leaf->next_rba == 0 && u->sequential)
		limit = vf->load_cis;
	ksds_change_begin(&ch, vf);
	if (leaf->n + in.segs <= limit)
		st = insert_in_ca(&ch, path, &in, u, &fits, diag);
	*donep = fits && st == DS_OK;
	if (st == DS_OK && !fits) {
		ksds_change_drop(&ch);
		ksds_change_begin(&ch, vf);
		st = insert_elsewhere(&ch, path, &in, u, donep, diag);
	}
	ksds_change_drop(&ch);
	return st;
}

/* --- replacing --------------------------------------------------------------
 */

/* What is in the old CIs: its length and update number. */
static enum ds_status
old_record(struct vsam_file *vf, const struct bufs *b, struct ksds_unit *u,
    uint16_t *updatep, struct ds_diag *diag)
{
	struct vsam_span span = {0};
	struct vsam_ci_head head;
	bool last = false;
	uint32_t i;
	enum ds_status st = DS_OK;

	if (b->n == 1) {
		u->old_len = vsam_ci_used(b->at[0]->data, vf->ci_len);
		*updatep = UINT16_MAX; /* the next one is 0 */
		return DS_OK;
	}
	for (i = 0; st == DS_OK && i < b->n; i++) {
		st = vsam_ci_look(vf, SPHERE_DATA, b->at[i]->rba,
		    b->at[i]->data, &head, diag);
		if (st == DS_OK)
			st = vsam_span_add(vf, &span, b->at[i]->rba,
			    b->at[i]->data, &head, &last, diag);
		if (st == DS_OK && last != (i + 1 == b->n))
			st = vsam_fault(vf, SPHERE_DATA, b->at[i]->rba,
			    DS_SEGMENTS, "other number of segments", diag);
	}
	u->old_len = span.len;
	*updatep = span.update;
	vsam_span_free(&span);
	return st;
}

/* The group gets segs entries instead of count. *fitsp as above. */
static enum ds_status
group_resize(struct vsam_ix_node *leaf, uint32_t entry, uint32_t count,
    uint32_t segs, bool *fitsp, struct ds_diag *diag)
{
	uint8_t sep[VSAM_KEY_MAX];
	uint32_t len = leaf->len[entry];
	enum ds_status st = DS_OK;

	*fitsp = false;
	memcpy(sep, vsam_ix_key(leaf, entry), len);
	if (segs > count) {
		if (leaf->nfree < segs - count)
			vsam_ix_refill_free(leaf);
		if (leaf->nfree < segs - count)
			return DS_OK;
		st = entries_add(
		    leaf, entry + count, segs - count, sep, len, diag);
	} else {
		vsam_ix_remove(leaf, entry + segs, count - segs);
		vsam_ix_refill_free(leaf);
	}
	*fitsp = st == DS_OK && vsam_ix_fits(leaf);
	return st;
}

/* Images: rec over the first segs of b, the others free. */
static void
replace_store(struct vsam_file *vf, struct bufs *b, uint32_t segs,
    const struct ksds_unit *u, uint16_t update)
{
	uint32_t i;

	vsam_span_store(vf, b->at, segs, u->rec, u->len, update);
	for (i = segs; i < b->n; i++) {
		vsam_ci_format(b->at[i]->data, vf->ci_len);
		vsam_ci_changed(vf, b->at[i], 0);
	}
}

static enum ds_status
replace_in_ca(struct ksds_change *ch, const struct ksds_path *path,
    uint32_t segs, struct ksds_unit *u, bool *fitsp, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	const struct vsam_ix_node *old = ksds_node(path->at[0].buf);
	uint32_t entry = path->at[0].entry;
	uint32_t count = vsam_ix_group_end(old, entry) - entry;
	struct vsam_ix_node *leaf = NULL;
	struct sphere_sums more;
	struct bufs b = {0};
	uint16_t update = 0;
	enum ds_status st;

	*fitsp = true;
	if ((st = bufs_new(&b, segs > count ? segs : count, diag)) != DS_OK)
		return st;
	b.n = count;
	st = bufs_pin(vf, b.at, old, entry, count, BUF_WRITE, diag);
	if (st == DS_OK)
		st = old_record(vf, &b, u, &update, diag);
	if (st == DS_OK && segs != count) {
		st = ksds_change_copy(ch, path->at[0].buf->rba, 1, &leaf, diag);
		if (st == DS_OK)
			st =
			    group_resize(leaf, entry, count, segs, fitsp, diag);
	}
	if (st == DS_OK && *fitsp && segs > count) {
		b.n = segs;
		st = bufs_pin(vf, b.at + count, leaf, entry + count,
		    segs - count, BUF_NEW, diag);
	}
	if (st == DS_OK && *fitsp) {
		more.records = (uint64_t)(u->rec != NULL) - (u->old_len > 0);
		more.bytes =
		    (uint64_t)(u->rec != NULL ? u->len : 0) - u->old_len;
		st = ksds_change_land(ch, path, NULL, &more, diag);
	}
	if (st == DS_OK && *fitsp) {
		u->rba = b.at[0]->rba;
		replace_store(vf, &b, segs, u, (uint16_t)(update + 1));
		ch->state.part[SPHERE_DATA].spare[VSAM_SPARE_USED_CIS] +=
		    (uint64_t)segs - count;
		ksds_change_apply(ch);
	}
	bufs_free(vf, &b);
	return st;
}

enum ds_status
ksds_unit_replace(struct vsam_file *vf, const struct ksds_path *path,
    struct ksds_unit *u, bool *donep, struct ds_diag *diag)
{
	const struct vsam_ix_node *leaf = ksds_node(path->at[0].buf);
	uint32_t segs = u->rec == NULL ? 1 : vsam_segments(vf, u->len);
	uint32_t entry = path->at[0].entry, at = leaf->n / 2;
	uint32_t end = vsam_ix_group_end(leaf, entry);
	struct ksds_change ch;
	enum ds_status st;

	*donep = false;
	if (segs > 1 && (st = room_check(vf, segs, diag)) != DS_OK)
		return st;
	ksds_change_begin(&ch, vf);
	st = replace_in_ca(&ch, path, segs, u, donep, diag);
	ksds_change_drop(&ch);
	if (st != DS_OK || *donep)
		return st;
	if (entry == 0 && end == leaf->n)
		return ds_fail(diag, DS_NOSPACE, vf->index->name,
		    "index control intervals are too small");
	if (2 * segs > vf->cis_per_ca)
		at = entry > 0 ? entry : end;
	return ksds_split_ca(vf, path, at, diag);
}
