/*
 * The lines of one command. A line that another one follows without a mark of
 * its own (a parenthesis is open) gets one: the command reader joins records
 * by marks alone.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "shell/gather.h"

enum { RIGHT_MARGIN = 72 };

void
gather_start(struct gather *g, bool batch)
{
	g->batch = batch;
	g->len = g->next = g->joined_len = 0;
	g->lines = g->depth = 0;
	g->split = g->comment = g->quote = g->clause = false;
}

void
gather_free(struct gather *g)
{
	free(g->text);
	free(g->joined);
	memset(g, 0, sizeof(*g));
}

static bool
append(char **textp, size_t *lenp, size_t *capp, const char *s, size_t len)
{
	size_t cap = *capp;
	char *more;

	while (*lenp + len + 1 > cap)
		cap = cap > 0 ? 2 * cap : 256;
	if (cap != *capp) {
		if ((more = realloc(*textp, cap)) == NULL)
			return false;
		*textp = more;
		*capp = cap;
	}
	memcpy(*textp + *lenp, s, len);
	*lenp += len;
	(*textp)[*lenp] = '\0';
	return true;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The bytes up to the right margin, which counts characters. */
static size_t
inside_margin(const char *line, size_t len)
{
	size_t i;
	int n = 0;

	for (i = 0; i < len; i++)
		if (((unsigned char)line[i] & 0xC0) != 0x80 &&
		    ++n > RIGHT_MARGIN)
			return i;
	return len;
}

static bool
is_clause(const char *s, size_t len)
{
	return len == 4 && (strncasecmp(s, "THEN", 4) == 0 ||
			       strncasecmp(s, "ELSE", 4) == 0);
}

/* A word outside strings and comments, from i on; where it ends. */
static size_t
scan_word(struct gather *g, const char *s, size_t i, size_t len)
{
	size_t from = i;

	while (i < len && !is_blank(s[i]) && strchr(",();'", s[i]) == NULL)
		i++;
	g->clause = is_clause(s + from, i - from);
	return i > from ? i : i + 1;
}

/* What is open behind this line. */
static void
scan(struct gather *g, const char *s, size_t len)
{
	size_t i = 0;

	while (i < len) {
		if (g->comment) {
			g->comment =
			    len - i < 2 || s[i] != '*' || s[i + 1] != '/';
			i += g->comment ? 1 : 2;
		} else if (g->quote) {
			g->quote = s[i++] != '\'';
		} else if (len - i >= 2 && memcmp(s + i, "/*", 2) == 0) {
			g->comment = true;
			i += 2;
		} else if (is_blank(s[i])) {
			i++;
		} else if (s[i] == ';') {
			g->depth = 0; /* the command ends here */
			g->clause = false;
			return;
		} else {
			g->depth += s[i] == '(';
			g->depth -= s[i] == ')' && g->depth > 0;
			g->quote = s[i] == '\'';
			i = scan_word(g, s, i, len);
		}
	}
}

/* Add to the form in one line: len without the mark. plus: the line before
 * ended in one, so leading blanks go. */
static bool
join(struct gather *g, const char *line, size_t len, bool plus)
{
	size_t i = 0;

	if (g->lines > 0)
		while (i < len && is_blank(line[i]))
			i++;
	if (g->lines > 0 && !plus && g->joined_len > 0 &&
	    !append(&g->joined, &g->joined_len, &g->joined_cap, " ", 1))
		return false;
	return append(
	    &g->joined, &g->joined_len, &g->joined_cap, line + i, len - i);
}

enum gather_more
gather_line(struct gather *g, const char *line, size_t len)
{
	size_t end = g->batch ? inside_margin(line, len) : len, cut;
	bool mark, more, empty,
	    plus = g->len >= 2 && g->text[g->len - 2] == '+';

	while (end > 0 && is_blank(line[end - 1]))
		end--;
	empty = end == 0;
	mark = !empty && (line[end - 1] == '-' || line[end - 1] == '+');
	cut = end - mark;
	while (
	    mark && line[end - 1] == '-' && cut > 0 && is_blank(line[cut - 1]))
		cut--;
	g->split = g->split || (g->quote && g->lines > 0);
	if (!join(g, line, g->batch ? len : cut, plus))
		return GATHER_NOMEM;
	scan(g, line, cut);
	more = mark ||
	       (!g->batch && !g->quote &&
		   (g->comment || (!empty && (g->depth > 0 || g->clause))));
	/* Blanks behind the mark say nothing. */
	if (!append(&g->text, &g->len, &g->cap, line, g->batch ? len : end) ||
	    (more && !mark && !append(&g->text, &g->len, &g->cap, " -", 2)) ||
	    !append(&g->text, &g->len, &g->cap, "", 1))
		return GATHER_NOMEM;
	g->lines++;
	return more ? GATHER_MORE : GATHER_WHOLE;
}

bool
gather_record(struct gather *g, const char **recp, size_t *lenp)
{
	if (g->next >= g->len)
		return false;
	*recp = g->text + g->next;
	*lenp = strlen(*recp);
	g->next += *lenp + 1;
	return true;
}
