/*
 * Connections: accepted, read, answered, closed. A turn reads what is there,
 * answers what is whole, and leaves what is not with the connection: a little
 * in its stub, more in a buffer of the pool.
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/ticks.h"
#include "nfs/log.h"
#include "nfs/server_int.h"

enum {
	/* Of a turn, so that one client does not keep a thread: */
	TURN_REQUESTS = 128,
	TURN_BYTES = 16 << 20,
	ACCEPTS = 64, /* at a time */
	/* An idle client that is gone is noticed within some minutes. */
	KEEPIDLE_S = 120,
	KEEPINTVL_S = 20,
	KEEPCNT = 5,
};

/* --- accept --------------------------------------------------------------- */

static bool
is_loopback(const struct sockaddr_storage *a)
{
	const struct sockaddr_in *in = (const void *)a;
	const struct sockaddr_in6 *in6 = (const void *)a;

	if (a->ss_family == AF_INET)
		return ntohl(in->sin_addr.s_addr) >> 24 == 127;
	return IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
}

static void
set_option(int fd, int level, int name, int value)
{
	/* Without one of these a connection works all the same. */
	(void)setsockopt(fd, level, name, &value, sizeof(value));
}

static void
set_options(int fd, const struct sockaddr_storage *peer)
{
	set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
	set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
	set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEPIDLE_S);
	set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEPINTVL_S);
	set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEPCNT);
	/* What paces its packets halves the speed of the loopback device. */
	if (is_loopback(peer))
		(void)setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
}

/* Under the lock. NULL: no memory, or it has its share. */
static struct client *
client_of(struct server *s, const struct sockaddr_storage *peer)
{
	struct client *cl = s->clients;
	uint8_t addr[PEER_ADDR_LEN];

	peer_address((const struct sockaddr *)peer, addr);
	while (cl != NULL && memcmp(cl->addr, addr, sizeof(addr)) != 0)
		cl = cl->next;
	if (cl != NULL)
		return cl->connections < s->config.per_address ? cl : NULL;
	if ((cl = calloc(1, sizeof(*cl))) == NULL)
		return NULL;
	memcpy(cl->addr, addr, sizeof(addr));
	cl->next = s->clients;
	return s->clients = cl;
}

/* Under the lock. */
static void
client_leave(struct server *s, struct client *cl)
{
	struct client **at = &s->clients;

	if (--cl->connections > 0)
		return;
	while (*at != cl)
		at = &(*at)->next;
	*at = cl->next;
	free(cl);
}

static void
conn_enter(struct server *s, struct conn *c)
{
	c->next = s->conns;
	if (c->next != NULL)
		c->next->prev = c;
	s->conns = c;
	s->nconns++;
	s->accepted++;
	c->client->connections++;
}

/* NULL: it may not have one more. */
static struct conn *
conn_new(struct server *s, int fd, const struct sockaddr_storage *peer)
{
	struct conn *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return NULL;
	c->fd = fd;
	c->peer = *peer;
	pthread_mutex_lock(&s->lock);
	if (s->nconns < s->config.connections)
		c->client = client_of(s, peer);
	if (c->client != NULL)
		conn_enter(s, c);
	else
		s->refused++;
	pthread_mutex_unlock(&s->lock);
	if (c->client == NULL) {
		free(c);
		return NULL;
	}
	return c;
}

static void
conn_begin(struct server *s, int fd, const struct sockaddr_storage *peer)
{
	struct epoll_event ev = {.events = EPOLLIN | EPOLLONESHOT};
	struct conn *c;

	if ((c = conn_new(s, fd, peer)) == NULL) {
		close(fd);
		return;
	}
	set_options(fd, peer);
	ev.data.ptr = c;
	if (epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &ev) != 0)
		conn_close(s, c);
}

void
conn_accept(struct server *s)
{
	struct sockaddr_storage peer;
	socklen_t len;
	int fd;

	for (int i = 0; i < ACCEPTS; i++) {
		len = sizeof(peer);
		memset(&peer, 0, sizeof(peer));
		fd = accept4(s->listener, (struct sockaddr *)&peer, &len,
		    SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd >= 0)
			conn_begin(s, fd, &peer);
		else if (errno != EINTR && errno != ECONNABORTED)
			return; /* none is left, or no descriptor is */
	}
}

