/*
 * ALTER: attributes and names of entries that are there.
 */
#ifndef CATAMOUNT_SERVICES_ALTER_H
#define CATAMOUNT_SERVICES_ALTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/gdg.h"
#include "services/system.h"

/* The entries that a word may name, as columns of the manual's table. A
 * generation is a non-VSAM data set to it. */
enum alter_level {
	ALTER_AIX = 1 << 0,
	ALTER_AIX_DATA = 1 << 1,
	ALTER_AIX_INDEX = 1 << 2,
	ALTER_CLUSTER = 1 << 3,
	ALTER_DATA = 1 << 4,
	ALTER_INDEX = 1 << 5,
	ALTER_PGSPC = 1 << 6,
	ALTER_PATH = 1 << 7,
	ALTER_UCAT = 1 << 8,
	ALTER_NONVSAM = 1 << 9,
	ALTER_GDG = 1 << 10,

	ALTER_DATAS = ALTER_AIX_DATA | ALTER_DATA,
	ALTER_PARTS = ALTER_DATAS | ALTER_AIX_INDEX | ALTER_INDEX,
	ALTER_SETS = ALTER_AIX | ALTER_CLUSTER,
	ALTER_DATED = ALTER_SETS | ALTER_PGSPC | ALTER_PATH | ALTER_UCAT |
		      ALTER_NONVSAM | ALTER_GDG,
	ALTER_NAMED = ALTER_SETS | ALTER_PARTS | ALTER_PGSPC | ALTER_PATH |
		      ALTER_NONVSAM | ALTER_GDG,
	ALTER_OWNED = ALTER_NAMED | ALTER_UCAT,
};

/*
 * Each word of ALTER: its keyword, the opposite one or NULL, what it may name.
 * Source: SC23-6846 "Entry Types That Can Be Altered"; rows whose columns rest
 * on memory are marked (mem). KEYS and RECORDSIZE of a path are those of what
 * it is over.
 */
#define ALTER_WORDS(X)                                                         \
	X(ACCOUNT, "ACCOUNT", NULL, ALTER_CLUSTER | ALTER_NONVSAM)             \
	X(ADDVOLUMES, "ADDVOLUMES", NULL, ALTER_PARTS | ALTER_NONVSAM)         \
	X(BUFFERSPACE, "BUFFERSPACE", NULL, ALTER_DATAS | ALTER_UCAT)          \
	X(BUFND, "BUFND", NULL, ALTER_UCAT)                                    \
	X(BUFNI, "BUFNI", NULL, ALTER_UCAT)                                    \
	X(BWO, "BWO", NULL, ALTER_CLUSTER)                                     \
	X(CCSID, "CCSID", NULL, ALTER_CLUSTER | ALTER_DATA | ALTER_NONVSAM)    \
	X(ECSHARING, "ECSHARING", "NOECSHARING", ALTER_UCAT)                   \
	X(EMPTY, "EMPTY", "NOEMPTY", ALTER_GDG)                                \
	X(ERASE, "ERASE", "NOERASE", ALTER_DATAS)                              \
	X(EXCEPTIONEXIT, "EXCEPTIONEXIT", NULL, ALTER_PARTS)                   \
	X(EXTENDED, "EXTENDED", "NOEXTENDED", ALTER_GDG)                       \
	X(EXTADDR, "EXTENDEDADDRESSABLE", NULL, ALTER_CLUSTER)                 \
	X(FIFO, "FIFO", "LIFO", ALTER_GDG)                                     \
	X(FILEDATA, "FILEDATA", NULL, ALTER_CLUSTER | ALTER_NONVSAM) /* mem */ \
	X(FREESPACE, "FREESPACE", NULL, ALTER_DATAS | ALTER_UCAT)              \
	X(FRLOG, "FRLOG", NULL, ALTER_CLUSTER)                                 \
	X(INHIBIT, "INHIBIT", "UNINHIBIT", ALTER_PARTS)                        \
	X(KEYS, "KEYS", NULL, ALTER_SETS | ALTER_DATAS | ALTER_PATH)           \
	X(LIMIT, "LIMIT", NULL, ALTER_GDG)                                     \
	X(LOCK, "LOCK", "UNLOCK", ALTER_UCAT)                                  \
	X(LOG, "LOG", NULL, ALTER_CLUSTER)                                     \
	X(LOGREPLICATE, "LOGREPLICATE", "NOLOGREPLICATE", ALTER_CLUSTER)       \
	X(LOGSTREAMID, "LOGSTREAMID", NULL, ALTER_CLUSTER)                     \
	X(MANAGEMENTCLASS, "MANAGEMENTCLASS", NULL,                            \
	    ALTER_CLUSTER | ALTER_PGSPC | ALTER_NONVSAM)                       \
	X(NEWNAME, "NEWNAME", NULL, ALTER_NAMED)                               \
	X(OWNER, "OWNER", NULL, ALTER_OWNED)                                   \
	X(PURGE, "PURGE", "NOPURGE", ALTER_GDG)                                \
	X(RECLAIMCA, "RECLAIMCA", "NORECLAIMCA", ALTER_SETS) /* mem */         \
	X(RECORDSIZE, "RECORDSIZE", NULL,                                      \
	    ALTER_SETS | ALTER_DATAS | ALTER_PATH)                             \
	X(REMOVEVOLUMES, "REMOVEVOLUMES", NULL, ALTER_PARTS | ALTER_NONVSAM)   \
	X(RETENTION, "TO", "FOR", ALTER_DATED)                                 \
	X(SUSPEND, "SUSPEND", "RESUME", ALTER_UCAT)                            \
	X(REUSE, "REUSE", "NOREUSE", ALTER_CLUSTER | ALTER_DATAS) /* mem */    \
	X(RLSENABLE, "RLSENABLE", "RLSQUIESCE", ALTER_CLUSTER)                 \
	X(ROLLIN, "ROLLIN", NULL, ALTER_NONVSAM)                               \
	X(SCRATCH, "SCRATCH", "NOSCRATCH", ALTER_GDG)                          \
	X(SHAREOPTIONS, "SHAREOPTIONS", NULL, ALTER_PARTS | ALTER_UCAT)        \
	X(STORAGECLASS, "STORAGECLASS", NULL,                                  \
	    ALTER_CLUSTER | ALTER_PGSPC | ALTER_NONVSAM)                       \
	X(STRNO, "STRNO", NULL, ALTER_UCAT)                                    \
	X(TYPE, "TYPE", NULL, ALTER_CLUSTER | ALTER_DATA)                      \
	X(UNIQUEKEY, "UNIQUEKEY", "NONUNIQUEKEY",                              \
	    ALTER_AIX | ALTER_AIX_DATA) /* mem */                              \
	X(UPDATE, "UPDATE", "NOUPDATE", ALTER_PATH)                            \
	X(UPGRADE, "UPGRADE", "NOUPGRADE", ALTER_AIX)                          \
	X(WRITECHECK, "WRITECHECK", "NOWRITECHECK", ALTER_PARTS | ALTER_UCAT)  \
	X(NULL_BWO, "BWO", NULL, ALTER_CLUSTER)                                \
	X(NULL_EXIT, "EXCEPTIONEXIT", NULL, ALTER_PARTS)                       \
	X(NULL_LOG, "LOG", NULL, ALTER_CLUSTER)                                \
	X(NULL_LOGSTREAMID, "LOGSTREAMID", NULL, ALTER_CLUSTER)                \
	X(NULL_MANAGEMENTCLASS, "MANAGEMENTCLASS", NULL,                       \
	    ALTER_CLUSTER | ALTER_PGSPC | ALTER_NONVSAM)                       \
	X(NULL_STORAGECLASS, "STORAGECLASS", NULL,                             \
	    ALTER_CLUSTER | ALTER_PGSPC | ALTER_NONVSAM)                       \
	X(NULL_OWNER, "OWNER", NULL, ALTER_OWNED)                              \
	X(NULL_RETENTION, "RETENTION", NULL, ALTER_DATED)

