/*
 * Reading a log: the valid prefix of its records. Bytes are anybody's until
 * their CRC fits, and every length is checked before it is used.
 *
 * Which of the two files counts, the mapped or the durable one, depends on
 * their headers alone, so that all spheres of a group take the same, in
 * whatever states they are:
 *
 *	mapped, of this boot	the mapped one: it has all that was completed
 *	else			the one of the later state; of the same state
 *				the durable one, since what the kernel wrote
 *				of the mapped one may be any part of it
 *
 * The two are never mixed, and what is taken for one sphere of a group must
 * be taken for the next one even if the power is cut in between: who writes
 * back what only the mapped file had flushes that and makes the durable file
 * forget its records first (sphere/replay.c).
 *
 * Where the boot cannot be known, a file of the same state with more records
 * has more of what was completed: the mapped one after a kill.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/log/log.h"
#include "base/bytes.h"
#include "base/crc32c.h"

static const uint8_t no_boot[LOG_ID_LEN];

/* Is it the header of a log of this data component? */
static bool
header_valid(const uint8_t *h, const uint8_t data[LOG_ID_LEN])
{
	return memcmp(h, log_magic, sizeof(log_magic)) == 0 &&
	       be32_get(h + LOG_H_CRC) == log_header_crc(h) &&
	       be32_get(h + LOG_H_VERSION) <= LOG_VERSION &&
	       memcmp(h + LOG_H_DATA, data, LOG_ID_LEN) == 0;
}

static bool
header_fits(const uint8_t *h, const struct log_key *key)
{
	if (!header_valid(h, key->data))
		return false;
	if (key->any_state)
		return true;
	if (memcmp(h + LOG_H_SPHERE, key->sphere, LOG_ID_LEN) != 0)
		return false;
	return log_is_mutant(LOG_NO_SEQUENCE) ||
	       (log_is_mutant(LOG_DURABLE_STALE) &&
		   memcmp(h + LOG_H_BOOT, no_boot, LOG_ID_LEN) == 0) ||
	       (be64_get(h + LOG_H_SEQ) == key->seq &&
		   be64_get(h + LOG_H_EPOCH) == key->epoch);
}

