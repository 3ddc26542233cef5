/*
 * What FIELDS=, BUILD=, OVERLAY= and IFTHEN= of INREC, OUTREC and OUTFIL say:
 *
 *	c:		column
 *	p,m		a field; p alone: the rest of a variable record
 *	nX nZ nC'..' nX'..'	blanks, zeros, constants n times
 *	p,m,f,edit	a number by a mask or a pattern, or TO= a format
 *	p,m,HEX  p,m,TRAN=LTOU|UTOL  p,m,CHANGE=(..)
 *	SEQNUM,n,f  DATE1
 */
#include <string.h>

#include "utilities/sort_int.h"

struct reading {
	struct sort_scan *sc;
	struct sort_reform *reform;
	struct sort_piece **tail;
	bool outfil;
};

static bool
wrong(struct reading *r)
{
	return scan_bad(r->sc, MSG_ICE111A);
}

static void *
take(struct reading *r, size_t size)
{
	void *p = arena_alloc(r->sc->s->arena, size);

	if (p == NULL)
		scan_note(r->sc, "NO MEMORY");
	return p;
}

static void
reaches(struct reading *r, const struct sort_field *f)
{
	if (f->pos + f->len - 1 > r->reform->need)
		r->reform->need = f->pos + f->len - 1;
}

/* --- numbers edited --------------------------------------------------------
 */

/* A pattern: what stands in its parentheses. */
static bool
read_pattern(struct reading *r, struct sort_edit *e)
{
	struct sort_scan *sc = r->sc;
	const bool quoted = sc->at[0] == '(' && sc->at[1] == '\'';
	size_t n;

	if (!scan_need(sc, '('))
		return false;
	sc->at += quoted;
	n = strcspn(sc->at, quoted ? "'" : ")");
	if (n == 0 || n >= SORT_EDIT || strcspn(sc->at, "IT") >= n)
		return wrong(r);
	memcpy(e->pattern, sc->at, n);
	e->pattern[n] = '\0';
	sc->at += n + quoted;
	return scan_need(sc, ')');
}

/* (lp,ln,tp,tn): characters, as they are or as constants. */
static bool
read_signs(struct reading *r, struct sort_edit *e)
{
	struct sort_scan *sc = r->sc;
	const uint8_t *bytes;
	uint32_t n;
	bool hex;

	if (!scan_need(sc, '('))
		return false;
	for (unsigned i = 0; i < 4; i++) {
		e->signs[i] = sc->s->text.blank;
		if (*sc->at == ',' || *sc->at == ')') {
			/* not said */
		} else if (scan_constant(sc, true, &bytes, &n, &hex)) {
			if (n != 1)
				return wrong(r);
			e->signs[i] = bytes[0];
		} else if (*sc->at != '\0' && !sc->bad) {
			e->signs[i] = sc->s->text.to[(uint8_t)*sc->at++];
		}
		if (!scan_char(sc, ','))
			break;
	}
	return scan_need(sc, ')');
}

struct number_options {
	bool first; /* no comma stands in front of the next one */
	bool masked, patterned, signs, to, length;
	unsigned mask;
	struct sort_edit edit;
	enum sort_fmt fmt;
	uint64_t len;
};

/* M0 to M26 */
static bool
scan_mask(struct sort_scan *sc, unsigned *mp)
{
	const char *at = sc->at;
	unsigned m = 0;

	if (at[0] != 'M' || at[1] < '0' || at[1] > '9')
		return false;
	for (at++; *at >= '0' && *at <= '9' && m < 100; at++)
		m = m * 10 + (unsigned)(*at - '0');
	sc->at = at;
	*mp = m;
	return true;
}

