/*
 * The buffers of the server: a fixed number in one mapping, last in, first out,
 * so that those in use stay in the processor's caches and the others are never
 * touched.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>

#include "nfs/server_int.h"

enum ds_status
netbuf_open(struct server *s, unsigned nbuffers, struct ds_diag *diag)
{
	void *area;

	s->area_len = (size_t)nbuffers * BUFFER_LEN;
	area = mmap(NULL, s->area_len, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (area == MAP_FAILED)
		return ds_fail_errno(diag, errno, NULL, "buffers");
	s->area = area;
	if ((s->free = calloc(nbuffers, sizeof(*s->free))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (unsigned i = 0; i < nbuffers; i++)
		s->free[i] = s->area + (size_t)i * BUFFER_LEN;
	s->nfree = s->nbuffers = nbuffers;
	return DS_OK;
}

void
netbuf_close(struct server *s)
{
	if (s->area != NULL)
		munmap(s->area, s->area_len);
	free(s->free);
}

/* Half of what connections can hold is the most for one address, so that one
 * cannot keep the others waiting. Under the lock. */
static bool
has_its_share(const struct server *s, const struct client *client)
{
	return atomic_load(&client->buffers) >= (s->config.buffers + 1) / 2;
}

static void
wait_for_buffers(struct server *s, struct conn *c)
{
	c->next_hungry = NULL;
	*s->hungry_end = c;
	s->hungry_end = &c->next_hungry;
}

/* Under the lock; the caller arms it when he has let go. NULL: nobody waits. */
static struct conn *
next_hungry(struct server *s)
{
	struct conn *c = s->hungry;

	if (c != NULL && (s->hungry = c->next_hungry) == NULL)
		s->hungry_end = &s->hungry;
	return c;
}

static void
feed(struct server *s, struct conn *c)
{
	if (c != NULL)
		conn_arm(s, c, EPOLLIN | EPOLLOUT);
}

void
netbuf_feed(struct server *s)
{
	struct conn *c;

	pthread_mutex_lock(&s->lock);
	c = next_hungry(s);
	pthread_mutex_unlock(&s->lock);
	feed(s, c);
}

/*
 * Nobody waits for ever: who waits does so because connections hold buffers,
 * each that comes back wakes one, and one that gets what it needs wakes the
 * next.
 */
bool
netbuf_stock(struct worker *w, struct conn *c)
{
	struct server *s = w->server;
	struct conn *fed = NULL;
	unsigned need = 0;
	bool enough;

	for (int i = 0; i < SPARES; i++)
		need += w->spare[i] == NULL;
	if (need == 0 && atomic_load(&c->client->buffers) == 0)
		return true;
	pthread_mutex_lock(&s->lock);
	/* Who holds something goes on, so that it is let go. */
	enough = s->nfree >= need && (c->out != NULL || c->big != NULL ||
					 !has_its_share(s, c->client));
	for (int i = 0; i < SPARES && enough; i++)
		if (w->spare[i] == NULL)
			w->spare[i] = s->free[--s->nfree];
	if (enough)
		fed = next_hungry(s);
	else
		wait_for_buffers(s, c);
	pthread_mutex_unlock(&s->lock);
	feed(s, fed);
	return enough;
}

uint8_t *
netbuf_give(struct worker *w, struct conn *c)
{
	uint8_t *buf = NULL;

	for (int i = 0; i < SPARES && buf == NULL; i++) {
		buf = w->spare[i];
		w->spare[i] = NULL;
	}
	atomic_fetch_add(&c->client->buffers, 1);
	return buf;
}

void
netbuf_return(struct server *s, struct conn *c, uint8_t **bufp)
{
	struct conn *fed;

	if (*bufp == NULL)
		return;
	pthread_mutex_lock(&s->lock);
	s->free[s->nfree++] = *bufp;
	*bufp = NULL;
	atomic_fetch_sub(&c->client->buffers, 1);
	fed = next_hungry(s);
	pthread_mutex_unlock(&s->lock);
	feed(s, fed);
}
