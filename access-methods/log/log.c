/*
 * Writing the log: operations gather behind the tail, where nobody looks; the
 * record's header and CRC complete it, then the tail moves behind it. So a
 * death between any two stores leaves the record whole or not there.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "access-methods/log/log.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum {
	PREPARE_FIRST = 64 * 1024, /* bytes of the map made ready at once */
	PREPARE_NEXT = 256 * 1024,
	GROW = 1024 * 1024, /* bytes that the file gets at a time */
};

const uint8_t log_magic[8] = {'C', 'T', 'M', 'T', 'R', 'L', 'O', 'G'};
const uint8_t log_begins[8] = {'C', 'T', 'M', 'T', 'R', 'B', 'E', 'G'};

struct log {
	struct vol_file *file;
	uint8_t *mem;
	size_t len;   /* bytes that the file has */
	size_t max;   /* ... and may have: the map's */
	size_t tail;  /* end of the last record */
	size_t at;    /* end of the record being made */
	size_t ready; /* the map is prepared up to here */
	uint64_t seq, lsn;
	uint32_t nonce, nops;
	bool overflow;
	uint8_t sphere[LOG_ID_LEN], data[LOG_ID_LEN], boot[LOG_ID_LEN];
};

#ifdef LOG_MUTANTS
int log_mutant, log_die_at;

void
log_instant(int n)
{
	if (log_die_at == n)
		raise(SIGKILL);
}
#endif

void
log_name(const uint8_t data_id[LOG_ID_LEN], char out[LOG_NAME_LEN])
{
	for (size_t i = 0; i < LOG_ID_LEN; i++)
		snprintf(out + 2 * i, 3, "%02x", data_id[i]);
	memcpy(out + 2 * LOG_ID_LEN, ".log", 5);
}

static int
digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void
log_boot_id(uint8_t id[LOG_ID_LEN])
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	char text[64];
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text)) : -1;
	size_t digits = 0;

	memset(id, 0, LOG_ID_LEN);
	if (fd >= 0)
		close(fd);
	for (ssize_t i = 0; i < n && digits < 2 * LOG_ID_LEN; i++) {
		int d = digit(text[i]);

		if (d < 0)
			continue;
		id[digits / 2] = (uint8_t)(id[digits / 2] << 4 | d);
		digits++;
	}
}

uint32_t
log_header_crc(const uint8_t *header)
{
	uint8_t copy[LOG_H_LEN];

	memcpy(copy, header, LOG_H_LEN);
	be32_put(copy + LOG_H_CRC, 0);
	return crc32c(copy, LOG_H_LEN);
}

