/* Data sets of DDs: made when they are NEW, found when they are not. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "jcl/allocate_int.h"
#include "services/gdg.h"
#include "services/locate.h"

static const char *
status_word(enum jcl_status status)
{
	switch (status) {
	case JCL_STATUS_NEW:
	case JCL_STATUS_NONE:
		return "NEW";
	case JCL_STATUS_OLD:
		return "OLD";
	case JCL_STATUS_MOD:
		return "MOD";
	case JCL_STATUS_SHR:
		break;
	}
	return "SHR";
}

/* The serial of its volume; of a cluster its data's. */
static void
find_volume(struct ds_system *sys, const char *dsn, char out[VOLSER_MAX + 1])
{
	struct ds_entry *ent = NULL, *data = NULL;
	const char *name;

	out[0] = '\0';
	if (ds_find(sys, NULL, dsn, &ent, NULL) != DS_OK)
		return;
	if (ent->nvolumes == 0 &&
	    (name = ds_entry_assoc(ent, DS_DATA)) != NULL &&
	    ds_find(sys, NULL, name, &data, NULL) == DS_OK) {
		ds_entry_free(&ent);
		ent = data;
	}
	if (ent->nvolumes > 0)
		memcpy(out, ent->volumes[0].volser, VOLSER_MAX + 1);
	ds_entry_free(&ent);
}

static bool
add_data(const struct part *p, const struct dd_name *name, struct alloc *a)
{
	struct step_result *res = p->sr->res;
	struct job_data *v;

	v = realloc(res->data, (res->ndata + 1) * sizeof(*v));
	if (v == NULL)
		return false;
	res->data = v;
	a->data = res->ndata++;
	v += a->data;
	memset(v, 0, sizeof(*v));
	snprintf(v->dd, sizeof(v->dd), "%s", p->ddname);
	snprintf(v->name, sizeof(v->name), "%s%s%s%s", name->dsn,
	    name->member[0] != '\0' ? "(" : "", name->member,
	    name->member[0] != '\0' ? ")" : "");
	v->status = status_word(a->disp.status);
	v->disposition = "KEEP";
	find_volume(p->sr->job->env->sys, name->dsn, v->volume);
	return true;
}

/* Nothing of what is allocated is NEW to services: it has been made. */
static enum ds_status
alloc_existing(const struct part *p, const struct dd_name *name,
    enum jcl_status status, struct ds_diag *diag)
{
	const struct jcl_dd *dd = p->dd;
	const bool member = name->member[0] != '\0';
	struct dd_dcb dcb;
	enum ds_status st;

	st = part_spec(p, diag, "%s%s%s%s,%s%s%s%s%s%s", name->dsn,
	    member ? "(" : "", name->member, member ? ")" : "",
	    status == JCL_STATUS_SHR   ? "shr"
	    : status == JCL_STATUS_MOD ? "mod"
				       : "old",
	    dd->amp != NULL ? ",amp=(" : "", dd->amp != NULL ? dd->amp : "",
	    dd->amp != NULL ? ")" : "",
	    dd->gdgorder != NULL ? ",gdgorder=" : "",
	    dd->gdgorder != NULL ? dd->gdgorder : "");
	if (st == DS_OK)
		st = newds_dcb(p->sr, dd, &dcb, diag);
	if (st == DS_OK &&
	    (dcb.recfm != DS_RECFM_NONE || dcb.lrecl != 0 || dcb.blksize != 0))
		dd_set_dcb(p->sr->dds, p->ddname, &dcb);
	return st;
}

static bool
exists(struct ds_system *sys, const char *dsn)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = ds_find(sys, NULL, dsn, &ent, NULL);

	ds_entry_free(&ent);
	return st == DS_OK;
}

static void
say_allocated(const struct part *p, const struct alloc *a, const char *volser)
{
	const struct ds_config *cfg = ds_system_config(p->sr->job->env->sys);
	struct job_log *log = p->sr->job->log;
	char padded[DSNAME_MAX + 1], dd[9];

	if (!cfg->sms) {
		part_say_device(p, "3390");
		return;
	}
	if (a->disp.status != JCL_STATUS_NEW) {
		joblog_msg(log, LOG_SYSTEM, MSG_IGD103I,
		    p->i == 0 ? p->ddname : "", NULL);
		return;
	}
	snprintf(dd, sizeof(dd), "%-8.8s", p->ddname);
	snprintf(padded, sizeof(padded), "%-44.44s", a->dsn);
	joblog_msg(log, LOG_SYSTEM, MSG_IGD101I, dd, NULL);
	joblog_more(log, LOG_SYSTEM, MSG_IGD101I_DSN, padded, NULL);
	joblog_more(log, LOG_SYSTEM, MSG_IGD101I_CLASSES, cfg->storclas,
	    cfg->mgmtclas, cfg->dataclas, NULL);
	joblog_more(log, LOG_SYSTEM, MSG_IGD101I_VOLUME, volser, NULL);
}

struct alloc *
part_alloc(const struct part *p, const struct dd_name *name)
{
	struct step_run *sr = p->sr;
	struct alloc *a;

	a = realloc(sr->allocs, (sr->nallocs + 1) * sizeof(*a));
	if (a == NULL)
		return NULL;
	sr->allocs = a;
	a += sr->nallocs++;
	memset(a, 0, sizeof(*a));
	a->data = SIZE_MAX; /* not in the result yet */
	a->dd = p->dd;
	snprintf(a->ddname, sizeof(a->ddname), "%s", p->ddname);
	memcpy(a->dsn, name->dsn, sizeof(a->dsn));
	a->disp.normal = p->dd->normal;
	a->disp.abnormal = p->dd->abnormal;
	a->disp.temporary = a->system = name->temporary;
	return a;
}

