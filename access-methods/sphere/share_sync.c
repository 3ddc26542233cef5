/*
 * Following the others. Who has a shared sphere open keeps images of his own,
 * of the time of a place in the log; sphere_sync reads the records behind it
 * and does them again, whole ones, to what is in the pool.
 *
 * A commit writes what the log had into the main files. Who had seen the last
 * record keeps his images, which are the main files' now; who had not drops
 * them. While it writes in place ckpt is odd: what is read then is of no time,
 * unless the commit's batch is laid over it. So each read from a main file is
 * followed by a look at ckpt.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

#ifdef SHARE_MUTANTS
int share_mutant, share_stop_at, share_signal;

void
share_instant(int n)
{
	if (share_stop_at != n)
		return;
	share_stop_at = 0;
	raise(share_signal);
}
#endif

static uint64_t
ckpt_now(const struct share *sh)
{
	return __atomic_load_n(&sh->ctl->ckpt, __ATOMIC_ACQUIRE);
}

static uint64_t
tail_of(const struct share *sh, uint64_t ckpt)
{
	return __atomic_load_n(&share_gen(sh, ckpt)->tail, __ATOMIC_ACQUIRE);
}

/* Are main files, with the overlay, still what they were at sh->ckpt? */
static bool
still(const struct share *sh)
{
	uint64_t now;

	/* What was read comes before this look. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	now = ckpt_now(sh);
	if (sh->ahead)
		return now - sh->ckpt <= (sh->ckpt & 1);
	return now == sh->ckpt && (now & 1) == 0;
}

static enum ds_status
slot_read(struct sphere *sp, struct slot *slotp, struct ds_diag *diag)
{
	struct component *data = &sp->comp[SPHERE_DATA];
	const struct comp_layout *lo[SPHERE_PARTS];
	uint8_t pages[2 * COMP_PAGE];
	struct slot slot;
	enum ds_status st;

	sphere_layouts(sp, lo);
	if ((st = vol_read(data->file, COMP_SLOT_OFFSET, pages, sizeof(pages),
		 diag)) != DS_OK ||
	    (st = slot_choose(pages, data->attr.sphere, comp_name(data), &slot,
		 diag)) != DS_OK)
		return st;
	if (!slot_fits(&slot, lo))
		return ds_fail_rba(diag, DS_CORRUPT, sphere_name(sp), 0,
		    "the state has impossible values");
	*slotp = slot;
	return DS_OK;
}

/* Without a control file: nobody may be writing, and nobody was since. */
static bool
undisturbed(struct sphere *owner)
{
	struct slot slot;

	return share_unwatched(owner) &&
	       slot_read(owner, &slot, NULL) == DS_OK &&
	       slot.state.seq == owner->share->seq;
}

bool
share_valid(struct sphere *sp)
{
	struct share *sh = sphere_owner(sp)->share;

	if (sh == NULL)
		return true;
	share_instant(SHARE_READ);
	if (share_is_mutant(SHARE_NO_VALID))
		return true;
	if (sh->ctl == NULL)
		return undisturbed(sphere_owner(sp));
	if (sh->depth > 0 || still(sh))
		return true;
	sh->want_ahead = true;
	return false;
}

void
share_lose(struct sphere *owner)
{
	if (owner->share != NULL)
		owner->share->lost = true;
}

/* --- one sphere's images and state ------------------------------------------
 */

/* The state as committed is the working state. */
static void
settle(struct sphere *sp, const struct slot *slot)
{
	sp->committed = *slot;
	sp->state = slot->state;
	memcpy(sp->logged, slot->state.part, sizeof(sp->logged));
	sp->touched = sp->touched && slot->state.open_output;
	sp->party = 0;
	sp->generation++;
	pend_clear(sp);
	for (unsigned i = 0; i < sp->nparts; i++) {
		struct component *comp = &sp->comp[i];

		pool_clean(&comp->pool);
		pool_clean(&comp->side);
		buf_let_side(comp);
		pool_drop_all(&comp->side);
		sums_forget(comp);
		comp->changed = comp->unflushed = false;
	}
}

static void
no_overlay(struct sphere *sp)
{
	batch_free(&sp->overlay);
	sp->overlaid = false;
}

/* From the files alone: ckpt is as it was read last. */
static enum ds_status
load_one(struct sphere *sp, uint64_t ckpt, struct ds_diag *diag)
{
	const struct comp_layout *lo[SPHERE_PARTS];
	struct batch batch;
	struct slot slot;
	bool found = false;
	enum ds_status st;

	no_overlay(sp);
	memset(&batch, 0, sizeof(batch));
	sphere_layouts(sp, lo);
	if ((st = slot_read(sp, &slot, diag)) != DS_OK)
		return st;
	if ((ckpt & 1) != 0 &&
	    (st = batch_read(sp->vol, &sp->comp[SPHERE_DATA].attr, lo, &slot,
		 &found, &batch, diag)) != DS_OK)
		return st;
	if (found) {
		slot = batch.slot;
		sp->overlay = batch;
		sp->overlaid = true;
	}
	for (unsigned i = 0; i < sp->nparts; i++) {
		buf_let_side(&sp->comp[i]);
		pool_detach_all(&sp->comp[i].pool);
	}
	settle(sp, &slot);
	return DS_OK;
}

/* --- the owner and its members -----------------------------------------------
 */

/* Place, numbers: where the log of a generation begins. */
static void
go_to_start(struct sphere *owner, uint64_t ckpt)
{
	struct share *sh = owner->share;
	const struct share_gen *gen = share_gen(sh, ckpt);

	sh->ckpt = ckpt;
	sh->place = (struct log_place){
	    .tail = LOG_HEADER_LEN,
	    .seq = gen->seq,
	    .lsn = gen->lsn,
	    .nonce = gen->nonce,
	};
	memset(sh->party, 0, sizeof(sh->party));
	sh->stranger = false;
	/* An alternate index by itself follows the log of its base. */
	if (!comp_has_base(&owner->comp[SPHERE_DATA].attr))
		sh->party[0] = owner;
	owner->parties_logged = 0;
	sh->version++;
}

/* What a sphere does to be of ckpt's time. */
typedef enum ds_status come_fn(
    struct sphere *sp, uint64_t ckpt, struct ds_diag *diag);

/* The owner and its members come to the begin of ckpt's generation. */
static enum ds_status
come_to(
    struct sphere *owner, uint64_t ckpt, come_fn *come, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	enum ds_status st;

	sh->lost = true;
	st = come(owner, ckpt, diag);
	for (size_t i = 0; st == DS_OK && i < owner->nmembers; i++)
		st = come(owner->members[i], ckpt, diag);
	go_to_start(owner, ckpt);
	sh->touches = __atomic_load_n(&sh->ctl->touches, __ATOMIC_ACQUIRE);
	sh->ahead = (ckpt & 1) != 0;
	if (sh->ahead)
		sh->place.tail = (size_t)tail_of(sh, ckpt);
	if (!still(sh))
		return DS_AGAIN;
	if (st == DS_OK)
		sh->lost = false;
	return st;
}

/* Everything anew. While a commit writes in place its batch tells what the
 * main files will have. */
static enum ds_status
reload(struct sphere *owner, uint64_t ckpt, struct ds_diag *diag)
{
	return come_to(owner, ckpt, load_one, diag);
}

static enum ds_status
keep_one(struct sphere *sp, uint64_t ckpt, struct ds_diag *diag)
{
	struct slot slot;
	enum ds_status st;

	(void)ckpt;
	if ((st = slot_read(sp, &slot, diag)) != DS_OK)
		return st;
	no_overlay(sp);
	settle(sp, &slot);
	return DS_OK;
}

/* A commit has ended, and its last record was seen: the images stay. */
static enum ds_status
advance(struct sphere *owner, uint64_t ckpt, struct ds_diag *diag)
{
	return (ckpt & 1) != 0 ? reload(owner, ckpt, diag)
			       : come_to(owner, ckpt, keep_one, diag);
}

/* Had the last record of the generation before ckpt's been seen? */
static bool
seen_all(const struct share *sh)
{
	const struct share_gen *gen = share_gen(sh, sh->ckpt);

	if (share_is_mutant(SHARE_NO_FINAL))
		return true;
	if (sh->ahead)
		return true;
	return sh->place.tail == tail_of(sh, sh->ckpt) &&
	       (share_is_mutant(SHARE_NO_WHOLE) ||
		   __atomic_load_n(&gen->whole, __ATOMIC_ACQUIRE) == 0);
}

/* --- records ----------------------------------------------------------------
 */

static struct sphere *
member_by_id(struct sphere *owner, const uint8_t *id)
{
	if (memcmp(owner->comp[SPHERE_DATA].attr.id, id, SPHERE_ID_LEN) == 0)
		return owner;
	for (size_t i = 0; i < owner->nmembers; i++)
		if (memcmp(owner->members[i]->comp[SPHERE_DATA].attr.id, id,
			SPHERE_ID_LEN) == 0)
			return owner->members[i];
	return NULL;
}

/* The log names a member: its number, and the state that it had. */
static void
meet(struct sphere *owner, const struct log_op *op)
{
	struct share *sh = owner->share;
	struct log_key key;
	struct sphere *sp;

	log_key_decode(op->data, &key);
	sp = member_by_id(owner, key.data);
	sh->party[op->party] = sp;
	if (owner->parties_logged < op->party)
		owner->parties_logged = op->party;
	/* It may be joined yet: share_enter asks. */
	if (sp == NULL) {
		sh->stranger = true;
		return;
	}
	sp->party = op->party;
	if (sp->committed.state.seq < key.seq) {
		sp->committed.state.seq = sp->state.seq = key.seq;
		sp->committed.state.open_output = true;
		sp->state.open_output = true;
	}
}

/* The states after a record, in pending; and does each operation fit? */
static enum ds_status
record_check(struct sphere *owner, struct log_rec rec, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	struct log_rec again = rec;
	struct log_op op;
	struct sphere *sp;

	owner->pending.state = owner->state;
	for (size_t i = 0; i < owner->nmembers; i++)
		owner->members[i]->pending.state = owner->members[i]->state;
	while (log_op_next(&rec, &op)) {
		if (op.kind == LOG_MEMBER)
			meet(owner, &op);
		sp = sh->party[op.party];
		if (op.kind != LOG_STATE || sp == NULL)
			continue;
		if (op.part >= sp->nparts || op.len != STATE_PART_LEN)
			goto bad;
		state_part_decode(op.data, &sp->pending.state.part[op.part]);
	}
	if (rec.nops != 0 || rec.len != 0)
		goto bad;
	while (log_op_next(&again, &op)) {
		const struct comp_layout *lo[SPHERE_PARTS];

		sp = sh->party[op.party];
		if (op.kind == LOG_MEMBER || sp == NULL)
			continue;
		sphere_layouts(sp, lo);
		if (!slot_fits(&(struct slot){sp->pending.state, 0}, lo) ||
		    !redo_op_fits(&op, lo, &sp->pending.state))
			goto bad;
	}
	return DS_OK;
bad:
	return ds_fail(diag, DS_CORRUPT, sphere_name(owner),
	    "a record of the log cannot be");
}

static void
take_state(struct sphere *sp, const struct log_op *op)
{
	struct comp_state cs;

	state_part_decode(op->data, &cs);
	sp->state.part[op->part] = cs;
	sp->logged[op->part] = cs;
	/* Whoever commits makes the reservation last. */
	if (cs.harba > sp->committed.state.part[op->part].harba)
		sp->comp[op->part].unflushed = true;
}

/* Where the image is not at hand it can wait, but not for being copied. */
static enum ds_status
take_op(struct sphere *sp, const struct log_op *op, struct ds_diag *diag)
{
	enum ds_status st;

	if (op->kind == LOG_STATE) {
		take_state(sp, op);
		return DS_OK;
	}
	if (op->kind == LOG_SUMS || op->kind == LOG_SUMS_ADD)
		return side_take(sp, op, diag);
	if (op->kind == LOG_COPY ||
	    pool_find(&sp->comp[op->part].pool, op->rba) != NULL)
		return redo_op_apply(sp, op, diag);
	if (op->kind == LOG_COUNTS && (st = side_take(sp, op, diag)) != DS_OK)
		return st;
	return pend_add(sp, op, diag);
}

static enum ds_status
record_take(struct sphere *owner, struct log_rec rec, struct ds_diag *diag)
{
	struct log_op op;
	enum ds_status st;

	if ((st = record_check(owner, rec, diag)) != DS_OK)
		return st;
	while (log_op_next(&rec, &op)) {
		struct sphere *sp = owner->share->party[op.party];

		if (op.kind == LOG_MEMBER || sp == NULL)
			continue;
		if ((st = take_op(sp, &op, diag)) != DS_OK)
			return st;
	}
	return DS_OK;
}

/* A copy of the log's bytes from the place on. */
static enum ds_status
copy_records(struct sphere *owner, size_t len, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	char name[LOG_NAME_LEN];
	uint8_t *buf;
	enum ds_status st;

	if (sh->log == NULL) {
		log_name(owner->comp[SPHERE_DATA].attr.id, name);
		if (comp_has_base(&owner->comp[SPHERE_DATA].attr))
			log_name(owner->comp[SPHERE_DATA].attr.base, name);
		st = vol_file_open(owner->vol, name, VOL_READ, &sh->log, diag);
		if (st != DS_OK)
			return st;
	}
	/* Behind its end: the log has begun anew, or the tail is damaged. */
	if (sh->place.tail + len > vol_size(sh->log))
		return DS_AGAIN;
	if (len > sh->buf_len) {
		if ((buf = realloc(sh->buf, len)) == NULL)
			return ds_fail(
			    diag, DS_NOMEM, sphere_name(owner), NULL);
		sh->buf = buf;
		sh->buf_len = len;
	}
	share_instant(SHARE_TAIL_SEEN);
	return vol_read(sh->log, sh->place.tail, sh->buf, len, diag);
}

static enum ds_status
take_records(struct sphere *owner, uint64_t tail, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	struct log_scan scan;
	struct log_rec rec;
	size_t len;
	enum ds_status st;

	if (tail <= sh->place.tail || tail > LOG_LEN_MAX)
		return DS_OK;
	len = (size_t)tail - sh->place.tail;
	if ((st = copy_records(owner, len, diag)) != DS_OK)
		return st;
	sh->version++;
	log_scan_part(&scan, sh->buf, len, &sh->place);
	while (log_scan_next(&scan, &rec)) {
		if ((st = record_take(owner, rec, diag)) != DS_OK) {
			sh->lost = sh->want_ahead = true;
			return st;
		}
		sh->place.tail += LOG_REC_HEADER_LEN + rec.len;
		sh->place.lsn++;
	}
	/* The log began anew meanwhile: what is behind is of another time. */
	return scan.at == len ? DS_OK : DS_AGAIN;
}

/* --- catching up -------------------------------------------------------------
 */

static enum ds_status
step(struct sphere *owner, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	uint64_t ckpt = ckpt_now(sh), gen = ckpt / 2, mine = sh->ckpt / 2;
	uint64_t tail = tail_of(sh, ckpt);
	enum ds_status st;

	if (sh->lost || gen > mine + 1)
		return reload(owner, ckpt, diag);
	if (gen == mine + 1)
		return seen_all(sh) && ckpt_now(sh) == ckpt
			   ? advance(owner, ckpt, diag)
			   : reload(owner, ckpt, diag);
	if (sh->ahead)
		return DS_OK;
	sh->ckpt = ckpt;
	if ((st = take_records(owner, tail, diag)) != DS_OK)
		return st;
	/* The images are of the last record of a commit that goes on: with
	 * its batch they are those after it. */
	if ((ckpt & 1) != 0 && sh->want_ahead)
		return reload(owner, ckpt, diag);
	return DS_OK;
}

static bool
current(const struct share *sh)
{
	uint64_t ckpt = ckpt_now(sh);

	return ckpt == sh->ckpt && tail_of(sh, ckpt) == sh->place.tail &&
	       !sh->lost && (!sh->want_ahead || sh->ahead || (ckpt & 1) == 0);
}

enum ds_status
sphere_sync(struct sphere *sp, struct ds_diag *diag)
{
	struct sphere *owner = sphere_owner(sp);
	struct share *sh = owner->share;
	enum ds_status st = DS_OK;

	if (sh == NULL || (sh->ctl == NULL && undisturbed(owner)))
		return DS_OK;
	if (sh->ctl == NULL)
		return ds_fail(diag, DS_OPEN_INUSE, sphere_name(owner),
		    "another has opened it since; it is to be opened again");
	for (int n = 0; n < SHARE_TRIES; n++) {
		if (current(sh)) {
			sh->want_ahead = false;
			return DS_OK;
		}
		st = step(owner, diag);
		if (st != DS_OK && st != DS_AGAIN)
			return st;
	}
	return ds_fail(diag, DS_TIMEOUT, sphere_name(owner),
	    "others commit faster than it can be read");
}

uint64_t
sphere_version(const struct sphere *sp)
{
	const struct sphere *owner = sp->leader != NULL ? sp->leader : sp;

	return owner->share != NULL ? owner->share->version : 0;
}

enum ds_status
share_load(struct sphere *sp, struct ds_diag *diag)
{
	share_lose(sp);
	return sphere_sync(sp, diag);
}

/* Members whose state was published without a commit. */
enum ds_status
share_members(struct sphere *owner, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	struct slot slot;
	enum ds_status st;

	if (sh->touches == sh->ctl->touches)
		return DS_OK;
	for (size_t i = 0; i < owner->nmembers; i++) {
		struct sphere *sp = owner->members[i];

		if ((st = slot_read(sp, &slot, diag)) != DS_OK)
			return st;
		sp->committed.state.seq = sp->state.seq = slot.state.seq;
		sp->committed.state.open_output = slot.state.open_output;
		sp->state.open_output = slot.state.open_output;
	}
	sh->touches = sh->ctl->touches;
	return DS_OK;
}

/* --- after a death ----------------------------------------------------------
 */

/* A commit that was writing in place: its batch again, or it was through. */
static enum ds_status
finish_commit(struct sphere *owner, struct ds_diag *diag)
{
	const struct comp_layout *lo[SPHERE_PARTS];
	struct batch batch;
	struct slot slot;
	bool found = false;
	enum ds_status st;

	memset(&batch, 0, sizeof(batch));
	sphere_layouts(owner, lo);
	if ((st = slot_read(owner, &slot, diag)) == DS_OK)
		st = batch_read(owner->vol, &owner->comp[SPHERE_DATA].attr, lo,
		    &slot, &found, &batch, diag);
	if (st == DS_OK && found &&
	    (st = batch_settle(owner->vol, &batch, diag)) == DS_OK &&
	    (st = group_recover(owner, &batch, diag)) == DS_OK)
		st = sphere_recover(owner, &batch, diag);
	batch_free(&batch);
	return st;
}

/*
 * A record that is whole and not yet told is told. What was changed outside
 * the log's order, a state that was published without its log having begun
 * anew, is brought together.
 */
enum ds_status
share_repair(struct sphere *owner, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	uint64_t ckpt = ckpt_now(sh);
	struct share_gen *gen = share_gen(sh, ckpt);
	struct log_place place = {
	    .tail = 0, .seq = gen->seq, .lsn = gen->lsn, .nonce = gen->nonce};
	struct slot slot;
	size_t tail;
	enum ds_status st = DS_OK;

	if (share_is_mutant(SHARE_NO_REPAIR))
		return DS_OK;
	share_lose(owner);
	if (gen->on != 0 && (st = redo_attach(owner, diag)) != DS_OK)
		return st;
	if (gen->on != 0 &&
	    (tail = log_tail_kept(owner->log, &place)) > gen->tail)
		__atomic_store_n(&gen->tail, tail, __ATOMIC_RELEASE);
	if ((ckpt & 1) != 0 && (st = finish_commit(owner, diag)) != DS_OK)
		return st;
	if ((st = slot_read(owner, &slot, diag)) != DS_OK)
		return st;
	gen->died = 0;
	/* Perhaps a member's state was published: let all look. */
	share_touched(owner);
	if ((ckpt & 1) == 0 && gen->on != 0 && slot.state.seq == gen->seq)
		return DS_OK;
	if (owner->log != NULL) {
		place.tail = LOG_HEADER_LEN;
		place.lsn = gen->lsn + gen->tail;
		log_go(owner->log, &place);
		if ((st = durable_hold(owner, diag)) != DS_OK) {
			share_died(owner);
			return st;
		}
		log_restart(owner->log, slot.state.seq, slot.state.reset_epoch);
		durable_release(owner);
	}
	/* What this commit had beside the log is not known. */
	share_more(owner);
	share_next(owner);
	share_lose(owner);
	return DS_OK;
}
