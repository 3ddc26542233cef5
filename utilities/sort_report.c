/*
 * Reports of OUTFIL: HEADER1 and TRAILER1 stand in front of and behind all,
 * each on a page of its own, HEADER2 and TRAILER2 on each page. Each line has
 * an ANSI control character in front, unless REMOVECC.
 *
 *	c:  nX  n/  'text'  n'text'	columns, blanks, lines, texts
 *	p,m				of the first or the last record
 *	DATE  DATE1  TIME  PAGE		of the run
 *	COUNT  TOTAL=(p,m,f,edit)  MIN=  MAX=  AVG=	in trailers
 *
 * Source: SC23-6878 "OUTFIL control statement" (mem).
 */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "services/define.h"
#include "utilities/sort_int.h"

enum {
	LINES = 60,
	COUNT_DIGITS = 8,
	PAGE_DIGITS = 6,
	TOTAL_DIGITS = 15,
};

enum head { HEADER1, HEADER2, TRAILER1, TRAILER2, HEADS };

enum item_kind { ITEM_TEXT, ITEM_FIELD, ITEM_LINE, ITEM_PAGE, ITEM_STAT };
enum stat { STAT_COUNT, STAT_TOTAL, STAT_MIN, STAT_MAX, STAT_AVG };

struct item {
	enum item_kind kind;
	enum stat stat;
	uint32_t column, repeat;
	const uint8_t *bytes;
	uint32_t nbytes;
	struct sort_field f;
	struct sort_piece number; /* how a number is shown */
	sort_num total, least, most;
	uint64_t count;
	struct item *next;
};

struct sort_report {
	struct item *heads[HEADS];
	bool given[HEADS];
	uint32_t lines; /* of a page */
	bool no_detail, no_control;
	/* as it goes */
	bool begun, page_begun;
	bool new_page; /* the next line begins one */
	uint32_t line; /* on the page */
	uint64_t page;
	uint8_t *last; /* record taken last */
	uint32_t last_len;
	uint8_t *out;
};

/* --- reading ---------------------------------------------------------------
 */

static bool
text_item(struct sort_scan *sc, struct item *it, const char *text)
{
	const size_t n = strlen(text);
	uint8_t *b = arena_alloc(sc->s->arena, n + 1);

	if (b == NULL)
		return scan_note(sc, "NO MEMORY");
	for (size_t i = 0; i < n; i++)
		b[i] = sc->s->text.to[(uint8_t)text[i]];
	it->bytes = b;
	it->nbytes = (uint32_t)n;
	it->repeat = 1;
	return true;
}

/* DATE, DATE=(abcs): M, D, Y, 4 in that order, and what is between. */
static bool
date_item(struct sort_scan *sc, struct item *it)
{
	char form[4] = "MDY", sep = '/', text[32], part[8];
	struct tm tm;

	if (scan_char(sc, '=')) {
		if (sc->at[0] != '(' || strspn(sc->at + 1, "MDY4") < 3 ||
		    sc->at[4] == '\0' || sc->at[5] != ')')
			return scan_bad(sc, MSG_ICE007A);
		memcpy(form, sc->at + 1, 3);
		sep = sc->at[4];
		sc->at += 6;
	}
	ds_now(&tm);
	text[0] = '\0';
	for (unsigned i = 0; i < 3; i++) {
		const int year = (tm.tm_year + 1900) % 10000;
		const int n = form[i] == 'M'   ? tm.tm_mon + 1
			      : form[i] == 'D' ? tm.tm_mday
			      : form[i] == 'Y' ? year % 100
					       : year;

		snprintf(part, sizeof(part), "%0*d%c", form[i] == '4' ? 4 : 2,
		    n % 10000, sep);
		strcat(text, part);
	}
	text[strlen(text) - 1] = '\0';
	return text_item(sc, it, text);
}

/* TIME, TIME=(24s) */
static bool
time_item(struct sort_scan *sc, struct item *it)
{
	char sep = ':', text[64];
	struct tm tm;

	if (scan_char(sc, '=')) {
		if (strncmp(sc->at, "(24", 3) != 0 || sc->at[3] == '\0' ||
		    sc->at[4] != ')')
			return scan_note(sc, "TIME= TAKES (24c)");
		sep = sc->at[3];
		sc->at += 5;
	}
	ds_now(&tm);
	snprintf(text, sizeof(text), "%02d%c%02d%c%02d", tm.tm_hour, sep,
	    tm.tm_min, sep, tm.tm_sec);
	return text_item(sc, it, text);
}

