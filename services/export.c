/*
 * EXPORT: a cluster or an alternate index, as the catalog has it, and its
 * records, into a portable data set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "services/dataset_int.h"
#include "services/define_int.h"
#include "services/portable_int.h"
#include "services/security_int.h"

struct ds_export {
	struct ds_system *sys;
	struct ds_export_how how;
	struct ds_entry *ent, *data, *index;
	struct ds_file *file; /* NULL: never loaded */
	struct enq *alone;    /* of what goes, or is not to change */
	struct port_head head;
};

/* --- what it is -------------------------------------------------------------
 */

static int
flag(const struct ds_entry *ent, uint32_t bit)
{
	return (ent->flags & bit) != 0;
}

/* A component as the words that would define it. */
static void
level_of(const struct ds_entry *ent, struct ds_define_level *l)
{
	const bool data = ent->type == DS_DATA;

	memcpy(l->name, ent->name, sizeof(l->name));
	l->unit = ent->space_type == DS_SPACE_CYL ? DS_UNIT_CYL : DS_UNIT_TRK;
	l->pri = ent->space_pri;
	l->sec = ent->space_sec;
	for (size_t i = 0; i < ent->nvolumes && l->nvolumes < 59; i++)
		memcpy(l->volumes[l->nvolumes++], ent->volumes[i].volser,
		    sizeof(l->volumes[0]));
	l->cisize = ent->cisize;
	l->share_region = ent->share_region;
	l->share_system = ent->share_system;
	l->reuse = flag(ent, DS_A_REUSE);
	l->writecheck = flag(ent, DS_A_WRITECHECK);
	l->ordered = flag(ent, DS_A_ORDERED);
	memcpy(l->exceptexit, ent->exceptexit, sizeof(l->exceptexit));
	memcpy(l->owner, ent->owner, sizeof(l->owner));
	if (!data)
		return;
	l->erase = flag(ent, DS_A_ERASE);
	l->speed = flag(ent, DS_A_SPEED);
	l->bufspace = ent->bufspace;
	if (ent->org == DS_ORG_LDS)
		return;
	l->avglrecl = ent->avglrecl;
	l->maxlrecl = ent->maxlrecl;
	if (ent->org != DS_ORG_RRDS && ent->org != DS_ORG_VRRDS)
		l->spanned = flag(ent, DS_A_SPANNED);
	if (ent->org == DS_ORG_KSDS || ent->org == DS_ORG_VRRDS) {
		l->fspc_ci = ent->fspc_ci;
		l->fspc_ca = ent->fspc_ca;
	}
	if (ent->keylen > 0 && ent->org != DS_ORG_VRRDS) {
		l->keylen = ent->keylen;
		l->rkp = (int)ent->rkp;
	}
}

static void
define_of(const struct ds_export *ex, struct ds_define_cluster *def)
{
	const struct ds_entry *ent = ex->ent, *data = ex->data;
	const char *base = ds_entry_assoc(ent, DS_CLUSTER);

	def->org = data->org == DS_ORG_VRRDS ? DS_ORG_RRDS : data->org;
	memcpy(def->cluster.name, ent->name, sizeof(def->cluster.name));
	memcpy(def->cluster.owner, ent->owner, sizeof(def->cluster.owner));
	level_of(data, &def->data);
	if (ex->index != NULL) {
		def->have_index = true;
		level_of(ex->index, &def->index);
	}
	def->expires = ent->expires;
	def->ccsid = data->ccsid;
	memcpy(def->storclas, ent->storclas, sizeof(def->storclas));
	memcpy(def->mgmtclas, ent->mgmtclas, sizeof(def->mgmtclas));
	memcpy(def->dataclas, ent->dataclas, sizeof(def->dataclas));
	memcpy(def->extra, ent->extra, sizeof(def->extra));
	if (ent->type != DS_AIX || base == NULL)
		return;
	snprintf(def->relate, sizeof(def->relate), "%s", base);
	def->unique = !flag(data, DS_A_NONUNIQKEY);
	def->upgrade = flag(ent, DS_A_UPGRADE);
	def->data.rkp = (int)data->axrkp;
}

