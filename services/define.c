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
#include "services/gdg_int.h"
#include "services/security_int.h"

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
	/* before anything is said of what is there */
	st = security_name(sys, name, DS_ACCESS_ALTER, diag);
	return st == DS_OK ? define_catalog_of(sys, in, name, catalog, diag)
			   : st;
}

enum ds_status
define_catalog_of(struct ds_system *sys, const char *in, const char *name,
    char catalog[DSNAME_MAX + 1], struct ds_diag *diag)
{
	enum ds_status st;

	if (in[0] != '\0')
		snprintf(catalog, DSNAME_MAX + 1, "%s", in);
	else if ((st = cat_route(sys->cat, name, catalog, diag)) != DS_OK)
		return st;
	return define_new_name(sys, catalog, name, diag);
}

/* st is whether it is online; then, is its directory there? */
static enum ds_status
is_usable(struct ds_system *sys, const char *volser, enum ds_status st,
    struct ds_diag *diag)
{
	struct volume *vol;
	struct ds_diag why = {0};

	if (st != DS_OK)
		return st;
	/* Most often it is open. Else only its absence is of interest here. */
	st = ds_system_volume(sys, volser, &vol, &why);
	if (st != DS_CAT_NOVOLUME)
		return DS_OK;
	if (diag != NULL)
		*diag = why;
	return st;
}

/* The members of the class's pool that can be used. */
static enum ds_status
choose_pool(struct ds_system *sys, const char *storclas,
    struct define_plan *plan, struct ds_diag *diag)
{
	unsigned npool = 0;
	const char(*pool)[VOLSER_MAX + 1] =
	    ds_class_pool(&sys->config, storclas, &npool);
	enum ds_status st;
	int n = 0;

	for (unsigned i = 0; i < npool; i++) {
		st = is_usable(sys, pool[i],
		    cat_volume_online(sys->cat, pool[i], diag), diag);
		if (st == DS_OK)
			strcpy(plan->volumes[n++], pool[i]);
		else if (st != DS_CAT_NOVOLUME)
			return st;
	}
	plan->nvolumes = n;
	return n > 0 ? DS_OK
		     : ds_fail(diag, DS_CAT_NOVOLUME, pool[0],
			   "no volume of the pool is online");
}

/*
 * Guaranteed space: the volumes that are named, which are of the class's pool,
 * if it has one. The first with room is used, those behind it are candidates
 * (z/OS takes space on all of them at once).
 */
static enum ds_status
choose_named(struct ds_system *sys, const struct ds_storclas *sc,
    char (*volumes)[VOLSER_MAX + 1], int nvolumes, struct define_plan *plan,
    struct ds_diag *diag)
{
	enum ds_status st;

	for (int i = 0; i < nvolumes && i < DEFINE_VOLUMES; i++) {
		if (strcmp(volumes[i], "*") == 0) {
			plan->candidates++;
			continue;
		}
		if (sc->npool > 0 &&
		    !ds_pool_has(sc->pool[0], sc->npool, volumes[i]))
			return ds_fail(diag, DS_INVALID, volumes[i],
			    "the volume is not of the storage class %s",
			    sc->name);
		st = is_usable(sys, volumes[i],
		    ds_system_online(sys, volumes[i], diag), diag);
		if (st != DS_OK)
			return st;
		strcpy(plan->volumes[plan->nvolumes++], volumes[i]);
	}
	return DS_OK;
}

enum ds_status
define_volumes(struct ds_system *sys, const char *storclas,
    char (*volumes)[VOLSER_MAX + 1], int nvolumes, struct define_plan *plan,
    struct ds_diag *diag)
{
	const struct ds_storclas *sc = ds_storclas_get(&sys->config, storclas);
	enum ds_status st;
	int i;

