/* What a job has printed, on standard output: UTF-8, spaced by empty lines. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "jcl/joblog.h"
#include "jcl/print.h"
#include "services/sysout.h"

struct printing {
	struct ds_system *sys;
	const char *id, *only;
	bool found; /* one that is wanted */
	bool any;   /* something stands above */
	struct ds_diag *diag;
};

static bool
wanted(struct printing *p, const char *step, const char *dd)
{
	char both[32];
	bool is;

	snprintf(both, sizeof(both), "%.8s.%.8s", step, dd);
	is = p->only == NULL || strcasecmp(p->only, dd) == 0 ||
	     strcasecmp(p->only, both) == 0;
	p->found |= is;
	return is;
}

static void
part(struct printing *p)
{
	if (p->any)
		putchar('\n');
	p->any = true;
}

static enum ds_status
print_list(struct printing *p, const char *name)
{
	char *path = spool_path(p->sys, p->id, name), buf[8192];
	FILE *fp = NULL;
	size_t n;

	if (path == NULL)
		return ds_fail(p->diag, DS_NOMEM, NULL, NULL);
	fp = fopen(path, "re");
	free(path);
	if (fp == NULL)
		return ds_fail_errno(
		    p->diag, errno, name, "%s", strerror(errno));
	n = fread(buf, 1, sizeof(buf), fp);
	if (n > 0)
		part(p);
	for (; n > 0; n = fread(buf, 1, sizeof(buf), fp))
		fwrite(buf, 1, n, stdout);
	fclose(fp);
	return DS_OK;
}

/* A page begins below an empty line, but the first. */
static void
print_line(char ctl, const char *line, size_t len, bool first)
{
	if (ctl == '-')
		fputs("\n\n", stdout);
	else if (ctl == '0' || (ctl == '1' && !first))
		putchar('\n');
	fwrite(line, 1, len, stdout);
	putchar('\n');
}

/* What nobody opened is no data set. */
static enum ds_status
print_sysout(struct printing *p, const char *file)
{
	char *path = spool_path(p->sys, p->id, file), ctl;
	struct sysout *so = NULL;
	const char *line;
	enum ds_status st;
	bool first = true;
	size_t len;

	if (path == NULL)
		return ds_fail(p->diag, DS_NOMEM, NULL, NULL);
	st = sysout_open(path, &so, p->diag);
	free(path);
	if (st == DS_NOFILE)
		return DS_OK;
	while (st == DS_OK &&
	       (st = sysout_line(so, &ctl, &line, &len, p->diag)) == DS_OK) {
		if (first)
			part(p);
		print_line(ctl, line, len, first);
		first = false;
	}
	sysout_close(&so);
	return st == DS_EOD ? DS_OK : st;
}

static const char *
text_of(const json_t *obj, const char *key)
{
	const char *s = json_string_value(json_object_get(obj, key));

	return s != NULL ? s : "";
}

/* The name of a step that stands in a procedure is the procedure step's. */
static enum ds_status
print_step(struct printing *p, const json_t *step)
{
	const json_t *list = json_object_get(step, "sysout"), *one;
	const char *name = text_of(step, "procstep");
	enum ds_status st = DS_OK;
	size_t i;

	if (name[0] == '\0')
		name = text_of(step, "step");
	json_array_foreach(list, i, one)
	{
		const char *file = text_of(one, "file");

		if (st == DS_OK && strchr(file, '/') == NULL &&
		    wanted(p, name, text_of(one, "dd")))
			st = print_sysout(p, file);
	}
	return st;
}

enum ds_status
job_print(struct ds_system *sys, const char *id, const char *facts,
    const char *only, struct ds_diag *diag)
{
	struct printing p = {.sys = sys, .id = id, .only = only, .diag = diag};
	json_t *job = json_loads(facts, 0, NULL), *step;
	enum ds_status st = DS_OK;
	const char *name;
	size_t i;

	if (job == NULL)
		return ds_fail(
		    diag, DS_CORRUPT, id, "what the spool says of it");
	for (i = 0; st == DS_OK && (name = joblog_name((int)i)) != NULL; i++)
		if (wanted(&p, "JES2", name))
			st = print_list(&p, name);
	json_array_foreach(json_object_get(job, "steps"), i, step)
	{
		if (st == DS_OK)
			st = print_step(&p, step);
	}
	json_decref(job);
	if (st == DS_OK && !p.found)
		st = ds_fail(diag, DS_NOFILE, only, "the job has none");
	if (st == DS_OK && (fflush(stdout) != 0 || ferror(stdout)))
		st = ds_fail_errno(diag, errno, "standard output", NULL);
	return st;
}
