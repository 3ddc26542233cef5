/*
 * The double-write batch: all that a commit writes in place is first written
 * to a file beside the data component, checksummed and flushed. From then on
 * the commit is decided: whoever opens the sphere next finishes it. A batch
 * leads from one state to the next by sequence number, so it is obsolete as
 * soon as that state is in its slot (doc/formats/component.md).
 *
 * Images are whole 4 KiB pages of a file, those that a change has touched: a
 * control interval may share its first or last page with a neighbour, whose
 * bytes then go along.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum {
	BATCH_VERSION = 2, /* with members; without, 1 */
	BATCH_SLOT = 512,  /* the state's record */
	BATCH_DIR_ENTRY = 24,
	BATCH_MEMBER = 1024, /* identities, and the state's record at 512 */
	BATCH_EXTENT_AIM = 1024 * 1024, /* bytes */
	BATCH_GATHER = 1024 * 1024,     /* bytes of images written at once */
	BATCH_LARGE = 1024 * 1024,      /* goes past the page cache */
	EXTENT_LONG = 256 * 1024,       /* likewise, in place */
};
static const uint8_t batch_magic[8] = {'C', 'T', 'M', 'T', 'B', 'T', 'C', 'H'};

struct batch_item {
	uint32_t party;
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
	uint32_t max_len;        /* of an extent */
	uint64_t bytes;          /* of all of them */
	struct waves *ws;        /* images on their way */
	struct vol_file *direct; /* the batch, when it is large */
	uint8_t *ckpt;           /* a page a party */
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

