/* Messages of idcams itself, on standard error. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "shell/complain.h"

void
complain(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout); /* in the order in which things happened */
	fputs("idcams: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
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

	fflush(stdout);
	fprintf(stderr, "idcams: %s: %s", what, ds_status_text(st));
	if (!says(what, diag->name))
		fprintf(stderr, ": %s", diag->name);
	if (!says(ds_status_text(st), diag->text))
		fprintf(stderr, ": %s", diag->text);
	if (host[0] != '\0' && strstr(diag->text, host) == NULL)
		fprintf(stderr, ": %s", host);
	if (diag->holder[0] != '\0')
		fprintf(stderr, "; held by %s", diag->holder);
	fputc('\n', stderr);
}
