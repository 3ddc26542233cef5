/* Changing the records of a key-sequenced set: insert, replace, remove. */
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

/* Where a key is, or would be. */
struct place {
	struct ksds_path path;
	struct sphere_buf *buf; /* the data CI, to be changed */
	struct vsam_ci_head head;
	struct vsam_ci_spot spot;
	bool found;
};

static void
place_release(struct vsam_file *vf, struct place *pl)
{
	buf_release(vf->sp, &pl->buf);
	ksds_path_release(vf, &pl->path);
}

static enum ds_status
place_find(struct vsam_file *vf, const uint8_t *key, struct place *pl,
    struct ds_diag *diag)
{
	enum ds_status st;

	memset(pl, 0, sizeof(*pl));
	if ((st = ksds_descend(vf, key, &pl->path, diag)) != DS_OK)
		return st;
	st = vsam_ci_get(vf,
	    ksds_ci_rba(
		vf, ksds_node(pl->path.at[0].buf), pl->path.at[0].entry),
	    BUF_WRITE, &pl->buf, &pl->head, diag);
	if (st != DS_OK) {
		place_release(vf, pl);
		return st;
	}
	if ((st = ksds_group_check(vf, pl->path.at[0].buf, pl->path.at[0].entry,
		 pl->head.seg, diag)) != DS_OK) {
		place_release(vf, pl);
		return st;
	}
	pl->found = vsam_ci_find(
	    pl->buf->data, vf->ci_len, key, vf->rkp, vf->keylen, &pl->spot);
	return DS_OK;
}

static void
count(struct vsam_file *vf, int64_t records, int64_t bytes)
{
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];

	d->records += (uint64_t)records;
	d->bytes += (uint64_t)bytes;
}

/* The new record is behind all others: it is added, not inserted. */
static bool
is_last(const struct place *pl)
{
	const struct vsam_ix_node *leaf = ksds_node(pl->path.at[0].buf);

	return leaf->next_rba == 0 && pl->path.at[0].entry == leaf->n - 1 &&
	       pl->spot.idx == pl->head.nrec;
}

/* Is the record, or what is at its place, spanned? */
static bool
spans(const struct vsam_file *vf, const struct place *pl, uint32_t len)
{
	return vf->spanned && (pl->head.seg != 0 || vsam_segments(vf, len) > 1);
}

/* Divide the CI of place before record keep. */
static enum ds_status
split_at(
    struct vsam_file *vf, struct place *pl, uint32_t keep, struct ds_diag *diag)
{
	struct vsam_ci_cut cut = {keep, VSAM_NEW_NEITHER};
	uint64_t rba;
	bool done;

	buf_release(vf->sp, &pl->buf);
	return ksds_split(
	    vf, &pl->path, &cut, 0, NULL, 0, false, &done, &rba, diag);
}

/* A record that cannot share the control interval at its place. */
static enum ds_status
insert_apart(struct vsam_file *vf, struct place *pl, const uint8_t *rec,
    uint32_t len, bool sequential, bool *donep, uint64_t *rbap,
    struct ds_diag *diag)
{
	uint32_t idx = pl->spot.idx, nrec = pl->head.nrec;
	struct ksds_unit u = {.rec = rec, .len = len, .sequential = sequential};
	struct vsam_ci_spot near;
	uint8_t key[VSAM_KEY_MAX];
	enum ds_status st;

	if (idx > 0 && idx < nrec)
		return split_at(vf, pl, idx, diag);
	if (nrec == 0) {
		st = ksds_unit_replace(vf, &pl->path, &u, donep, diag);
	} else {
		vsam_ci_spot_at(
		    pl->buf->data, vf->ci_len, idx == 0 ? 0 : nrec - 1, &near);
		memcpy(key, pl->buf->data + near.off + vf->rkp, vf->keylen);
		u.near_key = key;
		u.before = idx == 0;
		u.near_spanned = pl->head.seg != 0;
		st = ksds_unit_insert(vf, &pl->path, &u, donep, diag);
	}
	*rbap = u.rba;
	return st;
}

static enum ds_status
split_for(struct vsam_file *vf, struct place *pl, const uint8_t *rec,
    uint32_t len, bool sequential, bool *donep, uint64_t *rbap,
    struct ds_diag *diag)
{
	struct vsam_ci_cut cut = {pl->head.nrec, VSAM_NEW_RIGHT};
	uint32_t idx = pl->spot.idx;

	if (!is_last(pl))
		vsam_ci_choose_cut(pl->buf->data, vf->ci_len, idx, len,
		    sequential, sequential ? vf->reserve : 0, &cut);
	buf_release(vf->sp, &pl->buf);
	return ksds_split(
	    vf, &pl->path, &cut, idx, rec, len, sequential, donep, rbap, diag);
}

