/*
 * Any text through the whole command reader: whatever comes in, what goes out
 * must keep the promises of parser/ams.h, or the process aborts. For fuzz
 * targets.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_READER_PROMISES_H
#define CATAMOUNT_TESTS_SUPPORT_READER_PROMISES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parser/ams.h"

struct input {
	const char *p, *end;
	size_t messages, echoes, records;
};

static inline void
must(bool ok)
{
	if (!ok)
		abort();
}

static inline int
read_record(void *ctx, const char **recp, size_t *lenp)
{
	struct input *in = ctx;
	const char *nl;

	if (in->p >= in->end)
		return 0;
	nl = memchr(in->p, '\n', (size_t)(in->end - in->p));
	if (nl == NULL)
		nl = in->end;
	*recp = in->p;
	*lenp = (size_t)(nl - in->p);
	in->p = nl < in->end ? nl + 1 : nl;
	in->records++;
	return 1;
}

static inline void
echo(void *ctx, const char *rec, size_t len)
{
	struct input *in = ctx;
	volatile char sum = 0;
	size_t i;

	for (i = 0; i < len; i++)
		sum = (char)(sum ^ rec[i]);
	in->echoes++;
}

static inline void
message(void *ctx, const struct msg *m)
{
	struct input *in = ctx;
	char line[256];

	must(m->id < MSG_COUNT);
	must(m->insert[0] == NULL || strlen(m->insert[0]) <= 20);
	msg_format(line, sizeof(line), m);
	in->messages++;
}

/* Every promise of a bound list that can be checked without its meaning. */
static inline void
check_list(const struct ams_plist *l, int line)
{
	const struct ams_param *p;
	const struct ams_value *v;
	int i, j;

	for (i = 0; i < l->nparams; i++) {
		p = &l->params[i];
		must(ams_find(l, p->desc->keyword) == p);
		must(p->defaulted || p->line >= line);
		if (p->sub != NULL)
			check_list(p->sub, line);
		for (j = 0; j < p->nvalues; j++) {
			v = &p->values[j];
			if (p->desc->type == AMS_SUBLISTS) {
				check_list(v->sub, line);
				continue;
			}
			must(v->text[v->len] == '\0');
			must(strlen(v->password) <= 8);
			must(strlen(v->member) <= 8);
			if (p->desc->type == AMS_DSN)
				must(v->len <= 44);
			if (p->desc->type == AMS_DD)
				must(v->len <= 8);
		}
	}
}

/* Read records of text, ended by newlines; flags chooses margins (1), folding
 * (2), the text as EXEC PARM first (4), the code that commands end with (the
 * next four bits). */
static inline void
promises_read(const char *text, size_t size, unsigned flags)
{
	struct input in = {0};
	const struct ams_ops ops = {
	    .ctx = &in, .read = read_record, .echo = echo, .message = message};
	struct ams_settings set = {.left = 2, .right = 72};
	const struct ams_command *cmd = NULL;
	enum ams_next next = AMS_COMMAND;
	struct ams_reader *r;
	struct arena *a;
	char *parm;

	in.p = text;
	in.end = text + size;
	if ((flags & 1) != 0)
		set.left = set.right = 0;
	set.fold = (flags & 2) != 0;
	r = ams_reader_new(&ops, &set);
	must(r != NULL);
	if ((flags & 4) != 0) {
		parm = strndup(in.p, (size_t)(in.end - in.p));
		must(parm != NULL);
		ams_reader_parm(r, parm);
		free(parm);
	}
	while (next == AMS_COMMAND) {
		a = arena_new();
		must(a != NULL);
		next = ams_next(r, a, &cmd);
		if (next == AMS_COMMAND) {
			must(cmd->line >= 1);
			must((size_t)cmd->line <= in.records);
			check_list(cmd->top, cmd->line);
			ams_done(r, (flags >> 3) & 15);
		}
		arena_free(&a);
	}
	must(ams_maxcc(r) >= 0 && ams_maxcc(r) <= 16);
	must(ams_lastcc(r) <= 16);
	must(in.echoes <= in.records);
	must(next != AMS_END || in.echoes == in.records);
	ams_reader_free(&r);
}

#endif
