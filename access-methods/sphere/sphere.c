/* Spheres: make, remove, look at, open, close, extend. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/crc32c.h"

enum { STATE_TRIES = 5 };

static const uint8_t no_id[SPHERE_ID_LEN];

bool
sphere_id_is_none(const uint8_t id[SPHERE_ID_LEN])
{
	return memcmp(id, no_id, SPHERE_ID_LEN) == 0;
}

void
sphere_id_name(const uint8_t id[SPHERE_ID_LEN], char out[SPHERE_NAME_LEN])
{
	for (size_t i = 0; i < SPHERE_ID_LEN; i++)
		snprintf(out + 2 * i, 3, "%02x", id[i]);
}

enum ds_status
sphere_id_new(uint8_t id[SPHERE_ID_LEN], struct ds_diag *diag)
{
	uint8_t fresh[SPHERE_ID_LEN];

	if (getrandom(fresh, sizeof(fresh), 0) != (ssize_t)sizeof(fresh))
		return ds_fail_errno(
		    diag, errno, NULL, "no random numbers for an identity");
	memcpy(id, fresh, sizeof(fresh));
	return DS_OK;
}

/* --- make and remove
 * ------------------------------------------------------------ */

/* A user knows the component by its name, not by its file's. */
static enum ds_status
name_failure(
    enum ds_status st, const struct comp_attr *attr, struct ds_diag *diag)
{
	if (st != DS_OK && diag != NULL && attr->name[0] != '\0')
		snprintf(diag->name, sizeof(diag->name), "%s", attr->name);
	return st;
}

static enum ds_status
create_component(struct volume *vol, const struct comp_attr *attr,
    const struct slot *slot, struct vol_file **filep, struct ds_diag *diag)
{
	char name[SPHERE_NAME_LEN];
	struct vol_file *file = NULL;
	struct comp_layout lo;
	uint8_t *head = NULL;
	uint64_t len;
	enum ds_status st;

	sphere_id_name(attr->id, name);
	layout_of(&lo, attr);
	len = layout_file_len(&lo,
	    attr->flags & DS_A_NORESERVE ? 0 : attr->first_cas * lo.ca_len);
	if ((head = page_alloc(COMP_HEADER_LEN)) == NULL)
		return ds_fail(diag, DS_NOMEM, attr->name, NULL);
	memset(head, 0, COMP_HEADER_LEN);
	header_encode(attr, head);
	if (attr->part == SPHERE_DATA)
		slot_encode(slot, attr->sphere,
		    head + COMP_SLOT_OFFSET +
			(slot->state.seq & 1) * COMP_PAGE);
	else
		ckpt_encode(
		    slot->index_ckpt, attr->sphere, head + COMP_SLOT_OFFSET);
	st = vol_file_open(vol, name, VOL_CREATE | VOL_LATER, &file, diag);
	if (st != DS_OK)
		goto out;
	if ((st = vol_reserve(file, 0, len, diag)) == DS_OK)
		st = vol_write(file, 0, head, COMP_HEADER_LEN, diag);
	if (st == DS_OK) {
		*filep = file;
		file = NULL;
	} else {
		vol_remove(vol, name, NULL);
	}
out:
	vol_file_close(&file);
	free(head);
	return name_failure(st, attr, diag);
}

/*
 * The data component last: it is the one that names the sphere. Both are
 * written before either is flushed, and the names last: a file system with a
 * journal then commits it once for the files and finds nothing left to do for
 * the names.
 */
static enum ds_status
create_all(struct volume *vol, const struct comp_attr *attr[SPHERE_PARTS],
    const struct slot *slot, struct ds_diag *diag)
{
	struct vol_file *files[SPHERE_PARTS] = {NULL, NULL};
	char name[SPHERE_NAME_LEN];
	enum ds_status st = DS_OK;
	int i;

	for (i = SPHERE_PARTS - 1; i >= 0 && st == DS_OK; i--)
		if (attr[i] != NULL)
			st = create_component(
			    vol, attr[i], slot, &files[i], diag);
	for (i = SPHERE_PARTS - 1; i >= 0 && st == DS_OK; i--)
		if (files[i] != NULL)
			st = name_failure(
			    vol_flush(files[i], diag), attr[i], diag);
	if (st == DS_OK)
		st = name_failure(vol_sync(vol, diag), attr[0], diag);
	for (i = 0; i < SPHERE_PARTS; i++) {
		if (files[i] == NULL)
			continue;
		vol_file_close(&files[i]);
		sphere_id_name(attr[i]->id, name);
		if (st != DS_OK)
			vol_remove(vol, name, NULL);
	}
	return st;
}

