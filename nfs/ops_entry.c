/* Operations that change names: remove, rename, mkdir. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "nfs/scratch.h"
#include "nfs/session.h"
#include "services/alter.h"
#include "services/define.h"

/* The directory of a name that is to be changed, and the name without what says
 * a view. */
static enum ops_status
start(struct ops *ops, const struct ops_fh *fh, const char *name, size_t *lenp,
    struct found *dirp)
{
	enum ops_view view = OPS_VIEWS;
	enum ops_status st;

	if (!ops->server->config.writable)
		return OPS_ROFS;
	if (*lenp == 0 || (*lenp == 1 && name[0] == '.') ||
	    (*lenp == 2 && memcmp(name, "..", 2) == 0))
		return OPS_INVAL;
	if (*lenp > NAME_MAX_BYTES)
		return OPS_NAMETOOLONG;
	if ((st = names_suffix(name, lenp, &view)) != OPS_OK ||
	    (st = names_resolve(ops, fh, dirp)) != OPS_OK)
		return st;
	if (!found_is_dir(dirp)) {
		found_free(dirp);
		return OPS_NOTDIR;
	}
	if (view != OPS_VIEWS) /* that of what the name is of */
		dirp->node.view = view;
	return OPS_OK;
}

/* Of what somebody is writing, its session, without its hold on the name; *sp
 * NULL: nobody is. */
static enum ops_status
take_session(struct ops *ops, const struct found *f, struct session **sp)
{
	enum ops_status st;

	*sp = NULL;
	if (f->node.kind != NODE_SET && f->node.kind != NODE_MEMBER)
		return OPS_OK;
	st = session_enter(ops, &f->node, ENTER_OLD, sp);
	if (st == OPS_OK && *sp != NULL)
		session_let_go(*sp);
	return st;
}

/* Other threads that read it let go. */
static enum ds_status
alone(struct ops *ops, const struct found *f,
    enum ds_status (*fn)(struct ops *ops, const char *dsn, const void *arg,
	struct ds_diag *diag),
    const char *dsn, const void *arg, struct ds_diag *diag)
{
	const struct timespec pause = {0, LET_GO_MS * 1000000L};
	enum ds_status st;

	for (int i = 0;; i++) {
		server_want(ops->server, ops, f->node.id);
		st = fn(ops, dsn, arg, diag);
		if ((st != DS_CAT_INUSE && st != DS_BUSY) || i == LET_GO_TRIES)
			break;
		nanosleep(&pause, NULL);
	}
	server_wanted_end(ops->server, f->node.id);
	return st;
}

/* --- remove ----------------------------------------------------------------
 */

static enum ops_status
open_output(struct ops *ops, const struct found *dir, struct ds_library **libp)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_library_open(ops->sys, dir->name, DD_SHR, true, libp, &diag);
	return ops_failed(ops, dir->name, st, &diag);
}

/* Done when it is committed; what failed is not. */
static enum ops_status
close_output(struct ops *ops, const struct found *dir, enum ds_status st,
    struct ds_library **libp, struct ds_diag *diag)
{
	if (st == DS_OK)
		st = ds_library_close(libp, diag);
	ds_library_abandon(libp);
	return ops_failed(ops, dir->name, st, diag);
}

static enum ops_status
remove_member(struct ops *ops, const struct found *dir, const struct found *f)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	enum ops_status st;

	opened_release(ops, f->node.id);
	if ((st = open_output(ops, dir, &lib)) != OPS_OK)
		return st;
	return close_output(
	    ops, dir, ds_member_delete(lib, f->node.text, &diag), &lib, &diag);
}

static bool
hear_one(void *ctx, const char *name, struct found *f)
{
	(void)ctx;
	(void)name;
	(void)f;
	return false;
}

/* May it go by this operation? */
static enum ops_status
may_go(struct ops *ops, struct found *f, bool directory)
{
	enum ops_status st;
	bool any = false;

	if (f->node.kind == NODE_LINK)
		return OPS_PERM;
	if (directory != found_is_dir(f))
		return directory ? OPS_NOTDIR : OPS_ISDIR;
	if (!directory)
		return OPS_OK;
	if (f->node.kind != NODE_SET && f->node.kind != NODE_GROUP)
		return OPS_NOTEMPTY; /* it is there by what is below it */
	st = names_list(ops, f, "", false, hear_one, NULL, &any);
	return st == OPS_OK && any ? OPS_NOTEMPTY : st;
}

