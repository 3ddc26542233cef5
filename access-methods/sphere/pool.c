/*
 * Frames: images in memory, found by their RBA (or side page number). Clean
 * frames are replaced by the clock; dirty ones stay until a commit, so the
 * store grows when everything in it is dirty or pinned.
 *
 * Images lie densely in slabs, large ones on huge pages with their frames, so
 * that a keyed read misses few translations; memory is handed out in ascending
 * order and touched only then. A look-up finds the frame by one slot of an
 * open hash table.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "access-methods/sphere/sphere_int.h"

enum {
	SLAB_SMALL = 256 * 1024,
	SLAB_LARGE = 8 * 1024 * 1024,
	STORE_LARGE = 4 * 1024 * 1024, /* from here on */
	HUGE_LEN = 2 * 1024 * 1024,
	LINE_LEN = 64,
	CLOCK_BUSY = 128,
	NOTE_SHARE = 32, /* notes take so much of an image */
	HASH_MIN = 32,
};

/* A slab is one piece of memory: the images, then their frames. */
struct frame_slab {
	struct frame_slab *next;
	uint8_t *mem;
	size_t len;
};

static_assert(offsetof(struct frame, told) <= LINE_LEN,
    "a look-up touches one cache line of a frame");

/* --- memory ----------------------------------------------------------------
 */

