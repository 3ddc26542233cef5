/*
 * DEFINE RECATALOG, DELETE VVR and NVR, DIAGNOSE: catalogs and volumes that do
 * not go together. What DIAGNOSE says is our own: z/OS's texts are not known.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/dsname.h"
#include "services/catalogs.h"
#include "services/locate.h"
#include "utilities/define_int.h"

/* --- DEFINE RECATALOG ----------------------------------------------------- */

static const struct recat_object {
	const char *keyword;
	enum ds_type type;
} objects[] = {
    {"CLUSTER", DS_CLUSTER},
    {"ALTERNATEINDEX", DS_AIX},
    {"NONVSAM", DS_NONVSAM},
    {"PAGESPACE", DS_PAGESPACE},
};

static int
recatalog(struct ams_run *run, const struct ams_plist *top,
    const struct recat_object *o)
{
	const struct ams_plist *l = ams_sub(top, o->keyword);
	struct ds_recatalog how = {.type = o->type};
	struct ds_diag diag = {0};
	enum ds_status st;

	ams_copy_text(how.name, sizeof(how.name), l, "NAME");
	ams_copy_text(how.data, sizeof(how.data), ams_sub(top, "DATA"), "NAME");
	ams_copy_text(
	    how.index, sizeof(how.index), ams_sub(top, "INDEX"), "NAME");
	ams_copy_text(how.catalog, sizeof(how.catalog), top, "CATALOG");
	st = ds_recatalog(run->sys, &how, &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	ams_catalog_error(run, st, &diag, how.name);
	if (!diag.explains && (st == DS_CAT_NOVVR || st == DS_CAT_RELATED))
		ams_note(run, true, "%s", diag.text);
	return ams_end(run, CC_FAILED);
}

bool
ams_define_recatalog(struct ams_run *run, const struct ams_plist *top, int *ccp)
{
	size_t i;

	for (i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (ams_coded(ams_sub(top, objects[i].keyword), "RECATALOG")) {
			*ccp = recatalog(run, top, &objects[i]);
			return true;
		}
	return false;
}

/* --- DIAGNOSE ------------------------------------------------------------- */

struct diagnosis {
	struct ams_run *run;
	const struct ams_plist *scope; /* of INCLUDE or EXCLUDE, or NULL */
	bool include;
	char catalog[DSNAME_MAX + 1];
	char volser[VOLSER_MAX + 1]; /* VVDS of this volume; "" */
	uint64_t errors, limit;
	int cc;
};

static const char vvds_prefix[] = "SYS1.VVDS.V";

static void
say(struct diagnosis *d, const struct ds_stray_found *f)
{
	const char *name = f->name[0] != '\0' ? f->name : f->file;

	switch (f->what) {
	case DS_STRAY_COMPONENT:
		if (f->apart[0] != '\0')
			ams_note(d->run, false,
			    "component %s of %s on %s is of catalog %s, which "
			    "is not connected",
			    name, f->cluster, f->volser, f->apart);
		else
			ams_note(d->run, false,
			    "component %s of %s on %s is in no catalog", name,
			    f->cluster, f->volser);
		break;
	case DS_STRAY_ENTRY:
		ams_note(d->run, false, "entry %s has no component on %s", name,
		    f->volser);
		break;
	case DS_STRAY_NAME:
		ams_note(d->run, false,
		    "entry %s: its component on %s says it is %s", name,
		    f->volser, f->cluster);
		break;
	case DS_STRAY_DAMAGED:
		ams_note(d->run, false, "component %s on %s is damaged", name,
		    f->volser);
		break;
	case DS_STRAY_NONE:
		ams_note(d->run, false,
		    "entry %s and its component on %s agree", name, f->volser);
		break;
	}
}

static bool
found(void *ctx, const struct ds_stray_found *f)
{
	struct diagnosis *d = ctx;
	int cc = f->what == DS_STRAY_NAME ? CC_WARNING : CC_ERROR;

	if (d->volser[0] != '\0' && strcmp(d->volser, f->volser) != 0)
		return true;
	say(d, f);
	if (f->what == DS_STRAY_NONE)
		return !ams_interrupted(d->run);
	d->cc = cc > d->cc ? cc : d->cc;
	d->errors++;
	return (d->limit == 0 || d->errors < d->limit) &&
	       !ams_interrupted(d->run);
}

static bool
same_name(const char *pattern, const char *name)
{
	return strcmp(pattern, name) == 0;
}

/* Does a value of the scope's keyword match one of the two names? */
static bool
in_list(const struct diagnosis *d, const char *keyword,
    bool (*match)(const char *pattern, const char *name), const char *name,
    const char *other)
{
	const struct ams_param *p = ams_find(d->scope, keyword);
	int i;

	for (i = 0; p != NULL && i < p->nvalues; i++)
		if (match(p->values[i].text, name) ||
		    match(p->values[i].text, other))
			return true;
	return false;
}

/* A component is meant by the name of its cluster as well. */
static bool
wanted(void *ctx, const char *name, const char *owner, const char *catalog)
{
	const struct diagnosis *d = ctx;
	bool in = in_list(d, "ENTRIES", dsname_match, name, owner) ||
		  in_list(d, "LEVEL", dsname_level_match, name, owner) ||
		  in_list(d, "CATALOG", same_name, catalog, catalog);

	return in == d->include;
}

/* The catalog, or the volume of SYS1.VVDS.Vvolser. */
static bool
read_subject(struct diagnosis *d, const struct ams_plist *top)
{
	const char *dd = ams_text(top, "INFILE", 0);
	const char *name = ams_text(top, "INDATASET", 0);
	char dsn[DSNAME_MAX + 1];
	const size_t len = sizeof(vvds_prefix) - 1;
	struct ds_diag diag = {0};
	enum ds_status st;

	if (name != NULL) {
		snprintf(dsn, sizeof(dsn), "%s", name);
	} else if ((st = dd_dsname(d->run->dds, dd, dsn, &diag)) != DS_OK) {
		ams_open_error(d->run, st, &diag, dd);
		return false;
	}
	if (strncmp(dsn, vvds_prefix, len) == 0 &&
	    strlen(dsn + len) <= VOLSER_MAX) {
		strcpy(d->volser, dsn + len);
		return true;
	}
	if (!ds_catalog_exists(d->run->sys, dsn)) {
		ams_catalog_error(d->run, DS_CAT_NOTFOUND, NULL, dsn);
		return false;
	}
	strcpy(d->catalog, dsn);
	return true;
}

int
ams_diagnose(struct ams_run *run, const struct ams_command *cmd)
{
	struct diagnosis d = {.run = run};
	struct ds_diagnose how = {
	    .catalog = d.catalog, .found = found, .ctx = &d};
	struct ds_diag diag = {0};
	uint64_t checked = 0;
	enum ds_status st;

	d.limit = (uint64_t)ams_num(cmd->top, "ERRORLIMIT", 0, 16);
	if (!read_subject(&d, cmd->top))
		return ams_end(run, CC_FAILED);
	how.right = ams_coded(cmd->top, "LIST");
	how.lock = ams_coded(cmd->top, "LOCK");
	d.include = ams_coded(cmd->top, "INCLUDE");
	d.scope = ams_sub(cmd->top, d.include ? "INCLUDE" : "EXCLUDE");
	if (d.scope != NULL)
		how.wanted = wanted;
	st = ds_diagnose(run->sys, &how, &checked, &diag);
	if (st != DS_OK) {
		ams_catalog_error(run, st, &diag, d.catalog);
		return ams_end(run, CC_FAILED);
	}
	if (ams_interrupted(run)) {
		ams_say_interrupted(run);
		return ams_end(run, CC_FAILED);
	}
	ams_note(run, false, "%" PRIu64 " error%s found", d.errors,
	    d.errors == 1 ? "" : "s");
	return ams_end(run, d.cc);
}
