/*
 * Draining: what a log has beyond its last drain is written past the page
 * cache, durably, to a second file at the same offsets, since transfers to a
 * mapped file would fight with its pages. That file has been written before,
 * so a drain changes no metadata and is one write.
 *
 * The last page is seldom full and is written again by the next drain. Its
 * bytes up to the old end stay as they are, so a write that is torn between
 * sectors harms none of them. The first drain of a life writes the header as
 * well; torn, it leaves a header of the life before, which is obsolete, or one
 * of this life before records that do not fit, and nobody was told otherwise.
 * The header on disk names no boot and no tail: all that is whole counts.
 *
 * Why a checkpoint and a drain need no order between them: a checkpoint
 * publishes the next state durably before the log is restarted. Before that
 * the durable file goes on from the published state, after it its sequence
 * number is one that passed.
 *
 * Everybody who shares the map has a part in the words behind the tail: who
 * has the latch writes all there is, so those who waited meanwhile find their
 * records drained. It is robust: one who dies writing has told nobody, and the
 * next writes the same bytes again. The words are of this boot alone and no
 * part of the format.
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "access-methods/log/log.h"
#include "base/bytes.h"
#include "base/ticks.h"

enum {
	PAGE = 4096,
	CHUNK = 256 * 1024,          /* bytes written at once */
	GROW_STEP = 4 * 1024 * 1024, /* bytes a file gets at a time */
	REQUEST_ROOM = 256 * 1024,   /* bytes that a request may add */
	NAP_MS = 50, /* how long to sleep before looking for a dead one */
};

struct words {
	pthread_mutex_t latch;
	uint64_t drained; /* end of what is durable of this life; 0: nothing */
	uint32_t life;
	uint32_t turn; /* counts drains: waiters sleep on it */
	uint32_t waiters;
};
static_assert(LOG_H_DRAIN + sizeof(struct words) <= LOG_HEADER_LEN, "words");
static_assert(LOG_H_DRAIN % _Alignof(struct words) == 0, "aligned");

struct drain {
	struct volume *vol;
	uint8_t id[LOG_ID_LEN];
	uint8_t *mem;
	size_t max;
	struct vol_file *file; /* NULL: none yet */
	size_t size;           /* bytes of file known to be there */
	uint8_t *buf;          /* CHUNK bytes */
};

static struct words *
words_of(const uint8_t *mem)
{
	return (struct words *)(void *)(uintptr_t)(mem + LOG_H_DRAIN);
}

void
drain_init(uint8_t *mem)
{
	struct words *w = words_of(mem);
	pthread_mutexattr_t attr;

	memset(w, 0, sizeof(*w));
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&w->latch, &attr);
	pthread_mutexattr_destroy(&attr);
}

static uint64_t
tail_of(const uint8_t *mem)
{
	uint64_t value =
	    __atomic_load_n((const uint64_t *)(const void *)(mem + LOG_H_TAIL),
		__ATOMIC_ACQUIRE);
	uint8_t bytes[8];

	memcpy(bytes, &value, sizeof(bytes));
	return be64_get(bytes);
}

void
drain_mark(const uint8_t *mem, struct log_mark *markp)
{
	markp->life = __atomic_load_n(&words_of(mem)->life, __ATOMIC_ACQUIRE);
	markp->end = tail_of(mem);
}

/* --- the latch -------------------------------------------------------------
 */

static bool
is_drained(struct words *w, const struct log_mark *mark)
{
	return __atomic_load_n(&w->life, __ATOMIC_ACQUIRE) != mark->life ||
	       __atomic_load_n(&w->drained, __ATOMIC_ACQUIRE) >= mark->end;
}

static bool
latch_try(struct words *w)
{
	int rc = pthread_mutex_trylock(&w->latch);

	if (rc == EOWNERDEAD)
		rc = pthread_mutex_consistent(&w->latch);
	return rc == 0;
}