/* Would the header that we write be read back? */
static enum ds_status
check_attr(const struct comp_attr *attr, enum sphere_part part,
    const struct comp_attr *peer, struct ds_diag *diag)
{
	uint8_t page[COMP_PAGE];
	char name[SPHERE_NAME_LEN];
	struct comp_attr back;

	sphere_id_name(attr->id, name);
	header_encode(attr, page);
	if (attr->part != part ||
	    header_decode(page, name, &back, NULL) != DS_OK ||
	    (peer == NULL && memcmp(attr->peer, no_id, SPHERE_ID_LEN) != 0) ||
	    (peer != NULL &&
		(memcmp(attr->peer, peer->id, SPHERE_ID_LEN) != 0 ||
		    memcmp(attr->sphere, peer->sphere, SPHERE_ID_LEN) != 0)))
		return ds_fail(diag, DS_INVALID, attr->name,
		    "impossible component attributes");
	return DS_OK;
}

enum ds_status
sphere_create(struct volume *vol, const struct comp_attr *data,
    const struct comp_attr *index, struct ds_diag *diag)
{
	const struct comp_attr *attr[SPHERE_PARTS] = {data, index};
	struct slot slot = {.state = {.seq = 1}, .index_ckpt = 1};
	enum ds_status st;

	for (unsigned i = 0; i < SPHERE_PARTS; i++) {
		if (attr[i] == NULL)
			continue;
		if ((st = check_attr(attr[i], (enum sphere_part)i, attr[1 - i],
			 diag)) != DS_OK)
			return st;
		slot.state.part[i].harba =
		    attr[i]->first_cas * attr[i]->ci_len * attr[i]->cis_per_ca;
		slot.state.part[i].extents = attr[i]->first_cas > 0 ? 1 : 0;
	}
	return create_all(vol, attr, &slot, diag);
}

static enum ds_status
erase_file(struct volume *vol, const char *name, struct ds_diag *diag)
{
	size_t len = vol_best_size(vol);
	struct vol_file *file = NULL;
	uint8_t *zeros = NULL;
	enum ds_status st;

	st = vol_file_open(vol, name, VOL_WRITE, &file, diag);
	if (st != DS_OK)
		return st == DS_NOFILE ? DS_OK : st;
	if ((zeros = page_alloc(len)) == NULL)
		st = ds_fail(diag, DS_NOMEM, name, NULL);
	else
		memset(zeros, 0, len);
	uint64_t size = vol_size(file);
	for (uint64_t at = 0; st == DS_OK && at < size; at += len)
		st = vol_write(file, at, zeros,
		    size - at < len ? (size_t)(size - at) : len, diag);
	if (st == DS_OK)
		st = vol_flush(file, diag);
	vol_file_close(&file);
	free(zeros);
	return st;
}

static enum ds_status
remove_file(
    struct volume *vol, const char *name, bool erase, struct ds_diag *diag)
{
	enum ds_status st;

	if (erase && (st = erase_file(vol, name, diag)) != DS_OK)
		return st;
	st = vol_drop(vol, name, diag);
	return st == DS_NOFILE ? DS_OK : st;
}

enum ds_status
sphere_remove(struct volume *vol, const char *data_name, const char *index_name,
    bool erase, struct ds_diag *diag)
{
	enum ds_status st;

	st = sphere_drop(vol, data_name, index_name, erase, diag);
	return st == DS_OK ? vol_sync(vol, diag) : st;
}

