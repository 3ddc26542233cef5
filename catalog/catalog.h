/*
 * The catalogs of a root: a master catalog and any number of user catalogs,
 * each an SQLite file, and the space ledger of the volumes. Knows names, never
 * bytes of a data set.
 *
 * One struct catalog belongs to one thread. Names compare as bytes.
 */
#ifndef CATAMOUNT_CATALOG_CATALOG_H
#define CATAMOUNT_CATALOG_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/profile.h"
#include "base/status.h"

struct catalog;

/*
 * Open the catalogs in directory dir (root/catalogs); the master's name is
 * given and its file is made, empty, when dir holds none and create is set.
 * busy_ms: how long to wait for another process's transaction.
 * DS_CAT_UNAVAIL: not a catalog, unreadable or damaged (diag says which file
 * and why); DS_VERSION: made by a newer version. An older schema is upgraded.
 */
enum ds_status cat_open(const char *dir, const char *master, bool create,
    int busy_ms, struct catalog **catp, struct ds_diag *diag);
void cat_close(struct catalog **catp);
/*
 * Keep the recovery areas of the catalogs in dir, a directory of its own: what
 * each transaction does is written there as well, so that a lost catalog is
 * made again as it was. Called behind each cat_open of the root.
 */
void cat_set_recovery(struct catalog *cat, const char *dir);
/*
 * Make the lost file stem of catalog name in dir again, of its area in
 * recovery. One that is there stays. DS_NOFILE: there is no area; DS_CORRUPT;
 * DS_VERSION: a newer program wrote it.
 */
struct cat_recovered {
	bool whole; /* false: what came last is missing */
};
enum ds_status cat_recover(const char *dir, const char *recovery,
    const char *stem, const char *name, struct cat_recovered *outp,
    struct ds_diag *diag);
/* Has the catalog an area that it could be made again of? True of one that
 * cannot be opened, or not be changed by this process. */
bool cat_recovery_kept(struct catalog *cat, const char *name);
/* busy_ms from now on. What waits in vain is told by whom (diag->holder). */
void cat_set_wait(struct catalog *cat, int ms);
/* Asked while one waits; it answers false: do not wait any longer. */
void cat_on_wait(struct catalog *cat, bool (*go_on)(void));
/*
 * A user catalog whose connector says LOCK=YES or SUSPEND=YES in its extra
 * words is not looked into or changed by name: DS_CAT_UNAVAIL with a text of
 * base/entry.h. What is open goes on until it looks for its entry again. The
 * connector itself is the master's.
 */
/* This opener is not kept out while on. */
void cat_pass_locks(struct catalog *cat, bool on);
const char *cat_master(const struct catalog *cat);

/*
 * Transactions. One at a time, over the master and the ledger (a user catalog
 * joins when an entry of it is touched). Each change outside of one is its
 * own. DS_TIMEOUT: another process kept the catalog busy. After a change has
 * failed inside of one, roll back.
 */
enum ds_status cat_begin(struct catalog *cat, struct ds_diag *diag);
/* The same, for what is done again if a power cut loses it: its commit is as
 * lasting as the next one of cat_begin that changes the same catalog, cat_flush
 * or the closing, but never torn or out of order. */
enum ds_status cat_begin_lazy(struct catalog *cat, struct ds_diag *diag);
enum ds_status cat_commit(struct catalog *cat, struct ds_diag *diag);
/* All that was committed lasts from here on. */
enum ds_status cat_flush(struct catalog *cat, struct ds_diag *diag);
void cat_rollback(struct catalog *cat); /* none begun: no error */

/* Let the logs be written from their start again, as far as readers let it:
 * they do not grow then. */
void cat_trim(struct catalog *cat);

/*
 * Which catalog holds or would hold name: the longest alias match of its
 * qualifiers, a catalog of that name, else the master. out: DSNAME_MAX + 1.
 */
enum ds_status cat_route(
    struct catalog *cat, const char *name, char *out, struct ds_diag *diag);

/*
 * Find an entry. in: the catalog to look in (CATALOG parameter), or NULL for
 * the search order. *entp is complete (volumes, extents, associations in
 * LISTCAT's order); the caller frees. DS_CAT_NOTFOUND.
 */
enum ds_status cat_get(struct catalog *cat, const char *in, const char *name,
    struct ds_entry **entp, struct ds_diag *diag);
/* The same without associations: an entry that thousands are tied to is got
 * as fast as any other. */
enum ds_status cat_peek(struct catalog *cat, const char *in, const char *name,
    struct ds_entry **entp, struct ds_diag *diag);
