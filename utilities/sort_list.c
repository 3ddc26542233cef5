/*
 * SORT's listing. ICE143I, which stands first, says what is known when all
 * statements have been read: their lines wait for it. An error's message stands
 * behind the card that it is about.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utilities/sort_int.h"

struct held {
	char ctl;
	char *text;
};

struct sort_list {
	struct held *lines;
	size_t n, cap;
	size_t at; /* where the next one goes; SIZE_MAX: at the end */
};

bool
sort_hold(struct sort *s)
{
	s->held = calloc(1, sizeof(*s->held));
	if (s->held == NULL)
		return false;
	s->held->at = SIZE_MAX;
	return true;
}

static void
hold_line(struct sort *s, char ctl, const char *text, size_t len)
{
	struct sort_list *l = s->held;
	struct held *lines;
	size_t at;

	if (l->n == l->cap) {
		lines = realloc(l->lines, (l->cap + 64) * sizeof(*lines));
		if (lines == NULL)
			return;
		l->lines = lines;
		l->cap += 64;
	}
	at = l->at < l->n ? l->at : l->n;
	memmove(
	    l->lines + at + 1, l->lines + at, (l->n - at) * sizeof(*l->lines));
	l->lines[at].ctl = ctl;
	l->lines[at].text = strndup(text, len);
	l->n++;
	if (l->at != SIZE_MAX)
		l->at++;
}

void
sort_release(struct sort *s)
{
	struct sort_list *l = s->held;

	if (l == NULL)
		return;
	s->held = NULL;
	for (size_t i = 0; i < l->n; i++) {
		if (l->lines[i].text != NULL)
			utility_text(&s->u, l->lines[i].ctl, l->lines[i].text,
			    strlen(l->lines[i].text));
		free(l->lines[i].text);
	}
	free(l->lines);
	free(l);
}

size_t
sort_held(const struct sort *s)
{
	return s->held != NULL ? s->held->n : 0;
}

void
sort_insert_at(struct sort *s, size_t line)
{
	if (s->held != NULL)
		s->held->at = line;
}

void
sort_text(struct sort *s, char ctl, const char *text, size_t len)
{
	if (s->held != NULL)
		hold_line(s, ctl, text, len);
	else
		utility_text(&s->u, ctl, text, len);
}

void
sort_line(struct sort *s, char ctl, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	sort_text(s, ctl, text, strlen(text));
}

void
sort_msg(struct sort *s, enum msg_id id, ...)
{
	struct msg m = {.id = id};
	char text[256];
	const char *insert;
	va_list ap;
	int n = 0;

	va_start(ap, id);
	while (n < MSG_INSERTS && (insert = va_arg(ap, const char *)) != NULL)
		m.insert[n++] = insert;
	va_end(ap);
	utility_cc(&s->u, msg_severity(id));
	s->failed |= msg_severity(id) >= UT_END;
	sort_text(s, msg_spacing(id), text, msg_format(text, sizeof(text), &m));
}

void
sort_note(struct sort *s, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	utility_cc(&s->u, UT_END);
	s->failed = true;
	sort_line(s, ' ', "CATAMOUNT %s", text);
}