/* A tail is one store, so that it is never seen in part. */
static void
tail_set(struct log *log, size_t tail)
{
	uint64_t value;
	uint8_t bytes[8];

	be64_put(bytes, tail);
	memcpy(&value, bytes, sizeof(value));
	__atomic_store_n((uint64_t *)(void *)(log->mem + LOG_H_TAIL), value,
	    __ATOMIC_RELEASE);
	/* Stores behind it stay behind it. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void
magic_set(struct log *log, const uint8_t magic[8])
{
	uint64_t value;

	memcpy(&value, magic, sizeof(value));
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__atomic_store_n((uint64_t *)(void *)log->mem, value, __ATOMIC_RELEASE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* First one that begins, then one without records: a death in between leaves
 * what tells that nothing of it is lost. */
static void
header_put(struct log *log, uint64_t epoch)
{
	uint8_t h[LOG_H_LEN] = {0};

	memcpy(h, log_magic, sizeof(log_magic));
	be32_put(h + LOG_H_VERSION, LOG_VERSION);
	memcpy(h + LOG_H_SPHERE, log->sphere, LOG_ID_LEN);
	memcpy(h + LOG_H_DATA, log->data, LOG_ID_LEN);
	memcpy(h + LOG_H_BOOT, log->boot, LOG_ID_LEN);
	be64_put(h + LOG_H_SEQ, log->seq);
	be64_put(h + LOG_H_EPOCH, epoch);
	be64_put(h + LOG_H_LSN, log->lsn);
	be32_put(h + LOG_H_NONCE, log->nonce);
	be32_put(h + LOG_H_CRC, log_header_crc(h));
	magic_set(log, log_begins);
	log_instant(5);
	tail_set(log, LOG_HEADER_LEN);
	memcpy(log->mem + LOG_H_VERSION, h + LOG_H_VERSION,
	    LOG_H_LEN - LOG_H_VERSION);
	log_instant(6);
	magic_set(log, log_magic);
}

void
log_key_encode(const struct log_key *key, uint8_t data[LOG_MEMBER_LEN])
{
	memcpy(data, key->data, LOG_ID_LEN);
	memcpy(data + 16, key->sphere, LOG_ID_LEN);
	be64_put(data + 32, key->seq);
	be64_put(data + 40, key->epoch);
}

void
log_restart(struct log *log, uint64_t seq, uint64_t epoch)
{
	log->seq = seq;
	log->nonce++;
	log->tail = LOG_HEADER_LEN;
	header_put(log, epoch);
	drain_next_life(log->mem);
	log_begin(log);
}

static enum ds_status
file_get(struct volume *vol, const char *name, size_t len, unsigned mode,
    struct vol_file **filep, struct ds_diag *diag)
{
	struct vol_file *file = NULL;
	enum ds_status st;

	st = vol_file_open(vol, name, mode, &file, diag);
	if (st == DS_EXIST) {
		st = vol_file_open(vol, name, VOL_WRITE, &file, diag);
		if (st == DS_OK && vol_size(file) > len)
			st = vol_truncate(file, len, diag);
		/* It may have been made as one that need not last. */
		if (st == DS_OK && (mode & VOL_SCRATCH) == 0)
			st = vol_sync(vol, diag);
	}
	if (st != DS_OK) {
		vol_file_close(&file);
		return st;
	}
	/* Space that is there when it is stored to. */
	if ((st = vol_reserve(file, 0, len, diag)) != DS_OK) {
		vol_file_close(&file);
		vol_remove(vol, name, NULL);
		return st;
	}
	*filep = file;
	return DS_OK;
}

enum ds_status
log_open(struct volume *vol, const struct log_key *key, size_t len,
    bool lasting, struct log **logp, struct ds_diag *diag)
{
	unsigned mode = VOL_CREATE | (lasting ? 0 : VOL_SCRATCH);
	char name[LOG_NAME_LEN];
	struct log *log = NULL;
	enum ds_status st;

	if (len < LOG_LEN_MIN || len > LOG_LEN_MAX)
		return ds_fail(diag, DS_INVALID, NULL, "impossible log size");
	if ((log = calloc(1, sizeof(*log))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	log_name(key->data, name);
	log->len = len < GROW ? len : GROW;
	log->max = len;
	log->lsn = 1;
	memcpy(log->sphere, key->sphere, LOG_ID_LEN);
	memcpy(log->data, key->data, LOG_ID_LEN);
	log_boot_id(log->boot);
	if (getrandom(&log->nonce, sizeof(log->nonce), 0) !=
	    (ssize_t)sizeof(log->nonce)) {
		st = ds_fail_errno(diag, errno, name, "no random numbers");
		goto out;
	}
	if ((st = file_get(vol, name, log->len, mode, &log->file, diag)) !=
		DS_OK ||
	    (st = vol_map(log->file, len, &log->mem, diag)) != DS_OK)
		goto out;
	vol_map_prepare(log->file, 0, PREPARE_FIRST);
	drain_init(log->mem);
	log->ready = PREPARE_FIRST;
	log_restart(log, key->seq, key->epoch);
	*logp = log;
	log = NULL;
out:
	log_close(&log);
	return st;
}

void
log_close(struct log **logp)
{
	if (logp == NULL || *logp == NULL)
		return;
	vol_file_close(&(*logp)->file);
	free(*logp);
	*logp = NULL;
}

enum ds_status
log_attach(struct volume *vol, const struct log_key *key, size_t len,
    struct log **logp, struct ds_diag *diag)
{
	char name[LOG_NAME_LEN];
	struct log *log = calloc(1, sizeof(*log));
	enum ds_status st;

	if (log == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	log_name(key->data, name);
	log->max = len;
	memcpy(log->sphere, key->sphere, LOG_ID_LEN);
	memcpy(log->data, key->data, LOG_ID_LEN);
	log_boot_id(log->boot);
	if ((st = vol_file_open(vol, name, VOL_WRITE, &log->file, diag)) !=
		DS_OK ||
	    (st = vol_map(log->file, len, &log->mem, diag)) != DS_OK)
		goto out;
	log->len = (size_t)vol_size(log->file);
	if (log->len < LOG_LEN_MIN || log->len > len) {
		st = ds_fail(diag, DS_CORRUPT, name,
		    "the log has another length than was said");
		goto out;
	}
	*logp = log;
	log = NULL;
out:
	log_close(&log);
	return st;
}

void
log_go(struct log *log, const struct log_place *place)
{
	/* Another may have made the file longer. */
	if (place->tail > log->len)
		log->len = (size_t)vol_size(log->file);
	if (log->ready < place->tail)
		log->ready = place->tail;
	log->tail = place->tail;
	log->seq = place->seq;
	log->lsn = place->lsn;
	log->nonce = place->nonce;
	log_begin(log);
}

void
log_where(const struct log *log, struct log_place *placep)
{
	*placep = (struct log_place){
	    .tail = log->tail,
	    .seq = log->seq,
	    .lsn = log->lsn,
	    .nonce = log->nonce,
	};
}

size_t
log_tail_kept(const struct log *log, const struct log_place *place)
{
	uint64_t value;
	uint8_t bytes[8];

	if (be64_get(log->mem + LOG_H_SEQ) != place->seq ||
	    be32_get(log->mem + LOG_H_NONCE) != place->nonce)
		return 0;
	value = __atomic_load_n(
	    (uint64_t *)(void *)(log->mem + LOG_H_TAIL), __ATOMIC_ACQUIRE);
	memcpy(bytes, &value, sizeof(bytes));
	value = be64_get(bytes);
	return value <= log->max ? (size_t)value : 0;
}

void
log_begin(struct log *log)
{
	log->at = log->tail + LOG_REC_HEADER_LEN;
	log->nops = 0;
	log->overflow = false;
}

/* The file gets longer, to hold end bytes; false: it cannot. */
static bool
grow(struct log *log, size_t end)
{
	size_t more = log->max - log->len;

	if (end > log->max)
		return false;
	if (more > GROW)
		more = end - log->len > GROW ? end - log->len : GROW;
	if (vol_reserve(log->file, log->len, more, NULL) != DS_OK) {
		/* A commit makes room instead. */
		log->max = log->len;
		return false;
	}
	log->len += more;
	return true;
}

/* Where len bytes more go; NULL: no room. */
static uint8_t *
room_for(struct log *log, size_t len)
{
	uint8_t *p;

	if (log->overflow ||
	    (log->at + len > log->len && !grow(log, log->at + len))) {
		log->overflow = true;
		return NULL;
	}
	if (log->at + len > log->ready) {
		size_t more = log->at + len - log->ready + PREPARE_NEXT;

		if (more > log->len - log->ready)
			more = log->len - log->ready;
		vol_map_prepare(log->file, log->ready, more);
		log->ready += more;
	}
	p = log->mem + log->at;
	log->at += len;
	return p;
}

void
log_add(struct log *log, const struct log_op *op)
{
	uint8_t *p = room_for(log, LOG_OP_HEADER_LEN + (size_t)op->len);

	log->nops++;
	if (p == NULL)
		return;
	p[0] = (uint8_t)op->kind;
	p[1] = (uint8_t)op->part;
	p[2] = (uint8_t)op->party;
	p[3] = 0;
	be32_put(p + 4, op->len);
	be64_put(p + 8, op->rba);
	if (op->kind == LOG_COPY) {
		be64_put(p + 16, op->from);
	} else if (op->kind == LOG_MOVE) {
		/* Offsets and lengths in a control interval of up to 1 MiB:
		 * the length takes the place of that of data. */
		be32_put(p + 4, op->b);
		be32_put(p + 16, op->a);
		be32_put(p + 20, op->c);
	} else {
		be32_put(p + 16, op->a);
		be32_put(p + 20, op->b);
	}
	if (op->len > 0)
		memcpy(p + LOG_OP_HEADER_LEN, op->data, op->len);
}

bool
log_overflowed(const struct log *log)
{
	return log->overflow;
}

uint32_t
log_pending(const struct log *log)
{
	return log->nops;
}

void
log_publish(struct log *log)
{
	uint8_t *rec = log->mem + log->tail;
	size_t len = log->at - log->tail;

	if (log_is_mutant(LOG_TAIL_FIRST))
		tail_set(log, log->at);
	log_instant(1);
	be32_put(rec + LOG_R_LEN, (uint32_t)len);
	be64_put(rec + LOG_R_LSN, log->lsn);
	be64_put(rec + LOG_R_SEQ, log->seq);
	be32_put(rec + LOG_R_NONCE, log->nonce);
	be32_put(rec + LOG_R_NOPS, log->nops);
	log_instant(2);
	be32_put(rec + LOG_R_CRC, crc32c(rec + LOG_R_LEN, len - LOG_R_LEN));
	log_instant(3);
	if (log_is_mutant(LOG_TAIL_LATE))
		tail_set(log, log->tail);
	else
		tail_set(log, log->at);
	log_instant(4);
	log->lsn++;
	log->tail = log->at;
	log_begin(log);
}

uint8_t *
log_bytes(const struct log *log)
{
	return log->mem;
}

size_t
log_room(const struct log *log)
{
	return log->tail < log->max ? log->max - log->tail : 0;
}

size_t
log_size(const struct log *log)
{
	return log->max - LOG_HEADER_LEN;
}
