/*
 * What the server knows of its clients of NFS version 4: client ids, their
 * sessions with the replies that may be asked for again, and their opens. All
 * of it is bounded, in memory, and lost with the server: a client that comes
 * back is told so and opens again.
 */
#ifndef CATAMOUNT_NFS_NFS4_STATE_H
#define CATAMOUNT_NFS_NFS4_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "nfs/ops.h"

enum {
	N4_CLIENTS = 256, /* in all */
	N4_SESSIONS = 2,  /* of a client */
	N4_SLOTS = 16,    /* of a session */
	N4_OPENS = 1024,  /* of a client */
	N4_CACHED = 4096, /* bytes of a reply that is kept */
	N4_OWNER = 1024,  /* NFS4_OPAQUE_LIMIT */
	N4_LEASE = 90,    /* seconds */
	N4_SESSION_ID = 16,
	N4_OTHER = 12,    /* of a stateid */
	N4_CREATED = 128, /* bytes of the result of CREATE_SESSION */
};

struct n4_slot {
	uint32_t seq;
	bool busy;
	uint8_t *reply; /* NULL: was not to be kept */
	size_t len;
};

struct n4_session {
	struct n4_session *next;
	struct n4_client *client;
	uint8_t id[N4_SESSION_ID];
	uint32_t max_reply, max_cached, max_ops, nslots;
	struct n4_slot slots[N4_SLOTS];
};

struct n4_open {
	struct n4_open *next;
	uint8_t other[N4_OTHER];
	uint32_t seq, access, deny;
	struct ops_fh fh;
	size_t owner_len;
	uint8_t owner[];
};

struct n4_client {
	struct n4_client *next;
	uint64_t id;
	uint8_t verf[8];
	uint32_t uid; /* who has made it */
	bool confirmed, complete;
	int64_t seen;  /* s of a clock that never goes back */
	unsigned busy; /* requests that run */
	unsigned nsessions, nopens;
	struct n4_session *sessions;
	struct n4_open *opens;
	/* CREATE_SESSION: the next number, and the result of the last. */
	uint32_t create_seq;
	uint8_t created[N4_CREATED];
	size_t created_len;
	size_t owner_len;
	uint8_t owner[];
};

/* Its clients and all below them are looked at under lock alone. */
struct n4_state {
	pthread_mutex_t lock;
	struct n4_client *clients;
	unsigned nclients;
	uint64_t boot, last; /* of client ids, session ids and stateids */
};

struct n4_state *n4_state_new(void); /* NULL: no memory */
void n4_state_free(struct n4_state **statep);

struct n4_client *n4_client_of(struct n4_state *s, uint64_t id);
/* By its owner string; confirmed or not. */
struct n4_client *n4_client_owner(
    struct n4_state *s, const uint8_t *owner, size_t len, bool confirmed);
/* NULL: there are too many, none of which may be dropped. */
struct n4_client *n4_client_add(
    struct n4_state *s, const uint8_t *owner, size_t len);
/* With all it has; none of its requests run. */
void n4_client_drop(struct n4_state *s, struct n4_client *c);
/* Those whose lease is over. */
void n4_expire(struct n4_state *s);

struct n4_session *n4_session_of(
    struct n4_state *s, const uint8_t id[N4_SESSION_ID]);
struct n4_session *n4_session_add(struct n4_state *s, struct n4_client *c);
void n4_session_drop(struct n4_session *ses);
/* Requests run in it beside those of one slot (NULL: beside none). */
bool n4_session_busy(
    const struct n4_session *ses, const struct n4_slot *beside);

/* NULL: no memory, or too many. */
struct n4_open *n4_open_add(struct n4_state *s, struct n4_client *c,
    const struct ops_fh *fh, const uint8_t *owner, size_t len);
void n4_open_drop(struct n4_client *c, struct n4_open *o);
struct n4_open *n4_open_of(
    const struct n4_client *c, const uint8_t other[N4_OTHER]);
struct n4_open *n4_open_owned(const struct n4_client *c,
    const struct ops_fh *fh, const uint8_t *owner, size_t len);
/* An open of fh, other than mine, stands against access and deny. */
bool n4_open_denied(struct n4_state *s, const struct ops_fh *fh,
    const struct n4_open *mine, uint32_t access, uint32_t deny);

#endif
