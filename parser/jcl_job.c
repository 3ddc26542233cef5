/* The JOB statement, and the input as a whole: its jobs, one after another. */
#include <stdlib.h>
#include <string.h>

#include "parser/jcl_int.h"

/* --- parameters of JOB ---------------------------------------------------- */

static const char job_keywords[] =
    "ADDRSPC BYTES CARDS CCSID DSENQSHR EMAIL JESLOG LINES MEMLIMIT PAGES "
    "PASSWORD PERFORM RD REGIONX SCHENV SECLABEL SYSAFF SYSTEM UJOBCORR";

static void
bind_class(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_job *j = to;

	if (n->kind != JCL_NODE_WORD || n->list != NULL || n->len > 8)
		jcl_wrong(c, MSG_IEF642I, n, "CLASS");
	else if (n->len == 1)
		j->class = n->text[0];
}

static void
bind_msgclass(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_job *j = to;

	if (n->kind != JCL_NODE_WORD || n->list != NULL || n->len != 1)
		jcl_wrong(c, MSG_IEF642I, n, "MSGCLASS");
	else
		j->msgclass = n->text[0];
}

static void
bind_msglevel(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_job *j = to;
	struct jcl_node *list = jcl_as_list(c, n), *i;
	int64_t v;

	if (list == NULL)
		return;
	if (jcl_count(list) > 2)
		jcl_wrong(c, MSG_IEF640I, n, "MSGLEVEL");
	i = jcl_item_at(list, 0);
	if (!jcl_empty(i) && jcl_number(c, i, "MSGLEVEL", 2, &v))
		j->msglevel_statements = (int)v;
	i = jcl_item_at(list, 1);
	if (!jcl_empty(i) && jcl_number(c, i, "MSGLEVEL", 1, &v))
		j->msglevel_messages = (int)v;
}

static void
bind_notify(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_job *)to)->notify = jcl_raw(c, n);
}

static void
bind_user(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_name(c, n, "USER", 8, &((struct jcl_job *)to)->user);
}

static void
bind_group(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_name(c, n, "GROUP", 8, &((struct jcl_job *)to)->group);
}

static void
bind_region(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_region_bind(c, n, &((struct jcl_job *)to)->region);
}

static void
bind_time(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_time_bind(c, n, &((struct jcl_job *)to)->time);
}

static void
bind_cond(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_cond_bind(c, n, true, &((struct jcl_job *)to)->cond);
}

static void
bind_typrun(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	int i = jcl_word(c, n, "TYPRUN", "SCAN HOLD JCLHOLD COPY");

	((struct jcl_job *)to)->typrun = (enum jcl_typrun)(i + 1);
}

static void
bind_prty(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	int64_t v;

	if (jcl_number(c, n, "PRTY", 15, &v))
		((struct jcl_job *)to)->prty = (int)v;
}

static void
bind_gdgbias(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_job *)to)->gdgbias_step =
	    jcl_word(c, n, "GDGBIAS", "JOB STEP") == 1;
}

/* What they name is looked for when all steps are known. */
static void
bind_late(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	(void)c;
	(void)n;
	(void)to;
}

static const struct jcl_binding job_table[] = {
    {"CLASS", bind_class},
    {"MSGCLASS", bind_msgclass},
    {"MSGLEVEL", bind_msglevel},
    {"NOTIFY", bind_notify},
    {"USER", bind_user},
    {"GROUP", bind_group},
    {"REGION", bind_region},
    {"TIME", bind_time},
    {"COND", bind_cond},
    {"TYPRUN", bind_typrun},
    {"PRTY", bind_prty},
    {"GDGBIAS", bind_gdgbias},
    {"RESTART", bind_late},
    {"JOBRC", bind_late},
    {NULL, NULL},
};