/* The paths that lead to it. */
static enum ds_status
paths_of(struct ds_export *ex, struct ds_diag *diag)
{
	const struct ds_entry *ent = ex->ent;
	struct ds_entry *path = NULL;
	enum ds_status st = DS_OK;
	struct staged_path *p;

	ex->head.paths = calloc(ent->nassocs + 1, sizeof(*p));
	if (ex->head.paths == NULL)
		return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	for (size_t i = 0; st == DS_OK && i < ent->nassocs; i++) {
		if (ent->assocs[i].type != DS_PATH)
			continue;
		st = cat_get(ex->sys->cat, ent->catalog, ent->assocs[i].name,
		    &path, diag);
		if (st != DS_OK)
			break;
		p = &ex->head.paths[ex->head.npaths++];
		memcpy(p->name, path->name, sizeof(p->name));
		memcpy(p->owner, path->owner, sizeof(p->owner));
		p->expires = path->expires;
		p->update = flag(path, DS_A_UPDATE);
		ds_entry_free(&path);
	}
	return st;
}

/* --- the source -------------------------------------------------------------
 */

static enum ds_status
find(struct ds_export *ex, const char *name, struct ds_diag *diag)
{
	enum ds_status st;

	st = cat_get(ex->sys->cat, NULL, name, &ex->ent, diag);
	if (st == DS_OK && ex->ent->type == DS_UCAT)
		st = ds_fail(diag, DS_UNSUPPORTED, name,
		    "a catalog is copied by REPRO, not exported");
	else if (st == DS_OK && ex->ent->type != DS_CLUSTER &&
		 ex->ent->type != DS_AIX)
		st = ds_fail(diag, DS_INVALID, name, "IDC3592I");
	if (st == DS_OK)
		st = ds_data_get(ex->sys, ex->ent, &ex->data, diag);
	if (st == DS_OK)
		st = ds_assoc_get(ex->sys, ex->ent, DS_INDEX, &ex->index, diag);
	return st;
}

/* What is to go, or to be marked, is nobody else's from now on; and whatever
 * would keep it from going is told before the copy is made. */
static enum ds_status
keep_alone(struct ds_export *ex, struct ds_diag *diag)
{
	const struct ds_delete_opts test = {
	    .purge = ex->how.purge, .erase = ex->how.erase, .test = true};
	enum ds_status st;

	if (ex->how.temporary && !ex->how.inhibit_source)
		return DS_OK;
	st = define_hold(ex->sys, ex->ent->name, &ex->alone, diag);
	if (st != DS_OK || ex->how.temporary)
		return st;
	return ds_delete(ex->sys, ex->ent->name, &test, NULL, NULL, diag);
}

static enum ds_status
open_source(struct ds_export *ex, struct ds_diag *diag)
{
	enum ds_status st;

	st = ds_open_name(
	    ex->sys, ex->ent->name, DS_INPUT | DS_SEQ, &ex->file, diag);
	return st == DS_OPEN_EMPTY ? DS_OK : st;
}

enum ds_status
ds_export_begin(struct ds_system *sys, const char *name,
    const struct ds_export_how *how, struct ds_export **exp,
    struct ds_diag *diag)
{
	struct ds_export *ex = calloc(1, sizeof(*ex));
	enum ds_status st;

