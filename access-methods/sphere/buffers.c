/*
 * How many buffers a sphere has, of its own or from a resource pool (LSR), and
 * what they did. Frames take memory when they are first used, so a limit costs
 * nothing by itself.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum {
	MIB = 1024 * 1024,
	FRAMES_MIN = 8,
	FRAMES_MAX = 1024 * 1024,
	SIDE_FRAMES = 256, /* 1 MiB of side pages a component */
	/* Direct optimized: a fifth of the data, the whole index. */
	DIRECT_DATA_MIN = 24 * MIB,
	DIRECT_DATA_MAX = 100 * MIB,
	DIRECT_INDEX_MIN = 8 * MIB,
	DIRECT_INDEX_MAX = 256 * MIB,
};

struct sphere_lsr {
	size_t n;
	unsigned users; /* open components */
	struct subpool {
		struct sphere_subpool is;
		struct frame_store store;
	} sub[];
};

static uint64_t
between(uint64_t n, uint64_t min, uint64_t max)
{
	return n < min ? min : n > max ? max : n;
}

/* BUFSP is bytes, of which an index gets a quarter. */
static void
by_bufsp(const struct sphere *sp, uint64_t bufsp, uint64_t len[SPHERE_PARTS])
{
	len[SPHERE_INDEX] = sp->nparts > 1 ? bufsp / 4 : 0;
	len[SPHERE_DATA] = bufsp - len[SPHERE_INDEX];
}

/* SMB's direct optimized pools, of a set as large as it is now. */
static void
by_size(const struct sphere *sp, uint64_t len[SPHERE_PARTS])
{
	const struct sphere_parms *parms = &sp->parms;
	const struct comp_state *cs = sp->state.part;
	uint64_t least = DIRECT_INDEX_MIN;

	len[SPHERE_DATA] = between(
	    cs[SPHERE_DATA].hurba / 5, DIRECT_DATA_MIN, DIRECT_DATA_MAX);
	if (parms->smbvsp > 0) {
		len[SPHERE_DATA] = parms->smbvsp;
		least = parms->smbvsp / 5;
	}
	/* with an eighth for what it may grow */
	len[SPHERE_INDEX] =
	    between(cs[SPHERE_INDEX].hurba + cs[SPHERE_INDEX].hurba / 8, least,
		DIRECT_INDEX_MAX > least ? DIRECT_INDEX_MAX : least);
	if (parms->smbvspi > 0)
		len[SPHERE_INDEX] = parms->smbvspi;
}

/* The subpool with the smallest buffers that hold the part's control
 * intervals, as VSAM chooses. */
static struct frame_store *
subpool_for(struct sphere_lsr *lsr, enum sphere_part part, uint32_t ci_len)
{
	struct subpool *best = NULL;

	for (size_t i = 0; i < lsr->n; i++) {
		struct subpool *sub = &lsr->sub[i];

		if ((sub->is.parts & 1u << part) != 0 &&
		    sub->is.ci_len >= ci_len &&
		    (best == NULL || sub->is.ci_len < best->is.ci_len))
			best = sub;
	}
	return best != NULL ? &best->store : NULL;
}

enum ds_status
buffers_open(struct sphere *sp, struct ds_diag *diag)
{
	const struct sphere_parms *parms = &sp->parms;
	uint64_t len[SPHERE_PARTS] = {MIB, MIB / 2};
	uint32_t given[SPHERE_PARTS] = {parms->bufnd, parms->bufni};

	if (parms->direct)
		by_size(sp, len);
	else if (parms->bufsp > 0)
		by_bufsp(sp, parms->bufsp, len);
	for (unsigned i = 0; i < sp->nparts; i++) {
		struct component *comp = &sp->comp[i];
		enum sphere_part part = (enum sphere_part)i;
		uint32_t ci_len = comp->lo.ci_len;
		uint64_t n = given[i] > 0 ? given[i] : len[i] / ci_len;
		struct frame_store *store = NULL;

		if (parms->lsr != NULL &&
		    (store = subpool_for(parms->lsr, part, ci_len)) == NULL)
			return ds_fail(diag, DS_OPEN_CISIZE, comp_name(comp),
			    "no subpool has buffers of %u bytes", ci_len);
		pool_init(&comp->side, part, COMP_PAGE, false, SIDE_FRAMES);
		if (store != NULL) {
			pool_share(&comp->pool, part, ci_len, store);
			parms->lsr->users++;
		} else {
			pool_init(&comp->pool, part, ci_len,
			    part == SPHERE_DATA,
			    (uint32_t)between(n, FRAMES_MIN, FRAMES_MAX));
		}
	}
	return DS_OK;
}

