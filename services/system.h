/*
 * The system root: configuration, catalogs, volumes; what every front door
 * opens first.
 */
#ifndef CATAMOUNT_SERVICES_SYSTEM_H
#define CATAMOUNT_SERVICES_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"

struct ds_system; /* an open root; one thread */

enum {
	DS_POOL_MAX = 59,
	DS_DATACLASES = 32,
	DS_CLASSES = 64,
	DS_SYMBOLS = 64,
	DS_JOBWORDS = 32
};

/* A data class: what a new data set has that does not say it itself. */
struct ds_dataclas {
	char name[9];
	bool extended;    /* extended format */
	bool addressable; /* and components of more than 4 GiB */
	/* 0 of each: it says nothing of that */
	enum ds_org recorg; /* of a cluster: KSDS, ESDS, RRDS, LDS */
	unsigned unit;      /* of space, enum ds_unit of define.h */
	uint32_t pri, sec;
	unsigned volumes; /* how many: it may go on on others of the pool */
	unsigned keylen, rkp;
	uint32_t avglrecl, maxlrecl; /* RECORDSIZE */
	uint32_t cisize;
	bool free_given;
	unsigned fspc_ci, fspc_ca; /* per cent */
	unsigned share_region, share_system;
	enum ds_recfm recfm; /* of what is no cluster */
	uint32_t lrecl;
};

/* A storage class: where a data set goes. */
struct ds_storclas {
	char name[9];
	bool guaranteed; /* guaranteed space: VOLUMES is honoured */
	/* Its volumes, in this order; npool 0: the root's pool. */
	char pool[DS_POOL_MAX][VOLSER_MAX + 1];
	unsigned npool;
};

/* A management class: when a data set expires. */
enum ds_rolloff { DS_ROLLOFF_GROUP, DS_ROLLOFF_EXPIRE, DS_ROLLOFF_KEEP };
struct ds_mgmtclas {
	char name[9];
	/* of one that says no date; 0: never. By days, or (yyyyddd) by date */
	uint32_t expire_days, expire_date;
	bool limited; /* ... and no date is later than limit days from now */
	uint32_t limit;
	/* A generation that leaves its group: as the group says, or deleted, or
	 * kept. */
	enum ds_rolloff rolloff;
};

struct ds_config {
	char master[DSNAME_MAX + 1]; /* name of the master catalog */
	bool sms;                    /* decisions: SMS-managed root */
	char storclas[31], mgmtclas[31], dataclas[31]; /* defaults; "" none */
	/* the volumes that SMS chooses from, in this order */
	char pool[DS_POOL_MAX][VOLSER_MAX + 1];
	unsigned npool;
	uint32_t cylinders; /* capacity of a volume that is made */
	uint16_t ccsid;     /* of new data sets; 1047 */
	char userid[9];
	bool reserve;     /* reserve host space at DEFINE */
	unsigned wait_ms; /* for another program's request at most */
	/* None: any name is a data class, and gives nothing. */
	struct ds_dataclas dataclases[DS_DATACLASES];
	unsigned ndataclases;
	/* None: any name is a storage, a management class. */
	struct ds_storclas storclases[DS_CLASSES];
	unsigned nstorclases;
	struct ds_mgmtclas mgmtclases[DS_CLASSES];
	unsigned nmgmtclases;
	/* System symbols: &SYSVER of symbol=SYSVER V2R5 */
	struct {
		char name[9], value[45];
	} symbols[DS_SYMBOLS];
	unsigned nsymbols;
	/* What jobs run with, in the order of the file: a directory bound to a
	 * name (DSN=DIR), one of procedures, one of programs. */
	struct {
		char word; /* 'B', 'P', 'X' */
		char value[512];
	} jobwords[DS_JOBWORDS];
	unsigned njobwords;
	bool security;   /* profiles are asked (security.h) */
	bool protectall; /* what no profile protects is nobody's but his
			    whose user ID it begins with */
	char wrong[48];  /* of a line that cannot be read: the word; "" all */
};

/*
 * Open the root: dir, else $CATAMOUNT_ROOT, else root= of
 * /etc/catamount.conf, else ~/.local/share/catamount. Makes it when it does
 * not exist and sets *madep (NULL is fine). Finishes or undoes what died
 * half-way (intents). Refuses a network file system.
 */
enum ds_status ds_system_open(const char *dir, struct ds_system **sysp,
    bool *madep, struct ds_diag *diag);
void ds_system_close(struct ds_system **sysp);
/* How long a request waits for another program's at most, milliseconds, 0
 * being one; as wait= of the configuration says, else ten seconds. For data
 * sets opened from now on. */
void ds_system_set_wait(struct ds_system *sys, unsigned ms);
/* A data set that is not VSAM's cannot be extended: what ends a program on
 * z/OS.
 */
struct ds_full {
	char dsn[DSNAME_MAX + 1];
	char volser[VOLSER_MAX + 1]; /* its last */
	const char *code;            /* "B37", "D37", "E37"; with 04 */
};
typedef void ds_full_fn(void *ctx, const struct ds_full *full);
/* Whom to tell of it; NULL: nobody. */
void ds_system_on_full(struct ds_system *sys, ds_full_fn *fn, void *ctx);
/* What was changed without waiting for the disk lasts from here on, but for the
 * last *undonep entries, which failed together. */
enum ds_status ds_system_flush(
    struct ds_system *sys, unsigned *undonep, struct ds_diag *diag);
/* sys and with are one job's: the names that one holds the other gets. with is
 * closed behind sys. */
void ds_system_join(struct ds_system *sys, struct ds_system *with);
/* Make a root, as --init: shared by a group (2770, 0660) or, group being NULL,
 * private (0700, 0600). DS_EXIST: it is there. */
enum ds_status ds_system_init(
    const char *dir, const char *group, struct ds_diag *diag);
struct enq_owner;
/* Who holds the names of data sets for this user of the root: the job, or the
 * one that started this program and handed its names to it. Borrowed. */
struct enq_owner *ds_system_owner(struct ds_system *sys);
const char *ds_system_root(const struct ds_system *sys);
const struct ds_config *ds_system_config(const struct ds_system *sys);

#endif
