/*
 * Publishing: the order of writes that makes a commit all or nothing.
 *
 *	1 loaders' runs and new reservations are flushed
 *	2 the batch is written and flushed: the commit is decided
 *	3 its images are written in place and flushed
 *	4 the new state is written durably into the older slot
 *
 * A death before the end of 2 leaves the old state: what loaders wrote lies
 * behind its high-used RBA. A death after it leaves the batch, which the next
 * open finishes. After 4 the batch is obsolete. A commit without changed
 * control intervals has steps 1 and 4 alone.
 *
 * A group (a base and its upgrade set, group.c) has one batch, the base's, with
 * the states of all; each step is done for all before the next begins.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "access-methods/sphere/sphere_int.h"

#ifdef SPHERE_MUTANTS
int sphere_skip_flush;
#endif

static enum ds_status
flush_step(enum flush_step step, struct vol_file *file, struct ds_diag *diag)
{
	return flush_skipped(step) ? DS_OK : vol_flush(file, diag);
}

static enum ds_status
publish(struct sphere *sp, const struct slot *slot, enum flush_step step,
    struct ds_diag *diag)
{
	uint64_t offset = COMP_SLOT_OFFSET + (slot->state.seq & 1) * COMP_PAGE;
	struct component *data = &sp->comp[SPHERE_DATA];
	uint8_t page[COMP_PAGE];
	enum ds_status st;

	slot_encode(slot, data->attr.sphere, page);
	if (flush_skipped(step))
		st = vol_write(data->file, offset, page, COMP_PAGE, diag);
	else
		st = comp_write_durable(
		    data->file, offset, page, COMP_PAGE, diag);
	if (st != DS_OK) {
		sp->broken = true;
		return st;
	}
	sp->committed = *slot;
	sp->state.seq = slot->state.seq;
	sp->state.open_output = slot->state.open_output;
	return DS_OK;
}

static enum ds_status
publish_open(struct sphere *sp, struct ds_diag *diag)
{
	struct slot slot = sp->committed;
	enum ds_status st;

	slot.state.open_output = true;
	slot.state.seq++;
	if ((st = share_ready(sphere_owner(sp), diag)) != DS_OK ||
	    (st = redo_before_open(sp, &slot.state, diag)) != DS_OK ||
	    (st = publish(sp, &slot, FLUSH_TOUCH, diag)) != DS_OK)
		return st;
	redo_restart(sp);
	if (sp->leader != NULL)
		share_touched(sp->leader);
	return DS_OK;
}

enum ds_status
sphere_touch(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = sphere_check(sp, SPHERE_DATA, diag)) != DS_OK)
		return st;
	if ((sp->mode & SPHERE_UPDATE) == 0)
		return ds_fail(diag, DS_NOACCESS, sphere_name(sp),
		    "the data set is open for input");
	/* To publish a base begins its log anew: before a member's changes
	 * are in it. */
	if (sp->leader != NULL &&
	    (st = sphere_touch(sp->leader, diag)) != DS_OK)
		return st;
	if (sp->touched)
		return DS_OK;
	if ((st = share_enter(sp, diag)) != DS_OK)
		return st;
	if (!sp->committed.state.open_output)
		st = publish_open(sp, diag);
	sp->touched = st == DS_OK;
	share_leave(sp);
	return st;
}

/* Now, as a TOD clock: 2^-12 microseconds since 1900. */
static uint64_t
tod_now(void)
{
	struct timespec ts;
	uint64_t epoch = 2208988800U; /* seconds from 1900 to 1970 */

	clock_gettime(CLOCK_REALTIME, &ts);
	return ((epoch + (uint64_t)ts.tv_sec) * 1000000 +
		   (uint64_t)ts.tv_nsec / 1000)
	       << 12;
}

/* Has anything to be published? */
static bool
state_differs(const struct sphere *sp, const struct slot *slot)
{
	uint8_t a[STATE_LEN], b[STATE_LEN];
	static const uint8_t id[SPHERE_ID_LEN];

	slot_record_encode(slot, id, a);
	slot_record_encode(&sp->committed, id, b);
	return memcmp(a, b, STATE_LEN) != 0;
}

static bool
part_differs(const struct sphere *sp, enum sphere_part part)
{
	struct slot slot = sp->committed;

	slot.state.part[part] = sp->state.part[part];
	return state_differs(sp, &slot);
}

