/* Where SYSPRINT's lines go. Lines come as ISO 8859-1. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "shell/complain.h"
#include "shell/listing.h"

enum { SYSPRINT_LRECL = 125, SYSPRINT_TEXT = 121 };

struct listing {
	struct ds_file *dd; /* NULL: standard output */
	const struct codepage *page;
	int error; /* errno of standard output */
	bool failed;
};

static bool
open_dd(struct listing *l, struct dd_table *dds)
{
	/* VBA 125: control character, 120 columns, the length field. */
	static const struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = DS_RECFM_VB,
	    .lrecl = SYSPRINT_LRECL,
	    .ccsid = CCSID_1047,
	    .text = true}; /* a fixed length fills with blanks */
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_open_dd(
	    dds, "SYSPRINT", DS_OUTPUT | DS_SEQ, &like, &l->dd, &diag);
	if (st == DS_OK)
		st = codepage_get(ds_attrs(l->dd)->ccsid, &l->page, &diag);
	if (st != DS_OK)
		complain_status("SYSPRINT", st, &diag);
	return st == DS_OK;
}

struct listing *
listing_open(struct dd_table *dds)
{
	struct listing *l = calloc(1, sizeof(*l));

	if (l == NULL)
		complain("no memory");
	else if (dd_exists(dds, "SYSPRINT") && !open_dd(l, dds)) {
		ds_abandon(&l->dd);
		free(l);
		l = NULL;
	}
	return l;
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
		if (!codepage_from_unicode(l->page, (uint8_t)line[i], &rec[i]))
			rec[i] = codepage_blank(l->page);
	if ((st = ds_put(l->dd, rec, len, &diag)) == DS_OK)
		return true;
	complain_status("SYSPRINT", st, &diag);
	return false;
}

/* How many characters from there on are ASCII: nearly always all. */
static size_t
ascii_run(const char *line, size_t len)
{
	size_t n = 0;

	while (n < len && (uint8_t)line[n] < 0x80)
		n++;
	return n;
}

/* By runs, not by characters: a PRINT of a large data set is mostly this. */
static bool
write_stdout(struct listing *l, const char *line, size_t len)
{
	size_t i = 0, n;
	uint8_t c;

	while (i < len) {
		n = ascii_run(line + i, len - i);
		fwrite_unlocked(line + i, 1, n, stdout);
		i += n;
		if (i == len)
			break;
		c = (uint8_t)line[i++];
		putc_unlocked(0xC0 | c >> 6, stdout);
		putc_unlocked(0x80 | (c & 0x3F), stdout);
	}
	putc_unlocked('\n', stdout);
	if (ferror_unlocked(stdout))
		l->error = errno;
	return !ferror_unlocked(stdout);
}

bool
listing_write(void *ctx, const char *line, size_t len)
{
	struct listing *l = ctx;

	if (!l->failed)
		l->failed = l->dd != NULL ? !write_dd(l, line, len)
					  : !write_stdout(l, line, len);
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
	if (fflush(stdout) != 0) {
		l->error = errno;
		l->failed = true;
	}
	if (l->error != 0 && l->error != EPIPE)
		complain("standard output: %s", strerror(l->error));
	ok = !l->failed;
	free(l);
	*lp = NULL;
	return ok;
}
