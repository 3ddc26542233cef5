/* Control statements of the utilities: cards in, statements out. */
#include <stdio.h>
#include <string.h>

#include "utilities/control_int.h"

enum {
	CARD_TEXT = 71,   /* columns of a card that are read */
	CARD_CONT = 72,   /* the column that says that it goes on */
	CARD_RESUME = 15, /* offset where a text that was cut goes on */
	CARD_DOTTED = 2,
};

/* A card, blank-filled to CARD_CONT columns. */
struct card {
	char text[CARD_CONT + 1];
	bool marked; /* column 72 is not blank */
};

struct gather {
	const struct control_source *src;
	char *why;
	char *text; /* operands, CONTROL_TEXT + 1 */
	size_t len;
	bool quote; /* inside apostrophes */
};

static enum control_got
bad(char *why, const char *what)
{
	snprintf(why, CONTROL_WHY, "%s", what);
	return CONTROL_BAD;
}

/* --- cards -----------------------------------------------------------------
 */

static enum control_got
read_card(const struct control_source *src, struct card *card)
{
	const char *text;
	size_t len;
	int got = src->next(src->ctx, &text, &len);

	if (got != 1)
		return got == 0 ? CONTROL_END : CONTROL_FAILED;
	memset(card->text, ' ', CARD_CONT);
	memcpy(card->text, text, len < CARD_CONT ? len : CARD_CONT);
	card->marked = card->text[CARD_TEXT] != ' ';
	card->text[CARD_TEXT] = '\0';
	return CONTROL_STMT;
}

/* What is on the card from column 1 or, dotted, 3 on. */
static const char *
card_body(const struct control_source *src, const struct card *card)
{
	if (src->dotted && strncmp(card->text, "./", CARD_DOTTED) == 0)
		return card->text + CARD_DOTTED;
	return card->text;
}

static bool
is_blank(const char *s)
{
	return s[strspn(s, " ")] == '\0';
}

/* --- gathering operands ----------------------------------------------------
 */

/* Operands from s to the end of the field or the card. *endp: the field ended
 * with a blank on it. */
static bool
take_text(struct gather *g, const char *s, bool *endp)
{
	*endp = false;
	for (; *s != '\0'; s++) {
		if (*s == ' ' && !g->quote) {
			*endp = true;
			break;
		}
		if (g->len == CONTROL_TEXT)
			return false;
		if (*s == '\'')
			g->quote = !g->quote;
		g->text[g->len++] = *s;
	}
	g->text[g->len] = '\0';
	return true;
}

/* The card that a statement goes on on, from where its text does. */
static enum control_got
next_part(struct gather *g, bool cut, struct card *card, const char **atp)
{
	enum control_got got = read_card(g->src, card);
	const char *body;

	if (got == CONTROL_END)
		return bad(g->why, "the statement is not complete");
	if (got != CONTROL_STMT)
		return got;
	body = card_body(g->src, card);
	if (cut && is_blank(card->text + CARD_RESUME) && !g->quote)
		return bad(g->why, "the statement is not complete");
	if (g->quote) {
		*atp = card->text + CARD_RESUME;
		return CONTROL_STMT;
	}
	if (*body != ' ')
		return bad(g->why,
		    "what goes on with a statement does not begin in column 1");
	*atp = body + strspn(body, " ");
	return CONTROL_STMT;
}

static enum control_got
gather(struct gather *g, struct card *card, const char *at)
{
	enum control_got got;
	bool end, comma, cut;

	for (;;) {
		if (!take_text(g, at, &end))
			return bad(g->why, "the statement is too long");
		comma = !g->quote && g->len > 0 && g->text[g->len - 1] == ',';
		cut = !end && card->marked;
		if (g->quote && !cut)
			return bad(g->why, "an apostrophe is missing");
		if (!comma && !cut)
			return CONTROL_STMT;
		if ((got = next_part(g, cut && !comma, card, &at)) !=
		    CONTROL_STMT)
			return got;
	}
}

