/*
 * The modal commands.
 *
 * IF levels are a stack of frames. A frame's clause ends with its command, its
 * DO group or at once (a null clause); a THEN clause that has ended waits: an
 * ELSE continues the frame, any other verb closes it and all frames around it
 * up to an open DO group. That is why a DO on the record behind "THEN" without
 * a mark is a stray one and its commands are done whatever the condition.
 */
#include <limits.h>
#include <string.h>

#include "parser/reader_int.h"

/* --- words --------------------------------------------------------------- */

static bool
is_separator(char c)
{
	return c == ' ' || c == ',';
}

static char
next_char(const struct ams_reader *r)
{
	return r->pos < r->cards.len ? r->cards.text[r->pos] : '\0';
}

static void
skip_separators(struct ams_reader *r)
{
	for (; is_separator(next_char(r)); r->pos++) {
		if (next_char(r) == ',')
			reader_say_at(r, MSG_IDC0206I, NULL, r->pos);
	}
}

bool
modal_next_word(struct ams_reader *r, struct ams_word *w)
{
	skip_separators(r);
	w->at = r->pos;
	w->s = r->cards.text + r->pos;
	while (r->pos < r->cards.len && !is_separator(next_char(r)))
		r->pos++;
	w->len = r->pos - w->at;
	return w->len > 0;
}

bool
modal_word_is(const struct ams_word *w, const char *s)
{
	return w->len == strlen(s) && memcmp(w->s, s, w->len) == 0;
}

/* The letters that follow: LASTCC=0 has no blanks. */
static void
next_letters(struct ams_reader *r, struct ams_word *w)
{
	skip_separators(r);
	w->at = r->pos;
	w->s = r->cards.text + r->pos;
	while (next_char(r) >= 'A' && next_char(r) <= 'Z')
		r->pos++;
	w->len = r->pos - w->at;
}

/* A decimal number, up to INT_MAX, that something delimits. */
static bool
next_number(struct ams_reader *r, int *np)
{
	char c;
	int n = 0, digits = 0;

	skip_separators(r);
	for (; (c = next_char(r)) >= '0' && c <= '9'; r->pos++, digits++)
		n = n > (INT_MAX - 9) / 10 ? INT_MAX : n * 10 + (c - '0');
	*np = n;
	return digits > 0 && (c == '\0' || is_separator(c));
}

/* LASTCC or MAXCC. */
static int *
next_variable(struct ams_reader *r)
{
	struct ams_word w;

	next_letters(r, &w);
	if (modal_word_is(&w, "LASTCC"))
		return &r->lastcc;
	return modal_word_is(&w, "MAXCC") ? &r->maxcc : NULL;
}

enum op { OP_NONE, OP_EQ, OP_NE, OP_GT, OP_LT, OP_GE, OP_LE };

/* The longer spellings first. The not sign is X'AC' in ISO 8859-1 and the same
 * behind X'C2' in UTF-8. */
static const struct {
	const char *s;
	enum op op;
} operators[] = {
    {"EQ", OP_EQ},
    {"NE", OP_NE},
    {"GT", OP_GT},
    {"LT", OP_LT},
    {"GE", OP_GE},
    {"LE", OP_LE},
    {"^=", OP_NE},
    {"\xAC=", OP_NE},
    {"\xC2\xAC=", OP_NE},
    {">=", OP_GE},
    {"<=", OP_LE},
    {"=", OP_EQ},
    {">", OP_GT},
    {"<", OP_LT},
};

static enum op
next_operator(struct ams_reader *r)
{
	size_t i, len;

	skip_separators(r);
	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		len = strlen(operators[i].s);
		if (r->cards.len - r->pos >= len &&
		    memcmp(r->cards.text + r->pos, operators[i].s, len) == 0) {
			r->pos += len;
			return operators[i].op;
		}
	}
	return OP_NONE;
}

static bool
compare(int a, enum op op, int b)
{
	switch (op) {
	case OP_EQ:
		return a == b;
	case OP_NE:
		return a != b;
	case OP_GT:
		return a > b;
	case OP_LT:
		return a < b;
	case OP_GE:
		return a >= b;
	case OP_LE:
		return a <= b;
	case OP_NONE:
		break;
	}
	return false;
}

/* --- IF levels ----------------------------------------------------------- */

bool
modal_executing(const struct ams_reader *r)
{
	const struct ams_frame *f;

	if (r->depth == 0 || reader_checks(r))
		return true;
	f = &r->frames[r->depth - 1];
	return f->outer && f->value != f->in_else;
}

/* A clause has ended. THEN's waits for an ELSE; ELSE's closes the level, and
 * so ends the clause around it. */
void
modal_clause_end(struct ams_reader *r)
{
	const struct ams_frame *f;

	r->clause = false;
	while (r->depth > 0) {
		f = &r->frames[r->depth - 1];
		if (f->in_do || !f->in_else)
			return;
		r->depth--;
	}
}

void
modal_close_waiting(struct ams_reader *r)
{
	while (r->depth > 0 && !r->frames[r->depth - 1].in_do)
		r->depth--;
}