void
conn_close(struct server *s, struct conn *c)
{
	netbuf_return(s, c, &c->big);
	netbuf_return(s, c, &c->out);
	pthread_mutex_lock(&s->lock);
	if (c->prev != NULL)
		c->prev->next = c->next;
	else
		s->conns = c->next;
	if (c->next != NULL)
		c->next->prev = c->prev;
	s->nconns--;
	client_leave(s, c->client);
	pthread_mutex_unlock(&s->lock);
	/* Behind it, so that whoever finds it there finds its descriptor. */
	close(c->fd);
	free(c->stub);
	free(c);
}

void
conn_arm(struct server *s, struct conn *c, uint32_t events)
{
	struct epoll_event ev = {.events = events | EPOLLONESHOT};
	int fd = c->fd; /* behind the next line it is another's */

	ev.data.ptr = c;
	atomic_store_explicit(&c->taken, false, memory_order_release);
	/* It is entered and stays so until it is closed: no way to fail. */
	(void)epoll_ctl(s->epoll, EPOLL_CTL_MOD, fd, &ev);
}

/* --- a turn --------------------------------------------------------------- */

enum turn { GO_ON, WAIT_IN, WAIT_OUT, AGAIN, CLOSE };

/* GO_ON: all is sent. */
static enum turn
send_some(int fd, const uint8_t *buf, size_t *atp, size_t len)
{
	ssize_t n;

	while (*atp < len) {
		n = send(fd, buf + *atp, len - *atp, MSG_NOSIGNAL);
		if (n >= 0)
			*atp += (size_t)n;
		else if (errno == EAGAIN)
			return WAIT_OUT;
		else if (errno != EINTR)
			return CLOSE;
	}
	return GO_ON;
}

/* What the client had not read the last time. */
static enum turn
send_left(struct worker *w, struct conn *c)
{
	enum turn t;

	if (c->out == NULL)
		return GO_ON;
	t = send_some(c->fd, c->out, &c->out_at, c->out_len);
	if (t == GO_ON)
		netbuf_return(w->server, c, &c->out);
	return t;
}

/* The thread's replies; what the client does not take is the connection's. */
static enum turn
send_replies(struct worker *w, struct conn *c, struct xdr_out *out)
{
	size_t at = 0, len = xdr_used(out);
	enum turn t = send_some(c->fd, out->base, &at, len);

	if (t == WAIT_OUT) {
		c->out = w->out;
		c->out_at = at;
		c->out_len = len;
		w->out = netbuf_give(w, c);
	}
	*out = xdr_out(w->out, BUFFER_LEN);
	return t;
}

static bool
answer(struct worker *w, struct conn *c, const uint8_t *rec, size_t len,
    struct xdr_out *out)
{
	struct rpc_call call = {
	    .peer = (const struct sockaddr *)&c->peer, .worker = w->ctx};
	size_t mark = xdr_used(out);
	/* The table's procedures see what one reply may have. */
	struct xdr_out reply = xdr_out(out->at + RECORD_MARK, RPC_REPLY_MAX);

	if (!rpc_answer(
		w->server->config.table, &call, rec, len, &reply, w->counts))
		return false;
	be32_put(out->base + mark, 0x80000000U | (uint32_t)xdr_used(&reply));
	out->at = reply.at;
	return true;
}

static bool
has_room(const struct xdr_out *out)
{
	return xdr_room(out) >= RECORD_MARK + RPC_REPLY_MAX;
}

static enum turn
broken(struct worker *w, struct conn *c, const char *why)
{
	char peer[NFSD_PEER_MAX];

	pthread_mutex_lock(&w->server->lock);
	w->server->broken++;
	pthread_mutex_unlock(&w->server->lock);
	nfsd_log("closed", "client=%s reason=\"%s\"",
	    nfsd_peer((const struct sockaddr *)&c->peer, peer), why);
	return CLOSE;
}

