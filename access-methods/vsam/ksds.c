/*
 * Key-sequenced sets: positions, reading in key order, and the requests of
 * am.h on top of the tree, splits and loads.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

/* A place in key order: an entry of the sequence set and the data CI that it
 * points to, from the pool or from the ring. */
struct spot {
	struct sphere_buf *leaf; /* pinned */
	uint32_t entry;
	struct sphere_buf *buf; /* pinned, or NULL: ci is the ring's */
	const uint8_t *ci;      /* checked image */
	uint64_t ci_rba;
	uint32_t nrec;
	uint32_t even; /* bytes of each record, when all have as many; else 0 */
	bool seg;      /* the first segment of a spanned record */
};

/* Entries of a place behind a damaged sequence-set record: before the first of
 * the next record; there is none. */
enum { ENTRY_BEFORE = INT32_MAX, ENTRY_PAST = INT32_MAX - 1 };

struct ksds_pos {
	struct spot at;
	struct vsam_ci_cur cur; /* over at.ci */
	struct sphere_ring *ring;
	uint64_t changes; /* of vsam_file when at was taken */
	uint64_t rrn;     /* of the next record, from 1; 0 not known */
	bool set;         /* a place was taken */
	bool backward;
	bool delivered; /* key is of the record that get gave, else to come */
	bool held;      /* ... and it may be updated or erased */
	uint32_t moves; /* CIs read one after the other since the point */
	uint8_t key[VSAM_KEY_MAX]; /* kept where the set may change */
	struct vsam_span span;     /* the spanned record delivered last */
	struct ksds_many *many;    /* of the last am_get_many */
};

static struct vsam_file *
file_of(const struct am_pos *pos)
{
	return pos->file->priv;
}

static void
spot_release(struct vsam_file *vf, struct spot *at)
{
	buf_release(vf->sp, &at->buf);
	buf_release(vf->sp, &at->leaf);
	memset(at, 0, sizeof(*at));
}

/* The data CI of at's entry. */
static enum ds_status
spot_read(struct vsam_file *vf, struct spot *at, struct sphere_ring *ring,
    struct ds_diag *diag)
{
	struct buf_note note = {0};
	struct vsam_ci_head head;
	enum ds_status st;

	buf_release(vf->sp, &at->buf);
	at->ci = NULL;
	at->ci_rba = ksds_ci_rba(vf, ksds_node(at->leaf), at->entry);
	if (ring == NULL) {
		st = ksds_ci_pin(vf, at->ci_rba, &at->buf, diag);
		if (st == DS_OK) {
			at->ci = at->buf->data;
			note = at->buf->note;
		}
	} else {
		st = ring_get(ring, at->ci_rba, &at->ci, NULL, diag);
		if (st == DS_OK)
			st = vsam_ci_look(
			    vf, SPHERE_DATA, at->ci_rba, at->ci, &head, diag);
		if (st == DS_OK)
			note = (struct buf_note){.seg = head.seg,
			    .nrec = (uint16_t)head.nrec,
			    .len = (uint16_t)head.even};
	}
	if (st == DS_OK)
		st = ksds_group_check(vf, at->leaf, at->entry, note.seg, diag);
	if (st != DS_OK)
		return st;
	at->nrec = note.nrec;
	at->even = note.len;
	at->seg = note.seg != 0;
	return DS_OK;
}

/* The first record of at's CI whose key is not below key. */
static uint32_t
spot_lower(const struct vsam_file *vf, const struct spot *at,
    const uint8_t *key, bool *foundp)
{
	struct buf_note note = {
	    .nrec = (uint16_t)at->nrec, .len = (uint16_t)at->even};

	if (at->buf != NULL)
		note.every = at->buf->note.every;
	return ksds_lower(vf, at->ci, &note, key, foundp);
}

static void
spot_seek(const struct vsam_file *vf, const struct spot *at,
    struct vsam_ci_cur *cur, uint32_t idx, bool backward)
{
	if (at->even != 0)
		vsam_ci_seek_even(
		    cur, at->ci, at->nrec, at->even, idx, backward);
	else
		vsam_ci_seek(cur, at->ci, vf->ci_len, idx, backward);
}

/* To the neighbouring entry; DS_EOD leaves at where it is. */
static enum ds_status
spot_step(
    struct vsam_file *vf, struct spot *at, bool backward, struct ds_diag *diag)
{
	const struct vsam_ix_node *leaf;
	uint32_t next;
	enum ds_status st = DS_OK;

