/*
 * Sequential writing behind the high-used RBA: whole runs are built in
 * memory, side pages and all, and written past the page cache in the
 * background while the next one is filled.
 *
 * Where the load begins inside a run whose first control areas are in use
 * already, that run's side pages are not ours to overwrite: their new entries
 * go through the side cache and so through the commit's batch.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum { LOADER_BUFFERS = 3 };

struct run_buf {
	uint8_t *mem; /* a run: side pages, control areas */
	struct vol_req req;
	struct iovec iov;
	bool busy;
};

struct sphere_loader {
	struct sphere *sp;
	enum sphere_part part;
	struct component *comp;
	struct vol_file *file; /* borrowed from comp */
	uint64_t seq, epoch;
	struct sphere_sums sums; /* of all before rba */
	uint64_t rba;            /* of the next control interval */
	uint64_t start; /* RBA where the current run's content starts */
	bool begun;     /* the current run has a buffer */
	bool claimed;   /* its side pages are written with it */
	bool given;     /* loader_next was called, loader_put not yet */
	unsigned cur;
	struct run_buf buf[LOADER_BUFFERS];
	enum ds_status failed; /* a write in the background */
};

enum ds_status
loader_open(struct sphere *sp, enum sphere_part part,
    struct sphere_loader **ldp, struct ds_diag *diag)
{
	struct sphere_loader *ld;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK ||
	    (st = share_alone(sp, diag)) != DS_OK ||
	    (st = sphere_touch(sp, diag)) != DS_OK)
		return st;
	if (sp->state.part[part].hurba % sp->comp[part].lo.ca_len != 0)
		return ds_fail(diag, DS_INVALID, sphere_name(sp),
		    "a load starts at a control area");
	if ((ld = calloc(1, sizeof(*ld))) == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	if ((st = comp_direct(sp, part, &ld->file, diag)) != DS_OK) {
		free(ld);
		return st;
	}
	ld->sp = sp;
	ld->part = part;
	ld->comp = &sp->comp[part];
	ld->seq = sp->committed.state.seq + 1;
	ld->epoch = sp->committed.state.reset_epoch;
	ld->rba = sp->state.part[part].hurba;
	sp->loaders++;
	sp->unlogged = true; /* until the commit that shows the load */
	*ldp = ld;
	return DS_OK;
}

static enum ds_status
buf_settle(struct sphere_loader *ld, struct run_buf *rb, struct ds_diag *diag)
{
	enum ds_status st;

	if (!rb->busy)
		return DS_OK;
	rb->busy = false;
	st = vol_wait(ld->file, &rb->req, diag);
	if (st != DS_OK)
		ld->failed = st;
	return st;
}

/* Take a buffer for the run that ld->rba is in. */
static enum ds_status
run_begin(struct sphere_loader *ld, struct ds_diag *diag)
{
	const struct comp_layout *lo = &ld->comp->lo;
	struct run_buf *rb;
	enum ds_status st;

	ld->cur = (ld->cur + 1) % LOADER_BUFFERS;
	rb = &ld->buf[ld->cur];
	if ((st = buf_settle(ld, rb, diag)) != DS_OK)
		return st;
	if (rb->mem == NULL &&
	    (rb->mem = page_alloc((size_t)lo->run_len)) == NULL)
		return ds_fail(diag, DS_NOMEM, comp_name(ld->comp), NULL);
	ld->start = ld->rba;
	ld->claimed = false;
	ld->begun = true;
	return DS_OK;
}

/* The run's first control interval is put: are its side pages ours? */
static void
run_claim(struct sphere_loader *ld)
{
	const struct comp_layout *lo = &ld->comp->lo;
	uint64_t run = ld->rba / lo->ci_len / lo->cis_per_run;
	uint32_t entries;

	if (ld->rba / lo->ci_len % lo->cis_per_run != 0 ||
	    !side_run_claim(ld->comp, run))
		return;
	ld->claimed = true;
	for (uint32_t i = 0; i < lo->side_pages; i++) {
		uint64_t number = run * lo->side_pages + i;

		layout_side_rba(lo, number, &entries);
		side_page_init(ld->buf[ld->cur].mem + (size_t)i * COMP_PAGE,
		    number, entries);
		side_page_format(ld->buf[ld->cur].mem + (size_t)i * COMP_PAGE,
		    side_format(ld->sp, ld->part));
	}
}

/* Where in the run's buffer the control interval at rba is. */
static uint8_t *
run_image(const struct sphere_loader *ld, uint64_t rba)
{
	const struct comp_layout *lo = &ld->comp->lo;
	uint64_t run = rba / lo->ci_len / lo->cis_per_run;

	return ld->buf[ld->cur].mem +
	       (layout_offset(lo, rba) -
		   layout_side_offset(lo, run * lo->side_pages));
}

/* Write what the current run has, without waiting. */
static enum ds_status
run_write(struct sphere_loader *ld, struct ds_diag *diag)
{
	const struct comp_layout *lo = &ld->comp->lo;
	struct run_buf *rb = &ld->buf[ld->cur];
	uint64_t run = ld->start / lo->ci_len / lo->cis_per_run;
	uint64_t base = layout_side_offset(lo, run * lo->side_pages);
	uint64_t from = ld->claimed ? base : layout_offset(lo, ld->start);
	uint64_t end = layout_offset(lo, ld->rba - lo->ci_len) + lo->ci_len;
	enum ds_status st;

	ld->begun = false;
	for (uint32_t i = 0; ld->claimed && i < lo->side_pages; i++)
		side_page_seal(ld->comp, rb->mem + (size_t)i * COMP_PAGE,
		    ld->seq, ld->epoch);
	memset(rb->mem + (end - base), 0, (size_t)(page_ceil(end) - end));
	rb->iov.iov_base = rb->mem + (from - base);
	rb->iov.iov_len = (size_t)(page_ceil(end) - from);
	rb->req = (struct vol_req){
	    .write = true, .offset = from, .iov = &rb->iov, .niov = 1};
	ld->sp->stats[ld->part].excps++;
	ld->comp->unflushed = true;
	ld->comp->changed = true;
	if ((st = vol_submit(ld->file, &rb->req, diag)) != DS_OK)
		ld->failed = st;
	else
		rb->busy = true;
	return st;
}

