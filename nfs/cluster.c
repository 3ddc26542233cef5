/*
 * Records of clusters: added, and changed in place.
 *
 * What is added is added record by record, each of which is there when its
 * request is done. So whoever dies in the midst of it leaves a part, and the
 * next server adds the rest (redo): of a KSDS it finds those that are there by
 * their keys; of the others, behind the records that there were, as many as are
 * equal one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "nfs/cluster.h"
#include "nfs/view.h"

/* --- adding ----------------------------------------------------------------
 */

struct adding {
	struct ds_file *file;
	const struct target *t;
	bool redo;
	bool behind;     /* redo: the file stands behind the old records */
	uint64_t rrn;    /* the last slot that is used */
	uint64_t put;    /* records */
	uint64_t undone; /* ... that are to go again */
};

static bool
is_relative(const struct target *t)
{
	return t->org == DS_ORG_RRDS || t->org == DS_ORG_VRRDS;
}

/* The record that has the key of rec. DS_NOTFOUND. */
static enum ds_status
get_same_key(const struct adding *a, const uint8_t *rec, struct ds_rec *gotp,
    struct ds_diag *diag)
{
	const uint8_t *key = rec + a->t->rkp;
	enum ds_status st;

	st = ds_point_key(a->file, key, a->t->keylen, diag);
	if (st == DS_OK)
		st = ds_get(a->file, gotp, diag);
	if (st == DS_EOD)
		return DS_NOTFOUND;
	return st == DS_OK &&
		       memcmp(gotp->data + a->t->rkp, key, a->t->keylen) != 0
		   ? DS_NOTFOUND
		   : st;
}

static enum ds_status
is_new(void *ctx, const uint8_t *rec, size_t len, struct ds_diag *diag)
{
	const struct adding *a = ctx;
	struct ds_rec got;
	enum ds_status st = get_same_key(a, rec, &got, diag);

	(void)len;
	if (st == DS_OK)
		return ds_fail(diag, DS_DUPLICATE, a->t->file,
		    "a record that is added has a key that is there");
	return st == DS_NOTFOUND ? DS_OK : st;
}

/* The last slot of those that are used. */
static enum ds_status
find_last(struct adding *a, struct ds_diag *diag)
{
	uint64_t bytes, records, version, begin;
	struct ds_rec got;
	enum ds_status st;

	st = ds_stream_size(a->file, 1, &bytes, &records, &version, diag);
	if (st != DS_OK || records == 0)
		return st;
	st = ds_point_offset(a->file, bytes - 1, 1, &begin, diag);
	if (st == DS_OK)
		st = ds_get(a->file, &got, diag);
	if (st == DS_OK)
		a->rrn = got.rrn;
	return st;
}

/* What comes now is not there. Of a relative data set it goes behind the last.
 */
static enum ds_status
nothing_more(struct adding *a, struct ds_diag *diag)
{
	a->behind = false;
	return is_relative(a->t) ? find_last(a, diag) : DS_OK;
}

/* Is it there already, by one who did not come to its end? */
static enum ds_status
is_done(struct adding *a, const uint8_t *rec, size_t len, bool *donep,
    struct ds_diag *diag)
{
	struct ds_rec got;
	enum ds_status st;

	*donep = false;
	if (a->t->org == DS_ORG_KSDS) {
		st = get_same_key(a, rec, &got, diag);
		*donep = st == DS_OK && got.len == len &&
			 memcmp(got.data, rec, len) == 0;
		return st == DS_NOTFOUND ? DS_OK : st;
	}
	if (!a->behind)
		return DS_OK;
	if ((st = ds_get(a->file, &got, diag)) == DS_OK)
		*donep = got.len == len && memcmp(got.data, rec, len) == 0;
	if (st != DS_OK && st != DS_EOD)
		return st;
	return *donep ? DS_OK : nothing_more(a, diag);
}

static enum ds_status
add(void *ctx, const uint8_t *rec, size_t len, struct ds_diag *diag)
{
	struct adding *a = ctx;
	enum ds_status st = DS_OK;
	bool done = false;

	if (a->redo)
		st = is_done(a, rec, len, &done, diag);
	if (st != DS_OK || done)
		return st;
	st = is_relative(a->t) ? ds_put_rrn(a->file, rec, len, a->rrn + 1, diag)
			       : ds_put(a->file, rec, len, diag);
	if (st == DS_OK) {
		a->rrn++;
		a->put++;
	}
	return st;
}

/* The first a->put of them go again. */
static enum ds_status
take_away(void *ctx, const uint8_t *rec, size_t len, struct ds_diag *diag)
{
	struct adding *a = ctx;
	struct ds_rec got;
	enum ds_status st;

	(void)len;
	if (a->undone == a->put)
		return DS_STOPPED;
	if ((st = get_same_key(a, rec, &got, diag)) == DS_OK)
		st = ds_erase(a->file, diag);
	a->undone += st == DS_OK;
	return st;
}

/* Behind the records that there were. */
static enum ds_status
pass_old(struct adding *a, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct ds_rec got;

	for (uint64_t n = 0; st == DS_OK && n < a->t->was; n++)
		st = ds_get(a->file, &got, diag);
	a->behind = st == DS_OK;
	return st == DS_EOD ? nothing_more(a, diag) : st;
}

