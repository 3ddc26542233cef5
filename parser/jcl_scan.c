/*
 * Card images to statements: name, operation, the operand field in one piece,
 * in-stream data. Continuation is decided here, so an operand field is what
 * stands in columns up to 71 of one or more cards; comments are gone. What
 * is wrong is kept with the statement until that has its number.
 */
#include <ctype.h>
#include <string.h>

#include "parser/jcl_int.h"

enum { LAST_COLUMN = 71, MARK_COLUMN = 72, RESUME_COLUMN = 16 };

struct scan {
	struct arena *arena;
	struct jcl_source *source;
	bool fold, nomem;
	int next; /* card */
	struct jcl_stmt *stmts;
	int n, cap;
	/* The statement in hand. */
	struct jcl_stmt *s;
	char *text; /* JCL_TEXT_MAX + 2 */
	size_t len;
	struct jcl_run *runs;
	int nruns, runs_cap;
	char last; /* character of the field, kept or not */
	bool quote, lower, too_long;
};

enum ended { ENDED, ENDED_COMMA, ENDED_QUOTE };

static const struct {
	const char *op;
	enum jcl_kind kind;
} operations[] = {
    {"DD", JCL_KIND_DD},
    {"EXEC", JCL_KIND_EXEC},
    {"JOB", JCL_KIND_JOB},
    {"SET", JCL_KIND_SET},
    {"PROC", JCL_KIND_PROC},
    {"PEND", JCL_KIND_PEND},
    {"IF", JCL_KIND_IF},
    {"ELSE", JCL_KIND_ELSE},
    {"ENDIF", JCL_KIND_ENDIF},
    {"INCLUDE", JCL_KIND_INCLUDE},
    {"JCLLIB", JCL_KIND_JCLLIB},
    {"OUTPUT", JCL_KIND_OUTPUT},
    {"EXPORT", JCL_KIND_EXPORT},
    {"CNTL", JCL_KIND_OTHER},
    {"ENDCNTL", JCL_KIND_OTHER},
    {"COMMAND", JCL_KIND_OTHER},
    {"NOTIFY", JCL_KIND_OTHER},
    {"SCHEDULE", JCL_KIND_OTHER},
    {"XMIT", JCL_KIND_OTHER},
};

/* Statements of JES2, which begin in column 3. */
static const char jes2[] = "JOBPARM MESSAGE NETACCT NOTIFY OUTPUT PRIORITY "
			   "ROUTE SETUP SIGNOFF SIGNON XEQ XMIT";

static enum jcl_kind
kind_of(const char *op)
{
	size_t i;

	for (i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
		if (strcasecmp(operations[i].op, op) == 0)
			return operations[i].kind;
	}
	return JCL_KIND_BAD;
}

static const struct jcl_card *
card_at(const struct scan *sc, int i)
{
	return i < sc->source->ncards ? &sc->source->cards[i] : NULL;
}

static bool
starts(const struct jcl_card *c, const char *with)
{
	size_t len = strlen(with);

	return c->len >= len && memcmp(c->text, with, len) == 0;
}

static void
fault(struct scan *sc, enum msg_id id, const char *note, int line, int column)
{
	struct jcl_fault *f = arena_alloc(sc->arena, sizeof(*f)), **p;

	if (f == NULL) {
		sc->nomem = true;
		return;
	}
	f->id = id;
	f->note = note;
	f->line = line;
	f->column = column;
	for (p = &sc->s->faults; *p != NULL; p = &(*p)->next)
		;
	*p = f;
}

static void
warn(struct scan *sc, const char *note, int line)
{
	struct jcl_fault *f;

	fault(sc, MSG_COUNT, note, line, 0);
	for (f = sc->s->faults; f != NULL && f->next != NULL; f = f->next)
		;
	if (f != NULL)
		f->warning = true;
}

static struct jcl_stmt *
new_stmt(struct scan *sc, enum jcl_kind kind)
{
	struct jcl_stmt *grown;
	int cap = sc->cap > 0 ? sc->cap * 2 : 32;

	if (sc->n == sc->cap) {
		grown = arena_alloc(sc->arena, (size_t)cap * sizeof(*grown));
		if (grown == NULL) {
			sc->nomem = true;
			return NULL;
		}
		if (sc->n > 0)
			memcpy(
			    grown, sc->stmts, (size_t)sc->n * sizeof(*grown));
		sc->stmts = grown;
		sc->cap = cap;
	}
	sc->s = &sc->stmts[sc->n++];
	memset(sc->s, 0, sizeof(*sc->s));
	sc->s->kind = kind;
	sc->s->name = sc->s->op = "";
	sc->s->card = sc->next;
	sc->s->ncards = 1;
	return sc->s;
}

