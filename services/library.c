/*
 * Partitioned data sets: opened under their locks, and what is done to their
 * members without reading them.
 *
 *	SYSDSN dsn		as for any data set
 *	SYSVSAM component	by share_region: 2 of a PDS, 4 of a PDSE
 *	SPFEDIT dsn(member)	exclusive: who writes, renames or deletes it
 *	SYSCNTNT comp.identity	shared: who reads or writes a content of a PDSE;
 *				exclusive: who removes it
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "services/enq.h"
#include "services/enq_int.h"
#include "services/library_int.h"
#include "services/security_int.h"

enum { CONTENT_RNAME = SPHERE_NAME_LEN + 20 };

/* --- locks -----------------------------------------------------------------
 */

static enum ds_status
hold_content(void *ctx, uint64_t id, bool alone, void **tokenp)
{
	struct ds_library *lib = ctx;
	char rname[CONTENT_RNAME];
	struct enq *enq = NULL;
	enum ds_status st;

	snprintf(rname, sizeof(rname), "%s.%" PRIX64, lib->comp, id);
	st = enq_take(lib->owner, "SYSCNTNT", rname, alone ? ENQ_EXC : ENQ_SHR,
	    0, &enq, NULL);
	if (st == DS_OK)
		*tokenp = enq;
	return st;
}

static void
let_content_go(void *ctx, void *token)
{
	struct enq *enq = token;

	(void)ctx;
	enq_free(&enq);
}

enum ds_status
library_hold_member(struct ds_library *lib, const char *member,
    struct enq **enqp, struct ds_diag *diag)
{
	char rname[DSNAME_MAX + MEMBER_MAX + 3];
	enum ds_status st;

	snprintf(rname, sizeof(rname), "%s(%s)", lib->tg.dsn, member);
	/* What it holds already an owner gets again: two of one open are not to
	 * have a member both. */
	if (enq_held(lib->owner, "SPFEDIT", rname)) {
		st = ds_fail(diag, DS_OPEN_INUSE, lib->tg.dsn,
		    "member %s is being written", member);
		if (diag != NULL)
			snprintf(diag->holder, sizeof(diag->holder),
			    "the same program");
		return st;
	}
	st = enq_take(lib->owner, "SPFEDIT", rname, ENQ_EXC, 0, enqp, diag);
	if (st == DS_BUSY && diag != NULL)
		diag->status = DS_OPEN_INUSE;
	return st == DS_BUSY ? DS_OPEN_INUSE : st;
}

/* --- opening ---------------------------------------------------------------
 */

/* The index takes what the host has: nobody counts on where it ends. */
static enum ds_status
extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	if (part == SPHERE_DATA)
		return ds_extend(ctx, part, min_cas, casp, diag);
	*casp = min_cas;
	return DS_OK;
}

static uint64_t
now_seconds(void)
{
	struct tm tm = {0};
	time_t t;

	ds_now(&tm);
	tm.tm_isdst = -1;
	t = mktime(&tm);
	return t > 0 ? (uint64_t)t : 0;
}

static enum ds_status
open_bpam(struct ds_library *lib, struct volume *vol, bool output,
    const struct ds_open_parms *how, struct ds_diag *diag)
{
	const struct ds_entry *ent = lib->tg.ent;
	struct ds_extender *ex = &lib->extender;
	struct bpam_parms parms = {.output = output,
	    .library = (ent->flags & DS_A_LIBRARY) != 0,
	    .blocks = ds_extra_number(ent->extra, "DIRBLOCKS"),
	    .now = now_seconds()};
	char job[16];
	enum ds_status st;

	ex->sys = lib->sys;
	ex->state = NULL;
	snprintf(ex->catalog, sizeof(ex->catalog), "%s", ent->catalog);
	snprintf(ex->name[SPHERE_DATA], sizeof(ex->name[0]), "%s", ent->name);
	parms.sphere.extend = extend;
	parms.sphere.extend_ctx = ex;
	parms.sphere.wait_ms = lib->sys->wait_ms;
	enq_job_name(ds_system_owner(lib->sys), job);
	parms.sphere.job = job;
	if (how != NULL) {
		parms.sphere.bufnd = how->bufnd;
		parms.sphere.bufni = how->bufni;
		parms.sphere.bufsp = how->bufsp;
	}
	parms.holds.hold = hold_content;
	parms.holds.let_go = let_content_go;
	parms.holds.ctx = lib;
	st = bpam_open(vol, lib->comp, &parms, &lib->bpam, diag);
	if (st == DS_OK)
		ex->state = bpam_state(lib->bpam);
	return st;
}