static enum ds_status
delete_it(
    struct ops *ops, const char *dsn, const void *arg, struct ds_diag *diag)
{
	static const struct ds_delete_opts plain = {.erase = -1};

	(void)arg;
	return ds_delete(ops->sys, dsn, &plain, NULL, NULL, diag);
}

/* dsn, not what an alias leads to. */
static enum ops_status
remove_set(struct ops *ops, const char *dsn, const struct found *f)
{
	struct ds_diag diag = {0};

	return ops_failed(
	    ops, dsn, alone(ops, f, delete_it, dsn, NULL, &diag), &diag);
}

/* What was being written to it goes with it. */
static enum ops_status
remove_found(struct ops *ops, const struct found *dir, const char *name,
    size_t len, const struct found *f)
{
	struct session *s = NULL;
	char dsn[DSNAME_MAX + 1];
	enum ops_status st;

	if (f->node.kind == NODE_SCRATCH)
		return scratch_remove(ops, &f->node);
	if ((st = take_session(ops, f, &s)) != OPS_OK)
		return st;
	if (f->node.kind == NODE_MEMBER)
		st = remove_member(ops, dir, f);
	else if (names_dsn(dir, name, len, dsn))
		st = remove_set(ops, dsn, f);
	else
		st = OPS_PERM; /* a tree of a view */
	if (st == OPS_OK && s != NULL)
		session_drop(ops, s, NULL);
	session_leave(ops, &s);
	return st;
}

static enum ops_status
do_remove(struct ops *ops, const struct ops_fh *fh, const char *name,
    size_t len, bool directory)
{
	struct found dir = {0}, f = {0};
	enum ops_status st;

	if ((st = start(ops, fh, name, &len, &dir)) != OPS_OK)
		return st;
	st = names_lookup(ops, &dir, name, len, &f);
	if (st == OPS_OK)
		st = may_go(ops, &f, directory);
	if (st == OPS_OK)
		st = remove_found(ops, &dir, name, len, &f);
	found_free(&f);
	found_free(&dir);
	return st;
}

enum ops_status
ops_remove(struct ops *ops, const struct ops_fh *fh, const char *name,
    size_t len, bool directory)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_remove(ops, fh, name, len, directory);
	ops_leave(ops);
	return st;
}

/* --- rename ----------------------------------------------------------------
 */

static enum ops_status
rename_member(struct ops *ops, const struct found *dir, const struct found *f,
    const char *to, size_t len)
{
	char name[MEMBER_MAX + 1];
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	enum ops_status st;

	if (len > MEMBER_MAX)
		return OPS_BADNAME;
	names_fold(to, len, name);
	if (!member_valid(name, len))
		return OPS_BADNAME;
	if (strcmp(name, f->node.text) == 0)
		return OPS_OK;
	opened_release(ops, f->node.id);
	if ((st = open_output(ops, dir, &lib)) != OPS_OK)
		return st;
	return close_output(ops, dir,
	    ds_member_rename(lib, f->node.text, name, &diag), &lib, &diag);
}

static enum ds_status
alter_it(
    struct ops *ops, const char *dsn, const void *arg, struct ds_diag *diag)
{
	unsigned warn = 0;

	return ds_alter(ops->sys, dsn, arg, &warn, diag);
}

static enum ops_status
rename_set(
    struct ops *ops, const char *dsn, const struct found *f, const char *to)
{
	struct ds_alter al = {.said = UINT64_C(1) << ALTER_W_NEWNAME};
	struct ds_diag diag = {0};
	enum ds_status st;

	if (strcmp(dsn, to) == 0)
		return OPS_OK;
	/* An alias, a group: their names are not changed by this. */
	if (f->node.kind != NODE_SET || strcmp(dsn, f->name) != 0)
		return OPS_PERM;
	snprintf(al.newname, sizeof(al.newname), "%s", to);
	st = alone(ops, f, alter_it, dsn, &al, &diag);
	return ops_failed(ops, dsn, st, &diag);
}

