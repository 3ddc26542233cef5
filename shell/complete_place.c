/*
 * Where in a command the cursor stands: what is in front of it, walked through
 * as the command reader would, but without an end and forgiving.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "shell/complete_int.h"

const char *const place_shell_words[] = {"DD", "EXIT", "HELP", "QUIT", NULL};
const char *const place_modals[] = {
    "CANCEL", "DO", "ELSE", "END", "IF", "PARM", "SET", NULL};

struct walk {
	struct place *p;
	const char *text;
	size_t len;
};

static bool
word_is(const char *s, size_t len, const char *word)
{
	return strlen(word) == len && strncasecmp(s, word, len) == 0;
}

/* Is it one of the blank-separated words? */
static bool
word_in(const char *list, const char *s, size_t len)
{
	size_t n;

	for (; list != NULL && *list != '\0'; list += n, list += *list == ' ') {
		n = strcspn(list, " ");
		if (n == len && strncasecmp(list, s, len) == 0)
			return true;
	}
	return false;
}

const struct ams_desc *
place_row(const struct ams_desc *table, const char *word, size_t len)
{
	const struct ams_desc *d;

	for (d = table; d->keyword != NULL; d++)
		if ((d->flags & AMS_POSITIONAL) == 0 &&
		    (word_in(d->keyword, word, len) ||
			word_in(d->others, word, len)))
			return d;
	return NULL;
}

const struct ams_desc *
place_positional(const struct place_level *l)
{
	const struct ams_desc *d;
	int skip = l->positionals;

	for (d = l->table; d->keyword != NULL; d++)
		if ((d->flags & AMS_POSITIONAL) != 0 && skip-- == 0)
			return d;
	return NULL;
}

/* --- levels --------------------------------------------------------------- */

static struct place_level *
at(struct place *p)
{
	return &p->level[p->depth];
}

static void
set_level(struct place_level *l, enum place_kind kind,
    const struct ams_desc *table, const struct ams_desc *value)
{
	memset(l, 0, sizeof(*l));
	l->kind = kind;
	l->table = table;
	l->value = value;
}

/* Beyond the deepest list nothing is known; it is left as it was entered. */
static void
push(struct place *p, enum place_kind kind, const struct ams_desc *table,
    const struct ams_desc *value)
{
	if (p->depth + 1 == PLACE_LEVELS)
		return;
	p->depth++;
	set_level(at(p), kind, table, value);
}

static int
values_max(const struct ams_desc *d)
{
	return d->values_max > 0 ? d->values_max : 1;
}

static void
open_keyword(struct place *p, const struct ams_desc *d)
{
	switch (d->type) {
	case AMS_FLAG:
		push(p, PLACE_NONE, NULL, NULL);
		break;
	case AMS_LIST:
		push(p, PLACE_KEYWORDS, d->sub, NULL);
		break;
	case AMS_SUBLISTS:
		push(p, PLACE_SUBLISTS, d->sub, d);
		break;
	default:
		push(p, PLACE_VALUES, d->sub, d);
		break;
	}
}

static void
left_parenthesis(struct place *p)
{
	struct place_level *l = at(p);
	const struct ams_desc *d = l->last;

	l->last = NULL;
	if (l->kind == PLACE_KEYWORDS && d != NULL) {
		open_keyword(p, d);
	} else if (l->kind == PLACE_KEYWORDS &&
		   (d = place_positional(l)) != NULL && values_max(d) > 1) {
		l->positionals++;
		push(p, PLACE_VALUES, d->sub, d);
	} else if (l->kind == PLACE_SUBLISTS) {
		push(p, PLACE_KEYWORDS, l->table, NULL);
	} else {
		p->member = p->depth == 0;
		push(p, PLACE_MEMBER, NULL, NULL); /* if it is a library */
	}
}

/* What is behind the list that ends depends on it. */
static void
right_parenthesis(struct place *p)
{
	static const char *const orgs[] = {
	    "INDEXED", "NONINDEXED", "NUMBERED", "LINEAR"};
	const struct place_level *l = at(p);
	const struct ams_desc *d;

	if (p->depth == 0)
		return;
	for (size_t i = 0; l->kind == PLACE_KEYWORDS && i < 4; i++)
		if ((d = place_row(l->table, orgs[i], strlen(orgs[i]))) !=
			NULL &&
		    d - l->table < PLACE_ROWS && l->given[d - l->table])
			p->organization = orgs[i];
	p->depth--;
}

/* --- words ---------------------------------------------------------------- */

static void
verb_word(struct walk *w, const char *s, size_t len)
{
	struct place *p = w->p;
	char upper[16];
	size_t i;

	for (i = 0; w->p->first && place_shell_words[i] != NULL; i++)
		if (word_is(s, len, place_shell_words[i]))
			at(p)->kind = PLACE_SHELL;
	if (at(p)->kind == PLACE_SHELL || word_is(s, len, "ELSE"))
		return;
	if (word_is(s, len, "IF")) {
		at(p)->kind = PLACE_IF;
		return;
	}
	if (word_is(s, len, "SET")) {
		at(p)->kind = PLACE_SET;
		return;
	}
	for (i = 0; i < len && i < sizeof(upper); i++)
		upper[i] = (char)toupper((unsigned char)s[i]);
	p->verb = word_is(s, len, "PARM") ? &ams_verb_parm
		  : len <= sizeof(upper)  ? ams_verb_find(upper, len)
					  : NULL;
	if (p->verb != NULL)
		set_level(at(p), PLACE_KEYWORDS, p->verb->params, NULL);
	else
		at(p)->kind = PLACE_NONE;
}

