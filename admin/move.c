/* dsvol move: data sets to another volume. */
#include <stdio.h>

#include "admin/admin.h"
#include "services/relocate.h"

struct moving {
	const char *from, *to;
	unsigned long moved, failed;
};

static void
told(void *ctx, const char *name, enum ds_status st, const struct ds_diag *diag)
{
	struct moving *m = ctx;

	if (st != DS_OK) {
		m->failed++;
		dsvol_fail(name, st, diag);
		return;
	}
	m->moved++;
	printf("%s: from %s to %s\n", name, m->from, m->to);
}

static void
move_named(struct dsvol *d, struct moving *m, const char *arg)
{
	char name[DSNAME_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;
	bool moved = false;

	if (!dsvol_dsname(arg, name)) {
		m->failed++;
		return;
	}
	st = ds_relocate(d->sys, name, m->from, m->to, &moved, &diag);
	if (st == DS_OK && !moved)
		st = ds_fail(&diag, DS_CAT_NOTFOUND, NULL,
		    "it is not on volume %s", m->from);
	told(m, name, st, &diag);
}

int
dsvol_move(struct dsvol *d)
{
	char from[VOLSER_MAX + 1], to[VOLSER_MAX + 1];
	struct moving m = {from, to, 0, 0};
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!dsvol_serial(d->args[0], from) || !dsvol_serial(d->args[1], to))
		return DSVOL_USAGE;
	if (d->all == (d->nargs > 2)) {
		fputs("dsvol: move: data sets are named, or --all\n", stderr);
		return DSVOL_USAGE;
	}
	for (int i = 2; i < d->nargs; i++)
		move_named(d, &m, d->args[i]);
	if (d->all &&
	    (st = ds_relocate_all(d->sys, from, to, told, &m, &diag)) != DS_OK)
		return dsvol_fail("move", st, &diag);
	return m.failed == 0 ? DSVOL_OK : DSVOL_FAILED;
}
