/*
 * TYPE(LINEAR) of an entry-sequenced set that has records. The control
 * intervals keep their bytes, but a linear set counts each as one record, so
 * they go to a new component, which takes the old one's place in the
 * transaction that says that the set is linear (rewrite.c). A death before
 * leaves the set as it was.
 */
#include <string.h>

#include "access-methods/am.h"
#include "services/alter_int.h"
#include "services/rewrite.h"

static enum ds_status
copy_cis(struct sphere *from, struct am_pos *to, struct ds_diag *diag)
{
	const uint64_t end = sphere_state(from)->part[SPHERE_DATA].hurba;
	const uint32_t ci_len = sphere_attr(from, SPHERE_DATA)->ci_len;
	struct sphere_buf *buf = NULL;
	enum ds_status st = DS_OK;

	for (uint64_t rba = 0; rba < end && st == DS_OK; rba += ci_len) {
		st = buf_get(from, SPHERE_DATA, rba, BUF_READ, &buf, diag);
		if (st == DS_OK)
			st = am_put(to, buf->data, ci_len, 0, true, NULL, diag);
		buf_release(from, &buf);
	}
	return st;
}

static enum ds_status
copy_to(struct sphere *from, struct volume *vol, const char *comp,
    struct ds_diag *diag)
{
	const struct am_parms parms = {.intent = AM_OUTPUT | AM_SEQ};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	enum ds_status st;

	if ((st = am_open(vol, comp, &parms, &file, diag)) != DS_OK)
		return st;
	if ((st = am_pos_new(file, &pos)) == DS_OK)
		st = copy_cis(from, pos, diag);
	am_pos_free(&pos);
	if (st == DS_OK)
		return am_close(&file, diag);
	am_abandon(&file);
	return st;
}

/* The header of the new component: the old one's, linear, with all the space
 * that the old one has by now. */
static void
linear_attr(struct comp_attr *attr, const struct sphere_state *state)
{
	attr->org = DS_ORG_LDS;
	attr->keylen = 0;
	attr->rkp = attr->avglrecl = attr->maxlrecl = 0;
	attr->first_cas = state->part[SPHERE_DATA].harba /
			  ((uint64_t)attr->ci_len * attr->cis_per_ca);
}

/* Within the transaction that exchanges the components: data is the entry as it
 * will be stored. */
static enum ds_status
enter_linear(void *ctx, struct ds_entry *data, struct ds_diag *diag)
{
	struct alter_set *set = ctx;
	struct ds_entry *own = NULL;
	enum ds_status st;

	data->org = DS_ORG_LDS;
	data->keylen = 0;
	data->rkp = data->avglrecl = data->maxlrecl = 0;
	st = cat_get(set->sys->cat, set->own.ent->catalog, set->own.ent->name,
	    &own, diag);
	if (st == DS_OK) {
		own->org = DS_ORG_LDS;
		st = cat_update(set->sys->cat, own, diag);
	}
	ds_entry_free(&own);
	return st;
}

static enum ds_status
check_simple(const struct alter_set *set, const struct sphere_state *state,
    struct ds_diag *diag)
{
	const struct ds_entry *d = set->data.ent;
	size_t used = 0;

	for (size_t i = 0; i < d->nvolumes; i++)
		used += ds_cell_used(&d->volumes[i]);
	if (used > 1)
		return ds_fail(diag, DS_UNSUPPORTED, d->name,
		    "TYPE(LINEAR) of records on several volumes is not built "
		    "in this version");
	if (state->open_output)
		return ds_fail(diag, DS_CAT_INUSE, d->name,
		    "its last writer did not close it: VERIFY it");
	return DS_OK;
}

enum ds_status
alter_linear(struct alter_set *set, struct ds_diag *diag)
{
	char comp[SPHERE_NAME_LEN], next[SPHERE_NAME_LEN];
	struct rewrite_as as = {.enter = enter_linear, .ctx = set};
	struct sphere *from = NULL;
	struct rewrite *rw = NULL;
	struct sphere_state state;
	struct volume *vol = NULL;
	enum ds_status st;

	if (!alter_says(set->al, ALTER_W_TYPE) || set->linear)
		return DS_OK;
	if ((st = alter_linear_check(set, diag)) != DS_OK ||
	    (st = ds_component(set->sys, set->data.ent, comp, &vol, diag)) !=
		DS_OK ||
	    (st = sphere_read_state(vol, comp, &state, NULL, diag)) != DS_OK ||
	    state.part[SPHERE_DATA].hurba == 0 ||
	    (st = check_simple(set, &state, diag)) != DS_OK ||
	    (st = sphere_read_attr(vol, comp, &as.attr, diag)) != DS_OK)
		return st;
	linear_attr(&as.attr, &state);
	st = sphere_open(vol, comp, SPHERE_READ, NULL, &from, diag);
	if (st == DS_OK)
		st = rewrite_begin_as(
		    set->sys, set->data.ent, &as, &rw, next, diag);
	if (st == DS_OK)
		st = copy_to(from, vol, next, diag);
	sphere_close(&from);
	if (st == DS_OK)
		st = rewrite_commit(&rw, diag);
	rewrite_abandon(&rw);
	set->linear = st == DS_OK;
	return st;
}
