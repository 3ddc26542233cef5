/* Views of records: where a byte is, and the bytes themselves. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/codepage.h"
#include "nfs/view.h"

enum {
	RDW_LEN = 4,
	RDW_MAX = 0xffff,
	MARK_EVERY = 65536, /* bytes of the stream, at the least */
	MARKS_MAX = 65536,  /* then every other one goes */
};

/* A record that begins at a place. */
struct mark {
	uint64_t offset, rrn;
};

struct view {
	struct ds_file *file;
	struct view_parms parms;
	const struct codepage *cp;
	bool strip;
	uint64_t extra; /* bytes more of each record; not of text */
	uint32_t fixed; /* bytes of each record of a member; 0: they differ */
	/* The record that was read last (or several as one), as the view has
	 * it: at to at + len of the stream. It is head, body, tail. */
	bool have;
	bool single; /* never several */
	struct ds_rec rec;
	uint64_t at, len;
	uint8_t head[RDW_LEN];
	const uint8_t *body; /* of the file or of conv */
	size_t head_len, body_len, tail_len;
	uint8_t *conv;
	size_t conv_size;
	struct mark *marks;
	size_t nmarks, marks_room;
	uint64_t mark_every;
	bool size_known; /* of what is not counted */
	uint64_t size;
};

static bool
by_counts(const struct view *v)
{
	return v->parms.counted && v->parms.view != OPS_TEXT;
}

uint64_t
view_extra(enum ops_view view)
{
	return view == OPS_BINARY ? 0 : view == OPS_RDW ? RDW_LEN : 1;
}

enum ds_status
view_new(struct ds_file *file, const struct view_parms *parms,
    struct view **viewp, struct ds_diag *diag)
{
	const struct ds_attrs *a = ds_attrs(file);
	struct view *v = calloc(1, sizeof(*v));
	enum ds_status st = DS_OK;

