/*
 * LISTCAT: which entries are listed, in which form, under which subtitle.
 *
 * An entry of ENTRIES, by its name or a generic one, is followed by its
 * associates, indented. LEVEL and a whole catalog list what there is, each in
 * its own right. A type keyword drops all other types. With
 * a catalog to name (CATALOG, LEVEL, a whole catalog) the listing has pages of
 * its own with a subtitle; ENTRIES alone goes on behind the command.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/define.h"
#include "services/locate.h"
#include "services/security.h"
#include "base/date.h"
#include "utilities/listcat_int.h"
#include "utilities/outfile_int.h"

struct listcat {
	struct ams_run *run;
	struct sysprint *sp;
	const char *catalog; /* CATALOG, or NULL */
	struct listcat_form form;
	unsigned kinds; /* bit of each kind listed; 0 all */
	bool titled;    /* the listing has a subtitle */
	bool unusable;  /* NOTUSABLE: only what is marked so */
	bool cdilvl;    /* components go with the owners of LEVEL */
	bool by_created, by_expires;
	uint32_t created_until, expires_until;
	char title_catalog[DSNAME_MAX + 1];
	uint64_t counts[LISTCAT_COUNTS];
	uint64_t seen; /* of the name at work: of the types asked for */
	char data_owner[DSNAME_MAX + 1]; /* whose DATA was seen last */
	const char *pattern;             /* a generic name, a level */
	bool by_level;                   /* the latter */
	char (*names)[DSNAME_MAX + 1];   /* what matches it */
	size_t nnames, names_cap;
	bool nomem;
	int cc;
};

static void
read_params(struct listcat *lc, const struct ams_plist *top)
{
	uint32_t today = ds_today();

	lc->form.detail = ams_given(top, "ALL")          ? LISTCAT_ALL
			  : ams_given(top, "ALLOCATION") ? LISTCAT_ALLOCATION
			  : ams_given(top, "VOLUME")     ? LISTCAT_VOLUME
			  : ams_given(top, "HISTORY")    ? LISTCAT_HISTORY
							 : LISTCAT_NAME;
	lc->kinds = listcat_types(top);
	lc->cdilvl = ams_given(top, "CDILVL");
	lc->catalog = ams_text(top, "CATALOG", 0);
	lc->unusable = ams_given(top, "NOTUSABLE");
	lc->by_created = ams_coded(top, "CREATION");
	lc->created_until =
	    ds_date_add(today, -(int)ams_num(top, "CREATION", 0, 0));
	lc->by_expires = ams_coded(top, "EXPIRATION");
	lc->expires_until =
	    ams_num(top, "EXPIRATION", 0, 0) >= DS_DATE_FOREVER_DAYS
		? DS_DATE_NEVER
		: ds_date_add(today, (int)ams_num(top, "EXPIRATION", 0, 0));
}

static void
title(struct listcat *lc, const char *catalog)
{
	char text[SYSPRINT_WIDTH];

	if (!lc->titled || strcmp(lc->title_catalog, catalog) == 0)
		return;
	snprintf(lc->title_catalog, sizeof(lc->title_catalog), "%s", catalog);
	snprintf(
	    text, sizeof(text), "%29sLISTING FROM CATALOG -- %s", "", catalog);
	sysprint_list(lc->sp, text);
}

/* Is it of a type that was asked for? */
static bool
of_type(const struct listcat *lc, const struct ds_entry *ent)
{
	return lc->kinds == 0 ||
	       (lc->kinds & 1u << listcat_kind(ent->type)) != 0;
}

/* Of those, is it one that CREATION, EXPIRATION and NOTUSABLE leave? */
static bool
wanted(const struct listcat *lc, const struct ds_entry *ent)
{
	/* The catalog marks no component: damage is found where it is read. */
	if (lc->unusable)
		return false;
	if (lc->by_created && ent->created > lc->created_until)
		return false;
	return !lc->by_expires || ent->expires <= lc->expires_until;
}

/* ENTRIES/SECT of an INDEX needs its DATA, which is listed in front of it or
 * was dropped by a type keyword, but was seen. */