enum ds_status
sphere_drop(struct volume *vol, const char *data_name, const char *index_name,
    bool erase, struct ds_diag *diag)
{
	static const char *const beside[] = {
	    "batch", "log", "bad", "dur", "shr", "vols"};
	char name[BATCH_NAME_LEN];
	enum ds_status st;

	if (strlen(data_name) != SPHERE_NAME_LEN - 1)
		return ds_fail(diag, DS_INVALID, NULL, "bad component name");
	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		snprintf(name, sizeof(name), "%s.%s", data_name, beside[i]);
		if (vol_exists(vol, name) &&
		    (st = remove_file(vol, name, erase, diag)) != DS_OK)
			return st;
	}
	if (index_name != NULL &&
	    (st = remove_file(vol, index_name, erase, diag)) != DS_OK)
		return st;
	return remove_file(vol, data_name, erase, diag);
}

/* --- look
 * ---------------------------------------------------------------------- */

/* Header, slots and statistics of a component, as far as they are there. */
static enum ds_status
head_read(struct vol_file *file, const char *name,
    uint8_t head[COMP_HEADER_LEN], struct comp_attr *attrp,
    struct ds_diag *diag)
{
	enum ds_status st;

	st = vol_read(file, 0, head, COMP_HEADER_LEN, diag);
	return st != DS_OK ? st : header_decode(head, name, attrp, diag);
}

/* The layout of the index that data names; NULL when it is not to be had. */
static const struct comp_layout *
peer_layout(
    struct volume *vol, const struct comp_attr *data, struct comp_layout *lo)
{
	char name[SPHERE_NAME_LEN];
	struct comp_attr index;

	if (memcmp(data->peer, no_id, SPHERE_ID_LEN) == 0)
		return NULL;
	sphere_id_name(data->peer, name);
	if (sphere_read_attr(vol, name, &index, NULL) != DS_OK)
		return NULL;
	layout_of(lo, &index);
	return lo;
}

enum ds_status
sphere_read_state(struct volume *vol, const char *data_name,
    struct sphere_state *statep, struct ds_stats stats[SPHERE_PARTS],
    struct ds_diag *diag)
{
	struct comp_layout layout[SPHERE_PARTS];
	const struct comp_layout *lo[SPHERE_PARTS] = {layout, NULL};
	uint8_t head[COMP_HEADER_LEN];
	struct vol_file *file = NULL;
	struct comp_attr attr;
	struct slot slot;
	struct batch batch;
	bool found = false;
	enum ds_status st;
	int tries = 0;

	st = vol_file_open(vol, data_name, VOL_READ, &file, diag);
	if (st != DS_OK)
		return st;
	/* A writer may be in the middle of a slot: look again. */
	do {
		st = head_read(file, data_name, head, &attr, diag);
		if (st == DS_OK && attr.part != SPHERE_DATA)
			st = ds_fail(diag, DS_INVALID, attr.name,
			    "the state is in the data component");
		if (st == DS_OK)
			st = slot_choose(head + COMP_SLOT_OFFSET, attr.sphere,
			    attr.name, &slot, diag);
	} while (st == DS_CORRUPT && ++tries < STATE_TRIES);
	vol_file_close(&file);
	if (st != DS_OK)
		return st;
	layout_of(&layout[SPHERE_DATA], &attr);
	lo[SPHERE_INDEX] = peer_layout(vol, &attr, &layout[SPHERE_INDEX]);
	memset(&batch, 0, sizeof(batch));
	if (batch_read(vol, &attr, lo, &slot, &found, &batch, NULL) == DS_OK &&
	    found)
		slot = batch.slot;
	batch_free(&batch);
	redo_read_state(vol, &attr, lo, &slot);
	*statep = slot.state;
	if (stats != NULL) {
		stats_decode(head + COMP_STATS_OFFSET, attr.sphere, stats);
		stats_from_state(statep, stats);
	}
	return DS_OK;
}

/* --- open
 * ----------------------------------------------------------------------- */