/* Store a new entry; sets ent->rowid and ent->catalog. DS_CAT_DUPLICATE. */
enum ds_status cat_put(struct catalog *cat, const char *in,
    struct ds_entry *ent, struct ds_diag *diag);
/* Rewrite the entry of ent->rowid in ent->catalog, all but associations. */
enum ds_status cat_update(
    struct catalog *cat, const struct ds_entry *ent, struct ds_diag *diag);
/* Remove it, its volumes and its associations on both sides. */
enum ds_status cat_remove(
    struct catalog *cat, const struct ds_entry *ent, struct ds_diag *diag);
enum ds_status cat_rename(struct catalog *cat, const struct ds_entry *ent,
    const char *newname, struct ds_diag *diag);
/* Tie owner and member: cluster and its data, index; AIX and base; path and
 * its entry; GDG base and generation; alias and target. Both in one catalog. */
enum ds_status cat_associate(struct catalog *cat, const struct ds_entry *owner,
    const struct ds_entry *member, struct ds_diag *diag);

/* Take them apart again; the member stands by its own name then. Not tied: no
 * error. */
enum ds_status cat_dissociate(struct catalog *cat, const struct ds_entry *owner,
    const struct ds_entry *member, struct ds_diag *diag);

/* Does an entry of any catalog name this component? */
enum ds_status cat_component_known(struct catalog *cat,
    const uint8_t comp_id[16], bool *knownp, struct ds_diag *diag);
/* The name of a catalog of this root that is not connected and has an entry
 * that names it; "": none has. In a transaction it stays so. */
enum ds_status cat_component_apart(struct catalog *cat,
    const uint8_t comp_id[16], char name[DSNAME_MAX + 1], struct ds_diag *diag);
/* That entry, complete; the caller frees. DS_CAT_NOTFOUND: none does. */
enum ds_status cat_get_component(struct catalog *cat, const uint8_t comp_id[16],
    struct ds_entry **entp, struct ds_diag *diag);
/* The same in catalog in alone. */
enum ds_status cat_get_component_in(struct catalog *cat, const char *in,
    const uint8_t comp_id[16], struct ds_entry **entp, struct ds_diag *diag);
/* The same by the part of its identity that a data set keeps when new content
 * comes in a new component. */
enum { CAT_KEPT_LEN = 8 };
enum ds_status cat_get_kept(struct catalog *cat,
    const uint8_t kept[CAT_KEPT_LEN], struct ds_entry **entp,
    struct ds_diag *diag);
/*
 * User catalogs: a file each, and a connector (of type DS_UCAT) in the master.
 * Names are routed to one by ALIAS entries of the master whose related is its
 * name. Each of these is its own transaction, and no other process sees a part
 * of it.
 *
 * create: the file, empty, and the connector ent. DS_CAT_DUPLICATE: it is
 * there, or a file of a catalog of this name that has entries.
 * connect: the connector ent for a file that is there. DS_CAT_UNAVAIL: none.
 * disconnect: the connector and its aliases go, the file stays.
 * delete: the file goes, with the connector and its aliases unless keep is
 * set. DS_CAT_NOTEMPTY: it has entries and any is not set.
 */
enum ds_status cat_ucat_create(
    struct catalog *cat, struct ds_entry *ent, struct ds_diag *diag);
enum ds_status cat_ucat_connect(
    struct catalog *cat, struct ds_entry *ent, struct ds_diag *diag);
/*
 * A catalog as bytes, of one moment, whoever writes meanwhile; the caller frees
 * by cat_image_free. And a user catalog made of them, with its connector ent:
 * DS_CORRUPT: they are no catalog, or not of this name.
 */
enum ds_status cat_image(struct catalog *cat, const char *name, uint8_t **bufp,
    size_t *lenp, struct ds_diag *diag);
void cat_image_free(uint8_t *buf); /* NULL is fine */
enum ds_status cat_ucat_restore(struct catalog *cat, struct ds_entry *ent,
    const uint8_t *buf, size_t len, struct ds_diag *diag);
/* The same into the master, which has to have no entries (DS_CAT_DUPLICATE),
 * in one transaction: entries, volumes, profiles, all but what was under way.
 */
enum ds_status cat_master_restore(
    struct catalog *cat, const uint8_t *buf, size_t len, struct ds_diag *diag);
/* The file of a connected catalog was lost: what its recovery area has, or an
 * empty one (not whole). There: no error. */
