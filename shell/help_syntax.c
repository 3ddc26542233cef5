/* HELP: the syntax diagram of a table, and a line for each parameter. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "shell/help_int.h"

enum { PIECE_MAX = 512, NAME_COLUMN = 2, TEXT_COLUMN = 26 };

int
help_out(const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vfprintf(stderr, fmt, ap);
	va_end(ap);
	return n;
}

void
help_piece(struct help_wrap *w, const char *piece)
{
	int len = (int)strlen(piece);

	if (w->column > w->indent && w->column + 1 + len > HELP_WIDTH) {
		help_out("\n%*s", w->indent, "");
		w->column = w->indent;
	} else if (w->column > w->indent) {
		help_out(" ");
		w->column++;
	}
	help_out("%s", piece);
	w->column += len;
}

void
help_text(struct help_wrap *w, const char *text)
{
	char word[PIECE_MAX];
	size_t n;

	while (*text != '\0') {
		n = strcspn(text, " ");
		snprintf(word, sizeof(word), "%.*s", (int)n, text);
		help_piece(w, word);
		text += n;
		text += strspn(text, " ");
	}
	help_out("\n");
	w->column = 0;
}

static const char *
value_of(const struct ams_desc *d)
{
	switch (d->type) {
	case AMS_DSN:
	case AMS_GENERIC:
		return "entryname";
	case AMS_MEMBER:
		return "entryname[(member)]";
	case AMS_DD:
		return "ddname";
	case AMS_VOLSER:
		return "volser";
	case AMS_NAME:
		return "name";
	case AMS_INT:
		return "n";
	case AMS_STRING:
		return "string";
	case AMS_DATE:
		return "date";
	case AMS_FLAG:
	case AMS_LIST:
	case AMS_WORD:
	case AMS_SUBLISTS:
		break;
	}
	return "";
}

/* The words of an AMS_WORD with bars between them. */
static void
bars(const char *words, char *out, size_t size)
{
	size_t i;

	snprintf(out, size, "%s", words);
	for (i = 0; out[i] != '\0'; i++)
		if (out[i] == ' ')
			out[i] = '|';
}

void
help_values(const struct ams_desc *d, char *out, size_t size)
{
	char one[PIECE_MAX / 2];
	int most = d->values_max > 0 ? d->values_max : 1;
	int least = d->values_max > 0 ? d->values_min : 1;

	out[0] = '\0';
	if (d->type == AMS_FLAG)
		return;
	if (d->type == AMS_LIST) {
		snprintf(out, size, "...");
		return;
	}
	if (d->type == AMS_SUBLISTS) {
		snprintf(out, size, "(...) ...");
		return;
	}
	if (d->type == AMS_WORD)
		bars(d->words, one, sizeof(one));
	else
		snprintf(one, sizeof(one), "%s", value_of(d));
	if (most == 1)
		snprintf(out, size, "%s", one);
	else if (most == 2)
		snprintf(out, size, least == 2 ? "%s %s" : "%s [%s]", one, one);
	else
		snprintf(out, size, "%s ...", one);
	if (d->sub != NULL && strlen(out) + 6 < size)
		strcat(out, " [...]");
}

/* A parameter as it is coded. */
static void
coded(const struct ams_desc *d, char *out, size_t size)
{
	char values[PIECE_MAX / 2];

	help_values(d, values, sizeof(values));
	if ((d->flags & AMS_POSITIONAL) != 0 && d->values_max > 1)
		snprintf(out, size, "{%s | (%s)}", value_of(d), values);
	else if ((d->flags & AMS_POSITIONAL) != 0)
		snprintf(out, size, "%s", values);
	else if (values[0] == '\0')
		snprintf(out, size, "%s", d->keyword);
	else if ((d->flags & AMS_OPTVALUE) != 0)
		snprintf(out, size, "%s[(%s)]", d->keyword, values);
	else
		snprintf(out, size, "%s(%s)", d->keyword, values);
}

