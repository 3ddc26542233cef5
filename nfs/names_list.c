/* The entries of directories, in their order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nfs/ops_int.h"
#include "services/gdg.h"

struct lister {
	struct ops *ops;
	const struct found *dir;
	names_fn *fn;
	void *ctx;
	bool stats;
	bool stopped;
	enum ops_status st;
};

static void
give(struct lister *l, const char *name, struct found *f)
{
	if (!l->fn(l->ctx, name, f))
		l->stopped = true;
}

/* --- the root, levels ------------------------------------------------------
 */

static bool
give_set(void *ctx, const char *name, enum ds_type type, const char *catalog)
{
	struct lister *l = ctx;
	const size_t at =
	    l->dir->node.kind == NODE_LEVEL ? strlen(l->dir->name) + 1 : 0;
	struct found f = {0};
	enum ops_status st;

	(void)catalog;
	if (type != DS_CLUSTER && type != DS_NONVSAM && type != DS_GDS &&
	    type != DS_GDG && type != DS_ALIAS)
		return true;
	st = names_find_entry(l->ops, name, &l->dir->node, l->stats, &f);
	/* Gone meanwhile, or nothing here. */
	if (st == OPS_NOENT || st == OPS_ACCES)
		return true;
	if (st != OPS_OK) {
		l->st = st;
		return false;
	}
	give(l, name + at, &f);
	found_free(&f);
	return !l->stopped;
}

static enum ops_status
list_sets(struct lister *l, const char *after)
{
	const bool level = l->dir->node.kind == NODE_LEVEL;
	char from[2 * DSNAME_MAX + 2] = "";
	struct ds_diag diag = {0};
	enum ds_status st;

	if (after[0] != '\0')
		snprintf(from, sizeof(from), "%s%s%s",
		    level ? l->dir->name : "", level ? "." : "", after);
	st = ds_list_names(l->ops->sys, level ? DS_SEL_LEVEL : DS_SEL_ALL,
	    level ? l->dir->name : "", from, give_set, l, &diag);
	return st == DS_OK ? l->st
			   : ops_failed(l->ops, "the catalog", st, &diag);
}

/* --- members ---------------------------------------------------------------
 */

static enum ops_status
list_members(struct lister *l, const char *after)
{
	struct ds_library *lib = NULL;
	struct found f = *l->dir; /* borrows its entries */
	struct ds_diag diag = {0};
	char name[DSNAME_MAX + 1];
	enum ops_status ost;
	enum ds_status st = DS_OK;

	ost = opened_library(l->ops, l->dir, &lib);
	if (ost != OPS_OK)
		return ost == OPS_NOENT ? OPS_OK : ost;
	opened_pin(l->ops, l->dir, true);
	f.node.kind = NODE_MEMBER;
	f.has_member = true;
	snprintf(name, sizeof(name), "%s", after);
	while (!l->stopped &&
	       (st = ds_member_next(lib, name, &f.member, &diag)) == DS_OK) {
		snprintf(name, sizeof(name), "%s", f.member.name);
		snprintf(f.node.text, sizeof(f.node.text), "%s", name);
		give(l, name, &f);
	}
	opened_pin(l->ops, l->dir, false);
	return st == DS_OK || st == DS_EOD
		   ? OPS_OK
		   : ops_failed(l->ops, l->dir->name, st, &diag);
}

/* --- generations -----------------------------------------------------------
 */

/* The i-th name of a group of n: its generations, oldest first, then 0, -1. */
static void
group_name(const struct found *dir, char (*names)[DSNAME_MAX + 1], size_t n,
    size_t i, char out[DSNAME_MAX + 1])
{
	if (i < n)
		snprintf(out, DSNAME_MAX + 1, "%s",
		    names[i] + strlen(dir->name) + 1);
	else
		snprintf(out, DSNAME_MAX + 1, "%s%zu", i > n ? "-" : "", i - n);
}

static enum ops_status
list_group(struct lister *l, const char *after)
{
	char(*names)[DSNAME_MAX + 1] = NULL, name[DSNAME_MAX + 1];
	struct ds_diag diag = {0};
	struct found f = {0};
	enum ops_status ost = OPS_OK;
	enum ds_status st;
	size_t n = 0, i = 0;

	st = ds_gdg_all(
	    l->ops->sys, l->dir->name, DS_GDG_FIFO, &names, &n, &diag);
	if (st != DS_OK)
		return st == DS_CAT_NOTFOUND
			   ? OPS_OK
			   : ops_failed(l->ops, l->dir->name, st, &diag);
	for (; after[0] != '\0' && i < 2 * n; i++) {
		group_name(l->dir, names, n, i, name);
		if (strcmp(name, after) == 0 ||
		    (after[0] == 'G' && i < n && strcmp(name, after) > 0)) {
			i += strcmp(name, after) == 0;
			break;
		}
	}
	for (; i < 2 * n && !l->stopped && ost == OPS_OK; i++) {
		group_name(l->dir, names, n, i, name);
		ost = names_lookup(l->ops, l->dir, name, strlen(name), &f);
		if (ost == OPS_OK)
			give(l, name, &f);
		else if (ost == OPS_NOENT || ost == OPS_ACCES)
			ost = OPS_OK;
		found_free(&f);
	}
	free(names);
	return ost;
}

enum ops_status
names_list(struct ops *ops, const struct found *dir, const char *after,
    bool stats, names_fn *fn, void *ctx, bool *stoppedp)
{
	struct lister l = {ops, dir, fn, ctx, stats, false, OPS_OK};
	enum ops_status st;

	if (!found_is_dir(dir))
		return OPS_NOTDIR;
	if (dir->node.kind == NODE_SET)
		st = list_members(&l, after);
	else if (dir->node.kind == NODE_GROUP)
		st = list_group(&l, after);
	else
		st = list_sets(&l, after);
	if (st == OPS_OK)
		*stoppedp = l.stopped;
	return st;
}
