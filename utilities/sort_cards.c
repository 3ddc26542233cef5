/*
 * SORT's control statements from cards, and SYMNAMES.
 *
 *	column 1	a label, or an asterisk: a comment
 *	columns 2-71	operation, operands, remarks
 *	column 72	not blank: the statement goes on
 *
 * A statement goes on too when its operands end, before a blank, with a comma,
 * a colon, a semicolon or an opening parenthesis (the last: mem). What was cut
 * at column 71 goes on in column 16 or before. Source: SC23-6878 "Coding
 * control statements", "Continuation lines".
 */
#include <stdio.h>
#include <string.h>

#include "utilities/sort_int.h"

enum {
	CARD = 71,    /* columns that are read */
	RESUME = 15,  /* offset: a text that was cut goes on up to there */
	TEXT = 65536, /* characters of a statement */
	SYMBOL = 51,  /* characters of a symbol, and a NUL */
	SYMBOLS_MAX = 4096,
};

struct card {
	char text[CARD + 1];
	bool marked; /* column 72 */
};

struct gather {
	char *text;
	size_t len;
	bool quote;
};

struct sort_symbol {
	char name[SYMBOL];
	const char *value;
	struct sort_symbol *next;
};

/* --- cards -----------------------------------------------------------------
 */

/* False: the end, or a failure that was said. */
static bool
read_card(struct sort *s, struct card *card)
{
	struct dd_card c;
	enum ds_status st;

	if (s->u.sysin == NULL || utility_stopped(&s->u))
		return false;
	st = dd_cards_next(s->u.sysin, &c, &s->u.diag);
	if (st != DS_OK && st != DS_EOD)
		sort_io_failed(s, "SYSIN", st);
	if (st != DS_OK)
		return false;
	sort_text(s, ' ', c.text, c.len);
	memset(card->text, ' ', CARD);
	memcpy(card->text, c.text, c.len < CARD ? c.len : CARD);
	card->text[CARD] = '\0';
	card->marked = c.len > CARD && c.text[CARD] != ' ';
	return true;
}

static bool
is_blank(const char *t)
{
	return t[strspn(t, " ")] == '\0';
}

/* Operands from at to the blank that ends them; *endp: there was one. */
static bool
take(struct gather *g, const char *at, bool *endp)
{
	*endp = false;
	for (; *at != '\0'; at++) {
		if (*at == ' ' && !g->quote) {
			*endp = true;
			break;
		}
		if (g->len == TEXT)
			return false;
		if (*at == '\'')
			g->quote = !g->quote;
		g->text[g->len++] = *at;
	}
	g->text[g->len] = '\0';
	return true;
}

static bool
stmt_bad(struct sort *s, const char *what)
{
	sort_msg(s, MSG_ICE007A, NULL);
	sort_line(s, ' ', "CATAMOUNT ** %s", what);
	return false;
}

static bool
add_part(struct sort *s, struct sort_stmt *stmt, const struct gather *g,
    const struct card *card, const char *at)
{
	struct sort_part *p;

	if (stmt->nparts == SORT_PARTS)
		return stmt_bad(s, "the statement has too many cards");
	p = &stmt->parts[stmt->nparts++];
	p->at = (uint32_t)g->len;
	p->col = (uint32_t)(at - card->text);
	p->line = (uint32_t)sort_held(s);
	return true;
}

/* The card that a statement goes on on; *atp: where its text does. */
static bool
next_card(struct sort *s, const struct gather *g, bool cut, struct card *card,
    const char **atp)
{
	size_t blanks;

	do {
		if (!read_card(s, card))
			return stmt_bad(s, "the statement is not complete");
	} while (card->text[0] == '*');
	blanks = strspn(card->text, " ");
	if (card->text[0] != ' ')
		return stmt_bad(s, "what goes on does not begin in column 1");
	if (g->quote || (cut && blanks >= RESUME))
		blanks = RESUME;
	*atp = card->text + blanks;
	return true;
}

static bool
goes_on(const struct gather *g)
{
	return g->len > 0 && !g->quote &&
	       strchr(",:;(", g->text[g->len - 1]) != NULL;
}

static bool
gather(
    struct sort *s, struct sort_stmt *stmt, struct card *card, const char *at)
{
	struct gather g = {.text = arena_alloc(s->arena, TEXT + 1)};
	bool end, more;

	if (g.text == NULL)
		return stmt_bad(s, "no memory");
	stmt->text = g.text;
	for (;;) {
		if (!add_part(s, stmt, &g, card, at))
			return false;
		if (!take(&g, at, &end))
			return stmt_bad(s, "the statement is too long");
		more = goes_on(&g);
		if (g.quote && !card->marked)
			return stmt_bad(s, "an apostrophe is missing");
		if (!more && (end || !card->marked))
			break;
		if (!next_card(s, &g, !more, card, &at))
			return false;
	}
	if (s->symbols != NULL) {
		stmt->text = sort_symbols_put(s, g.text);
		if (stmt->text == NULL)
			return stmt_bad(s, "the statement is too long");
	}
	return true;
}

