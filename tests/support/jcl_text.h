/*
 * JCL read, as text: what a test compares. A library of members in memory
 * stands for the procedure libraries.
 *
 *	jcl_tree	JOB name, EXEC, DD with their parameters as coded, a |
 *			in front of each line of in-stream data
 *	jcl_said	messages: statement, number or CATAMOUNT, text, @line
 *	jcl_listed	the listing as printed
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_JCL_TEXT_H
#define CATAMOUNT_TESTS_SUPPORT_JCL_TEXT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parser/jcl.h"

struct jcl_text {
	char *s;
	size_t len, cap;
};

struct jcl_library {
	const char *name, *text; /* name NULL ends the list */
};

__attribute__((format(printf, 2, 3))) static inline void
jcl_text_add(struct jcl_text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	for (;;) {
		va_start(ap, fmt);
		n = vsnprintf(t->s != NULL ? t->s + t->len : NULL,
		    t->cap - t->len, fmt, ap);
		va_end(ap);
		if (n >= 0 && (size_t)n < t->cap - t->len)
			break;
		t->cap = (t->cap + (size_t)n + 1) * 2;
		t->s = realloc(t->s, t->cap);
	}
	t->len += (size_t)n;
}

static inline int
jcl_text_member(void *ctx, enum jcl_member_kind kind, const char *name,
    const char *const *order, int norder, struct jcl_member *mp)
{
	const struct jcl_library *l = ctx;

	(void)kind;
	for (; l != NULL && l->name != NULL; l++) {
		if (strcmp(l->name, name) != 0)
			continue;
		mp->text = l->text;
		mp->len = strlen(l->text);
		mp->library = norder > 0 ? order[0] : "SYS1.PROCLIB";
		mp->private = norder > 0;
		return 1;
	}
	return 0;
}

static inline struct jcl *
jcl_text_read(const char *deck, const struct jcl_library *library, bool fold)
{
	const struct jcl_ops ops = {
	    .ctx = (void *)(uintptr_t)library, .member = jcl_text_member};
	const struct jcl_options options = {.fold = fold, .user = "IBMUSER"};

	return jcl_read(deck, strlen(deck), &ops, &options);
}

static inline void
jcl_text_params(struct jcl_text *t, const struct jcl_params *p)
{
	int i;

	for (i = 0; i < p->n; i++) {
		jcl_text_add(t, i > 0 ? "," : " ");
		if (p->list[i].keyword != NULL)
			jcl_text_add(t, "%s=", p->list[i].keyword);
		jcl_text_add(t, "%s", p->list[i].value);
	}
	jcl_text_add(t, "\n");
}

static inline void
jcl_text_dd(struct jcl_text *t, const struct jcl_dd *dd)
{
	const struct jcl_dd *d;
	int i;

	for (d = dd; d != NULL; d = d->next) {
		jcl_text_add(t, "%s DD", d == dd ? d->name : "+");
		jcl_text_params(t, &d->params);
		for (i = 0; i < d->nlines; i++)
			jcl_text_add(t, "|%.*s\n", (int)d->lines[i].len,
			    d->lines[i].text);
	}
}

static inline char *
jcl_tree(const struct jcl *j)
{
	struct jcl_text t = {0};
	const struct jcl_step *s;
	int i, k, d;

	jcl_text_add(&t, "%s", "");
	for (i = 0; i < j->njobs; i++) {
		jcl_text_add(&t, "%s JOB", j->jobs[i].name);
		jcl_text_params(&t, &j->jobs[i].params);
		for (d = 0; d < j->jobs[i].ndds; d++)
			jcl_text_dd(&t, j->jobs[i].dds[d]);
		for (k = 0; k < j->jobs[i].nsteps; k++) {
			s = &j->jobs[i].steps[k];
			if (s->caller != NULL)
				jcl_text_add(&t, "%s.", s->caller);
			jcl_text_add(&t, "%s EXEC", s->name);
			jcl_text_params(&t, &s->params);
			for (d = 0; d < s->ndds; d++)
				jcl_text_dd(&t, s->dds[d]);
		}
	}
	return t.s;
}

static inline void
jcl_text_messages(
    struct jcl_text *t, const struct jcl_message *m, int n, int least)
{
	int i;

	for (i = 0; i < n; i++) {
		if ((int)m[i].severity < least)
			continue;
		jcl_text_add(t, "%d %s%s %s @", m[i].stmt,
		    m[i].number != NULL ? m[i].number : "CATAMOUNT",
		    m[i].severity == JCL_WARNING ? " WARNING" : "", m[i].text);
		if (m[i].member != NULL)
			jcl_text_add(t, "%s:", m[i].member);
		jcl_text_add(t, "%d", m[i].card);
		if (m[i].column > 0)
			jcl_text_add(t, ":%d", m[i].column);
		jcl_text_add(t, "\n");
	}
}

/* Messages from a severity on. */
static inline char *
jcl_said(const struct jcl *j, enum jcl_severity least)
{
	struct jcl_text t = {0};
	int i;

	jcl_text_add(&t, "%s", "");
	jcl_text_messages(&t, j->messages, j->nmessages, (int)least);
	for (i = 0; i < j->njobs; i++)
		jcl_text_messages(
		    &t, j->jobs[i].messages, j->jobs[i].nmessages, (int)least);
	return t.s;
}

static inline char *
jcl_listed(const struct jcl_job *job)
{
	struct jcl_text t = {0};
	char line[300];
	int i;

	jcl_text_add(&t, "%s", "");
	for (i = 0; i < job->nlisting; i++) {
		jcl_listing_format(line, sizeof(line), &job->listing[i]);
		jcl_text_add(&t, "%s\n", line);
	}
	return t.s;
}

#endif
