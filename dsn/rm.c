/* rm and mv: names and members go, or get others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dsn/dsn_int.h"
#include "services/alter.h"
#include "services/define.h"

/* --- rm ------------------------------------------------------------------- */

static bool
remove_members(struct dsn *d, const struct name *n)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	struct members l = {0};
	enum ds_status st;
	bool ok;
	size_t i;

	st = ds_library_open(d->sys, n->dsn, DD_SHR, true, &lib, &diag);
	if (st != DS_OK) {
		dsn_say_status(n->dsn, st, &diag);
		return false;
	}
	ok = dsn_members_match(lib, n->member, false, &l);
	if (ok && n->generic && !d->force) {
		dsn_say("%s(%s): %zu members would go; --force deletes them",
		    n->dsn, n->member, l.n);
		ok = false;
	}
	for (i = 0; ok && i < l.n && !dsn_stopped(); i++) {
		st = ds_member_delete(lib, l.v[i], &diag);
		/* an alias has gone with its member */
		if (st != DS_OK && !(st == DS_NOTFOUND && n->generic)) {
			dsn_say_status(l.v[i], st, &diag);
			ok = false;
		}
	}
	dsn_members_free(&l);
	if ((st = ds_library_close(&lib, &diag)) != DS_OK) {
		dsn_say_status(n->dsn, st, &diag);
		ok = false;
	}
	return ok;
}

static enum ds_status
delete_one(struct dsn *d, const char *name, struct ds_diag *diag)
{
	const struct ds_delete_opts opts = {
	    .purge = d->purge, .force = d->recursive, .erase = -1};

	return ds_delete(d->sys, name, &opts, NULL, NULL, diag);
}

/* What only goes with -r: what has members or generations. */
static bool
has_more(struct dsn *d, const char *name)
{
	struct ds_entry *e = NULL;
	struct ds_diag diag = {0};
	bool more = false;

	if (ds_find(d->sys, NULL, name, &e, &diag) == DS_OK)
		more = e->org == DS_ORG_PO ||
		       (e->type == DS_GDG && e->nassocs > 0);
	ds_entry_free(&e);
	return more;
}

static bool
remove_entry(struct dsn *d, const char *name)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!d->recursive && has_more(d, name)) {
		dsn_say("%s: it has members or generations; -r deletes it with "
			"them",
		    name);
		return false;
	}
	st = delete_one(d, name, &diag);
	if (st != DS_OK)
		dsn_say_status(name, st, &diag);
	return st == DS_OK;
}

struct names {
	char (*v)[DSNAME_MAX + 1];
	size_t n, cap;
	bool failed;
};

/* Components go with their data sets; catalogs stay. */
static bool
gather(void *ctx, const struct ds_entry *ent)
{
	struct names *l = ctx;
	void *v;

	if (ent->type == DS_DATA || ent->type == DS_INDEX ||
	    ent->type == DS_TRUENAME || ent->type == DS_UCAT)
		return true;
	if (l->n == l->cap) {
		l->cap = l->cap > 0 ? 2 * l->cap : 64;
		if ((v = realloc(l->v, l->cap * sizeof(*l->v))) == NULL) {
			l->failed = true;
			return false;
		}
		l->v = v;
	}
	snprintf(l->v[l->n++], DSNAME_MAX + 1, "%s", ent->name);
	return true;
}

static bool
remove_gathered(struct dsn *d, const struct names *l, const char *what)
{
	struct ds_diag diag = {0};
	enum ds_status st;
	size_t i, failed = 0;

	if (!d->force) {
		for (i = 0; i < l->n; i++)
			puts(l->v[i]);
		dsn_say(
		    "%s: these %zu would go; --force deletes them", what, l->n);
		return false;
	}
	for (i = 0; i < l->n && !dsn_stopped(); i++) {
		st = delete_one(d, l->v[i], &diag);
		/* gone with its base, cluster or member */
		if (st == DS_OK || st == DS_CAT_NOTFOUND)
			continue;
		dsn_say_status(l->v[i], st, &diag);
		failed++;
	}
	return failed == 0;
}

