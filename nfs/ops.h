/*
 * What can be done with data sets as with files: one function an operation,
 * whatever the protocol. The protocol half (rpc, nfs3, nfs4) decodes a request,
 * calls one of these and encodes what it says; it knows neither catalogs nor
 * records.
 *
 * A struct ops is one thread's: it has an opened root of its own, and a pool of
 * open data sets. struct ops_server is what the threads of a process share.
 */
#ifndef CATAMOUNT_NFS_OPS_H
#define CATAMOUNT_NFS_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

struct ops_server;
struct ops;

/* --- outcomes --------------------------------------------------------------
 */

/* Name, value in NFSv3 (RFC 1813 2.6), value in NFSv4 (RFC 8881 15.1), text.
 * */
#define OPS_STATUS_LIST(X)                                          \
	X(OPS_OK, 0, 0, "done")                                     \
	X(OPS_PERM, 1, 1, "not the owner")                          \
	X(OPS_NOENT, 2, 2, "no such name")                          \
	X(OPS_IO, 5, 5, "damaged, or not to be read")               \
	X(OPS_ACCES, 13, 13, "not permitted")                       \
	X(OPS_EXIST, 17, 17, "the name is there")                   \
	X(OPS_XDEV, 18, 18, "another file system")                  \
	X(OPS_NOTDIR, 20, 20, "no directory")                       \
	X(OPS_ISDIR, 21, 21, "a directory")                         \
	X(OPS_INVAL, 22, 22, "invalid argument")                    \
	X(OPS_FBIG, 27, 27, "too large")                            \
	X(OPS_NOSPC, 28, 28, "no space")                            \
	X(OPS_ROFS, 30, 30, "read only")                            \
	X(OPS_NAMETOOLONG, 63, 63, "the name is too long")          \
	X(OPS_NOTEMPTY, 66, 66, "the directory is not empty")       \
	X(OPS_STALE, 70, 70, "it is no more")                       \
	X(OPS_BADHANDLE, 10001, 10001, "no handle of ours")         \
	X(OPS_NOTSYNC, 10002, 22, "it was changed since")           \
	X(OPS_BADCOOKIE, 10003, 10003, "no place in the directory") \
	X(OPS_NOTSUPP, 10004, 10004, "not supported")               \
	X(OPS_TOOSMALL, 10005, 10005, "no room for an entry")       \
	X(OPS_FAULT, 10006, 10006, "the server failed")             \
	X(OPS_DELAY, 10008, 10008, "in use: try later")             \
	X(OPS_BADNAME, 22, 10041, "no name of a data set or member")

enum ops_status {
#define X(name, v3, v4, text) name,
	OPS_STATUS_LIST(X)
#undef X
};
uint32_t ops_status_v3(enum ops_status st); /* NFS3ERR_x */
uint32_t ops_status_v4(enum ops_status st); /* NFS4ERR_x */
const char *ops_status_text(enum ops_status st);

/* --- handles ---------------------------------------------------------------
 */

enum { OPS_FH_MAX = 64 };

/*
 * Opaque and permanent: it says which data set, member and view, by identities
 * that a rename and a restart of the server leave alone. Any bytes may come
 * from a client.
 */
struct ops_fh {
	uint8_t len; /* bytes of data */
	uint8_t data[OPS_FH_MAX];
};

enum ops_view {
	OPS_BINARY, /* records as they are, one behind the other */
	OPS_TEXT,   /* UTF-8, a newline behind each record */
	OPS_RDW,    /* a record descriptor word of four bytes before each */
	OPS_VIEWS
};
extern const char *const ops_view_names[OPS_VIEWS]; /* "binary" ... */
/* By its name, in any case; false: there is none. */
bool ops_view_named(const char *name, size_t len, enum ops_view *viewp);

/* --- attributes ------------------------------------------------------------
 */

enum ops_type { OPS_REG = 1, OPS_DIR = 2, OPS_LNK = 5 }; /* ftype3 */

struct ops_time {
	int64_t sec;
	uint32_t nsec;
};

struct ops_attr {
	enum ops_type type;
	uint32_t mode; /* permission bits, for the one who asks */
	uint32_t nlink;
	uint32_t uid, gid;
	uint64_t size; /* exact: what READ gives to its end */
	uint64_t used; /* bytes of disk */
	uint64_t fsid, fileid;
	uint64_t change; /* another when anything is */
	struct ops_time atime, mtime, ctime;
};

enum ops_access_bit { /* as ACCESS3_x and ACCESS4_x */
	OPS_ACCESS_READ = 0x01,
	OPS_ACCESS_LOOKUP = 0x02,
	OPS_ACCESS_MODIFY = 0x04,
	OPS_ACCESS_EXTEND = 0x08,
	OPS_ACCESS_DELETE = 0x10,
	OPS_ACCESS_EXECUTE = 0x20,
};