/* Zeroed; on huge pages when it is large. */
static void *
mem_get(size_t len)
{
	uintptr_t at, begin;
	void *p;

	if (len < HUGE_LEN) {
		p = page_alloc(len);
		if (p != NULL)
			memset(p, 0, len);
		return p;
	}
	p = mmap(NULL, len + HUGE_LEN, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	at = (uintptr_t)p;
	begin = (at + HUGE_LEN - 1) & ~(uintptr_t)(HUGE_LEN - 1);
	if (begin > at)
		munmap(p, begin - at);
	if (at + HUGE_LEN > begin)
		munmap(
		    (uint8_t *)p + (begin - at) + len, at + HUGE_LEN - begin);
	p = (uint8_t *)p + (begin - at);
	madvise(p, len, MADV_HUGEPAGE); /* a hint */
	return p;
}

static void
mem_put(void *p, size_t len)
{
	if (p == NULL)
		return;
	if (len < HUGE_LEN)
		free(p);
	else
		munmap(p, len);
}

static bool
list_grow(struct frame ***listp, size_t *capp, size_t want)
{
	size_t cap = *capp > 0 ? *capp : 16;
	struct frame **list;

	if (want <= *capp)
		return true;
	while (cap < want)
		cap *= 2;
	list = realloc(*listp, cap * sizeof(*list));
	if (list == NULL)
		return false;
	*listp = list;
	*capp = cap;
	return true;
}

uint32_t
pool_extra(uint32_t frame_len)
{
	uint32_t extra = frame_len / NOTE_SHARE;

	/* whole cache lines; a control interval has up to 32 KiB */
	return (extra + LINE_LEN - 1) & ~(uint32_t)(LINE_LEN - 1);
}

/* From one image to the next. */
static size_t
stride(const struct frame_store *store)
{
	return (size_t)store->frame_len + store->extra;
}

static size_t
frame_cost(const struct frame_store *store)
{
	return stride(store) + sizeof(struct frame);
}

static bool
store_grow(struct frame_store *store)
{
	size_t cost = frame_cost(store), align = LINE_LEN, len;
	size_t held = (size_t)store->nframes * cost;
	size_t want = SLAB_SMALL;
	struct frame_slab *slab;
	struct frame *frame;
	uint32_t n;

	if (held >= STORE_LARGE && store->nframes < store->limit)
		want = SLAB_LARGE;
	n = (uint32_t)(want / cost);
	if (store->nframes < store->limit && n > store->limit - store->nframes)
		n = store->limit - store->nframes;
	n = n > 0 ? n : 1;
	if (!list_grow(&store->frames, &store->frames_cap,
		(size_t)store->nframes + n) ||
	    (slab = calloc(1, sizeof(*slab))) == NULL)
		return false;
	len = (n * stride(store) + align - 1) & ~(align - 1);
	slab->len = page_ceil(len + n * sizeof(struct frame));
	if (slab->len > HUGE_LEN)
		slab->len =
		    (slab->len + HUGE_LEN - 1) & ~(size_t)(HUGE_LEN - 1);
	if ((slab->mem = mem_get(slab->len)) == NULL) {
		free(slab);
		return false;
	}
	slab->next = store->slabs;
	store->slabs = slab;
	frame = (struct frame *)(void *)(slab->mem + len);
	for (uint32_t i = n; i-- > 0;) {
		frame[i].buf.data = slab->mem + i * stride(store);
		frame[i].next = store->spare;
		store->spare = &frame[i];
	}
	for (uint32_t i = 0; i < n; i++)
		store->frames[store->nframes++] = &frame[i];
	store->nspare += n;
	return true;
}

void
store_free(struct frame_store *store)
{
	struct frame_slab *slab;

	while ((slab = store->slabs) != NULL) {
		store->slabs = slab->next;
		mem_put(slab->mem, slab->len);
		free(slab);
	}
	free(store->frames);
	memset(store, 0, sizeof(*store));
}

/* --- open, close -----------------------------------------------------------
 */

void
pool_share(struct pool *pool, enum sphere_part part, uint32_t frame_len,
    struct frame_store *store)
{
	memset(pool, 0, sizeof(*pool));
	pool->part = part;
	pool->frame_len = frame_len;
	pool->store = store;
}

void
pool_init(struct pool *pool, enum sphere_part part, uint32_t frame_len,
    bool notes, uint32_t limit)
{
	pool_share(pool, part, frame_len, &pool->own);
	pool->own.frame_len = frame_len;
	pool->own.extra = notes ? pool_extra(frame_len) : 0;
	pool->own.limit = limit;
}

static void
frame_forget(struct frame *frame)
{
	if (frame->buf.decoded != NULL && frame->buf.decoded_free != NULL)
		frame->buf.decoded_free(frame->buf.decoded);
	frame->buf.decoded = NULL;
	frame->buf.decoded_free = NULL;
	memset(&frame->buf.note, 0, sizeof(frame->buf.note));
}

static size_t
hash_slots(const struct pool *pool)
{
	return pool->hash != NULL ? pool->hash_mask + 1 : 0;
}

void
pool_free(struct pool *pool)
{
	while (pool->nframes > 0)
		pool_drop(pool, pool->frames[pool->nframes - 1]);
	if (pool->store == &pool->own)
		store_free(&pool->own);
	free(pool->frames);
	mem_put(pool->hash, hash_slots(pool) * sizeof(*pool->hash));
	memset(pool, 0, sizeof(*pool));
}

/* --- the hash table --------------------------------------------------------
 */

static void
hash_add(struct pool *pool, struct frame *frame)
{
	uint64_t h = pool_hash(frame->key);
	size_t i = h & pool->hash_mask;

	assert((uint64_t)(uintptr_t)frame >> 48 == 0);
	while (pool->hash[i] != 0)
		i = (i + 1) & pool->hash_mask;
	pool->hash[i] = (uint64_t)(uintptr_t)frame << 16 | h >> 48;
}

static struct frame *
slot_frame(const struct pool *pool, size_t i)
{
	return (struct frame *)(uintptr_t)(pool->hash[i] >> 16);
}

/* Those behind it move up, so that no search ends before its frame. */
static void
hash_remove(struct pool *pool, const struct frame *frame)
{
	size_t mask = pool->hash_mask, i = pool_hash(frame->key) & mask, j, h;

	while (slot_frame(pool, i) != frame)
		i = (i + 1) & mask;
	for (j = (i + 1) & mask; pool->hash[j] != 0; j = (j + 1) & mask) {
		h = pool_hash(slot_frame(pool, j)->key) & mask;
		if (((j - h) & mask) < ((j - i) & mask))
			continue;
		pool->hash[i] = pool->hash[j];
		i = j;
	}
	pool->hash[i] = 0;
}

static bool
hash_grow(struct pool *pool, size_t frames)
{
	size_t slots = pool->hash != NULL ? hash_slots(pool) : HASH_MIN;
	uint64_t *hash;

	while (slots < 2 * frames)
		slots *= 2;
	if (slots == hash_slots(pool))
		return true;
	if ((hash = mem_get(slots * sizeof(*hash))) == NULL)
		return false;
	mem_put(pool->hash, hash_slots(pool) * sizeof(*hash));
	pool->hash = hash;
	pool->hash_mask = slots - 1;
	for (uint32_t i = 0; i < pool->nframes; i++)
		hash_add(pool, pool->frames[i]);
	return true;
}

/* --- the frames of a pool --------------------------------------------------
 */

static void
place(struct pool *pool, struct frame *frame, uint32_t at)
{
	pool->frames[at] = frame;
	frame->at = at;
}

static void
swap(struct pool *pool, struct frame *frame, uint32_t at)
{
	struct frame *other = pool->frames[at];

	place(pool, other, frame->at);
	place(pool, frame, at);
}

/* A clean frame that was not used since the clock passed it last; passes by a
 * bounded number of others, so that a store of dirty frames grows and is not
 * searched over and over. */
static struct frame *
clock_victim(struct frame_store *store)
{
	uint32_t busy = 0;
	uint64_t steps = 2 * (uint64_t)store->nframes;

	if (store->ndirty == store->nframes)
		return NULL;
	while (steps-- > 0 && busy < CLOCK_BUSY) {
		struct frame *frame = store->frames[store->clock];

		store->clock = (store->clock + 1) % store->nframes;
		if (!frame->used || frame->pins > 0 || frame->dirty)
			busy++;
		else if (!frame->touched)
			return frame;
		else
			frame->touched = false;
	}
	return NULL;
}

struct frame *
pool_take(struct pool *pool, uint64_t key)
{
	struct frame_store *store = pool->store;
	struct frame *frame = NULL;
	size_t extra;

	if (!hash_grow(pool, (size_t)pool->nframes + 1) ||
	    !list_grow(
		&pool->frames, &pool->frames_cap, (size_t)pool->nframes + 1))
		return NULL;
	if (store->spare == NULL && store->nframes >= store->limit &&
	    (frame = clock_victim(store)) != NULL)
		pool_drop(frame->owner, frame);
	if (store->spare == NULL && !store_grow(store))
		return NULL;
	frame = store->spare;
	store->spare = frame->next;
	store->nspare--;
	frame->owner = pool;
	frame->key = key;
	frame->used = true;
	frame->touched = false; /* till it is used again */
	frame->fresh = false;
	frame->told = 0;
	frame->differs = 0;
	frame->side = NULL;
	frame->changes = 0;
	frame->pins = 0;
	frame->buf.part = pool->part;
	frame->buf.rba = key;
	frame->buf.records = 0;
	frame->buf.bytes = 0;
	extra = stride(store) - pool->frame_len;
	frame->buf.extra = extra < UINT16_MAX ? (uint16_t)extra : UINT16_MAX;
	place(pool, frame, pool->nframes++);
	hash_add(pool, frame);
	return frame;
}

static void
clean(struct pool *pool, struct frame *frame)
{
	if (!frame->dirty)
		return;
	frame->dirty = false;
	frame->differs = 0;
	pool->ndirty--;
	pool->store->ndirty--;
	swap(pool, frame, pool->ndirty);
}

void
pool_drop(struct pool *pool, struct frame *frame)
{
	frame_forget(frame);
	hash_remove(pool, frame);
	clean(pool, frame);
	swap(pool, frame, --pool->nframes);
	frame->used = false;
	frame->owner = NULL;
	frame->next = pool->store->spare;
	pool->store->spare = frame;
	pool->store->nspare++;
}

void
pool_drop_all(struct pool *pool)
{
	/* Another comes to the place of one that goes. */
	for (uint32_t i = 0; i < pool->nframes;)
		if (pool->frames[i]->pins == 0)
			pool_drop(pool, pool->frames[i]);
		else
			i++;
}

void
pool_reuse(struct pool *pool, struct frame *frame)
{
	frame_forget(frame);
	frame->gone = false;
	frame->next = pool->store->spare;
	pool->store->spare = frame;
	pool->store->nspare++;
}

void
pool_detach_all(struct pool *pool)
{
	while (pool->nframes > 0) {
		struct frame *frame = pool->frames[pool->nframes - 1];

		if (frame->pins == 0) {
			pool_drop(pool, frame);
			continue;
		}
		hash_remove(pool, frame);
		clean(pool, frame);
		swap(pool, frame, --pool->nframes);
		frame->used = false;
		frame->gone = true;
	}
}

void
pool_dirty(struct pool *pool, struct frame *frame)
{
	frame->fresh = false;
	frame->differs = UINT64_MAX;
	memset(&frame->buf.note, 0, sizeof(frame->buf.note));
	if (frame->dirty)
		return;
	frame->dirty = true;
	swap(pool, frame, pool->ndirty++);
	pool->store->ndirty++;
}

void
pool_clean(struct pool *pool)
{
	while (pool->ndirty > 0)
		clean(pool, pool->frames[pool->ndirty - 1]);
}