	if (at->entry == ENTRY_PAST)
		return ds_fail(diag, DS_EOD, vf->data->name, NULL);
	leaf = ksds_node(at->leaf);
	next =
	    at->entry == ENTRY_BEFORE ? 0 : vsam_ix_group_end(leaf, at->entry);
	if (backward && at->entry > 0) {
		at->entry = vsam_ix_group_start(leaf, at->entry - 1);
	} else if (backward) {
		st = ksds_leaf_prev(vf, &at->leaf, diag);
		leaf = ksds_node(at->leaf);
		if (st == DS_OK)
			at->entry = vsam_ix_group_start(leaf, leaf->n - 1);
	} else if (next < leaf->n) {
		at->entry = next;
	} else {
		st = ksds_leaf_next(vf, &at->leaf, diag);
		if (st == DS_OK)
			at->entry = 0;
	}
	return st;
}

/* The entry and CI for a key; what is there is released first. */
static enum ds_status
spot_find(struct vsam_file *vf, const uint8_t *key, struct spot *at,
    struct ds_diag *diag)
{
	enum ds_status st;

	memset(at, 0, sizeof(*at));
	st = ksds_leaf_find(vf, key, &at->leaf, &at->entry, diag);
	if (st != DS_OK)
		return st;
	if ((st = spot_read(vf, at, NULL, diag)) != DS_OK)
		spot_release(vf, at);
	return st;
}

/* Over empty CIs until there is a record in the direction; idx becomes it.
 * DS_NOTFOUND: none. */
static enum ds_status
spot_settle(struct vsam_file *vf, struct spot *at, bool backward,
    uint32_t *idxp, struct ds_diag *diag)
{
	enum ds_status st;

	while (backward ? *idxp == UINT32_MAX : *idxp >= at->nrec) {
		st = spot_step(vf, at, backward, diag);
		if (st == DS_EOD)
			return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
		if (st == DS_OK)
			st = spot_read(vf, at, NULL, diag);
		if (st != DS_OK)
			return st;
		*idxp = backward ? at->nrec - 1 : 0;
	}
	return DS_OK;
}

static const uint8_t *
spot_key(const struct vsam_file *vf, const struct spot *at, uint32_t idx)
{
	struct vsam_ci_spot rec;

	if (at->even != 0)
		return at->ci + (size_t)idx * at->even + vf->rkp;
	vsam_ci_spot_at(at->ci, vf->ci_len, idx, &rec);
	return at->ci + rec.off + vf->rkp;
}

/* --- the ways to point -----------------------------------------------------
 */

static enum ds_status
by_key(struct vsam_file *vf, const uint8_t *arg, size_t len,
    enum am_match match, struct spot *at, uint32_t *idxp, struct ds_diag *diag)
{
	uint8_t padded[VSAM_KEY_MAX];
	const uint8_t *key = arg;
	bool found = false;
	enum ds_status st;

	if (len == 0 || len > vf->keylen)
		return ds_fail(diag, DS_BADKEYLEN, vf->data->name, NULL);
	if (len < vf->keylen) {
		memcpy(padded, arg, len);
		memset(padded + len, 0, vf->keylen - len);
		key = padded;
	}
	if ((st = spot_find(vf, key, at, diag)) != DS_OK)
		return st;
	*idxp = spot_lower(vf, at, key, &found);
	if (found)
		return DS_OK;
	if ((st = spot_settle(vf, at, false, idxp, diag)) != DS_OK)
		return st;
	if (match == AM_EQ && memcmp(spot_key(vf, at, *idxp), arg, len) != 0)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	return DS_OK;
}

static enum ds_status
by_end(struct vsam_file *vf, bool last, struct spot *at, uint32_t *idxp,
    struct ds_diag *diag)
{
	uint8_t key[VSAM_KEY_MAX];
	enum ds_status st;

	memset(key, last ? 0xFF : 0, sizeof(key));
	if ((st = spot_find(vf, key, at, diag)) != DS_OK)
		return st;
	*idxp = last ? at->nrec - 1 : 0;
	return spot_settle(vf, at, last, idxp, diag);
}

