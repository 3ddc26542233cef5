/* Operations that write records: write, commit, set attributes, open, close. */
#include <string.h>

#include "nfs/scratch.h"
#include "nfs/session.h"

uint64_t
ops_verifier(const struct ops *ops)
{
	return ops->server->verifier;
}

/* Is it a file whose records may be written? */
static enum ops_status
check(struct ops *ops, const struct ops_fh *fh, struct node *nodep)
{
	struct found f = {0};
	enum ops_status st;

	if (!handle_decode(fh, nodep))
		return OPS_BADHANDLE;
	if (!ops->server->config.writable)
		return OPS_ROFS;
	if (nodep->kind == NODE_MEMBER || nodep->kind == NODE_SCRATCH)
		return OPS_OK;
	if (nodep->kind == NODE_LINK)
		return OPS_INVAL;
	if (nodep->kind != NODE_SET)
		return OPS_ISDIR;
	/* Of one that is being written it was asked at its beginning. */
	if (session_is(ops, nodep))
		return OPS_OK;
	if ((st = names_resolve(ops, fh, &f)) != OPS_OK)
		return st;
	st = found_is_dir(&f) ? OPS_ISDIR : OPS_OK;
	found_free(&f);
	return st;
}

static enum ops_status
do_write(struct ops *ops, const struct ops_fh *fh, uint64_t offset,
    const void *buf, size_t len, bool stable)
{
	struct session *s = NULL;
	struct node node;
	enum ops_status st;

	if ((st = check(ops, fh, &node)) != OPS_OK)
		return st;
	if (offset > INT64_MAX - len)
		return OPS_FBIG;
	if (node.kind == NODE_SCRATCH)
		return scratch_write(ops, &node, offset, buf, len, stable);
	if ((st = session_enter(ops, &node, ENTER_NEW, &s)) != OPS_OK)
		return st;
	if (s->stream != NULL && s->stream->head.node.view != node.view)
		st = OPS_DELAY; /* until what is written in the other view is
				   published */
	else
		st = session_write(ops, s, fh, offset, buf, len);
	if (st == OPS_OK && stable)
		st = session_commit(ops, s);
	session_leave(ops, &s);
	return st;
}

enum ops_status
ops_write(struct ops *ops, const struct ops_fh *fh, uint64_t offset,
    const void *buf, size_t len, enum ops_stable how, enum ops_stable *donep)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_write(ops, fh, offset, buf, len, how != OPS_UNSTABLE);
	ops_leave(ops);
	if (st == OPS_OK)
		*donep = how == OPS_UNSTABLE ? how : OPS_FILE_SYNC;
	return st;
}

static enum ops_status
do_commit(struct ops *ops, const struct ops_fh *fh)
{
	struct session *s = NULL;
	struct node node;
	enum ops_status st;

	if (!handle_decode(fh, &node))
		return OPS_BADHANDLE;
	if (node.kind == NODE_SCRATCH)
		return scratch_commit(ops, &node);
	if ((st = session_enter(ops, &node, ENTER_OLD, &s)) != OPS_OK)
		return st;
	if (s == NULL) /* there is nothing, or it is published, which lasts */
		return OPS_OK;
	st = session_commit(ops, s);
	session_leave(ops, &s);
	return st;
}

enum ops_status
ops_commit(struct ops *ops, const struct ops_fh *fh)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_commit(ops, fh);
	ops_leave(ops);
	return st;
}

/* --- attributes ------------------------------------------------------------
 */

/* Is it so long as it is published, and may he change it? */
static bool
is_so_long(struct ops *ops, const struct ops_fh *fh, uint64_t size)
{
	struct found f = {0};
	struct ops_attr a;
	bool known, is;

	if (names_resolve(ops, fh, &f) != OPS_OK)
		return false;
	is = attr_may_write(ops, &f) &&
	     attr_get(ops, &f, false, &a, &known) == OPS_OK && a.size == size;
	found_free(&f);
	return is;
}

