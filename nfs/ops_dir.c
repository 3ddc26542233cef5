/* Operations on directories and links, and what there is of space. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "nfs/ops_int.h"
#include "services/gdg.h"

enum { COOKIE_DOT = 1, COOKIE_DOTDOT, COOKIE_FIRST };

enum ops_status
ops_readlink(struct ops *ops, const struct ops_fh *fh,
    char target[OPS_LINK_MAX], size_t *lenp)
{
	char group[DSNAME_MAX + 1], (*names)[DSNAME_MAX + 1] = NULL;
	struct ds_diag diag = {0};
	struct node node;
	enum ds_status st;
	size_t n = 0, at;
	int number;

	if (!handle_decode(fh, &node))
		return OPS_BADHANDLE;
	if (node.kind != NODE_LINK || !node_link_parse(&node, group, &number))
		return OPS_INVAL;
	st = ds_gdg_all(ops->sys, group, DS_GDG_LIFO, &names, &n, &diag);
	at = (size_t)-number;
	if (st == DS_OK && at < n) {
		snprintf(
		    target, OPS_LINK_MAX, "%s", names[at] + strlen(group) + 1);
		*lenp = strlen(target);
	}
	free(names);
	if (st == DS_CAT_NOTFOUND || st == DS_CAT_TYPE ||
	    (st == DS_OK && at >= n))
		return OPS_STALE;
	return st == DS_OK ? OPS_OK : ops_failed(ops, group, st, &diag);
}

/* --- readdir ---------------------------------------------------------------
 */

/*
 * A cookie is a number made of the entry's name, so it says the same to each
 * server at any time. The name behind it is known where a reply ended; else, as
 * after a restart, it is looked for from the first entry on.
 */
static uint64_t
cookie_of(const char *name)
{
	const uint64_t h = hash_bytes(3, name, strlen(name)) & INT64_MAX;

	return h < COOKIE_FIRST ? h + COOKIE_FIRST : h;
}

struct reading {
	struct ops *ops;
	const struct found *dir;
	bool want_attr;
	ops_dirent_fn *fn;
	void *ctx;
	char last[DSNAME_MAX + 1]; /* that there was room for */
	bool any;
	enum ops_status st;
};

static bool
give(void *ctx, const char *name, struct found *f)
{
	struct reading *r = ctx;
	struct ops_dirent e = {.name = name,
	    .len = strlen(name),
	    .fileid = node_fileid(&f->node),
	    .cookie = cookie_of(name)};
	bool known = false;

	handle_encode(&f->node, &e.fh);
	if (r->want_attr)
		e.has_attr =
		    attr_get(r->ops, f, true, &e.attr, &known) == OPS_OK &&
		    known;
	if (!r->fn(r->ctx, &e))
		return false;
	r->any = true;
	snprintf(r->last, sizeof(r->last), "%.*s", DSNAME_MAX, name);
	return true;
}

/* "." and ".."; false: there was no room. */
static bool
give_dots(struct reading *r, uint64_t cookie)
{
	struct ops_dirent e = {.has_attr = false};
	struct found f = {0};
	bool known, more = true;

	for (; cookie < COOKIE_DOTDOT && more; cookie++) {
		e.len = (size_t)cookie + 1;
		e.name = cookie == 0 ? "." : "..";
		e.cookie = cookie + 1;
		r->st = names_lookup(r->ops, r->dir, e.name, e.len, &f);
		if (r->st != OPS_OK)
			return false;
		e.fileid = node_fileid(&f.node);
		handle_encode(&f.node, &e.fh);
		e.has_attr = r->want_attr && attr_get(r->ops, &f, true, &e.attr,
						 &known) == OPS_OK;
		found_free(&f);
		memset(&f, 0, sizeof(f));
		more = r->fn(r->ctx, &e);
		r->any |= more;
	}
	return more;
}

struct search {
	uint64_t cookie;
	char name[DSNAME_MAX + 1];
	bool found;
};

static bool
look(void *ctx, const char *name, struct found *f)
{
	struct search *s = ctx;

	(void)f;
	s->found = cookie_of(name) == s->cookie;
	if (s->found)
		snprintf(s->name, sizeof(s->name), "%.*s", DSNAME_MAX, name);
	return !s->found;
}

static enum ops_status
name_behind(struct ops *ops, const struct found *dir, uint64_t cookie,
    char name[DSNAME_MAX + 1])
{
	struct search s = {.cookie = cookie};
	enum ops_status st;
	bool stopped;

	if (server_seen(ops->server, node_fileid(&dir->node), cookie, name))
		return OPS_OK;
	st = names_list(ops, dir, "", false, look, &s, &stopped);
	if (st == OPS_OK && !s.found)
		st = OPS_BADCOOKIE;
	if (st == OPS_OK)
		memcpy(name, s.name, sizeof(s.name));
	return st;
}

static enum ops_status
read_from(struct reading *r, uint64_t cookie, bool dots, bool *eofp)
{
	const uint64_t dir = node_fileid(&r->dir->node);
	char after[DSNAME_MAX + 1] = "";
	enum ops_status st = OPS_OK;
	bool stopped = true;

	if (dots && cookie < COOKIE_DOTDOT && !give_dots(r, cookie)) {
		*eofp = false;
		return r->st != OPS_OK || r->any ? r->st : OPS_TOOSMALL;
	}
	if (cookie >= COOKIE_FIRST)
		st = name_behind(r->ops, r->dir, cookie, after);
	if (st == OPS_OK)
		st = names_list(
		    r->ops, r->dir, after, r->want_attr, give, r, &stopped);
	if (st == OPS_OK && stopped && !r->any)
		st = OPS_TOOSMALL;
	if (st != OPS_OK)
		return st;
	if (r->last[0] != '\0')
		server_note_seen(
		    r->ops->server, dir, cookie_of(r->last), r->last);
	*eofp = !stopped;
	return OPS_OK;
}

static enum ops_status
do_readdir(struct ops *ops, const struct ops_fh *fh, uint64_t cookie, bool dots,
    bool want_attr, ops_dirent_fn *fn, void *ctx, bool *eofp)
{
	struct reading r = {
	    .ops = ops, .want_attr = want_attr, .fn = fn, .ctx = ctx};
	struct found dir = {0};
	enum ops_status st;

	if ((st = names_resolve(ops, fh, &dir)) != OPS_OK)
		return st;
	r.dir = &dir;
	st =
	    found_is_dir(&dir) ? read_from(&r, cookie, dots, eofp) : OPS_NOTDIR;
	found_free(&dir);
	return st;
}

enum ops_status
ops_readdir(struct ops *ops, const struct ops_fh *fh, uint64_t cookie,
    bool dots, bool want_attr, ops_dirent_fn *fn, void *ctx, bool *eofp)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_readdir(ops, fh, cookie, dots, want_attr, fn, ctx, eofp);
	ops_leave(ops);
	return st;
}

/* --- space -----------------------------------------------------------------
 */

/* That of the host, where the root is. */
enum ops_status
ops_fsstat(struct ops *ops, const struct ops_fh *fh, struct ops_fsstat *statp)
{
	struct statvfs sv;
	struct node node;

	if (!handle_decode(fh, &node))
		return OPS_BADHANDLE;
	if (statvfs(ds_system_root(ops->sys), &sv) != 0)
		return OPS_IO;
	*statp = (struct ops_fsstat){(uint64_t)sv.f_blocks * sv.f_frsize,
	    (uint64_t)sv.f_bfree * sv.f_frsize,
	    (uint64_t)sv.f_bavail * sv.f_frsize, sv.f_files, sv.f_favail};
	return OPS_OK;
}