/* --- the operand field ---------------------------------------------------- */

static void
add_run(struct scan *sc, int line, int column)
{
	struct jcl_run *r, *grown;
	int cap = sc->runs_cap > 0 ? sc->runs_cap * 2 : 16;

	r = sc->nruns > 0 ? &sc->runs[sc->nruns - 1] : NULL;
	if (r != NULL && r->line == line &&
	    (size_t)(column - r->column) == sc->len - r->at)
		return;
	if (sc->nruns == sc->runs_cap) {
		grown = arena_alloc(sc->arena, (size_t)cap * sizeof(*grown));
		if (grown == NULL) {
			sc->nomem = true;
			return;
		}
		if (sc->nruns > 0)
			memcpy(grown, sc->runs,
			    (size_t)sc->nruns * sizeof(*grown));
		sc->runs = grown;
		sc->runs_cap = cap;
	}
	sc->runs[sc->nruns++] =
	    (struct jcl_run){.at = sc->len, .line = line, .column = column};
}

static void
put(struct scan *sc, char ch, int line, int column)
{
	sc->last = ch;
	if (sc->len >= JCL_TEXT_MAX) {
		sc->too_long = true;
		return;
	}
	add_run(sc, line, column);
	sc->text[sc->len++] = ch;
}

static char
plain(struct scan *sc, char ch)
{
	if (ch < 'a' || ch > 'z')
		return ch;
	if (sc->fold)
		return (char)(ch - 'a' + 'A');
	sc->lower = true;
	return ch;
}

/* Add what the card has of the field, from a byte and its column on. */
static enum ended
scan_card(struct scan *sc, const struct jcl_card *c, size_t from, int column)
{
	size_t end = jcl_card_at(c, MARK_COLUMN), i;
	char ch;

	for (i = from; i < end; i++) {
		ch = c->text[i];
		if (!sc->quote && ch == ' ')
			break;
		put(sc, sc->quote ? ch : plain(sc, ch), c->line, column);
		if (ch == '\'')
			sc->quote = !sc->quote;
		column += ((unsigned char)ch & 0xC0) != 0x80;
	}
	if (sc->quote) {
		/* A quoted string goes on to column 71, blanks too. */
		for (; column <= LAST_COLUMN; column++)
			put(sc, ' ', c->line, column);
		return ENDED_QUOTE;
	}
	return sc->last == ',' ? ENDED_COMMA : ENDED;
}

static bool
is_comment(const struct jcl_card *c)
{
	return starts(c, "//*");
}

/* The first non-blank from column 3 on; the length when there is none up to
 * column 71. */
static size_t
first_text(const struct jcl_card *c)
{
	size_t end = jcl_card_at(c, MARK_COLUMN), i;

	for (i = 2; i < end; i++) {
		if (c->text[i] != ' ')
			return i;
	}
	return c->len;
}

static bool
is_null(const struct jcl_card *c)
{
	return starts(c, "//") && first_text(c) == c->len;
}

static bool
goes_on(const struct jcl_card *c)
{
	return c != NULL && starts(c, "// ") && !is_null(c);
}

static bool
marked(const struct jcl_card *c)
{
	size_t at = jcl_card_at(c, MARK_COLUMN);

	return at < c->len && c->text[at] != ' ' &&
	       jcl_card_at(c, MARK_COLUMN + 1) > at;
}

/* Does the card look like a statement without a name? */
static bool
looks_like_statement(const struct jcl_card *c)
{
	size_t at = first_text(c), n = 0;
	char word[16];

	while (
	    at + n < c->len && n + 1 < sizeof(word) && c->text[at + n] != ' ')
		n++;
	memcpy(word, c->text + at, n);
	word[n] = '\0';
	return kind_of(word) != JCL_KIND_BAD;
}

