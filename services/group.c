/*
 * Groups of new entries. A commit costs some twenty locks and writes, and a
 * wait for the disk ten times that; a deck of a million DEFINE NONVSAMs would
 * do little else. The catalogs are locked while a group is open, so it ends
 * after a while, and nothing in it waits for anybody.
 */
#include <time.h>

#include "services/group_int.h"

/* Shorter than any other process minds to wait. */
enum { GROUP_NS = 20 * 1000 * 1000 };

static uint64_t
now_ns(void)
{
	struct timespec ts = {0};

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void
group_undo(struct ds_system *sys)
{
	cat_rollback(sys->cat);
	sys->undone += sys->group;
	sys->group = 0;
	sys->group_open = false;
}

static enum ds_status
group_begin(struct ds_system *sys, struct ds_diag *diag)
{
	enum ds_status st;

	if (sys->group_open)
		return DS_OK;
	if ((st = cat_begin_lazy(sys->cat, diag)) != DS_OK)
		return st;
	sys->group_open = true;
	sys->group_began = now_ns();
	return DS_OK;
}

static enum ds_status
group_end(struct ds_system *sys, struct ds_diag *diag)
{
	enum ds_status st;

	if (!sys->group_open)
		return DS_OK;
	if ((st = cat_commit(sys->cat, diag)) != DS_OK) {
		group_undo(sys);
		return st;
	}
	if (sys->group > 0)
		sys->unflushed = true;
	sys->group = 0;
	sys->group_open = false;
	return DS_OK;
}

enum ds_status
group_put(struct ds_system *sys, const char *catalog, struct ds_entry *ent,
    unsigned most, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = group_begin(sys, diag)) != DS_OK)
		return st;
	st = cat_put(sys->cat, catalog, ent, diag);
	if (st != DS_OK && st != DS_CAT_DUPLICATE) {
		group_undo(sys);
		return st;
	}
	if (st != DS_OK)
		return st;
	sys->group++;
	if (sys->group < most && now_ns() - sys->group_began < GROUP_NS)
		return DS_OK;
	if ((st = group_end(sys, diag)) != DS_OK)
		sys->undone--; /* this one's command says so itself */
	return st;
}

enum ds_status
ds_system_flush(struct ds_system *sys, unsigned *undonep, struct ds_diag *diag)
{
	enum ds_status st = group_end(sys, diag);

	if (st == DS_OK && sys->unflushed) {
		st = cat_flush(sys->cat, diag);
		if (st == DS_OK)
			sys->unflushed = false;
	}
	if (st == DS_OK && sys->undone > 0)
		st = ds_fail(diag, DS_IO, NULL, "their change failed");
	if (undonep != NULL) {
		*undonep = sys->undone;
		sys->undone = 0;
	}
	return st;
}