/* Is the working state one that may follow the published one? */
static enum ds_status
check_working(struct sphere *sp, const struct slot *slot, struct ds_diag *diag)
{
	const struct comp_layout *lo[SPHERE_PARTS];

	if (sp->loaders > 0)
		return ds_fail(diag, DS_INVALID, sphere_name(sp),
		    "commit while a load goes on");
	if (sp->requests > 0 && sp->log != NULL && log_pending(sp->log) > 0)
		return ds_fail(diag, DS_INVALID, sphere_name(sp),
		    "commit in the middle of a request");
	for (unsigned i = 0; i < sp->nparts; i++) {
		const struct pool *pool = &sp->comp[i].pool;
		uint64_t hurba = sp->state.part[i].hurba;

		if (hurba < sp->committed.state.part[i].hurba)
			return ds_fail(diag, DS_INVALID, sphere_name(sp),
			    "the high-used RBA went back");
		for (uint32_t f = 0; f < pool->ndirty; f++)
			if (pool->frames[f]->key >= hurba)
				return ds_fail_rba(diag, DS_INVALID,
				    comp_name(&sp->comp[i]),
				    pool->frames[f]->key,
				    "changed behind the high-used RBA");
	}
	sphere_layouts(sp, lo);
	if (!slot_fits(slot, lo))
		return ds_fail(diag, DS_INVALID, sphere_name(sp),
		    "impossible high-used or high-allocated RBA");
	return DS_OK;
}

/* Bring the side pages up to the changed images. */
static enum ds_status
update_side(struct sphere *sp, enum sphere_part part, uint64_t seq,
    struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	uint64_t epoch = sp->committed.state.reset_epoch;
	uint32_t entry;
	enum ds_status st;

	for (uint32_t i = 0; i < comp->pool.ndirty; i++) {
		const struct frame *frame = comp->pool.frames[i];
		uint32_t crc;

		crc = side_ci_crc(comp, epoch, frame->key, frame->buf.data);
		st = side_crc_store(sp, part, frame->key, crc, diag);
		if (st != DS_OK)
			return st;
	}
	st = side_cover(sp, part, sp->committed.state.part[part].hurba,
	    sp->state.part[part].hurba, diag);
	if (st == DS_OK && sp->state.part[part].hurba > 0)
		st = sums_prefix(sp, part,
		    layout_side_page(&comp->lo,
			sp->state.part[part].hurba - comp->lo.ci_len, &entry),
		    diag);
	for (uint32_t i = 0; st == DS_OK && i < comp->side.ndirty; i++)
		side_page_seal(
		    comp, comp->side.frames[i]->buf.data, seq, epoch);
	return st;
}

static enum ds_status
flush_loaded(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st;

	for (unsigned i = 0; i < sp->nparts; i++) {
		if (!sp->comp[i].unflushed)
			continue;
		if ((st = flush_step(FLUSH_LOADED, sp->comp[i].file, diag)) !=
		    DS_OK)
			return st;
		sp->comp[i].unflushed = false;
	}
	return DS_OK;
}

/* Steps 2 and 3. */
static enum ds_status
write_twice(struct sphere *sp, struct batch_plan *plan, struct ds_diag *diag)
{
	enum ds_status st;

	if (sphere_is_mutant(SPHERE_PLACE_FIRST) &&
	    (st = batch_apply(sp, plan, diag)) != DS_OK)
		return st;
	if ((st = batch_write(sp, plan, diag)) != DS_OK ||
	    (st = flush_step(FLUSH_BATCH, sp->batch, diag)) != DS_OK) {
		batch_remove(sp);
		return st;
	}
	share_instant(SHARE_BATCHED);
	share_begin_place(sp);
	if ((st = batch_apply(sp, plan, diag)) != DS_OK)
		return st;
	for (size_t p = 0; p < sp->nparties; p++)
		for (unsigned i = 0; i < sp->parties[p]->nparts; i++)
			if (batch_plan_has(
				plan, (uint32_t)p, (enum sphere_part)i) &&
			    (st = flush_step(FLUSH_PLACE,
				 sp->parties[p]->comp[i].file, diag)) != DS_OK)
				return st;
	return DS_OK;
}

/* Step 1, and the side pages, of one party. */
static enum ds_status
prepare(struct sphere *sp, struct ds_diag *diag)
{
	struct slot *slot = &sp->pending;
	enum ds_status st = DS_OK;

	if (sp->nparts > SPHERE_INDEX &&
	    (sp->comp[SPHERE_INDEX].changed || part_differs(sp, SPHERE_INDEX)))
		slot->index_ckpt = slot->state.seq;
	for (unsigned i = 0; st == DS_OK && i < sp->nparts; i++)
		st =
		    update_side(sp, (enum sphere_part)i, slot->state.seq, diag);
	return st == DS_OK ? flush_loaded(sp, diag) : st;
}