/* How a count is shown: blanks in front, or as =(edit) says. */
static bool
count_item(struct sort_scan *sc, struct item *it, uint32_t digits)
{
	struct sort_piece *p = &it->number;
	const bool edited = scan_char(sc, '=');

	p->f = (struct sort_field){.pos = 1, .len = digits, .fmt = SORT_ZD};
	if (!edited) {
		p->kind = SORT_EDITED;
		p->edit = arena_alloc(sc->s->arena, sizeof(*p->edit));
		p->out_len = digits;
		return (p->edit != NULL &&
			   sort_mask(10, digits, &sc->s->text, p->edit)) ||
		       scan_note(sc, "NO MEMORY");
	}
	return scan_need(sc, '(') && sort_number_read(sc, p, true) &&
	       scan_need(sc, ')');
}

static bool
stat_item(struct sort_scan *sc, struct item *it, enum stat stat)
{
	struct sort_piece *p = &it->number;

	it->kind = ITEM_STAT;
	it->stat = stat;
	if (!scan_need(sc, '=') || !scan_need(sc, '('))
		return false;
	if (!scan_field(sc, &it->f) || !scan_char(sc, ',') ||
	    !scan_fmt(sc, &it->f.fmt) || !sort_fmt_len(it->f.fmt, it->f.len) ||
	    (!sort_is_number(it->f.fmt) &&
		(it->f.fmt != SORT_BI || it->f.len > 8)))
		return scan_bad(sc, MSG_ICE111A);
	p->f = (struct sort_field){.pos = 1,
	    .len =
		sort_digits(&it->f) > TOTAL_DIGITS ? SORT_DIGITS : TOTAL_DIGITS,
	    .fmt = SORT_ZD};
	return sort_number_read(sc, p, false) && scan_need(sc, ')');
}

static bool
stat_word(struct sort_scan *sc, enum stat *statp)
{
	static const struct {
		const char *word;
		enum stat stat;
	} words[] = {{"TOTAL", STAT_TOTAL}, {"TOT", STAT_TOTAL},
	    {"MIN", STAT_MIN}, {"MAX", STAT_MAX}, {"AVG", STAT_AVG}};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (scan_word(sc, words[i].word)) {
			*statp = words[i].stat;
			return true;
		}
	return false;
}

/* What begins with a number that is no column, or with a text. */
static bool
plain_item(struct sort_scan *sc, struct item *it)
{
	uint64_t n = 1;
	bool hex;
	const char *before = sc->at;

	if (*sc->at >= '0' && *sc->at <= '9' &&
	    (!scan_number(sc, SORT_RECORD, &n) || n == 0))
		return scan_bad(sc, MSG_ICE111A);
	it->repeat = (uint32_t)n;
	if (scan_constant(sc, true, &it->bytes, &it->nbytes, &hex))
		return true;
	if (sc->bad)
		return false;
	if (scan_word(sc, "X")) {
		it->bytes = &sc->s->text.blank;
		it->nbytes = 1;
		return true;
	}
	if (scan_char(sc, '/')) {
		it->kind = ITEM_LINE;
		return true;
	}
	sc->at = before;
	it->kind = ITEM_FIELD;
	return scan_field(sc, &it->f) || scan_bad(sc, MSG_ICE111A);
}

static bool
read_item(struct sort_scan *sc, struct item *it, bool trailer)
{
	const char *before = sc->at;
	enum stat stat;
	uint64_t n;

	if (*sc->at >= '0' && *sc->at <= '9') {
		if (scan_number(sc, SORT_RECORD, &n) && scan_char(sc, ':') &&
		    n > 0)
			it->column = (uint32_t)n;
		else
			sc->at = before;
	}
	if (scan_date(sc, &it->bytes, &it->nbytes)) {
		it->repeat = 1;
		return true;
	}
	if (sc->bad)
		return false;
	if (scan_word(sc, "DATE"))
		return date_item(sc, it);
	if (scan_word(sc, "TIME"))
		return time_item(sc, it);
	if (scan_word(sc, "PAGE")) {
		it->kind = ITEM_PAGE;
		return count_item(sc, it, PAGE_DIGITS);
	}
	if (trailer && scan_word(sc, "COUNT")) {
		it->kind = ITEM_STAT;
		return count_item(sc, it, COUNT_DIGITS);
	}
	if (trailer && stat_word(sc, &stat))
		return stat_item(sc, it, stat);
	return plain_item(sc, it);
}

