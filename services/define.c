/*
 * DEFINE: the steps that change something.
 *
 *	1  the intents and the space, in one transaction
 *	2  the files, durable
 *	3  the entries, and the intents cleared, in one transaction
 *
 * The process holds an ENQ that the intents name. A death after 1 or 2 leaves
 * intents whose ENQ is free and components that no entry names: the next one
 * to open the root removes them. A death after 3 leaves nothing to be done.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/define_int.h"
#include "services/enq.h"

void
define_plan_free(struct define_plan *plan)
{
	ds_entry_free(&plan->base);
	ds_entry_free(&plan->cluster);
	ds_entry_free(&plan->part[SPHERE_DATA].ent);
	ds_entry_free(&plan->part[SPHERE_INDEX].ent);
}

/* --- before --------------------------------------------------------------- */

enum ds_status
define_new_name(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = cat_get(sys->cat, catalog, name, &ent, diag);
	ds_entry_free(&ent);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK;
	if (st == DS_OK)
		return ds_fail(
		    diag, DS_CAT_DUPLICATE, name, "already in %s", catalog);
	return st;
}

enum ds_status
define_catalog(struct ds_system *sys, const char *in, const char *name,
    char catalog[DSNAME_MAX + 1], struct ds_diag *diag)
{
	enum ds_status st;

	if (!dsname_valid(name, strlen(name)))
		return ds_fail(diag, DS_INVALID, name, "not a data set name");
	if (in[0] != '\0')
		snprintf(catalog, DSNAME_MAX + 1, "%s", in);
	else if ((st = cat_route(sys->cat, name, catalog, diag)) != DS_OK)
		return st;
	return define_new_name(sys, catalog, name, diag);
}

enum ds_status
define_volumes(struct ds_system *sys, char (*volumes)[VOLSER_MAX + 1],
    int nvolumes, struct define_plan *plan, struct ds_diag *diag)
{
	enum ds_status st;
	int i;

	if (sys->config.sms) {
		if ((st = ds_system_pool(sys, diag)) != DS_OK)
			return st;
		memcpy(plan->volumes, sys->config.pool, sizeof(plan->volumes));
		plan->nvolumes = (int)sys->config.npool;
		plan->candidates = nvolumes > 1 ? nvolumes - 1 : 0;
		plan->pool = true;
		return DS_OK;
	}
	if (nvolumes == 0)
		return ds_fail(diag, DS_INVALID, NULL, "IDC3506I");
	for (i = 0; i < nvolumes && i < DEFINE_VOLUMES; i++) {
		st = cat_volume_online(sys->cat, volumes[i], diag);
		if (st != DS_OK)
			return st;
		strcpy(plan->volumes[i], volumes[i]);
	}
	plan->nvolumes = i;
	return DS_OK;
}

/* --- step 1 --------------------------------------------------------------- */

static enum ds_status
new_components(struct define_plan *plan, bool reserve, struct ds_diag *diag)
{
	uint8_t sphere[SPHERE_ID_LEN];
	enum ds_status st;
	int i;

	if ((st = sphere_id_new(sphere, diag)) != DS_OK)
		return st;
	for (i = 0; i < plan->nparts; i++) {
		st = sphere_id_new(plan->part[i].attr.id, diag);
		if (st != DS_OK)
			return st;
		memcpy(plan->part[i].attr.sphere, sphere, sizeof(sphere));
		if (!reserve)
			plan->part[i].attr.flags |= DS_A_NORESERVE;
		memcpy(plan->part[i].ent->comp_id, plan->part[i].attr.id,
		    SPHERE_ID_LEN);
	}
	if (plan->nparts == SPHERE_PARTS) {
		memcpy(plan->part[0].attr.peer, plan->part[1].attr.id,
		    SPHERE_ID_LEN);
		memcpy(plan->part[1].attr.peer, plan->part[0].attr.id,
		    SPHERE_ID_LEN);
	}
	return DS_OK;
}

/* The cell of the volume used, its extents with their RBAs, candidates. */
static bool
set_cells(const struct define_plan *plan, struct define_part *part, int used,
    struct ds_extent *x, int n)
{
	struct ds_volume_cell *cell = ds_entry_add_volume(part->ent);
	uint64_t rba = 0, len;
	int i;

