/*
 * The reader: groups of records to commands, the modal commands, condition
 * codes.
 *
 * IF levels are a stack of frames. A frame's clause ends with its command, its
 * DO group or at once (a null clause); a THEN clause that has ended waits: an
 * ELSE continues the frame, any other verb closes it and all frames around it
 * up to an open DO group. That is why a DO on the record behind "THEN" without
 * a mark is a stray one and its commands are done whatever the condition.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "parser/ams_int.h"

enum { LEFT_DFLT = 2, RIGHT_DFLT = 72, CC_MAX = 16 };

struct frame {
	bool outer; /* commands around the IF are done */
	bool value; /* of its condition */
	bool in_else;
	bool in_do;
	int stray; /* DOs inside the DO group that no IF owns */
};

struct ams_reader {
	struct ams_ops ops;
	struct ams_settings set;
	struct cards cards;
	struct frame frames[AMS_NEST_MAX];
	int depth;
	int lastcc, maxcc;
	bool stopped;
	unsigned hints;
	bool failed;
	bool begun;  /* ops.begin was called for the command looked for */
	size_t pos;  /* in the group's text */
	bool clause; /* behind THEN or ELSE of this group */
};

/* A word of the group's text. */
struct word {
	const char *s;
	size_t len, at;
};

/* What became of a group or a part of it. */
enum step {
	STEP_CLAUSE,  /* a clause follows in the same group */
	STEP_DONE,    /* nothing more in this group */
	STEP_COMMAND, /* a command for the caller */
	STEP_STOP,
};

struct ams_reader *
ams_reader_new(const struct ams_ops *ops, const struct ams_settings *settings)
{
	struct ams_reader *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->ops = *ops;
	r->set.left = LEFT_DFLT;
	r->set.right = RIGHT_DFLT;
	if (settings != NULL)
		r->set = *settings;
	cards_init(&r->cards, &r->ops, &r->set);
	return r;
}

void
ams_reader_free(struct ams_reader **rp)
{
	if (rp == NULL || *rp == NULL)
		return;
	cards_free(&(*rp)->cards);
	free(*rp);
	*rp = NULL;
}

struct ams_settings *
ams_reader_settings(struct ams_reader *r)
{
	return &r->set;
}

int
ams_lastcc(const struct ams_reader *r)
{
	return r->lastcc;
}

int
ams_maxcc(const struct ams_reader *r)
{
	return r->maxcc;
}

unsigned
ams_hints(const struct ams_reader *r)
{
	return r->hints;
}

bool
ams_last_failed(const struct ams_reader *r)
{
	return r->failed;
}

void
ams_done(struct ams_reader *r, int cc)
{
	r->lastcc = cc < CC_MAX ? cc : CC_MAX;
	if (r->maxcc < r->lastcc)
		r->maxcc = r->lastcc;
}

/* --- messages ------------------------------------------------------------ */

static void
say(struct ams_reader *r, enum msg_id id, const char *insert)
{
	struct msg m = {.id = id, .insert = {insert}};

	if (r->ops.message != NULL)
		r->ops.message(r->ops.ctx, &m);
}

/* A message behind the record that holds that place of the text. */
static void
say_at(struct ams_reader *r, enum msg_id id, const char *insert, size_t at)
{
	int line, column;

	cards_pos(&r->cards, at, &line, &column);
	cards_echo(&r->cards, line);
	say(r, id, insert);
}

static void
say_end(struct ams_reader *r, enum msg_id id, const char *insert)
{
	cards_echo(&r->cards, INT_MAX);
	say(r, id, insert);
}

static void
note_failure(struct ams_reader *r)
{
	r->failed = true;
	r->hints |= r->cards.hints;
}

/* Condition code 16: nothing more is read. */
static enum step
stop(struct ams_reader *r)
{
	ams_done(r, CC_MAX);
	r->stopped = true;
	return STEP_STOP;
}

static enum step
stop_ignoring(struct ams_reader *r)
{
	stop(r);
	say(r, MSG_IDC3207I, NULL);
	return STEP_STOP;
}

static enum step
fatal(struct ams_reader *r, enum msg_id id, size_t at)
{
	say_at(r, id, NULL, at);
	note_failure(r);
	return stop_ignoring(r);
}

static enum step
fatal_memory(struct ams_reader *r)
{
	say_end(r, MSG_IDC3004I, NULL);
	note_failure(r);
	return stop_ignoring(r);
}

/* --- words of modal commands --------------------------------------------- */

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
	while (is_separator(next_char(r)))
		r->pos++;
}

