/* NFS version 4: client ids, sessions and opens. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/bytes.h"
#include "nfs/nfs4_state.h"

static int64_t
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

struct n4_state *
n4_state_new(void)
{
	struct n4_state *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	/* Ids of the server before this one are not taken for ours. */
	if (getrandom(&s->boot, sizeof(s->boot), 0) !=
	    (ssize_t)sizeof(s->boot)) {
		free(s);
		return NULL;
	}
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void
n4_state_free(struct n4_state **statep)
{
	struct n4_state *s = *statep;

	if (s == NULL)
		return;
	while (s->clients != NULL)
		n4_client_drop(s, s->clients);
	pthread_mutex_destroy(&s->lock);
	free(s);
	*statep = NULL;
}

struct n4_client *
n4_client_of(struct n4_state *s, uint64_t id)
{
	struct n4_client *c = s->clients;

	while (c != NULL && c->id != id)
		c = c->next;
	return c;
}

struct n4_client *
n4_client_owner(
    struct n4_state *s, const uint8_t *owner, size_t len, bool confirmed)
{
	struct n4_client *c = s->clients;

	while (c != NULL && (c->confirmed != confirmed || c->owner_len != len ||
				memcmp(c->owner, owner, len) != 0))
		c = c->next;
	return c;
}

void
n4_expire(struct n4_state *s)
{
	struct n4_client *c, *next;
	int64_t at = now();

	for (c = s->clients; c != NULL; c = next) {
		next = c->next;
		if (c->busy == 0 && at - c->seen > N4_LEASE)
			n4_client_drop(s, c);
	}
}

/* Who has not confirmed makes room for others. */
static bool
make_room(struct n4_state *s)
{
	struct n4_client *c;

	if (s->nclients < N4_CLIENTS)
		return true;
	n4_expire(s);
	if (s->nclients < N4_CLIENTS)
		return true;
	for (c = s->clients; c != NULL; c = c->next)
		if (!c->confirmed) {
			n4_client_drop(s, c);
			return true;
		}
	return false;
}

struct n4_client *
n4_client_add(struct n4_state *s, const uint8_t *owner, size_t len)
{
	struct n4_client *c;

	if (!make_room(s) || (c = calloc(1, sizeof(*c) + len)) == NULL)
		return NULL;
	c->id = s->boot << 32 | (++s->last & UINT32_MAX);
	c->owner_len = len;
	memcpy(c->owner, owner, len);
	c->create_seq = 1;
	c->seen = now();
	c->next = s->clients;
	s->clients = c;
	s->nclients++;
	return c;
}

void
n4_client_drop(struct n4_state *s, struct n4_client *c)
{
	struct n4_client **at = &s->clients;

	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
	s->nclients--;
	while (c->sessions != NULL)
		n4_session_drop(c->sessions);
	while (c->opens != NULL)
		n4_open_drop(c, c->opens);
	free(c);
}

struct n4_session *
n4_session_of(struct n4_state *s, const uint8_t id[N4_SESSION_ID])
{
	struct n4_client *c = n4_client_of(s, be64_get(id));
	struct n4_session *ses;

	if (c == NULL)
		return NULL;
	for (ses = c->sessions; ses != NULL; ses = ses->next)
		if (memcmp(ses->id, id, N4_SESSION_ID) == 0) {
			c->seen = now();
			return ses;
		}
	return NULL;
}

struct n4_session *
n4_session_add(struct n4_state *s, struct n4_client *c)
{
	struct n4_session *ses;

	if (c->nsessions >= N4_SESSIONS ||
	    (ses = calloc(1, sizeof(*ses))) == NULL)
		return NULL;
	be64_put(ses->id, c->id);
	be64_put(ses->id + 8, ++s->last);
	ses->client = c;
	ses->next = c->sessions;
	c->sessions = ses;
	c->nsessions++;
	return ses;
}

void
n4_session_drop(struct n4_session *ses)
{
	struct n4_session **at = &ses->client->sessions;

	while (*at != ses)
		at = &(*at)->next;
	*at = ses->next;
	ses->client->nsessions--;
	for (int i = 0; i < N4_SLOTS; i++)
		free(ses->slots[i].reply);
	free(ses);
}

bool
n4_session_busy(const struct n4_session *ses, const struct n4_slot *beside)
{
	for (int i = 0; i < N4_SLOTS; i++)
		if (ses->slots[i].busy && &ses->slots[i] != beside)
			return true;
	return false;
}

static bool
same_fh(const struct ops_fh *a, const struct ops_fh *b)
{
	return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

struct n4_open *
n4_open_add(struct n4_state *s, struct n4_client *c, const struct ops_fh *fh,
    const uint8_t *owner, size_t len)
{
	struct n4_open *o;

	if (c->nopens >= N4_OPENS || (o = calloc(1, sizeof(*o) + len)) == NULL)
		return NULL;
	be32_put(o->other, (uint32_t)s->boot);
	be64_put(o->other + 4, ++s->last);
	o->fh = *fh;
	o->owner_len = len;
	memcpy(o->owner, owner, len);
	o->next = c->opens;
	c->opens = o;
	c->nopens++;
	return o;
}

void
n4_open_drop(struct n4_client *c, struct n4_open *o)
{
	struct n4_open **at = &c->opens;

	while (*at != o)
		at = &(*at)->next;
	*at = o->next;
	c->nopens--;
	free(o);
}

struct n4_open *
n4_open_of(const struct n4_client *c, const uint8_t other[N4_OTHER])
{
	struct n4_open *o = c->opens;

	while (o != NULL && memcmp(o->other, other, N4_OTHER) != 0)
		o = o->next;
	return o;
}

struct n4_open *
n4_open_owned(const struct n4_client *c, const struct ops_fh *fh,
    const uint8_t *owner, size_t len)
{
	struct n4_open *o = c->opens;

	while (o != NULL &&
	       (o->owner_len != len || memcmp(o->owner, owner, len) != 0 ||
		   !same_fh(&o->fh, fh)))
		o = o->next;
	return o;
}

static bool
stands_against(const struct n4_client *c, const struct ops_fh *fh,
    const struct n4_open *mine, uint32_t access, uint32_t deny)
{
	const struct n4_open *o;

	for (o = c->opens; o != NULL; o = o->next)
		if (o != mine && same_fh(&o->fh, fh) &&
		    ((o->deny & access) != 0 || (o->access & deny) != 0))
			return true;
	return false;
}

bool
n4_open_denied(struct n4_state *s, const struct ops_fh *fh,
    const struct n4_open *mine, uint32_t access, uint32_t deny)
{
	struct n4_client *c, *next;
	int64_t at = now();

	for (c = s->clients; c != NULL; c = next) {
		next = c->next;
		if (!stands_against(c, fh, mine, access, deny))
			continue;
		/* Who is gone stands against nobody. */
		if (c->busy != 0 || at - c->seen <= N4_LEASE)
			return true;
		n4_client_drop(s, c);
	}
	return false;
}
