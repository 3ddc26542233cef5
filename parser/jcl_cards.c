/*
 * Text to card images: lines of at most 80 columns, without line ends and
 * trailing blanks. A column is a character, so bytes that go on a UTF-8
 * character are none; tabs go to the next multiple of eight.
 */
#include <string.h>

#include "parser/jcl_int.h"

enum { TAB = 8 };

/* X'1A' stands for a NUL, which would end every C string. */
enum { SUBSTITUTE = 0x1A };

static bool
goes_on(char ch)
{
	return ((unsigned char)ch & 0xC0) == 0x80;
}

static size_t
columns(const char *s, size_t len)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++)
		n += !goes_on(s[i]);
	return n;
}

size_t
jcl_card_at(const struct jcl_card *c, int column)
{
	size_t i;
	int n = 0;

	for (i = 0; i < c->len; i++) {
		if (!goes_on(c->text[i]) && ++n == column)
			return i;
	}
	return c->len;
}

/* A line with tabs expanded; NULL: no memory. */
static const char *
expand_tabs(struct arena *a, const char *s, size_t len, size_t *lenp)
{
	size_t i, tabs = 0, n = 0, column = 0;
	char *out;

	for (i = 0; i < len; i++)
		tabs += s[i] == '\t';
	if ((out = arena_alloc(a, len + tabs * TAB + 1)) == NULL)
		return NULL;
	for (i = 0; i < len; i++) {
		if (s[i] != '\t') {
			out[n++] = s[i];
			column += !goes_on(s[i]);
			continue;
		}
		do {
			out[n++] = ' ';
		} while (++column % TAB != 0);
	}
	*lenp = n;
	return out;
}

static bool
read_card(
    struct arena *a, const char *s, size_t len, int line, struct jcl_card *c)
{
	if (len > 0 && s[len - 1] == '\r')
		len--;
	if (memchr(s, '\t', len) != NULL &&
	    (s = expand_tabs(a, s, len, &len)) == NULL)
		return false;
	while (len > 0 && s[len - 1] == ' ')
		len--;
	c->text = s;
	c->len = len;
	c->line = line;
	c->too_long = len > JCL_CARD_LEN && columns(s, len) > JCL_CARD_LEN;
	return true;
}

static int
count_lines(const char *s, size_t len)
{
	const char *p, *end = s + len;
	int n = 0;

	for (p = s; p < end; p++, n++) {
		if ((p = memchr(p, '\n', (size_t)(end - p))) == NULL)
			return n + 1;
	}
	return n;
}

bool
jcl_cards_read(
    struct arena *a, const char *text, size_t len, struct jcl_source *sp)
{
	const char *end, *eol;
	char *copy, *p;
	int i;

	if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
		text += 3;
		len -= 3;
	}
	if ((copy = arena_alloc(a, len + 1)) == NULL)
		return false;
	if (len > 0)
		memcpy(copy, text, len);
	for (p = copy; (p = memchr(p, 0, (size_t)(copy + len - p))) != NULL;)
		*p++ = SUBSTITUTE;
	sp->ncards = count_lines(copy, len);
	sp->cards =
	    arena_alloc(a, ((size_t)sp->ncards + 1) * sizeof(*sp->cards));
	if (sp->cards == NULL)
		return false;
	end = copy + len;
	for (i = 0, p = copy; i < sp->ncards; i++) {
		eol = memchr(p, '\n', (size_t)(end - p));
		if (eol == NULL)
			eol = end;
		if (!read_card(a, p, (size_t)(eol - p), i + 1, &sp->cards[i]))
			return false;
		p = copy + (eol - copy) + (eol < end);
	}
	return true;
}
