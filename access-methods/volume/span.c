/*
 * A volume whose component files go on on others: which piece a request is
 * for. A file of one piece costs one comparison; requests for a further piece
 * run as fast as on its own volume, those across a border are done at once.
 *
 * Another process may add a piece while a file is open here. It is entered in
 * the table before anybody uses it, so who asks for something behind what was
 * there at the last look looks again.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/volume/span_int.h"

/* A request to a further piece, in flight: the caller's has other offsets. */
struct span_sub {
	struct vol_req req;
	struct vol_req *outer;
	struct vol_file *file; /* the piece's */
	struct span_sub *next;
};

struct span_file {
	struct vol_file file;
	struct vol_file *home; /* the first piece */
	/* What is below is there and the first piece's: its length at the last
	 * look, or where the second begins. */
	uint64_t safe;
	unsigned mode; /* of further pieces */
	struct span_table table;
	struct vol_file *piece[VOL_PIECES_MAX]; /* opened when first needed */
	struct span_sub *subs;                  /* in flight */
};

static struct span_file *
file_of(struct vol_file *file)
{
	return (struct span_file *)(void *)file;
}

/* --- pieces: number 0 is the first ------------------------------------------
 */

static uint64_t
start_of(const struct span_file *sf, unsigned number)
{
	return number == 0 ? 0 : sf->table.piece[number - 1].start;
}

/* Where the next one begins; of the last, the end of all offsets. */
static uint64_t
border_of(const struct span_file *sf, unsigned number)
{
	return number == sf->table.n ? UINT64_MAX : start_of(sf, number + 1);
}

static unsigned
piece_at(const struct span_file *sf, uint64_t offset)
{
	unsigned n = sf->table.n;

	while (n > 0 && offset < start_of(sf, n))
		n--;
	return n;
}

/* Offset in the piece's own file. */
static uint64_t
local(const struct span_file *sf, unsigned number, uint64_t offset)
{
	return number == 0 ? offset
			   : SPAN_PAGE + (offset - start_of(sf, number));
}

static enum ds_status
piece_file(struct span_file *sf, unsigned number, struct vol_file **filep,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (number == 0) {
		*filep = sf->home;
		return DS_OK;
	}
	if (sf->piece[number - 1] == NULL &&
	    (st = span_piece_open(span_of(sf->file.vol), sf->file.name,
		 &sf->table.piece[number - 1], sf->mode, &sf->piece[number - 1],
		 diag)) != DS_OK)
		return st;
	*filep = sf->piece[number - 1];
	return DS_OK;
}

/* Bytes of the piece that are there, up to the next. */
static uint64_t
piece_len(const struct span_file *sf, unsigned number, struct vol_file *file)
{
	uint64_t len = vol_size(file), most;

	if (number > 0)
		len = len > SPAN_PAGE ? len - SPAN_PAGE : 0;
	most = border_of(sf, number) - start_of(sf, number);
	return len < most ? len : most;
}

/* Look what there is now. Those that were known stay as they were. */
static enum ds_status
look(struct span_file *sf, struct ds_diag *diag)
{
	struct span_table table;
	enum ds_status st;

	st =
	    span_table_read(span_of(sf->file.vol), sf->file.name, &table, diag);
	if (st != DS_OK)
		return st;
	if (table.n > sf->table.n)
		sf->table = table;
	sf->safe = piece_len(sf, 0, sf->home);
	return DS_OK;
}

/* --- transfers -------------------------------------------------------------
 */

/* The bytes [skip, skip + len) of a request's vector, in iov; how many
 * entries. */
static int
cut_vector(
    const struct vol_req *req, size_t skip, size_t len, struct iovec *iov)
{
	size_t at = 0;
	int n = 0;

	for (int i = 0; i < req->niov && len > 0; i++) {
		size_t have = req->iov[i].iov_len;
		size_t from = skip > at ? skip - at : 0;

		if (from < have) {
			size_t take = have - from < len ? have - from : len;

			iov[n].iov_base =
			    (uint8_t *)req->iov[i].iov_base + from;
			iov[n++].iov_len = take;
			len -= take;
		}
		at += have;
	}
	return n;
}

/*
 * Piece by piece, each waited for. What a piece lacks before the next begins
 * reads as zeros, as does all behind the end.
 */
