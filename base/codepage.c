/*
 * Code pages: tables made from iconv when a page is first asked for, and the
 * conversions by table.
 */
#include <ctype.h>
#include <iconv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bytes.h"
#include "base/codepage.h"

enum {
	LOW_CODES = 0x800, /* characters of one or two bytes in UTF-8 */
	NO_BYTE = 0xFFFF,
	PRIVATE_USE = 0xF700,
	SYMBOL_LF = 0x240A,
	NEXT_LINE = 0x85,
	EBCDIC_NL = 0x15,
	EBCDIC_LF = 0x25,
};

struct high {
	uint32_t code;
	uint8_t byte;
};

struct codepage {
	struct codepage *next;
	uint16_t ccsid;
	uint8_t blank;
	uint32_t unicode[256];
	uint8_t utf8[256][CODEPAGE_UTF8_MAX];
	uint8_t utf8_len[256];
	uint16_t low[LOW_CODES]; /* byte or NO_BYTE */
	struct high high[256];   /* ascending code */
	size_t nhigh;
};

static pthread_mutex_t pages_lock = PTHREAD_MUTEX_INITIALIZER;
static struct codepage *pages; /* all that were asked for */

static size_t
utf8_put(uint32_t code, uint8_t *out)
{
	if (code < 0x80) {
		out[0] = (uint8_t)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (uint8_t)(0xC0 | (code >> 6));
		out[1] = (uint8_t)(0x80 | (code & 0x3F));
		return 2;
	}
	out[0] = (uint8_t)(0xE0 | (code >> 12));
	out[1] = (uint8_t)(0x80 | ((code >> 6) & 0x3F));
	out[2] = (uint8_t)(0x80 | (code & 0x3F));
	return 3;
}

/*
 * What iconv says of each byte, each from the initial state; PRIVATE_USE and
 * the byte for what is not defined. False: not a page of single bytes (a shift
 * to double bytes gives nothing, a lead byte is taken as incomplete) or with
 * characters beyond the basic plane.
 */
static bool
read_iconv(iconv_t cd, uint32_t unicode[256])
{
	char in, *ip;
	uint8_t out[32];
	char *op;
	size_t inleft, outleft, b;

	for (b = 0; b < 256; b++) {
		in = (char)b;
		ip = &in;
		op = (char *)out;
		inleft = 1;
		outleft = sizeof(out);
		iconv(cd, NULL, NULL, NULL, NULL);
		unicode[b] = PRIVATE_USE + (uint32_t)b;
		if (iconv(cd, &ip, &inleft, &op, &outleft) == (size_t)-1) {
			if (inleft != 1)
				return false;
			continue;
		}
		if (sizeof(out) - outleft != 4)
			return false;
		unicode[b] = be32_get(out);
		if (unicode[b] > 0xFFFF)
			return false;
	}
	return true;
}

static bool
is_ebcdic(const uint32_t unicode[256])
{
	return unicode[0x40] == ' ' && unicode[0xC1] == 'A' &&
	       unicode[0xF0] == '0';
}

/* The rule of the header: 256 different characters, none of them LF. */
static void
make_bijective(uint32_t unicode[256], bool ebcdic)
{
	size_t a, b;

	for (b = 0; b < 256; b++)
		if (unicode[b] == '\n')
			unicode[b] =
			    ebcdic ? PRIVATE_USE + (uint32_t)b : SYMBOL_LF;
	if (ebcdic) {
		unicode[EBCDIC_NL] = NEXT_LINE;
		unicode[EBCDIC_LF] = SYMBOL_LF;
	}
	for (b = 0; b < 256; b++)
		for (a = 0; a < b; a++)
			if (unicode[a] == unicode[b])
				unicode[b] = PRIVATE_USE + (uint32_t)b;
}

static int
high_cmp(const void *a, const void *b)
{
	const struct high *x = a, *y = b;

	return x->code < y->code ? -1 : x->code > y->code;
}

static struct codepage *
page_new(uint16_t ccsid, const uint32_t unicode[256], bool ebcdic)
{
	struct codepage *cp = calloc(1, sizeof(*cp));
	size_t i;

	if (cp == NULL)
		return NULL;
	cp->ccsid = ccsid;
	cp->blank = ebcdic ? 0x40 : 0x20;
	memcpy(cp->unicode, unicode, sizeof(cp->unicode));
	make_bijective(cp->unicode, ebcdic);
	for (i = 0; i < LOW_CODES; i++)
		cp->low[i] = NO_BYTE;
	for (i = 0; i < 256; i++) {
		cp->utf8_len[i] =
		    (uint8_t)utf8_put(cp->unicode[i], cp->utf8[i]);
		if (cp->unicode[i] < LOW_CODES) {
			cp->low[cp->unicode[i]] = (uint16_t)i;
		} else {
			cp->high[cp->nhigh].code = cp->unicode[i];
			cp->high[cp->nhigh++].byte = (uint8_t)i;
		}
	}
	qsort(cp->high, cp->nhigh, sizeof(cp->high[0]), high_cmp);
	return cp;
}

