/*
 * Members' records: a stream of bytes as a sequential data set has it, cut into
 * chunks of one length, each a record of the component. A chunk says how many
 * records start before it and where the first in it starts, so a record is
 * found by its number or its offset without reading what is before it.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/bpam/bpam_int.h"
#include "base/bytes.h"

enum { FIND_TRIES = 100 };

struct bpam_reader {
	struct bpam *lib;
	struct am_pos *pos;
	struct bpam_shape shape;
	struct bpam_entry entry;
	uint64_t end;    /* length of the stream */
	uint64_t chunks; /* it has */
	uint64_t off;    /* of the next record */
	/* the chunk in rec; 0: none */
	uint64_t chunk;
	uint32_t chunk_len; /* bytes of the stream in it */
	uint64_t before;    /* records that start before it */
	uint32_t first;     /* where the first record in it starts */
	bool sequential;    /* pos gives the chunk behind it next */
	uint8_t *rec;       /* BPAM_REC_MAX bytes */
	uint8_t *whole;     /* a record that crosses chunks */
	bool held;          /* the content is in use */
};

struct bpam_writer {
	struct bpam *lib;
	struct am_pos *pos;
	struct bpam_shape shape;
	uint64_t id;
	uint64_t records, bytes, chunks, end;
	uint64_t before; /* records that start before the open chunk */
	uint32_t first;  /* in it; UINT32_MAX none */
	uint32_t used;   /* bytes of the open chunk */
	enum ds_status failed;
	uint8_t rec[BPAM_REC_MAX];
};

enum ds_status
bpam_shape_get(
    const struct bpam *lib, struct bpam_shape *shapep, struct ds_diag *diag)
{
	const struct comp_attr *attr = bpam_attr(lib);
	struct bpam_shape s = {0};
	uint32_t lrecl = attr->lrecl;

	switch (attr->recfm) {
	case DS_RECFM_F:
	case DS_RECFM_FB:
	case DS_RECFM_FBS:
		s.fixed = true;
		s.max = lrecl;
		break;
	case DS_RECFM_V:
	case DS_RECFM_VB:
	case DS_RECFM_VS:
	case DS_RECFM_VBS:
		s.variable = true;
		s.max = (lrecl > BPAM_PREFIX_LEN ? lrecl : BPAM_LRECL_MAX) -
			BPAM_PREFIX_LEN;
		break;
	default:
		s.max = lrecl != 0 ? lrecl : attr->blksize;
		if (s.max == 0)
			s.max = BPAM_LRECL_MAX;
		break;
	}
	s.prefix = s.fixed ? 0 : BPAM_PREFIX_LEN;
	if (s.max == 0 || s.max > BPAM_LRECL_MAX ||
	    attr->maxlrecl <= BPAM_CHUNK_HEAD ||
	    attr->maxlrecl > BPAM_REC_MAX ||
	    attr->maxlrecl < BPAM_NAME_LEN + BPAM_USER_MAX)
		return ds_fail(diag, DS_CORRUPT, attr->name,
		    "record lengths of a library do not fit");
	s.chunk = attr->maxlrecl - BPAM_CHUNK_HEAD;
	*shapep = s;
	return DS_OK;
}

/* --- reading ---------------------------------------------------------------
 */

static enum ds_status
damaged(const struct bpam_reader *rd, const char *what, struct ds_diag *diag)
{
	return ds_fail(diag, DS_CORRUPT, bpam_attr(rd->lib)->name,
	    "member %s: %s", rd->entry.name, what);
}

void
bpam_reader_free(struct bpam_reader **rdp)
{
	struct bpam_reader *rd;

	if (rdp == NULL || (rd = *rdp) == NULL)
		return;
	if (rd->held)
		bpam_use_end(rd->lib, rd->entry.id);
	am_pos_free(&rd->pos);
	free(rd->rec);
	free(rd->whole);
	free(rd);
	*rdp = NULL;
}

/* The content that the name has now, in use: while it was being held another
 * may have replaced it. */