enum ds_status cat_ucat_remake(struct catalog *cat, const char *name,
    struct cat_recovered *outp, struct ds_diag *diag);
/* Names of all user catalogs in order; the caller frees. */
enum ds_status cat_ucat_names(struct catalog *cat,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag);
/* Is there a catalog of this name, and can it be opened? */
bool cat_there(struct catalog *cat, const char *name);
enum ds_status cat_ucat_disconnect(
    struct catalog *cat, const char *name, struct ds_diag *diag);
enum ds_status cat_ucat_delete(struct catalog *cat, const char *name, bool any,
    bool keep, struct ds_diag *diag);

/*
 * Moving entries. All that is tied together (a cluster with its components,
 * alternate indexes and paths; a base with its generations; a data set with its
 * aliases) goes as one, named by any of its entries, and each step is whole:
 *
 *	begin	the master notes what is to move; holder as in an intent
 *	copy	it is in the target too. DS_CAT_DUPLICATE: a name is there
 *	finish	it is gone from the source, if it still is what was copied
 *		(DS_BUSY: it is not, and is gone from the target again)
 *
 * settle does the rest of what a dead process had begun, by its number.
 */
enum ds_status cat_move_begin(struct catalog *cat, const char *name,
    const char *source, const char *target, const char *holder, int64_t *idp,
    struct ds_diag *diag);
enum ds_status cat_move_copy(struct catalog *cat, const char *name,
    const char *source, const char *target, struct ds_diag *diag);
enum ds_status cat_move_finish(struct catalog *cat, int64_t id,
    const char *name, const char *source, const char *target,
    struct ds_diag *diag);
/* There is no copy: it is not on its way any more. */
enum ds_status cat_move_drop(
    struct catalog *cat, int64_t id, struct ds_diag *diag);
enum ds_status cat_move_settle(struct catalog *cat, int64_t id,
    const char *name, const char *source, const char *target,
    struct ds_diag *diag);
enum ds_status cat_move_list(struct catalog *cat,
    bool (*fn)(void *ctx, int64_t id, const char *name, const char *source,
	const char *target, const char *holder),
    void *ctx, struct ds_diag *diag);
/* Names and types of all that is tied to name, itself included. */
enum ds_status cat_tied(struct catalog *cat, const char *in, const char *name,
    bool (*fn)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag);
/* All entries of source but connectors and their aliases, into target, which is
 * empty (DS_CAT_NOTEMPTY). *np: how many. */
enum ds_status cat_copy(struct catalog *cat, const char *source,
    const char *target, uint64_t *np, struct ds_diag *diag);

enum cat_sel {
	CAT_ALL,     /* every entry */
	CAT_GENERIC, /* dsname_match(pattern) */
	CAT_LEVEL,   /* dsname_level_match */
	CAT_MASK,    /* dsname_mask_match */
};

/*
 * Call fn for each entry of catalog in (NULL: of every catalog that the
 * pattern can reach), in name order of the sphere's owner: a cluster is
 * followed by its DATA and INDEX, then by its AIXs with theirs; a path or a
 * plain entry stands by its own name; a GDG base is followed by its
 * generations. An entry is given when it matches itself or, for components,
 * when its own name matches. Temporary data sets are never given. fn must not
 * change the catalog; it may keep nothing of the entry; returning false stops.
 */
enum ds_status cat_list(struct catalog *cat, const char *in, enum cat_sel sel,
    const char *pattern, bool (*fn)(void *ctx, const struct ds_entry *ent),
    void *ctx, struct ds_diag *diag);

/*
 * The names alone of what cat_list gives of all catalogs, each entry on its own
 * and in the order of its characters, behind after ("": from the first). A page
 * at a time is read, so memory is the same for ten and for a million, and
 * nobody waits for a caller who takes his time; what is entered or removed
 * meanwhile is given or not. fn may look up and change what it likes.
 */
enum ds_status cat_list_names(struct catalog *cat, enum cat_sel sel,
    const char *pattern, const char *after,
    bool (*fn)(
	void *ctx, const char *name, enum ds_type type, const char *catalog),
    void *ctx, struct ds_diag *diag);

/*
 * How a name that begins with prefix may go on, up to the end of its next
 * qualifier: whole names, and stems ("A.B.") below which there are more. Of
 * each catalog the first max, then the last, so that what all have in common
 * shows. Components when nothing else begins so. A look-up by index each. fn
 * returning false stops.
 */
enum ds_status cat_names(struct catalog *cat, const char *prefix, int max,
    bool (*fn)(void *ctx, const char *name), void *ctx, struct ds_diag *diag);

