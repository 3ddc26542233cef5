/*
 * Sharing: the control file beside the data component (of the base, for an
 * alternate index), which all who have the sphere open map
 * (doc/formats/share.md). It has the writers' latch, who is there, and how far
 * the log and the commits are.
 *
 * Bytes of the file that are locked say who lives: the gate, held while
 * somebody comes or goes, a byte an opener, and one for those who may not
 * write.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "access-methods/sphere/sphere_int.h"

enum {
	SHARE_VERSION = 2,
	GATE_WHO = 1 << 19, /* offset: who is in the gate */
	/* Locks lie behind the bytes. */
	LOCK_GATE = 1 << 20,
	LOCK_READERS, /* all who may not write share it */
	LOCK_OPENERS,
	LOCK_ALIVE_LEN = 1 + SHARE_OPENERS,
	NAP_NS = 1000000,
};

static const uint8_t share_magic[8] = {'C', 'T', 'M', 'T', 'S', 'H', 'R', 'D'};

struct share_gen *
share_gen(const struct share *sh, uint64_t ckpt)
{
	return &sh->ctl->gen[ckpt / 2 % SHARE_GENS];
}

/* --- waiting ---------------------------------------------------------------
 */

static struct timespec
deadline_in(unsigned ms)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	ts.tv_sec += ms / 1000;
	ts.tv_nsec += (long)(ms % 1000) * 1000000;
	if (ts.tv_nsec >= 1000000000) {
		ts.tv_sec++;
		ts.tv_nsec -= 1000000000;
	}
	return ts;
}

static bool
passed(const struct timespec *deadline)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec > deadline->tv_sec ||
	       (now.tv_sec == deadline->tv_sec &&
		   now.tv_nsec >= deadline->tv_nsec);
}

static void
nap(void)
{
	static const struct timespec ts = {0, NAP_NS};

	nanosleep(&ts, NULL);
}

/* pid 0: it is not known. */
static void
describe(uint32_t pid, const char job[SHARE_JOB],
    const char program[SHARE_PROGRAM], char *out, size_t size)
{
	if (pid == 0)
		snprintf(out, size, "another process");
	else if (job[0] != '\0')
		snprintf(out, size, "job %.*s (%.*s, process %lu)",
		    SHARE_JOB - 1, job, SHARE_PROGRAM - 1, program,
		    (unsigned long)pid);
	else
		snprintf(out, size, "%.*s (process %lu)", SHARE_PROGRAM - 1,
		    program, (unsigned long)pid);
}

void
share_describe(const struct share *sh, uint32_t n, char *out, size_t size)
{
	const struct share_opener *op;

	if (n == 0 || n > SHARE_OPENERS) {
		describe(0, NULL, NULL, out, size);
		return;
	}
	op = &sh->ctl->opener[n - 1];
	describe(op->pid, op->job, op->program, out, size);
}

bool
share_own(const struct share *sh, uint32_t n)
{
	return n > 0 && n <= SHARE_OPENERS &&
	       sh->ctl->opener[n - 1].pid == (uint32_t)getpid();
}

static enum ds_status
waited(struct sphere *sp, uint32_t holder, struct ds_diag *diag)
{
	enum ds_status st = ds_fail(diag, DS_TIMEOUT, sphere_name(sp),
	    "another's request did not end in %u ms", sp->share->wait_ms);

	if (diag != NULL)
		share_describe(
		    sp->share, holder, diag->holder, sizeof(diag->holder));
	return st;
}

/* --- coming ----------------------------------------------------------------
 */

static const uint8_t *
owner_id(const struct sphere *sp)
{
	const struct comp_attr *data = &sp->comp[SPHERE_DATA].attr;

	return comp_has_base(data) ? data->base : data->id;
}

static void
share_name(const struct sphere *sp, char name[BATCH_NAME_LEN])
{
	char id[SPHERE_NAME_LEN];

	sphere_id_name(owner_id(sp), id);
	snprintf(name, BATCH_NAME_LEN, "%s.shr", id);
}

