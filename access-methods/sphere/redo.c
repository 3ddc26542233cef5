/*
 * The redo log from the sphere's side: what requests change becomes records;
 * an open does again what a dead writer's records say.
 *
 * The log goes on from the published state, so each commit empties it. A
 * record holds a request's changes as operations on images, told by whoever
 * made them (buf_told_*) or as whole images, and the parts of the working
 * state that differ from what the log said before.
 *
 * A request whose record does not fit is committed at its end instead.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"

enum {
	LOG_LEN = 4 * 1024 * 1024, /* when nobody says */
	ZERO_RUN = 64,             /* bytes of zeros that an image leaves out */
};

static void
key_of(const struct comp_attr *data, const struct sphere_state *committed,
    struct log_key *key)
{
	memcpy(key->sphere, data->sphere, LOG_ID_LEN);
	memcpy(key->data, data->id, LOG_ID_LEN);
	key->seq = committed->seq;
	key->epoch = committed->reset_epoch;
}

static void
baseline(struct sphere *sp)
{
	for (unsigned i = 0; i < SPHERE_PARTS; i++)
		sp->logged[i] = sp->committed.state.part[i];
}

enum ds_status
redo_ready(struct sphere *sp, struct ds_diag *diag)
{
	size_t len = sp->parms.log_len > 0 ? sp->parms.log_len : LOG_LEN;
	struct log_key key;
	enum ds_status st;

	if (sp->requests == 0 || sp->log != NULL || sp->unlogged)
		return DS_OK;
	key_of(&sp->comp[SPHERE_DATA].attr, &sp->committed.state, &key);
	st = log_open(sp->vol, &key, len, &sp->log, diag);
	if (st == DS_UNSUPPORTED) {
		/* Nothing outlives the process there: until a commit. */
		sp->unlogged = true;
		return DS_OK;
	}
	if (st == DS_OK)
		baseline(sp);
	return st;
}

void
redo_restart(struct sphere *sp)
{
	sp->unlogged = sp->loaders > 0;
	if (sp->log == NULL)
		return;
	log_restart(
	    sp->log, sp->committed.state.seq, sp->committed.state.reset_epoch);
	baseline(sp);
}

bool
redo_full(const struct sphere *sp)
{
	return sp->log != NULL && log_room(sp->log) < log_size(sp->log) / 8;
}

static void
file_remove(struct sphere *sp)
{
	char name[LOG_NAME_LEN];

	log_name(sp->comp[SPHERE_DATA].attr.id, name);
	/* One that stays is obsolete. */
	if (vol_exists(sp->vol, name))
		vol_remove(sp->vol, name, NULL);
}

void
redo_remove(struct sphere *sp)
{
	if (sp->log == NULL)
		return;
	log_close(&sp->log);
	file_remove(sp);
}

void
redo_close(struct sphere *sp)
{
	if (sp->log != NULL && log_room(sp->log) == log_size(sp->log))
		redo_remove(sp);
	log_close(&sp->log);
}

/* --- requests ----------------------------------------------------------------
 */

void
sphere_begin(struct sphere *sp)
{
	if (sp->requests++ > 0)
		return;
	sp->request++;
	if (sp->log != NULL)
		log_begin(sp->log);
}

/* What the request did to the state. */
static void
add_state(struct sphere *sp)
{
	uint8_t image[STATE_PART_LEN];

	for (unsigned i = 0; i < sp->nparts; i++) {
		const struct comp_state *cs = &sp->state.part[i];
		struct log_op op = {.kind = LOG_STATE,
		    .part = i,
		    .len = STATE_PART_LEN,
		    .data = image};

		if (memcmp(cs, &sp->logged[i], sizeof(*cs)) == 0)
			continue;
		state_part_encode(cs, image);
		log_add(sp->log, &op);
		sp->logged[i] = *cs;
	}
}

