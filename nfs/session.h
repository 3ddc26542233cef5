/*
 * Inside the data set half: who is writing what. A session is a data set or
 * member with new content on the side (stream.h), seen by the client that
 * writes it, until it is published (publish.h). The threads of a server share
 * its sessions.
 */
#ifndef CATAMOUNT_NFS_SESSION_H
#define CATAMOUNT_NFS_SESSION_H

#include "nfs/ops_int.h"
#include "nfs/publish.h"
#include "nfs/stream.h"

enum { RANGES = 64 };

/* Clients of version 4 that have it open for writing. */
struct opener {
	struct opener *next;
	uint64_t client;
	unsigned n;
};

struct session {
	/* Under server.mutex: the list, and what those see who do not write. */
	struct session *next;
	unsigned refs;
	struct opener *openers;
	struct node node;
	uint64_t client;
	bool has;     /* there is new content */
	bool working; /* it is being published */
	bool ended;   /* out of the list */
	bool ready;   /* committed, and whole: it may be published */
	bool bad;     /* it can never be */
	uint64_t size, base;
	uint64_t nonce, version; /* its change attribute */
	struct ops_time changed;
	int64_t used, retry; /* ticks_ms */

	pthread_mutex_t lock; /* of all below; taken before server.mutex */
	struct stream *stream;
	struct target target;
	bool resumed;  /* a server before this one began it */
	bool prepared; /* target is that of now, and the name held */
	struct writer *writer;
	struct enq *hold;
	enum ops_status failed; /* what WRITE, COMMIT and CLOSE say */
	bool partly;            /* a part of it was added to a cluster */
	bool told;              /* that it cannot be published now */
	/* As far as it was looked through, from base on; and what is there
	 * without a hole before it, and pieces behind that. */
	struct cutter *check;
	uint64_t checked, contiguous;
	struct range {
		uint64_t from, to;
	} ranges[RANGES];
	unsigned nranges;
	bool scattered; /* in more pieces than that */
};

/* Those that a server before this one left. */
void sessions_load(struct ops_server *server);
/* All are let go; they stay for the next server. */
void sessions_free(struct ops_server *server);
/* What is due is published, or dropped. In how many ms to come again; -1. */
int sessions_idle(struct ops *ops);
/* All that is ready, whether due or not: the server ends. */
void sessions_flush(struct ops *ops);

enum enter_how {
	ENTER_NEW, /* to write: made when there is none */
	ENTER_OLD, /* none: *sp is NULL */
	ENTER_ANY, /* NEW, also when another client is writing */
};
/* The session of a file, its lock held. OPS_DELAY: another client writes it, or
 * it is being published. */
enum ops_status session_enter(struct ops *ops, const struct node *node,
    enum enter_how how, struct session **sp);
void session_leave(struct ops *ops, struct session **sp);

/* The rest needs the lock. New content begins; replace: as nothing, else as
 * what is there, to be appended to. */
enum ops_status session_begin(
    struct ops *ops, struct session *s, const struct ops_fh *fh, bool replace);
enum ops_status session_write(struct ops *ops, struct session *s,
    const struct ops_fh *fh, uint64_t offset, const uint8_t *buf, size_t len);
enum ops_status session_truncate(
    struct ops *ops, struct session *s, const struct ops_fh *fh, uint64_t size);
/* It is looked through, and on disk. */
enum ops_status session_commit(struct ops *ops, struct session *s);
/* It becomes the data set's, and ends. OPS_DELAY: in use. */
enum ops_status session_publish(struct ops *ops, struct session *s);
/* Others may have the name; what needs it takes it again. */
void session_let_go(struct session *s);
/* This content becomes that of the data set of node, whatever was being
 * written. */
enum ops_status session_publish_other(struct ops *ops, struct session *s,
    const struct node *node, const struct stream *stream, uint64_t size);
/* It ends, and what was written goes. why: for the log; NULL: no line. */
void session_drop(struct ops *ops, struct session *s, const char *why);

/* The caller's client has it open once more; once less: true, it was the last
 * time. Its opener, under server.mutex; NULL: it has not. */
enum ops_status session_open(struct ops *ops, struct session *s);
bool session_close(struct ops *ops, struct session *s);
struct opener *session_opener(const struct session *s, uint64_t client);

/* session_check.c. from to to is there now. */
void check_came(struct session *s, uint64_t from, uint64_t to);
/* All of it is there, holes being zeros. */
void check_whole(struct session *s);
/* Does it change bytes that were looked through? Then that begins again. */
bool check_changes(
    const struct session *s, uint64_t offset, const uint8_t *buf, size_t len);
void check_again(struct session *s);
/* These bytes have come; they are looked through if they are the next ones. */
enum ds_status check_next(struct session *s, uint64_t offset,
    const uint8_t *buf, size_t len, struct ds_diag *diag);
/* As far as it is there without a hole. DS_BADLENGTH, DS_BADTEXT, DS_INVALID:
 * it cannot be stored. */
enum ds_status check_all(struct session *s, struct ds_diag *diag);

/* Without its lock: what the caller's client sees. False: nothing else than
 * others. */
bool session_sees(struct ops *ops, const struct node *node);
bool session_attr(
    struct ops *ops, const struct node *node, struct ops_attr *attr);
bool session_read(struct ops *ops, const struct ops_fh *fh, uint64_t offset,
    void *buf, size_t len, size_t *gotp, bool *eofp, enum ops_status *stp);
/* Is somebody writing it? Those who remove and rename ask. */
bool session_is(struct ops *ops, const struct node *node);

/* A data set or member without records (ops_create.c). OPS_EXIST, OPS_BADNAME.
 */
enum ops_status create_file(struct ops *ops, const struct found *dir,
    const char *name, size_t len, struct found *fp);
/* A library, or what its suffix says. */
enum ops_status create_library(
    struct ops *ops, const struct found *dir, const char *name, size_t len);
/* ops_setattr, within an operation (ops_write.c). */
enum ops_status ops_set_attr(
    struct ops *ops, const struct ops_fh *fh, const struct ops_set *set);

#endif
