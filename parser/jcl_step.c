/*
 * Steps and their DDs: EXEC begins a step, DDs go to it, what overrides them
 * is merged in, and at its end what was to be added is added.
 *
 * Overrides stand behind the EXEC that called the procedure, in the order of
 * its steps. Those of the step in hand are overs[lo] to overs[hi - 1]. The
 * parts of a concatenation pair one to one: the first override of a ddname
 * with the DD that has the name, those without a name behind it with those
 * behind that; more of them are added to the concatenation.
 */
#include <string.h>

#include "parser/jcl_int.h"

/* --- DDs ------------------------------------------------------------------ */

/* Keep a DD in the step in hand, or as the next of its concatenation. */
static void
keep_dd(struct jcl_conv *c, const char *name, struct jcl_dd *dd)
{
	struct jcl_dd **place;

	if (name[0] == '\0') {
		if (c->last_part == NULL) {
			jcl_say(c, MSG_IEFC663I, NULL, NULL, NULL);
			return;
		}
		dd->name = c->last_part->name;
		c->last_part->next = dd;
		c->last_part = dd;
		return;
	}
	if (c->dds.n >= JCL_DDS_MAX) {
		if (c->dds.n == JCL_DDS_MAX)
			jcl_note(c, JCL_ERROR, NULL,
			    "more than %d DDs in a step", JCL_DDS_MAX);
		c->stopped = true;
		return;
	}
	dd->name = name;
	if ((place = jcl_vec_add(c, &c->dds, sizeof(*place))) == NULL)
		return;
	*place = dd;
	c->last_part = dd;
}

/* A DD as it is to be: its nodes are merged. top NULL: it could not be read,
 * but it is there. */
static void
add_dd(struct jcl_conv *c, const struct jcl_item *it, const char *name,
    struct jcl_node *top, struct jcl_line *lines, int nlines)
{
	const struct jcl_stmt *s = it->stmt;
	struct jcl_dd *dd = jcl_new(c, sizeof(*dd));

	if (dd == NULL)
		return;
	dd->stmt = c->item_stmt;
	dd->member = it->source->member;
	dd->card = s->field.nruns > 0 ? s->field.runs[0].line : 0;
	if (s->card < it->source->ncards)
		dd->card = it->source->cards[s->card].line;
	dd->name = name;
	dd->lines = lines;
	dd->nlines = nlines;
	jcl_dd_bind(c, top, dd);
	keep_dd(c, name, dd);
}

struct jcl_line *
jcl_data(struct jcl_conv *c, const struct jcl_stmt *s)
{
	const char *text = s->field.text;
	struct jcl_line *lines;
	bool system;
	int i;

	if (s->nlines == 0 || strstr(text, "SYMBOLS=") == NULL ||
	    (strstr(text, "JCLONLY") == NULL &&
		strstr(text, "EXECSYS") == NULL &&
		strstr(text, "CNVTSYS") == NULL))
		return s->lines;
	system = strstr(text, "JCLONLY") == NULL;
	if ((lines = jcl_new(c, (size_t)s->nlines * sizeof(*lines))) == NULL)
		return NULL;
	for (i = 0; i < s->nlines; i++) {
		if (!jcl_substitute_line(
			&c->symbols, &s->lines[i], system, &lines[i])) {
			jcl_note(c, JCL_ERROR, NULL,
			    "line %d is too long, symbols substituted",
			    s->lines[i].card);
			return s->lines;
		}
	}
	return lines;
}

/* List an override and read its operands. */
static struct jcl_node *
over_operands(struct jcl_conv *c, struct jcl_over *o)
{
	o->used = true;
	jcl_list(c, &o->item, false);
	if (o->field == NULL)
		return NULL;
	return jcl_changed_nodes(c, o->field, o->changed);
}

static void
add_override(struct jcl_conv *c, struct jcl_over *o)
{
	struct jcl_node *top = over_operands(c, o);

	add_dd(c, &o->item, o->dd, top, o->lines, o->item.stmt->nlines);
}

/* The override with that place, or its comments; the next one's place. */
static int
list_comments(struct jcl_conv *c, struct jcl_level *l, int k, int end)
{
	for (; k < end && l->overs[k].comment; k++) {
		if (!l->overs[k].used)
			jcl_list_comment(c, &l->overs[k].item);
		l->overs[k].used = true;
	}
	return k;
}