	if (cell == NULL)
		return false;
	strcpy(cell->volser, plan->volumes[used]);
	cell->devtype = 0x3010200F;
	cell->volflag = DS_VOLFLAG_PRIME;
	for (i = 0; i < n; i++) {
		len = x[i].tracks / part->unit * part->ca_bytes;
		x[i].low_rba = rba;
		x[i].high_rba = rba + len - 1;
		rba += len;
		if (!ds_entry_add_extent(cell, &x[i]))
			return false;
	}
	for (i = plan->pool ? plan->nvolumes : 0;
	     i < plan->nvolumes + plan->candidates; i++) {
		if (i == used)
			continue;
		if ((cell = ds_entry_add_volume(part->ent)) == NULL)
			return false;
		strcpy(
		    cell->volser, i < plan->nvolumes ? plan->volumes[i] : "*");
		cell->devtype = 0x3010200F;
		cell->volflag = DS_VOLFLAG_CANDIDATE;
	}
	return true;
}

static enum ds_status
take_part(struct ds_system *sys, struct define_plan *plan, int which, int used,
    const char *holder, int64_t *intentp, struct ds_diag *diag)
{
	struct define_part *part = &plan->part[which];
	const char *volser = plan->volumes[used];
	struct ds_extent x[PART_PIECES];
	enum ds_status st;
	int n = 0;

	st = cat_intent_put(
	    sys->cat, 'D', volser, part->attr.id, holder, intentp, diag);
	if (st != DS_OK)
		return st;
	st = cat_space_take(sys->cat, volser, part->attr.id, part->tracks,
	    part->unit, PART_PIECES, x, &n, diag);
	if (st != DS_OK)
		return st;
	if (!set_cells(plan, part, used, x, n))
		return ds_fail(diag, DS_NOMEM, part->ent->name, NULL);
	return DS_OK;
}

static void
drop_cells(struct ds_entry *ent)
{
	size_t i;

	for (i = 0; i < ent->nvolumes; i++)
		free(ent->volumes[i].extents);
	ent->nvolumes = 0;
}

/* Both components on one volume. */
static enum ds_status
take_on(struct ds_system *sys, struct define_plan *plan, int used,
    const char *holder, int64_t intents[SPHERE_PARTS], struct ds_diag *diag)
{
	enum ds_status st;
	int i;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	for (i = 0; i < plan->nparts && st == DS_OK; i++)
		st = take_part(sys, plan, i, used, holder, &intents[i], diag);
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	for (i = 0; i < plan->nparts; i++)
		drop_cells(plan->part[i].ent);
	return st;
}

static enum ds_status
take_space(struct ds_system *sys, struct define_plan *plan, const char *holder,
    int64_t intents[SPHERE_PARTS], int *usedp, struct ds_diag *diag)
{
	enum ds_status st = DS_CAT_NOSPACE;
	int i;

	for (i = 0; i < plan->nvolumes && st == DS_CAT_NOSPACE; i++) {
		st = take_on(sys, plan, i, holder, intents, diag);
		*usedp = i;
	}
	return st;
}

/* --- step 3 --------------------------------------------------------------- */

/*
 * Inside the transaction: is the base still the one that the new components
 * name in their headers, and not another of its name?
 */
static enum ds_status
check_base(
    struct ds_system *sys, const struct define_plan *plan, struct ds_diag *diag)
{
	const struct comp_attr *attr = &plan->part[SPHERE_DATA].attr;
	struct ds_entry *base = NULL, *data = NULL;
	enum ds_status st;
	size_t i;

	st = cat_get(
	    sys->cat, plan->base->catalog, plan->base->name, &base, diag);
	if (st != DS_OK)
		return st;
	for (i = 0; i < base->nassocs; i++)
		if (base->assocs[i].type == DS_DATA)
			break;
	if (i < base->nassocs)
		st = cat_get(
		    sys->cat, base->catalog, base->assocs[i].name, &data, diag);
	if (st == DS_OK && (data == NULL || memcmp(data->comp_id, attr->base,
						SPHERE_ID_LEN) != 0))
		st = ds_fail(diag, DS_CAT_INUSE, base->name,
		    "it was deleted and defined again meanwhile");
	ds_entry_free(&data);
	ds_entry_free(&base);
	return st;
}

static enum ds_status
enter(struct ds_system *sys, struct define_plan *plan,
    const int64_t intents[SPHERE_PARTS], struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	int i;

	if (plan->cluster != NULL)
		st = cat_put(sys->cat, plan->catalog, plan->cluster, diag);
	for (i = 0; i < plan->nparts && st == DS_OK; i++) {
		st = cat_put(sys->cat, plan->catalog, plan->part[i].ent, diag);
		if (st == DS_OK && plan->cluster != NULL)
			st = cat_associate(
			    sys->cat, plan->cluster, plan->part[i].ent, diag);
		if (st == DS_OK)
			st = cat_intent_clear(sys->cat, intents[i], diag);
	}
	if (st == DS_OK && plan->base != NULL)
		st = check_base(sys, plan, diag);
	if (st == DS_OK && plan->base != NULL)
		st = cat_associate(sys->cat, plan->base, plan->cluster, diag);
	return st;
}