void
jcl_job_bind(struct jcl_conv *c, struct jcl_node *top)
{
	struct jcl_job *j = c->job;
	const struct jcl_node *n;
	int i = 0;

	jcl_keep_params(c, top, &j->params);
	for (n = top->first; n != NULL && n->kind != JCL_NODE_KEY;
	     n = n->next, i++) {
		if (i == 0 && n->kind != JCL_NODE_EMPTY)
			j->accounting = jcl_raw(c, n);
		if (i == 1 && n->kind != JCL_NODE_EMPTY)
			j->programmer = n->kind == JCL_NODE_QUOTED
					    ? n->text
					    : jcl_raw(c, n);
		if (i == 1 && j->programmer != NULL &&
		    strlen(j->programmer) > 20)
			jcl_wrong(c, MSG_IEF642I, n, "PROGRAMMER NAME");
		if (i == 2 && n->kind != JCL_NODE_EMPTY)
			jcl_say(c, MSG_IEF640I, n, jcl_on(c), NULL);
	}
	for (; n != NULL; n = n->next) {
		if (n->kind != JCL_NODE_KEY && n->kind != JCL_NODE_EMPTY)
			jcl_say(c, MSG_IEF643I, n, jcl_on(c), NULL);
	}
	jcl_bind_keywords(c, top, job_table, job_keywords, j);
}

/* A step by STEP or STEP.PROCSTEP; the first of a procedure by its caller. */
static int
named_step(struct jcl_conv *c, const struct jcl_node *n)
{
	const struct jcl_step *s = c->steps.items;
	const char *dot;
	int i;

	if (n->kind != JCL_NODE_WORD || n->list != NULL)
		return -1;
	if ((dot = strchr(n->text, '.')) != NULL)
		return jcl_step_named(c, n->text, (size_t)(dot - n->text),
		    dot + 1, strlen(dot + 1));
	if ((i = jcl_step_named(c, n->text, n->len, NULL, 0)) >= 0)
		return i;
	for (i = 0; i < c->steps.n; i++) {
		if (s[i].caller != NULL && strcmp(s[i].caller, n->text) == 0)
			return i;
	}
	return -1;
}

static void
restart(struct jcl_conv *c, struct jcl_node *value)
{
	struct jcl_restart *r = &c->job->restart;
	struct jcl_node *list = jcl_as_list(c, value), *n;

	if (list == NULL)
		return;
	n = jcl_item_at(list, 0);
	if (!jcl_empty(jcl_item_at(list, 1)))
		r->checkid = jcl_raw(c, jcl_item_at(list, 1));
	if (jcl_is(n, "*")) {
		r->coded = true;
		return;
	}
	if ((r->step = named_step(c, n)) < 0) {
		jcl_note(
		    c, JCL_ERROR, n, "RESTART names a step that is not there");
		r->step = 0;
		return;
	}
	r->coded = true;
}

static void
jobrc(struct jcl_conv *c, struct jcl_node *value)
{
	struct jcl_job *j = c->job;
	struct jcl_node *list;

	if (value->kind != JCL_NODE_LIST) {
		if (jcl_word(c, value, "JOBRC", "MAXRC LASTRC") == 1)
			j->jobrc = JCL_JOBRC_LAST;
		return;
	}
	list = value;
	if (!jcl_is(jcl_item_at(list, 0), "STEP") || jcl_count(list) != 2) {
		jcl_wrong(c, MSG_IEF641I, value, "JOBRC");
		return;
	}
	j->jobrc_step = named_step(c, jcl_item_at(list, 1));
	if (j->jobrc_step < 0)
		jcl_note(c, JCL_ERROR, value,
		    "JOBRC names a step that is not there");
	else
		j->jobrc = JCL_JOBRC_STEP;
}

void
jcl_job_late(struct jcl_conv *c, struct jcl_node *top)
{
	struct jcl_node *n;

	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind != JCL_NODE_KEY || jcl_empty(n->first))
			continue;
		if (strcmp(n->text, "RESTART") == 0)
			restart(c, n->first);
		if (strcmp(n->text, "JOBRC") == 0)
			jobrc(c, n->first);
	}
}

/* --- a job ---------------------------------------------------------------- */

static void
system_symbol(struct jcl_conv *c, const char *name, const char *value)
{
	struct jcl_symbol *sym;

	if (!jcl_label_valid(name, strlen(name), 8))
		return;
	if (!jcl_symbol_set(&c->symbols, name, value, strlen(value), &sym))
		c->nomem = true;
	else
		sym->declared = true;
}

