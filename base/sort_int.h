/* Inside the sort: records in memory and their order. */
#ifndef CATAMOUNT_BASE_SORT_INT_H
#define CATAMOUNT_BASE_SORT_INT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"

/* A record in memory or in a run: its length in the machine's order, its
 * bytes. */
enum { SORT_LEN = sizeof(uint32_t) };

struct sort_item {
	uint64_t head; /* eight bytes of the key, as a number */
	uint64_t at;   /* of the record, in the memory that the caller knows */
};

struct sort_key {
	uint32_t off, len;
};

/* Eight bytes of the key of rec from depth on; a shorter rest has zeros
 * behind. Depth 0 is the head. */
static inline uint64_t
sort_head(const uint8_t *rec, const struct sort_key *key, uint32_t depth)
{
	const uint8_t *p = rec + key->off + depth;
	uint8_t b[8] = {0};

	if (key->len - depth >= 8)
		return be64_get(p);
	memcpy(b, p, key->len - depth);
	return be64_get(b);
}

/* Order n items, whose heads are those of depth 0; equal keys stay as they
 * are. mem + at + SORT_LEN is a record; tmp has room for n. */
void sort_items(struct sort_item *items, struct sort_item *tmp, size_t n,
    const uint8_t *mem, const struct sort_key *key);

#endif