static enum ds_status
by_rba(struct vsam_file *vf, uint64_t rba, struct spot *at, uint32_t *idxp,
    struct ds_diag *diag)
{
	uint64_t ci_rba = rba / vf->ci_len * vf->ci_len;
	struct sphere_buf *buf = NULL;
	struct vsam_ci_head head;
	struct vsam_ci_spot rec;
	uint8_t key[VSAM_KEY_MAX];
	enum ds_status st;

	if (rba >= sphere_state(vf->sp)->part[SPHERE_DATA].hurba)
		return ds_fail_rba(diag, DS_BADRBA, vf->data->name, rba, NULL);
	st = vsam_ci_get(vf, ci_rba, BUF_READ, &buf, &head, diag);
	if (st != DS_OK)
		return st;
	if (head.seg != 0) {
		buf_release(vf->sp, &buf);
		return ds_fail_rba(
		    diag, DS_SPANADDR, vf->data->name, rba, NULL);
	}
	st = vsam_ci_spot_off(
	    buf->data, vf->ci_len, (uint32_t)(rba - ci_rba), &rec);
	if (st == DS_OK)
		memcpy(key, buf->data + rec.off + vf->rkp, vf->keylen);
	buf_release(vf->sp, &buf);
	if (st != DS_OK)
		return ds_fail_rba(diag, DS_BADRBA, vf->data->name, rba,
		    "no record begins there");
	if ((st = spot_find(vf, key, at, diag)) != DS_OK)
		return st;
	if (at->ci_rba != ci_rba)
		return vsam_fault(vf, SPHERE_DATA, ci_rba, DS_CORRUPTIX,
		    "the index leads elsewhere for a record here", diag);
	*idxp = rec.idx;
	return DS_OK;
}

/* From what is before an entry to what is before one of the same record. */
static enum ds_status
entry_before(struct vsam_file *vf, struct sphere_buf *leaf, uint32_t start,
    uint32_t entry, struct sphere_sums *before, struct ds_diag *diag)
{
	const struct sphere_sums *cum;
	enum ds_status st;

	if ((st = ksds_node_sums(vf, leaf, &cum, diag)) != DS_OK)
		return st;
	before->records -= cum[entry - 1].records;
	before->bytes -= cum[entry - 1].bytes;
	if (start > 0) {
		before->records += cum[start - 1].records;
		before->bytes += cum[start - 1].bytes;
	}
	return DS_OK;
}

/* The record in which a place of the stream is. */
static enum ds_status
by_place(struct vsam_file *vf, const struct sphere_measure *m, uint64_t place,
    struct spot *at, uint32_t *idxp, struct sphere_sums *beforep,
    struct ds_diag *diag)
{
	struct sphere_sums before = {0};
	struct vsam_ci_spot rec;
	uint32_t start;
	enum ds_status st;

	memset(at, 0, sizeof(*at));
	st =
	    ksds_find_place(vf, m, place, &at->leaf, &at->entry, &before, diag);
	if (st != DS_OK)
		return st;
	/* Of a spanned record the first segment. */
	start = vsam_ix_group_start(ksds_node(at->leaf), at->entry);
	if (start != at->entry && (st = entry_before(vf, at->leaf, start,
				       at->entry, &before, diag)) != DS_OK)
		return st;
	at->entry = start;
	if ((st = spot_read(vf, at, NULL, diag)) != DS_OK)
		return st;
	rec.idx = 0;
	*beforep = before;
	if (!at->seg)
		vsam_ci_place(vf, at->ci, m, place, &before, &rec, beforep);
	if (rec.idx >= at->nrec)
		return vsam_fault(vf, SPHERE_DATA, at->ci_rba, DS_CORRUPT,
		    "the counts do not fit the records", diag);
	*idxp = rec.idx;
	return DS_OK;
}

static enum ds_status
by_rrn(struct vsam_file *vf, uint64_t rrn, struct spot *at, uint32_t *idxp,
    struct ds_diag *diag)
{
	struct sphere_measure m = vsam_by_number();
	struct sphere_sums before;

	if (rrn == 0)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	return by_place(vf, &m, rrn - 1, at, idxp, &before, diag);
}

static enum ds_status
by_offset(struct vsam_file *vf, uint64_t offset, uint64_t extra,
    struct spot *at, uint32_t *idxp, uint64_t *rrnp, struct ds_diag *diag)
{
	struct sphere_measure m = vsam_by_bytes(vf, extra);
	struct sphere_sums before;
	enum ds_status st;