/* One option; false: there is none, or it is bad. */
static bool
number_option(struct reading *r, struct number_options *o)
{
	struct sort_scan *sc = r->sc;
	const char *before = sc->at;

	if (!o->first && !scan_char(sc, ','))
		return false;
	o->first = false;
	if (scan_mask(sc, &o->mask))
		return o->masked = true;
	if (scan_word(sc, "EDIT"))
		return o->patterned =
			   scan_need(sc, '=') && read_pattern(r, &o->edit);
	if (scan_word(sc, "SIGNS"))
		return o->signs = scan_need(sc, '=') && read_signs(r, &o->edit);
	if (scan_word(sc, "TO")) {
		o->to = scan_need(sc, '=') && scan_fmt(sc, &o->fmt);
		return o->to || wrong(r);
	}
	if (scan_word(sc, "LENGTH")) {
		o->length = scan_need(sc, '=') &&
			    scan_number(sc, 255, &o->len) && o->len > 0;
		return o->length || wrong(r);
	}
	if (scan_word(sc, "ADD") || scan_word(sc, "SUB") ||
	    scan_word(sc, "MUL") || scan_word(sc, "DIV") ||
	    scan_word(sc, "MOD"))
		return scan_note(
		    sc, "ARITHMETIC OF FIELDS IS NOT BUILT IN THIS VERSION");
	sc->at = before;
	return false;
}

/* Bytes that TO= has for that many digits. */
static uint32_t
converted_len(enum sort_fmt fmt, unsigned digits)
{
	switch (fmt) {
	case SORT_PD:
		return digits / 2 + 1;
	case SORT_BI:
	case SORT_FI:
		return digits < 10 ? 4 : 8;
	case SORT_FS:
		return digits + 1;
	default:
		return digits;
	}
}

static bool
edit_of(struct reading *r, struct number_options *o, struct sort_piece *p)
{
	struct sort_scan *sc = r->sc;

	p->edit = take(r, sizeof(*p->edit));
	if (p->edit == NULL)
		return false;
	p->kind = SORT_EDITED;
	if (!o->patterned) {
		if (!sort_mask(
			o->mask, sort_digits(&p->f), &sc->s->text, p->edit))
			return wrong(r);
		if (o->signs)
			memcpy(p->edit->signs, o->edit.signs, 4);
	} else {
		*p->edit = o->edit;
		if (!o->signs) {
			memset(p->edit->signs, sc->s->text.blank, 4);
			p->edit->signs[1] = p->edit->signs[3] =
			    sc->s->text.to['-'];
		}
	}
	p->out_len =
	    o->length ? (uint32_t)o->len : (uint32_t)strlen(p->edit->pattern);
	return true;
}

static bool
read_number(struct reading *r, struct sort_piece *p, bool first)
{
	struct number_options o = {.fmt = SORT_NOFMT, .first = first};

	while (number_option(r, &o))
		continue;
	if (r->sc->bad)
		return false;
	if (!sort_fmt_len(p->f.fmt, p->f.len) ||
	    (!sort_is_number(p->f.fmt) &&
		(p->f.fmt != SORT_BI || p->f.len > 8)))
		return wrong(r);
	if (!o.to)
		return edit_of(r, &o, p);
	if (o.masked || o.patterned || o.fmt == SORT_CH || o.fmt == SORT_SS ||
	    o.fmt == SORT_AC || o.fmt == SORT_UFF || o.fmt == SORT_SFF)
		return wrong(r);
	p->kind = SORT_CONVERTED;
	p->to = o.fmt;
	p->out_len = o.length ? (uint32_t)o.len
			      : converted_len(o.fmt, sort_digits(&p->f));
	return sort_fmt_len(p->to, p->out_len) || wrong(r);
}

bool
sort_number_read(struct sort_scan *sc, struct sort_piece *p, bool first)
{
	struct reading r = {.sc = sc};

	return read_number(&r, p, first);
}

/* --- tables ----------------------------------------------------------------
 */

static bool
read_tran(struct reading *r, struct sort_piece *p)
{
	struct sort_scan *sc = r->sc;
	const struct dd_text *text = &sc->s->text;
	const bool upper = scan_word(sc, "LTOU");
	uint8_t *table = take(r, 256);
	uint8_t c;

	if (table == NULL)
		return false;
	if (!upper && !scan_word(sc, "UTOL"))
		return scan_note(sc, "TRAN= TAKES LTOU AND UTOL");
	for (unsigned i = 0; i < 256; i++)
		table[i] = (uint8_t)i;
	for (c = 'a'; c <= 'z'; c++) {
		const uint8_t low = text->to[c], high = text->to[c - 32];

		table[upper ? low : high] = upper ? high : low;
	}
	p->kind = SORT_TRAN;
	p->bytes = table;
	p->out_len = p->f.len;
	return true;
}

