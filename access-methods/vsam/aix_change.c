/*
 * Pointers into and out of alternate index records. New keys are entered before
 * the base changes, so that a duplicate, too many pointers or a full alternate
 * index is found while all can still be undone; undoing takes no space. Old
 * keys are taken out behind, which takes none either.
 */
#include <string.h>

#include "access-methods/vsam/aix_int.h"

/* The record of key into m->buf, decoded; DS_NOTFOUND: none. */
static enum ds_status
member_find(struct aix_member *m, const uint8_t *key, struct aix_rec *inp,
    uint32_t *lenp, struct ds_diag *diag)
{
	struct am_rec rec;
	const char *why;
	enum ds_status st;

	st = m->file->ops->point(
	    m->pos, AM_KEY, AM_EQ, false, key, m->sh.keylen, 0, diag);
	if (st != DS_OK)
		return st;
	if ((st = m->file->ops->get(m->pos, &rec, diag)) != DS_OK)
		return st;
	st = aix_rec_decode(rec.data, rec.len, &m->sh, inp, &why);
	if (st == DS_OK && rec.len > m->sh.max_len) {
		st = DS_CORRUPT;
		why = "alternate index record longer than its maximum";
	}
	if (st != DS_OK)
		return ds_fail_rba(diag, st,
		    sphere_attr(m->file->sphere, SPHERE_DATA)->name, rec.rba,
		    "%s", why);
	memcpy(m->buf, rec.data, rec.len);
	inp->key = m->buf + AIX_HEADER_LEN;
	inp->ptrs = inp->key + m->sh.keylen;
	*lenp = rec.len;
	return DS_OK;
}

static enum ds_status
member_new(struct aix_member *m, const uint8_t *key, const uint8_t *ptr,
    struct ds_diag *diag)
{
	uint32_t len = aix_rec_begin(&m->sh, key, 1, m->buf);

	memcpy(m->buf + len - m->sh.ptr_len, ptr, m->sh.ptr_len);
	return m->file->ops->put(m->pos, m->buf, len, 0, false, NULL, diag);
}

/* *addedp: the pointer was not there before; *dupp: another one was. */
static enum ds_status
member_add(struct aix_member *m, const uint8_t *key, const uint8_t *ptr,
    bool *addedp, bool *dupp, struct ds_diag *diag)
{
	const char *name = sphere_attr(m->file->sphere, SPHERE_DATA)->name;
	struct aix_rec in;
	uint32_t len = 0, i;
	bool found;
	enum ds_status st;

	*addedp = false;
	st = member_find(m, key, &in, &len, diag);
	if (st == DS_NOTFOUND) {
		st = member_new(m, key, ptr, diag);
		*addedp = st == DS_OK;
		return st;
	}
	if (st != DS_OK)
		return st;
	i = aix_rec_find(&in, &m->sh, ptr, &found);
	if (found)
		return DS_OK;
	if (m->sh.unique)
		return ds_fail(diag, DS_DUPAIX, name,
		    "the alternate key is there and must be unique");
	if (in.n == AIX_POINTERS_MAX || len + m->sh.ptr_len > m->sh.max_len)
		return ds_fail(diag, DS_TOOMANY, name,
		    "%u pointers are all that a record holds", in.n);
	*dupp = true;
	len = aix_rec_add(m->buf, len, &m->sh, i, ptr);
	st = m->file->ops->update(m->pos, m->buf, len, diag);
	*addedp = st == DS_OK;
	return st;
}

/* A pointer that is not there (a stale alternate index) is no error. */
static enum ds_status
member_drop(struct aix_member *m, const uint8_t *key, const uint8_t *ptr,
    struct ds_diag *diag)
{
	struct aix_rec in;
	uint32_t len = 0, i;
	bool found;
	enum ds_status st;

