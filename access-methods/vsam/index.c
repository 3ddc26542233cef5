/* Index records: nodes in memory, VSAM's compressed bytes on disk. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/ci.h"
#include "access-methods/vsam/index.h"
#include "base/bytes.h"
#include "base/fault.h"

/* IDAIRD, the header's fields by offset. */
enum {
	IXHLL = 0,      /* 2: length of the index record */
	IXHFLPLN = 2,   /* 1: length of F, L and pointer */
	IXHPTLS = 3,    /* 1: X'01', X'03', X'07': 1, 2, 3 bytes of pointer */
	IXHBRBA = 4,    /* 4: base RBA, low half */
	IXHHP = 8,      /* 4: horizontal pointer, low half */
	IXHBRBA_H = 12, /* 2: base RBA, high half (IBM: reserved) */
	IXHHP_H = 14,   /* 2: horizontal pointer, high half (IBM: reserved) */
	IXHLV = 16,     /* 1: level */
	IXHFLGS = 17,   /* 1: flags: IX_FREE (ours) */
	IXHFSO = 18,    /* 2: offset of free space */
	IXHLEO = 20,    /* 2: offset of F of the last entry */
	IXHSEO = 22,    /* 2: offset of F of the first section's last entry */
	IX_LL = 2,      /* bytes of a section's LL */
	IX_FREE = 0x80, /* the record is not in use */
};

void
vsam_ix_dim_set(struct vsam_ix_dim *dim, uint32_t ci_len, uint32_t keylen,
    uint32_t data_cis)
{
	uint32_t s = 1;

	while ((s + 1) * (s + 1) <= data_cis)
		s++;
	dim->ci_len = ci_len;
	dim->keylen = keylen;
	dim->section = s;
	dim->data_cis = data_cis;
	dim->spanned = false;
}

bool
vsam_ix_dim_ok(const struct vsam_ix_dim *dim)
{
	uint32_t entry = dim->keylen + 2 + 3 + IX_LL;

	return VSAM_IX_HEADER + 2 * entry + VSAM_IX_CONTROL <= dim->ci_len;
}

enum { LINE_LEN = 64 };

/* The arrays of a node are one piece of memory, that of heads first. */
static bool
grow(struct vsam_ix_node *node, uint32_t want)
{
	uint32_t cap = node->cap == 0 ? 16 : node->cap;
	size_t kl = node->dim.keylen, len;
	struct vsam_ix_node to;
	void *mem;

	if (want <= node->cap)
		return true;
	while (cap < want)
		cap *= 2;
	len = cap * (sizeof(*node->head) + sizeof(*node->ptr) + kl + 1);
	len = (len + LINE_LEN - 1) & ~(size_t)(LINE_LEN - 1);
	if ((mem = aligned_alloc(LINE_LEN, len)) == NULL)
		return false;
	to.head = mem;
	to.ptr = (uint32_t *)(to.head + cap);
	to.key = (uint8_t *)(to.ptr + cap);
	to.len = to.key + cap * kl;
	if (node->n > 0) {
		memcpy(to.head, node->head, node->n * sizeof(*to.head));
		memcpy(to.ptr, node->ptr, node->n * sizeof(*to.ptr));
		memcpy(to.key, node->key, node->n * kl);
		memcpy(to.len, node->len, node->n);
	}
	free(node->head);
	node->head = to.head;
	node->ptr = to.ptr;
	node->key = to.key;
	node->len = to.len;
	node->cap = cap;
	return true;
}

struct vsam_ix_node *
vsam_ix_new(const struct vsam_ix_dim *dim, uint32_t level)
{
	struct vsam_ix_node *node = aligned_alloc(LINE_LEN, sizeof(*node));

	if (node == NULL)
		return NULL;
	memset(node, 0, sizeof(*node));
	node->dim = *dim;
	node->level = level;
	if (level == 1)
		node->free_ci = calloc(dim->data_cis, sizeof(*node->free_ci));
	if ((level == 1 && node->free_ci == NULL) || !grow(node, 1))
		vsam_ix_free(&node);
	return node;
}

