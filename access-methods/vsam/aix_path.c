/*
 * Positions of a path: an alternate index record is read whole, its pointers
 * are followed one by one to the base.
 *
 * When the set changed since the record was read, it is read again by its key,
 * and goes on behind the pointer that was followed last. So each record that
 * is there all the time comes exactly once.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/aix_int.h"

static struct aix_set *
set_of(const struct am_pos *pos)
{
	return pos->file->priv;
}

static const char *
aix_name(const struct aix_set *set)
{
	return sphere_attr(set->path->file->sphere, SPHERE_DATA)->name;
}

/* The next record of the alternate index is the one in hand. */
static enum ds_status
rec_next(struct aix_set *set, struct aix_pos *ap, struct ds_diag *diag)
{
	struct am_rec rec;
	const char *why;
	enum ds_status st;

	ap->have = false;
	ap->nwant = ap->wanted = 0;
	st = set->path->file->ops->get(ap->aix, &rec, diag);
	if (st != DS_OK)
		return st;
	st = aix_rec_decode(rec.data, rec.len, &set->path->sh, &ap->in, &why);
	if (st == DS_OK && rec.len > set->path->sh.max_len) {
		st = DS_CORRUPT;
		why = "alternate index record longer than its maximum";
	}
	if (st != DS_OK)
		return ds_fail_rba(diag, st, aix_name(set), rec.rba, "%s", why);
	memcpy(ap->rec, rec.data, rec.len);
	ap->in.key = ap->rec + AIX_HEADER_LEN;
	ap->in.ptrs = ap->in.key + set->path->sh.keylen;
	ap->next = ap->backward ? ap->in.n : 0;
	ap->changes = set->changes;
	ap->followed = false;
	ap->have = true;
	return DS_OK;
}

static bool
exhausted(const struct aix_pos *ap)
{
	return ap->backward ? ap->next == 0 : ap->next >= ap->in.n;
}

/* Behind the pointer followed last; it may be gone. */
static void
skip_followed(struct aix_set *set, struct aix_pos *ap)
{
	const struct aix_shape *sh = &set->path->sh;
	bool found;
	uint32_t i;

	if (!ap->followed)
		return;
	i = aix_rec_find(&ap->in, sh, ap->last, &found);
	ap->next = found && !ap->backward ? i + 1 : i;
}

/* The record of key, or what is in its place now. DS_EOD. */
static enum ds_status
rec_find(struct aix_set *set, struct aix_pos *ap, const uint8_t *key,
    struct ds_diag *diag)
{
	const struct aix_shape *sh = &set->path->sh;
	const struct am_ops *ops = set->path->file->ops;
	bool followed = ap->followed;
	int order;
	enum ds_status st;

	st = ops->point(
	    ap->aix, AM_KEY, AM_GE, ap->backward, key, sh->keylen, 0, diag);
	if (st == DS_NOTFOUND && !ap->backward)
		return ds_fail(diag, DS_EOD, aix_name(set), NULL);
	if (st == DS_NOTFOUND)
		st =
		    ops->point(ap->aix, AM_LAST, AM_GE, true, NULL, 0, 0, diag);
	if (st == DS_NOTFOUND)
		return ds_fail(diag, DS_EOD, aix_name(set), NULL);
	if (st != DS_OK || (st = rec_next(set, ap, diag)) != DS_OK)
		return st;
	order = memcmp(ap->in.key, key, sh->keylen);
	if (order > 0 && ap->backward)
		return rec_next(set, ap, diag); /* that one was given before */
	ap->followed = followed;
	if (order == 0)
		skip_followed(set, ap);
	else
		ap->followed = false;
	return DS_OK;
}

/* The record in hand is of another time: read it again. */
static enum ds_status
rec_again(struct aix_set *set, struct aix_pos *ap, struct ds_diag *diag)
{
	bool followed = ap->followed;
	uint8_t key[AIX_POINTER_MAX];
	enum ds_status st;

	memcpy(key, ap->in.key, set->path->sh.keylen);
	st = rec_find(set, ap, key, diag);
	if (st == DS_AGAIN) {
		/* What was read on the way is of no time, too. */
		memcpy(ap->rec + AIX_HEADER_LEN, key, set->path->sh.keylen);
		ap->in.key = ap->rec + AIX_HEADER_LEN;
		ap->have = true;
		ap->followed = followed;
		ap->changes = set->changes - 1;
	}
	return st;
}

enum ds_status
aix_path_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	bool was = ap->backward;
	enum ds_status st;

	if (how == AM_RBA || how == AM_RRN || how == AM_OFFSET)
		return ds_fail(diag, DS_NOTBYPATH, aix_name(set), NULL);
	st = set->path->file->ops->point(
	    ap->aix, how, match, backward, arg, arglen, 0, diag);
	if (st != DS_OK)
		return st;
	ap->backward = backward;
	if ((st = rec_next(set, ap, diag)) != DS_OK) {
		ap->backward = was;
		return st;
	}
	ap->set = true;
	ap->held = false;
	return DS_OK;
}

