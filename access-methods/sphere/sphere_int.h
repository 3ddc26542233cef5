/*
 * Inside sphere/: the layout of a component file, and what an open sphere
 * holds. A sphere belongs to one thread at a time.
 */
#ifndef CATAMOUNT_AM_SPHERE_SPHERE_INT_H
#define CATAMOUNT_AM_SPHERE_SPHERE_INT_H

#include <pthread.h>

#include "access-methods/log/log.h"
#include "access-methods/sphere/sphere.h"

/* --- layout.c: where things are (doc/formats/component.md) --------------- */

enum {
	COMP_PAGE = 4096,
	HEADER_SECTOR = 512, /* of the identity page: all of its fields */
	COMP_SLOT_OFFSET = COMP_PAGE,      /* two state slots */
	COMP_STATS_OFFSET = 3 * COMP_PAGE, /* DATA alone */
	COMP_HEADER_LEN = 4 * COMP_PAGE,   /* the first run starts here */
	COMP_RUN_LEN = 1024 * 1024,        /* aimed at, without side pages */
	COMP_RUN_MAX = 4 * 1024 * 1024,    /* so far side pages are filled */
	COMP_CI_MIN = 512,
	COMP_CI_MAX = 1024 * 1024,
	COMP_CA_MAX = 4 * 1024 * 1024, /* a control area on disk, bytes */
	SIDE_HEADER_LEN = 64,
	SIDE_ENTRY_LEN = 20,
	SIDE_ENTRIES = (COMP_PAGE - SIDE_HEADER_LEN) / SIDE_ENTRY_LEN,
};
#define COMP_RBA_MAX ((uint64_t)1 << 52) /* bytes of a component */

struct comp_layout {
	uint32_t ci_len, cis_per_ca;
	uint64_t ca_len;    /* bytes of RBAs a control area */
	uint64_t ca_stride; /* bytes on disk: a multiple of COMP_PAGE */
	uint32_t cas_per_run;
	uint32_t cis_per_run;
	uint32_t side_pages; /* a run */
	uint64_t side_len;   /* bytes: side_pages pages */
	uint64_t run_len;    /* bytes on disk: side pages and areas */
};

/* False: no component has such control intervals or areas. short_runs: as
 * components of version 1 and 2 have them. */
bool layout_init(struct comp_layout *lo, uint32_t ci_len, uint32_t cis_per_ca,
    bool short_runs);
/* The same, of a component. */
bool layout_of(struct comp_layout *lo, const struct comp_attr *attr);
/* THE mapping from RBA to file offset. rba < COMP_RBA_MAX. */
uint64_t layout_offset(const struct comp_layout *lo, uint64_t rba);
/* File offset of side page number page (counted over the component). */
uint64_t layout_side_offset(const struct comp_layout *lo, uint64_t page);
/* The side page that has the entry of rba, and the entry's number in it. */
uint64_t layout_side_page(
    const struct comp_layout *lo, uint64_t rba, uint32_t *entryp);
/* RBA of a side page's first control interval, and how many it describes. */
uint64_t layout_side_rba(
    const struct comp_layout *lo, uint64_t page, uint32_t *entriesp);
/* Bytes that a file has when RBAs below end (of whole CIs) have a place. */
uint64_t layout_file_len(const struct comp_layout *lo, uint64_t end);

static inline uint64_t
page_floor(uint64_t offset)
{
	return offset & ~(uint64_t)(COMP_PAGE - 1);
}

static inline uint64_t
page_ceil(uint64_t offset)
{
	return page_floor(offset + COMP_PAGE - 1);
}

/* Page-aligned memory; free() it. len is rounded up. NULL: no memory. */
void *page_alloc(size_t len);

/* --- header.c: identity page, index checkpoint --------------------------- */

void header_encode(const struct comp_attr *attr, uint8_t page[COMP_PAGE]);
/* name is the file's; DS_CORRUPT, DS_VERSION. */
enum ds_status header_decode(const uint8_t page[COMP_PAGE], const char *name,
    struct comp_attr *attrp, struct ds_diag *diag);

/* --- state.c: slots, index checkpoint, statistics ------------------------ */

/* What a slot says: the state, and the checkpoint of the index that it goes
 * with (the state's sequence number when the index was last changed). */
struct slot {
	struct sphere_state state;
	uint64_t index_ckpt;
};

enum { STATE_LEN = 512, STATE_COPY = 2048 };

enum { STATE_PART_LEN = 96 };
void state_part_encode(const struct comp_state *cs, uint8_t p[STATE_PART_LEN]);
void state_part_decode(const uint8_t p[STATE_PART_LEN], struct comp_state *cs);
void slot_record_encode(
    const struct slot *slot, const uint8_t *sphere_id, uint8_t rec[STATE_LEN]);
