/* What the server says: a line an event to standard error, name=value. */
#ifndef CATAMOUNT_NFS_LOG_H
#define CATAMOUNT_NFS_LOG_H

#include <sys/socket.h>

/* "2026-12-01T10:30:00Z event=EVENT ..."; fmt, printf's, may be NULL. What it
 * makes has no control characters and 400 bytes at most. Any thread. */
void nfsd_log(const char *event, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Nothing is said from now on; for tests. */
void nfsd_log_off(void);

enum { NFSD_PEER_MAX = 64 };
/* "10.0.0.7:723", "[::1]:723" or "?" */
const char *nfsd_peer(const struct sockaddr *peer, char out[NFSD_PEER_MAX]);

#endif
