/* RECORD of IEBGENER and IEBPTPCH, read and checked. */
#include <stdio.h>
#include <string.h>

#include "utilities/record_int.h"

static bool
wrong(struct record_reader *r, const char *what)
{
	utility_note(r->u, UT_FAILED, "%s", what);
	return false;
}

/* A literal in a code page; X'..' as it is. */
static const uint8_t *
take_literal(struct record_reader *r, const struct control_value *v,
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
read_ident(struct record_reader *r, struct record_group *g,
    const struct control_value *v)
{
	const struct control_value *len = control_values(v);
	const struct control_value *name = len != NULL ? len->next : NULL;
	const struct control_value *at = name != NULL ? name->next : NULL;
	const uint8_t *text;
	uint32_t n, n_name = 0;

	if (name == NULL || !name->quoted ||
	    !control_number(len, RECORD_IDENT, &n) || n == 0 ||
	    (text = take_literal(r, name, r->in, &n_name)) == NULL ||
	    n_name < n)
		return wrong(r, "IDENT= IS (LENGTH,'NAME',LOCATION)");
	g->ident_from = 1;
	if (!control_empty(at) &&
	    (!control_number(at, RECORD_MOST, &g->ident_from) ||
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
field_source(struct record_reader *r, const struct control_value *v,
    struct record_field *f)
{
	uint32_t n = 0;

	f->from = 0;
	if (control_empty(v))
		return true;
	if (!v->quoted) {
		if (!control_number(v, RECORD_MOST, &n) || n == 0)
			return false;
		f->from = n - 1;
		return true;
	}
	if (!r->literals ||
	    (f->literal = take_literal(r, v, r->out, &n)) == NULL)
		return false;
	r->nliterals += n;
	/* a literal that is longer than its field is cut, one that is shorter
	 * would leave the rest open */
	return n <= RECORD_LITERAL && n >= f->len;
}

static bool
field_conversion(struct record_reader *r, const struct control_value *v,
    struct record_field *f)
{
	static const char *const words[] = {[RECORD_PZ] = "PZ",
	    [RECORD_ZP] = "ZP",
	    [RECORD_HE] = "HE",
	    [RECORD_XE] = "XE"};

	f->conversion = RECORD_COPY;
	if (control_empty(v))
		return true;
	for (unsigned i = RECORD_PZ; i <= RECORD_XE; i++)
		if ((r->conversions >> i & 1) != 0 && control_is(v, words[i]))
			f->conversion = (enum record_conversion)i;
	return f->conversion != RECORD_COPY && f->literal == NULL;
}

static const struct control_value *
next_of(const struct control_value *v)
{
	return v != NULL ? v->next : NULL;
}

/* FIELD=(length,location or 'literal',conversion,output-location) */
static bool
read_field(struct record_reader *r, struct record_group *g,
    const struct control_value *v)
{
	const struct control_value *len = control_values(v);
	const struct control_value *from = next_of(len);
	const struct control_value *how = next_of(from), *to = next_of(how);
	struct record_field *f = arena_alloc(r->arena, sizeof(*f)), **tail;
	uint32_t at = 1;

	if (f == NULL)
		return wrong(r, "NO MEMORY");
	f->len = 80;
	if ((!control_empty(len) &&
		!control_number(len, RECORD_MOST, &f->len)) ||
	    f->len == 0 || !field_source(r, from, f) ||
	    !field_conversion(r, how, f) ||
	    (!control_empty(to) && !control_number(to, RECORD_MOST, &at)) ||
	    at == 0 || next_of(to) != NULL)
		return wrong(r, "FIELD= IS (LENGTH,LOCATION OR 'LITERAL',"
				"CONVERSION,LOCATION)");
	f->to = at - 1;
	f->out_len = record_out_len(f->conversion, f->len);
	if (++r->fields > r->maxflds)
		return wrong(r, "MORE FIELDS THAN MAXFLDS SAYS");
	if (r->nliterals > r->maxlits)
		return wrong(r, "MORE LITERALS THAN MAXLITS SAYS");
	for (tail = &g->fields; *tail != NULL; tail = &(*tail)->next)
		continue;
	*tail = f;
	return true;
}

bool
record_read(struct record_reader *r, const struct control_stmt *stmt,
    struct record_group *group)
{
	const struct control_value *v;
	bool ok = true;

	for (v = stmt->operands; ok && v != NULL; v = v->next) {
		if (strcmp(v->key, "IDENT") == 0)
			ok = read_ident(r, group, v);
		else if (strcmp(v->key, "FIELD") == 0)
			ok = read_field(r, group, v);
		else if (strcmp(v->key, "LABELS") != 0)
			ok = wrong(r, "AN OPERAND OF RECORD IS NOT KNOWN");
	}
	return ok;
}
