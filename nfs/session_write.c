/*
 * Writing: new content begins, grows in whatever order, is looked through as
 * far as it has come, and is published.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/ticks.h"
#include "nfs/cluster.h"
#include "nfs/session.h"
#include "services/enq.h"
#include "services/security.h"

enum { PIECE = 64 << 10 };

static enum ops_status
failed(struct ops *ops, const struct session *s, enum ds_status st,
    const struct ds_diag *diag)
{
	if (st == DS_UNSUPPORTED)
		return OPS_ROFS;
	if (st == DS_BADLENGTH || st == DS_BADTEXT || st == DS_INVALID ||
	    st == DS_AGAIN || st == DS_DUPLICATE) {
		server_log(ops->server, "%s: %s", s->target.file, diag->text);
		return st == DS_BADLENGTH   ? OPS_FBIG
		       : st == DS_DUPLICATE ? OPS_EXIST
					    : OPS_INVAL;
	}
	return ops_failed(ops, s->target.file, st, diag);
}

/* The same of what was looked through: such content is told from now on. */
static enum ops_status
refused(struct ops *ops, struct session *s, enum ds_status st,
    const struct ds_diag *diag)
{
	const enum ops_status ost = failed(ops, s, st, diag);

	if (st == DS_BADLENGTH || st == DS_BADTEXT || st == DS_INVALID)
		s->failed = ost;
	return ost;
}

static bool
in_use(enum ds_status st)
{
	return st == DS_OPEN_INUSE || st == DS_BUSY || st == DS_CAT_INUSE ||
	       st == DS_LOCKED || st == DS_TIMEOUT;
}

/* --- it begins -------------------------------------------------------------
 */

/* Who writes it, for the root that publishes. */
struct writing {
	uint32_t uid, gid;
	const uint32_t *gids;
	unsigned ngids;
};

static struct writing
caller_of(const struct ops *ops)
{
	return (struct writing){
	    ops->caller.uid, ops->caller.gid, ops->gids, ops->caller.ngids};
}

static enum ds_status
act_for(struct ops *ops, struct ds_system *sys, const struct writing *who,
    struct ds_diag *diag)
{
	gid_t gids[STREAM_GIDS + 1];

	if (!ops->secure)
		return DS_OK;
	gids[0] = who->gid;
	for (unsigned i = 0; i < who->ngids; i++)
		gids[i + 1] = who->gids[i];
	return ds_system_act_for(
	    sys, who->uid, gids, (int)who->ngids + 1, diag);
}

/* What it is now; and its name held, so that nobody has it for himself. */
static enum ds_status
find_and_hold(struct ops *ops, struct session *s, const struct node *node,
    const struct writing *who, struct ds_diag *diag)
{
	struct ds_system *sys = s->writer->sys;
	enum ds_status st;

	if ((st = act_for(ops, sys, who, diag)) == DS_OK)
		st = target_find(sys, node, &s->target, diag);
	if (st == DS_OK && s->hold == NULL)
		st = enq_take(ds_system_owner(sys), "SYSDSN", s->target.name,
		    ENQ_SHR, 0, &s->hold, diag);
	return st;
}

static enum ops_status
prepare(struct ops *ops, struct session *s, const struct node *node,
    const struct writing *who)
{
	const uint64_t fileid = node_fileid(&s->node);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (s->writer != NULL)
		pthread_mutex_lock(&s->writer->lock);
	else if ((s->writer = server_writer(ops->server, &diag)) == NULL)
		return ops_failed(ops, "the root", diag.status, &diag);
	st = find_and_hold(ops, s, node, who, &diag);
	pthread_mutex_unlock(&s->writer->lock);
	if (st == DS_CAT_NOTFOUND || st == DS_NOTFOUND)
		return OPS_STALE;
	if (st == DS_BUSY) {
		server_log(ops->server, "%s is in use by %s", s->target.name,
		    diag.holder);
		return server_busy(ops->server, fileid);
	}
	if (st != DS_OK)
		return failed(ops, s, st, &diag);
	server_not_busy(ops->server, fileid);
	s->prepared = true;
	return OPS_OK;
}

