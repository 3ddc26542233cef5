/*
 * The redo log from the sphere's side: what requests change becomes records.
 *
 * The log goes on from the published state, so each commit empties it. A
 * record holds a request's changes as operations on images, told by whoever
 * made them (buf_told_*) or as whole images, and the parts of the working
 * state that differ from what the log said before.
 *
 * A request whose record does not fit is committed at its end instead.
 *
 * In a group the leader's log has the records of all, so that a request is one
 * record there too. What is a member's counts while the member's state is the
 * one that the log names for it.
 */
#include <string.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"

/* Requests from one writing of the statistics to the next. */
enum { STATS_EVERY = 256 };

enum {
	/* When nobody says: a quarter of the set within these, and up to a
	 * quarter of the buffers that the caller gives. */
	LOG_LEN_LOW = 4 * 1024 * 1024,
	LOG_LEN_HIGH = 32 * 1024 * 1024,
	ZERO_RUN = 64, /* bytes of zeros that an image leaves out */
};

void
redo_key(const struct comp_attr *data, const struct sphere_state *committed,
    struct log_key *key)
{
	memset(key, 0, sizeof(*key));
	memcpy(key->sphere, data->sphere, LOG_ID_LEN);
	memcpy(key->data, data->id, LOG_ID_LEN);
	key->seq = committed->seq;
	key->epoch = committed->reset_epoch;
}

/* Whose log takes what sp changes. */
static struct sphere *
owner_of(struct sphere *sp)
{
	return sp->leader != NULL ? sp->leader : sp;
}

static void
baseline(struct sphere *sp)
{
	for (unsigned i = 0; i < SPHERE_PARTS; i++)
		sp->logged[i] = sp->committed.state.part[i];
}

/* A full log asks for a commit, which costs about what the changed images
 * need, so a large set gets a longer one. */
static size_t
log_len_of(const struct sphere *owner)
{
	uint64_t len = owner->state.part[SPHERE_DATA].harba / 4;
	uint64_t high = owner->parms.bufsp / 4;

	if (owner->parms.log_len > 0)
		return owner->parms.log_len;
	high = high > LOG_LEN_HIGH ? high : LOG_LEN_HIGH;
	high = high < LOG_LEN_MAX ? high : LOG_LEN_MAX;
	len = len > LOG_LEN_LOW ? len : LOG_LEN_LOW;
	return (size_t)page_ceil(len < high ? len : high);
}

enum ds_status
redo_attach(struct sphere *owner, struct ds_diag *diag)
{
	const struct share *sh = owner->share;
	const struct share_gen *gen = share_gen(sh, sh->ctl->ckpt);
	struct log_key key;
	enum ds_status st;

	if (owner->log != NULL)
		return DS_OK;
	redo_key(&owner->comp[SPHERE_DATA].attr, &owner->committed.state, &key);
	st = log_attach(owner->vol, &key, (size_t)gen->len, &owner->log, diag);
	if (st == DS_OK)
		log_go(owner->log, &sh->place);
	return st;
}

bool
redo_counts(const struct sphere *sp)
{
	return sp->committed.state.open_output &&
	       sp->committed.state.part[SPHERE_DATA].hurba > 0 &&
	       sp->comp[SPHERE_DATA].attr.org != DS_ORG_PS &&
	       !comp_has_base(&sp->comp[SPHERE_DATA].attr);
}

/* A log that goes on from state. */
static enum ds_status
log_make(struct sphere *owner, const struct sphere_state *state,
    struct log **logp, struct ds_diag *diag)
{
	struct log_key key;

	redo_key(&owner->comp[SPHERE_DATA].attr, state, &key);
	return log_open(owner->vol, &key, log_len_of(owner),
	    owner->nmembers > 0, logp, diag);
}

enum ds_status
redo_before_open(
    struct sphere *sp, const struct sphere_state *next, struct ds_diag *diag)
{
	enum ds_status st;

	if (sp->leader != NULL || sp->log != NULL || sp->requests == 0)
		return DS_OK;
	st = log_make(sp, next, &sp->log, diag);
	return st == DS_UNSUPPORTED ? DS_OK : st;
}

