/*
 * What a catalog entry says: the vocabulary that the catalog stores, services
 * fills and the listings print. Plain data; strings are NUL-terminated.
 */
#ifndef CATAMOUNT_BASE_ENTRY_H
#define CATAMOUNT_BASE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/dsname.h"

/* The letters of IDC0550I and of the catalog. 'H' is a generation, listed as
 * NONVSAM; 'P' (page space) is ours. */
enum ds_type {
	DS_NONVSAM = 'A',
	DS_GDG = 'B',
	DS_CLUSTER = 'C',
	DS_DATA = 'D',
	DS_AIX = 'G',
	DS_GDS = 'H',
	DS_INDEX = 'I',
	DS_LIBRARY = 'L',
	DS_PAGESPACE = 'P',
	DS_PATH = 'R',
	DS_TRUENAME = 'T',
	DS_UCAT = 'U',
	DS_TAPEVOL = 'W',
	DS_ALIAS = 'X',
};

enum ds_org {
	DS_ORG_NONE,
	DS_ORG_KSDS,  /* INDEXED */
	DS_ORG_ESDS,  /* NONINDEXED */
	DS_ORG_RRDS,  /* NUMBERED, average = maximum record size */
	DS_ORG_VRRDS, /* NUMBERED, average < maximum */
	DS_ORG_LDS,   /* LINEAR */
	DS_ORG_PS,    /* non-VSAM sequential */
	DS_ORG_PO,    /* non-VSAM partitioned */
};

enum ds_recfm {
	DS_RECFM_NONE,
	DS_RECFM_F,
	DS_RECFM_FB,
	DS_RECFM_V,
	DS_RECFM_VB,
	DS_RECFM_U,
	DS_RECFM_FBS,
	DS_RECFM_VS,
	DS_RECFM_VBS,
};
/* The letter behind the format, or 0: 'A' ASA or 'M' machine control. */

enum ds_space { DS_SPACE_NONE, DS_SPACE_TRACK, DS_SPACE_CYL, DS_SPACE_BLOCK };

/* Flag words of LISTCAT's ATTRIBUTES and of DEFINE. */
enum ds_attr_flag {
	DS_A_SPEED = 1u << 0,    /* else RECOVERY */
	DS_A_SUBALLOC = 1u << 1, /* else UNIQUE */
	DS_A_ERASE = 1u << 2,
	DS_A_WRITECHECK = 1u << 3,
	DS_A_ORDERED = 1u << 4,
	DS_A_REUSE = 1u << 5,
	DS_A_SPANNED = 1u << 6,
	DS_A_NONUNIQKEY = 1u << 7, /* alternate index data */
	DS_A_UPGRADE = 1u << 8,    /* alternate index */
	DS_A_UPDATE = 1u << 9,     /* path */
	DS_A_EXTENDED = 1u << 10,
	DS_A_EXTADDR = 1u << 11,
	DS_A_SCRATCH = 1u << 12, /* GDG base, from here on; of one that is
				    ROLLED-OFF: it was in use and is to be */
	DS_A_EMPTY = 1u << 13,
	DS_A_FIFO = 1u << 14,
	DS_A_PURGE = 1u << 15,
	DS_A_GDGEXT = 1u << 16,
	DS_A_INHIBIT = 1u << 17,       /* read only: ALTER INHIBIT, EXPORT */
	DS_A_LIBRARY = 1u << 18,       /* PDSE */
	DS_A_SMS = 1u << 19,           /* SMS managed */
	DS_A_NOSCRATCH_VOL = 1u << 20, /* NONVSAM by DEFINE: no bytes of ours */
	DS_A_NORESERVE = 1u << 21,     /* component: host space is taken when
					  it is first opened for output */
	DS_A_LOGGED = 1u << 22, /* LOG(UNDO) or LOG(ALL): a completed request
				   outlives a power cut */
	/* component: EXPORT TEMPORARY has copied it */
	DS_A_TEMPEXP = 1u << 23,
	DS_A_TEMPORARY = 1u << 24, /* a job's own data set: in no listing */
	/* alternate index: its base was open for output without it */
	DS_A_BEHIND = 1u << 25,
	DS_A_LARGE = 1u << 26, /* sequential: DSNTYPE=LARGE */
};

struct ds_extent {
	uint32_t low_cchh, high_cchh; /* X'CCCCHHHH' of the 3390 geometry */
	uint64_t low_rba, high_rba;   /* bytes; high is the last byte's RBA */
	uint32_t tracks;
};

enum { DS_VOLFLAG_PRIME, DS_VOLFLAG_CANDIDATE, DS_VOLFLAG_OVERFLOW };

enum { DS_DEVTYPE_3390 = 0x3010200F };
enum { DS_VOLUMES_MAX = 59 }; /* of a data set */

struct ds_volume_cell {
	char volser[VOLSER_MAX + 1];
	uint32_t devtype; /* UCBTYP of the unit */
	int volflag;
	uint32_t fseqn;            /* NONVSAM */
	struct ds_extent *extents; /* ascending RBA */
	size_t nextents;
};

struct ds_assoc {
	enum ds_type type;
	char name[DSNAME_MAX + 1];
};

/* Counts since the data set was defined, reset or loaded. */
struct ds_stats {
	uint64_t rec_total;
	uint64_t rec_deleted, rec_inserted, rec_updated, rec_retrieved;
	uint64_t splits_ci, splits_ca;
	uint64_t excps;
	uint64_t freespc; /* bytes in wholly free CIs */
	uint64_t tod;     /* TOD clock of the last close; 0 never */
	uint64_t harba, hurba;
	uint32_t extents;
	/* index components */
	uint32_t levels;
	uint64_t seqset_rba, hilevel_rba;
	uint64_t bytes; /* of the records, without control fields */
};