	if (ex == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	ex->sys = sys;
	ex->how = *how;
	port_head_init(&ex->head);
	if ((st = find(ex, name, diag)) == DS_OK &&
	    (st = security_entry(sys, ex->ent, DS_ACCESS_ALTER, diag)) ==
		DS_OK) {
		security_asked(sys, ex->ent, DS_ACCESS_ALTER);
		if ((st = keep_alone(ex, diag)) == DS_OK &&
		    (st = open_source(ex, diag)) == DS_OK)
			st = paths_of(ex, diag);
		security_asked(sys, NULL, DS_ACCESS_NONE);
	}
	if (st != DS_OK) {
		ds_export_free(&ex);
		return st;
	}
	define_of(ex, &ex->head.def);
	ex->head.temporary = how->temporary;
	ex->head.inhibit = how->inhibit_target;
	*exp = ex;
	return DS_OK;
}

const struct ds_improper *
ds_export_improper(const struct ds_export *ex)
{
	return ex->file != NULL ? &ds_attrs(ex->file)->improper : NULL;
}

struct ds_file *
ds_export_source(const struct ds_export *ex)
{
	return ex->file;
}

void
ds_export_free(struct ds_export **exp)
{
	struct ds_export *ex;

	if (exp == NULL || (ex = *exp) == NULL)
		return;
	ds_abandon(&ex->file);
	enq_free(&ex->alone);
	port_head_free(&ex->head);
	ds_entry_free(&ex->ent);
	ds_entry_free(&ex->data);
	ds_entry_free(&ex->index);
	free(ex);
	*exp = NULL;
}

/* --- the copy ---------------------------------------------------------------
 */

static enum ds_status
put_header(struct ds_export *ex, struct port_writer *w, struct ds_diag *diag)
{
	char *text = NULL;
	enum ds_status st;
	size_t len = 0;

	ds_now(&ex->head.exported);
	if ((st = port_head_write(&ex->head, &text, &len, diag)) == DS_OK)
		st = port_put(w, PORT_HEADER, NULL, 0, text, len, diag);
	free(text);
	return st;
}

static enum ds_status
put_records(struct ds_export *ex, struct port_writer *w, ds_stop_fn *stop,
    void *ctx, struct ds_copied *done, struct ds_diag *diag)
{
	const bool numbered =
	    ex->data->org == DS_ORG_RRDS || ex->data->org == DS_ORG_VRRDS;
	uint8_t number[PORT_NUMBER_LEN];
	struct ds_rec rec;
	enum ds_status st;

	if (ex->file == NULL)
		return DS_OK;
	while ((st = ds_get(ex->file, &rec, diag)) == DS_OK) {
		if (stop != NULL && stop(ctx)) {
			done->stopped = true;
			return ds_fail(diag, DS_STOPPED, ex->ent->name, NULL);
		}
		be64_put(number, numbered ? rec.rrn : 0);
		st = port_put(w, PORT_RECORD, number, sizeof(number), rec.data,
		    rec.len, diag);
		if (st != DS_OK) {
			done->portable = true;
			return st;
		}
		done->records++;
	}
	return st == DS_EOD ? DS_OK : st;
}

enum ds_status
ds_export_write(struct ds_export *ex, struct ds_file *out, ds_stop_fn *stop,
    void *ctx, struct tm *whenp, struct ds_copied *donep, struct ds_diag *diag)
{
	struct port_writer *w = malloc(sizeof(*w));
	struct ds_copied done = {0};
	enum ds_status st;

	if (w == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	done.portable = true;
	if ((st = port_writer_set(w, out, diag)) == DS_OK &&
	    (st = put_header(ex, w, diag)) == DS_OK) {
		done.portable = false;
		st = put_records(ex, w, stop, ctx, &done, diag);
	}
	if (st == DS_OK) {
		done.portable = true;
		st = port_put_trailer(w, diag);
	}
	free(w);
	*whenp = ex->head.exported;
	*donep = done;
	return st;
}

/* --- afterwards -------------------------------------------------------------
 */

/* One component of the source gets its marks. */
static enum ds_status
mark(struct ds_export *ex, const struct ds_entry *was, struct ds_diag *diag)
{
	struct ds_entry *now = NULL;
	enum ds_status st;

	if (was == NULL)
		return DS_OK;
	st = cat_get(ex->sys->cat, was->catalog, was->name, &now, diag);
	if (st == DS_OK) {
		now->flags |= DS_A_TEMPEXP;
		if (ex->how.inhibit_source)
			now->flags |= DS_A_INHIBIT;
		st = cat_update(ex->sys->cat, now, diag);
	}
	ds_entry_free(&now);
	return st;
}

static enum ds_status
mark_all(struct ds_export *ex, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = cat_begin(ex->sys->cat, diag)) != DS_OK)
		return st;
	if ((st = mark(ex, ex->data, diag)) == DS_OK &&
	    (st = mark(ex, ex->index, diag)) == DS_OK)
		return cat_commit(ex->sys->cat, diag);
	cat_rollback(ex->sys->cat);
	return st;
}

enum ds_status
ds_export_finish(struct ds_export *ex,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	const struct ds_delete_opts opts = {
	    .purge = ex->how.purge, .erase = ex->how.erase};
	enum ds_status st = DS_OK;

	if (ex->file != NULL)
		st = ds_close(&ex->file, diag);
	if (st != DS_OK)
		return st;
	if (ex->how.temporary)
		return mark_all(ex, diag);
	return ds_delete(ex->sys, ex->ent->name, &opts, deleted, ctx, diag);
}
