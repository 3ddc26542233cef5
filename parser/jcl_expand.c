/*
 * Statements to a job: what each statement that is not EXEC or DD does, in the
 * order in which the converter meets them, and where they come from.
 */
#include <stdio.h>
#include <string.h>

#include "parser/jcl_int.h"

/* --- where statements come from ------------------------------------------- */

bool
jcl_feed_push(struct jcl_conv *c, const struct jcl_source *s, int first,
    int end, char style)
{
	struct jcl_feed *f = jcl_new(c, sizeof(*f));

	if (f == NULL)
		return false;
	f->source = s;
	f->at = first;
	f->end = end;
	f->style = style;
	f->outer = c->feed;
	f->depth = c->feed != NULL ? c->feed->depth + 1 : 0;
	c->feed = f;
	return true;
}

bool
jcl_next(struct jcl_conv *c, struct jcl_item *it)
{
	struct jcl_feed *f;

	while ((f = c->feed) != NULL && f->at >= f->end) {
		if (f->outer == NULL)
			return false;
		c->feed = f->outer;
	}
	if (f == NULL)
		return false;
	it->source = f->source;
	it->stmt = &f->source->stmts[f->at++];
	it->style = f->style;
	return true;
}

/* --- symbols -------------------------------------------------------------- */

bool
jcl_symbol_name(struct jcl_conv *c, const struct jcl_node *n)
{
	if (n->kind == JCL_NODE_KEY && jcl_label_valid(n->text, n->len, 8))
		return true;
	if (n->kind != JCL_NODE_EMPTY)
		jcl_say(c, MSG_IEF632I, n, jcl_on(c), NULL);
	return false;
}

/* Two ampersands outside apostrophes are one. */
static const char *
one_ampersand(struct jcl_conv *c, const char *s)
{
	char *out = jcl_dup(c, s, strlen(s));
	size_t n = 0;

	if (out == NULL)
		return "";
	for (; *s != '\0'; s++) {
		out[n++] = *s;
		if (s[0] == '&' && s[1] == '&')
			s++;
	}
	out[n] = '\0';
	return out;
}

const char *
jcl_symbol_text(struct jcl_conv *c, const struct jcl_node *n, size_t *lenp)
{
	const char *text;

	if (n->kind == JCL_NODE_QUOTED && n->list == NULL) {
		text = n->text;
		*lenp = n->len;
	} else {
		text = one_ampersand(c, jcl_raw(c, n));
		*lenp = strlen(text);
	}
	if (*lenp > JCL_VALUE_MAX) {
		jcl_say(c, MSG_IEF642I, n, jcl_on(c), NULL);
		return NULL;
	}
	return text;
}

void
jcl_set(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_node *top, *n;
	const char *text;
	size_t len;

	jcl_list(c, it, false);
	if ((top = jcl_operands(c, it)) == NULL)
		return;
	if (jcl_count(top) == 1 && jcl_empty(top->first))
		jcl_say(c, MSG_IEF646I, NULL, jcl_on(c), NULL);
	for (n = top->first; n != NULL; n = n->next) {
		if (!jcl_symbol_name(c, n) ||
		    (text = jcl_symbol_text(c, n->first, &len)) == NULL)
			continue;
		if (!jcl_symbol_reset(&c->symbols, n->text, text, len))
			c->nomem = true;
	}
}

/* The defaults of a procedure; what its EXEC set stays. */
static void
proc_defaults(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_symbol *sym;
	struct jcl_node *top, *n;
	const char *text;
	size_t len;

	if ((top = jcl_operands(c, it)) == NULL)
		return;
	for (n = top->first; n != NULL; n = n->next) {
		if (!jcl_symbol_name(c, n) ||
		    (text = jcl_symbol_text(c, n->first, &len)) == NULL)
			continue;
		sym = jcl_symbol_here(&c->symbols, n->text);
		if (sym == NULL &&
		    !jcl_symbol_set(&c->symbols, n->text, text, len, &sym)) {
			c->nomem = true;
			return;
		}
		sym->declared = true;
	}
}

/* The value of a statement's only parameter; NULL with a message. */
static struct jcl_node *
only_value(struct jcl_conv *c, const struct jcl_item *it, const char *keyword)
{
	struct jcl_node *top = jcl_operands(c, it), *n;

	if (top == NULL)
		return NULL;
	n = top->first;
	if (n->kind == JCL_NODE_KEY && strcmp(n->text, keyword) == 0 &&
	    n->next == NULL)
		return n->first;
	jcl_say(c, MSG_IEF632I, n, jcl_on(c), NULL);
	return NULL;
}

static void
export_symbols(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_node *list, *n;
	const char **name;

	jcl_list(c, it, false);
	if ((n = only_value(c, it, "SYMLIST")) == NULL ||
	    (list = jcl_as_list(c, n)) == NULL)
		return;
	for (n = list->first; n != NULL; n = n->next) {
		if (jcl_is(n, "*")) {
			c->symbols.export_all = true;
			continue;
		}
		if (c->symbols.exports.n >= JCL_EXPORTS_MAX) {
			jcl_wrong(c, MSG_IEF640I, n, "SYMLIST");
			return;
		}
		if ((name = jcl_vec_add(
			 c, &c->symbols.exports, sizeof(*name))) == NULL)
			return;
		*name = n->text;
	}
}