static enum ds_status
open_component(struct sphere *sp, enum sphere_part part, const char *name,
    uint8_t head[COMP_HEADER_LEN], struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	unsigned mode = sp->mode & SPHERE_UPDATE ? VOL_WRITE : VOL_READ;
	enum ds_status st;

	if (strlen(name) != SPHERE_NAME_LEN - 1)
		return ds_fail(diag, DS_INVALID, NULL, "bad component name");
	memcpy(comp->file_name, name, SPHERE_NAME_LEN);
	st = vol_file_open(sp->vol, name, mode, &comp->file, diag);
	if (st != DS_OK)
		return st;
	st = head_read(comp->file, name, head, &comp->attr, diag);
	if (st != DS_OK)
		return st;
	if (comp->attr.part != part)
		return ds_fail_rba(diag, DS_CORRUPT, comp_name(comp), 0,
		    "not %s component",
		    part == SPHERE_DATA ? "a data" : "an index");
	layout_of(&comp->lo, &comp->attr);
	comp->id_crc = crc32c(comp->attr.id, SPHERE_ID_LEN);
	return DS_OK;
}

static enum ds_status
open_index(struct sphere *sp, struct ds_diag *diag)
{
	const struct comp_attr *data = &sp->comp[SPHERE_DATA].attr;
	const struct comp_attr *index = &sp->comp[SPHERE_INDEX].attr;
	uint8_t head[COMP_HEADER_LEN];
	char name[SPHERE_NAME_LEN];
	enum ds_status st;

	sphere_id_name(data->peer, name);
	st = open_component(sp, SPHERE_INDEX, name, head, diag);
	if (st == DS_NOFILE)
		return ds_fail_rba(diag, DS_CORRUPT, comp_name(&sp->comp[0]), 0,
		    "the index component is missing");
	if (st != DS_OK)
		return st;
	sp->nparts = SPHERE_PARTS;
	if (memcmp(index->peer, data->id, SPHERE_ID_LEN) != 0 ||
	    memcmp(index->sphere, data->sphere, SPHERE_ID_LEN) != 0)
		return ds_fail_rba(diag, DS_CORRUPT, index->name, 0,
		    "the index belongs to another data component");
	return DS_OK;
}

/* A batch that a dead writer left: finish it, or look through it. */
static enum ds_status
open_batch(struct sphere *sp, struct ds_diag *diag)
{
	const struct comp_layout *lo[SPHERE_PARTS];
	struct batch batch;
	bool found = false;
	enum ds_status st;

	memset(&batch, 0, sizeof(batch));
	sphere_layouts(sp, lo);
	if (!slot_fits(&sp->committed, lo))
		return ds_fail_rba(diag, DS_CORRUPT, sphere_name(sp), 0,
		    "the state has impossible values");
	st = batch_read(sp->vol, &sp->comp[SPHERE_DATA].attr, lo,
	    &sp->committed, &found, &batch, diag);
	if (st == DS_OK && found && (sp->mode & SPHERE_UPDATE) == 0) {
		sp->committed = batch.slot;
		sp->overlay = batch;
		sp->overlaid = true;
		memset(&batch, 0, sizeof(batch));
	} else if (st == DS_OK && found) {
		/* It counts for the others as long as it does for this one. */
		if ((st = batch_settle(sp->vol, &batch, diag)) == DS_OK &&
		    (st = group_recover(sp, &batch, diag)) == DS_OK)
			st = sphere_recover(sp, &batch, diag);
	}
	batch_free(&batch);
	/* Whatever is left there must not fit a later state. */
	if (st == DS_OK && (sp->mode & SPHERE_UPDATE) != 0)
		batch_remove(sp);
	return st;
}

