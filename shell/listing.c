/* Where SYSPRINT's lines go. Lines come as ISO 8859-1. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/codepage.h"
#include "shell/complain.h"
#include "shell/held.h"
#include "shell/interrupt.h"
#include "shell/listing.h"
#include "utilities/meter.h"

enum { SYSPRINT_LRECL = 125, SYSPRINT_TEXT = 121 };

/* Of standard output, which outlives every listing. */
static char stdout_buf[HELD_BUF];

struct listing {
	struct ds_file *dd; /* NULL: standard output */
	uint8_t to[256];    /* of its code page, by ISO 8859-1 */
	int error;          /* errno of standard output */
	bool colour;        /* of messages, by their severity */
	bool failed;
	bool held; /* it is let out in large pieces */
};

static bool
open_dd(struct listing *l, struct dd_table *dds)
{
	/* VBA 125: control character, 120 columns, the length field. */
	static const struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = DS_RECFM_VB,
	    .ctlchar = 'A',
	    .lrecl = SYSPRINT_LRECL,
	    .ccsid = CCSID_1047,
	    .text = true}; /* a fixed length fills with blanks */
	const struct codepage *page;
	struct ds_diag diag = {0};
	enum ds_status st;
	uint32_t c;

	st = ds_open_dd(
	    dds, "SYSPRINT", DS_OUTPUT | DS_SEQ, &like, &l->dd, &diag);
	if (st == DS_OK)
		st = codepage_get(ds_attrs(l->dd)->ccsid, &page, &diag);
	for (c = 0; st == DS_OK && c < sizeof(l->to); c++)
		if (!codepage_from_unicode(page, c, &l->to[c]))
			l->to[c] = codepage_blank(page);
	if (st != DS_OK)
		complain_status("SYSPRINT", st, &diag);
	return st == DS_OK;
}

struct listing *
listing_open(struct dd_table *dds, bool used)
{
	struct listing *l = calloc(1, sizeof(*l));

	if (l == NULL)
		complain("no memory");
	else if (dd_exists(dds, "SYSPRINT") && !open_dd(l, dds)) {
		ds_abandon(&l->dd);
		free(l);
		l = NULL;
	}
	/* A person waits for each line; all else is written in large pieces. */
	if (l != NULL && l->dd == NULL && !used && isatty(STDOUT_FILENO) == 0)
		l->held = setvbuf(stdout, stdout_buf, _IOFBF,
			      sizeof(stdout_buf)) == 0;
	return l;
}

void
listing_colour(struct listing *l)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	l->colour = l->dd == NULL && isatty(STDOUT_FILENO) != 0 &&
		    (no == NULL || no[0] == '\0') && term != NULL &&
		    term[0] != '\0' && strcmp(term, "dumb") != 0;
}

bool
listing_is_held(const struct listing *l)
{
	return l->held;
}

bool
listing_is_dd(const struct listing *l)
{
	return l->dd != NULL;
}

static bool
write_dd(struct listing *l, const char *line, size_t len)
{
	uint8_t rec[SYSPRINT_TEXT];
	struct ds_diag diag = {0};
	enum ds_status st;
	size_t i;

	if (len > sizeof(rec))
		len = sizeof(rec);
	for (i = 0; i < len; i++)
		rec[i] = l->to[(uint8_t)line[i]];
	if ((st = ds_put(l->dd, rec, len, &diag)) == DS_OK)
		return true;
	complain_status("SYSPRINT", st, &diag);
	return false;
}

/* ISO 8859-1 as UTF-8, by eight characters where all are ASCII, which nearly
 * always they are, and without a branch where they may be anything. out: 2 len
 * bytes. */
static size_t
to_utf8(const char *line, size_t len, char *out)
{
	size_t at = 0, i = 0, end;
	uint64_t eight;
	uint8_t c, high;

	while (i < len) {
		if (len - i >= sizeof(eight)) {
			memcpy(&eight, line + i, sizeof(eight));
			memcpy(out + at, &eight, sizeof(eight));
			if ((eight & 0x8080808080808080U) == 0) {
				at += sizeof(eight);
				i += sizeof(eight);
				continue;
			}
		}
		end = len - i < sizeof(eight) ? len : i + sizeof(eight);
		for (; i < end; i++) {
			c = (uint8_t)line[i];
			high = (uint8_t) - (c >> 7); /* all ones or none */
			out[at] =
			    (char)((c & ~high) | ((0xC0 | c >> 6) & high));
			out[at + 1] = (char)(0x80 | (c & 0x3F));
			at += 1 + (c >> 7);
		}
	}
	return at;
}

/* A PRINT of a large data set is mostly this. end: what ends the line. */
static bool
write_stdout(struct listing *l, const char *line, size_t len, const char *end)
{
	char piece[2 * SYSPRINT_TEXT];
	size_t i = 0, n, at;

	if (!held_write(2 * len + 16))
		return false;
	do {
		n = len - i < SYSPRINT_TEXT ? len - i : SYSPRINT_TEXT;
		at = to_utf8(line + i, n, piece);
		i += n;
		fwrite_unlocked(piece, 1, at, stdout);
	} while (i < len);
	fputs_unlocked(end, stdout);
	if (ferror_unlocked(stdout))
		l->error = errno;
	return !ferror_unlocked(stdout);
}

/* The colour of a line: of messages, by the digit that says how severe. */
static const char *
colour_of(const char *line, size_t len)
{
	static const char *const colours[] = {
	    NULL, "\x1b[33m", "\x1b[31m", "\x1b[31m", "\x1b[1;31m"};
	size_t i;

	if (len < 8 || memcmp(line, "IDC", 3) != 0 || line[3] < '0' ||
	    line[3] > '4')
		return NULL;
	for (i = 4; i < len && line[i] >= '0' && line[i] <= '9'; i++)
		;
	return i >= 7 && i < len && line[i] == 'I' ? colours[line[3] - '0']
						   : NULL;
}

static bool
write_coloured(struct listing *l, const char *line, size_t len)
{
	const char *colour = colour_of(line, len);

	if (colour == NULL)
		return write_stdout(l, line, len, "\n");
	fputs_unlocked(colour, stdout);
	return write_stdout(l, line, len, "\x1b[0m\n");
}

bool
listing_write(void *ctx, const char *line, size_t len)
{
	struct listing *l = ctx;

	meter_output();
	if (!l->failed)
		l->failed = l->dd != NULL ? !write_dd(l, line, len)
			    : l->colour   ? !write_coloured(l, line, len)
					  : !write_stdout(l, line, len, "\n");
	return !l->failed;
}

bool
listing_close(struct listing **lp)
{
	struct listing *l = *lp;
	struct ds_diag diag = {0};
	enum ds_status st;
	bool ok;

	if (l == NULL)
		return true;
	if (l->dd != NULL && (st = ds_close(&l->dd, &diag)) != DS_OK) {
		complain_status("SYSPRINT", st, &diag);
		l->failed = true;
	}
	if (!held_release()) {
		l->error = errno;
		l->failed = true;
	}
	if (l->error != 0 && l->error != EPIPE &&
	    !(l->error == EINTR && interrupted()))
		complain("standard output: %s", strerror(l->error));
	ok = !l->failed;
	free(l);
	*lp = NULL;
	return ok;
}
