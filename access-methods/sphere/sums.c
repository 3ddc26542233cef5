/*
 * Sums over side pages: from a place in the stream of records to its control
 * interval and back, without looking at the others.
 *
 *	SIDE_TREE	(index) an entry has the sums of all that is below its
 *			index record; vsam/ walks the tree
 *	SIDE_PREFIX	(ESDS) a page's header has the sums of all pages
 *			before; records come at the end alone, so few change
 *	SIDE_PLAIN	one pass over the headers makes a tree of sums in
 *			memory, when it is first asked for
 *
 * All are those of the working state: they change with the counts.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

/* Pages whose headers are read at the same time. */
enum { SIDE_READS = 32 };

/* Sums over pages that can be changed one by one: a Fenwick tree. */
struct side_tree {
	uint64_t n; /* pages, a power of two */
	struct sphere_sums at[];
};

static void
sums_more(struct sphere_sums *s, const struct sphere_sums *more)
{
	s->records += more->records;
	s->bytes += more->bytes;
}

/* The page that describes the last control interval in use, which is there. */
static uint64_t
last_page(const struct sphere *sp, enum sphere_part part)
{
	const struct comp_layout *lo = &sp->comp[part].lo;
	uint32_t entry;

	return layout_side_page(
	    lo, sp->state.part[part].hurba - lo->ci_len, &entry);
}

/* What the control intervals of a page have. An index page's own sums are of
 * what is below its records. */
static void
page_counts(const struct sphere *sp, enum sphere_part part, uint64_t number,
    const uint8_t *page, struct sphere_sums *sums)
{
	struct side_entry ent;
	uint32_t entries;

	side_page_sums(page, sums);
	if (side_format(sp, part) != SIDE_TREE)
		return;
	memset(sums, 0, sizeof(*sums));
	layout_side_rba(&sp->comp[part].lo, number, &entries);
	for (uint32_t i = 0; i < entries; i++) {
		side_entry_get(page, i, &ent);
		sums->records += ent.records;
	}
}

/* --- the tree in memory -----------------------------------------------------
 */

static void
tree_add(struct side_tree *tree, uint64_t page, const struct sphere_sums *more)
{
	for (page++; page <= tree->n; page += page & -page)
		sums_more(&tree->at[page - 1], more);
}

static void
tree_before(
    const struct side_tree *tree, uint64_t page, struct sphere_sums *sums)
{
	memset(sums, 0, sizeof(*sums));
	for (; page > 0; page &= page - 1)
		sums_more(sums, &tree->at[page - 1]);
}

/* The first page with which the sums reach beyond place; n: none. */
static uint64_t
tree_find(const struct side_tree *tree, const struct sphere_measure *m,
    uint64_t place, struct sphere_sums *before)
{
	struct sphere_sums sums;
	uint64_t page = 0, step;

	memset(before, 0, sizeof(*before));
	for (step = tree->n; step > 0; step /= 2) {
		if (page + step > tree->n)
			continue;
		sums = *before;
		sums_more(&sums, &tree->at[page + step - 1]);
		if (sphere_measure(m, &sums) > place)
			continue;
		page += step;
		*before = sums;
	}
	return page;
}

void
sums_forget(struct component *comp)
{
	free(comp->tree);
	comp->tree = NULL;
	comp->prefix_ok = UINT64_MAX;
}

/* The sums of n pages from first on, from the file or as they were changed. */
static enum ds_status
pages_add(struct sphere *sp, enum sphere_part part, struct side_tree *tree,
    uint64_t first, unsigned n, uint8_t *mem, struct ds_diag *diag)
{
	const struct comp_layout *lo = &sp->comp[part].lo;
	struct vol_req req[SIDE_READS];
	struct iovec iov[SIDE_READS];
	bool busy[SIDE_READS] = {false};
	struct vol_file *file = NULL;
	struct sphere_sums sums;
	struct frame *frame = NULL;
	enum ds_status st, one;
	uint32_t entries;
	unsigned i;

	st = comp_direct(sp, part, &file, diag);
	for (i = 0; st == DS_OK && i < n; i++) {
		if (sp->overlaid || sphere_owner(sp)->share != NULL ||
		    layout_side_rba(lo, first + i, &entries) >=
			sp->committed.state.part[part].hurba ||
		    pool_find(&sp->comp[part].side, first + i) != NULL)
			continue;
		iov[i].iov_base = mem + (size_t)i * COMP_PAGE;
		iov[i].iov_len = COMP_PAGE;
		req[i] = (struct vol_req){
		    .offset = layout_side_offset(lo, first + i),
		    .iov = &iov[i],
		    .niov = 1};
		st = vol_submit(file, &req[i], diag);
		busy[i] = st == DS_OK;
	}
	for (i = 0; i < n; i++) {
		one = busy[i] ? vol_wait(file, &req[i], diag) : DS_OK;
		if (one == DS_IO && diag != NULL)
			diag->io_reason = part == SPHERE_INDEX ? 8 : 4;
		st = st == DS_OK ? one : st;
		if (st != DS_OK)
			continue;
		if (busy[i])
			st = side_page_check(sp, part, first + i,
			    mem + (size_t)i * COMP_PAGE, diag);
		else
			st = side_load(sp, part, first + i, &frame, diag);
		if (st != DS_OK)
			continue;
		page_counts(sp, part, first + i,
		    busy[i] ? mem + (size_t)i * COMP_PAGE : frame->buf.data,
		    &sums);
		tree_add(tree, first + i, &sums);
	}
	return st;
}

