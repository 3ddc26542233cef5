/*
 * Records from one place to another. What is made or replaced is there whole or
 * not at all; records that are added to a cluster alone stay, up to the one
 * that fails.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dsn/dsn_int.h"
#include "services/define.h"
#include "utilities/progress.h"

enum { RDW_LEN = 4 };

char *
dsn_format(const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n >= 0)
		return text;
	dsn_say("no memory");
	return NULL;
}

/* A comma of a file's name is written twice. */
static char *
quote_path(const char *path)
{
	char *out = malloc(2 * strlen(path) + 1), *to = out;

	if (out == NULL) {
		dsn_say("no memory");
		return NULL;
	}
	for (; *path != '\0'; *to++ = *path++)
		if (*path == ',')
			*to++ = ',';
	*to = '\0';
	return out;
}

static bool
is_fixed(const struct ds_attrs *a)
{
	return a->recfm == DS_RECFM_F || a->recfm == DS_RECFM_FB ||
	       a->recfm == DS_RECFM_FBS || (a->vsam && a->fixed);
}

/* How records lie in a binary file: as in the data set, else each behind its
 * descriptor. */
static void
binary_options(
    const struct dsn *d, const struct ds_attrs *recs, bool output, char out[64])
{
	const bool counts =
	    recs->recfm == DS_RECFM_V || recs->recfm == DS_RECFM_VB ||
	    recs->recfm == DS_RECFM_VS || recs->recfm == DS_RECFM_VBS;

	if (d->view == VIEW_RDW && output && !counts)
		snprintf(out, 64, ",binary,recfm=VB,lrecl=%" PRIu32,
		    recs->lrecl != 0 ? recs->lrecl + RDW_LEN
				     : (uint32_t)UINT16_MAX);
	else if (d->view == VIEW_RDW)
		snprintf(out, 64, ",binary%s", output ? "" : ",recfm=VB");
	else if (output)
		snprintf(out, 64, ",binary");
	else if (is_fixed(recs))
		snprintf(
		    out, 64, ",binary,recfm=FB,lrecl=%" PRIu32, recs->lrecl);
	else if (recs->recfm == DS_RECFM_U)
		snprintf(out, 64, ",binary,recfm=U");
	else
		snprintf(out, 64, ",binary,recfm=VB");
}

char *
dsn_host_spec(const struct dsn *d, const char *ddname, const char *path,
    const struct ds_attrs *recs, bool output)
{
	const bool standard = strcmp(path, "-") == 0;
	char *quoted = quote_path(path), *spec = NULL;
	char options[64] = ",text";

	if (d->view != VIEW_TEXT)
		binary_options(d, recs, output, options);
	if (quoted != NULL)
		spec = dsn_format("%s=%s%s%s", ddname,
		    standard ? "" : "path:", quoted, options);
	free(quoted);
	return spec;
}

static bool
is_relative(const struct ds_attrs *a)
{
	return a->org == DS_ORG_RRDS || a->org == DS_ORG_VRRDS;
}

static enum ds_status
put_one(struct dsn *d, struct ds_file *out, const struct ds_rec *rec,
    bool numbered, struct ds_diag *diag)
{
	enum ds_status st;

	st =
	    ds_put_rrn(out, rec->data, rec->len, numbered ? rec->rrn : 0, diag);
	if (st == DS_DUPLICATE && d->merge)
		st = ds_replace(out, rec->data, rec->len, diag);
	return st;
}

bool
dsn_copy_records(struct dsn *d, const char *verb, struct ds_file *in,
    struct ds_file *out, const char *from, const char *to)
{
	const bool numbered =
	    is_relative(ds_attrs(in)) && is_relative(ds_attrs(out));
	struct ds_diag diag = {0};
	struct ds_rec rec;
	enum ds_status st, put = DS_OK;
	uint64_t n = 0;