static bool
read_head(struct sort_scan *sc, struct sort_report *r, enum head h)
{
	struct item **tail = &r->heads[h];

	if (r->given[h])
		return scan_bad(sc, MSG_ICE111A);
	r->given[h] = true;
	if (!scan_need(sc, '=') || !scan_need(sc, '('))
		return false;
	do {
		*tail = arena_alloc(sc->s->arena, sizeof(**tail));
		if (*tail == NULL)
			return scan_note(sc, "NO MEMORY");
		if (!read_item(sc, *tail, h == TRAILER1 || h == TRAILER2))
			return false;
		tail = &(*tail)->next;
	} while (scan_char(sc, ','));
	return scan_need(sc, ')');
}

static bool
read_operand(struct sort_scan *sc, struct sort_report *r)
{
	static const char *const names[HEADS] = {
	    "HEADER1", "HEADER2", "TRAILER1", "TRAILER2"};
	uint64_t n;

	for (unsigned i = 0; i < HEADS; i++)
		if (scan_word(sc, names[i]))
			return read_head(sc, r, (enum head)i);
	if (scan_word(sc, "LINES")) {
		if (!scan_need(sc, '=') || !scan_number(sc, 255, &n) || n == 0)
			return scan_bad(sc, MSG_ICE007A);
		r->lines = (uint32_t)n;
		return true;
	}
	if (scan_word(sc, "NODETAIL"))
		return r->no_detail = true;
	if (scan_word(sc, "REMOVECC"))
		return r->no_control = true;
	if (scan_is(sc, "SECTIONS") || scan_is(sc, "PARSE") ||
	    scan_is(sc, "FINDREP") || scan_is(sc, "REPEAT") ||
	    scan_is(sc, "SAMPLE") || scan_is(sc, "BLKCCH1"))
		return scan_note(sc,
		    "%.*s OF OUTFIL IS NOT BUILT IN THIS "
		    "VERSION",
		    (int)strcspn(sc->at, "=,"), sc->at);
	return scan_bad(sc, MSG_ICE006A);
}

bool
sort_report_read(struct sort_scan *sc, struct sort_report **rp)
{
	struct sort_report *r = *rp;

	if (r == NULL) {
		r = arena_alloc(sc->s->arena, sizeof(*r));
		if (r != NULL)
			r->last = arena_alloc(sc->s->arena, SORT_RECORD + 1);
		if (r != NULL)
			r->out = arena_alloc(sc->s->arena, SORT_RECORD + 1);
		if (r == NULL || r->last == NULL || r->out == NULL)
			return scan_note(sc, "NO MEMORY");
		r->lines = LINES;
		*rp = r;
	}
	return read_operand(sc, r);
}

/* --- lengths ---------------------------------------------------------------
 */

static uint32_t
item_len(const struct item *it)
{
	switch (it->kind) {
	case ITEM_TEXT:
		return it->repeat * it->nbytes;
	case ITEM_FIELD:
		return it->f.len;
	case ITEM_LINE:
		return 0;
	default:
		return it->number.out_len;
	}
}

static uint32_t
head_len(const struct item *it)
{
	uint32_t at = 0, most = 0;

	for (; it != NULL; it = it->next) {
		if (it->kind == ITEM_LINE)
			at = 0;
		if (it->column > at)
			at = it->column - 1;
		if (at > SORT_RECORD)
			return SORT_RECORD;
		at += item_len(it);
		if (at > most)
			most = at;
	}
	return most > SORT_RECORD ? SORT_RECORD : most;
}