static enum ds_status
transfer_across(struct span_file *sf, struct vol_req *req, struct ds_diag *diag)
{
	const size_t len = vol_req_len(req);
	struct iovec *iov = calloc((size_t)req->niov + 1, sizeof(*iov));
	enum ds_status st = DS_OK;
	size_t at = 0, done = 0;

	if (iov == NULL)
		return ds_fail(diag, DS_NOMEM, sf->file.name, NULL);
	while (at < len && st == DS_OK && req->error == 0) {
		uint64_t offset = req->offset + at;
		unsigned number = piece_at(sf, offset);
		uint64_t room = border_of(sf, number) - offset;
		size_t take = room < len - at ? (size_t)room : len - at;
		struct vol_req sub = {.write = req->write,
		    .durable = req->durable,
		    .offset = local(sf, number, offset),
		    .iov = iov,
		    .niov = cut_vector(req, at, take, iov)};
		struct vol_file *file = NULL;

		if ((st = piece_file(sf, number, &file, diag)) == DS_OK &&
		    (st = vol_submit(file, &sub, diag)) == DS_OK) {
			vol_wait(file, &sub, NULL);
			req->error = sub.error;
			if (sub.done > 0)
				done = at + sub.done;
		}
		at += take;
	}
	req->done = done;
	free(iov);
	return st;
}

/* A request within a further piece. */
static enum ds_status
transfer_piece(struct span_file *sf, struct vol_req *req, unsigned number,
    struct ds_diag *diag)
{
	struct vol_file *file = NULL;
	struct span_sub *sub;
	enum ds_status st;

	if ((st = piece_file(sf, number, &file, diag)) != DS_OK)
		return st;
	if ((sub = calloc(1, sizeof(*sub))) == NULL)
		return ds_fail(diag, DS_NOMEM, sf->file.name, NULL);
	sub->req = (struct vol_req){.write = req->write,
	    .durable = req->durable,
	    .offset = local(sf, number, req->offset),
	    .iov = req->iov,
	    .niov = req->niov};
	sub->outer = req;
	sub->file = file;
	if ((st = vol_submit(file, &sub->req, diag)) != DS_OK) {
		free(sub);
		return st;
	}
	sub->next = sf->subs;
	sf->subs = sub;
	req->pending = true;
	return DS_OK;
}

static enum ds_status
span_submit(struct vol_file *file, struct vol_req *req, struct ds_diag *diag)
{
	struct span_file *sf = file_of(file);
	const uint64_t end = req->offset + vol_req_len(req);
	struct vol_file *piece = NULL;
	unsigned number;
	enum ds_status st;

	if (end <= sf->safe)
		return sf->home->ops->submit(sf->home, req, diag);
	number = piece_at(sf, req->offset);
	if (number == 0 || number == sf->table.n) {
		/* What is behind the end may have come to be there. */
		if (number > 0 &&
		    (st = piece_file(sf, number, &piece, diag)) != DS_OK)
			return st;
		if ((number == 0 || end - start_of(sf, number) >
					piece_len(sf, number, piece)) &&
		    (st = look(sf, diag)) != DS_OK)
			return st;
		if (end <= sf->safe)
			return sf->home->ops->submit(sf->home, req, diag);
		number = piece_at(sf, req->offset);
	}
	if (number > 0 && end <= border_of(sf, number))
		return transfer_piece(sf, req, number, diag);
	return transfer_across(sf, req, diag);
}

static void
sub_end(struct span_file *sf, struct span_sub *sub)
{
	struct span_sub **at = &sf->subs;

	while (*at != sub)
		at = &(*at)->next;
	*at = sub->next;
	sub->outer->done = sub->req.done;
	sub->outer->error = sub->req.error;
	sub->outer->pending = false;
	free(sub);
}

static void
span_wait(struct vol_file *file, struct vol_req *req)
{
	struct span_file *sf = file_of(file);
	struct span_sub *sub = sf->subs;

	while (sub != NULL && sub->outer != req)
		sub = sub->next;
	if (sub == NULL) {
		sf->home->ops->wait(sf->home, req);
		return;
	}
	if (sub->req.pending)
		sub->file->ops->wait(sub->file, &sub->req);
	sub_end(sf, sub);
}