static enum ops_status
base_size(struct ops *ops, const struct ops_fh *fh, uint64_t *sizep)
{
	struct opened_file *pf;
	uint64_t version;
	enum ops_status st;

	if ((st = opened_get(ops, fh, NULL, &pf)) != OPS_OK)
		return st;
	return opened_size(ops, pf, sizep, &version);
}

static enum ops_status
authorize(struct ops *ops, const struct session *s)
{
	if (attr_may(ops, s->target.name, DS_ACCESS_UPDATE))
		return OPS_OK;
	/* He is told, and the log has it. */
	ds_authorize(ops->sys, s->target.name, DS_ACCESS_UPDATE, NULL);
	return OPS_ACCES;
}

static enum ops_status
create(struct ops *ops, struct session *s, struct stream_head *head)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	head->client = ops->caller.client;
	head->uid = ops->caller.uid;
	head->gid = ops->caller.gid;
	head->ngids = ops->caller.ngids;
	memcpy(head->gids, ops->gids, sizeof(head->gids));
	head->was = s->target.was;
	st = stream_create(ops->server->root, head, &s->stream, &diag);
	/* Another server's, or left by one that has ended since. */
	if (st == DS_EXIST || st == DS_BUSY) {
		sessions_load(ops->server);
		return OPS_DELAY;
	}
	return ops_failed(ops, s->target.file, st, &diag);
}

/* A cluster is added to; all of it is written where it has nothing. */
static enum ops_status
may_add(struct ops *ops, const struct session *s, bool replace)
{
	if (!s->target.view_ok) {
		server_log(ops->server,
		    "%s: in binary its records have no ends that can be seen; "
		    "use rdw or text",
		    s->target.file);
		return OPS_INVAL;
	}
	return replace && s->target.was > 0 ? OPS_ROFS : OPS_OK;
}

enum ops_status
session_begin(
    struct ops *ops, struct session *s, const struct ops_fh *fh, bool replace)
{
	struct stream_head head = {
	    .mode = replace ? STREAM_REPLACE : STREAM_APPEND};
	const struct writing who = {
	    ops->caller.uid, ops->caller.gid, ops->gids, ops->caller.ngids};
	struct timespec now;
	enum ops_status st;

	if (!handle_decode(fh, &head.node))
		return OPS_BADHANDLE;
	if ((st = prepare(ops, s, &head.node, &who)) != OPS_OK ||
	    (st = authorize(ops, s)) != OPS_OK)
		return st;
	if (s->target.cluster && (st = may_add(ops, s, replace)) != OPS_OK)
		return st;
	if (!replace) {
		if ((st = base_size(ops, fh, &head.base)) != OPS_OK)
			return st;
		head.size = head.base;
	}
	if ((st = create(ops, s, &head)) != OPS_OK)
		return st;
	s->contiguous = s->checked = head.base;
	s->nranges = 0;
	s->scattered = false;
	clock_gettime(CLOCK_REALTIME, &now);
	s->nonce = hash_bytes((uint64_t)now.tv_nsec, &now, sizeof(now));
	return OPS_OK;
}

static struct writing
writer_of(const struct stream_head *h)
{
	return (struct writing){h->uid, h->gid, h->gids, h->ngids};
}

/* One that a server before this one left has all but its stream to get. */
static enum ops_status
go_on(struct ops *ops, struct session *s)
{
	const struct writing who = writer_of(&s->stream->head);

	return s->prepared ? OPS_OK
			   : prepare(ops, s, &s->stream->head.node, &who);
}

/* --- bytes ------------------------------------------------------------------
 */