static enum ds_status
hold_content(struct bpam_reader *rd, const char *name, struct ds_diag *diag)
{
	struct bpam_entry now;
	enum ds_status st;

	for (int n = 0; n < FIND_TRIES; n++) {
		st = bpam_find(rd->lib, name, &rd->entry, diag);
		if (st != DS_OK)
			return st;
		st = bpam_use_take(rd->lib, rd->entry.id, diag);
		if (st == DS_BUSY)
			continue;
		if (st != DS_OK)
			return st;
		rd->held = true;
		st = bpam_find(rd->lib, name, &now, diag);
		if (st != DS_OK || now.id == rd->entry.id)
			return st;
		bpam_use_end(rd->lib, rd->entry.id);
		rd->held = false;
	}
	return ds_fail(diag, DS_BUSY, bpam_attr(rd->lib)->name,
	    "member %s is replaced all the time", name);
}

static enum ds_status
check_totals(struct bpam_reader *rd, struct ds_diag *diag)
{
	const struct bpam_entry *ent = &rd->entry;
	const struct bpam_shape *s = &rd->shape;
	struct bpam_end end = {0};
	enum ds_status st;

	if ((st = bpam_end_get(rd->lib, ent->id, &end, diag)) != DS_OK)
		return st;
	if (ent->records != end.records || ent->bytes != end.bytes ||
	    end.records > UINT64_MAX / 2 / BPAM_LRECL_MAX ||
	    end.bytes > UINT64_MAX / 4 ||
	    (s->fixed && end.bytes != end.records * s->max))
		return damaged(rd, "its totals do not fit", diag);
	rd->end = end.bytes + end.records * s->prefix;
	rd->chunks = end.chunks;
	if (end.chunks != (rd->end + s->chunk - 1) / s->chunk)
		return damaged(rd, "its chunks do not fit its length", diag);
	return DS_OK;
}

enum ds_status
bpam_reader_new(struct bpam *lib, const char *name, struct bpam_reader **rdp,
    struct ds_diag *diag)
{
	struct bpam_reader *rd = calloc(1, sizeof(*rd));
	enum ds_status st;

