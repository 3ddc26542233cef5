/* What the VSAM organizations share: opening, statistics, data CIs. */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

/* Without extended addressability RBAs have four bytes. */
#define RBA_LIMIT ((uint64_t)1 << 32)

enum ds_status
vsam_fault(const struct vsam_file *vf, enum sphere_part part, uint64_t rba,
    enum ds_status st, const char *why, struct ds_diag *diag)
{
	return ds_fail_rba(
	    diag, st, sphere_attr(vf->sp, part)->name, rba, "%s", why);
}

/* What FREESPACE leaves, in bytes of a CI and CIs of a CA; at least one CI is
 * used, and the first record goes into a CI whatever is left. */
static void
set_freespace(struct vsam_file *vf)
{
	uint32_t ca_free;

	if (!vsam_keyed(vf))
		return;
	vf->reserve = vf->ci_len * vf->data->fspc_ci / 100;
	ca_free = vf->cis_per_ca * vf->data->fspc_ca / 100;
	vf->load_cis = ca_free < vf->cis_per_ca ? vf->cis_per_ca - ca_free : 1;
}

/* Bytes that a record can have: those of a CI, or of a CA's segments. */
static uint64_t
longest(const struct vsam_file *vf)
{
	if (vf->spanned)
		return (uint64_t)vf->cis_per_ca *
		       (vf->ci_len - VSAM_SEG_CONTROL);
	return vf->ci_len - VSAM_REC_CONTROL;
}

static enum ds_status
attr_check(const struct vsam_file *vf, struct ds_diag *diag)
{
	const struct comp_attr *d = vf->data;

	if (vf->ci_len < VSAM_CI_MIN || vf->ci_len > VSAM_CI_MAX ||
	    vf->cis_per_ca == 0 || vf->cis_per_ca >= 0x10000)
		return ds_fail(diag, DS_CORRUPT, d->name,
		    "control interval or area of impossible size");
	if (d->org == DS_ORG_LDS)
		return DS_OK;
	if (d->maxlrecl == 0 || vf->max_len > longest(vf))
		return ds_fail(diag, DS_CORRUPT, d->name,
		    "record length does not fit the control interval");
	if (!vsam_keyed(vf))
		return DS_OK;
	if (vf->index == NULL || vf->keylen == 0 || vf->keylen > VSAM_KEY_MAX ||
	    vf->min_len > vf->max_len || d->fspc_ci > 100 || d->fspc_ca > 100 ||
	    vf->index->ci_len < VSAM_CI_MIN || vf->index->ci_len > VSAM_CI_MAX)
		return ds_fail(diag, DS_CORRUPT, d->name,
		    "key-sequenced attributes do not fit together");
	if (vf->spanned && vf->min_len > vf->ci_len - VSAM_SEG_CONTROL)
		return ds_fail(diag, DS_CORRUPT, d->name,
		    "the key does not fit into a first segment");
	if (!vsam_ix_dim_ok(&vf->dim))
		return ds_fail(diag, DS_UNSUPPORTED, d->name,
		    "index control interval of %u bytes is too small for "
		    "keys of %u bytes",
		    vf->index->ci_len, vf->keylen);
	return DS_OK;
}

static void
set_lengths(struct vsam_file *vf)
{
	const struct comp_attr *d = vf->data;

	vf->min_len = 1;
	vf->max_len = d->maxlrecl;
	vf->spanned = (d->flags & DS_A_SPANNED) &&
		      (d->org == DS_ORG_KSDS || d->org == DS_ORG_ESDS);
	vf->rba_limit = d->flags & DS_A_EXTADDR ? UINT64_MAX : RBA_LIMIT;
	if (d->org == DS_ORG_KSDS || d->org == DS_ORG_PO) {
		vf->keylen = d->keylen;
		vf->rkp = d->rkp;
		vf->min_len =
		    vf->rkp < VSAM_CI_MAX ? vf->rkp + vf->keylen : VSAM_CI_MAX;
	} else if (d->org == DS_ORG_LDS) {
		vf->min_len = vf->max_len = vf->ci_len;
	} else if (d->org == DS_ORG_VRRDS) {
		vf->keylen = VSAM_RRN_LEN;
		vf->min_len = VSAM_RRN_LEN + 1;
		if (d->maxlrecl <= VSAM_CI_MAX)
			vf->max_len += VSAM_RRN_LEN;
	}
}