/* False: not a whole record of this sphere. */
bool slot_record_decode(const uint8_t rec[STATE_LEN], const uint8_t *sphere_id,
    struct slot *slotp, bool *newerp);
void slot_encode(
    const struct slot *slot, const uint8_t *sphere_id, uint8_t page[COMP_PAGE]);
/* The newer valid of both slots: pages are the two of them. */
enum ds_status slot_choose(const uint8_t pages[2 * COMP_PAGE],
    const uint8_t *sphere_id, const char *name, struct slot *slotp,
    struct ds_diag *diag);
/* Do the numbers fit the layouts? NULL: a part that is not there. */
bool slot_fits(
    const struct slot *slot, const struct comp_layout *const lo[SPHERE_PARTS]);

void ckpt_encode(
    uint64_t ckpt, const uint8_t *sphere_id, uint8_t page[COMP_PAGE]);
bool ckpt_decode(
    const uint8_t page[COMP_PAGE], const uint8_t *sphere_id, uint64_t *ckptp);

void stats_encode(const struct ds_stats stats[SPHERE_PARTS],
    const uint8_t *sphere_id, uint8_t page[COMP_PAGE]);
/* A block that is not valid counts as zeros. */
/* It is one, or was never written. */
bool stats_valid(const uint8_t page[COMP_PAGE], const uint8_t *sphere_id);
void stats_decode(const uint8_t page[COMP_PAGE], const uint8_t *sphere_id,
    struct ds_stats stats[SPHERE_PARTS]);
/* What statistics repeat of the state. */
void stats_from_state(
    const struct sphere_state *state, struct ds_stats stats[SPHERE_PARTS]);

/* --- an open sphere --------------------------------------------------------
 */

struct pool;

/* What a look-up needs is in the first cache line. */
struct frame {
	_Alignas(64) struct sphere_buf buf; /* first: callers hold it */
	uint32_t pins;
	bool used; /* has a content */
	bool dirty;
	bool fresh;    /* BUF_NEW and not yet dirty: not like the file */
	bool touched;  /* for the clock */
	uint64_t told; /* the request whose log has what was changed */
	uint64_t key;  /* RBA, or side page number; as buf.rba */
	struct pool *owner;
	uint32_t at;        /* of owner's frames */
	bool gone;          /* pinned, but no longer in the pool */
	struct frame *next; /* of the store's spare ones */
	struct frame *side; /* its side page, pinned while it is written */
	uint64_t changes;   /* of what is counted below an index record */
	uint64_t differs;   /* granules that are not like the file's: a bit
			       each */
};

/* Bytes of an image that one of 64 bits stands for. */
static inline uint32_t
frame_granule(uint32_t len)
{
	uint32_t g = 512;

	while ((uint64_t)g * 64 < len)
		g *= 2;
	return g;
}

struct frame_slab; /* dense images and their frames */

/* Where frames come from: of one pool, or shared by several (LSR). */
struct frame_store {
	uint32_t frame_len; /* bytes of an image */
	uint32_t extra;     /* bytes behind it for notes, a multiple of 64 */
	uint32_t limit;     /* frames before clean ones are replaced */
	uint32_t nframes, ndirty;
	uint32_t clock;
	struct frame **frames; /* all, for the clock */
	size_t frames_cap;
	struct frame_slab *slabs;
	struct frame *spare; /* not used */
	size_t nspare;
};

/* A component's frames. */
struct pool {
	struct frame_store *store; /* own, or that of an LSR pool */
	struct frame_store own;
	enum sphere_part part;
	uint32_t frame_len;    /* bytes of an image that are used */
	struct frame **frames; /* those with a content, dirty ones first */
	size_t frames_cap;
	uint32_t nframes, ndirty;
	/* Open addressing: a frame's address and 16 bits of its hash; 0 free.
	 * A power of two, more than twice the frames. */
	uint64_t *hash;
	size_t hash_mask;     /* slots - 1; hash is NULL: 0 */
	uint64_t hits, reads; /* control intervals found; brought */
};

struct run_range {
	uint64_t lo, hi; /* runs [lo, hi) that loaders wrote, side pages too */
};

struct component {
	struct comp_attr attr;
	struct comp_layout lo;
	char file_name[SPHERE_NAME_LEN];
	uint32_t id_crc;         /* of attr.id: part of every checksum */
	struct vol_file *file;   /* through the page cache */
	struct vol_file *direct; /* bulk; opened when first needed */
	struct pool pool;
	struct pool side; /* side pages */
	/* Runs written directly since the last commit. */
	struct run_range *loaded;
	size_t nloaded, loaded_cap;
	bool unflushed;         /* a loader wrote, or space was reserved */
	bool changed;           /* anything that the next commit publishes */
	uint64_t prefix_ok;     /* side pages below have the right prefix */
	struct side_tree *tree; /* sums over side pages; NULL: not needed yet */
};

