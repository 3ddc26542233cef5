/*
 * VERIFY: is the end of a data set where its state says, and was it closed?
 *
 * What a sphere publishes is whole at any time, so an improper close has lost
 * no completed request: clearing its mark is all there is to do.
 */
#include <stdio.h>

#include "access-methods/am.h"
#include "services/dataset_int.h"
#include "services/system_int.h"

/* The last control interval of each component can be read. */
static enum ds_status
check_end(struct sphere *sp, struct ds_diag *diag)
{
	const struct comp_attr *attr;
	struct sphere_buf *buf = NULL;
	enum ds_status st = DS_OK;
	uint64_t hurba;
	int part;

	for (part = SPHERE_DATA; st == DS_OK && part < SPHERE_PARTS; part++) {
		attr = sphere_attr(sp, (enum sphere_part)part);
		hurba = sphere_state(sp)->part[part].hurba;
		if (attr == NULL || hurba < attr->ci_len)
			continue;
		st = buf_get(sp, (enum sphere_part)part, hurba - attr->ci_len,
		    BUF_READ, &buf, diag);
		buf_release(sp, &buf);
	}
	return st;
}

static enum ds_status
verify_sphere(struct volume *vol, const char *comp, struct ds_diag *diag)
{
	const struct sphere_parms parms = {0};
	struct sphere *sp = NULL;
	enum ds_status st;

	st = sphere_open(vol, comp, SPHERE_UPDATE, &parms, &sp, diag);
	if (st == DS_OK)
		st = check_end(sp, diag);
	/* A set whose first load was not closed was never loaded: a commit
	 * would make an empty one of it. */
	if (st == DS_OK && sphere_state(sp)->open_output &&
	    sphere_state(sp)->loaded)
		st = sphere_commit(sp, true, diag);
	sphere_close(&sp);
	return st;
}

enum ds_status
ds_verify(
    struct ds_system *sys, const char *name, bool recover, struct ds_diag *diag)
{
	struct ds_target tg = {0};
	struct open_lock *lock = NULL;
	struct enq *enqs[TARGET_NAMES] = {NULL, NULL};
	struct volume *vol = NULL;
	char comp[SPHERE_NAME_LEN];
	enum ds_status st;

	if ((st = ds_target_find(sys, name, &tg, diag)) != DS_OK)
		return st;
	if (tg.data == NULL) {
		st = ds_fail(
		    diag, DS_OPEN_NOTVSAM, name, "it is not a VSAM data set");
		goto out;
	}
	st = ds_target_hold(sys, &tg, ENQ_SHR, enqs, diag);
	if (st == DS_BUSY)
		st = DS_OPEN_INUSE;
	if (st == DS_OK)
		st = ds_component(sys, tg.data, comp, &vol, diag);
	if (st == DS_OK)
		st =
		    open_lock_take(sys, tg.data, comp, OPEN_WRITE, &lock, diag);
	if (st == DS_OK)
		st = verify_sphere(vol, comp, diag);
	if (st == DS_OK && recover && tg.data->org != DS_ORG_LDS)
		st = am_verify(vol, comp, NULL, NULL, diag);
out:
	open_lock_free(&lock);
	ds_target_let_go(enqs);
	ds_target_free(&tg);
	if (st != DS_OK && diag != NULL) {
		diag->status = st;
		if (ds_status_class(st) != 'S' && !diag->has_rba)
			snprintf(diag->name, sizeof(diag->name), "%s", name);
		dataset_name_fault(name, diag);
	}
	return st;
}
