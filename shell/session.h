/*
 * A session at a terminal: gathers the lines of a command, does the words of
 * the shell (HELP, DD, END, QUIT, EXIT) and hands on the rest as records.
 */
#ifndef CATAMOUNT_SHELL_SESSION_H
#define CATAMOUNT_SHELL_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "parser/ams.h"
#include "shell/names.h"

struct session;

/*
 * batch: the rules of a deck, where continuation marks alone go on and END is
 * the modal command. Else those of TSO: an open parenthesis or comment goes
 * on too, and THEN or ELSE at the end; an empty line ends the command (not a
 * comment).
 * history: the file, or NULL. NULL: no memory.
 */
struct session *session_new(
    const struct names *names, const char *history, bool batch, bool fold);
void session_free(struct session **sp);
/* Whose codes and DO groups the prompt shows. Until then: none. */
void session_set_reader(struct session *s, struct ams_reader *reader);
/* The next record, UTF-8, borrowed until the next call. 1 a record, 0 the
 * person leaves, -1 an error or SIGTERM. */
int session_record(struct session *s, const char **recp, size_t *lenp);

#endif
