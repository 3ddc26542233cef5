/*
 * Volumes and catalogs compared: check.h.
 *
 * What looks wrong at a first look, while others work, is noted. Each is then
 * looked at again in a transaction of its own, in which nobody changes a
 * catalog: a component that an entry or an intent names is somebody's, and what
 * neither names, though its file is there, is nobody's, since each change of
 * files is done under an intent. What is mended is so in that transaction.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/check_int.h"
#include "services/security.h"

/* --- noted ---------------------------------------------------------------- */

bool
check_is_chosen(const struct checking *k, const char *volser)
{
	for (size_t i = 0; i < k->how->n; i++)
		if (strcmp(k->how->volsers[i], volser) == 0)
			return true;
	return k->how->n == 0;
}

static bool
note(struct checking *k, const struct suspect *s)
{
	size_t cap = k->cap > 0 ? 2 * k->cap : 64;
	void *p;

	if (k->n == k->cap) {
		if ((p = realloc(k->v, cap * sizeof(*k->v))) == NULL) {
			k->st = ds_fail(k->diag, DS_NOMEM, NULL, NULL);
			return false;
		}
		k->v = p;
		k->cap = cap;
	}
	k->v[k->n++] = *s;
	return true;
}

/* --- a first look --------------------------------------------------------- */

static bool
see_piece(void *ctx, uint32_t low, uint32_t tracks, const uint8_t comp_id[16])
{
	struct suspect s = {.kind = DS_CHECK_NOBODY};
	struct checking *k = ctx;
	struct ds_extent first;
	bool known = false;
	size_t n = 0;

	if (comp_id == NULL)
		return true;
	k->sum.extents++;
	/* once for each component: at its first tracks */
	snprintf(s.volser, sizeof(s.volser), "%s", k->volser);
	memcpy(s.id, comp_id, sizeof(s.id));
	k->st = cat_space_of(
	    k->sys->cat, k->volser, comp_id, &first, 1, &n, k->diag);
	if (k->st != DS_OK)
		return false;
	(void)tracks;
	if (n > 1 && check_track(first.low_cchh) != low)
		return true;
	k->st = ds_component_stays(k->sys, comp_id, &known, k->diag);
	return k->st == DS_OK && (known || note(k, &s));
}

static bool
see_file(void *ctx, const char *name)
{
	struct suspect s = {.kind = DS_CHECK_FILE};
	struct checking *k = ctx;
	bool known = false;

	if (!check_id_get(name, s.id))
		return true;
	k->sum.files++;
	snprintf(s.volser, sizeof(s.volser), "%s", k->volser);
	k->st = ds_component_stays(k->sys, s.id, &known, k->diag);
	return k->st == DS_OK && (known || note(k, &s));
}

static bool
see_volume(void *ctx, const struct cat_volume *v)
{
	struct suspect s = {.kind = DS_CHECK_LEDGER};
	struct suspect gone = {.kind = DS_CHECK_VOLUME};
	struct checking *k = ctx;
	bool there = v->online && !ds_system_volume_missing(k->sys, v);
	struct volume *vol;

	if (!check_is_chosen(k, v->volser))
		return true;
	k->sum.volumes++;
	snprintf(k->volser, sizeof(k->volser), "%s", v->volser);
	snprintf(s.volser, sizeof(s.volser), "%s", v->volser);
	if (cat_volume_cover(k->sys->cat, v->volser, false, NULL) != DS_OK &&
	    !note(k, &s))
		return false;
	k->st = cat_volume_map(k->sys->cat, v->volser, see_piece, k,
	    k->st == DS_OK ? k->diag : NULL);
	snprintf(gone.volser, sizeof(gone.volser), "%s", v->volser);
	if (k->st == DS_OK && v->online && !there && !note(k, &gone))
		return false;
	if (k->st == DS_OK && there)
		k->st = ds_system_one_volume(k->sys, v->volser, &vol, k->diag);
	if (k->st == DS_OK && there)
		k->st = vol_list(vol, see_file, k, k->diag);
	return k->st == DS_OK;
}

static bool
keep_id(struct checking *k, const uint8_t id[SPHERE_ID_LEN])
{
	size_t cap = k->ids_cap > 0 ? 2 * k->ids_cap : 256;
	void *p;

	if (k->nids == k->ids_cap) {
		if ((p = realloc(k->ids, cap * sizeof(*k->ids))) == NULL) {
			k->st = ds_fail(k->diag, DS_NOMEM, NULL, NULL);
			return false;
		}
		k->ids = p;
		k->ids_cap = cap;
	}
	memcpy(k->ids[k->nids++], id, SPHERE_ID_LEN);
	return true;
}

static int
by_id(const void *a, const void *b)
{
	return memcmp(a, b, SPHERE_ID_LEN);
}

/* A file has one entry; each that has more is noted once. */
static bool
see_twice(struct checking *k)
{
	struct suspect s = {.kind = DS_CHECK_TWICE};

	if (k->nids > 0)
		qsort(k->ids, k->nids, sizeof(*k->ids), by_id);
	for (size_t i = 1; i < k->nids; i++) {
		if (by_id(k->ids[i - 1], k->ids[i]) != 0 ||
		    (i > 1 && by_id(k->ids[i - 2], k->ids[i]) == 0))
			continue;
		memcpy(s.id, k->ids[i], sizeof(s.id));
		if (!note(k, &s))
			return false;
	}
	return true;
}