/* A stretch of a component's file in a double-write batch. */
struct batch_extent {
	uint32_t party; /* whose: 0 the batch's owner, then its members */
	enum sphere_part part;
	uint64_t offset; /* file offset, a multiple of COMP_PAGE */
	uint32_t len;    /* bytes, a multiple of COMP_PAGE */
	uint32_t crc;
	uint8_t *image; /* its bytes, when read back */
};

/* A complete batch that was found. */
struct batch {
	struct slot slot;             /* the state that it leads to */
	struct batch_extent *extents; /* ascending by part and offset */
	size_t nextents;
	uint8_t *mem; /* the images */
	/* data components of the other spheres that it belongs to */
	uint8_t (*others)[SPHERE_ID_LEN];
	size_t nothers;
	uint8_t owner[SPHERE_ID_LEN]; /* whose batch it is */
};

struct sphere {
	struct volume *vol; /* borrowed */
	unsigned mode;
	struct sphere_parms parms;
	unsigned nparts;
	struct component comp[SPHERE_PARTS];
	struct sphere_state state; /* working */
	struct slot committed;
	struct ds_stats stats[SPHERE_PARTS];
	struct ds_stats stats_base[SPHERE_PARTS]; /* at open */
	uint64_t generation; /* counts commits and resets: rings look at it */
	unsigned loaders;    /* open */
	uint64_t changes;    /* of counts */
	bool touched;        /* open_output is published */
	bool broken;         /* a commit failed: only close is left */
	struct vol_file *batch; /* NULL until first needed */
	bool overlaid;          /* a reader of a batch not written back */
	struct batch overlay;
	/* The redo log; redo.c. */
	struct log *log;     /* NULL: none yet */
	struct drain *drain; /* NULL: none yet; durable.c */
	bool drain_held;     /* nobody drains: a commit is made */
	unsigned requests;   /* begun and not ended: nested */
	uint64_t request;    /* number of the one that is made, from 1 */
	bool unlogged;       /* changes that the log lacks: no more records */
	bool log_kept;       /* there is a file though log is NULL */
	bool log_bad;        /* the file is damaged: it is to be kept aside */
	struct comp_state logged[SPHERE_PARTS]; /* what the log says */
	struct bring *bring; /* bring.c; NULL until first needed */
	unsigned party; /* a member's number in its leader's log; 0: none */
	unsigned parties_logged; /* the leader: numbers given */
	struct sphere_recovery recovery;
	struct share
	    *share;        /* with others: share.c; a member has its leader's */
	struct pend *pend; /* what the log has for images not in the pool */
	/* A group: its leader, or its members (group.c). */
	struct sphere *leader;
	struct sphere **members;
	size_t nmembers;
	/* Of the commit being made: this sphere and those of its members that
	 * changed, and in each the slot that it leads to. */
	struct sphere **parties; /* of 1 + nmembers; NULL between commits */
	size_t nparties;
	struct slot pending;
};

enum { BATCH_NAME_LEN = SPHERE_NAME_LEN + 6 };
enum { SPHERE_DIRTY_LIMIT = 128 * 1024 * 1024 };

/* --- io.c ---------------------------------------------------------------- */

/* Bytes of a component as committed: file, and overlay over it. */
enum ds_status comp_read(struct sphere *sp, enum sphere_part part,
    uint64_t offset, void *buf, size_t len, struct ds_diag *diag);
void overlay_patch(const struct sphere *sp, enum sphere_part part,
    uint64_t offset, uint8_t *buf, size_t len);
enum ds_status comp_write_durable(struct vol_file *file, uint64_t offset,
    void *buf, size_t len, struct ds_diag *diag);
/* The handle for bulk transfers. */
enum ds_status comp_direct(struct sphere *sp, enum sphere_part part,
    struct vol_file **filep, struct ds_diag *diag);
const char *comp_name(const struct component *comp); /* for messages */
/* Those of its parts; NULL: it has not the part. */
void sphere_layouts(
    const struct sphere *sp, const struct comp_layout *lo[SPHERE_PARTS]);
/* Has the sphere this part, and is it usable? */
enum ds_status sphere_check(
    const struct sphere *sp, enum sphere_part part, struct ds_diag *diag);
/* Before the first change: publish open_output. */
enum ds_status sphere_touch(struct sphere *sp, struct ds_diag *diag);

/* --- pool.c ----------------------------------------------------------------
 */

/* Frames of the pool's own, up to limit, with room for notes or not; or those
 * of store. */
void pool_init(struct pool *pool, enum sphere_part part, uint32_t frame_len,
    bool notes, uint32_t limit);
uint32_t pool_extra(uint32_t frame_len); /* bytes that notes get */
void pool_share(struct pool *pool, enum sphere_part part, uint32_t frame_len,
    struct frame_store *store);
