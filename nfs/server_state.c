/* What the threads of a server share: a few tables of fixed size. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/ticks.h"
#include "nfs/ops_int.h"

enum { IDLE_MS = 3000, DELAY_MS = 30000, MAX_OPEN = 32 };
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
	ds_system_close(&sys);
	s->config = *config;
	if (s->config.max_open == 0)
		s->config.max_open = MAX_OPEN;
	if (s->config.idle_ms == 0)
		s->config.idle_ms = IDLE_MS;
	if (s->config.delay_ms == 0)
		s->config.delay_ms = DELAY_MS;
	clock_gettime(CLOCK_REALTIME, &now);
	s->verifier = hash_bytes((uint64_t)now.tv_nsec, &now, sizeof(now));
	pthread_mutex_init(&s->mutex, NULL);
	*serverp = s;
	return DS_OK;
}

void
ops_server_free(struct ops_server **serverp)
{
	if (serverp == NULL || *serverp == NULL)
		return;
	pthread_mutex_destroy(&(*serverp)->mutex);
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
