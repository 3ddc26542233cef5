/*
 * Reading a log: the valid prefix of its records. Bytes are anybody's until
 * their CRC fits, and every length is checked before it is used.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/log/log.h"
#include "base/bytes.h"
#include "base/crc32c.h"

static bool
header_fits(const uint8_t *h, const struct log_key *key)
{
	if (memcmp(h, log_magic, sizeof(log_magic)) != 0 ||
	    be32_get(h + LOG_H_CRC) != log_header_crc(h) ||
	    be32_get(h + LOG_H_VERSION) > LOG_VERSION)
		return false;
	if (memcmp(h + LOG_H_DATA, key->data, LOG_ID_LEN) != 0)
		return false;
	if (key->any_state)
		return true;
	if (memcmp(h + LOG_H_SPHERE, key->sphere, LOG_ID_LEN) != 0)
		return false;
	return log_is_mutant(LOG_NO_SEQUENCE) ||
	       (be64_get(h + LOG_H_SEQ) == key->seq &&
		   be64_get(h + LOG_H_EPOCH) == key->epoch);
}

static bool
of_this_boot(const uint8_t *header)
{
	static const uint8_t unknown[LOG_ID_LEN];
	uint8_t boot[LOG_ID_LEN];

	log_boot_id(boot);
	return memcmp(boot, unknown, LOG_ID_LEN) != 0 &&
	       memcmp(boot, header + LOG_H_BOOT, LOG_ID_LEN) == 0;
}

bool
log_scan_begin(
    const struct log_key *key, uint8_t *mem, size_t len, struct log_scan *scan)
{
	uint64_t tail;

	memset(scan, 0, sizeof(*scan));
	scan->mem = mem;
	scan->len = len;
	if (len < LOG_HEADER_LEN || !header_fits(mem, key))
		return false;
	scan->same_boot = of_this_boot(mem);
	scan->seq = be64_get(mem + LOG_H_SEQ);
	scan->lsn = be64_get(mem + LOG_H_LSN);
	scan->nonce = be32_get(mem + LOG_H_NONCE);
	scan->at = LOG_HEADER_LEN;
	scan->tail = len;
	tail = be64_get(mem + LOG_H_TAIL);
	/* After a power cut the tail's page may be older than records that
	 * are on disk; what is whole of them is as good. */
	if (scan->same_boot && tail <= len)
		scan->tail = (size_t)tail;
	else if (scan->same_boot)
		scan->damaged = true;
	return true;
}

void
log_scan_part(struct log_scan *scan, uint8_t *mem, size_t len,
    const struct log_place *place)
{
	*scan = (struct log_scan){
	    .mem = mem,
	    .len = len,
	    .tail = len,
	    .same_boot = true,
	    .seq = place->seq,
	    .lsn = place->lsn,
	    .nonce = place->nonce,
	};
}

enum ds_status
log_scan_open(struct volume *vol, const struct log_key *key, bool *foundp,
    struct log_scan *scan, struct ds_diag *diag)
{
	char name[LOG_NAME_LEN];
	uint8_t header[LOG_HEADER_LEN], *mem = NULL;
	struct vol_file *file = NULL;
	uint64_t size, tail;
	enum ds_status st;

	memset(scan, 0, sizeof(*scan));
	log_name(key->data, name);
	st = vol_file_open(vol, name, VOL_READ, &file, diag);
	if (st == DS_NOFILE) {
		*foundp = false;
		return DS_OK;
	}
	if (st != DS_OK)
		return st;
	size = vol_size(file);
	if ((st = vol_read(file, 0, header, sizeof(header), diag)) != DS_OK)
		goto out;
	/* One that is obsolete is not read, nor one of absurd length. */
	if (!header_fits(header, key) || size < LOG_HEADER_LEN ||
	    size > LOG_LEN_MAX) {
		*foundp = false;
		goto out;
	}
	tail = be64_get(header + LOG_H_TAIL);
	if (tail >= LOG_HEADER_LEN && tail < size && of_this_boot(header))
		size = tail;
	if ((mem = malloc((size_t)size)) == NULL) {
		st = ds_fail(diag, DS_NOMEM, name, NULL);
		goto out;
	}
	if ((st = vol_read(file, 0, mem, (size_t)size, diag)) != DS_OK)
		goto out;
	*foundp = log_scan_begin(key, mem, (size_t)size, scan);
	mem = NULL;
out:
	free(mem);
	vol_file_close(&file);
	return st;
}