static bool
change_pair(struct reading *r, struct sort_piece *p, struct sort_change *c)
{
	struct sort_scan *sc = r->sc;
	struct sort_field f;
	bool hex;

	if (!scan_need(sc, ',') ||
	    !scan_constant(sc, false, &c->from, &c->nfrom, &hex) ||
	    !scan_need(sc, ','))
		return wrong(r);
	if (c->nfrom > p->f.len)
		return wrong(r);
	if (scan_constant(sc, false, &c->to, &c->nto, &hex))
		return c->nto <= p->out_len || wrong(r);
	if (scan_field(sc, &f))
		return scan_note(sc, "CHANGE= TAKES CONSTANTS");
	return wrong(r);
}

/* CHANGE=(v,find,set,...)[,NOMATCH=(set)] */
static bool
read_change(struct reading *r, struct sort_piece *p)
{
	struct sort_scan *sc = r->sc;
	struct sort_change **tail = &p->changes;
	const char *before;
	struct sort_field f = {0};
	uint64_t n;
	bool hex;

	if (!scan_need(sc, '(') || !scan_number(sc, 64, &n) || n == 0)
		return wrong(r);
	p->kind = SORT_CHANGED;
	p->out_len = (uint32_t)n;
	do {
		if ((*tail = take(r, sizeof(**tail))) == NULL ||
		    !change_pair(r, p, *tail))
			return false;
		tail = &(*tail)->next;
	} while (*sc->at == ',');
	if (!scan_need(sc, ')'))
		return false;
	before = sc->at;
	if (!scan_char(sc, ',') || !scan_word(sc, "NOMATCH")) {
		sc->at = before;
		return true;
	}
	if (!scan_need(sc, '=') || !scan_need(sc, '('))
		return false;
	if (scan_field(sc, &f)) {
		p->nomatch_pos = f.pos;
		p->nnomatch = f.len;
		reaches(r, &f);
	} else if (!scan_constant(sc, false, &p->nomatch, &p->nnomatch, &hex)) {
		return wrong(r);
	}
	return p->nnomatch <= p->out_len ? scan_need(sc, ')') : wrong(r);
}

/* --- pieces ----------------------------------------------------------------
 */

/* SEQNUM,n,fmt[,START=j][,INCR=i][,RESTART=(p,m)] */
static bool
read_seqnum(struct reading *r, struct sort_piece *p)
{
	struct sort_scan *sc = r->sc;
	const char *before;
	uint64_t n;
	bool ok = true;

	if (!scan_need(sc, ',') || !scan_number(sc, 16, &n) || n == 0 ||
	    !scan_need(sc, ',') || !scan_fmt(sc, &p->to) ||
	    (p->to != SORT_ZD && p->to != SORT_PD && p->to != SORT_BI &&
		p->to != SORT_FI && p->to != SORT_FS) ||
	    !sort_fmt_len(p->to, (uint32_t)n))
		return wrong(r);
	p->kind = SORT_SEQNUM;
	p->out_len = (uint32_t)n;
	p->start = p->step = 1;
	for (before = sc->at; ok && scan_char(sc, ','); before = sc->at) {
		if (scan_word(sc, "START")) {
			ok = scan_char(sc, '=') && scan_signed(sc, &p->start);
		} else if (scan_word(sc, "INCR")) {
			ok = scan_char(sc, '=') && scan_signed(sc, &p->step);
		} else if (scan_word(sc, "RESTART")) {
			ok = scan_char(sc, '=') && scan_char(sc, '(') &&
			     scan_field(sc, &p->restart) &&
			     scan_char(sc, ')') &&
			     (p->restart_value = take(r, p->restart.len)) !=
				 NULL;
			if (ok)
				reaches(r, &p->restart);
		} else {
			break;
		}
	}
	sc->at = ok ? before : sc->at;
	p->next_number = p->start;
	return ok || wrong(r);
}