static enum ds_status
first(struct am_pos *pos, struct ds_diag *diag)
{
	enum ds_status st;

	st = aix_path_point(pos, AM_FIRST, AM_GE, false, NULL, 0, diag);
	if (st == DS_NOTFOUND)
		return ds_fail(diag, DS_EOD, aix_name(set_of(pos)), NULL);
	return st;
}

/* The base record that ptr means. */
static enum ds_status
follow(struct aix_set *set, struct aix_pos *ap, const uint8_t *ptr,
    struct am_rec *recp, struct ds_diag *diag)
{
	const struct aix_shape *sh = &set->path->sh;
	const struct am_ops *ops = set->base->ops;
	enum ds_status st;

	if (sh->by_key)
		st = ops->point(
		    ap->base, AM_KEY, AM_EQ, false, ptr, sh->ptr_len, 0, diag);
	else
		st = ops->point(ap->base, AM_RBA, AM_EQ, false, NULL, 0,
		    aix_pointer_rba(sh, ptr), diag);
	if (st == DS_OK)
		st = ops->get(ap->base, recp, diag);
	if (st == DS_NOTFOUND || st == DS_BADRBA)
		return ds_fail(diag, DS_NOBASE, aix_name(set),
		    "no base record is where a pointer leads");
	/* One with another key is delivered, as VSAM does: the alternate index
	 * is stale (NOUPGRADE, or changed by a path with NOUPDATE). */
	return st;
}

/* The pointer that is n behind the next in the direction. */
static const uint8_t *
pointer(const struct aix_set *set, const struct aix_pos *ap, uint32_t n)
{
	uint32_t i = ap->backward ? ap->next - 1 - n : ap->next + n;

	return ap->in.ptrs + (size_t)i * set->path->sh.ptr_len;
}

/* Base records of the next pointers at once, when there are several; whatever
 * fails is met again one by one. */
static void
want_many(struct aix_set *set, struct aix_pos *ap)
{
	const struct aix_shape *sh = &set->path->sh;
	uint32_t n = ap->backward ? ap->next : ap->in.n - ap->next;

	ap->nwant = ap->wanted = 0;
	if (n < 2 || set->base->shared || (set->base->intent & AM_OUTPUT) != 0)
		return;
	if (ap->want == NULL &&
	    (ap->want = calloc(AIX_MANY, sizeof(*ap->want))) == NULL)
		return;
	n = n < AIX_MANY ? n : AIX_MANY;
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *ptr = pointer(set, ap, i);

		ap->want[i] = (struct am_want){.st = DS_AGAIN};
		if (sh->by_key)
			ap->want[i].key = ptr;
		else
			ap->want[i].num = aix_pointer_rba(sh, ptr);
	}
	am_get_many(ap->base, sh->by_key ? AM_KEY : AM_RBA, ap->want, n,
	    sh->by_key ? sh->ptr_len : 0, NULL);
	ap->nwant = n;
}

/* The base record of the next pointer. */
static enum ds_status
next_base(struct aix_set *set, struct aix_pos *ap, struct am_rec *recp,
    struct ds_diag *diag)
{
	const struct am_want *w;

	if (ap->wanted == ap->nwant)
		want_many(set, ap);
	if (ap->wanted < ap->nwant) {
		w = &ap->want[ap->wanted++];
		if (w->st == DS_OK) {
			*recp = w->rec;
			return DS_OK;
		}
	}
	return follow(set, ap, pointer(set, ap, 0), recp, diag);
}

enum ds_status
aix_path_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	const struct aix_shape *sh = &set->path->sh;
	const uint8_t *ptr;
	enum ds_status st = DS_OK;

	if (!ap->set)
		st = first(pos, diag);
	else if (ap->have && ap->changes != set->changes)
		st = rec_again(set, ap, diag);
	if (st != DS_OK)
		return st;
	while (!ap->have || exhausted(ap))
		if ((st = rec_next(set, ap, diag)) != DS_OK)
			return st;
	ptr = pointer(set, ap, 0);
	st = next_base(set, ap, recp, diag);
	if (st == DS_AGAIN)
		return st;
	/* Passed, whatever is found there. */
	ap->next = ap->backward ? ap->next - 1 : ap->next + 1;
	memcpy(ap->last, ptr, sh->ptr_len);
	ap->followed = true;
	if (st != DS_OK)
		return st;
	recp->rrn = 0;
	recp->more = !exhausted(ap);
	return DS_OK;
}

void
aix_path_again(struct am_pos *pos)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	uint32_t len = set->path->sh.ptr_len;

	/* Back behind the pointer before. */
	ap->next = ap->backward ? ap->next + 1 : ap->next - 1;
	ap->followed = ap->backward ? ap->next < ap->in.n : ap->next > 0;
	if (ap->followed)
		memcpy(ap->last,
		    ap->in.ptrs +
			(size_t)(ap->backward ? ap->next : ap->next - 1) * len,
		    len);
}