/* Every record that is whole. WAIT_IN: none is left. */
static enum turn
answer_all(struct worker *w, struct conn *c, unsigned *left, size_t *bytes)
{
	struct xdr_out out = xdr_out(w->out, BUFFER_LEN);
	enum record_found found = RECORD_MORE;
	const uint8_t *rec;
	enum turn t = GO_ON;
	size_t len;

	while (t == GO_ON && *left > 0 &&
	       (found = record_next(&c->in, &rec, &len)) == RECORD_ONE) {
		if (!answer(w, c, rec, len, &out))
			return broken(w, c, "no call, or dropped");
		--*left;
		if (!has_room(&out)) {
			*bytes += xdr_used(&out);
			t = send_replies(w, c, &out);
		}
	}
	if (found == RECORD_BAD)
		return broken(w, c, "record too long");
	if (t == GO_ON) {
		*bytes += xdr_used(&out);
		t = send_replies(w, c, &out);
	}
	if (t != GO_ON)
		return t;
	return *left == 0 || *bytes > TURN_BYTES ? AGAIN : WAIT_IN;
}

/* More of the stream. GO_ON: there is some. */
static enum turn
read_some(struct conn *c, bool *morep)
{
	size_t room;
	uint8_t *at = record_space(&c->in, &room);
	ssize_t n;

	do
		n = recv(c->fd, at, room, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno == EAGAIN ? WAIT_IN : CLOSE;
	/* Less than asked: nothing is left, a look would be in vain. */
	*morep = (size_t)n == room;
	record_filled(&c->in, (size_t)n);
	return n == 0 ? CLOSE : GO_ON;
}

/* What was left the last time, in the thread's buffer or its own. */
static void
take_up(struct worker *w, struct conn *c)
{
	struct record_stream here;

	if (c->big != NULL)
		return;
	record_init(&here, w->in, BUFFER_LEN);
	if (c->stub != NULL)
		record_move(&here, &c->in); /* a stub is the smaller one */
	c->in = here;
}

/* The thread's buffer is let go; false: no memory. */
static bool
lay_down(struct worker *w, struct conn *c)
{
	struct record_stream stub;

	if (record_held(&c->in) > STUB_LEN) {
		if (c->big == NULL) {
			c->big = w->in;
			w->in = netbuf_give(w, c);
		}
		return true;
	}
	if (!record_empty(&c->in) && c->stub == NULL &&
	    (c->stub = malloc(STUB_LEN)) == NULL)
		return false;
	record_init(&stub, c->stub, c->stub != NULL ? STUB_LEN : 0);
	record_move(&stub, &c->in);
	c->in = stub;
	netbuf_return(w->server, c, &c->big);
	return true;
}

/* *movedp: a reply was read or a request answered, the client is alive. */
static enum turn
take_turn(struct worker *w, struct conn *c, bool *movedp)
{
	unsigned left = TURN_REQUESTS;
	bool more = true;
	size_t bytes = 0;
	enum turn t;

	*movedp = c->out != NULL;
	if ((t = send_left(w, c)) != GO_ON) {
		*movedp = false;
		return t;
	}
	take_up(w, c);
	for (;;) {
		if ((t = answer_all(w, c, &left, &bytes)) != WAIT_IN)
			break;
		if (!more || (t = read_some(c, &more)) != GO_ON)
			break;
	}
	*movedp = *movedp || left < TURN_REQUESTS;
	if (t == CLOSE || lay_down(w, c))
		return t;
	return CLOSE;
}

void
conn_turn(struct worker *w, struct conn *c)
{
	struct server *s = w->server;
	bool moved;
	enum turn t;

	atomic_exchange_explicit(&c->taken, true, memory_order_acquire);
	if (!netbuf_stock(w, c))
		return;
	t = take_turn(w, c, &moved);
	if (t == CLOSE) {
		conn_close(s, c);
		return;
	}
	if (t == WAIT_IN && record_empty(&c->in))
		atomic_store(&c->since, 0);
	else if (moved || atomic_load(&c->since) == 0)
		atomic_store(&c->since, ticks_ms());
	conn_arm(s, c,
	    t == WAIT_IN    ? EPOLLIN
	    : t == WAIT_OUT ? EPOLLOUT
			    : EPOLLIN | EPOLLOUT);
}