/* A mark in column 72 of a complete statement: its comment goes on. */
static void
skip_comment(struct scan *sc, const struct jcl_card *last)
{
	const struct jcl_card *c;
	bool told = false;

	while (marked(last) && goes_on(c = card_at(sc, sc->next))) {
		if (!told && looks_like_statement(c)) {
			told = true;
			warn(sc,
			    "taken for a comment, because column 72 of the "
			    "card in front of it is not blank",
			    c->line);
		}
		last = c;
		sc->next++;
		sc->s->ncards++;
	}
}

/* Where a continuation begins on the card; false: it is none. */
static bool
resume(const struct scan *sc, const struct jcl_card *c, size_t *atp, int *colp)
{
	size_t at;

	if (!goes_on(c))
		return false;
	at = first_text(c);
	if (at + 1 > RESUME_COLUMN)
		return false;
	if (sc->quote) {
		if (at + 1 < RESUME_COLUMN)
			return false;
		at = RESUME_COLUMN - 1;
	}
	*atp = at;
	*colp = (int)at + 1;
	return true;
}

static void
no_continuation(struct scan *sc, int line)
{
	fault(sc, MSG_IEFC621I, NULL, line, 0);
	if (sc->quote)
		sc->s->broken = true;
	if (!sc->quote && sc->len > 0 && sc->text[sc->len - 1] == ',')
		sc->len--;
}

/* The operands of any statement but IF; next is behind the first card. */
static void
scan_operands(struct scan *sc, size_t from)
{
	const struct jcl_card *c = card_at(sc, sc->s->card);
	enum ended e;
	int column = (int)from + 1, skipped;
	size_t at = from;

	e = scan_card(sc, c, at, column);
	while (e != ENDED) {
		/* Comment statements may stand between. */
		for (skipped = 0; card_at(sc, sc->next + skipped) != NULL &&
				  is_comment(card_at(sc, sc->next + skipped));)
			skipped++;
		if (!resume(
			sc, card_at(sc, sc->next + skipped), &at, &column)) {
			no_continuation(sc, c->line);
			return;
		}
		c = card_at(sc, sc->next + skipped);
		sc->next += skipped + 1;
		sc->s->ncards += skipped + 1;
		e = scan_card(sc, c, at, column);
	}
	skip_comment(sc, c);
}

/* --- IF ------------------------------------------------------------------- */

/* THEN as a word of the text from a place on; SIZE_MAX: it is not there. */
static size_t
find_then(const char *s, size_t len, size_t from)
{
	size_t i;

	for (i = from; i + 4 <= len; i++) {
		if (memcmp(s + i, "THEN", 4) == 0 &&
		    (i == 0 || s[i - 1] == ' ' || s[i - 1] == ')') &&
		    (i + 4 == len || s[i + 4] == ' '))
			return i;
	}
	return SIZE_MAX;
}

/* A relational expression has blanks and ends with THEN. */
static void
scan_if(struct scan *sc, size_t from)
{
	const struct jcl_card *c = card_at(sc, sc->s->card);
	size_t end, i, then = 0, before;
	int column = (int)from + 1;

	for (;;) {
		end = jcl_card_at(c, MARK_COLUMN);
		before = sc->len;
		put(sc, ' ', c->line, column);
		for (i = from; i < end; i++) {
			put(sc, plain(sc, c->text[i]), c->line, column);
			column += ((unsigned char)c->text[i] & 0xC0) != 0x80;
		}
		then = find_then(sc->text, sc->len, before);
		if (then != SIZE_MAX) {
			sc->len = then;
			break;
		}
		if (!resume(sc, card_at(sc, sc->next), &from, &column)) {
			fault(sc, MSG_IEFC621I, NULL, c->line, 0);
			sc->s->broken = true;
			return;
		}
		c = card_at(sc, sc->next++);
		sc->s->ncards++;
	}
	skip_comment(sc, c);
}

/* --- in-stream data ------------------------------------------------------- */

static bool
is_jes2(const struct jcl_card *c)
{
	size_t n = 0;
	char word[16];

	if (!starts(c, "/*"))
		return false;
	while (2 + n < c->len && n + 1 < sizeof(word) &&
	       c->text[2 + n] != ' ' && c->text[2 + n] != '(')
		n++;
	if (n == 0)
		return false;
	memcpy(word, c->text + 2, n);
	word[n] = '\0';
	return word[0] == '$' || jcl_word_in(jes2, word);
}

