/*
 * Generation data groups: bases, what their limit does, and relative numbers.
 * A generation is a data set base.GnnnnVnn. It is ACTIVE when it is tied to its
 * base; DEFERRED when it is new and not rolled in yet; ROLLED-OFF when it was
 * active and stays catalogued. Source: SC23-6855, "Processing Generation Data
 * Groups"; SC23-6846, DEFINE GENERATIONDATAGROUP and ALTER.
 */
#ifndef CATAMOUNT_SERVICES_GDG_H
#define CATAMOUNT_SERVICES_GDG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/system.h"

enum { GDG_LIMIT_MAX = 255, GDG_LIMIT_EXTENDED = 999 };

struct ds_define_gdg {
	char name[DSNAME_MAX + 1]; /* 35 at most: "IDC3523I" */
	char catalog[DSNAME_MAX + 1];
	char owner[9];
	int limit;        /* 1 to 255; EXTENDED to 999 */
	uint32_t expires; /* yyyyddd, 0 */
	uint32_t flags;   /* DS_A_SCRATCH _EMPTY _FIFO _PURGE _GDGEXT */
};
enum ds_status ds_define_gdg(struct ds_system *sys,
    const struct ds_define_gdg *def, struct ds_diag *diag);

/* What became of a generation that left its group. */
enum ds_rolled {
	DS_ROLLED_DELETED,
	DS_ROLLED_UNCATALOGED, /* no entry any more; what bytes it has stay */
	DS_ROLLED_RECATALOGED, /* ROLLED-OFF: not to be scratched, or not
				  expired */
	DS_ROLLED_INUSE,       /* the same: was to be scratched, but somebody
				  has it; DELETE FORCE of the base takes it */
};
typedef void ds_rolled_fn(void *ctx, const char *name, enum ds_rolled how);

/* Whom to tell, where nobody else is told, of a generation that stays since
 * holder has it: its space is not free. NULL: nobody. */
typedef void ds_gdg_kept_fn(void *ctx, const char *name, const char *holder);
void ds_system_on_kept(struct ds_system *sys, ds_gdg_kept_fn *fn, void *ctx);

/* ALTER of a base. Who leaves a group that is made smaller goes oldest first.
 * DS_INVALID: a limit above 255 of a group that is not EXTENDED. */
struct ds_alter_gdg {
	int limit; /* 0: as it is */
	/* -1 as it is, 1 the word, 0 its opposite */
	int scratch, empty, fifo, purge;
	int extended; /* DEFINE's alone: must be what it is */
};
enum ds_status ds_alter_gdg(struct ds_system *sys, const char *catalog,
    const char *name, const struct ds_alter_gdg *alter, ds_rolled_fn *rolled,
    void *ctx, struct ds_diag *diag);

/*
 * Make generation name, which is DEFERRED or ROLLED-OFF or a non-VSAM data set
 * of a later base, ACTIVE: ALTER ROLLIN, and the end of whoever made it. One of
 * the same number and another version leaves. Already active: no error.
 * DS_CAT_RELATED: no generation's name, or too old for a full group;
 * DS_CAT_NOTFOUND: it, or its base. rolled may be NULL.
 */
enum ds_status ds_gdg_rollin(struct ds_system *sys, const char *catalog,
    const char *name, ds_rolled_fn *rolled, void *ctx, struct ds_diag *diag);

/* DELETE RECOVERY: the base goes alone, its generations stay, ROLLED-OFF; a
 * base of its name may roll them in again. test: only whether it could be. */
enum ds_status ds_gdg_delete_base(struct ds_system *sys, const char *catalog,
    const char *name, bool test, struct ds_diag *diag);

/*
 * The one that resolves relative numbers: (0) is the newest, (-1) the one
 * before, (+1) the next to come. The first number of a base that this user of
 * the root asks for fixes all: as in a job, they mean the same to its end.
 * DS_CAT_NOTFOUND: no base of this name, or none so old; DS_CAT_TYPE.
 */
enum ds_status ds_gdg_absolute(struct ds_system *sys, const char *base,
    int relative, char out[DSNAME_MAX + 1], struct ds_diag *diag);
/* The same of what is to be there: (+n) is what this run has made, whoever else
 * has left a new generation. DS_CAT_NOTFOUND. */
enum ds_status ds_gdg_existing(struct ds_system *sys, const char *base,
    int relative, char out[DSNAME_MAX + 1], struct ds_diag *diag);
/* Numbers from now on as when newest, "" none, was the newest of base: (+1) is
 * the one behind it, whether it is there by now or not. */
enum ds_status ds_gdg_fix(struct ds_system *sys, const char *base,
    const char *newest, struct ds_diag *diag);
/* Forget what was fixed: another job begins. */
void ds_gdg_forget(struct ds_system *sys);
/* This run makes name, a new generation. What a job that died left DEFERRED
 * under it is in its way: as on z/OS its place is taken. */
enum ds_status ds_gdg_reclaim(
    struct ds_system *sys, const char *name, struct ds_diag *diag);
/* Are the numbers of base, as they were fixed, still those of its group?
 * DS_CAT_INUSE: others have been added since. */
enum ds_status ds_gdg_current(
    struct ds_system *sys, const char *base, struct ds_diag *diag);
/* A name as it was written: of "A.B(-1)" the generation, any other as it is.
 * out may be name. As ds_gdg_existing. */
enum ds_status ds_gdg_name(struct ds_system *sys, const char *name, char *out,
    size_t out_len, struct ds_diag *diag);
/* GDGORDER: as the base says, newest first, oldest first. */
enum ds_gdg_order { DS_GDG_USECATLG, DS_GDG_LIFO, DS_GDG_FIFO };
/*
 * The group as one data set: its active generations, newest first, or with FIFO
 * oldest first. The caller frees *namesp. DS_CAT_TYPE: it is no base;
 * DS_CAT_NOTFOUND: it has none.
 */
enum ds_status ds_gdg_all(struct ds_system *sys, const char *base,
    enum ds_gdg_order order, char (**namesp)[DSNAME_MAX + 1], size_t *np,
    struct ds_diag *diag);

#endif
