/*
 * Index records against bytes made by hand from IDAIRD (SYM6-1) and from the
 * compression rules of SC23-6855 "Key compression"; then random nodes.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/vsam/index.h"
#include "base/bytes.h"

enum { CI = 512 };

static const char *why;

/* Zero mostly: with one in often another byte below n. */
static uint8_t
few(long often, long n)
{
	long r = random();

	return (uint8_t)(r % often == 0 ? r / often % n : 0L);
}

static void
add(struct vsam_ix_node *node, const char *sep, uint32_t ptr)
{
	assert_int_equal(vsam_ix_insert(node, node->n, (const uint8_t *)sep,
			     (uint32_t)strlen(sep), ptr),
	    DS_OK);
}

/* Nine CIs a CA, so three entries a section. */
static struct vsam_ix_node *
sample(void)
{
	struct vsam_ix_dim dim;
	struct vsam_ix_node *node;

	vsam_ix_dim_set(&dim, CI, 4, 9);
	node = vsam_ix_new(&dim, 1);
	assert_non_null(node);
	node->base_rba = 0x12000;
	node->next_rba = 0x200;
	add(node, "AB", 0);
	add(node, "AC", 3);
	add(node, "B1", 1);
	add(node, "B2D", 7);
	add(node, "", 2);
	vsam_ix_refill_free(node);
	return node;
}

static void
record_has_the_bytes_of_idaird(void **state)
{
	/* from the right end, 505: AB F0 L2 P0 | F1 L1 "C" P3 | section's
	 * last, no front compression: "B1" F0 L2 P1, LL 493-481 = 12 | F1
	 * L2 "2D" P7 | record's last: F0 L0 P2, LL 0 */
	static const uint8_t right[] = {0, 0, 0, 0, 2, '2', 'D', 1, 2, 7, 0, 12,
	    'B', '1', 0, 2, 1, 'C', 1, 1, 3, 'A', 'B', 0, 2, 0,
	    /* RDF 505, CIDF 505, no free space */
	    0, 0x01, 0xF9, 0x01, 0xF9, 0, 0};
	static const uint8_t left[] = {0x01, 0xF9, 3, 1, 0, 1, 0x20, 0, 0, 0, 2,
	    0, 0, 0, 0, 0, 1, 0, 0, 28, 0x01, 0xE1, 0x01, 0xED,
	    /* free control intervals, the next to take last */
	    8, 6, 5, 4, 0};
	struct vsam_ix_node *node = sample(), *back = NULL;
	uint8_t ci[CI], again[CI];

	(void)state;
	assert_int_equal(vsam_ix_len(node), 24 + 505 - 479);
	vsam_ix_encode(node, ci);
	assert_memory_equal(ci, left, sizeof(left));
	assert_memory_equal(ci + 479, right, sizeof(right));
	assert_int_equal(vsam_ix_decode(ci, &node->dim, 1, &back, &why), DS_OK);
	assert_int_equal(back->n, 5);
	assert_int_equal(back->base_rba, 0x12000);
	assert_int_equal(back->next_rba, 0x200);
	assert_memory_equal(vsam_ix_key(back, 3), "B2D", 3);
	assert_int_equal(back->len[4], 0);
	vsam_ix_encode(back, again);
	assert_memory_equal(ci, again, CI);
	vsam_ix_free(&back);
	vsam_ix_free(&node);
}

static void
rbas_above_4_gib_use_the_reserved_bytes(void **state)
{
	struct vsam_ix_node *node = sample(), *back = NULL;
	uint8_t ci[CI];

	(void)state;
	node->base_rba = 0x123456789000;
	node->next_rba = 0x300000200;
	vsam_ix_encode(node, ci);
	assert_memory_equal(ci + 4, "\x56\x78\x90\x00\x00\x00\x02\x00", 8);
	assert_memory_equal(ci + 12, "\x12\x34\x00\x03", 4);
	assert_int_equal(vsam_ix_decode(ci, &node->dim, 1, &back, &why), DS_OK);
	assert_int_equal(back->base_rba, 0x123456789000);
	assert_int_equal(back->next_rba, 0x300000200);
	vsam_ix_free(&back);
	vsam_ix_free(&node);
}

