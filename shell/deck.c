/*
 * The records that the command reader reads. Host text becomes ISO 8859-1
 * before columns are counted: a byte is a column, as on a card.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/codepage.h"
#include "shell/complain.h"
#include "shell/deck.h"
#include "shell/interrupt.h"

enum { UTF8_MAX = 4, RAW_MAX = DECK_RECORD_MAX * UTF8_MAX };
enum { COMPLAIN_AT_MAX = 512 };

struct source {
	enum { FROM_FILE, FROM_TEXT, FROM_TERMINAL, FROM_DD } kind;
	const char *name; /* for messages; borrowed */
	FILE *fp;
	const char *text; /* what is left of it; NULL at the end */
	struct ds_file *dd;
	const struct codepage *page; /* of the DD's records */
	int (*read)(void *ctx, const char **recp, size_t *lenp);
	void *ctx;          /* of read, for a terminal */
	unsigned long line; /* from 1, of the record just read */
	struct source *next;
};

struct deck {
	struct source *first, **lastp, *at;
	char raw[RAW_MAX + 2]; /* a line as it came */
	uint8_t bytes[DECK_RECORD_MAX];
	char rec[DECK_RECORD_MAX]; /* the record handed out */
};

static void complain_at(const struct source *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void
complain_at(const struct source *s, const char *fmt, ...)
{
	char text[COMPLAIN_AT_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	complain("%s:%lu: %s", s->name, s->line, text);
}

struct deck *
deck_new(void)
{
	struct deck *deck = calloc(1, sizeof(*deck));

	if (deck != NULL)
		deck->lastp = &deck->first;
	return deck;
}

void
deck_free(struct deck **deckp)
{
	struct source *s, *next;

	if (*deckp == NULL)
		return;
	for (s = (*deckp)->first; s != NULL; s = next) {
		next = s->next;
		if (s->fp != NULL && s->fp != stdin)
			fclose(s->fp);
		ds_close(&s->dd, NULL);
		free(s);
	}
	free(*deckp);
	*deckp = NULL;
}

static struct source *
add(struct deck *deck, const char *name)
{
	struct source *s = calloc(1, sizeof(*s));

	if (s == NULL) {
		complain("no memory");
		return NULL;
	}
	s->name = name;
	*deck->lastp = s;
	deck->lastp = &s->next;
	if (deck->at == NULL)
		deck->at = s;
	return s;
}

bool
deck_add_file(struct deck *deck, const char *path)
{
	struct source *s;
	struct stat sb;

	if ((s = add(deck, path)) == NULL)
		return false;
	s->kind = FROM_FILE;
	if (strcmp(path, "-") == 0) {
		s->name = "standard input";
		s->fp = stdin;
	} else if ((s->fp = fopen(path, "re")) == NULL)
		goto bad;
	/* Opening a directory works, reading it does not. */
	if (fstat(fileno(s->fp), &sb) == 0 && S_ISDIR(sb.st_mode)) {
		errno = EISDIR;
		goto bad;
	}
	return true;
bad:
	complain("%s: %s", s->name, strerror(errno));
	return false;
}

bool
deck_add_text(struct deck *deck, const char *text)
{
	struct source *s = add(deck, "-e");

	if (s == NULL)
		return false;
	s->kind = FROM_TEXT;
	s->text = text;
	return true;
}

bool
deck_add_terminal(struct deck *deck,
    int (*read)(void *ctx, const char **recp, size_t *lenp), void *ctx)
{
	struct source *s = add(deck, "terminal");

	if (s == NULL)
		return false;
	s->kind = FROM_TERMINAL;
	s->read = read;
	s->ctx = ctx;
	return true;
}

bool
deck_never_waits(const struct deck *deck)
{
	const struct source *s;
	struct stat sb;

	for (s = deck->first; s != NULL; s = s->next)
		if (s->kind != FROM_TEXT &&
		    (s->kind != FROM_FILE || fstat(fileno(s->fp), &sb) != 0 ||
			!S_ISREG(sb.st_mode)))
			return false;
	return true;
}

bool
deck_add_dd(struct deck *deck, struct ds_file **filep)
{
	struct source *s = add(deck, "SYSIN");
	struct ds_diag diag = {0};

	if (s == NULL)
		return false;
	s->kind = FROM_DD;
	if (codepage_get(ds_attrs(*filep)->ccsid, &s->page, &diag) != DS_OK) {
		complain("SYSIN: code page %d: %s", ds_attrs(*filep)->ccsid,
		    diag.text);
		return false;
	}
	s->dd = *filep;
	*filep = NULL;
	return true;
}

/* --- one line of each kind, raw --------------------------------------------
 */

static int
file_line(struct deck *deck, struct source *s, size_t *lenp)
{
	size_t n = 0;
	int c;

	s->line++;
	while ((c = getc_unlocked(s->fp)) != EOF && c != '\n') {
		if (n > RAW_MAX) {
			complain_at(s, "the line is longer than %d characters",
			    DECK_RECORD_MAX);
			return -1;
		}
		deck->raw[n++] = (char)c;
	}
	if (c == EOF && ferror(s->fp)) {
		if (!interrupted())
			complain_at(s, "%s", strerror(errno));
		return -1;
	}
	if (c == EOF && n == 0)
		return 0;
	*lenp = n;
	return 1;
}

static int
text_line(struct deck *deck, struct source *s, size_t *lenp)
{
	const char *end;
	size_t n;

	if (s->text == NULL)
		return 0;
	s->line++;
	end = strchrnul(s->text, '\n');
	n = (size_t)(end - s->text);
	if (n > RAW_MAX) {
		complain_at(s, "the line is longer than %d characters",
		    DECK_RECORD_MAX);
		return -1;
	}
	memcpy(deck->raw, s->text, n);
	s->text = end[0] == '\0' || end[1] == '\0' ? NULL : end + 1;
	*lenp = n;
	return 1;
}

static int
typed_line(struct deck *deck, struct source *s, size_t *lenp)
{
	const char *rec;
	int got;

	s->line++;
	if ((got = s->read(s->ctx, &rec, lenp)) != 1)
		return got;
	if (*lenp > RAW_MAX)
		*lenp = RAW_MAX; /* it is looked at where it is typed */
	memcpy(deck->raw, rec, *lenp);
	return 1;
}

/* --- text to a record -------------------------------------------------------
 */

/* Tabs to columns of 8. False: the record is too long. */
static bool
expand_tabs(struct deck *deck, size_t len, size_t *lenp)
{
	size_t i, n = 0, to;

	for (i = 0; i < len; i++) {
		to = deck->bytes[i] == '\t' ? (n / 8 + 1) * 8 : n + 1;
		if (to > DECK_RECORD_MAX)
			return false;
		if (deck->bytes[i] == '\t')
			memset(deck->rec + n, ' ', to - n);
		else
			deck->rec[n] = (char)deck->bytes[i];
		n = to;
	}
	*lenp = n;
	return true;
}

static int
text_record(struct deck *deck, const struct source *s, size_t len, size_t *lenp)
{
	const struct codepage *latin1;
	struct codepage_err err;
	const char *p = deck->raw;
	enum ds_status st;
	char why[120];

	if (s->line == 1 && len >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) {
		p += 3;
		len -= 3;
	}
	if (len > 0 && p[len - 1] == '\r')
		len--;
	if ((st = codepage_get(CCSID_LATIN1, &latin1, NULL)) == DS_OK)
		st = codepage_from_utf8(latin1, p, len, deck->bytes,
		    sizeof(deck->bytes), &len, &err);
	if (st == DS_BADLENGTH ||
	    (st == DS_OK && !expand_tabs(deck, len, lenp)))
		complain_at(s, "the line is longer than %d characters",
		    DECK_RECORD_MAX);
	else if (st == DS_BADTEXT) {
		codepage_err_text(&err, why, sizeof(why));
		complain_at(s, "%s", why);
	} else if (st != DS_OK)
		complain_at(s, "%s", ds_status_text(st));
	else
		return 1;
	return -1;
}

/* The next record of SYSIN. Characters beyond ISO 8859-1 cannot be part of a
 * command: they become SUB, which no syntax accepts. */
static int
dd_record(struct deck *deck, struct source *s, size_t *lenp)
{
	struct ds_diag diag = {0};
	struct ds_rec rec;
	enum ds_status st;
	uint32_t c;
	size_t i;

	s->line++;
	st = ds_get(s->dd, &rec, &diag);
	if (st == DS_EOD)
		return 0;
	if (st != DS_OK || rec.len > DECK_RECORD_MAX) {
		complain_at(s, "%s %s", ds_status_text(st), diag.text);
		return -1;
	}
	for (i = 0; i < rec.len; i++) {
		c = codepage_to_unicode(s->page, rec.data[i]);
		deck->rec[i] = (char)(c <= 0xFF ? c : 0x1A);
	}
	*lenp = rec.len;
	return 1;
}

static int
read_source(struct deck *deck, struct source *s, size_t *lenp)
{
	size_t len = 0;
	int got = 0;

	switch (s->kind) {
	case FROM_DD:
		return dd_record(deck, s, lenp);
	case FROM_FILE:
		got = file_line(deck, s, &len);
		break;
	case FROM_TEXT:
		got = text_line(deck, s, &len);
		break;
	case FROM_TERMINAL:
		got = typed_line(deck, s, &len);
		break;
	}
	return got == 1 ? text_record(deck, s, len, lenp) : got;
}

int
deck_read(void *ctx, const char **recp, size_t *lenp)
{
	struct deck *deck = ctx;
	int got;

	while (deck->at != NULL) {
		if (deck->at->kind != FROM_TERMINAL && interrupted())
			return -1;
		got = read_source(deck, deck->at, lenp);
		if (got < 0)
			return got;
		if (got > 0) {
			*recp = deck->rec;
			return 1;
		}
		deck->at = deck->at->next;
	}
	return 0;
}
