/*
 * Input records to logical text: margins, continuation marks, comments, ';'.
 *
 * A record that ends in a mark is joined with the next one; the test looks at
 * the last non-blank inside the margins and at nothing else. The text is built
 * one character at a time by a small machine that knows comments and quotes,
 * because a comment may span records, a ';' in quotes is data and '+' takes
 * the comments in front of the next record away.
 *
 * Records are echoed late, so that a message comes behind the record that it
 * speaks of and in front of the next, as if each were read when needed.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "parser/ams_int.h"

/* X'1A' stands for a NUL, which would end every C string: no valid name or
 * number has either. */
enum { SUBSTITUTE = 0x1A };

void
cards_init(
    struct cards *c, const struct ams_ops *ops, const struct ams_settings *set)
{
	memset(c, 0, sizeof(*c));
	c->ops = ops;
	c->set = set;
}

void
cards_free(struct cards *c)
{
	free(c->text);
	free(c->runs);
	free(c->pending);
	free(c->recs);
	memset(c, 0, sizeof(*c));
}

/* Room for need elements of that size. */
static bool
reserve(void *arrayp, size_t *capp, size_t need, size_t size)
{
	void *p, **array = arrayp;
	size_t cap = *capp > 0 ? *capp : 64;

	if (need <= *capp)
		return true;
	while (cap < need) {
		if (cap > SIZE_MAX / 2)
			return false;
		cap *= 2;
	}
	if (cap > SIZE_MAX / size)
		return false;
	p = realloc(*array, cap * size);
	if (p == NULL)
		return false;
	*array = p;
	*capp = cap;
	return true;
}

/* --- echo ---------------------------------------------------------------- */

void
cards_echo(struct cards *c, int line)
{
	const struct cards_rec *r;

	for (; c->echoed < c->nrecs; c->echoed++) {
		r = &c->recs[c->echoed];
		if (r->line > line)
			break;
		if (c->ops->echo != NULL)
			c->ops->echo(c->ops->ctx, c->pending + r->at, r->len);
	}
}

/* Remember a record for its echo; when there is too much, echo it all. */
static bool
keep(struct cards *c, const char *rec, size_t len)
{
	if (c->pending_len + len > AMS_PENDING_MAX) {
		cards_echo(c, INT_MAX);
		c->nrecs = c->echoed = 0;
		c->pending_len = 0;
	}
	if (!reserve(
		&c->pending, &c->pending_cap, c->pending_len + len + 1, 1) ||
	    !reserve(&c->recs, &c->recs_cap, c->nrecs + 1, sizeof(*c->recs)))
		return false;
	if (len > 0)
		memcpy(c->pending + c->pending_len, rec, len);
	c->recs[c->nrecs].line = c->line;
	c->recs[c->nrecs].at = c->pending_len;
	c->recs[c->nrecs].len = len;
	c->nrecs++;
	c->pending_len += len;
	return true;
}

/* --- logical text -------------------------------------------------------- */

static void
add_run(struct cards *c, int column)
{
	struct cards_run *r;

	r = c->nruns > 0 ? &c->runs[c->nruns - 1] : NULL;
	if (r != NULL && r->line == c->line &&
	    (size_t)(column - r->column) == c->len - r->at)
		return;
	if (!reserve(&c->runs, &c->runs_cap, c->nruns + 1, sizeof(*c->runs))) {
		c->nomem = true;
		return;
	}
	c->runs[c->nruns++] =
	    (struct cards_run){.at = c->len, .line = c->line, .column = column};
}

static void
append(struct cards *c, char ch, int column)
{
	if (c->len >= AMS_TEXT_MAX) {
		c->toolong = true;
		return;
	}
	if (!reserve(&c->text, &c->text_cap, c->len + 3, 1)) {
		c->nomem = true;
		return;
	}
	add_run(c, column);
	c->text[c->len++] = ch;
}

/* Runs of blanks become one, so that blank records do not pile up. */
static void
append_blank(struct cards *c, int column)
{
	if (c->len > 0 && c->text[c->len - 1] != ' ')
		append(c, ' ', column);
}

static char
fold(char ch)
{
	return ch >= 'a' && ch <= 'z' ? (char)(ch - 'a' + 'A') : ch;
}

/* A character outside quotes and comments. */
static void
put_plain(struct cards *c, char ch, int column)
{
	bool start = c->state == CARDS_START || c->state == CARDS_SLASH;

	if (ch >= 'a' && ch <= 'z')
		c->hints |= AMS_HINT_LOWER;
	if (c->set->fold)
		ch = fold(ch);
	switch (ch) {
	case ';':
		c->ended = true;
		c->end_line = c->line;
		return;
	case ' ':
		append_blank(c, column);
		c->state = CARDS_START;
		return;
	case ',':
	case '(':
	case ')':
		c->state = CARDS_START;
		break;
	case '/':
		c->state = CARDS_SLASH;
		break;
	case '\'':
		if (start)
			c->state = CARDS_QUOTE;
		else if (c->state == CARDS_XB)
			c->state = CARDS_HEXQUOTE;
		break;
	default:
		if (c->state == CARDS_START && (ch == 'X' || ch == 'B'))
			c->state = CARDS_XB;
		else
			c->state = CARDS_WORD;
		break;
	}
	append(c, ch, column);
}

