/*
 * SYSPRINT: lines become pages. Knows columns, spacing, headings and the print
 * chains; where the bytes go is the caller's.
 *
 * Rules, from SYSPRINTs of z/OS:
 *
 *	- a page holds 53 print lines, the heading being the first; a line that
 *	  would pass them begins the next page;
 *	- the first line below the heading (and subtitle) is double spaced,
 *	  whatever its own spacing;
 *	- an empty line stands in front of every command, double spaced when a
 *	  message came before it.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "services/define.h"
#include "utilities/report.h"
#include "utilities/sysprint.h"

/* Records longer than any of z/OS are echoed up to here. */
#define ECHO_MAX 32760

/* A wrapped message goes on below its text: "IDC3012I " (mem). */
#define WRAP_INDENT 9

struct sysprint {
	struct sysprint_opts opts;
	const struct report *report; /* or NULL */
	int known;          /* lines are those of something told; how deep */
	uint8_t chain[256]; /* what is printed for a character */
	char heading[160];  /* without the page number */
	char subtitle[SYSPRINT_WIDTH + 1];
	bool listing;   /* the subtitle is printed on each page */
	bool eject;     /* the next line begins a page */
	bool shown;     /* no pages: the subtitle was printed */
	bool turn;      /* the next command begins a page */
	bool after_msg; /* the last line was a message's */
	bool begun;     /* something was printed */
	bool failed;    /* opts.write said false */
	unsigned page;  /* of the step, from 1 */
	int line;       /* print lines used on the page; 0 no page yet */
};

/* The graphics of chain PN beside letters, digits and blank: the PL/I set. The
 * caret is X'5F' of code page 1047, the not sign X'5F' of code page 037. */
static const char pn_graphics[] = "$@#=+-*/(),.'%;:&|><_?^\xAC";

static void
chain_set(struct sysprint *sp, bool lower)
{
	int c;

	for (c = 0; c < 256; c++) {
		bool ok;

		if (lower)
			ok = (c >= ' ' && c < 0x7F) || c > 0xA0;
		else
			ok = c == ' ' || (c >= 'A' && c <= 'Z') ||
			     (c >= '0' && c <= '9') ||
			     (c != 0 && strchr(pn_graphics, c) != NULL);
		sp->chain[c] = ok ? (uint8_t)c : '.';
	}
}

/* A number of the heading: two digits, whatever the clock holds. */
static unsigned
two_digits(int n)
{
	return (unsigned)n % 100;
}

static void
heading_set(struct sysprint *sp)
{
	char when[64];
	struct tm tm = {0};

	ds_now(&tm);
	/* Print columns: TIME 67, date 89, PAGE 102. */
	snprintf(when, sizeof(when),
	    "TIME: %02u:%02u:%02u        "
	    "%02u/%02u/%02u     PAGE",
	    two_digits(tm.tm_hour), two_digits(tm.tm_min),
	    two_digits(tm.tm_sec), two_digits(tm.tm_mon + 1),
	    two_digits(tm.tm_mday), two_digits(tm.tm_year));
	snprintf(sp->heading, sizeof(sp->heading), "%-66s%s",
	    "IDCAMS  SYSTEM SERVICES", when);
}

struct sysprint *
sysprint_new(const struct sysprint_opts *opts)
{
	struct sysprint *sp = calloc(1, sizeof(*sp));

	if (sp == NULL)
		return NULL;
	sp->opts = *opts;
	chain_set(sp, opts->lower);
	heading_set(sp);
	return sp;
}

void
sysprint_free(struct sysprint **spp)
{
	if (spp == NULL)
		return;
	free(*spp);
	*spp = NULL;
}

void
sysprint_set_lower(struct sysprint *sp, bool lower)
{
	chain_set(sp, lower);
}

bool
sysprint_lower(const struct sysprint *sp)
{
	return sp->chain['a'] == 'a';
}

void
sysprint_report(struct sysprint *sp, const struct report *report)
{
	sp->report = report;
}

const struct report *
sysprint_listener(const struct sysprint *sp)
{
	return sp->report;
}

bool
sysprint_prints(const struct sysprint *sp)
{
	return sp->opts.write != NULL;
}

void
sysprint_known(struct sysprint *sp, bool known)
{
	sp->known += known ? 1 : -1;
}

bool
sysprint_failed(const struct sysprint *sp)
{
	return sp->failed ||
	       (sp->report != NULL && sp->report->failed(sp->report->ctx));
}

static void
out(struct sysprint *sp, const char *line, size_t len)
{
	if (!sp->failed && sp->opts.write != NULL &&
	    !sp->opts.write(sp->opts.ctx, line, len))
		sp->failed = true;
}

/* One line in the form wanted: the control character in front, or the empty
 * lines that a printer would leave. text is as the chain prints it. */
static void
emit_ready(struct sysprint *sp, char ctl, const char *text, size_t len)
{
	char line[1 + SYSPRINT_WIDTH];

	if (sp->opts.asa) {
		line[0] = ctl;
		memcpy(line + 1, text, len);
		out(sp, line, 1 + len);
	} else {
		if (sp->begun && ctl != ' ')
			out(sp, "", 0);
		if (sp->begun && ctl == '-')
			out(sp, "", 0);
		out(sp, text, len);
	}
	sp->begun = true;
}

