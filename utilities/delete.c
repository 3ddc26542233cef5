/*
 * DELETE: entries by name, by generic name, by mask. Each that cannot be
 * deleted is condition code 8; the others go on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/define.h"
#include "services/gdg.h"
#include "services/locate.h"
#include "utilities/member_int.h"

/* The entries that match a pattern, in the order of a listing; by_name for
 * finding one. */
struct names {
	struct name {
		enum ds_type type;
		bool gone; /* deleted since */
		char name[DSNAME_MAX + 1];
		char catalog[DSNAME_MAX + 1];
	} * v, **by_name;
	size_t n, cap;
};

struct deletion {
	struct ams_run *run;
	struct ds_delete_opts opts;
	bool recovery;     /* of a user catalog, of a base */
	bool nodisconnect; /* of a user catalog */
	bool nvr, vvr;     /* what is in no catalog */
	bool mask;
	const char *file;                /* FILE, or NULL */
	const struct ams_param *exclude; /* or NULL */
	bool matched;   /* a pattern took something, be it excluded */
	const char *at; /* of a pattern: the catalog of the entry at work */
	struct names found;
	bool nomem;
};

static const struct {
	const char *keyword;
	enum ds_type type;
} types[] = {
    {"ALIAS", DS_ALIAS},
    {"ALTERNATEINDEX", DS_AIX},
    {"CLUSTER", DS_CLUSTER},
    {"GENERATIONDATAGROUP", DS_GDG},
    {"LIBRARYENTRY", DS_LIBRARY},
    {"MASTERCATALOG", DS_UCAT},
    {"NONVSAM", DS_NONVSAM},
    {"PAGESPACE", DS_PAGESPACE},
    {"PATH", DS_PATH},
    {"TRUENAME", DS_TRUENAME},
    {"USERCATALOG", DS_UCAT},
    {"VOLUMEENTRY", DS_TAPEVOL},
};

static enum ds_type
type_given(const struct ams_plist *top)
{
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (ams_given(top, types[i].keyword))
			return types[i].type;
	return 0;
}

static bool
names_add(struct names *l, const struct ds_entry *ent)
{
	size_t cap = l->cap > 0 ? 2 * l->cap : 64;
	struct name *v;

	if (l->n == l->cap) {
		if ((v = realloc(l->v, cap * sizeof(*v))) == NULL)
			return false;
		l->v = v;
		l->cap = cap;
	}
	memset(&l->v[l->n], 0, sizeof(*v));
	v = &l->v[l->n++];
	v->type = ent->type;
	snprintf(v->name, sizeof(v->name), "%s", ent->name);
	snprintf(v->catalog, sizeof(v->catalog), "%s", ent->catalog);
	return true;
}

