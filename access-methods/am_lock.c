/*
 * Gets for update of shared data sets: the record is the opener's alone until
 * it is changed or given up, so that nobody's change is lost.
 */
#include <string.h>
#include <time.h>

#include "base/ticks.h"
#include "access-methods/am_int.h"

enum { NAP_NS = 1000000 };

/* What names a record among those of the base, for all ways to it; not 0. */
static uint64_t
record_id(const struct am_file *file, const struct am_rec *rec)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);
	uint64_t num = rec->rba, h = 0xCBF29CE484222325U;
	const uint8_t *p = (const uint8_t *)&num;
	size_t len = sizeof(num);

	if (attr->org == DS_ORG_KSDS) {
		p = rec->data + attr->rkp;
		len = attr->keylen;
	} else if (attr->org == DS_ORG_RRDS || attr->org == DS_ORG_VRRDS) {
		num = rec->rrn;
	}
	/* FNV-1a */
	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * 0x100000001B3U;
	return h != 0 ? h : 1;
}

void
am_release(struct am_pos *pos)
{
	if (pos->locked != 0)
		sphere_unlock(pos->file->sphere, pos);
	pos->locked = 0;
}

void
am_lock_end(struct am_pos *pos)
{
	if (pos->locked != 0)
		sphere_unlock_id(pos->file->sphere, pos->locked);
	pos->locked = 0;
}

enum ds_status
am_lock_check(const struct am_pos *pos, struct ds_diag *diag)
{
	if (!pos->file->shared || !pos->file->logged || pos->locked != 0)
		return DS_OK;
	return ds_fail(diag, DS_NOUPDATE,
	    sphere_attr(pos->file->sphere, SPHERE_DATA)->name, NULL);
}

/* In turn with the other writers: the record, and its lock. */
static enum ds_status
get_once(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct am_file *file = pos->file;
	uint64_t id;
	enum ds_status st;

	if ((st = sphere_enter(file->sphere, diag)) != DS_OK)
		return st;
	am_look_again(file);
	recp->more = false;
	if ((st = file->ops->get(pos, recp, diag)) == DS_OK) {
		id = record_id(file, recp);
		st = sphere_lock(file->sphere, id, pos, diag);
		if (st == DS_OK)
			pos->locked = id;
		else
			file->ops->again(pos);
	}
	sphere_leave(file->sphere);
	return st;
}

enum ds_status
am_get_locked(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	static const struct timespec nap = {0, NAP_NS};
	int64_t end = ticks_ms() + sphere_wait_ms(pos->file->sphere);
	enum ds_status st;

	while (
	    (st = get_once(pos, recp, diag)) == DS_LOCKED && ticks_ms() < end)
		nanosleep(&nap, NULL);
	return st;
}