/* A library that was never opened for output is made by who has it alone. */
static enum ds_status
make_new(struct ds_library *lib, struct volume *vol, struct ds_diag *diag)
{
	enum ds_status st = open_lock_take(
	    lib->sys, lib->tg.ent, lib->comp, OPEN_ALONE, &lib->lock, diag);

	if (st == DS_OK)
		st = open_bpam(lib, vol, true, NULL, diag);
	if (st == DS_OK)
		st = bpam_close(&lib->bpam, diag);
	open_lock_free(&lib->lock);
	return st;
}

void
library_verify(struct ds_system *sys, const struct ds_target *tg, bool output)
{
	struct ds_target as_data = *tg;
	struct ds_improper how;

	as_data.data = tg->ent;
	ds_verify_implied(sys, &as_data, output, &how);
}

static enum ds_status
open_locked(struct ds_library *lib, enum dd_disp disp,
    const struct ds_open_parms *how, struct ds_diag *diag)
{
	const struct ds_entry *ent = lib->tg.ent;
	const bool output = lib->output;
	struct volume *vol = NULL;
	enum ds_status st;

	if (ent->org != DS_ORG_PO)
		return ds_fail(diag, DS_OPEN_NOTVSAM, lib->tg.dsn,
		    "it is no partitioned data set");
	if (output && (ent->flags & DS_A_INHIBIT) != 0)
		return ds_fail(
		    diag, DS_OPEN_INUSE, lib->tg.dsn, "updates are inhibited");
	lib->alone = output && disp != DD_SHR;
	st = ds_target_hold(lib->sys, &lib->tg, lib->alone ? ENQ_EXC : ENQ_SHR,
	    lib->enqs, diag);
	if (st != DS_OK)
		return st == DS_BUSY ? DS_OPEN_INUSE : st;
	if ((st = ds_component(lib->sys, ent, lib->comp, &vol, diag)) != DS_OK)
		return st;
	st = enq_owner_new(ds_system_root(lib->sys), NULL, &lib->owner, diag);
	if (st != DS_OK)
		return st;
	library_verify(lib->sys, &lib->tg, output);
	if (output && bpam_is_new(vol, lib->comp) &&
	    (st = make_new(lib, vol, diag)) != DS_OK)
		return st;
	st = open_lock_take(lib->sys, ent, lib->comp,
	    output ? OPEN_WRITE : OPEN_READ, &lib->lock, diag);
	return st == DS_OK ? open_bpam(lib, vol, output, how, diag) : st;
}

enum ds_status
library_open(struct ds_system *sys, struct ds_target *tg, enum dd_disp disp,
    bool output, const struct ds_open_parms *how, struct ds_library **libp,
    struct ds_diag *diag)
{
	struct ds_library *lib = calloc(1, sizeof(*lib));
	enum ds_status st;

	if (lib == NULL) {
		ds_target_free(tg);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	lib->sys = sys;
	lib->tg = *tg;
	memset(tg, 0, sizeof(*tg));
	lib->output = output;
	st = open_locked(lib, disp, how, diag);
	if (st == DS_OPEN_INUSE && diag != NULL)
		diag->status = st;
	if (st != DS_OK)
		ds_library_abandon(&lib);
	else
		*libp = lib;
	return st;
}

enum ds_status
ds_library_open(struct ds_system *sys, const char *name, enum dd_disp disp,
    bool output, struct ds_library **libp, struct ds_diag *diag)
{
	struct ds_target tg = {0};
	enum ds_status st;

	if ((st = ds_target_find(sys, name, &tg, diag)) != DS_OK)
		return st;
	st = security_open(
	    sys, tg.ent, output ? DS_ACCESS_UPDATE : DS_ACCESS_READ, diag);
	if (st != DS_OK) {
		ds_target_free(&tg);
		return st;
	}
	st = library_open(sys, &tg, disp, output, NULL, libp, diag);
	if (st != DS_OK)
		dataset_name_fault(name, diag);
	return st;
}

void
ds_library_abandon(struct ds_library **libp)
{
	struct ds_library *lib;

	if (libp == NULL || (lib = *libp) == NULL)
		return;
	bpam_abandon(&lib->bpam);
	open_lock_free(&lib->lock);
	enq_owner_free(&lib->owner);
	ds_target_let_go(lib->enqs);
	ds_target_free(&lib->tg);
	free(lib);
	*libp = NULL;
}

enum ds_status
ds_library_close(struct ds_library **libp, struct ds_diag *diag)
{
	enum ds_status st;

	if (libp == NULL || *libp == NULL)
		return DS_OK;
	st = bpam_close(&(*libp)->bpam, diag);
	if (st != DS_OK)
		dataset_name_fault((*libp)->tg.dsn, diag);
	ds_library_abandon(libp);
	return st;
}

/* A fault of the component is told of the data set. */
static enum ds_status
told(const struct ds_library *lib, enum ds_status st, struct ds_diag *diag)
{
	if (st != DS_OK && st != DS_EOD)
		dataset_name_fault(lib->tg.dsn, diag);
	return st;
}

void
ds_library_defer(struct ds_library *lib)
{
	bpam_defer(lib->bpam);
}

enum ds_status
ds_library_commit(struct ds_library *lib, struct ds_diag *diag)
{
	return told(lib, bpam_commit(lib->bpam, diag), diag);
}

const struct ds_entry *
ds_library_entry(const struct ds_library *lib)
{
	return lib->tg.ent;
}

/* --- members ---------------------------------------------------------------
 */

static void
take_entry(const struct bpam_entry *ent, struct ds_member *m)
{
	memset(m, 0, sizeof(*m));
	memcpy(m->name, ent->name, sizeof(m->name));
	m->alias = ent->alias;
	memcpy(m->main, ent->main, sizeof(m->main));
	m->id = ent->id;
	m->records = ent->records;
	m->bytes = ent->bytes;
	m->changed = ent->changed;
	m->user_len = ent->user_len;
	memcpy(m->user, ent->user, sizeof(m->user));
}

enum ds_status
ds_member_find(struct ds_library *lib, const char *name,
    struct ds_member *memberp, struct ds_diag *diag)
{
	struct bpam_entry ent;
	enum ds_status st = bpam_find(lib->bpam, name, &ent, diag);

