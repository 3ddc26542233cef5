/* Who is writing what: the list of sessions, what others see of them, and when
 * they end. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/ticks.h"
#include "nfs/scratch.h"
#include "nfs/session.h"
#include "services/enq.h"

enum {
	SESSIONS_MAX = 1024, /* of a server: each is a file that is open */
	TRIES_MS = 1000,     /* what cannot be published is tried again */
	BUSY_MS = 100,       /* what somebody is at is looked at again */
};

/* --- the list --------------------------------------------------------------
 */

static bool
is_of(const struct session *s, const struct node *node)
{
	return s->node.kind == node->kind &&
	       memcmp(s->node.id, node->id, sizeof(node->id)) == 0 &&
	       strcmp(s->node.text, node->text) == 0;
}

/* Under mutex. NULL: there is none. */
static struct session *
find(struct ops_server *server, const struct node *node)
{
	for (struct session *s = server->sessions; s != NULL; s = s->next)
		if (is_of(s, node))
			return s;
	return NULL;
}

/* Under mutex. NULL: no memory, or too many. */
static struct session *
add(struct ops_server *server, const struct node *node)
{
	struct session *s;

	if (server->nsessions >= SESSIONS_MAX ||
	    (s = calloc(1, sizeof(*s))) == NULL)
		return NULL;
	s->node = *node;
	s->used = ticks_ms();
	pthread_mutex_init(&s->lock, NULL);
	s->next = server->sessions;
	server->sessions = s;
	server->nsessions++;
	return s;
}

