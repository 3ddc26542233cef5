/*
 * Entries by name and pattern, with what the components say of themselves:
 * the catalog knows names, attributes and extents, the component its ends,
 * its counts and its index levels.
 */
#include <stdio.h>
#include <string.h>

#include "services/locate.h"
#include "services/security_int.h"
#include "services/symbols.h"
#include "services/system_int.h"

/* The sphere read last: DATA and INDEX of a cluster follow one another. */
struct sphere_cache {
	char data_name[SPHERE_NAME_LEN];
	struct sphere_state state;
	struct ds_stats stats[SPHERE_PARTS];
};

/* The file of the data component: an index names its peer. */
static bool
find_data(const struct ds_entry *ent, struct volume *vol, const char *name,
    char data_name[SPHERE_NAME_LEN])
{
	struct comp_attr attr;

	if (ent->type != DS_INDEX) {
		memcpy(data_name, name, SPHERE_NAME_LEN);
		return true;
	}
	if (sphere_read_attr(vol, name, &attr, NULL) != DS_OK)
		return false;
	sphere_id_name(attr.peer, data_name);
	return true;
}

static uint32_t
count_extents(const struct ds_entry *ent)
{
	size_t i, n = 0;

	for (i = 0; i < ent->nvolumes; i++)
		n += ent->volumes[i].nextents;
	return (uint32_t)n;
}

/* A component that cannot be read leaves stats_known false. */
static void
fill_stats(
    struct ds_system *sys, struct ds_entry *ent, struct sphere_cache *cache)
{
	char name[SPHERE_NAME_LEN], data_name[SPHERE_NAME_LEN];
	enum sphere_part part =
	    ent->type == DS_INDEX ? SPHERE_INDEX : SPHERE_DATA;
	const struct comp_state *cs = &cache->state.part[part];
	struct volume *vol;

	if (ds_component(sys, ent, name, &vol, NULL) != DS_OK ||
	    !find_data(ent, vol, name, data_name))
		return;
	if (strcmp(cache->data_name, data_name) != 0) {
		cache->data_name[0] = '\0';
		if (sphere_read_state(vol, data_name, &cache->state,
			cache->stats, NULL) != DS_OK)
			return;
		memcpy(cache->data_name, data_name, SPHERE_NAME_LEN);
	}
	ent->stats = cache->stats[part];
	ent->stats.harba = cs->harba;
	ent->stats.hurba = cs->hurba;
	ent->stats.bytes = cs->bytes;
	ent->stats.extents = count_extents(ent);
	if (!cache->state.loaded)
		ent->stats.freespc = cs->harba; /* nothing is used */
	ent->state_seq = cache->state.seq;
	ent->open_output = cache->state.open_output;
	ent->stats_known = true;
}

static enum ds_status
locate(struct ds_system *sys, const char *catalog, const char *name, bool ask,
    bool stats, struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	struct sphere_cache cache;
	enum ds_status st;

	if ((st = cat_get(sys->cat, catalog, name, &ent, diag)) != DS_OK)
		return st;
	if (ask)
		st = security_entry(sys, ent, DS_ACCESS_READ, diag);
	if (st != DS_OK) {
		security_suppress(sys);
		ds_entry_free(&ent);
		return st;
	}
	memset(&cache, 0, sizeof(cache));
	if (stats)
		fill_stats(sys, ent, &cache);
	ds_symbolic_alias(&sys->config, ent);
	*entp = ent;
	return DS_OK;
}

enum ds_status
ds_locate(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return locate(sys, catalog, name, true, true, entp, diag);
}

enum ds_status
ds_locate_entry(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return locate(sys, catalog, name, true, false, entp, diag);
}

enum ds_status
ds_find(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return locate(sys, catalog, name, false, true, entp, diag);
}

bool
ds_identity(struct ds_system *sys, const struct ds_entry *ent,
    uint8_t id[DS_IDENTITY_LEN])
{
	const char *data = ent->type == DS_CLUSTER || ent->type == DS_AIX
			       ? ds_entry_assoc(ent, DS_DATA)
			       : NULL;
	struct ds_entry *comp = NULL;
	bool there;

	if (data != NULL &&
	    cat_peek(sys->cat, ent->catalog, data, &comp, NULL) != DS_OK)
		return false;
	memcpy(
	    id, comp != NULL ? comp->comp_id : ent->comp_id, DS_IDENTITY_LEN);
	there = !sphere_id_is_none(comp != NULL ? comp->comp_id : ent->comp_id);
	ds_entry_free(&comp);
	return there;
}

enum ds_status
ds_locate_identity(struct ds_system *sys, const uint8_t id[DS_IDENTITY_LEN],
    struct ds_entry **entp, struct ds_diag *diag)
{
	char name[DSNAME_MAX + 1], catalog[DSNAME_MAX + 1];
	struct ds_entry *ent = NULL;
	const char *whole;
	enum ds_status st;

	if ((st = cat_get_kept(sys->cat, id, &ent, diag)) != DS_OK)
		return st;
	whole = ds_entry_assoc(ent, DS_CLUSTER);
	if (ent->type == DS_DATA && whole == NULL)
		whole = ds_entry_assoc(ent, DS_AIX);
	if (ent->type != DS_DATA || whole == NULL)
		whole = ent->name;
	snprintf(name, sizeof(name), "%s", whole);
	snprintf(catalog, sizeof(catalog), "%s", ent->catalog);
	ds_entry_free(&ent);
	return ds_locate(sys, catalog, name, entp, diag);
}