static bool
next_word(struct ams_reader *r, struct word *w)
{
	skip_separators(r);
	w->at = r->pos;
	w->s = r->cards.text + r->pos;
	while (r->pos < r->cards.len && !is_separator(next_char(r)))
		r->pos++;
	w->len = r->pos - w->at;
	return w->len > 0;
}

static bool
word_is(const struct word *w, const char *s)
{
	return w->len == strlen(s) && memcmp(w->s, s, w->len) == 0;
}

/* The letters that follow: LASTCC=0 has no blanks. */
static void
next_letters(struct ams_reader *r, struct word *w)
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
	struct word w;

	next_letters(r, &w);
	if (word_is(&w, "LASTCC"))
		return &r->lastcc;
	return word_is(&w, "MAXCC") ? &r->maxcc : NULL;
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

static bool
executing(const struct ams_reader *r)
{
	const struct frame *f;

	if (r->depth == 0)
		return true;
	f = &r->frames[r->depth - 1];
	return f->outer && f->value != f->in_else;
}

/* A clause has ended. THEN's waits for an ELSE; ELSE's closes the level, and
 * so ends the clause around it. */
static void
clause_end(struct ams_reader *r)
{
	const struct frame *f;

	r->clause = false;
	while (r->depth > 0) {
		f = &r->frames[r->depth - 1];
		if (f->in_do || !f->in_else)
			return;
		r->depth--;
	}
}

/* A verb other than ELSE closes the levels that wait for one. */
static void
close_waiting(struct ams_reader *r)
{
	while (r->depth > 0 && !r->frames[r->depth - 1].in_do)
		r->depth--;
}

static enum step
do_if(struct ams_reader *r, const struct word *verb)
{
	struct frame *f;
	struct word then;
	const int *var;
	enum op op;
	int n;

	if (r->depth == AMS_NEST_MAX)
		return fatal(r, MSG_IDC4237I, verb->at);
	var = next_variable(r);
	op = var != NULL ? next_operator(r) : OP_NONE;
	if (op == OP_NONE || !next_number(r, &n))
		return fatal(r, MSG_IDC4229I, r->pos);
	if (!next_word(r, &then) || !word_is(&then, "THEN"))
		return fatal(r, MSG_IDC4232I, r->pos);
	f = &r->frames[r->depth];
	memset(f, 0, sizeof(*f));
	f->outer = executing(r);
	f->value = compare(*var, op, n);
	r->depth++;
	return STEP_CLAUSE;
}

static enum step
do_else(struct ams_reader *r, const struct word *verb)
{
	struct frame *f = r->depth > 0 ? &r->frames[r->depth - 1] : NULL;

	if (f == NULL || f->in_do || f->in_else)
		return fatal(r, MSG_IDC4227I, verb->at);
	f->in_else = true;
	return STEP_CLAUSE;
}

static enum step
do_do(struct ams_reader *r, const struct word *verb)
{
	struct frame *f = r->depth > 0 ? &r->frames[r->depth - 1] : NULL;

	(void)verb;
	if (r->clause) {
		f->in_do = true;
		f->stray = 0;
		r->clause = false;
	} else if (f != NULL && f->stray < INT_MAX) {
		f->stray++;
	}
	return STEP_DONE;
}

static enum step
do_end(struct ams_reader *r, const struct word *verb)
{
	struct frame *f = r->depth > 0 ? &r->frames[r->depth - 1] : NULL;

	if (r->clause)
		return fatal(r, MSG_IDC4228I, verb->at);
	if (f == NULL)
		return STEP_DONE;
	if (f->stray > 0) {
		f->stray--;
		return STEP_DONE;
	}
	f->in_do = false;
	clause_end(r);
	return STEP_DONE;
}

static enum step
do_then(struct ams_reader *r, const struct word *verb)
{
	return fatal(r, MSG_IDC4232I, verb->at);
}

static enum step
do_set(struct ams_reader *r, const struct word *verb)
{
	int *var = next_variable(r), n = 0;

	(void)verb;
	if (var == NULL || next_operator(r) != OP_EQ || !next_number(r, &n))
		return fatal(r, MSG_IDC4230I, r->pos);
	if (executing(r)) {
		*var = n < CC_MAX ? n : CC_MAX;
		if (r->maxcc < r->lastcc && var == &r->lastcc)
			r->maxcc = r->lastcc;
	}
	clause_end(r);
	if (r->maxcc < CC_MAX)
		return STEP_DONE;
	cards_echo(&r->cards, INT_MAX);
	r->stopped = true;
	say(r, MSG_IDC3207I, NULL);
	return STEP_STOP;
}