/* --- servers and threads ---------------------------------------------------
 */

struct ops_config {
	const char *root;  /* of ds_system_open; NULL: as found there */
	unsigned max_open; /* data sets that a thread has open; 0: 32 */
	unsigned idle_ms;  /* after which one is closed; 0: 3000 */
	unsigned delay_ms; /* how long OPS_DELAY is said of one that is in use
			      before it is OPS_ACCES; 0: 30000 */
	bool writable;     /* some export is rw */
	/* What is written but never committed goes after so long; what ends
	 * within a record waits as long for the rest of it; 0: 30000. */
	unsigned hold_ms;
	/* Told of what goes wrong, with the data set; NULL: nobody. From any
	 * thread. */
	void (*log)(void *ctx, const char *text);
	void *log_ctx;
};

/* Borrows the strings of config until ops_server_free. */
enum ds_status ops_server_new(const struct ops_config *config,
    struct ops_server **serverp, struct ds_diag *diag);
void ops_server_free(struct ops_server **serverp); /* after all its ops */
enum ds_status ops_new(
    struct ops_server *server, struct ops **opsp, struct ds_diag *diag);
void ops_free(struct ops **opsp); /* NULL is fine */

/*
 * For whom the next operations are; as the last time costs nothing. Identities
 * come from the protocol, after the export's squash. OPS_ACCES: this server may
 * not act for him.
 */
struct ops_caller {
	uint32_t uid, gid;
	const uint32_t *gids; /* borrowed for the call */
	unsigned ngids;       /* 16 at most count */
	/* The machine, or whatever is one writer: it reads what it has written,
	 * others what is published. */
	uint64_t client;
};
/* One by its name, whatever that is; the same after a restart. */
uint64_t ops_client(const void *name, size_t len);
enum ops_status ops_act_for(struct ops *ops, const struct ops_caller *caller);

/* To be called now and then by each thread, when it has nothing else to do:
 * closes what was not used for idle_ms. Returns in how many milliseconds to
 * come again, -1: when something was opened. */
int ops_idle(struct ops *ops);

/* --- operations ------------------------------------------------------------
 *
 * Names are bytes of len, not ended. Everything may be OPS_STALE,
 * OPS_BADHANDLE, OPS_ACCES, OPS_IO, OPS_FAULT; out parameters are written on
 * OPS_OK alone.
 */

/*
 * The handle of an export's path: "/", "/text", "/rdw", "/binary", "/HLQ",
 * "/text/HLQ.MORE", "/MY.LIBRARY". view: of a path that says none. export: a
 * number that this handle and all that are got by way of it have, for whoever
 * is to know by which export a request comes; keep it the same after a restart.
 * OPS_NOENT, OPS_NOTDIR.
 */
enum ops_status ops_mount(struct ops *ops, const char *path, enum ops_view view,
    uint16_t export, struct ops_fh *fhp);
/* False: no handle of ours. */
bool ops_fh_export(const struct ops_fh *fh, uint16_t *exportp);

enum ops_status ops_getattr(
    struct ops *ops, const struct ops_fh *fh, struct ops_attr *attrp);
/* "." and ".." too. attrp may be NULL. OPS_NOENT, OPS_NOTDIR,
 * OPS_NAMETOOLONG. */
enum ops_status ops_lookup(struct ops *ops, const struct ops_fh *dir,
    const char *name, size_t len, struct ops_fh *fhp, struct ops_attr *attrp);
/* Which of wanted (enum ops_access_bit) the caller may. */
enum ops_status ops_access(struct ops *ops, const struct ops_fh *fh,
    uint32_t wanted, uint32_t *grantedp);
enum { OPS_LINK_MAX = 128 };
/* *lenp bytes. OPS_INVAL: no link. */
enum ops_status ops_readlink(struct ops *ops, const struct ops_fh *fh,
    char target[OPS_LINK_MAX], size_t *lenp);

/*
 * len bytes at offset, fewer at the end alone; *eofp: there is nothing behind
 * them. OPS_ISDIR, OPS_DELAY.
 */
enum ops_status ops_read(struct ops *ops, const struct ops_fh *fh,
    uint64_t offset, void *buf, size_t len, size_t *gotp, bool *eofp);

struct ops_dirent {
	const char *name; /* borrowed for the call */
	size_t len;
	uint64_t fileid, cookie;
	/* Asked for, and to be had (a data set that is gone again is not). */
	bool has_attr;
	struct ops_attr attr;
	struct ops_fh fh;
};
/* false: there is no room for it; it comes again by the cookie of the last. */
typedef bool ops_dirent_fn(void *ctx, const struct ops_dirent *ent);
/*
 * The entries behind cookie (0: from the first, which are "." and ".." where
 * dots is set). A cookie is good for each server, whatever is entered or
 * removed; when its own entry is removed, for the server whose reply ended with
 * it (the last thousand replies are known). The verifier of the protocol is
 * always zeros. OPS_NOTDIR, OPS_BADCOOKIE.
 */