static enum ops_status
set_size(struct ops *ops, const struct ops_fh *fh, uint64_t size)
{
	struct session *s = NULL;
	struct node node;
	enum ops_status st;

	if ((st = check(ops, fh, &node)) != OPS_OK)
		return st;
	if (size > INT64_MAX)
		return OPS_FBIG;
	if (node.kind == NODE_SCRATCH)
		return scratch_truncate(ops, &node, size);
	if ((st = session_enter(ops, &node, ENTER_NEW, &s)) != OPS_OK)
		return st;
	if (s->stream != NULL && s->stream->head.node.view != node.view)
		st = OPS_DELAY;
	else if (s->stream != NULL || !is_so_long(ops, fh, size))
		st = session_truncate(ops, s, fh, size);
	session_leave(ops, &s);
	return st;
}

enum ops_status
ops_set_attr(
    struct ops *ops, const struct ops_fh *fh, const struct ops_set *set)
{
	struct node node;

	if (!handle_decode(fh, &node))
		return OPS_BADHANDLE;
	if (!ops->server->config.writable)
		return OPS_ROFS;
	/* Of a temporary file nobody asks whose it is. */
	if (node.kind != NODE_SCRATCH &&
	    ((set->has_uid && set->uid != ops->uid) ||
		(set->has_gid && set->gid != ops->gid)))
		return OPS_PERM;
	return set->has_size ? set_size(ops, fh, set->size) : OPS_OK;
}

enum ops_status
ops_setattr(struct ops *ops, const struct ops_fh *fh, const struct ops_set *set)
{
	enum ops_status st;

	ops_enter(ops);
	st = ops_set_attr(ops, fh, set);
	ops_leave(ops);
	return st;
}

/* --- version 4 -------------------------------------------------------------
 */

static enum ops_status
do_open(struct ops *ops, const struct ops_fh *fh)
{
	struct session *s = NULL;
	struct node node;
	enum ops_status st;

	if ((st = check(ops, fh, &node)) != OPS_OK || node.kind == NODE_SCRATCH)
		return st;
	if ((st = session_enter(ops, &node, ENTER_ANY, &s)) != OPS_OK)
		return st;
	st = session_open(ops, s);
	session_leave(ops, &s);
	return st;
}

enum ops_status
ops_open(struct ops *ops, const struct ops_fh *fh)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_open(ops, fh);
	ops_leave(ops);
	return st;
}

/* The client's last open of it ends. */
static enum ops_status
end_writing(struct ops *ops, struct session *s, bool lost)
{
	enum ops_status st = s->failed;

	if (s->stream == NULL || s->stream->head.client != ops->caller.client)
		return OPS_OK;
	if (lost && st == OPS_OK && !s->stream->head.safe) {
		session_drop(ops, s,
		    "its client is gone and has not committed "
		    "it");
		return OPS_OK;
	}
	if (st == OPS_OK)
		st = session_publish(ops, s);
	if (st == OPS_DELAY && lost) /* later then */
		return OPS_OK;
	if (st == OPS_DELAY) /* it is as open as before */
		return session_open(ops, s) == OPS_OK ? st : OPS_FAULT;
	if (st != OPS_OK && s->stream != NULL)
		session_drop(ops, s, ops_status_text(st));
	return st;
}

static enum ops_status
do_close(struct ops *ops, const struct ops_fh *fh, bool lost)
{
	struct session *s = NULL;
	struct node node;
	enum ops_status st;

	if (!handle_decode(fh, &node))
		return OPS_BADHANDLE;
	if (node.kind == NODE_SCRATCH)
		return OPS_OK;
	if ((st = session_enter(ops, &node, ENTER_ANY, &s)) != OPS_OK)
		return st;
	if (session_close(ops, s))
		st = end_writing(ops, s, lost);
	session_leave(ops, &s);
	return st;
}

enum ops_status
ops_close(struct ops *ops, const struct ops_fh *fh, bool lost)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_close(ops, fh, lost);
	ops_leave(ops);
	return st;
}