enum ds_status
sphere_end(struct sphere *sp, enum ds_status st, struct ds_diag *diag)
{
	enum ds_status rc;

	if (sp->requests == 0 || --sp->requests > 0)
		return st;
	if (sp->log == NULL || sp->unlogged || sp->broken)
		return st;
	add_state(sp);
	if (log_pending(sp->log) == 0)
		return st;
	if (!log_overflowed(sp->log)) {
		log_publish(sp->log);
		return st;
	}
	log_begin(sp->log);
	rc = sphere_commit(sp, false, st == DS_OK ? diag : NULL);
	sp->unlogged |= rc != DS_OK;
	return rc != DS_OK ? rc : st;
}

static bool
logging(const struct sphere *sp)
{
	return sp->requests > 0 && sp->log != NULL && !sp->unlogged;
}

static void
add_bytes(
    struct sphere *sp, const struct sphere_buf *buf, uint32_t off, uint32_t len)
{
	struct log_op op = {.kind = LOG_BYTES,
	    .part = buf->part,
	    .rba = buf->rba,
	    .a = off,
	    .len = len,
	    .data = buf->data + off};

	if (len > 0)
		log_add(sp->log, &op);
}

/* The next run of ZERO_RUN zeros or more from off on; its length, 0: none. */
static uint32_t
zero_run(const uint8_t *data, uint32_t len, uint32_t off, uint32_t *startp)
{
	static const uint8_t zeros[8];
	uint32_t n = 0;

	/* Images are multiples of 8 bytes. */
	for (; off < len; off += 8) {
		if (memcmp(data + off, zeros, 8) == 0) {
			n += 8;
		} else {
			if (n >= ZERO_RUN)
				break;
			n = 0;
		}
	}
	*startp = off - n;
	return n >= ZERO_RUN ? n : 0;
}

static void
add_image(struct sphere *sp, const struct frame *frame)
{
	const struct sphere_buf *buf = &frame->buf;
	uint32_t len = sp->comp[buf->part].lo.ci_len, off = 0, start, n;
	struct log_op op = {
	    .kind = LOG_ZERO, .part = buf->part, .rba = buf->rba};

	log_add(sp->log, &op);
	while (off < len) {
		n = zero_run(buf->data, len, off, &start);
		if (n == 0)
			start = len;
		add_bytes(sp, buf, off, start - off);
		off = start + n;
	}
}

void
redo_dirty(struct sphere *sp, struct frame *frame)
{
	struct log_op op = {.kind = LOG_COUNTS,
	    .part = frame->buf.part,
	    .rba = frame->key,
	    .a = frame->buf.records,
	    .b = frame->buf.bytes};

	if (!logging(sp)) {
		sp->unlogged = true;
		return;
	}
	if (frame->told != sp->request)
		add_image(sp, frame);
	frame->told = 0;
	log_add(sp->log, &op);
}

void
buf_told_bytes(
    struct sphere *sp, struct sphere_buf *buf, uint32_t off, uint32_t len)
{
	if (!logging(sp))
		return;
	((struct frame *)(void *)buf)->told = sp->request;
	add_bytes(sp, buf, off, len);
}

void
buf_told_move(struct sphere *sp, struct sphere_buf *buf, uint32_t dst,
    uint32_t src, uint32_t len)
{
	struct log_op op = {.kind = LOG_MOVE,
	    .part = buf->part,
	    .rba = buf->rba,
	    .a = dst,
	    .b = len,
	    .c = src};

	if (!logging(sp))
		return;
	((struct frame *)(void *)buf)->told = sp->request;
	if (len > 0 && dst != src)
		log_add(sp->log, &op);
}

void
buf_told_copy(
    struct sphere *sp, struct sphere_buf *buf, const struct sphere_buf *from)
{
	struct log_op op = {.kind = LOG_COPY,
	    .part = buf->part,
	    .rba = buf->rba,
	    .from = from->rba};

	if (!logging(sp))
		return;
	((struct frame *)(void *)buf)->told = sp->request;
	log_add(sp->log, &op);
}

