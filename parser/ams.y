/*
 * The one grammar of the command form: items, each a scalar, a scalar with a
 * list behind it, or a bare list. What they mean is the descriptor tables'.
 *
 * Nodes live in the parse's arena and own nothing, so no symbol needs a
 * destructor; the scanner balances parentheses and limits their depth, so the
 * stack is bounded and there are no syntax errors to recover from.
 */
%require "3.8"
%code top {
#include <string.h>
}
%code requires {
#include "parser/ams_int.h"
}
%code {
#include "parser/ams.lex.h"

static void ams_error(struct ams_span *loc, void *scanner,
    struct ams_parse *p, const char *why);
static struct ams_node *new_list(struct ams_parse *p);
static struct ams_node *new_scalar(
    struct ams_parse *p, enum ams_kind kind, const struct ams_span *loc);
static void set_password(struct ams_parse *p, struct ams_node *n,
    const struct ams_span *loc);
static struct ams_node *add(struct ams_node *list, struct ams_node *item);
static struct ams_node *attach(struct ams_node *list, struct ams_node *sub);
static struct ams_node *locate(struct ams_parse *p, struct ams_node *list,
    const struct ams_span *left);

#define CHECK(n)                         \
	do {                             \
		if ((n) == NULL) {       \
			p->nomem = true; \
			YYABORT;         \
		}                        \
	} while (0)

#define YYLLOC_DEFAULT(cur, rhs, n)                                    \
	do {                                                           \
		if (n) {                                               \
			(cur) = YYRHSLOC(rhs, 1);                      \
		} else {                                               \
			(cur).at = YYRHSLOC(rhs, 0).at;                \
			(cur).len = 0;                                 \
		}                                                      \
	} while (0)
}

%define api.pure full
%define api.prefix {ams_}
%define api.token.prefix {TOK_}
%define api.location.type {struct ams_span}
%locations
%expect 0
%param {void *scanner}
%parse-param {struct ams_parse *p}
%union {
	struct ams_node *node;
}
%token WORD QUOTED HEX BIN SLASH LPAREN RPAREN PASSWORD
%type <node> items bare named list scalar text

%%

command:
	items			{ p->top = $1; }
	;

items:	bare
	| named
	;

/* Ends in nothing, or in a list. */
bare:
	%empty			{ CHECK($$ = new_list(p)); }
	| bare list		{ $$ = add($1, $2); }
	| named list		{ $$ = attach($1, $2); }
	;

/* Ends in a scalar that a list may follow. */
named:
	items scalar		{ $$ = add($1, $2); }
	;

list:
	LPAREN items RPAREN	{ $$ = locate(p, $2, &@1); $$->cut = @3.len == 0; }
	;

scalar:
	text
	| text PASSWORD	{ set_password(p, $1, &@2); $$ = $1; }
	| SLASH			{ CHECK($$ = new_scalar(p, AMS_NODE_SLASH, &@1)); }
	;

text:
	WORD			{ CHECK($$ = new_scalar(p, AMS_NODE_WORD, &@1)); }
	| QUOTED		{ CHECK($$ = new_scalar(p, AMS_NODE_QUOTED, &@1)); }
	| HEX			{ CHECK($$ = new_scalar(p, AMS_NODE_HEX, &@1)); }
	| BIN			{ CHECK($$ = new_scalar(p, AMS_NODE_BIN, &@1)); }
	;

%%

/* Only for want of memory: see above. */
static void
ams_error(struct ams_span *loc, void *scanner, struct ams_parse *p,
    const char *why)
{
	(void)loc;
	(void)scanner;
	(void)why;
	p->nomem = true;
}

void
ams_warn(struct ams_parse *p, enum msg_id id, size_t at)
{
	struct ams_warning *w = arena_alloc(p->arena, sizeof(*w));

	if (w == NULL) {
		p->nomem = true;
		return;
	}
	w->id = id;
	w->at = at;
	if (p->last != NULL)
		p->last->next = w;
	else
		p->first = w;
	p->last = w;
}

static struct ams_node *
new_list(struct ams_parse *p)
{
	struct ams_node *n = arena_alloc(p->arena, sizeof(*n));

	if (n != NULL)
		n->kind = AMS_NODE_LIST;
	return n;
}

