/*
 * Frames: images in memory, found by their RBA (or side page number). Clean
 * frames are replaced by the clock; dirty ones stay until a commit, so the
 * pool grows when everything in it is dirty or pinned.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum { SLAB_LEN = 256 * 1024, CLOCK_STEPS = 128 };

/* Frames and their images, allocated together so that images lie densely. */
struct frame_slab {
	struct frame_slab *next;
	uint8_t *images;
	struct frame frames[];
};

void
pool_init(struct pool *pool, enum sphere_part part, uint32_t frame_len,
    uint32_t limit)
{
	memset(pool, 0, sizeof(*pool));
	pool->part = part;
	pool->frame_len = frame_len;
	pool->limit = limit;
}

static void
frame_forget(struct frame *frame)
{
	if (frame->buf.decoded != NULL && frame->buf.decoded_free != NULL)
		frame->buf.decoded_free(frame->buf.decoded);
	frame->buf.decoded = NULL;
	frame->buf.decoded_free = NULL;
}

void
pool_free(struct pool *pool)
{
	struct frame_slab *slab;

	for (size_t i = 0; i < pool->nframes; i++)
		frame_forget(pool->frames[i]);
	while ((slab = pool->slabs) != NULL) {
		pool->slabs = slab->next;
		free(slab->images);
		free(slab);
	}
	free(pool->frames);
	free(pool->hash);
	memset(pool, 0, sizeof(*pool));
}

static size_t
hash_of(const struct pool *pool, uint64_t key)
{
	uint64_t h = key * 0x9E3779B97F4A7C15U;

	return (size_t)(h >> 32) & (pool->nhash - 1);
}

struct frame *
pool_find(const struct pool *pool, uint64_t key)
{
	struct frame *frame;

	if (pool->nhash == 0)
		return NULL;
	frame = pool->hash[hash_of(pool, key)];
	while (frame != NULL && frame->key != key)
		frame = frame->hash_next;
	return frame;
}

static void
hash_add(struct pool *pool, struct frame *frame)
{
	struct frame **head = &pool->hash[hash_of(pool, frame->key)];

	frame->hash_next = *head;
	*head = frame;
}

static void
hash_remove(struct pool *pool, struct frame *frame)
{
	struct frame **at = &pool->hash[hash_of(pool, frame->key)];

	while (*at != frame)
		at = &(*at)->hash_next;
	*at = frame->hash_next;
}

static bool
hash_grow(struct pool *pool, size_t want)
{
	size_t nhash = pool->nhash > 0 ? pool->nhash : 16;
	struct frame **hash;

	while (nhash < want)
		nhash *= 2;
	if (nhash == pool->nhash)
		return true;
	if ((hash = calloc(nhash, sizeof(struct frame *))) == NULL)
		return false;
	free(pool->hash);
	pool->hash = hash;
	pool->nhash = nhash;
	for (size_t i = 0; i < pool->nframes; i++)
		if (pool->frames[i]->used)
			hash_add(pool, pool->frames[i]);
	return true;
}

static bool
list_grow(struct pool *pool, size_t want)
{
	size_t cap = pool->frames_cap > 0 ? pool->frames_cap : 16;
	struct frame **frames;

	if (want <= pool->frames_cap)
		return true;
	while (cap < want)
		cap *= 2;
	frames = realloc(pool->frames, cap * sizeof(struct frame *));
	if (frames == NULL)
		return false;
	pool->frames = frames;
	pool->frames_cap = cap;
	return true;
}