enum alter_word {
#define X(word, keyword, opposite, levels) ALTER_W_##word,
	ALTER_WORDS(X)
#undef X
	    ALTER_W_COUNT
};

/* What is to be changed. A value counts when its word is said. */
struct ds_alter {
	const char *catalog; /* CATALOG, or NULL */
	uint64_t said;       /* 1 << enum alter_word */
	uint64_t no;         /* the same: the opposite keyword was coded */
	char newname[DSNAME_MAX + 1];
	char addvols[59][VOLSER_MAX + 1], remvols[59][VOLSER_MAX + 1];
	int naddvols, nremvols;
	uint64_t *anyp; /* or NULL; set: 1 << i, addvols[i] became "*" */
	int share_region, share_system; /* system 0: as it is */
	int fspc_ci, fspc_ca;
	int64_t bufspace;
	int keylen, rkp;
	int64_t avglrecl, maxlrecl;
	uint16_t ccsid;
	uint32_t expires; /* yyyyddd, 0 */
	char owner[9], exceptexit[9];
	char storclas[31], mgmtclas[31];
	uint16_t limit;
	/* words kept as given, "KEY=value" a line, with an empty value those
	 * that go; ACCOUNT, BWO, LOG ... */
	char extra[512];
	/* told of each generation that leaves its group; NULL is fine */
	ds_rolled_fn *rolled;
	void *rolled_ctx;
};

static inline bool
alter_says(const struct ds_alter *al, enum alter_word word)
{
	return (al->said >> word & 1) != 0;
}

/* Said, and not by the opposite keyword. */
static inline bool
alter_yes(const struct ds_alter *al, enum alter_word word)
{
	return alter_says(al, word) && (al->no >> word & 1) == 0;
}

/* Warnings of a change that was made, for IDC1543I and IDC1544I. */
enum alter_warning { ALTER_EQUAL_DEFAULT = 1, ALTER_EQUAL_OTHER = 2 };

/*
 * Change the entry called name, all that is said or nothing. DS_CAT_NOTFOUND,
 * _DUPLICATE (the new name), _INUSE (holder), _TYPE; DS_INVALID with
 * "IDC3190I KEYWORD" and the like in diag->text. *warnp: enum alter_warning.
 */
enum ds_status ds_alter(struct ds_system *sys, const char *name,
    const struct ds_alter *al, unsigned *warnp, struct ds_diag *diag);

/* Do all words that are said fit an entry like this? A cluster's components
 * are known by what they are associated with. *keywordp: the first that does
 * not. */
bool ds_alter_fits(const struct ds_entry *ent, const struct ds_alter *al,
    const char **keywordp);

#endif
