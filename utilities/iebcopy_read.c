/* IEBCOPY: PARM and the statements COPY, INDD, SELECT and EXCLUDE. */
#include <stdio.h>
#include <string.h>

#include "utilities/iebcopy_int.h"

static bool
wrong(struct copy *c, const char *what)
{
	utility_note(&c->u, COPY_FAILED, "%s", what);
	return false;
}

/* --- PARM ------------------------------------------------------------------
 */

static bool
parm_word(struct copy *c, const char *word)
{
	static const char *const without_effect[] = {"CMWA=", "COPY", "COPYMOD",
	    "LC=", "LPSZ=", "SIZE=", "SPCLCMOD", "WORK="};
	const size_t n = sizeof(without_effect) / sizeof(without_effect[0]);

	if (strcmp(word, "REPLACE") == 0)
		c->replace = true;
	else if (strcmp(word, "COMPRESS") == 0)
		c->compress = true;
	else if (strcmp(word, "LIST=NO") == 0)
		c->list = false;
	else if (strcmp(word, "RC4NOREPL") == 0)
		c->noreplace4 = true;
	else if (strcmp(word, "LIST=YES") != 0) {
		for (size_t i = 0; i < n; i++)
			if (strncmp(word, without_effect[i],
				strlen(without_effect[i])) == 0)
				return true;
		utility_note(
		    &c->u, COPY_FAILED, "%.40s IS NO WORD OF PARM", word);
		return false;
	}
	return true;
}

bool
copy_read_parm(struct copy *c)
{
	char *word, *save = NULL, *parm;

	c->list = true;
	if (c->u.run->parm == NULL)
		return true;
	parm = arena_strndup(c->arena, c->u.run->parm, strlen(c->u.run->parm));
	if (parm == NULL)
		return wrong(c, "NO MEMORY");
	for (word = strtok_r(parm, ", ", &save); word != NULL;
	     word = strtok_r(NULL, ", ", &save))
		if (!parm_word(c, word))
			return false;
	return true;
}

/* --- operands --------------------------------------------------------------
 */

/* By its full spelling or its first letter. */
static bool
is_key(const struct control_value *v, const char *key)
{
	return strcmp(v->key, key) == 0 ||
	       (v->key[0] == key[0] && v->key[1] == '\0');
}

static bool
is_op(const struct control_stmt *s, const char *op, const char *brief)
{
	return strcmp(s->op, op) == 0 || strcmp(s->op, brief) == 0;
}

static bool
read_input(
    struct copy *c, struct copy_step *step, const struct control_value *v)
{
	const struct control_value *dd = v, *r = NULL;
	struct copy_input *in = arena_alloc(c->arena, sizeof(*in)), **tail;

	if (in == NULL)
		return wrong(c, "NO MEMORY");
	if (v->is_list) {
		dd = v->list;
		r = dd->next;
	}
	if (!control_name(dd, in->dd, sizeof(in->dd)) ||
	    (r != NULL && (!control_is(r, "R") || r->next != NULL)))
		return wrong(c, "INDD= IS A DDNAME, (DDNAME,R) OR A LIST");
	in->replace = r != NULL || c->replace;
	for (tail = &step->inputs; *tail != NULL; tail = &(*tail)->next)
		continue;
	*tail = in;
	return true;
}

/* INDD=A, INDD=(A,B), INDD=((A,R),B) */
static bool
read_inputs(
    struct copy *c, struct copy_step *step, const struct control_value *v)
{
	const struct control_value *each = control_values(v);

	if (control_empty(each))
		return wrong(c, "INDD= NEEDS A DDNAME");
	if (!v->is_list)
		return read_input(c, step, v);
	/* (A,R) in single parentheses are the DDs A and R */
	for (; each != NULL; each = each->next)
		if (!read_input(c, step, each))
			return false;
	return true;
}

static bool
member_name(const struct control_value *v, char out[MEMBER_MAX + 1])
{
	return control_name(v, out, MEMBER_MAX + 1) &&
	       (member_valid(out, strlen(out)) || ds_member_generic(out));
}

/* A, or (A,B,R) with B and R left out or not. */
static bool
read_name(struct copy *c, const struct control_value *v, bool select,
    struct copy_name ***tailp)
{
	const struct control_value *from = v, *to = NULL, *r = NULL;
	struct copy_name *n = arena_alloc(c->arena, sizeof(*n));

	if (n == NULL)
		return wrong(c, "NO MEMORY");
	if (v->is_list && select) {
		from = v->list;
		to = from->next;
		r = to != NULL ? to->next : NULL;
	}
	if (!member_name(from, n->name) ||
	    (!control_empty(to) && (!control_name(to, n->to, sizeof(n->to)) ||
				       !member_valid(n->to, strlen(n->to)) ||
				       ds_member_generic(n->name))) ||
	    (r != NULL && (!control_is(r, "R") || r->next != NULL)))
		return wrong(c, "MEMBER= IS A NAME, (NAME,NEW,R) OR A LIST");
	n->replace = r != NULL;
	**tailp = n;
	*tailp = &n->next;
	return true;
}