static enum ds_status
log_start(struct sphere *owner, struct ds_diag *diag)
{
	enum ds_status st;

	/* A log goes on from the state that says "open for output". */
	if ((st = sphere_touch(owner, diag)) != DS_OK ||
	    (st = share_ready(owner, diag)) != DS_OK || owner->log != NULL)
		return st;
	st = log_make(owner, &owner->committed.state, &owner->log, diag);
	if (st == DS_UNSUPPORTED && owner->share == NULL) {
		/* Nothing outlives the process there: until a commit. */
		owner->unlogged = true;
		return DS_OK;
	}
	if (st == DS_OK) {
		baseline(owner);
		share_next(owner);
	}
	return st;
}

/* The member's first change since the log began: its number and state. */
static void
introduce(struct sphere *owner, struct sphere *member)
{
	uint8_t data[LOG_MEMBER_LEN];
	struct log_key key;
	struct log_op op = {
	    .kind = LOG_MEMBER, .len = LOG_MEMBER_LEN, .data = data};

	if (owner->parties_logged + 1 >= LOG_PARTIES) {
		owner->unlogged = true;
		return;
	}
	member->party = ++owner->parties_logged;
	share_named(member);
	baseline(member);
	redo_key(
	    &member->comp[SPHERE_DATA].attr, &member->committed.state, &key);
	log_key_encode(&key, data);
	op.party = member->party;
	log_add(owner->log, &op);
}

enum ds_status
redo_ready(struct sphere *sp, struct ds_diag *diag)
{
	struct sphere *owner = owner_of(sp);
	enum ds_status st;

	if (owner->requests == 0 || owner->unlogged)
		return DS_OK;
	if (owner->log == NULL && (st = log_start(owner, diag)) != DS_OK)
		return st;
	if ((st = durable_ready(owner, diag)) != DS_OK)
		return st;
	if (sp != owner && sp->party == 0 && owner->log != NULL)
		introduce(owner, sp);
	return DS_OK;
}

/* The log goes on from the state published last. */
static bool
log_begin_anew(struct sphere *sp)
{
	bool held = sp->drain_held;

	if (durable_hold(sp, NULL) != DS_OK) {
		/* The log is obsolete; it takes no records. */
		sp->unlogged = true;
		share_died(sp);
		return false;
	}
	log_restart(
	    sp->log, sp->committed.state.seq, sp->committed.state.reset_epoch);
	if (!held)
		durable_release(sp);
	baseline(sp);
	return true;
}

void
redo_restart(struct sphere *sp)
{
	sp->party = 0;
	if (sp->leader != NULL)
		return;
	sp->unlogged = sp->loaders > 0;
	sp->parties_logged = 0;
	for (size_t i = 0; i < sp->nmembers; i++)
		sp->members[i]->party = 0;
	if (sp->log != NULL && !log_begin_anew(sp))
		return;
	share_instant(SHARE_RESTARTED);
	share_next(sp);
}

enum ds_status
redo_settle(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st;

	if (sp->log == NULL || sp->share != NULL)
		return DS_OK;
	if ((st = sphere_commit(sp, false, diag)) == DS_OK)
		redo_remove(sp);
	return st;
}

bool
redo_full(const struct sphere *sp)
{
	return sp->log != NULL && log_room(sp->log) < log_size(sp->log) / 8;
}

/* Nothing that was completed is known, or feared, to be missing. */
static bool
all_there(const struct sphere *sp)
{
	const struct sphere_recovery *r = &sp->recovery;

	return !r->missing && !r->damaged && !r->durable_only;
}

/* While the state says "open for output" a log without records says that
 * nothing is missing. */
static void
file_remove(struct sphere *sp)
{
	char name[LOG_NAME_LEN];

	log_name(sp->comp[SPHERE_DATA].attr.id, name);
	sp->log_kept = redo_counts(sp) && all_there(sp);
	/* What could not be done again is for whoever can make more of it. */
	if (sp->log_bad && vol_exists(sp->vol, name))
		log_keep(sp->vol, sp->comp[SPHERE_DATA].attr.id, NULL);
	sp->log_bad = false;
	/* One that stays is obsolete. */
	if (!sp->log_kept && vol_exists(sp->vol, name))
		vol_remove(sp->vol, name, NULL);
	durable_remove(sp);
}

void
redo_renew(struct sphere *sp)
{
	struct log *log = NULL;

	if (redo_counts(sp) && all_there(sp))
		log_make(sp, &sp->committed.state, &log, NULL);
	log_close(&log);
	file_remove(sp);
}

void
redo_remove(struct sphere *sp)
{
	if (sp->log == NULL && !sp->log_kept)
		return;
	drain_free(&sp->drain);
	log_close(&sp->log);
	file_remove(sp);
}

