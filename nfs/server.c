/* The server's threads and what they wait for: start, loop, stop. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/ticks.h"
#include "nfs/server_int.h"

enum { BACKLOG = 1024, SWEEP_MIN_MS = 20, SWEEP_MAX_MS = 1000 };

/* --- threads -------------------------------------------------------------- */

/* End what has held a buffer or a part of a request for too long. */
static void
sweep(struct server *s)
{
	int64_t now = ticks_ms(), since;
	unsigned limit;

	pthread_mutex_lock(&s->lock);
	limit = s->hungry != NULL ? s->config.hurry_ms : s->config.stall_ms;
	for (struct conn *c = s->conns; c != NULL; c = c->next) {
		since = atomic_load(&c->since);
		if (since == 0 || now - since < limit)
			continue;
		/* Its event comes at once, and closes it. */
		(void)shutdown(c->fd, SHUT_RDWR);
		atomic_store(&c->since, now);
		s->stalled++;
	}
	pthread_mutex_unlock(&s->lock);
}

static void
arm(struct server *s, void *what, int fd, int op)
{
	struct epoll_event ev = {.events = EPOLLIN | EPOLLONESHOT};

	ev.data.ptr = what;
	(void)epoll_ctl(s->epoll, op, fd, &ev);
}

static void
tick(struct server *s)
{
	uint64_t n;

	if (read(s->timer, &n, sizeof(n)) == (ssize_t)sizeof(n)) {
		sweep(s);
		netbuf_feed(s);
		/* One that had no descriptor left has one again, perhaps. */
		arm(s, &s->listener, s->listener, EPOLL_CTL_MOD);
	}
	arm(s, &s->timer, s->timer, EPOLL_CTL_MOD);
}

static void
happened(struct worker *w, void *what)
{
	struct server *s = w->server;

	if (what == &s->listener) {
		conn_accept(s);
		arm(s, &s->listener, s->listener, EPOLL_CTL_MOD);
	} else if (what == &s->timer)
		tick(s);
	else if (what != &s->wake)
		conn_turn(w, what);
}

static void *
work(void *arg)
{
	struct worker *w = arg;
	struct server *s = w->server;
	struct epoll_event ev;
	int wait = -1, n;

	while (!atomic_load(&s->stopping)) {
		/* One at a time: what is behind it is another thread's. */
		n = epoll_wait(s->epoll, &ev, 1, wait);
		wait = -1;
		if (n > 0)
			happened(w, ev.data.ptr);
		if (s->config.idle != NULL)
			wait = s->config.idle(w->ctx);
	}
	if (s->config.end != NULL)
		s->config.end(w->ctx);
	return NULL;
}

static enum ds_status
worker_start(struct worker *w, struct ds_diag *diag)
{
	struct server *s = w->server;
	enum ds_status st;
	int err;

	w->in = s->free[--s->nfree];
	w->out = s->free[--s->nfree];
	w->counts =
	    calloc(s->config.table->n * RPC_PROCS_MAX, sizeof(*w->counts));
	if (w->counts == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (s->config.begin != NULL &&
	    (st = s->config.begin(s->config.ctx, &w->ctx, diag)) != DS_OK)
		return st;
	if ((err = pthread_create(&w->thread, NULL, work, w)) != 0) {
		if (s->config.end != NULL)
			s->config.end(w->ctx);
		return ds_fail_errno(diag, err, NULL, "a thread");
	}
	w->running = true;
	return DS_OK;
}

/* --- start ---------------------------------------------------------------- */

static void
set_defaults(struct server_config *c)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	/* A thread whose data set is read from disk waits; the others go on. */
	if (c->threads == 0)
		c->threads = cpus > 2 ? 2 * (unsigned)cpus : 4;
	if (c->address == NULL)
		c->address = "127.0.0.1";
	c->buffers = c->buffers != 0 ? c->buffers : 32;
	c->connections = c->connections != 0 ? c->connections : 4096;
	c->per_address = c->per_address != 0 ? c->per_address : 2048;
	c->stall_ms = c->stall_ms != 0 ? c->stall_ms : 60000;
	c->hurry_ms = c->hurry_ms != 0 ? c->hurry_ms : 5000;
}

static enum ds_status
bind_address(struct server *s, const struct addrinfo *ai, struct ds_diag *diag)
{
	const char *where = s->config.address;
	int one = 1;

	s->listener = socket(
	    ai->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (s->listener < 0)
		return ds_fail_errno(diag, errno, where, "a socket");
	/* A server that starts again does not wait for old connections. */
	(void)setsockopt(
	    s->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(s->listener, ai->ai_addr, ai->ai_addrlen) != 0 ||
	    listen(s->listener, BACKLOG) != 0)
		return ds_fail_errno(
		    diag, errno, where, "port %u", s->config.port);
	return DS_OK;
}

static enum ds_status
listen_at(struct server *s, struct ds_diag *diag)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
	    .ai_socktype = SOCK_STREAM};
	struct sockaddr_storage at;
	socklen_t len = sizeof(at);
	struct addrinfo *ai;
	enum ds_status st;
	char port[8];

	snprintf(port, sizeof(port), "%u", s->config.port);
	if (getaddrinfo(s->config.address, port, &hints, &ai) != 0)
		return ds_fail(diag, DS_INVALID, s->config.address,
		    "not a numeric address");
	st = bind_address(s, ai, diag);
	freeaddrinfo(ai);
	if (st != DS_OK)
		return st;
	memset(&at, 0, sizeof(at));
	if (getsockname(s->listener, (struct sockaddr *)&at, &len) != 0)
		return ds_fail_errno(diag, errno, s->config.address, NULL);
	s->port = ntohs(at.ss_family == AF_INET
			    ? ((struct sockaddr_in *)&at)->sin_port
			    : ((struct sockaddr_in6 *)&at)->sin6_port);
	return DS_OK;
}