uint32_t
sort_report_len(const struct sort_report *r, uint32_t len, bool variable)
{
	const uint32_t front =
	    (variable ? SORT_RDW : 0U) + (r->no_control ? 0U : 1U);
	uint32_t most = len + (r->no_control ? 0U : 1U), n;

	for (unsigned i = 0; i < HEADS; i++) {
		n = head_len(r->heads[i]) + front;
		if (n > most)
			most = n;
	}
	return most > SORT_RECORD ? SORT_RECORD : most;
}

/* --- writing ---------------------------------------------------------------
 */

/* What a line is made in: behind the RDW and the control character. */
struct report_line {
	struct sort *s;
	struct sort_outfil *o;
	struct sort_report *r;
	uint32_t front; /* bytes of both */
	uint32_t at;    /* bytes of text */
	char control;
};

static void
line_begin(struct report_line *l, struct sort *s, struct sort_outfil *o)
{
	*l = (struct report_line){.s = s, .o = o, .r = o->report};
	l->front = (o->outs[0].variable ? SORT_RDW : 0U) +
		   (o->report->no_control ? 0U : 1U);
	l->control = ' ';
}

static bool
line_end(struct report_line *l)
{
	struct sort_report *r = l->r;
	const struct sort_out *out = &l->o->outs[0];
	uint32_t len = l->front + l->at;

	if (!r->no_control)
		r->out[l->front - 1] = l->s->text.to[(uint8_t)l->control];
	if (!out->variable && !out->vsam && len < out->lrecl) {
		memset(r->out + len, l->s->text.blank, out->lrecl - len);
		len = out->lrecl;
	}
	if (out->variable) {
		be32_put(r->out, 0);
		be16_put(r->out, (uint16_t)len);
	}
	l->at = 0;
	l->control = ' ';
	r->line++;
	return sort_outfil_write(l->s, l->o, r->out, len);
}

static void
line_add(struct report_line *l, const uint8_t *p, uint32_t n)
{
	if (n > SORT_RECORD - l->front - l->at)
		n = SORT_RECORD - l->front - l->at;
	memcpy(l->r->out + l->front + l->at, p, n);
	l->at += n;
}

static void
line_to(struct report_line *l, uint32_t column)
{
	const uint32_t at = column - 1;

	if (column == 0 || at <= l->at || at > SORT_RECORD - l->front)
		return;
	memset(l->r->out + l->front + l->at, l->s->text.blank, at - l->at);
	l->at = at;
}

static sort_num
stat_value(const struct item *it)
{
	switch (it->stat) {
	case STAT_COUNT:
		return it->count;
	case STAT_TOTAL:
		return it->total;
	case STAT_MIN:
		return it->least;
	case STAT_MAX:
		return it->most;
	default:
		return it->count > 0 ? it->total / (sort_num)it->count : 0;
	}
}

static void
add_item(struct report_line *l, const struct item *it)
{
	struct sort_report *r = l->r;
	uint8_t number[256];

	line_to(l, it->column);
	switch (it->kind) {
	case ITEM_TEXT:
		for (uint32_t i = 0; i < it->repeat; i++)
			line_add(l, it->bytes, it->nbytes);
		return;
	case ITEM_FIELD:
		for (uint32_t i = 0; i < it->f.len; i++) {
			const uint32_t at = it->f.pos - 1 + i;

			line_add(l,
			    at < r->last_len ? r->last + at : &l->s->text.blank,
			    1);
		}
		return;
	default:
		sort_put_number(l->s, &it->number,
		    it->kind == ITEM_PAGE ? (sort_num)r->page : stat_value(it),
		    number);
		line_add(l, number, it->number.out_len);
		return;
	}
}

/* All lines of a header or trailer; the first one begins a page if it must. */
static bool
put_head(struct sort *s, struct sort_outfil *o, enum head h, bool new_page)
{
	struct sort_report *r = o->report;
	struct report_line l;
	uint64_t before = o->outs[0].written;
	struct item *it;

	line_begin(&l, s, o);
	if (new_page) {
		l.control = '1';
		r->line = 0;
	}
	for (it = r->heads[h]; it != NULL; it = it->next) {
		if (it->kind != ITEM_LINE) {
			add_item(&l, it);
			continue;
		}
		for (uint32_t i = 0; i < it->repeat; i++)
			if (!line_end(&l))
				return false;
	}
	if (!line_end(&l))
		return false;
	o->headings += o->outs[0].written - before;
	for (it = r->heads[h]; it != NULL; it = it->next) {
		it->count = 0;
		it->total = it->least = it->most = 0;
	}
	return true;
}

