/*
 * The holder table of ENQ, root/enq/holders: who holds what, for messages.
 *
 *	offset  len  field of a slot, big-endian
 *	   0     4   "ENQ1"
 *	   4     4   CRC-32C of the bytes from 8 on
 *	   8     8   hash of qname and rname
 *	  16     4   process
 *	  20     1   1 exclusive, 0 shared
 *	  21     1   1 it waits, 0 it holds
 *	  24     8   start time of the process, ticks since boot
 *	  32    16   job name, NUL-padded; empty: none
 *	  48    16   program name
 *	  64    16   qname
 *	  80   176   rname, cut
 *
 * Each owner keeps the byte of its slot in the locks file locked, by the
 * descriptor that holds the resource too: a slot that is not locked is stale,
 * and a program that was handed the descriptor keeps both. The table decides
 * nothing: a full disk or a full table is no reason to fail.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "services/enq_int.h"
#include "services/system_int.h"

enum { SLOT_LEN = 256, RNAME_LEN = 176, SLOTS_READ = 64 };

static int first_free; /* where to look for one; under the lock of enq.c */

/* Field 22 of /proc/PID/stat; 0 when there is no such process. */
uint64_t
enq_process_start(pid_t pid)
{
	char path[64], buf[1024], *p;
	uint64_t ticks = 0;
	size_t n;
	FILE *fp;
	int i;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	if ((fp = fopen(path, "re")) == NULL)
		return 0;
	n = fread(buf, 1, sizeof(buf) - 1, fp);
	fclose(fp);
	buf[n] = '\0';
	/* the program's name may hold blanks and parentheses */
	if ((p = strrchr(buf, ')')) == NULL)
		return 0;
	for (i = 2; p != NULL && i < 22; i++)
		p = strchr(p + 1, ' ');
	if (p != NULL)
		ticks = strtoull(p, NULL, 10);
	return ticks;
}

/* An unterminated field keeps its last byte for the reader to end. */
static void
put_text(uint8_t *field, size_t len, const char *s)
{
	size_t n = strlen(s);

	memcpy(field, s, n < len ? n : len - 1);
}

/* --- writing --------------------------------------------------------------
 */

/* Locks of one owner do not exclude each other: it must know its own. */
static bool
is_mine(const struct enq_owner *owner, int slot)
{
	const struct enq_res *res;

	for (res = owner->held; res != NULL; res = res->next)
		if (res->slot == slot)
			return true;
	for (res = owner->wanted; res != NULL; res = res->next)
		if (res->slot == slot)
			return true;
	return false;
}

/* On a full disk the table says less. */
static void
put_slot(const struct enq_owner *owner, int slot, const uint8_t b[SLOT_LEN])
{
	if (pwrite(owner->root->holders, b, SLOT_LEN, (off_t)slot * SLOT_LEN) <
	    0)
		return;
}

int
enq_slot_take(const struct enq_owner *owner)
{
	int i;

	if (owner->root->readonly)
		return -1;
	for (i = first_free; i < ENQ_SLOTS_MAX; i++) {
		if (is_mine(owner, i))
			continue;
		if (enq_byte(owner->locks, ENQ_SLOTS + (uint64_t)i, F_WRLCK) ==
		    0) {
			first_free = i + 1;
			return i;
		}
	}
	/* those of owners that died meanwhile may be free */
	first_free = 0;
	return -1;
}

void
enq_slot_write(const struct enq_owner *owner, const struct enq_res *res,
    enum enq_mode mode, bool waiting)
{
	uint8_t b[SLOT_LEN] = "ENQ1";
	static uint64_t started;
	static pid_t started_pid;
	char job[16];

	if (res->slot < 0 || res->passed)
		return;
	if (started_pid != owner->pid) {
		started = enq_process_start(owner->pid);
		started_pid = owner->pid;
	}
	enq_job_name(owner, job);
	be64_put(b + 8, res->hash);
	be32_put(b + 16, (uint32_t)owner->pid);
	b[20] = mode == ENQ_EXC;
	b[21] = waiting;
	be64_put(b + 24, started);
	put_text(b + 32, 16, job);
	put_text(b + 48, 16, program_invocation_short_name);
	put_text(b + 64, 16, res->qname);
	put_text(b + 80, RNAME_LEN, res->rname);
	be32_put(b + 4, crc32c(b + 8, SLOT_LEN - 8));
	put_slot(owner, res->slot, b);
}

void
enq_slot_free(const struct enq_owner *owner, int slot)
{
	static const uint8_t zero[SLOT_LEN];

	if (slot < 0)
		return;
	put_slot(owner, slot, zero); /* if it cannot be, it is stale */
	enq_byte(owner->locks, ENQ_SLOTS + (uint64_t)slot, F_UNLCK);
	if (slot < first_free)
		first_free = slot;
}

/* --- reading --------------------------------------------------------------
 */

static void
get_text(char *out, const uint8_t *field, size_t len)
{
	memcpy(out, field, len);
	out[len] = '\0';
}