static int
compare_names(const void *a, const void *b)
{
	const struct name *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/* Nothing is added any more: by_name points at what is there. */
static bool
names_sort(struct names *l)
{
	size_t i;

	l->by_name = malloc((l->n + 1) * sizeof(*l->by_name));
	if (l->by_name == NULL)
		return false;
	for (i = 0; i < l->n; i++)
		l->by_name[i] = &l->v[i];
	qsort(l->by_name, l->n, sizeof(*l->by_name), compare_names);
	return true;
}

/* Two catalogs may have the name: it went in the one that is at work. */
static void
names_gone(struct names *l, const char *name, const char *catalog)
{
	size_t low = 0, high = l->by_name != NULL ? l->n : 0, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (strcmp(l->by_name[mid]->name, name) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; l->by_name != NULL && low < l->n &&
	       strcmp(l->by_name[low]->name, name) == 0;
	     low++)
		if (strcmp(l->by_name[low]->catalog, catalog) == 0)
			l->by_name[low]->gone = true;
}

static void
names_free(struct names *l)
{
	free(l->v);
	free(l->by_name);
	memset(l, 0, sizeof(*l));
}

/* IDC0550I, in the order in which entries go: components, then owners. */
static void
deleted(void *ctx, enum ds_type type, const char *name)
{
	struct deletion *d = ctx;
	char letter[2] = {(char)type, '\0'};

	if (d->opts.test) /* z/OS's text is not known */
		ams_note(d->run, false, "test: entry (%s) %s would be deleted",
		    letter, name);
	else
		sysprint_msgv(d->run->sp, MSG_IDC0550I, letter, name, NULL);
	if (d->at != NULL)
		names_gone(&d->found, name, d->at);
}

static int
not_deleted(struct deletion *d, enum ds_status st, const struct ds_diag *diag,
    const char *name)
{
	/* A data set is allocated by name to be scratched. */
	if (st == DS_CAT_NOTFOUND && d->opts.type == DS_NONVSAM &&
	    !d->opts.noscratch && !d->mask && !dsname_generic(name))
		ams_ikj_no_data_set(d->run, name);
	else
		ams_catalog_error(d->run, st, diag, name);
	/* It is one of those that would go with it, or of a group. */
	if ((st == DS_CAT_INUSE || st == DS_CAT_UNEXPIRED ||
		st == DS_CAT_NOTEMPTY) &&
	    diag->name[0] != '\0' && strcmp(diag->name, name) != 0)
		ams_note(d->run, true, "for %s", diag->name);
	if (st == DS_CAT_NOTEMPTY && d->opts.type == DS_UCAT)
		ams_note(d->run, true, "%s", diag->text);
	sysprint_msgv(d->run->sp, MSG_IDC0551I, name, NULL);
	return CC_ERROR;
}

/* In front of what is no part of a group: of anything that may wait, or change
 * entries by itself. */
static enum ds_status
end_group(struct deletion *d, struct ds_diag *diag)
{
	return d->opts.group > 0 ? ds_system_flush(d->run->sys, NULL, diag)
				 : DS_OK;
}

static int
delete_ucat(struct deletion *d, const char *name)
{
	const struct ds_delete_ucat opts = {
	    .group = d->opts.group,
	    .force = d->opts.force,
	    .recovery = d->recovery,
	    .keep = d->nodisconnect,
	    .purge = d->opts.purge,
	    .test = d->opts.test,
	    .catalog = d->opts.catalog,
	};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = end_group(d, &diag);
	if (st == DS_OK)
		st =
		    ds_ucat_delete(d->run->sys, name, &opts, deleted, d, &diag);
	return st == DS_OK ? CC_OK : not_deleted(d, st, &diag, name);
}

/* VVR, NVR: what a volume has and no catalog. */
static int
delete_stray(struct deletion *d, const char *name)
{
	struct ds_diag diag = {0};
	enum ds_type type = 0;
	enum ds_status st;

	st = end_group(d, &diag);
	if (st == DS_OK)
		st = ds_delete_stray(
		    d->run->sys, name, d->nvr, d->opts.test, &type, &diag);
	if (st != DS_OK)
		return not_deleted(d, st, &diag, name);
	deleted(d, type, name);
	return CC_OK;
}

static int
delete_one(struct deletion *d, const char *name)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (d->nvr || d->vvr)
		return delete_stray(d, name);
	if (d->opts.type == DS_UCAT)
		return delete_ucat(d, name);
	if (d->opts.type == DS_GDG && d->recovery) {
		st = end_group(d, &diag);
		if (st == DS_OK)
			st = ds_gdg_delete_base(d->run->sys, d->opts.catalog,
			    name, d->opts.test, &diag);
		if (st == DS_OK)
			deleted(d, DS_GDG, name);
	} else {
		st = ds_delete(d->run->sys, name, &d->opts, deleted, d, &diag);
	}
	return st == DS_OK ? CC_OK : not_deleted(d, st, &diag, name);
}

/* --- patterns ------------------------------------------------------------ */

/* Does the pattern take an entry of this type? Components go with their
 * owner; a mask without a type takes data sets alone. An alias of a catalog,
 * which is the way to all that is in it, goes when aliases are asked for. */