/* Its bytes become those of the stream, so that they can be changed. */
static enum ops_status
to_edit(struct ops *ops, struct session *s, const struct ops_fh *fh)
{
	struct stream *stream = s->stream;
	const uint64_t base = stream->head.base, size = stream->head.size;
	struct ds_diag diag = {0};
	struct opened_file *pf;
	enum ds_status st = DS_OK;
	enum ops_status ost;
	uint64_t at = 0;
	uint8_t *buf;
	size_t n = 0;
	bool eof;

	if (!target_may_edit(&s->target)) {
		server_log(ops->server,
		    "%s: in binary its records have no ends that can be seen; "
		    "use text or rdw",
		    s->target.file);
		return OPS_INVAL;
	}
	if ((buf = malloc(PIECE)) == NULL)
		return OPS_FAULT;
	ost = opened_get(ops, fh, NULL, &pf);
	for (; ost == OPS_OK && st == DS_OK && at < base; at += n) {
		n = base - at < PIECE ? (size_t)(base - at) : PIECE;
		ost = opened_read(ops, pf, at, buf, n, &n, &eof);
		if (ost == OPS_OK && n == 0)
			ost = OPS_IO;
		if (ost == OPS_OK)
			st = stream_write(stream, at, buf, n, &diag);
	}
	free(buf);
	if (ost == OPS_OK)
		ost = failed(ops, s, st, &diag);
	if (ost != OPS_OK)
		return ost;
	stream->head.base = 0;
	stream->head.size = size;
	stream->head.mode = STREAM_EDIT;
	check_whole(s);
	return failed(ops, s, stream_put_head(stream, &diag), &diag);
}

/* Is that what stands there already? A client writes whole pages, of which the
 * end alone is new. */
static enum ops_status
same_as_base(struct ops *ops, const struct ops_fh *fh, uint64_t offset,
    const uint8_t *buf, size_t len, bool *samep)
{
	struct opened_file *pf;
	enum ops_status st;
	uint8_t *old;
	size_t n, done;
	bool eof;

	if ((old = malloc(PIECE)) == NULL)
		return OPS_FAULT;
	*samep = true;
	st = opened_get(ops, fh, NULL, &pf);
	for (done = 0; st == OPS_OK && *samep && done < len; done += n) {
		n = len - done < PIECE ? len - done : PIECE;
		st = opened_read(ops, pf, offset + done, old, n, &n, &eof);
		if (st == OPS_OK)
			*samep = n > 0 && memcmp(old, buf + done, n) == 0;
	}
	free(old);
	return st;
}

/* Of a cluster: at once, and it lasts. */
static enum ops_status
change_in_place(struct ops *ops, struct session *s, uint64_t offset,
    const uint8_t *buf, size_t len)
{
	const struct timespec pause = {0, LET_GO_MS * 1000000L};
	struct ds_diag diag = {0};
	enum ds_status st;

	const struct writing who = caller_of(ops);

	pthread_mutex_lock(&s->writer->lock);
	for (int i = 0;; i++) {
		server_want(ops->server, ops, s->node.id);
		st = act_for(ops, s->writer->sys, &who, &diag);
		if (st == DS_OK)
			st = cluster_change(s->writer->sys, &s->target, offset,
			    buf, len, &diag);
		if (!in_use(st) || i == LET_GO_TRIES)
			break;
		nanosleep(&pause, NULL);
	}
	server_wanted_end(ops->server, s->node.id);
	pthread_mutex_unlock(&s->writer->lock);
	if (in_use(st))
		return server_busy(ops->server, node_fileid(&s->node));
	return failed(ops, s, st, &diag);
}

/* What of it stands in front of the base is no news, or all of it is edited. */
static enum ops_status
skip_base(struct ops *ops, struct session *s, const struct ops_fh *fh,
    uint64_t *offsetp, const uint8_t **bufp, size_t *lenp)
{
	const uint64_t base = s->stream->head.base;
	enum ops_status st;
	size_t front;
	bool same;

	if (*offsetp >= base)
		return OPS_OK;
	front = base - *offsetp < *lenp ? (size_t)(base - *offsetp) : *lenp;
	st = same_as_base(ops, fh, *offsetp, *bufp, front, &same);
	if (st != OPS_OK)
		return st;
	if (!same && !s->target.cluster)
		return to_edit(ops, s, fh);
	if (!same) {
		st = change_in_place(ops, s, *offsetp, *bufp, front);
		if (st != OPS_OK)
			return st;
	}
	*offsetp += front;
	*bufp += front;
	*lenp -= front;
	return OPS_OK;
}