static bool
literal(struct reading *r, struct sort_piece *p, uint8_t byte, uint32_t n)
{
	uint8_t *b = take(r, 1);

	if (b == NULL)
		return false;
	*b = byte;
	p->kind = SORT_LITERAL;
	p->bytes = b;
	p->nbytes = 1;
	p->repeat = n;
	p->out_len = n;
	return true;
}

/* nX, nZ, nC'..', nX'..', n being read; false: none of these, or bad. */
static bool
read_literal(struct reading *r, struct sort_piece *p, uint32_t n)
{
	struct sort_scan *sc = r->sc;
	bool hex;

	if (scan_constant(sc, false, &p->bytes, &p->nbytes, &hex)) {
		p->kind = SORT_LITERAL;
		p->repeat = n;
		p->out_len = n * p->nbytes;
		return p->nbytes > 0 || wrong(r);
	}
	if (sc->bad)
		return false;
	if (scan_word(sc, "X"))
		return literal(r, p, sc->s->text.blank, n);
	if (scan_word(sc, "Z"))
		return literal(r, p, 0, n);
	return false;
}

/* Behind p,m. */
static bool
read_field_options(struct reading *r, struct sort_piece *p)
{
	struct sort_scan *sc = r->sc;
	const char *before = sc->at;

	p->kind = SORT_COPIED;
	p->out_len = p->f.len;
	reaches(r, &p->f);
	if (!scan_char(sc, ','))
		return true;
	if (scan_word(sc, "H") || scan_word(sc, "F") || scan_word(sc, "D")) {
		p->align = sc->at[-1] == 'H' ? 2 : sc->at[-1] == 'F' ? 4 : 8;
		return true;
	}
	if (scan_word(sc, "HEX")) {
		p->kind = SORT_HEX;
		p->out_len = 2 * p->f.len;
		return true;
	}
	if (scan_word(sc, "TRAN"))
		return scan_need(sc, '=') && read_tran(r, p);
	if (scan_word(sc, "CHANGE"))
		return scan_need(sc, '=') && read_change(r, p);
	if (scan_fmt(sc, &p->f.fmt))
		return read_number(r, p, false);
	sc->at = before;
	return true;
}

/* What begins with a number that is no column. */
static bool
read_numbered(struct reading *r, struct sort_piece *p)
{
	struct sort_scan *sc = r->sc;
	const char *before = sc->at;
	uint64_t n;

	if (!scan_number(sc, SORT_RECORD, &n) || n == 0)
		return wrong(r);
	if (read_literal(r, p, (uint32_t)n))
		return true;
	if (sc->bad)
		return false;
	if (scan_char(sc, '/')) {
		p->kind = SORT_NEWLINE;
		p->repeat = (uint32_t)n;
		r->reform->lines = true;
		return r->outfil || wrong(r);
	}
	sc->at = before;
	if (scan_field(sc, &p->f))
		return read_field_options(r, p);
	if (sc->bad)
		return false;
	sc->at = before;
	scan_number(sc, SORT_RECORD, &n);
	p->kind = SORT_REST;
	p->f.pos = (uint32_t)n;
	return true;
}

static bool
read_piece(struct reading *r, struct sort_piece *p)
{
	struct sort_scan *sc = r->sc;
	const char *before = sc->at;
	uint64_t n;

	if (*sc->at >= '0' && *sc->at <= '9') {
		if (scan_number(sc, SORT_RECORD, &n) && scan_char(sc, ':')) {
			if (n == 0)
				return wrong(r);
			p->column = (uint32_t)n;
		} else {
			sc->at = before;
		}
	}
	if (*sc->at >= '0' && *sc->at <= '9')
		return read_numbered(r, p);
	if (scan_word(sc, "SEQNUM"))
		return read_seqnum(r, p);
	if (read_literal(r, p, 1))
		return true;
	if (sc->bad)
		return false;
	if (scan_char(sc, '/')) {
		p->kind = SORT_NEWLINE;
		p->repeat = 1;
		r->reform->lines = true;
		return r->outfil || wrong(r);
	}
	if (scan_date(sc, &p->bytes, &p->nbytes)) {
		p->kind = SORT_LITERAL;
		p->repeat = 1;
		p->out_len = p->nbytes;
		return true;
	}
	return wrong(r);
}

