/* Single control intervals in the pool: pin, change, release. */
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

static enum ds_status
frame_read(struct sphere *sp, enum sphere_part part, struct frame *frame,
    const struct side_entry *ent, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	enum ds_status st;

	frame->buf.records = ent->records;
	frame->buf.bytes = ent->bytes;
	if (side_entry_unwritten(ent)) {
		memset(frame->buf.data, 0, comp->lo.ci_len);
		return DS_OK;
	}
	sp->stats[part].excps++;
	comp->pool.reads++;
	st = comp_read(sp, part, layout_offset(&comp->lo, frame->key),
	    frame->buf.data, comp->lo.ci_len, diag);
	if (st == DS_OK)
		st = side_ci_check(
		    sp, part, frame->key, frame->buf.data, ent, diag);
	else if (diag != NULL) {
		diag->has_rba = true;
		diag->rba = frame->key;
	}
	return st;
}

static void
frame_renew(struct component *comp, struct frame *frame)
{
	if (frame->buf.decoded != NULL && frame->buf.decoded_free != NULL)
		frame->buf.decoded_free(frame->buf.decoded);
	frame->buf.decoded = NULL;
	frame->buf.decoded_free = NULL;
	memset(&frame->buf.note, 0, sizeof(frame->buf.note));
	memset(frame->buf.data, 0, comp->lo.ci_len);
	frame->buf.records = 0;
	frame->buf.bytes = 0;
	frame->fresh = !frame->dirty;
	frame->differs = UINT64_MAX;
}

static enum ds_status
frame_fill(struct sphere *sp, enum sphere_part part, uint64_t rba,
    enum buf_how how, struct frame **framep, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	struct side_entry ent;
	struct frame *frame;
	enum ds_status st;

	/* Nothing that the log has is forgotten with a frame not changed. */
	if (how == BUF_NEW && pend_has(sp, part, rba))
		how = BUF_READ;
	/* BUF_NEW too: a commit will need the side page. */
	if ((st = side_lookup(sp, part, rba, &ent, diag)) != DS_OK)
		return st;
	if ((frame = pool_take(&comp->pool, rba)) == NULL)
		return ds_fail(diag, DS_NOMEM, comp_name(comp), NULL);
	if (how != BUF_NEW &&
	    (st = frame_read(sp, part, frame, &ent, diag)) != DS_OK) {
		pool_drop(&comp->pool, frame);
		return st;
	}
	pend_apply(sp, part, frame);
	*framep = frame;
	return DS_OK;
}

/* The counts of a frame that is changed go into its side page at once. */
static enum ds_status
side_pin(struct sphere *sp, enum sphere_part part, struct frame *frame,
    struct ds_diag *diag)
{
	uint32_t entry;
	enum ds_status st;

	if (frame->side != NULL)
		return DS_OK;
	st = side_load(sp, part,
	    layout_side_page(&sp->comp[part].lo, frame->key, &entry),
	    &frame->side, diag);
	if (st == DS_OK)
		frame->side->pins++;
	return st;
}

enum ds_status
buf_get(struct sphere *sp, enum sphere_part part, uint64_t rba,
    enum buf_how how, struct sphere_buf **bufp, struct ds_diag *diag)
{
	struct component *comp;
	struct frame *frame;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK)
		return st;
	comp = &sp->comp[part];
	/* What is in the pool has a place in the component. */
	if (how == BUF_READ && (frame = pool_find(&comp->pool, rba)) != NULL) {
		frame->pins++;
		frame->touched = true;
		comp->pool.hits++;
		*bufp = &frame->buf;
		return DS_OK;
	}
	if (rba >= sp->state.part[part].harba || rba % comp->lo.ci_len != 0)
		return ds_fail_rba(diag, DS_BADRBA, comp_name(comp), rba,
		    "not a control interval of the component");
	if (how != BUF_READ && ((st = share_may_change(sp, diag)) != DS_OK ||
				   (st = sphere_touch(sp, diag)) != DS_OK ||
				   (st = redo_ready(sp, diag)) != DS_OK))
		return st;
	return buf_pin(sp, part, rba, how, bufp, diag);
}