void
redo_close(struct sphere *sp)
{
	if (sp->log != NULL && sp->share == NULL &&
	    log_room(sp->log) == log_size(sp->log))
		redo_remove(sp);
	drain_free(&sp->drain);
	log_close(&sp->log);
}

/* --- requests ----------------------------------------------------------------
 */

void
sphere_begin(struct sphere *sp)
{
	struct sphere *owner = owner_of(sp);

	if (owner->requests++ > 0)
		return;
	owner->request++;
	if (owner->log != NULL)
		log_begin(owner->log);
}

void
sphere_unlogged(struct sphere *sp)
{
	owner_of(sp)->unlogged = true;
}

/* What the request did to the state of a party. */
static void
add_state(struct log *log, struct sphere *sp)
{
	uint8_t image[STATE_PART_LEN];

	for (unsigned i = 0; i < sp->nparts; i++) {
		const struct comp_state *cs = &sp->state.part[i];
		struct log_op op = {.kind = LOG_STATE,
		    .party = sp->party,
		    .part = i,
		    .len = STATE_PART_LEN,
		    .data = image};

		if (memcmp(cs, &sp->logged[i], sizeof(*cs)) == 0)
			continue;
		state_part_encode(cs, image);
		log_add(log, &op);
		sp->logged[i] = *cs;
	}
}

/* A kill loses the counts of a few requests, not those of all since the last
 * commit. */
static void
keep_all_stats(struct sphere *owner)
{
	stats_keep(owner);
	for (size_t i = 0; i < owner->nmembers; i++)
		stats_keep(owner->members[i]);
}

/* What others cannot see in the log must not be seen here either. */
static enum ds_status
undo(struct sphere *owner, enum ds_status st)
{
	share_lose(owner);
	owner->unlogged = false;
	return st;
}

enum ds_status
sphere_end(struct sphere *sp, enum ds_status st, struct ds_diag *diag)
{
	struct sphere *owner = owner_of(sp);
	enum ds_status rc;

	if (owner->requests == 0 || --owner->requests > 0)
		return st;
	if (owner->share != NULL && owner->unlogged && owner->loaders == 0)
		return undo(owner, st);
	if (owner->log == NULL || owner->unlogged || owner->broken)
		return st;
	share_instant(SHARE_IN_REQUEST);
	add_state(owner->log, owner);
	for (size_t i = 0; i < owner->nmembers; i++)
		if (owner->members[i]->party != 0)
			add_state(owner->log, owner->members[i]);
	if (log_pending(owner->log) == 0)
		return st;
	if (!log_overflowed(owner->log)) {
		log_publish(owner->log);
		share_instant(SHARE_RECORDED);
		share_record(owner);
		if (owner->request % STATS_EVERY == 0)
			keep_all_stats(owner);
		return st;
	}
	log_begin(owner->log);
	share_more(owner);
	rc = sphere_commit(owner, false, st == DS_OK ? diag : NULL);
	owner->unlogged |= rc != DS_OK;
	if (rc != DS_OK && owner->share != NULL)
		undo(owner, rc);
	return rc != DS_OK ? rc : st;
}

/* The log that takes a change of sp; NULL: none does. */
static struct log *
log_for(struct sphere *sp)
{
	struct sphere *owner = owner_of(sp);

	if (owner->requests == 0 || owner->unlogged)
		return NULL;
	return sp == owner || sp->party != 0 ? owner->log : NULL;
}

static bool
was_told(struct sphere *sp, const struct frame *frame)
{
	return frame->told == owner_of(sp)->request;
}

/*
 * The log that takes what is told of buf, whose bytes [off, off + len) are
 * others; NULL: none does.
 */
static struct log *
tell(struct sphere *sp, struct sphere_buf *buf, uint32_t off, uint32_t len)
{
	struct frame *frame = (struct frame *)(void *)buf;
	uint32_t granule = frame_granule(sp->comp[buf->part].lo.ci_len);
	struct log *log = log_for(sp);

	if (log == NULL)
		return NULL;
	frame->told = owner_of(sp)->request;
	for (uint32_t i = off / granule; len > 0; i++) {
		frame->differs |= (uint64_t)1 << i;
		if (i == (off + len - 1) / granule)
			break;
	}
	return log;
}

