/*
 * A set of index changes, made at once or not at all: copies of the records'
 * nodes are changed, what can fail is done, then all images are written.
 */
#include <assert.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

void
ksds_change_begin(struct ksds_change *ch, struct vsam_file *vf)
{
	memset(ch, 0, sizeof(*ch));
	ch->vf = vf;
	ch->state = *sphere_state(vf->sp);
}

void
ksds_change_drop(struct ksds_change *ch)
{
	uint32_t i;

	for (i = 0; i < ch->n; i++) {
		vsam_ix_free(&ch->rec[i].node);
		buf_release(ch->vf->sp, &ch->rec[i].buf);
	}
	ch->n = 0;
}

/* Takes over buf and node. */
static enum ds_status
add(struct ksds_change *ch, struct sphere_buf *buf, struct vsam_ix_node *node,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (node == NULL) {
		buf_release(ch->vf->sp, &buf);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	if ((st = sums_hold(ch->vf->sp, buf->rba, diag)) != DS_OK) {
		vsam_ix_free(&node);
		buf_release(ch->vf->sp, &buf);
		return st;
	}
	assert(ch->n < sizeof(ch->rec) / sizeof(ch->rec[0]));
	memset(&ch->rec[ch->n], 0, sizeof(ch->rec[0]));
	ch->rec[ch->n].buf = buf;
	ch->rec[ch->n].node = node;
	ch->n++;
	return DS_OK;
}

enum ds_status
ksds_change_copy(struct ksds_change *ch, uint64_t rba, uint32_t level,
    struct vsam_ix_node **nodep, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct sphere_buf *buf = NULL, *wr = NULL;
	enum ds_status st;

	if ((st = ksds_node_get(vf, rba, level, &buf, diag)) != DS_OK)
		return st;
	st = buf_get(vf->sp, SPHERE_INDEX, rba, BUF_WRITE, &wr, diag);
	if (st == DS_OK)
		st = add(ch, wr, vsam_ix_copy(ksds_node(buf)), diag);
	buf_release(vf->sp, &buf);
	if (st == DS_OK)
		st = sums_get(vf->sp, rba, &ch->rec[ch->n - 1].sums, diag);
	if (st == DS_OK)
		*nodep = ch->rec[ch->n - 1].node;
	return st;
}

/* Where a new record goes: the first free one of a chain, or at the end. */
static enum ds_status
place_new(struct ksds_change *ch, uint32_t level, uint64_t *rbap,
    struct vsam_ix_free *fp, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct comp_state *ix = &ch->state.part[SPHERE_INDEX];
	uint64_t *chain = &ix->spare[VSAM_SPARE_FREE_IX];
	enum ds_status st;

	memset(fp, 0, sizeof(*fp));
	if (level == 1 && ix->spare[VSAM_SPARE_FREE_CA] != 0)
		chain = &ix->spare[VSAM_SPARE_FREE_CA];
	if ((*rbap = *chain) != 0) {
		if ((st = ksds_free_get(vf, *rbap, fp, diag)) == DS_OK)
			*chain = fp->next_rba;
		return st;
	}
	*rbap = ix->hurba;
	if (*rbap / vf->dim.ci_len > 0xFFFFFF) /* three bytes of pointer */
		return ds_fail(diag, DS_NOSPACE, vf->index->name,
		    "the index has no more control interval numbers");
	if (*rbap >= sphere_state(vf->sp)->part[SPHERE_INDEX].harba) {
		st = sphere_extend(vf->sp, SPHERE_INDEX, 1, diag);
		if (st != DS_OK)
			return st;
	}
	ix->hurba += vf->dim.ci_len;
	return DS_OK;
}

enum ds_status
ksds_change_new(struct ksds_change *ch, uint32_t level,
    struct vsam_ix_node **nodep, uint64_t *rbap, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct sphere_buf *buf = NULL;
	struct vsam_ix_free f;
	uint64_t rba = 0;
	enum ds_status st;

	if ((st = place_new(ch, level, &rba, &f, diag)) != DS_OK)
		return st;
	/* A free record is not to be lost when the change is given up. */
	st = buf_get(vf->sp, SPHERE_INDEX, rba,
	    rba < sphere_state(vf->sp)->part[SPHERE_INDEX].hurba ? BUF_WRITE
								 : BUF_NEW,
	    &buf, diag);
	if (st == DS_OK)
		st = add(ch, buf, vsam_ix_new(&vf->dim, level), diag);
	if (st != DS_OK)
		return st;
	ch->state.part[SPHERE_INDEX].records++;
	*rbap = rba;
	*nodep = ch->rec[ch->n - 1].node;
	(*nodep)->base_rba = f.base_rba;
	return DS_OK;
}

enum ds_status
ksds_change_free(
    struct ksds_change *ch, uint64_t rba, uint32_t level, struct ds_diag *diag)
{
	struct comp_state *ix = &ch->state.part[SPHERE_INDEX];
	struct vsam_ix_node *node = NULL;
	uint64_t *chain = &ix->spare[VSAM_SPARE_FREE_IX];
	enum ds_status st;

	st = ksds_change_copy(ch, rba, level, &node, diag);
	if (st != DS_OK)
		return st;
	if (level == 1)
		chain = &ix->spare[VSAM_SPARE_FREE_CA];
	ch->rec[ch->n - 1].free.base_rba = level == 1 ? node->base_rba : 0;
	ch->rec[ch->n - 1].free.next_rba = *chain;
	vsam_ix_free(&ch->rec[ch->n - 1].node);
	*chain = rba;
	ix->records--;
	return DS_OK;
}

/* --- what is below the records ---------------------------------------------
 */

/* The place of a node, or of an index RBA, among the change's; n: none. */
static uint32_t
rec_of(const struct ksds_change *ch, const struct vsam_ix_node *node)
{
	uint32_t i = 0;

	while (i < ch->n && ch->rec[i].node != node)
		i++;
	return i;
}

static uint32_t
rec_at(const struct ksds_change *ch, uint64_t rba)
{
	uint32_t i = 0;

	while (i < ch->n && ch->rec[i].buf->rba != rba)
		i++;
	return i;
}

void
ksds_change_shift(struct ksds_change *ch, const struct vsam_ix_node *from,
    const struct vsam_ix_node *to, const struct sphere_sums *sums)
{
	struct sphere_sums *f = &ch->rec[rec_of(ch, from)].sums;
	struct sphere_sums *t = &ch->rec[rec_of(ch, to)].sums;

	f->records -= sums->records;
	f->bytes -= sums->bytes;
	t->records += sums->records;
	t->bytes += sums->bytes;
}

struct sphere_sums
ksds_change_below(const struct ksds_change *ch, const struct vsam_ix_node *node)
{
	return ch->rec[rec_of(ch, node)].sums;
}

/* What is below the records that right's entries point to, some of them being
 * changed. */
static enum ds_status
entries_below(const struct ksds_change *ch, const struct vsam_ix_node *right,
    struct sphere_sums *sumsp, struct ds_diag *diag)
{
	struct sphere_sums one;
	uint32_t i, rec;
	uint64_t rba;
	enum ds_status st = DS_OK;

	memset(sumsp, 0, sizeof(*sumsp));
	for (i = 0; st == DS_OK && i < right->n; i++) {
		rba = (uint64_t)right->ptr[i] * ch->vf->dim.ci_len;
		if ((rec = rec_at(ch, rba)) < ch->n)
			one = ch->rec[rec].sums;
		else
			st = sums_get(ch->vf->sp, rba, &one, diag);
		sumsp->records += one.records;
		sumsp->bytes += one.bytes;
	}
	return st;
}

enum ds_status
ksds_change_land(struct ksds_change *ch, const struct ksds_path *path,
    const struct vsam_ix_node *leaf, const struct sphere_sums *more,
    struct ds_diag *diag)
{
	ch->lands = true;
	ch->landed = leaf != NULL ? ch->rec[rec_of(ch, leaf)].buf->rba
				  : path->at[0].buf->rba;
	ch->path = *path;
	ch->more = *more;
	return ksds_path_hold(ch->vf, path, diag);
}

/* Does the node, above the sequence set, point to rba? */
static bool
points_to(
    const struct ksds_change *ch, const struct vsam_ix_node *node, uint64_t rba)
{
	uint32_t i = 0;

	while (
	    i < node->n && (uint64_t)node->ptr[i] * ch->vf->dim.ci_len != rba)
		i++;
	return i < node->n;
}

/* The record of a level that is above rba, once the change is made. */
static uint64_t
parent_of(const struct ksds_change *ch, uint32_t level, uint64_t rba)
{
	uint32_t i;

	for (i = 0; i < ch->n; i++)
		if (ch->rec[i].node != NULL &&
		    ch->rec[i].node->level == level &&
		    points_to(ch, ch->rec[i].node, rba))
			return ch->rec[i].buf->rba;
	return ch->path.at[level - 1].buf->rba;
}

/* What comes in counts for all that is above it: in the change's records, or
 * in those that stay; *addp are the latter. */
static uint32_t
land(struct ksds_change *ch, uint64_t addp[VSAM_IX_LEVELS])
{
	uint32_t levels = ch->state.part[SPHERE_INDEX].levels, level, rec,
		 n = 0;
	uint64_t rba = ch->landed;

	for (level = 1; ch->lands && level <= levels; level++) {
		if (level > 1)
			rba = parent_of(ch, level, rba);
		if ((rec = rec_at(ch, rba)) < ch->n) {
			ch->rec[rec].sums.records += ch->more.records;
			ch->rec[rec].sums.bytes += ch->more.bytes;
		} else {
			addp[n++] = rba;
		}
	}
	return n;
}

static enum ds_status
new_root(struct ksds_change *ch, uint64_t left_rba,
    const struct vsam_ix_node *left, uint64_t right_rba, struct ds_diag *diag)
{
	struct comp_state *ix = &ch->state.part[SPHERE_INDEX];
	uint32_t ci_len = ch->vf->dim.ci_len, last = left->n - 1;
	struct vsam_ix_node *root = NULL;
	uint64_t rba = 0;
	enum ds_status st;

	if (left->level == VSAM_IX_LEVELS)
		return ds_fail(diag, DS_NOSPACE, ch->vf->index->name,
		    "the index has no more levels");
	st = ksds_change_new(ch, left->level + 1, &root, &rba, diag);
	if (st != DS_OK)
		return st;
	if (vsam_ix_insert(root, 0, vsam_ix_key(left, last), left->len[last],
		(uint32_t)(left_rba / ci_len)) != DS_OK ||
	    vsam_ix_insert(root, 1, NULL, 0, (uint32_t)(right_rba / ci_len)) !=
		DS_OK)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	ix->levels++;
	ix->root_rba = rba;
	return entries_below(ch, root, &ch->rec[rec_of(ch, root)].sums, diag);
}

enum ds_status
ksds_change_divided(struct ksds_change *ch, const struct ksds_path *path,
    uint32_t level, const struct vsam_ix_node *left, uint64_t right_rba,
    struct ds_diag *diag)
{
	uint32_t entry, last = left->n - 1, ci_len = ch->vf->dim.ci_len;
	struct vsam_ix_node *up = NULL, *right = NULL;
	uint64_t rba = path->at[level - 1].buf->rba, up_right = 0;
	struct sphere_sums sums;
	enum ds_status st;

	if (level == path->levels)
		return new_root(ch, rba, left, right_rba, diag);
	entry = path->at[level].entry;
	st = ksds_change_copy(
	    ch, path->at[level].buf->rba, level + 1, &up, diag);
	if (st != DS_OK)
		return st;
	/* Before: one entry for both. After: it is right's, left's before. */
	if (vsam_ix_insert(up, entry, vsam_ix_key(left, last), left->len[last],
		(uint32_t)(rba / ci_len)) != DS_OK)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	up->ptr[entry + 1] = (uint32_t)(right_rba / ci_len);
	if (vsam_ix_fits(up))
		return DS_OK;
	st = ksds_change_new(ch, level + 1, &right, &up_right, diag);
	if (st != DS_OK)
		return st;
	right->next_rba = up->next_rba;
	up->next_rba = up_right;
	/* When keys come in at the end, the last entry alone goes on. */
	st = vsam_ix_divide(
	    up, right, entry + 2 == up->n ? up->n - 1 : up->n / 2);
	if (st != DS_OK)
		return ds_fail(diag, st, ch->vf->index->name, NULL);
	if ((st = entries_below(ch, right, &sums, diag)) != DS_OK)
		return st;
	ksds_change_shift(ch, up, right, &sums);
	return ksds_change_divided(ch, path, level + 1, up, up_right, diag);
}

void
ksds_change_apply(struct ksds_change *ch)
{
	struct vsam_file *vf = ch->vf;
	struct sphere_state *state = sphere_state(vf->sp);
	struct comp_state *ix = &ch->state.part[SPHERE_INDEX];
	struct comp_state *data = &ch->state.part[SPHERE_DATA];
	uint64_t above[VSAM_IX_LEVELS];
	struct sphere_buf *buf;
	uint32_t i, nabove = land(ch, above);

	for (i = 0; i < ch->n; i++) {
		buf = ch->rec[i].buf;
		if (buf->decoded != NULL)
			buf->decoded_free(buf->decoded);
		buf->decoded = ch->rec[i].node;
		buf->decoded_free = vsam_ix_free_void;
		ch->rec[i].node = NULL;
		if (buf->decoded == NULL) {
			vsam_ix_free_put(
			    buf->data, vf->dim.ci_len, &ch->rec[i].free);
			buf_dirty(vf->sp, buf, 0, 0);
		} else {
			vsam_ix_encode(buf->decoded, buf->data);
			buf_dirty(
			    vf->sp, buf, 1, vf->dim.ci_len - VSAM_IX_CONTROL);
		}
		sums_set(vf->sp, buf->rba, &ch->rec[i].sums);
	}
	for (i = 0; i < nabove; i++)
		sums_add(vf->sp, above[i], &ch->more);
	/* sphere_extend raised the allocated RBAs of the state meanwhile. */
	ix->harba = state->part[SPHERE_INDEX].harba;
	ix->extents = state->part[SPHERE_INDEX].extents;
	data->harba = state->part[SPHERE_DATA].harba;
	data->extents = state->part[SPHERE_DATA].extents;
	state->part[SPHERE_INDEX] = *ix;
	state->part[SPHERE_DATA] = *data;
	vf->changes++;
	ksds_change_drop(ch);
}