/* The file, made if it must be. */
static enum ds_status
file_open(struct sphere *sp, struct share *sh, struct ds_diag *diag)
{
	char name[BATCH_NAME_LEN];
	enum ds_status st;

	share_name(sp, name);
	do {
		st = vol_file_open(sp->vol, name, VOL_WRITE, &sh->file, diag);
		if (st == DS_NOFILE)
			st = vol_file_open(sp->vol, name,
			    VOL_CREATE | VOL_SCRATCH, &sh->file, diag);
	} while (st == DS_EXIST);
	if (st != DS_OPEN_SECURITY || (sp->mode & SPHERE_UPDATE) != 0)
		return st;
	sh->readonly = true;
	return vol_file_open(sp->vol, name, VOL_READ, &sh->file, diag);
}

bool
share_unwatched(struct sphere *sp)
{
	struct share *sh = sp->share;
	char name[BATCH_NAME_LEN];

	if (sh->file != NULL && vol_named(sh->file))
		return !vol_locked(sh->file, LOCK_OPENERS, SHARE_OPENERS);
	share_name(sp, name);
	return !vol_exists(sp->vol, name);
}

/* Who is in the gate: told before there is a table, or a number in it. Nobody
 * is told when it cannot be written; it serves messages alone. */
struct gate_who {
	uint32_t pid, spare; /* 0: nobody says */
	char job[SHARE_JOB];
	char program[SHARE_PROGRAM];
};

static void
gate_say(const struct share *sh)
{
	struct gate_who who = {.pid = (uint32_t)getpid()};

	if (sh->readonly)
		return;
	snprintf(who.job, sizeof(who.job), "%s", sh->job);
	snprintf(who.program, sizeof(who.program), "%s",
	    program_invocation_short_name);
	vol_write(sh->file, GATE_WHO, &who, sizeof(who), NULL);
}

/* Refused at the gate, as an open is. */
static enum ds_status
gate_shut(struct sphere *sp, struct share *sh, struct ds_diag *diag)
{
	struct gate_who who;
	enum ds_status st = ds_fail(diag, DS_OPEN_INUSE, sphere_name(sp),
	    "another open or close did not end in %u ms", sh->wait_ms);

	if (diag == NULL)
		return st;
	if (vol_read(sh->file, GATE_WHO, &who, sizeof(who), NULL) != DS_OK)
		who.pid = 0;
	describe(
	    who.pid, who.job, who.program, diag->holder, sizeof(diag->holder));
	return st;
}

/* The gate of the file that has the name when it is got. */
static enum ds_status
gate_take(struct sphere *sp, struct share *sh, struct ds_diag *diag)
{
	struct timespec end = deadline_in(sh->wait_ms);
	enum ds_status st;

	for (;;) {
		if (sh->file == NULL && (st = file_open(sp, sh, diag)) != DS_OK)
			return st;
		st = vol_lock(sh->file, LOCK_GATE, 1,
		    sh->readonly ? VOL_LOCK_SHR : VOL_LOCK_EXC, diag);
		if (st == DS_OK && vol_named(sh->file)) {
			gate_say(sh);
			share_instant(SHARE_IN_GATE);
			return DS_OK;
		}
		if (st == DS_OK)
			vol_file_close(&sh->file);
		else if (st != DS_BUSY || passed(&end))
			break;
		else
			nap();
	}
	if (st != DS_BUSY)
		return st;
	return gate_shut(sp, sh, diag);
}

static void
gate_leave(struct share *sh)
{
	const uint32_t nobody = 0;

	if (!sh->readonly)
		vol_write(sh->file, GATE_WHO, &nobody, sizeof(nobody), NULL);
	vol_lock(sh->file, LOCK_GATE, 1, VOL_UNLOCK, NULL);
}

bool
share_alive(const struct share *sh, uint32_t n)
{
	return vol_locked(sh->file, LOCK_OPENERS + n, 1);
}

