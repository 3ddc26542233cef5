/*
 * Standard output that is held back: changes are made without waiting for the
 * disk at each, and nobody is told of one before it lasts.
 */
#ifndef CATAMOUNT_SHELL_HELD_H
#define CATAMOUNT_SHELL_HELD_H

#include <stdbool.h>
#include <stddef.h>

#include "services/system.h"

enum { HELD_BUF = 1 << 18 };

/* Standard output has a buffer of HELD_BUF bytes, and what sys did is told
 * there. NULL: no more. */
void held_begin(struct ds_system *sys);
/* len more bytes are about to be written. False: what is held cannot be let
 * out, and the error was told. */
bool held_write(size_t len);
/* Let it out, as fflush(stdout). */
bool held_release(void);

#endif
