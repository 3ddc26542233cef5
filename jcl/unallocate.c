/* What becomes of data sets when a step or the job has ended. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jcl/job_int.h"
#include "services/define.h"
#include "services/gdg.h"

/* Codes of IEF283I (mem). */
#define NOT_DELETED_UNEXPIRED "1"
#define NOT_DELETED_OTHER "8"
/* IEF287I: the name is in the catalog already. */
#define NOT_CATALOGED_DUPLICATE "2"

/* A data set whose time has come. */
struct leave {
	struct job *job;
	const char *dsn, *ddname, *volume;
	bool system, generation; /* as of struct alloc */
	bool created;            /* by this step: KEPT is CATALOGED */
};

static bool
is_sms(const struct leave *l)
{
	return ds_system_config(l->job->env->sys)->sms;
}

/* SMS's message, or that of a system without it. */
static void
say(const struct leave *l, enum msg_id sms, const char *word)
{
	struct job_log *log = l->job->log;
	char padded[DSNAME_MAX + 1];

	snprintf(padded, sizeof(padded), "%-44.44s", l->dsn);
	if (is_sms(l)) {
		joblog_msg(log, LOG_SYSTEM, sms, padded, l->ddname, NULL);
		return;
	}
	joblog_msg(log, LOG_SYSTEM, MSG_IEF285I, padded, word, NULL);
	joblog_msg(log, LOG_SYSTEM, MSG_IEF285I_VOLUME, l->volume, NULL);
}

static void
say_not_deleted(
    const struct leave *l, enum ds_status st, const struct ds_diag *diag)
{
	char padded[DSNAME_MAX + 1];

	snprintf(padded, sizeof(padded), "%-44.44s", l->dsn);
	joblog_msg(l->job->log, LOG_SYSTEM, MSG_IEF283I, padded,
	    st == DS_CAT_UNEXPIRED ? NOT_DELETED_UNEXPIRED : NOT_DELETED_OTHER,
	    NULL);
	if (st != DS_CAT_UNEXPIRED)
		joblog_note(l->job->log, LOG_SYSTEM, "%s: %s%s%s%s%s", l->dsn,
		    ds_status_text(st), diag->text[0] != '\0' ? ": " : "",
		    diag->text, diag->holder[0] != '\0' ? ", held by " : "",
		    diag->holder);
}

/* True: it is gone. A command of the step may have deleted it. */
static bool delete (const struct leave *l, bool noscratch)
{
	const struct ds_delete_opts opts = {
	    .erase = -1, .noscratch = noscratch};
	struct ds_diag diag = {0};
	enum ds_status st;

	if (l->system)
		st = ds_temps_delete(l->job->temps, l->dsn, &diag);
	else
		st = ds_delete(
		    l->job->env->sys, l->dsn, &opts, NULL, NULL, &diag);
	if (st == DS_CAT_NOTFOUND)
		return true;
	if (st == DS_OK)
		say(l, MSG_IGD105I, noscratch ? "UNCATALOGED" : "DELETED");
	else
		say_not_deleted(l, st, &diag);
	return st == DS_OK;
}

static void
keep(const struct leave *l, bool catalog)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!l->generation) {
		say(l, MSG_IGD104I,
		    catalog && l->created ? "CATALOGED" : "KEPT");
		return;
	}
	st = ds_gdg_rollin(l->job->env->sys, NULL, l->dsn, NULL, NULL, &diag);
	if (st == DS_OK)
		say(l, MSG_IGD107I, "CATALOGED");
	else if (st != DS_CAT_NOTFOUND)
		joblog_note(l->job->log, LOG_SYSTEM, "%s NOT ROLLED IN: %s%s%s",
		    l->dsn, ds_status_text(st),
		    diag.text[0] != '\0' ? ": " : "", diag.text);
}

/* The word for the result. */
static const char *
carry_out(const struct leave *l, enum jcl_disp disp)
{
	switch (disp) {
	case JCL_DISP_DELETE:
		return delete (l, false) ? "DELETE" : "KEEP";
	case JCL_DISP_PASS:
		say(l, MSG_IGD106I, "PASSED");
		return "PASS";
	case JCL_DISP_CATLG:
		keep(l, true);
		return "CATLG";
	case JCL_DISP_UNCATLG:
		/* What SMS manages is always in a catalog. */
		if (!is_sms(l))
			return delete (l, true) ? "UNCATLG" : "KEEP";
		break;
	case JCL_DISP_KEEP:
	case JCL_DISP_NONE:
		break;
	}
	keep(l, false);
	return "KEEP";
}

/* --- passing -------------------------------------------------------------- */

static void
passed_remove(struct job *job, const char *dsn)
{
	struct passed **pp, *p;

	for (pp = &job->passed; (p = *pp) != NULL; pp = &p->next)
		if (strcmp(p->dsn, dsn) == 0) {
			*pp = p->next;
			free(p);
			return;
		}
}

/* In the order in which they were passed. Out of memory it is as if nobody
 * wanted it any more; the run ends soon. */