static void
keys_go_to_the_first_entry_not_below(void **state)
{
	static const struct {
		const char *key;
		uint32_t entry;
	} want[] = {
	    {"AAAA", 0},
	    {"ABZZ", 0}, /* AB means AB and whatever follows */
	    {"AC00", 1},
	    {"AD00", 2},
	    {"BZZZ", 2},
	    {"BZ\xFF\xFF", 2},
	    {"C000", 3},
	    {"CZ00", 4},
	    {"\xFF\xFF\xFF\xFF", 4},
	};
	struct vsam_ix_dim dim;
	struct vsam_ix_node *node;
	size_t i;

	(void)state;
	vsam_ix_dim_set(&dim, CI, 4, 9);
	node = vsam_ix_new(&dim, 1);
	add(node, "AB", 0);
	add(node, "AC", 1);
	add(node, "B", 2);
	add(node, "CY\xFF", 3);
	add(node, "", 4);
	for (i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		assert_int_equal(
		    vsam_ix_find(node, (const uint8_t *)want[i].key),
		    want[i].entry);
	vsam_ix_free(&node);
}

static void
separators_are_the_shortest_prefix_below(void **state)
{
	(void)state;
	assert_int_equal(
	    vsam_sep_len((const uint8_t *)"ABCD", (const uint8_t *)"ABDA", 4),
	    3);
	assert_int_equal(
	    vsam_sep_len((const uint8_t *)"ABCD", (const uint8_t *)"ABCE", 4),
	    4);
	assert_int_equal(
	    vsam_sep_len((const uint8_t *)"ABCD", (const uint8_t *)"B", 1), 1);
	/* "padded with X'FF'": AB is above ABC, and equal to ABFF */
	assert_true(vsam_sep_cmp((const uint8_t *)"AB", 2,
			(const uint8_t *)"ABC", 3) > 0);
	assert_true(vsam_sep_cmp((const uint8_t *)"ABC", 3,
			(const uint8_t *)"AB", 2) < 0);
	assert_int_equal(vsam_sep_cmp((const uint8_t *)"AB\xFF", 3,
			     (const uint8_t *)"AB", 2),
	    0);
	assert_true(
	    vsam_sep_cmp((const uint8_t *)"", 0, (const uint8_t *)"Z", 1) > 0);
}

static void
free_numbers_that_do_not_fit_are_dropped(void **state)
{
	struct vsam_ix_dim dim;
	struct vsam_ix_node *node, *back = NULL;
	uint8_t ci[CI], key[60];
	uint32_t i;

	(void)state;
	/* 735 CIs of two-byte numbers; (505 - 24) / (60 + 4) = 7 entries, the
	 * last of them with an LL: 7 * 64 + 2 = 450, 31 left, 15 numbers */
	vsam_ix_dim_set(&dim, CI, 60, 735);
	node = vsam_ix_new(&dim, 1);
	for (i = 0; i < 7; i++) {
		memset(key, (int)('A' + i), sizeof(key));
		assert_int_equal(vsam_ix_insert(node, i, key, 60, i), DS_OK);
	}
	assert_int_equal(vsam_ix_len(node), 24 + 450);
	assert_true(vsam_ix_fits(node));
	vsam_ix_refill_free(node);
	assert_int_equal(node->nfree, 728);
	vsam_ix_encode(node, ci);
	assert_int_equal(node->nfree, 15);
	assert_int_equal(node->free_ci[14], 7); /* the next to take stays */
	assert_int_equal(vsam_ix_decode(ci, &dim, 1, &back, &why), DS_OK);
	assert_int_equal(back->nfree, 15);
	memset(key, 'Z', sizeof(key));
	assert_int_equal(vsam_ix_insert(node, 7, key, 60, 7), DS_OK);
	assert_false(vsam_ix_fits(node));
	vsam_ix_free(&back);
	vsam_ix_free(&node);
}

static uint32_t
slow_find(const struct vsam_ix_node *node, const uint8_t *key)
{
	uint32_t i;

	for (i = 0; i < node->n; i++)
		if (memcmp(key, vsam_ix_key(node, i), node->len[i]) <= 0)
			break;
	return i;
}

static int
cmp_keys(const void *a, const void *b)
{
	return memcmp(a, b, 12);
}

/* A node of n separators of random keys from a small alphabet. */
static struct vsam_ix_node *
random_node(uint32_t level)
{
	static uint8_t keys[200][12];
	struct vsam_ix_dim dim;
	struct vsam_ix_node *node;
	uint32_t i, j, n = 2 + (uint32_t)rand() % 58, len;

	vsam_ix_dim_set(&dim, 1024, 12, 60);
	node = vsam_ix_new(&dim, level);
	node->base_rba = (uint64_t)rand();
	node->next_rba = (uint64_t)rand() * 1024;
	for (i = 0; i < n; i++)
		for (j = 0; j < 12; j++)
			keys[i][j] = (uint8_t)(rand() % 4 ? 'A' : rand());
	qsort(keys, n, 12, cmp_keys);
	for (i = 0; i + 1 < n; i++) {
		if (memcmp(keys[i], keys[i + 1], 12) == 0)
			continue;
		len = vsam_sep_len(keys[i], keys[i + 1], 12);
		if (node->n > 0 &&
		    vsam_sep_cmp(vsam_ix_key(node, node->n - 1),
			node->len[node->n - 1], keys[i], len) >= 0)
			continue;
		assert_int_equal(
		    vsam_ix_insert(node, node->n, keys[i], len,
			level == 1 ? node->n : (uint32_t)rand() % 70000),
		    DS_OK);
		if (!vsam_ix_fits(node)) {
			vsam_ix_remove_last(node);
			break;
		}
	}
	if (node->n == 0 || rand() % 2) {
		assert_int_equal(
		    vsam_ix_insert(node, node->n, keys[0], 0, node->n), DS_OK);
		if (!vsam_ix_fits(node)) {
			vsam_ix_remove_last(node);
		}
	}
	if (level == 1)
		vsam_ix_refill_free(node);
	return node;
}

static void
nodes_survive_the_way_to_disk(void **state)
{
	struct vsam_ix_node *node, *back, *copy;
	uint8_t ci[1024], key[12];
	uint32_t step, i, len;

	(void)state;
	srand(1202);
	for (step = 0; step < 3000; step++) {
		node = random_node(1 + step % 3);
		len = vsam_ix_len(node);
		node->closed = node->closed_n = 0;
		assert_int_equal(vsam_ix_len(node), len);
		vsam_ix_encode(node, ci);
		assert_int_equal(
		    vsam_ix_decode(ci, &node->dim, node->level, &back, &why),
		    DS_OK);
		assert_int_equal(back->n, node->n);
		assert_int_equal(back->nfree, node->nfree);
		assert_int_equal(back->next_rba, node->next_rba);
		assert_memory_equal(back->len, node->len, node->n);
		assert_memory_equal(
		    back->ptr, node->ptr, node->n * sizeof(uint32_t));
		assert_memory_equal(back->key, node->key, node->n * 12);
		copy = vsam_ix_copy(back);
		for (i = 0; i < 50; i++) {
			memset(key, 'A', sizeof(key));
			key[rand() % 12] = (uint8_t)rand();
			key[rand() % 12] = (uint8_t)rand();
			assert_int_equal(
			    vsam_ix_find(copy, key), slow_find(node, key));
		}
		vsam_ix_free(&copy);
		vsam_ix_free(&back);
		vsam_ix_free(&node);
	}
}

static void
damaged_records_are_refused_or_consistent(void **state)
{
	struct vsam_ix_node *node = NULL, *back;
	uint8_t ci[1024];
	uint32_t step, i;

	(void)state;
	srand(8102);
	for (step = 0; step < 100000; step++) {
		if (step % 100 == 0) {
			vsam_ix_free(&node);
			node = random_node(1 + step % 2);
		}
		vsam_ix_encode(node, ci);
		for (i = 0; i <= step % 3; i++)
			ci[rand() % 2 ? rand() % 1024 : rand() % 40] =
			    (uint8_t)rand();
		back = NULL;
		if (vsam_ix_decode(ci, &node->dim, 0, &back, &why) != DS_OK) {
			assert_null(back);
			continue;
		}
		for (i = 1; i < back->n; i++)
			assert_true(vsam_sep_cmp(vsam_ix_key(back, i - 1),
					back->len[i - 1], vsam_ix_key(back, i),
					back->len[i]) < 0);
		vsam_ix_free(&back);
	}
	vsam_ix_free(&node);
}

static void
each_header_field_is_checked(void **state)
{
	static const struct {
		uint32_t at;
		uint8_t value;
	} hit[] = {
	    {1, 0xF8},   /* IXHLL */
	    {2, 2},      /* no pointer */
	    {2, 6},      /* four bytes of pointer */
	    {3, 3},      /* IXHPTLS unlike IXHFLPLN */
	    {11, 1},     /* horizontal pointer inside a CI */
	    {16, 0},     /* level */
	    {16, 17},    /* level */
	    {19, 23},    /* free space inside the header */
	    {18, 0xFF},  /* free space behind the end */
	    {19, 255},   /* free list into the entries, numbers too large */
	    {21, 0xE3},  /* last entry elsewhere */
	    {23, 0xEE},  /* first section elsewhere */
	    {24, 9},     /* a tenth CI */
	    {25, 9},     /* free numbers do not descend */
	    {504, 9},    /* pointer to a tenth CI */
	    {503, 5},    /* longer than the key */
	    {502, 1},    /* front of nothing */
	    {498, 0xFF}, /* key reaches to the left */
	    {490, 13},   /* section LL */
	    {489, 0xFF}, /* section LL */
	    {480, 1},    /* no last section */
	    {506, 0},    /* RDF */
	    {511, 1},    /* CIDF */
	    {500, 'Z'},  /* sequence */
	};
	struct vsam_ix_node *node = sample(), *back = NULL;
	uint8_t ci[CI];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(hit) / sizeof(hit[0]); i++) {
		vsam_ix_encode(node, ci);
		ci[hit[i].at] = hit[i].value;
		why = NULL;
		assert_int_equal(vsam_ix_decode(ci, &node->dim, 0, &back, &why),
		    DS_CORRUPTIX);
		assert_non_null(why);
	}
	vsam_ix_encode(node, ci);
	assert_int_equal(
	    vsam_ix_decode(ci, &node->dim, 2, &back, &why), DS_CORRUPTIX);
	vsam_ix_free(&node);
}