	st = by_place(vf, &m, offset, at, idxp, &before, diag);
	if (st == DS_OK)
		*rrnp = before.records + 1;
	return st;
}

/* --- am_ops ----------------------------------------------------------------
 */

static enum ds_status
ksds_pos_new(struct am_pos *pos)
{
	pos->priv = calloc(1, sizeof(struct ksds_pos));
	return pos->priv != NULL ? DS_OK : DS_NOMEM;
}

/* Hand am_get all that is left of the records of one length behind rec, in a
 * set that nobody changes. */
static void
run_give(struct am_pos *pos, const struct am_rec *rec)
{
	struct ksds_pos *kp = pos->priv;
	uint32_t left = kp->cur.left;

	pos->run.data = rec->data + rec->len;
	pos->run.len = rec->len;
	pos->run.rba = rec->rba + rec->len;
	pos->run.rrn = kp->rrn;
	pos->run.left = left;
	kp->cur.off += left * kp->cur.len;
	kp->cur.left = 0;
	if (kp->rrn != 0)
		kp->rrn += left;
	sphere_stats(file_of(pos)->sp, SPHERE_DATA)->rec_retrieved += left;
}

/* What is left of a run was not given after all. */
static void
run_take_back(struct am_pos *pos)
{
	struct ksds_pos *kp = pos->priv;
	uint32_t left = pos->run.left;

	if (left == 0)
		return;
	pos->run.left = 0;
	kp->cur.off -= left * kp->cur.len;
	kp->cur.left = left;
	if (kp->rrn != 0)
		kp->rrn -= left;
	sphere_stats(file_of(pos)->sp, SPHERE_DATA)->rec_retrieved -= left;
}

static void
ksds_pos_free(struct am_pos *pos)
{
	struct ksds_pos *kp = pos->priv;

	if (kp == NULL)
		return;
	run_take_back(pos);
	spot_release(file_of(pos), &kp->at);
	ring_close(&kp->ring);
	vsam_span_free(&kp->span);
	ksds_many_free(file_of(pos), &kp->many);
	free(kp);
	pos->priv = NULL;
}

/* Take the place that was found, its record idx to be delivered next. */
static void
pos_take(struct ksds_pos *kp, struct vsam_file *vf, struct spot *at,
    uint32_t idx, bool backward)
{
	spot_release(vf, &kp->at);
	kp->at = *at;
	memset(at, 0, sizeof(*at));
	spot_seek(vf, &kp->at, &kp->cur, idx, backward);
	kp->changes = vf->changes;
	kp->backward = backward;
	kp->set = true;
	kp->moves = 0;
}

static enum ds_status
ksds_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	struct vsam_file *vf = file_of(pos);
	struct ksds_pos *kp = pos->priv;
	struct spot at = {0};
	uint32_t idx = 0;
	uint64_t rrn = 0;
	enum ds_status st = DS_BADOPTION;

	run_take_back(pos);
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	if (how == AM_KEY) {
		st = by_key(vf, arg, arglen, match, &at, &idx, diag);
	} else if (how == AM_FIRST || how == AM_LAST) {
		st = by_end(vf, how == AM_LAST, &at, &idx, diag);
		rrn = how == AM_FIRST
			  ? 1
			  : sphere_state(vf->sp)->part[SPHERE_DATA].records;
	} else if (how == AM_RBA) {
		st = by_rba(vf, num, &at, &idx, diag);
	} else if (how == AM_RRN) {
		st = by_rrn(vf, num, &at, &idx, diag);
		rrn = num;
	} else if (how == AM_OFFSET) {
		st = by_offset(vf, num, arglen, &at, &idx, &rrn, diag);
	}
	if (st != DS_OK) {
		spot_release(vf, &at);
		return st;
	}
	pos_take(kp, vf, &at, idx, backward);
	memcpy(kp->key, spot_key(vf, &kp->at, idx), vf->keylen);
	kp->delivered = kp->held = false;
	kp->rrn = rrn;
	return DS_OK;
}

