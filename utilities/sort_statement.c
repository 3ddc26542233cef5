/* SORT's statements, all but what they have in parentheses. */
#include <stdio.h>
#include <string.h>

#include "services/define.h"
#include "utilities/sort_int.h"

/* --- SORT, MERGE, SUM ------------------------------------------------------
 */

/* Control fields (p,m,f,s,...); with FORMAT= f is not there. */
static bool
read_control(struct sort_scan *sc, struct sort_control *k)
{
	if (!scan_field(sc, &k->f))
		return scan_bad(sc, MSG_ICE016A);
	if (!scan_need(sc, ','))
		return false;
	k->f.fmt = sc->fmt;
	if (scan_fmt(sc, &k->f.fmt) && !scan_need(sc, ','))
		return false;
	if (k->f.fmt == SORT_NOFMT || k->f.fmt == SORT_SS)
		return scan_bad(sc, MSG_ICE018A);
	if (!sort_fmt_len(k->f.fmt, k->f.len))
		return scan_bad(sc, MSG_ICE016A);
	if (scan_word(sc, "D"))
		k->descending = true;
	else if (scan_is(sc, "E"))
		return scan_note(sc, "E OF A CONTROL FIELD NEEDS AN EXIT; "
				     "EXITS ARE NOT CALLED");
	else if (!scan_word(sc, "A"))
		return scan_bad(sc, MSG_ICE016A);
	return true;
}

static bool
read_fields(struct sort_scan *sc, enum sort_op op)
{
	struct sort_plan *p = &sc->s->plan;
	uint32_t total = 0;

	if (p->op == SORT_NOOP)
		p->op = op;
	if (scan_word(sc, "COPY")) {
		p->op = SORT_COPY;
		return true;
	}
	if (!scan_need(sc, '('))
		return false;
	if (scan_word(sc, "COPY")) {
		p->op = SORT_COPY;
		return scan_need(sc, ')');
	}
	do {
		if (p->nkeys == SORT_FIELDS)
			return scan_bad(sc, MSG_ICE016A);
		if (!read_control(sc, &p->keys[p->nkeys]))
			return false;
		total += p->keys[p->nkeys++].f.len;
		if (total > SORT_KEYS)
			return scan_bad(sc, MSG_ICE016A);
	} while (scan_char(sc, ','));
	return scan_need(sc, ')');
}

static bool
read_sort(struct sort_scan *sc, enum sort_op op)
{
	bool fields = false, ok = true;
	uint64_t n;

	if (sc->s->plan.given)
		return scan_note(sc, "A SECOND SORT OR MERGE STATEMENT");
	sc->s->plan.given = true;
	do {
		if (scan_word(sc, "FIELDS")) {
			fields = true;
			ok = scan_need(sc, '=') && read_fields(sc, op);
		} else if (scan_word(sc, "FORMAT")) {
			scan_skip(sc); /* it was looked for before */
		} else if (scan_word(sc, "FILES")) {
			ok = scan_need(sc, '=') &&
			     (scan_number(sc, SORT_DDS, &n) ||
				 scan_bad(sc, MSG_ICE007A));
		} else {
			ok = sort_option(sc);
		}
	} while (ok && scan_char(sc, ','));
	return ok && (fields || scan_bad(sc, MSG_ICE012A));
}

static bool
sum_len(const struct sort_field *f)
{
	switch (f->fmt) {
	case SORT_BI:
	case SORT_FI:
		return f->len == 2 || f->len == 4 || f->len == 8;
	case SORT_PD:
	case SORT_ZD:
	case SORT_FS:
		return sort_fmt_len(f->fmt, f->len);
	default:
		return false;
	}
}

static bool
read_sums(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;
	struct sort_field *f;
	const char *before;

	do {
		if (p->nsums == SORT_FIELDS)
			return scan_bad(sc, MSG_ICE109A);
		f = &p->sums[p->nsums];
		f->fmt = sc->fmt;
		if (!scan_field(sc, f))
			return scan_bad(sc, MSG_ICE109A);
		before = sc->at;
		if (!scan_char(sc, ',') || !scan_fmt(sc, &f->fmt))
			sc->at = before;
		if (f->fmt == SORT_NOFMT)
			return scan_bad(sc, MSG_ICE018A);
		if (!sum_len(f))
			return scan_bad(sc, MSG_ICE109A);
		p->nsums++;
	} while (scan_char(sc, ','));
	return scan_need(sc, ')');
}

static bool
read_sum(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;
	bool ok = true;

	if (p->summed)
		return scan_note(sc, "A SECOND SUM STATEMENT");
	p->summed = true;
	do {
		if (scan_word(sc, "FIELDS")) {
			ok = scan_need(sc, '=');
			if (!ok || scan_word(sc, "NONE"))
				continue;
			if (!scan_need(sc, '('))
				return false;
			if (scan_word(sc, "NONE"))
				ok = scan_need(sc, ')');
			else
				ok = read_sums(sc);
		} else if (scan_word(sc, "FORMAT")) {
			scan_skip(sc);
		} else if (scan_is(sc, "XSUM")) {
			return scan_note(sc, "XSUM IS NO OPERAND OF DFSORT");
		} else {
			return scan_bad(sc, MSG_ICE006A);
		}
	} while (ok && scan_char(sc, ','));
	return ok;
}

