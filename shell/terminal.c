/* Lines from a terminal: by the editor, or plain. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/interrupt.h"
#include "shell/terminal_int.h"

struct terminal {
	struct editor *editor; /* NULL: plain lines */
	char *history;         /* NULL: no file */
	char *line;            /* of plain reading */
	size_t cap;
};

struct terminal *
terminal_new(const struct terminal_opts *opts)
{
	struct terminal *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return NULL;
	if (opts->history != NULL)
		t->history = strdup(opts->history);
	t->editor = editor_new(opts);
	return t;
}

void
terminal_free(struct terminal **tp)
{
	if (*tp == NULL)
		return;
	editor_free(&(*tp)->editor);
	free((*tp)->history);
	free((*tp)->line);
	free(*tp);
	*tp = NULL;
}

static enum terminal_got
plain_line(
    struct terminal *t, const char *prompt, const char **linep, size_t *lenp)
{
	ssize_t n;

	fputs(prompt, stderr);
	fflush(stderr);
	n = getline(&t->line, &t->cap, stdin);
	if (n < 0 && ferror(stdin)) {
		clearerr(stdin); /* EINTR is no end */
		return TERMINAL_FAILED;
	}
	if (n < 0) {
		fputc('\n', stderr); /* the shell's prompt on its own line */
		return TERMINAL_END;
	}
	if (n > 0 && t->line[n - 1] == '\n')
		n--;
	*linep = t->line;
	*lenp = (size_t)n;
	return TERMINAL_LINE;
}

enum terminal_got
terminal_line(
    struct terminal *t, const char *prompt, const char **linep, size_t *lenp)
{
	enum terminal_got got;

	fflush(stdout);
	(void)interrupt_take(); /* it ended the command, which is over */
	interrupt_at_prompt(true);
	got = t->editor != NULL ? editor_line(t->editor, prompt, linep, lenp)
				: plain_line(t, prompt, linep, lenp);
	if (got == TERMINAL_FAILED && interrupt_take()) {
		fputc('\n', stderr);
		got = TERMINAL_CLEARED;
	}
	interrupt_at_prompt(false);
	return got;
}

void
terminal_remember(struct terminal *t, const char *command)
{
	if (t->editor == NULL)
		return;
	editor_remember(t->editor, command);
	if (t->history != NULL)
		history_file_add(t->history, command);
}
