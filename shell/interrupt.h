/*
 * SIGINT and SIGTERM: the first ends the command at work in front of its next
 * record or entry, what it did being kept, and the run behind it; the second
 * ends the process at once (which damages nothing). At a terminal SIGINT ends
 * the command alone, and at the prompt it clears the line.
 */
#ifndef CATAMOUNT_SHELL_INTERRUPT_H
#define CATAMOUNT_SHELL_INTERRUPT_H

#include <stdbool.h>

void interrupt_set_up(void);
bool interrupted(void);
/* A prompt stands there: signals say nothing, and come as often as they do.
 * false: a command begins. */
void interrupt_at_prompt(bool at);
/* Was it SIGINT? Then it is dealt with. */
bool interrupt_take(void);
/* End by the signal that came, as the caller's shell expects. */
void interrupt_end(void);

#endif
