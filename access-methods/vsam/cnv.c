/*
 * Control interval access: whole control intervals of data, with their RDFs
 * and CIDF, out and in. What comes in is looked at as if it came from disk, and
 * may not say anything else than the index does: so a keyed set keeps its
 * records' number and keys, and a segment stays one of the same length.
 */
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

enum ds_status
vsam_cnv_get(struct am_file *file, uint64_t rba, struct sphere_buf **bufp,
    struct ds_diag *diag)
{
	struct vsam_file *vf = file->priv;

	if (rba % vf->ci_len != 0 ||
	    rba >= sphere_state(vf->sp)->part[SPHERE_DATA].hurba)
		return ds_fail_rba(diag, DS_BADRBA, vf->data->name, rba,
		    "no control interval begins there");
	return buf_get(vf->sp, SPHERE_DATA, rba, BUF_READ, bufp, diag);
}

/* An image and what it counts for. */
struct image {
	const uint8_t *ci;
	struct vsam_ci_head head; /* not of slots */
	uint32_t records, bytes;  /* of the side entry */
};

static enum ds_status
bad_ci(const struct vsam_file *vf, uint64_t rba, const char *why,
    struct ds_diag *diag)
{
	return ds_fail_rba(diag, DS_BADCI, vf->data->name, rba, "%s", why);
}

static bool
lengths_fit(const struct vsam_file *vf, const struct image *im)
{
	struct vsam_ci_cur cur;

	if (im->head.seg != 0)
		return true;
	vsam_ci_begin(&cur, im->ci, vf->ci_len);
	while (vsam_ci_next(&cur))
		if (cur.len > vf->max_len)
			return false;
	return true;
}

/* What a caller gives for the control interval at rba. */
static enum ds_status
image_look(struct vsam_file *vf, uint64_t rba, const uint8_t *ci,
    struct image *im, struct ds_diag *diag)
{
	const char *why = "";

	memset(im, 0, sizeof(*im));
	im->ci = ci;
	if (vf->data->org == DS_ORG_RRDS) {
		if (vsam_slot_check(ci, vf->ci_len, vf->slot_len, &im->records,
			&why) != DS_OK)
			return bad_ci(vf, rba, why, diag);
		im->bytes = im->records * vf->slot_len;
		return DS_OK;
	}
	if (vsam_ci_check(ci, vf->ci_len, vf->min_len, &im->head, &why) !=
	    DS_OK)
		return bad_ci(vf, rba, why, diag);
	if (im->head.seg != 0 && !vf->spanned)
		return bad_ci(vf, rba, "records do not span", diag);
	if (!lengths_fit(vf, im))
		return bad_ci(vf, rba, "record longer than the maximum", diag);
	im->records = im->head.nrec;
	im->bytes = im->head.used;
	return DS_OK;
}

static bool
same_keys(
    const struct vsam_file *vf, const struct image *a, const struct image *b)
{
	struct vsam_ci_cur ca, cb;

	vsam_ci_begin(&ca, a->ci, vf->ci_len);
	vsam_ci_begin(&cb, b->ci, vf->ci_len);
	while (vsam_ci_next(&ca) && vsam_ci_next(&cb))
		if (memcmp(a->ci + ca.off + vf->rkp, b->ci + cb.off + vf->rkp,
			vf->keylen) != 0)
			return false;
	return true;
}

/* May now come in the place of old? */
static enum ds_status
image_fits(const struct vsam_file *vf, uint64_t rba, const struct image *old,
    const struct image *now, struct ds_diag *diag)
{
	const struct vsam_ci_head *a = &old->head, *b = &now->head;
	/* Only a first segment has the key. */
	bool keys = vsam_keyed(vf) && !(a->seg & VSAM_RDF_NOTFIRST);

	if (a->seg != b->seg ||
	    (a->seg != 0 && (a->used != b->used || a->update != b->update)))
		return bad_ci(vf, rba, "another segment than before", diag);
	if (vsam_keyed(vf) && (a->nrec != b->nrec || a->eof != b->eof))
		return bad_ci(
		    vf, rba, "another number of records than before", diag);
	if (keys && !same_keys(vf, old, now))
		return ds_fail_rba(
		    diag, DS_KEYCHANGED, vf->data->name, rba, NULL);
	return DS_OK;
}