static enum ds_status
latch_make(struct share_ctl *ctl, struct ds_diag *diag)
{
	pthread_mutexattr_t attr;
	int rc;

	if ((rc = pthread_mutexattr_init(&attr)) != 0)
		return ds_fail_errno(diag, rc, NULL, "make a latch");
	if ((rc = pthread_mutexattr_setpshared(
		 &attr, PTHREAD_PROCESS_SHARED)) == 0 &&
	    (rc = pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST)) ==
		0)
		rc = pthread_mutex_init(&ctl->latch, &attr);
	pthread_mutexattr_destroy(&attr);
	return rc == 0 ? DS_OK : ds_fail_errno(diag, rc, NULL, "make a latch");
}

/* An open for update, and its end: what the dead left is finished. */
static enum ds_status
recover(struct sphere *sp, const uint8_t *id, struct ds_diag *diag)
{
	char name[SPHERE_NAME_LEN], log[LOG_NAME_LEN], batch[BATCH_NAME_LEN];
	char spare[LOG_NAME_LEN];
	const struct sphere_parms parms = {.durable = sp->parms.durable};
	struct sphere *other = NULL;
	enum ds_status st;

	sphere_id_name(id, name);
	log_name(id, log);
	spare_name(id, spare);
	batch_name(id, batch);
	if (!vol_exists(sp->vol, name) ||
	    (!vol_exists(sp->vol, log) && !vol_exists(sp->vol, spare) &&
		!vol_exists(sp->vol, batch)))
		return DS_OK;
	st = sphere_open(sp->vol, name, SPHERE_UPDATE, &parms, &other, diag);
	if (st != DS_OK)
		return st;
	if (other->recovery.requests > 0) {
		sp->recovery = other->recovery;
		sp->recovery.overlay = false;
	}
	sphere_close(&other);
	return DS_OK;
}

/* Nobody else is there: from the beginning. */
static enum ds_status
ctl_init(struct sphere *sp, struct share *sh, struct ds_diag *diag)
{
	struct share_ctl *ctl = sh->ctl;
	const uint8_t *own = sp->comp[SPHERE_DATA].attr.id;
	enum ds_status st;

	if ((st = recover(sp, owner_id(sp), diag)) != DS_OK ||
	    (owner_id(sp) != own && (st = recover(sp, own, diag)) != DS_OK))
		return st;
	memset(ctl, 0, sizeof(*ctl));
	if ((st = latch_make(ctl, diag)) != DS_OK)
		return st;
	ctl->version = SHARE_VERSION;
	ctl->len = sizeof(*ctl);
	log_boot_id(ctl->boot);
	ctl->ckpt = 2 * SHARE_GENS;
	share_gen(sh, ctl->ckpt)->tail = LOG_HEADER_LEN;
	memcpy(ctl->magic, share_magic, sizeof(share_magic));
	return DS_OK;
}

static enum ds_status
ctl_map(struct sphere *sp, struct share *sh, struct ds_diag *diag)
{
	uint8_t *mem = NULL;
	enum ds_status st = DS_OK;
	bool alone;

	/* Who may not write is on the watch until somebody who may is there. */
	if (sh->readonly && !vol_locked(sh->file, LOCK_OPENERS, SHARE_OPENERS))
		return DS_OK;
	alone = !sh->readonly &&
		!vol_locked(sh->file, LOCK_READERS, LOCK_ALIVE_LEN);
	if (!sh->readonly)
		st = vol_reserve(sh->file, 0, sizeof(struct share_ctl), diag);
	if (st == DS_OK && vol_size(sh->file) >= sizeof(struct share_ctl))
		st = vol_map(sh->file, sizeof(struct share_ctl), &mem, diag);
	else if (st == DS_OK)
		st = ds_fail(diag, DS_OPEN_INUSE, sphere_name(sp),
		    "its control file is not made yet");
	if (st != DS_OK)
		return st;
	sh->ctl = (struct share_ctl *)(void *)mem;
	if (alone)
		return ctl_init(sp, sh, diag);
	if (memcmp(sh->ctl->magic, share_magic, sizeof(share_magic)) != 0 ||
	    sh->ctl->version != SHARE_VERSION ||
	    sh->ctl->len != sizeof(*sh->ctl))
		return ds_fail(diag, DS_VERSION, sphere_name(sp),
		    "another version of the program has it open");
	return DS_OK;
}

