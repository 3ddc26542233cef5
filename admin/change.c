/* dsvol add, remove, vary, resize and pool. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "admin/admin.h"
#include "services/volumes.h"

/* What was asked for, said when the units of large volumes make it another. */
static uint32_t
rounded(uint32_t cylinders)
{
	uint32_t n = model_round(cylinders);

	if (n != cylinders)
		fprintf(
		    stderr, "dsvol: %u cylinders, in whole units of 21\n", n);
	return n;
}

int
dsvol_add(struct dsvol *d)
{
	char volser[VOLSER_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!dsvol_serial(d->args[0], volser))
		return DSVOL_USAGE;
	st = ds_volume_add(
	    d->sys, volser, d->dir, d->adopt, rounded(d->cylinders), &diag);
	return st == DS_OK ? DSVOL_OK : dsvol_fail("add", st, &diag);
}

int
dsvol_remove(struct dsvol *d)
{
	char volser[VOLSER_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!dsvol_serial(d->args[0], volser))
		return DSVOL_USAGE;
	st = ds_volume_remove(d->sys, volser, &diag);
	return st == DS_OK ? DSVOL_OK : dsvol_fail("remove", st, &diag);
}

int
dsvol_vary(struct dsvol *d)
{
	char volser[VOLSER_MAX + 1];
	struct ds_diag diag = {0};
	bool online = strcasecmp(d->args[1], "online") == 0;
	enum ds_status st;

	if (!online && strcasecmp(d->args[1], "offline") != 0) {
		fprintf(stderr, "dsvol: '%s' is neither online nor offline\n",
		    d->args[1]);
		return DSVOL_USAGE;
	}
	if (!dsvol_serial(d->args[0], volser))
		return DSVOL_USAGE;
	st = ds_volume_vary(d->sys, volser, online, &diag);
	return st == DS_OK ? DSVOL_OK : dsvol_fail("vary", st, &diag);
}

int
dsvol_resize(struct dsvol *d)
{
	char volser[VOLSER_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;

	if (d->cylinders == 0) {
		fputs("dsvol: resize takes --cylinders or --model\n", stderr);
		return DSVOL_USAGE;
	}
	if (!dsvol_serial(d->args[0], volser))
		return DSVOL_USAGE;
	st = ds_volume_resize(d->sys, volser, rounded(d->cylinders), &diag);
	return st == DS_OK ? DSVOL_OK : dsvol_fail("resize", st, &diag);
}

static int
pool_show(const struct dsvol *d)
{
	const struct ds_config *cfg = ds_system_config(d->sys);

	for (unsigned i = 0; i < cfg->npool; i++)
		puts(cfg->pool[i]);
	if (!cfg->sms)
		fputs("dsvol: sms=off: nothing is chosen from it\n", stderr);
	return DSVOL_OK;
}

int
dsvol_pool(struct dsvol *d)
{
	char volser[VOLSER_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;
	bool add;

	if (d->nargs == 0)
		return pool_show(d);
	add = strcmp(d->args[0], "add") == 0;
	if (d->nargs != 2 || (!add && strcmp(d->args[0], "remove") != 0)) {
		fputs("dsvol: pool takes nothing, add SERIAL or remove "
		      "SERIAL\n",
		    stderr);
		return DSVOL_USAGE;
	}
	if (!dsvol_serial(d->args[1], volser))
		return DSVOL_USAGE;
	st = ds_pool_change(d->sys, volser, add, &diag);
	return st == DS_OK ? DSVOL_OK : dsvol_fail("pool", st, &diag);
}