static bool
read_names(struct copy *c, struct copy_step *step,
    const struct control_stmt *stmt, bool select)
{
	struct copy_name **tail = select ? &step->select : &step->exclude;
	const struct control_value *v, *each;

	if ((select ? step->exclude : step->select) != NULL)
		return wrong(c, "SELECT AND EXCLUDE EXCLUDE EACH OTHER");
	while (*tail != NULL)
		tail = &(*tail)->next;
	for (v = stmt->operands; v != NULL; v = v->next) {
		if (!is_key(v, "MEMBER"))
			return wrong(c, "ONLY MEMBER= GOES HERE");
		for (each = control_values(v); each != NULL; each = each->next)
			if (!read_name(c, each, select, &tail))
				return false;
	}
	return (select ? step->select : step->exclude) != NULL ||
	       wrong(c, "MEMBER= IS MISSING");
}

/* --- operations ------------------------------------------------------------
 */

static struct copy_step *
add_step(struct copy *c, struct copy_op *op)
{
	struct copy_step *s = arena_alloc(c->arena, sizeof(*s)), **tail;

	if (s == NULL) {
		wrong(c, "NO MEMORY");
		return NULL;
	}
	for (tail = &op->steps; *tail != NULL; tail = &(*tail)->next)
		continue;
	*tail = s;
	return s;
}

static bool
is_copy(const struct control_stmt *s)
{
	return is_op(s, "COPY", "C") || is_op(s, "COPYGRP", "CG") ||
	       is_op(s, "COPYMOD", "CM");
}

static bool
read_copy(struct copy *c, const struct control_stmt *s, struct copy_op *op,
    struct copy_step *step)
{
	const struct control_value *v;

	op->group = is_op(s, "COPYGRP", "CG");
	op->list = c->list;
	for (v = s->operands; v != NULL; v = v->next) {
		if (is_key(v, "OUTDD")) {
			if (!control_name(v, op->out, sizeof(op->out)))
				return wrong(c, "OUTDD= NEEDS A DDNAME");
		} else if (is_key(v, "INDD")) {
			if (!read_inputs(c, step, v))
				return false;
		} else if (is_key(v, "LIST")) {
			op->list = control_is(v, "YES");
			if (!op->list && !control_is(v, "NO"))
				return wrong(c, "LIST= IS YES OR NO");
		} else if (strcmp(v->key, "MAXBLK") != 0 &&
			   strcmp(v->key, "MINBLK") != 0) {
			return wrong(c, "AN OPERAND OF COPY IS NOT KNOWN");
		}
	}
	return op->out[0] != '\0' || wrong(c, "OUTDD= IS MISSING");
}

/* A statement behind COPY. */
static bool
read_more(struct copy *c, const struct control_stmt *s, struct copy_op *op,
    struct copy_step **stepp)
{
	const struct control_value *v = s->operands;
	struct copy_step *step = *stepp;

	if (is_op(s, "SELECT", "S"))
		return read_names(c, step, s, true);
	if (is_op(s, "EXCLUDE", "E"))
		return read_names(c, step, s, false);
	if (s->op[0] != '\0' || v == NULL || !is_key(v, "INDD"))
		return wrong(c, s->op[0] == '\0' && s->label[0] != '\0'
				    ? "AN OPERATION DOES NOT BEGIN IN COLUMN 1"
				    : "THIS IS NO STATEMENT OF IEBCOPY");
	/* behind names another step begins */
	if ((step->select != NULL || step->exclude != NULL) &&
	    (step = *stepp = add_step(c, op)) == NULL)
		return false;
	return read_inputs(c, step, v) &&
	       (v->next == NULL || wrong(c, "INDD= STANDS ALONE"));
}

/* Without a statement all of SYSUT1 goes to SYSUT2. */
static struct copy_op *
whole(struct copy *c)
{
	struct copy_op *op = arena_alloc(c->arena, sizeof(*op));
	struct copy_step *step = op != NULL ? add_step(c, op) : NULL;
	struct copy_input *in = arena_alloc(c->arena, sizeof(*in));

	if (step == NULL || in == NULL)
		return NULL;
	snprintf(op->out, sizeof(op->out), "SYSUT2");
	snprintf(in->dd, sizeof(in->dd), c->compress ? "SYSUT2" : "SYSUT1");
	in->replace = c->replace;
	op->list = c->list;
	step->inputs = in;
	return op;
}

struct copy_op *
copy_read(struct copy *c)
{
	const bool first = !c->pending;
	struct control_stmt s = c->next;
	struct copy_step *step;
	struct copy_op *op;

	if (!c->pending && !utility_next(&c->u, c->arena, false, &s, NULL))
		return copy_well(c) && first && c->op == NULL ? whole(c) : NULL;
	c->pending = false;
	if (!is_copy(&s)) {
		wrong(
		    c, s.op[0] == '\0' || s.label[0] != '\0'
			   ? "COPY IS MISSING: AN OPERATION DOES NOT BEGIN IN "
			     "COLUMN 1"
			   : "COPY IS MISSING IN FRONT");
		return NULL;
	}
	op = arena_alloc(c->arena, sizeof(*op));
	if (op == NULL || (step = add_step(c, op)) == NULL ||
	    !read_copy(c, &s, op, step))
		return NULL;
	while (utility_next(&c->u, c->arena, false, &s, NULL)) {
		if (is_copy(&s)) {
			c->pending = true;
			c->next = s;
			break;
		}
		if (!read_more(c, &s, op, &step))
			return NULL;
	}
	for (step = op->steps; copy_well(c) && step != NULL; step = step->next)
		if (step->inputs == NULL)
			wrong(c, "INDD= IS MISSING");
	return copy_well(c) ? op : NULL;
}
