/* Messages about statements, the listing, and vectors in the arena. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parser/jcl_int.h"

/* Text of a listing line: with its number, 132 columns. */
enum { LISTING_WIDTH = 122 };

void *
jcl_new(struct jcl_conv *c, size_t size)
{
	void *p = arena_alloc(c->arena, size);

	if (p == NULL)
		c->nomem = true;
	return p;
}

char *
jcl_dup(struct jcl_conv *c, const char *s, size_t len)
{
	char *p = arena_strndup(c->arena, s, len);

	if (p == NULL)
		c->nomem = true;
	return p;
}

void *
jcl_vec_add(struct jcl_conv *c, struct jcl_vec *v, size_t size)
{
	int cap = v->cap > 0 ? v->cap * 2 : 8;
	char *items;

	if (v->n == v->cap) {
		if ((items = jcl_new(c, (size_t)cap * size)) == NULL)
			return NULL;
		if (v->n > 0)
			memcpy(items, v->items, (size_t)v->n * size);
		v->items = items;
		v->cap = cap;
	}
	return (char *)v->items + (size_t)v->n++ * size;
}

/* --- messages ------------------------------------------------------------- */

static const char *
statement_name(enum jcl_kind kind)
{
	switch (kind) {
	case JCL_KIND_JOB:
		return "JOB";
	case JCL_KIND_EXEC:
		return "EXEC";
	case JCL_KIND_DD:
		return "DD";
	case JCL_KIND_PROC:
		return "PROC";
	case JCL_KIND_SET:
		return "SET";
	case JCL_KIND_INCLUDE:
		return "INCLUDE";
	case JCL_KIND_JCLLIB:
		return "JCLLIB";
	case JCL_KIND_OUTPUT:
		return "OUTPUT";
	case JCL_KIND_EXPORT:
		return "EXPORT";
	case JCL_KIND_IF:
		return "IF";
	default:
		return "JCL";
	}
}

const char *
jcl_on(struct jcl_conv *c)
{
	char out[40];
	char *p;

	snprintf(out, sizeof(out), "ON THE %s STATEMENT",
	    statement_name(
		c->item != NULL ? c->item->stmt->kind : JCL_KIND_BAD));
	p = jcl_dup(c, out, strlen(out));
	return p != NULL ? p : "";
}

/* Room for a message; NULL: there are too many, or no memory. Those that only
 * inform do not count: there are no more of them than statements. */
static struct jcl_message *
new_message(struct jcl_conv *c, enum jcl_severity severity)
{
	struct jcl_message *m;

	if (severity != JCL_INFO && c->nfaults++ > JCL_MESSAGES_MAX)
		return NULL;
	if ((m = jcl_vec_add(c, &c->messages, sizeof(*m))) == NULL)
		return NULL;
	memset(m, 0, sizeof(*m));
	m->stmt = c->item_stmt;
	m->severity = severity;
	if (c->nfaults > JCL_MESSAGES_MAX) {
		m->severity = JCL_ERROR;
		m->text = "too many messages; no more are given";
		c->stopped = true;
		return NULL;
	}
	return m;
}

static void
locate(struct jcl_conv *c, struct jcl_message *m, const struct jcl_node *node)
{
	const struct jcl_source *src;
	const struct jcl_stmt *s;

	if (c->item == NULL)
		return;
	src = c->item->source;
	s = c->item->stmt;
	m->member = src->member;
	if (node != NULL && node->field != NULL) {
		m->member = node->field->member;
		jcl_place(node->field, node->at, &m->card, &m->column);
	}
	if (m->card == 0 && s->card < src->ncards)
		m->card = src->cards[s->card].line;
}

void
jcl_say(struct jcl_conv *c, enum msg_id id, const struct jcl_node *node,
    const char *insert1, const char *insert2)
{
	struct msg msg = {.id = id, .insert = {insert1, insert2}};
	struct jcl_message *m =
	    new_message(c, msg_severity(id) > 0 ? JCL_ERROR : JCL_INFO);
	const char *number = msg_number(id);
	char out[512];
	size_t skip = strlen(number);

	if (m == NULL)
		return;
	msg_format(out, sizeof(out), &msg);
	m->number = number;
	skip += out[skip] == ' ';
	m->text = jcl_dup(c, out + skip, strlen(out + skip));
	locate(c, m, node);
}

void
jcl_note(struct jcl_conv *c, enum jcl_severity severity,
    const struct jcl_node *node, const char *fmt, ...)
{
	struct jcl_message *m = new_message(c, severity);
	char out[512];
	va_list ap;

	if (m == NULL)
		return;
	va_start(ap, fmt);
	vsnprintf(out, sizeof(out), fmt, ap);
	va_end(ap);
	m->text = jcl_dup(c, out, strlen(out));
	locate(c, m, node);
}