static enum ds_status
tree_make(struct sphere *sp, enum sphere_part part, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	uint64_t pages = last_page(sp, part) + 1, n = 64, at;
	struct side_tree *tree = NULL;
	uint8_t *mem = NULL;
	enum ds_status st = DS_OK;

	while (n < 2 * pages)
		n *= 2;
	tree = calloc(1, sizeof(*tree) + n * sizeof(tree->at[0]));
	mem = page_alloc(SIDE_READS * COMP_PAGE);
	if (tree == NULL || mem == NULL) {
		st = ds_fail(diag, DS_NOMEM, comp_name(comp), NULL);
		goto out;
	}
	tree->n = n;
	for (at = 0; st == DS_OK && at < pages; at += SIDE_READS)
		st = pages_add(sp, part, tree, at,
		    pages - at < SIDE_READS ? (unsigned)(pages - at)
					    : SIDE_READS,
		    mem, diag);
	if (st == DS_OK) {
		comp->tree = tree;
		tree = NULL;
	}
out:
	free(tree);
	free(mem);
	return st;
}

/* Pages may have come since that the tree has no place for. */
static enum ds_status
tree_ready(struct sphere *sp, enum sphere_part part, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];

	if (comp->tree != NULL && last_page(sp, part) < comp->tree->n)
		return DS_OK;
	free(comp->tree);
	comp->tree = NULL;
	return tree_make(sp, part, diag);
}

/* --- prefixes on the pages --------------------------------------------------
 */

void
sums_changed(struct sphere *sp, enum sphere_part part, uint64_t number,
    const struct sphere_sums *more)
{
	struct component *comp = &sp->comp[part];

	sp->changes++;
	if (number + 1 < comp->prefix_ok)
		comp->prefix_ok = number + 1;
	if (comp->tree != NULL && number < comp->tree->n)
		tree_add(comp->tree, number, more);
}

void
sums_stale(struct sphere *sp, enum sphere_part part, uint64_t number)
{
	struct component *comp = &sp->comp[part];
	uint32_t entries;
	bool is_new = layout_side_rba(&comp->lo, number, &entries) >=
		      sp->committed.state.part[part].hurba;

	sp->changes++;
	if (number + !is_new < comp->prefix_ok)
		comp->prefix_ok = number + !is_new;
}

enum ds_status
sums_prefix(struct sphere *sp, enum sphere_part part, uint64_t number,
    struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	struct sphere_sums want = {0}, more, is;
	struct frame *frame = NULL;
	uint64_t at = comp->prefix_ok;
	enum ds_status st;

	if (side_format(sp, part) != SIDE_PREFIX || at > number)
		return DS_OK;
	for (at = at > 0 ? at - 1 : 0; at <= number; at++) {
		if ((st = side_load(sp, part, at, &frame, diag)) != DS_OK)
			return st;
		side_prefix_get(frame->buf.data, &is);
		if (at + 1 == comp->prefix_ok) {
			want = is;
		} else if (memcmp(&is, &want, sizeof(is)) != 0) {
			side_prefix_put(frame->buf.data, &want);
			pool_dirty(&comp->side, frame);
		}
		side_page_sums(frame->buf.data, &more);
		sums_more(&want, &more);
	}
	comp->prefix_ok = at;
	return DS_OK;
}

static enum ds_status
prefix_of(struct sphere *sp, enum sphere_part part, uint64_t number,
    struct sphere_sums *before, struct ds_diag *diag)
{
	struct frame *frame = NULL;
	enum ds_status st;

	if ((st = side_load(sp, part, number, &frame, diag)) == DS_OK)
		side_prefix_get(frame->buf.data, before);
	return st;
}