/* The message that z/OS prints is not known; the rest is ignored. */
static enum step
do_cancel(struct ams_reader *r, const struct word *verb)
{
	(void)verb;
	if (!executing(r)) {
		clause_end(r);
		return STEP_DONE;
	}
	cards_echo(&r->cards, INT_MAX);
	r->stopped = true;
	say(r, MSG_IDC3207I, NULL);
	return STEP_STOP;
}

/* --- functional commands ------------------------------------------------- */

static void
say_warnings(struct ams_reader *r, const struct ams_parse *p,
    const struct ams_error *err)
{
	const struct ams_warning *w;

	for (w = p->first; w != NULL; w = w->next) {
		if (err->set && !err->at_end && w->at > err->at)
			break;
		say_at(r, w->id, NULL, w->at);
	}
}

/* The last message of a command with a syntax error. */
static void
bypass(struct ams_reader *r)
{
	if (executing(r)) {
		say_end(r, MSG_IDC3202I, NULL);
		ams_done(r, 12);
	} else {
		say_end(r, MSG_IDC3216I, NULL);
	}
	note_failure(r);
}

/*
 * Parse and check the rest of the group by the verb's table; parameters go to
 * arena. False: the messages were printed.
 */
static bool
read_params(struct ams_reader *r, const struct ams_verb *verb,
    struct arena *arena, struct ams_plist **topp)
{
	struct arena *tree = arena_new();
	struct ams_parse p = {0};
	struct ams_error err = {0};
	bool ok = false;

	if (tree == NULL ||
	    !ams_parse_params(&p, tree, r->cards.text, r->cards.len, r->pos)) {
		err = (struct ams_error){
		    .set = true, .at_end = true, .id = MSG_IDC3004I};
	} else {
		ok = ams_bind(arena, &r->cards, verb, &p, topp, &err);
		say_warnings(r, &p, &err);
	}
	if (!ok && err.at_end)
		say_end(r, err.id, err.insert);
	else if (!ok)
		say_at(r, err.id, err.insert, err.at);
	if (!ok)
		bypass(r);
	arena_free(&tree);
	return ok;
}

static bool
unknown_verb(struct ams_reader *r, const struct word *w)
{
	char insert[AMS_INSERT_MAX + 1];

	ams_insert(insert, w->s, w->len);
	say_at(r, MSG_IDC3219I, insert, w->at);
	bypass(r);
	return false;
}

static const struct {
	const char *word;
	enum ams_chain chain;
} chains[] = {
    {"PN", AMS_CHAIN_PN},
    {"TN", AMS_CHAIN_TN},
    {"SN", AMS_CHAIN_SN},
    {"AN", AMS_CHAIN_AN},
    {"HN", AMS_CHAIN_HN},
    {"QN", AMS_CHAIN_QN},
    {"RN", AMS_CHAIN_RN},
};

/* Does PARM. TEST asks for dumps of a program that this one is not. */
static void
apply_parm(struct ams_reader *r, const struct ams_plist *top)
{
	const char *chain = ams_text(ams_sub(top, "GRAPHICS"), "CHAIN", 0);
	int64_t left, right;
	size_t i;

	for (i = 0; chain != NULL && i < sizeof(chains) / sizeof(chains[0]);
	     i++) {
		if (strcmp(chains[i].word, chain) == 0)
			r->set.chain = chains[i].chain;
	}
	if (!ams_coded(top, "MARGINS"))
		return;
	left = ams_num(top, "MARGINS", 0, LEFT_DFLT);
	right = ams_num(top, "MARGINS", 1, RIGHT_DFLT);
	if (left < 1 || right <= left) {
		left = LEFT_DFLT;
		right = RIGHT_DFLT;
		say(r, MSG_IDC1927I, NULL);
		ams_done(r, 4);
	}
	r->set.left = (int)left;
	r->set.right = (int)right;
}

/* A functional command, or PARM. */
static enum step
do_command(struct ams_reader *r, const struct word *w, struct arena *arena,
    const struct ams_command **cmdp)
{
	const struct ams_verb *verb = word_is(w, ams_verb_parm.verb)
					  ? &ams_verb_parm
					  : ams_verb_find(w->s, w->len);
	bool run = executing(r), ok;
	struct arena *own = NULL;
	struct ams_command *cmd;
	struct ams_plist *top = NULL;
	int column;

	/* What is not done must not fill the caller's arena. */
	if (!run || verb == &ams_verb_parm)
		arena = own = arena_new();
	cmd = arena != NULL ? arena_alloc(arena, sizeof(*cmd)) : NULL;
	if (cmd == NULL) {
		arena_free(&own);
		return fatal_memory(r);
	}
	ok = verb != NULL ? read_params(r, verb, arena, &top)
			  : unknown_verb(r, w);
	cards_echo(&r->cards, INT_MAX);
	if (ok && !run)
		say(r, MSG_IDC0204I, NULL);
	else if (ok && own != NULL)
		apply_parm(r, top);
	clause_end(r);
	if (own != NULL || !ok) {
		arena_free(&own);
		return STEP_DONE;
	}
	cmd->verb = verb;
	cmd->top = top;
	cards_pos(&r->cards, w->at, &cmd->line, &column);
	r->hints |= r->cards.hints;
	r->lastcc = 0;
	*cmdp = cmd;
	return STEP_COMMAND;
}

