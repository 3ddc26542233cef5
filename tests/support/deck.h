/*
 * Runs a deck through the command reader and writes down what it does:
 *
 *	> record	an echo
 *	IDC...		a message
 *	do VERB ...	a command for the caller, defaults left out
 *	end n / stop n	how it ended, and MAXCC
 *
 * A command whose first value begins with CC and a number ends with that
 * condition code, any other with 0.
 */
#ifndef CATAMOUNT_TESTS_DECK_H
#define CATAMOUNT_TESTS_DECK_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parser/ams.h"

struct deck {
	const char *in; /* records, each ended by a newline */
	const char *end;
	char *out;
	size_t len, cap;
	bool quiet; /* no echoes */
	unsigned hints;
	int failed;
};

static inline void
deck_say(struct deck *d, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (d->cap - d->len < 4096) {
		d->cap = d->cap * 2 + 8192;
		d->out = realloc(d->out, d->cap);
		if (d->out == NULL)
			abort();
	}
	va_start(ap, fmt);
	n = vsnprintf(d->out + d->len, d->cap - d->len, fmt, ap);
	va_end(ap);
	if (n > 0)
		d->len += (size_t)n < d->cap - d->len ? (size_t)n
						      : d->cap - d->len - 1;
}

static inline int
deck_read(void *ctx, const char **recp, size_t *lenp)
{
	struct deck *d = ctx;
	const char *nl;

	if (d->in >= d->end)
		return 0;
	nl = memchr(d->in, '\n', (size_t)(d->end - d->in));
	if (nl == NULL)
		nl = d->end;
	*recp = d->in;
	*lenp = (size_t)(nl - d->in);
	d->in = nl < d->end ? nl + 1 : nl;
	return 1;
}

static inline void
deck_echo(void *ctx, const char *rec, size_t len)
{
	struct deck *d = ctx;

	if (!d->quiet)
		deck_say(d, "> %.*s\n", len < 1000 ? (int)len : 1000, rec);
}

static inline void
deck_message(void *ctx, const struct msg *m)
{
	char line[256];

	msg_format(line, sizeof(line), m);
	deck_say(ctx, "%s\n", line);
}

static inline void
deck_plist(struct deck *d, const struct ams_plist *l)
{
	const struct ams_param *p;
	const struct ams_value *v;
	size_t k;
	int i, j;

	for (i = 0; i < l->nparams; i++) {
		p = &l->params[i];
		if (p->defaulted)
			continue;
		deck_say(d, " %s", p->desc->keyword);
		if (p->nvalues == 0 && p->sub == NULL)
			continue;
		deck_say(d, "(");
		for (j = 0; j < p->nvalues; j++) {
			v = &p->values[j];
			if (j > 0)
				deck_say(d, " ");
			if (v->sub != NULL) {
				deck_say(d, "(");
				deck_plist(d, v->sub);
				deck_say(d, " )");
			} else if (v->hex) {
				deck_say(d, "X'");
				for (k = 0; k < v->len; k++)
					deck_say(d, "%02X",
					    (unsigned char)v->text[k]);
				deck_say(d, "'");
			} else {
				deck_say(d, "%s", v->text);
			}
			if (v->has_member)
				deck_say(d, "(%s)", v->member);
			if (v->password[0] != '\0')
				deck_say(d, "/%s", v->password);
		}
		if (p->sub != NULL)
			deck_plist(d, p->sub);
		deck_say(d, ")");
	}
}

static inline int
deck_cc(const struct ams_command *cmd)
{
	const struct ams_plist *l = cmd->top;

	if (l->nparams == 0 || l->params[0].nvalues == 0 ||
	    l->params[0].values[0].text == NULL ||
	    strncmp(l->params[0].values[0].text, "CC", 2) != 0)
		return 0;
	return atoi(l->params[0].values[0].text + 2);
}

/* The reader runs to its end. The caller frees d->out. */
static inline void
deck_run_len(struct deck *d, const char *text, size_t len,
    const struct ams_settings *set, const char *parm)
{
	const struct ams_ops ops = {.ctx = d,
	    .read = deck_read,
	    .echo = deck_echo,
	    .message = deck_message};
	struct ams_reader *r = ams_reader_new(&ops, set);
	const struct ams_command *cmd;
	enum ams_next next = AMS_COMMAND;
	struct arena *a;

	if (r == NULL)
		abort();
	d->in = text;
	d->end = text + len;
	deck_say(d, "%s", "");
	if (parm != NULL && !ams_reader_parm(r, parm))
		deck_say(d, "parm refused\n");
	while (next == AMS_COMMAND) {
		a = arena_new();
		next = ams_next(r, a, &cmd);
		d->hints |= ams_hints(r);
		d->failed += ams_last_failed(r);
		if (next == AMS_COMMAND) {
			deck_say(d, "do %s", cmd->verb->verb);
			deck_plist(d, cmd->top);
			deck_say(d, "\n");
			ams_done(r, deck_cc(cmd));
		}
		arena_free(&a);
	}
	deck_say(d, "%s %d\n", next == AMS_END ? "end" : "stop", ams_maxcc(r));
	ams_reader_free(&r);
}

static inline void
deck_run(struct deck *d, const char *text)
{
	deck_run_len(d, text, strlen(text), NULL, NULL);
}

#endif
