/*
 * The server's loop: connections over TCP, each request run to its end by the
 * thread that has read it. All threads wait at one epoll; a connection is in
 * the hands of one of them or of none, so it needs no lock.
 *
 * What a client can have is bounded:
 *
 *	connections	in all and an address
 *	memory		an idle connection has no buffer; one that waits for
 *			the rest of a long request, or with a reply for its
 *			client to read, holds one of a fixed pool. Who finds
 *			none, or has his share, is not read from until one is
 *			free.
 *	time		a request has to arrive whole, and a reply to be read,
 *			within stall_ms; while others want buffers within
 *			hurry_ms
 */
#ifndef CATAMOUNT_NFS_SERVER_H
#define CATAMOUNT_NFS_SERVER_H

#include "base/status.h"
#include "nfs/rpc.h"

struct server;

struct server_config {
	const char *address; /* numeric, IPv4 or IPv6; NULL: 127.0.0.1 */
	uint16_t port;       /* 0: any, see server_port */
	unsigned threads;    /* 0: two a processor, four at least */
	unsigned buffers; /* of about 1.1 MiB beside those of threads; 0: 32 */
	unsigned connections; /* 0: 4096 */
	unsigned per_address; /* 0: 2048 */
	unsigned stall_ms;    /* 0: 60 s */
	unsigned hurry_ms;    /* 0: 5 s */
	const struct rpc_table *table;
	/*
	 * What a thread has for procedures (rpc_call.worker): made before
	 * server_start returns, ended by its thread. idle is called when the
	 * thread has nothing to do, and says in how many milliseconds again,
	 * -1: when it has worked. All may be NULL.
	 */
	enum ds_status (*begin)(
	    void *ctx, void **workerp, struct ds_diag *diag);
	int (*idle)(void *worker);
	void (*end)(void *worker);
	void *ctx;
};

/*
 * Bind, listen, start the threads. Borrows what config points at until
 * server_stop. Signals that the caller blocks are blocked in threads.
 */
enum ds_status server_start(const struct server_config *config,
    struct server **serverp, struct ds_diag *diag);
uint16_t server_port(const struct server *s);
/* Requests that run are finished, threads end, connections close. */
void server_stop(struct server **serverp); /* NULL is fine */

struct server_numbers {
	unsigned connections, buffers_used, buffers;
	uint64_t accepted, refused, stalled, broken;
};
void server_numbers(struct server *s, struct server_numbers *numbersp);
/* Each procedure that was called, summed over the threads. */
struct server_count {
	const struct rpc_version *version;
	const struct rpc_proc *proc;
	uint64_t calls, failed, bytes_in, bytes_out, ns;
};
void server_counts(struct server *s,
    void (*fn)(void *ctx, const struct server_count *count), void *ctx);

#endif
