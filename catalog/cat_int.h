/*
 * Inside the catalog: open catalog files, prepared statements, outcomes.
 *
 *	schema.c    the tables, their version, the way up from older ones
 *	store.c	    catalog files: make, open; statements
 *	tx.c	    transactions over them
 *	readonly.c  a catalog that may not be written
 *	sql.h	    every statement
 *	entry.c	    one entry: store, read, rewrite, remove, rename
 *	assoc.c	    associations and the order of a sphere
 *	route.c	    which catalog holds a name
 *	move.c	    entries from one catalog to another, whole catalogs copied
 *	image.c	    a catalog as bytes
 *	ucat.c	    user catalogs: made, connected, disconnected, removed
 *	apart.c	    catalogs that are not connected, looked into
 *	list.c	    entries by pattern
 *	page.c	    names by pattern, a page at a time
 *	names.c	    how names go on
 *	space.c	    volumes, the ledger of their tracks
 *	volume.c    volumes changed and shown
 *	intent.c    what is being done to files
 *	profile.c   who may do what
 *	examine.c   a catalog looked through
 *	recovery.c  the recovery area of a catalog, kept (recovery.h);
 *		    recovery_rows.c its records, recovery_file.c its bytes
 *	recover.c   a catalog made again of it
 */
#ifndef CATAMOUNT_CATALOG_CAT_INT_H
#define CATAMOUNT_CATALOG_CAT_INT_H

#include <limits.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "catalog/catalog.h"
#include "catalog/sql.h"

enum { CAT_SCHEMA_VERSION = 5, CAT_FILES = 256 };
enum { CAT_EXTRA = sizeof(((struct ds_entry *)0)->extra) };
#define CAT_APPLICATION_ID 0x43544D54 /* "CTMT" */

/* One catalog: a file. */
struct cat_file {
	const struct catalog *cat; /* that opened it */
	long wait_began;           /* for another process, ms */
	char name[DSNAME_MAX + 1];
	char path[PATH_MAX];
	sqlite3 *db;
	sqlite3_stmt *stmts[SQL_COUNT]; /* prepared when first used */
	struct cat_recovery *rec;       /* NULL: it keeps no recovery area */
	bool in_tx;
	bool copy;      /* in memory, of a file that may not be written */
	bool lazy;      /* its commits are not flushed now */
	bool unflushed; /* and there was one since cat_flush */
	dev_t dev;      /* the file that was opened: another may have the */
	ino_t ino;      /* name by now */
	struct cat_file *retired; /* the next that is not used any more */
};

struct catalog {
	char dir[PATH_MAX];
	char recovery[PATH_MAX]; /* where recovery areas are; "" none */
	int busy_ms;
	bool (*go_on)(void); /* is a wait to go on? NULL: yes */
	bool pass_locks;     /* of user catalogs */
	bool in_tx;
	bool lazy; /* the transaction's commits are not flushed */
	struct cat_file *files[CAT_FILES]; /* [0] is the master */
	int nfiles;
	struct cat_file *retired; /* a listing may be in them still */
};

/* --- schema.c: a version of the tables, and how to get there ------------- */

struct cat_step {
	int to;          /* user_version afterwards */
	const char *sql; /* statements from the version before */
};
extern const struct cat_step cat_steps[];
extern const int cat_nsteps;
/*
 * Bring db to the last of steps, in one transaction. DS_VERSION: it is newer.
 * what is the file's name for the diagnosis.
 */
enum ds_status cat_migrate(sqlite3 *db, const struct cat_step *steps,
    int nsteps, const char *what, struct ds_diag *diag);

/* --- store.c -------------------------------------------------------------- */

/* The outcome of an SQLite error in a file. */
enum ds_status cat_fail(sqlite3 *db, int rc, const char *path,
    const char *doing, struct ds_diag *diag);
/* The same; who keeps the catalog busy, too. */
enum ds_status cat_file_fail(
    struct cat_file *file, int rc, const char *doing, struct ds_diag *diag);
/* wait.c, for SQLite: 0, the time is over. */
int cat_wait(void *ctx, int turn);
/* A prepared statement, reset and without bindings. */
enum ds_status cat_stmt(struct cat_file *file, enum cat_sql id,
    sqlite3_stmt **stp, struct ds_diag *diag);
/* Run it to its end; rows are ignored. Resets. */
enum ds_status cat_run(
    struct cat_file *file, sqlite3_stmt *st, struct ds_diag *diag);
/* One row or none (*rowp); the caller resets. */
enum ds_status cat_step_row(
    struct cat_file *file, sqlite3_stmt *st, bool *rowp, struct ds_diag *diag);
/* The file of the catalog called name; opened when first asked for. NULL or ""
 * is the master. DS_CAT_UNAVAIL. */
enum ds_status cat_file_of(struct catalog *cat, const char *name,
    struct cat_file **filep, struct ds_diag *diag);
/* The same for who asks by name: DS_CAT_UNAVAIL if it is locked, too. */
enum ds_status cat_file_asked(struct catalog *cat, const char *name,
    struct cat_file **filep, struct ds_diag *diag);
/* Make the file of a catalog, called stem and ".db", unless it is there. */
enum ds_status cat_file_make(
    const char *dir, const char *stem, const char *name, struct ds_diag *diag);
/* The same, fill having put into db what it begins with, whatever version of
 * the tables it makes; NULL: nothing. */