static enum ds_status
all_taken(struct sphere *sp, unsigned n, struct ds_diag *diag)
{
	enum ds_status st = ds_fail(diag, DS_OPEN_INUSE, sphere_name(sp),
	    "no more than %u opens can share it", n);

	if (diag != NULL)
		snprintf(diag->holder, sizeof(diag->holder),
		    "%u opens, as many as can share it", n);
	return st;
}

/* A slot of the table, or a part in the one lock of those who cannot write. */
static enum ds_status
slot_take(struct sphere *sp, struct share *sh, struct ds_diag *diag)
{
	struct share_opener *op;
	unsigned n = 0;

	/* Who is on the watch keeps nobody from beginning anew. */
	if (sh->ctl == NULL)
		return DS_OK;
	if (sh->readonly)
		return vol_lock(sh->file, LOCK_READERS, 1, VOL_LOCK_SHR, diag);
	while (n < SHARE_OPENERS && vol_lock(sh->file, LOCK_OPENERS + n, 1,
					VOL_LOCK_EXC, NULL) != DS_OK)
		n++;
	if (n == SHARE_OPENERS)
		return all_taken(sp, n, diag);
	sh->slot = n;
	op = &sh->ctl->opener[n];
	memset(op, 0, sizeof(*op));
	op->pid = (uint32_t)getpid();
	op->writer = (sp->mode & SPHERE_UPDATE) != 0;
	snprintf(op->job, sizeof(op->job), "%s", sh->job);
	snprintf(op->program, sizeof(op->program), "%s",
	    program_invocation_short_name);
	return DS_OK;
}

static enum ds_status
loading_check(struct sphere *sp, struct share *sh, struct ds_diag *diag)
{
	uint32_t n = sh->ctl != NULL ? sh->ctl->loader : 0;
	enum ds_status st;

	if (n == 0 || n > SHARE_OPENERS || !share_alive(sh, n - 1))
		return DS_OK;
	st = ds_fail(diag, DS_OPEN_INUSE, sphere_name(sp),
	    "it is being loaded or reset");
	if (diag != NULL)
		share_describe(sh, n, diag->holder, sizeof(diag->holder));
	return st;
}

static void
share_free(struct share **shp)
{
	struct share *sh = *shp;

	if (sh == NULL)
		return;
	vol_file_close(&sh->log);
	vol_file_close(&sh->file);
	free(sh->buf);
	free(sh);
	*shp = NULL;
}