/* --- doing it again ----------------------------------------------------------
 */

/* The working state after a record; false: it cannot be. */
static bool
next_state(struct log_rec rec, const struct comp_layout *const lo[SPHERE_PARTS],
    const struct slot *from, struct slot *nextp)
{
	struct log_op op;

	*nextp = *from;
	while (log_op_next(&rec, &op)) {
		struct comp_state *cs;

		if (op.kind != LOG_STATE)
			continue;
		if (op.part >= SPHERE_PARTS || op.len != STATE_PART_LEN)
			return false;
		cs = &nextp->state.part[op.part];
		state_part_decode(op.data, cs);
		if (cs->hurba < from->state.part[op.part].hurba ||
		    cs->harba < from->state.part[op.part].harba)
			return false;
	}
	return rec.nops == 0 && rec.len == 0 && slot_fits(nextp, lo);
}

static bool
inside(uint64_t rba, const struct comp_layout *lo, const struct comp_state *cs)
{
	return rba < cs->hurba && rba % lo->ci_len == 0;
}

/* Can the operation be done in the state? */
static bool
op_fits(const struct log_op *op,
    const struct comp_layout *const lo[SPHERE_PARTS],
    const struct sphere_state *state)
{
	const struct comp_layout *l;
	const struct comp_state *cs;

	if (op->kind == LOG_STATE)
		return true;
	if (op->part >= SPHERE_PARTS || (l = lo[op->part]) == NULL)
		return false;
	cs = &state->part[op->part];
	if (!inside(op->rba, l, cs))
		return false;
	switch (op->kind) {
	case LOG_BYTES:
		return op->a <= l->ci_len && op->len <= l->ci_len - op->a;
	case LOG_MOVE:
		return op->b <= l->ci_len && op->a <= l->ci_len - op->b &&
		       op->c <= l->ci_len - op->b;
	case LOG_COPY:
		return inside(op->from, l, cs);
	default:
		return true;
	}
}

static bool
record_fits(struct log_rec rec,
    const struct comp_layout *const lo[SPHERE_PARTS],
    const struct sphere_state *state)
{
	struct log_op op;

	while (log_op_next(&rec, &op))
		if (!op_fits(&op, lo, state))
			return false;
	return true;
}

static enum ds_status
copy_image(struct sphere *sp, const struct log_op *op, struct sphere_buf *buf,
    struct ds_diag *diag)
{
	struct sphere_buf *from = NULL;
	enum ds_status st;

	st = buf_pin(
	    sp, (enum sphere_part)op->part, op->from, BUF_READ, &from, diag);
	if (st != DS_OK)
		return st;
	memmove(buf->data, from->data, sp->comp[op->part].lo.ci_len);
	buf_release(sp, &from);
	return DS_OK;
}

static enum ds_status
op_apply(struct sphere *sp, const struct log_op *op, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[op->part];
	bool whole = op->kind == LOG_ZERO || op->kind == LOG_COPY;
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if (op->kind == LOG_STATE)
		return DS_OK;
	if (whole && op->kind == LOG_COPY && op->from == op->rba)
		whole = false;
	st = buf_pin(sp, (enum sphere_part)op->part, op->rba,
	    whole ? BUF_NEW : BUF_READ, &buf, diag);
	if (st != DS_OK)
		return st;
	if (op->kind == LOG_BYTES)
		memcpy(buf->data + op->a, op->data, op->len);
	else if (op->kind == LOG_MOVE)
		memmove(buf->data + op->a, buf->data + op->c, op->b);
	else if (op->kind == LOG_COPY)
		st = copy_image(sp, op, buf, diag);
	else if (op->kind == LOG_COUNTS) {
		buf->records = op->a;
		buf->bytes = op->b;
	}
	if (st == DS_OK) {
		pool_dirty(&comp->pool, (struct frame *)(void *)buf);
		comp->changed = true;
	}
	buf_release(sp, &buf);
	return st;
}

