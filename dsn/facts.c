/* What is known of a data set or a member, for ls and stat. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dsn/dsn_int.h"

static const char *
org_name(const struct ds_entry *e, enum ds_org org)
{
	static const char *const names[] = {[DS_ORG_KSDS] = "KSDS",
	    [DS_ORG_ESDS] = "ESDS",
	    [DS_ORG_RRDS] = "RRDS",
	    [DS_ORG_VRRDS] = "VRRDS",
	    [DS_ORG_LDS] = "LDS",
	    [DS_ORG_PS] = "PS",
	    [DS_ORG_PO] = "PO"};

	switch (e->type) {
	case DS_AIX:
		return "AIX";
	case DS_PATH:
		return "PATH";
	case DS_GDG:
		return "GDG";
	case DS_ALIAS:
		return "ALIAS";
	case DS_UCAT:
		return "UCAT";
	case DS_PAGESPACE:
		return "PAGESP";
	default:
		break;
	}
	if (org == DS_ORG_PO && (e->flags & DS_A_LIBRARY) != 0)
		return "PO-E";
	if (org == DS_ORG_PS && (e->flags & DS_A_LARGE) != 0)
		return "PS-L"; /* as ISPF lists it */
	return org > DS_ORG_NONE && org <= DS_ORG_PO ? names[org] : "-";
}

static enum ds_status
component(struct dsn *d, const char *catalog, const struct ds_entry *whole,
    enum ds_type type, struct ds_entry **entp, struct ds_diag *diag)
{
	const char *name = ds_entry_assoc(whole, type);

	return name == NULL ? DS_OK
			    : ds_find(d->sys, catalog, name, entp, diag);
}

static void
count(struct facts *f)
{
	const struct ds_entry *e = f->data != NULL ? f->data : f->whole;
	size_t i, n = 0;

	f->known = e->stats_known;
	f->records = e->stats.rec_total;
	f->used = e->stats.bytes;
	f->allocated = e->stats.harba;
	for (i = 0; i < e->nvolumes; i++)
		n += e->volumes[i].nextents;
	f->extents = (uint32_t)n;
	f->volume = e->nvolumes > 0 && e->volumes[0].volser[0] != '\0'
			? e->volumes[0].volser
			: "-";
}

enum ds_status
dsn_facts_get(struct dsn *d, const char *catalog, const char *name,
    struct facts *fp, struct ds_diag *diag)
{
	struct facts f = {0};
	enum ds_status st;

	st = ds_locate(d->sys, catalog, name, &f.whole, diag);
	/* A path is associated with components of others. */
	if (st == DS_OK &&
	    (f.whole->type == DS_CLUSTER || f.whole->type == DS_AIX ||
		f.whole->type == DS_PAGESPACE)) {
		st = component(d, catalog, f.whole, DS_DATA, &f.data, diag);
		if (st == DS_OK && f.whole->type != DS_PAGESPACE)
			st = component(
			    d, catalog, f.whole, DS_INDEX, &f.index, diag);
	}
	if (st != DS_OK) {
		dsn_facts_free(&f);
		return st;
	}
	f.ent = f.whole;
	snprintf(f.dsorg, sizeof(f.dsorg), "%s",
	    org_name(f.whole, f.data != NULL ? f.data->org : f.whole->org));
	if (f.whole->recfm != DS_RECFM_NONE)
		ds_recfm_name(f.whole->recfm, f.whole->ctlchar, f.recfm);
	f.lrecl = f.data != NULL ? f.data->maxlrecl : f.whole->lrecl;
	f.blksize = f.whole->blksize;
	count(&f);
	*fp = f;
	return DS_OK;
}

void
dsn_facts_free(struct facts *f)
{
	ds_entry_free(&f->whole);
	ds_entry_free(&f->data);
	ds_entry_free(&f->index);
}

/* A library's counts are its members'. */
static bool
has_counts(const struct facts *f)
{
	return f->known && f->whole->org != DS_ORG_PO;
}

static void
date_text(uint32_t yyyyddd, char out[16])
{
	if (yyyyddd == 0)
		snprintf(out, 16, "-");
	else
		snprintf(out, 16, "%04" PRIu32 ".%03" PRIu32, yyyyddd / 1000,
		    yyyyddd % 1000);
}

static const char *
number(bool known, uint64_t n, char out[24])
{
	if (known)
		snprintf(out, 24, "%" PRIu64, n);
	else
		snprintf(out, 24, "-");
	return out;
}

void
dsn_facts_print_long(const struct facts *f)
{
	char lrecl[24], blksize[24], records[24], used[24], created[16];

	date_text(f->ent->created, created);
	printf("%-6s %-4s %5s %5s %10s %12s %-6s %-8s %s\n", f->dsorg,
	    f->recfm[0] != '\0' ? f->recfm : "-",
	    number(f->lrecl != 0, f->lrecl, lrecl),
	    number(f->blksize != 0, f->blksize, blksize),
	    number(has_counts(f), f->records, records),
	    number(has_counts(f), f->used, used), f->volume, created,
	    f->ent->name);
}

/* --- objects -------------------------------------------------------------- */

static void
set_text(json_t *o, const char *key, const char *value)
{
	if (value[0] != '\0')
		json_object_set_new(o, key, json_string(value));
}

static void
set_number(json_t *o, const char *key, uint64_t n)
{
	json_object_set_new(o, key, json_integer((json_int_t)n));
}

static void
set_date(json_t *o, const char *key, uint32_t yyyyddd)
{
	char text[16];

	date_text(yyyyddd, text);
	if (yyyyddd != 0)
		set_text(o, key, text);
}