static void
emit(struct sysprint *sp, char ctl, const char *text, size_t len)
{
	char line[SYSPRINT_WIDTH];
	size_t i;

	while (len > 0 && text[len - 1] == ' ')
		len--;
	if (len > SYSPRINT_WIDTH)
		len = SYSPRINT_WIDTH;
	for (i = 0; i < len; i++)
		line[i] = (char)sp->chain[(uint8_t)text[i]];
	emit_ready(sp, ctl, line, len);
}

static void
page_begin(struct sysprint *sp)
{
	char line[200];

	sp->page++;
	snprintf(line, sizeof(line), "%-105s%7u", sp->heading, sp->page);
	emit(sp, '1', line, strlen(line));
	sp->line = 1;
	if (sp->listing) {
		emit(sp, '-', sp->subtitle, strlen(sp->subtitle));
		sp->line += 3;
	}
}

static int
lines_of(char ctl)
{
	return ctl == '-' ? 3 : ctl == '0' ? 2 : 1;
}

/* Without pages: a subtitle stands once in front of its listing. */
static void
space_unpaged(struct sysprint *sp)
{
	if (sp->listing && !sp->shown)
		emit(sp, '-', sp->subtitle, strlen(sp->subtitle));
	sp->shown = true;
}

/* What stands in front of a line; returns the line's control character, or 0:
 * it is not printed, as nothing is empty at the top without pages. */
static char
space(struct sysprint *sp, char ctl, size_t len)
{
	bool turn = sp->eject || ctl == '1';

	sp->eject = false;
	if (!sp->opts.pages) {
		if (len == 0 && !sp->begun && !sp->listing)
			return 0;
		space_unpaged(sp);
		return turn ? '0' : ctl;
	}
	if (turn || sp->line == 0 ||
	    sp->line + lines_of(ctl) > SYSPRINT_DEPTH) {
		page_begin(sp);
		ctl = '0';
	}
	sp->line += lines_of(ctl);
	return ctl;
}

static void
put(struct sysprint *sp, char ctl, const char *text, size_t len)
{
	if ((ctl = space(sp, ctl, len)) != 0)
		emit(sp, ctl, text, len);
}

void
sysprint_line(struct sysprint *sp, char ctl, const char *text, size_t len)
{
	if (sp->report != NULL && sp->known == 0)
		sp->report->line(sp->report->ctx, text, len);
	put(sp, ctl, text, len);
	sp->after_msg = false;
}

void
sysprint_ready(struct sysprint *sp, char ctl, const char *text, size_t len)
{
	if ((ctl = space(sp, ctl, len)) != 0)
		emit_ready(sp, ctl, text, len);
	sp->after_msg = false;
}

char
sysprint_printed(const struct sysprint *sp, char c)
{
	return (char)sp->chain[(uint8_t)c];
}

/* How much of a message's text fits a line: up to the last blank. */
static size_t
wrap_at(const char *text, size_t len, size_t room)
{
	size_t n;

	if (len <= room)
		return len;
	for (n = room; n > 0; n--)
		if (text[n] == ' ')
			return n;
	return room;
}

void
sysprint_msg(struct sysprint *sp, const struct msg *m)
{
	char text[1024], line[SYSPRINT_WIDTH];
	size_t len = msg_format(text, sizeof(text), m);
	size_t at, n;

	if (sp->report != NULL)
		sp->report->message(sp->report->ctx, m);
	n = wrap_at(text, len, SYSPRINT_WIDTH);
	put(sp, msg_spacing(m->id), text, n);
	memset(line, ' ', WRAP_INDENT);
	for (at = n; at < len; at += n) {
		while (at < len && text[at] == ' ')
			at++;
		if (at == len)
			break;
		n = wrap_at(text + at, len - at, SYSPRINT_WIDTH - WRAP_INDENT);
		memcpy(line + WRAP_INDENT, text + at, n);
		put(sp, ' ', line, WRAP_INDENT + n);
	}
	sp->after_msg = true;
}

void
sysprint_msgv(struct sysprint *sp, enum msg_id id, ...)
{
	struct msg m = {.id = id};
	const char *s;
	va_list ap;
	int n = 0;

	va_start(ap, id);
	while (n < MSG_INSERTS && (s = va_arg(ap, const char *)) != NULL)
		m.insert[n++] = s;
	va_end(ap);
	sysprint_msg(sp, &m);
}

void
sysprint_command(struct sysprint *sp)
{
	if (sp->turn) {
		sp->turn = false;
		sp->eject = sp->opts.pages;
	}
	put(sp, sp->after_msg ? '0' : ' ', "", 0);
	sp->after_msg = false;
}

void
sysprint_echo(struct sysprint *sp, const char *rec, size_t len)
{
	size_t at = 0, n;

	if (len > ECHO_MAX)
		len = ECHO_MAX;
	if (sp->report != NULL)
		sp->report->input(sp->report->ctx, rec, len);
	do {
		n = len - at < SYSPRINT_WIDTH ? len - at : SYSPRINT_WIDTH;
		put(sp, sp->after_msg ? '0' : ' ', rec + at, n);
		sp->after_msg = false;
		at += n;
	} while (at < len);
}

void
sysprint_list(struct sysprint *sp, const char *subtitle)
{
	snprintf(sp->subtitle, sizeof(sp->subtitle), "%s", subtitle);
	sp->listing = true;
	sp->shown = false;
	sp->eject = true;
	sp->turn = false;
}

void
sysprint_unlist(struct sysprint *sp)
{
	if (sp->listing)
		sp->turn = true;
	sp->listing = false;
}

void
sysprint_eject(struct sysprint *sp)
{
	sp->eject = true;
}