/* Against the definition, one entry after the other; heads that are equal and
 * nodes of many lengths. */
static void
a_look_up_is_the_first_entry_not_below(void **state)
{
	struct vsam_ix_dim dim;
	uint8_t sep[20], key[20];

	(void)state;
	srandom(11);
	for (int round = 0; round < 200; round++) {
		uint32_t keylen = 1 + (uint32_t)random() % 20;
		uint32_t want = 1 + (uint32_t)random() % 700, i;
		uint32_t same = round % 2 ? 0 : keylen / 2;
		struct vsam_ix_node *node;

		vsam_ix_dim_set(&dim, 32768, keylen, 65000);
		node = vsam_ix_new(&dim, 2);
		assert_non_null(node);
		memset(sep, 'k', sizeof(sep));
		memset(sep + same, 0, sizeof(sep) - same);
		while (node->n < want) {
			uint32_t k = keylen;

			while (k > same && ++sep[k - 1] == 9)
				sep[--k] = 0;
			if (k == same)
				break;
			assert_int_equal(
			    vsam_ix_insert(node, node->n, sep, keylen, node->n),
			    DS_OK);
		}
		for (int t = 0; t < 200; t++) {
			memcpy(key, sep, sizeof(key));
			for (uint32_t j = same; j < keylen; j++)
				key[j] = few(2, 10);
			if (t % 2 && node->n > 0)
				memcpy(key,
				    vsam_ix_key(
					node, (uint32_t)random() % node->n),
				    keylen);
			for (i = 0; i < node->n; i++)
				if (memcmp(key, vsam_ix_key(node, i),
					node->len[i]) <= 0)
					break;
			assert_int_equal(vsam_ix_find(node, key), i);
		}
		vsam_ix_free(&node);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(record_has_the_bytes_of_idaird),
	    cmocka_unit_test(rbas_above_4_gib_use_the_reserved_bytes),
	    cmocka_unit_test(keys_go_to_the_first_entry_not_below),
	    cmocka_unit_test(a_look_up_is_the_first_entry_not_below),
	    cmocka_unit_test(separators_are_the_shortest_prefix_below),
	    cmocka_unit_test(free_numbers_that_do_not_fit_are_dropped),
	    cmocka_unit_test(nodes_survive_the_way_to_disk),
	    cmocka_unit_test(damaged_records_are_refused_or_consistent),
	    cmocka_unit_test(each_header_field_is_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
