/*
 * Inside services: the open catalog and volumes of a root, steps that die on
 * purpose, and the taking of more space.
 */
#ifndef CATAMOUNT_SERVICES_SYSTEM_INT_H
#define CATAMOUNT_SERVICES_SYSTEM_INT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "access-methods/sphere/sphere.h"
#include "access-methods/volume/volume.h"
#include "base/entry.h"
#include "base/status.h"
#include "catalog/catalog.h"
#include "services/system.h"

enum { SYSTEM_VOLUMES = 64 }; /* open at a time */

struct ds_system {
	char root[PATH_MAX];
	struct ds_config config;
	struct catalog *cat;
	struct {
		char volser[VOLSER_MAX + 1];
		struct volume *vol;
	} volumes[SYSTEM_VOLUMES];
	int nvolumes;
	struct enq_owner *owner; /* the job's */
	/* Entries, new or gone, for ds_system_flush: */
	bool unflushed;          /* there are some */
	bool group_open;         /* a transaction is begun for them */
	unsigned group;          /* in it */
	unsigned undone;         /* that failed with it, to be told */
	int64_t group_began;     /* ns */
	struct enq **group_enqs; /* of names that go with it */
	size_t ngroup_enqs;
	bool joined;               /* ... and another's who frees it */
	unsigned wait_ms;          /* of a request for another's */
	struct gdg_view *gdgs;     /* whose relative numbers are fixed */
	struct security *security; /* NULL: nobody has asked yet */
	ds_full_fn *full;          /* whom to tell; NULL: nobody */
	void *full_ctx;
	/* of a generation that is in use, ds_gdg_kept_fn of gdg.h */
	void (*kept)(void *ctx, const char *name, const char *holder);
	void *kept_ctx;
};

/* The open catalogs; borrowed until ds_system_close. */
struct catalog *ds_system_catalog(struct ds_system *sys);
/* The volume where components begin, opened when first asked for; borrowed
 * until ds_system_close. Their files go on on the others. DS_CAT_NOVOLUME. */
enum ds_status ds_system_volume(struct ds_system *sys, const char *volser,
    struct volume **volp, struct ds_diag *diag);
/* Has it space on the volume of the cell, or only leave to take some? */
static inline bool
ds_cell_used(const struct ds_volume_cell *cell)
{
	return cell->volflag != DS_VOLFLAG_CANDIDATE;
}

/*
 * The index of a library is of no entry: its identity is that of the data with
 * one bit turned over, and its space is not in the ledger.
 */
void ds_library_index_id(
    const uint8_t data[SPHERE_ID_LEN], uint8_t index[SPHERE_ID_LEN]);

/* Serial of the volume where the component's file begins: its first, but of an
 * index away from its data the data's. */
void ds_home(const struct ds_entry *ent, char volser[VOLSER_MAX + 1]);
void ds_set_home(struct ds_entry *ent, const char *volser);
bool ds_begins_elsewhere(const struct ds_entry *ent);

/* The volume itself, where a file is only what lies on this one. */
enum ds_status ds_system_one_volume(struct ds_system *sys, const char *volser,
    struct volume **volp, struct ds_diag *diag);

/* Open a root whose master catalog may be lost: then it is made again, of its
 * recovery area if that is asked for and there, else empty, with the volumes of
 * the pool. The root itself must be there. */
struct ds_lost {
	bool recover;   /* in: not empty, if that can be */
	bool made;      /* it was lost */
	bool recovered; /* and is what the area had, */
	bool whole;     /* which was all */
};
enum ds_status ds_system_open_lost(const char *dir, struct ds_system **sysp,
    struct ds_lost *lost, struct ds_diag *diag);
/* Of one that was to be empty, closed: what was to be put into it is there, or
 * (done false) not: then the master is lost as before, its area there. */
void ds_system_lost_end(const char *dir, const struct ds_lost *lost, bool done);
/* Of system.c: the root that dir stands for; is it one; a directory in it; its
 * master and its pool's volumes, unless they are there. */