void pool_free(struct pool *pool);
void store_free(struct frame_store *store); /* no pool has a frame of it */

static inline uint64_t
pool_hash(uint64_t key)
{
	uint64_t h = key * 0x9E3779B97F4A7C15U;

	return h ^ h >> 32;
}

/* The frame that has key; NULL: none. */
static inline struct frame *
pool_find(const struct pool *pool, uint64_t key)
{
	uint64_t h = pool_hash(key), slot;
	struct frame *frame;

	if (pool->hash == NULL)
		return NULL;
	for (size_t i = h;; i++) {
		slot = pool->hash[i & pool->hash_mask];
		if (slot == 0)
			return NULL;
		if ((slot & 0xFFFF) != h >> 48)
			continue;
		frame = (struct frame *)(uintptr_t)(slot >> 16);
		if (frame->buf.rba == key)
			return frame;
	}
}

/* Where pool_find will look, as far as the table tells; NULL: nowhere. */
static inline const void *
pool_peek(const struct pool *pool, uint64_t key)
{
	uint64_t h = pool_hash(key);
	uint64_t slot = pool->hash[h & pool->hash_mask];

	if (slot != 0 && (slot & 0xFFFF) != h >> 48)
		slot = pool->hash[(h + 1) & pool->hash_mask];
	return (const void *)(uintptr_t)(slot >> 16);
}

/* A frame for key, which is not in the pool; its image is undefined. NULL: no
 * memory. */
struct frame *pool_take(struct pool *pool, uint64_t key);
void pool_drop(struct pool *pool, struct frame *frame); /* forget content */
void pool_drop_all(struct pool *pool); /* all that are not pinned */
/* All: those that are pinned go when they are released. */
void pool_detach_all(struct pool *pool);
void pool_reuse(struct pool *pool, struct frame *frame); /* one that is gone */
/* All of its image may differ from the file's. */
void pool_dirty(struct pool *pool, struct frame *frame);
void pool_clean(struct pool *pool); /* all of them, after a commit */

/* --- buf.c --------------------------------------------------------------- */

/* buf_get without its checks and without the will to change. */
enum ds_status buf_pin(struct sphere *sp, enum sphere_part part, uint64_t rba,
    enum buf_how how, struct sphere_buf **bufp, struct ds_diag *diag);

/* --- buffers.c ----------------------------------------------------------- */

/* The pools, when the state is known. DS_INVALID: not by this LSR pool. */
enum ds_status buffers_open(struct sphere *sp, struct ds_diag *diag);
void buffers_close(struct sphere *sp);

/* --- bring.c ------------------------------------------------------------- */

void bring_free(struct sphere *sp);

/* No frame of the component has its side page pinned: it is taken again when
 * the frame is changed. */
void buf_let_side(struct component *comp);

/* --- side.c ----------------------------------------------------------------
 */

struct side_entry {
	uint32_t crc;            /* 0: the control interval was never written */
	uint32_t records, bytes; /* an index record that has sums: 1, 0 */
	uint64_t lsn;
	struct sphere_sums below; /* SIDE_TREE alone */
};

/* What entries and header of a side page have. On disk: never to change. */
enum side_format {
	SIDE_PLAIN,  /* counts */
	SIDE_TREE,   /* sums of all that is below an index record */
	SIDE_PREFIX, /* counts; the header has the sums of the pages before */
};

void side_entry_get(
    const uint8_t *page, uint32_t entry, struct side_entry *entp);
void side_entry_put(
    uint8_t *page, uint32_t entry, const struct side_entry *ent);
bool side_entry_unwritten(const struct side_entry *ent);
/* A page without entries; its checksum is not yet filled in. */
void side_page_init(uint8_t *page, uint64_t number, uint32_t entries);
void side_page_format(uint8_t *page, enum side_format format);
/* The format that pages of a part have. */
enum side_format side_format(const struct sphere *sp, enum sphere_part part);
void side_prefix_get(const uint8_t *page, struct sphere_sums *beforep);
void side_prefix_put(uint8_t *page, const struct sphere_sums *before);
/* Sums of a page's entries. */
void side_page_sums(const uint8_t *page, struct sphere_sums *sums);
/* Sequence number, epoch, sums and checksum of a page that goes to disk. */
void side_page_seal(
    const struct component *comp, uint8_t *page, uint64_t seq, uint64_t epoch);
/* Is the page what was sealed for this place? */
enum ds_status side_page_check(const struct sphere *sp, enum sphere_part part,
    uint64_t number, const uint8_t *page, struct ds_diag *diag);
/* A control interval's checksum, never 0. */
uint32_t side_ci_crc(const struct component *comp, uint64_t epoch, uint64_t rba,
    const uint8_t *image);
