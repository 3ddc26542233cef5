/* Lines from a terminal: by the editor, or plain. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell/interrupt.h"
#include "shell/terminal_int.h"

enum { PLAIN_READ = 4096 };

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

bool
terminal_wait(void (*tend)(void *ctx), void *ctx)
{
	struct pollfd pfd = {.fd = STDIN_FILENO, .events = POLLIN};
	sigset_t ours, before;
	int n = -1;

	sigemptyset(&ours);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGTERM);
	sigaddset(&ours, SIGWINCH);
	sigaddset(&ours, SIGCONT);
	sigprocmask(SIG_BLOCK, &ours, &before);
	while (n < 0 && !interrupted()) {
		if (tend != NULL)
			tend(ctx);
		n = ppoll(&pfd, 1, NULL, &before);
		if (n < 0 && errno != EINTR)
			break;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return n > 0;
}

/* What one read gives, which of a terminal is a line at most. *np 0: the
 * end. */
static bool
plain_read(struct terminal *t, size_t at, size_t *np)
{
	char *more;
	ssize_t n;

	if (t->cap - at < PLAIN_READ) {
		more = realloc(t->line, at + 2 * (size_t)PLAIN_READ);
		if (more == NULL)
			return false;
		t->line = more;
		t->cap = at + 2 * (size_t)PLAIN_READ;
	}
	do {
		if (!terminal_wait(NULL, NULL))
			return false;
		n = read(STDIN_FILENO, t->line + at, PLAIN_READ);
	} while (n < 0 && errno == EINTR);
	*np = n > 0 ? (size_t)n : 0;
	return n >= 0;
}

static enum terminal_got
plain_line(
    struct terminal *t, const char *prompt, const char **linep, size_t *lenp)
{
	size_t len = 0, n = 0;

	fputs(prompt, stderr);
	fflush(stderr);
	do {
		if (!plain_read(t, len, &n))
			return TERMINAL_FAILED;
		len += n;
	} while (n > 0 && t->line[len - 1] != '\n');
	if (len == 0) {
		fputc('\n', stderr); /* the shell's prompt on its own line */
		return TERMINAL_END;
	}
	if (t->line[len - 1] == '\n')
		len--;
	t->line[len] = '\0';
	*linep = t->line;
	*lenp = len;
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
