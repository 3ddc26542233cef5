/* Data set profiles: names, their order, what they allow. See profile.h. */
#include <stdlib.h>
#include <string.h>

#include "base/profile.h"

static const char *const access_names[DS_ACCESSES] = {
    "NONE", "EXECUTE", "READ", "UPDATE", "CONTROL", "ALTER"};

const char *
ds_access_name(enum ds_access access)
{
	return access_names[access];
}

bool
ds_access_parse(const char *word, enum ds_access *accessp)
{
	for (int i = 0; i < DS_ACCESSES; i++)
		if (strcmp(word, access_names[i]) == 0) {
			*accessp = (enum ds_access)i;
			return true;
		}
	return false;
}

void
ds_profile_free(struct ds_profile **pp)
{
	if (*pp != NULL)
		free((*pp)->permits);
	free(*pp);
	*pp = NULL;
}

bool
userid_valid(const char *id, size_t len)
{
	return member_valid(id, len) && memchr(id, '-', len) == NULL;
}

/* --- names ---------------------------------------------------------------- */

static bool
is_lone_double(const char *q, size_t len)
{
	return len == 2 && q[0] == '*' && q[1] == '*';
}

/* One behind the first: '%' stands for any character that may be there. */
static bool
qualifier_valid(const char *q, size_t len, int *doublesp)
{
	char plain[MEMBER_MAX];
	size_t n = len, i;

	if (is_lone_double(q, len))
		return ++*doublesp == 1;
	if (n > 0 && q[n - 1] == '*')
		n--;
	if (n == 0)
		return len == 1;
	if (n > sizeof(plain))
		return false;
	for (i = 0; i < n; i++)
		plain[i] = q[i] == '%' ? 'A' : q[i];
	return member_valid(plain, n);
}

bool
profile_valid(const char *name, size_t len)
{
	size_t first, at, n;
	int doubles = 0;

	if (len == 0 || len > DSNAME_MAX || strlen(name) != len)
		return false;
	first = strcspn(name, ".");
	if (!member_valid(name, first))
		return false;
	for (at = first; at < len; at += n) {
		at++; /* the period */
		n = strcspn(name + at, ".");
		if (!qualifier_valid(name + at, n, &doubles))
			return false;
	}
	return true;
}

bool
profile_generic(const char *name)
{
	return strpbrk(name, "*%") != NULL;
}

bool
profile_match(const char *profile, const char *dsn)
{
	return profile_generic(profile) ? dsname_mask_match(profile, dsn)
					: strcmp(profile, dsn) == 0;
}

/* The place of what stands at *sp in the order; goes on behind it. */
static int
take_rank(const char **sp)
{
	enum { ONE = 256, SOME, MANY };
	const unsigned char c = (unsigned char)**sp;

	if (c == '\0')
		return 0;
	(*sp)++;
	if (c == '%')
		return ONE;
	if (c != '*')
		return c;
	if (**sp != '*')
		return SOME;
	(*sp)++;
	return MANY;
}

int
profile_compare(const char *a, const char *b)
{
	int x, y;

	do {
		x = take_rank(&a);
		y = take_rank(&b);
	} while (x == y && x != 0);
	return (x > y) - (x < y);
}

/* --- access --------------------------------------------------------------- */

static bool
is_group_of(const struct ds_asker *who, const char *id)
{
	for (size_t i = 0; i < who->ngroups; i++)
		if (strcmp(who->groups[i], id) == 0)
			return true;
	return false;
}

enum ds_access
profile_allows(const struct ds_profile *p, const struct ds_asker *who)
{
	enum ds_access group = DS_ACCESS_NONE, all = p->uacc;
	const struct ds_permit *t;
	bool in_group = false;

	for (t = p->permits; t < p->permits + p->npermits; t++) {
		if (who->userid[0] != '\0' && strcmp(t->id, who->userid) == 0)
			return t->access;
		if (is_group_of(who, t->id)) {
			in_group = true;
			if (t->access > group)
				group = t->access;
		} else if (strcmp(t->id, "*") == 0 && who->userid[0] != '\0' &&
			   t->access > all) {
			all = t->access;
		}
	}
	if (in_group)
		return group;
	return who->operations ? DS_ACCESS_ALTER : all;
}