enum ds_status
buf_pin(struct sphere *sp, enum sphere_part part, uint64_t rba,
    enum buf_how how, struct sphere_buf **bufp, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	struct frame *frame;
	enum ds_status st;

	if ((frame = pool_find(&comp->pool, rba)) != NULL)
		frame->touched = true;
	else if ((st = frame_fill(sp, part, rba, how, &frame, diag)) != DS_OK)
		return st;
	if (how != BUF_READ && (st = side_pin(sp, part, frame, diag)) != DS_OK)
		return st;
	if (how == BUF_NEW)
		frame_renew(comp, frame);
	else if (how == BUF_WRITE)
		memset(&frame->buf.note, 0, sizeof(frame->buf.note));
	frame->pins++;
	*bufp = &frame->buf;
	return DS_OK;
}

void
buf_dirty(
    struct sphere *sp, struct sphere_buf *buf, uint32_t records, uint32_t bytes)
{
	struct component *comp = &sp->comp[buf->part];
	struct frame *frame = (struct frame *)(void *)buf;
	uint64_t differs;

	side_counts_put(sp, frame, records, bytes);
	frame->changes++;
	differs = frame->differs;
	pool_dirty(&comp->pool, frame);
	frame->differs = differs; /* what was told, or redo_dirty says all */
	comp->changed = true;
	redo_dirty(sp, frame);
}

void
buf_release(struct sphere *sp, struct sphere_buf **bufp)
{
	struct frame *frame;

	if (bufp == NULL || *bufp == NULL)
		return;
	frame = (struct frame *)(void *)*bufp;
	*bufp = NULL;
	if (--frame->pins > 0)
		return;
	if (frame->side != NULL)
		frame->side->pins--;
	frame->side = NULL;
	if (frame->gone)
		pool_reuse(&sp->comp[frame->buf.part].pool, frame);
	else if (frame->fresh)
		pool_drop(&sp->comp[frame->buf.part].pool, frame);
}

void
buf_let_side(struct component *comp)
{
	for (uint32_t i = 0; i < comp->pool.nframes; i++) {
		struct frame *frame = comp->pool.frames[i];

		if (frame->side != NULL)
			frame->side->pins--;
		frame->side = NULL;
	}
}

static uint64_t
dirty_bytes(const struct component *comp)
{
	return (uint64_t)comp->pool.ndirty * comp->pool.frame_len +
	       (uint64_t)comp->side.ndirty * COMP_PAGE;
}

bool
sphere_dirty_full(const struct sphere *sp)
{
	return sp->leader == NULL && sp->nmembers == 0 && sphere_group_full(sp);
}

/* Bytes of changed images at which there is a commit: what the caller gives the
 * pool may be changed for the most part, or all where the set fits. */
static uint64_t
dirty_limit(const struct sphere *leader)
{
	uint64_t limit = leader->parms.bufsp;

	if (leader->state.part[SPHERE_DATA].harba > limit / 5 * 4)
		limit = limit / 4 * 3;
	return limit > SPHERE_DIRTY_LIMIT ? limit : SPHERE_DIRTY_LIMIT;
}

bool
sphere_group_full(const struct sphere *leader)
{
	uint64_t bytes = pend_bytes(leader);

	for (unsigned i = 0; i < leader->nparts; i++)
		bytes += dirty_bytes(&leader->comp[i]);
	for (size_t m = 0; m < leader->nmembers; m++)
		for (unsigned i = 0; i < leader->members[m]->nparts; i++)
			bytes += dirty_bytes(&leader->members[m]->comp[i]);
	return bytes >= dirty_limit(leader) || redo_full(leader);
}
