/* Numbers of the formats of SORT: read, written, edited by patterns. */
#include <string.h>

#include "base/bytes.h"
#include "utilities/sort_int.h"

/* --- reading ---------------------------------------------------------------
 */

/* Source: SC23-6878 "Data format descriptions" (mem). */
static bool
is_negative(unsigned sign)
{
	return sign == 0xB || sign == 0xD || (sign < 0xA && sign % 2 == 1);
}

static bool
get_packed(const uint8_t *p, uint32_t len, sort_num *np)
{
	sort_num n = 0;
	unsigned digit, sign = p[len - 1] & 0xFU;
	bool ok = true;

	for (uint32_t i = 0; i < 2 * len - 1; i++) {
		digit = i % 2 == 0 ? p[i / 2] >> 4U : p[i / 2] & 0xFU;
		ok &= digit <= 9;
		n = n * 10 + digit;
	}
	*np = is_negative(sign) ? -n : n;
	return ok;
}

/* Zones but the last are not looked at (doc, "ZD"). */
static bool
get_zoned(const uint8_t *p, uint32_t len, sort_num *np)
{
	sort_num n = 0;
	unsigned digit, sign = p[len - 1] >> 4U;
	bool ok = true;

	for (uint32_t i = 0; i < len; i++) {
		digit = p[i] & 0xFU;
		ok &= digit <= 9;
		n = n * 10 + digit;
	}
	/* of ISO 8859-1 the digits have zone 3 */
	*np = is_negative(sign) && sign != 0x3 ? -n : n;
	return ok;
}

static bool
get_binary(const uint8_t *p, uint32_t len, bool is_signed, sort_num *np)
{
	sort_num n = is_signed && (p[0] & 0x80U) != 0 ? -1 : 0;

	for (uint32_t i = 0; i < len; i++)
		n = n * 256 + p[i];
	*np = n;
	return true;
}

enum { EBCDIC_MINUS = 0x60, EBCDIC_PLUS = 0x4E };

static bool
is_digit(uint8_t b)
{
	return (b >= 0xF0 && b <= 0xF9) || (b >= '0' && b <= '9');
}

static bool
is_minus(uint8_t b)
{
	return b == EBCDIC_MINUS || b == '-';
}

/* Blanks, a sign, digits. */
static bool
get_floating(const uint8_t *p, uint32_t len, sort_num *np)
{
	bool minus = false, ok;
	sort_num n = 0;
	uint32_t i = 0;

	while (i < len && (p[i] == 0x40 || p[i] == ' '))
		i++;
	if (i < len && (is_minus(p[i]) || p[i] == EBCDIC_PLUS || p[i] == '+'))
		minus = is_minus(p[i++]);
	ok = i < len;
	for (; i < len; i++) {
		ok &= is_digit(p[i]);
		n = n * 10 + (p[i] & 0xFU);
	}
	*np = minus ? -n : n;
	return ok;
}

/* The digits that are there. */
static bool
get_free(const uint8_t *p, uint32_t len, bool is_signed, sort_num *np)
{
	bool minus = false;
	unsigned digits = 0;
	sort_num n = 0;

	for (uint32_t i = 0; i < len; i++) {
		if (is_digit(p[i]) && digits < SORT_DIGITS) {
			n = n * 10 + (p[i] & 0xFU);
			digits += n != 0;
		}
		minus |= is_signed && is_minus(p[i]);
	}
	*np = minus ? -n : n;
	return true;
}

bool
sort_get(const uint8_t *p, const struct sort_field *f, sort_num *np)
{
	switch (f->fmt) {
	case SORT_PD:
		return get_packed(p, f->len, np);
	case SORT_ZD:
		return get_zoned(p, f->len, np);
	case SORT_FI:
		return get_binary(p, f->len, true, np);
	case SORT_FS:
		return get_floating(p, f->len, np);
	case SORT_UFF:
	case SORT_SFF:
		return get_free(p, f->len, f->fmt == SORT_SFF, np);
	default:
		return get_binary(p, f->len, false, np);
	}
}

bool
sort_is_valid(const uint8_t *p, const struct sort_field *f)
{
	const uint8_t last = p[f->len - 1];
	sort_num n;

	if (!sort_get(p, f, &n))
		return false;
	if (f->fmt == SORT_PD)
		return (last & 0xFU) >= 0xA;
	return f->fmt != SORT_ZD || last >> 4U >= 0xA || last >> 4U == 0x3;
}

