/*
 * Aliases that are lost, guessed: the shortest beginning of a name that names
 * of its catalog alone have. Where the first qualifiers of two catalogs are the
 * same, longer aliases lead to what has them, and then the first qualifier to
 * the first catalog that has names without one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/rebuild_int.h"

struct guess {
	struct rebuild *rb;
	char (*ucats)[DSNAME_MAX + 1];
	size_t n;
	bool any; /* the first qualifier, whoever has it */
};

static bool
is_below(const char *name, const char *level, size_t len)
{
	return strncmp(name, level, len) == 0 && name[len] == '.';
}

static bool
found_one(void *ctx, const struct ds_entry *ent)
{
	(void)ent;
	*(bool *)ctx = true;
	return false;
}

/* Has a catalog, or a component that is of one, a name below level? */
static bool
others_have(struct guess *g, const char *level, const char *but)
{
	const char *master = cat_master(g->rb->sys->cat), *in;
	const struct recat_comp *c = g->rb->v;
	const size_t len = strlen(level);
	bool has = false;
	size_t i;

	for (i = 0; i < g->rb->n && !has; i++, c++) {
		in = c->attr.words.catalog;
		has = strcmp(in[0] != '\0' ? in : master, but) != 0 &&
		      is_below(c->attr.cluster, level, len);
	}
	for (i = 0; i <= g->n && !has; i++) {
		in = i < g->n ? g->ucats[i] : master;
		if (strcmp(in, but) != 0 &&
		    cat_list(g->rb->sys->cat, in, CAT_LEVEL, level, found_one,
			&has, NULL) != DS_OK)
			has = true;
	}
	return has;
}

static void
define(struct guess *g, const char *alias, const char *catalog)
{
	struct ds_define_alias def;
	struct ds_diag diag = {0};
	enum ds_status st;

	memset(&def, 0, sizeof(def));
	snprintf(def.name, sizeof(def.name), "%s", alias);
	snprintf(def.target, sizeof(def.target), "%s", catalog);
	st = ds_define_alias(g->rb->sys, &def, &diag);
	if (st != DS_CAT_DUPLICATE)
		g->rb->told(g->rb->ctx, "alias", alias, st, &diag);
}

static void
guess(struct guess *g, const char *name, const char *catalog)
{
	struct catalog *cat = g->rb->sys->cat;
	char routed[DSNAME_MAX + 1], level[DSNAME_MAX + 1];
	char base[DSNAME_MAX + 1];
	const char *dot;

	if (strcmp(catalog, cat_master(cat)) == 0 ||
	    cat_route(cat, name, routed, NULL) != DS_OK ||
	    strcmp(routed, catalog) == 0)
		return;
	/* the name of a group is not an alias's */
	if (dsname_generation(name, base, NULL, NULL))
		name = base;
	dot = name;
	while ((dot = strchr(dot + (dot != name), '.')) != NULL) {
		snprintf(level, sizeof(level), "%.*s", (int)(dot - name), name);
		if (g->any || !others_have(g, level, catalog)) {
			define(g, level, catalog);
			return;
		}
	}
}

bool
rebuild_reach(struct rebuild *rb, const char *name, const char *in)
{
	char routed[DSNAME_MAX + 1];
	struct ds_diag diag = {0};

	if (cat_route(rb->sys->cat, name, routed, NULL) == DS_OK &&
	    strcmp(routed, in) == 0)
		return true;
	ds_fail(&diag, DS_CAT_NOTFOUND, name,
	    "it is in %s, where no alias of its name leads", in);
	rb->told(rb->ctx, "name", name, DS_CAT_NOTFOUND, &diag);
	return false;
}

static bool
guess_entry(void *ctx, const struct ds_entry *ent)
{
	struct guess *g = ctx;

	if (ent->type == DS_DATA || ent->type == DS_INDEX)
		return true;
	guess(g, ent->name, ent->catalog);
	if (g->any)
		rebuild_reach(g->rb, ent->name, ent->catalog);
	return true;
}

static enum ds_status
guess_all(struct guess *g, struct ds_diag *diag)
{
	struct catalog *cat = g->rb->sys->cat;
	enum ds_status st = DS_OK;
	const char *in;
	size_t i;

	for (i = 0; i < g->n && st == DS_OK && !g->rb->known; i++)
		st = cat_list(
		    cat, g->ucats[i], CAT_ALL, NULL, guess_entry, g, diag);
	for (i = 0; i < g->rb->n && st == DS_OK; i++) {
		in = g->rb->v[i].attr.words.catalog;
		if (in[0] != '\0' && cat_there(cat, in))
			guess(g, g->rb->v[i].attr.cluster, in);
	}
	return st;
}

enum ds_status
rebuild_aliases(struct rebuild *rb, struct ds_diag *diag)
{
	struct guess g = {.rb = rb};
	enum ds_status st;

	st = cat_ucat_names(rb->sys->cat, &g.ucats, &g.n, diag);
	if (st == DS_OK)
		st = guess_all(&g, diag);
	g.any = true;
	if (st == DS_OK)
		st = guess_all(&g, diag);
	free(g.ucats);
	return st;
}