/* Does an image fit its entry? DS_CORRUPT. */
enum ds_status side_ci_check(const struct sphere *sp, enum sphere_part part,
    uint64_t rba, const uint8_t *image, const struct side_entry *ent,
    struct ds_diag *diag);
/* The working entry of rba (below the high-allocated RBA). */
enum ds_status side_lookup(struct sphere *sp, enum sphere_part part,
    uint64_t rba, struct side_entry *entp, struct ds_diag *diag);
enum ds_status side_store(struct sphere *sp, enum sphere_part part,
    uint64_t rba, const struct side_entry *ent, struct ds_diag *diag);
/* A side page through the cache. */
enum ds_status side_load(struct sphere *sp, enum sphere_part part,
    uint64_t number, struct frame **framep, struct ds_diag *diag);
/* The entry's checksum alone; its counts are there already. */
enum ds_status side_crc_store(struct sphere *sp, enum sphere_part part,
    uint64_t rba, uint32_t crc, struct ds_diag *diag);
/* The counts of a frame that was taken to be changed: at once, so that all
 * sums are those of what is in memory. */
void side_counts_put(
    struct sphere *sp, struct frame *frame, uint32_t records, uint32_t bytes);
/* What the log says of an entry: now, or when its page is wanted. */
enum ds_status side_take(
    struct sphere *sp, const struct log_op *op, struct ds_diag *diag);
void side_op_do(struct sphere *sp, enum sphere_part part, struct frame *frame,
    const struct log_op *op);
/* Make every page that describes [lo, hi) part of the next commit, but those
 * in runs that a loader wrote. */
enum ds_status side_cover(struct sphere *sp, enum sphere_part part, uint64_t lo,
    uint64_t hi, struct ds_diag *diag);
/* A loader writes run run directly: forget its cached pages. False: some of
 * them are changed, or no memory: it must not. */
bool side_run_claim(struct component *comp, uint64_t run);

/* --- sums.c: sums over side pages ------------------------------------------
 */

/* The sums of a page changed by more. */
void sums_changed(struct sphere *sp, enum sphere_part part, uint64_t number,
    const struct sphere_sums *more);
/* They will, when the page is wanted: it is not in the pool. */
void sums_stale(struct sphere *sp, enum sphere_part part, uint64_t number);
/* Pages up to number have the right prefix. */
enum ds_status sums_prefix(struct sphere *sp, enum sphere_part part,
    uint64_t number, struct ds_diag *diag);
void sums_forget(struct component *comp); /* the tree */

/* --- wave.c: writes of a commit, many at once ------------------------------
 */

struct waves;

/* Each of its writes is of len bytes at the most. DS_NOMEM. */
enum ds_status waves_new(size_t len, struct waves **wsp);
void waves_free(struct waves **wsp); /* waits; NULL is fine */
/* Where the next write's bytes go: up to len, until waves_write. */
enum ds_status waves_room(
    struct waves *ws, size_t len, uint8_t **memp, struct ds_diag *diag);
/* len bytes from there on are on their way. */
enum ds_status waves_write(struct waves *ws, struct vol_file *file,
    uint64_t offset, size_t len, struct ds_diag *diag);
enum ds_status waves_end(struct waves *ws, struct ds_diag *diag);

/* --- batch.c: the double-write batch ------------------------------------ */

/* What one commit writes in place; made of dirty frames and side pages. */
struct batch_plan;

/* Of all parties, each to its pending slot. */
enum ds_status batch_plan_make(
    struct sphere *sp, struct batch_plan **planp, struct ds_diag *diag);
void batch_plan_free(struct batch_plan **planp);
bool batch_plan_empty(const struct batch_plan *plan);
/* Does the plan write into this part of the party? */
bool batch_plan_has(
    const struct batch_plan *plan, uint32_t party, enum sphere_part part);
/* Write the batch that leads to the pending slots; no flush. */
enum ds_status batch_write(
    struct sphere *sp, struct batch_plan *plan, struct ds_diag *diag);
/* Write its images where they belong; no flush. */
enum ds_status batch_apply(
    struct sphere *sp, struct batch_plan *plan, struct ds_diag *diag);
/* No batch any more: after a commit that failed before its end, and when a
 * writer closes. */
void batch_remove(struct sphere *sp);

void batch_name(const uint8_t id[SPHERE_ID_LEN], char out[BATCH_NAME_LEN]);
/*
 * Look for a complete batch that leads the sphere of data on from slot: its
 * own, or one of its base (an alternate index). foundp tells; the batch has
 * what is of this sphere. A part whose layout is NULL is not known. The caller
 * frees it.
 */
enum ds_status batch_read(struct volume *vol, const struct comp_attr *data,
    const struct comp_layout *const lo[SPHERE_PARTS], const struct slot *slot,
    bool *foundp, struct batch *batch, struct ds_diag *diag);