/* --- values ----------------------------------------------------------------
 */

struct parse {
	struct arena *arena;
	const char *at;
	char *why;
};

static enum control_got parse_value(
    struct parse *ps, int depth, struct control_value *v);

/* Behind the apostrophe that ends the text which begins at s. */
static const char *
quoted_end(const char *s)
{
	for (s++; *s != '\0'; s++)
		if (*s == '\'' && *++s != '\'')
			break;
	return s;
}

/* The text between apostrophes, two of them being one. */
static enum control_got
parse_quoted(struct parse *ps, struct control_value *v)
{
	const char *end = quoted_end(ps->at);
	char *to = arena_alloc(ps->arena, (size_t)(end - ps->at) + 1);

	if (to == NULL)
		return CONTROL_FAILED;
	v->text = to;
	for (ps->at++; ps->at + 1 < end; ps->at++) {
		if (*ps->at == '\'')
			ps->at++;
		to[v->len++] = *ps->at;
	}
	ps->at = end;
	v->quoted = true;
	return CONTROL_STMT;
}

static enum control_got
parse_list(struct parse *ps, int depth, struct control_value *v)
{
	struct control_value **tail = &v->list;
	enum control_got got;

	if (depth == CONTROL_DEPTH)
		return bad(ps->why, "parentheses are nested too deeply");
	v->is_list = true;
	do {
		ps->at++; /* the parenthesis, or a comma */
		*tail = arena_alloc(ps->arena, sizeof(**tail));
		if (*tail == NULL)
			return CONTROL_FAILED;
		got = parse_value(ps, depth + 1, *tail);
		if (got != CONTROL_STMT)
			return got;
		tail = &(*tail)->next;
	} while (*ps->at == ',');
	if (*ps->at != ')')
		return bad(ps->why, "a right parenthesis is missing");
	ps->at++;
	return CONTROL_STMT;
}

/* A word, a text in apostrophes, a list; nothing at all is a value too. */
static enum control_got
parse_value(struct parse *ps, int depth, struct control_value *v)
{
	size_t n = strcspn(ps->at, ",()'");
	enum control_got got = CONTROL_STMT;

	v->key = "";
	v->text = "";
	if (ps->at[n] == '\'' && n <= 1) {
		v->mark = n == 1 ? ps->at[0] : '\0';
		ps->at += n;
		got = parse_quoted(ps, v);
	} else if (ps->at[n] == '\'') {
		got = bad(ps->why, "an apostrophe stands inside a word");
	} else {
		v->text = arena_strndup(ps->arena, ps->at, n);
		v->len = n;
		ps->at += n;
		if (v->text == NULL)
			return CONTROL_FAILED;
		if (*ps->at == '(')
			got = parse_list(ps, depth, v);
	}
	if (got == CONTROL_STMT && *ps->at != '\0' && *ps->at != ',' &&
	    *ps->at != ')')
		return bad(ps->why, "a comma is missing");
	return got;
}

static enum control_got
parse_operand(struct parse *ps, struct control_value *v)
{
	size_t n = strcspn(ps->at, "=,()'");
	char *key = NULL;
	enum control_got got;

	if (ps->at[n] == '=') {
		if ((key = arena_strndup(ps->arena, ps->at, n)) == NULL)
			return CONTROL_FAILED;
		ps->at += n + 1;
	}
	if ((got = parse_value(ps, 0, v)) != CONTROL_STMT)
		return got;
	if (key != NULL)
		v->key = key;
	return *ps->at == ')' ? bad(ps->why, "a left parenthesis is missing")
			      : CONTROL_STMT;
}

static enum control_got
parse_operands(struct parse *ps, struct control_stmt *stmt)
{
	struct control_value **tail = &stmt->operands;
	enum control_got got;

	if (*ps->at == '\0')
		return CONTROL_STMT;
	for (;;) {
		*tail = arena_alloc(ps->arena, sizeof(**tail));
		if (*tail == NULL)
			return CONTROL_FAILED;
		got = parse_operand(ps, *tail);
		if (got != CONTROL_STMT || *ps->at == '\0')
			return got;
		tail = &(*tail)->next;
		ps->at++; /* the comma */
	}
}

