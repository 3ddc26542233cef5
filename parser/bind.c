/*
 * Tree and descriptor table to parameters.
 *
 * Items are checked in the order coded and the first fault ends it, so that a
 * command has one error at most. When all was read without one, defaults are
 * filled in and then what is missing or inconsistent is looked for.
 */
#include <string.h>

#include "parser/bind_int.h"

void
ams_insert(char out[AMS_INSERT_MAX + 1], const char *item, size_t len)
{
	if (len > AMS_INSERT_MAX)
		len = AMS_INSERT_MAX;
	memcpy(out, item, len);
	out[len] = '\0';
}

/* --- faults: each returns false ------------------------------------------ */

bool
bind_fail_text(
    struct bind *b, enum msg_id id, size_t end, const char *s, size_t len)
{
	b->err->set = true;
	b->err->id = id;
	b->err->end = end;
	b->err->at = end >= len ? end - len : 0;
	ams_insert(b->err->insert, s, len);
	return false;
}

bool
bind_fail(struct bind *b, enum msg_id id, const struct ams_node *n)
{
	bind_fail_text(b, id, n->span.at + n->span.len, n->item, n->item_len);
	b->err->at = n->span.at;
	return false;
}

bool
bind_fail_end(struct bind *b, enum msg_id id, const char *keyword)
{
	b->err->at_end = true;
	return bind_fail_text(b, id, 0, keyword, strlen(keyword));
}

bool
bind_no_memory(struct bind *b)
{
	b->err->set = b->err->nomem = b->err->at_end = true;
	b->err->id = MSG_IDC3004I;
	return false;
}

/* --- lists --------------------------------------------------------------- */

int
bind_values_max(const struct ams_desc *d)
{
	return d->values_max > 0 ? d->values_max : 1;
}

int
bind_values_min(const struct ams_desc *d)
{
	return d->values_max > 0 ? d->values_min : 1;
}

bool
bind_new_values(struct bind *b, struct ams_param *p, int n)
{
	int most = bind_values_max(p->desc);

	if (p->desc->dflt != NULL && n < most)
		n = most;
	p->values = arena_alloc(b->arena, (size_t)n * sizeof(*p->values) + 1);
	return p->values != NULL || bind_no_memory(b);
}

struct ams_param *
bind_add_param(struct bind *b, struct ams_plist *l, const struct ams_desc *d,
    const struct ams_node *n)
{
	struct ams_param *p = &l->params[l->nparams++];

	p->desc = d;
	if (n != NULL)
		cards_pos(b->cards, n->span.at, &p->line, &p->column);
	return p;
}

static bool bind_list(struct bind *b, const struct ams_desc *table,
    const struct ams_node *items, struct ams_plist **listp);

/* Which message says that a value is one too many? One value is closed by a
 * parenthesis, a pair are positional parameters, more are a list. */
static bool
too_many(struct bind *b, const struct ams_desc *d, const struct ams_node *first,
    const struct ams_node *before)
{
	if (bind_values_max(d) == 1)
		return bind_fail(b, MSG_IDC3209I, before);
	if (bind_values_max(d) == 2)
		return bind_fail(b, MSG_IDC3200I, before);
	return bind_fail(b, MSG_IDC3223I, first);
}

/* Is this item of a value list a sub-parameter's keyword instead? */
static bool
starts_sub(const struct ams_desc *d, const struct ams_node *n, int taken)
{
	return d->sub != NULL && taken >= bind_values_min(d) &&
	       n->kind == AMS_NODE_WORD && n->password == NULL &&
	       ams_desc_find(d->sub, n->text, n->len) != NULL;
}

