/* A cluster made by its records first and its names last: staged.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dataset_int.h"
#include "services/define_int.h"
#include "services/staged.h"

/* A file on a further volume. */
struct staged_file {
	enum sphere_part part;
	char volser[VOLSER_MAX + 1];
	int64_t intent;
};

struct staged {
	struct ds_system *sys;
	struct ds_define_cluster def;
	struct define_plan plan;
	struct define_taken taken;
	struct staged_file files[SPHERE_PARTS * DEFINE_VOLUMES];
	int nfiles;
	char holder[HOLDER_LEN];
	struct enq *life, *dsn;
	bool made; /* files and space, which no entry names */
	const struct staged_commit *how; /* of the commit at work */
};

/* --- beginning -------------------------------------------------------------
 */

static enum ds_status
make(struct staged *sg, const char *in, struct ds_diag *diag)
{
	const struct ds_define_cluster *def = &sg->def;
	struct define_plan *plan = &sg->plan;
	enum ds_status st = DS_OK;

	if (in != NULL) {
		plan->replaces = true;
		snprintf(plan->catalog, sizeof(plan->catalog), "%s", in);
	} else {
		st = define_catalog(sg->sys, def->catalog, def->cluster.name,
		    plan->catalog, diag);
	}
	if (st == DS_OK)
		st = define_attrs(sg->sys, def, plan, diag);
	if (st == DS_OK)
		st = define_hold(sg->sys, plan->cluster->name, &sg->dsn, diag);
	if (st == DS_OK)
		st = ds_intent_begin(sg->sys, sg->holder, &sg->life, diag);
	if (st == DS_OK)
		st = define_files(sg->sys, plan, sg->holder, &sg->taken, diag);
	sg->made = st == DS_OK;
	/* Where an extension would look for them. */
	for (int i = 0; sg->made && i < plan->nparts; i++)
		snprintf(plan->part[i].ent->catalog,
		    sizeof(plan->part[i].ent->catalog), "%s", plan->catalog);
	return st;
}

enum ds_status
staged_begin(struct ds_system *sys, const struct ds_define_cluster *def,
    const char *in, struct staged **sgp, struct ds_diag *diag)
{
	struct staged *sg = calloc(1, sizeof(*sg));
	enum ds_status st;

	if (sg == NULL)
		return ds_fail(diag, DS_NOMEM, def->cluster.name, NULL);
	sg->sys = sys;
	sg->def = *def;
	if ((st = make(sg, in, diag)) == DS_OK)
		*sgp = sg;
	else
		staged_end(&sg);
	return st;
}

void
staged_end(struct staged **sgp)
{
	struct staged *sg;

	if (sgp == NULL || (sg = *sgp) == NULL)
		return;
	if (sg->made) {
		for (int i = 0; i < sg->nfiles; i++)
			ds_intent_settle(sg->sys, sg->files[i].intent,
			    sg->files[i].volser,
			    sg->plan.part[sg->files[i].part].attr.id, false,
			    NULL);
		define_undo(sg->sys, &sg->plan, &sg->taken);
	}
	enq_free(&sg->life);
	enq_free(&sg->dsn);
	define_plan_free(&sg->plan);
	free(sg);
	*sgp = NULL;
}

/* --- its entries ------------------------------------------------------------
 */

static bool
copy_cell(struct ds_entry *to, const struct ds_volume_cell *from)
{
	struct ds_volume_cell *cell = ds_entry_add_volume(to);

	if (cell == NULL)
		return false;
	*cell = *from;
	cell->extents = NULL;
	cell->nextents = 0;
	for (size_t i = 0; i < from->nextents; i++)
		if (!ds_entry_add_extent(cell, &from->extents[i]))
			return false;
	return true;
}

/* All but what it is tied to. */
static enum ds_status
copy_entry(
    const struct ds_entry *from, struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = ds_entry_new();
	bool good = ent != NULL;

	if (good) {
		*ent = *from;
		ent->volumes = NULL;
		ent->assocs = NULL;
		ent->nvolumes = ent->nassocs = 0;
	}
	for (size_t i = 0; good && i < from->nvolumes; i++)
		good = copy_cell(ent, &from->volumes[i]);
	if (!good) {
		ds_entry_free(&ent);
		return ds_fail(diag, DS_NOMEM, from->name, NULL);
	}
	*entp = ent;
	return DS_OK;
}

enum ds_status
staged_get(const struct staged *sg, enum sphere_part part,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return copy_entry(sg->plan.part[part].ent, entp, diag);
}

const char *
staged_storclas(const struct staged *sg)
{
	return sg->plan.cluster->storclas;
}

enum ds_status
staged_put(struct staged *sg, enum sphere_part part, const struct ds_entry *ent,
    struct ds_diag *diag)
{
	struct ds_entry *copy = NULL;
	enum ds_status st;

