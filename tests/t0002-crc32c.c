/*
 * CRC-32C: known values, and every length against a bitwise form of this test.
 *
 * RFC 3720 B.4 gives the CRCs of five messages, written there as they go over
 * the wire (lowest byte first). "123456789" is the check value of the
 * catalogue of parametrised CRC algorithms (CRC-32/ISCSI).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/crc32c.h"

enum { LEN = 70000 };

static uint8_t bytes[LEN + 64];

/* A bit at a time, as the polynomial is defined. Of each prefix of p. */
static void
prefixes(const uint8_t *p, size_t len, uint32_t *crcs)
{
	uint32_t crc = 0xFFFFFFFFU;

	crcs[0] = 0;
	for (size_t i = 0; i < len; i++) {
		crc ^= p[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78U : 0);
		crcs[i + 1] = ~crc;
	}
}

static int
setup(void **state)
{
	uint32_t x = 2463534242U;

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		bytes[i] = (uint8_t)(x >> 11);
	}
	return 0;
}

static void
test_rfc3720(void **state)
{
	static const uint8_t read10[48] = {0x01, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0,
	    0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0x14, 0, 0,
	    0, 0x18, 0x28, 0, 0, 0, 0, 0, 0, 0, 0x02};
	uint8_t b[32];

	(void)state;
	memset(b, 0, sizeof(b));
	assert_int_equal(crc32c(b, 32), 0x8a9136aaU);
	memset(b, 0xff, sizeof(b));
	assert_int_equal(crc32c(b, 32), 0x62a8ab43U);
	for (size_t i = 0; i < 32; i++)
		b[i] = (uint8_t)i;
	assert_int_equal(crc32c(b, 32), 0x46dd794eU);
	for (size_t i = 0; i < 32; i++)
		b[i] = (uint8_t)(31 - i);
	assert_int_equal(crc32c(b, 32), 0x113fdb5cU);
	assert_int_equal(crc32c(read10, sizeof(read10)), 0xd9963a56U);
	assert_int_equal(crc32c("123456789", 9), 0xe3069283U);
	assert_int_equal(crc32c("", 0), 0);
}

static void
test_lengths(void **state)
{
	uint32_t *crcs = malloc((LEN + 1) * sizeof(*crcs));

	(void)state;
	assert_non_null(crcs);
	for (size_t at = 0; at < 33; at += 11) {
		prefixes(bytes + at, LEN, crcs);
		for (size_t len = 0; len <= LEN; len += len < 5000 ? 1 : 61) {
			assert_int_equal(crc32c(bytes + at, len), crcs[len]);
			assert_int_equal(
			    crc32c_plain(bytes + at, len), crcs[len]);
		}
	}
	free(crcs);
}

static void
test_alignments(void **state)
{
	static uint8_t copy[LEN + 64];

	(void)state;
	for (size_t len = 480; len < 34000; len = len * 5 / 4)
		for (size_t at = 0; at < 64; at++) {
			memcpy(copy + at, bytes, len);
			assert_int_equal(
			    crc32c(copy + at, len), crc32c_plain(bytes, len));
		}
}

static void
test_every_bit_counts(void **state)
{
	static const size_t lens[] = {512, 4096, 18432, 32768};

	(void)state;
	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		uint32_t whole = crc32c(bytes, lens[i]);

		for (size_t bit = 0; bit < 8 * lens[i]; bit += 7) {
			bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
			assert_int_not_equal(crc32c(bytes, lens[i]), whole);
			bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		}
		assert_int_equal(crc32c(bytes, lens[i]), whole);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_rfc3720),
	    cmocka_unit_test(test_lengths),
	    cmocka_unit_test(test_alignments),
	    cmocka_unit_test(test_every_bit_counts),
	};

	return cmocka_run_group_tests_name("crc32c", tests, setup, NULL);
}