enum { ALIAS_DEPTH = 8 };

enum ds_status
ds_follow_alias(struct ds_system *sys, const char *name, struct ds_entry **entp,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL, *alias;
	enum ds_status st;
	int depth;

	st = cat_get(sys->cat, NULL, name, &ent, diag);
	for (depth = 0;
	     st == DS_OK && ent->type == DS_ALIAS && depth < ALIAS_DEPTH;
	     depth++) {
		alias = ent;
		ent = NULL;
		ds_symbolic_alias(&sys->config, alias);
		st = cat_get(sys->cat, NULL, alias->related, &ent, diag);
		ds_entry_free(&alias);
	}
	if (st == DS_OK && ent->type == DS_ALIAS) {
		st = ds_fail(
		    diag, DS_CAT_RELATED, name, "aliases lead in a circle");
		ds_entry_free(&ent);
	}
	if (st == DS_OK)
		*entp = ent;
	return st;
}

struct lister {
	struct ds_system *sys;
	struct sphere_cache cache;
	bool with_stats;
	bool (*fn)(void *ctx, const struct ds_entry *ent);
	void *ctx;
};

/* The catalog lends its entry; statistics go into a copy of the top. */
static bool
give(void *ctx, const struct ds_entry *ent)
{
	struct lister *l = ctx;
	struct ds_entry copy;

	if (!security_may_see(l->sys, ent)) {
		security_suppress(l->sys);
		return true;
	}
	if (!l->with_stats)
		return l->fn(l->ctx, ent);
	copy = *ent;
	copy.racf = security_discrete(l->sys, ent);
	fill_stats(l->sys, &copy, &l->cache);
	ds_symbolic_alias(&l->sys->config, &copy);
	return l->fn(l->ctx, &copy);
}

static const enum cat_sel sels[] = {
    [DS_SEL_ALL] = CAT_ALL,
    [DS_SEL_GENERIC] = CAT_GENERIC,
    [DS_SEL_LEVEL] = CAT_LEVEL,
    [DS_SEL_MASK] = CAT_MASK,
};

enum ds_status
ds_list(struct ds_system *sys, const char *catalog, enum ds_select sel,
    const char *pattern, bool with_stats,
    bool (*fn)(void *ctx, const struct ds_entry *ent), void *ctx,
    struct ds_diag *diag)
{
	struct lister l;

	memset(&l, 0, sizeof(l));
	l.sys = sys;
	l.with_stats = with_stats;
	l.fn = fn;
	l.ctx = ctx;
	return cat_list(sys->cat, catalog, sels[sel], pattern, give, &l, diag);
}

struct names_lister {
	struct ds_system *sys;
	bool (*fn)(void *ctx, const char *name, enum ds_type type,
	    const char *catalog);
	void *ctx;
};

/* A component is seen as what it is of is. */
static bool
may_see(struct ds_system *sys, const char *name, enum ds_type type,
    const char *catalog)
{
	struct ds_entry *ent = NULL;
	bool may;

	if (!sys->config.security)
		return true;
	may = cat_get(sys->cat, catalog, name, &ent, NULL) == DS_OK &&
	      ent->type == type && security_may_see(sys, ent);
	ds_entry_free(&ent);
	if (!may)
		security_suppress(sys);
	return may;
}

static bool
give_listed(void *ctx, const char *name, enum ds_type type, const char *catalog)
{
	const struct names_lister *l = ctx;

	return !may_see(l->sys, name, type, catalog) ||
	       l->fn(l->ctx, name, type, catalog);
}

enum ds_status
ds_list_names(struct ds_system *sys, enum ds_select sel, const char *pattern,
    const char *after,
    bool (*fn)(
	void *ctx, const char *name, enum ds_type type, const char *catalog),
    void *ctx, struct ds_diag *diag)
{
	struct names_lister l = {sys, fn, ctx};

	return cat_list_names(
	    sys->cat, sels[sel], pattern, after, give_listed, &l, diag);
}

struct namer {
	struct ds_system *sys;
	bool (*fn)(void *ctx, const char *name);
	void *ctx;
};

/* A stem ends in a period, and says of no data set that it is there. */
static bool
give_name(void *ctx, const char *name)
{
	const struct namer *n = ctx;

	if (name[strlen(name) - 1] != '.' &&
	    !security_may_see_name(n->sys, name))
		return true;
	return n->fn(n->ctx, name);
}

enum ds_status
ds_names(struct ds_system *sys, const char *prefix, int max,
    bool (*fn)(void *ctx, const char *name), void *ctx, struct ds_diag *diag)
{
	struct namer n = {sys, fn, ctx};

	return cat_names(sys->cat, prefix, max, give_name, &n, diag);
}

bool
ds_catalog_exists(struct ds_system *sys, const char *name)
{
	struct ds_entry *ent = NULL;
	bool there;

	if (name[0] == '\0' || strcmp(name, cat_master(sys->cat)) == 0)
		return true;
	there = cat_get(sys->cat, cat_master(sys->cat), name, &ent, NULL) ==
		    DS_OK &&
		ent->type == DS_UCAT;
	ds_entry_free(&ent);
	return there;
}
