/*
 * The reader: groups of records to commands, and their condition codes.
 *
 * A group holds modal prefixes (IF ... THEN, ELSE) and then at most one
 * functional command, which is parsed and bound here and done by the caller.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "parser/reader_int.h"

enum { LEFT_DFLT = 2, RIGHT_DFLT = 72 };

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
ams_cancelled(const struct ams_reader *r)
{
	return r->cancelled;
}

bool
ams_in_do(const struct ams_reader *r)
{
	int i;

	for (i = 0; i < r->depth; i++)
		if (r->frames[i].in_do)
			return true;
	return false;
}

void
ams_leave_groups(struct ams_reader *r)
{
	r->depth = 0;
}

bool
ams_last_failed(const struct ams_reader *r)
{
	return r->failed;
}

void
ams_done(struct ams_reader *r, int cc)
{
	r->lastcc = cc < AMS_CC_MAX ? cc : AMS_CC_MAX;
	if (r->maxcc < r->lastcc)
		r->maxcc = r->lastcc;
}

/* --- messages ------------------------------------------------------------ */

/* at: what it is about, when a deck is checked. */
static void
say(struct ams_reader *r, enum msg_id id, const char *insert, size_t at)
{
	struct msg m = {.id = id, .insert = {insert}};

	if (reader_checks(r))
		check_message(r, id, insert, at);
	else if (r->ops.message != NULL)
		r->ops.message(r->ops.ctx, &m);
}

/* A message behind the record that holds that place of the text. */
void
reader_say_at(
    struct ams_reader *r, enum msg_id id, const char *insert, size_t at)
{
	int line, column;

	cards_pos(&r->cards, at, &line, &column);
	cards_echo(&r->cards, line);
	say(r, id, insert, at);
}

/* About an item: behind the record that had to be read to see its end. */
static void
say_item(struct ams_reader *r, enum msg_id id, const char *insert, size_t at,
    size_t end)
{
	cards_echo(&r->cards, cards_line_of_end(&r->cards, end));
	say(r, id, insert, at);
}

void
reader_say_end(struct ams_reader *r, enum msg_id id, const char *insert)
{
	cards_echo(&r->cards, INT_MAX);
	say(r, id, insert, r->verb_at);
}

static void
note_failure(struct ams_reader *r)
{
	r->failed = r->just_failed = true;
	r->hints |= r->cards.hints;
}

static void
tell_failure(struct ams_reader *r)
{
	if (r->just_failed && r->ops.failed != NULL)
		r->ops.failed(r->ops.ctx, r->cards.hints);
	r->just_failed = false;
}

static bool
goes_on(const struct ams_reader *r)
{
	return r->set.mode != AMS_MODE_BATCH;
}

/* Condition code 16: nothing more is read. In a session the command ends, and
 * the IFs around it. */
static enum ams_step
stop(struct ams_reader *r)
{
	ams_done(r, AMS_CC_MAX);
	if (goes_on(r)) {
		r->depth = 0;
		return STEP_DONE;
	}
	r->stopped = true;
	return STEP_STOP;
}

enum ams_step
reader_ignore_rest(struct ams_reader *r)
{
	cards_echo(&r->cards, INT_MAX);
	if (goes_on(r))
		return STEP_DONE;
	r->stopped = true;
	say(r, MSG_IDC3207I, NULL, r->verb_at);
	return STEP_STOP;
}

static enum ams_step
stop_ignoring(struct ams_reader *r)
{
	enum ams_step step = stop(r);

	if (step == STEP_STOP)
		say(r, MSG_IDC3207I, NULL, r->verb_at);
	return step;
}

/* The input cannot be read, or no memory is left: whatever the mode. */
static enum ams_next
give_up(struct ams_reader *r)
{
	ams_done(r, AMS_CC_MAX);
	r->stopped = true;
	say(r, MSG_IDC3207I, NULL, r->verb_at);
	return AMS_STOPPED;
}

enum ams_step
reader_fatal(struct ams_reader *r, enum msg_id id, size_t at)
{
	reader_say_at(r, id, NULL, at);
	note_failure(r);
	return stop_ignoring(r);
}

static enum ams_step
fatal_memory(struct ams_reader *r)
{
	reader_say_end(r, MSG_IDC3004I, NULL);
	note_failure(r);
	give_up(r);
	return STEP_STOP;
}

/* --- functional commands ------------------------------------------------- */

static void
say_warnings(struct ams_reader *r, const struct ams_parse *p,
    const struct ams_error *err)
{
	const struct ams_warning *w;

	for (w = p->first; w != NULL; w = w->next) {
		if (err->set && !err->at_end && w->at >= err->end)
			break;
		reader_say_at(r, w->id, NULL, w->at);
		if (w->id == MSG_IDC0234I)
			r->cards.hints |= AMS_HINT_UNCLOSED;
	}
}

/* The last message of a command with a syntax error. */
static void
bypass(struct ams_reader *r)
{
	if (reader_checks(r)) {
		ams_done(r, 12); /* nothing that is not said already */
	} else if (modal_executing(r)) {
		reader_say_end(r, MSG_IDC3202I, NULL);
		ams_done(r, 12);
	} else {
		reader_say_end(r, MSG_IDC3216I, NULL);
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
	struct ams_verb table = *verb;
	struct ams_error err = {0};
	bool ok = false;

	table.shortened |= r->set.tso;
	if (tree == NULL ||
	    !ams_parse_params(&p, tree, r->cards.text, r->cards.len, r->pos)) {
		err = (struct ams_error){
		    .set = true, .at_end = true, .id = MSG_IDC3004I};
	} else {
		ok = ams_bind(arena, &r->cards, &table, &p, topp, &err);
		say_warnings(r, &p, &err);
	}
	if (!ok && err.at_end)
		reader_say_end(r, err.id, err.insert);
	else if (!ok)
		say_item(r, err.id, err.insert, err.at, err.end);
	if (!ok)
		bypass(r);
	arena_free(&tree);
	return ok;
}

static bool
unknown_verb(struct ams_reader *r, const struct ams_word *w)
{
	char insert[AMS_INSERT_MAX + 1];

	ams_insert(insert, w->s, w->len);
	say_item(r, MSG_IDC3219I, insert, w->at, w->at + w->len);
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
		say(r, MSG_IDC1927I, NULL, r->verb_at);
		ams_done(r, 4);
	}
	r->set.left = (int)left;
	r->set.right = (int)right;
}