/* --- INCLUDE, OMIT, INREC, OUTREC, RECORD ----------------------------------
 */

static bool
read_filter(struct sort_scan *sc, bool omit)
{
	struct sort_plan *p = &sc->s->plan;
	bool ok = true;

	if (p->filtered)
		return scan_note(sc, "A SECOND INCLUDE OR OMIT STATEMENT");
	p->filtered = true;
	p->filter.omit = omit;
	do {
		if (scan_word(sc, "COND"))
			ok = scan_need(sc, '=') &&
			     sort_cond_read(sc, &p->filter);
		else if (scan_word(sc, "FORMAT"))
			scan_skip(sc);
		else
			return scan_bad(sc, MSG_ICE006A);
	} while (ok && scan_char(sc, ','));
	return ok;
}

static bool
read_reform(struct sort_scan *sc, struct sort_reform **rp)
{
	uint64_t n;
	bool ok = true;

	if (*rp != NULL)
		return scan_note(sc, "A SECOND INREC OR OUTREC STATEMENT");
	do {
		if (scan_word(sc, "FIELDS") || scan_word(sc, "BUILD")) {
			ok = *rp == NULL && scan_need(sc, '=') &&
			     sort_build_read(sc, SORT_BUILD, false, rp);
		} else if (scan_word(sc, "OVERLAY")) {
			ok = *rp == NULL && scan_need(sc, '=') &&
			     sort_build_read(sc, SORT_OVERLAY, false, rp);
		} else if (scan_word(sc, "IFTHEN")) {
			ok = sort_ifthen_read(sc, false, rp);
		} else if (scan_word(sc, "IFOUTLEN")) {
			ok = scan_need(sc, '=') &&
			     scan_number(sc, SORT_RECORD, &n) && *rp != NULL;
			if (ok)
				(*rp)->out_len = (uint32_t)n;
		} else if (scan_is(sc, "PARSE") || scan_is(sc, "FINDREP")) {
			return scan_note(sc,
			    "%.*s IS NOT BUILT IN THIS VERSION",
			    (int)strcspn(sc->at, "="), sc->at);
		} else {
			return scan_bad(sc, MSG_ICE006A);
		}
	} while (ok && scan_char(sc, ','));
	return ok || scan_bad(sc, MSG_ICE111A);
}

/* LENGTH=(l1,l2,l3,...) */
static bool
read_lengths(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;
	const bool list = scan_char(sc, '(');
	uint64_t n;
	unsigned i = 0;

	do {
		n = 0;
		scan_number(sc, SORT_RECORD, &n);
		if (i < 3)
			p->lengths[i] = (uint32_t)n;
	} while (!sc->bad && ++i < 7 && list && scan_char(sc, ','));
	return !sc->bad && (!list || scan_need(sc, ')'));
}

static bool
read_record(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;
	bool ok = true;

	do {
		if (scan_word(sc, "TYPE")) {
			ok = scan_need(sc, '=');
			if (ok && (scan_word(sc, "F") || scan_word(sc, "FB")))
				p->type = 'F';
			else if (ok &&
				 (scan_word(sc, "V") || scan_word(sc, "VB")))
				p->type = 'V';
			else
				return scan_bad(sc, MSG_ICE007A);
		} else if (scan_word(sc, "LENGTH")) {
			ok = scan_need(sc, '=') && read_lengths(sc);
		} else {
			return scan_bad(sc, MSG_ICE006A);
		}
	} while (ok && scan_char(sc, ','));
	return ok;
}

static bool
read_options(struct sort_scan *sc)
{
	do {
		if (!sort_option(sc))
			return false;
	} while (scan_char(sc, ','));
	return true;
}

/* --- dates -----------------------------------------------------------------
 */

static const char *
date_text(unsigned n, char sep, char *out, size_t size)
{
	struct tm tm;
	char mark[2] = {sep, '\0'};
	int year;

	ds_now(&tm);
	year = (tm.tm_year + 1900) % 10000;
	if (n == 1)
		snprintf(out, size, "%04d%s%02d%s%02d", year, mark,
		    tm.tm_mon + 1, mark, tm.tm_mday);
	else if (n == 2)
		snprintf(out, size, "%04d%s%02d", year, mark, tm.tm_mon + 1);
	else if (n == 3)
		snprintf(out, size, "%04d%s%03d", year, mark, tm.tm_yday + 1);
	else
		snprintf(out, size, "%04d-%02d-%02d-%02d.%02d.%02d", year,
		    tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
		    tm.tm_sec);
	return out;
}

