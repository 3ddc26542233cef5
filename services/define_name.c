/*
 * Generated component names. Source: SC23-6846, DEFINE CLUSTER, NAME (mem):
 *
 *	1. a last qualifier CLUSTER becomes DATA or INDEX;
 *	2. up to 38 characters: .DATA or .INDEX is appended;
 *	3. up to 42 characters: .D or .I is appended;
 *	4. else, and whenever the name is there already: the first four
 *	   qualifiers, and others of 8 characters up to five in all. So it is
 *	   routed as the cluster is.
 *
 * And what a name may not be: one that a volume has already, or that leads to
 * another catalog than its cluster's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "services/define_int.h"
#include "services/security_int.h"

enum { APPEND_LONG = 38, APPEND_SHORT = 42, TRIES = 100 };

static bool
last_is_cluster(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot != NULL && strcmp(dot, ".CLUSTER") == 0;
}

/* 'T' and seven letters or digits by chance. */
static void
chance_qualifier(char out[9])
{
	static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
	unsigned char r[8] = {0};
	int i;

	if (getrandom(r, sizeof(r), 0) < 0)
		memset(r, 7, sizeof(r)); /* the catalog refuses doubles */
	out[0] = 'T';
	for (i = 1; i < 8; i++)
		out[i] = set[r[i] % 32];
	out[8] = '\0';
}

static void
unique_name(const char *cluster, char out[DSNAME_MAX + 1])
{
	char head[DSNAME_MAX + 1], q[9], *p;
	int n = dsname_qualifiers(cluster), i;
	size_t len;

	snprintf(head, sizeof(head), "%s", cluster);
	for (p = head, i = 0; i < 4 && i < n - 1; i++)
		p = strchr(p, '.') + 1;
	if (n > 4) {
		p[-1] = '\0';
		n = 4;
	}
	/* four of 8 and their periods are 35: one more always fits */
	snprintf(out, DSNAME_MAX + 1, "%s", head);
	for (i = n; i < 5; i++) {
		len = strlen(out);
		chance_qualifier(q);
		snprintf(out + len, DSNAME_MAX + 1 - len, ".%s", q);
	}
}

/* A last qualifier CLUSTER does not count. */
static bool
is_below(const char *cluster, const char *component)
{
	size_t len = strlen(cluster);

	if (last_is_cluster(cluster))
		len -= strlen(".CLUSTER");
	return strncmp(cluster, component, len) == 0 && component[len] == '.';
}

enum ds_status
define_may_name(struct ds_system *sys, const char *cluster,
    const char *component, struct ds_diag *diag)
{
	if (component[0] == '\0' || is_below(cluster, component))
		return DS_OK;
	return security_name(sys, component, DS_ACCESS_ALTER, diag);
}

enum ds_status
define_component_name(struct ds_system *sys, const char *catalog,
    const char *cluster, const char *suffix, char out[DSNAME_MAX + 1],
    struct ds_diag *diag)
{
	size_t len = strlen(cluster);
	enum ds_status st;
	int i;

	if (strchr(cluster, '.') == NULL) {
		/* one called CLUSTER keeps its only qualifier */
		snprintf(out, DSNAME_MAX + 1, "%s.%s", cluster, suffix);
	} else if (len <= APPEND_LONG || last_is_cluster(cluster)) {
		if (!dsname_component(out, cluster, suffix))
			unique_name(cluster, out);
	} else if (len <= APPEND_SHORT) {
		snprintf(out, DSNAME_MAX + 1, "%s.%c", cluster, suffix[0]);
	} else {
		unique_name(cluster, out);
	}
	for (i = 0; i < TRIES; i++) {
		st = define_new_name(sys, catalog, out, diag);
		if (st != DS_CAT_DUPLICATE)
			return st;
		unique_name(cluster, out);
	}
	return st;
}

/* --- one name, one route -------------------------------------------------- */

static enum ds_status
explained(enum ds_status st, struct ds_diag *diag)
{
	if (diag != NULL)
		diag->explains = true;
	return st;
}

enum ds_status
define_same_route(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_diag *diag)
{
	char routed[DSNAME_MAX + 1];
	enum ds_status st;

	if ((st = cat_route(sys->cat, name, routed, diag)) != DS_OK ||
	    strcmp(routed, catalog) == 0)
		return st;
	return explained(
	    ds_fail(diag, DS_CAT_RELATED, name,
		"%s leads to %s, the cluster to %s", name, routed, catalog),
	    diag);
}

/* On which volume have both space? NULL: none. */
static const char *
common_volume(const struct ds_entry *a, const struct ds_entry *b)
{
	for (size_t i = 0; i < a->nvolumes; i++)
		for (size_t k = 0; k < b->nvolumes; k++)
			if (ds_cell_used(&a->volumes[i]) &&
			    ds_cell_used(&b->volumes[k]) &&
			    strcmp(a->volumes[i].volser,
				b->volumes[k].volser) == 0)
				return a->volumes[i].volser;
	return NULL;
}

static enum ds_status
once_in(struct ds_system *sys, const char *catalog, const struct ds_entry *ent,
    const char *name, struct ds_diag *diag)
{
	struct ds_entry *there = NULL;
	const char *volser = NULL;

	/* one that cannot be looked into forbids nothing */
	if (cat_peek(sys->cat, catalog, name, &there, NULL) == DS_OK &&
	    ds_has_file(there) &&
	    memcmp(there->comp_id, ent->comp_id, SPHERE_ID_LEN) != 0)
		volser = common_volume(there, ent);
	if (volser != NULL)
		ds_fail(diag, DS_CAT_DUPLICATE, name, "%s of %s is on %s", name,
		    catalog, volser);
	ds_entry_free(&there);
	return volser != NULL ? explained(DS_CAT_DUPLICATE, diag) : DS_OK;
}

enum ds_status
define_name_once(struct ds_system *sys, const char *catalog,
    const struct ds_entry *ent, const char *name, struct ds_diag *diag)
{
	const char *master = cat_master(sys->cat);
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t n = 0;

	if (!ds_has_file(ent))
		return DS_OK;
	st = cat_ucat_names(sys->cat, &names, &n, diag);
	if (st == DS_OK && strcmp(catalog, master) != 0)
		st = once_in(sys, master, ent, name, diag);
	for (size_t i = 0; i < n && st == DS_OK; i++)
		if (strcmp(catalog, names[i]) != 0)
			st = once_in(sys, names[i], ent, name, diag);
	free(names);
	return st;
}