static enum ams_step
do_if(struct ams_reader *r, const struct ams_word *verb)
{
	struct ams_frame *f;
	struct ams_word then;
	const int *var;
	enum op op;
	int n;

	if (r->depth == AMS_NEST_MAX)
		return reader_fatal(r, MSG_IDC4237I, verb->at);
	var = next_variable(r);
	op = var != NULL ? next_operator(r) : OP_NONE;
	if (op == OP_NONE || !next_number(r, &n))
		return reader_fatal(r, MSG_IDC4229I, r->pos);
	if (!modal_next_word(r, &then) || !modal_word_is(&then, "THEN"))
		return reader_fatal(r, MSG_IDC4232I, r->pos);
	f = &r->frames[r->depth];
	memset(f, 0, sizeof(*f));
	f->outer = modal_executing(r);
	f->value = compare(*var, op, n);
	r->depth++;
	r->clause_at = then.at;
	if (var == &r->lastcc)
		r->set_lastcc = false; /* it is of use */
	check_lastcc_unused(r);
	return STEP_CLAUSE;
}

static enum ams_step
do_else(struct ams_reader *r, const struct ams_word *verb)
{
	struct ams_frame *f = r->depth > 0 ? &r->frames[r->depth - 1] : NULL;

	if (f == NULL || f->in_do || f->in_else)
		return reader_fatal(r, MSG_IDC4227I, verb->at);
	f->in_else = true;
	r->clause_at = verb->at;
	return STEP_CLAUSE;
}

static enum ams_step
do_do(struct ams_reader *r, const struct ams_word *verb)
{
	struct ams_frame *f = r->depth > 0 ? &r->frames[r->depth - 1] : NULL;

	check_trailing(r, "what follows DO on its line is not read");
	if (r->clause) {
		f->in_do = true;
		r->clause = false;
		cards_pos(&r->cards, verb->at, &f->line, &f->column);
		return STEP_DONE;
	}
	check_warn(r,
	    "DO is in no THEN or ELSE clause: its commands are done "
	    "whatever the condition",
	    verb->at);
	if (f != NULL && f->stray < INT_MAX) {
		f->stray++;
	}
	return STEP_DONE;
}

static enum ams_step
do_end(struct ams_reader *r, const struct ams_word *verb)
{
	struct ams_frame *f = r->depth > 0 ? &r->frames[r->depth - 1] : NULL;

	if (r->clause)
		return reader_fatal(r, MSG_IDC4228I, verb->at);
	check_trailing(r, "what follows END on its line is not read");
	if (f == NULL || !(f->in_do || f->stray > 0))
		check_warn(r, "END ends no DO group", verb->at);
	if (f == NULL)
		return STEP_DONE;
	if (f->stray > 0) {
		f->stray--;
		return STEP_DONE;
	}
	f->in_do = false;
	modal_clause_end(r);
	return STEP_DONE;
}

static enum ams_step
do_then(struct ams_reader *r, const struct ams_word *verb)
{
	return reader_fatal(r, MSG_IDC4232I, verb->at);
}

static enum ams_step
do_set(struct ams_reader *r, const struct ams_word *verb)
{
	int *var = next_variable(r), n = 0;

	if (var == NULL || next_operator(r) != OP_EQ || !next_number(r, &n))
		return reader_fatal(r, MSG_IDC4230I, r->pos);
	check_trailing(r, "what follows the number of SET is not read");
	if (var == &r->lastcc && n == 0)
		check_set_lastcc(r, verb->at);
	if (modal_executing(r) && !reader_checks(r)) {
		*var = n < AMS_CC_MAX ? n : AMS_CC_MAX;
		if (r->maxcc < r->lastcc && var == &r->lastcc)
			r->maxcc = r->lastcc;
	}
	if (n >= AMS_CC_MAX)
		check_ends(r, "SET of a code of 16");
	modal_clause_end(r);
	if (r->maxcc < AMS_CC_MAX)
		return STEP_DONE;
	return reader_ignore_rest(r);
}

/* --- which is which ------------------------------------------------------ */

static const struct {
	const char *verb;
	enum ams_step (*act)(struct ams_reader *r, const struct ams_word *verb);
} modals[] = {
    {"IF", do_if},
    {"THEN", do_then},
    {"ELSE", do_else},
    {"DO", do_do},
    {"END", do_end},
    {"SET", do_set},
};

/* Words that look at no code and change none. IF may look at LASTCC. */
static bool
is_group_word(const struct ams_word *w)
{
	return modal_word_is(w, "IF") || modal_word_is(w, "ELSE") ||
	       modal_word_is(w, "DO") || modal_word_is(w, "END");
}

bool
modal_do(
    struct ams_reader *r, const struct ams_word *verb, enum ams_step *stepp)
{
	size_t i;

	if (!r->clause && !modal_word_is(verb, "ELSE"))
		modal_close_waiting(r);
	if (!is_group_word(verb))
		check_lastcc_unused(r);
	for (i = 0; i < sizeof(modals) / sizeof(modals[0]); i++) {
		if (modal_word_is(verb, modals[i].verb)) {
			*stepp = modals[i].act(r, verb);
			return true;
		}
	}
	return false;
}