/* The values from item on; what is left belongs to the sub-parameters. */
static bool
bind_values(struct bind *b, struct ams_param *p, const struct ams_node *item)
{
	const struct ams_desc *d = p->desc;
	const struct ams_node *n, *before = NULL;
	struct ams_node rest = {.kind = AMS_NODE_LIST};
	int count = 0;

	for (n = item; n != NULL && count < bind_values_max(d); n = n->next)
		count++;
	if (!bind_new_values(b, p, count))
		return false;
	for (n = item; n != NULL; before = n, n = n->next) {
		if (starts_sub(d, n, p->nvalues))
			break;
		if (p->nvalues >= bind_values_max(d))
			return too_many(b, d, item, before);
		if (!bind_value(b, d, p->nvalues, n, &p->values[p->nvalues]))
			return false;
		p->nvalues++;
	}
	if (n == NULL)
		return true;
	rest.first = (struct ams_node *)n;
	return bind_list(b, d->sub, &rest, &p->sub);
}

static bool
bind_sublists(struct bind *b, struct ams_param *p, const struct ams_node *list)
{
	const struct ams_node *n;
	int count = 0;

	/* A single one may stand in single parentheses. */
	if (list->first->kind != AMS_NODE_LIST) {
		if (!bind_new_values(b, p, 1))
			return false;
		p->nvalues = 1;
		cards_pos(b->cards, list->first->span.at, &p->values[0].line,
		    &p->values[0].column);
		return bind_list(b, p->desc->sub, list, &p->values[0].sub);
	}
	for (n = list->first; n != NULL && count < bind_values_max(p->desc);
	     n = n->next)
		count++;
	if (!bind_new_values(b, p, count))
		return false;
	for (n = list->first; n != NULL; n = n->next) {
		if (n->kind != AMS_NODE_LIST)
			return bind_fail(b, MSG_IDC3210I, n);
		if (p->nvalues >= bind_values_max(p->desc))
			return bind_fail(b, MSG_IDC3218I, n);
		cards_pos(b->cards, n->span.at, &p->values[p->nvalues].line,
		    &p->values[p->nvalues].column);
		if (!bind_list(b, p->desc->sub, n, &p->values[p->nvalues].sub))
			return false;
		p->nvalues++;
	}
	return true;
}

/* "()": the right parenthesis has nothing in front of it. */
static bool
fail_empty(struct bind *b, const struct ams_node *list)
{
	size_t at = list->span.at + 1;

	at += strspn(b->text + at, " ,") + 1;
	return bind_fail_text(b, MSG_IDC3205I, at, ")", 1);
}

/* A keyword, its spelling found: what is in its parentheses. */
static bool
bind_keyword(struct bind *b, struct ams_param *p, const struct ams_node *kw)
{
	const struct ams_desc *d = p->desc;

	if (d->type == AMS_FLAG)
		return kw->list == NULL || bind_fail(b, MSG_IDC3205I, kw->list);
	if (kw->list == NULL)
		return (d->flags & AMS_OPTVALUE) != 0 ||
		       bind_fail(b, MSG_IDC3208I, kw);
	if (kw->list->first == NULL) {
		if ((d->flags & AMS_OPTVALUE) != 0)
			return true;
		if (kw->list->cut)
			return bind_fail_end(b, MSG_IDC3225I, d->keyword);
		return fail_empty(b, kw->list);
	}
	if (d->type == AMS_LIST)
		return bind_list(b, d->sub, kw->list, &p->sub);
	if (d->type == AMS_SUBLISTS)
		return bind_sublists(b, p, kw->list);
	return bind_values(b, p, kw->list->first);
}

/* The positional parameters; *np is then the first item behind them. */
static bool
bind_positionals(struct bind *b, const struct ams_desc *table,
    struct ams_plist *l, const struct ams_node **np)
{
	const struct ams_desc *d;
	const struct ams_node *n = *np;
	struct ams_param *p;
	bool ok;

	for (d = table; d->keyword != NULL && n != NULL; d++) {
		if ((d->flags & AMS_POSITIONAL) == 0)
			continue;
		p = bind_add_param(b, l, d, n);
		if (n->kind == AMS_NODE_LIST && bind_values_max(d) > 1) {
			if (n->first == NULL)
				return n->cut ? bind_fail_end(
						    b, MSG_IDC3225I, b->verb)
					      : fail_empty(b, n);
			ok = bind_values(b, p, n->first);
		} else {
			ok = bind_new_values(b, p, 1) &&
			     bind_value(b, d, 0, n, &p->values[0]);
			p->nvalues = 1;
		}
		if (!ok)
			return false;
		n = n->next;
	}
	*np = n;
	return true;
}

