/*
 * Sequential reading: a private ring of pieces of about 256 KiB, read ahead of
 * the reader. A run's first piece brings the run's side pages along. Each
 * control interval is verified when it is first delivered. The pool is looked
 * at only for changed images.
 *
 * Small sets, and those of which the page cache has most when the ring is
 * opened, are read through it, a piece at a time into the same few buffers, so
 * that the processor's cache holds them. Others are read past it with many
 * pieces in flight, which is as fast as the disk and leaves the page cache to
 * others. That is decided once: reading ahead of a buffered read would make
 * every next piece look cached.
 *
 * Piece p is held by slot p % nslots, so pieces ahead of the reader never
 * push out the one it is in.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum {
	RING_SLOTS = 32, /* 8 MiB in flight */
	RING_FEW = 2,    /* through the page cache */
	RING_START = 7,  /* pieces ahead when reading begins at the start */
	RING_PIECE = 256 * 1024, /* aimed at, bytes */
	SAMPLES = 64,
	SAMPLE_LEN = 64 * 1024,
	PIECE_CIS = RING_PIECE / COMP_CI_MIN,
	RING_SMALL = 64 * 1024 * 1024, /* RBAs up to which a set is small */
};

enum slot_state { SLOT_EMPTY, SLOT_READING, SLOT_READY, SLOT_FAILED };

struct ring_slot {
	enum slot_state state;
	uint64_t piece;
	uint64_t offset; /* file offset of buf */
	struct vol_req req;
	struct iovec iov;
	uint8_t *buf;
	uint64_t verified[PIECE_CIS / 64]; /* a bit a control interval */
};

/* A run's side pages; each is checked when an entry of it is first wanted. */
struct ring_side {
	bool valid;
	uint64_t run;
	uint8_t *pages;
	uint8_t *checked; /* a byte a page */
};

struct sphere_ring {
	struct sphere *sp;
	struct component *comp;
	struct vol_file *file; /* borrowed from comp */
	bool buffered;         /* no read-ahead: the page cache has its own */
	uint32_t nslots;
	uint32_t piece_cis; /* control intervals a piece */
	uint32_t pieces_per_run;
	size_t buf_len;
	uint64_t generation;
	uint64_t limit; /* committed high-used RBA: what the file has */
	bool started;
	uint64_t last;   /* piece delivered from last */
	uint32_t window; /* pieces to read ahead */
	struct ring_slot slot[RING_SLOTS];
	struct ring_side side[2];
	struct sphere_buf *pinned;
	uint8_t *single; /* one control interval, read alone */
};

/* --- geometry ----------------------------------------------------------------
 */

static uint64_t
piece_of(const struct sphere_ring *ring, uint64_t rba)
{
	const struct comp_layout *lo = &ring->comp->lo;
	uint64_t ci = rba / lo->ci_len;

	return ci / lo->cis_per_run * ring->pieces_per_run +
	       ci % lo->cis_per_run / ring->piece_cis;
}

static uint64_t
piece_rba(const struct sphere_ring *ring, uint64_t piece)
{
	const struct comp_layout *lo = &ring->comp->lo;

	return (piece / ring->pieces_per_run * lo->cis_per_run +
		   piece % ring->pieces_per_run * ring->piece_cis) *
	       lo->ci_len;
}

/* The file's bytes [*offsetp, end) that hold the piece's intervals below the
 * limit, and the run's side pages if it is the run's first. */
static uint64_t
piece_extent(const struct sphere_ring *ring, uint64_t piece, uint64_t *offsetp)
{
	const struct comp_layout *lo = &ring->comp->lo;
	uint64_t rba = piece_rba(ring, piece), last = rba;
	uint64_t in_run = piece % ring->pieces_per_run * ring->piece_cis;
	uint64_t n = lo->cis_per_run - in_run;

	n = n < ring->piece_cis ? n : ring->piece_cis;
	last = rba + (n - 1) * lo->ci_len;
	if (last > ring->limit - lo->ci_len)
		last = ring->limit - lo->ci_len;
	*offsetp = page_floor(layout_offset(lo, rba));
	if (in_run == 0)
		*offsetp -= lo->side_len;
	return page_ceil(layout_offset(lo, last) + lo->ci_len);
}

/* --- open, close
 * -------------------------------------------------------------- */

static void
ring_drain(struct sphere_ring *ring)
{
	for (size_t i = 0; i < RING_SLOTS; i++) {
		if (ring->slot[i].state == SLOT_READING)
			vol_wait(ring->file, &ring->slot[i].req, NULL);
		ring->slot[i].state = SLOT_EMPTY;
	}
	ring->side[0].valid = ring->side[1].valid = false;
}

