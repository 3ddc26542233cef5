/*
 * What may stand where the cursor is: the candidates, by the tables.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/msg.h"
#include "shell/complete_int.h"

enum { ITEMS_MAX = 10000, PREFIX_MAX = 4096 };

struct search {
	const struct complete_source *src;
	const struct place *p;
	const struct place_level *l;
	char prefix[PREFIX_MAX]; /* of the word, folded unless of the host */
	size_t len;
	char after; /* of names */
	size_t cap;
	struct completions *out;
};

static void
add(struct search *s, const char *text, char after)
{
	struct completions *c = s->out;
	struct complete_item *more;
	size_t cap;

	if (strncmp(text, s->prefix, s->len) != 0 || c->n == ITEMS_MAX)
		return;
	if (c->n == s->cap) {
		cap = s->cap > 0 ? 2 * s->cap : 32;
		more = realloc(c->items, cap * sizeof(*more));
		if (more == NULL)
			return;
		c->items = more;
		s->cap = cap;
	}
	c->items[c->n].text = strdup(text);
	c->items[c->n].after = after;
	if (c->items[c->n].text != NULL)
		c->n++;
}

/* Each of the blank-separated words. */
static void
add_words(struct search *s, const char *list, char after)
{
	char word[32];
	size_t n;

	for (; list != NULL && *list != '\0'; list += n, list += *list == ' ') {
		n = strcspn(list, " ");
		if (n >= sizeof(word))
			continue;
		memcpy(word, list, n);
		word[n] = '\0';
		add(s, word, after);
	}
}

static void
add_list(struct search *s, const char *const *words)
{
	for (; *words != NULL; words++)
		add(s, *words, ' ');
}

static void
add_name(void *to, const char *name)
{
	struct search *s = to;
	size_t n = strlen(name);

	add(s, name,
	    n > 0 && (name[n - 1] == '.' || name[n - 1] == '/') ? '\0'
								: s->after);
}

static void
add_names(struct search *s, enum complete_kind kind, char after)
{
	s->after = s->out->exact && kind != COMPLETE_FILE ? '\'' : after;
	if (s->src != NULL && s->src->names != NULL)
		s->src->names(s->src->ctx, kind, s->prefix, add_name, s);
}

static void
members(struct search *s)
{
	s->after = ')';
	if (s->src != NULL && s->src->names != NULL)
		s->src->names(
		    s->src->ctx, COMPLETE_MEMBER, s->p->name, add_name, s);
}

/* A keyword as a whole; where the prefix fits another spelling alone, that. */
static void
add_spelling(
    struct search *s, const char *keyword, const char *others, char after)
{
	if (strncmp(keyword, s->prefix, s->len) == 0)
		add(s, keyword, after);
	else
		add_words(s, others, after);
}

/* --- keywords ------------------------------------------------------------- */

static bool
is_given(const struct place_level *l, const struct ams_desc *d)
{
	return d - l->table < PLACE_ROWS && l->given[d - l->table];
}

/* Would the rules that the table cannot say refuse it, with what was given? */
static bool
is_refused(const struct search *s, const struct ams_desc *d)
{
	struct ams_param params[PLACE_ROWS + 1];
	struct ams_plist list = {.params = params};
	const struct ams_verb *verb = s->p->verb;
	const struct ams_desc *r;
	const char *kw;
	enum msg_id id;

	if (s->p->depth > 0 || verb == NULL || verb->check == NULL)
		return false;
	memset(params, 0, sizeof(params));
	for (r = s->l->table; r->keyword != NULL; r++)
		if (is_given(s->l, r) || r == d)
			params[list.nparams++].desc = r;
	kw = verb->check(&list, &id);
	return kw != NULL && id == MSG_IDC3226I && strcmp(kw, d->keyword) == 0;
}

/* Given itself, or one that it excludes. */
static bool
is_out(const struct search *s, const struct ams_desc *d)
{
	const struct ams_desc *r;

	if ((d->flags & AMS_POSITIONAL) != 0 || is_given(s->l, d))
		return true;
	for (r = s->l->table; d->group != 0 && r->keyword != NULL; r++)
		if (r->group == d->group && is_given(s->l, r))
			return true;
	return complete_is_useless(s->p, s->l, d, s->src) || is_refused(s, d);
}

