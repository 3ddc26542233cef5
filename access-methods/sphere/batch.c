/*
 * The double-write batch: all that a commit writes in place is first written
 * to a file beside the data component, checksummed and flushed. From then on
 * the commit is decided: whoever opens the sphere next finishes it. A batch
 * leads from one state to the next by sequence number, so it is obsolete as
 * soon as that state is in its slot (doc/formats/component.md).
 *
 * Images are whole 4 KiB pages of a file: a control interval may share its
 * first or last page with a neighbour, whose bytes then go along.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum {
	BATCH_VERSION = 1,
	BATCH_SLOT = 512, /* the state's record */
	BATCH_DIR_ENTRY = 24,
	BATCH_EXTENT_AIM = 1024 * 1024, /* bytes */
};
static const uint8_t batch_magic[8] = {'C', 'T', 'M', 'T', 'B', 'T', 'C', 'H'};

struct batch_item {
	enum sphere_part part;
	uint32_t len;
	uint64_t offset; /* in the component's file */
	const uint8_t *image;
};

struct plan_extent {
	struct batch_extent ext;
	size_t first, end; /* its items */
	bool whole;        /* they fill it without a gap */
};

struct batch_plan {
	struct batch_item *items;
	size_t nitems;
	struct plan_extent *extents;
	size_t nextents;
	uint32_t max_len; /* of an extent */
	uint8_t *buf;
	uint8_t ckpt[COMP_PAGE];
};

void
batch_name(const uint8_t id[SPHERE_ID_LEN], char out[BATCH_NAME_LEN])
{
	char name[SPHERE_NAME_LEN];

	sphere_id_name(id, name);
	snprintf(out, BATCH_NAME_LEN, "%s.batch", name);
}

/* --- the plan ----------------------------------------------------------------
 */

