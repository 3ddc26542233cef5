/* IEBGENER: GENERATE, MEMBER and RECORD, read and checked. */
#include <stdio.h>
#include <string.h>

#include "utilities/iebgener_int.h"

struct reading {
	struct utility *u;
	struct arena *arena;
	const struct dd_text *in, *out;
	struct gener_plan *plan;
	struct gener_member *member; /* the last one */
	struct gener_group *group;   /* the last one of it */
	/* GENERATE's limits, and what was counted; absent: 0 */
	uint32_t maxname, maxflds, maxgps, maxlits;
	uint32_t names, fields, groups, literals;
};

static bool
wrong(struct reading *r, const char *what)
{
	utility_note(r->u, UT_FAILED, "%s", what);
	return false;
}

static bool
no_memory(struct reading *r)
{
	return wrong(r, "NO MEMORY");
}

/* --- GENERATE --------------------------------------------------------------
 */

static bool
read_generate(struct reading *r, const struct control_stmt *stmt)
{
	static const char dbcs[] = "DBCS";
	const struct {
		const char *key;
		uint32_t *to;
	} keys[] = {{"MAXNAME", &r->maxname}, {"MAXFLDS", &r->maxflds},
	    {"MAXGPS", &r->maxgps}, {"MAXLITS", &r->maxlits}};
	const struct control_value *v;
	size_t i;

	if (r->plan->given)
		return wrong(r, "GENERATE STANDS ONCE, IN FRONT OF ALL");
	r->plan->given = true;
	for (v = stmt->operands; v != NULL; v = v->next) {
		for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
			if (strcmp(v->key, keys[i].key) == 0)
				break;
		if (i == sizeof(keys) / sizeof(keys[0])) {
			if (strcmp(v->key, dbcs) == 0 && control_is(v, "NO"))
				continue;
			return wrong(r, "AN OPERAND OF GENERATE IS NOT KNOWN");
		}
		if (!control_number(v, UINT16_MAX, keys[i].to))
			return wrong(r, "A NUMBER OF GENERATE IS WRONG");
	}
	return true;
}

/* --- MEMBER ----------------------------------------------------------------
 */

static struct gener_member *
add_member(struct reading *r)
{
	struct gener_member *m = arena_alloc(r->arena, sizeof(*m));

	if (m == NULL) {
		no_memory(r);
		return NULL;
	}
	if (r->member != NULL)
		r->member->next = m;
	else
		r->plan->members = m;
	r->member = m;
	r->group = NULL;
	return m;
}

static bool
read_member(struct reading *r, const struct control_stmt *stmt)
{
	const struct control_value *v =
	    control_values(control_find(stmt, "NAME"));
	struct gener_member *m;
	char *to;

	if (r->member != NULL && r->member->name[0] == '\0')
		return wrong(r, "MEMBER STANDS IN FRONT OF ITS RECORDS");
	if (r->member != NULL && r->group == NULL)
		return wrong(r, "A MEMBER IN FRONT OF THIS HAS NO RECORD");
	if ((m = add_member(r)) == NULL)
		return false;
	r->plan->partitioned = true;
	for (to = m->name; v != NULL; v = v->next) {
		if (!control_name(v, to, MEMBER_MAX + 1) ||
		    !member_valid(to, strlen(to)))
			return wrong(r, "A NAME OF MEMBER IS WRONG");
		if (++r->names > r->maxname)
			return wrong(r, "MORE NAMES THAN MAXNAME SAYS");
		if (to != m->name)
			m->naliases++;
		if (m->naliases == GENER_ALIASES)
			return wrong(r, "TOO MANY ALIASES");
		to = m->alias[m->naliases];
	}
	return m->name[0] != '\0' || wrong(r, "MEMBER NEEDS NAME=");
}

/* --- RECORD ----------------------------------------------------------------
 */

/* A literal in a code page; X'..' as it is. */
static const uint8_t *
take_literal(struct reading *r, const struct control_value *v,
    const struct dd_text *page, uint32_t *lenp)
{
	uint8_t *to = arena_alloc(r->arena, v->len + 1);
	unsigned byte;
	size_t i;

	if (to == NULL || (v->mark != 0 && v->mark != 'X' && v->mark != 'C'))
		return NULL;
	if (v->mark != 'X') {
		for (i = 0; i < v->len; i++)
			to[i] = page->to[(uint8_t)v->text[i]];
		*lenp = (uint32_t)v->len;
		return to;
	}
	for (i = 0; i + 1 < v->len; i += 2) {
		if (strspn(v->text + i, "0123456789ABCDEF") < 2 ||
		    sscanf(v->text + i, "%2X", &byte) != 1)
			return NULL;
		to[i / 2] = (uint8_t)byte;
	}
	*lenp = (uint32_t)(v->len / 2);
	return v->len % 2 == 0 ? to : NULL;
}

/* IDENT=(length,'name',input-location) */
static bool
read_ident(struct reading *r, const struct control_value *v)
{
	const struct control_value *len = control_values(v);
	const struct control_value *name = len != NULL ? len->next : NULL;
	const struct control_value *at = name != NULL ? name->next : NULL;
	struct gener_group *g = r->group;
	const uint8_t *text;
	uint32_t n, n_name = 0;

	if (name == NULL || !name->quoted ||
	    !control_number(len, GENER_IDENT, &n) || n == 0 ||
	    (text = take_literal(r, name, r->in, &n_name)) == NULL ||
	    n_name < n)
		return wrong(r, "IDENT= IS (LENGTH,'NAME',LOCATION)");
	g->ident_from = 1;
	if (!control_empty(at) &&
	    (!control_number(at, GENER_RECORD, &g->ident_from) ||
		g->ident_from == 0))
		return wrong(r, "IDENT= IS (LENGTH,'NAME',LOCATION)");
	g->ident_from--;
	g->ident_len = n;
	memcpy(g->ident, text, n);
	return ++r->groups <= r->maxgps ||
	       wrong(r, "MORE GROUPS THAN MAXGPS SAYS");
}

