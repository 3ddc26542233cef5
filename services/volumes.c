/* The volumes of a root: volumes.h. */
#include <stdio.h>
#include <string.h>

#include "services/system_int.h"
#include "services/volumes.h"

struct lister {
	const struct ds_config *cfg;
	bool (*fn)(void *ctx, const struct ds_volume *vol);
	void *ctx;
};

static bool
give(void *ctx, const struct cat_volume *v)
{
	const struct lister *l = ctx;
	struct ds_volume vol = {.cylinders = v->cylinders,
	    .used_tracks = v->used_tracks,
	    .online = v->online};

	snprintf(vol.volser, sizeof(vol.volser), "%s", v->volser);
	for (unsigned i = 0; i < l->cfg->npool && l->cfg->sms; i++)
		vol.pool |= strcmp(l->cfg->pool[i], v->volser) == 0;
	return l->fn(l->ctx, &vol);
}

enum ds_status
ds_volume_list(struct ds_system *sys,
    bool (*fn)(void *ctx, const struct ds_volume *vol), void *ctx,
    struct ds_diag *diag)
{
	struct lister l = {&sys->config, fn, ctx};
	enum ds_status st = DS_OK;

	if (sys->config.sms)
		st = ds_system_pool(sys, diag);
	return st == DS_OK ? cat_volume_list(sys->cat, give, &l, diag) : st;
}
