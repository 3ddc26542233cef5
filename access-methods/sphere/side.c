/*
 * Side pages: checksum, records and bytes of each control interval, packed by
 * 4 KiB, with the page's sums in its header (doc/formats/component.md).
 *
 * On disk a side page counts only where the published state says so: pages of
 * control intervals at or behind the high-used RBA are what a load that was
 * never published left there, and read as empty. So every commit writes all
 * pages that describe the control intervals it adds (side_cover).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum {
	SIDE_CRC = 4,
	SIDE_NUMBER = 8,
	SIDE_EPOCH = 16,
	SIDE_SEQ = 24,
	SIDE_RECORDS = 32,
	SIDE_BYTES = 40,
	SIDE_COUNT = 48,
	SIDE_ID = 52,
	/* SIDE_PREFIX: of the pages before */
	SIDE_BEFORE_RECORDS = 56,
	SIDE_BEFORE_BYTES = 4084,
	SIDE_FORMAT = 4092,
};
static_assert(
    SIDE_HEADER_LEN + SIDE_ENTRIES * SIDE_ENTRY_LEN <= SIDE_BEFORE_BYTES,
    "what is behind the entries");

/* SIDE_TREE: the index record is in use. */
#define SIDE_IN_USE ((uint64_t)1 << 63)
static const uint8_t side_magic[4] = {'S', 'I', 'D', 'E'};

void
side_entry_get(const uint8_t *page, uint32_t entry, struct side_entry *entp)
{
	const uint8_t *p = page + SIDE_HEADER_LEN + entry * SIDE_ENTRY_LEN;

	memset(entp, 0, sizeof(*entp));
	entp->crc = be32_get(p);
	if (be32_get(page + SIDE_FORMAT) == SIDE_TREE) {
		entp->below.records = be64_get(p + 4);
		entp->records = (entp->below.records & SIDE_IN_USE) != 0;
		entp->below.records &= ~SIDE_IN_USE;
		entp->below.bytes = be64_get(p + 12);
		return;
	}
	entp->records = be32_get(p + 4);
	entp->bytes = be32_get(p + 8);
	entp->lsn = be64_get(p + 12);
}

/* What an entry adds to the sums of its page. */
static struct sphere_sums
entry_sums(const uint8_t *page, const struct side_entry *ent)
{
	if (be32_get(page + SIDE_FORMAT) == SIDE_TREE)
		return ent->below;
	return (struct sphere_sums){ent->records, ent->bytes};
}

void
side_entry_put(uint8_t *page, uint32_t entry, const struct side_entry *ent)
{
	uint8_t *p = page + SIDE_HEADER_LEN + entry * SIDE_ENTRY_LEN;
	struct sphere_sums was, is = entry_sums(page, ent);
	struct side_entry old;

	side_entry_get(page, entry, &old);
	was = entry_sums(page, &old);
	be64_put(page + SIDE_RECORDS,
	    be64_get(page + SIDE_RECORDS) - was.records + is.records);
	be64_put(page + SIDE_BYTES,
	    be64_get(page + SIDE_BYTES) - was.bytes + is.bytes);
	be32_put(p, ent->crc);
	if (be32_get(page + SIDE_FORMAT) == SIDE_TREE) {
		be64_put(p + 4, (is.records & ~SIDE_IN_USE) |
				    (ent->records > 0 ? SIDE_IN_USE : 0));
		be64_put(p + 12, is.bytes);
		return;
	}
	be32_put(p + 4, ent->records);
	be32_put(p + 8, ent->bytes);
	be64_put(p + 12, ent->lsn);
}

bool
side_entry_unwritten(const struct side_entry *ent)
{
	return ent->crc == 0;
}

void
side_page_init(uint8_t *page, uint64_t number, uint32_t entries)
{
	memset(page, 0, COMP_PAGE);
	memcpy(page, side_magic, sizeof(side_magic));
	be64_put(page + SIDE_NUMBER, number);
	be32_put(page + SIDE_COUNT, entries);
}

void
side_page_format(uint8_t *page, enum side_format format)
{
	be32_put(page + SIDE_FORMAT, format);
}

