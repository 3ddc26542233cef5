/*
 * An open does again what the log of a dead writer says: a function of the
 * published state and the valid prefix of the log. The changed images are in
 * the pool then; a writer commits them, for a reader they are its own.
 *
 * All of a record is checked before the first of it is done.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum { LOG_NO_PARTY = LOG_PARTIES /* nothing in the log is this sphere's */ };

/* A log that is read for one sphere: its own, or its base's. */
struct reading {
	struct log_scan scan;
	struct log_key key; /* of the sphere */
	bool of_base;
	unsigned party; /* the sphere's number; LOG_NO_PARTY: not in it */
	/* its own log: data components of the group's other spheres */
	uint8_t others[LOG_PARTIES][LOG_ID_LEN];
	size_t nothers;
};

/* Look for a log with records for the sphere of data in a state. */
static enum ds_status
reading_open(struct reading *rd, struct volume *vol,
    const struct comp_attr *data, const struct sphere_state *state,
    bool of_base, bool *foundp, struct ds_diag *diag)
{
	struct log_key key;

	memset(rd, 0, sizeof(*rd));
	*foundp = false;
	redo_key(data, state, &rd->key);
	rd->of_base = of_base;
	if (!of_base)
		return log_scan_open(vol, &rd->key, foundp, &rd->scan, diag);
	rd->party = LOG_NO_PARTY;
	memset(&key, 0, sizeof(key));
	memcpy(key.data, data->base, LOG_ID_LEN);
	key.any_state = true;
	return log_scan_open(vol, &key, foundp, &rd->scan, diag);
}

static void
meet_member(struct reading *rd, const struct log_op *op)
{
	struct log_key key;
	size_t i;

	log_key_decode(op->data, &key);
	if (!rd->of_base) {
		for (i = 0; i < rd->nothers; i++)
			if (memcmp(rd->others[i], key.data, LOG_ID_LEN) == 0)
				return;
		if (rd->nothers < LOG_PARTIES)
			memcpy(rd->others[rd->nothers++], key.data, LOG_ID_LEN);
	} else if (memcmp(key.data, rd->key.data, LOG_ID_LEN) == 0) {
		bool fits =
		    memcmp(key.sphere, rd->key.sphere, LOG_ID_LEN) == 0 &&
		    key.seq == rd->key.seq && key.epoch == rd->key.epoch;

		rd->party = fits ? op->party : LOG_NO_PARTY;
	} else if (op->party == rd->party) {
		rd->party = LOG_NO_PARTY;
	}
}

/* The next operation of the record that is this sphere's. */
static bool
own_op(struct reading *rd, struct log_rec *rec, struct log_op *opp)
{
	while (log_op_next(rec, opp)) {
		if (opp->kind == LOG_MEMBER)
			meet_member(rd, opp);
		else if (opp->party == rd->party)
			return true;
	}
	return false;
}

/* The working state after a record; false: it cannot be. */
static bool
next_state(struct reading *rd, struct log_rec rec,
    const struct comp_layout *const lo[SPHERE_PARTS], const struct slot *from,
    struct slot *nextp)
{
	struct log_op op;

