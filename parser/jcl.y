/*
 * The one grammar of an operand field: parameters, positional or keyword=value,
 * values that are words, quoted strings, lists, words with a list behind them.
 * What they mean is the business of the binders (jcl_job.c and so on).
 *
 * Nodes live in the parse's arena and own nothing, so no symbol needs a
 * destructor. A field with an error has no tree: the first error is kept.
 */
%require "3.8"
%code top {
#include <string.h>
}
%code requires {
#include "parser/jcl_int.h"
}
%code provides {
void jcl_parse_error(struct jcl_parse *p, enum msg_id id, size_t at);
}
%code {
#include "parser/jcl.lex.h"

static void jcl_yyerror(struct jcl_span *loc, void *scanner,
    struct jcl_parse *p, const char *why);
static struct jcl_node *new_node(struct jcl_parse *p,
    enum jcl_node_kind kind, const struct jcl_span *loc);
static struct jcl_node *add(struct jcl_node *list, struct jcl_node *item);
static struct jcl_node *new_key(struct jcl_node *word, struct jcl_node *value);
static struct jcl_node *with_list(
    struct jcl_node *word, struct jcl_node *list);

#define CHECK(n)                         \
	do {                             \
		if ((n) == NULL) {       \
			p->nomem = true; \
			YYABORT;         \
		}                        \
	} while (0)

#define YYLLOC_DEFAULT(cur, rhs, n)                          \
	do {                                                 \
		if (n) {                                     \
			(cur).at = YYRHSLOC(rhs, 1).at;      \
			(cur).end = YYRHSLOC(rhs, n).end;    \
		} else {                                     \
			(cur).at = YYRHSLOC(rhs, 0).end;     \
			(cur).end = (cur).at;                \
		}                                            \
	} while (0)
}

%define api.pure full
%define api.prefix {jcl_yy}
%define api.token.prefix {TOK_}
%define api.location.type {struct jcl_span}
%locations
%expect 0
%param {void *scanner}
%parse-param {struct jcl_parse *p}
%initial-action { @$.at = @$.end = 0; }
%union {
	struct jcl_node *node;
}
%token WORD QUOTED COMMA EQUALS LPAREN RPAREN
%type <node> parameters parameter value list word

%%

field:
	parameters		{ p->top = $1; p->top->end = @1.end; }
	;

parameters:
	parameter		{
		CHECK($$ = new_node(p, JCL_NODE_LIST, &@1));
		add($$, $1);
	}
	| parameters COMMA parameter	{ $$ = add($1, $3); }
	;

parameter:
	%empty			{ CHECK($$ = new_node(p, JCL_NODE_EMPTY, &@$)); }
	| value
	| word EQUALS parameter	{ $$ = new_key($1, $3); }
	;

value:
	word
	| QUOTED		{ CHECK($$ = new_node(p, JCL_NODE_QUOTED, &@1)); }
	| list
	| word list		{ $$ = with_list($1, $2); }
	;

list:
	LPAREN parameters RPAREN	{ $$ = $2; $$->at = @1.at; $$->end = @3.end; }
	;

word:
	WORD			{ CHECK($$ = new_node(p, JCL_NODE_WORD, &@1)); }
	;

%%

void
jcl_parse_error(struct jcl_parse *p, enum msg_id id, size_t at)
{
	if (p->failed)
		return;
	p->failed = true;
	p->id = id;
	p->error_at = at;
}

/* What stands where it cannot: the character says which error it is. */
static void
jcl_yyerror(struct jcl_span *loc, void *scanner, struct jcl_parse *p,
    const char *why)
{
	char ch = loc->at < p->field->len ? p->field->text[loc->at] : '\0';

	(void)scanner;
	(void)why;
	jcl_parse_error(p,
	    ch == '(' ? MSG_IEFC625I
		      : (ch == '\'' ? MSG_IEFC629I : MSG_IEF632I),
	    loc->at);
}

/* The text between apostrophes, '' made '. */
static size_t
unquote(char *out, const char *s, size_t len)
{
	size_t i, n = 0;

	for (i = 1; i + 1 < len; i++) {
		if (s[i] == '\'' && i + 2 < len)
			i++; /* the pattern has them in pairs */
		out[n++] = s[i];
	}
	return n;
}

static struct jcl_node *
new_node(struct jcl_parse *p, enum jcl_node_kind kind,
    const struct jcl_span *loc)
{
	struct jcl_node *n = arena_alloc(p->arena, sizeof(*n));
	const char *s = p->field->text + loc->at;
	char *out;

	if (n == NULL)
		return NULL;
	n->kind = kind;
	n->at = loc->at;
	n->end = loc->end;
	n->field = p->field;
	n->text = "";
	if (kind != JCL_NODE_WORD && kind != JCL_NODE_QUOTED)
		return n;
	n->len = loc->end - loc->at;
	if ((out = arena_strndup(p->arena, s, n->len)) == NULL)
		return NULL;
	if (kind == JCL_NODE_QUOTED) {
		n->len = unquote(out, s, n->len);
		out[n->len] = '\0';
	}
	n->text = out;
	return n;
}

static struct jcl_node *
add(struct jcl_node *list, struct jcl_node *item)
{
	if (list->last != NULL)
		list->last->next = item;
	else
		list->first = item;
	list->last = item;
	list->end = item->end;
	return list;
}

static struct jcl_node *
new_key(struct jcl_node *word, struct jcl_node *value)
{
	word->kind = JCL_NODE_KEY;
	word->first = word->last = value;
	word->end = value->end;
	return word;
}

static struct jcl_node *
with_list(struct jcl_node *word, struct jcl_node *list)
{
	word->list = list;
	word->end = list->end;
	return word;
}

struct jcl_node *
jcl_parse_field(
    struct jcl_parse *p, struct arena *a, const struct jcl_field *field)
{
	yyscan_t scanner = NULL;
	int rc = 2;

	memset(p, 0, sizeof(*p));
	p->arena = a;
	p->field = field;
	if (jcl_yylex_init_extra(p, &scanner) != 0) {
		p->nomem = true;
		return NULL;
	}
	if (jcl_yy_scan_buffer(field->text, field->len + 2, scanner) != NULL)
		rc = jcl_yyparse(scanner, p);
	jcl_yylex_destroy(scanner);
	if (rc == 2)
		p->nomem = true;
	return rc == 0 && !p->failed && !p->nomem ? p->top : NULL;
}