static enum ds_status
make_events(struct server *s, struct ds_diag *diag)
{
	struct itimerspec every = {.it_value.tv_nsec = 1};
	struct epoll_event ev = {.events = EPOLLIN};
	unsigned ms = s->config.hurry_ms / 5;

	ms = ms < SWEEP_MIN_MS ? SWEEP_MIN_MS : ms;
	ms = ms > SWEEP_MAX_MS ? SWEEP_MAX_MS : ms;
	every.it_interval.tv_sec = ms / 1000;
	every.it_interval.tv_nsec = ms % 1000 * 1000000L;
	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	s->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	ev.data.ptr = &s->wake; /* it stays ready, so that all threads see it */
	if (s->epoll < 0 || s->timer < 0 || s->wake < 0 ||
	    timerfd_settime(s->timer, 0, &every, NULL) != 0 ||
	    epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->wake, &ev) != 0)
		return ds_fail_errno(diag, errno, NULL, "events");
	return DS_OK;
}

static enum ds_status
start_threads(struct server *s, struct ds_diag *diag)
{
	enum ds_status st;

	s->workers = calloc(s->config.threads, sizeof(*s->workers));
	if (s->workers == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (; s->nworkers < s->config.threads; s->nworkers++) {
		s->workers[s->nworkers].server = s;
		if ((st = worker_start(&s->workers[s->nworkers], diag)) !=
		    DS_OK) {
			s->nworkers++;
			return st;
		}
	}
	return DS_OK;
}

enum ds_status
server_start(const struct server_config *config, struct server **serverp,
    struct ds_diag *diag)
{
	struct server *s = calloc(1, sizeof(*s));
	enum ds_status st;

	if (s == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	s->listener = s->epoll = s->timer = s->wake = -1;
	s->config = *config;
	set_defaults(&s->config);
	s->hungry_end = &s->hungry;
	pthread_mutex_init(&s->lock, NULL);
	if ((st = netbuf_open(s,
		 s->config.buffers + s->config.threads * (SPARES + 2), diag)) !=
		DS_OK ||
	    (st = make_events(s, diag)) != DS_OK ||
	    (st = listen_at(s, diag)) != DS_OK ||
	    (st = start_threads(s, diag)) != DS_OK) {
		server_stop(&s);
		return st;
	}
	/* Now that all is there. */
	arm(s, &s->timer, s->timer, EPOLL_CTL_ADD);
	arm(s, &s->listener, s->listener, EPOLL_CTL_ADD);
	*serverp = s;
	return DS_OK;
}

uint16_t
server_port(const struct server *s)
{
	return s->port;
}

/* --- stop ----------------------------------------------------------------- */

static void
close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}

void
server_stop(struct server **serverp)
{
	struct server *s = *serverp;
	uint64_t one = 1;

	if (s == NULL)
		return;
	atomic_store(&s->stopping, true);
	if (s->wake >= 0)
		while (write(s->wake, &one, sizeof(one)) < 0 && errno == EINTR)
			;
	for (unsigned i = 0; i < s->nworkers; i++)
		if (s->workers[i].running)
			pthread_join(s->workers[i].thread, NULL);
	s->hungry = NULL;
	s->hungry_end = &s->hungry;
	while (s->conns != NULL)
		conn_close(s, s->conns);
	for (unsigned i = 0; i < s->nworkers; i++)
		free(s->workers[i].counts);
	free(s->workers);
	netbuf_close(s);
	close_fd(s->listener);
	close_fd(s->timer);
	close_fd(s->wake);
	close_fd(s->epoll);
	pthread_mutex_destroy(&s->lock);
	free(s);
	*serverp = NULL;
}

/* --- numbers -------------------------------------------------------------- */

void
server_numbers(struct server *s, struct server_numbers *numbersp)
{
	pthread_mutex_lock(&s->lock);
	*numbersp = (struct server_numbers){.connections = s->nconns,
	    .buffers = s->config.buffers,
	    .accepted = s->accepted,
	    .refused = s->refused,
	    .stalled = s->stalled,
	    .broken = s->broken};
	for (struct client *cl = s->clients; cl != NULL; cl = cl->next)
		numbersp->buffers_used += atomic_load(&cl->buffers);
	pthread_mutex_unlock(&s->lock);
}

static void
sum_up(const struct server *s, size_t at, struct server_count *sum)
{
	for (unsigned i = 0; i < s->nworkers; i++) {
		const struct rpc_count *c = &s->workers[i].counts[at];

		sum->calls += atomic_load(&c->calls);
		sum->failed += atomic_load(&c->failed);
		sum->bytes_in += atomic_load(&c->bytes_in);
		sum->bytes_out += atomic_load(&c->bytes_out);
		sum->ns += atomic_load(&c->ns);
	}
}

void
server_counts(struct server *s,
    void (*fn)(void *ctx, const struct server_count *count), void *ctx)
{
	const struct rpc_table *table = s->config.table;

	for (size_t v = 0; v < table->n; v++)
		for (uint32_t p = 0; p < table->versions[v].nprocs; p++) {
			struct server_count sum = {
			    .version = &table->versions[v],
			    .proc = &table->versions[v].procs[p]};

			sum_up(s, v * RPC_PROCS_MAX + p, &sum);
			if (sum.calls > 0)
				fn(ctx, &sum);
		}
}
