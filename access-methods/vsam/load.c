/*
 * Records into an empty data set: whole control areas through the loaders, the
 * index built from below as they fill. Nothing is to be seen before the commit
 * that follows vsam_load_finish.
 *
 * Sequence-set records are written one after the other, each when its
 * successor is sure; the levels above are few, are kept in memory and follow
 * them at the end.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

/* The index records of a level above the sequence set, in key order. */
struct level {
	struct vsam_ix_node **node;
	struct sphere_sums *sums; /* of what is below each */
	size_t n, cap;
};

struct vsam_load {
	struct sphere_loader *data, *index;
	struct vsam_ci_build b; /* b.ci NULL: no control interval is open */
	uint64_t ci_rba;
	uint64_t end;        /* RBA behind the CIs that the loader gave */
	const uint8_t *last; /* key of the last record, in the open CI */
	uint8_t last_key[VSAM_KEY_MAX];
	uint64_t records, bytes;
	/* KSDS */
	struct vsam_ix_node *leaf; /* of the current CA */
	uint64_t leaf_rba;
	struct sphere_sums ca; /* of the current CA */
	uint32_t ca_cis; /* CIs of the current CA given out by the loader */
	bool ca_full;    /* the next CI begins a CA */
	uint32_t group;  /* entries that wait for the key behind */
	uint64_t used_cis;
	struct level up[VSAM_IX_LEVELS]; /* [0] is level 2 */
	/* RRDS */
	uint64_t rrn;  /* last slot filled */
	uint32_t full; /* slots of the open CI that hold a record */
};

