/*
 * Inside services: what a DD says, and who holds a data set's name.
 */
#ifndef CATAMOUNT_SERVICES_DD_INT_H
#define CATAMOUNT_SERVICES_DD_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/dsname.h"
#include "services/dataset.h"
#include "services/define.h"
#include "services/enq.h"
#include "services/gdg.h"
#include "services/host_int.h"

enum dd_kind { DD_DATASET, DD_PATH, DD_DUMMY, DD_INSTREAM, DD_SYSOUT };

enum { CARD_LEN = 80 };

enum { TARGET_NAMES = 2 }; /* that are held for one data set, at most */

/* One SPEC: a DD, or a part of a concatenation. */

struct dd_part {
	enum dd_kind kind;
	char dsn[DSNAME_MAX + 1];
	char member[MEMBER_MAX + 1];
	bool relative; /* DSN(+1): number is of a generation; dsn is its base
			  until it is allocated */
	int number;
	enum ds_gdg_order order; /* of a base alone */
	struct enq *base;        /* held for whoever makes a generation */
	enum dd_disp disp;
	bool disp_given;
	bool made;                  /* NEW made it in this run */
	enum dd_end end;            /* what becomes of it */
	uint32_t expires;           /* of NEW, yyyyddd */
	bool partitioned;           /* NEW: DSORG=PO, ... */
	bool library;               /* ... a PDSE */
	bool dsntype;               /* which of both was said */
	uint32_t dirblocks;         /* ... a PDS with so many */
	enum ds_ps_kind kind_of_ps; /* of NEW that is none of both */
	struct host_spec host;      /* attributes; path is owned here */
	enum ds_unit unit;          /* of NEW */
	uint32_t pri, sec;
	char volser[VOLSER_MAX + 1];
	char more[DS_VOLUMES_MAX - 1][VOLSER_MAX + 1]; /* candidates; "*" any */
	int nmore;
	char storclas[9], mgmtclas[9], dataclas[9]; /* of NEW; "" */
	struct ds_open_parms amp;                   /* but for disp */
	struct enq *enqs[TARGET_NAMES];
	uint8_t *cards; /* CARD_LEN bytes each */
	size_t ncards;
	struct dd_part *next;
};

struct dd {
	char name[MEMBER_MAX + 1];
	struct dd_part *parts;
	bool dynamic; /* allocated by a command: freed when its program ends */
	struct dd *next;
};

struct dd_table {
	struct ds_system *sys;
	struct dd *dds;
	struct dd_dcb dcb; /* zero: none */
};

/* DSN or DSN(MEMBER). */
enum { DD_NAME_MAX = DSNAME_MAX + MEMBER_MAX + 2 };
void dd_part_name(const struct dd_part *part, char out[DD_NAME_MAX + 1]);

/* NULL: no such DD. Any case. */
struct dd *dd_find(const struct dd_table *dds, const char *ddname);

/* Append a part, which is the table's then; a ddname that is there
 * concatenates. DS_INVALID: not a ddname. */
enum ds_status dd_add_part(struct dd_table *dds, const char *ddname,
    struct dd_part **partp, struct ds_diag *diag);

/* spec with the program's DCB over it. */
void dd_merge_dcb(const struct dd_table *dds, struct host_spec *spec);

/* Read a SPEC; *partp is freed by dd_part_free. DS_INVALID with the reason. */
enum ds_status dd_parse(
    const char *spec, struct dd_part **partp, struct ds_diag *diag);
void dd_part_free(struct dd_part **partp); /* NULL is fine */
/* The value of amp=, in parentheses or not, over what *ampp says. DS_INVALID:
 * the word that is wrong is in wrong. */
enum ds_status dd_amp_parse(const char *value, struct ds_open_parms *ampp,
    char wrong[], size_t wrong_len);

/* dd_gdg.c. A relative number becomes a name; of NEW the base is held. */
enum ds_status dd_take_relative(
    struct ds_system *sys, struct dd_part *p, struct ds_diag *diag);
/* A base without a number becomes a part for each generation. */
enum ds_status dd_expand_group(
    struct ds_system *sys, struct dd_part *p, struct ds_diag *diag);
/* What is to become of a data set when its DD goes. */
enum ds_status dd_end_part(
    struct ds_system *sys, struct dd_part *part, struct ds_diag *diag);
/* A group by its name alone, read as one. DS_CAT_NOTFOUND: it has no
 * generations; DS_CAT_TYPE: it is none. */
enum ds_status dd_is_group(
    struct ds_system *sys, const char *name, struct ds_diag *diag);
enum ds_status dd_open_group(struct ds_system *sys, const char *name,
    unsigned intent, struct ds_file **filep, struct ds_diag *diag);

/*
 * Hold the component comp of ent, which is open from now on, as its
 * SHAREOPTIONS want it. DS_OPEN_INUSE: diag->holder says who has it.
 */
enum open_as {
	OPEN_READ,
	OPEN_STABLE, /* reading, with no writer beside it */
	OPEN_WRITE,
	OPEN_BRIEFLY, /* alone; who opens it meanwhile waits and is let in */
	OPEN_ALONE,   /* load, reset, delete: whatever the SHAREOPTIONS */
};
struct open_lock;
/* What the SHAREOPTIONS of ent say between programs, 1 to 4. */
unsigned open_share(const struct ds_entry *ent);
enum ds_status open_lock_take(struct ds_system *sys, const struct ds_entry *ent,
    const char *comp, enum open_as as, struct open_lock **lockp,
    struct ds_diag *diag);
/* May others change what is open, or read what this one changes? */
bool open_lock_shared(const struct open_lock *lock);
void open_lock_free(struct open_lock **lockp); /* NULL is fine */
/* The same, alone, for who goes through many. */
enum ds_status open_lock_alone(struct enq_owner *owner, const char *comp,
    struct enq **enqp, struct ds_diag *diag);

/* What a name stands for: aliases and paths followed to a data set. */
struct ds_target {
	struct ds_entry *ent;     /* cluster, component, sequential data set */
	struct ds_entry *data;    /* who has the data component; may be ent's
				     twin */
	struct ds_entry *index;   /* NULL: none */
	char dsn[DSNAME_MAX + 1]; /* the data set as a whole: its ENQ */
	struct ds_entry *via;     /* a path's alternate index, else NULL: ent is
				     its base cluster then */
	struct ds_entry *via_data;
	bool noupdate; /* a path that leaves the upgrade set alone */
	char path[DSNAME_MAX + 1];   /* the path itself; "" */
	char member[MEMBER_MAX + 1]; /* of DSN(MEMBER), else "" */
};

/* DS_CAT_NOTFOUND; DS_OPEN_NOTVSAM: not a data set; DS_UNSUPPORTED. */
enum ds_status ds_target_find(struct ds_system *sys, const char *name,
    struct ds_target *tgp, struct ds_diag *diag);
void ds_target_free(struct ds_target *tg); /* a zeroed one is fine */
/*
 * Hold the name of the data set, and of the path to it (SYSDSN), at once or
 * not at all. DS_BUSY with the holder.
 */
enum ds_status ds_target_hold(struct ds_system *sys, const struct ds_target *tg,
    enum enq_mode mode, struct enq *enqs[TARGET_NAMES], struct ds_diag *diag);
void ds_target_let_go(struct enq *enqs[TARGET_NAMES]); /* NULLs are fine */
/* What it will say of itself when it is open. */
void ds_target_attrs(
    const struct ds_target *tg, const char *name, struct ds_attrs *attrsp);

#endif