static bool
of_this_boot(const uint8_t *header)
{
	uint8_t boot[LOG_ID_LEN];

	log_boot_id(boot);
	return memcmp(boot, no_boot, LOG_ID_LEN) != 0 &&
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

/* One of the two files of a log. */
struct copy {
	struct vol_file *file; /* NULL: not there, or without a header */
	uint8_t header[LOG_HEADER_LEN];
};

static enum ds_status
copy_open(struct volume *vol, const char *name, const struct log_key *key,
    struct copy *copy, struct ds_diag *diag)
{
	enum ds_status st;

	st = vol_file_open(vol, name, VOL_READ, &copy->file, diag);
	if (st == DS_NOFILE)
		return DS_OK;
	if (st == DS_OK)
		st =
		    vol_read(copy->file, 0, copy->header, LOG_HEADER_LEN, diag);
	/* One of absurd length is not read. */
	if (st != DS_OK || !header_valid(copy->header, key->data) ||
	    vol_size(copy->file) < LOG_HEADER_LEN ||
	    vol_size(copy->file) > LOG_LEN_MAX)
		vol_file_close(&copy->file);
	return st;
}

static enum ds_status
copy_read(struct copy *copy, const struct log_key *key, bool *foundp,
    struct log_scan *scan, struct ds_diag *diag)
{
	uint64_t size = vol_size(copy->file);
	uint64_t tail = be64_get(copy->header + LOG_H_TAIL);
	enum ds_status st;
	uint8_t *mem;

	memset(scan, 0, sizeof(*scan));
	*foundp = false;
	if (!header_fits(copy->header, key))
		return DS_OK;
	if (tail >= LOG_HEADER_LEN && tail < size && of_this_boot(copy->header))
		size = tail;
	if ((mem = malloc((size_t)size)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if ((st = vol_read(copy->file, 0, mem, (size_t)size, diag)) != DS_OK) {
		free(mem);
		return st;
	}
	*foundp = log_scan_begin(key, mem, (size_t)size, scan);
	return DS_OK;
}

static uint64_t
records_of(struct copy *copy, const struct log_key *key)
{
	struct log_scan scan;
	struct log_rec rec;
	bool found = false;
	uint64_t n = 0;

	if (copy_read(copy, key, &found, &scan, NULL) == DS_OK && found)
		while (log_scan_next(&scan, &rec))
			n++;
	log_scan_end(&scan);
	return n;
}

/* Both are there, the mapped one perhaps not of this boot. */
static bool
take_durable(
    struct copy *mapped, struct copy *durable, const struct log_key *key)
{
	const uint8_t *m = mapped->header, *d = durable->header;
	struct log_key any = *key;
	uint8_t boot[LOG_ID_LEN];

	if (log_is_mutant(LOG_DURABLE_UNUSED) || of_this_boot(m))
		return false;
	if (be64_get(m + LOG_H_EPOCH) != be64_get(d + LOG_H_EPOCH))
		return be64_get(d + LOG_H_EPOCH) > be64_get(m + LOG_H_EPOCH);
	if (be64_get(m + LOG_H_SEQ) != be64_get(d + LOG_H_SEQ))
		return be64_get(d + LOG_H_SEQ) > be64_get(m + LOG_H_SEQ);
	log_boot_id(boot);
	if (memcmp(boot, no_boot, LOG_ID_LEN) != 0 &&
	    memcmp(m + LOG_H_BOOT, no_boot, LOG_ID_LEN) != 0)
		return true;
	any.any_state = true;
	return records_of(durable, &any) >= records_of(mapped, &any);
}

enum ds_status
log_scan_open(struct volume *vol, const struct log_key *key, bool *foundp,
    struct log_scan *scan, struct ds_diag *diag)
{
	struct copy mapped = {.file = NULL}, durable = {.file = NULL};
	bool take = false;
	char name[LOG_NAME_LEN];
	enum ds_status st;

	memset(scan, 0, sizeof(*scan));
	*foundp = false;
	log_name(key->data, name);
	if ((st = copy_open(vol, name, key, &mapped, diag)) != DS_OK)
		goto out;
	spare_name(key->data, name);
	if ((st = copy_open(vol, name, key, &durable, diag)) != DS_OK)
		goto out;
	if (mapped.file != NULL && durable.file != NULL)
		take = take_durable(&mapped, &durable, key);
	else
		take = durable.file != NULL;
	if (take || mapped.file != NULL)
		st = copy_read(
		    take ? &durable : &mapped, key, foundp, scan, diag);
	scan->durable = take;
out:
	vol_file_close(&mapped.file);
	vol_file_close(&durable.file);
	return st;
}

bool
log_outlived(struct volume *vol, const struct log_key *key)
{
	struct vol_file *file = NULL;
	uint8_t h[LOG_HEADER_LEN];
	char name[LOG_NAME_LEN];
	bool yes = false;

	log_name(key->data, name);
	if (vol_file_open(vol, name, VOL_READ, &file, NULL) != DS_OK)
		return false;
	if (vol_size(file) >= LOG_HEADER_LEN &&
	    vol_read(file, 0, h, LOG_HEADER_LEN, NULL) == DS_OK &&
	    of_this_boot(h) &&
	    memcmp(h + LOG_H_SPHERE, key->sphere, LOG_ID_LEN) == 0 &&
	    memcmp(h + LOG_H_DATA, key->data, LOG_ID_LEN) == 0)
		yes = memcmp(h, log_begins, sizeof(log_begins)) == 0 ||
		      (header_valid(h, key->data) &&
			  be64_get(h + LOG_H_SEQ) + 1 == key->seq &&
			  be64_get(h + LOG_H_EPOCH) == key->epoch);
	vol_file_close(&file);
	/* What was published then may be a part of it alone. */
	return yes && !log_has_damage(vol, key);
}

bool
log_has_damage(struct volume *vol, const struct log_key *key)
{
	static const uint8_t zeros[LOG_H_LEN];
	struct log_key any = *key;
	struct vol_file *file = NULL;
	struct copy copy = {.file = NULL};
	struct log_scan scan;
	struct log_rec rec;
	char name[LOG_NAME_LEN];
	bool found = false, bad;

	any.any_state = true;
	memset(&scan, 0, sizeof(scan));
	log_name(key->data, name);
	if (vol_file_open(vol, name, VOL_READ, &file, NULL) != DS_OK)
		return false;
	if (vol_size(file) < LOG_HEADER_LEN || vol_size(file) > LOG_LEN_MAX ||
	    vol_read(file, 0, copy.header, LOG_HEADER_LEN, NULL) != DS_OK) {
		vol_file_close(&file);
		return false;
	}
	copy.file = file;
	/* One that begins has no records yet. */
	if (memcmp(copy.header, log_begins, sizeof(log_begins)) == 0 ||
	    memcmp(copy.header, zeros, sizeof(zeros)) == 0)
		bad = false;
	else if (!header_valid(copy.header, key->data))
		bad = true;
	else {
		if (copy_read(&copy, &any, &found, &scan, NULL) == DS_OK &&
		    found)
			while (log_scan_next(&scan, &rec))
				;
		bad = scan.damaged;
		log_scan_end(&scan);
	}
	vol_file_close(&copy.file);
	return bad;
}

void
log_kept_name(const uint8_t data_id[LOG_ID_LEN], char out[LOG_NAME_LEN])
{
	log_name(data_id, out);
	memcpy(out + 2 * LOG_ID_LEN, ".bad", 5);
}

enum ds_status
log_keep(
    struct volume *vol, const uint8_t data_id[LOG_ID_LEN], struct ds_diag *diag)
{
	char name[LOG_NAME_LEN], kept[LOG_NAME_LEN];
	enum ds_status st = DS_OK;

	log_name(data_id, name);
	log_kept_name(data_id, kept);
	if (vol_exists(vol, kept))
		st = vol_drop(vol, kept, diag);
	if (st == DS_OK)
		st = vol_rename(vol, name, kept, diag);
	return st == DS_OK ? vol_sync(vol, diag) : st;
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

/* Bytes of the record at scan->at, by its header; 0: it is none. */
static size_t
record_room(const struct log_scan *scan)
{
	const uint8_t *rec = scan->mem + scan->at;
	size_t room = scan->tail - scan->at, len;

	if (room < LOG_REC_HEADER_LEN)
		return 0;
	len = be32_get(rec + LOG_R_LEN);
	return len < LOG_REC_HEADER_LEN || len > room ? 0 : len;
}

/* Bytes of the whole record at scan->at; 0: it is none. */
static size_t
record_len(const struct log_scan *scan)
{
	const uint8_t *rec = scan->mem + scan->at;
	size_t len = record_room(scan);

	if (len == 0)
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

uint64_t
log_scan_end_lsn(const struct log_scan *scan)
{
	struct log_scan look = *scan;
	uint64_t end = scan->lsn;
	size_t len;

	if (scan->mem == NULL)
		return end;
	look.tail = look.len;
	while (look.tail - look.at > LOG_REC_HEADER_LEN) {
		look.lsn = be64_get(look.mem + look.at + LOG_R_LSN);
		len = look.lsn >= end ? record_len(&look) : 0;
		if (len > 0)
			end = look.lsn + 1;
		look.at += len > 0 ? len : 1;
	}
	return end;
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
	if (opp->kind < LOG_STATE || opp->kind >= LOG_KIND_END ||
	    (opp->kind == LOG_MEMBER && len != LOG_MEMBER_LEN) ||
	    (opp->kind == LOG_SUMS && len != LOG_SUMS_LEN) ||
	    len > rec->len - LOG_OP_HEADER_LEN)
		return false;
	opp->len = len;
	opp->data = p + LOG_OP_HEADER_LEN;
	rec->ops += LOG_OP_HEADER_LEN + len;
	rec->len -= LOG_OP_HEADER_LEN + len;
	rec->nops--;
	return true;
}
