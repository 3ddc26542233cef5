/* IEBGENER: GENERATE, MEMBER and RECORD, read and checked. */
#include <string.h>

#include "utilities/iebgener_int.h"

struct reading {
	struct utility *u;
	struct arena *arena;
	struct gener_plan *plan;
	struct gener_member *member; /* the last one */
	struct record_group *group;  /* the last one of it */
	uint32_t maxname, names;     /* GENERATE's limit, and how many came */
	struct record_reader rec;
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
	} keys[] = {{"MAXNAME", &r->maxname}, {"MAXFLDS", &r->rec.maxflds},
	    {"MAXGPS", &r->rec.maxgps}, {"MAXLITS", &r->rec.maxlits}};
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

/* --- RECORD
 * --------------------------------------------------------------------
 */

static bool
read_record(struct reading *r, const struct control_stmt *stmt)
{
	struct record_group *g;

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
	if (!record_read(&r->rec, stmt, g))
		return false;
	r->plan->edits |= g->fields != NULL;
	return true;
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
	struct reading r = {.u = u,
	    .arena = arena,
	    .plan = planp,
	    .rec = {.u = u,
		.arena = arena,
		.in = in,
		.out = out,
		.literals = true,
		.conversions =
		    1 << RECORD_PZ | 1 << RECORD_ZP | 1 << RECORD_HE}};
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
