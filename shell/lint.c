/*
 * idcams --check. What is found is sorted: the reader tells of some things when
 * it is past them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "shell/complain.h"
#include "shell/deck.h"
#include "shell/lint.h"
#include "utilities/idcams.h"

enum { WHY_MAX = 256 };

struct found {
	struct ams_finding f; /* number and text are ours */
	size_t seq;
};

struct lint {
	struct deck *deck;
	struct found *found;
	size_t n, cap;
	bool nomem;
	char why[WHY_MAX];
};

static int
read_record(void *ctx, const char **recp, size_t *lenp)
{
	struct lint *l = ctx;

	return deck_read(l->deck, recp, lenp);
}

static void
keep(void *ctx, const struct ams_finding *f)
{
	struct lint *l = ctx;
	struct found *more, *found;
	size_t cap;

	if (l->n == l->cap) {
		cap = l->cap > 0 ? 2 * l->cap : 64;
		if ((more = realloc(l->found, cap * sizeof(*more))) == NULL) {
			l->nomem = true;
			return;
		}
		l->found = more;
		l->cap = cap;
	}
	found = &l->found[l->n];
	found->f = *f; /* the number is a constant of the table */
	found->f.text = strdup(f->text);
	found->seq = l->n;
	if (found->f.text == NULL)
		l->nomem = true;
	else
		l->n++;
}

static const char *
undone(void *ctx, const struct ams_command *cmd)
{
	struct lint *l = ctx;

	return idcams_undone(cmd, l->why, sizeof(l->why)) ? l->why : NULL;
}

static int
compare(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->f.line != y->f.line)
		return x->f.line < y->f.line ? -1 : 1;
	if (x->f.column != y->f.column)
		return x->f.column < y->f.column ? -1 : 1;
	return x->seq < y->seq ? -1 : 1;
}

/* The text is ISO 8859-1, as the deck was when it was read. */
static void
print(const char *file, const struct ams_finding *f)
{
	const struct codepage *latin1;
	size_t len = strlen(f->text), n = 0;
	char *text = malloc(CODEPAGE_UTF8_MAX * len + 1);

	if (text != NULL && codepage_get(CCSID_LATIN1, &latin1, NULL) == DS_OK)
		n = codepage_to_utf8(
		    latin1, (const uint8_t *)f->text, len, text);
	printf("%s:%d:%d: %s: %s%s%.*s\n", file, f->line, f->column,
	    f->error ? "error" : "warning", f->number != NULL ? f->number : "",
	    f->number != NULL ? " " : "", (int)n, text != NULL ? text : "");
	free(text);
}

/* What was found in one deck. Returns its code. */
static int
tell(struct lint *l, const char *file, struct json_report *json)
{
	int cc = 0;
	size_t i;

	if (l->n > 0)
		qsort(l->found, l->n, sizeof(*l->found), compare);
	for (i = 0; i < l->n; i++) {
		if (json != NULL)
			json_report_finding(json, file, &l->found[i].f);
		else
			print(file, &l->found[i].f);
		if (l->found[i].f.error)
			cc = 12;
		else if (cc == 0)
			cc = 4;
	}
	return cc;
}

static struct ams_settings
settings_of(const struct options *o)
{
	struct ams_settings set = {.left = 2, .right = 72, .fold = o->fold};

	if (o->nexecs > 0) {
		set.left = set.right = 0;
		set.fold = true;
	}
	return set;
}

/* One deck, added by the caller. 16: it was not read. */
static int
check(struct lint *l, const struct options *o, const char *file,
    struct json_report *json)
{
	const struct ams_ops ops = {
	    .ctx = l, .read = read_record, .finding = keep};
	const struct ams_settings set = settings_of(o);
	bool ok;
	int cc;

	ok = ams_check(&ops, &set, o->parm, undone) && !l->nomem;
	if (l->nomem)
		complain("no memory");
	cc = tell(l, file, json);
	return ok ? cc : 16;
}

static int
check_one(const struct options *o, const char *path, const char *text,
    struct json_report *json)
{
	struct lint l = {.deck = deck_new()};
	const char *name = path != NULL ? path : "-e";
	int cc = 16;
	size_t i;

	if (l.deck == NULL)
		complain("no memory");
	else if (path != NULL ? deck_add_file(l.deck, path)
			      : deck_add_text(l.deck, text))
		cc =
		    check(&l, o, strcmp(name, "-") == 0 ? "stdin" : name, json);
	for (i = 0; i < l.n; i++)
		free((char *)l.found[i].f.text);
	free(l.found);
	deck_free(&l.deck);
	return cc;
}

int
lint_run(const struct options *o, struct json_report *json, bool *readp)
{
	int i, cc, worst = 0;

	for (i = 0; i < o->nexecs; i++) {
		cc = check_one(o, NULL, o->execs[i], json);
		worst = cc > worst ? cc : worst;
	}
	for (i = 0; i < o->nfiles; i++) {
		cc = check_one(o, o->files[i], NULL, json);
		worst = cc > worst ? cc : worst;
	}
	if (o->nexecs + o->nfiles == 0)
		worst = check_one(o, "-", NULL, json);
	if (fflush(stdout) != 0) {
		complain("standard output: a finding was not written");
		worst = 16;
	}
	*readp = worst < 16;
	return worst;
}
