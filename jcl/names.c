/*
 * The names of data sets that a job holds: all that its steps name, together
 * before the first step, each as strongly as any step wants it, until the last
 * step that names it has ended. All are taken at once or none, so two jobs
 * never hold what the other waits for.
 *
 * Relative generations have names only once their group stands still, and the
 * group does only when its base is held: they are resolved, everything is
 * taken, and when somebody has changed the group in between, given back and
 * resolved again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/ticks.h"
#include "jcl/job_int.h"
#include "services/gdg.h"

enum { NAME_TRIES = 100 };

/* --- which they are ------------------------------------------------------- */

static enum ds_status
add(struct job *job, const char *dsn, bool exclusive, bool base, int step,
    struct ds_diag *diag)
{
	struct job_name *v;
	size_t i;

	for (i = 0; i < job->nnames; i++)
		if (strcmp(job->names[i].dsn, dsn) == 0)
			break;
	if (i == job->nnames) {
		if ((i & (i + 1)) == 0) { /* 0, 1, 3, 7: it is full */
			v = realloc(
			    job->names, (2 * i + 1) * sizeof(*job->names));
			if (v == NULL)
				return ds_fail(diag, DS_NOMEM, dsn, NULL);
			job->names = v;
		}
		memset(&job->names[i], 0, sizeof(job->names[i]));
		snprintf(
		    job->names[i].dsn, sizeof(job->names[i].dsn), "%s", dsn);
		job->nnames++;
	}
	job->names[i].exclusive |= exclusive;
	job->names[i].base |= base;
	job->names[i].last = step;
	return DS_OK;
}

/* Who deletes wants it alone, whatever the status says. */
static bool
wants_alone(const struct jcl_dd *dd)
{
	return dd_status(dd) != JCL_STATUS_SHR ||
	       dd->normal == JCL_DISP_DELETE || dd->abnormal == JCL_DISP_DELETE;
}

static enum ds_status
add_dd(struct job *job, const struct jcl_dd *dd, int step, struct ds_diag *diag)
{
	char names[ENQ_DSNAMES][DSNAME_MAX + 1];
	const bool alone = wants_alone(dd);
	struct dd_name name;
	enum ds_status st;
	size_t i, n = 0;

	if (!dd_is_data_set(dd))
		return DS_OK;
	st = dd_resolve(job, dd, &name, diag);
	if (name.base[0] != '\0' && st != DS_NOMEM) {
		/* What is wrong with it, its own step will say. */
		if (add(job, name.base, alone, true, step, diag) != DS_OK)
			return DS_NOMEM;
		if (st != DS_OK)
			return DS_OK;
	}
	if (st != DS_OK || name.temporary ||
	    binding_find(job->env, name.dsn) != NULL)
		return st == DS_NOMEM ? st : DS_OK;
	st = ds_allocation_names(job->env->sys, name.dsn, names, &n, diag);
	for (i = 0; st == DS_OK && i < n; i++)
		st = add(job, names[i], alone, false, step, diag);
	return st;
}

static enum ds_status
collect(struct job *job, struct ds_diag *diag)
{
	const struct jcl_job *j = job->jcl;
	const struct jcl_dd *dd;
	enum ds_status st = DS_OK;
	int s, i;

	for (dd = j->joblib; st == DS_OK && dd != NULL; dd = dd->next)
		st = add_dd(job, dd, j->nsteps - 1, diag);
	for (s = j->restart.coded ? j->restart.step : 0;
	     st == DS_OK && s < j->nsteps; s++)
		for (i = 0; i < j->steps[s].ndds; i++)
			for (dd = j->steps[s].dds[i]; st == DS_OK && dd != NULL;
			     dd = dd->next)
				st = add_dd(job, dd, s, diag);
	return st;
}

/* --- holding them --------------------------------------------------------- */

static enum ds_status
take_all(struct job *job, int timeout_ms, struct ds_diag *diag)
{
	struct enq_name *names = calloc(job->nnames + 1, sizeof(*names));
	struct enq **enqs = calloc(job->nnames + 1, sizeof(*enqs));
	enum ds_status st;
	size_t i;

	if (names == NULL || enqs == NULL) {
		free(names);
		free(enqs);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	for (i = 0; i < job->nnames; i++) {
		names[i].qname = "SYSDSN";
		names[i].rname = job->names[i].dsn;
		names[i].mode = job->names[i].exclusive ? ENQ_EXC : ENQ_SHR;
	}
	st = enq_take_list(ds_system_owner(job->env->sys), names, job->nnames,
	    timeout_ms, enqs, diag);
	for (i = 0; st == DS_OK && i < job->nnames; i++)
		job->names[i].enq = enqs[i];
	free(names);
	free(enqs);
	return st;
}

/* DS_CAT_INUSE: a group has others since its numbers were fixed. */
static enum ds_status
check_groups(struct job *job, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; st == DS_OK && i < job->nnames; i++)
		if (job->names[i].base)
			st = ds_gdg_current(
			    job->env->sys, job->names[i].dsn, diag);
	return st == DS_CAT_INUSE ? st : DS_OK;
}

/* What the numbers mean is told to who restarts the job. */
static enum ds_status
note_groups(struct job *job, struct ds_diag *diag)
{
	struct job_result *res = job->res;
	struct job_group *g;

	res->groups = calloc(job->nnames + 1, sizeof(*res->groups));
	if (res->groups == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (size_t i = 0; i < job->nnames; i++) {
		if (!job->names[i].base)
			continue;
		g = &res->groups[res->ngroups++];
		memcpy(g->base, job->names[i].dsn, sizeof(g->base));
		if (ds_gdg_absolute(
			job->env->sys, g->base, 0, g->newest, NULL) != DS_OK)
			g->newest[0] = '\0';
	}
	return DS_OK;
}

enum ds_status
names_take(struct job *job, struct ds_diag *diag)
{
	const long end = ticks_ms() + job->env->wait_ms;
	enum ds_status st;
	long left;
	int tries = 0;

	do {
		names_free(job);
		ds_gdg_forget(job->env->sys);
		if ((st = restart_fix(job, diag)) != DS_OK ||
		    (st = collect(job, diag)) != DS_OK)
			break;
		left = end - ticks_ms();
		st = take_all(job, left > 0 ? (int)left : 0, diag);
		if (st == DS_OK)
			st = check_groups(job, diag);
	} while (st == DS_CAT_INUSE && ++tries < NAME_TRIES);
	if (st == DS_OK)
		st = note_groups(job, diag);
	if (st != DS_OK)
		names_free(job);
	return st == DS_CAT_INUSE ? DS_BUSY : st;
}

void
names_release(struct job *job, int n)
{
	for (size_t i = 0; i < job->nnames; i++)
		if (job->names[i].last <= n)
			enq_free(&job->names[i].enq);
}

void
names_free(struct job *job)
{
	for (size_t i = 0; i < job->nnames; i++)
		enq_free(&job->names[i].enq);
	free(job->names);
	job->names = NULL;
	job->nnames = 0;
}
