/*
 * Who has a component open, by its SHAREOPTIONS. Each open is an owner of its
 * own, so two of one program keep each other out as those of two do.
 *
 * All who have it open hold the component (SYSVSAM c); writers that share it
 * hold c.O as well, and who wants no writer beside them while others may read
 * holds c.S:
 *
 *	open			c		c.O		c.S
 *	reading			shared
 *	reading, no writers	shared				shared
 *	writing, (1)		exclusive
 *	writing, (2)		shared		exclusive
 *	writing, (3) and (4)	shared		shared
 *	loading, resetting	exclusive
 *
 * c.V is held, before c, by who needs it alone for a moment: OPEN itself, when
 * the last writer died. Who meets that waits.
 *
 * c.O and c.S exclude each other: who has taken the one asks for the other. Two
 * at the same moment may both be refused, never both be let in. A load is alone
 * whatever the SHAREOPTIONS, as on z/OS, which takes (1 3) for it (mem).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/system_int.h"

struct open_lock {
	struct enq_owner *owner;
	struct enq *brief, *enqs[2];
	bool shared;
};

enum { RNAME_LEN = SPHERE_NAME_LEN + 2 };

/* The names of an open. */
struct names {
	char output[RNAME_LEN], stable[RNAME_LEN], brief[RNAME_LEN];
	struct enq_name v[2];
	size_t n;
	const char *none; /* that nobody may hold; NULL */
};

/* Sequential data sets have none: a writer is alone. */
unsigned
open_share(const struct ds_entry *ent)
{
	return ent->share_region != 0 ? ent->share_region : 1;
}

static void
names_of(enum open_as as, unsigned share, const char *comp, struct names *nm)
{
	const bool alone = as == OPEN_ALONE || as == OPEN_BRIEFLY ||
			   (as == OPEN_WRITE && share <= 1);

	memset(nm, 0, sizeof(*nm));
	snprintf(nm->output, sizeof(nm->output), "%s.O", comp);
	snprintf(nm->stable, sizeof(nm->stable), "%s.S", comp);
	snprintf(nm->brief, sizeof(nm->brief), "%s.V", comp);
	nm->v[nm->n++] =
	    (struct enq_name){"SYSVSAM", comp, alone ? ENQ_EXC : ENQ_SHR};
	if (alone || as == OPEN_READ)
		return;
	if (as == OPEN_WRITE) {
		nm->v[nm->n++] = (struct enq_name){
		    "SYSVSAM", nm->output, share == 2 ? ENQ_EXC : ENQ_SHR};
		nm->none = nm->stable;
	} else {
		nm->v[nm->n++] =
		    (struct enq_name){"SYSVSAM", nm->stable, ENQ_SHR};
		nm->none = nm->output;
	}
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

static enum ds_status
take_once(struct open_lock *l, const struct names *nm, struct ds_diag *diag)
{
	enum ds_status st;

	st = enq_take_list(l->owner, nm->v, nm->n, 0, l->enqs, diag);
	if (st != DS_OK || nm->none == NULL)
		return st;
	st = enq_test(l->owner, "SYSVSAM", nm->none, ENQ_EXC, diag);
	if (st != DS_OK) {
		enq_free(&l->enqs[1]);
		enq_free(&l->enqs[0]);
	}
	return st;
}

/* It is another's: is it so for a moment only? Then that is over. false: nobody
 * has it for a moment now. */
static bool
wait_briefly(struct open_lock *l, const struct names *nm, unsigned wait_ms)
{
	enum ds_status st;

	if (enq_test(l->owner, "SYSVSAM", nm->brief, ENQ_SHR, NULL) == DS_OK)
		return false;
	st = enq_take(l->owner, "SYSVSAM", nm->brief, ENQ_SHR, (int)wait_ms,
	    &l->brief, NULL);
	enq_free(&l->brief);
	return st == DS_OK;
}

static enum ds_status
take(struct open_lock *l, const struct names *nm, enum open_as as,
    unsigned wait_ms, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	if (as == OPEN_BRIEFLY)
		st = enq_take(l->owner, "SYSVSAM", nm->brief, ENQ_EXC, 0,
		    &l->brief, diag);
	if (st == DS_OK)
		st = take_once(l, nm, diag);
	/* Who had it for a moment may have gone before he was looked for. */
	for (int again = 0; st == DS_BUSY && as != OPEN_BRIEFLY && again < 2;) {
		again += !wait_briefly(l, nm, wait_ms);
		st = take_once(l, nm, diag);
	}
	return st;
}

enum ds_status
open_lock_take(struct ds_system *sys, const struct ds_entry *ent,
    const char *comp, enum open_as as, struct open_lock **lockp,
    struct ds_diag *diag)
{
	struct open_lock *l = calloc(1, sizeof(*l));
	struct names nm;
	enum ds_status st;

	if (l == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	names_of(as, open_share(ent), comp, &nm);
	l->shared = nm.v[0].mode == ENQ_SHR && open_share(ent) > 1;
	st = enq_owner_new(ds_system_root(sys), NULL, &l->owner, diag);
	if (st == DS_OK)
		st = take(l, &nm, as, sys->wait_ms, diag);
	if ((st = in_use(st, diag)) != DS_OK)
		open_lock_free(&l);
	else
		*lockp = l;
	return st;
}

bool
open_lock_shared(const struct open_lock *lock)
{
	return lock->shared;
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
	enq_free(&l->brief);
	enq_owner_free(&l->owner);
	free(l);
}
