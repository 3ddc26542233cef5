/* Messages of idcams itself, on standard error. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "shell/complain.h"
#include "shell/held.h"
#include "utilities/meter.h"

/* A path of the host, its messages, and more. */
enum { COMPLAIN_MAX = 8192 };

/* Who else hears of it; one a process. */
static void (*also)(void *ctx, const char *text);
static void *also_ctx;

void
complain_also(void (*hear)(void *ctx, const char *text), void *ctx)
{
	also = hear;
	also_ctx = ctx;
}

static void
say(const char *text)
{
	if (also != NULL)
		also(also_ctx, text);
	meter_clear();
	held_release(); /* in the order in which things happened */
	fprintf(stderr, "idcams: %s\n", text);
}

void
complain(const char *fmt, ...)
{
	char text[COMPLAIN_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	say(text);
}

void
complain_status(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	char text[DS_SENTENCE_MAX];

	complain("%s: %s", what, ds_status_sentence(what, st, diag, text));
}
