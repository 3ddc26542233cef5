/*
 * User catalogs and the names that lead to them: DEFINE USERCATALOG and ALIAS,
 * EXPORT DISCONNECT and IMPORT CONNECT, DELETE USERCATALOG.
 */
#ifndef CATAMOUNT_SERVICES_CATALOGS_H
#define CATAMOUNT_SERVICES_CATALOGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/dataset.h"
#include "services/define.h"
#include "services/system.h"

/* What DEFINE says of a user catalog. The level's space and volumes are kept
 * with the connector; a catalog grows as it needs to. */
struct ds_define_ucat {
	struct ds_define_level level; /* name, space, VOLUMES, OWNER, MODEL */
	uint32_t expires;             /* yyyyddd, 0 */
	char storclas[31], mgmtclas[31], dataclas[31];
	char extra[512];              /* words kept as given, one a line */
	bool reconnect;               /* RECONNECT: the file is there */
	char catalog[DSNAME_MAX + 1]; /* CATALOG, or "": of the connector */
};
/* DS_INVALID with IDC3505I (no space), IDC3506I (no volume) or what else is
 * wrong, DS_CAT_*: connectors are the master's. */
enum ds_status ds_define_ucat(struct ds_system *sys,
    const struct ds_define_ucat *def, struct ds_defined *outp,
    struct ds_diag *diag);

struct ds_define_alias {
	char name[DSNAME_MAX + 1];
	char target[DSNAME_MAX + 1];  /* RELATE; "": symbolic */
	char symbolic[45];            /* SYMBOLICRELATE, made a name at use */
	char catalog[DSNAME_MAX + 1]; /* "": that of the target */
};
/* DS_CAT_NOTFOUND names the target; DS_CAT_RELATED: it is nothing that may
 * have an alias, or in a catalog where the alias would not be found. */
enum ds_status ds_define_alias(struct ds_system *sys,
    const struct ds_define_alias *def, struct ds_diag *diag);

/* The connector and its aliases go, the catalog stays as it is. */
enum ds_status ds_ucat_disconnect(
    struct ds_system *sys, const char *name, struct ds_diag *diag);
/*
 * A catalog whose file is in this root's catalogs/ is connected; its data sets
 * get their space in this root's ledger. missing is called for each volume
 * that its entries name and that is not here.
 */
enum ds_status ds_ucat_connect(struct ds_system *sys, const char *name,
    const char *volser, void (*missing)(void *ctx, const char *volser),
    void *ctx, struct ds_diag *diag);

struct ds_delete_ucat {
	bool force;    /* with all data sets in it */
	bool recovery; /* the catalog alone: data sets stay on their volumes */
	bool keep;     /* NODISCONNECT: the connector stays */
	bool purge;
	bool test;
	unsigned group; /* of ds_delete_opts, for what FORCE deletes; all of it
			   lasts when this is done */
	const char *catalog; /* CATALOG, or NULL: of the connector */
};
/* deleted is called as by ds_delete, the catalog last. DS_CAT_NOTEMPTY. */
enum ds_status ds_ucat_delete(struct ds_system *sys, const char *name,
    const struct ds_delete_ucat *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag);

/*
 * REPRO MERGECAT: move name, with all that is tied to it, from one catalog to
 * another. moved is called for each entry. DS_CAT_NOTFOUND; DS_CAT_DUPLICATE
 * (diag->name): the target has the name; DS_CAT_INUSE; DS_CAT_TYPE: a
 * connector, or an alias of one.
 */
enum ds_status ds_merge_entry(struct ds_system *sys, const char *name,
    const char *source, const char *target,
    void (*moved)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag);
/* REPRO of a catalog into an empty one. DS_CAT_NOTEMPTY. */
enum ds_status ds_copy_catalog(struct ds_system *sys, const char *source,
    const char *target, uint64_t *np, struct ds_diag *diag);

/*
 * RECATALOG: the entries of what is on volumes, but in no catalog, made again
 * from what the components say of themselves. Found by the name that they have
 * there; of several the one created last.
 */