void
buffers_close(struct sphere *sp)
{
	for (unsigned i = 0; i < SPHERE_PARTS; i++) {
		struct pool *pool = &sp->comp[i].pool;

		if (pool->store != NULL && pool->store != &pool->own)
			sp->parms.lsr->users--;
		pool_free(pool);
		pool_free(&sp->comp[i].side);
	}
}

enum ds_status
sphere_buffers(const struct sphere *sp, enum sphere_part part,
    struct sphere_buffers *bufp, struct ds_diag *diag)
{
	const struct pool *pool = &sp->comp[part].pool;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK)
		return st;
	*bufp = (struct sphere_buffers){.ci_len = pool->frame_len,
	    .limit = pool->store->limit,
	    .held = pool->store->nframes,
	    .used = pool->nframes,
	    .hits = pool->hits,
	    .reads = pool->reads,
	    .lsr = pool->store != &pool->own};
	return DS_OK;
}

/* --- resource pools --------------------------------------------------------
 */

static bool
subpool_ok(const struct sphere_subpool *is)
{
	unsigned both = 1u << SPHERE_DATA | 1u << SPHERE_INDEX;

	return is->ci_len >= COMP_CI_MIN && is->ci_len <= COMP_CI_MAX &&
	       is->ci_len % COMP_CI_MIN == 0 && is->frames >= 3 &&
	       is->frames <= FRAMES_MAX && is->parts != 0 &&
	       (is->parts & ~both) == 0;
}

enum ds_status
sphere_lsr_new(const struct sphere_subpool *subs, size_t n,
    struct sphere_lsr **lsrp, struct ds_diag *diag)
{
	struct sphere_lsr *lsr;

	for (size_t i = 0; i < n; i++)
		if (!subpool_ok(&subs[i]))
			return ds_fail(diag, DS_INVALID, NULL,
			    "a subpool of impossible size");
	if (n == 0 || n > SPHERE_SUBPOOLS_MAX)
		return ds_fail(diag, DS_INVALID, NULL,
		    "1 to %d subpools make a pool", SPHERE_SUBPOOLS_MAX);
	lsr = calloc(1, sizeof(*lsr) + n * sizeof(lsr->sub[0]));
	if (lsr == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	lsr->n = n;
	for (size_t i = 0; i < n; i++) {
		lsr->sub[i].is = subs[i];
		lsr->sub[i].store.frame_len = subs[i].ci_len;
		lsr->sub[i].store.extra = pool_extra(subs[i].ci_len);
		lsr->sub[i].store.limit = subs[i].frames;
	}
	*lsrp = lsr;
	return DS_OK;
}

enum ds_status
sphere_lsr_free(struct sphere_lsr **lsrp, struct ds_diag *diag)
{
	struct sphere_lsr *lsr;

	if (lsrp == NULL || (lsr = *lsrp) == NULL)
		return DS_OK;
	if (lsr->users > 0)
		return ds_fail(diag, DS_INVALID, NULL,
		    "%u components use the pool", lsr->users);
	for (size_t i = 0; i < lsr->n; i++)
		store_free(&lsr->sub[i].store);
	free(lsr);
	*lsrp = NULL;
	return DS_OK;
}

void
sphere_lsr_stats(
    const struct sphere_lsr *lsr, size_t sub, uint32_t *heldp, uint32_t *freep)
{
	*heldp = sub < lsr->n ? lsr->sub[sub].store.nframes : 0;
	*freep = sub < lsr->n ? (uint32_t)lsr->sub[sub].store.nspare : 0;
}
