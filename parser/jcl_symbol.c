/*
 * Symbols: who sets them, who sees them, and their substitution.
 *
 * A symbol belongs to the procedure that it was set in, by the EXEC that called
 * it, its PROC statement or a SET; those that it calls see it too, and it is
 * gone when the procedure ends. Symbols of one name are a chain, the innermost
 * first, so looking one up takes one step.
 */
#include <string.h>

#include "parser/jcl_int.h"

/* Keywords in whose apostrophes symbols are substituted (JCL Reference,
 * "Coding symbols in apostrophes"). */
static const char dd_quoted[] = "AMP PATH SUBSYS";
static const char exec_quoted[] = "ACCT PARM";

static unsigned
hash(const char *name, size_t len)
{
	unsigned h = 5381;
	size_t i;

	for (i = 0; i < len; i++)
		h = h * 33 + (unsigned char)name[i];
	return h % JCL_BUCKETS;
}

struct jcl_symbol *
jcl_symbol_find(struct jcl_symbols *s, const char *name, size_t len)
{
	struct jcl_symbol *p;

	if (len == 0 || len > 8)
		return NULL;
	for (p = s->bucket[hash(name, len)]; p != NULL; p = p->chain) {
		if (strncmp(p->name, name, len) == 0 && p->name[len] == '\0')
			return p;
	}
	return NULL;
}

struct jcl_symbol *
jcl_symbol_here(struct jcl_symbols *s, const char *name)
{
	struct jcl_symbol *p = jcl_symbol_find(s, name, strlen(name));

	return p != NULL && p->level == s->level ? p : NULL;
}

static bool
is_exported(const struct jcl_symbols *s, const char *name)
{
	const char *const *list = s->exports.items;
	int i;

	if (s->export_all)
		return true;
	for (i = 0; i < s->exports.n; i++) {
		if (strcmp(list[i], name) == 0)
			return true;
	}
	return false;
}

static bool
give_value(
    struct jcl_symbols *s, struct jcl_symbol *p, const char *value, size_t len)
{
	char *copy = arena_strndup(s->arena, value, len);

	if (copy == NULL)
		return false;
	p->value = copy;
	p->len = len;
	p->exported = is_exported(s, p->name);
	return true;
}

bool
jcl_symbol_set(struct jcl_symbols *s, const char *name, const char *value,
    size_t len, struct jcl_symbol **symp)
{
	struct jcl_symbol *p = jcl_symbol_here(s, name), **end;
	unsigned h = hash(name, strlen(name));

	if (p == NULL) {
		if ((p = arena_alloc(s->arena, sizeof(*p))) == NULL)
			return false;
		memcpy(p->name, name, strnlen(name, sizeof(p->name) - 1));
		p->level = s->level;
		/* Those of the job come last. */
		for (end = &s->bucket[h];
		     *end != NULL && (*end)->level > s->level;)
			end = &(*end)->chain;
		p->chain = *end;
		*end = p;
		p->peer = s->of_level[s->level];
		s->of_level[s->level] = p;
	}
	if (!give_value(s, p, value, len))
		return false;
	if (symp != NULL)
		*symp = p;
	return true;
}

bool
jcl_symbol_reset(
    struct jcl_symbols *s, const char *name, const char *value, size_t len)
{
	struct jcl_symbol *p = jcl_symbol_find(s, name, strlen(name));
	int level = s->level;
	bool ok;

	if (p != NULL)
		return give_value(s, p, value, len);
	s->level = 0;
	ok = jcl_symbol_set(s, name, value, len, NULL);
	s->level = level;
	return ok;
}

void
jcl_symbols_push(struct jcl_symbols *s)
{
	s->of_level[++s->level] = NULL;
}

void
jcl_symbols_pop(struct jcl_symbols *s)
{
	struct jcl_symbol *p;

	/* Those of this level are the first of their chains, the last set
	 * in front. */
	for (p = s->of_level[s->level]; p != NULL; p = p->peer)
		s->bucket[hash(p->name, strlen(p->name))] = p->chain;
	s->level--;
}

/* --- substitution --------------------------------------------------------- */

struct subst {
	struct jcl_symbols *s;
	enum jcl_kind kind;
	const struct jcl_field *in;
	size_t at;
	int run; /* of in, that at stands in */
	bool quote, fresh;
	bool joined; /* the apostrophes began right behind a symbol */
	int depth;
	size_t param; /* where the parameter begins */
	size_t key;   /* length of its keyword; 0: none yet */
	char *out;
	size_t len;
	struct jcl_vec runs;
	bool changed, too_long, nomem;
};

static bool
name_char(char c, bool first)
{
	return (c >= 'A' && c <= 'Z') || c == '@' || c == '#' || c == '$' ||
	       (!first && c >= '0' && c <= '9');
}

/* Length of the name behind an ampersand; 0: none. */
static size_t
symbol_len(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && name_char(s[n], n == 0))
		n++;
	return n;
}

static void
mark_run(struct subst *x, bool substituted)
{
	const struct jcl_run *r;
	struct jcl_run *runs, *grown;
	int cap;

	if (x->in->nruns == 0)
		return;
	if (x->runs.n == x->runs.cap) {
		cap = x->runs.cap > 0 ? x->runs.cap * 2 : 8;
		grown = arena_alloc(x->s->arena, (size_t)cap * sizeof(*grown));
		if (grown == NULL) {
			x->nomem = true;
			return;
		}
		if (x->runs.n > 0)
			memcpy(grown, x->runs.items,
			    (size_t)x->runs.n * sizeof(*grown));
		x->runs.items = grown;
		x->runs.cap = cap;
	}
	r = &x->in->runs[x->run];
	runs = x->runs.items;
	runs[x->runs.n] = *r;
	runs[x->runs.n].at = x->len;
	if (!r->substituted)
		runs[x->runs.n].column += (int)(x->at - r->at);
	runs[x->runs.n].substituted = substituted || r->substituted;
	x->runs.n++;
}

