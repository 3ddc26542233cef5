/* Messages of idcams itself, on standard error. */
#include <stdarg.h>
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

void
complain_status(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	fflush(stdout);
	fprintf(stderr, "idcams: %s: ", what);
	if (ds_status_class(st) == 'C')
		fprintf(stderr,
		    "IDC3009I catalog return code %d, reason code %d: ",
		    ds_status_rc(st), ds_status_reason(st));
	fputs(ds_status_text(st), stderr);
	if (diag->name[0] != '\0')
		fprintf(stderr, ": %s", diag->name);
	if (diag->text[0] != '\0')
		fprintf(stderr, ": %s", diag->text);
	if (diag->sys_errno != 0)
		fprintf(stderr, ": %s", strerror(diag->sys_errno));
	if (diag->holder[0] != '\0')
		fprintf(stderr, "; held by %s", diag->holder);
	fputc('\n', stderr);
}
