/* Resource pools: buffers that files share. */
#include <stdlib.h>

#include "lib/lib_int.h"

static enum ds_status
pool_make(const struct ctm_subpool *subpools, size_t count,
    struct ctm_pool *pool, struct ds_diag *diag)
{
	struct sphere_subpool subs[SPHERE_SUBPOOLS_MAX];

	if (subpools == NULL || count == 0 || count > SPHERE_SUBPOOLS_MAX)
		return ds_fail(diag, DS_INVALID, NULL,
		    "a pool has 1 to %d subpools", SPHERE_SUBPOOLS_MAX);
	for (size_t i = 0; i < count; i++) {
		bool any = !subpools[i].index && !subpools[i].data;

		subs[i].ci_len = subpools[i].length;
		subs[i].frames = subpools[i].buffers;
		subs[i].parts = 0;
		if (subpools[i].data || any)
			subs[i].parts |= 1u << SPHERE_DATA;
		if (subpools[i].index || any)
			subs[i].parts |= 1u << SPHERE_INDEX;
	}
	return sphere_lsr_new(subs, count, &pool->lsr, diag);
}

int
ctm_pool_new(const struct ctm_subpool *subpools, size_t count,
    struct ctm_pool **poolp, struct ctm_error *error)
{
	struct ctm_pool *pool = calloc(1, sizeof(*pool));
	struct ds_diag diag = {0};
	enum ds_status st;

	if (pool == NULL)
		return lib_outcome(DS_NOMEM, &diag, error);
	if ((st = pool_make(subpools, count, pool, &diag)) != DS_OK) {
		free(pool);
		return lib_outcome(st, &diag, error);
	}
	pool->count = count;
	*poolp = pool;
	return CTM_OK;
}

int
ctm_pool_buffers(const struct ctm_pool *pool, size_t subpool,
    unsigned *buffersp, unsigned *freep, struct ctm_error *error)
{
	struct ds_diag diag = {0};
	uint32_t held, unused;
	enum ds_status st;

	if (subpool >= pool->count) {
		st = ds_fail(&diag, DS_INVALID, NULL,
		    "the pool has %zu subpools", pool->count);
		return lib_outcome(st, &diag, error);
	}
	sphere_lsr_stats(pool->lsr, subpool, &held, &unused);
	*buffersp = held;
	*freep = unused;
	return CTM_OK;
}

int
ctm_pool_free(struct ctm_pool **poolp, struct ctm_error *error)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (poolp == NULL || *poolp == NULL)
		return CTM_OK;
	if ((st = sphere_lsr_free(&(*poolp)->lsr, &diag)) != DS_OK)
		return lib_outcome(st, &diag, error);
	free(*poolp);
	*poolp = NULL;
	return CTM_OK;
}