/* --- statements ------------------------------------------------------------
 */

/* A word up to the next blank; false: it is too long. */
static bool
take_word(const char **atp, char out[CONTROL_WORD])
{
	size_t n = strcspn(*atp, " ");

	if (n >= CONTROL_WORD)
		return false;
	memcpy(out, *atp, n);
	out[n] = '\0';
	*atp += n;
	return true;
}

/* The label and the operation; *atp: where operands begin. */
static enum control_got
take_head(
    const char *body, struct control_stmt *stmt, const char **atp, char *why)
{
	const char *at = body;

	if (*at != ' ' && !take_word(&at, stmt->label))
		return bad(why, "the label in column 1 is too long");
	at += strspn(at, " ");
	if (at[strcspn(at, " =")] != '=') {
		if (!take_word(&at, stmt->op))
			return bad(why, "the operation is too long");
		at += strspn(at, " ");
	}
	*atp = at;
	return CONTROL_STMT;
}

/* The first card of a statement. */
static enum control_got
first_card(const struct control_source *src, struct card *card)
{
	enum control_got got;
	const char *body;

	do {
		if ((got = read_card(src, card)) != CONTROL_STMT)
			return got;
		body = card_body(src, card);
	} while (body[0] == '*' || is_blank(body));
	return CONTROL_STMT;
}

enum control_got
control_next(const struct control_source *src, struct arena *arena,
    struct control_stmt *stmtp, char why[CONTROL_WHY])
{
	struct gather g = {.src = src, .why = why};
	struct parse ps = {.arena = arena, .why = why};
	enum control_got got;
	struct card card;
	const char *at;

	memset(stmtp, 0, sizeof(*stmtp));
	why[0] = '\0';
	if ((got = first_card(src, &card)) != CONTROL_STMT)
		return got;
	got = take_head(card_body(src, &card), stmtp, &at, why);
	if (got != CONTROL_STMT)
		return got;
	if ((g.text = arena_alloc(arena, CONTROL_TEXT + 1)) == NULL)
		return CONTROL_FAILED;
	if ((got = gather(&g, &card, at)) != CONTROL_STMT)
		return got;
	ps.at = g.text;
	return parse_operands(&ps, stmtp);
}

/* --- what operands say -----------------------------------------------------
 */

const struct control_value *
control_find(const struct control_stmt *stmt, const char *key)
{
	const struct control_value *v;

	for (v = stmt->operands; v != NULL; v = v->next)
		if (strcmp(v->key, key) == 0 ||
		    (v->key[0] == '\0' && control_is(v, key)))
			return v;
	return NULL;
}

const struct control_value *
control_values(const struct control_value *v)
{
	return v != NULL && v->is_list && v->len == 0 ? v->list : v;
}

bool
control_empty(const struct control_value *v)
{
	return v == NULL || (v->len == 0 && !v->quoted && !v->is_list);
}

bool
control_is(const struct control_value *v, const char *word)
{
	return v != NULL && !v->quoted && !v->is_list &&
	       strcmp(v->text, word) == 0;
}

bool
control_number(const struct control_value *v, uint32_t max, uint32_t *np)
{
	uint64_t n = 0;

	if (v == NULL || v->quoted || v->is_list || v->len == 0)
		return false;
	for (size_t i = 0; i < v->len; i++) {
		if (v->text[i] < '0' || v->text[i] > '9')
			return false;
		n = n * 10 + (uint64_t)(v->text[i] - '0');
		if (n > max)
			return false;
	}
	*np = (uint32_t)n;
	return true;
}

bool
control_name(const struct control_value *v, char *out, size_t size)
{
	if (v == NULL || v->quoted || v->is_list || v->len == 0 ||
	    v->len >= size)
		return false;
	memcpy(out, v->text, v->len + 1);
	return true;
}