static void
free_session(struct session *s)
{
	struct opener *o;

	while ((o = s->openers) != NULL) {
		s->openers = o->next;
		free(o);
	}
	enq_free(&s->hold);
	cut_free(&s->check);
	stream_close(&s->stream);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

/* Under mutex: out of the list; it goes with its last user. */
static void
end_it(struct ops_server *server, struct session *s)
{
	struct session **at;

	if (s->ended)
		return;
	for (at = &server->sessions; *at != s; at = &(*at)->next)
		;
	*at = s->next;
	server->nsessions--;
	s->ended = true;
}

static void
unref(struct ops_server *server, struct session *s)
{
	bool last;

	pthread_mutex_lock(&server->mutex);
	last = --s->refs == 0 && s->ended;
	pthread_mutex_unlock(&server->mutex);
	if (last)
		free_session(s);
}

/* --- entering and leaving --------------------------------------------------
 */

/* Under mutex: as find, of one that is not being published; DELAY: that goes on
 * for long. */
static enum ops_status
find_idle(struct ops *ops, const struct node *node, struct session **sp)
{
	struct ops_server *server = ops->server;
	struct timespec end;
	struct session *s;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec++;
	while ((s = find(server, node)) != NULL && s->working) {
		/* Who publishes it waits for who reads it. */
		opened_release(ops, node->id);
		if (pthread_cond_timedwait(
			&server->let_go, &server->mutex, &end) != 0)
			return OPS_DELAY;
	}
	*sp = s;
	return OPS_OK;
}

static enum ops_status
enter(struct ops *ops, const struct node *node, enum enter_how how,
    struct session **sp)
{
	struct ops_server *server = ops->server;
	struct session *s = NULL;
	enum ops_status st;

	pthread_mutex_lock(&server->mutex);
	st = find_idle(ops, node, &s);
	if (st == OPS_OK && s == NULL && how != ENTER_OLD &&
	    (s = add(server, node)) == NULL)
		st = OPS_DELAY;
	else if (s != NULL && s->has && s->client != ops->caller.client &&
		 how != ENTER_ANY)
		st = OPS_DELAY;
	if (st == OPS_OK && s != NULL)
		s->refs++;
	pthread_mutex_unlock(&server->mutex);
	if (st == OPS_OK)
		*sp = s;
	return st;
}

enum ops_status
session_enter(struct ops *ops, const struct node *node, enum enter_how how,
    struct session **sp)
{
	struct session *s = NULL;
	enum ops_status st;

	for (;;) {
		st = enter(ops, node, how, &s);
		if (st != OPS_OK || s == NULL)
			break;
		pthread_mutex_lock(&s->lock);
		if (!s->ended)
			break;
		/* Another ended it meanwhile. */
		pthread_mutex_unlock(&s->lock);
		unref(ops->server, s);
	}
	if (st == OPS_OK)
		*sp = s;
	return st;
}

/* What others may see of it now. */
static void
show(struct session *s)
{
	const struct stream_head *h;
	struct timespec now;

	s->has = s->stream != NULL;
	s->bad = s->failed != OPS_OK;
	if (!s->has)
		return;
	h = &s->stream->head;
	s->ready =
	    h->safe && !s->bad &&
	    (s->check == NULL || !cut_within(s->check) || s->checked < h->size);
	s->client = h->client;
	s->node.view = h->node.view;
	s->size = h->size;
	s->base = h->base;
	clock_gettime(CLOCK_REALTIME, &now);
	s->changed = (struct ops_time){now.tv_sec, (uint32_t)now.tv_nsec};
	s->version++;
}

void
session_leave(struct ops *ops, struct session **sp)
{
	struct ops_server *server = ops->server;
	struct session *s = *sp;

	*sp = NULL;
	if (s == NULL)
		return;
	pthread_mutex_lock(&server->mutex);
	show(s);
	s->used = ticks_ms();
	/* One that nothing was written to is nothing. */
	if (!s->has && s->openers == NULL)
		end_it(server, s);
	pthread_mutex_unlock(&server->mutex);
	pthread_mutex_unlock(&s->lock);
	unref(server, s);
}

void
session_let_go(struct session *s)
{
	enq_free(&s->hold);
	s->prepared = false;
}

void
session_drop(struct ops *ops, struct session *s, const char *why)
{
	if (why != NULL)
		server_log(ops->server, "%s: what was written is dropped: %s",
		    s->target.file[0] != '\0' ? s->target.file : "a data set",
		    why);
	/* Who reads it has the file until he is done. */
	pthread_mutex_lock(&ops->server->mutex);
	s->has = false;
	/* A client that still has it, not committed, writes it again. */
	if (why != NULL)
		atomic_fetch_add(&ops->server->verifier, 1);
	pthread_mutex_unlock(&ops->server->mutex);
	enq_free(&s->hold);
	cut_free(&s->check);
	stream_remove(&s->stream);
	s->failed = OPS_OK;
	s->prepared = s->resumed = s->told = s->partly = false;
}

/* --- version 4 -------------------------------------------------------------
 */

struct opener *
session_opener(const struct session *s, uint64_t client)
{
	struct opener *o;

	for (o = s->openers; o != NULL && o->client != client; o = o->next)
		;
	return o;
}

enum ops_status
session_open(struct ops *ops, struct session *s)
{
	struct opener *o;

	pthread_mutex_lock(&ops->server->mutex);
	o = session_opener(s, ops->caller.client);
	if (o == NULL && (o = calloc(1, sizeof(*o))) != NULL) {
		o->client = ops->caller.client;
		o->next = s->openers;
		s->openers = o;
	}
	if (o != NULL)
		o->n++;
	pthread_mutex_unlock(&ops->server->mutex);
	return o != NULL ? OPS_OK : OPS_FAULT;
}

bool
session_close(struct ops *ops, struct session *s)
{
	struct opener *o, **at;
	bool last;

	pthread_mutex_lock(&ops->server->mutex);
	for (at = &s->openers;
	     *at != NULL && (*at)->client != ops->caller.client;
	     at = &(*at)->next)
		;
	o = *at;
	if ((last = o != NULL && --o->n == 0)) {
		*at = o->next;
		free(o);
	}
	pthread_mutex_unlock(&ops->server->mutex);
	return last;
}

/* --- what the writer's client sees -----------------------------------------
 */

/* With a reference; NULL: there is nothing for it to see. */
static struct session *
see(struct ops *ops, const struct node *node)
{
	struct ops_server *server = ops->server;
	struct session *s;

	if (server->nsessions == 0)
		return NULL;
	pthread_mutex_lock(&server->mutex);
	s = find(server, node);
	if (s != NULL && (!s->has || s->node.view != node->view ||
			     s->client != ops->caller.client))
		s = NULL;
	if (s != NULL)
		s->refs++;
	pthread_mutex_unlock(&server->mutex);
	return s;
}

bool
session_is(struct ops *ops, const struct node *node)
{
	struct ops_server *server = ops->server;
	bool is = false;

	pthread_mutex_lock(&server->mutex);
	for (struct session *s = server->sessions; s != NULL; s = s->next)
		is |= s->has &&
		      memcmp(s->node.id, node->id, sizeof(node->id)) == 0 &&
		      (node->kind != NODE_MEMBER || is_of(s, node));
	pthread_mutex_unlock(&server->mutex);
	return is;
}

bool
session_sees(struct ops *ops, const struct node *node)
{
	struct session *s = see(ops, node);

	if (s != NULL)
		unref(ops->server, s);
	return s != NULL;
}

bool
session_attr(struct ops *ops, const struct node *node, struct ops_attr *a)
{
	struct session *s = see(ops, node);
	uint64_t v[2];

	if (s == NULL)
		return false;
	pthread_mutex_lock(&ops->server->mutex);
	a->size = a->used = s->size;
	a->mtime = a->ctime = s->changed;
	v[0] = s->nonce;
	v[1] = s->version;
	pthread_mutex_unlock(&ops->server->mutex);
	a->change = hash_bytes(5, v, sizeof(v));
	unref(ops->server, s);
	return true;
}

/* What stands in front of what was written. */
static enum ops_status
read_base(struct ops *ops, const struct ops_fh *fh, uint64_t offset, void *buf,
    size_t len)
{
	struct opened_file *pf;
	size_t got = 0, n;
	enum ops_status st;
	bool eof = false;

	if ((st = opened_get(ops, fh, NULL, &pf)) != OPS_OK)
		return st;
	while (got < len && st == OPS_OK && !eof) {
		st = opened_read(ops, pf, offset + got, (uint8_t *)buf + got,
		    len - got, &n, &eof);
		got += st == OPS_OK ? n : 0;
	}
	return st == OPS_OK && got < len ? OPS_IO : st;
}

bool
session_read(struct ops *ops, const struct ops_fh *fh, uint64_t offset,
    void *buf, size_t len, size_t *gotp, bool *eofp, enum ops_status *stp)
{
	struct ds_diag diag = {0};
	struct session *s = NULL;
	struct stream *stream = NULL;
	uint64_t size = 0, base = 0;
	struct node node;
	size_t front = 0;

	if (!handle_decode(fh, &node) || (s = see(ops, &node)) == NULL)
		return false;
	pthread_mutex_lock(&ops->server->mutex);
	if (s->has) {
		size = s->size;
		base = s->base;
		stream = stream_share(s->stream);
	}
	pthread_mutex_unlock(&ops->server->mutex);
	if (stream == NULL) { /* published in this moment */
		unref(ops->server, s);
		return false;
	}
	*stp = OPS_OK;
	if (offset >= size)
		len = 0;
	else if (len > size - offset)
		len = (size_t)(size - offset);
	if (offset < base)
		front = base - offset < len ? (size_t)(base - offset) : len;
	if (front > 0)
		*stp = read_base(ops, fh, offset, buf, front);
	if (*stp == OPS_OK && len > front)
		*stp = ops_failed(ops, "new content",
		    stream_read(stream, offset + front, (uint8_t *)buf + front,
			len - front, &diag),
		    &diag);
	*gotp = len;
	*eofp = offset >= size || offset + len == size;
	stream_close(&stream);
	unref(ops->server, s);
	return true;
}

/* --- when they end ---------------------------------------------------------
 */

/* Under mutex: when, ticks_ms; INT64_MAX: its client says so. */
static int64_t
due(const struct ops *ops, const struct session *s)
{
	const struct ops_config *c = &ops->server->config;
	int64_t at, later;

	if (!s->has || s->working || session_opener(s, s->client) != NULL)
		return INT64_MAX;
	at = s->used + (s->ready || s->bad ? c->idle_ms : c->hold_ms);
	if (at < s->retry)
		at = s->retry;
	/* Somebody has entered, who has it changed when he leaves. */
	later = ticks_ms() + BUSY_MS;
	return s->refs > 0 && at < later ? later : at;
}

/* One that is due, being worked on; NULL: none, and *atp is when the next is.
 */
static struct session *
take_due(struct ops *ops, bool all, int64_t *atp)
{
	struct ops_server *server = ops->server;
	const int64_t now = ticks_ms();
	struct session *found = NULL, *s;
	int64_t at;

	*atp = INT64_MAX;
	pthread_mutex_lock(&server->mutex);
	for (s = server->sessions; s != NULL && found == NULL; s = s->next) {
		at = due(ops, s);
		if (all && s->ready && !s->working && s->retry <= now)
			at = now;
		if (at <= now)
			found = s;
		else if (at < *atp)
			*atp = at;
	}
	if (found != NULL) {
		found->working = true;
		found->refs++;
	}
	pthread_mutex_unlock(&server->mutex);
	return found;
}

static void
finish_due(struct ops *ops, struct session *s)
{
	enum ops_status st;

	if (s->failed != OPS_OK) {
		session_drop(ops, s, ops_status_text(s->failed));
		return;
	}
	if (!s->stream->head.safe) {
		session_drop(ops, s, "its client has not committed it");
		return;
	}
	st = session_publish(ops, s);
	if (st != OPS_OK && s->stream != NULL) /* in use, or no space */
		s->retry = ticks_ms() + TRIES_MS;
}

static int
work(struct ops *ops, bool all)
{
	struct ops_server *server = ops->server;
	struct session *s;
	int64_t at, left;

	if (server->nsessions == 0)
		return -1;
	while ((s = take_due(ops, all, &at)) != NULL) {
		pthread_mutex_lock(&s->lock);
		if (s->stream != NULL)
			finish_due(ops, s);
		pthread_mutex_lock(&server->mutex);
		show(s);
		s->working = false;
		pthread_cond_broadcast(&server->let_go);
		if (!s->has && s->openers == NULL)
			end_it(server, s);
		pthread_mutex_unlock(&server->mutex);
		pthread_mutex_unlock(&s->lock);
		unref(server, s);
	}
	if (at == INT64_MAX)
		return -1;
	left = at - ticks_ms();
	return left < 0 ? 0 : left > TRIES_MS ? TRIES_MS : (int)left;
}

int
sessions_idle(struct ops *ops)
{
	return work(ops, false);
}

void
sessions_flush(struct ops *ops)
{
	work(ops, true);
}

/* --- servers before this one -----------------------------------------------
 */

static void
load(struct ops_server *server, const char *path)
{
	const uint64_t start = server->verifier;
	struct stream *stream = NULL;
	struct ds_diag diag = {0};
	struct session *s;
	enum ds_status st;

	if ((st = stream_open(path, &stream, &diag)) != DS_OK) {
		if (st != DS_BUSY)
			server_log(server, "%s: %s", path, diag.text);
		return;
	}
	if (stream->head.node.kind == NODE_SCRATCH) {
		scratch_load(server, &stream);
		return;
	}
	pthread_mutex_lock(&server->mutex);
	s = find(server, &stream->head.node) == NULL
		? add(server, &stream->head.node)
		: NULL;
	if (s != NULL) {
		s->stream = stream;
		s->resumed = true;
		s->contiguous = stream->committed;
		s->checked = stream->head.base;
		s->nonce = hash_bytes(6, &start, sizeof(start));
		show(s);
	}
	pthread_mutex_unlock(&server->mutex);
	if (s == NULL)
		stream_close(&stream);
}

void
sessions_load(struct ops_server *server)
{
	char dir[STREAM_PATH], path[STREAM_PATH];
	const struct dirent *e;
	DIR *d;

	if (stream_dir(server->root, dir, NULL) != DS_OK ||
	    (d = opendir(dir)) == NULL)
		return; /* nothing was ever written */
	while ((e = readdir(d)) != NULL)
		if (e->d_name[0] != '.' && strlen(e->d_name) < 32) {
			snprintf(
			    path, sizeof(path), "%.470s/%s", dir, e->d_name);
			load(server, path);
		}
	closedir(d);
}

void
sessions_free(struct ops_server *server)
{
	struct session *s;

	while ((s = server->sessions) != NULL) {
		end_it(server, s);
		free_session(s);
	}
	scratch_free_all(server);
}
