/*
 * COND= of INCLUDE, OMIT and OUTFIL, and WHEN= of IFTHEN:
 *
 *	(p1,m1,f1,EQ,p2,m2,f2)		a field beside a field
 *	(p1,m1,f1,EQ,constant)		... beside a constant
 *	(a,AND,b,OR,(c,OR,d))		AND binds closer
 *
 * A character or hexadecimal constant is cut, or filled on the right with
 * blanks or zeros, to the field's length. Source: SC23-6878 "Comparison
 * operators", "Padding and truncation".
 */
#include <string.h>

#include "utilities/sort_int.h"

enum { DEPTH = 32 };

struct reading {
	struct sort_scan *sc;
	uint32_t need;
	unsigned depth;
};

static struct sort_cond *read_or(struct reading *r);

static struct sort_cond *
new_cond(struct reading *r, enum sort_test test)
{
	struct sort_cond *c = arena_alloc(r->sc->s->arena, sizeof(*c));

	if (c == NULL)
		scan_note(r->sc, "NO MEMORY");
	else
		c->test = test;
	return c;
}

static struct sort_cond *
wrong(struct reading *r, enum msg_id id)
{
	scan_bad(r->sc, id);
	return NULL;
}

static void
reaches(struct reading *r, const struct sort_field *f)
{
	if (f->pos + f->len - 1 > r->need)
		r->need = f->pos + f->len - 1;
}

/* p,m,f; f may come from FORMAT=. */
static bool
read_field(struct reading *r, struct sort_field *f)
{
	struct sort_scan *sc = r->sc;
	const char *before;

	f->fmt = sc->fmt;
	if (!scan_field(sc, f))
		return scan_bad(sc, MSG_ICE113A);
	before = sc->at;
	if (!scan_char(sc, ',') || !scan_fmt(sc, &f->fmt))
		sc->at = before;
	if (f->fmt == SORT_NOFMT)
		return scan_bad(sc, MSG_ICE018A);
	if (!sort_fmt_len(f->fmt, f->len))
		return scan_bad(sc, MSG_ICE113A);
	reaches(r, f);
	return true;
}

static bool
read_rel(struct sort_scan *sc, enum sort_rel *relp)
{
	static const char *const names[] = {"EQ", "NE", "GT", "GE", "LT", "LE"};

	for (unsigned i = 0; i < 6; i++)
		if (scan_word(sc, names[i])) {
			*relp = (enum sort_rel)i;
			return true;
		}
	return false;
}

/* --- the second side -------------------------------------------------------
 */

/* As long as the field. */
static struct sort_cond *
fit_constant(struct reading *r, struct sort_cond *c, uint32_t n, bool hex)
{
	struct sort *s = r->sc->s;
	uint8_t *fit;

	if (n == 0)
		return wrong(r, MSG_ICE114A);
	if (c->x.fmt == SORT_SS) {
		if (c->rel != SORT_EQ && c->rel != SORT_NE)
			return wrong(r, MSG_ICE114A);
		c->test = SORT_SUBSTR;
		c->nbytes = n;
		return c;
	}
	if (sort_is_number(c->x.fmt))
		return wrong(r, MSG_ICE114A);
	if ((fit = arena_alloc(s->arena, c->x.len)) == NULL) {
		scan_note(r->sc, "NO MEMORY");
		return NULL;
	}
	memset(fit, hex ? 0 : s->text.blank, c->x.len);
	memcpy(fit, c->bytes, n < c->x.len ? n : c->x.len);
	c->test = SORT_BYTES;
	c->bytes = fit;
	c->nbytes = c->x.len;
	if (c->x.fmt == SORT_AC)
		c->order = s->text.from;
	return c;
}

static struct sort_cond *
beside_field(struct reading *r, struct sort_cond *c)
{
	const bool numbers = sort_is_number(c->x.fmt) && c->x.fmt != SORT_SS;

	if (!read_field(r, &c->y))
		return NULL;
	if (c->y.fmt == SORT_SS || c->x.fmt == SORT_SS)
		return wrong(r, MSG_ICE114A);
	if (numbers || sort_is_number(c->y.fmt)) {
		/* binary is unsigned, and as good a number */
		if ((!numbers && (c->x.fmt != SORT_BI || c->x.len > 8)) ||
		    (!sort_is_number(c->y.fmt) &&
			(c->y.fmt != SORT_BI || c->y.len > 8)))
			return wrong(r, MSG_ICE114A);
		c->test = SORT_NUMBERS;
		return c;
	}
	if ((c->x.fmt == SORT_AC) != (c->y.fmt == SORT_AC))
		return wrong(r, MSG_ICE114A);
	c->test = SORT_FIELD;
	c->left = c->x.fmt == SORT_BI && c->y.fmt == SORT_BI;
	c->pad = c->left ? 0 : r->sc->s->text.blank;
	if (c->x.fmt == SORT_AC)
		c->order = r->sc->s->text.from;
	return c;
}