/* Does somebody else than locks have the slot, with whole content? */
static bool
slot_read(int locks, int slot, const uint8_t *b, struct enq_holder *h)
{
	uint64_t started;

	if (memcmp(b, "ENQ1", 4) != 0 ||
	    be32_get(b + 4) != crc32c(b + 8, SLOT_LEN - 8) ||
	    !enq_byte_taken(locks, ENQ_SLOTS + (uint64_t)slot, F_WRLCK))
		return false;
	h->pid = (pid_t)be32_get(b + 16);
	h->start = be64_get(b + 24);
	h->exclusive = b[20] != 0;
	h->waiting = b[21] != 0;
	get_text(h->job, b + 32, 16);
	get_text(h->program, b + 48, 16);
	get_text(h->qname, b + 64, 16);
	get_text(h->rname, b + 80, RNAME_LEN);
	/* The number may be another process's by now. */
	started = enq_process_start(h->pid);
	h->ended = started == 0 || started != h->start;
	return true;
}

/* All slots in turn; hash NULL: of whatever resource. */
static void
each_slot(int locks, int holders, const uint64_t *hash,
    bool (*fn)(void *ctx, const struct enq_holder *h), void *ctx)
{
	uint8_t buf[SLOTS_READ * SLOT_LEN];
	const uint8_t *b;
	struct enq_holder h;
	ssize_t n;
	int slot, i;

	for (slot = 0; slot < ENQ_SLOTS_MAX; slot += SLOTS_READ) {
		n = pread(holders, buf, sizeof(buf), (off_t)slot * SLOT_LEN);
		for (i = 0; i < n / SLOT_LEN; i++) {
			b = buf + (size_t)i * SLOT_LEN;
			if (hash != NULL && be64_get(b + 8) != *hash)
				continue;
			if (slot_read(locks, slot + i, b, &h) && !fn(ctx, &h))
				return;
		}
		if (n < (ssize_t)sizeof(buf))
			return;
	}
}

struct finding {
	struct enq_holder holder, waiter; /* the first of each */
	int holders, waiters;
};

static bool
note(void *ctx, const struct enq_holder *h)
{
	struct finding *f = ctx;

	if (h->waiting && f->waiters++ == 0)
		f->waiter = *h;
	if (!h->waiting && f->holders++ == 0)
		f->holder = *h;
	return true;
}

void
enq_holder_text(const struct enq_holder *h, char *out, size_t size)
{
	const char *more = h->ended ? ", which has ended" : "";

	if (h->job[0] != '\0')
		snprintf(out, size, "job %s (%s, process %ld%s)", h->job,
		    h->program, (long)h->pid, more);
	else
		snprintf(out, size, "%s (process %ld%s)", h->program,
		    (long)h->pid, more);
}

static void
describe(const struct enq_holder *h, char *out, size_t size)
{
	if (h->pid == getpid())
		snprintf(out, size, "this program itself");
	else
		enq_holder_text(h, out, size);
}

void
enq_slot_find(
    const struct enq_owner *owner, uint64_t hash, char *out, size_t size)
{
	struct finding f = {.holders = 0};
	size_t at;

	snprintf(out, size, "another process");
	if (owner->root->holders < 0)
		return;
	each_slot(owner->locks, owner->root->holders, &hash, note, &f);
	if (f.holders > 0)
		describe(&f.holder, out, size);
	else if (f.waiters > 0)
		describe(&f.waiter, out, size);
	at = strlen(out);
	if (f.holders > 1 && at < size)
		snprintf(out + at, size - at, " and %d more", f.holders - 1);
	else if (f.holders == 0 && f.waiters > 0 && at < size)
		snprintf(out + at, size - at, ", who waits for it");
}

struct asking {
	const char *qname, *rname;
	bool (*fn)(void *ctx, const struct enq_holder *h);
	void *ctx;
};

static bool
answer(void *ctx, const struct enq_holder *h)
{
	const struct asking *a = ctx;

	if ((a->qname != NULL && strcmp(a->qname, h->qname) != 0) ||
	    (a->rname != NULL &&
		strncmp(a->rname, h->rname, RNAME_LEN - 1) != 0))
		return true;
	return a->fn(a->ctx, h);
}

enum ds_status
enq_who(const char *root, const char *qname, const char *rname,
    bool (*fn)(void *ctx, const struct enq_holder *h), void *ctx,
    struct ds_diag *diag)
{
	struct asking a = {qname, rname, fn, ctx};
	char path[4200];
	int locks, holders;

	/* A description of its own sees this process's owners, too. */
	snprintf(path, sizeof(path), "%s/enq/locks", root);
	if ((locks = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return errno == ENOENT
			   ? DS_OK
			   : ds_fail_errno(diag, errno, path, "open");
	snprintf(path, sizeof(path), "%s/enq/holders", root);
	if ((holders = open(path, O_RDONLY | O_CLOEXEC)) >= 0) {
		each_slot(locks, holders, NULL, answer, &a);
		close(holders);
	}
	close(locks);
	return DS_OK;
}