static void
put(struct cards *c, char ch, int column)
{
	if (ch == '\0')
		ch = SUBSTITUTE;
	switch (c->state) {
	case CARDS_COMMENT:
		if (ch == '*')
			c->state = CARDS_STAR;
		return;
	case CARDS_STAR:
		if (ch == '/')
			c->state = CARDS_START;
		else if (ch != '*')
			c->state = CARDS_COMMENT;
		return;
	case CARDS_HEXQUOTE:
		if (c->set->fold)
			ch = fold(ch);
		/* FALLTHROUGH */
	case CARDS_QUOTE:
		append(c, ch, column);
		if (ch == '\'')
			c->state = CARDS_START;
		return;
	case CARDS_SLASH:
		if (ch == '*') {
			if (c->len > 0)
				c->len--; /* the slash */
			append_blank(c, column);
			c->state = CARDS_COMMENT;
			return;
		}
		break;
	case CARDS_START:
	case CARDS_WORD:
	case CARDS_XB:
		break;
	}
	put_plain(c, ch, column);
}

/* --- records ------------------------------------------------------------- */

static bool
no_margins(const struct cards *c)
{
	return c->set->left == 0 && c->set->right == 0;
}

/* Tabs count as blanks where columns do not count. */
static bool
is_blank(const struct cards *c, char ch)
{
	return ch == ' ' || (ch == '\t' && no_margins(c));
}

static bool
all_blank(const char *s, size_t len)
{
	while (len > 0 && s[len - 1] == ' ')
		len--;
	return len == 0;
}

/* What stands outside the margins; sequence numbers at the right do not
 * count. */
static void
note_outside(struct cards *c, const char *rec, size_t lo, size_t hi, size_t len)
{
	size_t i;

	if (lo > 0 && len >= 2 && rec[0] == '/' &&
	    (rec[1] == '/' || (rec[1] == '*' && all_blank(rec + 2, len - 2))))
		c->hints |= AMS_HINT_JCL;
	for (i = 0; i < lo && i < len; i++) {
		if (rec[i] != ' ')
			c->hints |= AMS_HINT_COLUMN1;
	}
	for (i = hi; i < len; i++) {
		if (rec[i] != ' ' && (rec[i] < '0' || rec[i] > '9')) {
			c->hints |= AMS_HINT_PAST_RIGHT;
			break;
		}
	}
}

/* Behind '+': where the text begins, past blanks and complete comments. */
static size_t
skip_joined(const struct cards *c, const char *rec, size_t i, size_t end)
{
	const char *close;

	if (c->state == CARDS_COMMENT || c->state == CARDS_STAR)
		return i;
	for (;;) {
		while (i < end && is_blank(c, rec[i]))
			i++;
		if (c->state == CARDS_QUOTE || c->state == CARDS_HEXQUOTE)
			return i;
		if (end - i < 4 || rec[i] != '/' || rec[i + 1] != '*')
			return i;
		close = memmem(rec + i + 2, end - i - 2, "*/", 2);
		if (close == NULL)
			return i;
		i = (size_t)(close - rec) + 2;
	}
}

/* Add a record's text. Returns whether it ends in a continuation mark. */
static bool
scan(struct cards *c, const char *rec, size_t len)
{
	size_t lo = 0, hi = len, end, i;
	bool marked, plus = false;

	if (!no_margins(c)) {
		lo = c->set->left > 0 ? (size_t)c->set->left - 1 : 0;
		hi = c->set->right > 0 ? (size_t)c->set->right : 0;
		hi = hi < len ? hi : len;
		lo = lo < hi ? lo : hi; /* a record short of the margin */
		note_outside(c, rec, lo, hi, len);
	}
	end = hi;
	while (end > lo && is_blank(c, rec[end - 1]))
		end--;
	marked = end > lo && (rec[end - 1] == '-' || rec[end - 1] == '+');
	if (marked)
		plus = rec[--end] == '+';
	i = lo;
	if (c->plus) {
		i = skip_joined(c, rec, lo, end);
		if (i >= end && marked)
			return true; /* nothing here: still joined by '+' */
	}
	c->plus = plus;
	for (; i < end && !c->ended; i++) {
		put(c, is_blank(c, rec[i]) ? ' ' : rec[i],
		    i < INT_MAX ? (int)i + 1 : INT_MAX);
	}
	return marked;
}

static void
start_group(struct cards *c)
{
	cards_echo(c, INT_MAX);
	c->nrecs = c->echoed = 0;
	c->pending_len = 0;
	c->len = c->nruns = 0;
	c->hints = 0;
	c->state = CARDS_START;
	c->plus = c->ended = c->eof = c->toolong = c->nomem = false;
}

enum cards_result
cards_next(struct cards *c)
{
	const char *rec;
	size_t len;
	bool more = false;
	int got;

	start_group(c);
	if (!reserve(&c->text, &c->text_cap, 3, 1))
		return CARDS_NOMEM;
	do {
		got = c->ops->read(c->ops->ctx, &rec, &len);
		if (got < 0)
			return CARDS_ERROR;
		if (got == 0) {
			if (!more)
				return CARDS_END;
			c->eof = true;
			break;
		}
		if (c->line < INT_MAX)
			c->line++;
		if (!keep(c, rec, len))
			return CARDS_NOMEM;
		more = scan(c, rec, len);
		if (c->nomem)
			return CARDS_NOMEM;
	} while (more);
	if (!c->ended)
		c->end_line = c->line;
	c->text[c->len] = c->text[c->len + 1] = '\0';
	return CARDS_GROUP;
}

void
cards_pos(const struct cards *c, size_t at, int *linep, int *columnp)
{
	size_t lo = 0, hi = c->nruns, mid;

	if (hi == 0) {
		*linep = c->line;
		*columnp = 1;
		return;
	}
	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (c->runs[mid].at <= at)
			lo = mid;
		else
			hi = mid;
	}
	*linep = c->runs[lo].line;
	*columnp = c->runs[lo].column + (int)(at - c->runs[lo].at);
}

int
cards_line_of_end(const struct cards *c, size_t at)
{
	int line, column;

	if (at >= c->len)
		return c->end_line;
	cards_pos(c, at, &line, &column);
	return line;
}
