/*
 * Threads that do transfers where the kernel has no io_uring, so that reading
 * ahead and writing behind go on beside the caller.
 */
#ifndef CATAMOUNT_AM_VOLUME_CREW_H
#define CATAMOUNT_AM_VOLUME_CREW_H

#include "access-methods/volume/volume_int.h"

struct crew;

enum { CREW_DEPTH = 32 }; /* requests at a time, done ones included */

/* transfer does a request, in any of the threads. NULL: no memory or no
 * thread. */
struct crew *crew_new(void (*transfer)(struct vol_req *req));
/* Nothing is in flight. NULL is fine. */
void crew_free(struct crew **cp);
/* Are its threads in this process? A child of fork has none; what is in flight
 * when a process forks is its parent's. */
bool crew_here(const struct crew *c);
/* Up to CREW_DEPTH that crew_reap has not given back. */
void crew_submit(struct crew *c, struct vol_req *req);
/* One that is done, waiting for it; some are in flight. */
struct vol_req *crew_reap(struct crew *c);

#endif
