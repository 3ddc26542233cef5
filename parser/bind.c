/*
 * Tree and descriptor table to parameters.
 *
 * Items are checked in the order coded and the first fault ends it, so that a
 * command has one error at most. When all was read without one, defaults are
 * filled in and then what is missing or inconsistent is looked for.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dsname.h"
#include "parser/ams_int.h"

struct bind {
	struct arena *arena;
	const struct cards *cards;
	struct ams_error *err;
};

void
ams_insert(char out[AMS_INSERT_MAX + 1], const char *item, size_t len)
{
	if (len > AMS_INSERT_MAX)
		len = AMS_INSERT_MAX;
	memcpy(out, item, len);
	out[len] = '\0';
}

/* --- faults: each returns false ------------------------------------------ */

static bool
fail_text(struct bind *b, enum msg_id id, size_t at, const char *s, size_t len)
{
	b->err->set = true;
	b->err->id = id;
	b->err->at = at;
	ams_insert(b->err->insert, s, len);
	return false;
}

static bool
fail(struct bind *b, enum msg_id id, const struct ams_node *n)
{
	return fail_text(b, id, n->span.at, n->item, n->item_len);
}

static bool
fail_end(struct bind *b, enum msg_id id, const char *keyword)
{
	b->err->at_end = true;
	return fail_text(b, id, 0, keyword, strlen(keyword));
}

static bool
no_memory(struct bind *b)
{
	b->err->set = b->err->nomem = b->err->at_end = true;
	b->err->id = MSG_IDC3004I;
	return false;
}

/* --- one value ----------------------------------------------------------- */

static bool
is_constant(const struct ams_node *n)
{
	return n->kind == AMS_NODE_HEX || n->kind == AMS_NODE_BIN;
}

static int
digit(char c, int radix)
{
	int v = radix;

	if (c >= '0' && c <= '9')
		v = c - '0';
	else if (c >= 'A' && c <= 'F')
		v = c - 'A' + 10;
	return v < radix ? v : -1;
}

/* Digits to a number; false when there are none or a wrong one. Too large a
 * number becomes INT64_MAX, and *bigp true. */
static bool
to_number(const char *s, size_t len, int radix, int64_t *np, bool *bigp)
{
	int64_t n = 0;
	size_t i;
	int d;

	*bigp = false;
	for (i = 0; i < len; i++) {
		if ((d = digit(s[i], radix)) < 0)
			return false;
		if (n > (INT64_MAX - d) / radix)
			*bigp = true;
		n = *bigp ? INT64_MAX : n * radix + d;
	}
	*np = n;
	return len > 0;
}

static bool
bind_int(struct bind *b, const struct ams_desc *d, int i,
    const struct ams_node *n, struct ams_value *v)
{
	int radix = n->kind == AMS_NODE_HEX   ? 16
		    : n->kind == AMS_NODE_BIN ? 2
					      : 10;
	bool second = i == 1 && d->max2 != 0, big;
	int64_t lo = second ? d->min2 : d->min, hi = second ? d->max2 : d->max;

	if (!to_number(n->item, n->item_len, radix, &v->num, &big))
		return fail(b, MSG_IDC3220I, n);
	if (n->bad)
		return fail(b, MSG_IDC3214I, n);
	if (big || v->num < lo || v->num > hi)
		return fail(b, MSG_IDC3221I, n);
	return true;
}

/* yyddd of this century's predecessor, or yyyyddd. */
static bool
bind_date(struct bind *b, const struct ams_node *n, struct ams_value *v)
{
	bool big;

	if (is_constant(n))
		return fail(b, MSG_IDC3214I, n);
	if (!to_number(n->text, n->len, 10, &v->num, &big))
		return fail(b, MSG_IDC3220I, n);
	if (n->len != 5 && n->len != 7)
		return fail(b, MSG_IDC3203I, n);
	if (n->len == 5)
		v->num += 1900000;
	if (v->num % 1000 < 1 || v->num % 1000 > 366)
		return fail(b, MSG_IDC3221I, n);
	return true;
}