	if (sys->config.sms) {
		if ((st = ds_system_pool(sys, diag)) != DS_OK)
			return st;
		if (sc != NULL && sc->guaranteed && nvolumes > 0 &&
		    strcmp(volumes[0], "*") != 0)
			return choose_named(
			    sys, sc, volumes, nvolumes, plan, diag);
		if ((st = choose_pool(sys, storclas, plan, diag)) != DS_OK)
			return st;
		plan->candidates = nvolumes > 1 ? nvolumes - 1 : 0;
		plan->pool = true;
		return DS_OK;
	}
	if (nvolumes == 0)
		return ds_fail(diag, DS_INVALID, NULL, "IDC3506I");
	for (i = 0; i < nvolumes && i < DEFINE_VOLUMES; i++) {
		st = is_usable(sys, volumes[i],
		    ds_system_online(sys, volumes[i], diag), diag);
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
		if (define_hidden(&plan->part[i]))
			ds_library_index_id(
			    plan->part[0].attr.id, plan->part[i].attr.id);
		else if ((st = sphere_id_new(plan->part[i].attr.id, diag)) !=
			 DS_OK)
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

/* The volumes that a part may go to. */
static char (
    *volumes_of(struct define_plan *plan, int which, int *np))[VOLSER_MAX + 1]
{
	if (which == SPHERE_INDEX && plan->nindex_volumes > 0) {
		*np = plan->nindex_volumes;
		return plan->index_volumes;
	}
	*np = plan->nvolumes;
	return plan->volumes;
}

/* The cell of the volume used, its extents with their RBAs, candidates. */
static bool
set_cells(
    struct define_plan *plan, int which, int used, struct ds_extent *x, int n)
{
	struct define_part *part = &plan->part[which];
	struct ds_volume_cell *cell = ds_entry_add_volume(part->ent);
	uint64_t rba = 0, len;
	int i, nvolumes;
	char(*volumes)[VOLSER_MAX + 1] = volumes_of(plan, which, &nvolumes);

	if (cell == NULL)
		return false;
	strcpy(cell->volser, volumes[used]);
	cell->devtype = DS_DEVTYPE_3390;
	cell->volflag = DS_VOLFLAG_PRIME;
	for (i = 0; i < n; i++) {
		len = x[i].tracks / part->unit * part->ca_bytes;
		x[i].low_rba = rba;
		x[i].high_rba = rba + len - 1;
		rba += len;
		if (!ds_entry_add_extent(cell, &x[i]))
			return false;
	}
	for (i = plan->pool ? nvolumes : 0; i < nvolumes + plan->candidates;
	     i++) {
		if (i == used)
			continue;
		if ((cell = ds_entry_add_volume(part->ent)) == NULL)
			return false;
		strcpy(cell->volser, i < nvolumes ? volumes[i] : "*");
		cell->devtype = DS_DEVTYPE_3390;
		cell->volflag = DS_VOLFLAG_CANDIDATE;
	}
	return true;
}

static enum ds_status
take_part(struct ds_system *sys, struct define_plan *plan, int which,
    const char *holder, struct define_taken *tk, struct ds_diag *diag)
{
	struct define_part *part = &plan->part[which];
	int nvolumes, n = 0;
	const char *volser =
	    volumes_of(plan, which, &nvolumes)[tk->used[which]];
	struct ds_extent x[PART_PIECES];
	enum ds_status st;

	st = cat_intent_put(sys->cat, 'D', volser, part->attr.id, holder,
	    &tk->intents[which], diag);
	if (st != DS_OK)
		return st;
	if (!define_hidden(part))
		st = cat_space_take(sys->cat, volser, part->attr.id,
		    part->tracks, part->unit, PART_PIECES, x, &n, diag);
	if (st != DS_OK)
		return st;
	if (!set_cells(plan, which, tk->used[which], x, n))
		return ds_fail(diag, DS_NOMEM, part->ent->name, NULL);
	return DS_OK;
}

static bool
index_is_away(const struct define_plan *plan)
{
	return plan->nindex_volumes > 0 && plan->nparts == SPHERE_PARTS &&
	       strcmp(plan->part[SPHERE_DATA].ent->volumes[0].volser,
		   plan->part[SPHERE_INDEX].ent->volumes[0].volser) != 0;
}

static enum ds_status
take_home(struct ds_system *sys, struct define_plan *plan, const char *holder,
    struct define_taken *tk, struct ds_diag *diag)
{
	struct define_part *index = &plan->part[SPHERE_INDEX];
	const char *home = plan->part[SPHERE_DATA].ent->volumes[0].volser;

	if (!index_is_away(plan))
		return DS_OK;
	ds_set_home(index->ent, home);
	return cat_intent_put(sys->cat, 'D', home, index->attr.id, holder,
	    &tk->intents[SPHERE_PARTS], diag);
}

static void
drop_cells(struct ds_entry *ent)
{
	size_t i;

	for (i = 0; i < ent->nvolumes; i++)
		free(ent->volumes[i].extents);
	ent->nvolumes = 0;
}

/* Both components, on the volumes said in tk. */
static enum ds_status
take_on(struct ds_system *sys, struct define_plan *plan, const char *holder,
    struct define_taken *tk, struct ds_diag *diag)
{
	enum ds_status st;
	int i;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	for (i = 0; i < plan->nparts && st == DS_OK; i++)
		st = take_part(sys, plan, i, holder, tk, diag);
	if (st == DS_OK)
		st = take_home(sys, plan, holder, tk, diag);
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	for (i = 0; i < plan->nparts; i++)
		drop_cells(plan->part[i].ent);
	return st;
}

/* The index is with its data, unless it says other volumes. */
static enum ds_status
take_space(struct ds_system *sys, struct define_plan *plan, const char *holder,
    struct define_taken *tk, struct ds_diag *diag)
{
	enum ds_status st = DS_CAT_NOSPACE;
	int i, k, n = plan->nindex_volumes > 0 ? plan->nindex_volumes : 1;
	int ntry = plan->ntry > 0 ? plan->ntry : plan->nvolumes;

	for (i = 0; i < ntry && st == DS_CAT_NOSPACE; i++)
		for (k = 0; k < n && st == DS_CAT_NOSPACE; k++) {
			memset(tk, 0, sizeof(*tk));
			tk->used[SPHERE_DATA] = i;
			tk->used[SPHERE_INDEX] =
			    plan->nindex_volumes > 0 ? k : i;
			st = take_on(sys, plan, holder, tk, diag);
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

	st = cat_get(
	    sys->cat, plan->base->catalog, plan->base->name, &base, diag);
	if (st != DS_OK)
		return st;
	st = ds_assoc_get(sys, base, DS_DATA, &data, diag);
	if (st == DS_OK && (data == NULL || memcmp(data->comp_id, attr->base,
						SPHERE_ID_LEN) != 0))
		st = ds_fail(diag, DS_CAT_INUSE, base->name,
		    "it was deleted and defined again meanwhile");
	/* they are on one volume */
	if (st == DS_OK &&
	    strcmp(data->volumes[0].volser,
		plan->part[SPHERE_DATA].ent->volumes[0].volser) != 0)
		st = ds_fail(diag, DS_CAT_INUSE, base->name,
		    "it was moved to another volume meanwhile");
	ds_entry_free(&data);
	ds_entry_free(&base);
	return st;
}

enum ds_status
define_enter(struct ds_system *sys, struct define_plan *plan,
    const struct define_taken *tk, struct ds_diag *diag)
{
	const int64_t *intents = tk->intents;
	enum ds_status st = DS_OK;
	int i;

	if (plan->temporary != NULL)
		st = ds_temporary_note(
		    sys, plan->part[SPHERE_DATA].ent, plan->temporary, diag);
	if (st != DS_OK)
		return st;
	if (plan->cluster != NULL)
		st = cat_put(sys->cat, plan->catalog, plan->cluster, diag);
	else
		st = gdg_defer(sys, plan->catalog, plan->part[0].ent, diag);
	for (i = 0; i < plan->nparts && st == DS_OK; i++)
		if (plan->temporary == NULL && !define_hidden(&plan->part[i]))
			st = define_name_once(sys, plan->catalog,
			    plan->part[i].ent, plan->part[i].ent->name, diag);
	for (i = 0; i < plan->nparts && st == DS_OK; i++) {
		if (!define_hidden(&plan->part[i]))
			st = cat_put(
			    sys->cat, plan->catalog, plan->part[i].ent, diag);
		if (st == DS_OK && plan->cluster != NULL)
			st = cat_associate(
			    sys->cat, plan->cluster, plan->part[i].ent, diag);
		if (st == DS_OK)
			st = cat_intent_clear(sys->cat, intents[i], diag);
	}
	if (st == DS_OK && intents[SPHERE_PARTS] != 0)
		st = cat_intent_clear(sys->cat, intents[SPHERE_PARTS], diag);
	if (st == DS_OK && plan->base != NULL)
		st = check_base(sys, plan, diag);
	if (st == DS_OK && plan->base != NULL)
		st = cat_associate(sys->cat, plan->base, plan->cluster, diag);
	return st;
}

static enum ds_status
enter_all(struct ds_system *sys, struct define_plan *plan,
    const struct define_taken *tk, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	if ((st = define_enter(sys, plan, tk, diag)) == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	return st;
}

/* --- all steps ------------------------------------------------------------ */

/* The space of an index away from its data: a piece of a file that begins with
 * the data. */
static enum ds_status
make_piece(struct define_plan *plan, struct volume *vol, struct ds_diag *diag)
{
	const struct define_part *index = &plan->part[SPHERE_INDEX];
	const struct comp_attr *attr = &index->attr;
	struct vol_piece piece = {.number = 1};
	char name[SPHERE_NAME_LEN];
	uint64_t end = attr->first_cas * attr->ci_len * attr->cis_per_ca;

	if (!index_is_away(plan))
		return DS_OK;
	sphere_id_name(attr->id, name);
	piece.start = sphere_file_len(attr, 0);
	snprintf(piece.volser, sizeof(piece.volser), "%s",
	    index->ent->volumes[0].volser);
	if (attr->flags & DS_A_NORESERVE)
		end = 0;
	return vol_span_add(
	    vol, name, &piece, sphere_file_len(attr, end) - piece.start, diag);
}

static enum ds_status
make_files(
    struct ds_system *sys, struct define_plan *plan, struct ds_diag *diag)
{
	struct volume *vol;
	enum ds_status st;

	for (int i = 0; i < plan->nparts; i++)
		ds_header_words(&plan->part[i].attr, plan->part[i].ent,
		    plan->cluster, plan->catalog);
	st = ds_system_volume(
	    sys, plan->part[SPHERE_DATA].ent->volumes[0].volser, &vol, diag);
	if (st == DS_OK)
		st = make_piece(plan, vol, diag);
	if (st != DS_OK)
		return st;
	return sphere_create(vol, &plan->part[SPHERE_DATA].attr,
	    plan->nparts > SPHERE_INDEX ? &plan->part[SPHERE_INDEX].attr : NULL,
	    diag);
}

void
define_undo(struct ds_system *sys, struct define_plan *plan,
    const struct define_taken *tk)
{
	const struct define_part *index = &plan->part[SPHERE_INDEX];

	for (int i = 0; i < plan->nparts; i++)
		ds_intent_settle(sys, tk->intents[i],
		    plan->part[i].ent->volumes[0].volser, plan->part[i].attr.id,
		    false, NULL);
	if (tk->intents[SPHERE_PARTS] != 0)
		ds_intent_settle(sys, tk->intents[SPHERE_PARTS],
		    plan->part[SPHERE_DATA].ent->volumes[0].volser,
		    index->attr.id, false, NULL);
}

enum ds_status
define_files(struct ds_system *sys, struct define_plan *plan,
    const char *holder, struct define_taken *tk, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = new_components(plan, sys->config.reserve, diag)) != DS_OK)
		return st;
	if ((st = take_space(sys, plan, holder, tk, diag)) != DS_OK)
		return st;
	ds_step("define: space taken");
	if ((st = make_files(sys, plan, diag)) != DS_OK)
		define_undo(sys, plan, tk);
	else
		ds_step("define: files made");
	return st;
}

static enum ds_status
make_under_intent(struct ds_system *sys, struct define_plan *plan,
    const char *holder, struct ds_diag *diag)
{
	struct define_taken tk = {0};
	enum ds_status st;

	if ((st = define_files(sys, plan, holder, &tk, diag)) != DS_OK)
		return st;
	if ((st = enter_all(sys, plan, &tk, diag)) == DS_OK)
		ds_step("define: entered");
	else
		define_undo(sys, plan, &tk);
	return st;
}

enum ds_status
define_hold(struct ds_system *sys, const char *name, struct enq **enqp,
    struct ds_diag *diag)
{
	enum ds_status st;

	st = enq_take(
	    ds_system_owner(sys), "SYSDSN", name, ENQ_EXC, 0, enqp, diag);
	return ds_busy_entry(st, diag);
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

	if ((st = define_hold(sys, name, &dsn, diag)) != DS_OK)
		return st;
	if ((st = ds_intent_begin(sys, holder, &life, diag)) == DS_OK)
		st = make_under_intent(sys, plan, holder, diag);
	enq_free(&life);
	enq_free(&dsn);
	return st;
}

void
define_report(const struct define_plan *plan,
    const struct ds_define_cluster *def, struct ds_defined *out)
{
	const struct ds_entry *d = plan->part[SPHERE_DATA].ent;
	const struct ds_entry *x = plan->part[SPHERE_INDEX].ent;
	size_t len;

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
	out->keylabel =
	    ds_extra_find(plan->cluster->extra, "KEYLABEL", &len) != NULL;
}

enum ds_status
ds_define_cluster(struct ds_system *sys, const struct ds_define_cluster *def,
    struct ds_defined *outp, struct ds_diag *diag)
{
	struct define_plan plan;
	enum ds_status st;

	memset(&plan, 0, sizeof(plan));
	st = define_words(sys, def, diag);
	if (st == DS_OK)
		st = define_catalog(
		    sys, def->catalog, def->cluster.name, plan.catalog, diag);
	if (st == DS_OK)
		st = define_may_name(
		    sys, def->cluster.name, def->data.name, diag);
	if (st == DS_OK)
		st = define_may_name(
		    sys, def->cluster.name, def->index.name, diag);
	if (st == DS_OK)
		st = define_attrs(sys, def, &plan, diag);
	if (st == DS_OK)
		st = define_make(sys, &plan, diag);
	if (st == DS_OK)
		define_report(&plan, def, outp);
	define_plan_free(&plan);
	return st;
}
