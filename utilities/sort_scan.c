/* The words of SORT's control statements. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "utilities/sort_int.h"

/* --- what is wrong ---------------------------------------------------------
 */

/* The marker below the card, near what is wrong, and behind it the message. */
static void
mark(struct sort_scan *sc)
{
	const struct sort_stmt *stmt = sc->stmt;
	const size_t at = (size_t)(sc->at - stmt->text);
	unsigned i = 0;

	if (stmt->nparts == 0)
		return;
	while (i + 1 < stmt->nparts && stmt->parts[i + 1].at <= at)
		i++;
	sort_insert_at(sc->s, stmt->parts[i].line);
	if (sc->s->symbols == NULL)
		sort_line(sc->s, ' ', "%*s$",
		    (int)(stmt->parts[i].col + at - stmt->parts[i].at), "");
}

bool
scan_bad(struct sort_scan *sc, enum msg_id id)
{
	if (!sc->bad) {
		mark(sc);
		sort_msg(sc->s, id, NULL);
		sort_insert_at(sc->s, SIZE_MAX);
	}
	sc->bad = true;
	return false;
}

bool
scan_note(struct sort_scan *sc, const char *fmt, ...)
{
	char text[160];
	va_list ap;

	if (sc->bad)
		return false;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	mark(sc);
	sort_note(sc->s, "%s", text);
	sort_insert_at(sc->s, SIZE_MAX);
	sc->bad = true;
	return false;
}

/* --- words -----------------------------------------------------------------
 */

static bool
is_word_char(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c != '\0' && strchr("@#$", c) != NULL);
}

bool
scan_is(const struct sort_scan *sc, const char *word)
{
	const size_t n = strlen(word);

	return strncmp(sc->at, word, n) == 0 && !is_word_char(sc->at[n]);
}

bool
scan_word(struct sort_scan *sc, const char *word)
{
	if (!scan_is(sc, word))
		return false;
	sc->at += strlen(word);
	return true;
}

bool
scan_char(struct sort_scan *sc, char c)
{
	if (*sc->at != c)
		return false;
	sc->at++;
	return true;
}

bool
scan_need(struct sort_scan *sc, char c)
{
	return scan_char(sc, c) || scan_bad(sc, MSG_ICE007A);
}

void
scan_name(struct sort_scan *sc, char out[SORT_DDNAME * 2])
{
	size_t n = 0;

	while (is_word_char(sc->at[n]))
		n++;
	snprintf(out, SORT_DDNAME * 2, "%.*s", (int)(n < 17 ? n : 17), sc->at);
	sc->at += n;
}

bool
scan_number(struct sort_scan *sc, uint64_t max, uint64_t *np)
{
	const char *p = sc->at;
	uint64_t n = 0;

	if (*p < '0' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		if (n > (max - (uint64_t)(*p - '0')) / 10)
			return scan_bad(sc, MSG_ICE007A);
		n = n * 10 + (uint64_t)(*p - '0');
	}
	sc->at = p;
	*np = n;
	return true;
}

bool
scan_signed(struct sort_scan *sc, sort_num *np)
{
	const char *p = sc->at;
	const bool minus = *p == '-';
	sort_num n = 0;
	unsigned digits = 0;

	if (*p == '-' || *p == '+')
		p++;
	if (*p < '0' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		n = n * 10 + (*p - '0');
		if (n != 0 && ++digits > SORT_DIGITS)
			return scan_bad(sc, MSG_ICE007A);
	}
	sc->at = p;
	*np = minus ? -n : n;
	return true;
}

/* --- constants -------------------------------------------------------------
 */

/* The text between apostrophes, two of which are one. */
static bool
quoted(struct sort_scan *sc, char *out, uint32_t *np)
{
	const char *p = sc->at + 1;
	uint32_t n = 0;

	for (; *p != '\0'; p++) {
		if (*p == '\'' && *++p != '\'')
			break;
		if (n == SORT_CONST * 2)
			return scan_bad(sc, MSG_ICE007A);
		out[n++] = *p;
	}
	if (p[-1] != '\'')
		return scan_bad(sc, MSG_ICE007A);
	sc->at = p;
	*np = n;
	return true;
}

