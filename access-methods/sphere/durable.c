/*
 * Durable requests: what the log has is drained instead of committed.
 *
 * A drain makes all that the log says durable, so it is a commit's equal only
 * when everything since the last commit is in the log: no load, nothing
 * changed outside of a request, no record that did not fit. Else, and when a
 * drain fails, there is a commit. Space that was reserved since is flushed
 * first, since a recovery must find it.
 *
 * A group has one log, so one drain makes a request on a base and its
 * alternate indexes durable. "A commit of n" is a durability point: a power
 * cut before it may leave any number of the n, each whole.
 */
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum { WAIT_MS = 10000 };

static unsigned
wait_ms(const struct sphere *sp)
{
	return sp->parms.wait_ms > 0 ? sp->parms.wait_ms : WAIT_MS;
}

static enum ds_status
drain_get(struct sphere *owner, struct ds_diag *diag)
{
	if (owner->drain != NULL)
		return DS_OK;
	return drain_new(owner->vol, owner->comp[SPHERE_DATA].attr.id,
	    log_bytes(owner->log), LOG_HEADER_LEN + log_size(owner->log),
	    &owner->drain, diag);
}

enum ds_status
durable_ready(struct sphere *owner, struct ds_diag *diag)
{
	enum ds_status st;

	if (!owner->parms.durable || owner->log == NULL)
		return DS_OK;
	if ((st = drain_get(owner, diag)) == DS_OK)
		st = drain_ready(owner->drain, wait_ms(owner), diag);
	if (st != DS_OK && diag != NULL && diag->name[0] == '\0')
		ds_fail(diag, st, sphere_name(owner), "%s", diag->text);
	return st;
}

enum ds_status
durable_hold(struct sphere *owner, struct ds_diag *diag)
{
	if (owner->log == NULL || owner->drain_held)
		return DS_OK;
	if (!drain_hold(log_bytes(owner->log), wait_ms(owner)))
		return ds_fail(diag, DS_TIMEOUT, sphere_name(owner),
		    "another makes its requests durable");
	owner->drain_held = true;
	return DS_OK;
}

void
durable_release(struct sphere *owner)
{
	if (owner->drain_held && owner->log != NULL)
		drain_release(log_bytes(owner->log));
	owner->drain_held = false;
}

/* Has the log all that was changed in one of its spheres? */
static bool
is_logged(const struct sphere *sp, bool in_log)
{
	const struct comp_state *said =
	    in_log ? sp->logged : sp->committed.state.part;

	if (sp->broken || sp->loaders > 0 ||
	    sp->state.loaded != sp->committed.state.loaded ||
	    memcmp(said, sp->state.part, sizeof(sp->state.part)) != 0)
		return false;
	for (unsigned i = 0; i < sp->nparts; i++)
		if (sp->comp[i].nloaded > 0 ||
		    (!in_log && sp->comp[i].pool.ndirty > 0))
			return false;
	return true;
}

static bool
all_logged(const struct sphere *owner)
{
	if (owner->log == NULL || owner->unlogged || !is_logged(owner, true))
		return false;
	for (size_t i = 0; i < owner->nmembers; i++)
		if (!is_logged(
			owner->members[i], owner->members[i]->party != 0))
			return false;
	return true;
}

static enum ds_status
flush_reserved(struct sphere *sp, struct ds_diag *diag)
{
	enum ds_status st;

	for (unsigned i = 0; i < sp->nparts; i++) {
		if (!sp->comp[i].unflushed)
			continue;
		if (!flush_skipped(FLUSH_RESERVED) &&
		    (st = vol_flush(sp->comp[i].file, diag)) != DS_OK)
			return st;
		sp->comp[i].unflushed = false;
	}
	return DS_OK;
}

static enum ds_status
drain_now(struct sphere *owner, struct ds_diag *diag)
{
	struct log_mark mark;
	enum ds_status st;

	drain_mark(log_bytes(owner->log), &mark);
	if (mark.end <= LOG_HEADER_LEN)
		return DS_OK; /* nothing since the commit */
	st = flush_reserved(owner, diag);
	for (size_t i = 0; st == DS_OK && i < owner->nmembers; i++)
		st = flush_reserved(owner->members[i], diag);
	if (st == DS_OK && (st = drain_get(owner, diag)) == DS_OK)
		st = drain_to(owner->drain, &mark, wait_ms(owner), diag);
	return st;
}

enum ds_status
sphere_harden(struct sphere *sp, struct ds_diag *diag)
{
	if (sp->requests > 0)
		return DS_OK; /* the end of the outermost is what counts */
	if (sp->leader == NULL && all_logged(sp) &&
	    drain_now(sp, NULL) == DS_OK)
		return DS_OK;
	return sphere_commit(sp, false, diag);
}

void
durable_remove(struct sphere *sp)
{
	drain_free(&sp->drain);
	if (sp->leader == NULL)
		spare_return(sp->vol, sp->comp[SPHERE_DATA].attr.id);
}
