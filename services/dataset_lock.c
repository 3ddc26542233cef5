/*
 * Who has a component open, by its SHAREOPTIONS. Each open is an owner of its
 * own, so two of one program keep each other out as those of two do.
 *
 * Two resources a component: all who have it open hold the first, writers that
 * share it with readers hold the second as well.
 *
 *	open			SYSVSAM c	SYSVSAM c.O
 *	reading			shared
 *	writing, (1)		exclusive
 *	writing, (2)		shared		exclusive
 *	writing, (3) and (4)	shared		shared
 *	loading, resetting	exclusive
 *
 * So a load is alone whatever the SHAREOPTIONS, as on z/OS, which takes (1 3)
 * for it (mem).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/system_int.h"

struct open_lock {
	struct enq_owner *owner;
	struct enq *enqs[2];
};

static unsigned
writers_share(const struct ds_entry *ent)
{
	(void)ent;
	return 1; /* the access methods know one writer without readers */
}

static size_t
names_of(enum open_as as, unsigned share, const char *comp,
    char out[SPHERE_NAME_LEN + 2], struct enq_name names[2])
{
	bool alone = as == OPEN_ALONE || (as == OPEN_WRITE && share <= 1);

	names[0] =
	    (struct enq_name){"SYSVSAM", comp, alone ? ENQ_EXC : ENQ_SHR};
	if (as != OPEN_WRITE || alone)
		return 1;
	snprintf(out, SPHERE_NAME_LEN + 2, "%s.O", comp);
	names[1] =
	    (struct enq_name){"SYSVSAM", out, share == 2 ? ENQ_EXC : ENQ_SHR};
	return 2;
}

/* The holder stays in diag. */
static enum ds_status
in_use(enum ds_status st, struct ds_diag *diag)
{
	if (st != DS_BUSY)
		return st;
	if (diag != NULL)
		diag->status = DS_OPEN_INUSE;
	return DS_OPEN_INUSE;
}

enum ds_status
open_lock_alone(struct enq_owner *owner, const char *comp, struct enq **enqp,
    struct ds_diag *diag)
{
	return in_use(
	    enq_take(owner, "SYSVSAM", comp, ENQ_EXC, 0, enqp, diag), diag);
}

enum ds_status
open_lock_take(struct ds_system *sys, const struct ds_entry *ent,
    const char *comp, enum open_as as, struct open_lock **lockp,
    struct ds_diag *diag)
{
	struct open_lock *l = calloc(1, sizeof(*l));
	char output[SPHERE_NAME_LEN + 2];
	struct enq_name names[2];
	enum ds_status st;
	size_t n;

	if (l == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	n = names_of(as, writers_share(ent), comp, output, names);
	st = enq_owner_new(ds_system_root(sys), NULL, &l->owner, diag);
	if (st == DS_OK)
		st = enq_take_list(l->owner, names, n, 0, l->enqs, diag);
	st = in_use(st, diag);
	if (st != DS_OK)
		open_lock_free(&l);
	else
		*lockp = l;
	return st;
}

void
open_lock_free(struct open_lock **lockp)
{
	struct open_lock *l;

	if (lockp == NULL || (l = *lockp) == NULL)
		return;
	*lockp = NULL;
	enq_free(&l->enqs[1]);
	enq_free(&l->enqs[0]);
	enq_owner_free(&l->owner);
	free(l);
}