bool
sort_next(struct sort *s, struct sort_stmt *stmt)
{
	struct card card;
	const char *at;
	size_t n;

	memset(stmt, 0, sizeof(*stmt));
	do {
		if (!read_card(s, &card))
			return false;
	} while (card.text[0] == '*' || is_blank(card.text));
	at = card.text;
	if (*at != ' ') /* a label */
		at += strcspn(at, " ");
	at += strspn(at, " ");
	n = strcspn(at, " ");
	snprintf(stmt->op, sizeof(stmt->op), "%.*s", n > 15 ? 15 : (int)n, at);
	at += n;
	at += strspn(at, " ");
	if (!gather(s, stmt, &card, at))
		stmt->op[0] = '\0'; /* said; the next one may be right */
	return true;
}

/* --- symbols ---------------------------------------------------------------
 */

static bool
is_symbol_char(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       (c >= '0' && c <= '9') ||
	       (c != '\0' && strchr("@#$_-", c) != NULL);
}

static const struct sort_symbol *
find_symbol(const struct sort *s, const char *name, size_t len)
{
	const struct sort_symbol *y;

	for (y = s->symbols; y != NULL; y = y->next)
		if (strlen(y->name) == len && memcmp(y->name, name, len) == 0)
			return y;
	return NULL;
}

/* A word that is a symbol, in no apostrophes and no keyword of an operand. */
const char *
sort_symbols_put(struct sort *s, const char *text)
{
	char *out = arena_alloc(s->arena, TEXT + 1);
	const struct sort_symbol *y;
	size_t at = 0, n;
	bool quote = false;

	for (; out != NULL && *text != '\0'; text += n) {
		y = NULL;
		for (n = 0; !quote && is_symbol_char(text[n]); n++)
			continue;
		if (n > 0 && text[n] != '=' && text[n] != '\'' &&
		    (text[0] < '0' || text[0] > '9') && text[0] != '-')
			y = find_symbol(s, text, n);
		if (n == 0) {
			quote ^= *text == '\'';
			n = 1;
		}
		if (at + (y != NULL ? strlen(y->value) : n) > TEXT)
			return NULL;
		if (y != NULL) {
			memcpy(out + at, y->value, strlen(y->value));
			at += strlen(y->value);
		} else {
			memcpy(out + at, text, n);
			at += n;
		}
	}
	return out;
}

/* symbol,value remark */
static bool
add_symbol(struct sort *s, const char *line)
{
	struct sort_symbol *y = arena_alloc(s->arena, sizeof(*y));
	size_t n = 0, len = 0;
	bool quote = false;
	char *value;

	while (is_symbol_char(line[n]))
		n++;
	if (y == NULL || n == 0 || n >= SYMBOL || line[n] != ',')
		return false;
	memcpy(y->name, line, n);
	line += n + 1;
	for (; line[len] != '\0' && (line[len] != ' ' || quote); len++)
		quote ^= line[len] == '\'';
	/* p,m,f with an asterisk or an equal sign counts from the symbol
	 * before, which is not done */
	if (len == 0 || quote || strchr("*=+", line[0]) != NULL)
		return false;
	if ((value = arena_strndup(s->arena, line, len)) == NULL)
		return false;
	y->value = value;
	y->next = s->symbols;
	s->symbols = y;
	return true;
}

static bool
symbol_card(struct sort *s, const struct dd_card *c)
{
	char line[81] = "";
	size_t at;

	memcpy(line, c->text, c->len < 80 ? c->len : 80);
	at = strspn(line, " ");
	if (line[0] == '*' || line[at] == '\0')
		return true;
	if (add_symbol(s, line + at))
		return true;
	sort_note(s, "SYMNAMES CARD %lu IS NO SYMBOL,VALUE", c->number);
	return false;
}

bool
sort_symbols(struct sort *s)
{
	struct dd_cards *cards = NULL;
	struct dd_card c;
	enum ds_status st;
	unsigned n = 0;
	bool ok = true;

	if (!dd_exists(s->u.run->dds, "SYMNAMES"))
		return true;
	st = dd_cards_open(s->u.run->dds, "SYMNAMES", &cards, &s->u.diag);
	while (st == DS_OK && ok) {
		st = dd_cards_next(cards, &c, &s->u.diag);
		if (st == DS_OK)
			ok = n++ < SYMBOLS_MAX && symbol_card(s, &c);
	}
	if (st != DS_OK && st != DS_EOD)
		sort_io_failed(s, "SYMNAMES", st);
	dd_cards_close(&cards);
	return ok && (st == DS_OK || st == DS_EOD);
}