/* &SYSUID is the job's USER; it may be used on the JOB statement itself. */
static void
system_symbols(struct jcl_conv *c, const struct jcl_stmt *s)
{
	const struct jcl_options *o = c->options;
	const char *user = o != NULL ? o->user : NULL;
	const struct jcl_node *n;
	struct jcl_node *top = NULL;
	struct jcl_parse p;
	int i;

	for (i = 0; o != NULL && i < o->nsymbols; i++)
		system_symbol(c, o->symbols[i].name, o->symbols[i].value);
	if (!s->broken)
		top = jcl_parse_field(&p, c->arena, &s->field);
	for (n = top != NULL ? top->first : NULL; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_KEY && strcmp(n->text, "USER") == 0 &&
		    n->first->kind == JCL_NODE_WORD)
			user = n->first->text;
	}
	if (user != NULL)
		system_symbol(c, "SYSUID", user);
}

static struct jcl_node *
job_statement(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_job *j = c->job;
	struct jcl_node *top;

	system_symbols(c, it->stmt);
	jcl_list(c, it, false);
	j->name = it->stmt->name;
	j->stmt = c->item_stmt;
	if (j->name[0] == '\0')
		jcl_say(c, MSG_IEFC663I, NULL, NULL, NULL);
	else if (!jcl_label_valid(j->name, strlen(j->name), 8))
		jcl_say(c, MSG_IEFC662I, NULL, NULL, NULL);
	if ((top = jcl_operands(c, it)) != NULL)
		jcl_job_bind(c, top);
	return top;
}

static void
keep_job(struct jcl_conv *c)
{
	struct jcl_job *j = c->job;

	j->steps = c->steps.items;
	j->nsteps = c->steps.n;
	j->jcllib = c->order.items;
	j->njcllib = c->order.n;
	j->outputs = c->outputs.items;
	j->listing = c->listing.items;
	j->nlisting = c->listing.n;
	jcl_finish_messages(c);
}

/* No EXEC, or those that there are call procedures without one. */
static bool
has_no_steps(const struct jcl_conv *c)
{
	const struct jcl_message *m = c->messages.items;
	int i;

	if (!c->seen_exec || c->steps.n > 0)
		return !c->seen_exec;
	for (i = 0; i < c->messages.n; i++) {
		if (m[i].severity == JCL_ERROR)
			return false; /* which says why */
	}
	return true;
}

void
jcl_convert(
    struct jcl_conv *c, const struct jcl_source *source, int first, int end)
{
	struct jcl_level level = {.over_part = -1};
	struct jcl_item job;
	struct jcl_node *top;
	int i;

	c->level = &level;
	c->step = -1;
	if (!jcl_feed_push(c, source, first, end, '/') || !jcl_next(c, &job))
		return;
	top = job_statement(c, &job);
	jcl_statements(c);
	jcl_step_end(c);
	jcl_clause_check(c);
	c->item = &job;
	c->item_stmt = c->job->stmt;
	if (!c->stopped && has_no_steps(c))
		jcl_say(c, MSG_IEFC607I, NULL, NULL, NULL);
	if (top != NULL && !c->stopped)
		jcl_job_late(c, top);
	for (i = 0; i < c->job->ndds; i++) {
		if (strcmp(c->job->dds[i]->name, "JOBLIB") == 0)
			c->job->joblib = c->job->dds[i];
	}
	c->item = NULL;
	keep_job(c);
}

/* --- the input ------------------------------------------------------------ */

struct whole {
	struct jcl jcl; /* first: it is what the caller has */
	struct arena *arena;
};

static bool
is_silent(const struct jcl_stmt *s)
{
	return s->kind == JCL_KIND_COMMENT || s->kind == JCL_KIND_NULL ||
	       s->kind == JCL_KIND_JES2 || s->kind == JCL_KIND_DELIMITER;
}

static int
card_line(const struct jcl_source *src, int i)
{
	const struct jcl_stmt *s = &src->stmts[i];

	if (s->field.nruns > 0)
		return s->field.runs[0].line;
	return s->card < src->ncards ? src->cards[s->card].line : 0;
}

static void
cannot_be(
    struct jcl_conv *c, enum jcl_severity severity, int line, const char *text)
{
	struct jcl_message *m;
	int n = c->messages.n;

	jcl_note(c, severity, NULL, "%s", text);
	if (c->messages.n > n) {
		m = (struct jcl_message *)c->messages.items + n;
		m->card = line;
	}
}

