/*
 * A catalog looked through: its file by SQLite's own check of every page and
 * index, its rows by what entries must agree on. Nothing is changed, and others
 * go on meanwhile: all of it is of one moment.
 */
#include <stdio.h>
#include <string.h>

#include "catalog/cat_int.h"

enum { WHAT_MAX = 256, PROGRESS_STEPS = 10000 };

struct examining {
	cat_fault_fn *fault;
	bool (*stop)(void *ctx);
	void *ctx;
	bool stopped;
	struct cat_examined sum;
};

static bool
asks_stop(struct examining *x)
{
	x->stopped = x->stopped || (x->stop != NULL && x->stop(x->ctx));
	return x->stopped;
}

/* For SQLite, while it checks: not 0 ends it. */
static int
on_progress(void *ctx)
{
	return asks_stop(ctx);
}

/* --- the file ------------------------------------------------------------- */

/* A line of what a check says is a fault, but for its heading and "ok". */
static bool
say_lines(struct examining *x, const char *s)
{
	char what[WHAT_MAX];
	bool any = false;
	size_t n;

	for (; s != NULL && *s != '\0'; s += n + (s[n] == '\n')) {
		n = strcspn(s, "\n");
		snprintf(what, sizeof(what), "%.*s", (int)n, s);
		if (n == 0 || strcmp(what, "ok") == 0 ||
		    strncmp(what, "***", 3) == 0)
			continue;
		x->fault(x->ctx, what);
		any = true;
	}
	return any;
}

/* *anyp: it found something. */
static enum ds_status
file_check(struct examining *x, struct cat_file *file, const char *sql,
    bool *anyp, struct ds_diag *diag)
{
	enum ds_status status = DS_OK;
	sqlite3_stmt *st = NULL;
	bool any = false;
	int rc;

	rc = sqlite3_prepare_v2(file->db, sql, -1, &st, NULL);
	if (rc == SQLITE_OK)
		while ((rc = sqlite3_step(st)) == SQLITE_ROW)
			any |= say_lines(
			    x, (const char *)sqlite3_column_text(st, 0));
	if ((rc & 0xFF) == SQLITE_INTERRUPT) {
		status = DS_STOPPED;
	} else if ((rc & 0xFF) == SQLITE_CORRUPT) {
		x->fault(x->ctx, "the file is damaged, the check ends");
		any = true;
	} else if (rc != SQLITE_DONE) {
		status = cat_file_fail(file, rc, "checking", diag);
	}
	sqlite3_finalize(st);
	*anyp = any;
	return status;
}

