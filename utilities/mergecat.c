/*
 * REPRO of catalogs: MERGECAT moves entries from one to another, REPRO of a
 * catalog into a catalog copies it. What is said of each entry is our own:
 * z/OS's texts are not known.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/locate.h"
#include "utilities/idcams_int.h"
#include "utilities/select_int.h"

struct merge {
	struct ams_run *run;
	char source[DSNAME_MAX + 1], target[DSNAME_MAX + 1];
	char (*names)[DSNAME_MAX + 1];
	size_t n, cap;
	bool quiet; /* MESSAGELEVEL(SHORT) */
	bool nomem;
	uint64_t moved;
	int cc;
};

/* The catalog of a side: by name, or the data set of a DD. False: messages
 * are printed. */
static bool
catalog_of(struct merge *m, const struct ams_plist *top, const char *file,
    const char *dataset, char out[DSNAME_MAX + 1])
{
	const char *dd = ams_text(top, file, 0);
	const char *name = ams_text(top, dataset, 0);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (name != NULL) {
		snprintf(out, DSNAME_MAX + 1, "%s", name);
	} else if ((st = dd_dsname(m->run->dds, dd, out, &diag)) != DS_OK) {
		ams_open_error(m->run, st, &diag, dd);
		return false;
	}
	if (ds_catalog_exists(m->run->sys, out))
		return true;
	diag = (struct ds_diag){.status = DS_CAT_NOTFOUND};
	ams_catalog_error(m->run, DS_CAT_NOTFOUND, &diag, out);
	return false;
}

static bool
note_name(void *ctx, const struct ds_entry *ent)
{
	struct merge *m = ctx;
	size_t cap = m->cap > 0 ? 2 * m->cap : 64;
	void *p;

	/* components go with their owner, connectors stay with their aliases */
	if (ent->type == DS_DATA || ent->type == DS_INDEX ||
	    ent->type == DS_UCAT ||
	    (ent->type == DS_ALIAS && ds_entry_assoc(ent, DS_UCAT) != NULL))
		return true;
	if (m->n == m->cap) {
		p = realloc(m->names, cap * sizeof(*m->names));
		if (p == NULL) {
			m->nomem = true;
			return false;
		}
		m->names = p;
		m->cap = cap;
	}
	memcpy(m->names[m->n++], ent->name, sizeof(*m->names));
	return !ams_interrupted(m->run);
}

static void
not_merged(struct merge *m, enum ds_status st, const struct ds_diag *diag,
    const char *name)
{
	ams_catalog_error(m->run, st, diag, name);
	ams_note(m->run, true, "entry %s not merged", name);
	m->cc = CC_ERROR;
}

static void
moved(void *ctx, enum ds_type type, const char *name)
{
	struct merge *m = ctx;

	m->moved++;
	if (!m->quiet)
		ams_note(m->run, false, "entry (%c) %s merged into %s",
		    (char)type, name, m->target);
}

/* What was tied to one before has moved with it. */
static void
merge_found(struct merge *m)
{
	struct ds_diag diag;
	enum ds_status st;
	size_t i;

	for (i = 0; i < m->n && !ams_interrupted(m->run); i++) {
		memset(&diag, 0, sizeof(diag));
		st = ds_merge_entry(m->run->sys, m->names[i], m->source,
		    m->target, moved, m, &diag);
		if (st != DS_OK && st != DS_CAT_NOTFOUND)
			not_merged(m, st, &diag, m->names[i]);
	}
}

static void
merge_pattern(struct merge *m, enum ds_select sel, const char *pattern)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	m->n = 0;
	st = ds_list(
	    m->run->sys, m->source, sel, pattern, false, note_name, m, &diag);
	if (st == DS_OK && m->n == 0 && sel != DS_SEL_ALL && !m->nomem)
		st = DS_CAT_NOTFOUND;
	if (st != DS_OK)
		not_merged(m, st, &diag, pattern);
	else if (!m->nomem)
		merge_found(m);
}

static void
merge_asked(struct merge *m, const struct ams_plist *top)
{
	const struct ams_param *entries = ams_find(top, "ENTRIES");
	const struct ams_param *levels = ams_find(top, "LEVEL");
	int i;

	for (i = 0; entries != NULL && i < entries->nvalues; i++)
		merge_pattern(m, DS_SEL_GENERIC, entries->values[i].text);
	for (i = 0; levels != NULL && i < levels->nvalues; i++)
		merge_pattern(m, DS_SEL_LEVEL, levels->values[i].text);
	if (entries == NULL && levels == NULL)
		merge_pattern(m, DS_SEL_ALL, "");
}

static int
merge_end(struct merge *m)
{
	if (m->nomem) {
		sysprint_msgv(m->run->sp, MSG_IDC3004I, NULL);
		m->cc = CC_FAILED;
	} else if (ams_interrupted(m->run)) {
		ams_say_interrupted(m->run);
		m->cc = CC_FAILED;
	}
	free(m->names);
	ams_records(m->run, m->moved);
	return ams_end(m->run, m->cc);
}

/* Entries are no records: neither side of a copy has a FROM or a TO. */
static bool
has_delimiters(struct ams_run *run, const struct ams_plist *top)
{
	if (!select_coded(top))
		return false;
	sysprint_msgv(run->sp, MSG_IDC3581I, NULL);
	return true;
}

int
ams_mergecat(struct ams_run *run, const struct ams_command *cmd)
{
	struct merge m = {.run = run};
	const char *level = ams_text(cmd->top, "MESSAGELEVEL", 0);

	if (has_delimiters(run, cmd->top)) {
		ams_records(run, 0);
		return ams_end(run, CC_FAILED);
	}
	m.quiet = level != NULL && strcmp(level, "SHORT") == 0;
	if (!catalog_of(&m, cmd->top, "INFILE", "INDATASET", m.source) ||
	    !catalog_of(&m, cmd->top, "OUTFILE", "OUTDATASET", m.target))
		return ams_end(run, CC_FAILED);
	if (strcmp(m.source, m.target) == 0) {
		ams_note(run, false, "source and target are the same catalog");
		return ams_end(run, CC_FAILED);
	}
	merge_asked(&m, cmd->top);
	return merge_end(&m);
}

/* --- copying -------------------------------------------------------------- */

bool
ams_is_catalog_copy(struct ams_run *run, const struct ams_command *cmd)
{
	const char *from = ams_text(cmd->top, "INDATASET", 0);
	const char *to = ams_text(cmd->top, "OUTDATASET", 0);

	return from != NULL && to != NULL && from[0] != '\0' && to[0] != '\0' &&
	       ds_catalog_exists(run->sys, from) &&
	       ds_catalog_exists(run->sys, to);
}

int
ams_copycat(struct ams_run *run, const struct ams_command *cmd)
{
	const char *from = ams_text(cmd->top, "INDATASET", 0);
	const char *to = ams_text(cmd->top, "OUTDATASET", 0);
	struct ds_diag diag = {0};
	enum ds_status st;
	uint64_t n = 0;

	if (has_delimiters(run, cmd->top)) {
		ams_records(run, 0);
		return ams_end(run, CC_FAILED);
	}
	st = ds_copy_catalog(run->sys, from, to, &n, &diag);
	if (st != DS_OK) {
		ams_catalog_error(run, st, &diag, to);
		if (st == DS_CAT_NOTEMPTY || st == DS_INVALID)
			ams_note(run, true, "%s", diag.text);
	}
	ams_records(run, n);
	return ams_end(run, st == DS_OK ? CC_OK : CC_FAILED);
}
