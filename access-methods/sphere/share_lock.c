/*
 * Record locks: each opener has a list of its own in the control file, which
 * others read under the latch. A dead one's entries count no more, as those of
 * one that has closed.
 */
#include <stdio.h>

#include "access-methods/sphere/sphere_int.h"

/* Entries that may be in use. What others wrote there is not trusted. */
static uint32_t
locks_of(const struct share_opener *op)
{
	uint32_t n = __atomic_load_n(&op->nlocks, __ATOMIC_ACQUIRE);

	return n < SHARE_LOCKS ? n : SHARE_LOCKS;
}

/* Has another living opener the record? Its number from 1; 0: none. */
static uint32_t
holder_of(const struct share *sh, uint64_t id)
{
	for (uint32_t n = 0; n < SHARE_OPENERS; n++) {
		const struct share_opener *op = &sh->ctl->opener[n];
		uint32_t count = locks_of(op);

		if (n == sh->slot || op->pid == 0)
			continue;
		for (uint32_t i = 0; i < count; i++)
			if (__atomic_load_n(
				&op->lock[i].id, __ATOMIC_ACQUIRE) == id &&
			    share_alive(sh, n))
				return n + 1;
	}
	return 0;
}

static enum ds_status
enter(struct share *sh, uint64_t id, const void *who)
{
	struct share_opener *op = &sh->ctl->opener[sh->slot];
	uint32_t count = locks_of(op), i = 0;

	while (i < count && op->lock[i].id != 0)
		i++;
	/* Nobody else can end this: it is not to be waited for. */
	if (i == SHARE_LOCKS)
		return DS_STRINGS;
	op->lock[i].who = (uint64_t)(uintptr_t)who;
	__atomic_store_n(&op->lock[i].id, id, __ATOMIC_RELEASE);
	if (i == count)
		__atomic_store_n(&op->nlocks, i + 1, __ATOMIC_RELEASE);
	return DS_OK;
}

enum ds_status
sphere_lock(
    struct sphere *sp, uint64_t id, const void *who, struct ds_diag *diag)
{
	struct share *sh = sphere_owner(sp)->share;
	uint32_t holder;
	enum ds_status st = DS_OK;

	if (sh == NULL)
		return DS_OK;
	if ((holder = holder_of(sh, id)) != 0) {
		st = ds_fail(diag, DS_LOCKED, sphere_name(sp),
		    "another%s has the record for update",
		    share_own(sh, holder) ? " open of this program" : "");
		if (diag != NULL)
			share_describe(
			    sh, holder, diag->holder, sizeof(diag->holder));
	} else if ((st = enter(sh, id, who)) != DS_OK) {
		ds_fail(diag, st, sphere_name(sp),
		    "no opener can have more than %d records for update",
		    SHARE_LOCKS);
	}
	return st;
}

/* Those of who, or of a record. */
static void
leave(struct sphere *sp, const void *who, uint64_t id)
{
	struct share *sh = sphere_owner(sp)->share;
	struct share_opener *op;
	uint32_t count;

	if (sh == NULL || sh->ctl == NULL || sh->readonly)
		return;
	op = &sh->ctl->opener[sh->slot];
	count = locks_of(op);
	for (uint32_t i = 0; i < count; i++)
		if (who != NULL ? op->lock[i].who == (uint64_t)(uintptr_t)who
				: op->lock[i].id == id)
			__atomic_store_n(&op->lock[i].id, 0, __ATOMIC_RELEASE);
	while (count > 0 && op->lock[count - 1].id == 0)
		count--;
	__atomic_store_n(&op->nlocks, count, __ATOMIC_RELEASE);
}

void
sphere_unlock(struct sphere *sp, const void *who)
{
	leave(sp, who, 0);
}

void
sphere_unlock_id(struct sphere *sp, uint64_t id)
{
	leave(sp, NULL, id);
}
