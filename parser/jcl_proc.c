/*
 * Calling a procedure: its text, its symbols, what stands behind the EXEC to
 * override it, and the statements of its body.
 */
#include <stdio.h>
#include <string.h>

#include "parser/jcl_int.h"

/* --- members -------------------------------------------------------------- */

struct cached {
	enum jcl_member_kind kind;
	const char *name;
	const struct jcl_source *source; /* NULL: it is not there */
	const char *how;
};

static struct cached *
find_cached(struct jcl_conv *c, enum jcl_member_kind kind, const char *name)
{
	struct cached *p = c->cache.items;
	int i;

	for (i = 0; i < c->cache.n; i++) {
		if (p[i].kind == kind && strcmp(p[i].name, name) == 0)
			return &p[i];
	}
	return NULL;
}

/* Ask the caller for the member; false: it is not there. */
static bool
ask(struct jcl_conv *c, enum jcl_member_kind kind, const char *name,
    struct jcl_member *m)
{
	int got;

	if (c->ops == NULL || c->ops->member == NULL)
		return false;
	got = c->ops->member(
	    c->ops->ctx, kind, name, c->order.items, c->order.n, m);
	if (got < 0)
		jcl_note(c, JCL_ERROR, NULL, "member %s cannot be read", name);
	return got > 0;
}

const struct jcl_source *
jcl_fetch(struct jcl_conv *c, enum jcl_member_kind kind, const char *name,
    const char **howp)
{
	struct cached one = {.kind = kind, .name = name}, *p;
	struct jcl_member m = {0};
	struct jcl_source *s;
	char how[80];

	if ((p = find_cached(c, kind, name)) != NULL) {
		*howp = p->how;
		return p->source;
	}
	if (ask(c, kind, name, &m)) {
		if ((s = jcl_new(c, sizeof(*s))) == NULL)
			return NULL;
		if (!jcl_source_read(c->arena, m.text, m.len, name,
			c->options != NULL && c->options->fold, s)) {
			c->nomem = true;
			return NULL;
		}
		snprintf(how, sizeof(how), "%s LIBRARY %.44s",
		    m.private ? "PRIVATE" : "SYSTEM",
		    m.library != NULL ? m.library : "");
		one.source = s;
		one.how = jcl_dup(c, how, strlen(how));
	}
	*howp = one.how;
	if (c->cache.n < JCL_CACHED_MAX &&
	    (p = jcl_vec_add(c, &c->cache, sizeof(*p))) != NULL)
		*p = one;
	return one.source;
}

/* --- what stands behind the EXEC ------------------------------------------ */

/* "STEP.DD", "DD", "": an override's step and ddname. A name without a step
 * is for the step of the one before, the first's for the first step. */
static void
name_override(
    struct jcl_conv *c, struct jcl_over *o, const struct jcl_over *before)
{
	const char *name = o->item.stmt->name, *dot = strchr(name, '.');

	o->step = before != NULL ? before->step : NULL;
	o->dd = name;
	if (dot != NULL) {
		o->step = jcl_dup(c, name, (size_t)(dot - name));
		o->dd = dot + 1;
	}
}

static void
gather(struct jcl_conv *c, struct jcl_vec *overs, const struct jcl_item *it)
{
	struct jcl_over *o, *before;

	if ((o = jcl_vec_add(c, overs, sizeof(*o))) == NULL)
		return;
	memset(o, 0, sizeof(*o));
	o->item = *it;
	o->comment = it->stmt->kind != JCL_KIND_DD;
	if (o->comment)
		return;
	for (before = o; before > (struct jcl_over *)overs->items;) {
		if (!(--before)->comment)
			break;
	}
	name_override(c, o, before < o && !before->comment ? before : NULL);
	o->field = jcl_substituted(c, it->stmt, &o->changed);
	o->lines = jcl_data(c, it->stmt);
}

