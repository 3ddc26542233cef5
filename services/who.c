/* Who has a data set, from the holder table of ENQ. */
#include <stdio.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/system_int.h"
#include "services/who.h"

struct asking {
	const char *name;
	enum ds_use use;
	ds_who_fn *fn;
	void *ctx;
	bool stopped;
};

static bool
pass_on(void *ctx, const struct enq_holder *h)
{
	struct asking *a = ctx;

	a->stopped = !a->fn(a->ctx, a->name, a->use, h);
	return !a->stopped;
}

static enum ds_status
ask(struct ds_system *sys, struct asking *a, const char *qname,
    const char *rname, struct ds_diag *diag)
{
	if (a->stopped || rname[0] == '\0')
		return DS_OK;
	return enq_who(ds_system_root(sys), qname, rname, pass_on, a, diag);
}

/* The component's names: see dataset_lock.c. */
static enum ds_status
ask_component(struct ds_system *sys, struct asking *a,
    const struct ds_entry *ent, struct ds_diag *diag)
{
	char comp[SPHERE_NAME_LEN], output[SPHERE_NAME_LEN + 2];
	struct volume *vol;
	enum ds_status st;

	if ((st = ds_component(sys, ent, comp, &vol, diag)) != DS_OK)
		return st;
	snprintf(output, sizeof(output), "%s.O", comp);
	a->name = ent->name;
	a->use = DS_USE_OPEN;
	st = ask(sys, a, "SYSVSAM", comp, diag);
	a->use = DS_USE_OUTPUT;
	return st == DS_OK ? ask(sys, a, "SYSVSAM", output, diag) : st;
}

enum ds_status
ds_who(struct ds_system *sys, const char *name, ds_who_fn *fn, void *ctx,
    struct ds_diag *diag)
{
	struct asking a = {.fn = fn, .ctx = ctx};
	struct ds_target tg = {0};
	enum ds_status st;

	if ((st = ds_target_find(sys, name, &tg, diag)) != DS_OK)
		return st;
	a.use = DS_USE_NAME;
	a.name = tg.dsn;
	st = ask(sys, &a, "SYSDSN", tg.dsn, diag);
	a.name = tg.path;
	if (st == DS_OK)
		st = ask(sys, &a, "SYSDSN", tg.path, diag);
	if (st == DS_OK)
		st = ask_component(
		    sys, &a, tg.data != NULL ? tg.data : tg.ent, diag);
	if (st == DS_OK && tg.via_data != NULL)
		st = ask_component(sys, &a, tg.via_data, diag);
	ds_target_free(&tg);
	return st;
}