static bool
is_first_of_group(const struct ams_desc *table, const struct ams_desc *d)
{
	const struct ams_desc *r;

	for (r = table; r != d; r++)
		if (r->group == d->group && (r->flags & AMS_OBSOLETE) == 0)
			return false;
	return true;
}

static bool
has_more_of_group(const struct ams_desc *d)
{
	const struct ams_desc *r;

	for (r = d + 1; r->keyword != NULL; r++)
		if (r->group == d->group && (r->flags & AMS_OBSOLETE) == 0)
			return true;
	return false;
}

/* Those that exclude one another stand together, with bars between them. */
static void
diagram_group(struct help_wrap *w, const struct ams_desc *d)
{
	char piece[PIECE_MAX + 4], text[PIECE_MAX];
	bool required = (d->flags & AMS_REQUIRED) != 0;
	const struct ams_desc *r;
	bool more;

	for (r = d; r->keyword != NULL; r++) {
		if (r->group != d->group || (r->flags & AMS_OBSOLETE) != 0)
			continue;
		more = has_more_of_group(r);
		coded(r, text, sizeof(text));
		snprintf(piece, sizeof(piece), "%s%s%s",
		    r != d     ? ""
		    : required ? "{"
			       : "[",
		    text,
		    more       ? " |"
		    : required ? "}"
			       : "]");
		help_piece(w, piece);
	}
}

static void
diagram(const char *head, const struct ams_desc *table, bool nested)
{
	struct help_wrap w = {.indent = 6, .column = NAME_COLUMN};
	char piece[PIECE_MAX + 4], text[PIECE_MAX];
	const struct ams_desc *d;

	help_out("%*s%s%s", NAME_COLUMN, "", head, nested ? "(" : "");
	w.column += (int)strlen(head) + nested;
	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_OBSOLETE) != 0 ||
		    (d->group != 0 && !is_first_of_group(table, d)))
			continue;
		if (d->group != 0 && has_more_of_group(d)) {
			diagram_group(&w, d);
			continue;
		}
		coded(d, text, sizeof(text));
		snprintf(piece, sizeof(piece),
		    (d->flags & AMS_REQUIRED) != 0 ? "%s" : "[%s]", text);
		help_piece(&w, piece);
	}
	help_out("%s\n", nested ? ")" : "");
}

static void
parameter(const struct ams_desc *d)
{
	struct help_wrap w = {.indent = TEXT_COLUMN};
	char text[PIECE_MAX];
	int n;

	n = help_out("%*s%s%s%s", NAME_COLUMN, "", d->keyword,
	    d->others != NULL ? " " : "", d->others != NULL ? d->others : "");
	if (n >= TEXT_COLUMN)
		help_out("\n%*s", TEXT_COLUMN, "");
	else
		help_out("%*s", TEXT_COLUMN - n, "");
	w.column = TEXT_COLUMN;
	snprintf(text, sizeof(text), "%s", d->help != NULL ? d->help : "");
	n = (int)strlen(text);
	if (d->dflt != NULL && d->dflt[0] != '\0')
		snprintf(text + n, sizeof(text) - (size_t)n, " (default %s)",
		    d->dflt);
	else if (d->dflt != NULL)
		snprintf(text + n, sizeof(text) - (size_t)n, " (default)");
	else if ((d->flags & AMS_REQUIRED) != 0 && d->group == 0)
		snprintf(text + n, sizeof(text) - (size_t)n, " (required)");
	help_text(&w, text);
}

void
help_syntax(const char *head, const struct ams_desc *table, bool nested)
{
	struct help_wrap w = {.indent = NAME_COLUMN};
	const struct ams_desc *d;
	bool old = false;

	diagram(head, table, nested);
	help_out("\n");
	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_OBSOLETE) == 0)
			parameter(d);
		else
			old = true;
	}
	if (!old)
		return;
	help_out("%s\n", "\nAccepted and ignored, as z/OS does:");
	help_out("%*s", NAME_COLUMN, "");
	w.column = NAME_COLUMN;
	for (d = table; d->keyword != NULL; d++)
		if ((d->flags & AMS_OBSOLETE) != 0)
			help_piece(&w, d->keyword);
	help_out("\n");
}
