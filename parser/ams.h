/*
 * The command reader of access method services: records in, checked commands
 * out. Modal commands (IF THEN ELSE DO END SET PARM CANCEL) are done here, by
 * the condition codes it keeps; functional commands are given to the caller.
 *
 *	cards.c	      records, margins, continuation marks -> text, positions
 *	ams.l ams.y   the one grammar of the command form -> a tree
 *	bind.c	      tree and descriptor table -> parameters, with IDC32xx
 *	verb_*.c      the descriptor tables, one a command
 *	reader.c      the modal commands, condition codes, the 16 rule
 *
 * Touches nothing but memory; input, echo and messages go through ams_ops.
 * Source: SYM7 IDCRI01, IDCCDxx (MVS 3.8) and SC23-6846.
 */
#ifndef CATAMOUNT_PARSER_AMS_H
#define CATAMOUNT_PARSER_AMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/msg.h"

/* --- descriptors --------------------------------------------------------- */

/* What a parameter's values are. */
enum ams_type {
	AMS_FLAG,     /* a keyword alone: PURGE */
	AMS_LIST,     /* sub-parameters: CLUSTER(...), DATA(...) */
	AMS_DSN,      /* data set or catalog name */
	AMS_MEMBER,   /* the same, (member) allowed too */
	AMS_GENERIC,  /* the same, '*' and '%' allowed; (member) too */
	AMS_DD,       /* ddname */
	AMS_VOLSER,   /* or '*' */
	AMS_NAME,     /* 1-8 characters of a name: OWNER, class names */
	AMS_INT,      /* n, X'n', B'n'; min..max */
	AMS_STRING,   /* characters, quoted or not, or X'..'; length min..max */
	AMS_DATE,     /* yyddd, yyyyddd */
	AMS_WORD,     /* one of desc->words */
	AMS_SUBLISTS, /* repeated sub-parameter lists: OBJECTS((..)(..)) */
};

enum ams_desc_flag {
	/* IDC3225I when missing; in a group: when all of the group are */
	AMS_REQUIRED = 1 << 0,
	AMS_POSITIONAL = 1 << 1, /* comes first, without its keyword */
	AMS_PASSWORD = 1 << 2,   /* name/password may be coded */
	AMS_OBSOLETE = 1 << 3,   /* accepted; z/OS ignores it too */
	AMS_NOT_YET = 1 << 4,    /* parsed; its action is not built yet */
	AMS_OPTVALUE = 1 << 5,   /* the value list may be left out */
	AMS_TERMINAL = 1 << 6,   /* of a name: an asterisk is the terminal */
};

/* One parameter: a row of a descriptor table. */
struct ams_desc {
	const char *keyword; /* full spelling; NULL ends the table */
	const char *others;  /* other spellings, blank-separated, or NULL */
	enum ams_type type;
	unsigned flags;             /* enum ams_desc_flag */
	int64_t min, max;           /* AMS_INT value, AMS_STRING length */
	int64_t min2, max2;         /* of an AMS_INT's second value, if max2 */
	int values_min, values_max; /* how many values; 0, 0 means 1, 1 */
	int group; /* mutually exclusive with its like; 0 none */
	/* Default as it would be coded, or NULL; of a flag, "": it is what its
	 * group has when none is coded. Values that were left out of a list
	 * get theirs too: SHAREOPTIONS(3) has two. */
	const char *dflt;
	const char *words; /* AMS_WORD: allowed ones, blank-separated */
	/* AMS_LIST, AMS_SUBLISTS; of a type with values, the sub-parameters
	 * that may follow them: INFILE(dd ENVIRONMENT(...)) */
	const struct ams_desc *sub;
	const char *help; /* one line */
};

struct ams_plist;

struct ams_verb {
	const char *verb;   /* "DELETE", "DEFINE" */
	const char *others; /* "DEL", or NULL */
	const struct ams_desc *params;
	/* Rules that the table cannot say. NULL, or a function that returns
	 * the keyword to name and writes the message; NULL when all is well. */
	const char *(*check)(const struct ams_plist *top, enum msg_id *idp);
	const char *help;
	/* Its keywords and words may be cut short as long as one alone begins
	 * so: a command of TSO's. */
	bool shortened;
};