/* A commit or reset changed the file: nothing held is worth anything. */
static void
ring_renew(struct sphere_ring *ring)
{
	ring_drain(ring);
	ring->generation = ring->sp->generation;
	ring->limit = ring->sp->committed.state.part[SPHERE_DATA].hurba;
	ring->started = false;
}

static void
ring_size(struct sphere_ring *ring)
{
	const struct comp_layout *lo = &ring->comp->lo;
	uint64_t n = (uint64_t)RING_PIECE * lo->cis_per_ca / lo->ca_stride;
	uint64_t len;

	n = n < 1 ? 1 : n;
	n = n > lo->cis_per_run ? lo->cis_per_run : n;
	n = n > PIECE_CIS ? PIECE_CIS : n;
	ring->piece_cis = (uint32_t)n;
	ring->pieces_per_run =
	    (lo->cis_per_run + ring->piece_cis - 1) / ring->piece_cis;
	len = n * lo->ci_len + (n / lo->cis_per_ca + 4) * COMP_PAGE +
	      lo->side_len;
	ring->buf_len = (size_t)page_ceil(len);
}

/* Has the page cache at least three quarters of what is to be read? Of a large
 * set by samples: looking at each page takes as long as reading a part. */
static bool
mostly_cached(const struct sphere_ring *ring)
{
	const struct component *comp = ring->comp;
	uint64_t hurba = ring->sp->committed.state.part[SPHERE_DATA].hurba;
	uint64_t len = layout_file_len(&comp->lo, hurba), step, have = 0;

	if (len <= SAMPLES * SAMPLE_LEN)
		return vol_cached(comp->file, 0, len) >= len - len / 4;
	step = (len - SAMPLE_LEN) / (SAMPLES - 1);
	for (uint64_t i = 0; i < SAMPLES; i++)
		have +=
		    vol_cached(comp->file, page_floor(i * step), SAMPLE_LEN);
	return have >= SAMPLES * SAMPLE_LEN / 4 * 3;
}