/* The unnamed override that follows place k, or -1. */
static int
next_part(struct jcl_conv *c, struct jcl_level *l, int k)
{
	int next = k + 1;

	while (next < l->hi && l->overs[next].comment)
		next++;
	(void)c;
	return next < l->hi && l->overs[next].dd[0] == '\0' &&
		       !l->overs[next].used
		   ? next
		   : -1;
}

/* Behind the last DD of a concatenation: what overrides still add to it. */
static void
end_concatenation(struct jcl_conv *c)
{
	struct jcl_level *l = c->level;
	int k;

	while ((k = l->over_part) >= 0 && !c->stopped) {
		add_override(c, &l->overs[k]);
		l->over_part = next_part(c, l, k);
	}
	c->last_part = NULL;
}

static int
find_override(const struct jcl_level *l, const char *name)
{
	int k;

	for (k = l->lo; k < l->hi; k++) {
		if (!l->overs[k].used && !l->overs[k].comment &&
		    strcmp(l->overs[k].dd, name) == 0)
			return k;
	}
	return -1;
}

/* A DD and what overrides it. */
static void
overridden_dd(struct jcl_conv *c, const struct jcl_item *it, int k)
{
	struct jcl_level *l = c->level;
	struct jcl_over *o = &l->overs[k];
	struct jcl_line *lines = o->lines;
	struct jcl_node *top, *base;
	int nlines = o->item.stmt->nlines, i;

	for (i = k; i > l->lo && l->overs[i - 1].comment; i--)
		;
	list_comments(c, l, i, k);
	top = over_operands(c, o);
	jcl_list(c, it, true);
	base = jcl_operands(c, it);
	c->item = &o->item;
	if (lines == NULL) {
		lines = jcl_data(c, it->stmt);
		nlines = it->stmt->nlines;
	}
	top = top != NULL && base != NULL ? jcl_dd_merge(c, base, top) : NULL;
	add_dd(c, &o->item, it->stmt->name, top, lines, nlines);
	l->over_part = next_part(c, l, k);
}

/* Is there a step, or may the DD stand in front of the first one? */
static bool
has_place(struct jcl_conv *c, const char *name)
{
	if (c->step_open)
		return true;
	if (c->seen_exec || c->level->depth > 0)
		return false;
	return name[0] != '\0' ? jcl_word_in("JOBLIB JOBCAT SYSCHK", name)
			       : c->last_part != NULL;
}

void
jcl_dd_statement(struct jcl_conv *c, const struct jcl_item *it)
{
	const char *name = it->stmt->name;
	struct jcl_node *top;
	int k = -1;

	if (name[0] != '\0')
		end_concatenation(c);
	if (c->step_open && name[0] != '\0')
		k = find_override(c->level, name);
	else if (c->step_open)
		k = c->level->over_part;
	if (k >= 0) {
		overridden_dd(c, it, k);
		return;
	}
	jcl_list(c, it, false);
	if (name[0] != '\0' && strchr(name, '.') != NULL)
		jcl_say(c, MSG_IEFC611I, NULL, NULL, NULL);
	else if (name[0] != '\0' && !jcl_label_valid(name, strlen(name), 8))
		jcl_say(c, MSG_IEFC662I, NULL, NULL, NULL);
	if (!has_place(c, name)) {
		/* Once for a concatenation. */
		if (name[0] != '\0' || !c->dd_misplaced)
			jcl_say(c, MSG_IEFC606I, NULL, NULL, NULL);
		c->dd_misplaced = true;
		return;
	}
	c->dd_misplaced = false;
	top = jcl_operands(c, it);
	add_dd(c, it, name, top, jcl_data(c, it->stmt), it->stmt->nlines);
}

/* --- DDNAME --------------------------------------------------------------- */

static int
dd_at(const struct jcl_conv *c, const char *name, int from)
{
	struct jcl_dd **dds = c->dds.items;
	int i;

	for (i = from; i < c->dds.n; i++) {
		if (dds[i] != NULL && strcmp(dds[i]->name, name) == 0)
			return i;
	}
	return -1;
}