enum side_format
side_format(const struct sphere *sp, enum sphere_part part)
{
	if (!sp->state.counted)
		return SIDE_PLAIN;
	if (part == SPHERE_INDEX)
		return SIDE_TREE;
	return sp->comp[part].attr.org == DS_ORG_ESDS ? SIDE_PREFIX
						      : SIDE_PLAIN;
}

void
side_prefix_get(const uint8_t *page, struct sphere_sums *beforep)
{
	beforep->records = be64_get(page + SIDE_BEFORE_RECORDS);
	beforep->bytes = be64_get(page + SIDE_BEFORE_BYTES);
}

void
side_prefix_put(uint8_t *page, const struct sphere_sums *before)
{
	be64_put(page + SIDE_BEFORE_RECORDS, before->records);
	be64_put(page + SIDE_BEFORE_BYTES, before->bytes);
}

void
side_page_sums(const uint8_t *page, struct sphere_sums *sums)
{
	sums->records = be64_get(page + SIDE_RECORDS);
	sums->bytes = be64_get(page + SIDE_BYTES);
}

static uint32_t
page_crc(const uint8_t *page)
{
	uint8_t head[SIDE_HEADER_LEN];
	uint8_t both[8];

	memcpy(head, page, SIDE_HEADER_LEN);
	be32_put(head + SIDE_CRC, 0);
	be32_put(both, crc32c(head, SIDE_HEADER_LEN));
	be32_put(both + 4,
	    crc32c(page + SIDE_HEADER_LEN, COMP_PAGE - SIDE_HEADER_LEN));
	return crc32c(both, sizeof(both));
}

void
side_page_seal(
    const struct component *comp, uint8_t *page, uint64_t seq, uint64_t epoch)
{
	be64_put(page + SIDE_EPOCH, epoch);
	be64_put(page + SIDE_SEQ, seq);
	be32_put(page + SIDE_ID, comp->id_crc);
	be32_put(page + SIDE_CRC, page_crc(page));
}

static const char *
page_fault(const struct sphere *sp, enum sphere_part part, uint64_t number,
    uint32_t entries, uint64_t max_seq, const uint8_t *page)
{
	const struct component *comp = &sp->comp[part];
	struct sphere_sums sums = {0}, one;
	struct side_entry ent;

	if (memcmp(page, side_magic, sizeof(side_magic)) != 0)
		return "no side page where one belongs";
	if (!sphere_is_mutant(SPHERE_NO_SIDE_CRC) &&
	    be32_get(page + SIDE_CRC) != page_crc(page))
		return "the side page does not fit its checksum";
	if (be32_get(page + SIDE_ID) != comp->id_crc ||
	    be64_get(page + SIDE_NUMBER) != number ||
	    be32_get(page + SIDE_COUNT) != entries)
		return "the side page belongs elsewhere";
	if (be64_get(page + SIDE_EPOCH) != sp->committed.state.reset_epoch)
		return "the side page is from before a reset";
	if (be64_get(page + SIDE_SEQ) > max_seq)
		return "the side page is newer than the published state";
	if (be32_get(page + SIDE_FORMAT) != side_format(sp, part))
		return "the side page is of another format";
	for (uint32_t i = 0; i < entries; i++) {
		side_entry_get(page, i, &ent);
		one = entry_sums(page, &ent);
		sums.records += one.records;
		sums.bytes += one.bytes;
	}
	if (sums.records != be64_get(page + SIDE_RECORDS) ||
	    sums.bytes != be64_get(page + SIDE_BYTES))
		return "the sums of the side page are wrong";
	return NULL;
}

static bool
run_loaded(const struct component *comp, uint64_t run)
{
	for (size_t i = comp->nloaded; i-- > 0;)
		if (run >= comp->loaded[i].lo && run < comp->loaded[i].hi)
			return true;
	return false;
}