static void
see_data(struct listcat *lc, const struct ds_entry *ent)
{
	const char *owner = ent->nassocs > 0 ? ent->assocs[0].name : "";

	if (ent->type == DS_DATA) {
		lc->form.data_cis_per_ca = ent->cis_per_ca;
		snprintf(lc->data_owner, sizeof(lc->data_owner), "%s", owner);
	} else if (ent->type == DS_INDEX &&
		   strcmp(lc->data_owner, owner) != 0) {
		lc->form.data_cis_per_ca = 0;
	}
}

static void
list_entry(struct listcat *lc, const struct ds_entry *ent, bool indented)
{
	see_data(lc, ent);
	if (!of_type(lc, ent))
		return;
	lc->seen++;
	if (!wanted(lc, ent))
		return;
	title(lc, ent->catalog);
	lc->form.indented = indented;
	listcat_entry(lc->sp, ent, &lc->form);
	lc->counts[listcat_kind(ent->type)]++;
}

/* Go on with the listing? */
static bool
go_on(const struct listcat *lc)
{
	return !sysprint_failed(lc->sp) && !ams_interrupted(lc->run) &&
	       !lc->nomem;
}

static bool
with_stats(const struct listcat *lc)
{
	return lc->form.detail >= LISTCAT_ALLOCATION;
}

static void
not_listed(struct listcat *lc, enum ds_status st, const struct ds_diag *diag,
    const char *name)
{
	if (lc->cc < CC_WARNING)
		lc->cc = CC_WARNING;
	ams_catalog_error(lc->run, st, diag, name);
	sysprint_msgv(lc->run->sp, MSG_IDC1566I, name, NULL);
}

/* Nothing was seen, and nothing was kept back since. */
static bool
nothing(const struct listcat *lc, uint64_t suppressed)
{
	return lc->seen == 0 &&
	       ds_system_suppressed(lc->run->sys) == suppressed;
}

/* --- names --------------------------------------------------------------- */

/* Types that follow their owner in a listing by name. */
static bool
follows(enum ds_type owner, enum ds_type type)
{
	switch (owner) {
	case DS_CLUSTER:
		return type == DS_DATA || type == DS_INDEX || type == DS_PATH;
	case DS_AIX:
		return type == DS_DATA || type == DS_INDEX || type == DS_PATH;
	case DS_PAGESPACE:
		return type == DS_DATA;
	case DS_GDG:
		return type == DS_GDS || type == DS_NONVSAM;
	default:
		return false;
	}
}

/* One entry by its exact name, with its statistics. */
struct one {
	struct listcat *lc;
	bool indented;
	bool found;
};

static bool
list_exact(void *ctx, const struct ds_entry *ent)
{
	struct one *one = ctx;

	one->found = true;
	list_entry(one->lc, ent, one->indented);
	return true;
}

/* ds_list gives statistics, ds_locate does not; a name without asterisks is
 * the pattern of itself alone. */
static enum ds_status
list_name(struct listcat *lc, const char *catalog, const char *name,
    bool indented, bool *foundp, struct ds_diag *diag)
{
	struct one one = {lc, indented, false};
	enum ds_status st;

	st = ds_list(lc->run->sys, catalog, DS_SEL_GENERIC, name,
	    with_stats(lc), list_exact, &one, diag);
	*foundp = one.found;
	return st;
}

/* --- levels and whole catalogs ----------------------------------------------
 */

/*
 * With CDILVL components are listed with the cluster or alternate index that
 * the level takes, whatever their own names are (SC23-6853, CSICLDI, which
 * LISTCAT asks by); without, those alone whose names are of the level.
 */
static bool
list_found(void *ctx, const struct ds_entry *ent)
{
	struct listcat *lc = ctx;
	struct ds_diag diag = {0};
	bool found;
	size_t i;

	if (!lc->by_level || !lc->cdilvl) {
		list_entry(lc, ent, false);
		return go_on(lc);
	}
	if (listcat_component(ent) && ent->nassocs > 0 &&
	    dsname_level_match(lc->pattern, ent->assocs[0].name))
		return true; /* it was listed with its owner */
	list_entry(lc, ent, false);
	for (i = 0; i < ent->nassocs && go_on(lc); i++)
		if (follows(ent->type, ent->assocs[i].type) &&
		    (ent->assocs[i].type == DS_DATA ||
			ent->assocs[i].type == DS_INDEX))
			list_name(lc, ent->catalog, ent->assocs[i].name, false,
			    &found, &diag);
	return go_on(lc);
}