/*
 * Where do the other parts of a concatenation go that DDNAME names? Behind the
 * DD that refers to it; but when DDs stand between the two, behind the last of
 * them (JCL Reference, "References to concatenated data sets").
 */
static void
place_parts(struct jcl_dd **dds, int refers, int named, struct jcl_dd *parts)
{
	struct jcl_dd *dd;
	int i = named - 1;

	while (i > refers && dds[i] == NULL)
		i--;
	dds[refers]->next = NULL;
	for (dd = dds[i]; dd->next != NULL; dd = dd->next)
		;
	dd->next = parts;
	for (; parts != NULL; parts = parts->next)
		parts->name = dd->name;
}

/* The DD that DDNAME names, further down, is put in its place. */
static void
resolve_ddnames(struct jcl_conv *c)
{
	struct jcl_dd **dds = c->dds.items, *dd;
	const char *name, *ddname;
	int i, k, n = 0;

	for (i = 0; i < c->dds.n; i++) {
		if ((dd = dds[i]) == NULL || dd->ddname == NULL)
			continue;
		name = dd->name;
		ddname = dd->ddname;
		if ((k = dd_at(c, ddname, i + 1)) < 0) {
			dd->dummy = true;
			jcl_say(c, MSG_IEF686I, NULL, NULL, NULL);
			continue;
		}
		*dd = *dds[k];
		dd->ddname = ddname;
		dd->name = name;
		place_parts(dds, i, k, dds[k]->next);
		dds[k] = NULL;
	}
	for (i = 0; i < c->dds.n; i++) {
		if (dds[i] != NULL)
			dds[n++] = dds[i];
	}
	c->dds.n = n;
}

/* --- steps ---------------------------------------------------------------- */

/* DDs that no DD of the procedure has the name of. */
static void
add_overrides(struct jcl_conv *c)
{
	struct jcl_level *l = c->level;
	int k;

	end_concatenation(c);
	for (k = l->lo; k < l->hi && !c->stopped; k++) {
		if (l->overs[k].comment) {
			list_comments(c, l, k, k + 1);
			continue;
		}
		if (!l->overs[k].used)
			add_override(c, &l->overs[k]);
	}
	l->next_over = l->hi;
}

/* DDs and outputs of the step in hand are complete. */
static void
keep_step(struct jcl_conv *c)
{
	struct jcl_step *s = (struct jcl_step *)c->steps.items + c->step;

	s->dds = c->dds.items;
	s->ndds = c->dds.n;
	s->outputs = c->step_outputs.items;
	s->noutputs = c->step_outputs.n;
}

void
jcl_step_end(struct jcl_conv *c)
{
	if (!c->seen_exec && c->dds.n > 0 && c->job->ndds == 0) {
		c->job->dds = c->dds.items;
		c->job->ndds = c->dds.n;
		memset(&c->dds, 0, sizeof(c->dds));
	}
	if (c->step_open) {
		add_overrides(c);
		resolve_ddnames(c);
		keep_step(c);
	}
	c->step_open = false;
	c->last_part = NULL;
	memset(&c->dds, 0, sizeof(c->dds));
	memset(&c->step_outputs, 0, sizeof(c->step_outputs));
}

/* Which overrides are for a step of this name? They stand in the order of the
 * steps, so they begin where those of the step before ended. */
static void
choose_overrides(struct jcl_level *l, const char *name)
{
	struct jcl_over *o;
	int k;

	l->lo = l->hi = l->next_over;
	l->over_part = -1;
	for (k = l->lo; k < l->novers; k++) {
		o = &l->overs[k];
		if (o->comment)
			continue;
		if (o->step == NULL ? l->steps != 1
				    : strcmp(o->step, name) != 0)
			break;
		l->hi = k + 1;
	}
}

static struct jcl_node *
find_key(struct jcl_node *top, const char *keyword)
{
	struct jcl_node *n;

	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_KEY && strcmp(n->text, keyword) == 0)
			return n;
	}
	return NULL;
}

static void
drop_key(struct jcl_node *top, const char *keyword)
{
	struct jcl_node *n;

	while ((n = find_key(top, keyword)) != NULL) {
		n->kind = JCL_NODE_EMPTY;
		n->first = n->last = NULL;
	}
}

