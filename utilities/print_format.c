/*
 * The lines of PRINT, by tables: a record costs a few dozen nanoseconds a
 * line, so that a data set prints as fast as it can be written.
 *
 * Print columns of DUMP: the offset 1 to 6; eight groups of four bytes at 9,
 * 18, 27, 36 and 47, 56, 65, 74; characters 86 to 117 between asterisks.
 * CHARACTER has 120 bytes a line, HEX 60.
 *
 * Source: SYSPRINT of z/OS jobs, where the offset has six digits, two blanks
 * behind it and three between the halves, and an RBA is right-aligned in
 * sixteen columns. The figures of SC23-6846 "PRINT" still show an older form
 * with four digits. The gap in front of the characters is MVS 3.8's.
 */
#include <stdio.h>
#include <string.h>

#include "base/codepage.h"
#include "utilities/print_int.h"
#include "utilities/report.h"

enum {
	DUMP_BYTES = 32, /* of a line */
	DUMP_TEXT = 85,  /* bytes in front of the characters */
	DUMP_LINE = 118, /* columns */
	DUMP_OFFSET = 6, /* digits */
	RBA_WIDTH = 16,  /* columns of a decimal RBA */
	KEY_AT = 16,     /* bytes in front of a key: "KEY OF RECORD - " */
	KEY_ROOM = SYSPRINT_WIDTH - KEY_AT
};

static const char digits[] = "0123456789ABCDEF";

/* Where the two digits of a byte of a DUMP line stand, from 0. */
static const uint8_t dump_at[DUMP_BYTES] = {8, 10, 12, 14, 17, 19, 21, 23, 26,
    28, 30, 32, 35, 37, 39, 41, 46, 48, 50, 52, 55, 57, 59, 61, 64, 66, 68, 70,
    73, 75, 77, 79};

enum ds_status
print_form_set(struct print_form *form, struct sysprint *sp,
    enum print_format format, const struct ds_attrs *attrs,
    struct ds_diag *diag)
{
	const struct codepage *cp;
	enum ds_status st;
	uint32_t c;
	int i;

	if ((st = codepage_get(attrs->ccsid, &cp, diag)) != DS_OK)
		return st;
	form->sp = sp;
	form->format = format;
	form->attrs = *attrs;
	for (i = 0; i < 256; i++) {
		c = codepage_to_unicode(cp, (uint8_t)i);
		form->chars[i] =
		    c >= 0x20 && c < 0x100 && !(c >= 0x7F && c <= 0xA0)
			? sysprint_printed(sp, (char)c)
			: '.';
		form->hex[i][0] = digits[i >> 4];
		form->hex[i][1] = digits[i & 15];
	}
	return DS_OK;
}

/* --- the record's name --------------------------------------------------- */

/* A key goes on below itself (mem). */
static void
key_out(const struct print_form *form, const uint8_t *key, size_t len)
{
	char line[SYSPRINT_WIDTH];
	bool hex = form->format != PRINT_CHARACTER;
	size_t at = 0, n, i, room = hex ? KEY_ROOM / 2 : KEY_ROOM;

	memcpy(line, "KEY OF RECORD - ", KEY_AT);
	do {
		n = len - at < room ? len - at : room;
		for (i = 0; i < n; i++) {
			if (hex) {
				memcpy(line + KEY_AT + 2 * i,
				    form->hex[key[at + i]], 2);
			} else {
				line[KEY_AT + i] = form->chars[key[at + i]];
			}
		}
		sysprint_line(form->sp, ' ', line, KEY_AT + (hex ? 2 * n : n));
		memset(line, ' ', KEY_AT);
		at += n;
	} while (at < len);
}

/* Right-aligned in width columns when it has fewer digits. */
static void
number_out(const struct print_form *form, const char *label, size_t width,
    uint64_t num)
{
	char line[SYSPRINT_WIDTH], d[20];
	size_t n = strlen(label), k = 0;

	memcpy(line, label, n);
	do {
		d[k++] = (char)('0' + num % 10);
		num /= 10;
	} while (num > 0);
	while (width > k) {
		line[n++] = ' ';
		width--;
	}
	while (k > 0)
		line[n++] = d[--k];
	sysprint_line(form->sp, ' ', line, n);
}