/* The value of DLM= in a field; its length, 0: none. */
static size_t
find_delimiter(const char *s, size_t len, char out[9])
{
	size_t i, n = 0;
	bool quote = false, start = true;

	for (i = 0; i < len; i++) {
		if (!quote && start && len - i >= 4 &&
		    memcmp(s + i, "DLM=", 4) == 0)
			break;
		quote ^= s[i] == '\'';
		start = s[i] == ',';
	}
	if (i >= len)
		return 0;
	i += 4;
	quote = i < len && s[i] == '\'';
	for (i += quote; i < len && n < 8; i++) {
		if (!quote && s[i] == ',')
			break;
		if (s[i] == '\'' && !(i + 1 < len && s[i + 1] == '\''))
			break;
		if ((s[i] == '\'' || s[i] == '&') && i + 1 < len &&
		    s[i + 1] == s[i])
			i++;
		out[n++] = s[i];
	}
	return n;
}

static void
add_line(struct scan *sc, const struct jcl_card *c, int *capp)
{
	struct jcl_stmt *s = sc->s;
	struct jcl_line *grown;

	if (s->nlines == *capp) {
		*capp = *capp > 0 ? *capp * 2 : 16;
		grown = arena_alloc(sc->arena, (size_t)*capp * sizeof(*grown));
		if (grown == NULL) {
			sc->nomem = true;
			return;
		}
		if (s->nlines > 0)
			memcpy(grown, s->lines,
			    (size_t)s->nlines * sizeof(*grown));
		s->lines = grown;
	}
	s->lines[s->nlines++] =
	    (struct jcl_line){.text = c->text, .len = c->len, .card = c->line};
}

/* The cards behind DD * (slashes: "//" ends them) or DD DATA. */
static void
read_data(struct scan *sc, const char *dlm, size_t dlm_len, bool slashes)
{
	const struct jcl_card *c;
	bool told = false;
	int cap = 0;

	for (; (c = card_at(sc, sc->next)) != NULL && !sc->nomem; sc->next++) {
		if (dlm_len > 0 && c->len >= dlm_len &&
		    memcmp(c->text, dlm, dlm_len) == 0) {
			sc->next++;
			return;
		}
		if (slashes && starts(c, "//"))
			return;
		if (dlm_len == 0 && starts(c, "/*")) {
			if (!is_jes2(c))
				sc->next++;
			return;
		}
		if (c->too_long && !told) {
			fault(sc, MSG_COUNT, "more than 80 columns", c->line,
			    JCL_CARD_LEN + 1);
			told = true;
		}
		add_line(sc, c, &cap);
	}
}

static void
read_dd_data(struct scan *sc)
{
	const char *s = sc->text;
	char dlm[9];
	size_t n;

	if (sc->len >= 1 && s[0] == '*' && (sc->len == 1 || s[1] == ',')) {
		n = find_delimiter(s, sc->len, dlm);
		read_data(sc, dlm, n, true);
	} else if (sc->len >= 4 && strncasecmp(s, "DATA", 4) == 0 &&
		   (sc->len == 4 || s[4] == ',')) {
		n = find_delimiter(s, sc->len, dlm);
		read_data(sc, dlm, n, false);
	}
}

/* --- statements ----------------------------------------------------------- */

static void
start_field(struct scan *sc)
{
	sc->len = 0;
	sc->nruns = 0;
	sc->runs = NULL;
	sc->runs_cap = 0;
	sc->last = '\0';
	sc->quote = sc->lower = sc->too_long = false;
}

static void
finish_field(struct scan *sc)
{
	struct jcl_stmt *s = sc->s;
	char *copy = arena_alloc(sc->arena, sc->len + 2);

	if (copy == NULL) {
		sc->nomem = true;
		return;
	}
	memcpy(copy, sc->text, sc->len);
	s->field.text = copy;
	s->field.len = sc->len;
	s->field.runs = sc->runs;
	s->field.nruns = sc->nruns;
	s->field.member = sc->source->member;
}

/* A word of the card, folded; NULL: no memory. */
static const char *
take_word(struct scan *sc, const struct jcl_card *c, size_t *atp)
{
	size_t end = jcl_card_at(c, MARK_COLUMN), from = *atp, i;
	char *out;

	while (*atp < end && c->text[*atp] != ' ')
		(*atp)++;
	if ((out = arena_strndup(sc->arena, c->text + from, *atp - from)) ==
	    NULL) {
		sc->nomem = true;
		return "";
	}
	for (i = 0; out[i] != '\0'; i++)
		out[i] = plain(sc, out[i]);
	return out;
}

