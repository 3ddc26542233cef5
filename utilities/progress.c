/* The progress of a command as one line. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/ticks.h"
#include "services/dataset.h"
#include "utilities/progress.h"

enum {
	/* The clock is looked at between every so often: a fast copy does not
	 * pay for it, and a slow one is still shown. */
	LOOK_SOON_MS = 20,
	LOOK_LATE_MS = 100,
	STEP_MAX = 65536,
	SECONDS_MAX = 100 * 3600 /* nobody waits for more */
};

void
progress_begin(struct progress *p, const char *verb, const char *unit,
    uint64_t total, struct ds_file *in)
{
	if (p == NULL)
		return;
	p->verb = verb;
	p->unit = unit;
	p->total = total;
	p->in = in;
	p->done = p->bytes = 0;
	p->each = 0;
	p->look = p->step = 1;
	p->begun = p->looked = ticks_ms();
	p->at = 0;
}

static void
line_read(void *ctx, uint64_t bytes)
{
	progress_bytes(ctx, bytes);
	progress_step(ctx);
}

void
progress_opening(struct progress *p)
{
	if (p == NULL)
		return;
	progress_begin(p, "reading", "lines", 0, NULL);
	ds_reading_set(line_read, p);
}

void
progress_opened(struct progress *p)
{
	if (p == NULL)
		return;
	ds_reading_set(NULL, NULL);
	progress_end(p);
}

void
progress_each(struct progress *p, uint32_t bytes)
{
	if (p != NULL)
		p->each = bytes;
}

void
progress_end(struct progress *p)
{
	if (p == NULL || p->verb == NULL)
		return;
	p->show(NULL);
	p->verb = NULL;
	p->look = UINT64_MAX;
}

/* "12.3 MB" */
static void
bytes_text(char out[16], uint64_t bytes)
{
	static const char units[] = "kMGTPE";
	double n = (double)bytes / 1000;
	int u = 0;

	if (bytes < 1000) {
		snprintf(out, 16, "%u B", (unsigned)bytes);
		return;
	}
	for (; n >= 999.95 && units[u + 1] != '\0'; u++)
		n /= 1000;
	snprintf(out, 16, "%.1f %cB", n, units[u]);
}

/* "1:02:03", "2:03", "3 s" */
static void
time_text(char out[24], uint64_t s)
{
	if (s >= 3600)
		snprintf(out, 24, "%" PRIu64 ":%02u:%02u", s / 3600,
		    (unsigned)(s / 60 % 60), (unsigned)(s % 60));
	else if (s >= 60)
		snprintf(
		    out, 24, "%u:%02u", (unsigned)(s / 60), (unsigned)(s % 60));
	else
		snprintf(out, 24, "%u s", (unsigned)s);
}

void
progress_text(const struct progress *p, int64_t ms, uint64_t at, uint64_t of,
    char line[PROGRESS_LINE])
{
	uint64_t rate =
	    ms > 0 ? (uint64_t)((double)p->done * 1000 / (double)ms) : 0;
	char left[24], bytes[16];
	size_t n;
	double s;

	n = (size_t)snprintf(line, PROGRESS_LINE, "%s: %" PRIu64 " %s", p->verb,
	    p->done, p->unit);
	if (p->bytes > 0 && n < PROGRESS_LINE) {
		bytes_text(bytes, p->bytes);
		n += (size_t)snprintf(
		    line + n, PROGRESS_LINE - n, ", %s", bytes);
	}
	if (n < PROGRESS_LINE)
		n += (size_t)snprintf(
		    line + n, PROGRESS_LINE - n, ", %" PRIu64 "/s", rate);
	if (of == 0 || at == 0 || at > of || n >= PROGRESS_LINE)
		return;
	s = (double)ms / 1000 * (double)(of - at) / (double)at;
	if (s > SECONDS_MAX)
		return;
	/* A part of a second is one. */
	time_text(left, (uint64_t)s + ((double)(uint64_t)s < s));
	snprintf(line + n, PROGRESS_LINE - n, ", %u%%, %s left",
	    (unsigned)((double)at * 100 / (double)of), left);
}

static void
show(struct progress *p, int64_t now)
{
	uint64_t at = p->done, of = p->total;
	char line[PROGRESS_LINE];

	if (p->in != NULL && !ds_how_far(p->in, &at, &of))
		of = 0;
	if (p->each > 0)
		p->bytes = p->done * p->each;
	else if (p->in != NULL && p->bytes == 0)
		p->bytes = ds_bytes_got(p->in);
	progress_text(p, now - p->begun, at, of, line);
	p->show(line);
	p->at = now;
}

void
progress_look(struct progress *p)
{
	int64_t now;

	if (p->verb == NULL) {
		p->look = UINT64_MAX;
		return;
	}
	now = ticks_ms();
	if (now - p->looked < LOOK_SOON_MS && p->step < STEP_MAX)
		p->step *= 2;
	else if (now - p->looked > LOOK_LATE_MS && p->step > 1)
		p->step /= 2;
	p->looked = now;
	p->look = p->done + p->step;
	if (now - p->begun >= PROGRESS_FIRST_MS &&
	    (p->at == 0 || now - p->at >= PROGRESS_EVERY_MS))
		show(p, now);
}
