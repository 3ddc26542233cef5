/*
 * ENQ by open-file-description locks.
 *
 * root/enq/locks has no content: a resource is the byte at the hash of its
 * name (62 bits), locked for reading (SHR) or writing (EXC). root/enq/holders
 * is a table of 256-byte slots that says who holds what, for messages; each
 * holder keeps its slot locked, so a slot that can be locked is stale. The
 * kernel frees both when the last descriptor goes, however the process dies.
 *
 *	offset  len  field of a slot, big-endian
 *	   0     4   "ENQ1"
 *	   4     4   CRC-32C of the bytes from 8 on
 *	   8     8   hash of qname and rname
 *	  16     4   process
 *	  20     1   1 exclusive, 0 shared
 *	  24     8   start time of the process, ticks since boot
 *	  32    16   job name, NUL-padded; empty: none
 *	  48    16   program name
 *	  64    16   qname
 *	  80   176   rname, cut
 *
 * The owner is the process: a second request of it for the same resource joins
 * the first one, as the DDs of a z/OS job share its ENQ. A child made by fork
 * owns nothing of it, but keeps the parent's locks while it keeps the
 * descriptors; they close on exec.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "services/enq.h"
#include "services/system_int.h"

enum { SLOT_LEN = 256, SLOTS_MAX = 16384, RNAME_LEN = 176, WAIT_MAX_MS = 50 };

/* The two files of a root, as this process has them open. */
struct enq_root {
	struct enq_root *next;
	pid_t pid;
	dev_t dev;
	ino_t ino; /* of the locks file */
	int locks, holders;
	bool readonly; /* we may share, and say nothing in the table */
	unsigned char used[SLOTS_MAX / 8]; /* our slots */
};

/* A resource this process holds. */
struct enq_res {
	struct enq_res *next;
	struct enq_root *root;
	uint64_t hash;
	enum enq_mode mode;
	int refs;
	int slot; /* -1: none was free */
};