void
vsam_ix_free(struct vsam_ix_node **nodep)
{
	struct vsam_ix_node *node;

	if (nodep == NULL || (node = *nodep) == NULL)
		return;
	free(node->head); /* and all that lies behind */
	free(node->free_ci);
	free(node->cum);
	free(node);
	*nodep = NULL;
}

void
vsam_ix_free_void(void *p)
{
	struct vsam_ix_node *node = p;

	vsam_ix_free(&node);
}

/* Copy count entries from i of one node over those from j of another. */
static void
entries_copy(struct vsam_ix_node *to, uint32_t j,
    const struct vsam_ix_node *from, uint32_t i, uint32_t count)
{
	size_t kl = to->dim.keylen;

	memmove(to->head + j, from->head + i, count * sizeof(*to->head));
	memmove(to->key + j * kl, from->key + i * kl, count * kl);
	memmove(to->len + j, from->len + i, count);
	memmove(to->ptr + j, from->ptr + i, count * sizeof(*to->ptr));
}

struct vsam_ix_node *
vsam_ix_copy(const struct vsam_ix_node *node)
{
	struct vsam_ix_node *copy = vsam_ix_new(&node->dim, node->level);

	if (copy == NULL)
		return NULL;
	if (!grow(copy, node->n)) {
		vsam_ix_free(&copy);
		return NULL;
	}
	copy->base_rba = node->base_rba;
	copy->next_rba = node->next_rba;
	entries_copy(copy, 0, node, 0, node->n);
	copy->n = node->n;
	copy->nfree = node->nfree;
	if (node->nfree > 0)
		memcpy(copy->free_ci, node->free_ci,
		    node->nfree * sizeof(*node->free_ci));
	return copy;
}

/* The first eight bytes, padded with X'FF': unequal heads order as the keys
 * do; equal ones say nothing but for separators of at most eight bytes. */
static uint64_t
head_of(const uint8_t *key, uint32_t len)
{
	uint8_t b[8];

	if (len >= 8)
		return be64_get(key);
	memset(b, 0xFF, sizeof(b));
	if (len > 0)
		memcpy(b, key, len);
	return be64_get(b);
}

static void
key_put(struct vsam_ix_node *node, uint32_t i, const uint8_t *sep, uint32_t len)
{
	uint8_t *key = node->key + (size_t)i * node->dim.keylen;

	node->head[i] = head_of(sep, len);
	memset(key, 0xFF, node->dim.keylen);
	if (len > 0)
		memcpy(key, sep, len);
	node->len[i] = (uint8_t)len;
}

enum ds_status
vsam_ix_insert(struct vsam_ix_node *node, uint32_t i, const uint8_t *sep,
    uint32_t len, uint32_t ptr)
{
	assert(i <= node->n && len <= node->dim.keylen);
	if (!grow(node, node->n + 1))
		return DS_NOMEM;
	entries_copy(node, i + 1, node, i, node->n - i);
	key_put(node, i, sep, len);
	node->ptr[i] = ptr;
	if (i < node->n)
		node->closed = node->closed_n = 0;
	node->n++;
	return DS_OK;
}

void
vsam_ix_remove_last(struct vsam_ix_node *node)
{
	node->n--;
	node->closed = node->closed_n = 0;
}

void
vsam_ix_remove(struct vsam_ix_node *node, uint32_t i, uint32_t count)
{
	entries_copy(node, i, node, i + count, node->n - i - count);
	node->n -= count;
	node->closed = node->closed_n = 0;
}

void
vsam_ix_set_key(struct vsam_ix_node *node, uint32_t i, uint32_t count,
    const uint8_t *sep, uint32_t len)
{
	for (; count > 0; count--)
		key_put(node, i++, sep, len);
	node->closed = node->closed_n = 0;
}

enum ds_status
vsam_ix_move(struct vsam_ix_node *node, uint32_t i, struct vsam_ix_node *right)
{
	uint32_t count = node->n - i;

	if (!grow(right, right->n + count))
		return DS_NOMEM;
	entries_copy(right, right->n, node, i, count);
	right->n += count;
	node->n = i;
	node->closed = node->closed_n = 0;
	return DS_OK;
}

