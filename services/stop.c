/* Has the process been asked to end? */
#include <errno.h>
#include <poll.h>
#include <stddef.h>

#include "services/stop.h"

enum { LOOK_MS = 200 }; /* a signal in front of the wait does not end it */

static bool (*stop_asked)(void);

void
ds_stop_set(bool (*asked)(void))
{
	stop_asked = asked;
}

bool
ds_stop_asked(void)
{
	return stop_asked != NULL && stop_asked();
}

bool
ds_stop_wait(int fd, short events)
{
	struct pollfd pfd = {.fd = fd, .events = events};
	int n;

	do {
		if (ds_stop_asked()) {
			errno = EINTR;
			return false;
		}
		n = poll(&pfd, 1, LOOK_MS);
	} while (n == 0 || (n < 0 && errno == EINTR));
	return true; /* a fault of fd is the transfer's to tell */
}
