/* XDR: what is put is got again, nothing is read or written past an end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "nfs/xdr.h"
#include "tests/support/random.h"

/* By RFC 4506: 4.1, 4.5, 4.4, 4.9, 4.10, 4.11. */
static void
items_have_the_bytes_of_the_rfc(void **state)
{
	static const uint8_t want[] = {0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0,
	    0, 1, 'a', 'b', 'c', 0, 0, 0, 0, 5, 'h', 'e', 'l', 'l', 'o', 0, 0,
	    0, 0, 0, 0, 0};
	uint8_t buf[sizeof(want)];
	struct xdr_out out = xdr_out(buf, sizeof(buf));

	(void)state;
	memset(buf, 0xff, sizeof(buf));
	xdr_put_u32(&out, 0x102);
	xdr_put_u64(&out, 3);
	xdr_put_bool(&out, true);
	xdr_put_fixed(&out, "abc", 3);
	xdr_put_string(&out, "hello");
	xdr_put_opaque(&out, NULL, 0);
	assert_false(out.full);
	assert_int_equal(xdr_used(&out), sizeof(want));
	assert_memory_equal(buf, want, sizeof(want));
}

static void
what_does_not_fit_is_dropped_whole(void **state)
{
	uint8_t buf[12] = {0};
	struct xdr_out out = xdr_out(buf, 10);

	(void)state;
	xdr_put_u64(&out, UINT64_MAX);
	xdr_put_u32(&out, UINT32_MAX);
	assert_true(out.full);
	assert_int_equal(xdr_used(&out), 8);
	/* An error sticks, even where there would be room. */
	xdr_put_fixed(&out, "", 0);
	assert_null(xdr_reserve(&out, 1));
	assert_int_equal(buf[8] | buf[9] | buf[10] | buf[11], 0);
	xdr_rewind(&out, 4);
	xdr_put_string(&out, "ab");
	assert_true(out.full);
	xdr_rewind(&out, 0);
	xdr_put_string(&out, "ab");
	assert_false(out.full);
	assert_int_equal(xdr_used(&out), 8);
}

static void
what_is_too_short_or_wrong_is_bad(void **state)
{
	static const uint8_t bytes[] = {0, 0, 0, 2, 0, 0, 0, 3, 'a', 'b', 'c'};
	struct xdr_in in;
	size_t len = 9;

	(void)state;
	in = xdr_in(bytes, 3);
	assert_int_equal(xdr_get_u32(&in), 0);
	assert_true(in.bad);
	in = xdr_in(bytes, 4);
	assert_false(xdr_get_bool(&in)); /* 2 is neither */
	assert_true(in.bad);
	in = xdr_in(bytes + 4, 7); /* the padding is not there */
	assert_null(xdr_get_opaque(&in, 3, &len));
	assert_int_equal(len, 0);
	in = xdr_in(bytes + 4, 7);
	assert_null(xdr_get_opaque(&in, 2, &len));
	assert_true(in.bad && !xdr_done(&in));
	/* A length near 2^32 does not wrap. */
	in = xdr_in((const uint8_t *)"\xff\xff\xff\xff\0\0\0", 7);
	assert_null(xdr_get_opaque(&in, SIZE_MAX, &len));
	in = xdr_in(bytes, sizeof(bytes));
	assert_null(xdr_get_fixed(&in, SIZE_MAX));
	assert_null(xdr_get_bytes(&in, 1)); /* sticks */
}

enum { ITEMS = 40, BYTES = 33 };

/* The kinds of an item: u32, u64, bool, fixed, opaque. */
struct item {
	int kind;
	uint64_t v;
	uint8_t bytes[BYTES];
	size_t len;
};

static void
put(struct xdr_out *out, struct item *it)
{
	it->kind = (int)rnd(5);
	it->v = it->kind == 1   ? rnd(UINT32_MAX) << 29 | rnd(UINT32_MAX)
		: it->kind == 2 ? rnd(2)
				: rnd(UINT32_MAX);
	it->len = rnd(BYTES + 1);
	for (size_t i = 0; i < it->len; i++)
		it->bytes[i] = (uint8_t)rnd(256);
	switch (it->kind) {
	case 0:
		xdr_put_u32(out, (uint32_t)it->v);
		break;
	case 1:
		xdr_put_u64(out, it->v);
		break;
	case 2:
		xdr_put_bool(out, it->v != 0);
		break;
	case 3:
		xdr_put_fixed(out, it->bytes, it->len);
		break;
	default:
		xdr_put_opaque(out, it->bytes, it->len);
		break;
	}
}

/* True: it was there, as it was put; a wrong one fails. */
static bool
got(struct xdr_in *in, const struct item *it)
{
	const uint8_t *p = NULL;
	uint64_t v = it->v;
	size_t len = it->len;

	if (it->kind == 0)
		v = xdr_get_u32(in);
	else if (it->kind == 1)
		v = xdr_get_u64(in);
	else if (it->kind == 2)
		v = xdr_get_bool(in) ? 1 : 0;
	else if (it->kind == 3)
		p = xdr_get_fixed(in, len);
	else
		p = xdr_get_opaque(in, BYTES, &len);
	if (in->bad)
		return false;
	assert_true(it->kind > 2 || v == it->v);
	assert_int_equal(len, it->len);
	if (it->kind > 2 && len > 0)
		assert_memory_equal(p, it->bytes, len);
	return true;
}

/* Each cut of the buffer gives a prefix of the items and then an error; the
 * buffer is no byte longer than what is looked at (under ASan a read past it
 * ends the test). */
static void
random_items_come_back_and_every_cut_is_noticed(void **state)
{
	struct item items[ITEMS];

	(void)state;
	for (seed = 1; seed < 40; seed++) {
		uint8_t big[ITEMS * (BYTES + 8)];
		struct xdr_out out = xdr_out(big, sizeof(big));
		size_t n = 1 + rnd(ITEMS), used;

		for (size_t i = 0; i < n; i++)
			put(&out, &items[i]);
		assert_false(out.full);
		used = xdr_used(&out);
		for (size_t cut = 0; cut <= used; cut++) {
			uint8_t *exact = malloc(cut + (cut == 0));
			struct xdr_in in;
			size_t i = 0;

			assert_non_null(exact);
			memcpy(exact, big, cut);
			in = xdr_in(exact, cut);
			while (i < n && got(&in, &items[i]))
				i++;
			assert_int_equal(i == n, !in.bad);
			assert_true(cut < used || (i == n && xdr_done(&in)));
			free(exact);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(items_have_the_bytes_of_the_rfc),
	    cmocka_unit_test(what_does_not_fit_is_dropped_whole),
	    cmocka_unit_test(what_is_too_short_or_wrong_is_bad),
	    cmocka_unit_test(random_items_come_back_and_every_cut_is_noticed),
	};

	return cmocka_run_group_tests_name("xdr", tests, NULL, NULL);
}
