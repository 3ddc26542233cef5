/* Inside the data set half: what a thread has, and what its files share. */
#ifndef CATAMOUNT_NFS_OPS_INT_H
#define CATAMOUNT_NFS_OPS_INT_H

#include <pthread.h>
#include <stdatomic.h>

#include "nfs/handle.h"
#include "nfs/ops.h"
#include "services/dataset.h"
#include "services/library.h"
#include "services/system.h"

struct opened;

/* --- the server (server_state.c) ------------------------------------------ */

enum {
	SEEN_MAX = 1024,
	SIZES_MAX = 4096,
	BUSY_MAX = 256,
	GIDS_MAX = 16,
	WAIT_MS = 1000, /* for another program's request */
	WRITERS = 4,
	WANTED_MAX = 16,
	MADE_MAX = 256,
	/* A reader that is in the midst of what is wanted lets go: so often it
	 * is asked whether he has, and so long is waited each time. */
	LET_GO_TRIES = 20,
	LET_GO_MS = 5,
};

struct session;
struct scratch;

/* A root of its own for what is published: names are held by it, not by the
 * thread that happens to be asked. */
struct writer {
	pthread_mutex_t lock;
	struct ds_system *sys; /* NULL: not opened yet */
};

struct ops_server {
	struct ops_config config;
	_Atomic uint64_t verifier; /* another when what was written is lost */
	uint64_t fsid;
	char *root;            /* its path */
	pthread_mutex_t mutex; /* of all below */
	/* Where readers of directories have been: the last name of a reply, by
	 * its cookie. */
	struct seen {
		uint64_t cookie, dir;
		char name[DSNAME_MAX + 1];
	} seen[SEEN_MAX];
	/* Sizes that took a pass over all records. */
	struct known_size {
		uint64_t fileid, change, size;
	} sizes[SIZES_MAX];
	/* What was found in use, and since when (ms of a clock that goes on).
	 */
	struct busy {
		uint64_t fileid;
		int64_t since, last;
	} busy[BUSY_MAX];
	/* Data sets that are written to (session.h). */
	struct session *sessions;
	atomic_uint nsessions;
	/* What is to be let go by who reads it, until then (ticks_ms). */
	struct wanted {
		uint8_t id[DS_IDENTITY_LEN];
		int64_t until;
	} wanted[WANTED_MAX];
	atomic_uint nwanted;
	pthread_cond_t let_go; /* one is wanted no more */
	/* Files made with EXCLUSIVE: by what. */
	struct made {
		uint64_t fileid;
		uint8_t verf[OPS_CREATE_VERF];
	} made[MADE_MAX];

	struct scratch *scratches; /* temporary files (scratch.h) */
	unsigned nscratches;
	pthread_mutex_t threads_lock; /* of the list; before mutex */
	struct ops *threads;
	struct writer writers[WRITERS];
};

void server_note_seen(
    struct ops_server *s, uint64_t dir, uint64_t cookie, const char *name);
bool server_seen(struct ops_server *s, uint64_t dir, uint64_t cookie,
    char name[DSNAME_MAX + 1]);
void server_note_size(
    struct ops_server *s, uint64_t fileid, uint64_t change, uint64_t size);
bool server_size(
    struct ops_server *s, uint64_t fileid, uint64_t change, uint64_t *sizep);
/* It is in use: try later, or, when that was said long enough, not permitted.
 */
enum ops_status server_busy(struct ops_server *s, uint64_t fileid);
void server_not_busy(struct ops_server *s, uint64_t fileid);
/* Who reads this data set is to let it go: those do at once that are not in
 * the midst of it, the others when they are done; nobody takes it again for a
 * moment. */
void server_want(
    struct ops_server *s, struct ops *self, const uint8_t id[DS_IDENTITY_LEN]);
bool server_wanted(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN]);
void server_wanted_end(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN]);
/* Who would read it waits until it is wanted no more, a second at most. */
void server_await(struct ops_server *s, const uint8_t id[DS_IDENTITY_LEN]);
/* One that nobody uses now, else any; its lock is held. NULL: it cannot be
 * opened. */
struct writer *server_writer(struct ops_server *s, struct ds_diag *diag);
void server_note_made(
    struct ops_server *s, uint64_t fileid, const uint8_t verf[OPS_CREATE_VERF]);
bool server_made(
    struct ops_server *s, uint64_t fileid, const uint8_t verf[OPS_CREATE_VERF]);
