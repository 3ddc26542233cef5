/*
 * A PDS compressed: ds_pds_compress of library.h. What its names lead to is
 * loaded into new components, which take the place of the old ones in one
 * transaction (rewrite.c). The new data component has all the space that the
 * old one has, so extents and tracks stay as they are.
 */
#include <string.h>

#include "services/library_int.h"
#include "services/locate.h"
#include "services/rewrite.h"
#include "services/security_int.h"
#include "services/stop.h"

/* What is open while a library is compressed. */
struct compress {
	struct ds_system *sys;
	struct ds_target tg;
	struct enq *enqs[TARGET_NAMES];
	struct open_lock *lock;
	struct volume *vol;
	char comp[SPHERE_NAME_LEN];
};

/* Free bytes, as the last close has left them; 0: not known. */
static uint64_t
free_bytes(struct ds_system *sys, const struct ds_entry *of)
{
	struct ds_entry *ent = NULL;
	uint64_t n = 0;

	if (ds_find(sys, of->catalog, of->name, &ent, NULL) == DS_OK &&
	    ent->stats_known)
		n = ent->stats.freespc;
	ds_entry_free(&ent);
	return n;
}

/* The name OLD, the component alone, and closed. */
static enum ds_status
hold(struct compress *c, struct ds_diag *diag)
{
	const struct ds_entry *ent = c->tg.ent;
	enum ds_status st;

	if ((ent->flags & DS_A_INHIBIT) != 0)
		return ds_fail(
		    diag, DS_OPEN_INUSE, c->tg.dsn, "updates are inhibited");
	st = ds_target_hold(c->sys, &c->tg, ENQ_EXC, c->enqs, diag);
	if (st == DS_BUSY)
		st = DS_OPEN_INUSE;
	if (st == DS_OK)
		st = ds_component(c->sys, ent, c->comp, &c->vol, diag);
	if (st != DS_OK)
		return st;
	library_verify(c->sys, &c->tg, true);
	return open_lock_take(c->sys, ent, c->comp, OPEN_ALONE, &c->lock, diag);
}

/* All data of old contents fit: less than there was, in as much space. */
static enum ds_status
extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	(void)ctx;
	if (part == SPHERE_DATA)
		return ds_fail(diag, DS_NOSPACE, NULL,
		    "its members do not fit the space that they have");
	*casp = min_cas;
	return DS_OK;
}

/* As the two components are now, the data with all of its space. */
static enum ds_status
attributes(struct compress *c, struct rewrite_as *as, struct comp_attr *index,
    struct ds_diag *diag)
{
	uint8_t id[SPHERE_ID_LEN];
	char name[SPHERE_NAME_LEN];
	struct sphere_state state;
	enum ds_status st;

	ds_library_index_id(c->tg.ent->comp_id, id);
	sphere_id_name(id, name);
	st = sphere_read_attr(c->vol, c->comp, &as->attr, diag);
	if (st == DS_OK)
		st = sphere_read_attr(c->vol, name, index, diag);
	if (st == DS_OK)
		st = sphere_read_state(c->vol, c->comp, &state, NULL, diag);
	if (st == DS_OK) {
		as->attr.first_cas =
		    state.part[SPHERE_DATA].harba /
		    ((uint64_t)as->attr.ci_len * as->attr.cis_per_ca);
		as->index = index;
	}
	return st;
}

static enum ds_status
enter_nothing(void *ctx, struct ds_entry *ent, struct ds_diag *diag)
{
	(void)ctx;
	(void)ent;
	(void)diag;
	return DS_OK;
}

static enum ds_status
exchange(struct compress *c, struct ds_diag *diag)
{
	const struct bpam_parms parms = {.output = false};
	const struct sphere_parms sphere = {.extend = extend};
	struct rewrite_as as = {.enter = enter_nothing};
	char next[SPHERE_NAME_LEN];
	struct rewrite *rw = NULL;
	struct bpam *lib = NULL;
	struct comp_attr index;
	enum ds_status st;

	if ((st = attributes(c, &as, &index, diag)) != DS_OK ||
	    (st = bpam_open(c->vol, c->comp, &parms, &lib, diag)) != DS_OK)
		return st;
	st = rewrite_begin_as(c->sys, c->tg.ent, &as, &rw, next, diag);
	if (st == DS_OK)
		st = bpam_compress(
		    lib, c->vol, next, &sphere, ds_stop_asked, diag);
	bpam_abandon(&lib);
	if (st == DS_OK)
		st = rewrite_commit(&rw, diag);
	rewrite_abandon(&rw);
	return st;
}

static enum ds_status
compress(struct compress *c, struct ds_compressed *out, struct ds_diag *diag)
{
	const struct ds_entry *ent = c->tg.ent;
	enum ds_status st;

	if (ent->org != DS_ORG_PO)
		return ds_fail(diag, DS_OPEN_NOTVSAM, c->tg.dsn,
		    "it is no partitioned data set");
	out->library = (ent->flags & DS_A_LIBRARY) != 0;
	out->free_before = out->free_after = free_bytes(c->sys, ent);
	if (out->library)
		return DS_OK;
	if ((st = hold(c, diag)) != DS_OK || bpam_is_new(c->vol, c->comp))
		return st;
	if ((st = exchange(c, diag)) == DS_OK)
		out->free_after = free_bytes(c->sys, ent);
	return st;
}

enum ds_status
ds_pds_compress(struct ds_system *sys, const char *name,
    struct ds_compressed *outp, struct ds_diag *diag)
{
	struct compress c = {.sys = sys};
	struct ds_compressed out = {0};
	enum ds_status st;

	if ((st = ds_target_find(sys, name, &c.tg, diag)) == DS_OK &&
	    (st = security_open(sys, c.tg.ent, DS_ACCESS_UPDATE, diag)) ==
		DS_OK)
		st = compress(&c, &out, diag);
	open_lock_free(&c.lock);
	ds_target_let_go(c.enqs);
	ds_target_free(&c.tg);
	if (st == DS_OK)
		*outp = out;
	else
		dataset_name_fault(name, diag);
	return st;
}
