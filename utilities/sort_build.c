/* Records built by FIELDS=, BUILD=, OVERLAY= and IFTHEN=. */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "utilities/sort_int.h"

/* One record being built. */
struct building {
	const struct sort_builder *b;
	const uint8_t *rec; /* with need bytes at least */
	uint32_t len;       /* of which are the record's */
	uint8_t *out;
	uint32_t at;
};

/* --- pieces ----------------------------------------------------------------
 */

void
sort_put_number(
    struct sort *s, const struct sort_piece *p, sort_num n, uint8_t *to)
{
	if (p->kind == SORT_EDITED)
		sort_edit_number(p->edit, n, to, p->out_len, &s->text);
	else /* what has no room is cut on the left */
		sort_put(to, p->out_len, p->to, p->to == SORT_ZD, n, &s->text);
}

static bool
put_number(struct building *g, const struct sort_piece *p, uint8_t *to)
{
	struct sort *s = g->b->s;
	sort_num n;

	if (!sort_get(g->rec + p->f.pos - 1, &p->f, &n) &&
	    p->f.fmt != SORT_FS) {
		utility_abend(&s->u, 0x0C7, 0,
		    "a field that is to be edited is no number");
		s->failed = true;
		return false;
	}
	sort_put_number(s, p, n, to);
	return true;
}

static void
put_hex(struct building *g, const struct sort_piece *p, uint8_t *to)
{
	static const char digits[] = "0123456789ABCDEF";
	const uint8_t *from = g->rec + p->f.pos - 1;
	const struct dd_text *text = &g->b->s->text;

	for (uint32_t i = 0; i < p->f.len; i++) {
		to[2 * i] = text->to[(uint8_t)digits[from[i] >> 4]];
		to[2 * i + 1] = text->to[(uint8_t)digits[from[i] & 0xF]];
	}
}

static void
put_seqnum(struct building *g, struct sort_piece *p, uint8_t *to)
{
	const uint8_t *value = g->rec + p->restart.pos - 1;

	if (p->restart.len > 0) {
		if (p->restart_seen &&
		    memcmp(value, p->restart_value, p->restart.len) != 0)
			p->next_number = p->start;
		memcpy(p->restart_value, value, p->restart.len);
		p->restart_seen = true;
	}
	sort_put(to, p->out_len, p->to, true, p->next_number, &g->b->s->text);
	p->next_number += p->step;
}

static bool
put_changed(struct building *g, const struct sort_piece *p, uint8_t *to)
{
	const uint8_t *from = g->rec + p->f.pos - 1, *set = p->nomatch;
	uint32_t n = p->nnomatch;
	const struct sort_change *c;

	for (c = p->changes; c != NULL; c = c->next)
		if (memcmp(c->from, from, c->nfrom) == 0)
			break;
	if (c != NULL) {
		set = c->to;
		n = c->nto;
	} else if (p->nomatch_pos != 0) {
		set = g->rec + p->nomatch_pos - 1;
	} else if (set == NULL) {
		sort_note(g->b->s,
		    "CHANGE= OF %s: A FIELD HAS NO MATCH, AND "
		    "NOMATCH= IS NOT THERE",
		    g->b->what);
		return false;
	}
	memset(to, g->b->s->text.blank, p->out_len);
	memcpy(to, set, n);
	return true;
}

static bool
put_piece(struct building *g, struct sort_piece *p, uint8_t *to)
{
	const uint8_t *from = p->f.pos > 0 ? g->rec + p->f.pos - 1 : NULL;

	switch (p->kind) {
	case SORT_COPIED:
		memcpy(to, from, p->f.len);
		return true;
	case SORT_LITERAL:
		if (p->nbytes == 1)
			memset(to, p->bytes[0], p->repeat);
		else
			for (uint32_t i = 0; i < p->repeat; i++)
				memcpy(to + i * p->nbytes, p->bytes, p->nbytes);
		return true;
	case SORT_HEX:
		put_hex(g, p, to);
		return true;
	case SORT_TRAN:
		for (uint32_t i = 0; i < p->f.len; i++)
			to[i] = p->bytes[from[i]];
		return true;
	case SORT_SEQNUM:
		put_seqnum(g, p, to);
		return true;
	case SORT_CHANGED:
		return put_changed(g, p, to);
	default:
		return put_number(g, p, to);
	}
}

/* --- one record ------------------------------------------------------------
 */

static void
set_rdw(uint8_t *out, uint32_t len)
{
	be16_put(out, (uint16_t)len);
	be16_put(out + 2, 0);
}

static void
fill_to(struct building *g, uint32_t at, uint8_t byte)
{
	if (at > g->at)
		memset(g->out + g->at, byte, at - g->at);
	if (at > g->at)
		g->at = at;
}