static enum ds_status
enter_all(struct ds_system *sys, struct define_plan *plan,
    const int64_t intents[SPHERE_PARTS], struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	if ((st = enter(sys, plan, intents, diag)) == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	return st;
}

/* --- all steps ------------------------------------------------------------ */

static enum ds_status
make_files(struct ds_system *sys, struct define_plan *plan, int used,
    struct ds_diag *diag)
{
	struct volume *vol;
	enum ds_status st;

	st = ds_system_volume(sys, plan->volumes[used], &vol, diag);
	if (st != DS_OK)
		return st;
	return sphere_create(vol, &plan->part[SPHERE_DATA].attr,
	    plan->nparts > SPHERE_INDEX ? &plan->part[SPHERE_INDEX].attr : NULL,
	    diag);
}

static enum ds_status
make_under_intent(struct ds_system *sys, struct define_plan *plan,
    const char *holder, struct ds_diag *diag)
{
	int64_t intents[SPHERE_PARTS] = {0, 0};
	enum ds_status st;
	int i, used = 0;

	if ((st = new_components(plan, sys->config.reserve, diag)) != DS_OK)
		return st;
	st = take_space(sys, plan, holder, intents, &used, diag);
	if (st != DS_OK)
		return st;
	ds_step("define: space taken");
	if ((st = make_files(sys, plan, used, diag)) == DS_OK) {
		ds_step("define: files made");
		st = enter_all(sys, plan, intents, diag);
	}
	if (st == DS_OK) {
		ds_step("define: entered");
		return DS_OK;
	}
	for (i = 0; i < plan->nparts; i++)
		ds_intent_settle(sys, intents[i], plan->volumes[used],
		    plan->part[i].attr.id, false, NULL);
	return st;
}

enum ds_status
define_make(
    struct ds_system *sys, struct define_plan *plan, struct ds_diag *diag)
{
	const char *name = plan->cluster != NULL ? plan->cluster->name
						 : plan->part[0].ent->name;
	struct enq *dsn = NULL, *life = NULL;
	char holder[HOLDER_LEN];
	enum ds_status st;

	st = enq_take(
	    ds_system_owner(sys), "SYSDSN", name, ENQ_EXC, 0, &dsn, diag);
	if (st == DS_BUSY) {
		st = DS_CAT_INUSE;
		if (diag != NULL)
			diag->status = st;
	}
	if (st != DS_OK)
		return st;
	if ((st = ds_intent_begin(sys, holder, &life, diag)) == DS_OK)
		st = make_under_intent(sys, plan, holder, diag);
	enq_free(&life);
	enq_free(&dsn);
	return st;
}

static void
report(const struct define_plan *plan, const struct ds_define_cluster *def,
    struct ds_defined *out)
{
	const struct ds_entry *d = plan->part[SPHERE_DATA].ent;
	const struct ds_entry *x = plan->part[SPHERE_INDEX].ent;

	memset(out, 0, sizeof(*out));
	memcpy(out->data, d->name, sizeof(out->data));
	out->data_generated = def->data.name[0] == '\0';
	memcpy(
	    out->data_volser, d->volumes[0].volser, sizeof(out->data_volser));
	if (x != NULL) {
		memcpy(out->index, x->name, sizeof(out->index));
		out->index_generated = def->index.name[0] == '\0';
		memcpy(out->index_volser, x->volumes[0].volser,
		    sizeof(out->index_volser));
	}
	memcpy(out->storclas, plan->cluster->storclas, sizeof(out->storclas));
	memcpy(out->mgmtclas, plan->cluster->mgmtclas, sizeof(out->mgmtclas));
	memcpy(out->dataclas, plan->cluster->dataclas, sizeof(out->dataclas));
}

enum ds_status
ds_define_cluster(struct ds_system *sys, const struct ds_define_cluster *def,
    struct ds_defined *outp, struct ds_diag *diag)
{
	struct define_plan plan;
	enum ds_status st;

	memset(&plan, 0, sizeof(plan));
	st = define_catalog(
	    sys, def->catalog, def->cluster.name, plan.catalog, diag);
	if (st == DS_OK)
		st = define_attrs(sys, def, &plan, diag);
	if (st == DS_OK)
		st = define_make(sys, &plan, diag);
	if (st == DS_OK)
		report(&plan, def, outp);
	define_plan_free(&plan);
	return st;
}
