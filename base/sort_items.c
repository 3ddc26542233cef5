/*
 * Records in memory in order of their keys: eight bytes of the key are a
 * number, and numbers are sorted by radix, or merged where they are few. Where
 * they are equal the next eight bytes decide, so a record is looked at again
 * for keys alike alone. Each step keeps equal ones as they are.
 */
#include "base/sort_int.h"

enum {
	DIGIT = 8, /* bits */
	VALUES = 1 << DIGIT,
	DIGITS = 64 / DIGIT,
	ROW = 16,        /* sorted by insertion */
	RADIX_MIN = 1024 /* fewer are merged */
};

static void
insertion(struct sort_item *items, size_t n)
{
	struct sort_item item;
	size_t i, k;

	for (i = 1; i < n; i++) {
		item = items[i];
		for (k = i; k > 0 && items[k - 1].head > item.head; k--)
			items[k] = items[k - 1];
		items[k] = item;
	}
}

static void
merge_two(struct sort_item *to, const struct sort_item *a, size_t na,
    const struct sort_item *b, size_t nb)
{
	while (na > 0 && nb > 0) {
		if (a->head <= b->head) {
			*to++ = *a++;
			na--;
		} else {
			*to++ = *b++;
			nb--;
		}
	}
	if (na > 0)
		memcpy(to, a, na * sizeof(*to));
	if (nb > 0)
		memcpy(to + na, b, nb * sizeof(*to));
}

static void
merge_rows(struct sort_item *items, struct sort_item *tmp, size_t n)
{
	struct sort_item *from = items, *to = tmp, *swap;
	size_t row, i, na, nb;

	for (i = 0; i < n; i += ROW)
		insertion(items + i, n - i < ROW ? n - i : ROW);
	for (row = ROW; row < n; row *= 2) {
		for (i = 0; i < n; i += na + nb) {
			na = n - i < row ? n - i : row;
			nb = n - i - na < row ? n - i - na : row;
			merge_two(to + i, from + i, na, from + i + na, nb);
		}
		swap = from;
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, n * sizeof(*items));
}

static unsigned
digit(uint64_t head, unsigned i)
{
	return (unsigned)(head >> (i * DIGIT)) & (VALUES - 1);
}

/* From the lowest digit up; one that all have alike is passed over. */
static void
radix(struct sort_item *items, struct sort_item *tmp, size_t n)
{
	size_t count[DIGITS][VALUES] = {{0}};
	struct sort_item *from = items, *to = tmp, *swap;
	size_t i, sum, c;
	unsigned d, v;

	for (i = 0; i < n; i++)
		for (d = 0; d < DIGITS; d++)
			count[d][digit(items[i].head, d)]++;
	for (d = 0; d < DIGITS; d++) {
		if (count[d][digit(items[0].head, d)] == n)
			continue;
		for (v = 0, sum = 0; v < VALUES; v++) {
			c = count[d][v];
			count[d][v] = sum;
			sum += c;
		}
		for (i = 0; i < n; i++)
			to[count[d][digit(from[i].head, d)]++] = from[i];
		swap = from;
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, n * sizeof(*items));
}

static void
by_head(struct sort_item *items, struct sort_item *tmp, size_t n)
{
	if (n >= RADIX_MIN)
		radix(items, tmp, n);
	else if (n > ROW)
		merge_rows(items, tmp, n);
	else
		insertion(items, n);
}

/* Items whose keys are equal before depth, and whose heads are of there. As
 * deep as a key has eights of bytes. */
static void
by_key(struct sort_item *items, struct sort_item *tmp, size_t n,
    const uint8_t *mem, const struct sort_key *key, uint32_t depth)
{
	size_t i, end, k;

	by_head(items, tmp, n);
	if (key->len - depth <= 8)
		return;
	depth += 8;
	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n && items[end].head == items[i].head;)
			end++;
		if (end - i == 1)
			continue;
		for (k = i; k < end; k++)
			items[k].head =
			    sort_head(mem + items[k].at + SORT_LEN, key, depth);
		by_key(items + i, tmp, end - i, mem, key, depth);
	}
}

void
sort_items(struct sort_item *items, struct sort_item *tmp, size_t n,
    const uint8_t *mem, const struct sort_key *key)
{
	by_key(items, tmp, n, mem, key, 0);
}
