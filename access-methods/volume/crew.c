/*
 * The threads behind a volume without io_uring: requests to do and requests
 * done, each a queue of pointers that has room for all of them.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "access-methods/volume/crew.h"

enum { THREADS = 4 };

struct queue {
	struct vol_req *req[CREW_DEPTH];
	unsigned first, n;
	pthread_cond_t some;
};

struct crew {
	void (*transfer)(struct vol_req *req);
	pthread_mutex_t lock;
	struct queue todo, done;
	bool ending;
	pid_t pid; /* a child of fork has no threads */
	pthread_t thread[THREADS];
	unsigned nthreads;
};

/* With the lock. */
static void
push(struct queue *q, struct vol_req *req)
{
	q->req[(q->first + q->n++) % CREW_DEPTH] = req;
	pthread_cond_signal(&q->some);
}

/* With the lock; waits. NULL: it ends, and there are none. */
static struct vol_req *
pull(struct crew *c, struct queue *q)
{
	struct vol_req *req;

	while (q->n == 0 && !c->ending)
		pthread_cond_wait(&q->some, &c->lock);
	if (q->n == 0)
		return NULL;
	req = q->req[q->first];
	q->first = (q->first + 1) % CREW_DEPTH;
	q->n--;
	return req;
}

static void *
work(void *ctx)
{
	struct crew *c = ctx;
	struct vol_req *req;

	pthread_mutex_lock(&c->lock);
	while ((req = pull(c, &c->todo)) != NULL) {
		pthread_mutex_unlock(&c->lock);
		c->transfer(req);
		pthread_mutex_lock(&c->lock);
		push(&c->done, req);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

/* Signals are for the threads that the program knows. */
static void
start(struct crew *c)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	while (c->nthreads < THREADS &&
	       pthread_create(&c->thread[c->nthreads], NULL, work, c) == 0)
		c->nthreads++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct crew *
crew_new(void (*transfer)(struct vol_req *req))
{
	struct crew *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return NULL;
	c->transfer = transfer;
	c->pid = getpid();
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->todo.some, NULL);
	pthread_cond_init(&c->done.some, NULL);
	start(c);
	if (c->nthreads == 0)
		crew_free(&c);
	return c;
}

bool
crew_here(const struct crew *c)
{
	return c != NULL && c->pid == getpid();
}

void
crew_free(struct crew **cp)
{
	struct crew *c = *cp;

	if (c == NULL)
		return;
	*cp = NULL;
	if (crew_here(c)) {
		pthread_mutex_lock(&c->lock);
		c->ending = true;
		pthread_cond_broadcast(&c->todo.some);
		pthread_mutex_unlock(&c->lock);
		for (unsigned i = 0; i < c->nthreads; i++)
			pthread_join(c->thread[i], NULL);
		pthread_cond_destroy(&c->todo.some);
		pthread_cond_destroy(&c->done.some);
		pthread_mutex_destroy(&c->lock);
	}
	free(c);
}

void
crew_submit(struct crew *c, struct vol_req *req)
{
	pthread_mutex_lock(&c->lock);
	push(&c->todo, req);
	pthread_mutex_unlock(&c->lock);
}

struct vol_req *
crew_reap(struct crew *c)
{
	struct vol_req *req;

	pthread_mutex_lock(&c->lock);
	req = pull(c, &c->done);
	pthread_mutex_unlock(&c->lock);
	return req;
}
