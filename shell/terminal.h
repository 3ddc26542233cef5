/*
 * Lines from a person at a terminal. Plain reading today: an editor with
 * history and completion takes the place of terminal.c, nothing else changes.
 */
#ifndef CATAMOUNT_SHELL_TERMINAL_H
#define CATAMOUNT_SHELL_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/*
 * Print the prompt and read a line without its end into buf. 1: a line, cut
 * to size - 1 bytes; 0: end of input; -1: an error or an interrupt.
 */
int terminal_line(const char *prompt, char *buf, size_t size, size_t *lenp);

#endif