static void
skip_blanks(const struct jcl_card *c, size_t *atp)
{
	size_t end = jcl_card_at(c, MARK_COLUMN);

	while (*atp < end && c->text[*atp] == ' ')
		(*atp)++;
}

static void
check_cards(struct scan *sc)
{
	const struct jcl_card *c;
	int i;

	if (sc->lower)
		fault(sc, MSG_COUNT,
		    "lower case outside apostrophes (--fold folds it)",
		    sc->source->cards[sc->s->card].line, 0);
	if (sc->too_long) {
		fault(sc, MSG_COUNT, "more than 8194 characters of operands",
		    sc->source->cards[sc->s->card].line, 0);
		sc->s->broken = true;
	}
	for (i = 0; i < sc->s->ncards; i++) {
		c = &sc->source->cards[sc->s->card + i];
		if (c->too_long && !is_comment(c)) {
			fault(sc, MSG_COUNT, "more than 80 columns", c->line,
			    JCL_CARD_LEN + 1);
			break; /* the first of a statement is enough */
		}
	}
}

static void
scan_statement(struct scan *sc)
{
	const struct jcl_card *c = card_at(sc, sc->next);
	struct jcl_stmt *s = new_stmt(sc, JCL_KIND_BAD);
	size_t at = 2;

	sc->next++;
	if (s == NULL)
		return;
	start_field(sc);
	s->name = take_word(sc, c, &at);
	skip_blanks(c, &at);
	s->op = take_word(sc, c, &at);
	skip_blanks(c, &at);
	s->kind = kind_of(s->op);
	switch (s->kind) {
	case JCL_KIND_IF:
		scan_if(sc, at);
		break;
	case JCL_KIND_ELSE:
	case JCL_KIND_ENDIF:
	case JCL_KIND_PEND:
		skip_comment(sc, c);
		break;
	default:
		scan_operands(sc, at);
		break;
	}
	check_cards(sc);
	finish_field(sc);
	if (s->kind == JCL_KIND_DD)
		read_dd_data(sc);
}

/* Data that no DD asks for gets one. */
static void
scan_generated(struct scan *sc)
{
	struct jcl_stmt *s = new_stmt(sc, JCL_KIND_DD);

	if (s == NULL)
		return;
	s->ncards = 0;
	s->generated = true;
	s->name = "SYSIN";
	s->op = "DD";
	start_field(sc);
	put(sc, '*', sc->source->cards[sc->next].line, 1);
	finish_field(sc);
	warn(sc, "cards that are no statements: //SYSIN DD * is put in front",
	    sc->source->cards[sc->next].line);
	read_data(sc, NULL, 0, true);
}

bool
jcl_source_read(struct arena *a, const char *text, size_t len,
    const char *member, bool fold, struct jcl_source *sp)
{
	struct scan sc = {.arena = a, .source = sp, .fold = fold};
	const struct jcl_card *c;

	memset(sp, 0, sizeof(*sp));
	sp->member = member;
	sc.text = arena_alloc(a, JCL_TEXT_MAX + 2);
	if (sc.text == NULL || !jcl_cards_read(a, text, len, sp))
		return false;
	while ((c = card_at(&sc, sc.next)) != NULL && !sc.nomem) {
		if (is_comment(c))
			new_stmt(&sc, JCL_KIND_COMMENT);
		else if (is_null(c))
			new_stmt(&sc, JCL_KIND_NULL);
		else if (starts(c, "/*"))
			new_stmt(&sc,
			    is_jes2(c) ? JCL_KIND_JES2 : JCL_KIND_DELIMITER);
		else if (starts(c, "//")) {
			scan_statement(&sc);
			continue;
		} else {
			scan_generated(&sc);
			continue;
		}
		sc.next++;
	}
	sp->stmts = sc.stmts;
	sp->nstmts = sc.n;
	return !sc.nomem;
}

void
jcl_place(const struct jcl_field *f, size_t at, int *linep, int *columnp)
{
	int lo = 0, hi = f->nruns, mid;

	*linep = *columnp = 0;
	if (hi == 0)
		return;
	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (f->runs[mid].at <= at)
			lo = mid;
		else
			hi = mid;
	}
	*linep = f->runs[lo].line;
	*columnp = f->runs[lo].column;
	if (!f->runs[lo].substituted)
		*columnp += (int)(at - f->runs[lo].at);
}
