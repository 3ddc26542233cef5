/*
 * SIGINT and SIGTERM: the first ends the command at work in front of its next
 * record or entry, what it did being kept, and the run behind it; the second
 * ends the process at once (which damages nothing).
 * SIGPIPE and SIGXFSZ are ignored: a listing that nobody reads, or a file that
 * may not grow, is the outcome of a write.
 */
#ifndef CATAMOUNT_SHELL_INTERRUPT_H
#define CATAMOUNT_SHELL_INTERRUPT_H

#include <stdbool.h>

void interrupt_set_up(void);
bool interrupted(void);
/* End by the signal that came, as the caller's shell expects. */
void interrupt_end(void);

#endif
