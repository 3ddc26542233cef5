/*
 * Index records of a key-sequenced set: VSAM's bytes on disk, a flat node in
 * memory. Pure functions; the tree of them is ksds_tree.c's.
 * Table: doc/formats/index-record.md. Source: SYM6-1 IDAIRD.
 *
 * An entry's key is a separator: the shortest prefix of the highest key that
 * could be in the control interval, meaning "padded with X'FF'". Key k belongs
 * to the first entry with memcmp(k, sep, len(sep)) <= 0. The last entry of the
 * whole index has length 0: it takes every key.
 *
 * A spanned record has an entry for each of its control intervals, first
 * segment first, all with the same separator: a group. Other entries are a
 * group of their own.
 */
#ifndef CATAMOUNT_AM_VSAM_INDEX_H
#define CATAMOUNT_AM_VSAM_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum {
	VSAM_KEY_MAX = 255,
	VSAM_IX_HEADER = 24, /* bytes */
	VSAM_IX_CONTROL = 7, /* RDF and CIDF of an index CI */
	VSAM_IX_LEVELS = 16, /* more are a damaged index */
};

/* What the records of one index have in common. */
struct vsam_ix_dim {
	uint32_t ci_len; /* of the index */
	uint32_t keylen;
	uint32_t section;  /* entries in a section */
	uint32_t data_cis; /* control intervals of a data CA */
	bool spanned;      /* sequence-set entries may be equal: a group */
};

/* What a look-up needs is in the first cache line, and in head. */
struct vsam_ix_node {
	_Alignas(64) uint64_t *head; /* first 8 bytes of each key, padded with
					X'FF'; begins a cache line */
	uint32_t *ptr;     /* level 1: CI in the CA; else index CI number */
	uint32_t n;        /* entries, ascending; at least 1 on disk */
	uint32_t level;    /* 1 is the sequence set */
	uint64_t base_rba; /* level 1: of the control area; else 0 */
	uint8_t *key;      /* n times dim.keylen bytes */
	uint8_t *len;      /* bytes of each key */
	uint64_t next_rba; /* next record of the level; 0 none */
	uint32_t cap;
	struct vsam_ix_dim dim;
	/* Level 1: CIs not in use; descending, the next to take last. CIs whose
	 * number does not fit into the record are lost until a CA split. */
	uint32_t nfree;
	uint32_t *free_ci;         /* dim.data_cis of them */
	uint32_t closed, closed_n; /* see vsam_ix_len */
	/* ksds_sums.c: sums up to each entry, n of them, as they were at
	 * stamp; NULL: not asked for. A copy has none. */
	struct sphere_sums *cum;
	uint64_t stamp;
};

/* entries are the largest number in a section: floor(sqrt(CIs per CA)). */
void vsam_ix_dim_set(struct vsam_ix_dim *dim, uint32_t ci_len, uint32_t keylen,
    uint32_t data_cis);
/* Can an index record hold two entries whatever their keys? */
bool vsam_ix_dim_ok(const struct vsam_ix_dim *dim);

/* A record that is not in use: kept with the control area it was of. */
struct vsam_ix_free {
	uint64_t base_rba; /* of the free control area; 0: none */
	uint64_t next_rba; /* the next free record; 0: none */
};

void vsam_ix_free_put(
    uint8_t *ci, uint32_t ci_len, const struct vsam_ix_free *f);
/* DS_CORRUPTIX: it is not free. */
enum ds_status vsam_ix_free_get(const uint8_t *ci, uint32_t ci_len,
    struct vsam_ix_free *f, const char **whyp);

struct vsam_ix_node *vsam_ix_new(
    const struct vsam_ix_dim *dim, uint32_t level); /* NULL: no memory */
struct vsam_ix_node *vsam_ix_copy(const struct vsam_ix_node *node);
void vsam_ix_free(struct vsam_ix_node **nodep); /* NULL is fine */
void vsam_ix_free_void(void *node);             /* the same as a callback */

/* Insert before entry i. DS_NOMEM. */
enum ds_status vsam_ix_insert(struct vsam_ix_node *node, uint32_t i,
    const uint8_t *sep, uint32_t len, uint32_t ptr);