/* The last page with no more than place before it. */
static enum ds_status
prefix_find(struct sphere *sp, enum sphere_part part,
    const struct sphere_measure *m, uint64_t place, uint64_t *pagep,
    struct sphere_sums *before, struct ds_diag *diag)
{
	uint64_t lo = 0, hi = last_page(sp, part), mid;
	struct sphere_sums sums;
	enum ds_status st;

	if ((st = sums_prefix(sp, part, hi, diag)) != DS_OK)
		return st;
	memset(before, 0, sizeof(*before));
	while (lo < hi) {
		mid = lo + (hi - lo + 1) / 2;
		if ((st = prefix_of(sp, part, mid, &sums, diag)) != DS_OK)
			return st;
		if (sphere_measure(m, &sums) > place) {
			hi = mid - 1;
		} else {
			lo = mid;
			*before = sums;
		}
	}
	*pagep = lo;
	return DS_OK;
}

/* --- sphere.h --------------------------------------------------------------
 */

enum ds_status
side_find(struct sphere *sp, enum sphere_part part,
    const struct sphere_measure *m, uint64_t place, uint64_t *rbap,
    struct sphere_sums *beforep, struct ds_diag *diag)
{
	struct sphere_sums before = {0}, next, one;
	struct frame *frame = NULL;
	struct side_entry ent;
	uint64_t page = 0, rba;
	uint32_t entries;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK)
		return st;
	if (sp->state.part[part].hurba == 0)
		return ds_fail(diag, DS_EOD, comp_name(&sp->comp[part]), NULL);
	if (side_format(sp, part) == SIDE_PREFIX) {
		st = prefix_find(sp, part, m, place, &page, &before, diag);
	} else if ((st = tree_ready(sp, part, diag)) == DS_OK) {
		page = tree_find(sp->comp[part].tree, m, place, &before);
		if (page > last_page(sp, part))
			st = ds_fail(
			    diag, DS_EOD, comp_name(&sp->comp[part]), NULL);
	}
	if (st == DS_OK)
		st = side_load(sp, part, page, &frame, diag);
	if (st != DS_OK)
		return st;
	rba = layout_side_rba(&sp->comp[part].lo, page, &entries);
	for (uint32_t i = 0; i < entries; i++) {
		side_entry_get(frame->buf.data, i, &ent);
		one = (struct sphere_sums){ent.records, ent.bytes};
		next = before;
		sums_more(&next, &one);
		if (sphere_measure(m, &next) > place) {
			*rbap = rba + (uint64_t)i * sp->comp[part].lo.ci_len;
			*beforep = before;
			return DS_OK;
		}
		before = next;
	}
	return ds_fail(diag, DS_EOD, comp_name(&sp->comp[part]), NULL);
}

enum ds_status
side_before(struct sphere *sp, enum sphere_part part, uint64_t rba,
    struct sphere_sums *beforep, struct ds_diag *diag)
{
	struct sphere_sums before, one;
	struct frame *frame = NULL;
	struct side_entry ent;
	uint32_t entry;
	uint64_t page;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK)
		return st;
	if (rba >= sp->state.part[part].hurba)
		return ds_fail_rba(
		    diag, DS_BADRBA, comp_name(&sp->comp[part]), rba, NULL);
	page = layout_side_page(&sp->comp[part].lo, rba, &entry);
	if (side_format(sp, part) == SIDE_PREFIX) {
		st = sums_prefix(sp, part, page, diag);
		if (st == DS_OK)
			st = prefix_of(sp, part, page, &before, diag);
	} else if ((st = tree_ready(sp, part, diag)) == DS_OK) {
		tree_before(sp->comp[part].tree, page, &before);
	}
	if (st == DS_OK)
		st = side_load(sp, part, page, &frame, diag);
	if (st != DS_OK)
		return st;
	for (uint32_t i = 0; i < entry; i++) {
		side_entry_get(frame->buf.data, i, &ent);
		one = (struct sphere_sums){ent.records, ent.bytes};
		sums_more(&before, &one);
	}
	*beforep = before;
	return DS_OK;
}

enum ds_status
side_sums(struct sphere *sp, enum sphere_part part, uint64_t base,
    const uint32_t *number, uint32_t n, struct sphere_sums *cum,
    struct ds_diag *diag)
{
	const struct comp_layout *lo = &sp->comp[part].lo;
	bool tree = side_format(sp, part) == SIDE_TREE;
	struct sphere_sums sums = {0}, one;
	struct frame *frame = NULL;
	struct side_entry ent;
	uint64_t page, rba;
	uint32_t entry;
	enum ds_status st;