/* --- JCLLIB, INCLUDE, OUTPUT ---------------------------------------------- */

static void
jcllib(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_node *list, *n;
	struct jcl_dsn dsn;
	const char **name;

	jcl_list(c, it, false);
	if (c->seen_exec || c->seen_jcllib || c->level->depth > 0)
		jcl_note(c, JCL_ERROR, NULL,
		    "JCLLIB stands once, in front of the first EXEC");
	c->seen_jcllib = true;
	if ((n = only_value(c, it, "ORDER")) == NULL ||
	    (list = jcl_as_list(c, n)) == NULL)
		return;
	for (n = list->first; n != NULL; n = n->next) {
		memset(&dsn, 0, sizeof(dsn));
		jcl_dsn_bind(c, n, "ORDER", &dsn);
		if (dsn.kind != JCL_DSN_NAME)
			continue;
		if ((name = jcl_vec_add(c, &c->order, sizeof(*name))) == NULL)
			return;
		*name = dsn.name;
	}
}

static void
include(struct jcl_conv *c, const struct jcl_item *it)
{
	const struct jcl_source *s;
	const struct jcl_node *n;
	const char *name, *how;

	jcl_list(c, it, false);
	if ((n = only_value(c, it, "MEMBER")) == NULL ||
	    !jcl_name(c, n, "MEMBER", 8, &name))
		return;
	if (c->feed->depth >= JCL_NESTING_MAX) {
		jcl_note(c, JCL_ERROR, NULL,
		    "INCLUDE groups are nested more than %d deep",
		    JCL_NESTING_MAX);
		return;
	}
	if ((s = jcl_fetch(c, JCL_INCLUDE, name, &how)) == NULL) {
		jcl_note(
		    c, JCL_ERROR, n, "INCLUDE group %s was not found", name);
		return;
	}
	jcl_say(c, MSG_IEFC002I, NULL, name, how);
	jcl_feed_push(c, s, 0, s->nstmts, 'X');
}

static void
output(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_output *o, **place;
	struct jcl_node *top;

	jcl_list(c, it, false);
	if (it->stmt->name[0] == '\0')
		jcl_say(c, MSG_IEFC663I, NULL, NULL, NULL);
	else if (!jcl_label_valid(it->stmt->name, strlen(it->stmt->name), 8))
		jcl_say(c, MSG_IEFC662I, NULL, NULL, NULL);
	top = jcl_operands(c, it);
	if ((o = jcl_new(c, sizeof(*o))) == NULL)
		return;
	o->name = it->stmt->name;
	o->stmt = c->item_stmt;
	if (top != NULL)
		jcl_output_bind(c, top, o);
	if ((place = jcl_vec_add(c, &c->outputs, sizeof(*place))) != NULL)
		*place = o;
	/* In front of the first EXEC they are the job's. */
	if (c->step >= 0 &&
	    (place = jcl_vec_add(c, &c->step_outputs, sizeof(*place))) != NULL)
		*place = o;
	if (c->step < 0)
		c->job->noutputs = c->outputs.n;
}

/* --- IF ------------------------------------------------------------------- */

static void
new_clause(struct jcl_conv *c, struct jcl_if_open *open, bool otherwise)
{
	struct jcl_clause *clause = jcl_new(c, sizeof(*clause));

	if (clause == NULL)
		return;
	clause->condition = open->condition;
	clause->otherwise = otherwise;
	clause->outer = open->outer;
	open->clause = c->clause = clause;
}

static void
if_statement(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_if *condition;
	struct jcl_if_open *open;

	jcl_step_end(c);
	jcl_list(c, it, false);
	if (c->nifs == JCL_NESTING_MAX) {
		jcl_note(c, JCL_ERROR, NULL,
		    "IF statements are nested more than %d deep",
		    JCL_NESTING_MAX);
		c->stopped = true; /* ENDIFs would not fit */
		return;
	}
	if ((condition = jcl_new(c, sizeof(*condition))) == NULL)
		return;
	condition->stmt = c->item_stmt;
	condition->first_step = c->steps.n;
	if (!it->stmt->broken)
		condition->expr =
		    jcl_if_read(c, &it->stmt->field, &condition->abend);
	open = &c->ifs[c->nifs++];
	open->condition = condition;
	open->outer = c->clause;
	open->in_else = false;
	new_clause(c, open, false);
}

static void
else_statement(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_if_open *open;

	jcl_step_end(c);
	jcl_list(c, it, false);
	open = c->nifs > c->level->ifs ? &c->ifs[c->nifs - 1] : NULL;
	if (open == NULL || open->in_else) {
		jcl_note(c, JCL_ERROR, NULL, "ELSE without IF");
		return;
	}
	open->in_else = true;
	new_clause(c, open, true);
}

static void
endif_statement(struct jcl_conv *c, const struct jcl_item *it)
{
	jcl_step_end(c);
	jcl_list(c, it, false);
	if (c->nifs <= c->level->ifs) {
		jcl_note(c, JCL_ERROR, NULL, "ENDIF without IF");
		return;
	}
	c->clause = c->ifs[--c->nifs].outer;
}