/* The leader's state last: while it is the old one the batch still counts. */
static enum ds_status
publish_all(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	for (size_t p = sp->nparties; st == DS_OK && p-- > 0;) {
		size_t of = sphere_is_mutant(SPHERE_LEADER_FIRST)
				? sp->nparties - 1 - p
				: p;

		st = publish(sp->parties[of], &sp->parties[of]->pending,
		    FLUSH_SLOT, diag);
	}
	return st;
}

static enum ds_status
write_all(struct sphere *sp, struct ds_diag *diag)
{
	struct batch_plan *plan = NULL;
	enum ds_status st = DS_OK;

	for (size_t p = 0; st == DS_OK && p < sp->nparties; p++)
		st = prepare(sp->parties[p], diag);
	if (st == DS_OK)
		st = batch_plan_make(sp, &plan, diag);
	if (st == DS_OK && sphere_is_mutant(SPHERE_SLOT_FIRST))
		st = publish_all(sp, diag);
	if (st == DS_OK && (!batch_plan_empty(plan) || sp->nparties > 1))
		st = write_twice(sp, plan, diag);
	share_instant(SHARE_PLACED);
	if (st == DS_OK && !sphere_is_mutant(SPHERE_SLOT_FIRST))
		st = publish_all(sp, diag);
	share_instant(SHARE_PUBLISHED);
	batch_plan_free(&plan);
	return st;
}

static void
after_commit(struct sphere *sp, bool last)
{
	for (unsigned i = 0; i < sp->nparts; i++) {
		pool_clean(&sp->comp[i].pool);
		pool_clean(&sp->comp[i].side);
		sp->comp[i].nloaded = 0;
		sp->comp[i].changed = false;
	}
	sp->state = sp->committed.state;
	sp->generation++;
	sp->touched = !last;
	redo_restart(sp);
}

static bool
anything_dirty(const struct sphere *sp)
{
	for (unsigned i = 0; i < sp->nparts; i++)
		if (sp->comp[i].pool.ndirty > 0 ||
		    sp->comp[i].side.ndirty > 0 || sp->comp[i].unflushed)
			return true;
	return false;
}

/* The slot that this sphere's part of the commit leads to; *changedp: there
 * is something to publish. */
static enum ds_status
make_pending(
    struct sphere *sp, bool closing, bool *changedp, struct ds_diag *diag)
{
	struct slot slot = {sp->state, sp->committed.index_ckpt};
	enum ds_status st;

	if ((st = sphere_check(sp, SPHERE_DATA, diag)) != DS_OK)
		return st;
	if ((sp->mode & SPHERE_UPDATE) == 0)
		return ds_fail(diag, DS_NOACCESS, sphere_name(sp),
		    "the data set is open for input");
	slot.state.seq = sp->committed.state.seq;
	slot.state.reset_epoch = sp->committed.state.reset_epoch;
	slot.state.loaded = true;
	slot.state.open_output =
	    closing ? false : sp->committed.state.open_output;
	if ((st = check_working(sp, &slot, diag)) != DS_OK)
		return st;
	*changedp = anything_dirty(sp) || state_differs(sp, &slot);
	slot.state.open_output = !closing;
	slot.state.seq++;
	sp->pending = slot;
	return DS_OK;
}

/* Who takes part: the sphere itself, and its members that changed. */
static enum ds_status
gather(struct sphere *sp, bool closing, bool *anyp, struct ds_diag *diag)
{
	bool changed = false;
	enum ds_status st;

	sp->parties = calloc(1 + sp->nmembers, sizeof(struct sphere *));
	if (sp->parties == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	sp->parties[0] = sp;
	sp->nparties = 1;
	if ((st = make_pending(sp, closing, anyp, diag)) != DS_OK)
		return st;
	for (size_t i = 0; i < sp->nmembers; i++) {
		st = make_pending(sp->members[i], closing, &changed, diag);
		if (st != DS_OK)
			return st;
		if (changed)
			sp->parties[sp->nparties++] = sp->members[i];
		*anyp |= changed;
	}
	return DS_OK;
}

static enum ds_status
commit_parties(struct sphere *sp, bool closing, bool last, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = durable_hold(sp, diag)) != DS_OK)
		return st;
	for (size_t p = 0; p < sp->nparties; p++)
		for (unsigned i = 0; closing && i < sp->parties[p]->nparts; i++)
			sp->parties[p]->stats[i].tod = tod_now();
	st = write_all(sp, diag);
	for (size_t p = 0; p < sp->nparties; p++) {
		if (st != DS_OK) {
			sp->parties[p]->broken = true;
			continue;
		}
		after_commit(sp->parties[p], last);
		stats_keep(sp->parties[p]);
	}
	durable_release(sp);
	return st;
}