enum ds_status cat_file_build(const char *dir, const char *stem,
    const char *name,
    enum ds_status (*fill)(sqlite3 *db, void *ctx, struct ds_diag *diag),
    void *ctx, struct ds_diag *diag);
/* Mode and owner of a file in dir, which may be shared. */
enum ds_status cat_set_owner(
    const char *dir, const char *path, struct ds_diag *diag);
/* The same of an image, checked; there must be none. */
enum ds_status cat_file_restore(struct catalog *cat, const char *stem,
    const char *name, const uint8_t *buf, size_t len, struct ds_diag *diag);
/* Open a file whether it is connected or not; the caller closes. */
enum ds_status cat_file_open(struct catalog *cat, const char *stem,
    const char *name, struct cat_file **filep, struct ds_diag *diag);
void cat_file_close(struct cat_file **filep);
/* Close the file of user catalog name if it is open: nothing is being read
 * from it. */
void cat_file_forget(struct catalog *cat, const char *name);
/* dir/stem and suffix; false: too long. */
bool cat_file_path(
    char out[PATH_MAX], const char *dir, const char *stem, const char *suffix);
/* What was made and removed in dir lasts. */
void cat_sync_dir(const char *dir);
/* DS_CAT_UNAVAIL: its name leads to another file, or none, by now. */
enum ds_status cat_file_still(
    struct catalog *cat, struct cat_file *file, struct ds_diag *diag);

/* --- recovery.c ----------------------------------------------------------- */

/* An open catalog keeps its area from now on; one that is not good is made
 * anew, if nobody has to be waited for. */
void cat_recovery_attach(struct cat_file *file);
void cat_recovery_detach(struct cat_file *file);
/* In front of the commit: what the transaction did goes into the area. It
 * fails by the catalog alone. */
enum ds_status cat_recovery_log(struct cat_file *file, struct ds_diag *diag);
/* The transaction was undone. */
void cat_recovery_forget(struct cat_file *file);
/* In place of a note of SQLite's: entry id is put; comp: it has bytes. */
void cat_recovery_apart(struct cat_file *file, bool on);
void cat_recovery_put(
    struct cat_file *file, int64_t id, const struct ds_entry *ent, bool comp);
/* What the transaction does is not noted row by row. */
void cat_recovery_anew(struct cat_file *file);
/* The catalog is not of this root any more. */
void cat_recovery_remove(const struct catalog *cat, const char *name);

/* --- tx.c ----------------------------------------------------------------- */

/* A user catalog takes part in the transaction that is begun. */
enum ds_status cat_file_join(
    struct catalog *cat, struct cat_file *file, struct ds_diag *diag);

/* A change is its own transaction unless one is begun: */
struct cat_change {
	bool own;
};
enum ds_status cat_change_begin(struct catalog *cat, struct cat_file *file,
    struct cat_change *ch, struct ds_diag *diag);
enum ds_status cat_change_end(struct catalog *cat, struct cat_change *ch,
    enum ds_status st, struct ds_diag *diag);

/* --- readonly.c ----------------------------------------------------------- */

/* May this process change the file, and make others beside it? */
bool cat_writable(const char *path, const char *dir);
/* Open file->path for reading, writing nothing anywhere. */
enum ds_status cat_open_readonly(struct cat_file *file, struct ds_diag *diag);
/* The same of one that nobody writes to; an outcome of SQLite. */
int cat_open_quiet(struct cat_file *file);

/* ucat.c: is it the stem of a file for the catalog name? */
bool cat_stem_fits(const char *stem, const char *name);

/* --- entry.c, assoc.c, route.c -------------------------------------------- */

/* DS_CAT_NOTFOUND unless ent->name still is at the row it was read from. */
enum ds_status cat_same_name(
    struct cat_file *file, const struct ds_entry *ent, struct ds_diag *diag);

/* Has it an entry, and which? */
enum ds_status cat_any_entry(struct cat_file *file, char name[DSNAME_MAX + 1],
    bool *anyp, struct ds_diag *diag);
/* A complete entry by its id; *entp NULL when there is none. */
enum ds_status cat_load(struct catalog *cat, struct cat_file *file, int64_t id,
    struct ds_entry **entp, struct ds_diag *diag);
enum ds_status cat_load_assocs(
    struct cat_file *file, struct ds_entry *ent, struct ds_diag *diag);
/* The catalog to look in: in if given, else by routing. */
enum ds_status cat_choose(struct catalog *cat, const char *in, const char *name,
    struct cat_file **filep, struct ds_diag *diag);
/* The file and the extra words of the connector of name; *foundp false: there
 * is none. */
enum ds_status cat_connector(struct catalog *cat, const char *name,
    char stem[DSNAME_MAX + 1], char extra[CAT_EXTRA], bool *foundp,
    struct ds_diag *diag);
/* Names of all user catalogs in order; the caller frees. */
enum ds_status cat_ucats(struct catalog *cat, char (**namesp)[DSNAME_MAX + 1],
    size_t *np, struct ds_diag *diag);
/* Can a name that begins with prefix be in user catalog name? */
enum ds_status cat_reaches(struct catalog *cat, const char *name,
    const char *prefix, bool *yesp, struct ds_diag *diag);

/* list.c: the two statements of a listing (prepared anew for each). */
extern const char cat_list_all[], cat_list_prefix[];

/* Copy a text column, cut to size; "" for NULL. */
void cat_text(sqlite3_stmt *st, int column, char *out, size_t size);

/* list.c: is it a name that is asked for? */
bool cat_selects(enum cat_sel sel, const char *pattern, const char *name);

#endif
