/* Inside the server: connections, their pool of buffers, threads. */
#ifndef CATAMOUNT_NFS_SERVER_INT_H
#define CATAMOUNT_NFS_SERVER_INT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "nfs/record.h"
#include "nfs/peer.h"
#include "nfs/server.h"

enum {
	STUB_LEN = 4096, /* of a connection that waits for little */
	SPARES = 2,      /* what one turn of a connection can need */
	/* A buffer takes any record, or a reply and small ones before it. */
	BUFFER_LEN = RECORD_BUFFER,
};
_Static_assert(BUFFER_LEN >= RPC_REPLY_MAX + RECORD_MARK + (60 << 10),
    "a buffer has room for a reply and for small ones in front of it");

/* One address, with what it has. Changed under server.lock. */
struct client {
	struct client *next;
	uint8_t addr[PEER_ADDR_LEN];
	unsigned connections;
	atomic_uint buffers;
};

struct conn {
	struct conn *next, *prev; /* of server.conns, under its lock */
	struct conn *next_hungry; /* of server.hungry, likewise */
	struct client *client;
	struct sockaddr_storage peer;
	int fd;
	/* What has arrived and is not worked on: in stub, or in a buffer of
	 * the pool; big: NULL when it is not. */
	struct record_stream in;
	uint8_t *stub, *big;
	/* A reply that the client has not read; NULL: none. */
	uint8_t *out;
	size_t out_at, out_len;
	/* A thread has it. The kernel hands it over; this says so to the
	 * language, so that what one has left the next one sees. */
	atomic_bool taken;
	/* Since when it holds any of this, ms; 0: it does not. */
	_Atomic int64_t since;
};

struct worker {
	struct server *server;
	pthread_t thread;
	bool running;
	uint8_t *in, *out, *spare[SPARES];
	void *ctx; /* of config.begin */
	struct rpc_count *counts;
};

struct server {
	struct server_config config;
	int listener, epoll, timer, wake;
	uint16_t port;
	atomic_bool stopping;
	struct worker *workers;
	unsigned nworkers;

	pthread_mutex_t lock; /* of all below */
	uint8_t *area;        /* the pool, one mapping */
	size_t area_len;
	uint8_t **free; /* a stack: what was used last is used next */
	unsigned nfree, nbuffers;
	struct conn *conns;
	unsigned nconns;
	struct client *clients;
	struct conn *hungry, **hungry_end;
	uint64_t accepted, refused, stalled, broken;
};

/* --- netbuf.c ---------------------------------------------------------------
 */

enum ds_status netbuf_open(
    struct server *s, unsigned nbuffers, struct ds_diag *diag);
void netbuf_close(struct server *s);
/* The thread has its spares, for a turn of c; false: c waits for buffers and
 * is nobody's until it is told. */
bool netbuf_stock(struct worker *w, struct conn *c);
/* A spare becomes c's; and back to the pool. */
uint8_t *netbuf_give(struct worker *w, struct conn *c);
void netbuf_return(struct server *s, struct conn *c, uint8_t **bufp);
/* Who has waited longest for buffers looks again. */
void netbuf_feed(struct server *s);

/* --- conn.c --------------------------------------------------------------- */

/* Accept what waits. */
void conn_accept(struct server *s);
/* A turn of c, which its event has put into the hands of w. */
void conn_turn(struct worker *w, struct conn *c);
/* Wait for events of c; whoever gets them has it. */
void conn_arm(struct server *s, struct conn *c, uint32_t events);
void conn_close(struct server *s, struct conn *c);

#endif