static bool
takes(const struct deletion *d, const struct ds_entry *ent)
{
	const enum ds_type type = ent->type;

	if (type == DS_DATA || type == DS_INDEX)
		return false;
	if (type == DS_ALIAS && d->opts.type == 0 && ent->related[0] != '\0' &&
	    ds_catalog_exists(d->run->sys, ent->related))
		return false;
	if (d->opts.type != 0)
		return type == d->opts.type ||
		       (type == DS_GDS && d->opts.type == DS_NONVSAM);
	return !d->mask || type == DS_CLUSTER || type == DS_NONVSAM ||
	       type == DS_GDS;
}

/* EXCLUDE has names, generic names and masks. */
static bool
excluded(const struct deletion *d, const char *name)
{
	int i;

	for (i = 0; d->exclude != NULL && i < d->exclude->nvalues; i++)
		if (dsname_match(d->exclude->values[i].text, name) ||
		    dsname_mask_match(d->exclude->values[i].text, name))
			return true;
	return false;
}

static bool
found(void *ctx, const struct ds_entry *ent)
{
	struct deletion *d = ctx;

	if (!takes(d, ent))
		return true;
	d->matched = true;
	if (!excluded(d, ent->name) && !names_add(&d->found, ent))
		d->nomem = true;
	return !d->nomem;
}

/*
 * The catalog that a pattern is sought in, NULL by its aliases. Without CATALOG
 * a first qualifier with a wildcard names no catalog: the master is searched
 * alone (SC23-6846, "Catalog Search Order for DELETE"). Of a mask the book says
 * so whatever its first qualifier is; one that is a name goes by its alias all
 * the same here, as decks expect (mem).
 */
static const char *
pattern_catalog(const struct deletion *d, const char *pattern)
{
	const size_t first = strcspn(pattern, ".");

	if (d->opts.catalog != NULL || strcspn(pattern, "*%") >= first)
		return d->opts.catalog;
	return ds_system_config(d->run->sys)->master;
}

static int
delete_found(struct deletion *d)
{
	const char *asked = d->opts.catalog;
	int cc = CC_OK, one;
	size_t i;

	for (i = 0; i < d->found.n && !ams_interrupted(d->run); i++) {
		/* An alternate index may have gone with its base cluster. */
		if (d->found.v[i].gone)
			continue;
		d->at = d->found.v[i].catalog;
		d->opts.catalog = d->at;
		one = delete_one(d, d->found.v[i].name);
		cc = one > cc ? one : cc;
	}
	d->opts.catalog = asked;
	d->at = NULL;
	return cc;
}

static int
delete_pattern(struct deletion *d, const char *pattern)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	names_free(&d->found);
	d->matched = false;
	st = end_group(d, &diag);
	if (st == DS_OK)
		st = ds_list(d->run->sys, pattern_catalog(d, pattern),
		    d->mask ? DS_SEL_MASK : DS_SEL_GENERIC, pattern, false,
		    found, d, &diag);
	if (st == DS_OK && !d->matched)
		st = DS_CAT_NOTFOUND;
	if (st != DS_OK)
		return not_deleted(d, st, &diag, pattern);
	if (!d->nomem && !names_sort(&d->found))
		d->nomem = true;
	return d->nomem ? CC_OK : delete_found(d);
}

/* A member of a library. */
static int
delete_member(struct deletion *d, const struct ams_value *v)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if ((st = end_group(d, &diag)) != DS_OK)
		return not_deleted(d, st, &diag, v->text);
	if (!d->mask && !dsname_generic(v->text) && d->opts.erase != 1 &&
	    (d->opts.type == 0 || d->opts.type == DS_NONVSAM))
		return member_delete(
		    d->run, v->text, v->member, d->file, d->opts.test);
	if (d->mask || dsname_generic(v->text))
		sysprint_msgv(d->run->sp, MSG_IDC2559I, NULL);
	else if (d->opts.erase == 1)
		sysprint_msgv(d->run->sp, MSG_IDC2553I, NULL);
	else
		ams_catalog_error(d->run, DS_CAT_TYPE, NULL, v->text);
	sysprint_msgv(d->run->sp, MSG_IDC0548I, v->member, NULL);
	return CC_ERROR;
}