/* Holes are zeros, which somebody has to read: not too many of them. */
static enum ds_status
may_grow(const struct session *s, uint64_t offset, struct ds_diag *diag)
{
	const struct stream_head *h = &s->stream->head;

	return offset <= h->size
		   ? DS_OK
		   : stream_may_grow(s->stream, h->base, offset, diag);
}

/* There is new content, and he may change it; *begunp: it begins here. */
static enum ops_status
have_content(struct ops *ops, struct session *s, const struct ops_fh *fh,
    bool replace, bool *begunp)
{
	enum ops_status st;

	*begunp = false;
	if (s->stream == NULL) {
		st = session_begin(ops, s, fh, replace);
		*begunp = st == OPS_OK;
		return st;
	}
	st = go_on(ops, s);
	return st == OPS_OK ? authorize(ops, s) : st;
}

/* Bytes that a cluster has are changed without new content: *lenp is 0 then. */
static enum ops_status
within(struct ops *ops, struct session *s, const struct ops_fh *fh,
    uint64_t offset, const uint8_t *buf, size_t *lenp)
{
	const struct writing who = caller_of(ops);
	enum ops_status st;
	struct node node;
	uint64_t size;
	bool same;

	if (!handle_decode(fh, &node))
		return OPS_BADHANDLE;
	if ((st = prepare(ops, s, &node, &who)) != OPS_OK ||
	    (st = authorize(ops, s)) != OPS_OK || !s->target.cluster ||
	    (st = may_add(ops, s, false)) != OPS_OK ||
	    (st = base_size(ops, fh, &size)) != OPS_OK || offset + *lenp > size)
		return st;
	st = same_as_base(ops, fh, offset, buf, *lenp, &same);
	if (st == OPS_OK && !same)
		st = change_in_place(ops, s, offset, buf, *lenp);
	*lenp = 0;
	return st;
}

static enum ops_status
put_bytes(struct ops *ops, struct session *s, uint64_t offset,
    const uint8_t *buf, size_t len)
{
	const bool again = check_changes(s, offset, buf, len);
	struct ds_diag diag = {0};
	enum ds_status st;

	if ((st = may_grow(s, offset, &diag)) == DS_OK)
		st = stream_begin_change(s->stream, &diag);
	if (st == DS_OK)
		st = stream_write(s->stream, offset, buf, len, &diag);
	if (st != DS_OK)
		return failed(ops, s, st, &diag);
	check_came(s, offset, offset + len);
	if (again)
		check_again(s);
	/* What comes in order is told at once, when it cannot be stored. */
	if (s->stream->head.mode != STREAM_EDIT)
		st = check_next(s, offset, buf, len, &diag);
	return refused(ops, s, st, &diag);
}

enum ops_status
session_write(struct ops *ops, struct session *s, const struct ops_fh *fh,
    uint64_t offset, const uint8_t *buf, size_t len)
{
	enum ops_status st = OPS_OK;
	bool begun;

	if (s->failed != OPS_OK)
		return s->failed;
	if (s->partly) /* until the rest of it is added */
		return OPS_NOSPC;
	if (s->stream == NULL)
		st = within(ops, s, fh, offset, buf, &len);
	if (st != OPS_OK || len == 0)
		return st;
	if ((st = have_content(ops, s, fh, false, &begun)) == OPS_OK)
		st = skip_base(ops, s, fh, &offset, &buf, &len);
	if (st == OPS_OK && len > 0)
		st = put_bytes(ops, s, offset, buf, len);
	/* There is nothing new in it. */
	if (begun && s->failed == OPS_OK && (st != OPS_OK || len == 0))
		session_drop(ops, s, NULL);
	return st;
}

/* --- truncation ------------------------------------------------------------
 */

/* To nothing: whatever it was, it begins anew. */
static enum ds_status
begin_anew(struct session *s, struct ds_diag *diag)
{
	enum ds_status st;

	s->failed = OPS_OK;
	s->stream->head.mode = STREAM_REPLACE;
	s->stream->head.base = 0;
	if ((st = stream_truncate(s->stream, 0, diag)) == DS_OK)
		check_whole(s);
	return st;
}

static enum ops_status
cut_off(
    struct ops *ops, struct session *s, const struct ops_fh *fh, uint64_t size)
{
	struct ds_diag diag = {0};
	enum ops_status st = OPS_OK;
	enum ds_status dst;