static bool
only_chars(const char *s, size_t len, const char *extra)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if ((s[i] >= 'A' && s[i] <= 'Z') ||
		    (s[i] >= '0' && s[i] <= '9') || s[i] == '@' ||
		    s[i] == '#' || s[i] == '$')
			continue;
		if (s[i] == '\0' || strchr(extra, s[i]) == NULL)
			return false;
	}
	return len > 0;
}

/* A serial number, '*' for SMS to choose (or '******' for the system residence
 * volume), or a system symbol. */
static bool
volume_valid(const char *s, size_t len)
{
	if (len > 0 && strspn(s, "*") == len)
		return len <= VOLSER_MAX;
	if (len > 1 && s[0] == '&')
		return len <= VOLSER_MAX && only_chars(s + 1, len - 1, ".");
	return volser_valid(s, len);
}

/* A name of at most 8 characters; in quotes it may have any. */
static bool
bind_name(struct bind *b, const struct ams_node *n, bool ddname)
{
	if (is_constant(n))
		return fail(b, MSG_IDC3214I, n);
	if (n->len > MEMBER_MAX)
		return fail(b, MSG_IDC3201I, n);
	if (ddname ? !member_valid(n->text, n->len)
		   : n->len == 0 || (n->kind == AMS_NODE_WORD &&
					!only_chars(n->text, n->len, "-")))
		return fail(b, MSG_IDC3203I, n);
	return true;
}

static bool
bind_volume(struct bind *b, const struct ams_node *n)
{
	if (is_constant(n))
		return fail(b, MSG_IDC3214I, n);
	if (n->len > VOLSER_MAX)
		return fail(b, MSG_IDC3201I, n);
	if (!volume_valid(n->text, n->len))
		return fail(b, MSG_IDC3203I, n);
	return true;
}

static bool
bind_string(struct bind *b, const struct ams_desc *d, const struct ams_node *n)
{
	if (is_constant(n) && n->bad)
		return fail(b, MSG_IDC3214I, n);
	if (n->len > (size_t)d->max)
		return fail(b, MSG_IDC3201I, n);
	if (n->len < (size_t)d->min)
		return fail(b, MSG_IDC3203I, n);
	return true;
}

/* A member, a pattern of members, or a relative generation: +1, 0, -1. */
static bool
member_text_valid(const char *s, size_t len, bool generic)
{
	size_t sign = len > 1 && (s[0] == '+' || s[0] == '-') ? 1 : 0, i;

	if (len == 0 || len > MEMBER_MAX)
		return false;
	for (i = sign; i < len && s[i] >= '0' && s[i] <= '9'; i++)
		continue;
	if (i == len)
		return len - sign <= 4;
	return member_valid(s, len) || (generic && only_chars(s, len, "*%-") &&
					   strpbrk(s, "*%") != NULL);
}

static bool
set_member(struct bind *b, const struct ams_desc *d, const struct ams_node *n,
    const char *s, size_t len, struct ams_value *v)
{
	if (!member_text_valid(s, len, d->type == AMS_GENERIC))
		return fail(b, MSG_IDC3203I, n);
	memcpy(v->member, s, len);
	v->member[len] = '\0';
	v->has_member = true;
	return true;
}

/* The (member) behind a name. */
static bool
bind_member(struct bind *b, const struct ams_desc *d,
    const struct ams_node *name, struct ams_value *v)
{
	const struct ams_node *m = name->list->first;

	if (!name->list->adjacent || m == NULL || m->kind == AMS_NODE_LIST ||
	    m->list != NULL)
		return fail(b, MSG_IDC3212I, name);
	if (m->next != NULL)
		return fail(b, MSG_IDC3209I, m);
	if (m->password != NULL)
		return fail(b, MSG_IDC3217I, m);
	if (is_constant(m))
		return fail(b, MSG_IDC3214I, m);
	if (m->len > MEMBER_MAX)
		return fail(b, MSG_IDC3203I, m);
	return set_member(b, d, m, m->text, m->len, v);
}