	progress_begin(d->progress, verb, "records", 0, in);
	while (!dsn_stopped() && (st = ds_get(in, &rec, &diag)) == DS_OK) {
		if ((put = put_one(d, out, &rec, numbered, &diag)) != DS_OK)
			break;
		n++;
		progress_bytes(d->progress, rec.len);
		progress_step(d->progress);
	}
	progress_end(d->progress);
	if (dsn_stopped()) {
		dsn_say("%s: interrupted", to);
		return false;
	}
	if (put != DS_OK) {
		char *what = dsn_format("%s: record %" PRIu64, to, n + 1);

		if (what != NULL)
			dsn_say_status(what, put, &diag);
		free(what);
		return false;
	}
	if (st != DS_EOD)
		dsn_say_status(from, st, &diag);
	return st == DS_EOD;
}

bool
dsn_copy_end(struct ds_file **outp, const char *to, bool whole)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!whole || *outp == NULL) {
		ds_abandon(outp);
		return false;
	}
	st = ds_close(outp, &diag);
	if (st != DS_OK)
		dsn_say_status(to, st, &diag);
	return st == DS_OK;
}

/* Has the cluster of DD OUT records? */
static bool
look_for_records(struct dd_table *dds, const char *to, bool *emptyp)
{
	struct ds_file *file = NULL;
	struct ds_diag diag = {0};
	struct ds_rec rec;
	enum ds_status st;
	bool unwritten;

	st = ds_open_dd(dds, "OUT", DS_INPUT | DS_SEQ, NULL, &file, &diag);
	/* A linear data set reads as zeros then. */
	unwritten = st == DS_OK && !ds_attrs(file)->loaded;
	if (st == DS_OK)
		st = ds_get(file, &rec, &diag);
	ds_abandon(&file);
	*emptyp = st == DS_OPEN_EMPTY || st == DS_EOD || unwritten;
	if (st == DS_OK || *emptyp)
		return true;
	dsn_say_status(to, st, &diag);
	return false;
}

/* What the open of a cluster is to do with its records. False: told. */
static bool
cluster_intent(const struct dsn *d, struct dd_table *dds, const char *to,
    const struct ds_attrs *a, unsigned *intentp)
{
	const bool sorts = a->org == DS_ORG_KSDS || a->org == DS_ORG_VRRDS;
	bool empty = false;

	if (!a->vsam)
		return true;
	if (d->reuse) {
		*intentp |= DS_RESET;
		return true;
	}
	if (!look_for_records(dds, to, &empty))
		return false;
	if (!empty && !d->merge) {
		dsn_say("%s: it has records: --merge adds to them, --reuse "
			"empties it first",
		    to);
		return false;
	}
	if (d->merge)
		*intentp |= DS_REPLACE;
	else if (sorts && !a->path)
		*intentp |= DS_BULK;
	return true;
}

bool
dsn_copy_open_out(struct dsn *d, struct dd_table *dds, const char *to,
    const struct ds_attrs *like, struct ds_file **outp)
{
	unsigned intent = DS_OUTPUT | DS_SEQ;
	struct ds_attrs a = {0};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_dd_attrs(dds, "OUT", &a, &diag);
	if (st == DS_OK && !cluster_intent(d, dds, to, &a, &intent))
		return false;
	if (st == DS_OK)
		st = ds_open_dd(dds, "OUT", intent, like, outp, &diag);
	if (st != DS_OK)
		dsn_say_status(to, st, &diag);
	return st == DS_OK;
}

bool
dsn_copy_finish(struct dd_table **ddsp, bool whole)
{
	if (whole)
		whole = dd_table_end(*ddsp, dsn_say_status);
	else
		dd_table_undo(*ddsp);
	dd_table_free(ddsp);
	return whole;
}

/* --- a data set like another ---------------------------------------------- */

