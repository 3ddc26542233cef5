/* IEBPTPCH: PRINT, PUNCH, TITLE, MEMBER and RECORD, read and checked. */
#include <string.h>

#include "utilities/iebptpch_int.h"

struct reading {
	struct utility *u;
	struct arena *arena;
	struct ptpch_plan *plan;
	bool given; /* PRINT or PUNCH came */
	uint32_t maxname, names;
	struct record_reader rec;
	struct ptpch_member *member; /* the last one */
	struct record_group *group;  /* of it */
};

static bool
wrong(struct reading *r, const char *what)
{
	utility_note(r->u, UT_FAILED, "%s", what);
	return false;
}

/* --- PRINT, PUNCH ----------------------------------------------------------
 */

/* Words that are one of a few. */
static bool
take_word(struct ptpch_plan *p, const struct control_value *v)
{
	if (strcmp(v->key, "TYPORG") == 0) {
		p->po = control_is(v, "PO");
		return p->po || control_is(v, "PS");
	}
	if (strcmp(v->key, "PREFORM") == 0) {
		p->preform = v->text[0];
		return control_is(v, "A") || control_is(v, "M");
	}
	if (strcmp(v->key, "TOTCONV") == 0) {
		p->total = true;
		p->totconv = control_is(v, "XE") ? RECORD_XE : RECORD_PZ;
		return control_is(v, "XE") || control_is(v, "PZ");
	}
	return false;
}

static bool
read_function(struct reading *r, const struct control_stmt *stmt)
{
	struct ptpch_plan *p = r->plan;
	const struct {
		const char *key;
		uint32_t *to;
		uint32_t max;
		char only; /* 'P' PRINT, 'C' PUNCH, 0 both */
	} keys[] = {{"CNTRL", &p->cntrl, 3, 0},
	    {"STRTAFT", &p->strtaft, 99999999, 0},
	    {"STOPAFT", &p->stopaft, 99999999, 0},
	    {"SKIP", &p->skip, 99999999, 0},
	    {"MAXNAME", &r->maxname, UINT16_MAX, 0},
	    {"MAXFLDS", &r->rec.maxflds, UINT16_MAX, 0},
	    {"MAXGPS", &r->rec.maxgps, UINT16_MAX, 0},
	    {"MAXLITS", &r->rec.maxlits, UINT16_MAX, 0},
	    {"INITPG", &p->initpg, 9999, 'P'},
	    {"MAXLINE", &p->maxline, 9999, 'P'},
	    {"CDSEQ", &p->cdseq, 99999999, 'C'},
	    {"CDINCR", &p->cdincr, 99999999, 'C'}};
	const struct control_value *v;
	size_t i;

	if (r->given)
		return wrong(r, "PRINT OR PUNCH STANDS ONCE");
	r->given = true;
	p->punch = strcmp(stmt->op, "PUNCH") == 0;
	for (v = stmt->operands; v != NULL; v = v->next) {
		for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
			if (strcmp(v->key, keys[i].key) == 0 &&
			    keys[i].only != (p->punch ? 'P' : 'C'))
				break;
		if (i == sizeof(keys) / sizeof(keys[0])) {
			if (!take_word(p, v))
				return wrong(
				    r, "AN OPERAND OF PRINT OR PUNCH IS WRONG");
			continue;
		}
		if (!control_number(v, keys[i].max, keys[i].to))
			return wrong(r, "A NUMBER OF PRINT OR PUNCH IS WRONG");
		p->numbered |= strcmp(v->key, "CDSEQ") == 0;
	}
	return (p->cntrl >= 1 && p->maxline >= 5) ||
	       wrong(r, "A NUMBER OF PRINT OR PUNCH IS WRONG");
}

/* --- TITLE -----------------------------------------------------------------
 */

/* ITEM=('text',location) */
static bool
read_title(struct reading *r, const struct control_stmt *stmt)
{
	struct ptpch_plan *p = r->plan;
	const struct control_value *v, *text, *at;
	uint8_t *line;
	uint32_t to;

	if (p->ntitles == PTPCH_TITLES)
		return wrong(r, "THERE ARE MORE THAN TWO TITLES");
	line = p->titles[p->ntitles++];
	memset(line, r->rec.out->blank, PTPCH_LINE);
	for (v = stmt->operands; v != NULL; v = v->next) {
		text = control_values(v);
		at = text != NULL ? text->next : NULL;
		to = 1;
		if (strcmp(v->key, "ITEM") != 0 || text == NULL ||
		    !text->quoted || text->len > RECORD_LITERAL ||
		    (!control_empty(at) &&
			!control_number(at, PTPCH_LINE, &to)) ||
		    to == 0 || to - 1 + text->len > PTPCH_LINE)
			return wrong(r, "ITEM= IS ('TEXT',LOCATION)");
		for (size_t i = 0; i < text->len; i++)
			line[to - 1 + i] =
			    r->rec.out->to[(uint8_t)text->text[i]];
	}
	return true;
}

