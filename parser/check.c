/*
 * A deck read without doing it: syntax errors, and what is seldom meant. The
 * reader itself finds what it comes across; here are the records as they are
 * written, and what a good command has in it.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "parser/reader_int.h"

enum { TEXT_MAX = 256 };

/* --- findings of the reader ------------------------------------------------
 */

static void
tell(const struct ams_reader *r, const struct ams_finding *f)
{
	if (r->ops.finding != NULL)
		r->ops.finding(r->ops.ctx, f);
}

void
check_message(
    const struct ams_reader *r, enum msg_id id, const char *insert, size_t at)
{
	struct msg m = {.id = id, .insert = {insert}};
	struct ams_finding f = {.error = msg_severity(id) >= 8};
	char text[TEXT_MAX];
	size_t n;

	cards_pos(&r->cards, at, &f.line, &f.column);
	msg_format(text, sizeof(text), &m);
	f.number = msg_number(id);
	n = strlen(f.number);
	f.text = text + n + strspn(text + n, " ");
	tell(r, &f);
}

static void
warn_at(const struct ams_reader *r, const char *text, int line, int column)
{
	const struct ams_finding f = {
	    .line = line, .column = column, .text = text};

	if (reader_checks(r))
		tell(r, &f);
}

void
check_warn(const struct ams_reader *r, const char *text, size_t at)
{
	int line, column;

	cards_pos(&r->cards, at, &line, &column);
	warn_at(r, text, line, column);
}

void
check_trailing(const struct ams_reader *r, const char *text)
{
	size_t at = r->pos;

	while (at < r->cards.len && r->cards.text[at] == ' ')
		at++;
	if (at < r->cards.len)
		check_warn(r, text, at);
}

void
check_set_lastcc(struct ams_reader *r, size_t at)
{
	if (!reader_checks(r))
		return;
	r->set_lastcc = true;
	cards_pos(&r->cards, at, &r->set_line, &r->set_column);
}

void
check_lastcc_unused(struct ams_reader *r)
{
	if (!r->set_lastcc)
		return;
	r->set_lastcc = false;
	warn_at(r,
	    "SET LASTCC=0 leaves MAXCC, the code of the step, as it is; "
	    "SET MAXCC=0 clears it",
	    r->set_line, r->set_column);
}

void
check_ends(struct ams_reader *r, const char *what)
{
	if (reader_checks(r) && r->depth == 0 && r->ends == NULL)
		r->ends = what;
}

void
check_behind_end(struct ams_reader *r, size_t at)
{
	char text[TEXT_MAX];

	if (r->ends == NULL || r->ends[0] == '\0')
		return;
	snprintf(text, sizeof(text),
	    "this and what follows is not done: %s in front ends the step",
	    r->ends);
	check_warn(r, text, at);
	r->ends = ""; /* it was said of all that follows */
}

/* --- records ---------------------------------------------------------------
 */

struct check {
	const struct ams_ops *user;
	struct ams_reader *reader;
	int line;
	bool joined; /* the record in front has a mark */
	bool ended;  /* a ';' came on this or a record joined to it */
	bool begun;  /* a record that is not blank came */
	bool jcl;    /* it was JCL: nothing is read */
	int blank;   /* the record behind a mark that has nothing */
	int comment_line, comment_column; /* of the open one's begin */
	bool comment, quote;              /* open at the record's begin */
	bool failed;
};

static bool
is_digit_or_blank(char c)
{
	return c == ' ' || (c >= '0' && c <= '9');
}

/* What stands outside the margins, where it is not a comment's inside. */
static void
check_outside(const struct check *c, const char *rec, size_t len, size_t lo,
    size_t hi, bool comment_at_end)
{
	const struct ams_settings *set = &c->reader->set;
	char text[TEXT_MAX];
	size_t i;

	for (i = 0; !c->comment && i < lo && i < len; i++) {
		if (rec[i] == ' ')
			continue;
		snprintf(text, sizeof(text),
		    "what stands in front of column %d is not read", set->left);
		warn_at(c->reader, text, c->line, (int)i + 1);
		break;
	}
	for (i = hi; i < len && is_digit_or_blank(rec[i]); i++)
		;
	if (i >= len ||
	    (comment_at_end && memmem(rec + hi, len - hi, "*/", 2) == NULL))
		return;
	snprintf(text, sizeof(text), "what stands past column %d is not read",
	    set->right);
	warn_at(c->reader, text, c->line, i < INT_MAX ? (int)i + 1 : INT_MAX);
}

/* Where in a record comments and strings are. */
struct scan {
	size_t lower;     /* the first letter of lower case outside; or end */
	size_t begin;     /* of what is outside comments; or end */
	size_t behind;    /* of what stands behind a ';'; or end */
	size_t plain;     /* behind the last character outside comments */
	bool comment_end; /* a comment that began here ends it */
};