	if (st == DS_OK)
		take_entry(&ent, memberp);
	return told(lib, st, diag);
}

enum ds_status
ds_member_next(struct ds_library *lib, const char *name,
    struct ds_member *memberp, struct ds_diag *diag)
{
	struct bpam_entry ent;
	enum ds_status st = bpam_next(lib->bpam, name, &ent, diag);

	if (st == DS_OK)
		take_entry(&ent, memberp);
	return told(lib, st, diag);
}

bool
ds_member_generic(const char *pattern)
{
	return strpbrk(pattern, "*%") != NULL;
}

bool
ds_member_match(const char *pattern, const char *name)
{
	const char *star = NULL, *from = NULL;

	while (*name != '\0') {
		if (*pattern == '*') {
			star = pattern++;
			from = name;
		} else if (*pattern == '%' || *pattern == *name) {
			pattern++;
			name++;
		} else if (star != NULL) {
			pattern = star + 1;
			name = ++from;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

enum ds_status
ds_library_blocks(struct ds_library *lib, uint32_t *usedp, uint32_t *totalp,
    struct ds_diag *diag)
{
	return told(lib, bpam_blocks(lib->bpam, usedp, totalp, diag), diag);
}

enum ds_status
ds_member_delete(struct ds_library *lib, const char *name, struct ds_diag *diag)
{
	struct enq *enq = NULL;
	enum ds_status st;

	if ((st = library_hold_member(lib, name, &enq, diag)) == DS_OK)
		st = bpam_delete(lib->bpam, name, diag);
	enq_free(&enq);
	return told(lib, st, diag);
}

enum ds_status
ds_member_rename(struct ds_library *lib, const char *old, const char *new,
    struct ds_diag *diag)
{
	struct enq *from = NULL, *to = NULL;
	enum ds_status st;

	st = library_hold_member(lib, old, &from, diag);
	if (st == DS_OK && strcmp(old, new) != 0)
		st = library_hold_member(lib, new, &to, diag);
	if (st == DS_OK)
		st = bpam_rename(lib->bpam, old, new, diag);
	enq_free(&to);
	enq_free(&from);
	return told(lib, st, diag);
}

enum ds_status
ds_member_alias(struct ds_library *lib, const char *alias, const char *name,
    struct ds_diag *diag)
{
	struct enq *enq = NULL;
	enum ds_status st;

	if ((st = library_hold_member(lib, alias, &enq, diag)) == DS_OK)
		st = bpam_alias(lib->bpam, alias, name, NULL, 0, diag);
	enq_free(&enq);
	return told(lib, st, diag);
}

enum ds_status
ds_member_user(struct ds_library *lib, const char *name, const void *user,
    size_t user_len, struct ds_diag *diag)
{
	struct enq *enq = NULL;
	enum ds_status st;

	if ((st = library_hold_member(lib, name, &enq, diag)) == DS_OK)
		st = bpam_user(lib->bpam, name, user, user_len, diag);
	enq_free(&enq);
	return told(lib, st, diag);
}