/* Are the files as long as the state says, and of the same age? */
static enum ds_status
check_files(struct sphere *sp, struct ds_diag *diag)
{
	uint8_t page[COMP_PAGE];
	uint64_t ckpt = 0;
	enum ds_status st;

	for (unsigned i = 0; i < sp->nparts; i++) {
		struct component *comp = &sp->comp[i];
		const struct comp_state *cs = &sp->committed.state.part[i];
		uint64_t size = vol_size(comp->file);
		uint64_t want = layout_file_len(&comp->lo, cs->harba);

		/* What is on a volume that is not there says so itself. */
		if (size < layout_file_len(&comp->lo, cs->hurba) &&
		    (st = vol_read(comp->file, size, page, COMP_PAGE, diag)) !=
			DS_OK)
			return st;
		if (size < layout_file_len(&comp->lo, cs->hurba))
			return ds_fail_rba(diag, DS_CORRUPT, comp_name(comp),
			    cs->hurba,
			    "the file is shorter than its "
			    "high-used RBA");
		if (size < want && (sp->mode & SPHERE_UPDATE) != 0 &&
		    (st = vol_reserve(comp->file, size, want - size, diag)) !=
			DS_OK)
			return st;
	}
	if (sp->nparts == 1)
		return DS_OK;
	if ((st = comp_read(sp, SPHERE_INDEX, COMP_SLOT_OFFSET, page, COMP_PAGE,
		 diag)) != DS_OK)
		return st;
	if (!ckpt_decode(page, sp->comp[0].attr.sphere, &ckpt) ||
	    ckpt != sp->committed.index_ckpt)
		return ds_fail_rba(diag, DS_CORRUPT,
		    comp_name(&sp->comp[SPHERE_INDEX]), 0,
		    "the index is not of the same time as the data");
	return DS_OK;
}

/* With others: the state is what they have come to. */
static enum ds_status
open_shared(struct sphere *sp, const uint8_t head[COMP_HEADER_LEN],
    struct ds_diag *diag)
{
	const struct component *data = &sp->comp[SPHERE_DATA];
	enum ds_status st;

	if ((st = buffers_open(sp, diag)) != DS_OK)
		return st;
	st = share_load(sp, diag);
	if (st == DS_OK && (sp->mode & SPHERE_UPDATE) != 0)
		st = share_settle(sp, diag);
	for (int n = 0; st == DS_OK && n < SHARE_TRIES; n++) {
		if ((st = check_files(sp, diag)) != DS_AGAIN)
			break;
		st = sphere_sync(sp, diag);
	}
	stats_decode(head + COMP_STATS_OFFSET, data->attr.sphere, sp->stats);
	stats_from_state(&sp->state, sp->stats);
	memcpy(sp->stats_base, sp->stats, sizeof(sp->stats));
	return st;
}

static enum ds_status
open_all(struct sphere *sp, const char *data_name, struct ds_diag *diag)
{
	uint8_t head[COMP_HEADER_LEN];
	struct component *data = &sp->comp[SPHERE_DATA];
	enum ds_status st;

	st = open_component(sp, SPHERE_DATA, data_name, head, diag);
	if (st != DS_OK)
		return st;
	sp->nparts = 1;
	if (memcmp(data->attr.peer, no_id, SPHERE_ID_LEN) != 0 &&
	    (st = open_index(sp, diag)) != DS_OK)
		return st;
	if (sp->parms.shared && data->attr.org != DS_ORG_PS &&
	    (st = share_attach(sp, diag)) != DS_OK)
		return st;
	if (sp->share != NULL && sp->share->ctl != NULL)
		return open_shared(sp, head, diag);
	if ((st = slot_choose(head + COMP_SLOT_OFFSET, data->attr.sphere,
		 comp_name(data), &sp->committed, diag)) != DS_OK)
		return st;
	if (sp->share != NULL)
		sp->share->seq = sp->committed.state.seq;
	if ((st = open_batch(sp, diag)) != DS_OK ||
	    (st = check_files(sp, diag)) != DS_OK)
		return st;
	sp->state = sp->committed.state;
	stats_decode(head + COMP_STATS_OFFSET, data->attr.sphere, sp->stats);
	stats_from_state(&sp->state, sp->stats);
	memcpy(sp->stats_base, sp->stats, sizeof(sp->stats));
	if ((st = buffers_open(sp, diag)) != DS_OK)
		return st;
	for (unsigned i = 0; i < sp->nparts; i++)
		sums_forget(&sp->comp[i]);
	return redo_open(sp, diag);
}

static void
sphere_free(struct sphere *sp)
{
	bring_free(sp);
	buffers_close(sp);
	for (unsigned i = 0; i < SPHERE_PARTS; i++) {
		struct component *comp = &sp->comp[i];

		free(comp->loaded);
		sums_forget(comp);
		vol_file_close(&comp->direct);
		vol_file_close(&comp->file);
	}
	pend_free(sp);
	drain_free(&sp->drain);
	share_detach(sp);
	log_close(&sp->log);
	vol_file_close(&sp->batch);
	batch_free(&sp->overlay);
	group_leave(sp);
	free(sp);
}

