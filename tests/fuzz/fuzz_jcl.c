/*
 * libFuzzer target: bytes as JCL. The text behind the first X'00' is the
 * member that every procedure and INCLUDE group is, so procedures call
 * themselves. What comes out keeps its promises: strings end, references are
 * to what is there, verdicts are given.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parser/jcl.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct text {
	const char *s;
	size_t len;
};

static int
member(void *ctx, enum jcl_member_kind kind, const char *name,
    const char *const *order, int norder, struct jcl_member *mp)
{
	const struct text *t = ctx;
	int i;

	(void)kind;
	for (i = 0; i < norder; i++) {
		if (strlen(order[i]) > 44)
			abort();
	}
	if (strlen(name) > 8)
		abort();
	mp->text = t->s;
	mp->len = t->len;
	mp->library = "SYS1.PROCLIB";
	return name[0] == 'N' ? 0 : 1;
}

static size_t seen; /* so that nothing read is left out by the compiler */

static void
read_text(const char *s)
{
	if (s != NULL)
		seen += strlen(s);
}

static void
read_dd(const struct jcl_dd *dd)
{
	int i;

	for (; dd != NULL; dd = dd->next) {
		read_text(dd->name);
		read_text(dd->dsn.name);
		read_text(dd->dsn.member);
		read_text(dd->amp);
		read_text(dd->unit);
		if (dd->dsn.kind == JCL_DSN_REF && dd->dsn.ref == NULL)
			abort();
		for (i = 0; i < dd->nlines; i++)
			seen += dd->lines[i].len > 0
				    ? (size_t)dd->lines[i].text[0]
				    : 0;
		for (i = 0; i < dd->volume.nserials; i++)
			read_text(dd->volume.serials[i]);
		for (i = 0; i < dd->params.n; i++)
			read_text(dd->params.list[i].value);
	}
}

static void
read_messages(const struct jcl_message *m, int n)
{
	for (; n > 0; n--, m++) {
		if (m->text == NULL)
			abort();
		read_text(m->text);
		read_text(m->number);
		read_text(m->member);
	}
}

static void
read_job(const struct jcl_job *job)
{
	struct jcl_result results[JCL_STEPS_MAX] = {0};
	char line[200];
	int i, k, stmt;

	read_text(job->name);
	read_messages(job->messages, job->nmessages);
	for (i = 0; i < job->nlisting; i++)
		seen +=
		    jcl_listing_format(line, sizeof(line), &job->listing[i]);
	if (job->nsteps > JCL_STEPS_MAX ||
	    (job->restart.coded && job->restart.step >= job->nsteps &&
		job->nsteps > 0))
		abort();
	for (i = 0; i < job->nsteps; i++) {
		read_text(job->steps[i].pgm);
		read_text(job->steps[i].parm);
		for (k = 0; k < job->steps[i].ndds; k++)
			read_dd(job->steps[i].dds[k]);
		results[i].state = (enum jcl_state)(i % 3);
		results[i].code = i % 7;
		seen += jcl_step_verdict(job, i, results, &stmt);
	}
	if (!job->failed && job->nsteps == 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *s = (const char *)data;
	const char *end = size > 0 ? memchr(s, 0, size) : NULL;
	struct text t = {"", 0};
	struct jcl_ops ops = {.ctx = &t, .member = member};
	struct jcl_options options = {
	    .user = "USER", .fold = size % 2 != 0, .max_statements = 1000};
	struct jcl *j;
	int i;

	if (end != NULL) {
		t.s = end + 1;
		t.len = size - (size_t)(end + 1 - s);
		size = (size_t)(end - s);
	}
	if ((j = jcl_read(s, size, &ops, &options)) == NULL)
		abort();
	read_messages(j->messages, j->nmessages);
	for (i = 0; i < j->njobs; i++)
		read_job(&j->jobs[i]);
	if (j->njobs == 0 && !j->failed)
		abort();
	jcl_free(&j);
	return 0;
}
