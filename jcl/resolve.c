/* The data set that a DD names. */
#include <stdlib.h>
#include <string.h>

#include "jcl/job_int.h"
#include "services/gdg.h"

bool
dd_is_data_set(const struct jcl_dd *dd)
{
	return !dd->dummy && !dd->instream && dd->sysout.class == 0 &&
	       dd->path.name == NULL;
}

enum jcl_status
dd_status(const struct jcl_dd *dd)
{
	return dd->status == JCL_STATUS_NONE ? JCL_STATUS_NEW : dd->status;
}

void
unnamed_free(struct job *job)
{
	struct unnamed *next;

	for (; job->unnamed != NULL; job->unnamed = next) {
		next = job->unnamed->next;
		free(job->unnamed);
	}
}

/* The same name whenever the DD is asked for, by a back reference too. */
static enum ds_status
resolve_unnamed(struct job *job, const struct jcl_dd *dd, struct dd_name *out,
    struct ds_diag *diag)
{
	struct unnamed *u;
	enum ds_status st;

	for (u = job->unnamed; u != NULL && u->dd != dd; u = u->next)
		continue;
	if (u == NULL) {
		if ((u = calloc(1, sizeof(*u))) == NULL)
			return ds_fail(diag, DS_NOMEM, dd->name, NULL);
		st = ds_temps_name(job->temps, "", u->dsn, diag);
		if (st != DS_OK) {
			free(u);
			return st;
		}
		u->dd = dd;
		u->next = job->unnamed;
		job->unnamed = u;
	}
	memcpy(out->dsn, u->dsn, sizeof(out->dsn));
	out->temporary = true;
	return DS_OK;
}

static enum ds_status
resolve_name(struct job *job, const struct jcl_dsn *dsn, struct dd_name *out,
    struct ds_diag *diag)
{
	if (strlen(dsn->name) > DSNAME_MAX)
		return ds_fail(
		    diag, DS_INVALID, NULL, "the data set name is too long");
	if (!dsn->relative) {
		snprintf(out->dsn, sizeof(out->dsn), "%s", dsn->name);
		return DS_OK;
	}
	snprintf(out->base, sizeof(out->base), "%s", dsn->name);
	out->generation = dsn->generation;
	return ds_gdg_absolute(
	    job->env->sys, dsn->name, dsn->generation, out->dsn, diag);
}

enum ds_status
dd_resolve(struct job *job, const struct jcl_dd *dd, struct dd_name *out,
    struct ds_diag *diag)
{
	const struct jcl_dsn *dsn = &dd->dsn;
	enum ds_status st = DS_OK;

	memset(out, 0, sizeof(*out));
	switch (dsn->kind) {
	case JCL_DSN_NAME:
		st = resolve_name(job, dsn, out, diag);
		break;
	case JCL_DSN_TEMP:
		out->temporary = true;
		st = ds_temps_name(job->temps, dsn->name, out->dsn, diag);
		break;
	case JCL_DSN_REF:
		/* The reader has made sure that it leads backward. */
		st = dsn->ref != NULL && dd_is_data_set(dsn->ref)
			 ? dd_resolve(job, dsn->ref, out, diag)
			 : ds_fail(diag, DS_INVALID, dd->name,
			       "the DD that it refers to is no data set");
		break;
	case JCL_DSN_NONE:
	case JCL_DSN_NULLFILE:
		st = resolve_unnamed(job, dd, out, diag);
		break;
	}
	if (st == DS_OK && dsn->member != NULL)
		snprintf(out->member, sizeof(out->member), "%s", dsn->member);
	return st;
}
