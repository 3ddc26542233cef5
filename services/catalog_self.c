/*
 * What a catalog's entries of itself would say. z/OS's has them: a cluster
 * without a name (zout: 44 zeros), DATA called as the catalog is, INDEX with
 * CATINDEX behind that. A catalog of ours is a file; what of it has no
 * counterpart is 0, the rest is true. Keys and records: SC23-6846, DEFINE
 * USERCATALOG.
 */
#include <stdio.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/security_int.h"
#include "services/system_int.h"

enum {
	SELF_KEYLEN = 45,
	SELF_RKP = 9,
	SELF_AVG = 4086,
	SELF_MAX = 32400,
	SELF_SHARE_REGION = 3,
	SELF_SHARE_SYSTEM = 4
};

/* The names of the three. */
struct self {
	const char *catalog;
	char cluster[DSNAME_MAX + 1], index[DSNAME_MAX + 1];
};

static void
name_all(struct self *self, const char *catalog)
{
	self->catalog = catalog;
	memset(self->cluster, '0', DSNAME_MAX);
	self->cluster[DSNAME_MAX] = '\0';
	if (!dsname_component(self->index, catalog, "CATINDEX"))
		snprintf(self->index, sizeof(self->index), "%s", catalog);
}

/* One of them, with what its connector says, if it has one (the master has
 * not). NULL: no memory. */
static struct ds_entry *
entry_new(const struct self *self, enum ds_type type,
    const struct ds_entry *connector)
{
	struct ds_entry *ent = ds_entry_new();
	struct ds_volume_cell *cell;

	if (ent == NULL)
		return NULL;
	ent->type = type;
	ent->org = DS_ORG_KSDS;
	snprintf(ent->name, sizeof(ent->name), "%s",
	    type == DS_CLUSTER ? self->cluster
	    : type == DS_DATA  ? self->catalog
			       : self->index);
	snprintf(ent->catalog, sizeof(ent->catalog), "%s", self->catalog);
	if (connector == NULL)
		return ent;
	ent->created = connector->created;
	ent->expires = type == DS_CLUSTER ? connector->expires : 0;
	memcpy(ent->owner, connector->owner, sizeof(ent->owner));
	if (type == DS_CLUSTER || connector->nvolumes == 0)
		return ent;
	ent->space_type = connector->space_type;
	ent->space_pri = connector->space_pri;
	ent->space_sec = connector->space_sec;
	if ((cell = ds_entry_add_volume(ent)) == NULL) {
		ds_entry_free(&ent);
		return NULL;
	}
	memcpy(
	    cell->volser, connector->volumes[0].volser, sizeof(cell->volser));
	cell->devtype = connector->volumes[0].devtype;
	return ent;
}

static bool
tie(const struct self *self, struct ds_entry *ent)
{
	if (ent->type != DS_CLUSTER)
		return ds_entry_add_assoc(ent, DS_CLUSTER, self->cluster);
	return ds_entry_add_assoc(ent, DS_DATA, self->catalog) &&
	       ds_entry_add_assoc(ent, DS_INDEX, self->index);
}

static void
fill(struct ds_entry *ent, const struct cat_examined *size)
{
	if (ent->type == DS_CLUSTER)
		return;
	ent->keylen = SELF_KEYLEN;
	ent->rkp = SELF_RKP;
	ent->share_region = SELF_SHARE_REGION;
	ent->share_system = SELF_SHARE_SYSTEM;
	ent->cisize = size->page_len;
	if (ent->type == DS_INDEX)
		return;
	ent->flags |= DS_A_SPANNED;
	ent->avglrecl = SELF_AVG;
	ent->maxlrecl = SELF_MAX;
	ent->stats.rec_total = size->entries;
	ent->stats.harba = ent->stats.hurba = size->pages * size->page_len;
	ent->stats.freespc = size->free_pages * size->page_len;
	ent->stats_known = true;
}

enum ds_status
ds_catalog_self(struct ds_system *sys, const char *name,
    bool (*fn)(void *ctx, const struct ds_entry *ent), void *ctx,
    struct ds_diag *diag)
{
	static const enum ds_type types[] = {DS_CLUSTER, DS_DATA, DS_INDEX};
	const bool master = strcmp(name, cat_master(sys->cat)) == 0;
	struct ds_entry *connector = NULL, *ent = NULL;
	struct cat_examined size = {0};
	struct self self;
	enum ds_status st;
	bool more = true;

	st = security_catalog(sys, name, DS_ACCESS_READ, diag);
	if (st == DS_OK && !master)
		st = cat_peek(
		    sys->cat, cat_master(sys->cat), name, &connector, diag);
	if (st == DS_OK)
		st = cat_measure(sys->cat, master ? "" : name, &size, diag);
	name_all(&self, name);
	for (int i = 0; i < 3 && more && st == DS_OK; i++) {
		ent = entry_new(&self, types[i], connector);
		if (ent == NULL || !tie(&self, ent)) {
			st = ds_fail(diag, DS_NOMEM, name, NULL);
		} else {
			fill(ent, &size);
			more = fn(ctx, ent);
		}
		ds_entry_free(&ent);
	}
	ds_entry_free(&connector);
	return st;
}
