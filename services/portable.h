/*
 * EXPORT and IMPORT: a cluster or an alternate index as a portable data set,
 * with all that defines it, its paths and its records. The format is
 * doc/formats/portable.md.
 */
#ifndef CATAMOUNT_SERVICES_PORTABLE_H
#define CATAMOUNT_SERVICES_PORTABLE_H

#include <time.h>

#include "services/dataset.h"
#include "services/define.h"

/* RECFM=VBS; what a target without attributes becomes. */
extern const struct ds_attrs ds_portable_attrs;
/* How the records were copied, for the messages. */
struct ds_copied {
	uint64_t records;
	bool portable; /* the portable data set failed, not the other side */
	bool stopped;
};

/* --- EXPORT -----------------------------------------------------------------
 */

struct ds_export;

struct ds_export_how {
	bool temporary; /* the source stays */
	bool inhibit_source, inhibit_target;
	bool purge;
	int erase; /* of a source that goes: 1 ERASE, 0 NOERASE, -1 neither */
};

/*
 * Hold and open the source. DS_INVALID: "IDC3592I", neither cluster nor
 * alternate index; DS_CAT_UNEXPIRED and what else keeps a source that goes
 * from being deleted; what an open says.
 */
enum ds_status ds_export_begin(struct ds_system *sys, const char *name,
    const struct ds_export_how *how, struct ds_export **exp,
    struct ds_diag *diag);
/* As the open found it; NULL: it was never loaded. */
const struct ds_improper *ds_export_improper(const struct ds_export *ex);
/* Write it all; out is closed by the caller. stop (NULL: never) is asked for
 * each record. *whenp is the time that the copy says. */
enum ds_status ds_export_write(struct ds_export *ex, struct ds_file *out,
    ds_stop_fn *stop, void *ctx, struct tm *whenp, struct ds_copied *donep,
    struct ds_diag *diag);
/* The copy is complete and closed: the source is marked or deleted. */
enum ds_status ds_export_finish(struct ds_export *ex,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag);
/* What is read, to ask how far that is; NULL: it was never loaded. */
struct ds_file *ds_export_source(const struct ds_export *ex);
void ds_export_free(struct ds_export **exp); /* NULL is fine */

/* A user catalog, of one moment, with the names of its aliases; it stays. */
enum ds_status ds_export_catalog(struct ds_system *sys, const char *name,
    struct ds_file *out, ds_stop_fn *stop, void *ctx, struct tm *whenp,
    struct ds_copied *donep, struct ds_diag *diag);

/* --- IMPORT -----------------------------------------------------------------
 */

struct ds_import;

/* What a portable data set says in front of its records. */
struct ds_portable {
	enum ds_type type; /* DS_CLUSTER, DS_AIX, DS_UCAT */
	char name[DSNAME_MAX + 1];
	struct tm exported;
};
/* in is read up to the records; borrowed until ds_import_free. DS_CORRUPT: it
 * is no portable data set, or damaged. */
enum ds_status ds_import_begin(struct ds_system *sys, struct ds_file *in,
    struct ds_import **imp, struct ds_portable *infop, struct ds_diag *diag);

/* OBJECTS: "", 0, -1 as in struct ds_define_level. */
struct ds_import_object {
	char name[DSNAME_MAX + 1];
	char newname[DSNAME_MAX + 1];
	char volumes[59][VOLSER_MAX + 1];
	int nvolumes;
	char owner[9];
	char storclas[31], mgmtclas[31], dataclas[31];
	int ordered;
};
/* DS_CAT_NOTFOUND: the copy has no such object. */
enum ds_status ds_import_object(struct ds_import *im,
    const struct ds_import_object *obj, struct ds_diag *diag);

struct ds_import_how {
	const char *target;  /* OUTDATASET, or that of OUTFILE */
	const char *catalog; /* or "" */
	bool into_empty, purge;
	int erase; /* as ds_export_how, of what is replaced */
};
/*
 * Where it goes. *replacesp: what is there now will go with the commit.
 * DS_INVALID with the number of the message: the target has another name
 * (IDC3615I), is neither cluster nor alternate index (IDC3612I), is empty
 * without INTOEMPTY (IDC3625I), does not fit (IDC3617I), or was not exported
 * with TEMPORARY (IDC3607I). The statuses of DEFINE.
 */
enum ds_status ds_import_place(struct ds_import *im,
    const struct ds_import_how *how, bool *replacesp, struct ds_diag *diag);
/* The records, up to the trailer, which must be right. Nothing is there yet. */
enum ds_status ds_import_load(struct ds_import *im, ds_stop_fn *stop, void *ctx,
    struct ds_copied *donep, struct ds_diag *diag);
/* All is there, at once. *madep is empty when it went into an empty set. */
enum ds_status ds_import_commit(struct ds_import *im,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_defined *madep, struct ds_diag *diag);
/* Of type DS_UCAT, instead of place, load and commit: the catalog is there, or
 * not at all; its aliases when they are wanted. DS_CAT_DUPLICATE: it is there,
 * or it is the master, and that has entries. */
enum ds_status ds_import_catalog(struct ds_import *im, bool aliases,
    ds_stop_fn *stop, void *ctx, struct ds_copied *donep, struct ds_diag *diag);
/*
 * The master catalog of a root (as ds_system_open has it) back from its copy in
 * the file of the host at path: of that moment, but for what was under way
 * then. Its file is lost, or it has no entries: else DS_CAT_DUPLICATE.
 */
enum ds_status ds_restore_master(const char *root, const char *path,
    struct ds_portable *infop, struct ds_diag *diag);
/* What was not committed is gone. NULL is fine. */
void ds_import_free(struct ds_import **imp);

#endif
