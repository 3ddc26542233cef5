/* Files of temporary names. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <time.h>

#include "nfs/scratch.h"
#include "nfs/session.h"

enum {
	SCRATCH_MAX = 1024,    /* of a server */
	SCRATCH_AGE = 86400,   /* seconds */
	SPACE_LEFT = 64 << 20, /* bytes that they leave to others */
	SCRATCH_MODE = 0644,
};

struct scratch {
	struct scratch *next;
	struct stream *stream; /* its head is as it was made or renamed */
	uint64_t size, version;
	struct ops_time changed;
};

/* --- names -----------------------------------------------------------------
 */

static bool
ends_with(const char *name, size_t len, const char *end)
{
	const size_t n = strlen(end);

	return len > n && strncasecmp(name + len - n, end, n) == 0;
}

static bool
all_digits(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < len && isdigit((unsigned char)name[i]); i++)
		;
	return i == len;
}

/* As programs make them: rsync and vim a period in front, vim and emacs a tilde
 * behind, vim a number, sed its name and six characters, mktemp tmp. */
static bool
is_temporary(const char *name, size_t len)
{
	return name[0] == '.' || name[len - 1] == '~' ||
	       all_digits(name, len) ||
	       (len == 9 && memcmp(name, "sed", 3) == 0) ||
	       (len > 3 && strncasecmp(name, "tmp", 3) == 0) ||
	       ends_with(name, len, ".tmp") || ends_with(name, len, ".swp") ||
	       ends_with(name, len, ".bak") || ends_with(name, len, ".part");
}

static bool
is_of_ours(const struct found *dir, const char *name, size_t len)
{
	char dsn[DSNAME_MAX + 1];

	if (dir->node.kind != NODE_SET)
		return names_dsn(dir, name, len, dsn);
	if (len > MEMBER_MAX)
		return false;
	names_fold(name, len, dsn);
	return member_valid(dsn, len);
}

bool
scratch_named(const struct found *dir, const char *name, size_t len)
{
	if (len == 0 || len > STREAM_NAME ||
	    (dir->node.kind != NODE_ROOT && dir->node.kind != NODE_LEVEL &&
		dir->node.kind != NODE_SET))
		return false;
	if ((len == 1 && name[0] == '.') ||
	    (len == 2 && memcmp(name, "..", 2) == 0) ||
	    memchr(name, '\0', len) != NULL || memchr(name, '/', len) != NULL)
		return false;
	return is_temporary(name, len) && !is_of_ours(dir, name, len);
}

/* --- the list, under server.mutex ------------------------------------------
 */

static struct scratch *
find_node(struct ops_server *server, const struct node *node)
{
	struct scratch *s;

	for (s = server->scratches;
	     s != NULL &&
	     memcmp(s->stream->head.node.id, node->id, sizeof(node->id)) != 0;
	     s = s->next)
		;
	return s;
}

static bool
is_in(const struct scratch *s, const struct node *dir)
{
	const struct node *d = &s->stream->head.dir;

	return d->kind == dir->kind && d->view == dir->view &&
	       memcmp(d->id, dir->id, sizeof(dir->id)) == 0 &&
	       strcmp(d->text, dir->text) == 0;
}

static struct scratch *
find_name(struct ops_server *server, const struct node *dir, const char *name,
    size_t len)
{
	struct scratch *s;

	for (s = server->scratches; s != NULL; s = s->next)
		if (strlen(s->stream->head.name) == len &&
		    memcmp(s->stream->head.name, name, len) == 0 &&
		    is_in(s, dir))
			return s;
	return NULL;
}

static void
touch(struct scratch *s)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	s->changed = (struct ops_time){now.tv_sec, (uint32_t)now.tv_nsec};
	s->version++;
}

/* NULL: no memory. */
static struct scratch *
add(struct ops_server *server, struct stream *stream)
{
	struct scratch *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->stream = stream;
	s->size = stream->head.size;
	touch(s);
	s->next = server->scratches;
	server->scratches = s;
	server->nscratches++;
	return s;
}

/* keep: its file stays, for the next server. */
static void
take_out(struct ops_server *server, struct scratch *s, bool keep)
{
	struct scratch **at;

	for (at = &server->scratches; *at != s; at = &(*at)->next)
		;
	*at = s->next;
	server->nscratches--;
	if (keep)
		stream_close(&s->stream);
	else
		stream_remove(&s->stream);
	free(s);
}

void
scratch_load(struct ops_server *server, struct stream **stream)
{
	pthread_mutex_lock(&server->mutex);
	if (find_node(server, &(*stream)->head.node) == NULL &&
	    add(server, *stream) != NULL)
		*stream = NULL;
	pthread_mutex_unlock(&server->mutex);
	stream_close(stream);
}

void
scratch_free_all(struct ops_server *server)
{
	while (server->scratches != NULL)
		take_out(server, server->scratches, true);
}