static void
passed_add(struct job *job, const struct alloc *a)
{
	struct passed **pp = &job->passed, *p = passed_find(job, a->dsn);

	if (p == NULL) {
		if ((p = calloc(1, sizeof(*p))) == NULL)
			return;
		memcpy(p->dsn, a->dsn, sizeof(p->dsn));
		while (*pp != NULL)
			pp = &(*pp)->next;
		*pp = p;
	}
	memcpy(p->ddname, a->ddname, sizeof(p->ddname));
	p->disp = a->disp;
	p->generation = a->generation;
	p->system = a->system;
}

/* --- the ends ------------------------------------------------------------- */

/* What was made beside a data set of its name (allocate_ds.c) goes, whatever
 * was to become of it: nothing leads to it any more. */
static const char *
leave_beside(const struct leave *l, const char *coded, enum jcl_disp disp)
{
	char padded[DSNAME_MAX + 1];
	const bool catalog = disp == JCL_DISP_CATLG;

	ds_temps_delete(l->job->temps, l->dsn, NULL);
	snprintf(padded, sizeof(padded), "%-44.44s", coded);
	if (catalog)
		joblog_msg(l->job->log, LOG_JOB | LOG_SYSTEM, MSG_IEF287I,
		    padded, NOT_CATALOGED_DUPLICATE, NULL);
	else
		joblog_msg(l->job->log, LOG_SYSTEM, MSG_IEF285I, padded,
		    disp == JCL_DISP_DELETE ? "DELETED" : "KEPT", NULL);
	joblog_msg(l->job->log, LOG_SYSTEM,
	    catalog ? MSG_IEF287I_VOLUME : MSG_IEF285I_VOLUME, l->volume, NULL);
	return catalog ? "NOT CATLGD 2" : "DELETE";
}

static void
leave_step(struct step_run *sr, const struct alloc *a, enum disp_event event)
{
	struct job_data *data =
	    a->data < sr->res->ndata ? &sr->res->data[a->data] : NULL;
	const struct leave l = {.job = sr->job,
	    .dsn = a->dsn,
	    .ddname = a->ddname,
	    .volume = data != NULL ? data->volume : "",
	    .system = a->system,
	    .generation = a->generation,
	    .created = a->disp.status == JCL_STATUS_NEW};
	const enum jcl_disp disp = disp_of_step(&a->disp, event);
	const char *word = a->coded[0] != '\0' && disp != JCL_DISP_PASS
			       ? leave_beside(&l, a->coded, disp)
			       : carry_out(&l, disp);

	if (disp == JCL_DISP_PASS)
		passed_add(sr->job, a);
	else
		passed_remove(sr->job, a->dsn);
	if (data != NULL)
		data->disposition = word;
}

/* JES2's data sets by the names that it gives them (zout), from D0000101. */
static void
leave_spool(struct step_run *sr)
{
	struct job *job = sr->job;
	const struct jcl_dd *dd;
	char name[DSNAME_MAX + 1], padded[DSNAME_MAX + 1];

	for (int i = 0; i < sr->step->ndds; i++)
		for (dd = sr->step->dds[i]; dd != NULL; dd = dd->next) {
			if (!dd->instream && dd->sysout.class == 0)
				continue;
			snprintf(name, sizeof(name), "%s.%s.%s.D%07u.?",
			    job->res->owner, job->jcl->name, job->res->id,
			    101 + job->jes2++);
			snprintf(padded, sizeof(padded), "%-44.44s", name);
			joblog_msg(job->log, LOG_SYSTEM, MSG_IEF285I, padded,
			    dd->instream ? "SYSIN" : "SYSOUT", NULL);
		}
}

/* PATHDISP. */
static void
leave_paths(struct step_run *sr, enum disp_event event)
{
	const struct jcl_dd *dd;

	for (int i = 0; i < sr->step->ndds; i++)
		for (dd = sr->step->dds[i]; dd != NULL; dd = dd->next) {
			if (dd->path.name == NULL)
				continue;
			if ((event == DISP_ENDED
				    ? dd->path.normal
				    : dd->path.abnormal) == JCL_DISP_DELETE)
				unlink(dd->path.name);
		}
}

void
unallocate_step(struct step_run *sr, enum disp_event event)
{
	/* What was open is closed; the job goes on holding the names. */
	dd_table_free(&sr->dds);
	for (size_t i = 0; i < sr->nallocs; i++)
		leave_step(sr, &sr->allocs[i], event);
	free(sr->allocs);
	sr->allocs = NULL;
	sr->nallocs = 0;
	if (event == DISP_NOT_ALLOCATED)
		return;
	leave_spool(sr);
	leave_paths(sr, event);
}

void
unallocate_job(struct job *job, bool abended)
{
	struct passed *p;

	while ((p = job->passed) != NULL) {
		const struct leave l = {.job = job,
		    .dsn = p->dsn,
		    .ddname = p->ddname,
		    .volume = "",
		    .system = p->system,
		    .generation = p->generation};

		job->passed = p->next;
		carry_out(&l, disp_of_job(&p->disp, abended));
		free(p);
	}
}