/* --- MEMBER, RECORD --------------------------------------------------------
 */

static bool
add_member(struct reading *r)
{
	struct ptpch_member *m = arena_alloc(r->arena, sizeof(*m));

	if (m == NULL)
		return wrong(r, "NO MEMORY");
	if (r->member != NULL)
		r->member->next = m;
	else
		r->plan->members = m;
	r->member = m;
	r->group = NULL;
	return true;
}

static bool
read_member(struct reading *r, const struct control_stmt *stmt)
{
	const struct control_value *v = control_find(stmt, "NAME");

	if (!r->plan->po)
		return wrong(r, "MEMBER GOES WITH TYPORG=PO");
	if (r->member != NULL && r->member->name[0] == '\0')
		return wrong(r, "MEMBER STANDS IN FRONT OF ITS RECORDS");
	if (!add_member(r))
		return false;
	if (v == NULL || v->next != NULL ||
	    !control_name(v, r->member->name, sizeof(r->member->name)))
		return wrong(r, "MEMBER NEEDS NAME=");
	return ++r->names <= r->maxname ||
	       wrong(r, "MORE NAMES THAN MAXNAME SAYS");
}

static bool
read_record(struct reading *r, const struct control_stmt *stmt)
{
	struct record_group *g;

	if (r->plan->preform != 0 || r->plan->total)
		return wrong(
		    r, "RECORD GOES NEITHER WITH PREFORM NOR WITH TOTCONV");
	if (r->member == NULL && !add_member(r))
		return false;
	if (r->group != NULL && r->group->ident_len == 0)
		return wrong(r, "THE RECORD IN FRONT OF THIS TAKES ALL");
	if ((g = arena_alloc(r->arena, sizeof(*g))) == NULL)
		return wrong(r, "NO MEMORY");
	if (r->group != NULL)
		r->group->next = g;
	else
		r->member->groups = g;
	r->group = g;
	r->plan->edits = true;
	return record_read(&r->rec, stmt, g);
}

/* --- all of them -----------------------------------------------------------
 */

static bool
read_statement(struct reading *r, const struct control_stmt *stmt)
{
	if (strcmp(stmt->op, "PRINT") == 0 || strcmp(stmt->op, "PUNCH") == 0)
		return read_function(r, stmt);
	if (!r->given)
		return wrong(r, "PRINT OR PUNCH STANDS IN FRONT OF ALL");
	if (strcmp(stmt->op, "TITLE") == 0)
		return read_title(r, stmt);
	if (strcmp(stmt->op, "MEMBER") == 0)
		return read_member(r, stmt);
	if (strcmp(stmt->op, "RECORD") == 0)
		return read_record(r, stmt);
	if (strcmp(stmt->op, "LABELS") == 0)
		return true; /* no data set has user labels */
	return wrong(r, strcmp(stmt->op, "EXITS") == 0
			    ? "EXITS ARE NOT CALLED"
			    : "THIS IS NO STATEMENT OF IEBPTPCH");
}

/* Does each field end inside a line or a card? */
static bool
fields_fit(struct reading *r)
{
	const uint32_t most = r->plan->punch ? PTPCH_CARD : PTPCH_LINE;
	const struct ptpch_member *m;
	const struct record_group *g;
	const struct record_field *f;

	for (m = r->plan->members; m != NULL; m = m->next)
		for (g = m->groups; g != NULL; g = g->next)
			for (f = g->fields; f != NULL; f = f->next)
				if ((uint64_t)f->to + f->out_len > most)
					return wrong(
					    r, "A FIELD ENDS BEHIND THE LINE");
	return true;
}

bool
ptpch_read(struct utility *u, struct arena *arena, const struct dd_text *in,
    const struct dd_text *out, struct ptpch_plan *planp)
{
	struct reading r = {.u = u,
	    .arena = arena,
	    .plan = planp,
	    .rec = {.u = u,
		.arena = arena,
		.in = in,
		.out = out,
		.conversions = 1 << RECORD_PZ | 1 << RECORD_XE}};
	struct control_stmt stmt;
	const int before = u->cc;

	planp->cntrl = 1;
	planp->initpg = 1;
	planp->maxline = 60;
	planp->cdincr = 10;
	while (utility_next(u, arena, false, &stmt, NULL))
		if (!read_statement(&r, &stmt))
			return false;
	if (u->cc > before || u->abended)
		return false;
	return r.given ? fields_fit(&r)
		       : wrong(&r, "PRINT OR PUNCH IS MISSING");
}