	if (rd == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	rd->lib = lib;
	if ((st = bpam_shape_get(lib, &rd->shape, diag)) == DS_OK) {
		rd->rec = malloc(BPAM_REC_MAX);
		rd->whole = malloc(rd->shape.max);
		if (rd->rec == NULL || rd->whole == NULL)
			st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	if (st == DS_OK && (st = am_pos_new(lib->file, &rd->pos)) != DS_OK)
		ds_fail(diag, st, name, NULL);
	if (st == DS_OK) {
		rd->pos->for_update = false;
		st = hold_content(rd, name, diag);
	}
	if (st == DS_OK)
		st = check_totals(rd, diag);
	if (st != DS_OK)
		bpam_reader_free(&rd);
	else
		*rdp = rd;
	return st;
}

const struct bpam_entry *
bpam_reader_entry(const struct bpam_reader *rd)
{
	return &rd->entry;
}

/* Chunk n in rd->rec, the next one by going on. */
static enum ds_status
fetch(struct bpam_reader *rd, uint64_t n, const uint8_t *key, uint32_t *lenp,
    struct ds_diag *diag)
{
	struct am_rec rec;
	enum ds_status st;

	if (!rd->sequential || n != rd->chunk + 1)
		return bpam_rec_get(
		    rd->lib, rd->pos, key, false, rd->rec, lenp, diag);
	if ((st = am_get(rd->pos, &rec, diag)) != DS_OK)
		return st == DS_EOD ? DS_NOTFOUND : st;
	if (rec.len > BPAM_REC_MAX || rec.len < BPAM_KEY_LEN)
		return DS_NOTFOUND;
	memcpy(rd->rec, rec.data, rec.len);
	*lenp = rec.len;
	return DS_OK;
}

static enum ds_status
load(struct bpam_reader *rd, uint64_t n, struct ds_diag *diag)
{
	const struct bpam_shape *s = &rd->shape;
	const uint64_t start = (n - 1) * s->chunk;
	uint8_t key[BPAM_KEY_LEN];
	uint32_t want, len = 0;
	enum ds_status st;

	if (n == rd->chunk)
		return DS_OK;
	if (n > rd->chunks || n >= BPAM_END_CHUNK)
		return damaged(rd, "it ends before a record does", diag);
	bpam_key_id(key, BPAM_CONTENT, rd->entry.id, (uint32_t)n);
	st = fetch(rd, n, key, &len, diag);
	rd->chunk = 0;
	rd->sequential = false;
	if (st != DS_OK && st != DS_NOTFOUND)
		return st;
	want =
	    rd->end - start < s->chunk ? (uint32_t)(rd->end - start) : s->chunk;
	if (st != DS_OK || len != BPAM_CHUNK_HEAD + want ||
	    memcmp(rd->rec, key, BPAM_KEY_LEN) != 0)
		return damaged(rd, "a chunk is not there or too short", diag);
	rd->before = be64_get(rd->rec + BPAM_KEY_LEN);
	rd->first = be32_get(rd->rec + BPAM_KEY_LEN + 8);
	rd->chunk_len = want;
	rd->chunk = n;
	rd->sequential = true;
	return DS_OK;
}

/* len bytes at off: in place when one chunk has them, else in copy. They end
 * inside the stream. */
static enum ds_status
bytes_at(struct bpam_reader *rd, uint64_t off, uint32_t len, uint8_t *copy,
    const uint8_t **datap, struct ds_diag *diag)
{
	const uint32_t chunk = rd->shape.chunk;
	uint32_t at, n, done = 0;
	enum ds_status st;

	*datap = copy;
	while (done < len) {
		if ((st = load(rd, off / chunk + 1, diag)) != DS_OK)
			return st;
		at = (uint32_t)(off % chunk);
		n = rd->chunk_len - at;
		if (done == 0 && n >= len) {
			*datap = rd->rec + BPAM_CHUNK_HEAD + at;
			return DS_OK;
		}
		if (n > len - done)
			n = len - done;
		memcpy(copy + done, rd->rec + BPAM_CHUNK_HEAD + at, n);
		done += n;
		off += n;
	}
	return DS_OK;
}

/* The length of the record at off, as it says. */
static enum ds_status
length_at(
    struct bpam_reader *rd, uint64_t off, uint32_t *lenp, struct ds_diag *diag)
{
	const struct bpam_shape *s = &rd->shape;
	uint8_t copy[BPAM_PREFIX_LEN];
	const uint8_t *p = NULL;
	enum ds_status st;
	uint32_t len = s->max;

	if (off > rd->end || rd->end - off < s->prefix)
		return damaged(rd, "no record can begin here", diag);
	if (!s->fixed) {
		st = bytes_at(rd, off, BPAM_PREFIX_LEN, copy, &p, diag);
		if (st != DS_OK)
			return st;
		len = be32_get(p);
		if (s->variable) {
			len = be16_get(p);
			if (len < BPAM_PREFIX_LEN || be16_get(p + 2) != 0)
				return damaged(rd, "a bad descriptor", diag);
			len -= BPAM_PREFIX_LEN;
		}
	}
	if (len > s->max || len > rd->end - off - s->prefix)
		return damaged(rd, "a record of impossible length", diag);
	*lenp = len;
	return DS_OK;
}

enum ds_status
bpam_read(struct bpam_reader *rd, const uint8_t **datap, uint32_t *lenp,
    uint64_t *offp, struct ds_diag *diag)
{
	const uint64_t off = rd->off;
	const uint8_t *data = NULL;
	enum ds_status st;
	uint32_t len = 0;

	if (off >= rd->end)
		return ds_fail(diag, DS_EOD, rd->entry.name, NULL);
	if ((st = length_at(rd, off, &len, diag)) != DS_OK)
		return st;
	st = bytes_at(rd, off + rd->shape.prefix, len, rd->whole, &data, diag);
	if (st != DS_OK)
		return st;
	rd->off = off + rd->shape.prefix + len;
	*datap = data;
	*lenp = len;
	if (offp != NULL)
		*offp = off;
	return DS_OK;
}

/* --- places ----------------------------------------------------------------
 */

/*
 * The last record that starts a chunk's records and is not behind record rrn
 * or, by_off, offset target: *offp, *rrnp. Chunks within a long record have
 * none.
 */
static enum ds_status
find_chunk(struct bpam_reader *rd, bool by_off, uint64_t target, uint64_t *offp,
    uint64_t *rrnp, struct ds_diag *diag)
{
	uint64_t low = 1, high = rd->chunks + 1, mid, at;
	enum ds_status st;

	while (low < high) {
		mid = low + (high - low) / 2;
		if ((st = load(rd, mid, diag)) != DS_OK)
			return st;
		at = (mid - 1) * rd->shape.chunk;
		if (rd->first != UINT32_MAX)
			at += rd->first;
		if (by_off ? at > target : rd->before >= target)
			high = mid;
		else
			low = mid + 1;
	}
	while (--low > 0) {
		if ((st = load(rd, low, diag)) != DS_OK)
			return st;
		if (rd->first == UINT32_MAX)
			continue;
		if (rd->first >= rd->chunk_len)
			return damaged(rd, "a chunk's first record", diag);
		*offp = (low - 1) * rd->shape.chunk + rd->first;
		*rrnp = rd->before + 1;
		return DS_OK;
	}
	*offp = 0;
	*rrnp = 1;
	return DS_OK;
}

/* From a record near before it to number rrn or offset off. */
static enum ds_status
walk(struct bpam_reader *rd, bool by_off, uint64_t target, struct ds_diag *diag)
{
	uint64_t off = 0, rrn = 1;
	enum ds_status st;
	uint32_t len = 0;

	st = find_chunk(rd, by_off, target, &off, &rrn, diag);
	while (st == DS_OK && (by_off ? off : rrn) < target) {
		st = length_at(rd, off, &len, diag);
		off += rd->shape.prefix + len;
		rrn++;
	}
	if (st != DS_OK)
		return st;
	if ((by_off ? off : rrn) != target)
		return ds_fail_rba(
		    diag, DS_BADRBA, rd->entry.name, target, NULL);
	rd->off = off;
	return DS_OK;
}

enum ds_status
bpam_seek_rrn(struct bpam_reader *rd, uint64_t rrn, struct ds_diag *diag)
{
	if (rrn == 0 || rrn > rd->entry.records)
		return ds_fail(diag, DS_NOTFOUND, rd->entry.name, NULL);
	if (!rd->shape.fixed)
		return walk(rd, false, rrn, diag);
	rd->off = (rrn - 1) * rd->shape.max;
	return DS_OK;
}

enum ds_status
bpam_seek_off(struct bpam_reader *rd, uint64_t off, struct ds_diag *diag)
{
	if (off >= rd->end || (rd->shape.fixed && off % rd->shape.max != 0))
		return ds_fail_rba(diag, DS_BADRBA, rd->entry.name, off, NULL);
	if (!rd->shape.fixed)
		return walk(rd, true, off, diag);
	rd->off = off;
	return DS_OK;
}

/* --- writing ---------------------------------------------------------------
 */

/* An identity, loose, and in use here before anybody sees it. */
static enum ds_status
take_id(struct bpam_writer *wr, struct ds_diag *diag)
{
	struct bpam *lib = wr->lib;
	uint8_t rec[BPAM_LIBRARY_LEN];
	struct bpam_head head = {0};
	struct bpam_change ch;
	enum ds_status st;

	if ((st = bpam_begin(lib, &ch, diag)) != DS_OK)
		return st;
	if ((st = bpam_head_get(lib, &head, diag)) == DS_OK &&
	    (st = bpam_use_take(lib, head.next_id, diag)) == DS_OK) {
		wr->id = head.next_id++;
		st = bpam_loose_put(&ch, wr->id, diag);
		if (st == DS_OK)
			st = bpam_update(
			    &ch, rec, bpam_head_put(&head, rec), diag);
	}
	st = bpam_end(&ch, st, diag);
	if (st != DS_OK && wr->id != 0) {
		bpam_use_end(lib, wr->id);
		wr->id = 0;
	}
	return st;
}

enum ds_status
bpam_writer_new(
    struct bpam *lib, struct bpam_writer **wrp, struct ds_diag *diag)
{
	struct bpam_writer *wr = calloc(1, sizeof(*wr));
	enum ds_status st;

	if (wr == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	wr->lib = lib;
	wr->first = UINT32_MAX;
	st = bpam_shape_get(lib, &wr->shape, diag);
	if (st == DS_OK && (st = am_pos_new(lib->file, &wr->pos)) != DS_OK)
		ds_fail(diag, st, bpam_attr(lib)->name, NULL);
	if (st == DS_OK)
		st = take_id(wr, diag);
	if (st != DS_OK)
		bpam_writer_free(&wr);
	else
		*wrp = wr;
	return st;
}

void
bpam_writer_free(struct bpam_writer **wrp)
{
	struct bpam_writer *wr;

	if (wrp == NULL || (wr = *wrp) == NULL)
		return;
	am_pos_free(&wr->pos);
	if (wr->id != 0) {
		bpam_use_end(wr->lib, wr->id);
		/* What stays is loose: the next one to write removes it. */
		if (wr->lib->library && wr->lib->broken == DS_OK)
			bpam_clean(wr->lib, wr->id, NULL);
	}
	free(wr);
	*wrp = NULL;
}

static enum ds_status
put_chunk(struct bpam_writer *wr, struct ds_diag *diag)
{
	enum ds_status st;

	if (wr->chunks + 1 >= BPAM_END_CHUNK)
		return ds_fail(diag, DS_NOSPACE, bpam_attr(wr->lib)->name,
		    "a member cannot be so long");
	bpam_key_id(wr->rec, BPAM_CONTENT, wr->id, (uint32_t)(wr->chunks + 1));
	be64_put(wr->rec + BPAM_KEY_LEN, wr->before);
	be32_put(wr->rec + BPAM_KEY_LEN + 8, wr->first);
	st = am_put(
	    wr->pos, wr->rec, BPAM_CHUNK_HEAD + wr->used, 0, true, NULL, diag);
	if (st != DS_OK)
		return st;
	wr->chunks++;
	wr->before = wr->records;
	wr->first = UINT32_MAX;
	wr->used = 0;
	return DS_OK;
}

/* NULL: zeros. */
static enum ds_status
add(struct bpam_writer *wr, const uint8_t *data, size_t len,
    struct ds_diag *diag)
{
	enum ds_status st;
	size_t n;

	while (len > 0) {
		if (wr->used == wr->shape.chunk &&
		    (st = put_chunk(wr, diag)) != DS_OK)
			return st;
		n = wr->shape.chunk - wr->used;
		if (n > len)
			n = len;
		if (data != NULL)
			memcpy(wr->rec + BPAM_CHUNK_HEAD + wr->used, data, n);
		else
			memset(wr->rec + BPAM_CHUNK_HEAD + wr->used, 0, n);
		wr->used += (uint32_t)n;
		wr->end += n;
		data = data != NULL ? data + n : NULL;
		len -= n;
	}
	return DS_OK;
}

static enum ds_status
add_record(struct bpam_writer *wr, const uint8_t *data, size_t len,
    struct ds_diag *diag)
{
	const struct bpam_shape *s = &wr->shape;
	uint8_t prefix[BPAM_PREFIX_LEN] = {0};
	enum ds_status st;

	/* Where the record starts is in this chunk, not behind a full one. */
	if (wr->used == s->chunk && (st = put_chunk(wr, diag)) != DS_OK)
		return st;
	if (wr->first == UINT32_MAX)
		wr->first = wr->used;
	wr->records++;
	if (s->variable)
		be16_put(prefix, (uint16_t)(len + BPAM_PREFIX_LEN));
	else
		be32_put(prefix, (uint32_t)len);
	if ((st = add(wr, prefix, s->prefix, diag)) != DS_OK ||
	    (st = add(wr, data, len, diag)) != DS_OK)
		return st;
	if (s->fixed && (st = add(wr, NULL, s->max - len, diag)) != DS_OK)
		return st;
	wr->bytes += s->fixed ? s->max : len;
	return DS_OK;
}

enum ds_status
bpam_write(struct bpam_writer *wr, const void *data, size_t len, uint64_t *offp,
    struct ds_diag *diag)
{
	const uint64_t off = wr->end;
	enum ds_status st;

	if (wr->failed != DS_OK)
		return ds_fail(diag, wr->failed, bpam_attr(wr->lib)->name,
		    "an earlier write failed");
	if (len > wr->shape.max)
		return ds_fail(diag, DS_BADLENGTH, bpam_attr(wr->lib)->name,
		    "a record of %zu bytes, the data set takes %u", len,
		    wr->shape.max);
	if ((st = add_record(wr, data, len, diag)) != DS_OK)
		return wr->failed = st;
	if (offp != NULL)
		*offp = off;
	return DS_OK;
}

/* The end, the name, and the content is loose no more: one change. */
static enum ds_status
publish(struct bpam_writer *wr, struct bpam_entry *ent, bool replace,
    uint64_t *oldp, struct ds_diag *diag)
{
	const struct bpam_end end = {.names = 1,
	    .records = wr->records,
	    .bytes = wr->bytes,
	    .chunks = wr->chunks};
	struct bpam *lib = wr->lib;
	uint8_t rec[BPAM_END_LEN], key[BPAM_KEY_LEN];
	struct bpam_change ch;
	enum ds_status st;

	if ((st = bpam_begin(lib, &ch, diag)) != DS_OK)
		return st;
	if ((st = bpam_enter(&ch, ent, replace, oldp, diag)) == DS_OK)
		st = bpam_put(&ch, rec, bpam_end_put(wr->id, &end, rec), diag);
	if (st == DS_OK) {
		bpam_key_id(key, BPAM_LOOSE, wr->id, 0);
		st = bpam_erase(&ch, key, diag);
	}
	return bpam_end(&ch, st, diag);
}

static enum ds_status
stow(struct bpam_writer *wr, struct bpam_entry *ent, bool replace,
    uint64_t *oldp, struct ds_diag *diag)
{
	enum ds_status st;

	if (wr->failed != DS_OK)
		return ds_fail(diag, wr->failed, bpam_attr(wr->lib)->name,
		    "an earlier write failed");
	if (wr->used > 0 && (st = put_chunk(wr, diag)) != DS_OK)
		return st;
	ent->id = wr->id;
	ent->records = wr->records;
	ent->bytes = wr->bytes;
	ent->changed = wr->lib->now;
	if ((st = publish(wr, ent, replace, oldp, diag)) != DS_OK)
		return st;
	/* It has a name now: it is no longer ours to drop. */
	bpam_use_end(wr->lib, wr->id);
	wr->id = 0;
	return bpam_done(wr->lib, diag);
}

enum ds_status
bpam_stow(struct bpam_writer **wrp, const char *name, bool replace,
    const void *user, size_t user_len, struct ds_diag *diag)
{
	struct bpam_writer *wr = *wrp;
	struct bpam *lib = wr->lib;
	struct bpam_entry ent = {0};
	uint64_t old = 0;
	enum ds_status st;

	if (!member_valid(name, strlen(name)) || user_len > BPAM_USER_MAX ||
	    user_len % 2 != 0) {
		st = ds_fail(diag, DS_INVALID, bpam_attr(lib)->name,
		    "no name of a member, or bad user data");
	} else {
		memcpy(ent.name, name, strlen(name));
		ent.user_len = (uint8_t)user_len;
		if (user_len > 0)
			memcpy(ent.user, user, user_len);
		st = stow(wr, &ent, replace, &old, diag);
	}
	bpam_writer_free(wrp);
	if (st == DS_OK && old != 0 && lib->library)
		bpam_clean(lib, old, NULL);
	return st;
}
