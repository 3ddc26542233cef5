/*
 * The headers of components say what their entries say, so that a lost catalog
 * can be rebuilt from the volumes, and because the access methods go by them.
 * An entry changes first; its header follows, here.
 */
#include <stdio.h>
#include <string.h>

#include "services/enq.h"
#include "services/system_int.h"

/* Flags of an entry that a header has too. */
static const uint32_t followed = DS_A_EXTADDR | DS_A_ERASE | DS_A_WRITECHECK |
				 DS_A_REUSE | DS_A_NONUNIQKEY | DS_A_INHIBIT |
				 DS_A_LOGGED;

/* What ent is a component of; NULL: it stands alone. */
static enum ds_status
get_owner(struct ds_system *sys, const struct ds_entry *ent,
    struct ds_entry **ownerp, struct ds_diag *diag)
{
	static const enum ds_type types[] = {DS_CLUSTER, DS_AIX, DS_PAGESPACE};
	enum ds_status st = DS_OK;

	if (ent->type != DS_DATA && ent->type != DS_INDEX)
		return DS_OK;
	for (size_t i = 0; i < 3 && st == DS_OK && *ownerp == NULL; i++)
		st = ds_assoc_get(sys, ent, types[i], ownerp, diag);
	return st;
}

/* What the headers keep of the entries for their making again. */
void
ds_header_words(struct comp_attr *a, const struct ds_entry *ent,
    const struct ds_entry *owner, const char *catalog)
{
	const struct ds_entry *whole = owner != NULL ? owner : ent;
	struct comp_words *w = &a->words;

	memset(w, 0, sizeof(*w));
	w->there = true;
	w->whole_type = (char)whole->type;
	w->share_region = ent->share_region;
	w->share_system = ent->share_system;
	w->bufspace = ent->bufspace;
	memcpy(w->owner, ent->owner, sizeof(w->owner));
	memcpy(w->exceptexit, ent->exceptexit, sizeof(w->exceptexit));
	memcpy(w->whole_owner, whole->owner, sizeof(w->whole_owner));
	memcpy(w->storclas, whole->storclas, sizeof(w->storclas));
	memcpy(w->mgmtclas, whole->mgmtclas, sizeof(w->mgmtclas));
	memcpy(w->dataclas, whole->dataclas, sizeof(w->dataclas));
	snprintf(w->catalog, sizeof(w->catalog), "%s", catalog);
	if (strlen(whole->extra) < sizeof(w->extra))
		strcpy(w->extra, whole->extra);
}

static void
take_entry(struct comp_attr *a, const struct ds_entry *ent,
    const struct ds_entry *owner)
{
	const struct ds_entry *whole = owner != NULL ? owner : ent;

	snprintf(a->name, sizeof(a->name), "%s", ent->name);
	snprintf(a->cluster, sizeof(a->cluster), "%s", whole->name);
	a->flags = (a->flags & ~followed) | (ent->flags & followed);
	ds_header_words(a, ent, owner, ent->catalog);
	a->ccsid = ent->ccsid;
	if (ent->type != DS_INDEX)
		a->expires = whole->expires;
	if (owner == NULL)
		return;
	if (ent->type == DS_DATA && owner->type == DS_AIX)
		a->flags = (a->flags & ~(uint32_t)DS_A_UPGRADE) |
			   (owner->flags & DS_A_UPGRADE);
	a->org = ent->org;
	a->keylen = ent->keylen;
	a->rkp = ent->rkp;
	a->avglrecl = ent->avglrecl;
	a->maxlrecl = ent->maxlrecl;
	a->fspc_ci = ent->fspc_ci;
	a->fspc_ca = ent->fspc_ca;
	a->axrkp = ent->axrkp;
}

enum ds_status
ds_header_follow(struct ds_system *sys, const char *volser,
    const uint8_t comp_id[16], struct ds_diag *diag)
{
	struct ds_entry *ent = NULL, *owner = NULL;
	char name[SPHERE_NAME_LEN];
	struct comp_attr attr;
	struct volume *vol;
	enum ds_status st;

	st = cat_get_component(sys->cat, comp_id, &ent, diag);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK; /* deleted since */
	sphere_id_name(comp_id, name);
	if (st == DS_OK)
		st = get_owner(sys, ent, &owner, diag);
	if (st == DS_OK)
		st = ds_system_volume(sys, volser, &vol, diag);
	if (st == DS_OK)
		st = sphere_read_attr(vol, name, &attr, diag);
	if (st == DS_OK) {
		take_entry(&attr, ent, owner);
		st = sphere_write_attr(vol, name, &attr, diag);
	}
	ds_entry_free(&owner);
	ds_entry_free(&ent);
	return st;
}

/* What the access methods go by. */
static bool
same_to_opens(const struct comp_attr *a, const struct comp_attr *b)
{
	const uint32_t flags = DS_A_REUSE | DS_A_NONUNIQKEY | DS_A_EXTADDR;

	return a->org == b->org && a->keylen == b->keylen && a->rkp == b->rkp &&
	       a->avglrecl == b->avglrecl && a->maxlrecl == b->maxlrecl &&
	       a->fspc_ci == b->fspc_ci && a->fspc_ca == b->fspc_ca &&
	       a->axrkp == b->axrkp && (a->flags & flags) == (b->flags & flags);
}

enum ds_status
ds_header_ready(
    struct ds_system *sys, const struct ds_entry *ent, struct ds_diag *diag)
{
	struct ds_entry *owner = NULL;
	struct comp_attr now, want;
	char name[SPHERE_NAME_LEN];
	struct volume *vol;
	enum ds_status st;

	if (ent == NULL)
		return DS_OK;
	if ((st = ds_component(sys, ent, name, &vol, diag)) != DS_OK ||
	    (st = get_owner(sys, ent, &owner, diag)) != DS_OK ||
	    (st = sphere_read_attr(vol, name, &now, diag)) != DS_OK)
		goto out;
	want = now;
	take_entry(&want, ent, owner);
	if (!same_to_opens(&now, &want))
		st = ds_fail(diag, DS_OPEN_IO, ent->name,
		    "an ALTER of it has not reached its component");
out:
	ds_entry_free(&owner);
	return st;
}