/* All functional verbs, ended by NULL. For help, completion. */
extern const struct ams_verb *const ams_verbs[];
/* Modal ones with a table: PARM; CANCEL, which has no parameters. */
extern const struct ams_verb ams_verb_parm, ams_verb_cancel;
const struct ams_verb *ams_verb_find(const char *word, size_t len);
/* Those that TSO has beside them, ended by NULL; ams_settings.tso. */
extern const struct ams_verb *const ams_tso_verbs[];
const struct ams_verb *ams_tso_find(const char *word, size_t len);

/* --- bound commands ---------------------------------------------------------
 */

struct ams_value {
	const char *text; /* NUL-terminated; names without quotes */
	size_t len;       /* bytes of text; for X'..' the bytes it stands for */
	bool quoted;
	bool hex;         /* X'..' or B'..': text holds the bytes */
	int64_t num;      /* AMS_INT */
	char password[9]; /* "" none */
	char member[9];   /* AMS_MEMBER, AMS_GENERIC; "" none */
	bool has_member;
	struct ams_plist *sub; /* AMS_SUBLISTS: one list a value */
	int line, column;      /* of the deck, from 1 */
};

struct ams_param {
	const struct ams_desc *desc;
	struct ams_value *values;
	int nvalues;
	struct ams_plist *sub; /* AMS_LIST; sub-parameters behind values */
	bool defaulted;        /* not coded: the descriptor's default */
	int line, column;
};

struct ams_plist {
	struct ams_param *params; /* in the order coded, defaults last */
	int nparams;
};

struct ams_command {
	const struct ams_verb *verb;
	struct ams_plist *top;
	int line; /* of the verb */
};

/* By full spelling; NULL when neither coded nor defaulted; l may be NULL. */
const struct ams_param *ams_find(const struct ams_plist *l, const char *kw);
bool ams_given(const struct ams_plist *l, const char *kw); /* coded or dflt */
bool ams_coded(const struct ams_plist *l, const char *kw); /* coded */
/* The sub-list of CLUSTER(...); NULL when not there. */
const struct ams_plist *ams_sub(const struct ams_plist *l, const char *kw);
/* The i-th value's text or number; NULL and dflt when not there. */
const char *ams_text(const struct ams_plist *l, const char *kw, int i);
int64_t ams_num(const struct ams_plist *l, const char *kw, int i, int64_t dflt);

/* --- the reader -------------------------------------------------------------
 */

/* A command of the input, before its parameters are read. */
struct ams_found {
	const char *verb; /* in full; as written when there is none such */
	int line;         /* of the verb, from 1 */
	const char *text; /* from the verb on, in one line, without comments */
	size_t len;
	bool executed; /* else it is checked alone */
};

/* What a check found at a place of the deck. */
struct ams_finding {
	int line, column;   /* from 1 */
	bool error;         /* a syntax error; else a warning */
	const char *number; /* of a message that z/OS gives, or NULL */
	const char *text;   /* without its number */
};

struct ams_ops {
	void *ctx;
	/* The next input record, without line end, borrowed until the next
	 * call. 1 a record, 0 the end, -1 an input error (then 16). */
	int (*read)(void *ctx, const char **recp, size_t *lenp);
	/* Each record, once and in order, in front of the messages about it
	 * and of the command that it ends. Called late: a group of continued
	 * records is read whole. */
	void (*echo)(void *ctx, const char *rec, size_t len);
	void (*message)(void *ctx, const struct msg *m);
	/* A command, functional or modal, or the end of the input is about to
	 * be looked for: once before its first record is read, however many
	 * blank or comment records stand in front of it; not for a clause on
	 * the records of its IF or ELSE. SYSPRINT leaves a line here, as z/OS
	 * does. NULL: not wanted. */
	void (*begin)(void *ctx);
	/* A command had a syntax error; its messages were given, and nothing
	 * behind it was read. hints: enum ams_hint. NULL: not wanted. */
	void (*failed)(void *ctx, unsigned hints);
	/* A functional command was found, in front of its messages; a word
	 * that is no verb as well. NULL: not wanted. */
	void (*command)(void *ctx, const struct ams_found *found);
	/* In AMS_MODE_CHECK, in the place of message. */
	void (*finding)(void *ctx, const struct ams_finding *f);
};

