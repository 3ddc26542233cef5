/*
 * ONC RPC (RFC 5531): a call in, its reply out, without a socket. What can be
 * called is a table of versions of programs, each a table of procedures.
 *
 * Credentials are AUTH_NONE and AUTH_SYS; another flavour is answered with
 * AUTH_REJECTEDCRED.
 */
#ifndef CATAMOUNT_NFS_RPC_H
#define CATAMOUNT_NFS_RPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "nfs/xdr.h"

enum {
	RPC_GIDS = 16,          /* groups of AUTH_SYS (RFC 5531, appendix A) */
	RPC_AUTH_MAX = 400,     /* bytes of a credential or a verifier */
	RPC_NAME_MAX = 255,     /* of the machine in AUTH_SYS */
	RPC_PROCS_MAX = 24,     /* of a version, for the counters */
	RPC_DATA_MAX = 1 << 20, /* bytes of data in one call or reply */
	/* bytes of a reply: its data, and what is around it */
	RPC_REPLY_MAX = RPC_DATA_MAX + 4096,
};

enum rpc_flavor { RPC_AUTH_NONE = 0, RPC_AUTH_SYS = 1 };

/* Who asks, as he says. */
struct rpc_cred {
	enum rpc_flavor flavor;
	uint32_t uid, gid; /* of AUTH_SYS */
	uint32_t gids[RPC_GIDS];
	unsigned ngids;
};

struct rpc_call {
	/* by the caller of rpc_answer */
	const struct sockaddr *peer; /* NULL: not known */
	void *worker;                /* what the thread has for procedures */
	/* by rpc_answer, for the procedure */
	uint32_t xid, prog, vers, proc;
	struct rpc_cred cred;
	struct xdr_in args;
	bool dropped; /* there is no reply */
	/* by the procedure: not 0, it failed; for the counters alone */
	uint32_t status;
};

enum rpc_result {
	RPC_DONE,      /* the results are there */
	RPC_GARBAGE,   /* the arguments could not be read */
	RPC_SYSTEM,    /* no memory or the like */
	RPC_FORBIDDEN, /* AUTH_TOOWEAK: not with this credential */
	RPC_DROP,      /* no answer: it is being worked on, sent again */
};
/* The arguments of call->args become results. Arguments that are bad are found
 * by the caller as well. */
typedef enum rpc_result rpc_proc_fn(struct rpc_call *call, struct xdr_out *res);

struct rpc_proc {
	const char *name;
	rpc_proc_fn *fn; /* NULL: PROC_UNAVAIL */
};

struct rpc_version {
	uint32_t prog, vers;
	const char *name;
	const struct rpc_proc *procs;
	uint32_t nprocs; /* RPC_PROCS_MAX at most */
};

struct rpc_table {
	const struct rpc_version *versions;
	size_t n;
};

/* One thread writes its counters, any reads them. */
struct rpc_count {
	_Atomic uint64_t calls, failed, bytes_in, bytes_out, ns;
};

/*
 * Append the reply to the record rec to out, without its mark. False: it is no
 * call, or one that is dropped; the connection ends. counts is NULL or has
 * table->n * RPC_PROCS_MAX elements.
 */
bool rpc_answer(const struct rpc_table *table, struct rpc_call *call,
    const uint8_t *rec, size_t len, struct xdr_out *out,
    struct rpc_count *counts);

/* Procedure 0 of every program: nothing in, nothing out. */
rpc_proc_fn rpc_null;

#endif