struct enq {
	struct enq_res *res;
	pid_t pid;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct enq_root *roots;
static struct enq_res *held;
static char job[16];

void
enq_set_job(const char *name)
{
	pthread_mutex_lock(&lock);
	snprintf(job, sizeof(job), "%s", name);
	pthread_mutex_unlock(&lock);
}

/* FNV-1a, 62 bits: an offset in a file is positive. */
static uint64_t
hash_name(const char *qname, const char *rname)
{
	uint64_t h = 0xCBF29CE484222325U;
	const char *p;

	for (p = qname; *p != '\0'; p++)
		h = (h ^ (unsigned char)*p) * 0x100000001B3U;
	h = (h ^ 0xFF) * 0x100000001B3U;
	for (p = rname; *p != '\0'; p++)
		h = (h ^ (unsigned char)*p) * 0x100000001B3U;
	return h >> 2;
}

/* F_UNLCK, F_RDLCK, F_WRLCK on one byte. 0, or -1 and errno. */
static int
lock_byte(int fd, uint64_t at, short how)
{
	struct flock fl;

	memset(&fl, 0, sizeof(fl));
	fl.l_type = how;
	fl.l_whence = SEEK_SET;
	fl.l_start = (off_t)at;
	fl.l_len = 1;
	return fcntl(fd, F_OFD_SETLK, &fl);
}

static bool
locked_by_other(int fd, uint64_t at)
{
	struct flock fl;

	memset(&fl, 0, sizeof(fl));
	fl.l_type = F_WRLCK;
	fl.l_whence = SEEK_SET;
	fl.l_start = (off_t)at;
	fl.l_len = 1;
	return fcntl(fd, F_OFD_GETLK, &fl) == 0 && fl.l_type != F_UNLCK;
}

/* --- the files ------------------------------------------------------------ */

/* Like the folder they are in: 0660 in a shared root, its owner's for root. */
static int
open_file(
    const char *root, const char *name, bool *readonlyp, struct ds_diag *diag)
{
	char path[4096];
	struct stat sb;
	int fd;

	snprintf(path, sizeof(path), "%s/enq/%s", root, name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	*readonlyp = fd < 0 && (errno == EACCES || errno == EROFS);
	if (*readonlyp)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 || errno != ENOENT) {
		if (fd < 0)
			ds_fail_errno(diag, errno, path, "open");
		return fd;
	}
	snprintf(path, sizeof(path), "%s/enq", root);
	if (stat(root, &sb) == 0 && mkdir(path, sb.st_mode & 07777) == 0 &&
	    (chmod(path, sb.st_mode & 07777) != 0 ||
		(geteuid() == 0 && chown(path, sb.st_uid, sb.st_gid) != 0)))
		ds_fail_errno(diag, errno, path, "chmod");
	if (stat(path, &sb) != 0) {
		ds_fail_errno(diag, errno, path, "stat");
		return -1;
	}
	snprintf(path, sizeof(path), "%s/enq/%s", root, name);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || fchmod(fd, sb.st_mode & S_IWGRP ? 0660 : 0600) != 0 ||
	    (geteuid() == 0 && fchown(fd, sb.st_uid, sb.st_gid) != 0)) {
		ds_fail_errno(diag, errno, path, "make");
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return fd;
}

static void
root_free(struct enq_root *er)
{
	if (er == NULL)
		return;
	if (er->locks >= 0)
		close(er->locks);
	if (er->holders >= 0)
		close(er->holders);
	free(er);
}

/* The open files of a root: by what they are, as a root has many paths. */
static struct enq_root *
root_get(const char *root, struct ds_diag *diag)
{
	struct enq_root *er, *new;
	struct stat sb;
	bool unused;
	pid_t me = getpid();

	if (strlen(root) > 4000) {
		ds_fail(diag, DS_INVALID, NULL, "path too long");
		return NULL;
	}
	if ((new = calloc(1, sizeof(*new))) == NULL) {
		ds_fail(diag, DS_NOMEM, NULL, NULL);
		return NULL;
	}
	new->holders = -1;
	new->locks = open_file(root, "locks", &new->readonly, diag);
	if (new->locks < 0 || fstat(new->locks, &sb) != 0)
		goto fail;
	for (er = roots; er != NULL; er = er->next)
		if (er->pid == me && er->dev == sb.st_dev &&
		    er->ino == sb.st_ino) {
			root_free(new);
			return er;
		}
	new->holders = open_file(root, "holders", &unused, diag);
	if (new->holders < 0 && !new->readonly)
		goto fail;
	new->pid = me;
	new->dev = sb.st_dev;
	new->ino = sb.st_ino;
	new->next = roots;
	roots = new;
	return new;
fail:
	root_free(new);
	return NULL;
}

/* --- the holder table ----------------------------------------------------- */

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

static void
write_slot(const struct enq_root *er, int slot, uint64_t hash,
    enum enq_mode mode, const char *qname, const char *rname)
{
	uint8_t b[SLOT_LEN] = "ENQ1";
	static uint64_t started;
	static pid_t started_pid;