/* The set changed since the place was taken: find it again by key. */
static enum ds_status
pos_again(struct ksds_pos *kp, struct vsam_file *vf, struct ds_diag *diag)
{
	struct spot at = {0};
	uint32_t idx;
	bool found;
	enum ds_status st;

	/* A place whose record was not delivered is told by key as well. */
	if ((st = spot_find(vf, kp->key, &at, diag)) != DS_OK)
		return st;
	idx = spot_lower(vf, &at, kp->key, &found);
	spot_release(vf, &kp->at);
	kp->at = at;
	kp->changes = vf->changes;
	kp->rrn = 0;
	if (!kp->backward) {
		if (found && kp->delivered)
			idx++;
		spot_seek(vf, &at, &kp->cur, idx, false);
		return DS_OK;
	}
	/* backward: the record itself, or the one before it */
	if (found && !kp->delivered)
		spot_seek(vf, &at, &kp->cur, idx, true);
	else if (idx > 0)
		spot_seek(vf, &at, &kp->cur, idx - 1, true);
	else {
		vsam_ci_seek(&kp->cur, at.ci, vf->ci_len, 0, true);
		vsam_ci_prev(&kp->cur);
	}
	return DS_OK;
}

/*
 * The sequence-set record to come is damaged, which was told: the next get
 * goes on behind it, by way of the level above, as it does behind a damaged
 * control interval of data. How many records it passes nobody knows.
 */
static void
pos_beyond(struct ksds_pos *kp, struct vsam_file *vf)
{
	enum ds_status st;

	st = ksds_leaf_beyond(vf, &kp->at.leaf, NULL);
	if (st != DS_OK && st != DS_EOD)
		return;
	buf_release(vf->sp, &kp->at.buf);
	kp->at.ci = NULL;
	kp->at.nrec = 0;
	kp->at.entry = st == DS_OK ? ENTRY_BEFORE : ENTRY_PAST;
	vsam_ci_begin(&kp->cur, (const uint8_t *)"\0\0\0\0", 4);
	kp->set = true;
	kp->backward = kp->held = false;
	kp->changes = vf->changes;
	kp->rrn = 0;
}

/* The CI that follows in the direction, its records to come. */
static enum ds_status
pos_move(struct ksds_pos *kp, struct vsam_file *vf, struct ds_diag *diag)
{
	struct sphere_ring *ring = NULL;
	bool writer = vf->file->intent & AM_OUTPUT;
	enum ds_status st;

	if (!writer && !kp->backward &&
	    (kp->ring != NULL || kp->moves >= vf->file->ring_moves)) {
		if (kp->ring == NULL &&
		    (st = ring_open(vf->sp, &kp->ring, diag)) != DS_OK)
			return st;
		ring = kp->ring;
	}
	if ((st = spot_step(vf, &kp->at, kp->backward, diag)) != DS_OK) {
		if (st != DS_EOD)
			kp->rrn = 0;
		if (st == DS_CORRUPTIX && !kp->backward)
			pos_beyond(kp, vf);
		return st;
	}
	kp->moves++;
	if ((st = spot_read(vf, &kp->at, ring, diag)) != DS_OK) {
		/* the next get tells the same, or goes on behind: how many
		 * records it passes nobody knows */
		kp->rrn = 0;
		vsam_ci_begin(&kp->cur, (const uint8_t *)"\0\0\0\0", 4);
		return st;
	}
	if (kp->backward)
		vsam_ci_end(&kp->cur, kp->at.ci, vf->ci_len);
	else
		vsam_ci_begin(&kp->cur, kp->at.ci, vf->ci_len);
	return DS_OK;
}

static enum ds_status
pos_ready(struct am_pos *pos, struct vsam_file *vf, struct ds_diag *diag)
{
	struct ksds_pos *kp = pos->priv;
	enum ds_status st;

	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	if (!kp->set) {
		st = ksds_point(pos, AM_FIRST, AM_GE, false, NULL, 0, 0, diag);
		if (st == DS_NOTFOUND)
			return ds_fail(diag, DS_EOD, vf->data->name, NULL);
		if (st == DS_CORRUPTIX)
			pos_beyond(kp, vf);
		return st;
	}
	if (kp->changes != vf->changes)
		return pos_again(kp, vf, diag);
	return DS_OK;
}