/* The second part: a location or a literal. */
static bool
field_source(
    struct reading *r, const struct control_value *v, struct gener_field *f)
{
	uint32_t n = 0;

	f->from = 0;
	if (control_empty(v))
		return true;
	if (!v->quoted) {
		if (!control_number(v, GENER_RECORD, &n) || n == 0)
			return false;
		f->from = n - 1;
		return true;
	}
	f->literal = take_literal(r, v, r->out, &n);
	r->literals += n;
	/* a literal that is longer than its field is cut, one that is shorter
	 * would leave the rest open */
	return f->literal != NULL && n <= GENER_LITERAL && n >= f->len;
}

static bool
field_conversion(const struct control_value *v, struct gener_field *f)
{
	f->conversion = GENER_COPY;
	if (control_is(v, "PZ"))
		f->conversion = GENER_PZ;
	else if (control_is(v, "ZP"))
		f->conversion = GENER_ZP;
	else if (control_is(v, "HE"))
		f->conversion = GENER_HE;
	else
		return control_empty(v);
	return f->literal == NULL;
}

static const struct control_value *
next_of(const struct control_value *v)
{
	return v != NULL ? v->next : NULL;
}

/* FIELD=(length,location or 'literal',conversion,output-location) */
static bool
read_field(struct reading *r, const struct control_value *v)
{
	const struct control_value *len = control_values(v);
	const struct control_value *from = next_of(len);
	const struct control_value *how = next_of(from), *to = next_of(how);
	struct gener_field *f = arena_alloc(r->arena, sizeof(*f)), **tail;
	uint32_t at = 1;

	if (f == NULL)
		return no_memory(r);
	f->len = 80;
	if ((!control_empty(len) &&
		!control_number(len, GENER_RECORD, &f->len)) ||
	    f->len == 0 || !field_source(r, from, f) ||
	    !field_conversion(how, f) ||
	    (!control_empty(to) && !control_number(to, GENER_RECORD, &at)) ||
	    at == 0 || next_of(to) != NULL)
		return wrong(r, "FIELD= IS (LENGTH,LOCATION OR 'LITERAL',"
				"CONVERSION,LOCATION)");
	f->to = at - 1;
	f->out_len = gener_out_len(f->conversion, f->len);
	if (++r->fields > r->maxflds)
		return wrong(r, "MORE FIELDS THAN MAXFLDS SAYS");
	if (r->literals > r->maxlits)
		return wrong(r, "MORE LITERALS THAN MAXLITS SAYS");
	for (tail = &r->group->fields; *tail != NULL; tail = &(*tail)->next)
		continue;
	*tail = f;
	r->plan->edits = true;
	return true;
}

static bool
read_record(struct reading *r, const struct control_stmt *stmt)
{
	const struct control_value *v;
	struct gener_group *g;
	bool ok = true;

	if (r->member == NULL && add_member(r) == NULL)
		return false;
	if (r->group != NULL && r->group->ident_len == 0)
		return wrong(r, "THE RECORD IN FRONT OF THIS TAKES ALL");
	if ((g = arena_alloc(r->arena, sizeof(*g))) == NULL)
		return no_memory(r);
	if (r->group != NULL)
		r->group->next = g;
	else
		r->member->groups = g;
	r->group = g;
	for (v = stmt->operands; ok && v != NULL; v = v->next) {
		if (strcmp(v->key, "IDENT") == 0)
			ok = read_ident(r, v);
		else if (strcmp(v->key, "FIELD") == 0)
			ok = read_field(r, v);
		else if (strcmp(v->key, "LABELS") != 0)
			ok = wrong(r, "AN OPERAND OF RECORD IS NOT KNOWN");
	}
	return ok;
}

/* --- all of them -----------------------------------------------------------
 */

static bool
read_statement(struct reading *r, const struct control_stmt *stmt)
{
	if (strcmp(stmt->op, "GENERATE") == 0)
		return read_generate(r, stmt);
	if (!r->plan->given)
		return wrong(r, "GENERATE STANDS IN FRONT OF ALL");
	if (strcmp(stmt->op, "MEMBER") == 0)
		return read_member(r, stmt);
	if (strcmp(stmt->op, "RECORD") == 0)
		return read_record(r, stmt);
	if (strcmp(stmt->op, "LABELS") == 0)
		return true; /* no data set has user labels */
	return wrong(r, strcmp(stmt->op, "EXITS") == 0
			    ? "EXITS ARE NOT CALLED"
			    : "THIS IS NO STATEMENT OF IEBGENER");
}

bool
gener_read(struct utility *u, struct arena *arena, const struct dd_text *in,
    const struct dd_text *out, struct gener_plan *planp)
{
	struct reading r = {
	    .u = u, .arena = arena, .in = in, .out = out, .plan = planp};
	struct control_stmt stmt;
	const int before = u->cc;

	while (utility_next(u, arena, false, &stmt, NULL))
		if (!read_statement(&r, &stmt))
			break;
	if (planp->partitioned && r.member != NULL && r.group == NULL) {
		/* the last member takes what is left, as it stands */
		r.member->groups = arena_alloc(arena, sizeof(*r.group));
		if (r.member->groups == NULL)
			return no_memory(&r);
	}
	return u->cc <= before && !u->abended;
}