void
vsam_file_free(struct vsam_file **vfp)
{
	struct vsam_file *vf;

	if (vfp == NULL || (vf = *vfp) == NULL)
		return;
	vsam_bulk_free(&vf->bulk);
	vsam_load_abort(&vf->load);
	free(vf->left);
	free(vf->right);
	free(vf);
	*vfp = NULL;
}

enum ds_status
vsam_file_open(
    struct am_file *file, struct vsam_file **vfp, struct ds_diag *diag)
{
	struct vsam_file *vf = calloc(1, sizeof(*vf));
	enum ds_status st;

	if (vf == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	vf->file = file;
	vf->sp = file->sphere;
	vf->data = sphere_attr(vf->sp, SPHERE_DATA);
	vf->index = sphere_attr(vf->sp, SPHERE_INDEX);
	vf->ci_len = vf->data->ci_len;
	vf->cis_per_ca = vf->data->cis_per_ca;
	vf->ca_len = (uint64_t)vf->ci_len * vf->cis_per_ca;
	set_lengths(vf);
	set_freespace(vf);
	if (vf->index != NULL)
		vsam_ix_dim_set(
		    &vf->dim, vf->index->ci_len, vf->keylen, vf->cis_per_ca);
	vf->dim.spanned = vf->spanned;
	if ((st = attr_check(vf, diag)) != DS_OK)
		goto out;
	if (vf->data->org == DS_ORG_RRDS) {
		vf->slot_len = vf->data->maxlrecl;
		vf->slots = vsam_slots(vf->ci_len, vf->slot_len);
	}
	if (file->intent & AM_OUTPUT) {
		vf->left = malloc(vf->ci_len);
		vf->right = malloc(vf->ci_len);
		if (vf->left == NULL || vf->right == NULL) {
			st = ds_fail(diag, DS_NOMEM, NULL, NULL);
			goto out;
		}
	}
	*vfp = vf;
	vf = NULL;
out:
	vsam_file_free(&vf);
	return st;
}

enum ds_status
vsam_open(struct am_file *file, struct ds_diag *diag)
{
	struct vsam_file *vf = NULL;
	enum ds_status st;

	if ((st = vsam_file_open(file, &vf, diag)) != DS_OK)
		return st;
	if (file->loading)
		st = vsam_load_open(vf, diag);
	if (st == DS_OK && (file->intent & AM_BULK))
		st = vsam_bulk_open(vf, &file->bulk, diag);
	if (st != DS_OK)
		vsam_file_free(&vf);
	file->priv = vf;
	return st;
}

/* Statistics as the state has them, before a commit. */
static void
publish(struct vsam_file *vf)
{
	struct sphere_state *state = sphere_state(vf->sp);
	const struct comp_state *d = &state->part[SPHERE_DATA];
	const struct comp_state *ix = &state->part[SPHERE_INDEX];
	struct ds_stats *st = sphere_stats(vf->sp, SPHERE_DATA);
	uint64_t used = d->hurba;

	/* FREESPC is whole control intervals, those of control areas never
	 * used included. An ESDS uses all below its high-used RBA. */
	if (vsam_keyed(vf))
		used = d->spare[VSAM_SPARE_USED_CIS] * vf->ci_len;
	st->rec_total = d->records;
	st->hurba = d->hurba;
	st->harba = d->harba;
	st->extents = d->extents;
	st->freespc = d->harba - used;
	if (vf->index == NULL)
		return;
	st = sphere_stats(vf->sp, SPHERE_INDEX);
	st->rec_total = ix->records;
	st->hurba = ix->hurba;
	st->harba = ix->harba;
	st->extents = ix->extents;
	st->freespc = ix->harba - ix->hurba;
	st->levels = ix->levels;
	st->seqset_rba = ix->seqset_rba;
	st->hilevel_rba = ix->root_rba;
}

enum ds_status
vsam_finish(struct am_file *file, struct ds_diag *diag)
{
	struct vsam_file *vf = file->priv;
	enum ds_status st = DS_OK;

	if (vf->bulk != NULL)
		st = vsam_bulk_finish(vf, diag);
	if (st == DS_OK && vf->load != NULL)
		st = vsam_load_finish(vf, diag);
	if (st == DS_OK)
		publish(vf);
	return st;
}

void
vsam_free(struct am_file *file)
{
	struct vsam_file *vf = file->priv;

	vsam_file_free(&vf);
	file->priv = NULL;
}

void
vsam_moved(struct am_file *file)
{
	struct vsam_file *vf = file->priv;

	vf->changes++;
}

enum ds_status
vsam_make_room(struct vsam_file *vf, struct ds_diag *diag)
{
	/* Within a change of several records that was seen to before it. */
	if (vf->file->whole || !sphere_dirty_full(vf->sp))
		return DS_OK;
	publish(vf);
	return sphere_commit(vf->sp, false, diag);
}

enum ds_status
vsam_room(struct am_file *file, struct ds_diag *diag)
{
	return vsam_make_room(file->priv, diag);
}

enum ds_status
vsam_may_write(const struct vsam_file *vf, struct ds_diag *diag)
{
	if (vf->file->intent & AM_OUTPUT)
		return DS_OK;
	return ds_fail(diag, DS_NOACCESS, vf->data->name, NULL);
}

enum ds_status
vsam_may_change(struct vsam_file *vf, bool held, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = vsam_may_write(vf, diag)) != DS_OK)
		return st;
	if (vf->load != NULL)
		return ds_fail(diag, DS_LOADING, vf->data->name, NULL);
	if (!held)
		return ds_fail(diag, DS_NOUPDATE, vf->data->name, NULL);
	return vsam_make_room(vf, diag);
}