static void
add_keywords(struct search *s, const struct ams_desc *table, unsigned obsolete)
{
	const struct ams_desc *d;
	bool list;

	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_OBSOLETE) != obsolete || is_out(s, d))
			continue;
		list = d->type != AMS_FLAG && (d->flags & AMS_OPTVALUE) == 0;
		add_spelling(s, d->keyword, d->others, list ? '(' : ' ');
	}
}

/* Those that z/OS ignores come only when nothing else fits. */
static void
keywords(struct search *s, const struct ams_desc *table)
{
	add_keywords(s, table, 0);
	if (s->out->n == 0 && s->len > 0)
		add_keywords(s, table, AMS_OBSOLETE);
}

/* --- values --------------------------------------------------------------- */

/* A name is folded in quotes, too, and closed there. */
static void
value_names(struct search *s, enum complete_kind kind, char after)
{
	size_t i;

	for (i = 0; i < s->len; i++)
		s->prefix[i] = (char)toupper((unsigned char)s->prefix[i]);
	add_names(s, kind, after);
	s->out->exact = false;
}

static void
values(struct search *s, const struct ams_desc *d, char after)
{
	s->out->hint = d->help;
	switch (d->type) {
	case AMS_DSN:
	case AMS_MEMBER:
	case AMS_GENERIC:
		value_names(s, COMPLETE_DSN, after);
		break;
	case AMS_DD:
		value_names(s, COMPLETE_DD, after);
		break;
	case AMS_VOLSER:
		value_names(s, COMPLETE_VOLSER, after);
		break;
	case AMS_WORD:
		add_words(s, d->words, after);
		break;
	case AMS_FLAG:
	case AMS_LIST:
	case AMS_SUBLISTS:
	case AMS_INT:
	case AMS_STRING:
	case AMS_NAME:
	case AMS_DATE:
		break;
	}
}

static void
in_values(struct search *s)
{
	const struct ams_desc *d = s->l->value;
	int most = d->values_max > 0 ? d->values_max : 1;
	int least = d->values_max > 0 ? d->values_min : 1;
	struct place_level fresh = {.table = d->sub};

	if (s->l->nvalues < most)
		values(s, d, most == 1 ? ')' : ' ');
	if (d->sub != NULL && s->l->nvalues >= least) {
		s->l = &fresh;
		keywords(s, d->sub);
	}
}

static void
in_keywords(struct search *s)
{
	const struct ams_desc *d = place_positional(s->l);

	if (d != NULL)
		values(s, d, ' ');
	else
		keywords(s, s->l->table);
}

/* --- modal commands, words of the shell ------------------------------------
 */

static void
verbs(struct search *s, bool modals)
{
	size_t i;

	for (i = 0; ams_verbs[i] != NULL; i++)
		add_spelling(s, ams_verbs[i]->verb, ams_verbs[i]->others, ' ');
	if (modals)
		add_list(s, place_modals);
}

static void
condition(struct search *s)
{
	if (s->p->nwords == 0)
		add_words(s, "LASTCC MAXCC", ' ');
	else if (s->p->level[0].kind == PLACE_IF)
		add(s, "THEN", ' ');
}

static void
messages(struct search *s)
{
	int id;

	for (id = 0; id < MSG_COUNT; id++)
		add(s, msg_number((enum msg_id)id), ' ');
}

/* HELP verb keyword keyword ... */
static void
help_words(struct search *s)
{
	const struct ams_verb *verb;
	const struct ams_desc *table, *d = NULL;
	struct place_level all = {0};
	size_t i;

	if (s->p->nwords == 1) {
		verbs(s, true);
		add_list(s, place_shell_words);
		if (s->len > 0)
			messages(s);
		return;
	}
	verb = ams_verb_find(s->p->words[1], strlen(s->p->words[1]));
	table = verb != NULL ? verb->params : NULL;
	for (i = 2; table != NULL && i < s->p->nwords; i++) {
		d = place_row(table, s->p->words[i], strlen(s->p->words[i]));
		table = d != NULL ? d->sub : NULL;
	}
	all.table = table;
	s->l = &all;
	for (d = table; d != NULL && d->keyword != NULL; d++)
		if ((d->flags & AMS_POSITIONAL) == 0)
			add(s, d->keyword, ' ');
}