	*nextp = *from;
	while (own_op(rd, &rec, &op)) {
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

bool
redo_op_fits(const struct log_op *op,
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
	case LOG_ZERO:
		return op->a <= l->ci_len && op->b <= l->ci_len - op->a;
	case LOG_MOVE:
		return op->b <= l->ci_len && op->a <= l->ci_len - op->b &&
		       op->c <= l->ci_len - op->b;
	case LOG_COPY:
		return inside(op->from, l, cs);
	case LOG_SUMS:
	case LOG_SUMS_ADD:
		return op->part == SPHERE_INDEX && state->counted;
	default:
		return true;
	}
}

static bool
record_fits(struct reading *rd, struct log_rec rec,
    const struct comp_layout *const lo[SPHERE_PARTS],
    const struct sphere_state *state)
{
	struct log_op op;

	while (own_op(rd, &rec, &op))
		if (!redo_op_fits(&op, lo, state))
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

void
redo_op_do(struct sphere_buf *buf, const struct log_op *op)
{
	if (op->kind == LOG_BYTES) {
		memcpy(buf->data + op->a, op->data, op->len);
	} else if (op->kind == LOG_ZERO) {
		memset(buf->data + op->a, 0, op->b);
	} else if (op->kind == LOG_MOVE) {
		memmove(buf->data + op->a, buf->data + op->c, op->b);
	} else if (op->kind == LOG_COUNTS) {
		buf->records = op->a;
		buf->bytes = op->b;
	}
}

enum ds_status
redo_op_apply(struct sphere *sp, const struct log_op *op, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[op->part];
	bool whole = (op->kind == LOG_ZERO && op->b == comp->lo.ci_len) ||
		     op->kind == LOG_COPY;
	struct sphere_buf *buf = NULL;
	enum ds_status st;

	if (op->kind == LOG_STATE)
		return DS_OK;
	if (op->kind == LOG_SUMS || op->kind == LOG_SUMS_ADD)
		return side_take(sp, op, diag);
	if (whole && op->kind == LOG_COPY && op->from == op->rba)
		whole = false;
	st = buf_pin(sp, (enum sphere_part)op->part, op->rba,
	    whole ? BUF_NEW : BUF_WRITE, &buf, diag);
	if (st != DS_OK)
		return st;
	if (op->kind == LOG_COPY)
		st = copy_image(sp, op, buf, diag);
	else if (op->kind == LOG_COUNTS)
		side_counts_put(sp, (struct frame *)(void *)buf, op->a, op->b);
	else
		redo_op_do(buf, op);
	if (st == DS_OK) {
		pool_dirty(&comp->pool, (struct frame *)(void *)buf);
		comp->changed = true;
		if (buf->decoded != NULL)
			buf->decoded_free(buf->decoded);
		buf->decoded = NULL;
	}
	buf_release(sp, &buf);
	return st;
}

/*
 * A damaged control interval stays what it is for a reader, who meets it if
 * he wants it; a writer must not go on without what was done to it.
 */
static enum ds_status
record_apply(struct sphere *sp, struct reading *rd, struct log_rec rec,
    bool *anyp, struct ds_diag *diag)
{
	bool reader = (sp->mode & SPHERE_UPDATE) == 0;
	struct log_op op;
	enum ds_status st;

	while (own_op(rd, &rec, &op)) {
		*anyp = true;
		st = redo_op_apply(sp, &op, diag);
		if (st != DS_OK && !(reader && st == DS_CORRUPT))
			return st;
		sp->recovery.damaged |= st != DS_OK;
	}
	return DS_OK;
}

static enum ds_status
apply_all(struct sphere *sp, struct reading *rd, struct ds_diag *diag)
{
	const struct comp_layout *lo[SPHERE_PARTS];
	struct slot slot = sp->committed, next;
	struct log_rec rec;
	bool refused = false;
	enum ds_status st;

	sphere_layouts(sp, lo);
	while (log_scan_next(&rd->scan, &rec)) {
		bool any = false;

		if (!next_state(rd, rec, lo, &slot, &next) ||
		    !record_fits(rd, rec, lo, &next.state)) {
			rd->scan.damaged = true;
			refused = true;
			break;
		}
		slot = next;
		memcpy(sp->state.part, slot.state.part, sizeof(sp->state.part));
		if ((st = record_apply(sp, rd, rec, &any, diag)) != DS_OK)
			return st;
		sp->recovery.requests += any || !rd->of_base;
	}
	sp->recovery.damaged |= rd->scan.damaged;
	if (rd->scan.damaged) {
		sp->recovery.lost =
		    log_scan_end_lsn(&rd->scan) - rd->scan.lsn + refused;
		/* The one that is damaged, whatever it was. */
		if (sp->recovery.lost == 0 && rd->scan.len > rd->scan.at)
			sp->recovery.lost = 1;
	}
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

/*
 * The records that were read are what a power cut leaves of them: those of the
 * mapped log are on disk, and the durable file, which may have fewer, forgets
 * its own.
 */
static enum ds_status
settle_log(struct sphere *sp, const struct reading *rd,
    const uint8_t data_id[SPHERE_ID_LEN], struct ds_diag *diag)
{
	enum ds_status st;

	if (rd->scan.durable)
		return DS_OK;
	st = log_is_mutant(LOG_UNSETTLED) ? DS_OK
					  : log_flush(sp->vol, data_id, diag);
	return st == DS_OK ? spare_forget(sp->vol, data_id, diag) : st;
}

/*
 * A writer's order in a group: the log safe on disk, then the other spheres,
 * each by an open of its own, then the log's. So while any is behind the log
 * still has it.
 */
static enum ds_status
others_first(struct sphere *sp, struct reading *rd, struct ds_diag *diag)
{
	const struct comp_attr *data = &sp->comp[SPHERE_DATA].attr;
	char name[SPHERE_NAME_LEN];
	enum ds_status st = DS_OK;

	if (rd->of_base)
		return settle_log(sp, rd, data->base, diag);
	if (rd->nothers > 0)
		st = settle_log(sp, rd, data->id, diag);
	for (size_t i = 0; st == DS_OK && i < rd->nothers; i++) {
		struct sphere *other = NULL;

		sphere_id_name(rd->others[i], name);
		if (!vol_exists(sp->vol, name))
			continue;
		st = sphere_open(
		    sp->vol, name, SPHERE_UPDATE, NULL, &other, diag);
		sphere_close(&other);
	}
	return st;
}

/* Do again what one log has for the sphere. */
static enum ds_status
redo_from(struct sphere *sp, bool of_base, struct ds_diag *diag)
{
	bool writer = (sp->mode & SPHERE_UPDATE) != 0, found = false;
	struct reading *rd = malloc(sizeof(*rd));
	enum ds_status st;

	if (rd == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	st = reading_open(rd, sp->vol, &sp->comp[SPHERE_DATA].attr,
	    &sp->committed.state, of_base, &found, diag);
	if (st == DS_OK && found)
		st = apply_all(sp, rd, diag);
	/* Nothing is missed of a set that was closed, that has no records, or
	 * whose base has the log. */
	if (!of_base && redo_counts(sp)) {
		sp->recovery.missing =
		    !found && !log_outlived(sp->vol, &rd->key);
		/* What a power cut leaves has what was durable, and perhaps
		 * more. */
		sp->recovery.durable_only =
		    found && !rd->scan.same_boot && !sp->parms.durable;
	}
	if (!of_base && writer)
		sp->log_bad =
		    rd->scan.damaged ||
		    (sp->recovery.missing && log_has_damage(sp->vol, &rd->key));
	if (st == DS_OK && sp->recovery.requests > 0) {
		sp->recovery.overlay = !writer;
		stats_from_state(&sp->state, sp->stats);
		memcpy(sp->stats_base, sp->stats, sizeof(sp->stats));
		if (writer && !sphere_is_mutant(SPHERE_OTHERS_LAST))
			st = others_first(sp, rd, diag);
		if (writer && st == DS_OK)
			st = write_back(sp, diag);
		if (writer && st == DS_OK &&
		    sphere_is_mutant(SPHERE_OTHERS_LAST))
			st = others_first(sp, rd, diag);
	}
	log_scan_end(&rd->scan);
	free(rd);
	return st;
}

enum ds_status
redo_open(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st;

	st = redo_from(sp, false, diag);
	/* Whatever is left there must not fit a later state. */
	if (st == DS_OK && (sp->mode & SPHERE_UPDATE) != 0)
		redo_renew(sp);
	if (st == DS_OK && sp->recovery.requests == 0 &&
	    comp_has_base(&sp->comp[SPHERE_DATA].attr))
		st = redo_from(sp, true, diag);
	return st;
}

void
redo_read_state(struct volume *vol, const struct comp_attr *data,
    const struct comp_layout *const lo[SPHERE_PARTS], struct slot *slot)
{
	struct reading *rd = malloc(sizeof(*rd));
	bool found = false;
	struct log_rec rec;
	struct slot next;

	if (rd == NULL)
		return;
	for (int base = 0; !found && base <= comp_has_base(data); base++) {
		if (reading_open(rd, vol, data, &slot->state, base, &found,
			NULL) != DS_OK)
			found = false;
		while (found && log_scan_next(&rd->scan, &rec) &&
		       next_state(rd, rec, lo, slot, &next) &&
		       record_fits(rd, rec, lo, &next.state))
			*slot = next;
		log_scan_end(&rd->scan);
	}
	free(rd);
}

const struct sphere_recovery *
sphere_recovered(const struct sphere *sp)
{
	return &sp->recovery;
}