enum ds_status
side_page_check(const struct sphere *sp, enum sphere_part part, uint64_t number,
    const uint8_t *page, struct ds_diag *diag)
{
	const struct component *comp = &sp->comp[part];
	uint64_t max_seq = sp->committed.state.seq;
	uint32_t entries;
	uint64_t rba = layout_side_rba(&comp->lo, number, &entries);
	const char *fault;

	/* A loader's pages carry the number they will be published with. */
	if (run_loaded(comp, number / comp->lo.side_pages))
		max_seq++;
	fault = page_fault(sp, part, number, entries, max_seq, page);
	if (fault != NULL)
		return ds_fail_rba(
		    diag, DS_CORRUPT, comp_name(comp), rba, "%s", fault);
	return DS_OK;
}

uint32_t
side_ci_crc(const struct component *comp, uint64_t epoch, uint64_t rba,
    const uint8_t *image)
{
	uint8_t seed[24];
	uint32_t crc;

	be32_put(seed, crc32c(image, comp->lo.ci_len));
	be32_put(seed + 4, comp->id_crc);
	be64_put(seed + 8, rba);
	be64_put(seed + 16, epoch);
	crc = crc32c(seed, sizeof(seed));
	return crc != 0 ? crc : 1;
}

enum ds_status
side_ci_check(const struct sphere *sp, enum sphere_part part, uint64_t rba,
    const uint8_t *image, const struct side_entry *ent, struct ds_diag *diag)
{
	const struct component *comp = &sp->comp[part];

	if (sphere_is_mutant(SPHERE_NO_CI_CRC) ||
	    ent->crc ==
		side_ci_crc(comp, sp->committed.state.reset_epoch, rba, image))
		return DS_OK;
	return ds_fail_rba(diag, DS_CORRUPT, comp_name(comp), rba,
	    "the control interval does not fit its checksum");
}

/* --- runs that loaders wrote ---------------------------------------------- */

bool
side_run_claim(struct component *comp, uint64_t run)
{
	uint64_t page = run * comp->lo.side_pages;
	struct run_range *last;
	struct frame *frame;

	for (uint32_t i = 0; i < comp->lo.side_pages; i++) {
		frame = pool_find(&comp->side, page + i);
		if (frame != NULL && frame->dirty)
			return false;
		if (frame != NULL)
			pool_drop(&comp->side, frame);
	}
	if (comp->nloaded > 0) {
		last = &comp->loaded[comp->nloaded - 1];
		if (last->hi == run) {
			last->hi++;
			return true;
		}
	}
	if (comp->nloaded == comp->loaded_cap) {
		size_t cap = comp->loaded_cap > 0 ? 2 * comp->loaded_cap : 4;

		last = realloc(comp->loaded, cap * sizeof(*last));
		if (last == NULL)
			return false;
		comp->loaded = last;
		comp->loaded_cap = cap;
	}
	comp->loaded[comp->nloaded++] = (struct run_range){run, run + 1};
	return true;
}

/* --- the cached pages ------------------------------------------------------
 */

enum ds_status
side_load(struct sphere *sp, enum sphere_part part, uint64_t number,
    struct frame **framep, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	struct frame *frame = pool_find(&comp->side, number);
	enum ds_status st = DS_OK;
	uint32_t entries;
	uint64_t rba;

	if (frame != NULL) {
		frame->touched = true;
		*framep = frame;
		return DS_OK;
	}
	if ((frame = pool_take(&comp->side, number)) == NULL)
		return ds_fail(diag, DS_NOMEM, comp_name(comp), NULL);
	rba = layout_side_rba(&comp->lo, number, &entries);
	if (rba < sp->committed.state.part[part].hurba ||
	    run_loaded(comp, number / comp->lo.side_pages)) {
		st = comp_read(sp, part, layout_side_offset(&comp->lo, number),
		    frame->buf.data, COMP_PAGE, diag);
		if (st == DS_OK)
			st = side_page_check(
			    sp, part, number, frame->buf.data, diag);
	} else {
		side_page_init(frame->buf.data, number, entries);
		side_page_format(frame->buf.data, side_format(sp, part));
		if (number < comp->prefix_ok)
			comp->prefix_ok = number;
	}
	if (st != DS_OK) {
		pool_drop(&comp->side, frame);
		return st;
	}
	pend_apply_side(sp, part, frame);
	*framep = frame;
	return DS_OK;
}