static int
item_order(const void *pa, const void *pb)
{
	const struct batch_item *a = pa, *b = pb;

	if (a->part != b->part)
		return a->part < b->part ? -1 : 1;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static void
items_of_pool(struct batch_plan *plan, const struct component *comp,
    const struct pool *pool, bool side)
{
	for (uint32_t i = 0; i < pool->nframes; i++) {
		const struct frame *frame = pool->frames[i];
		uint64_t at;

		if (!frame->dirty)
			continue;
		at = side ? layout_side_offset(&comp->lo, frame->key)
			  : layout_offset(&comp->lo, frame->key);
		plan->items[plan->nitems++] = (struct batch_item){
		    pool->part, pool->frame_len, at, frame->buf.data};
	}
}

/* Items that touch the same page go together; neighbours up to about 1 MiB. */
static void
plan_extents(struct batch_plan *plan)
{
	struct plan_extent *cur = NULL;
	uint64_t filled = 0; /* end of the last item */

	for (size_t i = 0; i < plan->nitems; i++) {
		const struct batch_item *it = &plan->items[i];
		uint64_t lo = page_floor(it->offset);
		uint64_t hi = page_ceil(it->offset + it->len);
		uint64_t end = cur != NULL ? cur->ext.offset + cur->ext.len : 0;

		if (cur == NULL || it->part != cur->ext.part || lo > end ||
		    (lo == end && hi - cur->ext.offset > BATCH_EXTENT_AIM)) {
			if (cur != NULL)
				cur->whole &= filled == end;
			cur = &plan->extents[plan->nextents++];
			cur->ext.part = it->part;
			cur->ext.offset = lo;
			cur->first = i;
			cur->whole = true;
			filled = lo;
		}
		cur->whole &= it->offset == filled;
		filled = it->offset + it->len;
		cur->ext.len = (uint32_t)(hi - cur->ext.offset);
		cur->end = i + 1;
		if (cur->ext.len > plan->max_len)
			plan->max_len = cur->ext.len;
	}
	if (cur != NULL)
		cur->whole &= filled == cur->ext.offset + cur->ext.len;
}

enum ds_status
batch_plan_make(struct sphere *sp, const struct slot *slot, bool with_ckpt,
    struct batch_plan **planp, struct ds_diag *diag)
{
	struct batch_plan *plan = calloc(1, sizeof(*plan));
	size_t n = with_ckpt ? 1 : 0;

	if (plan == NULL)
		goto nomem;
	for (unsigned i = 0; i < sp->nparts; i++)
		n += sp->comp[i].pool.ndirty + sp->comp[i].side.ndirty;
	plan->items = calloc(n + 1, sizeof(*plan->items));
	plan->extents = calloc(n + 1, sizeof(*plan->extents));
	if (plan->items == NULL || plan->extents == NULL)
		goto nomem;
	for (unsigned i = 0; i < sp->nparts; i++) {
		items_of_pool(plan, &sp->comp[i], &sp->comp[i].pool, false);
		items_of_pool(plan, &sp->comp[i], &sp->comp[i].side, true);
	}
	if (with_ckpt) {
		ckpt_encode(slot->index_ckpt, sp->comp[SPHERE_DATA].attr.sphere,
		    plan->ckpt);
		plan->items[plan->nitems++] = (struct batch_item){
		    SPHERE_INDEX, COMP_PAGE, COMP_SLOT_OFFSET, plan->ckpt};
	}
	qsort(plan->items, plan->nitems, sizeof(*plan->items), item_order);
	plan_extents(plan);
	if (plan->nextents > 0 &&
	    (plan->buf = page_alloc(plan->max_len)) == NULL)
		goto nomem;
	*planp = plan;
	return DS_OK;
nomem:
	batch_plan_free(&plan);
	return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
}

void
batch_plan_free(struct batch_plan **planp)
{
	struct batch_plan *plan = *planp;

	if (plan == NULL)
		return;
	free(plan->items);
	free(plan->extents);
	free(plan->buf);
	free(plan);
	*planp = NULL;
}

bool
batch_plan_empty(const struct batch_plan *plan)
{
	return plan->nextents == 0;
}

bool
batch_plan_has(const struct batch_plan *plan, enum sphere_part part)
{
	for (size_t i = 0; i < plan->nextents; i++)
		if (plan->extents[i].ext.part == part)
			return true;
	return false;
}

/* An extent's image as it will be in the file, in plan->buf. */
static enum ds_status
extent_fill(struct sphere *sp, struct batch_plan *plan,
    const struct plan_extent *pe, struct ds_diag *diag)
{
	enum ds_status st;

	if (!pe->whole && (st = comp_read(sp, pe->ext.part, pe->ext.offset,
			       plan->buf, pe->ext.len, diag)) != DS_OK)
		return st;
	for (size_t i = pe->first; i < pe->end; i++)
		memcpy(plan->buf + (plan->items[i].offset - pe->ext.offset),
		    plan->items[i].image, plan->items[i].len);
	return DS_OK;
}

/* --- writing
 * ------------------------------------------------------------------ */

static enum ds_status
batch_open(struct sphere *sp, struct ds_diag *diag)
{
	char name[BATCH_NAME_LEN];
	enum ds_status st;

	if (sp->batch != NULL)
		return DS_OK;
	batch_name(sp->comp[SPHERE_DATA].attr.id, name);
	st = vol_file_open(sp->vol, name, VOL_CREATE, &sp->batch, diag);
	if (st == DS_EXIST)
		st = vol_file_open(sp->vol, name, VOL_WRITE, &sp->batch, diag);
	return st;
}

static void
head_encode(const struct sphere *sp, const struct batch_plan *plan,
    const struct slot *slot, uint64_t images_len, uint32_t dir_crc,
    uint8_t head[COMP_PAGE])
{
	const struct comp_attr *data = &sp->comp[SPHERE_DATA].attr;

	memset(head, 0, COMP_PAGE);
	memcpy(head, batch_magic, 8);
	be32_put(head + 8, BATCH_VERSION);
	memcpy(head + 16, data->sphere, SPHERE_ID_LEN);
	memcpy(head + 32, data->id, SPHERE_ID_LEN);
	be32_put(head + 48, (uint32_t)plan->nextents);
	be32_put(head + 52, dir_crc);
	be64_put(head + 56, images_len);
	slot_record_encode(slot, data->sphere, head + BATCH_SLOT);
	be32_put(head + 12, crc32c(head, COMP_PAGE));
}

static void
dir_encode(const struct batch_plan *plan, uint8_t *dir)
{
	for (size_t i = 0; i < plan->nextents; i++) {
		const struct batch_extent *ext = &plan->extents[i].ext;
		uint8_t *p = dir + i * BATCH_DIR_ENTRY;

		be32_put(p, (uint32_t)ext->part);
		be32_put(p + 4, ext->len);
		be64_put(p + 8, ext->offset);
		be32_put(p + 16, ext->crc);
	}
}

enum ds_status
batch_write(struct sphere *sp, struct batch_plan *plan, const struct slot *slot,
    struct ds_diag *diag)
{
	size_t dir_len = page_ceil(plan->nextents * BATCH_DIR_ENTRY);
	uint64_t images = COMP_PAGE + dir_len, at = images;
	uint8_t *head = NULL;
	enum ds_status st;

	if ((st = batch_open(sp, diag)) != DS_OK)
		return st;
	if ((head = page_alloc(COMP_PAGE + dir_len)) == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	for (size_t i = 0; i < plan->nextents; i++) {
		struct plan_extent *pe = &plan->extents[i];

		if ((st = extent_fill(sp, plan, pe, diag)) != DS_OK ||
		    (st = vol_write(
			 sp->batch, at, plan->buf, pe->ext.len, diag)) != DS_OK)
			goto out;
		pe->ext.crc = crc32c(plan->buf, pe->ext.len);
		at += pe->ext.len;
	}
	memset(head + COMP_PAGE, 0, dir_len);
	dir_encode(plan, head + COMP_PAGE);
	head_encode(sp, plan, slot, at - images,
	    crc32c(head + COMP_PAGE, plan->nextents * BATCH_DIR_ENTRY), head);
	st = vol_write(sp->batch, 0, head, COMP_PAGE + dir_len, diag);
out:
	free(head);
	return st;
}

enum ds_status
batch_apply(struct sphere *sp, struct batch_plan *plan, struct ds_diag *diag)
{
	enum ds_status st;

	for (size_t i = 0; i < plan->nextents; i++) {
		const struct plan_extent *pe = &plan->extents[i];

		sp->stats[pe->ext.part].excps++;
		if ((st = extent_fill(sp, plan, pe, diag)) != DS_OK ||
		    (st = vol_write(sp->comp[pe->ext.part].file, pe->ext.offset,
			 plan->buf, pe->ext.len, diag)) != DS_OK)
			return st;
	}
	return DS_OK;
}

void
batch_remove(struct sphere *sp)
{
	char name[BATCH_NAME_LEN];

	vol_file_close(&sp->batch);
	batch_name(sp->comp[SPHERE_DATA].attr.id, name);
	/* One that stays is obsolete or the next open finishes it. */
	if (vol_exists(sp->vol, name))
		vol_remove(sp->vol, name, NULL);
}

/* --- reading
 * ------------------------------------------------------------------- */

void
batch_free(struct batch *batch)
{
	free(batch->extents);
	free(batch->mem);
	memset(batch, 0, sizeof(*batch));
}

/* Is this the head of a batch that leads on from slot? */
static bool
head_decode(uint8_t head[COMP_PAGE], const struct comp_attr *data,
    const struct comp_layout *const lo[SPHERE_PARTS], const struct slot *slot,
    struct slot *nextp)
{
	uint32_t crc = be32_get(head + 12);
	bool newer;

	be32_put(head + 12, 0);
	return memcmp(head, batch_magic, 8) == 0 &&
	       crc32c(head, COMP_PAGE) == crc &&
	       be32_get(head + 8) <= BATCH_VERSION &&
	       memcmp(head + 16, data->sphere, SPHERE_ID_LEN) == 0 &&
	       memcmp(head + 32, data->id, SPHERE_ID_LEN) == 0 &&
	       slot_record_decode(
		   head + BATCH_SLOT, data->sphere, nextp, &newer) &&
	       nextp->state.seq == slot->state.seq + 1 &&
	       nextp->state.reset_epoch == slot->state.reset_epoch &&
	       slot_fits(nextp, lo);
}

/* May the extent be written where it says? */
static bool
extent_fits(const struct batch_extent *ext,
    const struct comp_layout *const lo[SPHERE_PARTS],
    const struct sphere_state *state)
{
	uint64_t low, high;

	if ((unsigned)ext->part >= SPHERE_PARTS || lo[ext->part] == NULL)
		return false;
	low = ext->part == SPHERE_DATA ? COMP_HEADER_LEN : COMP_SLOT_OFFSET;
	high = layout_file_len(lo[ext->part], state->part[ext->part].harba);
	return ext->len > 0 && ext->len % COMP_PAGE == 0 &&
	       ext->offset % COMP_PAGE == 0 && ext->offset >= low &&
	       ext->offset < high && ext->len <= high - ext->offset;
}

static bool
dir_decode(const uint8_t *dir, const struct comp_layout *const lo[SPHERE_PARTS],
    uint64_t images_len, struct batch *batch)
{
	uint64_t at = 0;

	for (size_t i = 0; i < batch->nextents; i++) {
		struct batch_extent *ext = &batch->extents[i];
		const uint8_t *p = dir + i * BATCH_DIR_ENTRY;

		ext->part = (enum sphere_part)be32_get(p);
		ext->len = be32_get(p + 4);
		ext->offset = be64_get(p + 8);
		ext->crc = be32_get(p + 16);
		if (!extent_fits(ext, lo, &batch->slot.state) ||
		    ext->len > images_len - at)
			return false;
		ext->image = batch->mem + at;
		at += ext->len;
		if (crc32c(ext->image, ext->len) != ext->crc)
			return false;
	}
	return at == images_len;
}

/* Read directory and images behind a valid head. */
static enum ds_status
body_read(struct vol_file *file, const uint8_t *head,
    const struct comp_layout *const lo[SPHERE_PARTS], bool *foundp,
    struct batch *batch, struct ds_diag *diag)
{
	uint64_t size = vol_size(file), images_len = be64_get(head + 56);
	size_t n = be32_get(head + 48), dir_len = n * BATCH_DIR_ENTRY;
	uint64_t images = COMP_PAGE + page_ceil(dir_len);
	uint8_t *dir = NULL;
	enum ds_status st = DS_OK;

	*foundp = false;
	if (n == 0 || images > size || images_len > size - images)
		return DS_OK;
	batch->nextents = n;
	batch->extents = calloc(n, sizeof(*batch->extents));
	batch->mem = page_alloc((size_t)images_len + 1);
	dir = page_alloc(dir_len);
	if (batch->extents == NULL || batch->mem == NULL || dir == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, "double-write batch");
	if (st == DS_OK)
		st = vol_read(file, COMP_PAGE, dir, dir_len, diag);
	if (st == DS_OK)
		st = vol_read(
		    file, images, batch->mem, (size_t)images_len, diag);
	if (st == DS_OK)
		*foundp = crc32c(dir, dir_len) == be32_get(head + 52) &&
			  dir_decode(dir, lo, images_len, batch);
	free(dir);
	return st;
}

enum ds_status
batch_read(struct volume *vol, const struct comp_attr *data,
    const struct comp_layout *const lo[SPHERE_PARTS], const struct slot *slot,
    bool *foundp, struct batch *batch, struct ds_diag *diag)
{
	char name[BATCH_NAME_LEN];
	uint8_t head[COMP_PAGE];
	struct vol_file *file = NULL;
	struct batch found;
	bool complete = false;
	enum ds_status st;

	memset(&found, 0, sizeof(found));
	batch_name(data->id, name);
	st = vol_file_open(vol, name, VOL_READ, &file, diag);
	if (st == DS_NOFILE) {
		*foundp = false;
		return DS_OK;
	}
	if (st != DS_OK ||
	    (st = vol_read(file, 0, head, COMP_PAGE, diag)) != DS_OK)
		goto out;
	if (head_decode(head, data, lo, slot, &found.slot))
		st = body_read(file, head, lo, &complete, &found, diag);
	if (st == DS_OK)
		*foundp = complete;
	if (st == DS_OK && complete) {
		*batch = found;
		memset(&found, 0, sizeof(found));
	}
out:
	batch_free(&found);
	vol_file_close(&file);
	return st;
}
