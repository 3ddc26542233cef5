/*
 * An arena: memory of one command, job or call, freed all at once.
 */
#ifndef CATAMOUNT_BASE_ARENA_H
#define CATAMOUNT_BASE_ARENA_H

#include <stddef.h>

struct arena; /* opaque */

struct arena *arena_new(void);          /* NULL: no memory */
void arena_free(struct arena **arenap); /* NULL and *arenap NULL are fine */
/* Zeroed memory, aligned for any type; NULL: no memory. Borrowed until
 * arena_free. */
void *arena_alloc(struct arena *a, size_t len);
void *arena_memdup(struct arena *a, const void *p, size_t len);
char *arena_strndup(struct arena *a, const char *s, size_t len);

#endif