static void
list_pattern(struct listcat *lc, enum ds_select sel, const char *pattern)
{
	const uint64_t suppressed = ds_system_suppressed(lc->run->sys);
	struct ds_diag diag = {0};
	enum ds_status st;

	lc->seen = 0;
	st = ds_list(lc->run->sys, lc->catalog, sel, pattern, with_stats(lc),
	    list_found, lc, &diag);
	if (st == DS_OK && nothing(lc, suppressed) && sel != DS_SEL_ALL &&
	    go_on(lc))
		st = DS_CAT_NOTFOUND;
	if (st != DS_OK)
		not_listed(lc, st, &diag, pattern);
}

/* --- spheres ---------------------------------------------------------------
 */

/* An INDEX listed by its own name: what its DATA is. */
static void
find_data(struct listcat *lc, const struct ds_entry *ent)
{
	struct ds_entry *owner = NULL, *data = NULL;
	struct ds_diag diag;
	const char *name;

	if (ent->type != DS_INDEX || ent->nassocs == 0)
		return;
	if (ds_find(lc->run->sys, lc->catalog, ent->assocs[0].name, &owner,
		&diag) != DS_OK)
		return;
	name = ds_entry_assoc(owner, DS_DATA);
	if (name != NULL &&
	    ds_find(lc->run->sys, lc->catalog, name, &data, &diag) == DS_OK)
		see_data(lc, data);
	ds_entry_free(&data);
	ds_entry_free(&owner);
}

/* An entry and, indented, what follows it. */
static enum ds_status
list_sphere(struct listcat *lc, const char *name, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;
	bool found;
	size_t i;

	st = ds_locate(lc->run->sys, lc->catalog, name, &ent, diag);
	if (st == DS_OK) {
		find_data(lc, ent);
		st = list_name(lc, ent->catalog, name, false, &found, diag);
	}
	for (i = 0; st == DS_OK && i < ent->nassocs && go_on(lc); i++)
		if (follows(ent->type, ent->assocs[i].type))
			st = list_name(lc, ent->catalog, ent->assocs[i].name,
			    true, &found, diag);
	ds_entry_free(&ent);
	return st;
}

/* In itself a catalog has a cluster (zout); elsewhere, a connector. */
static bool
is_self(const struct listcat *lc, const char *name)
{
	return strcmp(name, lc->catalog != NULL
				? lc->catalog
				: ds_system_config(lc->run->sys)->master) == 0;
}

static bool
list_self(void *ctx, const struct ds_entry *ent)
{
	struct listcat *lc = ctx;

	list_entry(lc, ent, ent->type != DS_CLUSTER);
	return go_on(lc);
}

static void
list_one(struct listcat *lc, const char *name)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	lc->seen = 0;
	if (is_self(lc, name))
		st = ds_catalog_self(lc->run->sys, name, list_self, lc, &diag);
	else
		st = list_sphere(lc, name, &diag);
	if (st != DS_OK) {
		not_listed(lc, st, &diag, name);
	} else if (lc->seen == 0) {
		sysprint_msgv(lc->run->sp, MSG_IDC1565I, name, NULL);
		lc->cc = CC_WARNING > lc->cc ? CC_WARNING : lc->cc;
	}
}

static void
list_generation(struct listcat *lc, const struct ams_value *v)
{
	char name[AMS_GENERATION];
	struct ds_diag diag = {0};
	enum ds_status st;

	if ((st = ams_generation(lc->run, v, name, &diag)) == DS_OK)
		list_one(lc, name);
	else
		not_listed(lc, st, &diag, name);
}

/* --- generic names ------------------------------------------------------- */

/* Does its owner match as well? Then it follows that. */
static bool
with_owner(const struct listcat *lc, const struct ds_entry *ent)
{
	size_t i;

	for (i = 0; i < ent->nassocs; i++)
		if (follows(ent->assocs[i].type, ent->type) &&
		    dsname_match(lc->pattern, ent->assocs[i].name))
			return true;
	return false;
}

static bool
note_name(void *ctx, const struct ds_entry *ent)
{
	struct listcat *lc = ctx;
	size_t cap = lc->names_cap > 0 ? lc->names_cap * 2 : 64;
	void *p;

	if (with_owner(lc, ent))
		return true;
	if (lc->nnames == lc->names_cap) {
		p = realloc(lc->names, cap * sizeof(*lc->names));
		if (p == NULL) {
			lc->nomem = true;
			return false;
		}
		lc->names = p;
		lc->names_cap = cap;
	}
	snprintf(lc->names[lc->nnames++], sizeof(*lc->names), "%s", ent->name);
	return !ams_interrupted(lc->run);
}