struct ds_recatalog {
	char name[DSNAME_MAX + 1];
	enum ds_type type; /* DS_CLUSTER, DS_AIX, DS_NONVSAM */
	char data[DSNAME_MAX + 1], index[DSNAME_MAX + 1]; /* as coded, or "" */
	char catalog[DSNAME_MAX + 1]; /* "" by the search order */
};
/* DS_CAT_NOVVR: no volume has it. DS_CAT_RELATED: the base of an alternate
 * index is not catalogued. */
enum ds_status ds_recatalog(struct ds_system *sys,
    const struct ds_recatalog *how, struct ds_diag *diag);

/* DELETE VVR, and NVR of what is not VSAM (plain): a component on a volume that
 * is in no catalog goes, with its space. DS_CAT_NOVVR. */
enum ds_status ds_delete_stray(struct ds_system *sys, const char *name,
    bool plain, bool test, enum ds_type *typep, struct ds_diag *diag);

/* What of volumes and catalogs does not go together. */
enum ds_stray {
	DS_STRAY_COMPONENT, /* on a volume, in no catalog */
	DS_STRAY_ENTRY,     /* in a catalog, on no volume */
	DS_STRAY_NAME,      /* the component has another name */
	DS_STRAY_DAMAGED,   /* the header cannot be read */
	DS_STRAY_NONE,      /* an entry and its component that agree */
};
struct ds_stray_found {
	enum ds_stray what;
	char name[DSNAME_MAX + 1];    /* of the entry, or that the header has */
	char cluster[DSNAME_MAX + 1]; /* the header's; "" none */
	char volser[VOLSER_MAX + 1];
	char file[33];
	/* Of a component in no catalog: one that is not connected has it. */
	char apart[DSNAME_MAX + 1];
};
struct ds_diagnose {
	const char *catalog; /* "": all */
	bool right;          /* DS_STRAY_NONE is told as well */
	/* Nobody else uses the catalog meanwhile, a user catalog (DS_CAT_TYPE)
	 * that is not locked (DS_CAT_UNAVAIL). It stays locked if the process
	 * dies: ALTER UNLOCK. */
	bool lock;
	/* Is this one looked at? owner: the cluster or alternate index of a
	 * component, else "". All are "" of what cannot be read. NULL: all. */
	bool (*wanted)(void *ctx, const char *name, const char *owner,
	    const char *catalog);
	bool (*found)(void *ctx, const struct ds_stray_found *f);
	void *ctx;
};
/*
 * Compare the entries of a catalog with the components on the volumes.
 * *checkedp: entries and components looked at.
 */
enum ds_status ds_diagnose(struct ds_system *sys, const struct ds_diagnose *how,
    uint64_t *checkedp, struct ds_diag *diag);

/*
 * EXAMINE and VERIFY of a catalog, "" the master. The index is its file, pages
 * and SQLite's indexes, the data its entries. fault is called with a sentence
 * for each thing that is wrong; DS_CORRUPT: it was called. DS_CAT_UNAVAIL;
 * DS_STOPPED. recover: the file is looked through.
 */
typedef void ds_catalog_fault_fn(void *ctx, const char *what);
enum ds_status ds_examine_catalog(struct ds_system *sys, const char *name,
    enum ds_test test, ds_catalog_fault_fn *fault, ds_stop_fn *stop, void *ctx,
    struct ds_examined *sump, struct ds_diag *diag);
/*
 * The entries that z/OS's catalog has of itself, made up here: a cluster whose
 * name is 44 zeros, its data, which has the catalog's name, and its index.
 */
enum ds_status ds_catalog_self(struct ds_system *sys, const char *name,
    bool (*fn)(void *ctx, const struct ds_entry *ent), void *ctx,
    struct ds_diag *diag);
enum ds_status ds_verify_catalog(struct ds_system *sys, const char *name,
    bool recover, struct ds_diag *diag);

/*
 * Everything back that the volumes and the catalog files of root (as
 * ds_system_open has it) know: a master that is not there is made, catalogs
 * whose files are there are connected, volumes entered, components that are in
 * no catalog recatalogued. told is called for each thing done or not done.
 */
enum ds_status ds_rebuild(const char *root,
    void (*told)(void *ctx, const char *what, const char *name,
	enum ds_status st, const struct ds_diag *diag),
    void *ctx, struct ds_diag *diag);

#endif