	if ((st = copy_entry(ent, &copy, diag)) != DS_OK)
		return st;
	ds_entry_free(&sg->plan.part[part].ent);
	sg->plan.part[part].ent = copy;
	return DS_OK;
}

enum ds_status
staged_piece(struct staged *sg, enum sphere_part part, const char *volser,
    struct ds_diag *diag)
{
	struct staged_file *f = &sg->files[sg->nfiles];
	enum ds_status st;

	if (sg->nfiles == SPHERE_PARTS * DEFINE_VOLUMES)
		return ds_fail(diag, DS_NOSPACE, sg->def.cluster.name,
		    "it has too many volumes");
	f->part = part;
	snprintf(f->volser, sizeof(f->volser), "%s", volser);
	st = cat_intent_put(sg->sys->cat, 'D', volser,
	    sg->plan.part[part].attr.id, sg->holder, &f->intent, diag);
	if (st == DS_OK)
		sg->nfiles++;
	return st;
}

/* --- its records ------------------------------------------------------------
 */

enum ds_status
staged_open(struct staged *sg, unsigned intent, struct ds_file **filep,
    struct ds_diag *diag)
{
	struct define_plan *plan = &sg->plan;
	struct ds_target tg = {0};
	enum ds_status st;

	snprintf(tg.dsn, sizeof(tg.dsn), "%s", plan->cluster->name);
	st = copy_entry(plan->cluster, &tg.ent, diag);
	if (st == DS_OK)
		st = staged_get(sg, SPHERE_DATA, &tg.data, diag);
	if (st == DS_OK && plan->nparts > SPHERE_INDEX)
		st = staged_get(sg, SPHERE_INDEX, &tg.index, diag);
	if (st == DS_OK)
		st = file_open_staged(sg->sys, sg, &tg, intent, filep, diag);
	ds_target_free(&tg);
	return st;
}

enum ds_status
staged_check_aix(struct staged *sg, struct ds_diag *diag)
{
	const struct ds_entry *data = sg->plan.part[SPHERE_DATA].ent;
	char comp[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	enum ds_status st;

	if ((st = ds_component(sg->sys, data, comp, &vol, diag)) != DS_OK)
		return st;
	st = am_examine_aix(vol, comp, NULL, NULL, NULL, diag);
	if (st == DS_CORRUPT)
		st = ds_fail(diag, DS_INVALID, data->name,
		    "its pointers are not those of the base as it is now: "
		    "DEFINE it and use BLDINDEX");
	return st;
}

/* --- its names --------------------------------------------------------------
 */

static enum ds_status
enter_path(struct staged *sg, const struct staged_path *p, struct ds_diag *diag)
{
	struct ds_entry *path = ds_entry_new();
	enum ds_status st;

	if (path == NULL)
		return ds_fail(diag, DS_NOMEM, p->name, NULL);
	path->type = DS_PATH;
	memcpy(path->name, p->name, sizeof(path->name));
	memcpy(path->owner, p->owner, sizeof(path->owner));
	path->created = ds_today();
	path->expires = p->expires;
	path->flags = p->update ? DS_A_UPDATE : 0;
	st = cat_put(sg->sys->cat, sg->plan.catalog, path, diag);
	if (st == DS_OK)
		st = cat_associate(sg->sys->cat, sg->plan.cluster, path, diag);
	ds_entry_free(&path);
	return st;
}

/* Within the transaction. */
static enum ds_status
enter(void *ctx, struct ds_diag *diag)
{
	struct staged *sg = ctx;
	enum ds_status st;

	for (int i = 0; i < sg->plan.nparts; i++)
		sg->plan.part[i].ent->flags |= sg->how->flags;
	st = define_enter(sg->sys, &sg->plan, &sg->taken, diag);
	for (int i = 0; st == DS_OK && i < sg->nfiles; i++)
		st = cat_intent_clear(sg->sys->cat, sg->files[i].intent, diag);
	for (size_t i = 0; st == DS_OK && i < sg->how->npaths; i++)
		st = enter_path(sg, &sg->how->paths[i], diag);
	return st;
}

enum ds_status
staged_commit(struct staged *sg, const struct staged_commit *how,
    struct ds_defined *outp, struct ds_diag *diag)
{
	struct catalog *cat = sg->sys->cat;
	enum ds_status st;

	sg->how = how;
	ds_step("staged: loaded");
	if (how->replace != NULL) {
		st = delete_and(sg->sys, sg->def.cluster.name, how->replace,
		    how->deleted, how->ctx, enter, sg, diag);
	} else if ((st = cat_begin(cat, diag)) == DS_OK) {
		if ((st = enter(sg, diag)) == DS_OK)
			st = cat_commit(cat, diag);
		else
			cat_rollback(cat);
	}
	sg->how = NULL;
	if (st != DS_OK)
		return st;
	ds_step("staged: entered");
	sg->made = false;
	define_report(&sg->plan, &sg->def, outp);
	return DS_OK;
}