	if (v == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	v->file = file;
	v->parms = *parms;
	v->strip = a->fixed;
	v->extra = view_extra(parms->view);
	v->mark_every = MARK_EVERY;
	if (!parms->counted && a->fixed && parms->view != OPS_TEXT)
		v->fixed = a->lrecl;
	if (!parms->counted && parms->view != OPS_TEXT) {
		v->size_known = true;
		v->size = parms->bytes + parms->records * v->extra;
	}
	if (parms->view == OPS_TEXT)
		st = codepage_get(a->ccsid, &v->cp, diag);
	if (st != DS_OK)
		view_free(&v);
	else
		*viewp = v;
	return st;
}

void
view_free(struct view **viewp)
{
	if (viewp == NULL || *viewp == NULL)
		return;
	free((*viewp)->marks);
	free((*viewp)->conv);
	free(*viewp);
	*viewp = NULL;
}

void
view_changed(struct view *v)
{
	v->have = false;
	v->nmarks = 0;
	v->mark_every = MARK_EVERY;
	if (v->parms.counted)
		v->size_known = false;
}

bool
view_size_known(const struct view *v)
{
	return by_counts(v) || v->size_known;
}

/* --- records ---------------------------------------------------------------
 */

/* A mark is a help: without memory for one reading goes on from another. */
static void
note_mark(struct view *v, uint64_t offset, uint64_t rrn)
{
	const size_t room = v->marks_room > 0 ? 2 * v->marks_room : 64;
	void *marks;
	size_t i;

	if (offset < v->mark_every ||
	    (v->nmarks > 0 &&
		offset < v->marks[v->nmarks - 1].offset + v->mark_every))
		return;
	if (v->nmarks == MARKS_MAX) {
		for (i = 0; i < MARKS_MAX / 2; i++)
			v->marks[i] = v->marks[2 * i + 1];
		v->nmarks = MARKS_MAX / 2;
		v->mark_every *= 2;
	}
	if (v->nmarks == v->marks_room) {
		marks = realloc(v->marks, room * sizeof(*v->marks));
		if (marks == NULL)
			return;
		v->marks = marks;
		v->marks_room = room;
	}
	v->marks[v->nmarks++] = (struct mark){offset, rrn};
}

static enum ds_status
convert(struct view *v, const struct ds_rec *rec, struct ds_diag *diag)
{
	const size_t need = (size_t)rec->len * CODEPAGE_UTF8_MAX;
	uint32_t len = rec->len;
	uint8_t *conv;

	if (need > v->conv_size) {
		if ((conv = realloc(v->conv, need)) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		v->conv = conv;
		v->conv_size = need;
	}
	while (
	    v->strip && len > 0 && rec->data[len - 1] == codepage_blank(v->cp))
		len--;
	v->body = v->conv;
	v->body_len =
	    len == 0 ? 0
		     : codepage_to_utf8(v->cp, rec->data, len, (char *)v->conv);
	v->tail_len = 1;
	return DS_OK;
}

/* The record as the view has it, at offset at. */
static enum ds_status
take(
    struct view *v, const struct ds_rec *rec, uint64_t at, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	v->have = false;
	v->rec = *rec;
	v->head_len = v->tail_len = 0;
	v->body = rec->data;
	v->body_len = rec->len;
	if (v->parms.view == OPS_TEXT)
		st = convert(v, rec, diag);
	if (v->parms.view == OPS_RDW) {
		if (rec->len > RDW_MAX - RDW_LEN)
			return ds_fail(diag, DS_BADLENGTH,
			    ds_attrs(v->file)->name,
			    "a record of %u bytes has no descriptor word",
			    rec->len);
		v->head_len = RDW_LEN;
		be16_put(v->head, (uint16_t)(rec->len + RDW_LEN));
		be16_put(v->head + 2, 0);
	}
	if (st != DS_OK)
		return st;
	v->at = at;
	v->len = v->head_len + v->body_len + v->tail_len;
	v->have = true;
	if (!by_counts(v) && v->fixed == 0 && rec->rrn != 0)
		note_mark(v, at, rec->rrn);
	return DS_OK;
}

/* The record behind the one that there is. */
static enum ds_status
next(struct view *v, struct ds_diag *diag)
{
	const uint64_t at = v->at + v->len;
	struct ds_rec rec;
	uint32_t n = 1;
	enum ds_status st;

	v->have = false;
	/* Records that lie behind one another are as one. */
	st = v->parms.view == OPS_BINARY && !v->single
		 ? ds_get_run(v->file, &rec, &n, diag)
		 : ds_get(v->file, &rec, diag);
	if (st == DS_OK) {
		rec.len *= n;
		return take(v, &rec, at, diag);
	}
	if (st == DS_EOD && !by_counts(v) && !v->size_known) {
		v->size_known = true;
		v->size = at;
	}
	return st;
}

/* The file stands before record rrn, which begins at offset at. */
static enum ds_status
start(struct view *v, uint64_t rrn, uint64_t at, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	v->have = false;
	st = ds_point_rrn(v->file, rrn, diag);
	if (st == DS_NOTFOUND) /* there is none */
		st = DS_EOD;
	if (st == DS_OK) {
		v->at = at;
		v->len = 0;
		st = next(v, diag);
	} else if (st == DS_EOD && rrn == 1 && !v->size_known) {
		v->size_known = true;
		v->size = 0;
	}
	return st;
}

/* --- places ----------------------------------------------------------------
 */

static enum ds_status
seek_counted(struct view *v, uint64_t offset, struct ds_diag *diag)
{
	uint64_t begin;
	enum ds_status st;

	v->have = false;
	st = ds_point_offset(v->file, offset, v->extra, &begin, diag);
	if (st != DS_OK)
		return st == DS_NOTFOUND ? DS_EOD : st;
	v->at = begin;
	v->len = 0;
	return next(v, diag);
}

/* The last mark that is not behind offset. */
static struct mark
mark_before(const struct view *v, uint64_t offset)
{
	size_t low = 0, high = v->nmarks, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (v->marks[mid].offset <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low > 0 ? v->marks[low - 1] : (struct mark){0, 1};
}

static enum ds_status
seek_marked(struct view *v, uint64_t offset, struct ds_diag *diag)
{
	const struct mark m = mark_before(v, offset);
	enum ds_status st = DS_OK;

	if (v->size_known && offset >= v->size)
		return DS_EOD;
	if (!v->have || v->at > offset || v->at < m.offset)
		st = start(v, m.rrn, m.offset, diag);
	while (st == DS_OK && offset >= v->at + v->len)
		st = next(v, diag);
	return st;
}

/* The record is there that has the byte at offset. DS_EOD: none has. */
static enum ds_status
seek(struct view *v, uint64_t offset, struct ds_diag *diag)
{
	uint64_t n;

	if (v->have && offset >= v->at && offset < v->at + v->len)
		return DS_OK;
	if (v->have && offset == v->at + v->len)
		return next(v, diag);
	if (by_counts(v))
		return seek_counted(v, offset, diag);
	if (v->fixed == 0)
		return seek_marked(v, offset, diag);
	if (offset >= v->size)
		return DS_EOD;
	n = offset / (v->fixed + v->extra);
	return start(v, n + 1, n * (v->fixed + v->extra), diag);
}

/* --- what is asked for ------------------------------------------------------
 */

enum ds_status
view_size(
    struct view *v, uint64_t *sizep, uint64_t *versionp, struct ds_diag *diag)
{
	uint64_t bytes = 0, records = 0, version = 0;
	enum ds_status st = DS_OK;

	if (v->parms.counted)
		st = ds_stream_size(v->file, by_counts(v) ? v->extra : 0,
		    &bytes, &records, &version, diag);
	if (st == DS_OK && !view_size_known(v)) {
		st = v->have ? DS_OK : start(v, 1, 0, diag);
		while (st == DS_OK)
			st = next(v, diag);
		if (st == DS_EOD)
			st = DS_OK;
	}
	if (st != DS_OK)
		return st;
	*sizep = by_counts(v) ? bytes : v->size;
	*versionp = version;
	return DS_OK;
}

/* Bytes from of the record on; returns how many. */
static size_t
copy(const struct view *v, uint64_t from, uint8_t *buf, size_t len)
{
	size_t n = 0, part, skip = (size_t)from;

	if (skip < v->head_len) {
		part = v->head_len - skip;
		part = part < len ? part : len;
		memcpy(buf, v->head + skip, part);
		n += part;
		skip += part;
	}
	if (n < len && skip - v->head_len < v->body_len) {
		part = v->body_len - (skip - v->head_len);
		part = part < len - n ? part : len - n;
		memcpy(buf + n, v->body + (skip - v->head_len), part);
		n += part;
		skip += part;
	}
	if (n < len && v->tail_len > 0 && skip < v->len)
		buf[n++] = '\n';
	return n;
}

enum ds_status
view_read(struct view *v, uint64_t offset, uint8_t *buf, size_t len,
    size_t *gotp, bool *eofp, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	size_t n = 0;

	while (n < len && (st = seek(v, offset + n, diag)) == DS_OK)
		n += copy(v, offset + n - v->at, buf + n, len - n);
	/* One more is looked for at the very end alone: is it the end? */
	if (st == DS_OK && n > 0 && offset + n == v->at + v->len)
		st = next(v, diag);
	if (st != DS_OK && st != DS_EOD && n == 0)
		return st;
	*gotp = n;
	*eofp = st == DS_EOD;
	return DS_OK;
}

enum ds_status
view_record(struct view *v, uint64_t offset, struct view_record *vrp,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (!v->single)
		v->have = false;
	v->single = true;
	if ((st = seek(v, offset, diag)) != DS_OK)
		return st;
	*vrp = (struct view_record){v->at, (size_t)v->len, v->rec};
	return DS_OK;
}

void
view_copy(const struct view *v, uint8_t *buf)
{
	copy(v, 0, buf, (size_t)v->len);
}