static void
list_generic(struct listcat *lc, const char *pattern)
{
	const uint64_t suppressed = ds_system_suppressed(lc->run->sys);
	struct ds_diag diag = {0};
	enum ds_status st, one;
	size_t i;

	lc->seen = 0;
	lc->nnames = 0;
	lc->pattern = pattern;
	st = ds_list(lc->run->sys, lc->catalog, DS_SEL_GENERIC, pattern, false,
	    note_name, lc, &diag);
	for (i = 0; st == DS_OK && i < lc->nnames && go_on(lc); i++) {
		one = list_sphere(lc, lc->names[i], &diag);
		/* What went since it was found is not there any more. */
		if (one != DS_CAT_NOTFOUND)
			st = one;
	}
	if (st == DS_OK && nothing(lc, suppressed))
		st = DS_CAT_NOTFOUND;
	if (st != DS_OK)
		not_listed(lc, st, &diag, pattern);
}

/* --- the command --------------------------------------------------------- */

/* A level may not end in an asterisk. */
static bool
level_valid(const char *level)
{
	size_t n = strlen(level);

	return n > 0 && level[n - 1] != '*';
}

static void
list_level(struct listcat *lc, const char *level)
{
	if (level_valid(level)) {
		lc->pattern = level;
		lc->by_level = true;
		list_pattern(lc, DS_SEL_LEVEL, level);
		lc->by_level = false;
		return;
	}
	sysprint_msgv(lc->run->sp, MSG_IDC3568I, level, NULL);
	lc->cc = CC_FAILED;
}

static void
list_all(struct listcat *lc)
{
	if (lc->catalog == NULL)
		lc->catalog = ds_system_config(lc->run->sys)->master;
	title(lc, lc->catalog);
	list_pattern(lc, DS_SEL_ALL, "");
}

static void
list_asked(struct listcat *lc, const struct ams_plist *top)
{
	const struct ams_param *entries = ams_find(top, "ENTRIES");
	const struct ams_param *levels = ams_find(top, "LEVEL");
	int i;

	lc->titled = entries == NULL || lc->catalog != NULL;
	if (lc->catalog != NULL &&
	    !ds_catalog_exists(lc->run->sys, lc->catalog)) {
		not_listed(lc, DS_CAT_UNAVAIL, NULL, lc->catalog);
		return;
	}
	for (i = 0; entries != NULL && i < entries->nvalues && go_on(lc); i++) {
		if (ams_is_relative(&entries->values[i]))
			list_generation(lc, &entries->values[i]);
		else if (dsname_generic(entries->values[i].text))
			list_generic(lc, entries->values[i].text);
		else
			list_one(lc, entries->values[i].text);
	}
	for (i = 0; levels != NULL && i < levels->nvalues && go_on(lc); i++)
		list_level(lc, levels->values[i].text);
	if (entries == NULL && levels == NULL)
		list_all(lc);
}

int
ams_listcat(struct ams_run *run, const struct ams_command *cmd)
{
	const uint64_t before = ds_system_suppressed(run->sys);
	struct listcat lc = {.run = run};
	struct outfile *out = NULL;
	unsigned types;
	bool none;

	read_params(&lc, cmd->top);
	lc.sp = outfile_open(run, cmd->top, &out);
	if (lc.sp == NULL)
		return ams_end(run, CC_FAILED);
	types = lc.kinds;
	lc.cc = listcat_check_types(
	    run->sp, &lc.kinds, lc.form.detail, lc.by_expires);
	none = types != 0 && lc.kinds == 0;
	if (!none)
		list_asked(&lc, cmd->top);
	free(lc.names);
	lc.cc = ams_whole(run, lc.nomem, lc.cc);
	lc.counts[LISTCAT_SUPPRESSED] = ds_system_suppressed(run->sys) - before;
	if (lc.cc < CC_FAILED && !none)
		listcat_counts(lc.sp, lc.counts);
	if (!outfile_close(run, &out))
		lc.cc = CC_FAILED;
	ams_end(run, lc.cc);
	sysprint_unlist(run->sp);
	return lc.cc;
}