/* --- volumes and their space ------------------------------------------------
 */

struct cat_volume {
	char volser[VOLSER_MAX + 1];
	char uri[256];      /* where its components are; relative to the root */
	uint32_t devtype;   /* X'3010200F' */
	uint32_t cylinders; /* capacity; 15 tracks each */
	uint32_t used_tracks;
	bool online;
};

enum ds_status cat_volume_add(
    struct catalog *cat, const struct cat_volume *vol, struct ds_diag *diag);
enum ds_status cat_volume_get(struct catalog *cat, const char *volser,
    struct cat_volume *volp, struct ds_diag *diag); /* DS_CAT_NOVOLUME */
/* May space be taken there? Cheap, however many pieces its space is in.
 * DS_CAT_NOVOLUME: it is not there, or offline. */
enum ds_status cat_volume_online(
    struct catalog *cat, const char *volser, struct ds_diag *diag);
enum ds_status cat_volume_list(struct catalog *cat,
    bool (*fn)(void *ctx, const struct cat_volume *vol), void *ctx,
    struct ds_diag *diag);

/* May space be taken there from now on? DS_CAT_NOVOLUME: there is none. */
enum ds_status cat_volume_vary(
    struct catalog *cat, const char *volser, bool online, struct ds_diag *diag);
/* Another capacity. DS_CAT_NOSPACE: what would go is not all free. */
enum ds_status cat_volume_resize(struct catalog *cat, const char *volser,
    uint32_t cylinders, struct ds_diag *diag);
/* DS_CAT_INUSE: it has space taken, or is being changed. */
enum ds_status cat_volume_remove(
    struct catalog *cat, const char *volser, struct ds_diag *diag);
/* The largest free piece in tracks, how many there are, and how many components
 * have space there. */
struct cat_volume_counts {
	uint32_t largest, pieces, components;
};
enum ds_status cat_volume_counts(struct catalog *cat, const char *volser,
    struct cat_volume_counts *countsp, struct ds_diag *diag);
/* Its tracks, ascending: those of a component, and (comp_id NULL) free ones.
 * fn returning false stops. */
enum ds_status cat_volume_map(struct catalog *cat, const char *volser,
    bool (*fn)(
	void *ctx, uint32_t low, uint32_t tracks, const uint8_t comp_id[16]),
    void *ctx, struct ds_diag *diag);

/*
 * Are its pieces all of it, without overlap? DS_CORRUPT: diag->text says where
 * not. mend: what is free is what nobody has from now on; DS_CORRUPT: two have
 * the same tracks, or some that it has not got.
 */
enum ds_status cat_volume_cover(
    struct catalog *cat, const char *volser, bool mend, struct ds_diag *diag);

/*
 * Take tracks of a volume for a component (its identity); first fit, in up to
 * max_pieces pieces (z/OS: 5 for a primary), written to extents (cchh and
 * tracks; RBAs are the caller's) and counted in *np. Each piece is a multiple
 * of unit tracks, of 15 on cylinder boundaries. DS_CAT_NOSPACE,
 * DS_CAT_NOVOLUME.
 */
enum ds_status cat_space_take(struct catalog *cat, const char *volser,
    const uint8_t comp_id[16], uint32_t tracks, uint32_t unit, int max_pieces,
    struct ds_extent *extents, int *np, struct ds_diag *diag);
/* Enter that a component has these n extents (their cchh and tracks), unless it
 * has space there already. DS_CAT_NOSPACE: some of it is another's. */
enum ds_status cat_space_claim(struct catalog *cat, const char *volser,
    const uint8_t comp_id[16], const struct ds_extent *extents, size_t n,
    struct ds_diag *diag);
/* The extents (cchh and tracks) that it has there, ascending, max at most;
 * *np: how many there are. */
enum ds_status cat_space_of(struct catalog *cat, const char *volser,
    const uint8_t comp_id[16], struct ds_extent *extents, size_t max,
    size_t *np, struct ds_diag *diag);
/* Give back all that a component has. None: no error. */
enum ds_status cat_space_give(struct catalog *cat, const char *volser,
    const uint8_t comp_id[16], struct ds_diag *diag);
/* What a component has becomes another's. */
enum ds_status cat_space_move(struct catalog *cat, const char *volser,
    const uint8_t from[16], const uint8_t to[16], struct ds_diag *diag);