static const struct ams_verb *
find_verb(const struct ams_reader *r, const struct ams_word *w)
{
	const struct ams_verb *tso =
	    r->set.tso ? ams_tso_find(w->s, w->len) : NULL;

	if (tso != NULL)
		return tso;
	if (modal_word_is(w, ams_verb_parm.verb))
		return &ams_verb_parm;
	if (modal_word_is(w, ams_verb_cancel.verb))
		return &ams_verb_cancel;
	return ams_verb_find(w->s, w->len);
}

/* PARM or CANCEL, good and where commands are done. */
static enum ams_step
do_modal(struct ams_reader *r, const struct ams_verb *verb,
    const struct ams_plist *top)
{
	if (verb == &ams_verb_cancel && reader_checks(r)) {
		check_ends(r, "CANCEL");
		return STEP_DONE;
	}
	if (verb == &ams_verb_cancel) {
		r->stopped = r->cancelled = true;
		return STEP_STOP;
	}
	apply_parm(r, top);
	return STEP_DONE;
}

static void
tell_command(
    struct ams_reader *r, const struct ams_word *w, const struct ams_verb *verb)
{
	struct ams_found f = {.text = r->cards.text + w->at,
	    .len = r->cards.len - w->at,
	    .executed = modal_executing(r)};
	char word[AMS_INSERT_MAX + 1];
	int column;

	if (r->ops.command == NULL)
		return;
	ams_insert(word, w->s, w->len);
	f.verb = verb != NULL ? verb->verb : word;
	while (f.len > 0 && f.text[f.len - 1] == ' ')
		f.len--;
	cards_pos(&r->cards, w->at, &f.line, &column);
	r->ops.command(r->ops.ctx, &f);
}

/* A functional command, or a modal one with a table. */
static enum ams_step
do_command(struct ams_reader *r, const struct ams_word *w, struct arena *arena,
    const struct ams_command **cmdp)
{
	const struct ams_verb *verb = find_verb(r, w);
	bool modal = verb == &ams_verb_parm || verb == &ams_verb_cancel;
	bool run = modal_executing(r), ok;
	enum ams_step step = STEP_DONE;
	struct arena *own = NULL;
	struct ams_command *cmd;
	struct ams_plist *top = NULL;
	int column;

	/* What is not done must not fill the caller's arena. */
	if (!run || modal)
		arena = own = arena_new();
	cmd = arena != NULL ? arena_alloc(arena, sizeof(*cmd)) : NULL;
	if (cmd == NULL) {
		arena_free(&own);
		return fatal_memory(r);
	}
	if (!modal)
		tell_command(r, w, verb);
	ok = verb != NULL ? read_params(r, verb, arena, &top)
			  : unknown_verb(r, w);
	cards_echo(&r->cards, INT_MAX);
	if (ok && run && modal)
		step = do_modal(r, verb, top);
	else if (ok && !run && verb != &ams_verb_cancel)
		say(r, MSG_IDC0204I, NULL, r->verb_at);
	modal_clause_end(r);
	if (own != NULL || !ok) {
		arena_free(&own);
		return step;
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

static enum ams_step
do_verb(struct ams_reader *r, const struct ams_word *w, struct arena *arena,
    const struct ams_command **cmdp)
{
	enum ams_step step;

	check_behind_end(r, w->at);
	if (modal_do(r, w, &step))
		return step;
	return do_command(r, w, arena, cmdp);
}

/* One group: modal prefixes, then at most one command. */
static enum ams_step
do_group(
    struct ams_reader *r, struct arena *arena, const struct ams_command **cmdp)
{
	static const char null_clause[] =
	    "a null clause: the next line does not belong to it; a - behind "
	    "it goes on";
	enum ams_step step = STEP_CLAUSE;
	struct ams_word w;

	r->pos = r->verb_at = 0;
	r->clause = false;
	if (r->cards.toolong) {
		r->begun = false;
		reader_say_end(r, MSG_IDC3004I, NULL);
		note_failure(r);
		ams_done(r, 12);
		return STEP_DONE;
	}
	while (step == STEP_CLAUSE) {
		if (!modal_next_word(r, &w)) {
			if (r->clause && !r->cards.ended)
				check_warn(r, null_clause, r->clause_at);
			if (r->clause)
				modal_clause_end(r); /* a null clause */
			else
				modal_close_waiting(r); /* a null command */
			step = STEP_DONE;
			break;
		}
		r->begun = false;
		r->verb_at = w.at;
		if (r->cards.eof && !r->cards.ended) {
			r->verb_at = r->cards.len;
			reader_say_end(r, MSG_IDC4236I, NULL);
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
	enum ams_step step;

	r->failed = r->just_failed = false;
	r->hints = 0;
	if (!r->stopped && r->maxcc >= AMS_CC_MAX && !goes_on(r))
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
			return give_up(r);
		case CARDS_NOMEM:
			fatal_memory(r);
			return AMS_STOPPED;
		}
		step = do_group(r, a, cmdp);
		tell_failure(r);
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