/* Print chains of PARM GRAPHICS; only TN and SN print lower case. */
enum ams_chain {
	AMS_CHAIN_PN,
	AMS_CHAIN_TN,
	AMS_CHAIN_SN,
	AMS_CHAIN_AN,
	AMS_CHAIN_HN,
	AMS_CHAIN_QN,
	AMS_CHAIN_RN
};

enum ams_mode {
	AMS_MODE_BATCH,
	AMS_MODE_SESSION, /* condition code 16 ends its command alone */
	AMS_MODE_CHECK,   /* every clause is read as if done (ams_check) */
};

struct ams_settings {
	enum ams_mode mode;
	int left, right; /* margins, from 1; default 2, 72; 0, 0: none */
	bool fold;       /* lower case is folded outside quotes */
	bool tso; /* TSO's verbs too, and all keywords may be cut short */
	enum ams_chain chain;
};

enum ams_next {
	AMS_COMMAND, /* *cmdp is to be done; then ams_done */
	AMS_END,     /* the input has ended */
	AMS_STOPPED, /* condition code 16, or CANCEL: the rest is ignored */
};

/* What was seen in the records of the command that ams_next gave, and of those
 * that failed on the way to it; for hints on standard error. */
enum ams_hint {
	AMS_HINT_COLUMN1 = 1 << 0,    /* text in front of the left margin */
	AMS_HINT_PAST_RIGHT = 1 << 1, /* text behind the right margin */
	AMS_HINT_UNCLOSED = 1 << 3,   /* IDC0234I: it may have been cut off */
	AMS_HINT_LOWER = 1 << 2,      /* lower case outside quotes */
	AMS_HINT_JCL = 1 << 4, /* a record that begins with // or is its end */
};

struct ams_reader;

/* NULL: no memory. ops is copied. */
struct ams_reader *ams_reader_new(
    const struct ams_ops *ops, const struct ams_settings *settings);
void ams_reader_free(struct ams_reader **rp);
struct ams_settings *ams_reader_settings(struct ams_reader *r);
/* EXEC PARM text: the same syntax as PARM's parameters. False after an error
 * message; then the step ends with 16. */
bool ams_reader_parm(struct ams_reader *r, const char *parm);

/*
 * Read up to the next functional command that is to be done. The command lives
 * in arena a. Syntax errors are reported and their codes kept here.
 */
enum ams_next ams_next(
    struct ams_reader *r, struct arena *a, const struct ams_command **cmdp);
/* The command of ams_next ended with condition code cc. */
void ams_done(struct ams_reader *r, int cc);
int ams_lastcc(const struct ams_reader *r);
int ams_maxcc(const struct ams_reader *r);
unsigned ams_hints(const struct ams_reader *r); /* enum ams_hint */
/* True when a command had a syntax error on the way to what the last ams_next
 * returned. */
bool ams_last_failed(const struct ams_reader *r);
/* A DO group is open: its END is still to come. */
bool ams_in_do(const struct ams_reader *r);
/* Leave all that is open, DO groups and IF levels: for a person's Ctrl-C, in
 * ops.read, when no record of a command was given. */
void ams_leave_groups(struct ams_reader *r);
/* AMS_STOPPED was CANCEL's doing. */
bool ams_cancelled(const struct ams_reader *r);

/*
 * Check a deck and do nothing of it: ops has read and finding. Beside syntax
 * errors, what is seldom meant: null clauses, text outside the margins, lower
 * case, parameters that are ignored. Of each command that has no error other is
 * asked for what else is wrong, NULL nothing (or not wanted). parm: EXEC PARM,
 * or NULL. Findings come nearly in the order of the deck. False: the deck could
 * not be read, or no memory.
 */
bool ams_check(const struct ams_ops *ops, const struct ams_settings *settings,
    const char *parm,
    const char *(*other)(void *ctx, const struct ams_command *cmd));

#endif