/* Each IF of a procedure, and of the job, has its ENDIF in it. */
void
jcl_clause_check(struct jcl_conv *c)
{
	if (c->nifs <= c->level->ifs)
		return;
	if (!c->stopped)
		jcl_note(c, JCL_ERROR, NULL,
		    "ENDIF is missing for the IF of statement %d",
		    c->ifs[c->nifs - 1].condition->stmt);
	c->clause = c->ifs[c->level->ifs].outer;
	c->nifs = c->level->ifs;
}

/* --- PROC ----------------------------------------------------------------- */

/* An in-stream procedure: one statement of the job, up to its PEND. */
static void
define_procedure(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_instream_proc *p, **at;
	struct jcl_feed *f = c->feed;
	struct jcl_item in;
	bool ended = false;

	jcl_list(c, it, false);
	if ((p = jcl_new(c, sizeof(*p))) == NULL)
		return;
	p->name = it->stmt->name;
	p->source = it->source;
	p->first = f->at - 1;
	if (p->name[0] == '\0')
		jcl_say(c, MSG_IEFC663I, NULL, NULL, NULL);
	else if (!jcl_label_valid(p->name, strlen(p->name), 8))
		jcl_say(c, MSG_IEFC662I, NULL, NULL, NULL);
	while (!ended && f->at < f->end) {
		in.source = f->source;
		in.stmt = &f->source->stmts[f->at];
		in.style = f->style;
		if (in.stmt->kind == JCL_KIND_NULL)
			break;
		ended = in.stmt->kind == JCL_KIND_PEND;
		jcl_list_comment(c, &in);
		f->at++;
	}
	p->end = f->at;
	if (!ended)
		jcl_note(c, JCL_ERROR, NULL, "PEND is missing");
	if (++c->nprocs > JCL_PROCS_MAX) {
		jcl_note(c, JCL_ERROR, NULL,
		    "more than %d in-stream procedures", JCL_PROCS_MAX);
		c->stopped = true;
	}
	for (at = &c->procs; *at != NULL; at = &(*at)->next) {
		/* The first of a name is the one that is called. */
		if (strcmp((*at)->name, p->name) == 0)
			return;
	}
	*at = p;
}

void
jcl_procedure(struct jcl_conv *c, const struct jcl_item *it)
{
	if (c->level->depth == 0) {
		jcl_step_end(c);
		define_procedure(c, it);
		return;
	}
	jcl_list(c, it, false);
	if (c->level->steps > 0)
		jcl_note(c, JCL_ERROR, NULL, "PROC is not the first");
	proc_defaults(c, it);
}

static void
pend(struct jcl_conv *c, const struct jcl_item *it)
{
	if (c->level->depth > 0) {
		/* That of an in-stream procedure was listed with it. */
		if (it->style != '+')
			jcl_list(c, it, false);
		c->feed->at = c->feed->end;
		return;
	}
	jcl_list(c, it, false);
	jcl_note(c, JCL_ERROR, NULL, "PEND without PROC");
}

/* --- all of them ---------------------------------------------------------- */

void
jcl_statement(struct jcl_conv *c, const struct jcl_item *it)
{
	switch (it->stmt->kind) {
	case JCL_KIND_COMMENT:
	case JCL_KIND_NULL:
	case JCL_KIND_DELIMITER:
		jcl_list_comment(c, it);
		break;
	case JCL_KIND_JES2:
	case JCL_KIND_OTHER:
		jcl_list(c, it, false);
		break;
	case JCL_KIND_JOB:
		jcl_list(c, it, false);
		jcl_note(c, JCL_ERROR, NULL, "JOB in a procedure");
		break;
	case JCL_KIND_EXEC:
		jcl_exec(c, it);
		break;
	case JCL_KIND_DD:
		jcl_dd_statement(c, it);
		break;
	case JCL_KIND_PROC:
		jcl_procedure(c, it);
		break;
	case JCL_KIND_PEND:
		pend(c, it);
		break;
	case JCL_KIND_SET:
		jcl_set(c, it);
		break;
	case JCL_KIND_INCLUDE:
		include(c, it);
		break;
	case JCL_KIND_JCLLIB:
		jcllib(c, it);
		break;
	case JCL_KIND_IF:
		if_statement(c, it);
		break;
	case JCL_KIND_ELSE:
		else_statement(c, it);
		break;
	case JCL_KIND_ENDIF:
		endif_statement(c, it);
		break;
	case JCL_KIND_OUTPUT:
		output(c, it);
		break;
	case JCL_KIND_EXPORT:
		export_symbols(c, it);
		break;
	case JCL_KIND_BAD:
		jcl_list(c, it, false);
		jcl_say(c, MSG_IEFC605I, NULL, NULL, NULL);
		break;
	}
}

void
jcl_statements(struct jcl_conv *c)
{
	struct jcl_item it;

	while (!c->stopped && !c->nomem && jcl_next(c, &it)) {
		jcl_statement(c, &it);
		c->item = NULL;
	}
}
