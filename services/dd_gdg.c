/*
 * DDs of generation data groups: relative numbers are made absolute when the
 * DD is allocated, a base alone becomes all of its generations, and what a run
 * has made is rolled in at its end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/gdg_int.h"

enum ds_status
ds_gdg_reclaim(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};
	struct ds_entry *ent = NULL;
	enum ds_status st;
	bool deferred;

	st = cat_get(sys->cat, NULL, name, &ent, diag);
	if (st == DS_CAT_NOTFOUND)
		return gdg_note_made(sys, name, diag);
	if (st != DS_OK)
		return st;
	deferred = ent->type == DS_GDS && ent->gds_status == 'D';
	ds_entry_free(&ent);
	if (deferred)
		st = ds_delete(sys, name, &opts, NULL, NULL, diag);
	return st == DS_OK ? gdg_note_made(sys, name, diag) : st;
}

enum ds_status
dd_take_relative(struct ds_system *sys, struct dd_part *p, struct ds_diag *diag)
{
	const bool new = p->disp_given && p->disp == DD_NEW;
	char name[DSNAME_MAX + 1];
	enum ds_status st = DS_OK;

	if (!p->relative)
		return DS_OK;
	if (new)
		st = gdg_hold(sys, p->dsn, &p->base, diag);
	if (st == DS_OK)
		st = new ? ds_gdg_absolute(sys, p->dsn, p->number, name, diag)
			 : ds_gdg_existing(sys, p->dsn, p->number, name, diag);
	if (st == DS_OK)
		memcpy(p->dsn, name, sizeof(p->dsn));
	return st == DS_OK && new ? ds_gdg_reclaim(sys, name, diag) : st;
}

/* A DD of one generation more, as first says. */
static enum ds_status
add_like(const struct dd_part *first, const char *name, struct dd_part **partp,
    struct ds_diag *diag)
{
	struct dd_part *part = malloc(sizeof(*part));

	if (part == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	*part = *first; /* of a data set nothing is owned before allocation */
	memcpy(part->dsn, name, sizeof(part->dsn));
	part->next = NULL;
	*partp = part;
	return DS_OK;
}

enum ds_status
dd_expand_group(struct ds_system *sys, struct dd_part *p, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t i, n = 0;

	if (p->relative || p->member[0] != '\0' ||
	    (p->disp_given && p->disp == DD_NEW))
		return DS_OK;
	st = ds_gdg_all(sys, p->dsn, p->order, &names, &n, diag);
	if (st == DS_CAT_TYPE)
		return DS_OK; /* a data set */
	if (st != DS_OK)
		return st;
	memcpy(p->dsn, names[0], sizeof(p->dsn));
	for (i = 1; i < n && st == DS_OK; i++, p = p->next)
		st = add_like(p, names[i], &p->next, diag);
	free(names);
	return st;
}

enum ds_status
dd_is_group(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	size_t n;
	enum ds_status st =
	    ds_gdg_all(sys, name, DS_GDG_USECATLG, &names, &n, diag);

	free(names);
	return st;
}

enum ds_status
dd_open_group(struct ds_system *sys, const char *name, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct dd_table *dds = NULL;
	char spec[DSNAME_MAX + 16];
	enum ds_status st;

	if ((st = dd_table_new(sys, &dds)) != DS_OK)
		return ds_fail(diag, st, name, NULL);
	snprintf(spec, sizeof(spec), "GROUP=%s,shr", name);
	st = dd_alloc(dds, spec, diag);
	if (st == DS_OK)
		st = ds_open_dd(dds, "GROUP", intent, NULL, filep, diag);
	/* What is open holds its own names. */
	dd_table_free(&dds);
	return st;
}

/* Is it DEFERRED? What was deleted or rolled in meanwhile is not. */
static bool
waits(struct ds_system *sys, const char *name)
{
	struct ds_entry *ent = NULL;
	bool is;

	is = cat_get(sys->cat, NULL, name, &ent, NULL) == DS_OK &&
	     ent->type == DS_GDS && ent->gds_status == 'D';
	ds_entry_free(&ent);
	return is;
}

/* DISP=(,DELETE) and (,UNCATLG): its name is ours until then. */
static enum ds_status
dispose(struct ds_system *sys, struct dd_part *part, struct ds_diag *diag)
{
	const struct ds_delete_opts opts = {
	    .erase = -1, .noscratch = part->end == DD_END_UNCATALOG};
	enum ds_status st;

	ds_target_let_go(part->enqs);
	st = ds_delete(sys, part->dsn, &opts, NULL, NULL, diag);
	/* A command of the run has deleted it already. */
	return st == DS_CAT_NOTFOUND ? DS_OK : st;
}

/* A new generation that does not stay leaves the others in peace. */
enum ds_status
dd_end_part(struct ds_system *sys, struct dd_part *part, struct ds_diag *diag)
{
	if (part->end != DD_END_KEEP)
		return dispose(sys, part, diag);
	if (part->made && waits(sys, part->dsn))
		return ds_gdg_rollin(sys, NULL, part->dsn, NULL, NULL, diag);
	return DS_OK;
}

bool
dd_table_end(
    struct dd_table *dds, void (*failed)(const char *what, enum ds_status st,
			      const struct ds_diag *diag))
{
	struct ds_diag diag = {0};
	struct dd_part *part;
	enum ds_status st;
	struct dd *dd;
	bool good = true;

	for (dd = dds != NULL ? dds->dds : NULL; dd != NULL; dd = dd->next)
		for (part = dd->parts; part != NULL; part = part->next) {
			st = dd_end_part(dds->sys, part, &diag);
			if (st != DS_OK && failed != NULL)
				failed(part->dsn, st, &diag);
			good = good && st == DS_OK;
		}
	return good;
}