enum ops_status ops_readdir(struct ops *ops, const struct ops_fh *dir,
    uint64_t cookie, bool dots, bool want_attr, ops_dirent_fn *fn, void *ctx,
    bool *eofp);

struct ops_fsstat {
	uint64_t total, free, avail; /* bytes */
	uint64_t files, ffree;
};
enum ops_status ops_fsstat(
    struct ops *ops, const struct ops_fh *fh, struct ops_fsstat *statp);

/* --- operations that change -------------------------------------------------
 *
 * All are OPS_ROFS unless ops_config.writable. Which exports are read only is
 * for the caller to know (ops_fh_export).
 */

/* A library (PDSE) of VB records. OPS_EXIST, OPS_BADNAME, OPS_INVAL: in another
 * one. Its mode is what profiles say. */
enum ops_status ops_mkdir(struct ops *ops, const struct ops_fh *dir,
    const char *name, size_t len, struct ops_fh *fhp, struct ops_attr *attrp);
/*
 * A data set, a member, an alias; directory: a library or group that is empty.
 * OPS_ISDIR, OPS_NOTDIR, OPS_NOTEMPTY, OPS_PERM (unexpired, a link), OPS_DELAY
 * (in use; other threads of this server let go within idle_ms).
 */
enum ops_status ops_remove(struct ops *ops, const struct ops_fh *dir,
    const char *name, size_t len, bool directory);
/* A data set, anywhere; a member within its library. OPS_EXIST: the new name is
 * there, which is not replaced. OPS_XDEV, OPS_BADNAME, OPS_PERM. */
enum ops_status ops_rename(struct ops *ops, const struct ops_fh *from,
    const char *name, size_t len, const struct ops_fh *to, const char *to_name,
    size_t to_len);

/* --- operations that write records -------------------------------------------
 *
 * A data set or member that is written to has new content on the side, a file
 * of the root, which the writer's client sees (READ, GETATTR) and nobody else.
 * It becomes records, and is published whole, by ops_close; where nobody says
 * ops_open, when nothing was written for idle_ms and all is committed. Until
 * then, and when that fails, the old content stands. A restart of the server
 * goes on with it.
 *
 * OPS_ROFS: of such data sets records are not written here. OPS_DELAY: another
 * client is writing, or a program has it. OPS_FBIG: a record is too long;
 * OPS_INVAL: characters that its code page lacks, descriptors that are wrong;
 * the same of WRITE, COMMIT and CLOSE, until it is truncated to 0.
 */

enum ops_stable { OPS_UNSTABLE, OPS_DATA_SYNC, OPS_FILE_SYNC }; /* stable_how */

/* What a client compares to know that the server has lost what it did not
 * commit: another after a restart. */
uint64_t ops_verifier(const struct ops *ops);
/* *donep: how stable it is, as asked for or more. */
enum ops_status ops_write(struct ops *ops, const struct ops_fh *fh,
    uint64_t offset, const void *buf, size_t len, enum ops_stable how,
    enum ops_stable *donep);
/* All of it, whatever range is asked for. */
enum ops_status ops_commit(struct ops *ops, const struct ops_fh *fh);

/* For version 4, whose clients say when they are done. Each ops_open is ended
 * by an ops_close of the same data set; the last one publishes. OPS_DELAY of a
 * close: it is as open as before. Other outcomes: it is closed, and what was
 * written is dropped, the old content stands. lost: the client's lease has
 * ended; what it did not commit is dropped. */
enum ops_status ops_open(struct ops *ops, const struct ops_fh *fh);
enum ops_status ops_close(struct ops *ops, const struct ops_fh *fh, bool lost);

/* What is to be set. Size: of a file alone. Mode and times are not kept, as
 * profiles and records say them: they are accepted. An owner is OPS_PERM,
 * unless it is he. */
struct ops_set {
	bool has_size, has_uid, has_gid;
	uint64_t size;
	uint32_t uid, gid;
};
enum ops_status ops_setattr(
    struct ops *ops, const struct ops_fh *fh, const struct ops_set *set);

enum ops_create_how { OPS_UNCHECKED, OPS_GUARDED, OPS_EXCLUSIVE };
enum { OPS_CREATE_VERF = 8 };
/*
 * A sequential data set, or a member, without records. set is of a new one and
 * of one that is there (UNCHECKED); verf of EXCLUSIVE: who has made it with the
 * same is answered as then. OPS_EXIST, OPS_BADNAME, OPS_ISDIR.
 */
enum ops_status ops_create(struct ops *ops, const struct ops_fh *dir,
    const char *name, size_t len, enum ops_create_how how,
    const uint8_t verf[OPS_CREATE_VERF], const struct ops_set *set,
    struct ops_fh *fhp, struct ops_attr *attrp);

#endif