/*
 * A damaged control interval stays what it is for a reader, who meets it if
 * he wants it; a writer must not go on without what was done to it.
 */
static enum ds_status
record_apply(struct sphere *sp, struct log_rec rec, struct ds_diag *diag)
{
	bool reader = (sp->mode & SPHERE_UPDATE) == 0;
	struct log_op op;
	enum ds_status st;

	while (log_op_next(&rec, &op)) {
		st = op_apply(sp, &op, diag);
		if (st != DS_OK && !(reader && st == DS_CORRUPT))
			return st;
		sp->recovery.damaged |= st != DS_OK;
	}
	return DS_OK;
}

static enum ds_status
apply_all(struct sphere *sp, struct log_scan *scan, struct ds_diag *diag)
{
	const struct comp_layout *lo[SPHERE_PARTS] = {NULL, NULL};
	struct slot slot = sp->committed, next;
	struct log_rec rec;
	enum ds_status st;

	for (unsigned i = 0; i < sp->nparts; i++)
		lo[i] = &sp->comp[i].lo;
	while (log_scan_next(scan, &rec)) {
		if (!next_state(rec, lo, &slot, &next) ||
		    !record_fits(rec, lo, &next.state)) {
			scan->damaged = true;
			break;
		}
		slot = next;
		memcpy(sp->state.part, slot.state.part, sizeof(sp->state.part));
		if ((st = record_apply(sp, rec, diag)) != DS_OK)
			return st;
		sp->recovery.requests++;
	}
	sp->recovery.damaged |= scan->damaged;
	return DS_OK;
}

/* The files have the space that the log's state says, then all is committed. */
static enum ds_status
write_back(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st;

	for (unsigned i = 0; i < sp->nparts; i++) {
		struct component *comp = &sp->comp[i];
		uint64_t size = vol_size(comp->file);
		uint64_t want =
		    layout_file_len(&comp->lo, sp->state.part[i].harba);

		if (size < want && (st = vol_reserve(comp->file, size,
					want - size, diag)) != DS_OK)
			return st;
		comp->unflushed |=
		    size < want || sp->state.part[i].harba !=
				       sp->committed.state.part[i].harba;
	}
	return sphere_commit(sp, false, diag);
}

enum ds_status
redo_open(struct sphere *sp, struct ds_diag *diag)
{
	bool writer = (sp->mode & SPHERE_UPDATE) != 0, found = false;
	struct log_scan scan;
	struct log_key key;
	enum ds_status st;

	key_of(&sp->comp[SPHERE_DATA].attr, &sp->committed.state, &key);
	st = log_scan_open(sp->vol, &key, &found, &scan, diag);
	if (st == DS_OK && found)
		st = apply_all(sp, &scan, diag);
	log_scan_end(&scan);
	if (st != DS_OK)
		return st;
	if (sp->recovery.requests > 0) {
		sp->recovery.overlay = !writer;
		stats_from_state(&sp->state, sp->stats);
		memcpy(sp->stats_base, sp->stats, sizeof(sp->stats));
		if (writer && (st = write_back(sp, diag)) != DS_OK)
			return st;
	}
	/* Whatever is left there must not fit a later state. */
	if (writer)
		file_remove(sp);
	return DS_OK;
}

void
redo_read_state(struct volume *vol, const struct comp_attr *data,
    const struct comp_layout *const lo[SPHERE_PARTS], struct slot *slot)
{
	struct log_scan scan;
	struct log_rec rec;
	struct log_key key;
	struct slot next;
	bool found = false;

	key_of(data, &slot->state, &key);
	if (log_scan_open(vol, &key, &found, &scan, NULL) == DS_OK && found)
		while (log_scan_next(&scan, &rec) &&
		       next_state(rec, lo, slot, &next) &&
		       record_fits(rec, lo, &next.state))
			*slot = next;
	log_scan_end(&scan);
}

const struct sphere_recovery *
sphere_recovered(const struct sphere *sp)
{
	return &sp->recovery;
}