/* Read the job that begins at first; returns where the next one does. */
static int
one_job(struct jcl_conv *c, const struct jcl_source *src, int first)
{
	int end = first + 1, next, ignored;

	while (end < src->nstmts && src->stmts[end].kind != JCL_KIND_JOB &&
	       src->stmts[end].kind != JCL_KIND_NULL)
		end++;
	for (next = end, ignored = -1;
	     next < src->nstmts && src->stmts[next].kind != JCL_KIND_JOB;
	     next++) {
		if (ignored < 0 && !is_silent(&src->stmts[next]))
			ignored = next;
	}
	if (end < src->nstmts && src->stmts[end].kind == JCL_KIND_NULL)
		end++;
	if (ignored >= 0)
		cannot_be(c, JCL_WARNING, card_line(src, ignored),
		    "cards behind the null statement are ignored");
	c->job->card = c->job->first_card = card_line(src, first);
	c->job->last_card =
	    next < src->nstmts ? card_line(src, next) - 1 : src->ncards;
	jcl_convert(c, src, first, end);
	return next;
}

static void
start_conv(struct jcl_conv *c, struct arena *a, const struct jcl_ops *ops,
    const struct jcl_options *options, struct jcl_job *job)
{
	memset(c, 0, sizeof(*c));
	c->arena = a;
	c->ops = ops;
	c->options = options;
	c->max_statements = options != NULL && options->max_statements > 0
				? options->max_statements
				: JCL_STATEMENTS_MAX;
	c->symbols.arena = a;
	c->job = job;
	job->region = -1;
	job->msglevel_statements = job->msglevel_messages = -1;
	job->prty = -1;
}

/* What stands in front of the first job. False: no memory. */
static bool
before_jobs(struct jcl_conv *c, struct jcl *j, const struct jcl_source *src,
    int *firstp)
{
	struct jcl_job none = {0};
	int i;

	start_conv(c, c->arena, NULL, NULL, &none);
	for (i = 0; i < src->nstmts && src->stmts[i].kind != JCL_KIND_JOB;
	     i++) {
		if (!is_silent(&src->stmts[i]) && c->messages.n == 0)
			cannot_be(c, JCL_ERROR, card_line(src, i),
			    "no JOB statement stands in front of it");
	}
	if (i == src->nstmts && c->messages.n == 0)
		cannot_be(c, JCL_ERROR, 0, "there is no JOB statement");
	jcl_finish_messages(c);
	j->messages = none.messages;
	j->nmessages = none.nmessages;
	j->failed = none.failed;
	*firstp = i;
	return !c->nomem;
}

static bool
read_jobs(struct whole *w, const struct jcl_source *src,
    const struct jcl_ops *ops, const struct jcl_options *options,
    struct jcl_conv *c)
{
	struct jcl_job *jobs;
	int i, n = 0, at;

	c->arena = w->arena;
	if (!before_jobs(c, &w->jcl, src, &at))
		return false;
	for (i = 0; i < src->nstmts; i++)
		n += src->stmts[i].kind == JCL_KIND_JOB;
	jobs = arena_alloc(w->arena, ((size_t)n + 1) * sizeof(*jobs));
	if (jobs == NULL)
		return false;
	for (i = 0; at < src->nstmts; i++) {
		start_conv(c, w->arena, ops, options, &jobs[i]);
		at = one_job(c, src, at);
		if (c->nomem)
			return false;
		w->jcl.failed |= jobs[i].failed;
	}
	w->jcl.jobs = jobs;
	w->jcl.njobs = n;
	return true;
}

struct jcl *
jcl_read(const char *text, size_t len, const struct jcl_ops *ops,
    const struct jcl_options *options)
{
	struct whole *w = calloc(1, sizeof(*w));
	struct jcl_conv *c = calloc(1, sizeof(*c));
	struct jcl_source src;
	bool ok = false;

	if (w == NULL || c == NULL || (w->arena = arena_new()) == NULL)
		goto out;
	if (!jcl_source_read(w->arena, text, len, NULL,
		options != NULL && options->fold, &src))
		goto out;
	ok = read_jobs(w, &src, ops, options, c);
out:
	free(c);
	if (!ok && w != NULL) {
		arena_free(&w->arena);
		free(w);
		w = NULL;
	}
	return w != NULL ? &w->jcl : NULL;
}

void
jcl_free(struct jcl **jp)
{
	struct whole *w;

	if (jp == NULL || *jp == NULL)
		return;
	w = (struct whole *)*jp;
	arena_free(&w->arena);
	free(w);
	*jp = NULL;
}