#define SYSTEM_CONF "catamount.conf"
enum ds_status ds_root_find(
    const char *dir, char out[PATH_MAX], struct ds_diag *diag);
bool ds_root_is(const char *root);
/* Nobody else makes the root, or its master; -1 and diag. To unlock, .making
 * is removed and the descriptor closed. */
int ds_root_lock(const char *root, struct ds_diag *diag);
enum ds_status ds_root_make_dir(const char *root, const char *name,
    const struct stat *sb, struct ds_diag *diag);
enum ds_status ds_root_make_catalog(
    const char *root, const struct ds_config *cfg, struct ds_diag *diag);

/* A volume of the root: its folder, made unless it is there, and its entry in
 * the ledger. Known already: no error. */
enum ds_status ds_system_add_volume(
    struct ds_system *sys, const char *volser, struct ds_diag *diag);

/* A new volume: its folder, unless that is dir, an absolute path that is there,
 * and its entry. DS_CAT_DUPLICATE: it is known already. */
enum ds_status ds_system_enter_volume(struct ds_system *sys, const char *volser,
    const char *dir, uint32_t cylinders, struct ds_diag *diag);

/* DS_CAT_NOVOLUME: the volume is known, and offline. */
enum ds_status ds_volume_ready(
    struct ds_system *sys, const char *volser, struct ds_diag *diag);

/* --- claim.c: the ledger of catalogs that come from elsewhere ------------- */

/* Enter the space of a catalog's data sets in the ledger, where it has not got
 * it. missing: a volume whose folder is not in this root; NULL is fine. */
enum ds_status ds_claim_catalog(struct ds_system *sys, const char *catalog,
    void (*missing)(void *ctx, const char *volser), void *ctx,
    struct ds_diag *diag);

/* The same for one entry, within a transaction. */
enum ds_status ds_claim_entry(struct ds_system *sys, const char *catalog,
    const char *name, struct ds_diag *diag);

/* The pool's volumes are there from now on. */
/* Its directory is not there. What is on it is then as on one that is offline;
 * DS_CAT_NOVOLUME where it is wanted. */
bool ds_system_volume_missing(
    const struct ds_system *sys, const struct cat_volume *vol);
enum ds_status ds_system_pool(struct ds_system *sys, struct ds_diag *diag);
/* May a command name it for new space? One of the pool that is not there is
 * made first. DS_CAT_NOVOLUME. */
enum ds_status ds_system_online(
    struct ds_system *sys, const char *volser, struct ds_diag *diag);

/* How long one process waits for another that makes the root, milliseconds:
 * there is no configuration yet. */
enum { SYSTEM_BUSY_MS = 30000 };

/* The entry of name or, when that is an alias, of what it stands for.
 * DS_CAT_RELATED: aliases lead in a circle. */
enum ds_status ds_follow_alias(struct ds_system *sys, const char *name,
    struct ds_entry **entp, struct ds_diag *diag);
/* The entry tied to ent as type; *outp stays NULL when there is none. */
enum ds_status ds_assoc_get(struct ds_system *sys, const struct ds_entry *ent,
    enum ds_type type, struct ds_entry **outp, struct ds_diag *diag);
/* The same for a data component, which must be there: DS_CAT_RELATED. */
enum ds_status ds_data_get(struct ds_system *sys, const struct ds_entry *ent,
    struct ds_entry **datap, struct ds_diag *diag);

/* DS_BUSY and DS_OPEN_INUSE as catalog management says them, DS_CAT_INUSE, with
 * who has it still in diag; others stay. */
enum ds_status ds_busy_entry(enum ds_status st, struct ds_diag *diag);

/* Does an entry (NULL: no) have a component of its own on a volume? */
bool ds_has_file(const struct ds_entry *ent);
/* The file of an entry's component: its identity in hexadecimal, and the
 * volume that holds it. DS_OPEN_NOTVSAM: the entry has no bytes of ours. */
