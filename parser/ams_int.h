/*
 * Inside the command reader: logical text, tree, errors.
 *
 * A group is what the continuation marks join: one record, or several. Its
 * logical text holds no comments (a blank stands for each), nothing behind a
 * ';', no runs of blanks outside quotes and no NUL. Offsets (at) count its
 * characters from 0; cards_pos turns one into line and column of the deck.
 */
#ifndef CATAMOUNT_PARSER_AMS_INT_H
#define CATAMOUNT_PARSER_AMS_INT_H

#include "parser/ams.h"

enum {
	AMS_TEXT_MAX = 1 << 20,    /* characters of a group's logical text */
	AMS_PENDING_MAX = 1 << 20, /* bytes of records not yet echoed */
	AMS_DEPTH_MAX = 16,        /* parentheses; the tables need 5 */
	AMS_NEST_MAX = 10,         /* IF levels */
	AMS_INSERT_MAX = 20,       /* characters of an item in a message */
};

/* --- cards.c ------------------------------------------------------------- */

enum cards_state {
	CARDS_START, /* a token may start here */
	CARDS_WORD,
	CARDS_XB,    /* the token so far is X or B: a quote makes it one */
	CARDS_SLASH, /* an asterisk makes it a comment */
	CARDS_QUOTE,
	CARDS_HEXQUOTE,
	CARDS_COMMENT,
	CARDS_STAR, /* in a comment, behind an asterisk */
};

/* Text from at on stands at this place of the deck, up to the next run. */
struct cards_run {
	size_t at;
	int line, column;
};

struct cards_rec {
	int line;
	size_t at, len; /* in pending */
};

struct cards {
	const struct ams_ops *ops;
	const struct ams_settings *set;
	char *text; /* len characters and two NULs, for the scanner */
	size_t len, text_cap;
	struct cards_run *runs;
	size_t nruns, runs_cap;
	char *pending; /* records read and not echoed yet */
	size_t pending_len, pending_cap;
	struct cards_rec *recs;
	size_t nrecs, recs_cap, echoed;
	int line;     /* of the record read last, from 1 */
	int end_line; /* of the ';', or of the group's last record */
	unsigned hints;
	enum cards_state state;
	bool plus;    /* joined by '+': leading blanks are skipped */
	bool ended;   /* ';' was seen */
	bool eof;     /* the input ended after a continuation mark */
	bool toolong; /* over AMS_TEXT_MAX */
	bool nomem;
};

enum cards_result { CARDS_GROUP, CARDS_END, CARDS_ERROR, CARDS_NOMEM };

void cards_init(
    struct cards *c, const struct ams_ops *ops, const struct ams_settings *set);
void cards_free(struct cards *c);
/* Read the next group. What of the last one was not echoed yet, is. */
enum cards_result cards_next(struct cards *c);
/* Echo the group's records up to that line; INT_MAX: all. */
void cards_echo(struct cards *c, int line);
void cards_pos(const struct cards *c, size_t at, int *linep, int *columnp);
/* The record that must be read to see that an item ended in front of at: that
 * of what stands there, or of the end of the command. */
int cards_line_of_end(const struct cards *c, size_t at);

/* --- ams.l, ams.y -------------------------------------------------------- */

enum ams_kind {
	AMS_NODE_WORD,
	AMS_NODE_QUOTED,
	AMS_NODE_HEX,
	AMS_NODE_BIN,
	AMS_NODE_SLASH, /* a '/' that follows no name */
	AMS_NODE_LIST,
};

struct ams_span {
	size_t at, len;
};

struct ams_node {
	enum ams_kind kind;
	struct ams_span span; /* with its quotes */
	const char *item;     /* as coded, without quotes; for messages */
	size_t item_len;      /* not NUL-terminated */
	const char *text;     /* the value, NUL-terminated */
	size_t len;           /* of text */
	bool bad;             /* a wrong digit in X'' or B'', no end quote */
	const char *password; /* NULL: none */
	size_t password_len;
	bool adjacent;         /* list: no blank in front of its '(' */
	bool cut;              /* list: the command ended in front of its ')' */
	struct ams_node *list; /* scalar: the list that follows it */
	struct ams_node *first, *last; /* list: its items */
	struct ams_node *next;
};

struct ams_warning {
	enum msg_id id;
	size_t at;
	struct ams_warning *next;
};

/* One parse. The tree lives in arena and text; the parser owns neither. */
struct ams_parse {
	struct arena *arena;
	const char *text; /* the group's whole text */
	size_t at;        /* where the next token starts */
	int depth;
	bool deep;         /* stopped at AMS_DEPTH_MAX */
	bool finished;     /* only right parentheses are still to come */
	bool after_scalar; /* the last token was a scalar ... */
	size_t after;      /* ... that ended here */
	bool no_comma;     /* none may come: behind a verb or a '(' */
	bool comma;        /* a good one came since the last token ... */
	size_t comma_at;   /* ... here */
	struct ams_node *top;
	struct ams_warning *first, *last;
	bool nomem;
};

/*
 * Parse the parameters of a command: text from offset at on, len characters
 * in all, followed by two NULs. The scanner writes into it and restores it.
 * Every text has a tree; false means that there was no memory.
 */
bool ams_parse_params(struct ams_parse *p, struct arena *arena, char *text,
    size_t len, size_t at);
void ams_warn(struct ams_parse *p, enum msg_id id, size_t at);

/* --- bind.c -------------------------------------------------------------- */

struct ams_error {
	bool set;
	bool nomem;
	enum msg_id id;
	char insert[AMS_INSERT_MAX + 1];
	bool at_end; /* found when all was read */
	size_t at;   /* of the item at fault */
	size_t end;  /* behind it */
};

/* Check the tree by the verb's table, fill in defaults. The result lives in
 * arena. False: err says why. */
bool ams_bind(struct arena *arena, const struct cards *cards,
    const struct ams_verb *verb, const struct ams_parse *parse,
    struct ams_plist **topp, struct ams_error *err);
void ams_insert(char out[AMS_INSERT_MAX + 1], const char *item, size_t len);

/* --- verbs.c ------------------------------------------------------------- */

/* Is it one of the blank-separated words? list may be NULL. */
bool ams_word_in(const char *list, const char *word, size_t len);
/* A keyword parameter of the table, by any of its spellings. */
const struct ams_desc *ams_desc_find(
    const struct ams_desc *table, const char *word, size_t len);
/* The same, or the one that has a spelling which begins with word. NULL: none,
 * or several. */
const struct ams_desc *ams_desc_find_short(
    const struct ams_desc *table, const char *word, size_t len);
/* The one of the blank-separated words that is word, or else begins with it,
 * *lenp long; NULL: none, or several. */
const char *ams_word_short(
    const char *list, const char *word, size_t len, size_t *lenp);

#endif
