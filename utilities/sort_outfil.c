/* OUTFIL's operands. */
#include <stdio.h>
#include <string.h>

#include "base/dsname.h"
#include "utilities/sort_int.h"

struct reading {
	struct sort_scan *sc;
	struct sort_outfil *o;
	bool include; /* INCLUDE, OMIT or SAVE was there */
};

static bool
add_out(struct reading *r, const char *dd)
{
	struct sort_outfil *o = r->o;
	const struct sort_outfil *other;

	if (o->n == SORT_DDS)
		return scan_note(r->sc, "AN OUTFIL HAS TOO MANY DDS");
	for (other = r->sc->s->plan.outfils; other != NULL; other = other->next)
		for (unsigned i = 0; i < other->n; i++)
			if (strcmp(other->outs[i].dd, dd) == 0)
				return scan_note(r->sc,
				    "%s IS WRITTEN BY ANOTHER OUTFIL", dd);
	snprintf(o->outs[o->n].dd, SORT_DDNAME, "%.8s", dd);
	o->n++;
	return true;
}

/* FNAMES=dd or (dd,..) */
static bool
read_names(struct reading *r)
{
	struct sort_scan *sc = r->sc;
	const bool list = scan_char(sc, '(');
	char name[SORT_DDNAME * 2];

	do {
		scan_name(sc, name);
		if (!member_valid(name, strlen(name)))
			return scan_bad(sc, MSG_ICE007A);
		if (!add_out(r, name))
			return false;
	} while (list && scan_char(sc, ','));
	return !list || scan_need(sc, ')');
}

/* FILES=d or (d,..): SORTOFd, or SORTOUT */
static bool
read_files(struct reading *r)
{
	struct sort_scan *sc = r->sc;
	const bool list = scan_char(sc, '(');
	char name[SORT_DDNAME * 2], dd[SORT_DDNAME];

	do {
		scan_name(sc, name);
		if (strcmp(name, "OUT") == 0)
			snprintf(dd, sizeof(dd), "%s", sc->s->plan.out_dd);
		else
			snprintf(dd, sizeof(dd), "%.4sOF%.2s",
			    sc->s->plan.out_dd, name);
		if (strlen(name) == 0 || strlen(name) > 3)
			return scan_bad(sc, MSG_ICE007A);
		if (!add_out(r, dd))
			return false;
	} while (list && scan_char(sc, ','));
	return !list || scan_need(sc, ')');
}

static bool
read_filter(struct reading *r, bool omit)
{
	if (r->include)
		return scan_note(r->sc, "INCLUDE, OMIT OR SAVE COMES TWICE");
	r->include = true;
	r->o->filter.omit = omit;
	return scan_need(r->sc, '=') && sort_cond_read(r->sc, &r->o->filter);
}

static bool
read_byte(struct sort_scan *sc, uint8_t *to)
{
	const uint8_t *bytes;
	uint32_t n;
	bool hex;

	if (!scan_need(sc, '='))
		return false;
	if (!scan_constant(sc, false, &bytes, &n, &hex) || n != 1)
		return scan_bad(sc, MSG_ICE007A);
	*to = bytes[0];
	return true;
}

static bool
read_count(struct sort_scan *sc, uint64_t *np)
{
	if (!scan_need(sc, '='))
		return false;
	return (scan_number(sc, UINT64_C(9999999999999999), np) && *np > 0) ||
	       scan_bad(sc, MSG_ICE007A);
}

/* SPLIT, SPLITBY=n, SPLIT1R=n */
static bool
read_split(struct reading *r)
{
	struct sort_scan *sc = r->sc;
	uint64_t n = 1;

	if (scan_word(sc, "SPLIT1R")) {
		r->o->split_once = true;
		if (!read_count(sc, &n))
			return false;
	} else if (scan_word(sc, "SPLITBY")) {
		if (!read_count(sc, &n))
			return false;
	} else if (!scan_word(sc, "SPLIT")) {
		return false;
	}
	r->o->split = n;
	return true;
}