static enum ds_status
add_all(struct adding *a, const struct content *c, struct ds_diag *diag)
{
	const bool keyed = a->t->org == DS_ORG_KSDS;
	enum ds_status st = DS_OK;

	if (a->redo && !keyed)
		st = pass_old(a, diag);
	else if (is_relative(a->t))
		st = find_last(a, diag);
	if (st == DS_OK && keyed && !a->redo && !a->t->empty)
		st = content_cut(a->t, c, is_new, a, diag);
	return st == DS_OK ? content_cut(a->t, c, add, a, diag) : st;
}

static unsigned
intent_of(const struct target *t)
{
	if (!t->empty)
		return DS_INPUT | DS_OUTPUT | DS_SEQ | DS_REPLACE;
	return DS_OUTPUT | DS_SEQ |
	       (t->org == DS_ORG_KSDS || t->org == DS_ORG_VRRDS ? DS_BULK : 0);
}

enum ds_status
cluster_add(struct ds_system *sys, const struct target *t,
    const struct content *c, bool redo, bool *partlyp, struct ds_diag *diag)
{
	const struct ds_open_parms how = {.disp = DD_SHR};
	struct adding a = {.t = t, .redo = redo && !t->empty};
	struct ds_diag undo = {0};
	enum ds_status st;

	*partlyp = false;
	st = ds_open_with(sys, t->file, intent_of(t), &how, &a.file, diag);
	if (st != DS_OK)
		return st;
	st = t->empty ? content_cut(t, c, add, &a, diag) : add_all(&a, c, diag);
	if (st == DS_OK)
		return ds_close(&a.file, diag);
	/* What is loaded is not there before its close. */
	if (!t->empty && t->org == DS_ORG_KSDS && !redo)
		content_cut(t, c, take_away, &a, &undo);
	*partlyp = !t->empty && a.undone < a.put;
	if (!t->empty)
		ds_close(&a.file, &undo);
	ds_abandon(&a.file);
	return st;
}

/* --- changing in place -----------------------------------------------------
 */

struct changing {
	struct ds_file *file;
	struct target t;
	struct view *view;
	bool apply; /* else it is only looked at */
	/* of the record in hand */
	const struct ds_rec *old;
	unsigned n; /* that it has become */
};

static enum ds_status
change_one(void *ctx, const uint8_t *rec, size_t len, struct ds_diag *diag)
{
	struct changing *c = ctx;
	const struct target *t = &c->t;

	if (c->n++ > 0 || len != c->old->len ||
	    (t->org == DS_ORG_KSDS &&
		memcmp(rec + t->rkp, c->old->data + t->rkp, t->keylen) != 0))
		return ds_fail(diag, DS_INVALID, t->file,
		    "a record would get another key or length");
	if (!c->apply || memcmp(rec, c->old->data, len) == 0)
		return DS_OK;
	return ds_update(c->file, rec, len, diag);
}

/* What the record looks like, with the new bytes. */
static enum ds_status
overlay(struct changing *c, const struct view_record *vr, uint8_t *image,
    uint64_t offset, const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	const uint64_t end = vr->begin + vr->len;
	const uint64_t from = offset > vr->begin ? offset : vr->begin;
	const uint64_t to = offset + len < end ? offset + len : end;
	struct cutter *cut = NULL;
	enum ds_status st;

	view_copy(c->view, image);
	memcpy(image + (from - vr->begin), buf + (from - offset),
	    (size_t)(to - from));
	c->old = &vr->rec;
	c->n = 0;
	if ((st = cut_new(&c->t.cut, change_one, c, &cut, diag)) != DS_OK)
		return st;
	st = cut_feed(cut, image, vr->len, diag);
	if (st == DS_OK && (cut_within(cut) || c->n != 1))
		st = ds_fail(diag, DS_INVALID, c->t.file,
		    "a record would end within another");
	cut_free(&cut);
	return st;
}

/* One pass over the records that the bytes are in. */
static enum ds_status
pass(struct changing *c, uint64_t offset, const uint8_t *buf, size_t len,
    struct ds_diag *diag)
{
	struct view_record vr;
	enum ds_status st = DS_OK;
	uint8_t *image;

	view_changed(c->view);
	for (uint64_t at = offset; st == DS_OK && at < offset + len;
	     at = vr.begin + vr.len) {
		if ((st = view_record(c->view, at, &vr, diag)) != DS_OK)
			break;
		if ((image = malloc(vr.len + 1)) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		st = overlay(c, &vr, image, offset, buf, len, diag);
		free(image);
	}
	return st;
}

enum ds_status
cluster_change(struct ds_system *sys, const struct target *t, uint64_t offset,
    const uint8_t *buf, size_t len, struct ds_diag *diag)
{
	const struct view_parms parms = {.view = t->cut.view, .counted = true};
	const struct ds_open_parms how = {.disp = DD_SHR, .durable = true};
	struct changing c = {.t = *t};
	struct ds_diag last = {0};
	enum ds_status st;

	st = ds_open_with(sys, t->file,
	    DS_INPUT | DS_OUTPUT | DS_SEQ | DS_REPLACE, &how, &c.file, diag);
	if (st != DS_OK)
		return st;
	c.t.cut.fixed = ds_attrs(c.file)->fixed;
	c.t.cut.whole = true;
	st = view_new(c.file, &parms, &c.view, diag);
	if (st == DS_OK)
		st = pass(&c, offset, buf, len, diag);
	c.apply = true;
	if (st == DS_OK)
		st = pass(&c, offset, buf, len, diag);
	view_free(&c.view);
	if (st == DS_OK)
		return ds_close(&c.file, diag);
	ds_close(&c.file, &last);
	return st;
}