/*
 * Without storage management a name that is in the catalog already may be NEW
 * on another volume: it is made, used by its step, and not catalogued at the
 * end. Here, where every data set is in a catalog, it is a temporary one. On
 * the volume of the other one it cannot be (IEF253I).
 */
static enum ds_status
make_beside(const struct part *p, struct dd_name *name, bool *besidep,
    struct ds_diag *diag)
{
	struct ds_system *sys = p->sr->job->env->sys;
	const struct jcl_volume *v = &p->dd->volume;
	char volser[VOLSER_MAX + 1];

	*besidep = false;
	if (ds_system_config(sys)->sms || name->temporary ||
	    !exists(sys, name->dsn))
		return DS_OK;
	find_volume(sys, name->dsn, volser);
	if (v->nserials > 0 && strcmp(v->serials[0], volser) == 0)
		return ds_fail(diag, DS_EXIST, name->dsn, NULL);
	*besidep = name->temporary = true;
	return ds_temps_name(p->sr->job->temps, "", name->dsn, diag);
}

/* Make what is NEW. The alloc is there first: if anything fails from here on,
 * what was made goes with the others of the step. */
static enum ds_status
make_new(const struct part *p, struct dd_name *name, struct ds_diag *diag)
{
	struct ds_system *sys = p->sr->job->env->sys;
	const struct dd_name coded = *name;
	struct alloc *a;
	enum ds_status st;
	bool beside;

	if (name->base[0] != '\0' && name->generation > 0 &&
	    (st = ds_gdg_reclaim(sys, name->dsn, diag)) != DS_OK)
		return st;
	if ((st = make_beside(p, name, &beside, diag)) != DS_OK)
		return st;
	if ((st = newds_make(p->sr, p->dd, name, diag)) != DS_OK)
		return st;
	if ((a = part_alloc(p, name)) == NULL)
		return ds_fail(diag, DS_NOMEM, name->dsn, NULL);
	a->disp.status = JCL_STATUS_NEW;
	a->disp.of_job = true;
	a->disp.temporary = coded.temporary;
	a->generation = name->base[0] != '\0';
	if (beside)
		memcpy(a->coded, coded.dsn, sizeof(a->coded));
	return DS_OK;
}

static enum ds_status
take_old(const struct part *p, const struct dd_name *name,
    enum jcl_status status, struct ds_diag *diag)
{
	const struct passed *pass = passed_find(p->sr->job, name->dsn);
	struct alloc *a = part_alloc(p, name);

	if (a == NULL)
		return ds_fail(diag, DS_NOMEM, name->dsn, NULL);
	a->disp.status = status;
	a->received = pass != NULL;
	a->disp.of_job = pass != NULL && pass->disp.of_job;
	a->generation = pass != NULL && pass->generation;
	return DS_OK;
}

/* Programs are looked for in the directory itself: native.c. */
static bool
is_library_dd(const char *ddname)
{
	return strcmp(ddname, "STEPLIB") == 0 || strcmp(ddname, "JOBLIB") == 0;
}

/* A member of a directory that is bound to the name. */
static bool
alloc_bound(const struct part *p, const struct job_binding *b,
    const struct dd_name *name)
{
	char *dir = part_path(b->dir);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (dir == NULL)
		st = ds_fail(&diag, DS_NOMEM, NULL, NULL);
	else if (name->member[0] == '\0' && is_library_dd(p->ddname))
		st = part_spec(p, &diag, "dummy");
	else if (name->member[0] == '\0')
		st = ds_fail(&diag, DS_UNSUPPORTED, name->dsn,
		    "a directory of the host is read by its members");
	else
		st = part_spec(p, &diag, "path:%s/%s,text,recfm=FB,lrecl=%u",
		    dir, name->member, b->lrecl);
	free(dir);
	if (st != DS_OK)
		return part_refuse(p, st, &diag, name->dsn);
	joblog_msg(p->sr->job->log, LOG_SYSTEM, MSG_IGD103I, p->ddname, NULL);
	return true;
}

bool
part_data_set(const struct part *p)
{
	struct ds_system *sys = p->sr->job->env->sys;
	enum jcl_status status = dd_status(p->dd);
	const struct job_binding *b;
	struct ds_diag diag = {0};
	const size_t n = p->sr->nallocs;
	struct dd_name name;
	struct alloc *a;
	enum ds_status st;

	if ((st = dd_resolve(p->sr->job, p->dd, &name, &diag)) != DS_OK)
		return part_refuse(p, st, &diag, "");
	if ((b = binding_find(p->sr->job->env, name.dsn)) != NULL)
		return alloc_bound(p, b, &name);
	if (status == JCL_STATUS_MOD && !exists(sys, name.dsn))
		status = JCL_STATUS_NEW;
	if (status == JCL_STATUS_NEW)
		st = make_new(p, &name, &diag);
	else
		st = take_old(p, &name, status, &diag);
	if (st == DS_OK)
		st = alloc_existing(p, &name, status, &diag);
	if (st != DS_OK) {
		if (status != JCL_STATUS_NEW)
			p->sr->nallocs = n; /* nothing is to be undone */
		return part_refuse(p, st, &diag, name.dsn);
	}
	a = &p->sr->allocs[p->sr->nallocs - 1];
	if (!add_data(p, &name, a)) {
		ds_fail(&diag, DS_NOMEM, name.dsn, NULL);
		return part_refuse(p, DS_NOMEM, &diag, name.dsn);
	}
	say_allocated(p, a, p->sr->res->data[a->data].volume);
	return true;
}
