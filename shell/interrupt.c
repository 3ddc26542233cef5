/* Signals of idcams. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "shell/interrupt.h"

static volatile sig_atomic_t caught;    /* the signal, 0 none */
static volatile sig_atomic_t at_prompt; /* nothing is at work */

static void
note(int sig)
{
	static const char text[] = "\nidcams: ends at the next record; once "
				   "more ends at once\n";

	caught = sig;
	if (at_prompt)
		return;
	/* Nothing can be done about an error here. */
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		return;
}

/* No SA_RESTART: a read from a terminal ends. SA_RESETHAND: the second signal
 * has its default effect. */
static void
set_handlers(bool once)
{
	struct sigaction sa;

	memset(&sa, 0, sizeof(sa));
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = note;
	sa.sa_flags = once ? (int)SA_RESETHAND : 0;
	process_catch(SIGINT, &sa);
	process_catch(SIGTERM, &sa);
}

/* All of it, whatever signal comes meanwhile. */
static ssize_t
write_all(void *cookie, const char *buf, size_t len)
{
	size_t at = 0;
	ssize_t n;

	(void)cookie;
	while (at < len)
		if ((n = write(STDOUT_FILENO, buf + at, len - at)) >= 0)
			at += (size_t)n;
		else if (errno != EINTR)
			return 0; /* of a cookie: an error */
	return (ssize_t)len;
}

/* A write to a terminal that a signal ends would lose what was to be written,
 * and standard output with it. */
static void
keep_terminal(void)
{
	static const cookie_io_functions_t io = {.write = write_all};
	FILE *steady;

	if (!isatty(STDOUT_FILENO) ||
	    (steady = fopencookie(NULL, "w", io)) == NULL)
		return;
	setvbuf(steady, NULL, _IOLBF, BUFSIZ);
	stdout = steady;
}

void
interrupt_set_up(void)
{
	set_handlers(true);
	keep_terminal();
}

void
interrupt_at_prompt(bool at)
{
	at_prompt = at;
	set_handlers(!at);
}

/* Also the one that ended the command before the prompt. */
bool
interrupt_take(void)
{
	if (caught != SIGINT)
		return false;
	caught = 0;
	return true;
}

bool
interrupted(void)
{
	return caught != 0;
}

void
interrupt_end(void)
{
	process_end_by(caught);
}
