/* One line of standard error that is rewritten. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "utilities/meter.h"
#include "utilities/progress.h"

static size_t shown; /* columns of the line that is there; 0 none */

/* Blanks take out what is longer, as not every terminal knows how to. */
static void
show(const char *line)
{
	size_t n = line != NULL ? strlen(line) : 0;

	if (n == 0 && shown == 0)
		return;
	fprintf(stderr, "\r%s%*s", n > 0 ? line : "",
	    (int)(shown > n ? shown - n : 0), "");
	if (n == 0)
		fputc('\r', stderr);
	fflush(stderr);
	shown = n;
}

static struct progress progress = {.show = show};

void
meter_clear(void)
{
	show(NULL);
}

void
meter_output(void)
{
	if (shown > 0 && progress.seen)
		show(NULL);
}

struct progress *
meter_open(int wanted)
{
	progress.seen = isatty(STDOUT_FILENO);
	if (wanted < 0)
		wanted = isatty(STDERR_FILENO);
	return wanted > 0 ? &progress : NULL;
}