/* Before anything is written in place by it: who died may not have synced it,
 * and it must be there again if the power goes meanwhile. */
enum ds_status batch_settle(
    struct volume *vol, const struct batch *batch, struct ds_diag *diag);
void batch_free(struct batch *batch);

/* --- redo.c: the log ------------------------------------------------------ */

/* A change is about to be made in a request: the log must be there. */
enum ds_status redo_ready(struct sphere *sp, struct ds_diag *diag);
/* The sums of an index record became these, or more by these. */
void redo_sums(
    struct sphere *sp, uint64_t rba, const struct sphere_sums *below);
void redo_sums_add(
    struct sphere *sp, uint64_t rba, const struct sphere_sums *more);
/* An image was changed. */
void redo_dirty(struct sphere *sp, struct frame *frame);
bool redo_full(const struct sphere *sp); /* a commit is due */
/* A new state was published: the log is obsolete. */
void redo_restart(struct sphere *sp);
/* No log of its own any more: it joins a group. */
enum ds_status redo_settle(struct sphere *sp, struct ds_diag *diag);
/* After a closing commit: no log any more. */
void redo_remove(struct sphere *sp);
/* The statistics as they are now, into their block; nobody waits for it. */
void stats_keep(struct sphere *sp);
/* Without a commit: what the log has stays there for the next open. */
void redo_close(struct sphere *sp);
void redo_key(const struct comp_attr *data,
    const struct sphere_state *committed, struct log_key *key);
/* What the log had is done again: it begins anew. */
void redo_renew(struct sphere *sp);
/* Would requests be missing if there were no log? */
bool redo_counts(const struct sphere *sp);
/* next, which says "open for output", is published when its log is there, so
 * that a death in between leaves no mark without log. */
enum ds_status redo_before_open(
    struct sphere *sp, const struct sphere_state *next, struct ds_diag *diag);

/* --- durable.c: the log drained ------------------------------------------- */

/* A request of a sphere that asks for durability is about to change something:
 * there is room to drain it to, or it fails. */
enum ds_status durable_ready(struct sphere *owner, struct ds_diag *diag);
/* Nobody drains while a commit ends the log's life. */
enum ds_status durable_hold(struct sphere *owner, struct ds_diag *diag);
void durable_release(struct sphere *owner);
/* No log any more: nor a durable file. */
void durable_remove(struct sphere *sp);

/* --- replay.c --------------------------------------------------------------
 */

/* After all else of an open: do again what the log has. */
enum ds_status redo_open(struct sphere *sp, struct ds_diag *diag);
/* The state alone, as the log leaves it. */
void redo_read_state(struct volume *vol, const struct comp_attr *data,
    const struct comp_layout *const lo[SPHERE_PARTS], struct slot *slot);

/* Can the operation, on the sphere with these layouts, be done in the state? */
bool redo_op_fits(const struct log_op *op,
    const struct comp_layout *const lo[SPHERE_PARTS],
    const struct sphere_state *state);
/* Do it to an image; none that needs another. */
void redo_op_do(struct sphere_buf *buf, const struct log_op *op);
/* Do it in the pool. */
enum ds_status redo_op_apply(
    struct sphere *sp, const struct log_op *op, struct ds_diag *diag);
/* The log that others made; where it is to go on comes with share_enter. */
enum ds_status redo_attach(struct sphere *owner, struct ds_diag *diag);

/* --- share.c: a sphere that several have open ------------------------------
 */

enum {
	SHARE_OPENERS = 128,
	SHARE_GENS = 4,
	SHARE_JOB = 16,
	SHARE_PROGRAM = 24,
	SHARE_LOCKS = 64,   /* records that an opener can hold */
	SHARE_WAIT = 10000, /* ms, when nobody says */
	SHARE_TRIES = 1000, /* commits that a request may meet */
};

/*
 * The log from one commit to the next: a generation. Its number is half of
 * ckpt. What is here stays until three commits later.
 */
struct share_gen {
	uint64_t tail; /* records end here */
	uint64_t seq, lsn, len;
	uint32_t nonce;
	uint32_t on;    /* there is a log */
	uint32_t whole; /* its commit has more than the records say */
	uint32_t died;  /* somebody, in a request: to be looked at */
};

/* A record that a get for update gave. */
struct share_lock {
	uint64_t id;  /* 0: none */
	uint64_t who; /* the opener's own: which of its positions */
};

struct share_opener {
	uint32_t pid, writer;
	char job[SHARE_JOB]; /* "": none */
	char program[SHARE_PROGRAM];
	uint32_t nlocks; /* entries that may be in use */
	uint32_t spare;
	struct share_lock lock[SHARE_LOCKS];
};

