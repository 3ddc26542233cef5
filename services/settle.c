/*
 * Intents settled: what a dead process had begun is finished or undone.
 *
 * One rule serves DEFINE and DELETE. DEFINE enters the intent and the space,
 * makes the files, then enters the names; DELETE enters the intent, removes
 * the names, then the files and the space. So a component that some entry
 * names is to stay, and one that none names is to go, whatever was being done.
 * ALTER enters the intent with the changed entries, then lets the headers of
 * the components follow: that is done here when it did not come to it.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "services/enq.h"
#include "services/system_int.h"

enum ds_status
ds_intent_begin(struct ds_system *sys, char holder[HOLDER_LEN],
    struct enq **enqp, struct ds_diag *diag)
{
	static atomic_uint count;

	snprintf(holder, HOLDER_LEN, "%ld.%llu.%u", (long)getpid(),
	    (unsigned long long)enq_process_start(getpid()),
	    atomic_fetch_add(&count, 1));
	return enq_take(ds_system_owner(sys), DS_INTENT_QNAME, holder, ENQ_EXC,
	    0, enqp, diag);
}

enum ds_status
ds_component_stays(struct ds_system *sys, const uint8_t comp_id[16],
    bool *staysp, struct ds_diag *diag)
{
	uint8_t data[SPHERE_ID_LEN];
	enum ds_status st;

	st = cat_component_known(sys->cat, comp_id, staysp, diag);
	if (st != DS_OK || *staysp)
		return st;
	ds_library_index_id(comp_id, data); /* a bit is turned back */
	return cat_component_known(sys->cat, data, staysp, diag);
}

enum ds_status
ds_component_apart(struct ds_system *sys, const uint8_t comp_id[16],
    char name[DSNAME_MAX + 1], struct ds_diag *diag)
{
	uint8_t data[SPHERE_ID_LEN];
	enum ds_status st;

	st = cat_component_apart(sys->cat, comp_id, name, diag);
	if (st != DS_OK || name[0] != '\0')
		return st;
	ds_library_index_id(comp_id, data);
	return cat_component_apart(sys->cat, data, name, diag);
}

enum ds_status
ds_intent_settle(struct ds_system *sys, int64_t id, const char *volser,
    const uint8_t comp_id[16], bool erase, struct ds_diag *diag)
{
	char name[SPHERE_NAME_LEN];
	struct volume *vol;
	enum ds_status st;
	bool known = false;

	char apart[DSNAME_MAX + 1] = "";

	if ((st = ds_component_stays(sys, comp_id, &known, diag)) != DS_OK)
		return st;
	/* its catalog may have been disconnected before its entry went */
	if (!known &&
	    (st = ds_component_apart(sys, comp_id, apart, diag)) != DS_OK)
		return st;
	if (known || apart[0] != '\0')
		return cat_intent_clear(sys->cat, id, diag);
	if ((st = ds_system_one_volume(sys, volser, &vol, diag)) != DS_OK)
		return st;
	sphere_id_name(comp_id, name);
	if ((st = sphere_remove(vol, name, NULL, erase, diag)) != DS_OK)
		return st;
	ds_step("file removed");
	/* the file is gone for good before its space is another's */
	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = cat_space_give(sys->cat, volser, comp_id, diag);
	if (st == DS_OK)
		st = cat_intent_clear(sys->cat, id, diag);
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	return st;
}

static void
settle_header(struct ds_system *sys, int64_t id, const char *volser,
    const uint8_t comp_id[16])
{
	if (ds_header_follow(sys, volser, comp_id, NULL) == DS_OK)
		cat_intent_clear(sys->cat, id, NULL);
}

static bool
settle_dead(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct ds_system *sys = ctx;
	struct enq_owner *owner = NULL;
	struct enq *enq = NULL;

	/* Our own are another owner's, too. */
	if (enq_owner_new(sys->root, NULL, &owner, NULL) == DS_OK &&
	    enq_take(owner, DS_INTENT_QNAME, holder, ENQ_EXC, 0, &enq, NULL) ==
		DS_OK) {
		if (kind == 'H')
			settle_header(sys, id, volser, comp_id);
		else if (kind == 'V')
			ds_relocate_settle(sys, id, volser, comp_id, NULL);
		else if (kind == 'T')
			ds_temporary_settle(sys, comp_id, NULL);
		else
			ds_intent_settle(
			    sys, id, volser, comp_id, kind == 'E', NULL);
	}
	enq_free(&enq);
	enq_owner_free(&owner);
	return true; /* not got: it lives */
}

static bool
settle_move(void *ctx, int64_t id, const char *name, const char *source,
    const char *target, const char *holder)
{
	struct ds_system *sys = ctx;
	struct enq_owner *owner = NULL;
	struct enq *enq = NULL;

	if (enq_owner_new(sys->root, NULL, &owner, NULL) == DS_OK &&
	    enq_take(owner, DS_INTENT_QNAME, holder, ENQ_EXC, 0, &enq, NULL) ==
		DS_OK)
		cat_move_settle(sys->cat, id, name, source, target, NULL);
	enq_free(&enq);
	enq_owner_free(&owner);
	return true;
}

bool
ds_intent_dead(struct ds_system *sys, const char *holder)
{
	struct enq_owner *owner = NULL;
	bool dead;

	dead = enq_owner_new(sys->root, NULL, &owner, NULL) == DS_OK &&
	       enq_test(owner, DS_INTENT_QNAME, holder, ENQ_EXC, NULL) == DS_OK;
	enq_owner_free(&owner);
	return dead;
}

void
ds_settle(struct ds_system *sys)
{
	cat_intent_list(sys->cat, settle_dead, sys, NULL);
	cat_move_list(sys->cat, settle_move, sys, NULL);
}

static bool
seen_one(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	(void)id;
	(void)volser;
	(void)comp_id;
	(void)holder;
	*(bool *)ctx = *(bool *)ctx || kind == 'H';
	return !*(bool *)ctx;
}

bool
ds_settle_pending(struct ds_system *sys)
{
	bool any = false;

	if (cat_intent_list(sys->cat, seen_one, &any, NULL) == DS_OK && any)
		ds_settle(sys);
	return any;
}