	if (size < s->stream->head.base && size > 0)
		st = to_edit(ops, s, fh);
	if (st != OPS_OK)
		return st;
	if ((dst = may_grow(s, size, &diag)) == DS_OK)
		dst = stream_begin_change(s->stream, &diag);
	if (dst != DS_OK)
		return failed(ops, s, dst, &diag);
	if (size == 0) {
		dst = begin_anew(s, &diag);
	} else if ((dst = stream_truncate(s->stream, size, &diag)) == DS_OK) {
		check_whole(s);
	}
	return failed(ops, s, dst, &diag);
}

/* A cluster's records are not cut off, nor made up. */
static enum ops_status
may_cut(const struct session *s, uint64_t size)
{
	return s->target.cluster && (size > 0 || s->stream->head.base > 0)
		   ? OPS_ROFS
		   : OPS_OK;
}

enum ops_status
session_truncate(
    struct ops *ops, struct session *s, const struct ops_fh *fh, uint64_t size)
{
	enum ops_status st;
	bool begun;

	if (s->failed != OPS_OK && size > 0)
		return s->failed;
	if (s->partly)
		return OPS_NOSPC;
	st = have_content(ops, s, fh, size == 0, &begun);
	if (st == OPS_OK && size != s->stream->head.size)
		st = may_cut(s, size);
	if (st == OPS_OK && (size == 0 || s->stream->head.size != size))
		st = cut_off(ops, s, fh, size);
	if (begun && st != OPS_OK)
		session_drop(ops, s, NULL);
	return st == OPS_OK ? session_commit(ops, s) : st;
}

enum ops_status
session_commit(struct ops *ops, struct session *s)
{
	struct ds_diag diag = {0};
	enum ops_status st;
	enum ds_status dst;

	if (s->failed != OPS_OK)
		return s->failed;
	if (s->stream == NULL)
		return OPS_OK;
	if ((st = go_on(ops, s)) != OPS_OK)
		return st;
	if ((dst = check_all(s, &diag)) == DS_OK)
		dst = stream_commit(s->stream, &diag);
	return refused(ops, s, dst, &diag);
}

/* --- it becomes the data set's ---------------------------------------------
 */

/* Was it changed by another, so that the new content is no more? */
static bool
is_behind(const struct session *s)
{
	const struct stream_head *h = &s->stream->head;

	return s->target.was != h->was &&
	       (h->mode == STREAM_EDIT ||
		   (s->resumed && h->mode == STREAM_REPLACE));
}

/* A part of it may be there already, by who died in the midst of it. */
static enum ds_status
publish_cluster(struct session *s, struct ds_diag *diag)
{
	const struct stream_head *h = &s->stream->head;
	const struct content c = {s->stream, h->mode, h->base, h->size};
	const bool redo = h->publishing;
	struct target t = s->target;
	enum ds_status st;

	if (!redo && is_behind(s))
		return ds_fail(diag, DS_AGAIN, t.file,
		    "it was changed meanwhile by another");
	if (redo)
		t.was = h->was;
	else if ((st = stream_begin_publish(s->stream, t.was, diag)) != DS_OK)
		return st;
	return cluster_add(s->writer->sys, &t, &c, redo, &s->partly, diag);
}

/* In the name of who wrote it. */
static enum ds_status
publish_as(struct ops *ops, struct session *s, struct ds_diag *diag)
{
	const struct stream_head *h = &s->stream->head;
	const struct writing who = writer_of(h);
	struct ds_system *sys = s->writer->sys;
	enum ds_status st;

	if ((st = act_for(ops, sys, &who, diag)) != DS_OK ||
	    (st = target_find(sys, &h->node, &s->target, diag)) != DS_OK)
		return st;
	if (s->target.cluster)
		return publish_cluster(s, diag);
	/* A server before this one may have been done but for saying so. */
	if (h->publishing && s->target.was != h->was)
		return DS_OK;
	if (is_behind(s))
		return ds_fail(diag, DS_AGAIN, s->target.file,
		    "it was changed meanwhile by another");
	st = stream_begin_publish(s->stream, s->target.was, diag);
	return st == DS_OK ? publish(sys, &s->target,
				 &(struct content){
				     s->stream, h->mode, h->base, h->size},
				 diag)
			   : st;
}