/* The control file, mapped by all: doc/formats/share.md. */
struct share_ctl {
	uint8_t magic[8];
	uint32_t version, len;
	uint8_t boot[LOG_ID_LEN];
	pthread_mutex_t latch;
	uint32_t holder;  /* opener that has the latch, from 1 */
	uint32_t loader;  /* opener that has the sphere for itself, from 1 */
	uint64_t ckpt;    /* odd: images are being written in place */
	uint64_t touches; /* slots of members published without a commit */
	struct share_gen gen[SHARE_GENS];
	struct share_opener opener[SHARE_OPENERS];
};

struct share {
	struct vol_file *file;
	struct share_ctl *ctl; /* NULL: a reader that may not make it, alone */
	bool readonly;         /* mapped so: no slot, no latch */
	unsigned slot;         /* in opener */
	unsigned depth;        /* of share_enter */
	unsigned wait_ms;
	char job[SHARE_JOB]; /* of the opener; "": none */
	/* It waited for the latch in vain; a close then does not wait again. */
	bool in_vain, closing;
	/* What this opener has seen; its frames are of that time. */
	uint64_t ckpt, touches;
	uint64_t seq; /* without ctl: of the state found */
	struct log_place place;
	bool ahead; /* by the batch of a commit not yet ended */
	bool lost;  /* the frames are of no time: from the start */
	bool want_ahead;
	uint64_t version;     /* counts what was caught up with */
	struct vol_file *log; /* for reading */
	uint8_t *buf;         /* records on their way */
	size_t buf_len;
	struct sphere *party[LOG_PARTIES]; /* by number in the log */
	bool stranger; /* the log has a party that is none of ours */
};

/* Whose share, log and commit sp's are. */
static inline struct sphere *
sphere_owner(struct sphere *sp)
{
	return sp->leader != NULL ? sp->leader : sp;
}

/* Join those who have the sphere open; the first finishes what the dead left.
 * Before the state is read. */
enum ds_status share_attach(struct sphere *sp, struct ds_diag *diag);
void share_detach(struct sphere *sp);
/*
 * Writers, in turn: nobody else changes anything until share_leave, and what
 * others completed is seen. Nests. DS_TIMEOUT with the holder. All of these do
 * nothing for a sphere that is not shared.
 */
enum ds_status share_enter(struct sphere *sp, struct ds_diag *diag);
void share_leave(struct sphere *sp);
bool share_try(struct sphere *sp); /* enter, without waiting or looking */
/* A writer opens: what the dead left is done or not from now on. */
enum ds_status share_settle(struct sphere *sp, struct ds_diag *diag);
/* Before a state is published: the log that begins anew then is open. */
enum ds_status share_ready(struct sphere *owner, struct ds_diag *diag);
/* "idcams, process 12": who is opener number n, from 1. */
void share_describe(const struct share *sh, uint32_t n, char *out, size_t size);
bool share_own(const struct share *sh, uint32_t n); /* of this process, too? */
bool share_alive(const struct share *sh, uint32_t n); /* n from 0 */
/* Is any other writer alive? */
bool share_others(struct sphere *sp, bool writers);
/* Nobody else has it open, and nobody will until it is closed. */
enum ds_status share_alone(struct sphere *sp, struct ds_diag *diag);
/* DS_INVALID: a change outside of share_enter. */
enum ds_status share_may_change(struct sphere *sp, struct ds_diag *diag);
void share_begin_place(struct sphere *owner); /* writing in place begins */
void share_record(struct sphere *owner);      /* the log has one more */
void share_more(struct sphere *owner);   /* a commit has what the log has not */
void share_next(struct sphere *owner);   /* a state was published */
void share_died(struct sphere *owner);   /* somebody: who comes next repairs */
void share_named(struct sphere *member); /* in the log, by this opener */
void share_touched(struct sphere *owner); /* a member's, by sphere_touch */

/* A reader without a control file: is he still without? */
bool share_unwatched(struct sphere *sp);

/*
 * For the sharing test alone, compiled with SHARE_MUTANTS: a fault to build
 * in, and the instant at which the process stops or kills itself.
 */
enum share_mutant {
	SHARE_NO_ODD = 1, /* nobody is told that images are written in place */
	SHARE_NO_VALID,   /* what is read meanwhile is believed */
	SHARE_NO_FINAL,   /* frames are kept though records were not seen */
	SHARE_NO_WHOLE,   /* ... though the commit has more than the records */
	SHARE_NO_REPAIR,  /* what a dead writer left is left */
	SHARE_MUTANT_END
};
enum share_instant {
	SHARE_IN_REQUEST = 1, /* changed, not yet a record */
	SHARE_RECORDED,       /* a record, not yet told */
	SHARE_BATCHED,        /* a commit: the batch is there */
	SHARE_PLACING,        /* ... some images are in place */
	SHARE_PLACED,         /* ... all of them */
	SHARE_PUBLISHED,      /* ... and the state */
	SHARE_RESTARTED,      /* ... and the log begins anew */
	SHARE_TAIL_SEEN,      /* a reader is about to read records */
	SHARE_READ,           /* ... has read from a main file */
	SHARE_IN_GATE,        /* an open or a close */
};
#ifdef SHARE_MUTANTS
extern int share_mutant, share_stop_at, share_signal;
void share_instant(int n);
#define share_is_mutant(m) (share_mutant == (int)(m))
#else
#define share_instant(n) ((void)0)
#define share_is_mutant(m) ((void)(m), false)
#endif