static void
scan_record(
    struct check *c, const char *rec, size_t lo, size_t end, struct scan *s)
{
	bool here = false; /* the comment began on this record */
	size_t i = lo;

	*s = (struct scan){.lower = end, .begin = end, .behind = end};
	while (i < end) {
		if (c->comment) {
			if (end - i >= 2 && memcmp(rec + i, "*/", 2) == 0) {
				c->comment = false;
				s->comment_end = here;
				i++;
			}
		} else if (c->quote) {
			c->quote = rec[i] != '\'';
			s->plain = i + 1;
		} else if (end - i >= 2 && memcmp(rec + i, "/*", 2) == 0) {
			c->comment = here = true;
			c->comment_line = c->line;
			c->comment_column = (int)i + 1;
			i++;
		} else if (rec[i] != ' ') {
			c->quote = rec[i] == '\'';
			if (i < s->begin)
				s->begin = i;
			if (c->ended && i < s->behind)
				s->behind = i;
			c->ended = c->ended || rec[i] == ';';
			if (rec[i] >= 'a' && rec[i] <= 'z' && i < s->lower)
				s->lower = i;
			s->plain = i + 1;
			s->comment_end = false;
		}
		i++;
	}
}

/* Does a command, or a clause, begin there? */
static bool
begins_command(const char *s, size_t len)
{
	static const char modals[] = "IF THEN ELSE DO END SET PARM CANCEL";
	char word[16];
	size_t n;

	for (n = 0; n < len && n < sizeof(word) && s[n] != ' ' && s[n] != '(';
	     n++)
		word[n] = s[n] >= 'a' && s[n] <= 'z' ? (char)(s[n] - 'a' + 'A')
						     : s[n];
	return ams_verb_find(word, n) != NULL || ams_word_in(modals, word, n);
}

/* What a record has that is lost without a word. end is in front of its mark.
 */
static void
check_written(
    struct check *c, const char *rec, const struct scan *s, size_t end)
{
	if (s->behind < end)
		warn_at(c->reader, "what stands behind a ; is not read",
		    c->line, (int)s->behind + 1);
	if (c->blank > 0 && s->begin < end &&
	    !begins_command(rec + s->begin, end - s->begin))
		warn_at(c->reader,
		    "the - in front of this blank line goes on to it alone: "
		    "the next line does not belong to it",
		    c->blank, 1);
	if (s->begin < end || c->comment)
		c->blank = 0;
}

/* The group of records has ended in a comment. */
static void
check_comment_end(struct check *c)
{
	if (c->comment)
		warn_at(c->reader,
		    "this comment has no end in its records: a - behind it "
		    "goes on",
		    c->comment_line, c->comment_column);
	c->comment = false;
}

static void
check_record(struct check *c, const char *rec, size_t len)
{
	const struct ams_settings *set = &c->reader->set;
	bool margins = set->left > 0 && set->right > 0, mark;
	size_t lo = margins ? (size_t)set->left - 1 : 0;
	size_t hi = margins ? (size_t)set->right : len, end;
	bool before = c->comment;
	struct scan s;

	hi = hi < len ? hi : len;
	lo = lo < hi ? lo : hi;
	for (end = hi; end > lo && rec[end - 1] == ' ';)
		end--;
	mark = end > lo && (rec[end - 1] == '-' || rec[end - 1] == '+');
	scan_record(c, rec, lo, end, &s);
	if (margins) {
		bool at_end = c->comment;

		c->comment = before;
		check_outside(c, rec, len, lo, hi, at_end);
		c->comment = at_end;
	}
	check_written(c, rec, &s, mark ? end - 1 : end);
	if (s.lower < end && !set->fold)
		warn_at(c->reader, "lower case is not folded", c->line,
		    (int)s.lower + 1);
	if (s.comment_end && s.plain > lo + 1 && s.plain < end &&
	    (rec[s.plain - 1] == '-' || rec[s.plain - 1] == '+') &&
	    rec[s.plain - 2] == ' ')
		warn_at(c->reader,
		    "a mark in front of a comment does not go on: it must be "
		    "the last on its line",
		    c->line, (int)s.plain);
	/* Its end stands where nobody reads: it was meant to be one. */
	if (!mark && memmem(rec + hi, len - hi, "*/", 2) != NULL)
		c->comment = false;
	if (c->joined && c->blank == 0 && end == lo)
		c->blank = c->line;
	c->joined = mark;
}

/* One finding, where each line would have two. */
static bool
begins_jcl(struct check *c, const char *rec, size_t len)
{
	const struct ams_finding f = {.line = c->line,
	    .column = 1,
	    .error = true,
	    .text = "this is JCL, not a deck: what stands behind its "
		    "//SYSIN DD * is one"};
	size_t i;

	for (i = 0; i < len && rec[i] == ' '; i++)
		continue;
	if (c->begun || i == len || c->reader->set.left == 0)
		return false;
	c->begun = true;
	c->jcl = len > 2 && memcmp(rec, "//", 2) == 0;
	if (c->jcl)
		tell(c->reader, &f);
	return c->jcl;
}