/* Other content than its own: that of a temporary file. */
static enum ds_status
publish_content(struct ops *ops, struct session *s, const struct content *c,
    struct ds_diag *diag)
{
	const struct writing who = caller_of(ops);
	struct ds_system *sys = s->writer->sys;
	enum ds_status st;
	bool partly;

	if ((st = act_for(ops, sys, &who, diag)) != DS_OK)
		return st;
	return s->target.cluster
		   ? cluster_add(sys, &s->target, c, false, &partly, diag)
		   : publish(sys, &s->target, c, diag);
}

/* Those of this server that read it let go. */
static enum ds_status
publish_alone(struct ops *ops, struct session *s, const struct content *other,
    struct ds_diag *diag)
{
	const struct timespec pause = {0, LET_GO_MS * 1000000L};
	enum ds_status st;

	pthread_mutex_lock(&s->writer->lock);
	for (int i = 0;; i++) {
		if (!s->target.member)
			server_want(ops->server, ops, s->node.id);
		st = other != NULL ? publish_content(ops, s, other, diag)
				   : publish_as(ops, s, diag);
		if (!in_use(st) || s->target.member || i == LET_GO_TRIES)
			break;
		nanosleep(&pause, NULL);
	}
	if (!s->target.member)
		server_wanted_end(ops->server, s->node.id);
	pthread_mutex_unlock(&s->writer->lock);
	return st;
}

static enum ops_status
not_published(struct ops *ops, struct session *s, enum ds_status st,
    const struct ds_diag *diag)
{
	enum ops_status ost;

	s->stream->head.publishing = s->partly;
	if (in_use(st)) {
		if (!s->told)
			server_log(ops->server,
			    "%s: to be published, but in use by %s",
			    s->target.file, diag->holder);
		s->told = true;
		return server_busy(ops->server, node_fileid(&s->node));
	}
	if (st == DS_CAT_NOTFOUND || st == DS_NOTFOUND) {
		session_drop(ops, s, "it is there no more");
		return OPS_STALE;
	}
	ost = failed(ops, s, st, diag);
	/* What may become good is kept for another time. */
	if (ost != OPS_NOSPC && ost != OPS_IO && ost != OPS_FAULT)
		session_drop(ops, s, ops_status_text(ost));
	return ost;
}

enum ops_status
session_publish(struct ops *ops, struct session *s)
{
	struct ds_diag diag = {0};
	enum ops_status st;
	enum ds_status dst;

	if ((st = go_on(ops, s)) == OPS_STALE)
		session_drop(ops, s, "it is there no more");
	if (st != OPS_OK)
		return st;
	if ((dst = publish_alone(ops, s, NULL, &diag)) != DS_OK)
		return not_published(ops, s, dst, &diag);
	server_not_busy(ops->server, node_fileid(&s->node));
	session_drop(ops, s, NULL);
	return OPS_OK;
}

enum ops_status
session_publish_other(struct ops *ops, struct session *s,
    const struct node *node, const struct stream *stream, uint64_t size)
{
	const struct content c = {stream, STREAM_REPLACE, 0, size};
	const struct writing who = caller_of(ops);
	struct ds_diag diag = {0};
	enum ops_status st;
	enum ds_status dst;

	if ((st = prepare(ops, s, node, &who)) != OPS_OK ||
	    (st = authorize(ops, s)) != OPS_OK)
		return st;
	if (s->target.cluster && (st = may_add(ops, s, true)) != OPS_OK)
		return st;
	dst = publish_alone(ops, s, &c, &diag);
	if (in_use(dst)) {
		server_log(ops->server, "%s is in use by %s", s->target.file,
		    diag.holder);
		return server_busy(ops->server, node_fileid(node));
	}
	if (dst != DS_OK)
		return failed(ops, s, dst, &diag);
	server_not_busy(ops->server, node_fileid(node));
	session_drop(ops, s, NULL); /* what its client was writing */
	return OPS_OK;
}
