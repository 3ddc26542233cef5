/*
 * Many records at once: by the organization's own way, or one after the other
 * from a position aside, copied; what addresses tell is read beforehand.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/am_int.h"

static enum ds_status
aside_ready(struct am_pos *pos, struct ds_diag *diag)
{
	struct am_pos *aside;

	if (pos->aside != NULL)
		return DS_OK;
	if ((aside = calloc(1, sizeof(*aside))) != NULL) {
		aside->file = pos->file;
		if (pos->file->ops->pos_new(aside) == DS_OK) {
			pos->aside = aside;
			return DS_OK;
		}
	}
	free(aside);
	return ds_fail(diag, DS_NOMEM, NULL, NULL);
}

void
am_many_free(struct am_pos *pos)
{
	if (pos->aside != NULL)
		pos->file->ops->pos_free(pos->aside);
	free(pos->aside);
	free(pos->many);
	pos->aside = NULL;
	pos->many = NULL;
	pos->many_cap = 0;
}

/* The control intervals that RBAs are in. */
static void
bring(struct am_file *file, const struct am_want *want, size_t n)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);
	uint64_t rba[BUF_BRING_MAX];

	if (attr->org == DS_ORG_PS)
		return;
	for (size_t i = 0; i < n; i++)
		rba[i] = want[i].num / attr->ci_len * attr->ci_len;
	buf_bring(file->sphere, SPHERE_DATA, rba, n);
}

/* Room for len bytes behind the at that are in use. */
static bool
room(struct am_pos *pos, size_t at, size_t len)
{
	size_t cap = pos->many_cap > 0 ? pos->many_cap : 4096;
	uint8_t *p;

	while (cap - at < len)
		cap *= 2;
	if (cap == pos->many_cap)
		return true;
	if ((p = realloc(pos->many, cap)) == NULL)
		return false;
	pos->many = p;
	pos->many_cap = cap;
	return true;
}

static enum ds_status
get_copy(struct am_pos *pos, enum am_how how, struct am_want *w, size_t keylen,
    size_t *atp, struct ds_diag *diag)
{
	const struct am_ops *ops = pos->file->ops;
	enum ds_status st;

	st = ops->point(
	    pos->aside, how, AM_EQ, false, w->key, keylen, w->num, diag);
	w->rec.more = false;
	if (st == DS_OK)
		st = ops->get(pos->aside, &w->rec, diag);
	if (st == DS_OK && !room(pos, *atp, w->rec.len))
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st != DS_OK)
		return st;
	memcpy(pos->many + *atp, w->rec.data, w->rec.len);
	*atp += w->rec.len;
	return DS_OK;
}

static enum ds_status
one_by_one(struct am_pos *pos, enum am_how how, struct am_want *want, size_t n,
    size_t keylen, struct ds_diag *diag)
{
	size_t at = 0;
	enum ds_status st;

	if ((st = aside_ready(pos, diag)) != DS_OK)
		return st;
	for (size_t i = 0; i < n; i++) {
		if (how == AM_RBA && i % BUF_BRING_MAX == 0)
			bring(pos->file, want + i,
			    n - i < BUF_BRING_MAX ? n - i : BUF_BRING_MAX);
		want[i].st = get_copy(pos, how, &want[i], keylen, &at, diag);
		if (want[i].st == DS_BADKEYLEN || want[i].st == DS_LOADING ||
		    want[i].st == DS_NOMEM || want[i].st == DS_BADOPTION)
			return want[i].st;
	}
	at = 0;
	for (size_t i = 0; i < n; i++)
		if (want[i].st == DS_OK) {
			want[i].rec.data = pos->many + at;
			at += want[i].rec.len;
		}
	return DS_OK;
}

static enum ds_status
get_all(struct am_pos *pos, enum am_how how, struct am_want *want, size_t n,
    size_t keylen, struct ds_diag *diag)
{
	struct am_file *file = pos->file;
	enum ds_status st = DS_UNSUPPORTED;

	if (how == AM_KEY && file->ops->get_many != NULL)
		st = file->ops->get_many(pos, want, n, keylen, diag);
	if (st == DS_UNSUPPORTED)
		st = one_by_one(pos, how, want, n, keylen, diag);
	for (size_t i = 0; st == DS_OK && i < n; i++)
		if (want[i].st != DS_NOTFOUND)
			st = want[i].st;
	return st;
}

enum ds_status
am_get_many(struct am_pos *pos, enum am_how how, struct am_want *want, size_t n,
    size_t keylen, struct ds_diag *diag)
{
	struct am_file *file = pos->file;
	enum ds_status st = DS_AGAIN;

	if (n > AM_MANY_MAX ||
	    (how != AM_KEY && how != AM_RBA && how != AM_RRN))
		return ds_fail(diag, DS_INVALID,
		    sphere_attr(file->sphere, SPHERE_DATA)->name,
		    "so many records cannot be asked for, or not so");
	if (!file->shared)
		return get_all(pos, how, want, n, keylen, diag);
	/* All of them at one time. */
	for (int i = 0; am_again(file, &i, &st, diag);)
		st = get_all(pos, how, want, n, keylen, diag);
	return st;
}
