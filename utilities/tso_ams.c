/*
 * A command of IKJEFT01 that access method services does: read by its reader,
 * names that are not in apostrophes get the prefix.
 */
#include <stdio.h>
#include <string.h>

#include "utilities/tso_int.h"

struct one {
	struct tso *t;
	const char *text;
	bool given;
};

static int
read_text(void *ctx, const char **recp, size_t *lenp)
{
	struct one *o = ctx;

	if (o->given)
		return 0;
	o->given = true;
	*recp = o->text;
	*lenp = strlen(o->text);
	return 1;
}

static void
no_echo(void *ctx, const char *rec, size_t len)
{
	(void)ctx;
	(void)rec;
	(void)len;
}

static void
print_message(void *ctx, const struct msg *m)
{
	const struct one *o = ctx;

	sysprint_msg(o->t->sp, m);
}

/* --- the prefix ----------------------------------------------------------- */

/* LEVEL is taken as it is written (mem); * is the terminal. */
static bool
is_prefixed(const struct ams_param *p, const struct ams_value *v)
{
	const enum ams_type type = p->desc->type;

	return (type == AMS_DSN || type == AMS_MEMBER || type == AMS_GENERIC) &&
	       !p->defaulted && !v->quoted &&
	       strcmp(p->desc->keyword, "LEVEL") != 0 &&
	       strcmp(v->text, "*") != 0;
}

static bool
prefix_value(struct tso *t, struct arena *arena, struct ams_value *v)
{
	const size_t size = strlen(t->prefix) + v->len + 2;
	char *name = arena_alloc(arena, size);

	if (name == NULL)
		return false;
	snprintf(name, size, "%s.%s", t->prefix, v->text);
	if (size - 1 > DSNAME_MAX) {
		tso_line(t,
		    "CATAMOUNT %s is longer than 44 characters with the prefix",
		    name);
		return false;
	}
	v->text = name;
	v->len = size - 1;
	return true;
}

static bool
prefix_list(struct tso *t, struct arena *arena, const struct ams_plist *l)
{
	for (int i = 0; l != NULL && i < l->nparams; i++) {
		const struct ams_param *p = &l->params[i];

		for (int k = 0; k < p->nvalues; k++)
			if ((is_prefixed(p, &p->values[k]) &&
				!prefix_value(t, arena, &p->values[k])) ||
			    !prefix_list(t, arena, p->values[k].sub))
				return false;
		if (!prefix_list(t, arena, p->sub))
			return false;
	}
	return true;
}

/* --- what TSO's commands do otherwise ------------------------------------- */

static bool
can_allocate(struct tso *t, const struct ams_command *cmd)
{
	const struct ams_param *p = ams_find(cmd->top, "DSNAME");
	const char *dd = ams_text(cmd->top, "FILE", 0);

	if (p != NULL && p->nvalues > 0 &&
	    strcmp(p->values[0].text, "*") == 0) {
		tso_line(t, "CATAMOUNT ALLOCATE DATASET(*) asks for a "
			    "terminal, which is not here");
		return false;
	}
	if (dd != NULL &&
	    (strcmp(dd, "SYSTSIN") == 0 || strcmp(dd, "SYSTSPRT") == 0)) {
		tso_line(t, "IKJ56246I FILE %s NOT ALLOCATED, FILE IN USE", dd);
		return false;
	}
	if (dd != NULL && ams_coded(cmd->top, "REUSE") &&
	    dd_exists(t->run->dds, dd) && !dd_is_dynamic(t->run->dds, dd)) {
		tso_line(
		    t, "CATAMOUNT ALLOCATE REUSE of %s, which the job has", dd);
		return false;
	}
	return true;
}

/* Nothing is asked for: what begins with the prefix. */
static const char *
whole_text(struct tso *t, const struct ams_command *cmd, const char *text,
    struct arena *arena)
{
	const size_t size = strlen(text) + strlen(t->prefix) + 10;
	char *level;