static void
identity_out(const struct print_form *form, const struct ds_rec *rec)
{
	const struct ds_attrs *a = &form->attrs;

	if (!a->vsam) {
		number_out(form, "RECORD SEQUENCE NUMBER - ", 0, rec->rrn);
	} else if (!a->component &&
		   (a->org == DS_ORG_RRDS || a->org == DS_ORG_VRRDS)) {
		number_out(form, "RELATIVE RECORD NUMBER - ", 0, rec->rrn);
	} else if (!a->component && a->org == DS_ORG_KSDS &&
		   rec->len >= a->rkp + (uint64_t)a->keylen) {
		key_out(form, rec->data + a->rkp, a->keylen);
	} else {
		number_out(form, "RBA OF RECORD - ", RBA_WIDTH, rec->rba);
	}
}

/* --- its data ------------------------------------------------------------ */

static void
character_out(const struct print_form *form, const struct ds_rec *rec)
{
	char line[SYSPRINT_WIDTH];
	uint32_t at, i, n;

	for (at = 0; at < rec->len; at += n) {
		n = rec->len - at < SYSPRINT_WIDTH ? rec->len - at
						   : SYSPRINT_WIDTH;
		for (i = 0; i < n; i++)
			line[i] = form->chars[rec->data[at + i]];
		for (i = n; i > 0 && line[i - 1] == ' ';)
			i--;
		sysprint_ready(form->sp, ' ', line, i);
	}
}

static void
hex_out(const struct print_form *form, const struct ds_rec *rec)
{
	char line[SYSPRINT_WIDTH];
	uint32_t at, i, n;

	for (at = 0; at < rec->len; at += n) {
		n = rec->len - at < SYSPRINT_WIDTH / 2 ? rec->len - at
						       : SYSPRINT_WIDTH / 2;
		for (i = 0; i < n; i++)
			memcpy(line + 2 * i, form->hex[rec->data[at + i]], 2);
		sysprint_ready(form->sp, ' ', line, 2 * n);
	}
}

/* A whole line's bytes, group by group, which the compiler unrolls. */
static void
dump_bytes(const struct print_form *form, char *line, const uint8_t *data)
{
	char *to;

	for (size_t g = 0; g < DUMP_BYTES / 4; g++) {
		to = line + dump_at[4 * g];
		memcpy(to, form->hex[data[4 * g]], 2);
		memcpy(to + 2, form->hex[data[4 * g + 1]], 2);
		memcpy(to + 4, form->hex[data[4 * g + 2]], 2);
		memcpy(to + 6, form->hex[data[4 * g + 3]], 2);
	}
	for (size_t i = 0; i < DUMP_BYTES; i++)
		line[DUMP_TEXT + i] = form->chars[data[i]];
}

/* The last line, whose rest is blank. */
static void
dump_rest(const struct print_form *form, char *line, const uint8_t *data,
    uint32_t len)
{
	memset(line + dump_at[0], ' ', DUMP_LINE - 1 - dump_at[0]);
	line[DUMP_TEXT - 1] = '*';
	for (uint32_t i = 0; i < len; i++) {
		memcpy(line + dump_at[i], form->hex[data[i]], 2);
		line[DUMP_TEXT + i] = form->chars[data[i]];
	}
}

static void
dump_out(const struct print_form *form, const struct ds_rec *rec)
{
	char line[DUMP_LINE];
	uint32_t at, i;

	memset(line, ' ', sizeof(line));
	line[DUMP_TEXT - 1] = line[DUMP_LINE - 1] = '*';
	for (at = 0; at < rec->len; at += DUMP_BYTES) {
		for (i = 0; i < DUMP_OFFSET / 2; i++)
			memcpy(line + 2 * i,
			    form->hex[at >> 8 * (DUMP_OFFSET / 2 - 1 - i) &
				      0xFF],
			    2);
		if (rec->len - at >= DUMP_BYTES)
			dump_bytes(form, line, rec->data + at);
		else
			dump_rest(form, line, rec->data + at, rec->len - at);
		sysprint_ready(form->sp, ' ', line, sizeof(line));
	}
}

void
print_dump(const struct print_form *form, const uint8_t *data, uint32_t len)
{
	const struct ds_rec rec = {.data = data, .len = len};

	dump_out(form, &rec);
}

static void
record_out(const struct print_form *form, const struct ds_rec *rec)
{
	sysprint_line(form->sp, '0', "", 0);
	identity_out(form, rec);
	switch (form->format) {
	case PRINT_CHARACTER:
		character_out(form, rec);
		break;
	case PRINT_HEX:
		hex_out(form, rec);
		break;
	case PRINT_DUMP:
		dump_out(form, rec);
		break;
	}
}

void
print_record(const struct print_form *form, const struct ds_rec *rec)
{
	if (report_record(form->sp, &form->attrs, rec))
		record_out(form, rec);
	report_told(form->sp);
}
