/* jclrun list, show and purge. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jcl/print.h"
#include "jcl/spooled.h"
#include "services/security.h"

struct listing {
	struct ds_system *sys;
	bool json; /* objects, no lines */
	bool all;  /* those that run, and those of others, are passed over */
	bool good, title;
	unsigned others; /* jobs that are kept back */
};

void
say_status(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	fprintf(stderr, "jclrun: %s: %s%s%s%s%s%s%s\n", what,
	    ds_status_text(st), diag->name[0] != '\0' ? ": " : "", diag->name,
	    diag->text[0] != '\0' ? ": " : "", diag->text,
	    diag->holder[0] != '\0' ? "; held by " : "", diag->holder);
}

static const char *
text_of(const json_t *obj, const char *key)
{
	const char *s = json_string_value(json_object_get(obj, key));

	return s != NULL ? s : "";
}

/* What the spool says of a job; whose jclrun has gone was killed. The caller
 * releases it. NULL: nothing is known. */
static json_t *
read_facts(struct ds_system *sys, const char *id, struct ds_diag *diag)
{
	char *text = NULL;
	json_t *obj;

	if (spool_read(sys, id, &text, diag) != DS_OK)
		return NULL;
	obj = json_loads(text, 0, NULL);
	free(text);
	if (obj == NULL) {
		ds_fail(diag, DS_CORRUPT, id, "what the spool says of it");
		return NULL;
	}
	if (strcmp(text_of(obj, "state"), "running") == 0 &&
	    !spool_runs(sys, id))
		json_object_set_new(obj, "state", json_string("killed"));
	return obj;
}

/* May the one who asks have it? obj NULL: nothing is known of it, so it is
 * nobody's. */
static enum ds_status
may(struct ds_system *sys, const char *id, const json_t *obj,
    enum ds_access level, bool quiet, struct ds_diag *diag)
{
	const struct ds_spooled what = {
	    text_of(obj, "owner"), text_of(obj, "name"), id};

	return ds_authorize_spooled(sys, &what, level, quiet, diag);
}

static bool
print_json(const json_t *obj)
{
	bool good = json_dumpf(obj, stdout, JSON_COMPACT) == 0;

	putchar('\n');
	return good;
}

/* "0004", "S0C7", "JCL ERROR" */
static void
outcome(const json_t *obj, char out[16])
{
	const json_t *code = json_object_get(obj, "code");
	const char *state = text_of(obj, "state");

	if (json_is_integer(code))
		snprintf(out, 16, "%04lld",
		    (long long)json_integer_value(code) % 10000);
	else if (strcmp(state, "abended") == 0)
		snprintf(out, 16, "%.8s", text_of(obj, "abend"));
	else
		snprintf(out, 16, "%.12s", state);
}

static bool
list_one(void *ctx, const char *id)
{
	struct listing *l = ctx;
	struct ds_diag diag = {0};
	json_t *obj = read_facts(l->sys, id, &diag);
	char how[16];

	if (obj == NULL)
		return true; /* it has just begun, or is being purged */
	if (may(l->sys, id, obj, DS_ACCESS_READ, true, &diag) != DS_OK) {
		l->others++;
	} else if (l->json) {
		l->good &= print_json(obj);
	} else {
		if (!l->title)
			printf("JOBID    JOBNAME  OWNER    C RESULT       "
			       "STARTED\n");
		l->title = true;
		outcome(obj, how);
		printf("%-8s %-8s %-8s %-1s %-12s %s\n", id,
		    text_of(obj, "name"), text_of(obj, "owner"),
		    text_of(obj, "class"), how, text_of(obj, "started"));
	}
	json_decref(obj);
	return l->good;
}

static bool
flushed(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	perror("jclrun: standard output");
	return false;
}

bool
spooled_list(struct ds_system *sys, const struct run_options *o)
{
	struct listing l = {.sys = sys, .json = o->json, .good = true};
	struct ds_diag diag = {0};
	enum ds_status st = spool_list(sys, list_one, &l, &diag);

	if (st != DS_OK)
		say_status("spool", st, &diag);
	if (l.others > 0)
		fprintf(stderr, "jclrun: %u jobs of others\n", l.others);
	return flushed() && st == DS_OK && l.good;
}

bool
spooled_show(struct ds_system *sys, const struct run_options *o)
{
	const char *only = o->nargs > 1 ? o->args[1] : NULL;
	struct ds_diag diag = {0};
	char id[JOB_ID_LEN];
	json_t *obj = NULL;
	enum ds_status st;
	char *text;

	if (!spool_id(o->args[0], id)) {
		fprintf(stderr, "jclrun: %s is no job number\n", o->args[0]);
		return false;
	}
	if ((obj = read_facts(sys, id, &diag)) == NULL ||
	    may(sys, id, obj, DS_ACCESS_READ, false, &diag) != DS_OK) {
		say_status(id, diag.status, &diag);
		json_decref(obj);
		return false;
	}
	if (o->json) {
		print_json(obj);
		json_decref(obj);
		return flushed();
	}
	text = json_dumps(obj, JSON_COMPACT);
	json_decref(obj);
	st = text != NULL ? job_print(sys, id, text, only, &diag)
			  : ds_fail(&diag, DS_NOMEM, NULL, NULL);
	free(text);
	if (st != DS_OK)
		say_status(id, st, &diag);
	return st == DS_OK;
}

/* A number that no job has is no violation. */
static bool
is_there(struct ds_system *sys, const char *id)
{
	char *dir = spool_path(sys, id, "");
	const bool there = dir == NULL || access(dir, F_OK) == 0;

	free(dir);
	return there;
}

static bool
purge_one(void *ctx, const char *id)
{
	struct listing *l = ctx;
	struct ds_diag diag = {0};
	json_t *obj = read_facts(l->sys, id, &diag);
	enum ds_status st = DS_OK;

	if (is_there(l->sys, id))
		st = may(l->sys, id, obj, DS_ACCESS_ALTER, l->all, &diag);
	json_decref(obj);
	if (st != DS_OK && l->all)
		return true;
	if (st == DS_OK)
		st = spool_purge(l->sys, id, &diag);
	if (st == DS_OK || (l->all && st == DS_BUSY))
		return true;
	say_status(id, st, &diag);
	l->good = false;
	return true;
}

bool
spooled_purge(struct ds_system *sys, const struct run_options *o)
{
	struct listing l = {.sys = sys, .good = true};
	struct ds_diag diag = {0};
	char id[JOB_ID_LEN];
	enum ds_status st;

	for (int i = 0; i < o->nargs; i++) {
		if (strcmp(o->args[i], "all") == 0) {
			l.all = true;
			st = spool_list(sys, purge_one, &l, &diag);
			l.all = false;
			l.good &= st == DS_OK;
		} else if (spool_id(o->args[i], id)) {
			purge_one(&l, id);
		} else {
			fprintf(stderr, "jclrun: %s is no job number\n",
			    o->args[i]);
			l.good = false;
		}
	}
	return l.good;
}
