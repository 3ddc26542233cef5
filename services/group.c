/*
 * Groups of new entries, and of entries that go. A commit costs some twenty
 * locks and writes, and a wait for the disk ten times that; a deck of a million
 * DEFINE NONVSAMs would do little else. The catalogs are locked while a group
 * is open, so it ends after a while, and nothing in it waits for anybody.
 */
#include <stdlib.h>

#include "base/ticks.h"
#include "services/group_int.h"

/* Shorter than any other process minds to wait. */
enum { GROUP_NS = 20 * 1000 * 1000 };

/* Names of entries that go are held until they are gone. */
static void
let_names_go(struct ds_system *sys)
{
	size_t i;

	for (i = 0; i < sys->ngroup_enqs; i++)
		enq_free(&sys->group_enqs[i]);
	free(sys->group_enqs);
	sys->group_enqs = NULL;
	sys->ngroup_enqs = 0;
}

void
group_undo(struct ds_system *sys)
{
	cat_rollback(sys->cat);
	sys->undone += sys->group;
	sys->group = 0;
	sys->group_open = false;
	let_names_go(sys);
}

enum ds_status
group_begin(struct ds_system *sys, struct ds_diag *diag)
{
	enum ds_status st;

	if (sys->group_open)
		return DS_OK;
	if ((st = cat_begin_lazy(sys->cat, diag)) != DS_OK)
		return st;
	sys->group_open = true;
	sys->group_began = ticks_ns();
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
	let_names_go(sys);
	return DS_OK;
}

static bool
is_old(const struct ds_system *sys)
{
	return ticks_ns() - sys->group_began >= GROUP_NS;
}

static bool
hold_names(struct ds_system *sys, struct enq **enqs, size_t n)
{
	struct enq **p;
	size_t i;

	if (n == 0)
		return true;
	p = realloc(sys->group_enqs, (sys->ngroup_enqs + n) * sizeof(*p));
	if (p == NULL)
		return false;
	sys->group_enqs = p;
	for (i = 0; i < n; i++) {
		if (enqs[i] != NULL)
			p[sys->ngroup_enqs++] = enqs[i];
		enqs[i] = NULL;
	}
	return true;
}

enum ds_status
group_done(struct ds_system *sys, unsigned most, struct enq **enqs, size_t n,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (!hold_names(sys, enqs, n)) {
		group_undo(sys);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	sys->group++;
	if (sys->group < most && !is_old(sys))
		return DS_OK;
	if ((st = group_end(sys, diag)) != DS_OK)
		sys->undone--; /* this one's command says so itself */
	return st;
}

void
group_pass(struct ds_system *sys)
{
	if (sys->group_open && is_old(sys))
		group_end(sys, NULL);
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
	return st == DS_OK ? group_done(sys, most, NULL, 0, diag) : st;
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