enum ds_status
ksds_insert(struct vsam_file *vf, const uint8_t *rec, uint32_t len,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct place pl;
	enum ds_status st;
	bool done = false, last = false;
	uint32_t reserve;

	while (!done) {
		st = place_find(vf, rec + vf->rkp, &pl, diag);
		if (st != DS_OK)
			return st;
		if (pl.found) {
			place_release(vf, &pl);
			return ds_fail(
			    diag, DS_DUPLICATE, vf->data->name, NULL);
		}
		last = is_last(&pl);
		if (spans(vf, &pl, len)) {
			st = insert_apart(
			    vf, &pl, rec, len, sequential, &done, rbap, diag);
			place_release(vf, &pl);
			if (st != DS_OK)
				return st;
			continue;
		}
		reserve = sequential && pl.head.nrec > 0 ? vf->reserve : 0;
		if ((st = ksds_path_hold(vf, &pl.path, diag)) == DS_OK)
			done = vsam_ci_edit(vf, pl.buf, &pl.head, &pl.spot, 0,
			    rec, len, reserve);
		if (done) {
			ksds_path_add(vf, &pl.path, 1, len);
			*rbap = pl.buf->rba + pl.spot.off;
		} else if (st == DS_OK) {
			st = split_for(
			    vf, &pl, rec, len, sequential, &done, rbap, diag);
		}
		place_release(vf, &pl);
		if (st != DS_OK)
			return st;
	}
	count(vf, 1, len);
	if (!last)
		sphere_stats(vf->sp, SPHERE_DATA)->rec_inserted++;
	vf->changes++;
	return DS_OK;
}

/* Divide a CI, of two records or more, so that one of them can grow. */
static enum ds_status
split_to_grow(struct vsam_file *vf, struct place *pl, struct ds_diag *diag)
{
	struct vsam_ci_cur cur;
	uint32_t half = pl->head.used / 2, n = 0, keep = 1;

	vsam_ci_begin(&cur, pl->buf->data, vf->ci_len);
	while (vsam_ci_next(&cur) && n + 1 < pl->head.nrec) {
		if (cur.off + cur.len / 2 > half && n > 0)
			break;
		keep = ++n;
	}
	return split_at(vf, pl, keep, diag);
}

/* A spanned record at its place, before or after the change, or both. */
static enum ds_status
replace_apart(struct vsam_file *vf, struct place *pl, const uint8_t *rec,
    uint32_t len, uint32_t *oldp, bool *donep, uint64_t *rbap,
    struct ds_diag *diag)
{
	struct ksds_unit u = {.rec = rec, .len = len};
	uint32_t idx = pl->spot.idx;
	enum ds_status st;

	/* It must be alone first. */
	if (pl->head.nrec > 1)
		return split_at(vf, pl, idx > 0 ? idx : 1, diag);
	st = ksds_unit_replace(vf, &pl->path, &u, donep, diag);
	*oldp = u.old_len;
	*rbap = u.rba;
	return st;
}

enum ds_status
ksds_replace(struct vsam_file *vf, const uint8_t *key, const uint8_t *rec,
    uint32_t len, uint64_t *rbap, struct ds_diag *diag)
{
	struct place pl;
	enum ds_status st;
	uint64_t rba = 0;
	uint32_t old = 0;
	bool done = false;

	while (!done) {
		if ((st = place_find(vf, key, &pl, diag)) != DS_OK)
			return st;
		if (!pl.found) {
			place_release(vf, &pl);
			return ds_fail(diag, DS_NOUPDATE, vf->data->name, NULL);
		}
		old = pl.spot.len;
		if (spans(vf, &pl, len)) {
			st = replace_apart(
			    vf, &pl, rec, len, &old, &done, &rba, diag);
		} else if ((st = ksds_path_hold(vf, &pl.path, diag)) == DS_OK) {
			rba = pl.buf->rba + pl.spot.off;
			done = vsam_ci_edit(
			    vf, pl.buf, &pl.head, &pl.spot, 1, rec, len, 0);
			if (done)
				ksds_path_add(
				    vf, &pl.path, 0, (uint64_t)len - old);
			else
				st = split_to_grow(vf, &pl, diag);
		}
		place_release(vf, &pl);
		if (st != DS_OK)
			return st;
	}
	count(vf, 0, (int64_t)len - (int64_t)old);
	if (old != len)
		vf->changes++;
	*rbap = rba;
	return DS_OK;
}

enum ds_status
ksds_remove(struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag)
{
	struct ksds_unit u = {0};
	struct place pl;
	bool done = false, empty = false;
	enum ds_status st;

	while (!done) {
		if ((st = place_find(vf, key, &pl, diag)) != DS_OK)
			return st;
		if (!pl.found) {
			place_release(vf, &pl);
			return ds_fail(diag, DS_NOUPDATE, vf->data->name, NULL);
		}
		if (pl.head.seg != 0) {
			st = ksds_unit_replace(vf, &pl.path, &u, &done, diag);
		} else if ((st = ksds_path_hold(vf, &pl.path, diag)) == DS_OK) {
			/* A control interval that becomes empty stays in the
			 * sequence. */
			u.old_len = pl.spot.len;
			done = vsam_ci_edit(
			    vf, pl.buf, &pl.head, &pl.spot, 1, NULL, 0, 0);
			if (done)
				ksds_path_add(vf, &pl.path, UINT64_MAX,
				    -(uint64_t)u.old_len);
		}
		empty = pl.head.nrec == 1;
		place_release(vf, &pl);
		if (st != DS_OK)
			return st;
	}
	count(vf, -1, -(int64_t)u.old_len);
	vf->changes++;
	/* The record is gone; when its CA cannot be had back, it stays. */
	if (empty)
		ksds_reclaim(vf, key, NULL);
	return DS_OK;
}