static bool
bind_dsn(struct bind *b, const struct ams_desc *d, const struct ams_node *n,
    struct ams_value *v)
{
	const char *paren = NULL;
	size_t len = n->len;
	bool ok;

	if (is_constant(n))
		return fail(b, MSG_IDC3214I, n);
	/* 'A.B(C)': the member may be inside the quotes. */
	if (d->type != AMS_DSN && n->kind == AMS_NODE_QUOTED && len > 1 &&
	    n->text[len - 1] == ')')
		paren = memchr(n->text, '(', len);
	if (paren != NULL)
		len = (size_t)(paren - n->text);
	ok = dsname_valid(n->text, len);
	if (!ok && d->type == AMS_GENERIC)
		ok = dsname_generic_valid(n->text, len) ||
		     dsname_mask_valid(n->text, len);
	if (!ok)
		return fail(b, MSG_IDC3203I, n);
	if (paren == NULL)
		return true;
	if (!set_member(b, d, n, paren + 1, n->len - len - 2, v))
		return false;
	v->len = len;
	v->text = arena_strndup(b->arena, n->text, len);
	return v->text != NULL || no_memory(b);
}

static bool
bind_type(struct bind *b, const struct ams_desc *d, int i,
    const struct ams_node *n, struct ams_value *v)
{
	switch (d->type) {
	case AMS_DSN:
	case AMS_MEMBER:
	case AMS_GENERIC:
		return bind_dsn(b, d, n, v);
	case AMS_DD:
		return bind_name(b, n, true);
	case AMS_NAME:
		return bind_name(b, n, false);
	case AMS_VOLSER:
		return bind_volume(b, n);
	case AMS_INT:
		return bind_int(b, d, i, n, v);
	case AMS_DATE:
		return bind_date(b, n, v);
	case AMS_STRING:
		return bind_string(b, d, n);
	case AMS_WORD:
		if (n->kind != AMS_NODE_WORD ||
		    !ams_word_in(d->words, n->text, n->len))
			return fail(b, MSG_IDC3211I, n);
		return true;
	case AMS_FLAG:
	case AMS_LIST:
	case AMS_SUBLISTS:
		break; /* have no scalar values */
	}
	return fail(b, MSG_IDC3211I, n);
}

static bool
bind_password(struct bind *b, const struct ams_desc *d,
    const struct ams_node *n, struct ams_value *v)
{
	if (n->password == NULL)
		return true;
	if ((d->flags & AMS_PASSWORD) == 0 || n->password_len == 0 ||
	    n->password_len >= sizeof(v->password))
		return fail(b, MSG_IDC3217I, n);
	memcpy(v->password, n->password, n->password_len);
	v->password[n->password_len] = '\0';
	return true;
}

static bool
takes_member(const struct ams_desc *d)
{
	return d->type == AMS_MEMBER || d->type == AMS_GENERIC;
}

static bool
bind_value(struct bind *b, const struct ams_desc *d, int i,
    const struct ams_node *n, struct ams_value *v)
{
	if (n->kind == AMS_NODE_LIST || n->kind == AMS_NODE_SLASH)
		return fail(b, MSG_IDC3205I, n);
	if (n->kind == AMS_NODE_QUOTED && n->bad)
		return fail(b, MSG_IDC3203I, n);
	v->text = arena_memdup(b->arena, n->text, n->len + 1);
	if (v->text == NULL)
		return no_memory(b);
	v->len = n->len;
	v->quoted = n->kind == AMS_NODE_QUOTED;
	v->hex = is_constant(n);
	cards_pos(b->cards, n->span.at, &v->line, &v->column);
	if (!bind_type(b, d, i, n, v) || !bind_password(b, d, n, v))
		return false;
	if (n->list == NULL)
		return true;
	if (!takes_member(d) || v->has_member)
		return fail(b, MSG_IDC3212I, n);
	return bind_member(b, d, n, v);
}