enum ds_status ds_component(struct ds_system *sys, const struct ds_entry *ent,
    char name[SPHERE_NAME_LEN], struct volume **volp, struct ds_diag *diag);

/*
 * The context of sphere_parms.extend: takes secondary extents from the ledger
 * and adds them to the catalog entry. state is set by the caller once the
 * sphere is open (am_state), so that space which a dead process took and did
 * not use is granted before more is taken; NULL is fine.
 */
struct ds_extender {
	struct ds_system *sys;
	char name[SPHERE_PARTS][DSNAME_MAX + 1]; /* data, index component */
	char catalog[DSNAME_MAX + 1];            /* that holds them */
	const struct sphere_state *state;
	struct rewrite *rewrite; /* it is its component that grows, or NULL */
	struct staged *staged;   /* it is what has no names yet, or NULL */
};
enum ds_status ds_extend(void *ctx, enum sphere_part part, uint64_t min_cas,
    uint64_t *casp, struct ds_diag *diag);

/* --- classes.c ------------------------------------------------------------ */

/* What catamount.conf defines under this name; NULL: nothing, or sms=off.
 * Borrowed from cfg. */
const struct ds_storclas *ds_storclas_get(
    const struct ds_config *cfg, const char *name);
const struct ds_mgmtclas *ds_mgmtclas_get(
    const struct ds_config *cfg, const char *name);
const struct ds_dataclas *ds_dataclas_get(
    const struct ds_config *cfg, const char *name);
/* Are the two, "" being none, among those that catamount.conf defines, if it
 * defines some of the kind? DS_INVALID, diag->name being dsn. */
enum ds_status ds_classes_check(const struct ds_config *cfg,
    const char *storclas, const char *mgmtclas, const char *dsn,
    struct ds_diag *diag);
enum ds_status ds_dataclas_check(const struct ds_config *cfg,
    const char *dataclas, const char *dsn, struct ds_diag *diag);
/* The volumes that a storage class chooses from: its own, or the root's. */
const char (*ds_class_pool(const struct ds_config *cfg, const char *storclas,
    unsigned *np))[VOLSER_MAX + 1];
/* Is the volume in the pool of some class? */
bool ds_class_has(const struct ds_config *cfg, const char *volser);
/* The expiration date of a new data set for which coded (0: none) was said. */
uint32_t ds_class_expires(
    const struct ds_config *cfg, const char *mgmtclas, uint32_t coded);

/* config_class.c: the define- lines of catamount.conf, and what they take.
 * False: cfg->wrong is the word that is wrong. */
bool ds_class_data(struct ds_config *cfg, const char *text);
bool ds_class_storage(struct ds_config *cfg, const char *text);
bool ds_class_management(struct ds_config *cfg, const char *text);
extern const char ds_class_data_takes[], ds_class_storage_takes[],
    ds_class_management_takes[];
/* Lower case made upper, in place: names and words in either case. */
void ds_config_fold(char *s);
/* Serials with blanks or commas between them, in parentheses or not, each
 * once. */
bool ds_pool_read(
    const char *value, char (*pool)[VOLSER_MAX + 1], unsigned *np);
/* pool[0] of n serials. */
bool ds_pool_has(const char *pool, unsigned n, const char *volser);

/* --- config.c: catamount.conf --------------------------------------------- */

void ds_config_default(struct ds_config *cfg);
/* DS_INVALID: diag->name the file, diag->text the line and what is wrong. */
enum ds_status ds_config_read(
    const char *path, struct ds_config *cfg, struct ds_diag *diag);
void ds_config_write(FILE *fp, const struct ds_config *cfg);
/* root= of the file at path; false: none. */
bool ds_config_root(const char *path, char out[PATH_MAX]);

/* Is a file system of this statfs magic one between machines? */
bool ds_fs_is_network(unsigned long magic);

/* --- reserve.c: space for what frees space ---------------------------------
 */