static int
read_record(void *ctx, const char **recp, size_t *lenp)
{
	struct check *c = ctx;
	int got = c->jcl ? 0 : c->user->read(c->user->ctx, recp, lenp);

	c->failed = got < 0;
	if (got != 1)
		return got;
	c->line++;
	if (begins_jcl(c, *recp, *lenp))
		return 0;
	if (!c->joined) {
		check_comment_end(c);
		c->quote = c->ended = false;
	}
	check_record(c, *recp, *lenp);
	return 1;
}

static void
pass_on(void *ctx, const struct ams_finding *f)
{
	const struct check *c = ctx;

	c->user->finding(c->user->ctx, f);
}

/* --- commands --------------------------------------------------------------
 */

/* What is ignored, at every level. */
static void
check_obsolete(const struct check *c, const struct ams_plist *l)
{
	const struct ams_param *p;
	char text[TEXT_MAX];
	int i, j;

	for (i = 0; l != NULL && i < l->nparams; i++) {
		p = &l->params[i];
		if (p->defaulted)
			continue;
		if ((p->desc->flags & AMS_OBSOLETE) != 0) {
			snprintf(text, sizeof(text),
			    "%s is accepted and ignored", p->desc->keyword);
			warn_at(c->reader, text, p->line, p->column);
		}
		check_obsolete(c, p->sub);
		for (j = 0; j < p->nvalues; j++)
			check_obsolete(c, p->values[j].sub);
	}
}

/* Is it a pattern of which only MASK knows? */
static bool
is_filter_key(const char *s)
{
	size_t i;

	for (i = 0; s[i] != '\0'; i++)
		if (s[i] == '%' ||
		    (s[i] == '*' && ((i > 0 && s[i - 1] != '.') ||
					(s[i + 1] != '\0' && s[i + 1] != '.'))))
			return true;
	return false;
}

/* Names of DELETE, ALTER, LISTCAT and others that find nothing. */
static void
check_filter_keys(const struct check *c, const struct ams_plist *top)
{
	const struct ams_param *p;
	int i, j;

	if (ams_given(top, "MASK"))
		return;
	for (i = 0; i < top->nparams; i++) {
		p = &top->params[i];
		if (p->desc->type != AMS_GENERIC ||
		    strcmp(p->desc->keyword, "EXCLUDE") == 0)
			continue;
		for (j = 0; j < p->nvalues; j++)
			if (is_filter_key(p->values[j].text))
				warn_at(c->reader,
				    "%, ** and an * within a qualifier stand "
				    "for others in DELETE with MASK alone",
				    p->values[j].line, p->values[j].column);
	}
}

static void
check_open_groups(const struct check *c)
{
	const struct ams_reader *r = c->reader;
	int i;

	for (i = 0; i < r->depth; i++)
		if (r->frames[i].in_do)
			warn_at(r, "this DO group has no END",
			    r->frames[i].line, r->frames[i].column);
}

/* False: no memory. */
static bool
check_commands(const struct check *c,
    const char *(*other)(void *ctx, const struct ams_command *cmd))
{
	const struct ams_command *cmd;
	enum ams_next next = AMS_COMMAND;
	struct arena *arena;
	const char *text;
	int line, column;

	while (next == AMS_COMMAND) {
		if ((arena = arena_new()) == NULL)
			return false;
		next = ams_next(c->reader, arena, &cmd);
		if (next == AMS_COMMAND) {
			check_obsolete(c, cmd->top);
			check_filter_keys(c, cmd->top);
			text = other != NULL ? other(c->user->ctx, cmd) : NULL;
			cards_pos(&c->reader->cards, c->reader->verb_at, &line,
			    &column);
			if (text != NULL)
				warn_at(c->reader, text, line, column);
		}
		arena_free(&arena);
	}
	return true;
}

bool
ams_check(const struct ams_ops *ops, const struct ams_settings *settings,
    const char *parm,
    const char *(*other)(void *ctx, const struct ams_command *cmd))
{
	struct check c = {.user = ops};
	const struct ams_ops own = {
	    .ctx = &c, .read = read_record, .finding = pass_on};
	struct ams_settings set = *settings;
	bool ok;

	set.mode = AMS_MODE_CHECK;
	if ((c.reader = ams_reader_new(&own, &set)) == NULL)
		return false;
	if (parm != NULL)
		(void)ams_reader_parm(c.reader, parm); /* said if it is bad */
	ok = check_commands(&c, other);
	check_comment_end(&c);
	check_lastcc_unused(c.reader);
	check_open_groups(&c);
	ams_reader_free(&c.reader);
	return ok && !c.failed;
}