void
log_key_decode(const uint8_t data[LOG_MEMBER_LEN], struct log_key *key)
{
	memset(key, 0, sizeof(*key));
	memcpy(key->data, data, LOG_ID_LEN);
	memcpy(key->sphere, data + 16, LOG_ID_LEN);
	key->seq = be64_get(data + 32);
	key->epoch = be64_get(data + 40);
}

enum ds_status
log_flush(
    struct volume *vol, const uint8_t data_id[LOG_ID_LEN], struct ds_diag *diag)
{
	char name[LOG_NAME_LEN];
	struct vol_file *file = NULL;
	enum ds_status st;

	log_name(data_id, name);
	if ((st = vol_file_open(vol, name, VOL_WRITE, &file, diag)) != DS_OK)
		return st;
	st = vol_flush(file, diag);
	vol_file_close(&file);
	return st;
}

void
log_scan_end(struct log_scan *scan)
{
	free(scan->mem);
	scan->mem = NULL;
}

/* Bytes of the whole record at scan->at; 0: it is none. */
static size_t
record_len(const struct log_scan *scan)
{
	const uint8_t *rec = scan->mem + scan->at;
	size_t room = scan->tail - scan->at, len;

	if (room < LOG_REC_HEADER_LEN)
		return 0;
	len = be32_get(rec + LOG_R_LEN);
	if (len < LOG_REC_HEADER_LEN || len > room)
		return 0;
	if (log_is_mutant(LOG_NO_CRC))
		return len;
	if (be64_get(rec + LOG_R_LSN) != scan->lsn ||
	    be64_get(rec + LOG_R_SEQ) != scan->seq ||
	    be32_get(rec + LOG_R_NONCE) != scan->nonce ||
	    be32_get(rec + LOG_R_CRC) !=
		crc32c(rec + LOG_R_LEN, len - LOG_R_LEN))
		return 0;
	return len;
}

bool
log_scan_next(struct log_scan *scan, struct log_rec *recp)
{
	const uint8_t *rec = scan->mem + scan->at;
	size_t len;

	if (scan->mem == NULL || scan->at >= scan->tail)
		return false;
	if ((len = record_len(scan)) == 0) {
		scan->damaged |= scan->same_boot;
		scan->tail = scan->at;
		return false;
	}
	recp->ops = rec + LOG_REC_HEADER_LEN;
	recp->len = len - LOG_REC_HEADER_LEN;
	recp->nops = be32_get(rec + LOG_R_NOPS);
	recp->lsn = be64_get(rec + LOG_R_LSN);
	scan->at += len;
	scan->lsn++;
	return true;
}

bool
log_op_next(struct log_rec *rec, struct log_op *opp)
{
	const uint8_t *p = rec->ops;
	uint32_t len;

	if (rec->nops == 0 || rec->len < LOG_OP_HEADER_LEN)
		return false;
	memset(opp, 0, sizeof(*opp));
	opp->kind = (enum log_kind)p[0];
	opp->part = p[1];
	opp->party = p[2];
	opp->rba = be64_get(p + 8);
	opp->a = be32_get(p + 16);
	opp->b = be32_get(p + 20);
	len = be32_get(p + 4);
	if (opp->kind == LOG_MOVE) {
		opp->c = opp->b;
		opp->b = len;
		len = 0;
	} else if (opp->kind == LOG_COPY) {
		opp->from = be64_get(p + 16);
		opp->a = opp->b = 0;
	}
	if (opp->kind < LOG_STATE || opp->kind > LOG_MEMBER ||
	    (opp->kind == LOG_MEMBER && len != LOG_MEMBER_LEN) ||
	    len > rec->len - LOG_OP_HEADER_LEN)
		return false;
	opp->len = len;
	opp->data = p + LOG_OP_HEADER_LEN;
	rec->ops += LOG_OP_HEADER_LEN + len;
	rec->len -= LOG_OP_HEADER_LEN + len;
	rec->nops--;
	return true;
}