static void
latch_release(struct words *w)
{
	pthread_mutex_unlock(&w->latch);
	__atomic_add_fetch(&w->turn, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&w->waiters, __ATOMIC_SEQ_CST) > 0)
		syscall(
		    SYS_futex, &w->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/*
 * Until the latch is ours, or mark (unless NULL) is drained. Sleeping for the
 * end of a drain, not for the latch: all it served wake at once. A dead
 * holder wakes nobody, so there is a look now and then.
 */
static enum ds_status
latch_take(
    struct words *w, const struct log_mark *mark, unsigned wait_ms, bool *oursp)
{
	static const struct timespec nap = {0, NAP_MS * 1000000L};
	int64_t until = 0;

	for (;;) {
		uint32_t turn = __atomic_load_n(&w->turn, __ATOMIC_SEQ_CST);

		*oursp = false;
		if (mark != NULL && is_drained(w, mark))
			return DS_OK;
		if ((*oursp = latch_try(w)))
			return DS_OK;
		if (until == 0)
			until = ticks_ms() + wait_ms;
		else if (ticks_ms() >= until)
			return DS_TIMEOUT;
		__atomic_add_fetch(&w->waiters, 1, __ATOMIC_SEQ_CST);
		syscall(SYS_futex, &w->turn, FUTEX_WAIT, turn, &nap, NULL, 0);
		__atomic_sub_fetch(&w->waiters, 1, __ATOMIC_SEQ_CST);
	}
}

bool
drain_hold(uint8_t *mem, unsigned wait_ms)
{
	bool ours;

	return latch_take(words_of(mem), NULL, wait_ms, &ours) == DS_OK;
}

void
drain_release(uint8_t *mem)
{
	latch_release(words_of(mem));
}

void
drain_next_life(uint8_t *mem)
{
	struct words *w = words_of(mem);

	__atomic_store_n(&w->drained, 0, __ATOMIC_RELEASE);
	__atomic_add_fetch(&w->life, 1, __ATOMIC_SEQ_CST);
}

/* --- the file --------------------------------------------------------------
 */

enum ds_status
drain_new(struct volume *vol, const uint8_t data_id[LOG_ID_LEN], uint8_t *mem,
    size_t max, struct drain **drp, struct ds_diag *diag)
{
	struct drain *dr = calloc(1, sizeof(*dr));

	if (dr == NULL || (dr->buf = aligned_alloc(PAGE, CHUNK)) == NULL) {
		free(dr);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	dr->vol = vol;
	memcpy(dr->id, data_id, LOG_ID_LEN);
	dr->mem = mem;
	dr->max = (max + PAGE - 1) / PAGE * PAGE;
	*drp = dr;
	return DS_OK;
}

void
drain_free(struct drain **drp)
{
	if (drp == NULL || *drp == NULL)
		return;
	vol_file_close(&(*drp)->file);
	free((*drp)->buf);
	free(*drp);
	*drp = NULL;
}

/* Latched: the file holds end bytes. */
static enum ds_status
file_ready(struct drain *dr, uint64_t end, struct ds_diag *diag)
{
	size_t want = (size_t)(end + GROW_STEP - 1) / GROW_STEP * GROW_STEP;
	enum ds_status st = DS_OK;

	want = want < dr->max ? want : dr->max;
	if (dr->file == NULL)
		st = spare_lease(dr->vol, dr->id, want, &dr->file, diag);
	/* Another may have made it longer. */
	else if (vol_size(dr->file) < want)
		st = spare_grow(dr->file, want, diag);
	if (st == DS_OK)
		dr->size = (size_t)vol_size(dr->file);
	return st;
}

static enum ds_status
write_durably(
    struct drain *dr, uint64_t offset, size_t len, struct ds_diag *diag)
{
	struct iovec iov = {dr->buf, len};
	struct vol_req req = {.write = true,
	    .durable = !log_is_mutant(LOG_DRAIN_UNSYNCED),
	    .offset = offset,
	    .iov = &iov,
	    .niov = 1};
	enum ds_status st;

	if ((st = vol_submit(dr->file, &req, diag)) != DS_OK)
		return st;
	return vol_wait(dr->file, &req, diag);
}

static void
header_for_disk(uint8_t *h)
{
	memset(h + LOG_H_BOOT, 0, LOG_ID_LEN);
	memset(h + LOG_H_LEN, 0, LOG_HEADER_LEN - LOG_H_LEN);
	be32_put(h + LOG_H_CRC, log_header_crc(h));
}

/* Latched, so the log is of one life until the end: bytes up to the tail do
 * not change. */
static enum ds_status
drain_all(struct drain *dr, struct ds_diag *diag)
{
	struct words *w = words_of(dr->mem);
	uint64_t at = w->drained / PAGE * PAGE, to = tail_of(dr->mem);
	uint64_t end = log_is_mutant(LOG_DRAIN_LATE) ? w->drained : to;
	enum ds_status st;

	if (dr->size < to && (st = file_ready(dr, to, diag)) != DS_OK)
		return st;
	while (at < end) {
		size_t have = end - at < CHUNK ? (size_t)(end - at) : CHUNK;
		size_t len = (have + PAGE - 1) / PAGE * PAGE;

		memcpy(dr->buf, dr->mem + at, have);
		memset(dr->buf + have, 0, len - have);
		if (at == 0)
			header_for_disk(dr->buf);
		if ((st = write_durably(dr, at, len, diag)) != DS_OK)
			return st;
		at += len;
	}
	__atomic_store_n(&w->drained, to, __ATOMIC_RELEASE);
	return DS_OK;
}

enum ds_status
drain_ready(struct drain *dr, unsigned wait_ms, struct ds_diag *diag)
{
	uint64_t end = tail_of(dr->mem) + REQUEST_ROOM;
	enum ds_status st;
	bool ours;

	end = end < dr->max ? end : dr->max;
	if (dr->size >= end)
		return DS_OK;
	if (latch_take(words_of(dr->mem), NULL, wait_ms, &ours) != DS_OK)
		return ds_fail(diag, DS_TIMEOUT, NULL,
		    "another makes its requests durable");
	st = file_ready(dr, end, diag);
	latch_release(words_of(dr->mem));
	return st;
}

enum ds_status
drain_to(struct drain *dr, const struct log_mark *mark, unsigned wait_ms,
    struct ds_diag *diag)
{
	struct words *w = words_of(dr->mem);
	enum ds_status st;
	bool ours;

	if (latch_take(w, mark, wait_ms, &ours) != DS_OK)
		return ds_fail(diag, DS_TIMEOUT, NULL,
		    "another makes its requests durable");
	if (!ours)
		return DS_OK;
	st = is_drained(w, mark) ? DS_OK : drain_all(dr, diag);
	latch_release(w);
	return st;
}
