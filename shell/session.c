/*
 * A session: lines to records, words of the shell, the prompt.
 *
 * A command is handed on when it is whole, so that Ctrl-C in the middle of it
 * leaves nothing behind in the command reader.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/codepage.h"
#include "shell/complain.h"
#include "shell/deck.h"
#include "shell/gather.h"
#include "shell/help.h"
#include "shell/interrupt.h"
#include "shell/session.h"
#include "shell/terminal.h"

struct session {
	struct terminal *terminal;
	struct gather gather;
	struct names names;
	struct ams_reader *reader;
	bool batch;
	bool ended;   /* the person left */
	char *before; /* for completion: the lines in front, the line */
	size_t before_cap;
};

/* --- completion ----------------------------------------------------------- */

/* Lines in front of this one count, as the command they are one of. */
static void
complete_line(void *ctx, const char *line, size_t len, struct completions *out)
{
	struct session *s = ctx;
	const struct complete_source src = {
	    &s->names, names_source, names_alters};
	size_t front = s->gather.lines > 0 ? s->gather.joined_len + 1 : 0;
	char *more;

	if (front + len + 1 > s->before_cap) {
		if ((more = realloc(s->before, front + len + 1)) == NULL)
			return;
		s->before = more;
		s->before_cap = front + len + 1;
	}
	if (front > 0) {
		memcpy(s->before, s->gather.joined, front - 1);
		s->before[front - 1] = ' ';
	}
	memcpy(s->before + front, line, len);
	s->before[front + len] = '\0';
	complete(s->before, front + len, &src, out);
	out->start -= out->start >= front ? front : out->start;
}

/* --- the session ---------------------------------------------------------- */

struct session *
session_new(
    const struct names *names, const char *history, bool batch, bool fold)
{
	struct session *s = calloc(1, sizeof(*s));
	struct terminal_opts to = {.history = history,
	    .fold = fold,
	    .complete = complete_line,
	    .ctx = s};

	if (s == NULL)
		return NULL;
	s->names = *names;
	s->batch = batch;
	gather_start(&s->gather, batch);
	s->terminal = terminal_new(&to);
	if (s->terminal == NULL)
		session_free(&s);
	return s;
}

void
session_free(struct session **sp)
{
	if (*sp == NULL)
		return;
	terminal_free(&(*sp)->terminal);
	gather_free(&(*sp)->gather);
	free((*sp)->before);
	free(*sp);
	*sp = NULL;
}

void
session_set_reader(struct session *s, struct ams_reader *reader)
{
	s->reader = reader;
}

static bool
in_do(const struct session *s)
{
	return s->reader != NULL && ams_in_do(s->reader);
}

static void
make_prompt(const struct session *s, char *out, size_t size)
{
	const int cc = s->reader != NULL ? ams_lastcc(s->reader) : 0;
	const bool more = s->gather.lines > 0 || in_do(s);

	if (more && cc > 0)
		snprintf(out, size, "(%d)...> ", cc);
	else if (more)
		snprintf(out, size, "   ...> ");
	else if (cc > 0)
		snprintf(out, size, "idcams(%d)> ", cc);
	else
		snprintf(out, size, "idcams> ");
}

/* --- words of the shell ----------------------------------------------------
 */

/* The line is this word alone, or (argsp) with something behind it. */
static bool
word_is(const char *line, const char *word, const char **argsp)
{
	size_t n = strlen(word);

	line += strspn(line, " \t");
	if (strncasecmp(line, word, n) != 0)
		return false;
	if (line[n] != '\0' && strchr(" \t;", line[n]) == NULL)
		return false;
	line += n;
	line += strspn(line, " \t;");
	if (argsp != NULL)
		*argsp = line;
	return argsp != NULL || *line == '\0';
}

static void
allocate(struct session *s, const char *spec)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (spec[0] == '\0') {
		complain("DD NAME=SPEC, as --dd has it");
		return;
	}
	if ((st = dd_check(spec, &diag)) == DS_OK)
		st = dd_alloc(s->names.dds, spec, &diag);
	if (st != DS_OK)
		complain_status(spec, st, &diag);
}