/* A keyword ends at a separator or a parenthesis alone: as coded, with quotes
 * and whatever follows a slash. */
static bool
fail_keyword(struct bind *b, const struct ams_node *n)
{
	const char *s = b->text + n->span.at;
	size_t len = strcspn(s, " ,()");

	return bind_fail_text(b, MSG_IDC3211I,
	    n->span.at + (len > n->span.len ? len : n->span.len), s, len);
}

/* An item that is none of the keywords, or has a password. Where the table has
 * no keywords at all, it is one value too many. */
static bool
improper(struct bind *b, const struct ams_desc *table, const struct ams_node *n,
    const struct ams_node *before)
{
	const struct ams_desc *d;

	if (n->kind == AMS_NODE_LIST || n->kind == AMS_NODE_SLASH)
		return bind_fail_text(
		    b, MSG_IDC3205I, n->span.at + 1, n->item, 1);
	if (table->keyword == NULL)
		return fail_keyword(b, n);
	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_POSITIONAL) == 0)
			return fail_keyword(b, n);
	}
	return bind_fail_text(b, MSG_IDC3200I, n->span.at + n->span.len,
	    before->item, before->item_len);
}

static const struct ams_desc *
keyword_row(const struct bind *b, const struct ams_desc *table,
    const struct ams_node *n)
{
	if (n->kind != AMS_NODE_WORD)
		return NULL;
	return b->shortened ? ams_desc_find_short(table, n->text, n->len)
			    : ams_desc_find(table, n->text, n->len);
}

static bool
bind_list(struct bind *b, const struct ams_desc *table,
    const struct ams_node *items, struct ams_plist **listp)
{
	const struct ams_desc *d;
	const struct ams_node *n = items->first, *before = items->first;
	struct ams_plist *l;
	size_t rows = 0;

	while (table[rows].keyword != NULL)
		rows++;
	l = arena_alloc(b->arena, sizeof(*l));
	if (l == NULL)
		return bind_no_memory(b);
	l->params = arena_alloc(b->arena, (rows + 1) * sizeof(*l->params));
	if (l->params == NULL)
		return bind_no_memory(b);
	*listp = l;
	if (!bind_positionals(b, table, l, &n))
		return false;
	while (before != n && before->next != n)
		before = before->next;
	for (; n != NULL; before = n, n = n->next) {
		d = keyword_row(b, table, n);
		if (d == NULL || n->password != NULL)
			return improper(b, table, n, before);
		if (ams_find(l, d->keyword) != NULL)
			return bind_fail(b, MSG_IDC3213I, n);
		if (!bind_keyword(b, bind_add_param(b, l, d, n), n))
			return false;
	}
	return true;
}

bool
ams_bind(struct arena *arena, const struct cards *cards,
    const struct ams_verb *verb, const struct ams_parse *parse,
    struct ams_plist **topp, struct ams_error *err)
{
	struct bind b = {
	    arena, cards, parse->text, verb->verb, err, verb->shortened};
	struct ams_plist *top = NULL;
	const char *name;
	enum msg_id id;

	memset(err, 0, sizeof(*err));
	if (!bind_list(&b, verb->params, parse->top, &top))
		return false;
	/* No table is that deep, so an error was found before; but should
	 * one become so, what was cut off must not be done. */
	if (parse->deep)
		return bind_fail_end(&b, MSG_IDC3212I, "(");
	if (!bind_finish(&b, verb->params, top, verb->verb))
		return false;
	if (verb->check != NULL && (name = verb->check(top, &id)) != NULL)
		return bind_fail_end(&b, id, name);
	*topp = top;
	return true;
}
