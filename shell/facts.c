/* The facts of a run on standard output. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/complain.h"
#include "shell/facts.h"
#include "shell/interrupt.h"
#include "utilities/meter.h"

enum { FACTS_BUF = 256 * 1024 };

static char buffer[FACTS_BUF];

struct facts {
	struct json_report *json;
	int error; /* errno of standard output */
};

static bool
write_line(void *ctx, const char *line, size_t len)
{
	struct facts *f = ctx;

	meter_output();
	if (fwrite_unlocked(line, 1, len, stdout) == len)
		return true;
	f->error = errno;
	return false;
}

static void
complained(void *ctx, const char *text)
{
	struct facts *f = ctx;

	json_report_diagnostic(f->json, text);
}

struct facts *
facts_open(void)
{
	struct facts *f = calloc(1, sizeof(*f));

	if (f != NULL)
		f->json = json_report_new(write_line, f);
	if (f == NULL || f->json == NULL) {
		complain("no memory");
		free(f);
		return NULL;
	}
	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	json_report_begin(f->json);
	complain_also(complained, f);
	return f;
}

struct json_report *
facts_report(struct facts *f)
{
	return f != NULL ? f->json : NULL;
}

void
facts_flush(struct facts *f)
{
	if (f != NULL && fflush(stdout) != 0 && f->error == 0)
		f->error = errno;
}

bool
facts_close(struct facts **fp, int maxcc)
{
	struct facts *f = *fp;
	bool ok;

	if (f == NULL)
		return true;
	complain_also(NULL, NULL);
	json_report_done(f->json, maxcc);
	facts_flush(f);
	/* A reader who has gone is no fault. */
	if (f->error != 0 && f->error != EPIPE &&
	    !(f->error == EINTR && interrupted()))
		complain("standard output: %s", strerror(f->error));
	ok = f->error == 0 && !json_report_listener(f->json)->failed(f->json);
	json_report_free(&f->json);
	free(f);
	*fp = NULL;
	return ok;
}