enum ds_status
sphere_open(struct volume *vol, const char *data_name, unsigned mode,
    const struct sphere_parms *parms, struct sphere **spp, struct ds_diag *diag)
{
	struct sphere *sp;
	enum ds_status st;

	if ((sp = calloc(1, sizeof(*sp))) == NULL)
		return ds_fail(diag, DS_NOMEM, data_name, NULL);
	sp->vol = vol;
	sp->mode = mode;
	if (parms != NULL)
		sp->parms = *parms;
	if ((st = open_all(sp, data_name, diag)) != DS_OK) {
		if (st == DS_AGAIN)
			st = ds_fail(diag, DS_OPEN_INUSE, sphere_name(sp),
			    "another opens it at the same time");
		sphere_free(sp);
		return st;
	}
	sp->parms.job = NULL; /* borrowed */
	*spp = sp;
	return DS_OK;
}

/* --- close
 * ---------------------------------------------------------------------- */

/*
 * Where others count too, what was counted here since the open is added to what
 * is in the block now.
 */
static void
add_counts(const struct sphere *sp, struct ds_stats now[SPHERE_PARTS])
{
	bool writer = (sp->mode & SPHERE_UPDATE) != 0;

	for (unsigned i = 0; i < SPHERE_PARTS; i++) {
		const struct ds_stats *st = &sp->stats[i];
		const struct ds_stats *base = &sp->stats_base[i];

		now[i].rec_retrieved += st->rec_retrieved - base->rec_retrieved;
		now[i].excps += st->excps - base->excps;
		if (!writer)
			continue;
		now[i].rec_inserted += st->rec_inserted - base->rec_inserted;
		now[i].rec_updated += st->rec_updated - base->rec_updated;
		now[i].rec_deleted += st->rec_deleted - base->rec_deleted;
		now[i].splits_ci += st->splits_ci - base->splits_ci;
		now[i].splits_ca += st->splits_ca - base->splits_ca;
		now[i].freespc = st->freespc;
		now[i].tod = st->tod > now[i].tod ? st->tod : now[i].tod;
	}
}

/* The same where everybody has a hand on the block in turn. */
static void
keep_shared(struct sphere *sp)
{
	struct component *data = &sp->comp[SPHERE_DATA];
	struct ds_stats now[SPHERE_PARTS];
	uint8_t page[COMP_PAGE];

	if (!share_try(sp))
		return;
	if (vol_read(data->file, COMP_STATS_OFFSET, page, COMP_PAGE, NULL) ==
	    DS_OK) {
		stats_decode(page, data->attr.sphere, now);
		add_counts(sp, now);
		stats_encode(now, data->attr.sphere, page);
		vol_write(data->file, COMP_STATS_OFFSET, page, COMP_PAGE, NULL);
		memcpy(sp->stats_base, sp->stats, sizeof(sp->stats));
	}
	share_leave(sp);
}

/* It is no loss when this fails. */
void
stats_keep(struct sphere *sp)
{
	struct component *data = &sp->comp[SPHERE_DATA];
	struct ds_stats now[SPHERE_PARTS];
	struct vol_file *own = NULL;
	uint8_t page[COMP_PAGE];

	if (memcmp(sp->stats, sp->stats_base, sizeof(sp->stats)) == 0)
		return;
	if (sphere_owner(sp)->share != NULL && (sp->mode & SPHERE_UPDATE)) {
		keep_shared(sp);
		return;
	}
	if ((sp->mode & SPHERE_UPDATE) != 0) {
		stats_encode(sp->stats, data->attr.sphere, page);
		vol_write(data->file, COMP_STATS_OFFSET, page, COMP_PAGE, NULL);
	} else if (vol_file_open(sp->vol, data->file_name, VOL_WRITE, &own,
		       NULL) == DS_OK &&
		   vol_read(own, COMP_STATS_OFFSET, page, COMP_PAGE, NULL) ==
		       DS_OK &&
		   stats_valid(page, data->attr.sphere)) {
		/* A damaged one is left for EXAMINE to tell. */
		stats_decode(page, data->attr.sphere, now);
		add_counts(sp, now);
		stats_encode(now, data->attr.sphere, page);
		vol_write(own, COMP_STATS_OFFSET, page, COMP_PAGE, NULL);
	}
	vol_file_close(&own);
	memcpy(sp->stats_base, sp->stats, sizeof(sp->stats));
}