enum ds_status
loader_next(struct sphere_loader *ld, uint8_t **datap, uint64_t *rbap,
    struct ds_diag *diag)
{
	const struct comp_layout *lo = &ld->comp->lo;
	uint8_t *image;
	enum ds_status st;

	if (ld->failed != DS_OK)
		return ds_fail(diag, ld->failed, comp_name(ld->comp),
		    "an earlier write of the load failed");
	while (ld->rba >= ld->sp->state.part[ld->part].harba)
		if ((st = sphere_extend(ld->sp, ld->part, 1, diag)) != DS_OK)
			return st;
	if (!ld->begun && (st = run_begin(ld, diag)) != DS_OK)
		return st;
	image = run_image(ld, ld->rba);
	memset(image, 0, lo->ci_len);
	ld->given = true;
	*datap = image;
	*rbap = ld->rba;
	return DS_OK;
}

/* Zeros in the gap that fills a control area up to a page. */
static void
pad_area(struct sphere_loader *ld, uint8_t *image_end)
{
	const struct comp_layout *lo = &ld->comp->lo;

	if (ld->rba % lo->ca_len == 0)
		memset(image_end, 0, (size_t)(lo->ca_stride - lo->ca_len));
}

/* An entry goes into the run's own side pages, whose prefix is known when the
 * first comes. */
static void
entry_put(struct sphere_loader *ld, uint64_t number, uint32_t entry,
    const struct side_entry *ent)
{
	uint8_t *page =
	    ld->buf[ld->cur].mem + number % ld->comp->lo.side_pages * COMP_PAGE;

	if (entry == 0 && side_format(ld->sp, ld->part) == SIDE_PREFIX)
		side_prefix_put(page, &ld->sums);
	side_entry_put(page, entry, ent);
}

static enum ds_status
put(struct sphere_loader *ld, uint32_t records, uint32_t bytes,
    const struct sphere_sums *below, struct ds_diag *diag)
{
	const struct comp_layout *lo = &ld->comp->lo;
	struct side_entry ent = {0};
	uint8_t *image;
	uint32_t entry;
	uint64_t number;
	enum ds_status st = DS_OK;

	if (!ld->given)
		return ds_fail(diag, DS_INVALID, comp_name(ld->comp),
		    "a control interval is put that was not given");
	ld->given = false;
	if (ld->rba == ld->start)
		run_claim(ld);
	image = run_image(ld, ld->rba);
	ent.crc = side_ci_crc(ld->comp, ld->epoch, ld->rba, image);
	ent.records = records;
	ent.bytes = bytes;
	if (below != NULL)
		ent.below = *below;
	number = layout_side_page(lo, ld->rba, &entry);
	if (ld->claimed)
		entry_put(ld, number, entry, &ent);
	else
		st = side_store(ld->sp, ld->part, ld->rba, &ent, diag);
	if (st != DS_OK) {
		ld->failed = st;
		return st;
	}
	ld->sums.records += records;
	ld->sums.bytes += bytes;
	ld->rba += lo->ci_len;
	pad_area(ld, image + lo->ci_len);
	if (ld->rba / lo->ci_len % lo->cis_per_run == 0)
		st = run_write(ld, diag);
	return st;
}

enum ds_status
loader_put(struct sphere_loader *ld, uint32_t records, uint32_t bytes,
    struct ds_diag *diag)
{
	return put(ld, records, bytes, NULL, diag);
}

enum ds_status
loader_put_index(struct sphere_loader *ld, uint32_t bytes,
    const struct sphere_sums *below, struct ds_diag *diag)
{
	return put(ld, 1, bytes, below, diag);
}

static void
loader_free(struct sphere_loader **ldp)
{
	struct sphere_loader *ld = *ldp;

	for (size_t i = 0; i < LOADER_BUFFERS; i++) {
		buf_settle(ld, &ld->buf[i], NULL);
		free(ld->buf[i].mem);
	}
	ld->sp->loaders--;
	free(ld);
	*ldp = NULL;
}

enum ds_status
loader_finish(struct sphere_loader **ldp, struct ds_diag *diag)
{
	struct sphere_loader *ld = *ldp;
	enum ds_status st = ld->failed, one;

	if (st != DS_OK)
		ds_fail(diag, st, comp_name(ld->comp),
		    "an earlier write of the load failed");
	if (st == DS_OK && ld->begun && ld->rba > ld->start)
		st = run_write(ld, diag);
	for (size_t i = 0; i < LOADER_BUFFERS; i++) {
		one = buf_settle(ld, &ld->buf[i], st == DS_OK ? diag : NULL);
		st = st == DS_OK ? one : st;
	}
	if (st == DS_OK)
		ld->sp->state.part[ld->part].hurba = ld->rba;
	else
		ld->sp->broken = true;
	loader_free(ldp);
	return st;
}

void
loader_abort(struct sphere_loader **ldp)
{
	if (ldp == NULL || *ldp == NULL)
		return;
	/* Entries of its control intervals may be in the side cache. */
	(*ldp)->sp->broken = true;
	loader_free(ldp);
}