void
scratch_purge(struct ops_server *server)
{
	const time_t now = time(NULL);
	struct scratch *s, *next;

	pthread_mutex_lock(&server->mutex);
	for (s = server->scratches; s != NULL; s = next) {
		next = s->next;
		if (now - s->changed.sec > SCRATCH_AGE)
			take_out(server, s, false);
	}
	pthread_mutex_unlock(&server->mutex);
}

/* --- found and made --------------------------------------------------------
 */

static struct found
found_of(const struct scratch *s, const struct found *dir)
{
	struct found f = {.node = s->stream->head.node};

	f.node.export = dir->node.export;
	return f;
}

enum ops_status
scratch_find(struct ops *ops, const struct found *dir, const char *name,
    size_t len, struct found *fp)
{
	struct ops_server *server = ops->server;
	struct scratch *s;

	pthread_mutex_lock(&server->mutex);
	if ((s = find_name(server, &dir->node, name, len)) != NULL)
		*fp = found_of(s, dir);
	pthread_mutex_unlock(&server->mutex);
	return s != NULL ? OPS_OK : OPS_NOENT;
}

/* Made by whom? With profiles it is his alone. */
static bool
is_his(const struct ops *ops, const struct stream_head *h)
{
	return !ops->secure || h->uid == ops->caller.uid;
}

static enum ops_status
make(struct ops *ops, const struct found *dir, const char *name, size_t len,
    struct stream **streamp)
{
	struct stream_head head = {.mode = STREAM_REPLACE,
	    .node = {.kind = NODE_SCRATCH, .export = dir->node.export},
	    .dir = dir->node,
	    .uid = ops->caller.uid,
	    .gid = ops->caller.gid};
	struct ds_diag diag = {0};

	if (getrandom(head.node.id, sizeof(head.node.id), 0) !=
	    (ssize_t)sizeof(head.node.id))
		return OPS_FAULT;
	memcpy(head.name, name, len);
	return ops_failed(ops, "a temporary file",
	    stream_create(ops->server->root, &head, streamp, &diag), &diag);
}

enum ops_status
scratch_create(struct ops *ops, const struct found *dir, const char *name,
    size_t len, struct found *fp)
{
	struct ops_server *server = ops->server;
	struct stream *stream = NULL;
	struct scratch *s = NULL;
	enum ops_status st;

	scratch_purge(server);
	if (server->nscratches >= SCRATCH_MAX)
		return OPS_NOSPC;
	if ((st = make(ops, dir, name, len, &stream)) != OPS_OK)
		return st;
	pthread_mutex_lock(&server->mutex);
	if (find_name(server, &dir->node, name, len) != NULL)
		st = OPS_EXIST; /* by another thread, in this moment */
	else if ((s = add(server, stream)) == NULL)
		st = OPS_FAULT;
	else
		*fp = found_of(s, dir);
	pthread_mutex_unlock(&server->mutex);
	if (s == NULL)
		stream_remove(&stream);
	return st;
}

/* --- what is done with them ------------------------------------------------
 */

enum ops_status
scratch_attr(struct ops *ops, const struct node *node, struct ops_attr *a)
{
	struct ops_server *server = ops->server;
	enum ops_status st = OPS_STALE;
	struct scratch *s;

	pthread_mutex_lock(&server->mutex);
	if ((s = find_node(server, node)) != NULL) {
		a->size = a->used = s->size;
		a->mtime = a->ctime = a->atime = s->changed;
		a->change = s->version;
		a->mode = SCRATCH_MODE;
		st = OPS_OK;
	}
	pthread_mutex_unlock(&server->mutex);
	return st;
}

/* Its stream, to be closed, and its size. */
static enum ops_status
take(struct ops *ops, const struct node *node, struct stream **streamp,
    uint64_t *sizep)
{
	struct ops_server *server = ops->server;
	enum ops_status st = OPS_OK;
	struct scratch *s;

	pthread_mutex_lock(&server->mutex);
	if ((s = find_node(server, node)) == NULL)
		st = OPS_STALE;
	else if (!is_his(ops, &s->stream->head))
		st = OPS_ACCES;
	if (st == OPS_OK) {
		*streamp = stream_share(s->stream);
		*sizep = s->size;
	}
	pthread_mutex_unlock(&server->mutex);
	return st;
}

enum ops_status
scratch_read(struct ops *ops, const struct node *node, uint64_t offset,
    void *buf, size_t len, size_t *gotp, bool *eofp)
{
	struct ds_diag diag = {0};
	struct stream *stream = NULL;
	enum ops_status st;
	uint64_t size;

	if ((st = take(ops, node, &stream, &size)) != OPS_OK)
		return st;
	if (offset >= size)
		len = 0;
	else if (len > size - offset)
		len = (size_t)(size - offset);
	if (len > 0)
		st = ops_failed(ops, "a temporary file",
		    stream_read(stream, offset, buf, len, &diag), &diag);
	stream_close(&stream);
	*gotp = len;
	*eofp = offset >= size || offset + len == size;
	return st;
}

