/*
 * ADDVOLUMES and REMOVEVOLUMES: candidates, that is volumes which a component
 * may go on on and has not yet. Volumes with space of it stay.
 *
 * Under storage management a volume that is not there becomes '*', as in
 * DEFINE: any of the pool.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/alter_int.h"

static const struct ds_volume_cell *
find_cell(const struct ds_entry *ent, const char *volser, bool candidate)
{
	for (size_t i = 0; i < ent->nvolumes; i++) {
		const struct ds_volume_cell *cell = &ent->volumes[i];

		if (strcmp(cell->volser, volser) == 0 &&
		    (!candidate || !ds_cell_used(cell)))
			return cell;
	}
	return NULL;
}

static enum ds_status
add_volume(struct alter_set *set, int i, struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	struct ds_entry *ent = set->named->ent;
	struct ds_volume_cell *cell;
	const char *volser = al->addvols[i];
	enum ds_status st = DS_OK;

	if (strcmp(volser, "*") != 0)
		st = ds_system_online(set->sys, volser, diag);
	if (st == DS_CAT_NOVOLUME && set->sys->config.sms) {
		volser = "*";
		if (al->anyp != NULL)
			*al->anyp |= UINT64_C(1) << i;
		st = DS_OK;
	}
	if (st != DS_OK)
		return st;
	if (strcmp(volser, "*") == 0 && !set->sys->config.sms)
		return ds_fail(diag, DS_CAT_NOVOLUME, ent->name,
		    "without storage management volumes are named");
	if (strcmp(volser, "*") != 0 && find_cell(ent, volser, false) != NULL)
		return ds_fail(diag, DS_INVALID, ent->name,
		    "volume %s is among its volumes already", volser);
	if (ent->nvolumes >= DS_VOLUMES_MAX)
		return ds_fail(diag, DS_INVALID, ent->name,
		    "a data set has %d volumes at most", DS_VOLUMES_MAX);
	if ((cell = ds_entry_add_volume(ent)) == NULL)
		return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	snprintf(cell->volser, sizeof(cell->volser), "%s", volser);
	cell->devtype = DS_DEVTYPE_3390;
	cell->volflag = DS_VOLFLAG_CANDIDATE;
	set->named->changed = true;
	return DS_OK;
}

static enum ds_status
remove_volume(struct alter_set *set, const char *volser, struct ds_diag *diag)
{
	struct ds_entry *ent = set->named->ent;
	const struct ds_volume_cell *cell = find_cell(ent, volser, true);
	size_t i;

	if (cell == NULL && find_cell(ent, volser, false) != NULL)
		return ds_fail(diag, DS_INVALID, ent->name,
		    "it has space on volume %s", volser);
	if (cell == NULL)
		return ds_fail(diag, DS_INVALID, ent->name,
		    "volume %s is not among its volumes", volser);
	i = (size_t)(cell - ent->volumes);
	free(ent->volumes[i].extents);
	ent->nvolumes--;
	memmove(&ent->volumes[i], &ent->volumes[i + 1],
	    (ent->nvolumes - i) * sizeof(ent->volumes[0]));
	set->named->changed = true;
	return DS_OK;
}

enum ds_status
alter_volumes(struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	const struct ds_entry *ent = set->named->ent;
	enum ds_status st = DS_OK;

	/* an entry without bytes of ours goes nowhere (doc: not without SMS) */
	if ((al->naddvols > 0 || al->nremvols > 0) &&
	    (ent->flags & DS_A_SMS) == 0 && set->data.ent == NULL)
		return alter_refuse(diag, ent, "IDC3190I",
		    al->naddvols > 0 ? "ADDVOLUMES" : "REMOVEVOLUMES");
	for (int i = 0; i < al->nremvols && st == DS_OK; i++)
		st = remove_volume(set, al->remvols[i], diag);
	for (int i = 0; i < al->naddvols && st == DS_OK; i++)
		st = add_volume(set, i, diag);
	return st;
}