void
jcl_say_faults(struct jcl_conv *c, const struct jcl_stmt *s)
{
	const struct jcl_fault *f;
	struct jcl_message *m;
	int before;

	for (f = s->faults; f != NULL; f = f->next) {
		before = c->messages.n;
		if (f->id == MSG_COUNT)
			jcl_note(c, f->warning ? JCL_WARNING : JCL_ERROR, NULL,
			    "%s", f->note);
		else
			jcl_say(c, f->id, NULL, jcl_on(c), NULL);
		if (c->messages.n == before || c->nomem)
			return;
		m = (struct jcl_message *)c->messages.items + before;
		m->card = f->line;
		m->column = f->column;
	}
}

struct order {
	int stmt, at;
};

static int
by_statement(const void *pa, const void *pb)
{
	const struct order *a = pa, *b = pb;

	if (a->stmt != b->stmt)
		return a->stmt < b->stmt ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* Some are found late: put them where their statements are. */
void
jcl_finish_messages(struct jcl_conv *c)
{
	const struct jcl_message *from = c->messages.items;
	struct jcl_message *to;
	struct order *order;
	int i, n = c->messages.n;

	if (n == 0)
		return;
	order = jcl_new(c, (size_t)n * sizeof(*order));
	to = jcl_new(c, (size_t)n * sizeof(*to));
	if (order == NULL || to == NULL)
		return;
	for (i = 0; i < n; i++) {
		order[i].stmt = from[i].stmt;
		order[i].at = i;
		if (from[i].severity == JCL_ERROR)
			c->job->failed = true;
	}
	qsort(order, (size_t)n, sizeof(*order), by_statement);
	for (i = 0; i < n; i++) {
		to[i] = from[order[i].at];
		if (to[i].text == NULL)
			to[i].text = "";
	}
	c->job->messages = to;
	c->job->nmessages = n;
}

/* --- the listing ---------------------------------------------------------- */

static void
add_listing(struct jcl_conv *c, int stmt, const char *text)
{
	struct jcl_listing *l;

	if (text == NULL ||
	    (l = jcl_vec_add(c, &c->listing, sizeof(*l))) == NULL)
		return;
	l->stmt = stmt;
	l->text = text;
}

/* A card as listed: // becomes XX, ++, or X/ and +/ for what is overridden. */
static const char *
listed(struct jcl_conv *c, const struct jcl_card *card, char style, bool over)
{
	char *p = jcl_dup(c, card->text, card->len);

	if (p != NULL && style != '/' && card->len >= 2 && p[0] == '/' &&
	    p[1] == '/') {
		p[0] = style;
		p[1] = over ? '/' : style;
	}
	return p;
}

void
jcl_list_comment(struct jcl_conv *c, const struct jcl_item *it)
{
	int i;

	for (i = 0; i < it->stmt->ncards; i++)
		add_listing(c, 0,
		    listed(c, &it->source->cards[it->stmt->card + i], it->style,
			false));
}

void
jcl_list(struct jcl_conv *c, const struct jcl_item *it, bool overridden)
{
	int i, stmt = 0;

	if (!overridden) {
		if (c->stmt >= c->max_statements && !c->stopped) {
			jcl_note(c, JCL_ERROR, NULL, "more than %d statements",
			    c->max_statements);
			c->stopped = true;
		}
		stmt = ++c->stmt;
		c->item_stmt = stmt;
	}
	c->item = it;
	if (it->stmt->generated)
		add_listing(c, stmt,
		    "//SYSIN     DD *               GENERATED STATEMENT");
	for (i = 0; i < it->stmt->ncards; i++, stmt = 0)
		add_listing(c, stmt,
		    listed(c, &it->source->cards[it->stmt->card + i], it->style,
			overridden));
	jcl_say_faults(c, it->stmt);
}

void
jcl_list_substitution(struct jcl_conv *c, const struct jcl_field *f)
{
	struct msg msg = {.id = MSG_IEFC653I, .insert = {f->text}};
	char *out = jcl_new(c, f->len + 64);
	size_t at, len, n;

	if (out == NULL)
		return;
	len = msg_format(out, f->len + 64, &msg);
	for (at = 0; at < len; at += n) {
		n = len - at < LISTING_WIDTH ? len - at : LISTING_WIDTH;
		add_listing(c, 0, jcl_dup(c, out + at, n));
	}
}

size_t
jcl_listing_format(char *out, size_t size, const struct jcl_listing *l)
{
	int n;

	if (size == 0)
		return 0;
	if (l->stmt > 0)
		n = snprintf(out, size, "%9d %s", l->stmt, l->text);
	else
		n = snprintf(out, size, "%9s %s", "", l->text);
	return n < 0 ? 0 : ((size_t)n < size ? (size_t)n : size - 1);
}
