/*
 * Has the process been asked to end? Asked where it waits for others: for a
 * lock, for the reader of a pipe. What runs asks for itself, record by record.
 */
#ifndef CATAMOUNT_SERVICES_STOP_H
#define CATAMOUNT_SERVICES_STOP_H

#include <stdbool.h>

/* NULL: never, as at the start. One a process. */
void ds_stop_set(bool (*asked)(void));
bool ds_stop_asked(void);
/*
 * Wait until fd is ready (events of poll). False, errno being EINTR: the
 * process has been asked to end, be it between the caller's look and the wait.
 */
bool ds_stop_wait(int fd, short events);

#endif
