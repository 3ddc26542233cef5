/* What became of a job, as JSON. */
#include <jansson.h>
#include <string.h>

#include "jcl/facts.h"

/* A failure of jansson's is lack of memory: what is missing then would be
 * taken for a fact, so the object is none. */
struct making {
	bool failed;
};

static void
put(struct making *m, json_t *obj, const char *key, json_t *value)
{
	if (json_object_set_new(obj, key, value) != 0)
		m->failed = true;
}

static void
put_text(struct making *m, json_t *obj, const char *key, const char *text)
{
	put(m, obj, key, json_string(text));
}

static void
put_time(struct making *m, json_t *obj, const char *key, const struct tm *tm)
{
	char text[32];

	if (strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", tm) > 0)
		put_text(m, obj, key, text);
}

static const char *
fate_word(const struct step_result *s)
{
	switch (s->fate) {
	case STEP_RAN:
		return s->end.kind == PROGRAM_CODE ? "ended" : "abended";
	case STEP_FLUSHED:
		return "flushed";
	case STEP_NOT_ALLOCATED:
		return "not allocated";
	case STEP_NOT_RUN:
		break;
	}
	return "not run";
}

static json_t *
data_sets(struct making *m, const struct step_result *s)
{
	json_t *list = json_array(), *obj;

	for (size_t i = 0; i < s->ndata; i++) {
		obj = json_object();
		put_text(m, obj, "dd", s->data[i].dd);
		put_text(m, obj, "name", s->data[i].name);
		put_text(m, obj, "volume", s->data[i].volume);
		put_text(m, obj, "status", s->data[i].status);
		put_text(m, obj, "disposition", s->data[i].disposition);
		if (json_array_append_new(list, obj) != 0)
			m->failed = true;
	}
	return list;
}

static json_t *
prints(struct making *m, const struct step_result *s)
{
	json_t *list = json_array(), *obj;

	for (size_t i = 0; i < s->nprints; i++) {
		obj = json_object();
		put_text(m, obj, "dd", s->prints[i].dd);
		put(m, obj, "class", json_stringn(&s->prints[i].class, 1));
		put_text(m, obj, "file", s->prints[i].file);
		if (s->prints[i].copies > 0)
			put(m, obj, "copies",
			    json_integer(s->prints[i].copies));
		if (s->prints[i].form != NULL)
			put_text(m, obj, "form", s->prints[i].form);
		if (s->prints[i].dest != NULL)
			put_text(m, obj, "dest", s->prints[i].dest);
		if (s->prints[i].hold)
			put(m, obj, "hold", json_true());
		if (json_array_append_new(list, obj) != 0)
			m->failed = true;
	}
	return list;
}

static json_t *
step_facts(struct making *m, const struct job_result *res, int n)
{
	const struct jcl_step *step = &res->jcl->steps[n];
	const struct step_result *s = &res->steps[n];
	json_t *obj = json_object();
	char text[PROGRAM_END_TEXT];

	put_text(
	    m, obj, "step", step->caller != NULL ? step->caller : step->name);
	if (step->caller != NULL)
		put_text(m, obj, "procstep", step->name);
	put_text(m, obj, "program", step->pgm != NULL ? step->pgm : "");
	put_text(m, obj, "state", fate_word(s));
	put(m, obj, "flushed", json_boolean(s->fate == STEP_FLUSHED));
	if (s->fate == STEP_RAN) {
		program_end_text(&s->end, text);
		if (s->end.kind == PROGRAM_CODE)
			put(m, obj, "code", json_integer(s->end.code));
		else
			put_text(m, obj, "abend", text);
		put(m, obj, "cpu", json_real(s->cpu));
		put_time(m, obj, "started", &s->start);
		put_time(m, obj, "ended", &s->stop);
	}
	put(m, obj, "data_sets", data_sets(m, s));
	put(m, obj, "sysout", prints(m, s));
	return obj;
}

static json_t *
generations(struct making *m, const struct job_result *res)
{
	json_t *list = json_array(), *obj;

	for (size_t i = 0; i < res->ngroups; i++) {
		obj = json_object();
		put_text(m, obj, "base", res->groups[i].base);
		put_text(m, obj, "newest", res->groups[i].newest);
		if (json_array_append_new(list, obj) != 0)
			m->failed = true;
	}
	return list;
}

static const char *
state_word(const struct job_result *res)
{
	switch (res->end) {
	case JOB_RUNS:
		return "running";
	case JOB_ENDED:
		return "ended";
	case JOB_ABENDED:
		return "abended";
	case JOB_JCL_ERROR:
		return "jcl error";
	case JOB_CANCELLED:
		return "cancelled";
	case JOB_SCANNED:
		return "scanned";
	case JOB_HELD:
		return "held";
	case JOB_NOT_RUN:
		break;
	}
	return "not run";
}

static json_t *
messages(struct making *m, const struct jcl_job *jcl)
{
	json_t *list = json_array(), *obj;

	for (int i = 0; i < jcl->nmessages; i++) {
		const struct jcl_message *msg = &jcl->messages[i];

		obj = json_object();
		if (msg->number != NULL)
			put_text(m, obj, "number", msg->number);
		put_text(m, obj, "text", msg->text);
		put_text(m, obj, "severity",
		    msg->severity == JCL_ERROR     ? "error"
		    : msg->severity == JCL_WARNING ? "warning"
						   : "info");
		put(m, obj, "statement", json_integer(msg->stmt));
		put(m, obj, "card", json_integer(msg->card));
		if (msg->member != NULL)
			put_text(m, obj, "member", msg->member);
		if (json_array_append_new(list, obj) != 0)
			m->failed = true;
	}
	return list;
}

static void
put_result(struct making *m, json_t *obj, const struct job_result *res)
{
	put_text(m, obj, "state", state_word(res));
	if (res->end == JOB_ENDED)
		put(m, obj, "code", json_integer(res->code));
	if (res->end == JOB_ABENDED || res->abend[0] != '\0')
		put_text(m, obj, "abend", res->abend);
	if (res->why[0] != '\0')
		put_text(m, obj, "why", res->why);
	if (res->end != JOB_RUNS)
		put(m, obj, "exit", json_integer(job_exit_status(res)));
}

char *
job_facts(const struct job_result *res)
{
	const struct jcl_job *jcl = res->jcl;
	json_t *obj = json_object(), *steps = json_array();
	struct making m = {obj == NULL || steps == NULL};
	char *text = NULL;

	put_text(&m, obj, "type", "job");
	put_text(&m, obj, "id", res->id);
	put_text(&m, obj, "name", jcl->name);
	put(&m, obj, "class",
	    json_stringn(jcl->class != 0 ? &jcl->class : "A", 1));
	put_text(&m, obj, "owner", res->owner);
	put_result(&m, obj, res);
	put_time(&m, obj, "started", &res->start);
	if (res->end != JOB_RUNS)
		put_time(&m, obj, "ended", &res->stop);
	put(&m, obj, "messages", messages(&m, jcl));
	if (res->groups != NULL)
		put(&m, obj, "generations", generations(&m, res));
	for (int i = 0; i < jcl->nsteps; i++)
		if (json_array_append_new(steps, step_facts(&m, res, i)) != 0)
			m.failed = true;
	put(&m, obj, "steps", steps);
	if (!m.failed)
		text = json_dumps(obj, JSON_COMPACT);
	json_decref(obj);
	return text;
}