/* Name and all below it, or what fits a mask. */
static bool
remove_level(struct dsn *d, const struct name *n, const char *what)
{
	struct ds_diag diag = {0};
	struct names l = {0};
	char mask[PATTERN_MAX + 4];
	enum ds_status st;
	bool ok = false;

	snprintf(mask, sizeof(mask),
	    strpbrk(n->dsn, "*%") == NULL && strlen(n->dsn) + 3 <= DSNAME_MAX
		? "%s.**"
		: "%s",
	    n->dsn);
	st = ds_list(d->sys, NULL, DS_SEL_MASK, mask, false, gather, &l, &diag);
	if (l.failed)
		dsn_say("no memory");
	else if (st != DS_OK)
		dsn_say_status(what, st, &diag);
	else if (l.n == 0)
		dsn_say("%s: no such name", what);
	else if (l.n == 1 && strcmp(l.v[0], n->dsn) == 0)
		ok = remove_entry(d, l.v[0]);
	else
		ok = remove_gathered(d, &l, what);
	free(l.v);
	return ok;
}

static bool
remove_name(struct dsn *d, const char *text)
{
	struct name n;

	if (!dsn_name_parse(d, text, true, false, &n))
		return false;
	if (n.has_member)
		return remove_members(d, &n);
	if (d->recursive && !n.relative)
		return remove_level(d, &n, text);
	if (strpbrk(n.dsn, "*%") != NULL) {
		dsn_say("%s: a mask deletes with -r", text);
		return false;
	}
	return remove_entry(d, n.dsn);
}

bool
dsn_rm(struct dsn *d, int n, char *const *args)
{
	bool ok = true;
	int i;

	for (i = 0; i < n && !dsn_stopped(); i++)
		if (!remove_name(d, args[i]))
			ok = false;
	return ok;
}

/* --- mv ------------------------------------------------------------------- */

static bool
rename_member(struct dsn *d, const struct name *from, const struct name *to)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	char full[FULL_MAX + 1];
	enum ds_status st, closed;

	if (!to->has_member || strcmp(from->dsn, to->dsn) != 0 ||
	    from->generic || to->generic) {
		dsn_say("a member is renamed in its library: %s(OLD) %s(NEW)",
		    from->dsn, from->dsn);
		return false;
	}
	dsn_name_full(from, full);
	st = ds_library_open(d->sys, from->dsn, DD_SHR, true, &lib, &diag);
	if (st == DS_OK)
		st = ds_member_rename(lib, from->member, to->member, &diag);
	if (st != DS_OK)
		dsn_say_status(st == DS_EXIST ? to->member : full,
		    st == DS_NOTFOUND ? DS_NOMEMBER : st, &diag);
	closed = ds_library_close(&lib, &diag);
	if (st == DS_OK && closed != DS_OK)
		dsn_say_status(full, closed, &diag);
	return st == DS_OK && closed == DS_OK;
}

bool
dsn_mv(struct dsn *d, int n, char *const *args)
{
	struct ds_alter al = {0};
	struct ds_diag diag = {0};
	struct name from, to;
	enum ds_status st;
	unsigned warn = 0;

	(void)n;
	if (!dsn_name_parse(d, args[0], false, false, &from) ||
	    !dsn_name_parse(d, args[1], false, false, &to))
		return false;
	if (from.has_member)
		return rename_member(d, &from, &to);
	if (to.has_member) {
		dsn_say("%s: a data set does not become a member", args[1]);
		return false;
	}
	al.said = (uint64_t)1 << ALTER_W_NEWNAME;
	snprintf(al.newname, sizeof(al.newname), "%.*s", DSNAME_MAX, to.dsn);
	st = ds_alter(d->sys, from.dsn, &al, &warn, &diag);
	if (st != DS_OK)
		dsn_say_status(args[st == DS_CAT_DUPLICATE], st, &diag);
	return st == DS_OK;
}