/* True: it was one, and it is done. */
static bool
shell_word(struct session *s, const char *line)
{
	const char *args;

	if (word_is(line, "QUIT", NULL) || word_is(line, "EXIT", NULL) ||
	    (!s->batch && !in_do(s) && word_is(line, "END", NULL)))
		s->ended = true;
	else if (word_is(line, "HELP", &args) || word_is(line, "?", &args))
		help_print(args);
	else if (word_is(line, "DD", &args))
		allocate(s, args);
	else
		return false;
	return true;
}

/* --- lines ---------------------------------------------------------------- */

/* Can it be a record? Said when not. */
static bool
is_text(const char *line, size_t len)
{
	static uint8_t record[DECK_RECORD_MAX];
	const struct codepage *latin1;
	struct codepage_err err;
	enum ds_status st;
	char why[120];
	size_t n;

	if ((st = codepage_get(CCSID_LATIN1, &latin1, NULL)) == DS_OK)
		st = codepage_from_utf8(
		    latin1, line, len, record, sizeof(record) - 2, &n, &err);
	if (st == DS_BADLENGTH)
		complain("the line is longer than %d characters",
		    DECK_RECORD_MAX - 2);
	else if (st == DS_BADTEXT) {
		codepage_err_text(&err, why, sizeof(why));
		complain("%s", why);
	} else if (st != DS_OK)
		complain("%s", ds_status_text(st));
	return st == DS_OK;
}

static bool
is_blank(const char *line)
{
	return line[strspn(line, " \t\r")] == '\0';
}

/* The history has a command in one line where it can. */
static void
remember(struct session *s, const char *line)
{
	if (s->batch || s->gather.split) {
		if (!is_blank(line))
			terminal_remember(s->terminal, line);
	} else if (!is_blank(s->gather.joined)) {
		terminal_remember(s->terminal, s->gather.joined);
	}
}

/* One line of a command. 1 the command is whole, 0 more is to come, -1 an
 * error. */
static int
take_line(struct session *s, const char *line, size_t len)
{
	enum gather_more more;
	bool first = s->gather.lines == 0;

	if (memchr(line, '\0', len) != NULL || !is_text(line, len)) {
		gather_start(&s->gather, s->batch);
		return 0;
	}
	if (first && shell_word(s, line)) {
		terminal_remember(s->terminal, line);
		return 0;
	}
	more = gather_line(&s->gather, line, len);
	if (more == GATHER_NOMEM) {
		complain("no memory");
		return -1;
	}
	if (more == GATHER_WHOLE || s->batch || s->gather.split)
		remember(s, line);
	return more == GATHER_WHOLE;
}

/* Ctrl-C: the lines of a command go; where there are none, DO groups do. */
static void
clear(struct session *s)
{
	if (s->gather.lines == 0 && in_do(s)) {
		ams_leave_groups(s->reader);
		complain("the DO group is left");
	}
	gather_start(&s->gather, s->batch);
}

/* Gather a command. 1, 0 the end, -1 an error. */
static int
gather(struct session *s)
{
	char prompt[32];
	const char *line;
	size_t len;
	int got = 0;

	gather_start(&s->gather, s->batch);
	while (got == 0 && !s->ended) {
		make_prompt(s, prompt, sizeof(prompt));
		switch (terminal_line(s->terminal, prompt, &line, &len)) {
		case TERMINAL_LINE:
			got = take_line(s, line, len);
			break;
		case TERMINAL_CLEARED:
			clear(s);
			break;
		case TERMINAL_END:
			s->ended =
			    true; /* what there is of a command is read */
			break;
		case TERMINAL_FAILED:
			return -1;
		}
	}
	return got;
}

int
session_record(struct session *s, const char **recp, size_t *lenp)
{
	int got;

	if (gather_record(&s->gather, recp, lenp))
		return 1;
	if (s->ended)
		return 0;
	if ((got = gather(s)) < 0)
		return got;
	return gather_record(&s->gather, recp, lenp);
}