static void
append(struct subst *x, const char *s, size_t len)
{
	if (len > JCL_TEXT_MAX - x->len) {
		x->too_long = true;
		return;
	}
	if (len > 0)
		memcpy(x->out + x->len, s, len);
	x->len += len;
}

/* Copy n characters of the input. */
static void
copy(struct subst *x, size_t n)
{
	for (; n > 0; n--, x->at++) {
		while (x->run + 1 < x->in->nruns &&
		       x->in->runs[x->run + 1].at <= x->at) {
			x->run++;
			x->fresh = true;
		}
		if (x->fresh)
			mark_run(x, false);
		x->fresh = false;
		append(x, x->in->text + x->at, 1);
	}
}

/* Are symbols substituted in the apostrophes of this parameter? PARM.STEP is
 * PARM. What begins right behind a symbol is, too. */
static bool
quoted_too(const struct subst *x)
{
	const char *s = x->in->text + x->param;
	size_t len = x->key;
	char key[9];

	if (x->joined)
		return true;
	if (x->kind != JCL_KIND_DD && x->kind != JCL_KIND_EXEC)
		return false;
	if (memchr(s, '.', len) != NULL)
		len = strcspn(s, ".");
	if (len == 0 || len >= sizeof(key))
		return false;
	memcpy(key, s, len);
	key[len] = '\0';
	return jcl_word_in(
	    x->kind == JCL_KIND_DD ? dd_quoted : exec_quoted, key);
}

static void
follow(struct subst *x, char ch)
{
	if (ch == '\'') {
		x->quote = !x->quote;
		x->joined = x->quote && x->fresh && x->at > 0;
	}
	if (x->quote)
		return;
	x->depth += (ch == '(') - (ch == ')');
	if (x->depth > 0)
		return;
	if (ch == ',') {
		x->param = x->at + 1;
		x->key = 0;
	} else if (ch == '=' && x->key == 0) {
		x->key = x->at - x->param;
	}
}

static void
ampersand(struct subst *x)
{
	const char *s = x->in->text + x->at;
	size_t left = x->in->len - x->at, n;
	struct jcl_symbol *sym;

	if (left > 1 && s[1] == '&') {
		copy(x, 2);
		return;
	}
	n = symbol_len(s + 1, left - 1);
	sym =
	    x->quote && !quoted_too(x) ? NULL : jcl_symbol_find(x->s, s + 1, n);
	if (sym == NULL) {
		copy(x, n + 1);
		return;
	}
	sym->used = x->changed = true;
	mark_run(x, true);
	append(x, sym->value, sym->len);
	x->at += n + 1;
	if (n + 1 < left && s[n + 1] == '.')
		x->at++;
	x->fresh = true;
}

bool
jcl_substitute(struct jcl_symbols *s, enum jcl_kind kind,
    const struct jcl_field *in, struct jcl_field *out, bool *changedp,
    bool *longp)
{
	char text[JCL_TEXT_MAX];
	struct subst x = {
	    .s = s, .kind = kind, .in = in, .out = text, .fresh = true};
	char *p;

	*changedp = *longp = false;
	if (in->len == 0 || memchr(in->text, '&', in->len) == NULL) {
		*out = *in;
		return true;
	}
	while (x.at < in->len && !x.nomem && !x.too_long) {
		if (in->text[x.at] == '&') {
			ampersand(&x);
		} else {
			follow(&x, in->text[x.at]);
			copy(&x, 1);
		}
	}
	*longp = x.too_long;
	if (x.nomem || x.too_long ||
	    (p = arena_alloc(s->arena, x.len + 2)) == NULL)
		return false;
	memcpy(p, text, x.len);
	out->text = p;
	out->len = x.len;
	out->runs = x.runs.items;
	out->nruns = x.runs.n;
	out->member = in->member;
	*changedp = x.changed;
	return true;
}

bool
jcl_substitute_line(struct jcl_symbols *s, const struct jcl_line *in,
    bool system, struct jcl_line *out)
{
	char text[JCL_TEXT_MAX], *p;
	struct jcl_symbol *sym;
	size_t i = 0, n, len = 0, add;
	const char *from;

	*out = *in;
	if (in->len == 0 || memchr(in->text, '&', in->len) == NULL)
		return true;
	while (i < in->len) {
		n = in->text[i] == '&'
			? symbol_len(in->text + i + 1, in->len - i - 1)
			: 0;
		sym = jcl_symbol_find(s, in->text + i + 1, n);
		if (sym != NULL && !sym->exported &&
		    strcmp(sym->name, "SYSUID") != 0 &&
		    !(system && sym->declared && sym->level == 0))
			sym = NULL;
		from = sym != NULL ? sym->value : in->text + i;
		add = sym != NULL ? sym->len : 1;
		if (add > sizeof(text) - len)
			return false;
		memcpy(text + len, from, add);
		len += add;
		i += sym != NULL ? n + 1 : 1;
		if (sym != NULL && i < in->len && in->text[i] == '.')
			i++;
	}
	while (len > 0 && text[len - 1] == ' ')
		len--;
	if ((p = arena_memdup(s->arena, text, len)) == NULL)
		return false;
	out->text = p;
	out->len = len;
	return true;
}