/* Is a field p,m here, and no decimal constant? */
static bool
is_field(const struct sort_scan *sc)
{
	size_t n = strspn(sc->at, "0123456789");

	return n > 0 && sc->at[n] == ',' && sc->at[n + 1] >= '0' &&
	       sc->at[n + 1] <= '9';
}

static struct sort_cond *
beside(struct reading *r, struct sort_cond *c)
{
	struct sort_scan *sc = r->sc;
	bool hex = false;
	uint32_t n = 0;

	if (scan_word(sc, "NUM")) {
		if ((c->rel != SORT_EQ && c->rel != SORT_NE) ||
		    (c->x.fmt != SORT_FS && c->x.fmt != SORT_PD &&
			c->x.fmt != SORT_ZD))
			return wrong(r, MSG_ICE114A);
		c->test = SORT_NUMERIC;
		return c;
	}
	if (is_field(sc))
		return beside_field(r, c);
	if (scan_signed(sc, &c->number)) {
		if (!sort_is_number(c->x.fmt) &&
		    (c->x.fmt != SORT_BI || c->x.len > 8))
			return wrong(r, MSG_ICE114A);
		c->test = SORT_NUMBER;
		return c;
	}
	if (scan_constant(sc, false, &c->bytes, &n, &hex) ||
	    (!sc->bad && scan_date(sc, &c->bytes, &n)))
		return fit_constant(r, c, n, hex);
	return wrong(r, MSG_ICE114A);
}

/* --- expressions -----------------------------------------------------------
 */

static struct sort_cond *
read_factor(struct reading *r)
{
	struct sort_scan *sc = r->sc;
	struct sort_cond *c;

	if (r->depth > DEPTH)
		return wrong(r, MSG_ICE007A);
	if (scan_char(sc, '(')) {
		r->depth++;
		c = read_or(r);
		r->depth--;
		return c != NULL && scan_need(sc, ')') ? c : NULL;
	}
	if ((c = new_cond(r, SORT_BYTES)) == NULL || !read_field(r, &c->x))
		return NULL;
	if (!scan_char(sc, ',') || !read_rel(sc, &c->rel) ||
	    !scan_char(sc, ','))
		return wrong(r, MSG_ICE114A);
	return beside(r, c);
}

/* ",AND," or ",&,"; else nothing is passed. */
static bool
joined(struct sort_scan *sc, const char *word, char sign)
{
	const char *before = sc->at;

	if (scan_char(sc, ',') &&
	    (scan_word(sc, word) || scan_char(sc, sign)) && scan_char(sc, ','))
		return true;
	sc->at = before;
	return false;
}

static struct sort_cond *
join(struct reading *r, enum sort_test test, struct sort_cond *a,
    struct sort_cond *b)
{
	struct sort_cond *c;

	if (a == NULL || b == NULL || (c = new_cond(r, test)) == NULL)
		return NULL;
	c->a = a;
	c->b = b;
	return c;
}

static struct sort_cond *
read_and(struct reading *r)
{
	struct sort_cond *c = read_factor(r);

	while (c != NULL && joined(r->sc, "AND", '&'))
		c = join(r, SORT_AND, c, read_factor(r));
	return c;
}

static struct sort_cond *
read_or(struct reading *r)
{
	struct sort_cond *c = read_and(r);

	while (c != NULL && joined(r->sc, "OR", '|'))
		c = join(r, SORT_OR, c, read_and(r));
	return c;
}

bool
sort_cond_read(struct sort_scan *sc, struct sort_filter *fp)
{
	struct reading r = {.sc = sc};
	const bool list = scan_char(sc, '(');

	if (scan_word(sc, "ALL"))
		fp->cond = new_cond(&r, SORT_ALWAYS);
	else if (scan_word(sc, "NONE"))
		fp->cond = new_cond(&r, SORT_NEVER);
	else if (list)
		fp->cond = read_or(&r);
	else
		return scan_bad(sc, MSG_ICE007A);
	fp->need = r.need;
	if (fp->cond == NULL)
		return scan_bad(sc, MSG_ICE113A);
	return !list || scan_need(sc, ')');
}