static bool
see_entry(void *ctx, const struct ds_entry *ent)
{
	struct suspect s = {.kind = DS_CHECK_ENTRY};
	struct checking *k = ctx;
	bool wrong = false, counted = false;
	char missing[VOLSER_MAX + 1];

	if (!ds_has_file(ent))
		return true;
	for (size_t i = 0; i < ent->nvolumes && k->st == DS_OK; i++) {
		if (!ds_cell_used(&ent->volumes[i]) ||
		    !check_is_chosen(k, ent->volumes[i].volser))
			continue;
		counted = true;
		wrong |= !check_same_tracks(k, ent, &ent->volumes[i]);
	}
	wrong |= counted && (check_no_file(k, ent, missing) ||
				check_is_damaged(k, ent, NULL));
	k->sum.entries += counted;
	/* an index is told with its data */
	if (counted && ent->type != DS_INDEX && !keep_id(k, ent->comp_id))
		return false;
	snprintf(s.name, sizeof(s.name), "%s", ent->name);
	snprintf(s.catalog, sizeof(s.catalog), "%s", ent->catalog);
	return k->st == DS_OK && (!wrong || note(k, &s));
}

static bool
see_intent(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct suspect s = {.kind = DS_CHECK_WORK, .intent = id, .work = kind};
	struct checking *k = ctx;

	if (!check_is_chosen(k, volser) || !ds_intent_dead(k->sys, holder))
		return true;
	snprintf(s.volser, sizeof(s.volser), "%s", volser);
	memcpy(s.id, comp_id, sizeof(s.id));
	return note(k, &s);
}

static enum ds_status
see_entries(struct checking *k)
{
	struct catalog *cat = k->sys->cat;
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t n = 0;

	st = cat_list(
	    cat, cat_master(cat), CAT_ALL, NULL, see_entry, k, k->diag);
	if (st == DS_OK && k->st == DS_OK)
		st = cat_ucat_names(cat, &names, &n, k->diag);
	for (size_t i = 0; i < n && st == DS_OK && k->st == DS_OK; i++)
		st = cat_list(
		    cat, names[i], CAT_ALL, NULL, see_entry, k, k->diag);
	free(names);
	if (st == DS_OK && k->st == DS_OK)
		see_twice(k);
	return st == DS_OK ? k->st : st;
}

/* The ledger first: others may be mended only when that is whole. */
static enum ds_status
look(struct checking *k)
{
	struct cat_volume vol;
	enum ds_status st = DS_OK;

	for (size_t i = 0; i < k->how->n && st == DS_OK; i++)
		st = cat_volume_get(
		    k->sys->cat, k->how->volsers[i], &vol, k->diag);
	if (st == DS_OK)
		st = cat_volume_list(k->sys->cat, see_volume, k, k->diag);
	if (st == DS_OK && (st = k->st) == DS_OK)
		st = see_entries(k);
	if (st == DS_OK)
		st = cat_intent_list(k->sys->cat, see_intent, k, k->diag);
	return st == DS_OK ? k->st : st;
}

/* --- and a second --------------------------------------------------------- */

static enum ds_status
confirm_all(struct checking *k)
{
	enum ds_status st = DS_OK;

	for (size_t i = 0; i < k->n && st == DS_OK; i++)
		st = check_again(k, &k->v[i]);
	return st;
}

static void
check_area(struct checking *k, const char *name)
{
	struct ds_check_found f = {.kind = DS_CHECK_AREA};

	if (cat_recovery_kept(k->sys->cat, name))
		return;
	snprintf(f.name, sizeof(f.name), "%s", name);
	snprintf(f.text, sizeof(f.text),
	    "the catalog's recovery area is not kept: look at mode, owner and "
	    "space of %s",
	    SYSTEM_RECOVERY);
	k->sum.found++;
	k->how->found(k->how->ctx, &f);
}

/* Opening a catalog has mended what could be. */
static enum ds_status
check_areas(struct checking *k)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t n = 0;

	st = cat_ucat_names(k->sys->cat, &names, &n, k->diag);
	if (st == DS_OK)
		check_area(k, cat_master(k->sys->cat));
	for (size_t i = 0; i < n && st == DS_OK; i++)
		check_area(k, names[i]);
	free(names);
	return st;
}

enum ds_status
ds_volume_check(struct ds_system *sys, const struct ds_check *how,
    struct ds_checked *sump, struct ds_diag *diag)
{
	struct checking k = {.sys = sys, .how = how, .diag = diag};
	enum ds_status st;

	if ((st = ds_authorize_operations(sys, "volumes", diag)) != DS_OK)
		return st;
	ds_settle(sys);
	if ((st = look(&k)) == DS_OK)
		st = confirm_all(&k);
	if (st == DS_OK && how->n == 0)
		st = check_areas(&k);
	free(k.apart);
	free(k.ids);
	free(k.told);
	free(k.v);
	if (st == DS_OK)
		*sump = k.sum;
	return st;
}