static uint32_t
count_lines(const struct sort_report *r, enum head h)
{
	uint32_t n = r->given[h] ? 1 : 0;

	for (const struct item *it = r->heads[h]; it != NULL; it = it->next)
		if (it->kind == ITEM_LINE)
			n += it->repeat;
	return n;
}

static bool
begin_report(struct sort *s, struct sort_outfil *o)
{
	struct sort_report *r = o->report;

	if (r->begun)
		return true;
	r->begun = true;
	r->page = 1;
	if (!r->given[HEADER1])
		return true;
	if (!put_head(s, o, HEADER1, true))
		return false;
	r->page = 2;
	return true;
}

static bool
end_page(struct sort *s, struct sort_outfil *o)
{
	struct sort_report *r = o->report;

	if (r->page_begun && r->given[TRAILER2] &&
	    !put_head(s, o, TRAILER2, false))
		return false;
	r->page_begun = false;
	return true;
}

/* Room for a line of data, on the next page if there is none on this. */
static bool
need_line(struct sort *s, struct sort_outfil *o, bool *newp)
{
	struct sort_report *r = o->report;

	*newp = false;
	if (r->page_begun &&
	    r->line + 1 + count_lines(r, TRAILER2) > r->lines) {
		if (!end_page(s, o))
			return false;
		r->page++;
	}
	if (r->page_begun)
		return true;
	r->page_begun = true;
	r->line = 0;
	*newp = !r->given[HEADER2];
	return *newp || put_head(s, o, HEADER2, true);
}

static void
count_record(struct item *it, const uint8_t *rec, uint32_t len)
{
	sort_num n = 0;

	for (; it != NULL; it = it->next) {
		if (it->kind != ITEM_STAT)
			continue;
		if (it->stat != STAT_COUNT && it->f.pos + it->f.len - 1 > len)
			continue;
		if (it->stat != STAT_COUNT)
			sort_get(rec + it->f.pos - 1, &it->f, &n);
		if (it->count == 0 || n < it->least)
			it->least = n;
		if (it->count == 0 || n > it->most)
			it->most = n;
		it->total += n;
		it->count++;
	}
}

bool
sort_report_take(
    struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len)
{
	struct sort_report *r = o->report;
	bool new_page;

	/* HEADER1 and HEADER2 have fields of the record that comes; TRAILER2
	 * those of the one before */
	if (!r->begun) {
		memcpy(r->last, rec, len);
		r->last_len = len;
	}
	if (!begin_report(s, o))
		return false;
	if (!r->no_detail && r->page_begun &&
	    r->line + 1 + count_lines(r, TRAILER2) > r->lines &&
	    (!end_page(s, o) || (r->page++, false)))
		return false;
	memcpy(r->last, rec, len);
	r->last_len = len;
	count_record(r->heads[TRAILER1], rec, len);
	if (r->no_detail)
		return true;
	if (!r->page_begun) {
		if (!need_line(s, o, &new_page))
			return false;
		r->new_page = new_page;
	}
	count_record(r->heads[TRAILER2], rec, len);
	return true;
}

bool
sort_report_line(
    struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len)
{
	const uint32_t rdw = o->outs[0].variable ? SORT_RDW : 0;
	struct sort_report *r = o->report;
	struct report_line l;
	bool new_page = false;

	if (r->no_detail)
		return true;
	if (!need_line(s, o, &new_page))
		return false;
	line_begin(&l, s, o);
	if (new_page || r->new_page)
		l.control = '1';
	r->new_page = false;
	line_add(&l, rec + rdw, len - rdw);
	return line_end(&l);
}

bool
sort_report_end(struct sort *s, struct sort_outfil *o)
{
	struct sort_report *r = o->report;

	if (!begin_report(s, o) || !end_page(s, o))
		return false;
	if (!r->given[TRAILER1])
		return true;
	r->page++;
	return put_head(s, o, TRAILER1, true);
}