	if (started_pid != er->pid) {
		started = enq_process_start(er->pid);
		started_pid = er->pid;
	}
	be64_put(b + 8, hash);
	be32_put(b + 16, (uint32_t)er->pid);
	b[20] = mode == ENQ_EXC;
	be64_put(b + 24, started);
	put_text(b + 32, 16, job);
	put_text(b + 48, 16, program_invocation_short_name);
	put_text(b + 64, 16, qname);
	put_text(b + 80, RNAME_LEN, rname);
	be32_put(b + 4, crc32c(b + 8, SLOT_LEN - 8));
	/* The table only serves messages: a full disk is no reason to fail. */
	if (pwrite(er->holders, b, SLOT_LEN, (off_t)slot * SLOT_LEN) < 0)
		return;
}

static int
slot_take(struct enq_root *er)
{
	int i;

	if (er->readonly)
		return -1;
	for (i = 0; i < SLOTS_MAX; i++) {
		if (er->used[i / 8] & 1 << i % 8)
			continue;
		if (lock_byte(er->holders, (uint64_t)i * SLOT_LEN, F_WRLCK) ==
		    0) {
			er->used[i / 8] |= (unsigned char)(1 << i % 8);
			return i;
		}
	}
	return -1;
}

static void
slot_free(struct enq_root *er, int slot)
{
	static const uint8_t zero[SLOT_LEN];

	if (slot < 0)
		return;
	if (pwrite(er->holders, zero, SLOT_LEN, (off_t)slot * SLOT_LEN) >= 0 ||
	    errno == ENOSPC)
		lock_byte(er->holders, (uint64_t)slot * SLOT_LEN, F_UNLCK);
	er->used[slot / 8] &= (unsigned char)~(1 << slot % 8);
}

/* Is it a living holder of the resource? */
static bool
slot_fits(const struct enq_root *er, int slot, const uint8_t *b, uint64_t hash)
{
	uint64_t started;

	if (memcmp(b, "ENQ1", 4) != 0 || be64_get(b + 8) != hash ||
	    be32_get(b + 4) != crc32c(b + 8, SLOT_LEN - 8))
		return false;
	if (!locked_by_other(er->holders, (uint64_t)slot * SLOT_LEN))
		return false;
	/* Its slot may be another's by now, who has not written yet. */
	started = enq_process_start((pid_t)be32_get(b + 16));
	return started != 0 && started == be64_get(b + 24);
}

static void
describe_slot(const uint8_t *b, char *out, size_t size)
{
	char name[17], program[17];

	memcpy(name, b + 32, 16);
	memcpy(program, b + 48, 16);
	name[16] = program[16] = '\0';
	if (name[0] != '\0')
		snprintf(out, size, "job %s (%s, process %lu)", name, program,
		    (unsigned long)be32_get(b + 16));
	else
		snprintf(out, size, "%s (process %lu)", program,
		    (unsigned long)be32_get(b + 16));
}

/* "job X (idcams, process 12)" and how many more. */
static void
find_holder(const struct enq_root *er, uint64_t hash, char *out, size_t size)
{
	uint8_t b[SLOT_LEN];
	size_t at;
	int slot, n = 0;

	snprintf(out, size, "another process");
	for (slot = 0; slot < SLOTS_MAX; slot++) {
		if (pread(er->holders, b, SLOT_LEN, (off_t)slot * SLOT_LEN) !=
		    SLOT_LEN)
			break;
		if (!slot_fits(er, slot, b, hash))
			continue;
		if (n++ == 0)
			describe_slot(b, out, size);
	}
	at = strlen(out);
	if (n > 1 && at < size)
		snprintf(out + at, size - at, " and %d more", n - 1);
}

/* --- taking and freeing --------------------------------------------------- */

static struct enq_res *
find_held(const struct enq_root *er, uint64_t hash)
{
	struct enq_res *res;

	for (res = held; res != NULL; res = res->next)
		if (res->root == er && res->hash == hash)
			return res;
	return NULL;
}

/* A resource held already: more of the same, or from shared to exclusive. */
static int
join(struct enq_res *res, enum enq_mode mode, const char *qname,
    const char *rname)
{
	if (mode == ENQ_EXC && res->mode == ENQ_SHR) {
		if (lock_byte(res->root->locks, res->hash, F_WRLCK) != 0)
			return -1;
		res->mode = ENQ_EXC;
		if (res->slot >= 0)
			write_slot(res->root, res->slot, res->hash, ENQ_EXC,
			    qname, rname);
	}
	res->refs++;
	return 0;
}

/* One attempt. 1 taken, 0 somebody else has it, -1 an error (errno). */
static int
try_take(struct enq_root *er, const char *qname, const char *rname,
    uint64_t hash, enum enq_mode mode, struct enq_res **resp)
{
	struct enq_res *res = find_held(er, hash);
	int rc;

	if (res != NULL) {
		rc = join(res, mode, qname, rname);
	} else {
		if ((res = calloc(1, sizeof(*res))) == NULL)
			return -1;
		rc = lock_byte(
		    er->locks, hash, mode == ENQ_EXC ? F_WRLCK : F_RDLCK);
		if (rc == 0) {
			*res = (struct enq_res){held, er, hash, mode, 1, -1};
			held = res;
			if ((res->slot = slot_take(er)) >= 0)
				write_slot(
				    er, res->slot, hash, mode, qname, rname);
		} else {
			free(res);
		}
	}
	if (rc == 0) {
		*resp = res;
		return 1;
	}
	return errno == EAGAIN || errno == EACCES ? 0 : -1;
}

static long
now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void
pause_ms(long ms)
{
	struct timespec ts = {ms / 1000, ms % 1000 * 1000000};

	nanosleep(&ts, NULL);
}

static enum ds_status
busy(
    struct enq_root *er, uint64_t hash, const char *rname, struct ds_diag *diag)
{
	enum ds_status st;