/* --- share_sync.c: seeing what others did ----------------------------------
 */

/* The state and an empty pool, at the open. */
enum ds_status share_load(struct sphere *sp, struct ds_diag *diag);
/* A writer begins: what else there is to know. */
enum ds_status share_members(struct sphere *owner, struct ds_diag *diag);
/* Is what was read from the main files just now of the time of the frames? */
bool share_valid(struct sphere *sp);
/* The frames of an owner are worth nothing. */
void share_lose(struct sphere *owner);
/* What a writer that died left half-done; the latch is held. */
enum ds_status share_repair(struct sphere *owner, struct ds_diag *diag);
struct share_gen *share_gen(const struct share *sh, uint64_t ckpt);

/* --- pend.c: operations on images that are not in the pool ------------------
 */

enum ds_status pend_add(
    struct sphere *sp, const struct log_op *op, struct ds_diag *diag);
bool pend_has(const struct sphere *sp, enum sphere_part part, uint64_t rba);
/* Do what is kept for the image of frame, as committed until now. */
void pend_apply(struct sphere *sp, enum sphere_part part, struct frame *frame);
/* The same for an operation on an entry of a side page, and for the page. */
enum ds_status pend_add_side(struct sphere *sp, uint64_t number,
    const struct log_op *op, struct ds_diag *diag);
void pend_apply_side(
    struct sphere *sp, enum sphere_part part, struct frame *frame);
void pend_clear(struct sphere *sp);
void pend_free(struct sphere *sp);
uint64_t pend_bytes(const struct sphere *sp); /* of images */
/* All of them into the pool. */
enum ds_status pend_settle(struct sphere *sp, struct ds_diag *diag);

/* --- group.c: a base and its upgrade set --------------------------------- */

/* The parts of a dead writer's batch that belong to the owner's members. Those
 * that are deleted since are passed over. */
enum ds_status group_recover(
    struct sphere *sp, const struct batch *batch, struct ds_diag *diag);
void group_leave(struct sphere *sp); /* before it is freed */

/* --- commit.c ------------------------------------------------------------ */

/* Write back a batch that a dead writer left, and publish its state. */
enum ds_status sphere_recover(
    struct sphere *sp, const struct batch *batch, struct ds_diag *diag);

/*
 * For the crash test alone, which shows that it notices each flush that is
 * left out: compiled with SPHERE_MUTANTS, the flush of this number is not
 * made.
 */
enum flush_step {
	FLUSH_LOADED = 1, /* loaders' runs, before a state makes them visible */
	FLUSH_BATCH,      /* the batch, before anything is written in place */
	FLUSH_PLACE,      /* in place, before the batch becomes obsolete */
	FLUSH_SLOT,       /* the state */
	FLUSH_TOUCH,      /* the state that says "open for output" */
	FLUSH_RESET,      /* the state that says "empty" */
	FLUSH_RECOVERED,  /* a batch written back */
	FLUSH_RESERVED,   /* new space, before a drain */
	FLUSH_FOUND,      /* a batch that is found, before it is written back */
	FLUSH_STEPS
};
/* Likewise: orders turned round, and checks not made. */
enum sphere_mutant {
	SPHERE_PLACE_FIRST = 32, /* in place, then the batch */
	SPHERE_SLOT_FIRST,       /* the state, then in place */
	SPHERE_LEADER_FIRST,     /* the base's state, then its members' */
	SPHERE_OTHERS_LAST,      /* a group's base recovered before members */
	SPHERE_NO_HEAD_CRC,      /* a batch's head is believed */
	SPHERE_NO_IMAGE_CRC,     /* ... its images */
	SPHERE_NO_CI_CRC,        /* a control interval is believed */
	SPHERE_NO_STATE_CRC,     /* ... a state */
	SPHERE_NO_SIDE_CRC,      /* ... a side page */
	SPHERE_MUTANT_END
};
#ifdef SPHERE_MUTANTS
extern int sphere_skip_flush;
#define flush_skipped(step) (sphere_skip_flush == (int)(step))
#define sphere_is_mutant(m) (sphere_skip_flush == (int)(m))
#else
#define flush_skipped(step) ((void)(step), false)
#define sphere_is_mutant(m) ((void)(m), false)
#endif

#endif
