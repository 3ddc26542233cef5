/*
 * ENQ by open-file-description locks: owners, taking and freeing.
 *
 * An owner is a descriptor of root/enq/locks, opened for it alone. The kernel
 * keeps the locks of each apart, in one process as between two, and frees
 * them when the last copy of the descriptor goes, however the process dies.
 * It closes on exec, unless it is handed to the program (enq_owner_pass). A
 * child made by fork owns nothing of its parent's, but keeps the locks while
 * it keeps the descriptors.
 *
 * Who must wait locks the gate of the resource, in the mode that is wanted,
 * and tries again and again; who comes later looks whether a gate is locked
 * that its own mode conflicts with. So a stream of readers does not keep a
 * writer out. Nobody who holds a gate waits for another gate, and a list is
 * given back before it waits: no two can wait for each other but by what they
 * held before, and that ends with the time that they wait at most.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/ticks.h"
#include "services/enq_int.h"
#include "services/stop.h"

enum { WAIT_MAX_MS = 50 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char process_job[16];
static bool adopted; /* the owner that was handed to this program is in use */

void
enq_set_job(const char *name)
{
	pthread_mutex_lock(&lock);
	snprintf(process_job, sizeof(process_job), "%s", name);
	pthread_mutex_unlock(&lock);
}

void
enq_job_name(const struct enq_owner *owner, char out[16])
{
	memcpy(out, owner->has_job ? owner->job : process_job, 16);
}

/* FNV-1a, 62 bits: see the offsets in enq_int.h. */
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

static uint64_t
gate_of(uint64_t hash)
{
	return ENQ_GATES + (hash >> 1);
}

static short
how_of(enum enq_mode mode)
{
	return mode == ENQ_EXC ? F_WRLCK : F_RDLCK;
}

/* --- owners ---------------------------------------------------------------
 */

enum ds_status
enq_owner_new(const char *root, const char *job, struct enq_owner **ownerp,
    struct ds_diag *diag)
{
	struct enq_owner *owner;