bool
scan_date(struct sort_scan *sc, const uint8_t **bytesp, uint32_t *np)
{
	static const char *const names[] = {"DATE1", "DATE2", "DATE3", "DATE4"};
	char text[64], sep = '\0';
	uint8_t *bytes;
	unsigned n = 0;
	size_t len;

	scan_char(sc, '&');
	while (n < 4 && !scan_word(sc, names[n]))
		n++;
	if (n == 4)
		return false;
	if (n < 3 && scan_char(sc, '(')) {
		sep = *sc->at;
		if (sep == '\0' || sep == ')')
			return scan_bad(sc, MSG_ICE007A);
		sc->at++;
		if (!scan_need(sc, ')'))
			return false;
	}
	len = strlen(date_text(n + 1, sep, text, sizeof(text)));
	if ((bytes = arena_alloc(sc->s->arena, len)) == NULL)
		return scan_note(sc, "NO MEMORY");
	for (size_t i = 0; i < len; i++)
		bytes[i] = sc->s->text.to[(uint8_t)text[i]];
	*bytesp = bytes;
	*np = (uint32_t)len;
	return true;
}

/* --- all of them -----------------------------------------------------------
 */

/* FORMAT= of a statement may stand behind what needs it. */
static void
find_format(struct sort_scan *sc)
{
	const char *begin = sc->at;
	unsigned depth = 0;
	bool quote = false;

	for (; *sc->at != '\0'; sc->at++) {
		if (*sc->at == '\'')
			quote = !quote;
		if (quote)
			continue;
		depth += *sc->at == '(';
		depth -= *sc->at == ')' && depth > 0;
		if (depth == 0 && strncmp(sc->at, "FORMAT=", 7) == 0) {
			sc->at += 7;
			scan_fmt(sc, &sc->fmt);
			break;
		}
	}
	sc->at = begin;
}

static bool
read_operands(struct sort_scan *sc, const char *op)
{
	struct sort_plan *p = &sc->s->plan;

	if (strcmp(op, "SORT") == 0)
		return read_sort(sc, SORT_SORT);
	if (strcmp(op, "MERGE") == 0)
		return read_sort(sc, SORT_MERGE);
	if (strcmp(op, "INCLUDE") == 0 || strcmp(op, "OMIT") == 0)
		return read_filter(sc, op[0] == 'O');
	if (strcmp(op, "SUM") == 0)
		return read_sum(sc);
	if (strcmp(op, "INREC") == 0)
		return read_reform(sc, &p->inrec);
	if (strcmp(op, "OUTREC") == 0)
		return read_reform(sc, &p->outrec);
	if (strcmp(op, "OUTFIL") == 0)
		return sort_outfil_read(sc);
	if (strcmp(op, "OPTION") == 0 || strcmp(op, "DEBUG") == 0)
		return read_options(sc);
	return read_record(sc);
}

static void
read_statement(struct sort *s, const struct sort_stmt *stmt)
{
	static const char *const known[] = {"SORT", "MERGE", "INCLUDE", "OMIT",
	    "SUM", "INREC", "OUTREC", "OUTFIL", "OPTION", "DEBUG", "RECORD"};
	static const char *const refused[] = {
	    "MODS", "ALTSEQ", "JOINKEYS", "JOIN", "REFORMAT"};
	struct sort_scan sc = {.s = s, .stmt = stmt, .at = stmt->text};
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (strcmp(stmt->op, refused[i]) == 0) {
			scan_note(&sc,
			    i == 0 ? "MODS: EXITS (E15, E35) ARE NOT CALLED"
				   : "%s IS NOT BUILT IN THIS VERSION",
			    stmt->op);
			return;
		}
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(stmt->op, known[i]) == 0)
			break;
	if (i == sizeof(known) / sizeof(known[0])) {
		sort_msg(s, MSG_ICE005A, NULL);
		return;
	}
	find_format(&sc);
	if (read_operands(&sc, stmt->op) && *sc.at != '\0')
		scan_bad(&sc, MSG_ICE007A);
}

/* EXEC PARM: options of OPTION. */
static void
read_parm(struct sort *s)
{
	static const struct sort_stmt none;
	struct sort_scan sc = {.s = s, .stmt = &none};

	if (s->u.run->parm == NULL || s->u.run->parm[0] == '\0')
		return;
	sc.at = s->u.run->parm;
	if (read_options(&sc) && *sc.at != '\0')
		scan_bad(&sc, MSG_ICE007A);
}

void
sort_read(struct sort *s)
{
	struct sort_stmt *stmt = arena_alloc(s->arena, sizeof(*stmt));

	if (stmt == NULL) {
		sort_note(s, "NO MEMORY");
		return;
	}
	read_parm(s);
	while (sort_next(s, stmt)) {
		if (stmt->op[0] == '\0')
			continue;
		if (strcmp(stmt->op, "END") == 0)
			break;
		read_statement(s, stmt);
	}
	if (!s->failed && s->plan.op == SORT_NOOP)
		sort_msg(s, MSG_ICE010A, NULL);
	else if (s->plan.op == SORT_COPY && s->plan.summed)
		sort_note(s, "SUM NEEDS SORT OR MERGE FIELDS");
}