enum ds_status
vsam_load_open(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = calloc(1, sizeof(*ld));
	enum ds_status st;

	if (ld == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	sphere_state(vf->sp)->counted = true;
	st = loader_open(vf->sp, SPHERE_DATA, &ld->data, diag);
	if (st == DS_OK && vf->index != NULL)
		st = loader_open(vf->sp, SPHERE_INDEX, &ld->index, diag);
	if (st == DS_OK) {
		vf->load = ld;
		ld = NULL;
	}
	vsam_load_abort(&ld);
	return st;
}

void
vsam_load_abort(struct vsam_load **loadp)
{
	struct vsam_load *ld;
	size_t i, j;

	if (loadp == NULL || (ld = *loadp) == NULL)
		return;
	loader_abort(&ld->data);
	loader_abort(&ld->index);
	vsam_ix_free(&ld->leaf);
	for (i = 0; i < VSAM_IX_LEVELS; i++) {
		for (j = 0; j < ld->up[i].n; j++)
			vsam_ix_free(&ld->up[i].node[j]);
		free(ld->up[i].node);
		free(ld->up[i].sums);
	}
	free(ld);
	*loadp = NULL;
}

uint64_t
vsam_load_count(const struct vsam_load *load)
{
	return load->rrn;
}

/* --- the index from below --------------------------------------------------
 */

static struct vsam_ix_node *
level_new(struct vsam_file *vf, struct level *lv, uint32_t level)
{
	struct vsam_ix_node *node;
	size_t cap = lv->cap == 0 ? 16 : lv->cap * 2;
	void *p;

	if (lv->n == lv->cap) {
		if ((p = realloc(lv->node, cap * sizeof(*lv->node))) == NULL)
			return NULL;
		lv->node = p;
		if ((p = realloc(lv->sums, cap * sizeof(*lv->sums))) == NULL)
			return NULL;
		lv->sums = p;
		lv->cap = cap;
	}
	if ((node = vsam_ix_new(&vf->dim, level)) == NULL)
		return NULL;
	memset(&lv->sums[lv->n], 0, sizeof(lv->sums[0]));
	lv->node[lv->n++] = node;
	return node;
}

/* Tell a level of a finished record below, whose last key is given. */
static enum ds_status
level_add(struct vsam_file *vf, uint32_t level, const uint8_t *key,
    uint32_t len, uint64_t rba, const struct sphere_sums *below)
{
	struct level *lv = &vf->load->up[level - 2];
	struct vsam_ix_node *node = lv->n > 0 ? lv->node[lv->n - 1] : NULL;

	if (rba / vf->dim.ci_len > 0xFFFFFF)
		return DS_NOSPACE;
	if (node == NULL && (node = level_new(vf, lv, level)) == NULL)
		return DS_NOMEM;
	for (;;) {
		if (vsam_ix_insert(node, node->n, key, len,
			(uint32_t)(rba / vf->dim.ci_len)) != DS_OK)
			return DS_NOMEM;
		if (vsam_ix_fits(node)) {
			lv->sums[lv->n - 1].records += below->records;
			lv->sums[lv->n - 1].bytes += below->bytes;
			return DS_OK;
		}
		vsam_ix_remove_last(node);
		if ((node = level_new(vf, lv, level)) == NULL)
			return DS_NOMEM;
	}
}

static enum ds_status
index_write(struct vsam_file *vf, struct vsam_ix_node *node, uint64_t rba,
    const struct sphere_sums *below, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint8_t *ci = NULL;
	uint64_t at = 0;
	enum ds_status st;

	if ((st = loader_next(ld->index, &ci, &at, diag)) != DS_OK)
		return st;
	if (at != rba)
		return vsam_fault(vf, SPHERE_INDEX, at, DS_CORRUPTIX,
		    "index records are not written in sequence", diag);
	vsam_ix_encode(node, ci);
	return loader_put_index(
	    ld->index, vf->dim.ci_len - VSAM_IX_CONTROL, below, diag);
}

/* The sequence-set record of a full CA, whose successor is sure. */
static enum ds_status
leaf_write(struct vsam_file *vf, bool last, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	struct vsam_ix_node *leaf = ld->leaf;
	uint32_t n = leaf->n - 1;
	enum ds_status st;

	vsam_ix_refill_free(leaf);
	leaf->next_rba = last ? 0 : ld->leaf_rba + vf->dim.ci_len;
	if ((st = index_write(vf, leaf, ld->leaf_rba, &ld->ca, diag)) != DS_OK)
		return st;
	if (last && ld->leaf_rba == 0)
		return DS_OK; /* the only one: it is the whole index */
	st = level_add(
	    vf, 2, vsam_ix_key(leaf, n), leaf->len[n], ld->leaf_rba, &ld->ca);
	return st == DS_OK ? st : ds_fail(diag, st, vf->index->name, NULL);
}

/* All records of a level, then what they mean to the level above. */
static enum ds_status
level_write(
    struct vsam_file *vf, uint32_t level, uint64_t *rbap, struct ds_diag *diag)
{
	struct level *lv = &vf->load->up[level - 2];
	struct vsam_ix_node *node;
	uint64_t rba = *rbap;
	enum ds_status st;
	size_t i;

	for (i = 0; i < lv->n; i++, rba += vf->dim.ci_len) {
		node = lv->node[i];
		if (i + 1 < lv->n)
			node->next_rba = rba + vf->dim.ci_len;
		st = index_write(vf, node, rba, &lv->sums[i], diag);
		if (st != DS_OK)
			return st;
		if (lv->n == 1)
			continue;
		st = level == VSAM_IX_LEVELS
			 ? DS_NOSPACE
			 : level_add(vf, level + 1,
			       vsam_ix_key(node, node->n - 1),
			       node->len[node->n - 1], rba, &lv->sums[i]);
		if (st != DS_OK)
			return ds_fail(diag, st, vf->index->name, NULL);
	}
	*rbap = rba;
	return DS_OK;
}

static enum ds_status
index_finish(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	struct comp_state *ix = &sphere_state(vf->sp)->part[SPHERE_INDEX];
	uint64_t rba = ld->leaf_rba;
	uint32_t level = 1;
	enum ds_status st;

	if ((st = leaf_write(vf, true, diag)) != DS_OK)
		return st;
	ix->seqset_rba = 0;
	ix->last_rba = rba;
	rba += vf->dim.ci_len;
	while (level < VSAM_IX_LEVELS && ld->up[level - 1].n > 0) {
		level++;
		if ((st = level_write(vf, level, &rba, diag)) != DS_OK)
			return st;
	}
	ix->levels = level;
	ix->root_rba = rba - vf->dim.ci_len;
	ix->records = rba / vf->dim.ci_len;
	ix->bytes = ix->records * (vf->dim.ci_len - VSAM_IX_CONTROL);
	return DS_OK;
}

/* --- control intervals -----------------------------------------------------
 */

/* Index entries for the last CI, or all of the last record's. key is of the
 * record behind, NULL: none. */
static enum ds_status
group_close(struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint32_t len = 0;

	if (key != NULL)
		len = vsam_sep_len(ld->last_key, key, vf->keylen);
	for (; ld->group > 0; ld->group--, ld->used_cis++)
		if (vsam_ix_insert(ld->leaf, ld->leaf->n, ld->last_key, len,
			ld->ca_cis - ld->group) != DS_OK)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
	ld->ca_full =
	    ld->ca_cis >= vf->load_cis || !vsam_ix_may_grow(ld->leaf, 1);
	return DS_OK;
}

/* The open CI is complete. key as above. */
static enum ds_status
ci_close(struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	enum ds_status st;

	vsam_ci_build_end(&ld->b);
	if (vf->index != NULL) {
		memcpy(ld->last_key, ld->last, vf->keylen);
		ld->last = ld->last_key;
		ld->group = 1;
		if ((st = group_close(vf, key, diag)) != DS_OK)
			return st;
	}
	ld->b.ci = NULL;
	ld->ca.records += ld->b.nrec;
	ld->ca.bytes += ld->b.used;
	return loader_put(ld->data, ld->b.nrec, ld->b.used, diag);
}

/* What is open is complete, the record behind it has key. */
static enum ds_status
unit_close(struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag)
{
	if (vf->load->b.ci != NULL)
		return ci_close(vf, key, diag);
	if (vf->load->group > 0)
		return group_close(vf, key, diag);
	return DS_OK;
}

/* Space comes in whole CAs: it can only be short where one begins. */
static enum ds_status
ci_next(struct vsam_file *vf, uint8_t **cip, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	enum ds_status st;

	st = vsam_may_reach(vf, (ld->end / vf->ca_len + 1) * vf->ca_len, diag);
	if (st == DS_OK)
		st = loader_next(ld->data, cip, &ld->ci_rba, diag);
	if (st == DS_OK)
		ld->end = ld->ci_rba + vf->ci_len;
	return st;
}

/* The control intervals that FREESPACE leaves at the end of a CA. */
static enum ds_status
ca_pad(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint8_t *ci = NULL;
	enum ds_status st = DS_OK;

	while (st == DS_OK && ld->ca_cis < vf->cis_per_ca) {
		if ((st = ci_next(vf, &ci, diag)) != DS_OK)
			break;
		vsam_ci_format(ci, vf->ci_len);
		st = loader_put(ld->data, 0, 0, diag);
		ld->ca_cis++;
	}
	return st;
}

static enum ds_status
ca_open(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	enum ds_status st;

	if (ld->leaf != NULL) {
		if ((st = leaf_write(vf, false, diag)) != DS_OK)
			return st;
		vsam_ix_free(&ld->leaf);
		ld->leaf_rba += vf->dim.ci_len;
	}
	if ((ld->leaf = vsam_ix_new(&vf->dim, 1)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	ld->leaf->base_rba = ld->ci_rba;
	memset(&ld->ca, 0, sizeof(ld->ca));
	ld->ca_cis = 0;
	ld->ca_full = false;
	return DS_OK;
}

static enum ds_status
ci_open(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint8_t *ci = NULL;
	enum ds_status st;

	if (ld->ca_full && (st = ca_pad(vf, diag)) != DS_OK)
		return st;
	if ((st = ci_next(vf, &ci, diag)) != DS_OK)
		return st;
	if (vf->index != NULL && (ld->leaf == NULL || ld->ca_full) &&
	    (st = ca_open(vf, diag)) != DS_OK)
		return st;
	if (vf->index == NULL && ld->ca_cis >= vf->cis_per_ca)
		ld->ca_cis = 0;
	ld->ca_cis++;
	vsam_ci_build_begin(&ld->b, ci, vf->ci_len, vf->reserve);
	return DS_OK;
}

/* --- spanned records --------------------------------------------------------
 */

/* To the next CA when the rest of this one cannot take segs segments. */
static enum ds_status
span_place(struct vsam_file *vf, uint32_t segs, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	bool fits = ld->ca_cis + segs <= vf->load_cis;

	if (vf->index == NULL)
		return ld->ca_cis + segs > vf->cis_per_ca ? ca_pad(vf, diag)
							  : DS_OK;
	if (ld->leaf != NULL &&
	    (ld->ca_full || !fits || !vsam_ix_may_grow(ld->leaf, segs)))
		ld->ca_full = true;
	if (segs <= vf->cis_per_ca && vsam_ix_group_fits(&vf->dim, segs))
		return DS_OK;
	return ds_fail(diag, DS_NOSPACE, vf->index->name,
	    "index control intervals are too small for a record of %u segments",
	    segs);
}

static enum ds_status
span_put(struct vsam_file *vf, const uint8_t *rec, uint32_t len, uint32_t segs,
    uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint32_t i, n;
	uint8_t seg;
	enum ds_status st;

	st = unit_close(vf, vf->index != NULL ? rec + vf->rkp : NULL, diag);
	if (st == DS_OK)
		st = span_place(vf, segs, diag);
	for (i = 0; st == DS_OK && i < segs; i++) {
		if ((st = ci_open(vf, diag)) != DS_OK)
			break;
		if (i == 0)
			*rbap = ld->ci_rba;
		n = vsam_segment_at(vf, len, i, segs, &seg);
		vsam_ci_segment(ld->b.ci, vf->ci_len, rec, n, seg, 0);
		rec += n;
		ld->b.ci = NULL;
		ld->ca.records += i == 0;
		ld->ca.bytes += n;
		st = loader_put(ld->data, i == 0, n, diag);
	}
	if (st != DS_OK)
		return st;
	memcpy(ld->last_key, rec - len + vf->rkp, vf->keylen);
	ld->last = ld->last_key;
	ld->group = vf->index != NULL ? segs : 0;
	ld->records++;
	ld->bytes += len;
	return DS_OK;
}

enum ds_status
vsam_load_put(struct vsam_file *vf, const uint8_t *rec, uint32_t len,
    uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	const uint8_t *key = rec + vf->rkp;
	uint8_t *at = NULL;
	uint32_t segs;
	enum ds_status st;
	int c;

	if (vf->keylen > 0 && ld->records > 0) {
		c = memcmp(key, ld->last, vf->keylen);
		if (c <= 0)
			return ds_fail(diag, c < 0 ? DS_SEQUENCE : DS_DUPLICATE,
			    vf->data->name, NULL);
	}
	if (vf->spanned && (segs = vsam_segments(vf, len)) > 1)
		return span_put(vf, rec, len, segs, rbap, diag);
	if (ld->b.ci != NULL)
		at = vsam_ci_build_add(&ld->b, len);
	if (at == NULL) {
		if ((st = unit_close(vf, key, diag)) != DS_OK)
			return st;
		if ((st = ci_open(vf, diag)) != DS_OK)
			return st;
		at = vsam_ci_build_add(&ld->b, len);
	}
	memcpy(at, rec, len);
	ld->last = at + vf->rkp;
	ld->records++;
	ld->bytes += len;
	*rbap = ld->ci_rba + (uint64_t)(at - ld->b.ci);
	return DS_OK;
}

/* --- slots -----------------------------------------------------------------
 */

/* The open CI is complete: its slots cannot be filled any more. */
static enum ds_status
slots_close(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint32_t full = ld->full;

	ld->b.ci = NULL;
	ld->full = 0;
	ld->rrn = (ld->ci_rba / vf->ci_len + 1) * vf->slots;
	return loader_put(ld->data, full, full * vf->slot_len, diag);
}

enum ds_status
vsam_load_slot(struct vsam_file *vf, const uint8_t *rec, uint64_t rrn,
    uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint64_t want = (rrn - 1) / vf->slots * vf->ci_len;
	uint32_t slot = (uint32_t)((rrn - 1) % vf->slots);
	uint8_t *ci = NULL;
	enum ds_status st;

	if (rrn <= ld->rrn)
		return ds_fail(diag,
		    rrn == ld->rrn ? DS_DUPLICATE : DS_SEQUENCE, vf->data->name,
		    NULL);
	while (ld->b.ci == NULL || ld->ci_rba < want) {
		if (ld->b.ci != NULL && (st = slots_close(vf, diag)) != DS_OK)
			return st;
		if ((st = ci_next(vf, &ci, diag)) != DS_OK)
			return st;
		ld->b.ci = ci;
		vsam_slot_format(ci, vf->ci_len, vf->slot_len);
	}
	vsam_slot_set(ld->b.ci, vf->ci_len, vf->slot_len, slot, rec);
	ld->rrn = rrn;
	ld->full++;
	ld->records++;
	ld->bytes += vf->slot_len;
	*rbap = ld->ci_rba + (uint64_t)slot * vf->slot_len;
	return DS_OK;
}

enum ds_status
vsam_load_ci(struct vsam_file *vf, const uint8_t *data, uint64_t *rbap,
    struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	uint8_t *ci = NULL;
	enum ds_status st;

	if ((st = ci_next(vf, &ci, diag)) != DS_OK)
		return st;
	memcpy(ci, data, vf->ci_len);
	ld->records++;
	ld->bytes += vf->ci_len;
	*rbap = ld->ci_rba;
	return loader_put(ld->data, 1, vf->ci_len, diag);
}

/* --- the end ---------------------------------------------------------------
 */

/* After a record that found no space: the last group becomes the index's
 * last. */
static void
last_entry_open(struct vsam_load *ld)
{
	uint32_t n = vsam_ix_group_start(ld->leaf, ld->leaf->n - 1);

	vsam_ix_set_key(ld->leaf, n, ld->leaf->n - n, NULL, 0);
}

static enum ds_status
load_close(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	enum ds_status st = DS_OK;

	if (ld->b.ci != NULL)
		st = vf->data->org == DS_ORG_RRDS ? slots_close(vf, diag)
						  : ci_close(vf, NULL, diag);
	else if (ld->group > 0)
		st = group_close(vf, NULL, diag);
	else if (ld->leaf != NULL)
		last_entry_open(ld);
	if (st == DS_OK && ld->leaf != NULL)
		st = index_finish(vf, diag);
	if (st == DS_OK)
		st = loader_finish(&ld->data, diag);
	if (st == DS_OK && vf->index != NULL)
		st = loader_finish(&ld->index, diag);
	return st;
}

enum ds_status
vsam_load_finish(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_load *ld = vf->load;
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	enum ds_status st;

	if ((st = load_close(vf, diag)) == DS_OK) {
		/* Used control areas are whole, but for an ESDS and LDS. */
		if (vf->data->org != DS_ORG_ESDS && vf->data->org != DS_ORG_LDS)
			d->hurba = (d->hurba + vf->ca_len - 1) / vf->ca_len *
				   vf->ca_len;
		d->records = ld->records;
		d->bytes = ld->bytes;
		d->spare[VSAM_SPARE_USED_CIS] = ld->used_cis;
	}
	vsam_load_abort(&vf->load);
	return st;
}