/* Columns ascend, and nothing is longer than a record. */
static bool
check_columns(struct reading *r)
{
	const bool build = r->reform->kind == SORT_BUILD;
	const struct sort_piece *p;
	uint64_t at = 0;

	for (p = r->reform->pieces; p != NULL; p = p->next) {
		if (p->kind == SORT_NEWLINE) {
			at = 0;
			continue;
		}
		if (p->column != 0 && build && p->column <= at)
			return wrong(r);
		if (p->column != 0)
			at = p->column - 1;
		if (p->align != 0)
			at = (at + p->align - 1) / p->align * p->align;
		at += p->out_len;
		if (at > SORT_RECORD)
			return wrong(r);
		/* the rest ends the record */
		if (p->kind == SORT_REST && (p->next != NULL || !build))
			return wrong(r);
	}
	return true;
}

bool
sort_build_read(struct sort_scan *sc, enum sort_reform_kind kind, bool outfil,
    struct sort_reform **rp)
{
	struct reading r = {.sc = sc, .outfil = outfil};
	const bool list = scan_char(sc, '(');

	if ((r.reform = take(&r, sizeof(*r.reform))) == NULL)
		return false;
	r.reform->kind = kind;
	r.tail = &r.reform->pieces;
	do {
		if ((*r.tail = take(&r, sizeof(**r.tail))) == NULL ||
		    !read_piece(&r, *r.tail))
			return false;
		r.tail = &(*r.tail)->next;
	} while (list && scan_char(sc, ','));
	if (list && !scan_need(sc, ')'))
		return false;
	if (!check_columns(&r))
		return false;
	*rp = r.reform;
	return true;
}

/* --- IFTHEN ----------------------------------------------------------------
 */

static bool
read_when(struct reading *r, struct sort_clause *c)
{
	struct sort_scan *sc = r->sc;

	if (scan_word(sc, "INIT")) {
		c->when = SORT_INIT;
		return true;
	}
	if (scan_word(sc, "NONE")) {
		c->when = SORT_OTHERWISE;
		return true;
	}
	if (*sc->at != '(')
		return scan_note(sc, "WHEN= TAKES INIT, NONE AND CONDITIONS");
	c->when = SORT_WHEN;
	return sort_cond_read(sc, &c->filter);
}

bool
sort_ifthen_read(struct sort_scan *sc, bool outfil, struct sort_reform **rp)
{
	struct reading r = {.sc = sc, .outfil = outfil};
	struct sort_clause *c = take(&r, sizeof(*c)), **tail;
	bool ok;

	if (*rp == NULL && (*rp = take(&r, sizeof(**rp))) != NULL)
		(*rp)->kind = SORT_IFTHEN;
	if (c == NULL || *rp == NULL)
		return false;
	if ((*rp)->kind != SORT_IFTHEN)
		return wrong(&r);
	if (!scan_need(sc, '=') || !scan_need(sc, '(') ||
	    !scan_word(sc, "WHEN") || !scan_char(sc, '=') || !read_when(&r, c))
		return wrong(&r);
	for (ok = true; ok && scan_char(sc, ',');) {
		if (scan_word(sc, "BUILD"))
			ok = scan_need(sc, '=') &&
			     sort_build_read(sc, SORT_BUILD, false, &c->reform);
		else if (scan_word(sc, "OVERLAY"))
			ok = scan_need(sc, '=') &&
			     sort_build_read(
				 sc, SORT_OVERLAY, false, &c->reform);
		else if (scan_word(sc, "HIT"))
			ok = c->go_on =
			    scan_need(sc, '=') && scan_word(sc, "NEXT");
		else
			ok = scan_note(sc, "IFTHEN= TAKES WHEN, BUILD, "
					   "OVERLAY AND HIT");
	}
	if (!ok || !scan_need(sc, ')'))
		return wrong(&r);
	for (tail = &(*rp)->clauses; *tail != NULL; tail = &(*tail)->next)
		continue;
	*tail = c;
	return true;
}