	for (uint32_t i = 0; i < n; i++) {
		rba = base + (uint64_t)number[i] * lo->ci_len;
		if (rba >= sp->state.part[part].hurba)
			return ds_fail_rba(diag, DS_CORRUPTIX,
			    comp_name(&sp->comp[part]), rba,
			    "behind the high-used RBA");
		page = layout_side_page(lo, rba, &entry);
		if ((frame == NULL || frame->key != page) &&
		    (st = side_load(sp, part, page, &frame, diag)) != DS_OK)
			return st;
		side_entry_get(frame->buf.data, entry, &ent);
		one = (struct sphere_sums){ent.records, ent.bytes};
		sums_more(&sums, tree ? &ent.below : &one);
		cum[i] = sums;
	}
	return DS_OK;
}

enum ds_status
side_prefix_check(struct sphere *sp, enum sphere_part part,
    void (*bad)(void *ctx, uint64_t rba), void *ctx, struct ds_diag *diag)
{
	struct sphere_sums want = {0}, is, more;
	struct frame *frame = NULL;
	uint64_t last, at;
	uint32_t entries;
	enum ds_status st;

	if (side_format(sp, part) != SIDE_PREFIX ||
	    sp->state.part[part].hurba == 0)
		return DS_OK;
	last = last_page(sp, part);
	if ((st = sums_prefix(sp, part, last, diag)) != DS_OK)
		return st;
	for (at = 0; at <= last; at++) {
		if ((st = side_load(sp, part, at, &frame, diag)) != DS_OK)
			return st;
		side_prefix_get(frame->buf.data, &is);
		if (memcmp(&is, &want, sizeof(is)) != 0)
			bad(ctx,
			    layout_side_rba(&sp->comp[part].lo, at, &entries));
		side_page_sums(frame->buf.data, &more);
		want = is;
		sums_more(&want, &more);
	}
	return DS_OK;
}

/* --- what is below an index record ------------------------------------------
 */

/* The entry of an index record, its page held by who asks. */
static struct frame *
below_page(
    struct sphere *sp, uint64_t rba, struct side_entry *entp, uint32_t *entryp)
{
	struct component *comp = &sp->comp[SPHERE_INDEX];
	struct frame *frame =
	    pool_find(&comp->side, layout_side_page(&comp->lo, rba, entryp));

	assert(frame != NULL && frame->dirty);
	side_entry_get(frame->buf.data, *entryp, entp);
	return frame;
}

/* Who keeps sums over the entry in memory looks at buf_changes. */
static void
below_put(struct sphere *sp, uint64_t rba, struct frame *side, uint32_t entry,
    const struct side_entry *ent)
{
	struct frame *frame = pool_find(&sp->comp[SPHERE_INDEX].pool, rba);

	side_entry_put(side->buf.data, entry, ent);
	if (frame != NULL)
		frame->changes++;
}

enum ds_status
sums_hold(struct sphere *sp, uint64_t rba, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[SPHERE_INDEX];
	struct frame *frame = NULL;
	uint32_t entry;
	enum ds_status st;

	if (!sp->state.counted)
		return DS_OK;
	st = side_load(sp, SPHERE_INDEX,
	    layout_side_page(&comp->lo, rba, &entry), &frame, diag);
	if (st != DS_OK)
		return st;
	pool_dirty(&comp->side, frame);
	comp->changed = true;
	return DS_OK;
}

enum ds_status
sums_get(struct sphere *sp, uint64_t rba, struct sphere_sums *belowp,
    struct ds_diag *diag)
{
	struct side_entry ent;
	enum ds_status st;

	if (!sp->state.counted) {
		memset(belowp, 0, sizeof(*belowp));
		return DS_OK;
	}
	if ((st = side_lookup(sp, SPHERE_INDEX, rba, &ent, diag)) == DS_OK)
		*belowp = ent.below;
	return st;
}

void
sums_set(struct sphere *sp, uint64_t rba, const struct sphere_sums *below)
{
	struct side_entry ent;
	struct frame *frame;
	uint32_t entry;

	if (!sp->state.counted)
		return;
	frame = below_page(sp, rba, &ent, &entry);
	ent.below = *below;
	below_put(sp, rba, frame, entry, &ent);
	redo_sums(sp, rba, below);
}

void
sums_add(struct sphere *sp, uint64_t rba, const struct sphere_sums *more)
{
	struct side_entry ent;
	struct frame *frame;
	uint32_t entry;

	if (!sp->state.counted)
		return;
	frame = below_page(sp, rba, &ent, &entry);
	sums_more(&ent.below, more);
	below_put(sp, rba, frame, entry, &ent);
	redo_sums_add(sp, rba, more);
}

uint64_t
buf_changes(const struct sphere_buf *buf)
{
	return ((const struct frame *)(const void *)buf)->changes;
}

uint64_t
sums_changes(const struct sphere *sp)
{
	return sp->changes;
}