/* It has another size, or other bytes. */
static void
changed(struct ops_server *server, const struct node *node, uint64_t size,
    bool grows)
{
	struct scratch *s;

	pthread_mutex_lock(&server->mutex);
	if ((s = find_node(server, node)) != NULL) {
		if (!grows || size > s->size)
			s->size = size;
		touch(s);
	}
	pthread_mutex_unlock(&server->mutex);
}

static enum ops_status
outcome(struct ops *ops, enum ds_status st, const struct ds_diag *diag)
{
	return st == DS_BADLENGTH
		   ? OPS_FBIG
		   : ops_failed(ops, "a temporary file", st, diag);
}

static bool
has_room(const struct ops *ops, size_t len)
{
	struct statvfs sv;

	return statvfs(ops->server->root, &sv) != 0 ||
	       (uint64_t)sv.f_bavail * sv.f_frsize > len + SPACE_LEFT;
}

enum ops_status
scratch_write(struct ops *ops, const struct node *node, uint64_t offset,
    const void *buf, size_t len, bool stable)
{
	struct ds_diag diag = {0};
	struct stream *stream = NULL;
	enum ops_status st;
	enum ds_status dst;
	uint64_t size;

	if (!has_room(ops, len))
		return OPS_NOSPC;
	if ((st = take(ops, node, &stream, &size)) != OPS_OK)
		return st;
	dst = offset > size ? stream_may_grow(stream, 0, offset, &diag) : DS_OK;
	if (dst == DS_OK)
		dst = stream_write_bytes(stream, offset, buf, len, &diag);
	if (dst == DS_OK && len > 0)
		changed(ops->server, node, offset + len, true);
	if (dst == DS_OK && stable)
		dst = stream_sync(stream, &diag);
	stream_close(&stream);
	return outcome(ops, dst, &diag);
}

enum ops_status
scratch_truncate(struct ops *ops, const struct node *node, uint64_t size)
{
	struct ds_diag diag = {0};
	struct stream *stream = NULL;
	enum ops_status st;
	enum ds_status dst;
	uint64_t old;

	if ((st = take(ops, node, &stream, &old)) != OPS_OK)
		return st;
	dst = size > old ? stream_may_grow(stream, 0, size, &diag) : DS_OK;
	if (dst == DS_OK)
		dst = stream_cut(stream, size, &diag);
	if (dst == DS_OK)
		changed(ops->server, node, size, false);
	stream_close(&stream);
	return outcome(ops, dst, &diag);
}

enum ops_status
scratch_commit(struct ops *ops, const struct node *node)
{
	struct ds_diag diag = {0};
	struct stream *stream = NULL;
	enum ops_status st;
	enum ds_status dst;
	uint64_t size;

	if ((st = take(ops, node, &stream, &size)) != OPS_OK)
		return st;
	dst = stream_sync(stream, &diag);
	stream_close(&stream);
	return ops_failed(ops, "a temporary file", dst, &diag);
}

/* --- their names -----------------------------------------------------------
 */

enum ops_status
scratch_remove(struct ops *ops, const struct node *node)
{
	struct ops_server *server = ops->server;
	enum ops_status st = OPS_OK;
	struct scratch *s;

	pthread_mutex_lock(&server->mutex);
	if ((s = find_node(server, node)) == NULL)
		st = OPS_STALE;
	else if (!is_his(ops, &s->stream->head))
		st = OPS_ACCES;
	else
		take_out(server, s, false);
	pthread_mutex_unlock(&server->mutex);
	return st;
}

enum ops_status
scratch_rename(struct ops *ops, const struct node *node,
    const struct found *dir, const char *name, size_t len)
{
	struct ops_server *server = ops->server;
	struct ds_diag diag = {0};
	enum ops_status st = OPS_OK;
	struct scratch *s, *other;
	struct stream_head *h;

	pthread_mutex_lock(&server->mutex);
	other = find_name(server, &dir->node, name, len);
	if ((s = find_node(server, node)) == NULL)
		st = OPS_STALE;
	else if (!is_his(ops, &s->stream->head) ||
		 (other != NULL && !is_his(ops, &other->stream->head)))
		st = OPS_ACCES;
	if (st == OPS_OK && s != other) {
		if (other != NULL)
			take_out(server, other, false);
		h = &s->stream->head;
		h->dir = dir->node;
		memset(h->name, 0, sizeof(h->name));
		memcpy(h->name, name, len);
		touch(s);
		st = ops_failed(ops, "a temporary file",
		    stream_put_head(s->stream, &diag), &diag);
	}
	pthread_mutex_unlock(&server->mutex);
	return st;
}

enum ops_status
scratch_publish(struct ops *ops, const struct node *node, const struct found *f)
{
	struct session *s = NULL;
	struct stream *stream = NULL;
	enum ops_status st;
	uint64_t size;

	if ((st = take(ops, node, &stream, &size)) != OPS_OK)
		return st;
	st = session_enter(ops, &f->node, ENTER_NEW, &s);
	if (st == OPS_OK)
		st = session_publish_other(ops, s, &f->node, stream, size);
	session_leave(ops, &s);
	stream_close(&stream);
	return st == OPS_OK ? scratch_remove(ops, node) : st;
}