enum ds_status
side_lookup(struct sphere *sp, enum sphere_part part, uint64_t rba,
    struct side_entry *entp, struct ds_diag *diag)
{
	struct frame *frame = NULL;
	enum ds_status st;
	uint32_t entry;
	uint64_t number = layout_side_page(&sp->comp[part].lo, rba, &entry);

	if ((st = side_load(sp, part, number, &frame, diag)) == DS_OK)
		side_entry_get(frame->buf.data, entry, entp);
	return st;
}

/* An entry becomes another, and with it all sums. */
static void
entry_change(struct sphere *sp, enum sphere_part part, struct frame *frame,
    uint32_t entry, const struct side_entry *ent)
{
	uint8_t *page = frame->buf.data;
	struct sphere_sums more;
	struct side_entry old;

	side_entry_get(page, entry, &old);
	side_entry_put(page, entry, ent);
	pool_dirty(&sp->comp[part].side, frame);
	more.records = (uint64_t)ent->records - old.records;
	more.bytes = (uint64_t)ent->bytes - old.bytes;
	if (more.records != 0 || more.bytes != 0)
		sums_changed(sp, part, frame->key, &more);
}

enum ds_status
side_store(struct sphere *sp, enum sphere_part part, uint64_t rba,
    const struct side_entry *ent, struct ds_diag *diag)
{
	struct frame *frame = NULL;
	enum ds_status st;
	uint32_t entry;
	uint64_t number = layout_side_page(&sp->comp[part].lo, rba, &entry);

	if ((st = side_load(sp, part, number, &frame, diag)) != DS_OK)
		return st;
	entry_change(sp, part, frame, entry, ent);
	return DS_OK;
}

enum ds_status
side_crc_store(struct sphere *sp, enum sphere_part part, uint64_t rba,
    uint32_t crc, struct ds_diag *diag)
{
	struct frame *frame = NULL;
	enum ds_status st;
	uint32_t entry;
	uint64_t number = layout_side_page(&sp->comp[part].lo, rba, &entry);

	if ((st = side_load(sp, part, number, &frame, diag)) != DS_OK)
		return st;
	be32_put(
	    frame->buf.data + SIDE_HEADER_LEN + entry * SIDE_ENTRY_LEN, crc);
	pool_dirty(&sp->comp[part].side, frame);
	return DS_OK;
}

/* False: they are what they were. */
static bool
counts_put(const struct sphere *sp, enum sphere_part part,
    struct side_entry *ent, uint32_t records, uint32_t bytes)
{
	if (side_format(sp, part) == SIDE_TREE) {
		records = records > 0;
		bytes = 0;
	}
	if (ent->records == records && ent->bytes == bytes)
		return false;
	ent->records = records;
	ent->bytes = bytes;
	return true;
}

void
side_counts_put(
    struct sphere *sp, struct frame *frame, uint32_t records, uint32_t bytes)
{
	enum sphere_part part = frame->buf.part;
	struct side_entry ent;
	uint32_t entry;

	assert(frame->side != NULL);
	layout_side_page(&sp->comp[part].lo, frame->key, &entry);
	side_entry_get(frame->side->buf.data, entry, &ent);
	frame->buf.records = records;
	frame->buf.bytes = bytes;
	if (counts_put(sp, part, &ent, records, bytes))
		entry_change(sp, part, frame->side, entry, &ent);
}

enum ds_status
side_cover(struct sphere *sp, enum sphere_part part, uint64_t lo, uint64_t hi,
    struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	struct frame *frame = NULL;
	enum ds_status st = DS_OK;
	uint64_t number, last;
	uint32_t entry;

	if (lo >= hi)
		return DS_OK;
	last = layout_side_page(&comp->lo, hi - comp->lo.ci_len, &entry);
	number = layout_side_page(&comp->lo, lo, &entry);
	for (; st == DS_OK && number <= last; number++) {
		if (run_loaded(comp, number / comp->lo.side_pages))
			continue;
		if ((st = side_load(sp, part, number, &frame, diag)) == DS_OK)
			pool_dirty(&comp->side, frame);
	}
	return st;
}