/* Put together the spanned record that at begins. */
static enum ds_status
assemble(struct ksds_pos *kp, struct vsam_file *vf, struct ds_diag *diag)
{
	const struct vsam_ix_node *leaf = ksds_node(kp->at.leaf);
	struct sphere_ring *ring = kp->at.buf == NULL ? kp->ring : NULL;
	uint32_t i = kp->at.entry, end = vsam_ix_group_end(leaf, i);
	uint64_t rba = 0;
	bool last = false;
	enum ds_status st = DS_OK;

	vsam_span_begin(&kp->span);
	for (; st == DS_OK && i < end && !last; i++) {
		rba = ksds_ci_rba(vf, leaf, i);
		st = vsam_span_read(vf, &kp->span, ring, rba, &last, diag);
	}
	if (st == DS_OK && (!last || i < end))
		st = vsam_fault(vf, SPHERE_DATA, rba, DS_SEGMENTS,
		    "other number of segments than index entries", diag);
	return st;
}

static enum ds_status
ksds_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct vsam_file *vf = file_of(pos);
	struct ksds_pos *kp = pos->priv;
	enum ds_status st;

	run_take_back(pos);
	kp->held = false;
	if ((!kp->set || kp->changes != vf->changes || vf->load != NULL) &&
	    (st = pos_ready(pos, vf, diag)) != DS_OK)
		return st;
	while (
	    !(kp->backward ? vsam_ci_prev(&kp->cur) : vsam_ci_next(&kp->cur)))
		if ((st = pos_move(kp, vf, diag)) != DS_OK)
			return st;
	recp->data = kp->at.ci + kp->cur.off;
	recp->len = kp->cur.len;
	recp->rba = kp->at.ci_rba + kp->cur.off;
	recp->rrn = kp->rrn;
	if (kp->at.seg) {
		if ((st = assemble(kp, vf, diag)) != DS_OK) {
			kp->rrn = 0; /* it is passed, and was not counted */
			return st;
		}
		recp->data = kp->span.data;
		recp->len = kp->span.len;
	}
	if (kp->rrn != 0)
		kp->rrn += kp->backward ? UINT64_MAX : 1;
	sphere_stats(vf->sp, SPHERE_DATA)->rec_retrieved++;
	kp->delivered = kp->held = true;
	if ((vf->file->intent & AM_OUTPUT) || vf->file->shared)
		memcpy(kp->key, recp->data + vf->rkp, vf->keylen);
	else if (pos->run.wanted && !kp->backward && !kp->at.seg &&
		 pos->file->ops == &ksds_ops)
		run_give(pos, recp);
	return DS_OK;
}

static void
ksds_again(struct am_pos *pos)
{
	struct ksds_pos *kp = pos->priv;

	/* Found by its key, or what is in its place. */
	kp->delivered = kp->held = false;
	kp->changes = file_of(pos)->changes - 1;
}

static enum ds_status
ksds_get_many(struct am_pos *pos, struct am_want *want, size_t n, size_t keylen,
    struct ds_diag *diag)
{
	struct ksds_pos *kp = pos->priv;
	struct vsam_file *vf = file_of(pos);
	enum ds_status st;

	st = ksds_many_get(vf, &kp->many, want, n, keylen, diag);
	for (size_t i = 0; st == DS_OK && i < n; i++) {
		want[i].rec.rrn = 0;
		want[i].rec.more = false;
		if (want[i].st == DS_OK)
			sphere_stats(vf->sp, SPHERE_DATA)->rec_retrieved++;
	}
	return st;
}

static enum ds_status
ksds_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = file_of(pos);
	uint64_t rba = 0;
	enum ds_status st;

	(void)rrn;
	if ((st = vsam_may_write(vf, diag)) != DS_OK ||
	    (st = vsam_length_check(vf, len, diag)) != DS_OK)
		return st;
	if (vf->bulk != NULL)
		st = vsam_bulk_put(vf, data, (uint32_t)len, diag);
	else if (vf->load != NULL)
		st = vsam_load_put(vf, data, (uint32_t)len, &rba, diag);
	else if ((st = vsam_make_room(vf, diag)) == DS_OK)
		st = ksds_insert(
		    vf, data, (uint32_t)len, sequential, &rba, diag);
	if (st == DS_OK && rbap != NULL)
		*rbap = rba;
	return st;
}