enum ds_status
vsam_no_erase(struct am_pos *pos, struct ds_diag *diag)
{
	return ds_fail(diag, DS_NOERASE, vsam_file_of(pos)->data->name, NULL);
}

enum ds_status
vsam_length_check(const struct vsam_file *vf, size_t len, struct ds_diag *diag)
{
	if (len >= vf->min_len && len <= vf->max_len)
		return DS_OK;
	return ds_fail(diag, DS_BADLENGTH, vf->data->name,
	    "record of %zu bytes, %u to %u allowed", len, vf->min_len,
	    vf->max_len);
}

enum ds_status
vsam_may_reach(const struct vsam_file *vf, uint64_t end, struct ds_diag *diag)
{
	if (end <= vf->rba_limit)
		return DS_OK;
	return ds_fail(diag, DS_NOSPACE, vf->data->name,
	    "more than 4 GiB need extended addressability");
}

enum ds_status
vsam_reach(struct vsam_file *vf, uint64_t end, struct ds_diag *diag)
{
	struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	uint64_t cas = 0;
	enum ds_status st;

	if ((st = vsam_may_reach(vf, end, diag)) != DS_OK)
		return st;
	if (end > d->harba)
		cas = (end - d->harba + vf->ca_len - 1) / vf->ca_len;
	return cas > 0 ? sphere_extend(vf->sp, SPHERE_DATA, cas, diag) : DS_OK;
}

enum ds_status
vsam_ci_look(struct vsam_file *vf, enum sphere_part part, uint64_t rba,
    const uint8_t *ci, struct vsam_ci_head *headp, struct ds_diag *diag)
{
	bool data = part == SPHERE_DATA;
	const char *why = NULL;
	enum ds_status st;

	st = vsam_ci_check(ci, data ? vf->ci_len : vf->dim.ci_len,
	    data ? vf->min_len : 1, headp, &why);
	if (st == DS_OK && headp->seg != 0 && !(data && vf->spanned)) {
		st = DS_CORRUPT;
		why = "RDF: segment, but records do not span";
	}
	return st == DS_OK ? st : vsam_fault(vf, part, rba, st, why, diag);
}

enum ds_status
vsam_ci_get(struct vsam_file *vf, uint64_t rba, enum buf_how how,
    struct sphere_buf **bufp, struct vsam_ci_head *headp, struct ds_diag *diag)
{
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if ((st = buf_get(vf->sp, SPHERE_DATA, rba, how, &buf, diag)) != DS_OK)
		return st;
	st = vsam_ci_look(vf, SPHERE_DATA, rba, buf->data, headp, diag);
	if (st != DS_OK) {
		buf_release(vf->sp, &buf);
		return st;
	}
	*bufp = buf;
	return DS_OK;
}

