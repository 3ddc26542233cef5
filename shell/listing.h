/*
 * Where SYSPRINT's lines go: standard output as UTF-8, or the SYSPRINT DD as
 * records in its code page.
 */
#ifndef CATAMOUNT_SHELL_LISTING_H
#define CATAMOUNT_SHELL_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "services/dataset.h"

struct listing;

/* dds has a SYSPRINT: it is opened for output. used: standard output is used
 * otherwise. NULL: a message was printed. */
struct listing *listing_open(struct dd_table *dds, bool used);
/* Messages in colour by their severity, where standard output is a terminal
 * that has any and NO_COLOR does not forbid it. */
void listing_colour(struct listing *l);
/* Lines go out in pieces that held_begin rules. */
bool listing_is_held(const struct listing *l);
/* The lines have ASA control characters in front: a DD always has. */
bool listing_is_dd(const struct listing *l);
/* The write of struct sysprint_opts; ctx is the listing. False: it failed. */
bool listing_write(void *ctx, const char *line, size_t len);
/* Complete: false when some line did not get there. A message says so but
 * where the reader of a pipe has gone, which is no fault. Always frees. */
bool listing_close(struct listing **lp);

#endif