/*
 * Intents: rows that say what is being done to files, so that a death half-way
 * is finished or undone at the next use. kind 'D' define (undo: remove the
 * files), 'X' delete (redo: remove the files), 'E' the same with erasing, 'H'
 * the header of a component is to follow its entry, 'T' a temporary data set,
 * which goes with the job that holder names, 'V' a file of a component that
 * moves: it stays if the entry says that it is on volser.
 * holder names the ENQ whose being free proves that the owner is dead.
 */
enum ds_status cat_intent_put(struct catalog *cat, char kind,
    const char *volser, const uint8_t comp_id[16], const char *holder,
    int64_t *idp, struct ds_diag *diag);
enum ds_status cat_intent_clear(
    struct catalog *cat, int64_t id, struct ds_diag *diag);
enum ds_status cat_intent_list(struct catalog *cat,
    bool (*fn)(void *ctx, int64_t id, char kind, const char *volser,
	const uint8_t comp_id[16], const char *holder),
    void *ctx, struct ds_diag *diag);

/* --- who may do what: the master's alone ----------------------------------
 */

/* Changes with each change of what follows. */
enum ds_status cat_security_seq(
    struct catalog *cat, uint64_t *seqp, struct ds_diag *diag);

/* All but its access list. DS_CAT_DUPLICATE. */
enum ds_status cat_profile_add(
    struct catalog *cat, const struct ds_profile *p, struct ds_diag *diag);
enum ds_status cat_profile_set(struct catalog *cat, const struct ds_profile *p,
    struct ds_diag *diag); /* DS_CAT_NOTFOUND */
/* With its access list. None: no error. */
enum ds_status cat_profile_remove(
    struct catalog *cat, const char *name, struct ds_diag *diag);
/* None: no error. DS_CAT_DUPLICATE. */
enum ds_status cat_profile_rename(struct catalog *cat, const char *name,
    const char *newname, struct ds_diag *diag);
/* It is there by both names then. *donep: there was one. */
enum ds_status cat_profile_copy(struct catalog *cat, const char *name,
    const char *newname, bool *donep, struct ds_diag *diag);
/* Those of a first qualifier (NULL: all), in order of their names, with their
 * access lists. p is borrowed for the call. fn must not change the catalog;
 * false stops. */
enum ds_status cat_profile_list(struct catalog *cat, const char *hlq,
    bool (*fn)(void *ctx, const struct ds_profile *p), void *ctx,
    struct ds_diag *diag);
/* access NULL: the line of id goes. DS_CAT_NOTFOUND: no such profile. */
enum ds_status cat_permit(struct catalog *cat, const char *profile,
    const char *id, const enum ds_access *access, struct ds_diag *diag);

/* Users of groups: of a user, or (NULL) all. */
enum ds_status cat_member_set(struct catalog *cat, const char *userid,
    const char *group, bool in, struct ds_diag *diag);
enum ds_status cat_member_list(struct catalog *cat, const char *userid,
    bool (*fn)(void *ctx, const char *userid, const char *group), void *ctx,
    struct ds_diag *diag);

enum { CAT_LOGIN_MAX = 255 };
/* User IDs of logins: of one, or (NULL) all. userid NULL: it goes. */
enum ds_status cat_login_set(struct catalog *cat, const char *login,
    const char *userid, struct ds_diag *diag);
enum ds_status cat_login_list(struct catalog *cat, const char *login,
    bool (*fn)(void *ctx, const char *login, const char *userid), void *ctx,
    struct ds_diag *diag);

/*
 * A catalog looked through, of one moment: its file, each page and index; or
 * its entries, each by itself and with what it is tied to. fault is called for
 * each thing that is wrong, with a sentence. DS_STOPPED: stop (NULL: never)
 * said so; DS_CAT_UNAVAIL: it cannot be opened.
 */
struct cat_examined {
	uint64_t pages, free_pages; /* of page_len bytes */
	uint32_t page_len;
	uint64_t entries; /* looked at */
};
typedef void cat_fault_fn(void *ctx, const char *what);
enum ds_status cat_examine(struct catalog *cat, const char *name, bool entries,
    cat_fault_fn *fault, bool (*stop)(void *ctx), void *ctx,
    struct cat_examined *sump, struct ds_diag *diag);
/* How large it is, by its file alone. */
enum ds_status cat_measure(struct catalog *cat, const char *name,
    struct cat_examined *sump, struct ds_diag *diag);
/* It is opened, which finishes what a death left, and its log written back. */
enum ds_status cat_settle(
    struct catalog *cat, const char *name, struct ds_diag *diag);

#endif