void vsam_ix_remove_last(struct vsam_ix_node *node);
/* Remove count entries from i on. */
void vsam_ix_remove(struct vsam_ix_node *node, uint32_t i, uint32_t count);
/* Give count entries from i on another key. */
void vsam_ix_set_key(struct vsam_ix_node *node, uint32_t i, uint32_t count,
    const uint8_t *sep, uint32_t len);
/* Entries from i on go to the end of right. DS_NOMEM: nothing changed. */
enum ds_status vsam_ix_move(
    struct vsam_ix_node *node, uint32_t i, struct vsam_ix_node *right);
/* All control intervals that no entry points to are free. */
void vsam_ix_refill_free(struct vsam_ix_node *node);

static inline const uint8_t *
vsam_ix_key(const struct vsam_ix_node *node, uint32_t i)
{
	return node->key + (uint64_t)i * node->dim.keylen;
}

/* Do entries i and i + 1 belong to one spanned record? */
bool vsam_ix_joined(const struct vsam_ix_node *node, uint32_t i);
/* The entry behind the group of entry i, and the group's first. */
static inline uint32_t
vsam_ix_group_end(const struct vsam_ix_node *node, uint32_t i)
{
	if (node->dim.spanned)
		while (i + 1 < node->n && vsam_ix_joined(node, i))
			i++;
	return i + 1;
}
static inline uint32_t
vsam_ix_group_start(const struct vsam_ix_node *node, uint32_t i)
{
	if (node->dim.spanned)
		while (i > 0 && vsam_ix_joined(node, i - 1))
			i--;
	return i;
}

/* Is entry i's key between its neighbours'? */
bool vsam_ix_ordered(const struct vsam_ix_node *node, uint32_t i);
/*
 * Divide a node, its high entries to the empty right, at mid or as near to it
 * as both parts fit and no group is cut. DS_NOSPACE: nowhere; DS_NOMEM. Then
 * nothing changed.
 */
enum ds_status vsam_ix_divide(
    struct vsam_ix_node *node, struct vsam_ix_node *right, uint32_t mid);
/* The entry that key (dim.keylen bytes) belongs to; n: above all. */
uint32_t vsam_ix_find(const struct vsam_ix_node *node, const uint8_t *key);
/* It will be searched soon. */
static inline void
vsam_ix_prefetch(const struct vsam_ix_node *node)
{
	uint32_t lines = (node->n + 7) / 8;

	/* the last is behind heads, mostly */
	for (uint32_t i = 0; i < lines && i < 12; i++)
		__builtin_prefetch(node->head + 8 * i);
	__builtin_prefetch(node->ptr + node->n / 2);
}

/* Order of two separators, as memcmp. */
int vsam_sep_cmp(
    const uint8_t *a, uint32_t alen, const uint8_t *b, uint32_t blen);
/* Bytes of high that separate it from low, which is above it. */
uint32_t vsam_sep_len(const uint8_t *high, const uint8_t *low, uint32_t keylen);

/* Bytes that header, entries and sections take, compressed; fast for a node
 * that only grows at its end. */
uint32_t vsam_ix_len(struct vsam_ix_node *node);
static inline bool
vsam_ix_fits(struct vsam_ix_node *node)
{
	return vsam_ix_len(node) <= node->dim.ci_len - VSAM_IX_CONTROL;
}

/* Will it fit with a group of count more entries at the end, whatever their
 * key? */
bool vsam_ix_may_grow(struct vsam_ix_node *node, uint32_t count);
/* Can a sequence-set record hold a group of count entries, and be the only
 * one? */
bool vsam_ix_group_fits(const struct vsam_ix_dim *dim, uint32_t count);

/*
 * Write the whole control interval (dim.ci_len bytes). The node must fit; as
 * many free numbers as there is room for are kept, others dropped.
 */
void vsam_ix_encode(struct vsam_ix_node *node, uint8_t *ci);
/*
 * Decode; level is the one expected, 0 any. DS_CORRUPTIX: *whyp says why.
 * The caller frees *nodep.
 */
enum ds_status vsam_ix_decode(const uint8_t *ci, const struct vsam_ix_dim *dim,
    uint32_t level, struct vsam_ix_node **nodep, const char **whyp);

#endif