/* The record so far is a line; the next one begins. */
static bool
end_line(struct building *g, uint32_t repeat)
{
	const struct sort_builder *b = g->b;

	for (uint32_t i = 0; i < repeat; i++) {
		if (b->variable && g->at < SORT_RDW)
			g->at = SORT_RDW;
		if (b->variable)
			set_rdw(g->out, g->at);
		if (b->line != NULL && !b->line(b->ctx, g->out, g->at))
			return false;
		g->at = b->variable ? SORT_RDW : 0;
	}
	return true;
}

static bool
put_rest(struct building *g, const struct sort_piece *p)
{
	uint32_t n;

	if (g->len < p->f.pos)
		return true;
	n = g->len - p->f.pos + 1;
	if (n > SORT_RECORD - g->at)
		return false;
	memcpy(g->out + g->at, g->rec + p->f.pos - 1, n);
	g->at += n;
	return true;
}

static bool
build(struct building *g, struct sort_reform *r)
{
	struct sort_piece *p;

	for (p = r->pieces; p != NULL; p = p->next) {
		if (p->kind == SORT_NEWLINE) {
			if (!end_line(g, p->repeat))
				return false;
			continue;
		}
		if (p->column != 0)
			fill_to(g, p->column - 1, g->b->s->text.blank);
		if (p->align != 0)
			fill_to(g,
			    (g->at + p->align - 1U) / p->align * p->align, 0);
		if (p->kind == SORT_REST) {
			if (!put_rest(g, p))
				return false;
			continue;
		}
		if (g->at + p->out_len > SORT_RECORD ||
		    !put_piece(g, p, g->out + g->at))
			return false;
		g->at += p->out_len;
	}
	return true;
}

/* Over the record as it is; each piece sees what it was. */
static bool
overlay(struct building *g, struct sort_reform *r)
{
	struct sort_piece *p;
	uint32_t at = 0;

	memcpy(g->out, g->rec, g->len);
	g->at = g->len;
	for (p = r->pieces; p != NULL; p = p->next) {
		if (p->column != 0)
			at = p->column - 1;
		fill_to(g, at, g->b->s->text.blank);
		if (at + p->out_len > SORT_RECORD ||
		    !put_piece(g, p, g->out + at))
			return false;
		at += p->out_len;
		if (at > g->at)
			g->at = at;
	}
	return true;
}

static bool
too_short(const struct sort_builder *b, uint32_t len, uint32_t need)
{
	char have[16], want[16];

	snprintf(have, sizeof(have), "%u", len);
	snprintf(want, sizeof(want), "%u", need);
	sort_msg(b->s, MSG_ICE218A, have, want, b->what, NULL);
	return false;
}

/* A BUILD or an OVERLAY. */
static bool
apply(const struct sort_builder *b, struct sort_reform *r, const uint8_t *rec,
    uint32_t len, uint8_t *out, uint32_t *lenp)
{
	struct building g = {.b = b, .rec = rec, .len = len, .out = out};
	bool ok;

	if (r->need > len) {
		int fill = b->fill;

		/* an OVERLAY takes blanks (doc) */
		if (r->kind == SORT_OVERLAY)
			fill = b->s->text.blank;
		if (fill < 0)
			return too_short(b, len, r->need);
		memcpy(b->s->area[3], rec, len);
		memset(b->s->area[3] + len, fill, r->need - len);
		g.rec = b->s->area[3];
	}
	ok = r->kind == SORT_BUILD ? build(&g, r) : overlay(&g, r);
	if (!ok)
		return false;
	if (b->variable) {
		if (g.at < SORT_RDW)
			fill_to(&g, SORT_RDW, 0);
		set_rdw(out, g.at);
	}
	*lenp = g.at;
	return true;
}

/* --- IFTHEN ----------------------------------------------------------------
 */

/* What r makes of rec, both being areas of SORT_RECORD bytes. */
static bool
step(const struct sort_builder *b, struct sort_clause *c, uint8_t **recp,
    uint32_t *lenp, uint8_t **sparep)
{
	uint8_t *made = *sparep;

	if (c->reform == NULL)
		return true;
	if (!apply(b, c->reform, *recp, *lenp, made, lenp))
		return false;
	*sparep = *recp;
	*recp = made;
	return true;
}