static enum ds_status
page_make(uint16_t ccsid, struct codepage **cpp, struct ds_diag *diag)
{
	uint32_t unicode[256];
	char name[16];
	iconv_t cd;
	bool good, ebcdic = ccsid != CCSID_LATIN1;
	uint32_t b;

	if (ebcdic) {
		snprintf(name, sizeof(name), "IBM%03u", ccsid);
		cd = iconv_open("UTF-32BE", name);
		good = cd != (iconv_t)-1 && read_iconv(cd, unicode) &&
		       is_ebcdic(unicode);
		if (cd != (iconv_t)-1)
			iconv_close(cd);
		if (!good)
			return ds_fail(diag, DS_UNSUPPORTED, NULL,
			    "CCSID %u is not a single-byte EBCDIC code page "
			    "known here",
			    ccsid);
	} else {
		for (b = 0; b < 256; b++)
			unicode[b] = b;
	}
	*cpp = page_new(ccsid, unicode, ebcdic);
	return *cpp != NULL ? DS_OK : ds_fail(diag, DS_NOMEM, NULL, NULL);
}

enum ds_status
codepage_get(uint32_t ccsid, const struct codepage **cpp, struct ds_diag *diag)
{
	struct codepage *cp;
	enum ds_status st = DS_OK;

	if (ccsid == 0 || ccsid > UINT16_MAX)
		return ds_fail(diag, DS_UNSUPPORTED, NULL, "%u is not a CCSID",
		    (unsigned)ccsid);
	pthread_mutex_lock(&pages_lock);
	for (cp = pages; cp != NULL && cp->ccsid != ccsid; cp = cp->next)
		continue;
	if (cp == NULL) {
		st = page_make((uint16_t)ccsid, &cp, diag);
		if (st == DS_OK) {
			cp->next = pages;
			pages = cp;
		}
	}
	pthread_mutex_unlock(&pages_lock);
	if (st == DS_OK)
		*cpp = cp;
	return st;
}

uint16_t
codepage_ccsid(const struct codepage *cp)
{
	return cp->ccsid;
}

bool
codepage_parse(const char *s, uint16_t *ccsidp)
{
	static const char *const prefixes[] = {"IBM-", "IBM", "CP"};
	static const struct {
		const char *name;
		uint16_t ccsid;
	} names[] = {{"UTF-8", CCSID_UTF8}, {"UTF8", CCSID_UTF8},
	    {"ISO8859-1", CCSID_LATIN1}, {"ISO-8859-1", CCSID_LATIN1},
	    {"LATIN1", CCSID_LATIN1}};
	unsigned long v = 0;
	size_t i, n;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcasecmp(s, names[i].name) == 0) {
			*ccsidp = names[i].ccsid;
			return true;
		}
	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		n = strlen(prefixes[i]);
		if (strncasecmp(s, prefixes[i], n) == 0) {
			s += n;
			break;
		}
	}
	n = strlen(s);
	if (n == 0 || n > 5)
		return false;
	for (; *s != '\0'; s++) {
		if (!isdigit((unsigned char)*s))
			return false;
		v = v * 10 + (unsigned long)(*s - '0');
	}
	if (v == 0 || v > UINT16_MAX)
		return false;
	*ccsidp = (uint16_t)v;
	return true;
}

uint32_t
codepage_to_unicode(const struct codepage *cp, uint8_t byte)
{
	return cp->unicode[byte];
}

bool
codepage_from_unicode(const struct codepage *cp, uint32_t code, uint8_t *bytep)
{
	struct high key = {code, 0};
	const struct high *h;

	if (code < LOW_CODES) {
		if (cp->low[code] == NO_BYTE)
			return false;
		*bytep = (uint8_t)cp->low[code];
		return true;
	}
	h = bsearch(&key, cp->high, cp->nhigh, sizeof(*h), high_cmp);
	if (h == NULL)
		return false;
	*bytep = h->byte;
	return true;
}

uint8_t
codepage_blank(const struct codepage *cp)
{
	return cp->blank;
}

/* Eight bytes that are all ASCII; false: some are not, out may hold anything.
 */
static bool
eight_to_ascii(const struct codepage *cp, const uint8_t *in, uint8_t *out)
{
	uint64_t word = 0;

	for (unsigned k = 0; k < sizeof(word); k++)
		word |= (uint64_t)cp->utf8[in[k]][0] << 8 * k;
	if ((word & 0x8080808080808080U) != 0)
		return false;
	for (unsigned k = 0; k < sizeof(word); k++)
		out[k] = (uint8_t)(word >> 8 * k);
	return true;
}