/* Source of the binary ones: SC23-6878 "Edited output lengths" (mem). */
unsigned
sort_digits(const struct sort_field *f)
{
	static const unsigned binary[] = {0, 3, 5, 8, 10, 13, 15, 17, 20};

	switch (f->fmt) {
	case SORT_PD:
		return 2 * f->len - 1 > SORT_DIGITS ? SORT_DIGITS
						    : 2 * f->len - 1;
	case SORT_FI:
	case SORT_BI:
		return binary[f->len <= 8 ? f->len : 8];
	case SORT_FS:
		return f->len > SORT_DIGITS ? SORT_DIGITS
		       : f->len > 1         ? f->len - 1
					    : 1;
	default:
		return f->len > SORT_DIGITS ? SORT_DIGITS : f->len;
	}
}

/* --- writing ---------------------------------------------------------------
 */

static bool
put_packed(uint8_t *p, uint32_t len, sort_num n, bool minus, bool printable)
{
	unsigned nib = minus ? 0xD : printable ? 0xF : 0xC;

	p[len - 1] = (uint8_t)nib;
	for (uint32_t i = 2 * len - 1; i-- > 0; n /= 10) {
		nib = (unsigned)(n % 10);
		if (i % 2 == 0)
			p[i / 2] = (uint8_t)(nib << 4 | (p[i / 2] & 0xFU));
		else
			p[i / 2] = (uint8_t)nib;
	}
	return n == 0;
}

static bool
put_zoned(uint8_t *p, uint32_t len, sort_num n, bool minus, bool printable)
{
	for (uint32_t i = len; i-- > 0; n /= 10)
		p[i] = (uint8_t)(0xF0 | (unsigned)(n % 10));
	if (minus)
		p[len - 1] = (uint8_t)(0xD0 | (p[len - 1] & 0xFU));
	else if (!printable)
		p[len - 1] = (uint8_t)(0xC0 | (p[len - 1] & 0xFU));
	return n == 0;
}

static bool
put_binary(uint8_t *p, uint32_t len, sort_num n, bool is_signed)
{
	const sort_num one = 1;

	if (is_signed && len < 16 &&
	    (n >= one << (8 * len - 1) || n < -(one << (8 * len - 1))))
		return false;
	if (!is_signed && (n < 0 || (len < 16 && n >> (8 * len) != 0)))
		return false;
	for (uint32_t i = len; i-- > 0; n >>= 8)
		p[i] = (uint8_t)(n & 0xFF);
	return true;
}

static bool
put_floating(uint8_t *p, uint32_t len, sort_num n, bool minus,
    const struct dd_text *text)
{
	uint32_t i = len;

	do {
		if (i == 0)
			return false;
		p[--i] = text->to['0' + (unsigned)(n % 10)];
		n /= 10;
	} while (n != 0);
	if (minus) {
		if (i == 0)
			return false;
		p[--i] = text->to['-'];
	}
	memset(p, text->blank, i);
	return true;
}

bool
sort_put(uint8_t *p, uint32_t len, enum sort_fmt fmt, bool printable,
    sort_num n, const struct dd_text *text)
{
	const bool minus = n < 0;
	const sort_num size = minus ? -n : n;

	switch (fmt) {
	case SORT_PD:
		return put_packed(p, len, size, minus, printable);
	case SORT_ZD:
		return put_zoned(p, len, size, minus, printable);
	case SORT_FI:
		return put_binary(p, len, n, true);
	case SORT_BI:
		return put_binary(p, len, n, false);
	default:
		return put_floating(p, len, size, minus, text);
	}
}

/* --- patterns --------------------------------------------------------------
 */

/*
 * M0 to M26: pattern, which letters stand for a sign, and the signs in front
 * and behind of what is positive and negative. Source: SC23-6878 "Edit mask
 * patterns" (mem). I: a digit, blank where it leads and is zero; T: a digit; S:
 * a sign.
 */