static void
image_store(struct vsam_file *vf, struct sphere_buf *buf,
    const struct image *old, const struct image *now)
{
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];

	memcpy(buf->data, now->ci, vf->ci_len);
	/* A segment counts as it did; the log takes the whole image. */
	if (now->head.seg != 0) {
		buf_dirty(vf->sp, buf, buf->records, buf->bytes);
	} else {
		buf_dirty(vf->sp, buf, now->records, now->bytes);
		d->records = d->records - old->records + now->records;
		d->bytes = d->bytes - old->bytes + now->bytes;
	}
	vf->changes++;
}

/* The index counts the bytes of records: the way to those of the control
 * interval, when they become more or less. Else the path is empty. */
static enum ds_status
path_find(struct vsam_file *vf, uint64_t rba, const struct image *old,
    const struct image *now, struct ksds_path *path, struct ds_diag *diag)
{
	enum ds_status st;

	if (!vsam_keyed(vf) || now->head.seg != 0 || old->bytes == now->bytes)
		return DS_OK;
	st = ksds_descend(vf, old->ci + vf->rkp, path, diag);
	if (st == DS_OK && ksds_ci_rba(vf, ksds_node(path->at[0].buf),
			       path->at[0].entry) != rba)
		st = vsam_fault(vf, SPHERE_DATA, rba, DS_CORRUPTIX,
		    "the index leads elsewhere for a record here", diag);
	return st == DS_OK ? ksds_path_hold(vf, path, diag) : st;
}

enum ds_status
vsam_cnv_update(
    struct am_file *file, uint64_t rba, const uint8_t *ci, struct ds_diag *diag)
{
	struct vsam_file *vf = file->priv;
	struct image old = {0}, now;
	struct ksds_path path = {0};
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if ((st = image_look(vf, rba, ci, &now, diag)) != DS_OK ||
	    (st = vsam_make_room(vf, diag)) != DS_OK)
		return st;
	st = buf_get(vf->sp, SPHERE_DATA, rba, BUF_WRITE, &buf, diag);
	if (st != DS_OK)
		return st;
	/* One of slots that never was written has none that is full. */
	if (vf->data->org != DS_ORG_RRDS || buf->records > 0)
		st = image_look(vf, rba, buf->data, &old, diag);
	if (st != DS_OK)
		st = vsam_fault(vf, SPHERE_DATA, rba, DS_CORRUPT,
		    "the control interval is damaged", diag);
	else if (vf->data->org != DS_ORG_RRDS)
		st = image_fits(vf, rba, &old, &now, diag);
	if (st == DS_OK)
		st = path_find(vf, rba, &old, &now, &path, diag);
	if (st == DS_OK) {
		image_store(vf, buf, &old, &now);
		ksds_path_add(vf, &path, 0, (uint64_t)now.bytes - old.bytes);
		sphere_stats(vf->sp, SPHERE_DATA)->rec_updated++;
	}
	ksds_path_release(vf, &path);
	buf_release(vf->sp, &buf);
	return st;
}

enum ds_status
vsam_cnv_add(struct am_file *file, const uint8_t *ci, uint64_t *rbap,
    struct ds_diag *diag)
{
	struct vsam_file *vf = file->priv;
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	struct image none = {0}, now;
	struct sphere_buf *buf = NULL;
	uint64_t rba = d->hurba;
	enum ds_status st;

	if ((st = image_look(vf, rba, ci, &now, diag)) != DS_OK)
		return st;
	if (now.head.seg != 0)
		return bad_ci(vf, rba, "a segment is not added alone", diag);
	if ((st = vsam_make_room(vf, diag)) != DS_OK ||
	    (st = vsam_reach(vf, rba + vf->ci_len, diag)) != DS_OK ||
	    (st = buf_get(vf->sp, SPHERE_DATA, rba, BUF_NEW, &buf, diag)) !=
		DS_OK)
		return st;
	image_store(vf, buf, &none, &now);
	buf_release(vf->sp, &buf);
	d->hurba = rba + vf->ci_len;
	*rbap = rba;
	return DS_OK;
}