static void
keyword_word(struct place_level *l, const char *s, size_t len)
{
	const struct ams_desc *d;

	l->last = NULL;
	if (place_positional(l) != NULL) {
		l->positionals++;
		return;
	}
	if ((d = place_row(l->table, s, len)) == NULL)
		return;
	if (d - l->table < PLACE_ROWS)
		l->given[d - l->table] = true;
	l->last = d;
}

static void
value_word(struct place_level *l, const char *s, size_t len)
{
	const struct ams_desc *d = l->value;
	int least = d->values_max > 0 ? d->values_min : 1;

	if (d->sub != NULL && l->nvalues >= least &&
	    place_row(d->sub, s, len) != NULL) {
		set_level(l, PLACE_KEYWORDS, d->sub, NULL);
		keyword_word(l, s, len);
	} else {
		l->nvalues++;
	}
}

static void
keep_word(struct place *p, const char *s, size_t len)
{
	size_t i;

	if (p->nwords == PLACE_WORDS)
		return;
	for (i = 0; i < len && i + 1 < sizeof(p->words[0]); i++)
		p->words[p->nwords][i] = (char)toupper((unsigned char)s[i]);
	p->words[p->nwords++][i] = '\0';
}

static void
fold_name(struct place *p, const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len && i + 1 < sizeof(p->name); i++)
		p->name[i] = (char)toupper((unsigned char)s[i]);
	p->name[i] = '\0';
}

static void
word(struct walk *w, const char *s, size_t len)
{
	struct place_level *l = at(w->p);

	fold_name(w->p, s, len);
	switch (l->kind) {
	case PLACE_VERB:
		verb_word(w, s, len);
		if (l->kind == PLACE_SHELL)
			keep_word(w->p, s, len);
		break;
	case PLACE_IF:
		if (word_is(s, len, "THEN")) {
			l->kind = PLACE_VERB;
			w->p->nwords = 0;
			break;
		}
		/* FALLTHROUGH */
	case PLACE_SET:
	case PLACE_SHELL:
		keep_word(w->p, s, len);
		break;
	case PLACE_SUBLISTS: /* a single one without parentheses of its own */
		set_level(l, PLACE_KEYWORDS, l->table, NULL);
		/* FALLTHROUGH */
	case PLACE_KEYWORDS:
		if (w->p->depth == 0 && l->positionals == 0 &&
		    place_positional(l) != NULL)
			memcpy(w->p->entry, w->p->name, sizeof(w->p->entry));
		keyword_word(l, s, len);
		break;
	case PLACE_VALUES:
		value_word(l, s, len);
		break;
	case PLACE_MEMBER:
	case PLACE_NONE:
		break;
	}
	w->p->first = false;
}

/* --- text ----------------------------------------------------------------- */

static bool
is_separator(char c)
{
	return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\0';
}

/* Behind a comment that begins at i; the end when it has none. */
static size_t
skip_comment(struct walk *w, size_t i)
{
	const char *close;

	close = memmem(w->text + i + 2, w->len - i - 2, "*/", 2);
	if (close != NULL)
		return (size_t)(close - w->text) + 2;
	w->p->comment = true;
	return w->len;
}

/* A word with the strings in it, from i on. Only one that something follows
 * was read; one that the cursor touches is what is to be completed. */
static size_t
scan_word(struct walk *w, size_t i)
{
	size_t from = i;
	bool quoted = false;

	for (; i < w->len; i++) {
		if (w->text[i] == '\'')
			quoted = !quoted;
		else if (!quoted &&
			 (is_separator(w->text[i]) || w->text[i] == '(' ||
			     w->text[i] == ')' || w->text[i] == ';'))
			break;
	}
	if (i < w->len) {
		word(w, w->text + from, i - from);
		return i;
	}
	w->p->start = from;
	w->p->quoted = quoted;
	return i;
}

void
place_find(const char *text, size_t len, struct place *p)
{
	struct walk w = {.p = p, .text = text, .len = len};
	size_t i = 0;

	memset(p, 0, sizeof(*p));
	p->start = len;
	p->first = true;
	while (i < len) {
		if (is_separator(text[i])) {
			i++;
		} else if (len - i >= 2 && memcmp(text + i, "/*", 2) == 0) {
			i = skip_comment(&w, i);
		} else if (text[i] == '(') {
			left_parenthesis(p);
			i++;
		} else if (text[i] == ')') {
			right_parenthesis(p);
			i++;
		} else if (text[i] == ';') {
			p->depth = 0; /* nothing behind it is read */
			p->level[0].kind = PLACE_NONE;
			return;
		} else {
			i = scan_word(&w, i);
		}
	}
}