static bool
read_build(struct reading *r, enum sort_reform_kind kind)
{
	if (r->o->reform != NULL)
		return scan_bad(r->sc, MSG_ICE111A);
	return scan_need(r->sc, '=') &&
	       sort_build_read(r->sc, kind, true, &r->o->reform);
}

static bool
read_flag(struct reading *r)
{
	struct sort_scan *sc = r->sc;
	struct sort_outfil *o = r->o;

	if (scan_word(sc, "SAVE")) {
		if (r->include)
			return scan_note(
			    sc, "INCLUDE, OMIT OR SAVE COMES TWICE");
		return o->save = r->include = true;
	}
	if (scan_word(sc, "VTOF") || scan_word(sc, "CONVERT"))
		return o->vtof = true;
	if (scan_word(sc, "FTOV"))
		return o->ftov = true;
	if (scan_word(sc, "VLFILL"))
		return o->fill_said = read_byte(sc, &o->fill);
	if (scan_word(sc, "VLTRIM"))
		return o->trim = read_byte(sc, &o->trimmed);
	return read_split(r);
}

static bool
read_reform(struct reading *r)
{
	struct sort_scan *sc = r->sc;
	uint64_t n;

	if (scan_word(sc, "OUTREC") || scan_word(sc, "BUILD"))
		return read_build(r, SORT_BUILD);
	if (scan_word(sc, "OVERLAY"))
		return read_build(r, SORT_OVERLAY);
	if (scan_word(sc, "IFTHEN"))
		return sort_ifthen_read(sc, true, &r->o->reform);
	if (scan_word(sc, "IFOUTLEN")) {
		if (!read_count(sc, &n) || n > SORT_RECORD ||
		    r->o->reform == NULL)
			return scan_bad(sc, MSG_ICE111A);
		r->o->reform->out_len = (uint32_t)n;
		return true;
	}
	return false;
}

static bool
read_operand(struct reading *r)
{
	struct sort_scan *sc = r->sc;

	if (scan_word(sc, "FNAMES"))
		return scan_need(sc, '=') && read_names(r);
	if (scan_word(sc, "FILES"))
		return scan_need(sc, '=') && read_files(r);
	if (scan_word(sc, "INCLUDE"))
		return read_filter(r, false);
	if (scan_word(sc, "OMIT"))
		return read_filter(r, true);
	if (scan_word(sc, "STARTREC"))
		return read_count(sc, &r->o->first);
	if (scan_word(sc, "ENDREC"))
		return read_count(sc, &r->o->last);
	if (scan_word(sc, "FORMAT") || scan_word(sc, "NULLOFL")) {
		scan_skip(sc);
		return true;
	}
	if (read_flag(r) || read_reform(r))
		return true;
	if (sc->bad)
		return false;
	return sort_report_read(sc, &r->o->report);
}

bool
sort_outfil_read(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;
	struct reading r = {.sc = sc};

	r.o = arena_alloc(sc->s->arena, sizeof(*r.o));
	if (r.o != NULL)
		r.o->outs =
		    arena_alloc(sc->s->arena, SORT_DDS * sizeof(*r.o->outs));
	if (r.o == NULL || r.o->outs == NULL)
		return scan_note(sc, "NO MEMORY");
	r.o->first = 1;
	while (*sc->at != '\0') {
		if (!read_operand(&r))
			return false;
		if (!scan_char(sc, ','))
			break;
	}
	if (r.o->n == 0 && !add_out(&r, p->out_dd))
		return false;
	if (r.o->vtof && r.o->ftov)
		return scan_note(sc, "VTOF AND FTOV EXCLUDE EACH OTHER");
	if (r.o->split > 0 && r.o->report != NULL)
		return scan_note(sc, "SPLIT HAS NO REPORT");
	*p->outfil_tail = r.o;
	p->outfil_tail = &r.o->next;
	return true;
}