static int
delete_generation(struct deletion *d, const struct ams_value *v)
{
	char name[AMS_GENERATION];
	struct ds_diag diag = {0};
	enum ds_status st;

	snprintf(name, sizeof(name), "%s", v->text);
	st = end_group(d, &diag);
	if (st == DS_OK)
		st = ams_generation(d->run, v, name, &diag);
	return st == DS_OK ? delete_one(d, name)
			   : not_deleted(d, st, &diag, name);
}

/* Of user catalogs, FORCE takes one by its name (SC23-6846, "Deleting
 * USERCATALOG objects"); z/OS's text is not known. Is it refused? */
static bool
all_catalogs(const struct deletion *d, const char *pattern)
{
	if (d->opts.type != DS_UCAT || !d->opts.force)
		return false;
	ams_note(d->run, false,
	    "FORCE of user catalogs takes no generic name and no MASK");
	sysprint_msgv(d->run->sp, MSG_IDC0551I, pattern, NULL);
	return true;
}

static int
delete_value(struct deletion *d, const struct ams_value *v)
{
	if (ams_is_relative(v) && !d->mask && !dsname_generic(v->text))
		return delete_generation(d, v);
	if (v->has_member)
		return delete_member(d, v);
	if ((d->mask || dsname_generic(v->text)) && all_catalogs(d, v->text))
		return CC_ERROR;
	if (d->mask || dsname_generic(v->text))
		return delete_pattern(d, v->text);
	if (excluded(d, v->text)) {
		ams_note(d->run, false, "%s is excluded", v->text);
		return CC_OK;
	}
	return delete_one(d, v->text);
}

int
ams_delete(struct ams_run *run, const struct ams_command *cmd)
{
	const struct ams_param *p = ams_find(cmd->top, "ENTRYNAME");
	struct deletion d = {.run = run};
	int cc = CC_OK, one, i;

	d.mask = ams_given(cmd->top, "MASK");
	d.opts.catalog = ams_text(cmd->top, "CATALOG", 0);
	d.file = ams_text(cmd->top, "FILE", 0);
	d.opts.purge = ams_given(cmd->top, "PURGE");
	d.opts.noscratch = ams_given(cmd->top, "NOSCRATCH");
	d.opts.force = ams_given(cmd->top, "FORCE");
	d.opts.erase = ams_coded(cmd->top, "ERASE")     ? 1
		       : ams_coded(cmd->top, "NOERASE") ? 0
							: -1;
	d.opts.type = type_given(cmd->top);
	d.opts.group = run->held;
	d.recovery = ams_given(cmd->top, "RECOVERY");
	d.nvr = ams_given(cmd->top, "NVR");
	d.vvr = ams_given(cmd->top, "VVR");
	d.nodisconnect = ams_given(cmd->top, "NODISCONNECT");
	d.opts.test = ams_given(cmd->top, "TEST");
	d.exclude = ams_find(cmd->top, "EXCLUDE");
	if (d.recovery && d.opts.type != DS_UCAT && d.opts.type != DS_GDG) {
		ams_note(run, false,
		    "DELETE RECOVERY goes with USERCATALOG and "
		    "GENERATIONDATAGROUP; of a VVDS each component has its "
		    "part "
		    "here");
		return ams_end(run, CC_FAILED);
	}
	if (d.mask && p != NULL && p->nvalues > 1) {
		sysprint_msgv(run->sp, MSG_IDC2900I, NULL);
		return ams_end(run, CC_ERROR);
	}
	for (i = 0;
	     p != NULL && i < p->nvalues && !d.nomem && !ams_interrupted(run);
	     i++) {
		one = delete_value(&d, &p->values[i]);
		cc = one > cc ? one : cc;
	}
	names_free(&d.found);
	return ams_end(run, ams_whole(run, d.nomem, cc));
}
