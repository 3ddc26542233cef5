/*
 * libFuzzer target: decks made from the descriptors of all commands.
 *
 * The bytes choose: which verb, which of its parameters in which spelling,
 * which values of the type that the descriptor names, legal or not; what stands
 * between words (blanks, commas, comments, continuation marks, ends of
 * records); where parentheses are missing, doubled or nested deeply; which
 * commands stand under IF, ELSE and DO. What comes out is nearly right, so that
 * every descriptor is reached and bound, not only the first character refused.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/reader_promises.h"

enum { DECK_MAX = 1 << 16, DEPTH_MAX = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct maker {
	const uint8_t *p, *end; /* what chooses */
	char text[DECK_MAX];
	size_t len;
};

static struct maker maker; /* larger than a stack should hold */

static unsigned
take(struct maker *m)
{
	return m->p < m->end ? *m->p++ : 0;
}

static void put(struct maker *m, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void
put(struct maker *m, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(m->text + m->len, DECK_MAX - m->len, fmt, ap);
	va_end(ap);
	if (n > 0 && m->len + (size_t)n < DECK_MAX)
		m->len += (size_t)n;
}

/* One of the strings; most often the first. */
static void
put_one(struct maker *m, const char *const *of, size_t n)
{
	unsigned c = take(m);

	put(m, "%s", c < 160 ? of[0] : of[c % n]);
}
#define ONE(m, ...)                                            \
	do {                                                   \
		static const char *const of[] = {__VA_ARGS__}; \
		put_one((m), of, sizeof(of) / sizeof(of[0]));  \
	} while (0)

static void
put_separator(struct maker *m)
{
	ONE(m, " ", " -\n  ", " +\n    ", ",", ", ", " /* X */ ",
	    " /* X -\n Y */ ", "/* */", "\n ", "  ,, ", ";", " ; ", " -  \n",
	    "+\n", "-", "", "                                        -\n ");
}

static void
put_repeated(struct maker *m, const char *what)
{
	unsigned n = take(m);

	n = n < 200 ? 1 : (n - 199) * 8;
	while (n-- > 0)
		put(m, "%s", what);
}

/* The keyword, or one of its other spellings, or part of it. */
static void
put_keyword(struct maker *m, const struct ams_desc *d)
{
	const char *o = d->others;
	unsigned c = take(m);
	size_t n;

	if (c >= 250 || o == NULL || c < 128) {
		put(m, "%.*s", c >= 250 ? 3 : 40, d->keyword);
		return;
	}
	for (c %= 4; c > 0 && strchr(o, ' ') != NULL; c--)
		o = strchr(o, ' ') + 1;
	n = strcspn(o, " ");
	put(m, "%.*s", (int)n, o);
}

static void
put_int(struct maker *m, const struct ams_desc *d)
{
	unsigned c = take(m);

	switch (c % 8) {
	case 0:
		put(m, "%lld", (long long)d->min - 1);
		break;
	case 1:
		put(m, "%lld", (long long)d->max);
		break;
	case 2:
		put(m, "%lld", (long long)d->max + (d->max < INT64_MAX));
		break;
	case 3:
		put(m, "X'%X'", take(m));
		break;
	case 4:
		put(m, "B'10%d1'", (int)(c / 128));
		break;
	case 5:
		ONE(m, "99999999999999999999", "1A", "-1", "''", "0");
		break;
	default:
		put(m, "%lld", (long long)d->min);
		break;
	}
}

static void
put_word(struct maker *m, const char *words)
{
	unsigned c = take(m);
	size_t n;

	if (words == NULL)
		return;
	for (c %= 8; c > 0 && strchr(words, ' ') != NULL; c--)
		words = strchr(words, ' ') + 1;
	n = strcspn(words, " ");
	put(m, "%.*s", (int)n, words);
}

static void put_list(struct maker *m, const struct ams_desc *table, int depth);

static void
put_value(struct maker *m, const struct ams_desc *d, int depth)
{
	switch (d->type) {
	case AMS_INT:
		put_int(m, d);
		break;
	case AMS_WORD:
		put_word(m, d->words);
		break;
	case AMS_SUBLISTS:
		put(m, "(");
		put_list(m, d->sub, depth + 1);
		put(m, ")");
		break;
	case AMS_DATE:
		ONE(m, "2030100", "99365", "30366", "2030000", "203010",
		    "X'1'");
		break;
	case AMS_STRING:
		ONE(m, "ABC", "'A''B;C'", "X'C1C2'", "X'C1C'", "ABC*", "''",
		    "'OPEN", "X'ZZ'", "B'012'", "A/B");
		put_repeated(m, "Z");
		break;
	default:
		ONE(m, "A.B.C", "'A.B'", "A", "A.B(MEM)", "A.*", "A.**", "%A*",
		    "A.B/PW", "A.B(+1)", "A.B(-99)", "A..B", ".A", "A.B(",
		    "TOOLONGNAME", "a.b", "VOL001", "*", "A/", "A.B/TOOLONGPW",
		    "'", "X'C1'", "&X..Y", "A-B", "@#$.A");
		break;
	}
}

/* Values, and the sub-parameters that may follow them. */
static void
put_values(struct maker *m, const struct ams_desc *d, int depth)
{
	int n = 1 + (int)(take(m) & 3);

	if (d->values_max > 1 && take(m) > 240)
		n = d->values_max + 1;
	put_value(m, d, depth);
	while (--n > 0 && d->values_max != 0) {
		put_separator(m);
		put_value(m, d, depth);
	}
	if (d->sub != NULL && d->type != AMS_SUBLISTS) {
		put_separator(m);
		put_list(m, d->sub, depth + 1);
	}
}

static void
put_param(struct maker *m, const struct ams_desc *d, int depth)
{
	bool positional = (d->flags & AMS_POSITIONAL) != 0 && take(m) < 250;

	if (!positional)
		put_keyword(m, d);
	if (d->type == AMS_FLAG && take(m) < 250)
		return;
	if (take(m) < 250)
		put_repeated(m, "(");
	if (d->type == AMS_LIST)
		put_list(m, d->sub, depth + 1);
	else
		put_values(m, d, depth);
	if (take(m) < 250)
		put_repeated(m, ")");
}

/* What must be there first, then some of the others. */
static void
put_list(struct maker *m, const struct ams_desc *table, int depth)
{
	unsigned rows = 0, n, i;

	if (table == NULL || depth > DEPTH_MAX)
		return;
	while (table[rows].keyword != NULL)
		rows++;
	for (i = 0; i < rows; i++) {
		if ((table[i].flags & AMS_REQUIRED) == 0 || take(m) > 250)
			continue;
		put_param(m, &table[i], depth);
		put_separator(m);
	}
	for (n = take(m) % 6; n > 0 && rows > 0; n--) {
		put_param(m, &table[(take(m) | take(m) << 8) % rows], depth);
		put_separator(m);
	}
}

static void
put_command(struct maker *m)
{
	const struct ams_verb *v;
	unsigned n = 0;

	while (ams_verbs[n] != NULL)
		n++;
	v = ams_verbs[take(m) % n];
	put(m, " %s", v->others != NULL && take(m) > 200 ? v->others : v->verb);
	put_separator(m);
	put_list(m, v->params, 0);
	put(m, "\n");
}

static void
put_modal(struct maker *m, unsigned which)
{
	switch (which % 6) {
	case 0:
		ONE(m, " IF LASTCC = 0 THEN -\n", " IF MAXCC GT 4 THEN\n",
		    " IF LASTCC=8 THEN DO\n", " IF\n", " IF LASTCC ! 1 THEN\n",
		    " IF MAXCC <= 99999999999 THEN DO -\n");
		break;
	case 1:
		ONE(m, " ELSE -\n", " ELSE\n", " ELSE DO\n", " ELSE IF -\n");
		break;
	case 2:
		ONE(m, " END\n", " END -\n", " DO\n", " END END\n");
		break;
	case 3:
		ONE(m, " SET MAXCC = 0\n", " SET LASTCC=4\n", " SET LASTCC 4\n",
		    " SET MAXCC = -1\n", " SET\n");
		break;
	case 4:
		put(m, " PARM ");
		put_list(m, ams_verb_parm.params, 0);
		put(m, "\n");
		break;
	default:
		ONE(m, "\n", " /* X */\n", " /* X -\n", " */ -\n", " ;\n",
		    "COLUMN 1\n", " CANCEL X\n");
		break;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct maker *m = &maker;
	unsigned c;

	if (size == 0)
		return 0;
	m->p = data + 1;
	m->end = data + size;
	m->len = 0;
	while (m->p < m->end && m->len < DECK_MAX - 256) {
		c = take(m);
		if (c < 100)
			put_command(m);
		else
			put_modal(m, c);
	}
	/* EXEC PARM is fuzz_ams's. */
	promises_read(m->text, m->len, data[0] & ~4u);
	return 0;
}