static void
lay_over(struct jcl_conv *c, struct jcl_node *top, struct jcl_exec_over *o)
{
	struct jcl_node *n;

	o->used = true;
	drop_key(top, o->keyword);
	if (strcmp(o->keyword, "PARM") == 0)
		drop_key(top, "PARMDD");
	if (strcmp(o->keyword, "PARMDD") == 0)
		drop_key(top, "PARM");
	if (jcl_empty(o->node->first) || (n = jcl_new(c, sizeof(*n))) == NULL)
		return; /* KEYWORD= takes it away */
	*n = *o->node;
	n->next = NULL;
	n->text = o->keyword;
	n->len = strlen(o->keyword);
	top->last->next = n;
	top->last = n;
}

/*
 * PARM.STEP= is for that step; PARM= for the first, and the others lose
 * theirs; other keywords without a step are for all.
 */
static void
override_exec(struct jcl_conv *c, struct jcl_node *top, const char *name)
{
	struct jcl_level *l = c->level;
	struct jcl_exec_over *o;
	bool parm;
	int i;

	for (i = 0; i < l->nexecs; i++) {
		o = &l->execs[i];
		parm = strncmp(o->keyword, "PARM", 4) == 0;
		if (o->procstep != NULL)
			continue;
		if (!parm || l->steps == 1) {
			lay_over(c, top, o);
		} else {
			drop_key(top, "PARM");
			drop_key(top, "PARMDD");
		}
	}
	for (i = 0; i < l->nexecs; i++) {
		o = &l->execs[i];
		if (o->procstep != NULL && strcmp(o->procstep, name) == 0)
			lay_over(c, top, o);
	}
}

/* In the name field of EXEC what stands in front of a period is ignored. */
const char *
jcl_step_name(const struct jcl_stmt *s)
{
	const char *dot = strchr(s->name, '.');

	return dot != NULL ? dot + 1 : s->name;
}

/* A step, even of an EXEC that cannot be read: its DDs have their place. */
static void
new_step(struct jcl_conv *c, const struct jcl_item *it, struct jcl_node *top)
{
	struct jcl_step s = {0}, *place;
	int *serial;

	s.name = jcl_step_name(it->stmt);
	s.caller = c->level->caller;
	s.proc = c->level->proc;
	s.stmt = c->item_stmt;
	s.card = it->source->cards[it->stmt->card].line;
	s.member = it->source->member;
	s.region = -1;
	s.clause = c->clause;
	if (top != NULL)
		jcl_exec_bind(c, top, &s);
	place = jcl_vec_add(c, &c->steps, sizeof(*place));
	serial = jcl_vec_add(c, &c->step_levels, sizeof(*serial));
	if (place == NULL || serial == NULL)
		return;
	*place = s;
	*serial = c->level->serial;
	c->step = c->steps.n - 1;
	c->step_open = true;
}

/* What a call names: a positional parameter or PROC=; NULL: PGM. */
static const struct jcl_node *
called(struct jcl_node *top)
{
	struct jcl_node *n = find_key(top, "PROC");

	if (n != NULL)
		return n->first;
	n = top->first;
	return n->kind == JCL_NODE_WORD || n->kind == JCL_NODE_QUOTED ? n
								      : NULL;
}

void
jcl_exec(struct jcl_conv *c, const struct jcl_item *it)
{
	const char *name = jcl_step_name(it->stmt);
	const struct jcl_node *proc = NULL;
	struct jcl_node *top;

	jcl_step_end(c);
	c->seen_exec = true;
	jcl_list(c, it, false);
	c->level->steps++;
	choose_overrides(c->level, name);
	if (name[0] != '\0' && !jcl_label_valid(name, strlen(name), 8))
		jcl_say(c, MSG_IEFC662I, NULL, NULL, NULL);
	if (c->steps.n >= JCL_STEPS_MAX) {
		jcl_say(c, MSG_IEFC602I, NULL, NULL, NULL);
		c->stopped = true;
		return;
	}
	top = jcl_operands(c, it);
	if (top != NULL) {
		override_exec(c, top, name);
		if (find_key(top, "PGM") == NULL)
			proc = called(top);
	}
	if (proc != NULL)
		jcl_call(c, it, top, proc);
	else
		new_step(c, it, top);
}