static bool
pool_grow(struct pool *pool)
{
	uint32_t n = SLAB_LEN / pool->frame_len;
	struct frame_slab *slab;

	if (pool->nframes < pool->limit && n > pool->limit - pool->nframes)
		n = pool->limit - pool->nframes;
	n = n > 0 ? n : 1;
	if (!hash_grow(pool, (size_t)pool->nframes + n) ||
	    !list_grow(pool, (size_t)pool->nframes + n))
		return false;
	slab = calloc(1, sizeof(*slab) + n * sizeof(struct frame));
	if (slab == NULL ||
	    (slab->images = page_alloc((size_t)n * pool->frame_len)) == NULL) {
		free(slab);
		return false;
	}
	slab->next = pool->slabs;
	pool->slabs = slab;
	for (uint32_t i = 0; i < n; i++) {
		struct frame *frame = &slab->frames[i];

		frame->buf.data = slab->images + (size_t)i * pool->frame_len;
		frame->buf.part = pool->part;
		frame->hash_next = pool->spare;
		pool->spare = frame;
		pool->frames[pool->nframes++] = frame;
	}
	return true;
}

/* A clean frame that was not used since the clock passed it last; tries a
 * bounded number, so that a pool of dirty frames grows and is not searched
 * over and over. */
static struct frame *
clock_victim(struct pool *pool)
{
	uint32_t steps =
	    pool->nframes < CLOCK_STEPS / 2 ? 2 * pool->nframes : CLOCK_STEPS;

	if (pool->ndirty == pool->nframes)
		return NULL;
	while (steps-- > 0) {
		struct frame *frame = pool->frames[pool->clock];

		pool->clock = (pool->clock + 1) % pool->nframes;
		if (!frame->used || frame->pins > 0 || frame->dirty)
			continue;
		if (!frame->touched)
			return frame;
		frame->touched = false;
	}
	return NULL;
}

struct frame *
pool_take(struct pool *pool, uint64_t key)
{
	struct frame *frame = NULL;

	if (pool->spare == NULL && pool->nframes >= pool->limit &&
	    (frame = clock_victim(pool)) != NULL)
		pool_drop(pool, frame);
	if (pool->spare == NULL && !pool_grow(pool))
		return NULL;
	frame = pool->spare;
	pool->spare = frame->hash_next;
	frame->key = key;
	frame->used = true;
	frame->touched = true;
	frame->fresh = false;
	frame->told = 0;
	frame->pins = 0;
	frame->buf.rba = key;
	frame->buf.records = 0;
	frame->buf.bytes = 0;
	hash_add(pool, frame);
	return frame;
}

void
pool_drop(struct pool *pool, struct frame *frame)
{
	frame_forget(frame);
	hash_remove(pool, frame);
	if (frame->dirty)
		pool->ndirty--;
	frame->dirty = false;
	frame->used = false;
	frame->hash_next = pool->spare;
	pool->spare = frame;
}

void
pool_drop_all(struct pool *pool)
{
	for (uint32_t i = 0; i < pool->nframes; i++) {
		struct frame *frame = pool->frames[i];

		if (frame->used && frame->pins == 0)
			pool_drop(pool, frame);
	}
}

void
pool_reuse(struct pool *pool, struct frame *frame)
{
	frame_forget(frame);
	frame->gone = false;
	frame->hash_next = pool->spare;
	pool->spare = frame;
}

void
pool_detach_all(struct pool *pool)
{
	for (uint32_t i = 0; i < pool->nframes; i++) {
		struct frame *frame = pool->frames[i];

		if (!frame->used)
			continue;
		if (frame->pins == 0) {
			pool_drop(pool, frame);
			continue;
		}
		hash_remove(pool, frame);
		if (frame->dirty)
			pool->ndirty--;
		frame->dirty = frame->used = false;
		frame->gone = true;
	}
}

void
pool_dirty(struct pool *pool, struct frame *frame)
{
	frame->fresh = false;
	if (!frame->dirty)
		pool->ndirty++;
	frame->dirty = true;
}

void
pool_clean(struct pool *pool)
{
	for (uint32_t i = 0; i < pool->nframes && pool->ndirty > 0; i++)
		if (pool->frames[i]->dirty) {
			pool->frames[i]->dirty = false;
			pool->ndirty--;
		}
}