static void
add_bytes(struct log *log, const struct sphere *sp,
    const struct sphere_buf *buf, uint32_t off, uint32_t len)
{
	struct log_op op = {.kind = LOG_BYTES,
	    .party = sp->party,
	    .part = buf->part,
	    .rba = buf->rba,
	    .a = off,
	    .len = len,
	    .data = buf->data + off};

	if (len > 0)
		log_add(log, &op);
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
add_image(struct log *log, const struct sphere *sp, const struct frame *frame)
{
	const struct sphere_buf *buf = &frame->buf;
	uint32_t len = sp->comp[buf->part].lo.ci_len, off = 0, start, n;
	struct log_op op = {.kind = LOG_ZERO,
	    .party = sp->party,
	    .part = buf->part,
	    .rba = buf->rba,
	    .b = len};

	log_add(log, &op);
	while (off < len) {
		n = zero_run(buf->data, len, off, &start);
		if (n == 0)
			start = len;
		add_bytes(log, sp, buf, off, start - off);
		off = start + n;
	}
}

void
redo_dirty(struct sphere *sp, struct frame *frame)
{
	struct log *log = log_for(sp);
	struct log_op op = {.kind = LOG_COUNTS,
	    .party = sp->party,
	    .part = frame->buf.part,
	    .rba = frame->key,
	    .a = frame->buf.records,
	    .b = frame->buf.bytes};

	if (log == NULL || !was_told(sp, frame))
		frame->differs = UINT64_MAX;
	if (log == NULL) {
		owner_of(sp)->unlogged = true;
		return;
	}
	if (!was_told(sp, frame))
		add_image(log, sp, frame);
	frame->told = 0;
	log_add(log, &op);
}

void
redo_sums(struct sphere *sp, uint64_t rba, const struct sphere_sums *below)
{
	struct log *log = log_for(sp);
	uint8_t data[LOG_SUMS_LEN];
	struct log_op op = {.kind = LOG_SUMS,
	    .party = sp->party,
	    .part = SPHERE_INDEX,
	    .rba = rba,
	    .len = sizeof(data),
	    .data = data};

	if (log == NULL) {
		owner_of(sp)->unlogged = true;
		return;
	}
	be64_put(data, below->records);
	be64_put(data + 8, below->bytes);
	log_add(log, &op);
}

void
redo_sums_add(struct sphere *sp, uint64_t rba, const struct sphere_sums *more)
{
	struct log *log = log_for(sp);
	struct log_op op = {.kind = LOG_SUMS_ADD,
	    .party = sp->party,
	    .part = SPHERE_INDEX,
	    .rba = rba,
	    .a = (uint32_t)more->records,
	    .b = (uint32_t)more->bytes};

	if (log == NULL)
		owner_of(sp)->unlogged = true;
	else
		log_add(log, &op);
}

void
buf_told_bytes(
    struct sphere *sp, struct sphere_buf *buf, uint32_t off, uint32_t len)
{
	struct log *log = tell(sp, buf, off, len);

	if (log != NULL)
		add_bytes(log, sp, buf, off, len);
}

void
buf_told_zeros(
    struct sphere *sp, struct sphere_buf *buf, uint32_t off, uint32_t len)
{
	struct log *log = tell(sp, buf, off, len);
	struct log_op op = {.kind = LOG_ZERO,
	    .party = sp->party,
	    .part = buf->part,
	    .rba = buf->rba,
	    .a = off,
	    .b = len};

	if (log != NULL && len > 0)
		log_add(log, &op);
}

void
buf_told_move(struct sphere *sp, struct sphere_buf *buf, uint32_t dst,
    uint32_t src, uint32_t len)
{
	struct log *log = tell(sp, buf, dst, len);
	struct log_op op = {.kind = LOG_MOVE,
	    .party = sp->party,
	    .part = buf->part,
	    .rba = buf->rba,
	    .a = dst,
	    .b = len,
	    .c = src};

	if (log != NULL && len > 0 && dst != src)
		log_add(log, &op);
}

void
buf_told_copy(
    struct sphere *sp, struct sphere_buf *buf, const struct sphere_buf *from)
{
	struct log *log = tell(sp, buf, 0, sp->comp[buf->part].lo.ci_len);
	struct log_op op = {.kind = LOG_COPY,
	    .party = sp->party,
	    .part = buf->part,
	    .rba = buf->rba,
	    .from = from->rba};

	if (log != NULL)
		log_add(log, &op);
}