size_t
codepage_to_utf8(
    const struct codepage *cp, const uint8_t *in, size_t len, char *out)
{
	uint8_t *o = (uint8_t *)out;
	const uint8_t *u;
	size_t i = 0, end;

	while (i < len) {
		end = len;
		if (len - i >= 8) {
			if (eight_to_ascii(cp, in + i, o)) {
				o += 8;
				i += 8;
				continue;
			}
			end = i + 8;
		}
		/* out has room for three of each: no branch on what comes. */
		for (; i < end; i++) {
			u = cp->utf8[in[i]];
			o[0] = u[0];
			o[1] = u[1];
			o[2] = u[2];
			o += cp->utf8_len[in[i]];
		}
	}
	return (size_t)(o - (uint8_t *)out);
}

/* One character at in, which has len > 0 bytes. Returns its length, or 0:
 * malformed (overlong, surrogate, truncated, beyond U+10FFFF). */
static size_t
utf8_get(const uint8_t *in, size_t len, uint32_t *codep)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t n, i;
	uint32_t code;

	if (in[0] < 0x80) {
		*codep = in[0];
		return 1;
	}
	n = in[0] >= 0xF0 ? 4 : in[0] >= 0xE0 ? 3 : 2;
	if (in[0] < 0xC2 || in[0] > 0xF4 || n > len)
		return 0;
	code = in[0] & (0x7Fu >> n);
	for (i = 1; i < n; i++) {
		if ((in[i] & 0xC0) != 0x80)
			return 0;
		code = (code << 6) | (in[i] & 0x3F);
	}
	if (code < least[n] || code > 0x10FFFF ||
	    (code >= 0xD800 && code < 0xE000))
		return 0;
	*codep = code;
	return n;
}

static enum ds_status
at_fault(struct codepage_err *errp, enum ds_status st, uint16_t ccsid,
    size_t pos, size_t column, uint32_t code, bool malformed)
{
	if (errp != NULL) {
		errp->pos = pos;
		errp->column = column;
		errp->code = code;
		errp->ccsid = ccsid;
		errp->malformed = malformed;
	}
	return st;
}

enum ds_status
codepage_from_utf8(const struct codepage *cp, const char *in, size_t len,
    uint8_t *out, size_t max, size_t *outlenp, struct codepage_err *errp)
{
	const uint8_t *s = (const uint8_t *)in;
	size_t at = 0, n = 0, used;
	uint32_t code;

	while (at < len) {
		if (s[at] < 0x80) {
			code = s[at];
			used = 1;
		} else if ((used = utf8_get(s + at, len - at, &code)) == 0) {
			return at_fault(errp, DS_BADTEXT, cp->ccsid, at, n + 1,
			    s[at], true);
		}
		if (n == max)
			return at_fault(errp, DS_BADLENGTH, cp->ccsid, at,
			    n + 1, code, false);
		if (code < LOW_CODES && cp->low[code] != NO_BYTE)
			out[n] = (uint8_t)cp->low[code];
		else if (!codepage_from_unicode(cp, code, &out[n]))
			return at_fault(errp, DS_BADTEXT, cp->ccsid, at, n + 1,
			    code, false);
		n++;
		at += used;
	}
	*outlenp = n;
	return DS_OK;
}

enum ds_status
codepage_to_latin1(const struct codepage *cp, const uint8_t *in, size_t len,
    char *out, struct codepage_err *errp)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (cp->unicode[in[i]] > 0xFF)
			return at_fault(errp, DS_BADTEXT, CCSID_LATIN1, i,
			    i + 1, cp->unicode[in[i]], false);
		out[i] = (char)cp->unicode[in[i]];
	}
	return DS_OK;
}

enum ds_status
codepage_from_latin1(const struct codepage *cp, const char *in, size_t len,
    uint8_t *out, struct codepage_err *errp)
{
	const uint8_t *s = (const uint8_t *)in;
	size_t i;

	for (i = 0; i < len; i++) {
		if (cp->low[s[i]] == NO_BYTE)
			return at_fault(
			    errp, DS_BADTEXT, cp->ccsid, i, i + 1, s[i], false);
		out[i] = (uint8_t)cp->low[s[i]];
	}
	return DS_OK;
}

enum ds_status
codepage_constant(uint32_t ccsid, const char *text, size_t len, uint8_t *out,
    size_t max, size_t *outlenp, struct ds_diag *diag)
{
	const struct codepage *cp;
	struct codepage_err err;
	enum ds_status st;
	char why[100];

	if ((st = codepage_get(ccsid, &cp, diag)) != DS_OK)
		return st;
	st = codepage_from_utf8(cp, text, len, out, max, outlenp, &err);
	if (st == DS_BADLENGTH)
		return ds_fail(diag, st, NULL,
		    "the constant is longer than %zu characters", max);
	if (st != DS_OK) {
		codepage_err_text(&err, why, sizeof(why));
		return ds_fail(diag, st, NULL, "%s", why);
	}
	return DS_OK;
}

void
codepage_err_text(const struct codepage_err *err, char *out, size_t size)
{
	if (err->malformed)
		snprintf(out, size, "byte X'%02X' in column %zu is not UTF-8",
		    (unsigned)err->code, err->column);
	else
		snprintf(out, size,
		    "character U+%04X in column %zu is not in code page %u",
		    (unsigned)err->code, err->column, err->ccsid);
}