void
vsam_ix_refill_free(struct vsam_ix_node *node)
{
	uint32_t i, j, ci;

	/* Few entries, once a CA split: no bit map needed. */
	node->nfree = 0;
	for (i = node->dim.data_cis; i-- > 0;) {
		ci = i;
		for (j = 0; j < node->n && node->ptr[j] != ci; j++)
			continue;
		if (j == node->n)
			node->free_ci[node->nfree++] = ci;
	}
}

/* Of n heads, step apart, how many are below head. No branch a head: they are
 * loaded side by side. */
static inline uint32_t
heads_below(const uint64_t *at, uint32_t n, uint32_t step, uint64_t head)
{
	uint32_t below = 0;

	for (uint32_t i = 0; i < n; i++)
		below += at[(size_t)i * step] < head;
	return below;
}

/* The first entry from lo on that key belongs to, where heads say nothing. */
static uint32_t
find_tied(const struct vsam_ix_node *node, uint32_t lo, uint64_t head,
    const uint8_t *key)
{
	uint32_t hi = lo, mid;

	while (hi < node->n && node->head[hi] == head)
		hi++;
	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (memcmp(key, vsam_ix_key(node, mid), node->len[mid]) <= 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

enum { FIND_FEW = 32, FIND_PARTS = 16 };

uint32_t
vsam_ix_find(const struct vsam_ix_node *node, const uint8_t *key)
{
	uint64_t head = head_of(key, node->dim.keylen);
	uint32_t lo = 0, n = node->n, part, below;

	while (n > FIND_FEW) {
		part = n / FIND_PARTS;
		/* the last heads of all parts but the last */
		below = heads_below(
		    node->head + lo + part - 1, FIND_PARTS - 1, part, head);
		lo += below * part;
		n = below == FIND_PARTS - 1 ? n - below * part : part;
	}
	lo += heads_below(node->head + lo, n, 1, head);
	if (lo < node->n && node->head[lo] == head && node->dim.keylen > 8)
		lo = find_tied(node, lo, head, key);
	return lo;
}

int
vsam_sep_cmp(const uint8_t *a, uint32_t alen, const uint8_t *b, uint32_t blen)
{
	uint32_t i, min = alen < blen ? alen : blen;
	const uint8_t *rest = alen > blen ? a : b;
	uint32_t max = alen > blen ? alen : blen;
	int c = memcmp(a, b, min);

	if (c != 0)
		return c;
	for (i = min; i < max; i++)
		if (rest[i] != 0xFF)
			return rest == a ? -1 : 1;
	return 0;
}

uint32_t
vsam_sep_len(const uint8_t *high, const uint8_t *low, uint32_t keylen)
{
	uint32_t i = 0;

	while (i < keylen && high[i] == low[i])
		i++;
	return i < keylen ? i + 1 : keylen;
}

/* --- sizes ---------------------------------------------------------------- */

static uint32_t
ptr_len(const struct vsam_ix_node *node)
{
	uint32_t i, max = 0;

	if (node->level == 1)
		max = node->dim.data_cis - 1;
	for (i = 0; node->level > 1 && i < node->n; i++)
		if (node->ptr[i] > max)
			max = node->ptr[i];
	return max < 0x100 ? 1 : max < 0x10000 ? 2 : 3;
}

/*
 * Characters that entry i has in common with the one it is compressed
 * against: the entry before; for the last of a section the last of the
 * section before; none for the first of the record and of the sections.
 */
static uint32_t
front(const struct vsam_ix_node *node, uint32_t i, bool ends_section)
{
	uint32_t s = node->dim.section, ref, k = 0, max;
	const uint8_t *a, *b;

	if (i == 0 || (ends_section && i < s))
		return 0;
	ref = ends_section ? i / s * s - 1 : i - 1;
	max = node->len[i] < node->len[ref] ? node->len[i] : node->len[ref];
	a = vsam_ix_key(node, i);
	b = vsam_ix_key(node, ref);
	while (k < max && a[k] == b[k])
		k++;
	return k;
}

static bool
ends_section(const struct vsam_ix_node *node, uint32_t i)
{
	return i % node->dim.section == node->dim.section - 1;
}

/* Bytes of an entry without F, L and pointer. */
static uint32_t
entry_len(const struct vsam_ix_node *node, uint32_t i, bool ends)
{
	return node->len[i] - front(node, i, ends) + (ends ? IX_LL : 0);
}

uint32_t
vsam_ix_len(struct vsam_ix_node *node)
{
	/* closed: entries [0, closed_n) in the roles they have when they are
	 * not the last; so appending needs a look at one more entry only. */
	while (node->closed_n + 1 < node->n) {
		node->closed += entry_len(
		    node, node->closed_n, ends_section(node, node->closed_n));
		node->closed_n++;
	}
	if (node->n == 0)
		return VSAM_IX_HEADER;
	return VSAM_IX_HEADER + node->closed +
	       entry_len(node, node->n - 1, true) +
	       node->n * (2 + ptr_len(node));
}

/* Bytes of a group's entries at the most: its key is written in the first
 * entry, and once more where it ends a section before which there is none. */
static uint32_t
group_len(const struct vsam_ix_dim *dim, uint32_t count, uint32_t plen)
{
	return count * (2 + plen) + (count > 1 ? 2 : 1) * dim->keylen +
	       (count > 1 ? count / dim->section + 1 : 1) * IX_LL;
}

bool
vsam_ix_may_grow(struct vsam_ix_node *node, uint32_t count)
{
	/* What is the last entry now can only shrink: its front is compared
	 * with a nearer key then. */
	return vsam_ix_len(node) +
		   group_len(&node->dim, count, ptr_len(node)) <=
	       node->dim.ci_len - VSAM_IX_CONTROL;
}

bool
vsam_ix_group_fits(const struct vsam_ix_dim *dim, uint32_t count)
{
	uint32_t plen = dim->data_cis <= 0x100 ? 1 : 2;

	return VSAM_IX_HEADER + group_len(dim, count, plen) <=
	       dim->ci_len - VSAM_IX_CONTROL;
}

bool
vsam_ix_joined(const struct vsam_ix_node *node, uint32_t i)
{
	return node->dim.spanned && node->level == 1 &&
	       node->len[i] == node->len[i + 1] &&
	       node->head[i] == node->head[i + 1] &&
	       memcmp(vsam_ix_key(node, i), vsam_ix_key(node, i + 1),
		   node->len[i]) == 0;
}

bool
vsam_ix_ordered(const struct vsam_ix_node *node, uint32_t i)
{
	const uint8_t *key = vsam_ix_key(node, i);
	uint32_t len = node->len[i];

	if (i > 0 && vsam_sep_cmp(vsam_ix_key(node, i - 1), node->len[i - 1],
			 key, len) >= 0)
		return false;
	return i + 1 == node->n ||
	       vsam_sep_cmp(
		   key, len, vsam_ix_key(node, i + 1), node->len[i + 1]) < 0;
}

/* Would both parts fit, divided at c? */
static enum ds_status
try_divide(const struct vsam_ix_node *node, uint32_t c, bool *fitsp)
{
	struct vsam_ix_node *l = vsam_ix_copy(node);
	struct vsam_ix_node *r = vsam_ix_new(&node->dim, node->level);
	enum ds_status st = DS_NOMEM;

	if (l != NULL && r != NULL && vsam_ix_move(l, c, r) == DS_OK) {
		*fitsp = vsam_ix_fits(l) && vsam_ix_fits(r);
		st = DS_OK;
	}
	vsam_ix_free(&l);
	vsam_ix_free(&r);
	return st;
}

enum ds_status
vsam_ix_divide(
    struct vsam_ix_node *node, struct vsam_ix_node *right, uint32_t mid)
{
	uint32_t d, c;
	bool fits = false;
	enum ds_status st;

	for (d = 0; d < 2 * node->n; d++) {
		/* mid, mid + 1, mid - 1, ...; below 0 is above n */
		c = d % 2 ? mid + (d + 1) / 2 : mid - d / 2;
		if (c < 1 || c >= node->n || vsam_ix_joined(node, c - 1))
			continue;
		if ((st = try_divide(node, c, &fits)) != DS_OK)
			return st;
		if (fits)
			return vsam_ix_move(node, c, right);
	}
	return DS_NOSPACE;
}

/* --- bytes ---------------------------------------------------------------- */

static void
ptr_put(uint8_t *p, uint32_t len, uint32_t v)
{
	for (; len > 0; len--, v >>= 8)
		p[len - 1] = (uint8_t)v;
}

static uint32_t
ptr_get(const uint8_t *p, uint32_t len)
{
	uint32_t v = 0;

	for (; len > 0; len--)
		v = v << 8 | *p++;
	return v;
}

static void
header_put(const struct vsam_ix_node *node, uint8_t *ci, uint32_t plen)
{
	be16_put(ci + IXHLL, (uint16_t)(node->dim.ci_len - VSAM_IX_CONTROL));
	ci[IXHFLPLN] = (uint8_t)(plen + 2);
	ci[IXHPTLS] = (uint8_t)((1u << plen) - 1);
	be32_put(ci + IXHBRBA, (uint32_t)node->base_rba);
	be32_put(ci + IXHHP, (uint32_t)node->next_rba);
	be16_put(ci + IXHBRBA_H, (uint16_t)(node->base_rba >> 32));
	be16_put(ci + IXHHP_H, (uint16_t)(node->next_rba >> 32));
	ci[IXHLV] = (uint8_t)node->level;
}

/* RDF and CIDF of one record that fills the CI. */
static void
control_put(uint8_t *ci, uint32_t len)
{
	be16_put(ci + len - 6, (uint16_t)(len - VSAM_IX_CONTROL));
	be16_put(ci + len - 4, (uint16_t)(len - VSAM_IX_CONTROL));
}

static bool
control_ok(const uint8_t *ci, uint32_t len)
{
	return ci[len - 7] == 0 &&
	       be16_get(ci + len - 6) == len - VSAM_IX_CONTROL &&
	       be16_get(ci + len - 4) == len - VSAM_IX_CONTROL &&
	       be16_get(ci + len - 2) == 0;
}

/* Entries from the right end leftwards; returns where they begin. */
static uint32_t
entries_put(const struct vsam_ix_node *node, uint8_t *ci, uint32_t plen)
{
	uint32_t p = node->dim.ci_len - VSAM_IX_CONTROL, i, f, ll = 0, at = 0;
	bool ends;

	for (i = 0; i < node->n; i++) {
		ends = ends_section(node, i) || i == node->n - 1;
		f = front(node, i, ends);
		p -= plen + 2;
		ci[p] = (uint8_t)f;
		ci[p + 1] = (uint8_t)(node->len[i] - f);
		ptr_put(ci + p + 2, plen, node->ptr[i]);
		if (ends) {
			/* the LL of the section before leads here */
			if (ll == 0)
				be16_put(ci + IXHSEO, (uint16_t)p);
			else
				be16_put(ci + ll, (uint16_t)(at - p));
			at = p;
		}
		if (i == node->n - 1)
			be16_put(ci + IXHLEO, (uint16_t)p);
		p -= node->len[i] - f;
		memcpy(ci + p, vsam_ix_key(node, i) + f, node->len[i] - f);
		if (ends) {
			p -= IX_LL;
			ll = p;
		}
	}
	return p;
}

void
vsam_ix_encode(struct vsam_ix_node *node, uint8_t *ci)
{
	uint32_t len = node->dim.ci_len, plen = ptr_len(node), left, i, room;

	assert(node->n > 0 && vsam_ix_fits(node));
	memset(ci, 0, len);
	header_put(node, ci, plen);
	left = entries_put(node, ci, plen);
	room = (left - VSAM_IX_HEADER) / plen;
	if (node->nfree > room) {
		memmove(node->free_ci, node->free_ci + node->nfree - room,
		    room * sizeof(*node->free_ci));
		node->nfree = room;
	}
	for (i = 0; i < node->nfree; i++)
		ptr_put(ci + VSAM_IX_HEADER + i * plen, plen, node->free_ci[i]);
	be16_put(ci + IXHFSO, (uint16_t)(VSAM_IX_HEADER + node->nfree * plen));
	control_put(ci, len);
}

void
vsam_ix_free_put(uint8_t *ci, uint32_t ci_len, const struct vsam_ix_free *f)
{
	memset(ci, 0, ci_len);
	be16_put(ci + IXHLL, (uint16_t)(ci_len - VSAM_IX_CONTROL));
	be32_put(ci + IXHBRBA, (uint32_t)f->base_rba);
	be32_put(ci + IXHHP, (uint32_t)f->next_rba);
	be16_put(ci + IXHBRBA_H, (uint16_t)(f->base_rba >> 32));
	be16_put(ci + IXHHP_H, (uint16_t)(f->next_rba >> 32));
	ci[IXHFLGS] = IX_FREE;
	control_put(ci, ci_len);
}

/* --- decoding: every byte is foreign -------------------------------------- */

static enum ds_status
bad(const char **whyp, const char *why)
{
	*whyp = why;
	return DS_CORRUPTIX;
}

static uint64_t
rba_get(const uint8_t *ci, uint32_t low, uint32_t high)
{
	return (uint64_t)be16_get(ci + high) << 32 | be32_get(ci + low);
}

enum ds_status
vsam_ix_free_get(const uint8_t *ci, uint32_t ci_len, struct vsam_ix_free *f,
    const char **whyp)
{
	if (!control_ok(ci, ci_len) || ci[IXHFLGS] != IX_FREE || ci[IXHLV] != 0)
		return bad(whyp, "index record: not a free one");
	f->base_rba = rba_get(ci, IXHBRBA, IXHBRBA_H);
	f->next_rba = rba_get(ci, IXHHP, IXHHP_H);
	if (f->next_rba % ci_len != 0)
		return bad(whyp, "index record: next free one");
	return DS_OK;
}

static enum ds_status
header_get(const uint8_t *ci, struct vsam_ix_node *node, uint32_t *plenp,
    const char **whyp)
{
	uint32_t len = node->dim.ci_len, plen = ci[IXHFLPLN] - 2u;

	if (!control_ok(ci, len))
		return bad(whyp, "index CI: not one record that fills it");
	if (be16_get(ci + IXHLL) != len - VSAM_IX_CONTROL)
		return bad(whyp, "index record: IXHLL");
	if (plen < 1 || plen > 3 || ci[IXHPTLS] != (1u << plen) - 1)
		return bad(whyp, "index record: pointer length");
	node->base_rba = rba_get(ci, IXHBRBA, IXHBRBA_H);
	node->next_rba = rba_get(ci, IXHHP, IXHHP_H);
	if (node->next_rba % len != 0)
		return bad(whyp, "index record: horizontal pointer");
	*plenp = plen;
	return DS_OK;
}

static enum ds_status
free_get(const uint8_t *ci, struct vsam_ix_node *node, uint32_t plen,
    uint32_t fso, const char **whyp)
{
	uint32_t i, n, v;

	if (fso < VSAM_IX_HEADER || fso > node->dim.ci_len - VSAM_IX_CONTROL ||
	    (fso - VSAM_IX_HEADER) % plen != 0)
		return bad(whyp, "index record: IXHFSO");
	n = (fso - VSAM_IX_HEADER) / plen;
	if (n > (node->level == 1 ? node->dim.data_cis : 0))
		return bad(whyp, "index record: too many free CIs");
	for (i = 0; i < n; i++) {
		v = ptr_get(ci + VSAM_IX_HEADER + i * plen, plen);
		if (v >= node->dim.data_cis ||
		    (i > 0 && v >= node->free_ci[i - 1]))
			return bad(whyp, "index record: free CI number");
		node->free_ci[i] = v;
	}
	node->nfree = n;
	return DS_OK;
}

/* One entry whose F is at f_at; ref is what its front is taken from. */
static enum ds_status
entry_get(const uint8_t *ci, struct vsam_ix_node *node, uint32_t plen,
    uint32_t f_at, const uint8_t *ref, uint32_t reflen, uint32_t fso,
    const char **whyp)
{
	uint32_t f = ci[f_at], l = ci[f_at + 1], n = node->n, v;
	uint8_t key[2 * VSAM_KEY_MAX];
	bool joined;

	if (f > reflen || f + l > node->dim.keylen)
		return bad(whyp, "index entry: F or L");
	if (l > f_at - fso)
		return bad(whyp, "index entry: key reaches into the header");
	v = ptr_get(ci + f_at + 2, plen);
	if (node->level == 1 && v >= node->dim.data_cis)
		return bad(whyp, "index entry: pointer");
	if (f > 0)
		memcpy(key, ref, f);
	memcpy(key + f, ci + f_at - l, l);
	joined = n > 0 && node->dim.spanned && node->level == 1 &&
		 node->len[n - 1] == f + l &&
		 memcmp(vsam_ix_key(node, n - 1), key, f + l) == 0;
	if (n > 0 && !joined &&
	    (node->len[n - 1] == 0 || vsam_sep_cmp(vsam_ix_key(node, n - 1),
					  node->len[n - 1], key, f + l) >= 0))
		return bad(whyp, ds_fault_text(DS_F_IX_ORDER));
	return vsam_ix_insert(node, n, key, f + l, v);
}

static enum ds_status
entries_get(const uint8_t *ci, struct vsam_ix_node *node, uint32_t plen,
    uint32_t fso, const char **whyp)
{
	uint32_t p = node->dim.ci_len - VSAM_IX_CONTROL, f_at, ll, i;
	uint32_t sect = be16_get(ci + IXHSEO), prev_sect = UINT32_MAX;
	enum ds_status st;

	for (;;) {
		if (p < fso + plen + 2)
			return bad(whyp, "index entries: no last one");
		f_at = p - plen - 2;
		i = f_at == sect ? prev_sect : node->n - 1;
		if (sect > f_at)
			return bad(whyp, "index sections: no entry there");
		if (node->n == 0)
			i = UINT32_MAX;
		st = entry_get(ci, node, plen, f_at,
		    i == UINT32_MAX ? NULL : vsam_ix_key(node, i),
		    i == UINT32_MAX ? 0 : node->len[i], fso, whyp);
		if (st != DS_OK)
			return st;
		p = f_at - ci[f_at + 1];
		if (f_at != sect)
			continue;
		if (p < fso + IX_LL)
			return bad(whyp, "index section: no room for its LL");
		p -= IX_LL;
		ll = be16_get(ci + p);
		prev_sect = node->n - 1;
		if (ll == 0)
			break;
		if (ll > sect)
			return bad(whyp, "index section: LL");
		sect -= ll;
	}
	if (be16_get(ci + IXHLEO) != sect)
		return bad(whyp, "index record: IXHLEO");
	return DS_OK;
}

/* A CI of the CA is in one entry, or free, or neither. */
static enum ds_status
unique_check(const struct vsam_ix_node *node, const char **whyp)
{
	uint8_t seen[0x10000 / 8];
	uint32_t i, ci;

	if (node->level != 1)
		return DS_OK;
	memset(seen, 0, node->dim.data_cis / 8 + 1);
	for (i = 0; i < node->n + node->nfree; i++) {
		ci = i < node->n ? node->ptr[i] : node->free_ci[i - node->n];
		if (seen[ci / 8] & 1u << ci % 8)
			return bad(whyp, ds_fault_text(DS_F_IX_POINTERS));
		seen[ci / 8] |= (uint8_t)(1u << ci % 8);
	}
	return DS_OK;
}

enum ds_status
vsam_ix_decode(const uint8_t *ci, const struct vsam_ix_dim *dim, uint32_t level,
    struct vsam_ix_node **nodep, const char **whyp)
{
	struct vsam_ix_node *node = NULL;
	uint32_t plen = 0, fso = be16_get(ci + IXHFSO);
	enum ds_status st;

	if (ci[IXHLV] == 0 || ci[IXHLV] > VSAM_IX_LEVELS ||
	    (level != 0 && ci[IXHLV] != level))
		return bad(whyp, "index record: level");
	if ((node = vsam_ix_new(dim, ci[IXHLV])) == NULL)
		return DS_NOMEM;
	if ((st = header_get(ci, node, &plen, whyp)) != DS_OK ||
	    (st = free_get(ci, node, plen, fso, whyp)) != DS_OK ||
	    (st = entries_get(ci, node, plen, fso, whyp)) != DS_OK ||
	    (st = unique_check(node, whyp)) != DS_OK)
		goto out;
	*nodep = node;
	node = NULL;
out:
	vsam_ix_free(&node);
	return st;
}