/* DD NAME=SPEC: a data set, or a file behind "path:". */
static void
dd_words(struct search *s, const char *text, size_t len)
{
	static const char path[] = "path:";
	const char *spec = memchr(text, '=', len);
	size_t n;

	if (spec == NULL)
		return;
	n = len - (size_t)(++spec - text);
	s->out->hint = "a data set, path:FILE, or dummy";
	if (n >= strlen(path) && strncasecmp(spec, path, strlen(path)) == 0) {
		spec += strlen(path);
		n -= strlen(path);
		s->out->exact = true;
	} else if (memchr(spec, ',', n) != NULL) {
		return;
	}
	if (n >= sizeof(s->prefix))
		return;
	s->out->start = len - n;
	memcpy(s->prefix, spec, s->len = n);
	s->prefix[n] = '\0';
	if (s->out->exact) {
		add_names(s, COMPLETE_FILE, '\0');
		return;
	}
	for (n = 0; n < s->len; n++)
		s->prefix[n] = (char)toupper((unsigned char)s->prefix[n]);
	add_names(s, COMPLETE_DSN, '\0');
	if (s->len < strlen(path) && strncasecmp(spec, path, s->len) == 0) {
		memcpy(s->prefix, path, s->len);
		add(s, path, '\0');
	}
}

/* Words of the shell come first in a line. */
static void
in_verb(struct search *s)
{
	verbs(s, true);
	if (s->p->first)
		add_list(s, place_shell_words);
}

/* --- the whole ------------------------------------------------------------ */

static int
compare(const void *a, const void *b)
{
	const struct complete_item *x = a, *y = b;

	return strcmp(x->text, y->text);
}

static void
sort_once(struct completions *c)
{
	size_t i, n = 0;

	if (c->n < 2)
		return;
	qsort(c->items, c->n, sizeof(*c->items), compare);
	for (i = 0; i < c->n; i++) {
		if (n > 0 &&
		    strcmp(c->items[n - 1].text, c->items[i].text) == 0)
			free(c->items[i].text);
		else
			c->items[n++] = c->items[i];
	}
	c->n = n;
}

/* The word at the cursor, folded unless it is quoted. False: none that could
 * be completed. */
static bool
take_prefix(struct search *s, const char *text, size_t len)
{
	size_t i, from = s->p->start;

	if (s->p->comment)
		return false;
	if (s->p->quoted && text[from] != '\'')
		return false; /* X'..., or a string that went on */
	from += s->p->quoted;
	s->out->exact = s->p->quoted;
	if (len - from >= sizeof(s->prefix) ||
	    memchr(text + from, '\'', len - from) != NULL)
		return false;
	for (i = from; i < len; i++)
		s->prefix[s->len++] =
		    s->p->quoted ? text[i]
				 : (char)toupper((unsigned char)text[i]);
	s->prefix[s->len] = '\0';
	s->out->start = from;
	return true;
}

void
complete(const char *text, size_t len, const struct complete_source *src,
    struct completions *out)
{
	struct place p;
	struct search s = {.src = src, .p = &p, .out = out};

	memset(out, 0, sizeof(*out));
	out->start = len;
	place_find(text, len, &p);
	s.l = &p.level[p.depth];
	if (s.l->kind == PLACE_SHELL && strcmp(p.words[0], "DD") == 0) {
		dd_words(&s, text, len);
		sort_once(out);
		return;
	}
	if (!take_prefix(&s, text, len))
		return;
	switch (s.l->kind) {
	case PLACE_VERB:
		in_verb(&s);
		break;
	case PLACE_IF:
	case PLACE_SET:
		condition(&s);
		break;
	case PLACE_SHELL:
		if (strcmp(p.words[0], "HELP") == 0)
			help_words(&s);
		break;
	case PLACE_KEYWORDS:
		in_keywords(&s);
		break;
	case PLACE_VALUES:
		in_values(&s);
		break;
	case PLACE_MEMBER:
		members(&s);
		break;
	case PLACE_SUBLISTS:
	case PLACE_NONE:
		break;
	}
	sort_once(out);
}

void
completions_free(struct completions *c)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		free(c->items[i].text);
	free(c->items);
	memset(c, 0, sizeof(*c));
}

size_t
completions_common(const struct completions *c)
{
	size_t i, n;

	if (c->n == 0)
		return 0;
	n = strlen(c->items[0].text);
	for (i = 1; i < c->n; i++)
		while (strncmp(c->items[0].text, c->items[i].text, n) != 0)
			n--;
	return n;
}
