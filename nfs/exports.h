/*
 * What is exported, to whom and how: the exports file. A line an export,
 * a # begins a comment:
 *
 *	PATH CLIENT[,CLIENT...] [OPTION[,OPTION...]]
 *
 *	PATH	/ all data sets, /PAYROLL those below it; with /text, /rdw or
 *		/binary in front: in this view alone
 *	CLIENT	an address, with /BITS a network, or *
 *	OPTION	ro (as without), rw; view=binary|text|rdw: of a path that says
 *		none; squash=root (as without), none, all; anonuid=N, anongid=N
 *		(65534)
 *
 * Of the lines that fit a path and a client the longest path counts, of equal
 * ones the first. Without a file: "/ 127.0.0.0/8,::1".
 */
#ifndef CATAMOUNT_NFS_EXPORTS_H
#define CATAMOUNT_NFS_EXPORTS_H

#include <stdio.h>
#include <sys/socket.h>

#include "base/dsname.h"
#include "base/status.h"
#include "nfs/ops.h"
#include "nfs/rpc.h"

enum squash { SQUASH_ROOT, SQUASH_NONE, SQUASH_ALL };

struct export_client {
	uint8_t addr[16]; /* IPv4 as ::ffff:a.b.c.d */
	unsigned bits;    /* of addr that count; 0: any */
};

enum { EXPORT_PATH_MAX = DSNAME_MAX + 16 };

struct export_line {
	char path[EXPORT_PATH_MAX]; /* as shown: "/text/PAYROLL" */
	char level[DSNAME_MAX + 1]; /* "PAYROLL"; "": all */
	bool in_view;               /* the path says a view: no other */
	enum ops_view view;
	bool writable;
	enum squash squash;
	uint32_t anon_uid, anon_gid;
	uint16_t id; /* follows from the path alone, for handles */
	struct export_client *clients;
	size_t nclients;
};

struct exports {
	struct export_line *all;
	size_t n;
};

/* path NULL: as without a file. DS_NOFILE, DS_INVALID: with the line. */
enum ds_status exports_read(
    const char *path, struct exports **exportsp, struct ds_diag *diag);
/* Of lines; name is for messages. */
enum ds_status exports_parse(FILE *fp, const char *name,
    struct exports **exportsp, struct ds_diag *diag);
void exports_free(struct exports **exportsp);
bool exports_writable(const struct exports *ex); /* one of them is */

/* NULL: path is no path, or nothing of it is for peer. */
const struct export_line *exports_for(const struct exports *ex,
    const char *path, size_t len, const struct sockaddr *peer);
/* The line of a handle that is for peer. NULL: there is none; *knownp: but for
 * others. */
const struct export_line *exports_by_id(const struct exports *ex, uint16_t id,
    const struct sockaddr *peer, bool *knownp);
/* Who the caller is behind the squash; gids is lent to *callerp. */
void export_squash(const struct export_line *e, const struct rpc_cred *cred,
    struct ops_caller *callerp);

#endif
