/* What the threads of a server share: a few tables of fixed size. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/ticks.h"
#include "nfs/ops_int.h"
#include "nfs/session.h"

enum { IDLE_MS = 3000, DELAY_MS = 30000, HOLD_MS = 30000, MAX_OPEN = 32 };
/* What is wanted is nobody else's for so long. */
enum { WANTED_MS = 2000 };
/* Who tries again later than this has begun anew. */
enum { BUSY_FORGOTTEN_MS = 60000 };

void
server_log(const struct ops_server *s, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	if (s->config.log == NULL)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	s->config.log(s->config.log_ctx, text);
}

enum ds_status
ops_server_new(const struct ops_config *config, struct ops_server **serverp,
    struct ds_diag *diag)
{
	struct ops_server *s = calloc(1, sizeof(*s));
	struct ds_system *sys = NULL;
	struct timespec now;
	enum ds_status st;
	const char *root;

	if (s == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if ((st = ds_system_open(config->root, &sys, NULL, diag)) != DS_OK) {
		free(s);
		return st;
	}
	root = ds_system_root(sys);
	s->fsid = hash_bytes(1, root, strlen(root));
	s->root = strdup(root);
	ds_system_close(&sys);
	if (s->root == NULL) {
		free(s);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	s->config = *config;
	if (s->config.max_open == 0)
		s->config.max_open = MAX_OPEN;
	if (s->config.idle_ms == 0)
		s->config.idle_ms = IDLE_MS;
	if (s->config.delay_ms == 0)
		s->config.delay_ms = DELAY_MS;
	if (s->config.hold_ms == 0)
		s->config.hold_ms = HOLD_MS;
	clock_gettime(CLOCK_REALTIME, &now);
	s->verifier = hash_bytes((uint64_t)now.tv_nsec, &now, sizeof(now));
	pthread_mutex_init(&s->mutex, NULL);
	pthread_mutex_init(&s->threads_lock, NULL);
	pthread_cond_init(&s->let_go, NULL);
	for (int i = 0; i < WRITERS; i++)
		pthread_mutex_init(&s->writers[i].lock, NULL);
	sessions_load(s);
	*serverp = s;
	return DS_OK;
}

void
ops_server_free(struct ops_server **serverp)
{
	if (serverp == NULL || *serverp == NULL)
		return;
	sessions_free(*serverp);
	for (int i = 0; i < WRITERS; i++) {
		ds_system_close(&(*serverp)->writers[i].sys);
		pthread_mutex_destroy(&(*serverp)->writers[i].lock);
	}
	pthread_cond_destroy(&(*serverp)->let_go);
	pthread_mutex_destroy(&(*serverp)->threads_lock);
	pthread_mutex_destroy(&(*serverp)->mutex);
	free((*serverp)->root);
	free(*serverp);
	*serverp = NULL;
}

/* --- places in directories -------------------------------------------------
 */

void
server_note_seen(
    struct ops_server *s, uint64_t dir, uint64_t cookie, const char *name)
{
	struct seen *at = &s->seen[(cookie ^ dir) % SEEN_MAX];

	pthread_mutex_lock(&s->mutex);
	at->cookie = cookie;
	at->dir = dir;
	snprintf(at->name, sizeof(at->name), "%s", name);
	pthread_mutex_unlock(&s->mutex);
}

bool
server_seen(struct ops_server *s, uint64_t dir, uint64_t cookie,
    char name[DSNAME_MAX + 1])
{
	const struct seen *at = &s->seen[(cookie ^ dir) % SEEN_MAX];
	bool is;

	pthread_mutex_lock(&s->mutex);
	is = at->cookie == cookie && at->dir == dir && at->name[0] != '\0';
	if (is)
		memcpy(name, at->name, sizeof(at->name));
	pthread_mutex_unlock(&s->mutex);
	return is;
}

/* --- sizes -----------------------------------------------------------------
 */

void
server_note_size(
    struct ops_server *s, uint64_t fileid, uint64_t change, uint64_t size)
{
	pthread_mutex_lock(&s->mutex);
	s->sizes[fileid % SIZES_MAX] =
	    (struct known_size){fileid, change, size};
	pthread_mutex_unlock(&s->mutex);
}

bool
server_size(
    struct ops_server *s, uint64_t fileid, uint64_t change, uint64_t *sizep)
{
	const struct known_size *k = &s->sizes[fileid % SIZES_MAX];
	bool is;

	pthread_mutex_lock(&s->mutex);
	if ((is = k->fileid == fileid && k->change == change))
		*sizep = k->size;
	pthread_mutex_unlock(&s->mutex);
	return is;
}

/* --- what is in use --------------------------------------------------------
 */

enum ops_status
server_busy(struct ops_server *s, uint64_t fileid)
{
	struct busy *b = &s->busy[fileid % BUSY_MAX];
	const int64_t now = ticks_ms();
	bool late;

	pthread_mutex_lock(&s->mutex);
	if (b->fileid != fileid || now - b->last > BUSY_FORGOTTEN_MS)
		*b = (struct busy){fileid, now, now};
	b->last = now;
	late = now - b->since >= (int64_t)s->config.delay_ms;
	pthread_mutex_unlock(&s->mutex);
	return late ? OPS_ACCES : OPS_DELAY;
}

void
server_not_busy(struct ops_server *s, uint64_t fileid)
{
	struct busy *b = &s->busy[fileid % BUSY_MAX];

	pthread_mutex_lock(&s->mutex);
	if (b->fileid == fileid)
		b->fileid = 0;
	pthread_mutex_unlock(&s->mutex);
}

/* --- data sets that are wanted ---------------------------------------------
 */

/* Under mutex. NULL: it is not. */
static struct wanted *
find_wanted(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN])
{
	for (int i = 0; i < WANTED_MAX; i++)
		if (s->wanted[i].until != 0 &&
		    memcmp(s->wanted[i].id, id, DS_IDENTITY_LEN) == 0)
			return &s->wanted[i];
	return NULL;
}

static void
note_wanted(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN])
{
	struct wanted *w;

	pthread_mutex_lock(&s->mutex);
	w = find_wanted(s, id);
	for (int i = 0; w == NULL && i < WANTED_MAX; i++)
		if (s->wanted[i].until == 0) {
			w = &s->wanted[i];
			memcpy(w->id, id, DS_IDENTITY_LEN);
			s->nwanted++;
		}
	if (w != NULL)
		w->until = ticks_ms() + WANTED_MS;
	pthread_mutex_unlock(&s->mutex);
}

