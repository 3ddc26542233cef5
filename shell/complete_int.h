/*
 * Inside completion: where in a command the cursor stands.
 */
#ifndef CATAMOUNT_SHELL_COMPLETE_INT_H
#define CATAMOUNT_SHELL_COMPLETE_INT_H

#include "parser/ams.h"
#include "shell/complete.h"

enum {
	PLACE_LEVELS = 16, /* as deep as the command reader reads */
	PLACE_ROWS = 192,  /* of a descriptor table, at most */
	PLACE_WORDS = 8,   /* in front, of words of the shell */
};

enum place_kind {
	PLACE_VERB,
	PLACE_IF,       /* behind IF, in front of THEN */
	PLACE_SET,      /* behind SET */
	PLACE_KEYWORDS, /* parameters of a table */
	PLACE_VALUES,   /* in the parentheses of a parameter */
	PLACE_SUBLISTS, /* where a list of sub-parameters begins */
	PLACE_MEMBER,   /* in the parentheses of a library's name */
	PLACE_SHELL,    /* behind a word of the shell: HELP, DD */
	PLACE_NONE,     /* nothing is known here */
};

/* A list that is open. */
struct place_level {
	enum place_kind kind;
	const struct ams_desc *table; /* of keywords */
	const struct ams_desc *value; /* whose values these are */
	int nvalues;
	int positionals;             /* that were given */
	bool given[PLACE_ROWS];      /* rows of table */
	const struct ams_desc *last; /* the keyword just read */
};

struct place {
	struct place_level level[PLACE_LEVELS];
	int depth;                   /* of the innermost in level[] */
	const struct ams_verb *verb; /* NULL: none yet */
	size_t nwords;               /* of IF, SET or of the shell */
	char words[PLACE_WORDS][32]; /* folded; longer ones cut */
	char name[48];               /* the last word, folded; or cut */
	char entry[48]; /* the first positional one of the command; or cut */
	bool member;    /* with a member */
	/* INDEXED and its like, of the list that was closed last; or NULL */
	const char *organization;
	size_t start; /* of the word at the cursor */
	bool quoted;  /* the cursor is in apostrophes */
	bool comment; /* or in a comment */
	bool first;   /* no word is in front of it */
};

void place_find(const char *text, size_t len, struct place *p);
/* The positional parameter that comes next, or NULL. */
const struct ams_desc *place_positional(const struct place_level *l);
/* The row of a keyword by any of its spellings, in any case. */
const struct ams_desc *place_row(
    const struct ams_desc *table, const char *word, size_t len);
/* Words of the shell that stand where a verb does, ended by NULL; and those
 * of the reader that have no table. */
extern const char *const place_shell_words[];
extern const char *const place_modals[];

/* Has the keyword, which the table allows, no use with what was coded? */
bool complete_is_useless(const struct place *p, const struct place_level *l,
    const struct ams_desc *d, const struct complete_source *src);

#endif
