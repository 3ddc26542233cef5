/* Names as a person gives them: in any case, with members and generations. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dsn/dsn_int.h"
#include "services/gdg.h"

static bool
fold(const char *from, size_t len, char to[PATTERN_MAX + 1])
{
	size_t i;

	if (len > PATTERN_MAX)
		return false;
	for (i = 0; i < len; i++)
		to[i] = (char)toupper((unsigned char)from[i]);
	to[len] = '\0';
	return true;
}

static bool
member_pattern_valid(const char *s)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ@#$0123456789";

	return s[0] != '\0' && s[strspn(s, letters)] != '\0'
		   ? strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ@#$0123456789*%") ==
			 strlen(s)
		   : member_valid(s, strlen(s));
}

/* What stands in the parentheses. */
static bool
take_inner(const char *text, const char *inner, bool make, struct name *n)
{
	if (dsname_relative(inner, &n->number)) {
		n->relative = true;
		if (n->number <= 0 || make)
			return true;
		dsn_say("%s: only put and cp make a generation", text);
		return false;
	}
	if (!member_pattern_valid(inner)) {
		dsn_say("%s: not a member name", text);
		return false;
	}
	snprintf(n->member, sizeof(n->member), "%s", inner);
	n->has_member = true;
	n->generic = ds_member_generic(inner);
	return true;
}

static bool
resolve(struct dsn *d, const char *text, struct name *n)
{
	struct ds_diag diag = {0};
	char absolute[DSNAME_MAX + 1];
	enum ds_status st;

	if (!n->relative || n->number > 0)
		return true;
	st = ds_gdg_absolute(d->sys, n->dsn, n->number, absolute, &diag);
	if (st != DS_OK) {
		dsn_say_status(text, st, &diag);
		return false;
	}
	snprintf(n->dsn, sizeof(n->dsn), "%s", absolute);
	return true;
}

bool
dsn_name_parse(
    struct dsn *d, const char *text, bool mask, bool make, struct name *np)
{
	const size_t len = strlen(text), n = strcspn(text, "(");
	char inner[PATTERN_MAX + 1];
	struct name name = {0};
	bool generic;

	if (!fold(text, n, name.dsn)) {
		dsn_say("%.60s: not a data set name", text);
		return false;
	}
	generic = strpbrk(name.dsn, "*%") != NULL;
	if (generic ? !mask || !dsname_mask_valid(name.dsn, n)
		    : !dsname_valid(name.dsn, n)) {
		dsn_say(generic && !mask
			    ? "%s: one data set is to be named, no mask"
			    : "%s: not a data set name",
		    text);
		return false;
	}
	if (text[n] == '(') {
		if (text[len - 1] != ')' || len - n < 3 ||
		    !fold(text + n + 1, len - n - 2, inner)) {
			dsn_say("%.80s: not NAME(MEMBER) or NAME(0)", text);
			return false;
		}
		if (generic) {
			dsn_say("%s: members are of one data set", text);
			return false;
		}
		if (!take_inner(text, inner, make, &name))
			return false;
	}
	if (!resolve(d, text, &name))
		return false;
	*np = name;
	return true;
}

void
dsn_name_full(const struct name *n, char out[FULL_MAX + 1])
{
	if (n->relative && n->number > 0)
		snprintf(out, FULL_MAX + 1, "%.*s(+%d)", DSNAME_MAX, n->dsn,
		    n->number);
	else if (n->has_member)
		snprintf(out, FULL_MAX + 1, "%.*s(%.*s)", DSNAME_MAX, n->dsn,
		    MEMBER_MAX, n->member);
	else
		snprintf(out, FULL_MAX + 1, "%.*s", DSNAME_MAX, n->dsn);
}

enum ds_status
dsn_name_entry(struct dsn *d, const char *dsn, struct ds_entry **entp,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	char to[DSNAME_MAX + 1];
	enum ds_status st;

	st = ds_find(d->sys, NULL, dsn, &ent, diag);
	if (st == DS_OK && ent->type == DS_ALIAS) {
		snprintf(to, sizeof(to), "%s", ent->related);
		ds_entry_free(&ent);
		st = ds_find(d->sys, NULL, to, &ent, diag);
	}
	if (st == DS_OK)
		*entp = ent;
	return st;
}

bool
dsn_name_is_library(struct dsn *d, const char *dsn)
{
	struct ds_diag diag = {0};
	struct ds_entry *ent = NULL;
	bool is;

	is = dsn_name_entry(d, dsn, &ent, &diag) == DS_OK &&
	     ent->org == DS_ORG_PO;
	ds_entry_free(&ent);
	return is;
}

/* --- members -------------------------------------------------------------- */

bool
dsn_members_add(struct members *l, const char *name)
{
	const size_t cap = l->cap > 0 ? 2 * l->cap : 64;
	void *v;

	if (l->n == l->cap) {
		if ((v = realloc(l->v, cap * sizeof(*l->v))) == NULL) {
			dsn_say("no memory");
			return false;
		}
		l->v = v;
		l->cap = cap;
	}
	snprintf(l->v[l->n++], MEMBER_MAX + 1, "%s", name);
	return true;
}

void
dsn_members_free(struct members *l)
{
	free(l->v);
	*l = (struct members){0};
}

bool
dsn_members_match(struct ds_library *lib, const char *pattern, bool main_alone,
    struct members *l)
{
	const char *dsn = ds_library_entry(lib)->name;
	struct ds_diag diag = {0};
	struct ds_member m = {0};
	enum ds_status st;

	while ((st = ds_member_next(lib, m.name, &m, &diag)) == DS_OK)
		if (ds_member_match(pattern, m.name) &&
		    (!main_alone || !m.alias) && !dsn_members_add(l, m.name))
			return false;
	if (st != DS_EOD) {
		dsn_say_status(dsn, st, &diag);
		return false;
	}
	if (l->n > 0 || strcmp(pattern, "*") == 0)
		return true;
	dsn_say("%s(%s): there is no such member", dsn, pattern);
	return false;
}
