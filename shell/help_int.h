/* Inside HELP: where its lines go, what messages mean. */
#ifndef CATAMOUNT_SHELL_HELP_INT_H
#define CATAMOUNT_SHELL_HELP_INT_H

#include "parser/ams.h"

enum { HELP_WIDTH = 78 };

/* To the person: on standard error, as the prompt; standard output is
 * SYSPRINT's. Returns how many characters. */
int help_out(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Pieces put in lines that break between them: a blank in front of each. */
struct help_wrap {
	int indent; /* of the lines behind the first */
	int column;
};

void help_piece(struct help_wrap *w, const char *piece);
/* The words of a text, likewise, and the line's end. */
void help_text(struct help_wrap *w, const char *text);

/* The diagram and the parameters of a table. head is what stands in front;
 * nested: the parameters are in parentheses. */
void help_syntax(const char *head, const struct ams_desc *table, bool nested);
/* What is in the parentheses of a parameter: "n [n]"; "" none. */
void help_values(const struct ams_desc *d, char *out, size_t size);

/* What a message is about and what to do, or NULL where there is no more to
 * say than its text. */
const char *help_message_meaning(const char *number);

#endif
