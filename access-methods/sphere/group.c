/*
 * Groups: spheres that are published together, a base cluster and the
 * alternate indexes of its upgrade set.
 *
 * The batch of a commit is the base's, with the state that each party comes to.
 * It counts for a party while its next number is the party's own next one, so
 * each can be finished by itself: by who opens the base, for all, and by who
 * opens an alternate index alone, for that.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum ds_status
sphere_join(struct sphere *leader, struct sphere *member, struct ds_diag *diag)
{
	const struct comp_attr *base = &leader->comp[SPHERE_DATA].attr;
	const struct comp_attr *attr = &member->comp[SPHERE_DATA].attr;
	bool shared = leader->share != NULL;
	struct sphere **members;
	enum ds_status st;

	if (leader == member || leader->leader != NULL ||
	    member->leader != NULL || member->nmembers > 0 ||
	    leader->vol != member->vol || shared != (member->share != NULL) ||
	    (shared ? leader->mode != member->mode
		    : (leader->mode & member->mode & SPHERE_UPDATE) == 0))
		return ds_fail(diag, DS_INVALID, sphere_name(member),
		    "it cannot be published with %s", sphere_name(leader));
	if (memcmp(attr->base, base->id, SPHERE_ID_LEN) != 0)
		return ds_fail_rba(diag, DS_CORRUPT, comp_name(member->comp), 0,
		    "it is an alternate index of another base");
	if ((st = redo_settle(leader, diag)) != DS_OK ||
	    (st = redo_settle(member, diag)) != DS_OK)
		return st;
	members = realloc(
	    leader->members, (leader->nmembers + 1) * sizeof(struct sphere *));
	if (members == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(leader), NULL);
	members[leader->nmembers++] = member;
	leader->members = members;
	/* From now on it is of the same time as its base. */
	share_detach(member);
	member->leader = leader;
	share_lose(leader);
	return DS_OK;
}

void
group_leave(struct sphere *sp)
{
	struct sphere *leader = sp->leader;

	for (size_t i = 0; i < sp->nmembers; i++)
		sp->members[i]->leader = NULL;
	free(sp->members);
	if (leader == NULL)
		return;
	for (size_t i = 0; i < leader->nmembers; i++)
		if (leader->members[i] == sp) {
			leader->members[i] =
			    leader->members[--leader->nmembers];
			return;
		}
}

enum ds_status
group_recover(
    struct sphere *sp, const struct batch *batch, struct ds_diag *diag)
{
	char name[SPHERE_NAME_LEN];
	enum ds_status st;

	for (size_t i = 0; i < batch->nothers; i++) {
		struct sphere *other = NULL;

		sphere_id_name(batch->others[i], name);
		if (!vol_exists(sp->vol, name))
			continue;
		/* Opening it finishes its part. */
		st = sphere_open(
		    sp->vol, name, SPHERE_UPDATE, NULL, &other, diag);
		if (st != DS_OK)
			return st;
		sphere_close(&other);
	}
	return DS_OK;
}