/* Of a statement that gives one; 0: it gives none. */
static uint64_t
one_number(struct cat_file *file, const char *sql)
{
	sqlite3_stmt *st = NULL;
	uint64_t n = 0;

	if (sqlite3_prepare_v2(file->db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		n = (uint64_t)sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return n;
}

static enum ds_status
check_file(struct examining *x, struct cat_file *file, struct ds_diag *diag)
{
	/* foreign_key_check: table, row, the table that lacks it, which key */
	static const char keys[] =
	    "SELECT 'row ' || rowid || ' of ' || \"table\" || ' belongs to no "
	    "row of ' || parent FROM pragma_foreign_key_check";
	enum ds_status st;
	bool any = false;

	sqlite3_progress_handler(file->db, PROGRESS_STEPS, on_progress, x);
	st = file_check(x, file, "PRAGMA integrity_check", &any, diag);
	if (st == DS_OK && !any)
		st = file_check(x, file, keys, &any, diag);
	sqlite3_progress_handler(file->db, 0, NULL, NULL);
	return st;
}

/* --- the entries ---------------------------------------------------------- */

static void
fault_of(struct examining *x, const struct ds_entry *ent, const char *what)
{
	char text[WHAT_MAX];

	snprintf(text, sizeof(text), "entry (%c) %s %s", (char)ent->type,
	    ent->name, what);
	x->fault(x->ctx, text);
}

static size_t
count_assocs(const struct ds_entry *ent, enum ds_type type)
{
	size_t i, n = 0;

	for (i = 0; i < ent->nassocs; i++)
		n += ent->assocs[i].type == type;
	return n;
}

/* What it takes to be a whole sphere. */
static void
check_sphere(struct examining *x, const struct ds_entry *ent)
{
	const bool indexed = ent->type == DS_AIX || ent->org == DS_ORG_KSDS ||
			     ent->org == DS_ORG_VRRDS;

	if (count_assocs(ent, DS_DATA) != 1)
		fault_of(x, ent, "has no data component, or several");
	if (ent->type != DS_PAGESPACE &&
	    count_assocs(ent, DS_INDEX) != (indexed ? 1 : 0))
		fault_of(x, ent,
		    indexed ? "has no index component, or several"
			    : "has an index component");
	if (ent->type == DS_AIX && count_assocs(ent, DS_CLUSTER) != 1)
		fault_of(x, ent, "has no base cluster, or several");
}

static void
check_component(struct examining *x, const struct ds_entry *ent)
{
	const size_t owners = count_assocs(ent, DS_CLUSTER) +
			      count_assocs(ent, DS_AIX) +
			      count_assocs(ent, DS_PAGESPACE);

	if (owners != 1)
		fault_of(
		    x, ent, "is a component of no data set, or of several");
	if (ent->cisize == 0 || ent->cis_per_ca == 0)
		fault_of(x, ent, "has no control interval size");
	for (size_t i = 0; i < ent->nvolumes; i++)
		for (size_t k = 0; k < ent->volumes[i].nextents; k++)
			if (ent->volumes[i].extents[k].high_rba <
			    ent->volumes[i].extents[k].low_rba)
				fault_of(x, ent,
				    "has an extent that ends in "
				    "front of its begin");
}

static bool
check_entry(void *ctx, const struct ds_entry *ent)
{
	struct examining *x = ctx;

	x->sum.entries++;
	if (!dsname_valid(ent->name, strlen(ent->name)))
		fault_of(x, ent, "has a name that is none");
	switch (ent->type) {
	case DS_CLUSTER:
	case DS_AIX:
	case DS_PAGESPACE:
		check_sphere(x, ent);
		break;
	case DS_DATA:
	case DS_INDEX:
		check_component(x, ent);
		break;
	case DS_PATH:
		if (count_assocs(ent, DS_CLUSTER) + count_assocs(ent, DS_AIX) ==
		    0)
			fault_of(x, ent, "leads to nothing");
		break;
	case DS_GDS:
		if (ent->gds_status == 'A' && count_assocs(ent, DS_GDG) != 1)
			fault_of(x, ent, "is active in no group");
		break;
	case DS_GDG:
		if (ent->gdg_limit == 0)
			fault_of(x, ent, "has no limit");
		break;
	default:
		break;
	}
	return !asks_stop(x);
}

/* --- all ------------------------------------------------------------------ */

static void
measure(struct cat_file *file, struct cat_examined *sum)
{
	sum->page_len = (uint32_t)one_number(file, "PRAGMA page_size");
	sum->pages = one_number(file, "PRAGMA page_count");
	sum->free_pages = one_number(file, "PRAGMA freelist_count");
}

enum ds_status
cat_measure(struct catalog *cat, const char *name, struct cat_examined *sump,
    struct ds_diag *diag)
{
	struct cat_examined sum = {0};
	struct cat_file *file;
	enum ds_status st;

	if ((st = cat_file_asked(cat, name, &file, diag)) != DS_OK)
		return st;
	measure(file, &sum);
	sum.entries = one_number(file, "SELECT count(*) FROM entry");
	*sump = sum;
	return DS_OK;
}

enum ds_status
cat_examine(struct catalog *cat, const char *name, bool entries,
    cat_fault_fn *fault, bool (*stop)(void *ctx), void *ctx,
    struct cat_examined *sump, struct ds_diag *diag)
{
	struct examining x = {.fault = fault, .stop = stop, .ctx = ctx};
	struct cat_file *file;
	enum ds_status st;

	if ((st = cat_file_asked(cat, name, &file, diag)) != DS_OK)
		return st;
	measure(file, &x.sum);
	if (entries)
		st = cat_list(cat, name, CAT_ALL, NULL, check_entry, &x, diag);
	else
		st = check_file(&x, file, diag);
	if (x.stopped)
		return DS_STOPPED;
	if (st == DS_OK && sump != NULL)
		*sump = x.sum;
	return st;
}

enum ds_status
cat_settle(struct catalog *cat, const char *name, struct ds_diag *diag)
{
	struct cat_file *file;
	enum ds_status st;
	int rc;

	if ((st = cat_file_asked(cat, name, &file, diag)) != DS_OK)
		return st;
	if (!cat_writable(file->path, cat->dir))
		return DS_OK;
	/* What others are reading of the log stays in it. */
	rc = sqlite3_wal_checkpoint_v2(
	    file->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	return rc == SQLITE_OK || rc == SQLITE_BUSY
		   ? DS_OK
		   : cat_file_fail(file, rc, "writing its log back", diag);
}