/* Why a user catalog that is there is not to be had. */
#define DS_UCAT_LOCKED "the catalog is locked"
#define DS_UCAT_SUSPENDED "the catalog is suspended"

struct ds_entry {
	int64_t rowid; /* of the catalog; 0 before it is stored */
	enum ds_type type;
	char name[DSNAME_MAX + 1];
	char catalog[DSNAME_MAX + 1]; /* IN-CAT; filled by the catalog */
	char owner[9];                /* "" is (NULL) */
	uint32_t created;             /* yyyyddd */
	uint32_t expires;             /* yyyyddd, 0 none, 9999999 never */
	uint32_t flags;               /* enum ds_attr_flag */
	char storclas[31], mgmtclas[31], dataclas[31];
	uint16_t ccsid;

	/* DATA, INDEX; for a CLUSTER org alone */
	enum ds_org org;
	uint16_t keylen;
	uint32_t rkp;   /* key offset in the record, bytes */
	uint32_t axrkp; /* alternate index data: offset in the base record */
	uint32_t avglrecl, maxlrecl;
	uint32_t bufspace;
	uint32_t cisize, cis_per_ca, tracks_per_ca;
	uint32_t physrec, physrecs_per_trk;
	uint8_t share_region, share_system; /* SHAREOPTIONS(r s) */
	uint8_t fspc_ci, fspc_ca;           /* FREESPACE, per cent */
	char exceptexit[9];
	enum ds_space space_type;
	uint32_t space_pri, space_sec; /* in space_type units */
	uint8_t comp_id[16];           /* file on the volume; zeros: none */

	/* NONVSAM and generations */
	enum ds_recfm recfm;
	char ctlchar; /* 'A', 'M' or 0 */
	uint32_t lrecl, blksize;

	/* GDG base, generation */
	uint16_t gdg_limit;
	char gds_status; /* 'A' active, 'D' deferred, 'R' rolled off */

	/* ALIAS: RELATE; UCAT: the catalog's file; PATH: PATHENTRY */
	char related[DSNAME_MAX + 1];

	/* rarely used words, kept as given: LOG, BWO, EATTR, ACCOUNT ... as
	 * "KEY=value" lines, "" when none */
	char extra[512];

	struct ds_volume_cell *volumes;
	size_t nvolumes;
	struct ds_assoc *assocs; /* in the order LISTCAT prints them */
	size_t nassocs;

	/* DATA, INDEX, and PS: filled by services from the component */
	bool stats_known;
	struct ds_stats stats;
	/* filled by services: a profile of the very name of the data set
	 * protects it */
	bool racf;
	/* ... from the component: somebody has it open for output, or died so
	 */
	uint64_t state_seq; /* which state that is: another after each commit */
	bool open_output;
};

void ds_entry_free(struct ds_entry **entp); /* and all it owns; NULL is fine */
struct ds_entry *ds_entry_new(void);        /* zeroed; NULL: no memory */
/* Append, growing the array. False: no memory. */
struct ds_volume_cell *ds_entry_add_volume(struct ds_entry *ent);
bool ds_entry_add_extent(
    struct ds_volume_cell *vol, const struct ds_extent *ext);
bool ds_entry_add_assoc(
    struct ds_entry *ent, enum ds_type type, const char *name);
/* Name of the first that ent is tied to as type; NULL: there is none. */
const char *ds_entry_assoc(const struct ds_entry *ent, enum ds_type type);

/* The value in the line KEY=value of extra (of struct ds_entry), *lenp bytes;
 * borrowed from extra. NULL: there is no such line. */
const char *ds_extra_find(const char *extra, const char *key, size_t *lenp);
/* Is it this value? */
bool ds_extra_says(const char *extra, const char *key, const char *value);
/* A value that is a number; 0: none. */
uint32_t ds_extra_number(const char *extra, const char *key);
/* Has it a LOG that makes each request durable: UNDO, ALL, REDO? */
bool ds_extra_durable(const char *extra);
/* The value of its line KEY=value; false: none, or longer than out. */
bool ds_extra_get(const char *extra, const char *key, char *out, size_t size);

const char *ds_recfm_name(enum ds_recfm recfm, char ctl, char out[8]);
/* The same as a DSCB has it: X'80' F, X'40' V, X'C0' U, X'10' blocked, X'08'
 * standard or spanned, X'04' ASA, X'02' machine. */
uint8_t ds_recfm_bits(enum ds_recfm recfm, char ctl);
/* "FB", "FBA", "VB" ...; false when unknown. */
bool ds_recfm_parse(const char *s, enum ds_recfm *recfmp, char *ctlp);

/* DSNTYPE of a sequential data set. Not said: extended format where its space
 * is not said either, else basic, which has at most 65,535 tracks of a volume.
 */
enum ds_ps_kind { DS_PS_UNSAID, DS_PS_BASIC, DS_PS_LARGE, DS_PS_EXTENDED };
/* BASIC, LARGE, EXTREQ, EXTPREF and what follows EXT; others are no kind. */
enum ds_ps_kind ds_ps_kind(const char *word);
/* As dsntype= has it: "large" and so on of an entry, "" basic or no such. */
const char *ds_ps_kind_word(const struct ds_entry *ent);

/* Was it migrated, as whoever moved the data away has left it: volume MIGRAT
 * (or ARCIVE), and no bytes here? */
bool ds_is_migrated(const struct ds_entry *ent);

#endif