	if (strlen(root) >= sizeof(owner->root_path))
		return ds_fail(diag, DS_INVALID, NULL, "path too long");
	if ((owner = calloc(1, sizeof(*owner))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	snprintf(owner->root_path, sizeof(owner->root_path), "%s", root);
	owner->locks = -1;
	owner->refs = 1;
	owner->pid = getpid();
	if (job != NULL) {
		owner->has_job = true;
		snprintf(owner->job, sizeof(owner->job), "%s", job);
	}
	*ownerp = owner;
	return DS_OK;
}

static void
owner_unref(struct enq_owner *owner)
{
	if (--owner->refs == 0)
		free(owner);
}

void
enq_owner_free(struct enq_owner **ownerp)
{
	struct enq_owner *owner;
	struct enq_res *res;

	if (ownerp == NULL || (owner = *ownerp) == NULL)
		return;
	*ownerp = NULL;
	pthread_mutex_lock(&lock);
	/* One by one: a program may have a copy of the descriptor. In a child
	 * of fork all of it is the parent's. */
	while ((res = owner->held) != NULL) {
		owner->held = res->next;
		if (owner->pid == getpid() && !res->passed) {
			enq_slot_free(owner, res->slot);
			enq_byte(owner->locks, res->hash, F_UNLCK);
		}
		free(res);
	}
	if (owner->locks >= 0)
		close(owner->locks);
	owner->locks = -1;
	enq_root_close(&owner->root);
	if (owner->adopted)
		adopted = false;
	owner_unref(owner);
	pthread_mutex_unlock(&lock);
}

void
enq_owner_tell(struct enq_owner *owner,
    void (*waiting)(void *ctx, const struct ds_diag *diag), void *ctx)
{
	owner->waiting = waiting;
	owner->ctx = ctx;
}

int
enq_owner_fd(const struct enq_owner *owner)
{
	return owner->locks;
}

/* Its descriptor, from the first take on. */
static enum ds_status
owner_open(struct enq_owner *owner, struct ds_diag *diag)
{
	if (owner->pid != getpid())
		return ds_fail(
		    diag, DS_INVALID, NULL, "the owner is another process's");
	if (owner->locks >= 0)
		return DS_OK;
	return enq_root_open(
	    owner->root_path, &owner->locks, &owner->root, diag);
}

/* --- taking and freeing ---------------------------------------------------
 */

static struct enq_res *
find_held(const struct enq_owner *owner, uint64_t hash)
{
	struct enq_res *res;

	for (res = owner->held; res != NULL; res = res->next)
		if (res->hash == hash)
			return res;
	return NULL;
}

static struct enq_res *
res_new(const struct enq_name *name, uint64_t hash)
{
	struct enq_res *res = calloc(1, sizeof(*res));

	if (res == NULL)
		return NULL;
	res->hash = hash;
	res->slot = -1;
	snprintf(res->qname, sizeof(res->qname), "%s", name->qname);
	snprintf(res->rname, sizeof(res->rname), "%s", name->rname);
	return res;
}

/* A resource held already: more of the same, or from shared to exclusive. It
 * asks no gate, since who is there waits for this owner. */
static int
join(struct enq_owner *owner, struct enq_res *res, enum enq_mode mode)
{
	if (mode == ENQ_EXC && res->excs == 0) {
		if (enq_byte(owner->locks, res->hash, F_WRLCK) != 0)
			return -1;
		enq_slot_write(owner, res, ENQ_EXC, false);
	}
	return 0;
}

/* 0, or -1 and errno: EAGAIN when somebody has it, or waits for it. */
static int
take_new(struct enq_owner *owner, const struct enq_name *name, uint64_t hash,
    struct enq_res **resp)
{
	short how = how_of(name->mode);
	struct enq_res *res;

	if (enq_byte_taken(owner->locks, gate_of(hash), how)) {
		errno = EAGAIN;
		return -1;
	}
	if ((res = res_new(name, hash)) == NULL)
		return -1;
	if (enq_byte(owner->locks, hash, how) != 0) {
		int err = errno;

		free(res);
		errno = err;
		return -1;
	}
	res->slot = enq_slot_take(owner);
	enq_slot_write(owner, res, name->mode, false);
	res->next = owner->held;
	owner->held = res;
	*resp = res;
	return 0;
}

/* One attempt. 1 taken, 0 somebody else has it, -1 an error (errno). */
static int
try_take(
    struct enq_owner *owner, const struct enq_name *name, struct enq_res **resp)
{
	uint64_t hash = hash_name(name->qname, name->rname);
	struct enq_res *res = find_held(owner, hash);
	int rc;

	if (res != NULL)
		rc = join(owner, res, name->mode);
	else
		rc = take_new(owner, name, hash, &res);
	if (rc != 0)
		return errno == EAGAIN || errno == EACCES ? 0 : -1;
	res->refs++;
	res->excs += name->mode == ENQ_EXC;
	*resp = res;
	return 1;
}

static void
res_unlink(struct enq_res **at, struct enq_res *res)
{
	while (*at != res)
		at = &(*at)->next;
	*at = res->next;
	free(res);
}

static void
release(struct enq_owner *owner, struct enq_res *res, enum enq_mode mode)
{
	if (mode == ENQ_EXC && --res->excs == 0 && res->refs > 1 &&
	    enq_byte(owner->locks, res->hash, F_RDLCK) == 0)
		enq_slot_write(owner, res, ENQ_SHR, false);
	if (--res->refs > 0)
		return;
	/* The slot first: who finds the resource taken still may find no
	 * holder, never a wrong one. */
	enq_slot_free(owner, res->slot);
	enq_byte(owner->locks, res->hash, F_UNLCK);
	res_unlink(&owner->held, res);
}

void
enq_free(struct enq **enqp)
{
	struct enq_owner *owner;
	struct enq *enq;

	if (enqp == NULL || (enq = *enqp) == NULL)
		return;
	*enqp = NULL;
	owner = enq->owner;
	pthread_mutex_lock(&lock);
	/* In a child of fork it is the parent's; -1: the owner has gone. */
	if (owner->pid == getpid() && owner->locks >= 0)
		release(owner, enq->res, enq->mode);
	owner_unref(owner);
	pthread_mutex_unlock(&lock);
	free(enq);
}

/* --- waiting --------------------------------------------------------------
 */

static void
pause_ms(long ms)
{
	struct timespec ts = {ms / 1000, ms % 1000 * 1000000};

	nanosleep(&ts, NULL);
}

/* A wait for the one name of a list that is not to be had. */
struct wait {
	long begin, end, pause;
	struct enq_res *res; /* what is wanted; NULL: not yet */
	bool gate;
	bool told;
};

static enum ds_status
busy(struct enq_owner *owner, const struct enq_name *name, long waited,
    struct ds_diag *diag)
{
	if (waited > 0)
		ds_fail(
		    diag, DS_BUSY, name->rname, "still after %ld ms", waited);
	else
		ds_fail(diag, DS_BUSY, name->rname, NULL);
	if (diag != NULL)
		enq_slot_find(owner, hash_name(name->qname, name->rname),
		    diag->holder, sizeof(diag->holder));
	return DS_BUSY;
}

static void
wait_end(struct enq_owner *owner, struct wait *w)
{
	if (w->res == NULL)
		return;
	enq_slot_free(owner, w->res->slot);
	if (w->gate)
		enq_byte(owner->locks, gate_of(w->res->hash), F_UNLCK);
	res_unlink(&owner->wanted, w->res);
	w->res = NULL;
	w->gate = false;
}

/* Be the next for name, as far as nobody else is. */
static void
wait_at_gate(
    struct enq_owner *owner, const struct enq_name *name, struct wait *w)
{
	uint64_t hash = hash_name(name->qname, name->rname);

	if (w->res != NULL && w->res->hash != hash)
		wait_end(owner, w);
	if (owner->root->readonly)
		return;
	if (w->res == NULL) {
		if ((w->res = res_new(name, hash)) == NULL)
			return;
		w->res->slot = enq_slot_take(owner);
		w->res->next = owner->wanted;
		owner->wanted = w->res;
		enq_slot_write(owner, w->res, name->mode, true);
	}
	if (!w->gate && find_held(owner, hash) == NULL)
		w->gate = enq_byte(owner->locks, gate_of(hash),
			      how_of(name->mode)) == 0;
}

/* name is another's. DS_OK: it is worth another attempt. */
static enum ds_status
wait_once(struct enq_owner *owner, const struct enq_name *name, struct wait *w,
    struct ds_diag *diag)
{
	long left = w->end - ticks_ms();
	struct ds_diag who = {0};

	if (left <= 0 || ds_stop_asked())
		return busy(owner, name, ticks_ms() - w->begin, diag);
	if (!w->told && owner->waiting != NULL) {
		busy(owner, name, 0, &who);
		owner->waiting(owner->ctx, &who);
	}
	w->told = true;
	wait_at_gate(owner, name, w);
	pthread_mutex_unlock(&lock);
	pause_ms(w->pause < left ? w->pause : left);
	pthread_mutex_lock(&lock);
	w->pause = w->pause * 2 < WAIT_MAX_MS ? w->pause * 2 : WAIT_MAX_MS;
	return DS_OK;
}

/* --- lists ----------------------------------------------------------------
 */

/* One attempt at all of them. 1 all, 0 failed at *atp and none, -1 errno. */
static int
try_list(struct enq_owner *owner, const struct enq_name *const *names, size_t n,
    struct enq_res **res, size_t *atp)
{
	int rc = 1, err;
	size_t i;

	for (i = 0; i < n; i++)
		if ((rc = try_take(owner, names[i], &res[i])) != 1)
			break;
	if (rc == 1)
		return 1;
	*atp = i;
	err = errno;
	while (i-- > 0)
		release(owner, res[i], names[i]->mode);
	errno = err;
	return rc;
}

static enum ds_status
take_sorted(struct enq_owner *owner, const struct enq_name *const *names,
    size_t n, int timeout_ms, struct enq_res **res, struct ds_diag *diag)
{
	struct wait w = {.begin = ticks_ms(), .pause = 1};
	enum ds_status st;
	size_t at = 0;
	int rc;

	if ((st = owner_open(owner, diag)) != DS_OK)
		return st;
	for (size_t i = 0; i < n; i++)
		if (owner->root->readonly && names[i]->mode == ENQ_EXC)
			return ds_fail(diag, DS_CAT_SECURITY, names[i]->rname,
			    "the system root may not be written");
	w.end = w.begin + timeout_ms;
	while ((rc = try_list(owner, names, n, res, &at)) == 0) {
		st = timeout_ms > 0 ? wait_once(owner, names[at], &w, diag)
				    : busy(owner, names[at], 0, diag);
		if (st != DS_OK)
			break;
	}
	if (rc < 0)
		st = ds_fail_errno(diag, errno, names[at]->rname, "enqueue");
	wait_end(owner, &w);
	return st;
}

/* By name, so that all take in one order; exclusive before shared, which then
 * joins it. */
static int
compare(const void *a, const void *b)
{
	const struct enq_name *x = *(const struct enq_name *const *)a;
	const struct enq_name *y = *(const struct enq_name *const *)b;
	int c = strcmp(x->qname, y->qname);

	if (c == 0)
		c = strcmp(x->rname, y->rname);
	return c != 0 ? c : (int)y->mode - (int)x->mode;
}

/* What the caller gets: a struct enq for each, in its own order. */
static enum ds_status
make_enqs(size_t n, struct enq **enqs)
{
	for (size_t i = 0; i < n; i++) {
		if ((enqs[i] = calloc(1, sizeof(struct enq))) != NULL)
			continue;
		while (i-- > 0)
			free(enqs[i]);
		return DS_NOMEM;
	}
	return DS_OK;
}

static void
fill_enqs(struct enq_owner *owner, const struct enq_name *names,
    const struct enq_name *const *sorted, size_t n, struct enq_res **res,
    struct enq **enqs)
{
	struct enq *enq;

	for (size_t i = 0; i < n; i++) {
		enq = enqs[sorted[i] - names];
		*enq = (struct enq){owner, res[i], sorted[i]->mode};
		owner->refs++;
	}
}

enum ds_status
enq_take_list(struct enq_owner *owner, const struct enq_name *names, size_t n,
    int timeout_ms, struct enq **enqs, struct ds_diag *diag)
{
	const struct enq_name **sorted = calloc(n + 1, sizeof(*sorted));
	struct enq_res **res = calloc(n + 1, sizeof(*res));
	struct enq **made = calloc(n + 1, sizeof(*made));
	enum ds_status st = DS_NOMEM;

	if (sorted == NULL || res == NULL || made == NULL ||
	    (st = make_enqs(n, made)) != DS_OK) {
		ds_fail(diag, st, NULL, NULL);
		goto out;
	}
	for (size_t i = 0; i < n; i++)
		sorted[i] = &names[i];
	qsort(sorted, n, sizeof(*sorted), compare);
	pthread_mutex_lock(&lock);
	st = take_sorted(owner, sorted, n, timeout_ms, res, diag);
	if (st == DS_OK)
		fill_enqs(owner, names, sorted, n, res, made);
	pthread_mutex_unlock(&lock);
	for (size_t i = 0; i < n; i++) {
		if (st == DS_OK)
			enqs[i] = made[i];
		else
			free(made[i]);
	}
out:
	free(sorted);
	free(res);
	free(made);
	return st;
}

enum ds_status
enq_take(struct enq_owner *owner, const char *qname, const char *rname,
    enum enq_mode mode, int timeout_ms, struct enq **enqp, struct ds_diag *diag)
{
	const struct enq_name name = {qname, rname, mode};

	return enq_take_list(owner, &name, 1, timeout_ms, enqp, diag);
}

enum ds_status
enq_test(struct enq_owner *owner, const char *qname, const char *rname,
    enum enq_mode mode, struct ds_diag *diag)
{
	const struct enq_name name = {qname, rname, mode};
	uint64_t hash = hash_name(qname, rname);
	enum ds_status st;
	bool have;

	pthread_mutex_lock(&lock);
	st = owner_open(owner, diag);
	if (st == DS_OK) {
		have = find_held(owner, hash) != NULL;
		if (enq_byte_taken(owner->locks, hash, how_of(mode)) ||
		    (!have && enq_byte_taken(
				  owner->locks, gate_of(hash), how_of(mode))))
			st = busy(owner, &name, 0, diag);
	}
	pthread_mutex_unlock(&lock);
	return st;
}

bool
enq_held(struct enq_owner *owner, const char *qname, const char *rname)
{
	bool yes;

	pthread_mutex_lock(&lock);
	yes = owner->pid == getpid() &&
	      find_held(owner, hash_name(qname, rname)) != NULL;
	pthread_mutex_unlock(&lock);
	return yes;
}

/* --- programs that an owner starts ----------------------------------------
 *
 * The text: "DESCRIPTOR JOB" and for each resource " HASH:MODE:SLOT". An empty
 * job is "-"; blanks cannot be in a job's name.
 */

enum ds_status
enq_owner_pass(struct enq_owner *owner, char **textp, struct ds_diag *diag)
{
	const struct enq_res *res;
	enum ds_status st;
	char *text = NULL, name[16];
	size_t len;
	FILE *fp = NULL;

	pthread_mutex_lock(&lock);
	st = owner_open(owner, diag);
	if (st == DS_OK && (fp = open_memstream(&text, &len)) == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st != DS_OK)
		goto out;
	enq_job_name(owner, name);
	fprintf(fp, "%d %s", owner->locks, name[0] != '\0' ? name : "-");
	for (res = owner->held; res != NULL; res = res->next)
		fprintf(fp, " %llx:%c:%d", (unsigned long long)res->hash,
		    res->excs > 0 ? 'X' : 'S', res->slot);
	if (fclose(fp) != 0) {
		free(text);
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	} else {
		*textp = text;
	}
out:
	pthread_mutex_unlock(&lock);
	return st;
}

/* The resources of the text, from at on. */
static enum ds_status
read_held(struct enq_owner *owner, const char *at, struct ds_diag *diag)
{
	static const struct enq_name unnamed = {"", "", ENQ_SHR};
	unsigned long long hash;
	struct enq_res *res;
	int slot, n;
	char mode;

	for (; *at != '\0'; at += n) {
		n = 0;
		if (sscanf(at, " %llx:%c:%d%n", &hash, &mode, &slot, &n) != 3 ||
		    hash >= ENQ_GATES || (mode != 'X' && mode != 'S') ||
		    slot < -1 || slot >= ENQ_SLOTS_MAX)
			return ds_fail(diag, DS_INVALID, NULL,
			    ENQ_ENV " is not as it was given");
		if ((res = res_new(&unnamed, hash)) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		res->refs = 1; /* the job's own, which nothing here frees */
		res->excs = mode == 'X';
		res->slot = slot;
		res->passed = true;
		res->next = owner->held;
		owner->held = res;
	}
	return DS_OK;
}

static enum ds_status
adopt(struct enq_owner *owner, const char *text, struct ds_diag *diag)
{
	enum ds_status st;
	char name[16];
	int fd, n = 0;

	if (adopted || sscanf(text, "%d %15s%n", &fd, name, &n) != 2 || fd < 0)
		return ds_fail(diag, DS_INVALID, NULL,
		    ENQ_ENV " is not as it was given, or in use");
	/* A copy: closing it leaves the one that came with the program. */
	if ((owner->locks = fcntl(fd, F_DUPFD_CLOEXEC, 3)) < 0)
		return ds_fail(diag, DS_INVALID, NULL,
		    "descriptor %d of " ENQ_ENV " is not open", fd);
	st = enq_root_join(owner->root_path, owner->locks, &owner->root, diag);
	if (st != DS_OK)
		return st;
	owner->has_job = true;
	snprintf(owner->job, sizeof(owner->job), "%s",
	    strcmp(name, "-") == 0 ? "" : name);
	if ((st = read_held(owner, text + n, diag)) != DS_OK)
		return st;
	owner->adopted = adopted = true;
	/* What this program starts gets nothing of it by accident. */
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	return DS_OK;
}

enum ds_status
enq_owner_adopt(const char *root, const char *text, struct enq_owner **ownerp,
    struct ds_diag *diag)
{
	struct enq_owner *owner = NULL;
	enum ds_status st;

	if ((st = enq_owner_new(root, NULL, &owner, diag)) != DS_OK)
		return st;
	pthread_mutex_lock(&lock);
	st = adopt(owner, text, diag);
	pthread_mutex_unlock(&lock);
	if (st != DS_OK)
		enq_owner_free(&owner);
	else
		*ownerp = owner;
	return st;
}
