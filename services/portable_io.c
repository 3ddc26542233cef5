/* Portable data sets, the segments: portable_int.h. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "services/host_int.h"
#include "services/portable_int.h"

const struct ds_attrs ds_portable_attrs = {
    .name = "PORTABLE",
    .org = DS_ORG_PS,
    .recfm = DS_RECFM_VBS,
    .lrecl = HOST_LRECL_MAX,
};

/* The sum goes over the sum before and that of the new segment. */
static void
add_check(uint32_t *checkp, const uint8_t *seg, size_t len)
{
	uint8_t both[8];

	be32_put(both, *checkp);
	be32_put(both + 4, crc32c(seg, len));
	*checkp = crc32c(both, sizeof(both));
}

/* --- writing ----------------------------------------------------------------
 */

enum ds_status
port_writer_set(
    struct port_writer *w, struct ds_file *out, struct ds_diag *diag)
{
	const struct ds_attrs *a = ds_attrs(out);
	uint32_t max = recfm_max_len(a->recfm, a->lrecl, 0);

	memset(w, 0, sizeof(*w));
	w->out = out;
	if (a->vsam || a->text || (!a->dummy && !recfm_is_variable(a->recfm)))
		return ds_fail(diag, DS_INVALID, a->name,
		    "a portable copy has records of variable length, no text: "
		    "RECFM VBS is usual");
	if (a->dummy || max > PORT_SEGMENT_MAX)
		max = PORT_SEGMENT_MAX;
	if (max < PORT_SEGMENT_MIN)
		return ds_fail(diag, DS_INVALID, a->name,
		    "records of %u bytes are too short for a portable copy",
		    max);
	w->max = max;
	return DS_OK;
}

/* As many bytes as fit behind those that the segment has. */
static size_t
take(struct port_writer *w, size_t at, const uint8_t **pp, size_t *leftp)
{
	size_t n = w->max - at;

	if (n > *leftp)
		n = *leftp;
	if (n > 0)
		memcpy(w->seg + at, *pp, n);
	*pp += n;
	*leftp -= n;
	return at + n;
}

enum ds_status
port_put(struct port_writer *w, enum port_kind kind, const void *head,
    size_t head_len, const void *data, size_t len, struct ds_diag *diag)
{
	const uint8_t *h = head, *d = data;
	uint8_t flags = PORT_FIRST;
	enum ds_status st;
	size_t n;

	if (kind == PORT_RECORD) {
		w->records++;
		w->bytes += len;
	}
	do {
		n = take(w, PORT_SEGMENT_HEAD, &h, &head_len);
		n = take(w, n, &d, &len);
		if (head_len + len == 0)
			flags |= PORT_LAST;
		w->seg[0] = (uint8_t)kind;
		w->seg[1] = flags;
		if ((st = ds_put(w->out, w->seg, n, diag)) != DS_OK)
			return st;
		add_check(&w->check, w->seg, n);
		flags = 0;
	} while (head_len + len > 0);
	return DS_OK;
}

enum ds_status
port_put_trailer(struct port_writer *w, struct ds_diag *diag)
{
	uint8_t t[PORT_TRAILER_LEN];

	be64_put(t, w->records);
	be64_put(t + 8, w->bytes);
	be32_put(t + 16, w->check);
	return port_put(w, PORT_TRAILER, t, sizeof(t), NULL, 0, diag);
}

/* --- reading ----------------------------------------------------------------
 */

void
port_reader_free(struct port_reader *r)
{
	free(r->item);
	r->item = NULL;
}

static enum ds_status
bad(const struct port_reader *r, struct ds_diag *diag, const char *what)
{
	return ds_fail(diag, DS_CORRUPT, ds_attrs(r->in)->name, "%s", what);
}

static enum ds_status
append(struct port_reader *r, const uint8_t *p, size_t n, struct ds_diag *diag)
{
	size_t room = r->room > 0 ? r->room : PORT_SEGMENT_MAX;
	uint8_t *item;

	while (room < r->len + n)
		room *= 2;
	if (room != r->room) {
		if ((item = realloc(r->item, room)) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		r->item = item;
		r->room = room;
	}
	if (n > 0)
		memcpy(r->item + r->len, p, n);
	r->len += n;
	return DS_OK;
}

/* The next record of the data set; damage of its own is damage of the copy. */
static enum ds_status
segment(struct port_reader *r, struct ds_rec *rec, struct ds_diag *diag)
{
	enum ds_status st = ds_get(r->in, rec, diag);

	if (st == DS_EOD)
		return bad(r, diag, "it ends before its trailer");
	if (st == DS_BADBLOCK)
		return bad(r, diag, "it ends, or is damaged, inside a record");
	if (st == DS_OK && rec->len < PORT_SEGMENT_HEAD)
		return bad(r, diag, "a record is no segment");
	return st;
}

enum ds_status
port_get(struct port_reader *r, size_t limit, enum port_kind *kindp,
    struct ds_diag *diag)
{
	uint8_t kind = 0, flags, want = PORT_FIRST;
	uint32_t before = r->check;
	struct ds_rec rec;
	enum ds_status st;

	r->len = 0;
	do {
		if ((st = segment(r, &rec, diag)) != DS_OK)
			return st;
		flags = rec.data[1];
		if ((flags & PORT_FIRST) != want ||
		    (want == 0 && rec.data[0] != kind) ||
		    (flags & ~(PORT_FIRST | PORT_LAST)) != 0)
			return bad(r, diag,
			    "a record is not the segment that "
			    "should follow");
		kind = rec.data[0];
		if (kind < PORT_HEADER || kind > PORT_TRAILER)
			return bad(r, diag, "a record is of no known kind");
		if (rec.len - PORT_SEGMENT_HEAD > limit - r->len)
			return bad(r, diag, "an item is too long");
		add_check(&r->check, rec.data, rec.len);
		st = append(r, rec.data + PORT_SEGMENT_HEAD,
		    rec.len - PORT_SEGMENT_HEAD, diag);
		if (st != DS_OK)
			return st;
		want = 0;
	} while ((flags & PORT_LAST) == 0);
	if (kind == PORT_TRAILER)
		r->check = before; /* it does not cover itself */
	if (kind == PORT_RECORD && r->len < PORT_NUMBER_LEN)
		return bad(r, diag, "a record has no number");
	if (kind == PORT_RECORD) {
		r->records++;
		r->bytes += r->len - PORT_NUMBER_LEN;
	}
	*kindp = (enum port_kind)kind;
	return DS_OK;
}

enum ds_status
port_check_trailer(struct port_reader *r, struct ds_diag *diag)
{
	struct ds_rec rec;
	enum ds_status st;

	if (r->len != PORT_TRAILER_LEN || be64_get(r->item) != r->records ||
	    be64_get(r->item + 8) != r->bytes)
		return bad(r, diag, "it has not the records that it counts");
	if (be32_get(r->item + 16) != r->check)
		return bad(r, diag, "its check sum is wrong");
	st = ds_get(r->in, &rec, diag);
	if (st == DS_EOD)
		return DS_OK;
	return st == DS_OK || st == DS_BADBLOCK
		   ? bad(r, diag, "something follows its trailer")
		   : st;
}