static int
nibble(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool
from_hex(const char *text, uint32_t n, uint8_t *out)
{
	int hi, lo;

	if (n == 0 || n % 2 != 0)
		return false;
	for (uint32_t i = 0; i < n; i += 2) {
		hi = nibble(text[i]);
		lo = nibble(text[i + 1]);
		if (hi < 0 || lo < 0)
			return false;
		out[i / 2] = (uint8_t)(hi << 4 | lo);
	}
	return true;
}

bool
scan_constant(struct sort_scan *sc, bool bare, const uint8_t **bytesp,
    uint32_t *np, bool *hexp)
{
	const char mark = *sc->at == '\'' ? 'C' : *sc->at;
	char text[SORT_CONST * 2];
	uint8_t *out;
	uint32_t n = 0;

	if (*sc->at == '\'' ? !bare
			    : (mark != 'C' && mark != 'X') || sc->at[1] != '\'')
		return false;
	if (*sc->at != '\'')
		sc->at++;
	if (!quoted(sc, text, &n))
		return false;
	if ((out = arena_alloc(sc->s->arena, n + 1)) == NULL)
		return scan_note(sc, "NO MEMORY");
	if (mark == 'X') {
		if (!from_hex(text, n, out))
			return scan_bad(sc, MSG_ICE007A);
		n /= 2;
	} else {
		for (uint32_t i = 0; i < n; i++)
			out[i] = sc->s->text.to[(uint8_t)text[i]];
	}
	if (n > SORT_CONST)
		return scan_bad(sc, MSG_ICE007A);
	*bytesp = out;
	*np = n;
	*hexp = mark == 'X';
	return true;
}

/* --- fields ----------------------------------------------------------------
 */

bool
scan_fmt(struct sort_scan *sc, enum sort_fmt *fmtp)
{
	static const struct {
		const char *name;
		enum sort_fmt fmt;
	} fmts[] = {{"CH", SORT_CH}, {"AC", SORT_AC}, {"BI", SORT_BI},
	    {"FI", SORT_FI}, {"PD", SORT_PD}, {"ZD", SORT_ZD}, {"FS", SORT_FS},
	    {"CSF", SORT_FS}, {"UFF", SORT_UFF}, {"SFF", SORT_SFF},
	    {"SS", SORT_SS}};
	size_t i;

	for (i = 0; i < sizeof(fmts) / sizeof(fmts[0]); i++)
		if (scan_word(sc, fmts[i].name)) {
			*fmtp = fmts[i].fmt;
			return true;
		}
	return false;
}

bool
scan_field(struct sort_scan *sc, struct sort_field *f)
{
	uint64_t pos, len;

	if (!scan_number(sc, SORT_RECORD, &pos) || pos == 0 ||
	    !scan_char(sc, ',') || !scan_number(sc, SORT_RECORD, &len) ||
	    len == 0 || pos + len - 1 > SORT_RECORD)
		return false;
	f->pos = (uint32_t)pos;
	f->len = (uint32_t)len;
	return true;
}

bool
sort_is_number(enum sort_fmt fmt)
{
	return fmt == SORT_FI || fmt == SORT_PD || fmt == SORT_ZD ||
	       fmt == SORT_FS || fmt == SORT_UFF || fmt == SORT_SFF;
}

bool
sort_fmt_len(enum sort_fmt fmt, uint32_t len)
{
	switch (fmt) {
	case SORT_CH:
	case SORT_AC:
	case SORT_BI:
	case SORT_SS:
		return len <= SORT_KEYS;
	case SORT_PD:
		return len <= 16;
	case SORT_ZD:
		return len <= SORT_DIGITS;
	case SORT_FI:
		return len <= 8;
	case SORT_FS:
		return len <= 32;
	case SORT_UFF:
	case SORT_SFF:
		return len <= 44;
	default:
		return false;
	}
}

void
scan_skip(struct sort_scan *sc)
{
	unsigned depth = 0;
	bool quote = false;

	for (; *sc->at != '\0'; sc->at++) {
		if (*sc->at == '\'')
			quote = !quote;
		else if (!quote && *sc->at == '(')
			depth++;
		else if (!quote && depth == 0 &&
			 (*sc->at == ',' || *sc->at == ')'))
			return;
		else if (!quote && *sc->at == ')')
			depth--;
	}
}
