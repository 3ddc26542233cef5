/*
 * Lines from a person at a terminal: by an editor (libedit) with history and
 * completion where the terminal can move its cursor, else as plain lines.
 */
#ifndef CATAMOUNT_SHELL_TERMINAL_H
#define CATAMOUNT_SHELL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "shell/complete.h"

struct terminal;

struct terminal_opts {
	const char *history; /* the file, or NULL: none is kept */
	bool fold;           /* completions follow the case that is typed */
	/* Completions of the len bytes of the line in front of the cursor;
	 * start counts from that line's begin. NULL: none. */
	void (*complete)(
	    void *ctx, const char *line, size_t len, struct completions *out);
	void *ctx;
};

enum terminal_got {
	TERMINAL_LINE,
	TERMINAL_END,
	TERMINAL_CLEARED, /* Ctrl-C */
	TERMINAL_FAILED,  /* an error, or SIGTERM */
};

struct terminal *terminal_new(const struct terminal_opts *opts); /* or NULL */
void terminal_free(struct terminal **tp);
/* Print the prompt and read a line without its end, UTF-8, borrowed until the
 * next call. */
enum terminal_got terminal_line(
    struct terminal *t, const char *prompt, const char **linep, size_t *lenp);
/* Add to the history, now and in its file. */
void terminal_remember(struct terminal *t, const char *command);

#endif
