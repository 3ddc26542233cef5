/* What each program of ours arranges with the host before it works. */
#ifndef CATAMOUNT_BASE_PROCESS_H
#define CATAMOUNT_BASE_PROCESS_H

#include <signal.h>

/*
 * A data set does not become descriptor 0, 1 or 2, as many may be open as the
 * host allows, and what nobody reads or may not grow is the outcome of a write
 * (SIGPIPE, SIGXFSZ).
 */
void process_set_up(void);
/* A signal that the caller had ignored (a job in the background) stays so. */
void process_catch(int sig, const struct sigaction *sa);
/* End by the signal that came, as the caller's shell expects. */
void process_end_by(int sig);

#endif
