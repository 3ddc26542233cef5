/* Messages of idcams itself, on standard error. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "shell/complain.h"
#include "shell/held.h"
#include "shell/meter.h"

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

/* Is part in what, in whatever case? It need not be said twice then. */
static bool
says(const char *what, const char *part)
{
	return part[0] == '\0' || strcasestr(what, part) != NULL;
}

void
complain_status(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	const char *host =
	    diag->sys_errno != 0 ? strerror(diag->sys_errno) : "";
	bool name = !says(what, diag->name);
	bool detail = !says(ds_status_text(st), diag->text);
	bool reason = host[0] != '\0' && strstr(diag->text, host) == NULL;
	bool holder = diag->holder[0] != '\0';

	complain("%s: %s%s%s%s%s%s%s%s%s", what, ds_status_text(st),
	    name ? ": " : "", name ? diag->name : "", detail ? ": " : "",
	    detail ? diag->text : "", reason ? ": " : "", reason ? host : "",
	    holder ? "; held by " : "", diag->holder);
}
