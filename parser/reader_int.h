/*
 * Inside the reader: its state, and what reader.c (groups, functional
 * commands, PARM, CANCEL) and modal.c (IF THEN ELSE DO END SET) share.
 */
#ifndef CATAMOUNT_PARSER_READER_INT_H
#define CATAMOUNT_PARSER_READER_INT_H

#include "parser/ams_int.h"

enum { AMS_CC_MAX = 16 };

struct ams_frame {
	bool outer; /* commands around the IF are done */
	bool value; /* of its condition */
	bool in_else;
	bool in_do;
	int stray;        /* DOs inside the DO group that no IF owns */
	int line, column; /* of the DO */
};

struct ams_reader {
	struct ams_ops ops;
	struct ams_settings set;
	struct cards cards;
	struct ams_frame frames[AMS_NEST_MAX];
	int depth;
	int lastcc, maxcc;
	bool stopped;
	bool cancelled; /* by CANCEL */
	unsigned hints;
	bool failed;
	bool just_failed; /* in the group at work */
	bool begun;       /* ops.begin was called for the command looked for */
	size_t pos;       /* in the group's text */
	bool clause;      /* behind THEN or ELSE of this group */
	size_t verb_at;   /* the word that decides what comes */
	size_t clause_at; /* the THEN or ELSE of clause */
	/* AMS_MODE_CHECK: a SET LASTCC=0 that no IF has looked at yet */
	bool set_lastcc;
	int set_line, set_column;
	/* The same: what ends the step in front of all that follows, or NULL */
	const char *ends;
};

/* A word of the group's text. */
struct ams_word {
	const char *s;
	size_t len, at;
};

/* What became of a group or a part of it. */
enum ams_step {
	STEP_CLAUSE,  /* a clause follows in the same group */
	STEP_DONE,    /* nothing more in this group */
	STEP_COMMAND, /* a command for the caller */
	STEP_STOP,
};

/* A message behind the record that holds that place of the text, or behind the
 * group's last. insert may be NULL. */
void reader_say_at(
    struct ams_reader *r, enum msg_id id, const char *insert, size_t at);
void reader_say_end(struct ams_reader *r, enum msg_id id, const char *insert);
/* Condition code 16 after a message: the rest of the input is ignored. */
enum ams_step reader_fatal(struct ams_reader *r, enum msg_id id, size_t at);
/* The same without a code of its own. */
enum ams_step reader_ignore_rest(struct ams_reader *r);

/* --- check.c: without an effect but in AMS_MODE_CHECK ------------------------
 */

static inline bool
reader_checks(const struct ams_reader *r)
{
	return r->set.mode == AMS_MODE_CHECK;
}

void check_message(
    const struct ams_reader *r, enum msg_id id, const char *insert, size_t at);
/* A warning of ours about what stands there. */
void check_warn(const struct ams_reader *r, const char *text, size_t at);
/* What follows on the record of a modal command is not read. */
void check_trailing(const struct ams_reader *r, const char *text);
/* SET LASTCC=0 stands there; and nothing has looked at LASTCC since. */
void check_set_lastcc(struct ams_reader *r, size_t at);
void check_lastcc_unused(struct ams_reader *r);
/* In no IF: a SET of 16 or CANCEL, called what. Then a command that stands
 * behind it, at this place. */
void check_ends(struct ams_reader *r, const char *what);
void check_behind_end(struct ams_reader *r, size_t at);

/* --- modal.c -----------------------------------------------------------------
 */

/* The next word of the group's text. False: there is none. */
bool modal_next_word(struct ams_reader *r, struct ams_word *w);
bool modal_word_is(const struct ams_word *w, const char *s);
/* Are commands done here, or only checked? */
bool modal_executing(const struct ams_reader *r);
/* The clause that a command, a null clause or a DO group was has ended. */
void modal_clause_end(struct ams_reader *r);
/* A command other than ELSE, or a null one, closes the levels that wait for an
 * ELSE. */
void modal_close_waiting(struct ams_reader *r);
/* A verb comes. True: it was a modal one, and *stepp is what became of it. */
bool modal_do(
    struct ams_reader *r, const struct ams_word *verb, enum ams_step *stepp);

#endif
