/*
 * libFuzzer target: bytes as an index record.
 *
 * The first two bytes choose key length and CIs a CA, the third how many
 * bytes are the record's left end; the rest is its right end. What decodes
 * must be in sequence, must lead every key to the entry that a plain search
 * finds, and, where it fits, must encode to a record that decodes alike.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CI = 512 };

static void
must(bool ok)
{
	if (!ok)
		abort();
}

static void
search(const struct vsam_ix_node *node, const uint8_t *data, size_t size)
{
	uint8_t key[VSAM_KEY_MAX] = {0};
	uint32_t i;

	if (size > 0)
		memcpy(key, data, size < sizeof(key) ? size : sizeof(key));
	for (i = 0; i < node->n; i++)
		if (memcmp(key, vsam_ix_key(node, i), node->len[i]) <= 0)
			break;
	must(vsam_ix_find(node, key) == i);
}

static void
same(struct vsam_ix_node *node)
{
	struct vsam_ix_node *back = NULL;
	uint8_t ci[CI];
	const char *why;
	uint32_t i;

	if (!vsam_ix_fits(node))
		return;
	vsam_ix_encode(node, ci);
	must(vsam_ix_decode(ci, &node->dim, node->level, &back, &why) == DS_OK);
	must(back->n == node->n && back->nfree == node->nfree);
	must(back->base_rba == node->base_rba);
	for (i = 0; i < node->n; i++) {
		must(back->len[i] == node->len[i] &&
		     back->ptr[i] == node->ptr[i]);
		must(memcmp(vsam_ix_key(back, i), vsam_ix_key(node, i),
			 node->len[i]) == 0);
		must(vsam_ix_ordered(node, i));
	}
	vsam_ix_free(&back);
}

static void
divide(struct vsam_ix_node *node)
{
	struct vsam_ix_node *right = vsam_ix_new(&node->dim, node->level);
	uint32_t n = node->n;

	must(right != NULL);
	if (vsam_ix_divide(node, right, n / 2) == DS_OK) {
		must(node->n + right->n == n);
		must(vsam_ix_fits(node) && vsam_ix_fits(right));
		if (node->level == 1)
			vsam_ix_refill_free(node);
		same(node);
		same(right);
	} else {
		must(node->n == n);
	}
	vsam_ix_free(&right);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct vsam_ix_node *node = NULL;
	struct vsam_ix_dim dim;
	uint8_t ci[CI] = {0};
	const char *why;
	size_t left, right;

	if (size < 3)
		return 0;
	vsam_ix_dim_set(&dim, CI, 1 + data[0] % VSAM_KEY_MAX, 1 + data[1] * 3u);
	left = data[2];
	data += 3;
	size -= 3;
	if (left > size)
		left = size;
	right = size - left < CI - left ? size - left : CI - left;
	memcpy(ci, data, left);
	memcpy(ci + CI - right, data + left, right);
	if (vsam_ix_decode(ci, &dim, 0, &node, &why) != DS_OK)
		return 0;
	search(node, data, size);
	search(node, data + left, size - left);
	same(node);
	divide(node);
	vsam_ix_free(&node);
	return 0;
}