	if (strcmp(cmd->verb->verb, "LISTCAT") != 0 || t->prefix[0] == '\0' ||
	    ams_coded(cmd->top, "ENTRIES") || ams_coded(cmd->top, "LEVEL") ||
	    (level = arena_alloc(arena, size)) == NULL)
		return NULL;
	snprintf(level, size, "%s LEVEL(%s)", text, t->prefix);
	return level;
}

static int
do_bound(struct tso *t, struct ams_run *run, const struct ams_command *cmd,
    struct arena *arena)
{
	char last[16];
	int cc;

	if (t->prefix[0] != '\0' && !prefix_list(t, arena, cmd->top))
		return TSO_FAILED;
	if (ams_tso_find(cmd->verb->verb, strlen(cmd->verb->verb)) != NULL)
		return tso_command(t, cmd);
	if (strcmp(cmd->verb->verb, "ALLOCATE") == 0 && !can_allocate(t, cmd))
		return TSO_FAILED;
	cc = idcams_do(run, cmd);
	snprintf(last, sizeof(last), "%d", cc);
	if (cc > 0 && strcmp(cmd->verb->verb, "ALLOCATE") != 0)
		sysprint_msgv(t->sp, MSG_IDC0014I, last, NULL);
	return cc;
}

/* again: LEVEL was added. */
static int
do_text(struct tso *t, const char *text, bool again)
{
	const struct ams_settings set = {
	    .tso = true, .fold = true, .chain = AMS_CHAIN_TN};
	struct one one = {.t = t, .text = text};
	const struct ams_ops ops = {.ctx = &one,
	    .read = read_text,
	    .echo = no_echo,
	    .message = print_message};
	struct arena *arena = arena_new();
	struct ams_run run = {.sys = t->run->sys,
	    .dds = t->run->dds,
	    .sp = t->sp,
	    .interrupted = t->run->interrupted};
	const struct ams_command *cmd = NULL;
	const char *whole = NULL;
	int cc = TSO_FAILED;

	run.reader = ams_reader_new(&ops, &set);
	if (arena != NULL && run.reader != NULL) {
		if (ams_next(run.reader, arena, &cmd) == AMS_COMMAND) {
			whole = again ? NULL : whole_text(t, cmd, text, arena);
			cc = whole != NULL ? do_text(t, whole, true)
					   : do_bound(t, &run, cmd, arena);
		} else {
			cc = ams_maxcc(run.reader);
		}
	}
	ams_reader_free(&run.reader);
	arena_free(&arena);
	return cc;
}

int
tso_ams(struct tso *t, const char *text)
{
	return do_text(t, text, false);
}

/* A name ends at a blank outside apostrophes. */
static size_t
name_length(const char *p)
{
	size_t n;
	bool quoted = false;

	for (n = 0; p[n] != '\0' && (quoted || (p[n] != ' ' && p[n] != ','));
	     n++)
		quoted ^= p[n] == '\'';
	return n;
}

int
tso_rename(struct tso *t, const char *operands)
{
	const char *old = operands + strspn(operands, " ,"), *new, *paren;
	const size_t nold = name_length(old);
	char text[400];
	size_t nnew;

	new = old + nold + strspn(old + nold, " ,");
	nnew = name_length(new);
	paren = memchr(old, '(', nold);
	if (nold == 0 || nnew == 0 || nold > 100 || nnew > 100 ||
	    new[nnew + strspn(new + nnew, " ")] != '\0' ||
	    (*new == '(' && paren == NULL)) {
		tso_line(t, "CATAMOUNT RENAME takes an old and a new name");
		return TSO_FAILED;
	}
	if (*new == '(') /* of the same data set */
		snprintf(text, sizeof(text), "ALTER %.*s NEWNAME(%.*s%.*s%s)",
		    (int)nold, old, (int)(paren - old), old, (int)nnew, new,
		    *old == '\'' ? "'" : "");
	else
		snprintf(text, sizeof(text), "ALTER %.*s NEWNAME(%.*s)",
		    (int)nold, old, (int)nnew, new);
	return do_text(t, text, false);
}