/* --- lists --------------------------------------------------------------- */

static bool bind_list(struct bind *b, const struct ams_desc *table,
    const struct ams_node *items, struct ams_plist **listp);

static int
values_max(const struct ams_desc *d)
{
	return d->values_max > 0 ? d->values_max : 1;
}

static int
values_min(const struct ams_desc *d)
{
	return d->values_max > 0 ? d->values_min : 1;
}

/* Room for the values coded and for those that defaults will add. */
static bool
new_values(struct bind *b, struct ams_param *p, int n)
{
	int most = values_max(p->desc);

	if (p->desc->dflt != NULL && n < most)
		n = most;
	p->values = arena_alloc(b->arena, (size_t)n * sizeof(*p->values) + 1);
	return p->values != NULL || no_memory(b);
}

/* Which message says that a value is one too many? One value is closed by a
 * parenthesis, a pair are positional parameters, more are a list. */
static bool
too_many(struct bind *b, const struct ams_desc *d, const struct ams_node *first,
    const struct ams_node *before)
{
	if (values_max(d) == 1)
		return fail(b, MSG_IDC3209I, before);
	if (values_max(d) == 2)
		return fail(b, MSG_IDC3200I, before);
	return fail(b, MSG_IDC3223I, first);
}

/* Is this item of a value list a sub-parameter's keyword instead? */
static bool
starts_sub(const struct ams_desc *d, const struct ams_node *n, int taken)
{
	return d->sub != NULL && taken >= values_min(d) &&
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

	for (n = item; n != NULL && count < values_max(d); n = n->next)
		count++;
	if (!new_values(b, p, count))
		return false;
	for (n = item; n != NULL; before = n, n = n->next) {
		if (starts_sub(d, n, p->nvalues))
			break;
		if (p->nvalues >= values_max(d))
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
		if (!new_values(b, p, 1))
			return false;
		p->nvalues = 1;
		cards_pos(b->cards, list->first->span.at, &p->values[0].line,
		    &p->values[0].column);
		return bind_list(b, p->desc->sub, list, &p->values[0].sub);
	}
	for (n = list->first; n != NULL && count < values_max(p->desc);
	     n = n->next)
		count++;
	if (!new_values(b, p, count))
		return false;
	for (n = list->first; n != NULL; n = n->next) {
		if (n->kind != AMS_NODE_LIST)
			return fail(b, MSG_IDC3210I, n);
		if (p->nvalues >= values_max(p->desc))
			return fail(b, MSG_IDC3218I, n);
		cards_pos(b->cards, n->span.at, &p->values[p->nvalues].line,
		    &p->values[p->nvalues].column);
		if (!bind_list(b, p->desc->sub, n, &p->values[p->nvalues].sub))
			return false;
		p->nvalues++;
	}
	return true;
}

/* A keyword, its spelling found: what is in its parentheses. */
static bool
bind_keyword(struct bind *b, struct ams_param *p, const struct ams_node *kw)
{
	const struct ams_desc *d = p->desc;

	if (d->type == AMS_FLAG)
		return kw->list == NULL || fail(b, MSG_IDC3212I, kw);
	if (kw->list == NULL)
		return (d->flags & AMS_OPTVALUE) != 0 ||
		       fail(b, MSG_IDC3208I, kw);
	if (kw->list->first == NULL) {
		if ((d->flags & AMS_OPTVALUE) != 0)
			return true;
		return fail_text(b, MSG_IDC3205I, kw->list->span.at, ")", 1);
	}
	if (d->type == AMS_LIST)
		return bind_list(b, d->sub, kw->list, &p->sub);
	if (d->type == AMS_SUBLISTS)
		return bind_sublists(b, p, kw->list);
	return bind_values(b, p, kw->list->first);
}