bool
server_wanted(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN])
{
	struct wanted *w;
	bool is;

	if (s->nwanted == 0)
		return false;
	pthread_mutex_lock(&s->mutex);
	if ((w = find_wanted(s, id)) != NULL && w->until < ticks_ms()) {
		w->until = 0;
		s->nwanted--;
		w = NULL;
	}
	is = w != NULL;
	pthread_mutex_unlock(&s->mutex);
	return is;
}

void
server_wanted_end(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN])
{
	struct wanted *w;

	pthread_mutex_lock(&s->mutex);
	if ((w = find_wanted(s, id)) != NULL) {
		w->until = 0;
		s->nwanted--;
		pthread_cond_broadcast(&s->let_go);
	}
	pthread_mutex_unlock(&s->mutex);
}

void
server_await(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN])
{
	struct timespec end;

	if (s->nwanted == 0)
		return;
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec++;
	pthread_mutex_lock(&s->mutex);
	while (find_wanted(s, id) != NULL &&
	       pthread_cond_timedwait(&s->let_go, &s->mutex, &end) == 0)
		;
	pthread_mutex_unlock(&s->mutex);
}

void
server_want(
    struct ops_server *s, struct ops *self, const uint8_t id[DS_IDENTITY_LEN])
{
	note_wanted(s, id);
	opened_release(self, id);
	pthread_mutex_lock(&s->threads_lock);
	for (struct ops *o = s->threads; o != NULL; o = o->next)
		if (o != self && pthread_mutex_trylock(&o->lock) == 0) {
			opened_release(o, id);
			pthread_mutex_unlock(&o->lock);
		}
	pthread_mutex_unlock(&s->threads_lock);
}

/* --- roots for what is published -------------------------------------------
 */

struct writer *
server_writer(struct ops_server *s, struct ds_diag *diag)
{
	static atomic_uint turn;
	struct writer *w = NULL;

	for (int i = 0; i < WRITERS && w == NULL; i++)
		if (pthread_mutex_trylock(&s->writers[i].lock) == 0)
			w = &s->writers[i];
	if (w == NULL) {
		w = &s->writers[turn++ % WRITERS];
		pthread_mutex_lock(&w->lock);
	}
	if (w->sys == NULL) {
		if (ds_system_open(s->config.root, &w->sys, NULL, diag) !=
		    DS_OK) {
			pthread_mutex_unlock(&w->lock);
			return NULL;
		}
		ds_system_set_wait(w->sys, WAIT_MS);
	}
	return w;
}

/* --- files that were made --------------------------------------------------
 */

void
server_note_made(
    struct ops_server *s, uint64_t fileid, const uint8_t verf[OPS_CREATE_VERF])
{
	struct made *m = &s->made[fileid % MADE_MAX];

	pthread_mutex_lock(&s->mutex);
	m->fileid = fileid;
	memcpy(m->verf, verf, OPS_CREATE_VERF);
	pthread_mutex_unlock(&s->mutex);
}

bool
server_made(
    struct ops_server *s, uint64_t fileid, const uint8_t verf[OPS_CREATE_VERF])
{
	const struct made *m = &s->made[fileid % MADE_MAX];
	bool is;

	pthread_mutex_lock(&s->mutex);
	is = m->fileid == fileid && memcmp(m->verf, verf, OPS_CREATE_VERF) == 0;
	pthread_mutex_unlock(&s->mutex);
	return is;
}