	st = member_find(m, key, &in, &len, diag);
	if (st == DS_NOTFOUND)
		return DS_OK;
	if (st != DS_OK)
		return st;
	i = aix_rec_find(&in, &m->sh, ptr, &found);
	if (!found)
		return DS_OK;
	if (in.n == 1)
		return m->file->ops->erase(m->pos, diag);
	len = aix_rec_drop(m->buf, len, &m->sh, i);
	return m->file->ops->update(m->pos, m->buf, len, diag);
}

/* The key that rec has and old has not; NULL: nothing is to be done. */
static const uint8_t *
key_gained(const struct aix_member *m, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len)
{
	const uint8_t *now, *before = NULL;

	if (!m->upgrade || rec == NULL ||
	    (now = aix_key_of(&m->sh, rec, len)) == NULL)
		return NULL;
	if (old != NULL)
		before = aix_key_of(&m->sh, old, oldlen);
	if (before != NULL && memcmp(before, now, m->sh.keylen) == 0)
		return NULL;
	return now;
}

/* What was undone has not been: splits stay. */
static void
uncount(struct aix_member *m)
{
	struct ds_stats *now = sphere_stats(m->file->sphere, SPHERE_DATA);

	now->rec_inserted = m->before.rec_inserted;
	now->rec_updated = m->before.rec_updated;
	now->rec_deleted = m->before.rec_deleted;
}

enum ds_status
aix_broken(struct aix_set *set, enum ds_status st)
{
	set->broken = st;
	sphere_unlogged(set->base->sphere);
	return st;
}

/* Take out of the first n members what was entered there. */
static void
undo(struct aix_set *set, size_t n, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len, uint64_t rba)
{
	uint8_t ptr[AIX_POINTER_MAX];
	const uint8_t *key;
	struct aix_member *m;
	enum ds_status st;

	for (size_t i = 0; i < n; i++) {
		m = &set->member[i];
		key = key_gained(m, old, oldlen, rec, len);
		if (key == NULL || !m->entered)
			continue;
		aix_pointer_to(&m->sh, rec, rba, ptr);
		if ((st = member_drop(m, key, ptr, NULL)) != DS_OK)
			aix_broken(set, st);
		uncount(m);
	}
}

enum ds_status
aix_enter(struct aix_set *set, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len, uint64_t rba, bool *dupp,
    struct ds_diag *diag)
{
	uint8_t ptr[AIX_POINTER_MAX];
	const uint8_t *key;
	struct aix_member *m;
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; st == DS_OK && i < set->n; i++) {
		m = &set->member[i];
		m->entered = false;
		m->before = *sphere_stats(m->file->sphere, SPHERE_DATA);
		key = key_gained(m, old, oldlen, rec, len);
		if (key == NULL)
			continue;
		if (!aix_pointer_to(&m->sh, rec, rba, ptr))
			st = ds_fail(diag, DS_NOSPACE,
			    sphere_attr(m->file->sphere, SPHERE_DATA)->name,
			    "RBAs of four bytes end at 4 GiB");
		else
			st = member_add(m, key, ptr, &m->entered, dupp, diag);
	}
	if (st != DS_OK)
		undo(set, i - 1, old, oldlen, rec, len, rba);
	return st;
}

void
aix_undo(struct aix_set *set, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len, uint64_t rba)
{
	undo(set, set->n, old, oldlen, rec, len, rba);
}

enum ds_status
aix_leave(struct aix_set *set, const uint8_t *old, size_t oldlen,
    const uint8_t *rec, size_t len, uint64_t rba, struct ds_diag *diag)
{
	uint8_t ptr[AIX_POINTER_MAX];
	const uint8_t *key;
	struct aix_member *m;
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < set->n; i++) {
		m = &set->member[i];
		/* what old has and rec has not */
		key = key_gained(m, rec, len, old, oldlen);
		if (key == NULL)
			continue;
		aix_pointer_to(&m->sh, old, rba, ptr);
		st = member_drop(m, key, ptr, diag);
	}
	if (st != DS_OK)
		aix_broken(set, st);
	return st;
}
