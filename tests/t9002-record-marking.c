/* Record marking: a stream in any pieces gives the records that were sent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "nfs/record.h"
#include "tests/support/random.h"

enum { RECORDS = 60, WIRE = 1 << 20 };

static uint8_t buffer[RECORD_BUFFER], stub[4096];

static size_t
fragment(uint8_t *at, uint8_t fill, size_t len, int last)
{
	be32_put(at, (uint32_t)len | (last ? 0x80000000U : 0));
	memset(at + 4, fill, len);
	return len + 4;
}

/* The stream has these bytes too. */
static void
feed(struct record_stream *s, const uint8_t *bytes, size_t n)
{
	size_t room;
	uint8_t *at = record_space(s, &room);

	assert_true(n <= room);
	memcpy(at, bytes, n);
	record_filled(s, n);
}

static void
fragments_are_joined_and_records_follow_each_other(void **state)
{
	/* By RFC 5531, 11: "abc" in two fragments, an empty record, "d". */
	static const uint8_t wire[] = {0, 0, 0, 2, 'a', 'b', 0x80, 0, 0, 1, 'c',
	    0x80, 0, 0, 0, 0x80, 0, 0, 1, 'd'};
	struct record_stream s;
	const uint8_t *rec;
	size_t len, n = 0;
	char got[8];

	(void)state;
	record_init(&s, buffer, sizeof(buffer));
	for (size_t i = 0; i < sizeof(wire); i++) {
		feed(&s, wire + i, 1);
		while (record_next(&s, &rec, &len) == RECORD_ONE) {
			memcpy(got + n, rec, len);
			n += len;
			got[n++] = '.';
		}
	}
	assert_true(record_empty(&s));
	assert_int_equal(n, 7);
	assert_memory_equal(got, "abc..d.", 7);
}

static void
too_long_or_too_many_is_refused_at_once(void **state)
{
	struct record_stream s;
	const uint8_t *rec;
	uint8_t mark[8];
	size_t len;

	(void)state;
	record_init(&s, buffer, sizeof(buffer));
	be32_put(mark, 0x80000000U | (RECORD_MAX + 1));
	feed(&s, mark, 4);
	assert_int_equal(record_next(&s, &rec, &len), RECORD_BAD);

	record_init(&s, buffer, sizeof(buffer));
	feed(&s, mark, fragment(mark, 'x', 1, 0));
	be32_put(mark, 0x80000000U | RECORD_MAX);
	feed(&s, mark, 4);
	assert_int_equal(record_next(&s, &rec, &len), RECORD_BAD);

	record_init(&s, buffer, sizeof(buffer));
	memset(mark, 0, 4);
	for (int i = 0; i < RECORD_FRAGMENTS; i++) {
		feed(&s, mark, 4);
		assert_int_equal(record_next(&s, &rec, &len), RECORD_MORE);
	}
	feed(&s, mark, 4);
	assert_int_equal(record_next(&s, &rec, &len), RECORD_BAD);
}

static void
the_longest_record_fits_with_the_most_fragments(void **state)
{
	static uint8_t piece[RECORD_MAX / RECORD_FRAGMENTS + 8];
	size_t each = RECORD_MAX / RECORD_FRAGMENTS, len;
	struct record_stream s;
	const uint8_t *rec;

	(void)state;
	assert_int_equal(each * RECORD_FRAGMENTS, RECORD_MAX);
	record_init(&s, buffer, sizeof(buffer));
	for (int i = 1; i <= RECORD_FRAGMENTS; i++) {
		feed(&s, piece,
		    fragment(piece, (uint8_t)i, each, i == RECORD_FRAGMENTS));
		assert_int_equal(record_next(&s, &rec, &len),
		    i == RECORD_FRAGMENTS ? RECORD_ONE : RECORD_MORE);
	}
	assert_int_equal(len, RECORD_MAX);
	for (size_t i = 0; i < len; i++)
		if (rec[i] != (uint8_t)(i / each + 1))
			fail();
}

/* What record i holds: its length and its bytes follow from i and the seed. */
static uint8_t
byte_of(size_t i, size_t at)
{
	return (uint8_t)(i * 31 + at * 7 + seed);
}

static size_t
send_all(uint8_t *wire, size_t lens[RECORDS])
{
	size_t n = 0;

	for (size_t i = 0; i < RECORDS; i++) {
		size_t at = 0, len = rnd(10) == 0 ? rnd(9000) : rnd(200);
		int last;

		lens[i] = len;
		do {
			size_t part = rnd(2) ? len - at : rnd(len - at + 1);

			last = at + part == len && rnd(4) != 0;
			n += fragment(wire + n, 0, part, last);
			for (size_t j = 0; j < part; j++)
				wire[n - part + j] = 0;
			at += part;
		} while (!last);
	}
	return n;
}

/* Fills in the bytes of the records, fragment by fragment. */
static void
fill_in(uint8_t *wire, size_t n)
{
	size_t i = 0, at = 0;

	for (size_t p = 0; p < n;) {
		uint32_t mark = be32_get(wire + p), len = mark & 0x7fffffffU;

		for (uint32_t j = 0; j < len; j++, at++)
			wire[p + 4 + j] = byte_of(i, at);
		p += 4 + len;
		if (mark & 0x80000000U) {
			i++;
			at = 0;
		}
	}
}

/* Between two reads what is left may move to a small buffer and back, as it
 * does when a connection waits. */
static void
move_about(struct record_stream *s)
{
	struct record_stream small;

	record_init(&small, stub, sizeof(stub));
	if (record_move(&small, s)) {
		assert_true(record_empty(s));
		assert_true(record_move(s, &small));
	}
}

static void
any_cut_of_the_stream_gives_the_same_records(void **state)
{
	uint8_t *wire = malloc(WIRE);
	uint64_t first = seed;

	(void)state;
	assert_non_null(wire);
	for (first = 1; first < 60; first++) {
		size_t lens[RECORDS], n, sent = 0, i = 0, len;
		struct record_stream s;
		const uint8_t *rec;

		seed = first * 77;
		n = send_all(wire, lens);
		assert_true(n < WIRE);
		seed = first;
		fill_in(wire, n);
		record_init(&s, buffer, first % 2 ? sizeof(buffer) : 40000);
		for (uint64_t roll = first; i < RECORDS;) {
			size_t room, part;
			uint8_t *at;

			assert_true(sent < n);
			at = record_space(&s, &room);
			assert_true(room > 0);
			roll = roll * 6364136223846793005U + 1;
			part = 1 + (roll >> 40) % (roll >> 63 ? 9 : 5000);
			part = part < room ? part : room;
			part = part < n - sent ? part : n - sent;
			memcpy(at, wire + sent, part);
			record_filled(&s, part);
			sent += part;
			while (record_next(&s, &rec, &len) == RECORD_ONE) {
				assert_int_equal(len, lens[i]);
				for (size_t j = 0; j < len; j++)
					if (rec[j] != byte_of(i, j))
						fail();
				i++;
			}
			if ((roll >> 50) % 3 == 0)
				move_about(&s);
		}
		assert_int_equal(sent, n);
		assert_true(record_empty(&s));
	}
	free(wire);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(
		fragments_are_joined_and_records_follow_each_other),
	    cmocka_unit_test(too_long_or_too_many_is_refused_at_once),
	    cmocka_unit_test(the_longest_record_fits_with_the_most_fragments),
	    cmocka_unit_test(any_cut_of_the_stream_gives_the_same_records),
	};

	return cmocka_run_group_tests_name("record marking", tests, NULL, NULL);
}