/* --- what the log says of entries -------------------------------------------
 */

/* 32 bits with a sign. */
static uint64_t
extended(uint32_t v)
{
	return (uint64_t)(int64_t)(int32_t)v;
}

void
side_op_do(struct sphere *sp, enum sphere_part part, struct frame *frame,
    const struct log_op *op)
{
	struct side_entry ent;
	uint32_t entry;

	layout_side_page(&sp->comp[part].lo, op->rba, &entry);
	side_entry_get(frame->buf.data, entry, &ent);
	if (op->kind == LOG_SUMS) {
		ent.below.records = be64_get(op->data);
		ent.below.bytes = be64_get(op->data + 8);
	} else if (op->kind == LOG_SUMS_ADD) {
		ent.below.records += extended(op->a);
		ent.below.bytes += extended(op->b);
	} else {
		counts_put(sp, part, &ent, op->a, op->b);
	}
	entry_change(sp, part, frame, entry, &ent);
	sp->comp[part].changed = true;
}

enum ds_status
side_take(struct sphere *sp, const struct log_op *op, struct ds_diag *diag)
{
	enum sphere_part part = (enum sphere_part)op->part;
	struct component *comp = &sp->comp[part];
	struct frame *frame = NULL;
	uint32_t entry;
	uint64_t number = layout_side_page(&comp->lo, op->rba, &entry);
	enum ds_status st;

	if (op->kind != LOG_COUNTS &&
	    (frame = pool_find(&comp->pool, op->rba)) != NULL)
		frame->changes++;
	/* A tree of sums in memory is to have it at once. */
	if (sphere_owner(sp)->share != NULL && comp->tree == NULL &&
	    pool_find(&comp->side, number) == NULL) {
		sums_stale(sp, part, number);
		return pend_add_side(sp, number, op, diag);
	}
	if ((st = side_load(sp, part, number, &frame, diag)) == DS_OK)
		side_op_do(sp, part, frame, op);
	return st;
}

/* --- sphere.h: counts -------------------------------------------------------
 */

static enum ds_status
counts_of(struct sphere *sp, enum sphere_part part, uint64_t rba,
    uint32_t *recordsp, uint32_t *bytesp, struct ds_diag *diag)
{
	struct side_entry ent;
	enum ds_status st;

	if ((st = side_lookup(sp, part, rba, &ent, diag)) != DS_OK)
		return st;
	*recordsp = ent.records;
	*bytesp = ent.bytes;
	return DS_OK;
}

enum ds_status
side_get(struct sphere *sp, enum sphere_part part, uint64_t rba,
    uint32_t *recordsp, uint32_t *bytesp, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK)
		return st;
	if (rba >= sp->state.part[part].harba ||
	    rba % sp->comp[part].lo.ci_len != 0)
		return ds_fail_rba(diag, DS_BADRBA, comp_name(&sp->comp[part]),
		    rba, "not a control interval of the component");
	return counts_of(sp, part, rba, recordsp, bytesp, diag);
}

enum ds_status
side_ca_sum(struct sphere *sp, enum sphere_part part, uint64_t ca,
    uint64_t *recordsp, uint64_t *bytesp, struct ds_diag *diag)
{
	const struct comp_layout *lo = &sp->comp[part].lo;
	uint64_t records = 0, bytes = 0, rba;
	uint32_t r, b;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK)
		return st;
	if (ca >= sp->state.part[part].harba / lo->ca_len)
		return ds_fail(diag, DS_BADRBA, comp_name(&sp->comp[part]),
		    "not a control area of the component");
	rba = ca * lo->ca_len;
	for (uint32_t i = 0; i < lo->cis_per_ca; i++, rba += lo->ci_len) {
		if ((st = counts_of(sp, part, rba, &r, &b, diag)) != DS_OK)
			return st;
		records += r;
		bytes += b;
	}
	*recordsp = records;
	*bytesp = bytes;
	return DS_OK;
}
