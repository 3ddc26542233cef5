/*
 * DEFINE and DELETE: names, space and files, all or nothing.
 */
#ifndef CATAMOUNT_SERVICES_DEFINE_H
#define CATAMOUNT_SERVICES_DEFINE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/system.h"

enum ds_unit {
	DS_UNIT_NONE,
	DS_UNIT_CYL,
	DS_UNIT_TRK,
	DS_UNIT_REC,
	DS_UNIT_KB,
	DS_UNIT_MB
};

/* What DEFINE says of one level (CLUSTER, DATA or INDEX). Absent values are
 * 0, "" or -1 as said. */
struct ds_define_level {
	char name[DSNAME_MAX + 1];
	enum ds_unit unit;
	uint32_t pri, sec;
	char volumes[59][VOLSER_MAX + 1];
	int nvolumes;
	int keylen, rkp;                /* -1 not given */
	int64_t avglrecl, maxlrecl;     /* -1 */
	uint32_t cisize;                /* 0 */
	int fspc_ci, fspc_ca;           /* -1 */
	int share_region, share_system; /* 0 */
	int64_t bufspace;               /* -1 */
	/* -1 not given, 0 the NO form or default word, 1 the word */
	int erase, reuse, spanned, speed, writecheck, ordered;
	char exceptexit[9];
	char owner[9];
	char model[DSNAME_MAX + 1]; /* MODEL of DATA or INDEX; "" none */
	char model_catalog[DSNAME_MAX + 1];
};

struct ds_define_cluster {
	enum ds_org org; /* KSDS ESDS RRDS LDS; RRDS becomes VRRDS by size */
	bool org_given;
	struct ds_define_level cluster, data, index;
	bool have_data, have_index; /* DATA, INDEX were coded */
	char model[DSNAME_MAX + 1]; /* MODEL of CLUSTER; "" none */
	char catalog[DSNAME_MAX + 1];
	uint32_t expires; /* yyyyddd, 0 */
	char storclas[31], mgmtclas[31], dataclas[31];
	uint16_t ccsid;  /* 0: the root's */
	char extra[512]; /* LOG=..., BWO=..., one a line */
	/* An alternate index: RELATE, else "". cluster is the level of its own
	 * words then; KEYS has the offset in a base record. */
	char relate[DSNAME_MAX + 1];
	int unique, upgrade; /* 1 the word, 0 its opposite, -1 neither */
	bool pagespace; /* a page space: linear, the entry of a type of its own
			 */
};

/* What was made, for the messages in their order. */
struct ds_defined {
	char data[DSNAME_MAX + 1], index[DSNAME_MAX + 1]; /* "" none */
	bool data_generated, index_generated;             /* IDC0512I */
	char data_volser[VOLSER_MAX + 1], index_volser[VOLSER_MAX + 1];
	char storclas[31], mgmtclas[31], dataclas[31]; /* IDC0181I; "" none */
	bool keylabel; /* it has one, its own or its model's */
};

/*
 * Statuses: the catalog's (DS_CAT_*), and DS_INVALID with diag->text holding
 * the message number to give ("IDC3515I") for the checks of DEFINE itself.
 */
enum ds_status ds_define_cluster(struct ds_system *sys,
    const struct ds_define_cluster *def, struct ds_defined *outp,
    struct ds_diag *diag);

/* PATH: an entry alone. DS_CAT_RELATED: over neither a cluster nor an
 * alternate index. */
struct ds_define_path {
	char name[DSNAME_MAX + 1];
	char entry[DSNAME_MAX + 1]; /* PATHENTRY */
	char catalog[DSNAME_MAX + 1];
	char owner[9];
	int update; /* 1 UPDATE, 0 NOUPDATE, -1 neither: the model's, or UPDATE
		     */
	uint32_t expires;
	char model[DSNAME_MAX + 1];         /* another path; "" none */
	char model_catalog[DSNAME_MAX + 1]; /* "" by the usual search */
};
enum ds_status ds_define_path(struct ds_system *sys,
    const struct ds_define_path *def, struct ds_diag *diag);

struct ds_define_nonvsam {
	char name[DSNAME_MAX + 1];
	char volumes[59][VOLSER_MAX + 1];
	int nvolumes;
	uint32_t devtypes[59];
	int ndevtypes;
	uint32_t fseqn[59];
	int nfseqn;
	char owner[9];
	char catalog[DSNAME_MAX + 1];
	uint32_t expires;
	uint16_t ccsid; /* 0: the root's */
	/*
	 * 0: it lasts at once. Else ds_system_flush makes it last, which the
	 * caller calls before anybody is told and before anything else is
	 * changed; from 2 on so many are one transaction, in which the caller
	 * waits for nobody.
	 */
	unsigned group;
};
/* A catalog entry alone, as on z/OS. */
enum ds_status ds_define_nonvsam(struct ds_system *sys,
    const struct ds_define_nonvsam *def, struct ds_diag *diag);

/* A new sequential or partitioned data set with bytes of its own: DD NEW, NFS
 * create. */
struct ds_define_ps {
	char name[DSNAME_MAX + 1];
	enum ds_recfm recfm;
	char ctlchar;
	uint32_t lrecl, blksize; /* blksize 0: system-determined */
	enum ds_unit unit;
	uint32_t pri, sec;
	char volser[VOLSER_MAX + 1];
	char more[58][VOLSER_MAX + 1]; /* candidates; "*" is any of the pool */
	int nmore;
	uint16_t ccsid;
	uint32_t expires;
	/* DSORG=PO: a PDSE, or a PDS with so many directory blocks. */
	bool partitioned, library;
	uint32_t dirblocks;
	enum ds_ps_kind kind; /* of one that is not */
	/* The job whose temporary data set it is, which temporary.h says; NULL:
	 * none. */
	const char *temporary;
	/* What its records are, the first says who writes it. */
	bool unsaid;
	/* Under storage management; "": the root's. What a data class has is
	 * used where nothing is said above (recfm, lrecl, space). */
	char storclas[9], mgmtclas[9], dataclas[9];
};
enum ds_status ds_define_ps(struct ds_system *sys,
    const struct ds_define_ps *def, struct ds_diag *diag);

struct ds_delete_opts {
	const char *catalog; /* or NULL */
	bool purge;
	bool noscratch;
	bool force;
	int erase;         /* -1 as the data set says, 0 NOERASE, 1 ERASE */
	enum ds_type type; /* the type keyword, or 0 */
	bool test;         /* all checks, but nothing is deleted */
	/* As of struct ds_define_nonvsam. What has no file on a volume goes in
	 * groups; all else ends the group and goes by itself. */
	unsigned group;
};
/*
 * Delete one entry and what hangs on it. deleted is called for each entry (of
 * a test: each that would go) in
 * the order of IDC0550I (data, index, cluster). DS_CAT_NOTFOUND, _TYPE,
 * _UNEXPIRED, _INUSE (holder), _NOTEMPTY.
 */
enum ds_status ds_delete(struct ds_system *sys, const char *name,
    const struct ds_delete_opts *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag);

/* Today as yyyyddd, and the time: local, or what the environment's
 * CATAMOUNT_CLOCK says (yyyy-mm-ddThh:mm:ss, for tests). */
uint32_t ds_today(void);
void ds_now(struct tm *tmp);

#endif
