/*
 * Keywords that the tables allow and what was coded makes useless: words of
 * another organization in DEFINE, of another type of entry in ALTER.
 */
#include <string.h>

#include "shell/complete_int.h"

/*
 * What an organization has no use for. Source: SC23-6846, DEFINE CLUSTER, which
 * says of each parameter for what it is. A set with NUMBERED may have records
 * of varying length, an index and free space.
 */
static const struct rule {
	const char *org, *word;
} rules[] = {
    {"NONINDEXED", "KEYS"},
    {"NONINDEXED", "FREESPACE"},
    {"NUMBERED", "KEYS"},
    {"NUMBERED", "SPANNED"},
    {"LINEAR", "KEYS"},
    {"LINEAR", "RECORDSIZE"},
    {"LINEAR", "FREESPACE"},
    {"LINEAR", "SPANNED"},
};

static bool
is_given(const struct place_level *l, const char *keyword)
{
	const struct ams_desc *d =
	    place_row(l->table, keyword, strlen(keyword));

	return d != NULL && d - l->table < PLACE_ROWS && l->given[d - l->table];
}

/* That of the list at hand, else of the list before it, CLUSTER(...). */
static bool
has_org(const struct place *p, const struct place_level *l, const char *org)
{
	return is_given(l, org) ||
	       (p->organization != NULL && strcmp(p->organization, org) == 0);
}

static bool
of_other_org(const struct place *p, const struct place_level *l,
    const struct ams_desc *d)
{
	const char *kw = d->keyword;
	size_t i;

	/* Behind the cluster's list no index may follow. */
	if (p->depth == 0)
		return strcmp(kw, "INDEX") == 0 && p->organization != NULL &&
		       (strcmp(p->organization, "NONINDEXED") == 0 ||
			   strcmp(p->organization, "LINEAR") == 0);
	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if ((strcmp(kw, rules[i].word) == 0 &&
			has_org(p, l, rules[i].org)) ||
		    (strcmp(kw, rules[i].org) == 0 &&
			is_given(l, rules[i].word)))
			return true;
	return false;
}

bool
complete_is_useless(const struct place *p, const struct place_level *l,
    const struct ams_desc *d, const struct complete_source *src)
{
	if (p->verb == NULL || l->table == NULL)
		return false;
	if (strcmp(p->verb->verb, "DEFINE") == 0)
		return of_other_org(p, l, d);
	return strcmp(p->verb->verb, "ALTER") == 0 && p->depth == 0 &&
	       p->entry[0] != '\0' && src != NULL && src->alters != NULL &&
	       !src->alters(src->ctx, p->entry, p->member, d->keyword);
}