#define SYSTEM_RESERVE ".reserve"
#define SYSTEM_RECOVERY "recovery"
/* Give the reserve up if space is low. True: it was. */
bool reserve_release(const char *root);
/* Take it again, released or not there and space is plenty. */
void reserve_restore(const char *root, bool released);

/* --- settle.c: intents ---------------------------------------------------- */

enum { HOLDER_LEN = 64 };
#define DS_INTENT_QNAME "SYSINTNT" /* of the ENQ that an intent names */
struct enq;

/*
 * A change of names and files in hand: an ENQ that proves our life, and its
 * name for the intent rows. ds_intent_end frees it.
 */
enum ds_status ds_intent_begin(struct ds_system *sys, char holder[HOLDER_LEN],
    struct enq **enqp, struct ds_diag *diag);
/*
 * Make a component's file and space agree with the catalogs and clear its
 * intent: kept when an entry names it, else removed. erase: overwritten first.
 */
enum ds_status ds_intent_settle(struct ds_system *sys, int64_t id,
    const char *volser, const uint8_t comp_id[16], bool erase,
    struct ds_diag *diag);
/* Finish or undo all whose owners are dead. What cannot be stays. */
void ds_settle(struct ds_system *sys);
/* Is a header behind its entry, somewhere? Then settle; cheap when not. */
bool ds_settle_pending(struct ds_system *sys);
/* In the transaction that gives the temporary data set ent the component that
 * it has now, in place of was: the job's note of it follows. */
enum ds_status ds_temporary_moved(struct ds_system *sys,
    const struct ds_entry *ent, const uint8_t was[16], struct ds_diag *diag);
/*
 * temporary.c. Within the transaction that enters it: ent is a temporary data
 * set of the job that holder names. And it and its intent go: its job is dead,
 * or has done with it.
 */
enum ds_status ds_temporary_note(struct ds_system *sys,
    const struct ds_entry *ent, const char *holder, struct ds_diag *diag);
enum ds_status ds_temporary_settle(
    struct ds_system *sys, const uint8_t comp_id[16], struct ds_diag *diag);
/* relocate.c: the file of a component on a volume stays if its entry says that
 * it is there, else it goes with its space there; the intent V is cleared. */
enum ds_status ds_relocate_settle(struct ds_system *sys, int64_t id,
    const char *volser, const uint8_t comp_id[16], struct ds_diag *diag);
/* settle.c: does an entry name the component, or the library whose index it
 * is? And has the program that an intent names ended? */
enum ds_status ds_component_stays(struct ds_system *sys,
    const uint8_t comp_id[16], bool *staysp, struct ds_diag *diag);
/* The same of catalogs that are not connected: the name of one that has such an
 * entry, "": none. */
enum ds_status ds_component_apart(struct ds_system *sys,
    const uint8_t comp_id[16], char name[DSNAME_MAX + 1], struct ds_diag *diag);
bool ds_intent_dead(struct ds_system *sys, const char *holder);
/* header.c: let the header of a component, which begins on volser, say what
 * its entry says. */
void ds_header_words(struct comp_attr *a, const struct ds_entry *ent,
    const struct ds_entry *owner, const char *catalog);
enum ds_status ds_header_follow(struct ds_system *sys, const char *volser,
    const uint8_t comp_id[16], struct ds_diag *diag);
/* May the component of ent be opened? DS_OPEN_IO: its header is behind its
 * entry in what the access methods go by. NULL is fine. */
enum ds_status ds_header_ready(
    struct ds_system *sys, const struct ds_entry *ent, struct ds_diag *diag);
/* Start of a process, ticks since boot; 0: there is no such process. */
uint64_t enq_process_start(pid_t pid);

/*
 * Steps at which a change of names and files may die. A test sets the hook
 * and ends the process at the n-th; NULL in every program.
 */
extern void (*ds_step_hook)(const char *step);
void ds_step(const char *step);

#endif