void
vsam_ci_place(const struct vsam_file *vf, const uint8_t *ci,
    const struct sphere_measure *m, uint64_t place,
    const struct sphere_sums *before, struct vsam_ci_spot *spotp,
    struct sphere_sums *beforep)
{
	struct sphere_sums at = *before, next;
	struct vsam_ci_cur cur;
	uint64_t one, skip;

	spotp->idx = 0;
	vsam_ci_begin(&cur, ci, vf->ci_len);
	while (vsam_ci_next(&cur)) {
		/* A run of equal lengths is passed at once. */
		one = m->record + cur.len * m->byte;
		skip = one > 0 && place > sphere_measure(m, &at)
			   ? (place - sphere_measure(m, &at)) / one
			   : 0;
		skip = skip < cur.left ? skip : cur.left;
		at.records += skip;
		at.bytes += skip * cur.len;
		cur.left -= (uint32_t)skip;
		cur.off += (uint32_t)skip * cur.len;
		spotp->idx += (uint32_t)skip;
		next.records = at.records + 1;
		next.bytes = at.bytes + cur.len;
		if (sphere_measure(m, &next) > place)
			break;
		at = next;
		spotp->idx++;
	}
	vsam_ci_spot_at(ci, vf->ci_len, spotp->idx, spotp);
	*beforep = at;
}

void
vsam_ci_changed(struct vsam_file *vf, struct sphere_buf *buf, uint32_t nrec)
{
	buf_dirty(vf->sp, buf, nrec, vsam_ci_used(buf->data, vf->ci_len));
}

/* Bytes that RDFs can need more when one record comes in: a run of equal
 * lengths becomes two, with a pair of its own between them. */
enum { RDFS_MORE = 8 * VSAM_RDF_LEN };

/* Tell the log where the control fields differ from old, which was at low. */
static void
tell_control(struct vsam_file *vf, struct sphere_buf *buf, uint32_t low,
    const uint8_t *old)
{
	const uint8_t *now = buf->data + low;
	uint32_t from = 0, to = vf->ci_len - low;

	while (from < to && now[from] == old[from])
		from++;
	while (to > from && now[to - 1] == old[to - 1])
		to--;
	buf_told_bytes(vf->sp, buf, low + from, to - from);
}

bool
vsam_ci_edit(struct vsam_file *vf, struct sphere_buf *buf,
    const struct vsam_ci_head *head, const struct vsam_ci_spot *spot,
    uint32_t ndel, const uint8_t *rec, uint32_t len, uint32_t reserve)
{
	uint32_t low = head->rdfs > RDFS_MORE ? head->rdfs - RDFS_MORE : 0;
	uint32_t gone = ndel > 0 ? spot->len : 0;
	uint32_t more = rec != NULL ? len : 0;

	memcpy(vf->left, buf->data + low, vf->ci_len - low);
	if (!vsam_ci_splice(
		buf->data, vf->ci_len, spot->idx, ndel, rec, len, reserve))
		return false;
	buf_told_move(vf->sp, buf, spot->off + more, spot->off + gone,
	    head->used - spot->off - gone);
	buf_told_bytes(vf->sp, buf, spot->off, more);
	/* Free space is zeros. */
	if (gone > more)
		buf_told_zeros(
		    vf->sp, buf, head->used - (gone - more), gone - more);
	tell_control(vf, buf, low, vf->left);
	vsam_ci_changed(vf, buf, head->nrec - ndel + (rec != NULL));
	return true;
}

void
vsam_ci_overwrite(struct vsam_file *vf, struct sphere_buf *buf, uint32_t nrec,
    uint32_t off, const uint8_t *bytes, uint32_t len)
{
	uint8_t *was = buf->data + off;
	uint32_t from = 0, to = len;

	/* An update mostly keeps some of the record, and the log is shorter
	 * without that. */
	while (to - from >= 8 && memcmp(was + from, bytes + from, 8) == 0)
		from += 8;
	while (to - from >= 8 && memcmp(was + to - 8, bytes + to - 8, 8) == 0)
		to -= 8;
	memcpy(was + from, bytes + from, to - from);
	buf_told_bytes(vf->sp, buf, off + from, to - from);
	vsam_ci_changed(vf, buf, nrec);
}