enum ds_status
ring_open(struct sphere *sp, struct sphere_ring **ringp, struct ds_diag *diag)
{
	struct sphere_ring *ring;
	const struct comp_layout *lo = &sp->comp[SPHERE_DATA].lo;
	enum ds_status st;

	if ((st = sphere_check(sp, SPHERE_DATA, diag)) != DS_OK)
		return st;
	if ((ring = calloc(1, sizeof(*ring))) == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	ring->sp = sp;
	ring->comp = &sp->comp[SPHERE_DATA];
	ring_size(ring);
	ring->file = ring->comp->file;
	ring->buffered =
	    sp->committed.state.part[SPHERE_DATA].hurba <= RING_SMALL ||
	    mostly_cached(ring);
	ring->nslots = ring->buffered ? RING_FEW : RING_SLOTS;
	if (!ring->buffered)
		st = comp_direct(sp, SPHERE_DATA, &ring->file, diag);
	ring->single = page_alloc(lo->ci_len);
	for (size_t i = 0; i < 2; i++) {
		ring->side[i].pages = page_alloc(lo->side_len);
		ring->side[i].checked = calloc(1, lo->side_pages);
		if (ring->side[i].pages == NULL ||
		    ring->side[i].checked == NULL || ring->single == NULL)
			st = ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	}
	if (st != DS_OK) {
		ring_close(&ring);
		return st;
	}
	ring_renew(ring);
	*ringp = ring;
	return DS_OK;
}

void
ring_close(struct sphere_ring **ringp)
{
	struct sphere_ring *ring = ringp != NULL ? *ringp : NULL;

	if (ring == NULL)
		return;
	ring_drain(ring);
	buf_release(ring->sp, &ring->pinned);
	for (size_t i = 0; i < RING_SLOTS; i++)
		free(ring->slot[i].buf);
	for (size_t i = 0; i < 2; i++) {
		free(ring->side[i].pages);
		free(ring->side[i].checked);
	}
	free(ring->single);
	free(ring);
	*ringp = NULL;
}

/* --- reading ----------------------------------------------------------------
 */

static enum ds_status
slot_start(struct sphere_ring *ring, uint64_t piece, struct ds_diag *diag)
{
	struct ring_slot *slot = &ring->slot[piece % ring->nslots];
	uint64_t end;

	if (slot->state != SLOT_EMPTY && slot->piece == piece)
		return DS_OK;
	if (slot->state == SLOT_READING)
		vol_wait(ring->file, &slot->req, NULL);
	slot->state = SLOT_EMPTY;
	if (slot->buf == NULL &&
	    (slot->buf = page_alloc(ring->buf_len)) == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(ring->sp), NULL);
	end = piece_extent(ring, piece, &slot->offset);
	slot->piece = piece;
	slot->iov.iov_base = slot->buf;
	slot->iov.iov_len = (size_t)(end - slot->offset);
	slot->req = (struct vol_req){
	    .offset = slot->offset, .iov = &slot->iov, .niov = 1};
	memset(slot->verified, 0, sizeof(slot->verified));
	ring->sp->stats[SPHERE_DATA].excps++;
	if (vol_submit(ring->file, &slot->req, NULL) == DS_OK)
		slot->state = SLOT_READING;
	else
		slot->state = SLOT_FAILED;
	return DS_OK;
}

/* The piece has arrived; a run's first brought its side pages. */
static void
slot_finish(struct sphere_ring *ring, struct ring_slot *slot)
{
	uint64_t run = slot->piece / ring->pieces_per_run;
	struct ring_side *side = &ring->side[run & 1];
	size_t side_len = (size_t)ring->comp->lo.side_len;

	if (slot->state != SLOT_READING)
		return;
	if (vol_wait(ring->file, &slot->req, NULL) != DS_OK) {
		slot->state = SLOT_FAILED;
		return;
	}
	if (!share_valid(ring->sp)) {
		slot->state = SLOT_FAILED;
		return;
	}
	slot->state = SLOT_READY;
	if (ring->sp->overlaid)
		overlay_patch(ring->sp, SPHERE_DATA, slot->offset, slot->buf,
		    slot->iov.iov_len);
	if (slot->piece % ring->pieces_per_run == 0) {
		memcpy(side->pages, slot->buf, side_len);
		memset(side->checked, 0, ring->comp->lo.side_pages);
		side->run = run;
		side->valid = true;
	}
}

/* The entry of rba, which the file has, from the run's side pages. */
static enum ds_status
ring_entry(struct sphere_ring *ring, uint64_t rba, struct side_entry *entp,
    struct ds_diag *diag)
{
	const struct comp_layout *lo = &ring->comp->lo;
	uint32_t entry;
	uint64_t number = layout_side_page(lo, rba, &entry);
	uint64_t run = number / lo->side_pages;
	size_t in_run = (size_t)(number % lo->side_pages);
	struct ring_side *side = &ring->side[run & 1];
	uint8_t *page = side->pages + in_run * COMP_PAGE;
	enum ds_status st;

	if (!side->valid || side->run != run) {
		side->valid = false;
		st = comp_read(ring->sp, SPHERE_DATA,
		    layout_side_offset(lo, run * lo->side_pages), side->pages,
		    (size_t)lo->side_len, diag);
		/* With a bad sector among them the pool's way still serves. */
		if (st != DS_OK)
			return side_lookup(
			    ring->sp, SPHERE_DATA, rba, entp, diag);
		memset(side->checked, 0, lo->side_pages);
		side->run = run;
		side->valid = true;
	}
	if (side->checked[in_run] == 0) {
		st = side_page_check(ring->sp, SPHERE_DATA, number, page, diag);
		if (st != DS_OK)
			return st;
		side->checked[in_run] = 1;
	}
	side_entry_get(page, entry, entp);
	return DS_OK;
}

/* One control interval by itself: not published yet, or its piece has a bad
 * sector somewhere. */
static enum ds_status
read_alone(struct sphere_ring *ring, uint64_t rba, const struct side_entry *ent,
    const uint8_t **datap, struct ds_diag *diag)
{
	const struct comp_layout *lo = &ring->comp->lo;
	enum ds_status st = DS_OK;

	if (side_entry_unwritten(ent)) {
		memset(ring->single, 0, lo->ci_len);
	} else {
		st = comp_read(ring->sp, SPHERE_DATA, layout_offset(lo, rba),
		    ring->single, lo->ci_len, diag);
		if (st == DS_OK)
			st = side_ci_check(ring->sp, SPHERE_DATA, rba,
			    ring->single, ent, diag);
		else if (diag != NULL) {
			diag->has_rba = true;
			diag->rba = rba;
		}
	}
	if (st == DS_OK)
		*datap = ring->single;
	return st;
}

/* Make the piece current, and start what the reader will want next. */
static enum ds_status
ring_position(struct sphere_ring *ring, uint64_t piece, struct ds_diag *diag)
{
	uint64_t pieces =
	    piece_of(ring, ring->limit - ring->comp->lo.ci_len) + 1;
	enum ds_status st;

	if (ring->started && piece == ring->last)
		return DS_OK;
	if (!ring->started)
		ring->window = piece == 0 ? RING_START : 1;
	else if (piece == ring->last + 1)
		ring->window = ring->window >= (RING_SLOTS - 1) / 2
				   ? RING_SLOTS - 1
				   : 2 * ring->window + 1;
	else
		ring->window = 0;
	ring->started = true;
	ring->last = piece;
	if (ring->buffered)
		ring->window = 0;
	for (uint64_t p = piece; p <= piece + ring->window && p < pieces; p++)
		if ((st = slot_start(ring, p, diag)) != DS_OK && p == piece)
			return st;
	slot_finish(ring, &ring->slot[piece % ring->nslots]);
	return DS_OK;
}

/* From the file as published. */
static enum ds_status
get_published(struct sphere_ring *ring, uint64_t rba, const uint8_t **datap,
    uint32_t *recordsp, struct ds_diag *diag)
{
	const struct comp_layout *lo = &ring->comp->lo;
	uint64_t piece = piece_of(ring, rba);
	uint32_t in_piece =
	    (uint32_t)((rba - piece_rba(ring, piece)) / lo->ci_len);
	struct ring_slot *slot = &ring->slot[piece % ring->nslots];
	uint64_t bit = (uint64_t)1 << (in_piece % 64);
	struct side_entry ent;
	const uint8_t *image;
	enum ds_status st;

	if ((st = ring_position(ring, piece, diag)) != DS_OK ||
	    (st = ring_entry(ring, rba, &ent, diag)) != DS_OK)
		return st;
	if (slot->state != SLOT_READY || side_entry_unwritten(&ent)) {
		if ((st = read_alone(ring, rba, &ent, datap, diag)) == DS_OK &&
		    recordsp != NULL)
			*recordsp = ent.records;
		return st;
	}
	image = slot->buf + (layout_offset(lo, rba) - slot->offset);
	if ((slot->verified[in_piece / 64] & bit) == 0) {
		st = side_ci_check(
		    ring->sp, SPHERE_DATA, rba, image, &ent, diag);
		if (st != DS_OK)
			return st;
		slot->verified[in_piece / 64] |= bit;
	}
	*datap = image;
	if (recordsp != NULL)
		*recordsp = ent.records;
	return DS_OK;
}

/* A changed image in the pool, or one that is not published yet. */
static enum ds_status
get_working(struct sphere_ring *ring, uint64_t rba, struct frame *frame,
    const uint8_t **datap, uint32_t *recordsp, struct ds_diag *diag)
{
	struct side_entry ent;
	enum ds_status st;

	if (frame != NULL) {
		frame->pins++;
		ring->pinned = &frame->buf;
		*datap = frame->buf.data;
		if (recordsp != NULL)
			*recordsp = frame->buf.records;
		return DS_OK;
	}
	if ((st = side_lookup(ring->sp, SPHERE_DATA, rba, &ent, diag)) !=
		DS_OK ||
	    (st = read_alone(ring, rba, &ent, datap, diag)) != DS_OK)
		return st;
	if (recordsp != NULL)
		*recordsp = ent.records;
	return DS_OK;
}

enum ds_status
ring_get(struct sphere_ring *ring, uint64_t rba, const uint8_t **datap,
    uint32_t *recordsp, struct ds_diag *diag)
{
	struct sphere *sp = ring->sp;
	struct component *comp = ring->comp;
	struct frame *frame = NULL;
	enum ds_status st;

	buf_release(sp, &ring->pinned);
	if ((st = sphere_check(sp, SPHERE_DATA, diag)) != DS_OK)
		return st;
	if (rba >= sp->state.part[SPHERE_DATA].harba ||
	    rba % comp->lo.ci_len != 0)
		return ds_fail_rba(diag, DS_BADRBA, comp_name(comp), rba,
		    "not a control interval of the component");
	if (ring->generation != sp->generation)
		ring_renew(ring);
	if (pend_has(sp, SPHERE_DATA, rba)) {
		st = buf_pin(
		    sp, SPHERE_DATA, rba, BUF_READ, &ring->pinned, diag);
		if (st != DS_OK)
			return st;
		buf_release(sp, &ring->pinned);
	}
	if (comp->pool.ndirty > 0 &&
	    (frame = pool_find(&comp->pool, rba)) != NULL && !frame->dirty)
		frame = NULL;
	if (frame != NULL || rba >= ring->limit)
		return get_working(ring, rba, frame, datap, recordsp, diag);
	return get_published(ring, rba, datap, recordsp, diag);
}