/* Read up to the statement that ends the step. */
static void
read_overrides(struct jcl_conv *c, struct jcl_vec *overs)
{
	struct jcl_item it;

	while (!c->stopped && !c->nomem && jcl_next(c, &it)) {
		switch (it.stmt->kind) {
		case JCL_KIND_DD:
		case JCL_KIND_COMMENT:
		case JCL_KIND_DELIMITER:
			gather(c, overs, &it);
			break;
		case JCL_KIND_SET:
		case JCL_KIND_INCLUDE:
		case JCL_KIND_JCLLIB:
		case JCL_KIND_JES2:
		case JCL_KIND_OTHER:
		case JCL_KIND_OUTPUT:
		case JCL_KIND_EXPORT:
		case JCL_KIND_BAD:
			jcl_statement(c, &it);
			break;
		default:
			c->feed->at--;
			return;
		}
	}
}

/* --- parameters of the call ----------------------------------------------- */

static bool
set_symbol(struct jcl_conv *c, const struct jcl_node *n)
{
	const char *text;
	size_t len;

	if (jcl_symbol_here(&c->symbols, n->text) != NULL)
		return true; /* coded twice: the first counts */
	if ((text = jcl_symbol_text(c, n->first, &len)) == NULL)
		return true;
	return jcl_symbol_set(&c->symbols, n->text, text, len, NULL);
}

static void
keep_exec_over(struct jcl_conv *c, struct jcl_vec *execs, struct jcl_node *n)
{
	const char *dot = strchr(n->text, '.');
	struct jcl_exec_over *o;
	const char *keyword = n->text;

	if (dot != NULL)
		keyword = jcl_dup(c, n->text, (size_t)(dot - n->text));
	if (keyword == NULL)
		return;
	if (!jcl_exec_keyword(keyword) || strcmp(keyword, "PGM") == 0) {
		jcl_say(c, MSG_IEFC630I, n, n->text, jcl_on(c));
		return;
	}
	if ((o = jcl_vec_add(c, execs, sizeof(*o))) == NULL)
		return;
	memset(o, 0, sizeof(*o));
	o->keyword = keyword;
	o->procstep = dot != NULL ? dot + 1 : NULL;
	o->node = n;
}

/* Keywords of EXEC override steps, all others are symbols; these belong to the
 * level of the procedure, which has begun. */
static void
read_parameters(struct jcl_conv *c, struct jcl_node *top,
    const struct jcl_node *proc, struct jcl_vec *execs)
{
	struct jcl_node *n;

	for (n = top->first; n != NULL; n = n->next) {
		if (n == proc || n->first == proc || n->kind == JCL_NODE_EMPTY)
			continue;
		if (n->kind != JCL_NODE_KEY) {
			jcl_say(c, MSG_IEF640I, n, jcl_on(c), NULL);
			continue;
		}
		if (strchr(n->text, '.') != NULL || jcl_exec_keyword(n->text))
			keep_exec_over(c, execs, n);
		else if (!jcl_label_valid(n->text, n->len, 8))
			jcl_say(c, MSG_IEFC630I, n, n->text, jcl_on(c));
		else if (!set_symbol(c, n))
			c->nomem = true;
	}
}

/* --- the call ------------------------------------------------------------- */

static const struct jcl_instream_proc *
find_instream(const struct jcl_conv *c, const char *name)
{
	const struct jcl_instream_proc *p;

	for (p = c->procs; p != NULL; p = p->next) {
		if (strcmp(p->name, name) == 0)
			return p;
	}
	return NULL;
}