static struct ams_param *
add_param(struct bind *b, struct ams_plist *l, const struct ams_desc *d,
    const struct ams_node *n)
{
	struct ams_param *p = &l->params[l->nparams++];

	p->desc = d;
	if (n != NULL)
		cards_pos(b->cards, n->span.at, &p->line, &p->column);
	return p;
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
		if ((d->flags & AMS_REQUIRED) == 0 &&
		    n->kind == AMS_NODE_WORD &&
		    ams_desc_find(table, n->text, n->len) != NULL)
			continue;
		p = add_param(b, l, d, n);
		if (n->kind == AMS_NODE_LIST && values_max(d) > 1) {
			if (n->first == NULL)
				return fail_text(
				    b, MSG_IDC3205I, n->span.at, ")", 1);
			ok = bind_values(b, p, n->first);
		} else {
			ok = new_values(b, p, 1) &&
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

/* Could it be meant as a keyword? */
static bool
like_keyword(const struct ams_node *n)
{
	size_t i;
	char c;

	if (n->kind != AMS_NODE_WORD)
		return false;
	for (i = 0; i < n->item_len; i++) {
		c = n->item[i];
		if ((c < 'A' || c > 'Z') && (c < 'a' || c > 'z'))
			return false;
	}
	return true;
}

/* An item that is none of the keywords. */
static bool
improper(struct bind *b, const struct ams_desc *table,
    const struct ams_plist *l, const struct ams_node *n,
    const struct ams_node *before)
{
	bool positional = false;
	const struct ams_desc *d;

	if (n->kind == AMS_NODE_LIST || n->kind == AMS_NODE_SLASH)
		return fail_text(b, MSG_IDC3205I, n->span.at, n->item, 1);
	for (d = table; d->keyword != NULL; d++)
		positional = positional || (d->flags & AMS_POSITIONAL) != 0;
	if (positional && before != NULL && l->nparams > 0 &&
	    (l->params[l->nparams - 1].desc->flags & AMS_POSITIONAL) != 0 &&
	    !like_keyword(n))
		return fail_text(b, MSG_IDC3200I, n->span.at,
		    before->kind == AMS_NODE_LIST ? ")" : before->item,
		    before->kind == AMS_NODE_LIST ? 1 : before->item_len);
	return fail(b, MSG_IDC3211I, n);
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
		return no_memory(b);
	l->params = arena_alloc(b->arena, (rows + 1) * sizeof(*l->params));
	if (l->params == NULL)
		return no_memory(b);
	*listp = l;
	if (!bind_positionals(b, table, l, &n))
		return false;
	for (; n != NULL; before = n, n = n->next) {
		d = n->kind == AMS_NODE_WORD
			? ams_desc_find(table, n->text, n->len)
			: NULL;
		if (d == NULL)
			return improper(b, table, l, n, before);
		if (n->password != NULL)
			return fail(b, MSG_IDC3217I, n);
		if (ams_find(l, d->keyword) != NULL)
			return fail(b, MSG_IDC3213I, n);
		if (!bind_keyword(b, add_param(b, l, d, n), n))
			return false;
	}
	return true;
}

/* --- when all was read --------------------------------------------------- */

static const struct ams_param *
coded_of_group(const struct ams_plist *l, int group)
{
	int i;

	for (i = 0; i < l->nparams; i++) {
		if (l->params[i].desc->group == group)
			return &l->params[i];
	}
	return NULL;
}

/* Values behind those coded, from the default's words. */
static bool
default_values(struct bind *b, struct ams_param *p)
{
	const char *s = p->desc->dflt;
	struct ams_value *v;
	size_t len;
	int i;

	for (i = 0; *s != '\0' && i < values_max(p->desc); i++) {
		len = strcspn(s, " ");
		if (i >= p->nvalues) {
			v = &p->values[i];
			v->text = arena_strndup(b->arena, s, len);
			if (v->text == NULL)
				return no_memory(b);
			v->len = len;
			if (p->desc->type == AMS_INT)
				v->num = strtoll(v->text, NULL, 10);
			p->nvalues = i + 1;
		}
		s += len;
		s += strspn(s, " ");
	}
	return true;
}

static bool
add_defaults(struct bind *b, const struct ams_desc *table, struct ams_plist *l)
{
	const struct ams_desc *d;
	struct ams_param *p;
	int i;

	for (i = 0; i < l->nparams; i++) {
		p = &l->params[i];
		if (p->desc->dflt != NULL && p->nvalues > 0 &&
		    !default_values(b, p))
			return false;
	}
	for (d = table; d->keyword != NULL; d++) {
		if (d->dflt == NULL || ams_find(l, d->keyword) != NULL ||
		    (d->group != 0 && coded_of_group(l, d->group) != NULL))
			continue;
		p = add_param(b, l, d, NULL);
		p->defaulted = true;
		if (d->type != AMS_FLAG &&
		    (!new_values(b, p, 0) || !default_values(b, p)))
			return false;
	}
	return true;
}

static bool
check_required(struct bind *b, const struct ams_desc *table,
    const struct ams_plist *l, const char *owner)
{
	const struct ams_desc *d;
	int i;

	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_REQUIRED) == 0)
			continue;
		if (d->group != 0 ? coded_of_group(l, d->group) == NULL
				  : !ams_coded(l, d->keyword))
			return fail_end(b, MSG_IDC3225I, owner);
	}
	for (i = 0; i < l->nparams; i++) {
		d = l->params[i].desc;
		if (l->params[i].nvalues > 0 &&
		    l->params[i].nvalues < values_min(d))
			return fail_end(b, MSG_IDC3225I, d->keyword);
	}
	return true;
}

