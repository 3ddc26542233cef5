/*
 * IMPORT: what a portable data set says is made anew, in place of what has its
 * name, or loaded into an empty one; all of it or nothing (staged.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "services/bldindex.h"
#include "services/dataset_int.h"
#include "services/define_int.h"
#include "services/portable_int.h"
#include "services/security_int.h"

struct ds_import {
	struct ds_system *sys;
	struct port_reader rd;
	struct port_head head;
	struct ds_delete_opts replace;
	char catalog[DSNAME_MAX + 1]; /* of what it replaces */
	bool replaces, into_empty;
	struct staged *staged;
	struct ds_file *out;
	struct enq *base; /* of an alternate index: nobody changes it */
	struct port_catalog cat;
};

void
ds_import_free(struct ds_import **imp)
{
	struct ds_import *im;

	if (imp == NULL || (im = *imp) == NULL)
		return;
	ds_abandon(&im->out);
	staged_end(&im->staged);
	enq_free(&im->base);
	port_reader_free(&im->rd);
	port_head_free(&im->head);
	port_catalog_free(&im->cat);
	free(im);
	*imp = NULL;
}

static enum ds_status
read_head(struct ds_import *im, struct ds_diag *diag)
{
	const struct ds_attrs *a = ds_attrs(im->rd.in);
	enum port_kind kind;
	enum ds_status st;

	if (a->vsam || a->text)
		return ds_fail(diag, DS_CORRUPT, a->name,
		    "it is not a portable copy of this system");
	st = port_get(&im->rd, PORT_HEADER_MAX, &kind, diag);
	if (st == DS_OK && kind != PORT_HEADER)
		st = ds_fail(diag, DS_CORRUPT, NULL, "it has no header");
	if (st == DS_OK)
		st = port_catalog_head(
		    (const char *)im->rd.item, im->rd.len, &im->cat, diag);
	if (st == DS_OK && im->cat.name[0] == '\0')
		st = port_head_read(
		    (const char *)im->rd.item, im->rd.len, &im->head, diag);
	if (st != DS_OK && diag != NULL)
		snprintf(diag->name, sizeof(diag->name), "%s", a->name);
	return st;
}

enum ds_status
ds_import_begin(struct ds_system *sys, struct ds_file *in,
    struct ds_import **imp, struct ds_portable *infop, struct ds_diag *diag)
{
	struct ds_import *im = calloc(1, sizeof(*im));
	enum ds_status st;

	if (im == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	im->sys = sys;
	im->rd.in = in;
	port_head_init(&im->head);
	if ((st = read_head(im, diag)) != DS_OK) {
		ds_import_free(&im);
		return st;
	}
	if (im->cat.name[0] != '\0') {
		infop->type = DS_UCAT;
		memcpy(infop->name, im->cat.name, sizeof(infop->name));
		infop->exported = im->cat.exported;
		*imp = im;
		return DS_OK;
	}
	infop->type = im->head.def.relate[0] != '\0' ? DS_AIX : DS_CLUSTER;
	memcpy(infop->name, im->head.def.cluster.name, sizeof(infop->name));
	infop->exported = im->head.exported;
	*imp = im;
	return DS_OK;
}

static bool
is_aix(const struct ds_import *im)
{
	return im->head.def.relate[0] != '\0';
}

/* --- OBJECTS ----------------------------------------------------------------
 */

static void
take_text(char *to, size_t size, const char *from)
{
	if (from[0] != '\0')
		snprintf(to, size, "%s", from);
}

static void
take_volumes(struct ds_define_level *l, const struct ds_import_object *obj)
{
	if (obj->nvolumes == 0)
		return;
	memcpy(l->volumes, obj->volumes, sizeof(l->volumes));
	l->nvolumes = obj->nvolumes;
}

static void
change_level(struct ds_define_level *l, const struct ds_import_object *obj)
{
	take_text(l->name, sizeof(l->name), obj->newname);
	take_text(l->owner, sizeof(l->owner), obj->owner);
	if (obj->ordered >= 0)
		l->ordered = obj->ordered;
}

/* Of the cluster: its components go where it goes. */
static void
change_cluster(
    struct ds_define_cluster *def, const struct ds_import_object *obj)
{
	change_level(&def->cluster, obj);
	take_volumes(&def->data, obj);
	if (def->have_index)
		take_volumes(&def->index, obj);
	take_text(def->storclas, sizeof(def->storclas), obj->storclas);
	take_text(def->mgmtclas, sizeof(def->mgmtclas), obj->mgmtclas);
	take_text(def->dataclas, sizeof(def->dataclas), obj->dataclas);
}

enum ds_status
ds_import_object(struct ds_import *im, const struct ds_import_object *obj,
    struct ds_diag *diag)
{
	struct ds_define_cluster *def = &im->head.def;
	struct staged_path *p;