static struct ams_node *
locate(struct ams_parse *p, struct ams_node *list, const struct ams_span *left)
{
	list->span = *left;
	list->adjacent = left->at > 0 && p->text[left->at - 1] != ' ';
	list->item = "(";
	list->item_len = 1;
	return list;
}

static struct ams_node *
add(struct ams_node *list, struct ams_node *item)
{
	if (list->last != NULL)
		list->last->next = item;
	else
		list->first = item;
	list->last = item;
	return list;
}

static struct ams_node *
attach(struct ams_node *list, struct ams_node *sub)
{
	list->last->list = sub;
	return list;
}

/* The text between quotes, '' made '. False: there is no end quote. */
static bool
unquote(char *out, size_t *lenp, const char *s, size_t len)
{
	size_t i, n = 0;

	for (i = 1; i < len; i++) {
		if (s[i] == '\'') {
			if (i + 1 == len) {
				*lenp = n;
				return true;
			}
			i++; /* the pattern has them in pairs */
		}
		out[n++] = s[i];
	}
	*lenp = n;
	return false;
}

static int
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* Digits of 1 or 4 bits to bytes, filled with zeros at the left. */
static void
decode_digits(struct ams_node *n, char *out, unsigned bits)
{
	unsigned per = 8 / bits, v;
	size_t i, at;

	n->len = (n->item_len + per - 1) / per;
	memset(out, 0, n->len);
	for (i = 0; i < n->item_len; i++) {
		v = (unsigned)digit_value(n->item[i]);
		if (v >= 1u << bits) {
			n->bad = true;
			return;
		}
		at = n->item_len - 1 - i; /* from the right */
		out[n->len - 1 - at / per] |= (char)(v << (at % per * bits));
	}
}

static struct ams_node *
new_scalar(
    struct ams_parse *p, enum ams_kind kind, const struct ams_span *loc)
{
	struct ams_node *n = arena_alloc(p->arena, sizeof(*n));
	char *out = arena_alloc(p->arena, loc->len + 1);
	const char *s = p->text + loc->at;
	size_t open = kind == AMS_NODE_QUOTED ? 1 : 2;

	if (n == NULL || out == NULL)
		return NULL;
	n->kind = kind;
	n->span = *loc;
	n->text = out;
	if (kind == AMS_NODE_WORD || kind == AMS_NODE_SLASH) {
		memcpy(out, s, loc->len);
		n->item = s;
		n->item_len = n->len = loc->len;
		return n;
	}
	n->item = s + open;
	n->item_len = loc->len - open;
	if (kind == AMS_NODE_QUOTED) {
		n->bad = !unquote(out, &n->len, s, loc->len);
	} else {
		n->bad = n->item_len == 0 || s[loc->len - 1] != '\'';
	}
	if (!n->bad)
		n->item_len--; /* the end quote */
	if (kind != AMS_NODE_QUOTED && n->item_len == 0)
		n->bad = true;
	if (kind == AMS_NODE_HEX)
		decode_digits(n, out, 4);
	if (kind == AMS_NODE_BIN)
		decode_digits(n, out, 1);
	return n;
}

static void
set_password(
    struct ams_parse *p, struct ams_node *n, const struct ams_span *loc)
{
	const char *s = p->text + loc->at + 1;
	size_t len = loc->len - 1;
	char *out = arena_alloc(p->arena, len + 1);

	if (out == NULL) {
		p->nomem = true;
		return;
	}
	n->password = out;
	n->password_len = len;
	if (len > 0 && s[0] == '\'')
		unquote(out, &n->password_len, s, len);
	else
		memcpy(out, s, len);
}

bool
ams_parse_params(struct ams_parse *p, struct arena *arena, char *text,
    size_t len, size_t at)
{
	yyscan_t scanner = NULL;
	int rc = 2;

	memset(p, 0, sizeof(*p));
	p->arena = arena;
	p->text = text;
	p->at = at;
	p->no_comma = true;
	if (ams_lex_init_extra(p, &scanner) != 0)
		return false;
	if (ams__scan_buffer(text + at, len - at + 2, scanner) != NULL)
		rc = ams_parse(scanner, p);
	ams_lex_destroy(scanner);
	return rc == 0 && !p->nomem;
}
