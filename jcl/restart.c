/*
 * RESTART with the generations of the run before (--restart-gdg=recorded): each
 * job stores which generation was the newest of its groups when it began, and
 * one that is restarted takes its numbers from there.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "jcl/job_int.h"
#include "services/gdg.h"

/* The run before, as far as the search has come. */
struct search {
	struct job *job;
	json_t *found;
};

static const char *
text_of(const json_t *obj, const char *key)
{
	const char *text = json_string_value(json_object_get(obj, key));

	return text != NULL ? text : "";
}

/* Of the same name and owner; the one that began last. */
static bool
look(void *ctx, const char *id)
{
	struct search *s = ctx;
	const struct job_result *res = s->job->res;
	json_t *obj = NULL;
	char *text = NULL;

	if (strcmp(id, res->id) == 0 ||
	    spool_read(s->job->env->sys, id, &text, NULL) != DS_OK)
		return true;
	obj = json_loads(text, 0, NULL);
	free(text);
	if (json_is_object(obj) &&
	    strcmp(text_of(obj, "name"), s->job->jcl->name) == 0 &&
	    strcmp(text_of(obj, "owner"), res->owner) == 0 &&
	    json_is_array(json_object_get(obj, "generations")) &&
	    (s->found == NULL || strcmp(text_of(obj, "started"),
				     text_of(s->found, "started")) >= 0)) {
		json_decref(s->found);
		s->found = obj;
		return true;
	}
	json_decref(obj);
	return true;
}

static enum ds_status
take(struct job *job, const json_t *list, struct ds_diag *diag)
{
	const size_t n = json_array_size(list);

	job->recorded = calloc(n + 1, sizeof(*job->recorded));
	if (job->recorded == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (size_t i = 0; i < n; i++) {
		const json_t *obj = json_array_get(list, i);
		struct job_group *g = &job->recorded[job->nrecorded++];

		snprintf(g->base, sizeof(g->base), "%s", text_of(obj, "base"));
		snprintf(
		    g->newest, sizeof(g->newest), "%s", text_of(obj, "newest"));
	}
	return DS_OK;
}

enum ds_status
restart_find(struct job *job, struct ds_diag *diag)
{
	struct search s = {.job = job};
	enum ds_status st;

	if (!job->env->restart_recorded || !job->jcl->restart.coded)
		return DS_OK;
	st = spool_list(job->env->sys, look, &s, diag);
	if (st == DS_OK && s.found == NULL)
		st = ds_fail(diag, DS_NOFILE, job->jcl->name,
		    "the spool has no run of it before this one");
	if (st == DS_OK)
		st = take(job, json_object_get(s.found, "generations"), diag);
	json_decref(s.found);
	return st;
}

enum ds_status
restart_fix(struct job *job, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < job->nrecorded; i++) {
		const struct job_group *g = &job->recorded[i];

		st = ds_gdg_fix(job->env->sys, g->base, g->newest, diag);
		if (st == DS_CAT_NOTFOUND) /* its step will say so */
			st = DS_OK;
	}
	return st;
}
