/*
 * The lines of one command, as they are typed: when it is whole, what its
 * records are, how it looks in one line. Knows no terminal.
 */
#ifndef CATAMOUNT_SHELL_GATHER_H
#define CATAMOUNT_SHELL_GATHER_H

#include <stdbool.h>
#include <stddef.h>

struct gather {
	bool batch; /* by the rules of a deck */
	char *text; /* records, each with a NUL behind it */
	size_t len, cap;
	size_t next;  /* of the record to hand out */
	char *joined; /* in one line, without marks; NUL-terminated */
	size_t joined_len, joined_cap;
	bool split; /* a string goes over a line end: not in one line */
	int lines;
	/* what is open at the end of the lines so far */
	int depth;
	bool comment, quote;
	bool clause; /* the last word was THEN or ELSE */
};

void gather_start(struct gather *g, bool batch);
void gather_free(struct gather *g);
enum gather_more {
	GATHER_WHOLE, /* the command can be done */
	GATHER_MORE,  /* another line belongs to it */
	GATHER_NOMEM,
};
enum gather_more gather_line(struct gather *g, const char *line, size_t len);
/* The next record; false: all were handed out. */
bool gather_record(struct gather *g, const char **recp, size_t *lenp);

#endif