/* space=..., or "" when the model does not say; blocks of a directory. */
static void
like_space(const struct ds_entry *e, bool pds, char out[80])
{
	const uint32_t dir = ds_extra_number(e->extra, "DIRBLOCKS");
	const bool cyl = e->space_type == DS_SPACE_CYL;
	const bool said =
	    (cyl || e->space_type == DS_SPACE_TRACK) && e->space_pri > 0;
	int n;

	out[0] = '\0';
	if (!said && !pds)
		return;
	n = snprintf(out, 80, ",space=%s(%" PRIu32 ",%" PRIu32,
	    said && cyl ? "cyl" : "trk", said ? e->space_pri : 15,
	    said ? e->space_sec : 15);
	if (pds)
		n += snprintf(out + n, (size_t)(80 - n), ",%" PRIu32, dir);
	snprintf(out + n, (size_t)(80 - n), ")");
}

char *
dsn_copy_like(struct dsn *d, const char *model, enum ds_org org)
{
	struct ds_entry *e = NULL;
	struct ds_diag diag = {0};
	char space[80], recfm[8], lrecl[24] = "", blksize[24] = "";
	char *spec = NULL;
	bool pds;
	enum ds_status st;
	char ps[32];
	const char *kind;

	if ((st = dsn_name_entry(d, model, &e, &diag)) != DS_OK) {
		dsn_say_status(model, st, &diag);
		return NULL;
	}
	if ((e->org != DS_ORG_PS && e->org != DS_ORG_PO) ||
	    e->recfm == DS_RECFM_NONE) {
		dsn_say("%s: not what a data set like this can be made after",
		    model);
		goto out;
	}
	if (org == DS_ORG_NONE)
		org = e->org;
	pds = org == DS_ORG_PO && e->org == DS_ORG_PO &&
	      (e->flags & DS_A_LIBRARY) == 0;
	like_space(e, pds, space);
	if (e->lrecl != 0)
		snprintf(lrecl, sizeof(lrecl), ",lrecl=%" PRIu32, e->lrecl);
	if (e->blksize != 0)
		snprintf(
		    blksize, sizeof(blksize), ",blksize=%" PRIu32, e->blksize);
	kind = ds_ps_kind_word(e);
	snprintf(ps, sizeof(ps), ",dsorg=ps%s%s",
	    kind[0] != '\0' ? ",dsntype=" : "", kind);
	spec = dsn_format("new,recfm=%s%s%s%s%s,ccsid=%u",
	    ds_recfm_name(e->recfm, e->ctlchar, recfm), lrecl, blksize, space,
	    org != DS_ORG_PO ? ps
	    : pds            ? ",dsorg=po,dsntype=pds"
			     : ",dsorg=po,dsntype=library",
	    (unsigned)e->ccsid);
out:
	ds_entry_free(&e);
	return spec;
}

static void
say_nothing(struct ds_define_level *l)
{
	l->keylen = l->rkp = l->fspc_ci = l->fspc_ca = -1;
	l->avglrecl = l->maxlrecl = l->bufspace = -1;
	l->erase = l->reuse = l->spanned = l->speed = l->writecheck =
	    l->ordered = -1;
}

bool
dsn_copy_define(struct dsn *d, const char *model, const char *dsn)
{
	struct ds_define_cluster def = {.unique = -1, .upgrade = -1};
	struct ds_defined made;
	struct ds_diag diag = {0};
	enum ds_status st;

	say_nothing(&def.cluster);
	say_nothing(&def.data);
	say_nothing(&def.index);
	snprintf(def.cluster.name, sizeof(def.cluster.name), "%s", dsn);
	snprintf(def.model, sizeof(def.model), "%s", model);
	st = ds_define_cluster(d->sys, &def, &made, &diag);
	if (st != DS_OK)
		dsn_say_status(dsn, st, &diag);
	return st == DS_OK;
}

bool
dsn_copy_is_vsam(struct dsn *d, const char *dsn)
{
	struct ds_diag diag = {0};
	struct ds_entry *e = NULL;
	bool is;

	is =
	    dsn_name_entry(d, dsn, &e, &diag) == DS_OK && e->type == DS_CLUSTER;
	ds_entry_free(&e);
	return is;
}