	st = ds_fail(diag, DS_BUSY, rname, "in use");
	if (diag != NULL)
		find_holder(er, hash, diag->holder, sizeof(diag->holder));
	return st;
}

enum ds_status
enq_take(const char *root, const char *qname, const char *rname,
    enum enq_mode mode, int timeout_ms, struct enq **enqp, struct ds_diag *diag)
{
	uint64_t hash = hash_name(qname, rname);
	long end = now_ms() + timeout_ms, wait = 1, left;
	struct enq_res *res = NULL;
	struct enq_root *er;
	enum ds_status st = DS_OK;
	struct enq *enq;
	int rc;

	if ((enq = calloc(1, sizeof(*enq))) == NULL)
		return ds_fail(diag, DS_NOMEM, rname, NULL);
	pthread_mutex_lock(&lock);
	if ((er = root_get(root, diag)) == NULL) {
		st = diag != NULL ? diag->status : DS_IO;
		goto out;
	}
	if (er->readonly && mode == ENQ_EXC) {
		st = ds_fail(diag, DS_CAT_SECURITY, rname,
		    "the system root may not be written");
		goto out;
	}
	while ((rc = try_take(er, qname, rname, hash, mode, &res)) == 0) {
		if ((left = end - now_ms()) <= 0) {
			st = busy(er, hash, rname, diag);
			goto out;
		}
		pthread_mutex_unlock(&lock);
		pause_ms(wait < left ? wait : left);
		wait = wait * 2 < WAIT_MAX_MS ? wait * 2 : WAIT_MAX_MS;
		pthread_mutex_lock(&lock);
	}
	if (rc < 0) {
		st = ds_fail_errno(diag, errno, rname, "enqueue");
		goto out;
	}
	enq->res = res;
	enq->pid = getpid();
	*enqp = enq;
	enq = NULL;
out:
	pthread_mutex_unlock(&lock);
	free(enq);
	return st;
}

bool
enq_held(const char *root, const char *qname, const char *rname)
{
	uint64_t hash = hash_name(qname, rname);
	struct enq_root *er;
	bool yes;

	pthread_mutex_lock(&lock);
	er = root_get(root, NULL);
	yes = er != NULL && find_held(er, hash) != NULL;
	pthread_mutex_unlock(&lock);
	return yes;
}

static void
res_unlink(struct enq_res *res)
{
	struct enq_res **at;

	for (at = &held; *at != NULL; at = &(*at)->next)
		if (*at == res) {
			*at = res->next;
			return;
		}
}

void
enq_free(struct enq **enqp)
{
	struct enq *enq;
	struct enq_res *res;

	if (enqp == NULL || (enq = *enqp) == NULL)
		return;
	*enqp = NULL;
	pthread_mutex_lock(&lock);
	res = enq->res;
	/* In a child of fork it is the parent's. */
	if (enq->pid == getpid() && --res->refs == 0) {
		/* The slot first: who finds the resource taken still may
		 * find no holder, never a wrong one. */
		slot_free(res->root, res->slot);
		lock_byte(res->root->locks, res->hash, F_UNLCK);
		res_unlink(res);
		free(res);
	}
	pthread_mutex_unlock(&lock);
	free(enq);
}