void
sphere_close(struct sphere **spp)
{
	if (spp == NULL || *spp == NULL)
		return;
	if (!(*spp)->broken)
		stats_keep(*spp);
	redo_close(*spp);
	sphere_free(*spp);
	*spp = NULL;
}

/* --- the rest
 * --------------------------------------------------------------------- */

uint64_t
sphere_file_len(const struct comp_attr *attr, uint64_t rba)
{
	struct comp_layout lo;

	return layout_of(&lo, attr) ? layout_file_len(&lo, rba) : 0;
}

const struct comp_attr *
sphere_attr(const struct sphere *sp, enum sphere_part part)
{
	return (unsigned)part < sp->nparts ? &sp->comp[part].attr : NULL;
}

struct sphere_state *
sphere_state(struct sphere *sp)
{
	return &sp->state;
}

struct ds_stats *
sphere_stats(struct sphere *sp, enum sphere_part part)
{
	return &sp->stats[part];
}

bool
sphere_stats_sound(struct sphere *sp)
{
	const struct component *data = &sp->comp[SPHERE_DATA];
	uint8_t page[COMP_PAGE];

	/* One that cannot be read is told by what reads the rest. */
	return vol_read(data->file, COMP_STATS_OFFSET, page, COMP_PAGE, NULL) !=
		   DS_OK ||
	       stats_valid(page, data->attr.sphere);
}

const char *
sphere_name(const struct sphere *sp)
{
	const struct component *data = &sp->comp[SPHERE_DATA];

	return data->attr.cluster[0] != '\0' ? data->attr.cluster
					     : comp_name(data);
}

static enum ds_status
extend(struct sphere *sp, enum sphere_part part, uint64_t min_cas,
    struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	struct comp_state *cs = &sp->state.part[part];
	uint64_t cas = 0, from, to;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK ||
	    (st = sphere_touch(sp, diag)) != DS_OK ||
	    (st = redo_ready(sp, diag)) != DS_OK)
		return st;
	if (sp->parms.extend == NULL)
		return ds_fail(
		    diag, DS_NOSPACE, comp_name(comp), "no secondary space");
	st = sp->parms.extend(sp->parms.extend_ctx, part, min_cas, &cas, diag);
	if (st != DS_OK)
		return st;
	if (cas < min_cas || cas > (COMP_RBA_MAX - cs->harba) / comp->lo.ca_len)
		return ds_fail(diag, DS_NOSPACE, comp_name(comp),
		    "the component cannot grow that far");
	from = layout_file_len(&comp->lo, cs->harba);
	to = layout_file_len(&comp->lo, cs->harba + cas * comp->lo.ca_len);
	st = vol_reserve(comp->file, from, to - from, diag);
	if (st == DS_FULL) {
		/* No part of it is used: the request alone has failed. */
		st = DS_NOSPACE;
		if (diag != NULL)
			diag->status = st;
	}
	if (st != DS_OK)
		return st;
	/* A reservation is as lasting as the next flush; another may drain what
	 * comes to lie in it. */
	if (sphere_owner(sp)->share != NULL &&
	    (st = vol_flush(comp->file, diag)) != DS_OK)
		return st;
	comp->unflushed = true;
	cs->harba += cas * comp->lo.ca_len;
	cs->extents++;
	return DS_OK;
}

enum ds_status
sphere_extend(struct sphere *sp, enum sphere_part part, uint64_t min_cas,
    struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = share_enter(sp, diag)) != DS_OK)
		return st;
	st = extend(sp, part, min_cas, diag);
	share_leave(sp);
	return st;
}