/* --- groups -------------------------------------------------------------- */

static const struct {
	const char *verb;
	enum step (*act)(struct ams_reader *r, const struct word *verb);
} modals[] = {
    {"IF", do_if},
    {"THEN", do_then},
    {"ELSE", do_else},
    {"DO", do_do},
    {"END", do_end},
    {"SET", do_set},
    {"CANCEL", do_cancel},
};

static enum step
do_verb(struct ams_reader *r, const struct word *w, struct arena *arena,
    const struct ams_command **cmdp)
{
	size_t i;

	if (!r->clause && !word_is(w, "ELSE"))
		close_waiting(r);
	for (i = 0; i < sizeof(modals) / sizeof(modals[0]); i++) {
		if (word_is(w, modals[i].verb))
			return modals[i].act(r, w);
	}
	return do_command(r, w, arena, cmdp);
}

/* One group: modal prefixes, then at most one command. */
static enum step
do_group(
    struct ams_reader *r, struct arena *arena, const struct ams_command **cmdp)
{
	enum step step = STEP_CLAUSE;
	struct word w;

	r->pos = 0;
	r->clause = false;
	if (r->cards.toolong) {
		r->begun = false;
		say_end(r, MSG_IDC3004I, NULL);
		note_failure(r);
		ams_done(r, 12);
		return STEP_DONE;
	}
	while (step == STEP_CLAUSE) {
		if (!next_word(r, &w)) {
			if (r->clause)
				clause_end(r); /* a null clause */
			step = STEP_DONE;
			break;
		}
		r->begun = false;
		if (r->cards.eof && !r->cards.ended) {
			say_end(r, MSG_IDC4236I, NULL);
			note_failure(r);
			return stop(r);
		}
		step = do_verb(r, &w, arena, cmdp);
		if (step == STEP_CLAUSE)
			r->clause = true;
	}
	if (step == STEP_DONE)
		cards_echo(&r->cards, INT_MAX);
	return step;
}

enum ams_next
ams_next(struct ams_reader *r, struct arena *a, const struct ams_command **cmdp)
{
	enum step step;

	r->failed = false;
	r->hints = 0;
	if (!r->stopped && r->maxcc >= CC_MAX)
		stop_ignoring(r);
	while (!r->stopped) {
		if (!r->begun && r->ops.begin != NULL)
			r->ops.begin(r->ops.ctx);
		r->begun = true;
		switch (cards_next(&r->cards)) {
		case CARDS_GROUP:
			break;
		case CARDS_END:
			return AMS_END;
		case CARDS_ERROR:
			cards_echo(&r->cards, INT_MAX);
			stop_ignoring(r);
			return AMS_STOPPED;
		case CARDS_NOMEM:
			fatal_memory(r);
			return AMS_STOPPED;
		}
		step = do_group(r, a, cmdp);
		if (step == STEP_COMMAND)
			return AMS_COMMAND;
	}
	return AMS_STOPPED;
}

/* --- EXEC PARM ----------------------------------------------------------- */

struct parm_input {
	const char *parm; /* NULL: was read */
};

static int
parm_read(void *ctx, const char **recp, size_t *lenp)
{
	struct parm_input *in = ctx;

	if (in->parm == NULL)
		return 0;
	*recp = in->parm;
	*lenp = strlen(in->parm);
	in->parm = NULL;
	return 1;
}

bool
ams_reader_parm(struct ams_reader *r, const char *parm)
{
	struct parm_input in = {parm};
	const struct ams_ops ops = {.ctx = &in, .read = parm_read};
	const struct ams_settings none = {0};
	struct cards saved = r->cards;
	struct arena *arena = arena_new();
	struct ams_plist *top = NULL;
	bool ok = false;

	cards_init(&r->cards, &ops, &none);
	r->pos = 0;
	if (arena != NULL && cards_next(&r->cards) == CARDS_GROUP)
		ok = read_params(r, &ams_verb_parm, arena, &top);
	if (ok)
		apply_parm(r, top);
	else
		stop(r);
	cards_free(&r->cards);
	r->cards = saved;
	arena_free(&arena);
	return ok;
}