	if (a->party != b->party)
		return a->party < b->party ? -1 : 1;
	if (a->part != b->part)
		return a->part < b->part ? -1 : 1;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* One more, or when plan is NULL only a count. */
static void
item_add(struct batch_plan *plan, size_t *np, const struct batch_item *item)
{
	if (plan != NULL)
		plan->items[plan->nitems++] = *item;
	(*np)++;
}

/*
 * The pages that differ of a frame whose image is at offset at of the file; a
 * single page between two of them goes along.
 */
static void
items_of_frame(struct batch_plan *plan, size_t *np, const struct pool *pool,
    uint32_t party, const struct frame *frame, uint64_t at)
{
	uint32_t granule = frame_granule(pool->frame_len);
	uint64_t end = at + pool->frame_len, lo = 0, hi = 0;
	struct batch_item item = {
	    party, pool->part, pool->frame_len, at, frame->buf.data};

	if (frame->differs == UINT64_MAX) {
		item_add(plan, np, &item);
		return;
	}
	for (uint32_t i = 0; i < 64; i++) {
		uint64_t from = page_floor(at + (uint64_t)i * granule);
		uint64_t to = page_ceil(at + (uint64_t)(i + 1) * granule);

		if ((frame->differs & (uint64_t)1 << i) == 0)
			continue;
		from = from > at ? from : at;
		to = to < end ? to : end;
		if (hi > 0 && from > hi + COMP_PAGE) {
			item.offset = lo;
			item.len = (uint32_t)(hi - lo);
			item.image = frame->buf.data + (lo - at);
			item_add(plan, np, &item);
			hi = 0;
		}
		lo = hi > 0 ? lo : from;
		hi = to;
	}
	if (hi == 0)
		return;
	item.offset = lo;
	item.len = (uint32_t)(hi - lo);
	item.image = frame->buf.data + (lo - at);
	item_add(plan, np, &item);
}

static void
items_of_pool(struct batch_plan *plan, size_t *np, uint32_t party,
    const struct component *comp, const struct pool *pool, bool side)
{
	for (uint32_t i = 0; i < pool->ndirty; i++) {
		const struct frame *frame = pool->frames[i];

		items_of_frame(plan, np, pool, party, frame,
		    side ? layout_side_offset(&comp->lo, frame->key)
			 : layout_offset(&comp->lo, frame->key));
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

		if (cur == NULL || it->party != cur->ext.party ||
		    it->part != cur->ext.part || lo > end ||
		    (lo == end && hi - cur->ext.offset > BATCH_EXTENT_AIM)) {
			if (cur != NULL)
				cur->whole &= filled == end;
			cur = &plan->extents[plan->nextents++];
			cur->ext.party = it->party;
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

/* Is the index of a party changed by the commit? */
static bool
changes_index(const struct sphere *sp)
{
	return sp->nparts > SPHERE_INDEX &&
	       sp->pending.index_ckpt == sp->pending.state.seq;
}

static void
items_of_party(struct batch_plan *plan, size_t *np, const struct sphere *sp,
    uint32_t party)
{
	uint8_t *ckpt;

	for (unsigned i = 0; i < sp->nparts; i++) {
		const struct component *comp = &sp->comp[i];

		items_of_pool(plan, np, party, comp, &comp->pool, false);
		items_of_pool(plan, np, party, comp, &comp->side, true);
	}
	if (plan == NULL || !changes_index(sp))
		return;
	ckpt = plan->ckpt + (size_t)party * COMP_PAGE;
	ckpt_encode(
	    sp->pending.index_ckpt, sp->comp[SPHERE_DATA].attr.sphere, ckpt);
	plan->items[plan->nitems++] = (struct batch_item){
	    party, SPHERE_INDEX, COMP_PAGE, COMP_SLOT_OFFSET, ckpt};
}

enum ds_status
batch_plan_make(
    struct sphere *sp, struct batch_plan **planp, struct ds_diag *diag)
{
	struct batch_plan *plan = calloc(1, sizeof(*plan));
	size_t n = sp->nparties; /* the checkpoints */

	if (plan == NULL)
		goto nomem;
	for (size_t p = 0; p < sp->nparties; p++)
		items_of_party(NULL, &n, sp->parties[p], (uint32_t)p);
	plan->items = calloc(n, sizeof(*plan->items));
	plan->extents = calloc(n, sizeof(*plan->extents));
	plan->ckpt = calloc(sp->nparties, COMP_PAGE);
	if (plan->items == NULL || plan->extents == NULL || plan->ckpt == NULL)
		goto nomem;
	for (size_t p = 0; p < sp->nparties; p++)
		items_of_party(plan, &n, sp->parties[p], (uint32_t)p);
	qsort(plan->items, plan->nitems, sizeof(*plan->items), item_order);
	plan_extents(plan);
	for (size_t i = 0; i < plan->nextents; i++)
		plan->bytes += plan->extents[i].ext.len;
	if (plan->nextents > 0 &&
	    waves_new((size_t)plan->max_len + BATCH_GATHER, &plan->ws) != DS_OK)
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
	waves_free(&plan->ws);
	vol_file_close(&plan->direct);
	free(plan->ckpt);
	free(plan);
	*planp = NULL;
}

bool
batch_plan_empty(const struct batch_plan *plan)
{
	return plan->nextents == 0;
}

bool
batch_plan_has(
    const struct batch_plan *plan, uint32_t party, enum sphere_part part)
{
	for (size_t i = 0; i < plan->nextents; i++)
		if (plan->extents[i].ext.party == party &&
		    plan->extents[i].ext.part == part)
			return true;
	return false;
}

/* What the file has between two items. */
static enum ds_status
gap_read(struct sphere *sp, const struct plan_extent *pe, uint64_t from,
    uint64_t to, uint8_t *image, struct ds_diag *diag)
{
	if (from == to)
		return DS_OK;
	return comp_read(sp->parties[pe->ext.party], pe->ext.part, from,
	    image + (from - pe->ext.offset), (size_t)(to - from), diag);
}

/* An extent's image as it will be in the file. */
static enum ds_status
extent_fill(struct sphere *sp, const struct batch_plan *plan,
    const struct plan_extent *pe, uint8_t *image, struct ds_diag *diag)
{
	uint64_t at = pe->ext.offset;
	enum ds_status st;

	for (size_t i = pe->first; i < pe->end; i++) {
		const struct batch_item *it = &plan->items[i];

		if ((st = gap_read(sp, pe, at, it->offset, image, diag)) !=
		    DS_OK)
			return st;
		memcpy(
		    image + (it->offset - pe->ext.offset), it->image, it->len);
		at = it->offset + it->len;
	}
	return gap_read(sp, pe, at, pe->ext.offset + pe->ext.len, image, diag);
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

/* Where things are in the file, behind the head. */
struct batch_places {
	size_t members, dir; /* bytes, of whole pages */
};

static struct batch_places
places_of(size_t nmembers, size_t nextents)
{
	return (struct batch_places){
	    page_ceil(nmembers * BATCH_MEMBER),
	    page_ceil(nextents * BATCH_DIR_ENTRY),
	};
}

static void
head_encode(const struct sphere *sp, const struct batch_plan *plan,
    uint64_t images_len, const uint8_t *members, const uint8_t *dir,
    uint8_t head[COMP_PAGE])
{
	const struct comp_attr *data = &sp->comp[SPHERE_DATA].attr;
	size_t n = sp->nparties - 1;

	memset(head, 0, COMP_PAGE);
	memcpy(head, batch_magic, 8);
	be32_put(head + 8, n > 0 ? BATCH_VERSION : 1);
	memcpy(head + 16, data->sphere, SPHERE_ID_LEN);
	memcpy(head + 32, data->id, SPHERE_ID_LEN);
	be32_put(head + 48, (uint32_t)plan->nextents);
	be32_put(head + 52, crc32c(dir, plan->nextents * BATCH_DIR_ENTRY));
	be64_put(head + 56, images_len);
	be32_put(head + 64, (uint32_t)n);
	be32_put(head + 68, n > 0 ? crc32c(members, n * BATCH_MEMBER) : 0);
	slot_record_encode(&sp->pending, data->sphere, head + BATCH_SLOT);
	be32_put(head + 12, crc32c(head, COMP_PAGE));
}

static void
members_encode(const struct sphere *sp, uint8_t *members)
{
	for (size_t i = 1; i < sp->nparties; i++) {
		const struct sphere *party = sp->parties[i];
		const struct comp_attr *data = &party->comp[SPHERE_DATA].attr;
		uint8_t *p = members + (i - 1) * BATCH_MEMBER;

		memcpy(p, data->id, SPHERE_ID_LEN);
		memcpy(p + 16, data->sphere, SPHERE_ID_LEN);
		slot_record_encode(
		    &party->pending, data->sphere, p + BATCH_SLOT);
	}
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
		be32_put(p + 20, ext->party);
	}
}

/* A large one has its space at once, and goes past the page cache. */
static enum ds_status
batch_large(struct sphere *sp, struct batch_plan *plan, uint64_t len,
    struct vol_file **filep, struct ds_diag *diag)
{
	uint64_t size = vol_size(sp->batch);
	char name[BATCH_NAME_LEN];
	enum ds_status st;

	*filep = sp->batch;
	if (plan->bytes < BATCH_LARGE)
		return DS_OK;
	if (size < len &&
	    (st = vol_reserve(sp->batch, size, len - size, diag)) != DS_OK)
		return st;
	batch_name(sp->comp[SPHERE_DATA].attr.id, name);
	st = vol_file_open(
	    sp->vol, name, VOL_WRITE | VOL_DIRECT, &plan->direct, diag);
	if (st == DS_OK)
		*filep = plan->direct;
	return st;
}

/* The images, one behind the other from *endp on, in large writes. */
static enum ds_status
images_write(struct sphere *sp, struct batch_plan *plan, uint64_t *endp,
    struct ds_diag *diag)
{
	size_t most = (size_t)plan->max_len + BATCH_GATHER, held = 0;
	struct vol_file *file = NULL;
	uint8_t *image = NULL;
	enum ds_status st;

	st = batch_large(sp, plan, *endp + plan->bytes, &file, diag);
	for (size_t i = 0; st == DS_OK && i < plan->nextents; i++) {
		struct plan_extent *pe = &plan->extents[i];

		if (held == 0 &&
		    (st = waves_room(plan->ws, most, &image, diag)) != DS_OK)
			break;
		st = extent_fill(sp, plan, pe, image + held, diag);
		if (st != DS_OK)
			break;
		pe->ext.crc = crc32c(image + held, pe->ext.len);
		held += pe->ext.len;
		if (held < BATCH_GATHER && i + 1 < plan->nextents)
			continue;
		st = waves_write(plan->ws, file, *endp, held, diag);
		*endp += held;
		held = 0;
	}
	return st == DS_OK ? waves_end(plan->ws, diag) : st;
}

enum ds_status
batch_write(struct sphere *sp, struct batch_plan *plan, struct ds_diag *diag)
{
	struct batch_places at = places_of(sp->nparties - 1, plan->nextents);
	uint64_t images = COMP_PAGE + at.members + at.dir, end = images;
	uint8_t *head = NULL, *members, *dir;
	enum ds_status st;

	if ((st = batch_open(sp, diag)) != DS_OK)
		return st;
	if ((head = page_alloc((size_t)images)) == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	members = head + COMP_PAGE;
	dir = members + at.members;
	if ((st = images_write(sp, plan, &end, diag)) != DS_OK)
		goto out;
	memset(members, 0, at.members + at.dir);
	members_encode(sp, members);
	dir_encode(plan, dir);
	head_encode(sp, plan, end - images, members, dir, head);
	st = vol_write(sp->batch, 0, head, (size_t)images, diag);
out:
	free(head);
	return st;
}

/* Where an extent goes: a long one past the page cache. Single control
 * intervals stay in it, for who has no frame for them, and the kernel sorts
 * them. */
static enum ds_status
place_of(const struct sphere *sp, const struct plan_extent *pe,
    struct vol_file **filep, struct ds_diag *diag)
{
	struct sphere *party = sp->parties[pe->ext.party];

	*filep = party->comp[pe->ext.part].file;
	if (pe->ext.len < EXTENT_LONG || !pe->whole)
		return DS_OK;
	return comp_direct(party, pe->ext.part, filep, diag);
}

enum ds_status
batch_apply(struct sphere *sp, struct batch_plan *plan, struct ds_diag *diag)
{
	struct vol_file *file = NULL;
	uint8_t *image = NULL;
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < plan->nextents; i++) {
		const struct plan_extent *pe = &plan->extents[i];

		sp->parties[pe->ext.party]->stats[pe->ext.part].excps++;
		if ((st = place_of(sp, pe, &file, diag)) != DS_OK ||
		    (st = waves_room(plan->ws, pe->ext.len, &image, diag)) !=
			DS_OK ||
		    (st = extent_fill(sp, plan, pe, image, diag)) != DS_OK)
			break;
		st = waves_write(
		    plan->ws, file, pe->ext.offset, pe->ext.len, diag);
		share_instant(SHARE_PLACING);
	}
	return st == DS_OK ? waves_end(plan->ws, diag) : st;
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
	free(batch->others);
	memset(batch, 0, sizeof(*batch));
}

/* What is looked for while a batch is read. */
struct reading {
	struct vol_file *file;
	const struct comp_attr *data; /* of the sphere that asks */
	const struct comp_layout *const *lo;
	const struct slot *slot; /* its own */
	uint8_t head[COMP_PAGE];
	uint32_t party, nmembers;
	size_t nextents; /* of all parties */
	uint8_t *members, *dir;
	struct batch batch;
};

/* Is this the head of a batch, whole by itself? */
static bool
head_valid(struct reading *rd, const uint8_t *owner)
{
	uint32_t crc = be32_get(rd->head + 12);
	uint8_t copy[COMP_PAGE];

	memcpy(copy, rd->head, COMP_PAGE);
	be32_put(copy + 12, 0);
	rd->nextents = be32_get(rd->head + 48);
	rd->nmembers = be32_get(rd->head + 64);
	return memcmp(copy, batch_magic, 8) == 0 &&
	       (sphere_is_mutant(SPHERE_NO_HEAD_CRC) ||
		   crc32c(copy, COMP_PAGE) == crc) &&
	       be32_get(copy + 8) <= BATCH_VERSION &&
	       memcmp(copy + 32, owner, SPHERE_ID_LEN) == 0;
}

/* Does a party's record lead the sphere that asks on from where it is? */
static bool
leads_on(struct reading *rd, const uint8_t *id, const uint8_t *sphere,
    const uint8_t *rec)
{
	struct slot *next = &rd->batch.slot;
	bool newer;

	return memcmp(id, rd->data->id, SPHERE_ID_LEN) == 0 &&
	       memcmp(sphere, rd->data->sphere, SPHERE_ID_LEN) == 0 &&
	       slot_record_decode(rec, rd->data->sphere, next, &newer) &&
	       next->state.seq == rd->slot->state.seq + 1 &&
	       next->state.reset_epoch == rd->slot->state.reset_epoch &&
	       slot_fits(next, rd->lo);
}

/* Which party is the sphere that asks? The others go into the batch. */
static enum ds_status
find_party(struct reading *rd, bool *foundp, struct ds_diag *diag)
{
	struct batch *batch = &rd->batch;

	*foundp =
	    leads_on(rd, rd->head + 32, rd->head + 16, rd->head + BATCH_SLOT);
	rd->party = 0;
	for (uint32_t i = 0; i < rd->nmembers && !*foundp; i++) {
		const uint8_t *p = rd->members + (size_t)i * BATCH_MEMBER;

		*foundp = leads_on(rd, p, p + 16, p + BATCH_SLOT);
		rd->party = i + 1;
	}
	if (!*foundp || rd->party != 0 || rd->nmembers == 0)
		return DS_OK;
	batch->others = calloc(rd->nmembers, SPHERE_ID_LEN);
	if (batch->others == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "double-write batch");
	batch->nothers = rd->nmembers;
	for (uint32_t i = 0; i < rd->nmembers; i++)
		memcpy(batch->others[i], rd->members + (size_t)i * BATCH_MEMBER,
		    SPHERE_ID_LEN);
	return DS_OK;
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

/* All images must be whole; those of the sphere that asks are kept. */
static bool
dir_decode(struct reading *rd, uint64_t images_len)
{
	struct batch *batch = &rd->batch;
	uint64_t at = 0;

	for (size_t i = 0; i < rd->nextents; i++) {
		struct batch_extent ext = {0};
		const uint8_t *p = rd->dir + i * BATCH_DIR_ENTRY;

		ext.part = (enum sphere_part)be32_get(p);
		ext.len = be32_get(p + 4);
		ext.offset = be64_get(p + 8);
		ext.crc = be32_get(p + 16);
		ext.party = be32_get(p + 20);
		ext.image = batch->mem + at;
		if (ext.party > rd->nmembers || ext.len > images_len - at ||
		    (!sphere_is_mutant(SPHERE_NO_IMAGE_CRC) &&
			crc32c(ext.image, ext.len) != ext.crc))
			return false;
		at += ext.len;
		if (ext.party != rd->party)
			continue;
		if (!extent_fits(&ext, rd->lo, &batch->slot.state))
			return false;
		batch->extents[batch->nextents++] = ext;
	}
	return at == images_len;
}

/* Members, directory and images behind a valid head. */
static enum ds_status
body_read(struct reading *rd, bool *foundp, struct ds_diag *diag)
{
	uint64_t size = vol_size(rd->file),
		 images_len = be64_get(rd->head + 56);
	struct batch_places at;
	uint64_t images;
	enum ds_status st;

	*foundp = false;
	if (rd->nextents > size / BATCH_DIR_ENTRY ||
	    rd->nmembers > size / BATCH_MEMBER)
		return DS_OK;
	at = places_of(rd->nmembers, rd->nextents);
	images = COMP_PAGE + at.members + at.dir;
	if (images > size || images_len > size - images)
		return DS_OK;
	rd->members = page_alloc(at.members + at.dir + 1);
	rd->batch.extents =
	    calloc(rd->nextents + 1, sizeof(struct batch_extent));
	rd->batch.mem = page_alloc((size_t)images_len + 1);
	if (rd->members == NULL || rd->batch.extents == NULL ||
	    rd->batch.mem == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "double-write batch");
	rd->dir = rd->members + at.members;
	if ((st = vol_read(rd->file, COMP_PAGE, rd->members,
		 at.members + at.dir, diag)) != DS_OK)
		return st;
	if (crc32c(rd->members, rd->nmembers * BATCH_MEMBER) !=
		be32_get(rd->head + 68) &&
	    rd->nmembers > 0)
		return DS_OK;
	if (crc32c(rd->dir, rd->nextents * BATCH_DIR_ENTRY) !=
	    be32_get(rd->head + 52))
		return DS_OK;
	if ((st = find_party(rd, foundp, diag)) != DS_OK || !*foundp)
		return st;
	st =
	    vol_read(rd->file, images, rd->batch.mem, (size_t)images_len, diag);
	*foundp = st == DS_OK && dir_decode(rd, images_len);
	return st;
}

/* The batch of one owner, for the sphere that asks. */
static enum ds_status
read_of(struct volume *vol, const uint8_t *owner, struct reading *rd,
    bool *foundp, struct ds_diag *diag)
{
	char name[BATCH_NAME_LEN];
	enum ds_status st;

	batch_name(owner, name);
	*foundp = false;
	st = vol_file_open(vol, name, VOL_READ, &rd->file, diag);
	if (st == DS_NOFILE)
		return DS_OK;
	if (st == DS_OK)
		st = vol_read(rd->file, 0, rd->head, COMP_PAGE, diag);
	if (st == DS_OK && head_valid(rd, owner))
		st = body_read(rd, foundp, diag);
	free(rd->members);
	rd->members = NULL;
	vol_file_close(&rd->file);
	if (st != DS_OK || !*foundp)
		batch_free(&rd->batch);
	else
		memcpy(rd->batch.owner, owner, SPHERE_ID_LEN);
	return st;
}

enum ds_status
batch_read(struct volume *vol, const struct comp_attr *data,
    const struct comp_layout *const lo[SPHERE_PARTS], const struct slot *slot,
    bool *foundp, struct batch *batch, struct ds_diag *diag)
{
	struct reading rd = {.data = data, .lo = lo, .slot = slot};
	bool found = false;
	enum ds_status st;

	st = read_of(vol, data->id, &rd, &found, diag);
	if (st == DS_OK && !found && comp_has_base(data))
		st = read_of(vol, data->base, &rd, &found, diag);
	if (st != DS_OK)
		return st;
	*foundp = found;
	if (found)
		*batch = rd.batch;
	return DS_OK;
}

enum ds_status
batch_settle(
    struct volume *vol, const struct batch *batch, struct ds_diag *diag)
{
	char name[BATCH_NAME_LEN];
	struct vol_file *file = NULL;
	enum ds_status st;

	if (flush_skipped(FLUSH_FOUND))
		return DS_OK;
	batch_name(batch->owner, name);
	if ((st = vol_file_open(vol, name, VOL_WRITE, &file, diag)) != DS_OK)
		return st;
	st = vol_flush(file, diag);
	vol_file_close(&file);
	return st == DS_OK ? vol_sync(vol, diag) : st;
}
