/* What dsn says on standard error, and its signals. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "dsn/dsn_int.h"
#include "utilities/meter.h"

enum { SAY_MAX = 8192 };

void
dsn_say(const char *fmt, ...)
{
	char text[SAY_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	meter_clear();
	fflush(stdout); /* in the order in which things happened */
	fprintf(stderr, "dsn: %s\n", text);
}

void
dsn_say_status(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	char text[DS_SENTENCE_MAX];

	/* Whoever read has enough; the exit status alone says so. */
	if (diag->sys_errno == EPIPE)
		return;
	dsn_say("%s: %s", what,
	    dsn_stopped() ? "interrupted"
			  : ds_status_sentence(what, st, diag, text));
}

bool
dsn_say_flush(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	if (errno != EPIPE)
		dsn_say("standard output: %s", strerror(errno));
	return false;
}

/* --- signals -------------------------------------------------------------- */

static volatile sig_atomic_t caught; /* 0 none */

static void
note(int sig)
{
	caught = sig;
}

void
dsn_stop_set_up(void)
{
	/* No SA_RESTART: a wait ends. The second signal ends the process. */
	struct sigaction sa = {
	    .sa_handler = note, .sa_flags = (int)SA_RESETHAND};

	sigemptyset(&sa.sa_mask);
	process_catch(SIGINT, &sa);
	process_catch(SIGTERM, &sa);
}

bool
dsn_stopped(void)
{
	return caught != 0;
}

void
dsn_stop_end(void)
{
	if (caught != 0)
		process_end_by(caught);
}