enum ds_status
share_attach(struct sphere *sp, struct ds_diag *diag)
{
	struct share *sh = calloc(1, sizeof(*sh));
	enum ds_status st;

	if (sh == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	if (sp->parms.job != NULL)
		snprintf(sh->job, sizeof(sh->job), "%s", sp->parms.job);
	sh->wait_ms = sp->parms.wait_ms > 0 ? sp->parms.wait_ms : SHARE_WAIT;
	st = gate_take(sp, sh, diag);
	if (st == DS_NOFILE && sh->readonly) {
		sp->share = sh;
		return DS_OK;
	}
	if (st != DS_OK)
		goto out;
	if ((st = ctl_map(sp, sh, diag)) == DS_OK &&
	    (st = loading_check(sp, sh, diag)) == DS_OK)
		st = slot_take(sp, sh, diag);
	gate_leave(sh);
	if (st != DS_OK)
		goto out;
	sp->share = sh;
	sh = NULL;
out:
	share_free(&sh);
	return st;
}

/* --- going -----------------------------------------------------------------
 */

/* What is published last, by whomever, says so. */
static bool
is_closed(struct sphere *sp)
{
	struct component *data = &sp->comp[SPHERE_DATA];
	struct vol_file *file = NULL;
	uint8_t pages[2 * COMP_PAGE];
	struct slot slot;
	bool closed;

	/* The sphere's own is not open any more. */
	closed = vol_file_open(sp->vol, data->file_name, VOL_READ, &file,
		     NULL) == DS_OK &&
		 vol_read(file, COMP_SLOT_OFFSET, pages, sizeof(pages), NULL) ==
		     DS_OK &&
		 slot_choose(pages, data->attr.sphere, comp_name(data), &slot,
		     NULL) == DS_OK &&
		 !slot.state.open_output;
	vol_file_close(&file);
	return closed;
}

/* The last one leaves nothing that is not needed. */
static void
last_one(struct sphere *sp)
{
	struct share *sh = sp->share;
	char name[BATCH_NAME_LEN], log[LOG_NAME_LEN];
	const struct share_gen *gen = share_gen(sh, sh->ctl->ckpt);
	struct share_gen now = *gen;

	share_name(sp, name);
	log_name(owner_id(sp), log);
	if ((sh->ctl->ckpt & 1) == 0) {
		char batch[BATCH_NAME_LEN];

		batch_name(owner_id(sp), batch);
		if (vol_exists(sp->vol, batch))
			vol_drop(sp->vol, batch, NULL);
	}
	/* A log that has requests of the dead is for the next open, as is one
	 * of a state that says "open for output". */
	if ((sh->ctl->ckpt & 1) == 0 && is_closed(sp) &&
	    (now.on == 0 || now.tail == LOG_HEADER_LEN) &&
	    vol_exists(sp->vol, log)) {
		vol_remove(sp->vol, log, NULL);
		spare_return(sp->vol, owner_id(sp));
	}
	vol_drop(sp->vol, name, NULL);
}

void
share_detach(struct sphere *sp)
{
	struct share *sh = sp->share;

	if (sh == NULL)
		return;
	while (sh->depth > 0)
		share_leave(sp);
	if (!sh->readonly && gate_take(sp, sh, NULL) == DS_OK) {
		if (sh->ctl->loader == sh->slot + 1)
			sh->ctl->loader = 0;
		if (!vol_locked(sh->file, LOCK_READERS, LOCK_ALIVE_LEN))
			last_one(sp);
		sh->ctl->opener[sh->slot].pid = 0;
	}
	share_free(&sp->share);
}

bool
share_others(struct sphere *sp, bool writers)
{
	struct share *sh = sphere_owner(sp)->share;

	if (sh == NULL || sh->readonly)
		return false;
	if (!writers)
		return vol_locked(sh->file, LOCK_READERS, LOCK_ALIVE_LEN);
	for (uint32_t n = 0; n < SHARE_OPENERS; n++)
		if (n != sh->slot && sh->ctl->opener[n].pid != 0 &&
		    sh->ctl->opener[n].writer != 0 && share_alive(sh, n))
			return true;
	return false;
}

enum ds_status
share_alone(struct sphere *sp, struct ds_diag *diag)
{
	struct share *sh = sphere_owner(sp)->share;
	enum ds_status st;

	if (sh == NULL || sh->ctl->loader == sh->slot + 1)
		return DS_OK;
	if ((st = gate_take(sphere_owner(sp), sh, diag)) != DS_OK)
		return st;
	if (share_others(sp, false))
		st = ds_fail(diag, DS_OPEN_INUSE, sphere_name(sp),
		    "a load or reset needs it alone");
	else
		sh->ctl->loader = sh->slot + 1;
	gate_leave(sh);
	return st;
}

/* --- the latch --------------------------------------------------------------
 */

/* ThreadSanitizer does not know the lock that waits by this clock. */
static int
lock_by(pthread_mutex_t *latch, const struct timespec *end)
{
#ifdef __SANITIZE_THREAD__
	int rc;

	while ((rc = pthread_mutex_trylock(latch)) == EBUSY && !passed(end))
		nap();
	return rc == EBUSY ? ETIMEDOUT : rc;
#else
	return pthread_mutex_clocklock(latch, CLOCK_MONOTONIC, end);
#endif
}

static enum ds_status
latch_take(struct sphere *owner, bool *diedp, struct ds_diag *diag)
{
	struct share *sh = owner->share;
	int rc = pthread_mutex_trylock(&sh->ctl->latch);

	if (rc == EBUSY) {
		struct timespec end =
		    deadline_in(sh->closing && sh->in_vain ? 0 : sh->wait_ms);

		rc = lock_by(&sh->ctl->latch, &end);
	}
	sh->in_vain = rc == ETIMEDOUT;
	if (sh->in_vain)
		return waited(owner,
		    __atomic_load_n(&sh->ctl->holder, __ATOMIC_RELAXED), diag);
	if (rc == EOWNERDEAD)
		pthread_mutex_consistent(&sh->ctl->latch);
	else if (rc != 0)
		return ds_fail_errno(
		    diag, rc, sphere_name(owner), "take the latch");
	*diedp = rc == EOWNERDEAD;
	__atomic_store_n(&sh->ctl->holder, sh->slot + 1, __ATOMIC_RELAXED);
	sh->depth = 1;
	return DS_OK;
}

static bool
needs_repair(const struct share *sh)
{
	return (sh->ctl->ckpt & 1) != 0 ||
	       share_gen(sh, sh->ctl->ckpt)->died != 0;
}

enum ds_status
share_enter(struct sphere *sp, struct ds_diag *diag)
{
	struct sphere *owner = sphere_owner(sp);
	struct share *sh = owner->share;
	bool died = false;
	enum ds_status st;

	if (sh == NULL)
		return DS_OK;
	if (sh->depth > 0) {
		sh->depth++;
		return DS_OK;
	}
	if (sh->readonly || (owner->mode & SPHERE_UPDATE) == 0)
		return ds_fail(diag, DS_NOACCESS, sphere_name(sp), NULL);
	if (comp_has_base(&owner->comp[SPHERE_DATA].attr))
		return ds_fail(diag, DS_NOACCESS, sphere_name(sp),
		    "a shared alternate index changes with its base alone");
	if ((st = latch_take(owner, &died, diag)) != DS_OK)
		return st;
	if (died)
		share_died(owner);
	if (needs_repair(sh))
		st = share_repair(owner, diag);
	if (st == DS_OK)
		st = sphere_sync(owner, diag);
	/* What it would commit is not all that the log has. */
	if (st == DS_OK && sh->stranger)
		st = ds_fail(diag, DS_OPEN_INUSE, sphere_name(owner),
		    "another has it open with more alternate indexes");
	if (st == DS_OK)
		st = share_members(owner, diag);
	if (st == DS_OK && owner->log != NULL)
		log_go(owner->log, &sh->place);
	if (st != DS_OK)
		share_leave(owner);
	return st;
}

void
share_leave(struct sphere *sp)
{
	struct share *sh = sphere_owner(sp)->share;

	if (sh == NULL || sh->depth == 0 || --sh->depth > 0)
		return;
	__atomic_store_n(&sh->ctl->holder, 0, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&sh->ctl->latch);
}

enum ds_status
share_ready(struct sphere *owner, struct ds_diag *diag)
{
	const struct share *sh = owner->share;

	if (sh == NULL || sh->ctl == NULL || owner->log != NULL ||
	    share_gen(sh, sh->ctl->ckpt)->on == 0)
		return DS_OK;
	return redo_attach(owner, diag);
}

enum ds_status
sphere_enter(struct sphere *sp, struct ds_diag *diag)
{
	return share_enter(sp, diag);
}

void
sphere_closing(struct sphere *sp)
{
	struct share *sh = sphere_owner(sp)->share;

	if (sh != NULL)
		sh->closing = true;
}

void
sphere_leave(struct sphere *sp)
{
	share_leave(sp);
}

unsigned
sphere_wait_ms(const struct sphere *sp)
{
	const struct sphere *owner = sp->leader != NULL ? sp->leader : sp;

	return owner->share != NULL ? owner->share->wait_ms : 0;
}

bool
share_try(struct sphere *sp)
{
	struct sphere *owner = sphere_owner(sp);
	struct share *sh = owner->share;
	int rc;

	if (sh == NULL)
		return true;
	if (sh->depth > 0) {
		sh->depth++;
		return true;
	}
	if (sh->readonly)
		return false;
	rc = pthread_mutex_trylock(&sh->ctl->latch);
	/* Whoever changes anything has to see that somebody died. */
	if (rc == EOWNERDEAD) {
		pthread_mutex_consistent(&sh->ctl->latch);
		share_died(owner);
	}
	if (rc != 0 && rc != EOWNERDEAD)
		return false;
	sh->depth = 1;
	return true;
}

enum ds_status
share_settle(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	/* Somebody who is at it has seen to it. */
	if (comp_has_base(&sp->comp[SPHERE_DATA].attr) || !share_try(sp))
		return DS_OK;
	if (needs_repair(sp->share) && (st = share_repair(sp, diag)) == DS_OK)
		st = sphere_sync(sp, diag);
	share_leave(sp);
	return st;
}

enum ds_status
share_may_change(struct sphere *sp, struct ds_diag *diag)
{
	const struct share *sh = sphere_owner(sp)->share;

	if (sh == NULL || sh->depth > 0 || sp->loaders > 0)
		return DS_OK;
	return ds_fail(diag, DS_INVALID, sphere_name(sp),
	    "a change of a shared data set outside of a request");
}

/* --- what the holder of the latch tells -------------------------------------
 */

void
share_begin_place(struct sphere *owner)
{
	struct share *sh = owner->share;

	if (sh == NULL || share_is_mutant(SHARE_NO_ODD))
		return;
	sh->ckpt = sh->ctl->ckpt | 1;
	__atomic_store_n(&sh->ctl->ckpt, sh->ckpt, __ATOMIC_SEQ_CST);
}

void
share_record(struct sphere *owner)
{
	struct share *sh = owner->share;

	if (sh == NULL)
		return;
	log_where(owner->log, &sh->place);
	__atomic_store_n(&share_gen(sh, sh->ctl->ckpt)->tail, sh->place.tail,
	    __ATOMIC_RELEASE);
}

void
share_more(struct sphere *owner)
{
	struct share *sh = owner->share;

	if (sh != NULL)
		__atomic_store_n(
		    &share_gen(sh, sh->ctl->ckpt)->whole, 1, __ATOMIC_RELEASE);
}

void
share_named(struct sphere *member)
{
	struct share *sh = sphere_owner(member)->share;

	if (sh != NULL)
		sh->party[member->party] = member;
}

void
share_died(struct sphere *owner)
{
	struct share *sh = owner->share;

	if (sh != NULL)
		share_gen(sh, sh->ctl->ckpt)->died = 1;
}

void
share_touched(struct sphere *owner)
{
	if (owner->share != NULL)
		owner->share->touches = ++owner->share->ctl->touches;
}

void
share_next(struct sphere *owner)
{
	struct share *sh = owner->share;
	struct share_gen *gen;
	uint64_t ckpt;

	if (sh == NULL)
		return;
	ckpt = (sh->ctl->ckpt / 2 + 1) * 2;
	gen = share_gen(sh, ckpt);
	if (owner->log != NULL) {
		log_where(owner->log, &sh->place);
		gen->len = log_size(owner->log) + LOG_HEADER_LEN;
	} else {
		sh->place = (struct log_place){.tail = LOG_HEADER_LEN};
	}
	gen->on = owner->log != NULL;
	gen->seq = sh->place.seq;
	gen->lsn = sh->place.lsn;
	gen->nonce = sh->place.nonce;
	gen->whole = gen->died = 0;
	__atomic_store_n(&gen->tail, sh->place.tail, __ATOMIC_RELEASE);
	sh->ckpt = ckpt;
	sh->ahead = sh->lost = false;
	__atomic_store_n(&sh->ctl->ckpt, ckpt, __ATOMIC_SEQ_CST);
}