static bool
ifthen(const struct sort_builder *b, struct sort_reform *r, const uint8_t *rec,
    uint32_t len, uint8_t *out, uint32_t *lenp)
{
	uint8_t *at = b->s->area[2], *spare = out;
	struct sort_clause *c;
	bool hit = false, ok, meets;

	memcpy(at, rec, len);
	for (c = r->clauses; c != NULL; c = c->next) {
		if (c->when == SORT_WHEN) {
			meets =
			    sort_passes(b->s, &c->filter, at, len, true, &ok);
			if (!ok)
				return false;
		} else {
			meets = c->when == SORT_INIT || !hit;
		}
		if (!meets)
			continue;
		if (!step(b, c, &at, &len, &spare))
			return false;
		hit |= c->when == SORT_WHEN;
		if (c->when != SORT_INIT && !c->go_on)
			break;
	}
	if (at != out)
		memcpy(out, at, len);
	if (!b->variable && b->out_len > 0) {
		if (b->out_len > len)
			memset(out + len, b->s->text.blank, b->out_len - len);
		len = b->out_len;
	}
	*lenp = len;
	return true;
}

bool
sort_build(const struct sort_builder *b, struct sort_reform *r,
    const uint8_t *rec, uint32_t len, uint8_t *out, uint32_t *lenp)
{
	const bool ok = r->kind == SORT_IFTHEN
			    ? ifthen(b, r, rec, len, out, lenp)
			    : apply(b, r, rec, len, out, lenp);

	if (!ok && !b->s->failed)
		sort_note(b->s,
		    "A RECORD THAT %s BUILDS IS LONGER THAN %d BYTES", b->what,
		    SORT_RECORD);
	return ok;
}

/* --- what is known before --------------------------------------------------
 */

static uint32_t
built_len(const struct sort_reform *r, uint32_t in_len)
{
	const struct sort_piece *p;
	uint32_t at = 0, most = r->kind == SORT_OVERLAY ? in_len : 0;

	for (p = r->pieces; p != NULL; p = p->next) {
		if (p->kind == SORT_NEWLINE) {
			at = 0;
			continue;
		}
		if (p->column != 0)
			at = p->column - 1;
		if (p->align != 0)
			at = (at + p->align - 1U) / p->align * p->align;
		at += p->out_len;
		if (p->kind == SORT_REST && in_len >= p->f.pos)
			at += in_len - p->f.pos + 1;
		if (at > most)
			most = at;
	}
	return most > SORT_RECORD ? SORT_RECORD : most;
}

uint32_t
sort_reform_len(const struct sort_reform *r, uint32_t in_len)
{
	const struct sort_clause *c;
	uint32_t most = in_len, n;

	if (r->kind != SORT_IFTHEN)
		return built_len(r, in_len);
	if (r->out_len != 0)
		return r->out_len;
	for (c = r->clauses; c != NULL; c = c->next) {
		n = c->reform != NULL ? built_len(c->reform, most) : in_len;
		if (n > most)
			most = n;
	}
	return most;
}

/* A record of variable length begins with the descriptor word of one. */
static bool
rdw_right(const struct sort_reform *r, bool in_variable, bool variable)
{
	const struct sort_piece *p = r->pieces;

	if (!variable)
		return true;
	if (r->kind == SORT_OVERLAY) {
		for (; p != NULL; p = p->next)
			if ((p == r->pieces && p->column == 0) ||
			    (p->column != 0 && p->column <= SORT_RDW))
				return false;
		return true;
	}
	return !in_variable || (p->kind == SORT_COPIED && p->f.pos == 1 &&
				   p->f.len >= SORT_RDW && p->column <= 1);
}

static bool
has_rest(const struct sort_reform *r)
{
	for (const struct sort_piece *p = r->pieces; p != NULL; p = p->next)
		if (p->kind == SORT_REST)
			return true;
	return false;
}

static bool
check_one(struct sort *s, const struct sort_reform *r, const char *what,
    bool in_variable, bool variable, uint32_t in_lrecl)
{
	if (!rdw_right(r, in_variable, variable)) {
		sort_msg(s, MSG_ICE251A, what, NULL);
		return false;
	}
	if (r->kind == SORT_OVERLAY || in_variable)
		return true;
	if (has_rest(r) || r->need > in_lrecl) {
		sort_msg(s, MSG_ICE111A, NULL);
		sort_line(s, ' ',
		    "CATAMOUNT ** %s: A FIELD ENDS BEHIND BYTE %u", what,
		    in_lrecl);
		return false;
	}
	return true;
}

bool
sort_reform_check(struct sort *s, const struct sort_reform *r, const char *what,
    bool in_variable, bool variable, uint32_t in_lrecl)
{
	const struct sort_clause *c;
	uint32_t len = in_lrecl;

	if (r->kind != SORT_IFTHEN)
		return check_one(s, r, what, in_variable, variable, in_lrecl);
	for (c = r->clauses; c != NULL; c = c->next) {
		if (c->reform == NULL)
			continue;
		if (!check_one(s, c->reform, what, in_variable, variable, len))
			return false;
		if (c->when == SORT_INIT)
			len = built_len(c->reform, len);
	}
	return true;
}