/* A temporary file becomes what is there, or a new data set or member. */
static enum ops_status
rename_scratch(struct ops *ops, const struct found *f, const struct found *to,
    const char *name, size_t len)
{
	struct found t = {0};
	bool made = false;
	enum ops_status st;

	if (scratch_named(to, name, len))
		return scratch_rename(ops, &f->node, to, name, len);
	st = names_lookup(ops, to, name, len, &t);
	if (st == OPS_NOENT || (st == OPS_OK && t.node.kind == NODE_LEVEL)) {
		found_free(&t);
		memset(&t, 0, sizeof(t));
		st = create_file(ops, to, name, len, &t);
		made = st == OPS_OK;
	}
	if (st == OPS_OK && found_is_dir(&t))
		st = OPS_ISDIR;
	else if (st == OPS_OK && t.node.kind == NODE_LINK)
		st = OPS_PERM;
	if (st == OPS_OK)
		st = scratch_publish(ops, &f->node, &t);
	if (st != OPS_OK && made)
		remove_found(ops, to, name, len, &t);
	found_free(&t);
	return st;
}

/* What is being written to it is published first. */
static enum ops_status
publish_first(struct ops *ops, const struct found *f)
{
	struct session *s = NULL;
	enum ops_status st;

	st = take_session(ops, f, &s);
	if (st == OPS_OK && s != NULL && s->stream != NULL)
		st = session_publish(ops, s);
	session_leave(ops, &s);
	return st;
}

static enum ops_status
rename_found(struct ops *ops, const struct found *from, const char *name,
    size_t len, const struct found *to, const char *to_name, size_t to_len)
{
	char dsn[DSNAME_MAX + 1], newname[DSNAME_MAX + 1];
	struct found f = {0};
	enum ops_status st;

	if ((st = names_lookup(ops, from, name, len, &f)) != OPS_OK)
		return st;
	if (f.node.kind == NODE_SCRATCH)
		st = rename_scratch(ops, &f, to, to_name, to_len);
	else if (scratch_named(to, to_name, to_len))
		st = OPS_BADNAME; /* it would lose its attributes */
	else if ((st = publish_first(ops, &f)) != OPS_OK)
		; /* it stays as it is */
	else if (f.node.kind == NODE_MEMBER)
		st = to->node.kind == NODE_SET &&
			     memcmp(to->node.id, from->node.id,
				 sizeof(to->node.id)) == 0
			 ? rename_member(ops, from, &f, to_name, to_len)
			 : OPS_XDEV;
	else if (to->node.kind == NODE_SET)
		st = OPS_XDEV;
	else if (to->node.kind == NODE_GROUP ||
		 !names_dsn(from, name, len, dsn))
		st = OPS_PERM;
	else if (!names_dsn(to, to_name, to_len, newname))
		st = OPS_BADNAME;
	else
		st = rename_set(ops, dsn, &f, newname);
	found_free(&f);
	return st;
}

static enum ops_status
do_rename(struct ops *ops, const struct ops_fh *from, const char *name,
    size_t len, const struct ops_fh *to, const char *to_name, size_t to_len)
{
	struct found a = {0}, b = {0};
	enum ops_status st;

	if ((st = start(ops, from, name, &len, &a)) != OPS_OK)
		return st;
	if ((st = start(ops, to, to_name, &to_len, &b)) == OPS_OK)
		st = rename_found(ops, &a, name, len, &b, to_name, to_len);
	found_free(&a);
	found_free(&b);
	return st;
}

enum ops_status
ops_rename(struct ops *ops, const struct ops_fh *from, const char *name,
    size_t len, const struct ops_fh *to, const char *to_name, size_t to_len)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_rename(ops, from, name, len, to, to_name, to_len);
	ops_leave(ops);
	return st;
}

/* --- mkdir -----------------------------------------------------------------
 */

static enum ops_status
do_mkdir(struct ops *ops, const struct ops_fh *fh, const char *name, size_t len)
{
	struct found dir = {0};
	size_t base = len;
	enum ops_status st;

	if ((st = start(ops, fh, name, &base, &dir)) != OPS_OK)
		return st;
	if (dir.node.kind != NODE_ROOT && dir.node.kind != NODE_LEVEL)
		st = OPS_INVAL; /* none is in another */
	else
		st = create_library(ops, &dir, name, len);
	found_free(&dir);
	return st;
}

enum ops_status
ops_mkdir(struct ops *ops, const struct ops_fh *fh, const char *name,
    size_t len, struct ops_fh *fhp, struct ops_attr *attrp)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_mkdir(ops, fh, name, len);
	ops_leave(ops);
	return st == OPS_OK ? ops_lookup(ops, fh, name, len, fhp, attrp) : st;
}