static bool
check_groups(struct bind *b, const struct ams_plist *l)
{
	const struct ams_desc *d;
	int i;

	for (i = 0; i < l->nparams; i++) {
		d = l->params[i].desc;
		if (d->group != 0 &&
		    coded_of_group(l, d->group) != &l->params[i])
			return fail_end(b, MSG_IDC3226I, d->keyword);
	}
	return true;
}

static bool
finish_list(struct bind *b, const struct ams_desc *table, struct ams_plist *l,
    const char *owner)
{
	struct ams_param *p;
	int i, j;

	if (!check_required(b, table, l, owner) || !check_groups(b, l))
		return false;
	for (i = 0; i < l->nparams; i++) {
		p = &l->params[i];
		if (p->sub != NULL &&
		    !finish_list(b, p->desc->sub, p->sub, p->desc->keyword))
			return false;
		for (j = 0; j < p->nvalues; j++) {
			if (p->values[j].sub != NULL &&
			    !finish_list(b, p->desc->sub, p->values[j].sub,
				p->desc->keyword))
				return false;
		}
	}
	return add_defaults(b, table, l);
}

bool
ams_bind(struct arena *arena, const struct cards *cards,
    const struct ams_verb *verb, const struct ams_parse *parse,
    struct ams_plist **topp, struct ams_error *err)
{
	struct bind b = {arena, cards, err};
	struct ams_plist *top = NULL;
	const char *name;
	enum msg_id id;

	memset(err, 0, sizeof(*err));
	if (!bind_list(&b, verb->params, parse->top, &top))
		return false;
	/* No table is that deep, so an error was found before; but should
	 * one become so, what was cut off must not be done. */
	if (parse->deep)
		return fail_end(&b, MSG_IDC3212I, "(");
	if (!finish_list(&b, verb->params, top, verb->verb))
		return false;
	if (verb->check != NULL && (name = verb->check(top, &id)) != NULL)
		return fail_end(&b, id, name);
	*topp = top;
	return true;
}