	if (strcmp(obj->name, def->cluster.name) == 0) {
		change_cluster(def, obj);
	} else if (strcmp(obj->name, def->data.name) == 0) {
		change_level(&def->data, obj);
		take_volumes(&def->data, obj);
	} else if (def->have_index && strcmp(obj->name, def->index.name) == 0) {
		change_level(&def->index, obj);
		take_volumes(&def->index, obj);
	} else {
		for (size_t i = 0; i < im->head.npaths; i++) {
			p = &im->head.paths[i];
			if (strcmp(obj->name, p->name) != 0)
				continue;
			take_text(p->name, sizeof(p->name), obj->newname);
			take_text(p->owner, sizeof(p->owner), obj->owner);
			return DS_OK;
		}
		return ds_fail(diag, DS_CAT_NOTFOUND, obj->name,
		    "the portable data set has no such object");
	}
	return DS_OK;
}

/* --- the target -------------------------------------------------------------
 */

/* May the records of the copy go into a set that is there? */
static bool
fits(const struct ds_import *im, const struct ds_target *tg)
{
	const struct ds_define_cluster *def = &im->head.def;
	const struct ds_define_level *l = &def->data;
	const struct ds_entry *d = tg->data;
	const bool aix = is_aix(im);
	const bool numbered = def->org == DS_ORG_RRDS;

	if ((tg->ent->type == DS_AIX) != aix)
		return false;
	if (d->org != def->org &&
	    !(numbered && d->org == DS_ORG_VRRDS && l->avglrecl < l->maxlrecl))
		return false;
	if (def->org == DS_ORG_LDS)
		return d->cisize == l->cisize;
	if (d->org == DS_ORG_RRDS && (int64_t)d->maxlrecl != l->maxlrecl)
		return false;
	if (def->org == DS_ORG_KSDS &&
	    (d->keylen != l->keylen ||
		(int64_t)(aix ? d->axrkp : d->rkp) != l->rkp))
		return false;
	if (aix && ((d->flags & DS_A_NONUNIQKEY) == 0) != (def->unique == 1))
		return false;
	return (int64_t)d->maxlrecl >= l->maxlrecl;
}

static enum ds_status
check_there(struct ds_import *im, const struct ds_import_how *how,
    const struct ds_target *tg, struct ds_diag *diag)
{
	struct sphere_state state;
	char comp[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	enum ds_status st;

	if ((st = ds_component(im->sys, tg->data, comp, &vol, diag)) != DS_OK ||
	    (st = sphere_read_state(vol, comp, &state, NULL, diag)) != DS_OK)
		return st;
	if (state.part[SPHERE_DATA].hurba == 0) {
		if (!how->into_empty)
			return ds_fail(
			    diag, DS_INVALID, tg->ent->name, "IDC3625I");
		im->into_empty = true;
		return fits(im, tg) ? DS_OK
				    : ds_fail(diag, DS_INVALID, tg->ent->name,
					  "IDC3617I");
	}
	if ((tg->data->flags & DS_A_TEMPEXP) == 0)
		return ds_fail(diag, DS_INVALID, tg->ent->name, "IDC3607I");
	im->replaces = true;
	memcpy(im->catalog, tg->ent->catalog, sizeof(im->catalog));
	im->replace.catalog = im->catalog;
	im->replace.purge = how->purge;
	im->replace.erase = how->erase;
	return DS_OK;
}

/* What is there under its name? ALTER of it has been asked. */
static enum ds_status
look(
    struct ds_import *im, const struct ds_import_how *how, struct ds_diag *diag)
{
	const char *name = im->head.def.cluster.name;
	struct ds_target tg = {0};
	struct ds_entry *ent = NULL;
	struct ds_delete_opts test;
	enum ds_status st;

	st = cat_get(im->sys->cat,
	    how->catalog[0] != '\0' ? how->catalog : NULL, name, &ent, diag);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK;
	if (st == DS_OK && ent->type != DS_CLUSTER && ent->type != DS_AIX)
		st = ds_fail(diag, DS_INVALID, name, "IDC3612I");
	if (st == DS_OK)
		st = ds_target_find(im->sys, name, &tg, diag);
	if (st == DS_OK)
		st = check_there(im, how, &tg, diag);
	if (st == DS_OK && im->replaces) {
		test = im->replace;
		test.test = true;
		st = delete_and(
		    im->sys, name, &test, NULL, NULL, NULL, NULL, diag);
	}
	ds_target_free(&tg);
	ds_entry_free(&ent);
	return st;
}

enum ds_status
ds_import_place(struct ds_import *im, const struct ds_import_how *how,
    bool *replacesp, struct ds_diag *diag)
{
	struct ds_define_cluster *def = &im->head.def;
	enum ds_status st;

	if (strcmp(how->target, def->cluster.name) != 0)
		return ds_fail(diag, DS_INVALID, how->target, "IDC3615I");
	snprintf(def->catalog, sizeof(def->catalog), "%s", how->catalog);
	st = security_name(im->sys, def->cluster.name, DS_ACCESS_ALTER, diag);
	for (size_t i = 0; i < im->head.npaths && st == DS_OK; i++)
		st = security_name(
		    im->sys, im->head.paths[i].name, DS_ACCESS_ALTER, diag);
	if (st == DS_OK)
		st = define_may_name(
		    im->sys, def->cluster.name, def->data.name, diag);
	if (st == DS_OK && def->have_index)
		st = define_may_name(
		    im->sys, def->cluster.name, def->index.name, diag);
	if (st == DS_OK && is_aix(im))
		st = security_name(im->sys, def->relate, DS_ACCESS_ALTER, diag);
	if (st != DS_OK)
		return st;
	if ((st = look(im, how, diag)) != DS_OK)
		return st;
	if (is_aix(im))
		st = define_hold(im->sys, def->relate, &im->base, diag);
	if (st == DS_OK && !im->into_empty)
		st = staged_begin(im->sys, def,
		    im->replaces ? im->catalog : NULL, &im->staged, diag);
	if (st == DS_OK)
		*replacesp = im->replaces;
	return st;
}

/* --- the records ------------------------------------------------------------
 */

static enum ds_status
open_out(struct ds_import *im, struct ds_diag *diag)
{
	const unsigned intent =
	    DS_OUTPUT | DS_SEQ | (is_aix(im) ? DS_BUILD : 0);

	if (im->out != NULL)
		return DS_OK;
	if (im->into_empty)
		return ds_open_name(
		    im->sys, im->head.def.cluster.name, intent, &im->out, diag);
	return staged_open(im->staged, intent, &im->out, diag);
}

/* A record's number, for the organizations that have them. */
static enum ds_status
put(struct ds_import *im, struct ds_diag *diag)
{
	const uint64_t rrn = be64_get(im->rd.item);

	return ds_put_rrn(im->out, im->rd.item + PORT_NUMBER_LEN,
	    im->rd.len - PORT_NUMBER_LEN, rrn, diag);
}

/* A copy that says what no source can have said is damaged, whatever its
 * check sum. */
static bool
is_fault_of_copy(enum ds_status st)
{
	return st == DS_SEQUENCE || st == DS_BADLENGTH || st == DS_DUPLICATE ||
	       st == DS_BADRRN;
}

enum ds_status
ds_import_load(struct ds_import *im, ds_stop_fn *stop, void *ctx,
    struct ds_copied *donep, struct ds_diag *diag)
{
	struct ds_copied done = {.portable = true};
	enum port_kind kind;
	enum ds_status st;

	while (
	    (st = port_get(&im->rd, PORT_RECORD_MAX, &kind, diag)) == DS_OK &&
	    kind == PORT_RECORD) {
		if (stop != NULL && stop(ctx)) {
			done.stopped = true;
			st = ds_fail(diag, DS_STOPPED, NULL, NULL);
			break;
		}
		done.portable = false;
		/* An alternate index that is there is built from its base. */
		if (!(im->into_empty && is_aix(im)) &&
		    ((st = open_out(im, diag)) != DS_OK ||
			(st = put(im, diag)) != DS_OK))
			break;
		done.portable = true;
		done.records++;
	}
	if (st == DS_OK && kind != PORT_TRAILER)
		st = ds_fail(diag, DS_CORRUPT, ds_attrs(im->rd.in)->name,
		    "it has a second header");
	if (st == DS_OK)
		st = port_check_trailer(&im->rd, diag);
	if (!done.portable && is_fault_of_copy(st)) {
		done.portable = true;
		st = ds_fail(diag, DS_CORRUPT, ds_attrs(im->rd.in)->name,
		    "a record does not fit its own header: %s",
		    ds_status_text(st));
	}
	*donep = done;
	return st;
}

/* --- the commit -------------------------------------------------------------
 */

/* INHIBITTARGET of a set that was there. */
static enum ds_status
inhibit(struct ds_import *im, struct ds_diag *diag)
{
	struct catalog *cat = ds_system_catalog(im->sys);
	struct ds_target tg = {0};
	struct ds_entry *parts[SPHERE_PARTS];
	enum ds_status st;

	if (!im->head.inhibit)
		return DS_OK;
	st = ds_target_find(im->sys, im->head.def.cluster.name, &tg, diag);
	if (st != DS_OK)
		return st;
	parts[SPHERE_DATA] = tg.data;
	parts[SPHERE_INDEX] = tg.index;
	if ((st = cat_begin(cat, diag)) == DS_OK) {
		for (int i = 0; st == DS_OK && i < SPHERE_PARTS; i++) {
			if (parts[i] == NULL)
				continue;
			parts[i]->flags |= DS_A_INHIBIT;
			st = cat_update(cat, parts[i], diag);
		}
		if (st == DS_OK)
			st = cat_commit(cat, diag);
		else
			cat_rollback(cat);
	}
	ds_target_free(&tg);
	return st;
}

/* Paths of the copy that are not there. */
static enum ds_status
add_paths(struct ds_import *im, struct ds_diag *diag)
{
	struct ds_define_path def;
	enum ds_status st = DS_OK;

	for (size_t i = 0; st == DS_OK && i < im->head.npaths; i++) {
		struct staged_path *p = &im->head.paths[i];

		memset(&def, 0, sizeof(def));
		memcpy(def.name, p->name, sizeof(def.name));
		memcpy(def.owner, p->owner, sizeof(def.owner));
		memcpy(def.entry, im->head.def.cluster.name, sizeof(def.entry));
		def.update = p->update;
		def.expires = p->expires;
		st = ds_define_path(im->sys, &def, diag);
		p->made = st == DS_OK;
		if (st == DS_CAT_DUPLICATE)
			st = DS_OK;
	}
	return st;
}

/* Those that add_paths has made go again. */
static void
remove_paths(struct ds_import *im)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};

