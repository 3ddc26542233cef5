/* The duplicate request cache: sets of eight, the oldest of which goes. */
#include <pthread.h>
#include <stdlib.h>

#include "base/crc32c.h"
#include "base/ticks.h"
#include "nfs/drc.h"
#include "nfs/peer.h"

enum { WAYS = 8, SETS = DRC_SLOTS / WAYS, NO_SLOT = DRC_SLOTS };

enum state { FREE, RUNS, DONE };

struct key {
	uint8_t addr[PEER_ADDR_LEN];
	uint32_t xid, proc, sum, len;
};

struct slot {
	enum state state;
	int64_t when; /* ms */
	struct key key;
	size_t len;
	uint8_t results[DRC_RESULT_MAX];
};

struct drc {
	pthread_mutex_t lock;
	struct slot slots[DRC_SLOTS];
};

struct drc *
drc_new(void)
{
	struct drc *drc = calloc(1, sizeof(*drc));

	if (drc != NULL)
		pthread_mutex_init(&drc->lock, NULL);
	return drc;
}

void
drc_free(struct drc **drcp)
{
	if (*drcp == NULL)
		return;
	pthread_mutex_destroy(&(*drcp)->lock);
	free(*drcp);
	*drcp = NULL;
}

/* The port is of no matter: who connects again may have another. */
static struct key
key_of(const struct rpc_call *call)
{
	size_t len = xdr_left(&call->args);
	struct key key = {.xid = call->xid,
	    .proc = call->proc,
	    .sum = crc32c(call->args.at, len),
	    .len = (uint32_t)len};

	peer_address(call->peer, key.addr);
	return key;
}

static bool
same(const struct key *a, const struct key *b)
{
	return a->xid == b->xid && a->proc == b->proc && a->sum == b->sum &&
	       a->len == b->len &&
	       memcmp(a->addr, b->addr, sizeof(a->addr)) == 0;
}

/* The slot of key, else the one to be taken for it; NO_SLOT: all run. */
static unsigned
find(const struct drc *drc, const struct key *key, int64_t now)
{
	unsigned first = (key->xid ^ key->sum) % SETS * WAYS, best = NO_SLOT;

	for (unsigned i = first; i < first + WAYS; i++) {
		const struct slot *s = &drc->slots[i];

		if (s->state != FREE && same(&s->key, key) &&
		    (s->state == RUNS || now - s->when < DRC_AGE_MS))
			return i;
		if (s->state == RUNS)
			continue;
		if (best == NO_SLOT || s->state == FREE ||
		    (drc->slots[best].state != FREE &&
			s->when < drc->slots[best].when))
			best = i;
	}
	return best;
}

enum drc_found
drc_begin(struct drc *drc, const struct rpc_call *call, struct xdr_out *res,
    unsigned *slotp)
{
	struct key key = key_of(call);
	enum drc_found found = DRC_NEW;
	int64_t now = ticks_ms();
	struct slot *s;

	pthread_mutex_lock(&drc->lock);
	if ((*slotp = find(drc, &key, now)) != NO_SLOT) {
		s = &drc->slots[*slotp];
		if (s->state == RUNS)
			found = DRC_RUNS;
		else if (s->state == DONE && same(&s->key, &key) &&
			 now - s->when < DRC_AGE_MS) {
			found = DRC_DONE;
			xdr_put_fixed(res, s->results, s->len);
		} else {
			s->state = RUNS;
			s->key = key;
		}
	}
	pthread_mutex_unlock(&drc->lock);
	return found;
}

void
drc_end(struct drc *drc, unsigned slot, const uint8_t *results, size_t len)
{
	struct slot *s;

	if (slot >= NO_SLOT)
		return;
	pthread_mutex_lock(&drc->lock);
	s = &drc->slots[slot];
	s->state = FREE;
	if (results != NULL && len <= sizeof(s->results)) {
		memcpy(s->results, results, len);
		s->len = len;
		s->when = ticks_ms();
		s->state = DONE;
	}
	pthread_mutex_unlock(&drc->lock);
}