/* A line for the log. */
void server_log(const struct ops_server *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* --- a thread (ops.c) ------------------------------------------------------
 */

struct ops {
	struct ops_server *server;
	struct ops *next; /* of server.threads */
	/* Held while it works, so that another thread can close what this one
	 * has open and does not use. */
	pthread_mutex_t lock;
	struct ds_system *sys;
	struct opened *opened;
	uid_t uid; /* of what has no other owner */
	gid_t gid;
	bool secure; /* profiles are asked */
	bool acting;
	struct ops_caller caller; /* without gids, ... */
	uint32_t gids[GIDS_MAX];  /* ... which are here */
};

/* Each operation, first and last. */
void ops_enter(struct ops *ops);
void ops_leave(struct ops *ops);
/* May the caller read the data set? If not, it is told and logged. */
bool ops_authorized(struct ops *ops, const char *name);
/* What went wrong with a data set, as an outcome here; what nobody would expect
 * is logged. */
enum ops_status ops_failed(struct ops *ops, const char *what, enum ds_status st,
    const struct ds_diag *diag);

/* --- what a node is now (names.c) ------------------------------------------
 */

struct found {
	struct node node;
	struct ds_entry *whole; /* NULL: no data set */
	struct ds_entry *data;  /* of a cluster */
	struct ds_member member;
	bool has_member;
	char name[DSNAME_MAX + 1]; /* of the data set, level or group */
};

enum { NAME_MAX_BYTES = 255 };

void found_free(struct found *f);
bool found_is_dir(const struct found *f);
/* Of a handle. OPS_STALE, OPS_BADHANDLE, OPS_ACCES. The caller frees *fp. */
enum ops_status names_resolve(
    struct ops *ops, const struct ops_fh *fh, struct found *fp);
/* A name in dir, in any case. */
enum ops_status names_lookup(struct ops *ops, const struct found *dir,
    const char *name, size_t len, struct found *fp);
/* In upper case; out has room for len + 1. */
void names_fold(const char *name, size_t len, char *out);
/* What a name in the root, a level or a group stands for. False: no name of a
 * data set. */
bool names_dsn(const struct found *dir, const char *name, size_t len,
    char dsn[DSNAME_MAX + 1]);
/* "NAME,text": *lenp becomes that of NAME. OPS_INVAL: another suffix. */
enum ops_status names_suffix(
    const char *name, size_t *lenp, enum ops_view *viewp);
/* A data set or group by its name, an alias followed. like: its view, and the
 * export. */
enum ops_status names_find(struct ops *ops, const char *dsn,
    const struct node *like, struct found *fp);
/* stats false: by the catalog alone, not good for attributes. */
enum ops_status names_find_entry(struct ops *ops, const char *dsn,
    const struct node *like, bool stats, struct found *fp);
/*
 * The entries behind the name after ("": of all) in their order; f is borrowed
 * for the call, and good for attributes with stats alone. fn returning false
 * stops.
 */
typedef bool names_fn(void *ctx, const char *name, struct found *f);
enum ops_status names_list(struct ops *ops, const struct found *dir,
    const char *after, bool stats, names_fn *fn, void *ctx, bool *stoppedp);

/* --- attributes (attr.c) ---------------------------------------------------
 */

/* cheap: not by a pass over all records; *knownp false: it would need one. */
enum ops_status attr_get(struct ops *ops, struct found *f, bool cheap,
    struct ops_attr *attrp, bool *knownp);
/* Of what is open here, without looking for it again. False: it is not. */
bool attr_of_open(struct ops *ops, const struct ops_fh *fh,
    struct ops_attr *attrp, enum ops_status *stp);
/* Another whenever the records are. */
uint64_t attr_change(const struct found *f);
/* Are records of it written here, and may the caller? */
bool attr_may_write(struct ops *ops, const struct found *f);
/* May the caller have level of the data set? Nobody is told. */
bool attr_may(struct ops *ops, const char *name, int level);

/* --- open data sets (opened.c) -----------------------------------------------
 */

struct view;
struct opened_file {
	struct node node;
	char name[DSNAME_MAX + 1];
	bool library; /* looked into: file is NULL */
	bool pinned;
	bool empty; /* never loaded: there is nothing to be opened */
	struct ds_library *lib;
	struct ds_member member;
	struct ds_file *file;
	struct view *view;
	struct ops_attr attr; /* as it was opened; of the one who did */
	bool has_attr;
	/* Others change it meanwhile: as what, and when that was seen. */
	uint64_t nonce, version;
	struct ops_time changed;
	int64_t used; /* ticks_ms */
};

enum ops_status opened_new(struct ops *ops, struct opened **openedp);
void opened_free(struct opened **openedp);
/* It is open, for reading; borrowed until the next call. found may be NULL. */
enum ops_status opened_get(struct ops *ops, const struct ops_fh *fh,
    const struct found *found, struct opened_file **filep);
/* ... if it is open already; else NULL. */
struct opened_file *opened_peek(struct ops *ops, const struct node *node);
/* Is it still what its name leads to? */
bool opened_is_current(struct opened_file *file);
/* It failed: the next one opens it again. */
void opened_drop(struct ops *ops, struct opened_file *file);
/* A library to look into, borrowed; OPS_NOENT: it was never written to, and has
 * no members. Pinned it stays, whatever else is opened. */
enum ops_status opened_library(
    struct ops *ops, const struct found *f, struct ds_library **libp);
void opened_pin(struct ops *ops, const struct found *f, bool pinned);
/* Let go what is wanted (server_want). */
void opened_release_wanted(struct ops *ops);
/* Let go what this thread has open of a data set. */
void opened_release(struct ops *ops, const uint8_t id[DS_IDENTITY_LEN]);
int opened_idle(struct ops *ops);
/* Its size by its view, and what its change attribute goes by besides. */
enum ops_status opened_size(struct ops *ops, struct opened_file *file,
    uint64_t *sizep, uint64_t *versionp);

enum ops_status opened_read(struct ops *ops, struct opened_file *file,
    uint64_t offset, void *buf, size_t len, size_t *gotp, bool *eofp);

#endif