	for (size_t i = 0; i < im->head.npaths; i++)
		if (im->head.paths[i].made)
			ds_delete(im->sys, im->head.paths[i].name, &opts, NULL,
			    NULL, NULL);
}

/*
 * Into what was there, empty: its paths, then the records at once. A death in
 * between leaves paths to a set that is empty still; the next IMPORT goes on.
 */
static enum ds_status
fill(struct ds_import *im, struct ds_diag *diag)
{
	const struct ds_build build = {0};
	enum ds_status st;

	st = add_paths(im, diag);
	if (st == DS_OK && is_aix(im))
		st = ds_build_aix(im->sys, im->head.def.relate,
		    im->head.def.cluster.name, &build, diag);
	else if (st == DS_OK && im->out != NULL)
		st = ds_close(&im->out, diag);
	if (st != DS_OK)
		remove_paths(im);
	return st == DS_OK ? inhibit(im, diag) : st;
}

enum ds_status
ds_import_commit(struct ds_import *im,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_defined *madep, struct ds_diag *diag)
{
	const struct staged_commit how = {
	    .replace = im->replaces ? &im->replace : NULL,
	    .deleted = deleted,
	    .ctx = ctx,
	    .paths = im->head.paths,
	    .npaths = im->head.npaths,
	    .flags = im->head.inhibit ? DS_A_INHIBIT : 0,
	};
	const bool loaded = im->out != NULL;
	enum ds_status st = DS_OK;

	if (im->into_empty) {
		memset(madep, 0, sizeof(*madep));
		return fill(im, diag);
	}
	if (loaded)
		st = ds_close(&im->out, diag);
	if (st == DS_OK && loaded && is_aix(im) && im->head.def.upgrade == 1)
		st = staged_check_aix(im->staged, diag);
	if (st != DS_OK)
		return st;
	return staged_commit(im->staged, &how, madep, diag);
}

enum ds_status
ds_import_catalog(struct ds_import *im, bool aliases, ds_stop_fn *stop,
    void *ctx, struct ds_copied *donep, struct ds_diag *diag)
{
	enum ds_status st;

	/* the master has profiles and volumes in it */
	if (strcmp(im->cat.name, cat_master(im->sys->cat)) == 0)
		st = ds_authorize_operations(im->sys, im->cat.name, diag);
	else
		st = security_catalog(
		    im->sys, im->cat.name, DS_ACCESS_ALTER, diag);
	if (st == DS_OK)
		st = security_catalog(im->sys, NULL, DS_ACCESS_UPDATE, diag);
	if (st != DS_OK)
		return st;
	return port_catalog_load(
	    im->sys, &im->rd, &im->cat, aliases, stop, ctx, donep, diag);
}