static void
span_file_close(struct vol_file *file)
{
	struct span_file *sf = file_of(file);

	while (sf->subs != NULL)
		span_wait(file, sf->subs->outer);
	for (unsigned i = 0; i < sf->table.n; i++)
		vol_file_close(&sf->piece[i]);
	vol_file_close(&sf->home);
	free(sf);
}

/* --- what is done to all pieces ---------------------------------------------
 */

static enum ds_status
span_flush(struct vol_file *file, struct ds_diag *diag)
{
	struct span_file *sf = file_of(file);
	struct vol_file *piece = NULL;
	enum ds_status st;

	/* Another open file may have written to one that is new to this. */
	st = look(sf, diag);
	for (unsigned n = 0; n <= sf->table.n && st == DS_OK; n++)
		if ((st = piece_file(sf, n, &piece, diag)) == DS_OK)
			st = vol_flush(piece, diag);
	return st;
}

static enum ds_status
span_reserve(
    struct vol_file *file, uint64_t offset, uint64_t len, struct ds_diag *diag)
{
	struct span_file *sf = file_of(file);
	const uint64_t end = offset + len;
	struct vol_file *piece = NULL;
	enum ds_status st;

	if ((st = look(sf, diag)) != DS_OK)
		return st;
	while (offset < end && st == DS_OK) {
		unsigned n = piece_at(sf, offset);
		uint64_t border = border_of(sf, n);
		uint64_t upto = end < border ? end : border;

		if ((st = piece_file(sf, n, &piece, diag)) == DS_OK)
			st = vol_reserve(
			    piece, local(sf, n, offset), upto - offset, diag);
		offset = upto;
	}
	sf->safe = piece_len(sf, 0, sf->home);
	return st;
}

static enum ds_status
span_truncate(struct vol_file *file, uint64_t len, struct ds_diag *diag)
{
	struct span_file *sf = file_of(file);
	enum ds_status st;

	if ((st = look(sf, diag)) != DS_OK)
		return st;
	if (sf->table.n > 0)
		return ds_fail(diag, DS_UNSUPPORTED, file->name,
		    "a file on several volumes is not cut");
	if ((st = vol_truncate(sf->home, len, diag)) == DS_OK)
		sf->safe = len < sf->safe ? len : sf->safe;
	return st;
}

/* Up to the first byte that is missing: one of a piece that is not there, too,
 * so who looks whether all is there learns that it is not. */
static uint64_t
span_size(struct vol_file *file)
{
	struct span_file *sf = file_of(file);
	struct vol_file *piece = NULL;
	uint64_t size = 0;

	if (look(sf, NULL) != DS_OK)
		return 0;
	for (unsigned n = 0; n <= sf->table.n && size == start_of(sf, n); n++) {
		if (piece_file(sf, n, &piece, NULL) != DS_OK)
			break;
		size += piece_len(sf, n, piece);
	}
	return size;
}

static uint64_t
span_cached(struct vol_file *file, uint64_t offset, uint64_t len)
{
	struct span_file *sf = file_of(file);
	struct vol_file *piece = NULL;
	uint64_t sum = 0;

	while (len > 0) {
		unsigned n = piece_at(sf, offset);
		uint64_t room = border_of(sf, n) - offset;
		uint64_t take = len < room ? len : room;

		if (piece_file(sf, n, &piece, NULL) == DS_OK)
			sum += vol_cached(piece, local(sf, n, offset), take);
		offset += take;
		len -= take;
	}
	return sum;
}

/* --- what belongs to the first volume ---------------------------------------
 */

static enum ds_status
span_map(
    struct vol_file *file, size_t len, uint8_t **memp, struct ds_diag *diag)
{
	struct span_file *sf = file_of(file);

	if (len > sf->safe)
		return ds_fail(diag, DS_UNSUPPORTED, file->name,
		    "only what is on the first volume can be mapped");
	return vol_map(sf->home, len, memp, diag);
}

static void
span_map_prepare(struct vol_file *file, size_t offset, size_t len)
{
	vol_map_prepare(file_of(file)->home, offset, len);
}

static enum ds_status
span_lock(struct vol_file *file, uint64_t offset, uint64_t len,
    enum vol_lock how, struct ds_diag *diag)
{
	return vol_lock(file_of(file)->home, offset, len, how, diag);
}