/* Make the procedure's statements the feed. */
static bool
open_procedure(struct jcl_conv *c, const struct jcl_node *n)
{
	static const char instream[] = "INSTREAM PROCEDURE DEFINITION";
	const struct jcl_instream_proc *p;
	const struct jcl_source *s;
	const char *how = NULL, *name;

	if (!jcl_name(c, n, "PROC", 8, &name))
		return false;
	if (c->level->depth > JCL_NESTING_MAX) {
		jcl_note(c, JCL_ERROR, n,
		    "procedures are nested more than %d deep", JCL_NESTING_MAX);
		return false;
	}
	c->level->proc = name;
	if ((p = find_instream(c, name)) != NULL) {
		jcl_say(c, MSG_IEFC001I, NULL, name, instream);
		return jcl_feed_push(c, p->source, p->first, p->end, '+');
	}
	if ((s = jcl_fetch(c, JCL_PROCEDURE, name, &how)) == NULL) {
		jcl_say(c, MSG_IEFC612I, n, name, NULL);
		return false;
	}
	jcl_say(c, MSG_IEFC001I, NULL, name, how);
	return jcl_feed_push(c, s, 0, s->nstmts, 'X');
}

/* What no step of the procedure took. */
static void
leftovers(
    struct jcl_conv *c, const struct jcl_item *call, int call_stmt, bool found)
{
	struct jcl_level *l = c->level;
	int k;

	for (k = 0; k < l->novers && !c->stopped; k++) {
		if (l->overs[k].used)
			continue;
		if (l->overs[k].comment) {
			jcl_list_comment(c, &l->overs[k].item);
			continue;
		}
		jcl_list(c, &l->overs[k].item, false);
		if (found && l->overs[k].dd[0] != '\0')
			jcl_say(c, MSG_IEFC611I, NULL, NULL, NULL);
	}
	c->item = call;
	c->item_stmt = call_stmt;
	for (k = 0; k < l->nexecs && found; k++) {
		if (!l->execs[k].used)
			jcl_say(c, MSG_IEFC611I, l->execs[k].node, NULL, NULL);
	}
}

/* A symbol that EXEC set must be on the PROC statement or be used. */
static void
unused_symbols(struct jcl_conv *c)
{
	const struct jcl_symbol *p;

	for (p = c->symbols.of_level[c->symbols.level]; p != NULL;
	     p = p->peer) {
		if (!p->declared && !p->used && p->by_exec)
			jcl_say(c, MSG_IEFC657I, NULL, p->name, NULL);
	}
}

static void
mark_by_exec(struct jcl_conv *c)
{
	struct jcl_symbol *p;

	for (p = c->symbols.of_level[c->symbols.level]; p != NULL; p = p->peer)
		p->by_exec = true;
}

static void
run_procedure(struct jcl_conv *c, struct jcl_level *l,
    const struct jcl_item *call, int call_stmt, struct jcl_node *top,
    const struct jcl_node *proc)
{
	struct jcl_feed *outer = c->feed;
	struct jcl_vec execs = {0};
	bool found;

	c->level = l;
	jcl_symbols_push(&c->symbols);
	c->item = call;
	c->item_stmt = call_stmt;
	read_parameters(c, top, proc, &execs);
	mark_by_exec(c);
	l->execs = execs.items;
	l->nexecs = execs.n;
	c->feed = NULL;
	found = open_procedure(c, proc);
	if (found) {
		jcl_statements(c);
		jcl_step_end(c);
		jcl_clause_check(c);
	}
	leftovers(c, call, call_stmt, found);
	if (found)
		unused_symbols(c);
	jcl_symbols_pop(&c->symbols);
	c->level = l->outer;
	c->feed = outer;
}

void
jcl_call(struct jcl_conv *c, const struct jcl_item *it, struct jcl_node *top,
    const struct jcl_node *proc)
{
	struct jcl_level l = {0};
	struct jcl_vec overs = {0};
	int call_stmt = c->item_stmt;

	read_overrides(c, &overs);
	l.outer = c->level;
	l.caller = jcl_step_name(it->stmt);
	l.overs = overs.items;
	l.novers = overs.n;
	l.over_part = -1;
	l.ifs = c->nifs;
	l.serial = ++c->serials;
	l.depth = c->level->depth + 1;
	run_procedure(c, &l, it, call_stmt, top, proc);
}
