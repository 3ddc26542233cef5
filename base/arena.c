/* An arena: chunks in a list, large requests in chunks of their own. */
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { ARENA_CHUNK = 8192 };

struct chunk {
	struct chunk *next;
	size_t used;
	size_t size;
	alignas(max_align_t) unsigned char data[];
};

struct arena {
	struct chunk *chunks;
};

struct arena *
arena_new(void)
{
	return calloc(1, sizeof(struct arena));
}

void
arena_free(struct arena **arenap)
{
	struct chunk *c, *next;

	if (arenap == NULL || *arenap == NULL)
		return;
	for (c = (*arenap)->chunks; c != NULL; c = next) {
		next = c->next;
		free(c);
	}
	free(*arenap);
	*arenap = NULL;
}

void *
arena_alloc(struct arena *a, size_t len)
{
	const size_t mask = alignof(max_align_t) - 1;
	struct chunk *c = a->chunks;
	size_t size;
	void *p;

	if (len > SIZE_MAX - sizeof(struct chunk) - mask)
		return NULL;
	len = (len + mask) & ~mask;
	if (c == NULL || c->size - c->used < len) {
		size = len > ARENA_CHUNK ? len : ARENA_CHUNK;
		c = calloc(1, sizeof(*c) + size);
		if (c == NULL)
			return NULL;
		c->size = size;
		c->next = a->chunks;
		a->chunks = c;
	}
	p = c->data + c->used;
	c->used += len;
	return p;
}

void *
arena_memdup(struct arena *a, const void *p, size_t len)
{
	void *q = arena_alloc(a, len > 0 ? len : 1);

	if (q != NULL && len > 0)
		memcpy(q, p, len);
	return q;
}

char *
arena_strndup(struct arena *a, const char *s, size_t len)
{
	char *q = arena_alloc(a, len + 1);

	if (q != NULL && len > 0)
		memcpy(q, s, len);
	return q;
}