static bool
span_locked(struct vol_file *file, uint64_t offset, uint64_t len)
{
	return vol_locked(file_of(file)->home, offset, len);
}

static bool
span_named(struct vol_file *file)
{
	return vol_named(file_of(file)->home);
}

/* --- the volume ------------------------------------------------------------
 */

static enum ds_status
span_open(struct volume *vol, const char *name, unsigned mode,
    struct vol_file **filep, struct ds_diag *diag)
{
	struct span_volume *sv = span_of(vol);
	struct span_file *sf;
	enum ds_status st;

	if (!vol_name_component(name))
		return vol_file_open(sv->inner, name, mode, filep, diag);
	if ((sf = calloc(1, sizeof(*sf))) == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	st = vol_file_open(sv->inner, name, mode, &sf->home, diag);
	if (st != DS_OK) {
		free(sf);
		return st;
	}
	sf->file.ops = vol->ops;
	sf->file.vol = vol;
	memcpy(sf->file.name, name, strlen(name) + 1);
	sf->file.direct = sf->home->direct;
	sf->file.writable = sf->home->writable;
	sf->mode =
	    (mode & VOL_DIRECT) | (sf->home->writable ? VOL_WRITE : VOL_READ);
	/* A damaged table shows when a further piece is asked for. */
	look(sf, NULL);
	*filep = &sf->file;
	return DS_OK;
}

static void
span_close(struct volume *vol)
{
	vol_close(&span_of(vol)->inner);
	free(vol);
}

static uint64_t
span_free_bytes(const struct volume *vol)
{
	return vol_free(((const struct span_volume *)(const void *)vol)->inner);
}

static enum ds_status
span_drop(struct volume *vol, const char *name, struct ds_diag *diag)
{
	struct span_volume *sv = span_of(vol);
	enum ds_status st;

	if (vol_name_component(name) &&
	    (st = span_drop_pieces(sv, name, diag)) != DS_OK)
		return st;
	return vol_drop(sv->inner, name, diag);
}

/* Components keep their names; all else is here alone. */
static enum ds_status
span_rename(
    struct volume *vol, const char *from, const char *to, struct ds_diag *diag)
{
	struct span_table table;
	enum ds_status st;

	if (vol_name_component(from)) {
		st = span_table_read(span_of(vol), from, &table, diag);
		if (st != DS_OK)
			return st;
		if (table.n > 0)
			return ds_fail(diag, DS_UNSUPPORTED, from,
			    "a file on several volumes keeps its name");
	}
	return vol_rename(span_of(vol)->inner, from, to, diag);
}

static enum ds_status
span_sync(struct volume *vol, struct ds_diag *diag)
{
	return vol_sync(span_of(vol)->inner, diag);
}

static bool
span_exists(struct volume *vol, const char *name)
{
	return vol_exists(span_of(vol)->inner, name);
}

static enum ds_status
span_list(struct volume *vol, bool (*fn)(void *ctx, const char *name),
    void *ctx, struct ds_diag *diag)
{
	return vol_list(span_of(vol)->inner, fn, ctx, diag);
}

static const struct vol_ops span_ops = {
    .close = span_close,
    .free_bytes = span_free_bytes,
    .open = span_open,
    .drop = span_drop,
    .rename = span_rename,
    .sync = span_sync,
    .exists = span_exists,
    .list = span_list,
    .file_close = span_file_close,
    .submit = span_submit,
    .wait = span_wait,
    .flush = span_flush,
    .reserve = span_reserve,
    .truncate = span_truncate,
    .size = span_size,
    .cached = span_cached,
    .map = span_map,
    .map_prepare = span_map_prepare,
    .lock = span_lock,
    .locked = span_locked,
    .named = span_named,
};

enum ds_status
vol_span_wrap(struct volume **innerp, const struct vol_peers *peers,
    struct volume **volp, struct ds_diag *diag)
{
	struct span_volume *sv = calloc(1, sizeof(*sv));

	if (sv == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	sv->vol.ops = &span_ops;
	sv->vol.readonly = (*innerp)->readonly;
	sv->inner = *innerp;
	sv->peers = *peers;
	*innerp = NULL;
	*volp = &sv->vol;
	return DS_OK;
}

struct volume *
vol_span_inner(struct volume *vol)
{
	return vol->ops == &span_ops ? span_of(vol)->inner : vol;
}