static void
set_volumes(json_t *o, const struct ds_entry *e)
{
	char text[60 * (VOLSER_MAX + 1)] = "";
	size_t i, n = 0;

	for (i = 0; i < e->nvolumes && n + VOLSER_MAX + 2 < sizeof(text); i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s",
		    i > 0 ? " " : "", e->volumes[i].volser);
	set_text(o, "volumes", text);
}

static void
set_data(json_t *o, const struct facts *f)
{
	const struct ds_entry *e = f->data;

	if (e == NULL)
		return;
	if (e->keylen > 0) {
		set_number(o, "key_length", e->keylen);
		set_number(o, "key_offset", e->rkp);
	}
	set_number(o, "ci_size", e->cisize);
	set_text(o, "data", e->name);
	if (f->index != NULL)
		set_text(o, "index", f->index->name);
	if (e->stats_known) {
		set_number(o, "ci_splits", e->stats.splits_ci);
		set_number(o, "ca_splits", e->stats.splits_ca);
	}
}

static void
set_group(json_t *o, const struct ds_entry *e)
{
	size_t i, n = 0;

	if (e->type == DS_GDG) {
		for (i = 0; i < e->nassocs; i++)
			n += e->assocs[i].type == DS_GDS ||
			     e->assocs[i].type == DS_NONVSAM;
		set_number(o, "limit", e->gdg_limit);
		set_number(o, "generations", n);
	}
	if (e->type == DS_GDS)
		set_text(o, "status",
		    e->gds_status == 'D'   ? "deferred"
		    : e->gds_status == 'R' ? "rolled off"
					   : "active");
}

/* What an alias or a path leads to. */
static const char *
related(const struct ds_entry *e)
{
	const char *name = ds_entry_assoc(e, DS_AIX);

	if (e->related[0] != '\0')
		return e->related;
	if (name == NULL)
		name = ds_entry_assoc(e, DS_CLUSTER);
	return name != NULL ? name : "";
}

static json_t *
object_of(const struct facts *f)
{
	const struct ds_entry *e = f->whole;
	json_t *o = json_object();

	if (o == NULL)
		return NULL;
	set_text(o, "name", e->name);
	set_text(o, "dsorg", f->dsorg);
	set_text(o, "recfm", f->recfm);
	if (f->lrecl != 0)
		set_number(o, "lrecl", f->lrecl);
	if (f->blksize != 0)
		set_number(o, "blksize", f->blksize);
	if (has_counts(f)) {
		set_number(o, "records", f->records);
		set_number(o, "bytes", f->used);
	}
	if (f->known) {
		set_number(o, "allocated", f->allocated);
		set_number(o, "extents", f->extents);
	}
	set_data(o, f);
	set_group(o, e);
	if (e->type == DS_ALIAS || e->type == DS_PATH)
		set_text(o, "related", related(e));
	set_volumes(o, f->data != NULL ? f->data : e);
	if (ds_is_migrated(e))
		set_text(o, "status", "migrated");
	set_text(o, "catalog", e->catalog);
	set_text(o, "owner", e->owner);
	set_date(o, "created", e->created);
	set_date(o, "expires", e->expires);
	if (e->ccsid != 0)
		set_number(o, "ccsid", e->ccsid);
	return o;
}

/* The object as one line, or as one line a field. Takes o. */
static bool
print_object(json_t *o, bool json)
{
	json_t *value;
	const char *key;
	char *text;

	if (o == NULL) {
		dsn_say("no memory");
		return false;
	}
	if (json) {
		text = json_dumps(o, JSON_COMPACT | JSON_PRESERVE_ORDER);
		if (text != NULL)
			puts(text);
		else
			dsn_say("no memory");
		free(text);
		json_decref(o);
		return text != NULL;
	}
	json_object_foreach(o, key, value)
	{
		if (json_is_string(value))
			printf("%-10s %s\n", key, json_string_value(value));
		else
			printf("%-10s %" JSON_INTEGER_FORMAT "\n", key,
			    json_integer_value(value));
	}
	json_decref(o);
	return true;
}

bool
dsn_facts_print_json(const struct facts *f)
{
	return print_object(object_of(f), true);
}

bool
dsn_facts_print_stat(const struct facts *f)
{
	return print_object(object_of(f), false);
}

/* --- members -------------------------------------------------------------- */

static void
time_text(uint64_t seconds, char out[24])
{
	const time_t t = (time_t)seconds;
	struct tm tm;

	if (seconds == 0 || localtime_r(&t, &tm) == NULL ||
	    strftime(out, 24, "%Y-%m-%dT%H:%M:%S", &tm) == 0)
		snprintf(out, 24, "-");
}

void
dsn_member_print_long(const struct ds_member *m)
{
	char changed[24];

	time_text(m->changed, changed);
	printf("%10" PRIu64 " %12" PRIu64 " %-19s %s%s%s\n", m->records,
	    m->bytes, changed, m->name, m->alias ? " alias of " : "",
	    m->alias ? m->main : "");
}

static json_t *
member_object(const char *dsn, const struct ds_member *m)
{
	json_t *o = json_object();
	char changed[24];

	if (o == NULL)
		return NULL;
	time_text(m->changed, changed);
	set_text(o, "name", dsn);
	set_text(o, "member", m->name);
	if (m->alias)
		set_text(o, "alias_of", m->main);
	set_number(o, "records", m->records);
	set_number(o, "bytes", m->bytes);
	set_text(o, "changed", changed);
	return o;
}

bool
dsn_member_print_json(const char *dsn, const struct ds_member *m)
{
	return print_object(member_object(dsn, m), true);
}

bool
dsn_member_print_stat(const char *dsn, const struct ds_member *m)
{
	return print_object(member_object(dsn, m), false);
}