static const struct {
	const char *pattern;
	const char *signs; /* leading +, -, trailing +, -; '_' blank */
	unsigned digits;   /* at least */
} masks[] = {
    {"IIIIIIIIIIIIIIIIIIIIIIIIIIIIIITS", "___-", 1},
    {"TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTS", "___-", 1},
    {"II,III,III,III,III,III,III,III,III,IIT.TTS", "___-", 3},
    {"II,III,III,III,III,III,III,III,III,IIT.TTCR", "____", 3},
    {"SII,III,III,III,III,III,III,III,III,IIT.TT", "+-__", 3},
    {"SII,III,III,III,III,III,III,III,III,IIT.TTS", "_(_)", 3},
    {"III-TTT-TTTT", "____", 7},
    {"TTT-TT-TTTT", "____", 9},
    {"IT:TT:TT", "____", 5},
    {"IT/TT/TT", "____", 5},
    {"IIIIIIIIIIIIIIIIIIIIIIIIIIIIIIT", "____", 1},
    {"TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT", "____", 1},
    {"SI,III,III,III,III,III,III,III,III,III,IIT", "_-__", 1},
    {"SI.III.III.III.III.III.III.III.III.III.IIT", "_-__", 1},
    {"SI III III III III III III III III III IITS", "_(_)", 1},
    {"I III III III III III III III III III IITS", "___-", 1},
    {"SI III III III III III III III III III IIT", "_-__", 1},
    {"SI'III'III'III'III'III'III'III'III'III'IIT", "_-__", 1},
    {"SII,III,III,III,III,III,III,III,III,IIT.TT", "_-__", 3},
    {"SII.III.III.III.III.III.III.III.III.IIT,TT", "_-__", 3},
    {"SII III III III III III III III III IIT,TTS", "_(_)", 3},
    {"II III III III III III III III III IIT,TTS", "___-", 3},
    {"SII III III III III III III III III IIT,TT", "_-__", 3},
    {"SII'III'III'III'III'III'III'III'III'IIT.TT", "_-__", 3},
    {"SII'III'III'III'III'III'III'III'III'IIT,TT", "_-__", 3},
    {"SIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIT", "_-__", 1},
    {"STTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT", "+-__", 1},
};

bool
sort_mask(unsigned m, unsigned digits, const struct dd_text *text,
    struct sort_edit *ep)
{
	const char *p;
	size_t i;
	unsigned n = 0;
	char sign;

	if (m >= sizeof(masks) / sizeof(masks[0]))
		return false;
	if (digits < masks[m].digits)
		digits = masks[m].digits;
	p = masks[m].pattern;
	for (i = strlen(p); i > 0 && n < digits; i--)
		n += p[i - 1] == 'I' || p[i - 1] == 'T';
	memset(ep, 0, sizeof(*ep));
	if (p[0] == 'S')
		ep->pattern[0] = 'S';
	strcat(ep->pattern, p + i);
	for (i = 0; i < 4; i++) {
		sign = masks[m].signs[i];
		ep->signs[i] =
		    sign == '_' ? text->blank : text->to[(uint8_t)sign];
	}
	return true;
}

/* Does the pattern's end say CR? Its letters are blanks for what is not
 * negative. */
static bool
ends_in_cr(const char *pattern, size_t i)
{
	const size_t n = strlen(pattern);

	return n >= 2 && i + 2 >= n && strcmp(pattern + n - 2, "CR") == 0;
}

/* From the right: digits into their places; what leads is blank. */
static uint32_t
place_digits(const struct sort_edit *edit, sort_num n, uint8_t *out,
    const struct dd_text *text, bool minus)
{
	const char *p = edit->pattern;
	const size_t len = strlen(p);
	size_t must = len, i;
	uint32_t first = (uint32_t)len;

	for (i = len; i-- > 0;)
		if (p[i] == 'T')
			must = i;
	for (i = len; i-- > 0;) {
		out[i] = text->blank;
		if (p[i] == 'I' || p[i] == 'T') {
			if (n != 0 || i >= must) {
				out[i] = text->to['0' + (unsigned)(n % 10)];
				first = (uint32_t)i;
			}
			n /= 10;
		} else if (p[i] == 'S') {
			if (i > 0)
				out[i] = edit->signs[minus ? 3 : 2];
		} else if (ends_in_cr(p, i)) {
			if (minus)
				out[i] = text->to[(uint8_t)p[i]];
		} else if (n != 0 || i >= must) {
			out[i] = text->to[(uint8_t)p[i]];
			first = (uint32_t)i;
		}
	}
	return first;
}

void
sort_edit_number(const struct sort_edit *edit, sort_num n, uint8_t *out,
    uint32_t len, const struct dd_text *text)
{
	const size_t full = strlen(edit->pattern);
	uint8_t area[SORT_EDIT];
	const bool minus = n < 0;
	uint32_t first;

	first = place_digits(edit, minus ? -n : n, area, text, minus);
	/* the leading sign floats up to the first digit (mem) */
	if (edit->pattern[0] == 'S' && first > 0)
		area[first - 1] = edit->signs[minus ? 1 : 0];
	if (len <= full) {
		memcpy(out, area + full - len, len);
		return;
	}
	memset(out, text->blank, len - full);
	memcpy(out + len - full, area, full);
}