/* All that the log has is in the pools. */
static enum ds_status
settle_all(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st = pend_settle(sp, diag);

	for (size_t i = 0; st == DS_OK && i < sp->nmembers; i++)
		st = pend_settle(sp->members[i], diag);
	return st == DS_OK ? share_ready(sp, diag) : st;
}

/* last: nobody has it open for output behind this commit. */
static enum ds_status
commit_all(struct sphere *sp, bool closing, bool last, struct ds_diag *diag)
{
	bool any = false;
	enum ds_status st;

	if (sp->unlogged)
		share_more(sp);
	if ((st = settle_all(sp, diag)) == DS_OK)
		st = gather(sp, last, &any, diag);
	if (st == DS_OK && any)
		st = commit_parties(sp, closing, last, diag);
	free(sp->parties);
	sp->parties = NULL;
	sp->nparties = 0;
	return st;
}

enum ds_status
sphere_commit(struct sphere *sp, bool closing, struct ds_diag *diag)
{
	enum ds_status st;

	if (sp->leader != NULL)
		return ds_fail(diag, DS_INVALID, sphere_name(sp),
		    "it is committed with its base alone");
	if ((st = share_enter(sp, diag)) != DS_OK)
		return st;
	st = commit_all(sp, closing, closing && !share_others(sp, true), diag);
	share_leave(sp);
	/* Others' commits use the file by its name. */
	if (sp->share != NULL)
		vol_file_close(&sp->batch);
	if (st == DS_OK && closing && sp->share == NULL) {
		redo_remove(sp);
		batch_remove(sp);
	}
	return st;
}

static enum ds_status
reset_alone(struct sphere *sp, struct ds_diag *diag)
{
	struct slot slot = sp->committed;
	enum ds_status st;

	if (sp->loaders > 0)
		return ds_fail(diag, DS_INVALID, sphere_name(sp),
		    "reset while a load goes on");
	slot.state = (struct sphere_state){
	    .seq = sp->committed.state.seq + 1,
	    .open_output = true,
	    .reset_epoch = sp->committed.state.reset_epoch + 1,
	};
	for (unsigned i = 0; i < sp->nparts; i++) {
		slot.state.part[i].harba = sp->state.part[i].harba;
		slot.state.part[i].extents = sp->state.part[i].extents;
	}
	if ((st = share_ready(sp, diag)) != DS_OK ||
	    (st = flush_loaded(sp, diag)) != DS_OK ||
	    (st = publish(sp, &slot, FLUSH_RESET, diag)) != DS_OK)
		return st;
	after_commit(sp, false);
	for (unsigned i = 0; i < sp->nparts; i++) {
		pool_drop_all(&sp->comp[i].pool);
		pool_drop_all(&sp->comp[i].side);
		sums_forget(&sp->comp[i]);
		memset(&sp->stats[i], 0, sizeof(sp->stats[i]));
	}
	return DS_OK;
}

enum ds_status
sphere_reset(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = share_alone(sp, diag)) != DS_OK ||
	    (st = share_enter(sp, diag)) != DS_OK)
		return st;
	if ((st = sphere_touch(sp, diag)) == DS_OK)
		st = reset_alone(sp, diag);
	share_leave(sp);
	return st;
}

enum ds_status
sphere_recover(
    struct sphere *sp, const struct batch *batch, struct ds_diag *diag)
{
	enum ds_status st;

	for (size_t i = 0; i < batch->nextents; i++) {
		const struct batch_extent *ext = &batch->extents[i];

		if ((st = vol_write(sp->comp[ext->part].file, ext->offset,
			 ext->image, ext->len, diag)) != DS_OK)
			return st;
	}
	for (unsigned i = 0; i < sp->nparts; i++)
		if ((st = flush_step(
			 FLUSH_RECOVERED, sp->comp[i].file, diag)) != DS_OK)
			return st;
	if ((st = publish(sp, &batch->slot, FLUSH_SLOT, diag)) != DS_OK)
		return st;
	sp->state = sp->committed.state;
	return DS_OK;
}
