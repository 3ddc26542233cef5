/*
 * Control statements of the utilities: cards in, statements out.
 *
 *	columns 1 to 71	[label] operation operands comments
 *	column 72	not blank: the statement goes on
 *	columns 73-80	not read
 *
 * A label begins in column 1. Operands end at the first blank that is in no
 * apostrophes. They go on on the next card behind a comma, whatever column 72
 * says, in any column but the first; cut at column 71, with column 72 not
 * blank, in column 16. A word with an equal sign in the place of the operation
 * is an operand of a statement without one. An asterisk in column 1 is a
 * comment; empty cards are passed over.
 *
 * Source: SC23-6864 "Utility control statements"; that column 72 is not asked
 * for: mem, as IEBCOPY and IEBGENER do not.
 */
#ifndef CATAMOUNT_UTILITIES_CONTROL_INT_H
#define CATAMOUNT_UTILITIES_CONTROL_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum {
	CONTROL_DEPTH = 8,    /* of parentheses */
	CONTROL_TEXT = 32768, /* characters of a statement's operands */
	CONTROL_WHY = 100,
	CONTROL_WORD = 16, /* of a label or an operation */
};

/* An operand, or a part of one in parentheses. */
struct control_value {
	const char *key;  /* of KEY=value, else "" */
	const char *text; /* a word, or what is between apostrophes */
	size_t len;       /* of text */
	bool quoted;      /* 'text', or X'text' with mark X */
	char mark;        /* letter in front of the apostrophe, or 0 */
	bool is_list;     /* (a,b): list; text is what stood in front */
	struct control_value *list;
	struct control_value *next;
};

struct control_stmt {
	char label[CONTROL_WORD], op[CONTROL_WORD]; /* "": none */
	struct control_value *operands;
};

/* Where cards come from: 1 one, without line end, borrowed until the next;
 * 0 the end; -1 they cannot be read. */
struct control_source {
	int (*next)(void *ctx, const char **textp, size_t *lenp);
	void *ctx;
	bool dotted; /* "./" stands in front of each, in columns 1 and 2 */
};

enum control_got {
	CONTROL_STMT,
	CONTROL_END,
	CONTROL_BAD,    /* why says what is wrong with it */
	CONTROL_FAILED, /* the source's -1, or no memory */
};
/* The next statement; what is in it lives as long as the arena. */
enum control_got control_next(const struct control_source *src,
    struct arena *arena, struct control_stmt *stmtp, char why[CONTROL_WHY]);

/* The operand of KEY=, or of a keyword alone; NULL: it is not there. */
const struct control_value *control_find(
    const struct control_stmt *stmt, const char *key);
/* The values of an operand: those in its parentheses, or itself. */
const struct control_value *control_values(const struct control_value *v);
/* Is there nothing: (a,,b)? NULL is nothing too. */
bool control_empty(const struct control_value *v);
bool control_is(const struct control_value *v, const char *word);
/* A word of digits, of at most max. */
bool control_number(const struct control_value *v, uint32_t max, uint32_t *np);
/* A word as a name of at most size - 1 characters. */
bool control_name(const struct control_value *v, char *out, size_t size);

#endif