/* In place where nothing moves; true when that is done. */
static enum ds_status
update_same(struct ksds_pos *kp, struct vsam_file *vf, const void *data,
    bool *donep, struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	st = buf_get(vf->sp, SPHERE_DATA, kp->at.ci_rba, BUF_WRITE, &buf, diag);
	if (st != DS_OK)
		return st;
	*donep = buf->data == kp->at.ci;
	if (*donep) {
		vsam_ci_overwrite(
		    vf, buf, kp->at.nrec, kp->cur.off, data, kp->cur.len);
	}
	buf_release(vf->sp, &buf);
	return DS_OK;
}

static enum ds_status
ksds_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	struct vsam_file *vf = file_of(pos);
	struct ksds_pos *kp = pos->priv;
	bool done = false;
	enum ds_status st;

	if ((st = vsam_may_change(vf, kp->held, diag)) != DS_OK ||
	    (st = vsam_length_check(vf, len, diag)) != DS_OK)
		return st;
	if (memcmp((const uint8_t *)data + vf->rkp, kp->key, vf->keylen) != 0)
		return ds_fail(diag, DS_KEYCHANGED, vf->data->name, NULL);
	if (kp->changes == vf->changes && !kp->at.seg && len == kp->cur.len &&
	    (st = update_same(kp, vf, data, &done, diag)) != DS_OK)
		return st;
	if (done)
		pos->stored = kp->at.ci_rba + kp->cur.off;
	else
		st = ksds_replace(
		    vf, kp->key, data, (uint32_t)len, &pos->stored, diag);
	if (st == DS_OK) {
		sphere_stats(vf->sp, SPHERE_DATA)->rec_updated++;
		kp->held = false;
	}
	return st;
}

static enum ds_status
ksds_erase(struct am_pos *pos, struct ds_diag *diag)
{
	struct vsam_file *vf = file_of(pos);
	struct ksds_pos *kp = pos->priv;
	enum ds_status st;

	if ((st = vsam_may_change(vf, kp->held, diag)) != DS_OK)
		return st;
	if ((st = ksds_remove(vf, kp->key, diag)) == DS_OK) {
		sphere_stats(vf->sp, SPHERE_DATA)->rec_deleted++;
		kp->held = false;
	}
	return st;
}

/* The key of the record that get gave, or that it will give first. */
static const uint8_t *
pos_key(const struct ksds_pos *kp, const struct vsam_file *vf)
{
	if (kp->delivered && !(vf->file->intent & AM_OUTPUT))
		return kp->at.ci + kp->cur.off + vf->rkp;
	return kp->key;
}

static enum ds_status
ksds_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	struct vsam_file *vf = file_of(pos);
	struct ksds_pos *kp = pos->priv;
	struct sphere_measure m = vsam_by_bytes(vf, extra);
	struct sphere_sums before = {0};
	struct sphere_buf *buf = NULL;
	struct ksds_path path = {0};
	struct vsam_ci_head head;
	struct vsam_ci_spot rec;
	enum ds_status st = DS_OK;

	run_take_back(pos);
	if (!kp->set) {
		*offsetp = 0;
		return DS_OK;
	}
	if (kp->at.ci == NULL) /* a damaged control interval */
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	if ((st = ksds_descend(vf, pos_key(kp, vf), &path, diag)) != DS_OK)
		return st;
	st = ksds_path_before(vf, &path, &before, diag);
	if (st == DS_OK)
		st = vsam_ci_get(vf,
		    ksds_ci_rba(
			vf, ksds_node(path.at[0].buf), path.at[0].entry),
		    BUF_READ, &buf, &head, diag);
	if (st == DS_OK && head.seg == 0) {
		vsam_ci_find(buf->data, vf->ci_len, pos_key(kp, vf), vf->rkp,
		    vf->keylen, &rec);
		before.records += rec.idx;
		before.bytes += rec.off;
	}
	if (st == DS_OK)
		*offsetp = sphere_measure(&m, &before);
	buf_release(vf->sp, &buf);
	ksds_path_release(vf, &path);
	return st;
}

const struct am_ops ksds_ops = {
    .open = vsam_open,
    .finish = vsam_finish,
    .free = vsam_free,
    .pos_new = ksds_pos_new,
    .pos_free = ksds_pos_free,
    .point = ksds_point,
    .get = ksds_get,
    .get_many = ksds_get_many,
    .put = ksds_put,
    .update = ksds_update,
    .erase = ksds_erase,
    .offset = ksds_offset,
    .moved = vsam_moved,
    .again = ksds_again,
};
