/*
 * Many control intervals at once, for those who know beforehand what they will
 * want: what the pool has comes near, into the processor's cache; what it
 * lacks is read, all of it in flight together.
 *
 * Past the page cache, when that has not the first one: random reads through
 * it would wait for one another.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

struct bring {
	struct frame *frame; /* pinned; its image is to come */
	struct side_entry ent;
	struct vol_req req;
	struct iovec iov;
	uint8_t *bounce; /* whole pages, when read directly */
	size_t bounce_len;
	uint64_t offset; /* of the image in the file */
	bool sent;
};

static bool
bounce_ready(struct bring *b, size_t len)
{
	if (len <= b->bounce_len)
		return true;
	free(b->bounce);
	b->bounce = page_alloc(len);
	b->bounce_len = b->bounce != NULL ? len : 0;
	return b->bounce != NULL;
}

/* Bytes of the pages that an image can touch. */
static size_t
bounce_len(const struct component *comp)
{
	return (size_t)page_ceil(comp->lo.ci_len) + COMP_PAGE;
}

static void
bring_send(struct sphere *sp, struct component *comp, struct bring *b,
    struct vol_file *file, bool direct)
{
	uint64_t from = b->offset, end = from + comp->lo.ci_len;

	b->iov.iov_base = b->frame->buf.data;
	if (direct) {
		if (!bounce_ready(b, bounce_len(comp)))
			return;
		from = page_floor(from);
		end = page_ceil(end);
		b->iov.iov_base = b->bounce;
	}
	b->iov.iov_len = (size_t)(end - from);
	b->req = (struct vol_req){.offset = from, .iov = &b->iov, .niov = 1};
	sp->stats[b->frame->buf.part].excps++;
	comp->pool.reads++;
	b->sent = vol_submit(file, &b->req, NULL) == DS_OK;
}

/* The image has arrived, is whole, and is in the frame. */
static bool
bring_finish(struct sphere *sp, struct component *comp, struct bring *b,
    struct vol_file *file, bool direct)
{
	struct sphere_buf *buf = &b->frame->buf;

	if (!b->sent || vol_wait(file, &b->req, NULL) != DS_OK)
		return false;
	if (direct)
		memcpy(buf->data, b->bounce + (b->offset - b->req.offset),
		    comp->lo.ci_len);
	if (!share_valid(sp))
		return false;
	if (sp->overlaid)
		overlay_patch(
		    sp, buf->part, b->offset, buf->data, comp->lo.ci_len);
	return side_ci_check(sp, buf->part, b->frame->key, buf->data, &b->ent,
		   NULL) == DS_OK;
}

/* A frame for what is missing; true when it has to be read. */
static bool
bring_begin(
    struct sphere *sp, enum sphere_part part, uint64_t rba, struct bring *b)
{
	struct component *comp = &sp->comp[part];

	if (rba >= sp->state.part[part].harba || rba % comp->lo.ci_len != 0 ||
	    pool_find(&comp->pool, rba) != NULL || pend_has(sp, part, rba) ||
	    side_lookup(sp, part, rba, &b->ent, NULL) != DS_OK ||
	    side_entry_unwritten(&b->ent) ||
	    (b->frame = pool_take(&comp->pool, rba)) == NULL)
		return false;
	b->frame->pins++;
	b->frame->buf.records = b->ent.records;
	b->frame->buf.bytes = b->ent.bytes;
	b->offset = layout_offset(&comp->lo, rba);
	b->sent = false;
	return true;
}

static void
bring_all(struct sphere *sp, enum sphere_part part, struct bring *b, size_t n)
{
	struct component *comp = &sp->comp[part];
	struct vol_file *file = comp->file;
	bool direct;

	/* One alone gains nothing from a detour. */
	direct =
	    n > 1 &&
	    vol_cached(file, b[0].offset, comp->lo.ci_len) < comp->lo.ci_len &&
	    comp_direct(sp, part, &file, NULL) == DS_OK;
	for (size_t i = 0; i < n; i++)
		bring_send(sp, comp, &b[i], file, direct);
	for (size_t i = 0; i < n; i++) {
		bool whole = bring_finish(sp, comp, &b[i], file, direct);

		b[i].frame->pins--;
		if (!whole)
			pool_drop(&comp->pool, b[i].frame);
	}
}

static void
bring_missing(
    struct sphere *sp, enum sphere_part part, const uint64_t *rbas, size_t n)
{
	size_t begun = 0;

	if (sp->bring == NULL)
		sp->bring = calloc(BUF_BRING_MAX, sizeof(*sp->bring));
	for (size_t i = 0; sp->bring != NULL && i < n; i++)
		if (bring_begin(sp, part, rbas[i], &sp->bring[begun]))
			begun++;
	if (begun > 0)
		bring_all(sp, part, sp->bring, begun);
}

void
bring_free(struct sphere *sp)
{
	for (size_t i = 0; sp->bring != NULL && i < BUF_BRING_MAX; i++)
		free(sp->bring[i].bounce);
	free(sp->bring);
	sp->bring = NULL;
}

void
buf_bring(
    struct sphere *sp, enum sphere_part part, const uint64_t *rbas, size_t n)
{
	const struct pool *pool;
	size_t missing = 0;

	if (n > BUF_BRING_MAX || sphere_check(sp, part, NULL) != DS_OK)
		return;
	pool = &sp->comp[part].pool;
	for (size_t i = 0; pool->hash != NULL && i < n; i++)
		__builtin_prefetch(
		    &pool->hash[pool_hash(rbas[i]) & pool->hash_mask]);
	for (size_t i = 0; pool->hash != NULL && i < n; i++)
		__builtin_prefetch(pool_peek(pool, rbas[i]));
	for (size_t i = 0; i < n; i++)
		if (pool_find(pool, rbas[i]) == NULL)
			missing++;
	if (missing > 0)
		bring_missing(sp, part, rbas, n);
}
